"""Sets and a pair, with wilds: is it a win, what does it wait for, how far is it, which draw helps.

A hand is four base-5 *keys* (characters, dots, bamboo, honours; digit r counts the natural copies of rank
r) and the number of wilds held, at most `MOST_WILDS`. Copies of the wild kind are wilds and stand in no
key. Exposed melds are left out: the number of tiles says how many sets are still to make.

The win table has one byte for a block's key, `w0 * 8 + flag`: w0 wilds turn *all* its tiles into sets; with
the flag one wild fewer turns them into sets and the pair, without it two more are needed. Nothing else can
happen, because a pair and a wild are a triplet, two wilds are a pair, and tiles come in threes. So four
bytes are added, and the sum tells the wilds needed. The distance tables have a class for each key, which
names a vector: tiles to add so that the block holds at least 0-5 sets, without and with a pair; two blocks
are joined by the cheapest split, remembered. Functions here are called thousands of times a second: they
read tables and local names.
"""

from collections.abc import Iterable, Sequence
from operator import add as plus

from engine.tiles import PLAYING_KINDS, Kind
from engine.winning_tables import ENTRIES, FAR, MOST_COST, NeedTable, Vector, load

Keys = tuple[int, int, int, int]

ALL_KINDS = (1 << PLAYING_KINDS) - 1
"""The mask of every playing kind."""
MOST_WILDS = 5
"""Answers are exact up to this many wilds, two fewer than a block of the win table can tell."""
NO_TILES: Keys = (0, 0, 0, 0)
WEIGHT: tuple[tuple[int, int], ...] = tuple((kind // 9, 5 ** (kind % 9)) for kind in range(PLAYING_KINDS))
"""Per kind its block and what one copy adds to the block's key."""

REMEMBERED = 1 << 17  # entries of a memo that grows with the keys seen; then it starts afresh


def pack(counts: Sequence[int]) -> Keys:
    """The keys of a hand given as copies per kind, 0-4 each; flowers after the 34 kinds are not read."""
    c = counts
    return (
        c[0] + 5 * c[1] + 25 * c[2] + 125 * c[3] + 625 * c[4]
        + 3125 * c[5] + 15625 * c[6] + 78125 * c[7] + 390625 * c[8],
        c[9] + 5 * c[10] + 25 * c[11] + 125 * c[12] + 625 * c[13]
        + 3125 * c[14] + 15625 * c[15] + 78125 * c[16] + 390625 * c[17],
        c[18] + 5 * c[19] + 25 * c[20] + 125 * c[21] + 625 * c[22]
        + 3125 * c[23] + 15625 * c[24] + 78125 * c[25] + 390625 * c[26],
        c[27] + 5 * c[28] + 25 * c[29] + 125 * c[30] + 625 * c[31] + 3125 * c[32] + 15625 * c[33],
    )  # fmt: skip


def pack_tiles(tiles: Iterable[Kind]) -> Keys:
    """The keys of a row of tiles, at most four of a kind."""
    m = p = s = z = 0
    for tile in tiles:
        block, weight = WEIGHT[tile]
        if block == 0:
            m += weight
        elif block == 1:
            p += weight
        elif block == 2:
            s += weight
        else:
            z += weight
    return m, p, s, z


def unpack(keys: Keys) -> list[int]:
    """Copies per kind, 34 numbers: the inverse of `pack`."""
    return [keys[block] // weight % 5 for block, weight in WEIGHT]


def add(keys: Keys, kind: Kind, copies: int = 1) -> Keys:
    """The keys with `copies` more of a kind (fewer if negative); the caller sees to it that 0-4 remain."""
    m, p, s, z = keys
    block, weight = WEIGHT[kind]
    if block == 0:
        return m + copies * weight, p, s, z
    if block == 1:
        return m, p + copies * weight, s, z
    if block == 2:
        return m, p, s + copies * weight, z
    return m, p, s, z + copies * weight


def kinds_in(mask: int) -> list[Kind]:
    """The kinds of a mask, ascending."""
    return [kind for kind in range(PLAYING_KINDS) if mask >> kind & 1]


def mask_of(kinds: Iterable[Kind]) -> int:
    """The mask of some playing kinds."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


def _wilds_for_pair(total: int) -> int:
    """Wilds that a sum of win bytes asks for when one block takes the pair."""
    return (total >> 3) - 1 if total & 7 else (total >> 3) + 2


_SUMS = 4 * 8 * (MOST_COST + 1) + 1  # sums of four win bytes are below this
_TABLES = load()
_WIN, _WIN_HONOURS = _TABLES.win_suit, _TABLES.win_honours
_WILDS_NEEDED = tuple(_wilds_for_pair(total) for total in range(_SUMS))


def is_win(keys: Keys, wilds: int = 0) -> bool:
    """Whether 3n+2 tiles, wilds included, are n sets and a pair. A wild may be a fifth copy."""
    m, p, s, z = keys
    return _WILDS_NEEDED[_WIN[m] + _WIN[p] + _WIN[s] + _WIN_HONOURS[z]] <= wilds


def all_sets(keys: Keys, wilds: int = 0) -> bool:
    """Whether 3n tiles, wilds included, are n sets without a pair.

    So a pair of two wilds (金雀) is `all_sets(keys, wilds - 2)`, and a hand whose last wild waits
    for any tile at all (游金) is `all_sets(keys, wilds - 1)`.
    """
    m, p, s, z = keys
    return (_WIN[m] + _WIN[p] + _WIN[s] + _WIN_HONOURS[z]) >> 3 <= wilds


# Waits. A key's masks stand in one tuple: ranks that bring w0 down to 0...MOST_WILDS + 1, then those that
# bring the cost with a pair down to 0...MOST_WILDS, then none. The other three blocks decide the place.
_PAIR_MASKS = MOST_WILDS + 2
_NO_MASK = _PAIR_MASKS + MOST_WILDS + 1


def _mask_place(others: int, wilds: int) -> int:
    """Which mask of a block counts if the other three sum up to `others`."""
    left = wilds - (others >> 3)
    if others & 7 and left >= -1:
        return left + 1  # the pair stands elsewhere and saves a wild there
    return _PAIR_MASKS + left if left >= 0 else _NO_MASK


_MASK_PLACE = tuple(
    bytes(_mask_place(others, wilds) for others in range(_SUMS)) for wilds in range(MOST_WILDS + 1)
)


class _WaitMasks(dict[int, tuple[int, ...]]):
    """Key of a block → its masks, computed when first asked for. Ranks held four times are in none."""

    def __init__(self, table: bytes, ranks: int) -> None:
        super().__init__()
        self._table = table
        self._weights = tuple((1 << rank, 5**rank) for rank in range(ranks))
        self._shared: dict[tuple[int, ...], tuple[int, ...]] = {}

    def __missing__(self, key: int) -> tuple[int, ...]:
        if len(self) >= REMEMBERED:
            self.clear()
        places = [0] * (_NO_MASK + 1)
        for bit, weight in self._weights:
            if key // weight % 5 < 4:
                byte = self._table[key + weight]
                if byte >> 3 < _PAIR_MASKS:
                    places[byte >> 3] |= bit
                if _WILDS_NEEDED[byte] <= MOST_WILDS:
                    places[_PAIR_MASKS + _WILDS_NEEDED[byte]] |= bit
        for place in range(1, _NO_MASK):
            if place != _PAIR_MASKS:
                places[place] |= places[place - 1]
        masks = tuple(places)
        self[key] = masks = self._shared.setdefault(masks, masks)
        return masks


_SUIT_WAITS, _HONOUR_WAITS = _WaitMasks(_WIN, 9), _WaitMasks(_WIN_HONOURS, 7)


def waits(keys: Keys, wilds: int = 0) -> int:
    """The mask of natural kinds that complete 3n+1 tiles, wilds included; none that is held four times.

    The caller masks it with the kinds in play. A further wild is `is_win(keys, wilds + 1)`.
    """
    m, p, s, z = keys
    in_m, in_p, in_s, in_z = _WIN[m], _WIN[p], _WIN[s], _WIN_HONOURS[z]
    total = in_m + in_p + in_s + in_z
    if _WILDS_NEEDED[total] > wilds + 1:
        return 0  # no natural tile does what a wild cannot
    place = _MASK_PLACE[wilds]
    return (
        _SUIT_WAITS[m][place[total - in_m]]
        | _SUIT_WAITS[p][place[total - in_p]] << 9
        | _SUIT_WAITS[s][place[total - in_s]] << 18
        | _HONOUR_WAITS[z][place[total - in_z]] << 27
    )


class _Vectors(list[Vector]):
    """The vectors by number: those of the tables first, then what joining them makes."""

    def __init__(self, table: NeedTable) -> None:
        super().__init__(table.vectors)
        self._numbers = {vector: number for number, vector in enumerate(self)}

    def number(self, vector: Vector) -> int:
        """The number of a vector, a new one if need be."""
        number = self._numbers.setdefault(vector, len(self))
        if number == len(self):
            self.append(vector)
        return number


class _Joined(dict[int, int]):
    """`a << 16 | b` → the number of the vector of both blocks together, a pair in one of them."""

    def __init__(self, vectors: _Vectors) -> None:
        super().__init__()
        self._vectors = vectors

    def __missing__(self, pair: int) -> int:
        a, b = pair >> 16, pair & 0xFFFF
        x, y = self._vectors[a], self._vectors[b]
        best = [FAR] * ENTRIES
        for i in range(6):
            plain, paired = x[i], x[6 + i]
            for j in range(6 - i):
                cost = plain + y[j]
                if cost < best[i + j]:
                    best[i + j] = cost
                cost, other = paired + y[j], plain + y[6 + j]
                if other < cost:
                    cost = other
                if cost < best[6 + i + j]:
                    best[6 + i + j] = cost
        self[pair] = self[b << 16 | a] = number = self._vectors.number(tuple(best))
        return number


class _Final(dict[int, int]):
    """`a << 20 | b << 4 | sets` → tiles to add so that the two blocks hold the sets and a pair."""

    def __init__(self, vectors: _Vectors) -> None:
        super().__init__()
        self._vectors = vectors

    def __missing__(self, asked: int) -> int:
        x, y, sets = self._vectors[asked >> 20], self._vectors[asked >> 4 & 0xFFFF], asked & 15
        pair_in_first = map(plus, x[6 : 7 + sets], y[sets::-1])
        pair_in_second = map(plus, x[: sets + 1], y[6 + sets : 5 : -1])
        least: int = min(min(pair_in_first), min(pair_in_second))
        self[asked] = least
        return least


class _Splits(dict[int, int]):
    """`a << 20 | rest << 4 | sets` → which entries of block a's vector take part in a cheapest split.

    A tile lowers an entry by one at most, so no other entry of the block can bring the whole hand nearer.
    """

    def __init__(self, vectors: _Vectors) -> None:
        super().__init__()
        self._vectors = vectors

    def __missing__(self, asked: int) -> int:
        x, y, sets = self._vectors[asked >> 20], self._vectors[asked >> 4 & 0xFFFF], asked & 15
        pair_there = list(map(plus, x[: sets + 1], y[6 + sets : 5 : -1]))
        pair_here = list(map(plus, x[6 : 7 + sets], y[sets::-1]))
        least = min(min(pair_there), min(pair_here))
        split = 0
        for i in range(sets + 1):
            split |= (pair_there[i] == least) << i | (pair_here[i] == least) << 6 + i
        self[asked] = split
        return split


class _Lowered(dict[int, int]):
    """`a << 16 | b` → which entries of vector b are lower than those of vector a."""

    def __init__(self, vectors: _Vectors) -> None:
        super().__init__()
        self._vectors = vectors

    def __missing__(self, pair: int) -> int:
        x, y = self._vectors[pair >> 16], self._vectors[pair & 0xFFFF]
        lowered = 0
        for entry in range(ENTRIES):
            lowered |= (y[entry] < x[entry]) << entry
        self[pair] = lowered
        return lowered


class _Gains(dict[int, int]):
    """`key << 12 | split` → the ranks one more copy of which lowers an entry of the split."""

    def __init__(self, table: bytes, lowered: _Lowered, ranks: int) -> None:
        super().__init__()
        self._table, self._lowered = table, lowered
        self._weights = tuple((1 << rank, 5**rank) for rank in range(ranks))

    def __missing__(self, asked: int) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        table, lowered, key = self._table, self._lowered, asked >> 12
        now, ranks = table[key] << 16, 0
        for bit, weight in self._weights:
            if key // weight % 5 < 4 and lowered[now | table[key + weight]] & asked:
                ranks |= bit
        self[asked] = ranks
        return ranks


class _Distance:
    """A pair of distance tables with what has been learnt from them."""

    __slots__ = ("final", "honour_gains", "honours", "joined", "splits", "suit", "suit_gains")

    def __init__(self, table: NeedTable) -> None:
        vectors = _Vectors(table)
        self.suit, self.honours = table.suit, table.honours
        self.joined, self.final, self.splits = _Joined(vectors), _Final(vectors), _Splits(vectors)
        lowered = _Lowered(vectors)
        self.suit_gains, self.honour_gains = _Gains(self.suit, lowered, 9), _Gains(self.honours, lowered, 7)


_FREE, _STRICT = _Distance(_TABLES.free), _Distance(_TABLES.strict)


def need(keys: Keys, sets: int, *, strict: bool = False) -> int:
    """Fewest tiles, wilds held among them, to add to the keys for `sets` sets (0-5) and a pair.

    With `strict` no kind may be used more than four times: for games without wilds.
    """
    tables = _STRICT if strict else _FREE
    m, p, s, z = keys
    suit, joined = tables.suit, tables.joined
    front, back = joined[suit[m] << 16 | suit[p]], joined[suit[s] << 16 | tables.honours[z]]
    return tables.final[front << 20 | back << 4 | sets]


def needs_without(keys: Keys, kinds: Iterable[Kind], sets: int, *, strict: bool = False) -> list[int]:
    """`need` with one copy of each of these kinds taken away in its turn; the hand holds them all."""
    tables = _STRICT if strict else _FREE
    m, p, s, z = keys
    suit, honours, joined, final = tables.suit, tables.honours, tables.joined, tables.final
    in_m, in_p, in_s, in_z = suit[m], suit[p], suit[s], honours[z]
    front, back = joined[in_m << 16 | in_p] << 20 | sets, joined[in_s << 16 | in_z] << 4 | sets
    needs = []
    for kind in kinds:
        block, weight = WEIGHT[kind]
        if block == 0:
            needs.append(final[joined[suit[m - weight] << 16 | in_p] << 20 | back])
        elif block == 1:
            needs.append(final[joined[in_m << 16 | suit[p - weight]] << 20 | back])
        elif block == 2:
            needs.append(final[joined[suit[s - weight] << 16 | in_z] << 4 | front])
        else:
            needs.append(final[joined[in_s << 16 | honours[z - weight]] << 4 | front])
    return needs


def shanten(keys: Keys, sets: int, wilds: int = 0, *, strict: bool = False) -> int:
    """向听: tiles missing to be ready, -1 when complete."""
    return max(need(keys, sets, strict=strict) - wilds - 1, -1)


def useful(keys: Keys, sets: int, *, strict: bool = False) -> int:
    """The mask of natural kinds one more of which lowers `need`; a kind held four times is not among them."""
    tables = _STRICT if strict else _FREE
    m, p, s, z = keys
    suit, joined, splits, gains = tables.suit, tables.joined, tables.splits, tables.suit_gains
    in_m, in_p, in_s, in_z = suit[m], suit[p], suit[s], tables.honours[z]
    front, back = joined[in_m << 16 | in_p], joined[in_s << 16 | in_z]
    return (
        gains[m << 12 | splits[in_m << 20 | joined[in_p << 16 | back] << 4 | sets]]
        | gains[p << 12 | splits[in_p << 20 | joined[in_m << 16 | back] << 4 | sets]] << 9
        | gains[s << 12 | splits[in_s << 20 | joined[front << 16 | in_z] << 4 | sets]] << 18
        | tables.honour_gains[z << 12 | splits[in_z << 20 | joined[front << 16 | in_s] << 4 | sets]] << 27
    )
