"""The schema: what it refuses by itself, and how a file gets from one version to the next."""

import asyncio
import errno
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from handlers.settings import BotSettings
from storage import Connection, Database, DatabaseTooNew, DatabaseUnusable, backup
from storage.checks import check
from storage.messages import keep_picture
from storage.migrations import APPLICATION_ID, MIGRATIONS, Migration
from tests.end_to_end.records import check_record
from tests.storage import old_files
from tests.storage.group import found_group, play_hand
from tests.storage.old_files import build, columns, content, shared, tables_of
from tests.storage.steps import ADD_A_COLUMN, LATER

ROOT = Path(__file__).parents[2]
Query = Callable[..., list[tuple[object, ...]]]


def ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    """Look into a file that nobody has open."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def version(path: Path) -> int:
    found = ask(path, "PRAGMA user_version")[0][0]
    assert isinstance(found, int)
    return found


def schema(path: Path) -> list[tuple[object, ...]]:
    return ask(path, "SELECT name, sql FROM sqlite_schema ORDER BY name")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the newest version in whose every table there are rows."""
    path = tmp_path_factory.mktemp("match") / "paizhuo.db"
    old_files.host_a_match(path)
    assert [table for table in tables_of(path) if not ask(path, f"SELECT 1 FROM {table}")] == []  # noqa: S608
    return path


def test_each_step_sets_its_own_number() -> None:
    for number, step in enumerate(LATER, start=1):
        assert step[-1] == f"PRAGMA user_version = {number}"
    assert f"PRAGMA application_id = {APPLICATION_ID}" in MIGRATIONS[0]


async def test_every_table_is_strict_and_the_journal_has_no_rowid(path: Path, database: Database) -> None:
    rows = await database.read(Connection.rows, "PRAGMA table_list")
    tables = {
        name: (without_rowid, strict)
        for _, name, kind, _, without_rowid, strict in rows
        if kind == "table" and not name.startswith("sqlite_")
    }
    assert set(tables) == {
        *("chat", "person", "tables", "seat", "hand", "hand_seat", "hand_score", "hand_fan", "action"),
        *("hand_mistake", "processed_update", "posted", "picture", "season", "told"),
    }
    assert all(strict for _, strict in tables.values())
    assert [name for name, (without_rowid, _) in tables.items() if without_rowid] == ["action"]


@pytest.mark.parametrize("old", range(len(MIGRATIONS) + 1))
async def test_every_old_version_becomes_the_newest(path: Path, tmp_path: Path, old: int) -> None:
    fresh = tmp_path / "fresh.db"
    build(path, MIGRATIONS[:old])
    for file in (path, fresh):
        await (await Database.open(file)).close()
        assert version(file) == len(MIGRATIONS)
    assert schema(path) == schema(fresh)


@pytest.mark.parametrize("old", range(1, len(MIGRATIONS) + 1))
async def test_the_rows_of_every_old_version_are_all_there(path: Path, match: Path, old: int) -> None:
    """Each as it was; what they did not have is as if it had never been set, and the bot's record adds up."""
    build(path, MIGRATIONS[:old], match)
    kept = {table: sorted(columns(path, table)) for table in tables_of(path)}
    before = content(path, kept)
    assert all(before.values())
    database = await Database.open(path)
    assert await database.read(check) == []
    await database.close()
    assert content(path, kept) == before
    for table in tables_of(path):
        if table not in kept:
            assert ask(path, f"SELECT * FROM {table}") == []  # noqa: S608
    for table, names in kept.items():
        for name, default in ask(path, f"SELECT name, dflt_value FROM pragma_table_info('{table}')"):  # noqa: S608
            if name not in names:
                assert ask(path, f"SELECT 1 FROM {table} WHERE {name} IS NOT {default or 'NULL'}") == []  # noqa: S608
    check_record(path)


async def test_a_newer_file_is_refused_and_untouched(path: Path) -> None:
    build(path, LATER)
    before = await asyncio.to_thread(path.read_bytes)
    with pytest.raises(DatabaseTooNew, match=rf"version {len(LATER)}, newer than .* \({len(MIGRATIONS)}\)"):
        await Database.open(path)
    assert await asyncio.to_thread(path.read_bytes) == before


async def test_a_copy_is_made_before_a_file_is_changed(path: Path) -> None:
    build(path, MIGRATIONS)
    before = schema(path)
    copy = path.with_name(f"{path.name}.v{len(MIGRATIONS)}")
    await (await Database.open(path)).close()
    assert not await asyncio.to_thread(copy.exists)
    await (await Database.open(path, migrations=LATER)).close()
    assert version(path) == len(LATER)
    assert version(copy) == len(MIGRATIONS)
    assert schema(copy) == before


@pytest.mark.parametrize("step", ["_empty", "_sync"])
async def test_without_room_for_the_copy_the_bot_says_so_and_changes_nothing(
    path: Path, capsys: pytest.CaptureFixture[str], step: str
) -> None:
    build(path, MIGRATIONS[:-1])
    with patch.object(backup, step, side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))):
        assert await bot.run(BotSettings("1:none", database=path)) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"no backup was written to {path}.v{len(MIGRATIONS) - 1}: ")
    assert told.endswith("No space left on device\n")
    assert version(path) == len(MIGRATIONS) - 1
    assert {file.name for file in path.parent.iterdir()} <= {path.name, f"{path.name}.lock"}
    await (await Database.open(path)).close()
    assert version(path) == len(MIGRATIONS)


