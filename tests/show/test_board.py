"""The board: the same for all, nothing hidden on it, within Telegram's limits at every moment of a hand."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.actions import Event
from engine.game import Game
from engine.melds import MeldKind
from engine.options import TableOptions
from engine.prompts import PromptKind
from engine.scoring import SEATS
from engine.state import Discard, HandState
from engine.tiles import Kind
from engine.views import PublicView, ShownMeld, public_view, seat_view
from handlers.callback_data import parse
from handlers.message import Message
from handlers.show.board import render_board
from handlers.show.labels import tile_name
from handlers.show.markup import Html, length, plain
from handlers.show.pictured import Drawn
from handlers.show.scene import Chair, Scene
from handlers.show.specs import BoardPicture
from handlers.show.texts import LANGUAGES, Say
from handlers.show.words import event_words
from playground.entities import parse_html
from tests.show.evening import PEOPLE, TEXTS, playable, scene, states

SAYS = [TEXTS.of(language) for language in LANGUAGES]
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
FUZHOU = next(game for game in playable() if game.id == "fuzhou")
GAMES = pytest.mark.parametrize("game", playable(), ids=lambda game: game.id)
UNREACHED = (PEOPLE[0], replace(PEOPLE[1], reached=False), *PEOPLE[2:])
FOUR = (*PEOPLE[:3], Chair("Tom", taken=True))
HOSTILE = tuple(
    Chair(name, taken=True, reached=False)
    for name in ("W" * 300, "<b>&\u202e" * 9, "👨‍👩‍👧‍👦" * 40, "محمد\u2067" * 20)
)
TILE = re.compile("[1-9][万筒条]|[东南西北白发中春夏秋冬梅兰竹菊]")


def codes(message: Message) -> list[list[str]]:
    """What the buttons do, without table and decision."""
    return [[button.data.split(":", 2)[2] for button in row] for row in message.keyboard]


def within_limits(message: Message, room: int) -> bool:
    """Whether Telegram takes the message, and its buttons are of the contract."""
    buttons = [button for row in message.keyboard for button in row]
    return (
        0 < length(message.text) <= room
        and len(buttons) <= 100
        and all(1 <= len(row) <= 8 for row in message.keyboard)
        and all(button.text and len(button.data.encode()) <= 64 for button in buttons)
        and all(bool(button.url) or parse(button.data) is not None for button in buttons)
    )


def open_tiles(view: PublicView) -> set[Kind]:
    """Every kind that lies open for all."""
    found = {view.indicator, view.last.tile if view.last else None}
    for seat in view.seats:
        found |= {*seat.flowers, *seat.discards, *(seat.hand or ())}
        found |= {tile for meld in seat.melds for tile in meld.tiles}
    return {tile for tile in found if tile is not None}


def some(game: Game, step: int = 1) -> Iterator[HandState]:
    for state, _ in states(game)[::step]:
        yield state


@GAMES
@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_every_board_keeps_telegrams_limits(game: Game, say: Say) -> None:
    second = EN if say is not EN else HANS
    for state in some(game, 9):
        view = public_view(state)
        for around in (scene(say), scene(say, chairs=UNREACHED, second=second)):
            assert within_limits(render_board(view, around), 4096)
        assert length(render_board(view, scene(say), picture=True).text) <= 1024
    for state in some(game, 90):
        around = scene(say, chairs=HOSTILE, second=second)
        assert within_limits(render_board(public_view(state), around), 4096)
        assert length(render_board(public_view(state), around, picture=True).text) <= 1024


@GAMES
def test_under_a_picture_call_and_header_stay_in_sight_and_the_table_is_folded(game: Game) -> None:
    for state in some(game, 25):
        view = public_view(state)
        drawn, text = (render_board(view, scene(HANS), picture=picture) for picture in (True, False))
        sight, quote = drawn.text.split("<blockquote expandable>")
        assert sight.split("\n")[:2] == text.text.split("\n")[:2]
        assert sight.count("\n") <= 4 + 1  # call and header, dice, flowers and gold before the first discard
        assert _pieces(plain(text.text)) <= _pieces(plain(Html(sight))) | _pieces(plain(Html(quote)))


def _pieces(text: str) -> set[str]:
    return set(re.split(r"\n+| · ", text))


@GAMES
def test_every_board_is_html_that_telegram_takes(game: Game) -> None:
    for state in some(game, 60):
        message = render_board(public_view(state), scene(HANS, chairs=HOSTILE))
        read, _ = parse_html(message.text)
        assert read == plain(message.text)


@GAMES
def test_no_board_tells_a_tile_that_does_not_lie_open(game: Game) -> None:
    for state in some(game, 3):
        view = public_view(state)
        board = render_board(view, scene(HANS, chairs=FOUR))
        written = set(TILE.findall(_without_winds(board)))
        allowed = {tile_name(kind, HANS) for kind in open_tiles(view)}
        assert written <= allowed


def _without_winds(message: Message) -> str:
    """The board's text without what looks like tiles and is none: seat winds, rounds, 补花."""
    text = re.sub("(?m)^[东南西北] (?=(👉 )?\u2068)", "", plain(message.text))
    return re.sub("[东南西北]令|补花", "", text)


