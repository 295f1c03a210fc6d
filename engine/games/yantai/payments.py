"""Who pays what: the hand, kong money and stakes (Y-13, Y-15, Y-17.2)."""

from engine.games.yantai.options import YantaiOptions
from engine.melds import MeldKind
from engine.result import Result, Win
from engine.scoring import SEATS, Fan, Transfer, others, pay


def rules(result: Result) -> YantaiOptions:
    """The table's options."""
    if not isinstance(result.options, YantaiOptions):
        raise TypeError(f"options of {result.game.id} are expected")
    return result.options


def payments(result: Result, win: Win, worth: int) -> list[Transfer]:
    """Everything that is paid for a win worth M = `worth` (Y-17.2)."""
    return [
        *hand_payments(result, win, worth),
        *stake_payments(result, win),
        *(every_kong(result) if rules(result).kong.mode == "each_kong_from_three" else ()),
    ]


def payers(win: Win) -> list[int]:
    """All three on a self-draw, else the discarder or konger alone."""
    return others(win.seat) if win.source is None else [win.source]


def hand_payments(result: Result, win: Win, worth: int) -> list[Transfer]:
    """n × (H + B·G) from each payer (Y-17.2)."""
    table = rules(result)
    robbed = "rob_kong" in win.events
    shares = 3 if robbed and table.rob_pay == "triple" else 1
    kongs = kong_units(result, win.seat) if table.kong.mode == "winner_addon" else 0
    return [
        item
        for payer in payers(win)
        for item in (
            *pay(payer, win.seat, shares * hand_share(result, win, worth, payer), "hand"),
            *pay(payer, win.seat, shares * table.base * kongs, "kong"),
        )
    ]


def hand_share(result: Result, win: Win, worth: int, payer: int) -> int:
    """H: B × M with the doublings of dealer and open discarder, which act on nothing else (Y-17.3)."""
    table = rules(result)
    share = table.base * worth
    if table.dealer_double and result.dealer in (win.seat, payer):
        share *= 2
    if table.mingda.loser_double and discarded(win, payer) and plays_open(result, payer):
        share *= 2
    return share


def rates(result: Result, win: Win) -> tuple[Fan, ...]:
    """底 (Y-17.2), and the doublings of dealer, open discarder and robbed konger (Y-17.3)."""
    table, paying = rules(result), payers(win)
    robbed = "rob_kong" in win.events and table.rob_pay == "triple"
    opened = table.mingda.loser_double and any(
        discarded(win, payer) and plays_open(result, payer) for payer in paying
    )
    applying = (
        (True, Fan("base", "底", "base", table.base)),
        (table.dealer_double and result.dealer in (win.seat, *paying), Fan("dealer", "庄家", "dealer", 2)),
        (opened, Fan("open_discard", "明打放炮", "an open seat's discard", 2)),
        (robbed, Fan("robbed_pays_all", "抢杠", "robbed kong", 3)),
    )
    return tuple(fan for applies, fan in applying if applies)


def discarded(win: Win, seat: int) -> bool:
    """Whether the seat discarded the winning tile (a robbed kong is no discard)."""
    return win.source == seat and "rob_kong" not in win.events


def plays_open(result: Result, seat: int) -> bool:
    """明打: whether the seat chose to play open at a table that offers it (Y-14.1)."""
    return rules(result).mingda.enabled and "open" in result.seats[seat].declared


def kong_units(result: Result, seat: int) -> int:
    """G: bases for all kongs of a seat (Y-13.1)."""
    values = rules(result).kong
    by_kind = {
        MeldKind.EXPOSED_KONG: values.exposed,
        MeldKind.ADDED_KONG: values.added,
        MeldKind.CONCEALED_KONG: values.concealed,
    }
    return sum(by_kind.get(meld.kind, 0) for meld in result.seats[seat].melds)


def every_kong(result: Result) -> list[Transfer]:
    """Kong money of every seat, winner or loser, from each of the other three (Y-13.3)."""
    return [
        item
        for owner in SEATS
        for payer in others(owner)
        for item in pay(payer, owner, rules(result).base * kong_units(result, owner), "kong")
    ]


def stake_payments(result: Result, win: Win) -> list[Transfer]:
    """押注: those who pay for the hand settle stakes with the winner, or all three (Y-15.2, Y-15.3)."""
    table = rules(result).stake
    if not table.enabled:
        return []
    settling = others(win.seat) if table.scope == "all_three" else payers(win)
    return [item for loser in settling for item in pay(loser, win.seat, stake(result, win, loser), "stake")]


def stake(result: Result, win: Win, loser: int) -> int:
    """T: what a loser adds, by `stake.formula` (Y-15.2)."""
    formula = rules(result).stake.formula
    of_winner, of_loser = result.seats[win.seat].stake, result.seats[loser].stake
    if formula == "payer_only":
        return of_loser
    return min(of_winner, of_loser) if formula == "min" else of_winner + of_loser


def possible_stake(table: YantaiOptions, coins: int) -> bool:
    """Whether a seat can have staked this: 0, or a multiple of base × step in the range (Y-15.1)."""
    if coins == 0:
        return True
    in_range = table.base * table.stake.min <= coins <= table.base * table.stake.max
    return in_range and coins % (table.base * table.stake.step) == 0
