"""Rows: of tiles, in which a picture and the keyboard under it stand alike, and of buttons that are to be read.

Widths are those of the narrowest phone, 320 px, measured on the playground's page in its widest font.
"""

import unicodedata
from collections.abc import Iterable
from enum import Enum

ROW = 7
"""Tiles in a row at most: at 44 px a button still holds three characters. Telegram's own edge is 8."""
WIDE_ROW = 4
"""Buttons in a row at most when their labels are words."""


def grid(n: int, wide: bool = False) -> tuple[int, ...]:
    """Row lengths for `n` tiles: as few rows as fit, as equal as can be, longer ones first.

    7 → (7,) · 8 → (4, 4) · 13 → (7, 6) · 17 → (6, 6, 5); with `wide` (labels in words) 14 → (4, 4, 3, 3).
    """
    if n < 0:
        raise ValueError(f"no grid for {n} tiles")
    rows = -(-n // (WIDE_ROW if wide else ROW))
    return tuple(n // rows + (row < n % rows) for row in range(rows))


class Phone(Enum):
    """Points that a keyboard has across: 320 without the edges of the chat."""

    GROUP = 268
    """Beside the sender's picture."""
    PRIVATE = 291

    def room(self, in_a_row: int) -> float:
        """What a label has of it when so many buttons stand in a row."""
        if not 1 <= in_a_row <= len(_SIDES):
            raise ValueError(f"no row of {in_a_row}")
        return (self.value - _GAP * (in_a_row - 1)) / in_a_row - 2 * _SIDES[in_a_row - 1]


_GAP = 4
_SIDES = (7, 7, 7, 3, 3, 3, 1, 1)
"""What a button keeps free left and right, by how many stand in the row."""
_POINTS, _SMALL_POINTS, _SMALL_FROM = 14.5, 14.0, 7
"""The size of a label's letters, and from how many buttons in a row on they are smaller."""

_ADVANCES = {
    char: advance / 100
    for advance, chars in {
        31: "IJijl' ",
        42: " !(),-./:;[\\]frt|·‹›‘’",
        54: '"*?_`“”sz',
        60: "•FLckvxy",
        64: "$0123456789EPSTYabdeghnopqu{}",
        72: "ABCKRVXZ",
        79: "&DGHNOQU",
        84: "#+<=>^~×−✓✕w",
        90: "M★",
        145: "⌫",
    }.items()
    for char in chars
}
"""How wide the letters of labels are at most, in ems: those of DejaVu Sans, the widest font of any system's."""
_WIDE, _EMOJI = 1.0, 1.25
_AS_EMOJI = "\ufe0f"


def width(text: str) -> float:
    """How wide a text is at most, in ems."""
    return sum(
        _EMOJI if text[at + 1 : at + 2] == _AS_EMOJI else _advance(char) for at, char in enumerate(text)
    )


def _advance(char: str) -> float:
    if char in _ADVANCES:
        return _ADVANCES[char]
    category = unicodedata.category(char)
    if category in {"Mn", "Me", "Cf"}:
        return 0
    if category == "So":
        return _EMOJI
    base = unicodedata.normalize("NFD", char)[0]
    return _ADVANCES.get(base, _WIDE)


def ems(in_a_row: int, phone: Phone) -> float:
    """How wide a label may be when so many stand in a row."""
    return phone.room(in_a_row) / (_SMALL_POINTS if in_a_row >= _SMALL_FROM else _POINTS)


def fits(labels: Iterable[str], in_a_row: int, phone: Phone) -> bool:
    """Whether none of the labels is cut when so many stand in a row."""
    return max(map(width, labels), default=0) <= ems(in_a_row, phone)
