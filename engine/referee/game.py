"""What a game adds for its referee: the acts that are open to everybody, and what is wrong with an act."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import FLOWERS, PASS, PUNG, REVEAL, WIN, WITHDRAW, Act, make_act
from engine.draft import Draft
from engine.game import DISCARDS
from engine.hu_tai_play import HuTaiPlay
from engine.play import lying, one_win, result_with
from engine.prompts import PromptKind
from engine.referee.announcing import announce, late_win, may_call
from engine.referee.docket import Announced, Docket, Fault, Verdict
from engine.referee.flowers import is_layer, lay_by_name
from engine.referee.judging import docket_of, keep, standing
from engine.referee.objections import (
    held_locked,
    locked_marks,
    may_object,
    object_to,
    objections_lapse,
)
from engine.referee.play import as_run, count_passes, hear, hold_to_flowers, put_right, remember, take_call
from engine.result import Win
from engine.state import HandState, Marks
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Discard, Position


class Refereed(HuTaiPlay):
    """A game played unaided. `aided` is the same game where only legal moves are offered: the measure of what is right.

    What is offered follows from public facts and the seat's own tiles alone, never from what would be right.
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

    # -- what is offered

    def dealt(self, d: Draft) -> None:
        super().dealt(d)
        d.docket = Docket()

    def is_bonus(self, pos: Position, seat: int, tile: Kind) -> bool:
        """Players lay out their own flowers; the host does it for standing seats and in the division."""
        hosted = standing(pos, seat) or pos.phase == "division"
        return hosted and self.aided.is_bonus(pos, seat, tile)

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        return () if standing(pos, seat) else (WIN,)

    def wins_on_tile(self, pos: Position, seat: int, tile: Kind) -> list[Act]:
        return [] if standing(pos, seat) else [WIN]

    def turn_acts(self, pos: Position, seat: int) -> list[Act]:
        """A win, a kong of anything, further acts, every tile; after a discard that was taken back a tile alone."""
        kinds, kept = list(dict.fromkeys(pos.seats[seat].hand)), self.unthrowable(pos, seat)
        discards = [DISCARDS[kind] for kind in kinds if kind not in kept]
        if docket_of(pos).kept_back and pos.turn == seat and pos.seats[seat].drawn is None:
            return discards
        acts = list(self.self_wins(pos, seat))
        if self.kong_offered(pos, seat):
            acts += [make_act("k", kind) for kind in kinds]
        return [*acts, *self.further_acts(pos, seat), *discards]

    def kong_offered(self, pos: Position, seat: int) -> bool:
        """Whether the turn knows kongs at all."""
        return self.may_claim(pos, seat)

    def unthrowable(self, pos: Position, seat: int) -> frozenset[Kind]:
        """What the host keeps locked: forbidden discards just taken back, tiles shown and locked (三.1)."""
        kept = held_locked(pos, seat) | set(docket_of(pos).kept_back if pos.turn == seat else ())
        return frozenset() if kept.issuperset(pos.seats[seat].hand) else kept

    def claimers(self, pos: Position, last: Discard) -> list[int]:
        """Nobody is asked about a dead tile."""
        return super().claimers(pos, last) if self.claimable(pos, last) else []

    def claim_acts(self, pos: Position, seat: int) -> list[Act]:
        """The same buttons for everybody; on a forbidden discard a win alone (FD-33)."""
        last = pos.last
        if last is None or not self.claimable(pos, last):
            return []
        acts = self.wins_on_tile(pos, seat, last.tile)
        if docket_of(pos).barred is None:
            acts += [make_act("k", last.tile), PUNG]
            if (last.seat + 1) % 4 == seat:
                acts += self.chows(pos, seat)
        return acts

    def chows(self, pos: Position, seat: int) -> list[Act]:
        """A chow names any two tiles of the hand."""
        last, hand = pos.last, pos.seats[seat].hand
        if last is None or last.tile >= 27 or not self.claimable(pos, last):
            return []
        pairs = combinations_with_replacement(dict.fromkeys(hand), 2)
        return [make_act("c", one, two) for one, two in pairs if one != two or hand.count(one) >= 2]

    def chow_acts(self, pos: Position, seat: int) -> list[Act]:
        """Asked of every next seat, whether or not its hand has a run."""
        return self.chows(pos, seat) if self.may_claim(pos, seat) else []

    def opening_acts(self, kind: PromptKind | None, options: Any) -> tuple[Act, ...]:
        """The answers to what is asked beside turns and claims, from its kind alone."""
        return _ANSWERS.get(kind, ()) if kind is not None else ()

    # -- what answers no question

    def free_acts(self, state: Position, seat: int) -> Sequence[Act]:
        """Who has called the tile that lies moves none of its tiles until that is decided."""
        if state.phase == "announcement" or standing(state, seat):
            return ()
        acts = [*self.late_wins(state, seat), *self.late_calls(state, seat)]
        if state.prompt is None or state.prompt.answers[seat] in (None, PASS):
            acts += [*self.corrections(state, seat), *self.layings(state, seat)]
        return acts

    def late_wins(self, state: Position, seat: int) -> list[Act]:
        """Wins on earlier discards that still live (FD-22); on the tile that lies as long as that is not asked."""
        prompt = state.prompt
        asked = prompt is not None and prompt.kind is PromptKind.CLAIM and bool(prompt.options[seat])
        return [
            late_win(recall.number)
            for recall in docket_of(state).recalls
            if may_call(state, recall, seat) and not (asked and recall.state.last == state.last)
        ]

    def late_calls(self, state: Position, seat: int) -> list[Act]:
        """Pung and kong are open until the next player has drawn (FD-22.1, LG-22)."""
        prompt, last = state.prompt, state.last
        if prompt is None or prompt.kind is not PromptKind.CHOW or last is None or prompt.options[seat]:
            return []
        return [make_act("k", last.tile), PUNG] if seat != last.seat and self.may_claim(state, seat) else []

    def corrections(self, state: Position, seat: int) -> list[Act]:
        """The right pairs for a wrong chow of the seat (二.7)."""
        acts, wilds = [], self.wilds(state, seat)
        for entry in docket_of(state).wrong:
            if entry.seat == seat:
                hand = [*state.seats[seat].hand, *entry.meld.named]
                near = sorted({kind for kind in hand if abs(kind - entry.meld.tile) <= 2})
                pairs = [(one, two) for one in near for two in near if one < two]
                runs = [pair for pair in pairs if as_run(make_act("c", *pair), entry.meld.tile, wilds)]
                acts += [make_act("w", *pair) for pair in runs]
        return acts

    def layings(self, state: Position, seat: int) -> list[Act]:
        """Tiles that look like flowers, by name."""
        own = state.prompt is not None and state.prompt.kind is PromptKind.TURN and state.turn == seat
        if state.phase == "division" or not (own or self.may_lay_out_of_turn(state)):
            return []
        return [
            make_act("f", kind) for kind in dict.fromkeys(state.seats[seat].hand) if kind in self.flower_kinds
        ]

    def is_free(self, state: Position, seat: int, act: Act) -> bool:
        if act.verb == "q":
            return may_object(state, seat, act)
        return act in self.free_acts(state, seat)

    def win_rank(self, pos: Position, seat: int) -> int:
        """Where an announced win stands among those on the same tile, before nearness: the lower goes first."""
        return 0

    def warnings(self, pos: Position, seat: int) -> Mapping[Kind, str]:
        """Nobody is warned."""
        return {}

    def free_act(self, d: Draft, seat: int, act: Act) -> None:
        prompt = d.prompt
        if act.verb == "q":
            object_to(d, seat, act)
        elif act.verb == "lapse":
            objections_lapse(d)
        elif act.verb == "f":
            lay_by_name(d, seat, act.tile)
        elif act.verb == "w":
            put_right(d, seat, act)
        elif act.verb == "h" and prompt is not None:
            announce(d, [Announced(seat, int(act.arg))], prompt)
        else:
            d.prompt = None
            if not take_call(d, seat, act, lying(d)) and d.result is None:
                d.prompt = prompt

    def acted(self, d: Draft) -> None:
        hear(d)
        if d.result is None:
            keep(d, heard=0)
            remember(d)

    # -- what is right

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
        return any(self.aided.is_bonus(pos, seat, tile) for tile in pos.seats[seat].hand)

    def best_way(self, pos: Position, seat: int) -> Act:
        """The way of winning that pays most."""
        return max(self.real_wins(pos, seat), key=lambda act: self._worth(pos, seat, act))

    def _worth(self, pos: Position, seat: int, act: Act) -> int:
        won: Win = one_win(pos, seat, act, pos.last)
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

    def passed_by(self, d: Draft, seat: int) -> None:
        """Play has passed the seat and a later one has acted."""

    def acts_with_flowers(self, d: Draft, seat: int) -> None:
        """The seat does something else before it lays out a flower it holds."""

    @abstractmethod
    def wrong_flower(self, pos: Position, seat: int, tile: Kind) -> str:
        """The clause under which laying out this tile makes the seat stand, empty where it is a flower."""

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

    order_clause: ClassVar[str] = ""
    """The clause of those who keep silent about a flower (FD-13)."""

    def later_seat_acts(self, d: Draft, seat: int) -> None:
        """The seat acts in its turn: those whom play has passed are held to their flowers."""
        hold_to_flowers(d, seat)

    def replace_out_of_turn(self, d: Draft, seat: int) -> None:
        """The replacement of a flower laid out while others play."""
        d.draw(seat, tail=True)

    def may_lay_out_of_turn(self, pos: Position) -> bool:
        """Whether a tile is left for it."""
        return self.left(pos) > 4

    def marks(self, pos: Position) -> Marks:
        return locked_marks(pos)

    # -- what follows

    def draw_due(self, d: Draft, seat: int) -> None:
        count_passes(d)
        super().draw_due(d, seat)

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        facts = super().hand_facts(d, wins)
        docket = docket_of(d)
        if docket.worthless:
            facts["zero"] = sorted(docket.worthless)
        if docket.fined:
            facts["fines"] = [{"kind": self.fine_kind, "seat": seat} for seat in docket.fined]
        return facts

    # -- what is no mistake

    def sound_acts(self, state: Position, seat: int) -> tuple[Act, ...]:
        """What a seat that knows the rules would choose from: flowers first, then what the aided game offers."""
        prompt = state.prompt
        if prompt is None or prompt.answers[seat] is not None or not prompt.options[seat]:
            return ()
        if prompt.kind in (PromptKind.TURN, PromptKind.FLOWER) and not standing(state, seat):
            flowers = [
                act for act in self.layings(state, seat) if not self.wrong_flower(state, seat, act.tile)
            ]
            if flowers and (prompt.kind is PromptKind.TURN or self.is_due(state, seat)):
                return tuple(flowers)
        wanted = self._sound(state, seat, prompt.kind)
        return tuple(act for act in prompt.options[seat] if act in wanted) or prompt.options[seat]

    def is_due(self, state: Position, seat: int) -> bool:
        """Whether a flower before play is to be laid out in this round (FD-12)."""
        return is_layer(state, seat) and docket_of(state).due > 0

    def _sound(self, state: Position, seat: int, kind: PromptKind) -> list[Act]:
        wins = [] if kind in (PromptKind.REVEAL, PromptKind.INTERCEPT) else self._wins_here(state, seat)
        if kind is PromptKind.TURN:
            return wins + [act for act in self.aided.turn_acts(state, seat) if act.verb != "h"]
        if kind is PromptKind.CLAIM:
            last = state.last
            calls = [] if docket_of(state).barred else self.aided.claim_acts(state, seat)
            tile = last.tile if last else 0
            return [*wins, *(named(act, tile) for act in calls if act.verb != "h"), PASS]
        if kind is PromptKind.CHOW:
            tile = lying_tile(state)
            return [*(named(act, tile) for act in self.aided.chow_acts(state, seat)), PASS]
        if kind is PromptKind.REVEAL:
            return [self._reveal(state, seat)]
        if kind is PromptKind.INTERCEPT:
            return [*self._intercepts(state, seat), PASS]
        if kind is PromptKind.FLOWER:
            return [FLOWERS if self.holds_flowers(state, seat) else PASS]
        return [*wins, *self.sound_declarations(state, seat), PASS]

    def sound_declarations(self, state: Position, seat: int) -> list[Act]:
        """What else may be declared before play."""
        return []

    def _wins_here(self, state: Position, seat: int) -> list[Act]:
        return [WIN] if self.real_wins(state, seat) else []

    def _reveal(self, state: Position, seat: int) -> Act:
        docket = docket_of(state)
        call = docket.call
        if call is None:
            return WITHDRAW
        recall = next((one for one in docket.recalls if one.number == call.wins[0].number), None)
        here = recall.state if recall else replace(_at_rest(state), phase=call.phase)
        return REVEAL if self.real_wins(here, seat) else WITHDRAW

    def _intercepts(self, state: Position, seat: int) -> list[Act]:
        recalls = docket_of(state).recalls
        return [late_win(recall.number) for recall in recalls if self.real_wins(recall.state, seat)]


_ANSWERS: dict[PromptKind, tuple[Act, ...]] = {
    PromptKind.DECLARE: (WIN, PASS),
    PromptKind.FLOWER: (FLOWERS, PASS),
    PromptKind.INTERCEPT: (WIN, PASS),
    PromptKind.REVEAL: (REVEAL, WITHDRAW),
}


def _at_rest(pos: Position) -> HandState:
    """The position as a frozen state."""
    if isinstance(pos, HandState):
        return pos
    if isinstance(pos, Draft):
        return pos.freeze()
    raise TypeError(f"no position: {pos!r}")


def named(act: Act, tile: Kind) -> Act:
    """A chow as it is called unaided: by the two tiles from the hand."""
    if act.verb != "c":
        return act
    return make_act("c", *(kind for kind in range(act.tile, act.tile + 3) if kind != tile))


def lying_tile(pos: Position) -> Kind:
    """The tile that lies; raises LookupError where none does."""
    if pos.last is None:
        raise LookupError("no tile lies")
    return pos.last.tile
