"""What a table's panels show of their surroundings."""

from dataclasses import replace

from engine.games import find_game
from engine.tiles import parse_tile
from engine.worth import draw_pays
from handlers.show.markup import plain
from handlers.show.texts import Texts
from handlers.tables.commands import Tick
from handlers.tables.effects import Surface
from handlers.tables.surfaces import Stage
from handlers.tables.table import wake_at
from tests.engine.rigged import rigged
from tests.handlers.tables import WEI, after, dealt, lobby

STAGE = Stage(Texts.load(), "paizhuo_bot")


def test_a_panel_that_rings_spares_the_lock_screen_the_hand_where_its_owner_wants_it() -> None:
    table = dealt(lobby(window="open"))
    assert table.hand is not None
    seat = table.hand.turn
    person = replace(table.chair(seat).person or WEI, settings={"ping_hand": False})
    table = table.with_chair(seat, replace(table.chair(seat), person=person))
    panel = Surface("panel", seat)
    before = STAGE.render(table, panel, 1_000)
    due = wake_at(table, 1_000)
    assert before is not None
    assert due is not None
    table, effects = after(table, Tick(), now=due)
    assert any(dirty.surface == panel and dirty.ring for dirty in effects.dirty)
    rung = STAGE.render(table, panel, due)
    assert rung is not None
    hand = STAGE.say_for(table, seat).plain("panel.hand", tiles="")
    assert hand.strip() in plain(before.text)
    assert hand.strip() not in plain(rung.text)


def test_where_a_chat_takes_no_photos_its_messages_are_words() -> None:
    table = dealt(lobby(window="open"))
    silent = replace(STAGE, refused=lambda chat_id: chat_id == table.chat.chat_id)
    drawn, written = (stage.render(table, Surface("board"), 1_000) for stage in (STAGE, silent))
    assert drawn is not None
    assert drawn.picture is not None
    assert written is not None
    assert written.picture is None
    panel = silent.render(table, Surface("panel", 0), 1_000)
    assert panel is not None
    assert panel.picture is not None


def test_a_waiting_hand_reads_what_a_self_draw_would_bring() -> None:
    hand = rigged(find_game("fuzhou"), hands=["", "", "123456789m123p4455s"], front="9p").state
    table = replace(dealt(lobby(window="open")), hand=hand)
    each = set(draw_pays(hand, 2, parse_tile("4s")).values())
    assert len(each) == 1
    told = f"，自摸每家 {each.pop()}。"
    panel = STAGE.render(table, Surface("panel", 2), 1_000)
    assert panel is not None
    assert told in plain(panel.text)
    assert told in STAGE.alert(table, 2, "why", 1_000)
