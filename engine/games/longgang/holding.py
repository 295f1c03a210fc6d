"""What a seat's tiles are in Longgang: wilds, own and guest flowers, playing tiles (LG-2, LG-8 to LG-11)."""

from dataclasses import dataclass
from functools import cache
from typing import cast

from engine.games.longgang.options import LonggangOptions
from engine.hu_tai import natural_keys
from engine.melds import Meld
from engine.result import Result, Win
from engine.shapes import SEVEN_PAIRS_AND_TRIPLET
from engine.tiles import EAST, SEASONS, Kind
from engine.winning import is_win


def seat_wind(seat: int, dealer: int) -> Kind:
    """坐风 (LG-2): the dealer is always East."""
    return EAST + (seat - dealer) % 4


def own_flower(seat: int, dealer: int) -> Kind:
    """坐花 (LG-2): 春 for East, 夏 South, 秋 West, 冬 North."""
    return SEASONS[(seat - dealer) % 4]


def true_wilds(indicator: Kind | None) -> frozenset[Kind]:
    """正财神 (LG-8): the turned kind; none when a flower was turned (LG-9)."""
    return frozenset() if indicator is None or indicator in SEASONS else frozenset({indicator})


@cache
def wild_kinds(seat: int, dealer: int, indicator: Kind | None) -> frozenset[Kind]:
    """What is wild in this seat's hand (LG-8, LG-9): true wilds and its own flower, or the three flowers left."""
    if indicator in SEASONS:
        return frozenset(SEASONS) - {indicator}
    return true_wilds(indicator) | {own_flower(seat, dealer)}


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's tiles, sorted by what they count as; a winner's with the winning tile."""

    wind: Kind
    playing: tuple[Kind, ...]
    own: bool
    """Whether the own flower is in hand as a wild (坐花)."""
    others: int
    """True wilds in hand, or wild guest flowers when a flower was turned."""
    turned_flower: bool
    """花财神 (LG-9)."""
    wild_tile: Kind | None
    """The kind that is a true wild."""
    guests: int
    """Guest flowers laid out."""
    melds: tuple[Meld, ...]

    @property
    def wilds(self) -> int:
        """Wilds in hand, of all kinds."""
        return self.own + self.others

    @property
    def four_flowers(self) -> bool:
        """四花 (LG-40): the own flower in hand and the three guest flowers laid out."""
        return self.own and self.guests == 3

    def __repr__(self) -> str:
        return f"Holding({len(self.playing)} playing, {len(self.melds)} melds)"


def holding(result: Result, seat: int, win: Win | None = None) -> Holding:
    """The seat's tiles; `win` adds the winning tile to the winner's. A guest flower still in hand counts nothing."""
    held, own = result.seats[seat], own_flower(seat, result.dealer)
    concealed = held.concealed if win is None else (*held.concealed, win.tile)
    wilds = wild_kinds(seat, result.dealer, result.indicator)
    turned_flower = result.indicator in SEASONS
    laid = 0 if turned_flower else sum(tile in SEASONS and tile != own for tile in held.flowers)
    return Holding(
        wind=seat_wind(seat, result.dealer),
        playing=tuple(tile for tile in concealed if tile not in wilds and tile not in SEASONS),
        own=own in wilds and own in concealed,
        others=sum(tile in wilds and tile != own for tile in concealed),
        turned_flower=turned_flower,
        wild_tile=None if turned_flower else result.indicator,
        guests=laid,
        melds=held.melds,
    )


def options_of(result: Result) -> LonggangOptions:
    """The hand's options, as what they are."""
    return cast(LonggangOptions, result.options)


def is_complete(tiles: tuple[Kind, ...], wilds: frozenset[Kind], options: LonggangOptions) -> bool:
    """Whether concealed tiles, the winning one included, win (LG-26): groups and a pair, or 八对半 (LG-29)."""
    try:
        keys, held = natural_keys(tiles, wilds)
    except ValueError:  # a guest flower among them
        return False
    pairs = options.eight_pairs and len(tiles) == 17
    return is_win(keys, held) or (pairs and SEVEN_PAIRS_AND_TRIPLET.is_win(keys, held))
