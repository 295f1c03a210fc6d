"""Abortive draws (LG-16), where `abort_draws` is on."""

from collections.abc import Set

from engine.actions import WIN
from engine.melds import KONGS
from engine.prompts import Prompt
from engine.state import Came, Position
from engine.tiles import PLAYING_KINDS, WINDS, Kind, is_big

NINE = 9
FOUR = 4


def four_winds(pos: Position) -> bool:
    """四风连打: the first four discards, one of each seat and none claimed, are the same wind."""
    if not pos.options.abort_draws or pos.count != FOUR:
        return False
    rivers = {seat.discards for seat in pos.seats}
    return len(rivers) == 1 and rivers <= {(wind,) for wind in WINDS}


def calls_nine(pos: Position, seat: int, wilds: Set[Kind]) -> bool:
    """九种九幺: nine kinds of big tiles, wilds aside, in the turn that begins with the seat's first draw."""
    state = pos.seats[seat]
    if not pos.options.abort_draws or pos.came is Came.CLAIM or state.turns != 1:
        return False
    big = {kind for kind in state.hand if kind < PLAYING_KINDS and is_big(kind)}
    return len(big - wilds) >= NINE


def four_kongs(pos: Position) -> bool:
    """四杠: four kongs lie, not all of one seat: nothing but a win on the next discard is left."""
    if not pos.options.abort_draws:
        return False
    made = [[meld.kind in KONGS for meld in seat.melds].count(True) for seat in pos.seats]
    return sum(made) == FOUR and FOUR not in made


def three_winners(pos: Position, prompt: Prompt) -> bool:
    """三家同响: all three others win on one discard."""
    return bool(pos.options.abort_draws) and prompt.answers.count(WIN) == 3
