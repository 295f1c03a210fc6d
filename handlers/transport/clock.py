"""Time as it is passed in: tests put a virtual clock in its place."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """What the time is, and waiting."""

    def now(self) -> int:
        """UTC in milliseconds."""
        ...

    async def sleep(self, seconds: float) -> None: ...


SLOW = 10
"""Where the machine's clock has been set back, ours loses a tenth of the time until the other has caught up."""


class SystemClock:
    """The machine's clock, but it never goes back: deadlines, allowances and paces count on what has gone by."""

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns
    ) -> None:
        """`wall` is UTC and may be set, `steady` counts from anywhere and may not; both in ns."""
        self._wall, self._steady = wall, steady
        self._shown, self._looked_at = wall(), steady()

    def now(self) -> int:
        steady = self._steady()
        passed = steady - self._looked_at
        self._shown = max(self._wall(), self._shown + passed - passed // SLOW)
        self._looked_at = steady
        return self._shown // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def wait_for(event: asyncio.Event, clock: Clock, seconds: float) -> bool:
    """Wait for the event, so many seconds at the most; gives whether it came."""
    tasks = {asyncio.ensure_future(event.wait()), asyncio.ensure_future(clock.sleep(max(seconds, 0.001)))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return event.is_set()
