"""The real process over HTTP: `python bot.py` against the playground's server."""

import asyncio
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from playground.model import Message
from tests.end_to_end.driving import Player, Temper, playing, sit
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.fakes.process import running, start
from tests.fakes.server import serving

NO_TOKEN = "1234567:this-token-opens-nothing-at-all"  # noqa: S105
HASTY = Temper(think=(0.0, 0.02))


@pytest.fixture
def stage() -> Stage:
    return Stage(WallClock())


@pytest.fixture
async def url(stage: Stage) -> AsyncIterator[str]:
    async with serving(stage.world) as address:
        yield address


@pytest.mark.slow
async def test_four_people_play_a_hand_over_http(stage: Stage, url: str, path: Path) -> None:
    async with running(stage, url, path) as process:
        stage.wei.send(stage.group, "/new fuzhou window=open tempo=none hands=4")
        await stage.until(stage.group.board_or_none)
        lobby: Message = stage.group.board()
        players = [Player(person, stage.group, 3, HASTY) for person in stage.people]
        for player in players:
            await sit(player, lobby)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: rows(path, "SELECT * FROM hand_score"))
        process.terminate()
        asked = time.monotonic()
        status, errors = await process.ended()
        assert time.monotonic() - asked < 5
    assert (status, errors) == (0, "")
    stage.check()
    hands = check_record(path)
    assert hands[0]["state"] == "done"


# -- what an operator can do wrong: one clear sentence, an exit status, no traceback


def assert_sentence(status: int, errors: str, *parts: str) -> None:
    """The process ended with a status that tells, and with words."""
    assert status in (1, 2)
    assert "Traceback" not in errors
    assert errors.strip()
    for part in parts:
        assert part in errors


async def test_without_a_token_it_says_how_to_get_one(path: Path) -> None:
    process = await start(DATABASE_PATH=str(path))
    status, errors = await process.ended()
    assert_sentence(status, errors, "@BotFather", "make playground")
    assert not await asyncio.to_thread(path.exists)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", "not a token"),
        ("TELEGRAM_API_URL", "telegram"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
@pytest.mark.parametrize("command", ["run", "check-config"])
async def test_a_wrong_setting_is_named(path: Path, name: str, value: str, command: str) -> None:
    settings = {"TELEGRAM_BOT_TOKEN": "1:aaaaaaaaaaaaaaaaaaaa", "DATABASE_PATH": str(path), name: value}
    status, errors = await (await start(command, **settings)).ended()
    assert_sentence(status, errors, name)
    assert len(errors.strip().splitlines()) == 1
    assert not await asyncio.to_thread(path.exists)


async def test_a_token_that_telegram_refuses_is_said(url: str, path: Path) -> None:
    process = await start(TELEGRAM_BOT_TOKEN=NO_TOKEN, TELEGRAM_API_URL=url, DATABASE_PATH=str(path))
    status, errors = await process.ended()
    assert_sentence(status, errors, "token")
    assert NO_TOKEN not in errors


async def test_a_newer_database_is_refused_and_left_alone(stage: Stage, url: str, path: Path) -> None:
    async with running(stage, url, path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    process = await start(TELEGRAM_BOT_TOKEN=stage.world.token, TELEGRAM_API_URL=url, DATABASE_PATH=str(path))
    status, errors = await process.ended()
    assert_sentence(status, errors, "newer", str(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (9999,)


async def test_a_second_process_on_the_same_database_is_turned_away(
    stage: Stage, url: str, path: Path
) -> None:
    async with running(stage, url, path) as first:
        second = await start(
            TELEGRAM_BOT_TOKEN=stage.world.token, TELEGRAM_API_URL=url, DATABASE_PATH=str(path)
        )
        status, errors = await second.ended()
        assert_sentence(status, errors, str(path))
        assert first.running
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.until(stage.group.board_or_none)


async def test_another_program_with_the_same_token_ends_it_with_a_sentence(
    stage: Stage, url: str, path: Path, tmp_path: Path
) -> None:
    async with running(stage, url, path) as first, running(stage, url, tmp_path / "other.db") as second:
        stage.wei.send("private", "hello")
        await stage.until(lambda: not (first.running and second.running))
        status, errors = await (second if first.running else first).ended()
        assert_sentence(status, errors, "Another program")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_within_five_seconds(
    stage: Stage, url: str, path: Path, number: signal.Signals
) -> None:
    async with running(stage, url, path) as process:
        process.child.send_signal(number)
        assert await process.ended(5) == (0, "")


async def test_a_file_that_is_no_database_is_refused(url: str, path: Path) -> None:
    await asyncio.to_thread(path.write_text, "this is no database, and long enough to be read as one\n" * 100)
    process = await start(TELEGRAM_BOT_TOKEN=NO_TOKEN, TELEGRAM_API_URL=url, DATABASE_PATH=str(path))
    status, errors = await process.ended()
    assert_sentence(status, errors, str(path))


@pytest.mark.slow
async def test_a_signal_ends_it_in_time_when_telegram_hangs(stage: Stage, url: str, path: Path) -> None:
    async with running(stage, url, path) as process:
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.until(stage.group.board_or_none)
        stage.world.faults.delay(60, times=1000)
        stage.wei.forge("private", 1, stage.group.board().data[0])
        await stage.until(lambda: any(call.fault for call in stage.world.calls))
        process.terminate()
        status, errors = await process.ended(5)
        assert status == 0
        assert "Traceback" not in errors


@pytest.mark.slow
async def test_a_telegram_that_cannot_be_reached_is_waited_for(stage: Stage, url: str, path: Path) -> None:
    outage = stage.world.faults.outage()
    process = await start(TELEGRAM_BOT_TOKEN=stage.world.token, TELEGRAM_API_URL=url, DATABASE_PATH=str(path))
    await stage.until(lambda: outage.hits > 1)
    stage.world.faults.end(outage)
    await stage.until(lambda: stage.world.updates.polls)
    process.terminate()
    status, errors = await process.ended(5)
    assert status == 0
    assert "Traceback" not in errors
    assert stage.world.token not in errors
