"""All that waits to be written in one chat: one call at a time, the most urgent first, at the chat's pace."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any, Protocol

import telegram

from handlers.message import Hashes, Message, Render, Urgency
from handlers.transport.calls import Calls, Done, Draft, Edit, after_doubt, least, pictureless, plain
from handlers.transport.clock import Clock, wait_for
from handlers.transport.errors import Kind, Outcome
from handlers.transport.jobs import NOTES, Choice, Note, Throw, Trash, backoff
from handlers.transport.lines import Line, Lost, Standing, Want
from handlers.transport.logs import where
from handlers.transport.pace import Gate, Pace, Room, Share
from handlers.transport.slots import (
    Delivered,
    Key,
    Kicked,
    NoWrite,
    OutboxEvent,
    ThreadGone,
    TokenRefused,
    Unreachable,
)

log = logging.getLogger(__name__)

LOST = 30_000
"""How long a message whose fate is unknown is waited for before another one is sent; doubled each time."""
LOST_MOST = 600_000
PATIENCE = 8
"""So many attempts that Telegram refuses, and a content is given up."""
NO_PICTURES = 600_000
"""How long a group that refuses pictures gets texts."""
TRASH_TRIES = 3


class Office(Protocol):
    """What the chats share."""

    clock: Clock
    calls: Calls
    room: Room
    closing: bool

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something that the end waits for."""
        ...

    def report(self, event: OutboxEvent) -> None:
        """Tell the tables."""

    def migrated(self, chat: "Chat", new: int) -> None:
        """A call was refused because the group has a new id."""

    async def load(self, line: Line) -> bool:
        """Recall what stood there before a restart; False if that cannot be read now."""
        ...

    async def save(self, line: Line) -> None:
        """Remember what stands there."""

    def released(self, line: Line) -> None:
        """Nothing is wanted of this line for now."""

    def enqueue(self, line: Line) -> None:
        """Something is wanted of this line, in its slot's chat."""

    def home(self, chat_id: int) -> int:
        """The id that this chat has now."""
        ...


