"""A group of people, its tables and hands, written with storage's own functions; no rules are needed for it."""

from dataclasses import dataclass
from typing import Any

from storage import Connection, Database
from storage.chats import note_chat
from storage.journal import (
    ActionRow,
    FanRow,
    MistakeRow,
    Scores,
    SeatOutcome,
    append_action,
    begin_hand,
    end_hand,
    next_hand_no,
)
from storage.people import note_person
from storage.tables import SeatRow, TableRow, create_table, save_seat

SEED = bytes(range(32))
AT = 1_700_000_000_000
NOBODY_LOST: Scores = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Group:
    """A chat, its people in the order of their seats, and their table."""

    chat_id: int
    people: tuple[int, ...]
    table_id: int


async def found_group(
    database: Database, chat_id: int = -100, users: tuple[int, ...] = (11, 12, 13, 14), game: str = "fuzhou"
) -> Group:
    async def found(connection: Connection) -> Group:
        await note_chat(connection, chat_id, "private" if chat_id > 0 else "group", f"chat {chat_id}")
        people = tuple([(await note_person(connection, u, f"P{u}", f"user{u}")).person_id for u in users])
        table = await open_table(connection, chat_id, people[:4], game=game)
        return Group(chat_id, people, table.table_id)

    return await database.write(found)


async def open_table(
    connection: Connection,
    chat_id: int,
    people: tuple[int | None, ...],
    *,
    game: str = "fuzhou",
    at: int = AT,
) -> TableRow:
    """A table with these people (None: a computer) in its seats."""
    opener = next(person for person in people if person is not None)
    table = await create_table(
        connection,
        chat_id=chat_id,
        thread_id=None,
        opener=opener,
        game=game,
        options={},
        seed=SEED,
        commitment="00" * 32,
        at=at,
    )
    for seat, person in enumerate(people):
        row = SeatRow(seat, person, "computer" if person is None else "person")
        await save_seat(connection, table.table_id, row)
    return table


async def deal(
    connection: Connection, group: Group, people: tuple[int | None, ...] = (), at: int = AT
) -> int:
    """Begin the next hand; gives its number in the chat."""
    hand_no = await next_hand_no(connection, group.chat_id)
    await begin_hand(
        connection,
        table_id=group.table_id,
        hand_no=hand_no,
        rules_version=1,
        match={"dealer": 0},
        entropy={"dice": [1, 2], "presses": ["1", "2", "3", "4"]},
        people=people or group.people,
        at=at,
    )
    return hand_no


def action(table_id: int, hand_no: int, seq: int, *, events: tuple[Any, ...] = (), at: int = AT) -> ActionRow:
    return ActionRow(table_id, hand_no, seq, seq % 4, "x", "person", list(events), at)


async def settle(
    connection: Connection,
    table_id: int,
    hand_no: int,
    scores: Scores = NOBODY_LOST,
    *,
    winner: int | None = None,
    loser: int | None = None,
    computers: tuple[int, ...] = (),
    fans: tuple[FanRow, ...] = (),
    mistakes: tuple[MistakeRow, ...] | None = None,
    at: int = AT,
) -> None:
    """End a hand: `winner` won, off `loser`'s discard or by self-draw."""
    await end_hand(
        connection,
        table_id=table_id,
        hand_no=hand_no,
        at=at,
        result={"end": {"kind": "draw" if winner is None else "win"}},
        settlement={"payments": list(scores), "transfers": []},
        scores=scores,
        seats=[
            SeatOutcome(
                seat,
                by_computer=seat in computers,
                won=seat == winner,
                self_drawn=seat == winner and loser is None,
                dealt_in=seat == loser,
            )
            for seat in range(4)
        ],
        fans=fans,
        mistakes=mistakes,
    )


async def play_hand(
    connection: Connection,
    group: Group,
    scores: Scores = NOBODY_LOST,
    *,
    people: tuple[int | None, ...] = (),
    winner: int | None = None,
    loser: int | None = None,
    fans: tuple[FanRow, ...] = (),
    mistakes: tuple[MistakeRow, ...] | None = None,
    actions: int = 2,
    at: int = AT,
) -> int:
    """Deal, act a little, settle; gives the hand's number."""
    seated = people or group.people
    hand_no = await deal(connection, group, seated, at)
    for seq in range(actions):
        await append_action(connection, action(group.table_id, hand_no, seq, events=({"n": seq},), at=at))
    computers = tuple(seat for seat, person in enumerate(seated) if person is None)
    await settle(
        connection,
        group.table_id,
        hand_no,
        scores,
        winner=winner,
        loser=loser,
        computers=computers,
        fans=fans,
        mistakes=mistakes,
        at=at,
    )
    return hand_no
