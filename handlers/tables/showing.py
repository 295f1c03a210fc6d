"""What the tables show and say: surfaces as they will be when their turn comes, notes, answers to presses."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from handlers.callback_data import START_PAYLOAD, deep_link, join_payload
from handlers.message import Message, Urgency
from handlers.show.links import message_link
from handlers.tables.effects import Answer, Dirty, Note, Surface
from handlers.tables.model import Person, Table
from handlers.tables.past import Past
from handlers.tables.pauses import stands
from handlers.tables.seats import absent
from handlers.tables.surfaces import Stage
from handlers.tables.wording import answer_text, note_message
from handlers.tables.work import ASKED, AWAY, BALLOT, PAUSED
from handlers.transport.logs import where
from handlers.transport.outbox import Outbox
from handlers.transport.slots import Slot

log = logging.getLogger(__name__)

CALLS = frozenset({"seat.full", "rematch.invitation"})
"""Notes that ask for Ready before the first hand."""

READABLE = frozenset({"vote", "end"})
"""Surfaces that can be shown of a table whose record cannot be read."""


class Showing:
    """The tables' way to the outbox: a surface is asked for now, and rendered when it is about to be sent."""

    def __init__(
        self, stage: Stage, outbox: Outbox, now: Callable[[], int], table: Callable[[int], Table | None]
    ) -> None:
        """`table` finds a table by its id, as it then stands."""
        self.stage = replace(stage, board_link=self.board_link)
        self._outbox = outbox
        self._now = now
        self._table = table
        self._asked: dict[tuple[int, int], tuple[int, int]] = {}
        """Per table and seat: the newest ticket of its panel, and the decision that it shows."""
        self._pasts: dict[int, Past] = {}
        """What matches look back on: those that are over, and those before their first hand."""

    # -- surfaces

    def want(self, table: Table, dirty: Dirty, *, again: bool = False) -> None:
        """Ask the outbox to show a surface as it will be when its turn comes; `again`: at the bottom of its chat."""
        surface = dirty.surface
        if surface.kind == "board" and table.hand is None:
            return  # by the time it is rendered there may be one, which has a message of its own
        if table.stopped and surface.kind not in READABLE:
            return  # what stood there last stays
        if surface.seat is not None and not table.reachable(surface.seat):
            return
        slot = self._slot(table, surface)
        ticket = self._outbox.want(
            slot,
            partial(self._render, table.table_id, surface),
            urgency=dirty.urgency,
            silent=not dirty.ring,
            fresh=dirty.fresh,
            ring=dirty.ring,
            again=again or (dirty.urgency is Urgency.BOARD and not dirty.fresh and self._outbox.buried(slot)),
        )
        if surface.seat is not None:
            self._asked[table.table_id, surface.seat] = (ticket, table.decision)

    def refresh(self, table: Table) -> None:
        """Every surface is rendered once more; equal content is not sent.

        Below a panel may stand another, sent just before the end and never noted: a press on it makes it the panel.
        """
        if not (table.practice and table.committed):
            self.want(table, Dirty(_in_group(table), Urgency.BOARD))
        if table.vote is not None:
            self.want(table, Dirty(BALLOT, Urgency.BOARD))
        if absent(table):
            self.want(table, Dirty(AWAY, Urgency.BOARD))
        if stands(table):
            self.want(table, Dirty(PAUSED, Urgency.BOARD))
        for seat in table.people:
            self.want(table, Dirty(Surface("panel", seat), Urgency.WATCHING))

    def post_again(self, table: Table) -> None:
        """Post the table's messages anew at the bottom; the old ones are deleted."""
        if table.practice:
            for seat in table.people:
                self.want(table, Dirty(Surface("panel", seat), Urgency.PRESSER, ring=True))
        else:
            self.want(table, Dirty(_in_group(table), Urgency.BOARD), again=True)

    def ask(self, table: Table, question: Message) -> None:
        """Ask the group whether the table is to end; an earlier question goes, and this one when it is answered."""
        self._outbox.want(self._slot(table, ASKED), lambda: question, urgency=Urgency.BOARD, again=True)

    def settle(self, before: Table) -> None:
        """The last hand's board and panels have their last word: nothing on them is asked any more."""
        if not before.practice:
            board = partial(self.stage.board, before, self._now(), final=True)
            self._outbox.want(self._slot(before, Surface("board")), board, urgency=Urgency.CARD)
        for seat in range(4):
            self._last_word(before, seat)

    def part(self, after: Table, seat: int) -> None:
        """Who has got up in mid-hand reads how it ended; nothing more of the table comes to him."""
        self._last_word(replace(after, chairs=after.sat), seat)

    def _last_word(self, table: Table, seat: int) -> None:
        """The panel as it is at the end of a hand, bound to that."""
        if table.reachable(seat):
            panel = partial(self.stage.panel, table, seat, self._now(), final=True)
            self._outbox.want(self._slot(table, Surface("panel", seat)), panel, urgency=Urgency.CARD)

    def drop(self, before: Table, surface: Surface) -> None:
        """Delete the surface's message of a table as it was, if anybody had it."""
        if surface.seat is None or before.person_at(surface.seat) is not None:
            self._outbox.drop(self._slot(before, surface), delete=True)

    def look_back(self, table_id: int, past: Past) -> None:
        """What the table's lobby or its last word tells of earlier hands."""
        self._pasts[table_id] = past

    def forget(self, table_id: int) -> None:
        """Free what is kept in memory of a table."""
        self._pasts.pop(table_id, None)
        self._outbox.forget(table_id)
        for seat in range(4):
            self._asked.pop((table_id, seat), None)

    def board_link(self, table: Table) -> str:
        """Where the table's board stands, or before the first deal its lobby, if Telegram has an address for it."""
        shown = None if table.practice else self._outbox.shown(self._slot(table, _in_group(table)))
        return "" if shown is None else message_link(shown.chat_id, shown.message_id, table.thread_id)

    def answers(self, slot: Slot, ticket: int, decision: int) -> bool:
        """Whether the message with this ticket is the seat's panel with the question of this number."""
        if slot.kind != "panel" or slot.seat is None:
            return False
        wanted, asked = self._asked.get((slot.table_id, slot.seat), (0, 0))
        return ticket >= wanted and asked == decision

    def _slot(self, table: Table, surface: Surface) -> Slot:
        """The message that the surface is shown in."""
        if surface.seat is None:
            return Slot(table.table_id, surface.kind, None, table.chat.chat_id, table.thread_id)
        person = table.person_at(surface.seat)
        if person is None:
            raise LookupError("a seat without a person has no panel")
        return Slot(table.table_id, surface.kind, surface.seat, person.user_id)

    def _render(self, table_id: int, surface: Surface) -> Message | None:
        table = self._table(table_id)
        if table is None:
            return None
        return self.stage.render(table, surface, self._now(), past=self._pasts.get(table_id))

    # -- words

    def note(self, table: Table, note: Note) -> None:
        """A message of its own: to the group, to a seat's person, or to somebody else."""
        say = None if note.person is None else self.stage.texts.of(note.person.language)
        scene = self.stage.scene(table, note.seat, self._now(), say)
        message = note_message(table, scene, note)
        if note.person is not None:
            self.say(note.person, message, silent=not note.ring)
        elif note.seat is None:
            if not table.practice:
                self._outbox.note(table.chat.chat_id, table.thread_id, message, silent=not note.ring)
        elif (person := table.person_at(note.seat)) is None or not person.reachable:
            return
        elif note.key in CALLS:  # it goes once the tiles are dealt: nothing on it can be pressed any more
            call = self._slot(table, Surface("call", note.seat))
            self._outbox.want(
                call, lambda: message, urgency=Urgency.BOARD, silent=not note.ring, fresh=not note.again
            )
        else:
            self.say(person, message, silent=not note.ring)

    def tell(self, chat_id: int, thread_id: int | None, language: str, key: str) -> None:
        """A message of its own in a chat of whose table nothing is known but where it stands."""
        say = self.stage.texts.of(language)
        self._outbox.note(chat_id, thread_id, Message(say(key)))

    def say(self, person: Person, message: Message, *, silent: bool) -> None:
        """A message of its own in somebody's private chat."""
        self._outbox.note(person.user_id, None, message, silent=silent)

    def answer(self, table: Table, answer: Answer, query_id: str, person: Person | None) -> None:
        """Answer a press of this person, with the way on where the answer is one."""
        url = ""
        if answer.door:
            url = deep_link(self.stage.bot, join_payload(table.table_id))
        elif answer.to_private:
            url = deep_link(self.stage.bot, START_PAYLOAD)
        text = ""
        try:
            text = self._answer_words(table, answer, person)
        except Exception as error:  # a press without words is better than one without an answer
            log.error("table %s: an answer has no words: %s", table.table_id, where(error))  # noqa: TRY400
        self._outbox.answer(query_id, "" if url else text, alert=answer.alert and bool(text), url=url)

    def _answer_words(self, table: Table, answer: Answer, person: Person | None) -> str:
        seat = table.seat_of(person.person_id) if person else None
        if answer.view and seat is not None:
            return self.stage.alert(table, seat, answer.view, self._now())
        say = self.stage.texts.of(person.language) if person is not None and seat is None else None
        return answer_text(table, self.stage.scene(table, seat, self._now(), say), answer)


def _in_group(table: Table) -> Surface:
    """The table's message in its group: the board, or before the first deal the lobby."""
    return Surface("board" if table.hand else "lobby")
