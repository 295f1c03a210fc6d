"""听 / 叫: which kinds complete a hand of thirteen tiles, in the games without wild tiles."""

from collections.abc import Sequence

from engine.fans import all_tiles
from engine.melds import Meld
from engine.shapes import Shape, closed_waits
from engine.tiles import Kind
from engine.winning import mask_of, pack_tiles, waits


def is_whole(concealed: Sequence[Kind], melds: Sequence[Meld]) -> bool:
    """Whether these are thirteen tiles, a meld counting as three."""
    return len(concealed) + 3 * len(melds) == 13


def completing(concealed: Sequence[Kind], melds: Sequence[Meld], closed: Sequence[Shape]) -> int:
    """The mask of kinds that make four sets and a pair, or one of the `closed` shapes, which allow no meld.

    A kind of which the seat has all four itself does not count. No kind for other than thirteen tiles.
    """
    if not is_whole(concealed, melds):
        return 0
    keys = pack_tiles(concealed)
    mask = waits(keys)
    if not melds:
        mask |= closed_waits(closed, concealed, keys)
    return mask & ~used_up(concealed, melds) if mask else 0


def used_up(concealed: Sequence[Kind], melds: Sequence[Meld]) -> int:
    """The mask of kinds of which the seat has all four, in hand and melds."""
    tiles = all_tiles(concealed, melds)
    return mask_of(kind for kind in set(tiles) if tiles.count(kind) == 4)
