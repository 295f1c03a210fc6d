"""An outbox whose stores are in memory, with pictures of one grey, for the tests of the transport."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from handlers.message import Button, Message, Picture, Urgency
from handlers.transport.clock import Clock
from handlers.transport.outbox import Outbox
from handlers.transport.slots import OutboxEvent, Posted, Slot
from playground.model import Call
from playground.world import World
from tests.fakes.people import application
from tests.fakes.wire import png

E = TypeVar("E")

WRITES = ("send", "edit")


@dataclass(frozen=True, slots=True)
class Shade:
    """A picture that is all in one grey, made from its name."""

    name: str

    def picture_hash(self) -> str:
        return hashlib.sha256(self.name.encode()).hexdigest()[:32]

    def render(self) -> bytes:
        width = int(self.picture_hash()[:2], 16)
        return png(64 + width, 64, int(self.picture_hash()[2:4], 16)).data


@dataclass(slots=True)
class Store:
    """What is posted, in memory; `broken` makes every call fail."""

    rows: dict[tuple[int, str, int | None], Posted] = field(default_factory=dict)
    broken: bool = False
    loads: int = 0

    async def load(self, table_id: int) -> list[Posted]:
        self._check()
        self.loads += 1
        return [row for row in self.rows.values() if row.table_id == table_id]

    async def note(self, posted: Posted) -> None:
        self._check()
        self.rows[posted.key] = posted

    async def drop(self, table_id: int, kind: str, seat: int | None) -> None:
        self._check()
        self.rows.pop((table_id, kind, seat), None)

    def _check(self) -> None:
        if self.broken:
            raise OSError("disk full")


@dataclass(slots=True)
class Files:
    """File ids, in memory."""

    ids: dict[str, str] = field(default_factory=dict)

    async def find(self, picture_hash: str) -> str | None:
        return self.ids.get(picture_hash)

    async def keep(self, picture_hash: str, file_id: str) -> None:
        self.ids[picture_hash] = file_id


@dataclass(slots=True)
class Rig:
    """An outbox and all that it touches."""

    world: World
    outbox: Outbox
    store: Store
    files: Files
    events: list[OutboxEvent]
    drawn: list[str]

    def calls(self, chat_id: int | None = None) -> list[Call]:
        """The sends, edits and deletions so far."""
        return [
            call
            for call in self.world.calls
            if call.method.startswith((*WRITES, "delete")) and chat_id in (None, call.chat_id)
        ]

    def methods(self, chat_id: int | None = None) -> list[str]:
        return [call.method for call in self.calls(chat_id)]

    def got(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def flooded(self) -> list[Call]:
        return [call for call in self.world.calls if call.status == 429 and not call.fault]


@asynccontextmanager
async def rig(
    world: World, clock: Clock, *, store: Store | None = None, files: Files | None = None
) -> AsyncIterator[Rig]:
    """An outbox in front of this world; closed at the end."""
    store, files = store or Store(), files or Files()
    events: list[OutboxEvent] = []
    drawn: list[str] = []

    async def draw(picture: Picture) -> bytes:
        drawn.append(picture.picture_hash())
        await asyncio.sleep(0)
        return picture.render()

    async with application(world).bot as bot:
        outbox = Outbox(bot, clock, posted=store, draw_picture=draw, file_ids=files, on_event=events.append)
        yield Rig(world, outbox, store, files, events, drawn)
        await outbox.close()


def board(chat_id: int, table_id: int = 1, *, thread_id: int | None = None) -> Slot:
    return Slot(table_id, "board", None, chat_id, thread_id)


def panel(chat_id: int, seat: int = 0, table_id: int = 1) -> Slot:
    return Slot(table_id, "panel", seat, chat_id)


def says(text: str, *labels: str, picture: str = "") -> Callable[[], Message]:
    """A render of a text, a row of buttons and perhaps a picture."""
    keyboard = (tuple(Button(label, data=f"1:1:{label}") for label in labels),) if labels else ()
    message = Message(text, keyboard)
    if picture:
        message = replace(message, picture=Shade(picture))
    return lambda: message


MUST, PRESSER, BOARD, CARD, WATCHING, PAGE = Urgency
