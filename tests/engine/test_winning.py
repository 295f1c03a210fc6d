"""The tables against slow answers: backtracking, definitions, another package, symmetry."""

import zlib
from random import Random

import pytest
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from engine import winning_tables
from engine.tiles import counts as counts_of
from engine.tiles import parse_tiles
from engine.winning import (
    ALL_KINDS,
    MOST_WILDS,
    NO_TILES,
    WEIGHT,
    Keys,
    add,
    all_sets,
    is_win,
    kinds_in,
    mask_of,
    need,
    needs_without,
    pack,
    pack_tiles,
    shanten,
    unpack,
    useful,
    waits,
)
from tests.engine import brute

SETS_AND_WILDS = [(sets, wilds) for sets in (4, 5) for wilds in range(5)]
every_size = pytest.mark.parametrize(("sets", "wilds"), SETS_AND_WILDS)


def keys_of(text: str) -> Keys:
    return pack_tiles(parse_tiles(text))


def hand_near_a_win(rnd: Random, sets: int, wilds: int, swaps: int) -> brute.Counts:
    """A complete hand of which some tiles were exchanged and some became wilds."""
    complete = brute.complete_hand(rnd, sets, brute.one_suit_or_all(rnd))
    return brute.without(rnd, brute.swapped(rnd, complete, swaps), wilds)


def test_a_hand_and_its_keys_say_the_same():
    rnd = Random(1)
    for _ in range(200):
        hand = brute.random_hand(rnd, rnd.randrange(18))
        tiles = brute.tiles_of(hand)
        assert unpack(pack(hand)) == hand
        assert pack_tiles(tiles) == pack(hand) == pack(counts_of(tiles))
        kind = rnd.choice([kind for kind in range(34) if hand[kind] < 4])
        longer = add(pack(hand), kind)
        assert longer == pack_tiles([*tiles, kind])
        assert add(longer, kind, -1) == pack(hand)
        block, weight = WEIGHT[kind]
        assert longer[block] - pack(hand)[block] == weight


def test_a_mask_and_its_kinds_say_the_same():
    assert kinds_in(mask_of([33, 0, 9])) == [0, 9, 33]
    assert kinds_in(ALL_KINDS) == list(range(34))
    assert mask_of([]) == 0


@every_size
def test_a_win_is_what_backtracking_finds(sets: int, wilds: int):
    rnd = Random(100 + 10 * sets + wilds)
    wins = 0
    for number in range(500):
        hand = hand_near_a_win(rnd, sets, wilds, swaps=number % 4)
        answer = is_win(pack(hand), wilds)
        assert answer == brute.wins(hand, wilds), (hand, wilds)
        assert answer == (shanten(pack(hand), sets, wilds) == -1)
        wins += answer
    assert 125 <= wins < 500


@pytest.mark.parametrize(("wilds", "hands"), [(0, 400), (1, 60), (2, 12)])
def test_a_win_is_what_some_choice_of_faces_makes(wilds: int, hands: int):
    rnd = Random(200 + wilds)
    for number in range(hands):
        hand = hand_near_a_win(rnd, 4 + number % 2, wilds, swaps=number % 3)
        assert is_win(pack(hand), wilds) == brute.wins_by_substitution(hand, wilds), (hand, wilds)


def test_five_wilds_are_still_exact():
    rnd = Random(250)
    for number in range(400):
        hand = hand_near_a_win(rnd, 5, MOST_WILDS, swaps=number % 4)
        assert is_win(pack(hand), MOST_WILDS) == brute.wins(hand, MOST_WILDS), hand
        shorter = brute.without(rnd, hand, 1)
        assert waits(pack(shorter), MOST_WILDS) == brute.waiting_for(shorter, MOST_WILDS), shorter


def test_sets_without_a_pair_are_what_backtracking_finds():
    rnd = Random(300)
    found = 0
    for number in range(1000):
        wilds = number % 5
        complete = brute.complete_hand(rnd, 4, brute.one_suit_or_all(rnd))
        pair = rnd.choice([kind for kind in range(34) if complete[kind] >= 2])
        complete[pair] -= 2
        hand = brute.without(rnd, brute.swapped(rnd, complete, number % 2), wilds)
        cost = sum(brute.wilds_to_finish(block, False) for block in brute.blocks_of(hand))
        assert all_sets(pack(hand), wilds) == (cost <= wilds), (hand, wilds)
        found += cost <= wilds
    assert found > 100


