"""A process that makes a copy of a database and is killed in the middle of it."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from unittest.mock import patch

from storage import Database, backup
from storage.connection import Connection, Watch, connect

EVERY = 1000
"""SQLite looks up after so many of its own steps."""


class Killer:
    """Ends this process, as the kernel would, when SQLite has looked up so often; counts from 1."""

    def __init__(self, number: int) -> None:
        self.looks = 0
        self._number = number

    def __call__(self) -> int:
        self.looks += 1
        if self.looks == self._number:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0


async def copy(path: Path, target: Path, number: int) -> int:
    """Copy the database until then; with 0 to its end. Gives how often SQLite has looked up."""
    killer = Killer(number)

    async def watched(path: Path, *, writable: bool, watch: Watch | None = None) -> Connection:
        connection = await connect(path, writable=writable, watch=watch)
        await connection._raw.set_progress_handler(killer, EVERY)
        return connection

    database = await Database.open(path)
    with patch.object(backup, "connect", watched):
        await database.backup(target)
    await database.close()
    return killer.looks


if __name__ == "__main__":
    asyncio.run(copy(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
