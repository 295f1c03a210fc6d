"""Golden playthroughs and perft numbers: whole hands written out, so that a change of the rules is a readable diff.

`python -m tests.engine.playthrough` writes `playthroughs/<id>_<n>.txt` and `perft/<id>.txt` anew for every game, or
for the games named behind it. What differs from the committed files is a change of events: it needs a new
`rules_version` of its game.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.actions import Action, Event
from engine.fairness import Stream
from engine.game import Game
from engine.games import find_game
from engine.hand import apply, begin, legal_actions
from engine.scoring import SEATS
from engine.selfplay import computer_player, first_match, key_of, random_player
from engine.state import HandStart, HandState, SeatState
from engine.tiles import TEXT, format_tiles
from tests.engine.playing import opposite, playing, random_options

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
PERFT = Path(__file__).parent / "perft"
NUMBERS = (1, 2, 3)
SEEDS = range(1, 6)
DEPTH = 4


# -- playthroughs


def playthrough(game: Game, number: int) -> str:
    """The text of a hand: 1 by computers, 2 the same under the opposite of every default, 3 at random."""
    options: Any = {1: game.options(), 2: opposite(game), 3: random_options(game, 3)}[number]
    key = key_of(number, 0)
    start = HandStart(game, options, first_match(game, options, key), key)
    player = computer_player if number < 3 else random_player(Stream(key[::-1]))
    state, dealt = begin(start)
    lines = [
        f"{game.id} playthrough {number}, rules version {game.rules_version}",
        f"options {options.changed()}",
        f"match {start.match.to_json()}",
        f"key {key.hex()}, dice {state.dice}",
        *_events(dealt),
    ]
    before: HandState | None = None
    while state.prompt is not None:
        lines += ["", *_state(state, before), *_acts(state)]
        seat = state.prompt.missing[0]
        action = Action(seat, player(state, seat))
        before = state
        state, events = apply(state, action)
        lines += [f"> {action}", *_events(events)]
    lines += ["", *_state(state, before), *_end(state)]
    return "\n".join(lines) + "\n"


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    yield from (f"  {event}" for event in events)


def _state(state: HandState, before: HandState | None) -> Iterator[str]:
    """What is asked and how the table lies; a seat is written when it has changed."""
    prompt = state.prompt
    asked = "over" if prompt is None else f"{prompt.number} {prompt.kind.value}"
    last = "" if state.last is None else f", {TEXT[state.last.tile]} of {state.last.seat} lies"
    gold = "" if state.indicator is None else f", {TEXT[state.indicator]} turned"
    yield f"{asked}: {state.phase}, turn of {state.turn} by {state.came.value}, {state.left} left{gold}{last}"
    for number in SEATS:
        if before is None or state.seats[number] != before.seats[number]:
            yield f"  {number} {_seat(state.seats[number])}"


def _seat(seat: SeatState) -> str:
    parts = [format_tiles(seat.hand)]
    parts += ["drew " + TEXT[seat.drawn]] if seat.drawn is not None else []
    parts += [" ".join(str(meld) for meld in seat.melds)] if seat.melds else []
    parts += ["flowers " + format_tiles(seat.flowers)] if seat.flowers else []
    parts += ["discards " + " ".join(TEXT[tile] for tile in seat.discards)] if seat.discards else []
    parts += sorted(seat.declared)
    parts += [f"stake {seat.stake}"] if seat.stake else []
    parts += sorted(
        f"no {ban.act} of {'any' if ban.kinds is None else format_tiles(ban.kinds)} until {ban.until.value}"
        + ("" if ban.above is None else f" up to {ban.above}")
        for ban in seat.bans
    )
    return " | ".join(parts)


def _acts(state: HandState) -> Iterator[str]:
    for seat in SEATS:
        acts = legal_actions(state, seat)
        if acts:
            yield f"  {seat} may {' '.join(act.text for act in acts)}"


def _end(state: HandState) -> Iterator[str]:
    if state.result is None or state.settlement is None:
        raise ValueError("the hand has no result")
    case, settlement = state.result.to_json(), state.settlement
    yield f"end {case['end']}, facts {case['facts']}"
    for formula, fans in zip(settlement.formula, settlement.fans, strict=True):
        yield f"formula {formula}"
        yield f"fans {' '.join(f'{fan.code}={fan.value}' for fan in fans)}"
    for move in settlement.transfers:
        yield f"{move.payer} pays {move.receiver} {move.amount} for {move.reason}"
    yield f"payments {' '.join(str(payment) for payment in settlement.payments)}"


# -- perft


def perft(game: Game) -> str:
    """For each seed the number of legal lines of 1, 2, 3 and 4 acts from the deal, seats answering in their order."""
    options = game.options()
    lines = []
    for seed in SEEDS:
        key = key_of(seed, 0)
        state, _ = begin(HandStart(game, options, first_match(game, options, key), key))
        lines.append(f"seed {seed}: {' '.join(str(lines_of(state, depth)) for depth in range(1, DEPTH + 1))}")
    return "\n".join(lines) + "\n"


def lines_of(state: HandState, depth: int) -> int:
    """How many lines of so many acts can follow; a hand that ends earlier is one line."""
    if state.prompt is None or depth == 0:
        return 1
    seat = state.prompt.missing[0]
    acts = legal_actions(state, seat)
    if depth == 1:
        return len(acts)
    return sum(lines_of(apply(state, Action(seat, act))[0], depth - 1) for act in acts)


# -- files


def files(game: Game) -> dict[Path, str]:
    """The files of a game and what they hold."""
    found = {PLAYTHROUGHS / f"{game.id}_{number}.txt": playthrough(game, number) for number in NUMBERS}
    return found | {PERFT / f"{game.id}.txt": perft(game)}


def main(names: list[str]) -> None:
    """Write the files of these games; without names, of all."""
    for game in [find_game(name) for name in names] or playing():
        for path, text in files(game).items():
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
