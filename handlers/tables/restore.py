"""After a start: tables are listed at once, each hand is folded from its journal when it is first needed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Event
from engine.fairness import Entropy, hand_key
from engine.hand import begin
from engine.match import match_from_json
from engine.replay import steps
from engine.state import HandStart
from handlers.tables import again, pauses
from handlers.tables.deal import taught
from handlers.tables.judging import time_objections
from handlers.tables.model import Chair, Chairs, Table
from handlers.tables.pace import REMATCH, SEAT_KEPT, VOTE
from handlers.tables.play import public_events
from handlers.tables.records import beginners, read_chat, read_line, read_person, read_table
from handlers.tables.standing import clock_anew, clock_between
from handlers.tables.work import Draw
from storage import chats, hands, journal, people, tables
from storage.connection import Connection
from storage.journal import ActionRow, HandRow
from storage.tables import TableRow

log = logging.getLogger(__name__)


class RulesChanged(Exception):
    """The open hand was dealt under other rules than are installed."""

    def __init__(self, table_id: int, hand_no: int) -> None:
        super().__init__(f"hand {hand_no} of table {table_id}")
        self.hand_no = hand_no


async def list_tables(connection: Connection, ended_since: int) -> list[TableRow]:
    """Every table that is not over, the one used last first, then those just over."""
    live, ended = await tables.live_tables(connection), await tables.ended_tables(connection, ended_since)
    return [*live, *ended]


async def list_table(connection: Connection, row: TableRow) -> Table:
    """One of them; its hand is not folded yet. Raises whatever a row leads to that another version has written."""
    seats = await tables.load_seats(connection, row.table_id)
    here = [s.person_id for s in seats if s.person_id is not None]
    known = await people.load_people(connection, [*here, *row.aside.get("waiting", ())])
    chat = await chats.load_chat(connection, row.chat_id)
    if chat is None:
        raise LookupError(f"table {row.table_id} stands in no known chat")
    return read_table(row, seats, {key: read_person(value) for key, value in known.items()}, read_chat(chat))


@dataclass(frozen=True, slots=True)
class Found:
    """What is on disk of a table's hands."""

    row: HandRow
    """The newest one."""
    actions: list[ActionRow] = field(repr=False)
    sat: Chairs
    """Who sat when the last one ended."""
    beginners: Mapping[int, frozenset[str]]


async def load_journal(connection: Connection, table: Table) -> Found | None:
    """The table's newest hand with what belongs to it; None before the first."""
    row = await journal.last_hand(connection, table.table_id)
    if row is None:
        return None
    return Found(
        row,
        await journal.read_actions(connection, table.table_id, row.hand_no),
        await _who_sat(connection, table.table_id),
        await beginners(connection, table, dealt=True) if row.state == "open" else {},
    )


def remembered(table: Table, found: Found) -> Table:
    """The table with what it knew of its people."""
    a, b, c, d = (chair and taught(chair, found.beginners) for chair in table.chairs)
    return replace(table, sat=found.sat, chairs=(a, b, c, d))


async def _who_sat(connection: Connection, table_id: int) -> Chairs:
    seats = await hands.last_seats(connection, table_id)
    known = await people.load_people(connection, [s.person_id for s in seats if s.person_id is not None])
    chairs: list[Chair | None] = [None] * 4
    for held in seats:
        row = None if held.person_id is None else known.get(held.person_id)
        person = None if row is None else read_person(row)
        chairs[held.seat] = Chair(person, "computer" if held.by_computer else "person")
    return chairs[0], chairs[1], chairs[2], chairs[3]


def start_of(table: Table, row: HandRow) -> tuple[HandStart, Entropy]:
    """What a stored hand began from."""
    entropy = read_entropy(row.entropy)
    key = hand_key(table.seed, entropy)
    start = HandStart(
        table.game,
        table.options,
        match_from_json(row.match),
        key,
        entropy.dice,
        table.house.mode,
        row.rules_version,
    )
    return start, entropy


def read_entropy(given: dict[str, Any]) -> Entropy:
    """A hand's entropy as its row has it."""
    dice, seats = given["dice"], given["seats"]
    return Entropy(
        given["table"],
        given["hand_no"],
        (dice[0], dice[1]) if dice else None,
        (seats[0], seats[1], seats[2], seats[3]),
    )


def awake(table: Table, now: int) -> Table:
    """The table after a start, its hand aside: what waited for an instant that is not on disk waits for a new one."""
    table = _whole_time(table, now)
    chairs = [chair and _awake(chair, now) for chair in table.chairs]
    if table.state in ("lobby", "ready"):
        table = replace(table, chairs=(chairs[0], chairs[1], chairs[2], chairs[3]))
    if table.state in ("throwing", "ready"):
        return replace(table, clock=clock_between(table, now))
    return table


def _whole_time(table: Table, now: int) -> Table:
    """A pause and a vote that were under way begin their time again."""
    vote = table.vote and replace(table.vote, until=now + VOTE)
    return replace(pauses.anew(table, now), vote=vote)


def _awake(chair: Chair, now: int) -> Chair:
    """A seat before a hand: who has yet to come, by START or into a rematch, has the whole time again."""
    if chair.kept_until is None:
        return chair
    return replace(chair, kept_until=now + (REMATCH if chair.reached else SEAT_KEPT))


def with_hand(table: Table, row: HandRow, actions: list[ActionRow], now: int, draw: Draw) -> Table:
    """The table with its newest hand folded, its clocks set anew.

    Raises RulesChanged for an open hand of other rules, Divergence where journal and engine differ, anything else
    where the record holds what this version does not know.
    """
    if row.state == "void":
        return table
    if row.rules_version != table.game.rules_version:
        if row.state == "open":
            raise RulesChanged(table.table_id, row.hand_no)
        return table  # a finished hand needs no engine: its card is made from its record
    start, _ = start_of(table, row)
    hand, dealt = begin(start)
    log_lines: tuple[Event, ...] = public_events(hand, dealt)
    lines = [read_line(action) for action in actions]
    for (folded, _), line in zip(steps(hand, lines), lines, strict=True):
        hand = folded
        log_lines += public_events(hand, line[2])
    by = [action.by for action in actions]
    folded_table = replace(
        table,
        hand=hand,
        taps=again.from_journal(table, lines, by),
        hand_no=row.hand_no,
        hand_id=row.hand_id,
        seq=len(actions),
        log=log_lines,
    )
    if table.state == "playing":
        folded_table = replace(folded_table, clock=clock_anew(folded_table, now, draw))
    return time_objections(folded_table, now)