def test_the_pair_may_be_two_wilds():
    """fuzhou-04: 123456789p 222s 678s and two golds, which may be read as the pair (金雀)."""
    assert is_win(keys_of("123456789p222s678s"), 2)
    assert all_sets(keys_of("123456789p222s678s"), 0)
    assert is_win(keys_of("12345678p222s678s22z"), 1)
    assert not all_sets(keys_of("12345678p222s678s22z"), 1 - 2)


@every_size
def test_waits_are_the_tiles_that_win(sets: int, wilds: int):
    rnd = Random(400 + 10 * sets + wilds)
    for number in range(60):
        hand = brute.without(rnd, hand_near_a_win(rnd, sets, wilds, swaps=number % 3), 1)
        assert waits(pack(hand), wilds) == brute.waiting_for(hand, wilds), (hand, wilds)


def test_a_lone_wild_beside_finished_sets_waits_for_anything():
    assert waits(NO_TILES, 1) == ALL_KINDS
    assert waits(keys_of("123m456p789s111z234s"), 1) == ALL_KINDS


def test_a_kind_held_four_times_is_no_wait():
    """Three easts would be a set and the fourth waits for a fifth."""
    assert waits(keys_of("1111z123m456p789s")) == 0


@every_size
def test_shanten_is_the_fewest_tiles_that_must_become_wilds(sets: int, wilds: int):
    rnd = Random(500 + 10 * sets + wilds)
    checked = 0
    while checked < 60:
        hand = hand_near_a_win(rnd, sets, wilds, swaps=1 + checked % 4)
        distance = shanten(pack(hand), sets, wilds)
        if distance <= 2:
            checked += 1
            assert brute.wins_after_swaps(hand, wilds, distance + 1), (hand, wilds)
            assert distance < 0 or not brute.wins_after_swaps(hand, wilds, distance), (hand, wilds)


@every_size
def test_the_need_is_all_tiles_less_those_that_find_a_place(sets: int, wilds: int):
    rnd = Random(600 + 10 * sets + wilds)
    for number in range(500):
        tiles = 3 * sets + 1 + number % 2 - wilds
        if number % 5:
            hand = brute.random_hand(rnd, tiles, brute.one_suit_or_all(rnd))
        else:
            hand = brute.without(rnd, hand_near_a_win(rnd, sets, wilds, swaps=3), 1)
        assert need(pack(hand), sets) == brute.need(hand, sets), hand


def test_fewer_sets_are_needed_after_melds():
    rnd = Random(650)
    for number in range(600):
        sets = number % 6
        hand = brute.random_hand(rnd, 3 * sets + 1 + number % 2)
        assert need(pack(hand), sets) == brute.need(hand, sets), hand


@pytest.mark.parametrize("strict", [False, True])
@every_size
def test_useful_tiles_are_those_that_lower_the_need(sets: int, wilds: int, strict: bool):
    rnd = Random(700 + 10 * sets + wilds)
    for number in range(60):
        if number % 2:
            hand = brute.random_hand(rnd, 3 * sets + 1 - wilds, brute.one_suit_or_all(rnd))
        else:
            hand = brute.without(rnd, hand_near_a_win(rnd, sets, wilds, swaps=2), 1)
        keys = pack(hand)
        now = need(keys, sets, strict=strict)
        lower = [
            kind for kind in range(34) if hand[kind] < 4 and need(add(keys, kind), sets, strict=strict) < now
        ]
        assert kinds_in(useful(keys, sets, strict=strict)) == lower, hand
        if now == wilds + 1 and not strict:
            assert mask_of(lower) == waits(keys, wilds)


@pytest.mark.parametrize("strict", [False, True])
@every_size
def test_needs_after_discards_are_the_needs_of_what_is_left(sets: int, wilds: int, strict: bool):
    rnd = Random(750 + 10 * sets + wilds)
    for _ in range(30):
        hand = brute.random_hand(rnd, 3 * sets + 2 - wilds, brute.one_suit_or_all(rnd))
        keys, held = pack(hand), [kind for kind in range(34) if hand[kind]]
        left = [need(add(keys, kind, -1), sets, strict=strict) for kind in held]
        assert needs_without(keys, held, sets, strict=strict) == left, hand


