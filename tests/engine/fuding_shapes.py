"""Fuding's hands read literally and slowly (FD-26, FD-38): nothing of the engine's tables is used."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

FLOWERS = range(34, 42)
WHITE = 31
PLAYING = [kind for kind in range(34) if kind != WHITE]
HONOURS = [kind for kind in range(27, 34) if kind != WHITE]
BONUS = {*FLOWERS, WHITE}


def golds_of(indicator: int) -> set[int]:
    """FD-9: the turned kind; of a turned flower the three others of its colour."""
    if indicator not in FLOWERS:
        return {indicator}
    first = 34 if indicator < 38 else 38
    return set(range(first, first + 4)) - {indicator}


def complete(tiles: Iterable[int], golds: set[int]) -> bool:
    """FD-38: groups and a pair, golds standing for any playing tile."""
    natural = sorted(tile for tile in tiles if tile not in golds)
    wild = sum(tile in golds for tile in tiles)
    if any(tile not in PLAYING for tile in natural) or (len(natural) + wild) % 3 != 2:
        return False
    return _grouped(tuple(natural), wild, False)


@lru_cache(maxsize=1 << 18)
def _grouped(natural: tuple[int, ...], wild: int, paired: bool) -> bool:
    """Whether the first tile finds a group, and then the rest."""
    if not natural:
        return True
    first = natural[0]
    shapes = [(first,) * 3] if paired else [(first,) * 3, (first,) * 2]
    if first < 27:
        lows = range(max(first - 2, first // 9 * 9), min(first, first // 9 * 9 + 6) + 1)
        shapes += [(low, low + 1, low + 2) for low in lows]
    for shape in shapes:
        for rest, left in _without(shape, natural, wild):
            if _grouped(rest, left, paired or len(shape) == 2):
                return True
    return False


def _without(shape: Sequence[int], natural: tuple[int, ...], wild: int) -> list[tuple[tuple[int, ...], int]]:
    """The natural tiles and golds that are left when the shape is taken, each of its tiles from either."""
    ways = [(natural, wild)]
    for tile in shape:
        after = []
        for tiles, golds in ways:
            if tile in tiles:
                at = tiles.index(tile)
                after.append((tiles[:at] + tiles[at + 1 :], golds))
            if golds and not (tile == natural[0] and tiles == natural):
                after.append((tiles, golds - 1))
        ways = after
    return ways


def youjin(tiles: Sequence[int], golds: set[int]) -> bool:
    """FD-26: the tiles before the winning one are complete with every playing kind that is not gold."""
    return all(complete((*tiles, kind), golds) for kind in PLAYING if kind not in golds)
