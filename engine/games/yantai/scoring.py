"""Settlement of a Yantai hand: may it win so, what is it worth, who pays (Y-9, Y-12, Y-17)."""

from dataclasses import replace

from engine.fans import claimed
from engine.games.yantai.hand import Hand, complete_hand
from engine.games.yantai.payments import payments, plays_open, rules
from engine.games.yantai.worth import Situation, worth
from engine.melds import MeldKind
from engine.refusals import refuse_events, refuse_size
from engine.result import Result, Win
from engine.scoring import IllegalWin, Settlement

READ = frozenset({"heavenly", "kong_bloom", "last_tile", "rob_kong"})
"""Events this game always reads (Y-20); that of 地胡 is an option's."""


def settle(result: Result) -> Settlement:
    """结算 (Y-17): points [M], the big hands, and the transfers; a draw pays nothing (Y-16.1)."""
    if not result.wins:
        return Settlement((), (), (), ())
    win = result.wins[0]
    refuse(result, win)
    hand = hand_of(result, win)
    if not hand.wins:
        raise IllegalWin("no winning shape at this table (Y-9)")
    value = worth(hand, situation_of(result, win))
    return Settlement(
        points=(value.points,),
        fans=(value.factors,),
        formula=(value.formula,),
        transfers=tuple(payments(result, win, value.points)),
    )


def hand_of(result: Result, win: Win) -> Hand:
    """The winner's hand; won on a kong's replacement it is no 七对 nor 十三幺, which have no kong (Y-12.4)."""
    seat = result.seats[win.seat]
    hand = complete_hand(rules(result), (*seat.concealed, win.tile), seat.melds)
    return replace(hand, seven_pairs=False, orphans=False) if "kong_bloom" in win.events else hand


def situation_of(result: Result, win: Win) -> Situation:
    """How the hand was won."""
    return Situation(
        self_drawn=win.source is None,
        is_dealer=win.seat == result.dealer,
        is_open=plays_open(result, win.seat),
        events=win.events,
    )


def refuse(result: Result, win: Win) -> None:
    """Everything but the shape that forbids the win; raises IllegalWin."""
    refuse_size(result, win)
    refuse_events(result, win, READ)
    refuse_other_tiles(result, win)
    refuse_melds(result, win)
    refuse_open(result, win)
    refuse_first_turns(result, win)


def refuse_other_tiles(result: Result, win: Win) -> None:
    """Wins on others' tiles that the table does not know (Y-8.1, Y-9.6, Y-11.2)."""
    table = rules(result)
    if win.source is None:
        return
    if table.must_self_draw:
        raise IllegalWin("only self-draws win at this table (Y-9.6)")
    if "rob_kong" in win.events and not table.rob_kong:
        raise IllegalWin("kongs cannot be robbed at this table (Y-8.1)")
    if "last_tile" in win.events and not table.last_discard:
        raise IllegalWin("the last tile is not discarded (Y-11.2)")


def refuse_melds(result: Result, win: Win) -> None:
    """吃 at a table without it (Y-7.1)."""
    if not rules(result).chow and any(meld.kind is MeldKind.CHOW for meld in result.seats[win.seat].melds):
        raise IllegalWin("there are no chows at this table (Y-7.1)")


def refuse_open(result: Result, win: Win) -> None:
    """明打: an open seat claims nothing and wins by self-draw only (Y-14.3)."""
    if not plays_open(result, win.seat):
        return
    if win.source is not None:
        raise IllegalWin("an open hand wins by self-draw only (Y-14.3)")
    if claimed(result.seats[win.seat].melds):
        raise IllegalWin("an open hand has claimed nothing (Y-14.3)")
    if "heavenly" in win.events:
        raise IllegalWin("a dealer who plays open has declined 天胡 (Y-3.2)")


def refuse_first_turns(result: Result, win: Win) -> None:
    """天胡 and 地胡 that the rest of the case contradicts; a dealer's first lap means nothing (Y-20)."""
    if "heavenly" in win.events:
        refuse_heavenly(result, win)
    if rules(result).dihu_scope == "before_own_first_discard":
        if "earthly" in win.events:
            refuse_earthly(result, win)
    elif "first_lap" in win.events and win.seat != result.dealer:
        refuse_first_lap(result, win)


def refuse_heavenly(result: Result, win: Win) -> None:
    """天胡 is won before anything else, a kong too (Y-10.15)."""
    if result.seats[win.seat].melds or win.events & {"kong_bloom", "last_tile"}:
        raise IllegalWin("heavenly: something happened before (Y-10.15, Y-12.4)")


def refuse_first_lap(result: Result, win: Win) -> None:
    """地胡 in the first lap: a second claim begins a second turn (Y-11.1, Y-12.4)."""
    if len(claimed(result.seats[win.seat].melds)) > 1 or "last_tile" in win.events:
        raise IllegalWin("first_lap: the lap was over (Y-11.1, Y-12.4)")


def refuse_earthly(result: Result, win: Win) -> None:
    """地胡 before the own first discard: after a claim only on a kong's replacement (Y-11.1, Y-12.4)."""
    if win.seat == result.dealer:
        raise IllegalWin(f"earthly: seat {win.seat} is the dealer (Y-10.14)")
    seat = result.seats[win.seat]
    replaced = win.source is None and any(meld.is_kong for meld in seat.melds)
    claims = len(claimed(seat.melds))
    if seat.discards or claims > 1 or (claims and not replaced) or "last_tile" in win.events:
        raise IllegalWin(f"earthly: seat {win.seat} has discarded before (Y-11.1, Y-12.4)")
