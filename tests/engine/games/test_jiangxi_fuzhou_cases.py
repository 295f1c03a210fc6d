"""Fuzhou (Jiangxi) is settled as its rulebook says: the given cases, further ones by clause, laws of all hands."""

from random import Random
from typing import Any

import pytest

from engine.games.jiangxi_fuzhou import GAME
from engine.games.jiangxi_fuzhou.hands import best_hand, waiting
from engine.games.jiangxi_fuzhou.options import JiangxiFuzhouOptions
from engine.games.jiangxi_fuzhou.wins import win_worth
from engine.melds import parse_meld
from engine.tiles import PLAYING_KINDS, parse_tile, parse_tiles
from engine.winning import kinds_in
from tests.engine.games.random_wins import random_win, settled_win
from tests.engine.games.settling import assert_sound, cases, named, settlement_of, tried_options

TABLE = JiangxiFuzhouOptions()
PLAY_ONLY = {"opening", "pass_lock", "hands"}


def test_every_value_of_an_option_that_settlement_reads_has_a_case() -> None:
    tried = tried_options("jiangxi_fuzhou")
    for name, known in JiangxiFuzhouOptions.schema().items():
        if name not in PLAY_ONLY:
            assert all((name, str(value)) in tried for value in known.values[1:]), name


@pytest.mark.parametrize("seed", range(150))
def test_transfers_are_sound_and_the_formula_ends_in_the_points(seed: int) -> None:
    _, settlement = settled_win(Random(seed), GAME)
    assert_sound(settlement)
    assert settlement.formula[0].split(" = ")[-1] == str(settlement.points[0])
    paid = [item.amount for item in settlement.transfers if item.reason == "hand"]
    assert set(paid) == {settlement.points[0]}
    assert len(paid) in (1, 3)


@pytest.mark.parametrize("gap", [3, 2])
@pytest.mark.parametrize("jiahu", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_a_seat_waits_for_just_the_kinds_that_make_a_hand(seed: int, jiahu: bool, gap: int) -> None:
    table = JiangxiFuzhouOptions(jiahu=jiahu, lan_gap=gap, chow=True)
    result = random_win(Random(seed), GAME)
    seat = result.seats[result.wins[0].seat]
    own = [*seat.concealed, *(tile for meld in seat.melds for tile in meld.tiles)]
    made = [
        kind
        for kind in range(PLAYING_KINDS)
        if own.count(kind) < 4 and best_hand(seat.concealed, seat.melds, kind, table) is not None
    ]
    assert kinds_in(waiting(seat.concealed, seat.melds, table)) == made


def test_thirteen_unrelated_tiles_wait_for_what_stays_apart() -> None:
    hand = parse_tiles("147m258p36s12347z")
    assert kinds_in(waiting(hand, (), TABLE)) == [parse_tile(text) for text in ("9s", "5z", "6z")]


def test_the_play_engine_can_measure_a_win_without_a_result() -> None:
    hand, tile = parse_tiles("34m678m99p345s234p"), parse_tile("5m")
    assert win_worth(hand, (), tile, TABLE) == 2
    assert win_worth(hand, (), tile, TABLE, declared=True) == 4
    assert win_worth(hand, (), tile, TABLE, events=frozenset({"earthly"})) == 10
    assert win_worth(hand, (), parse_tile("6m"), TABLE) is None
    only_drawn = JiangxiFuzhouOptions(zimo_only=True)
    assert win_worth(hand, (), tile, only_drawn) is None
    assert win_worth(hand, (), tile, only_drawn, self_draw=True) == 2
    assert win_worth(hand, (), tile, only_drawn, events=frozenset({"rob_kong"})) == 2


def test_a_hand_without_a_shape_is_worth_half_its_colour() -> None:
    hand, tile = parse_tiles("1133557799m246m"), parse_tile("8m")
    assert win_worth(hand, (), tile, TABLE) is None
    assert win_worth(hand, (), tile, JiangxiFuzhouOptions(jiahu=True)) == 5


def test_a_chow_is_refused_where_the_table_has_none() -> None:
    hand, melds = parse_tiles("34m678m99p345s"), (parse_meld("234p<0"),)
    assert waiting(hand, melds, TABLE) == 0
    assert waiting(hand, melds, JiangxiFuzhouOptions(chow=True))


@pytest.mark.parametrize(
    ("name", "options", "formula"),
    [
        ("jxfuzhou-01", {}, "1×2 = 2"),
        ("jxfuzhou-02", {}, "2×2×2 = 8"),
        ("jxfuzhou-04", {}, "2×5×4×2 = 80"),
        ("jxfuzhou-04", {"cap": 20}, "min(2×5×4×2, 20) = 20"),
        ("jxfuzhou-11", {}, "max(1, 5)×2 = 10"),
        ("jxfuzhou-12", {}, "max(2, 5)×2×2 = 20"),
    ],
)
def test_the_formula_shows_what_a_payer_owes(name: str, options: dict[str, Any], formula: str) -> None:
    assert settlement_of(named("jiangxi_fuzhou", name), **options).formula == (formula,)


def test_the_formula_shows_the_half_that_is_rounded_up() -> None:
    case = next(
        item.values[0] for item in cases("own/jiangxi_fuzhou") if "rounded up" in item.values[0]["note"]
    )
    assert settlement_of(case).formula == ("⌈5÷2×1⌉ = 3",)


def test_fans_are_the_factors() -> None:
    fans = settlement_of(named("jiangxi_fuzhou", "jxfuzhou-04")).fans[0]
    assert [(fan.code, fan.name, fan.value) for fan in fans] == [
        ("seven_pairs", "七对", 2),
        ("one_suit", "清一色", 5),
        ("quads", "八归一", 4),
    ]
    assert [fan.code for fan in settlement_of(named("jiangxi_fuzhou", "jxfuzhou-12")).fans[0]] == [
        "seven_pairs",
        "earthly",
        "ready",
    ]


def test_burns_are_two_payments_even_where_they_cancel() -> None:
    reasons = [item.reason for item in settlement_of(named("jiangxi_fuzhou", "jxfuzhou-09")).transfers]
    assert reasons == ["front_burn"] * 3 + ["back_burn"] * 3


@pytest.mark.parametrize("name", sorted(JiangxiFuzhouOptions.schema()))
def test_every_option_is_explained_in_both_languages_and_names_its_clause(name: str) -> None:
    known = JiangxiFuzhouOptions.schema()[name]
    assert name == "hands" or known.clause.startswith("JX-")
    assert known.zh
    assert known.en
    assert known.accepts(known.default)
