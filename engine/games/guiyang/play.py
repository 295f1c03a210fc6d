"""Play of 捉鸡麻将: void suits, 报听, passport, late kongs, the turned chicken, the next dealer (GY-3 … GY-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import WIN, Act
from engine.bans import PASSED_WIN
from engine.frozen import FrozenHands, is_frozen, winners_from
from engine.games.guiyang import memory
from engine.games.guiyang.facts import read_facts
from engine.games.guiyang.hands import best_entry, waiting
from engine.games.guiyang.wins import may_win_on
from engine.melds import Meld, MeldKind
from engine.phases import Deal, DeclareReady, Phase, VoidSuit
from engine.play import Play
from engine.prompts import Prompt
from engine.scoring import SEATS
from engine.shapes import SEVEN_PAIRS, Shape
from engine.state import NO_MARKS, Discard, Marks, Position
from engine.tiles import SUIT_LETTERS, Kind, suit

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.match import MatchState
    from engine.result import Result, Win
    from engine.views import SeatView


class NameVoidSuit(VoidSuit):
    """定缺 (GY-10.2): before any declaration, where the table plays it."""

    def wanted(self, d: Draft) -> bool:
        return bool(d.options.que_mode == "dingque")

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        answers = [act for act in prompt.answers if act is not None]
        d.memo = d.memo.named([SUIT_LETTERS.index(act.arg) for act in answers])
        for seat, act in enumerate(answers):
            d.event("void_suit", seat, arg=act.arg)


class GuiyangPlay(FrozenHands):
    """What seats may do, and what follows."""

    phases: ClassVar[tuple[Phase, ...]] = (Deal(), NameVoidSuit(), DeclareReady(), Play())
    claims = frozenset({"pung", "kong"})

    def dealt(self, d: Draft) -> None:
        d.memo = memory.dealt(state.hand for state in d.seats)

    # -- void suits (GY-10.2)

    def void_suit(self, pos: Position, seat: int) -> int | None:
        """The suit that the seat has named, None where the table plays without."""
        void: int | None = pos.memo.void_suits[seat]
        return void

    def holds_void(self, pos: Position, seat: int) -> bool:
        """Whether the seat still has tiles of its void suit: it neither melds nor wins."""
        void = self.void_suit(pos, seat)
        return void is not None and any(suit(tile) == void for tile in pos.seats[seat].hand)

    def marks(self, pos: Position) -> Marks:
        named: tuple[int | None, ...] = pos.memo.void_suits
        if named == memory.NONE_NAMED:
            return NO_MARKS
        return tuple([() if void is None else (f"void_suit:{SUIT_LETTERS[void]}",) for void in named])

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """Tiles of the void suit go first."""
        kinds, void = super().discards(pos, seat), self.void_suit(pos, seat)
        if void is None:
            return kinds
        return [kind for kind in kinds if suit(kind) == void] or kinds

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        return "void_suit" if self.holds_void(pos, seat) else super().barred_reason(pos, seat, tile)

    def default_act(self, pos: Position, seat: int, acts: Sequence[Act]) -> Act:
        """Who names no suit has named the one he holds least of."""
        if acts[0].verb == "t":
            return least_held(pos.seats[seat].hand, acts)
        return super().default_act(pos, seat, acts)

    # -- 报听 (GY-7, GY-7.1)

    def waiting_for(self, pos: Position, seat: int, hand: Sequence[Kind], melds: Sequence[Meld]) -> int:
        return waiting(hand, melds, self.void_suit(pos, seat))

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        """Void suits aside: they are named when hands are known already."""
        return waiting(rest, pos.seats[seat].melds)

    def further_acts(self, pos: Position, seat: int) -> list[Act]:
        """报听 by the first discard and without a meld: hard for the dealer, soft for the others."""
        state = pos.seats[seat]
        soft = seat != pos.dealer and pos.options.soft_report == "off"
        if state.thrown or state.melds or is_frozen(state) or soft:
            return []
        return self.declaring_discards(pos, seat)

    # -- melds (GY-5, GY-7.1)

    def may_meld(self, pos: Position, seat: int) -> bool:
        return not self.holds_void(pos, seat)

    def may_pung(self, pos: Position, seat: int, last: Discard) -> bool:
        return not is_frozen(pos.seats[seat]) and super().may_pung(pos, seat, last)

    def may_claim_kong(self, pos: Position, seat: int, last: Discard) -> bool:
        """A frozen hand takes a kong that leaves its waits."""
        if not super().may_claim_kong(pos, seat, last):
            return False
        state, kong = pos.seats[seat], Meld(MeldKind.EXPOSED_KONG, last.tile, last.seat)
        return not is_frozen(state) or self.keeps_waits(pos, seat, state.hand, kong, 3)

    def own_kongs(self, pos: Position, seat: int) -> list[Kind]:
        return [] if self.holds_void(pos, seat) else super().own_kongs(pos, seat)

    def konged(self, d: Draft, seat: int, tile: Kind, kind: MeldKind) -> None:
        """憨包豆 (GY-5.3) is told when it is announced."""
        before = d.memo.late_kongs
        added = kind is MeldKind.ADDED_KONG
        d.memo = d.memo.konged(seat, tile, d.seats[seat].drawn, further=d.kong_turn, added=added)
        if d.memo.late_kongs != before:
            d.event("late_kong", seat, (tile,))

    def robbers(self, pos: Position, last: Discard) -> list[int]:
        """Nobody robs a 憨包豆 (GY-5.3)."""
        late = (last.seat, last.tile) in pos.memo.late_kongs
        return [] if late else super().robbers(pos, last)

    # -- wins (GY-5.5 … GY-5.8, GY-7)

    def pays_all_winners(self, pos: Position) -> bool:
        return bool(pos.options.multi_win == "all")

    def wins_with(self, pos: Position, seat: int, hand: Sequence[Kind], tile: Kind) -> bool:
        entry = best_entry(hand, pos.seats[seat].melds, tile, pos.options, self.void_suit(pos, seat))
        return entry is not None

    def wins_on(self, pos: Position, seat: int, last: Discard) -> bool:
        """A complete hand, with a passport if it is a cheap one (GY-5.5)."""
        state = pos.seats[seat]
        entry = may_win_on(
            state.hand,
            state.melds,
            last.tile,
            pos.options,
            void=self.void_suit(pos, seat),
            after_kong=last.after_kong and not last.robbing,
            robbing=last.robbing,
            declared=is_frozen(state) or is_frozen(pos.seat(last.seat)),
        )
        return entry is not None

    def wins_on_discard(self, view: SeatView, concealed: Sequence[Kind]) -> bool:
        """The passport for each waiting tile, but for the one that its thrower's kong or declaration gives (GY-5.5)."""
        *hand, tile = concealed
        own, public = view.own, view.public
        named = (mark for mark in public.seats[view.seat].marks if mark.startswith("void_suit:"))
        void = next((SUIT_LETTERS.index(mark[-1]) for mark in named), None)
        entry = may_win_on(hand, own.melds, tile, public.options, void=void, declared=is_frozen(own))
        return entry is not None

    def is_earthly(self, pos: Position, seat: int, last: Discard | None) -> bool:
        """Before the own first discard and without a meld (GY-7)."""
        state = pos.seats[seat]
        return state.thrown == 0 and not state.melds

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """Who lets a win go wins on no tile of others until his next draw (GY-5.7)."""
        if WIN in acts:
            d.ban(seat, PASSED_WIN)

    # -- memory and facts

    def drawn(self, d: Draft, seat: int) -> bool:
        if self.left(d) == 0:
            d.memo = replace(d.memo, last_drawer=seat)
        return False

    def discarded(self, d: Draft, seat: int, tile: Kind, drawn: Kind | None) -> None:
        if d.last is not None:
            d.memo = d.memo.discarded(d.last)

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        d.memo = d.memo.taken(last, seat)

    def won(self, d: Draft, wins: tuple[Win, ...]) -> None:
        """翻鸡 (GY-8.2): after a win the next tile of the wall is turned."""
        if wins and d.unturned:
            tile = d.take_front()
            d.memo = replace(d.memo, turned=tile)
            d.event("turned", tiles=(tile,))

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        return memory.facts_of(d.memo, d.options, d.last, wins)

    # -- the match (GY-3)

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """Dealer, and the streak of hands that he has won as dealer (GY-3.2 … GY-3.4)."""
        winners = [win.seat for win in result.wins]
        dealer = next_dealer(match.dealer, result, winners)
        if dealer != match.dealer:
            return dealer, 0
        if not winners:
            return dealer, match.streak
        return dealer, match.streak + 1 if dealer in winners else 0

    # -- computer seats

    def closed_shapes(self, options: Any) -> Sequence[Shape]:
        return (SEVEN_PAIRS,)

    def computer_answer(self, view: SeatView) -> Act:
        """The void suit is the one it holds least of."""
        if view.acts[0].verb == "t":
            return least_held(view.own.hand, view.acts)
        return super().computer_answer(view)


def least_held(hand: Sequence[Kind], acts: Sequence[Act]) -> Act:
    """Of the acts that name a suit, the one of fewest tiles."""
    suits = [suit(tile) for tile in hand]
    return min(acts, key=lambda act: suits.count(SUIT_LETTERS.index(act.arg)))


def next_dealer(dealer: int, result: Result, winners: Sequence[int]) -> int:
    """GY-3.2, GY-3.3: the first winner from the dealer on, of three the tile's owner; after a draw by option."""
    if not winners:
        rule = result.options.get("draw_dealer")
        last = read_facts(result).last_drawer if rule == "last_drawer" else None
        return (dealer + 1) % 4 if rule == "next" else dealer if last is None else last
    source = result.wins[0].source
    if len(winners) == len(SEATS) - 1 and source is not None:
        return source
    return winners_from(dealer, winners)[0]
