"""Finished hands, one at a time and match by match: who sat there and how it went. For cards, replays and proofs."""

from dataclasses import dataclass

from storage.connection import Connection
from storage.journal import HAND, HandRow, Scores, hand_row
from storage.values import JsonObject, Row, read_json, to_json

_SEATS = """SELECT hand_no, seat, person_id, coalesce(name, ''), by_computer, won, self_drawn, dealt_in, points
FROM seat_score LEFT JOIN person USING (person_id)"""
_LAST = """ WHERE table_id = ? AND hand_no = (SELECT max(hand_no) FROM hand_score WHERE table_id = ?)
ORDER BY seat"""


@dataclass(frozen=True, slots=True)
class HandSeat:
    """One seat of a finished hand; `person_id` None is a computer's own seat."""

    hand_no: int
    seat: int
    person_id: int | None
    name: str
    by_computer: bool
    won: bool
    self_drawn: bool
    dealt_in: bool
    points: int


@dataclass(frozen=True, slots=True)
class MatchHand:
    """A hand in the list of its match's hands."""

    hand_id: int
    hand_no: int
    seats: tuple[HandSeat, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, without what led there: enough to count it again."""

    hand_id: int
    table_id: int
    hand_no: int
    settlement: JsonObject | None
    scores: Scores


async def hand_seats(connection: Connection, table_id: int, hand_no: int) -> list[HandSeat]:
    """The seats of a finished hand, in order; none of another."""
    sql = _SEATS + " WHERE table_id = ? AND hand_no = ? ORDER BY seat"
    return [_seat(row) for row in await connection.rows(sql, (table_id, hand_no))]


async def last_seats(connection: Connection, table_id: int) -> list[HandSeat]:
    """Who sat at the table's last finished hand, in order; nobody before the first has ended."""
    return [_seat(row) for row in await connection.rows(_SEATS + _LAST, (table_id, table_id))]


async def match_hands(
    connection: Connection, table_id: int, *, limit: int, offset: int = 0
) -> list[MatchHand]:
    """A page of a match's finished hands, in order."""
    found = await connection.rows(
        """SELECT hand_id, hand_no FROM hand_score JOIN hand USING (table_id, hand_no)
        WHERE table_id = ? ORDER BY hand_no LIMIT ? OFFSET ?""",
        (table_id, limit, offset),
    )
    if not found:
        return []
    sql = _SEATS + " WHERE table_id = ? AND hand_no BETWEEN ? AND ? ORDER BY hand_no, seat"
    seats = [_seat(row) for row in await connection.rows(sql, (table_id, found[0][1], found[-1][1]))]
    return [
        MatchHand(hand_id, hand_no, tuple(seat for seat in seats if seat.hand_no == hand_no))
        for hand_id, hand_no in found
    ]


async def newest_hand(connection: Connection, chat_id: int) -> HandRow | None:
    """The chat's hand that ended last."""
    sql = HAND + " WHERE chat_id = ? AND state = 'done' ORDER BY ended_at DESC, hand_id DESC LIMIT 1"
    row = await connection.row(sql, (chat_id,))
    return hand_row(row) if row else None


async def newest_hand_of(connection: Connection, person_id: int) -> HandRow | None:
    """The newest finished hand that a person played, anywhere."""
    row = await connection.row(
        """SELECT hand_id, table_id, hand_no, chat_id, rules_version, match, entropy, state, started_at,
            ended_at, result, settlement, people
        FROM hand_seat CROSS JOIN hand USING (table_id, hand_no) WHERE person_id = ? AND state = 'done'
        ORDER BY table_id DESC, hand_no DESC LIMIT 1""",
        (person_id,),
    )
    return hand_row(row) if row else None


async def took_part(connection: Connection, person_id: int, table_id: int) -> bool:
    """Whether a person has played a hand of this match."""
    sql = "SELECT 1 FROM hand_seat WHERE person_id = ? AND table_id = ? LIMIT 1"
    return await connection.row(sql, (person_id, table_id)) is not None


async def settlements(connection: Connection, hand_ids: list[int]) -> dict[int, JsonObject]:
    """The settlements of finished hands, by id."""
    rows = await connection.rows(
        "SELECT hand_id, settlement FROM json_each(?) CROSS JOIN hand ON hand_id = value WHERE state = 'done'",
        (to_json(hand_ids),),
    )
    return {row[0]: read_json(row, 1)[1] for row in rows}


async def outcomes(connection: Connection, *, after: int, limit: int) -> list[Outcome]:
    """Finished hands of all chats by their ids, those after `after`: for going through all of them in pieces."""
    rows = await connection.rows(
        """SELECT hand_id, table_id, hand_no, settlement, seat0, seat1, seat2, seat3
        FROM hand CROSS JOIN hand_score USING (table_id, hand_no) WHERE hand_id > ? ORDER BY hand_id LIMIT ?""",
        (after, limit),
    )
    found = []
    for row in rows:
        hand_id, table_id, hand_no, settlement, a, b, c, d = read_json(row, 3)
        found.append(Outcome(hand_id, table_id, hand_no, settlement, (a, b, c, d)))
    return found


def _seat(row: Row) -> HandSeat:
    hand_no, seat, person_id, name, by_computer, won, self_drawn, dealt_in, points = row
    return HandSeat(
        hand_no, seat, person_id, name, bool(by_computer), bool(won), bool(self_drawn), bool(dealt_in), points
    )
