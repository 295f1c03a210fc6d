"""What stands in Telegram, remembered for the outbox."""

import asyncio
from collections import Counter
from pathlib import Path

from engine.fairness import commitment
from handlers.posted import PostedRows
from handlers.transport.slots import Posted
from storage import Connection, Database, chats, people, tables


async def a_table(connection: Connection) -> int:
    await chats.note_chat(connection, -1, "group", "g")
    person = await people.note_person(connection, 1, "Wei", None)
    seed = bytes(32)
    row = await tables.create_table(
        connection,
        chat_id=-1,
        thread_id=None,
        opener=person.person_id,
        game="fuzhou",
        options={},
        seed=seed,
        commitment=commitment(seed),
        at=0,
    )
    return row.table_id


def panel(table_id: int, seat: int, text: str) -> Posted:
    return Posted(table_id, "panel", seat, 100 + seat, 7, text, 0)


async def test_notes_of_a_busy_moment_go_to_disk_together_and_the_newest_of_each_message_counts(
    path: Path,
) -> None:
    statements: Counter[str] = Counter()
    database = await Database.open(path, watch=lambda sql: statements.update([sql]))
    table_id = await database.write(a_table)
    posted = PostedRows(database)
    statements.clear()
    notes = [panel(table_id, seat, text) for text in ("old", "new") for seat in range(4)]
    await asyncio.gather(*(posted.note(note) for note in notes))
    assert statements["COMMIT"] == 2  # the first finds the disk idle, all others go together
    assert sorted(row.hash for row in await posted.load(table_id)) == ["new"] * 4
    await database.close()


async def test_what_is_dropped_does_not_come_back_with_the_notes_before_it(path: Path) -> None:
    database = await Database.open(path)
    table_id = await database.write(a_table)
    posted = PostedRows(database)
    await asyncio.gather(
        posted.note(panel(table_id, 0, "a")),
        posted.note(panel(table_id, 1, "b")),
        posted.drop(table_id, "panel", 1),
    )
    assert [row.seat for row in await posted.load(table_id)] == [0]
    await database.close()
