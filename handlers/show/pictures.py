"""Pictures: a spec in, a small palette PNG out.

Rendering is pure and may run in any thread; equal specs give equal bytes and equal hashes.
"""

import hashlib
from dataclasses import astuple
from functools import lru_cache

from PIL import Image

from handlers.show.drawing import BACK, CAISHEN, JOKER, Style, encoded, fitted
from handlers.show.paint_board import paint_board
from handlers.show.paint_card import paint_card
from handlers.show.paint_hand import paint_hand
from handlers.show.paint_summary import paint_summary
from handlers.show.specs import (
    Band,
    BoardPicture,
    CardPicture,
    Discard,
    HandPicture,
    Person,
    Place,
    SeatResult,
    Spec,
    SummaryPicture,
    Tiles,
    Transfer,
    Winner,
    Words,
    concealed_kong,
)

__all__ = [
    "BACK",
    "CAISHEN",
    "JOKER",
    "Band",
    "BoardPicture",
    "CardPicture",
    "Discard",
    "HandPicture",
    "Person",
    "Place",
    "SeatResult",
    "Spec",
    "Style",
    "SummaryPicture",
    "Tiles",
    "Transfer",
    "Winner",
    "Words",
    "concealed_kong",
    "paint",
    "picture_hash",
    "render",
]

EDITION = 4
"""Raised when the same spec looks different from before, so that no stored picture stands for the new one."""


def paint(spec: Spec) -> Image.Image:
    """The picture in full colour, its longest side at most 1280 pixels."""
    match spec:
        case HandPicture():
            return fitted(paint_hand(spec))
        case BoardPicture():
            return fitted(paint_board(spec))
        case CardPicture():
            return fitted(paint_card(spec))
        case SummaryPicture():
            return fitted(paint_summary(spec))


def render(spec: Spec) -> bytes:
    """The picture as a palette PNG of at most 100,000 bytes."""
    return encoded(paint(spec))


@lru_cache(maxsize=256)  # asked thrice on a picture's way out
def picture_hash(spec: Spec) -> str:
    """A name for what the picture shows: equal specs have equal names, in every process and on every machine."""
    text = f"{EDITION} {type(spec).__name__} {astuple(spec)!r}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
