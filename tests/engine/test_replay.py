"""Journals fold to the same hands, everywhere and always; one that says something else is refused."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import CLOSE, HOST, Action
from engine.game import Game
from engine.games import games
from engine.hand import apply, begin
from engine.replay import Divergence, Line, fold, steps
from engine.selfplay import Played, play_hands
from engine.state import HandState
from tests.engine.journals import fingerprint
from tests.engine.playing import playing

ROOT = Path(__file__).parents[2]
GAMES = [pytest.param(game, id=game.id) for game in playing()]
HASH_SEEDS = ("0", "1", "2")


def pythons() -> list[str]:
    """This interpreter, and one of each other version from 3.11 on that is found on PATH and runs."""
    found = {"{}.{}".format(*sys.version_info): sys.executable}
    for version in (f"3.{minor}" for minor in range(11, 20)):
        path = shutil.which(f"python{version}")
        if path and subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0:
            found.setdefault(version, path)  # a version manager leaves names behind which nothing stands
    return list(found.values())


def fingerprints(python: str, hash_seed: str, hands: int) -> str:
    """What `tests.engine.journals` prints in another process."""
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [python, "-m", "tests.engine.journals", str(hands)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=env,
    )
    return done.stdout


def journal(played: Played) -> list[Line]:
    """The lines as they are stored."""
    return [(action.seat, action.act.text, events) for action, events in played.steps]


@pytest.fixture(scope="module")
def played() -> Played:
    return next(play_hands(games()["fuzhou"], 1, 9))


@pytest.mark.parametrize("game", GAMES)
def test_every_state_on_the_way_is_the_same(game: Game) -> None:
    states: list[HandState] = []
    played = next(play_hands(game, 1, 2, check=states.append))
    dealt, events = begin(played.start)
    assert events == played.dealt
    assert [dealt, *(state for state, _ in steps(dealt, journal(played)))] == states


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_folds_from_any_part_of_its_journal(game: Game) -> None:
    played = next(play_hands(game, 1, 3))
    lines = journal(played)
    state, _ = begin(played.start)
    for number, (action, _) in enumerate(played.steps[:40]):
        assert fold(played.start, lines[:number]) == state
        state, _ = apply(state, action)


def test_the_hosts_closing_is_a_line_like_any_other(played: Played) -> None:
    state, _ = begin(played.start)
    lines: list[Line] = []
    while not state.over:
        state, events = apply(state, Action(HOST, CLOSE))
        lines.append((HOST, "close", events))
    assert fold(played.start, lines) == state


def test_a_journal_that_does_something_else_now_is_named_by_its_step(played: Played) -> None:
    lines = journal(played)
    at = next(number for number, (_, _, events) in enumerate(lines) if events and number > 3)
    seat, act, events = lines[at]
    for wrong in (events[:-1], (*events, events[0]), (replace(events[0], tiles=(33,)), *events[1:])):
        with pytest.raises(Divergence, match=f"step {at} .* something else"):
            fold(played.start, [*lines[:at], (seat, act, wrong), *lines[at + 1 :]])


def test_a_journal_with_an_act_that_is_refused_now_is_named_by_its_step(played: Played) -> None:
    lines = journal(played)
    for wrong in ((lines[1][0], "h:e", ()), (lines[1][0], "no act", ()), (3, "d:1z", ()), (7, "x", ())):
        with pytest.raises(Divergence, match="step 1 is refused now"):
            fold(played.start, [lines[0], wrong, *lines[2:]])
    with pytest.raises(Divergence, match=f"step {len(lines)} is refused now"):
        fold(played.start, [*lines, lines[-1]])


def test_a_divergence_names_no_tile(played: Played) -> None:
    lines = journal(played)
    with pytest.raises(Divergence) as refused:
        fold(played.start, [(lines[0][0], lines[0][1], ())])
    assert not any(str(refused.value).count(text) for text in ("1m", "5p", "tiles"))


def test_a_hand_is_dealt_from_its_key_alone(played: Played) -> None:
    again, events = begin(played.start)
    assert events == played.dealt
    other, _ = begin(replace(played.start, key=bytes(32)))
    assert other.wall != again.wall
    thrown, _ = begin(replace(played.start, dice=(6, 6)))
    assert (thrown.wall, thrown.dice) == (again.wall, (6, 6))


def test_the_rules_version_is_pinned_when_the_hand_begins(played: Played) -> None:
    state, _ = begin(replace(played.start, rules_version=0))
    assert state.start.rules_version == games()["fuzhou"].rules_version


@pytest.mark.slow
def test_journals_are_the_same_under_any_hash_seed() -> None:
    here = "".join(f"{game.id} {fingerprint(game, 10)}\n" for game in playing())
    for hash_seed in HASH_SEEDS:
        assert fingerprints(sys.executable, hash_seed, 10) == here


@pytest.mark.soak
@pytest.mark.soak_part("engine")
@pytest.mark.parametrize("hash_seed", HASH_SEEDS)
@pytest.mark.parametrize("python", pythons())
def test_journals_are_the_same_in_every_python(python: str, hash_seed: str) -> None:
    hands = 10_000 // (len(games()) * len(HASH_SEEDS))
    assert fingerprints(python, hash_seed, hands) == fingerprints(sys.executable, "random", hands)
