"""Judgements and what they do to a seat: 赔胡 and 诈胡 (fine), 站胡 and 陪打 (stand) (FD-41, FD-42, LG-34, LG-35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.actions import PASS, Act
from engine.hu_tai_play import all_stand, stands
from engine.play import ask_turn, end_drawn
from engine.prompts import PromptKind
from engine.referee.docket import Docket, Judgement, Verdict
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Position


def docket_of(pos: Position) -> Docket:
    """What the referee keeps; raises LookupError at a table without one."""
    if pos.docket is None:
        raise LookupError("no referee at this table")
    return pos.docket


def keep(d: Draft, **changes: Any) -> None:
    """Change what the referee keeps."""
    d.docket = replace(docket_of(d), **changes)


def renew(d: Draft) -> None:
    """A seat has laid out a flower out of turn: wins on the tile that lies are judged by what lies now."""
    recalls = docket_of(d).recalls
    if not recalls:
        return
    keep(d, recalls=())
    state = d.freeze()
    renewed = [replace(one, state=state) if one.state.last == d.last else one for one in recalls]
    keep(d, recalls=tuple(renewed))


def judge(d: Draft, seat: int, clause: str, verdict: Verdict, tiles: Sequence[Kind] = ()) -> None:
    """Note a judgement and tell it; what follows from it is the caller's."""
    judged = Judgement(seat, clause, verdict)
    keep(d, judgements=(*docket_of(d).judgements, judged))
    d.event("judged", seat, tiles, arg=judged.text)


def stand(d: Draft, seat: int, clause: str, tiles: Sequence[Kind] = (), *, grave: bool = False) -> None:
    """The seat stands; one that does already has nothing left to lose, unless a `grave` reason takes its count too."""
    stood, worthless = stands(d, seat), docket_of(d).worthless
    if d.result is not None or (stood and (not grave or seat in worthless)):
        return
    if grave:
        keep(d, worthless=worthless | {seat})
    judge(d, seat, clause, Verdict.STAND, tiles)
    if not stood:
        _stands_now(d, seat)


def fine(d: Draft, seat: int, clause: str, tiles: Sequence[Kind] = ()) -> None:
    """The seat pays the others and stands (FD-42, LG-35); two offences are two fines."""
    judge(d, seat, clause, Verdict.FINE, tiles)
    if not stands(d, seat):
        _stands_now(d, seat)


def _stands_now(d: Draft, seat: int) -> None:
    d.declare(seat, "standing")
    d.show()
    if all_stand(d):
        d.prompt = None
        _hand_back(d)
        end_drawn(d)
    else:
        ask_anew(d, seat)


def _hand_back(d: Draft) -> None:
    """The hand ends while a tile is being added to a pung: it was not added."""
    last = d.last
    if last is not None and last.robbing:
        d.change(last.seat, hand=tuple(sorted((*d.seats[last.seat].hand, last.tile))))
        d.last = None


def ask_anew(d: Draft, seat: int) -> None:
    """The open question as it now stands for this seat: one that stands is asked for its turn alone."""
    prompt = d.prompt
    if prompt is None or not prompt.options[seat]:
        return
    answer = prompt.answers[seat]
    if answer is not None:
        if stands(d, seat) and answer is not PASS and not _still_open(d, seat, answer):
            d.prompt = prompt.answered(seat, PASS)
    elif prompt.kind is PromptKind.TURN:
        ask_turn(d)
    elif prompt.kind is PromptKind.CHOW:
        acts = d.game.chow_acts(d, seat)
        d.prompt = prompt.asking(seat, [*acts, PASS]) if acts else prompt.answered(seat, PASS)
    elif prompt.kind is PromptKind.CLAIM:
        acts = d.game.claim_acts(d, seat) if d.game.may_claim(d, seat) else []
        d.prompt = prompt.asking(seat, [*acts, PASS] if acts else ())
    elif prompt.kind is PromptKind.DIVISION:
        d.prompt = prompt.answered(seat, PASS) if stands(d, seat) else prompt
    elif stands(d, seat) and prompt.kind is not PromptKind.REVEAL:
        d.prompt = prompt.asking(seat, ())


def _still_open(d: Draft, seat: int, answer: Act) -> bool:
    """Whether a seat that stands by now may have answered so: never a win."""
    return answer.verb in "pkc" and d.game.may_claim(d, seat)
