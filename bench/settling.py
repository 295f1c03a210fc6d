"""Settlements a second of every game, beside the scorings of PyPI `mahjong`: rates and ratios, nothing is judged.

`python -m bench.settling [--quick]`. Ours are the results of hands that computer seats won; a settlement judges the
win, finds its best reading, and says who pays whom and why. Theirs names yaku, han and fu of a complete closed hand.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter

from bench.winning import rate
from engine.game import Game
from engine.games import games
from engine.result import Result
from engine.selfplay import play_hands
from tests.engine.brute import complete_hand


def won(game: Game, number: int) -> list[Result]:
    """Results of so many won hands."""
    found: list[Result] = []
    for played in play_hands(game, 10 * number, 5, check=None):
        if played.end.result is not None and played.end.result.wins:
            found.append(played.end.result)
        if len(found) == number:
            break
    return found


def their_hands(number: int) -> list[list[int]]:
    """Complete closed hands in the numbering of the reference."""
    rnd = Random(1)
    return [TilesConverter.to_136_array(complete_hand(rnd, 4)) for _ in range(number)]


def their_scoring(tiles: list[int]) -> object:
    return HandCalculator.estimate_hand_value(tiles, tiles[0], config=HandConfig(is_tsumo=True))


def main(arguments: list[str] | None = None) -> int:
    """Print rates and ratios."""
    parser = argparse.ArgumentParser(prog="python -m bench.settling", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer hands and rounds")
    quick = parser.parse_args(arguments).quick
    number, rounds = (40, 2) if quick else (200, 5)
    theirs = their_hands(number)
    runs: dict[str, Callable[[], float]] = {"mahjong": partial(rate, their_scoring, theirs)}
    for name, game in games().items():
        runs[name] = partial(rate, game.settle, won(game, number))
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            rates[name].append(run())
    print("\nsettlements a second, and how many times the scorings of PyPI mahjong")
    for name, values in rates.items():
        print(f"  {name:15} {median(values):9.0f}   {median(values) / median(rates['mahjong']):6.2f} ×")
    return 0


if __name__ == "__main__":
    sys.exit(main())