@GAMES
def test_all_readers_of_a_language_see_the_same_board(game: Game) -> None:
    for state in some(game, 9):
        boards = {render_board(seat_view(state, seat).public, scene(HANS)) for seat in SEATS}
        assert len(boards) == 1


@GAMES
def test_buttons_do_the_same_in_every_language(game: Game) -> None:
    for state in some(game, 9):
        view = public_view(state)
        shown = [codes(render_board(view, scene(say, chairs=UNREACHED))) for say in SAYS]
        done = {tuple(code for row in rows for code in row) for rows in shown}
        assert len(done) == 1


@GAMES
def test_the_board_does_not_change_between_a_discard_and_the_next(game: Game) -> None:
    """Neither a window's end nor a draw, a flower or the wall's count of the running turn is published."""
    published = {"discard", "chow", "pung", "exposed_kong", "adding", "added_kong", "win", "drawn", "deal"}
    last = None
    before = 0
    for state, log in states(game):
        view = public_view(state, draws=False)
        happened = {event.name for event in log[before:]}
        during = state.count and view.opening is None
        if len(log) >= before and not happened & published and during:
            assert last is None or last.opening is not None or view == last
        last, before = view, len(log)


@GAMES
def test_claim_buttons_follow_from_the_discard_alone(game: Game) -> None:
    seen: dict[tuple[object, ...], str] = {}
    for state in some(game, 2):
        view = public_view(state)
        if view.last is None or view.over or view.opening is not None:
            continue
        key = (view.last.tile, view.last.robbing, view.options)
        done = repr(codes(render_board(view, scene(HANS)))[:-1])
        assert seen.setdefault(key, done) == done


def test_a_discard_can_be_chowed_in_each_of_its_runs_ponged_konged_won_or_passed() -> None:
    view = _with_last(Discard(3, 4, 9))
    assert codes(render_board(view, scene(HANS))) == [
        ["c:3m", "c:4m", "c:5m"],
        ["p", "k:5m", "h", "x"],
        ["e"],
    ]


def test_an_honour_has_no_chow() -> None:
    assert codes(render_board(_with_last(Discard(3, 27, 9)), scene(HANS)))[0] == ["p", "k:1z", "h", "x"]


def test_an_added_kong_can_only_be_won_or_passed() -> None:
    view = _with_last(Discard(3, 4, 9, robbing=True))
    assert codes(render_board(view, scene(HANS))) == [["h", "x"], ["e"]]
    unreached = codes(render_board(view, scene(HANS, chairs=UNREACHED)))
    assert unreached == [["h", "x"], ["e", "i"]]


def test_whom_the_picture_cannot_name_stands_in_the_folded_words() -> None:
    state = next(state for state, _ in states(FUZHOU) if state.last is not None)
    around = scene(HANS, chairs=(replace(FOUR[0], name="🦄🌈"), *FOUR[1:]))
    drawn, words = (render_board(public_view(state), around, picture=picture) for picture in (True, False))
    assert plain(drawn.text).count("图里的 1 号位是 \u2068🦄🌈\u2069") == 1
    assert "号位" not in words.text


@GAMES
def test_somebody_without_a_private_chat_finds_all_kinds_and_a_win_at_every_moment(game: Game) -> None:
    wanted = [kind for kind in game.tiles.kinds if kind < 34 and kind not in game.bonus]
    for state in some(game, 4):
        view = public_view(state)
        robbing = view.last is not None and view.last.robbing
        if view.over or view.opening is not None or robbing:
            continue
        assert not [code for row in codes(render_board(view, scene(HANS))) for code in row if code[0] == "d"]
        rows = codes(render_board(view, scene(HANS, chairs=UNREACHED)))
        tiles = [row for row in rows if row[0].startswith("d:")]
        assert sum(map(len, tiles)) == len(wanted)
        assert max(map(len, tiles)) == 7
        assert [code for row in rows for code in row].count("h") == 1
        assert not rows[-1][0].startswith("d:")


def test_the_first_line_names_the_discard_and_the_next_player() -> None:
    first = plain(render_board(_with_last(Discard(0, 4, 9)), scene(HANS)).text).split("\n")[0]
    assert re.sub("[\u2068\u2069]", "", first).startswith("Wei 打 5万 · 下一位 Sofia · 还有 ")


def test_the_first_line_stands_in_both_languages_where_readers_differ() -> None:
    lines = plain(render_board(_with_last(Discard(0, 4, 9)), scene(HANS, second=EN)).text).split("\n")
    assert "打 5万" in lines[0]
    assert "threw 5 wan" in lines[1]


def test_two_kinds_of_chinese_need_one_line_where_they_agree() -> None:
    hant = TEXTS.of("zh_Hant")
    view = _with_last(Discard(0, 27, 9))
    told = plain(render_board(view, scene(hant, second=hant)).text)
    assert told.count("打") == 1


