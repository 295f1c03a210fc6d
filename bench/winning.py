"""How much faster the winning tables are than PyPI `mahjong`: same process, same hands, rounds taken in
turn.

`python -m bench.winning [--quick]` prints a table and exits 1 if a median ratio is below what it must be.
Answers are compared before anything is timed. Only ratios are judged, never rates. A *first pass* is over
3,000 hands with nothing learnt before.
"""

import argparse
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any

from mahjong.agari import Agari
from mahjong.shanten import Shanten

from engine import winning
from engine.shapes import SEVEN_DIFFERENT_PAIRS, THIRTEEN_ORPHANS
from engine.winning import Keys, add, is_win, need, pack, useful, waits
from tests.engine.brute import Counts, complete_hand, one_suit_or_all, random_hand, swapped, without

Call = Callable[[Any], Any]


# --------------------------------------------------------------------------------------------- what is timed


def distance(hand: Counts) -> int:
    """The reference's shanten over sets and a pair."""
    return Shanten.calculate_shanten(hand, use_chiitoitsu=False, use_kokushi=False)


def their_waits(hand: Counts) -> int:
    """What a player of the reference has to do: try every kind."""
    mask = 0
    for kind in range(34):
        if hand[kind] < 4:
            hand[kind] += 1
            mask |= Agari.is_agari(hand) << kind
            hand[kind] -= 1
    return mask


def their_useful(hand: Counts) -> int:
    """Every kind tried against the distance now."""
    now, mask = distance(hand), 0
    for kind in range(34):
        if hand[kind] < 4:
            hand[kind] += 1
            mask |= (distance(hand) < now) << kind
            hand[kind] -= 1
    return mask


def their_discards(hand: Counts) -> dict[int, int]:
    """The discards that leave the least distance, and what then helps."""
    left = {}
    for kind in range(34):
        if hand[kind]:
            hand[kind] -= 1
            left[kind] = distance(hand)
            hand[kind] += 1
    found = {}
    for kind, after in left.items():
        if after == min(left.values()):
            hand[kind] -= 1
            found[kind] = their_useful(hand)
            hand[kind] += 1
    return found


def our_discards(hand: Counts) -> dict[int, int]:
    keys = pack(hand)
    rests = {kind: add(keys, kind, -1) for kind in range(34) if hand[kind]}
    needs = {kind: need(rest, 4, strict=True) for kind, rest in rests.items()}
    least = min(needs.values())
    return {kind: useful(rests[kind], 4, strict=True) for kind, after in needs.items() if after == least}


pairs_need, orphans_need = SEVEN_DIFFERENT_PAIRS.need, THIRTEEN_ORPHANS.need


def win_three_shapes(keys: Keys) -> bool:
    return is_win(keys) or pairs_need(keys) == 0 or orphans_need(keys) == 0


def shanten_three_shapes(keys: Keys) -> int:
    return min(need(keys, 4, strict=True), pairs_need(keys), orphans_need(keys)) - 1


def shanten_sets(keys: Keys) -> int:
    return need(keys, 4, strict=True) - 1


def useful_four(keys: Keys) -> int:
    return useful(keys, 4, strict=True)


def of_list(answer: Callable[[Keys], Any]) -> Call:
    """The same for a hand given as a list of counts."""
    return lambda hand: answer(pack(hand))


# ------------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Row:
    """A line: how often ours must and should answer while theirs answers once, and what both are asked."""

    title: str
    must: float
    should: float
    theirs: Call
    their_hands: Sequence[Any]
    ours: Call
    our_hands: Sequence[Any]
    first_pass: bool = False
    comparable: bool = True


