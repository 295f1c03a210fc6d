"""A table with a referee, as its host runs it: judgements are told, late wins find their discard, objections lapse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.actions import Act, Event, make_act
from engine.prompts import Prompt, PromptKind
from engine.referee.docket import Objection, judgement_of
from engine.referee.objections import SHOWN, TALK
from engine.state import Discard, HandState
from engine.tiles import TEXT
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
    hand = w.table.hand
    number = None if hand is None else _recall_on(hand, hand.last)
    if number is not None and prompt.kind is PromptKind.CLAIM:
        known = (*w.table.claimed_at, (w.table.decision, number))
        w.table = replace(w.table, claimed_at=known[-REMEMBERED:])


def _recall_on(hand: HandState, last: Discard | None) -> int | None:
    """The number under which a win on this discard is announced; None where none lives."""
    recalls = () if hand.docket is None or last is None else hand.docket.recalls
    return next((recall.number for recall in reversed(recalls) if recall.state.last == last), None)


def late_win(table: Table, decision: int | None) -> Act | None:
    """What `h` means on a button of a discard that is no longer asked about; None where no win on it lives.

    The board that now stands needs no memory, so that a restart takes nothing away.
    """
    hand = table.hand
    if hand is None or hand.docket is None:
        return None
    living = {recall.number for recall in hand.docket.recalls}
    number = next((number for known, number in table.claimed_at if known == decision), None)
    if number is None and decision == table.shown_decision:
        number = _recall_on(hand, hand.shown.last)
    return make_act("h", arg=str(number)) if number in living else None


def names_discard(table: Table, decision: int | None, act: Act) -> bool:
    """Whether this late win, on a button with that number, is about a discard of the running hand."""
    return decision is not None and any(
        known <= decision and act.arg == str(number) for known, number in table.claimed_at
    )


def time_for(table: Table, kind: PromptKind) -> int | None:
    """Ms for one of the referee's own questions; None: no clock."""
    if table.house.tempo in UNTIMED:
        return None
    return FLOWER_TIME if kind is PromptKind.FLOWER else REVEAL_TIME


def tell(w: Work, events: Iterable[Event]) -> None:
    """Each judgement in one sentence, to the group or, in practice, on the panels."""
    for event in events:
        if event.name == "judged":
            judged = judgement_of(event)
            key = f"judged.{judged.verdict.value}"
            w.announce(key, who=judged.seat, clause=judged.clause, shown=event.tiles)
        elif event.name == "objection":
            w.announce(
                "objection.raised",
                who=event.seat,
                whose=event.other,
                clause=event.arg,
                shown=event.tiles,
                support=_support(w.table, event),
            )
        elif event.name == "lapsed":
            w.announce("objection.lapsed")
    w.table = time_objections(w.table, w.now)


def _support(table: Table, event: Event) -> tuple[str, ...]:
    """The arguments of the act that supports this objection; none where it needs no more support."""
    hand = table.hand
    running = () if hand is None or hand.docket is None else hand.docket.objections
    if all((one.accused, one.clause) != (event.other, event.arg) for one in running):
        return ()
    kind = next((kind for kind, clause in TALK.items() if clause == event.arg), SHOWN)
    return (str(event.other), kind, *(TEXT[tile] for tile in event.tiles))


def time_objections(table: Table, now: int) -> Table:
    """Each running objection has a time of its own, then it lapses; at tempo none and day it waits."""
    hand = table.hand
    if hand is None or hand.over or hand.docket is None or table.house.tempo in UNTIMED:
        return replace(table, objecting=()) if table.objecting else table
    known = {_about(one): until for one, until in table.objecting}
    fresh = now + 1000 * int(getattr(hand.options, "objection_seconds", 0))
    objecting = tuple((one, known.get(_about(one), fresh)) for one in hand.docket.objections)
    return replace(table, objecting=objecting)


def _about(objection: Objection) -> tuple[int, str, int | None]:
    """What it is about, whoever supports it."""
    return objection.accused, objection.clause, objection.tile
