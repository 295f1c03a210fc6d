"""下一局我来: who waits for a seat, in order, and is called when one is free."""

from __future__ import annotations

from handlers.tables.model import Person, Table
from handlers.tables.work import Work


def press(w: Work, person: Person) -> None:
    """Onto the waiting list, or off it."""
    waiting = _without(w.table, person.person_id)
    if w.table.seat_of(person.person_id) is not None:
        w.refuse("seat.already", seat_no=w.table.seat_of(person.person_id))
    elif waiting == w.table.waiting:
        wait(w, person)
    else:
        w.change(waiting=waiting)
        w.answer("seat.waiting_list_off")


def wait(w: Work, person: Person) -> None:
    """Onto the waiting list: as well for whoever would sit down while a hand is played."""
    if not person.reachable:
        w.answer("door.press_start", door=True)
        return
    if _without(w.table, person.person_id) == w.table.waiting:
        w.change(waiting=(*w.table.waiting, person))
    w.answer("seat.waiting_list_on")


def lost(w: Work, person_id: int) -> None:
    """Who cannot be written to cannot be called."""
    waiting = _without(w.table, person_id)
    if waiting != w.table.waiting:
        w.change(waiting=waiting)


def settle(w: Work, before: Table) -> None:
    """After a command: as many are called as seats are free; who let the last of them go is called last next time."""
    called = {person.person_id for person in _called(before)}
    late = set() if _free(w.table) else called
    here = [person for person in w.table.waiting if _waits(w.table, person)]
    waiting = tuple(sorted(here, key=lambda person: person.person_id in late))
    if waiting != w.table.waiting:
        w.change(waiting=waiting)
    if waiting != before.waiting and w.table.state == "lobby":
        w.lobby_changed()
    # who had been called before has the seats that were free before
    seats = sorted(_free(w.table), key=lambda seat: before.chairs[seat] is not None)
    for person, seat in zip(_called(w.table), seats, strict=False):
        if person.person_id not in called:
            w.note("seat.free_now", to=person, ring=True, free=seat)


def _waits(table: Table, person: Person) -> bool:
    return person.reachable and table.seat_of(person.person_id) is None


def _free(table: Table) -> list[int]:
    """The seats that can be taken: none where the table stands still."""
    if table.state in ("over", "asleep", "suspended"):
        return []
    return [seat for seat, chair in enumerate(table.chairs) if chair is None]


def _called(table: Table) -> tuple[Person, ...]:
    """Those who wait longest, one for each free seat."""
    return table.waiting[: len(_free(table))]


def _without(table: Table, person_id: int) -> tuple[Person, ...]:
    return tuple(other for other in table.waiting if other.person_id != person_id)
