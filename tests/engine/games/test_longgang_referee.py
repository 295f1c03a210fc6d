"""龙港麻将 with a referee: table II.8 of the rulebook, every row in both modes, and who pays what.

Seat 0 deals and is at turn with 30 tiles left, the wild is 7s, unless said otherwise; own flowers are 1f 2f 3f 4f of
seats 0 to 3. A judgement is written as `seat verdict clause`.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from engine.computer import computer_act
from engine.games.longgang import GAME
from engine.melds import MeldKind
from engine.result import CaseError, read_case
from engine.tiles import parse_tile
from tests.engine.games.hu_tai_positions import FIVE_RUNS, position, some, thrown_kinds, winner
from tests.engine.games.refereed import MODES, at_turn, held, judged, refused, standing, to_the_end
from tests.engine.rigged import Rigged, rigged

WAITS_9S = FIVE_RUNS + "9s"
WAITS_5P = "123456789m12399s46p"
WAITS_6S_9S = "123456789m123p78s22z"
FOUR_ALL_RUNS = "123m<0 456m<0 789m<0 123p<0"


unaided = partial(position, GAME, mode="referee")
aided = partial(position, GAME)


def dealt(*hands: str, mode: str = "referee", **more: Any) -> Rigged:
    """A hand from its deal; hands are filled up with what fits nothing, 7s is turned."""
    more.setdefault("tail", "7s")
    return rigged(GAME, hands=hands, mode=mode, **more)


def reasons(hand: Rigged) -> set[str]:
    settlement = hand.state.settlement
    return {move.reason for move in settlement.transfers} if settlement else set()


# -- LG-34: what a standing seat may do and counts


def stood(seats: Mapping[int, str], **more: Any) -> Rigged:
    """Seat 1 has called a pung of 1z without the tiles."""
    seats = {0: "1z", **seats}
    return unaided(seats, **more).play("0 d:1z, 1 p, x")


def test_a_standing_seat_is_offered_neither_wins_nor_calls() -> None:
    """LG-34: it is not asked for the chow either, nor may it announce or call late."""
    hand = stood({1: WAITS_9S, 2: "9s"}, front="2p2p")
    assert (judged(hand), standing(hand)) == (["1 stand 五b"], [1])
    assert (hand.kind, hand.asked) == ("turn", (1,))
    assert {act[0] for act in hand.acts(1)} == {"d"}
    at_turn(hand, 2).do(2, "d:9s")
    assert (hand.asked, hand.acts(1)) == ((0, 3), [])


def test_a_standing_seat_draws_discards_and_is_replaced_by_the_host() -> None:
    """LG-34, LG-11."""
    hand = stood({}, front="3f", tail="8p")
    assert hand.told("flowers") == ["flowers 1 3f"]
    assert hand.told("draw") == ["draw 1 3f", "draw 1 8p tail"]
    assert "d:8p" in hand.acts(1)


def test_a_flower_held_when_the_seat_came_to_stand_is_replaced_in_its_next_turn() -> None:
    """LG-34, LG-11: the new tile may be a flower too."""
    hand = stood({1: "3f"}, front="2p", tail="4f8p")
    assert hand.told("flowers") == ["flowers 1 3f", "flowers 1 4f"]
    assert judged(hand) == ["1 stand 五b"]
    assert hand.state.seats[1].size == 17


def test_a_standing_seat_gets_its_tile_of_the_division_and_cannot_win() -> None:
    """LG-34, LG-14."""
    hand = stood({1: WAITS_9S}, left=4, front="9s1m2m3m")
    assert hand.told("draw") == ["draw 1 9s", "draw 2 1m"]
    assert (hand.kind, hand.asked) == ("division", (2,))
    to_the_end(hand)
    assert (hand.told("drawn"), hand.payments) == (["drawn"], (0, 0, 0, 0))


def test_four_standing_seats_end_the_hand() -> None:
    """LG-34: a draw; nothing is left to be asked."""
    hand = unaided({0: "1z"}).play("0 d:1z, 1 p, 2 p, 3 p")
    assert standing(hand) == [1, 2, 3]
    at_turn(hand, 0)
    hand.do(0, "k:" + hand.acts(0)[-1][2:])
    assert standing(hand) == [0, 1, 2, 3]
    assert (hand.told("drawn"), hand.payments) == (["drawn"], (-600, 200, 200, 200))


def test_the_fourth_to_stand_may_do_so_while_others_are_asked() -> None:
    """LG-34: with the discard of that seat lying."""
    hand = unaided({0: "1z7s", 1: "", 2: ""}).play("0 d:1z, 1 p, 2 p, 3 p")
    at_turn(hand, 0).do(0, "d:7s")
    assert (judged(hand)[-1], hand.told("drawn")) == ("0 stand 财b", ["drawn"])
    assert hand.state.seats[0].discards[-1] == parse_tile("7s")


# -- LG-34 `peida_keeps_hu`, LG-35: what a standing seat counts, and who pays what

ONE = "111m369m258p14s"
"""Seat 1: a concealed set of big tiles, 8; nothing else counts."""
OTHERS = {0: "1z258m147p369s369p4z6z8s9p", 2: WAITS_9S, 3: "9s47m2m258p3z258s14p9m36m"}
DRAWS = "9m8m3s"
NOTHING_KEPT = (-80, -40, 160, -40)
"""Seat 2 wins 40 on a single 9s: base 20, no wild 1 台; nobody else counts anything."""
KEPT = (-96, -16, 160, -48)
"""Seat 1 has 8 from seat 3, and 16 from the dealer."""


def play_on(hand: Rigged) -> Rigged:
    """Seat 3 throws 9s, and seat 2 wins on it: the nearer ones let it."""
    at_turn(hand, 3).do(3, "d:9s").do(2, "h").passes()
    if hand.kind == "intercept":
        hand.passes()
    return hand.do(2, "v")


def after(seat_1: str, script: str, *, keeps: bool, **more: Any) -> Rigged:
    """Seat 1, which holds this beside its set, does something wrong; then seat 2 wins."""
    seats = {**OTHERS, 1: f"{ONE}{seat_1}"}
    return play_on(unaided(seats, options={"peida_keeps_hu": keeps}, front=DRAWS, **more).play(script))


LESSER = {
    "五b, a pung without the tiles": ("", "0 d:1z, 1 p, x"),
    "五b, a chow without the tiles": ("", "0 d:9p, 1 c:9m4s, x"),
    "五b, a win withdrawn": ("", "0 d:1z, 1 h, x, 1 w"),
    "方式9, an open kong": ("", "0 d:1z, 1 k:1z, x"),
    "五f, a swap-call": ("456p", "0 d:3p, 1 c:4p5p, x, 1 d:6p"),
}
GRAVE = {
    "方式8, the own flower laid out": ("2f", "0 d:1z, x, 1 f:2f"),
    "方式8, a late flower": ("3f", "0 d:1z, x, 1 d:8p"),
    "财b, a wild thrown": ("7s", "0 d:1z, x, 1 d:7s"),
    "方式9, the fourth tile of a pung thrown": ("2z 222z<0", "0 d:1z, x, 1 d:2z"),
}


@pytest.mark.parametrize("reason", [*LESSER, *GRAVE])
def test_a_standing_seat_counts_nothing(reason: str) -> None:
    """LG-34: and pays like the others."""
    hand = after(*(LESSER | GRAVE)[reason], keeps=False)
    clause = reason.partition(",")[0]
    assert (judged(hand), standing(hand)) == ([f"1 stand {clause}"], [1])
    assert (winner(hand), hand.payments) == (2, NOTHING_KEPT)


@pytest.mark.parametrize("reason", LESSER)
def test_with_peida_keeps_hu_it_counts_what_it_holds_after_a_lesser_mistake(reason: str) -> None:
    """LG-34 `peida_keeps_hu`: only "no win" is said of wrong calls, barred wins and a wrong open kong."""
    hand = after(*LESSER[reason], keeps=True)
    assert (standing(hand), hand.payments) == ([1], KEPT)


@pytest.mark.parametrize("reason", GRAVE)
def test_with_peida_keeps_hu_it_counts_nothing_where_that_is_said(reason: str) -> None:
    """LG-34 `peida_keeps_hu`: "0 胡" is said of flowers, a thrown wild and a thrown fourth tile."""
    hand = after(*GRAVE[reason], keeps=True)
    result = hand.state.result
    assert (standing(hand), hand.payments) == ([1], NOTHING_KEPT)
    assert result is not None
    assert read_case(result.to_json()).to_json() == result.to_json()


@pytest.mark.parametrize("keeps", [True, False])
def test_a_fined_seat_counts_nothing_whatever_the_table_says(keeps: bool) -> None:
    """LG-34, LG-35: the fine of 20 子 to the dealer and 10 to each other seat beside the hand's account."""
    hand = after("", "0 d:1z, 1 h, x, 1 v", keeps=keeps)
    assert judged(hand) == ["1 fine 五h"]
    assert hand.payments == tuple(a + b for a, b in zip(NOTHING_KEPT, (200, -400, 100, 100), strict=True))


