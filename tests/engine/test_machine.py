"""Any line of play: Hypothesis chooses acts, seats and the host's closing, and every state on the way is sound."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.actions import CLOSE, HOST, Action
from engine.checks import validate
from engine.game import Game
from engine.hand import IllegalAction, apply, begin, legal_actions
from engine.match import MatchState
from engine.replay import fold
from engine.scoring import SEATS
from engine.selfplay import first_match, key_of
from engine.state import HandStart, HandState
from tests.engine.playing import RANDOM_SETS, opposite, playing, random_options

GAMES = [pytest.param(game, id=game.id) for game in playing()]
STEPS = 50


class Play(RuleBasedStateMachine):
    """One hand under some options, from the deal or from some way into it."""

    game: Game
    state: HandState
    start: HandStart
    lines: list[Any]
    seed: int

    @initialize(
        seed=st.integers(0, 10_000), table=st.integers(-2, RANDOM_SETS - 1), closed=st.integers(0, 250)
    )
    def deal(self, seed: int, table: int, closed: int) -> None:
        """The host closes some prompts first, so that the end of the wall is seen too."""
        options: Any = self.game.options()
        if table >= 0:
            options = random_options(self.game, table)
        elif table == -1:
            options = opposite(self.game)
        self.seed = seed
        self.begin(first_match(self.game, options, key_of(seed, 0)), options)
        for _ in range(closed):
            if not self.state.over:
                self.step(Action(HOST, CLOSE))

    def begin(self, match: MatchState, options: Any) -> None:
        key = key_of(self.seed, match.hand)
        version = self.game.rules_version
        self.start = HandStart(self.game, options, match, key, rules_version=version)
        self.state, _ = begin(self.start)
        self.lines = []

    def step(self, action: Action) -> None:
        self.state, events = apply(self.state, action)
        self.lines.append((action.seat, action.act.text, events))

    @precondition(lambda self: not self.state.over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """A seat that is asked does something it may do."""
        open_acts = [(seat, act) for seat in SEATS for act in legal_actions(self.state, seat)]
        seat, act = data.draw(st.sampled_from(open_acts))
        self.step(Action(seat, act))

    @precondition(lambda self: not self.state.over)
    @rule()
    def close(self) -> None:
        """The host closes the prompt."""
        self.step(Action(HOST, CLOSE))

    @precondition(lambda self: not self.state.over)
    @rule(seat=st.integers(0, 3), data=st.data())
    def forbidden(self, seat: int, data: st.DataObject) -> None:
        """What is open to another seat only is refused and changes nothing."""
        own = set(legal_actions(self.state, seat))
        others = [act for other in SEATS for act in legal_actions(self.state, other) if act not in own]
        if others:
            act = data.draw(st.sampled_from(others))
            with pytest.raises(IllegalAction):
                apply(self.state, Action(seat, act))

    @precondition(lambda self: self.state.over)
    @rule()
    def go_on(self) -> None:
        """The next hand of the match."""
        self.check_fold()
        assert self.state.result is not None
        assert self.state.settlement is not None
        match = self.game.next_match(self.start.match, self.state.result, self.state.settlement)
        self.begin(match, self.start.options)

    @invariant()
    def is_sound(self) -> None:
        """Tiles are conserved, hands have their size, somebody can act until the end."""
        if hasattr(self, "state"):
            validate(self.state)

    def check_fold(self) -> None:
        assert fold(self.start, self.lines) == self.state

    def teardown(self) -> None:
        if hasattr(self, "state"):
            self.check_fold()


def run(game: Game, hands: int) -> None:
    """So many hands of the game."""

    class Playing(Play):
        pass

    Playing.game = game
    run_state_machine_as_test(
        Playing,
        settings=settings(
            max_examples=hands,
            stateful_step_count=STEPS,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )


@pytest.mark.parametrize("game", GAMES)
def test_any_line_of_play_is_sound(game: Game) -> None:
    run(game, 40)
