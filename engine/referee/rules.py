"""What a game says of acts done unaided: which win, which are wrong, and what that leads to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.actions import Act, claimed_with
from engine.hu_tai_play import HuTaiPlay
from engine.play import one_win, result_with
from engine.referee.docket import Fault, Verdict
from engine.referee.judging import docket_of
from engine.state import Came
from engine.tiles import Kind, less

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Discard, Position


class Rules(HuTaiPlay):
    """A game's clauses for a referee. `aided` is the same game where only legal moves are offered: the measure of what
    is right.
    """

    aided: HuTaiPlay
    withdrawn_clause: ClassVar[str]
    """A win announced and withdrawn that was none."""
    wrong_chow_clause: ClassVar[str] = ""
    """A chow that is no run and was not put right."""
    wins_outlive_draw: ClassVar[bool]
    """Whether a win may be announced after the next draw (FD-22), or only before it (LG-22)."""
    fine_kind: ClassVar[str]
    """What a fine is called in a case."""
    flower_kinds: ClassVar[frozenset[Kind]]
    """Tiles that a player may take for bonus tiles."""
    order_clause: ClassVar[str] = ""
    """The clause of those who keep silent about a flower (FD-13)."""

    # -- wins

    def real_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """The ways in which the hand wins here: on the tile that lies, else by self-draw."""
        last = pos.last
        if last is None:
            wins = self.aided.self_wins(pos, seat)
        elif last.robbing:
            wins = self.aided.wins_on_tile(pos, seat, last.tile)
        else:
            wins = [act for act in self.aided.claim_acts(pos, seat) if act.verb == "h"]
        return [act for act in wins if act.arg or not self.is_unsettled(pos, seat)]

    def is_unsettled(self, pos: Position, seat: int) -> bool:
        """Whether a flower is still to be laid out, or a chow that is no run lies there: no hand of groups then."""
        return self.holds_flowers(pos, seat) or any(meld.named for meld in pos.seats[seat].melds)

    def holds_flowers(self, pos: Position, seat: int) -> bool:
        """Whether a bonus tile is still to be laid out."""
        return bool(self.unlaid(pos, seat))

    def unlaid(self, pos: Position, seat: int) -> list[Kind]:
        """The bonus tiles that it still holds."""
        return [tile for tile in pos.seats[seat].hand if self.aided.is_bonus(pos, seat, tile)]

    def is_whole(self, pos: Position, seat: int) -> bool:
        """Whether the hand is complete, with the tile that lies or the one drawn, leaving duties and bans aside."""
        last = pos.last
        if self.is_unsettled(pos, seat) or (last is None and pos.came is Came.CLAIM):
            return False
        if last is not None and not (last.robbing or self.claimable(pos, last)):
            return False
        whole = self.aided.completes(pos, seat, last.tile if last else None)
        return whole and self.aided.counts(pos, seat, last)

    def best_way(self, pos: Position, seat: int) -> Act:
        """The way of winning that pays most."""
        return max(self.real_wins(pos, seat), key=lambda act: self._worth(pos, seat, act))

    def _worth(self, pos: Position, seat: int, act: Act) -> int:
        won = one_win(pos, seat, act, pos.last)
        return self.aided.settle(result_with(pos, (won,), {})).points[0]

    def win_fault(self, pos: Position, seat: int) -> tuple[str, Verdict] | None:
        """What is wrong with an announced win, and what showing it costs; None where it wins."""
        return None if self.real_wins(pos, seat) else self.false_win(pos, seat)

    @abstractmethod
    def false_win(self, pos: Position, seat: int) -> tuple[str, Verdict]:
        """The clause under which a win that is none is judged once it is shown."""

    @abstractmethod
    def throw_faults(self, pos: Position, seat: int, tile: Kind) -> list[str]:
        """The clauses under which throwing this tile makes the seat stand."""

    def barred_clause(self, pos: Position, seat: int, tile: Kind) -> str:
        """The clause that forbids this discard until it is won or taken back; empty where none does."""
        return ""

    @abstractmethod
    def kong_fault(self, pos: Position, seat: int, tile: Kind) -> Fault | None:
        """What is wrong with a kong in the own turn."""

    @abstractmethod
    def call_fault(self, pos: Position, seat: int, act: Act, last: Discard) -> Fault | None:
        """What is wrong with a pung, kong or chow of the discard."""

    def keeps_a_throw(self, pos: Position, seat: int, act: Act, tile: Kind) -> bool:
        """Whether the call leaves more than wilds in hand (FD-10, LG-10)."""
        hand = pos.seats[seat].hand
        for used in claimed_with(act, tile):
            hand = less(hand, used)
        return not self.wilds(pos, seat).issuperset(hand)

    def passed_by(self, d: Draft, seat: int) -> None:
        """Play has passed the seat and a later one has acted."""

    def acts_with_flowers(self, d: Draft, seat: int) -> None:
        """The seat does something else before it lays out a flower it holds."""

    @abstractmethod
    def wrong_flower(self, pos: Position, seat: int, tile: Kind) -> str:
        """The clause under which laying out this tile makes the seat stand, empty where it is a flower."""

    def win_rank(self, pos: Position, seat: int) -> int:
        """Where an announced win stands among those on the same tile, before nearness: the lower goes first."""
        return 0

    # -- flowers

    def is_opening(self, pos: Position) -> bool:
        """Whether flowers are laid out in turn order now."""
        return docket_of(pos).lay_round > 0

    def is_grave(self, pos: Position, clause: str) -> bool:
        """Whether who stands for throwing or laying out a tile under this clause counts nothing, where others do."""
        return False

    def out_of_order(self, pos: Position, seat: int) -> str:
        """The clause under which laying out now, before play, makes the seat stand; empty where it is in order."""
        return ""

    def begun_too_soon(self, pos: Position) -> list[tuple[int, str]]:
        """Seats whose early laying out, before play, has come to be a mistake, each with its clause."""
        return []

    def later_seat_acts(self, d: Draft, seat: int) -> None:
        """The seat acts in its turn, and so play has passed others."""

    def replace_out_of_turn(self, d: Draft, seat: int) -> None:
        """The replacement of a flower laid out while others play."""
        d.draw(seat, tail=True)

    def may_lay_out_of_turn(self, pos: Position) -> bool:
        """Whether a tile is left for it."""
        return self.left(pos) > 4

    # -- what is no mistake

    def sound_declarations(self, pos: Position, seat: int) -> list[Act]:
        """What, a win aside, may rightly be declared before play."""
        return []


def rules_of(pos: Position) -> Rules:
    """The game with its referee; raises TypeError at a table without one."""
    if not isinstance(pos.game, Rules):
        raise TypeError(f"{pos.game.id} is played without a referee")
    return pos.game
