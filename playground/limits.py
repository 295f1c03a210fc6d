"""Flood rules: 20 sends and edits in 60 s per group, about one a second per chat with a small burst."""

import math
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from playground.errors import ApiError

Mode = Literal["off", "count", "strict"]

PER_GROUP = 20
WINDOW = 60.0
BURST = 4
# Who asks again while he is told to wait, waits longer.
PROLONGED = 0.5


def counted(method: str) -> bool:
    """Sends and edits share one budget; answers, deletions and questions are free."""
    return method != "sendChatAction" and method.startswith(("send", "edit", "copy", "forward"))


@dataclass(slots=True)
class _Meter:
    window: deque[float] = field(default_factory=deque)
    tokens: float = BURST
    seen: float = 0.0
    blocked_until: float = 0.0

    def note(self, now: float) -> None:
        """One more send or edit, and those of more than a minute ago forgotten."""
        self.forget(now)
        self.window.append(now)

    def forget(self, now: float) -> None:
        while self.window and now - self.window[0] >= WINDOW:
            self.window.popleft()


class Limits:
    """Keeps count per chat. Mode `count` only notes what would have been refused."""

    def __init__(self, clock: Callable[[], float], mode: Mode = "off") -> None:
        self.mode: Mode = mode
        self.exceeded = 0
        self._clock = clock
        self._meters: dict[int, _Meter] = defaultdict(_Meter)

    def charge(self, chat_id: int, *, group: bool) -> None:
        """One send or edit in a chat; raises 429 when there is no room for it and the mode is strict."""
        meter = self._meters[chat_id]
        if self.mode == "off":
            meter.note(self._clock())
            return
        wait = self._wait(meter, group=group)
        if wait <= 0:
            return
        self.exceeded += 1
        if self.mode == "strict":
            seconds = max(1, math.ceil(wait))
            raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)

    def used(self, chat_id: int) -> int:
        """The sends and edits of a chat in the last 60 s, counted in every mode."""
        now = self._clock()
        return sum(now - at < WINDOW for at in self._meters[chat_id].window)

    def _wait(self, meter: _Meter, *, group: bool) -> float:
        now = self._clock()
        if now < meter.blocked_until:
            meter.blocked_until += PROLONGED
            return meter.blocked_until - now
        meter.tokens = min(BURST, meter.tokens + now - meter.seen)
        meter.seen = now
        meter.forget(now)
        if group and len(meter.window) >= PER_GROUP:
            wait = meter.window[0] + WINDOW - now
        elif meter.tokens < 1:
            wait = 1 - meter.tokens
        else:
            wait = 0.0
        if wait > 0 and self.mode == "strict":
            meter.blocked_until = now + max(1, math.ceil(wait))
            return meter.blocked_until - now
        meter.tokens -= 1
        meter.note(now)
        return wait
