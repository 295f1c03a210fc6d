"""Messages out: state, not payloads. Each slot has one message, rendered when it is about to be sent.

A state overtaken while it waits is never rendered; equal content is never sent; the least call is chosen. Nothing
is replayed after a crash: the tables want their messages again, and the stored hashes tell what stands already.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from telegram import Bot

from handlers.message import Hashes, Message, Render, Urgency
from handlers.transport.calls import UNKNOWN, Calls, Done
from handlers.transport.chat import Chat
from handlers.transport.clock import Clock
from handlers.transport.errors import Kind
from handlers.transport.jobs import NOTES, Note, Throw
from handlers.transport.lines import Line, Standing, Want
from handlers.transport.logs import where
from handlers.transport.pace import Gate, Room
from handlers.transport.slots import (
    Delivered,
    DrawPicture,
    File,
    FileIds,
    Key,
    Migrated,
    OutboxEvent,
    Posted,
    PostedStore,
    Slot,
)

log = logging.getLogger(__name__)

GROUP_LANE, PRIVATE_LANE, ANSWER_LANE = 8, 8, 16
"""So many requests at a time. More than 16 sends only make all of them slower."""
CONNECTIONS = GROUP_LANE + PRIVATE_LANE + ANSWER_LANE + 8
"""The size of the connection pool: with as many, and a few for questions, nobody ever waits for a connection."""
DICE_WAIT = 10_000
BURIED, BURIED_PAUSE = 15, 120_000
_ANSWER = 200
_ANSWERABLE, _ANSWER_AGAIN = 10_000, 1.0
"""So long Telegram surely takes an answer, ms; and after so many seconds a failed one is tried once more."""
_SUPERGROUPS = -1_000_000_000_000
_CHATS_KEPT = 1000


@dataclass(slots=True)
class _Lines:
    """The slots of one table, and whether what stood there before a restart has been read."""

    lines: dict[Key, Line] = field(default_factory=dict)
    loaded: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Outbox:
    """Everything that the bot writes goes through here, at the pace of each chat."""

    def __init__(
        self,
        bot: Bot,
        clock: Clock,
        *,
        posted: PostedStore,
        draw_picture: DrawPicture,
        file_ids: FileIds,
        on_event: Callable[[OutboxEvent], None],
    ) -> None:
        self.clock = clock
        self._began = clock.now()
        self.calls = Calls(bot, draw_picture, file_ids)
        self.room = Room(clock)
        self.closing = False
        self._posted = posted
        self._on_event = on_event
        self._chats: dict[int, Chat] = {}
        self._tables: dict[int, _Lines] = {}
        self._moved: dict[int, int] = {}
        self._gates = {True: Gate(GROUP_LANE), False: Gate(PRIVATE_LANE)}
        self._answers = Gate(ANSWER_LANE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._tickets = 0
        self._crowded = _CHATS_KEPT
        """With so many chats it is worth looking for those that can be forgotten."""

    # Slots

    def want(
        self,
        slot: Slot,
        render: Render,
        *,
        urgency: int,
        silent: bool = True,
        fresh: bool = False,
        ring: bool = False,
        again: bool = False,
    ) -> int:
        """Keep the slot's message as `render` makes it; gives the ticket that `Delivered` will carry, or a later one.

        `fresh`: a new message; the old one stays as it is, or as a want of urgency CARD that still waits makes it:
        such a last word must be bound to its own state. `ring`: post anew with notification and delete the old
        one. `again`: the same without notification.
        """
        line = self._line(slot)
        self._tickets += 1
        want = Want(
            render,
            int(urgency),
            self._tickets,
            self.clock.now(),
            silent=silent and not ring,
            fresh=fresh,
            again=ring or again,
            final=urgency == Urgency.CARD,
        )
        line.put(want)
        self.enqueue(line)
        return want.ticket

    def shown(self, slot: Slot) -> Posted | None:
        """What stands in the slot, as far as it has been read."""
        line = self._known(slot)
        stands = line.here if line is not None else None
        return line.posted(stands) if line is not None and stands is not None else None

    def buried(self, slot: Slot) -> bool:
        """Is the message 15 or more ids up in a supergroup, and was not posted in the last two minutes?"""
        posted, chat_id = self.shown(slot), self.home(slot.chat_id)
        if posted is None or chat_id > _SUPERGROUPS:
            return False
        up = self._chat(chat_id).last_id - posted.message_id
        return up >= BURIED and self.clock.now() - posted.sent_at >= BURIED_PAUSE

    def drop(self, slot: Slot, *, delete: bool = False) -> None:
        """The slot is no longer kept up to date; its message stays, or is deleted."""
        line = self._line(slot)
        line.wants.clear()
        self.start(self._drop(line, delete=delete))

    async def _drop(self, line: Line, *, delete: bool) -> None:
        slot = line.slot
        if await self.load(line) and line.standing is None and line.lost is None:
            return
        stands, line.standing, line.lost = line.here, None, None
        if delete and stands is not None:
            chat = self._chat(stands.chat_id)
            chat.throw_away(stands.message_id)
            chat.wake()
        try:
            await self._posted.drop(*slot.key)
        except Exception as error:
            log.warning("not forgotten: %s", where(error), extra={"table": slot.table_id})

    def forget(self, table_id: int) -> None:
        """Free what is kept in memory of a table; what is still on its way arrives all the same."""
        table = self._tables.get(table_id)
        if table is not None and not any(line.wants for line in table.lines.values()):
            del self._tables[table_id]

    def seen(
        self, chat_id: int, message_id: int, table_id: int | None = None, *, picture: bool | None = None
    ) -> None:
        """This message exists there, as a picture or not. A press names the table, and may find a lost message."""
        chat = self._chat(self.home(chat_id))
        table = self._tables.get(table_id) if table_id is not None else None
        lines = list(table.lines.values()) if table is not None else []
        if message_id not in chat.told and not any(line.is_at(chat.chat_id, message_id) for line in lines):
            self._pressed_unknown(lines, chat, message_id, picture=picture)
        chat.last_id = max(chat.last_id, message_id)

    def _pressed_unknown(
        self, lines: list[Line], chat: Chat, message_id: int, *, picture: bool | None
    ) -> None:
        """A table's message that nobody has told of: lost now, or a panel whose sending was the last thing done."""
        for line in lines:
            if line.may_be(chat.chat_id, message_id, picture=picture):
                self._found(line, message_id)
                return
        for line in lines:
            if line.slot.kind == "panel" and line.stood_before(chat.chat_id, message_id, self._began):
                self._adopt(line, chat, message_id, picture=picture is not False)
                return

    def _adopt(self, line: Line, chat: Chat, message_id: int, *, picture: bool) -> None:
        """A panel that an earlier process sent just before its end is the panel from now on."""
        old = line.standing
        if old is not None:
            chat.throw_away(old.message_id)
        hashes = Hashes(UNKNOWN if picture else "", UNKNOWN, UNKNOWN)
        line.standing = Standing(chat.chat_id, message_id, hashes, self.clock.now())
        self.start(self.save(line))
        if line.newest is not None:
            self.want(line.slot, line.newest, urgency=Urgency.PRESSER)
        chat.wake()

    def _found(self, line: Line, message_id: int) -> None:
        lost = line.found(message_id)
        if lost is None:
            return
        chat = self._chat(lost.chat_id)
        if lost.replaces is not None and lost.replaces.message_id != message_id:
            chat.throw_away(lost.replaces.message_id)
        self.start(self.save(line))
        self.report(Delivered(line.slot, lost.ticket, message_id, self.clock.now()))
        if not line.wants and line.newest is not None:
            self.want(line.slot, line.newest, urgency=Urgency.PRESSER)
        chat.wake()

    # Messages of their own

    def note(
        self,
        chat_id: int,
        thread_id: int | None,
        content: Render | Message,
        *,
        silent: bool = True,
        urgency: int = Urgency.PAGE,
        reply_to: int | None = None,
        file: File | None = None,
    ) -> None:
        """A message of its own, sent once, in order within its chat. With `file` it is the document's caption."""
        chat = self._chat(self.home(chat_id))
        chat.notes.append(
            Note(_render(content), int(urgency), self.clock.now(), silent, thread_id, reply_to, file)
        )
        if len(chat.notes) > NOTES:
            chat.notes.popleft()
            log.warning("too many notices wait in a chat: the oldest is dropped")
        chat.wake()

    def page(self, chat_id: int, message_id: int, content: Render | Message, *, photo: bool) -> None:
        """Turn a page: edit this message, which is a picture now or not."""
        slot = Slot(-message_id, "page", chat_id, self.home(chat_id))  # no table has such a number
        line = self._line(slot)
        if line.standing is None:
            hashes = Hashes(UNKNOWN if photo else "", UNKNOWN, UNKNOWN)
            line.page, line.standing = True, Standing(slot.chat_id, message_id, hashes, self.clock.now())
        line.put(Want(_render(content), Urgency.PAGE, 0, self.clock.now()))
        self.enqueue(line)

    def throw_away(self, chat_id: int, message_id: int) -> None:
        """Delete a message that nothing keeps up to date, such as a page that was closed."""
        chat = self._chat(self.home(chat_id))
        chat.throw_away(message_id)
        chat.wake()

    def answer(
        self,
        query_id: str,
        text: str = "",
        *,
        alert: bool = False,
        url: str = "",
        cache_time: int = 0,
        after: float = 0.0,
    ) -> None:
        """Answer a press at once, or so many seconds later. It never waits behind a message.

        What fails on its way is tried once more, while Telegram still takes it.
        """
        self.start(
            self._answer(
                query_id,
                after,
                text=text[:_ANSWER] or None,
                show_alert=alert or None,
                url=url or None,
                cache_time=cache_time,
            )
        )

    async def _answer(self, query_id: str, after: float, **answer: Any) -> None:
        until = self.clock.now() + _ANSWERABLE
        if after and not self.closing:
            await self.clock.sleep(after)
        done = await self._answered(query_id, answer)
        wait = max(done.outcome.after, _ANSWER_AGAIN)
        late = self.closing or self.clock.now() + 1000 * wait > until
        if done.kind in (Kind.RETRY, Kind.MAYBE, Kind.NOT_SENT) and not late:
            await self.clock.sleep(wait)
            done = await self._answered(query_id, answer)
        if done.kind is not Kind.OK:
            log.debug("an answer failed: %s", done.outcome.text)

    async def _answered(self, query_id: str, answer: dict[str, Any]) -> Done:
        async with self._answers.passing(0):
            return await self.calls.answer(query_id, **answer)

    async def throw_dice(self, chat_id: int, thread_id: int | None) -> tuple[int, int] | None:
        """Two dice thrown by Telegram, or None: not within 10 s, or nobody knows. Never to be asked again."""
        chat, now = self._chat(self.home(chat_id)), self.clock.now()
        future: asyncio.Future[tuple[int, int] | None] = asyncio.get_running_loop().create_future()
        chat.throws.append(Throw(thread_id, now, now + DICE_WAIT, future))
        chat.wake()
        waiting = asyncio.ensure_future(self.clock.sleep(DICE_WAIT / 1000))
        both: set[asyncio.Future[Any]] = {future, waiting}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            if not future.done():
                future.set_result(None)
        return future.result()

    # Chats

    def text_only(self, chat_id: int) -> bool:
        """Are pictures refused there?"""
        return self._chat(self.home(chat_id)).text_only()

    def reopen(self, chat_id: int) -> None:
        """Rights have changed: pictures and topics may be tried again."""
        chat = self._chat(self.home(chat_id))
        chat.no_pictures_until = 0
        chat.dead_threads.clear()

    def migrate(self, old: int, new: int) -> None:
        """The group has a new id: what waits goes there. A second sign changes nothing."""
        if old == new or self._moved.get(old) == new:
            return
        self._moved[old] = new
        chat = self._chats.pop(old, None)
        for table in self._tables.values():
            for line in table.lines.values():
                if line.slot.chat_id == old:
                    line.move(new)
                    line.lost = None
        if chat is not None:
            self._move(chat, self._chat(new))

    def _move(self, old: Chat, new: Chat) -> None:
        """What waited for one chat waits for another. Messages to be deleted belong to the old one."""
        for line in old.lines.values():
            for want in line.wants:
                want.not_before = 0
            new.lines[line.slot.key] = line
        new.notes.extend(old.notes)
        new.throws.extend(old.throws)
        old.lines.clear()
        old.notes.clear()
        old.throws.clear()
        old.trash.clear()
        if not new.empty:
            new.wake()

    def migrated(self, chat: Chat, new: int) -> None:
        """A call was refused because the group has a new id."""
        old = chat.chat_id
        if self._moved.get(old) != new:
            self.migrate(old, new)
            self.report(Migrated(old, new))
        else:
            self._move(chat, self._chat(self.home(new)))  # the call was under way while the others moved

    def home(self, chat_id: int) -> int:
        """The id that this chat has now."""
        while chat_id in self._moved:
            chat_id = self._moved[chat_id]
        return chat_id

    # The end

    async def idle(self) -> None:
        """Wait until nothing waits to be sent."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self, seconds: float = 3.0) -> None:
        """Send what may go now, drop the rest: it is rendered from the tables after the next start."""
        self.closing = True
        self.room.close()
        for chat in self._chats.values():
            for throw in chat.throws:
                throw.finish(None)
            if not chat.empty:
                chat.wake()
        waiting = asyncio.ensure_future(self.clock.sleep(seconds))
        while self._tasks and not waiting.done():
            await asyncio.wait({*self._tasks, waiting}, return_when=asyncio.FIRST_COMPLETED)
        late = [waiting, *self._tasks]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    # What the chats ask of it

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something that the end waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def report(self, event: OutboxEvent) -> None:
        """Tell the tables."""
        try:
            self._on_event(event)
        except Exception as error:
            log.error("%s was not taken: %s", type(event).__name__, where(error))  # noqa: TRY400

    async def load(self, line: Line) -> bool:
        """Recall what stood there before a restart; False if that cannot be read now."""
        if line.page:
            return True
        table = self._tables.setdefault(line.slot.table_id, _Lines())
        async with table.lock:
            if not table.loaded:
                try:
                    rows = await self._posted.load(line.slot.table_id)
                except Exception as error:
                    log.warning("not read: %s", where(error), extra={"table": line.slot.table_id})
                    return False
                for posted in rows:
                    self._recall(table, posted)
                table.loaded = True
        return True

    def _recall(self, table: _Lines, posted: Posted) -> None:
        line = table.lines.get(posted.key)
        if line is None:
            line = Line(Slot(posted.table_id, posted.kind, posted.seat, posted.chat_id))
            table.lines[posted.key] = line
        line.recall(posted)

    async def save(self, line: Line) -> None:
        """Remember what stands there. A failure costs a superfluous message after a crash, no more."""
        if line.page or line.standing is None:
            return
        try:
            await self._posted.note(line.posted(line.standing))
        except Exception as error:
            log.warning("not noted: %s", where(error), extra={"table": line.slot.table_id})

    def released(self, line: Line) -> None:
        """Nothing is wanted of this line for now."""
        table = self._tables.get(line.slot.table_id)
        if table is not None and line.page and not line.wants:
            table.lines.pop(line.slot.key, None)
            if not table.lines:
                del self._tables[line.slot.table_id]

    def enqueue(self, line: Line) -> None:
        """Something is wanted of this line, in its slot's chat."""
        chat = self._chat(line.slot.chat_id)
        chat.lines[line.slot.key] = line
        chat.wake()

    def _line(self, slot: Slot) -> Line:
        """The line of a slot, in the chat that the slot names now."""
        chat_id = self.home(slot.chat_id)
        if chat_id != slot.chat_id:
            slot = Slot(slot.table_id, slot.kind, slot.seat, chat_id, slot.thread_id)
        table = self._tables.setdefault(slot.table_id, _Lines())
        line = table.lines.get(slot.key)
        if line is None:
            line = table.lines[slot.key] = Line(slot)
        elif line.slot != slot:
            if line.slot.chat_id != slot.chat_id:
                line.wants.clear()
                line.lost = None
                self._chat(line.slot.chat_id).lines.pop(slot.key, None)
            line.slot = slot
        return line

    def _known(self, slot: Slot) -> Line | None:
        table = self._tables.get(slot.table_id)
        line = table.lines.get(slot.key) if table is not None else None
        return line if line is not None and line.slot.chat_id == self.home(slot.chat_id) else None

    def _chat(self, chat_id: int) -> Chat:
        chat = self._chats.get(chat_id)
        if chat is None:
            if len(self._chats) >= self._crowded:
                self._tidy()
            chat = self._chats[chat_id] = Chat(chat_id, self, self._gates[chat_id < 0])
        return chat

    def _tidy(self) -> None:
        """Chats that have been silent for a minute need not be known."""
        now = self.clock.now()
        for chat_id in [key for key, chat in self._chats.items() if chat.forgettable(now)]:
            del self._chats[chat_id]
        self._crowded = max(_CHATS_KEPT, 2 * len(self._chats))


def _render(content: Render | Message) -> Render:
    return (lambda: content) if isinstance(content, Message) else content
