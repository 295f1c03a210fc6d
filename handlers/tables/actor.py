"""One actor per table: an inbox, and the only place that awaits. Command → step → one transaction → publish."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from handlers.tables.commands import Command, Committed, Deal, Rematch, Tick
from handlers.tables.effects import Answer, Effects, SaveTable
from handlers.tables.model import Table
from handlers.tables.opening import create
from handlers.tables.records import beginners, write_rows
from handlers.tables.table import step, wake_at
from handlers.tables.work import Draw
from handlers.transport.logs import where
from storage import journal
from storage.connection import Connection
from storage.database import Database
from storage.errors import Refused, may_pass
from storage.tables import chat_of

log = logging.getLogger(__name__)

INBOX = 64
"""Commands waiting at one table; more are answered with "one moment"."""

NOT_SAVED, FAILED = 1_000, 60_000
"""So many ms after a command that came to nothing the clocks are looked at again: a deadline may have been in it."""

NewSeed = Callable[[], bytes]
"""The secret of another match."""
Publish = Callable[[Table, Table, Effects, "Item"], None]


@dataclass(slots=True)
class Item:
    """A command on its way: the update that brought it, and who waits for the commit."""

    command: Command
    update_id: int | None = None
    query_id: str = ""
    done: asyncio.Future[Effects] | None = field(default=None)


class Repeated(Exception):
    """The update was handled before a crash: answer it, change nothing."""


class Actor:
    """The owner of one table. `table` is never ahead of the disk."""

    def __init__(
        self,
        table: Table,
        *,
        database: Database,
        now: Callable[[], int],
        draw: Draw,
        new_seed: NewSeed,
        publish: Publish,
        wake: Callable[[int, int | None], None],
    ) -> None:
        self.table = table
        self._database = database
        self._now = now
        self._draw = draw
        self._new_seed = new_seed
        self._publish = publish
        self._wake = wake
        self._inbox: deque[Item] = deque()
        self._ringing = False
        self._ticked_at = 0
        self._task: asyncio.Task[None] | None = None

    def put(self, item: Item, *, bounded: bool = True) -> bool:
        """Queue a command; False when the inbox is full. What the host itself has noticed is never turned away."""
        if bounded and len(self._inbox) >= INBOX:
            return False
        self._inbox.append(item)
        self._start()
        return True

    def ring(self) -> None:
        """A timer has come. It goes before what is queued, and however full the inbox is, it is not lost."""
        self._ringing = True
        self._start()

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"table {self.table.table_id}")

    async def finish(self) -> None:
        """Wait until everything queued has been carried out."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        """Carry out what is queued; the task ends with the queue, so an idle table costs nothing."""
        while self._ringing or self._inbox:
            if self._ringing:
                self._ringing = False
                await self._handle(Item(Tick()))
            else:
                await self._handle(self._inbox.popleft())

    async def _handle(self, item: Item) -> None:
        before, now = self.table, self._now()
        again = 0
        try:
            after, effects = await self._database.write(
                lambda connection: self._carry_out(connection, item, now)
            )
        except Repeated:
            self._tell(before, before, Effects(answer=Answer("toast.repeated")), item)
            self._resolve(item, Effects())
        except Exception as error:
            passing = may_pass(error)
            _log_failure(before, error)
            again = self._once_more(item, now + (NOT_SAVED if passing else FAILED))
            key = "trouble.not_saved" if passing else "trouble.failed"
            self._tell(before, before, Effects(answer=Answer(key, accepted=False)), item)
            self._fail(item, error)
        else:
            self.table = after
            self._tell(before, after, effects, item)
            self._resolve(item, effects)
        self._wake(before.table_id, again or wake_at(self.table, self._looked_at(item, now)))

    @staticmethod
    def _once_more(item: Item, at: int) -> int:
        """When the clocks look again after a failure of their own; what somebody pressed moves no deadline (0)."""
        return at if isinstance(item.command, (Tick, Committed)) else 0

    def _looked_at(self, item: Item, now: int) -> int:
        """Until when instants have been looked at. What came to nothing or has just been set is still to be."""
        ticked = isinstance(item.command, Tick)
        self._ticked_at = now if ticked else min(self._ticked_at, now - 1)
        return self._ticked_at

    def _tell(self, before: Table, after: Table, effects: Effects, item: Item) -> None:
        """Publish; what goes wrong there must not stop the table, whose act is on disk."""
        try:
            self._publish(before, after, effects, item)
        except Exception as error:
            log.error("table %s: not shown: %s", before.table_id, where(error))  # noqa: TRY400

    async def _carry_out(self, connection: Connection, item: Item, now: int) -> tuple[Table, Effects]:
        """All in one transaction; raises Repeated if the update has been carried out before."""
        if item.update_id is not None and not await journal.note_update(connection, item.update_id, at=now):
            raise Repeated
        return await carry_out(connection, self.table, item.command, now, self._draw, self._new_seed)

    @staticmethod
    def _resolve(item: Item, effects: Effects) -> None:
        if item.done is not None and not item.done.done():
            item.done.set_result(effects)

    @staticmethod
    def _fail(item: Item, error: BaseException) -> None:
        if item.done is not None and not item.done.done():
            item.done.set_exception(error)


async def carry_out(
    connection: Connection, table: Table, command: Command, now: int, draw: Draw, new_seed: NewSeed
) -> tuple[Table, Effects]:
    """Step and write; a deal or another table that follows is part of it.

    The group may have got another id that the table has not been told of: here the one on disk counts.
    """
    table, effects = step(table, command, now, draw)
    table = await write_rows(connection, table, effects.rows, now)
    while effects.deal:
        effects.deal = False
        number = await journal.next_hand_no(connection, await chat_of(connection, table.table_id))
        newcomers = await beginners(connection, table)
        table, more = step(table, Deal(number, newcomers), now, draw)
        table = await write_rows(connection, table, more.rows, now)
        effects = _joined(effects, more)
    if effects.rematch is not None:
        chat = table.chat.moved(await chat_of(connection, table.table_id))
        again = await create(
            *(connection, chat, table.thread_id, effects.rematch),
            *(table.game, table.options, table.house),
            seed=new_seed(),
            now=now,
        )
        wish = Rematch(table.chairs, effects.rematch)
        effects.opened = await carry_out(connection, again, wish, now, draw, new_seed)
        table = replace(table, rematch_at=again.table_id)
        await write_rows(connection, table, [SaveTable()], now)
    return table, effects


def _log_failure(table: Table, error: Exception) -> None:
    """A disk may get better; anything else is a fault of ours. What SQLite says of a refusal names columns only."""
    if may_pass(error):
        log.warning("table %s: not saved: %s", table.table_id, type(error).__name__)
        return
    why = f" ({error})" if isinstance(error, Refused) else ""
    log.error("table %s, action %s: %s%s", table.table_id, table.seq, where(error), why)


def _joined(first: Effects, second: Effects) -> Effects:
    return Effects(
        rows=first.rows + second.rows,
        answer=first.answer or second.answer,
        dirty=first.dirty + second.dirty,
        notes=first.notes + second.notes,
        deal=second.deal,
        throw=first.throw or second.throw,
        parted=first.parted + second.parted,
        gone=first.gone + second.gone,
        settle_board=first.settle_board or second.settle_board,
        reveal=first.reveal or second.reveal,
        call_friends=first.call_friends or second.call_friends,
        rematch=first.rematch or second.rematch,
        agreed=first.agreed or second.agreed,
        opened=first.opened or second.opened,
        greet=first.greet + second.greet,
        defaults_saved=first.defaults_saved or second.defaults_saved,
        post_again=first.post_again or second.post_again,
        forget=first.forget or second.forget,
    )


class Alarms:
    """One task for all tables' timers: a heap of instants, the newest of each table counts."""

    def __init__(
        self,
        now: Callable[[], int],
        sleep: Callable[[float], Awaitable[None]],
        ring: Callable[[int], None],
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._ring = ring
        self._wanted: dict[int, int] = {}
        self._queue: list[tuple[int, int]] = []
        """Instants with their tables; those that are no longer wanted are passed over when they come."""
        self._earlier = asyncio.Event()

    def set(self, table_id: int, instant: int | None) -> None:
        """Ring the table at `instant`, or not at all."""
        if self._wanted.get(table_id) == instant:
            return
        if instant is None:
            del self._wanted[table_id]
            return
        self._wanted[table_id] = instant
        heappush(self._queue, (instant, table_id))
        if self._queue[0] == (instant, table_id):
            self._earlier.set()

    async def run(self) -> None:
        """Ring tables as their instants come; ends when cancelled."""
        while True:
            self._earlier.clear()
            now = self._now()
            while self._queue and self._queue[0][0] <= now:
                instant, table_id = heappop(self._queue)
                if self._wanted.get(table_id) == instant:
                    del self._wanted[table_id]
                    self._ring(table_id)
            await self._wait()

    async def _wait(self) -> None:
        """Until the first instant, or until there is an earlier one."""
        if not self._queue:
            await self._earlier.wait()
            return
        left = (self._queue[0][0] - self._now()) / 1000
        sleeping = asyncio.ensure_future(self._sleep(max(left, 0.001)))
        earlier = asyncio.ensure_future(self._earlier.wait())
        try:
            await asyncio.wait({sleeping, earlier}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            earlier.cancel()
