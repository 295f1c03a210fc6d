"""Who pays what: shares, liability, the discarder's extra and kong money (Q-11, Q-13, Q-14, Q-15.4)."""

from collections.abc import Sequence
from typing import Protocol

from engine.games.qingtian.options import QingtianOptions
from engine.melds import Meld, MeldKind
from engine.result import Result, Win
from engine.scoring import SEATS, Fan, Transfer, others, pay

FOUR_GROUPS = 4
"""道 that make another seat pay a self-draw under `bao.bao4_selfdraw`."""


class Melded(Protocol):
    """A seat with its melds: of a running hand, or of a result."""

    @property
    def melds(self) -> tuple[Meld, ...]: ...


def rules(result: Result) -> QingtianOptions:
    """The table's options."""
    if not isinstance(result.options, QingtianOptions):
        raise TypeError(f"options of {result.game.id} are expected")
    return result.options


def payments(result: Result, win: Win, worth: int, *, only_robbed: bool) -> list[Transfer]:
    """Everything that is paid for a win worth K = `worth` (Q-15.4).

    `only_robbed`: the hand has no fan but 抢杠 (Q-13.3).
    """
    shares = {loser: share(result, win, worth, loser) for loser in others(win.seat)}
    payer = pays_for_all(result, win, only_robbed=only_robbed)
    hand = (
        ordinary(result, win, shares)
        if payer is None
        else [item for loser in shares for item in shifted(win.seat, payer, loser, shares[loser])]
    )
    return [*hand, *extra(result, win), *kong_money(result)]


def share(result: Result, win: Win, worth: int, loser: int) -> int:
    """B × K × (1 + e): one loser's share, more if winner or loser is the dealer (庄, Q-15.6)."""
    times = dealer_shares(result) if result.dealer in (win.seat, loser) else 1
    return rules(result).base * worth * times


def dealer_shares(result: Result) -> int:
    """1 + e: the dealer's shares, one more for the deal itself and for each that he has kept it (Q-15.6)."""
    table = rules(result)
    return 1 + table.dealer_premium + (result.streak if table.repeat_premium else 0)


def rates(result: Result, win: Win) -> tuple[Fan, ...]:
    """底 (Q-15.4), and the dealer's shares where he wins or pays one (Q-15.6)."""
    base, times = rules(result).base, dealer_shares(result)
    pays = win.source is None or rules(result).discard_pay != "discarder_only" or win.source == result.dealer
    dealer = times > 1 and (pays or win.seat == result.dealer)
    return (
        *([Fan("base", "底", "base", base)] if base > 1 else ()),
        *([Fan("dealer", "庄家", "dealer", times)] if dealer else ()),
    )


def pays_for_all(result: Result, win: Win, *, only_robbed: bool) -> int | None:
    """包牌: the seat that pays all three shares, if one does (Q-11.3, Q-11.6, Q-13.3)."""
    table = rules(result)
    if win.source is None:
        return pays_selfdraw(result, win.seat) if table.bao.bao4_selfdraw else None
    if bound(table, result.seats, win.seat, win.source) or (only_robbed and table.rob_nofan_pays_all):
        return win.source
    return None


def taken(table: QingtianOptions, seats: Sequence[Melded], taker: int, giver: int) -> int:
    """道: groups that `taker` claimed from `giver`, counted as `bao.count` says (Q-11.1, Q-11.2)."""
    claimed = [meld.kind for meld in seats[taker].melds if meld.source == giver and meld.is_open]
    chows = claimed.count(MeldKind.CHOW)
    pungs = len(claimed) - chows
    return chows + pungs if table.bao.count == "combined" else max(chows, pungs)


def bound(table: QingtianOptions, seats: Sequence[Melded], one: int, other: int) -> bool:
    """Whether the two seats are bound, in either direction (Q-11.3)."""
    threshold = table.bao.threshold
    return any(
        len(seats[taker].melds) >= threshold and taken(table, seats, taker, giver) >= threshold
        for taker, giver in ((one, other), (other, one))
    )


def pays_selfdraw(result: Result, winner: int) -> int | None:
    """四道: the seat that pays a self-draw: whom the winner took four from, else who took four (Q-11.6)."""
    table, seats = rules(result), result.seats
    for seat in others(winner):
        if taken(table, seats, winner, seat) >= FOUR_GROUPS:
            return seat
    takers = [seat for seat in others(winner) if taken(table, seats, seat, winner) >= FOUR_GROUPS]
    return min(takers, default=None)


def ordinary(result: Result, win: Win, shares: dict[int, int]) -> list[Transfer]:
    """The shares when nobody is liable: each his own, or as `discard_pay` says (Q-15.4)."""
    table = rules(result)
    discarder = win.source
    if discarder is None or table.discard_pay == "three_pay":
        return [item for loser, amount in shares.items() for item in pay(loser, win.seat, amount, "hand")]
    if table.discard_pay == "discarder_only":
        return pay(discarder, win.seat, shares[discarder], "hand")
    return pay(discarder, win.seat, sum(shares.values()), "hand")


def shifted(winner: int, payer: int, loser: int, amount: int) -> list[Transfer]:
    """One loser's share, paid by the liable seat (Q-11.8)."""
    return pay(payer, winner, amount, "hand" if loser == payer else "liability")


def extra(result: Result, win: Win) -> list[Transfer]:
    """What a discarder or robbed konger pays more (Q-15.4)."""
    table = rules(result)
    if win.source is None:
        return []
    return pay(win.source, win.seat, table.base * table.discarder_extra, "discarder_extra")


def kong_money(result: Result) -> list[Transfer]:
    """杠: every seat's kongs, from each of the other three (Q-14.2)."""
    return [
        item
        for owner in SEATS
        for meld in result.seats[owner].melds
        if meld.is_kong
        for item in kong_payment(result, owner, meld)
    ]


def kong_payment(result: Result, owner: int, meld: Meld) -> list[Transfer]:
    """One kong: its bases from three payers, or all three parts from the feeder (`kong.payer`)."""
    table = rules(result)
    amount = table.base * kong_bases(table, meld.kind)
    if table.kong.payer == "feeder" and meld.kind is MeldKind.EXPOSED_KONG and meld.source is not None:
        return pay(meld.source, owner, 3 * amount, "kong")
    return [item for seat in others(owner) for item in pay(seat, owner, amount, "kong")]


def kong_bases(table: QingtianOptions, kind: MeldKind) -> int:
    """Bases for a kong of this type (Q-14.2)."""
    if kind is MeldKind.CONCEALED_KONG:
        return table.kong.concealed
    return table.kong.added if kind is MeldKind.ADDED_KONG else table.kong.exposed
