"""All tables of this process: their actors and timers, what follows a command, and what the outbox reports back."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from engine.fairness import SEED_BYTES
from engine.game import Game
from engine.options import Options, TableOptions
from engine.replay import Divergence
from handlers.message import Urgency
from handlers.tables import commands as c
from handlers.tables import opening
from handlers.tables.actor import FAILED, NOT_SAVED, Actor, Alarms, Item
from handlers.tables.clocks import deadline
from handlers.tables.effects import Answer, Dirty, Effects, Note, SaveTable, Surface, VoidHand
from handlers.tables.errands import Errands
from handlers.tables.model import Chat, Clockwork, Person, Table
from handlers.tables.pace import FORGOTTEN
from handlers.tables.past import four
from handlers.tables.records import read_chat, write_rows
from handlers.tables.restore import (
    RulesChanged,
    awake,
    list_table,
    list_tables,
    load_journal,
    remembered,
    with_hand,
)
from handlers.tables.showing import Showing
from handlers.tables.surfaces import Stage
from handlers.tables.table import wake_at
from handlers.transport.clock import Clock
from handlers.transport.logs import where
from handlers.transport.outbox import Outbox
from handlers.transport.slots import (
    Delivered,
    Kicked,
    Migrated,
    NoWrite,
    OutboxEvent,
    Slot,
    Unreachable,
)
from storage import chats, journal, tables
from storage.connection import Connection
from storage.database import Database
from storage.errors import StorageError, may_pass
from storage.tables import TableRow

log = logging.getLogger(__name__)

CROWDED = 2
"""With so many tables beside it a group's boards begin to lag."""
SILENCE = 60_000
"""While Telegram has been silent for longer, no deadline fires."""
LOOK = 100
"""So many ms after Telegram was asked whether somebody has pressed in time, a deadline is looked at again."""


def new_seed() -> bytes:
    """The secret of a match, from the system's own source."""
    return secrets.token_bytes(SEED_BYTES)


async def _nothing(_: int) -> None:
    """Nobody wants to know."""


