"""A table with a referee, as its host runs it: judgements are told, late wins find their discard, objections lapse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.actions import Act, Event, make_act
from engine.prompts import Prompt, PromptKind
from engine.referee.docket import Verdict
from handlers.tables.model import Table
from handlers.tables.work import Work

REMEMBERED = 6
"""Discards whose old buttons may still announce a win."""
REVEAL_TIME = 15_000
"""Ms to show a hand that was announced to win (rulebooks, penalty tables)."""
FLOWER_TIME = 10_000
"""Ms to lay out flowers before play, and to answer who announces another (三.9)."""
UNTIMED = frozenset({"none", "day"})
"""At these tempos the referee's questions wait for their answers."""


def note_claim(w: Work, prompt: Prompt) -> None:
    """Old claim buttons go on announcing wins on their discard while those live (FD-22)."""
    if w.table.hand_referee and prompt.kind is PromptKind.CLAIM:
        known = (*w.table.claimed_at, (w.table.decision, prompt.number))
        w.table = replace(w.table, claimed_at=known[-REMEMBERED:])


def late_win(table: Table, decision: int | None) -> Act | None:
    """What `h` means on a button of an earlier discard; None where no win on it lives."""
    if table.hand is None or table.hand.docket is None:
        return None
    living = {recall.number for recall in table.hand.docket.recalls}
    number = next((number for known, number in table.claimed_at if known == decision), None)
    return make_act("h", arg=str(number)) if number in living else None


def time_for(table: Table, kind: PromptKind) -> int | None:
    """Ms for one of the referee's own questions; None: no clock."""
    if table.house.tempo in UNTIMED:
        return None
    return FLOWER_TIME if kind is PromptKind.FLOWER else REVEAL_TIME


def tell(w: Work, events: Iterable[Event]) -> None:
    """Each judgement in one sentence, to the group or, in practice, on the panels."""
    for event in events:
        if event.name == "judged":
            verdict, _, clause = event.arg.partition(" ")
            key = f"judged.{Verdict(verdict).value}"
            w.announce(key, who=event.seat, clause=clause, shown=event.tiles)
        elif event.name == "objection":
            w.announce(
                "objection.raised", who=event.seat, whose=event.other, clause=event.arg, shown=event.tiles
            )
        elif event.name == "lapsed":
            w.announce("objection.lapsed")
    _time_objections(w)


def _time_objections(w: Work) -> None:
    """A running objection lapses when its time is over; at tempo none and day it waits."""
    hand = w.table.hand
    open_ones = hand is not None and not hand.over and hand.docket is not None and hand.docket.objections
    if not open_ones or hand is None or w.table.house.tempo in UNTIMED:
        w.table = replace(w.table, objecting_until=None)
    elif w.table.objecting_until is None:
        seconds = int(hand.options.objection_seconds)
        w.table = replace(w.table, objecting_until=w.now + 1000 * seconds)
