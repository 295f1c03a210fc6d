"""The clocks of a running hand: how long a question stays open, and what is done for those who stay silent."""

from __future__ import annotations

from typing import TypeGuard

from engine.actions import (
    CLOSE,
    HOST,
    LAPSE,
    PASS,
    Act,
    Action,
    make_act,
)
from engine.computer import computer_act
from engine.hand import legal_actions
from engine.prompts import SOLO, Prompt, PromptKind
from engine.state import HandState
from engine.tiles import Kind
from handlers.message import Urgency
from handlers.tables import judging
from handlers.tables.effects import Answer, Surface
from handlers.tables.model import Table
from handlers.tables.pace import DELIVERY_GRACE, EXPIRIES, MINUTE, PACES
from handlers.tables.play import (
    JUDGED,
    WINDOWS,
    carry_out,
    computer_choice,
    follow,
    is_asked,
    must_choose,
    ring_those_missing,
    same_turn,
    take,
)
from handlers.tables.work import Work, due_after


def deadline(table: Table) -> int | None:
    """When the open question's silence becomes the default; None while no clock runs."""
    prompt, clock = table.prompt, table.clock
    if prompt is None:
        return clock.due_at
    length = time_for(table)
    if length is None:
        return None
    if clock.due_at is not None:
        return clock.due_at
    return due_after(table, clock.opened_at, DELIVERY_GRACE + length)


def time_for(table: Table) -> int | None:
    """How long the open question may take, ms; None: no clock."""
    pace, prompt = PACES[table.house.tempo], table.prompt
    if prompt is None:
        return pace.ready
    if prompt.kind in JUDGED or prompt.kind is PromptKind.FLOWER:
        return judging.time_for(table, prompt.kind)
    return pace.claim if prompt.kind in WINDOWS else pace.turn


def delivered(w: Work, seat: int, decision: int) -> None:
    """The seat's panel shows the question: the deadline runs from the slowest panel it needs."""
    prompt, clock = w.table.prompt, w.table.clock
    if prompt is None or decision != w.table.decision or clock.due_at is not None:
        return
    seen = clock.delivered | {seat}
    needed = {s for s in prompt.missing if must_choose(prompt, s) and w.table.chair(s).by_person}
    length = time_for(w.table)
    w.tune(delivered=seen)
    if needed <= seen and length is not None:
        w.tune(due_at=w.due_after(length))
        if w.table.house.tempo == "day":
            w.change()  # half a day is worth a write: a restart must not lose it


def tell_of_outage(w: Work, lasted: int) -> None:
    """Everybody who has to act reads how much time has been given back; beyond two minutes in whole ones."""
    prompt, seconds = w.table.prompt, round(lasted / 1000)
    if seconds > 2 * MINUTE // 1000:
        seconds = 60 * round(seconds / 60)
    for seat in prompt.missing if prompt is not None else ():
        if prompt is not None and is_asked(w.table, prompt, seat):
            w.tell(seat, "outage.private", seconds=seconds)
            w.dirty(Surface("panel", seat), Urgency.MUST_ACT)


def tick(w: Work) -> None:
    """Timers of a running hand: windows that close, computer turns, deadlines."""
    hand, clock = w.table.hand, w.table.clock
    if hand is None or hand.prompt is None:
        return
    due, objecting = deadline(w.table), w.table.objecting_until
    if objecting is not None and w.now >= objecting:
        carry_out(w, Action(HOST, LAPSE), "host")
    elif due is not None and w.now >= due:
        _expire(w)
    elif clock.ping_at is not None and w.now >= clock.ping_at:
        ring_those_missing(w, hand.prompt)
    elif clock.computer_at is not None and w.now >= clock.computer_at:
        w.tune(computer_at=None)
        if hand.prompt.kind is PromptKind.TURN and not w.table.chair(hand.turn).by_person:
            take(w, hand.turn, computer_choice(w.table, hand.turn), "computer")
    else:
        follow(w)


def _expire(w: Work) -> None:
    """Time is up: a possible win is taken, another claim passed, a discard made that ruins nobody."""
    hand = w.table.hand
    if hand is None or hand.prompt is None:
        return
    prompt = hand.prompt
    if prompt.kind in SOLO:
        _expire_turn(w, hand, prompt.asked[0])
        return
    if prompt.kind is PromptKind.FLOWER:
        _lay_for_the_silent(w, prompt)
        return
    for seat in prompt.missing:
        win = _win_for(w.table, hand, seat)
        if win is not None:
            w.tell(seat, "clock.won")
            carry_out(w, Action(seat, win), "clock")
            if w.table.prompt is None or w.table.prompt.number != prompt.number:
                break
        elif must_choose(prompt, seat):
            w.tell(seat, "clock.withdrawn" if prompt.kind is PromptKind.REVEAL else "clock.passed")
    current = w.table.prompt
    if current is not None and current.number == prompt.number:
        carry_out(w, Action(HOST, CLOSE), "clock")
    follow(w)


