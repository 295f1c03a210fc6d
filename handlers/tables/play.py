"""Acts in a running hand: how one is carried out, what follows unasked, when a window closes, the next question."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import (
    CLOSE,
    HOLD,
    HOST,
    PASS,
    PRIVATE_EVENTS,
    PUNG,
    Act,
    Action,
    Event,
)
from engine.bans import PASSED_WIN, PASSED_WIN_THIS_ROUND
from engine.computer import computer_act
from engine.hand import apply, legal_actions, settled
from engine.prompts import SOLO, Prompt, PromptKind, for_form
from engine.referee.erring import seeded_act
from engine.result import Result
from engine.scoring import Settlement
from engine.state import HandState
from engine.tiles import TEXT, Kind
from handlers.message import Urgency
from handlers.tables import judging, pauses
from handlers.tables.effects import PARTY, AddAction, EndHand, Note, Surface
from handlers.tables.model import NO_CHOW, NO_CHOW_OR_PUNG, WINS_ONLY, Chair, Clockwork, Table
from handlers.tables.pace import COMPUTER_TURN, PACES, PINGS
from handlers.tables.work import BOARD, Draw, Work, between, quiet_hours

WINDOWS = frozenset({PromptKind.CLAIM, PromptKind.ROB, PromptKind.DECLARE, PromptKind.DIVISION})
"""Prompts that close by the rules of claim windows."""
JUDGED = frozenset({PromptKind.REVEAL, PromptKind.INTERCEPT})
"""Prompts that follow an announced win."""
TAKEN = {"win": "h", "pung": "p", "exposed_kong": "k", "chow": "c"}
"""Events that take the tile that lay, and the acts that lead to them."""


def take(w: Work, seat: int, act: Act, by: str) -> None:
    """One act, then everything that follows without anybody's answer."""
    _give(w, seat, act, by)
    follow(w)


def _give(w: Work, seat: int, act: Act, by: str) -> None:
    """A seat's answer; the last one of a window leaves it open until its pause is over."""
    prompt = w.table.prompt
    if prompt is not None and prompt.missing == (seat,) and _pause_runs(w) and not prompt.held:
        carry_out(w, Action(HOST, HOLD), "host")
    carry_out(w, Action(seat, act), by)


def follow(w: Work) -> None:
    """Computer seats and filters answer, and windows that may close do, until somebody has to think."""
    while w.table.prompt is not None and (_answer_unasked(w) or _close_window(w)):
        pass


def carry_out(w: Work, action: Action, by: str) -> None:
    """One action: on to the journal, and what it changes on the screens. Raises LookupError where no hand runs."""
    before = w.table.hand
    if before is None:
        raise LookupError(f"no hand at table {w.table.table_id}")
    after, events = apply(before, action)
    table = w.table
    row_seat = None if action.seat == HOST else action.seat
    w.effects.rows.append(AddAction(table.hand_no, table.seq, row_seat, action.act.text, by, events))
    w.table = replace(table, hand=after, seq=table.seq + 1, log=table.log + public_events(after, events))
    if before.prompt is not None and before.prompt.kind in (PromptKind.CLAIM, PromptKind.ROB):
        _tell_claimers(w, before.prompt, action, events)
    judging.tell(w, events)
    if after.over:
        _hand_over(w)
    elif before.prompt is None or after.prompt is None or after.prompt.number != before.prompt.number:
        _question(w, before)
    _show(w, before, action.seat)


def _tell_claimers(w: Work, prompt: Prompt, action: Action, events: tuple[Event, ...]) -> None:
    """Who was outranked, and who let a win go, hears it privately: else it looks as if a press was lost."""
    takers = {event.seat: event.name for event in events if event.name in TAKEN}
    answers = [action.act if seat == action.seat else prompt.answers[seat] for seat in range(4)]
    now = w.table.prompt
    if now is not None and now.number == prompt.number:
        return  # the window is still open
    for seat in prompt.asked:
        answer = answers[seat]
        if takers and seat not in takers and answer is not None and answer != PASS:
            who, event = next(iter(takers.items()))
            if event == "win":
                w.tell(seat, "claim.outranked_win", who=who, claim=answer.verb)
            else:
                w.tell(seat, "claim.outranked", who=who, claim=TAKEN[event])
        elif not w.table.hand_referee and _let_a_win_go(w.table, prompt, seat):
            w.tell(seat, "lock.passed_win")


