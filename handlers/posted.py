"""What stands in Telegram, remembered in SQLite for the outbox: messages of tables, and pictures sent before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from handlers.transport.slots import Key, Posted
from storage import messages
from storage.connection import Connection
from storage.database import Database
from storage.messages import PostedRow


class PostedRows:
    """The outbox's memory of its slots."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: dict[Key, Posted] = {}
        self._lock = asyncio.Lock()

    async def load(self, table_id: int) -> list[Posted]:
        rows = await self._database.read(messages.load_posted, table_id)
        return [
            Posted(row.table_id, row.kind, row.seat, row.chat_id, row.message_id, row.hash, row.sent_at)
            for row in rows
        ]

    async def note(self, posted: Posted) -> None:
        """What is noted while the disk is busy goes there together, so that presses do not queue behind it."""
        self._waiting[posted.key] = posted
        async with self._lock:
            if self._waiting:
                batch, self._waiting = self._waiting, {}
                await self._database.write(_note_all, list(batch.values()))

    async def drop(self, table_id: int, kind: str, seat: int | None) -> None:
        self._waiting.pop((table_id, kind, seat), None)
        async with self._lock:
            await self._database.write(messages.drop_posted, table_id, kind, seat)


async def _note_all(connection: Connection, batch: list[Posted]) -> None:
    for posted in batch:
        row = PostedRow(
            *posted.key, posted.chat_id, posted.message_id, hash=posted.hash, sent_at=posted.sent_at
        )
        await messages.note_posted(connection, row)


class PictureIds:
    """The outbox's memory of pictures that Telegram has."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now

    async def find(self, picture_hash: str) -> str | None:
        return await self._database.read(messages.find_picture, picture_hash)

    async def keep(self, picture_hash: str, file_id: str) -> None:
        await self._database.write(messages.keep_picture, picture_hash, file_id, at=self._now())
