"""王牌: the dead wall by parity, and the replacements at its edge (LG-13 … LG-15)."""

from engine.bans import Until
from engine.draft import Draft
from engine.state import Position

DEAD = 21
"""Tiles of the dead wall after an even number of tail draws: ten stacks and the lone tile; after an odd one 20."""
LAST_FOUR = 4
"""海底牌: the tiles that are dealt out one each (LG-14)."""
RIVER = 5
"""L while the 河底 tile is still there."""


def dead_tiles(pos: Position) -> int:
    """The dead wall (LG-13); the turned tile is not counted."""
    tail_draws = len(pos.wall) - 1 - pos.tail
    return DEAD - tail_draws % 2


def live_tiles(pos: Position) -> int:
    """L (LG-13)."""
    return max(0, pos.unturned - dead_tiles(pos))


def ends_turn(pos: Position) -> bool:
    """Whether nothing is discarded after the replacement that is due now (LG-15)."""
    return live_tiles(pos) <= RIVER and dead_tiles(pos) < DEAD


def take_last(d: Draft, seat: int) -> None:
    """Such a replacement (LG-15): with 河底 there the very last tail tile, else the last of the four."""
    d.lift(seat, Until.DRAW)
    if live_tiles(d) == RIVER:
        d.draw(seat, tail=True)
    else:
        d.receive(seat, d.take_at(d.head + live_tiles(d) - 1), "last")
