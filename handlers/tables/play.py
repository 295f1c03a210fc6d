"""Acts in a running hand: from a press, a computer seat, a filter or the clock to the journal and the next question."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import (
    CLOSE,
    HOLD,
    HOST,
    PASS,
    PRIVATE_EVENTS,
    PUNG,
    WIN,
    Act,
    Action,
    ActTextError,
    Event,
    make_act,
    parse_act,
)
from engine.bans import PASSED_WIN, PASSED_WIN_THIS_ROUND
from engine.computer import choose
from engine.hand import apply, legal_actions, settled
from engine.prompts import SOLO, Prompt, PromptKind, only_pass
from engine.result import Result
from engine.scoring import Settlement
from engine.state import HandState
from engine.tiles import TEXT, Kind
from engine.views import seat_view
from handlers.message import Urgency
from handlers.tables import pauses
from handlers.tables.commands import Press
from handlers.tables.effects import PARTY, AddAction, Answer, EndHand, Note, Surface
from handlers.tables.model import NO_CHOW, NO_CHOW_OR_PUNG, WINS_ONLY, Chair, Clockwork, Table
from handlers.tables.pace import COMPUTER_TURN, DELIVERY_GRACE, EXPIRIES, MINUTE, PACES, PINGS, SECOND_PRESS
from handlers.tables.work import BOARD, Work, due_after, quiet_hours

WINDOWS = frozenset({PromptKind.CLAIM, PromptKind.ROB, PromptKind.DECLARE, PromptKind.DIVISION})
"""Prompts that close by the rules of claim windows."""
TAKEN = {"win": "h", "pung": "p", "exposed_kong": "k", "chow": "c"}
"""Events that take the tile that lay, and the acts that lead to them."""
LATE_ON_THE_BOARD = frozenset("cd")
"""Acts that the board's buttons still mean in the own turn: the board is not edited before its discard."""


# -- presses


def press_act(w: Work, press: Press, seat: int) -> None:
    """A button that is an act of the hand."""
    hand = w.table.hand
    if hand is None or hand.prompt is None:
        w.refuse("refuse.not_dealt" if w.table.state == "lobby" else "refuse.moved_on")
        return
    if not _is_current(w.table, press, seat):
        w.refuse("refuse.moved_on")
        return
    try:
        act = parse_act(f"{press.code}:{press.arg}" if press.arg else press.code)
    except ActTextError:
        w.refuse("refuse.unknown_button")
        return
    act = best_way(hand, seat, act)
    if act not in legal_actions(hand, seat):
        _refuse_act(w, hand, seat, act)
    elif (warning := _second_press(w, hand, seat, act)) is not None:
        w.answer(warning, alert=True, accepted=False)
    else:
        take(w, seat, act, "person")
        if w.effects.answer is None:
            _answer_act(w, hand, act)
        _needed_no_ring(w, hand, seat)


def _needed_no_ring(w: Work, hand: HandState, seat: int) -> None:
    """A turn taken without a ring ends the row of those that needed one."""
    if hand.prompt is not None and hand.prompt.kind is PromptKind.TURN and seat not in w.table.clock.pinged:
        chair = w.table.chairs[seat]
        if chair is not None and chair.pings:
            w.update(seat, pings=0)


def _is_current(table: Table, press: Press, seat: int) -> bool:
    if press.decision == table.decision:
        return True
    prompt = table.prompt
    if prompt is None or press.decision != table.shown_decision:
        return False
    mine = prompt.kind in SOLO and prompt.options[seat] != ()
    away = not table.chair(seat).reached
    return mine and (press.code in LATE_ON_THE_BOARD or (press.code in ("x", "h") and away))


def best_way(hand: HandState, seat: int, act: Act) -> Act:
    """`h` means the best way of winning that is open: a special one where the plain one is not."""
    legal = legal_actions(hand, seat)
    if act is WIN and WIN not in legal:
        return next((other for other in legal if other.verb == "h"), act)
    return act


def _second_press(w: Work, hand: HandState, seat: int, act: Act) -> str | None:
    """The text that asks for a second press of this throw; None if it came within five seconds, or none is needed."""
    warning = _warning(hand, seat, act)
    text, at = w.table.chair(seat).slipped
    if warning is None or (text == act.text and w.now - at <= SECOND_PRESS):
        return None
    w.update(seat, slipped=(act.text, w.now))
    return warning


def _warning(hand: HandState, seat: int, act: Act) -> str | None:
    """A wild is thrown only by two presses, unless nothing else can be; so is what the game warns of."""
    if act.verb != "d":
        return None
    wilds = hand.game.wilds(hand, seat)
    if act.tile not in wilds:
        return hand.game.warnings(hand, seat).get(act.tile)
    only_wilds = all(other.tile in wilds for other in legal_actions(hand, seat) if other.verb == "d")
    return None if only_wilds else "throw.gold"


