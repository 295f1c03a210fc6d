"""Tables, seats, messages, pictures: what is written is what is found."""

from dataclasses import replace

import pytest

from storage import Connection, Database, Refused, Stale
from storage.messages import (
    PostedRow,
    drop_posted,
    find_picture,
    keep_picture,
    load_posted,
    note_posted,
    table_of_message,
)
from storage.tables import (
    SeatRow,
    TableRow,
    create_table,
    free_seat,
    live_tables,
    load_seats,
    load_table,
    note_stopped,
    save_seat,
    save_table,
)
from tests.storage.group import AT, SEED, Group, found_group, open_table, play_hand


async def test_a_table_opens_in_its_lobby(database: Database, group: Group) -> None:
    table = await database.write(
        create_table,
        chat_id=group.chat_id,
        thread_id=7,
        opener=group.people[2],
        game="fuding",
        options={"mode": "referee", "stake": {"scope": "one"}},
        seed=SEED,
        commitment="ab" * 32,
        at=AT,
    )
    assert table == TableRow(
        table_id=table.table_id,
        chat_id=group.chat_id,
        thread_id=7,
        opener=group.people[2],
        game="fuding",
        options={"mode": "referee", "stake": {"scope": "one"}},
        state="lobby",
        match=None,
        seed=SEED,
        commitment="ab" * 32,
        dice=None,
        decision=0,
        due_at=None,
        opened_at=AT,
        touched_at=AT,
        asleep=None,
        before=None,
        played=0,
    )
    assert await database.read(load_table, table.table_id) == table


async def test_what_changes_about_a_table_is_saved_and_its_seed_is_not(
    database: Database, group: Group
) -> None:
    table = await database.read(load_table, group.table_id)
    assert table is not None
    changed = replace(
        table,
        thread_id=3,
        game="yantai",
        options={"hands": 4},
        state="asleep",
        match={"round": 2},
        dice=[3, 5],
        decision=41,
        due_at=AT + 1,
        touched_at=AT + 2,
        asleep=AT + 3,
        before="ready",
    )
    fixed = replace(changed, seed=bytes(32), commitment="", played=9, opened_at=0, opener=group.people[3])
    await database.write(save_table, fixed)
    assert await database.read(load_table, group.table_id) == changed
    with pytest.raises(Stale):
        await database.write(save_table, replace(changed, table_id=999))


async def test_a_table_of_an_unknown_chat_is_refused(database: Database, group: Group) -> None:
    with pytest.raises(Refused, match="FOREIGN KEY"):
        await database.write(open_table, -999, group.people)


async def test_an_absent_table_is_none(database: Database) -> None:
    assert await database.read(load_table, 1) is None
    assert await database.read(load_seats, 1) == []


async def test_live_tables_are_found_the_one_used_last_first(database: Database, group: Group) -> None:
    other = await found_group(database, chat_id=-200, users=(11, 22, 23, 24))

    async def open_more(connection: Connection) -> int:
        over = await open_table(connection, group.chat_id, group.people)
        await save_table(connection, replace(over, state="over", touched_at=AT + 9))
        newer = await open_table(connection, group.chat_id, (group.people[1], None, None, None))
        await save_table(connection, replace(newer, touched_at=AT + 5))
        return newer.table_id

    newer = await database.write(open_more)
    found = [table.table_id for table in await database.read(live_tables)]
    assert found[0] == newer
    assert set(found) == {newer, group.table_id, other.table_id}


async def test_a_seat_is_taken_changed_and_freed(database: Database, group: Group) -> None:
    mine = SeatRow(
        2, group.people[2], "computer", ready="123", expiries=2, filter="1", kept_until=9, seen_at=7
    )
    await database.write(save_seat, group.table_id, mine)
    await database.write(free_seat, group.table_id, 3)
    assert await database.read(load_seats, group.table_id) == [
        SeatRow(0, group.people[0]),
        SeatRow(1, group.people[1]),
        mine,
    ]


async def test_table_ids_are_never_used_again(database: Database, group: Group) -> None:
    """Old buttons carry them; erasing practice tables is the one way rows go."""

    async def erase_and_open(connection: Connection) -> tuple[int, int]:
        last = await open_table(connection, group.chat_id, (group.people[0], None, None, None))
        await connection.execute("DELETE FROM seat WHERE table_id = ?", (last.table_id,))
        await connection.execute("DELETE FROM tables WHERE table_id = ?", (last.table_id,))
        return last.table_id, (await open_table(connection, group.chat_id, group.people)).table_id

    last, following = await database.write(erase_and_open)
    assert following == last + 1


async def test_a_message_replaces_the_one_of_its_kind_and_seat(database: Database, group: Group) -> None:
    board = PostedRow(group.table_id, "board", None, group.chat_id, 50, "h1", AT)
    panel = PostedRow(group.table_id, "panel", 0, 11, 60, "h2", AT)
    newer = replace(board, message_id=70, hash="h3")

    async def post(connection: Connection) -> None:
        for posted in (board, panel, newer, replace(panel, seat=1, chat_id=12)):
            await note_posted(connection, posted)
        await drop_posted(connection, group.table_id, "panel", 1)

    await database.write(post)
    posted = await database.read(load_posted, group.table_id)
    assert sorted(posted, key=lambda row: row.kind) == [newer, panel]

    async def find(connection: Connection) -> list[int | None]:
        return [
            await table_of_message(connection, group.chat_id, 50),
            await table_of_message(connection, group.chat_id, 70),
            await table_of_message(connection, 11, 60),
        ]

    assert await database.read(find) == [None, group.table_id, group.table_id]


async def test_a_picture_is_known_by_its_hash(database: Database) -> None:
    async def keep(connection: Connection) -> list[str | None]:
        await keep_picture(connection, "a", "file1", at=1)
        await keep_picture(connection, "a", "file2", at=2)
        return [await find_picture(connection, name) for name in ("a", "b")]

    assert await database.write(keep) == ["file2", None]


async def test_saving_a_table_does_not_undo_what_the_journal_counts(database: Database, group: Group) -> None:
    before = await database.read(load_table, group.table_id)
    assert before is not None
    await database.write(play_hand, group)
    await database.write(save_table, replace(before, decision=5))
    after = await database.read(load_table, group.table_id)
    assert after == replace(before, decision=5, played=1)


async def test_that_a_table_has_stopped_is_noted_once_beside_what_it_keeps_in_mind(
    database: Database, group: Group
) -> None:
    table = await database.read(load_table, group.table_id)
    assert table is not None
    await database.write(save_table, replace(table, aside={"pauses": 1}))
    assert await database.write(note_stopped, table.table_id, at=AT + 5)
    assert not await database.write(note_stopped, table.table_id, at=AT + 9)
    found = await database.read(load_table, table.table_id)
    assert found is not None
    assert (found.aside, found.touched_at) == ({"pauses": 1, "stopped": True}, AT + 5)
