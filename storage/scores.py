"""Scores of a match, the matches of a chat or a person, and who leads: for /scores, /history and /top.

Each is a fixed number of statements, and reads what it shows and not what other chats play.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from storage.connection import Connection
from storage.journal import Scores
from storage.tables import TableState
from storage.values import Row, to_json

FOR_EVER = 2**62
"""A time after all others, for a period that has no end."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A hand of a match that has a score."""

    hand_id: int
    hand_no: int
    ended_at: int
    scores: Scores


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person (or, with None, the computer) won or paid in a seat of a match, over `hands` hands there."""

    seat: int
    person_id: int | None
    name: str
    hands: int
    points: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match so far: its hands in order, and who stands where. Empty before the first hand has ended."""

    lines: tuple[SheetLine, ...]
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list of matches; one that is not over is still running."""

    table_id: int
    chat_id: int
    title: str
    game: str
    state: TableState
    opened_at: int
    hands: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How a person did over some hands.

    A hand counts for who played it to the end; those that the computer finished stand apart in `left`.
    """

    hands: int
    points: int
    wins: int
    self_draws: int
    deal_ins: int
    best: int
    worst: int
    left: int
    left_points: int


@dataclass(frozen=True, slots=True)
class TopLine:
    """A person's place in a chat's table of players, by all points, whoever finished the hand."""

    person_id: int
    name: str
    tally: Tally
    place: int
    """From 1; equal points share a place."""


TALLY = """count(*) FILTER (WHERE NOT by_computer), coalesce(sum(points) FILTER (WHERE NOT by_computer), 0),
    coalesce(sum(won) FILTER (WHERE NOT by_computer), 0),
    coalesce(sum(self_drawn) FILTER (WHERE NOT by_computer), 0),
    coalesce(sum(dealt_in) FILTER (WHERE NOT by_computer), 0),
    coalesce(max(points) FILTER (WHERE NOT by_computer), 0),
    coalesce(min(points) FILTER (WHERE NOT by_computer), 0),
    sum(by_computer), coalesce(sum(points) FILTER (WHERE by_computer), 0)"""
"""The columns of a `Tally` over rows of the view `seat_score`."""

_SHEET = """SELECT hand_id, hand_no, ended_at, seat0, seat1, seat2, seat3
FROM hand_score JOIN hand USING (table_id, hand_no) WHERE table_id = ? ORDER BY hand_no"""

_STANDINGS = """SELECT table_id, seat, person_id, coalesce(name, ''), count(*), sum(points)
FROM seat_score LEFT JOIN person USING (person_id)
WHERE table_id IN (SELECT value FROM json_each(?))
GROUP BY table_id, seat, person_id ORDER BY table_id, seat, min(hand_no)"""

_MATCHES = """SELECT table_id, chat_id, title, tables.game, state, opened_at, played
FROM tables INDEXED BY table_played JOIN chat USING (chat_id)
WHERE chat_id = ? AND played > 0 ORDER BY table_id DESC LIMIT ? OFFSET ?"""

_PLAYED_BY = """FROM (SELECT DISTINCT table_id FROM hand_seat WHERE person_id = ?) JOIN tables USING (table_id)
JOIN chat USING (chat_id)
WHERE played > 0 AND kind <> 'private'"""

_MATCHES_OF = " ".join(
    (
        "SELECT table_id, chat_id, title, tables.game, state, opened_at, played",
        _PLAYED_BY,
        "ORDER BY table_id DESC LIMIT ? OFFSET ?",
    )
)

_TOP = " ".join(
    (
        "SELECT person_id, name,",
        TALLY,
        """, rank() OVER (ORDER BY sum(points) DESC)
        FROM hand CROSS JOIN tables USING (table_id) CROSS JOIN seat_score USING (table_id, hand_no)
        CROSS JOIN person USING (person_id)
        WHERE hand.chat_id = ? AND hand.state = 'done' AND ended_at >= ? AND ended_at < ? AND people >= ?
            AND tables.game = coalesce(?, tables.game)
        GROUP BY person_id HAVING count(*) > sum(by_computer)
        ORDER BY sum(points) DESC, 3, person_id LIMIT ? OFFSET ?""",
    )
)


async def sheet(connection: Connection, table_id: int) -> Sheet:
    """The sheet of a match, running or over."""
    rows = await connection.rows(_SHEET, (table_id,))
    lines = tuple(SheetLine(hand_id, hand_no, at, (a, b, c, d)) for hand_id, hand_no, at, a, b, c, d in rows)
    return Sheet(lines, (await _standings(connection, [table_id]))[table_id])


async def count_matches(connection: Connection, chat_id: int) -> int:
    """How many matches of a chat have a hand with a score."""
    sql = "SELECT count(*) FROM tables INDEXED BY table_played WHERE chat_id = ? AND played > 0"
    return await connection.number(sql, (chat_id,))


async def matches(connection: Connection, chat_id: int, *, limit: int, offset: int = 0) -> list[MatchLine]:
    """A page of a chat's matches, the newest first."""
    return await _match_lines(connection, await connection.rows(_MATCHES, (chat_id, limit, offset)))


async def count_matches_of(connection: Connection, person_id: int) -> int:
    """How many matches of groups with a hand that has a score a person has played in."""
    return await connection.number("SELECT count(*) " + _PLAYED_BY, (person_id,))


async def matches_of(
    connection: Connection, person_id: int, *, limit: int, offset: int = 0
) -> list[MatchLine]:
    """A page of a person's matches in all groups, the newest first; practice is in the private chat's own list."""
    return await _match_lines(connection, await connection.rows(_MATCHES_OF, (person_id, limit, offset)))


async def top(
    connection: Connection,
    chat_id: int,
    *,
    game: str | None = None,
    since: int = 0,
    until: int = FOR_EVER,
    least_people: int = 2,
    limit: int = 20,
    offset: int = 0,
) -> list[TopLine]:
    """A page of a chat's players by points, over hands ended in a period with so many people in them."""
    rows = await connection.rows(_TOP, (chat_id, since, until, least_people, game, limit, offset))
    return [TopLine(row[0], row[1], Tally(*row[2:-1]), row[-1]) for row in rows]


async def _match_lines(connection: Connection, rows: Sequence[Row]) -> list[MatchLine]:
    standings = await _standings(connection, [row[0] for row in rows])
    return [MatchLine(*(*row, standings[row[0]])) for row in rows]


async def _standings(connection: Connection, tables: list[int]) -> dict[int, tuple[Standing, ...]]:
    found: defaultdict[int, tuple[Standing, ...]] = defaultdict(tuple)
    for table_id, *values in await connection.rows(_STANDINGS, (to_json(tables),)):
        found[table_id] += (Standing(*values),)
    return found
