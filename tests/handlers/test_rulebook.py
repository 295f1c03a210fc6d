"""The players' rulebooks: whole in every language, short enough for a page, and right in every number."""

import re
from collections.abc import Callable

import pytest

from engine import hu_tai
from engine.games import games
from engine.games.fuding import counting as fuding
from engine.games.fuding import scoring as fuding_totals
from engine.games.fuding.options import FudingOptions
from engine.games.fuzhou import scoring as fuzhou
from engine.games.guiyang import chickens, hands, payments
from engine.games.guiyang import scoring as guiyang
from engine.games.guiyang.options import GuiyangOptions
from engine.games.jiangxi_fuzhou import hands as jiangxi
from engine.games.jiangxi_fuzhou import wins as jiangxi_wins
from engine.games.jiangxi_fuzhou.options import JiangxiFuzhouOptions
from engine.games.longgang import counting as longgang
from engine.games.longgang import doublings
from engine.games.longgang.options import LonggangOptions
from engine.games.qingtian.options import QingtianOptions
from engine.games.yantai.options import YantaiOptions
from handlers.pages.rulebook import page_of, picker, rules_page
from handlers.show.markup import length
from handlers.show.rulebook import chapters_for, read_chapters, rulebook
from handlers.show.texts import LANGUAGES, Texts
from playground.entities import parse_html
from tests.show.test_texts import NOT_IN_BIG5

TEXTS = Texts.load()
GAMES = sorted(games())
EVERY = pytest.mark.parametrize("game", GAMES)


def scores(game: str, language: str = "zh_Hans") -> list[tuple[str, str]]:
    return [row for chapter in rulebook(game, language) for row in chapter.scores()]


