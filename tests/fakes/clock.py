"""Virtual time: a loop whose clock jumps to the next timer when nothing else is to be done.

While work is under way outside the loop (an executor's thread, aiosqlite's worker) it really waits for that work
instead, so a result never depends on how fast the machine is. No sockets, no subprocesses on such a loop.
"""

import asyncio
import functools
import inspect
import math
import selectors
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")

# 2026-09-01 12:00:00 UTC, in seconds.
EPOCH = 1_788_264_000
DAY = 24 * 3600.0
# How long a piece of outside work may really take before it counts as stuck.
_REAL_PATIENCE = 60.0


class Stuck(AssertionError):
    """The loop would wait for ever: nothing is ready, no timer is set, no work is under way; or its time is over."""


class VirtualClock:
    """`now()` in UTC milliseconds and `sleep(seconds)`, both virtual; `seconds()` is for the world."""

    def __init__(self, epoch: float = EPOCH) -> None:
        self.epoch = epoch
        self.elapsed = 0.0

    def now(self) -> int:
        return round((self.epoch + self.elapsed) * 1000)

    def seconds(self) -> float:
        return self.epoch + self.elapsed

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def advance(self, seconds: float) -> None:
        """Let time pass in a test that has no loop."""
        self.elapsed += seconds


class WallClock(VirtualClock):
    """Real seconds, for tests with another process or a browser at the other end."""

    def seconds(self) -> float:
        return time.time()

    def now(self) -> int:
        return round(time.time() * 1000)


class _JumpingSelector(selectors.DefaultSelector):
    """Instead of sleeping until the next timer, moves the clock there."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> Any:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if self.loop.outside:
            events = super().select(_REAL_PATIENCE)
            if not events:
                raise Stuck(f"{self.loop.outside} pieces of outside work do not end")
            return events
        events = super().select(0)
        if not events:
            self.loop.jump(timeout)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time."""

    def __init__(self, clock: VirtualClock, limit: float = DAY) -> None:
        self.clock = clock
        self.end = clock.elapsed + limit
        self.outside = 0
        selector = _JumpingSelector()
        selector.loop = self
        super().__init__(selector)
        # A timer is due when the clock has been moved to it, whatever a float makes of the sum.
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self.clock.elapsed

    def jump(self, seconds: float | None) -> None:
        if seconds is None or self.clock.elapsed + seconds > self.end:
            self.end = math.inf
            reason = "nothing is left to wait for" if seconds is None else "the virtual time is over"
            waiting = "\n".join(f"  {task!r}" for task in asyncio.all_tasks(self))
            raise Stuck(f"{reason}; tasks:\n{waiting}")
        self.clock.elapsed += seconds

    @contextmanager
    def working(self) -> Iterator[None]:
        """While this lasts, something outside the loop will report back."""
        self.outside += 1
        try:
            yield
        finally:
            self.outside -= 1

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> "asyncio.Future[T]":
        self.outside += 1
        future: asyncio.Future[T] = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _future: Any) -> None:
        self.outside -= 1

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109
        with self.working():
            await super().shutdown_default_executor()


class _Counted:
    """An awaitable during which the loop knows that outside work is under way."""

    def __init__(self, inner: Awaitable[Any]) -> None:
        self._inner = inner

    def __await__(self) -> Generator[Any, Any, Any]:
        loop = asyncio.get_running_loop()
        if not isinstance(loop, VirtualLoop):
            return (yield from self._inner.__await__())
        with loop.working():
            return (yield from self._inner.__await__())


def _count(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(function)
    async def counted(*args: Any, **kwargs: Any) -> Any:
        return await _Counted(function(*args, **kwargs))

    return counted


@contextmanager
def _aiosqlite_counted() -> Iterator[None]:
    """Every way into aiosqlite's worker thread and back is counted as outside work."""
    names = ("_execute", "_connect", "close")
    originals = {name: getattr(aiosqlite.Connection, name) for name in names}
    for name, original in originals.items():
        setattr(aiosqlite.Connection, name, _count(original))
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(aiosqlite.Connection, name, original)


def run_virtual(main: Coroutine[Any, Any, T], clock: VirtualClock | None = None, *, limit: float = DAY) -> T:
    """Run a coroutine on virtual time; `limit` virtual seconds at the most."""

    def new_loop() -> VirtualLoop:
        return VirtualLoop(clock or VirtualClock(), limit)

    with _aiosqlite_counted(), asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(main)


def virtual(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Decorator: an async test runs on virtual time. Fixtures pass through; `clock`, or the stage's, is its clock."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        clock = kwargs.get("clock") or getattr(kwargs.get("stage"), "clock", None)
        run_virtual(test(*args, **kwargs), clock if isinstance(clock, VirtualClock) else None)

    # pytest reads the fixtures from the signature; a wrapped coroutine function must not look like one.
    run.__signature__ = inspect.signature(test)  # type: ignore[attr-defined]
    del run.__wrapped__
    return run
