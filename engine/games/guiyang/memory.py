"""What a running hand remembers beside its tiles, and the facts that it becomes (`facts` reads them)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.games.guiyang.chickens import WUGU, YAOJI
from engine.games.guiyang.options import GuiyangOptions
from engine.result import Win
from engine.scoring import SEATS
from engine.state import Discard
from engine.tiles import SUIT_LETTERS, TEXT, Kind, suit

CHICKEN_FACTS = {YAOJI: "first_chicken", WUGU: "first_wugu"}


NONE_NAMED: tuple[int | None, ...] = (None,) * 4


@dataclass(frozen=True, slots=True)
class Thrown:
    """The first discard of a fixed chicken: its number among the hand's discards, and who melded it."""

    kind: Kind
    seat: int
    number: int
    taker: int | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """What Guiyang remembers."""

    original_void: frozenset[int]
    """原缺: seats dealt at most two suits."""
    void_suits: tuple[int | None, ...] = NONE_NAMED
    """定缺: 0 万, 1 筒, 2 条."""
    chickens: tuple[Thrown, ...] = ()
    fresh: tuple[Kind, ...] = ()
    """Tiles drawn earlier in a turn with a kong, and kept."""
    late_kongs: frozenset[tuple[int, Kind]] = frozenset()
    """憨包豆: seat and kind."""
    turned: Kind | None = None
    last_drawer: int | None = None
    """Who drew the wall's last tile."""

    def named(self, suits: Sequence[int]) -> Memory:
        """With the void suits that the seats have named."""
        return replace(self, void_suits=tuple(suits))

    def discarded(self, last: Discard) -> Memory:
        """The first 1s, and the first 8p, are remembered."""
        if last.tile not in CHICKEN_FACTS or any(first.kind == last.tile for first in self.chickens):
            return self
        return replace(self, chickens=(*self.chickens, Thrown(last.tile, last.seat, last.number)))

    def taken(self, last: Discard, taker: int) -> Memory:
        """The discard was melded; the taker has drawn nothing yet."""
        chickens = tuple(
            replace(first, taker=taker) if first.number == last.number else first for first in self.chickens
        )
        return replace(self, chickens=chickens, fresh=())

    def konged(self, seat: int, tile: Kind, drawn: Kind | None, *, further: bool, added: bool) -> Memory:
        """A kong is declared with `drawn` just drawn, `further`: not the first of its turn (GY-5.3).

        Late is an added kong of a tile that was not drawn in this turn.
        """
        fresh = (*(self.fresh if further else ()), *(() if drawn is None else (drawn,)))
        late = {(seat, tile)} if added and tile not in fresh else set()
        return replace(self, fresh=fresh, late_kongs=self.late_kongs | late)


def dealt(hands: Iterable[tuple[Kind, ...]]) -> Memory:
    """The memory of the dealt tiles (GY-10.4)."""
    return Memory(
        frozenset(seat for seat, hand in enumerate(hands) if len({suit(tile) for tile in hand}) <= 2)
    )


def facts_of(
    memory: Memory, options: GuiyangOptions, last: Discard | None, wins: Sequence[Win]
) -> dict[str, Any]:
    """The case's facts; `last` is the discard that was won on."""
    facts: dict[str, Any] = {}
    if wins:
        facts["turned"] = None if memory.turned is None else TEXT[memory.turned]
    for kind in (YAOJI, WUGU) if options.wugu_ji == "on" else (YAOJI,):
        facts[CHICKEN_FACTS[kind]] = _first(memory, kind, last, wins)
    if options.que_mode == "dingque":
        facts["void_suits"] = [None if void is None else SUIT_LETTERS[void] for void in memory.void_suits]
    if options.que_mode != "off":
        facts["original_void"] = [seat for seat in SEATS if seat in memory.original_void]
    if memory.late_kongs:
        facts["late_kongs"] = [{"seat": seat, "tile": TEXT[tile]} for seat, tile in sorted(memory.late_kongs)]
    if not wins and options.draw_dealer == "last_drawer":
        facts["last_drawer"] = memory.last_drawer
    return facts


def _first(
    memory: Memory, kind: Kind, last: Discard | None, wins: Sequence[Win]
) -> dict[str, int | None] | None:
    """By whom the first of the kind was discarded, and who took it by pung, kong or win."""
    first = next((thrown for thrown in memory.chickens if thrown.kind == kind), None)
    if first is None:
        return None
    won = bool(wins) and last is not None and not last.robbing and last.number == first.number
    return {"seat": first.seat, "claimed_by": wins[0].seat if won else first.taker}
