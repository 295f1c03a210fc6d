"""A complete copy of a database in use, and which of the daily copies are kept.

By VACUUM INTO on a connection that can neither write nor checkpoint: one snapshot, and no press waits for it.
"""

import asyncio
import os
import sqlite3
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from storage.connection import Watch, connect
from storage.errors import StorageError

DAILY, WEEKLY = 7, 4
"""So many days are kept, and of the time before them the first copy of so many weeks."""


def backup_path(database: Path, folder: Path, day: date) -> Path:
    """The file of one day's copy."""
    return folder / f"{database.stem}-{day.isoformat()}.db"


def outdated_backups(database: Path, folder: Path) -> list[Path]:
    """The copies of this database in the folder that newer ones have made needless; other files are none of them."""
    days = {}
    for path in folder.glob("*.db"):
        try:
            day = date.fromisoformat(path.stem.removeprefix(f"{database.stem}-"))
        except ValueError:
            continue
        if path == backup_path(database, folder, day):
            days[day] = path
    return [days[day] for day in days.keys() - kept_days(days)]


def kept_days(days: Iterable[date]) -> set[date]:
    """The newest days, and before them the first of each week for some weeks."""
    newest_first = sorted(days, reverse=True)
    daily, older = newest_first[:DAILY], newest_first[DAILY:]
    first_of_week = {day.isocalendar()[:2]: day for day in older}
    return {*daily, *list(first_of_week.values())[:WEEKLY]}


async def copy_database(source: Path, target: Path, watch: Watch | None = None) -> None:
    """Copy what is committed in `source` to `target`, which is the old file or the new one, never a part."""
    part = target.with_name(f"{target.name}.part")
    await asyncio.to_thread(_empty, part)
    connection = await connect(source, writable=False, watch=watch)
    try:
        await connection.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as error:
        raise StorageError(f"no backup was written to {target}: {error}") from error
    finally:
        await connection.close()
    await asyncio.to_thread(_publish, part, target)


def _empty(part: Path) -> None:
    """SQLite accepts an empty file as the target; made here so that only its owner can read it."""
    part.parent.mkdir(parents=True, exist_ok=True)
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))


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
