"""The full record of a finished hand: what `/export` writes, `replay` prints and `verify` recomputes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.actions import HOST, Event, event_from_json
from engine.fairness import Entropy, ProofError, commitment, hand_key, mixed, randomness
from engine.game import Game, UnknownGame
from engine.games import find_game
from engine.hand import begin
from engine.match import MatchState, match_from_json
from engine.options import Options
from engine.replay import Line
from engine.scoring import Settlement
from engine.state import HandStart
from engine.tiles import TEXT


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

    def start(self) -> HandStart:
        """What the hand is folded from."""
        key = hand_key(self.seed, self.entropy)
        return HandStart(
            self.game, self.options, self.match, key, self.entropy.dice, rules_version=self.rules_version
        )

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        dice = self.entropy.dice
        return {
            "format": 1,
            "game": self.game.id,
            "options": self.options.changed(),
            "rules_version": self.rules_version,
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
    if not isinstance(given, dict):
        raise RecordError("a record is an object")
    try:
        return _read(given)
    except UnknownGame as error:
        raise RecordError(str(error).strip("'\"")) from None
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise RecordError(f"the record cannot be read: {type(error).__name__} {error}") from None


def _read(given: dict[str, Any]) -> Record:
    game = find_game(given["game"])
    mixed_in, settlement = given["entropy"], given.get("settlement")
    dice, seats = mixed_in["dice"], mixed_in["seats"]
    seed = bytes.fromhex(given["seed"])
    if len(seed) != 32 or len(seats) != 4 or (dice is not None and len(dice) != 2):
        raise RecordError("a record has a seed of 32 bytes, four seats and two dice or none")
    texts = {text: kind for kind, text in enumerate(TEXT)}
    return Record(
        game=game,
        options=game.options.from_json(given["options"]),
        match=match_from_json(given["match"]),
        seed=seed,
        commitment=str(given["commitment"]),
        entropy=Entropy(
            str(mixed_in["table"]),
            int(mixed_in["hand_no"]),
            (int(dice[0]), int(dice[1])) if dice else None,
            (str(seats[0]), str(seats[1]), str(seats[2]), str(seats[3])),
        ),
        lines=tuple(
            (int(seat), str(act), tuple(event_from_json(event) for event in events))
            for seat, act, events in given["actions"]
        ),
        dealt=tuple(tuple(texts[text] for text in hand) for hand in given["dealt"]),
        settlement=Settlement.from_json(settlement) if settlement else None,
        rules_version=int(given["rules_version"]),
    )


def dealt_hands(events: Sequence[Event]) -> tuple[tuple[int, ...], ...]:
    """The hands that the first events of a hand dealt, by seat."""
    hands: list[tuple[int, ...]] = [(), (), (), ()]
    for event in events:
        if event.name == "deal":
            hands[event.seat] = event.tiles
    return tuple(hands)


def verify_record(given: object) -> tuple[bool, str]:
    """Whether commitment, wall and deal hold, and a text that says so. Raises RecordError."""
    record = read_record(given)
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
    """Recompute fingerprint, wall and every tile drawn from it; raises ProofError."""
    if commitment(record.seed) != record.commitment:
        raise ProofError("the seed does not fit the fingerprint shown before the match")
    start = record.start()
    randomness(start.key, record.game.tiles.sorted_list())
    state, dealt = begin(start)
    if record.dealt and dealt_hands(dealt) != record.dealt:
        raise ProofError("the dealt hands are not those of the recomputed wall")
    _prove_draws(record, state.wall, state.head, state.tail)


def _prove_draws(record: Record, wall: tuple[int, ...], head: int, tail: int) -> None:
    """Every tile drawn or turned is the next one of the recomputed wall, from its front or its tail."""
    for _, _, events in record.lines:
        for event in events:
            if event.name not in ("draw", "turned"):
                continue
            if event.arg == "tail":
                tail -= 1
                drawn = wall[tail]
            else:
                drawn = wall[head]
                head += 1
            if event.tiles != (drawn,):
                raise ProofError("a drawn tile is not the next one of the recomputed wall")


def replay_text(record: Record) -> Iterator[str]:
    """The hand step by step, one line an act with what it did."""
    yield f"{record.game.id} hand {record.match.hand}, dealer {record.match.dealer}"
    for seat, hand in enumerate(record.dealt):
        yield f"deal {seat} {' '.join(TEXT[tile] for tile in hand)}"
    for number, (seat, act, events) in enumerate(record.lines):
        who = "host" if seat == HOST else str(seat)
        done = "; ".join(str(event) for event in events)
        yield f"{number:3} {who} {act}{f'  → {done}' if done else ''}"
    if record.settlement is not None:
        yield f"payments {' '.join(str(payment) for payment in record.settlement.payments)}"
