"""Laws of random finished hands: places decide and seat numbers do not, suits are alike, a record loses nothing."""

from random import Random

import pytest

from engine.games import find_game
from engine.result import read_case, settle
from tests.engine.games.random_wins import resuited, rotated, settled_win

GAMES = pytest.mark.parametrize("game", ["qingtian", "yantai", "jiangxi_fuzhou"])
SEEDS = pytest.mark.parametrize("seed", range(100))


@GAMES
@SEEDS
def test_places_decide_and_seat_numbers_do_not(game: str, seed: int) -> None:
    result, settlement = settled_win(Random(seed), find_game(game))
    turned = settle(rotated(result, 1)).payments
    assert turned == (settlement.payments[3], *settlement.payments[:3])


@GAMES
@SEEDS
def test_the_suits_are_alike(game: str, seed: int) -> None:
    result, settlement = settled_win(Random(seed), find_game(game))
    assert settle(resuited(result)) == settlement


@GAMES
@SEEDS
def test_a_result_survives_being_written_out_as_a_case(game: str, seed: int) -> None:
    result, settlement = settled_win(Random(seed), find_game(game))
    assert settle(read_case(result.to_json())) == settlement
