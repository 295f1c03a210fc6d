"""Groups with a past: a few matches that the engine really played, and as many copies of them as one likes."""

import asyncio
import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from engine.actions import HOST
from engine.fairness import Entropy, commitment, hand_key
from engine.game import Game
from engine.games import games
from engine.match import MatchState
from engine.options import TableOptions
from engine.scoring import Settlement
from engine.selfplay import Played, computer_player, first_match, play_hand
from engine.state import HandStart
from handlers.tables.records import mistake_rows, options_json
from storage import Connection, Database
from storage.chats import note_chat
from storage.journal import (
    ActionRow,
    FanRow,
    SeatOutcome,
    append_action,
    begin_hand,
    end_hand,
    next_hand_no,
)
from storage.people import note_person
from storage.tables import SeatRow, TableRow, create_table, load_table, save_seat, save_table
from storage.values import to_json

AT = 1_788_000_000_000
"""A little before the virtual clock begins."""
HOUR = 3_600_000
GROUP, ELSEWHERE = -1001, -1002
SHORT = {"fuzhou": "4", "qingtian": "2"}


@dataclass(frozen=True, slots=True)
class Cast:
    """The people, by their ids in Telegram and in storage."""

    users: tuple[int, ...]
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand that the engine played, with what its wall was mixed with."""

    entropy: Entropy
    played: Played

    @property
    def settlement(self) -> Settlement:
        assert self.played.end.settlement is not None
        return self.played.end.settlement


def seed_of(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


Playing = Callable[[HandStart], Played]
"""Who plays a hand, and how."""


def by_computers(start: HandStart) -> Played:
    return play_hand(start, computer_player, check=None)


def play_match(
    game: Game,
    options: Any,
    seed: bytes,
    *,
    table: str,
    first_no: int,
    hands: int,
    mode: str = "assist",
    play: Playing = by_computers,
) -> list[Hand]:
    """So many hands of a match, or fewer if it ends before."""
    found: list[Hand] = []
    match: MatchState | None = None
    for number in range(hands):
        dice = (3, 4) if number == 0 else None
        entropy = Entropy(table, first_no + number, dice, ("11", "22", "absent", "computer"))
        key = hand_key(seed, entropy)
        if match is None:
            match = first_match(game, options, key, dice=dice)
        start = HandStart(game, options, match, key, dice, mode, game.rules_version)
        played = play(start)
        found.append(Hand(entropy, played))
        assert played.end.result is not None
        assert played.end.settlement is not None
        match = game.next_match(match, played.end.result, played.end.settlement)
        if match.over:
            break
    return found


async def write_match(
    connection: Connection,
    chat_id: int,
    game: Game,
    cast: Sequence[int | None],
    *,
    hands: int = 3,
    over: bool = True,
    at: int = AT,
    name: str = "",
    house: TableOptions | None = None,
    play: Playing = by_computers,
) -> int:
    """Play a match and write it as the bot does; gives the table's id. One that is not over has an open hand, too."""
    options = game.options()
    table = await open_table(connection, chat_id, game, cast, options, at=at, name=name, house=house)
    first_no = await next_hand_no(connection, chat_id)
    found = play_match(
        *(game, options, table.seed),
        table=str(table.table_id),
        first_no=first_no,
        hands=hands + (not over),
        mode=(house or TableOptions()).mode,
        play=play,
    )
    for number, hand in enumerate(found):
        hand_no = first_no if number == 0 else await next_hand_no(connection, chat_id)
        assert hand_no == hand.entropy.hand_no
        running = not over and number == len(found) - 1
        await write_hand(connection, table.table_id, hand, cast, at=at + number * 60_000, finish=not running)
    last = found[-1].played
    assert last.end.result is not None
    match = (
        last.start.match
        if not over
        else game.next_match(last.start.match, last.end.result, found[-1].settlement)
    )
    state = "over" if over else "playing"
    if not over:
        await _seat_others(connection, table.table_id)
    stored = await load_table(connection, table.table_id)
    assert stored is not None
    await save_table(connection, replace(stored, state=state, match=match.to_json(), dice=[3, 4]))
    return table.table_id


