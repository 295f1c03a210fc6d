"""Settlement of 福州麻将: FZ-7, FZ-8, FZ-12 … FZ-14."""

from functools import cache, lru_cache

from engine.games.fuzhou.options import FuzhouOptions
from engine.holding import holding
from engine.melds import Meld, MeldKind
from engine.refusals import refuse_events
from engine.result import Result, SeatResult, Win
from engine.scoring import Fan, IllegalWin, Settlement, Transfer, merge, others, pay
from engine.shapes import EIGHT_PAIRS_AND_SINGLE, SEVEN_PAIRS_AND_TRIPLET, Shape
from engine.tiles import EAST, PLANTS, RED, SEASONS, Kind
from engine.winning import add, all_sets, is_win

FULL = 17
BASE = 5
KONG_FAN = {
    MeldKind.CHOW: 0,
    MeldKind.PUNG: 0,
    MeldKind.EXPOSED_KONG: 1,
    MeldKind.ADDED_KONG: 1,
    MeldKind.CONCEALED_KONG: 2,
}
QUAD = 6
PAIRS: dict[str, Shape] = {
    "literal": EIGHT_PAIRS_AND_SINGLE,
    "seven_pairs_plus_triplet": SEVEN_PAIRS_AND_TRIPLET,
}
SPECIALS: dict[str, tuple[str, str, int, int]] = {
    "heavenly": ("天胡", "heavenly hand", 30, 40),
    "rob_gold": ("抢金", "robbing the gold", 30, 40),
    "no_flower_no_kong": ("平胡（无花无杠）", "no flower, no kong", 30, 40),
    "one_flower": ("平胡（一张花）", "one flower", 15, 20),
    "three_golds": ("三金倒", "three golds", 40, 50),
    "golden_pair": ("金雀", "golden pair", 60, 60),
    "golden_dragon": ("金龙", "golden dragon", 120, 120),
}
"""Code → Chinese, English, value by `fz_values` seed, f3 (FZ-8)."""
YOUJIN = {1: 4, 2: 8, 3: 16}
"""单游, 双游, 三游: the factor of formula B (FZ-13.2)."""


# -- shapes


@cache
def golds_of(gold: Kind | None) -> frozenset[Kind]:
    """The wild kinds: the gold alone."""
    return frozenset() if gold is None else frozenset({gold})


def has_shape(tiles: tuple[Kind, ...], gold: Kind | None, pairs: str, *, melds: bool) -> bool:
    """FZ-7: do the concealed tiles, the winning one included, complete the hand; `gold` among them is wild."""
    return completes(tiles, None, gold, pairs, melds=melds)


def completes(
    hand: tuple[Kind, ...], tile: Kind | None, gold: Kind | None, pairs: str, *, melds: bool
) -> bool:
    """FZ-7, for a hand and one tile more, if there is one."""
    keys, wilds = holding(hand, golds_of(gold))
    if tile is not None:
        keys, wilds = (keys, wilds + 1) if tile == gold else (add(keys, tile), wilds)
    if is_win(keys, wilds):
        return True
    return not melds and pairs in PAIRS and PAIRS[pairs].is_win(keys, wilds)


def has_golden_pair(tiles: tuple[Kind, ...], gold: Kind | None) -> bool:
    """金雀 (FZ-8): in some reading of five sets and a pair the pair is two golds."""
    keys, wilds = holding(tiles, golds_of(gold))
    return wilds >= 2 and all_sets(keys, wilds - 2)


def has_golden_dragon(tiles: tuple[Kind, ...], gold: Kind | None) -> bool:
    """金龙 (FZ-8, FZ-9.4): three golds are their own triplet, the rest is complete without any wild."""
    keys, wilds = holding(tiles, golds_of(gold))
    if gold is None or wilds < 3:
        return False
    return is_win(add(keys, gold, wilds - 3), 0)


def is_free(tiles: tuple[Kind, ...], gold: Kind | None) -> bool:
    """FZ-13.5: five complete sets and one more gold, so that any tile wins."""
    keys, wilds = holding(tiles, golds_of(gold))
    return wilds >= 1 and all_sets(keys, wilds - 1)


@lru_cache(maxsize=1 << 12)
def flower_quads(flowers: tuple[Kind, ...]) -> int:
    """花杠: four equal honours, 春夏秋冬 or 梅兰竹菊."""
    honours = sum(flowers.count(kind) == 4 for kind in range(EAST, RED + 1))
    return honours + sum(set(row) <= set(flowers) for row in (SEASONS, PLANTS))


# -- what may not win (FZ-14.3)


