"""Names from outside: nothing of them is invisible, endless or able to turn a line round."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import find_game
from handlers.show.layout import row
from handlers.show.lettering import readable, width, wrapped
from handlers.show.markup import bold, escape, join, length, plain
from handlers.show.names import (
    NAME_CHARACTERS,
    SEAT_MARKS,
    bare,
    clean,
    clusters,
    cut,
    inert,
    isolate,
    told_apart,
)
from handlers.show.words import computer_name
from playground.entities import formatted
from tests.show.evening import TEXTS

NAMES = st.text(alphabet=st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=80)


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("Wei", "Wei"),
        ("  Wei \n\t Chen  ", "Wei Chen"),
        ("林姨", "林姨"),
        ("\u202eieW", "ieW"),
        ("W\u200be\u00adi\ufeff", "Wei"),
        ("\u3164", ""),
        ("\u115f\u1160\uffa0\u2800", ""),
        ("\u200d\u200d", ""),
        ("\u0301\u0301", ""),
        (" \u2028\u00a0 ", ""),
        ("", ""),
        ("\ud800Wei", "Wei"),
        ("a" + "\u0301" * 30, "a\u0301\u0301"),
        ("👨‍👩‍👧 Tom", "👨‍👩‍👧 Tom"),
        ("محمد", "محمد"),
        ("<b>Wei</b>", "<b>Wei</b>"),
    ],
)
def test_only_what_can_be_seen_of_a_name_is_kept(raw: str, seen: str) -> None:
    assert clean(raw) == seen


def test_a_long_name_is_cut_between_characters_as_the_eye_counts_them() -> None:
    family = "👨‍👩‍👧"
    assert clean(family * 4) == family * 4
    assert clean("e\u0301" * 30) == "e\u0301" * (NAME_CHARACTERS - 1) + "…"


def test_a_chain_of_joined_emoji_has_an_end_too() -> None:
    assert length(clean("\u200d".join("👩" * 500))) <= 3 * NAME_CHARACTERS


@given(NAMES)
def test_a_clean_name_stays_clean_short_and_sendable(raw: str) -> None:
    name = clean(raw)
    assert clean(name) == name
    assert len(clusters(name)) <= NAME_CHARACTERS
    name.encode()
    assert all(char == "\u200d" or unicodedata.category(char) not in {"Cc", "Cf", "Cs"} for char in name)


@given(NAMES, st.integers(min_value=1, max_value=40))
def test_cut_text_fits_and_loses_only_its_end(text: str, units: int) -> None:
    short = cut(text, units=units)
    assert length(short) <= units
    assert short == text or text.startswith(short.removesuffix("…"))


@given(NAMES)
def test_characters_put_together_are_the_text_again(text: str) -> None:
    assert "".join(clusters(text)) == text


@pytest.mark.parametrize("whole", ["👍🏽", "🇨🇳", "❤️", "1️⃣", "👩‍🚀", "n\u0303"])
def test_a_character_of_several_code_points_is_one(whole: str) -> None:
    assert clusters(f"a{whole}b") == ["a", whole, "b"]


def test_two_flags_are_two_characters() -> None:
    assert clusters("🇨🇳🇨🇦") == ["🇨🇳", "🇨🇦"]


@pytest.mark.parametrize(
    "name",
    ["/leave", "</b>", "@all", "#win", "t.me/x", "https://evil.example", "a@b.com", "+14155552671", "$TON"],
)
def test_an_inert_name_looks_as_it_did_and_cannot_be_tapped(name: str) -> None:
    still = inert(name)
    assert bare(isolate(still)) == name
    assert formatted(name, None, None)[1] or name in ("</b>", "+14155552671", "$TON")
    assert formatted(still, None, None)[1] == []
    assert not re.search(r"[/@#$+][\w/]|\w\.\w|\d{5}", still)


@pytest.mark.parametrize("name", ["Wei", "林姨", "#️⃣ Tom", "Dr. Wei", "A/ B", "Wei 2024", "1. Wei…"])
def test_an_ordinary_name_needs_no_joiner(name: str) -> None:
    assert inert(name) == name


def test_two_people_of_one_name_get_the_mark_of_their_seats() -> None:
    assert told_apart(("Wei", "Sofia", "wei", "林姨")) == (
        f"Wei {SEAT_MARKS[0]}",
        "Sofia",
        f"wei {SEAT_MARKS[2]}",
        "林姨",
    )


def test_seat_marks_are_told_apart_without_colour() -> None:
    assert [mark[-1] for mark in SEAT_MARKS] == ["1", "2", "3", "4"]


def test_an_isolated_name_is_escaped_once_and_only_once() -> None:
    name = escape(isolate("A&B <3"))
    assert name == "\u2068A&amp;B &lt;3\u2069"
    assert escape(name) is name
    assert plain(join([name, "<"])) == "\u2068A&B <3\u2069<"


def test_a_name_stays_beside_its_points_and_its_sign() -> None:
    assert row(["Tom −20", "林姨 没听"]) == "Tom\u00a0−20\u3000林\u2060姨\u00a0没\u2060听"
    assert row([bold("Li Wei +4")]) == "<b>Li\u00a0Wei\u00a0+4</b>"
    long = f"{'Maximilian ' * 3}+4"
    assert row([long]) == long
    assert computer_name(TEXTS.of("en"), find_game("longgang"), 0).endswith("\u2060🤖")


def test_a_picture_breaks_no_line_where_a_text_does_not() -> None:
    assert readable("Tom\u00a0−20  and") == "Tom\u00a0−20 and"
    assert wrapped("Sofia\u00a0−20, Tom\u00a0−20", 30, width("Sofia\u00a0−20, Tom", 30)) == (
        "Sofia\u00a0−20,",
        "Tom\u00a0−20",
    )
