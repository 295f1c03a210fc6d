"""The journal: hands, their actions in order, their outcome, and which updates were handled.

Every function works inside a transaction of its caller, so an action, the update that brought it and the
scores of the hand it ended are on disk together or not at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from storage.connection import Connection
from storage.errors import Stale
from storage.values import JsonObject, Row, read_json, to_json

HandState = Literal["open", "done", "void"]
By = Literal["person", "computer", "clock", "filter", "host"]
Scores = tuple[int, int, int, int]

UPDATES_KEPT = 72 * 3_600_000
"""How long a handled update is remembered, in milliseconds: Telegram keeps one for 24 hours."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand: what it begins from and, once it is done, its outcome.

    `entropy` is what its wall is mixed with, `people` how many seats a person played to the end.
    """

    hand_id: int
    table_id: int
    hand_no: int
    chat_id: int
    rules_version: int
    match: JsonObject
    entropy: Any = field(repr=False)
    state: HandState
    started_at: int
    ended_at: int | None
    result: JsonObject | None = field(repr=False)
    settlement: JsonObject | None = field(repr=False)
    people: int | None


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action of a hand. `seat` None is the host's own act.

    `by` says who chose it, `events` what it did, tiles included.
    """

    table_id: int
    hand_no: int
    seq: int
    seat: int | None
    act: str = field(repr=False)
    by: By
    events: Sequence[Any] = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """How a hand went for a seat; `by_computer`: the computer held the seat at the end."""

    seat: int
    by_computer: bool
    won: bool = False
    self_drawn: bool = False
    dealt_in: bool = False


@dataclass(frozen=True, slots=True)
class FanRow:
    """A fan that a seat's hand counted."""

    seat: int
    code: str
    value: int


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A mistake that cost a seat something: the clause of the house rule, and what it led to."""

    seat: int
    clause: str
    verdict: str


HAND = """SELECT hand_id, table_id, hand_no, chat_id, rules_version, match, entropy, state, started_at,
    ended_at, result, settlement, people FROM hand"""
"""The columns of a `HandRow`, to be followed by a condition."""


async def next_hand_no(connection: Connection, chat_id: int) -> int:
    """Take the chat's next hand number. One that is then not dealt stays unused."""
    sql = "UPDATE chat SET hands = hands + 1 WHERE chat_id = ? RETURNING hands"
    row = await connection.row(sql, (chat_id,))
    if row is None:
        raise Stale(f"no hand number: chat {chat_id} is unknown")
    return int(row[0])


async def begin_hand(
    connection: Connection,
    *,
    table_id: int,
    hand_no: int,
    rules_version: int,
    match: JsonObject,
    entropy: object,
    people: Sequence[int | None],
    at: int,
) -> int:
    """Open a hand that `people` play, by seat (None: a computer's own seat); gives its id."""
    hand_id = await connection.insert(
        """INSERT INTO hand (table_id, hand_no, chat_id, rules_version, match, entropy, started_at)
        SELECT table_id, ?, chat_id, ?, ?, ?, ? FROM tables WHERE table_id = ?""",
        (hand_no, rules_version, to_json(match), to_json(entropy), at, table_id),
    )
    await connection.many(
        "INSERT INTO hand_seat (table_id, hand_no, seat, person_id, by_computer) VALUES (?, ?, ?, ?, ?)",
        [(table_id, hand_no, seat, person, int(person is None)) for seat, person in enumerate(people)],
    )
    return hand_id


async def append_action(connection: Connection, action: ActionRow) -> None:
    """Add the next action of an open hand; `Stale` if it is not open or `seq` is not the next number."""
    added = await connection.execute(
        """INSERT INTO action (table_id, hand_no, seq, seat, act, by, events, at)
        SELECT table_id, hand_no, ?, ?, ?, ?, ?, ? FROM hand
        WHERE table_id = ? AND hand_no = ? AND state = 'open' AND ? =
            (SELECT coalesce(max(seq) + 1, 0) FROM action WHERE table_id = ? AND hand_no = ?)""",
        (
            *(action.seq, action.seat, action.act, action.by, to_json(action.events), action.at),
            *(action.table_id, action.hand_no, action.seq, action.table_id, action.hand_no),
        ),
    )
    if added != 1:
        raise Stale(
            f"action {action.seq} refused: not the next of hand {action.hand_no}, table {action.table_id}"
        )