def refuse(result: Result, win: Win) -> None:
    """Raises IllegalWin unless this win is allowed."""
    seat, gold = result.seats[win.seat], result.indicator
    refuse_events(result, win, frozenset({"heavenly", "rob_gold", "three_golds", "rob_kong", "division"}))
    melded = [tile for meld in seat.melds for tile in meld.tiles]
    if any(tile >= EAST for tile in (*seat.concealed, win.tile, *melded)):
        raise IllegalWin("honours and flowers are no tiles of a hand (FZ-1.3)")
    if gold in melded:
        raise IllegalWin("a gold never lies in a meld (FZ-5.5)")
    if win.source is not None and win.tile == gold:
        raise IllegalWin("nobody may win on a discarded gold (FZ-5.6)")
    if win.source is not None and gold in seat.discards:
        raise IllegalWin("who has discarded a gold wins by self-draw only (FZ-5.7)")
    if "heavenly" in win.events and (win.seat != result.dealer or seat.melds or seat.discards):
        raise IllegalWin("天胡 is the dealer's, before any discard or kong (FZ-8)")
    if "rob_gold" in win.events:
        _refuse_rob_gold(result, win)
    if "three_golds" in win.events:
        _refuse_three_golds(result, win)
    else:
        _refuse_shape(result, win)
    _refuse_youjin(result, win)


def _refuse_rob_gold(result: Result, win: Win) -> None:
    seat = result.seats[win.seat]
    if win.tile != result.indicator:
        raise IllegalWin("抢金 takes the turned gold (FZ-9.1)")
    if "three_golds" in win.events:
        raise IllegalWin("the robbed gold is not held: no 三金倒 by 抢金 (FZ-8.2)")
    if win.seat != result.dealer and (seat.melds or seat.discards):
        raise IllegalWin("抢金 comes before the own first discard and without a meld (FZ-9.6)")
    concealed_only = all(meld.kind is MeldKind.CONCEALED_KONG for meld in seat.melds)
    if win.seat == result.dealer and (not concealed_only or len(seat.discards) > 1):
        raise IllegalWin("the dealer robs the gold on his first discard only (FZ-9.1)")


def _refuse_three_golds(result: Result, win: Win) -> None:
    seat = result.seats[win.seat]
    on_the_deal = win.seat != result.dealer and not seat.melds and not seat.discards
    if golds_held(result, win) < 3:
        raise IllegalWin("三金倒 needs three golds in hand (FZ-8.2)")
    if _size(seat) != FULL and not (_size(seat) == FULL - 1 and on_the_deal):
        raise IllegalWin("三金倒 is declared in the own turn after a draw, or on the deal (FZ-8.2)")


def _refuse_shape(result: Result, win: Win) -> None:
    seat = result.seats[win.seat]
    if _size(seat) != FULL:
        raise IllegalWin(f"{_size(seat)} tiles instead of {FULL} (FZ-1.5)")
    if not has_shape(
        full_hand(seat, win), result.indicator, str(result.options.get("eight_pairs")), melds=bool(seat.melds)
    ):
        raise IllegalWin("no winning shape (FZ-7)")


def _refuse_youjin(result: Result, win: Win) -> None:
    if youjin_level(result, win) and not is_free(result.seats[win.seat].concealed, result.indicator):
        raise IllegalWin("游金 needs five complete sets and one more gold (FZ-13.5)")


def _size(seat: SeatResult) -> int:
    return len(seat.concealed) + 3 * len(seat.melds) + 1


# -- counting


def full_hand(seat: SeatResult, win: Win) -> tuple[Kind, ...]:
    """The concealed tiles with the winning one."""
    return tuple(sorted((*seat.concealed, win.tile)))


def gold_count(result: Result, win: Win) -> int:
    """G (FZ-12.2): golds among the concealed tiles and the winning tile, a robbed one included."""
    return full_hand(result.seats[win.seat], win).count(-1 if result.indicator is None else result.indicator)


def golds_held(result: Result, win: Win) -> int:
    """Golds in hand: a robbed one is not held (FZ-8.2)."""
    return gold_count(result, win) - ("rob_gold" in win.events)


def kong_fan(melds: tuple[Meld, ...]) -> int:
    """Each open or added kong 1, each concealed one 2 (FZ-12.1)."""
    fan = 0
    for meld in melds:
        fan += KONG_FAN[meld.kind]
    return fan


def flower_fan(flowers: tuple[Kind, ...]) -> int:
    """Each flower 1, a complete quad 6 instead of 4 (FZ-12.1)."""
    return len(flowers) + (QUAD - 4) * flower_quads(flowers)


def specials(result: Result, win: Win) -> list[str]:
    """Codes of all special hands that apply (FZ-8)."""
    seat, gold = result.seats[win.seat], result.indicator
    tiles = full_hand(seat, win)
    pairs = str(result.options.get("eight_pairs"))
    complete = _size(seat) == FULL and has_shape(tiles, gold, pairs, melds=bool(seat.melds))
    self_drawn = win.source is None
    plain = complete and not any(meld.is_kong for meld in seat.melds)
    tests = {
        "heavenly": "heavenly" in win.events,
        "rob_gold": "rob_gold" in win.events,
        "no_flower_no_kong": plain and not seat.flowers,
        "one_flower": plain and len(seat.flowers) == 1,
        "three_golds": golds_held(result, win) >= 3
        and (self_drawn or bool(result.options.get("sanjindao_on_discard"))),
        "golden_pair": complete and has_golden_pair(tiles, gold),
        "golden_dragon": complete and has_golden_dragon(tiles, gold),
    }
    return [code for code, applies in tests.items() if applies]


