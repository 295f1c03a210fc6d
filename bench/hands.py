"""Complete hands a second: every game with full rules, journal and views, beside PyPI `jansou` and `riichienv`.

`python -m bench.hands [--quick]` lets each engine play for equal time in turn, several rounds, prints the median
rates and the ratios, and exits 1 if a game's random play is below what it must be. Only ratios are judged. Play is
random among the legal acts everywhere; a second table has our computer seats.
"""

import argparse
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from jansou.core.rules import preset
from jansou.game.environment import Environment
from riichienv import RiichiEnv
from riichienv.agents import RandomAgent

from engine.actions import Act
from engine.games import games
from engine.match import MatchState
from engine.selfplay import Player, computer_player, first_match, key_of, play_hand
from engine.state import HandStart, Position
from engine.views import seat_view

T = TypeVar("T")
MUST_JANSOU, SHOULD_RIICHIENV = 3.0, 1.0
COMPUTER_MUST_JANSOU, COMPUTER_SHOULD_RIICHIENV = 1.5, 0.7


def any_of(acts: Sequence[T], rng: Random) -> T:
    """One of the acts, for either engine drawn as fast as can be."""
    return acts[int(rng.random() * len(acts))]


def jansou_hands() -> Iterator[int]:
    """Games of the reference, random among its offered actions; yields the hands of each."""
    rng = Random(1)
    while True:
        env = Environment(preset("tenhou"))
        game = env.play()
        try:
            request = next(game)
            while True:
                request = game.send(any_of(request.actions, rng))
        except StopIteration:
            yield len(env.records)


def riichienv_hands() -> Iterator[int]:
    """Single hands of the Rust environment with its own random agent."""
    agent = RandomAgent()
    while True:
        env = RiichiEnv()
        seen = env.reset()
        while not env.done():
            seen = env.step({player: agent.act(view) for player, view in seen.items()})
        yield 1


Seats = Callable[[int], Player]
"""Who plays the hand of this number."""


def random_seats(number: int) -> Player:
    """Seats that look at their view and take any of its acts."""
    rng = Random(number)

    def pick(pos: Position, seat: int) -> Act:
        return any_of(seat_view(pos, seat).acts, rng)

    return pick


def computer_seats(_: int) -> Player:
    return computer_player


def our_hands(name: str, seats: Seats) -> Iterator[int]:
    """Hands of matches of one of our games, journalled, without the checks of the tests."""
    game = games()[name]
    options = game.options()
    match: MatchState | None = None
    for number in count():
        key = key_of(1, number)
        if match is None or match.over:
            match = first_match(game, options, key)
        end = play_hand(HandStart(game, options, match, key), seats(number), check=None).end
        if end.result is not None and end.settlement is not None:
            match = game.next_match(match, end.result, end.settlement)
        yield 1


def rate(hands: Iterator[int], seconds: float) -> float:
    """Hands a second over about so many seconds of this process: a busy machine is then fair to all."""
    gc.collect()
    began, played = process_time(), 0
    while (spent := process_time() - began) < seconds:
        played += next(hands)
    return played / spent


def measure(runs: dict[str, Iterator[int]], rounds: int, seconds: float) -> dict[str, float]:
    """Median rates, the engines taken in turn so that a drifting machine is fair to all."""
    for hands in runs.values():
        next(hands)  # imports, tables and memos are warm for everybody
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, hands in runs.items():
            rates[name].append(rate(hands, seconds))
    return {name: median(values) for name, values in rates.items()}


def table(
    title: str, rates: dict[str, float], must: float, should: float, say: Callable[[str], None]
) -> bool:
    """Print the ratios; whether every game is at least at `must` times jansou."""
    say(f"\n{title}: hands a second, and how many times jansou (must {must}) and riichienv (should {should})")
    good = True
    for name, value in rates.items():
        by_jansou, by_rust = value / rates["jansou"], value / rates["riichienv"]
        mark = "" if name in ("jansou", "riichienv") or by_jansou >= must else "  BELOW MUST"
        good &= not mark
        say(f"  {name:15} {value:8.1f}   {by_jansou:6.2f} ×   {by_rust:6.2f} ×{mark}")
    return good


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when a game is below its floor."""
    parser = argparse.ArgumentParser(prog="python -m bench.hands", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round")
    quick = parser.parse_args(arguments).quick
    rounds, seconds = (1, 1.0) if quick else (3, 3.0)
    good = True
    for title, seats, must, should in (
        ("random play", random_seats, MUST_JANSOU, SHOULD_RIICHIENV),
        ("computer seats", computer_seats, COMPUTER_MUST_JANSOU, COMPUTER_SHOULD_RIICHIENV),
    ):
        runs = {"jansou": jansou_hands(), "riichienv": riichienv_hands()}
        runs |= {name: our_hands(name, seats) for name in games()}
        good &= table(title, measure(runs, rounds, seconds), must, should, print)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
