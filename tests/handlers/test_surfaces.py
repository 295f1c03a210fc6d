"""What a table's panels show of their surroundings."""

from dataclasses import replace

import pytest

from engine.games import find_game
from engine.hand import legal_actions
from engine.selfplay import play_hands
from engine.tiles import parse_tile
from engine.worth import draw_pays
from handlers.show.markup import plain
from handlers.show.pictured import Drawn
from handlers.show.specs import CardPicture, HandPicture
from handlers.show.texts import Texts
from handlers.tables.commands import Deal, Press, Tick
from handlers.tables.effects import Note, Surface
from handlers.tables.model import Table
from handlers.tables.surfaces import Stage
from handlers.tables.table import wake_at
from handlers.tables.wording import note_message
from tests.engine.rigged import rigged
from tests.handlers.tables import TOM, WEI, after, dealt, discard, let_go, lobby

STAGE = Stage(Texts.load(), "paizhuo_bot")
NO_PHOTOS = "这里不让发图，牌桌改成文字。"


@pytest.mark.parametrize(
    ("note", "labels"),
    [
        (Note("three.call", {"whos": (0, 1, 2)}), ["坐下 Sit", "叫人 Call friends", "加电脑 Add computer"]),
        (Note("pause.group", {"name": "Wei", "seconds": 60}), ["接着打 Go on"]),
        (
            Note("vote.end", {"whose": None, "goal": "e", "name": "Wei", "n": 1, "of": 3, "until": 2_000}),
            ["同意 Agree", "不同意 Against"],
        ),
    ],
    ids=lambda value: value.key if isinstance(value, Note) else "",
)
def test_buttons_of_messages_to_all_carry_both_languages_of_their_readers(
    note: Note, labels: list[str]
) -> None:
    table = dealt(lobby())
    mixed = note_message(table, STAGE.scene(table, None, 1_000), note)
    assert [button.text for row in mixed.keyboard for button in row] == labels
    alone = STAGE.scene(table, None, 1_000, STAGE.texts.of("en"))
    one = note_message(table, alone, note)
    assert [button.text for row in one.keyboard for button in row] == [
        label.partition(" ")[2] for label in labels
    ]


@pytest.mark.parametrize(
    ("note", "told"),
    [
        (Note("three.call", {"whos": (0, 1, 2)}), ["三缺一！", "one to go!"]),
        (Note("pause.group", {"name": "Sofia", "seconds": 300}), ["要歇 5 分钟", "needs 5 min"]),
        (
            Note("vote.end", {"whose": None, "goal": "e", "name": "Wei", "n": 1, "of": 3, "until": 2_000}),
            ["1 秒后截止", "closes in 1 s"],
        ),
    ],
    ids=lambda value: value.key if isinstance(value, Note) else "",
)
def test_messages_to_all_are_in_both_languages_of_their_readers(note: Note, told: list[str]) -> None:
    table = dealt(lobby())
    mixed = plain(note_message(table, STAGE.scene(table, None, 1_000), note).text)
    assert all(words in mixed for words in told)
    assert mixed.count("\n") == 1
    one = plain(note_message(table, STAGE.scene(table, 0, 1_000), note).text)
    assert told[0] in one
    assert told[1] not in one


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
    assert NO_PHOTOS not in drawn.text
    assert NO_PHOTOS in written.text
    chat = replace(table.chat, settings=replace(table.chat.settings, board_view="text"))
    chosen = silent.render(replace(table, chat=chat), Surface("board"), 1_000)
    assert chosen is not None
    assert NO_PHOTOS not in chosen.text  # nobody misses what nobody wants
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


def test_a_page_of_more_closes_when_its_reader_is_asked() -> None:
    """The next player opens ⋯ during another's turn; asked himself, he finds his tiles; then ⋯ opens as before."""
    table = dealt(lobby(window="open"))
    assert table.hand is not None
    following = (table.hand.turn + 1) % 4
    person = table.chair(following).person or WEI
    opened, _ = after(table, Press(person, "mo", arg="2", query_id="m"))
    assert codes(opened, following)[-2:] == ["mo:0", "mo:1"]
    asked = opened
    for now in range(2_000, 200_000, 1_000):
        if asked.hand is not None and asked.hand.turn == following and "d" in _legal(asked, following):
            break
        asked = let_go(discard(asked, now=now)[0], now=now)
    assert any(code.startswith("d:") for code in codes(asked, following))
    again, _ = after(asked, Press(person, "mo", arg="1", query_id="n"), now=200_000)
    assert codes(again, following)[-2:] == ["mo:0", "mo:2"]
    back, _ = after(again, Press(person, "mo", arg="0", query_id="o"), now=200_001)
    assert codes(back, following) == codes(asked, following)


def codes(table: Table, seat: int) -> list[str]:
    """What the buttons of a seat's panel do."""
    panel = STAGE.render(table, Surface("panel", seat), 1_000)
    assert panel is not None
    return [button.data.split(":", 2)[2] for row in panel.keyboard for button in row if button.data]


def _legal(table: Table, seat: int) -> set[str]:
    assert table.hand is not None
    return {act.verb for act in legal_actions(table.hand, seat)}


def test_a_page_of_more_is_shut_when_the_next_hand_is_dealt() -> None:
    table = dealt(lobby())
    table, _ = after(table, Press(TOM, "mo", "1", decision=table.decision), now=2_000)
    assert table.chair(3).more[0] == 1
    table, _ = after(replace(table, state="ready", hand=None), Deal(58), now=3_000)
    assert table.chair(3).more == (0, 0)


def test_at_the_end_of_a_practice_hand_its_panel_is_the_card() -> None:
    """There is no board that would become one, and nobody learns from a number alone."""
    end = next(play_hands(find_game("fuzhou"), 1, 3, check=None)).end
    assert end.settlement is not None
    table = replace(dealt(lobby()), hand=end, state="ready", sat=dealt(lobby()).chairs)
    private = replace(table, chat=replace(table.chat, kind="private", language="en"))
    panel, alone = (STAGE.render(one, Surface("panel", 0), 1_000) for one in (table, private))
    assert panel is not None
    assert isinstance(panel.picture, Drawn)
    assert isinstance(panel.picture.spec, HandPicture)
    assert alone is not None
    assert isinstance(alone.picture, Drawn)
    assert isinstance(alone.picture.spec, CardPicture)
    assert "下一局" in plain(alone.text)  # in the words of its reader, whatever the chat began with
    assert "g" in codes(private, 0)


def test_a_table_that_is_over_offers_nothing_on_the_boards_and_panels_of_its_last_hand() -> None:
    table = replace(dealt(lobby()), state="over")
    assert table.hand is not None
    for surface in (Surface("board"), *(Surface("panel", seat) for seat in range(4))):
        message = STAGE.render(table, surface, 1_000)
        assert message is not None
        assert message.keyboard == ()
        say = STAGE.say_for(table, surface.seat)
        assert plain(message.text).startswith(say.plain("refuse.table_over"))


def test_who_leaves_in_a_hand_is_told_what_becomes_of_it_and_asked_nothing_more() -> None:
    table, effects = after(dealt(lobby()), Press(WEI, "l", query_id="l"))
    seat = table.seat_of(WEI.person_id)
    assert seat is None
    seat = next(number for number, chair in enumerate(table.chairs) if chair and chair.person == WEI)
    assert any(dirty.surface == Surface("panel", seat) for dirty in effects.dirty)
    panel = STAGE.render(table, Surface("panel", seat), 1_000)
    assert panel is not None
    assert panel.keyboard == ()
    assert plain(panel.text).startswith("这局电脑替你打完")
