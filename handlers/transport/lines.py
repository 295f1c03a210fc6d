"""One message that is kept up to date: what stands there, what is wanted, what may have been lost."""

from collections import deque
from dataclasses import dataclass, field, replace

from handlers.message import Hashes, Render
from handlers.transport.slots import Posted, Slot

SEALED = 3
"""Messages of one slot that wait for their last word, while newer ones wait behind them."""


@dataclass(slots=True)
class Want:
    """What is wanted of a slot. The newest `render` counts."""

    render: Render
    urgency: int
    ticket: int
    since: int
    silent: bool = True
    fresh: bool = False
    again: bool = False
    final: bool = False
    """A message's last word: it may use the room that is kept for it, and a fresh message waits for it."""
    not_before: int = 0
    tries: int = 0

    def renew(self, newer: "Want") -> None:
        """A newer state in place of this one, which keeps its place, its haste and its kind."""
        self.render, self.ticket = newer.render, newer.ticket
        self.urgency = min(self.urgency, newer.urgency)
        self.silent = self.silent and newer.silent
        self.fresh = self.fresh or newer.fresh
        self.again = self.again or newer.again
        self.final = self.final or newer.final

    def later(self, not_before: int) -> None:
        """It did not work: once more, then."""
        self.tries += 1
        self.not_before = not_before


@dataclass(frozen=True, slots=True)
class Standing:
    """A message that stands in a chat."""

    chat_id: int
    message_id: int
    hashes: Hashes
    posted_at: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A message that was sent, perhaps: nobody has told its id, which is greater than `floor`."""

    chat_id: int
    floor: int
    hashes: Hashes
    at: int
    replaces: Standing | None
    ticket: int


@dataclass(slots=True)
class Line:
    """A slot with all that is known of it."""

    slot: Slot
    standing: Standing | None = None
    wants: deque[Want] = field(default_factory=deque)
    newest: Render | None = None
    """The newest state, for a lost message that is found after it."""
    lost: Lost | None = None
    losses: int = 0
    page: bool = False
    """A message that somebody turns the pages of: no table's, and not remembered."""

    @property
    def here(self) -> Standing | None:
        """What stands in the slot's chat; a message in the chat it had before belongs to that chat."""
        stands = self.standing
        return stands if stands is not None and stands.chat_id == self.slot.chat_id else None

    def put(self, want: Want) -> None:
        """A newer want. Before a fresh one, the message that stands gets its last word, if that still waits."""
        self.newest = want.render
        last = self.wants[-1] if self.wants else None
        if last is not None and not (want.fresh and last.final):
            last.renew(want)
            return
        self.wants.append(want)
        if len(self.wants) > SEALED + 1:
            self.wants.popleft()

    def put_back(self, want: Want) -> None:
        """It was not carried out. A newer state takes over its instructions."""
        newer = self.wants[0] if self.wants else None
        if newer is None or (newer.fresh and want.final):
            self.wants.appendleft(want)
            return
        want.renew(newer)
        self.wants[0] = want

    def is_at(self, chat_id: int, message_id: int) -> bool:
        """Is it known to be this message?"""
        stands = self.standing
        return stands is not None and (stands.chat_id, stands.message_id) == (chat_id, message_id)

    def stood_before(self, chat_id: int, message_id: int, instant: int) -> bool:
        """Was it sent before the instant, and before that message of its chat?"""
        stands = self.standing
        return (
            stands is not None
            and stands.chat_id == chat_id
            and stands.message_id < message_id
            and stands.posted_at <= instant
        )

    def may_be(self, chat_id: int, message_id: int, *, picture: bool | None) -> bool:
        """Can its lost message be this one? `picture`: of what kind that is; None: not known."""
        lost = self.lost
        if lost is None or lost.chat_id != chat_id or message_id <= lost.floor:
            return False
        return picture is None or picture == bool(lost.hashes.picture)

    def found(self, message_id: int) -> Lost | None:
        """The lost message has this id: it is the slot's from now on, and need not be sent again."""
        lost = self.lost
        if lost is None:
            return None
        self.lost, self.losses = None, 0
        self.standing = Standing(lost.chat_id, message_id, lost.hashes, lost.at)
        if lost.replaces is None and self.wants:
            sent = self.wants[0]
            sent.fresh, sent.again, sent.not_before = False, False, 0
        return lost

    def posted(self, standing: Standing) -> Posted:
        """As it is remembered."""
        slot = self.slot
        return Posted(
            *(slot.table_id, slot.kind, slot.seat),
            chat_id=standing.chat_id,
            message_id=standing.message_id,
            hash=str(standing.hashes),
            sent_at=standing.posted_at,
        )

    def recall(self, posted: Posted) -> None:
        """What stood there before a restart, unless something newer does."""
        if self.standing is None:
            hashes = Hashes.read(posted.hash)
            self.standing = Standing(posted.chat_id, posted.message_id, hashes, posted.sent_at)

    def move(self, chat_id: int) -> None:
        """The slot is in another chat now."""
        self.slot = replace(self.slot, chat_id=chat_id)
