"""FD-22 taken literally: which discards may still be won on, and who may intercept whom.

The oracle knows nothing but what everybody sees: who threw, took and drew what, and who said no. Whether a hand that
calls is complete is read from its tiles as they were when the discard lay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.actions import Event
from tests.engine.fuding_shapes import complete, youjin

SEATS = range(4)


@dataclass(frozen=True)
class Thrown:
    """A discard: the number of the question that asked about it, who threw what, hands as they were then."""

    number: int
    seat: int
    tile: int
    hands: tuple[tuple[int, ...], ...]
    appeared: tuple[int, ...]
    """Per seat, how often the tile has appeared since its last draw, this discard included."""


@dataclass(frozen=True)
class Oracle:
    """Public events, each in its order: ("throw", seat, index), ("draw", seat, 0), ("take", seat, index)."""

    events: tuple[tuple[str, int, int], ...] = ()
    thrown: tuple[Thrown, ...] = ()
    declined: frozenset[tuple[int, int]] = frozenset()
    """(seat, index): asked, and said no (FD-23)."""
    seen: tuple[tuple[int, ...], ...] = ((), (), (), ())
    """Per seat what has appeared since its last draw (FD-25)."""
    standing: frozenset[int] = frozenset()
    dead_tiles: frozenset[int] = frozenset()
    """Golds and flowers, thrown all the same (FD-10)."""
    returned: frozenset[int] = frozenset()
    """Forbidden discards that were taken back (FD-33)."""

    def after(self, events: Iterable[Event], number: int, hands: Sequence[Sequence[int]]) -> Oracle:
        """With what an action did; `number` is that of the question then open, `hands` what the seats hold then."""
        oracle, events = self, list(events)
        for at, event in enumerate(events):
            if event.name == "discard":
                oracle = oracle._threw(event, number, hands)
            elif event.name == "draw":
                seen = tuple(() if seat == event.seat else row for seat, row in enumerate(oracle.seen))
                if replaces_flower(events, at):  # it belongs to the draw before it
                    seen = oracle.seen
                oracle = replace(oracle, events=(*oracle.events, ("draw", event.seat, 0)), seen=seen)
            elif event.name in ("chow", "pung", "exposed_kong"):
                taken = ("take", event.seat, len(oracle.thrown) - 1)
                oracle = replace(oracle, events=(*oracle.events, taken))
            elif event.name == "adding":
                oracle = replace(oracle, seen=tuple((*row, *event.tiles) for row in oracle.seen))
            elif event.name == "returned":
                last, seen = len(oracle.thrown) - 1, tuple(row[:-1] for row in oracle.seen)
                oracle = replace(oracle, returned=oracle.returned | {last}, seen=seen)
            elif event.name == "declare" and event.arg == "standing":
                oracle = replace(oracle, standing=oracle.standing | {event.seat})
        return oracle

    def _threw(self, event: Event, number: int, hands: Sequence[Sequence[int]]) -> Oracle:
        (tile,) = event.tiles
        seen = tuple((*row, tile) for row in self.seen)
        held = tuple(tuple(hand) for hand in hands)
        thrown = Thrown(number, event.seat, tile, held, tuple(row.count(tile) for row in seen))
        events = (*self.events, ("throw", event.seat, len(self.thrown)))
        return replace(self, events=events, thrown=(*self.thrown, thrown), seen=seen)

    def since(self, index: int) -> tuple[tuple[str, int, int], ...]:
        at = next(
            place for place, event in enumerate(self.events) if event[0] == "throw" and event[2] == index
        )
        return self.events[at + 1 :]

    def drawn_since(self, index: int) -> set[int]:
        return {seat for name, seat, _ in self.since(index) if name == "draw"}

    def dead(self, index: int) -> bool:
        """Somebody has drawn after it and then discarded (FD-22.2)."""
        drew: set[int] = set()
        for name, seat, _ in self.since(index):
            if name == "draw":
                drew.add(seat)
            elif name == "throw" and seat in drew:
                return True
        return False

    def taker(self, index: int) -> int | None:
        return next((seat for name, seat, of in self.since(index) if name == "take" and of == index), None)

    def open_to(self, seat: int, index: int) -> bool:
        """`may_win_on` as far as it is public, without the taker's right (FD-22.2, 3)."""
        return not (
            seat in self.standing
            or seat == self.thrown[index].seat
            or seat in self.drawn_since(index)
            or self.dead(index)
            or (seat, index) in self.declined
            or index in self.returned
            or self.thrown[index].tile in self.dead_tiles
        )

    def may_call(self, seat: int, index: int) -> bool:
        return self.open_to(seat, index) and seat != self.taker(index)

    def may_intercept(self, seat: int, index: int) -> bool:
        """FD-22.4, 5."""
        if not self.open_to(seat, index) or self.drawn_since(index):
            return False
        threw = any(name == "throw" and who == seat for name, who, _ in self.since(index))
        return seat != self.taker(index) or not threw

    def interceptors(self, caller: int, index: int) -> dict[int, set[int]]:
        """Who else may win, and on which discards: an earlier one, or from nearer by (FD-19), or whoever took it."""
        found: dict[int, set[int]] = {}
        if self.drawn_since(index):
            return found
        thrower = self.thrown[index].seat
        for seat in SEATS:
            nearer = (seat - thrower) % 4 < (caller - thrower) % 4
            wins = {other for other in range(index) if self.may_intercept(seat, other)}
            if (nearer or seat == self.taker(index)) and self.may_intercept(seat, index):
                wins.add(index)
            if wins and seat != caller:
                found[seat] = wins
        return found

    def real(self, seat: int, index: int, golds: set[int]) -> bool:
        """The hand is complete with the tile, not 游金, and the tile is the first of its kind (FD-25, FD-26)."""
        thrown = self.thrown[index]
        hand = thrown.hands[seat]
        return (
            complete((*hand, thrown.tile), golds) and not youjin(hand, golds) and thrown.appeared[seat] == 1
        )

    def winner(self, golds: set[int], calls: set[tuple[int, int]]) -> int | None:
        """Of these (seat, index) the first whose win is real: the earlier discard, then the nearer seat."""
        order = sorted(calls, key=lambda call: (call[1], (call[0] - self.thrown[call[1]].seat) % 4))
        return next((seat for seat, index in order if self.real(seat, index, golds)), None)


def replaces_flower(events: Sequence[Event], at: int) -> bool:
    """Whether this draw replaces a flower that was laid out in the same action."""
    before = [event.name for event in events[:at] if event.name not in ("draw", "judged", "declare")]
    return events[at].arg == "tail" and before[-1:] == ["flowers"]
