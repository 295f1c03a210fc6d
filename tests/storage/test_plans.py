"""What a page costs: few statements, each by an index, and no work for what other groups play."""

import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest

from storage import Connection, Database
from storage.chats import load_chat, move_chat, note_chat, save_chat
from storage.export import export_actions, export_hands, export_lines
from storage.hands import last_seats
from storage.journal import (
    FanRow,
    MistakeRow,
    append_action,
    find_hand,
    last_hand,
    load_hand,
    note_update,
    prune_updates,
    read_actions,
    void_hand,
)
from storage.messages import (
    PostedRow,
    drop_posted,
    find_picture,
    keep_picture,
    load_posted,
    note_posted,
    table_of_message,
)
from storage.migrations import MIGRATIONS
from storage.people import (
    find_by_username,
    find_person,
    forget_person,
    load_people,
    load_person,
    note_digest,
    note_told,
    save_person,
    set_reachable,
    told,
)
from storage.scores import count_matches, matches, matches_of, sheet, top
from storage.seasons import close_season, open_season, seasons
from storage.statistics import best_hands, fans, games, judged, last_hands, opponents
from storage.tables import (
    TableRow,
    free_seat,
    live_tables,
    load_seats,
    load_table,
    save_table,
)
from tests.storage.group import AT, Group, action, deal, found_group, open_table, play_hand

Page = Callable[[Connection, Group], Awaitable[object]]


async def exhaust(rows: AsyncIterator[object]) -> list[object]:
    return [row async for row in rows]


IN_A_GROUP: dict[str, Page] = {
    "scores": lambda c, g: sheet(c, g.table_id),
    "count_matches": lambda c, g: count_matches(c, g.chat_id),
    "history": lambda c, g: matches(c, g.chat_id, limit=5, offset=5),
    "hand": lambda c, g: find_hand(c, g.chat_id, 3),
    "replay": lambda c, g: read_actions(c, g.table_id, 3),
    "top": lambda c, g: top(c, g.chat_id),
    "top of a game": lambda c, g: top(c, g.chat_id, game="fuzhou", since=AT, until=AT + 50),
    "games": lambda c, g: games(c, g.people[0], g.chat_id),
    "opponents": lambda c, g: opponents(c, g.people[0], g.chat_id),
    "fans": lambda c, g: fans(c, g.people[0], g.chat_id),
    "mistakes": lambda c, g: judged(c, g.people[0], g.chat_id),
    "best hands": lambda c, g: best_hands(c, g.people[0], g.chat_id),
    "trend": lambda c, g: last_hands(c, g.people[0], g.chat_id),
    "seasons": lambda c, g: seasons(c, g.chat_id),
    "export": lambda c, g: exhaust(export_lines(c, g.chat_id)),
    "export hands": lambda c, g: exhaust(export_hands(c, g.chat_id)),
    "export actions": lambda c, g: exhaust(export_actions(c, g.chat_id)),
}
"""Pages that show one group's things."""

OF_A_PERSON: dict[str, Page] = {
    "history": lambda c, g: matches_of(c, g.people[0], limit=5),
    "games": lambda c, g: games(c, g.people[0], None),
    "opponents": lambda c, g: opponents(c, g.people[0], None),
    "fans": lambda c, g: fans(c, g.people[0], None),
    "mistakes": lambda c, g: judged(c, g.people[0], None),
    "best hands": lambda c, g: best_hands(c, g.people[0], None),
    "trend": lambda c, g: last_hands(c, g.people[0], None),
}
"""Pages that show one person's things in all groups."""


async def everything_else(connection: Connection, group: Group) -> None:
    """Every other statement of this package, once."""
    table = await load_table(connection, group.table_id)
    chat = await load_chat(connection, group.chat_id)
    person = await load_person(connection, group.people[0])
    assert table is not None
    assert chat is not None
    assert person is not None
    await save_table(connection, table)
    await save_chat(connection, chat)
    await save_person(connection, person)
    await set_reachable(connection, 11, True)
    await load_people(connection, [1, 2])
    await find_person(connection, 11)
    await find_by_username(connection, "user11")
    await note_told(connection, 1, "fuzhou", ["tip.gold"], at=AT)
    await told(connection, "fuzhou", [1, 2])
    await note_digest(connection, 1, at=AT, apart=5)
    await live_tables(connection)
    await load_seats(connection, group.table_id)
    await note_posted(connection, PostedRow(group.table_id, "board", None, group.chat_id, 5, "", AT))
    await table_of_message(connection, group.chat_id, 5)
    await load_posted(connection, group.table_id)
    await drop_posted(connection, group.table_id, "board", None)
    await keep_picture(connection, "a", "b", at=AT)
    await find_picture(connection, "a")
    hand_no = await deal(connection, group)
    await last_hand(connection, group.table_id)
    await load_hand(connection, 1)
    await last_seats(connection, group.table_id)
    await void_hand(connection, group.table_id, hand_no, at=AT)
    await prune_updates(connection, now=AT, most=9)
    await open_season(connection, group.chat_id, "春", at=AT)
    await close_season(connection, group.chat_id, at=AT)
    await free_seat(connection, group.table_id, 3)
    await forget_person(connection, group.people[3])
    await note_chat(connection, -999, "supergroup", "new")
    await move_chat(connection, group.chat_id, -999)
    await move_chat(connection, -999, -998)


