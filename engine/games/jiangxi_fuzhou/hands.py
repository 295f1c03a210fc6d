"""The forms and colours of section 5 and what a hand is worth before payment: pure functions of a seat's tiles.

`hand` is a seat's concealed tiles without the winning tile. Worth is counted in halves, because a hand without a
form is worth half its colour (JX-5.1): the numbers here are 2V.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.fans import all_tiles, is_all_honours, is_full_flush, is_pungs_and_pair, quads
from engine.games.jiangxi_fuzhou.options import JiangxiFuzhouOptions
from engine.melds import Meld, MeldKind
from engine.ready import completing, is_whole, used_up
from engine.scoring import Fan
from engine.shapes import SEVEN_PAIRS, THIRTEEN_UNRELATED, THIRTEEN_UNRELATED_CLOSE, Shape
from engine.tiles import HONOURS, SUIT_TILES, Kind, suit
from engine.winning import is_win, mask_of, pack_tiles

HAND_SIZE = 14
ALL_HONOURS_FACTOR = 10


@dataclass(frozen=True, slots=True)
class Hand:
    """One way to see a complete hand. The factors are fans whose values multiply; `formless` is 假胡."""

    factors: tuple[Fan, ...]
    formless: bool = False

    @property
    def doubled(self) -> int:
        """2V: S × C × 2^quads (JX-7.1), or C itself for 假胡."""
        product = 1
        for factor in self.factors:
            product *= factor.value
        return product if self.formless else 2 * product


def best_hand(
    hand: Sequence[Kind], melds: Sequence[Meld], tile: Kind, options: JiangxiFuzhouOptions
) -> Hand | None:
    """JX-5.4: the reading with the highest V; None if this is no hand of section 5."""
    full = (*hand, tile)
    if len(full) + 3 * len(melds) != HAND_SIZE or not may_meld(melds, options):
        return None
    found = [*formed(full, melds, options), *unrelated(full, options), *formless(full, melds, options)]
    return max(found, key=_doubled, default=None)


def _doubled(hand: Hand) -> int:
    return hand.doubled


def may_meld(melds: Sequence[Meld], options: JiangxiFuzhouOptions) -> bool:
    """JX-4.1: a chow only where the table plays it."""
    return options.chow or all(meld.kind is not MeldKind.CHOW for meld in melds)


def formed(full: Sequence[Kind], melds: Sequence[Meld], options: JiangxiFuzhouOptions) -> list[Hand]:
    """四组一将 and 七对 with colour and quads (JX-7.1)."""
    forms = [*sets_and_pair(full, melds), *seven_pairs(full, options)]
    if not forms:
        return []
    more = [*colour(all_tiles(full, melds), options), *quad_factor(full, melds, options)]
    return [Hand((form, *more)) for form in forms]


def sets_and_pair(full: Sequence[Kind], melds: Sequence[Meld]) -> list[Fan]:
    """平胡, or 碰碰胡 if no set is a run (section 5)."""
    if not is_win(pack_tiles(full)):
        return []
    if is_pungs_and_pair(full) and all(meld.kind is not MeldKind.CHOW for meld in melds):
        return [Fan("all_pungs", "碰碰胡", "all pungs", 2)]
    return [Fan("plain", "平胡", "plain hand", 1)]


def seven_pairs(full: Sequence[Kind], options: JiangxiFuzhouOptions) -> list[Fan]:
    """七对 (section 5): four alike are two pairs; a hand with melds is too short for it."""
    if not SEVEN_PAIRS.is_win(pack_tiles(full)):
        return []
    return [Fan("seven_pairs", "七对", "seven pairs", options.qidui)]


def colour(tiles: Sequence[Kind], options: JiangxiFuzhouOptions) -> list[Fan]:
    """清一色 and 字一色 (section 5)."""
    if is_all_honours(tiles):
        return [Fan("all_honours", "字一色", "all honours", ALL_HONOURS_FACTOR)]
    if is_full_flush(tiles):
        return [Fan("one_suit", "清一色", "one suit", options.qingyise)]
    return []


QUAD_NAMES = (("四归一", "one quad"), ("八归一", "two quads"), ("十二归一", "three quads"))


def quad_factor(full: Sequence[Kind], melds: Sequence[Meld], options: JiangxiFuzhouOptions) -> list[Fan]:
    """四归一 (JX-5.2): each four equal tiles that are no kong double; `siguiyi_scope` leaves the melds out."""
    loose = [meld for meld in melds if not meld.is_kong]
    number = quads(full if options.siguiyi_scope == "hand_only" else all_tiles(full, loose))
    if not number:
        return []
    name, english = QUAD_NAMES[number - 1]
    return [Fan("quads", name, english, 2**number)]


def unrelated_shape(options: JiangxiFuzhouOptions) -> Shape:
    """十三烂 with the table's least distance."""
    return THIRTEEN_UNRELATED if options.lan_gap == 3 else THIRTEEN_UNRELATED_CLOSE


def unrelated(full: Sequence[Kind], options: JiangxiFuzhouOptions) -> list[Hand]:
    """十三烂, 七星十三烂 (section 5): neither colour nor quads (JX-5.3); a hand with melds is too short for it."""
    if not unrelated_shape(options).is_win(pack_tiles(full)):
        return []
    if options.qixing and set(HONOURS) <= set(full):
        return [Hand((Fan("seven_stars", "七星十三烂", "thirteen unrelated, seven honours", 2),))]
    return [Hand((Fan("unrelated", "十三烂", "thirteen unrelated", 1),))]


def formless(full: Sequence[Kind], melds: Sequence[Meld], options: JiangxiFuzhouOptions) -> list[Hand]:
    """假胡 (JX-5.1): one suit or honours without a form wins half its colour, if the table plays it."""
    colours = colour(all_tiles(full, melds), options) if options.jiahu else []
    return [
        Hand((Fan(f"formless_{fan.code}", f"假{fan.name}", f"{fan.english}, no shape", fan.value),), True)
        for fan in colours
    ]


def waiting(hand: Sequence[Kind], melds: Sequence[Meld], options: JiangxiFuzhouOptions) -> int:
    """听 (JX-6.1): the mask of kinds that thirteen tiles wait for; 0 if they are not ready."""
    if not may_meld(melds, options):
        return 0
    mask = completing(hand, melds, (SEVEN_PAIRS, unrelated_shape(options)))
    return mask | formless_waiting(hand, melds) if options.jiahu else mask


def formless_waiting(hand: Sequence[Kind], melds: Sequence[Meld]) -> int:
    """With 假胡 thirteen tiles of one colour wait for every tile of it."""
    if not is_whole(hand, melds):
        return 0
    tiles = all_tiles(hand, melds)
    suits = {suit(tile) for tile in tiles}
    same = [kind for kind in SUIT_TILES + HONOURS if suit(kind) in suits] if len(suits) == 1 else []
    return mask_of(same) & ~used_up(hand, melds)
