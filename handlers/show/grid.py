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
    """Cells (a Latin letter is one, a Chinese one two) of a button, by how many stand in its row."""

    GROUP = (29, 13, 8, 7, 5, 4, 3, 3)
    """Beside the sender's picture."""
    PRIVATE = (32, 15, 9, 7, 5, 4, 4, 3)


def cells(text: str) -> int:
    """How wide a label is."""
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def fits(labels: Iterable[str], in_a_row: int, phone: Phone) -> bool:
    """Whether none of the labels is cut when so many stand in a row."""
    return max(map(cells, labels), default=0) <= phone.value[in_a_row - 1]
