"""What a reader is shown does not depend on a tile that it may not know (tests 29 and 30)."""

from collections import Counter
from random import Random

import pytest

from engine.checks import validate
from engine.game import Game
from engine.games import games
from engine.options import TableOptions
from engine.prompts import PromptKind
from engine.state import HandState
from engine.views import public_view, seat_view
from handlers.message import Message
from handlers.tables.effects import Effects, Surface
from handlers.tables.model import Table
from tests.security.hiding import states, twin
from tests.security.screens import NOW, STAGE, screens, table_with, written
from tests.security.sitting import Sitting

READERS = (None, 0, 1, 2, 3)


def some_states(game: Game, hands: int, share: float, seed: int, *, mode: str = "assist") -> list[HandState]:
    """A share of the states of self-played hands, and all in which somebody may win."""
    rnd, telling = Random(f"{game.id} {seed}"), mode == "assist"
    return [
        state
        for state in states(game, hands, seed, mode=mode)
        if rnd.random() < share or (telling and _may_win(state))
    ]


def _may_win(state: HandState) -> bool:
    return state.prompt is not None and any(act.verb == "h" for acts in state.prompt.options for act in acts)


def assert_blind(game: Game, found: list[HandState], *, drawn_share: float, seed: int) -> Counter[PromptKind]:
    """Views of all these states, and the screens of a share, are alike for twins; gives how many of each kind."""
    rnd, compared = Random(seed), Counter[PromptKind]()
    for state in found:
        for reader in READERS:
            other = twin(state, () if reader is None else (reader,), rnd)
            if other is None or state.prompt is None:
                continue
            validate(other)
            compared[state.prompt.kind] += 1
            if reader is None:
                assert public_view(other) == public_view(state)
            else:
                assert seat_view(other, reader) == seat_view(state, reader)
            if rnd.random() < drawn_share or (_may_win(state) and reader is not None and rnd.random() < 0.2):
                there, here = (table_with(hand, house=_house(hand)) for hand in (other, state))
                assert dict(screens(there, reader)) == dict(screens(here, reader))
    return compared


def _house(state: HandState) -> TableOptions:
    return TableOptions(mode="referee" if state.referee else "assist")


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_views_and_screens_are_blind_to_hidden_tiles(game: Game) -> None:
    compared = assert_blind(game, some_states(game, 20, 0.2, 1), drawn_share=0.02, seed=1)
    assert compared[PromptKind.CLAIM] > 100
    assert compared[PromptKind.TURN] > 100


UNAIDED = [game for game in games().values() if game.referee]


@pytest.mark.parametrize("game", UNAIDED, ids=lambda game: game.id)
def test_views_and_screens_before_a_referee_are_blind_to_hidden_tiles(game: Game) -> None:
    compared = assert_blind(game, some_states(game, 8, 0.2, 1, mode="referee"), drawn_share=0.04, seed=1)
    assert compared[PromptKind.CLAIM] > 100
    assert compared[PromptKind.TURN] > 100
    assert compared[PromptKind.CHOW] > 20


@pytest.mark.parametrize("game", UNAIDED, ids=lambda game: game.id)
def test_a_referees_questions_offer_everybody_the_same(game: Game) -> None:
    """Whoever is asked may do the same as all others, but for the next seat's chow and what its own tiles name."""
    seen = Counter[PromptKind]()
    for state in states(game, 6, 3, mode="referee"):
        prompt = state.prompt
        if prompt is None or prompt.kind in (PromptKind.TURN, PromptKind.CHOW, PromptKind.INTERCEPT):
            continue
        offered = {frozenset(act.verb for act in prompt.options[seat]) - {"c"} for seat in prompt.asked}
        assert len(offered) == 1
        seen[prompt.kind] += 1
    assert seen[PromptKind.CLAIM] > 100


@pytest.mark.soak
@pytest.mark.soak_part("secrecy")
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_views_and_screens_of_many_more_hands_are_blind_to_hidden_tiles(game: Game) -> None:
    assert_blind(game, some_states(game, 200, 0.3, 2), drawn_share=0.02, seed=2)


class Still:
    """Sees to it that between two moments at which the table is shown something, nobody's screen tells of it."""

    def __init__(self) -> None:
        self.compared = 0

    def __call__(self, before: Table, after: Table, effects: Effects, _now: int) -> None:
        if before.hand is None or after.hand is None or before.state != after.state:
            return
        if after.hand is before.hand or after.hand.shown is not before.hand.shown:
            return
        self.compared += 1
        assert not [dirty for dirty in effects.dirty if dirty.surface.kind == "board"]
        assert not [note for note in effects.notes if note.seat is None]
        assert self.screen(before, None) == self.screen(after, None)
        for seat in after.people:
            if _is_idle(before, seat) and _is_idle(after, seat) and before.chairs[seat] == after.chairs[seat]:
                assert self.screen(before, seat) == self.screen(after, seat)

    def screen(self, table: Table, seat: int | None) -> str:
        surface = Surface("board") if seat is None else Surface("panel", seat)
        message: Message | None = STAGE.render(table, surface, NOW)
        return written(message)


def _is_idle(table: Table, seat: int) -> bool:
    """Whether the seat has nothing to choose."""
    return table.prompt is not None and all(act.verb == "x" for act in table.prompt.options[seat])


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_between_two_discards_no_screen_changes_but_of_those_who_are_asked(game: Game) -> None:
    still = Still()
    for people in (2, 4):
        Sitting(game, TableOptions(), people, people, watch=still).play(2)
    assert still.compared > 40
