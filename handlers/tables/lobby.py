"""Before the first deal: taking seats, computers."""

from __future__ import annotations

from dataclasses import replace

from handlers.message import Urgency
from handlers.tables import waiting
from handlers.tables.commands import Arrived, Press
from handlers.tables.deal import computer_chair, start_if_ready
from handlers.tables.effects import Surface
from handlers.tables.model import Chair, Chairs, Person, Table
from handlers.tables.pace import REMATCH, SEAT_KEPT
from handlers.tables.standing import wake
from handlers.tables.work import BOARD, CRY, LOBBY, Work


def join(w: Work, press: Press) -> None:
    """坐下. Who cannot be written to is sent to press START; the seat is kept a minute."""
    person, table = press.person, w.table
    if table.seat_of(person.person_id) is not None:
        _sit_again(w, person)
        return
    if table.practice and person.user_id != table.chat.chat_id:
        w.refuse("refuse.others_practice")
        return
    running = table.state in ("throwing", "playing")
    if not (running or _before_a_hand(table)):
        standing = "refuse.suspended" if table.state == "suspended" else "refuse.moved_on"
        w.refuse("refuse.already_dealt" if table.full else standing)
        return
    if not press.member:
        w.refuse("refuse.not_member")
        return
    if running:
        waiting.wait(w, person)
        return
    seat = _wanted(w, press.arg)
    if seat is None:
        w.refuse("refuse.seat_taken" if press.arg else "refuse.table_full")
        return
    wake(w)
    kept = None if person.reachable else w.now + SEAT_KEPT
    w.seat(seat, Chair(person, filter=person.claim_filter, seen_at=w.now, kept_until=kept))
    if person.reachable:
        w.answer("seat.sat_toast")
        _seated(w, seat)
    else:
        w.answer("door.press_start", door=True)
    _people_changed(w)
    start_if_ready(w)
    tell_full(w, seat)


def _before_a_hand(table: Table) -> bool:
    """Whether seats are taken and freed at once, be it that this wakes the table."""
    return table.state in ("lobby", "ready", "asleep") and table.under in ("lobby", "ready")


def _sit_again(w: Work, person: Person) -> None:
    seat = w.table.seat_of(person.person_id)
    if seat is not None and not person.reachable:
        w.update(seat, kept_until=w.now + SEAT_KEPT)
        w.answer("door.press_start", door=True)
    else:
        w.answer("seat.already", seat_no=seat)


def sit_again_all(w: Work, chairs: Chairs, wisher: Person) -> None:
    """A rematch: everybody has the seat he had; the others are asked in private, and have five minutes to say so."""
    if not w.table.practice:
        w.dirty(LOBBY, Urgency.BOARD, ring=True)
    for seat, before in enumerate(chairs):
        if before is None or before.leaving:
            continue
        person = before.person
        if person is None:
            w.seat(seat, computer_chair())
        elif person.person_id == wisher.person_id:
            w.seat(seat, Chair(person, ready="rematch", filter=before.filter, seen_at=w.now))
        elif not person.forgotten:
            w.seat(seat, Chair(person, filter=before.filter, kept_until=w.now + REMATCH))
            w.note("rematch.invitation", seat=seat, ring=True, name=wisher.name)
    start_if_ready(w)


def _wanted(w: Work, arg: str) -> int | None:
    """The seat asked for, else the first free one; None if there is none."""
    free = [seat for seat, chair in enumerate(w.table.chairs) if chair is None]
    if arg:
        return int(arg) if arg in "0123" and len(arg) == 1 and int(arg) in free else None
    return free[0] if free else None


def _seated(w: Work, seat: int) -> None:
    """The person sits and can be written to: greet in private, and call the others when it matters."""
    if not w.table.practice:
        w.note("seat.sat", seat=seat, seat_no=seat)


def _cry(w: Work) -> None:
    """三缺一: once a lobby, when three people sit and can be written to; it goes when the seat is taken."""
    chairs = [chair for chair in w.table.chairs if chair is not None]
    people = all(chair.person is not None and chair.reached for chair in chairs)
    if len(chairs) == 3 and people and not w.table.cried:
        w.change(cried=True)
        w.dirty(CRY, Urgency.BOARD, ring=True)
    elif w.table.full and w.table.cried:
        w.effects.gone.append(CRY)


