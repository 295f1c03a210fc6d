"""Tables that stand still, asleep or shut out of their group, and how they go on: as they were, all clocks anew."""

from __future__ import annotations

from dataclasses import replace

from engine.prompts import PromptKind
from engine.state import HandState
from handlers.message import Urgency
from handlers.tables.clocks import time_for
from handlers.tables.effects import Surface
from handlers.tables.model import Clockwork, Table
from handlers.tables.pace import COMPUTER_TURN, MINUTE
from handlers.tables.play import WINDOWS, is_asked, ping_wait, window_pause
from handlers.tables.work import BOARD, LOBBY, Draw, Work, due_after, quiet_hours

MOST_GIVEN_BACK = 15 * MINUTE
"""Of a question that stood still no deadline is nearer than its full time, or this if that is less."""


def fall_asleep(w: Work) -> None:
    """No seat is played by a person, or nobody has moved for a day: put aside until /table."""
    w.change(state="asleep", before=w.table.state, asleep=w.now)
    w.note("sleep.asleep")


def wake(w: Work) -> None:
    """A sleeping table comes back as it was; what is not asleep stays as it is."""
    if w.table.state == "asleep":
        _go_on(w)
        w.answer("sleep.awake")
        show(w, fresh=True)


def suspend(w: Work) -> None:
    """The group cannot be written to: no clock runs. Who sleeps anyhow sleeps on."""
    if w.table.state not in ("suspended", "asleep", "over"):
        w.change(state="suspended", before=w.table.state)


def admit(w: Work, *, shown: bool) -> None:
    """The group can be written to again; `shown`: the table's message stands there already."""
    if w.table.state == "suspended":
        _go_on(w)
        show(w, fresh=not shown)


def show(w: Work, *, fresh: bool = False) -> None:
    """Show the table where it is played: in its group, before the first deal as a lobby; in practice on the panel."""
    if w.table.practice:
        for seat in w.table.people:
            w.dirty(Surface("panel", seat), Urgency.PRESSER, fresh=fresh)
    elif w.table.hand is None:
        w.dirty(LOBBY, Urgency.BOARD, fresh=fresh)
    else:
        w.dirty(BOARD, Urgency.BOARD, fresh=fresh)


def _go_on(w: Work) -> None:
    w.change(state=w.table.under, before=None, asleep=None)
    w.table = replace(w.table, paused_at=None if w.table.paused_at is None else w.now)
    w.table = replace(w.table, clock=clock_anew(w.table, w.now, w.draw))


def clock_anew(table: Table, now: int, draw: Draw) -> Clockwork:
    """The clocks of a table that goes on: nobody has lost time."""
    if table.state == "throwing":
        # a late throw counts for nothing and none is repeated: it is dealt without
        return Clockwork(opened_at=now, due_at=now)
    if table.state == "ready":
        length = time_for(table)
        due = None if length is None else due_after(table, now, length)
        return Clockwork(opened_at=_opened(table, now), due_at=due)
    if table.state == "playing" and table.hand is not None:
        return _hand_clock(table, table.hand, now, draw)
    return Clockwork(opened_at=now)


def _hand_clock(table: Table, hand: HandState, now: int, draw: Draw) -> Clockwork:
    """The open prompt is open again; a window has a whole pause, lest its end tell whether anybody can claim."""
    clock = Clockwork(opened_at=_opened(table, now), pause_until=now)
    length = time_for(table)
    if length is not None:
        due = due_after(table, now, min(length, MOST_GIVEN_BACK))
        clock = replace(clock, due_at=max(table.clock.due_at or 0, due))
    prompt = hand.prompt
    if prompt is not None and prompt.kind in WINDOWS:
        clock = replace(clock, pause_until=now + window_pause(table, draw))
    if prompt is not None and prompt.kind is PromptKind.TURN and not table.chair(hand.turn).by_person:
        low, high = COMPUTER_TURN
        clock = replace(clock, computer_at=now + low + draw(high - low + 1))
    by_day = table.house.tempo == "day"  # there the ring of this turn has been heard
    if prompt is not None and not by_day and any(is_asked(table, prompt, seat) for seat in prompt.missing):
        clock = replace(clock, ping_at=now + ping_wait(table, prompt))
    return clock


def _opened(table: Table, now: int) -> int:
    """Since when the question has been open: by the day as before, so that a morning gone by meanwhile is made up for.

    Not in quiet hours: the next morning comes.
    """
    quiet = quiet_hours(table)
    by_day = table.house.tempo == "day" and not (quiet is not None and quiet.at(now))
    return min(table.touched_at, now) if by_day else now
