"""The lobby: game with province, length, seats, options in words; the same buttons for all."""

import re
from dataclasses import replace

import pytest

from engine.games import games
from engine.options import TableOptions
from handlers.message import Message
from handlers.show.lobby import length_words, render_lobby
from handlers.show.markup import Html, plain
from handlers.show.options import Chosen, options_page
from handlers.show.scene import Chair, Scene
from handlers.show.texts import LANGUAGES, Say
from handlers.show.words import option_name, option_short
from playground.entities import parse_html
from tests.show.evening import PEOPLE, TEXTS
from tests.show.evening import scene as evening
from tests.show.test_board import FOUR, HOSTILE, codes, within_limits

SAYS = [TEXTS.of(language) for language in LANGUAGES]
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
GAMES = games()
FUZHOU = GAMES["fuzhou"]
WAITING = (
    Chair("Wei", taken=True, ready=True),
    Chair("Sofia", taken=True),
    Chair("林姨", taken=True, reached=False, on_the_way=True),
    Chair(),
)


def scene(say: Say, **changes: object) -> Scene:
    """A table before its first hand."""
    return evening(say, hand_no=0, **{"hand_of": 0, **changes})


def text_of(message: Message) -> str:
    return re.sub("[\u2060\u2068\u2069]", "", plain(message.text)).replace("\u00a0", " ")


def test_a_lobby_tells_game_length_seats_options_and_folds_the_fingerprint() -> None:
    message = render_lobby(FUZHOU, FUZHOU.options(), scene(HANS, chairs=WAITING))
    assert text_of(message).split("\n")[:4] == [
        "🀄 福州麻将（福建） · 8 局，约 30 分钟",
        "1 Wei ✓　2 Sofia　3 林姨 ⏳去开门了　4 空",
        "公式A · 放胡一家给 · 正常速度",
        "按「开打」，空位由电脑坐。",
    ]
    assert "<blockquote expandable>🔒 本场洗牌指纹：3f9a 71c2 " in message.text


def test_the_buttons_follow_the_contract() -> None:
    message = render_lobby(FUZHOU, FUZHOU.options(), scene(HANS, chairs=WAITING))
    assert codes(message) == [["j", "l"], ["b"], ["u", "o"], ["i"], ["g"]]
    assert {button.data.split(":")[0] for row in message.keyboard for button in row} == {"3f"}
    assert message.keyboard[-1][0].data == "3f:3iv:g"
    assert message.keyboard[-1][0].text == "开打 · 电脑补 1 位"


def test_once_the_tiles_are_dealt_nothing_is_left_to_press_but_what_can_be_read() -> None:
    message = render_lobby(FUZHOU, FUZHOU.options(), scene(HANS, hand_of=1))
    assert codes(message) == [["u", "o"]]


def test_a_full_lobby_asks_for_ready() -> None:
    message = render_lobby(FUZHOU, FUZHOU.options(), scene(HANS))
    assert codes(message) == [["wl", "l"], ["n"], ["u", "o"], ["g"]]
    assert message.keyboard[-1][0].text == "准备 1/4"
    assert "人齐了" in text_of(message)


def test_both_fuzhous_are_told_apart_in_every_language() -> None:
    for say in SAYS:
        titles = {
            text_of(render_lobby(GAMES[game], GAMES[game].options(), scene(say))).split("·")[0]
            for game in ("fuzhou", "jiangxi_fuzhou")
        }
        assert len(titles) == 2


def test_only_options_that_differ_are_told_beside_the_headline() -> None:
    options = FUZHOU.options().with_value("pass_lock", False).with_value("scoring", "B")
    told = text_of(
        render_lobby(FUZHOU, options, scene(HANS, house=TableOptions(tempo="quick", window="open")))
    )
    line = next(line for line in told.split("\n") if "公式" in line)
    assert line == "公式B · 过胡：关 · 快速度 · 吃碰等待：不遮"