def _let_a_win_go(table: Table, prompt: Prompt, seat: int) -> bool:
    """Whether the seat could have won on this tile and is now locked."""
    hand = table.hand
    if hand is None or hand.over or not hand.seats[seat].bans & {PASSED_WIN, PASSED_WIN_THIS_ROUND}:
        return False
    return any(act.verb == "h" for act in prompt.options[seat])


def public_events(state: HandState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events as everybody may know them: private tiles are left out."""
    shown = []
    for event in events:
        if event.name in PRIVATE_EVENTS:
            continue
        if event.name == "concealed_kong" and state.game.concealed_kong_lies(state.options) == "hidden":
            event = replace(event, tiles=())
        shown.append(event)
    return tuple(shown)


def begin_questions(w: Work) -> None:
    """A hand has just been dealt: its first question is open."""
    _question(w, None)
    follow(w)


def _question(w: Work, before: HandState | None) -> None:
    """A new prompt is open: count it and start its clocks."""
    hand = w.table.hand
    if hand is None or hand.prompt is None:
        return
    prompt = hand.prompt
    clock = Clockwork(opened_at=w.now)
    if before is not None and same_turn(before, hand):
        pinged = w.table.clock.pinged if w.table.house.tempo == "day" else frozenset()
        clock = replace(w.table.clock, computer_at=None, pinged=pinged)
    shown = before is None or hand.shown is not before.shown
    w.change(decision=w.table.next_decision if shown else w.table.decision + 1, clock=clock)
    judging.note_claim(w, prompt)
    if prompt.kind is PromptKind.CLAIM:
        pauses.begin_wanted(w)
    _time_pings(w, prompt)
    if prompt.kind in WINDOWS:
        w.tune(pause_until=w.now + window_pause(w.table, w.draw))
    elif prompt.kind is PromptKind.TURN and not w.table.chair(hand.turn).by_person:
        w.tune(computer_at=w.now + w.between(*COMPUTER_TURN))


def _time_pings(w: Work, prompt: Prompt) -> None:
    """When to ring whoever has to act: at once for a win and for those who always need it, else after a while."""
    seats = [seat for seat in prompt.missing if is_asked(w.table, prompt, seat)]
    if w.table.house.tempo == "day":
        _ring_by_the_day(w, [seat for seat in seats if seat not in w.table.clock.pinged])
        return
    if not seats or w.table.clock.ping_at is not None:
        return
    at_once = [seat for seat in seats if _rings_at_once(w.table, prompt, seat)]
    for seat in at_once:
        w.dirty(Surface("panel", seat), Urgency.MUST_ACT, ring=True)
    left = [seat for seat in seats if seat not in at_once and _ping(w.table, seat) != "off"]
    wait = ping_wait(w.table, prompt)
    w.tune(pinged=w.table.clock.pinged | set(at_once), ping_at=w.now + wait if left else None)


def ping_wait(table: Table, prompt: Prompt) -> int:
    """How long somebody who has to act is left in peace, ms."""
    pace = PACES[table.house.tempo]
    return pace.ping_turn if prompt.kind in SOLO else pace.ping_claim


def is_asked(table: Table, prompt: Prompt, seat: int) -> bool:
    """Whether a person has to answer: neither the filter nor, by the day, a standing order does it."""
    chair = table.chair(seat)
    ordered = table.house.tempo == "day" and prompt.kind in (PromptKind.CLAIM, PromptKind.ROB)
    asked = must_choose(prompt, seat) and chair.by_person and not ordered
    return asked and _filtered(prompt, seat, chair.filter) is None


def _ring_by_the_day(w: Work, seats: list[int]) -> None:
    """One ring a turn, at once; in quiet hours the morning's digest does it, or the hours' end without one."""
    seats = [seat for seat in seats if _ping(w.table, seat) != "off"]
    quiet = quiet_hours(w.table)
    if quiet is None or not quiet.at(w.now):
        for seat in seats:
            w.dirty(Surface("panel", seat), Urgency.MUST_ACT, ring=True)
        w.tune(pinged=w.table.clock.pinged | set(seats))
        return
    told = {seat for seat in seats if _wants_digest(w.table, seat)}
    w.tune(pinged=w.table.clock.pinged | told, ping_at=quiet.over(w.now) if told != set(seats) else None)


def _wants_digest(table: Table, seat: int) -> bool:
    person = table.chair(seat).person
    return person is not None and bool(person.settings.get("digest", True))


def _rings_at_once(table: Table, prompt: Prompt, seat: int) -> bool:
    if _ping(table, seat) == "off":
        return False
    return (
        _must_hurry(table, prompt, seat)
        or _ping(table, seat) == "at_once"
        or table.chair(seat).pings >= PINGS
    )


def _must_hurry(table: Table, prompt: Prompt, seat: int) -> bool:
    """Whether a win is at stake: unaided, once one is announced, as everybody is asked for wins all the time."""
    if table.hand is not None and table.hand.referee:
        return prompt.kind in JUDGED
    return any(act.verb == "h" for act in prompt.options[seat])


def _ping(table: Table, seat: int) -> str:
    person = table.chair(seat).person
    return str(person.settings.get("ping", "when_idle")) if person else "off"


def ring_those_missing(w: Work, prompt: Prompt) -> None:
    """The wait is over: panels of those who still have to act are posted anew."""
    w.tune(ping_at=None)
    for seat in prompt.missing:
        chair = w.table.chair(seat)
        if seat in w.table.clock.pinged or not chair.by_person or not must_choose(prompt, seat):
            continue
        if _ping(w.table, seat) == "off":
            continue
        w.tune(pinged=w.table.clock.pinged | {seat})
        w.dirty(Surface("panel", seat), Urgency.MUST_ACT, ring=True)
        if prompt.kind in SOLO:
            w.update(seat, pings=chair.pings + 1)


def same_turn(before: HandState, hand: HandState) -> bool:
    """Chow-or-draw and the discard share the turn's deadline, or its length would tell."""
    if before.prompt is None or hand.prompt is None or before.turn != hand.turn:
        return False
    return before.prompt.kind is PromptKind.CHOW and hand.prompt.kind is PromptKind.TURN


def window_pause(table: Table, draw: Draw) -> int:
    """How long a window stays open at least, ms; drawn alike whatever anybody holds."""
    window, pace = table.house.window, PACES[table.house.tempo]
    if table.house.tempo == "day" or window == "open":
        return 0
    if window == "fixed":
        return pace.claim or 0
    return between(draw, *pace.pause)


def _answer_unasked(w: Work) -> bool:
    """The answer of one computer seat or filter to the open prompt; False when there is none."""
    hand = w.table.hand
    if hand is None or hand.prompt is None:
        return False
    for seat in hand.prompt.missing:
        chair = w.table.chair(seat)
        if not chair.by_person:
            if hand.prompt.kind is PromptKind.TURN:
                continue
            _give(w, seat, computer_choice(w.table, seat), "computer")
            return True
        if w.table.house.tempo == "day" and hand.prompt.kind in (PromptKind.CLAIM, PromptKind.ROB):
            _give(w, seat, _standing_order(hand, seat, chair), "filter")
            return True
        filtered = _filtered(hand.prompt, seat, chair.filter)
        if filtered is not None:
            _give(w, seat, filtered, "filter")
            return True
    return False


def computer_choice(table: Table, seat: int) -> Act:
    """What the computer does on what the seat may see; in place of a person it makes no mistakes."""
    if table.hand is None:
        raise LookupError(f"no hand at table {table.table_id}")
    errs = table.house.computer_errs and table.hand.referee and table.chair(seat).person is None
    return seeded_act(table.hand, seat) if errs else computer_act(table.hand, seat)


def standing_orders(chair: Chair) -> frozenset[Kind]:
    """The kinds that the seat has ordered to pung."""
    wanted = chair.filter.partition("|")[2].split(",")
    return frozenset(TEXT.index(text) for text in wanted if text in TEXT)


def _standing_order(hand: HandState, seat: int, chair: Chair) -> Act:
    """In a game by the day nobody waits for claims: a win is taken, a pung if it was ordered, else a pass."""
    acts = legal_actions(hand, seat)
    win = next((act for act in acts if act.verb == "h"), None)
    if win is not None and not hand.referee:
        return win
    ordered = hand.last is not None and hand.last.tile in standing_orders(chair)
    if ordered and PUNG in acts and PUNG in hand.game.sound_acts(hand, seat):
        return PUNG  # a pair that has been broken since makes no mistake
    return PASS


def _filtered(prompt: Prompt, seat: int, rule: str) -> Act | None:
    """The pass that the seat's standing filter gives, if it leaves nothing to choose."""
    options = prompt.options[seat]
    if PASS not in options or prompt.kind not in (PromptKind.CLAIM, PromptKind.CHOW):
        return None
    barred = {NO_CHOW: "c", NO_CHOW_OR_PUNG: "cp", WINS_ONLY: "cpk"}.get(rule.partition("|")[0], "")
    left = [act for act in options if act.verb not in barred]
    return PASS if barred and left == [PASS] else None


def _close_window(w: Work) -> bool:
    """Close the window when it is settled and its pause is over."""
    hand = w.table.hand
    if hand is None or hand.prompt is None or hand.prompt.kind not in WINDOWS or not settled(hand):
        return False
    if _pause_runs(w):
        return False
    carry_out(w, Action(HOST, CLOSE), "host")
    return True


def _pause_runs(w: Work) -> bool:
    """Whether the open window's pause is still to be waited for.

    It is spared where it serves nobody: one person at the table, or none asked. No press cuts it short, not even when
    all have pressed: who can do nothing seldom presses, so that an early end points at those who could. (With two
    people at the table a pause that ends with the last press is told from others at AUC 0.7, with four at 0.52.)
    """
    prompt = w.table.prompt
    if prompt is None or prompt.kind not in WINDOWS or w.now >= w.table.clock.pause_until:
        return False
    return len(w.table.people) > 1 and any(w.table.chair(seat).by_person for seat in prompt.asked)


# -- what is shown


def _show(w: Work, before: HandState, actor: int) -> None:
    """Mark what has changed on the screens."""
    hand = w.table.hand
    if hand is None:
        return
    if hand.shown is not before.shown and not w.table.practice:
        w.dirty(BOARD, Urgency.CARD if hand.over else Urgency.BOARD)
    for seat in range(4):
        chair = w.table.chairs[seat]
        if chair is None or chair.person is None or chair.leaving:
            continue
        panel = Surface("panel", seat)
        if hand.prompt is not None and must_choose(hand.prompt, seat) and chair.by_person:
            w.dirty(panel, Urgency.MUST_ACT)
        elif seat == actor:
            w.dirty(panel, Urgency.PRESSER)
        else:
            w.dirty(panel, Urgency.WATCHING)


def must_choose(prompt: Prompt, seat: int) -> bool:
    """Whether the seat has more than a pass to answer, and has not answered."""
    return seat in prompt.missing and not for_form(prompt, seat)


def _hand_over(w: Work) -> None:
    """The hand is settled: scores are written, the match goes on or ends."""
    hand, match = w.table.hand, w.table.match
    if hand is None or match is None or hand.result is None or hand.settlement is None:
        raise LookupError("a hand is over without its result")
    w.effects.rows.append(EndHand(w.table.hand_no))
    after = hand.game.next_match(match, hand.result, hand.settlement)
    w.change(
        state="over" if after.over else "ready",
        match=after,
        decision=w.table.next_decision,
        played=w.table.played + 1,
        sat=w.table.chairs,
        clock=Clockwork(opened_at=w.now, due_at=None if w.pace.ready is None else w.due_after(w.pace.ready)),
    )
    for seat, chair in enumerate(w.table.chairs):
        if chair is not None:
            w.update(seat, ready="", filter=chair.person.claim_filter if chair.person else chair.filter)
            if chair.leaving:
                w.effects.parted.append(seat)
                w.seat(seat, None)
    if not after.over:
        tell_who_is_missing(w)
    _congratulate(w, hand.result, hand.settlement)
    if after.over:
        w.effects.reveal = True
        w.dirty(Surface("end"), Urgency.CARD, ring=True)


def tell_who_is_missing(w: Work) -> None:
    """Between hands a free seat holds the table up: the group hears which."""
    free = tuple(seat for seat, chair in enumerate(w.table.chairs) if chair is None)
    if free and not w.table.practice:
        w.note("seat.table_waits", seats=free)


def _congratulate(w: Work, result: Result, settlement: Settlement) -> None:
    """Who has won something is told so in a message of its own, with fireworks."""
    for win, fans in zip(result.wins, settlement.fans, strict=True):
        points, chair = settlement.payments[win.seat], w.table.chairs[win.seat]
        if points > 0 and chair is not None and chair.person is not None:
            told = {"won": (win, fans), "signed": points}
            w.effects.notes.append(Note("own.won", told, win.seat, effect=PARTY))
