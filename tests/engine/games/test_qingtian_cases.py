"""Qingtian is settled as its rulebook says: the given cases, further ones by clause, and laws of all hands."""

from random import Random

import pytest

from engine.fans import is_258, standard_readings
from engine.games.qingtian import GAME
from engine.games.qingtian.fans import fans_of, may_win, opens
from engine.games.qingtian.hand import Hand, complete_hand, completes, is_complete, waiting_for, with_tile
from engine.games.qingtian.options import QingtianOptions
from engine.games.qingtian.scoring import hand_of
from engine.melds import parse_meld
from engine.result import read_case, settle
from engine.tiles import EAST, HONOURS, PLAYING_KINDS, WINDS, parse_tile, parse_tiles
from engine.winning import kinds_in, mask_of
from tests.engine.games.random_wins import random_win, settled_win
from tests.engine.games.settling import assert_sound, named, settlement_of

TABLE = QingtianOptions()


@pytest.mark.parametrize("seed", range(200))
def test_transfers_are_sound_and_the_formula_ends_in_the_points(seed: int) -> None:
    result, settlement = settled_win(Random(seed), GAME)
    assert_sound(settlement)
    assert settlement.formula[0].split()[-1].split("×")[-1] == str(settlement.points[0])
    winner = result.wins[0].seat
    assert all(item.receiver == winner for item in settlement.transfers if item.reason != "kong")


@pytest.mark.parametrize("wind", WINDS)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("pair", HONOURS)
def test_a_pair_spoils_all_chows_just_when_its_pung_would_be_a_fan(pair: int, place: int, wind: int) -> None:
    hand = complete_hand(
        TABLE,
        (*parse_tiles("678s"), pair, pair),
        [parse_meld(text) for text in ("123m<1", "456p<1", "234s<1")],
        place=place,
        round_wind=wind,
    )
    is_fan = pair in (*range(31, 34), EAST + place, wind)
    assert opens(hand) is not is_fan


@pytest.mark.parametrize("seed", range(200))
def test_all_readings_agree_on_the_pair_of_two_five_or_eight(seed: int) -> None:
    result = random_win(Random(seed), GAME)
    hand = hand_of(result, result.wins[0])
    verdicts = {is_258(reading.pair.tile) for reading in standard_readings(hand.concealed)}
    assert len(verdicts) <= 1


@pytest.mark.parametrize("seed", range(100))
def test_the_quick_answers_agree_with_settlement(seed: int) -> None:
    result = random_win(Random(seed), GAME)
    hand = hand_of(result, result.wins[0])
    assert completes(hand.table, hand.concealed) == is_complete(hand)
    waiting = waiting_for(hand.table, hand.concealed[:-1])
    for kind in range(PLAYING_KINDS):
        held = (*hand.concealed[:-1], kind)
        if hand.concealed[:-1].count(kind) < 4:
            assert (waiting >> kind & 1) == completes(hand.table, held)


def test_every_fan_is_listed_though_one_is_enough() -> None:
    case = read_case(
        {
            "variant": "qingtian",
            "dealer": 0,
            "seats": [{"concealed": "222p888p111z5p", "melds": ["777z<1"], "flowers": "1f"}, {}, {}, {}],
            "end": {"kind": "win", "wins": [{"seat": 0, "tile": "5p", "from": 1}]},
        }
    )
    codes = [fan.code for fan in settle(case).fans[0] if fan.value == 0]
    assert codes == [
        "all_pungs",
        "one_suit",
        "pair_258",
        "dragon_pung",
        "seat_flower",
        "seat_wind_pung",
        "round_wind_pung",
    ]


def test_the_play_engine_can_ask_for_fans_without_a_result() -> None:
    hand = complete_hand(
        TABLE, parse_tiles("456s789s33m"), [parse_meld("123m<0"), parse_meld("999p<2")], place=1
    )
    assert is_complete(hand)
    assert fans_of(hand) == ()
    assert not opens(hand)


def discard_waits(hand: Hand) -> int:
    """The mask of kinds whose discard wins; the others in `waiting_for` are self-draw only (Q-10.6)."""
    waited = kinds_in(waiting_for(hand.table, hand.concealed))
    return mask_of(kind for kind in waited if opens(with_tile(hand, kind)))


def test_a_wait_is_told_from_one_that_only_a_self_draw_wins() -> None:
    melds = [parse_meld("123m<0"), parse_meld("999p<2")]
    hand = complete_hand(TABLE, parse_tiles("777s22m44z"), melds, place=1)
    assert waiting_for(TABLE, hand.concealed) == mask_of(parse_tiles("2m4z"))
    assert discard_waits(hand) == mask_of(parse_tiles("4z"))  # leaves the pair 22m
    with_258 = complete_hand(TABLE, parse_tiles("45678s33m"), melds, place=1)
    assert waiting_for(TABLE, with_258.concealed) == mask_of(parse_tiles("369s"))
    assert discard_waits(with_258) == 0
    on_five = complete_hand(TABLE, parse_tiles("2345s777m"), melds, place=1)
    assert waiting_for(TABLE, on_five.concealed) == mask_of(parse_tiles("25s"))
    assert discard_waits(on_five) == mask_of(parse_tiles("25s"))


def test_the_tile_decides_whether_a_discard_wins() -> None:
    melds = [parse_meld("123m<0"), parse_meld("999p<2")]
    hand = complete_hand(TABLE, parse_tiles("3456s777z"), melds, place=1)
    assert discard_waits(hand) == waiting_for(TABLE, hand.concealed) == mask_of(parse_tiles("36s"))
    shanpon = complete_hand(TABLE, parse_tiles("456s55z33m"), melds, place=1)
    assert waiting_for(TABLE, shanpon.concealed) == mask_of(parse_tiles("3m5z"))
    assert discard_waits(shanpon) == mask_of(parse_tiles("5z"))
    assert may_win(with_tile(shanpon, parse_tile("3m")), self_drawn=True)
    assert not may_win(with_tile(shanpon, parse_tile("3m")), self_drawn=False)
    assert not may_win(with_tile(shanpon, parse_tile("4m")), self_drawn=True)


def test_liability_is_told_from_the_own_share() -> None:
    case = named("qingtian", "qingtian-Q4")
    reasons = [(item.payer, item.amount, item.reason) for item in settlement_of(case).transfers]
    assert reasons[:4] == [
        (2, 4, "liability"),
        (2, 4, "liability"),
        (2, 4, "hand"),
        (2, 1, "discarder_extra"),
    ]
    assert [reason for _, _, reason in reasons[4:]] == ["kong"] * 3


def test_the_formula_shows_manner_pattern_and_cap() -> None:
    case = named("qingtian", "qingtian-Q9")
    assert settlement_of(case).formula == ("2×3×2 = 12",)
    assert settlement_of(case, cap=8).formula == ("2×3×2 = 12 → 8",)


@pytest.mark.parametrize("name", sorted(QingtianOptions.schema()))
def test_every_option_is_explained_in_both_languages_and_names_its_clause(name: str) -> None:
    known = QingtianOptions.schema()[name]
    assert known.clause.startswith("Q-")
    assert known.zh
    assert known.en
    assert known.accepts(known.default)
