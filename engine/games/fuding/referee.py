"""Fuding with a referee: the penalty clauses of table I.8 that a hosted table lets happen (class PUN and SOC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import WIN, Act
from engine.bans import is_barred
from engine.games.fuding.bans import LATE, barred_discards, collected_suit, fed_opponents, missing_wind
from engine.games.fuding.holding import BONUS, bonus_kinds, gold_kinds, youjin
from engine.games.fuding.play import NO_CLAIMED_KONG, NO_OWN_KONG, FudingPlay, OpeningWins, reserve_left
from engine.hu_tai_play import stands
from engine.phases import Deal, Gold
from engine.play import own_pung, turn_order
from engine.prompts import Prompt
from engine.referee.announcing import Announcement, announce, without_wins
from engine.referee.docket import Announced, Fault, Verdict
from engine.referee.flowers import CalledFlowers, is_layer
from engine.referee.game import Refereed
from engine.referee.judging import docket_of, judge, stand
from engine.referee.objections import held_locked, is_locked_out
from engine.referee.play import RefereedDivision, RefereedPlay, as_run
from engine.result import Win
from engine.scoring import others
from engine.state import Came, Discard, Position
from engine.tiles import HONOURS, Kind

if TYPE_CHECKING:
    from engine.draft import Draft


class CalledOpeningWins(OpeningWins):
    """Everybody may announce an opening win; they are judged in turn order (FD-39)."""

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        wins = [Announced(seat) for seat in turn_order(d.dealer) if prompt.answers[seat] is WIN]
        if wins:
            announce(d, wins, without_wins(prompt))


class FudingReferee(Refereed, FudingPlay):
    """What is wrong with an act, clause by clause."""

    phases = (
        Deal(),
        Gold(),
        CalledFlowers(),
        CalledOpeningWins(),
        RefereedPlay(),
        RefereedDivision(),
        Announcement(),
    )
    withdrawn_clause = "二.2"
    wrong_chow_clause = "二.7"
    order_clause = "三.9"
    wins_outlive_draw = True
    fine_kind = "peihu"
    flower_kinds: ClassVar[frozenset[Kind]] = BONUS

    def dead_kinds(self, pos: Position) -> frozenset[Kind]:
        """A thrown bonus tile is as dead as a gold (FD-10)."""
        return gold_kinds(pos.indicator) | BONUS

    def kong_offered(self, pos: Position, seat: int) -> bool:
        """Only on a turn that began with a draw (FD-17)."""
        offered = pos.came is not Came.CLAIM and super().kong_offered(pos, seat)
        return offered and not self._kongs_no_more(pos, seat, NO_OWN_KONG)

    def claim_acts(self, pos: Position, seat: int) -> list[Act]:
        acts = super().claim_acts(pos, seat)
        if self._kongs_no_more(pos, seat, NO_CLAIMED_KONG):
            return [act for act in acts if act.verb != "k"]
        return acts

    def _kongs_no_more(self, pos: Position, seat: int, least: int) -> bool:
        """A late kong costs 站胡 (三.3): who stands already is kept from it (`stand_may_claim`)."""
        return stands(pos, seat) and self.left(pos) <= least

    # -- wins (一.4, 一.6, 一.10, 一.11, 三.5)

    def false_win(self, pos: Position, seat: int) -> tuple[str, Verdict]:
        tile = pos.last.tile if pos.last else pos.seats[seat].drawn
        if tile is not None and self.is_whole(pos, seat):
            if is_locked_out(pos, seat, tile):
                return "三.1", Verdict.STAND
            if pos.last is None:
                return ("三.5" if pos.phase == "division" else "一.11"), Verdict.FINE
            if is_barred(pos.seats[seat].bans, "win", tile):
                return "一.6", Verdict.FINE
            if youjin(pos.seats[seat].hand, gold_kinds(pos.indicator)):
                return "一.10", Verdict.FINE
        share_was_bonus = pos.phase == "division" and pos.last is None and tile is None
        if share_was_bonus and youjin(pos.seats[seat].hand, gold_kinds(pos.indicator)):
            return "三.5", Verdict.FINE  # FD-36: a bonus tile completes nothing
        return "一.4", Verdict.FINE

    # -- discards (一.7 … 一.9, 二.3, 二.4)

    def throw_faults(self, pos: Position, seat: int, tile: Kind) -> list[str]:
        golds = gold_kinds(pos.indicator)
        if tile in golds:
            forced = golds.issuperset(pos.seats[seat].hand) and not self.real_wins(pos, seat)
            return [] if forced else ["二.4"]
        if tile in BONUS:
            return ["二.8"]
        return ["二.3"] if self._could_kong(pos, seat, tile) else []

    def _could_kong(self, pos: Position, seat: int, tile: Kind) -> bool:
        return self.aided.may_kong_now(pos, seat) and tile in self.aided.own_kongs(pos, seat)

    def barred_clause(self, pos: Position, seat: int, tile: Kind) -> str:
        """FD-29 … FD-31, unless every tile that could be thrown is barred (FD-32)."""
        left = self.left(pos)
        barred = barred_discards(pos, seat, left)
        dead = tile in self.dead_kinds(pos)
        if dead or tile not in barred or self._throwable(pos, seat) <= barred:
            return ""
        opponents = fed_opponents(pos, seat)
        if any(tile in missing_wind(opponent) for opponent in opponents):
            return "一.9"
        if any(tile in collected_suit(opponent) for opponent in opponents):
            return "一.8"
        return "一.7" if tile in HONOURS and left <= LATE else ""

    def _throwable(self, pos: Position, seat: int) -> set[Kind]:
        """What the seat could throw without any fault, were there no FD-29 … FD-31."""
        state = pos.seats[seat]
        kept = gold_kinds(pos.indicator) | BONUS | held_locked(pos, seat)
        return {
            kind
            for kind in state.hand
            if not (
                kind in kept or self._could_kong(pos, seat, kind) or is_barred(state.bans, "discard", kind)
            )
        }

    # -- kongs and calls (一.2, 二.7, 二.12, 三.1, 三.3)

    def kong_fault(self, pos: Position, seat: int, tile: Kind) -> Fault | None:
        held = pos.seats[seat].hand.count(tile)
        playing = tile not in gold_kinds(pos.indicator) | BONUS
        if not playing or (own_pung(pos, seat, tile) is None and held < 4):
            return Fault("一.2", Verdict.FINE, refused=True)
        return Fault("三.3", Verdict.STAND) if self.left(pos) <= NO_OWN_KONG else None

    def call_fault(self, pos: Position, seat: int, act: Act, last: Discard) -> Fault | None:
        state, tile = pos.seats[seat], last.tile
        if act.verb in "pk" and state.hand.count(tile) < (2 if act.verb == "p" else 3):
            return Fault("二.12", Verdict.STAND, refused=True)
        if not self.keeps_a_throw(pos, seat, act, tile):
            return Fault("FD-10", Verdict.VOID, refused=True)
        if act.verb == "k":
            return Fault("三.3", Verdict.STAND) if self.left(pos) <= NO_CLAIMED_KONG else None
        if act.verb == "p" and _passed_pung(pos, seat, tile):
            return Fault("FD-21", Verdict.VOID, refused=True)
        return Fault("三.1", Verdict.STAND) if self._shown_bars(pos, seat, act, tile) else None

    def _shown_bars(self, pos: Position, seat: int, act: Act, tile: Kind) -> bool:
        if act.verb == "p":
            return (seat, tile) in docket_of(pos).locked
        return is_locked_out(pos, seat, tile) and as_run(act, tile, self.wilds(pos, seat)) is not None

    def unthrowable(self, pos: Position, seat: int) -> frozenset[Kind]:
        """A swap-call the table bars stays locked: no clause punishes it; so do flowers that the host will lay out."""
        state, kept = pos.seats[seat], super().unthrowable(pos, seat)
        swapped = {kind for kind in state.hand if is_barred(state.bans, "discard", kind)}
        flowers = bonus_kinds(pos.indicator) if stands(pos, seat) else frozenset()
        more = kept | swapped | flowers
        return kept if more.issuperset(state.hand) else more

    # -- flowers (二.5, 二.8, 三.9)

    def wrong_flower(self, pos: Position, seat: int, tile: Kind) -> str:
        return "二.5" if tile in gold_kinds(pos.indicator) else ""

    def passed_by(self, d: Draft, seat: int) -> None:
        """A bonus tile is still there when play has passed (二.8); of the dealer's first discard it is 三.9 (i)."""
        if self.holds_flowers(d, seat):
            first = d.count == 1 and seat == d.dealer
            stand(d, seat, "三.9" if first else "二.8")

    def out_of_order(self, pos: Position, seat: int) -> str:
        """三.9 (iv): in a later round unannounced, while an earlier seat still has some.

        What was drawn in a round belongs to the next one (FD-12); laying out too soon in the first round is (ii).
        """
        docket = docket_of(pos)
        announced = is_layer(pos, seat) and docket.due > 0
        if announced or (docket.lay_round == 1 and seat in pos.queue):
            return ""
        order = turn_order(pos.dealer)
        earlier = order[: order.index(seat)]
        return "三.9" if any(self.holds_flowers(pos, other) for other in earlier) else ""

    def begun_too_soon(self, pos: Position) -> list[tuple[int, str]]:
        """三.9 (ii): the dealer's next seat began while he still had some, and the other two followed."""
        first = others(pos.dealer)
        docket = docket_of(pos)
        too_soon = (
            docket.lay_round == 1
            and docket.laid.issuperset(first)
            and self.holds_flowers(pos, pos.dealer)
            and self._dealer_is_laying(pos)
        )
        return [(first[0], "三.9")] if too_soon else []

    def _dealer_is_laying(self, pos: Position) -> bool:
        return pos.prompt is not None and bool(pos.prompt.options[pos.dealer])

    def replace_out_of_turn(self, d: Draft, seat: int) -> None:
        """A draw as FD-22 means it; FD-21 and FD-25 wait for the seat's own next turn."""
        self.replace_flower(d, seat)

    def may_lay_out_of_turn(self, pos: Position) -> bool:
        return self.left(pos) > 4 or reserve_left(pos) > 0

    # -- the end (FD-43)

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        """包: a forbidden discard was won; its thrower pays for all three."""
        barred = docket_of(d).barred
        facts = super().hand_facts(d, wins)
        if wins and wins[0].source is not None and barred is not None and "rob_kong" not in wins[0].events:
            judge(d, wins[0].source, barred.clause, Verdict.BAO, (wins[0].tile,))
            facts["bao"] = wins[0].source
        return facts


def _passed_pung(pos: Position, seat: int, tile: Kind) -> bool:
    """过碰 (FD-21); a shown tile's ban is another matter."""
    shown = (seat, tile) in docket_of(pos).locked
    return not shown and is_barred(pos.seats[seat].bans, "pung", tile)