def _answer_act(w: Work, hand: HandState, act: Act) -> None:
    kind = hand.prompt.kind if hand.prompt else None
    if act is PASS:
        w.answer("toast.drew" if kind is PromptKind.CHOW else "toast.passed")
    elif act.verb == "d":
        w.answer("toast.discarded", tile=act.tile)
    elif kind in (PromptKind.CLAIM, PromptKind.ROB):
        w.answer("toast.noted")
    elif act.verb == "s":
        w.answer("toast.stake", n=int(act.arg))
    elif act.verb == "c":
        w.answer("toast.chow", tiles=(act.tile, act.tile + 1, act.tile + 2))
    elif act.verb == "k":
        w.answer("toast.kong", tile=act.tile)
    elif act.verb == "h":
        w.answer("toast.win")
    else:
        w.answer("toast.chosen", act=act.text)


def _refuse_act(w: Work, hand: HandState, seat: int, act: Act) -> None:
    """One friendly sentence: why this act is not open to the seat."""
    prompt = hand.prompt
    state = hand.seats[seat]
    if prompt is None:
        w.refuse("refuse.moved_on")
    elif prompt.answers[seat] is not None:
        w.refuse("refuse.answered")
    elif prompt.kind in SOLO and not prompt.options[seat]:
        w.refuse("refuse.not_your_turn", who=hand.turn)
    elif act.verb == "c":
        last = hand.last
        if last is None or (last.seat + 1) % 4 != seat:
            w.refuse("refuse.only_next_chows")
        else:
            w.refuse(
                "refuse.chow_needs", run=tuple(k for k in range(act.tile, act.tile + 3) if k != last.tile)
            )
    elif act.verb == "p" and hand.last is not None:
        held = state.hand.count(hand.last.tile)
        w.refuse("refuse.no_claim" if held >= 2 else "refuse.pung_needs", tile=hand.last.tile)
    elif act.verb == "k":
        w.refuse("refuse.kong_needs", tile=act.tile if act.tiles else hand.last.tile if hand.last else 0)
    elif act.verb == "h":
        w.refuse("refuse.no_rob_gold" if act.arg == "g" else "refuse.win_incomplete")
    elif act.verb == "d":
        w.refuse("refuse.barred" if act.tile in state.hand else "refuse.no_tile", tile=act.tile)
    else:
        w.refuse("refuse.not_now")


# -- carrying out


def take(w: Work, seat: int, act: Act, by: str) -> None:
    """One act, then everything that follows without anybody's answer."""
    _give(w, seat, act, by)
    follow(w)


def _give(w: Work, seat: int, act: Act, by: str) -> None:
    """A seat's answer; the last one of a window leaves it open until its pause is over."""
    prompt = w.table.prompt
    if prompt is not None and prompt.missing == (seat,) and _pause_runs(w) and not prompt.held:
        _apply(w, Action(HOST, HOLD), "host")
    _apply(w, Action(seat, act), by)


def follow(w: Work) -> None:
    """Computer seats and filters answer, and windows that may close do, until somebody has to think."""
    while w.table.prompt is not None and (_answer_unasked(w) or _close_window(w)):
        pass


def _apply(w: Work, action: Action, by: str) -> None:
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
        elif _let_a_win_go(w.table, prompt, seat):
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
    if before is not None and _same_turn(before, hand):
        pinged = w.table.clock.pinged if w.table.house.tempo == "day" else frozenset()
        clock = replace(w.table.clock, computer_at=None, pinged=pinged)
    shown = before is None or hand.shown is not before.shown
    w.change(decision=w.table.next_decision if shown else w.table.decision + 1, clock=clock)
    if prompt.kind is PromptKind.CLAIM and w.table.pause_wanted is not None:
        pauses.begin(w, w.table.pause_wanted)
    _time_pings(w, prompt)
    if prompt.kind in WINDOWS:
        w.tune(pause_until=w.now + _pause(w))
    elif prompt.kind is PromptKind.TURN and not w.table.chair(hand.turn).by_person:
        w.tune(computer_at=w.now + w.between(*COMPUTER_TURN))


def _time_pings(w: Work, prompt: Prompt) -> None:
    """When to ring whoever has to act: at once for a win and for those who always need it, else after a while."""
    solo = prompt.kind in SOLO
    wait = w.pace.ping_turn if solo else w.pace.ping_claim
    seats = [seat for seat in prompt.missing if _is_asked(w.table, prompt, seat)]
    if w.table.house.tempo == "day":
        _ring_by_the_day(w, [seat for seat in seats if seat not in w.table.clock.pinged])
        return
    if not seats or w.table.clock.ping_at is not None:
        return
    at_once = [seat for seat in seats if _rings_at_once(w.table, prompt, seat)]
    for seat in at_once:
        w.dirty(Surface("panel", seat), Urgency.MUST_ACT, ring=True)
    left = [seat for seat in seats if seat not in at_once and _ping(w.table, seat) != "off"]
    w.tune(pinged=w.table.clock.pinged | set(at_once), ping_at=w.now + wait if left else None)


