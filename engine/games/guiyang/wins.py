"""Who may win, on which tile, and so how: the passport (GY-5.5) and what is refused (GY-12.2)."""

from collections.abc import Sequence
from typing import cast

from engine.games.guiyang.facts import Facts
from engine.games.guiyang.hands import Entry, best_entry
from engine.games.guiyang.options import GuiyangOptions
from engine.melds import Meld
from engine.refusals import refuse_bloom_without_kong, refuse_events, refuse_size, refuse_touched
from engine.result import Result, Win
from engine.scoring import IllegalWin
from engine.tiles import TEXT, Kind

EVENTS = frozenset({"heavenly", "earthly", "kong_bloom", "hot_discard", "rob_kong"})
"""The events that are read."""


def table_options(result: Result) -> GuiyangOptions:
    """The options of the table."""
    return cast(GuiyangOptions, result.options)


def has_passport(melds: Sequence[Meld], *, after_kong: bool, robbing: bool, declared: bool) -> bool:
    """通行证 (GY-5.5) for a win on another's tile.

    `after_kong`: the discard of a turn with a kong; `declared`: the winner or the tile's owner has declared 报听.
    """
    return after_kong or robbing or declared or any(meld.is_kong for meld in melds)


def may_win_on(
    hand: Sequence[Kind],
    melds: Sequence[Meld],
    tile: Kind,
    options: GuiyangOptions,
    *,
    void: int | None = None,
    after_kong: bool = False,
    robbing: bool = False,
    declared: bool = False,
) -> Entry | None:
    """The entry with which a seat may win on another's tile, None if it may not (GY-5.5, GY-5.6)."""
    entry = best_entry(hand, melds, tile, options, void)
    if entry is None or not (entry.needs_passport and options.passport):
        return entry
    free = has_passport(melds, after_kong=after_kong, robbing=robbing, declared=declared)
    return entry if free else None


def entry_of(result: Result, win: Win, facts: Facts) -> Entry:
    """The entry of a listed winner (GY-12.2); raises IllegalWin if he may not win so."""
    refuse_size(result, win)
    refuse_events(result, win, EVENTS)
    refuse_touched(result, win)
    refuse_bloom_without_kong(result, win)
    options, seat = table_options(result), result.seats[win.seat]
    void = void_suit(options, facts, win.seat)
    entry = best_entry(seat.concealed, seat.melds, win.tile, options, void)
    if entry is None:
        raise IllegalWin(f"GY-12.2: seat {win.seat} has no hand to win with on {TEXT[win.tile]}")
    if win.source is not None and not may_win_on(
        seat.concealed,
        seat.melds,
        win.tile,
        options,
        void=void,
        after_kong="hot_discard" in win.events,
        robbing="rob_kong" in win.events,
        declared=has_declared(result, win.seat) or has_declared(result, win.source),
    ):
        raise IllegalWin(f"GY-5.5: seat {win.seat} has no passport for a {entry.english} on {TEXT[win.tile]}")
    return entry


def void_suit(options: GuiyangOptions, facts: Facts, seat: int) -> int | None:
    """定缺 (GY-10.1): the seat's void suit where the table plays it."""
    return facts.void_suits[seat] if options.que_mode == "dingque" else None


def has_declared(result: Result, seat: int) -> bool:
    """Whether the seat has declared 报听."""
    return "ready" in result.seats[seat].declared
