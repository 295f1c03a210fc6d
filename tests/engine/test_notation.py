"""Everything has one text, and reading it back gives the same thing."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import VERBS, ActTextError, Event, event_from_json, make_act, parse_act
from engine.match import MatchState, match_from_json
from engine.melds import Meld, MeldKind, MeldTextError, parse_meld
from engine.tiles import (
    FLOWERS,
    HONOURS,
    KINDS,
    SUIT_TILES,
    TEXT,
    TileSet,
    TileTextError,
    counts,
    format_tiles,
    less,
    parse_tile,
    parse_tiles,
    rank,
    suit,
)

KIND = st.integers(0, KINDS - 1)


# -- tiles


def test_the_42_kinds_stand_in_the_order_of_the_notation() -> None:
    texts = [f"{number}{letter}" for letter in "mps" for number in range(1, 10)]
    texts += [f"{number}z" for number in range(1, 8)] + [f"{number}f" for number in range(1, 9)]
    assert list(TEXT) == texts
    assert [parse_tile(text) for text in texts] == list(range(42))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1m", (0, 1)),
        ("9p", (1, 9)),
        ("5s", (2, 5)),
        ("1z", (3, 1)),
        ("7z", (3, 7)),
        ("1f", (4, 1)),
        ("8f", (4, 8)),
    ],
)
def test_suit_and_rank(text: str, wanted: tuple[int, int]) -> None:
    assert (suit(parse_tile(text)), rank(parse_tile(text))) == wanted


@given(st.lists(KIND, max_size=40))
def test_a_row_of_tiles_reads_back(kinds: list[int]) -> None:
    text = format_tiles(kinds)
    assert parse_tiles(text) == tuple(sorted(kinds))
    assert format_tiles(parse_tiles(text)) == text


@given(st.lists(KIND, max_size=20), st.randoms())
def test_order_and_blanks_mean_nothing(kinds: list[int], rnd: object) -> None:
    shuffled = sorted(kinds, key=lambda _: rnd.random())  # type: ignore[attr-defined]
    assert parse_tiles(" ".join(TEXT[kind] for kind in shuffled)) == tuple(sorted(kinds))


@pytest.mark.parametrize(
    "text", ["1", "m", "1m2", "0m", "8z", "9f", "1x", "1M", "１m", "1mm", "m1", "-1m", "²m", "1m,2m"]
)
def test_what_is_no_row_of_tiles_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(TileTextError) as refused:
        parse_tiles(text)
    assert repr(text) in str(refused.value) or "no tile:" in str(refused.value)


@given(st.text(string.ascii_lowercase + string.digits + " <+()", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read, error in ((parse_tiles, TileTextError), (parse_meld, MeldTextError), (parse_act, ActTextError)):
        try:
            read(text)
        except error:
            continue


def test_the_first_copy_is_taken_off_a_row() -> None:
    row = parse_tiles("11223m")
    assert less(row, parse_tile("2m")) == parse_tiles("1123m")
    with pytest.raises(ValueError, match="not in tuple"):
        less(row, parse_tile("9m"))


def test_a_set_lists_every_tile_by_kind() -> None:
    tiles = TileSet.of(four=(*SUIT_TILES, *HONOURS), one=FLOWERS)
    listed = tiles.sorted_list()
    assert len(tiles) == len(listed) == 144
    assert list(listed) == sorted(listed)
    assert counts(listed) == list(tiles.copies)
    assert tiles.kinds == tuple(range(42))


# -- melds

SOURCE = st.none() | st.integers(0, 3)


@st.composite
def some_meld(draw: st.DrawFn) -> Meld:
    """Any meld."""
    kind = draw(st.sampled_from(MeldKind))
    if kind is MeldKind.CHOW:
        return Meld(kind, 9 * draw(st.integers(0, 2)) + draw(st.integers(0, 6)), draw(SOURCE))
    source = None if kind is MeldKind.CONCEALED_KONG else draw(SOURCE)
    return Meld(kind, draw(KIND), source)


@given(some_meld())
def test_a_meld_reads_back(meld: Meld) -> None:
    assert parse_meld(str(meld)) == meld
    assert len(meld.tiles) == 3 + meld.is_kong


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("123m<0", Meld(MeldKind.CHOW, 0, 0)),
        ("555p<1", Meld(MeldKind.PUNG, 13, 1)),
        ("5555p<1", Meld(MeldKind.EXPOSED_KONG, 13, 1)),
        ("555p<1+5p", Meld(MeldKind.ADDED_KONG, 13, 1)),
        ("(5555p)", Meld(MeldKind.CONCEALED_KONG, 13)),
        ("321m", Meld(MeldKind.CHOW, 0)),
        (" 555 z ", Meld(MeldKind.PUNG, 31)),
    ],
)
def test_melds_are_written_as_in_a_case(text: str, meld: Meld) -> None:
    assert parse_meld(text) == meld


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12m",
        "124m",
        "11m",
        "11111m",
        "(555p)",
        "(5555p)<1",
        "5555p+5p",
        "555p<1+6p",
        "555p<4",
        "789z",
        "901m",
        "12m3p",
    ],
)
def test_what_is_no_meld_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(MeldTextError, match="no meld: "):
        parse_meld(text)


# -- acts and events


@pytest.mark.parametrize(
    "text", ["d:5m", "c:3m", "p", "k:5m", "h", "h:g", "x", "r", "r:5m", "s:3", "t:m", "f:3f1f", "close"]
)
def test_an_act_reads_back_as_the_same_object(text: str) -> None:
    act = parse_act(text)
    assert act.text == str(act) == text
    assert parse_act(text) is act


@given(st.sampled_from(sorted(set(VERBS) - {"close"})), st.lists(KIND, max_size=3))
def test_an_act_with_tiles_reads_back(verb: str, tiles: list[int]) -> None:
    if verb in "dckrfw":
        act = make_act(verb, *tiles)
        assert parse_act(act.text) is act
        assert act.tiles == tuple(tiles)


@pytest.mark.parametrize("text", ["", "z", "d:", "d:5", "d:5x", "dd", "D:5m", "d:5m6", "c:3", "k:m5"])
def test_what_is_no_act_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(ActTextError, match="no act: "):
        parse_act(text)


@given(
    st.text(string.ascii_lowercase, min_size=1, max_size=8),
    st.integers(-1, 3),
    st.lists(KIND, max_size=16),
    st.integers(-1, 3),
    st.text(max_size=8),
)
def test_an_event_reads_back_from_json(name: str, seat: int, tiles: list[int], other: int, arg: str) -> None:
    event = Event(name, seat, tuple(tiles), other, arg)
    assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


@given(
    st.integers(0, 3), st.integers(0, 9), st.integers(1, 99), st.integers(0, 3), st.sampled_from([27, 28, 29, 30]),
    st.integers(0, 9), st.tuples(*[st.integers(-999, 999)] * 4), st.booleans(),
)  # fmt: skip
def test_a_match_reads_back_from_json(
    dealer: int,
    streak: int,
    hand: int,
    first: int,
    wind: int,
    returns: int,
    totals: tuple[int, ...],
    over: bool,
) -> None:
    a, b, c, d = totals
    match = MatchState(dealer, streak, hand, first, wind, returns, (a, b, c, d), over)
    assert match_from_json(json.loads(json.dumps(match.to_json()))) == match
