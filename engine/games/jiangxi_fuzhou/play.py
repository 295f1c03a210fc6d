"""Play of 抚州麻将（江西）: 报听, the pass lock, 前烧, the dealer after several winners (JX-2, JX-4, JX-6, JX-8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from engine.actions import WIN, Act
from engine.bans import PASSED_WIN, Ban, Until, passed_worth
from engine.frozen import FrozenHands, is_frozen
from engine.games.jiangxi_fuzhou.hands import best_hand, unrelated_shape, waiting
from engine.games.jiangxi_fuzhou.wins import win_worth
from engine.melds import Meld
from engine.scoring import SEATS, others
from engine.shapes import SEVEN_PAIRS, Shape
from engine.state import Discard, Position
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.match import MatchState
    from engine.result import Result, Win


@dataclass(frozen=True, slots=True)
class Repeated:
    """The first four discards were one tile: 前烧, unless the last of them is taken (JX-8.3)."""

    tile: Kind


class JiangxiFuzhouPlay(FrozenHands):
    """What seats may do, and what follows."""

    showdown: ClassVar[Literal["winner", "all"]] = "winner"

    def broken_at(self, options: Any, dealer: int, dice: tuple[int, int]) -> tuple[int, int]:
        """A: both dice, in the dealer's own wall; B: the first names a player, the second is his throw (JX-3.1)."""
        first, second = dice
        return (dealer, first + second) if options.opening == "A" else ((dealer + first - 1) % 4, second)

    # -- 报听 and claims (JX-4, JX-6)

    def waiting_for(self, pos: Position, seat: int, hand: Sequence[Kind], melds: Sequence[Meld]) -> int:
        return waiting(hand, melds, pos.options)

    def has_chow(self, pos: Position) -> bool:
        return bool(pos.options.chow)

    # -- wins (JX-4.6, JX-4.7)

    def wins_with(self, pos: Position, seat: int, hand: Sequence[Kind], tile: Kind) -> bool:
        return best_hand(hand, pos.seats[seat].melds, tile, pos.options) is not None

    def wins_on(self, pos: Position, seat: int, last: Discard) -> bool:
        """A hand worth more than every one passed since the last draw."""
        worth, passed = self.worth(pos, seat, last), passed_worth(pos.seats[seat].bans)
        return worth is not None and (passed is None or worth > passed)

    def worth(self, pos: Position, seat: int, last: Discard) -> int | None:
        """2V of the win on this tile; None if there is none."""
        state = pos.seats[seat]
        return win_worth(
            state.hand,
            state.melds,
            last.tile,
            pos.options,
            events=frozenset(self.win_events(pos, seat, WIN, last)),
            declared=is_frozen(state),
        )

    def is_earthly(self, pos: Position, seat: int, last: Discard | None) -> bool:
        """On a discard, before the own first draw and without a meld (JX-6.4)."""
        state = pos.seats[seat]
        return last is not None and not last.robbing and state.turns == 0 and not state.melds

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """`pass_lock` (JX-4.6)."""
        lock = d.options.pass_lock
        if WIN not in acts or lock == "off":
            return
        d.ban(
            seat, PASSED_WIN if lock == "strict" else Ban("win", None, Until.DRAW, self.worth(d, seat, last))
        )

    # -- 前烧 (JX-8.3)

    def discarded(self, d: Draft, seat: int, tile: Kind, drawn: Kind | None) -> None:
        """The fourth discard of the hand repeats the three before it, none of which was taken."""
        if d.count == len(SEATS):
            before = [d.seats[other].discards for other in others(seat)]
            d.memo = Repeated(tile) if before == [(tile,)] * 3 else None

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        """It counts if the fourth was not taken either."""
        fourth = d.seats[(d.dealer + 3) % 4].discards
        burnt = isinstance(d.memo, Repeated) and d.memo.tile in fourth
        return {"front_burn": True} if burnt else {}

    # -- the match (JX-2)

    def first_dealer(self, options: Any, *, drawn: int, dice: tuple[int, int], opener: int) -> int:
        """Who sat down first throws S and counts S seats, himself as 1 (JX-2.1)."""
        return (opener + sum(dice) - 1) % 4

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """The dealer stays by winning alone; after several winners the tile's owner deals (JX-2.2, JX-2.3)."""
        winners = [win.seat for win in result.wins]
        if len(winners) > 1 and result.wins[0].source is not None:
            return result.wins[0].source, 0
        return match.dealer if winners == [match.dealer] else (match.dealer + 1) % 4, 0

    # -- computer seats

    def closed_shapes(self, options: Any) -> Sequence[Shape]:
        return SEVEN_PAIRS, unrelated_shape(options)
