"""`step`: a table and a command give the next table and its effects. Pure; the actor alone awaits."""

from __future__ import annotations

from dataclasses import replace

from handlers.message import Urgency
from handlers.tables import (
    again,
    choose,
    clocks,
    day,
    deal,
    lobby,
    pauses,
    play,
    presses,
    seats,
    standing,
    votes,
    waiting,
)
from handlers.tables.commands import (
    Admit,
    Arrived,
    ChatChanged,
    Command,
    Committed,
    Deal,
    Delivered,
    Known,
    Left,
    Lost,
    Moved,
    Outage,
    Press,
    Rematch,
    Suspend,
    Thrown,
    Tick,
)
from handlers.tables.effects import Effects, TipsRead
from handlers.tables.group import ADMINS
from handlers.tables.model import Chat, Table
from handlers.tables.pace import FORGOTTEN, SLEEP_AFTER, WORTH_TELLING
from handlers.tables.quiet import Quiet, left
from handlers.tables.tips import tips_for
from handlers.tables.work import ASKED, BOARD, Draw, Work, due_after, quiet_hours

ACTS = frozenset({"d", "c", "p", "k", "x", "h", "r", "m", "s", "t", "a", "f", "v", "w", "q"})
"""Codes that are acts of the running hand."""
PLAYED = ACTS | {"g", "z", "zn", "j", "b", "n", "cf"}
"""Codes that play on, or fill seats: not while the group cannot be written to, which then sees nothing of it."""
SEATED = ACTS | {"l", "g", "e", "ad", "ap", "y", "z", "zn", "sw", "mo", "cf"}
"""Codes that only somebody who sits may press."""


HEEDED_STOPPED = (Press, Tick, Known, ChatChanged, Moved)
"""What still concerns a table whose record cannot be read."""


def step(table: Table, command: Command, now: int, draw: Draw) -> tuple[Table, Effects]:
    """Carry out one command. Never raises for anything a person can do; refusals are answers."""
    w = Work(table, now, draw)
    if table.stopped and not isinstance(command, HEEDED_STOPPED):
        return table, w.effects
    match command:
        case Press():
            _press(w, command)
            again.settle(w, command, table)
        case Arrived():
            lobby.arrived(w, command)
        case Lost(person_id):
            seats.lost(w, person_id)
            waiting.lost(w, person_id)
        case Left(person_id):
            seat = table.seat_of(person_id)
            if seat is not None:
                seats.leave(w, seat)
                w.effects.answer = None
        case Known(person):
            seats.renew(w, person)
        case ChatChanged(chat):
            _chat_changed(w, chat)
        case Delivered(seat, decision):
            clocks.delivered(w, seat, decision)
        case Committed():
            deal.commit(w)
        case Deal(hand_no, beginners):
            deal.deal(w, hand_no, beginners)
        case Thrown(dice):
            deal.thrown(w, dice)
        case Tick():
            _tick(w)
        case Outage(lasted):
            _outage(w, lasted)
        case Rematch(chairs, wisher):
            lobby.sit_again_all(w, chairs, wisher)
        case Suspend():
            standing.suspend(w)
        case Admit(shown):
            standing.admit(w, shown=shown)
        case Moved(chat_id):
            _moved(w, chat_id)
    _settle(w, table)
    if (
        not isinstance(command, (Tick, Delivered, Committed, Known, ChatChanged, Moved))
        and w.table is not table
    ):
        w.table = replace(w.table, touched_at=now)
    return w.table, w.effects


def _settle(w: Work, before: Table) -> None:
    """What follows from who has come and who is gone, whatever the command was."""
    if w.table.chairs is not before.chairs:
        votes.settle(w, before)
        pauses.settle(w)
    if w.table.state == "over" != before.state:
        w.effects.gone.append(ASKED)
    pauses.tell(w, before)
    seats.tell_away(w, before)
    if w.table.waiting or before.waiting:
        waiting.settle(w, before)


