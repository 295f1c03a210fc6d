"""Tables that everybody has left alone: which end by themselves, when, and how quietly; who sits down wakes one."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from handlers.show.texts import Texts
from handlers.tables.commands import Admit, Arrived, Press, Suspend, Tick
from handlers.tables.effects import Effects, SaveTable, VoidHand
from handlers.tables.model import Table
from handlers.tables.pace import ENDS_UNSEEN, GIVEN_UP, SLEEP_AFTER
from handlers.tables.table import wake_at
from tests.end_to_end.driving import coded_as, playing
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import LIN, SOFIA, WEI, after, dealt, full, lobby

NOW, DAY = 1_000_000, 24 * 3600
HANS = Texts.load().of("zh_Hans")


def opened() -> Table:
    """Wei sits in his lobby."""
    return after(lobby(), Press(WEI, "j", query_id="j"), now=NOW)[0]


def asleep(table: Table) -> Table:
    table, _ = after(table, Tick(), now=table.touched_at + SLEEP_AFTER)
    assert table.state == "asleep"
    return table


def shut_out(table: Table) -> Table:
    return after(table, Suspend(), now=NOW)[0]


def end_of(table: Table) -> int:
    """The instant of the tick that the table wants."""
    at = wake_at(table, table.asleep or NOW)
    assert at is not None
    return at


def ended(table: Table) -> Effects:
    """What its end by itself leads to; nothing happens just before."""
    at = end_of(table)
    assert after(table, Tick(), now=at - 1)[0].state == table.state
    table, effects = after(table, Tick(), now=at)
    assert table.state == "over"
    assert table.touched_at == at  # it answers presses for a while, as any that has ended
    assert SaveTable() in effects.rows
    return effects


def test_a_lobby_that_has_slept_for_a_week_ends_and_only_its_message_says_so() -> None:
    table = asleep(opened())
    assert end_of(table) == (table.asleep or 0) + GIVEN_UP
    effects = ended(table)
    assert [(d.surface.kind, d.ring, d.fresh) for d in effects.dirty] == [("lobby", False, False)]
    assert effects.notes == []


def test_a_lobby_whose_group_has_shut_it_out_for_a_week_ends() -> None:
    for table in (shut_out(opened()), shut_out(asleep(opened()))):
        assert end_of(table) == NOW + GIVEN_UP
        ended(table)


def test_a_lobby_by_the_day_ends_after_as_long() -> None:
    table = after(lobby(tempo="day"), Press(WEI, "j", query_id="j"), now=NOW)[0]
    assert end_of(table) == NOW + SLEEP_AFTER + GIVEN_UP
    ended(table)


@pytest.mark.parametrize("table", [dealt(lobby()), replace(full(lobby()), state="ready", played=1)])
def test_a_match_that_only_sleeps_is_kept_for_good(table: Table) -> None:
    table = asleep(table)
    assert wake_at(table, table.asleep or 0) is None
    assert after(table, Tick(), now=NOW + 400 * SLEEP_AFTER)[0].state == "asleep"


@pytest.mark.parametrize("table", [dealt(lobby(), now=NOW), asleep(dealt(lobby(), now=NOW))])
def test_a_hand_waits_a_month_for_a_group_that_has_shut_it_out_then_it_is_void(table: Table) -> None:
    table = shut_out(table)
    assert end_of(table) == NOW + ENDS_UNSEEN
    effects = ended(table)
    assert VoidHand(table.hand_no) in effects.rows
    assert effects.notes == []
    assert {d.surface.kind for d in effects.dirty} == {"board", "panel"}


def test_who_slept_before_the_group_shut_it_out_sleeps_on_afterwards() -> None:
    before = asleep(dealt(lobby(), now=NOW))
    table, effects = after(shut_out(before), Admit(), now=NOW + 5)
    assert (table.state, table.before, table.asleep) == ("asleep", "playing", before.asleep)
    assert effects.dirty == []
    assert after(table, Press(WEI, "wk", query_id="w"), now=NOW + 6)[0].state == "playing"


@pytest.mark.parametrize(
    ("press", "seated"),
    [
        (Press(SOFIA, "j", query_id="s"), 2),
        (Press(SOFIA, "b", query_id="s"), 2),
        (Press(WEI, "cf", query_id="s"), 1),
    ],
)
def test_whoever_fills_a_seat_wakes_a_sleeping_lobby(press: Press, seated: int) -> None:
    table, effects = after(asleep(opened()), press, now=NOW + 2 * SLEEP_AFTER)
    assert (table.state, table.asleep, table.before) == ("lobby", None, None)
    assert sum(chair is not None for chair in table.chairs) == seated
    assert effects.answer is not None
    assert effects.answer.accepted
    assert any(d.surface.kind == "lobby" and d.fresh for d in effects.dirty)


def test_a_computer_that_is_sent_away_wakes_a_sleeping_lobby() -> None:
    table = after(opened(), Press(WEI, "b", query_id="b"), now=NOW)[0]
    table, _ = after(asleep(table), Press(WEI, "n", query_id="n"), now=NOW + 2 * SLEEP_AFTER)
    assert (table.state, table.chairs[1]) == ("lobby", None)


def test_what_is_refused_wakes_nothing() -> None:
    before = asleep(opened())
    for press in (
        Press(SOFIA, "j", query_id="s", member=False),
        Press(SOFIA, "j", "0", query_id="s"),
        Press(WEI, "j", query_id="s"),
        Press(WEI, "n", query_id="s"),
    ):
        table, _ = after(before, press, now=NOW + 2 * SLEEP_AFTER)
        assert table.state == "asleep"


def test_in_a_hand_that_sleeps_nobody_sits_down() -> None:
    table, _ = after(dealt(lobby(), now=NOW), Press(LIN, "l", query_id="l"), now=NOW)
    table, effects = after(asleep(table), Press(LIN, "j", query_id="j"), now=NOW + 2 * SLEEP_AFTER)
    assert table.state == "asleep"
    assert effects.answer is not None
    assert effects.answer.key == "refuse.already_dealt"


def test_where_the_group_cannot_be_written_to_nobody_sits_down_and_is_told_why() -> None:
    table = shut_out(opened())
    for command in (Press(SOFIA, "j", query_id="s"), Press(SOFIA, "b", query_id="s"), Arrived(SOFIA)):
        same, effects = after(table, command, now=NOW + 5)
        assert same.chairs == table.chairs
        assert effects.answer is not None
        assert effects.answer.key == "refuse.suspended"


# -- the bot


@virtual
async def test_the_message_of_a_lobby_that_was_left_alone_offers_another(stage: Stage, path: Path) -> None:
    """Sofia finds it asleep and sits down; nobody comes, and a week after it sleeps again it is gone."""
    asyncio.get_running_loop().end = float("inf")  # type: ignore[attr-defined]
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.quiet()
        first = stage.group.board()
        await stage.clock.sleep(1.5 * DAY)
        stage.sofia.start()
        await stage.press(stage.sofia, first, coded_as(first.data, "j"))
        await stage.quiet()
        now = stage.group.board()
        assert now.id > first.id
        assert "Sofia" in now.text
        await stage.clock.sleep(1.5 * DAY)
        assert [actor.table.state for actor in app.hall.actors.values()] == ["asleep"]
        before = [message.id for message in stage.group.from_bot]
        await stage.clock.sleep(7 * DAY)
        assert app.hall.actors == {}
        assert [message.id for message in stage.group.from_bot] == before
        (shown,) = [message for message in stage.group.from_bot if message.id == now.id]
        assert HANS.plain("refuse.table_over") in shown.text
        assert shown.labels == [[HANS.plain("button.open_table")]]
        await stage.press(stage.sofia, shown, shown.labels[0][0])
        await stage.quiet()
        assert HANS.plain("new.which_game") in stage.group.last().text
    assert rows(path, "SELECT state FROM tables") == [{"state": "over"}]
    stage.check()


@virtual
async def test_a_week_that_went_by_while_the_bot_was_down_counts(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.quiet()
    stage.clock.advance(8 * DAY + 60)
    asyncio.get_running_loop().end = float("inf")  # type: ignore[attr-defined]
    async with hosting(stage, path) as app:
        await stage.quiet()
        assert [actor.table.state for actor in app.hall.actors.values()] == ["over"]
        assert HANS.plain("refuse.table_over") in stage.group.board().text


@pytest.mark.logs("given up", "no longer in the group")
@virtual
async def test_a_group_that_threw_the_bot_out_for_good_haunts_nobody(stage: Stage, path: Path) -> None:
    """Sofia sits there, and plays elsewhere a month later."""
    asyncio.get_running_loop().end = float("inf")  # type: ignore[attr-defined]
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4 tempo=none")
        await make_ready(stage, app, players)
        async with playing(players, stage.clock.sleep):
            await stage.clock.sleep(10)
        stage.group.kick_bot()
        await stage.clock.sleep(29 * DAY)
        assert [actor.table.state for actor in app.hall.actors.values()] == ["suspended"]
    async with hosting(stage, path) as app:
        await asyncio.gather(*(app.hall.fold(table_id) for table_id in app.hall.actors))
        await stage.clock.sleep(2 * DAY)
        assert app.hall.actors == {}
        last = stage.sofia.private.from_bot[-1].id
        stage.sofia.send("private", "/table")
        await stage.quiet()
        (told,) = [message for message in stage.sofia.private.from_bot if message.id > last]
        assert Texts.load().of("en").plain("refuse.no_table_private") in told.text
    (hand,) = rows(path, "SELECT state FROM hand")
    assert hand["state"] == "void"
    assert len(stage.world.refused) == 3  # as it was thrown out; after the start; at the end
