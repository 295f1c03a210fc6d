"""Fuding is settled as its rulebook says: the given cases, further ones by clause, and a slow count to compare with."""

from random import Random

import pytest

from engine.games.fuding import GAME
from engine.games.fuding.holding import (
    bonus_kinds,
    gold_kinds,
    holding,
    is_complete,
    own_flowers,
    seat_wind,
    youjin,
)
from engine.games.fuding.options import FudingOptions
from engine.games.fuding.scoring import judge, may_win
from engine.melds import Meld, MeldKind
from engine.options import OptionError
from engine.result import Result, SeatResult, Win, read_case, settle
from engine.tiles import FLOWERS, WHITE, counts, parse_tile, parse_tiles
from tests.engine.brute import wins
from tests.engine.games.hu_tai_oracle import KINDS, Hand, fuding_total, random_hand
from tests.engine.games.settling import assert_sound, named

# -- the winner's best reading


def fuding_result(
    hand: Hand, *, indicator: int, flowers: tuple[int, ...], streak: int, options: FudingOptions
) -> Result:
    """The hand as seat 1's (South) in a case that nobody else scores in."""
    melds = tuple(Meld(MeldKind(name), kind) for name, kind in hand.melds)
    winner = SeatResult(concealed=hand.concealed, melds=melds, flowers=flowers)
    win = Win(1, hand.tile, None if hand.drawn else 2)
    seats = (SeatResult(), winner, SeatResult(), SeatResult())
    return Result(
        game=GAME, options=options, dealer=0, seats=seats, wins=(win,), streak=streak, indicator=indicator
    )


@pytest.mark.parametrize("seed", range(150))
def test_the_best_reading_is_the_best_of_all(seed: int) -> None:
    rnd = Random(seed)
    indicator = rnd.choice([kind for kind in KINDS if kind not in (0, 8)])
    hand = random_hand(rnd, indicator, [indicator] * rnd.choice((0, 1, 1, 2)))
    flowers = tuple(rnd.sample([*FLOWERS, WHITE, WHITE], rnd.choice((0, 0, 1, 2, 3))))
    streak, cap, min_tai = rnd.choice((1, 2)), rnd.choice((800, 100, 10000)), rnd.choice((0, 0, 2))
    options = FudingOptions(cap=cap, min_tai=min_tai)
    result = fuding_result(hand, indicator=indicator, flowers=flowers, streak=streak, options=options)
    expected = fuding_total(hand, wind=28, streak=streak, flowers=flowers, cap=cap, min_tai=min_tai)
    barred = youjin(hand.concealed, gold_kinds(indicator)) and (
        not hand.drawn or ("pung", hand.tile) in hand.melds
    )
    assert may_win(result, result.wins[0]) == (expected is not None and not barred)
    if may_win(result, result.wins[0]):
        assert judge(result, result.wins[0]).points == expected
        assert_sound(settle(result))


@pytest.mark.parametrize("seed", range(120))
def test_youjin_is_a_wait_on_every_playing_kind_that_is_not_gold(seed: int) -> None:
    rnd = Random(seed)
    indicator = rnd.choice(KINDS)
    hand = random_hand(rnd, indicator, [indicator] * rnd.choice((1, 2, 3)))
    concealed = [tile for tile in hand.concealed if tile != indicator]
    held = counts(concealed)[:34]
    golds = len(hand.concealed) - len(concealed)
    literal = all(
        wins([copies + (kind == other) for other, copies in enumerate(held)], golds)
        for kind in KINDS
        if kind != indicator
    )
    assert youjin(hand.concealed, {indicator}) == literal


# -- tiles


def test_a_turned_flower_makes_the_others_of_its_colour_gold() -> None:
    assert gold_kinds(parse_tile("6f")) == set(parse_tiles("578f"))
    assert gold_kinds(parse_tile("5z")) == {WHITE}
    assert gold_kinds(None) == frozenset()
    assert bonus_kinds(parse_tile("6f")) == {*parse_tiles("12346f"), WHITE}
    assert WHITE not in bonus_kinds(WHITE)


def test_the_wind_is_counted_from_the_door_or_from_the_dealer() -> None:
    assert seat_wind(1, east=2, dealer=0, options=FudingOptions()) == parse_tile("4z")
    by_dealer = FudingOptions(wind_mode="dealer_is_east")
    assert seat_wind(1, east=2, dealer=0, options=by_dealer) == parse_tile("2z")
    assert own_flowers(parse_tile("3z")) == (parse_tile("3f"), parse_tile("7f"))


def test_a_bonus_tile_in_hand_completes_nothing() -> None:
    assert is_complete(parse_tiles("22p"), set())
    assert not is_complete(parse_tiles("55z"), set())
    assert is_complete(parse_tiles("55z"), {WHITE})
    assert not youjin(parse_tiles("1f2p"), {parse_tile("2p")})


# -- options and what a card shows


def test_options_are_the_rulebooks() -> None:
    schema = FudingOptions.schema()
    assert len(schema) == 21
    assert all(option.zh and option.en and option.clause for option in schema.values())
    with pytest.raises(OptionError):
        FudingOptions().with_value("reserve", 21)


def test_a_win_explains_itself_item_by_item() -> None:
    case = named("fuding", "fuding-F1")
    settlement = settle(read_case(case))
    assert [(fan.code, fan.value) for fan in settlement.fans[0]] == [
        ("hu_open_set", 4),
        ("hu_concealed_set", 4),
        ("hu_bonus", 4),
        ("hu_base", 20),
        ("tai_zhong", 1),
    ]
    assert settlement.formula == ("(4+4+4+20)→40 ×2¹ = 80",)


def test_bao_is_told_apart_from_the_own_share() -> None:
    case = named("fuding", "fuding-F7")
    reasons = sorted((item.payer, item.amount, item.reason) for item in settle(read_case(case)).transfers)
    assert reasons == [(3, 80, "hand"), (3, 80, "liability"), (3, 160, "liability")]


def test_a_holding_prints_counts_and_no_tiles() -> None:
    case = named("fuding", "fuding-F1")
    assert repr(holding(read_case(case), 1)) == "Holding(10 playing, 2 melds)"
