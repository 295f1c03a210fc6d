"""A complete copy of a database in use, and which of the daily copies are kept.

By VACUUM INTO on a connection that can neither write nor checkpoint: one snapshot, and no press waits for it.
"""

import asyncio
import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path

from storage.connection import Watch, configure, connect
from storage.errors import StorageError

PART = ".part"
"""Ends the name of a copy until it is complete; SQLite has a journal beside it."""
DAILY, WEEKLY = 7, 4
"""So many days are kept, and of the time before them the first copy of so many weeks."""


def backup_path(database: Path, folder: Path, day: date) -> Path:
    """The file of one day's copy."""
    return folder / f"{database.stem}-{day.isoformat()}.db"


def outdated_backups(database: Path, folder: Path) -> list[Path]:
    """The copies of this database in the folder that newer ones have made needless; other files are none of them."""
    found = {_day_of(database, path): path for path in folder.glob("*.db")}
    days = {day: path for day, path in found.items() if day is not None}
    return [days[day] for day in days.keys() - kept_days(days)]


def unfinished_backups(database: Path, folder: Path) -> list[Path]:
    """What is left of daily copies that were cut off; while one is being made, its files are among them."""
    return [path for path in folder.glob(f"*.db{PART}*") if _day_of(database, path) is not None]


def _day_of(database: Path, path: Path) -> date | None:
    """The day whose copy this file is, or is a part of; None for other files."""
    name = path.name.removeprefix(f"{database.stem}-")
    try:
        day = date.fromisoformat(name.partition(".db")[0])
    except ValueError:
        return None
    return day if path.name.startswith(backup_path(database, path.parent, day).name) else None


def kept_days(days: Iterable[date]) -> set[date]:
    """The newest days, and before them the first of each week for some weeks."""
    newest_first = sorted(days, reverse=True)
    daily, older = newest_first[:DAILY], newest_first[DAILY:]
    first_of_week = {day.isocalendar()[:2]: day for day in older}
    return {*daily, *list(first_of_week.values())[:WEEKLY]}


async def copy_database(source: Path, target: Path, watch: Watch | None = None) -> None:
    """Copy what is committed in `source` to `target`, which is the old file or the new one, never a part."""
    part = target.with_name(f"{target.name}{PART}")
    try:
        await asyncio.to_thread(_empty, part)
        await _copy(source, part, watch)
        await asyncio.to_thread(_publish, part, target)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):  # where there is no folder, there is no part in it
            await asyncio.to_thread(_discard, part)  # where the disk is full, presses need the room
        raise StorageError(f"no backup was written to {target}: {error}") from error


async def _copy(source: Path, part: Path, watch: Watch | None) -> None:
    connection = await connect(source, writable=False, watch=watch)
    try:
        await configure(connection, source)
        await connection.execute("VACUUM INTO ?", (str(part),))
    finally:
        await connection.close()


def _empty(part: Path) -> None:
    """SQLite accepts an empty file as the target; made here so that only its owner can read it."""
    part.parent.mkdir(parents=True, exist_ok=True)
    _discard(part)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))


def _discard(part: Path) -> None:
    for file in (part, part.with_name(f"{part.name}-journal")):
        file.unlink(missing_ok=True)


def _publish(part: Path, target: Path) -> None:
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
