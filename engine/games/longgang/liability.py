"""包三家 (LG-36): the throws that make their thrower pay for all three if somebody wins on them."""

from engine.games.longgang.holding import seat_wind
from engine.hu_tai_play import lying_open
from engine.state import Position, SeatState
from engine.tiles import EAST, GREEN, RED, WINDS, Kind

HONOUR_MELDS = 3
"""Melds that a hand must have before an honour can feed it."""


def late_risk(pos: Position, seat: int, hand: tuple[Kind, ...], tile: Kind) -> str:
    """The clause of the late risk of throwing an unseen 中 or 发, empty where there is none.

    `hand` is what the seat holds with the tile.
    """
    if tile not in (RED, GREEN) or pos.left > pos.options.bao_late:
        return ""
    if lying_open(pos.seats, tile, concealed_kongs=True):
        return ""
    if hand.count(seat_wind(seat, pos.dealer)) == 1:
        return "四a"
    other = RED if tile == GREEN else GREEN
    return "四b" if other in hand and was_thrown(pos, other) else ""


def was_thrown(pos: Position, tile: Kind) -> bool:
    """Whether anybody has thrown the tile: it lies among the discards, or was claimed."""
    return lying_open(pos.seats, tile, concealed_kongs=False) > 0


def feeds_honours(winner: SeatState, tile: Kind) -> bool:
    """F: a wind thrown to three wind sets, an honour to three melds or more that are all honours."""
    if len(winner.melds) < HONOUR_MELDS:
        return False
    honours = [meld.tile for meld in winner.melds if meld.tile >= EAST]
    winds = sum(kind in WINDS for kind in honours)
    all_honours = len(honours) == len(winner.melds)
    return (tile in WINDS and winds >= HONOUR_MELDS) or (tile >= EAST and all_honours)
