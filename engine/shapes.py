"""Closed hands that are not sets and a pair: hands of pairs, thirteen orphans, thirteen unrelated tiles.

Each shape tells how many tiles are still to add; a hand is complete when the wilds held are that many. A
hand with melds is always too short, so it never wins so. What the answers depend on is one byte per key,
added up over the four blocks: kinds and kinds held twice, odd kinds and pairs, orphans. Hands have at most
17 tiles.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise, product

from engine.tiles import Kind
from engine.winning import REMEMBERED, Keys

Need = Callable[[Keys], int]

_FIELD = 18  # a byte holds two small numbers, low + 18 * high; at most 17 and 8 in the sum of a hand


def _by_copies(ranks: int, count: Callable[[int, int], int]) -> bytes:
    """A byte for each key of a block: the sum of `count(rank, copies)` over its ranks."""
    table = b"\0"
    for rank in range(ranks):
        more = [count(rank, copies) for copies in range(5)]
        table = b"".join(table.translate(bytes(min(v + n, 255) for v in range(256))) for n in more)
    return table


def _kinds_and_twice(_: int, copies: int) -> int:
    return (copies > 0) + _FIELD * (copies > 1)


def _odd_and_pairs(_: int, copies: int) -> int:
    return copies % 2 + _FIELD * (copies // 2)


def _orphans(ranks: int) -> Callable[[int, int], int]:
    """Low: orphan kinds held. High: those held twice, in a field of 16."""
    return lambda rank, copies: ((copies > 0) + 16 * (copies > 1)) * (ranks == 7 or rank in (0, 8))


_KINDS, _KINDS_HONOURS = _by_copies(9, _kinds_and_twice), _by_copies(7, _kinds_and_twice)
_ODD, _ODD_HONOURS = _by_copies(9, _odd_and_pairs), _by_copies(7, _odd_and_pairs)
_ORPHANS, _ORPHANS_HONOURS = _by_copies(9, _orphans(9)), _by_copies(7, _orphans(7))


def _answers(need: Callable[[int, int], int]) -> tuple[int, ...]:
    """`need(low, high)` for every sum of bytes a hand can have."""
    return tuple(need(total % _FIELD, total // _FIELD) for total in range(_FIELD * 9))


_SEVEN_DIFFERENT = _answers(lambda kinds, twice: 14 - min(twice, 7) - min(kinds, 7))
_SEVEN = _answers(lambda odd, pairs: 14 - 2 * min(pairs, 7) - min(7 - min(pairs, 7), odd))
_EIGHT_AND_SINGLE = _answers(lambda odd, pairs: 17 - 2 * pairs - min(9 - pairs, odd))
_SEVEN_AND_TRIPLET = _answers(lambda odd, pairs: 17 - 2 * pairs - min(8 - pairs, odd))
_SEVEN_AND_TRIPLET_HELD = _answers(lambda odd, pairs: 17 - 2 * pairs - min(9 - pairs, odd))
_ODD_KINDS = _answers(lambda odd, _: odd)
_ODD_UNLESS_TRIPLETS = _answers(lambda kinds, twice: kinds - twice)


def _seven_different_pairs(keys: Keys) -> int:
    m, p, s, z = keys
    return _SEVEN_DIFFERENT[_KINDS[m] + _KINDS[p] + _KINDS[s] + _KINDS_HONOURS[z]]


def _seven_pairs(keys: Keys) -> int:
    m, p, s, z = keys
    return _SEVEN[_ODD[m] + _ODD[p] + _ODD[s] + _ODD_HONOURS[z]]


def _eight_pairs_and_single(keys: Keys) -> int:
    m, p, s, z = keys
    return _EIGHT_AND_SINGLE[_ODD[m] + _ODD[p] + _ODD[s] + _ODD_HONOURS[z]]


def _seven_pairs_and_triplet(keys: Keys) -> int:
    """Kinds held twice + odd kinds - kinds = kinds held exactly three times; one keeps its third tile."""
    m, p, s, z = keys
    odd = _ODD[m] + _ODD[p] + _ODD[s] + _ODD_HONOURS[z]
    kinds = _KINDS[m] + _KINDS[p] + _KINDS[s] + _KINDS_HONOURS[z]
    if _ODD_KINDS[odd] > _ODD_UNLESS_TRIPLETS[kinds]:
        return _SEVEN_AND_TRIPLET_HELD[odd]
    return _SEVEN_AND_TRIPLET[odd]


_ORPHANS_NEED = tuple(14 - total % 16 - (total >= 16) for total in range(16 * 14))


def _thirteen_orphans(keys: Keys) -> int:
    m, p, s, z = keys
    return _ORPHANS_NEED[_ORPHANS[m] + _ORPHANS[p] + _ORPHANS[s] + _ORPHANS_HONOURS[z]]


@cache
def _spread(gap: int) -> tuple[bytes, tuple[tuple[int, ...], ...]]:
    """For ranks at least `gap` apart: per key of a suit a class; per class how many ranks are held of the
    best choice of exactly 0, 1, 2... such ranks. A plain count will not do: 3 and 7 cannot become three.
    """
    most = 8 // gap + 1
    choices = [
        [sum(1 << rank for rank in ranks) for ranks in combinations(range(9), size) if _apart(ranks, gap)]
        for size in range(most + 1)
    ]
    held = [
        tuple(max((ranks & choice).bit_count() for choice in sized) for sized in choices)
        for ranks in range(512)
    ]
    classes = sorted(set(held))
    parts = [bytes([classes.index(found)]) for found in held]
    for _ in range(9):  # the lowest rank left is the next digit: absent, or one to four copies
        parts = [parts[i] + parts[i + 1] * 4 for i in range(0, len(parts), 2)]
    return parts[0], tuple(classes)


def _apart(ranks: Sequence[int], gap: int) -> bool:
    return all(high - low >= gap for low, high in pairwise(ranks))


@lru_cache(maxsize=1 << 15)
def _unrelated_missing(gap: int, suits: tuple[int, int, int], honours: int) -> int:
    """14 less the tiles kept: so many ranks in each suit, the rest honours."""
    classes = _spread(gap)[1]
    sizes = range(len(classes[0]))
    return 14 - max(
        sum(classes[found][size] for found, size in zip(suits, sized, strict=True))
        + min(14 - sum(sized), honours)
        for sized in product(sizes, repeat=3)
        if 7 <= sum(sized) <= 14
    )


def _unrelated(gap: int) -> Need:
    def need(keys: Keys) -> int:
        m, p, s, z = keys
        table = _spread(gap)[0]
        return _unrelated_missing(gap, (table[m], table[p], table[s]), _KINDS_HONOURS[z] % _FIELD)

    return need


Tables = tuple[tuple[bytes, ...], tuple[bytes, ...]]
"""What an answer is read from: bytes per key of a suit, and of the honours."""


def _odd_tables() -> Tables:
    return (_ODD,), (_ODD_HONOURS,)


def _kinds_tables() -> Tables:
    return (_KINDS,), (_KINDS_HONOURS,)


def _odd_and_kinds_tables() -> Tables:
    return (_ODD, _KINDS), (_ODD_HONOURS, _KINDS_HONOURS)


def _orphans_tables() -> Tables:
    return (_ORPHANS,), (_ORPHANS_HONOURS,)


def _spread_tables() -> Tables:
    return (_spread(3)[0],), (_KINDS_HONOURS,)


def _close_tables() -> Tables:
    return (_spread(2)[0],), (_KINDS_HONOURS,)


class _Alike(dict[int, tuple[tuple[int, int], ...]]):
    """Key of a block → its ranks in groups of which one more copy changes every answer alike.

    A group is one rank's weight and the mask of all its ranks. Ranks held four times are in none.
    """

    def __init__(self, tables: tuple[bytes, ...], ranks: int) -> None:
        super().__init__()
        self._tables = tables
        self._weights = tuple((1 << rank, 5**rank) for rank in range(ranks))

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        if len(self) >= REMEMBERED:
            self.clear()
        groups: dict[tuple[int, ...], tuple[int, int]] = {}
        for bit, weight in self._weights:
            if key // weight % 5 < 4:
                after = tuple([table[key + weight] for table in self._tables])
                groups[after] = weight, bit | (groups[after][1] if after in groups else 0)
        self[key] = found = tuple(groups.values())
        return found


@cache
def _alike(tables: Callable[[], Tables]) -> tuple[_Alike, _Alike]:
    suits, honours = tables()
    return _Alike(suits, 9), _Alike(honours, 7)


@dataclass(frozen=True, slots=True)
class Shape:
    """A form of `tiles` tiles; `need(keys)` tells how many are to be added to what is held."""

    tiles: int
    need: Need
    kinds: tuple[int, int]
    """Of how many kinds a hand without wilds can be that waits for it: fewest and most."""
    tables: Callable[[], Tables]

    def is_win(self, keys: Keys, wilds: int = 0) -> bool:
        """Whether the tiles and wilds have the form."""
        return self.need(keys) <= wilds

    def shanten(self, keys: Keys, wilds: int = 0) -> int:
        """向听: tiles missing to be ready, -1 when complete."""
        return max(self.need(keys) - wilds - 1, -1)

    def useful(self, keys: Keys) -> int:
        """The mask of natural kinds one more of which lowers `need`; none that is held four times."""
        m, p, s, z = keys
        suits, honours = _alike(self.tables)
        need, now, mask = self.need, self.need(keys), 0
        for weight, alike in suits[m]:
            if need((m + weight, p, s, z)) < now:
                mask |= alike
        for weight, alike in suits[p]:
            if need((m, p + weight, s, z)) < now:
                mask |= alike << 9
        for weight, alike in suits[s]:
            if need((m, p, s + weight, z)) < now:
                mask |= alike << 18
        for weight, alike in honours[z]:
            if need((m, p, s, z + weight)) < now:
                mask |= alike << 27
        return mask

    def waits(self, keys: Keys, wilds: int = 0) -> int:
        """The mask of natural kinds that complete a hand one tile short; none that is held four times."""
        return self.useful(keys) if self.need(keys) == wilds + 1 else 0


def closed_waits(shapes: Sequence[Shape], tiles: Sequence[Kind], keys: Keys, wilds: int = 0) -> int:
    """The mask of natural kinds that complete one of the shapes; `keys` and `wilds` are what `tiles` come to."""
    kinds, mask = len(set(tiles)), 0
    for shape in shapes:
        fewest, most = shape.kinds
        if fewest - wilds <= kinds <= most + wilds:
            mask |= shape.waits(keys, wilds)
    return mask


SEVEN_PAIRS = Shape(14, _seven_pairs, (0, 7), _odd_tables)
"""七对: four alike are two pairs."""
SEVEN_DIFFERENT_PAIRS = Shape(14, _seven_different_pairs, (7, 7), _kinds_tables)
"""七对 of seven kinds."""
EIGHT_PAIRS_AND_SINGLE = Shape(17, _eight_pairs_and_single, (0, 9), _odd_tables)
"""Eight pairs and any single tile; four alike are two pairs."""
SEVEN_PAIRS_AND_TRIPLET = Shape(17, _seven_pairs_and_triplet, (0, 8), _odd_and_kinds_tables)
"""八对半: seven pairs and a triplet; four alike are two pairs."""
THIRTEEN_ORPHANS = Shape(14, _thirteen_orphans, (12, 13), _orphans_tables)
"""十三幺: every terminal and honour, one of them twice."""
THIRTEEN_UNRELATED = Shape(14, _unrelated(3), (13, 13), _spread_tables)
"""十三烂: fourteen different tiles, no two of a suit closer than three ranks."""
THIRTEEN_UNRELATED_CLOSE = Shape(14, _unrelated(2), (13, 13), _close_tables)
"""十三烂 where two ranks apart will do."""
