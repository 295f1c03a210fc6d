"""What wilds and larger hands cost: every question to the winning tables for 13 and 16 tiles with 0 to 4 wilds.

`python -m bench.sizes [--quick]` prints rates relative to 13 tiles without wilds, the tables warm; no other engine
knows wilds or 16 tiles, so this one is its own reference. Exit 1 if 16 tiles with 4 wilds fall below half.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from bench.winning import rate
from engine import winning_tables
from engine.winning import Keys, add, is_win, need, needs_without, pack, useful, waits
from tests.engine.brute import complete_hand, tiles_of, without

MUST, SHOULD = 0.5, 0.8
WILDS = range(5)
Question = Callable[[Keys, int, int], object]


def _discards(keys: Keys, kinds: Sequence[int], sets: int, *, strict: bool) -> list[int]:
    """The useful tiles after each of the best discards."""
    needs = needs_without(keys, kinds, sets, strict=strict)
    least = min(needs)
    best = [kind for kind, after in zip(kinds, needs, strict=True) if after == least]
    return [useful(add(keys, kind, -1), sets, strict=strict) for kind in best]


QUESTIONS: dict[str, Question] = {
    "win": lambda keys, wilds, _: is_win(keys, wilds + 1),
    "waits": lambda keys, wilds, _: waits(keys, wilds),
    "shanten": lambda keys, wilds, sets: need(keys, sets, strict=not wilds) - wilds - 1,
    "useful tiles": lambda keys, wilds, sets: useful(keys, sets, strict=not wilds),
}


def hands(rnd: Random, tiles: int, wilds: int, size: int) -> list[tuple[Keys, tuple[int, ...]]]:
    """Hands near completion of so many tiles, wilds among them: the keys, and the kinds held."""
    found = []
    for _ in range(size):
        counts = without(rnd, complete_hand(rnd, tiles // 3), wilds + 1)
        found.append((pack(counts), tuple(dict.fromkeys(tiles_of(counts)))))
    return found


def measured(question: Question, tiles: int, wilds: int, size: int) -> Callable[[], float]:
    """A pass over such hands, as a rate."""
    sets = tiles // 3
    keys = [keys for keys, _ in hands(Random(tiles * 8 + wilds), tiles, wilds, size)]
    return lambda: rate(lambda hand: question(hand, wilds, sets), keys)


def discard_pass(tiles: int, wilds: int, size: int) -> Callable[[], float]:
    """As `measured`, for what to discard."""
    asked = hands(Random(tiles * 8 + wilds), tiles, wilds, size)
    return lambda: rate(lambda hand: _discards(*hand, tiles // 3, strict=not wilds), asked)


def load_time() -> float:
    """Milliseconds to read the tables' blob, the best of some times: others' work is none of it."""
    times = []
    for _ in range(9):
        began = process_time()
        winning_tables.load()
        times.append(1000 * (process_time() - began))
    return min(times)


def line(passes: dict[tuple[int, int], Callable[[], float]], rounds: int) -> dict[tuple[int, int], float]:
    """The best rate of each size, relative to 13 tiles without wilds; the sizes are taken in turn."""
    best = dict.fromkeys(passes, 0.0)
    for _ in range(rounds):
        for size, run in passes.items():
            best[size] = max(best[size], run())
    return {size: value / best[13, 0] for size, value in best.items()}


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 where the largest hands fall below the floor."""
    parser = argparse.ArgumentParser(prog="python -m bench.sizes", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer hands and rounds")
    quick = parser.parse_args(arguments).quick
    size, rounds = (500, 3) if quick else (3000, 7)
    sizes = [(tiles, wilds) for tiles in (13, 16) for wilds in WILDS]
    print(f"\nthe tables load in {load_time():.1f} ms (must 30)")
    print(f"\nrelative to 13 tiles without wilds (16 tiles with 4: must {MUST}, should {SHOULD})")
    print("  tiles + wilds " + "".join(f"{tiles:>5}+{wilds}" for tiles, wilds in sizes))
    good = True
    for name in (*QUESTIONS, "discards"):
        passes = {
            at: measured(QUESTIONS[name], *at, size) if name in QUESTIONS else discard_pass(*at, size // 10)
            for at in sizes
        }
        found = line(passes, rounds)
        below = found[16, 4] < MUST
        good &= not below
        print(
            f"  {name:14}" + "".join(f"{found[at]:7.2f}" for at in sizes) + ("  BELOW MUST" if below else "")
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
