"""What a Longgang seat counts that did not win (LG-37, LG-39, LG-40): its wilds complete sets, or are void."""

from collections.abc import Iterator

from engine.games.longgang.counting import FLOWER_HU, pair_hu, scale
from engine.games.longgang.doublings import set_tai, wild_tai
from engine.games.longgang.holding import Holding
from engine.games.longgang.options import LonggangOptions
from engine.hu_tai import Count, Fill, fills, meld_fans, meld_sets, set_fan


def loser_count(held: Holding, options: LonggangOptions) -> Count:
    """财神卖兵 (LG-39): 胡 and 台 with the use of the wilds that gives the highest total."""
    return scale(options).best(
        count for fill in fills(held.playing, held.wilds) for count in _counts(held, fill, options)
    )


def _counts(held: Holding, fill: Fill, options: LonggangOptions) -> Iterator[Count]:
    """One use of the wilds; any of those held may be the ones that complete the sets."""
    hu = meld_fans(held.melds) + [set_fan(kind, concealed=True) for kind in fill.sets]
    hu += pair_hu(fill.pairs, held.wind) + [FLOWER_HU] * held.guests
    tai = set_tai([*meld_sets(held.melds), *fill.sets], held)
    for own in {False, held.own}:
        others = fill.wilds - own
        if 0 <= others <= held.others:
            wilds = wild_tai(held, own=own, others=others, four_flowers=options.four_flowers_loser)
            yield Count(tuple(hu), tuple(tai + wilds))
