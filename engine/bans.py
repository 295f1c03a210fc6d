"""What a seat may not do, and until when: 过水, 过碰, swap-calls, thrown gold, for all games alike."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.tiles import Kind


class Until(Enum):
    """When a ban ends."""

    DRAW = "draw"
    """the seat's own next draw"""
    TURN = "turn"
    """the seat's own next turn, which a draw or a claim begins"""
    DISCARD = "discard"
    """the seat's own next discard"""
    HAND = "hand"
    """the end of the hand"""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Ban:
    """`act` (win, chow, pung, kong, discard) is barred for `kinds` (None: every kind).

    A ban on `win` concerns other seats' tiles only: a self-draw is always open.
    `above` lets a win worth more than this number through.
    """

    act: str
    kinds: frozenset[Kind] | None
    until: Until
    above: int | None = None


NO_BANS: frozenset[Ban] = frozenset()

PASSED_WIN = Ban("win", None, Until.DRAW)
"""过水: a passed win bars wins on others' tiles until the own next draw."""
PASSED_WIN_THIS_ROUND = Ban("win", None, Until.TURN)
"""过胡: as before, but a claim of one's own ends it too"""
SELF_DRAW_ONLY = Ban("win", None, Until.HAND)
"""only a self-draw can win for the rest of the hand"""


def is_barred(bans: frozenset[Ban], act: str, kind: Kind) -> bool:
    """Whether a ban stands in the way of doing `act` with a tile of `kind`, whatever its worth."""
    if not bans:
        return False
    standing = [
        ban
        for ban in bans
        if ban.act == act and ban.above is None and (ban.kinds is None or kind in ban.kinds)
    ]
    return bool(standing)


def passed_worth(bans: frozenset[Ban]) -> int | None:
    """The highest worth of a win passed under a ban that lets better ones through, if there is one."""
    return max((ban.above for ban in bans if ban.act == "win" and ban.above is not None), default=None)


@lru_cache(maxsize=1 << 12)
def lift(bans: frozenset[Ban], *untils: Until) -> frozenset[Ban]:
    """The bans that remain when these have come."""
    return frozenset([ban for ban in bans if ban.until not in untils])
