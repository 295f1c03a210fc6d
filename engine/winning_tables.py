"""The tables behind `winning`: how they are built, written and read. `python -m engine.winning_tables`
writes the blob.

A *block* is a suit or the honours, its *key* the base-5 number whose digit r counts the copies of rank r. A
table holds one byte per key. Both kinds of table come from the same walk over the ranks, highest first: at
every rank it is decided how many triplets, runs and pairs begin there, and a place of the walk remembers
what is pending and the fewest tiles paid so far. The places reachable with the same costs are one *state*;
states repeat, so the walk is a small automaton, and the table is read off it from the last rank back to the
first.
"""

import zlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

SUIT_RANKS, HONOUR_RANKS = 9, 7
SUIT_KEYS, HONOUR_KEYS = 5**SUIT_RANKS, 5**HONOUR_RANKS
MOST_SETS = 5
ENTRIES = 2 * (MOST_SETS + 1)  # a vector's entry is pair * 6 + sets
FAR = 63  # more tiles than any answer
MOST_COST = 7  # wilds a block of the win table may ask for; what asks for more reads as 8
BLOB = Path(__file__).with_name("winning.bin")

Place = tuple[int, ...]
State = tuple[tuple[Place, int], ...]
Step = Callable[[State, int, bool], State]
Vector = tuple[int, ...]


class NeedTable(NamedTuple):
    """Per key the class of its vector: tiles to add so that a block holds so many sets (and a pair)."""

    vectors: tuple[Vector, ...]
    suit: bytes
    honours: bytes


class Tables(NamedTuple):
    """`win_*`: per key `w0 * 8 + flag` (see `winning`); distances with wilds (`free`) and without."""

    win_suit: bytes
    win_honours: bytes
    free: NeedTable
    strict: NeedTable


class Choice(NamedTuple):
    """What begins at one rank: runs and triplets together, pairs, runs alone; and the copies used up."""

    sets: int
    pairs: int
    runs: int
    used: int


