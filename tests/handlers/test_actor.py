"""An actor keeps its timers whatever else happens: a disk that fails, an inbox that is full."""

import sqlite3
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from handlers.show.texts import Texts
from handlers.tables.actor import INBOX, Item
from handlers.tables.commands import Left, Tick
from storage.database import Database
from tests.end_to_end.driving import coded
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready

TEXTS = Texts.load()


class Disk:
    """Fails at every statement that begins so, while it is told to."""

    def __init__(self) -> None:
        self.failing = ""
        self.failed = 0

    def watch(self, sql: str) -> None:
        if self.failing and sql.lstrip().startswith(self.failing):
            self.failed += 1
            raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.logs("not saved", "not noted", "not forgotten")
@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "INSERT INTO action", "COMMIT"])
@virtual
async def test_a_deadline_that_could_not_be_saved_is_carried_out_later(
    stage: Stage, path: Path, statement: str
) -> None:
    disk = Disk()
    with patch.object(Database, "open", partial(Database.open, watch=disk.watch)):
        async with hosting(stage, path) as app:
            players = await open_table(stage, "fuzhou hands=4 dice=off tempo=quick")
            await make_ready(stage, app, players)
            before = only_table(app)
            disk.failing = statement
            await stage.clock.sleep(120)
            assert disk.failed > 1
            assert only_table(app).seq == before.seq
            disk.failing = ""
            await stage.clock.sleep(60)
            assert only_table(app).seq > before.seq
            assert rows(path, "SELECT 1 FROM action WHERE by = 'clock'")
    check_record(path)


@virtual
async def test_a_full_inbox_loses_no_timer(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou dice=off", people=1)
        actor = app.hall.actors[only_table(app).table_id]
        taken = [actor.put(Item(Tick())) for _ in range(INBOX + 1)]
        assert taken == [True] * INBOX + [False]
        actor.ring()
        assert actor.put(Item(Tick()), bounded=False)
        await actor.finish()
        assert actor.put(Item(Tick()))


@virtual
async def test_where_the_inbox_is_full_a_command_is_told_so_and_what_telegram_tells_still_counts(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou dice=off", people=2)
        await stage.quiet()
        table_id = only_table(app).table_id
        sofia = only_table(app).chair(1).person
        assert sofia is not None
        actor = app.hall.actors[table_id]
        with patch("handlers.tables.actor.INBOX", 0):
            assert not actor.put(Item(Tick()))
            stage.wei.send(stage.group, "/deal")
            await stage.quiet(seconds=3)
            assert stage.group.last().text == TEXTS.of("zh_Hans")("refuse.too_fast")
            refused = await app.hall.submit(table_id + 1, Left(sofia.person_id))
            assert refused.answer is not None
            assert refused.answer.key == "refuse.table_over"
            stage.group.remove(stage.sofia)
            await stage.quiet(seconds=3)
        assert only_table(app).seat_of(sofia.person_id) is None
    stage.check()


@pytest.mark.logs("not saved", "not noted")
@virtual
async def test_a_press_that_could_not_be_saved_says_so_and_counts_when_it_can(
    stage: Stage, path: Path
) -> None:
    disk = Disk()
    with patch.object(Database, "open", partial(Database.open, watch=disk.watch)):
        async with hosting(stage, path) as app:
            await open_table(stage, "fuzhou dice=off", people=1)
            await stage.quiet()
            lobby = stage.group.from_bot[0]
            disk.failing = "INSERT INTO seat"
            press = await stage.press(stage.wei, lobby, coded(lobby.data, "b")[0])
            assert press.shown is not None
            assert press.shown.text
            assert sum(chair is not None for chair in only_table(app).chairs) == 1
            disk.failing = ""
            await stage.quiet(seconds=40)
            assert sum(chair is not None for chair in only_table(app).chairs) == 2
    assert len(rows(path, "SELECT 1 FROM seat")) == 2


@virtual
async def test_a_lobby_that_nobody_touches_falls_asleep(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        with patch("handlers.tables.table.SLEEP_AFTER", 60_000):
            stage.wei.send(stage.group, "/new fuzhou dice=off")
            await stage.quiet()
            assert only_table(app).state == "lobby"
            await stage.clock.sleep(60)
            assert only_table(app).state == "asleep"
