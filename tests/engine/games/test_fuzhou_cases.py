"""Fuzhou is settled as its rulebook says: the given cases, further ones clause by clause, laws of all hands."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.games.fuzhou import GAME
from engine.games.fuzhou.options import FuzhouOptions
from engine.games.fuzhou.scoring import SPECIALS
from engine.melds import Meld
from engine.result import Result, SeatResult, Win, read_case, settle
from engine.scoring import IllegalWin, Settlement
from engine.tiles import FLOWERS, HONOURS, Kind, parse_tiles
from tests.engine.games.random_wins import random_meld, random_options, resuited, rotated
from tests.engine.games.settling import assert_sound, cases, named, outcome, settlement_of, tried_options

FILES = ("fuzhou", "own/fuzhou")
PLAYED_ONLY = {
    "streak_counts_draws",
    "gold_discard",
    "chow_same_tile_discard",
    "pass_lock",
    "robgold_window",
    "indicator_in_reserve",
    "hands",
}
"""Options that no settlement reads."""


@pytest.mark.parametrize("case", cases(*FILES))
def test_options_of_play_leave_the_settlement_alone(case: dict[str, Any]) -> None:
    for name in sorted(PLAYED_ONLY):
        for value in FuzhouOptions.schema()[name].values:
            moved = case | {"options": case["options"] | {name: value}}
            assert outcome(moved) == case["expect"], name


def test_every_value_of_an_option_that_settlement_reads_has_a_case() -> None:
    tried = tried_options("fuzhou")
    for name, known in FuzhouOptions.schema().items():
        if name not in PLAYED_ONLY:
            assert all((name, str(value)) in tried for value in known.values[1:]), name


# -- what a player is told


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("fuzhou-01", "(3+1+0+5)×2 = 18"),
        ("fuzhou-02", "(10+2+1+5)×2 = 36"),
        ("fuzhou-04", "(1+2+0+5)×2+60 = 76"),
        ("fuzhou-11", "(5+2+1+1+0+2)×2 = 22"),
        ("fuzhou-12", "(5+0+1+0+1+1)×1 = 8"),
    ],
)
def test_the_formula_shows_the_arithmetic(name: str, formula: str) -> None:
    assert settlement_of(named("fuzhou", name)).formula == (formula,)


def test_fans_are_the_parts_of_the_formula_and_the_one_special_hand_that_counts() -> None:
    fans = settlement_of(named("fuzhou", "fuzhou-04")).fans[0]
    assert [(fan.name, fan.value) for fan in fans] == [
        ("花", 1),
        ("杠", 0),
        ("金", 2),
        ("连庄", 0),
        ("底", 5),
        ("金雀", 60),
    ]


@pytest.mark.parametrize(("level", "name", "factor"), [(1, "单游", 4), (2, "双游", 8), (3, "三游", 16)])
def test_a_youjin_level_is_named(level: int, name: str, factor: int) -> None:
    case = next(item.values[0] for item in cases("own/fuzhou") if item.values[0]["facts"] == {"youjin": 1})
    told = settlement_of(case | {"facts": {"youjin": level}}).fans[0][-1]
    assert (told.name, told.value) == (name, factor)


@pytest.mark.parametrize("name", sorted(FuzhouOptions.schema()))
def test_every_option_is_explained_in_both_languages_and_names_its_clause(name: str) -> None:
    known = FuzhouOptions.schema()[name]
    assert name == "hands" or known.clause.startswith("FZ-")
    assert known.zh
    assert known.en
    assert known.accepts(known.default)


# -- laws of all hands


def random_win(rnd: Random) -> Result:
    """Five sets and a pair with golds for some of the tiles, flowers, kongs, won in some way under some options."""
    while True:
        result = _random_win(rnd)
        held = [tile for seat in result.seats for tile in seat.tiles()]
        held += [result.wins[0].tile] + (
            [] if "rob_gold" in result.wins[0].events else [result.indicator or 0]
        )
        if all(held.count(tile) <= GAME.tiles.copies[tile] for tile in held):
            return result


def _random_win(rnd: Random) -> Result:
    seat, gold = rnd.randrange(4), rnd.randrange(27)
    melds: list[Meld] = []
    concealed: list[Kind] = []
    for group in random_sets(rnd):
        if gold not in group and rnd.random() < 0.3:
            melds.append(random_meld(rnd, seat, group))
        else:
            concealed += group
    for _ in range(rnd.choice((0, 0, 1, 2, 3))):
        concealed[rnd.randrange(len(concealed))] = gold
    tile = concealed.pop(rnd.randrange(len(concealed)))
    source = rnd.choice([None, *(other for other in range(4) if other != seat)])
    events = {"rob_gold"} if source is None and tile == gold and not melds else set()
    flowers = rnd.sample([*HONOURS * 4, *FLOWERS], rnd.choice((0, 0, 1, 2, 6)))
    hands = [SeatResult() for _ in range(4)]
    hands[seat] = SeatResult(tuple(sorted(concealed)), tuple(melds), tuple(sorted(flowers)))
    return Result(
        game=GAME,
        options=random_options(rnd, FuzhouOptions()),
        dealer=rnd.randrange(4),
        seats=(hands[0], hands[1], hands[2], hands[3]),
        wins=(Win(seat, tile, source, frozenset(events)),),
        streak=rnd.randrange(4),
        indicator=gold,
    )


def random_sets(rnd: Random) -> list[tuple[Kind, ...]]:
    """Five runs or triplets and a pair."""
    low = [suit + rank for suit in (0, 9, 18) for rank in range(7)]
    runs = [(kind, kind + 1, kind + 2) for kind in rnd.choices(low, k=5)]
    triplets = [(kind,) * 3 for kind in rnd.sample(range(27), 5)]
    return [*rnd.sample(runs + triplets, 5), (rnd.randrange(27),) * 2]


def settled(rnd: Random) -> tuple[Result, Settlement]:
    """The next random hand that may win so, and its settlement."""
    while True:
        result = random_win(rnd)
        try:
            return result, settle(result)
        except IllegalWin:
            continue


@pytest.mark.parametrize("seed", range(150))
def test_transfers_are_sound_and_paid_by_the_rule(seed: int) -> None:
    result, settlement = settled(Random(seed))
    assert_sound(settlement)
    assert settlement.formula[0].split(" = ")[-1] == str(settlement.points[0])
    win = result.wins[0]
    everybody = win.source is None or (
        result.options.get("discard_payers") == "all_three" and result.options.get("scoring") == "A"
    )
    assert {move.payer for move in settlement.transfers} == (
        {0, 1, 2, 3} - {win.seat} if everybody else {win.source}
    )


@pytest.mark.parametrize("seed", range(100))
def test_neither_places_nor_suits_matter_to_a_random_hand(seed: int) -> None:
    result, settlement = settled(Random(seed))
    gold = 0 if result.indicator is None else result.indicator
    assert settle(replace(resuited(result), indicator=(gold + 9) % 27)) == settlement
    payments = settlement.payments
    assert settle(rotated(result, 1)).payments == (payments[3], *payments[:3])


@pytest.mark.parametrize("seed", range(100))
def test_a_random_result_survives_being_written_out_as_a_case(seed: int) -> None:
    result, settlement = settled(Random(seed))
    assert settle(read_case(result.to_json())) == settlement


@pytest.mark.parametrize("seed", range(100))
def test_a_flower_more_is_worth_two_points_beside_the_special_hands(seed: int) -> None:
    result, _ = settled(Random(seed))
    options = FuzhouOptions(eight_pairs=str(result.options.get("eight_pairs")))
    win = result.wins[0]
    own = result.seats[win.seat]

    def with_flowers(text: str) -> Settlement:
        hands = [SeatResult() for _ in range(4)]
        hands[win.seat] = replace(own, flowers=parse_tiles(text))
        seats = (hands[0], hands[1], hands[2], hands[3])
        return settle(replace(result, options=options, seats=seats))

    assert with_flowers("123z").points[0] == with_flowers("12z").points[0] + 2


def test_the_two_columns_of_special_values_are_those_of_the_rulebook() -> None:
    assert {code: values[2:] for code, values in SPECIALS.items()} == {
        "heavenly": (30, 40),
        "rob_gold": (30, 40),
        "no_flower_no_kong": (30, 40),
        "one_flower": (15, 20),
        "three_golds": (40, 50),
        "golden_pair": (60, 60),
        "golden_dragon": (120, 120),
    }
