"""What a game can say of a table from what everybody knows: which tiles are wild, whether there is a chow."""

from dataclasses import dataclass
from typing import Any, cast

from engine.game import Game
from engine.state import Position
from engine.tiles import Kind
from engine.views import PublicView


@dataclass(frozen=True, slots=True)
class _Facts:
    """As much of a position as a game reads to answer so; nothing in it is hidden from anybody."""

    game: Game
    options: Any
    dealer: int
    indicator: Kind | None


def _position(public: PublicView) -> Position:
    facts = _Facts(public.game, public.options, public.match.dealer, public.indicator)
    return cast(Position, facts)


def wilds(public: PublicView, seat: int) -> frozenset[Kind]:
    """The kinds that stand for any tile in the seat's hand."""
    return public.game.wilds(_position(public), seat)


def has_chow(public: PublicView) -> bool:
    """Whether the game, with its options, knows chows."""
    return public.game.has_chow(_position(public))
