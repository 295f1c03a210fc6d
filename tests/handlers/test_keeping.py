"""Housekeeping: daily copies that are rotated, and handled updates that are forgotten."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.app import App
from handlers.keeping import DAY, HOUR, Keeper
from handlers.settings import BotSettings, SettingsError, read_settings
from storage import Connection, Database
from storage.backup import DAILY, WEEKLY, backup_path, kept_days
from storage.journal import UPDATES_KEPT, note_update
from tests.end_to_end.records import rows
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

TOKEN = "123456:ABCdefGHIjkl"  # noqa: S105 - of no bot
SECOND_DAY = date(2026, 9, 2)
"""The day after the virtual clock's first."""


@asynccontextmanager
async def keeping(database: Database, clock: VirtualClock, folder: Path | None) -> AsyncIterator[None]:
    task = asyncio.create_task(Keeper(database, clock, folder).run())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def days_in(folder: Path) -> list[str]:
    return sorted(path.name.removeprefix("paizhuo-").removesuffix(".db") for path in folder.iterdir())


@virtual
async def test_every_day_has_its_copy_and_today_is_not_copied_twice(clock: VirtualClock, path: Path) -> None:
    folder = path.parent / "backups"
    statements: list[str] = []
    database = await Database.open(path, watch=statements.append)
    for _ in range(3):  # starts on one day
        async with keeping(database, clock, folder):
            await clock.sleep(60)
    assert days_in(folder) == ["2026-09-01"]
    async with keeping(database, clock, folder):
        await database.write(note_update, 1, at=clock.now())
        await clock.sleep(12 * 3600)
    await database.close()
    assert days_in(folder) == ["2026-09-01", "2026-09-02"]
    assert len([sql for sql in statements if sql.startswith("VACUUM INTO")]) == 2
    copy = backup_path(path, folder, SECOND_DAY)
    assert rows(copy, "SELECT update_id FROM processed_update") == [{"update_id": 1}]


async def test_older_copies_go_and_nothing_else_does(path: Path) -> None:
    clock, folder = VirtualClock(), path.parent / "backups"
    folder.mkdir()
    strangers = ["paizhuo.db", "paizhuo-old.db", "other-2020-01-01.db", "paizhuo-2020-01-01.txt"]
    for name in strangers:
        (folder / name).touch()
    database = await Database.open(path)
    keeper = Keeper(database, clock, folder)
    today = date(2026, 9, 1)
    for _ in range(60):
        assert await keeper._round(clock.now())
        clock.advance(DAY / 1000)
    await database.close()
    last = today + timedelta(59)
    kept = {date.fromisoformat(day) for day in days_in(folder) if day[0] == "2" and "." not in day}
    assert {last - timedelta(days) for days in range(DAILY)} < kept
    weekly = sorted(day for day in kept if day <= last - timedelta(DAILY))
    assert len(weekly) == WEEKLY
    assert all(day.isoweekday() == 1 for day in weekly)
    assert last - weekly[0] >= timedelta(weeks=WEEKLY)
    assert all((folder / name).exists() for name in strangers)


@given(days=st.sets(st.dates(date(2026, 1, 1), date(2027, 12, 31)), max_size=90))
def test_what_is_kept_stays_kept_until_newer_copies_take_its_place(days: set[date]) -> None:
    kept = kept_days(days)
    assert kept <= days
    assert kept_days(kept) == kept
    assert sorted(days)[-DAILY:] == sorted(kept)[-DAILY:]
    weeks = {day.isocalendar()[:2] for day in sorted(days)[:-DAILY]}
    assert len(kept) == min(DAILY, len(days)) + min(WEEKLY, len(weeks))


@pytest.mark.logs("housekeeping will be tried again")
@virtual
async def test_what_fails_is_tried_again_and_the_old_copies_stay(clock: VirtualClock, path: Path) -> None:
    folder = path.parent / "backups"
    full = True

    def watch(sql: str) -> None:
        if full and sql.startswith("VACUUM INTO"):
            raise sqlite3.OperationalError("database or disk is full")

    database = await Database.open(path, watch=watch)
    folder.mkdir()
    for day in range(1, 20):
        backup_path(path, folder, date(2026, 8, day)).touch()
    async with keeping(database, clock, folder):
        await clock.sleep(60)
        assert len(days_in(folder)) == 19
        full = False
        await clock.sleep(HOUR / 1000)
        assert backup_path(path, folder, date(2026, 9, 1)).exists()
        assert len(days_in(folder)) < 19
    await database.close()


@virtual
async def test_updates_that_cannot_come_again_are_forgotten(stage: Stage, path: Path) -> None:
    """At a start and every day."""
    database = await Database.open(path)
    now = stage.clock.now()
    ages = {1: UPDATES_KEPT + 1, 2: UPDATES_KEPT - 3 * HOUR, 3: 0}
    for number, age in ages.items():
        await database.write(note_update, number, at=now - age)
    await database.close()

    async with hosting(stage, path) as app:
        await stage.clock.sleep(60)
        assert await noted(app) == [2, 3]
        await stage.clock.sleep(12 * 3600)
        assert await noted(app) == [3]


async def noted(app: App) -> list[int]:
    found = await app.hall.database.read(Connection.rows, "SELECT update_id FROM processed_update")
    return sorted(row[0] for row in found)


def test_where_copies_go(tmp_path: Path) -> None:
    given = {"TELEGRAM_BOT_TOKEN": TOKEN, "DATABASE_PATH": str(tmp_path / "here" / "games.db")}
    assert read_settings(given).backups == tmp_path / "here" / "backups"
    assert read_settings({**given, "BACKUP_DIR": "/mnt/copies"}).backups == Path("/mnt/copies")
    assert read_settings({**given, "BACKUP_DIR": "off"}).backups is None
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="BACKUP_DIR names a file"):
        read_settings({**given, "BACKUP_DIR": str(tmp_path / "file")})


@virtual
async def test_the_bot_makes_its_copies_where_it_is_told(stage: Stage, path: Path) -> None:
    folder = path.parent / "copies"
    settings = BotSettings(stage.world.token, "http://world.invalid", path, backups=folder)
    async with hosting(stage, path, settings=settings):
        await stage.clock.sleep(60)
    today = datetime.fromtimestamp(stage.clock.seconds(), UTC).date()
    copy = backup_path(path, folder, today)
    async with hosting(stage, copy) as app:  # and it can be played on
        assert await app.hall.database.read(Connection.row, "PRAGMA integrity_check") == ("ok",)
