"""One person's record, in one chat or in all groups together: for /stats. Practice never counts."""

from dataclasses import dataclass

from storage.connection import Connection
from storage.scores import TALLY, Tally
from storage.values import Parameters


@dataclass(frozen=True, slots=True)
class GameLine:
    """A person's tally in a game, apart for hands with four people and hands with computers."""

    game: str
    four_people: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another person at the same hands: what each of the two won there, and wins off the other's discard."""

    person_id: int
    name: str
    hands: int
    points: int
    their_points: int
    won_off_them: int
    lost_to_them: int


@dataclass(frozen=True, slots=True)
class FanCount:
    """How often a person's hands counted a fan in a game, its highest value, and the newest hand that had it."""

    game: str
    code: str
    times: int
    best: int
    hand_id: int


@dataclass(frozen=True, slots=True)
class MistakeCount:
    """How often a person broke a clause, and how often others did at the same hands."""

    clause: str
    times: int
    others: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A game's judged hands: how many a person played, and (`others`) the other people there, each of them counted.

    Clauses: what they broke, the person's most frequent first.
    """

    game: str
    hands: int
    others: int
    clauses: tuple[MistakeCount, ...]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as one of its players scored it."""

    hand_id: int
    hand_no: int
    chat_id: int
    table_id: int
    game: str
    seat: int
    points: int
    won: int
    ended_at: int


# From the chat's matches to the person's hands in each, or from the person's hands to their matches:
# either way nothing of other people in other chats is read. CROSS JOIN keeps SQLite to that order.
_IN_CHAT = """FROM tables INDEXED BY table_played CROSS JOIN seat_score AS mine USING (table_id)
CROSS JOIN hand USING (table_id, hand_no)"""
_WHERE_CHAT = "WHERE mine.person_id = ? AND tables.chat_id = ? AND played > 0"
_ANYWHERE = """FROM seat_score AS mine CROSS JOIN tables USING (table_id)
CROSS JOIN hand USING (table_id, hand_no) CROSS JOIN chat ON chat.chat_id = tables.chat_id"""
_WHERE_ANY = "WHERE mine.person_id = ? AND chat.kind <> 'private'"

_PLAYED_HAND = """SELECT hand_id, hand_no, tables.chat_id, table_id, tables.game, mine.seat, mine.points, mine.won,
    ended_at"""


_OF_GAME = "AND tables.game = coalesce(?, tables.game)"


def _query(chat_id: int | None, select: str, *, join: str = "", rest: str) -> str:
    source, where = (_ANYWHERE, _WHERE_ANY) if chat_id is None else (_IN_CHAT, _WHERE_CHAT)
    return " ".join((select, source, join, where, _OF_GAME, rest))


def _whose(person_id: int, chat_id: int | None, game: str | None = None) -> Parameters:
    return (person_id, game) if chat_id is None else (person_id, chat_id, game)


async def games(connection: Connection, person_id: int, chat_id: int | None) -> list[GameLine]:
    """The tallies of a person in each game; `chat_id` None is all groups. Elsewhere `game` None is all games."""
    sql = _query(
        chat_id,
        "SELECT tables.game, people = 4, " + TALLY,
        rest="GROUP BY tables.game, people = 4 ORDER BY count(*) DESC, tables.game",
    )
    rows = await connection.rows(sql, _whose(person_id, chat_id))
    return [GameLine(row[0], bool(row[1]), Tally(*row[2:])) for row in rows]


async def opponents(
    connection: Connection,
    person_id: int,
    chat_id: int | None,
    *,
    game: str | None = None,
    limit: int = 20,
    offset: int = 0,
) -> list[Opponent]:
    """Head to head with each other person, those met most often first."""
    sql = _query(
        chat_id,
        """SELECT theirs.person_id, name, count(*), sum(mine.points), sum(theirs.points),
            sum(mine.won AND theirs.dealt_in), sum(theirs.won AND mine.dealt_in)""",
        join="""CROSS JOIN seat_score AS theirs ON theirs.table_id = mine.table_id
            AND theirs.hand_no = mine.hand_no AND theirs.seat <> mine.seat
            CROSS JOIN person ON person.person_id = theirs.person_id""",
        rest="""AND NOT mine.by_computer AND NOT theirs.by_computer
            GROUP BY theirs.person_id ORDER BY count(*) DESC, theirs.person_id LIMIT ? OFFSET ?""",
    )
    return [
        Opponent(*row)
        for row in await connection.rows(sql, (*_whose(person_id, chat_id, game), limit, offset))
    ]


