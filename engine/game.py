"""What a game declares: data first, and the few methods that data cannot express."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from engine.melds import MeldKind
from engine.options import Options
from engine.tiles import Kind, TileSet

if TYPE_CHECKING:
    from engine.result import Result
    from engine.scoring import Settlement


class UnknownGame(LookupError):
    """No game has this name."""


class Game:
    """A regional game. Subclasses are stateless: attributes carry data, methods override one rule each."""

    id: ClassVar[str]
    order: ClassVar[int]
    """Place in the pickers."""
    name: ClassVar[str]
    """Chinese name without the province, such as 福州麻将."""
    province: ClassVar[str]
    english: ClassVar[str]
    english_province: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    """Chinese names, pinyin and English names under which `/new` finds the game."""

    rules_version: ClassVar[int] = 1
    """Changes whenever the same actions would lead to other events."""
    tiles: ClassVar[TileSet]
    hand_size: ClassVar[int]
    """Tiles in hand between turns: 13 or 16, kongs counted as three."""
    options: ClassVar[type[Options]] = Options
    winners: ClassVar[Literal["nearest", "all"]] = "nearest"
    first_streak: ClassVar[int] = 0
    """The streak number of a first hand."""
    facts: ClassVar[frozenset[str]] = frozenset()
    """Names that a case's `facts` may have."""
    needs_source: ClassVar[frozenset[MeldKind]] = frozenset()
    """Melds whose source a case must name."""

    @property
    def sets(self) -> int:
        """Groups beside the pair: 4 or 5."""
        return self.hand_size // 3

    def check_case(self, result: Result) -> None:
        """Refuse what this game's cases may not hold; raises CaseError."""

    def further_tiles(self, result: Result) -> list[Kind]:
        """Tiles of the set that lie in none of a case's ordinary places."""
        del result
        return []

    def settle(self, result: Result) -> Settlement:
        """Who pays whom and why; raises IllegalWin when a listed winner may not win so."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Game {self.id}>"
