"""What a game can say of a table from what everybody knows: which tiles are wild, whether there is a chow."""

from dataclasses import dataclass
from typing import Any, cast

from engine.game import Game
from engine.referee.game import Refereed
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


def is_dead(public: PublicView) -> bool:
    """Whether nobody may do anything with the tile that lies: a wild or a flower was thrown (FD-10, LG-10)."""
    return public.last is not None and not public.game.claimable(_position(public), public.last)


def flower_kinds(public: PublicView) -> list[Kind]:
    """What players lay out as flowers themselves: with a referee alone."""
    game = public.game
    return sorted(game.flower_kinds) if isinstance(game, Refereed) else []


def has_chow(public: PublicView) -> bool:
    """Whether the game, with its options, knows chows."""
    return public.game.has_chow(_position(public))