async def play(database: Database, group: Group, tables: int, *, game: str = "fuzhou") -> None:
    """`tables` matches of four hands, all of the same people."""

    async def work(connection: Connection) -> None:
        for n in range(tables):
            table = await open_table(connection, group.chat_id, group.people, game=game)
            at = replace(group, table_id=table.table_id)
            for _ in range(4):
                await play_hand(
                    *(connection, at, (3, -1, -1, -1)),
                    winner=0,
                    fans=(FanRow(0, "kong", 1),),
                    mistakes=(MistakeRow(0, "二.2", "stand"), MistakeRow(1, "二.4", "stand")),
                    at=AT + n,
                )

    await database.write(work)


async def test_every_statement_goes_by_an_index(path: Path) -> None:
    statements: list[str] = []
    database = await Database.open(path, watch=statements.append)
    statements.clear()  # what opening asks of the schema itself
    group = await found_group(database)
    await play(database, group, 2)
    for page in (*IN_A_GROUP.values(), *OF_A_PERSON.values()):
        await database.read(page, group)
    await database.write(everything_else, group)
    await database.close()
    asked = {sql for sql in statements if re.match("SELECT|INSERT|UPDATE|DELETE", sql)}
    assert len(asked) > 60
    assert {sql: steps for sql in asked if (steps := scans(sql))} == {}


def scans(sql: str) -> list[str]:
    """The steps of a statement's plan that read a whole table.

    Not counted: the values of a parameter, what a step before has gathered, and the index of the tables that
    are not over, which is as long as there are such tables.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in (statement for step in MIGRATIONS for statement in step):
        connection.execute(statement)
    plan = connection.execute("EXPLAIN QUERY PLAN " + sql, [None] * sql.count("?")).fetchall()
    connection.close()
    innocent = r"SCAN (json_each VIRTUAL|\(subquery|CONSTANT ROW|tables USING INDEX table_live)"
    return [step for *_, step in plan if step.startswith("SCAN") and not re.match(innocent, step)]


def test_a_scan_would_be_seen() -> None:
    assert scans("SELECT * FROM hand WHERE people = ?") == ["SCAN hand"]


@pytest.mark.parametrize("pages", [IN_A_GROUP, OF_A_PERSON], ids=["in a group", "of a person"])
async def test_a_page_is_at_most_two_statements(path: Path, pages: dict[str, Page]) -> None:
    statements: list[str] = []
    database = await Database.open(path, watch=statements.append)
    group = await found_group(database)
    await play(database, group, 6)
    for name, page in pages.items():
        statements.clear()
        await database.read(page, group)
        assert statements[0] == "BEGIN", name
        assert len(statements) <= 4, name
    await database.close()


async def steps(path: Path, page: Page, group: Group) -> int:
    """How many instructions SQLite's machine runs for a page: rows looked at, not the depth of its trees."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    async with aiosqlite.connect(f"{path.as_uri()}?mode=ro", uri=True) as raw:
        await raw.set_progress_handler(count, 1)
        assert await page(Connection(raw, None), group)
    return counted


async def test_pages_of_a_group_cost_nothing_for_what_other_groups_play(
    path: Path, database: Database
) -> None:
    """Ten times as many hands elsewhere, partly by the same people: the same number of steps."""
    group = await found_group(database)
    await play(database, group, 12)
    group = replace(group, table_id=group.table_id + 1)
    await database.write(open_season, group.chat_id, "春", at=AT)
    same_people = await found_group(database, chat_id=-200)
    strangers = await found_group(database, chat_id=-300, users=(31, 32, 33, 34))
    costs = []
    for times in (1, 9):
        for other in (same_people, strangers):
            await play(database, other, 5 * times)
        costs.append({name: await steps(path, page, group) for name, page in IN_A_GROUP.items()})
    assert costs[0] == costs[1]


async def test_pages_of_a_person_cost_nothing_for_what_others_play(path: Path, database: Database) -> None:
    group = await found_group(database)
    await play(database, group, 12)
    strangers = await found_group(database, chat_id=-300, users=(31, 32, 33, 34))
    costs = []
    for times in (1, 9):
        await play(database, strangers, 5 * times)
        costs.append({name: await steps(path, page, group) for name, page in OF_A_PERSON.items()})
    assert costs[0] == costs[1]


async def test_the_newest_matches_cost_the_same_however_long_the_history(
    path: Path, database: Database
) -> None:
    group = await found_group(database)
    costs = []
    for _ in range(2):
        await play(database, group, 20)
        costs.append(await steps(path, lambda c, g: matches(c, g.chat_id, limit=5), group))
    assert costs[0] == costs[1]


async def test_a_press_is_five_statements_and_two_rows(path: Path) -> None:
    """The update, the action, the table, with BEGIN and COMMIT, however long the hand is already."""

    async def press(connection: Connection, table: TableRow, hand_no: int, seq: int) -> None:
        await note_update(connection, seq, at=AT)
        await append_action(connection, action(table.table_id, hand_no, seq))
        await save_table(connection, replace(table, decision=seq))

    async def rows(connection: Connection) -> int:
        names = await connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return sum([await connection.number(f'SELECT count(*) FROM "{name}"') for (name,) in names])  # noqa: S608

    statements: list[str] = []
    database = await Database.open(path, watch=statements.append)
    group = await found_group(database)
    hand_no = await database.write(deal, group)
    table = await database.read(load_table, group.table_id)
    assert table is not None
    for seq in range(3):
        before = await database.read(rows)
        statements.clear()
        await database.write(press, table, hand_no, seq)
        assert len(statements) == 5
        assert await database.read(rows) == before + 2
    await database.close()