def _press(w: Work, press: Press) -> None:
    """The list of refusals, then the act."""
    if w.table.state == "over":
        _after_the_match(w, press)
        return
    seat = w.table.seat_of(press.person.person_id)
    if w.table.stopped:
        _where_it_stopped(w, press, seat)
        return
    if press.code in SEATED and seat is None:
        free = w.table.state in ("lobby", "ready") and not w.table.full
        w.refuse("refuse.not_seated_free" if free else "refuse.not_seated")
        return
    if press.code == "g" and choose.is_behind(w.table, press):
        w.refuse("refuse.options_changed")  # nor does it count as a sign of somebody who knows what is played
        return
    if seat is not None:
        _seen(w, press, seat)
    if again.doubled(w, press):
        return
    if w.table.state == "suspended" and press.code in PLAYED:
        w.refuse("refuse.suspended")
        if seat is not None:
            w.show(fresh=True)  # where that works, the table goes on
        return
    if w.table.state == "asleep" and press.code in ("z", "zn"):
        w.refuse("sleep.asleep")
        return
    if press.code in ACTS and seat is not None:
        presses.press_act(w, press, seat)
    elif press.code == "g" and seat is not None:
        _ready(w, press, seat)
    else:
        _other(w, press, seat)


def _where_it_stopped(w: Work, press: Press, seat: int | None) -> None:
    """All that can be done where the record cannot be read: end the table, as any other."""
    if press.code == "en":
        seats.end(w, press)
    elif press.code == "vo" and press.arg.partition(":")[0] == "e":
        votes.press(w, press, seat)
    else:
        w.refuse("trouble.record")


def _seen(w: Work, press: Press, seat: int) -> None:
    """Any press of its owner counts as activity, and gives a seat back that the computer held."""
    person = w.table.chair(seat).person
    if person != press.person:
        w.update(seat, person=press.person)
    if tips := tips_for(w.table, seat):
        w.update(seat, tipped=w.table.chair(seat).tipped | frozenset(tips))
        w.effects.rows.append(TipsRead(press.person.person_id, tuple(tips)))
    clocks.back(w, seat)


def _ready(w: Work, press: Press, seat: int) -> None:
    stale = press.decision is not None and press.decision != w.table.decision and w.table.under != "lobby"
    if press.decision is not None and w.table.state in ("throwing", "playing") and w.table.chair(seat).ready:
        w.answer("toast.repeated")
    elif stale:
        w.refuse("refuse.already_dealt" if w.table.state == "playing" else "refuse.moved_on")
    else:
        deal.ready(w, seat, press.query_id)


def _other(w: Work, press: Press, seat: int | None) -> None:
    match press.code:
        case "j":
            lobby.join(w, press)
        case "b":
            lobby.add_computer(w, press.arg)
        case "n":
            lobby.remove_computer(w, press.arg)
        case "l" if seat is not None:
            seats.leave(w, seat)
        case "e" | "ad" if seat is not None:
            seats.look(w, seat, press.code, press.arg)
        case "ap" if seat is not None:
            seats.set_filter(w, seat, press.arg)
        case "y" if seat is not None:
            if w.effects.answer is None:
                w.answer("toast.welcome_back")
        case "z" if seat is not None:
            pauses.press(w, seat, press.arg)
        case "zn" if seat is not None:
            pauses.knock(w, seat)
        case "sw" | "mo" if seat is not None:
            seats.turn_panel(w, seat, press.code, press.arg)
        case "cf":
            lobby.call_friends(w)
        case "wl":
            waiting.press(w, press.person)
        case "vo":
            votes.press(w, press, seat)
        case "o":
            choose.press(w, press, seat)
        case "i":
            w.open_private(seated=seat is not None)
        case "ta":
            seats.post_again(w, press, seat)
        case "ki":
            seats.kick(w, press)
        case "en":
            seats.end(w, press)
        case "wk":
            standing.wake(w)
        case _:
            w.refuse("refuse.unknown_button")


def _after_the_match(w: Work, press: Press) -> None:
    """A finished table takes one wish: once more."""
    if press.code != "rm":
        w.refuse("refuse.table_over")
    elif not w.table.has(press.person.person_id):
        w.refuse("refuse.not_seated")
    elif w.table.rematch:
        w.answer("rematch.opened")
        w.effects.agreed = press.person
    elif w.table.chat.settings.open_tables == ADMINS and not (press.admin or w.table.practice):
        w.refuse("refuse.admins_open")
    else:
        w.change(rematch=True)
        w.effects.rematch = press.person
        w.answer("rematch.opened")


