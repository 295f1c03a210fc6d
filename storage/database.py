"""The door to SQLite: one process, one connection that writes, whole transactions as functions.

Reads have a connection of their own that cannot write. On the writer's they would see what is not yet
committed, and memory or a screen could run ahead of the disk; and a long export would hold up presses.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from storage.backup import copy_database
from storage.connection import Connection, Watch, configure, connect
from storage.errors import (
    DatabaseBusy,
    DatabaseClosed,
    DatabaseUnusable,
    NotRead,
    NotSaved,
    Refused,
    StorageError,
)
from storage.migrations import MIGRATIONS, Migration, check_version, migrate

T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[Concatenate[Connection, P], Awaitable[T]]

REFUSALS = (
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.NotSupportedError,
)
"""What SQLite raises for a statement or its values, not for the disk."""


class Database:
    """An open database. `write` and `read` run a function of a `Connection` as one transaction.

    What follows the function are its further arguments: `await database.read(load_table, table_id)`.
    """

    def __init__(
        self,
        path: Path,
        writer: Connection,
        reader: Connection,
        *,
        resources: AsyncExitStack,
        watch: Watch | None,
    ) -> None:
        self._path = path
        self._writer = _Transactions(writer, "BEGIN IMMEDIATE")
        self._reader = _Transactions(reader, "BEGIN")
        self._resources = resources
        self._watch = watch
        self._running: set[asyncio.Task[Any]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, path: Path, *, migrations: tuple[Migration, ...] = MIGRATIONS, watch: Watch | None = None
    ) -> Self:
        """Lock, open, check and migrate the file at `path`, which may be absent."""
        path = await asyncio.to_thread(path.resolve)  # two names of one file share one lock
        async with AsyncExitStack() as stack:
            stack.callback(os.close, _lock(path))
            _create(path)
            writer = await connect(path, writable=True, watch=watch)
            stack.push_async_callback(writer.close)
            try:
                await _prepare(writer, path, migrations, watch)
                reader = await connect(path, writable=False, watch=watch)
                stack.push_async_callback(reader.close)
                await configure(reader, path)
                await reader.execute("PRAGMA query_only = ON")
            except sqlite3.Error as error:
                raise DatabaseUnusable(f"the database {path} cannot be used: {error}") from error
            return cls(path, writer, reader, resources=stack.pop_all(), watch=watch)
        raise AssertionError("an exit stack of closers swallows no exception")

    @property
    def path(self) -> Path:
        return self._path

    async def write(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` as one transaction: all of it is on disk when this returns, none of it if this raises.

        The caller's cancellation does not reach the transaction, which then commits or fails on its own.
        An exception of `work` rolls back and comes through as it is; SQLite's own come as `NotSaved`,
        or as `Refused` where the same would fail on any disk.
        """
        try:
            return await self._sheltered(lambda: self._writer.run(work, *args, **kwargs))
        except sqlite3.Error as error:
            raise _failure(NotSaved, "not saved", error) from error

    async def read(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on one snapshot of what is committed."""
        try:
            return await self._sheltered(lambda: self._reader.run(work, *args, **kwargs))
        except sqlite3.Error as error:
            raise _failure(NotRead, "not read", error) from error

    async def read_apart(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As `read`, on a connection of its own: what takes seconds, such as an export, holds up nobody."""
        try:
            return await self._sheltered(lambda: self._read_apart(work, *args, **kwargs))
        except sqlite3.Error as error:
            raise _failure(NotRead, "not read", error) from error

    async def _read_apart(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        reader = await connect(self._path, writable=False, watch=self._watch)
        try:
            await configure(reader, self._path)
            return await _Transactions(reader, "BEGIN").run(work, *args, **kwargs)
        finally:
            await reader.close()

    async def backup(self, target: Path) -> None:
        """Write a complete copy of what is committed to `target`, replacing an older one at once."""
        await self._sheltered(lambda: copy_database(self._path, target, self._watch))

    async def close(self) -> None:
        """Finish what is running, then close. Further calls wait for the first."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._resources.aclose()

    async def _sheltered(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if self._closing is not None:
            raise DatabaseClosed(f"the database {self._path} is closed")
        if asyncio.current_task() in self._running:
            raise RuntimeError("a transaction may not start another one: it would wait for itself")
        task = asyncio.create_task(work())
        self._running.add(task)  # the loop itself keeps only weak references
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # heard here, as a caller who has left does not hear it


class _Transactions:
    """The transactions of one connection, one at a time."""

    def __init__(self, connection: Connection, begin: str) -> None:
        self._connection = connection
        self._begin = begin
        self._lock = asyncio.Lock()

    async def run(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._lock:
            if self._connection.in_transaction:
                await self._connection.rollback()  # the last ROLLBACK itself failed
            try:
                await self._connection.execute(self._begin)
                result = await work(self._connection, *args, **kwargs)
                # inside the try: a COMMIT that fails leaves its transaction open
                await self._connection.execute("COMMIT")
            except BaseException:
                await self._connection.rollback()
                raise
            return result


def _failure(kind: type[StorageError], what: str, error: sqlite3.Error) -> StorageError:
    """SQLite's exception as ours. A general OperationalError is a wrong statement: no such column, no such table."""
    wrong = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    if wrong or isinstance(error, REFUSALS):
        return Refused(f"refused: {error}")
    return kind(f"{what}: {error}")


async def _prepare(
    writer: Connection, path: Path, migrations: tuple[Migration, ...], watch: Watch | None
) -> None:
    version = await check_version(writer, path, migrations)
    await configure(writer, path)
    if 0 < version < len(migrations):
        await copy_database(path, path.with_name(f"{path.name}.v{version}"), watch)
    await migrate(writer, migrations)


def _lock(path: Path) -> int:
    """Take the lock file beside `path`, or say who has it; gives its descriptor, closing which frees it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseUnusable(f"the database {path} cannot be locked: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise DatabaseBusy(f"another process is using the database {path}") from None
    return descriptor


def _create(path: Path) -> None:
    """Make an absent file readable by its owner only, as it will hold seeds; side files follow it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise DatabaseUnusable(f"the database {path} cannot be opened: {error.strerror}") from error
