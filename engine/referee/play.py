"""Turns, calls and last tiles as players act unaided: everything is accepted first, then judged."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import PASS, Act, make_act
from engine.bans import Until
from engine.melds import Meld, MeldKind
from engine.play import (
    Division,
    Play,
    add_kong,
    ask_chow,
    ask_turn,
    begin_turn,
    discard,
    lay_claim,
    leave_discard,
    lying,
    own_kong,
    take_claim,
)
from engine.prompts import Prompt, PromptKind
from engine.referee.announcing import announce, announced_in, without_wins
from engine.referee.docket import Announced, Barred, Recall, Verdict, Window, WrongChow
from engine.referee.judging import ask_anew, docket_of, fine, judge, keep, stand
from engine.referee.rules import rules_of
from engine.scoring import distance
from engine.tiles import Kind, less

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Discard


class RefereedPlay(Play):
    """From the dealer's opening turn to the end."""

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        {
            PromptKind.TURN: resolve_turn,
            PromptKind.CLAIM: resolve_claims,
            PromptKind.CHOW: resolve_chow,
            PromptKind.ROB: resolve_rob,
        }[prompt.kind](d, prompt)


class RefereedDivision(Division):
    """The last tiles are being dealt out; a false win does not stop that (三.5)."""

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        seat = prompt.asked[0]
        act = prompt.answers[seat]
        if act is not None and act.verb == "h":
            announce(d, [Announced(seat)], without_wins(prompt))
        else:
            super().resolve(d, prompt)


# -- a turn


def resolve_turn(d: Draft, prompt: Prompt) -> None:
    """Carry out what the seat chose in its turn, whatever it is."""
    seat = prompt.asked[0]
    act = prompt.answers[seat]
    if act is None:
        return
    hold_to_flowers(d, seat)
    if act.verb in "dk":
        rules_of(d).acts_with_flowers(d, seat)
    if d.result is not None:
        return
    if act.verb == "h":
        announce(d, [Announced(seat)], prompt)
    elif act.verb == "d":
        throw(d, seat, act.tile)
    elif act.verb == "k":
        declare_kong(d, seat, act.tile)
    else:
        d.game.other_turn_act(d, seat, act)


def throw(d: Draft, seat: int, tile: Kind) -> None:
    """A discard; a forbidden one lies until it is won or taken back (FD-33)."""
    rules = rules_of(d)
    faults, clause = rules.throw_faults(d, seat, tile), rules.barred_clause(d, seat, tile)
    bans = tuple(state.bans for state in d.seats)
    if clause:
        keep(d, barred=Barred(clause, d.memo, bans), passed=())
    else:
        keep(d, barred=None, passed=(seat,), kept_back=())
    discard(d, seat, tile)
    for fault in faults:
        stand(d, seat, fault, (tile,), grave=rules.is_grave(d, fault))


def give_back(d: Draft, barred: Barred) -> None:
    """Nobody won on the forbidden discard: it returns, and another tile is to be thrown (一.7 … 一.9, FD-33)."""
    last = lying(d)
    seat, state = last.seat, d.seats[last.seat]
    d.memo, d.last = barred.memo, None
    hand = tuple(sorted((*state.hand, last.tile)))
    d.change(seat, hand=hand, thrown=state.thrown - 1)
    for other, bans in enumerate(barred.bans):
        lasting = {ban for ban in d.seats[other].bans if ban.until is Until.HAND}
        d.change(other, bans=bans | lasting)  # a tile shown meanwhile stays barred
    d.count -= 1
    d.event("returned", seat, (last.tile,))
    judge(d, seat, barred.clause, Verdict.RETURN, (last.tile,))
    recalls = tuple(recall for recall in docket_of(d).recalls if recall.state.last != last)
    keep(d, barred=None, recalls=recalls, kept_back=(*docket_of(d).kept_back, last.tile))
    d.turn = seat
    d.show()
    ask_turn(d)


def declare_kong(d: Draft, seat: int, tile: Kind) -> None:
    """A kong in the own turn: real, late, or none at all."""
    fault = rules_of(d).kong_fault(d, seat, tile)
    if fault is not None and fault.refused:
        (fine if fault.verdict is Verdict.FINE else stand)(d, seat, fault.clause, (tile,))
        if d.result is None and d.prompt is None:
            ask_turn(d)
        return
    if fault is not None:
        stand(d, seat, fault.clause, (tile,))  # first: the replacement may end the hand
    if d.result is None:
        own_kong(d, seat, tile)


# -- calls on a discard


