"""Settlement of Longgang mahjong: who may win (LG-26, LG-27, LG-42), what a win is worth, who pays whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.fans import claimed
from engine.games.longgang.counting import scale, winner_hu
from engine.games.longgang.doublings import THREE_WILDS, hand_limits, limits, three_wilds, winner_tai
from engine.games.longgang.holding import Holding, holding, is_complete, options_of, true_wilds, wild_kinds
from engine.games.longgang.losers import loser_count
from engine.games.longgang.options import LonggangOptions
from engine.hu_tai import FACES, Count, Spread, Verdict, spreads
from engine.pairwise import (
    double_for,
    fine_transfers,
    fined_seats,
    hand_transfers,
    is_standing,
    one_winner,
    refuse_late_earthly,
    refuse_melded,
    refuse_standing,
    under,
)
from engine.readings import pair_readings, readings
from engine.refusals import refuse_events, refuse_size
from engine.result import EVENTS, Result, Win
from engine.scoring import SEATS, Counted, Fan, IllegalWin, Settlement, merge, others
from engine.tiles import SEASONS, TEXT
from engine.winning import pack_tiles


def settle(result: Result) -> Settlement:
    """The hand's account (LG-32): fines, then the winner's total from all three, then the losers' among themselves."""
    fines = fine_transfers(result, lambda seat, other: fine_amount(result, seat, other))
    if not result.wins:
        return Settlement((), (), (), tuple(fines))
    with under("LG-42"):
        win = one_winner(result)
    verdict = judge(result, win)
    totals = [_seat_total(result, seat, win, verdict) for seat in SEATS]
    transfers = merge([fines, hand_transfers(result, win.seat, totals)])
    return Settlement((verdict.points,), (verdict.fans,), (verdict.formula,), transfers)


def fine_amount(result: Result, seat: int, other: int) -> int:
    """诈胡 (LG-35): 10 子 to each other seat, 20 from or to the dealer."""
    return 10 * double_for(result.dealer, seat, other) * options_of(result).fine_unit


def _seat_total(result: Result, seat: int, win: Win, verdict: Verdict) -> int:
    if seat == win.seat:
        return verdict.points
    return 0 if verdict.others_zero else loser_total(result, seat)


def count_of_loser(result: Result, seat: int) -> Count:
    """What a seat counts that did not win; 陪打 (LG-34): 0, or with `peida_keeps_hu` what it holds.

    A fined seat counts 0 all the same, and so does one of the fact `zero`: hosted hands know why a seat stands.
    """
    options = options_of(result)
    if seat in (*fined_seats(result), *result.facts.get("zero", ())) or (
        is_standing(result, seat) and not options.peida_keeps_hu
    ):
        return Count()
    return loser_count(holding(result, seat), options)


def loser_total(result: Result, seat: int) -> int:
    """T of a seat that did not win."""
    count = count_of_loser(result, seat)
    return scale(options_of(result)).total(count.hu, count.tai)


def losers_counts(result: Result) -> Mapping[int, Counted]:
    """What the losers settle with each other, in their parts; nothing where all of them count nothing."""
    if not result.wins or judge(result, result.wins[0]).others_zero:
        return {}
    scaled = scale(options_of(result))
    return {seat: scaled.counted(count_of_loser(result, seat)) for seat in others(result.wins[0].seat)}


# -- may the hand win so


def check_win(result: Result, win: Win) -> None:
    """Refuse a win that LG-42 lists; raises IllegalWin. What a reading must hold (`min_tai`) is `judge`'s to say."""
    seat = result.seats[win.seat]
    with under("LG-42"):
        refuse_standing(result, win)
        refuse_melded(seat, true_wilds(result.indicator) | frozenset(SEASONS))
        refuse_events(result, win, EVENTS)
        refuse_late_earthly(result, win)
    refuse_dead_tile(result, win)
    refuse_guest_flower(result, win)
    if "three_golds" in win.events:
        refuse_three_wilds(result, win)
    else:
        refuse_shape(result, win)
        refuse_lone_wild(result, win)


def refuse_dead_tile(result: Result, win: Win) -> None:
    """A discarded wild or flower is dead for everybody (LG-10); raises IllegalWin."""
    if win.source is not None and win.tile in true_wilds(result.indicator) | frozenset(SEASONS):
        raise IllegalWin(f"LG-10: nobody wins on a discarded {TEXT[win.tile]}")


def refuse_guest_flower(result: Result, win: Win) -> None:
    """A guest flower is laid out, never kept (LG-11); raises IllegalWin."""
    wilds = wild_kinds(win.seat, dealer=result.dealer, indicator=result.indicator)
    if any(tile in SEASONS and tile not in wilds for tile in (*result.seats[win.seat].concealed, win.tile)):
        raise IllegalWin(f"LG-11: seat {win.seat} has a guest flower in hand")


