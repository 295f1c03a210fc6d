"""The one rule for rows of tiles: a picture and the keyboard under it stand in the same grid."""

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