def resolve_claims(d: Draft, prompt: Prompt) -> None:
    """Announced wins first; then the best call that stands; without one the next seat's turn comes."""
    docket, last = docket_of(d), lying(d)
    wins = announced_in(d, prompt, _number_of(d))
    if wins:
        announce(d, wins, without_wins(prompt))
        return
    if docket.barred is not None:
        give_back(d, docket.barred)
        return
    note_window(d, last)
    calls = [(seat, act) for seat, act in enumerate(prompt.answers) if act is not None and act is not PASS]
    calls.sort(key=lambda call: d.game.claim_rank(d, *call), reverse=True)
    for seat, act in calls:
        if d.result is not None or take_call(d, seat, act, last):
            return
    if d.result is None:
        ask_chow(d, (last.seat + 1) % 4)


def _number_of(d: Draft) -> int | None:
    """The recall of the tile that lies, where there is one."""
    recalls = [recall for recall in docket_of(d).recalls if recall.state.last == d.last]
    return recalls[-1].number if recalls else None


def note_window(d: Draft, last: Discard) -> None:
    """What every seat could do with the tile: passed once the next tile is drawn."""
    rules = rules_of(d)
    acts = [(seat, tuple(rules.aided.claim_acts(d, seat))) for seat in rules.claimers(d, last)]
    keep(d, window=Window(last, tuple(row for row in acts if row[1])))


def count_passes(d: Draft, taken: tuple[int, Act] | None = None) -> None:
    """過 (FD-21, LG-24, LG-25): what was let go counts against those who let it go."""
    window = docket_of(d).window
    if window is None:
        return
    keep(d, window=None)
    for seat, acts in window.acts:
        if taken is None or seat != taken[0]:
            d.game.passed(d, seat, acts, window.last)
        else:
            d.game.passed(d, seat, [act for act in acts if act.verb == "h"], window.last)


def take_call(d: Draft, seat: int, act: Act, last: Discard) -> bool:
    """Judge a pung, kong or chow and carry it out; whether the hand went on with it."""
    fault = rules_of(d).call_fault(d, seat, act, last)
    if fault is not None and fault.refused:
        if fault.verdict is Verdict.STAND:
            stand(d, seat, fault.clause, (last.tile,))
        else:
            judge(d, seat, fault.clause, fault.verdict, (last.tile,))
        return d.result is not None
    rules_of(d).acts_with_flowers(d, seat)
    count_passes(d, (seat, act))
    pass_over(d, last.seat, seat)
    if d.result is not None:
        return True
    _note_taker(d, seat, last)
    run = as_run(act, last.tile, rules_of(d).wilds(d, seat)) if act.verb == "c" else act
    if run is None:
        lay_wrong_chow(d, seat, act, last)
    else:
        take_claim(d, seat, run, last)
    if fault is not None and d.result is None:
        stand(d, seat, fault.clause, (last.tile,))
    return True


def _note_taker(d: Draft, seat: int, last: Discard) -> None:
    recalls = [
        replace(recall, taker=seat) if recall.state.last == last else recall
        for recall in docket_of(d).recalls
    ]
    keep(d, recalls=tuple(recalls))


def as_run(act: Act, tile: Kind, wilds: Set[Kind] = frozenset()) -> Act | None:
    """The chow that the two named tiles make with the claimed one; None where they make no run, or one is wild."""
    low, *_ = run = sorted((*act.tiles, tile))
    if tile >= 27 or wilds & set(act.tiles) or run != [low, low + 1, low + 2] or low % 9 > 6 or low >= 27:
        return None
    return make_act("c", low)


def lay_wrong_chow(d: Draft, seat: int, act: Act, last: Discard) -> None:
    """Three tiles that are no run are laid out as a chow; nobody has noticed yet (二.7)."""
    meld = Meld(MeldKind.CHOW, last.tile, last.seat, act.tiles)
    lay_claim(d, seat, meld, act.tiles)
    keep(d, wrong=(*docket_of(d).wrong, WrongChow(seat, meld)))
    ask_turn(d)


def put_right(d: Draft, seat: int, act: Act) -> None:
    """The seat puts the right two tiles into its wrong chow (二.7)."""
    wrong = next(entry for entry in docket_of(d).wrong if entry.seat == seat)
    meld, run = wrong.meld, as_run(act, wrong.meld.tile, rules_of(d).wilds(d, seat))
    if run is None:
        raise LookupError("no run")
    hand = (*d.seats[seat].hand, *meld.named)
    for tile in act.tiles:
        hand = less(hand, tile)
    d.change(seat, hand=tuple(sorted(hand)))
    d.replace_meld(seat, meld, Meld(MeldKind.CHOW, run.tile, meld.source))
    keep(d, wrong=tuple(entry for entry in docket_of(d).wrong if entry is not wrong))
    judge(d, seat, rules_of(d).wrong_chow_clause, Verdict.PUT_RIGHT, (meld.tile, *act.tiles))
    d.show()
    ask_anew(d, seat)


