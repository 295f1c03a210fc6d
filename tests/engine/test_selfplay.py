"""Self-play: whatever options a table has and whoever sits there, every state is sound and every journal folds."""

from dataclasses import replace
from typing import Any

import pytest

from engine.checks import Violation, validate
from engine.game import Game
from engine.games import games
from engine.selfplay import Played, check_fold, play_hands, tally
from tests.engine.all_checks import EveryAct, check_end
from tests.engine.playing import RANDOM_SETS, opposite, playing, random_options

GAMES = [pytest.param(game, id=game.id) for game in playing()]
PLAYERS = ("computer", "random")
SETS = ("default", "opposite", *(f"random {number}" for number in range(RANDOM_SETS)))
"""The option sets a game is played under."""


def options_of(game: Game, name: str) -> Any:
    """The option set of this name."""
    if name == "default":
        return game.options()
    if name == "opposite":
        return opposite(game)
    return random_options(game, int(name.split()[1]))


def share(hands: int, name: str) -> int:
    """Of so many hands those that are played under this set: a quarter each for default and opposite."""
    return max(1, hands // 4 if name in ("default", "opposite") else hands // (2 * RANDOM_SETS))


def play_all(game: Game, hands: int, name: str, players: str, *, every: int = 10) -> None:
    """With all checks."""
    seed = 1000 + SETS.index(name)
    for played in play_hands(
        game, hands, seed, options=options_of(game, name), players=players, check=EveryAct(every)
    ):
        check_end(played)


def test_all_games_can_be_played() -> None:
    assert [game.id for game in playing()] == list(games())


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_hands_are_sound_under_the_default_options(game: Game, players: str) -> None:
    play_all(game, 8, "default", players, every=30)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_hands_are_sound_under_the_opposite_of_every_default(game: Game, players: str) -> None:
    play_all(game, 8, "opposite", players, every=30)


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_sound_under_random_options(game: Game) -> None:
    for number, name in enumerate(SETS[2:]):
        play_all(game, 1, name, PLAYERS[number % 2], every=30)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_150_hands_with_every_legal_act_of_every_tenth_state(game: Game, players: str) -> None:
    for name in SETS:
        play_all(game, share(150, name) + 1, name, players)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_1000_hands_with_conservation_sums_and_fold(game: Game, players: str) -> None:
    for name in SETS:
        hands = play_hands(game, share(1000, name), 3, options=options_of(game, name), players=players)
        for played in hands:
            check_fold(played)
            assert played.end.settlement is not None
            assert sum(played.end.settlement.payments) == 0


@pytest.mark.soak
@pytest.mark.soak_part("engine")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("game", GAMES)
def test_10000_hands_with_all_checks(game: Game, name: str, players: str) -> None:
    play_all(game, share(10_000, name), name, players)


# -- the checks themselves


@pytest.fixture(scope="module")
def played() -> Played:
    return next(play_hands(games()["fuzhou"], 1, 1))


def test_a_tally_names_a_violation_by_its_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(state: object) -> None:
        raise Violation(f"a tile is lost at {state!r}")

    monkeypatch.setattr("engine.selfplay.check_fold", forgetful)
    result = tally(games()["fuzhou"], 2, 1)
    assert result.violation.startswith("hand 0 of seed 1: Violation: a tile is lost at ")


def test_lost_doubled_and_misplaced_tiles_are_found() -> None:
    states: list[Any] = []
    list(play_hands(games()["fuzhou"], 1, 1, check=states.append))
    state = states[20]
    validate(state)
    seats = state.seats
    for broken in (
        replace(state, head=state.head + 1),
        replace(state, tail=state.tail - 1),
        replace(state, seats=(replace(seats[0], hand=seats[0].hand[1:]), *seats[1:])),
        replace(state, seats=(replace(seats[0], flowers=(*seats[0].flowers, 3)), *seats[1:])),
        replace(
            state,
            seats=(
                replace(seats[0], hand=seats[1].hand),
                replace(seats[1], hand=seats[0].hand[:-1]),
                *seats[2:],
            ),
        ),
    ):
        with pytest.raises(Violation):
            validate(broken)


def test_a_journal_that_says_something_else_is_found(played: Played) -> None:
    action, events = played.steps[0]
    steps = ((action, (*events, events[0])), *played.steps[1:])
    with pytest.raises(ValueError, match="step 0 "):
        check_fold(replace(played, steps=steps))