@cache
def _choices(pending: int, pair: int, can_run: bool, cap: int) -> tuple[Choice, ...]:
    """All choices at a rank that `pending` older runs pass through. Three equal runs are three triplets."""
    found = (
        Choice(triplets + runs, pairs, runs, pending + 3 * triplets + 2 * pairs + runs)
        for triplets in range(cap // 3 + 1)
        for pairs in range(2 - pair)
        for runs in range(3 if can_run else 1)
    )
    return tuple(choice for choice in found if choice.used <= cap)


def _win_step(state: State, held: int, can_run: bool) -> State:
    """One rank of "use up every tile": places are (pair, runs two ranks old, runs one rank old)."""
    best: dict[Place, int] = {}
    for (pair, older, newer), cost in state:
        for choice in _choices(older + newer, pair, can_run, 8):
            price = cost + choice.used - held
            place = (pair + choice.pairs, newer, choice.runs)
            if choice.used >= held and price <= MOST_COST and price < best.get(place, FAR):
                best[place] = price
    return tuple(sorted(best.items()))


def _win_byte(state: State) -> int:
    """`w0 * 8 + 1` where a pair saves a wild (w1 = w0 - 1), `w0 * 8` where it costs two (w1 = w0 + 2)."""
    costs = dict(state)
    with_pair = costs.get((1, 0, 0), FAR)
    without = min(costs.get((0, 0, 0), FAR), with_pair + 1)  # a pair and a wild are a triplet
    if without > MOST_COST:
        return (MOST_COST + 1) * 8
    return without * 8 + (with_pair == without - 1)


def _need_step(cap: int) -> Step:
    """One rank of "hold so many sets", tiles may be left over: places are (sets, pair, older, newer)."""

    def step(state: State, held: int, can_run: bool) -> State:
        best: dict[Place, int] = {}
        for (sets, pair, older, newer), cost in state:
            for new_sets, pairs, runs, used in _choices(older + newer, pair, can_run, cap):
                if sets + new_sets > MOST_SETS:
                    continue
                price = cost + used - held if used > held else cost
                place = (sets + new_sets, pair + pairs, newer, runs)
                if price < best.get(place, FAR):
                    best[place] = price
        return _without_beaten(best)

    return step


def _without_beaten(best: dict[Place, int]) -> State:
    """Drop a place if another with the same pending runs has its sets and its pair for no more."""

    def beaten(place: Place, cost: int) -> bool:
        sets, pair, older, newer = place
        return any(
            best.get((more, with_pair, older, newer), FAR) <= cost
            for more in range(sets, MOST_SETS + 1)
            for with_pair in range(pair, 2)
            if (more, with_pair) != (sets, pair)
        )

    return tuple(sorted(item for item in best.items() if not beaten(*item)))


def _vector(state: State) -> Vector:
    """The twelve distances of a finished walk: at least that many sets, and the pair."""
    return tuple(
        min((cost for (s, p, _, _), cost in state if s >= sets and p >= pair), default=FAR)
        for pair in range(2)
        for sets in range(MOST_SETS + 1)
    )


def _walk(ranks: int, runs: bool, step: Step, start: Place) -> tuple[list[list[int]], list[State]]:
    """The automaton: per rank five arcs a state (for 0-4 copies), and the states after the last rank."""
    states: list[State] = [((start, 0),)]
    arcs: list[list[int]] = []
    for rank in range(ranks):
        numbers: dict[State, int] = {}
        can_run = runs and rank < ranks - 2
        arcs.append(
            [
                numbers.setdefault(step(state, held, can_run), len(numbers))
                for state in states
                for held in range(5)
            ]
        )
        states = list(numbers)
    return arcs, states


def _table(arcs: list[list[int]], values: Iterable[int]) -> bytes:
    """One byte per key. The walk begins at the highest digit, so a state's bytes lie side by side."""
    parts = [bytes([value]) for value in values]
    for level in reversed(arcs):
        parts = [b"".join(parts[arc] for arc in level[at : at + 5]) for at in range(0, len(level), 5)]
    return parts[0]


def _win_table(ranks: int, runs: bool) -> bytes:
    arcs, states = _walk(ranks, runs, _win_step, (0, 0, 0))
    return _table(arcs, map(_win_byte, states))


def _need_table(cap: int) -> NeedTable:
    """Suits and honours under one numbering of the vectors, in their own order, so no walk decides it."""
    walks = [
        _walk(ranks, runs, _need_step(cap), (0, 0, 0, 0))
        for ranks, runs in ((SUIT_RANKS, True), (HONOUR_RANKS, False))
    ]
    found = [[_vector(state) for state in states] for _, states in walks]
    vectors = sorted({vector for block in found for vector in block})
    numbers = {vector: number for number, vector in enumerate(vectors)}
    suit, honours = (
        _table(arcs, [numbers[vector] for vector in block])
        for (arcs, _), block in zip(walks, found, strict=True)
    )
    return NeedTable(tuple(vectors), suit, honours)


def build() -> bytes:
    """The bytes of all tables, uncompressed. Takes some seconds."""
    parts = [_win_table(SUIT_RANKS, True), _win_table(HONOUR_RANKS, False)]
    for cap in (8, 4):  # a wild may be a fifth copy; without wilds there are four
        table = _need_table(cap)
        parts += [bytes([len(table.vectors)]), *map(bytes, table.vectors), table.suit, table.honours]
    return b"".join(parts)


def read(raw: bytes) -> Tables:
    """The tables in what `build` returned."""
    at = 0

    def take(length: int) -> bytes:
        nonlocal at
        at += length
        return raw[at - length : at]

    def take_need() -> NeedTable:
        vectors = tuple(tuple(take(ENTRIES)) for _ in range(take(1)[0]))
        return NeedTable(vectors, take(SUIT_KEYS), take(HONOUR_KEYS))

    return Tables(take(SUIT_KEYS), take(HONOUR_KEYS), take_need(), take_need())


def load() -> Tables:
    """The tables of the blob beside this module."""
    return read(zlib.decompress(BLOB.read_bytes()))


if __name__ == "__main__":
    BLOB.write_bytes(zlib.compress(build(), 9))
