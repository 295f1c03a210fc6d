"""夜里不算: hours of the local day in which no deadline of a game by the day runs. Instants are UTC ms."""

from __future__ import annotations

from dataclasses import dataclass

HOUR = 3_600_000
DAY = 24 * HOUR
MORNING = 9 * HOUR
"""When the digest comes where no quiet hours are set, ms of the local day."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """From `begin` to `end`, ms of the local day; the day is `offset` ms ahead of UTC. Never empty, never all day."""

    begin: int
    end: int
    offset: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.begin < DAY and 0 <= self.end < DAY) or self.begin == self.end:
            raise ValueError(f"no quiet hours: {self.begin}–{self.end}")

    def at(self, instant: int) -> bool:
        """Whether it is quiet then."""
        return (self._local(instant) - self.begin) % DAY < (self.end - self.begin) % DAY

    def over(self, instant: int) -> int:
        """The end of the quiet that runs then, or the instant itself."""
        return instant + (self.end - self._local(instant)) % DAY if self.at(instant) else instant

    def after(self, start: int, length: int) -> int:
        """When so many ms that are not quiet have gone by."""
        instant = self.over(start)
        while (free := (self.begin - self._local(instant)) % DAY) < length:
            instant, length = self.over(instant + free), length - free
        return instant + length

    def free(self, start: int, until: int) -> int:
        """How many ms between the two are not quiet; 0 if `until` is not later."""
        days, rest = divmod(max(until - start, 0), DAY)
        free = days * (DAY - (self.end - self.begin) % DAY)
        instant, end = start, start + rest
        while instant < end:
            instant = self.over(instant)
            begins = instant + (self.begin - self._local(instant)) % DAY
            free += max(min(begins, end) - instant, 0)
            instant = begins
        return free

    def _local(self, instant: int) -> int:
        return (instant + self.offset) % DAY


def left(quiet: Quiet | None, start: int, until: int) -> int:
    """How many ms there are between the two, quiet hours not counted; 0 if `until` is not later."""
    return max(until - start, 0) if quiet is None else quiet.free(start, until)


def later(quiet: Quiet | None, start: int, length: int) -> int:
    """`length` ms after `start`, quiet hours not counted."""
    return start + length if quiet is None else quiet.after(start, length)


def next_morning(quiet: Quiet | None, offset: int, after: int) -> int:
    """The next instant later than `after` at which a day begins there: the quiet is over, or it is nine."""
    begins = MORNING if quiet is None else quiet.end
    return after + ((begins - after - offset - 1) % DAY) + 1
