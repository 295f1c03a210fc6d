"""A basic group becomes a supergroup, whatever else comes at that moment, and however its disk is."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.games import find_game
from engine.options import TableOptions
from handlers.app import App
from handlers.tables.commands import Press as Asked
from handlers.tables.commands import Tick
from handlers.tables.model import Person, Table
from handlers.transport.slots import Migrated
from playground.model import Press
from playground.people import Group
from storage import chats
from storage.connection import Connection
from storage.errors import NotSaved, Refused
from tests.end_to_end.driving import Player, coded, newest_with, playing
from tests.end_to_end.matches import open_table
from tests.end_to_end.memory import check_memory
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.test_failing_disk import Disk, on_disk

TYPED = "fuzhou hands=4 dice=off tempo=none"
QUIET = 200.0
"""After so many seconds nobody counts as ready who has not said so."""
basic = pytest.mark.parametrize("stage", [{"kind": "group"}], indirect=True)


def moved(stage: Stage, at: int) -> Group:
    """The group moves; the bot hears so after `at` of the updates that wait."""
    queue = stage.world.updates
    before = list(queue.waiting)
    new = stage.group.migrate()
    told = queue.waiting[len(before) :]
    waiting = [*before[:at], *told, *before[at:]]
    for update, number in zip(waiting, sorted(update.id for update in waiting), strict=True):
        update.id = number
    queue.waiting[:] = waiting
    return new


def check_moved(app: App, path: Path, new: Group) -> None:
    """Nothing is left under the old id, in memory or on disk."""
    assert {actor.table.chat.chat_id for actor in app.hall.actors.values()} == {new.id}
    assert {row["chat_id"] for row in rows(path, "SELECT chat_id FROM tables")} == {new.id}
    assert rows(path, "SELECT chat_id, kind FROM chat WHERE kind <> 'private'") == [
        {"chat_id": new.id, "kind": "supergroup"}
    ]
    check_memory(app, path)


def person(table: Table, seat: int) -> Person:
    found = table.chair(seat).person
    assert found is not None
    return found


async def over(stage: Stage, app: App) -> Table:
    """A table whose match was ended before its first hand."""
    await open_table(stage, TYPED)
    await stage.quiet()
    table = only_table(app)
    await app.hall.submit(table.table_id, Asked(person(table, 0), "en", admin=True))
    await stage.quiet()
    assert only_table(app).state == "over"
    return table


def unexpected(stage: Stage) -> list[str]:
    return [call.error for call in stage.world.refused if "upgraded" not in call.error]


@basic
@pytest.mark.parametrize("at", range(4))
@virtual
async def test_a_table_opened_in_the_batch_of_the_migration_can_be_played_at(
    stage: Stage, path: Path, at: int
) -> None:
    async with hosting(stage, path) as app:
        await stage.quiet()
        stage.wei.send(stage.group, "/new fuzhou")
        stage.lin.send(stage.group, "/help")
        stage.sofia.send(stage.group, "/new guiyang")
        new = moved(stage, at)
        await stage.quiet()
        check_moved(app, path, new)
        assert {table.game.id for table in app.hall.tables_in(new.id)} == {"fuzhou", "guiyang"}
        lobbies = [message for message in new.from_bot if coded(message.data, "j")]
        assert len(lobbies) == 2
        for message in lobbies:
            press = await stage.press(stage.tom, message, coded(message.data, "j")[0])
            assert press.shown
            assert press.shown.url  # he is known now, and has to be reached
        stage.tom.send(new, "/leave")
        await stage.quiet()
        check_moved(app, path, new)
    assert not stage.world.unanswered
    assert not unexpected(stage)


@basic
@pytest.mark.parametrize("at", range(3))
@virtual
async def test_a_rematch_in_the_batch_of_the_migration(stage: Stage, path: Path, at: int) -> None:
    async with hosting(stage, path) as app:
        old = await over(stage, app)
        stage.lin.send(stage.group, "/help")
        wish = stage.sofia.forge(stage.group, 1, f"{old.table_id}:0:rm")
        new = moved(stage, at)
        await stage.quiet()
        assert wish.answered
        check_moved(app, path, new)
        assert only_table(app).table_id != old.table_id
        lobby = newest_with(new, "g")
        assert lobby is not None
        await stage.press(stage.sofia, lobby, coded(lobby.data, "g")[0])
    assert not unexpected(stage)


@basic
@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("code", ["g", "j"])
@virtual
async def test_presses_in_the_batch_of_the_migration_count(
    stage: Stage, path: Path, code: str, at: int
) -> None:
    """Four sit down, or say that they are ready: the last of them deals, before the group moves or after it."""
    async with hosting(stage, path) as app:
        if code == "g":
            await open_table(stage, TYPED)
            await stage.quiet(seconds=QUIET)
        else:
            stage.wei.send(stage.group, f"/new {TYPED}")
            await stage.quiet()
        button = newest_with(stage.group, code)
        assert button is not None
        presses = [each.press(button, coded(button.data, code)[0]) for each in stage.people]
        new = moved(stage, at)
        await stage.quiet()
        assert all(press.answered for press in presses)
        check_moved(app, path, new)
        assert all(only_table(app).chairs)
        assert only_table(app).state == ("playing" if code == "g" else "lobby")


@basic
@pytest.mark.parametrize(
    "typed", ["/settings", "/language", "/options", "/here", "/help", "/scores", "/top", "/history", "/rules"]
)
@virtual
async def test_a_command_in_the_batch_of_the_migration_leaves_no_old_chat_behind(
    stage: Stage, path: Path, typed: str
) -> None:
    async with hosting(stage, path) as app:
        await open_table(stage, TYPED, people=1)
        await stage.quiet()
        for _ in range(2):
            stage.sofia.send(stage.group, typed)
        new = moved(stage, 1)
        await stage.quiet()
        check_moved(app, path, new)
        replies = [message for message in new.from_bot if not coded(message.data, "j")]
        assert len(replies) >= 2
    assert not unexpected(stage)


# -- told otherwise, or at the same moment


async def beside(works: Sequence[Callable[[], Awaitable[object]]], steps: int) -> None:
    """One after the other begins, so many steps of the loop apart."""
    begun = []
    for work in works:
        begun.append(asyncio.ensure_future(work()))
        for _ in range(steps):
            await asyncio.sleep(0)
    await asyncio.gather(*begun)


@basic
@pytest.mark.parametrize("first", ["moves", "opens"])
@pytest.mark.parametrize("how", ["new", "rematch", "deal"])
@pytest.mark.parametrize(
    "steps", [0, 5, *(pytest.param(many, marks=pytest.mark.slow) for many in (2, 9, 14, 20, 30))]
)
@virtual
async def test_a_table_that_is_opened_or_dealt_at_while_its_group_moves_goes_with_it(
    stage: Stage, path: Path, how: str, first: str, steps: int
) -> None:
    """Outside of any batch, as when a refused call tells of it: however far the one is when the other begins."""
    async with hosting(stage, path) as app:
        if how == "rematch":
            table = await over(stage, app)
            opens = partial(app.hall.submit, table.table_id, Asked(person(table, 1), "rm"))
        else:
            await open_table(stage, TYPED)
            await stage.quiet()
            table, game = only_table(app), find_game("guiyang")
            opens = partial(app.hall.submit, table.table_id, Asked(person(table, 0), "g", query_id="q"))
            if how == "new":
                chat = (table.chat, None, person(table, 0), game, game.options(), TableOptions())
                opens = partial(app.hall.open, *chat)
        new = moved(stage, 0)
        stage.world.updates.clear()
        moves = partial(app.hall.migrate, stage.group.id, new.id)
        await beside([moves, opens] if first == "moves" else [opens, moves], steps)
        await stage.quiet()
        check_moved(app, path, new)
        assert only_table(app).state == ("playing" if how == "deal" else "lobby")
        assert only_table(app).table_id == table.table_id + (how != "deal")
        assert new.board_or_none()
    assert not unexpected(stage)


@basic
@pytest.mark.parametrize("trouble", [NotSaved("not saved: disk full"), Refused("refused")])
@pytest.mark.logs("could not be moved")
@virtual
async def test_a_migration_that_only_a_refused_call_tells_of_is_tried_until_it_is_saved(
    stage: Stage, path: Path, trouble: Exception
) -> None:
    real, tries = chats.move_chat, 0

    async def move(connection: Connection, old: int, new: int) -> bool:
        nonlocal tries
        tries += 1
        if tries <= 3:
            raise trouble
        return await real(connection, old, new)

    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=normal")
        await make_ready(stage, app, players)
        await stage.quiet(seconds=2)
        new = stage.group.migrate()
        stage.world.updates.clear()
        with patch("handlers.tables.hall.chats.move_chat", move):
            app.hall.showing.post_again(only_table(app))
            await stage.clock.sleep(200)
            check_moved(app, path, new)
        for player in players:
            player.group = new
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played, patience=3600)
        await stage.quiet()
    assert newest_with(new, "g")
    check_record(path)


@basic
@pytest.mark.parametrize("told", ["message", "refusal"])
@pytest.mark.logs(
    "not saved", "not confirmed", "not noted", "not read", "not forgotten", "could not be moved"
)
@virtual
async def test_a_group_moves_at_whichever_statement_it_failed_before(
    stage: Stage, path: Path, told: str
) -> None:
    """And a press that came with it finds the table where it is then."""
    disk = Disk()
    async with on_disk(stage, path, disk) as app:
        await open_table(stage, TYPED)
        await stage.quiet()
        button = newest_with(stage.group, "g")
        assert button is not None
        ready: Press | None = None
        disk.aim(1, often=True)
        new = stage.group.migrate()
        if told == "refusal":
            stage.world.updates.clear()
            app.hall.on_event(Migrated(stage.group.id, new.id))
        else:
            ready = stage.sofia.forge(new, 1, coded(button.data, "g")[0])
        seen = -1
        while seen < len(disk.failed):
            seen = len(disk.failed)
            await stage.clock.sleep(61)
        disk.aim(0)
        await stage.quiet()
        assert seen >= 6
        check_moved(app, path, new)
        assert ready is None or only_table(app).chair(1).ready
        assert new.board_or_none()


@basic
@virtual
async def test_a_clock_that_runs_out_while_the_group_moves_deals(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = [*await open_table(stage, "fuzhou hands=4 dice=off tempo=quick")]
        await make_ready(stage, app, players)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "ready", patience=3600)
        due = only_table(app).clock.due_at
        assert due is not None
        await stage.clock.sleep((due - stage.clock.now()) / 1000 - 0.001)
        new = stage.group.migrate()
        stage.world.updates.clear()
        await beside(
            [
                partial(app.hall.migrate, stage.group.id, new.id),
                partial(app.hall.submit, only_table(app).table_id, Tick()),
            ],
            2,
        )
        await stage.clock.sleep(1)
        assert only_table(app).state == "playing"
        check_moved(app, path, new)


@basic
@virtual
async def test_players_go_on_where_the_group_is_now(stage: Stage, path: Path) -> None:
    """All that comes with the migration is done, and a whole hand follows."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await stage.quiet(seconds=QUIET)
        button = newest_with(stage.group, "g")
        assert button is not None
        for each in stage.people:
            each.press(button, coded(button.data, "g")[0])
        new = moved(stage, 4)
        fresh = [Player(player.person, new, 1) for player in players]
        async with playing(fresh, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played, patience=3600)
        await stage.quiet()
        check_moved(app, path, new)
    check_record(path)
