"""Two hands that differ only in what nobody may know pass through the same window unnoticed (test 30)."""

import difflib
from pathlib import Path

import pytest

from engine.games import games
from tests.fakes.clock import run_virtual
from tests.fakes.people import Stage
from tests.security.windows import Pair, Plan, Seen, pairs, scene

EACH = 72
"""Pairs of a game in one run: 504 for the seven."""
FURTHER = range(2, 12)
"""Seeds of the long run: 5,040 pairs."""
LONG = 4_000_000.0


def traces(game: str, found: list[Pair], path: Path, *, other: bool, pictures: bool) -> list[list[Seen]]:
    """What is noticed of each window, with the first or the second twin dealt."""
    stage = Stage()

    async def run() -> list[list[Seen]]:
        async with scene(path, stage, game, pictures=pictures) as staged:
            return [await staged.run(pair.other if other else pair.one, pair.plan) for pair in found]

    return run_virtual(run(), stage.clock, limit=LONG)


def assert_alike(game: str, number: int, seed: int, folder: Path) -> None:
    """So many windows of the game leave the same trace with both twins."""
    found = pairs(games()[game], number, seed)
    pictures = (list(games()).index(game) + seed) % 2 == 0  # half of them are in words alone
    one, other = (
        traces(game, found, folder / f"{which}.db", other=which, pictures=pictures) for which in (False, True)
    )
    for pair, here, there in zip(found, one, other, strict=True):
        assert here == there, _difference(pair.plan, here, there)
    boards = [seen for trace in one for seen in trace if seen.where == "group"]
    assert len(boards) >= number  # each window was opened in front of the group


def _difference(plan: Plan, here: list[Seen], there: list[Seen]) -> str:
    before, after = ([f"{s.at:7.3f} {s.where} {s.method} {s.content}" for s in t] for t in (here, there))
    return "\n".join([str(plan), *difflib.unified_diff(before, after, lineterm="", n=0)])


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_nobody_notices_who_could_have_claimed(game: str, tmp_path: Path) -> None:
    assert_alike(game, EACH, 1, tmp_path)


@pytest.mark.soak
@pytest.mark.soak_part("secrecy")
@pytest.mark.parametrize("seed", FURTHER)
@pytest.mark.parametrize("game", games())
def test_nobody_notices_who_could_have_claimed_in_many_more_windows(
    game: str, seed: int, tmp_path: Path
) -> None:
    assert_alike(game, EACH, seed, tmp_path)
