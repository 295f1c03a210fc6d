"""A hand is `fold(start, actions)`: `begin`, `legal_actions`, `apply`."""

from dataclasses import replace

from engine.actions import CLOSE, HOLD, HOST, PASS, Act, Action, Event
from engine.draft import Draft
from engine.phases import new_draft
from engine.prompts import Prompt, PromptKind, only_pass
from engine.scoring import SEATS
from engine.state import HandStart, HandState

__all__ = ["IllegalAction", "apply", "begin", "begin_with", "default_act", "legal_actions", "settled"]


class IllegalAction(ValueError):
    """The act is not open to this seat now; the message holds the act and the public situation."""


def begin(start: HandStart) -> tuple[HandState, tuple[Event, ...]]:
    """Deal: the state with its first prompt, and what happened until then."""
    if start.rules_version == 0:
        start = replace(start, rules_version=start.game.rules_version)
    return begin_with(new_draft(start))


def begin_with(d: Draft) -> tuple[HandState, tuple[Event, ...]]:
    """As `begin`, from a draft whose wall and dice are set."""
    d.enter(d.game.phases[0].name)
    _skip_unasked(d)
    return d.freeze(), tuple(d.events)


def legal_actions(state: HandState, seat: int) -> tuple[Act, ...]:
    """What the seat may do now: the single source of what can be done."""
    if state.prompt is None or state.prompt.answers[seat] is not None:
        return ()
    return state.prompt.options[seat]


def apply(state: HandState, action: Action) -> tuple[HandState, tuple[Event, ...]]:
    """Store the answer; when the last one is in, resolve the prompt. Raises IllegalAction.

    The host's CLOSE gives every missing answer, its HOLD lets the prompt wait for CLOSE.
    """
    prompt = state.prompt
    if prompt is None:
        raise IllegalAction(f"{action} refused: the hand is over")
    if action.act is HOLD and action.seat == HOST:
        return state.asking(replace(prompt, held=True)), ()
    if action.act is CLOSE and action.seat == HOST:
        prompt = prompt.completed({seat: default_act(state, seat) for seat in prompt.missing})
    else:
        if action.seat not in SEATS or action.act not in legal_actions(state, action.seat):
            raise IllegalAction(f"{action} refused at prompt {prompt.number} ({prompt.kind})")
        prompt = prompt.answered(action.seat, action.act)
        if prompt.missing or prompt.held:
            return state.asking(prompt), ()
    d = Draft.of(state)
    _resolve(d, prompt)
    _skip_unasked(d)
    return d.freeze(), tuple(d.events)


def _resolve(d: Draft, prompt: Prompt) -> None:
    d.prompt = None
    d.game.phase(d.phase).resolve(d, prompt)


def _skip_unasked(d: Draft) -> None:
    """A prompt that asks nobody, because all are publicly barred, is resolved at once."""
    while d.prompt is not None and not d.prompt.asked:
        _resolve(d, d.prompt)


def default_act(state: HandState, seat: int) -> Act:
    """What silence means: a pass where there is one, in a turn the drawn tile, before play the last answer."""
    acts = state.prompt.options[seat] if state.prompt else ()
    if len(acts) == 1:
        return acts[0]
    return state.game.default_act(state, seat, acts)


def settled(state: HandState) -> bool:
    """Whether no missing answer can change the result of the open prompt."""
    prompt = state.prompt
    if prompt is None or not prompt.missing:
        return True
    open_seats = [seat for seat in prompt.missing if not only_pass(prompt.options[seat])]
    if not open_seats:
        return True
    if prompt.kind not in (PromptKind.CLAIM, PromptKind.ROB):
        return False
    ranks = [
        state.game.claim_rank(state, seat, act)
        for seat in prompt.asked
        if (act := prompt.answers[seat]) is not None and act is not PASS
    ]
    best = max(ranks, default=0)
    for seat in open_seats:
        for act in prompt.options[seat]:
            if act is PASS or (act.verb == "c" and not best):
                continue  # a chow not yet chosen is asked again in the seat's own turn
            if state.game.claim_rank(state, seat, act) > best:
                return False
            if act.verb == "h" and state.game.hears_all_winners(state):
                return False
    return True
