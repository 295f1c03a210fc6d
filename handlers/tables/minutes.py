"""How long a match is likely to take: from the pace of this group, else from what is known of each game."""

from __future__ import annotations

from handlers.tables.model import Table

DISCARDS = {
    "fuzhou": 15,
    "fuding": 28,
    "longgang": 28,
    "qingtian": 36,
    "yantai": 36,
    "guiyang": 25,
    "jiangxi_fuzhou": 40,
}
"""Discards of a hand between quick players, by game."""
USUAL = 30
"""For a game that nobody has measured."""
PEOPLE_TAKE_LONGER = 1.25
A_DISCARD = {1: 5_000, 2: 7_300, 3: 8_700, 4: 10_000}
"""How long a discard takes at a table with so many people, ms; computers think faster."""
QUICK = 0.85
BETWEEN = 35_000
"""From one hand's end to the next one's first discard, ms."""
ALL_DEALT, A_ROUND = 6, 5
"""Hands until everybody has dealt, and in a round of winds: dealers stay now and then."""
STEP = 5
MINUTE = 60_000


def minutes(table: Table) -> int:
    """The whole match in minutes, rounded to five; 0 where nobody can tell."""
    hands = _hands(table)
    if not hands or table.house.tempo == "day":
        return 0
    took = round(hands * (table.hand_ms or _hand(table)) / MINUTE / STEP) * STEP
    return max(took, STEP)


def _hands(table: Table) -> int:
    """How many hands the match has, about."""
    options = table.options
    if getattr(options, "match", "hands") != "hands":
        return 0
    length = getattr(options, "length", getattr(options, "hands", 0))
    if isinstance(length, int):
        return length
    rounds = length.partition("_ling")[0]
    return int(rounds) * A_ROUND if rounds.isdigit() else ALL_DEALT if length == "all_dealt" else 0


def _hand(table: Table) -> float:
    """One hand, ms; whoever has not sat down yet counts as a person."""
    people = sum(chair is None or chair.person is not None for chair in table.chairs)
    pace = QUICK if table.house.tempo == "quick" else 1
    discards = DISCARDS.get(table.game.id, USUAL) * PEOPLE_TAKE_LONGER
    return discards * A_DISCARD[max(people, 1)] * pace + BETWEEN
