"""SIGKILL: the real process is killed at random moments while fifty tables play, and started on the same files."""

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from playground.model import Press
from tests.crash.test_cuts import acts, check_presses
from tests.end_to_end.crowds import Crowd, looking, open_all
from tests.end_to_end.driving import Temper
from tests.end_to_end.pressed import check_acts
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import WallClock
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage
from tests.fakes.process import running
from tests.fakes.server import serving

TABLES = 50
HASTY = (0.1, 0.4)
"""People look at their phones every so many seconds."""
CALLS = 900
"""The process is killed within so many calls: while it recovers, or in the thick of play."""
SLOWEST = 900.0
"""Seconds until a machine that does other things meanwhile has come so far."""
ACTIONS = "SELECT count(*) AS n FROM action"


@pytest.fixture
def stage() -> Stage:
    return Stage(WallClock(), mode="count")


@pytest.fixture
async def url(stage: Stage) -> AsyncIterator[str]:
    async with serving(stage.world) as address:
        yield address


async def open_crowd(stage: Stage, path: Path) -> Crowd:
    """Fifty tables whose people read words: what is drawn is no matter here."""
    async with hosting(stage, path):
        crowd = await open_all(
            stage, TABLES, "fuzhou window=open tempo=none hands=16 dice=off", temper=Temper(passes=1)
        )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE person SET settings = ?", ('{"view": "text"}',))
    for players in crowd:
        assert players[0].group is not None
        players[0].group.forbid("can_send_photos")
    return crowd


async def kill_often(stage: Stage, url: str, path: Path, *, kills: int, seed: int) -> None:
    """Two hundred people play while the process is killed `kills` times; nothing that was answered is lost."""
    chance = random.Random(seed)
    crowd = await open_crowd(stage, path)
    for _ in range(kills):
        before = acts(path, check_record(path))
        async with running(stage, url, path) as process:
            last = len(stage.world.calls) + chance.randrange(1, CALLS)
            async with looking(crowd, stage.clock.sleep, every=HASTY):
                await stage.until(lambda: len(stage.world.calls) >= last, patience=SLOWEST)  # noqa: B023
                process.kill()
                await process.ended()
        check_presses(stage, path)
        after = acts(path, check_record(path))
        assert [lines[: len(old)] for old, lines in zip(before, after, strict=False)] == before
    done = rows(path, ACTIONS)[0]["n"]
    async with running(stage, url, path):
        async with looking(crowd, stage.clock.sleep, every=HASTY):
            await stage.until(lambda: rows(path, ACTIONS)[0]["n"] > done + TABLES, patience=SLOWEST)
        await stage.until(lambda: not unheard(stage), patience=SLOWEST)
    answered = sum(press.answered for press in stage.world.presses.values())
    noted = check_acts(stage, path)
    print(f"{kills} kills: {answered} presses answered, {noted} noted, {done} actions, 0 lost")  # noqa: T201


def unheard(stage: Stage) -> list[Press]:
    """The presses that the bot has not even tried to answer: on a slow machine an answer may come too late."""
    tried = {
        call.fields.get("callback_query_id")
        for call in stage.world.calls
        if call.method == "answerCallbackQuery"
    }
    return [press for press in stage.world.unanswered if press.id not in tried]


@pytest.mark.slow
async def test_twenty_kills_under_fifty_tables_lose_nothing(stage: Stage, url: str, tmp_path: Path) -> None:
    """Reliability test 1."""
    await kill_often(stage, url, tmp_path / "paizhuo.db", kills=20, seed=1)


@pytest.mark.soak
@pytest.mark.soak_part("durability")
@pytest.mark.parametrize("seed", range(9))
async def test_twenty_kills_more(stage: Stage, url: str, tmp_path: Path, seed: int) -> None:
    await kill_often(stage, url, tmp_path / "paizhuo.db", kills=20, seed=100 + seed)
