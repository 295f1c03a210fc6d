"""Messages out: state, not payloads. Each slot has one message, rendered when it is about to be sent.

A state overtaken while it waits is never rendered; equal content is never sent; the least call is chosen.
"""

from collections.abc import Callable

from telegram import Bot

from handlers.message import Message
from handlers.transport.clock import Clock
from handlers.transport.slots import (
    DrawPicture,
    File,
    FileIds,
    OutboxEvent,
    Posted,
    PostedStore,
    Render,
    Slot,
)


class Outbox:
    """Everything that the bot writes goes through here, at the pace of each chat."""

    def __init__(
        self,
        bot: Bot,
        clock: Clock,
        *,
        posted: PostedStore,
        draw_picture: DrawPicture,
        file_ids: FileIds,
        on_event: Callable[[OutboxEvent], None],
    ) -> None: ...

    def want(
        self,
        slot: Slot,
        render: Render,
        *,
        urgency: int,
        silent: bool = True,
        fresh: bool = False,
        ring: bool = False,
        again: bool = False,
    ) -> int:
        """Keep the slot's message as `render` makes it; gives the ticket that `Delivered` will carry.

        `fresh`: a new message, the old one stays as it is, once it shows what was wanted of it until now (so that
        render must be bound to its own state). `ring`: post anew with notification, delete the old one.
        `again`: the same without notification.
        """
        raise NotImplementedError

    def note(
        self,
        chat_id: int,
        thread_id: int | None,
        content: Render | Message,
        *,
        silent: bool = True,
        urgency: int = 5,
        reply_to: int | None = None,
        file: File | None = None,
    ) -> None:
        """A message of its own, sent once, in order within its chat. With `file` it is the document's caption."""

    def page(self, chat_id: int, message_id: int, content: Render | Message, *, photo: bool) -> None:
        """Turn a page: edit this message, which is a picture now or not."""

    def answer(
        self, query_id: str, text: str = "", *, alert: bool = False, url: str = "", cache_time: int = 0
    ) -> None:
        """Answer a press at once. It never waits for anything, and its failure is nobody's."""

    async def throw_dice(self, chat_id: int, thread_id: int | None) -> tuple[int, int] | None:
        """Two dice thrown by Telegram, or None: not within 10 s, or nobody knows. Never to be repeated."""
        raise NotImplementedError

    def seen(self, chat_id: int, message_id: int, table_id: int | None = None) -> None:
        """This message id exists there; a press on a table's message names the table, and may find a lost one."""

    def buried(self, slot: Slot) -> bool:
        """Is the message 15 or more ids up in a supergroup, and not posted in the last two minutes?"""
        raise NotImplementedError

    def shown(self, slot: Slot) -> Posted | None:
        """What stands in the slot, as far as is known."""
        raise NotImplementedError

    def text_only(self, chat_id: int) -> bool:
        """Are pictures forbidden there?"""
        raise NotImplementedError

    def drop(self, slot: Slot, *, delete: bool = False) -> None:
        """The slot is no longer kept up to date; its message stays, or is deleted."""

    def forget(self, table_id: int) -> None:
        """Free what is kept in memory of a table that nothing is wanted of any more."""

    def migrate(self, old: int, new: int) -> None:
        """The group has a new id: what waits goes there. A second sign changes nothing."""

    def reopen(self, chat_id: int) -> None:
        """Rights have changed: pictures may be tried again."""

    async def idle(self) -> None:
        """Wait until nothing waits to be sent."""

    async def close(self, seconds: float = 3.0) -> None:
        """Send what may go now, drop the rest: it is rendered from the tables after the next start."""