def test_without_wilds_the_other_package_agrees():
    rnd = Random(800)
    for number in range(3000):
        if number % 3:
            hand = hand_near_a_win(rnd, 4, 0, swaps=number % 4)
            assert is_win(pack(hand)) == Agari.is_agari(hand) or brute_pairs_or_orphans(hand)
        else:
            hand = brute.random_hand(rnd, 13 + number % 2, brute.one_suit_or_all(rnd))
        theirs = Shanten.calculate_shanten(hand, use_chiitoitsu=False, use_kokushi=False)
        assert shanten(pack(hand), 4, strict=True) == theirs, hand


def brute_pairs_or_orphans(hand: brute.Counts) -> bool:
    return not brute.need_of_parts(hand, pairs=7, different=True) or not brute.need_of_orphans(hand)


def test_only_a_strict_need_knows_that_there_is_no_fifth_copy():
    """A kind held four times beside finished sets: a fifth could end the pair, were it a wild."""
    hand = keys_of("1111z")
    assert need(hand, 1) == 1
    assert need(hand, 1, strict=True) == 2
    rnd = Random(850)
    for _ in range(500):
        keys = pack(brute.random_hand(rnd, 13, range(9)))
        assert need(keys, 4, strict=True) >= need(keys, 4)


def test_a_further_wild_or_a_tile_turned_wild_never_hurts():
    rnd = Random(900)
    for number in range(500):
        wilds, sets = number % 4, 4 + number % 2
        hand = hand_near_a_win(rnd, sets, wilds, swaps=number % 3)
        fewer = brute.without(rnd, hand, 1)
        assert shanten(pack(hand), sets, wilds + 1) <= shanten(pack(hand), sets, wilds)
        assert is_win(pack(fewer), wilds + 1) >= is_win(pack(hand), wilds)
        assert shanten(pack(fewer), sets, wilds + 1) <= shanten(pack(hand), sets, wilds)


@every_size
def test_suits_may_change_places_and_ranks_be_mirrored(sets: int, wilds: int):
    rnd = Random(1000 + 10 * sets + wilds)
    for number in range(100):
        order = rnd.sample(range(3), 3)
        mirror = rnd.random() < 0.5
        image = [9 * order[kind // 9] + (8 - kind % 9 if mirror else kind % 9) for kind in range(27)]
        image += rnd.sample(range(27, 34), 7)
        hand = brute.without(rnd, hand_near_a_win(rnd, sets, wilds, swaps=number % 3), 1)
        keys, moved = pack(hand), pack_tiles(image[tile] for tile in brute.tiles_of(hand))

        def moved_mask(mask: int, image: list[int] = image) -> int:
            return mask_of(image[kind] for kind in kinds_in(mask))

        assert waits(moved, wilds) == moved_mask(waits(keys, wilds))
        assert is_win(moved, wilds + 1) == is_win(keys, wilds + 1)
        for strict in (False, True):
            assert need(moved, sets, strict=strict) == need(keys, sets, strict=strict)
            assert useful(moved, sets, strict=strict) == moved_mask(useful(keys, sets, strict=strict))


def test_forgetting_what_was_remembered_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    rnd = Random(1100)
    hands = [pack(brute.without(rnd, brute.complete_hand(rnd, 4), 1)) for _ in range(50)]
    before = [(waits(keys), useful(keys, 4)) for keys in hands]
    monkeypatch.setattr("engine.winning.REMEMBERED", 3)
    assert [(waits(keys), useful(keys, 4)) for keys in hands] == before
    more = [pack(brute.without(rnd, brute.complete_hand(rnd, 4), 1)) for _ in range(50)]
    assert [useful(keys, 4) for keys in more] == [waits(keys) for keys in more]


@pytest.mark.slow
def test_the_blob_is_what_the_builder_makes():
    assert zlib.decompress(winning_tables.BLOB.read_bytes()) == winning_tables.build()
