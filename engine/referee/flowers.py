"""补花 unaided: tiles are laid out by name, in the order that the rulebook asks for (FD-12, FD-13, 三.9, LG-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import FLOWERS, PASS
from engine.hu_tai_play import stands
from engine.phases import Phase, lay_out
from engine.play import ask_turn, lay_flower
from engine.prompts import Prompt, PromptKind
from engine.referee.judging import ask_anew, docket_of, keep, renew, stand
from engine.referee.rules import rules_of
from engine.state import Came
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Position


def ask_next_layer(d: Draft) -> bool:
    """Ask the next seat of the round to lay out what it has, for one that stands the host does it.

    False when the round is over.
    """
    while d.queue:
        seat, d.queue = d.queue[0], d.queue[1:]
        if not stands(d, seat):
            keep(d, due=len(rules_of(d).unlaid(d, seat)))
            d.show()
            d.ask(PromptKind.FLOWER, {seat: [PASS]})
            return True
        if lay_out(d, seat):
            keep(d, laid=docket_of(d).laid | {seat})
    return False


class CalledFlowers(Phase):
    """Rounds, dealer first; after the first one flowers are announced, and earlier seats answer (FD-12, FD-13)."""

    name = "flowers"

    def enter(self, d: Draft) -> None:
        keep(d, lay_round=1, laid=frozenset())
        d.queue = _order(d)
        self._go_on(d)

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        laying = not prompt.asked or FLOWERS not in prompt.options[prompt.asked[0]]
        if laying and (d.queue or docket_of(d).called or docket_of(d).lay_round == 1):
            self._go_on(d)
            return
        callers = [seat for seat in _order(d) if prompt.answers[seat] is FLOWERS]
        earlier = docket_of(d).callers
        if earlier:
            self._answered(d, prompt, callers)
        elif callers:
            keep(d, callers=tuple(callers))
            self._ask_earlier(d, callers[0])
        else:
            self._finish(d)

    def _go_on(self, d: Draft) -> None:
        """The next seat of the round lays out; then all are asked whether they have another."""
        if ask_next_layer(d):
            return
        docket = docket_of(d)
        idle = docket.idle | (docket.called - docket.laid)
        keep(d, lay_round=docket.lay_round + 1, laid=frozenset(), callers=(), called=frozenset(), idle=idle)
        d.show()
        d.ask(PromptKind.FLOWER, {seat: [FLOWERS, PASS] for seat in _asked(d, _order(d))})

    def _ask_earlier(self, d: Draft, caller: int) -> None:
        """Flowers were announced: who comes earlier has the first right (FD-13)."""
        d.event("flowers_called", caller)
        order = _order(d)
        d.show()
        asked = _asked(d, order[: order.index(caller)])
        d.ask(PromptKind.FLOWER, {seat: [FLOWERS, PASS] for seat in asked})

    def _answered(self, d: Draft, prompt: Prompt, callers: list[int]) -> None:
        """Who stayed silent and has some left stands (三.9 iii); then those who called lay out in order."""
        for seat in prompt.asked:
            if prompt.answers[seat] is PASS and rules_of(d).holds_flowers(d, seat):
                stand(d, seat, rules_of(d).order_clause)
        if d.result is not None:
            return
        called = frozenset({*docket_of(d).callers, *callers})
        keep(d, callers=(), called=called)
        d.queue = tuple(seat for seat in _order(d) if seat in called)
        self._go_on(d)

    def _finish(self, d: Draft) -> None:
        keep(d, lay_round=0, laid=frozenset(), callers=(), called=frozenset())
        self.proceed(d)


def _asked(d: Draft, seats: tuple[int, ...]) -> list[int]:
    """Of these seats those that may announce: not who has announced for nothing before."""
    return [seat for seat in seats if not stands(d, seat) and seat not in docket_of(d).idle]


def _order(d: Draft) -> tuple[int, ...]:
    return tuple((d.dealer + step) % 4 for step in range(4))


def is_layer(pos: Position, seat: int) -> bool:
    """Whether the seat is being asked to lay out what it held when its turn in the round came."""
    return pos.phase != "play" and pos.prompt is not None and pos.prompt.options[seat] == (PASS,)


def lay_by_name(d: Draft, seat: int, tile: Kind) -> None:
    """One tile is laid out as a flower and replaced, in order or not, rightly or not."""
    rules = rules_of(d)
    clauses = [rules.wrong_flower(d, seat, tile)]
    before_play = rules.is_opening(d)
    if before_play:
        clauses.append(rules.out_of_order(d, seat))
        if is_layer(d, seat):
            keep(d, due=max(0, docket_of(d).due - 1))
    turn = d.prompt is not None and d.prompt.kind is PromptKind.TURN and d.turn == seat
    if turn:
        rules.later_seat_acts(d, seat)
        if d.result is not None:
            return
    if turn and d.came is not Came.DEAL:
        d.prompt = None
        _judge_laying(d, seat, tile, clauses)  # first: the replacement may end the hand
        if d.result is None and lay_flower(d, seat, tile):
            ask_turn(d)
        return
    _lay(d, seat, tile, before_play=before_play or d.came is Came.DEAL)
    if not rules.wins_outlive_draw:
        renew(d)
    ask_anew(d, seat)
    _judge_laying(d, seat, tile, clauses)
    if before_play and d.result is None:
        for other, clause in rules.begun_too_soon(d):
            stand(d, other, clause)


def _judge_laying(d: Draft, seat: int, tile: Kind, clauses: list[str]) -> None:
    for clause in clauses:
        if clause:
            stand(d, seat, clause, (tile,), grave=rules_of(d).is_grave(d, clause))


def _lay(d: Draft, seat: int, tile: Kind, *, before_play: bool) -> None:
    """Before play, or while others play: what was drawn in the turn stays so."""
    drawn = d.seats[seat].drawn
    d.lay_flowers(seat, (tile,))
    if before_play:
        d.draw(seat, tail=True)
    else:
        rules_of(d).replace_out_of_turn(d, seat)
    if drawn != tile:
        d.change(seat, drawn=drawn)
    if before_play:
        keep(d, laid=docket_of(d).laid | {seat})