def test_a_hidden_kong_shows_no_tile_and_an_open_one_does() -> None:
    hidden = ShownMeld(MeldKind.CONCEALED_KONG, (None,) * 4, None)
    one_up = ShownMeld(MeldKind.CONCEALED_KONG, (None, None, None, 12), None)
    for meld, told in ((hidden, "暗杠\n"), (one_up, "暗杠 4筒\n")):
        view = _with_last(Discard(3, 4, 9))
        seat = replace(view.seats[0], melds=(meld,), flowers=(34,))
        board = render_board(replace(view, seats=(seat, *view.seats[1:])), scene(HANS))
        assert told in plain(board.text)


def test_marks_tell_who_plays_a_seat_and_what_it_has_declared() -> None:
    view = _with_last(Discard(3, 4, 9))
    declared = replace(view.seats[1], declared=frozenset({"ready", "open"}))
    chairs = (replace(PEOPLE[0], away=True), UNREACHED[1], replace(PEOPLE[2], leaving=True), PEOPLE[3])
    view = replace(view, seats=(view.seats[0], declared, *view.seats[2:]))
    text = plain(render_board(view, scene(HANS, chairs=chairs)).text)
    assert all(mark in text for mark in ("🤖 代打", "📵 收不到牌", "打完这局走", "报听", "明打"))


def test_what_only_one_game_shows_of_a_seat_stands_on_board_and_picture() -> None:
    view = _with_last(Discard(3, 4, 9))
    marked = replace(view.seats[2], marks=("void_suit:m", "bound:1"), stake=3)
    view = replace(view, seats=(*view.seats[:2], marked, view.seats[3]))
    board = render_board(view, scene(HANS, chairs=FOUR), picture=True)
    assert "林姨 · 0 · 押 3 底 · 缺万 · 与 Sofia 互包 · 手里" in re.sub(
        "[\u2068\u2069]", "", plain(board.text)
    )
    assert isinstance(board.picture, Drawn)
    assert isinstance(board.picture.spec, BoardPicture)
    assert board.picture.spec.bands[2].marks == ("押 3 底", "缺万", "与 Sofia 互包")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event("void_suit", 1, arg="p"), "Sofia 缺筒"),
        (Event("bound", 0, other=2), "Wei 与 林姨 互包"),
        (Event("late_kong", 3, (4,)), "Tom 憨包豆 5万（不算分）"),
        (Event("turned", tiles=(4,)), "翻 5万"),
        (Event("stake", 0, arg="3"), "Wei 押 3 底"),
    ],
)
def test_events_of_one_game_are_told_in_words(event: Event, told: str) -> None:
    assert event_words(event, ("Wei", "Sofia", "林姨", "Tom"), HANS) == told


@pytest.mark.parametrize(
    ("kind", "done"),
    [
        (PromptKind.VOID_SUIT, [["t:m", "t:p", "t:s"], ["e"]]),
        (PromptKind.DECLARE, [["r", "x"], ["e"]]),
        (PromptKind.STAKE, [["e"]]),
    ],
)
def test_an_opening_question_has_the_same_buttons_for_all(kind: PromptKind, done: list[list[str]]) -> None:
    view = replace(_with_last(None), opening=kind, count=0)
    board = render_board(view, scene(HANS, chairs=PEOPLE))
    assert codes(board) == done
    assert plain(board.text).startswith("大家先选：")


def test_a_paused_board_offers_to_go_on() -> None:
    board = render_board(_with_last(Discard(3, 4, 9)), scene(HANS, paused=True))
    assert codes(board)[-1] == ["e", "z:g"]


def _with_last(last: Discard | None) -> PublicView:
    game = next(game for game in playable() if game.id == "fuzhou")
    return replace(public_view(states(game)[0][0]), last=last, count=9)


def test_a_chow_for_two_languages_begins_with_what_tells_it_from_the_others() -> None:
    view = _with_last(Discard(0, 4, 9))
    hant = TEXTS.of("zh_Hant")
    labels = {
        say.language if say else "": [
            button.text
            for row in render_board(view, scene(HANS, second=say)).keyboard
            for button in row
            if ":c:" in button.data
        ]
        for say in (None, EN, hant)
    }
    assert labels[""] == ["吃 3·4·5", "吃 4·5·6", "吃 5·6·7"]
    assert labels["en"] == ["吃 345 Chow", "吃 456 Chow", "吃 567 Chow"]
    assert labels["zh_Hant"] == ["吃 345", "吃 456", "吃 567"]


def told_by(view: PublicView, around: Scene) -> str:
    return re.sub("[\u2060\u2068\u2069]", "", plain(render_board(view, around).text))


@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_the_first_board_says_how_seats_were_drawn(say: Say) -> None:
    game = next(game for game in playable() if game.id == "fuzhou")
    view = public_view(states(game)[0][0])
    around = scene(say, house=TableOptions(seats="shuffled"), hand_of=1)
    told = "Wei　Sofia　林姨　"
    assert told in told_by(view, around)
    for other in (replace(around, hand_of=2), replace(around, house=TableOptions())):
        assert told not in told_by(view, other)
