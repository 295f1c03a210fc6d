"""Who leaves, who cannot be written to, what one may look at: everything about a seat that is no act of the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.actions import make_act
from engine.hand import may_act
from engine.prompts import PromptKind
from engine.tiles import TEXT, parse_tile
from handlers.message import Urgency
from handlers.tables.commands import Press
from handlers.tables.effects import Answer, Surface, VoidHand
from handlers.tables.model import NO_CHOW, NO_CHOW_OR_PUNG, NO_FILTER, WINS_ONLY, Person, Table
from handlers.tables.pace import POST_AGAIN
from handlers.tables.play import follow, tell_who_is_missing
from handlers.tables.presses import barred_key
from handlers.tables.work import AWAY, BALLOT, BOARD, Work


def leave(w: Work, seat: int) -> None:
    """起身: in the lobby and between hands the seat is free at once; in a hand the computer plays it to the end."""
    chair = w.table.chair(seat)
    name = chair.person.name if chair.person else ""
    if w.table.practice:
        w.answer("seat.left")
        close(w, "match.ended_early", name=name)
        return
    if _given_up(w, seat):
        w.answer("seat.left_in_hand")
        w.note("seat.leaves_group", name=name)
        w.dirty(Surface("panel", seat), Urgency.PRESSER)
    else:
        w.answer("seat.left")
    if w.table.state == "ready":
        tell_who_is_missing(w)
    w.show()


def _given_up(w: Work, seat: int) -> bool:
    """Free the seat: at once (False), or in a hand after the computer has played it to its end (True)."""
    if w.table.under not in ("playing", "throwing"):
        w.seat(seat, None)
        return False
    w.update(seat, played_by="computer", leaving=True)
    if w.table.state == "playing":
        _computer_goes_on(w, seat)
    return True


def _computer_goes_on(w: Work, seat: int) -> None:
    """The computer answers what the seat has been asked."""
    hand, prompt = w.table.hand, w.table.prompt
    if hand is not None and hand.turn == seat and prompt is not None and prompt.kind is PromptKind.TURN:
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


def renew(w: Work, person: Person) -> None:
    """What is shown to the person follows the new settings at once; who is forgotten is so everywhere."""
    seat = w.table.seat_of(person.person_id)
    before = None if seat is None else w.table.person_at(seat)
    w.table = w.table.renewed(person)
    if seat is None or person.forgotten:
        return
    w.dirty(Surface("panel", seat), Urgency.PRESSER)
    if before is not None and before.language != person.language and not w.table.practice:
        if w.table.state == "lobby":
            w.lobby_changed()
        elif w.table.state != "over":
            w.dirty(BOARD, Urgency.CARD)


def post_again(w: Work, press: Press, seat: int | None) -> None:
    """发到最下面: at most once a minute. `h`: not the board but one's own panel."""
    if press.arg == "h":
        if seat is None or w.table.hand is None:
            w.refuse("refuse.not_dealt" if seat is not None else "refuse.not_seated")
        else:
            w.dirty(Surface("panel", seat), Urgency.PRESSER, ring=True)
            w.answer("")
        return
    if w.table.posted_at and w.now - w.table.posted_at < POST_AGAIN:
        w.refuse("refuse.rate")
        return
    w.table = replace(w.table, posted_at=w.now)
    w.effects.post_again = True
    w.answer("toast.posted_again")


def set_filter(w: Work, seat: int, arg: str) -> None:
    """My claim filter, for this hand: nothing, wins only, no chow, no chow or pung; orders of pungs by the day.

    With the hand's end the person's own setting holds again.
    """
    filter_now, _, orders = w.table.chair(seat).filter.partition("|")
    if arg.startswith("p:") and arg[2:] in TEXT:
        wanted = set(filter(None, orders.split(","))) ^ {arg[2:]}
        w.update(seat, filter=f"{filter_now}|{','.join(sorted(wanted))}")
        w.dirty(Surface("panel", seat), Urgency.PRESSER)
        key = "toast.standing_pung_on" if arg[2:] in wanted else "toast.standing_pung_off"
        w.answer(key, tile=TEXT.index(arg[2:]))
        return
    if arg not in (NO_FILTER, WINS_ONLY, NO_CHOW, NO_CHOW_OR_PUNG):
        w.refuse("refuse.unknown_button")
        return
    w.update(seat, filter=f"{arg}|{orders}" if orders else arg)
    w.answer("toast.no_chows" if arg == NO_CHOW else "toast.filter", filter=arg)
    w.dirty(Surface("panel", seat), Urgency.PRESSER)
    follow(w)


