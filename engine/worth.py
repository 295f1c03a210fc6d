"""What a win that is open to a seat would bring, as far as the seat itself can know."""

from engine.actions import WIN, Act
from engine.draft import Draft
from engine.play import win
from engine.scoring import IllegalWin
from engine.state import Came, HandState
from engine.tiles import Kind, less

OWN_REASONS = frozenset({"hand", "liability", "discarder_extra"})
"""Transfers that follow from the winner's hand and from what lies open; others may hang on hidden tiles."""


def win_pays(state: HandState, seat: int, act: Act) -> dict[int, int]:
    """Who would pay the seat how much for winning so now, by payer; empty where it may not win so."""
    d = Draft.of(state)
    d.prompt = None
    return _paid(d, seat, act)


def draw_pays(state: HandState, seat: int, tile: Kind, thrown: Kind | None = None) -> dict[int, int]:
    """Who would pay a seat how much if it drew this tile in its next turn; empty where that is no win.

    `thrown`: what the seat, in its own turn, would throw before that. The others are as they were last shown, and
    the tile is taken to be no wall's last: what has happened in the running turn is not for this seat to know.
    """
    own = state.seats[seat]
    rest = own.hand if thrown is None else less(own.hand, thrown)
    if len(rest) % 3 != 1:
        return {}
    d = Draft.of(state)
    d.prompt, d.last, d.phase = None, None, "play"
    d.turn, d.came, d.kong_turn = seat, Came.WALL, False
    d.count, d.head = max(d.count, 1), max(d.head - 1, 0)
    d.seats = list(state.shown.seats)
    d.seats[seat] = own.changed(hand=tuple(sorted((*rest, tile))), drawn=tile)
    return _paid(d, seat, WIN) if WIN in d.game.self_wins(d, seat) else {}


def _paid(d: Draft, seat: int, act: Act) -> dict[int, int]:
    """What this win brings, by payer."""
    try:
        win(d, [(seat, act)], d.last)
    except (IllegalWin, LookupError):
        return {}
    paid: dict[int, int] = {}
    for move in d.settlement.transfers if d.settlement else ():
        if move.receiver == seat and move.reason in OWN_REASONS:
            paid[move.payer] = paid.get(move.payer, 0) + move.amount
    return paid
