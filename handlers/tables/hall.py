"""All tables of this process: their actors and timers, what follows a command, and what the outbox reports back."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from engine.fairness import SEED_BYTES, commitment
from engine.game import Game
from engine.options import Options, TableOptions
from engine.replay import Divergence
from handlers.message import Message, Urgency
from handlers.tables import commands as c
from handlers.tables.actor import Actor, Alarms, Item
from handlers.tables.clocks import deadline
from handlers.tables.day import waits_for
from handlers.tables.effects import Answer, Dirty, Effects, Note, SaveTable, Surface, VoidHand
from handlers.tables.minutes import BETWEEN
from handlers.tables.model import Chat, Clockwork, Person, Table
from handlers.tables.pace import FORGOTTEN
from handlers.tables.past import Past, four, read_last, read_past
from handlers.tables.records import options_json, read_chat, read_person, write_rows
from handlers.tables.restore import (
    Found,
    RulesChanged,
    awake,
    list_tables,
    load_journal,
    remembered,
    with_hand,
)
from handlers.tables.showing import Showing
from handlers.tables.surfaces import Stage
from handlers.tables.table import wake_at
from handlers.transport.clock import Clock
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
from storage import chats, journal, people, tables
from storage.connection import Connection
from storage.database import Database
from storage.errors import StorageError

log = logging.getLogger(__name__)

FRIENDS = 12
"""People who are called to a table that lacks one, at the most."""
CROWDED = 2
"""With so many tables beside it a group's boards begin to lag."""
LONG_HAND = 30 * 60_000
"""A hand that took longer, in ms, was put aside, and says nothing of the group's pace."""
GREETED = 12 * 60 * 60_000
"""Nobody gets a second digest within so many ms."""
SILENCE = 60_000
"""While Telegram has been silent for longer, no deadline fires."""
LOOK = 100
"""So many ms after Telegram was asked whether somebody has pressed in time, a deadline is looked at again."""


async def _nothing(_: int) -> None:
    """Nobody wants to know."""


async def _unknown(_chat_id: int, _user_id: int) -> None:
    """Nobody can be asked."""


