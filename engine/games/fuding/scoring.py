"""Settlement of Fuding mahjong: who may win (FD-26, FD-38, FD-39, FD-49), what a win is worth, who pays whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.fans import claimed
from engine.games.fuding.counting import WonHand, fixed_totals, loser_count, scale, winner_hu, winner_tai
from engine.games.fuding.holding import (
    BONUS,
    Holding,
    gold_kinds,
    holding,
    is_complete,
    options_of,
    youjin,
)
from engine.games.fuding.options import FudingOptions
from engine.hu_tai import FACES, Count, Spread, Verdict, spreads
from engine.melds import MeldKind
from engine.pairwise import (
    double_for,
    fine_transfers,
    hand_transfers,
    is_standing,
    one_winner,
    refuse_late_earthly,
    refuse_melded,
    refuse_standing,
    under,
)
from engine.readings import readings
from engine.refusals import refuse_events, refuse_size
from engine.result import EVENTS, Result, Win
from engine.scoring import SEATS, Counted, Fan, IllegalWin, Settlement, merge, others
from engine.tiles import FLOWERS, TEXT
from engine.winning import pack_tiles


def settle(result: Result) -> Settlement:
    """The hand's account (FD-48): fines, then the winner's total from all three, then the losers' among themselves."""
    fines = fine_transfers(result, lambda seat, other: fine_amount(result, seat, other))
    if not result.wins:
        return Settlement((), (), (), tuple(fines))
    with under("FD-49"):
        win = one_winner(result)
    verdict = judge(result, win)
    totals = [_seat_total(result, seat, win, verdict) for seat in SEATS]
    transfers = merge([fines, hand_transfers(result, win.seat, totals)])
    return Settlement((verdict.points,), (verdict.fans,), (verdict.formula,), transfers)


def fine_amount(result: Result, seat: int, other: int) -> int:
    """赔胡 a (FD-42): what an offender pays to each other seat, flat unless `peihu_dealer_double`."""
    options = options_of(result)
    return options.peihu_each * (double_for(result.dealer, seat, other) if options.peihu_dealer_double else 1)


def _seat_total(result: Result, seat: int, win: Win, verdict: Verdict) -> int:
    if seat == win.seat:
        return verdict.points
    return 0 if verdict.others_zero else loser_total(result, seat)


def count_of_loser(result: Result, seat: int) -> Count:
    """What a seat counts that did not win (FD-47); 站胡: 0, unless `stand_keeps_hu` (FD-41)."""
    options = options_of(result)
    if is_standing(result, seat) and not options.stand_keeps_hu:
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
    """Refuse a win that FD-49 lists; raises IllegalWin. What a reading must hold (`min_tai`) is `judge`'s to say."""
    seat, golds = result.seats[win.seat], gold_kinds(result.indicator)
    flowers = eight_flowers(result, win)
    with under("FD-49"):
        refuse_standing(result, win)
        refuse_melded(seat, golds | BONUS)
        refuse_events(result, win, EVENTS - {"heavenly"} if flowers else EVENTS)
    if win.source is not None and win.tile in golds:
        raise IllegalWin(f"FD-10: nobody wins on a discarded gold, {TEXT[win.tile]}")
    if flowers and "heavenly" in win.events:
        refuse_after_play(result, "八仙过海 before the first discard")
    if "three_golds" in win.events:
        refuse_three_golds(result, win)
    elif not flowers:
        refuse_shape(result, win)
        refuse_youjin(result, win)
        with under("FD-39"):
            refuse_late_earthly(result, win)


def refuse_after_play(result: Result, name: str) -> None:
    """Before the first discard (FD-39): nobody has discarded or claimed; raises IllegalWin."""
    if any(seat.discards or claimed(seat.melds) for seat in result.seats):
        raise IllegalWin(f"FD-39: {name}: there has been a discard or a claim")


def refuse_three_golds(result: Result, win: Win) -> None:
    """杀猪 (FD-39): three golds on the dealt number of tiles, nothing open; raises IllegalWin."""
    seat = result.seats[win.seat]
    golds = gold_kinds(result.indicator)
    if sum(tile in golds for tile in (*seat.concealed, win.tile)) < 3:
        raise IllegalWin(f"FD-39: seat {win.seat} has no three golds")
    dealt = 17 if win.seat == result.dealer else 16
    if len(seat.concealed) + 3 * len(seat.melds) + 1 != dealt:
        raise IllegalWin(f"FD-39: seat {win.seat} does not hold {dealt} dealt tiles")
    refuse_after_play(result, "杀猪")


def refuse_shape(result: Result, win: Win) -> None:
    """Five groups and a pair of seventeen tiles (FD-38); raises IllegalWin."""
    with under("FD-38"):
        refuse_size(result, win)
    concealed = result.seats[win.seat].concealed
    if not is_complete((*concealed, win.tile), gold_kinds(result.indicator)):
        raise IllegalWin(f"FD-38: the hand is not complete with {TEXT[win.tile]}")


