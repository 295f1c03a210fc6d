"""Computer seats that err now and then, as people do, where a referee judges them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.actions import Act, Action, parse_act
from engine.computer import computer_act
from engine.fairness import Stream
from engine.hand import may_act
from engine.referee.slips import KEPT, slips
from engine.state import Position
from engine.tiles import TEXT

T = TypeVar("T")

MISTAKE_IN = 150
"""Of so many decisions of a computer seat that errs, one is a mistake, of any kind that is open."""
TEMPTED_IN = 2
"""The same of those in which a rare mistake is open: a win against a duty, a forbidden discard."""
COMMON = frozenset({"一.4", "五h", "一.2", "方式9", "二.7", "五b", "二.12", "二.4", "财b", KEPT})
"""Mistakes that are open to almost any hand."""


def erring_act(pos: Position, seat: int, below: Callable[[int], int]) -> Act:
    """As `computer_act`, but now and then a mistake; `below(n)` gives chance, 0 … n − 1."""
    corrections = [act for act in pos.game.free_acts(pos, seat) if act.verb == "w"]
    if corrections and not below(TEMPTED_IN):
        return _one_of(corrections, below)
    open_mistakes = slips(pos, seat)
    rare = [clause for clause in open_mistakes if clause not in COMMON]
    if rare and not below(TEMPTED_IN):
        return _one_of(open_mistakes[_one_of(rare, below)], below)
    if open_mistakes and not below(MISTAKE_IN):
        return _one_of(open_mistakes[_one_of(list(open_mistakes), below)], below)
    return computer_act(pos, seat)


def seeded_act(pos: Position, seat: int) -> Act:
    """`erring_act` by the hand's own chance: the same at the same question of the same hand."""
    prompt = pos.prompt.number if pos.prompt else 0
    return erring_act(pos, seat, Stream(pos.start.key + f"errs {prompt} {seat}".encode()).below)


def beside_act(pos: Position, below: Callable[[int], int]) -> Action | None:
    """Now and then what a seat that errs does without being asked: a late call or win, a flower, an objection."""
    if pos.docket is None or below(MISTAKE_IN):
        return None
    seat = below(4)
    free = list(pos.game.free_acts(pos, seat))
    hand = pos.seats[(seat + 1) % 4].hand
    said = [f"q:{(seat + 1) % 4}:{kind}" for kind in ("9", "10", "11")]
    shown = [f"q:{(seat + 1) % 4}:1:{TEXT[_one_of(hand, below)]}"] if hand else []
    objections = [act for act in map(parse_act, (*said, *shown)) if may_act(pos, seat, act)]
    if free and (below(4) or not objections):
        return Action(seat, _one_of(free, below))
    return Action(seat, _one_of(objections, below)) if objections and not below(4) else None


def _one_of(choices: Sequence[T], below: Callable[[int], int]) -> T:
    return choices[below(len(choices))]
