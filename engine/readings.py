"""Every way to read a complete hand, for scoring: which tiles make which group, and where the wilds stand.

Called on a win only. A group with a natural tile has a definite face; a group of wilds alone can be
anything and is listed once, with `ANY_FACE`, as a set, a run or the pair. Readings with the same groups are
one. Inside this module a group is its number in `_GROUPS`, and a way to divide tiles an ascending tuple of
numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import chain, product
from typing import NamedTuple

from engine.tiles import PLAYING_KINDS, Kind
from engine.winning import ALL_KINDS, NO_TILES, WEIGHT, Keys, add, all_sets, is_win, mask_of, unpack

ANY_FACE = -1
"""The tile of a group that consists of wilds alone."""


class GroupKind(Enum):
    """What a group is. A kong is a meld and in no reading."""

    RUN = "run"
    """顺子"""
    SET = "set"
    """刻子"""
    PAIR = "pair"
    """将"""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of concealed tiles: its lowest kind or `ANY_FACE`, and bit i of `wilds` set if place i is a
    wild.

    The places of a set or pair are alike; there the wilds come last.
    """

    kind: GroupKind
    tile: Kind
    wilds: int = 0

    @property
    def size(self) -> int:
        """How many tiles it has."""
        return 2 if self.kind is GroupKind.PAIR else 3

    @property
    def wild_count(self) -> int:
        """How many of them are wilds."""
        return self.wilds.bit_count()

    @property
    def faces(self) -> tuple[Kind, ...]:
        """What its tiles are or stand for; empty if that is free."""
        if self.tile == ANY_FACE:
            return ()
        if self.kind is GroupKind.RUN:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * self.size

    @property
    def naturals(self) -> tuple[Kind, ...]:
        """Those of its tiles that are no wilds."""
        return tuple(face for place, face in enumerate(self.faces) if not self.wilds >> place & 1)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand: runs and sets first, then the pair or pairs."""

    groups: tuple[Group, ...]

    @property
    def sets(self) -> tuple[Group, ...]:
        """The runs and sets."""
        return tuple(group for group in self.groups if group.kind is not GroupKind.PAIR)

    @property
    def pair(self) -> Group:
        """The pair; in a hand of pairs the last one."""
        return self.groups[-1]


_ANY_RUN = Group(GroupKind.RUN, ANY_FACE, 0b111)
_ANY_SET = Group(GroupKind.SET, ANY_FACE, 0b111)
_ANY_PAIR = Group(GroupKind.PAIR, ANY_FACE, 0b11)
_RUNS = tuple(Group(GroupKind.RUN, kind, w) for kind in range(27) if kind % 9 < 7 for w in range(7))
_SETS = tuple(Group(GroupKind.SET, kind, w) for kind in range(PLAYING_KINDS) for w in (0, 0b100, 0b110))
_PAIRS = tuple(Group(GroupKind.PAIR, kind, w) for kind in range(PLAYING_KINDS) for w in (0, 0b10))
_GROUPS = (*_RUNS, *_SETS, _ANY_RUN, _ANY_SET, *_PAIRS, _ANY_PAIR)
_NUMBER = {group: number for number, group in enumerate(_GROUPS)}

_Way = tuple[int, ...]


class _Use(NamedTuple):
    """A group whose lowest natural tile is given: what it takes, and what its wilds stand for."""

    group: int
    naturals: tuple[tuple[int, int], ...]  # per rank that is used its weight and the copies
    wilds: int
    is_pair: bool
    wild_kinds: int


@cache
def _uses(kind: Kind) -> tuple[_Use, ...]:
    """The groups whose lowest natural tile is `kind`."""
    return tuple(
        _Use(
            number,
            tuple((WEIGHT[face][1], group.naturals.count(face)) for face in sorted(set(group.naturals))),
            group.wild_count,
            group.kind is GroupKind.PAIR,
            mask_of(face for place, face in enumerate(group.faces) if group.wilds >> place & 1),
        )
        for number, group in enumerate(_GROUPS)
        if group.naturals[:1] == (kind,)
    )


@lru_cache(maxsize=1 << 14)
def _divide(block: int, key: int, wilds: int, with_pair: bool, kinds: int) -> tuple[_Way, ...]:
    """Every way to put a block and exactly `wilds` wilds into groups with a natural tile each."""
    if not key:
        return () if wilds or with_pair else ((),)
    alone = add(NO_TILES, 9 * block, key)
    if not (is_win(alone, wilds) if with_pair else all_sets(alone, wilds)):
        return ()
    rank = next(rank for rank in range(9) if key // 5**rank % 5)
    ways: set[_Way] = set()
    for use in _uses(9 * block + rank):
        if use.wilds > wilds or use.is_pair > with_pair or use.wild_kinds & ~kinds:
            continue
        if all(key // weight % 5 >= copies for weight, copies in use.naturals):
            rest = key - sum(weight * copies for weight, copies in use.naturals)
            for way in _divide(block, rest, wilds - use.wilds, with_pair and not use.is_pair, kinds):
                ways.add(tuple(sorted((use.group, *way))))
    return tuple(ways)


@cache
def _of_wilds(wilds: int, with_pair: bool, with_runs: bool) -> tuple[_Way, ...]:
    """Every way to divide wilds among themselves."""
    count, over = divmod(wilds - 2 * with_pair, 3)
    if count < 0 or over:
        return ()
    pair = (_NUMBER[_ANY_PAIR],) * with_pair
    return tuple(
        (_NUMBER[_ANY_RUN],) * runs + (_NUMBER[_ANY_SET],) * (count - runs) + pair
        for runs in range(count + 1 if with_runs else 1)
    )


@cache
def _shares(wilds: int) -> tuple[tuple[int, ...], ...]:
    """How up to so many wilds can be given to the four blocks."""
    return tuple(share for share in product(range(wilds + 1), repeat=4) if sum(share) <= wilds)


def _ways(keys: Keys, wilds: int, kinds: int) -> Iterator[_Way]:
    """Every way to divide the hand: each comes from one share of the wilds and one place of the pair."""
    with_runs = any(kinds >> run.tile & 0b111 == 0b111 for run in _RUNS)
    for pair_block in range(5):  # the fifth: the pair is two wilds
        for share in _shares(wilds):
            parts = [
                _divide(block, keys[block], share[block], block == pair_block, kinds) for block in range(4)
            ]
            parts.append(_of_wilds(wilds - sum(share), pair_block == 4, with_runs))
            for chosen in product(*parts):
                yield tuple(sorted(chain.from_iterable(chosen)))


def _as_readings(ways: Iterable[_Way]) -> tuple[Reading, ...]:
    return tuple(Reading(tuple(_GROUPS[number] for number in way)) for way in sorted(ways))


@lru_cache(maxsize=64)
def readings(keys: Keys, wilds: int = 0, *, kinds: int = ALL_KINDS) -> tuple[Reading, ...]:
    """Every way to divide 3n+2 tiles, wilds included, into n runs or sets and a pair; none if it is no win.

    A wild stands for any kind in the mask `kinds`, also for a fifth copy; natural tiles are taken as they
    are.
    """
    return _as_readings(_ways(keys, wilds, kinds))


@cache
def _splits(kind: Kind, copies: int, with_set: bool) -> tuple[tuple[_Way, int, bool], ...]:
    """How copies of a kind can stand in pairs and at most one set: groups, their wilds, if there is a set."""
    found = []
    for in_set in range(min(copies, 3) + 1 if with_set else 1):
        sets = [Group(GroupKind.SET, kind, 0b111 & -1 << in_set)] if in_set else []
        for mixed in range((copies - in_set) % 2, copies - in_set + 1, 2):
            plain = [Group(GroupKind.PAIR, kind)] * ((copies - in_set - mixed) // 2)
            groups = sets + plain + [Group(GroupKind.PAIR, kind, 0b10)] * mixed
            wilds = sum(group.wild_count for group in groups)
            found.append((tuple(_NUMBER[group] for group in groups), wilds, bool(in_set)))
    return tuple(found)


def _pair_ways(held: Sequence[tuple[Kind, int]], wilds: int, with_set: bool) -> Iterator[_Way]:
    """Every way to divide the copies held, and all the wilds, into pairs and if so asked one set."""
    if not held:
        pairs, over = divmod(wilds - 3 * with_set, 2)
        if pairs >= 0 and not over:
            yield (_NUMBER[_ANY_SET],) * with_set + (_NUMBER[_ANY_PAIR],) * pairs
        return
    for groups, used, has_set in _splits(*held[0], with_set):
        if used <= wilds:
            for way in _pair_ways(held[1:], wilds - used, with_set and not has_set):
                yield groups + way


@lru_cache(maxsize=64)
def pair_readings(keys: Keys, wilds: int = 0) -> tuple[Reading, ...]:
    """Every way to divide a hand into pairs (七对), an odd number of tiles into pairs and a set (八对半)."""
    held = [(kind, copies) for kind, copies in enumerate(unpack(keys)) if copies]
    with_set = (sum(copies for _, copies in held) + wilds) % 2 == 1
    return _as_readings(tuple(sorted(way)) for way in _pair_ways(held, wilds, with_set))