def refuse_youjin(result: Result, win: Win) -> None:
    """游金 (FD-26, FD-36): by self-draw only, not on the fourth tile of an own pung, nor on a tile of the division that
    could be konged; raises IllegalWin."""
    seat = result.seats[win.seat]
    if not youjin(seat.concealed, gold_kinds(result.indicator)):
        return
    if win.source is not None:
        raise IllegalWin("FD-26: 游金 wins by self-draw only")
    if any(meld.kind is MeldKind.PUNG and meld.tile == win.tile for meld in seat.melds):
        raise IllegalWin(f"FD-26: 游金 must kong {TEXT[win.tile]} before it wins")
    if "division" in win.events and seat.concealed.count(win.tile) == 3:
        raise IllegalWin(f"FD-36: 游金 does not win on {TEXT[win.tile]}, which could be konged")


def may_win(result: Result, win: Win) -> bool:
    """Whether the listed win stands: every clause of FD-49."""
    try:
        check_win(result, win)
        if options_of(result).min_tai:
            judge(result, win)
    except IllegalWin:
        return False
    return True


# -- what it is worth


EIGHT_FLOWERS = ("total_eight_flowers", "八仙过海", "all eight flowers")
THREE_GOLDS = Fan("total_three_golds", "杀猪", "three golds", 800)


def eight_flowers(result: Result, win: Win) -> bool:
    """八仙过海 (FD-39): all eight flowers on an own draw; golds that are flowers, or all with `gold_as_flower`."""
    options, seat = options_of(result), result.seats[win.seat]
    if options.super_hands == "off" or win.source is not None:
        return False
    golds = [tile for tile in (*seat.concealed, win.tile) if tile in gold_kinds(result.indicator)]
    drawn = win.tile in FLOWERS and win.tile not in golds
    laid = sum(tile in FLOWERS for tile in seat.flowers)
    return laid + drawn + sum(tile in FLOWERS or options.gold_as_flower for tile in golds) >= 8


def judge(result: Result, win: Win) -> Verdict:
    """T of the winner and what explains it (FD-39, FD-47); raises IllegalWin for every refusal of FD-49."""
    check_win(result, win)
    opening = bool(win.events & {"heavenly", "earthly", "three_golds"})
    if eight_flowers(result, win):
        return _flat(Fan(*EIGHT_FLOWERS, int(options_of(result).super_hands)), opening)
    if "three_golds" in win.events:
        return _flat(THREE_GOLDS, opening)
    best = max(_worths(result, win), key=_Worth.rank, default=None)
    if best is None:
        raise IllegalWin(f"FD-38: no reading has {options_of(result).min_tai} 台")
    return Verdict(best.points, best.fans(), best.formula(), opening)


def _flat(fan: Fan, opening: bool) -> Verdict:
    return Verdict(fan.value, (fan,), str(fan.value), opening)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What one reading is worth."""

    computed: int
    count: Count
    fixed: tuple[Fan, ...]
    options: FudingOptions

    @property
    def largest(self) -> int:
        """The largest fixed total, 0 without one."""
        return max([fan.value for fan in self.fixed], default=0)

    @property
    def points(self) -> int:
        """T: the largest of the computed and all fixed totals (FD-39)."""
        return max(self.computed, self.largest)

    def rank(self) -> tuple[int, int, int]:
        return self.points, self.largest, self.count.hu << self.count.tai

    def fans(self) -> tuple[Fan, ...]:
        if self.largest < self.points:
            return self.count.hu_items + self.count.tai_items
        counted = any(fan.code == "total_eight_tai" for fan in self.fixed)
        return self.fixed + (self.count.tai_items if counted else ())

    def formula(self) -> str:
        if self.largest < self.points:
            return scale(self.options).formula(self.count, self.points)
        return str(self.points)


def _worths(result: Result, win: Win) -> Iterator[_Worth]:
    """Every reading that counts: it has a fixed total or `min_tai` 台 (FD-38)."""
    options, held = options_of(result), holding(result, win.seat, win)
    totals = scale(options)
    for spread in _spreads(held):
        count = Count(
            tuple(winner_hu(held, spread, win, result.streak)), tuple(winner_tai(held, spread, win))
        )
        fixed = tuple(fixed_totals(WonHand(held, spread, win, count, options)))
        if fixed or count.tai >= options.min_tai:
            yield _Worth(totals.total(count.hu, count.tai), count, fixed, options)


def _spreads(held: Holding) -> Iterator[Spread]:
    found = readings(pack_tiles(held.playing), len(held.golds), kinds=FACES)
    return spreads(held.melds, found)
