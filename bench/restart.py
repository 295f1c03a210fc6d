"""A start with many tables in mid-hand: how long until all are whole, and how much memory each takes.

Some tables are played by people up to the middle of a hand, their rows copied under other numbers, and the bot is
started on that file in a process of its own. Its Telegram agrees to everything and remembers nothing.
"""

import asyncio
import json
import resource
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from telegram.request import BaseRequest, RequestData

from bench.costs import EVERY
from bench.crowd import hall, play
from handlers import app as application
from handlers.app import App
from handlers.settings import BotSettings
from tests.fakes import hosting
from tests.fakes.clock import VirtualClock, run_virtual

TYPED = "fuzhou hands=16 dice=off tempo=none"
PLAYED = 20
"""So many tables are played, the others are copies."""
MINUTE = 60.0
TOKEN = "1000:opens-nothing"  # noqa: S105
COPIED = (
    "chat",
    "person",
    "tables",
    "seat",
    "hand",
    "hand_seat",
    "hand_score",
    "hand_fan",
    "hand_mistake",
    "action",
    "posted",
)
SHIFTS = {"table_id": 10_000, "hand_id": 10_000, "person_id": 10_000, "opener": 10_000, "user_id": 1_000_000}


@dataclass(frozen=True, slots=True)
class Restart:
    """Seconds of CPU and of the wall's clock until presses are taken and until all tables are whole; bytes."""

    tables: int
    taken: float
    whole: float
    whole_wall: float
    memory: int


def prepare(path: Path, tables: int) -> None:
    """A database with so many tables in mid-hand."""
    clock = VirtualClock()
    run_virtual(_played(clock, path, min(tables, PLAYED)), clock)
    copies = -(-tables // PLAYED) - 1
    with closing(sqlite3.connect(path)) as connection:
        for name in COPIED:
            rows = connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - names of our own
            columns = [column[0] for column in rows.description]
            found = rows.fetchall()
            marks = ", ".join("?" * len(columns))
            for copy in range(1, copies + 1):
                moved = [_moved(columns, row, copy) for row in found]
                connection.executemany(f"INSERT INTO {name} VALUES ({marks})", moved)  # noqa: S608
        connection.commit()


async def _played(clock: VirtualClock, path: Path, tables: int) -> None:
    async with hall(clock, tables, TYPED, path=path) as found:
        phones = [phone for seats in found.seats for phone in seats.phones]
        await asyncio.gather(*(play(phone, found.account, clock, MINUTE, EVERY) for phone in phones))
        found.check()


def _moved(columns: list[str], row: tuple[Any, ...], copy: int) -> tuple[Any, ...]:
    """The row under the numbers of the copy; groups have negative ids, private chats those of their people."""
    return tuple(
        _shifted(column, value, copy) if isinstance(value, int) else value
        for column, value in zip(columns, row, strict=True)
    )


def _shifted(column: str, value: int, copy: int) -> int:
    if column == "chat_id":
        return value - 1000 * copy if value < 0 else value + SHIFTS["user_id"] * copy
    return value + SHIFTS.get(column, 0) * copy


class Agreeable(BaseRequest):
    """A Telegram that carries out everything, remembers nothing and has no updates."""

    def __init__(self) -> None:
        self._messages = 0

    read_timeout = 5.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        del method
        name = url.rpartition("/")[2]
        if name == "getUpdates":
            await asyncio.Event().wait()
        self._messages += 1
        form = request_data.json_parameters if request_data else {}
        return 200, json.dumps({"ok": True, "result": self._result(name, form)}).encode()

    def _result(self, name: str, form: dict[str, str]) -> object:
        if name == "getMe":
            return {"id": 1000, "is_bot": True, "first_name": "bench", "username": "bench_bot"}
        if not name.startswith(("send", "edit")):
            return True
        chat_id = int(form["chat_id"])
        chat = {"id": chat_id, "type": "private" if chat_id > 0 else "supergroup", "title": "bench"}
        return {"message_id": int(form.get("message_id", 0)) or self._messages, "date": 0, "chat": chat}


def restart(path: Path, tables: int) -> Restart:
    """Start the bot on this file; for a process of its own."""
    clock = VirtualClock()
    return run_virtual(_restart(clock, path, tables), clock)


async def _restart(clock: VirtualClock, path: Path, tables: int) -> Restart:
    requests = Agreeable(), Agreeable()
    app = App(BotSettings(TOKEN, "http://nowhere.invalid", path), clock=clock, requests=requests)
    with patch.object(application, "draw", hosting.blank):
        before, work, wall = _memory(), time.process_time(), time.perf_counter()
        async with app:
            taken = time.process_time() - work
            await _whole(app)
            whole, whole_wall = time.process_time() - work, time.perf_counter() - wall
            assert sum(actor.table.hand is not None for actor in app.hall.actors.values()) == tables
            await clock.sleep(tables / 4 + MINUTE)  # all messages stand again, as they do in a running bot
            memory = _memory() - before
    return Restart(tables, taken, whole, whole_wall, memory)


async def _whole(app: App) -> None:
    """Wait until the last table is folded."""
    while app.hall._unfolded:  # noqa: ASYNC110 - the hall tells nobody, and a yield is all it needs
        await asyncio.sleep(0)


def _memory() -> int:
    """What the process holds now, bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
