"""Tile labels and hands in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import EAST, GREEN, KINDS, RED, WHITE, parse_tile
from handlers.show.labels import (
    LabelSet,
    first_label_set,
    flower_words,
    hand_alert,
    hand_words,
    run_label,
    run_name,
    tile_label,
    tile_name,
    tile_names,
)
from handlers.show.markup import length
from handlers.show.texts import LANGUAGES, TOAST, Say, Texts

TEXTS = Texts.load()
HANS, HANT, EN = (TEXTS.of(language) for language in LANGUAGES)
SAYS = pytest.mark.parametrize("say", [HANS, HANT, EN], ids=LANGUAGES)


def kinds(text: str) -> list[int]:
    return [parse_tile(tile) for tile in text.split()]


@pytest.mark.parametrize(
    ("tile", "chinese", "symbols", "words"),
    [
        ("2m", "2万", "2萬", "2 Wan"),
        ("5p", "5筒", "5🔵", "5 Dots"),
        ("1p", "1筒", "1🔵", "1 Dot"),
        ("9s", "9条", "9🎋", "9 Bam"),
        ("1z", "东", "東E", "East"),
        ("5z", "白", "⬜", "White"),
        ("6z", "发", "發F", "Green"),
        ("7z", "中", "🀄", "Red"),
    ],
)
def test_each_label_set_names_the_tile(tile: str, chinese: str, symbols: str, words: str) -> None:
    kind = parse_tile(tile)
    assert tile_label(kind, LabelSet.CHINESE, HANS) == chinese
    assert tile_label(kind, LabelSet.SYMBOLS, EN) == symbols
    assert tile_label(kind, LabelSet.WORDS, EN) == words


@SAYS
@pytest.mark.parametrize("label_set", LabelSet)
def test_no_two_kinds_share_a_label(say: Say, label_set: LabelSet) -> None:
    labels = {tile_label(kind, label_set, say) for kind in range(KINDS)}
    assert len(labels) == KINDS
    assert len({tile_name(kind, say) for kind in range(KINDS)}) == KINDS


@SAYS
@pytest.mark.parametrize("label_set", LabelSet)
def test_a_label_fits_a_button_of_its_row(say: Say, label_set: LabelSet) -> None:
    room = 10 if label_set.wide else 3
    assert all(length(tile_label(kind, label_set, say)) <= room for kind in range(KINDS))


def test_dragons_are_not_swapped() -> None:
    assert [tile_name(kind, EN) for kind in (WHITE, GREEN, RED)] == ["White", "Green", "Red"]
    assert [tile_name(kind, HANT) for kind in (WHITE, GREEN, RED)] == ["白", "發", "中"]


def test_traditional_readers_see_traditional_tiles() -> None:
    assert tile_label(parse_tile("2m"), LabelSet.CHINESE, HANT) == "2萬"
    assert tile_name(parse_tile("9s"), HANT) == "9條"


def test_the_first_label_set_follows_the_language() -> None:
    assert first_label_set(HANT) is LabelSet.CHINESE
    assert first_label_set(EN) is LabelSet.SYMBOLS


def test_a_hand_in_english_is_read_suit_by_suit() -> None:
    hand = kinds("1z 5m 2m 1m 3m 2p 2p 9s 7z")
    assert hand_words(hand, EN) == "1 2 3 5 wan, 2 2 dots, 9 bam, East Red"


def test_a_hand_in_chinese_names_each_tile_or_is_compact() -> None:
    hand = kinds("5m 1m 2p 2p 1z 1z")
    assert hand_words(hand, HANS) == "1万 5万 2筒 2筒 东 东"
    assert hand_words(hand, HANS, compact=True) == "15万 22筒 东 东"


def test_wild_tiles_carry_a_star_in_every_form() -> None:
    gold = parse_tile("7s")
    hand = kinds("6s 7s 8s 5z")
    assert hand_words(hand, EN, wilds={gold}) == "6 7⭐ 8 bam, White"
    assert hand_words(hand, HANS, wilds={gold}) == "6条 7条⭐ 8条 白"
    assert hand_words(hand, HANS, wilds={gold}, compact=True) == "67⭐8条 白"
    assert hand_words([gold], EN, wilds={gold}) == "7 bam⭐"


def test_an_empty_hand_has_no_words() -> None:
    assert hand_words([], EN) == hand_words([], HANS) == ""


def test_runs_are_written_by_their_ranks() -> None:
    assert run_label(kinds("5m 3m 4m")) == "3·4·5"
    assert run_name(kinds("3m 4m 5m"), HANS) == "3·4·5万"
    assert run_name(kinds("3s 4s 5s"), EN) == "3·4·5 bam"


def test_waits_are_listed_one_by_one() -> None:
    assert tile_names(kinds("3m 6m 1z"), EN) == "3 wan, 6 wan, East"
    assert tile_names(kinds("3m 6m"), HANS) == "3万、6万"


def test_full_quads_of_flowers_are_folded() -> None:
    flowers = [*kinds("1f 2f 3f 4f 5f 1z 1z"), EAST, EAST]
    assert flower_words(flowers, HANS, fold=True) == "东东东东＝杠 春夏秋冬＝杠 梅"
    assert flower_words(kinds("5f 1f"), EN) == "Spring Plum"


def test_three_of_a_quad_are_no_kong() -> None:
    assert flower_words(kinds("1f 2f 3f 1z 1z 1z"), HANS, fold=True) == "东 东 东 春 夏 秋"


def test_the_alert_says_hand_melds_flowers_and_what_may_be_done() -> None:
    alert = hand_alert(
        EN,
        hand=kinds("1m 2m 3m 5m"),
        melds=[EN.plain("meld.pung", tile=tile_name(parse_tile("9s"), EN, short=True))],
        flowers=5,
        acts=[EN.plain("act.pung", tile=tile_name(parse_tile("5m"), EN))],
    )
    assert alert == "Your hand: 1 2 3 5 wan ｜ pung 9 bam ｜ flowers 5\nYou may: pung 5 wan"


@SAYS
@given(
    hand=st.lists(st.integers(0, KINDS - 1), min_size=1, max_size=17),
    melds=st.integers(0, 5),
    flowers=st.integers(0, 19),
    acts=st.integers(0, 6),
)
def test_the_alert_of_any_hand_fits_and_ends_with_the_acts(
    say: Say, hand: list[int], melds: int, flowers: int, acts: int
) -> None:
    kong = say.plain("meld.kong_concealed", tile=tile_name(parse_tile("9s"), say, short=True))
    act = say.plain("act.chow", tiles=run_name(kinds("7p 8p 9p"), say))
    alert = hand_alert(say, hand=hand, melds=[kong] * melds, flowers=flowers, acts=[act] * acts)
    last = (
        say.plain("eye.may", acts=say.plain("list.comma").join([act] * acts))
        if acts
        else say.plain("eye.wait")
    )
    assert length(alert) <= TOAST
    assert alert.endswith("\n" + last)


@SAYS
def test_the_longest_hand_of_words_still_shows_every_tile(say: Say) -> None:
    hand = kinds("1z 2z 3z 4z 5z 6z 7z 1z 2z 3z 4z 5z 6z 7z 1m 9m 1p")
    act = say.plain("act.pung", tile=tile_name(EAST, say))
    assert "…" not in hand_alert(say, hand=hand, melds=[], flowers=0, acts=[act])
