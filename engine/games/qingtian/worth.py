"""K, what a Qingtian hand is worth: the manner of winning times the pattern (Q-15.1, Q-15.2)."""

from collections.abc import Callable, Iterable

from engine.fans import all_tiles, is_all_pungs, is_full_flush, is_half_flush, quads
from engine.games.qingtian.hand import Hand, is_orphans, is_seven_pairs, is_unrelated
from engine.games.qingtian.options import Manner
from engine.product import Product
from engine.scoring import Fan
from engine.tiles import HONOURS

FIRST_TURN = frozenset({"heavenly", "earthly"})


def worth(hand: Hand, *, self_drawn: bool, events: Iterable[str]) -> Product:
    """K of a complete hand (Q-15.2)."""
    manner = manner_of(hand, self_drawn=self_drawn, events=frozenset(events))
    return Product((manner, *pattern_of(hand)), hand.table.cap)


def manner_of(hand: Hand, *, self_drawn: bool, events: frozenset[str]) -> Fan:
    """W (Q-15.1): of all manners that apply the one worth most."""
    values = hand.table.manner
    if not hand.table.first_turn_bonus:
        events -= FIRST_TURN
    applying = [_plain(values, hand, self_drawn=self_drawn)]
    applying += [
        Fan(code, name, english, value(values))
        for code, name, english, value in SPECIAL_MANNERS
        if code in events
    ]
    return max(applying, key=lambda fan: fan.value)


def _plain(values: Manner, hand: Hand, *, self_drawn: bool) -> Fan:
    if self_drawn:
        return Fan("self_draw", "自摸", "self-draw", values.selfdraw)
    if hand.robbed:
        return Fan("robbed", "抢杠", "robbed kong", values.discard)
    return Fan("discard_win", "平胡", "win on a discard", values.discard)


SPECIAL_MANNERS: tuple[tuple[str, str, str, Callable[[Manner], int]], ...] = (
    ("kong_bloom", "杠上开花", "on a kong's replacement", lambda values: values.kong_bloom),
    ("flower_bloom", "花上开花", "on a flower's replacement", lambda values: values.flower_bloom),
    ("heavenly", "天胡", "heavenly win", lambda values: values.tianhu),
    ("earthly", "地胡", "earthly win", lambda values: values.dihu),
)


def pattern_of(hand: Hand) -> list[Fan]:
    """P (Q-15.1): the shape that pays most (Q-15.5) and the colour; factors of 1 are left out."""
    shape = max(shape_factors(hand), key=lambda fan: fan.value)
    return [factor for factor in (shape, colour_factor(hand)) if factor.value > 1]


def shape_factors(hand: Hand) -> list[Fan]:
    """A factor for each way to see the complete hand."""
    pattern = hand.table.pattern
    factors = []
    if any(is_all_pungs(reading, hand.melds) for reading in hand.readings):
        factors.append(Fan("x_all_pungs", "碰碰胡", "all pungs", pattern.碰碰胡))
    elif hand.readings:
        factors.append(Fan("x_plain", "平胡", "plain", 1))
    if is_seven_pairs(hand):
        factors.append(pairs_factor(hand))
    if is_unrelated(hand):
        factors.append(unrelated_factor(hand))
    if is_orphans(hand):
        factors.append(Fan("x_orphans", "国士十三幺", "thirteen orphans", pattern.十三幺_classic))
    return factors


def pairs_factor(hand: Hand) -> Fan:
    """七对, or 豪华七对 instead with four equal tiles."""
    pattern = hand.table.pattern
    if quads(hand.concealed):
        return Fan("x_seven_pairs_quad", "豪华七对", "seven pairs with four equal tiles", pattern.豪华七对)
    return Fan("x_seven_pairs", "七对", "seven pairs", pattern.七对)


def unrelated_factor(hand: Hand) -> Fan:
    """十三幺, or with all seven honours 七星 if that pays more."""
    plain = Fan("x_unrelated", "十三幺", "unrelated tiles", hand.table.pattern.十三幺_doc)
    star = Fan("x_seven_star", "七星十三幺", "unrelated tiles with all honours", hand.table.seven_star_mult)
    return star if set(HONOURS) <= set(hand.concealed) and star.value > plain.value else plain


def colour_factor(hand: Hand) -> Fan:
    """清一色 without honours, 混一色 with them; all honours are neither."""
    tiles = all_tiles(hand.concealed, hand.melds)
    if is_full_flush(tiles):
        return Fan("x_full_flush", "清一色", "one suit", hand.table.pattern.清一色)
    if is_half_flush(tiles):
        return Fan("x_half_flush", "混一色", "one suit and honours", hand.table.pattern.混一色)
    return Fan("x_mixed", "杂色", "several suits", 1)