class Chat:
    """One chat's queue. Its task lives as long as something waits."""

    def __init__(self, chat_id: int, office: Office, gate: Gate) -> None:
        self.chat_id = chat_id
        self.group = chat_id < 0
        self.pace = Pace(group=self.group)
        self.lines: dict[Key, Line] = {}
        self.notes: deque[Note] = deque()
        self.throws: deque[Throw] = deque()
        self.trash: deque[Trash] = deque()
        self.dead_threads: set[int] = set()
        self.no_pictures_until = 0
        self.last_id = 0
        """The greatest message id that is known here."""
        self.told: deque[int] = deque(maxlen=NOTES)
        """The newest notices that have arrived: none of them is a message that was lost."""
        self._office = office
        self._gate = gate
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # What others call

    @property
    def empty(self) -> bool:
        waiting = self.notes or self.throws or self.trash
        return not waiting and not any(line.wants for line in self.lines.values())

    def forgettable(self, now: int) -> bool:
        """Is there nothing to do and nothing to remember?"""
        busy = self._task is not None and not self._task.done()
        return not busy and self.empty and self.pace.quiet(now) and not self.text_only()

    def wake(self) -> None:
        """Something new waits."""
        self._news.set()
        if self._task is None or self._task.done():
            self._task = self._office.start(self._run())

    def text_only(self) -> bool:
        return self._now() < self.no_pictures_until

    def clear(self) -> None:
        """Nothing that waits can be written: it is dropped."""
        for line in list(self.lines.values()):
            line.wants.clear()
            self._settle(line)
        for throw in self.throws:
            throw.finish(None)
        self.throws.clear()
        self.notes.clear()
        self.trash.clear()

    # The task

    async def _run(self) -> None:
        while not self.empty:
            self._news.clear()
            choice = await self._next()
            if choice is None:
                if self._office.closing:
                    return
                continue
            async with self._gate.passing(choice.urgency):
                choice = self._best()
                if choice is not None and choice.due <= self._now():
                    await self._do(choice)

    async def _do(self, choice: Choice) -> None:
        """What goes wrong here is our bug. The job was taken off its queue, so it does not come again."""
        try:
            await choice.run()
        except Exception as error:
            log.error("the outbox failed: %s", where(error))  # noqa: TRY400

    async def _next(self) -> Choice | None:
        """What is due; None after a while in which something may have changed."""
        for line in list(self.lines.values()):
            if not await self._office.load(line) and line.wants:
                line.wants[0].not_before = self._now() + 1000
        choice = self._best()
        now = self._now()
        if choice is not None and choice.due <= now:
            return choice
        if not self._office.closing:
            await wait_for(self._news, self._office.clock, ((choice.due if choice else now) - now) / 1000)
        return None

    def _best(self) -> Choice | None:
        """The most urgent of what is due, else what will be due first."""
        now = self._now()
        choices = list(self._choices())
        due = [choice for choice in choices if choice.due <= now]
        if due:
            return min(due, key=lambda choice: choice.rank(now))
        return min(choices, key=lambda choice: choice.due, default=None)

    def _choices(self) -> Iterator[Choice]:
        for throw in list(self.throws)[:1]:
            due = max(self.pace.due(Share.SEND), throw.not_before)
            yield Choice(due, Urgency.MUST_ACT, throw.since, self._throw)
        for line in [line for line in self.lines.values() if line.wants]:
            want = line.wants[0]
            due = max(self.pace.due(self._share(line, want)), want.not_before)
            if want.urgency >= Urgency.WATCHING:
                due = max(due, self._office.room.due(self.chat_id, self._news))
            yield Choice(due, want.urgency, want.since, _bound(self._show, line))
        for note in list(self.notes)[:1]:
            due = max(self.pace.due(Share.SEND), note.not_before)
            yield Choice(due, note.urgency, note.since, self._send_note)
        for trash in list(self.trash)[:1]:
            due = max(self.pace.blocked_until, trash.not_before)
            yield Choice(due, Urgency.CARD, trash.since, self._delete)

    def _share(self, line: Line, want: Want) -> Share:
        if want.final:
            return Share.FINAL
        if want.fresh or want.again or line.here is None:
            return Share.SEND
        return Share.REST if want.urgency >= Urgency.WATCHING else Share.BOARD

    # A slot's message

    async def _show(self, line: Line) -> None:
        want = line.wants.popleft()
        share = self._share(line, want)
        message = self._rendered(want.render)
        if message is None:
            self._settle(line)
            return
        wanted, stands = message.hashes(), line.here
        how = Edit.ANEW if stands is None or want.fresh or want.again else least(stands.hashes, wanted)
        if how is Edit.NOTHING:
            self._delivered(line, want)
        elif how is Edit.ANEW or stands is None:
            await self._post(line, want, message, share)
        else:
            await self._edit(line, want, message, how, stands)
        self._settle(line)

    def _rendered(self, render: Render) -> Message | None:
        """The newest content, without its picture where pictures are refused."""
        try:
            message = render()
        except Exception as error:
            log.error("a message cannot be rendered: %s", where(error))  # noqa: TRY400
            return None
        if message is not None and message.picture is not None and self.text_only():
            return Message(message.text, message.keyboard, None, message.effect)
        return message

    async def _post(self, line: Line, want: Want, message: Message, share: Share) -> None:
        slot, old = line.slot, line.here
        keep = want.urgency in (Urgency.CARD, Urgency.PAGE) or want.final
        draft = await self._office.calls.prepare(message, picture=True, keep=keep)
        hashes = _hashes(message, draft)
        floor = self.last_id
        done = await self._tried(
            lambda d: self._office.calls.post(
                self.chat_id, self._thread(slot.thread_id), d, silent=want.silent
            ),
            draft,
            message,
            share,
        )
        if self._moved(line, want):
            return
        if done.message is not None:
            if old is not None and not want.fresh:
                self.throw_away(old.message_id)
            found = line.here
            if found is not None and found is not old and found.message_id != done.message.message_id:
                self.throw_away(found.message_id)
            line.lost = None
            await self._stands(line, want, done.message.message_id, hashes, self._now())
        elif done.kind is Kind.MAYBE:
            stays = old is not None and not want.fresh and least(old.hashes, hashes) is not Edit.ANEW
            replaces = old if stays else None
            line.lost = Lost(self.chat_id, floor, hashes, self._now(), replaces, want.ticket)
            self._wait_for_lost(line, want)
        else:
            self._refused(line, want, done.outcome)

    def _moved(self, line: Line, want: Want) -> bool:
        """Has the slot left this chat during the call? If its group has a new id, the want goes there."""
        here = line.slot.chat_id
        if here == self.chat_id:
            return False
        if here == self._office.home(self.chat_id):
            self._at_once(line, want)
            self._office.enqueue(line)
        return True

    def _wait_for_lost(self, line: Line, want: Want) -> None:
        """Nobody knows whether it arrived: it is not repeated at once. An old message does its work meanwhile."""
        if line.lost is not None and line.lost.replaces is not None:
            want.again = False
            line.put_back(want)
            return
        wait = min(LOST * 2**line.losses, LOST_MOST)
        line.losses += 1
        want.later(self._now() + wait)
        line.put_back(want)

    async def _edit(self, line: Line, want: Want, message: Message, how: Edit, stands: Standing) -> None:
        share = self._share(line, want)
        keep = want.urgency in (Urgency.CARD, Urgency.PAGE) or want.final
        draft = await self._office.calls.prepare(message, picture=how is Edit.MEDIA, keep=keep)
        hashes = message.hashes()
        if how is Edit.MEDIA and draft.photo is None:  # it could not be drawn
            hashes = replace(hashes, picture=stands.hashes.picture)
            how = Edit.CAPTION if stands.hashes.picture else Edit.TEXT
        done = await self._tried(
            lambda d: self._office.calls.edit(self.chat_id, stands.message_id, d, how), draft, message, share
        )
        if self._moved(line, want):
            return
        if line.standing is not stands:  # a lost message was found meanwhile
            self._at_once(line, want)
            return
        match done.kind:
            case Kind.OK | Kind.NOT_MODIFIED:
                await self._stands(line, want, stands.message_id, hashes, stands.posted_at)
            case Kind.MAYBE:
                line.standing = replace(stands, hashes=after_doubt(stands.hashes, how))
                self._later(line, want)
            case Kind.GONE | Kind.WRONG_KIND if not line.page:
                self._stands_no_more(line, want, stands, done.outcome)
            case _:
                self._refused(line, want, done.outcome)

    def _stands_no_more(self, line: Line, want: Want, stands: Standing, outcome: Outcome) -> None:
        """The message cannot be edited: another one is posted in its place."""
        if outcome.kind is Kind.WRONG_KIND:
            log.error("a message was edited the wrong way: %s", outcome.text)
            self.throw_away(stands.message_id)
        line.standing = None
        self._at_once(line, want)

    async def _tried(
        self, act: Callable[[Draft], Awaitable[Done]], draft: Draft, message: Message, share: Share
    ) -> Done:
        """Make the call; with the picture drawn if its id is unknown, in plain text if it was wrong."""
        self._note(share)
        done = await act(draft)
        if done.kind is Kind.FILE_GONE:
            draft = await self._office.calls.redraw(message, draft)
            self._note(share)
            done = await act(draft)
        if done.kind is Kind.OUR_BUG:
            log.error("a message was refused as wrong: %s", done.outcome.text)
            self._note(share)
            done = await act(plain(pictureless(draft, done.outcome.text), done.outcome.text))
        self._learn(done)
        return done

    async def _stands(self, line: Line, want: Want, message_id: int, hashes: Hashes, posted_at: int) -> None:
        line.standing = Standing(self.chat_id, message_id, hashes, posted_at)
        line.losses = 0
        self._delivered(line, want)
        await self._office.save(line)

    def _delivered(self, line: Line, want: Want) -> None:
        if line.standing is not None and not line.page:
            event = Delivered(line.slot, want.ticket, line.standing.message_id, self._now())
            self._office.report(event)

    def _refused(self, line: Line, want: Want, outcome: Outcome) -> None:
        """Telegram said no, or nothing was sent: again at once, later, or never."""
        match self._trouble(outcome, line.slot.thread_id):
            case True:
                self._at_once(line, want)
            case False if want.tries < PATIENCE or outcome.kind is Kind.NOT_SENT:
                self._later(line, want)
            case _:
                log.warning("given up: %s", outcome.kind.value, extra={"table": line.slot.table_id})
        self._after(outcome)
        if outcome.kind in (Kind.NO_WRITE, Kind.TOPIC_CLOSED) and not (line.page or line.slot.private):
            self._office.report(NoWrite(line.slot))

    def _at_once(self, line: Line, want: Want) -> None:
        if want.tries < PATIENCE:
            want.later(0)
            line.put_back(want)

    def _later(self, line: Line, want: Want) -> None:
        want.later(self._now() + backoff(want.tries))
        line.put_back(want)

    def _settle(self, line: Line) -> None:
        """The line waits on, or it is done with for now."""
        key = line.slot.key
        if self.lines.get(key) is line and (not line.wants or line.slot.chat_id != self.chat_id):
            del self.lines[key]
            self._office.released(line)

    def throw_away(self, message_id: int) -> None:
        self.trash.append(Trash(message_id, self._now()))

    # Notes, dice, deletions

    async def _send_note(self) -> None:
        note = self.notes.popleft()
        message = self._rendered(note.render)
        if message is None:
            return
        draft = await self._office.calls.prepare(message, picture=note.file is None, keep=True)
        done = await self._tried(
            lambda d: self._office.calls.post(
                self.chat_id,
                self._thread(note.thread_id),
                d,
                silent=note.silent,
                reply_to=note.reply_to,
                file=note.file,
            ),
            draft,
            message,
            Share.SEND,
        )
        self._after_note(note, done)

    def _after_note(self, note: Note, done: Done) -> None:
        """A notice is not repeated when it may have arrived."""
        again = None if done.kind in (Kind.OK, Kind.MAYBE) else self._trouble(done.outcome, note.thread_id)
        if done.message is not None:
            self.told.append(done.message.message_id)
        if done.kind is Kind.MAYBE:
            log.warning("a notice may not have arrived")
        if again is not None and note.tries < PATIENCE:
            note.tries += 1
            note.not_before = 0 if again else self._now() + backoff(note.tries)
            self.notes.appendleft(note)
        self._after(done.outcome)

    async def _throw(self) -> None:
        throw = self.throws.popleft()
        if throw.future.done() or self._now() >= throw.until:
            throw.finish(None)
            return
        self._note(Share.SEND)
        done = await self._office.calls.throw(self.chat_id, self._thread(throw.thread_id))
        self._learn(done)
        self._thrown(throw, done)
        if not throw.future.done():
            self.throws.appendleft(throw)
        self._after(done.outcome)

    def _thrown(self, throw: Throw, done: Done) -> None:
        """A die that was thrown counts; one that may have been thrown is never thrown again."""
        if done.message is not None and done.message.dice is not None:
            throw.values.append(done.message.dice.value)
            if len(throw.values) == 2:
                throw.finish((throw.values[0], throw.values[1]))
            return
        again = None if done.kind is Kind.MAYBE else self._trouble(done.outcome, throw.thread_id)
        throw.not_before = self._now() + (0 if again else 1000)
        if again is None or max(throw.not_before, self.pace.blocked_until) >= throw.until:
            throw.finish(None)

    async def _delete(self) -> None:
        trash = self.trash.popleft()
        done = await self._office.calls.delete(self.chat_id, trash.message_id)
        again = done.kind in (Kind.RETRY, Kind.MAYBE, Kind.NOT_SENT)
        if done.kind is Kind.RETRY:
            self.pace.block(self._now() + _ms(done.outcome.after))
        if again and trash.tries < TRASH_TRIES:
            trash.tries += 1
            trash.not_before = self._now() + backoff(trash.tries)
            self.trash.append(trash)

    # What goes wrong

    def _trouble(self, outcome: Outcome, thread_id: int | None) -> bool | None:
        """Try again: at once (True), after a while (False), not at all (None)?"""
        match outcome.kind:
            case Kind.RETRY:
                self.pace.block(self._now() + _ms(outcome.after))
                return True
            case Kind.MIGRATED:
                return True
            case Kind.NO_THREAD if thread_id is not None and thread_id not in self.dead_threads:
                self.dead_threads.add(thread_id)
                self._office.report(ThreadGone(self.chat_id, thread_id))
                return True
            case Kind.NO_PHOTOS if not self.text_only():
                self.no_pictures_until = self._now() + NO_PICTURES
                return True
            case Kind.NOT_SENT | Kind.UNAUTHORIZED | Kind.CONFLICT | Kind.MAYBE:
                return False
            case _:
                return None

    def _after(self, outcome: Outcome) -> None:
        """What the whole chat has to know, told when the job at hand has been put back or dropped."""
        office = self._office
        match outcome.kind:
            case Kind.MIGRATED:
                office.migrated(self, outcome.new_id)
            case Kind.UNREACHABLE | Kind.KICKED:
                self.clear()  # a group that is not found is as one that has thrown the bot out
                gone = Kicked(self.chat_id) if self.group else Unreachable(self.chat_id)
                office.report(gone)
            case Kind.UNAUTHORIZED:
                office.report(TokenRefused())

    def _note(self, share: Share) -> None:
        """A call begins."""
        self.pace.note(share, self._now())
        self._office.room.note(self.chat_id, self._now())

    def _thread(self, thread_id: int | None) -> int | None:
        return None if thread_id in self.dead_threads else thread_id

    def _learn(self, done: Done) -> None:
        if isinstance(done.message, telegram.Message):
            self.last_id = max(self.last_id, done.message.message_id)

    def _now(self) -> int:
        return self._office.clock.now()


def _hashes(message: Message, draft: Draft) -> Hashes:
    """What a new message shows: its picture may have failed."""
    hashes = message.hashes()
    return hashes if draft.photo is not None else Hashes("", hashes.text, hashes.keyboard)


def _bound(show: Callable[[Line], Awaitable[None]], line: Line) -> Callable[[], Awaitable[None]]:
    return lambda: show(line)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
