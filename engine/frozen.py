"""Play that the games with 报听 share: thirteen tiles, a declared hand is frozen, all who can win on a tile win."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.actions import READY, WIN, Act, make_act
from engine.bans import is_barred
from engine.game import Game
from engine.melds import Meld, MeldKind
from engine.phases import Deal, DeclareReady, Phase
from engine.play import Play, discard
from engine.scoring import others
from engine.state import Came, Discard, Position, SeatState
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.views import SeatView


class FrozenHands(Game):
    """报听: the dealt thirteen tiles may be declared ready, by a game's own leave also with the first discard."""

    hand_size = 13
    phases: ClassVar[tuple[Phase, ...]] = (Deal(), DeclareReady(), Play())
    winners: ClassVar[Literal["nearest", "all"]] = "all"
    concealed_kong: ClassVar[Literal["hidden", "one_up", "open"]] = "one_up"

    # -- readiness

    @abstractmethod
    def waiting_for(self, pos: Position, seat: int, hand: Sequence[Kind], melds: Sequence[Meld]) -> int:
        """The mask of kinds that these thirteen tiles of the seat wait for."""

    def opening_declarations(self, pos: Position, seat: int) -> list[Act]:
        state = pos.seats[seat]
        return [READY] if self.waiting_for(pos, seat, state.hand, state.melds) else []

    def declaring_discards(self, pos: Position, seat: int) -> list[Act]:
        """`r:5m`: the discards after which the seat is ready, each with the declaration."""
        state = pos.seats[seat]
        return [
            make_act("r", kind)
            for kind in self.discards(pos, seat)
            if self.waiting_for(pos, seat, without(state.hand, kind), state.melds)
        ]

    def other_turn_act(self, d: Draft, seat: int, act: Act) -> None:
        """报听 and the discard that goes with it."""
        d.declare(seat, "ready")
        discard(d, seat, act.tile)

    def keeps_waits(self, pos: Position, seat: int, before: tuple[Kind, ...], kong: Meld, used: int) -> bool:
        """Whether the kong, of `used` tiles of the hand, leaves the kinds that `before` waits for."""
        state = pos.seats[seat]
        waited = self.waiting_for(pos, seat, before, state.melds)
        rest = without(state.hand, kong.tile, used)
        return waited == self.waiting_for(pos, seat, rest, (*state.melds, kong))

    # -- the frozen hand

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """A frozen hand throws what it has drawn."""
        state = pos.seats[seat]
        return super().discards(pos, seat) if state.drawn is None or not is_frozen(state) else [state.drawn]

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        return "ready" if is_frozen(pos.seats[seat]) else super().barred_reason(pos, seat, tile)

    def own_kongs(self, pos: Position, seat: int) -> list[Kind]:
        """A frozen hand lays a concealed kong of the tile just drawn, if its waits stay the same."""
        state = pos.seats[seat]
        return [
            kind
            for kind in super().own_kongs(pos, seat)
            if not is_frozen(state) or (kind == state.drawn and self._keeps_own(pos, seat, kind))
        ]

    def _keeps_own(self, pos: Position, seat: int, kind: Kind) -> bool:
        before = without(pos.seats[seat].hand, kind)
        return self.keeps_waits(pos, seat, before, Meld(MeldKind.CONCEALED_KONG, kind), 4)

    # -- wins

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """自摸, with a tile that was drawn."""
        state = pos.seats[seat]
        if state.drawn is None or not self.may_have_won(pos, seat):
            return ()  # without a drawn tile a pung or chow began the turn
        rest = without(state.hand, state.drawn)
        return (WIN,) if self.wins_with(pos, seat, rest, state.drawn) else ()

    @abstractmethod
    def wins_with(self, pos: Position, seat: int, hand: Sequence[Kind], tile: Kind) -> bool:
        """Whether the seat may win by self-draw with this tile added to `hand`."""

    def claim_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        last = pos.last
        if last is None or is_barred(pos.seats[seat].bans, "win", last.tile):
            return ()
        return (WIN,) if self.wins_on(pos, seat, last) else ()

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        return self.waiting_for(pos, seat, rest, pos.seats[seat].melds)

    @abstractmethod
    def wins_on(self, pos: Position, seat: int, last: Discard) -> bool:
        """Whether the seat, which nothing bars altogether, may win on the tile that lies or is being added."""

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        """天胡, 地胡, 杠上开花, 抢杠, 热炮 as both rulebooks tell them apart."""
        events = {"earthly"} if seat != pos.dealer and self.is_earthly(pos, seat, last) else set()
        if last is None:
            how = {Came.DEAL: "heavenly", Came.KONG: "kong_bloom"}.get(pos.came)
        elif last.robbing:
            how = "rob_kong"
        else:
            how = "hot_discard" if last.after_kong else None
        return events | ({how} if how else set())

    @abstractmethod
    def is_earthly(self, pos: Position, seat: int, last: Discard | None) -> bool:
        """Whether a non-dealer's win is 地胡."""

    # -- computer seats

    def computer_answer(self, view: SeatView) -> Act:
        """A ready hand is declared."""
        return READY if READY in view.acts else super().computer_answer(view)

    def computer_turn(self, view: SeatView, best: Act) -> Act:
        """With its first discard too."""
        declaring = make_act("r", *best.tiles)
        return declaring if declaring in view.acts else best


def is_frozen(state: SeatState) -> bool:
    """Whether the seat has declared 报听."""
    return "ready" in state.declared


def without(hand: tuple[Kind, ...], kind: Kind, number: int = 1) -> tuple[Kind, ...]:
    """The sorted hand less some tiles of a kind it holds."""
    at = hand.index(kind)
    return hand[:at] + hand[at + number :]


def winners_from(first: int, wins: Sequence[int]) -> list[int]:
    """The winning seats in turn order, beginning with `first` if it has won."""
    return [seat for seat in (first, *others(first)) if seat in wins]
