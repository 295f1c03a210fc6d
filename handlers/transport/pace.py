"""How often a chat may be written to, and how many requests are under way at a time.

A group gets at most 18 sends and edits in any 60 seconds (Telegram refuses more than 20), all its tables and
topics together, counted over the last 60 seconds. Ordinary edits stop at 15 and are 4 seconds apart, so the last
word of a hand always finds room. A private chat gets one a second.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from itertools import islice

from handlers.transport.clock import Clock

WINDOW = 60_000
BOARD_GAP = 4_000
PRIVATE_GAP = 1_000
BURST, BURST_WINDOW = 3, 3_000
"""Never more than so many calls in so many ms: short bursts pass, long ones are refused."""

ALL_CHATS, SECOND = 20, 1_000
"""So many calls in a second over all chats, and what can wait waits."""
CALLING = 50
"""How often, in ms, those are called for whom there is room."""


class Share(Enum):
    """What a call is for. The value: how many calls of a group's last minute leave room for it."""

    FINAL = 18
    SEND = 17
    BOARD = 15
    REST = 12


class Pace:
    """The calls of one chat in the last minute, and how long Telegram has told us to wait."""

    def __init__(self, *, group: bool) -> None:
        self._group = group
        self._calls: deque[int] = deque()
        self._board_at = -BOARD_GAP
        self.blocked_until = 0

    def due(self, share: Share) -> int:
        """The first instant at which such a call may begin."""
        if not self._group:
            return max(self.blocked_until, self._nth_last(1) + PRIVATE_GAP)
        due = max(self.blocked_until, self._nth_last(BURST) + BURST_WINDOW)
        due = max(due, self._nth_last(share.value) + WINDOW)
        return max(due, self._board_at + BOARD_GAP) if share is Share.BOARD else due

    def note(self, share: Share, now: int) -> None:
        """A call begins."""
        self._calls.append(now)
        if len(self._calls) > Share.FINAL.value:
            self._calls.popleft()
        if share is Share.BOARD:
            self._board_at = now

    def block(self, until: int) -> None:
        """Telegram has refused a call: nothing goes to this chat before that instant."""
        self.blocked_until = max(self.blocked_until, until)

    def quiet(self, now: int) -> bool:
        """Is there nothing left to remember?"""
        return now >= max(self.blocked_until, self._nth_last(1) + WINDOW)

    def _nth_last(self, number: int) -> int:
        return self._calls[-number] if len(self._calls) >= number else -WINDOW


class Room:
    """What is left of a second over all chats, for what only watches: Telegram wants no more than about 30.

    Chats queue for it and are called, so a thousand that wait cost nothing meanwhile.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: deque[int] = deque(maxlen=ALL_CHATS)
        self._waiting: dict[int, asyncio.Event] = {}
        self._called: set[int] = set()
        self._task: asyncio.Task[None] | None = None

    def due(self, chat_id: int, news: asyncio.Event) -> int:
        """When something that can wait may begin. Who comes too early is put into the queue; `news` calls him."""
        now = self._clock.now()
        if self._free(now) and (chat_id in self._called or not self._waiting):
            return now
        self._waiting.setdefault(chat_id, news)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._call())
        return now + WINDOW

    def note(self, chat_id: int, now: int) -> None:
        """A call begins."""
        self._calls.append(now)
        self._called.discard(chat_id)

    def close(self) -> None:
        """Nobody is called any more."""
        if self._task is not None:
            self._task.cancel()

    def _free(self, now: int) -> int:
        """So many calls have room now."""
        return ALL_CHATS - sum(at > now - SECOND for at in self._calls)

    async def _call(self) -> None:
        while self._waiting:
            for chat_id in list(islice(self._waiting, self._free(self._clock.now()))):
                self._called.add(chat_id)
                self._waiting.pop(chat_id).set()
            await self._clock.sleep(CALLING / 1000)


class Gate:
    """Lets so many through at a time; of those who wait, the most urgent first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._serial = 0

    @asynccontextmanager
    async def passing(self, urgency: int) -> AsyncIterator[None]:
        """Inside this, one of the places is taken."""
        await self._enter(urgency)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, urgency: int) -> None:
        if self._room > 0:
            self._room -= 1
            return
        self._serial += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, self._serial, future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._leave()  # the place was handed over just before
            raise

    def _leave(self) -> None:
        while self._waiting:
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():
                future.set_result(None)
                return
        self._room += 1
