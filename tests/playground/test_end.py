"""Ctrl+C ends the playground at once and without complaint, whoever is still connected."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from playground.world import TOKEN

ROOT = Path(__file__).parents[2]
WAITS = ("/api/stream", "/api/stream", "/api/changes?since=999999999&wait=60")
PROMPTLY = 5.0


def _interrupted(
    command: list[str], paths: tuple[str, ...], settle: Callable[[str], None]
) -> tuple[str, int]:
    """What the process says from its address on, on both its outputs, when it gets Ctrl+C; and its exit status."""
    with _started(command) as child, contextlib.ExitStack() as waiting:
        assert child.stdout is not None
        url = next(word for word in child.stdout.readline().split() if word.startswith("http")).rstrip("/")
        settle(url)
        for path in paths:
            client = waiting.enter_context(
                socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])))
            )
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        httpx.get(f"{url}/api/changes")  # answered after those have been heard
        asked = time.monotonic()
        os.killpg(child.pid, signal.SIGINT)
        said, _ = child.communicate(timeout=30)
        assert time.monotonic() - asked < PROMPTLY
        return said, child.returncode


@contextlib.contextmanager
def _started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """The process, in a group of its own as a terminal would have it, heeding Ctrl+C though these tests may not."""
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)  # what is ignored is so in a child, too
    with subprocess.Popen(
        [sys.executable, *command, "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as child:
        signal.signal(signal.SIGINT, heeded)
        try:
            yield child
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)


def _bot_is_there(url: str) -> None:
    """The bot has set its commands: it is at work."""
    news = {"version": 0, "calls": []}
    while not any(call["method"] == "setMyCommands" for call in news["calls"]):
        since = str(news["version"])
        news = httpx.get(f"{url}/api/changes", params={"since": since, "wait": "20"}, timeout=30).json()


def test_ctrl_c_ends_the_playground_with_one_line() -> None:
    said, status = _interrupted(["bot.py", "playground"], WAITS, _bot_is_there)
    assert said.strip() == "The playground has ended; nothing of it is kept."
    assert status == 0


@pytest.mark.parametrize("path", [*WAITS[1:], f"/bot{TOKEN}/getUpdates?timeout=60"])
def test_ctrl_c_ends_the_server_alone_in_silence(path: str) -> None:
    said, status = _interrupted(["-m", "playground"], (path,), lambda _url: None)
    assert (said, status) == ("", 0)


def test_ctrl_c_while_it_starts_is_no_fault() -> None:
    with _started(["bot.py", "playground"]) as child:
        assert child.stdout is not None
        child.stdout.readline()
        os.killpg(child.pid, signal.SIGINT)
        said, _ = child.communicate(timeout=30)
    assert "Traceback" not in said
    assert child.returncode in (0, 130)