def test_changed_options_are_told_by_name_and_their_questions_stay_on_the_page_of_options() -> None:
    game = GAMES["guiyang"]
    options = game.options().with_value("wugu_ji", "on").with_value("que_mode", "dingque")
    line = next(
        line for line in text_of(render_lobby(game, options, scene(HANS))).split("\n") if "缺门" in line
    )
    assert "乌骨鸡：有 · 缺门：定缺 · " in line
    chosen = Chosen(game, options, TableOptions(), Html(), Html(), lambda *args: ":".join(map(str, args)))
    pages = " ".join(options_page(chosen, f"p:{page}", HANS)[0] for page in range(1, 6))
    assert "乌骨鸡：八筒也是鸡，分数双倍 → <b>有</b>" in pages


@pytest.mark.parametrize("say", SAYS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_option_has_a_short_name_of_its_own_that_asks_nothing(game: str, say: Say) -> None:
    schema = GAMES[game].options.schema()
    short = {name: option_short(name, known, say) for name, known in schema.items()}
    assert len(set(short.values())) == len(short)
    for name, text in short.items():
        whole = option_name(name, schema[name], say)
        assert whole.startswith(text)
        assert text
        assert not re.search("[：:，,；;（(]", text)
        assert text[0] == text[0].upper() == whole[0]


@pytest.mark.parametrize(
    ("game", "name", "value", "told"),
    [
        ("fuzhou", "hands", 4, "4 局"),
        ("fuzhou", "hands", "open", "打到散桌"),
        ("qingtian", "length", "4_ling", "4 令"),
        ("qingtian", "length", 8, "8 局"),
        ("yantai", "hands", "all_dealt", "每人坐完一次庄"),
        ("fuding", "match", "broke", "打到有人输光"),
    ],
)
def test_a_match_is_as_long_as_the_game_counts(game: str, name: str, value: str | int, told: str) -> None:
    assert length_words(GAMES[game].options().with_value(name, value), HANS) == told


def test_unknown_minutes_are_left_out() -> None:
    told = text_of(render_lobby(FUZHOU, FUZHOU.options(), scene(EN, minutes=0)))
    assert told.startswith("🀄 Fuzhou (Fujian) · 8 hands\n")


def test_a_practice_table_says_that_nothing_counts() -> None:
    assert "不计分" in text_of(render_lobby(FUZHOU, FUZHOU.options(), scene(HANS, practice=True)))


def test_people_with_one_name_are_told_apart() -> None:
    chairs = (FOUR[0], replace(FOUR[1], name="wei"), *FOUR[2:])
    told = text_of(render_lobby(FUZHOU, FUZHOU.options(), scene(HANS, chairs=chairs)))
    assert "Wei 🟡1" in told
    assert "wei 🔵2" in told


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_every_lobby_keeps_telegrams_limits(game, say: Say) -> None:  # type: ignore[no-untyped-def]
    for chairs in (PEOPLE, WAITING, HOSTILE, (Chair(),) * 4):
        message = render_lobby(game, game.options(), scene(say, chairs=chairs, second=EN))
        assert within_limits(message, 4096)
        read, _ = parse_html(message.text)
        assert read == plain(message.text)
        assert len(plain(message.text).split("\n", 1)[0]) <= 60


@pytest.mark.parametrize(("say", "words"), [(HANS, "⚖️ 裁判模式"), (EN, "⚖️ referee mode")])
def test_the_line_of_options_begins_with_the_referee(say: Say, words: str) -> None:
    game = GAMES["fuding"]
    house = TableOptions(mode="referee", computer_errs=True)
    with_referee = text_of(render_lobby(game, game.options(), scene(say, chairs=WAITING, house=house)))
    without = text_of(render_lobby(game, game.options(), scene(say, chairs=WAITING)))
    assert [line for line in with_referee.split("\n") if line.startswith(words)]
    assert words not in without


def test_a_lobby_that_has_ended_says_so_and_offers_another() -> None:
    message = render_lobby(FUZHOU, FUZHOU.options(), scene(HANS, chairs=WAITING, over=True))
    assert text_of(message).split("\n")[1:] == [HANS.plain("refuse.table_over")]
    assert codes(message) == [["ng"]]