def test_a_graver_mistake_takes_what_a_lesser_one_had_left() -> None:
    """LG-34 `peida_keeps_hu`: both are announced."""
    hand = after("7s", "0 d:1z, 1 p, x, 1 d:7s", keeps=True)
    assert (judged(hand), hand.payments) == (["1 stand 五b", "1 stand 财b"], NOTHING_KEPT)
    kept = after("7s", "0 d:1z, 1 p, x, 1 d:7s", keeps=False)
    assert judged(kept) == ["1 stand 五b"]


def test_a_standing_seat_with_nothing_but_wilds_throws_one_without_further_penalty() -> None:
    """LG-10, `peida_keeps_hu`: a turn must be possible."""
    seats = {**OTHERS, 1: "7s 111m<0 456s<0 222s<0 333s<0 789p<0"}
    hand = unaided(seats, options={"peida_keeps_hu": True}, front="7s8m6s").play("0 d:1z, 1 p, x, 1 d:7s")
    assert judged(hand) == ["1 stand 五b"]


def test_a_case_may_name_the_seats_that_count_nothing() -> None:
    """The fact `zero`, written only where `peida_keeps_hu` makes a difference."""
    written = after(*GRAVE["财b, a wild thrown"], keeps=True).state.result
    assert written is not None
    assert written.facts == {"zero": [1]}
    plain = after(*GRAVE["财b, a wild thrown"], keeps=False).state.result
    assert plain is not None
    assert plain.facts == {}
    for wrong in (1, [4], ["1"], [True]):
        with pytest.raises(CaseError, match=r"facts\.zero"):
            read_case(written.to_json() | {"facts": {"zero": wrong}})


FINES = {0: (-600, 200, 200, 200), 1: (200, -400, 100, 100), 3: (200, 100, 100, -400)}


