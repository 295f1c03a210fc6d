"""Telling whoever waits that something in the world has changed."""

import asyncio


class Changes:
    """A version that rises with every change, and those who wait for the next one."""

    def __init__(self) -> None:
        self.version = 0
        self._waiters: set[asyncio.Future[None]] = set()

    def touch(self) -> int:
        """Something changed; the number of this change."""
        self.version += 1
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)
        return self.version

    async def after(self, seen: int, patience: float | None = None) -> int:
        """Wait until the version is greater than `seen`, at most `patience` seconds; the version then."""
        if self.version > seen:
            return self.version
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        await asyncio.wait([waiter], timeout=patience)
        self._waiters.discard(waiter)
        waiter.cancel()
        return self.version