async def fans(
    connection: Connection, person_id: int, chat_id: int | None, *, game: str | None = None
) -> list[FanCount]:
    """The fans a person has collected, the most frequent first."""
    sql = _query(
        chat_id,
        "SELECT tables.game, code, count(*), max(value), max(hand_id)",
        join="""CROSS JOIN hand_fan ON hand_fan.table_id = mine.table_id AND hand_fan.hand_no = mine.hand_no
            AND hand_fan.seat = mine.seat""",
        rest="AND NOT by_computer GROUP BY tables.game, code ORDER BY count(*) DESC, tables.game, code",
    )
    return [FanCount(*row) for row in await connection.rows(sql, _whose(person_id, chat_id, game))]


async def judged(
    connection: Connection, person_id: int, chat_id: int | None, *, game: str | None = None
) -> list[Judged]:
    """A person's judged hands and mistakes in each game, the game with most such hands first."""
    hands = _query(
        chat_id,
        """SELECT tables.game, NULL AS clause, count(*) AS own, sum((SELECT count(*) FROM hand_seat AS theirs
            WHERE theirs.table_id = mine.table_id AND theirs.hand_no = mine.hand_no
                AND theirs.seat <> mine.seat AND NOT theirs.by_computer)) AS others""",
        rest="AND hand.judged AND NOT mine.by_computer GROUP BY tables.game",
    )
    mistakes = _query(
        chat_id,
        "SELECT tables.game, clause, sum(theirs.seat = mine.seat), sum(theirs.seat <> mine.seat)",
        join="""CROSS JOIN hand_mistake ON hand_mistake.table_id = mine.table_id
            AND hand_mistake.hand_no = mine.hand_no
            CROSS JOIN hand_seat AS theirs ON theirs.table_id = hand_mistake.table_id
            AND theirs.hand_no = hand_mistake.hand_no AND theirs.seat = hand_mistake.seat""",
        rest="AND NOT mine.by_computer AND NOT theirs.by_computer GROUP BY tables.game, clause",
    )
    whose = _whose(person_id, chat_id, game)
    rows = await connection.rows(f"{hands} UNION ALL {mistakes}", (*whose, *whose))
    rows.sort(key=lambda row: (-row[2], -row[3], row[0], row[1] or ""))
    return [
        Judged(name, own, others, tuple(MistakeCount(*row[1:]) for row in rows if row[0] == name and row[1]))
        for name, clause, own, others in rows
        if clause is None
    ]


async def best_hands(
    connection: Connection,
    person_id: int,
    chat_id: int | None,
    *,
    game: str | None = None,
    limit: int = 10,
) -> list[PlayedHand]:
    """The hands that brought a person most."""
    sql = _query(
        chat_id, _PLAYED_HAND, rest="AND NOT by_computer ORDER BY mine.points DESC, hand_id DESC LIMIT ?"
    )
    return [
        PlayedHand(*row) for row in await connection.rows(sql, (*_whose(person_id, chat_id, game), limit))
    ]


async def last_hands(
    connection: Connection,
    person_id: int,
    chat_id: int | None,
    *,
    game: str | None = None,
    limit: int = 200,
) -> list[PlayedHand]:
    """A person's latest hands, the latest first: what a trend is drawn from."""
    sql = _query(chat_id, _PLAYED_HAND, rest="AND NOT by_computer ORDER BY hand_id DESC LIMIT ?")
    return [
        PlayedHand(*row) for row in await connection.rows(sql, (*_whose(person_id, chat_id, game), limit))
    ]
