"""Tiles in hand as the winning tables want them: keys without the wild kinds, and the number of wilds."""

from functools import lru_cache

from engine.tiles import Kind
from engine.winning import Keys, pack_tiles


@lru_cache(maxsize=1 << 15)
def holding(hand: tuple[Kind, ...], wilds: frozenset[Kind]) -> tuple[Keys, int]:
    """Keys of the natural tiles of `hand` (flowers are left out), and how many of its tiles are wild."""
    natural = [tile for tile in hand if tile not in wilds] if wilds else hand
    return pack_tiles([tile for tile in natural if tile < 34]), len(hand) - len(natural)