def refuse_three_wilds(result: Result, win: Win) -> None:
    """推土机 (LG-27): the wilds, on an own draw or on the dealt sixteen; raises IllegalWin."""
    if not three_wilds(holding(result, win.seat, win), options_of(result)):
        raise IllegalWin(f"LG-27: seat {win.seat} has not the wilds of 推土机")
    if not holds_dealt_sixteen(result, win):
        with under("LG-27"):
            refuse_size(result, win)


def holds_dealt_sixteen(result: Result, win: Win) -> bool:
    """Whether the tiles, the winning one included, can be those dealt to a seat that is not the dealer (LG-27)."""
    seat = result.seats[win.seat]
    untouched = not seat.discards and not claimed(seat.melds)
    return win.seat != result.dealer and untouched and len(seat.concealed) + 3 * len(seat.melds) == 15


def refuse_shape(result: Result, win: Win) -> None:
    """Five groups and a pair of seventeen tiles, or 八对半 (LG-26, LG-29); raises IllegalWin."""
    with under("LG-26"):
        refuse_size(result, win)
    tiles = (*result.seats[win.seat].concealed, win.tile)
    wilds = wild_kinds(win.seat, dealer=result.dealer, indicator=result.indicator)
    if not is_complete(tiles, wilds, options_of(result)):
        raise IllegalWin(f"LG-26: the hand is not complete with {TEXT[win.tile]}")


def refuse_lone_wild(result: Result, win: Win) -> None:
    """A lone wild may win by self-draw only, where `wild_single_any` says so (LG-10); raises IllegalWin."""
    concealed = result.seats[win.seat].concealed
    wilds = wild_kinds(win.seat, dealer=result.dealer, indicator=result.indicator)
    alone = len(concealed) == 1 and concealed[0] in wilds
    if alone and win.source is not None and options_of(result).wild_single_any == "self_draw_only":
        raise IllegalWin("LG-10: a lone wild wins by self-draw only")


def may_win(result: Result, win: Win) -> bool:
    """Whether the listed win stands: every clause of LG-42."""
    try:
        check_win(result, win)
        if options_of(result).min_tai:
            judge(result, win)
    except IllegalWin:
        return False
    return True


# -- what it is worth


def judge(result: Result, win: Win) -> Verdict:
    """T of the winner and what explains it (LG-30, LG-41); raises IllegalWin for every refusal of LG-42."""
    check_win(result, win)
    options, held = options_of(result), holding(result, win.seat, win)
    if "three_golds" in win.events:
        return Verdict(300, (THREE_WILDS,), "300", True)
    flat = hand_limits(held, win, options)
    if flat:
        return Verdict(300, tuple(flat), "300", True)
    best = max(_worths(held, win, options), key=_Worth.rank, default=None)
    if best is None:
        raise IllegalWin(f"LG-26: no reading has {options.min_tai} 台")
    return Verdict(best.points, best.fans(), best.formula(), False)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What one reading is worth."""

    points: int
    count: Count
    limits: tuple[Fan, ...]
    options: LonggangOptions

    def rank(self) -> tuple[int, int, int]:
        return self.points, len(self.limits), self.count.hu << self.count.tai

    def fans(self) -> tuple[Fan, ...]:
        return self.limits or self.count.hu_items + self.count.tai_items

    def formula(self) -> str:
        return "300" if self.limits else scale(self.options).formula(self.count, self.points)


def _worths(held: Holding, win: Win, options: LonggangOptions) -> Iterator[_Worth]:
    """Every reading that counts (LG-26): a limit hand, or one with `min_tai` 台."""
    for spread in _spreads(held, options):
        count = Count(
            tuple(winner_hu(held, spread, win, options)), tuple(winner_tai(held, spread, win, options))
        )
        found = tuple(limits(spread, options))
        if found or count.tai >= options.min_tai:
            yield _Worth(_points(count, found, options), count, found, options)


def _points(count: Count, found: tuple[Fan, ...], options: LonggangOptions) -> int:
    """T of a reading (LG-30): 300 for a limit hand, and for three 台 with `three_tai_flat`."""
    if found or (options.three_tai_flat and count.tai >= 3):
        return 300
    return scale(options).total(count.hu, count.tai)


def _spreads(held: Holding, options: LonggangOptions) -> Iterator[Spread]:
    keys = pack_tiles(held.playing)
    yield from spreads(held.melds, readings(keys, held.wilds, kinds=FACES))
    if options.eight_pairs and not held.melds:
        yield from spreads((), pair_readings(keys, held.wilds))
