"""Fuding's and Longgang's totals taken literally and slowly, to compare the engine with; and random hands for it.

Every wild is given every face, the tiles are grouped in every way, the winning tile is one marked tile. Nothing of the
engine's counting is used.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

EAST, WHITE, FA, ZHONG = 27, 31, 32, 33
KINDS = [kind for kind in range(34) if kind != WHITE]
BIG = {0, 8, 9, 17, 18, 26, *range(27, 34)}
GREENS = {19, 20, 21, 23, 25, FA}


@dataclass(frozen=True)
class Tile:
    """A tile with the face it is taken for."""

    face: int
    wild: bool = False
    winning: bool = False


Group = tuple[Tile, ...]


@dataclass(frozen=True)
class Hand:
    """A winner: melds as (name, kind), concealed kinds, the winning tile, wild kinds by their own numbers."""

    melds: tuple[tuple[str, int], ...]
    concealed: tuple[int, ...]
    tile: int
    drawn: bool
    wilds: frozenset[int]


def groupings(hand: Hand, pairs: bool = False) -> Iterator[list[Group]]:
    """Every way to read the concealed tiles; with `pairs` as pairs and one set."""
    natural = [Tile(kind) for kind in hand.concealed if kind not in hand.wilds]
    wilds = [kind for kind in hand.concealed if kind in hand.wilds]
    wild_win = hand.tile in hand.wilds
    if not wild_win:
        natural.append(Tile(hand.tile, winning=True))
    for faces in product(KINDS, repeat=len(wilds) + wild_win):
        if list(faces[: len(wilds)]) != sorted(faces[: len(wilds)]):
            continue
        tiles = natural + [Tile(face, wild=True) for face in faces[: len(wilds)]]
        if wild_win:
            tiles.append(Tile(faces[-1], wild=True, winning=True))
        tiles.sort(key=lambda tile: (tile.face, tile.wild, tile.winning))
        if pairs or possible(tuple(tile.face for tile in tiles), False):
            yield from into_pairs(tuple(tiles), False) if pairs else into_groups(tuple(tiles), False)


@cache
def possible(faces: tuple[int, ...], paired: bool) -> bool:
    """Whether faces alone make groups and a pair."""
    if not faces:
        return paired
    first = faces[0]
    shapes = [(first,) * 3] + ([] if paired else [(first,) * 2])
    if first < 27 and first % 9 < 7:
        shapes.append((first, first + 1, first + 2))
    for shape in shapes:
        rest = list(faces)
        if all(face in rest and rest.remove(face) is None for face in shape) and possible(
            tuple(rest), paired or len(shape) == 2
        ):
            return True
    return False


def into_groups(tiles: Group, paired: bool) -> Iterator[list[Group]]:
    """Every way to make groups and a pair of the marked tiles."""
    if not tiles:
        if paired:
            yield []
        return
    first, rest = tiles[0], tiles[1:]
    shapes = [(first.face,) * 2] + ([] if paired else [(first.face,)])
    if first.face < 27 and first.face % 9 < 7:
        shapes.append((first.face + 1, first.face + 2))
    for shape in shapes:
        for others, left in taken(shape, rest):
            for more in into_groups(left, paired or len(shape) == 1):
                yield [(first, *others), *more]


def into_pairs(tiles: Group, tripled: bool) -> Iterator[list[Group]]:
    """Every way to make pairs and one set of the marked tiles."""
    if not tiles:
        if tripled:
            yield []
        return
    for shape in [(tiles[0].face,)] + ([] if tripled else [(tiles[0].face,) * 2]):
        for others, left in taken(shape, tiles[1:]):
            for more in into_pairs(left, tripled or len(shape) == 2):
                yield [(tiles[0], *others), *more]


def taken(shape: tuple[int, ...], tiles: Group) -> Iterator[tuple[Group, Group]]:
    """Every choice of tiles with these faces, equal tiles once."""
    if not shape:
        yield (), tiles
        return
    for tile in sorted({t for t in tiles if t.face == shape[0]}, key=repr):
        at = tiles.index(tile)
        for others, left in taken(shape[1:], tiles[:at] + tiles[at + 1 :]):
            yield (tile, *others), left


def set_worth(kind: int, small: int) -> int:
    return small * (2 if kind in BIG else 1)


_MELDS = {"pung": 2, "open_kong": 8, "concealed_kong": 16}


@dataclass(frozen=True)
class Form:
    """What a grouping is, melds included."""

    sets: list[int]
    runs: int
    faces: set[int]
    set_hu: int
    pairs: list[Group]

    @property
    def suits(self) -> int:
        return len({face // 9 for face in self.faces if face < 27})

    @property
    def honours(self) -> bool:
        return any(face >= 27 for face in self.faces)


def form_of(hand: Hand, groups: list[Group]) -> Form:
    sets = [kind for name, kind in hand.melds if name != "chow"]
    chows = [kind for name, kind in hand.melds if name == "chow"]
    faces = set(sets) | {kind + step for kind in chows for step in range(3)}
    hu = sum(set_worth(kind, _MELDS[name]) for name, kind in hand.melds if name != "chow")
    runs, pairs = len(chows), []
    for group in groups:
        faces |= {tile.face for tile in group}
        if len(group) == 2:
            pairs.append(group)
        elif group[0].face == group[1].face:
            sets.append(group[0].face)
            opened = not hand.drawn and any(tile.winning for tile in group)
            hu += set_worth(group[0].face, 2 if opened else 4)
        else:
            runs += 1
    return Form(sets, runs, faces, hu, pairs)


# ---------------------------------------------------------------------------------------------------- Fuding


def fuding_total(
    hand: Hand, *, wind: int, streak: int, flowers: tuple[int, ...], cap: int = 800, min_tai: int = 0
) -> int | None:
    """FD-39, FD-45 to FD-47 for a plain win; None if no reading counts."""
    totals = []
    own = {34 + wind - EAST, 38 + wind - EAST}
    golds = [kind for kind in (*hand.concealed, hand.tile) if kind in hand.wilds]
    for groups in groupings(hand):
        form = form_of(hand, groups)
        hu = form.set_hu + 4 * len(flowers) + 20 * streak
        tai = len(golds) + max(0, flowers.count(WHITE) - 1)
        tai += sum(kind in (ZHONG, FA, wind) for kind in form.sets)
        tai += sum(kind in own for kind in (*flowers, *golds))
        tai += sum(set(range(low, low + 4)) <= set(flowers) for low in (34, 38))
        tai += hand.drawn + (form.suits == 1 and form.honours) + (form.runs == 0)
        fixed = []
        if (form.suits == 1 and not form.honours) or form.suits == 0 or set(range(27, 31)) <= set(form.sets):
            fixed.append(800)
        if form.runs == 5 and not hand.melds and not flowers:
            fixed.append(100)
        if tai >= 8:
            fixed.append(2000)
        if fixed or tai >= min_tai:
            totals.append(max([min(cap, -(-hu // 10) * 10 * 2**tai), *fixed]))
    return max(totals, default=None)


# -------------------------------------------------------------------------------------------------- Longgang


def longgang_total(
    hand: Hand, *, wind: int, own: int, guests: int, flower_turned: bool = False, **options: int
) -> int | None:
    """LG-26, LG-30, LG-37 to LG-41 for a hand that is no 三财神 and no opening win; None if no reading counts."""
    totals = []
    wilds = [kind for kind in (*hand.concealed, hand.tile) if kind in hand.wilds]
    others = sum(kind != own for kind in wilds)
    if flower_turned:
        wild_tai = {(0, 0): 1, (1, 0): 1, (1, 1): 2, (0, 2): 1}.get((int(own in wilds), others), 0)
    else:
        wild_tai = (others >= 2) + (own in wilds) * (2 if guests == 3 else 1) if wilds else 1
    for groups in groupings(hand):
        totals += longgang_reading(hand, groups, wind, wild_tai, guests, options)
    if options.get("eight_pairs") and not hand.melds:
        for groups in groupings(hand, pairs=True):
            totals += longgang_reading(hand, groups, wind, wild_tai, guests, options)
    return max(totals, default=None)


def longgang_reading(
    hand: Hand, groups: list[Group], wind: int, wild_tai: int, guests: int, options: dict[str, int]
) -> list[int]:
    form = form_of(hand, groups)
    eight = len(form.pairs) == 7
    hu = form.set_hu + 4 * guests + options.get("base_hu", 20) + wait_worth(hand, groups, options)
    hu += sum(
        2 for pair in form.pairs if pair[0].face in (ZHONG, FA, wind) and not all(tile.wild for tile in pair)
    )
    tai = wild_tai + sum(kind in (ZHONG, FA, wind) and kind not in hand.wilds for kind in form.sets)
    tai += options.get("pinghu_tai", 0) * (form.runs == 5) + eight
    tai += options.get("duidui_tai", 1) * (form.runs == 0 and not eight)
    tai += options.get("hunyise_tai", 1) * (form.suits == 1 and form.honours)
    if is_limit(hand, form, bool(options.get("rare_limits"))):
        return [300]
    if tai < options.get("min_tai", 0):
        return []
    if options.get("three_tai_flat") and tai >= 3:
        return [300]
    return [min(300, hu * 2 ** min(tai, 3))]


def wait_worth(hand: Hand, groups: list[Group], options: dict[str, int]) -> int:
    group = next(group for group in groups if any(tile.winning for tile in group))
    place = next(place for place, tile in enumerate(group) if tile.winning)
    if len(group) == 2:
        return 2 if options.get("single_self_2" if hand.drawn else "single_discard_2") else 0
    if group[0].face == group[1].face:
        return 2 if hand.drawn else 0
    if place == 1:
        return 4 if hand.drawn else 2
    edge = (group[0].face % 9, place) in {(0, 2), (6, 0)}
    return 2 if hand.drawn or (edge and options.get("edge_discard_2")) else 0


def is_limit(hand: Hand, form: Form, rare: bool) -> bool:
    winds = set(range(27, 31))
    little = len(winds & set(form.sets)) == 3 and (winds - set(form.sets)) == {p[0].face for p in form.pairs}
    return (
        (form.suits == 1 and not form.honours)
        or form.suits == 0
        or winds <= set(form.sets)
        or little
        or (form.runs == 0 and form.faces <= BIG and form.suits > 0)
        or (rare and form.faces <= GREENS)
        or (rare and sum(name.endswith("kong") for name, _ in hand.melds) == 5)
    )


# ----------------------------------------------------------------------------------------------------- losers


def loser_uses(
    naturals: tuple[int, ...], wilds: tuple[bool, ...]
) -> Iterator[tuple[list[int], list[int], list[bool]]]:
    """Every use of a loser's wilds: sets, natural pairs left, the wilds used (true: the own flower)."""
    held = Counter(naturals)
    yield [], [kind for kind in held if held[kind] >= 2], []
    for kind in held:
        for copies in range(1, min(3, held[kind]) + 1):
            if 3 - copies > len(wilds):
                continue
            rest = held - Counter({kind: copies})
            for used, left in wild_choices(wilds, 3 - copies):
                for sets, pairs, more in loser_uses(tuple(sorted(rest.elements())), left):
                    if not sets or sets[0] >= kind:
                        yield [kind, *sets], pairs, [*used, *more]


