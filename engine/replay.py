"""Folding a journal back into states, and a finished hand as text."""

from collections.abc import Iterable, Iterator

from engine.actions import Action, Event, parse_act
from engine.hand import apply, begin
from engine.state import HandStart, HandState

Line = tuple[int, str, tuple[Event, ...]]
"""One line of a journal: seat (HOST for the host's), text of the act, what it did."""


class Divergence(ValueError):
    """The engine's events differ from the journal's; the message names the step, never a tile."""


def fold(start: HandStart, lines: Iterable[Line]) -> HandState:
    """The state after the journal's lines; raises Divergence where an act now does something else."""
    dealt, _ = begin(start)
    last = dealt
    for last, _ in steps(dealt, lines):  # noqa: B007 - the last one is wanted
        pass
    return last


def steps(state: HandState, lines: Iterable[Line]) -> Iterator[tuple[HandState, Action]]:
    """The states after each line in turn; raises Divergence."""
    for number, (seat, text, events) in enumerate(lines):
        try:
            action = Action(seat, parse_act(text))
            state, happened = apply(state, action)
        except ValueError as error:
            raise Divergence(f"step {number} is refused now ({text[:1]} by {seat})") from error
        if happened != events:
            raise Divergence(f"step {number} ({action.act.verb} by {seat}) does something else now")
        yield state, action