async def _seat_others(connection: Connection, table_id: int) -> None:
    """A running match has its seats taken: by others, so that the cast may come, go and be forgotten."""
    for seat in range(4):
        other = await note_person(connection, 900 + seat, f"S{seat}", None)
        await save_seat(connection, table_id, SeatRow(seat, other.person_id, "person"))


async def open_table(
    connection: Connection,
    chat_id: int,
    game: Game,
    cast: Sequence[int | None],
    options: Any,
    *,
    at: int,
    name: str = "",
    house: TableOptions | None = None,
) -> TableRow:
    seed = seed_of(name or f"{chat_id} {game.id} {at}")
    return await create_table(
        connection,
        chat_id=chat_id,
        thread_id=None,
        opener=next(person for person in cast if person is not None),
        game=game.id,
        options=options_json(house or TableOptions(), options),
        seed=seed,
        commitment=commitment(seed),
        at=at,
    )


async def write_hand(
    connection: Connection,
    table_id: int,
    hand: Hand,
    cast: Sequence[int | None],
    *,
    at: int,
    finish: bool = True,
) -> None:
    """A hand with its journal; one that is not finished has the first half of it."""
    entropy = {
        "table": hand.entropy.table,
        "hand_no": hand.entropy.hand_no,
        "dice": list(hand.entropy.dice) if hand.entropy.dice else None,
        "seats": list(hand.entropy.seats),
    }
    await begin_hand(
        connection,
        table_id=table_id,
        hand_no=hand.entropy.hand_no,
        rules_version=hand.played.start.rules_version,
        match=hand.played.start.match.to_json(),
        entropy=entropy,
        people=cast,
        at=at,
    )
    steps = hand.played.steps if finish else hand.played.steps[: len(hand.played.steps) // 2]
    for seq, (action, events) in enumerate(steps):
        seat = None if action.seat == HOST else action.seat
        told = [event.to_json() for event in events]
        await append_action(
            connection,
            ActionRow(table_id, hand.entropy.hand_no, seq, seat, action.act.text, "person", told, at + seq),
        )
    if finish:
        await _finish(connection, table_id, hand, cast, at + 50_000)


async def _finish(
    connection: Connection, table_id: int, hand: Hand, cast: Sequence[int | None], at: int
) -> None:
    result = hand.played.end.result
    assert result is not None
    await end_hand(
        connection,
        table_id=table_id,
        hand_no=hand.entropy.hand_no,
        at=at,
        result=result.to_json(),
        settlement=hand.settlement.to_json(),
        scores=hand.settlement.payments,
        seats=[outcome(hand, seat, by_computer=cast[seat] is None) for seat in range(4)],
        fans=[
            FanRow(win.seat, fan.code, fan.value)
            for win, fans in zip(result.wins, hand.settlement.fans, strict=True)
            for fan in fans
            if fan.value
        ],
        mistakes=mistake_rows(hand.played.end),
    )


def outcome(hand: Hand, seat: int, *, by_computer: bool) -> SeatOutcome:
    result = hand.played.end.result
    assert result is not None
    return SeatOutcome(
        seat,
        by_computer=by_computer,
        won=any(win.seat == seat for win in result.wins),
        self_drawn=any(win.seat == seat and win.source is None for win in result.wins),
        dealt_in=any(win.source == seat for win in result.wins),
    )


# -- a small past


async def found_people(connection: Connection, users: Sequence[tuple[int, str]]) -> Cast:
    """Know these people."""
    people = [(await note_person(connection, user, name, f"user{user}")).person_id for user, name in users]
    return Cast(tuple(user for user, _ in users), tuple(people))


USERS = ((101, "Wei"), (102, "=SUM(A1)"), (103, "林姨"), (104, "<b>Tom</b> & co"))
RUNNING = 9
"""The table whose match is not over."""


async def write_past(
    connection: Connection, group: int = GROUP, users: Sequence[tuple[int, str]] = USERS
) -> Cast:
    """A match of every game in the group, one of the same people in another group, one that still runs."""
    await note_chat(connection, group, "supergroup", "周五麻将")
    await note_chat(connection, ELSEWHERE, "supergroup", "公司")
    cast = await found_people(connection, users)
    four = cast.people
    known = list(games().values())[:7]
    for number, game in enumerate(known):
        seated: Sequence[int | None] = four if number % 2 else (*four[:3], None)
        await write_match(connection, group, game, seated, at=AT + number * HOUR)
    await write_match(connection, ELSEWHERE, known[0], four, at=AT + 20 * HOUR, name="elsewhere")
    running = await write_match(
        connection, group, known[0], four, over=False, at=AT + 30 * HOUR, name="running"
    )
    assert running == RUNNING
    return cast


def make_past(path: Path, group: int = GROUP, users: Sequence[tuple[int, str]] = USERS) -> Cast:
    """The small past in a file of its own."""

    async def make() -> Cast:
        database = await Database.open(path)
        try:
            return await database.write(write_past, group, users)
        finally:
            await database.close()

    return asyncio.run(make())


# -- a long one

_HAND = """INSERT INTO hand (table_id, hand_no, chat_id, rules_version, match, entropy, state, started_at, ended_at,
    result, settlement, people) VALUES (?, ?, ?, 1, ?, ?, 'done', ?, ?, ?, ?, 4)"""
_TABLE = """INSERT INTO tables (chat_id, opener, game, options, state, match, seed, commitment, opened_at, touched_at,
    played) VALUES (?, ?, ?, '{}', 'over', ?, ?, ?, ?, ?, ?)"""


def copy_matches(
    path: Path, chat_id: int, people: Sequence[int], *, matches: int, hands: int, at: int = AT
) -> None:
    """Many matches whose hands are copies of a few that were played; their journals are left out."""
    game = games()["fuzhou"]
    seed = seed_of("copies")
    known = play_match(game, game.options(), seed, table="0", first_no=1, hands=8)
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT hands FROM chat WHERE chat_id = ?", (chat_id,)).fetchone()
        for number in range(matches):
            began = at + number * HOUR
            match = to_json(known[0].played.start.match.to_json())
            values = (chat_id, people[0], game.id, match, seed, commitment(seed), began, began, hands)
            table_id = connection.execute(_TABLE, values).lastrowid
            assert table_id is not None
            _copy_hands(
                connection, table_id, chat_id, people, last + number * hands, cycle(known), hands, began
            )
        connection.execute("UPDATE chat SET hands = hands + ? WHERE chat_id = ?", (matches * hands, chat_id))
        connection.commit()


def _copy_hands(
    connection: sqlite3.Connection,
    table_id: int,
    chat_id: int,
    people: Sequence[int],
    last: int,
    known: Iterator[Hand],
    hands: int,
    at: int,
) -> None:
    numbered = [(last + 1 + n, next(known)) for n in range(hands)]
    rows = [
        (table_id, no, chat_id, *_hand_values(hand), at, at + 1, *_outcome_values(hand))
        for no, hand in numbered
    ]
    connection.executemany(_HAND, rows)
    connection.executemany(
        "INSERT INTO hand_seat (table_id, hand_no, seat, person_id, by_computer, won, self_drawn, dealt_in) "
        "VALUES (?, ?, ?, ?, 0, ?, ?, ?)",
        [
            (table_id, no, seat, people[seat], found.won, found.self_drawn, found.dealt_in)
            for no, hand in numbered
            for seat in range(4)
            for found in (outcome(hand, seat, by_computer=False),)
        ],
    )
    connection.executemany(
        "INSERT INTO hand_score VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, no, *hand.settlement.payments) for no, hand in numbered],
    )
    connection.executemany(
        "INSERT INTO hand_fan VALUES (?, ?, ?, ?, ?)",
        [
            (table_id, no, win.seat, fan.code, fan.value)
            for no, hand in numbered
            for win, fans in zip(hand.played.end.result.wins, hand.settlement.fans, strict=True)  # type: ignore[union-attr]
            for fan in fans
            if fan.value
        ],
    )


def _hand_values(hand: Hand) -> tuple[str, str]:
    entropy = {"table": hand.entropy.table, "hand_no": hand.entropy.hand_no, "dice": None, "seats": ["1"] * 4}
    return to_json(hand.played.start.match.to_json()), to_json(entropy)


def _outcome_values(hand: Hand) -> tuple[str, str]:
    assert hand.played.end.result is not None
    return to_json(hand.played.end.result.to_json()), to_json(hand.settlement.to_json())
