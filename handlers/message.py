"""What a message is, on its way from those who render it to those who send it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, Protocol

Style = Literal["", "primary", "success", "danger"]


class Urgency(IntEnum):
    """What goes out first (the lower)."""

    MUST_ACT = 0
    PRESSER = 1
    BOARD = 2
    CARD = 3
    WATCHING = 4
    PAGE = 5


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button: exactly one of `data`, `url`, `copy` says what a press does."""

    text: str
    data: str = ""
    url: str = ""
    copy: str = ""
    style: Style = ""


Keyboard = tuple[tuple[Button, ...], ...]


class Picture(Protocol):
    """A picture still to be drawn; equal hashes mean equal pictures."""

    def picture_hash(self) -> str: ...

    def render(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Message:
    """The wanted content of one message: Telegram HTML, buttons, perhaps a picture above the text."""

    text: str
    keyboard: Keyboard = ()
    picture: Picture | None = None
    effect: str = ""
    """A message effect, for sends to private chats."""

    def hashes(self) -> "Hashes":
        """What tells this content from another."""
        return Hashes(
            "" if self.picture is None else self.picture.picture_hash(),
            digest(self.text),
            digest(repr(self.keyboard)),
        )


@dataclass(frozen=True, slots=True)
class Hashes:
    """Of picture, text and keyboard; the picture's is empty for a text message."""

    picture: str
    text: str
    keyboard: str

    def __str__(self) -> str:
        return f"{self.picture}:{self.text}:{self.keyboard}"

    @classmethod
    def read(cls, text: str) -> "Hashes":
        """The inverse of `str`; of an unknown text, hashes that fit nothing."""
        parts = text.split(":")
        return cls(*parts) if len(parts) == 3 else cls("?", "?", "?")


def digest(text: str) -> str:
    """A short name for a content."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


Render = Callable[[], Message | None]
