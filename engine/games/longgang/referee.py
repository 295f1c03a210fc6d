"""Longgang with a referee: the penalty clauses of table II.8 that a hosted table lets happen (class PUN)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import PASS, WIN, Act, make_act
from engine.bans import PASSED_WIN, Ban, Until, is_barred
from engine.games.longgang.aborts import four_kongs
from engine.games.longgang.holding import seat_wind
from engine.games.longgang.play import LonggangPlay, OpeningKongs, has_three_wilds
from engine.games.longgang.wall import LAST_FOUR, ends_turn
from engine.hu_tai_play import BLOOMS, stands
from engine.phases import Deal, Gold, Phase
from engine.play import ask_claims, own_pung, result_with, turn_order
from engine.prompts import Prompt, PromptKind
from engine.referee.announcing import Announcement
from engine.referee.docket import Fault, Verdict
from engine.referee.flowers import ask_next_layer
from engine.referee.game import Refereed
from engine.referee.judging import docket_of, fine, judge, keep, stand
from engine.referee.play import RefereedDivision, RefereedPlay, as_run
from engine.result import Win
from engine.scoring import others
from engine.state import Came, Discard, Position
from engine.tiles import GREEN, RED, SEASONS, Kind

if TYPE_CHECKING:
    from engine.draft import Draft


LET_GO = "let_go"
"""The act of a ban that bars nothing: it remembers what a passed win was worth."""


class CalledOpening(OpeningKongs):
    """On the dealer's first discard: the others lay out their flowers in order, then any of them may kong (LG-12)."""

    def enter(self, d: Draft) -> None:
        keep(d, lay_round=1, laid=frozenset())
        d.queue = tuple(others(d.dealer))
        self._next(d)

    def _next(self, d: Draft) -> None:
        """The next seat lays out; who has drawn anew gets a further round; then kongs are asked for."""
        if ask_next_layer(d):
            return
        laid = docket_of(d).laid
        if laid:
            keep(d, lay_round=docket_of(d).lay_round + 1, laid=frozenset())
            d.queue = tuple(seat for seat in others(d.dealer) if seat in laid)
            self._next(d)
            return
        keep(d, lay_round=0)
        seats = [seat for seat in others(d.dealer) if not stands(d, seat)]
        if seats:
            self._ask(d, seats)
        else:
            self._to_claims(d)

    def _kongs(self, d: Draft, seat: int) -> list[Act]:
        return [make_act("k", kind) for kind in dict.fromkeys(d.seats[seat].hand)]

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        if prompt.kind is PromptKind.FLOWER:
            self._next(d)
            return
        answers = [(seat, prompt.answers[seat]) for seat in others(d.dealer)]
        wanted = tuple((seat, act) for seat, act in answers if act is not None and act is not PASS)
        waiting = wanted + d.memo.kongs
        if not waiting or four_kongs(d) or d.result is not None:
            self._to_claims(d)
            return
        (seat, act), rest = waiting[0], waiting[1:]
        d.memo = replace(d.memo, kongs=rest)
        d.game.acts_with_flowers(d, seat)  # type: ignore[attr-defined]
        fault = d.game.kong_fault(d, seat, act.tile)  # type: ignore[attr-defined]
        if fault is not None:
            fine(d, seat, fault.clause, (act.tile,))
        else:
            self._lay(d, seat, act.tile)
        if d.result is None:
            self._ask(d, [] if stands(d, seat) else [seat])

    def _to_claims(self, d: Draft) -> None:
        if d.result is None:
            d.memo = replace(d.memo, kongs=())
            d.phase = "play"
            ask_claims(d)


