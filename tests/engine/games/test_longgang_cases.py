"""Longgang is settled as its rulebook says: the given cases, further ones by clause, slow counts to compare with."""

from random import Random
from typing import Any

import pytest

from engine.games.longgang import GAME
from engine.games.longgang.counting import scale
from engine.games.longgang.holding import holding, is_complete, own_flower, seat_wind, wild_kinds
from engine.games.longgang.losers import loser_count
from engine.games.longgang.options import LonggangOptions
from engine.games.longgang.scoring import judge, loser_total, may_win
from engine.hu_tai import Count, Scale
from engine.melds import Meld, MeldKind
from engine.options import OptionError
from engine.result import Result, SeatResult, Win, read_case, settle
from engine.scoring import Fan
from engine.tiles import parse_tile, parse_tiles
from tests.engine.games.hu_tai_oracle import KINDS, Hand, longgang_loser, longgang_total, random_hand
from tests.engine.games.settling import assert_sound, named

SOUTH, OWN = parse_tile("2z"), parse_tile("2f")
OTHERS = parse_tiles("134f")


# -- the winner's best reading, the loser's best use of his wilds


def south(
    seat: SeatResult, indicator: int | None, options: LonggangOptions, win: Win | None = None
) -> Result:
    """Seat 1 (South) in a case that nobody else scores in."""
    return Result(
        game=GAME,
        options=options,
        dealer=0,
        seats=(SeatResult(), seat, SeatResult(), SeatResult()),
        wins=() if win is None else (win,),
        indicator=indicator,
    )


def random_options(rnd: Random) -> dict[str, int]:
    """Options that the slow count reads, as numbers."""
    return {
        "base_hu": rnd.choice((20, 10, 0)),
        "min_tai": rnd.choice((0, 0, 2)),
        "pinghu_tai": rnd.choice((0, 1)),
        "duidui_tai": rnd.choice((1, 2)),
        "hunyise_tai": rnd.choice((1, 2)),
        **{
            name: rnd.random() < 0.4
            for name in (
                "single_self_2",
                "single_discard_2",
                "edge_discard_2",
                "three_tai_flat",
                "rare_limits",
                "eight_pairs",
            )
        },
    }


def assert_best_reading(hand: Hand, indicator: int, guests: int, options: dict[str, Any]) -> None:
    melds = tuple(Meld(MeldKind(name), kind) for name, kind in hand.melds)
    seat = SeatResult(concealed=hand.concealed, melds=melds, flowers=OTHERS[:guests])
    win = Win(1, hand.tile, None if hand.drawn else 2)
    result = south(seat, indicator, LonggangOptions(**options), win)
    expected = longgang_total(hand, wind=SOUTH, own=OWN, guests=guests, **options)
    assert may_win(result, win) == (expected is not None)
    if expected is not None:
        assert judge(result, win).points == expected
        assert_sound(settle(result))


@pytest.mark.parametrize("seed", range(150))
def test_the_best_reading_is_the_best_of_all(seed: int) -> None:
    rnd = Random(seed)
    indicator = rnd.choice([kind for kind in KINDS if kind not in (0, 8)])
    wilds = rnd.choice(([], [OWN], [indicator], [indicator, OWN], [indicator, indicator]))
    hand = random_hand(rnd, indicator, wilds)
    hand = Hand(hand.melds, hand.concealed, hand.tile, hand.drawn, frozenset({indicator, OWN}))
    assert_best_reading(hand, indicator, rnd.choice((0, 1, 3)), random_options(rnd))


def random_pairs(rnd: Random, wilds: list[int]) -> Hand:
    """Seven pairs and a set, some tiles exchanged for wilds."""
    kinds = rnd.sample(range(1, 27) if rnd.random() < 0.6 else [1, 2, 3, 4, 5, 6, 27, 28, 32, 33], 8)
    tiles = [*kinds[:7] * 2, *kinds[7:] * 3]
    if rnd.random() < 0.5:
        tiles = [kinds[1] if tile == kinds[0] else tile for tile in tiles]
    rnd.shuffle(tiles)
    tiles = tiles[len(wilds) :] + wilds
    return Hand((), tuple(tiles[1:]), tiles[0], rnd.random() < 0.5, frozenset({0, OWN}))


@pytest.mark.parametrize("seed", range(60))
def test_the_best_reading_of_eight_pairs_is_the_best_of_all(seed: int) -> None:
    rnd = Random(seed)
    hand = random_pairs(rnd, rnd.choice(([], [0], [OWN], [0, OWN])))
    assert_best_reading(hand, 0, rnd.choice((0, 3)), random_options(rnd) | {"eight_pairs": True})


