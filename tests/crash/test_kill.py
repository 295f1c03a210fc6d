"""SIGKILL: the real process is killed in mid-hand, again and again, and started on the same files."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.crash.test_cuts import acts, check_presses
from tests.end_to_end.driving import Player, Temper, playing
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.fakes.process import running
from tests.fakes.server import serving

HASTY = Temper(think=(0.0, 0.02))


@pytest.fixture
def stage() -> Stage:
    return Stage(WallClock(), mode="count")


@pytest.fixture
async def url(stage: Stage) -> AsyncIterator[str]:
    async with serving(stage.world) as address:
        yield address


async def kill_often(stage: Stage, url: str, path: Path, *, kills: int, seed: int) -> None:
    """Four people play while the process is killed after a random number of its calls, `kills` times."""
    chance = random.Random(seed)
    players: list[Player] = []
    for _ in range(kills):
        before = acts(path, check_record(path)) if players else []
        async with running(stage, url, path) as process:
            if not players:
                players = await open_table(stage, "fuzhou window=open tempo=none hands=16", seed=seed)
                for player in players:
                    player.temper = HASTY
            last = len(stage.world.calls) + chance.randrange(1, 60)
            async with playing(players, stage.clock.sleep):
                await stage.until(lambda: len(stage.world.calls) >= last)  # noqa: B023
                process.kill()
                await process.ended()
        check_presses(stage, path, players)
        after = acts(path, check_record(path))
        assert [lines[: len(old)] for old, lines in zip(before, after, strict=False)] == before
    async with running(stage, url, path), playing(players, stage.clock.sleep):
        done = len(acts(path, check_record(path))[-1])
        await stage.until(lambda: len(rows(path, "SELECT 1 FROM action")) > done + 20)


@pytest.mark.slow
async def test_twenty_kills_in_the_middle_of_a_hand_lose_nothing(
    stage: Stage, url: str, tmp_path: Path
) -> None:
    await kill_often(stage, url, tmp_path / "paizhuo.db", kills=20, seed=1)


@pytest.mark.soak
@pytest.mark.soak_part("durability")
@pytest.mark.parametrize("seed", range(9))
async def test_twenty_kills_more(stage: Stage, url: str, tmp_path: Path, seed: int) -> None:
    await kill_often(stage, url, tmp_path / "paizhuo.db", kills=20, seed=100 + seed)
