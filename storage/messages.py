"""The messages that tables keep up to date, and the pictures that Telegram already has."""

from dataclasses import dataclass

from storage.connection import Connection


@dataclass(frozen=True, slots=True)
class PostedRow:
    """A message that a table keeps up to date; `seat` None is the group's.

    `hash` stands for what it was last given, in the caller's words.
    """

    table_id: int
    kind: str
    seat: int | None
    chat_id: int
    message_id: int
    hash: str
    sent_at: int


_GROUP = -1
"""How the group's message is written: NULL would not be unique in a key."""


async def note_posted(connection: Connection, posted: PostedRow) -> None:
    """Remember a message of a table in place of the one it had of that kind and seat."""
    await connection.execute(
        """INSERT INTO posted (table_id, kind, seat, chat_id, message_id, hash, sent_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (table_id, kind, seat) DO UPDATE SET chat_id = excluded.chat_id,
            message_id = excluded.message_id, hash = excluded.hash, sent_at = excluded.sent_at""",
        (
            *(posted.table_id, posted.kind, _GROUP if posted.seat is None else posted.seat),
            *(posted.chat_id, posted.message_id, posted.hash, posted.sent_at),
        ),
    )


async def drop_posted(connection: Connection, table_id: int, kind: str, seat: int | None) -> None:
    """Forget a message: it is gone, or no longer kept up to date."""
    await connection.execute(
        "DELETE FROM posted WHERE table_id = ? AND kind = ? AND seat = ?",
        (table_id, kind, _GROUP if seat is None else seat),
    )


async def load_posted(connection: Connection, table_id: int) -> list[PostedRow]:
    """The messages of a table."""
    rows = await connection.rows(
        """SELECT table_id, kind, nullif(seat, -1), chat_id, message_id, hash, sent_at FROM posted
        WHERE table_id = ?""",
        (table_id,),
    )
    return [PostedRow(*row) for row in rows]


async def table_of_message(connection: Connection, chat_id: int, message_id: int) -> int | None:
    """The table that keeps this message up to date."""
    sql = "SELECT table_id FROM posted WHERE chat_id = ? AND message_id = ?"
    row = await connection.row(sql, (chat_id, message_id))
    return row[0] if row else None


async def find_picture(connection: Connection, picture_hash: str) -> str | None:
    """Telegram's file id of a picture that was uploaded before."""
    row = await connection.row("SELECT file_id FROM picture WHERE hash = ?", (picture_hash,))
    return row[0] if row else None


async def keep_picture(connection: Connection, picture_hash: str, file_id: str, *, at: int) -> None:
    await connection.execute(
        """INSERT INTO picture (hash, file_id, used_at) VALUES (?, ?, ?)
        ON CONFLICT (hash) DO UPDATE SET file_id = excluded.file_id, used_at = excluded.used_at""",
        (picture_hash, file_id, at),
    )
