"""Settlement (section 9): everything is a transfer between two seats."""

from dataclasses import dataclass

from engine.games.guiyang.finish import Finish, finish
from engine.games.guiyang.hands import Entry
from engine.games.guiyang.payments import chickens, kongs, original_void, readiness, void_tiles
from engine.games.guiyang.wins import entry_of, has_declared
from engine.result import Result, Win
from engine.scoring import Fan, Settlement, Transfer, merge, others, pay

TEN = 10


def settle(result: Result) -> Settlement:
    """GY-9: the hands, then kongs, chickens and void suits; on a draw 查叫 alone. Raises IllegalWin."""
    end = finish(result)
    if not result.wins:
        return Settlement((), (), (), tuple(readiness(end)))
    deals = [deal_of(end, win) for win in result.wins]
    paid = [hand_transfers(deal) for deal in deals]
    rest = [kongs(end), chickens(end), void_tiles(end), original_void(end)]
    return Settlement(
        points=tuple(deal.entry.points for deal in deals),
        fans=tuple(fans_of(end, deal) for deal in deals),
        formula=tuple(formula(deal) for deal in deals),
        transfers=merge([*paid, *rest]),
    )


@dataclass(frozen=True, slots=True)
class Amount:
    """What one payer owes for a hand (GY-9.1), in its parts."""

    payer: int
    points: int
    """Of the entry, 0 where a ten absorbs them (GY-7.3)."""
    tens: int
    """How many tens apply: the winner's and this payer's (GY-7.2)."""
    factor: int
    """What the points are multiplied by; 1 where events add (GY-9.3)."""
    ones: int
    """热炮, 杠开, 抢杠 and `zimo_bonus`."""
    streak: int
    """GY-3.4: added where the dealer wins or pays."""
    times: int
    """3 for a konger who pays for all (GY-7.4)."""

    @property
    def total(self) -> int:
        return (self.points * self.factor + TEN * self.tens + self.ones + self.streak) * self.times

    @property
    def text(self) -> str:
        """The amount in arithmetic."""
        points = f"{self.points}×{self.factor}" if self.factor > 1 else str(self.points)
        extra = [str(TEN)] * self.tens + [str(part) for part in (self.ones, self.streak) if part]
        text = "+".join([points, *extra])
        if self.times > 1:
            text = f"({text})×{self.times}" if extra else f"{text}×{self.times}"
        return text if text == str(self.total) else f"{text} = {self.total}"


@dataclass(frozen=True, slots=True)
class Deal:
    """One winner's hand and what each of its payers owes."""

    win: Win
    entry: Entry
    amounts: tuple[Amount, ...]


def deal_of(end: Finish, win: Win) -> Deal:
    """GY-9.2: the tile's owner pays, or each of three. Raises IllegalWin."""
    entry = entry_of(end.result, win, end.facts)
    payers = others(win.seat) if win.source is None else [win.source]
    return Deal(win, entry, tuple(amount_of(end, win, entry, payer) for payer in payers))


def amount_of(end: Finish, win: Win, entry: Entry, payer: int) -> Amount:
    """GY-9.1, or GY-9.3 where events multiply."""
    tens = winner_ten(end, win) + has_declared(end.result, payer)
    multiply = end.options.event_mode == "multiply"
    absorbed = entry.needs_passport and tens > 0
    return Amount(
        payer=payer,
        points=0 if absorbed and not multiply else entry.points,
        tens=0 if multiply else tens,
        factor=min(TEN**tens, end.options.max_mult) if multiply else 1,
        ones=0 if multiply else ones(end, win),
        streak=streak(end, win, payer),
        times=robbed_times(end, win),
    )


def winner_ten(end: Finish, win: Win) -> int:
    """GY-7.2: 报听, 天胡 and 地胡 are one ten together."""
    return int(has_declared(end.result, win.seat) or bool(win.events & {"heavenly", "earthly"}))


def ones(end: Finish, win: Win) -> int:
    """热炮, 杠开, 抢杠 (section 7) and the self-draw's `zimo_bonus`."""
    events = len(win.events & {"hot_discard", "kong_bloom", "rob_kong"})
    return events + (end.options.zimo_bonus if win.source is None else 0)


def streak(end: Finish, win: Win, payer: int) -> int:
    """连庄 (GY-3.4): every payment to or from the dealer is n higher, in either mode."""
    counts = end.options.lianzhuang == "+n" and end.result.dealer in (win.seat, payer)
    return end.result.streak if counts else 0


def robbed_times(end: Finish, win: Win) -> int:
    """GY-7.4: with `konger_for_all_three` a robbed konger pays three times what he would owe."""
    for_all = end.options.qianggang_payer == "konger_for_all_three"
    return 3 if for_all and "rob_kong" in win.events else 1


def rates(result: Result, win: Win) -> tuple[Fan, ...]:
    """抢杠包三家 (GY-7.4)."""
    times = robbed_times(finish(result), win)
    return (Fan("robbed_pays_all", "抢杠包三家", "robbed kong pays for all", times),) if times > 1 else ()


def hand_transfers(deal: Deal) -> list[Transfer]:
    """The payments for one hand."""
    return [
        transfer
        for amount in deal.amounts
        for transfer in pay(amount.payer, deal.win.seat, amount.total, "hand")
    ]


def formula(deal: Deal) -> str:
    """What payers owe, in arithmetic; several where they owe differently."""
    return " / ".join(dict.fromkeys(amount.text for amount in deal.amounts))


def fans_of(end: Finish, deal: Deal) -> tuple[Fan, ...]:
    """The entry and every event that has an effect; a ten multiplies in multiply mode."""
    entry = deal.entry
    return (
        Fan(entry.code, entry.name, entry.english, entry.points),
        *ten_fans(end, deal),
        *one_fans(end, deal),
    )


def ten_fans(end: Finish, deal: Deal) -> list[Fan]:
    """报听, 天胡, 地胡, of which one counts (GY-7.2), and 杀报."""
    own = [
        (has_declared(end.result, deal.win.seat), "ready", "报听", "declared ready"),
        ("heavenly" in deal.win.events, "heavenly", "天胡", "heavenly win"),
        ("earthly" in deal.win.events, "earthly", "地胡", "earthly win"),
    ]
    fans = [
        Fan(code, name, english, 0 if position else TEN)
        for position, (_, code, name, english) in enumerate(held for held in own if held[0])
    ]
    if any(has_declared(end.result, amount.payer) for amount in deal.amounts):
        fans.append(Fan("payer_declared", "杀报", "against a declared hand", TEN))
    return fans


def one_fans(end: Finish, deal: Deal) -> list[Fan]:
    """热炮, 杠开, 抢杠 and 自摸 where they add; 连庄 in either mode."""
    events = deal.win.events
    bonus = end.options.zimo_bonus if deal.win.source is None else 0
    listed = [
        Fan("hot_discard", "热炮", "discard after a kong", int("hot_discard" in events)),
        Fan("kong_bloom", "杠开", "on a kong's replacement", int("kong_bloom" in events)),
        Fan("rob_kong", "抢杠", "robbed kong", int("rob_kong" in events)),
        Fan("self_draw", "自摸", "self-draw", bonus),
    ]
    adding = [] if end.options.event_mode == "multiply" else listed
    run = Fan("streak", "连庄", "dealer's streak", max(amount.streak for amount in deal.amounts))
    return [fan for fan in [*adding, run] if fan.value]
