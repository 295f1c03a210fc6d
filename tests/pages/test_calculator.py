"""/calc: hands as typed and as pressed, what they come to, and why some may not win."""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game import Game
from engine.games import find_game, games
from engine.melds import parse_meld
from engine.result import Win, settle
from engine.tiles import parse_tile, parse_tiles
from handlers.callback_data import LIMIT, parse
from handlers.message import Message
from handlers.pages import calculator
from handlers.pages.calculator import EXAMPLES, ME, Question, answer, blank, calculate, read_typed
from handlers.pages.page import NotShown
from handlers.show.layout import TEXT
from handlers.show.markup import length, plain
from handlers.show.texts import LANGUAGES
from tests.pages.conftest import TEXTS

ZH, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
GAMES = list(games().values())[:7]
BY_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
ENGINE = Path(__file__).parents[2] / "engine"


def typed(text: str) -> Question:
    question = read_typed(text.split())
    assert question is not None
    return question


def said(text: str) -> str:
    return plain(answer(typed(text), ZH).text)


# -- reading


def test_no_game_is_no_question() -> None:
    assert read_typed([]) is None


@pytest.mark.parametrize(
    "text",
    ["fuzhou 123456789m123p55s66s 6s", "fuzhou 123456789m123p55s666s", "fuzhou 123456789m 123p 55s 6s 6s 6s"],
)
def test_the_winning_tile_is_the_last_one_written(text: str) -> None:
    question = typed(text)
    assert question.hand == parse_tiles("123456789m123p55s66s")
    assert question.tile == parse_tile("6s")


def test_all_that_can_be_typed_is_read() -> None:
    question = typed("青田 123m55p66p 6p melds=456m,(7777s) flowers=12f gold=3p dealer length=2")
    assert question.game.id == "qingtian"
    assert question.melds == (parse_meld("456m<0"), parse_meld("(7777s)"))
    assert question.flowers == parse_tiles("12f")
    assert question.indicator == parse_tile("3p")
    assert question.dealer
    assert question.options.get("length") == 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("nothing 1m", "refuse.unknown_game"),
        ("fuzhou 12x", "refuse.tiles"),
        ("fuzhou 1m melds=12m", "refuse.tiles"),
        ("fuzhou gold=12m", "refuse.tiles"),
        ("fuzhou 0m", "refuse.tiles"),
        ("fuzhou m", "refuse.tiles"),
        ("fuzhou nonsense=3", "refuse.unknown_option"),
        ("fuzhou hands=nonsense", "refuse.option_value"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, key: str) -> None:
    with pytest.raises(NotShown) as refusal:
        typed(text)
    assert refusal.value.key == key
    assert refusal.value.words(ZH)


# -- scoring


@BY_GAME
def test_a_hand_pays_what_settle_says(game: Game) -> None:
    """Every winning tile of an ordinary ready hand, by self-draw and on a discard."""
    question = typed(f"{game.id} {EXAMPLES[game.hand_size]}")
    waits = calculate(question).waits
    for tile, drawn, discard in waits:
        found = calculate(typed(f"{game.id} {EXAMPLES[game.hand_size]} {tile % 9 + 1}{'mps'[tile // 9]}"))
        for way, pays in zip(found.ways, (drawn, discard), strict=True):
            assert (way.settlement is None) == (pays is None)
            if way.settlement is not None:
                base = calculator._base(typed(f"{game.id} {EXAMPLES[game.hand_size]}"), _seat(game))
                wanted = settle(_with_win(base, Win(ME, tile, way.source)))
                assert way.settlement == wanted
                assert sum(way.settlement.payments) == 0


def _seat(game: Game) -> calculator.SeatResult:
    return calculator.SeatResult(parse_tiles(EXAMPLES[game.hand_size]))


def _with_win(base: calculator.Result, win: Win) -> calculator.Result:
    return calculator.replace(base, wins=(win,))


def test_fuzhou_by_the_rulebook() -> None:
    """FZ-10: base 5 and 30 for 平胡 without flowers or kongs, doubled base: (0+0+0+5)×2+30 = 40 from each."""
    text = said("fuzhou 123456789m123p55s66s 6s")
    assert "(0+0+0+5)×2+30 = 40" in text.replace("\u00a0", " ")
    assert "我 +120" in text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("guiyang 123456789m55p66p 5p", "没有通行证（GY-5.5）"),
        ("fuzhou 123456789m123p55s79s 8s gold=8s", "打出来的百搭谁也不能胡（FZ-5.6）"),
        ("longgang 123456789m123p55s66s 7z", "不成牌型（LG-26）"),
        ("yantai 123456789m55p66p 9p", "不成牌型（Y-9）"),
    ],
)
def test_a_hand_that_may_not_win_says_why(text: str, why: str) -> None:
    assert why in said(text)


def test_why_is_said_once_where_it_holds_for_both_ways() -> None:
    assert said("yantai 123456789m55p66p 9p").count("不成牌型") == 1
    assert said("guiyang 123456789m55p66p 5p").count("通行证") == 1


