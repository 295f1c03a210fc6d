"""Slow answers to compare the tables with, and random hands. Hands are lists of 34 counts beside a number of wilds.

Nothing here knows the tables: groups are tried one after the other, definitions are taken literally.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

Counts = list[int]
Ranks = tuple[int, ...]
FAR = 99

RUNS = [(low, low + 1, low + 2) for low in range(27) if low % 9 < 7]
SETS = [(kind,) * 3 for kind in range(34)]
ORPHANS: list[int] = [0, 8, 9, 17, 18, 26, *range(27, 34)]


# ------------------------------------------------------------------------------------------------ random hands


def random_hand(rnd: Random, tiles: int, kinds: Sequence[int] = range(34)) -> Counts:
    """So many tiles off a shuffled wall of four of each kind."""
    drawn = Counter(rnd.sample([kind for kind in kinds for _ in range(4)], tiles))
    return [drawn[kind] for kind in range(34)]


def complete_hand(rnd: Random, sets: int, kinds: Sequence[int] = range(34)) -> Counts:
    """Sets and a pair, runs as likely as triplets, at most four of a kind."""
    groups = [group for group in RUNS + SETS if set(group) <= set(kinds)]
    while True:
        tiles = Counter(tile for _ in range(sets) for tile in rnd.choice(groups))
        tiles[rnd.choice(list(kinds))] += 2
        if max(tiles.values()) <= 4:
            return [tiles[kind] for kind in range(34)]


def tiles_of(counts: Counts) -> list[int]:
    return [kind for kind, copies in enumerate(counts) for _ in range(copies)]


def without(rnd: Random, counts: Counts, tiles: int) -> Counts:
    """The hand with some tiles taken out at random."""
    gone = Counter(rnd.sample(tiles_of(counts), tiles))
    return [copies - gone[kind] for kind, copies in enumerate(counts)]


def swapped(rnd: Random, counts: Counts, tiles: int) -> Counts:
    """The hand with some tiles exchanged at random, at most four of a kind."""
    hand = without(rnd, counts, tiles)
    for _ in range(tiles):
        hand[rnd.choice([kind for kind in range(34) if hand[kind] < 4])] += 1
    return hand


def one_suit_or_all(rnd: Random) -> Sequence[int]:
    """Kinds to make a hand of: mostly everything, sometimes a suit or two, with or without honours."""
    return rnd.choice([range(34), range(27), range(18), range(9, 18), [*range(18, 27), *range(27, 34)]])


# ------------------------------------------------------------------------------------------- sets and a pair


def splits_into_sets(counts: Counts) -> bool:
    """Whether natural tiles are sets and nothing else."""
    lowest = next((kind for kind in range(34) if counts[kind]), None)
    if lowest is None:
        return True
    for group in RUNS + SETS:
        if group[0] == lowest and all(counts[kind] >= group.count(kind) for kind in group):
            rest = list(counts)
            for kind in group:
                rest[kind] -= 1
            if splits_into_sets(rest):
                return True
    return False


def wins_without_wilds(counts: Counts) -> bool:
    """Whether natural tiles are sets and a pair."""
    for kind in range(34):
        if counts[kind] >= 2:
            rest = list(counts)
            rest[kind] -= 2
            if splits_into_sets(rest):
                return True
    return False


def wins_by_substitution(counts: Counts, wilds: int) -> bool:
    """Every wild replaced by every kind in turn."""
    for faces in combinations_with_replacement(range(34), wilds):
        hand = list(counts)
        for kind in faces:
            hand[kind] += 1
        if wins_without_wilds(hand):
            return True
    return False


@lru_cache(maxsize=1 << 18)
def wilds_to_finish(ranks: Ranks, with_pair: bool) -> int:
    """Fewest wilds that put every tile of a suit (nine ranks) or the honours (seven) into a set or the pair."""
    low = next((rank for rank, copies in enumerate(ranks) if copies), None)
    if low is None:
        return 2 if with_pair else 0
    best = 2 + wilds_to_finish(ranks, False) if with_pair else FAR
    groups = [(low,) * 3] + [(low,) * 2] * with_pair
    if len(ranks) == 9:
        groups += [(start, start + 1, start + 2) for start in range(low - 2, low + 1) if 0 <= start <= 6]
    for group in groups:
        others = list(group)
        others.remove(low)
        for natural in product((True, False), repeat=len(others)):
            rest = list(ranks)
            rest[low] -= 1
            for rank, held in zip(others, natural, strict=True):
                rest[rank] -= held
            if min(rest) >= 0:
                cost = natural.count(False)
                best = min(best, cost + wilds_to_finish(tuple(rest), with_pair and len(group) == 3))
    return best


def blocks_of(counts: Counts) -> list[Ranks]:
    return [tuple(counts[start : start + 9]) for start in (0, 9, 18, 27)]


def wins(counts: Counts, wilds: int) -> bool:
    """Whether 3n+2 tiles are sets and a pair. What is left over is wilds by threes."""
    blocks = blocks_of(counts)
    return any(
        sum(wilds_to_finish(block, block_number == place) for block_number, block in enumerate(blocks))
        <= wilds
        for place in range(4)
    )


def waiting_for(counts: Counts, wilds: int) -> int:
    """Mask of the kinds that complete the hand."""
    mask = 0
    for kind in range(34):
        if counts[kind] < 4:
            counts[kind] += 1
            mask |= wins(counts, wilds) << kind
            counts[kind] -= 1
    return mask


def wins_after_swaps(counts: Counts, wilds: int, swaps: int) -> bool:
    """Whether some `swaps` tiles, replaced by wilds, make the hand win."""
    for gone in set(combinations(tiles_of(counts), swaps)):
        rest = list(counts)
        for kind in gone:
            rest[kind] -= 1
        if wins(rest, wilds + swaps):
            return True
    return False


@lru_cache(maxsize=1 << 18)
def _most_kept(ranks: Ranks) -> tuple[int, ...]:
    """Entry pair * 6 + sets: most tiles of a block that find a place in so many sets, begun ones too, and a pair."""
    low = next((rank for rank, copies in enumerate(ranks) if copies), None)
    if low is None:
        return (0,) * 12

    def after(*taken: int) -> tuple[int, ...] | None:
        rest = list(ranks)
        for rank in taken:
            rest[rank] -= 1
        return _most_kept(tuple(rest)) if min(rest) >= 0 else None

    best = list(_most_kept((*ranks[:low], ranks[low] - 1, *ranks[low + 1 :])))
    groups = [(low,), (low, low), (low, low, low)]
    if len(ranks) == 9:
        groups += [
            (low, *(low + step for step in steps)) for steps in ((1,), (2,), (1, 2)) if low + max(steps) < 9
        ]
    for group in groups:
        rest = after(*group)
        if rest is None:
            continue
        for entry in range(12):
            if entry % 6:
                best[entry] = max(best[entry], rest[entry - 1] + len(group))
            if entry >= 6 and group in ((low,), (low, low)):
                best[entry] = max(best[entry], rest[entry - 6] + len(group))
    return tuple(best)


def need(counts: Counts, sets: int) -> int:
    """Tiles to add for sets and a pair, with no limit on copies: what is not kept."""
    total = [0] * 12
    for block in blocks_of(counts):
        kept = _most_kept(block)
        total = [
            max(
                total[pair * 6 + mine] + kept[other * 6 + size - mine]
                for mine in range(size + 1)
                for pair, other in ([(0, 0)] if with_pair == 0 else [(1, 0), (0, 1)])
            )
            for with_pair in (0, 1)
            for size in range(6)
        ]
    return 3 * sets + 2 - total[6 + sets]


# ------------------------------------------------------------------------------------------------ other shapes


def need_of_parts(
    counts: Counts, *, pairs: int, triplets: int = 0, singles: int = 0, different: bool = False
) -> int:
    """Tiles to add for so many pairs, triplets and singles, chosen kind by kind."""
    cheapest = {(0, 0, 0): 0}
    for held in counts:
        then: dict[tuple[int, int, int], int] = {}
        for (a, b, c), cost in cheapest.items():
            for more in product(range(2 if different else 3), range(triplets + 1), range(singles + 1)):
                copies = 2 * more[0] + 3 * more[1] + more[2]
                place = (a + more[0], b + more[1], c + more[2])
                price = cost + max(0, copies - held)
                if place[0] <= pairs and place[1] <= triplets and place[2] <= singles:
                    then[place] = min(price, then.get(place, FAR))
        cheapest = then
    return cheapest[pairs, triplets, singles]


def need_of_orphans(counts: Counts) -> int:
    """Tiles to add for one of each orphan and one more of any of them."""
    missing = [sum(max(0, 1 + int(kind == twice) - counts[kind]) for kind in ORPHANS) for twice in ORPHANS]
    return min(missing)


def spread_ranks(gap: int) -> list[Ranks]:
    """All sets of ranks that are at least `gap` apart."""
    return [
        ranks
        for size in range(10)
        for ranks in combinations(range(9), size)
        if all(b - a >= gap for a, b in combinations(ranks, 2))
    ]


def need_of_unrelated(counts: Counts, gap: int) -> int:
    """Tiles to add for fourteen: spread ranks in each suit and different honours, all choices tried."""
    honours = sum(copies > 0 for copies in counts[27:])
    choices = [
        {(len(ranks), sum(counts[start + rank] > 0 for rank in ranks)) for ranks in spread_ranks(gap)}
        for start in (0, 9, 18)
    ]
    needs = []
    for chosen in product(*choices):
        in_suits = sum(size for size, _ in chosen)
        if 7 <= in_suits <= 14:
            needs.append(14 - sum(held for _, held in chosen) - min(14 - in_suits, honours))
    return min(needs)


# --------------------------------------------------------------------------------------------------- readings

Group = tuple[str, int, int]  # "run", "set" or "pair"; lowest kind, -1 if all wild; mask of the wild places


def _groups_at(
    low: int, natural: Sequence[int], wild: Sequence[int]
) -> Iterator[tuple[str, list[int], list[bool]]]:
    """Groups whose lowest face is `low`, of tiles at hand: name, faces, which are wild."""
    shapes = [("set", [low] * 3), ("pair", [low] * 2)]
    if low < 27 and low % 9 < 7:
        shapes.append(("run", [low, low + 1, low + 2]))
    for name, faces in shapes:
        for wilds in product((False, True), repeat=len(faces)):
            if name != "run" and list(wilds) != sorted(wilds):
                continue
            if all(
                sum(w for f, w in zip(faces, wilds, strict=True) if f == face) <= wild[face]
                and sum(not w for f, w in zip(faces, wilds, strict=True) if f == face) <= natural[face]
                for face in faces
            ):
                yield name, faces, list(wilds)


def _divisions(natural: Counts, wild: Counts, pairs: int, sets: int) -> Iterator[tuple[Group, ...]]:
    low = next((kind for kind in range(34) if natural[kind] or wild[kind]), None)
    if low is None:
        if not pairs and not sets:
            yield ()
        return
    for name, faces, wilds in _groups_at(low, natural, wild):
        if (pairs if name == "pair" else sets) == 0:
            continue
        left, left_wild = list(natural), list(wild)
        for face, is_wild in zip(faces, wilds, strict=True):
            (left_wild if is_wild else left)[face] -= 1
        mask = sum(is_wild << place for place, is_wild in enumerate(wilds))
        group = (name, -1 if all(wilds) else low, mask)
        for rest in _divisions(left, left_wild, pairs - (name == "pair"), sets - (name != "pair")):
            yield (group, *rest)


def all_readings(
    counts: Counts, wilds: int, *, kinds: Sequence[int], pairs: int, sets: int, runs: bool = True
) -> set[tuple[Group, ...]]:
    """Every division of the hand for every choice of faces, groups of wilds alone made nameless."""
    found = set()
    for faces in combinations_with_replacement(kinds, wilds):
        wild = [faces.count(kind) for kind in range(34)]
        for groups in _divisions(list(counts), wild, pairs, sets):
            if runs or all(name != "run" for name, _, _ in groups):
                found.add(tuple(sorted(groups)))
    return found
