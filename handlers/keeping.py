"""Housekeeping once a day: handled updates that cannot come again are forgotten, and a copy of the database is made."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

from handlers.transport.clock import Clock
from storage import journal
from storage.backup import backup_path, outdated_backups, unfinished_backups
from storage.database import Database
from storage.errors import StorageError

log = logging.getLogger(__name__)

DAY, HOUR = 86_400_000, 3_600_000
AT_ONCE = 1_000
"""So many updates are forgotten in one transaction: no press waits for more."""


class Keeper:
    """`run` does what is due at the start and then every day, at midnight UTC."""

    def __init__(self, database: Database, clock: Clock, backups: Path | None) -> None:
        """`backups`: the folder for copies; None: none are made."""
        self._database = database
        self._clock = clock
        self._backups = backups

    async def run(self) -> None:
        """Until it is cancelled. What fails is tried again after an hour."""
        while True:
            now = self._clock.now()
            done = await self._round(now)
            wait = DAY - now % DAY if done else HOUR
            await self._clock.sleep(wait / 1000)

    async def _round(self, now: int) -> bool:
        try:
            while await self._database.write(journal.prune_updates, now=now, most=AT_ONCE) == AT_ONCE:
                pass
            if self._backups is not None:
                await self._back_up(self._backups, datetime.fromtimestamp(now / 1000, UTC).date())
        except (StorageError, OSError) as error:
            log.warning("housekeeping will be tried again in an hour: %s", error)
            return False
        return True

    async def _back_up(self, folder: Path, day: date) -> None:
        """Today's copy, unless there is one. What was cut off goes before, older copies go only then."""
        await self._remove(unfinished_backups, folder)
        target = backup_path(self._database.path, folder, day)
        if not await asyncio.to_thread(target.exists):
            await self._database.backup(target)
        await self._remove(outdated_backups, folder)

    async def _remove(self, needless: Callable[[Path, Path], list[Path]], folder: Path) -> None:
        for path in await asyncio.to_thread(needless, self._database.path, folder):
            await asyncio.to_thread(path.unlink, missing_ok=True)
