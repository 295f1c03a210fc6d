"""A complete copy of a database in use.

By VACUUM INTO on a connection that can neither write nor checkpoint: one snapshot, and no press waits for it.
"""

import asyncio
import os
import sqlite3
from pathlib import Path

from storage.connection import Watch, connect
from storage.errors import StorageError


async def copy_database(source: Path, target: Path, watch: Watch | None = None) -> None:
    """Copy what is committed in `source` to `target`, which is the old file or the new one, never a part."""
    part = target.with_name(f"{target.name}.part")
    await asyncio.to_thread(_empty, part)
    connection = await connect(source, watch)
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
