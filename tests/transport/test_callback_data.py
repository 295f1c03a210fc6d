"""The contract of buttons and deep links: what is composed is read, what is hostile is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers import callback_data as cd
from handlers.callback_data import CODES, Decision, Link, Pressed, page_data, parse, table_data

NUMBERS = st.integers(0, 2**63 - 1)
ARGUMENTS = st.lists(st.from_regex(r"[0-9a-z]{0,6}", fullmatch=True), max_size=3)
TABLE_CODES = sorted(name for name, code in CODES.items() if code.decision is not Decision.PAGE)
PAGE_CODES = sorted(set(CODES) - set(TABLE_CODES))


@given(NUMBERS, NUMBERS, st.sampled_from(TABLE_CODES), ARGUMENTS)
def test_a_table_s_button_is_read_as_it_was_written(
    table: int, decision: int, code: str, args: list[str]
) -> None:
    args = args[: CODES[code].most]
    if CODES[code].least:
        args = [(args or [""])[0] or "5m"]
    data = table_data(table, decision, code, *args)
    assert len(data.encode()) <= 64
    assert parse(data) == Pressed(table, decision, code, tuple(args))


@given(st.integers(-(2**63) + 1, 2**63 - 1), st.sampled_from(PAGE_CODES), ARGUMENTS)
def test_a_page_s_button_is_read_as_it_was_written(number: int, code: str, args: list[str]) -> None:
    args = args[: CODES[code].most]
    data = page_data(number, code, *args)
    assert len(data.encode()) <= 64
    assert parse(data) == Pressed(None, number, code, tuple(args))


def test_examples_of_the_contract() -> None:
    assert table_data(46, 1297, "d", "5m") == "1a:101:d:5m"
    assert table_data(1, 2, "j", 3) == "1:2:j:3"
    assert page_data(46, "rp", 12, "o") == "-:1a:rp:12:o"
    assert parse("1a:101:h") == Pressed(46, 1297, "h")
    assert parse("1a:101:w:4m6m") == Pressed(46, 1297, "w", ("4m6m",))


@pytest.mark.parametrize(
    ("codes", "decision"),
    [
        ("g d c p k x r m s t a f v", Decision.CURRENT),
        ("h w", Decision.RECALLED),
        ("j l b n o u i e y q ap hs sw mo ad z zn wk rm ta en ki cf wl vo", Decision.FREE),
        ("ng gd sc hi hm hc rp vf tp sn st ex ru ca pr la fg he cl", Decision.PAGE),
    ],
)
def test_every_code_says_how_its_number_is_checked(codes: str, decision: Decision) -> None:
    assert [name for name, code in CODES.items() if code.decision is decision] == codes.split()


@pytest.mark.parametrize(
    "data",
    [
        "1:1:d", "1:1:d:", "1:1:c", "1:1:c:", "1:1:s", "1:1:t:",
        "", ":", "::", "1:1", "1:1:", "1:1:zz", "1:1:sc", "-:1:d", "-:1:", ":1:d", "1::d", "01:1:d", "1:01:d",
        "A:1:d", "1:1:D", "-1:1:d", "1:-1:d", "--:1:sc", "-:--1:sc", "-:-0:sc", "-:-:sc", "1:1:d:5m:6m",
        "1:1:d: 5m", "1:1:d:五", "1:1:d:5m\n", "1:1:d\n", "1\n:1:d", "１:1:d", "1_0:1:d", " 1:1:d", "+1:1:d",
        "zzzzzzzzzzzzz:1:d", "1:zzzzzzzzzzzzzz:d", "1:1:x:1", "1:1:d:" + "5" * 60, "\0:1:d", "\ud800:1:d",
        None, 5, b"1:1:d", ["1:1:d"],
    ],
)  # fmt: skip
def test_what_is_not_of_the_contract_is_refused(data: object) -> None:
    assert parse(data) is None


def test_a_hundred_thousand_forged_strings_raise_nothing_and_mean_what_they_say() -> None:
    draw = random.Random(34)
    alphabet = "0123456789abcdefghijklmnopqrstuvwxyz:::--+_. \n\0五\ud800😀ABZ"
    seeds = [
        table_data(46, 7, "d", "5m"),
        table_data(1, 1, "vo", "k2", "n"),
        page_data(-1_002_000_000_001, "rp", 3, "o"),
    ]
    understood = 0
    for _ in range(100_000):
        text = list(draw.choice(seeds))
        for _ in range(draw.randrange(1, 4)):
            place = draw.randrange(len(text) + 1)
            text[place : place + draw.randrange(3)] = draw.choices(alphabet, k=draw.randrange(3))
        data = "".join(text)
        pressed = parse(data)
        if pressed is None:
            continue
        understood += 1
        if pressed.table_id is None:
            assert page_data(pressed.number, pressed.code, *pressed.args) == data
        else:
            assert table_data(pressed.table_id, pressed.number, pressed.code, *pressed.args) == data
    assert understood > 1000


@given(st.one_of(st.text(max_size=80), st.binary(max_size=64), st.integers(), st.none()))
def test_anything_at_all_may_arrive(data: object) -> None:
    parse(data)
    cd.parse_payload(data)


def test_what_would_not_fit_is_never_composed() -> None:
    with pytest.raises(ValueError, match="no callback data"):
        page_data(1, "ca", "x" * 60)
    with pytest.raises(ValueError, match="no callback data"):
        table_data(1, 1, "d", "5m", "6m")
    with pytest.raises(ValueError, match="no callback data"):
        table_data(1, 1, "d", "5:m")
    with pytest.raises(ValueError, match="page's code"):
        table_data(1, 1, "sc")
    with pytest.raises(ValueError, match="table's code"):
        page_data(1, "d")
    with pytest.raises(KeyError):
        table_data(1, 1, "nothing")


@given(NUMBERS)
def test_deep_links(number: int) -> None:
    assert cd.parse_payload(cd.join_payload(number)) == Link("join", number)
    assert cd.parse_payload(cd.replay_payload(number)) == Link("replay", number)
    address = cd.deep_link("paizhuo_bot", cd.join_payload(number))
    assert address.startswith("https://t.me/paizhuo_bot?start=j")


def test_deep_links_to_games_and_to_the_start() -> None:
    assert cd.parse_payload(cd.calculator_payload("jiangxi_fuzhou")) == Link(
        "calculator", game="jiangxi_fuzhou"
    )
    assert cd.parse_payload(cd.START_PAYLOAD) == Link("start")
    for hostile in (
        "",
        "j",
        "jJ",
        "j-1",
        "r ",
        "c",
        "cFuzhou",
        "c../x",
        "s1",
        "x1",
        "j" + "z" * 13,
        "j" * 65,
    ):
        assert cd.parse_payload(hostile) is None
    with pytest.raises(ValueError, match="no payload"):
        cd.deep_link("paizhuo_bot", "a b")