def _tick(w: Work) -> None:
    votes.tick(w)
    if w.table.state == "over":
        w.effects.forget = w.now - w.table.touched_at >= FORGOTTEN
        return
    ends = standing.ends_at(w.table)
    if ends is not None and w.now >= ends:
        seats.close(w)
        w.change(touched_at=w.now)
        return
    if w.table.stopped:
        return
    day.tick(w)
    if w.table.house.tempo != "day" and w.now - w.table.touched_at >= SLEEP_AFTER:
        if w.table.state in ("lobby", "ready", "playing"):
            standing.fall_asleep(w)
        return
    if pauses.tick(w):
        return
    match w.table.state:
        case "playing":
            clocks.tick(w)
        case "lobby":
            lobby.keep_no_longer(w)
            if any(instant <= w.now for instant in deal.quiet_since(w.table)):
                w.lobby_changed()
            if not w.table.committed:
                deal.start_if_ready(w)
        case "ready":
            lobby.keep_no_longer(w)
            deal.start_if_ready(w)
        case "throwing":
            due = w.table.clock.due_at
            if due is not None and w.now >= due:
                deal.thrown(w, None)
        case _:
            pass


def _outage(w: Work, lasted: int) -> None:
    """Downtime costs nobody a turn: every running clock moves by it, and whoever has to act is told so."""
    w.table = votes.moved(pauses.moved(w.table, lasted), lasted)
    if lasted >= WORTH_TELLING and w.table.paused_at is None and clocks.deadline(w.table) is not None:
        clocks.tell_of_outage(w, lasted)


def _chat_changed(w: Work, chat: Chat) -> None:
    """The group speaks another language, or has settled something else."""
    spoke, quiet = w.table.chat.language, quiet_hours(w.table)
    w.table = replace(w.table, chat=chat)
    _quiet_changed(w, quiet)
    if w.table.practice or w.table.state == "over":
        return
    if w.table.state == "lobby":
        w.lobby_changed()
    elif chat.language != spoke:
        w.dirty(BOARD, Urgency.CARD)


def _quiet_changed(w: Work, before: Quiet | None) -> None:
    """Other hours do not count from now on: of a deadline that runs as much is left as was."""
    due, since = w.table.clock.due_at, w.now if w.table.paused_at is None else w.table.paused_at
    if due is None or quiet_hours(w.table) == before:
        return
    w.change(clock=replace(w.table.clock, due_at=due_after(w.table, since, left(before, since, due))))


def _moved(w: Work, chat_id: int) -> None:
    """The group has another id now: what stood in the old chat is posted anew in the new one."""
    w.table = replace(w.table, chat=w.table.chat.moved(chat_id))
    w.show()


def wake_at(table: Table, after: int) -> int | None:
    """The first instant later than `after` at which the table wants a Tick, UTC ms; None: no clock runs."""
    clock = table.clock
    if table.state == "over":
        return max(table.touched_at + FORGOTTEN, after + 1)
    instants: list[int | None] = [table.vote.until if table.vote else None, standing.ends_at(table)]
    if table.stopped:
        return min((instant for instant in instants if instant is not None and instant > after), default=None)
    if table.house.tempo != "day" and table.state in ("lobby", "ready", "playing"):
        instants.append(table.touched_at + SLEEP_AFTER)
    instants.append(day.morning(table))
    if table.paused_at is not None:
        return min(instant for instant in (*instants, pauses.ends_at(table)) if instant is not None)
    if table.state == "playing":
        instants += [clocks.deadline(table), clock.computer_at, clock.ping_at, table.objecting_until]
        if table.prompt is not None and table.prompt.kind in play.WINDOWS:
            instants.append(clock.pause_until)
    if table.state in ("ready", "throwing"):
        instants.append(clock.due_at)
    if table.state in ("lobby", "ready"):
        instants += [chair.kept_until for chair in table.chairs if chair]
        instants += deal.quiet_since(table)
    return min((instant for instant in instants if instant is not None and instant > after), default=None)
