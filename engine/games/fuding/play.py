"""Play of 福鼎麻将: 门 and 金 by the dice, opening wins, duties and bans, the division (FD-4 … FD-37)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import EIGHT_FLOWERS, PASS, THREE_GOLDS, WIN, Act
from engine.bans import Ban, Until
from engine.games.fuding import scoring
from engine.games.fuding.bans import barred_discards, feeding
from engine.games.fuding.holding import BONUS, bonus_kinds, gold_kinds, youjin
from engine.hu_tai_play import HuTaiPlay, stands
from engine.match import MatchState
from engine.melds import MeldKind
from engine.phases import Deal, DeclareReady, FlowerRounds, Gold, Phase
from engine.play import Division, Play, begin_division, draw_turn, end_drawn, own_pung, turn_order, win
from engine.prompts import Prompt, PromptKind
from engine.records import quick
from engine.referee.docket import Docket
from engine.referee.objections import (
    held_locked,
    is_locked_out,
    locked_marks,
    may_object,
    object_to,
    objections_lapse,
    objections_on,
)
from engine.result import Result, Win
from engine.scoring import SEATS
from engine.state import Came, Discard, Marks, Position
from engine.tiles import FLOWERS, Kind, less

if TYPE_CHECKING:
    from engine.draft import Draft

NO_CLAIMED_KONG = 5
"""R at which no discard is konged any more (FD-28)."""
MOST_GOLDS = 4
"""Golds that one hand can hold."""
NO_OWN_KONG = 4
"""R after the draw at which no kong is made any more (FD-28)."""


@quick
@dataclass(frozen=True, slots=True)
class Memory:
    """What Fuding remembers of the hand."""

    borrowed: int = 0
    """Replacements taken from the reserve (FD-15)."""
    appeared: tuple[Kind, ...] = ()
    """Discards and tiles added to pungs, in order (FD-25)."""
    since: tuple[int, ...] = (0, 0, 0, 0)
    """Per seat how many had appeared when it last drew."""

    def drew(self, seat: int) -> Memory:
        """The seat draws: what has appeared until now bars it no more."""
        since = (*self.since[:seat], len(self.appeared), *self.since[seat + 1 :])
        return Memory(self.borrowed, self.appeared, since)


class OpeningWins(DeclareReady):
    """天胡, 杀猪, 八仙过海 before the first discard: all are asked, the first in turn has it (FD-39)."""

    name = "opening"

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        for seat in turn_order(d.dealer):
            act = prompt.answers[seat]
            if act is not None and act is not PASS:
                win(d, [(seat, act)], None)
                return


class FudingPlay(HuTaiPlay):
    """What seats may do, and what follows."""

    phases: ClassVar[tuple[Phase, ...]] = (
        Deal(),
        Gold(),
        FlowerRounds(),
        OpeningWins(),
        Play(),
        Division(),
    )
    bonus = BONUS

    # -- objections (二.9 … 二.11, 三.1), where the table has them without a referee too

    def dealt(self, d: Draft) -> None:
        if objections_on(d):
            d.docket = Docket()

    def is_free(self, pos: Position, seat: int, act: Act) -> bool:
        return may_object(pos, seat, act)

    def free_act(self, d: Draft, seat: int, act: Act) -> None:
        if act.verb == "q":
            object_to(d, seat, act)
        else:
            objections_lapse(d)

    def marks(self, pos: Position) -> Marks:
        return locked_marks(pos)

    # -- 门 and 金 (FD-4, FD-9)

    def east(self, pos: Position) -> int:
        """The dice name the East seat, counted from the dealer as 1 (FD-4)."""
        if pos.options.wind_mode == "dealer_is_east":
            return pos.dealer
        return (pos.dealer + sum(pos.dice) - 1) % 4

    def turn_gold(self, d: Draft) -> None:
        """开金 (FD-9): the tile at the dice's place from the tail lies open in the wall; draws skip it."""
        d.indicator = d.take_at(d.tail - sum(d.dice))
        d.event("gold", tiles=(d.indicator,))
        d.memo = Memory()

    def wilds(self, pos: Position, seat: int) -> frozenset[Kind]:
        return gold_kinds(pos.indicator)

    def is_bonus(self, pos: Position, seat: int, tile: Kind) -> bool:
        """A gold 白 or gold flower is kept in hand (FD-9)."""
        return tile in bonus_kinds(pos.indicator)

    def dead_kinds(self, pos: Position) -> frozenset[Kind]:
        return gold_kinds(pos.indicator)

    # -- R, reserve, division (FD-11, FD-15, FD-35 … FD-37)

    def left(self, pos: Position) -> int:
        """R (FD-11); what was taken from the reserve does not lower it (FD-15)."""
        return max(0, pos.unturned - reserve_left(pos))

    def draw_due(self, d: Draft, seat: int) -> None:
        """分牌 when as few tiles are left as seats may still win (FD-35)."""
        playing, left = may_win_still(d, seat), self.left(d)
        if left > len(playing) > 0:
            draw_turn(d, seat)
        elif left and playing:
            begin_division(d, playing[:left])
        else:
            end_drawn(d)

    def replace_flower(self, d: Draft, seat: int) -> bool:
        """With R ≤ E the replacement comes from the reserve; without one the division begins (FD-15)."""
        if self.left(d) <= len(may_win_still(d, seat)):
            if not reserve_left(d):
                self.draw_due(d, (seat + 1) % 4)
                return False
            d.memo = replace(d.memo, borrowed=d.memo.borrowed + 1)
        return super().replace_flower(d, seat)

    def deal_share(self, d: Draft, seat: int) -> None:
        """A bonus tile counts, and is not replaced (FD-35, FD-37); who has come to stand gets none (FD-41)."""
        if stands(d, seat):
            return
        tile = d.draw(seat)
        if self.is_bonus(d, seat, tile):
            d.lay_flowers(seat, (tile,))

    # -- wins (FD-25, FD-26, FD-36, FD-39)

    def may_win(self, result: Result, win: Win) -> bool:
        return scoring.may_win(result, win)

    def declares(self, pos: Position, seat: int) -> bool:
        return not stands(pos, seat)

    def opening_declarations(self, pos: Position, seat: int) -> list[Act]:
        return list(self.self_wins(pos, seat))

    def opening_acts(self, kind: PromptKind | None, options: Any) -> tuple[Act, ...]:
        flowers = () if options.super_hands == "off" else (EIGHT_FLOWERS,)
        return (WIN, THREE_GOLDS, *flowers, PASS) if kind is PromptKind.DECLARE else ()

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """八仙过海 in place of any shape; 自摸, 天胡; 杀猪 before the first discard (FD-39)."""
        if pos.came is Came.CLAIM or stands(pos, seat):
            return ()
        if has_eight_flowers(pos, seat):
            return (EIGHT_FLOWERS,)
        golds = gold_kinds(pos.indicator)
        three = pos.count == 0 and sum(tile in golds for tile in pos.seats[seat].hand) == 3
        plain = [WIN] if self._wins_drawn(pos, seat) else []
        return [*plain, THREE_GOLDS] if three else plain

    def _wins_drawn(self, pos: Position, seat: int) -> bool:
        """Whether the drawn tile completes the hand, and no duty to kong stands against it."""
        state = pos.seats[seat]
        if state.drawn is None or is_locked_out(pos, seat, state.drawn):
            return False
        if not self.may_have_won(pos, seat) or not self.completes(pos, seat):
            return False
        return not _owes_kong(pos, seat, state.drawn) and self.counts(pos, seat, None)

    def wins_on(self, options: Any, hand: tuple[Kind, ...], wilds: frozenset[Kind]) -> bool:
        """游金 wins by self-draw only (FD-26)."""
        return not youjin(hand, wilds)

    def winning_tile(self, pos: Position, seat: int, act: Act) -> Kind:
        """Of 八仙过海 the flower laid last."""
        if act is EIGHT_FLOWERS:
            return [tile for tile in pos.seat(seat).flowers if tile in FLOWERS][-1]
        return super().winning_tile(pos, seat, act)

    # -- what has appeared (FD-25)

    def drawn(self, d: Draft, seat: int) -> bool:
        d.memo = d.memo.drew(seat)
        return False

    def discarded(self, d: Draft, seat: int, tile: Kind, drawn: Kind | None) -> None:
        appears(d, tile)

    def konged(self, d: Draft, seat: int, tile: Kind, kind: MeldKind) -> None:
        if kind is MeldKind.ADDED_KONG:
            appears(d, tile)

    # -- discards and claims (FD-17, FD-21, FD-27 … FD-32, FD-41)

    def kept(self, pos: Position, seat: int) -> frozenset[Kind]:
        """A tile that was shown stays locked (三.1)."""
        return held_locked(pos, seat) if pos.docket is not None else frozenset()

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """Nothing that could be konged on this turn (FD-27), and what FD-29 … FD-31 leave; if nothing, all (FD-32)."""
        kinds, kongs = super().discards(pos, seat), self.own_kongs(pos, seat)
        if kongs and self.may_kong_now(pos, seat):
            kinds = [kind for kind in kinds if kind not in kongs]
        barred = barred_discards(pos, seat, self.left(pos))
        return [kind for kind in kinds if kind not in barred] or kinds if barred else kinds

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        """FD-27, FD-29 … FD-31."""
        if tile in self.own_kongs(pos, seat):
            return "kong"
        known = super().barred_reason(pos, seat, tile)
        if known or tile not in barred_discards(pos, seat, self.left(pos)):
            return known
        return "fed" if tile in feeding(pos, seat) else "late_honour"

    def may_claim(self, pos: Position, seat: int) -> bool:
        return not stands(pos, seat) or bool(pos.options.stand_may_claim)

    def may_claim_kong(self, pos: Position, seat: int, last: Discard) -> bool:
        return self.left(pos) > NO_CLAIMED_KONG and super().may_claim_kong(pos, seat, last)

    def may_kong_now(self, pos: Position, seat: int) -> bool:
        return self.left(pos) > NO_OWN_KONG and super().may_kong_now(pos, seat)

    def bars_swaps(self, options: Any) -> bool:
        return bool(options.swap_call == "barred")

    def pung_passed(self, d: Draft, seat: int, tile: Kind) -> None:
        if d.options.pass_pung:
            super().pung_passed(d, seat, tile)

    # -- the match (FD-5)

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """The winner deals next; the dealer stays after a draw."""
        if not result.wins:
            kept = bool(result.options.get("draw_keeps_streak"))
            return match.dealer, match.streak if kept else self.first_streak
        winner = result.wins[0].seat
        return winner, match.streak + 1 if winner == match.dealer else self.first_streak


