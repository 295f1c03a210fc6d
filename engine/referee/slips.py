"""Mistakes that are open to a seat: what it may do and would be judged for. For computer seats that err."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import FLOWERS, PASS, REVEAL, Act
from engine.hand import answers_open, legal_actions
from engine.prompts import PromptKind
from engine.referee.announcing import recall_of
from engine.referee.game import Refereed
from engine.referee.judging import docket_of
from engine.referee.play import as_run

if TYPE_CHECKING:
    from engine.state import Position


KEPT = "flower"
"""In place of a clause: a flower is kept in hand."""
SHOWN = "shown"
"""In place of a clause: a hand is shown that was announced and is none."""


def slips(pos: Position, seat: int) -> dict[str, list[Act]]:
    """The seat's open acts that are mistakes, by clause, in the order they are offered."""
    found: dict[str, list[Act]] = {}
    rules = pos.game
    if isinstance(rules, Refereed) and pos.prompt is not None:
        for act in legal_actions(pos, seat):
            clause = _clause(rules, pos, seat, act)
            if clause:
                found.setdefault(clause, []).append(act)
    return found


def _clause(rules: Refereed, pos: Position, seat: int, act: Act) -> str:
    kind = pos.prompt.kind if pos.prompt is not None else None
    if act.verb == "d":
        faults = [*rules.throw_faults(pos, seat, act.tile), rules.barred_clause(pos, seat, act.tile)]
        return faults[0] or (KEPT if rules.holds_flowers(pos, seat) else "")
    if act.verb == "h":
        recall = recall_of(pos, int(act.arg)) if act.arg.isdigit() else None
        fault = rules.win_fault(recall.state if recall else pos, seat)
        return fault[0] if fault else ""
    if act.verb == "f" and act.tiles:
        return rules.wrong_flower(pos, seat, act.tile) or rules.out_of_order(pos, seat)
    if act.verb == "k" and kind in (PromptKind.TURN, PromptKind.DECLARE):
        fault_of_kong = rules.kong_fault(pos, seat, act.tile)
        return fault_of_kong.clause if fault_of_kong else ""
    if act.verb in "pkc" and pos.last is not None:
        fault_of_call = rules.call_fault(pos, seat, act, pos.last)
        wrong = act.verb == "c" and as_run(act, pos.last.tile, rules.wilds(pos, seat)) is None
        return fault_of_call.clause if fault_of_call else rules.wrong_chow_clause if wrong else ""
    return _clause_of_answer(rules, pos, seat, act)


def _clause_of_answer(rules: Refereed, pos: Position, seat: int, act: Act) -> str:
    """A hand shown that is none; silence about a flower."""
    if act is REVEAL:
        call = docket_of(pos).call
        return SHOWN if call is not None and REVEAL not in rules.sound_acts(pos, seat) else ""
    if act is not PASS or pos.phase != "flowers" or not rules.holds_flowers(pos, seat):
        return ""
    return rules.order_clause if FLOWERS in answers_open(pos, seat) else KEPT
