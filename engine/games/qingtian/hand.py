"""A Qingtian hand with its winning tile, and whether it is complete (Q-8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.fans import standard_readings
from engine.games.qingtian.options import QingtianOptions
from engine.melds import Meld
from engine.readings import Reading
from engine.shapes import SEVEN_PAIRS, THIRTEEN_ORPHANS, THIRTEEN_UNRELATED, Shape, closed_waits
from engine.tiles import EAST, PLANTS, SEASONS, Kind
from engine.winning import is_win, pack_tiles, waits

NAMED_PLANTS = "梅兰竹菊"
"""The plants in the order of their kinds."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Everything that fans ask for. `concealed` holds the winning tile; `readings` are its groups and pairs,
    none while the tile is missing.
    """

    table: QingtianOptions
    concealed: tuple[Kind, ...]
    melds: tuple[Meld, ...]
    flowers: frozenset[Kind]
    place: int
    """The seat by its turn after the dealer: 0 东 … 3 北."""
    round_wind: Kind
    robbed: bool
    readings: tuple[Reading, ...]

    @property
    def seat_wind(self) -> Kind:
        """门风 (Q-2.4)."""
        return EAST + self.place


def complete_hand(
    table: QingtianOptions,
    concealed: Sequence[Kind],
    melds: Sequence[Meld],
    *,
    flowers: Iterable[Kind] = (),
    place: int,
    round_wind: Kind = EAST,
    robbed: bool = False,
) -> Hand:
    """The hand with its winning tile among `concealed`, read in every way."""
    return Hand(
        table=table,
        concealed=tuple(concealed),
        melds=tuple(melds),
        flowers=frozenset(flowers),
        place=place,
        round_wind=round_wind,
        robbed=robbed,
        readings=standard_readings(concealed),
    )


def with_tile(hand: Hand, tile: Kind) -> Hand:
    """The hand with one more concealed tile."""
    concealed = (*hand.concealed, tile)
    return replace(hand, concealed=concealed, readings=standard_readings(concealed))


def is_seven_pairs(hand: Hand) -> bool:
    """七对 (Q-8.2)."""
    return has_shape(hand, SEVEN_PAIRS)


def is_unrelated(hand: Hand) -> bool:
    """十三幺 as the house rules define it: fourteen unrelated tiles, if the table plays it (Q-10.3)."""
    return hand.table.thirteen != "classic" and has_shape(hand, THIRTEEN_UNRELATED)


def is_orphans(hand: Hand) -> bool:
    """十三幺, the classic form, if the table plays it (Q-8.3)."""
    return hand.table.thirteen != "doc" and has_shape(hand, THIRTEEN_ORPHANS)


def has_shape(hand: Hand, shape: Shape) -> bool:
    """Whether the hand, without melds, has a special shape."""
    return not hand.melds and shape.is_win(pack_tiles(hand.concealed))


def is_complete(hand: Hand) -> bool:
    """胡 (Q-8): four groups and a pair, or a special shape."""
    return bool(hand.readings) or is_seven_pairs(hand) or is_unrelated(hand) or is_orphans(hand)


_SPECIAL = {
    "doc": (SEVEN_PAIRS, THIRTEEN_UNRELATED),
    "classic": (SEVEN_PAIRS, THIRTEEN_ORPHANS),
    "both": (SEVEN_PAIRS, THIRTEEN_UNRELATED, THIRTEEN_ORPHANS),
}


def special_shapes(table: QingtianOptions) -> tuple[Shape, ...]:
    """The shapes without groups that win at this table (Q-8)."""
    return _SPECIAL[table.thirteen]


def completes(table: QingtianOptions, concealed: Sequence[Kind]) -> bool:
    """As `is_complete`, for the concealed tiles of a hand of 14; reads tables only."""
    keys = pack_tiles(concealed)
    if is_win(keys):
        return True
    return len(concealed) >= 14 and any(shape.is_win(keys) for shape in special_shapes(table))


def waiting_for(table: QingtianOptions, concealed: Sequence[Kind]) -> int:
    """听: the mask of kinds that complete the concealed tiles of a hand of 13, with or without a fan."""
    keys = pack_tiles(concealed)
    special = closed_waits(special_shapes(table), concealed, keys) if len(concealed) >= 13 else 0
    return waits(keys) | special


def own_flowers(table: QingtianOptions, place: int) -> frozenset[Kind]:
    """位花: the season and the plant of a place (Q-5.4)."""
    plant = NAMED_PLANTS.index(table.flower_order[place])
    return frozenset((SEASONS[place], PLANTS[plant]))
