"""Golden playthroughs and perft: the same keys lead to the same hands, byte for byte."""

from pathlib import Path

import pytest

from engine.game import Game
from engine.games import find_game
from engine.hand import begin, legal_actions
from engine.selfplay import first_match, key_of
from engine.state import HandStart
from tests.engine.playing import playing
from tests.engine.playthrough import NUMBERS, PERFT, PLAYTHROUGHS, SEEDS, lines_of, perft, playthrough

HINT = "python -m tests.engine.playthrough"
GAMES = [pytest.param(game, id=game.id) for game in playing()]
FILES = sorted(PLAYTHROUGHS.glob("*.txt"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_that_plays_has_its_files(game: Game) -> None:
    wanted = [PLAYTHROUGHS / f"{game.id}_{number}.txt" for number in NUMBERS] + [PERFT / f"{game.id}.txt"]
    missing = [path.name for path in wanted if not path.is_file()]
    assert not missing, f"{missing} are missing: {HINT} {game.id}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_the_same_byte_for_byte(path: Path) -> None:
    name, _, number = path.stem.rpartition("_")
    now = playthrough(find_game(name), int(number))
    assert now == path.read_text("utf-8"), f"events have changed: a new rules_version, then {HINT} {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_names_the_rules_version_that_is_installed(path: Path) -> None:
    game = find_game(path.stem.rpartition("_")[0])
    assert path.read_text("utf-8").splitlines()[0].endswith(f"rules version {game.rules_version}")


@pytest.mark.parametrize("path", sorted(PERFT.glob("*.txt")), ids=lambda path: path.stem)
def test_as_many_legal_lines_follow_the_deal_as_before(path: Path) -> None:
    assert perft(find_game(path.stem)) == path.read_text("utf-8"), (
        f"legal acts have changed: {HINT} {path.stem}"
    )


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_one_act_are_the_acts_of_the_first_seat_asked(game: Game) -> None:
    for seed in SEEDS:
        options, key = game.options(), key_of(seed, 0)
        state, _ = begin(HandStart(game, options, first_match(game, options, key), key))
        assert state.prompt is not None
        assert lines_of(state, 0) == 1
        assert lines_of(state, 1) == len(legal_actions(state, state.prompt.missing[0]))
