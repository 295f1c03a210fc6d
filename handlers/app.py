"""The bot put together: parts, their order of starting and stopping."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from typing import Any, Self

from handlers.commands.desk import Desk
from handlers.commands.introduce import introduce
from handlers.commands.people import People
from handlers.commands.router import COMMANDS, Router
from handlers.keeping import Keeper
from handlers.message import Picture
from handlers.posted import PictureIds, PostedRows
from handlers.settings import BotSettings
from handlers.show.texts import Texts
from handlers.tables.hall import Hall
from handlers.tables.surfaces import Stage
from handlers.transport.bot import make_bot, reach
from handlers.transport.clock import Clock, SystemClock
from handlers.transport.logs import note_trouble
from handlers.transport.members import Members
from handlers.transport.outbox import Outbox
from handlers.transport.polling import Poller
from storage import journal
from storage.database import Database

log = logging.getLogger(__name__)

LAST_BATCH, LAST_SENDS = 2.0, 1.5
"""Seconds at a stop for what has come in, and for what goes out; the rest comes again, or is rendered again."""


async def draw(picture: Picture) -> bytes:
    """The picture, drawn off the loop."""
    return await asyncio.to_thread(picture.render)


class App:
    """The running bot. `async with App(...)` starts it; `run` polls until `stop`."""

    def __init__(
        self,
        settings: BotSettings,
        *,
        clock: Clock | None = None,
        requests: tuple[Any, Any] = (None, None),
    ) -> None:
        """`requests`: PTB requests for calls and for updates, where a test has its own."""
        self.settings = settings
        self.clock = clock or SystemClock()
        self.bot = make_bot(
            settings.token, settings.api_url, request=requests[0], updates_request=requests[1]
        )
        self.hall: Hall
        self.outbox: Outbox
        self.poller: Poller
        self._resources = AsyncExitStack()
        self._stopping = asyncio.Event()

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        async with AsyncExitStack() as stack:
            stack.callback(loop.set_exception_handler, loop.get_exception_handler())
            loop.set_exception_handler(note_trouble)
            database = await Database.open(self.settings.database)
            stack.push_async_callback(database.close)
            stack.push_async_callback(self.bot.shutdown)
            await reach(self.bot, self.clock)
            await self._assemble(database, stack)
            self._resources = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._resources.aclose()

    async def _assemble(self, database: Database, stack: AsyncExitStack) -> None:
        texts = Texts.load()
        stage = Stage(texts, self.bot.username, refused=lambda chat_id: self.outbox.text_only(chat_id))
        self.outbox = Outbox(
            self.bot,
            self.clock,
            posted=PostedRows(database),
            draw_picture=draw,
            file_ids=PictureIds(database, self.clock.now),
            on_event=lambda event: self.hall.on_event(event),
        )
        self.hall = Hall(database, self.clock, stage, self.outbox)
        stack.push_async_callback(self.outbox.close, LAST_SENDS)
        people = People(database)
        self.hall.unreachable = people.unreachable
        members = Members(self.bot)
        self.hall.errands.is_member = members.is_member
        desk = Desk(self.bot, self.clock, database, self.hall, self.outbox, people, members, texts)
        await self.hall.start()
        stack.push_async_callback(self.hall.stop)
        router = Router(desk)
        self.poller = Poller(
            self.bot,
            self.clock,
            router.accept,
            note_failed=lambda update_id: self._note_failed(database, update_id),
            place=router.place,
        )
        self.hall.last_heard = lambda: max(self.poller.last_success, self.poller.asked_at)
        self.hall.away = lambda: bool(self.poller.away_since)
        self.hall.heard_since = self.poller.heard_since
        self.poller.on_back = self.hall.give_back
        introducing = asyncio.create_task(introduce(self.bot, texts, tuple(COMMANDS)))
        stack.callback(introducing.cancel)
        keeping = asyncio.create_task(Keeper(database, self.clock, self.settings.backups).run())
        stack.callback(keeping.cancel)

    async def _note_failed(self, database: Database, update_id: int) -> None:
        await database.write(
            lambda connection: journal.note_update(connection, update_id, at=self.clock.now(), failed=True)
        )

    async def run(self) -> None:
        """Poll until `stop`; raises FatalTelegramError with a sentence for the operator."""
        polling = asyncio.create_task(self.poller.run(), name="polling")
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({polling, stopping}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({polling}, timeout=LAST_BATCH)
            if polling.done():
                polling.result()
            else:
                log.warning("the last batch was not finished in time; it comes again")
        finally:
            stopping.cancel()
            polling.cancel()
            await asyncio.gather(polling, stopping, return_exceptions=True)

    def stop(self) -> None:
        """Finish the batch, confirm it, end."""
        self._stopping.set()
        self.poller.stop()
