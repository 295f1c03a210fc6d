"""The catalogues: complete, used, alike in all languages, within Telegram's limits, and safe for any name."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from string import Formatter

import pytest

from handlers.show.judged import clause_key
from handlers.show.labels import tile_name
from handlers.show.markup import Html, deadline, folded, join, length, lines, link, plain
from handlers.show.menu import GROUP, PRIVATE, menu
from handlers.show.texts import (
    BUTTON,
    LANGUAGES,
    SHARED_LINE,
    TOAST,
    Say,
    Texts,
    UnknownTextError,
    both,
    both_lines,
    language_for,
    read_catalogue,
    signed,
)
from handlers.show.traditional import to_traditional
from playground.entities import parse_html

ROOT = Path(__file__).parents[2]
TEXTS = Texts.load()
HANS, HANT, EN = (TEXTS.of(language) for language in LANGUAGES)
SAYS = pytest.mark.parametrize("say", [HANS, HANT, EN], ids=LANGUAGES)
KEYS = sorted(EN.keys)


def forms(language: str) -> dict[str, tuple[str, ...]]:
    """Every text of a language by its key, all its plural forms."""
    texts: dict[str, tuple[str, ...]] = {}
    for message in read_catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            texts[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return texts


FORMS = {language: forms(language) for language in LANGUAGES}


def placeholders(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def needed(key: str) -> set[str]:
    """The parameters a text asks for; one that counts always asks for n."""
    found = placeholders(FORMS["en"][key])
    return found | {"n"} if len(FORMS["en"][key]) > 1 else found


# --- which keys the code mentions -------------------------------------------------------------------------

KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
SAYING = {"plain", "plural", "button"}


WORD = re.compile(r"[a-z0-9_]+")
NUMBERED = re.compile(r"[0-9_]+")


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """All nodes of a module."""
    return tuple(ast.walk(ast.parse(source)))


def mentioned(source: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """The keys a module names, and patterns for those it puts together: f"option.{name}.help"."""
    exact: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for node in nodes_of(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
            exact.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            pieces = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"([a-z0-9_.]+)"
                for part in node.values
            ]
            if "." in str(node.values[0].value):
                patterns.append(re.compile("".join(pieces)))
    return exact, patterns


def literals(source: str) -> set[str]:
    """The texts that stand in a module."""
    return {
        node.value
        for node in nodes_of(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def words(source: str) -> set[str]:
    """The words that a module could put into a key: what it has as a text or as a field."""
    fields = (node.target for node in nodes_of(source) if isinstance(node, ast.AnnAssign))
    names = {target.id for target in fields if isinstance(target, ast.Name)}
    return names | set(filter(WORD.fullmatch, literals(source)))


def unused(keys: Iterable[str], sources: Iterable[str]) -> set[str]:
    """Keys that no module names, nor puts together from words that stand in one."""
    sources = list(sources)
    found = [mentioned(source) for source in sources]
    exact = set().union(*(names for names, _ in found))
    known = set().union(*map(words, sources))
    patterns = [pattern for _, several in found for pattern in several]

    def composed(key: str) -> bool:
        fitting = [match for match in (pattern.fullmatch(key) for pattern in patterns) if match]
        parts = [[word for part in match.groups() for word in part.split(".")] for match in fitting]
        return any(all(word in known or NUMBERED.fullmatch(word) for word in row) for row in parts)

    return {key for key in keys if key not in exact and not composed(key)}


def bad_calls(source: str) -> Iterator[str]:
    """Calls that name a text which does not exist, or give it other parameters than it needs."""
    for node in nodes_of(source):
        key = _called_key(node)
        if key is None or not isinstance(node, ast.Call):
            continue
        if key not in EN:
            yield f"{key}: no such text"
        elif all(keyword.arg for keyword in node.keywords):
            given = {str(keyword.arg) for keyword in node.keywords} | ({"n"} if _is_plural(node) else set())
            if given != needed(key):
                yield f"{key}: given {sorted(given)}, needs {sorted(needed(key))}"


def _called_key(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call):
        return None
    func = node.func
    if isinstance(func, ast.Name) and func.id == "both":
        candidates = node.args[2:3]
    elif (isinstance(func, ast.Attribute) and func.attr in SAYING) or (
        isinstance(func, ast.Name) and func.id.startswith("say")
    ):
        candidates = node.args[:1]
    else:
        return None
    for first in candidates:
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and KEY.fullmatch(first.value):
            return first.value
    return None


def _is_plural(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "plural"


def sources() -> list[tuple[str, str]]:
    paths = sorted((ROOT / "handlers").rglob("*.py")) + [path for path in [ROOT / "bot.py"] if path.exists()]
    return [(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in paths]


def test_the_search_for_keys_sees_literals_and_composed_ones() -> None:
    sample = 'say("lobby.seat", seat=1)\nkey = f"option.{name}.help"\nother = "no key"\nx = f"{a}.b"\ny = "tempo"\n'
    keys = {"lobby.seat", "option.tempo.help", "option.dice.help", "option.tempo", "lobby.seat_free"}
    assert unused(keys, [sample]) == {"option.dice.help", "option.tempo", "lobby.seat_free"}


def test_the_search_for_wrong_calls_finds_them() -> None:
    sample = (
        'say("lobby.nonsense")\nsay("refuse.no_tile")\nsay.plain("refuse.no_tile", 60, tile="x")\n'
        'say.plural("three.called", 2)\nboth(a, b, "button.nonsense")\nother("refuse.no_tile")\n'
    )
    assert list(bad_calls(sample)) == [
        "lobby.nonsense: no such text",
        "refuse.no_tile: given [], needs ['tile']",
        "button.nonsense: no such text",
    ]


def test_no_text_is_unused() -> None:
    """The engine names texts, too: what a throw is warned of, and the clauses that a referee judges by."""
    engine = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "engine").rglob("*.py"))]
    clauses = {clause_key(text) for source in engine for text in literals(source)}
    assert sorted(unused(KEYS, [*(source for _, source in sources()), *engine]) - clauses) == []


def test_every_call_names_a_text_and_gives_what_it_needs() -> None:
    wrong = [f"{name}: {fault}" for name, source in sources() for fault in bad_calls(source)]
    assert wrong == []


# --- all languages alike ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_stands_twice(language: str) -> None:
    lines = (
        (ROOT / f"handlers/show/locales/{language}/LC_MESSAGES/paizhuo.po").read_text("utf-8").splitlines()
    )
    keys = [line for line in lines if line.startswith("msgid ")]
    assert sorted(set(keys)) == sorted(keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_or_empty_in_any_language(language: str) -> None:
    assert FORMS[language].keys() == FORMS["en"].keys()
    assert [key for key, texts in FORMS[language].items() if not all(texts)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_asks_for_the_same_parameters(language: str) -> None:
    different = [
        key
        for key, texts in FORMS[language].items()
        if placeholders(texts) | {"n"} != placeholders(FORMS["en"][key]) | {"n"}
        or ("n" in placeholders(texts)) > ("n" in needed(key))
    ]
    assert different == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_as_many_as_the_language_has(language: str) -> None:
    catalogue = read_catalogue(language)
    counted = {key for key, texts in FORMS["en"].items() if len(texts) > 1}
    assert {message.id[0] for message in catalogue if message.pluralizable} == counted
    assert all(
        len(message.string or ()) == catalogue.num_plurals for message in catalogue if message.pluralizable
    )


@pytest.mark.parametrize(("language", "encoding"), [("zh_Hans", "gb2312"), ("zh_Hant", "big5")])
def test_chinese_is_written_in_the_characters_of_its_readers(language: str, encoding: str) -> None:
    samples = {"setting.labels.symbols"}  # shows the symbols as they are on the tiles
    foreign = {
        (key, char)
        for key, texts in FORMS[language].items()
        for char in "".join(texts)
        if "\u4e00" <= char <= "\u9fff"
        and key not in samples
        and not char.encode(encoding, "ignore")
        and char not in NOT_IN_BIG5
    }
    assert foreign == set()


def test_traditional_text_stays_as_it_is() -> None:
    changed = {
        key: (text, to_traditional(text))
        for key, texts in FORMS["zh_Hant"].items()
        for text in texts
        if to_traditional(text) != text
    }
    assert changed == {}


NOT_IN_BIG5 = {"幺", "鮁"}
"""幺 is written so everywhere at a mahjong table, and Big5 lacks 鮁, the fish of Yantai."""


def test_traditional_text_has_no_simplified_character_that_the_table_lacks() -> None:
    """Big5 has no character that was made by simplifying; `to_traditional` only those that it was taught."""
    rules = [path.read_text(encoding="utf-8") for path in (ROOT / "handlers/show/rulebooks").glob("*.zh.txt")]
    texts = [*(text for texts in FORMS["zh_Hant"].values() for text in texts), *map(to_traditional, rules)]
    chinese = sorted(set(re.findall("[\u4e00-\u9fff]", "".join(texts))))
    assert {char for char in chinese if not char.encode("big5", "ignore")} <= NOT_IN_BIG5


def test_the_words_of_every_game_can_be_shown_in_traditional_characters() -> None:
    words = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "engine").rglob("*.py"))
    chinese = sorted(set(re.findall("[\u4e00-\u9fff]", to_traditional(words))))
    unknown = [char for char in chinese if not char.encode("big5", "ignore") and char not in NOT_IN_BIG5]
    assert unknown == [], "add these characters to handlers/show/traditional.py"


def test_english_texts_have_chinese_only_where_it_is_a_term() -> None:
    areas = ("reason.", "ending.", "tile.chinese.", "word.", "card.", "game.", "language.")
    areas += ("clause.", "objection.")  # a clause is named as the house rule does
    keys = {
        key
        for key, texts in FORMS["en"].items()
        if re.search("[\u4e00-\u9fff]", "".join(texts)) and not key.startswith(areas)
    }
    assert keys == {
        "act.eight_flowers",
        "act.three_golds",
        "ask.eight_flowers",
        "ask.heavenly",
        "board.caishen",
        "button.language",
        "deal.caishen",
        "event.late_kong",
        "setting.labels.chinese",
        "setting.labels.symbols",
    }


# --- Telegram's limits ------------------------------------------------------------------------------------

LONG_NAME = "W" * 24


def sample(key: str, say: Say) -> dict[str, str | int]:
    """Parameters as long as they may well be."""
    of_kind: dict[str, str | int] = {
        "n": 144,
        "tile": tile_name(41, say),
        "tiles": tile_name(41, say),
        "points": "−1600",
        "total": "−1600",
        "run": "7·8·9",
        "value": 1600,
        "seat": 4,
        "of": 4,
        "suit": say.plain("suit.s"),
        "time": say.deadline(1790000000, 45),
        "hand": 12345,
        "text": "x" * 24,
        "game": "Longgang (Wenzhou)",
        "act": say.plain("act.pung", tile=tile_name(26, say)),
        "filter": say.plain("button.filter.3"),
        "example": "hands=4",
    }
    return {name: of_kind.get(name, LONG_NAME) for name in needed(key)}


def area(*prefixes: str) -> list[str]:
    return [key for key in KEYS if key.startswith(prefixes)]


ANSWERS = area(
    "toast.", "refuse.", "throw.", "lock.", "advice.", "eye.", "claim.", "vote.counted", "seat.sat_toast"
)
ANSWERS += [
    "door.press_start",
    "trouble.not_saved",
    "seat.already",
    "three.called",
    "new.elsewhere",
]


@SAYS
def test_answers_to_a_press_hold_200_characters_uncut(say: Say) -> None:
    assert [key for key in ANSWERS if length(say(key, **sample(key, say))) > TOAST] == []


@SAYS
def test_button_texts_are_short(say: Say) -> None:
    too_long = [key for key in area("button.") if length(say(key, **sample(key, say))) > BUTTON]
    assert too_long == []


def test_group_buttons_in_two_languages_stay_within_a_shared_line() -> None:
    shared = [
        "chow_run",
        "pung",
        "kong",
        "win",
        "pass",
        "my_hand",
        "ready_count",
        "sit",
        "rob_gold",
        "back_in_seat",
    ]
    for first, second in combinations((HANS, HANT, EN), 2):
        for key in (f"button.{name}" for name in shared):
            text = both(first, second, key, **sample(key, first))
            assert length(text) <= SHARED_LINE
            assert second.plain(key, **sample(key, second)).removeprefix("👀 ") in text
            assert text.count("👀") <= 1


@SAYS
def test_messages_fit_a_caption_and_longer_pages_a_message(say: Say) -> None:
    pages = ("privacy.", "help.")
    assert all(length(say(key, **sample(key, say))) <= 4096 for key in area(*pages))
    captions = [key for key in KEYS if not key.startswith(pages)]
    assert [key for key in captions if length(say(key, **sample(key, say))) > 500] == []


@SAYS
def test_what_botfather_would_ask_for_fits(say: Say) -> None:
    assert length(say("bot.description")) <= 512
    assert length(say("bot.short_description")) <= 120
    for names in (GROUP, PRIVATE):
        assert all(
            re.fullmatch("[a-z0-9_]{1,32}", name) and 1 <= length(text) <= 256
            for name, text in menu(say, names)
        )


def test_every_described_command_stands_in_a_menu() -> None:
    assert {f"command.{name}" for name in GROUP + PRIVATE} == set(area("command."))


@SAYS
def test_every_text_is_html_that_telegram_takes(say: Say) -> None:
    for key in KEYS:
        text = say(key, **sample(key, say))
        read, _ = parse_html(text)
        assert read == plain(text)


# --- wording ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_shouts_at_or_blames_its_reader(language: str) -> None:
    never = re.compile(
        r"\berrors?\b|invalid|expired|illegal|failed|failure|\bfault|wrong|错误|錯誤|无效|無效|过期|過期|失效|失败|失敗|非法",
        re.I,
    )
    assert [key for key, texts in FORMS[language].items() if never.search("".join(texts))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_have_no_exclamation(language: str) -> None:
    refusals = ("refuse.", "throw.", "lock.", "trouble.", "door.", "advice.", "claim.", "away.")
    loud = [
        key
        for key, texts in FORMS[language].items()
        if key.startswith(refusals) and re.search("[!！]", "".join(texts))
    ]
    assert loud == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_stray_blanks_at_its_ends(language: str) -> None:
    glue = {"list.comma", "list.last", "tile.groups", "eye.melds", "eye.flowers"}
    assert [
        key
        for key, texts in FORMS[language].items()
        if key not in glue and any(t != t.strip() for t in texts)
    ] == []


def test_the_open_window_says_what_it_gives_away() -> None:
    assert "全桌都知道有人能要" in HANS.plain("option.window.open.help")
    assert "somebody could" in EN.plain("option.window.open.help")


WORDING = [
    ("group.hello", {}, "大家好，牌桌到了 🀄 四个人就开打，缺人我来凑。",
     "Hello! Mahjong table, at your service 🀄 Four people and we play; I fill empty seats."),
    ("three.call", {"names": "Wei"}, "🔔 三缺一！Wei 在等你。", "🔔 Three here, one to go! Wei are waiting."),
    ("door.press_start", {}, "我还不能给你发牌。点一下，再按 START，就好了。",
     "I cannot deal to you yet. Tap, then press START, and you are in."),
    ("deal.flowers", {"counts": "Wei 6　Sofia 4"}, "补花：Wei 6　Sofia 4", "Flowers: Wei 6　Sofia 4"),
    ("panel.after_pung", {}, "👉 碰好了，打一张", "👉 Pung. Now discard one"),
    ("panel.chow_or_draw", {"name": "Wei", "tile": "5万"}, "👉 轮到你 · Wei 打 5万，吃还是摸？",
     "👉 Your turn · take Wei's 5万 or draw?"),
    ("worth.from", {"name": "Wei", "points": 18}, "Wei 给 18", "Wei pays 18"),
    ("button.pass_win", {}, "不胡，过", "No win, pass"),
    ("throw.gold", {}, "这是金。打出去以后这局只能自摸。要打就再按一次。",
     "That is gold. Throw it and this hand you can win by self-draw only. Press again to throw it."),
    ("board.discard", {"name": "Wei", "tile": "5万", "next": "Sofia", "n": 29},
     "Wei 打 5万 · 下一位 Sofia · 还有 29 张", "Wei threw 5万 · next Sofia · 29 left"),
    ("clock.passed", {}, "⏱ 时间到，替你过了。", "⏱ Time: passed for you."),
    ("toast.welcome_back", {}, "欢迎回来，位子还是你的。", "Welcome back, the seat is yours."),
    ("card.draw", {"name": "Wei"}, "🌫 和局。牌摸完了没人胡，谁也不给谁，Wei 接着坐庄。",
     "🌫 A draw. Nobody won, nobody pays, Wei deals again."),
    ("refuse.moved_on", {}, "这张已经过去了，看最新的那条。", "That tile has moved on; see the latest message."),
    ("refuse.only_next_chows", {}, "只有下家能吃。", "Only the next player may chow."),
    ("knock.private", {"name": "Wei"}, "🔔 Wei 敲了敲桌子，等你呢。", "🔔 Wei knocks on the table: we wait for you."),
    ("outage.private", {"time": "40 s"}, "刚才断线 40 s，时间补给你了。",
     "We were away 40 s; your time is given back."),
    ("trouble.not_saved", {}, "没存上，请再按一次。", "Not saved. Please press again."),
    ("lobby.practice", {}, "自己练一局：你和三个电脑，不计分。",
     "A practice hand: you and three computers, nothing counts."),
    ("tip.gold", {}, "⭐ 是金，只能留在手里当别的牌。", "⭐ is gold: keep it, it can be any tile."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "params", "chinese", "english"), WORDING, ids=[row[0] for row in WORDING])
def test_the_agreed_wording_stands(
    key: str, params: dict[str, str | int], chinese: str, english: str
) -> None:
    assert HANS(key, **params) == chinese
    assert EN(key, **params) == english


# --- the sayings themselves -------------------------------------------------------------------------------


def test_plain_parameters_are_escaped_and_html_ones_are_not() -> None:
    assert EN("event.discard", name='<Wei> & "co"', tile=Html("<b>5 wan</b>")) == (
        "&lt;Wei&gt; &amp; &quot;co&quot; <b>5 wan</b>"
    )


def test_plain_texts_have_neither_tags_nor_escapes() -> None:
    assert EN.plain("event.discard", name="<Wei> &", tile=Html("<b>5&lt;</b>")) == "<Wei> & 5<"
    assert EN.plain("help.page.1", 4096).startswith("Opening a table\n")


def test_plain_texts_are_cut_between_characters() -> None:
    text = EN.plain("kick.done", 20, name="👩‍🚀" * 30)
    assert length(text) <= 20
    assert text.endswith("👩‍🚀…")


def test_braces_in_a_name_are_only_braces() -> None:
    assert EN("event.discard", name="{tile}{0}{}", tile="x") == "{tile}{0}{} x"


def test_counts_choose_the_form_and_minus_is_a_minus() -> None:
    assert EN.plural("advice.away", 1) == "One away from ready."
    assert EN.plural("advice.away", 2) == "2 away from ready."
    assert HANS("advice.away", n=1) == "差 1 张听牌。"
    assert EN("own.result", points=signed(-18), total=-36) == "This hand −18 · total −36"
    assert [signed(42), signed(0), signed(-36)] == ["+42", "0", "−36"]


def test_an_unknown_key_or_a_missing_parameter_is_named() -> None:
    with pytest.raises(UnknownTextError, match=r"lobby\.nonsense"):
        EN("lobby.nonsense")
    with pytest.raises(UnknownTextError, match=r"refuse\.no_tile.*tile"):
        EN("refuse.no_tile")
    with pytest.raises(UnknownTextError, match=r"advice\.away.*n"):
        EN("advice.away")


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("zh", "zh_Hans"),
        ("zh-CN", "zh_Hans"),
        ("zh-hans", "zh_Hans"),
        ("zh-SG", "zh_Hans"),
        ("zh-Hans-HK", "zh_Hans"),
        ("zh-hant", "zh_Hant"),
        ("zh-TW", "zh_Hant"),
        ("zh_HK", "zh_Hant"),
        ("zh-MO", "zh_Hant"),
        ("yue", "zh_Hant"),
        ("en", "en"),
        ("de", "en"),
        ("zha", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_clients_language_is_the_first_guess(code: str | None, language: str) -> None:
    assert language_for(code) == language


def test_a_language_without_texts_speaks_english() -> None:
    assert TEXTS.of("fr") is TEXTS.of(None) is EN


def test_computers_bear_the_dishes_of_the_town_and_are_told_apart() -> None:
    assert HANS.words("computer.fuzhou")[:3] == ("鱼丸", "肉燕", "光饼")
    for say in (HANS, HANT, EN):
        assert all(len(set(say.words(key))) == 4 for key in area("computer.") if key != "computer.sign")


def test_lists_are_joined_as_the_language_does() -> None:
    assert EN.listed(["Wei", "Sofia", "A&B"]) == "Wei, Sofia and A&amp;B"
    assert HANS.listed(["Wei", "Sofia", "Tom"]) == "Wei、Sofia、Tom"
    assert EN.listed(["Wei"]) == "Wei"
    assert EN.listed([]) == ""


def test_mixed_readers_see_both_words() -> None:
    assert both(HANS, EN, "button.pung") == "碰 Pung"
    assert both(HANS, HANT, "button.pung") == "碰"
    assert both(HANS, EN, "button.chart") == "📊 走势 Chart"
    assert both(HANS, EN, "button.replay", hand=57) == "🔁 #57"
    assert both(EN, HANS, "button.chow_run", run="3·4·5") == "Chow 3·4·5 吃 3·4·5"


def test_mixed_readers_of_a_longer_text_get_two_lines() -> None:
    text = both_lines(
        say("board.discard_short", name=LONG_NAME, tile="5万", next="Sofia") for say in (HANS, EN)
    )
    assert text.count("\n") == 1
    assert both_lines(say("board.over") for say in (HANS, EN)) == "这局打完了。 This hand is over."
    assert both_lines([HANS("board.over"), HANS("board.over")]) == "这局打完了。"


def test_a_game_term_comes_from_the_catalogue_else_from_the_game() -> None:
    assert EN.term("reason.hand", zh="甲", en="other") == "win"
    assert EN.term("fan.new_one", zh="金雀", en="golden pair") == "golden pair"
    assert HANS.term("fan.new_one", zh="金龙", en="golden dragon") == "金龙"
    assert HANT.term("fan.new_one", zh="金龙", en="golden dragon") == "金龍"


def test_the_name_of_a_hand_always_carries_the_chinese_term() -> None:
    assert EN.hand_name("fan.new_one", zh="金雀", en="golden pair") == "golden pair 金雀"
    assert HANS.hand_name("fan.new_one", zh="金雀", en="golden pair") == "金雀"
    assert EN.hand_name("ending.rob_gold", zh="抢金", en="robbing the gold") == "robbing the gold 抢金"


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [(45, "45 s", "45 秒"), (180, "3 min", "3 分钟"), (43200, "12 h", "12 小时"), (90, "90 s", "90 秒")],
)
def test_durations_use_the_largest_whole_unit(seconds: int, english: str, chinese: str) -> None:
    assert EN.duration(seconds) == english
    assert HANS.duration(seconds) == chinese


def test_a_deadline_is_counted_down_by_the_client() -> None:
    text = EN.deadline(1790000000, 45)
    assert text == '<tg-time unix="1790000000" format="r">in 45 s</tg-time>'
    _, (entity,) = parse_html(text)
    assert (entity["type"], entity["unix_time"], entity["date_time_format"]) == ("date_time", 1790000000, "r")
    assert deadline(1, "<") == '<tg-time unix="1" format="r">&lt;</tg-time>'


def test_an_empty_name_is_a_player_in_the_readers_language() -> None:
    assert [say.name("\u3164").strip("\u2068\u2069") for say in (HANS, HANT, EN)] == [
        "牌友",
        "牌友",
        "Player",
    ]


# --- hostile names (test 35 of the reliability plan) --------------------------------------------------------

HOSTILE = [
    "", " ", "\u3164", "\u2800\u2800", "\u200d", "\u202e", "\u2067\u2066", "\u0301\u0302\u0303", "\x00\x07\x1b[31m",
    "\ud83d", "\ufeff\u00ad\u200b\u2060", "\U000e0041\U000e007f", "\u180e\u034f",
    "<", ">", "&", "&amp;", "&#60;", "&lt;b&gt;", "<b>",
    "</b>", "<b>Wei", "Wei</b>", "<a href='tg://user?id=1'>x</a>",
    "<script>alert(1)</script>", "<tg-time unix=\"1\">",
    "<blockquote expandable>", "<!--", "]]>", "\"'`",
    "*_~`>#+-=|{}.!",

    "[x](https://example.org)", "@everyone", "/end", "https://t.me/x?start=1", "#57 $USD",
    "\u202eieW", "\u2069\u2069Wei", "Wei\u2068", "\u200fWei\u200f", "محمد بن علي", "שלום \u202b", "ABC\u202dDEF",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b" * 12, "a\u20e3" * 40, "👨‍👩‍👧‍👦" * 40,
    "🇨🇳" * 50, "👍🏽" * 60, "\u200d".join("👩" * 300),
    "W" * 300, "林" * 300, "𝕎𝕖𝕚", "ﷺ" * 30, "ก็็็็็็็็็็็็็็็็็็็็", "नमस्ते", "Wei\nWei\r\nWei", "a\u2028b\u2029c",
    "{name}", "{0.__class__}", "%s%n%(name)s",
]  # fmt: skip


def six_messages(say: Say, name: str) -> list[Html]:
    tile, group = tile_name(4, say), f"{name} & Co"
    return [
        lines([say("lobby.headline", game=group, length=say("length.hands", n=8), minutes=say("length.minutes", n=30)),
               say("lobby.seat", seat=1, name=name), say("lobby.seat_on_the_way", seat=2, name=name)]),
        say("board.discard", name=name, tile=tile, next=name, n=29),
        say("panel.since", events=join([say("event.discard", name=name, tile=tile)] * 3, " · ")),
        lines([say("card.win_discard", name=name, tile=tile, source=say("card.from.fuzhou", name=name)),
               folded(say("card.pays", payer=name, receiver=name, points=18)), link("https://t.me/c/1/2", name)]),
        say("three.invitation", name=name, group=group, game="福州"),
        say("away.group", name=name),
    ]  # fmt: skip


def test_there_are_sixty_hostile_names() -> None:
    assert len(HOSTILE) == len(set(HOSTILE)) == 60


@SAYS
@pytest.mark.parametrize("raw", HOSTILE, ids=range(60))
def test_no_name_breaks_a_message_or_turns_it_round(raw: str, say: Say) -> None:
    name = say.name(raw)
    assert name.strip("\u2068\u2069").strip()
    for message in six_messages(say, name):
        read, _ = parse_html(message)
        assert read.strip()
        assert length(message) <= 4096
        assert name in read
        assert read.count("\u2068") == read.count("\u2069") > 0
        assert not re.search("[\u200e\u200f\u202a-\u202e\u2066\u2067\u061c]", read)


@SAYS
@pytest.mark.parametrize("raw", HOSTILE, ids=range(60))
def test_no_name_breaks_an_answer_or_a_button(raw: str, say: Say) -> None:
    name = say.name(raw)
    button = say.button(
        "button.with_worth",
        button=say.button("button.win"),
        worth=say.plain("worth.from", name=name, points=18),
    )
    toast = say.plain("refuse.not_your_turn", name=name)
    assert 0 < length(button) <= BUTTON
    assert 0 < length(toast) <= TOAST
    (button + toast).encode()
