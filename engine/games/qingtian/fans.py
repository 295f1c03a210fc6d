"""The fans that open a win on a discard (Q-10). Each test tells whether a complete hand has the fan."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from engine.fans import all_tiles, claimed, has_honours, is_258, is_all_pungs, set_tiles, suits_in
from engine.games.qingtian.hand import (
    Hand,
    is_complete,
    is_orphans,
    is_seven_pairs,
    is_unrelated,
    own_flowers,
)
from engine.readings import Reading
from engine.scoring import Fan
from engine.tiles import DRAGONS, HONOURS, Kind

Test = Callable[[Hand], bool]


@dataclass(frozen=True, slots=True)
class Gate:
    """One fan: its names and its test."""

    code: str
    name: str
    english: str
    test: Test


def all_chows(hand: Hand) -> bool:
    """只吃不碰 (Q-10.F1): four chows, and a pair whose pung would be no fan."""
    spoiled = spoiling_pairs(hand)
    return any(
        not set_tiles(reading, hand.melds) and reading.pair.tile not in spoiled for reading in hand.readings
    )


def spoiling_pairs(hand: Hand) -> tuple[Kind, ...]:
    """The pairs that spoil 只吃不碰: `f1_pair` (Q-10.1)."""
    if hand.table.f1_pair == "all_honours":
        return HONOURS
    return (*DRAGONS, hand.seat_wind, hand.round_wind)


def closed(hand: Hand) -> bool:
    """门清 (Q-10.F2): no meld; `menqing_concealed_kong` allows concealed kongs."""
    if hand.table.menqing_concealed_kong:
        return not claimed(hand.melds)
    return not hand.melds


def all_pungs(hand: Hand) -> bool:
    """碰碰胡 (Q-10.F3): four pungs or kongs."""
    return any(is_all_pungs(reading, hand.melds) for reading in hand.readings)


def one_suit(hand: Hand) -> bool:
    """清一色 / 混一色 (Q-10.F4): suit tiles of at most one suit; `f4` narrows or widens it."""
    tiles = all_tiles(hand.concealed, hand.melds)
    suits = len(suits_in(tiles))
    if hand.table.f4 == "pure_only":
        return suits == 1 and not has_honours(tiles)
    if hand.table.f4 == "one_foreign_group" and any(
        has_one_foreign_group(hand, reading) for reading in hand.readings
    ):
        return True
    return suits <= 1


def has_one_foreign_group(hand: Hand, reading: Reading) -> bool:
    """Whether the pair and three groups hold at most one suit, whatever the fourth group is (Q-10.1)."""
    groups = [group.faces for group in reading.sets] + [meld.tiles for meld in hand.melds]
    return any(
        len(suits_in(chain(reading.pair.faces, *groups[:left_out], *groups[left_out + 1 :]))) <= 1
        for left_out in range(len(groups))
    )


def pair_258(hand: Hand) -> bool:
    """二五八做将 (Q-10.F5): the pair is a 2, 5 or 8; never with seven pairs or unrelated tiles."""
    return any(is_258(reading.pair.tile) for reading in hand.readings)


def rob_kong(hand: Hand) -> bool:
    """抢杠 (Q-10.F6): the tile was being added to another seat's pung."""
    return hand.robbed


def dragon_pung(hand: Hand) -> bool:
    """箭刻 (Q-10.F7): a pung or kong of 中, 发 or 白."""
    return any(has_pung(hand, dragon) for dragon in DRAGONS)


def seat_flower(hand: Hand) -> bool:
    """位花 (Q-10.F8): a flower of the own seat lies open."""
    return bool(hand.flowers & own_flowers(hand.table, hand.place))


def seat_wind_pung(hand: Hand) -> bool:
    """门风刻 (Q-10.F9a)."""
    return has_pung(hand, hand.seat_wind)


def round_wind_pung(hand: Hand) -> bool:
    """令刻 (Q-10.F9b)."""
    return has_pung(hand, hand.round_wind)


def has_pung(hand: Hand, kind: Kind) -> bool:
    """Whether some reading has a pung or kong of the kind."""
    return any(kind in set_tiles(reading, hand.melds) for reading in hand.readings)


def kong(hand: Hand) -> bool:
    """杠: a fan only with `kong_is_fan` (Q-10.1)."""
    return hand.table.kong_is_fan and any(meld.is_kong for meld in hand.melds)


GATES = (
    Gate("all_chows", "只吃不碰", "all chows", all_chows),
    Gate("closed", "门清", "closed hand", closed),
    Gate("all_pungs", "碰碰胡", "all pungs", all_pungs),
    Gate("one_suit", "清一色/混一色", "one suit", one_suit),
    Gate("pair_258", "二五八做将", "pair of 2, 5 or 8", pair_258),
    Gate("rob_kong", "抢杠", "robbed kong", rob_kong),
    Gate("dragon_pung", "箭刻", "dragon pung", dragon_pung),
    Gate("seat_flower", "位花", "own flower", seat_flower),
    Gate("seat_wind_pung", "门风刻", "seat wind pung", seat_wind_pung),
    Gate("round_wind_pung", "令刻", "round wind pung", round_wind_pung),
    Gate("thirteen_unrelated", "十三幺", "unrelated tiles", is_unrelated),
    Gate("thirteen_orphans", "国士十三幺", "thirteen orphans", is_orphans),
    Gate("seven_pairs", "七对", "seven pairs", is_seven_pairs),
    Gate("kong", "杠", "kong", kong),
)


def fans_of(hand: Hand) -> tuple[Fan, ...]:
    """番: every fan the complete hand has, in the order of the rulebook; more than one changes nothing."""
    return tuple(Fan(gate.code, gate.name, gate.english, 0) for gate in GATES if gate.test(hand))


def opens(hand: Hand) -> bool:
    """Whether the hand may win on a discard: with a fan, or at a table without the gate (Q-9.2)."""
    return not hand.table.fan_gate or any(gate.test(hand) for gate in GATES)


def may_win(hand: Hand, *, self_drawn: bool) -> bool:
    """Whether a hand with its winning tile may win: by self-draw always, else with a fan (Q-9)."""
    return is_complete(hand) and (self_drawn or opens(hand))
