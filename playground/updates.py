"""The queue of updates: rising ids, offsets that confirm, what is kept for how long."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from playground.errors import Json

LIFETIME = {"callback_query": 150.0, "inline_query": 30.0}
DAY = 24 * 3600.0
# Left out unless they are asked for by name.
ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(slots=True)
class Update:
    """One update that waits, or has been confirmed."""

    id: int
    kind: str
    body: Json
    at: float
    # Handed out although its id lies below the offset: as after a confirmation that was lost.
    forced: bool = False

    def json(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


class UpdateQueue:
    """What `getUpdates` reads from. `copies` and `order` bend a batch: faults for tests."""

    def __init__(self, clock: Callable[[], float], first_id: int) -> None:
        self.allowed: frozenset[str] | None = None
        self.copies: Callable[[], int] = lambda: 1
        self.order: Callable[[list[Update]], list[Update]] = lambda batch: batch
        self.confirmed: list[Update] = []
        self.expired: list[Update] = []
        self.waiting: list[Update] = []
        self.polls = 0
        self._clock = clock
        self._next_id = first_id

    def add(self, kind: str, body: Json) -> Update | None:
        """A new update, or None when the bot did not ask for its kind."""
        if kind in ON_REQUEST if self.allowed is None else kind not in self.allowed:
            return None
        update = Update(self._next_id, kind, body, self._clock())
        self._next_id += 1
        self.waiting.append(update)
        return update

    def fetch(self, offset: int, limit: int) -> list[Json]:
        """Confirm below `offset`, then read. A negative offset keeps only that many from the end."""
        self._expire()
        if offset < 0:
            self._confirm(self.waiting[:offset])
        elif offset <= self._next_id:
            # A greater offset comes from the time before the ids fell: it confirms nothing.
            self._confirm([update for update in self.waiting if update.id < offset and not update.forced])
        batch = self.order(self.waiting[:limit])
        for update in batch:
            update.forced = False
        return [update.json() for update in batch for _ in range(self.copies())]

    def clear(self) -> None:
        self._confirm(list(self.waiting))

    def redeliver(self, count: int = 1) -> None:
        """The last `count` confirmed updates come again, under their old ids, once."""
        again, self.confirmed = self.confirmed[-count:], self.confirmed[:-count]
        for update in again:
            update.forced = True
        self.waiting[:0] = again

    def restart_ids(self, at: int) -> None:
        """Ids go on from `at`, lower than before, as they may after a quiet week."""
        self._next_id = at

    def _confirm(self, updates: Iterable[Update]) -> None:
        gone = list(updates)
        self.confirmed += gone
        known = set(map(id, gone))
        self.waiting = [update for update in self.waiting if id(update) not in known]

    def _expire(self) -> None:
        now = self._clock()
        kept: list[Update] = []
        for update in self.waiting:
            alive = now - update.at <= LIFETIME.get(update.kind, DAY)
            (kept if alive else self.expired).append(update)
        self.waiting = kept
