"""What stands on the Ready button and beside it is what will happen."""

from dataclasses import replace
from pathlib import Path

from engine.games import find_game
from handlers.message import Message
from handlers.show.markup import plain
from handlers.show.texts import Texts
from handlers.tables.commands import Press, Rematch, Tick
from handlers.tables.effects import Surface
from handlers.tables.model import Table
from handlers.tables.pace import RECENT
from handlers.tables.surfaces import Stage as Rendering
from handlers.tables.table import wake_at
from playground.model import Message as Seen
from tests.end_to_end.driving import Player, coded, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import LIN, SOFIA, TOM, WEI, after, dealt, full, lobby
from tests.security.hiding import states

TEXTS = Texts.load()
HANS = TEXTS.of("zh_Hans")
SHOWN = Rendering(TEXTS, "paizhuo_bot")
NOW = 500_000


def shown(table: Table, kind: str = "lobby", now: int = NOW) -> Message:
    message = SHOWN.render(table, Surface(kind), now)
    assert message is not None
    return message


def count(message: Message) -> str:
    """What the button of Ready says."""
    return next(b.text for row in message.keyboard for b in row if b.data.split(":")[2:3] == ["g"])


def test_who_was_active_lately_is_counted_and_one_press_deals() -> None:
    table = full(lobby(dice="off"), now=NOW)
    assert count(shown(table)).startswith("准备 4/4")
    assert HANS.plain("lobby.waits_for_press") in plain(shown(table).text)
    _, effects = after(table, Press(SOFIA, "g", query_id="g", decision=table.decision), now=NOW)
    assert effects.deal


def test_who_has_been_silent_too_long_is_counted_no_more_and_the_lobby_says_so() -> None:
    table = full(lobby(dice="off"), now=NOW)
    silent = wake_at(table, NOW)
    assert silent == NOW + RECENT + 1
    table, effects = after(table, Tick(), now=silent)
    assert Surface("lobby") in [dirty.surface for dirty in effects.dirty]
    message = shown(table, now=silent)
    assert count(message).startswith("准备 0/4")
    assert HANS.plain("lobby.waits_for_ready") in plain(message.text)
    table, effects = after(table, Press(SOFIA, "g", query_id="g", decision=table.decision), now=silent)
    assert not effects.deal
    assert count(shown(table, now=silent)).startswith("准备 1/4")


def test_a_seat_that_somebody_has_left_between_hands_is_not_ready() -> None:
    table = dealt(lobby())
    hand = next(state for state in states(find_game("fuzhou"), 1, 3) if state.over)
    chairs = table.chairs
    away = replace(table.chair(1), played_by="computer", leaving=True)
    table = replace(table, state="ready", hand=hand, sat=(chairs[0], away, chairs[2], chairs[3]))
    for person in (WEI, LIN, TOM):
        table, _ = after(table, Press(person, "g", query_id="g", decision=table.decision), now=NOW)
    table, effects = after(table, Press(SOFIA, "l"), now=NOW)
    assert [note.key for note in effects.notes] == ["seat.table_waits"]
    assert count(shown(table, "board")).startswith("准备 3/4")
    table, effects = after(table, Press(SOFIA, "j"), now=NOW)
    assert count(shown(table, "board")).startswith("准备 3/4")
    assert not effects.deal


def test_a_rematch_waits_for_answers_and_not_at_doors() -> None:
    before = full(lobby())
    table, _ = after(lobby(), Rematch(before.chairs, WEI), now=NOW)
    text = plain(shown(table).text)
    assert "去开门" not in text
    assert text.count("⏳等回音") == 3
    assert HANS.plain("lobby.waits_for_answers") in text
    assert HANS.plain("lobby.waits_for_ready") not in text
    assert count(shown(table)).startswith("准备 1/4")
    table, _ = after(table, Press(SOFIA, "g", query_id="g", decision=table.decision), now=NOW)
    assert count(shown(table)).startswith("准备 2/4")


def asking(player: Player) -> list[Seen]:
    """Messages of the private chat that ask for Ready."""
    return [message for message in player.person.private.from_bot if coded(message.data, "g")]


@virtual
async def test_what_asks_for_ready_in_private_goes_when_the_tiles_are_dealt(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off window=open tempo=quick seats=shuffled")
        await stage.quiet()
        assert [len(asking(player)) for player in players] == [1, 1, 1, 0]  # the last to come was looking
        await make_ready(stage, app, players)
        await stage.quiet()
        assert [len(asking(player)) for player in players] == [0, 0, 0, 0]
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "over", patience=LONGEST_MATCH)
        await stage.quiet(seconds=8)
        end = next(m for m in reversed(stage.group.from_bot) if coded(m.data, "r") or ":rm" in str(m.data))
        await stage.press(stage.wei, end, next(data for data in end.data if data.endswith(":rm")))
        await stage.quiet(seconds=4)
        assert [len(asking(player)) for player in players] == [0, 1, 1, 1]
        no = asking(players[3])[0]
        await stage.press(stage.tom, no, coded(no.data, "l")[0])
        await stage.quiet(seconds=4)
        assert [len(asking(player)) for player in players] == [0, 1, 1, 0]
    stage.check()