class Hall:
    """The tables that are not over, by id."""

    def __init__(self, database: Database, clock: Clock, stage: Stage, outbox: Outbox) -> None:
        self.database = database
        self.clock = clock
        self.outbox = outbox
        self.showing = Showing(stage, outbox, clock.now, self.table)
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
        self.is_member: Callable[[int, int], Awaitable[bool | None]] = _unknown
        """Whether a user is in a chat now; None: nobody knows."""

    # -- life

    async def start(self) -> None:
        """List the tables; hands are folded at their first press or in the background."""
        for table in await self.database.read(list_tables, self.clock.now() - FORGOTTEN):
            self._seat(table)
            if table.state == "over":  # it takes the wish for a rematch, and needs no hand for that
                self._wake(table.table_id, wake_at(table, 0))
            else:
                self._unfolded.add(table.table_id)
        self._spawn(self._alarms.run())
        self._spawn(self._fold_all())

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
            actor.table = awake(actor.table, self.clock.now())
            found = await self.database.read(load_journal, actor.table)
            if found is not None:
                await self._with_hand(actor, found)
            self._unfolded.discard(table_id)
        self._wake(table_id, wake_at(actor.table, 0))
        return True

    async def _with_hand(self, actor: Actor, found: Found) -> None:
        row, actor.table = found.row, remembered(actor.table, found)
        try:
            actor.table = with_hand(actor.table, row, found.actions, self.clock.now(), secrets.randbelow)
        except RulesChanged:
            await self._void(actor, row.hand_no, "trouble.rules_changed")
        except Divergence as error:
            log.error("table %s, hand %s: %s", actor.table.table_id, row.hand_no, error)  # noqa: TRY400 - no tiles
            actor.stopped = "trouble.record"
            self.showing.note(actor.table, Note("trouble.record"))

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
        quiet: bool = False,
    ) -> Table | None:
        """A new table in its lobby, shown unless `quiet`; None when this update had opened one before."""
        seed = secrets.token_bytes(SEED_BYTES)
        now = self.clock.now()
        # read before it is written: a read that failed afterwards would leave a table that nobody knows
        hand_ms = await self._hand_length(chat, game)

        async def work(connection: Connection) -> tables.TableRow | None:
            if update_id is not None and not await journal.note_update(connection, update_id, at=now):
                return None
            kind: Any = chat.kind
            await chats.note_chat(connection, chat.chat_id, kind, chat.title)
            row = await tables.create_table(
                connection,
                chat_id=chat.chat_id,
                thread_id=thread_id,
                opener=opener.person_id,
                game=game.id,
                options=options_json(house, options),
                seed=seed,
                commitment=commitment(seed),
                at=now,
            )
            first = replace(row, decision=1)
            await tables.save_table(connection, first)
            return first

        row = await self.database.write(work)
        if row is None:
            return None
        table = Table(
            row.table_id,
            chat,
            thread_id,
            opener.person_id,
            game,
            options,
            house,
            seed=seed,
            commitment=row.commitment,
            committed=False,
            opened_at=now,
            touched_at=now,
            crowded=self._crowded(chat),
            hand_ms=hand_ms,
        )
        self._seat(table)
        self._wake(table.table_id, wake_at(table, now))
        if not (table.practice or quiet):
            self.showing.want(table, Dirty(Surface("lobby"), Urgency.BOARD, ring=True))
        return table

    def _crowded(self, chat: Chat) -> bool:
        """Whether so many tables play there already that one more makes boards lag."""
        active = [table for table in self.tables_in(chat.chat_id) if table.state not in ("over", "asleep")]
        return len(active) >= CROWDED and not chat.private

    async def _hand_length(self, chat: Chat, game: Game) -> int | None:
        took = await self.database.read(chats.hand_length, chat.chat_id, game.id, last=20, most=LONG_HAND)
        return None if took is None else took + round(BETWEEN)

    def _seat(self, table: Table) -> Actor:
        actor = Actor(
            table,
            database=self.database,
            now=self.clock.now,
            draw=secrets.randbelow,
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
        if actor.stopped:
            refused = Effects(answer=Answer(actor.stopped, accepted=False))
            self._publish(actor.table, actor.table, refused, Item(command, update_id, query_id))
            done.set_result(refused)
            return done
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
        if actor is None or actor.stopped or self._stopped:
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
        if actor is None or actor.stopped or self._stopped or table_id in self._unfolded:
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

    async def _defaults_saved(self, chat_id: int) -> None:
        row = await self.database.read(chats.load_chat, chat_id)
        if row is not None:
            self.chat_changed(read_chat(row))

    # -- effects out

    def _publish(self, before: Table, after: Table, effects: Effects, item: Item) -> None:
        """Tell and show what a committed command led to."""
        self._answer(after, effects, item)
        if effects.settle_board:
            self.showing.settle(before)
        for dirty in effects.dirty:
            if effects.settle_board and dirty.surface == Surface("board") and not dirty.fresh:
                continue  # the old board has had its last word; the fresh one is rendered as it then is
            if dirty.surface.kind == "end":
                self._spawn(self._look_back(after, dirty))
            elif dirty.surface.kind == "lobby" and four(after) - four(before):
                self._spawn(self._meet_again(after, dirty))
            else:
                self.showing.want(after, dirty)
        for note in effects.notes:
            self.showing.note(after, note)
        for surface in effects.gone:
            self.showing.drop(before, surface)
        if effects.throw:
            self._spawn(self._throw(after))
        if effects.call_friends:
            self._spawn(self._call_friends(after))
        if effects.rematch is not None:
            self._spawn(self._rematch(after, effects.rematch))
        for person in effects.greet:
            self._spawn(self._greet(person))
        if effects.defaults_saved:
            self._spawn(self._defaults_saved(after.chat.chat_id))
        if effects.post_again:
            self.showing.post_again(after)
        if effects.forget:
            self.actors.pop(after.table_id, None)
            self.showing.forget(after.table_id)

    def _answer(self, table: Table, effects: Effects, item: Item) -> None:
        if item.query_id:
            person = item.command.person if isinstance(item.command, c.Press) else None
            self.showing.answer(table, effects.answer or Answer(), item.query_id, person)

    async def _look_back(self, table: Table, dirty: Dirty) -> None:
        """The match's last word tells of its hands, too."""
        try:
            self.showing.look_back(table.table_id, await self.database.read(read_past, table.table_id))
        except StorageError as error:
            log.warning("table %s ends without honours: %s", table.table_id, type(error).__name__)
        self.showing.want(table, dirty)

    async def _meet_again(self, table: Table, dirty: Dirty) -> None:
        """Four who sit down together are told how their last match here ended."""
        try:
            past = Past(last=await self.database.read(read_last, table))
            self.showing.look_back(table.table_id, past)
        except StorageError as error:
            log.warning("table %s begins without a past: %s", table.table_id, type(error).__name__)
        self.showing.want(table, dirty)

    async def _greet(self, person: Person) -> None:
        """☀️ One digest a morning with all the tables that wait for somebody; their panels come below it."""
        waiting = [t for t in self.tables_of(person.person_id) if waits_for(t, person.person_id)]
        if not (waiting and person.reachable and person.settings.get("digest", True)):
            return
        note = partial(people.note_digest, person_id=person.person_id, at=self.clock.now(), apart=GREETED)
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

    async def _throw(self, table: Table) -> None:
        dice = await self.outbox.throw_dice(table.chat.chat_id, table.thread_id)
        self.post(table.table_id, c.Thrown(dice))

    async def _call_friends(self, table: Table) -> None:
        """叫人: who played here lately and has not left, can be written to, has not opted out and does not sit."""
        here = {chair.person.person_id for chair in table.chairs if chair and chair.person}
        rows = await self.database.read(people.recent_players, table.chat.chat_id, limit=FRIENDS)
        called = [read_person(row) for row in rows if row.person_id not in here]
        called = [
            person for person in called if person.reachable and person.settings.get("invitations", True)
        ]
        there = await asyncio.gather(
            *(self.is_member(table.chat.chat_id, person.user_id) for person in called)
        )
        called = [person for person, present in zip(called, there, strict=True) if present is not False]
        free = table.chairs.count(None)
        key = "three.invitation" if free == 1 else "three.invitation_more"
        opener = next((c.person.name for c in table.chairs if c and c.person), "")
        for person in called:
            self.showing.note(table, Note(key, {"name": opener, "free": free}, ring=True, person=person))
        self.showing.note(table, Note("three.called", {"n": len(called)}) if called else Note("three.nobody"))

    async def _rematch(self, old: Table, wisher: Person) -> None:
        """再来一圈: the same people, seats and options; the others are asked in private."""
        opened = False
        try:
            table = await self.open(
                old.chat, old.thread_id, wisher, old.game, old.options, old.house, quiet=True
            )
            if table is None:
                return
            await self.submit(table.table_id, c.Rematch(old.chairs, wisher))
            self._call_back(table.table_id, wisher)
            await self.submit(old.table_id, c.Rematched())
            opened = True
        finally:
            if not opened:
                self._wish_again(old.table_id)

    def _call_back(self, table_id: int, wisher: Person) -> None:
        """The lobby rings at once, before it is sent without; the others are asked in private."""
        fresh = self.table(table_id)
        if fresh is None or fresh.practice:
            return
        self.showing.want(fresh, Dirty(Surface("lobby"), Urgency.BOARD, ring=True))
        for seat, chair in enumerate(fresh.chairs):
            if chair and chair.person and chair.person.person_id != wisher.person_id:
                self.showing.note(
                    fresh, Note("rematch.invitation", {"name": wisher.name}, seat=seat, ring=True)
                )

    def _wish_again(self, table_id: int) -> None:
        """No rematch has come of the wish: it can be made once more."""
        actor = self.actors.get(table_id)
        if actor is not None:
            actor.table = replace(actor.table, rematch=False)
            self.showing.want(actor.table, Dirty(Surface("end"), Urgency.BOARD))

    # -- what the outbox reports

    def on_event(self, event: OutboxEvent) -> None:
        """Something about delivery that the tables must know."""
        match event:
            case Delivered(slot, ticket, _, _):
                self._delivered(slot, ticket)
            case Unreachable(chat_id):
                self._spawn(self._lost(chat_id))
            case Migrated(old, new):
                self._spawn(self.migrate(old, new))
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
        """A group has become a supergroup: its tables follow, boards are posted anew."""
        try:
            await self.database.write(chats.move_chat, old, new)
        except StorageError as error:
            log.warning("chat %s could not be moved: %s", old, type(error).__name__)
            return
        self.outbox.migrate(old, new)
        for table in self.tables_in(old):
            self.post(table.table_id, c.Moved(new))
