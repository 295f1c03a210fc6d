"""One SQLite connection: opened the same way everywhere, each statement through one small class."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

import aiosqlite

from storage.errors import DatabaseUnusable
from storage.values import Parameters, Row

Watch = Callable[[str], None]
"""Called with each statement just before SQLite gets it: counts, traces, or raises like a failing disk."""

PRAGMAS = (
    ("PRAGMA busy_timeout = 5000", "PRAGMA busy_timeout", 5000),
    ("PRAGMA synchronous = FULL", "PRAGMA synchronous", 2),
    ("PRAGMA foreign_keys = ON", "PRAGMA foreign_keys", 1),
    ("PRAGMA mmap_size = 0", "PRAGMA mmap_size", 0),
)
"""How a connection is set, how that is read back, and what must come back."""


class Connection:
    """What a function given to `Database.write` or `Database.read` works with."""

    def __init__(self, raw: aiosqlite.Connection, watch: Watch | None) -> None:
        self._raw = raw
        self._watch = watch

    @property
    def in_transaction(self) -> bool:
        return self._raw.in_transaction

    async def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Run a statement that changes something; gives the number of rows changed."""
        self._announce(sql)
        return (await self._raw.execute(sql, parameters)).rowcount

    async def insert(self, sql: str, parameters: Parameters = ()) -> int:
        """Run an INSERT; gives the new row's id."""
        self._announce(sql)
        row_id = (await self._raw.execute(sql, parameters)).lastrowid
        return 0 if row_id is None else row_id

    async def many(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for each of `rows`."""
        self._announce(sql)
        await self._raw.executemany(sql, rows)

    async def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """All rows of a query, or of a statement with RETURNING."""
        self._announce(sql)
        return list(await self._raw.execute_fetchall(sql, parameters))  # type: ignore[arg-type]

    async def row(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """The first row, if there is one."""
        found = await self.rows(sql, parameters)
        return found[0] if found else None

    async def number(self, sql: str, parameters: Parameters = ()) -> int:
        """The first column of the only row of a query that always has one."""
        row = await self.row(sql, parameters)
        return int(row[0]) if row else 0

    async def stream(self, sql: str, parameters: Parameters = ()) -> AsyncIterator[Row]:
        """The rows of a query that are too many to hold at once."""
        self._announce(sql)
        async with self._raw.execute(sql, parameters) as cursor:
            async for row in cursor:
                yield tuple(row)

    async def rollback(self) -> None:
        """End the transaction, if one is open, without its changes.

        Asked of SQLite in the worker's own order: a COMMIT whose waiter was cancelled may still be running.
        """
        self._announce("ROLLBACK")
        await self._raw.rollback()

    async def close(self) -> None:
        await self._raw.close()

    def _announce(self, sql: str) -> None:
        if self._watch is not None:
            self._watch(sql)


async def connect(path: Path, *, writable: bool, watch: Watch | None = None) -> Connection:
    """Open a connection in autocommit mode, not yet configured.

    One that is not writable can neither write nor checkpoint, so a process has one connection that does.
    """
    mode = "rwc" if writable else "ro"
    try:
        raw = await aiosqlite.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"the database {path} cannot be opened: {error}") from error
    return Connection(raw, watch)


async def configure(connection: Connection, path: Path) -> None:
    """Set the pragmas of this product and make sure that SQLite took them."""
    if await connection.row("PRAGMA journal_mode = WAL") != ("wal",):
        raise DatabaseUnusable(f"the database {path} cannot use a write-ahead log where it is stored")
    for setting, question, wanted in PRAGMAS:
        await connection.rows(setting)
        if await connection.row(question) != (wanted,):
            raise DatabaseUnusable(f"SQLite refuses {setting} for the database {path}")
