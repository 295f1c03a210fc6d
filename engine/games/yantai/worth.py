"""M, what a Yantai hand is worth: the big hands of the best reading, multiplied (Y-10, Y-12, Y-17.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from engine.fans import (
    all_tiles,
    claimed,
    is_258,
    is_all_honours,
    is_all_pungs,
    is_full_flush,
    is_half_flush,
    is_straight,
    quads,
)
from engine.games.yantai.hand import Hand
from engine.games.yantai.options import YantaiOptions
from engine.product import Product
from engine.readings import Reading
from engine.scoring import Fan

EARTHLY_EVENT = {"first_lap": "first_lap", "before_own_first_discard": "earthly"}
"""The event that is 地胡, by `dihu_scope` (Y-11.1)."""


@dataclass(frozen=True, slots=True)
class Situation:
    """How the hand was won."""

    self_drawn: bool
    is_dealer: bool
    is_open: bool
    events: frozenset[str]


def worth(hand: Hand, situation: Situation) -> Product:
    """M of a hand that wins (Y-17.1)."""
    return Product((*big_hands(hand, situation), *further_factors(hand.table, situation)), hand.table.cap)


def big_hands(hand: Hand, situation: Situation) -> tuple[Fan, ...]:
    """大和 (Y-12.8): those of the reading with the largest product, in the order of Y-10."""
    always = [*situation_hands(hand, situation), *colour_hand(hand)]
    best = max(shape_hands(hand, situation), key=lambda fans: prod(fan.value for fan in fans))
    return tuple(sorted((*always, *best), key=lambda fan: ORDER.index(fan.code)))


def situation_hands(hand: Hand, situation: Situation) -> Iterator[Fan]:
    """杠上开花, 海底捞月, 地胡, 天胡: how the tile came (Y-10.6, 8, 14, 15)."""
    factors = hand.table.multipliers
    if situation.self_drawn and "kong_bloom" in situation.events:
        yield Fan("kong_bloom", "杠上开花", "on a kong's replacement", factors.杠上开花)
    if situation.self_drawn and "last_tile" in situation.events:
        yield Fan("last_tile", "海底捞月", "self-draw of the last tile", factors.海底捞月)
    if is_earthly(hand.table, situation):
        yield Fan("earthly", "地胡", "earthly win", factors.地胡)
    if is_heavenly(situation):
        yield Fan("heavenly", "天胡", "heavenly win", factors.天胡)


def is_earthly(table: YantaiOptions, situation: Situation) -> bool:
    """地胡 (Y-11.1): a non-dealer's, in the first lap or before the own first discard."""
    return not situation.is_dealer and EARTHLY_EVENT[table.dihu_scope] in situation.events


def is_heavenly(situation: Situation) -> bool:
    """天胡 (Y-10.15): the dealer's dealt hand."""
    return situation.is_dealer and "heavenly" in situation.events


def colour_hand(hand: Hand) -> Iterator[Fan]:
    """混一色 or 清一色; all honours are paid as the latter (Y-10.2, 3)."""
    tiles = all_tiles(hand.concealed, hand.melds)
    if is_half_flush(tiles):
        yield Fan("half_flush", "混一色", "one suit with honours", hand.table.multipliers.混一色)
    elif is_full_flush(tiles):
        yield Fan("full_flush", "清一色", "one suit", hand.table.multipliers.清一色)
    elif is_all_honours(tiles):
        yield Fan("full_flush", "字一色", "all honours", hand.table.multipliers.清一色)


def shape_hands(hand: Hand, situation: Situation) -> Iterator[list[Fan]]:
    """The big hands of each way to see the hand; 门前清 may depend on it (Y-12.5)."""
    closed = list(closed_self_draw(hand, situation))
    if hand.seven_pairs:
        yield [pairs_hand(hand), *(closed if hand.table.menqing_with_pairs else ())]
    if hand.orphans:
        yield [Fan("thirteen_orphans", "十三幺", "thirteen orphans", hand.table.multipliers.十三幺), *closed]
    for reading in hand.readings:
        yield [*group_hands(hand, reading), *closed]


def closed_self_draw(hand: Hand, situation: Situation) -> Iterator[Fan]:
    """门前清 (Y-10.1): closed and self-drawn; not beside 天胡, 地胡 (Y-12.3), nor 明打 if that absorbs it."""
    absorbed = situation.is_open and hand.table.mingda.absorbs_menqing
    early = is_earthly(hand.table, situation) or is_heavenly(situation)
    if not claimed(hand.melds) and situation.self_drawn and not early and not absorbed:
        yield Fan("closed_self_draw", "门前清", "closed self-draw", hand.table.multipliers.门前清)


def pairs_hand(hand: Hand) -> Fan:
    """七对 and its three upgrades by the number of quads (Y-10.9 to 12)."""
    factors = hand.table.multipliers
    ladder = (
        Fan("seven_pairs", "七对", "seven pairs", factors.七对),
        Fan("seven_pairs_1", "豪华七对", "seven pairs, one kind four times", factors.豪华七对),
        Fan("seven_pairs_2", "超级豪华七对", "seven pairs, two kinds four times", factors.超级豪华七对),
        Fan("seven_pairs_3", "至尊豪华七对", "seven pairs, three kinds four times", factors.至尊豪华七对),
    )
    return ladder[quads(hand.concealed)]


def group_hands(hand: Hand, reading: Reading) -> Iterator[Fan]:
    """一条龙, 大吊车, 碰碰胡 (Y-10.4, 5, 13)."""
    factors = hand.table.multipliers
    if is_straight(reading, hand.melds):
        yield Fan("pure_straight", "一条龙", "123 456 789 of one suit", factors.一条龙)
    if len(hand.melds) == 4 and (not hand.table.dadiaoche258 or is_258(reading.pair.tile)):
        yield Fan("four_melds", "大吊车", "four melds and a single tile", factors.大吊车)
    if is_all_pungs(reading, hand.melds):
        yield Fan("all_pungs", "碰碰胡", "all pungs", factors.碰碰胡)


def further_factors(table: YantaiOptions, situation: Situation) -> Iterator[Fan]:
    """自摸, 抢杠, 明打: the factors beside the big hands (Y-17.1)."""
    if situation.self_drawn and table.selfdraw_multiplier > 1:
        yield Fan("self_draw", "自摸", "self-draw", table.selfdraw_multiplier)
    if "rob_kong" in situation.events and table.rob_multiplier > 1:
        yield Fan("robbed", "抢杠", "robbed kong", table.rob_multiplier)
    if situation.is_open:
        yield Fan("open", "明打", "open play", table.mingda.multiplier)


ORDER = (
    "closed_self_draw",
    "half_flush",
    "full_flush",
    "pure_straight",
    "four_melds",
    "kong_bloom",
    "thirteen_orphans",
    "last_tile",
    "seven_pairs",
    "seven_pairs_1",
    "seven_pairs_2",
    "seven_pairs_3",
    "all_pungs",
    "earthly",
    "heavenly",
)
"""The fifteen big hands in the order of Y-10."""
