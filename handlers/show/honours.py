"""The small honours of a match, from how its hands ended: the biggest hand, the most flowers, who paid most often."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.result import Result, Win
from engine.scoring import SEATS, Fan, Settlement


@dataclass(frozen=True, slots=True)
class BigHand:
    """A win and what it brought."""

    seat: int
    points: int
    win: Win
    fans: tuple[Fan, ...] = ()


@dataclass(frozen=True, slots=True)
class Honours:
    """The small honours of a match; empty or None where nobody has earned one."""

    biggest: tuple[BigHand, ...] = ()
    """Of equals all, each seat once."""
    flowers: tuple[tuple[int, ...], int] = ((), 0)
    """Seats, how many in one hand."""
    dealt_in: tuple[int, int] | None = None
    """Seat, how often; nobody where two did so equally often."""


NO_HONOURS = Honours()
Hands = Sequence[tuple[Result, Settlement]]
"""The finished hands of a match, in order."""


def honours(hands: Hands) -> Honours:
    """Who has earned what; equals share it."""
    wins = [
        BigHand(win.seat, settlement.payments[win.seat], win, fans)
        for result, settlement in hands
        for win, fans in zip(result.wins, settlement.fans, strict=True)
    ]
    most = max((hand.points for hand in wins), default=0)
    biggest = {hand.seat: hand for hand in reversed(wins) if hand.points == most > 0}
    flowers = [max((len(result.seats[seat].flowers) for result, _ in hands), default=0) for seat in SEATS]
    richest = tuple(seat for seat in SEATS if flowers[seat] == max(flowers) > 0)
    return Honours(
        tuple(biggest[seat] for seat in sorted(biggest)), (richest, max(flowers)), _dealt_in(hands)
    )


def _dealt_in(hands: Hands) -> tuple[int, int] | None:
    """Counted once a hand, however many won on the tile."""
    payers = [{win.source for win in result.wins if win.source is not None} for result, _ in hands]
    often = Counter(seat for paid in payers for seat in paid).most_common(2)
    if not often or (len(often) == 2 and often[0][1] == often[1][1]):
        return None
    return often[0]


def trend(hands: Hands) -> tuple[tuple[int, ...], ...]:
    """Per seat the totals after each hand, from 0."""
    return tuple(
        tuple(accumulate((settlement.payments[seat] for _, settlement in hands), initial=0)) for seat in SEATS
    )