class LonggangReferee(Refereed, LonggangPlay):
    """What is wrong with an act, clause by clause."""

    phases: ClassVar[tuple[Phase, ...]] = (
        Deal(),
        Gold(),
        RefereedPlay(),
        RefereedDivision(),
        CalledOpening(),
        Announcement(),
    )
    withdrawn_clause = "五b"
    wins_outlive_draw = False
    fine_kind = "zhahu"
    flower_kinds: ClassVar[frozenset[Kind]] = frozenset(SEASONS)

    # -- what is offered

    def claim_acts(self, pos: Position, seat: int) -> list[Act]:
        """After the fourth kong a win alone (LG-16)."""
        acts = super().claim_acts(pos, seat)
        return [act for act in acts if act.verb == "h"] if four_kongs(pos) else acts

    def chows(self, pos: Position, seat: int) -> list[Act]:
        return [] if four_kongs(pos) else super().chows(pos, seat)

    def kong_offered(self, pos: Position, seat: int) -> bool:
        return not four_kongs(pos) and super().kong_offered(pos, seat)

    def dead_kinds(self, pos: Position) -> frozenset[Kind]:
        """Any flower thrown is dead (LG-10)."""
        return LonggangPlay.dead_kinds(self, pos) | frozenset(SEASONS)

    def win_rank(self, pos: Position, seat: int) -> int:
        """三财神 held before the first draw beats 地胡 (LG-18)."""
        first = pos.last is not None and pos.last.number == 1
        return -1 if first and has_three_wilds(pos, seat) else 0

    # -- wins (五a, c, G, J, 四e, 五h)

    def real_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """None with a guest flower in hand, 推土机 neither (LG-42)."""
        return () if self.holds_flowers(pos, seat) else super().real_wins(pos, seat)

    def false_win(self, pos: Position, seat: int) -> tuple[str, Verdict]:
        last, state = pos.last, pos.seats[seat]
        if last is None:
            return ("LG-16", Verdict.VOID) if self._blooms_in_vain(pos, seat) else ("五h", Verdict.FINE)
        fits = self.aided.wins_on(pos.options, state.hand, self.wilds(pos, seat))
        if fits and self.is_whole(pos, seat) and is_barred(state.bans, "win", last.tile):
            honour = last.tile in (RED, GREEN, seat_wind(seat, pos.dealer))
            greedy = honour and self._let_go_less(pos, seat, last)
            return ("四e", Verdict.FINE) if greedy else ("五a", Verdict.STAND)
        return "五h", Verdict.FINE

    def _blooms_in_vain(self, pos: Position, seat: int) -> bool:
        """杠上开花 on the fourth kong of the table: a draw like the discard after it, so it costs nothing (LG-16)."""
        if not four_kongs(pos) or pos.came not in BLOOMS or self.holds_flowers(pos, seat):
            return False
        return self.is_whole(pos, seat) or has_three_wilds(pos, seat)

    def _let_go_less(self, pos: Position, seat: int, last: Discard) -> bool:
        """Whether the seat has passed a smaller win than this one since its last draw (四e)."""
        bans = pos.seats[seat].bans
        passed = [ban.above for ban in bans if ban.act == LET_GO and ban.above is not None]
        return bool(passed) and PASSED_WIN in bans and min(passed) < self._total(pos, seat, last)

    def _total(self, pos: Position, seat: int, last: Discard) -> int:
        """T of a win on this tile; that it would be 地胡 is left out."""
        won = Win(seat, last.tile, last.seat, frozenset({"rob_kong"}) if last.robbing else frozenset())
        return self.aided.settle(result_with(pos, (won,), {})).points[0]

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """What the win was worth is remembered until the next draw (四e); nothing is worth more than a 地胡."""
        super().passed(d, seat, acts, last)
        if WIN in acts and (last.robbing or last.number > 1) and not stands(d, seat):
            d.ban(seat, Ban(LET_GO, None, Until.DRAW, above=self._total(d, seat, last)))

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        """Where wins are open again, what was passed before is forgotten too (LG-25)."""
        super().took(d, seat, act, last)
        if d.memo.reopened == seat:
            bans = d.seats[seat].bans
            d.change(seat, bans=frozenset(ban for ban in bans if ban.act != LET_GO))

    # -- discards, kongs, calls (财b, 方式9, 五b, d, f)

    def throw_faults(self, pos: Position, seat: int, tile: Kind) -> list[str]:
        if stands(pos, seat) and self._has_nothing_else(pos, seat):
            return []  # a turn must be possible (LG-10)
        if tile in self.wilds(pos, seat):
            return ["财b"]
        if own_pung(pos, seat, tile) is not None:
            return ["方式9"]
        return ["五f"] if is_barred(pos.seats[seat].bans, "discard", tile) else []

    def _has_nothing_else(self, pos: Position, seat: int) -> bool:
        """Whether the hand is nothing but wilds and fourth tiles of own pungs, which a standing seat cannot add."""
        return (self.wilds(pos, seat) | self.aided.kept(pos, seat)).issuperset(pos.seats[seat].hand)

    def is_grave(self, pos: Position, clause: str) -> bool:
        """`peida_keeps_hu`: "0 胡" is said of flowers, a thrown wild and a thrown fourth tile (LG-34)."""
        return bool(pos.options.peida_keeps_hu) and clause in ("方式8", "财b", "方式9")

    def kong_fault(self, pos: Position, seat: int, tile: Kind) -> Fault | None:
        held = pos.seats[seat].hand.count(tile)
        wild = tile in self.wilds(pos, seat) or tile in SEASONS
        if wild or (own_pung(pos, seat, tile) is None and held < 4):
            return Fault("方式9", Verdict.FINE, refused=True)
        in_turn = pos.phase == "play" and pos.turn == seat
        return Fault("五f", Verdict.STAND) if in_turn and pos.came is Came.CLAIM else None

    def call_fault(self, pos: Position, seat: int, act: Act, last: Discard) -> Fault | None:
        state, tile = pos.seats[seat], last.tile
        if act.verb == "k" and state.hand.count(tile) < 3:
            return Fault("方式9", Verdict.STAND, refused=True)
        wilds = self.wilds(pos, seat)
        lacking = state.hand.count(tile) < 2 if act.verb == "p" else False
        if lacking or (act.verb == "c" and as_run(act, tile, wilds) is None):
            return Fault("五b", Verdict.STAND, refused=True)
        if not self.keeps_a_throw(pos, seat, act, tile):
            return Fault("LG-10", Verdict.STAND, refused=True)  # no clause names it: it stands (五K)
        verb = {"p": "pung", "c": "chow"}.get(act.verb, "kong")
        return Fault("五d", Verdict.STAND) if is_barred(state.bans, verb, tile) else None

    # -- flowers (方式8)

    def wrong_flower(self, pos: Position, seat: int, tile: Kind) -> str:
        return "方式8" if tile in self.wilds(pos, seat) else ""

    def is_opening(self, pos: Position) -> bool:
        """From the deal on, the dealer first (LG-12)."""
        return pos.count == 0 or super().is_opening(pos)

    def out_of_order(self, pos: Position, seat: int) -> str:
        """Before an earlier seat that still has some.

        Not blamed on this seat: one that was asked before and kept silent, and one that stands, whose flowers are the
        host's business.
        """
        order = turn_order(pos.dealer)
        waiting = order if pos.count == 0 else [*pos.queue, *(pos.prompt.asked if pos.prompt else ())]
        earlier = [
            other for other in order[: order.index(seat)] if other in waiting and not stands(pos, other)
        ]
        return "方式8" if any(self.holds_flowers(pos, other) for other in earlier) else ""

    def acts_with_flowers(self, d: Draft, seat: int) -> None:
        """Late: another act by its holder before laying it out. A standing seat cannot: the host lays out for it."""
        if not stands(d, seat) and self.holds_flowers(d, seat):
            stand(d, seat, "方式8", grave=self.is_grave(d, "方式8"))

    def may_lay_out_of_turn(self, pos: Position) -> bool:
        return self.left(pos) > LAST_FOUR and not ends_turn(pos)

    # -- what is no mistake

    def sound_declarations(self, pos: Position, seat: int) -> list[Act]:
        return [make_act("k", kind) for kind in self.aided.own_kongs(pos, seat)]

    # -- the end (LG-36)

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        facts = super().hand_facts(d, wins)
        if "bao" in facts and wins:
            judge(d, facts["bao"], self.bao_clause(d, wins[0]), Verdict.BAO, (wins[0].tile,))
        return facts
