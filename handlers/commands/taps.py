"""Mashing: how many presses of one person go to the tables. Those beyond are answered and go nowhere."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field

BURST, A_SECOND = 8, 2
ANSWER_LATER = 1.5
"""Seconds until a press too many is answered, so that nobody else's answer waits behind it."""
_PEOPLE = 4096


@dataclass(slots=True)
class _Fingers:
    """One person's allowance, and the presses it was lately spent on."""

    left: float
    at: int
    spent_on: deque[str] = field(default_factory=lambda: deque(maxlen=2 * BURST))


class Taps:
    """A bucket per person: eight presses at once, two a second for long."""

    def __init__(self) -> None:
        self._people: OrderedDict[int, _Fingers] = OrderedDict()

    def allow(self, user_id: int, query_id: str, now: int) -> bool:
        """Whether this press at `now` (UTC ms) may go on. One that Telegram delivers twice is charged once."""
        fingers = self._people.pop(user_id, None) or _Fingers(BURST, now)
        self._people[user_id] = fingers
        if len(self._people) > _PEOPLE:
            self._people.popitem(last=False)
        if query_id in fingers.spent_on:
            return True
        fingers.left = min(BURST, fingers.left + (now - fingers.at) * A_SECOND / 1000)
        fingers.at = now
        if fingers.left < 1:
            return False
        fingers.left -= 1
        fingers.spent_on.append(query_id)
        return True