class Hands:
    """The hands of a run, the same for every engine."""

    def __init__(self, *, seed: int, size: int) -> None:
        rnd = Random(seed)
        near = [swapped(rnd, complete_hand(rnd, 4, one_suit_or_all(rnd)), 1) for _ in range(size)]
        self.win = [complete_hand(rnd, 4) for _ in range(size)] + near
        rnd.shuffle(self.win)
        self.dealt = [random_hand(rnd, 13) for _ in range(size)]
        self.dealt_14 = [random_hand(rnd, 14) for _ in range(size // 6)]
        ready = [without(rnd, complete_hand(rnd, 4, one_suit_or_all(rnd)), 1) for _ in range(size // 6)]
        # the reference tries three shapes at once: leave out what another shape would win
        self.ready = [hand for hand in ready if pairs_need(pack(hand)) > 1]
        self.win_by_sets = [hand for hand in self.win if pairs_need(pack(hand))]
        self.sixteen = [pack(without(rnd, complete_hand(rnd, 5), 5)) for _ in range(size)]
        self.thirteen = [pack(without(rnd, complete_hand(rnd, 4), 1)) for _ in range(size)]


def packed(hands: Iterable[Counts]) -> list[Keys]:
    return [pack(hand) for hand in hands]


def rows(hands: Hands) -> list[Row]:
    """What is measured. The slow side sees fewer hands where it is very slow."""
    win, dealt, ready, some, few = hands.win, hands.dealt, hands.ready, 500, 40
    mahjong_win, mahjong_shanten = Agari.is_agari, Shanten.calculate_shanten
    sets_list, shapes_list = of_list(shanten_sets), of_list(shanten_three_shapes)
    win_list, waits_list, useful_list = of_list(win_three_shapes), of_list(waits), of_list(useful_four)
    by_sets = hands.win_by_sets
    return [
        Row("win, packed", 8, 12, mahjong_win, by_sets, is_win, packed(by_sets)),
        Row("win, three shapes, list", 2, 3, mahjong_win, win, win_list, win),
        Row("win, three shapes, packed", 6, 10, mahjong_win, win, win_three_shapes, packed(win)),
        Row("shanten, three shapes, list", 8, 14, mahjong_shanten, dealt[:some], shapes_list, dealt),
        Row("shanten, packed", 30, 45, distance, dealt[:some], shanten_sets, packed(dealt)),
        Row("shanten, list, first pass", 5, 8, distance, dealt[:some], sets_list, dealt, first_pass=True),
        Row("waits, packed", 30, 60, their_waits, ready, waits, packed(ready)),
        Row("waits, list, first pass", 6, 8, their_waits, ready, waits_list, ready, first_pass=True),
        Row("useful, list, first pass", 80, 120, their_useful, dealt[:few], useful_list, dealt, first_pass=True),
        Row("useful, list", 200, 300, their_useful, dealt[:few], useful_list, dealt),
        Row("discard analysis", 60, 120, their_discards, hands.dealt_14[:few], our_discards, hands.dealt_14),
        Row(
            "16 tiles with 4 wilds : 13, win",
            0.5, 0.8, lambda keys: is_win(keys, 1), hands.thirteen, lambda keys: is_win(keys, 5), hands.sixteen,
            comparable=False,
        ),
        Row(
            "16 tiles with 4 wilds : 13, waits",
            0.5, 0.8, lambda keys: waits(keys, 0), hands.thirteen, lambda keys: waits(keys, 4), hands.sixteen,
            comparable=False,
        ),
        Row(
            "16 tiles with 4 wilds : 13, useful",
            0.5, 0.8, lambda keys: useful(keys, 4), hands.thirteen, lambda keys: useful(keys, 5), hands.sixteen,
            comparable=False,
        ),
    ]  # fmt: skip


# --------------------------------------------------------------------------------------------------- timing


def forget() -> None:
    """Put fresh memos in place of what the tables have learnt, as in a new process."""
    tables = winning._TABLES
    winning._FREE, winning._STRICT = winning._Distance(tables.free), winning._Distance(tables.strict)
    winning._SUIT_WAITS = winning._WaitMasks(tables.win_suit, 9)
    winning._HONOUR_WAITS = winning._WaitMasks(tables.win_honours, 7)


def rate(call: Call, hands: Sequence[Any]) -> float:
    """Answers a second over one pass, in this process's own time."""
    gc.collect()
    start = process_time()
    for hand in hands:
        call(hand)
    return len(hands) / (process_time() - start)


def ratio(row: Row, passes: int) -> float:
    """Best of some passes of ours over the best of theirs, taken in turn."""
    ours = theirs = 0.0
    for _ in range(passes):
        theirs = max(theirs, rate(row.theirs, row.their_hands))
        if row.first_pass:
            forget()
        ours = max(ours, rate(row.ours, row.our_hands))
    return ours / theirs


def agrees(row: Row) -> bool:
    """Whether both sides answer the same on the hands both see."""
    pairs = zip(row.their_hands, row.our_hands, strict=False)
    return not row.comparable or all(row.theirs(hand) == row.ours(same) for hand, same in pairs)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Ratios of the winning tables to PyPI mahjong.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    quick = parser.parse_args(arguments).quick
    below = 0
    print(f"{'operation':36s}{'ratio':>8s}{'lowest':>8s}{'must':>7s}{'should':>8s}")
    for row in rows(Hands(seed=1, size=3000)):
        if not agrees(row):
            print(f"{row.title:36s} answers differ")
            return 1
        ratios = [ratio(row, passes=3) for _ in range(3 if quick else 5)]
        middle = median(ratios)
        word = "BELOW" if middle < row.must else "" if middle >= row.should else "fair"
        below += middle < row.must
        print(
            f"{row.title:36s}{middle:8.1f}{min(ratios):8.1f}{row.must:7g}{row.should:8g}  {word}", flush=True
        )
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
