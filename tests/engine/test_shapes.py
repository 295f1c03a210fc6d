"""Pair hands, orphans and unrelated tiles against definitions, another package and counts of the rulebook."""

from collections.abc import Callable
from itertools import combinations, product
from random import Random

import pytest
from mahjong.shanten import Shanten

from engine.shapes import (
    EIGHT_PAIRS_AND_SINGLE,
    SEVEN_DIFFERENT_PAIRS,
    SEVEN_PAIRS,
    SEVEN_PAIRS_AND_TRIPLET,
    THIRTEEN_ORPHANS,
    THIRTEEN_UNRELATED,
    THIRTEEN_UNRELATED_CLOSE,
    Shape,
    closed_waits,
)
from engine.tiles import parse_tiles
from engine.winning import ALL_KINDS, Keys, add, kinds_in, mask_of, pack, pack_tiles, shanten
from tests.engine import brute

SHAPES: dict[str, tuple[Shape, Callable[[brute.Counts], int]]] = {
    "seven pairs": (SEVEN_PAIRS, lambda hand: brute.need_of_parts(hand, pairs=7)),
    "seven different pairs": (
        SEVEN_DIFFERENT_PAIRS,
        lambda hand: brute.need_of_parts(hand, pairs=7, different=True),
    ),
    "eight pairs and a single": (
        EIGHT_PAIRS_AND_SINGLE,
        lambda hand: brute.need_of_parts(hand, pairs=8, singles=1),
    ),
    "seven pairs and a triplet": (
        SEVEN_PAIRS_AND_TRIPLET,
        lambda hand: brute.need_of_parts(hand, pairs=7, triplets=1),
    ),
    "thirteen orphans": (THIRTEEN_ORPHANS, brute.need_of_orphans),
    "thirteen unrelated": (THIRTEEN_UNRELATED, lambda hand: brute.need_of_unrelated(hand, 3)),
    "thirteen unrelated, close": (THIRTEEN_UNRELATED_CLOSE, lambda hand: brute.need_of_unrelated(hand, 2)),
}
every_shape = pytest.mark.parametrize(("shape", "slow"), SHAPES.values(), ids=SHAPES)


def keys_of(text: str) -> Keys:
    return pack_tiles(parse_tiles(text))


def hand_of(rnd: Random, tiles: int) -> brute.Counts:
    """Random tiles, or many alike, or many different."""
    if rnd.random() < 0.3:
        return brute.random_hand(rnd, tiles)
    kinds = brute.ORPHANS if rnd.random() < 0.3 else rnd.sample(range(34), rnd.choice((8, 12, 20, 34)))
    hand = [0] * 34
    while sum(hand) < tiles:
        kind, copies = rnd.choice(kinds), rnd.choice((1, 1, 2, 2, 3, 4))
        if hand[kind] + copies <= 4 and sum(hand) + copies <= tiles:
            hand[kind] += copies
    return hand


@every_shape
def test_the_need_of_a_shape_is_its_definition(shape: Shape, slow: Callable[[brute.Counts], int]):
    rnd = Random(1)
    for number in range(250):
        hand = hand_of(rnd, shape.tiles - number % 5)
        assert shape.need(pack(hand)) == slow(hand), hand


@every_shape
def test_a_shape_wins_when_its_wilds_fill_the_need(shape: Shape, slow: Callable[[brute.Counts], int]):
    rnd = Random(2)
    for _ in range(60):
        hand = hand_of(rnd, shape.tiles - 2)
        for wilds in range(5):
            assert shape.is_win(pack(hand), wilds) == (slow(hand) <= wilds)
            assert shape.shanten(pack(hand), wilds) == max(slow(hand) - wilds - 1, -1)


@every_shape
def test_useful_and_awaited_tiles_lower_the_need(shape: Shape, slow: Callable[[brute.Counts], int]):
    rnd = Random(3)
    ready = 0
    for number in range(24):
        wilds = number % 4
        hand = ready_hand(rnd, shape, wilds) if number % 2 else hand_of(rnd, shape.tiles - 1 - wilds)
        keys, now = pack(hand), slow(hand)
        needs = {kind: shape.need(add(keys, kind)) for kind in range(34) if hand[kind] < 4}
        assert shape.useful(keys) == mask_of(kind for kind, then in needs.items() if then < now)
        assert shape.waits(keys, wilds) == mask_of(kind for kind, then in needs.items() if then <= wilds)
        ready += shape.waits(keys, wilds) != 0
        assert closed_waits((shape,), [*brute.tiles_of(hand), *([34] * wilds)], keys, wilds) == shape.waits(
            keys, wilds
        )
    assert ready >= 12


