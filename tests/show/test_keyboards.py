"""Buttons: their data keeps to the contract, their rows to Telegram's limits, and picture and keyboard agree."""

from dataclasses import replace

import pytest

from engine.actions import make_act
from engine.game import Game
from engine.tiles import parse_tile, parse_tiles
from engine.views import public_view, seat_view
from handlers.show.board import render_board
from handlers.show.cards import render_card
from handlers.show.grid import Phone
from handlers.show.keyboards import (
    data,
    group_button,
    held,
    more_rows,
    ready_button,
    rows_of,
    runs,
)
from handlers.show.labels import LabelSet
from handlers.show.lobby import render_lobby
from handlers.show.panel import Aside, render_panel
from handlers.show.scene import Chair
from handlers.show.settings import Settings, read_settings
from handlers.show.texts import LANGUAGES, Say
from tests.show.evening import PEOPLE, TEXTS, cut_labels, playable, scene, states
from tests.show.test_board import FOUR, GAMES, UNREACHED

SAYS = [TEXTS.of(language) for language in LANGUAGES]
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
GROUPS = [(say, second) for say in SAYS for second in (None, *SAYS) if second is not say]
LEFT = (*PEOPLE[:2], Chair(), Chair("", taken=True, computer=True))
FUZHOU = next(game for game in playable() if game.id == "fuzhou")


def test_table_buttons_carry_table_decision_code_and_argument() -> None:
    around = scene(HANS, table_id=36, decision=37)
    assert data(around, "g") == "10:11:g"
    assert data(around, "d", "5m") == "10:11:d:5m"
    assert data(around, make_act("k", 4).text) == "10:11:k:5m"


def test_buttons_that_ask_for_no_decision_never_change() -> None:
    earlier, later = (data(scene(HANS, decision=decision), "e") for decision in (1, 2))
    assert earlier == later == "3f:0:e"


def test_rows_are_as_equal_as_can_be() -> None:
    button = ready_button(scene(HANS))
    assert [len(row) for row in rows_of([button] * 5, 3)] == [3, 2]
    assert rows_of([], 3) == ()


@pytest.mark.parametrize(
    ("tile", "lows"),
    [("1m", "1m"), ("2m", "12m"), ("5p", "345p"), ("8s", "67s"), ("9s", "7s"), ("1z", ""), ("7z", "")],
)
def test_the_runs_of_a_tile(tile: str, lows: str) -> None:
    assert runs(parse_tile(tile)) == list(parse_tiles(lows))


def test_group_buttons_carry_both_languages_where_readers_differ() -> None:
    assert group_button(scene(HANS, second=EN), "button.pung", "p").text == "碰 Pung"
    assert group_button(scene(HANS), "button.pung", "p").text == "碰"


def test_computers_and_seats_the_computer_holds_count_as_ready() -> None:
    chairs = (replace(PEOPLE[0], ready=True), PEOPLE[1], replace(PEOPLE[2], away=True), PEOPLE[3])
    assert ready_button(scene(HANS, chairs=chairs)).text == "准备 3/4"


def test_behind_more_stands_everything_that_has_a_command_on_two_pages() -> None:
    pages = [more_rows(scene(EN), page, "2") for page in (1, 2)]
    done = [[[b.data.split(":", 2)[2] for b in row] for row in page] for page in pages]
    assert done[0] == [["ap:0", "ap:1"], ["ap:2", "ap:3"], ["hs", "ta"], ["zn", "z"], ["mo:0", "mo:2"]]
    assert done[1] == [["u", "o"], ["pr", "he:1"], ["l", "ki"], ["mo:0", "mo:1"]]
    assert [b.text for row in pages[0] for b in row if "✓" in b.text] == ["✓ No chows"]
    linked = more_rows(scene(EN, board_link="https://t.me/c/1/2"), 1, "0")
    assert any(button.url for row in linked for button in row)


def test_the_drawn_tile_stands_last_and_the_rest_is_sorted() -> None:
    state = next(state for state, _ in states(FUZHOU) if state.seats[state.turn].drawn is not None)
    view = seat_view(state, state.turn)
    order = held(view, Settings(), HANS)
    assert sorted(order.tiles) == list(view.own.hand)
    assert order.drawn == len(order.tiles) - 1
    assert order.tiles[-1] == view.own.drawn
    assert list(order.tiles[:-1]) == sorted(order.tiles[:-1])
    assert sum(order.rows) == len(order.tiles)


def test_bamboo_may_stand_first() -> None:
    state, _ = states(FUZHOU)[0]
    tiles = held(seat_view(state, 0), Settings(sort="bamboo_first"), HANS).tiles[:-1]
    assert [2 - tile // 9 for tile in tiles] == sorted(2 - tile // 9 for tile in tiles)


def test_stored_settings_are_read_and_unknown_ones_ignored() -> None:
    assert read_settings({}) == Settings()
    stored = {"labels": "words", "view": "text", "sort": "bamboo_first", "ping_hand": False}
    assert read_settings(stored) == Settings(LabelSet.WORDS, False, "bamboo_first", False)
    assert read_settings({"labels": "runes", "sort": 3}) == Settings()
    assert Settings().label_set(EN) is LabelSet.SYMBOLS
    assert Settings().label_set(HANS) is LabelSet.CHINESE


# -- the narrowest phone


@GAMES
@pytest.mark.parametrize(("say", "second"), GROUPS, ids=lambda say: say.language if say else "alone")
def test_no_label_of_a_group_is_cut(game: Game, say: Say, second: Say | None) -> None:
    around = scene(say, second=second)
    everything = [scene(say, second=second, chairs=UNREACHED, paused=paused) for paused in (False, True)]
    for state, _ in states(game)[::7]:
        view = public_view(state)
        if view.over:
            assert cut_labels(render_card(view, around, hand_code=99), Phone.GROUP) == []
            continue
        for shown in (around, *everything):
            assert cut_labels(render_board(view, shown), Phone.GROUP) == []
    for hand_of, chairs in ((0, PEOPLE), (2, PEOPLE), (0, LEFT), (0, FOUR)):
        lobby = render_lobby(game, game.options(), scene(say, second=second, hand_of=hand_of, chairs=chairs))
        assert cut_labels(lobby, Phone.GROUP) == []


@GAMES
@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_no_label_of_a_panel_is_cut(game: Game, say: Say) -> None:
    for number, (state, log) in enumerate(states(game)[::3]):
        view = seat_view(state, state.turn)
        around = scene(say, log=log, paused=number % 2 == 0)
        for labels in LabelSet:
            panel = render_panel(view, around, Settings(labels, picture=False))
            assert cut_labels(panel, Phone.PRIVATE) == []
    for page in (1, 2):
        aside = Aside(more=page, filter="3")
        panel = render_panel(seat_view(states(game)[0][0], 1), scene(say), aside=aside)
        assert cut_labels(panel, Phone.PRIVATE) == []
