"""The door: pragmas, whole transactions, cancellation, failing disks, one process, copies."""

import asyncio
import gc
import resource
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest

from storage import (
    Connection,
    Database,
    DatabaseBusy,
    DatabaseClosed,
    DatabaseUnusable,
    NotRead,
    NotSaved,
    Refused,
    Stale,
    StorageError,
)
from storage.errors import may_pass
from storage.journal import MistakeRow, append_action, note_update, read_actions
from storage.migrations import MIGRATIONS
from tests.storage.group import Group, action, deal, found_group, play_hand
from tests.storage.old_files import build

ROOT = Path(__file__).parents[2]


async def count(connection: Connection) -> int:
    return await connection.number("SELECT count(*) FROM processed_update")


def note(update_id: int) -> Callable[[Connection], Awaitable[bool]]:
    async def work(connection: Connection) -> bool:
        return await note_update(connection, update_id, at=0)

    return work


async def test_the_reader_is_told_to_ask_only(database: Database) -> None:
    assert await database.read(Connection.number, "PRAGMA query_only") == 1
    assert await database.write(Connection.number, "PRAGMA query_only") == 0


PROMISED = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "mmap_size": 0}


class Noted(sqlite3.Connection):
    """Notes how it was set and whether it could write, just before it is closed."""

    notes: ClassVar[list[tuple[bool, dict[str, object]]]]

    def close(self) -> None:
        found = {name: self.execute(f"PRAGMA {name}").fetchone()[0] for name in PROMISED}
        self.notes.append((self._can_write(), found))
        super().close()

    def _can_write(self) -> bool:
        self.execute("PRAGMA query_only = OFF")
        self.execute("BEGIN")
        try:
            self.execute("CREATE TABLE written (n INTEGER) STRICT")
        except sqlite3.OperationalError:
            return False
        finally:
            self.rollback()
        return True


