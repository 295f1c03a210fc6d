"""What is looked back on: by a finished match on its hands, by four who meet again on their last match here."""

from __future__ import annotations

from dataclasses import dataclass

from engine.result import CaseError, read_case
from engine.scoring import Settlement
from handlers.show.honours import NO_HONOURS, Honours, honours, trend
from handlers.tables.model import Table
from storage import journal, scores
from storage.connection import Connection


@dataclass(frozen=True, slots=True)
class Past:
    """The honours of a match, and per seat the totals after each hand."""

    honours: Honours = NO_HONOURS
    trend: tuple[tuple[int, ...], ...] = ()
    last: LastMatch | None = None


@dataclass(frozen=True, slots=True)
class LastMatch:
    """When four people last played a match to its end, and the points of each by person id."""

    opened_at: int
    points: dict[int, int]


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


LOOKED_THROUGH = 30
"""So many of a group's matches back the same four are looked for."""


def four(table: Table) -> frozenset[int]:
    """The people of a table at which four people sit; nobody while fewer do."""
    people = frozenset(chair.person.person_id for chair in table.chairs if chair and chair.person)
    return people if len(people) == len(table.chairs) else frozenset()


async def read_last(connection: Connection, table: Table) -> LastMatch | None:
    """The last match that the four of this table have finished together in this group."""
    people = four(table)
    for match in await scores.matches(connection, table.chat.chat_id, limit=LOOKED_THROUGH):
        if match.state == "over" and {entry.person_id for entry in match.standings} == people:
            points = dict.fromkeys(people, 0)
            for entry in match.standings:
                points[entry.person_id or 0] += entry.points
            return LastMatch(match.opened_at, points)
    return None