class Hall:
    """The tables that are not over, by id."""

    def __init__(self, database: Database, clock: Clock, stage: Stage, outbox: Outbox) -> None:
        self.database = database
        self.clock = clock
        self.outbox = outbox
        self.showing = Showing(stage, outbox, clock.now, self.table)
        self.errands = Errands(database, clock.now, self.showing)
        self.actors: dict[int, Actor] = {}
        self._alarms = Alarms(clock.now, clock.sleep, self._ring)
        self._unfolded: set[int] = set()
        """Tables listed at the start that are not whole yet."""
        self._folding = asyncio.Lock()
        self._stopped = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.last_heard: Callable[[], int] = lambda: 0
        """When Telegram last answered, UTC ms; 0: not yet."""
        self.away: Callable[[], bool] = lambda: False
        """Whether Telegram is out of reach."""
        self.heard_since: Callable[[int], bool] = lambda _: True
        """Whether all that was pressed before an instant has been taken in; if that is not known, it is found out."""
        self.unreachable: Callable[[int], Awaitable[None]] = _nothing
        """Told when a person cannot be written to, by Telegram user id."""

    # -- life

    async def start(self) -> None:
        """List the tables; hands are folded at their first press or in the background."""
        for row in await self.database.read(list_tables, self.clock.now() - FORGOTTEN):
            table = await self._listed(row)
            if table is None:
                continue
            self._seat(table)
            if table.state == "over":  # it takes the wish for a rematch, and needs no hand for that
                self._wake(table.table_id, wake_at(table, 0))
            else:
                self._unfolded.add(table.table_id)
        self._spawn(self._alarms.run())
        self._spawn(self._fold_all())

    async def _listed(self, row: TableRow) -> Table | None:
        """A table as its row has it; None where that cannot be read: it alone is left out, and its group told."""
        try:
            return await self.database.read(list_table, row)
        except Exception as error:
            if may_pass(error):
                raise
            log.error("table %s: left out: %s", row.table_id, where(error))  # noqa: TRY400 - no tiles
            if row.state != "over":
                self._spawn(self.errands.tell_left_out(row))
            return None

    async def stop(self) -> None:
        """Finish what is queued and end the timers; what the host notices from now on comes too late."""
        self._stopped = True
        for actor in list(self.actors.values()):
            await actor.finish()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fold_all(self) -> None:
        """Fold what nobody has asked for yet, the table used last first; one that cannot be read waits for a press.

        All are whole before the first is shown again: presses come sooner than anybody misses a message.
        """
        folded = []
        for table_id in list(self.actors):
            try:
                if await self._fold(table_id):
                    folded.append(table_id)
            except StorageError as error:
                log.warning("table %s: not read: %s", table_id, type(error).__name__)
        for table_id in folded:
            actor = self.actors.get(table_id)
            if actor is not None:
                self.showing.refresh(actor.table)
            await asyncio.sleep(0)

    async def fold(self, table_id: int) -> None:
        """Make the table whole after a start and show it; one whose record does not add up stops and says so.

        Whoever comes meanwhile waits. Raises StorageError while the record cannot be read.
        """
        if await self._fold(table_id):
            self.showing.refresh(self.actors[table_id].table)

    async def _fold(self, table_id: int) -> bool:
        """Make the table whole; False if it was so before."""
        async with self._folding:
            if table_id not in self._unfolded:
                return False
            actor = self.actors[table_id]
            await self._make_whole(actor)
            self._unfolded.discard(table_id)
        self._wake(table_id, wake_at(actor.table, 0))
        return True

    async def _make_whole(self, actor: Actor) -> None:
        """Fold the table's hand. One that had stopped is tried again: another version may read what this one could not.

        Where rules have changed the hand is void; whatever else is wrong with the record stops the table.
        """
        now = self.clock.now()
        actor.table = awake(replace(actor.table, stopped=False), now)
        try:
            found = await self.database.read(load_journal, actor.table)
            if found is not None:
                actor.table = remembered(actor.table, found)
                actor.table = with_hand(actor.table, found.row, found.actions, now, secrets.randbelow)
        except RulesChanged as changed:
            await self._void(actor, changed.hand_no, "trouble.rules_changed")
        except Exception as error:
            if may_pass(error):
                raise
            await self._stop(actor, error)

    async def _stop(self, actor: Actor, error: Exception) -> None:
        """The table's record cannot be read: it stands still until somebody ends it, which is said once."""
        table, now = actor.table, self.clock.now()
        hand_no = await self.database.read(journal.last_hand_no, table.table_id)
        why = error if isinstance(error, Divergence) else where(error)  # neither names a hidden tile
        log.error("table %s, hand %s: %s", table.table_id, hand_no, why)
        told = not await self.database.write(tables.note_stopped, table.table_id, at=now)
        clock = Clockwork(opened_at=now)
        table = replace(table, stopped=True, hand_no=hand_no, clock=clock, vote=None, paused_at=None)
        actor.table = table if told else replace(table, touched_at=now)
        if not told:
            self.showing.note(table, Note("trouble.record"))

    async def _void(self, actor: Actor, hand_no: int, key: str) -> None:
        """The hand in progress cannot go on: it does not count, and is dealt again."""
        now = self.clock.now()
        clock = Clockwork(opened_at=now, due_at=now)
        table = replace(
            actor.table, state="ready", decision=actor.table.next_decision, hand=None, clock=clock
        )
        await self.database.write(write_rows, table, [VoidHand(hand_no), SaveTable()], now)
        actor.table = table
        self.showing.note(table, Note(key))

    # -- tables

    async def open(
        self,
        chat: Chat,
        thread_id: int | None,
        opener: Person,
        game: Game,
        options: Options,
        house: TableOptions,
        *,
        update_id: int | None = None,
    ) -> Table | None:
        """A new table in its lobby, which is shown; None when this update had opened one before."""
        now = self.clock.now()

        async def work(connection: Connection) -> Table | None:
            if update_id is not None and not await journal.note_update(connection, update_id, at=now):
                return None
            table = (self._at_home(chat), thread_id, opener, game, options, house)
            return await opening.create(connection, *table, seed=new_seed(), now=now)

        table = await self.database.write(work)
        if table is None:
            return None
        table = self._enter(table)
        if not table.practice:
            self.showing.want(table, Dirty(Surface("lobby"), Urgency.BOARD, ring=True))
        return table

    def _enter(self, table: Table) -> Table:
        """A table that has just been opened takes commands from now on.

        Its group may have moved while it was written: then it follows.
        """
        table = replace(table, crowded=self._crowded(table.chat))
        self._seat(table)
        self._wake(table.table_id, wake_at(table, self.clock.now()))
        if self._at_home(table.chat) != table.chat:
            self._spawn(self._follow(table.chat.chat_id, self._at_home(table.chat).chat_id))
        return table

    def _at_home(self, chat: Chat) -> Chat:
        """The chat under the id that it has now."""
        return chat.moved(self.outbox.home(chat.chat_id))

    def _crowded(self, chat: Chat) -> bool:
        """Whether so many tables play there already that one more makes boards lag."""
        here = self.tables_in(chat.chat_id)
        active = [table for table in here if table.state not in ("over", "asleep") and not table.stopped]
        return len(active) >= CROWDED and not chat.private

    def _seat(self, table: Table) -> Actor:
        actor = Actor(
            table,
            database=self.database,
            now=self.clock.now,
            draw=secrets.randbelow,
            new_seed=new_seed,
            publish=self._publish,
            wake=self._wake,
        )
        self.actors[table.table_id] = actor
        return actor

    def table(self, table_id: int) -> Table | None:
        """A table that is not over, as it now stands."""
        actor = self.actors.get(table_id)
        return actor.table if actor else None

    def tables_in(self, chat_id: int) -> list[Table]:
        """The chat's tables that are not over, the newest first."""
        found = [actor.table for actor in self.actors.values() if actor.table.chat.chat_id == chat_id]
        return sorted(found, key=lambda table: -table.table_id)

    def tables_of(self, person_id: int) -> list[Table]:
        """The tables at which the person sits, the newest first."""
        found = [actor.table for actor in self.actors.values() if actor.table.seat_of(person_id) is not None]
        return sorted(found, key=lambda table: -table.table_id)

    def tables_with(self, user_id: int) -> list[Table]:
        """The tables that have somebody in mind, by Telegram's id of the user."""
        tables = [actor.table for actor in self.actors.values()]
        return [table for table in tables if any(person.user_id == user_id for person in table.known)]

    # -- commands in

    async def enqueue(
        self,
        table_id: int,
        command: c.Command,
        *,
        update_id: int | None = None,
        query_id: str = "",
    ) -> asyncio.Future[Effects] | None:
        """Put a command into its table's inbox; the future is done when it is on disk.

        None: no such table, or its inbox is full. The future raises StorageError when nothing could be saved.
        """
        actor = self.actors.get(table_id)
        if actor is None:
            return None
        if table_id in self._unfolded:
            await self.fold(table_id)
        done: asyncio.Future[Effects] = asyncio.get_running_loop().create_future()
        pressed = isinstance(command, (c.Press, c.Arrived))  # what Telegram itself tells is never turned away
        return done if actor.put(Item(command, update_id, query_id, done), bounded=pressed) else None

    async def submit(
        self, table_id: int, command: c.Command, *, update_id: int | None = None, query_id: str = ""
    ) -> Effects:
        """Carry out a command; returns when it is on disk, or with the refusal. Raises StorageError."""
        done = await self.enqueue(table_id, command, update_id=update_id, query_id=query_id)
        if done is not None:
            return await done
        key = "refuse.too_fast" if table_id in self.actors else "refuse.table_over"
        return Effects(answer=Answer(key, accepted=False))

    def post(self, table_id: int, command: c.Command) -> None:
        """Queue what the host itself has noticed."""
        actor = self.actors.get(table_id)
        if actor is None or self._stopped:
            return
        if table_id in self._unfolded:
            self._spawn(self._post_later(table_id, command))
        else:
            actor.put(Item(command), bounded=False)

    async def _post_later(self, table_id: int, command: c.Command) -> None:
        """As `post`, once the table is whole."""
        try:
            await self.fold(table_id)
        except StorageError as error:
            log.warning("table %s: not read: %s", table_id, type(error).__name__)
        else:
            self.post(table_id, command)

    def _ring(self, table_id: int) -> None:
        """A timer has come; while Telegram is out of reach it waits, and afterwards all get their time back."""
        now = self.clock.now()
        heard = self.last_heard()
        if self.away() or (heard and now - heard > SILENCE):
            self._wake(table_id, now + 1000)
            return
        actor = self.actors.get(table_id)
        if actor is None or self._stopped or table_id in self._unfolded:
            return
        due = deadline(actor.table)
        if due is not None and now >= due and not self.heard_since(due):
            self._wake(table_id, now + LOOK)  # a press may be on its way over a connection that hangs
            return
        actor.ring()

    def give_back(self, lasted: int) -> None:
        """Downtime costs nobody a turn."""
        for table_id in self.actors:
            self.post(table_id, c.Outage(lasted))

    def _wake(self, table_id: int, instant: int | None) -> None:
        self._alarms.set(table_id, instant)

    def person_changed(self, person: Person) -> None:
        """Somebody has changed a setting, or is forgotten: the tables that know him show it."""
        for table_id, actor in self.actors.items():
            if any(known.person_id == person.person_id for known in actor.table.known):
                self.post(table_id, c.Known(person))

    def chat_changed(self, chat: Chat) -> None:
        """A chat has settled something else."""
        for table in self.tables_in(chat.chat_id):
            self.post(table.table_id, c.ChatChanged(chat))

    # -- effects out

    def _publish(self, before: Table, after: Table, effects: Effects, item: Item) -> None:
        """Tell and show what a committed command led to."""
        if effects.agreed is None or not self._agree(after.rematch_at, effects.agreed, item):
            self._answer(after, effects, item)
        self._show(before, after, effects)

    def _agree(self, table_id: int, person: Person, item: Item) -> bool:
        """再来一圈, pressed by somebody whose seat at the rematch is kept: his yes, and the answer comes from there."""
        table = self.table(table_id)
        if table is None or table.state != "lobby" or table.seat_of(person.person_id) is None:
            return False
        if table_id in self._unfolded:
            return False
        yes = c.Press(person, "g", decision=table.decision, query_id=item.query_id)
        return self.actors[table_id].put(Item(yes, query_id=item.query_id))

    def _show(self, before: Table, after: Table, effects: Effects) -> None:
        if effects.settle_board:
            self.showing.settle(before)
        for dirty in effects.dirty:
            if effects.settle_board and dirty.surface == Surface("board") and not dirty.fresh:
                continue  # the old board has had its last word; the fresh one is rendered as it then is
            if dirty.surface.kind == "end":
                self._spawn(self.errands.look_back(after, dirty))
            elif dirty.surface.kind == "lobby" and four(after) - four(before):
                self._spawn(self.errands.meet_again(after, dirty))
            else:
                self.showing.want(after, dirty)
        for note in effects.notes:
            self.showing.note(after, note)
        for seat in effects.parted:
            self.showing.part(after, seat)
        for surface in effects.gone:
            self.showing.drop(before, surface)
        if effects.throw:
            self._spawn(self._throw(after))
        if effects.call_friends:
            self._spawn(self.errands.call_friends(after))
        if effects.opened is not None:
            self._once_more(*effects.opened)
        for person in effects.greet:
            self._spawn(self.errands.greet(person, self.tables_of(person.person_id)))
        if effects.defaults_saved:
            self._spawn(self._defaults_saved(self.outbox.home(after.chat.chat_id)))
        if effects.post_again:
            self.showing.post_again(after)
        if effects.forget:
            self.actors.pop(after.table_id, None)
            self.showing.forget(after.table_id)

    def _once_more(self, table: Table, effects: Effects) -> None:
        """再来一圈: the table that the same people have sat down at takes commands, and shows itself."""
        table = self._enter(table)
        self._show(table, table, effects)

    def _answer(self, table: Table, effects: Effects, item: Item) -> None:
        if item.query_id:
            person = item.command.person if isinstance(item.command, c.Press) else None
            self.showing.answer(table, effects.answer or Answer(), item.query_id, person)

    async def _defaults_saved(self, chat_id: int) -> None:
        try:
            row = await self.database.read(chats.load_chat, chat_id)
        except StorageError as error:
            log.warning("chat %s: its tables keep what it had settled: %s", chat_id, type(error).__name__)
            return
        if row is not None:
            self.chat_changed(read_chat(row))

    async def _throw(self, table: Table) -> None:
        dice = await self.outbox.throw_dice(table.chat.chat_id, table.thread_id)
        self.post(table.table_id, c.Thrown(dice))

    # -- what the outbox reports

    def on_event(self, event: OutboxEvent) -> None:
        """Something about delivery that the tables must know."""
        match event:
            case Delivered(slot, ticket, _, _):
                self._delivered(slot, ticket)
            case Unreachable(chat_id):
                self._spawn(self._lost(chat_id))
            case Migrated(old, new):
                self._spawn(self._follow(old, new))
            case NoWrite(slot):
                self.post(slot.table_id, c.Suspend())
            case Kicked(chat_id):
                self.suspend(chat_id)
            case _:
                pass

    def _delivered(self, slot: Slot, ticket: int) -> None:
        actor = self.actors.get(slot.table_id)
        if actor is None:
            return
        if slot.seat is None:
            if actor.table.state == "suspended":
                self.post(slot.table_id, c.Admit(shown=True))
            if slot.kind == "lobby" and not actor.table.committed:
                self.post(slot.table_id, c.Committed())
            return
        decision = actor.table.decision
        if self.showing.answers(slot, ticket, decision):
            self.post(slot.table_id, c.Delivered(slot.seat, decision))

    async def _lost(self, user_id: int) -> None:
        await self.unreachable(user_id)
        for actor in list(self.actors.values()):
            for person_id in {p.person_id for p in actor.table.known if p.user_id == user_id}:
                self.post(actor.table.table_id, c.Lost(person_id))

    def suspend(self, chat_id: int) -> None:
        """The bot cannot write in the chat: its tables wait."""
        for table in self.tables_in(chat_id):
            self.post(table.table_id, c.Suspend())

    def allowed_again(self, chat_id: int) -> None:
        """The bot may write in the chat again."""
        self.outbox.reopen(chat_id)
        for table in self.tables_in(chat_id):
            self.post(table.table_id, c.Admit())

    async def migrate(self, old: int, new: int) -> None:
        """A group has become a supergroup: its tables follow, boards are posted anew.

        Raises StorageError where not all of it is on disk: then it is to be told once more.
        """
        self.outbox.migrate(old, new)  # before the disk knows: whatever is opened from now on has the new id
        await self.database.write(chats.move_chat, old, new)
        for table in self.tables_in(old):
            await self.submit(table.table_id, c.Moved(new))

    async def _follow(self, old: int, new: int) -> None:
        """The same where the host itself has noticed it: what the disk does not take is tried until it does."""
        while True:
            try:
                await self.migrate(old, new)
            except StorageError as error:
                log.warning("chat %s could not be moved: %s", old, type(error).__name__)
                await self.clock.sleep((NOT_SAVED if may_pass(error) else FAILED) / 1000)
            else:
                return
