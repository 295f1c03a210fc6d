"""What waits in a chat beside its slots: messages of their own, dice, deletions."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from handlers.message import Render, Urgency
from handlers.transport.slots import File

NOTES = 20
"""So many messages of their own may wait in a chat."""
AGE = 10_000
"""After so many ms of waiting something moves up by one place of urgency."""


@dataclass(slots=True)
class Note:
    """A message of its own."""

    render: Render
    urgency: int
    since: int
    silent: bool
    thread_id: int | None
    reply_to: int | None = None
    file: File | None = None
    not_before: int = 0
    tries: int = 0


@dataclass(slots=True)
class Throw:
    """Two dice that somebody waits for."""

    thread_id: int | None
    since: int
    until: int
    future: asyncio.Future[tuple[int, int] | None]
    values: list[int] = field(default_factory=list)
    not_before: int = 0

    def finish(self, values: tuple[int, int] | None) -> None:
        if not self.future.done():
            self.future.set_result(values)


@dataclass(slots=True)
class Trash:
    """A message to be deleted."""

    message_id: int
    since: int
    not_before: int = 0
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that could be done next."""

    due: int
    urgency: int
    since: int
    run: Callable[[], Awaitable[None]]

    def rank(self, now: int) -> tuple[int, int]:
        """The lowest goes first. What has waited long counts as more urgent."""
        return max(self.urgency - (now - self.since) // AGE, Urgency.MUST_ACT), self.since


def backoff(tries: int) -> int:
    """How long to wait after so many failures, ms."""
    return int(min(1000 * 2 ** max(tries - 1, 0), 10_000))
