"""What a seat's tiles are in Fuding: golds, bonus tiles, playing tiles (FD-2, FD-3, FD-9), and 游金 (FD-26)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import cast

from engine.games.fuding.options import FudingOptions
from engine.hu_tai import natural_keys
from engine.melds import Meld
from engine.result import Result, Win
from engine.tiles import EAST, FLOWERS, PLANTS, SEASONS, WHITE, Kind
from engine.winning import all_sets, is_win

BONUS = frozenset({*FLOWERS, WHITE})
"""花: the eight flowers and 白 (FD-2)."""
COLOURS = (SEASONS, PLANTS)
"""四红花, 四黑花 (FD-3)."""


@cache
def gold_kinds(indicator: Kind | None) -> frozenset[Kind]:
    """金 (FD-9): the turned kind, or the three other flowers of a turned flower's colour."""
    if indicator is None:
        return frozenset()
    for colour in COLOURS:
        if indicator in colour:
            return frozenset(colour) - {indicator}
    return frozenset({indicator})


@cache
def bonus_kinds(indicator: Kind | None) -> frozenset[Kind]:
    """花 (FD-2, FD-9): what is laid out and replaced; a gold 白 and gold flowers are not."""
    return BONUS - gold_kinds(indicator)


def seat_wind(seat: int, *, east: int, dealer: int, options: FudingOptions) -> Kind:
    """门风 (FD-4): counted from the dice's East seat, or from the dealer."""
    first = dealer if options.wind_mode == "dealer_is_east" else east
    return EAST + (seat - first) % 4


def own_flowers(wind: Kind) -> tuple[Kind, Kind]:
    """对门花 (FD-3): 春梅 for East, 夏兰 South, 秋竹 West, 冬菊 North."""
    return (SEASONS[wind - EAST], PLANTS[wind - EAST])


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's tiles, sorted by what they count as; a winner's with the winning tile."""

    wind: Kind
    playing: tuple[Kind, ...]
    golds: tuple[Kind, ...]
    """Golds in hand."""
    bonus: tuple[Kind, ...]
    """Bonus tiles; one drawn but not laid when somebody else wins counts as laid (FD-14)."""
    melds: tuple[Meld, ...]

    def own_flowers(self) -> int:
        """How many own flowers it has, also as gold (FD-46)."""
        return sum(tile in own_flowers(self.wind) for tile in (*self.bonus, *self.golds))

    def __repr__(self) -> str:
        return f"Holding({len(self.playing)} playing, {len(self.melds)} melds)"


def holding(result: Result, seat: int, win: Win | None = None) -> Holding:
    """The seat's tiles; `win` adds the winning tile to the winner's."""
    held = result.seats[seat]
    concealed = held.concealed if win is None else (*held.concealed, win.tile)
    golds, bonus = gold_kinds(result.indicator), bonus_kinds(result.indicator)
    return Holding(
        wind=seat_wind(seat, east=result.east, dealer=result.dealer, options=options_of(result)),
        playing=tuple(tile for tile in concealed if tile not in golds and tile not in bonus),
        golds=tuple(tile for tile in concealed if tile in golds),
        bonus=tuple(tile for tile in (*held.flowers, *concealed) if tile in bonus),
        melds=held.melds,
    )


def options_of(result: Result) -> FudingOptions:
    """The hand's options, as what they are."""
    return cast(FudingOptions, result.options)


def is_complete(tiles: Iterable[Kind], golds: Collection[Kind]) -> bool:
    """Whether concealed tiles, the winning one included, are groups and a pair, golds as anything (FD-38)."""
    try:
        return is_win(*natural_keys(tuple(tiles), golds))
    except ValueError:  # a bonus tile among them
        return False


def youjin(concealed: Iterable[Kind], golds: Collection[Kind]) -> bool:
    """游金 (FD-26): whether the concealed tiles before the winning one are complete with every playing kind.

    That is so exactly if all but one gold make sets: a kind far from the hand is completed by that gold as a pair.
    """
    try:
        keys, wilds = natural_keys(tuple(concealed), golds)
    except ValueError:
        return False
    return wilds > 0 and all_sets(keys, wilds - 1)
