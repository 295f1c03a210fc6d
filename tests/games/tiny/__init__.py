"""小麻将, a made-up game: one suit, four tiles in hand, one set and a pair win. The whole of what a game must say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import WIN, Act
from engine.game import Game
from engine.holding import holding
from engine.match import MatchState
from engine.options import Options, hands_option, switch
from engine.result import Result
from engine.scoring import Fan, IllegalWin, Settlement, merge, others, pay
from engine.state import Came, Discard, Position
from engine.tiles import Kind, TileSet
from engine.winning import is_win


@dataclass(frozen=True, slots=True)
class TinyOptions(Options):
    """Its one rule that houses differ on, and the length of a match."""

    self_draw_doubles: bool = switch(True, "T-3", "自摸加倍", "a self-draw counts double")
    hands: int | str = hands_option(2, 1)


def complete(tiles: tuple[Kind, ...]) -> bool:
    """One set and a pair (T-1)."""
    return is_win(holding(tuple(sorted(tiles)), frozenset())[0])


class Tiny(Game):
    """One suit, five tiles, no claims but the win."""

    id = "tiny"
    order = 99
    name = "小麻将"
    province = "试"
    english = "Tiny"
    english_province = "Test"
    aliases = ("小麻将", "tiny")
    tiles = TileSet.of(four=range(9))
    hand_size = 4
    options = TinyOptions
    claims = frozenset()

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        state = pos.seat(seat)
        return (WIN,) if pos.came is not Came.CLAIM and complete(state.hand) else ()

    def claim_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        last = pos.last
        return (WIN,) if last is not None and complete((*pos.seat(seat).hand, last.tile)) else ()

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        return set()

    def settle(self, result: Result) -> Settlement:
        """One point from the discarder, or from everybody on a self-draw (T-2, T-3)."""
        if not result.wins:
            return Settlement((), (), (), ())
        win = result.wins[0]
        if not complete((*result.seats[win.seat].concealed, win.tile)):
            raise IllegalWin("one set and a pair are wanted (T-1)")
        doubled = win.source is None and bool(result.options.get("self_draw_doubles"))
        points = 2 if doubled else 1
        payers = others(win.seat) if win.source is None else [win.source]
        fan = (
            Fan("self_draw", "自摸", "self-draw", points)
            if doubled
            else Fan("plain", "平胡", "plain", points)
        )
        transfers = merge(pay(payer, win.seat, points, "hand") for payer in payers)
        return Settlement((points,), ((fan,),), (f"1×{points} = {points}",), transfers)

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        return (match.dealer + 1) % 4, 0


GAME = Tiny()
