"""Discards that Fuding forbids: honours late in the wall, what one-suit and four-winds tables wait for (FD-29 … 31)."""

from collections.abc import Iterator

from engine.hu_tai_play import lying_open
from engine.melds import MeldKind
from engine.scoring import others
from engine.state import Position, SeatState
from engine.tiles import HONOURS, SUIT_TILES, WINDS, Kind, suit

LATE = 8
"""R at which an honour must be visible before it is thrown (FD-29)."""
VISIBLE = 3
"""Copies that must be."""
MELDS = 3
"""Melds from which on an opponent can be fed (FD-30, FD-31)."""


def barred_discards(pos: Position, seat: int, left: int) -> set[Kind]:
    """The kinds that the seat may not throw with `left` tiles to draw."""
    barred = feeding(pos, seat)
    if left <= LATE:
        barred |= {kind for kind in HONOURS if lying_open(pos.seats, kind, concealed_kongs=False) < VISIBLE}
    return barred


def feeding(pos: Position, seat: int) -> set[Kind]:
    """The kinds with which the seat would feed an opponent (FD-30, FD-31)."""
    return {kind for opponent in fed_opponents(pos, seat) for kind in fed_kinds(opponent)}


def fed_opponents(pos: Position, seat: int) -> list[SeatState]:
    """The opponents who have melds enough to be fed."""
    return [pos.seats[other] for other in others(seat) if len(pos.seats[other].melds) >= MELDS]


def fed_kinds(opponent: SeatState) -> Iterator[Kind]:
    """What must not be fed to this opponent, who has so many melds."""
    yield from collected_suit(opponent)
    yield from missing_wind(opponent)


def collected_suit(opponent: SeatState) -> Iterator[Kind]:
    """清一色台面 (FD-30): four open melds of one suit and four concealed tiles bar that suit."""
    if len(opponent.melds) != 4 or len(opponent.claimed_melds) != 4:
        return
    suits = {suit(tile) for meld in opponent.melds for tile in meld.tiles}
    if len(suits) == 1:
        yield from (kind for kind in SUIT_TILES if suit(kind) in suits)


def missing_wind(opponent: SeatState) -> Iterator[Kind]:
    """四字台面 (FD-31): open pungs or kongs of three winds bar the fourth."""
    groups = [meld for meld in opponent.melds if meld.tile in WINDS and meld.kind is not MeldKind.CHOW]
    shown = {meld.tile for meld in groups if meld.is_open}
    if len(shown) == MELDS:
        yield from set(WINDS) - shown
