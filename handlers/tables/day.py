"""隔空打: games by the day. Quiet hours do not count, and each morning says which tables wait."""

from __future__ import annotations

from handlers.tables.model import Table
from handlers.tables.play import must_choose
from handlers.tables.quiet import next_morning
from handlers.tables.work import Work


def waits_for(table: Table, person_id: int) -> bool:
    """Whether a game by the day waits for this person now."""
    seat = table.seat_of(person_id)
    if (
        seat is None
        or table.stopped
        or table.house.tempo != "day"
        or not table.chair(seat).by_person
        or table.practice
    ):
        return False
    if table.state == "ready":
        return not table.chair(seat).ready
    return table.state == "playing" and table.prompt is not None and must_choose(table.prompt, seat)


def morning(table: Table) -> int | None:
    """When the next digest is due; None where none is."""
    if table.house.tempo != "day" or table.practice or table.state not in ("ready", "playing"):
        return None
    settings = table.chat.settings
    return next_morning(settings.quiet_hours, settings.offset, max(table.clock.opened_at, table.greeted_at))


def tick(w: Work) -> None:
    """A morning has come: those whom the table waits for are to be told, each once for all his tables."""
    due = morning(w.table)
    if due is None or w.now < due:
        return
    w.greet()
    for chair in w.table.chairs:
        if chair is not None and chair.person is not None and waits_for(w.table, chair.person.person_id):
            w.effects.greet.append(chair.person)