async def test_one_connection_can_write_and_every_one_is_set_as_promised(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five: the writer, the reader, a reader apart, and those of a copy before a migration and of a daily one."""
    build(path, MIGRATIONS[:-1])
    monkeypatch.setattr(Noted, "notes", [], raising=False)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Noted))
    database = await Database.open(path)
    assert await database.write(note(1))
    assert await database.read(count) == await database.read_apart(count) == 1
    await database.backup(path.parent / "copy.db")
    await database.close()
    assert sorted(writes for writes, _ in Noted.notes) == [False] * 4 + [True]
    assert [found for _, found in Noted.notes] == [PROMISED] * 5


async def test_only_the_writer_can_write(database: Database) -> None:
    with pytest.raises(NotRead, match="readonly"):
        await database.read(note(1))

    async def lift_and_write(connection: Connection) -> None:
        await connection.execute("PRAGMA query_only = OFF")
        await note_update(connection, 1, at=0)

    with pytest.raises(NotRead, match="readonly"):
        await database.read(lift_and_write)
    assert await database.read(count) == 0


async def test_a_reader_never_sees_what_is_not_committed(database: Database) -> None:
    written, seen = asyncio.Event(), asyncio.Event()

    async def slow(connection: Connection) -> None:
        await note_update(connection, 1, at=0)
        written.set()
        await seen.wait()

    writing = asyncio.create_task(database.write(slow))
    await written.wait()
    assert await database.read(count) == 0
    seen.set()
    await writing
    assert await database.read(count) == 1


async def test_a_read_is_one_snapshot(database: Database) -> None:
    async def twice(connection: Connection) -> tuple[int, int]:
        before = await count(connection)
        await asyncio.create_task(database.write(note(7)))
        return before, await count(connection)

    assert await database.read(twice) == (0, 0)
    assert await database.read(count) == 1


async def test_a_transaction_cannot_wait_for_itself(database: Database) -> None:
    async def nested(_: Connection) -> None:
        await database.write(note(1))

    with pytest.raises(RuntimeError, match="another one"):
        await database.write(nested)


async def test_an_exception_of_the_work_comes_through_and_nothing_stays(database: Database) -> None:
    async def work(connection: Connection) -> None:
        await note_update(connection, 1, at=0)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await database.write(work)
    assert await database.read(count) == 0


async def fail_at_commit(connection: Connection) -> None:
    """Leave a row without its parent, which SQLite finds when it is asked to COMMIT."""
    await connection.execute("PRAGMA defer_foreign_keys = ON")
    await connection.execute(
        "INSERT INTO hand_score (table_id, hand_no, seat0, seat1, seat2, seat3) VALUES (99, 99, 0, 0, 0, 0)"
    )


async def test_after_a_commit_that_fails_the_next_write_works(database: Database) -> None:
    with pytest.raises(Refused, match="FOREIGN KEY"):
        await database.write(fail_at_commit)
    assert await database.write(note(1))
    assert await database.read(count) == 1


class Canceller:
    """Cancels every second caller inside its own transaction: at one of its first statements, or while it commits."""

    def __init__(self) -> None:
        self.callers: list[asyncio.Task[None]] = []
        self.statements: Counter[str] = Counter()
        self.at_commit: set[int] = set()
        """Who left while COMMIT was under way."""
        self._caller = 0
        self._depth = 0

    def enter(self, caller: int) -> None:
        """The transaction of this caller is running now."""
        self._caller, self._depth = caller, 0

    def __call__(self, sql: str) -> None:
        self.statements[sql] += 1
        self._depth += 1
        if self._caller % 2 and self._is_place(sql):
            self.callers[self._caller].cancel()  # heard when SQLite has the statement
            if sql == "COMMIT":
                self.at_commit.add(self._caller)

    def _is_place(self, sql: str) -> bool:
        place = self._caller // 2 % 3
        return self._depth == 1 + place if place < 2 else sql == "COMMIT"


def fails_inside(n: int) -> bool:
    return n % 10 == 3


def fails_at_commit(n: int) -> bool:
    return n % 40 in (5, 10)


async def note_two(connection: Connection, n: int) -> None:
    """Two rows; for some numbers an exception comes between them, for some COMMIT fails."""
    await note_update(connection, 2 * n, at=0)
    if fails_inside(n):
        raise ValueError(n)
    await note_update(connection, 2 * n + 1, at=0)
    if fails_at_commit(n):
        await fail_at_commit(connection)


def check_nothing_is_open(path: Path) -> None:
    """Raises OperationalError if some connection holds the write lock."""
    other = sqlite3.connect(path, timeout=0, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.close()


async def kept(database: Database) -> set[int]:
    """The numbers of all rows."""
    return {row[0] for row in await database.read(Connection.rows, "SELECT update_id FROM processed_update")}


async def test_a_thousand_transactions_half_of_them_cancelled(path: Path) -> None:
    """Reliability test 5: a caller's leaving changes nothing; nothing stays open, nothing is there by half."""
    canceller = Canceller()
    database = await Database.open(path, watch=canceller)

    async def work(connection: Connection, n: int) -> None:
        canceller.enter(n)
        await note_two(connection, n)

    canceller.callers = [asyncio.create_task(database.write(work, n)) for n in range(1000)]
    outcomes = await asyncio.gather(*canceller.callers, return_exceptions=True)
    assert await database.write(note(5000))  # has waited for every transaction whose caller left
    check_nothing_is_open(path)
    failing = {n for n in range(1000) if fails_inside(n) or fails_at_commit(n)}
    assert await kept(database) == {
        row for n in range(1000) if n not in failing for row in (2 * n, 2 * n + 1)
    } | {5000}
    await database.close()
    gc.collect()  # a failure that nobody has heard would be in the log now

    assert canceller.statements["ROLLBACK"] == len(failing)
    left = {n for n, outcome in enumerate(outcomes) if isinstance(outcome, asyncio.CancelledError)}
    assert len(left) > 400
    assert left >= canceller.at_commit
    assert len(canceller.at_commit) > 100
    assert len(canceller.at_commit & failing) > 5
    for n, outcome in enumerate(outcomes):
        if n not in left:
            assert isinstance(outcome, (ValueError, Refused)) == (n in failing)


class SelfCanceller:
    """Cancels the running task when SQLite has got the k-th statement from now on."""

    def __init__(self) -> None:
        self.left = 0

    def __call__(self, _: str) -> None:
        self.left -= 1
        task = asyncio.current_task()
        if self.left == 0 and task is not None:
            task.cancel()


@pytest.mark.parametrize(("n", "statements"), [(0, 4), (5, 6)])
async def test_a_transaction_that_is_itself_cancelled_is_there_whole_or_not_at_all(
    path: Path, n: int, statements: int
) -> None:
    """As a loop that ends does it: at each statement, and while a COMMIT is under way that works or fails."""
    canceller = SelfCanceller()
    database = await Database.open(path, watch=canceller)
    committed = 0
    for k in range(1, statements + 1):
        canceller.left = k
        with pytest.raises(asyncio.CancelledError):
            await database.write(note_two, n)
        check_nothing_is_open(path)
        assert await kept(database) in ({2 * n, 2 * n + 1}, set())
        committed += len(await kept(database)) // 2
        assert await database.write(note(100 + k))
        await database.write(Connection.execute, "DELETE FROM processed_update")
    await database.close()
    assert committed == (0 if fails_at_commit(n) else 1)  # the last one, whose COMMIT could not be taken back


async def test_after_a_failure_no_transaction_is_open(path: Path, database: Database) -> None:
    for failure in (fail_at_commit, fail_inside):
        with pytest.raises((Refused, ValueError)):
            await database.write(failure)
        check_nothing_is_open(path)


async def fail_inside(connection: Connection) -> None:
    await note_update(connection, 1, at=0)
    raise ValueError


async def test_a_loop_that_ends_leaves_no_transaction_open(path: Path) -> None:
    """Cancelling the transaction's own task, as a stopping loop does, rolls it back."""
    database = await Database.open(path)
    inside = asyncio.Event()

    async def work(connection: Connection) -> None:
        await note_update(connection, 1, at=0)
        inside.set()
        await asyncio.Event().wait()

    writing = asyncio.create_task(database.write(work))
    await inside.wait()
    for task in asyncio.all_tasks() - {asyncio.current_task(), writing}:
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await database.write(note(2))
    assert await database.read(count) == 1
    await database.close()


class Disk:
    """Plays a disk that fails at the k-th statement from now on, and counts them."""

    def __init__(self) -> None:
        self.statements = 0
        self.fails_at = 0
        self.error = ""

    def __call__(self, _: str) -> None:
        self.statements += 1
        if self.statements == self.fails_at:
            raise sqlite3.OperationalError(self.error)

    def fail(self, k: int, error: str) -> None:
        self.statements, self.fails_at, self.error = 0, k, error


async def dump(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All that is in the file."""

    async def work(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        names = await connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return {name: await connection.rows(f'SELECT * FROM "{name}"') for (name,) in names}  # noqa: S608

    return await database.read(work)


async def a_whole_hand(connection: Connection, group: Group) -> None:
    """A transaction of just forty statements, BEGIN and COMMIT with them: a number to aim at."""
    erred = (MistakeRow(1, "二.2", "stand"),)
    await play_hand(connection, group, (3, -1, -1, -1), winner=0, mistakes=erred, actions=29)


@pytest.mark.parametrize("error", ["database or disk is full", "disk I/O error"])
async def test_a_disk_that_fails_at_any_of_forty_statements(path: Path, error: str) -> None:
    """Reliability test 7: whichever statement fails, COMMIT included, the file is as before and goes on."""
    disk = Disk()
    database = await Database.open(path, watch=disk)
    group = await found_group(database)
    disk.fail(0, error)
    await database.write(a_whole_hand, group)
    assert disk.statements == 40
    for k in range(1, 41):
        before = await dump(database)
        disk.fail(k, error)
        with pytest.raises(NotSaved, match=error):
            await database.write(a_whole_hand, group)
        assert await dump(database) == before
        await database.write(a_whole_hand, group)
        assert await dump(database) != before
    await database.close()


async def test_a_rollback_that_fails_is_made_up_for(path: Path) -> None:
    disk = Disk()
    database = await Database.open(path, watch=disk)

    async def work(connection: Connection) -> None:
        await note_update(connection, 1, at=0)
        disk.fail(1, "disk I/O error")
        raise ValueError

    with pytest.raises(NotSaved, match="I/O"):
        await database.write(work)
    assert await database.write(note(2))
    assert await database.read(count) == 1
    await database.close()


async def test_a_file_that_may_not_grow_is_full_and_recovers(database: Database, group: Group) -> None:
    """The same by SQLite's own hand: the real error, with its own rollback."""

    async def limit(connection: Connection, pages: int) -> None:
        await connection.number(f"PRAGMA max_page_count = {pages}")

    async def grow(connection: Connection) -> None:
        hand_no = await deal(connection, group)
        for seq in range(200):
            await append_action(connection, action(group.table_id, hand_no, seq, events=("x" * 900,)))

    before = await dump(database)
    await database.write(limit, 1)
    with pytest.raises(NotSaved, match="full"):
        await database.write(grow)
    assert await dump(database) == before
    await database.write(limit, 1_000_000)
    await database.write(grow)
    assert len(await database.read(read_actions, group.table_id, 1)) == 200


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_write_refused_by_the_system_is_not_saved_and_the_next_is(
    path: Path, database: Database
) -> None:
    """A real I/O error, in the log at COMMIT: the system lets no file grow for a moment."""
    await database.write(note(1))
    log = path.with_name(f"{path.name}-wal")
    with files_no_longer_than(log.stat().st_size + 100), pytest.raises(NotSaved):
        await database.write(note(2))
    assert await database.read(count) == 1
    await database.write(note(3))
    assert await database.read(count) == 2


async def test_a_second_opening_is_refused_and_the_first_goes_on(path: Path, database: Database) -> None:
    with pytest.raises(DatabaseBusy, match="another process"):
        await Database.open(path)
    alias = path.parent / "alias.db"
    alias.symlink_to(path)
    with pytest.raises(DatabaseBusy):
        await Database.open(alias)
    assert await database.write(note(1))


OPEN_AND_SAY = """
import asyncio, sys
from pathlib import Path
from storage import Database, StorageError
opened = []
sys.addaudithook(lambda event, args: opened.append(args) if event == "sqlite3.connect" else None)
async def main():
    try:
        await Database.open(Path(sys.argv[1]))
    except StorageError as error:
        sys.exit(f"{len(opened)} {error}")
asyncio.run(main())
"""


async def test_a_second_process_stops_before_it_opens_the_database(path: Path, database: Database) -> None:
    """Reliability test 6."""
    process = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", OPEN_AND_SAY, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert process.returncode == 1
    assert process.stderr == f"0 another process is using the database {path}\n"
    assert await database.write(note(1))


async def test_the_lock_is_free_after_closing(path: Path) -> None:
    for _ in range(2):
        database = await Database.open(path)
        await database.close()


async def test_closing_waits_for_what_runs_and_may_be_repeated(path: Path) -> None:
    database = await Database.open(path)
    writes = [asyncio.create_task(database.write(note(n))) for n in range(5)]
    await asyncio.sleep(0)
    await asyncio.gather(database.close(), database.close())
    await database.close()
    assert await asyncio.gather(*writes) == [True] * 5
    with pytest.raises(DatabaseClosed):
        await database.write(note(9))
    with pytest.raises(DatabaseClosed):
        await database.read(count)


@pytest.fixture
def diary(path: Path) -> bytes:
    """A file that is no database stands where ours should."""
    path.parent.mkdir()
    path.write_text("dear diary, " * 400)
    return path.read_bytes()


@pytest.fixture
def foreign(path: Path) -> bytes:
    """Another program's database stands where ours should."""
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE person (name)")
    other.close()
    return path.read_bytes()


async def test_a_file_that_is_no_database_is_refused_with_its_name(path: Path, diary: bytes) -> None:
    with pytest.raises(DatabaseUnusable, match=r"paizhuo\.db cannot be used: file is not a database"):
        await Database.open(path)
    assert await asyncio.to_thread(path.read_bytes) == diary


async def test_another_programs_database_is_refused_untouched(path: Path, foreign: bytes) -> None:
    with pytest.raises(DatabaseUnusable, match="another program"):
        await Database.open(path)
    assert await asyncio.to_thread(path.read_bytes) == foreign


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="cannot be opened"):
        await Database.open(tmp_path)


async def test_files_are_their_owners_alone(path: Path, database: Database, tmp_path: Path) -> None:
    await database.write(note(1))
    await database.backup(tmp_path / "copy.db")
    for file in [*path.parent.iterdir(), tmp_path / "copy.db"]:
        assert file.stat().st_mode & 0o077 == 0, file.name


async def test_a_backup_restores(database: Database, group: Group, tmp_path: Path) -> None:
    for _ in range(3):
        await database.write(play_hand, group, (6, -2, -2, -2), winner=0)
    target = tmp_path / "backups" / "today.db"
    await database.backup(target)
    saved = await dump(database)
    await database.write(play_hand, group)
    restored = await Database.open(target)
    assert await dump(restored) == saved
    assert await restored.read(Connection.row, "PRAGMA integrity_check") == ("ok",)
    await restored.write(note(1))
    await restored.close()


async def test_a_backup_is_of_one_moment_though_a_transaction_is_open(
    database: Database, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"

    async def work(connection: Connection) -> None:
        await note_update(connection, 1, at=0)
        await asyncio.create_task(database.backup(target))
        await note_update(connection, 2, at=0)

    await database.write(work)
    await database.backup(tmp_path / "later.db")
    for file, rows in ((target, 0), (tmp_path / "later.db", 2)):
        copy = await Database.open(file)
        assert await copy.read(count) == rows
        await copy.close()


async def test_a_backup_that_fails_leaves_the_old_one(path: Path, tmp_path: Path) -> None:
    def watch(sql: str) -> None:
        if sql.startswith("VACUUM") and target.exists():
            raise sqlite3.OperationalError("disk I/O error")

    target = tmp_path / "copy.db"
    database = await Database.open(path, watch=watch)
    await database.backup(target)
    old = target.read_bytes()
    await database.write(note(1))
    with pytest.raises(StorageError, match="no backup"):
        await database.backup(target)
    assert target.read_bytes() == old
    assert await database.write(note(2))
    await database.close()


async def test_a_stale_action_changes_nothing(database: Database, group: Group) -> None:
    async def work(connection: Connection) -> None:
        await note_update(connection, 1, at=0)
        await append_action(connection, action(group.table_id, 1, 0))

    with pytest.raises(Stale):
        await database.write(work)
    assert await database.read(count) == 0


@pytest.mark.parametrize(
    "sql", ["INSERT INTO hand_score VALUES (1)", "SELECT no_such_column FROM hand", "SELECT ?", "no SQL"]
)
async def test_a_wrong_statement_is_refused_and_a_failing_disk_may_pass(database: Database, sql: str) -> None:
    with pytest.raises(Refused) as caught:
        await database.write(Connection.execute, sql)
    assert not may_pass(caught.value)
    with pytest.raises(Refused):
        await database.read(Connection.rows, sql)
    assert may_pass(NotSaved("not saved: disk full"))
    assert not may_pass(Stale("moved on"))
    assert not may_pass(ValueError())
