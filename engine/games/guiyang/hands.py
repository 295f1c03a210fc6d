"""The table of hands (section 6) and who is ready: pure functions of a seat's tiles.

`hand` is a seat's concealed tiles without the winning tile, `void` its void suit (0 万, 1 筒, 2 条) if it has one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.fans import all_tiles, is_full_flush, is_pungs_and_pair, quads
from engine.games.guiyang.options import GuiyangOptions
from engine.melds import Meld, MeldKind
from engine.ready import completing
from engine.shapes import SEVEN_PAIRS
from engine.tiles import Kind, suit
from engine.winning import add, all_sets, is_win, kinds_in, pack_tiles

HAND_SIZE = 14


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the table of hands."""

    code: str
    name: str
    english: str
    points: int
    needs_passport: bool = False


PINGHU = Entry("pinghu", "平胡", "plain hand", 1, needs_passport=True)
DANDIAO = Entry("dandiao", "单吊", "pair wait", 2, needs_passport=True)
DADUIZI = Entry("daduizi", "大对子", "all pungs", 5)
QIDUI = Entry("qidui", "七对", "seven pairs", 10)
LONGQIDUI = Entry("longqidui", "龙七对", "seven pairs with a quad", 20)
QINGYISE = Entry("qingyise", "清一色", "one suit", 10)
QINGDADUI = Entry("qingdadui", "清大对", "one suit, all pungs", 15)
QINGQIDUI = Entry("qingqidui", "清七对", "one suit, seven pairs", 20)
QINGLONGBEI = Entry("qinglongbei", "青龙背", "one suit, seven pairs with a quad", 30)
JINGOUDIAO = Entry("jingoudiao", "金钩钓", "four exposed melds", 10)
QINGJINGOUDIAO = Entry("qingjingoudiao", "清金钩钓", "one suit, four exposed melds", 20)


def best_entry(
    hand: Sequence[Kind],
    melds: Sequence[Meld],
    tile: Kind,
    options: GuiyangOptions,
    void: int | None = None,
) -> Entry | None:
    """GY-6.1: of all readings the best entry counts, once. None if this is no hand a seat may win with."""
    full = (*hand, tile)
    if len(full) + 3 * len(melds) != HAND_SIZE or not may_hold(full, melds, void):
        return None
    keys = pack_tiles(full)
    paired = SEVEN_PAIRS.is_win(keys)
    if not (paired or is_win(keys)):
        return None
    flush = is_full_flush(all_tiles(full, melds))
    if paired:
        return seven_pairs(full, tile, options, flush=flush)
    if is_pungs_and_pair(full):
        return all_pungs(melds, options, flush=flush)
    if flush:
        return QINGYISE
    return DANDIAO if is_pair_wait(hand, melds, tile, options, void) else PINGHU


def may_hold(tiles: Sequence[Kind], melds: Sequence[Meld], void: int | None) -> bool:
    """GY-5.1, GY-10.2: no chow, and no tile of the own void suit in hand or melds."""
    if any(meld.kind is MeldKind.CHOW for meld in melds):
        return False
    return void is None or all(suit(tile) != void for tile in all_tiles(tiles, melds))


def seven_pairs(full: Sequence[Kind], tile: Kind, options: GuiyangOptions, *, flush: bool) -> Entry:
    """七对, 龙七对 and both in one suit (section 6), worth more than any other reading of the same tiles.

    A hand with melds is too short to be one.
    """
    by_tile = options.long_qidui == "winning_tile_makes_quad"
    long = full.count(tile) == 4 if by_tile else quads(full) > 0
    if flush:
        return QINGLONGBEI if long else QINGQIDUI
    return LONGQIDUI if long else QIDUI


def all_pungs(melds: Sequence[Meld], options: GuiyangOptions, *, flush: bool) -> Entry:
    """大对子, 清大对 (section 6), or 金钩钓 in their place (GY-6.3)."""
    exposed = len(melds) == 4 and all(meld.is_open for meld in melds)
    if options.dandiao == "four_melds_10" and exposed:
        return QINGJINGOUDIAO if flush else JINGOUDIAO
    return QINGDADUI if flush else DADUIZI


def is_pair_wait(
    hand: Sequence[Kind], melds: Sequence[Meld], tile: Kind, options: GuiyangOptions, void: int | None
) -> bool:
    """单吊 (GY-6.2): a plain hand that waits for one kind alone, which is the pair in some reading.

    The hand is no 大对子, so every reading has a run.
    """
    if options.dandiao != "pair_wait_2" or waiting(hand, melds, void) != 1 << tile:
        return False
    return tile in hand and all_sets(add(pack_tiles(hand), tile, -1))


def waiting(hand: Sequence[Kind], melds: Sequence[Meld], void: int | None = None) -> int:
    """叫 (GY-6.4): the mask of kinds that thirteen tiles wait for; 0 if they are not ready.

    Who holds no tile of his void suit waits for none either.
    """
    return completing(hand, melds, (SEVEN_PAIRS,)) if may_hold(hand, melds, void) else 0


def best_wait(
    hand: Sequence[Kind], melds: Sequence[Meld], options: GuiyangOptions, void: int | None = None
) -> Entry | None:
    """GY-9.6: the highest entry that thirteen tiles could complete with a kind they wait for."""
    found = [best_entry(hand, melds, tile, options, void) for tile in kinds_in(waiting(hand, melds, void))]
    return max((entry for entry in found if entry is not None), key=_points, default=None)


def _points(entry: Entry) -> int:
    return entry.points
