"""What a hand can do with one more tile: masks of kinds, read off once for as long as the hand stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from engine.melds import Meld
from engine.records import quick
from engine.tiles import Kind

_LOWEST = 0b001111111_001111111_001111111
_MIDDLE = _LOWEST << 1
_HIGHEST = _LOWEST << 2
"""Suit tiles that can be the lowest, the middle, the highest of a run."""


@quick
@dataclass(frozen=True, slots=True)
class Reach:
    """The concealed tiles without the one just drawn, and the kinds with which they do something."""

    rest: tuple[Kind, ...]
    melds: tuple[Meld, ...]
    twice: int
    """Held at least twice."""
    thrice: int
    """Held at least three times."""
    four: int
    """Held four times."""
    runs: int
    """A run with two tiles of the hand, wilds aside."""
    waits: int
    """A winning shape; a game may let more in, never fewer."""

    def __repr__(self) -> str:
        return f"Reach({len(self.rest)} tiles, {len(self.melds)} melds)"


def reach_of(rest: tuple[Kind, ...], melds: tuple[Meld, ...], *, wilds: frozenset[Kind], waits: int) -> Reach:
    """The reach of these tiles; `waits` is what they wait for."""
    once = twice = thrice = four = 0
    for tile in rest:
        kind = 1 << tile
        four |= thrice & kind
        thrice |= twice & kind
        twice |= once & kind
        once |= kind
    for tile in wilds:
        once &= ~(1 << tile)
    return Reach(rest, melds, twice, thrice, four, runs_around(once), waits)


def runs_around(held: int) -> int:
    """The kinds that make a run with two kinds of this mask."""
    below, above = held << 1, held >> 1
    return (above & held >> 2 & _LOWEST) | (below & above & _MIDDLE) | (below & held << 2 & _HIGHEST)
