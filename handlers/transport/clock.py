"""Time as it is passed in: tests put a virtual clock in its place."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What the time is, and waiting."""

    def now(self) -> int:
        """UTC in milliseconds."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

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
