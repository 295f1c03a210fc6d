"""Play that Fuding and Longgang share: wilds are kept and never melded, seats may stand, one winner, 拷."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.actions import EIGHT_FLOWERS, PUNG, THREE_GOLDS, WIN, Act, claimed_with, make_act
from engine.bans import Ban, Until, is_barred
from engine.game import Game
from engine.holding import holding
from engine.play import one_win, result_with
from engine.result import Result, Win
from engine.scoring import SEATS, others
from engine.shapes import closed_waits
from engine.state import Came, Discard, Position, SeatState
from engine.tiles import Kind, suit
from engine.winning import add, is_win, waits

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.match import MatchState
    from engine.views import SeatView

BLOOMS = {Came.KONG: "kong_bloom", Came.KONG_FLOWER: "kong_bloom", Came.FLOWER: "flower_bloom"}
"""杠上开花: the event of a win on a replacement."""


def stands(pos: Position, seat: int) -> bool:
    """站胡, 陪打 (FD-41, LG-34): the seat plays along and cannot win."""
    return "standing" in pos.seats[seat].declared


def all_stand(pos: Position) -> bool:
    """Nobody can win any more: the hand is drawn (FD-41, LG-34)."""
    return all(stands(pos, seat) for seat in SEATS)


class HuTaiPlay(Game):
    """Reads the options `min_tai`, `match`, `hands` and `match_stake`."""

    hand_size = 16

    # -- standing seats (FD-41, LG-34)

    def robbers(self, pos: Position, last: Discard) -> list[int]:
        return [seat for seat in others(last.seat) if not stands(pos, seat)]

    def may_kong_now(self, pos: Position, seat: int) -> bool:
        """Only on a turn that began with a draw (FD-17, LG-20), and by a seat that may claim."""
        return pos.came is not Came.CLAIM and self.may_claim(pos, seat)

    # -- wins

    def completes(self, pos: Position, seat: int, tile: Kind | None = None) -> bool:
        """Whether the concealed tiles, with another's tile, have a winning shape: a look into tables."""
        state = pos.seats[seat]
        keys, wilds = holding(state.hand, self.wilds(pos, seat))
        if tile is not None:
            keys = add(keys, tile)
        if is_win(keys, wilds):
            return True
        shapes = () if state.melds else self.closed_shapes(pos.options)
        return any(shape.is_win(keys, wilds) for shape in shapes) if shapes else False

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        keys, wilds = holding(rest, self.wilds(pos, seat))
        shapes = () if pos.seats[seat].melds else self.closed_shapes(pos.options)
        closed = closed_waits(shapes, rest, keys, wilds) if shapes else 0
        return waits(keys, wilds) | closed

    def counts(self, pos: Position, seat: int, last: Discard | None) -> bool:
        """Whether a complete hand is worth enough: judged in full only where `min_tai` asks for it."""
        if not pos.options.min_tai:
            return True
        won = one_win(pos, seat, WIN, last)
        return self.may_win(result_with(pos, (won,), {}), won)

    def lacking(self, options: Any) -> str:
        return "few_tai" if options.min_tai else ""

    @abstractmethod
    def may_win(self, result: Result, win: Win) -> bool:
        """Whether the listed win would be settled."""

    def claim_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        last, state = pos.last, pos.seats[seat]
        if last is None or stands(pos, seat) or is_barred(state.bans, "win", last.tile):
            return ()
        wins = self.completes(pos, seat, last.tile) and self.wins_on(
            pos.options, state.hand, self.wilds(pos, seat)
        )
        return (WIN,) if wins and self.counts(pos, seat, last) else ()

    @abstractmethod
    def wins_on(self, options: Any, hand: tuple[Kind, ...], wilds: frozenset[Kind]) -> bool:
        """Whether these tiles in hand may be completed by another's tile."""

    def wins_on_discard(self, view: SeatView, concealed: Sequence[Kind]) -> bool:
        """As `wins_on`, while it is nobody's or another's turn."""
        if "standing" in view.own.declared:
            return False
        between_turns = len(view.own.hand) % 3 == 1
        return not between_turns or self.wins_on(view.public.options, view.own.hand, view.wilds)

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        """天胡 (八仙过海 too) before the first discard, 地胡 on it, what was drawn and how, 抢杠."""
        if act is THREE_GOLDS:
            return {"three_golds"}
        if last is None:
            events = {"division"} if pos.phase == "division" else set()
            if pos.came in BLOOMS:
                events.add(BLOOMS[pos.came])
            if pos.count == 0 and (seat == pos.dealer or act is EIGHT_FLOWERS):
                events.add("heavenly")
            return events
        if last.robbing:
            return {"rob_kong"}
        return {"earthly"} if last.number == 1 else set()

    # -- discards

    def turn_acts(self, pos: Position, seat: int) -> list[Act]:
        """A turn is always possible: where nothing else is, a tile that is kept otherwise goes, a wild last
        (FD-10, LG-10)."""
        acts = super().turn_acts(pos, seat)
        if acts:
            return acts
        hand, wilds = dict.fromkeys(pos.seats[seat].hand), self.wilds(pos, seat)
        return [make_act("d", kind) for kind in [kind for kind in hand if kind not in wilds] or hand]

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """Wilds are never thrown (FD-10, LG-10)."""
        kept = self.wilds(pos, seat) | self.kept(pos, seat)
        return [kind for kind in super().discards(pos, seat) if kind not in kept]

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        if tile in self.wilds(pos, seat):
            return "wild"
        return "kong" if tile in self.kept(pos, seat) else super().barred_reason(pos, seat, tile)

    @abstractmethod
    def kept(self, pos: Position, seat: int) -> frozenset[Kind]:
        """Kinds that the seat may not throw in any turn, beside its wilds."""

    def claimable(self, pos: Position, last: Discard) -> bool:
        """A wild or flower thrown all the same is dead (FD-10, LG-10)."""
        return last.tile not in self.dead_kinds(pos)

    @abstractmethod
    def dead_kinds(self, pos: Position) -> frozenset[Kind]:
        """Kinds with which nobody may do anything once they are thrown."""

    # -- claims

    def may_pung(self, pos: Position, seat: int, last: Discard) -> bool:
        return super().may_pung(pos, seat, last) and self.leaves_discard(pos, seat, PUNG, last)

    def may_claim_kong(self, pos: Position, seat: int, last: Discard) -> bool:
        return self.leaves_discard(pos, seat, make_act("k", last.tile), last)

    def chows(self, pos: Position, seat: int) -> list[Act]:
        last = pos.last
        if last is None:
            return []
        return [act for act in super().chows(pos, seat) if self.leaves_discard(pos, seat, act, last)]

    def leaves_discard(self, pos: Position, seat: int, act: Act, last: Discard) -> bool:
        """No claim may leave only tiles that cannot be thrown (FD-10, LG-10)."""
        kept = self.wilds(pos, seat)
        if act.verb != "k":  # a kong goes on with a draw
            kept |= self.kept(pos, seat) | self.kept_then(pos.options, act, last.tile)
        free = [tile for tile in pos.seats[seat].hand if tile not in kept]
        used = claimed_with(act, last.tile)
        return len(free) > 3 or len(free) > len([tile for tile in used if tile not in kept])

    def kept_then(self, options: Any, act: Act, tile: Kind) -> frozenset[Kind]:
        """Kinds that may not be thrown right after this chow or pung of `tile`, beside those kept before."""
        return self.swapped(options, act, tile)

    def swapped(self, options: Any, act: Act, tile: Kind) -> frozenset[Kind]:
        """Swap-calls: what may not be thrown right after a chow, the tile and the one that fits the other end."""
        if act.verb != "c" or not self.bars_swaps(options):
            return frozenset()
        return swap_kinds(act.tile, tile)

    @abstractmethod
    def bars_swaps(self, options: Any) -> bool:
        """Whether swap-calls are barred."""

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        """Swap-calls; who chows a tile that he could pung has passed the pung."""
        barred = self.swapped(d.options, act, last.tile)
        if barred:
            d.ban(seat, Ban("discard", barred, Until.DISCARD))
        if act.verb == "c" and d.seats[seat].has(last.tile, 2):
            self.pung_passed(d, seat, last.tile)

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        if PUNG in acts:
            self.pung_passed(d, seat, last.tile)

    def pung_passed(self, d: Draft, seat: int, tile: Kind) -> None:
        """过碰 (FD-21, LG-24): no pung of that tile until the own next draw."""
        d.ban(seat, Ban("pung", frozenset({tile}), Until.DRAW))

    # -- the match

    def is_over(self, match: MatchState, options: Any) -> bool:
        """After a number of hands, or when somebody has nothing left of his stake (`match`)."""
        if options.match == "broke":
            return match.has_broken(options.match_stake)
        return super().is_over(match, options)


@cache
def swap_kinds(low: Kind, tile: Kind) -> frozenset[Kind]:
    """The tile that completed the run from `low`, and the kind that would have done so too."""
    return frozenset({tile}) | other_end(low, tile)


def other_end(low: Kind, tile: Kind) -> frozenset[Kind]:
    """The kind that fits the other end of the two tiles which `tile` completes to the run from `low`."""
    if tile == low + 1:
        return frozenset()
    end = low + 3 if tile == low else low - 1
    return frozenset({end}) if end >= 0 and suit(end) == suit(low) else frozenset()


def lying_open(seats: Iterable[SeatState], tile: Kind, *, concealed_kongs: bool) -> int:
    """Copies of the tile among discards and shown melds; concealed kongs where the table sees their tile."""
    lying = 0
    for seat in seats:
        lying += seat.discards.count(tile)
        for meld in seat.melds:
            if (meld.named or meld.tile <= tile <= meld.tile + 2) and (concealed_kongs or meld.is_open):
                lying += meld.tiles.count(tile)
    return lying
