"""What every game refuses alike: hands of a wrong size, and events that contradict the rest of the case."""

from engine.fans import claimed
from engine.result import CaseError, Result, Win
from engine.scoring import IllegalWin
from engine.tiles import TEXT

SELF_DRAWN = frozenset({"heavenly", "kong_bloom", "flower_bloom", "rob_gold", "division", "three_golds"})
"""Events that only a self-draw can have."""


def check_one_winner(result: Result) -> None:
    """Refuse a list of winners where one player wins; raises CaseError."""
    if len(result.wins) > 1:
        raise CaseError(f"{result.game.id} has one winner, not {len(result.wins)}")


def refuse_size(result: Result, win: Win) -> None:
    """Wrong number of tiles: hand, three for each meld and the winning tile; raises IllegalWin."""
    seat = result.seats[win.seat]
    held = len(seat.concealed) + 3 * len(seat.melds) + 1
    if held != result.game.hand_size + 1:
        raise IllegalWin(
            f"seat {win.seat} has {held} tiles with {TEXT[win.tile]}, not {result.game.hand_size + 1}"
        )


def refuse_events(result: Result, win: Win, read: frozenset[str]) -> None:
    """Events, of those the game reads, that the case contradicts; raises IllegalWin."""
    events = win.events & read
    if win.source is not None and events & SELF_DRAWN:
        raise IllegalWin(f"{min(events & SELF_DRAWN)} is a self-draw, yet the tile is seat {win.source}'s")
    taken = events & {"rob_kong", "hot_discard"}
    if taken and win.source is None:
        raise IllegalWin(f"{min(taken)} needs the seat whose tile it was")
    if len(taken) > 1:
        raise IllegalWin("a robbed kong is no discard: rob_kong and hot_discard exclude each other")
    if "heavenly" in events:
        refuse_heavenly(result, win)
    if "earthly" in events:
        refuse_earthly(result, win)


def refuse_heavenly(result: Result, win: Win) -> None:
    """天胡 is the dealer's, before any discard or claim; raises IllegalWin."""
    if win.seat != result.dealer:
        raise IllegalWin(f"heavenly: seat {win.seat} is not the dealer")
    if any(seat.discards or claimed(seat.melds) for seat in result.seats):
        raise IllegalWin("heavenly: there has been a discard or a claim")


def refuse_earthly(result: Result, win: Win) -> None:
    """地胡 is a non-dealer's, without a claimed meld of its own; raises IllegalWin."""
    if win.seat == result.dealer:
        raise IllegalWin(f"earthly: seat {win.seat} is the dealer")
    if claimed(result.seats[win.seat].melds):
        raise IllegalWin(f"earthly: seat {win.seat} has claimed a tile")


def refuse_touched(result: Result, win: Win) -> None:
    """天胡, 地胡 where the winner may not even have a concealed kong, nor have discarded; raises IllegalWin."""
    event = next((name for name in ("heavenly", "earthly") if name in win.events), None)
    seat = result.seats[win.seat]
    if event and (seat.melds or seat.discards):
        raise IllegalWin(f"{event}: seat {win.seat} has melded or discarded")


def refuse_bloom_without_kong(result: Result, win: Win) -> None:
    """杠上开花 needs a kong of the winner's; raises IllegalWin."""
    if "kong_bloom" in win.events and not any(meld.is_kong for meld in result.seats[win.seat].melds):
        raise IllegalWin(f"kong_bloom: seat {win.seat} has no kong")
