"""Tile kinds and their text: `1m`…`9m` 万, `1p`…`9p` 筒, `1s`…`9s` 条, `1z`…`7z` 东南西北白发中, `1f`…`8f` flowers.

A tile is its *kind*, an integer 0…41: copies of a kind are interchangeable everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

Kind = int

SUIT_LETTERS = "mpszf"
_OFFSETS = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}

KINDS = 42
PLAYING_KINDS = 34
"""Kinds below this number can stand in groups; the rest are flowers."""

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (WHITE, GREEN, RED)
HONOURS = WINDS + DRAGONS
SUIT_TILES = tuple(range(27))
FLOWERS = tuple(range(34, 42))
SEASONS = FLOWERS[:4]
"""春夏秋冬"""
PLANTS = FLOWERS[4:]
"""梅兰竹菊"""


class TileTextError(ValueError):
    """A text that is no tile, or no row of tiles."""


def suit(kind: Kind) -> int:
    """0 万, 1 筒, 2 条, 3 honours, 4 flowers."""
    return min(kind // 9, 3) if kind < PLAYING_KINDS else 4


def rank(kind: Kind) -> int:
    """1…9 in a suit, 1…7 for honours, 1…8 for flowers."""
    return kind - _OFFSETS[SUIT_LETTERS[suit(kind)]] + 1


def is_big(kind: Kind) -> bool:
    """大子: a terminal or an honour."""
    return kind >= 27 or kind % 9 in (0, 8)


TEXT: tuple[str, ...] = tuple(f"{rank(kind)}{SUIT_LETTERS[suit(kind)]}" for kind in range(KINDS))
_KIND_OF = {text: kind for kind, text in enumerate(TEXT)}


def parse_tile(text: str) -> Kind:
    """The kind that `text` (such as `5p`) names; raises TileTextError."""
    try:
        return _KIND_OF[text]
    except KeyError:
        raise TileTextError(f"no tile: {text!r}") from None


@lru_cache(maxsize=4096)
def parse_tiles(text: str) -> tuple[Kind, ...]:
    """The kinds of a row such as `123m55p1z`, sorted; order and blanks mean nothing. Raises TileTextError."""
    kinds: list[Kind] = []
    digits = ""
    for char in text:
        if char.isspace():
            continue
        if char.isascii() and char.isdigit():
            digits += char
        elif char in _OFFSETS and digits:
            kinds += [parse_tile(digit + char) for digit in digits]
            digits = ""
        else:
            raise TileTextError(f"no tiles: {text!r}")
    if digits:
        raise TileTextError(f"no tiles: {text!r}")
    return tuple(sorted(kinds))


def format_tiles(kinds: Iterable[Kind]) -> str:
    """The row's text, sorted, a letter for each suit: the inverse of `parse_tiles`."""
    text, letter = "", ""
    for kind in sorted(kinds):
        if letter and TEXT[kind][1] != letter:
            text += letter
        letter = TEXT[kind][1]
        text += TEXT[kind][0]
    return text + letter


def less(row: tuple[Kind, ...], tile: Kind) -> tuple[Kind, ...]:
    """The row without one copy of the tile, which it holds."""
    at = row.index(tile)
    return row[:at] + row[at + 1 :]


def counts(kinds: Iterable[Kind]) -> list[int]:
    """How often each of the 42 kinds stands in `kinds`."""
    result = [0] * KINDS
    for kind in kinds:
        result[kind] += 1
    return result


@cache
def _sorted_list(copies: tuple[int, ...]) -> tuple[Kind, ...]:
    return tuple(kind for kind, number in enumerate(copies) for _ in range(number))


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles a game is played with: how many of each of the 42 kinds."""

    copies: tuple[int, ...]

    @classmethod
    def of(cls, *, four: Sequence[Kind], one: Sequence[Kind] = ()) -> "TileSet":
        """A set with four of each kind in `four` and one of each kind in `one`."""
        return cls(tuple(4 if kind in four else int(kind in one) for kind in range(KINDS)))

    def __len__(self) -> int:
        return sum(self.copies)

    def sorted_list(self) -> tuple[Kind, ...]:
        """Every tile, in the order of the notation, all copies of a kind together: the list that is shuffled."""
        return _sorted_list(self.copies)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that occur."""
        return tuple(kind for kind, number in enumerate(self.copies) if number)
