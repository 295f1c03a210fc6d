"""A win is announced, may be intercepted, and is then revealed or withdrawn (FD-22, FD-23, 一.4, 二.2, 五h)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import PASS, REVEAL, WIN, WITHDRAW, Act, make_act
from engine.hu_tai_play import stands
from engine.phases import Phase
from engine.play import ask_turn, end_drawn, win
from engine.prompts import Prompt, PromptKind
from engine.referee.docket import Announced, Call, Recall, Verdict
from engine.referee.judging import ask_anew, docket_of, fine, judge, keep, stand
from engine.referee.rules import rules_of
from engine.scoring import SEATS, distance

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Discard, Position


def late_win(number: int) -> Act:
    """The announcement of a win on the discard that the prompt of this number asked about."""
    return make_act("h", arg=str(number))


def recall_of(pos: Position, number: int | None) -> Recall | None:
    """The recall of this number, while a win on its discard lives."""
    return next((recall for recall in docket_of(pos).recalls if recall.number == number), None)


def may_call(pos: Position, recall: Recall, seat: int) -> bool:
    """Whether the seat may announce a win on that discard: who drew or took it since, or declined, may not."""
    if stands(pos, seat) or seat == discard_of(recall).seat or seat == recall.taker:
        return False
    return seat not in recall.drew and seat not in recall.refused


def may_intercept(pos: Position, recall: Recall, seat: int) -> bool:
    """FD-22.4, 5: as `may_call`, while nobody has drawn; who took the tile may turn that into a win until he throws."""
    if recall.drew or stands(pos, seat) or seat == discard_of(recall).seat or seat in recall.refused:
        return False
    return seat != recall.taker or not recall.taker_threw


def discard_of(recall: Recall) -> Discard:
    """The discard that it is about."""
    last = recall.state.last
    if last is None:
        raise LookupError("a recall without a discard")
    return last


def announce(d: Draft, wins: Iterable[Announced], prompt: Prompt) -> None:
    """These wins were announced where `prompt` was open; it is asked on, should none of them stand."""
    keep(d, call=Call(tuple(wins), prompt, d.phase))
    d.phase = Announcement.name
    d.prompt = None
    _next_win(d)


def _next_win(d: Draft) -> None:
    """The best win that is left: those who may go before it are asked first, then it is to be shown."""
    call = _call(d)
    if not call.wins:
        _resume(d, call)
        return
    best = call.wins[0]
    asked = interceptions(d, best, {other.seat for other in (*call.wins, *call.shown)})
    if asked:
        d.show()
        d.ask(PromptKind.INTERCEPT, {seat: [*acts, PASS] for seat, acts in asked.items()})
        return
    tiles = () if best.number is None else (discard_of(_recall(d, best.number)).tile,)
    d.event("announced", best.seat, tiles)
    d.show()
    d.ask(PromptKind.REVEAL, {best.seat: [REVEAL, WITHDRAW]})


def interceptions(d: Draft, best: Announced, calling: set[int]) -> dict[int, list[Act]]:
    """Who else may win before this win counts, and on what: an earlier discard, or the same one from nearer by.

    Who took the tile is asked from further away too (FD-22.5): he has the next right should this win be none.
    """
    recall = recall_of(d, best.number)
    if recall is None or recall.drew:
        return {}
    found: dict[int, list[Act]] = {}
    for seat in SEATS:
        if seat in calling:
            continue
        acts = [late_win(other.number) for other in _earlier(d, recall) if may_intercept(d, other, seat)]
        thrower = discard_of(recall).seat
        nearer = distance(thrower, seat) < distance(thrower, best.seat)
        if (nearer or seat == recall.taker) and may_intercept(d, recall, seat):
            acts.append(late_win(recall.number))
        if acts:
            found[seat] = acts
    return found


def _earlier(d: Draft, recall: Recall) -> list[Recall]:
    return [other for other in docket_of(d).recalls if other.number < recall.number]


def rank(d: Draft, announced: Announced) -> tuple[int, int, int]:
    """The order in which announced wins count: the earlier discard, then the nearer seat (FD-19, FD-22.4)."""
    recall, seat = recall_of(d, announced.number), announced.seat
    if recall is None:
        return (0, 0, distance(d.last.seat if d.last else d.turn, seat))
    return (recall.number, rules_of(d).win_rank(recall.state, seat), distance(discard_of(recall).seat, seat))


class Announcement(Phase):
    """An announced win is being judged."""

    name = "announcement"

    def enter(self, d: Draft) -> None:
        raise NotImplementedError("entered by announce")

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        if prompt.kind is PromptKind.INTERCEPT:
            _intercepted(d, prompt)
        else:
            _revealed(d, shown=prompt.answers[prompt.asked[0]] is REVEAL)


def _intercepted(d: Draft, prompt: Prompt) -> None:
    """Those who win too go before; a pass binds for that discard (FD-23)."""
    call = _call(d)
    more = []
    for seat in prompt.asked:
        act = prompt.answers[seat]
        if act is not None and act.verb == "h":
            more.append(Announced(seat, int(act.arg)))
            continue
        for offered in prompt.options[seat]:
            if offered.arg:
                refuse(d, seat, int(offered.arg))
    wins = sorted((*call.wins, *more), key=lambda announced: rank(d, announced))
    keep(d, call=replace(call, wins=tuple(wins)))
    _next_win(d)


def refuse(d: Draft, seat: int, number: int | None) -> None:
    """The seat will not win on this discard any more."""
    recalls = [
        replace(recall, refused=recall.refused | {seat}) if recall.number == number else recall
        for recall in docket_of(d).recalls
    ]
    keep(d, recalls=tuple(recalls))


def _revealed(d: Draft, *, shown: bool) -> None:
    """A real win that is shown ends the hand; one withdrawn is a pass. No win: shown a fine, withdrawn a stand."""
    call = _call(d)
    best, game = call.wins[0], rules_of(d)
    recall = recall_of(d, best.number)
    pos: Position = d if recall is None else recall.state
    fault = _judged_in(d, call.phase, pos, best.seat)
    keep(d, call=replace(call, wins=call.wins[1:]))
    if fault is None and shown:
        _real(d, call, recall)
        return
    refuse(d, best.seat, best.number)
    if fault is not None and fault[1] is Verdict.VOID:
        judge(d, best.seat, *fault)
    elif fault is not None:
        clause, verdict = fault if shown else (game.withdrawn_clause, Verdict.STAND)
        if shown:
            d.declare(best.seat, "open")
        (fine if verdict is Verdict.FINE else stand)(d, best.seat, clause)
    else:
        d.event("withdrawn", best.seat)
    if call.shown:
        _win(d, call.shown[0], recall, call)
    elif d.result is None:
        _next_win(d)


def _real(d: Draft, call: Call, recall: Recall | None) -> None:
    """A real win was shown: it stands, unless all three others win on the discard, which may draw the hand (LG-16)."""
    shown, left = (*call.shown, call.wins[0]), call.wins[1:]
    if not _three_may_win(d, call):
        _win(d, shown[0], recall, call)
    elif left:
        keep(d, call=replace(call, wins=left, shown=shown))
        _next_win(d)
    else:
        _go_back(d, recall, call)
        end_drawn(d, "three_winners")


def _three_may_win(d: Draft, call: Call) -> bool:
    """Whether all three others called one discard, where that draws the hand."""
    numbers = [announced.number for announced in (*call.shown, *call.wins)]
    return (
        rules_of(d).hears_all_winners(d)
        and len(numbers) == 3
        and None not in numbers
        and len(set(numbers)) == 1
    )


def _judged_in(d: Draft, phase: str, pos: Position, seat: int) -> tuple[str, Verdict] | None:
    """What is wrong with the announced win; the division is no phase of its own while it is judged."""
    if pos is not d:
        return rules_of(d).win_fault(pos, seat)
    d.phase = phase
    try:
        return rules_of(d).win_fault(d, seat)
    finally:
        d.phase = Announcement.name


def _win(d: Draft, best: Announced, recall: Recall | None, call: Call) -> None:
    """The win stands."""
    _go_back(d, recall, call)
    win(d, [(best.seat, rules_of(d).best_way(d, best.seat))], d.last)


def _go_back(d: Draft, recall: Recall | None, call: Call) -> None:
    """The announcements are over; of a recalled discard the table is taken back to it (FD-22)."""
    d.phase = call.phase
    if recall is not None:
        declared = [seat.declared for seat in d.seats]
        d.go_back(recall.state)
        for seat, words in enumerate(declared):  # what was judged since stays judged
            d.change(seat, declared=words)
        keep(d, barred=docket_of(recall.state).barred)
    keep(d, call=None)


def _resume(d: Draft, call: Call) -> None:
    """No win stood: the question that was interrupted is asked on, of those who do not stand by now."""
    d.phase = call.phase
    keep(d, call=None)
    d.show()
    if call.prompt.kind is PromptKind.TURN:
        ask_turn(d)
        return
    d.number += 1
    d.prompt = replace(call.prompt, number=d.number, held=False)
    for seat in SEATS:
        if stands(d, seat):
            ask_anew(d, seat)


def without_wins(prompt: Prompt) -> Prompt:
    """The prompt with its announcements taken as passes: how it goes on should none of them stand."""
    passes = {seat: PASS for seat, act in enumerate(prompt.answers) if act is not None and act.verb == "h"}
    return prompt.completed(passes)


def announced_in(d: Draft, prompt: Prompt, number: int | None) -> list[Announced]:
    """The wins among a question's answers, best first."""
    wins = [Announced(seat, number) for seat, act in enumerate(prompt.answers) if act is WIN]
    return sorted(wins, key=lambda announced: rank(d, announced))


def _call(d: Draft) -> Call:
    call = docket_of(d).call
    if call is None:
        raise LookupError("nothing was announced")
    return call


def _recall(d: Draft, number: int) -> Recall:
    recall = recall_of(d, number)
    if recall is None:
        raise LookupError(f"no win lives on the discard of prompt {number}")
    return recall
