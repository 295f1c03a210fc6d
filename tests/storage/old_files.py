"""Files of old versions, with the rows of a match that the real bot has hosted."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from storage.migrations import Migration
from tests.end_to_end.driving import playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import run_virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

Content = dict[str, list[tuple[object, ...]]]
"""The rows of each table."""
BESIDE = (
    "INSERT INTO season VALUES (-1, 1, '2026', 1000, 2000)",
    "INSERT INTO hand_mistake SELECT table_id, hand_no, 1, '二.2', 'stand' FROM hand",
)
"""What that match does not bring about."""


def host_a_match(path: Path) -> None:
    """Leave a database in which a hand is done and another is under way."""
    stage = Stage()
    run_virtual(_host(stage, path), stage.clock)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in BESIDE:
            connection.execute(statement.replace("-1", str(stage.group.id), 1))


async def _host(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 tempo=quick dice=off")
        async with playing(players, stage.clock.sleep):
            await stage.until(
                lambda: only_table(app).played == 1 and only_table(app).seq > 20, patience=LONGEST_MATCH
            )


def build(path: Path, steps: tuple[Migration, ...], source: Path | None = None) -> None:
    """A file as the program of these steps left it, without the program; with what it could hold of the `source`."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for step in steps:
            for statement in step:
                connection.execute(statement)
        if source is not None:
            connection.execute("ATTACH ? AS source", (str(source),))
            for table in tables_of(path):
                names = ", ".join(sorted(columns(path, table) & columns(source, table)))
                connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM source.{table}")  # noqa: S608


def tables_of(path: Path) -> list[str]:
    """The names of all tables."""
    found = rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [row["name"] for row in found]


def columns(path: Path, table: str) -> set[str]:
    return {row["name"] for row in rows(path, "SELECT name FROM pragma_table_info(?)", table)}


def shared(path: Path, other: Path) -> dict[str, list[str]]:
    """The tables of both files with the columns of both."""
    both = set(tables_of(path)) & set(tables_of(other))
    return {table: sorted(columns(path, table) & columns(other, table)) for table in both}


def content(path: Path, wanted: dict[str, list[str]]) -> Content:
    """The rows of these tables, in these columns."""
    return {table: _sorted(path, table, names) for table, names in wanted.items()}


def _sorted(path: Path, table: str, names: Iterable[str]) -> list[tuple[object, ...]]:
    found = rows(path, f"SELECT {', '.join(names)} FROM {table}")  # noqa: S608 - names of the schema
    return sorted((tuple(row.values()) for row in found), key=repr)
