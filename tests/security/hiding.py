"""Twins: the same hand as one reader knows it, with other tiles where the reader cannot see."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

from engine.actions import PASS, Act
from engine.draft import Draft
from engine.game import Game
from engine.options import Options
from engine.phases import Ask, DeclareReady
from engine.prompts import Options4, Prompt, PromptKind
from engine.scoring import SEATS
from engine.selfplay import play_hands
from engine.state import HandState, SeatState
from engine.tiles import Kind

KEPT = frozenset({"ready", "open", "standing"})
"""What a seat has declared ties its tiles to something public; such hands stay as they are."""


def states(
    game: Game, hands: int, seed: int, *, options: Options | None = None, mode: str = "assist"
) -> Iterator[HandState]:
    """Every state of self-played hands, half of them by the computer, half at random (with a referee: erring)."""
    number, second = -(-hands // 2), "random" if mode == "assist" else "erring"
    for players in ("computer", second):
        found: list[HandState] = []
        for _ in play_hands(
            game, number, seed, options=options, players=players, mode=mode, check=found.append
        ):
            yield from found
            found.clear()


def twin(state: HandState, readers: Collection[int], rnd: Random) -> HandState | None:
    """The state with its hidden tiles dealt anew: the group and these seats see the same in both.

    What is asked follows from the new tiles. None where this state has no such twin.
    """
    if state.prompt is None or asked_again(state) != state.prompt.options:
        return None
    hands = [list(seat.hand) for seat in state.seats]
    wall = list(state.wall)
    places: list[tuple[list[Kind], int]] = []
    for number, seat in enumerate(state.seats):
        if number not in readers and not seat.declared & KEPT:
            fixed = hands[number].index(seat.drawn) if seat.drawn is not None else -1
            places += [(hands[number], at) for at in range(len(seat.hand)) if at != fixed]
    places += [(wall, at) for at in range(state.head, state.tail)]
    movable = [(row, at) for row, at in places if not _is_tied(state, row[at])]
    tiles = [row[at] for row, at in movable]
    rnd.shuffle(tiles)
    for (row, at), tile in zip(movable, tiles, strict=True):
        row[at] = tile
    return _with_tiles(state, hands, wall)


def _is_tied(state: HandState, tile: Kind) -> bool:
    """Flowers never rest in a hand."""
    return any(state.game.is_bonus(state, seat, tile) for seat in SEATS)


def _with_tiles(state: HandState, hands: Sequence[Sequence[Kind]], wall: Sequence[Kind]) -> HandState:
    seats = [
        seat if list(seat.hand) == list(hand) else seat.changed(hand=tuple(sorted(hand)))
        for seat, hand in zip(state.seats, hands, strict=True)
    ]
    shown = [
        old if seat.hand == before.hand else old.changed(hand=(seat.hand + old.hand)[: len(old.hand)])
        for old, before, seat in zip(state.shown.seats, state.seats, seats, strict=True)
    ]
    moved = replace(
        state, seats=_four(seats), wall=tuple(wall), shown=replace(state.shown, seats=_four(shown))
    )
    assert state.prompt is not None
    asked = replace(state.prompt, options=asked_again(moved))
    return replace(moved, prompt=asked)


def _four(seats: Sequence[SeatState]) -> tuple[SeatState, SeatState, SeatState, SeatState]:
    a, b, c, d = seats
    return a, b, c, d


def asked_again(state: HandState) -> Options4:
    """The options of the open prompt, found anew from the tiles."""
    prompt, d, game = state.prompt, Draft.of(state), state.game
    assert prompt is not None
    rows: dict[int, Sequence[Act]] = {}
    match prompt.kind:
        case PromptKind.TURN:
            rows = {state.turn: game.turn_acts(d, state.turn)}
        case PromptKind.CHOW:
            rows = {state.turn: [*game.chow_acts(d, state.turn), PASS]}
        case PromptKind.CLAIM if state.last is not None:
            rows = {seat: [*game.claim_acts(d, seat), PASS] for seat in game.claimers(d, state.last)}
        case PromptKind.ROB if state.last is not None:
            rows = {seat: [*game.claim_wins(d, seat), PASS] for seat in game.robbers(d, state.last)}
        case _:
            phase = game.phase(state.phase)
            if isinstance(phase, Ask | DeclareReady):
                rows = {seat: phase.acts(d, seat) for seat in prompt.asked}
    east, south, west, north = (tuple(rows.get(seat, ())) for seat in SEATS)
    return east, south, west, north


def claimers(prompt: Prompt | None) -> frozenset[tuple[int, tuple[Act, ...]]]:
    """Who can do what: the seats with more than a pass."""
    assert prompt is not None
    return frozenset((seat, prompt.options[seat]) for seat in prompt.asked if prompt.options[seat] != (PASS,))
