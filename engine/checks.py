"""What must hold in every state of every hand; used by self-play and the tests."""

from engine.hand import legal_actions
from engine.prompts import Prompt, PromptKind
from engine.state import Came, HandState, SeatState
from engine.tiles import TEXT, Kind


class Violation(AssertionError):
    """An invariant is broken; the message names it without any hidden tile."""


def validate(state: HandState) -> None:
    """Raises Violation unless tiles are conserved, hands have their size, and somebody can act."""
    _check_conservation(state)
    if state.over:
        _check_end(state)
        return
    _check_sizes(state)
    if not any(legal_actions(state, seat) for seat in range(4)):
        raise Violation(f"nobody can act at {state!r}")


def all_tiles(state: HandState) -> list[Kind]:
    """Every tile of the set, wherever it lies."""
    tiles = list(state.wall[state.head : state.tail])
    for seat in state.seats:
        tiles += _seat_tiles(seat)
    if state.indicator is not None:
        tiles.append(state.indicator)
    if state.last is not None:
        tiles.append(state.last.tile)
    if state.result is not None:
        taken = {(win.source, win.tile) for win in state.result.wins if win.source is not None}
        tiles += [tile for _, tile in taken]
        tiles += state.game.further_tiles(state.result)
    return tiles


def _seat_tiles(seat: SeatState) -> list[Kind]:
    melded = [tile for meld in seat.melds for tile in meld.tiles]
    return [*seat.hand, *melded, *seat.flowers, *seat.discards]


def _check_conservation(state: HandState) -> None:
    tiles = all_tiles(state)
    wanted = state.game.tiles.copies
    if tuple(sorted(tiles)) == state.game.tiles.sorted_list():
        return
    for kind in range(len(wanted)):
        if tiles.count(kind) != wanted[kind]:
            raise Violation(f"{TEXT[kind]} lies {tiles.count(kind)} times of {wanted[kind]} at {state!r}")


def _check_sizes(state: HandState) -> None:
    prompt, size, phase = _asked_of(state), state.game.hand_size, state.phase
    if state.docket is not None and state.docket.call is not None:
        phase = state.docket.call.phase
    for number, seat in enumerate(state.seats):
        in_turn = state.turn == number and prompt is not None and prompt.kind is PromptKind.TURN
        dealt = state.came is Came.DEAL and state.count == 0 and number == state.dealer and seat.hand
        got_share = phase == "division" and seat.size == size + 1
        if not seat.hand and not seat.melds:
            continue  # nothing is dealt yet
        if seat.size != size + bool(in_turn or dealt or got_share):
            raise Violation(f"seat {number} has {seat.size} tiles at {state!r}")


def _asked_of(state: HandState) -> Prompt | None:
    """The question in whose course the hand is: an announced win interrupts it."""
    call = state.docket.call if state.docket is not None else None
    return state.prompt if call is None else call.prompt


def _check_end(state: HandState) -> None:
    if state.result is None or state.settlement is None:
        raise Violation(f"a hand over without a settlement: {state!r}")
    payments = state.settlement.payments
    if sum(payments) != 0 or not all(type(payment) is int for payment in payments):
        raise Violation(f"payments {payments} do not sum to zero")
