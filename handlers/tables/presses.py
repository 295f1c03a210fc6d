"""Presses that are acts of the running hand: which are taken, which are refused and why, which are asked for twice."""

from __future__ import annotations

from engine.actions import (
    PASS,
    WIN,
    Act,
    ActTextError,
    parse_act,
)
from engine.hand import answers_open, is_free, legal_actions, may_act
from engine.prompts import ONE_SEAT, PromptKind
from engine.state import HandState
from engine.tiles import Kind
from handlers.callback_data import CODES, Decision
from handlers.tables.commands import Press
from handlers.tables.judging import late_win, names_discard
from handlers.tables.model import Table
from handlers.tables.pace import DOUBLE_TAP, SECOND_PRESS
from handlers.tables.play import take
from handlers.tables.standing import wake
from handlers.tables.work import Work

LATE_ON_THE_BOARD = frozenset("cd")
"""Acts that the board's buttons still mean in the own turn: the board is not edited before its discard."""


def press_act(w: Work, press: Press, seat: int) -> None:
    """A button that is an act of the hand."""
    hand = w.table.hand
    if hand is None or hand.prompt is None:
        w.refuse("refuse.not_dealt" if w.table.state == "lobby" else "refuse.moved_on")
        return
    try:
        act = parse_act(f"{press.code}:{press.arg}" if press.arg else press.code)
    except ActTextError:
        w.refuse("refuse.unknown_button")
        return
    current = _is_current(w.table, press, seat)
    meant = _asked_or_late(w.table, press, seat, act) if current else _recalled(w.table, press, seat, act)
    if meant is None:  # the board that stands asks about a tile whose window is over
        w.refuse("refuse.gone_by" if press.decision == w.table.shown_decision else "refuse.moved_on")
        return
    act = best_way(hand, seat, meant)
    if not may_act(hand, seat, act):
        _refuse_act(w, hand, seat, act)
    elif (warning := _second_press(w, hand, seat, act)) is not None:
        w.answer(warning, alert=True, accepted=False)
    else:
        if w.table.chair(seat).naming[0] and act is not PASS:
            w.update(seat, naming=("", 0))
        wake(w)
        take(w, seat, act, "person")
        if w.effects.answer is None:
            _answer_act(w, hand, act)
        _needed_no_ring(w, hand, seat)


def _asked_or_late(table: Table, press: Press, seat: int, act: Act) -> Act:
    """A press on the number that now counts; where no win is asked of the seat, 胡 is about the tile on the board."""
    hand = table.hand
    if act is not WIN or hand is None or any(open_act.verb == "h" for open_act in answers_open(hand, seat)):
        return act
    late = late_win(table, press.decision)
    return late if late is not None and may_act(hand, seat, late) else act


def _recalled(table: Table, press: Press, seat: int, act: Act) -> Act | None:
    """What a press on an earlier number still means: a late win (FD-22), or an act that answers no question."""
    hand = table.hand
    if hand is None or hand.docket is None:
        return None
    if act is WIN:
        return late_win(table, press.decision)
    shown_now = press.decision == table.decision_for(seat) and is_free(hand, seat, act)
    return act if shown_now or (act.verb == "h" and names_discard(table, press.decision, act)) else None


def _needed_no_ring(w: Work, hand: HandState, seat: int) -> None:
    """A turn taken without a ring ends the row of those that needed one."""
    if hand.prompt is not None and hand.prompt.kind is PromptKind.TURN and seat not in w.table.clock.pinged:
        chair = w.table.chairs[seat]
        if chair is not None and chair.pings:
            w.update(seat, pings=0)


def _is_current(table: Table, press: Press, seat: int) -> bool:
    if press.decision == table.decision or CODES[press.code].decision is Decision.FREE:
        return True
    prompt = table.prompt
    if prompt is None or press.decision != table.shown_decision:
        return False
    if prompt.kind not in ONE_SEAT or not prompt.options[seat]:
        return False
    away = not table.chair(seat).reached
    if press.code == "h":  # where no win is asked for, it is one on the tile that lies
        return away and (not table.hand_referee or any(act.verb == "h" for act in prompt.options[seat]))
    return press.code in LATE_ON_THE_BOARD or (press.code in ("x", "f") and away)


def best_way(hand: HandState, seat: int, act: Act) -> Act:
    """`h` means the best way of winning that is asked for: a special one where the plain one is not.

    An earlier discard is won on by a button that names it, never by this one.
    """
    legal = answers_open(hand, seat)
    if act is WIN and WIN not in legal:
        return next((other for other in legal if other.verb == "h"), act)
    return act


def _second_press(w: Work, hand: HandState, seat: int, act: Act) -> str | None:
    """The text that asks for a second press of this throw; None if none is needed.

    Nor is any when it comes within five seconds, yet not so soon that the same thumb has only trembled.
    """
    warning = _warning(hand, seat, act)
    text, at = w.table.chair(seat).slipped
    if warning is None or (text == act.text and DOUBLE_TAP < w.now - at <= SECOND_PRESS):
        return None
    if text != act.text or w.now - at > DOUBLE_TAP:
        w.update(seat, slipped=(act.text, w.now))
    return warning


