"""The only way out of a hand: views hold no hidden tile, and what is public changes at discards and claims only."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.draft import Draft
from engine.game import Game
from engine.games import games
from engine.match import MatchState
from engine.melds import MeldKind
from engine.options import Options
from engine.prompts import PromptKind
from engine.result import SeatResult
from engine.scoring import SEATS
from engine.selfplay import Step, play_hands
from engine.state import HandStart, HandState, SeatState
from engine.tiles import parse_tiles
from engine.views import PublicView, SeatView, public_view, seat_view, visible
from tests.engine.playing import opposite, playing, random_options
from tests.engine.rigged import rigged

GAMES = [pytest.param(game, id=game.id) for game in playing()]
SHOWDOWNS = ("all", "rule")
FUZHOU = games()["fuzhou"]


def option_sets(game: Game) -> list[Any]:
    """Some tables of this game."""
    return [game.options(), opposite(game), *(random_options(game, number) for number in range(4))]


def hands(game: Game, number: int, seed: int) -> Iterator[tuple[list[HandState], tuple[Step, ...]]]:
    """The states of some hands, and the steps between them."""
    for at, options in enumerate(option_sets(game)):
        for players in ("computer", "random"):
            states: list[HandState] = []
            for played in play_hands(
                game, number, seed + at, options=options, players=players, check=states.append
            ):
                yield list(states), played.steps
                states.clear()


# -- nothing hidden


def reached(value: object) -> Iterator[object]:
    """Every object that hangs on a value; a game and its options are public."""
    yield value
    if isinstance(value, Game | Options):
        return
    if isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from reached(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from reached(key)
            yield from reached(item)
    elif is_dataclass(value):
        for item in fields(value):
            yield from reached(getattr(value, item.name))


@pytest.mark.parametrize("game", GAMES)
def test_no_view_leads_to_the_state_the_wall_or_the_key(game: Game) -> None:
    for states, _ in hands(game, 1, 1):
        for state in states[:: max(1, len(states) // 12)] + states[-1:]:
            for showdown in SHOWDOWNS:
                public = public_view(state, showdown=showdown)
                assert not [found for found in reached(public) if isinstance(found, HIDDEN | SeatState)]
                for seat in SEATS:
                    view = seat_view(state, seat, showdown=showdown)
                    seats = [found for found in reached(view) if isinstance(found, SeatState)]
                    assert not [found for found in reached(view) if isinstance(found, HIDDEN)]
                    assert [found is state.seats[seat] for found in seats] == [True]


HIDDEN = HandState | HandStart | Draft | bytes


def twin(state: HandState, known: set[int], rnd: Random) -> HandState:
    """Another state that looks the same to who knows these seats: all tiles hidden from them are dealt anew."""
    closed = [seat for seat in SEATS if seat not in known and "open" not in state.seats[seat].declared]
    hidden = list(state.wall[state.head : state.tail])
    for seat in closed:
        hidden += state.seats[seat].hand
    rnd.shuffle(hidden)
    seats, shown = list(state.seats), list(state.shown.seats)
    for seat in closed:
        size = len(seats[seat].hand)
        hand, hidden = tuple(sorted(hidden[:size])), hidden[size:]
        drawn = None if seats[seat].drawn is None else rnd.choice(hand)
        seats[seat] = replace(seats[seat], hand=hand, drawn=drawn)
        shown[seat] = replace(shown[seat], hand=(0,) * len(shown[seat].hand), drawn=None)
    wall = (*state.wall[: state.head], *hidden, *state.wall[state.tail :])
    return replace(
        state,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        wall=wall,
        shown=replace(state.shown, seats=(shown[0], shown[1], shown[2], shown[3])),
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_public_view_does_not_depend_on_any_hidden_tile(game: Game) -> None:
    rnd = Random(1)
    for states, _ in hands(game, 1, 2):
        for state in states[:-1:5]:
            assert public_view(twin(state, set(), rnd)) == public_view(state)


@pytest.mark.parametrize("game", GAMES)
def test_a_seats_view_depends_on_its_own_tiles_only(game: Game) -> None:
    rnd = Random(2)
    for states, _ in hands(game, 1, 3):
        for state in states[:-1:7]:
            for seat in SEATS:
                assert seat_view(twin(state, {seat}, rnd), seat) == seat_view(state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_the_public_view_does_not_depend_on_what_others_may_or_have_answered(game: Game) -> None:
    for states, _ in hands(game, 1, 4):
        for before, after in pairwise(states):
            if before.prompt and after.prompt and before.prompt.number == after.prompt.number:
                assert public_view(after) == public_view(before)


@pytest.mark.parametrize("game", GAMES)
def test_who_is_asked_about_a_tile_follows_from_public_facts(game: Game) -> None:
    rnd = Random(4)
    asked = 0
    for states, _ in hands(game, 1, 9):
        for state in states:
            prompt, last = state.prompt, state.last
            if prompt is None or last is None or prompt.kind not in (PromptKind.CLAIM, PromptKind.ROB):
                continue
            other = twin(state, set(), rnd)
            robbed = prompt.kind is PromptKind.ROB
            seats = game.robbers(other, last) if robbed else game.claimers(other, last)
            assert tuple(sorted(seats)) == prompt.asked
            asked += 1
    assert asked > 50


def test_a_concealed_kong_is_hidden_until_the_end() -> None:
    hand = rigged(FUZHOU, hands=["5555m"], tail="7p9p").play("0 k:5m")
    assert all(meld.tiles == (None,) * 4 for meld in public_view(hand.state).seats[0].melds)
    hand.play("0 d:" + hand.acts(0)[-1].removeprefix("d:"))
    (meld,) = public_view(hand.state).seats[0].melds
    assert (meld.kind, meld.tiles, meld.source) == (MeldKind.CONCEALED_KONG, (None,) * 4, None)
    own = seat_view(hand.state, 0)
    assert own.own.melds[0].tile == parse_tiles("5m")[0]
    assert seat_view(hand.state, 1).public == public_view(hand.state)


# -- the end


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_all_hands_are_opened_or_those_that_the_rule_opens(game: Game) -> None:
    for states, _ in hands(game, 1, 5):
        end = states[-1]
        assert end.result is not None
        winners = {win.seat for win in end.result.wins}
        assert all(seat.hand is not None for seat in public_view(end).seats)
        shown = {n for n, seat in enumerate(public_view(end, showdown="rule").seats) if seat.hand is not None}
        opened = {seat for seat in SEATS if "open" in end.seats[seat].declared}
        assert shown == (set(SEATS) if game.showdown == "all" else winners | opened)


def test_a_hand_that_stays_closed_is_not_in_the_result_either() -> None:
    for states, _ in hands(FUZHOU, 1, 6):
        end = states[-1]
        public = public_view(end, showdown="rule")
        assert public.result is not None
        assert public_view(end).result == end.result
        for shown, told in zip(public.seats, public.result.seats, strict=True):
            if shown.hand is None:
                assert told.concealed == ()
                assert all(meld.is_open for meld in told.melds)


def test_a_showdown_by_the_rule_hides_what_is_dealt_anew() -> None:
    rnd = Random(3)
    for states, _ in hands(FUZHOU, 1, 7):
        end = states[-1]
        assert end.result is not None
        winners = {win.seat for win in end.result.wins}
        other = twin(end, winners, rnd)
        seats = [
            told if n in winners else SeatResult(other.seats[n].hand, told.melds, told.flowers, told.discards)
            for n, told in enumerate(end.result.seats)
        ]
        shown = replace(other.shown, seats=other.seats)
        result = replace(end.result, seats=(seats[0], seats[1], seats[2], seats[3]))
        other = replace(other, shown=shown, result=result)
        assert public_view(other, showdown="rule") == public_view(end, showdown="rule")


# -- when the public view changes

PUBLISHED = {
    "discard", "chow", "pung", "exposed_kong", "adding", "added_kong", "win", "drawn", "declare", "stake",
}  # fmt: skip
"""Events that everybody sees at once. A draw, its flowers and a concealed kong are seen at the next discard."""


@pytest.mark.parametrize("game", GAMES)
def test_the_public_view_stays_between_a_discard_and_what_is_public_next(game: Game) -> None:
    for states, steps in hands(game, 1, 8):
        for before, after, (_, events) in zip(states, states[1:], steps, strict=False):
            names = {event.name for event in events}
            played = before.phase in ("play", "division") and after.phase in ("play", "division")
            if not played or names & PUBLISHED or any(seat.declared for seat in after.seats):
                continue
            assert public_view(after) == public_view(before), names


def test_wall_flowers_and_kongs_of_the_running_turn_are_shown_with_its_discard() -> None:
    hand = rigged(FUZHOU, hands=["9p", "5555m"], front="1z", tail="7p3m9s").play("0 d:9p")
    lying = public_view(hand.state)
    hand.drift(
        lambda state: state.turn == 1 and state.prompt is not None and state.prompt.kind is PromptKind.TURN
    )
    assert public_view(hand.state) == lying
    hand.play("1 k:5m")
    assert public_view(hand.state) == lying
    own = seat_view(hand.state, 1)
    assert (own.left, own.public.left) == (hand.state.left, lying.left)
    assert seat_view(hand.state, 2).left == lying.left
    hand.play("1 d:" + hand.acts(1)[-1].removeprefix("d:"))
    after = public_view(hand.state)
    assert after.left == hand.state.left < lying.left
    assert after.seats[1].flowers == parse_tiles("1z")
    assert len(after.seats[1].melds) == 1


# -- what a view says


def test_visible_tiles_are_the_own_and_all_that_lies_open() -> None:
    hand = rigged(FUZHOU, hands=["5m1z", "34m", "55m"], tail="1m7p").play("0 d:5m, 2 p, x")
    state = hand.state
    seen = visible(seat_view(state, 1))
    wanted = [*state.seats[1].hand, *parse_tiles("555m1z7p")]
    assert seen == [wanted.count(kind) for kind in range(42)]


def test_views_print_counts() -> None:
    state = rigged(FUZHOU, hands=["123456789m"], tail="7p").state
    for printed in (
        repr(state),
        repr(state.seats[0]),
        repr(state.start),
        repr(Draft.of(state)),
        repr(state.prompt),
    ):
        assert "1m" not in printed
        assert "(0, 1, 2" not in printed
    assert repr(public_view(state)).count("hand=None") == 4


def test_views_have_their_own_types() -> None:
    state = rigged(FUZHOU, tail="7p").state
    assert type(public_view(state)) is PublicView
    view = seat_view(state, 0)
    assert type(view) is SeatView
    assert (view.turn, view.came, view.asked, view.kind) == (True, "deal", True, PromptKind.TURN)
    assert not seat_view(state, 1).turn
    assert seat_view(state, 1).came == ""
    assert isinstance(view.public.match, MatchState)
