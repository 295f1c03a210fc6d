"""A match: what goes on from hand to hand."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.tiles import EAST, TEXT, Kind, parse_tile


@dataclass(frozen=True, slots=True)
class MatchState:
    """What the next hand begins from."""

    dealer: int
    streak: int = 0
    """The number the rulebook calls n."""
    hand: int = 1
    """Number of the next hand in this match, from 1."""
    first_dealer: int = 0
    round_wind: Kind = EAST
    returns: int = 0
    """How often the deal has come back to the first dealer."""
    totals: tuple[int, int, int, int] = (0, 0, 0, 0)
    over: bool = False

    def paid(self, payments: tuple[int, int, int, int]) -> "MatchState":
        """The match with one more hand counted."""
        a, b, c, d = (total + payment for total, payment in zip(self.totals, payments, strict=True))
        return replace(self, totals=(a, b, c, d), hand=self.hand + 1)

    def dealt_to(self, dealer: int, streak: int) -> "MatchState":
        """The match with the deal at `dealer`; counts the returns to the first dealer."""
        returned = dealer != self.dealer and dealer == self.first_dealer
        return replace(self, dealer=dealer, streak=streak, returns=self.returns + returned)

    def has_broken(self, stake: int) -> bool:
        """拷, 断筹: whether somebody who began with `stake` has nothing left."""
        return min(self.totals) <= -stake

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "round_wind": TEXT[self.round_wind], "totals": list(self.totals)}


def match_from_json(given: Mapping[str, Any]) -> MatchState:
    """The inverse of `MatchState.to_json`."""
    a, b, c, d = given["totals"]
    return MatchState(**{**given, "round_wind": parse_tile(given["round_wind"]), "totals": (a, b, c, d)})