def reserve_left(pos: Position) -> int:
    """Tiles at the tail that are kept back still (FD-11, FD-15)."""
    borrowed = pos.memo.borrowed if pos.memo else 0
    return int(pos.options.reserve) - borrowed


def may_win_still(pos: Position, seat: int) -> list[int]:
    """The seats that do not stand, in turn order from `seat`: E of them (FD-35)."""
    return [other for other in turn_order(seat) if not stands(pos, other)]


def has_eight_flowers(pos: Position, seat: int) -> bool:
    """八仙过海 (FD-39): eight flowers, gold flowers or with `gold_as_flower` all golds among them."""
    if pos.options.super_hands == "off":
        return False
    state, golds = pos.seats[seat], gold_kinds(pos.indicator)
    if len(state.flowers) + MOST_GOLDS < len(FLOWERS):
        return False
    held = sum(tile in golds and (tile in FLOWERS or bool(pos.options.gold_as_flower)) for tile in state.hand)
    return held + sum(tile in FLOWERS for tile in state.flowers) >= len(FLOWERS)


def _owes_kong(pos: Position, seat: int, tile: Kind) -> bool:
    """游金 does not win on the fourth tile of its own pung (FD-26), nor on a kongable one of the division (FD-36)."""
    rest = less(pos.seats[seat].hand, tile)
    four_equal = pos.phase == "division" and rest.count(tile) == 3
    if not four_equal and own_pung(pos, seat, tile) is None:
        return False
    return youjin(rest, gold_kinds(pos.indicator))


def appears(d: Draft, tile: Kind) -> None:
    """Note a tile on the table; who sees it the second time since his own draw may not win on it (FD-25)."""
    appeared = (*d.memo.appeared, tile)
    d.memo = Memory(d.memo.borrowed, appeared, d.memo.since)
    if appeared.count(tile) == 1:
        return
    for seat in SEATS:
        if appeared[d.memo.since[seat] :].count(tile) > 1:
            d.ban(seat, Ban("win", frozenset({tile}), Until.DRAW))
