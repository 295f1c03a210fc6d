"""A seat that may win is offered the win and a seat that may not is not, against what settling each win says."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from engine.actions import WIN
from engine.draft import Draft
from engine.game import Game
from engine.games.longgang.aborts import four_kongs
from engine.play import hand_result, one_win
from engine.prompts import PromptKind
from engine.scoring import IllegalWin
from engine.selfplay import play_hands
from engine.state import Came, HandState
from engine.tiles import PLAYING_KINDS, TEXT, Kind, less
from engine.views import seat_view, visible
from tests.engine.playing import opposite, playing, random_options

GAMES = [pytest.param(game, id=game.id) for game in playing()]
ON_OTHERS = (PromptKind.CLAIM, PromptKind.ROB)


def may_win(state: HandState, seat: int) -> bool:
    """Whether a plain win of this seat, now, would be settled."""
    assert state.prompt is not None
    last = state.last if state.prompt.kind in ON_OTHERS else None
    if last is not None and last.seat == seat:
        return False
    if last is None and state.seats[seat].drawn is None:
        return False  # after a claim there is nothing to win with
    d = Draft.of(state)
    try:
        d.game.settle(hand_result(d, (one_win(d, seat, WIN, last),)))
    except IllegalWin:
        return False
    return True


def is_held_back(state: HandState, seat: int) -> bool:
    """Whether something that a settlement does not see keeps the seat from winning: a ban, an answer given."""
    banned = any(ban.act == "win" for ban in state.seats[seat].bans)
    declined = state.game.id in HELD_BACK and HELD_BACK[state.game.id](state)
    return banned or declined


HELD_BACK: dict[str, Callable[[HandState], bool]] = {
    # a dealer who answered the opening question has declined 天胡 (Y-3.2)
    "yantai": lambda state: state.came is Came.DEAL and state.count == 0 and state.options.mingda.enabled,
    # after a fourth kong nothing but its discard is won (LG-16)
    "longgang": four_kongs,
}


def states(game: Game, hands: int, seed: int, options: object, players: str) -> Iterator[HandState]:
    """Every state with a fresh prompt about a win."""
    found: list[HandState] = []
    for _ in play_hands(game, hands, seed, options=options, players=players, check=found.append):
        yield from (state for state in found if state.prompt and not any(state.prompt.answers))
        found.clear()


def check_offers(game: Game, hands: int, seed: int, options: object, players: str) -> int:
    """Compare offers with settlements; returns how many wins were offered."""
    offered = 0
    for state in states(game, hands, seed, options, players):
        prompt = state.prompt
        assert prompt is not None
        if prompt.kind not in (PromptKind.TURN, PromptKind.DIVISION, *ON_OTHERS):
            continue
        for seat in prompt.asked:
            ways = [act for act in prompt.options[seat] if act.verb == "h"]
            offered += bool(ways)
            if is_held_back(state, seat):
                continue
            if WIN in ways:
                assert may_win(state, seat), f"{state!r}: seat {seat} is offered what is no win"
            elif not ways:
                assert not may_win(state, seat), f"{state!r}: seat {seat} is not offered its win"
    return offered


@pytest.mark.parametrize("game", GAMES)
def test_wins_are_offered_exactly_where_they_settle(game: Game) -> None:
    assert check_offers(game, 12, 11, game.options(), "computer") > 0
    check_offers(game, 3, 12, game.options(), "random")


@pytest.mark.parametrize("game", GAMES)
def test_wins_are_offered_exactly_where_they_settle_under_other_options(game: Game) -> None:
    check_offers(game, 8, 13, opposite(game), "computer")
    for number in range(8):
        check_offers(game, 2, 20 + number, random_options(game, number), "computer")


# -- over every kind: what if another tile lay, or had been drawn?


def lying(state: HandState, kind: Kind) -> HandState:
    """The same question with another tile lying there."""
    assert state.last is not None
    return replace(state, last=replace(state.last, tile=kind))


def holding_drawn(state: HandState, seat: int, kind: Kind) -> HandState:
    """The same turn with another drawn tile."""
    own = state.seats[seat]
    assert own.drawn is not None
    seats = list(state.seats)
    seats[seat] = replace(own, hand=tuple(sorted((*less(own.hand, own.drawn), kind))), drawn=kind)
    return replace(state, seats=(seats[0], seats[1], seats[2], seats[3]))


def unseen(state: HandState, seat: int) -> list[Kind]:
    """Kinds of which the seat does not hold or see every copy."""
    seen = visible(seat_view(state, seat))
    return [kind for kind in range(PLAYING_KINDS) if seen[kind] < state.game.tiles.copies[kind]]


def check_every_kind(state: HandState) -> int:
    """Compare offers with settlements for every tile that might lie or be drawn; returns how many are wins."""
    assert state.prompt is not None
    game, found = state.game, 0
    for seat in state.prompt.asked:
        own_turn = state.prompt.kind is PromptKind.TURN and state.seats[seat].drawn is not None
        if is_held_back(state, seat) or not (own_turn or state.prompt.kind in ON_OTHERS):
            continue
        if not own_turn and state.last is not None and state.last.seat == seat:
            continue
        for kind in unseen(state, seat):
            other = holding_drawn(state, seat, kind) if own_turn else lying(state, kind)
            if own_turn:
                offered = WIN in game.self_wins(other, seat)
            elif state.prompt.kind is PromptKind.ROB:
                offered = WIN in game.claim_wins(other, seat)
            else:
                offered = WIN in game.claim_acts(other, seat)
            assert offered == may_win(other, seat), f"{state!r}: seat {seat} and {TEXT[kind]}"
            found += offered
    return found


@pytest.mark.parametrize("game", GAMES)
def test_wins_are_offered_on_exactly_the_kinds_that_settle(game: Game) -> None:
    found = 0
    for at, options in enumerate(
        [game.options(), opposite(game), *(random_options(game, n) for n in range(4))]
    ):
        questions = [
            state
            for state in states(game, 3, 60 + at, options, "computer")
            if state.prompt is not None and state.prompt.kind in (PromptKind.TURN, *ON_OTHERS)
        ]
        found += sum(check_every_kind(state) for state in questions[::5])
    assert found > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_wins_are_offered_exactly_where_they_settle_in_many_hands(game: Game) -> None:
    check_offers(game, 150, 14, game.options(), "computer")
    check_offers(game, 60, 15, opposite(game), "computer")
    for number in range(20):
        check_offers(game, 10, 40 + number, random_options(game, number), "computer")