def ready_hand(rnd: Random, shape: Shape, wilds: int) -> brute.Counts:
    """A hand one tile short: from any tiles, useful ones are taken while some are missing, others dropped."""
    hand = hand_of(rnd, shape.tiles - 1 - wilds)
    while shape.need(pack(hand)) > wilds + 1:
        kept = [
            kind
            for kind in range(34)
            if hand[kind] and shape.need(add(pack(hand), kind, -1)) == shape.need(pack(hand))
        ]
        hand[rnd.choice(kept)] -= 1
        hand[rnd.choice(kinds_in(shape.useful(pack(hand))))] += 1
    return hand


def test_four_alike_are_two_pairs_or_not():
    hand = keys_of("3333m77s88s11z55z11p")
    assert SEVEN_PAIRS.is_win(hand)
    assert not SEVEN_DIFFERENT_PAIRS.is_win(hand)
    assert SEVEN_DIFFERENT_PAIRS.need(hand) == 2


def test_eight_pairs_wait_for_anything_and_seven_and_two_singles_for_either():
    """FZ-7.2."""
    assert EIGHT_PAIRS_AND_SINGLE.waits(keys_of("1133557799m22s44s66s")) == ALL_KINDS
    assert EIGHT_PAIRS_AND_SINGLE.waits(keys_of("1133557799m22s44s68s")) == mask_of(parse_tiles("68s"))
    assert EIGHT_PAIRS_AND_SINGLE.waits(keys_of("113355m7799p22s68s4s"), 1) == mask_of(parse_tiles("468s"))


def test_fuzhou_08_is_eight_pairs_and_a_single():
    concealed = keys_of("113355m7799p22s4s8s6s")
    assert EIGHT_PAIRS_AND_SINGLE.is_win(add(concealed, *parse_tiles("4s")), 1)
    assert not EIGHT_PAIRS_AND_SINGLE.is_win(concealed, 1)


def test_a_triplet_beside_seven_pairs_is_kept_whole():
    assert SEVEN_PAIRS_AND_TRIPLET.is_win(keys_of("1133557799m22s44s666s"))
    assert SEVEN_PAIRS_AND_TRIPLET.is_win(keys_of("1111335577m22s44s666s"))
    assert not SEVEN_PAIRS_AND_TRIPLET.is_win(keys_of("1133557799m22s44s66s8s"))
    assert SEVEN_PAIRS_AND_TRIPLET.waits(keys_of("1133557799m22s44s66s")) == mask_of(
        parse_tiles("13579m246s")
    )


def test_there_are_81030_hands_of_thirteen_unrelated_tiles():
    """Q-10.3 of qingtian: 14 different tiles, no two of a suit closer than three ranks."""
    found = 0
    suits = [sum(5**rank for rank in ranks) for ranks in brute.spread_ranks(3)]
    sizes = [len(ranks) for ranks in brute.spread_ranks(3)]
    honours: dict[int, list[int]] = {}
    for size in range(8):
        honours[size] = [sum(5**rank for rank in ranks) for ranks in combinations(range(7), size)]
    for chosen in product(range(len(suits)), repeat=3):
        tiles = sum(sizes[number] for number in chosen)
        for key in honours.get(14 - tiles, ()):
            m, p, s = (suits[number] for number in chosen)
            assert THIRTEEN_UNRELATED.is_win((m, p, s, key))
            found += 1
    assert found == 81030


def test_three_and_seven_cannot_become_three_unrelated_ranks():
    """Beside 36m the 9m would do, beside 37m only an honour."""
    assert THIRTEEN_UNRELATED.waits(keys_of("36m147p258s12345z")) == mask_of(parse_tiles("9m67z"))
    assert THIRTEEN_UNRELATED.waits(keys_of("37m147p258s12345z")) == mask_of(parse_tiles("67z"))
    thirteen_held = keys_of("37m37p37s1234567z")
    assert THIRTEEN_UNRELATED.need(thirteen_held) == 2
    assert THIRTEEN_UNRELATED.waits(thirteen_held) == 0


def test_unrelated_tiles_wait_for_all_that_keep_the_rule():
    assert THIRTEEN_UNRELATED.waits(keys_of("147m258p36s12345z")) == mask_of(parse_tiles("9s67z"))
    assert THIRTEEN_UNRELATED_CLOSE.waits(keys_of("147m258p36s12345z")) == mask_of(parse_tiles("9m189s67z"))


def test_the_distance_over_three_shapes_is_the_other_package_s():
    rnd = Random(4)
    for number in range(1500):
        hand = hand_of(rnd, 13 + number % 2) if number % 2 else brute.random_hand(rnd, 13 + number // 2 % 2)
        keys = pack(hand)
        ours = min(
            shanten(keys, 4, strict=True), SEVEN_DIFFERENT_PAIRS.shanten(keys), THIRTEEN_ORPHANS.shanten(keys)
        )
        assert ours == Shanten.calculate_shanten(hand), hand


def test_a_hand_with_melds_has_none_of_the_shapes():
    for shape, _ in SHAPES.values():
        assert not shape.is_win(keys_of("19m19p19s12345z"))
        assert not shape.is_win(keys_of("1133557799m"))