@pytest.mark.parametrize("seed", range(200))
def test_a_losers_wilds_are_used_for_the_highest_total(seed: int) -> None:
    rnd = Random(seed)
    turned = rnd.random() < 0.3
    naturals = sorted(rnd.choices(rnd.sample([kind for kind in KINDS if kind], 4), k=rnd.randrange(1, 9)))
    naturals = [kind for at, kind in enumerate(naturals) if naturals[:at].count(kind) < 4]
    wilds = rnd.sample(parse_tiles("234f") if turned else (0, 0, 0, OWN), rnd.choice((0, 1, 2, 3)))
    guests = 0 if turned else rnd.choice((0, 1, 3))
    seat = SeatResult(concealed=(*naturals, *wilds), flowers=OTHERS[:guests])
    result = south(seat, parse_tile("1f") if turned else 0, LonggangOptions())
    expected = longgang_loser(
        tuple(naturals),
        tuple(wild == OWN for wild in wilds),
        wind=SOUTH,
        guests=guests,
        flower_turned=turned,
    )
    assert loser_total(result, 1) == expected
    count = loser_count(holding(result, 1), LonggangOptions())
    assert scale(LonggangOptions()).total(count.hu, count.tai) == expected


# -- tiles


def test_wilds_are_true_ones_and_the_own_flower_or_the_three_flowers_left() -> None:
    assert wild_kinds(1, dealer=0, indicator=parse_tile("5p")) == set(parse_tiles("5p2f"))
    assert wild_kinds(1, dealer=2, indicator=parse_tile("5p")) == set(parse_tiles("5p4f"))
    assert wild_kinds(1, dealer=0, indicator=parse_tile("2f")) == set(parse_tiles("134f"))
    assert wild_kinds(1, dealer=0, indicator=None) == {OWN}
    assert own_flower(0, 3) == OWN
    assert seat_wind(0, 3) == SOUTH


def test_a_guest_flower_completes_nothing_and_eight_pairs_only_if_played() -> None:
    options, pairs = LonggangOptions(), parse_tiles("1199m2288p3366s22z777z")
    assert is_complete(parse_tiles("2f2p"), frozenset({OWN}), options)
    assert not is_complete(parse_tiles("3f2p"), frozenset({OWN}), options)
    assert not is_complete(pairs, frozenset(), options)
    assert is_complete(pairs, frozenset(), LonggangOptions(eight_pairs=True))


# -- options and what a card shows


def test_options_are_the_rulebooks() -> None:
    schema = LonggangOptions.schema()
    assert len(schema) == 24
    assert all(option.zh and option.en and option.clause for option in schema.values())
    with pytest.raises(OptionError):
        LonggangOptions().with_value("bao_late", 3)


def test_a_win_explains_itself_item_by_item() -> None:
    case = named("longgang", "longgang-L1")
    settlement = settle(read_case(case))
    assert [(fan.code, fan.value) for fan in settlement.fans[0]] == [
        ("hu_open_set", 2),
        ("hu_concealed_set", 8),
        ("hu_pair", 2),
        ("hu_flower", 4),
        ("hu_closed_wait", 2),
        ("hu_base", 20),
        ("tai_no_wild", 1),
    ]
    assert settlement.formula == ("(2+8+2+4+2+20) ×2¹ = 76",)


@pytest.mark.parametrize(
    ("options", "formula"),
    [
        ({}, "(2+20) ×2¹ = 44"),
        ({"round": "ceil10_before"}, "(2+20)→30 ×2¹ = 60"),
        ({"round": "ceil10_after"}, "(2+20) ×2¹ = 44→50"),
        ({"base_hu": 0}, "2 ×2¹ = 4"),
    ],
)
def test_the_formula_shows_roundings(options: dict[str, Any], formula: str) -> None:
    seat = SeatResult(
        concealed=parse_tiles("234m345p567p78s22s"), melds=(Meld(MeldKind.PUNG, parse_tile("5m")),)
    )
    result = south(seat, parse_tile("1z"), LonggangOptions(**options), Win(1, parse_tile("9s"), 2))
    assert settle(result).formula == (formula,)


def test_the_formula_without_doublings_and_at_the_limit() -> None:
    hu = (Fan("hu_base", "底胡", "base", 20), Fan("hu_open_set", "明刻", "open set", 2))
    assert Scale(300).formula(Count(hu), 22) == "(20+2) = 22"
    assert Scale(300, tens_before=True).formula(Count(hu), 30) == "(20+2)→30"
    assert Scale(300).formula(Count(hu[:1]), 20) == "20"
    tai = (Fan("tai_zhong", "中", "red dragon set", 5),)
    assert Scale(300, most_tai=3).formula(Count(hu, tai), 176) == "(20+2) ×2³ = 176"
    assert Scale(300).formula(Count(hu, tai), 300) == "(20+2) ×2⁵ = 704→300"


def test_a_holding_prints_counts_and_no_tiles() -> None:
    case = named("longgang", "longgang-L1")
    assert repr(holding(read_case(case), 1)) == "Holding(10 playing, 2 melds)"
