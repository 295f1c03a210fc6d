"""A disk that fails at any statement of what somebody asks for: he is told, nothing has changed, and the next works."""

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from handlers.app import App
from handlers.show.texts import Texts, language_for
from handlers.tables.commands import Press as Asked
from playground.model import Message, Press
from storage.database import Database
from tests.end_to_end.driving import Player, code_of, coded, newest_with
from tests.end_to_end.matches import open_table
from tests.end_to_end.memory import check_memory
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.test_many_updates import following, sorting

NOTE = "INSERT OR IGNORE INTO processed_update"
LOGS = ("not saved", "not confirmed", "not noted", "not read")
FULL = "database or disk is full"
TEXTS = Texts.load()


class Disk:
    """Fails once at the k-th statement from now on, if a transaction has that many.

    With `often` it fails whatever is tried next one statement later, and so on until something gets through.
    """

    def __init__(self) -> None:
        self.failed: list[str] = []
        """The statements that have failed since it was aimed."""
        self._k, self._left, self._often = 0, 0, False

    def aim(self, k: int, *, often: bool = False) -> None:
        self.failed, self._k, self._left, self._often = [], k, k, often

    def watch(self, sql: str) -> None:
        if not self._k or sql == "ROLLBACK":
            return
        self._left -= 1
        if self._left == 0:
            self.failed.append(sql)
            self._k = self._left = self._k + 1 if self._often else 0
            raise sqlite3.OperationalError(FULL)
        if sql == "COMMIT" and not self._often:
            self._k = 0


@asynccontextmanager
async def on_disk(stage: Stage, path: Path, disk: Disk, *, seed: int = 1) -> AsyncIterator[App]:
    """The bot on this disk."""
    with patch.object(Database, "open", partial(Database.open, watch=disk.watch)):
        async with hosting(stage, path, seed=seed) as app:
            yield app


def not_saved(press: Press) -> bool:
    """Whether the presser was told that nothing was saved."""
    say = TEXTS.of(language_for(press.user.language))
    return press.shown is not None and press.shown.text == say.plain("trouble.not_saved")


def acts(path: Path) -> int:
    """What people have done."""
    return int(rows(path, "SELECT count(*) AS n FROM action WHERE by = 'person'")[0]["n"])


async def next_choice(stage: Stage, player: Player, *, quiet: float) -> tuple[Message, str]:
    """What the player presses next, when nothing has been shown for so many seconds."""
    await stage.quiet(seconds=quiet)
    chosen = await stage.until(player.choose)
    assert chosen is not None
    player.about_to(*chosen)
    return chosen


@pytest.mark.logs("not saved", "not confirmed")
@virtual
async def test_a_press_that_is_not_saved_changes_nothing_and_the_next_one_works(
    stage: Stage, path: Path
) -> None:
    """Reliability test 7, at a running table: each statement of a press has its turn, COMMIT too."""
    disk, failed, k = Disk(), Counter[str](), 1
    async with on_disk(stage, path, disk) as app:
        (player,) = await open_table(stage, "fuzhou hands=16 dice=off tempo=none window=open", people=1)
        while failed.total() < 40:
            message, data = await next_choice(stage, player, quiet=10)
            before = acts(path)
            disk.aim(k)
            press = await stage.press(stage.wei, message, data)
            if not disk.failed:  # it has no more statements: COMMIT has had its turn
                k = 1
                continue
            k += 1
            failed.update(sql[:16] for sql in disk.failed)
            assert not_saved(press)
            check_memory(app, path)
            assert acts(path) == before
            assert not not_saved(await stage.press(stage.wei, message, data))
            check_memory(app, path)
            after = acts(path)
            await stage.quiet()  # the first one comes again, and is too late
            assert acts(path) == after
    assert {"BEGIN IMMEDIATE", NOTE[:16], "INSERT INTO acti", "UPDATE tables SE", "COMMIT"} <= set(failed)
    check_record(path)


async def fail_at_each(
    stage: Stage,
    app: App,
    path: Path,
    disk: Disk,
    ask: Callable[[], object],
    *,
    watch: Callable[[], None] = lambda: None,
) -> int:
    """Somebody asks for something, of which one statement after another fails until it gets through; gives how many.

    It is tried again by itself, after half a minute at the latest.
    """
    disk.aim(1, often=True)
    ask()
    seen = -1
    while seen < len(disk.failed):
        seen = len(disk.failed)
        await stage.clock.sleep(0.5)
        check_memory(app, path)
        watch()
        await stage.clock.sleep(31)
    disk.aim(0)
    await stage.quiet()
    check_memory(app, path)
    watch()
    return seen