def _lay_for_the_silent(w: Work, prompt: Prompt) -> None:
    """Before play silence costs nobody a mistake: the flowers are laid out as the computer would."""
    for seat in prompt.missing:
        while _still_missing(w.table, prompt, seat):
            carry_out(w, Action(seat, for_silent(w.table, seat)), "clock")
    follow(w)


def for_silent(table: Table, seat: int) -> Act:
    """What the clock answers before play: no mistake, and no win that nobody has announced."""
    if table.hand is None:
        raise LookupError(f"no hand at table {table.table_id}")
    return computer_act(table.hand, seat, wins=False)


def _still_missing(table: Table, prompt: Prompt, seat: int) -> bool:
    now = table.prompt
    return now is not None and now.number == prompt.number and seat in now.missing


def _win_for(table: Table, hand: HandState, seat: int) -> Act | None:
    """The win that the clock takes for the seat, if its owner lets it."""
    person = table.chair(seat).person
    if hand.referee or person is None or not person.takes_wins:
        return None
    return next((act for act in legal_actions(hand, seat) if act.verb == "h"), None)


def _expire_turn(w: Work, hand: HandState, seat: int) -> None:
    chair = w.table.chair(seat)
    if hand.prompt is not None and hand.prompt.kind is PromptKind.CHOW:
        win = _win_for(w.table, hand, seat)
        carry_out(w, Action(seat, win or PASS), "clock")
        if w.table.hand is not None and same_turn(hand, w.table.hand):
            _expire_turn(w, w.table.hand, seat)
        else:
            follow(w)
        return
    act = _win_for(w.table, hand, seat) or safe_discard(hand, seat)
    if act.verb == "f":
        carry_out(w, Action(seat, act), "clock")
        if _in_turn(w.table.hand, seat):
            _expire_turn(w, w.table.hand, seat)
        else:
            follow(w)
        return
    expiries = chair.expiries + 1
    w.update(seat, expiries=expiries)
    if act.verb == "d":
        w.tell(seat, "clock.discarded", tile=act.tile)
    else:
        w.tell(seat, "clock.won" if act.verb == "h" else "clock.chose", act=act.text)
    if expiries >= EXPIRIES:
        away(w, seat)
    take(w, seat, act, "clock")


def _in_turn(hand: HandState | None, seat: int) -> TypeGuard[HandState]:
    """Whether the seat is to act in its turn."""
    prompt = None if hand is None else hand.prompt
    return prompt is not None and prompt.kind is PromptKind.TURN and prompt.options[seat] != ()


def safe_discard(hand: HandState, seat: int) -> Act:
    """The drawn tile; if that is absent, wild, barred or warned of, the computer's choice."""
    drawn: Kind | None = hand.seats[seat].drawn
    kept = hand.game.wilds(hand, seat) | hand.game.warnings(hand, seat).keys()
    if drawn is not None and drawn not in kept:
        act = make_act("d", drawn)
        if act in hand.game.sound_acts(hand, seat):
            return act
    return computer_act(hand, seat, wins=False)


def away(w: Work, seat: int) -> None:
    """Two turns in a row ran out: the computer plays, and the person is told."""
    w.update(seat, played_by="computer")
    w.note("away.private", seat=seat, ring=True)


def back(w: Work, seat: int) -> None:
    """Any press of its owner gives the seat back."""
    chair = w.table.chair(seat)
    if chair.played_by == "computer":
        w.update(seat, played_by="person", expiries=0, seen_at=w.now, told=())
        w.effects.answer = Answer("toast.welcome_back")
        w.dirty(Surface("panel", seat), Urgency.PRESSER)
        prompt = w.table.prompt
        if prompt is not None and prompt.kind in SOLO and seat in prompt.asked:
            w.tune(computer_at=None, due_at=None, opened_at=w.now)
    else:
        kept = None if chair.reached else chair.kept_until
        w.update(seat, expiries=0, seen_at=w.now, told=(), kept_until=kept)