def test_every_refusal_of_the_engine_has_words_of_the_reader() -> None:
    """But those of events and declarations, which a calculated hand has not."""
    played = re.compile(
        r"heavenly|earthly|天胡|地胡|bloom|抢金|robbed|三金倒|last|first_lap|burn|declared|open hand|plays open|stands"
        r"|discard or a claim|robs the gold|melded or discarded|游金 needs|推土机|^1m: 1m$"
        r"|three golds|dealt tiles|kongs cannot be robbed|is a self-draw, yet|needs the seat|one winner"
    )
    reasons = [reason for path in sorted(ENGINE.rglob("*.py")) for reason in _reasons(path)]
    assert len(reasons) > 50
    unworded = [
        reason
        for reason in reasons
        if not played.search(reason) and not any(re.search(p, reason) for p, _ in calculator._REASONS)
    ]
    assert unworded == []


def _reasons(path: Path) -> Iterator[str]:
    """The messages of all `IllegalWin(…)` in a module; what is filled in is a tile."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "IllegalWin":
            text = node.args[0]
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "1m" for part in parts)


def test_what_is_not_ready_is_told_how_far_it_is() -> None:
    assert "差 1 张听牌" in said("fuding 123456789m123p55s2z 1z")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fuzhou 11111m", "1万 这里只有 4 张。"),
        ("guiyang 1z", "东 这里只有 0 张。"),
        ("fuzhou 123m", "现在 3 张，听牌要 16 张"),
    ],
)
def test_what_is_no_hand_is_said(text: str, told: str) -> None:
    assert told in said(text)


def test_waits_that_pay_alike_stand_in_one_line() -> None:
    """Two golds wait for nearly everything: three lines, not twenty-seven."""
    text = said("fuzhou 123456789m123p55s6s 6s gold=5s flowers=12f")
    assert len(text.split("听牌了：")[1].strip().split("\n")) == 3


# -- buttons


def follow(data: str, say: object = ZH) -> Message:
    press = parse(data)
    assert press is not None
    assert press.code == "ca"
    return calculator.pressed(press.number, press.args, ZH)


def button(message: Message, label: str) -> str:
    return next(b.data for row in message.keyboard for b in row if b.text == label)


def test_a_hand_is_put_together_by_buttons() -> None:
    message = follow(button(calculator.which_game(ZH), "福州（福建）"))
    for rank in range(1, 10):
        message = follow(button(message, f"{rank}万"))
    message = follow(button(message, "吃"))
    message = follow(button(message, "1筒"))
    message = follow(button(message, "手牌"))
    for label in ("5条", "5条", "6条", "6条"):
        message = follow(button(message, label))
    assert "听牌了" in plain(message.text)
    message = follow(button(message, "5条"))
    assert "自摸" in plain(message.text)
    message = follow(button(message, "我坐庄"))
    assert "我坐庄" in plain(message.text)
    message = follow(button(message, "⌫"))
    message = follow(button(message, "⌫"))
    assert "现在 15 张" in plain(message.text)
    assert "吃 1·2·3筒" in plain(message.text)


@BY_GAME
def test_no_button_is_too_long_and_none_adds_a_tile_that_is_not_there(game: Game) -> None:
    """The longest hands: all singles over three suits, melds, many flowers, a turned and a winning tile."""
    melds = (parse_meld("(1111m)"), parse_meld("999m<0"), parse_meld("123p<0"))
    flowers = tuple(kind for kind in range(34, 42) if game.tiles.copies[kind])
    size = game.hand_size - 9
    question = Question(
        game, parse_tiles("2m4m6m8m4p6p7s")[:size], melds, flowers, 8, 20, True, game.options()
    )
    for at in calculator._fields(question):
        message = answer(question, ZH, at=at)
        datas = [b.data for row in message.keyboard for b in row]
        assert all(len(data) <= LIMIT for data in datas)
        for data in datas:
            follow(data)


@BY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_keep_to_telegrams_limits(game: Game, language: str) -> None:
    say = TEXTS.of(language)
    for question in (blank(game), typed(f"{game.id} {EXAMPLES[game.hand_size]}")):
        for at in calculator._fields(question):
            message = answer(question, say, at=at)
            assert 0 < length(message.text) <= TEXT
            assert sum(map(len, message.keyboard)) < 100
            assert all(0 < len(row) <= 8 for row in message.keyboard)


@pytest.mark.parametrize(
    "args",
    [
        ("z",),
        ("h", "12"),
        ("h", "99x"),
        ("h", "", "c9m"),
        ("h", "", "q1m"),
        ("h", "", "p1f"),
        ("h", "", "p1"),
        ("h", "", "", "", "12m"),
        ("h", "", "", "", "", "xx"),
    ],
)
def test_a_made_up_button_is_refused(args: tuple[str, ...]) -> None:
    with pytest.raises(NotShown, match=r"^refuse\.page_moved$"):
        calculator.pressed(1, args, ZH)


def test_a_game_that_is_not_there_asks_which() -> None:
    assert calculator.pressed(99, (), ZH) == calculator.which_game(ZH)


@BY_GAME
def test_the_example_is_ready_or_nearly(game: Game) -> None:
    found = calculate(typed(f"{game.id} {EXAMPLES[game.hand_size]}"))
    assert found.waits or found.away == 1
    assert find_game(game.id) is game


def test_every_field_has_tiles_to_choose() -> None:
    for game in GAMES:
        fields = calculator._fields(blank(game))
        assert {"h", "p", "k", "a", "t", "g"} <= set(fields)
        chosen = [calculator._kinds(blank(game), at) for at in fields]
        assert all(chosen)
        assert all(game.tiles.copies[kind] for kind in itertools.chain(*chosen))
