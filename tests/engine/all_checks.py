"""What is checked in a self-played hand: every state, every tenth one with every act, and how the hand ended."""

import json

from engine.actions import CLOSE, HOST, Action, event_from_json
from engine.checks import validate
from engine.hand import IllegalAction, apply, default_act, legal_actions, settled
from engine.match import match_from_json
from engine.prompts import SOLO, PromptKind
from engine.result import read_case, settle
from engine.scoring import SEATS, Settlement
from engine.selfplay import Played, check_fold
from engine.state import HandState
from engine.views import public_view, seat_view


class EveryAct:
    """A check of states for `play_hands`: all are validated, and in every tenth all that can be done is done."""

    def __init__(self, every: int = 10) -> None:
        self.every = every
        self.seen = 0

    def __call__(self, state: HandState) -> None:
        validate(state)
        self.seen += 1
        if self.seen % self.every == 0:
            try_everything(state)


def try_everything(state: HandState) -> None:
    """Every legal act applies and leaves a sound state, an illegal one is refused, silence has an answer."""
    prompt = state.prompt
    if prompt is None:
        assert settled(state)
        return
    assert prompt.kind not in SOLO or len(prompt.asked) == 1
    if prompt.kind not in SOLO and prompt.kind is not PromptKind.DIVISION:
        assert all("x" in map(str, acts) or len(acts) > 1 for acts in prompt.options if acts)
    everything = {act for acts in prompt.options for act in acts}
    for seat in SEATS:
        acts = legal_actions(state, seat)
        assert len(set(acts)) == len(acts)
        for act in acts:
            after, _ = apply(state, Action(seat, act))
            validate(after)
        for act in everything - set(acts):
            assert is_refused(state, Action(seat, act))
        if acts:
            assert default_act(state, seat) in acts
    closed, _ = apply(state, Action(HOST, CLOSE))
    validate(closed)
    if settled(state) and prompt.kind in (PromptKind.CLAIM, PromptKind.ROB):
        check_settled(state, closed)
    public_view(state)
    for seat in SEATS:
        assert seat_view(state, seat).acts == legal_actions(state, seat)


def is_refused(state: HandState, action: Action) -> bool:
    """Whether the act is not open to the seat."""
    try:
        apply(state, action)
    except IllegalAction:
        return True
    return False


def check_settled(state: HandState, closed: HandState) -> None:
    """No missing answer changes what a settled claim comes to, but for a chow that is asked again in its turn."""
    assert state.prompt is not None
    for seat in state.prompt.missing:
        for act in legal_actions(state, seat):
            after, _ = apply(state, Action(seat, act))
            if after.prompt is not None and after.prompt.number == state.prompt.number:
                after, _ = apply(after, Action(HOST, CLOSE))
            if act.verb != "c":
                assert after.result == closed.result
                assert [one.melds for one in after.seats] == [one.melds for one in closed.seats]


def check_end(played: Played) -> None:
    """The journal folds; payments, result and events survive being written out; the match goes on soundly."""
    check_fold(played)
    end, start = played.end, played.start
    result, settlement = end.result, end.settlement
    assert result is not None
    assert settlement is not None
    payments = settlement.payments
    assert sum(payments) == 0
    assert all(type(payment) is int for payment in payments)
    assert all(move.amount > 0 and move.payer != move.receiver for move in settlement.transfers)
    written = json.loads(json.dumps(result.to_json()))
    assert read_case(written).to_json() == written
    assert settle(read_case(written)) == settlement
    assert Settlement.from_json(json.loads(json.dumps(settlement.to_json()))) == settlement
    for _, events in played.steps:
        assert tuple(event_from_json(json.loads(json.dumps(event.to_json()))) for event in events) == events
    after = start.game.next_match(start.match, result, settlement)
    assert sum(after.totals) == 0
    assert after.totals == tuple(a + b for a, b in zip(start.match.totals, payments, strict=True))
    assert after.hand == start.match.hand + 1
    assert match_from_json(json.loads(json.dumps(after.to_json()))) == after