@pytest.mark.parametrize("seat", FINES)
@pytest.mark.parametrize("unit", [10, 1])
def test_a_fine_is_twenty_to_and_from_the_dealer_and_ten_between_others(seat: int, unit: int) -> None:
    """LG-35 `fine_unit`: kept where the hand is drawn."""
    hand = unaided({0: "1z"}, options={"fine_unit": unit})
    if seat:
        hand.play(f"0 d:1z, {seat} h, x").drift(lambda state: hand.kind == "reveal").do(seat, "v")
    else:
        hand.play("0 h, 0 v")
    assert (judged(hand), standing(hand)) == ([f"{seat} fine 五h"], [seat])
    to_the_end(hand)
    assert hand.payments == tuple(amount * unit // 10 for amount in FINES[seat])
    assert reasons(hand) == {"fine"}


def test_two_offences_are_two_fines() -> None:
    """LG-35: of two seats."""
    hand = unaided({0: "1z"}).play("0 h, 0 v, 0 d:1z, 1 h, x, 1 v")
    assert judged(hand) == ["0 fine 五h", "1 fine 五h"]
    assert to_the_end(hand).payments == (-400, -200, 300, 300)


# -- 方式8: flowers


def test_way_8_assist_lays_out_and_replaces() -> None:
    """方式8: nobody can be late, wrong or out of order."""
    hand = aided({0: "1z"}, front="3f").play("0 d:1z, x")
    assert hand.told("flowers") == ["flowers 1 3f"]
    assert some("f", aided({0: "2f1f"}), 0) == []


def test_way_8_a_flower_laid_out_at_once_is_no_mistake() -> None:
    """方式8, LG-12: replaced from the tail, another one too; then kongs."""
    hand = unaided({1: "2222p"}, front="3f", tail="4f8p").play("0 d:1z, x")
    assert {"f:3f", "d:3f", "k:2p"} <= set(hand.acts(1))
    hand.play("1 f:3f, 1 f:4f, 1 k:2p")
    assert (hand.told("flowers"), judged(hand)) == (["flowers 1 3f", "flowers 1 4f"], [])


def test_way_8_the_own_flower_laid_out_is_a_mistake() -> None:
    """方式8: it is gone, and the seat plays on with its replacement."""
    hand = unaided({0: "1f"}, tail="8p").do(0, "f:1f")
    assert (judged(hand), standing(hand)) == (["0 stand 方式8"], [0])
    assert (held(hand, 0, "1f"), held(hand, 0, "8p")) == (0, 1)
    assert (hand.kind, hand.state.seats[0].size) == ("turn", 17)


def test_way_8_of_a_turned_flower_all_others_are_wild_and_none_is_laid_out() -> None:
    """方式8, LG-9."""
    hand = unaided({0: "2f"}, indicator="3f").do(0, "f:2f")
    assert judged(hand) == ["0 stand 方式8"]


LATE = {
    "a discard": ({1: "3f9m"}, "0 d:1z, x, 1 d:9m"),
    "a kong": ({1: "3f9999m"}, "0 d:1z, x, 1 k:9m"),
    "a pung": ({1: "3f11z"}, "0 d:1z, 1 p, x"),
    "a chow": ({0: "3p", 1: "3f45p"}, "0 d:3p, 1 c:4p5p, x"),
    "a chow in the turn": ({0: "3p", 1: "3f45p"}, "0 d:3p, x, 1 c:4p5p"),
    "a kong of the discard": ({1: "3f111z"}, "0 d:1z, 1 k:1z, x"),
}


@pytest.mark.parametrize("act", LATE)
def test_way_8_another_act_before_the_flower_is_laid_out_is_late(act: str) -> None:
    """方式8: the act itself is carried out."""
    seats, script = LATE[act]
    hand = unaided({0: "1z", **seats}, tail="8p").play(script)
    assert (judged(hand), standing(hand)) == (["1 stand 方式8"], [1])
    assert hand.log[-1].name != "judged"


def test_way_8_a_guest_flower_thrown_is_late_and_dead() -> None:
    """方式8, LG-10: nobody may do anything with it, its owner neither."""
    hand = unaided({0: "4f", 3: "123456789m123456p9s"}).do(0, "d:4f")
    assert judged(hand) == ["0 stand 方式8"]
    assert (hand.kind, hand.state.turn, hand.state.last) == ("turn", 1, None)


def test_way_8_a_pass_is_no_act() -> None:
    """方式8: who lays it out in the next turn is in time."""
    hand = unaided({0: "1z", 1: "3f"}, front="2p", tail="8p").play("0 d:1z, x, 1 f:3f")
    assert judged(hand) == []


def test_way_8_a_flower_is_laid_out_while_others_play() -> None:
    """方式8: without a word of the host, and the table may still be won upon with it."""
    hand = unaided({0: "9s", 1: "123456789m123456p3f"}, tail="9s").do(0, "d:9s").do(1, "f:3f")
    assert (hand.kind, hand.asked) == ("claim", (1, 2, 3))
    hand.play("1 h, x, 1 v")
    assert (judged(hand), winner(hand)) == ([], 1)


@pytest.mark.parametrize("left", [4, 5])
def test_way_8_a_flower_at_the_walls_end_is_replaced_by_the_same_table(left: int) -> None:
    """LG-15: with 20 dead nothing is discarded, the others get the rest, and a win there is won."""
    front = {4: "3f2m3m4m9s", 5: "3f2m3m4m5m"}[left]
    hand = unaided({1: WAITS_9S}, left=left + 1, odd=True, front=front, tail="9s" if left == 5 else "")
    hand.play("0 d:1z, x, 1 f:3f")
    assert (hand.kind, hand.asked, hand.told("draw")[-1][:9]) == ("division", (1,), "draw 1 9s")
    hand.play("1 h, 1 v")
    assert (judged(hand), winner(hand), hand.win_events) == ([], 1, {"division", "flower_bloom"})


def test_way_8_the_own_flower_laid_out_there_is_judged_too() -> None:
    """方式8, LG-15: the seat is not asked about its last tile."""
    hand = unaided({1: f"{FIVE_RUNS}2f"}, left=6, odd=True, front="9s2m3m4m", tail="9s").play(
        "0 d:1z, x, 1 f:2f"
    )
    assert judged(hand) == ["1 stand 方式8"]
    assert (hand.kind, hand.asked) == ("division", (2,))


# -- 财b: wilds


def test_wild_b_assist_keeps_wilds_locked() -> None:
    """财b."""
    assert not thrown_kinds(aided({0: "7s1f9m"}), 0) & {"7s", "1f"}


@pytest.mark.parametrize("tile", ["7s", "1f"])
def test_wild_b_a_wild_thrown_is_dead_and_its_thrower_stands(tile: str) -> None:
    """财b, LG-10: nobody is asked."""
    hand = unaided({0: "7s1f", 1: "89s", 2: "123456789m123p89s22z"}).do(0, f"d:{tile}")
    assert (judged(hand), standing(hand)) == (["0 stand 财b"], [0])
    assert (hand.kind, hand.state.turn) == ("turn", 1)


def test_wild_b_of_a_turned_flower_any_of_the_three_is_one() -> None:
    """财b, LG-9."""
    assert judged(unaided({0: "4f"}, indicator="3f").do(0, "d:4f")) == ["0 stand 财b"]


def test_wild_b_who_has_nothing_but_wilds_must_win() -> None:
    """财b, LG-10: throwing one is a mistake, winning none."""
    seats = {0: "1f 123m<3 456m<3 789m<3 123p<3 456p<3"}
    assert judged(unaided(seats, drawn="7s").do(0, "d:1f")) == ["0 stand 财b"]
    assert winner(unaided(seats, drawn="7s").play("0 h, 0 v")) == 0


# -- 方式9: kongs and fourth tiles


def test_way_9_assist_keeps_the_fourth_tile_of_an_own_pung_locked() -> None:
    """方式9, LG-19."""
    assert "5p" not in thrown_kinds(aided({0: "9m5p 555p<3"}), 0)


def test_way_9_the_fourth_tile_of_an_own_pung_thrown() -> None:
    """方式9: it lies like any discard."""
    hand = unaided({0: "5p 555p<3", 1: "46p"}).do(0, "d:5p")
    assert (judged(hand), standing(hand)) == (["0 stand 方式9"], [0])
    assert (hand.kind, "c:4p6p" in hand.acts(1)) == ("claim", True)


def test_way_9_also_one_that_was_not_drawn() -> None:
    """方式9, LG-19: thrown right after the pung."""
    hand = unaided({1: "111z"}).play("0 d:1z, 1 p, x, 1 d:1z")
    assert judged(hand) == ["1 stand 方式9"]


def test_way_9_assist_offers_real_concealed_kongs_only() -> None:
    """方式9."""
    assert some("k", aided({0: "2222p333p"}), 0) == ["k:2p"]


@pytest.mark.parametrize("tile", ["3p", "7s", "1f", "9m"])
def test_way_9_a_concealed_kong_that_is_none_is_fined(tile: str) -> None:
    """方式9: three tiles, wilds, one tile; nothing is laid, the turn goes on."""
    hand = unaided({0: "333p77s1f9m"}, drawn="7s").do(0, f"k:{tile}")
    assert (judged(hand), standing(hand)) == (["0 fine 方式9"], [0])
    assert (hand.kind, hand.asked, hand.state.seats[0].melds) == ("turn", (0,), ())
    assert {act[0] for act in hand.acts(0)} == {"d"}
    assert to_the_end(hand).payments == FINES[0]


def test_way_9_a_late_flower_and_a_false_kong_are_two_offences() -> None:
    """方式8, 方式9: the fine is paid all the same."""
    hand = unaided({0: "3f333p"}).do(0, "k:3p")
    assert judged(hand) == ["0 stand 方式8", "0 fine 方式9"]
    assert to_the_end(hand).payments == FINES[0]


def test_way_9_assist_offers_real_open_kongs_only() -> None:
    """方式9."""
    hand = aided({0: "5p", 1: "55p", 2: "5p"}).do(0, "d:5p")
    assert [some("k", hand, seat) for seat in (1, 2, 3)] == [[], [], []]


@pytest.mark.parametrize("seat_2", ["55p", "555p<1", ""])
def test_way_9_an_open_kong_without_three_tiles(seat_2: str) -> None:
    """方式9, LG-19: a discarded fourth tile of an own pung neither; nothing is laid."""
    hand = unaided({0: "5p", 2: seat_2}).play("0 d:5p, 2 k:5p, x")
    assert (judged(hand), standing(hand)) == (["2 stand 方式9"], [2])
    assert [meld.kind for meld in hand.state.seats[2].melds] in ([], [MeldKind.PUNG])
    assert (hand.kind, hand.asked) == ("chow", (1,))


def test_way_9_real_kongs_are_replaced() -> None:
    """方式9: concealed, added, and of a discard."""
    hand = unaided({0: "2222p5p 555p<3", 2: "111z"}, tail="1z2m3m").play(
        "0 k:2p, 0 k:5p, x, 0 d:1z, 2 k:1z, x"
    )
    kinds = [meld.kind for seat in hand.state.seats for meld in seat.melds]
    assert sorted(kinds) == [MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG, MeldKind.EXPOSED_KONG]
    assert judged(hand) == []


# -- 五a, c, G, J and 四e: barred wins

BOTH_WAYS = {0: "9s", 1: "6s", 2: WAITS_6S_9S}


def test_5a_assist_does_not_offer_a_barred_win() -> None:
    """五a."""
    hand = aided(BOTH_WAYS, indicator="7p", front="1z").play("0 d:9s, x").drift(lambda state: state.turn == 1)
    at_turn(hand, 1).do(1, "d:6s")
    assert some("h", hand, 2) == []


def test_5a_a_win_after_one_was_let_go_is_none() -> None:
    """五a (LG-25 a): on any tile until the own next draw; shown, the seat stands and the hand goes on."""
    hand = unaided(BOTH_WAYS, indicator="7p", front="1z").play("0 d:9s, x, 1 x, 1 d:6s, 2 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(2, "v")
    assert (judged(hand), standing(hand), hand.state.over) == (["2 stand 五a"], [2], False)
    assert to_the_end(hand).payments == (0, 0, 0, 0)


def test_5a_withdrawn_it_counts_as_no_win() -> None:
    """五a, 五b."""
    hand = unaided(BOTH_WAYS, indicator="7p", front="1z").play("0 d:9s, x, 1 x, 1 d:6s, 2 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(2, "w")
    assert judged(hand) == ["2 stand 五b"]


def test_5a_the_own_discard_is_not_won_on() -> None:
    """五c (LG-25 b): that tile only."""
    seats = {0: WAITS_6S_9S, 1: "9s"}
    hand = unaided(seats, drawn="9s", indicator="7p", front="1z").play("0 d:9s, x, 1 x, 1 d:9s, x")
    assert hand.kind == "chow"
    hand = unaided(seats, drawn="9s", indicator="7p", front="1z").play("0 d:9s, x, 1 x, 1 d:9s, 0 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(0, "v")
    assert judged(hand) == ["0 stand 五a"]
    other = unaided({**seats, 1: "6s"}, drawn="9s", indicator="7p", front="1z")
    other.play("0 d:9s, x, 1 x, 1 d:6s, 0 h, x").drift(lambda state: other.kind == "reveal").do(0, "v")
    assert winner(other) == 0


def test_5a_a_robbed_kong_is_barred_too() -> None:
    """五J (LG-25 a): after another win was let go."""
    hand = unaided({0: "9s", 1: "6s 666s<3", 2: WAITS_6S_9S}, indicator="7p", front="1z")
    hand.play("0 d:9s, x, 1 x, 1 k:6s, 2 h, x, 2 v")
    assert judged(hand) == ["2 stand 五a"]


def test_5a_a_self_draw_is_never_barred() -> None:
    """LG-25."""
    hand = unaided({0: "9s", 2: WAITS_6S_9S}, indicator="7p", front="1z6s").play("0 d:9s, x, 1 x, 1 d:1z, x")
    assert (judged(hand.play("2 h, 2 v")), winner(hand)) == ([], 2)


def test_5g_who_breaks_his_pair_instead_of_winning_may_win_again() -> None:
    """五G (LG-25): with four concealed tiles; more than four re-open nothing."""
    four = {0: "5p", 1: "46p99s 123m<0 456m<0 789m<0 111s<3", 2: "9s"}
    hand = unaided(four, front="8m").play("0 d:5p, 1 c:4p6p, x, 1 d:9s, x, 2 x, 2 d:9s, 1 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(1, "v")
    assert (judged(hand), winner(hand)) == ([], 1)
    seven = {0: "5p", 1: "46p99s789s 123m<0 456m<0 111s<3", 2: "9s"}
    hand = unaided(seven, front="8m", indicator="7p").play(
        "0 d:5p, 1 c:4p6p, x, 1 d:7s, x, 2 x, 2 d:9s, 1 h, x"
    )
    hand.drift(lambda state: hand.kind == "reveal").do(1, "v")
    assert judged(hand)[0].startswith("1 ")
    assert winner(hand) is None


TWO_PAIRS = "123456789m123p22s"
"""With two equal honours: complete with 2s, small, or with the honour, a set and a 台."""


@pytest.mark.parametrize(
    ("honour", "verdict"),
    [("77z", "fine 四e"), ("66z", "fine 四e"), ("33z", "fine 四e"), ("44z", "stand 五a")],
)
def test_4e_an_honour_won_after_a_smaller_win_was_let_go_is_fined(honour: str, verdict: str) -> None:
    """四e: 中, 发 and the own wind, South-West's 3z of seat 2; another wind is a barred win like any."""
    seats = {0: "2s", 1: honour[1:], 2: TWO_PAIRS + honour}
    hand = unaided(seats, front="8m").play(f"0 d:2s, x, 1 x, 1 d:{honour[1:]}, 2 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(2, "v")
    assert (judged(hand), winner(hand), standing(hand)) == ([f"2 {verdict}"], None, [2])
    assert to_the_end(hand).payments == ((200, 100, -400, 100) if "fine" in verdict else (0, 0, 0, 0))


def test_4e_after_an_equal_or_greater_win_it_is_a_barred_win() -> None:
    """四e: 发 was let go, 中 is worth the same."""
    seats = {0: "6z", 1: "7z", 2: "123456789m123p6677z"}
    hand = unaided(seats, front="8m").play("0 d:6z, x, 1 d:7z, 2 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(2, "v")
    assert judged(hand) == ["2 stand 五a"]


def test_4e_withdrawn_it_costs_no_fine() -> None:
    """四e, 五b."""
    seats = {0: "2s", 1: "7z", 2: TWO_PAIRS + "77z"}
    hand = unaided(seats, front="8m").play("0 d:2s, x, 1 x, 1 d:7z, 2 h, x")
    hand.drift(lambda state: hand.kind == "reveal").do(2, "w")
    assert judged(hand) == ["2 stand 五b"]


# -- 五b: wrong calls


def test_5b_assist_offers_what_can_be_called() -> None:
    """五b."""
    hand = aided({0: "5p", 1: "5p46p", 2: "55p"}).do(0, "d:5p")
    assert [some("h", hand, seat) + some("p", hand, seat) for seat in (1, 2, 3)] == [[], ["p"], []]
    assert "c:4p" in some("c", hand, 1)
    assert "c:5p" not in some("c", hand, 1)


def test_5b_everybody_has_the_same_buttons() -> None:
    """五b: win, kong and pung; the next seat names any two tiles for a chow, and is asked for it again."""
    hand = unaided({0: "5p"}).do(0, "d:5p")
    assert [[act for act in hand.acts(seat) if act[0] != "c"] for seat in (1, 2, 3)] == [
        ["h", "k:5p", "p", "x"]
    ] * 3
    assert some("c", hand, 1)
    assert [some("c", hand, seat) for seat in (2, 3)] == [[], []]
    hand.passes()
    assert (hand.kind, hand.asked) == ("chow", (1,))


@pytest.mark.parametrize("call", ["c:1m9s", "c:3p9s", "c:7p9s", "c:6p7s", "p"])
def test_5b_a_call_without_the_tiles(call: str) -> None:
    """五b: pung with one tile, chow with two that make no run, or with a wild; nothing is laid."""
    hand = unaided({0: "5p", 1: "1m5p37p6p9s7s25s4m9m3z4z6z7z8s"}).play(f"0 d:5p, 1 {call}, x")
    assert (judged(hand), standing(hand)) == (["1 stand 五b"], [1])
    assert (hand.state.seats[1].melds, hand.kind, hand.state.turn) == ((), "turn", 1)


def test_5b_a_wrong_call_leaves_the_tile_to_the_next_best() -> None:
    """五b, LG-17."""
    hand = unaided({0: "5p", 1: "46p", 2: "5p"}).play("0 d:5p, 1 c:4p6p, 2 p, 3 x")
    assert (judged(hand), standing(hand)) == (["2 stand 五b"], [2])
    assert hand.told("chow") == ["chow 1 4p5p6p <0"]


def test_5b_a_call_that_is_outranked_is_not_looked_at() -> None:
    """LG-17: its tiles were never shown."""
    hand = unaided({0: "5p", 1: "19m", 2: "55p"}).play("0 d:5p, 1 c:1m9m, 2 p, 3 x")
    assert (judged(hand), hand.told("pung")) == ([], ["pung 2 5p5p5p <0"])


def test_5b_a_win_announced_without_one_and_withdrawn() -> None:
    """五b: or time ran out; nothing is shown."""
    for end in ("1 w", "-"):
        hand = unaided({0: "1z"}).play(f"0 d:1z, 1 h, x, {end}")
        assert (judged(hand), standing(hand)) == (["1 stand 五b"], [1])
        assert "open" not in hand.state.seats[1].declared
        assert to_the_end(hand).payments == (0, 0, 0, 0)


def test_5b_a_real_win_withdrawn_is_only_a_pass() -> None:
    """II.8, LG-25: it bars like one."""
    hand = unaided({0: "9s", 1: WAITS_9S}).play("0 d:9s, 1 h, x, 1 w")
    assert (standing(hand), judged(hand), hand.told("withdrawn")) == ([], [], ["withdrawn 1"])
    hand.do(1, "x")
    self_drawn = unaided({0: WAITS_9S}, drawn="9s").play("0 h, 0 w")
    assert (standing(self_drawn), self_drawn.kind) == ([], "turn")
    assert self_drawn.play("0 h, 0 v").state.over


@pytest.mark.parametrize("mode", MODES)
def test_5b_a_valid_call_binds(mode: str) -> None:
    """五b: impossible to take back; it is carried out at once."""
    hand = position(GAME, {0: "5p", 1: "55p"}, mode=mode).play("0 d:5p, 1 p")
    refused(hand, 1, "x")
    hand.passes()
    assert hand.told("pung") == ["pung 1 5p5p5p <0"]
    assert not set(hand.acts(1)) & {"w", "x"}


# -- 五d, f: barred calls, swap-calls, kongs in the turn of a claim

PASSED = {0: "5p", 1: "5p", 2: "55p"}


def test_5d_assist_offers_no_barred_pung() -> None:
    """五d (LG-24)."""
    hand = aided(PASSED, front="8m").go("0 d:5p, 1 d:5p")
    assert some("p", hand, 2) == []


def test_5d_a_barred_pung_is_laid_and_its_seat_stands() -> None:
    """五d (LG-24): let go before, and not drawn since."""
    hand = unaided(PASSED, front="8m").play("0 d:5p, x, 1 x, 1 d:5p, 2 p, x")
    assert (judged(hand), standing(hand)) == (["2 stand 五d"], [2])
    assert (hand.told("pung"), hand.kind, hand.asked) == (["pung 2 5p5p5p <1"], "turn", (2,))
    assert {act[0] for act in hand.acts(2)} == {"d"}


def test_5d_after_the_own_draw_a_pung_is_open_again() -> None:
    """五d (LG-24)."""
    seats = {0: "5p", 1: "", 2: "55p", 3: "5p"}
    hand = unaided(seats, front="8m8p3m").play("0 d:5p, x, 1 x, -, x, 2 x, -, x, 3 x, 3 d:5p, 2 p, x")
    assert (judged(hand), hand.told("pung")) == ([], ["pung 2 5p5p5p <3"])


CHOWED_BACK = {1: "5m46m99s", 0: "5m"}


def test_5d_assist_offers_no_chow_back() -> None:
    """五d, 五f (LG-23)."""
    hand = position(GAME, CHOWED_BACK, turn=1, front="1z2z3z").go("1 d:5m")
    at_turn(hand, 0).do(0, "d:5m")
    assert some("c", hand, 1) == []


@pytest.mark.parametrize("early", [True, False])
def test_5d_an_own_discard_chowed_back(early: bool) -> None:
    """五d, 五f (LG-23): laid, and its seat stands."""
    hand = unaided(CHOWED_BACK, turn=1, front="1z2z3z").do(1, "d:5m")
    at_turn(hand, 0).play("0 d:5m, 1 c:4m6m, x" if early else "0 d:5m, x, 1 c:4m6m")
    assert (judged(hand), hand.told("chow")) == (["1 stand 五d"], ["chow 1 4m5m6m <0"])


def test_5f_assist_locks_the_tile_of_a_swap_call() -> None:
    """五f (LG-23)."""
    hand = aided({0: "3m", 1: "345m6m"}).go("0 d:3m, 1 c:3m")
    assert not thrown_kinds(hand, 1) & {"3m", "6m"}


@pytest.mark.parametrize("tile", ["3m", "6m"])
def test_5f_a_swap_call(tile: str) -> None:
    """五f (LG-23): the tile, or the one that fits the other end."""
    hand = unaided({0: "3m", 1: "345m6m"}).play(f"0 d:3m, 1 c:4m5m, x, 1 d:{tile}")
    assert (judged(hand), standing(hand)) == (["1 stand 五f"], [1])
    fine = unaided({0: "3m", 1: "3459m"}).play("0 d:3m, 1 c:4m5m, x, 1 d:9m")
    assert judged(fine) == []


def test_5f_assist_offers_no_kong_in_the_turn_of_a_claim() -> None:
    """五f (LG-20)."""
    assert some("k", aided({0: "5p", 1: "55p9999m"}).go("0 d:5p, 1 p"), 1) == []


@pytest.mark.parametrize(
    ("seat_1", "kong"), [("55p9999m", "k:9m"), ("555p", "k:5p, x"), ("55p9m 999m<2", "k:9m, x")]
)
def test_5f_a_kong_in_the_turn_of_a_claim(seat_1: str, kong: str) -> None:
    """五f (LG-20): laid and replaced, and its seat stands."""
    hand = unaided({0: "5p", 1: seat_1}, tail="8m").play(f"0 d:5p, 1 p, x, 1 {kong}")
    assert (judged(hand), standing(hand)) == (["1 stand 五f"], [1])
    assert hand.told("draw") == ["draw 1 8m tail"]
    assert {act[0] for act in hand.acts(1)} == {"d"}


def test_5f_such_a_kong_at_the_walls_end_is_not_won_on() -> None:
    """五f, LG-15: the replacement after which nothing is discarded."""
    seats = {0: "5p", 1: "55p2222s123456m1p"}
    hand = unaided(seats, left=5, odd=True, front="2m3m4m", tail="1p").play("0 d:5p, 1 p, x, 1 k:2s")
    assert judged(hand) == ["1 stand 五f"]
    assert (hand.kind, hand.asked) == ("division", (2,))


# -- 五h: false wins


def test_5h_assist_offers_a_win_only_where_there_is_one() -> None:
    """五h."""
    hand = aided({0: "1z", 1: WAITS_9S}).do(0, "d:1z")
    assert [some("h", hand, seat) for seat in (0, 1, 2, 3)] == [[]] * 4


FALSE_WINS: dict[str, tuple[dict[int, str], str, dict[str, Any]]] = {
    "in the own turn": ({}, "0 h, 0 v", {}),
    "on a discard": ({0: "1z"}, "0 d:1z, 1 h, x, 1 v", {}),
    "on a robbed kong": ({0: "5p 555p<3"}, "0 k:5p, 1 h, x, 1 v", {}),
    "in the division": ({}, "0 d:1z, x, 1 h, 1 v", {"left": 4, "front": "2m3m4m5m"}),
    "with a flower still in hand": ({1: "123456789m123456p3f"}, "0 d:1z, x, 1 h, 1 v", {"front": "9s"}),
    "too few 台": ({0: "9s", 1: WAITS_9S}, "0 d:9s, 1 h, x, 1 v", {"options": {"min_tai": 2}}),
    "推土机 with two": ({0: "77s", 2: "7s"}, "0 h, 0 v", {}),
    "推土机 without the own flower": ({0: "777s"}, "0 h, 0 v", {"options": {"lazi_wilds": 4}}),
    "推土机 with a flower still in hand": ({0: "777s3f"}, "0 h, 0 v", {}),
    "八对半 where it does not win": ({0: "1133m5577p1133s222z9m"}, "0 h, 0 v", {"drawn": "9m"}),
    "a lone wild on a discard": (
        {0: "9s", 1: f"7s {FOUR_ALL_RUNS} 456p<0"},
        "0 d:9s, 1 h, x, 1 v",
        {"options": {"wild_single_any": "self_draw_only"}},
    ),
}


@pytest.mark.parametrize("case", FALSE_WINS)
def test_5h_a_false_win_shown_is_fined_and_the_hand_stays_open(case: str) -> None:
    """五h, LG-35, LG-42: then the hand goes on."""
    seats, script, more = FALSE_WINS[case]
    hand = unaided({0: "1z", **seats}, **more).play(script)
    seat = int(script.split(",")[-1].split()[0])
    assert judged(hand) == [f"{seat} fine 五h"]
    assert hand.state.seats[seat].declared == {"standing", "open"}
    assert to_the_end(hand).payments == FINES[seat]


def test_5h_a_complete_hand_is_no_self_draw_in_the_turn_of_a_claim() -> None:
    """五h: nothing was drawn."""
    hand = unaided({0: "5p", 1: "55p123456789m123s99s"}).play("0 d:5p, 1 p, x, 1 h, 1 v")
    assert judged(hand) == ["1 fine 五h"]


def test_5h_real_wins_are_won_and_told() -> None:
    """II.8: announced, revealed; by discard, self-draw, robbing, division, 推土机, a lone wild, 八对半."""
    robbing = unaided({0: "5p 555p<3", 2: WAITS_5P}).play("0 k:5p, 2 h, x, 2 v")
    assert (winner(robbing), robbing.win_events) == (2, {"rob_kong"})
    three = unaided({0: "777s"}).play("0 h, 0 v")
    assert (three.win_events, three.payments) == ({"three_golds"}, (1800, -600, -600, -600))
    four = unaided({0: "777s1f"}, options={"lazi_wilds": 4}).play("0 h, 0 v")
    assert four.win_events == {"three_golds"}
    last = unaided({1: WAITS_9S}, left=4, front="9s").play("0 d:1z, x, 1 h, 1 v")
    assert (winner(last), last.win_events) == (1, {"division"})
    lone = unaided({0: "9s", 1: f"7s {FOUR_ALL_RUNS} 456p<0"}).play("0 d:9s, 1 h, x, 1 v")
    assert winner(lone) == 1
    pairs = unaided({0: "1133m5577p1133s222z9m"}, drawn="9m", options={"eight_pairs": True}).play("0 h, 0 v")
    assert winner(pairs) == 0
    for hand in (robbing, three, four, last, lone, pairs):
        assert judged(hand) == []
        assert hand.told("announced")


def test_5h_one_announcement_of_two_wins_and_the_false_one_is_never_shown() -> None:
    """LG-18: the nearest is asked first; who comes after is not judged."""
    seats = {0: "9s", 1: WAITS_9S}
    hand = unaided(seats).play("0 d:9s, 1 h, 2 h, 3 x, 1 v")
    assert (winner(hand), judged(hand)) == (1, [])
    other = unaided({0: "9s", 2: WAITS_9S}).play("0 d:9s, 1 h, 2 h, 3 x, 1 v, 2 v")
    assert (winner(other), judged(other)) == (2, ["1 fine 五h"])
    assert other.payments[1] == -400 - 40


# -- 五I, 五K


@pytest.mark.parametrize("mode", MODES)
def test_5i_no_act_changes_the_number_of_tiles(mode: str) -> None:
    """五I: the host deals and counts."""
    hand = position(GAME, {}, mode=mode)
    for _ in range(12):
        for seat in range(4):
            assert {act[0] for act in hand.acts(seat)} <= set("hkdxpcfa")
            in_turn = hand.kind == "turn" and hand.state.turn == seat
            assert hand.state.seats[seat].size == 16 + in_turn
        hand.close()
    assert judged(hand) == []


ALMOST_WILD = "7s3f 123m<0 456m<0 789m<0 111s<3"


def test_5k_assist_offers_no_claim_that_leaves_only_wilds() -> None:
    """LG-10."""
    assert some("p", aided({0: "5p", 2: f"55p{ALMOST_WILD}"}).do(0, "d:5p"), 2) == []


def test_5k_a_claim_that_would_leave_only_wilds_stands_and_is_not_laid() -> None:
    """五K, LG-10: allowed as a win alone; the host's default for other mistakes."""
    hand = unaided({0: "5p", 2: f"55p{ALMOST_WILD}"}).play("0 d:5p, 2 p, x")
    assert (judged(hand), hand.told("pung")) == (["2 stand LG-10"], [])
    won = unaided({0: "5p", 2: f"55p{ALMOST_WILD}"}).play("0 d:5p, 2 h, x")
    won.drift(lambda state: won.kind == "reveal").do(2, "v")
    assert (judged(won), winner(won)) == ([], 2)


# -- 四a–c, F: 包三家

DRAGONS = "123456789m123p99s"
WAITS_FA = DRAGONS + "66z"


def reckless(seats: Mapping[int, str], tile: str, *, mode: str, **more: Any) -> Rigged:
    """Seat 3 throws the tile, seat 1 wins on it."""
    hand = position(GAME, seats, mode=mode, turn=3, **{"left": 6, **more}).do(3, f"d:{tile}")
    if mode == "assist":
        return hand.do(1, "h").passes()
    hand.do(1, "h").passes()
    return hand.drift(lambda state: hand.kind == "reveal").do(1, "v")


ODD_TILES = "258m147p369s28p1m9m"
"""Thirteen tiles that fit nothing."""
BAO: dict[str, tuple[dict[int, str], str, dict[str, Any]]] = {
    "四a": ({1: WAITS_FA, 3: f"6z4z{ODD_TILES}45s"}, "6z", {}),
    "四b": ({1: WAITS_FA, 3: f"6z7z44z{ODD_TILES}"}, "6z", {"discards": {2: "7z"}}),
    "四F": ({1: "456m44z99s 111z<3 222z<0 333z<2", 3: "4z"}, "4z", {"left": 30}),
}
NO_BAO: dict[str, tuple[dict[int, str], str, dict[str, Any]]] = {
    "early": ({1: WAITS_FA, 3: f"6z4z{ODD_TILES}45s"}, "6z", {"left": 9}),
    "seen": ({1: WAITS_FA, 3: f"6z4z{ODD_TILES}45s"}, "6z", {"discards": {2: "6z"}}),
    "two own winds": ({1: WAITS_FA, 3: f"6z44z{ODD_TILES}4s"}, "6z", {}),
    "the other kind was not thrown": ({1: WAITS_FA, 3: f"6z7z44z{ODD_TILES}"}, "6z", {}),
    "two melds of winds": ({1: "456m789m99s44z 111z<3 222z<0", 3: "4z"}, "4z", {"left": 30}),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("clause", BAO)
def test_4_a_reckless_throw_that_is_won_pays_for_all_three(clause: str, mode: str) -> None:
    """四a, 四b, 四c, 四F (LG-36, LG-33): the dealer's share is double; nobody stands for it."""
    seats, tile, more = BAO[clause]
    hand = reckless(seats, tile, mode=mode, **more)
    assert hand.state.settlement is not None
    points = hand.state.settlement.points[0]
    paid = [
        move for move in hand.state.settlement.transfers if move.receiver == 1 and move.reason != "mutual"
    ]
    assert {move.payer for move in paid} == {3}
    assert sum(move.amount for move in paid) == 4 * points
    assert (judged(hand), standing(hand)) == ([f"3 bao {clause}"] if mode == "referee" else [], [])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", NO_BAO)
def test_4_without_one_of_the_conditions_nobody_pays_for_others(case: str, mode: str) -> None:
    """LG-36."""
    seats, tile, more = NO_BAO[case]
    hand = reckless(seats, tile, mode=mode, **more)
    assert (winner(hand), judged(hand)) == (1, [])
    assert "liability" not in reasons(hand)


@pytest.mark.parametrize(("late", "clause"), [(12, "四a"), (5, "")])
def test_4_how_late_late_is(late: int, clause: str) -> None:
    """LG-36 `bao_late`."""
    hand = reckless(*BAO["四a"][:2], mode="referee", left=10 if clause else 6, options={"bao_late": late})
    assert judged(hand) == ([f"3 bao {clause}"] if clause else [])


def test_4_a_standing_thrower_pays_for_all_three_too() -> None:
    """LG-33, LG-34."""
    seats, tile, _ = BAO["四a"]
    hand = reckless(seats, tile, mode="referee", standing=[3])
    assert judged(hand) == ["3 bao 四a"]


@pytest.mark.parametrize(
    ("assist", "mode", "offered"), [("warn", "assist", 1), ("lock", "assist", 0), ("lock", "referee", 1)]
)
def test_4_assist_warns_or_locks_and_the_referee_does_neither(assist: str, mode: str, offered: int) -> None:
    """LG-36 `bao_assist`."""
    hand = position(GAME, {3: "6z4z"}, turn=3, left=6, mode=mode, options={"bao_assist": assist})
    assert ("d:6z" in hand.acts(3)) == bool(offered)
    warned = hand.state.game.warnings(hand.state, 3)
    assert (parse_tile("6z") in warned) == (mode == "assist")


# -- LG-16 with a referee

ABORTS = {"abort_draws": True}


def test_three_real_wins_shown_draw_the_hand() -> None:
    """LG-16 三家同响: each is shown; without the option the nearest has it."""
    seats = {0: "9s", 1: WAITS_9S, 2: WAITS_9S, 3: WAITS_9S}
    hand = unaided(seats, options=ABORTS).play("0 d:9s, 1 h, 2 h, 3 h, 1 v")
    assert (hand.kind, hand.asked) == ("reveal", (2,))
    hand.play("2 v, 3 v")
    assert (hand.told("drawn"), hand.payments) == (["drawn three_winners"], (0, 0, 0, 0))
    assert winner(unaided(seats).play("0 d:9s, 1 h, 2 h, 3 h, 1 v")) == 1


@pytest.mark.parametrize(("end", "verdict"), [("3 v", "3 fine 五h"), ("3 w", "3 stand 五b")])
def test_where_one_of_three_is_false_the_nearest_has_it(end: str, verdict: str) -> None:
    """LG-16, LG-18: and the false one is judged."""
    seats = {0: "9s", 1: WAITS_9S, 2: WAITS_9S}
    hand = unaided(seats, options=ABORTS).play(f"0 d:9s, 1 h, 2 h, 3 h, 1 v, 2 v, {end}")
    assert (winner(hand), judged(hand)) == (1, [verdict])


def test_two_winners_draw_nothing() -> None:
    """LG-16."""
    seats = {0: "9s", 1: WAITS_9S, 2: WAITS_9S, 3: WAITS_9S}
    assert winner(unaided(seats, options=ABORTS).play("0 d:9s, 1 h, 2 h, 3 x, 1 v")) == 1


FOUR_KONGS = {0: "5555p12345678m99s (1111z)", 1: "(9999p)", 2: "(2222z)"}


def test_a_bloom_on_the_fourth_kong_is_no_win_and_no_mistake() -> None:
    """LG-16 四杠: shown or withdrawn it counts nothing; a discard follows, and then the draw."""
    for end in "vw":
        hand = unaided(FOUR_KONGS, tail="9m", options=ABORTS).play(f"0 k:5p, 0 h, 0 {end}")
        assert (judged(hand), standing(hand)) == (["0 void LG-16"], [])
        assert hand.do(0, "d:9m").passes().told("drawn") == ["drawn four_kongs"]
    assert winner(unaided(FOUR_KONGS, tail="9m").play("0 k:5p, 0 h, 0 v")) == 0


def test_an_incomplete_hand_on_the_fourth_kong_is_a_false_win() -> None:
    """LG-16, 五h; after it there is a win on the discard alone."""
    hand = unaided({**FOUR_KONGS, 3: "9m"}, tail="1p", options=ABORTS).do(0, "k:5p")
    assert some("k", hand, 0) == []
    hand.play("0 h, 0 v")
    assert judged(hand) == ["0 fine 五h"]
    hand.do(0, "d:1p")
    assert [hand.acts(seat) for seat in (1, 2, 3)] == [["h", "x"]] * 3


def test_four_equal_winds_and_nine_kinds_draw_the_hand() -> None:
    """LG-16."""
    hand = dealt("1z9m", "1z9m", "1z9m", "1z9m", options=ABORTS).do(0, "d:1z")
    for seat in (1, 2, 3):
        hand.drift(lambda state, seat=seat: hand.kind == "turn" and state.turn == seat).do(seat, "d:1z")  # type: ignore[misc]
    assert hand.passes().told("drawn") == ["drawn four_winds"]
    nine = dealt("19m19p19s123z24m24p2468s", options=ABORTS)
    assert nine.do(0, "a").told("drawn") == ["drawn nine_kinds"]


# -- the opening (LG-12, LG-18, 方式8)


def in_opening(*hands: str, **more: Any) -> Rigged:
    """The dealer has thrown 4m."""
    dealer, *rest = hands
    return dealt(dealer + "4m", *rest, **more).do(0, "d:4m")


def test_the_dealer_lays_out_by_name_before_his_first_discard() -> None:
    """LG-12: until he is clean, then a kong; 天胡 stays one."""
    hand = dealt("2f1111s", tail="7s3f9s").play("0 f:2f, 0 f:3f, 0 k:1s")
    assert (hand.told("flowers"), judged(hand)) == (["flowers 0 2f", "flowers 0 3f"], [])
    heavenly = dealt(FIVE_RUNS + "9s2f", tail="7s9s").play("0 f:2f, 0 h, 0 v")
    assert heavenly.win_events == {"heavenly"}


def test_the_dealer_is_late_with_his_first_discard() -> None:
    """方式8, LG-12: what he holds still is replaced by the host in his next turn."""
    hand = in_opening("2f", tail="7s8p")
    assert (judged(hand), standing(hand)) == (["0 stand 方式8"], [0])
    at_turn(hand, 0)
    assert hand.told("flowers") == ["flowers 0 2f"]


def test_the_others_are_asked_in_order_whether_they_have_flowers_or_not() -> None:
    """LG-12: all flowers of a seat at once, further ones in a next round; then kongs, then the claims."""
    hand = in_opening("", "1f3f", "4f", tail={0: "7s", 1: "1m", 2: "2f", 3: "2m", 4: "4s"})
    assert (hand.kind, hand.asked) == ("flower", (1,))
    hand.play("1 f:1f, 1 f:3f")
    assert hand.asked == (1,)
    hand.do(1, "x")
    assert hand.asked == (2,)
    hand.play("2 f:4f, 2 x, 3 x")
    assert (hand.kind, hand.asked) == ("flower", (1,))
    hand.play("1 x, 2 x")
    assert (hand.kind, hand.asked, judged(hand)) == ("declare", (1, 2, 3), [])
    hand.passes()
    assert (hand.kind, hand.asked) == ("claim", (1, 2, 3))


def test_a_further_flower_waits_for_the_next_round() -> None:
    """LG-12: 2f is the own one of seat 1 and stays; 3f comes for 1f."""
    hand = in_opening("", "1f2f", "", tail="7s3f8p").play("1 f:1f, 1 x, 2 x, 3 x")
    assert (hand.kind, hand.asked) == ("flower", (1,))
    hand.play("1 f:3f, 1 x")
    assert hand.asked == (1,)
    hand.do(1, "x")
    assert (hand.kind, judged(hand)) == ("declare", [])
    assert held(hand, 1, "2f") == 1


@pytest.mark.parametrize(
    ("hands", "script", "verdicts"),
    [
        (("", "3f", "4f"), "2 f:4f", ["2 stand 方式8"]),
        (("", "", "4f"), "2 f:4f", []),
        (("", "3f", "4f"), "1 f:3f, 2 f:4f", []),
        (("", "3f", "4f"), "1 x, 2 f:4f", []),
        (("", "3f", "", "1f"), "1 x, 2 x, 3 f:1f", []),
        (("", "2f", "1f"), "1 f:2f, 2 f:1f", ["1 stand 方式8"]),
    ],
)
def test_out_of_order_is_before_an_earlier_seat_that_still_has_some(
    hands: tuple[str, ...], script: str, verdicts: list[str]
) -> None:
    """方式8: not where that seat was asked and let its place go, nor where it has none left."""
    hand = in_opening(*hands, tail="7s8p8s8m").play(script)
    assert judged(hand) == verdicts


@pytest.mark.parametrize(
    ("hands", "script", "verdicts"),
    [
        (("2f", "3f"), "1 f:3f", ["1 stand 方式8"]),
        (("", "3f"), "1 f:3f", []),
        (("", "3f", "4f"), "2 f:4f", ["2 stand 方式8"]),
    ],
)
def test_so_it_is_before_the_dealers_first_discard(
    hands: tuple[str, ...], script: str, verdicts: list[str]
) -> None:
    """方式8: the dealer comes first."""
    assert judged(dealt(*hands, tail="7s8p8s").play(script)) == verdicts


def test_who_let_his_place_go_lays_out_before_his_next_act() -> None:
    """方式8: else it is late."""
    hand = in_opening("", "3f9m", tail="7s8p").play("1 x, 2 x, 3 x, x, x, 1 x")
    assert (hand.kind, hand.state.turn) == ("turn", 1)
    hand.do(1, "d:9m")
    assert judged(hand) == ["1 stand 方式8"]
    hand = in_opening("", "3f9m", tail="7s8p").play("1 x, 2 x, 3 x, 1 f:3f, x, x, 1 x, 1 d:9m")
    assert judged(hand) == []


def test_the_host_replaces_for_a_standing_seat_in_its_place() -> None:
    """LG-34, LG-12: seat 1 laid out its own flower, and has two more; nobody behind is blamed."""
    hand = in_opening("", "2f3f", "4f", tail="7s8p1f8s8m").play("1 f:2f")
    assert (judged(hand), hand.asked) == (["1 stand 方式8"], (2,))
    hand.play("2 f:4f, 2 x, 3 x")
    assert judged(hand) == ["1 stand 方式8"]
    assert hand.told("flowers") == ["flowers 1 2f", "flowers 2 4f", "flowers 1 3f"]


def test_opening_kongs_are_named_in_turn_order() -> None:
    """LG-12: seat 2 answers first, seat 1 lays first; every kind is open to everybody."""
    hand = in_opening("", "2222m", "5555p", tail="7s1z2z").play("1 x, 2 x, 3 x")
    assert {"k:2m", "k:1s", "x"} & set(hand.acts(1)) >= {"k:2m", "x"}
    assert len(some("k", hand, 3)) > 5
    hand.play("2 k:5p, 1 k:2m, 3 x, 1 x, 2 x")
    assert hand.told("concealed_kong") == ["concealed_kong 1 2m2m2m2m", "concealed_kong 2 5p5p5p5p"]
    assert (hand.kind, judged(hand)) == ("claim", [])


def test_a_false_opening_kong_is_fined() -> None:
    """方式9: the others' wait is not disturbed."""
    hand = in_opening("", "222m", "5555p", "2m", tail="7s1z2z").play(
        "1 x, 2 x, 3 x, 1 k:2m, 2 k:5p, 3 x, 2 x"
    )
    assert (judged(hand), standing(hand)) == (["1 fine 方式9"], [1])
    assert hand.told("concealed_kong") == ["concealed_kong 2 5p5p5p5p"]
    assert (hand.kind, hand.asked) == ("claim", (2, 3))
    assert to_the_end(hand).payments == FINES[1]


def test_an_opening_kong_before_the_flower_is_late() -> None:
    """方式8, LG-12: kongs only after flowers."""
    hand = in_opening("", "3f2222m", tail="7s1z").play("1 x, 2 x, 3 x, 1 k:2m, 2 x, 3 x")
    assert judged(hand) == ["1 stand 方式8"]


def test_a_flower_that_comes_for_an_opening_kong_is_laid_out_by_name() -> None:
    """LG-12."""
    hand = in_opening("", "2222m", tail="7s3f8p").play("1 x, 2 x, 3 x, 1 k:2m, 2 x, 3 x, 1 f:3f, 1 x")
    assert (hand.told("flowers"), judged(hand), hand.kind) == (["flowers 1 3f"], [], "claim")


def test_three_wilds_on_the_dealt_sixteen_beat_a_nearer_earthly_win() -> None:
    """LG-18: both are announced by `h`."""
    hand = dealt("9s", WAITS_9S, "777s").play("0 d:9s, 1 x, 2 x, 3 x, x, 1 h, 2 h, 3 x")
    assert (hand.kind, hand.asked) == ("reveal", (2,))
    assert hand.do(2, "v").payments == (-600, -300, 1200, -300)


def test_a_dead_first_discard_is_won_by_nobody() -> None:
    """LG-10, LG-27: 推土机 waits for the own draw then."""
    hand = dealt("1f", "", "777s", front="8m").play("0 d:1f, 1 x, 2 x, 3 x, x")
    assert (judged(hand), hand.kind, hand.state.turn) == (["0 stand 财b"], "turn", 1)
    at_turn(hand, 2).play("2 h, 2 v")
    assert hand.win_events == {"three_golds"}


# -- computer seats


def test_computer_seats_make_no_mistake() -> None:
    """A real win is announced and shown, a false one withdrawn never, flowers are laid out."""
    hand = unaided({0: WAITS_9S}, drawn="9s")
    assert computer_act(hand.state, 0).text == "h"
    assert computer_act(hand.do(0, "h").state, 0).text == "v"
    flower = unaided({0: "3f777s"})
    assert computer_act(flower.state, 0).text == "f:3f"
