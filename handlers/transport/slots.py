"""What the outbox speaks of: slots for messages, what stands in them, and what it reports."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from handlers.message import Picture

Key = tuple[int, str, int | None]
"""Table, kind and seat of a slot."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A message that is kept up to date: `kind` and `seat` (None: the group's) name it within its table."""

    table_id: int
    kind: str
    seat: int | None
    chat_id: int
    thread_id: int | None = None

    @property
    def private(self) -> bool:
        return self.chat_id > 0

    @property
    def key(self) -> Key:
        return self.table_id, self.kind, self.seat


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that stands in a slot. `hash` is the text of its `Hashes`, `sent_at` UTC in milliseconds."""

    table_id: int
    kind: str
    seat: int | None
    chat_id: int
    message_id: int
    hash: str
    sent_at: int

    @property
    def key(self) -> Key:
        return self.table_id, self.kind, self.seat


class PostedStore(Protocol):
    """Remembers what stands in the slots, over a crash too."""

    async def load(self, table_id: int) -> list[Posted]: ...

    async def note(self, posted: Posted) -> None:
        """Remember a message in place of the one its slot had."""

    async def drop(self, table_id: int, kind: str, seat: int | None) -> None:
        """Forget the slot's message."""


class FileIds(Protocol):
    """Remembers the pictures that Telegram has already."""

    async def find(self, picture_hash: str) -> str | None: ...

    async def keep(self, picture_hash: str, file_id: str) -> None: ...


DrawPicture = Callable[[Picture], Awaitable[bytes]]
"""Draws a picture, off the loop."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """The slot's message shows what was wanted. `ticket` is that of the newest `want` it covers."""

    slot: Slot
    ticket: int
    message_id: int
    at: int


@dataclass(frozen=True, slots=True)
class Unreachable:
    """This person cannot be written to: never started, blocked, deleted, unknown."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class Migrated:
    """The group has a new id. What waited for the old one waits for the new one already."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class NoWrite:
    """The bot may not write where this table's message belongs: the group's rights forbid it, or a topic is closed."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Kicked:
    """The bot is no longer in this group, or there is no such group any more."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class ThreadGone:
    """The topic was deleted; what was meant for it goes to the group's general place."""

    chat_id: int
    thread_id: int


@dataclass(frozen=True, slots=True)
class TokenRefused:
    """Telegram does not know the token any more."""


OutboxEvent = Delivered | Unreachable | Migrated | NoWrite | Kicked | ThreadGone | TokenRefused


@dataclass(frozen=True, slots=True)
class File:
    """A document to be sent."""

    name: str
    data: bytes
