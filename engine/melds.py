"""Melds: groups laid out on the table, and their text (`123m<0`, `555p<1+5p`, `(5555p)`)."""

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.records import Word, quick
from engine.tiles import TEXT, Kind, TileTextError, format_tiles, parse_tile, parse_tiles, rank


class MeldKind(Word):
    """The five ways a group can lie on the table."""

    CHOW = "chow"
    """吃"""
    PUNG = "pung"
    """碰"""
    EXPOSED_KONG = "exposed_kong"
    """大明杠: from a discard"""
    ADDED_KONG = "added_kong"
    """补杠: the fourth tile laid on an own pung"""
    CONCEALED_KONG = "concealed_kong"
    """暗杠"""


class MeldTextError(ValueError):
    """A text that is no meld."""


@quick
@dataclass(frozen=True, slots=True)
class Meld:
    """One meld; `tile` is its kind, of a chow the lowest; `source` the seat whose tile was claimed, if known."""

    kind: MeldKind
    tile: Kind
    source: int | None = None
    named: tuple[Kind, ...] = ()
    """Of a wrong chow, which is no run, the two tiles from the hand; `tile` is the one claimed."""

    @property
    def tiles(self) -> tuple[Kind, ...]:
        """The three or four tiles that lie there."""
        if self.named:
            return (self.tile, *self.named)
        if self.kind is MeldKind.CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.is_kong else 3)

    @property
    def is_kong(self) -> bool:
        return self.kind in KONGS

    @property
    def is_open(self) -> bool:
        """Whether a discard was claimed for it (anything but a concealed kong)."""
        return self.kind is not MeldKind.CONCEALED_KONG

    def __str__(self) -> str:
        source = "" if self.source is None else f"<{self.source}"
        if self.kind is MeldKind.CONCEALED_KONG:
            return f"({format_tiles(self.tiles)})"
        if self.kind is MeldKind.ADDED_KONG:
            return f"{format_tiles(self.tiles[:3])}{source}+{TEXT[self.tile]}"
        return format_tiles(self.tiles) + source


KONGS = frozenset({MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG})
_MELD = re.compile(r"(\()?([1-9]+[mpszf])(?(1)\))(?:<([0-3]))?(?:\+([1-9][mpszf]))?")


@lru_cache(maxsize=4096)
def parse_meld(text: str) -> Meld:
    """The meld that `text` describes; raises MeldTextError."""
    match = _MELD.fullmatch("".join(text.split()))
    try:
        meld = None if match is None else _build(match)
    except TileTextError:
        meld = None
    if meld is None:
        raise MeldTextError(f"no meld: {text!r}")
    return meld


def _build(match: re.Match[str]) -> Meld:
    concealed, row, source_text, added = match.groups()
    tiles = parse_tiles(row)
    source = None if source_text is None else int(source_text)
    same = len(set(tiles)) == 1
    if concealed:
        if not (same and len(tiles) == 4) or source_text or added:
            raise TileTextError(row)
        return Meld(MeldKind.CONCEALED_KONG, tiles[0])
    if added:
        if not (same and len(tiles) == 3) or parse_tile(added) != tiles[0]:
            raise TileTextError(row)
        return Meld(MeldKind.ADDED_KONG, tiles[0], source)
    if same and len(tiles) in (3, 4):
        return Meld(MeldKind.PUNG if len(tiles) == 3 else MeldKind.EXPOSED_KONG, tiles[0], source)
    low = tiles[0]
    if tiles == (low, low + 1, low + 2) and low < 27 and rank(low) <= 7:
        return Meld(MeldKind.CHOW, low, source)
    raise TileTextError(row)
