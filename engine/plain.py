"""Play that games of thirteen tiles without wilds share: one winner, any complete hand, the options they word alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.actions import PASS, WIN, Act
from engine.bans import PASSED_WIN_THIS_ROUND, is_barred
from engine.game import Game
from engine.play import end_drawn, win_or_end
from engine.state import Came, Discard, Position
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft


class PlainGame(Game):
    """Reads the options `kong_after_claim`, `pass_win_lock` and `first_dealer`."""

    hand_size = 13

    # -- wins

    @abstractmethod
    def completes(self, pos: Position, seat: int, concealed: Sequence[Kind]) -> bool:
        """Whether the concealed tiles, the winning one among them, complete the seat's hand."""

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """自摸: with a tile that was drawn or dealt, never after a claim."""
        if pos.came is Came.CLAIM or not self.may_have_won(pos, seat):
            return ()
        return (WIN,) if self.completes(pos, seat, pos.seats[seat].hand) else ()

    def claim_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """A win on another's tile: a complete hand that no ban bars and that the game lets win so."""
        last, state = pos.last, pos.seats[seat]
        if last is None or is_barred(state.bans, "win", last.tile):
            return ()
        hand = tuple(sorted((*state.hand, last.tile)))
        return (WIN,) if self.completes(pos, seat, hand) and self.opens(pos, seat, hand) else ()

    def opens(self, pos: Position, seat: int, concealed: Sequence[Kind]) -> bool:
        """Whether a complete hand may win on the tile of another that is among `concealed`."""
        return True

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """过胡: with `pass_win_lock` a win let go bars wins on others' tiles until the own next turn."""
        if d.options.pass_win_lock and WIN in acts:
            d.ban(seat, PASSED_WIN_THIS_ROUND)

    # -- kongs

    def may_kong_now(self, pos: Position, seat: int) -> bool:
        """Own kongs after a draw, while a tile is left; with `kong_after_claim` after a claim too."""
        after_draw = pos.came is not Came.CLAIM
        return self.left(pos) > 0 and (after_draw or bool(pos.options.kong_after_claim))

    # -- the last tile

    def keeps_last_tile(self, options: Any) -> bool:
        """Whether the last tile is won by its drawer or by nobody."""
        raise NotImplementedError

    def drawn(self, d: Draft, seat: int) -> bool:
        """The last tile: win or pass, then the hand is over, where the table keeps it."""
        if self.left(d) > 0 or not self.keeps_last_tile(d.options):
            return False
        win_or_end(d, seat)
        return True

    def other_turn_act(self, d: Draft, seat: int, act: Act) -> None:
        """The last tile was let go: the hand is drawn."""
        if act is PASS:
            end_drawn(d)

    # -- the match

    def first_dealer(self, options: Any, *, drawn: int, dice: tuple[int, int], opener: int) -> int:
        """`first_dealer`: a random seat, the opener's, or a certain one (`seat1`, `seat2`)."""
        if options.first_dealer == "host":
            return opener
        return drawn if options.first_dealer == "random" else int(options.first_dealer[-1]) - 1
