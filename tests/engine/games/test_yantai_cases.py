"""Yantai is settled as its rulebook says: the given cases, further ones by clause, and laws of all hands."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.games.yantai import GAME
from engine.games.yantai.hand import complete_hand, completes, may_win, waiting_for
from engine.games.yantai.options import YantaiOptions
from engine.games.yantai.payments import possible_stake
from engine.melds import parse_meld
from engine.options import OptionError
from engine.result import settle
from engine.scoring import IllegalWin
from engine.tiles import PLAYING_KINDS, parse_tile, parse_tiles
from tests.engine.games.random_wins import random_win, settled_win
from tests.engine.games.settling import assert_sound, cases, named, settlement_of

TABLE = YantaiOptions()
GIVEN = cases("yantai", "own/yantai")


@pytest.mark.parametrize("seed", range(200))
def test_transfers_are_sound_and_the_formula_ends_in_the_points(seed: int) -> None:
    result, settlement = settled_win(Random(seed), GAME)
    assert_sound(settlement)
    assert settlement.formula[0].split()[-1] == str(settlement.points[0])
    assert {item.reason for item in settlement.transfers} <= {"hand", "kong", "stake"}
    assert result.options.get("cap") == 0 or settlement.points[0] <= result.options.get("cap")


TOGETHER = {
    "门前清": "混一色 清一色 一条龙 大吊车 杠上开花 十三幺 海底捞月 七对族 碰碰胡",
    "混一色": "一条龙 大吊车 杠上开花 海底捞月 七对族 碰碰胡 地胡 天胡",
    "清一色": "一条龙 大吊车 杠上开花 海底捞月 七对族 碰碰胡 地胡 天胡",
    "一条龙": "大吊车 杠上开花 海底捞月 地胡 天胡",
    "大吊车": "杠上开花 海底捞月 碰碰胡 地胡",
    "杠上开花": "海底捞月 碰碰胡 地胡",
    "十三幺": "海底捞月 地胡 天胡",
    "海底捞月": "七对族 碰碰胡",
    "七对族": "地胡 天胡",
    "碰碰胡": "地胡 天胡",
}
"""The ticks of the table in Y-12.7, each pair once."""
ROW_OF = {
    "字一色": "清一色",
    "七对": "七对族",
    "豪华七对": "七对族",
    "超级豪华七对": "七对族",
    "至尊豪华七对": "七对族",
}
BESIDE = {"明打", "自摸", "抢杠"}
"""Factors of Y-17.1 that are no big hands."""


def pairs_of(fans: tuple[Any, ...]) -> set[frozenset[str]]:
    names = {ROW_OF.get(fan.name, fan.name) for fan in fans if fan.name not in BESIDE}
    return {frozenset(pair) for pair in combinations(sorted(names), 2)}


def ticks() -> set[frozenset[str]]:
    return {frozenset((row, other)) for row, others in TOGETHER.items() for other in others.split()}


def test_the_cases_show_every_pair_of_big_hands_that_goes_together_and_no_other() -> None:
    legal = [case.values[0] for case in GIVEN if "payments" in case.values[0]["expect"]]
    fans = [fans for case in legal for fans in settlement_of(case).fans]
    assert {pair for each in fans for pair in pairs_of(each)} == ticks()


@pytest.mark.parametrize("seed", range(200))
def test_no_hand_has_two_big_hands_that_exclude_each_other(seed: int) -> None:
    _, settlement = settled_win(Random(seed), GAME)
    assert pairs_of(settlement.fans[0]) <= ticks()


@pytest.mark.parametrize("seed", range(100))
def test_the_quick_answers_agree_with_settlement(seed: int) -> None:
    result = random_win(Random(seed), GAME)
    win, seat = result.wins[0], result.seats[result.wins[0].seat]
    table = YantaiOptions(pair258=seed % 2 == 0)
    waiting = waiting_for(table, seat.concealed, seat.melds)
    for kind in range(PLAYING_KINDS):
        if seat.concealed.count(kind) < 4:
            held = (*seat.concealed, kind)
            assert (waiting >> kind & 1) == completes(table, held, seat.melds)
            assert completes(table, held, seat.melds) == complete_hand(table, held, seat.melds).wins
            plain = replace(
                result, options=table, wins=(replace(win, tile=kind, source=None, events=frozenset()),)
            )
            assert completes(table, held, seat.melds) == is_legal(plain)


def is_legal(result: Any) -> bool:
    try:
        settle(result)
    except IllegalWin:
        return False
    return True


def test_who_may_win_on_what() -> None:
    concealed, melds, tile = parse_tiles("56p789s444z66m"), [parse_meld("234m")], parse_tile("7p")
    strict = YantaiOptions(must_self_draw=True, rob_kong=False)
    assert may_win(TABLE, concealed, melds, tile, self_drawn=False)
    assert not may_win(strict, concealed, melds, tile, self_drawn=False)
    assert may_win(strict, concealed, melds, tile, self_drawn=True)
    assert not may_win(TABLE, concealed, melds, tile, self_drawn=False, is_open=True)
    assert may_win(TABLE, concealed, melds, tile, self_drawn=True, is_open=True)
    assert may_win(TABLE, concealed, melds, tile, self_drawn=False, robbed=True)
    assert not may_win(YantaiOptions(rob_kong=False), concealed, melds, tile, self_drawn=False, robbed=True)
    assert not may_win(TABLE, concealed, melds, parse_tile("8p"), self_drawn=True)
    assert not may_win(YantaiOptions(pair258=True), concealed, melds, tile, self_drawn=True)


def test_possible_stakes_are_nothing_and_the_steps_between_the_limits() -> None:
    table = TABLE.with_value("stake.step", 3).with_value("stake.min", 2).with_value("base", 10)
    assert [coins for coins in range(0, 200) if possible_stake(table, coins)] == [0, 30, 60, 90]


def test_the_smallest_stake_is_no_more_than_the_largest() -> None:
    with pytest.raises(OptionError, match=r"stake.min=5 is more than stake.max=4"):
        TABLE.with_value("stake.max", 5).with_value("stake.min", 5).with_value("stake.max", 4)


def test_the_big_hands_are_listed_in_the_order_of_the_rulebook() -> None:
    case = named("yantai", "yantai-Y6")
    settlement = settlement_of(case)
    assert [fan.name for fan in settlement.fans[0]] == ["大吊车", "杠上开花", "海底捞月", "碰碰胡"]
    assert settlement.formula == ("2×2×2×2 = 16",)
    assert [(item.payer, item.amount, item.reason) for item in settlement.transfers] == [
        (3, 1600, "hand"),
        (3, 200, "kong"),
        (0, 1600, "hand"),
        (0, 200, "kong"),
        (1, 1600, "hand"),
        (1, 200, "kong"),
    ]


@pytest.mark.parametrize("name", sorted(YantaiOptions.schema()))
def test_every_option_is_explained_in_both_languages_and_names_its_clause(name: str) -> None:
    known = YantaiOptions.schema()[name]
    assert known.clause.startswith("Y-")
    assert known.zh
    assert known.en
    assert known.accepts(known.default)
