"""What the tests of both games with a referee ask of a scripted hand."""

import pytest

from engine.hand import IllegalAction
from engine.tiles import parse_tile
from tests.engine.rigged import Rigged

MODES = ("assist", "referee")


def judged(hand: Rigged) -> list[str]:
    """Everything that was judged so far, each as `seat verdict clause`."""
    return [f"{event.seat} {event.arg}" for event in hand.log if event.name == "judged"]


def standing(hand: Rigged) -> list[int]:
    return [seat for seat in range(4) if "standing" in hand.state.seats[seat].declared]


def to_the_end(hand: Rigged) -> Rigged:
    """Nobody does anything any more: the hand is drawn, and only fines are paid."""
    return hand.drift(lambda state: state.over)


def at_turn(hand: Rigged, seat: int) -> Rigged:
    """The host closes prompts until the seat is at turn, by a draw or a claim."""
    return hand.drift(lambda state: state.turn == seat and hand.kind == "turn")


def held(hand: Rigged, seat: int, tile: str) -> int:
    return hand.state.seats[seat].hand.count(parse_tile(tile))


def refused(hand: Rigged, seat: int, act: str) -> None:
    """The act is not open: it is rejected, and nothing is judged."""
    before = judged(hand)
    with pytest.raises(IllegalAction):
        hand.do(seat, act)
    assert judged(hand) == before
