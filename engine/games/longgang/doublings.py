"""台 of Longgang mahjong (LG-40) and the limit hands, 腊子 (LG-41)."""

from collections.abc import Callable, Iterable

from engine.games.longgang.holding import Holding
from engine.games.longgang.options import LonggangOptions
from engine.hu_tai import Spread, honour_tai
from engine.result import Win
from engine.scoring import Fan
from engine.tiles import GREEN, WINDS, Kind, is_big
from engine.winning import mask_of

WIND_TAI = Fan("tai_seat_wind", "坐风", "own wind set", 1)
NO_WILD_TAI = Fan("tai_no_wild", "无财神", "no wild", 1)
TWO_WILDS_TAI = Fan("tai_two_wilds", "两财神", "two true wilds", 1)
OWN_FLOWER_TAI = Fan("tai_own_flower", "坐花", "own flower", 1)
EIGHT_PAIRS_TAI = Fan("tai_eight_pairs", "八对半", "seven pairs and a set", 1)

_TURNED_FLOWER = {(True, 0): 1, (True, 1): 2, (False, 2): 1, (True, 2): 3, (False, 3): 3}
"""花财神: 台 by own flower and number of guests."""


def set_tai(sets: Iterable[Kind], held: Holding) -> list[Fan]:
    """中, 发, 坐风 (LG-40): one 台 for each set or kong; none if that tile is the wild."""
    return honour_tai((kind for kind in sets if kind != held.wild_tile), held.wind, WIND_TAI)


def wild_tai(held: Holding, *, own: bool, others: int, four_flowers: int) -> list[Fan]:
    """台 of wilds that count (LG-40): the own flower if `own`, and so many others; `four_flowers` is 四花's value."""
    if held.turned_flower:
        value = _TURNED_FLOWER.get((own, others), 0)
        return [Fan("tai_flower_wilds", "花财神", "flower wilds", value)] if value else []
    items = [TWO_WILDS_TAI] if others >= 2 else []
    if own and held.four_flowers:
        return [*items, Fan("tai_four_flowers", "四花", "four flowers", four_flowers)]
    return [*items, OWN_FLOWER_TAI] if own else items


def winner_tai(held: Holding, spread: Spread, win: Win, options: LonggangOptions) -> list[Fan]:
    """The winner's 台 (LG-40) in one reading."""
    items = set_tai(spread.sets, held)
    if held.wilds:
        items += wild_tai(held, own=held.own, others=held.others, four_flowers=2)
    else:
        items.append(NO_WILD_TAI)
    return [*items, *form_tai(spread, options), *bloom_tai(win, options)]


def form_tai(spread: Spread, options: LonggangOptions) -> list[Fan]:
    """平胡, 对对胡, 混一色, 八对半 (LG-40)."""
    items = []
    if spread.runs == 5 and options.pinghu_tai:
        items.append(Fan("tai_all_runs", "平胡", "five runs", options.pinghu_tai))
    if is_eight_pairs(spread):
        items.append(EIGHT_PAIRS_TAI)
    elif not spread.runs:
        items.append(Fan("tai_all_pungs", "对对胡", "no run", options.duidui_tai))
    if spread.is_half_flush():
        items.append(Fan("tai_half_flush", "混一色", "half flush", options.hunyise_tai))
    return items


def bloom_tai(win: Win, options: LonggangOptions) -> list[Fan]:
    """杠上开花 (LG-38): a win on a kong's or flower's replacement, with `kong_bloom_tai`."""
    bloom = win.events & {"kong_bloom", "flower_bloom"}
    return (
        [Fan("tai_kong_bloom", "杠上开花", "win on a replacement", 1)]
        if bloom and options.kong_bloom_tai
        else []
    )


def is_eight_pairs(spread: Spread) -> bool:
    """八对半 (LG-29): seven pairs and a set."""
    return len(spread.pairs) == 7


# -- 腊子: LG-41


def full_flush(spread: Spread) -> bool:
    """清一色 (LG-41): all groups and the pair one suit."""
    return spread.is_full_flush()


def all_honours(spread: Spread) -> bool:
    """字一色 (LG-41): honours only."""
    return spread.is_all_honours()


def big_four_winds(spread: Spread) -> bool:
    """大四喜 (LG-41): sets of four winds."""
    return spread.is_big_four_winds()


def little_four_winds(spread: Spread) -> bool:
    """小四喜 (LG-41): sets of three winds and a pair of the fourth."""
    missing = set(WINDS) - set(spread.sets)
    return len(missing) == 1 and missing == set(spread.pairs)


def all_terminals(spread: Spread) -> bool:
    """清老头 (LG-41): no run, only 1 and 9."""
    return not spread.runs and spread.only(TERMINAL_KINDS)


def terminals_and_honours(spread: Spread) -> bool:
    """混老头 (LG-41): no run, only 1, 9 and honours, both present."""
    return not spread.runs and spread.only(BIG_KINDS) and spread.honours and spread.suits > 0


def all_green(spread: Spread) -> bool:
    """绿一色 (LG-41): only 2 3 4 6 8 索 and 发 (`rare_limits`)."""
    return spread.only(GREEN_KINDS)


def five_kongs(spread: Spread) -> bool:
    """五杠子 (LG-41): five kongs (`rare_limits`)."""
    return sum(meld.is_kong for meld in spread.melds) == 5


BIG_KINDS = mask_of(kind for kind in range(34) if is_big(kind))
TERMINAL_KINDS = mask_of(kind for kind in range(27) if is_big(kind))
GREEN_KINDS = mask_of((19, 20, 21, 23, 25, GREEN))

_LIMITS: tuple[tuple[Callable[[Spread], bool], str, str], ...] = (
    (full_flush, "清一色", "full flush"),
    (all_honours, "字一色", "all honours"),
    (big_four_winds, "大四喜", "big four winds"),
    (little_four_winds, "小四喜", "little four winds"),
    (all_terminals, "清老头", "all terminals"),
    (terminals_and_honours, "混老头", "terminals and honours"),
)
_RARE_LIMITS: tuple[tuple[Callable[[Spread], bool], str, str], ...] = (
    (all_green, "绿一色", "all green"),
    (five_kongs, "五杠子", "five kongs"),
)


def limits(spread: Spread, options: LonggangOptions) -> list[Fan]:
    """The limit hands that a reading is (LG-41)."""
    known = _LIMITS + _RARE_LIMITS if options.rare_limits else _LIMITS
    return [
        Fan(f"total_{holds.__name__}", name, english, 300) for holds, name, english in known if holds(spread)
    ]


THREE_WILDS = Fan("total_three_wilds", "三财神", "three wilds", 300)
HEAVENLY = Fan("total_heavenly", "天胡", "heavenly win", 300)
EARTHLY = Fan("total_earthly", "地胡", "earthly win", 300)


def three_wilds(held: Holding, options: LonggangOptions) -> bool:
    """三财神 (LG-27, LG-41): three true wilds in hand (`lazi_wilds` 4: and 坐花), or all three flowers left."""
    if held.turned_flower:
        return held.wilds == 3
    return held.others == 3 and (held.own or options.lazi_wilds == 3)


def hand_limits(held: Holding, win: Win, options: LonggangOptions) -> list[Fan]:
    """三财神, 天胡, 地胡 (LG-41): limits of any reading, for which the other totals are 0 (LG-31)."""
    holds = {
        HEAVENLY: "heavenly" in win.events,
        EARTHLY: "earthly" in win.events,
        THREE_WILDS: three_wilds(held, options),
    }
    return [fan for fan, held_so in holds.items() if held_so]
