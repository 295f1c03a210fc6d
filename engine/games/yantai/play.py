"""Play of 烟台麻将: stakes before the deal, 天胡 and 明打 in one question, the last tile (Y-2 … Y-11, Y-14 … Y-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.actions import OPEN, PASS, WIN, Act, make_act
from engine.bans import Ban, Until
from engine.games.yantai.hand import completes, waiting_for
from engine.games.yantai.options import YantaiOptions
from engine.match import MatchState
from engine.phases import Ask, Deal
from engine.plain import PlainGame
from engine.play import Play, win
from engine.prompts import PromptKind
from engine.result import Result
from engine.scoring import SEATS
from engine.shapes import SEVEN_PAIRS, THIRTEEN_ORPHANS, Shape
from engine.state import Came, Discard, Position
from engine.tiles import Kind
from engine.views import visible
from engine.winning import kinds_in

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.prompts import Prompt
    from engine.views import SeatView

MOST_STAKES = 60
"""Stakes offered at most, since each is a button; a wider range is offered in larger steps, its ends among them."""
OPEN_WAITS = 5
"""Unseen winning tiles with which a computer seat plays open."""


def offered_stakes(table: YantaiOptions) -> tuple[int, ...]:
    """押注: the stakes a seat can choose, in bases (Y-15.1)."""
    rule = table.stake
    first = -(-rule.min // rule.step) * rule.step
    possible = range(first, rule.max + 1, rule.step)
    apart = -(-(len(possible) - 1) // (MOST_STAKES - 1)) or 1
    return (*possible[:-1:apart], *possible[-1:])


def stake_acts(table: YantaiOptions) -> list[Act]:
    """The stakes as acts, and none."""
    return [*(make_act("s", arg=str(bases)) for bases in offered_stakes(table)), PASS]


class Stakes(Ask):
    """押注: all four stake unseen before the deal; shown when all have chosen (Y-15.1, Y-15.6)."""

    name = "stakes"
    kind = PromptKind.STAKE

    def wanted(self, d: Draft) -> bool:
        return bool(d.options.stake.enabled and offered_stakes(d.options))

    def acts(self, d: Draft, seat: int) -> list[Act]:
        return stake_acts(d.options)

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        for seat in SEATS:
            answer = prompt.answers[seat]
            bases = 0 if answer is None or answer is PASS else int(answer.arg)
            d.change(seat, stake=bases * d.options.base)
            d.event("stake", seat, arg=str(bases))


class OpenPlay(Ask):
    """天胡 and 明打 in one unseen question to all, before the first discard (Y-3.2, Y-14.1)."""

    name = "open_play"
    kind = PromptKind.DECLARE

    def wanted(self, d: Draft) -> bool:
        return bool(d.options.mingda.enabled)

    def acts(self, d: Draft, seat: int) -> list[Act]:
        wins = d.game.self_wins(d, seat) if seat == d.dealer else ()
        return [*wins, OPEN, PASS]

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        """A win overrides every other answer (Y-3.2)."""
        if prompt.answers[d.dealer] is WIN:
            win(d, [(d.dealer, WIN)], None)
            return
        for seat in SEATS:
            if prompt.answers[seat] is OPEN:
                d.declare(seat, "open")


class YantaiPlay(PlainGame):
    """What seats may do, and what follows."""

    phases = (Stakes(), Deal(), OpenPlay(), Play())
    concealed_kong = "open"
    showdown = "all"

    def opening_acts(self, kind: PromptKind | None, options: Any) -> tuple[Act, ...]:
        """Whatever anybody may answer before play; a dealer's 天胡 among it, lest the buttons tell."""
        if kind is PromptKind.STAKE:
            return tuple(stake_acts(options))
        return (WIN, OPEN, PASS) if kind is PromptKind.DECLARE else ()

    def broken_at(self, options: Any, dealer: int, dice: tuple[int, int]) -> tuple[int, int]:
        """The first die names the second thrower, the second the stacks left of that wall, or both do (Y-4)."""
        first, second = dice
        return (dealer + first - 1) % 4, first + second if options.break_count == "sum" else second

    # -- wins (Y-8, Y-9, Y-14.3)

    def completes(self, pos: Position, seat: int, concealed: Sequence[Kind]) -> bool:
        return completes(pos.options, concealed, pos.seats[seat].melds)

    def opens(self, pos: Position, seat: int, concealed: Sequence[Kind]) -> bool:
        """Wins on others' tiles: none with `must_self_draw` or for an open hand (Y-9.6, Y-14.3)."""
        return not pos.options.must_self_draw and self.may_claim(pos, seat)

    def wins_on_discard(self, view: SeatView, concealed: Sequence[Kind]) -> bool:
        return not view.public.options.must_self_draw and "open" not in view.own.declared

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """A dealer who answered the opening question has declined 天胡 (Y-3.2)."""
        declined = pos.phase == "play" and pos.came is Came.DEAL and pos.options.mingda.enabled
        return () if declined else super().self_wins(pos, seat)

    def robbers(self, pos: Position, last: Discard) -> list[int]:
        """抢杠, where kongs can be robbed at all (Y-8.1, Y-9.6)."""
        robbable = pos.options.rob_kong and not pos.options.must_self_draw
        return super().robbers(pos, last) if robbable else []

    # -- claims (Y-6.3, Y-7)

    def has_chow(self, pos: Position) -> bool:
        return bool(pos.options.chow)

    def may_meld(self, pos: Position, seat: int) -> bool:
        """The discard of the last tile can be won, not claimed (Y-11.2)."""
        return self.left(pos) > 0

    def chows(self, pos: Position, seat: int) -> list[Act]:
        return [act for act in super().chows(pos, seat) if self._leaves_discard(pos, seat, act)]

    def may_pung(self, pos: Position, seat: int, last: Discard) -> bool:
        return super().may_pung(pos, seat, last) and self._leaves_discard(pos, seat, make_act("p"))

    def _leaves_discard(self, pos: Position, seat: int, act: Act) -> bool:
        """`kuikae` barred: no claim after which only the claimed kind is in hand (Y-6.3)."""
        if pos.options.kuikae == "allowed" or pos.last is None:
            return True
        tile = pos.last.tile
        run = (act.tile, act.tile + 1, act.tile + 2) if act.verb == "c" else ()
        used = set(run) - {tile}
        return any(
            pos.seats[seat].hand.count(kind) > (kind in used) for kind in set(pos.seats[seat].hand) - {tile}
        )

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        """`kuikae` barred: the kind just claimed stays in hand this turn (Y-6.3)."""
        if d.options.kuikae == "barred" and act.verb in "cp":
            d.ban(seat, Ban("discard", frozenset({last.tile}), Until.DISCARD))

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """Should a kong right after the claim leave nothing else, the barred kind may go after all."""
        return super().discards(pos, seat) or list(dict.fromkeys(pos.seats[seat].hand))

    # -- the last tile (Y-11.2)

    def keeps_last_tile(self, options: Any) -> bool:
        """Unless `last_discard`, the last tile is not discarded."""
        return not options.last_discard

    # -- the result (Y-11, Y-20)

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        events = self._early(pos, seat)
        if last is not None:
            return events | ({"rob_kong"} if last.robbing else set())
        if pos.came is Came.DEAL:
            events.add("heavenly")
        if pos.came is Came.KONG:
            events.add("kong_bloom")
        if self.left(pos) == 0:
            events.add("last_tile")
        return events

    def _early(self, pos: Position, seat: int) -> set[str]:
        """地胡: a non-dealer's win in the first lap, or before its own first discard (Y-11.1)."""
        if seat == pos.dealer:
            return set()
        if pos.options.dihu_scope == "first_lap":
            return {"first_lap"} if all(other.turns <= 1 for other in pos.seats) else set()
        return {"earthly"} if pos.seats[seat].thrown == 0 else set()

    # -- the match (Y-2)

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """The dealer stays after winning only (Y-2.3)."""
        if result.wins and result.wins[0].seat == match.dealer:
            return match.dealer, match.streak + 1
        return (match.dealer + 1) % 4, 0

    def is_over(self, match: MatchState, options: Any) -> bool:
        """`hands`: a number, or until the deal returns to the first dealer (Y-2.6)."""
        return match.returns >= 1 if options.hands == "all_dealt" else super().is_over(match, options)

    # -- computer seats

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        return waiting_for(pos.options, rest, pos.seats[seat].melds)

    def closed_shapes(self, options: Any) -> Sequence[Shape]:
        return () if options.pair258 else (SEVEN_PAIRS, THIRTEEN_ORPHANS)

    def computer_answer(self, view: SeatView) -> Act:
        """No stakes; open play with a wide wait."""
        if view.kind is not PromptKind.DECLARE or len(view.own.hand) != self.hand_size:
            return PASS
        seen = visible(view)
        waits = kinds_in(waiting_for(view.public.options, view.own.hand, ()))
        return OPEN if sum(4 - seen[kind] for kind in waits) >= OPEN_WAITS else PASS
