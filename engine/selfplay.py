"""Whole matches played by computer or random seats, every invariant checked on the way."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

from engine.actions import CLOSE, HOST, Act, Action, Event
from engine.checks import Violation, validate
from engine.computer import computer_act
from engine.fairness import Stream, randomness
from engine.game import Game
from engine.hand import advance, answers_open, dealt
from engine.match import MatchState
from engine.prompts import Prompt, PromptKind, only_pass
from engine.referee.erring import beside_act, erring_act
from engine.replay import fold
from engine.scoring import SEATS
from engine.state import HandStart, HandState, Position

Player = Callable[[Position, int], Act]
CLOSED = Action(HOST, CLOSE)
Step = tuple[Action, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished hand: what it began from, its first events, its steps, its last state."""

    start: HandStart
    dealt: tuple[Event, ...]
    steps: tuple[Step, ...]
    end: HandState


def computer_player(pos: Position, seat: int) -> Act:
    """A seat that plays by useful tiles; where there is no choice it need not look."""
    return computer_act(pos, seat)


class ErringSeats:
    """Computer seats that err now and then, where a referee judges them."""

    def __init__(self, stream: Stream) -> None:
        self._below = stream.below

    def __call__(self, pos: Position, seat: int) -> Act:
        return erring_act(pos, seat, self._below)

    def beside(self, pos: Position) -> Action | None:
        """What one of them does before anybody answers."""
        return beside_act(pos, self._below)


def random_player(stream: Stream) -> Player:
    """A seat that picks any legal act; passes, where there are several acts, only every other time."""

    def pick(pos: Position, seat: int) -> Act:
        acts = answers_open(pos, seat)
        return acts[stream.below(len(acts))]

    return pick


PLAYERS: dict[str, Callable[[Stream], Player]] = {
    "computer": lambda _: computer_player,
    "random": random_player,
    "erring": ErringSeats,
}
"""The kinds of seats, each made from the hand's chance."""


@dataclass(slots=True)
class Tally:
    """What a run of self-play came to."""

    hands: int = 0
    draws: int = 0
    discards: int = 0
    wins: int = 0
    won: int = 0
    """Points that winners received in all."""
    mistakes: int = 0
    """What a referee judged."""
    judged: dict[str, int] = field(default_factory=dict)
    """The same by verdict and clause, in the order of their first occurrence."""
    playing: float = 0.0
    """Seconds of play: dealing, choosing, applying, settling."""
    checking: float = 0.0
    """Seconds of checks: of every state, and of every journal by playing it again."""
    violation: str = ""

    @property
    def rate(self) -> float:
        """Hands a second, played."""
        return self.hands / self.playing if self.playing else 0.0

    @property
    def checked_rate(self) -> float:
        """Hands a second, played and checked."""
        return self.hands / (self.playing + self.checking) if self.playing else 0.0

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "rate": round(self.rate, 1), "checked_rate": round(self.checked_rate, 1)}


def tally(
    game: Game,
    number: int,
    seed: int,
    *,
    options: Any = None,
    players: str = "computer",
    mode: str = "assist",
) -> Tally:
    """Play, check every state, fold every journal, and count; a violation ends the run and is named."""
    result = Tally()

    def timed(check: Callable[[Any], None], subject: Any) -> None:
        began = perf_counter()
        try:
            check(subject)
        finally:
            result.checking += perf_counter() - began

    began = perf_counter()
    hands = play_hands(
        game, number, seed, options=options, players=players, mode=mode, check=partial(timed, validate)
    )
    try:
        for played in hands:
            timed(check_fold, played)
            _count(result, played)
    except Exception as error:  # whatever a game raises is what the run is to tell
        result.violation = f"hand {result.hands} of seed {seed}: {type(error).__name__}: {error}"
    result.playing = perf_counter() - began - result.checking
    return result


def check_fold(played: Played) -> None:
    """The journal folds to the same end; raises Divergence or Violation."""
    lines = [(action.seat, action.act.text, events) for action, events in played.steps]
    if fold(played.start, lines) != played.end:
        raise Violation("the journal folds to another state")


def _count(result: Tally, played: Played) -> None:
    end = played.end
    result.hands += 1
    result.discards += end.count
    if end.result is None or end.settlement is None:
        raise Violation("a hand ended without its result")
    result.draws += not end.result.wins
    for judgement in end.docket.judgements if end.docket is not None else ():
        result.mistakes += 1
        result.judged[judgement.text] = result.judged.get(judgement.text, 0) + 1
    for win in end.result.wins:
        result.wins += 1
        result.won += end.settlement.payments[win.seat]


def key_of(seed: int, hand: int) -> bytes:
    """The key of one self-played hand."""
    return hmac.new(str(seed).encode(), str(hand).encode(), hashlib.sha256).digest()


def able(prompt: Prompt) -> int | None:
    """The first seat that has not answered and can do something."""
    answers, form = prompt.answers, prompt.kind is not PromptKind.FLOWER  # as `for_form` has it
    for seat, acts in enumerate(prompt.options):
        if acts and answers[seat] is None and not (form and only_pass(acts)):
            return seat
    return None


def play_hand(
    start: HandStart, player: Player, *, check: Callable[[HandState], None] | None = validate
) -> Played:
    """Play one hand to its end, prompt after prompt; seats that can do something answer in order.

    One working copy is played on: states at rest are made only for `check` and for the end.
    """
    d = dealt(start)
    first = tuple(d.events)
    steps: list[Step] = []
    while (prompt := d.prompt) is not None:
        if check is not None:
            check(d.freeze())
        action = player.beside(d) if isinstance(player, ErringSeats) else None
        if action is None:
            seat = able(prompt)
            action = CLOSED if seat is None else Action(seat, player(d, seat))
        steps.append((action, advance(d, action)))
    end = d.freeze()
    if check is not None:
        check(end)
    return Played(start, first, tuple(steps), end)


def play_hands(
    game: Game,
    number: int,
    seed: int,
    *,
    options: Any = None,
    players: str = "computer",
    mode: str = "assist",
    check: Callable[[HandState], None] | None = validate,
) -> Iterator[Played]:
    """`number` hands in matches of the options' length, each from its own key."""
    options = game.options() if options is None else options
    match: MatchState | None = None
    for hand in range(number):
        key = key_of(seed, hand)
        if match is None or match.over:
            match = first_match(game, options, key)
        player = PLAYERS[players](Stream(key[::-1]))
        played = play_hand(HandStart(game, options, match, key, mode=mode), player, check=check)
        yield played
        end = played.end
        if end.result is not None and end.settlement is not None:
            match = game.next_match(match, end.result, end.settlement)


def first_match(
    game: Game, options: Any, key: bytes, *, dice: tuple[int, int] | None = None, opener: int = 0
) -> MatchState:
    """The match that begins with the hand of this key: its first dealer may be drawn or thrown for."""
    chance = randomness(key, game.tiles.sorted_list())
    dealer = game.first_dealer(options, drawn=chance.seat, dice=dice or chance.dice, opener=opener)
    if dealer not in SEATS:
        raise ValueError(f"{game.id}: first dealer {dealer}")
    return game.first_match(options, dealer)
