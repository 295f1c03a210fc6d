"""What a finished match looks back on: read from its record when its last word is due."""

from __future__ import annotations

from dataclasses import dataclass

from engine.result import CaseError, read_case
from engine.scoring import Settlement
from handlers.show.honours import NO_HONOURS, Honours, honours, trend
from storage import journal
from storage.connection import Connection


@dataclass(frozen=True, slots=True)
class Past:
    """The honours of a match, and per seat the totals after each hand."""

    honours: Honours = NO_HONOURS
    trend: tuple[tuple[int, ...], ...] = ()


async def read_past(connection: Connection, table_id: int) -> Past:
    """From the match's finished hands; nothing where one of them is not to be read any more."""
    rows = await journal.finished_hands(connection, table_id)
    try:
        hands = [
            (read_case(row.result), Settlement.from_json(dict(row.settlement)))
            for row in rows
            if row.settlement
        ]
    except CaseError:
        return Past()
    return Past(honours(hands), trend(hands)) if hands else Past()
