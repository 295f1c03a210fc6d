"""胡 and 台 as Fuding and Longgang count them: sets and kongs by size, doublings, what wilds may be read as.

A winner's hand is one `Spread`: melds beside the groups of a reading in which every wild has a face. A loser's wilds
complete sets beside natural tiles, or nothing: `fills`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from engine.melds import Meld, MeldKind
from engine.readings import ANY_FACE, Group, GroupKind, Reading
from engine.scoring import Counted, Fan
from engine.tiles import GREEN, HONOURS, RED, WHITE, WINDS, Kind, is_big
from engine.winning import Keys, mask_of, pack_tiles

FACES = mask_of(kind for kind in range(34) if kind != WHITE)
"""What a wild may stand for: neither game has 白 among the tiles of a hand."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a hand counts: its 胡 and its 台, item by item."""

    hu_items: tuple[Fan, ...] = ()
    tai_items: tuple[Fan, ...] = ()

    @property
    def hu(self) -> int:
        return sum([fan.value for fan in self.hu_items])

    @property
    def tai(self) -> int:
        return sum([fan.value for fan in self.tai_items])


@dataclass(frozen=True, slots=True)
class Scale:
    """How 胡 and 台 become a total: rounding to tens before or after doubling, most doublings, limit."""

    limit: int
    tens_before: bool = False
    tens_after: bool = False
    most_tai: int = 99

    def total(self, hu: int, tai: int) -> int:
        """T: 胡 doubled once per 台, no more than the limit."""
        return min(self.limit, self._product(hu, tai))

    def _product(self, hu: int, tai: int) -> int:
        made = (ceil10(hu) if self.tens_before else hu) << min(tai, self.most_tai)
        return ceil10(made) if self.tens_after else made

    def best(self, counts: Iterable[Count]) -> Count:
        """The count with the highest total; of equal ones that with more 台, then more 胡."""
        return max(counts, key=lambda count: (self.total(count.hu, count.tai), count.tai, count.hu))

    def counted(self, count: Count) -> Counted:
        """The count in its parts, with the arithmetic of its total."""
        points = self.total(count.hu, count.tai)
        return Counted((*count.hu_items, *count.tai_items), self.formula(count, points))

    def formula(self, count: Count, points: int) -> str:
        """The arithmetic of a total, such as `(4+4+4+20)→40 ×2¹ = 80`; an arrow leads to a rounding or a limit."""
        parts = [str(fan.value) for fan in count.hu_items if fan.value] or ["0"]
        text = f"({'+'.join(parts)})" if len(parts) > 1 else parts[0]
        value, tai = count.hu, min(count.tai, self.most_tai)
        if self.tens_before and value != ceil10(value):
            value = ceil10(value)
            text += f"→{value}"
        if tai:
            value <<= tai
            text += f" ×2{str(tai).translate(_SUPERSCRIPT)} = {value}"
        elif text.endswith(")"):
            text += f" = {value}"
        for step in (self._product(count.hu, count.tai), points):
            if step != value:
                value = step
                text += f"→{value}"
        return text


