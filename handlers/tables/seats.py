"""Who leaves, who cannot be written to, what one may look at: everything about a seat that is no act of the hand."""

from __future__ import annotations

from dataclasses import replace

from handlers.tables.commands import Press
from handlers.tables.effects import Answer, Surface, Urgency, VoidHand
from handlers.tables.model import NO_CHOW, NO_CHOW_OR_PUNG, NO_FILTER, WINS_ONLY
from handlers.tables.play import follow
from handlers.tables.work import BOARD, Work


def leave(w: Work, seat: int) -> None:
    """起身: in the lobby and between hands the seat is free at once; in a hand the computer plays it to the end."""
    chair = w.table.chair(seat)
    name = chair.person.name if chair.person else ""
    if w.table.state in ("playing", "throwing"):
        w.update(seat, played_by="computer", leaving=True)
        w.answer("seat.left_in_hand")
        w.note("seat.leaves_group", name=name)
        if w.table.state == "playing":
            _computer_goes_on(w, seat)
    else:
        w.seat(seat, None)
        w.answer("seat.left")
    if w.table.state == "lobby":
        w.lobby_changed()
    else:
        w.dirty(BOARD, Urgency.BOARD)


def _computer_goes_on(w: Work, seat: int) -> None:
    """The computer answers what the seat has been asked."""
    hand = w.table.hand
    if hand is not None and hand.turn == seat:
        w.tune(computer_at=w.now)
    follow(w)


def lost(w: Work, person_id: int) -> None:
    """The bot cannot write to the person any more: the board's buttons serve, and the group is told once."""
    seat = w.table.seat_of(person_id)
    if seat is None:
        return
    chair = w.table.chair(seat)
    if chair.person is None or not chair.person.reachable:
        return
    w.update(seat, person=replace(chair.person, reachable=False))
    if w.table.state == "playing":
        w.note("door.blocked", name=chair.person.name)
        w.dirty(BOARD, Urgency.BOARD)
    elif w.table.state == "lobby":
        w.lobby_changed()


def set_filter(w: Work, seat: int, arg: str) -> None:
    """My claim filter: nothing, wins only, no chow, no chow or pung."""
    if arg not in (NO_FILTER, WINS_ONLY, NO_CHOW, NO_CHOW_OR_PUNG):
        w.refuse("refuse.unknown_button")
        return
    w.update(seat, filter=arg)
    w.answer("toast.no_chows" if arg == NO_CHOW else "toast.filter", filter=arg)
    w.dirty(Surface("panel", seat), Urgency.PRESSER)
    follow(w)


def look(w: Work, seat: int, code: str) -> None:
    """👀 my hand, ❓ why can't I win: an alert that only its presser sees."""
    w.effects.answer = Answer(alert=True, view="hand" if code == "e" else "why")
    del seat


def end(w: Work, press: Press, *, confirmed: bool) -> None:
    """散桌: the opener or an admin ends the table; a running hand is void."""
    if press.person.person_id != w.table.opener and not press.admin:
        w.refuse("refuse.opener_or_admin")
        return
    if not confirmed:
        w.answer("match.confirm_end", alert=True)
        return
    if w.table.state == "playing":
        w.effects.rows.append(VoidHand(w.table.hand_no))
    w.change(state="over", decision=w.table.decision + 1)
    w.effects.reveal = w.table.match is not None
    w.answer("toast.chosen", word="button.end_table")
    w.note("match.ended_early", name=press.person.name)
    if w.table.played:
        w.dirty(Surface("end"), Urgency.CARD, ring=True)
    if w.table.hand is None:
        w.lobby_changed()
    else:
        w.dirty(BOARD, Urgency.BOARD)
