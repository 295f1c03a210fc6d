"""Ctrl+C ends the playground at once and without complaint, whoever is still connected."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from playground.world import TOKEN

ROOT = Path(__file__).parents[2]
WAITS = ("/api/stream", "/api/stream", "/api/changes?since=999999999&wait=60")
PROMPTLY = 5.0


def _hold(url: str, ready: threading.Semaphore) -> None:
    """A request that waits for something to change, until it is cut off."""
    try:
        with httpx.stream("GET", url, timeout=60) as answer:
            ready.release()
            answer.read()
    except httpx.HTTPError:
        pass


def _interrupted(
    command: list[str], paths: tuple[str, ...], settle: Callable[[str], None]
) -> tuple[str, int]:
    """What the process says from its address on, on both its outputs, when it gets Ctrl+C; and its exit status."""
    with subprocess.Popen(
        [sys.executable, *command, "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as child:
        try:
            assert child.stdout is not None
            first = child.stdout.readline()
            url = next(word for word in first.split() if word.startswith("http")).rstrip("/")
            ready = threading.Semaphore(0)
            for path in paths:
                threading.Thread(target=_hold, args=(url + path, ready), daemon=True).start()
            settle(url)
            ready.acquire(timeout=10)
            time.sleep(0.5)
            asked = time.monotonic()
            os.killpg(child.pid, signal.SIGINT)
            said, _ = child.communicate(timeout=30)
            assert time.monotonic() - asked < PROMPTLY
            return said, child.returncode
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)


def _bot_is_there(url: str) -> None:
    """The bot has set its commands: it is at work."""
    deadline = time.monotonic() + 30
    while not any(c["method"] == "setMyCommands" for c in httpx.get(f"{url}/api/changes").json()["calls"]):
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_ctrl_c_ends_the_playground_with_one_line() -> None:
    said, status = _interrupted(["bot.py", "playground"], WAITS, _bot_is_there)
    assert said.strip() == "The playground has ended; nothing of it is kept."
    assert status == 0


@pytest.mark.parametrize("path", [*WAITS[1:], f"/bot{TOKEN}/getUpdates?timeout=60"])
def test_ctrl_c_ends_the_server_alone_in_silence(path: str) -> None:
    said, status = _interrupted(["-m", "playground"], (path,), lambda _url: None)
    assert (said, status) == ("", 0)


def test_ctrl_c_while_it_starts_is_no_fault() -> None:
    with subprocess.Popen(
        [sys.executable, "bot.py", "playground", "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        os.killpg(child.pid, signal.SIGINT)
        said, _ = child.communicate(timeout=30)
    assert "Traceback" not in said
    assert child.returncode in (0, 130)
