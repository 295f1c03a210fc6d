"""What comes before play: stakes, deal, void suits, flowers, gold, declarations. A game lists the phases it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.actions import PASS, Act, make_act
from engine.fairness import randomness
from engine.prompts import Prompt, PromptKind
from engine.scoring import SEATS
from engine.state import Came, SeatState

if TYPE_CHECKING:
    from engine.draft import Draft


class Phase:
    """One stretch of a hand. Stateless; `enter` begins it, `resolve` takes the answers of a prompt it opened."""

    name: str

    def enter(self, d: Draft) -> None:
        """Begin: do what needs no answer, then open a prompt or go on with `proceed`."""
        raise NotImplementedError

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        """Every asked seat has answered `prompt`."""
        raise NotImplementedError

    def proceed(self, d: Draft) -> None:
        """Go on with the phase that the game lists next."""
        names = [phase.name for phase in d.game.phases]
        d.enter(names[names.index(self.name) + 1])


class Deal(Phase):
    """发牌: the shuffled list is the drawing order; the dealer has one tile more."""

    name = "deal"

    def enter(self, d: Draft) -> None:
        size, seats = d.game.hand_size, [(d.dealer + step) % 4 for step in SEATS]
        blocks = [4] * (size // 4) + [1] * (size % 4)
        hands: dict[int, list[int]] = {seat: [] for seat in seats}
        for block in blocks:
            for seat in seats:
                hands[seat] += d.wall[d.head : d.head + block]
                d.head += block
        last = d.wall[d.head]
        d.head += 1
        hands[d.dealer].append(last)
        for seat in seats:
            d.change(seat, hand=tuple(sorted(hands[seat])), drawn=last if seat == d.dealer else None)
            d.event("deal", seat, sorted(hands[seat]))
        d.change(d.dealer, turns=1)
        d.came = Came.DEAL
        d.game.dealt(d)
        self.proceed(d)


class FlowerRounds(Phase):
    """补花 in rounds, dealer first: all flowers of a hand are laid out, as many tiles taken from the tail."""

    name = "flowers"

    def enter(self, d: Draft) -> None:
        flower_rounds(d, [(d.dealer + step) % 4 for step in SEATS])
        self.proceed(d)


class FlowersBySeat(Phase):
    """补花 seat by seat, dealer first: each goes on until no flower is left."""

    name = "flowers"

    def enter(self, d: Draft) -> None:
        for step in SEATS:
            while lay_out(d, (d.dealer + step) % 4):
                pass
        self.proceed(d)


def flower_rounds(d: Draft, seats: Sequence[int]) -> None:
    """Round after round these seats lay out all flowers they hold, until nobody has one."""
    again = True
    while again:
        again = False
        for seat in seats:
            again |= lay_out(d, seat)


def lay_out(d: Draft, seat: int) -> bool:
    """One seat lays out all flowers it holds and replaces them from the tail; whether it had any."""
    drawn = d.seats[seat].drawn
    flowers = [tile for tile in d.seats[seat].hand if d.game.is_bonus(d, seat, tile)]
    if not flowers:
        return False
    d.lay_flowers(seat, flowers)
    for _ in flowers:
        d.draw(seat, tail=True)
    if drawn not in flowers:
        d.change(seat, drawn=drawn)
    return True


class Gold(Phase):
    """开金, 财神: the game turns its wild tile."""

    name = "gold"

    def enter(self, d: Draft) -> None:
        d.game.turn_gold(d)
        self.proceed(d)


class Ask(Phase):
    """A question to all seats at once, before play; subclasses give the acts and carry the answers out."""

    kind: PromptKind

    def wanted(self, d: Draft) -> bool:
        """Whether the question is asked at all; follows from options alone."""
        return True

    def acts(self, d: Draft, seat: int) -> list[Act]:
        """What the seat may answer; the default answer is the last."""
        raise NotImplementedError

    def enter(self, d: Draft) -> None:
        if not self.wanted(d):
            self.proceed(d)
            return
        d.show()
        d.ask(self.kind, {seat: self.acts(d, seat) for seat in SEATS})

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        self.carry_out(d, prompt)
        if d.result is None and d.prompt is None:
            self.proceed(d)

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        """Do what the answers say."""
        raise NotImplementedError


class VoidSuit(Ask):
    """定缺: every seat names a suit, all at once."""

    name = "void_suit"
    kind = PromptKind.VOID_SUIT

    def acts(self, d: Draft, seat: int) -> list[Act]:
        return [make_act("t", arg=letter) for letter in "mps"]


class DeclareReady(Ask):
    """报听: a seat that is ready with its dealt tiles may declare it; the others pass."""

    name = "declare"
    kind = PromptKind.DECLARE

    def acts(self, d: Draft, seat: int) -> list[Act]:
        return [*d.game.opening_declarations(d, seat), PASS]

    def enter(self, d: Draft) -> None:
        d.show()
        d.ask(self.kind, {seat: self.acts(d, seat) for seat in SEATS if d.game.declares(d, seat)})

    def carry_out(self, d: Draft, prompt: Prompt) -> None:
        for seat in prompt.asked:
            if prompt.answers[seat] is not PASS:
                d.declare(seat, "ready")


def new_draft(start: HandStart) -> Draft:
    """A draft with an undealt wall: everything that chance decides comes from the hand's key."""
    from engine.draft import Draft

    chance = randomness(start.key, start.game.tiles.sorted_list())
    return Draft(start, chance.wall, [SeatState() for _ in SEATS], start.dice or chance.dice)


if TYPE_CHECKING:
    from engine.state import HandStart
