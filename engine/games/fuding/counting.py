"""胡 and 台 of Fuding mahjong (FD-45, FD-46), and the fixed totals of the winner (FD-39)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.games.fuding.holding import COLOURS, Holding
from engine.games.fuding.options import FudingOptions
from engine.hu_tai import (
    Count,
    Scale,
    Spread,
    fills,
    honour_tai,
    meld_fans,
    meld_sets,
    places,
    set_fan,
)
from engine.readings import Group, GroupKind
from engine.result import Win
from engine.scoring import Fan
from engine.tiles import WHITE, Kind, is_big

BONUS_HU = Fan("hu_bonus", "花", "bonus tile", 4)
GOLD_HU = Fan("hu_gold", "金", "gold", 4)
WIND_TAI = Fan("tai_seat_wind", "门风", "own wind set", 1)
OWN_FLOWER_TAI = Fan("tai_own_flower", "对门花", "own flower", 1)
COLOUR_TAI = (
    Fan("tai_red_flowers", "四红花", "all four red flowers", 1),
    Fan("tai_black_flowers", "四黑花", "all four black flowers", 1),
)
SELF_DRAW_TAI = Fan("tai_self_draw", "自摸", "self-draw", 1)
HALF_FLUSH_TAI = Fan("tai_half_flush", "混一色", "half flush", 1)
ALL_PUNGS_TAI = Fan("tai_all_pungs", "对对胡", "all sets", 1)


def scale(options: FudingOptions) -> Scale:
    """T (FD-47): 胡 rounded up to tens, doubled once per 台, at most `cap`."""
    return Scale(limit=options.cap, tens_before=True)


# -- 胡: FD-45


def base_hu(streak: int) -> Fan:
    """底胡 (FD-45): 20 × n for the winner."""
    return Fan("hu_base", "底胡", "base", 20 * streak)


def opened_set(spread: Spread, win: Win) -> Group | None:
    """The set that the winning discard completes and thereby opens (FD-45); none if it fits another group."""
    if win.source is None:
        return None
    takers = [group for group in spread.groups if places(group, win.tile, wild=False)]
    return takers[0] if all(group.kind is GroupKind.SET for group in takers) else None


def winner_hu(held: Holding, spread: Spread, win: Win, streak: int) -> list[Fan]:
    """The winner's 胡 (FD-45): sets, kongs, bonus tiles, 底胡; golds count nothing."""
    items = meld_fans(held.melds)
    opened = opened_set(spread, win)
    for group in spread.groups:
        if group.kind is GroupKind.SET:
            items.append(set_fan(group.tile, concealed=group is not opened))
            opened = None if group is opened else opened
    return [*items, *[BONUS_HU] * len(held.bonus), base_hu(streak)]


# -- 台: FD-46


def held_tai(held: Holding, sets: Iterable[Kind]) -> list[Fan]:
    """台 that winner and loser count alike (FD-46): 金, 白, 中, 发, 门风, 对门花, 四红花, 四黑花."""
    items = honour_tai(sets, held.wind, WIND_TAI)
    if held.golds:
        items.append(Fan("tai_gold", "金", "golds held", len(held.golds)))
    whites = held.bonus.count(WHITE)
    if whites > 1:
        items.append(Fan("tai_white", "白", "white dragons laid out", whites - 1))
    items += [OWN_FLOWER_TAI] * held.own_flowers()
    return items + [
        fan for fan, colour in zip(COLOUR_TAI, COLOURS, strict=True) if set(colour) <= set(held.bonus)
    ]


def winner_tai(held: Holding, spread: Spread, win: Win) -> list[Fan]:
    """The winner's 台 (FD-46): what all count, and 自摸, 混一色, 对对胡."""
    items = held_tai(held, spread.sets)
    if win.source is None:
        items.append(SELF_DRAW_TAI)
    if spread.is_half_flush():
        items.append(HALF_FLUSH_TAI)
    if not spread.runs:
        items.append(ALL_PUNGS_TAI)
    return items


# -- the loser: FD-45, FD-46


def loser_count(held: Holding, options: FudingOptions) -> Count:
    """A loser's 胡 and 台; with `loser_gold_fill` the best use of his golds (FD-45)."""
    return scale(options).best(_loser_counts(held, options))


def _loser_counts(held: Holding, options: FudingOptions) -> Iterator[Count]:
    golds = len(held.golds) if options.loser_gold_fill else 0
    for fill in fills(held.playing, golds, is_big):
        hu = meld_fans(held.melds) + [set_fan(kind, concealed=True) for kind in fill.sets]
        hu += [BONUS_HU] * len(held.bonus) + [GOLD_HU] * (len(held.golds) - fill.wilds)
        yield Count(tuple(hu), tuple(held_tai(held, [*meld_sets(held.melds), *fill.sets])))


# -- fixed totals: FD-39


@dataclass(frozen=True, slots=True)
class WonHand:
    """A winner's reading with its count, as the fixed totals ask for it."""

    held: Holding
    spread: Spread
    win: Win
    count: Count
    options: FudingOptions


def heavenly(won: WonHand) -> int:
    """天胡 (FD-39): the dealer is complete before any discard."""
    return 800 if "heavenly" in won.win.events else 0


def earthly(won: WonHand) -> int:
    """地胡 (FD-39): a win on the dealer's first discard."""
    return 800 if "earthly" in won.win.events else 0


def full_flush(won: WonHand) -> int:
    """清一色 (FD-39): one suit, no honour."""
    return 800 if won.spread.is_full_flush() else 0


def all_honours(won: WonHand) -> int:
    """字一色 (FD-39): only honours."""
    return 800 if won.spread.is_all_honours() else 0


def big_four_winds(won: WonHand) -> int:
    """大四喜 (FD-39): sets or kongs of all four winds."""
    return 800 if won.spread.is_big_four_winds() else 0


def all_runs(won: WonHand) -> int:
    """平胡 (FD-39): five concealed runs, no meld of any kind, no bonus tile laid out."""
    return 100 if won.spread.runs == 5 and not won.held.melds and not won.held.bonus else 0


def eight_tai(won: WonHand) -> int:
    """八番胡 (FD-39): the reading has at least 8 台."""
    value = won.options.super_hands
    return value if isinstance(value, int) and won.count.tai >= 8 else 0


def pure_flush(won: WonHand) -> int:
    """绝一色 (FD-39): 清一色 without a gold in hand, if `jueyise` is on."""
    return 2000 if won.options.jueyise and not won.held.golds and won.spread.is_full_flush() else 0


_FIXED: tuple[tuple[Callable[[WonHand], int], str, str], ...] = (
    (heavenly, "天胡", "heavenly win"),
    (earthly, "地胡", "earthly win"),
    (pure_flush, "绝一色", "pure flush"),
    (full_flush, "清一色", "full flush"),
    (all_honours, "字一色", "all honours"),
    (big_four_winds, "大四喜", "big four winds"),
    (all_runs, "平胡", "all concealed runs"),
    (eight_tai, "八番胡", "eight 台"),
)


def fixed_totals(won: WonHand) -> list[Fan]:
    """Every fixed total the reading has (FD-39)."""
    found = [(value(won), value.__name__, name, english) for value, name, english in _FIXED]
    return [Fan(f"total_{code}", name, english, total) for total, code, name, english in found if total]
