"""胡 of Longgang mahjong (LG-37, LG-38): sets, kongs, honour pairs, guest flowers, the winner's wait and base."""

from collections.abc import Iterable, Sequence

from engine.games.longgang.holding import Holding
from engine.games.longgang.options import LonggangOptions
from engine.hu_tai import Scale, Spread, meld_fans, places, set_fan
from engine.readings import Group, GroupKind
from engine.result import Win
from engine.scoring import Fan
from engine.tiles import GREEN, RED, Kind

FLOWER_HU = Fan("hu_flower", "客花", "guest flower", 4)
PAIR_HU = Fan("hu_pair", "将", "honour pair", 2)


def scale(options: LonggangOptions) -> Scale:
    """T (LG-30): 胡 doubled once per 台, three times at most, at most 300; rounded to tens as `round` says."""
    return Scale(
        limit=300,
        tens_before=options.round == "ceil10_before",
        tens_after=options.round == "ceil10_after",
        most_tai=3,
    )


def pair_hu(pairs: Iterable[Kind], wind: Kind) -> list[Fan]:
    """A pair of 中, 发 or the own wind: 2 胡 (LG-37)."""
    return [PAIR_HU for kind in pairs if kind in (RED, GREEN, wind)]


def winner_hu(held: Holding, spread: Spread, win: Win, options: LonggangOptions) -> list[Fan]:
    """The winner's 胡 (LG-37, LG-38), the winning tile in the group where it counts most."""
    taker, wait = best_place(held, spread, win, options)
    items = meld_fans(held.melds)
    for number, group in enumerate(spread.groups):
        if group.kind is GroupKind.SET:
            items.append(set_fan(group.tile, concealed=win.source is None or number != taker))
    natural = [group.tile for group in spread.groups if group.kind is GroupKind.PAIR and group.wild_count < 2]
    items += pair_hu(natural, held.wind)
    return [*items, *[FLOWER_HU] * held.guests, *wait, Fan("hu_base", "底胡", "base", options.base_hu)]


def best_place(
    held: Holding, spread: Spread, win: Win, options: LonggangOptions
) -> tuple[int, Sequence[Fan]]:
    """The group that takes the winning tile, by its number, and what the wait counts (LG-38): whatever gives most."""
    wild = win.tile not in held.playing
    taken = [
        (_worth(group, place, win, options), number, wait_hu(group, place, win, options))
        for number, group in enumerate(spread.groups)
        for place in places(group, win.tile, wild=wild)
    ]
    _, taker, wait = max(taken, key=lambda found: found[0])
    return taker, wait


def _worth(group: Group, place: int, win: Win, options: LonggangOptions) -> int:
    """胡 that this place brings, against a concealed set that a discard opens."""
    opened = group.kind is GroupKind.SET and win.source is not None
    lost = set_fan(group.tile, concealed=False).value if opened else 0  # open counts half of concealed
    return sum(fan.value for fan in wait_hu(group, place, win, options)) - lost


def wait_hu(group: Group, place: int, win: Win, options: LonggangOptions) -> Sequence[Fan]:
    """What the wait counts (LG-38) when the winning tile stands at this place of the group."""
    drawn = win.source is None
    if group.kind is GroupKind.PAIR:
        return SINGLE_WAIT if (options.single_self_2 if drawn else options.single_discard_2) else ()
    if group.kind is GroupKind.SET:
        return SELF_DRAWN_SET if drawn else ()
    if place == 1:
        return CLOSED_WAIT_DRAWN if drawn else CLOSED_WAIT
    if drawn:
        return SELF_DRAWN_RUN
    return EDGE_WAIT if options.edge_discard_2 and is_edge(group.tile, place) else ()


def is_edge(low: Kind, place: int) -> bool:
    """边张 (LG-38): run 1-2-3 won with 3, run 7-8-9 won with 7."""
    return (low % 9, place) in ((0, 2), (6, 0))


CLOSED_WAIT_DRAWN = (Fan("hu_closed_wait", "卡档", "closed wait, self-drawn", 4),)
CLOSED_WAIT = (Fan("hu_closed_wait", "卡档", "closed wait", 2),)
SELF_DRAWN_RUN = (Fan("hu_self_draw", "自摸", "self-drawn run", 2),)
SELF_DRAWN_SET = (Fan("hu_self_draw", "自摸", "self-drawn set", 2),)
SINGLE_WAIT = (Fan("hu_single_wait", "单吊", "single wait", 2),)
EDGE_WAIT = (Fan("hu_edge_wait", "边张", "edge wait", 2),)