async def end_hand(
    connection: Connection,
    *,
    table_id: int,
    hand_no: int,
    at: int,
    result: JsonObject,
    settlement: JsonObject,
    scores: Scores,
    seats: Sequence[SeatOutcome],
    fans: Iterable[FanRow] = (),
    mistakes: Iterable[MistakeRow] | None = None,
) -> None:
    """Write the outcome of an open hand: its one score row, how it went for each seat, its fans, its mistakes.

    `mistakes` None: nothing was judged in it.
    """
    people = sum(not seat.by_computer for seat in seats)
    closed = await connection.execute(
        """UPDATE hand SET state = 'done', ended_at = ?, result = ?, settlement = ?, people = ?,
            judged = ?
        WHERE table_id = ? AND hand_no = ? AND state = 'open'""",
        (at, to_json(result), to_json(settlement), people, int(mistakes is not None), table_id, hand_no),
    )
    if closed != 1:
        raise Stale(f"hand {hand_no} of table {table_id} is not open")
    await connection.execute(
        "INSERT INTO hand_score (table_id, hand_no, seat0, seat1, seat2, seat3) VALUES (?, ?, ?, ?, ?, ?)",
        (table_id, hand_no, *scores),
    )
    await connection.many(
        """UPDATE hand_seat SET by_computer = ?, won = ?, self_drawn = ?, dealt_in = ?
        WHERE table_id = ? AND hand_no = ? AND seat = ?""",
        [
            (int(s.by_computer), int(s.won), int(s.self_drawn), int(s.dealt_in), table_id, hand_no, s.seat)
            for s in seats
        ],
    )
    await connection.many(
        "INSERT INTO hand_fan (table_id, hand_no, seat, code, value) VALUES (?, ?, ?, ?, ?)",
        [(table_id, hand_no, fan.seat, fan.code, fan.value) for fan in fans],
    )
    await connection.many(
        "INSERT INTO hand_mistake (table_id, hand_no, seat, clause, verdict) VALUES (?, ?, ?, ?, ?)",
        [(table_id, hand_no, one.seat, one.clause, one.verdict) for one in mistakes or ()],
    )
    await connection.execute("UPDATE tables SET played = played + 1 WHERE table_id = ?", (table_id,))


async def void_hand(connection: Connection, table_id: int, hand_no: int, *, at: int) -> None:
    """Close an open hand without an outcome: other rules are installed now, or its table was ended."""
    closed = await connection.execute(
        "UPDATE hand SET state = 'void', ended_at = ? WHERE table_id = ? AND hand_no = ? AND state = 'open'",
        (at, table_id, hand_no),
    )
    if closed != 1:
        raise Stale(f"hand {hand_no} of table {table_id} is not open")


async def last_hand_no(connection: Connection, table_id: int) -> int:
    """The number of a table's newest hand, whatever else its row holds; 0 before the first."""
    row = await connection.row("SELECT max(hand_no) FROM hand WHERE table_id = ?", (table_id,))
    return (row and row[0]) or 0


async def last_hand(connection: Connection, table_id: int) -> HandRow | None:
    """The newest hand of a table: in progress, done or void."""
    row = await connection.row(HAND + " WHERE table_id = ? ORDER BY hand_no DESC LIMIT 1", (table_id,))
    return hand_row(row) if row else None


async def load_hand(connection: Connection, hand_id: int) -> HandRow | None:
    """A hand by the id that its short code stands for."""
    row = await connection.row(HAND + " WHERE hand_id = ?", (hand_id,))
    return hand_row(row) if row else None


async def find_hand(connection: Connection, chat_id: int, hand_no: int) -> HandRow | None:
    """A hand by its number in a chat; the newest, where chats with numbers of their own became one."""
    sql = HAND + " WHERE chat_id = ? AND hand_no = ? ORDER BY hand_id DESC LIMIT 1"
    row = await connection.row(sql, (chat_id, hand_no))
    return hand_row(row) if row else None


async def finished_hands(connection: Connection, table_id: int) -> list[HandRow]:
    """The hands of a match that have a score, in order."""
    sql = HAND + " WHERE table_id = ? AND state = 'done' ORDER BY hand_no"
    return [hand_row(row) for row in await connection.rows(sql, (table_id,))]


async def read_actions(connection: Connection, table_id: int, hand_no: int) -> list[ActionRow]:
    """The actions of a hand, in order."""
    rows = await connection.rows(
        """SELECT table_id, hand_no, seq, seat, act, by, events, at FROM action
        WHERE table_id = ? AND hand_no = ? ORDER BY seq""",
        (table_id, hand_no),
    )
    return [action_row(row) for row in rows]


async def note_update(connection: Connection, update_id: int, *, at: int, failed: bool = False) -> bool:
    """Remember that an update was handled; False if it had been before, and then nothing is changed."""
    sql = "INSERT OR IGNORE INTO processed_update (update_id, at, failed) VALUES (?, ?, ?)"
    return await connection.execute(sql, (update_id, at, int(failed))) == 1


async def prune_updates(connection: Connection, *, now: int, most: int) -> int:
    """Forget updates that cannot come again, so many at the most; gives their number."""
    return await connection.execute(
        "DELETE FROM processed_update WHERE update_id IN "
        "(SELECT update_id FROM processed_update WHERE at < ? LIMIT ?)",
        (now - UPDATES_KEPT, most),
    )


def hand_row(row: Row) -> HandRow:
    return HandRow(*read_json(row, 5, 6, 10, 11))


def action_row(row: Row) -> ActionRow:
    return ActionRow(*read_json(row, 6))
