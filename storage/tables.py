"""Tables and who sits at them. What happens at one is in the journal."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from storage.connection import Connection
from storage.errors import Stale
from storage.values import JsonObject, Row, read_json, to_json, to_json_or_null

TableState = Literal["lobby", "ready", "throwing", "playing", "asleep", "suspended", "over"]
PlayedBy = Literal["person", "computer"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, which is one match.

    `decision` counts its questions; `due_at` is when the open one falls due. `before` is the state that a
    sleeping or suspended table returns to, `asleep` since when it sleeps. `played` counts the hands with a
    score and is kept by the journal. `aside` is what else the table keeps in mind, as the caller writes it.
    """

    table_id: int
    chat_id: int
    thread_id: int | None
    opener: int
    game: str
    options: JsonObject
    state: TableState
    match: JsonObject | None
    seed: bytes = field(repr=False)
    commitment: str
    dice: Sequence[int] | None
    decision: int
    due_at: int | None
    opened_at: int
    touched_at: int
    asleep: int | None
    before: TableState | None
    played: int
    aside: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A taken seat; `person_id` None is a computer's own.

    `ready` is the callback query id of the press that said so, `filter` the claim filter as the caller
    writes it. Whoever is `leaving` has the seat until the hand is over; `kept_until` an instant it is kept
    for who has yet to come. `seen_at` is when the person had last been seen as the row was written.
    """

    seat: int
    person_id: int | None
    played_by: PlayedBy = "person"
    ready: str | None = None
    expiries: int = 0
    filter: str = ""
    leaving: bool = False
    kept_until: int | None = None
    seen_at: int = 0


_TABLE = """SELECT table_id, chat_id, thread_id, opener, game, options, state, match, seed, commitment, dice,
    decision, due_at, opened_at, touched_at, asleep, before, played, aside FROM tables"""


async def create_table(
    connection: Connection,
    *,
    chat_id: int,
    thread_id: int | None,
    opener: int,
    game: str,
    options: JsonObject,
    seed: bytes,
    commitment: str,
    at: int,
) -> TableRow:
    """Open a table in its lobby. The chat and the opener are known already."""
    table_id = await connection.insert(
        """INSERT INTO tables (chat_id, thread_id, opener, game, options, state, seed, commitment,
            opened_at, touched_at) VALUES (?, ?, ?, ?, ?, 'lobby', ?, ?, ?, ?)""",
        (chat_id, thread_id, opener, game, to_json(options), seed, commitment, at, at),
    )
    table = await load_table(connection, table_id)
    if table is None:
        raise Stale(f"table {table_id} is not there")
    return table


async def save_table(connection: Connection, table: TableRow) -> None:
    """Write what can change about a table: all but its seed, commitment, opener, start and `played`."""
    changed = await connection.execute(
        """UPDATE tables SET thread_id = ?, game = ?, options = ?, state = ?, match = ?, dice = ?,
            decision = ?, due_at = ?, touched_at = ?, asleep = ?, before = ?, aside = ? WHERE table_id = ?""",
        (
            *(table.thread_id, table.game, to_json(table.options), table.state, to_json_or_null(table.match)),
            *(to_json_or_null(table.dice), table.decision, table.due_at, table.touched_at, table.asleep),
            *(table.before, to_json(table.aside), table.table_id),
        ),
    )
    if changed != 1:
        raise Stale(f"table {table.table_id} is unknown")


async def note_stopped(connection: Connection, table_id: int, *, at: int) -> bool:
    """Keep in mind, in `aside`, that the table cannot be read; False if that had been noted before."""
    changed = await connection.execute(
        """UPDATE tables SET aside = json_set(aside, '$.stopped', json('true')), touched_at = ?
        WHERE table_id = ? AND json_extract(aside, '$.stopped') IS NOT TRUE""",
        (at, table_id),
    )
    return changed == 1


async def load_table(connection: Connection, table_id: int) -> TableRow | None:
    row = await connection.row(_TABLE + " WHERE table_id = ?", (table_id,))
    return _table(row) if row else None


async def chat_of(connection: Connection, table_id: int) -> int:
    """The chat that a table stands in now."""
    row = await connection.row("SELECT chat_id FROM tables WHERE table_id = ?", (table_id,))
    if row is None:
        raise Stale(f"table {table_id} is unknown")
    return int(row[0])


async def played_tables(connection: Connection, chat_id: int) -> list[TableRow]:
    """A chat's tables that have a scored hand, running or over."""
    sql = _TABLE + " INDEXED BY table_played WHERE chat_id = ? AND played > 0 ORDER BY table_id"
    return [_table(row) for row in await connection.rows(sql, (chat_id,))]


async def live_tables(connection: Connection) -> list[TableRow]:
    """All tables that are not over, the one used last first."""
    rows = await connection.rows(
        _TABLE + " INDEXED BY table_live WHERE state <> 'over' ORDER BY touched_at DESC"
    )
    return [_table(row) for row in rows]


async def ended_tables(connection: Connection, since: int) -> list[TableRow]:
    """The tables that have ended since this instant."""
    sql = _TABLE + " INDEXED BY table_ended WHERE state = 'over' AND touched_at >= ? ORDER BY table_id"
    return [_table(row) for row in await connection.rows(sql, (since,))]


async def load_seats(connection: Connection, table_id: int) -> list[SeatRow]:
    """The taken seats of a table, in order."""
    rows = await connection.rows(
        """SELECT seat, person_id, played_by, ready, expiries, filter, leaving, kept_until, seen_at FROM seat
        WHERE table_id = ? ORDER BY seat""",
        (table_id,),
    )
    found = [SeatRow(*row) for row in rows]
    return [replace(row, leaving=bool(row.leaving)) for row in found]


async def save_seat(connection: Connection, table_id: int, seat: SeatRow) -> None:
    """Take a seat, or change who holds it and how."""
    await connection.execute(
        """INSERT INTO seat (table_id, seat, person_id, played_by, ready, expiries, filter, leaving,
            kept_until, seen_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (table_id, seat) DO UPDATE SET person_id = excluded.person_id,
            played_by = excluded.played_by, ready = excluded.ready, expiries = excluded.expiries,
            filter = excluded.filter, leaving = excluded.leaving, kept_until = excluded.kept_until,
            seen_at = excluded.seen_at""",
        (
            *(table_id, seat.seat, seat.person_id, seat.played_by, seat.ready, seat.expiries, seat.filter),
            *(int(seat.leaving), seat.kept_until, seat.seen_at),
        ),
    )


async def free_seat(connection: Connection, table_id: int, seat: int) -> None:
    await connection.execute("DELETE FROM seat WHERE table_id = ? AND seat = ?", (table_id, seat))


def _table(row: Row) -> TableRow:
    return TableRow(*read_json(row, 5, 7, 10, 18))