def best_special(result: Result, win: Win) -> Fan | None:
    """Sp (FZ-8): the highest value that applies, with FZ-8.4."""
    column = 2 if result.options.get("fz_values") == "seed" else 3
    scale = 1 + result.streak if result.options.get("special_scales_with_streak") else 1
    fans = [
        Fan(code, SPECIALS[code][0], SPECIALS[code][1], int(SPECIALS[code][column]) * scale)
        for code in specials(result, win)
    ]
    return max(fans, key=lambda fan: fan.value, default=None)


def youjin_level(result: Result, win: Win) -> int:
    """The winner's level before a winning draw, where it is read (FZ-13.5)."""
    options: FuzhouOptions = result.options  # type: ignore[assignment]
    if options.scoring == "A" or options.youjin == "off" or win.source is not None:
        return 0
    return int(result.facts.get("youjin", 0))


# -- payment


def settle(result: Result) -> Settlement:
    """FZ-12, FZ-13: a draw pays nothing; a win is paid by its formula."""
    if not result.wins:
        return Settlement((), (), (), ())
    win = result.wins[0]
    refuse(result, win)
    return _formula_a(result, win) if result.options.get("scoring") == "A" else _formula_b(result, win)


def _formula_a(result: Result, win: Win) -> Settlement:
    """X = (H + G + n + 5) × 2 + Sp (FZ-12.3)."""
    seat, special = result.seats[win.seat], best_special(result, win)
    flowers, kongs, golds = flower_fan(seat.flowers), kong_fan(seat.melds), gold_count(result, win)
    fans = (*_parts(flowers, kongs, golds, result.streak), *((special,) if special else ()))
    extra = special.value if special else 0
    value = (flowers + kongs + golds + result.streak + BASE) * 2 + extra
    tail = f"+{extra}" if extra else ""
    formula = f"({flowers + kongs}+{golds}+{result.streak}+{BASE})×2{tail} = {value}"
    return Settlement((value,), (fans,), (formula,), _payments_a(result, win, value))


def _parts(flowers: int, kongs: int, golds: int, streak: int) -> list[Fan]:
    return [
        Fan("flowers", "花", "flowers", flowers),
        Fan("kongs", "杠", "kongs", kongs),
        Fan("golds", "金", "golds", golds),
        Fan("streak", "连庄", "streak", streak),
        Fan("base", "底", "base", BASE),
    ]


def _payments_a(result: Result, win: Win, value: int) -> tuple[Transfer, ...]:
    """FZ-12.4, FZ-12.5, FZ-2.6."""
    options: FuzhouOptions = result.options  # type: ignore[assignment]
    if win.source is not None:
        payers = [win.source] if options.discard_payers == "discarder" else others(win.seat)
        return merge(pay(payer, win.seat, value, "hand") for payer in payers)
    spared = (
        2 * result.streak if options.zhuazhuang_payer == "dealer_only" and win.seat != result.dealer else 0
    )
    times = 3 if options.zimo_mode == "3x_each" else 1
    return merge(
        pay(payer, win.seat, (value if payer == result.dealer else value - spared) * times, "hand")
        for payer in others(win.seat)
    )


def rates(result: Result, win: Win) -> tuple[Fan, ...]:
    """自摸 with `zimo_mode=3x_each` (FZ-12.4)."""
    options: FuzhouOptions = result.options  # type: ignore[assignment]
    tripled = options.scoring == "A" and options.zimo_mode == "3x_each" and win.source is None
    return (Fan("self_draw", "自摸", "self-draw", 3),) if tripled else ()


def _formula_b(result: Result, win: Win) -> Settlement:
    """u × k (FZ-13.1, FZ-13.2)."""
    seat, discard = result.seats[win.seat], win.source is not None
    counted = [tile for tile in seat.flowers if tile > RED or result.options.get("B_count_honours")]
    flowers, kongs, golds = len(counted), kong_fan(seat.melds), gold_count(result, win)
    level = 0 if "kong_bloom" in win.events else youjin_level(result, win)  # a kong of the winning turn
    factor = 1 if discard else YOUJIN.get(level, 2)
    unit = BASE + flowers + golds + result.streak + discard + kongs
    fans = _parts(flowers, kongs, golds, result.streak)
    if discard:
        fans.append(Fan("discard_win", "放胡", "discard win", 1))
    if level:
        fans.append(Fan("youjin", ("单游", "双游", "三游")[level - 1], f"youjin level {level}", factor))
    formula = f"({BASE}+{flowers}+{golds}+{result.streak}+{int(discard)}+{kongs})×{factor} = {unit * factor}"
    payers = others(win.seat) if win.source is None else [win.source]
    transfers = merge(pay(payer, win.seat, unit * factor, "hand") for payer in payers)
    return Settlement((unit * factor,), (tuple(fans),), (formula,), transfers)
