"""Every colour a picture has, and the palettes of its PNG: these colours and the steps between those that meet."""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageColor

FELT, DEEP, BAND, CHIP, LINE = "#0f5c46", "#0b4a38", "#0c4f3c", "#156b52", "#2b7d63"
CREAM, WHITE, MUTED, DARK = "#fff7e0", "#ffffff", "#b9d8c9", "#1b1300"
GOLD, GOLD_DEEP, GOLD_INK, RED = "#ffc53d", "#3a2c00", "#7a1f00", "#c3272b"
SEAT_COLOURS = ("#ffb000", "#648fff", "#fe6100", "#dc8add")
"""Told apart by people who do not see red and green alike; a wind letter always stands with them."""

FACE, SIDE, BODY, BODY_DEEP = "#fcf8ea", "#d9cba6", "#12805c", "#0a4634"
BACK_GREEN, BACK_LIGHT = "#2cab84", "#c0ecdb"
INK, GREEN, BLUE = "#16233f", "#14713f", "#1f4fa3"
BLOOMS = ("#d6336c", "#e8a200", "#7048a8", "#2f9e55", "#d9480f", "#1c7ed6", "#8d1f4b")
"""The artwork's own colours, as they stand in the atlas."""

SILVER, BRONZE = "#d7dde2", "#d9935a"

_PLAIN = (
    *(FELT, BAND, DEEP, LINE, CREAM, WHITE, MUTED, DARK, GOLD, GOLD_DEEP, GOLD_INK, RED, *SEAT_COLOURS),
    *(FACE, SIDE, BODY_DEEP, BACK_GREEN, BACK_LIGHT, INK, GREEN, BLUE, *BLOOMS),
)
_MEETING = (
    *((FACE, INK), (FACE, RED), (FACE, GREEN), (FACE, BLUE), (BAND, CREAM)),
    *(
        (SIDE, BODY),
        (SIDE, BAND),
        (FACE, SIDE),
        (FELT, FACE),
        (FELT, MUTED),
        (BAND, GOLD),
        (BAND, SEAT_COLOURS[1]),
    ),
    *((SEAT_COLOURS[2], DARK), (SEAT_COLOURS[0], DARK), (SEAT_COLOURS[1], DARK), (SEAT_COLOURS[3], DARK)),
)
_MEETING_OFTEN = _MEETING[:4]


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def _between(one: str, other: str, steps: int) -> Iterator[tuple[int, int, int]]:
    """Colours at equal steps between two, without the two."""
    a, b = _rgb(one), _rgb(other)
    for step in range(1, steps + 1):
        share = step / (steps + 1)
        red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
        yield red, green, blue


RICH, LEAN, SPARE = 2, 1, 0
"""How many steps a palette has between colours that meet."""


@lru_cache(maxsize=3)
def palette(richness: int) -> Image.Image:
    """The palette as Pillow wants it: plain colours, and unless it is spare the smooth edges between them."""
    colours = [_rgb(colour) for colour in _PLAIN]
    if richness == LEAN:
        colours += [colour for pair in _MEETING_OFTEN for colour in _between(*pair, 1)]
    if richness == RICH:
        colours += [_rgb(colour) for colour in (BODY, CHIP, SILVER, BRONZE)]
        colours += [
            colour for pair in _MEETING for colour in _between(*pair, 3 if pair in _MEETING_OFTEN else 2)
        ]
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in colours for value in colour])
    return image