def resolve_chow(d: Draft, prompt: Prompt) -> None:
    """Chow with two named tiles, or draw."""
    seat, last = prompt.asked[0], lying(d)
    act = prompt.answers[seat]
    if act is not None and act is not PASS and take_call(d, seat, act, last):
        return
    if d.result is None:
        leave_discard(d)
        begin_turn(d, seat)


def resolve_rob(d: Draft, prompt: Prompt) -> None:
    """抢杠: announced like any win; else the kong is made."""
    wins = announced_in(d, prompt, None)
    if wins:
        announce(d, wins, without_wins(prompt))
        return
    last = lying(d)
    rules = rules_of(d)
    for seat in prompt.asked:
        acts = rules.aided.wins_on_tile(d, seat, last.tile)
        if acts:
            d.game.passed(d, seat, acts, last)
    add_kong(d)


# -- what is noticed later


def hold_to_flowers(d: Draft, seat: int) -> None:
    """A later seat acts: whom play has passed may replace no more (二.8)."""
    docket = docket_of(d)
    if not docket.passed:
        return
    keep(d, passed=())
    for other in docket.passed:
        if other != seat:
            rules_of(d).passed_by(d, other)


def pass_over(d: Draft, thrower: int, taker: int) -> None:
    """A claim passes over every seat between the thrower and the taker."""
    keep(d, passed=())
    for step in range(distance(thrower, taker)):
        rules_of(d).passed_by(d, (thrower + step) % 4)


def hear(d: Draft) -> None:
    """Take in what has happened: who drew, which wins died, which wrong chows came to light (FD-22, 二.7)."""
    docket = docket_of(d)
    events, rules = d.events[docket.heard :], rules_of(d)
    keep(d, heard=len(d.events))
    late: list[int] = []
    for event in events:
        if event.name == "draw" and (rules.wins_outlive_draw or _in_turn(d, event.seat)):
            _heard_draw(d, event.seat)
        elif event.name == "discard":
            late += _heard_discard(d, event.seat)
    for seat in late:
        stand(d, seat, rules.wrong_chow_clause)


def _in_turn(d: Draft, seat: int) -> bool:
    """Whether a draw of this seat was one of its turn, not the replacement of a flower laid out meanwhile (LG-22)."""
    return d.last is None and (d.turn == seat or d.phase == "division")


def _heard_draw(d: Draft, seat: int) -> None:
    docket, rules = docket_of(d), rules_of(d)
    recalls = tuple(replace(recall, drew=recall.drew | {seat}) for recall in docket.recalls)
    wrong = tuple(
        replace(entry, drew=entry.drew | {seat}) if entry.threw and entry.seat != seat else entry
        for entry in docket.wrong
    )
    keep(d, recalls=recalls if rules.wins_outlive_draw else (), wrong=wrong)


def _heard_discard(d: Draft, seat: int) -> list[int]:
    """The wins that die (the first drawer has discarded), and the seats whose wrong chow is noticed."""
    docket = docket_of(d)
    recalls = tuple(
        replace(recall, taker_threw=recall.taker_threw or recall.taker == seat)
        for recall in docket.recalls
        if seat not in recall.drew
    )
    found = [entry.seat for entry in docket.wrong if seat in entry.drew]
    wrong = tuple(
        replace(entry, threw=entry.threw or entry.seat == seat)
        for entry in docket.wrong
        if seat not in entry.drew
    )
    keep(d, recalls=recalls, wrong=wrong)
    return found


def remember(d: Draft) -> None:
    """A discard lies and all are asked: its win lives on until the first drawer's discard (FD-22.2).

    A forbidden one is remembered too, until it is taken back: an earlier discard goes before it (FD-22.4).
    """
    docket, prompt = docket_of(d), d.prompt
    if prompt is None or prompt.kind is not PromptKind.CLAIM:
        return
    if any(recall.state.last == d.last for recall in docket.recalls):
        return
    keep(d, recalls=())
    recall = Recall(prompt.number, d.freeze())
    keep(d, recalls=(*docket.recalls, recall))
