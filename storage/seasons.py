"""Seasons of a chat: periods that its admins open and close, at most one open at a time."""

from dataclasses import dataclass

from storage.connection import Connection
from storage.errors import Stale


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season; the open one has no `closed_at`."""

    season_no: int
    name: str
    opened_at: int
    closed_at: int | None


async def open_season(connection: Connection, chat_id: int, name: str, *, at: int) -> int:
    """Open the chat's next season; gives its number. `Stale` while another is open."""
    added = await connection.rows(
        """INSERT INTO season (chat_id, season_no, name, opened_at)
        SELECT ?, (SELECT coalesce(max(season_no), 0) + 1 FROM season WHERE chat_id = ?), ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM season WHERE chat_id = ? AND closed_at IS NULL)
        RETURNING season_no""",
        (chat_id, chat_id, name, at, chat_id),
    )
    if not added:
        raise Stale(f"a season of chat {chat_id} is open already")
    return int(added[0][0])


async def close_season(connection: Connection, chat_id: int, *, at: int) -> None:
    """Close the open season. `Stale` if none is open."""
    sql = "UPDATE season SET closed_at = ? WHERE chat_id = ? AND closed_at IS NULL"
    if await connection.execute(sql, (at, chat_id)) != 1:
        raise Stale(f"no season of chat {chat_id} is open")


async def seasons(connection: Connection, chat_id: int) -> list[SeasonRow]:
    """A chat's seasons, the latest first."""
    rows = await connection.rows(
        """SELECT season_no, name, opened_at, closed_at FROM season
        WHERE chat_id = ? ORDER BY season_no DESC""",
        (chat_id,),
    )
    return [SeasonRow(*row) for row in rows]
