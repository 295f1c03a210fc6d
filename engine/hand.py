"""A hand is `fold(start, actions)`: `begin`, `legal_actions`, `apply`."""

from dataclasses import replace

from engine.actions import CLOSE, HOLD, HOST, LAPSE, PASS, Act, Action, Event
from engine.draft import Draft
from engine.phases import new_draft
from engine.prompts import Prompt, PromptKind, for_form
from engine.scoring import SEATS
from engine.state import HandStart, HandState, Position

__all__ = [
    "IllegalAction",
    "advance",
    "answers_open",
    "apply",
    "begin",
    "begin_with",
    "dealt",
    "default_act",
    "legal_actions",
    "may_act",
    "settled",
]


class IllegalAction(ValueError):
    """The act is not open to this seat now; the message holds the act and the public situation."""


def begin(start: HandStart) -> tuple[HandState, tuple[Event, ...]]:
    """Deal: the state with its first prompt, and what happened until then."""
    d = dealt(start)
    return d.freeze(), tuple(d.events)


def dealt(start: HandStart) -> Draft:
    """As `begin`, as a working copy for `advance`."""
    if start.rules_version == 0:
        start = replace(start, rules_version=start.game.rules_version)
    d = new_draft(start)
    _open(d)
    return d


def begin_with(d: Draft) -> tuple[HandState, tuple[Event, ...]]:
    """As `begin`, from a draft whose wall and dice are set."""
    _open(d)
    return d.freeze(), tuple(d.events)


def _open(d: Draft) -> None:
    d.enter(d.game.phases[0].name)
    _go_on(d)


def legal_actions(pos: Position, seat: int) -> tuple[Act, ...]:
    """What the seat may do now: its answers to the open question, and what answers none.

    Objections are left out: `may_act` knows them.
    """
    answers = answers_open(pos, seat)
    if pos.docket is None or pos.prompt is None:
        return answers
    return (*answers, *pos.game.free_acts(pos, seat))


def answers_open(pos: Position, seat: int) -> tuple[Act, ...]:
    """What the seat may answer to the open question."""
    if pos.prompt is None or pos.prompt.answers[seat] is not None:
        return ()
    return pos.prompt.options[seat]


def may_act(pos: Position, seat: int, act: Act) -> bool:
    """Whether the seat may do this now: the single source of what can be done."""
    return act in answers_open(pos, seat) or is_free(pos, seat, act)


def is_free(pos: Position, seat: int, act: Act) -> bool:
    """Whether the act is open to the seat (the host's LAPSE to it) without answering the open question."""
    if pos.docket is None or pos.prompt is None:
        return False
    if seat == HOST:
        return act is LAPSE
    return seat in SEATS and pos.game.is_free(pos, seat, act)


def apply(state: HandState, action: Action) -> tuple[HandState, tuple[Event, ...]]:
    """Store the answer; when the last one is in, resolve the prompt. Raises IllegalAction.

    The host's CLOSE gives every missing answer, its HOLD lets the prompt wait for CLOSE.
    """
    d = Draft.of(state)
    events = advance(d, action)
    return d.freeze(), events


def advance(d: Draft, action: Action) -> tuple[Event, ...]:
    """As `apply`, where nobody needs the state before: changes the working copy itself."""
    prompt, act = d.prompt, action.act
    if prompt is None:
        raise IllegalAction(f"{action} refused: the hand is over")
    if act is HOLD and action.seat == HOST:
        d.prompt = replace(prompt, held=True)
        return ()
    if act is CLOSE and action.seat == HOST:
        prompt = _closed(d, prompt)
    elif action.seat in SEATS and act in answers_open(d, action.seat):
        prompt = prompt.answered(action.seat, act)
        if prompt.held or not prompt.complete:
            d.prompt = prompt
            return ()
    elif is_free(d, action.seat, act):
        d.events = []
        d.game.free_act(d, action.seat, act)
        return _go_on(d)
    else:
        raise IllegalAction(f"{action} refused at prompt {prompt.number} ({prompt.kind})")
    d.events = []
    _resolve(d, prompt)
    return _go_on(d)


def _go_on(d: Draft) -> tuple[Event, ...]:
    """What has happened until the hand waits for somebody again."""
    _skip_unasked(d)
    if d.docket is not None and d.result is None:
        d.game.acted(d)
        _skip_unasked(d)
    return tuple(d.events)


def _closed(d: Draft, prompt: Prompt) -> Prompt:
    """The prompt with every missing answer given as silence gives it."""
    if prompt.formal:
        return prompt.passed()
    return prompt.completed({seat: default_act(d, seat) for seat in prompt.missing})


def _resolve(d: Draft, prompt: Prompt) -> None:
    d.prompt = None
    d.game.phase(d.phase).resolve(d, prompt)


def _skip_unasked(d: Draft) -> None:
    """A prompt that waits for nobody, because all are publicly barred or have answered, is resolved at once."""
    while d.prompt is not None and d.prompt.complete and not d.prompt.held:
        _resolve(d, d.prompt)


def default_act(pos: Position, seat: int) -> Act:
    """What silence means: a pass where there is one, in a turn the drawn tile, before play the last answer."""
    acts = pos.prompt.options[seat] if pos.prompt else ()
    if len(acts) == 1:
        return acts[0]
    return pos.game.default_act(pos, seat, acts)


def settled(state: HandState) -> bool:
    """Whether no missing answer can change the result of the open prompt."""
    prompt = state.prompt
    if prompt is None or not prompt.missing:
        return True
    open_seats = [seat for seat in prompt.missing if not for_form(prompt, seat)]
    if not open_seats:
        return True
    if prompt.kind not in (PromptKind.CLAIM, PromptKind.ROB) or state.referee:
        return False  # unaided, the best call may turn out to be none
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
