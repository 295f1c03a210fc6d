"""What a waiting hand is told that a self-draw would bring: what it then does bring, and nothing hidden in it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from engine.actions import WIN
from engine.game import Game
from engine.games import find_game, games
from engine.hand import apply, begin, legal_actions
from engine.selfplay import play_hands
from engine.state import Came, HandState
from engine.tiles import parse_tile
from engine.worth import draw_pays, win_pays
from tests.engine.rigged import rigged

GAMES = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


@cache
def hands(game: Game) -> tuple[tuple[HandState, ...], ...]:
    """The states of some self-played hands."""
    found = []
    for played in play_hands(game, 12, 3, check=None):
        state, _ = begin(played.start)
        states = [state]
        for action, _ in played.steps:
            state, _ = apply(state, action)
            states.append(state)
        found.append(tuple(states))
    return tuple(found)


def self_draws(game: Game) -> Iterator[tuple[HandState, HandState]]:
    """Turns that begin with a tile of the wall that wins plainly, each with the moment before."""
    for states in hands(game):
        for before, now in pairwise(states):
            began = now.came is Came.WALL and len(before.seats[now.turn].hand) % 3 == 1
            if began and not now.over and now.left > 0 and WIN in legal_actions(now, now.turn):
                yield before, now


@GAMES
def test_what_was_told_is_what_the_tile_brings(game: Game) -> None:
    found = list(self_draws(game))
    assert found
    for before, now in found:
        drawn = now.seats[now.turn].drawn
        assert drawn is not None
        assert draw_pays(before, now.turn, drawn) == win_pays(now, now.turn, WIN)


@GAMES
def test_nothing_that_is_hidden_changes_it(game: Game) -> None:
    for states in hands(game)[:4]:
        for state in states[:: max(1, len(states) // 6)]:
            for seat in range(4):
                twin = with_others(state, seat)
                for tile in range(34) if len(state.seats[seat].hand) % 3 == 1 else ():
                    assert draw_pays(state, seat, tile) == draw_pays(twin, seat, tile)


def with_others(state: HandState, seat: int) -> HandState:
    """The same hand for this seat: the others' concealed tiles have changed places with the wall's."""
    hidden = [tile for n, other in enumerate(state.seats) if n != seat for tile in other.hand]
    hidden += state.wall
    seats = list(state.seats)
    for n in range(4):
        if n != seat and seats[n].hand:
            count = len(seats[n].hand)
            seats[n] = seats[n].changed(hand=tuple(sorted(hidden[-count:])), drawn=None)
            del hidden[-count:]
    rows = [
        row if n == seat else row.changed(hand=seats[n].hand[: len(row.hand)])
        for n, row in enumerate(state.shown.seats)
    ]
    shown = replace(state.shown, seats=(rows[0], rows[1], rows[2], rows[3]))
    twin_seats = (seats[0], seats[1], seats[2], seats[3])
    return replace(state, seats=twin_seats, wall=tuple(hidden), shown=shown)


def test_a_tile_that_completes_nothing_brings_nothing() -> None:
    hand = rigged(find_game("fuzhou"), hands=["", "123456789m123p4455s"], front="9p")
    assert draw_pays(hand.state, 1, parse_tile("9m")) == {}
    assert set(draw_pays(hand.state, 1, parse_tile("4s"))) == {0, 2, 3}


def test_who_has_a_tile_too_many_waits_for_none() -> None:
    hand = rigged(find_game("fuzhou"), hands=["123456789m123p44559s", ""])
    assert all(draw_pays(hand.state, hand.state.turn, tile) == {} for tile in range(34))