async def test_a_step_that_fails_leaves_the_version_before_it(path: Path) -> None:
    broken: Migration = ("CREATE TABLE late (n INTEGER) STRICT", "INSERT INTO nowhere VALUES (1)")
    build(path, MIGRATIONS)
    with pytest.raises(DatabaseUnusable, match="nowhere"):
        await Database.open(path, migrations=(*MIGRATIONS, ADD_A_COLUMN, broken))
    assert version(path) == len(MIGRATIONS) + 1
    assert ask(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'late'") == [(0,)]
    await (await Database.open(path, migrations=LATER)).close()


def kill_points(step: Migration) -> list[int]:
    """Five statements to die at, counted with BEGIN: it, the first, the last, COMMIT, and what follows COMMIT."""
    return [1, 2, 1 + len(step), 2 + len(step), 3 + len(step)]


async def dies(*arguments: object) -> bool:
    """Whether `steps`, told so, has been killed."""
    command = [sys.executable, "-m", "tests.storage.steps", *map(str, arguments)]
    process = await asyncio.to_thread(subprocess.run, command, cwd=ROOT)
    return process.returncode == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, len(LATER) + 1))
async def test_killed_in_a_step_the_file_is_old_or_new(match: Path, tmp_path: Path, number: int) -> None:
    """Reliability test 8: five kills in each step; the next start finishes what is left, and no row has changed."""
    fresh = tmp_path / "fresh.db"
    await (await Database.open(fresh, migrations=LATER)).close()
    for case, statement in enumerate(kill_points(LATER[number - 1])):
        file = tmp_path / f"{case}.db"
        build(file, MIGRATIONS[: number - 1], match)
        kept = shared(file, fresh)
        before = content(file, kept)
        transaction = 1 if number <= len(MIGRATIONS) else number - len(MIGRATIONS)
        reached = number - 1 if statement <= 2 + len(LATER[number - 1]) else number
        assert await dies(file, transaction, statement)
        assert version(file) == reached
        assert schema(file) == schema_after(reached, tmp_path / f"{case}.old")
        assert content(file, kept) == before
        await (await Database.open(file, migrations=LATER)).close()
        assert schema(file) == schema(fresh)
        assert content(file, kept) == before


@pytest.mark.slow
@pytest.mark.parametrize("step", ["_copy", "_publish"])
async def test_killed_in_the_copy_before_it_the_file_is_old(match: Path, path: Path, step: str) -> None:
    """When the part is empty and when it is whole: it is no copy, and the next start makes one and goes on."""
    build(path, MIGRATIONS[:-1], match)
    before, copy = schema(path), path.with_name(f"{path.name}.v{len(MIGRATIONS) - 1}")
    assert await dies(path, step)
    assert schema(path) == before
    assert path.with_name(f"{copy.name}{backup.PART}").exists()
    assert not copy.exists()
    await (await Database.open(path)).close()
    assert version(path) == len(MIGRATIONS)
    assert schema(copy) == before
    assert list(path.parent.glob(f"*{backup.PART}*")) == []


def schema_after(number: int, scratch: Path) -> list[tuple[object, ...]]:
    build(scratch, LATER[:number])
    return schema(scratch)


async def test_rows_live_through_steps(path: Path) -> None:
    database = await Database.open(path)
    group = await found_group(database)
    await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    await database.write(keep_picture, "a", "file", at=1)
    await database.close()
    database = await Database.open(path, migrations=LATER)
    await database.close()
    assert ask(path, "SELECT seat0, seat1, seat2, seat3 FROM hand_score") == [(3, -1, -1, -1)]
    assert ask(path, "SELECT hash, file_id FROM picture") == [("a", "file")]
    assert ask(path, "SELECT DISTINCT pronoun FROM person") == [("they",)]
    assert ask(path, "PRAGMA foreign_key_check") == []


async def test_hands_of_before_mistakes_were_noted_count_as_not_judged(path: Path) -> None:
    """Version 3 knew none: its hands live on, and none of them is one in which somebody never erred."""
    build(path, MIGRATIONS[:3])
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in OLD_HAND:
        connection.execute(statement)
    connection.close()
    await (await Database.open(path)).close()
    assert ask(path, "SELECT judged, hand_no FROM hand") == [(0, 1)]
    assert ask(path, "SELECT * FROM hand_mistake") == []
    assert ask(path, "PRAGMA foreign_key_check") == []


async def test_tables_of_before_keep_nothing_in_mind(path: Path) -> None:
    """Version 4 knew of no waiting list."""
    build(path, MIGRATIONS[:4])
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in OLD_HAND:
        connection.execute(statement)
    connection.close()
    await (await Database.open(path)).close()
    assert ask(path, "SELECT aside FROM tables") == [("{}",)]


