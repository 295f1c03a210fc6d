"""The host: what tables cost, how long presses wait, what a restart takes, which transport is the better.

`python -m bench.host [--quick]` prints tables and exits 1 below a floor. Each measurement has a process of its own.
Figures marked * depend on what else the machine does and are not judged.
"""

import argparse
import multiprocessing
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import ParamSpec, TypeVar

from bench import records, transport
from bench.answers import Answers, answers
from bench.costs import Costs, costs
from bench.crowd import MEMORY
from bench.restart import prepare, restart

P = ParamSpec("P")
T = TypeVar("T")

NEEDED, ANSWER, MEMORY_KB, RESTART = (3.0, 2.5), (50.0, 15.0), (200.0, 60.0), (5.0, 2.0)
"""What must and what should be at the most: calls a discard, ms, kB a table, seconds."""
FLAT = 1.3
"""A cost that grows by more than this from ten tables to the most is not flat."""


def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do it in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *args, **kwargs).result()


class Judge:
    """Prints figures beside what they must and should be, and remembers whether all must are met."""

    def __init__(self) -> None:
        self.good = True

    def __call__(self, name: str, value: float, unit: str, bounds: tuple[float, float]) -> None:
        must, should = bounds
        word = "BELOW MUST" if value > must else "met" if value <= should else "below should"
        self.good &= value <= must
        print(f"  {name}: {value:.2f} {unit} (must {must:g}, should {should:g}): {word}")


def show_costs(sizes: dict[int, float], judge: Judge) -> None:
    """What a discard costs with so many tables, over so many minutes each."""
    print("\nA discard at people's pace, four people a table: CPU in ms, calls of the Bot API")
    print("  tables  discards  CPU of the bot  needed calls  all that write  with answers")
    found = [apart(costs, tables, minutes, drawn=False) for tables, minutes in sizes.items()]
    for row in found:
        print(
            f"  {row.tables:6}  {row.discards:8}  {row.bot:14.1f}  {row.needed:12.2f}"
            f"  {row.written:14.2f}  {row.calls:12.2f}"
        )
    drawn = apart(costs, 10, 1.0, drawn=True)
    print(
        f"  pictures: {drawn.pictures:.1f} a discard at 10 tables, {drawn.drawing:.0f} ms CPU, off the loop"
    )
    judge("needed calls a discard, most tables", found[-1].needed, "calls", NEEDED)
    base = _beside(found)
    judge("CPU a discard, most tables to ten", found[-1].bot / base.bot, "×", (FLAT, 1.0))
    judge("needed calls, most tables to ten", found[-1].needed / base.needed, "×", (FLAT, 1.0))


def _beside(found: list[Costs]) -> Costs:
    return next((row for row in found if row.tables == 10), found[0])


def show_answers(sizes: list[int], seconds: float, judge: Judge) -> None:
    """How long presses wait: on the clock of work, and here and now."""
    print(
        "\nA press, ms until its answer and until the next player's buttons; one press a second and table, ≤ 100/s"
    )
    print("  clock   tables  presses/s  answer p50   p99  buttons p50   p99  bot busy  drawing")
    for tables in sizes:
        rate = min(100.0, float(tables))
        found = _answers(tables, rate, seconds, wall=False, drawn=False)
        _print_answers("work", found)
        if tables == 100:
            judge("press to answer, p99, 100 presses a second over 100 tables", found.answer_99, "ms", ANSWER)
    for drawn in (False, True):
        _print_answers("wall*", _answers(min(max(sizes), 100), 100.0, seconds, wall=True, drawn=drawn))
    print("  A private chat takes one message a second, which is most of the buttons' p99.")
    print(f"  * load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; a commit takes {commit_ms():.2f} ms")


def _answers(tables: int, rate: float, seconds: float, *, wall: bool, drawn: bool) -> Answers:
    with tempfile.TemporaryDirectory(dir=None if wall else MEMORY) as folder:
        return apart(answers, tables, rate, seconds, wall=wall, folder=Path(folder), drawn=drawn)


def _print_answers(clock: str, row: Answers) -> None:
    print(
        f"  {clock:6}  {row.tables:6}  {row.presses:9.0f}  {row.answer_50:10.1f}  {row.answer_99:4.0f}"
        f"  {row.buttons_50:11.1f}  {row.buttons_99:4.0f}  {row.busy:8.0%}  {row.drawing:7.0%}"
    )


def commit_ms() -> float:
    """The median of what this disk takes for a commit."""
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "a.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE a (b)")
        times = []
        for _ in range(50):
            began = time.perf_counter()
            database.execute("INSERT INTO a VALUES (1)")
            database.commit()
            times.append(1000 * (time.perf_counter() - began))
    return median(times)


def show_restart(tables: int, judge: Judge) -> None:
    """A start with so many tables in mid-hand, and what each takes of memory."""
    few = max(tables // 10, 20)
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        found = []
        for number in (few, tables):
            path = Path(folder) / f"{number}.db"
            apart(prepare, path, number)
            found.append(apart(restart, path, number))
    first, last = found
    each = (last.memory - first.memory) / (last.tables - first.tables) / 1000
    print(f"\nA start with {tables} tables in mid-hand")
    print(f"  presses are taken after {last.taken:.2f} s of CPU")
    print(f"  on the wall's clock all is whole after {last.whole_wall:.1f} s*")
    judge(f"all {tables} tables whole, CPU", last.whole, "s", RESTART)
    judge("memory a table in mid-hand", each, "kB", MEMORY_KB)


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when something is below its floor."""
    parser = argparse.ArgumentParser(prog="python -m bench.host", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer tables, shorter")
    quick = parser.parse_args(arguments).quick
    judge = Judge()
    show_costs({1: 4, 10: 2, 50: 2} if quick else {1: 10, 10: 2, 100: 2, 1000: 1}, judge)
    show_answers([10, 100] if quick else [1, 10, 100, 1000], 5 if quick else 20, judge)
    show_restart(200 if quick else 1000, judge)
    transport.show(quick=quick)
    print()
    records.main()
    return 0 if judge.good else 1


if __name__ == "__main__":
    sys.exit(main())
