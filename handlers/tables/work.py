"""One command being carried out: the table so far, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from handlers.message import Urgency
from handlers.tables.effects import (
    Answer,
    Dirty,
    Effects,
    Note,
    SaveChair,
    SaveTable,
    Surface,
)
from handlers.tables.model import Chair, Person, Table, Told
from handlers.tables.pace import PACES, Pace
from handlers.tables.quiet import Quiet, later

Draw = Callable[[int], int]
"""A random number below n, from the system's own source; passed in."""

BOARD = Surface("board")
LOBBY = Surface("lobby")
BALLOT = Surface("vote")
"""The vote that is open."""
AWAY = Surface("away")
"""For whom the computer plays."""
PAUSED = Surface("pause")
"""The last pause: that all clocks stand still, with the way on, and then that they run again."""
ASKED = Surface("ending")
"""The question whether to end the table, until it is answered."""
CRY = Surface("cry")
"""三缺一, as long as a seat is free."""
TOLD = 3
"""Lines that a panel tells at the most."""


def between(draw: Draw, low: int, high: int) -> int:
    """A number drawn from low…high."""
    return low + draw(high - low + 1)


def due_after(table: Table, start: int, length: int) -> int:
    """`length` ms after `start` at this table: in a game by the day quiet hours do not count."""
    return later(quiet_hours(table), start, length)


def quiet_hours(table: Table) -> Quiet | None:
    """夜里不算, where the table heeds it."""
    return table.chat.settings.quiet_hours if table.house.tempo == "day" else None


class Work:
    """Collects changes of one table while a command is carried out."""

    def __init__(self, table: Table, now: int, draw: Draw) -> None:
        self.table = table
        self.now = now
        self.draw = draw
        self.effects = Effects()

    @property
    def pace(self) -> Pace:
        return PACES[self.table.house.tempo]

    def change(self, **changes: Any) -> None:
        """Change the table; its row is written once at the end."""
        self.table = replace(self.table, **changes)
        if not any(isinstance(row, SaveTable) for row in self.effects.rows):
            self.effects.rows.append(SaveTable())

    def tune(self, **changes: Any) -> None:
        """Change the clockwork alone: nothing of it but the deadline is worth a write of its own."""
        self.table = replace(self.table, clock=replace(self.table.clock, **changes))

    def seat(self, seat: int, chair: Chair | None) -> None:
        """Take, change or free a seat."""
        before = self.table.chairs[seat]
        if chair is None and self.table.full_told:
            self.table = replace(self.table, full_told=False)
        if chair is None and before is not None and before.person is not None and self.table.state == "lobby":
            self.effects.gone.append(Surface("call", seat))
        self.table = self.table.with_chair(seat, chair)
        if before is None or chair is None or _row(before) != _row(chair):
            self.effects.rows.append(SaveChair(seat))

    def update(self, seat: int, **changes: Any) -> None:
        """Change fields of a taken seat."""
        self.seat(seat, replace(self.table.chair(seat), **changes))

    def answer(
        self, key: str, /, *, alert: bool = False, accepted: bool = True, door: bool = False, **params: Any
    ) -> None:
        """Tell the presser, and only him; `door` sends him to press START."""
        self.effects.answer = Answer(key, params, alert=alert, door=door, accepted=accepted)

    def open_private(self, *, seated: bool) -> None:
        """Answer with the way to the private chat; who sits there arrives by it."""
        self.effects.answer = Answer("", door=seated, to_private=not seated)

    def refuse(self, key: str, /, *, alert: bool = False, **params: Any) -> None:
        """Tell the presser why nothing happens."""
        self.answer(key, alert=alert, accepted=False, **params)

    def greet(self) -> None:
        """This morning's digest is on its way."""
        self.table = replace(self.table, greeted_at=self.now)

    def due_after(self, length: int) -> int:
        """When so much time has gone by; in a game by the day quiet hours do not count."""
        return due_after(self.table, self.now, length)

    def dirty(self, surface: Surface, urgency: Urgency, *, ring: bool = False, fresh: bool = False) -> None:
        """The surface is to be shown as it now is."""
        self.effects.dirty.append(Dirty(surface, urgency, ring, fresh))

    def show(self, *, fresh: bool = False) -> None:
        """Show the table where it is played: in its group, before the first deal as a lobby; practice on the panel."""
        if self.table.practice:
            for seat in self.table.people:
                self.dirty(Surface("panel", seat), Urgency.PRESSER, fresh=fresh)
        else:
            self.dirty(LOBBY if self.table.hand is None else BOARD, Urgency.BOARD, fresh=fresh)

    def lobby_changed(self) -> None:
        """The lobby message is to be shown as it now is; practice has none."""
        if not self.table.practice:
            self.dirty(LOBBY, Urgency.BOARD)

    def note(
        self,
        key: str,
        /,
        *,
        seat: int | None = None,
        ring: bool = False,
        to: Person | None = None,
        again: bool = False,
        **params: Any,
    ) -> None:
        """Send a message of its own: to the group, to a seat's person, or to somebody else.

        `again`: it stands there already, and is to be as it now is.
        """
        self.effects.notes.append(Note(key, params, seat, ring, to, again=again))

    def announce(self, key: str, /, **params: Any) -> None:
        """Tell everybody at the table: a message in the group; in practice, which has none, a line on the panels."""
        if not self.table.practice:
            self.note(key, **params)
            return
        for seat, chair in enumerate(self.table.chairs):
            if chair is not None and chair.person is not None:
                self.tell(seat, key, **params)

    def tell(self, seat: int, key: str, /, **params: Any) -> None:
        """Let the seat's panel say it, until its person's next press."""
        chair = self.table.chair(seat)
        if chair.person is not None:
            told = Told(key, tuple(params.items()), self.table.decision)
            self.update(seat, told=(*chair.told, told)[-TOLD:])

    def between(self, low: int, high: int) -> int:
        """A random number of ms in low…high."""
        return between(self.draw, low, high)


def _row(chair: Chair) -> tuple[object, ...]:
    """What is worth writing at once; when the person was last seen only if that begins or ceases to count."""
    person = chair.person.person_id if chair.person else None
    return (
        *(person, chair.played_by, chair.ready, chair.expiries, chair.filter),
        *(chair.leaving, chair.kept_until, chair.seen_at > 0),
    )