OLD_HAND = (
    "INSERT INTO chat (chat_id, kind) VALUES (-100, 'group')",
    "INSERT INTO person (user_id, name) VALUES (11, 'Wei')",
    """INSERT INTO tables (chat_id, opener, game, options, state, seed, commitment, opened_at, touched_at)
    VALUES (-100, 1, 'fuding', '{}', 'over', zeroblob(32), '', 0, 0)""",
    """INSERT INTO hand (table_id, hand_no, chat_id, rules_version, match, entropy, state, started_at, ended_at)
    VALUES (1, 1, -100, 1, '{}', '{}', 'void', 0, 1)""",
)
"""A hand as version 3 has it."""


@pytest.fixture(scope="module")
def scores() -> sqlite3.Connection:
    """The newest schema in memory, with a hand that awaits its score."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for step in MIGRATIONS:
        for statement in step:
            connection.execute(statement)
    return connection


points = st.one_of(st.integers(-(2**40), 2**40), st.floats(allow_nan=False), st.text(max_size=3), st.none())


@given(four=st.tuples(points, points, points, points))
def test_a_score_is_four_integers_whose_sum_is_zero(
    scores: sqlite3.Connection, four: tuple[object, ...]
) -> None:
    """Whatever code would write: SQLite itself keeps promise P3."""
    scores.execute("BEGIN")
    try:
        scores.execute("INSERT INTO hand_score VALUES (1, 1, ?, ?, ?, ?)", four)
    except sqlite3.IntegrityError:
        stored = None
    else:
        stored = scores.execute("SELECT seat0, seat1, seat2, seat3 FROM hand_score").fetchone()
    finally:
        scores.execute("ROLLBACK")
    if stored is not None:
        assert all(type(score) is int for score in stored)
        assert sum(stored) == 0
        assert stored == tuple(map(float, four)) or stored == tuple(map(int, four))  # type: ignore[arg-type]
    elif all(isinstance(score, int) for score in four):
        assert sum(four) != 0  # type: ignore[arg-type]


@given(three=st.tuples(*[st.integers(-(2**40), 2**40)] * 3))
def test_a_score_that_sums_to_zero_is_kept(scores: sqlite3.Connection, three: tuple[int, int, int]) -> None:
    four = (*three, -sum(three))
    scores.execute("BEGIN")
    try:
        scores.execute("INSERT INTO hand_score VALUES (1, 1, ?, ?, ?, ?)", four)
        assert scores.execute("SELECT seat0, seat1, seat2, seat3 FROM hand_score").fetchone() == four
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            scores.execute("INSERT INTO hand_score VALUES (1, 1, 0, 0, 0, 0)")
    finally:
        scores.execute("ROLLBACK")


REFUSED = {
    "a third of a point": "INSERT INTO hand_score VALUES (1, 1, 0.5, -0.5, 0, 0)",
    "a sum that is not zero": "INSERT INTO hand_score VALUES (1, 1, 1, 1, 1, 1)",
    "a mistake of no seat": "INSERT INTO hand_mistake VALUES (1, 99, 0, '二.2', 'stand')",
    "a hand half judged": "UPDATE hand SET judged = 2",
    "a score of no hand": "INSERT INTO hand_score VALUES (1, 99, 0, 0, 0, 0)",
    "an action of no hand": "INSERT INTO action VALUES (1, 99, 0, 0, 'x', 'person', '[]', 0)",
    "a fifth seat": "INSERT INTO action VALUES (1, 1, 9, 4, 'x', 'person', '[]', 0)",
    "events that are no JSON": "INSERT INTO action VALUES (1, 1, 9, 0, 'x', 'person', '[', 0)",
    "the same action twice": "INSERT INTO action SELECT * FROM action LIMIT 1",
    "a short seed": "UPDATE tables SET seed = x'00'",
    "an unknown state": "UPDATE tables SET state = 'dreaming'",
    "a second hand at once": """INSERT INTO hand (table_id, hand_no, chat_id, rules_version, match, entropy,
        started_at) SELECT table_id, 88 + n, chat_id, 1, '{}', '{}', 0
        FROM hand CROSS JOIN (SELECT 1 AS n UNION ALL SELECT 2)""",
    "a hand done without a result": "UPDATE hand SET result = NULL",
    "an empty seat that a person plays": "UPDATE seat SET person_id = NULL",
    "a table of no chat": "UPDATE tables SET chat_id = 5",
    "a chat gone from under its table": "DELETE FROM chat",
    "two open seasons": "INSERT INTO season VALUES (-100, 1, 'a', 0, NULL), (-100, 2, 'b', 0, NULL)",
    "one user twice": "UPDATE person SET user_id = 7",
    "a self-draw that is no win": "UPDATE hand_seat SET won = 0, self_drawn = 1",
    "text for a number": "UPDATE tables SET decision = 'many'",
}


@pytest.mark.parametrize("what", REFUSED)
async def test_the_schema_refuses(path: Path, what: str) -> None:
    database = await Database.open(path)
    group = await found_group(database)
    await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    await database.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(REFUSED[what])
    connection.close()
