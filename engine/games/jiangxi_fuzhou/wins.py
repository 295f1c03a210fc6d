"""What a win is worth with its events, and what is refused (JX-10.2).

Worth is counted in halves: 2V.
"""

from collections.abc import Sequence
from typing import cast

from engine.games.jiangxi_fuzhou.hands import Hand, best_hand
from engine.games.jiangxi_fuzhou.options import JiangxiFuzhouOptions
from engine.melds import Meld, MeldKind
from engine.refusals import refuse_bloom_without_kong, refuse_events, refuse_size, refuse_touched
from engine.result import Result, Win
from engine.scoring import Fan, IllegalWin
from engine.tiles import TEXT, Kind

EVENTS = frozenset({"heavenly", "earthly", "kong_bloom", "hot_discard", "rob_kong"})
"""The events that are read."""
LEAST = 5
"""V of 天胡 and 地胡 at least."""


def table_options(result: Result) -> JiangxiFuzhouOptions:
    """The options of the table."""
    return cast(JiangxiFuzhouOptions, result.options)


def lift(options: JiangxiFuzhouOptions, events: frozenset[str], *, declared: bool) -> Fan | None:
    """天胡, 地胡 (section 6), and 报听 with `baoting_counts_as_dihu` (JX-6.3): V is at least 5."""
    if "heavenly" in events:
        return Fan("heavenly", "天胡", "heavenly win", LEAST)
    if "earthly" in events:
        return Fan("earthly", "地胡", "earthly win", LEAST)
    if declared and options.baoting_counts_as_dihu:
        return Fan("ready_as_earthly", "报听当地胡", "declared hand as an earthly win", LEAST)
    return None


def event_factors(options: JiangxiFuzhouOptions, events: frozenset[str], *, declared: bool) -> list[Fan]:
    """报听, 杠上开花, 杠上炮 (section 6), those that change the worth."""
    factors = [
        Fan("ready", "报听", "declared ready", 2 if declared else 1),
        Fan(
            "kong_bloom",
            "杠上开花",
            "on a kong's replacement",
            options.ganghua if "kong_bloom" in events else 1,
        ),
        Fan(
            "hot_discard", "杠上炮", "discard after a kong", options.gangpao if "hot_discard" in events else 1
        ),
    ]
    return [factor for factor in factors if factor.value > 1]


def doubled_worth(
    hand: Hand, options: JiangxiFuzhouOptions, events: frozenset[str], *, declared: bool
) -> int:
    """2V with events (JX-7.1)."""
    least = lift(options, events, declared=declared)
    worth = hand.doubled if least is None else max(hand.doubled, 2 * least.value)
    for factor in event_factors(options, events, declared=declared):
        worth *= factor.value
    return worth


def win_worth(
    hand: Sequence[Kind],
    melds: Sequence[Meld],
    tile: Kind,
    options: JiangxiFuzhouOptions,
    *,
    events: frozenset[str] = frozenset(),
    declared: bool = False,
    self_draw: bool = False,
) -> int | None:
    """2V of the win a seat may have on this tile, None if it may have none: what a pass is measured by (JX-4.6)."""
    if not (self_draw or may_win_on_another(options, events)):
        return None
    found = best_hand(hand, melds, tile, options)
    return None if found is None else doubled_worth(found, options, events, declared=declared)


def may_win_on_another(options: JiangxiFuzhouOptions, events: frozenset[str]) -> bool:
    """JX-4.7: with `zimo_only` only a kong that is robbed can be won on."""
    return not options.zimo_only or "rob_kong" in events


def hand_of(result: Result, win: Win) -> Hand:
    """The hand of a listed winner (JX-10.2); raises IllegalWin if he may not win so."""
    refuse_size(result, win)
    refuse_events(result, win, EVENTS)
    refuse_touched(result, win)
    refuse_earthly(win)
    refuse_front_burn(result, win)
    refuse_bloom_without_kong(result, win)
    refuse_declared(result, win)
    options, seat = table_options(result), result.seats[win.seat]
    if win.source is not None and not may_win_on_another(options, win.events):
        raise IllegalWin(f"JX-4.7: seat {win.seat} wins on a discard where only self-draws win")
    hand = best_hand(seat.concealed, seat.melds, win.tile, options)
    if hand is None:
        raise IllegalWin(f"JX-10.2: seat {win.seat} has no hand to win with on {TEXT[win.tile]}")
    return hand


def refuse_earthly(win: Win) -> None:
    """地胡 (JX-6.4) is a discard win: no self-draw, no robbed kong; raises IllegalWin."""
    if "earthly" in win.events and (win.source is None or "rob_kong" in win.events):
        raise IllegalWin(f"JX-6.4: earthly: seat {win.seat} does not win on a discard")


def refuse_front_burn(result: Result, win: Win) -> None:
    """前烧 (JX-8.3) means that every seat has discarded, so neither 天胡 nor 地胡; raises IllegalWin."""
    if result.facts.get("front_burn") and win.events & {"heavenly", "earthly"}:
        raise IllegalWin("JX-8.3: a front burn means that every seat has discarded")


def refuse_declared(result: Result, win: Win) -> None:
    """报听 (JX-6.1, JX-6.2) is a non-dealer's, and freezes the hand but for concealed kongs; raises IllegalWin."""
    if not has_declared(result, win.seat):
        return
    if win.seat == result.dealer:
        raise IllegalWin(f"JX-6.1: seat {win.seat} is the dealer and cannot have declared")
    if any(meld.kind is not MeldKind.CONCEALED_KONG for meld in result.seats[win.seat].melds):
        raise IllegalWin(f"JX-6.2: seat {win.seat} has declared and cannot have claimed a tile")


def has_declared(result: Result, seat: int) -> bool:
    """Whether the seat has declared 报听."""
    return "ready" in result.seats[seat].declared
