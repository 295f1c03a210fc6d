"""Self-play: whatever options a table has and whoever sits there, every state is sound and every journal folds."""

from typing import Any

import pytest

from engine.game import Game
from engine.result import read_case, settle
from engine.selfplay import check_fold, play_hands
from tests.engine.playing import RANDOM_SETS, opposite, playing, random_options

GAMES = [pytest.param(game, id=game.id) for game in playing()]
PLAYERS = ("computer", "random")


def check_hands(game: Game, hands: int, seed: int, players: str, options: Any = None) -> None:
    """Play so many hands: states are checked after every step, journals folded, results written out and read."""
    for played in play_hands(game, hands, seed, options=options, players=players):
        check_fold(played)
        result, settlement = played.end.result, played.end.settlement
        assert result is not None
        assert settlement is not None
        assert settle(read_case(result.to_json())) == settlement


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_hands_are_sound_under_the_default_options(game: Game, players: str) -> None:
    check_hands(game, 30, 1, players)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_hands_are_sound_under_the_opposite_of_every_default(game: Game, players: str) -> None:
    check_hands(game, 15, 2, players, opposite(game))


@pytest.mark.parametrize("number", range(RANDOM_SETS))
@pytest.mark.parametrize("game", GAMES)
def test_hands_are_sound_under_random_options(game: Game, number: int) -> None:
    for players in PLAYERS:
        check_hands(game, 2, 100 + number, players, random_options(game, number))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_many_hands_are_sound(game: Game, players: str) -> None:
    check_hands(game, 150, 3, players)
    check_hands(game, 60, 4, players, opposite(game))
    for number in range(RANDOM_SETS):
        check_hands(game, 8, 200 + number, players, random_options(game, number))
