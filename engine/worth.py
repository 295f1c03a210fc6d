"""What a win that is open to a seat would bring, as far as the seat itself can know."""

from engine.actions import Act
from engine.draft import Draft
from engine.play import win
from engine.scoring import IllegalWin
from engine.state import HandState

OWN_REASONS = frozenset({"hand", "liability", "discarder_extra"})
"""Transfers that follow from the winner's hand and from what lies open; others may hang on hidden tiles."""


def win_pays(state: HandState, seat: int, act: Act) -> dict[int, int]:
    """Who would pay the seat how much for winning so now, by payer; empty where it may not win so."""
    d = Draft.of(state)
    d.prompt = None
    try:
        win(d, [(seat, act)], state.last)
    except (IllegalWin, LookupError):
        return {}
    paid: dict[int, int] = {}
    for move in d.settlement.transfers if d.settlement else ():
        if move.receiver == seat and move.reason in OWN_REASONS:
            paid[move.payer] = paid.get(move.payer, 0) + move.amount
    return paid
