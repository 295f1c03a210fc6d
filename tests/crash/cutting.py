"""A bot that is cut off in mid-life: what is on disk at that moment is all that its next life begins with.

It happens in the test's own process, just before a given statement or around a given call, so each place can be hit on
purpose and hundreds of times. What SIGKILL itself does is shown by `test_kill.py` with real processes.
"""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from handlers.app import App
from handlers.settings import BotSettings
from storage.database import Database
from tests.fakes.hosting import API_URL, Seeded, blank
from tests.fakes.people import Stage
from tests.fakes.telegram import WorldRequest


@dataclass(slots=True)
class Knife:
    """Where the life ends: before the statement with this number, or of this kind; or around a call.

    `executed`: the call is carried out and its answer is lost. Numbers count from 1, of those that fit.
    """

    number: int
    sql: str | None = None
    method: str | None = None
    executed: bool = False
    struck: asyncio.Event = field(default_factory=asyncio.Event)

    def meets(self, kind: str, text: str) -> bool:
        """Does it strike here? Counts what fits."""
        wanted = self.sql if kind == "sql" else self.method
        if self.struck.is_set() or wanted is None or not text.lower().startswith(wanted.lower()):
            return False
        self.number -= 1
        return self.number == 0


class CutRequest(WorldRequest):
    """The way to Telegram, which ends with the life."""

    def __init__(self, stage: Stage, knife: Knife, strike: Any) -> None:
        super().__init__(stage.world)
        self._knife = knife
        self._strike = strike

    async def do_request(self, url: str, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        method = url.rpartition("/")[2]
        if not self._knife.struck.is_set() and self._knife.meets("call", method):
            if self._knife.executed:
                await super().do_request(url, *args, **kwargs)
            self._strike()
        if self._knife.struck.is_set():
            await asyncio.Event().wait()
        return await super().do_request(url, *args, **kwargs)


@asynccontextmanager
async def life(stage: Stage, path: Path, knife: Knife, grave: Path, *, seed: int) -> AsyncIterator[App]:
    """One life on the database at `path`. When the knife strikes, the files are copied to `grave`.

    From then on the bot reaches neither its disk nor Telegram; at the end it is put away.
    """

    def strike() -> None:
        grave.mkdir()
        for part in path.parent.glob(f"{path.name}*"):
            if part.suffix != ".lock":
                shutil.copy(part, grave / part.name)
        knife.struck.set()
        logging.disable()  # what it still says of its disk and of Telegram is of no interest
        stage.world.changes.touch()

    def watch(sql: str) -> None:
        if not knife.struck.is_set() and knife.meets("sql", sql.lstrip()):
            strike()
        if knife.struck.is_set() and sql != "ROLLBACK":
            raise sqlite3.OperationalError("cut off")

    requests = CutRequest(stage, knife, strike), CutRequest(stage, knife, strike)
    settings = BotSettings(stage.world.token, API_URL, path, backups=path.parent / "backups")
    app = App(settings, clock=stage.clock, requests=requests)
    async with AsyncExitStack() as stack:
        stack.callback(logging.disable, logging.NOTSET)
        stack.enter_context(patch("handlers.app.draw", blank))
        stack.enter_context(patch("handlers.tables.hall.secrets", Seeded(seed)))
        stack.enter_context(patch.object(Database, "open", partial(Database.open, watch=watch)))
        await stack.enter_async_context(app)
        polling = asyncio.create_task(app.run(), name="polling")
        try:
            yield app
        finally:
            app.stop()
            await polling