_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def ceil10(number: int) -> int:
    """The number rounded up to a multiple of ten."""
    return -(-number // 10) * 10


@dataclass(frozen=True, slots=True)
class Verdict:
    """A rightful win: T, what explains it, and whether the other three count nothing."""

    points: int
    fans: tuple[Fan, ...]
    formula: str
    others_zero: bool


# -- sets and kongs: FD-45, LG-37


_SET_NAMES = {
    (False, False): ("hu_open_set", "明刻", "open set", 2),
    (True, False): ("hu_concealed_set", "暗刻", "concealed set", 4),
    (False, True): ("hu_open_kong", "明杠", "open kong", 8),
    (True, True): ("hu_concealed_kong", "暗杠", "concealed kong", 16),
}


@cache
def set_fan(tile: Kind, *, concealed: bool, kong: bool = False) -> Fan:
    """明刻 2, 暗刻 4, 明杠 8, 暗杠 16 胡; twice as much for a big tile (FD-45, LG-37)."""
    code, name, english, value = _SET_NAMES[concealed, kong]
    return Fan(code, name, english, value * (2 if is_big(tile) else 1))


def meld_fans(melds: Iterable[Meld]) -> list[Fan]:
    """The 胡 of pungs and kongs that lie on the table; chows have none."""
    return [
        set_fan(meld.tile, concealed=not meld.is_open, kong=meld.is_kong)
        for meld in melds
        if meld.kind is not MeldKind.CHOW
    ]


def meld_sets(melds: Iterable[Meld]) -> list[Kind]:
    """The kinds of pungs and kongs."""
    return [meld.tile for meld in melds if meld.kind is not MeldKind.CHOW]


_DRAGON_TAI = {
    RED: Fan("tai_zhong", "中", "red dragon set", 1),
    GREEN: Fan("tai_fa", "发", "green dragon set", 1),
}


def honour_tai(sets: Iterable[Kind], wind: Kind, wind_fan: Fan) -> list[Fan]:
    """中, 发 and own wind: one 台 for each such set or kong (FD-46, LG-40)."""
    tai = _DRAGON_TAI | {wind: wind_fan}
    return [tai[kind] for kind in sets if kind in tai]


# -- the winner's readings


@dataclass(frozen=True, slots=True)
class Spread:
    """A complete hand with all its groups, every wild with a face."""

    melds: tuple[Meld, ...]
    groups: tuple[Group, ...]
    sets: tuple[Kind, ...]
    """Kinds of all sets and kongs, melded or concealed."""
    runs: int
    kinds: int
    """The mask of everything that lies or is stood for."""

    @property
    def suits(self) -> int:
        """How many of the three suits occur."""
        kinds = self.kinds
        return bool(kinds & 0x1FF) + bool(kinds & 0x1FF << 9) + bool(kinds & 0x1FF << 18)

    @property
    def honours(self) -> bool:
        """Whether a wind or dragon occurs."""
        return self.kinds >> 27 != 0

    @property
    def pairs(self) -> tuple[Kind, ...]:
        """The kinds of the pair, or of the seven of 八对半."""
        return tuple(group.tile for group in self.groups if group.kind is GroupKind.PAIR)

    def only(self, kinds: int) -> bool:
        """Whether nothing but kinds of this mask occurs."""
        return not self.kinds & ~kinds

    def is_full_flush(self) -> bool:
        """清一色: one suit, no honour."""
        return self.suits == 1 and not self.honours

    def is_half_flush(self) -> bool:
        """混一色: one suit and at least one honour."""
        return self.suits == 1 and self.honours

    def is_all_honours(self) -> bool:
        """字一色: honours only."""
        return self.suits == 0

    def is_big_four_winds(self) -> bool:
        """大四喜: sets or kongs of all four winds."""
        return set(WINDS) <= set(self.sets)


def spread(melds: Sequence[Meld], groups: Sequence[Group]) -> Spread:
    """The spread of melds and groups with definite faces."""
    kinds, runs, sets = 0, 0, meld_sets(melds)
    for meld in melds:
        kinds |= mask_of(meld.tiles)
        runs += meld.kind is MeldKind.CHOW
    for group in groups:
        if group.kind is GroupKind.RUN:
            runs += 1
            kinds |= 0b111 << group.tile
        else:
            kinds |= 1 << group.tile
            if group.kind is GroupKind.SET:
                sets.append(group.tile)
    return Spread(tuple(melds), tuple(groups), tuple(sets), runs, kinds)


_SET_FACES = (0, 9, 18, 19, *(kind for kind in HONOURS if kind != WHITE))
"""A set or pair of wilds is worth as much with one of these faces as with any other: 1 of each suit, 2 条 (for 绿一色),
each honour."""
_RUN_FACES = (0, 9, 18, 19)


@lru_cache(maxsize=1 << 12)
def _faced(group: Group) -> tuple[Group, ...]:
    if group.tile != ANY_FACE:
        return (group,)
    faces = _RUN_FACES if group.kind is GroupKind.RUN else _SET_FACES
    return tuple(Group(group.kind, face, group.wilds) for face in faces)


def spreads(melds: Sequence[Meld], found: Iterable[Reading]) -> Iterator[Spread]:
    """Every reading beside the melds; groups of wilds alone with each face that can matter."""
    for reading in found:
        for groups in product(*map(_faced, reading.groups)):
            yield spread(melds, groups)


def places(group: Group, tile: Kind, *, wild: bool) -> list[int]:
    """Where in the group the winning tile can stand: a natural place of its kind; a drawn wild, any wild place."""
    return [
        place
        for place, face in enumerate(group.faces)
        if group.wilds >> place & 1 == wild and (wild or face == tile)
    ]


def natural_keys(tiles: Iterable[Kind], wilds: Iterable[Kind]) -> tuple[Keys, int]:
    """The keys of the tiles that are no wilds, and the number of wilds; raises ValueError for flowers and 白."""
    wild_kinds = frozenset(wilds)
    natural = [tile for tile in tiles if tile not in wild_kinds]
    held = sum(1 for tile in tiles if tile in wild_kinds)
    if any(not FACES >> tile & 1 for tile in natural):
        raise ValueError("a bonus tile stands in no group")
    return pack_tiles(natural), held


# -- the loser's wilds


@dataclass(frozen=True, slots=True)
class Fill:
    """One use of a loser's wilds: concealed sets, natural or completed; natural pairs left over; wilds used."""

    sets: tuple[Kind, ...] = ()
    pairs: tuple[Kind, ...] = ()
    wilds: int = 0


def _ways(copies: int) -> frozenset[tuple[int, int, int]]:
    """How copies of one kind can stand in up to two sets: (sets, wilds used, copies left)."""
    found = set()
    for sets in range(3):
        for naturals in combinations_with_replacement((1, 2, 3), sets):
            left = copies - sum(naturals)
            if 0 <= left < 3:
                found.add((sets, 3 * sets - sum(naturals), left))
    return frozenset(found)


_WAYS = tuple(sorted(_ways(copies)) for copies in range(5))


def fills(
    tiles: Sequence[Kind], wilds: int, may_fill: Callable[[Kind], bool] = lambda _: True
) -> Iterator[Fill]:
    """Every use of `wilds` beside the natural `tiles` of a hand; `may_fill` says which kinds they may complete."""
    return _fills([(kind, tiles.count(kind)) for kind in dict.fromkeys(tiles)], wilds, may_fill)


def _fills(held: Sequence[tuple[Kind, int]], wilds: int, may_fill: Callable[[Kind], bool]) -> Iterator[Fill]:
    if not held:
        yield Fill()
        return
    kind, copies = held[0]
    for sets, used, left in _WAYS[copies]:
        if used <= wilds and (not used or may_fill(kind)):
            here = (kind,) * sets
            pair = (kind,) if left == 2 else ()
            for rest in _fills(held[1:], wilds - used, may_fill):
                yield Fill(here + rest.sets, pair + rest.pairs, used + rest.wilds)
