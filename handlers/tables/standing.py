"""Tables that stand still, asleep or shut out of their group, and how they go on: as they were, all clocks anew."""

from __future__ import annotations

from dataclasses import replace

from engine.prompts import PromptKind
from engine.state import HandState
from handlers.tables import pauses
from handlers.tables.clocks import time_for
from handlers.tables.model import Clockwork, Table
from handlers.tables.pace import COMPUTER_TURN, ENDS_UNSEEN, GIVEN_UP, MINUTE, SLEEP_AFTER
from handlers.tables.play import WINDOWS, is_asked, ping_wait, window_pause
from handlers.tables.work import Draw, Work, between, due_after, quiet_hours

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
        w.show(fresh=True)


def suspend(w: Work) -> None:
    """The group cannot be written to: no clock runs."""
    if w.table.state not in ("suspended", "over"):
        w.change(state="suspended", before=w.table.under)


def admit(w: Work, *, shown: bool) -> None:
    """The group can be written to again; `shown`: the table's message stands there already. Who slept sleeps on."""
    if w.table.state == "suspended" and w.table.asleep is not None:
        w.change(state="asleep")
    elif w.table.state == "suspended":
        _go_on(w)
        w.show(fresh=not shown)


def ends_at(table: Table) -> int | None:
    """When a table that stands still is given up, UTC ms; None: it is kept, as a hand that only sleeps is."""
    match table.state:
        case _ if table.stopped:
            return table.touched_at + ENDS_UNSEEN
        case "lobby":  # by the day it does not sleep
            return table.touched_at + SLEEP_AFTER + GIVEN_UP
        case "asleep" if table.under == "lobby":
            return (table.asleep or table.touched_at) + GIVEN_UP
        case "suspended":
            return table.touched_at + (GIVEN_UP if table.under == "lobby" else ENDS_UNSEEN)
        case _:
            return None


def _go_on(w: Work) -> None:
    w.change(state=w.table.under, before=None, asleep=None)
    table = pauses.anew(w.table, w.now)
    w.table = replace(table, clock=clock_anew(table, w.now, w.draw))


def clock_anew(table: Table, now: int, draw: Draw) -> Clockwork:
    """The clocks of a table that goes on: nobody has lost time."""
    if table.state == "playing" and table.hand is not None:
        return _hand_clock(table, table.hand, now, draw)
    return clock_between(table, now)


def clock_between(table: Table, now: int) -> Clockwork:
    """The same where no hand is played."""
    if table.state == "throwing":
        # a late throw counts for nothing and none is repeated: it is dealt without
        return Clockwork(opened_at=now, due_at=now)
    if table.state == "ready":
        length = time_for(table)
        due = None if length is None else due_after(table, now, length)
        return Clockwork(opened_at=_opened(table, now), due_at=due)
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
        clock = replace(clock, computer_at=now + between(draw, *COMPUTER_TURN))
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
