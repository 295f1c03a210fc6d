"""The computer seat plays by useful tiles on what its seat may see."""

from collections import Counter

import pytest

from engine.computer import choose
from engine.fairness import Stream
from engine.game import Game
from engine.games import games
from engine.hand import legal_actions
from engine.holding import holding
from engine.prompts import PromptKind
from engine.selfplay import Player, computer_player, first_match, key_of, play_hand, play_hands, random_player
from engine.state import HandStart, HandState
from engine.tiles import Kind
from engine.views import seat_view
from engine.winning import Keys, add, need
from tests.engine.playing import playing
from tests.engine.rigged import Rigged, rigged

GAMES = [pytest.param(game, id=game.id) for game in playing()]
FUZHOU = games()["fuzhou"]


def chosen(hand: Rigged, seat: int) -> str:
    """What the computer does on this seat."""
    return choose(seat_view(hand.state, seat)).text


def thrown(tile: str, *hands: str) -> Rigged:
    """Seat 1 discards the tile in its first turn; the other hands are those of seats 2, 3 and 0."""
    two, three, dealer = (*hands, "", "", "")[:3]
    hand = rigged(FUZHOU, hands=[dealer + "9s", tile, two, three], front="8p", tail="2p").play("0 d:9s, x")
    hand.drift(
        lambda state: state.turn == 1 and state.prompt is not None and state.prompt.kind is PromptKind.TURN
    )
    return hand.play(f"1 d:{tile}")


def test_a_win_is_taken_in_the_turn_and_in_a_window() -> None:
    assert chosen(rigged(FUZHOU, hands=["123456789m234p12s99s3s"], tail="6p"), 0) == "h"
    assert chosen(thrown("3s", "", "123456789m345p12s88s"), 3) == "h"


def test_gold_is_kept() -> None:
    hand = rigged(FUZHOU, hands=["123456789m14p258s36s9s"], tail="9s")
    assert chosen(hand, 0).startswith("d:")
    assert chosen(hand, 0) != "d:9s"


def test_a_kong_that_costs_nothing_is_declared_and_one_that_does_is_not() -> None:
    free = rigged(FUZHOU, hands=["123456m789p8888s1p5p9p3s"], tail="2p")
    assert chosen(free, 0) == "k:8s"
    costly = rigged(FUZHOU, hands=["123456m789p6666s57s99s"], tail="2p")
    assert chosen(costly, 0) != "k:6s"


def test_a_claim_is_made_only_if_it_brings_the_hand_nearer() -> None:
    assert chosen(thrown("6m", "57m345p567p789p12s88s9m"), 2) == "c:5m"
    assert chosen(thrown("6m", "", "66m345p567p789p12s88s9m"), 3) == "p"
    # the pung would break a run and take the pair
    assert chosen(thrown("6m", "", "45666m345p567p789s12s"), 3) == "x"


@pytest.mark.parametrize("game", GAMES)
def test_no_discard_leaves_the_hand_nearer_than_the_chosen_one(game: Game) -> None:
    """Where sets and a pair are all there is to go for."""
    if game.closed_shapes(game.options()):
        return
    states: list[HandState] = []
    list(play_hands(game, 4, 5, check=states.append))
    for state in states:
        prompt = state.prompt
        if prompt is None or prompt.kind is not PromptKind.TURN:
            continue
        view = seat_view(state, state.turn)
        act = choose(view)
        if act.verb != "d" or act.tile in view.wilds or act.tile >= 34 or view.warned:
            continue
        keys, _ = holding(view.own.hand, view.wilds)
        sets = game.sets - len(view.own.melds)

        def distance(tile: Kind, keys: Keys = keys, sets: int = sets, strict: bool = not view.wilds) -> int:
            return need(add(keys, tile, -1), sets, strict=strict)

        natural = [other.tile for other in view.acts if other.verb == "d" and other.tile < 34]
        least = min(distance(tile) for tile in natural if tile not in view.wilds)
        assert distance(act.tile) == least


@pytest.mark.parametrize("game", GAMES)
def test_it_chooses_among_the_legal_acts_and_always_the_same(game: Game) -> None:
    states: list[HandState] = []
    list(play_hands(game, 2, 6, players="random", check=states.append))
    for state in states[::3]:
        for seat in state.prompt.missing if state.prompt else ():
            view = seat_view(state, seat)
            act = choose(view)
            assert act in legal_actions(state, seat)
            assert choose(view) is act


def mixed(stream: Stream) -> Player:
    """Computers on seats 1 and 3, random acts on 0 and 2."""
    at_random = random_player(stream)
    return lambda state, seat: (computer_player if seat % 2 else at_random)(state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_it_beats_random_seats(game: Game) -> None:
    won: Counter[bool] = Counter()
    for number in range(12):
        key = key_of(90, number)
        start = HandStart(game, game.options(), first_match(game, game.options(), key), key)
        end = play_hand(start, mixed(Stream(key)), check=None).end
        assert end.result is not None
        won.update(win.seat % 2 == 1 for win in end.result.wins)
    assert won[True] > 4 * won[False]
