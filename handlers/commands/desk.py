"""What every command has at hand, and the small things they share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

from telegram import Bot, Chat, Message, Update, User

from handlers.callback_data import page_data
from handlers.commands.nearest import Near, Rank, meant_rank, nearest
from handlers.commands.people import People
from handlers.commands.taps import Taps
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.show.keyboards import whole
from handlers.show.markup import Html
from handlers.show.scene import Scene
from handlers.show.texts import Say, Texts, language_for
from handlers.tables.group import ALL
from handlers.tables.hall import Hall
from handlers.tables.model import Chat as TableChat
from handlers.tables.model import Person, Table
from handlers.tables.records import read_chat, read_person
from handlers.transport.clock import Clock
from handlers.transport.members import Members, is_person
from handlers.transport.outbox import Outbox
from storage import chats, journal, messages
from storage.connection import Connection
from storage.database import Database
from storage.people import PersonRow, load_person, save_person


class Lanes:
    """Keeps what is known of each table's updates in Telegram's order until they stand in its inbox."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, table_id: int) -> asyncio.Lock:
        """The lane of one table; a lock lets those who wait through in their order."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock


@dataclass(slots=True)
class Desk:
    """The bot's parts as commands use them."""

    bot: Bot
    clock: Clock
    database: Database
    hall: Hall
    outbox: Outbox
    people: People
    members: Members
    texts: Texts
    lanes: Lanes = field(default_factory=Lanes)
    taps: Taps = field(default_factory=Taps)
    exported: dict[tuple[int, str], int] = field(default_factory=dict)
    """When a chat last took its hands along, and in which form: the work of seconds is not done at every press."""

    async def chat_of(self, chat: Chat, asker: User | None = None) -> TableChat:
        """The chat as tables know it; a new group speaks the language of who first uses the bot there."""
        title = chat.title or chat.full_name or ""

        async def work(connection: Connection) -> chats.ChatRow:
            # asked within the transaction: the group may have moved meanwhile
            home = self.outbox.home(chat.id)
            row = await chats.note_chat(connection, home, _kind(chat, home), title)
            if row.language is None:
                row = _with_language(row, language_for(asker.language_code if asker else None))
                await chats.save_chat(connection, row)
            return row

        row = await self.database.write(work)
        return read_chat(row)

    async def change_chat(self, chat_id: int, change: Callable[[chats.ChatRow], chats.ChatRow]) -> TableChat:
        """Change a known chat's row; its tables learn of it at once."""

        async def work(connection: Connection) -> chats.ChatRow:
            row = await chats.load_chat(connection, self.outbox.home(chat_id))
            if row is None:
                raise LookupError(f"chat {chat_id} is unknown")
            row = change(row)
            await chats.save_chat(connection, row)
            return row

        chat = read_chat(await self.database.write(work))
        self.hall.chat_changed(chat)
        return chat

    def same_chat(self, one: int, other: int) -> bool:
        """Whether two ids name one chat, which may have got another one since."""
        return self.outbox.home(one) == self.outbox.home(other)

    async def may_change_group(self, chat: TableChat, person: Person | None) -> bool:
        """Whether this person may change the chat's defaults, language and home now; Telegram is asked."""
        if person is None:
            return False
        if chat.private:
            return chat.chat_id == person.user_id
        return chat.settings.change_group == ALL or await self.is_admin(chat, person)

    async def is_admin(self, chat: TableChat, person: Person) -> bool:
        """Whether Telegram says so now."""
        return bool(await self.members.is_admin(chat.chat_id, person.user_id))

    async def change_person(self, person: Person, change: Callable[[PersonRow], PersonRow]) -> Person:
        """Change what a person has set; panels follow at once."""
        return self._changed(person, await self.database.write(_change_person, person, change))

    async def change_person_once(
        self, update: Update, person: Person, change: Callable[[PersonRow], PersonRow]
    ) -> Person | None:
        """The same for a change that may not be made twice; None when the update was handled before."""

        async def work(connection: Connection) -> PersonRow | None:
            if not await journal.note_update(connection, update.update_id, at=self.clock.now()):
                return None
            return await _change_person(connection, person, change)

        row = await self.database.write(work)
        return None if row is None else self._changed(person, row)

    def _changed(self, person: Person, row: PersonRow) -> Person:
        changed = read_person(row)
        self.people.forget(person.user_id)
        self.hall.person_changed(changed)
        return changed

    async def note_done(self, update: Update) -> bool:
        """Remember an update that no table takes; False when it was handled before.

        The last thing that is written for it: what failed after it would not be done when the update comes again.
        """
        return await self.database.write(
            lambda connection: journal.note_update(connection, update.update_id, at=self.clock.now())
        )

    def say_for(self, chat: TableChat, person: Person | None) -> Say:
        """The language of an answer: the person's own in private, the group's in a group."""
        return self.texts.of(person.language if chat.private and person else chat.language)

    def scene(self, table: Table, say: Say) -> Scene:
        """The surroundings of a table as its group sees it, in the words of whoever asks."""
        return self.hall.showing.stage.scene(table, None, self.clock.now(), say)

    def reply(
        self,
        message: Message,
        text: str,
        rows: Sequence[Sequence[Button]] = (),
    ) -> None:
        """Answer a command where it was given, silently in groups."""
        self.outbox.note(
            message.chat.id,
            thread_of(message),
            Wanted(text, whole(tuple(row) for row in rows)),
            silent=message.chat.type != "private",
            reply_to=message.message_id,
        )

    async def replied_table(self, message: Message) -> Table | None:
        """The table whose message this one answers."""
        replied = message.reply_to_message
        if replied is None:
            return None
        found = await self.database.read(messages.table_of_message, message.chat.id, replied.message_id)
        return None if found is None else self.hall.table(found)

    async def table_meant(
        self, message: Message, person: Person | None, rank: Rank = meant_rank
    ) -> Table | None:
        """Which table a command means (design §2): the one replied to, else the nearest, the newest of equals."""
        replied = await self.replied_table(message)
        if replied is not None:
            return replied
        private, thread = message.chat.type == "private", thread_of(message)
        here = self.open_around(message.chat, person) or self.tables_around(message.chat, person)
        return nearest(
            (
                Near(
                    table,
                    person is not None and table.seat_of(person.person_id) is not None,
                    private or table.thread_id == thread,
                )
                for table in here
            ),
            rank,
        )

    async def open_table(
        self, message: Message, person: Person | None, rank: Rank = meant_rank
    ) -> Table | None:
        """The same for commands that do something at a table: none where it is over."""
        table = await self.table_meant(message, person, rank)
        return None if table is None or table.state == "over" else table

    def tell_no_table(self, message: Message, person: Person | None, say: Say) -> None:
        """Nothing can be done where no table is open, or at the one replied to: a button opens one."""
        others = self.open_around(message.chat, person)
        text = say("refuse.table_over") if others else none_open(message.chat, say)
        self.reply(message, text, [opening(message.chat, person, say)])

    def tables_around(self, chat: Chat, person: Person | None) -> list[Table]:
        """The tables of a group; in private those where the person sits. The newest first."""
        if chat.type != "private":
            return self.hall.tables_in(self.outbox.home(chat.id))
        return self.hall.tables_of(person.person_id) if person else []

    def open_around(self, chat: Chat, person: Person | None) -> list[Table]:
        """Those of them that are not over."""
        return [table for table in self.tables_around(chat, person) if table.state != "over"]

    async def sender(self, message: Message) -> Person | None:
        """Who sent a command; None for anonymous admins and channels, who have no seat and no rights."""
        user = message.from_user
        if user is None or message.sender_chat is not None or not is_person(user):
            return None
        return await self.people.of(user)


