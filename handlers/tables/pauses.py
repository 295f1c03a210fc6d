"""歇一会 and 催: clocks that stand still for five minutes, and a knock on the table."""

from __future__ import annotations

from dataclasses import replace

from engine.prompts import SOLO
from handlers.message import Urgency
from handlers.tables.effects import Surface
from handlers.tables.model import Table
from handlers.tables.pace import KNOCK, PAUSE, PAUSES
from handlers.tables.work import BOARD, PAUSED, Work

GO_ON = "g"
"""The argument of a press that ends a pause, and never begins one."""


def press(w: Work, seat: int, arg: str) -> None:
    """`z`: any seat stops all clocks, twice a match; `z:g`: anyone seated lets them run again."""
    table = w.table
    if arg == GO_ON:
        _go_on(w)
    elif table.paused_at is not None:
        w.refuse("pause.runs")
    elif table.state not in ("playing", "ready"):
        w.refuse("refuse.not_now")
    elif table.pauses >= PAUSES:
        w.refuse("refuse.pause_used_up")
    elif table.prompt is not None and table.prompt.kind not in SOLO:
        w.change(pause_wanted=table.held_by(seat))  # at once it would tell that somebody thinks
        w.answer("pause.next_discard")
    else:
        begin(w, seat)
        w.answer("toast.chosen", word="button.pause")


def _go_on(w: Work) -> None:
    """接着打: its message stays where it is, so it may be pressed when the pause is long over."""
    if w.table.paused_at is None:
        w.refuse("pause.none_runs")
    else:
        go_on(w)
        w.answer("pause.over")


def begin_wanted(w: Work) -> None:
    """The window is over in which somebody asked for a pause; if he is still there, it begins."""
    seat = None if w.table.pause_wanted is None else w.table.seat_of(w.table.pause_wanted)
    if seat is not None:
        begin(w, seat)


def settle(w: Work) -> None:
    """A pause that has not begun is no longer wanted once whoever asked for it has got up."""
    if w.table.pause_wanted is not None and w.table.seat_of(w.table.pause_wanted) is None:
        w.change(pause_wanted=None)


def begin(w: Work, seat: int) -> None:
    """All clocks stand still from now on."""
    by = w.table.held_by(seat) or 0
    w.change(paused_at=w.now, paused_by=by, pause_wanted=None, pauses=w.table.pauses + 1)
    _show(w)


def go_on(w: Work) -> None:
    """The clocks run again; what they had left they still have."""
    since = w.table.paused_at
    if since is None:
        return
    w.table = moved(w.table, w.now - since)
    w.change(paused_at=None)
    _show(w)


def tell(w: Work, before: Table) -> None:
    """What has become of a pause: a message of its own begins with it, and then says that it is over."""
    if stands(w.table) == stands(before):
        return
    if w.table.state == "over":
        w.effects.gone.append(PAUSED)
    else:
        w.dirty(PAUSED, Urgency.BOARD, fresh=stands(w.table))


def stands(table: Table) -> bool:
    """Whether the group sees that its clocks stand still."""
    return table.paused_at is not None and table.state != "over" and not table.practice


def moved(table: Table, by: int) -> Table:
    """The table with every instant of its clocks so many ms later."""

    def later(instant: int | None) -> int | None:
        return None if instant is None else instant + by

    clock = table.clock
    later_clock = replace(
        clock,
        opened_at=clock.opened_at + by,
        due_at=later(clock.due_at),
        pause_until=clock.pause_until + by,
        computer_at=later(clock.computer_at),
        ping_at=later(clock.ping_at),
    )
    objecting = tuple((objection, until + by) for objection, until in table.objecting)
    return replace(table, clock=later_clock, objecting=objecting)


def anew(table: Table, now: int) -> Table:
    """The table with the pause that was under way, if there was one, only beginning."""
    return replace(table, paused_at=None if table.paused_at is None else now)


def tick(w: Work) -> bool:
    """Whether the table stands still; a pause that is over ends here."""
    since = w.table.paused_at
    if since is None:
        return False
    if w.now - since < PAUSE:
        return True
    go_on(w)
    return False


def ends_at(table: Table) -> int | None:
    """When the running pause is over."""
    return None if table.paused_at is None else table.paused_at + PAUSE


def knock(w: Work, seat: int) -> None:
    """敲一敲: whoever must act is rung, once a minute; in a window the knocker learns nothing."""
    table = w.table
    if table.state != "playing" or table.prompt is None:
        w.refuse("refuse.not_now")
        return
    if w.now - table.knocked_at < KNOCK:
        w.refuse("refuse.knock_later")
        return
    w.table = replace(table, knocked_at=w.now)
    name = table.chair(seat).person
    for other in table.prompt.missing:
        chair = table.chair(other)
        if other != seat and chair.by_person:
            w.note("knock.private", seat=other, ring=True, name=name.name if name else "")
    w.answer("toast.knocked")


def _show(w: Work) -> None:
    if not w.table.practice:
        w.dirty(BOARD, Urgency.CARD if w.table.state == "ready" else Urgency.BOARD)
    for seat in w.table.people:
        w.dirty(Surface("panel", seat), Urgency.WATCHING)