def arrived(w: Work, command: Arrived) -> None:
    """The person pressed START: seated if a seat was kept, or if one is free."""
    seat = w.table.seat_of(command.person.person_id)
    if seat is None:
        join(w, Press(command.person, "j", member=command.member))
        return
    before = w.table.chair(seat)
    w.update(seat, person=command.person, kept_until=None, seen_at=w.now)
    if not before.reached or before.kept_until is not None:
        if w.table.state == "lobby" or before.kept_until is not None:
            w.answer("seat.sat_toast")
            _seated(w, seat)
        else:
            w.answer("toast.welcome_back")
            w.tell(seat, "seat.back")
        _people_changed(w)
        w.dirty(Surface("panel", seat), Urgency.MUST_ACT)
        if w.table.state in ("lobby", "ready"):
            start_if_ready(w)
            tell_full(w, seat)


def call_friends(w: Work) -> None:
    """叫人: once a lobby, recent partners of this group are invited."""
    if not _before_a_hand(w.table) or w.table.full:
        w.refuse("refuse.not_now")
    elif w.table.called:
        w.refuse("three.called_before")
    else:
        wake(w)
        w.change(called=True)
        w.effects.call_friends = True
        w.answer("three.calling")


def keep_no_longer(w: Work) -> None:
    """Seats kept for people on the way are given back after a minute, in the lobby and between hands."""
    changed = False
    for seat, chair in enumerate(w.table.chairs):
        if chair and chair.kept_until is not None and w.now >= chair.kept_until:
            w.seat(seat, None)
            changed = True
    if changed:
        _people_changed(w)


def add_computer(w: Work, arg: str) -> None:
    """加电脑."""
    if not _before_a_hand(w.table):
        w.refuse("refuse.already_dealt")
        return
    seat = _wanted(w, arg)
    if seat is None:
        w.refuse("refuse.table_full")
        return
    wake(w)
    w.seat(seat, computer_chair())
    w.answer("seat.computer_added")
    _people_changed(w)
    start_if_ready(w)
    tell_full(w, seat)


def remove_computer(w: Work, arg: str) -> None:
    """The last computer seat, or the one named, is freed."""
    computers = [seat for seat, chair in enumerate(w.table.chairs) if chair and chair.person is None]
    if not _before_a_hand(w.table):
        w.refuse("refuse.already_dealt")
        return
    seat = int(arg) if arg in ("0", "1", "2", "3") else (computers[-1] if computers else -1)
    if seat not in computers:
        w.refuse("refuse.not_now")
        return
    wake(w)
    w.seat(seat, None)
    w.answer("seat.computer_removed")
    _people_changed(w)


def tell_full(w: Work, last: int) -> None:
    """人齐了: once, in private and with a ring; a lobby edit is silent. Who came last is looking anyway."""
    table = w.table
    here = all(chair is not None and chair.reached and chair.kept_until is None for chair in table.chairs)
    if table.state != "lobby" or table.practice or not here or w.effects.deal:
        return
    if not table.full_told:
        w.table = replace(table, full_told=True)
        for seat, chair in enumerate(table.chairs):
            if seat != last and chair is not None and chair.by_person and not chair.ready:
                w.note("seat.full", seat=seat, ring=True)


def call_again(w: Work, chooser: Person) -> None:
    """Other options are to be played: who has been asked for Ready in private is asked for these."""
    for seat, chair in enumerate(w.table.chairs):
        if chair is None or chair.person is None or chair.person.person_id == chooser.person_id:
            continue
        if chair.kept_until is not None and chair.reached:
            opener = w.table.name_of(w.table.opener)
            w.note("rematch.invitation", seat=seat, ring=True, again=True, name=opener)
        elif w.table.full_told:
            w.note("seat.full", seat=seat, ring=True, again=True)


def _people_changed(w: Work) -> None:
    """Somebody came or went before a hand: show it."""
    if w.table.state == "lobby":
        w.lobby_changed()
        if not w.table.practice:
            _cry(w)
    else:
        w.dirty(BOARD, Urgency.PRESSER)
