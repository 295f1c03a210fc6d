"""Counting everything again: each finished hand is folded from its journal and compared with what was stored."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator

from engine.replay import Divergence, fold
from engine.scoring import Settlement
from handlers.pages.stored import StoredHand, start_of, stored
from storage import hands, journal, tables
from storage.checks import check
from storage.connection import Connection
from storage.database import Database
from storage.hands import Outcome
from storage.tables import TableRow

_AT_ONCE = 100


async def faults(database: Database) -> AsyncIterator[str]:
    """A sentence for each fault; none is a sound record. Hands of rules that are not installed keep their scores."""
    for fault in await database.read_apart(check):
        yield fault
    totals: defaultdict[int, Counter[int]] = defaultdict(Counter)
    after = 0
    while found := await database.read(hands.outcomes, after=after, limit=_AT_ONCE):
        for outcome in found:
            totals[outcome.table_id].update(dict(enumerate(outcome.scores)))
            fault = await _recounted(database, outcome)
            if fault:
                yield f"hand {outcome.hand_no} of table {outcome.table_id} {fault}"
        after = found[-1].hand_id
    for table_id, counted in totals.items():
        table = await database.read(tables.load_table, table_id)
        if table is not None and table.match is not None and not _agree(table, counted):
            yield f"table {table_id} carries other totals than its hands come to"


def _agree(table: TableRow, counted: Counter[int]) -> bool:
    match = table.match or {}
    return list(match["totals"]) == [counted[seat] for seat in range(4)]


async def _recounted(database: Database, outcome: Outcome) -> str:
    """What is wrong with a hand; empty if nothing is, or if it cannot be known."""
    hand = await database.read(_load, outcome)
    if hand is None or not hand.same_rules:
        return ""
    try:
        counted = await asyncio.to_thread(_settled, hand)
    except Divergence as error:
        return f"does not fold: {error}"
    if counted is None:
        return "is not over by its journal"
    if counted.payments != outcome.scores:
        return "has a score that is not what its journal comes to"
    if counted != Settlement.from_json(dict(outcome.settlement or {})):
        return "has a settlement that is not what its journal comes to"
    return ""


async def _load(connection: Connection, outcome: Outcome) -> StoredHand | None:
    row = await journal.load_hand(connection, outcome.hand_id)
    table = await tables.load_table(connection, outcome.table_id)
    if row is None or table is None:
        return None
    return stored(table, row, await journal.read_actions(connection, outcome.table_id, outcome.hand_no))


def _settled(hand: StoredHand) -> Settlement | None:
    return fold(start_of(hand), hand.lines).settlement
