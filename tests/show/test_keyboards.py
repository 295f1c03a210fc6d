"""Buttons: their data keeps to the contract, their rows to Telegram's limits, and picture and keyboard agree."""

from dataclasses import replace

import pytest

from engine.actions import make_act
from engine.tiles import parse_tile, parse_tiles
from engine.views import seat_view
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
from handlers.show.settings import Settings, read_settings
from tests.show.evening import PEOPLE, TEXTS, playable, scene, states

HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
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


def test_behind_more_stands_everything_that_has_a_command() -> None:
    codes = {button.data.split(":")[2] for row in more_rows(scene(EN)) for button in row if not button.url}
    assert codes == {"ap", "hs", "z", "zn", "u", "o", "pr", "ta", "l", "ki", "he"}
    linked = more_rows(scene(EN, board_link="https://t.me/c/1/2"))
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