@pytest.mark.logs(*LOGS)
@virtual
async def test_whatever_is_asked_for_is_done_once_at_whichever_statement_it_failed_before(
    stage: Stage, path: Path
) -> None:
    """Commands and presses, from an empty group through a whole hand to the Ready of the next."""
    disk = Disk()
    async with on_disk(stage, path, disk, seed=2) as app:  # with 1 a computer wins before anybody's turn
        for person in stage.people[:2]:
            person.start()  # he can be written to from now on
        await stage.quiet()

        async def fails(ask: Callable[[], object], least: int) -> None:
            assert await fail_at_each(stage, app, path, disk, ask) >= least

        await fails(
            lambda: stage.wei.send(stage.group, "/new fuzhou hands=4 dice=off tempo=none window=open"), 5
        )
        assert len(app.hall.actors) == 1
        lobby = stage.group.board()
        await fails(lambda: stage.wei.press(lobby, coded(lobby.data, "j")[0]), 4)
        await fails(lambda: stage.sofia.send(stage.group, "/join"), 4)
        await fails(lambda: stage.wei.press(lobby, coded(lobby.data, "b")[0]), 4)
        assert sum(chair is not None for chair in only_table(app).chairs) == 3
        await fails(lambda: stage.sofia.send(stage.group, "/leave"), 4)
        await fails(lambda: stage.wei.send(stage.group, "/deal"), 12)
        assert only_table(app).state == "playing"
        player, kinds = Player(stage.wei, stage.group, 1), set[str]()
        while only_table(app).played == 0:
            message, data = await next_choice(stage, player, quiet=3)
            if code_of(data) in kinds:
                player.has_pressed(data, await stage.press(stage.wei, message, data))
            else:
                kinds.add(code_of(data))
                await fails(partial(stage.wei.press, message, data), 4)
        message, data = await next_choice(stage, player, quiet=3)
        await fails(partial(stage.wei.press, message, data), 12)
        assert only_table(app).state == "playing"
    assert kinds >= {"d", "x"}
    assert len(check_record(path)) == 2


@pytest.mark.logs(*LOGS)
@virtual
async def test_a_table_to_practise_at_is_dealt_once_at_whichever_statement_it_failed_before(
    stage: Stage, path: Path
) -> None:
    """It is opened, sat at and filled in three transactions of one command; the deal follows its fingerprint."""
    disk = Disk()
    async with on_disk(stage, path, disk) as app:
        ask = partial(stage.wei.send, "private", "/new fuzhou tempo=none")
        assert await fail_at_each(stage, app, path, disk, ask) >= 16
        assert [actor.table.state for actor in app.hall.actors.values()] == ["playing"]


@pytest.mark.logs(*LOGS)
@virtual
async def test_the_same_table_once_more_is_opened_once_at_whichever_statement_it_failed_before(
    stage: Stage, path: Path
) -> None:
    """Wish, table and seats come together or not at all: whoever finds the one finds the others."""
    disk = Disk()
    async with on_disk(stage, path, disk) as app:
        await open_table(stage, "fuzhou hands=4 dice=off tempo=none", people=3)
        opener = only_table(app).chair(0).person
        assert opener is not None
        await app.hall.submit(only_table(app).table_id, Asked(opener, "b"))
        old = only_table(app)
        await app.hall.submit(old.table_id, Asked(opener, "en", admin=True))
        await stage.quiet()
        seated = []

        def watch() -> None:
            tables = [actor.table for actor in app.hall.actors.values()]
            seated.append((len(tables), sum(chair is not None for table in tables for chair in table.chairs)))

        ask = partial(stage.sofia.forge, stage.group, 1, f"{old.table_id}:0:rm")
        assert await fail_at_each(stage, app, path, disk, ask, watch=watch) >= 10
        assert set(seated) == {(1, 4), (2, 8)}
        new = only_table(app)
        who = [
            [person and person.person_id for person in map(table.person_at, range(4))] for table in (old, new)
        ]
        assert who[0] == who[1]
        assert newest_with(stage.group, "g")
        for person in (stage.wei, stage.lin):
            assert any("Sofia" in message.text for message in person.private.from_bot[-2:])


@pytest.mark.logs(*LOGS)
@virtual
async def test_what_waited_for_the_fingerprint_is_dealt_once_at_whichever_statement_it_failed_before(
    stage: Stage, path: Path
) -> None:
    """Nobody presses again: the table itself tries until it gets through."""
    disk = Disk()
    stage.world.faults.too_many(10, "sendMessage", chat_id=stage.wei.id)
    async with on_disk(stage, path, disk) as app:
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.clock.sleep(5)
        assert not only_table(app).committed
        assert await fail_at_each(stage, app, path, disk, lambda: None) >= 12
        assert only_table(app).state == "playing"
    assert len(check_record(path)) == 1


@pytest.mark.logs(*LOGS)
@virtual
async def test_what_moves_no_table_is_done_once_at_whichever_statement_it_failed_before(
    stage: Stage, path: Path
) -> None:
    """A switch of one's own, and a page that is asked for."""
    disk = Disk()
    async with on_disk(stage, path, disk) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none", people=1)
        await make_ready(stage, app, players)
        await stage.quiet()
        before, panel = sorting(path, stage.wei), stage.wei.private.board()
        data = f"{panel.data[0].split(':')[0]}:0:hs"
        press = partial(stage.wei.forge, "private", panel.id, data)
        assert await fail_at_each(stage, app, path, disk, press) >= 4
        assert sorting(path, stage.wei) == following(before)
        sent = len(stage.group.from_bot)
        ask = partial(stage.wei.send, stage.group, "/scores")
        assert await fail_at_each(stage, app, path, disk, ask) >= 4
        assert len(stage.group.from_bot) == sent + 1
