"""What was said and is past: panels of a hand that is over, lines about an earlier tile, who was away."""

from dataclasses import replace
from pathlib import Path

from engine.prompts import PromptKind
from handlers.show.markup import plain
from handlers.show.texts import Texts
from handlers.tables.commands import Press, Tick
from handlers.tables.effects import Effects, Surface
from handlers.tables.model import Table, Told
from handlers.tables.surfaces import Stage
from handlers.tables.work import AWAY
from tests.end_to_end.driving import playing
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage as People
from tests.handlers.conftest import make_ready
from tests.handlers.tables import CAST, SOFIA, TOM, WEI, after, dealt, discard, lobby
from tests.handlers.test_leaving import played_out

STAGE = Stage(Texts.load(), "paizhuo_bot")


@virtual
async def test_who_got_up_in_mid_hand_reads_how_it_ended(stage: People, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4")
        await make_ready(stage, app, players)
        stage.tom.send(stage.group, "/leave")
        leaves = "The computer finishes this hand for you"
        await stage.until(lambda: leaves in stage.tom.private.last().text)
        panel = stage.tom.private.last()
        async with playing(players[:3], stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "ready")
        await stage.quiet(seconds=5)
        assert leaves not in panel.text
        assert "This hand" in panel.text
        assert "The computer played this one for you" in panel.text
        assert panel.data == []
    stage.check()


def test_a_table_that_ends_in_mid_hand_says_so_to_those_who_are_away_or_got_up_too() -> None:
    table, _ = after(dealt(lobby()), Press(TOM, "l"))
    away = replace(table.chair(1), played_by="computer")  # type: ignore[arg-type]
    table = table.with_chair(1, away)
    _, effects = after(table, Press(WEI, "en"))
    assert {dirty.surface.seat for dirty in effects.dirty if dirty.surface.kind == "panel"} == {0, 1, 2, 3}


def gone_away() -> tuple[Table, Effects, int]:
    """Somebody at a table has let two turns run out."""
    table, now = dealt(lobby(window="open")), 1_000
    while True:
        now += 3_600_000
        table, effects = after(table, Tick(), now=now)
        held = [seat for seat in range(4) if not table.chair(seat).by_person]
        if held:
            return table, effects, held[0]


def test_the_group_reads_who_is_away_as_long_as_he_is() -> None:
    table, effects, seat = gone_away()
    assert AWAY in [dirty.surface for dirty in effects.dirty]
    message = STAGE.render(table, AWAY, 1_000)
    assert message is not None
    assert plain(message.text) == f"\u2068{CAST[seat].name}\u2069 走开了，电脑先替他打。"
    _, effects = after(table, Press(CAST[seat], "y"))
    assert effects.gone == [AWAY]
    _, effects = after(table, Press(CAST[seat], "l"))
    assert effects.gone == [AWAY]


def test_of_two_who_are_away_the_one_who_is_back_is_named_no_more() -> None:
    table = dealt(lobby())
    for seat in (1, 2):
        table = table.with_chair(seat, replace(table.chair(seat), played_by="computer"))  # type: ignore[arg-type]
    table, effects = after(table, Press(SOFIA, "y"))
    assert effects.gone == []
    assert AWAY in [dirty.surface for dirty in effects.dirty]
    message = STAGE.render(table, AWAY, 1_000)
    assert message is not None
    assert "林姨" in message.text
    assert "Sofia" not in message.text


def test_a_hand_by_the_day_that_is_over_tells_of_no_orders() -> None:
    table, _ = played_out(dealt(lobby(tempo="day")))
    assert table.hand is not None
    assert table.hand.over
    for seat in range(4):
        say = STAGE.say_for(table, seat)
        for panel in (STAGE.panel(table, seat, 1_000), STAGE.panel(table, seat, 1_000, final=True)):
            assert panel is not None
            assert say("panel.orders_none") not in panel.text


def test_a_line_about_the_tile_before_says_so_under_the_next_question() -> None:
    table, now = dealt(lobby(window="open")), 1_000
    while table.prompt is None or table.prompt.kind is not PromptKind.TURN or table.hand is None:
        now += 1_000
        table, _ = discard(table, now=now)
    seat = table.hand.turn
    line = Told("claim.outranked", (("who", (seat + 1) % 4), ("claim", "p")), table.decision - 1)
    say = STAGE.say_for(table, seat)
    for at, past in ((table.decision - 1, True), (table.decision, False)):
        told = replace(table.chair(seat), told=(replace(line, at=at),))
        panel = STAGE.render(table.with_chair(seat, told), Surface("panel", seat), now)
        assert panel is not None
        assert (say("told.before", told="") in panel.text) is past
