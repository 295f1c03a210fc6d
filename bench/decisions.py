"""What one decision costs, part by part: where the time of a self-played hand goes, in words.

`python -m bench.decisions [--quick]` plays hands of every game at random and with computer seats and prints, for each
part, how often it comes in a hand, its microseconds, and its share. Nothing is judged: microseconds are the machine's.
"""

import argparse
import sys
from collections import defaultdict
from time import perf_counter_ns

from bench.hands import Seats, computer_seats, random_seats
from engine.actions import Action
from engine.game import Game
from engine.games import games
from engine.hand import advance, dealt
from engine.prompts import PromptKind
from engine.selfplay import CLOSED, able, first_match, key_of
from engine.state import HandStart

PARTS = {
    "deal": "shuffling, dealing, and all until the first question",
    "choose": "a seat looks at its view and chooses",
    "discard": "a discard lies, and everybody's claims on it are found",
    "window": "a window that nobody can use is closed, the next seat draws, its turn's acts are found",
    "answer": "another answer: a claim made or passed, a kong, a declaration",
    "end": "the last act, and the settlement",
}


class Clock:
    """Nanoseconds and numbers of the parts; the best of several passes over the same hands counts."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = defaultdict(int)
        self.times: dict[str, int] = defaultdict(int)

    def add(self, part: str, began: int) -> None:
        self.spent[part] += perf_counter_ns() - began
        self.times[part] += 1


def play(game: Game, seats: Seats, number: int, clock: Clock) -> None:
    """One hand, its parts clocked."""
    key = key_of(1, number)
    match = first_match(game, game.options(), key)
    began = perf_counter_ns()
    d = dealt(HandStart(game, game.options(), match, key))
    clock.add("deal", began)
    player = seats(number)
    while (prompt := d.prompt) is not None:
        seat, part = able(prompt), "window"
        action = CLOSED
        if seat is not None:
            began = perf_counter_ns()
            action = Action(seat, player(d, seat))
            clock.add("choose", began)
            part = "discard" if prompt.kind is PromptKind.TURN and action.act.verb == "d" else "answer"
        began = perf_counter_ns()
        advance(d, action)
        clock.add("end" if d.prompt is None else part, began)


def measure(game: Game, seats: Seats, hands: int, passes: int) -> dict[str, tuple[float, float]]:
    """Per part: how often in a hand, and microseconds a hand."""
    clocks = []
    for _ in range(passes):
        clock = Clock()
        for number in range(hands):
            play(game, seats, number, clock)
        clocks.append(clock)
    return {
        part: (
            clocks[0].times[part] / hands,
            min(clock.spent[part] for clock in clocks) / hands / 1000,
        )
        for part in PARTS
    }


def main(arguments: list[str] | None = None) -> int:
    """Print a table for each kind of seats."""
    parser = argparse.ArgumentParser(prog="python -m bench.decisions", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer hands and passes")
    quick = parser.parse_args(arguments).quick
    hands, passes = (3, 3) if quick else (10, 10)
    for title, seats in (("random play", random_seats), ("computer seats", computer_seats)):
        found = {name: measure(game, seats, hands, passes) for name, game in games().items()}
        print(f"\n{title}, the parts of a hand: times in a hand × microseconds, share")
        for name, parts in found.items():
            total = sum(spent for _, spent in parts.values())
            print(f"  {name}: {total:.0f} µs a hand")
            for part, words in PARTS.items():
                times, spent = parts[part]
                each = spent / times if times else 0.0
                print(f"    {100 * spent / total:4.0f} %  {times:6.1f} × {each:7.1f}  {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
