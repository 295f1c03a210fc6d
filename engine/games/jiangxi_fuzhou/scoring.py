"""Settlement (sections 7 and 8): hands, kongs and the dealer's burns."""

from dataclasses import dataclass

from engine.games.jiangxi_fuzhou.hands import Hand
from engine.games.jiangxi_fuzhou.options import JiangxiFuzhouOptions
from engine.games.jiangxi_fuzhou.wins import (
    doubled_worth,
    event_factors,
    hand_of,
    has_declared,
    lift,
    table_options,
)
from engine.melds import Meld, MeldKind
from engine.result import Result, Win
from engine.scoring import SEATS, Fan, Settlement, Transfer, merge, others, pay


def settle(result: Result) -> Settlement:
    """JX-7, JX-8: every winner's hand, every seat's kongs, both burns. Raises IllegalWin."""
    deals = [Deal(win, hand_of(result, win)) for win in result.wins]
    paid = [hand_transfers(result, deal) for deal in deals]
    return Settlement(
        points=tuple(payment(result, deal) for deal in deals),
        fans=tuple(fans_of(result, deal) for deal in deals),
        formula=tuple(formula(result, deal) for deal in deals),
        transfers=merge([*paid, kongs(result), front_burn(result), back_burn(result)]),
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """One winner and his hand."""

    win: Win
    hand: Hand


def payment(result: Result, deal: Deal) -> int:
    """P (JX-7.2, JX-7.3): what one payer pays, half points rounded up, at most `cap`."""
    cap = table_options(result).cap
    whole = uncapped(result, deal)
    return min(whole, cap) if cap else whole


def uncapped(result: Result, deal: Deal) -> int:
    """JX-7.2: 2V, or `qianggang_factor` × V for a robbed kong; a half point is rounded up."""
    return (halves(result, deal) + 1) // 2


def halves(result: Result, deal: Deal) -> int:
    """The same in half points."""
    options = table_options(result)
    declared = has_declared(result, deal.win.seat)
    worth = doubled_worth(deal.hand, options, deal.win.events, declared=declared)
    return worth * factor_of(options, deal.win)


def factor_of(options: JiangxiFuzhouOptions, win: Win) -> int:
    """P = this × V."""
    return options.qianggang_factor if "rob_kong" in win.events else 2


def rates(result: Result, win: Win) -> tuple[Fan, ...]:
    """每番 (JX-7.2): what one of the hand's units costs, which is the last factor of the formula."""
    return (Fan("unit", "每番", "each unit", factor_of(table_options(result), win)),)


def hand_transfers(result: Result, deal: Deal) -> list[Transfer]:
    """JX-7.4: the tile's owner alone pays, or each of three."""
    amount = payment(result, deal)
    return [
        transfer
        for payer in payers(table_options(result), deal.win)
        for transfer in pay(payer, deal.win.seat, amount, "hand")
    ]


def payers(options: JiangxiFuzhouOptions, win: Win) -> list[int]:
    """JX-7.4; with `dihu_payers=all_three` everybody pays 地胡 (section 6)."""
    shared = options.dihu_payers == "all_three" and "earthly" in win.events
    return others(win.seat) if win.source is None or shared else [win.source]


def kongs(result: Result) -> list[Transfer]:
    """杠 (JX-8.1): every seat's, whoever wins; on a draw too unless `kong_on_draw` is off (JX-8.2)."""
    options = table_options(result)
    if not result.wins and not options.kong_on_draw:
        return []
    return [
        transfer
        for seat in SEATS
        for meld in result.seats[seat].melds
        if meld.is_kong
        for transfer in kong(options, seat, meld)
    ]


def kong(options: JiangxiFuzhouOptions, seat: int, meld: Meld) -> list[Transfer]:
    """直杠 and 补杠: 1 from who fed the kong or its pung; 暗杠: from each (JX-8.1)."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return [transfer for payer in others(seat) for transfer in pay(payer, seat, options.angang, "kong")]
    return [] if meld.source is None else pay(meld.source, seat, 1, "kong")


def front_burn(result: Result) -> list[Transfer]:
    """前烧 (JX-8.3): the dealer pays 1 to each, whatever the result."""
    if not result.facts.get("front_burn"):
        return []
    dealer = result.dealer
    return [transfer for seat in others(dealer) for transfer in pay(dealer, seat, 1, "front_burn")]


def back_burn(result: Result) -> list[Transfer]:
    """后烧 (JX-8.4): on a draw each pays the dealer 1; `houshao` may ask for a 前烧 before it."""
    always = table_options(result).houshao == "always"
    if result.wins or not (always or result.facts.get("front_burn")):
        return []
    dealer = result.dealer
    return [transfer for seat in others(dealer) for transfer in pay(seat, dealer, 1, "back_burn")]


def fans_of(result: Result, deal: Deal) -> tuple[Fan, ...]:
    """The hand's factors and the events that change its worth."""
    options, declared = table_options(result), has_declared(result, deal.win.seat)
    least = lift(options, deal.win.events, declared=declared)
    lifted = [] if least is None else [least]
    return (*deal.hand.factors, *lifted, *event_factors(options, deal.win.events, declared=declared))


def formula(result: Result, deal: Deal) -> str:
    """P in arithmetic, such as `max(2, 5)×2×2 = 20`: worth, least, events, the payment's factor, the cap."""
    options, declared = table_options(result), has_declared(result, deal.win.seat)
    text = "×".join(str(fan.value) for fan in deal.hand.factors) + ("÷2" if deal.hand.formless else "")
    least = lift(options, deal.win.events, declared=declared)
    if least is not None:
        text = f"max({text}, {least.value})"
    events = event_factors(options, deal.win.events, declared=declared)
    text = "×".join([text, *(str(fan.value) for fan in events), str(factor_of(options, deal.win))])
    if halves(result, deal) % 2:
        text = f"⌈{text}⌉"
    paid = payment(result, deal)
    return f"{text} = {paid}" if paid == uncapped(result, deal) else f"min({text}, {options.cap}) = {paid}"