def worth(game: str, name: str) -> str:
    """What the one line that begins with the name is worth."""
    found = [value for text, value in scores(game) if re.match(rf"{re.escape(name)}($|[^\w]|（)", text)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


# --- form -------------------------------------------------------------------------------------------------


@EVERY
def test_every_game_has_a_rulebook_of_several_chapters_in_every_language(game: str) -> None:
    books = [rulebook(game, language) for language in LANGUAGES]
    assert {len(book) for book in books} == {len(books[0])}
    assert len(books[0]) >= 4
    assert all(chapter.title and all(chapter.lines) for book in books for chapter in book)


@EVERY
def test_both_texts_tell_the_same_values_in_the_same_order(game: str) -> None:
    assert [value for _, value in scores(game)] == [value for _, value in scores(game, "en")]
    assert [len(c.scores()) for c in rulebook(game, "zh_Hans")] == [
        len(c.scores()) for c in rulebook(game, "en")
    ]


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_a_page_that_telegram_takes(game: str, language: str) -> None:
    say = TEXTS.of(language)
    for page in range(1, len(chapters_for(game, say)) + 1):
        message = rules_page(games()[game], page, say)
        text, _ = parse_html(message.text)
        assert length(message.text) <= 2000, "longer than anybody reads on a phone"
        assert games()[game].name[:2] in text or language != "zh_Hans"
        assert sum("•" in button.text for row in message.keyboard for button in row) == 1


@EVERY
def test_traditional_text_has_only_traditional_characters(game: str) -> None:
    text = "".join(chapter.title + "".join(chapter.lines) for chapter in rulebook(game, "zh_Hant"))
    chinese = {char for char in text if "\u4e00" <= char <= "\u9fff"}
    assert {char for char in chinese if not char.encode("big5", "ignore")} <= NOT_IN_BIG5


@EVERY
def test_every_fan_of_the_english_text_carries_its_chinese_term(game: str) -> None:
    for (zh, _), (en, _) in zip(scores(game), scores(game, "en"), strict=True):
        terms = [fan for fan in _fan_names(game) if zh.startswith(fan)]
        assert not terms or any(term in en for term in terms), (zh, en)


def _fan_names(game: str) -> set[str]:
    known = {
        "fuzhou": {zh for zh, *_ in fuzhou.SPECIALS.values()},
        "guiyang": {entry.name for entry in vars(hands).values() if isinstance(entry, hands.Entry)},
        "yantai": {
            name.partition(".")[2] for name in YantaiOptions.schema() if name.startswith("multipliers.")
        },
    }
    return known.get(game, set())


def test_what_no_button_names_is_the_choice_of_games_or_the_nearest_chapter() -> None:
    say = TEXTS.of("zh_Hans")
    assert page_of((), say) == picker(say) == page_of(("chess", "1"), say)
    assert page_of(("fuzhou", "99"), say) == rules_page(games()["fuzhou"], 4, say)
    assert page_of(("fuzhou", "x"), say) == rules_page(games()["fuzhou"], 1, say)
    assert len(picker(say).keyboard) == len(GAMES)


def test_a_text_is_cut_at_its_chapter_lines() -> None:
    first, second = read_chapters("# One\nline\n## Head\n| a | 3 |\n# Two\n- point\n")
    assert (first.title, second.title) == ("One", "Two")
    assert first.scores() == [("a", "3")]
    assert first.body() == "line\n\n<b>Head</b>\n• a\u3000<b>3</b>"
    assert second.body() == "• point"
    assert rulebook("nonsense", "en") == ()


# --- numbers ----------------------------------------------------------------------------------------------


def test_fuzhou() -> None:
    for zh, _, house, _ in fuzhou.SPECIALS.values():
        assert worth("fuzhou", zh) == str(house)
    assert worth("fuzhou", "凑齐四张") == str(fuzhou.QUAD)
    assert f"连庄 ＋ {fuzhou.BASE}）× 2" in _text("fuzhou")
    other_table = dict.fromkeys(f3 for *_, f3 in fuzhou.SPECIALS.values())
    assert " / ".join(map(str, other_table)) in _text("fuzhou")
    assert "、".join(map(str, fuzhou.YOUJIN.values())) in _text("fuzhou")


def test_fuding() -> None:
    _hu_of_sets("fuding")
    options = FudingOptions()
    assert worth("fuding", "每张花牌") == str(fuding.BONUS_HU.value)
    assert worth("fuding", "没胡的人每张金") == str(fuding.GOLD_HU.value)
    for fan in (fuding.SELF_DRAW_TAI, fuding.HALF_FLUSH_TAI, fuding.ALL_PUNGS_TAI):
        assert worth("fuding", fan.name) == str(fan.value)
    for name in ("天胡", "地胡", "清一色", "字一色", "大四喜", "杀猪"):
        assert worth("fuding", name) == str(fuding_totals.THREE_GOLDS.value)
    assert {worth("fuding", name) for name in ("八仙过海", "八番胡")} == {str(options.super_hands)}
    assert f"最多 {options.cap}" in _text("fuding")
    assert f"赔胡（每家 {options.peihu_each}" in _text("fuding")
    assert f"留 {options.reserve} 张" in _text("fuding")


def test_longgang() -> None:
    _hu_of_sets("longgang")
    options = LonggangOptions()
    assert worth("longgang", "底胡") == str(options.base_hu)
    assert worth("longgang", "客花") == str(longgang.FLOWER_HU.value)
    assert worth("longgang", "中、发、坐风的对子") == str(longgang.PAIR_HU.value)
    waits = (longgang.CLOSED_WAIT_DRAWN, longgang.CLOSED_WAIT)
    assert worth("longgang", "卡档 自摸") == " / ".join(str(fan.value) for (fan,) in waits)
    assert worth("longgang", "自摸") == str(longgang.SELF_DRAWN_RUN[0].value)
    for fan in (doublings.NO_WILD_TAI, doublings.TWO_WILDS_TAI, doublings.OWN_FLOWER_TAI):
        assert worth("longgang", fan.name) == str(fan.value)
    assert worth("longgang", "对对胡") == str(options.duidui_tai)
    assert worth("longgang", "混一色") == str(options.hunyise_tai)
    for name in ("清一色", "字一色", "大四喜", "清老头", "三财神", "天胡"):
        assert worth("longgang", name) == str(doublings.THREE_WILDS.value)


def _hu_of_sets(game: str) -> None:
    """明刻 2 / 4 and its fellows: what hu_tai counts, and double for big tiles."""
    for _, zh, _, small in hu_tai._SET_NAMES.values():
        assert worth(game, f"{zh} 小") == f"{small} / {2 * small}"


def test_qingtian() -> None:
    options = QingtianOptions()
    manner, pattern, kong = options.manner, options.pattern, options.kong
    expected = {
        "点炮、抢杠": manner.discard, "自摸": manner.selfdraw, "杠上开花": manner.kong_bloom,
        "花上开花": manner.flower_bloom, "天胡": manner.tianhu, "地胡": manner.dihu,
        "碰碰胡": pattern.碰碰胡, "清一色": pattern.清一色, "七对": pattern.七对, "豪华七对": pattern.豪华七对,
        "十三幺": pattern.十三幺_doc, "七星": options.seven_star_mult,
        "明杠、补杠": kong.exposed, "暗杠": kong.concealed,
    }  # fmt: skip
    assert {name: worth("qingtian", name) for name in expected} == {k: str(v) for k, v in expected.items()}
    assert (kong.added, options.pattern.混一色) == (kong.exposed, 1)
    assert f"最后 {options.reserve_tiles} 张不摸" in _text("qingtian")


def test_yantai() -> None:
    options = YantaiOptions()
    names = [name for name in options.schema() if name.startswith("multipliers.")]
    for name in names:
        assert worth("yantai", name.partition(".")[2]) == str(options.get(name))
    assert len(names) == 15
    assert worth("yantai", "明杠、补杠") == str(options.kong.exposed) == str(options.kong.added)
    assert worth("yantai", "暗杠") == str(options.kong.concealed)
    assert f"赢了乘 {options.mingda.multiplier}" in _text("yantai")
    assert f"押 {options.stake.min} 到 {options.stake.max} 底" in _text("yantai")


def test_guiyang() -> None:
    options = GuiyangOptions()
    shown = [hands.PINGHU, hands.DANDIAO, hands.DADUIZI, hands.QIDUI, hands.LONGQIDUI, hands.QINGYISE]
    for entry in (*shown, hands.QINGDADUI, hands.QINGQIDUI, hands.QINGLONGBEI):
        assert worth("guiyang", entry.name) == str(entry.points)
    assert worth("guiyang", "冲锋鸡") == str(chickens.CHARGE)
    assert worth("guiyang", "责任鸡") == str(options.zeren_ji)
    for name, value in zip(("闷豆", "转弯豆", "点豆"), options.dou_values.split("/"), strict=True):
        assert worth("guiyang", name) == value
    assert worth("guiyang", "报听、天胡、地胡") == worth("guiyang", "杀报") == str(guiyang.TEN)
    assert payments.ORIGINAL_VOID == 2


def test_jiangxi_fuzhou() -> None:
    options = JiangxiFuzhouOptions()
    expected = {
        "七对": options.qidui, "清一色": options.qingyise, "字一色": jiangxi.ALL_HONOURS_FACTOR,
        "杠上开花": options.ganghua, "天胡、地胡": jiangxi_wins.LEAST, "暗杠": options.angang,
    }  # fmt: skip
    assert {name: worth("jiangxi_fuzhou", name) for name in expected} == {
        k: str(v) for k, v in expected.items()
    }
    assert f"至少差{'零一二三'[options.lan_gap]}" in _text("jiangxi_fuzhou")
    assert f"乘 2，两组（{jiangxi.QUAD_NAMES[1][0]}）乘 4，三组（{jiangxi.QUAD_NAMES[2][0]}）乘 8" in _text(
        "jiangxi_fuzhou"
    )


def _text(game: str) -> str:
    return "\n".join(line for chapter in rulebook(game, "zh_Hans") for line in chapter.lines)


OWN_TESTS: dict[str, Callable[[], None]] = {
    "fuzhou": test_fuzhou, "fuding": test_fuding, "longgang": test_longgang, "qingtian": test_qingtian,
    "yantai": test_yantai, "guiyang": test_guiyang, "jiangxi_fuzhou": test_jiangxi_fuzhou,
}  # fmt: skip


def test_no_game_is_left_out() -> None:
    assert sorted(OWN_TESTS) == GAMES
