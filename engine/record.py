"""The full record of a finished hand: what `/export` writes, `replay` prints and `verify` recomputes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.actions import HOST, Event, event_from_json, parse_act
from engine.fairness import SEED_BYTES, Entropy, ProofError, commitment, hand_key, mixed
from engine.game import Game, UnknownGame
from engine.games import find_game
from engine.hand import begin
from engine.match import MatchState, match_from_json
from engine.options import Options
from engine.referee.docket import WORDS, judgement_of
from engine.replay import Divergence, Line, fold
from engine.scoring import SEATS, Settlement
from engine.state import HandStart
from engine.tiles import TEXT, parse_tile


class RecordError(ValueError):
    """A record that cannot be read; the message names the field."""


@dataclass(frozen=True, slots=True)
class Record:
    """One finished hand, the match's seed revealed."""

    game: Game
    options: Options
    match: MatchState
    seed: bytes = field(repr=False)
    commitment: str
    """As it was shown before the match."""
    entropy: Entropy
    lines: tuple[Line, ...] = field(repr=False)
    dealt: tuple[tuple[int, ...], ...] = field(repr=False)
    """The tiles that were dealt to each seat, as the table was told."""
    settlement: Settlement | None
    rules_version: int = 1
    mode: str = "assist"

    def start(self) -> HandStart:
        """What the hand is folded from."""
        key = hand_key(self.seed, self.entropy)
        return HandStart(
            self.game, self.options, self.match, key, self.entropy.dice, self.mode, self.rules_version
        )

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        dice = self.entropy.dice
        return {
            "format": 1,
            "game": self.game.id,
            "options": self.options.changed(),
            "rules_version": self.rules_version,
            "mode": self.mode,
            "match": self.match.to_json(),
            "seed": self.seed.hex(),
            "commitment": self.commitment,
            "entropy": {
                "table": self.entropy.table,
                "hand_no": self.entropy.hand_no,
                "dice": list(dice) if dice else None,
                "seats": list(self.entropy.seats),
            },
            "dealt": [[TEXT[tile] for tile in hand] for hand in self.dealt],
            "actions": [
                [seat, act, [event.to_json() for event in events]] for seat, act, events in self.lines
            ],
            "settlement": self.settlement.to_json() if self.settlement else None,
        }


def read_record(given: object) -> Record:
    """The record that `to_json` wrote; raises RecordError."""
    try:
        return _read(_a(dict, given, "a record"))
    except RecordError:
        raise
    except UnknownGame as error:
        raise RecordError(str(error)) from None
    except KeyError as error:
        raise RecordError(f"the record lacks {error}") from None
    except (TypeError, ValueError) as error:
        raise RecordError(f"the record cannot be read: {error}") from None


def _read(given: dict[str, Any]) -> Record:
    game = find_game(_a(str, given["game"], "game"))
    seed = bytes.fromhex(_a(str, given["seed"], "seed"))
    if len(seed) != SEED_BYTES:
        raise RecordError(f"seed: {SEED_BYTES} bytes are expected")
    dealt = _a(list, given["dealt"], "dealt")
    settlement = given.get("settlement")
    return Record(
        game=game,
        options=game.options.from_json(given["options"]),
        match=_read_match(_a(dict, given["match"], "match")),
        seed=seed,
        commitment=_a(str, given["commitment"], "commitment"),
        entropy=_read_entropy(_a(dict, given["entropy"], "entropy")),
        lines=tuple(_read_line(line) for line in _a(list, given["actions"], "actions")),
        dealt=tuple(tuple(parse_tile(_a(str, text, "dealt")) for text in hand) for hand in dealt),
        settlement=None if settlement is None else _read_settlement(_a(dict, settlement, "settlement")),
        rules_version=_a(int, given["rules_version"], "rules_version"),
        mode=_a(str, given.get("mode", "assist"), "mode"),
    )


T = TypeVar("T")


def _a(kind: type[T], value: object, place: str) -> T:
    """The value, if it is just of this kind; raises RecordError."""
    if type(value) is not kind:
        raise RecordError(f"{place}: {_KINDS[kind]} is expected")
    return value


_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a number",
    bool: "a switch",
}


def _read_match(given: dict[str, Any]) -> MatchState:
    match = match_from_json(given)
    numbers = (match.streak, match.hand, match.returns, *match.totals)
    if not all(type(number) is int for number in numbers) or type(match.over) is not bool:
        raise RecordError("match: numbers are expected")
    for seat in (match.dealer, match.first_dealer):
        _a_seat(seat, "match")
    return match