def _kind(chat: Chat, home: int) -> chats.ChatKind:
    """What kind of chat it is; a group under another id has become a supergroup."""
    if home != chat.id or chat.type == "supergroup":
        return "supergroup"
    return "private" if chat.type == "private" else "group"


async def _change_person(
    connection: Connection, person: Person, change: Callable[[PersonRow], PersonRow]
) -> PersonRow:
    row = await load_person(connection, person.person_id)
    if row is None:
        raise LookupError(f"person {person.person_id} is unknown")
    row = change(row)
    await save_person(connection, row)
    return row


def _with_language(row: chats.ChatRow, language: str) -> chats.ChatRow:
    return replace(row, language=language)


def none_open(chat: Chat, say: Say) -> Html:
    """That no table is open here; in private, none at which one sits."""
    return say("refuse.no_table_private" if chat.type == "private" else "refuse.no_table")


def opening(chat: Chat, person: Person | None, say: Say) -> list[Button]:
    """What opens a table here; in private, one to practise at."""
    key = "button.practise" if chat.type == "private" else "button.open_table"
    return [Button(say.button(key), data=page_data(person.user_id if person else 0, "ng"))]


def thread_of(message: Message) -> int | None:
    """The topic to answer in: only forums have one, and their General topic has no id."""
    if not message.chat.is_forum or not message.is_topic_message:
        return None
    return message.message_thread_id
