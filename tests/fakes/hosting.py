"""The real bot in the test's own process: its Telegram is a world, its time the stage's."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from unittest.mock import patch

from handlers.app import App
from handlers.message import Picture
from handlers.settings import BotSettings
from handlers.tables.model import Table
from tests.fakes.people import Stage
from tests.fakes.telegram import WorldRequest
from tests.fakes.wire import png

API_URL = "http://world.invalid"


_BLANK = png(640, 360).data


async def blank(picture: Picture) -> bytes:
    """In place of a drawn picture: what stands in pictures is tested elsewhere."""
    del picture
    return _BLANK


class Seeded:
    """In place of `secrets`: the same seeds and draws in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def seed(self, seed: int) -> None:
        """Begin again."""
        self._random.seed(seed)

    def token_bytes(self, number: int) -> bytes:
        return self._random.randbytes(number)

    def randbelow(self, limit: int) -> int:
        return self._random.randrange(limit)


@asynccontextmanager
async def hosting(
    stage: Stage, path: Path, *, seed: int = 1, settings: BotSettings | None = None
) -> AsyncIterator[App]:
    """The bot runs on the database at `path` while this lasts, and is stopped properly at the end."""
    world = stage.world
    app = App(
        settings or BotSettings(world.token, API_URL, path),
        clock=stage.clock,
        requests=(WorldRequest(world), WorldRequest(world)),
    )
    async with AsyncExitStack() as stack:
        stack.enter_context(patch("handlers.app.draw", blank))
        stack.enter_context(patch("handlers.tables.hall.secrets", Seeded(seed)))
        await stack.enter_async_context(app)
        polling = asyncio.create_task(app.run(), name="polling")
        try:
            yield app
        finally:
            app.stop()
            await polling


def seat_of(table: Table, user_id: int) -> int | None:
    """Where this person sits."""
    people = [table.person_at(seat) for seat in range(4)]
    return next((seat for seat, person in enumerate(people) if person and person.user_id == user_id), None)


def only_table(app: App) -> Table:
    """The newest table in the process."""
    return app.hall.actors[max(app.hall.actors)].table
