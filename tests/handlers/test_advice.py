"""❓ where options ask for more than a shape: it tells what is missing, and counts no wait that wins nothing."""

from dataclasses import replace

import pytest

from engine.bans import SELF_DRAW_ONLY, Ban
from engine.games import find_game
from engine.prompts import PromptKind
from tests.engine.rigged import Rigged, placed, rigged
from tests.handlers.referee import Seats
from tests.security.screens import STAGE

VOID, EYES, FEW = (
    "缺的那一门还没打完，成牌也不能胡。",
    "将要用二、五、八，这样成牌不能胡。",
    "台数不够，成牌也不能胡。",
)
NINE, FIVE_RUNS = "123456789m", "123456789m123456p"
DINGQUE, PAIR_258, EIGHT_TAI = {"que_mode": "dingque"}, {"pair258": True}, {"min_tai": 8}


def in_turn(game: str, dealer: str, other: str, options: dict[str, object], void: str) -> Seats:
    """The dealer's first turn, with these tiles; the next seat has `other`. Both do without the suit `void`."""
    hand = rigged(find_game(game), hands=[dealer, other], options=options)
    while hand.kind != PromptKind.TURN:
        if hand.kind == PromptKind.VOID_SUIT:
            hand.play(", ".join(f"{seat} t:{void}" for seat in range(4)))
        elif hand.kind == PromptKind.STAKE:
            hand.close()
        else:
            hand.passes()
    return Seats(hand, window="open")


def why(seats: Seats, seat: int) -> str:
    """What ❓ answers to somebody who reads simplified Chinese."""
    return STAGE.alert(seats.spoken("zh_Hans").table, seat, "why", seats.now)


@pytest.mark.parametrize(
    ("game", "options", "void", "hand", "told"),
    [
        ("guiyang", DINGQUE, "m", NINE + "33p12s", VOID),
        ("guiyang", DINGQUE, "p", NINE + "3312s", "听 3条（剩2，只能自摸）"),
        ("guiyang", {}, "", NINE + "33p12s", "听 3条（剩4，只能自摸）"),
        (
            "guiyang",
            {},
            "",
            "11333999m55p444s",
            "听 1万（剩2）、5筒（剩2）",
        ),  # pungs need no passport (GY-5.5)
        ("guiyang", {"passport": False}, "", NINE + "33p12s", "听 3条（剩4）"),
        ("yantai", PAIR_258, "", NINE + "123p1s", EYES),
        ("yantai", PAIR_258, "", NINE + "123p2s", "听 2条（剩3）"),
        ("yantai", PAIR_258, "", NINE + "1122s", "听 1条（剩2）"),
        ("yantai", {}, "", NINE + "1122s", "听 1条（剩2）、2条（剩2）"),
        ("fuding", EIGHT_TAI, "", NINE + "222456p9s", FEW),
        ("fuding", {}, "", FIVE_RUNS + "9s", "听 9条（剩3）"),
    ],
)
def test_a_waiting_hand_hears_what_it_may_win_with(
    game: str, options: dict[str, object], void: str, hand: str, told: str
) -> None:
    assert why(in_turn(game, "", hand, options, void), 1).startswith(told)


@pytest.mark.parametrize(
    ("game", "options", "hand", "told"),
    [
        # 青田: with 1p the pair is 5p, a fan; with 5p it is 1p, none
        ("qingtian", {}, "11p55p 123m<0 999m<2 456s<0", "听 1筒（剩2）、5筒（剩2，只能自摸）"),
        ("qingtian", {"fan_gate": False}, "11p55p 123m<0 999m<2 456s<0", "听 1筒（剩2）、5筒（剩2）"),
        (
            "yantai",
            {"must_self_draw": True},
            "11p55p 123m<0 999m<2 456s<0",
            "听 1筒（剩2，只能自摸）、5筒（剩2，只能自摸）",
        ),
    ],
)
def test_each_wait_says_whether_it_wins_by_self_draw_only(
    game: str, options: dict[str, object], hand: str, told: str
) -> None:
    play = placed(find_game(game), {0: "9s", 1: hand}, turn=0, options=options)
    assert why(Seats(play, window="open"), 1).startswith(told)


@pytest.mark.parametrize("bans", [frozenset(), frozenset({SELF_DRAW_ONLY})])
def test_who_has_thrown_a_gold_hears_it_of_every_wait(bans: frozenset[Ban]) -> None:
    """福州 FZ-5.7."""
    state = placed(find_game("fuzhou"), {1: "11p55p 123m<0 999m<2 456s<0 789s<0"}).state
    one, two, three, four = state.seats
    state = replace(state, seats=(one, replace(two, bans=bans), three, four))
    told = why(Seats(Rigged(state, ()), window="open"), 1)
    assert told.count("只能自摸") == (2 if bans else 0)
    assert "5筒" in told


@pytest.mark.parametrize(
    ("game", "options", "void", "hand", "told"),
    [
        ("guiyang", DINGQUE, "m", NINE + "33p123s", VOID),
        ("guiyang", DINGQUE, "m", "123456789p33p12s9m", "打 9万 就听。"),
        ("guiyang", DINGQUE, "m", "12345678p33p12s9m9p", "打 9万 就听。"),
        ("yantai", PAIR_258, "", NINE + "123p11s", EYES),
        ("yantai", PAIR_258, "", NINE + "123p12s", "打 1条 就听。"),
        ("yantai", {}, "", NINE + "123p12s", "打 1条、2条 就听。"),
    ],
)
def test_a_turn_hears_what_a_complete_hand_lacks_or_what_leaves_it_ready(
    game: str, options: dict[str, object], void: str, hand: str, told: str
) -> None:
    assert why(in_turn(game, hand, "", options, void), 0) == told