def _warning(hand: HandState, seat: int, act: Act) -> str | None:
    """A wild is thrown only by two presses, unless nothing else can be; so is what the game warns of."""
    if act.verb != "d" or hand.referee:
        return None
    wilds = hand.game.wilds(hand, seat)
    if act.tile not in wilds:
        return hand.game.warnings(hand, seat).get(act.tile)
    only_wilds = all(other.tile in wilds for other in legal_actions(hand, seat) if other.verb == "d")
    return None if only_wilds else "throw.gold"


def _answer_act(w: Work, hand: HandState, act: Act) -> None:
    kind = hand.prompt.kind if hand.prompt else None
    if act.verb == "h" and act.arg.isdigit():
        w.answer("toast.announced")
    elif act is PASS:
        w.answer("toast.drew" if kind is PromptKind.CHOW else "toast.passed")
    elif act.verb == "d":
        w.answer("toast.discarded", tile=act.tile)
    elif kind in (PromptKind.CLAIM, PromptKind.ROB):
        w.answer("toast.noted")
    elif act.verb == "s":
        w.answer("toast.stake", n=int(act.arg))
    elif act.verb == "c":
        last = (hand.last.tile,) if hand.last and len(act.tiles) == 2 else ()
        tiles = (*act.tiles, *last) if last else (act.tile, act.tile + 1, act.tile + 2)
        w.answer("toast.chow", tiles=tiles)
    elif act.verb == "k":
        w.answer("toast.kong", tile=act.tile)
    elif act.verb == "h":
        w.answer("toast.announced" if hand.referee else "toast.win")
    elif act.verb == "f" and act.tiles:
        w.answer("toast.laid", tile=act.tile)
    elif act.verb in _UNAIDED:
        w.answer(_UNAIDED[act.verb])
    else:
        w.answer("toast.chosen", act=act.text)


_UNAIDED = {
    "f": "toast.flowers_called",
    "v": "toast.revealed",
    "w": "toast.withdrawn",
    "q": "toast.objected",
}


def barred_key(hand: HandState, seat: int, tile: Kind) -> str:
    """The text that says why the seat may not throw this tile of its hand."""
    reason = hand.game.barred_reason(hand, seat, tile)
    return f"refuse.barred_{reason}" if reason else "refuse.barred"


def _refuse_act(w: Work, hand: HandState, seat: int, act: Act) -> None:
    """One friendly sentence: why this act is not open to the seat."""
    prompt = hand.prompt
    state = hand.seats[seat]
    if prompt is None:
        w.refuse("refuse.moved_on")
    elif act.verb == "q":
        w.refuse("refuse.objection")
    elif act.verb == "f" and not act.tiles and prompt.kind is PromptKind.FLOWER:
        w.refuse("refuse.lay_by_name")
    elif act.verb in "fvw":
        w.refuse("refuse.not_now")
    elif "standing" in state.declared and act.verb in "hpkc":
        w.refuse("refuse.stands", stands=True)
    elif act.verb == "h" and act.arg.isdigit():
        judging_now = hand.docket is not None and hand.docket.call is not None
        w.refuse("refuse.not_now" if judging_now else "refuse.win_too_late")
    elif prompt.answers[seat] is not None:
        w.refuse("refuse.answered")
    elif hand.last is not None and hand.last.seat == seat and act.verb in "hpkc":
        w.refuse("refuse.own_discard")
    elif prompt.kind in ONE_SEAT and not prompt.options[seat]:
        w.refuse("refuse.not_your_turn", who=hand.turn)
    elif hand.docket is not None and hand.docket.barred is not None and act.verb in "pkc":
        w.refuse("refuse.win_only")
    elif act.verb == "c":
        last = hand.last
        if last is None or (last.seat + 1) % 4 != seat:
            w.refuse("refuse.only_next_chows")
        else:
            run = act.tiles if len(act.tiles) == 2 else range(act.tile, act.tile + 3)
            w.refuse("refuse.chow_needs", run=tuple(kind for kind in run if kind != last.tile))
    elif act.verb == "p" and hand.last is not None:
        held = state.hand.count(hand.last.tile)
        w.refuse("refuse.no_claim" if held >= 2 else "refuse.pung_needs", tile=hand.last.tile)
    elif act.verb == "k":
        w.refuse("refuse.kong_needs", tile=act.tile if act.tiles else hand.last.tile if hand.last else 0)
    elif act.verb == "h":
        w.refuse("refuse.no_rob_gold" if act.arg == "g" else "refuse.win_incomplete")
    elif act.verb == "d" and act.tile in state.hand:
        w.refuse(barred_key(hand, seat, act.tile), tile=act.tile)
    elif act.verb == "d":
        w.refuse("refuse.no_tile", tile=act.tile)
    else:
        w.refuse("refuse.not_now")
