"""A game played unaided: the acts that are open to everybody, and how they are carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from engine.actions import FLOWERS, PASS, PUNG, REVEAL, WIN, WITHDRAW, Act, make_act
from engine.draft import Draft
from engine.game import DISCARDS
from engine.hu_tai_play import stands
from engine.play import lay_flower, lying
from engine.prompts import PromptKind
from engine.referee.announcing import announce, late_win, may_call
from engine.referee.docket import Announced, Docket
from engine.referee.flowers import lay_by_name
from engine.referee.judging import docket_of, keep
from engine.referee.objections import (
    held_locked,
    locked_marks,
    may_object,
    object_to,
    objections_lapse,
)
from engine.referee.play import as_run, count_passes, hear, hold_to_flowers, put_right, remember, take_call
from engine.referee.rules import Rules
from engine.referee.sound import sound_acts
from engine.result import Win
from engine.state import Marks
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Discard, Position


class Refereed(Rules):
    """A game played unaided.

    What is offered follows from public facts and the seat's own tiles alone, never from what would be right.
    """

    # -- what is offered

    def dealt(self, d: Draft) -> None:
        super().dealt(d)
        d.docket = Docket()

    def is_bonus(self, pos: Position, seat: int, tile: Kind) -> bool:
        """Players lay out their own flowers; the host does it for standing seats and in the division."""
        hosted = stands(pos, seat) or pos.phase == "division"
        return hosted and self.aided.is_bonus(pos, seat, tile)

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        return () if stands(pos, seat) else (WIN,)

    def wins_on_tile(self, pos: Position, seat: int, tile: Kind) -> list[Act]:
        return [] if stands(pos, seat) else [WIN]

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

    def free_acts(self, pos: Position, seat: int) -> Sequence[Act]:
        """Who has called the tile that lies moves none of its tiles until that is decided."""
        if pos.phase == "announcement" or stands(pos, seat):
            return ()
        acts = [*self.late_wins(pos, seat), *self.late_calls(pos, seat)]
        if pos.prompt is None or pos.prompt.answers[seat] in (None, PASS):
            acts += [*self.corrections(pos, seat), *self.layings(pos, seat)]
        return acts

    def late_wins(self, pos: Position, seat: int) -> list[Act]:
        """Wins on earlier discards that still live (FD-22); on the tile that lies as long as that is not asked."""
        prompt = pos.prompt
        asked = prompt is not None and prompt.kind is PromptKind.CLAIM and bool(prompt.options[seat])
        return [
            late_win(recall.number)
            for recall in docket_of(pos).recalls
            if may_call(pos, recall, seat) and not (asked and recall.state.last == pos.last)
        ]

    def late_calls(self, pos: Position, seat: int) -> list[Act]:
        """Pung and kong are open until the next player has drawn (FD-22.1, LG-22)."""
        prompt, last = pos.prompt, pos.last
        if prompt is None or prompt.kind is not PromptKind.CHOW or last is None or prompt.options[seat]:
            return []
        return [make_act("k", last.tile), PUNG] if seat != last.seat and self.may_claim(pos, seat) else []

    def corrections(self, pos: Position, seat: int) -> list[Act]:
        """The right pairs for a wrong chow of the seat (二.7)."""
        acts, wilds = [], self.wilds(pos, seat)
        for entry in docket_of(pos).wrong:
            if entry.seat == seat:
                hand = [*pos.seats[seat].hand, *entry.meld.named]
                near = sorted({kind for kind in hand if abs(kind - entry.meld.tile) <= 2})
                pairs = [(one, two) for one in near for two in near if one < two]
                runs = [pair for pair in pairs if as_run(make_act("c", *pair), entry.meld.tile, wilds)]
                acts += [make_act("w", *pair) for pair in runs]
        return acts

    def layings(self, pos: Position, seat: int) -> list[Act]:
        """Tiles that look like flowers, by name."""
        own = pos.prompt is not None and pos.prompt.kind is PromptKind.TURN and pos.turn == seat
        if pos.phase == "division" or not (own or self.may_lay_out_of_turn(pos)):
            return []
        return [
            make_act("f", kind) for kind in dict.fromkeys(pos.seats[seat].hand) if kind in self.flower_kinds
        ]

    def is_free(self, pos: Position, seat: int, act: Act) -> bool:
        if act.verb == "q":
            return may_object(pos, seat, act)
        return act in self.free_acts(pos, seat)

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

    def marks(self, pos: Position) -> Marks:
        return locked_marks(pos)

    # -- what follows

    def drawn(self, d: Draft, seat: int) -> bool:
        """What a seat still held when it came to stand the host lays out in its next turn (FD-41, LG-34)."""
        while stands(d, seat) and (held := self.unlaid(d, seat)):
            if not lay_flower(d, seat, held[0]):
                return True
        return super().drawn(d, seat)

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

    def later_seat_acts(self, d: Draft, seat: int) -> None:
        """Those whom play has passed are held to their flowers (二.8)."""
        hold_to_flowers(d, seat)

    def sound_acts(self, pos: Position, seat: int) -> tuple[Act, ...]:
        return sound_acts(self, pos, seat)


_ANSWERS: dict[PromptKind, tuple[Act, ...]] = {
    PromptKind.DECLARE: (WIN, PASS),
    PromptKind.FLOWER: (FLOWERS, PASS),
    PromptKind.INTERCEPT: (WIN, PASS),
    PromptKind.REVEAL: (REVEAL, WITHDRAW),
}