def wild_choices(wilds: tuple[bool, ...], number: int) -> set[tuple[tuple[bool, ...], tuple[bool, ...]]]:
    """Every choice of so many wilds, and what is left."""
    found = {((), tuple(sorted(wilds)))}
    for _ in range(number):
        found = {
            ((*used, left[at]), left[:at] + left[at + 1 :]) for used, left in found for at in range(len(left))
        }
    return found


def longgang_loser(
    naturals: tuple[int, ...], wilds: tuple[bool, ...], *, wind: int, guests: int, flower_turned: bool
) -> int:
    """LG-37, LG-39, LG-40 for a seat without melds that did not win."""
    best = 0
    for sets, pairs, used in loser_uses(naturals, wilds):
        hu = (
            sum(set_worth(kind, 4) for kind in sets)
            + 2 * sum(k in (ZHONG, FA, wind) for k in pairs)
            + 4 * guests
        )
        own, others = used.count(True), used.count(False)
        if flower_turned:
            tai = {(1, 0): 1, (1, 1): 2, (0, 2): 1, (1, 2): 3, (0, 3): 3}.get((own, others), 0)
        else:
            tai = (others >= 2) + own * (2 if guests == 3 else 1)
        tai += sum(kind in (ZHONG, FA, wind) for kind in sets)
        best = max(best, min(300, hu * 2 ** min(tai, 3)))
    return best


