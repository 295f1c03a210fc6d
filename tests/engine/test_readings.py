"""Readings against every division for every choice of faces."""

from collections import Counter
from random import Random

import pytest

from engine.readings import ANY_FACE, Group, GroupKind, Reading, pair_readings, readings
from engine.shapes import SEVEN_PAIRS, SEVEN_PAIRS_AND_TRIPLET
from engine.tiles import parse_tile, parse_tiles
from engine.winning import Keys, is_win, mask_of, pack, pack_tiles
from tests.engine import brute

MAN = range(9)
MAN_AND_TWO_HONOURS = [*range(9), 27, 33]
SUITS = range(27)


def keys_of(text: str) -> Keys:
    return pack_tiles(parse_tiles(text))


def plain(found: tuple[Reading, ...]) -> set[tuple[brute.Group, ...]]:
    """Readings in the words of the slow answer; checks that none is listed twice."""
    result = {
        tuple(sorted((group.kind.value, group.tile, group.wilds) for group in reading.groups))
        for reading in found
    }
    assert len(result) == len(found)
    return result


def conserves(reading: Reading, hand: brute.Counts, wilds: int) -> bool:
    """Whether the groups hold the natural tiles of the hand and its wilds, each once."""
    naturals = Counter(tile for group in reading.groups for tile in group.naturals)
    return [naturals[kind] for kind in range(34)] == hand and wilds == sum(
        group.wild_count for group in reading.groups
    )


@pytest.mark.parametrize("sets", [4, 5])
@pytest.mark.parametrize("wilds", range(5))
def test_a_hand_has_readings_exactly_if_it_wins_and_each_holds_its_tiles(sets: int, wilds: int):
    rnd = Random(10 * sets + wilds)
    for number in range(30):
        complete = brute.complete_hand(rnd, sets, brute.one_suit_or_all(rnd))
        hand = brute.without(rnd, brute.swapped(rnd, complete, number % 2), wilds)
        found = readings(pack(hand), wilds)
        assert bool(found) == is_win(pack(hand), wilds)
        for reading in found:
            assert conserves(reading, hand, wilds)
            assert len(reading.sets) == sets
            assert reading.groups == (*reading.sets, reading.pair)
            assert reading.pair.kind is GroupKind.PAIR


@pytest.mark.parametrize(
    ("wilds", "kinds", "hands"),
    [
        (0, range(34), 100),
        (1, range(34), 80),
        (2, MAN_AND_TWO_HONOURS, 80),
        pytest.param(3, MAN_AND_TWO_HONOURS, 40, marks=pytest.mark.slow),
    ],
)
def test_readings_are_all_divisions_for_all_faces(wilds: int, kinds: range | list[int], hands: int):
    rnd = Random(100 + wilds)
    for number in range(hands):
        sets = 2 + number % 4 if wilds < 3 else 2 + number % 3
        hand = brute.without(rnd, brute.complete_hand(rnd, sets, kinds), wilds)
        slow = brute.all_readings(hand, wilds, kinds=kinds, pairs=1, sets=sets)
        assert plain(readings(pack(hand), wilds, kinds=mask_of(kinds))) == slow, hand


@pytest.mark.parametrize("wilds", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_in_one_suit_readings_are_all_divisions_for_all_faces(wilds: int):
    rnd = Random(200 + wilds)
    for number in range(30):
        hand = brute.without(rnd, brute.complete_hand(rnd, 3 + number % 2, MAN), wilds)
        slow = brute.all_readings(hand, wilds, kinds=MAN, pairs=1, sets=3 + number % 2)
        assert plain(readings(pack(hand), wilds, kinds=mask_of(MAN))) == slow, hand


def test_wilds_alone_are_read_once_for_any_face():
    any_pair = Group(GroupKind.PAIR, ANY_FACE, 0b11)
    any_set = Group(GroupKind.SET, ANY_FACE, 0b111)
    any_run = Group(GroupKind.RUN, ANY_FACE, 0b111)
    assert [reading.groups for reading in readings(keys_of(""), 2)] == [(any_pair,)]
    assert {reading.groups for reading in readings(keys_of(""), 5)} == {
        (any_run, any_pair),
        (any_set, any_pair),
    }
    assert any_set.faces == any_set.naturals == ()
    assert any_set.wild_count == any_set.size == 3


def test_wilds_alone_are_no_run_where_no_run_can_be():
    honours = mask_of(range(27, 34))
    assert {reading.sets[0].kind for reading in readings(keys_of("11z"), 3, kinds=honours)} == {GroupKind.SET}


def test_a_lone_tile_and_two_wilds_are_a_set_or_one_of_three_runs():
    found = readings(keys_of("5m99p"), 2, kinds=mask_of(SUITS))
    with_pair = {reading.sets[0] for reading in found if reading.pair == Group(GroupKind.PAIR, 17)}
    assert with_pair == {
        Group(GroupKind.SET, 4, 0b110),
        Group(GroupKind.RUN, 2, 0b011),
        Group(GroupKind.RUN, 3, 0b101),
        Group(GroupKind.RUN, 4, 0b110),
    }
    others = {reading.groups for reading in found if reading.pair != Group(GroupKind.PAIR, 17)}
    assert others == {(Group(GroupKind.SET, 17, 0b100), Group(GroupKind.PAIR, 4, 0b10))}


def test_a_group_says_its_faces_and_its_natural_tiles():
    run = Group(GroupKind.RUN, parse_tile("3p"), 0b010)
    assert run.faces == parse_tiles("345p")
    assert run.naturals == parse_tiles("35p")
    pung = Group(GroupKind.SET, parse_tile("7z"), 0b100)
    assert pung.faces == parse_tiles("777z")
    assert pung.naturals == parse_tiles("77z")


def test_wild_faces_stay_within_the_kinds_allowed():
    """A wild next to 12m can only be 3m; without 3m the hand cannot be read so."""
    everything = readings(keys_of("12m11p"), 1)
    assert [reading.sets[0].faces for reading in everything] == [parse_tiles("123m")]
    assert readings(keys_of("12m11p"), 1, kinds=mask_of(parse_tiles("12m1p"))) == ()


def test_a_hand_that_is_too_short_has_no_readings():
    assert readings(keys_of("123m1p")) == ()
    assert readings(keys_of("123m")) == ()
    assert pair_readings(keys_of("1133m55p7p")) == ()


def test_a_hand_read_in_two_ways_is_read_in_both():
    """111222333m99p: three sets or three runs."""
    kinds = {
        frozenset(group.kind for group in reading.sets) for reading in readings(keys_of("111222333m99p"))
    }
    assert kinds == {frozenset({GroupKind.SET}), frozenset({GroupKind.RUN})}


@pytest.mark.parametrize("wilds", range(4))
def test_pair_readings_are_all_divisions_into_pairs_and_a_set(wilds: int):
    rnd = Random(300 + wilds)
    kinds = [0, 1, 4, 9, 27, 33]
    for number in range(10):
        with_set = number % 2
        hand = [0] * 34
        hand[rnd.choice(kinds)] += 3 * with_set
        for _ in range(7):
            hand[rnd.choice([kind for kind in kinds if hand[kind] <= 2])] += 2
        hand = brute.without(rnd, hand, wilds)
        found = pair_readings(pack(hand), wilds)
        shape = SEVEN_PAIRS_AND_TRIPLET if with_set else SEVEN_PAIRS
        assert shape.is_win(pack(hand), wilds)
        assert plain(found) == brute.all_readings(
            hand, wilds, kinds=kinds, pairs=7, sets=with_set, runs=False
        )
        assert all(conserves(reading, hand, wilds) for reading in found)
