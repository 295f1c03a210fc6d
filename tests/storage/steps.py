"""Steps that a later version might have, and a process that is killed while it takes them."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from unittest.mock import patch

from storage import Database, backup
from storage.migrations import MIGRATIONS, Migration

KNOWN = len(MIGRATIONS)

ADD_A_COLUMN: Migration = (
    "ALTER TABLE person ADD COLUMN pronoun TEXT",
    "UPDATE person SET pronoun = 'they'",
    "CREATE INDEX person_by_pronoun ON person (pronoun)",
    f"PRAGMA user_version = {KNOWN + 1}",
)
REBUILD_A_TABLE: Migration = (
    "CREATE TABLE new_picture (hash TEXT NOT NULL PRIMARY KEY, file_id TEXT NOT NULL) STRICT",
    "INSERT INTO new_picture SELECT hash, file_id FROM picture",
    "DROP TABLE picture",
    "ALTER TABLE new_picture RENAME TO picture",
    f"PRAGMA user_version = {KNOWN + 2}",
)
LATER: tuple[Migration, ...] = (*MIGRATIONS, ADD_A_COLUMN, REBUILD_A_TABLE)


class Killer:
    """Ends this process, as the kernel would, at a statement of the n-th transaction."""

    def __init__(self, transaction: int, statement: int) -> None:
        self._transactions_left = transaction
        self._statement = statement
        self._seen = 0

    def __call__(self, sql: str) -> None:
        self._transactions_left -= sql == "BEGIN IMMEDIATE"
        if self._transactions_left > 0:
            return
        self._seen += 1
        if self._seen == self._statement:
            os.kill(os.getpid(), signal.SIGKILL)


async def migrate_and_die(path: str, transaction: str, statement: str) -> None:
    await Database.open(Path(path), migrations=LATER, watch=Killer(int(transaction), int(statement)))


async def copy_and_die(path: str, step: str) -> None:
    """Killed where the copy before a migration comes to this function of `backup`."""
    with patch.object(backup, step, lambda *_: os.kill(os.getpid(), signal.SIGKILL)):
        await Database.open(Path(path), migrations=LATER)


if __name__ == "__main__":
    asyncio.run((migrate_and_die if len(sys.argv) == 4 else copy_and_die)(*sys.argv[1:]))