def look(w: Work, seat: int, code: str, tile: str) -> None:
    """👀 my hand, ❓ why can't I win, why can't this `tile` go: an answer that only its presser sees."""
    hand = w.table.hand
    if code == "ad" and hand is not None and tile in (TEXT[kind] for kind in hand.seats[seat].hand):
        kind = parse_tile(tile)
        if not may_act(hand, seat, make_act("d", kind)):
            w.answer(barred_key(hand, seat, kind), alert=True, tile=kind)
            return
    w.effects.answer = Answer(alert=True, view="hand" if code == "e" else "why")


def end(w: Work, press: Press) -> None:
    """散桌: the opener or an admin ends the table as he was asked about it; a running hand does not count."""
    if press.person.person_id != w.table.opener and not press.admin:
        w.refuse("refuse.opener_or_admin")
        return
    if press.arg not in ("", w.table.moment):
        w.refuse("refuse.end_again")
        return
    w.answer("toast.chosen", word="button.end_table")
    close(w, "match.ended_early", name=press.person.name)


_UNPLAYED = {
    "match.ended_early": "match.ended_early_unplayed",
    "match.ended_by_vote": "match.ended_by_vote_unplayed",
}
"""What is said instead where no hand has been finished."""


def close(w: Work, key: str = "", **params: Any) -> None:
    """The table is over; finished hands count. Without a key nothing but its own messages tells so."""
    if w.table.in_hand:
        w.effects.rows.append(VoidHand(w.table.hand_no))
    end_vote(w)
    w.change(state="over", decision=w.table.next_decision, paused_at=None)
    w.effects.reveal = w.table.match is not None
    if key:
        w.note(key if w.table.played else _UNPLAYED[key], **params)
    if w.table.played:
        w.dirty(Surface("end"), Urgency.CARD, ring=True)
    if w.table.hand is None:
        w.lobby_changed()
    else:
        w.dirty(BOARD, Urgency.BOARD)
        for seat in range(4):
            if w.table.person_at(seat) is not None:
                w.dirty(Surface("panel", seat), Urgency.WATCHING)


def end_vote(w: Work) -> None:
    """No vote is open any more, and its message goes."""
    if w.table.vote is not None:
        w.change(vote=None)
        w.effects.gone.append(BALLOT)


def tell_away(w: Work, before: Table) -> None:
    """Who is away: one message says so, as long as somebody is."""
    now = absent(w.table)
    if now == absent(before):
        return
    if now:
        w.dirty(AWAY, Urgency.BOARD)
    else:
        w.effects.gone.append(AWAY)


def absent(table: Table) -> list[Person]:
    """The people for whom the computer plays, as the group sees it."""
    if table.practice or table.state == "over":
        return []
    gone = [chair for chair in table.chairs if chair and not chair.by_person and not chair.leaving]
    return [chair.person for chair in gone if chair.person]


def kick(w: Work, press: Press) -> None:
    """`ki:2.17`: the opener or an admin frees a seat."""
    seat = meant(w.table, press.arg)
    if press.person.person_id != w.table.opener and not press.admin:
        w.refuse("refuse.opener_or_admin")
    elif seat is None:
        w.refuse("refuse.seat_changed")
    else:
        w.answer("toast.repeated")
        free(w, seat)


def meant(table: Table, text: str) -> int | None:
    """`2.17`: the taken seat, while that person has it (0: a computer); `2`: whoever does. None: nobody is meant."""
    number, _, person = text.partition(".")
    held_by = table.held_by(int(number)) if number in ("0", "1", "2", "3") else None
    return int(number) if held_by is not None and person in ("", str(held_by)) else None


def free(w: Work, seat: int) -> None:
    """Free a seat: at once before and between hands, else the computer plays the hand to its end."""
    person = w.table.chair(seat).person
    called = {"computer": seat} if person is None else {"name": person.name}
    in_hand = _given_up(w, seat)
    if person is not None and person.reachable:
        w.note("kick.private_after_hand" if in_hand else "kick.private", to=person)
    if in_hand:
        w.note("kick.after_hand", **called)
    else:
        w.note("kick.done", **called)
    w.show()


NAMING = frozenset("kcwq")
"""What a person names step by step where a referee judges: a kong, a chow, its correction, an objection."""


def turn_panel(w: Work, seat: int, code: str, arg: str) -> None:
    """换成牌桌 or 手牌; a page of ⋯, or back."""
    chair = w.table.chair(seat)
    if code == "sw":
        w.update(seat, table_up=not chair.table_up)
    elif arg[:1] in NAMING:
        w.update(seat, naming=(arg, w.table.decision), more=(0, 0))
    elif chair.naming[0]:
        w.update(seat, naming=("", 0))
    else:
        w.update(seat, more=(int(arg) if arg in ("0", "1", "2") else 1, w.table.decision))
    w.answer("")
    w.dirty(Surface("panel", seat), Urgency.PRESSER)