# ------------------------------------------------------------------------------------------------ random hands


def random_hand(rnd: Random, wild: int, wilds: list[int]) -> Hand:
    """A complete hand of 17 tiles without `wild` and 白 among the natural ones, some groups melded."""
    kinds = [
        kind
        for kind in rnd.choice((KINDS, range(27), range(9), [*range(9), *range(27, 34)]))
        if kind in KINDS
    ]
    runs = [("chow", (kind, kind + 1, kind + 2)) for kind in kinds if kind < 27 and kind % 9 < 7]
    sets = [("pung", (kind,) * 3) for kind in kinds]
    while True:
        groups = [rnd.choice(rnd.choice((runs, sets))) for _ in range(5)]
        melded = rnd.choice((0, 0, 1, 2, 3, 4, 5))
        concealed = [tile for _, group in groups[melded:] for tile in group] + [rnd.choice(kinds)] * 2
        rnd.shuffle(concealed)
        tiles = concealed[len(wilds) :] + wilds[: len(concealed)]
        held = Counter([*tiles, *(tile for _, group in groups[:melded] for tile in group)])
        natural = wild not in concealed[len(wilds) :] and all(
            wild not in group for _, group in groups[:melded]
        )
        if natural and all(held[kind] <= 4 for kind in KINDS) and any(tile not in wilds for tile in tiles):
            break
    drawn = rnd.random() < 0.5
    at = rnd.choice([at for at, tile in enumerate(tiles) if drawn or tile not in wilds])
    melds = [(laid_out(rnd, name, held[group[0]]), group[0]) for name, group in groups[:melded]]
    return Hand(
        tuple(melds), tuple(tiles[:at] + tiles[at + 1 :]), tiles[at], drawn, frozenset(wilds) | {wild}
    )


def laid_out(rnd: Random, name: str, held: int) -> str:
    """A set becomes a pung or, if its fourth tile is free, a concealed kong."""
    return name if name == "chow" or held > 3 else rnd.choice(("pung", "pung", "concealed_kong"))
