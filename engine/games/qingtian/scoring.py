"""Settlement of a Qingtian hand: may it win so, what is it worth, who pays (Q-9, Q-13, Q-15)."""

from engine.fans import claimed
from engine.games.qingtian.fans import fans_of, opens
from engine.games.qingtian.hand import Hand, complete_hand, is_complete
from engine.games.qingtian.payments import kong_money, payments, rules
from engine.games.qingtian.worth import worth
from engine.melds import MeldKind
from engine.refusals import refuse_events, refuse_size
from engine.result import Result, Win
from engine.scoring import IllegalWin, Settlement
from engine.tiles import FLOWERS, PLAYING_KINDS, TEXT

READ = frozenset({"heavenly", "earthly", "kong_bloom", "flower_bloom", "rob_kong"})
"""Events this game reads (Q-20); `last_tile` is read by an option only."""


def settle(result: Result) -> Settlement:
    """结算 (Q-15): points [K], fans, and the transfers; a draw pays kong money at most (Q-14.4)."""
    if not result.wins:
        return Settlement((), (), (), tuple(kong_money(result)) if rules(result).kong.on_draw else ())
    win = result.wins[0]
    refuse(result, win)
    hand = hand_of(result, win)
    if not is_complete(hand):
        raise IllegalWin("no winning shape (Q-8)")
    if win.source is not None and not opens(hand):
        raise IllegalWin("a win on a discard needs a fan (Q-9.2)")
    fans = fans_of(hand)
    value = worth(hand, self_drawn=win.source is None, events=win.events)
    only_robbed = [fan.code for fan in fans] == ["rob_kong"]
    return Settlement(
        points=(value.points,),
        fans=((*fans, *value.factors),),
        formula=(value.formula,),
        transfers=tuple(payments(result, win, value.points, only_robbed=only_robbed)),
    )


def hand_of(result: Result, win: Win) -> Hand:
    """The winner's hand with the winning tile."""
    seat = result.seats[win.seat]
    return complete_hand(
        rules(result),
        (*seat.concealed, win.tile),
        seat.melds,
        flowers=seat.flowers,
        place=(win.seat - result.dealer) % 4,
        round_wind=result.round_wind,
        robbed="rob_kong" in win.events,
    )


def refuse(result: Result, win: Win) -> None:
    """Everything but shape and gate that forbids the win; raises IllegalWin."""
    refuse_tiles(result, win)
    refuse_size(result, win)
    refuse_events(result, win, READ)
    if "earthly" in win.events:
        refuse_earthly(result, win)
    if rules(result).last_tile_selfdraw_only and "last_tile" in win.events and win.source is not None:
        raise IllegalWin("the last usable tile can only be won by its drawer (Q-6.3)")


def refuse_tiles(result: Result, win: Win) -> None:
    """花 lie open and are no part of the hand (Q-5.3); a chow comes from the previous seat only (Q-7.1)."""
    seat = result.seats[win.seat]
    for tile in (*seat.concealed, win.tile):
        if tile >= PLAYING_KINDS:
            raise IllegalWin(f"the flower {TEXT[tile]} is not part of a hand (Q-5.3)")
    for tile in seat.flowers:
        if tile not in FLOWERS:
            raise IllegalWin(f"{TEXT[tile]} is no flower (Q-5)")
    for meld in seat.melds:
        if meld.kind is MeldKind.CHOW and meld.source != (win.seat - 1) % 4:
            raise IllegalWin(f"{meld}: a chow comes from the previous seat (Q-7.1)")


def refuse_earthly(result: Result, win: Win) -> None:
    """地胡 (Q-15.3): the dealer's first discard or an own first draw, before anybody has claimed a tile."""
    if any(claimed(seat.melds) for seat in result.seats) or "rob_kong" in win.events:
        raise IllegalWin("earthly: somebody has claimed a tile (Q-15.3)")
    if win.source not in (None, result.dealer):
        raise IllegalWin(f"earthly: the discard of seat {win.source} is not the dealer's first (Q-15.3)")
    seats = result.seats if win.source is not None else (result.seats[win.seat],)
    if any(seat.discards for seat in seats):
        raise IllegalWin("earthly: this is not the first turn (Q-15.3)")