def _a_seat(value: object, place: str) -> int:
    if type(value) is not int or value not in SEATS:
        raise RecordError(f"{place}: a seat 0…3 is expected")
    return value


def _read_entropy(given: dict[str, Any]) -> Entropy:
    dice = given["dice"]
    if dice is not None and not (
        isinstance(dice, list) and len(dice) == 2 and all(type(die) is int for die in dice)
    ):
        raise RecordError("entropy.dice: two numbers or null are expected")
    words = [_a(str, word, "entropy.seats") for word in _a(list, given["seats"], "entropy.seats")]
    a, b, c, d = words
    return Entropy(
        _a(str, given["table"], "entropy.table"),
        _a(int, given["hand_no"], "entropy.hand_no"),
        (dice[0], dice[1]) if dice else None,
        (a, b, c, d),
    )


def _read_line(given: object) -> Line:
    seat, act, events = _a(list, given, "actions")
    if seat != HOST:
        _a_seat(seat, "actions")
    return seat, parse_act(_a(str, act, "actions")).text, tuple(_read_event(event) for event in events)


def _read_event(given: object) -> Event:
    event = event_from_json(_a(list, given, "actions"))
    _a(str, event.name, "actions")
    _a(str, event.arg, "actions")
    for seat in (event.seat, event.other):
        _a(int, seat, "actions")
    return event


def _read_settlement(given: dict[str, Any]) -> Settlement:
    settlement = Settlement.from_json(given)
    for move in settlement.transfers:
        _a(int, move.amount, "settlement")
        _a_seat(move.payer, "settlement")
        _a_seat(move.receiver, "settlement")
    return settlement


def dealt_hands(events: Iterable[Event]) -> tuple[tuple[int, ...], ...]:
    """The hands that these events dealt, by seat."""
    hands: list[tuple[int, ...]] = [(), (), (), ()]
    for event in events:
        if event.name == "deal":
            hands[event.seat] = event.tiles
    return tuple(hands)


def verify_record(given: object) -> tuple[bool, str]:
    """Whether commitment, wall and all that was drawn from it hold, and a text that says so. Raises RecordError."""
    record = read_record(given)
    if record.rules_version != record.game.rules_version:
        raise RecordError(
            f"played under version {record.rules_version} of {record.game.id}'s rules, "
            f"this engine has {record.game.rules_version}: verify it with that one"
        )
    try:
        prove(record)
    except ProofError as error:
        return False, f"does not hold: {error}"
    return True, "\n".join(
        [
            "holds: the seed fits the fingerprint, and the wall comes from seed, dice and presses",
            f"fingerprint {record.commitment}",
            f"mixed in   {mixed(record.entropy)!r}",
        ]
    )


def prove(record: Record) -> None:
    """Recompute the fingerprint, the wall, and the hand that was played from it; raises ProofError."""
    if commitment(record.seed) != record.commitment:
        raise ProofError("the seed does not fit the fingerprint shown before the match")
    _, first = begin(record.start())
    told = [event for _, _, events in record.lines for event in events]
    if dealt_hands([*first, *told]) != record.dealt:
        raise ProofError("the dealt hands are not those of the recomputed wall")
    try:
        state = fold(record.start(), record.lines)
    except Divergence as error:
        raise ProofError(f"recomputed, {error}") from None
    if state.settlement != record.settlement:
        raise ProofError("the settlement is not that of the recomputed hand")


def replay_text(record: Record) -> Iterator[str]:
    """The hand step by step, one line an act with what it did."""
    yield f"{record.game.id} hand {record.match.hand}, dealer {record.match.dealer}"
    for seat, hand in enumerate(record.dealt):
        yield f"deal {seat} {' '.join(TEXT[tile] for tile in hand)}"
    for number, (seat, act, events) in enumerate(record.lines):
        who = "host" if seat == HOST else str(seat)
        done = "; ".join(_in_words(event) for event in events)
        yield f"{number:3} {who} {act}{f'  → {done}' if done else ''}"
    if record.settlement is not None:
        yield f"payments {' '.join(str(payment) for payment in record.settlement.payments)}"


def _in_words(event: Event) -> str:
    """An event as `replay` prints it: a judgement says what follows and from which clause."""
    if event.name != "judged":
        return str(event)
    judged = judgement_of(event)
    tiles = "".join(f" {TEXT[tile]}" for tile in event.tiles)
    return f"seat {judged.seat} {WORDS[judged.verdict]} ({judged.clause}){tiles}"
