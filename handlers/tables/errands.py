"""Errands of a table: what follows a command and has to be read or asked first, and is then told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from handlers.message import Message, Urgency
from handlers.tables.day import waits_for
from handlers.tables.effects import Dirty, Note, Surface
from handlers.tables.model import Person, Table
from handlers.tables.past import Past, read_last, read_past
from handlers.tables.records import FIRST_LANGUAGE, read_person
from handlers.tables.showing import Showing
from storage import chats, people, tables
from storage.database import Database
from storage.errors import StorageError
from storage.tables import TableRow

log = logging.getLogger(__name__)

FRIENDS = 12
"""People who are called to a table that lacks one, at the most."""
GREETED = 12 * 60 * 60_000
"""Nobody gets a second digest within so many ms."""


async def _unknown(_chat_id: int, _user_id: int) -> None:
    """Nobody can be asked."""


class Errands:
    """None of them changes a table that plays; where something cannot be read, the rest is told without it."""

    def __init__(self, database: Database, now: Callable[[], int], showing: Showing) -> None:
        self.database = database
        self.now = now
        self.showing = showing
        self.is_member: Callable[[int, int], Awaitable[bool | None]] = _unknown
        """Whether a user is in a chat now; None: nobody knows."""

    async def look_back(self, table: Table, dirty: Dirty) -> None:
        """The match's last word tells of its hands, too."""
        try:
            self.showing.look_back(table.table_id, await self.database.read(read_past, table.table_id))
        except StorageError as error:
            log.warning("table %s ends without honours: %s", table.table_id, type(error).__name__)
        self.showing.want(table, dirty)

    async def meet_again(self, table: Table, dirty: Dirty) -> None:
        """Four who sit down together are told how their last match here ended."""
        try:
            past = Past(last=await self.database.read(read_last, table))
            self.showing.look_back(table.table_id, past)
        except StorageError as error:
            log.warning("table %s begins without a past: %s", table.table_id, type(error).__name__)
        self.showing.want(table, dirty)

    async def greet(self, person: Person, seated_at: Sequence[Table]) -> None:
        """☀️ One digest a morning with all the tables that wait for somebody; their panels come below it."""
        waiting = [table for table in seated_at if waits_for(table, person.person_id)]
        if not (waiting and person.reachable and person.settings.get("digest", True)):
            return
        note = partial(people.note_digest, person_id=person.person_id, at=self.now(), apart=GREETED)
        try:
            if not await self.database.write(note):
                return
        except StorageError as error:
            log.warning("a digest was not sent: %s", type(error).__name__)
            return
        say = self.showing.stage.texts.of(person.language)
        groups = say.listed(dict.fromkeys(say.name(table.chat.title) for table in waiting))
        digest = Message(say("digest.private", n=len(waiting), groups=groups))
        self.showing.say(person, digest, silent=False)
        for table in waiting:
            panel = Surface("panel", table.seat_of(person.person_id))
            self.showing.want(table, Dirty(panel, Urgency.BOARD), again=True)

    async def tell_left_out(self, row: TableRow) -> None:
        """Where a table stands that cannot be read: that it is left out, once for all starts."""
        try:
            if not await self.database.write(tables.note_stopped, row.table_id, at=self.now()):
                return
            chat = await self.database.read(chats.load_chat, row.chat_id)
        except StorageError as error:
            log.warning("table %s: nobody was told: %s", row.table_id, type(error).__name__)
            return
        language = (chat and chat.language) or FIRST_LANGUAGE
        self.showing.tell(row.chat_id, row.thread_id, language, "trouble.left_out")

    async def call_friends(self, table: Table) -> None:
        """叫人: who played here lately and has not left, can be written to, has not opted out and does not sit."""
        try:
            called = await self._friends(table)
        except StorageError as error:
            log.warning("table %s: nobody was called: %s", table.table_id, type(error).__name__)
            return
        free = table.chairs.count(None)
        key = "three.invitation" if free == 1 else "three.invitation_more"
        opener = next((c.person.name for c in table.chairs if c and c.person), "")
        for person in called:
            self.showing.note(table, Note(key, {"name": opener, "free": free}, ring=True, person=person))
        self.showing.note(table, Note("three.called", {"n": len(called)}) if called else Note("three.nobody"))

    async def _friends(self, table: Table) -> list[Person]:
        here = {chair.person.person_id for chair in table.chairs if chair and chair.person}
        rows = await self.database.read(people.recent_players, table.chat.chat_id, limit=FRIENDS)
        known = [read_person(row) for row in rows if row.person_id not in here]
        willing = [
            person for person in known if person.reachable and person.settings.get("invitations", True)
        ]
        there = await asyncio.gather(
            *(self.is_member(table.chat.chat_id, person.user_id) for person in willing)
        )
        return [person for person, present in zip(willing, there, strict=True) if present is not False]