def _is_asked(table: Table, prompt: Prompt, seat: int) -> bool:
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
    wins = any(act.verb == "h" for act in prompt.options[seat])
    return wins or _ping(table, seat) == "at_once" or table.chair(seat).pings >= PINGS


def _ping(table: Table, seat: int) -> str:
    person = table.chair(seat).person
    return str(person.settings.get("ping", "when_idle")) if person else "off"


def _ring(w: Work, prompt: Prompt) -> None:
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


def _same_turn(before: HandState, hand: HandState) -> bool:
    """Chow-or-draw and the discard share the turn's deadline, or its length would tell."""
    if before.prompt is None or hand.prompt is None or before.turn != hand.turn:
        return False
    return before.prompt.kind is PromptKind.CHOW and hand.prompt.kind is PromptKind.TURN


def _pause(w: Work) -> int:
    """How long a window stays open at least; drawn alike whatever anybody holds."""
    window = w.table.house.window
    if w.table.house.tempo == "day" or window == "open":
        return 0
    if window == "fixed":
        return w.pace.claim or 0
    return w.between(*w.pace.pause)


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
    """What the computer does on what the seat may see."""
    if table.hand is None:
        raise LookupError(f"no hand at table {table.table_id}")
    return choose(seat_view(table.hand, seat))


def standing_orders(chair: Chair) -> frozenset[Kind]:
    """The kinds that the seat has ordered to pung."""
    wanted = chair.filter.partition("|")[2].split(",")
    return frozenset(TEXT.index(text) for text in wanted if text in TEXT)


def _standing_order(hand: HandState, seat: int, chair: Chair) -> Act:
    """In a game by the day nobody waits for claims: a win is taken, a pung if it was ordered, else a pass."""
    acts = legal_actions(hand, seat)
    win = next((act for act in acts if act.verb == "h"), None)
    if win is not None:
        return win
    if hand.last is not None and hand.last.tile in standing_orders(chair) and PUNG in acts:
        return PUNG
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
    _apply(w, Action(HOST, CLOSE), "host")
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
    return seat in prompt.missing and not only_pass(prompt.options[seat])


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
            w.update(seat, ready="")
            if chair.leaving:
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


# -- the clock


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
        if prompt is not None and _is_asked(w.table, prompt, seat):
            w.tell(seat, "outage.private", seconds=seconds)
            w.dirty(Surface("panel", seat), Urgency.MUST_ACT)


def tick(w: Work) -> None:
    """Timers of a running hand: windows that close, computer turns, deadlines."""
    hand, clock = w.table.hand, w.table.clock
    if hand is None or hand.prompt is None:
        return
    due = deadline(w.table)
    if due is not None and w.now >= due:
        _expire(w)
    elif clock.ping_at is not None and w.now >= clock.ping_at:
        _ring(w, hand.prompt)
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
    for seat in prompt.missing:
        win = _win_for(w.table, hand, seat)
        if win is not None:
            w.tell(seat, "clock.won")
            _apply(w, Action(seat, win), "clock")
            if w.table.prompt is None or w.table.prompt.number != prompt.number:
                break
        elif must_choose(prompt, seat):
            w.tell(seat, "clock.passed")
    current = w.table.prompt
    if current is not None and current.number == prompt.number:
        _apply(w, Action(HOST, CLOSE), "clock")
    follow(w)


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
        _apply(w, Action(seat, win or PASS), "clock")
        if w.table.hand is not None and _same_turn(hand, w.table.hand):
            _expire_turn(w, w.table.hand, seat)
        else:
            follow(w)
        return
    act = _win_for(w.table, hand, seat) or safe_discard(w.table, hand, seat)
    expiries = chair.expiries + 1
    w.update(seat, expiries=expiries)
    if act.verb == "d":
        w.tell(seat, "clock.discarded", tile=act.tile)
    else:
        w.tell(seat, "clock.won" if act.verb == "h" else "clock.chose", act=act.text)
    if expiries >= EXPIRIES:
        away(w, seat)
    take(w, seat, act, "clock")


def safe_discard(table: Table, hand: HandState, seat: int) -> Act:
    """The drawn tile; if that is absent, wild, barred or warned of, the computer's choice."""
    drawn: Kind | None = hand.seats[seat].drawn
    kept = hand.game.wilds(hand, seat) | hand.game.warnings(hand, seat).keys()
    if drawn is not None and drawn not in kept:
        act = make_act("d", drawn)
        if act in legal_actions(hand, seat):
            return act
    return computer_choice(table, seat)


def away(w: Work, seat: int) -> None:
    """Two turns in a row ran out: the computer plays, and the person is told."""
    chair = w.table.chair(seat)
    w.update(seat, played_by="computer")
    w.note("away.group", name=chair.person.name if chair.person else "")
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
