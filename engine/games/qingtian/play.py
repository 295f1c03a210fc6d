"""Play of 青田麻将: reserve, flowers, the gate, 包牌 announced, 令 (Q-2 … Q-9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from engine.actions import Act
from engine.games.qingtian.fans import opens
from engine.games.qingtian.hand import complete_hand, completes, special_shapes, waiting_for
from engine.games.qingtian.options import QingtianOptions
from engine.games.qingtian.payments import bound
from engine.match import MatchState
from engine.phases import Deal, FlowersBySeat
from engine.plain import PlainGame
from engine.play import Play, end_drawn
from engine.result import Result
from engine.scoring import SEATS, others
from engine.shapes import Shape
from engine.state import NO_MARKS, Came, Discard, Marks, Position, SeatState
from engine.tiles import EAST, FLOWERS, NORTH, Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.views import SeatView

LING = {"4_ling": 4, "1_ling": 1}
"""Returns of the deal to the first dealer that end a match (Q-2.6)."""


class QingtianPlay(PlainGame):
    """What seats may do, and what follows."""

    phases = (Deal(), FlowersBySeat(), Play())
    bonus = frozenset(FLOWERS)
    showdown = "all"

    # -- wall and flowers

    def left(self, pos: Position) -> int:
        """七墩半: the reserve is a number of tiles (Q-6.1, Q-6.2)."""
        left = pos.tail - pos.head - int(pos.options.reserve_tiles)
        return left if left > 0 else 0

    def replace_flower(self, d: Draft, seat: int) -> bool:
        """With only the reserve left the flower is not replaced and the hand ends (Q-6.1, Q-6.4)."""
        if self.left(d) > 0:
            return super().replace_flower(d, seat)
        end_drawn(d)
        return False

    def keeps_last_tile(self, options: Any) -> bool:
        """`last_tile_selfdraw_only` (Q-6.3)."""
        return bool(options.last_tile_selfdraw_only)

    # -- wins and melds (Q-7 … Q-9)

    def completes(self, pos: Position, seat: int, concealed: Sequence[Kind]) -> bool:
        return completes(pos.options, concealed)

    def opens(self, pos: Position, seat: int, concealed: Sequence[Kind]) -> bool:
        """The gate: a fan, unless the table lifts it; being robbed of is one (Q-9.2, Q-9.3)."""
        robbed = pos.last is not None and pos.last.robbing
        return _opens(pos.options, pos.match, seat, pos.seats[seat], concealed, robbed=robbed)

    def wins_on_discard(self, view: SeatView, concealed: Sequence[Kind]) -> bool:
        """The gate for each waiting tile (Q-10.6)."""
        public = view.public
        return _opens(public.options, public.match, view.seat, view.own, concealed)

    def concealed_kong_lies(self, options: Any) -> Literal["hidden", "one_up", "open"]:
        """`concealed_kong_shown` (Q-7.2)."""
        return "open" if options.concealed_kong_shown else "hidden"

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        """包牌: the table is told when two seats become bound (Q-11.9), and that they are from then on (Q-11.3)."""
        if not bound(d.options, d.seats, seat, last.seat):
            return
        d.memo = tuple([_marks(d, one) for one in SEATS])
        before = list(d.seats)
        before[seat] = before[seat].changed(melds=before[seat].melds[:-1])
        if not bound(d.options, before, seat, last.seat):
            d.event("bound", seat, other=last.seat)

    def marks(self, pos: Position) -> Marks:
        """`bound:2`: the seats that each is bound to (Q-11.3); all that the game remembers."""
        return pos.memo or NO_MARKS

    # -- the result

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        if last is not None:
            robbed = {"rob_kong"} if last.robbing else set()
            return robbed | ({"earthly"} if last.number == 1 and not pos.claimed else set())
        events = self._first_turn(pos, seat)
        if pos.came in (Came.KONG, Came.KONG_FLOWER):
            events.add("kong_bloom")
        if pos.came in (Came.FLOWER, Came.KONG_FLOWER):
            events.add("flower_bloom")
        if self.left(pos) == 0 and self.keeps_last_tile(pos.options):
            events.add("last_tile")
        return events

    def _first_turn(self, pos: Position, seat: int) -> set[str]:
        """天胡 before any discard, 地胡 on the own first turn before any claim (Q-15.3)."""
        if pos.count == 0:
            return {"heavenly"}
        return {"earthly"} if pos.seats[seat].turns == 1 and seat != pos.dealer and not pos.claimed else set()

    # -- the match

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """The dealer stays after winning and after a draw (Q-2.3)."""
        if not result.wins or result.wins[0].seat == match.dealer:
            return match.dealer, match.streak + 1
        return (match.dealer + 1) % 4, 0

    def advance(self, after: MatchState, before: MatchState) -> MatchState:
        """令 goes on when the deal comes back to the first dealer; 东 follows 北 (Q-2.5, Q-2.6)."""
        if after.returns == before.returns:
            return after
        return replace(after, round_wind=EAST if after.round_wind == NORTH else after.round_wind + 1)

    def is_over(self, match: MatchState, options: Any) -> bool:
        """`length`: four 令, one, or a number of hands (Q-2.6)."""
        if options.length in LING:
            return match.returns >= LING[options.length]
        return match.hand > int(options.length)

    # -- computer seats

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        return waiting_for(pos.options, rest)

    def closed_shapes(self, options: Any) -> Sequence[Shape]:
        return special_shapes(options)


def _marks(pos: Position, seat: int) -> tuple[str, ...]:
    return tuple([f"bound:{other}" for other in others(seat) if bound(pos.options, pos.seats, seat, other)])


def _opens(
    table: QingtianOptions,
    match: MatchState,
    seat: int,
    state: SeatState,
    concealed: Sequence[Kind],
    *,
    robbed: bool = False,
) -> bool:
    """Whether the complete tiles, with what lies open of the seat, may win on the tile of another."""
    hand = complete_hand(
        table,
        concealed,
        state.melds,
        flowers=state.flowers,
        place=(seat - match.dealer) % 4,
        round_wind=match.round_wind,
        robbed=robbed,
    )
    return opens(hand)
