"""福鼎麻将 with a referee: table I.8 of the rulebook, every clause in both modes, and who pays what.

Seat 0 deals and is at turn with 30 tiles left, the gold is 7s, unless said otherwise. A judgement is written as
`seat verdict clause`.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from engine.games.fuding import GAME
from engine.melds import MeldKind
from engine.tiles import TEXT, parse_tile
from tests.engine.games.hu_tai_positions import FIVE_RUNS, position, some, thrown_kinds, winner
from tests.engine.games.refereed import MODES, at_turn, held, judged, refused, standing, to_the_end
from tests.engine.rigged import Rigged, rigged

WAITS_5P = "123456789m12399s46p"
YOUJIN = "123456789m123p7s 555s<3"
"""游金 beside a pung of 5s."""
DULL = "147m147p1s3s1234z67z2m5m"
"""Sixteen tiles without a pair, far from any hand."""


unaided = partial(position, GAME, mode="referee")
aided = partial(position, GAME)


def dealt(*hands: str, mode: str = "referee", **more: Any) -> Rigged:
    """A hand from its deal; hands are filled up with what fits nothing, 7s is turned."""
    more.setdefault("tail", "5p7s")
    return rigged(GAME, hands=hands, mode=mode, **more)


def calls(hand: Rigged, seat: int, act: str = "h", then: str = "v") -> Rigged:
    """The seat announces, nobody else does, and it shows its hand (or withdraws)."""
    hand.do(seat, act)
    while hand.kind != "reveal":
        hand.passes()
    return hand.do(seat, then)


# -- 赔胡: 一.1 … 一.13


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("clause", ["一.1", "二.1", "二.6"])
def test_nobody_draws_or_counts_for_himself(clause: str, mode: str) -> None:
    """一.1, 二.1, 二.6: no act takes a tile of the wall, or puts one back; sizes are the host's."""
    hand = position(GAME, {}, mode=mode)
    for _ in range(12):
        for seat in range(4):
            assert {act[0] for act in hand.acts(seat)} <= set("hkdxpcf")
            in_turn = hand.kind == "turn" and hand.state.turn == seat
            assert hand.state.seats[seat].size == 16 + in_turn
        hand.close()
    assert judged(hand) == []


CHOWABLE = {0: "5m", 1: "46m9s1z2z9p9p11p4477s3z3z5s"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("clause", ["一.3", "一.5", "一.12"])
def test_the_host_deals_names_the_door_and_turns_the_gold(clause: str, mode: str) -> None:
    """一.3, 一.5, 一.12: gold, door and deal are there before anybody is asked."""
    hand = dealt(mode=mode, dice=(1, 1))
    assert hand.told("gold") == ["gold 7s"]
    assert GAME.east(hand.state) == 1
    assert {act[0] for seat in range(4) for act in hand.acts(seat)} <= set("xhf")


def test_1_2_assist_offers_real_concealed_kongs_only() -> None:
    """一.2."""
    assert some("k", aided({0: "2222p333p"}), 0) == ["k:2p"]


def test_1_2_referee_fines_a_concealed_kong_that_is_none() -> None:
    """一.2: 1000 to each, the seat stands and goes on with its turn."""
    hand = unaided({0: "333p"}).do(0, "k:3p")
    assert (judged(hand), standing(hand)) == (["0 fine 一.2"], [0])
    assert (hand.kind, hand.asked, some("k", hand, 0), some("h", hand, 0)) == ("turn", (0,), [], [])
    assert to_the_end(hand).payments == (-3000, 1000, 1000, 1000)
    assert [move.reason for move in hand.state.settlement.transfers] == ["fine"] * 3  # type: ignore[union-attr]


def test_1_2_referee_fines_a_kong_of_gold_or_of_flowers() -> None:
    """一.2: neither is four of a playing tile (FD-2, FD-10)."""
    assert judged(unaided({0: "77s"}).do(0, "k:7s")) == ["0 fine 一.2"]
    assert judged(unaided({0: "555z5z"}).do(0, "k:5z")) == ["0 fine 一.2"]


def test_1_2_referee_takes_a_real_kong() -> None:
    """一.2: concealed and added."""
    hand = unaided({0: "2222p"}, tail="8s").do(0, "k:2p")
    assert [meld.kind for meld in hand.state.seats[0].melds] == [MeldKind.CONCEALED_KONG]
    added = unaided({0: "555p<2"}, drawn="5p").do(0, "k:5p").passes()
    assert [meld.kind for meld in added.state.seats[0].melds] == [MeldKind.ADDED_KONG]
    assert judged(hand) + judged(added) == []


def test_1_4_assist_offers_a_win_only_where_it_is_one() -> None:
    """一.4."""
    hand = aided({0: "9s", 1: FIVE_RUNS + "9s", 2: WAITS_5P}).do(0, "d:9s")
    assert [some("h", hand, seat) for seat in (1, 2, 3)] == [["h"], [], []]


def test_1_4_referee_fines_a_hand_that_is_shown_and_is_none() -> None:
    """一.4: announced and revealed; it stays open, its seat stands."""
    hand = unaided({}).do(0, "h")
    assert (hand.kind, hand.asked, hand.acts(0)) == ("reveal", (0,), ["v", "w"])
    hand.do(0, "v")
    assert (judged(hand), standing(hand)) == (["0 fine 一.4"], [0])
    assert hand.state.seats[0].declared == {"standing", "open"}
    assert to_the_end(hand).payments == (-3000, 1000, 1000, 1000)


def test_1_4_referee_fines_a_false_win_on_a_discard_and_the_window_goes_on() -> None:
    """一.4: the others may still call the tile."""
    hand = unaided({0: "9s", 2: "99s"}).do(0, "d:9s").play("1 h, 2 p, 3 x, 1 v")
    assert judged(hand) == ["1 fine 一.4"]
    assert [str(meld) for meld in hand.state.seats[2].melds] == ["999s<0"]


def test_1_4_referee_goes_on_to_the_next_who_announced() -> None:
    """一.4: a false win nearer by does not keep a real one from the tile."""
    hand = unaided({0: "9s", 2: FIVE_RUNS + "9s"}).do(0, "d:9s").play("1 h, 2 h, 3 x, 1 v, 2 v")
    assert (judged(hand), winner(hand)) == (["1 fine 一.4"], 2)


def test_1_4_example_f8_fine_and_stand() -> None:
    """F8: C's false win costs 3000, then A wins D's 9p and C counts nothing."""
    seats = {
        0: "444m234567s78p55m 777z<3",
        1: "9s17m25p158s1234z3p 999m<0 | 5z",
        3: "9p179m25p158s1234z368p | 4f",
    }
    hand = unaided(seats, indicator="9s", turn=2, options={"wind_mode": "dealer_is_east"})
    at_turn(calls(hand, 2), 3).do(3, "d:9p")
    assert winner(calls(hand, 0)) == 0
    assert hand.payments == (1360, 940, -3180, 880)


def second_nine(hand: Rigged) -> Rigged:
    """9s is thrown twice before seat 2 draws; it waits for it."""
    return hand.go("0 d:9s, 1 d:9s")


NINES = {0: "9s", 2: FIVE_RUNS + "9s"}


def test_1_6_assist_does_not_offer_the_second_identical_tile() -> None:
    """一.6."""
    assert some("h", second_nine(aided(NINES, front="9s")), 2) == []


def test_1_6_referee_fines_a_win_on_the_second_identical_tile() -> None:
    """一.6: announced, shown, no win."""
    hand = calls(second_nine(unaided(NINES, front="9s")), 2)
    assert (judged(hand), winner(hand)) == (["2 fine 一.6"], None)
    assert to_the_end(hand).payments == (1000, 1000, -3000, 1000)


def test_1_6_withdrawn_is_no_win_either() -> None:
    """I.8: what 一.6 forbids counts as no win in both steps."""
    hand = calls(second_nine(unaided(NINES, front="9s")), 2, then="w")
    assert (judged(hand), standing(hand)) == (["2 stand 二.2"], [2])


F7 = {
    0: "777s149m36p14s123z 555m<1 | 1f",
    1: "678p234s99p66z 111s<0 345m<0 | 5z",
    2: "111p146m36p589s13z 8888m<1",
    3: "2p6z1469m348p589s1234z",
}


def barred_honour(**more: Any) -> Rigged:
    """F7: 发 is thrown with R = 7."""
    more.setdefault("options", {"wind_mode": "dealer_is_east"})
    return unaided(F7, indicator="2p", turn=3, left=7, **more)


def test_1_7_assist_locks_honours_late_in_the_wall() -> None:
    """一.7."""
    assert "6z" not in thrown_kinds(aided(F7, indicator="2p", turn=3, left=7), 3)


def test_1_7_referee_lets_the_thrower_pay_for_all_three() -> None:
    """一.7, F7: no fine, no standing."""
    hand = calls(barred_honour().do(3, "d:6z"), 1)
    assert (judged(hand), standing(hand)) == (["3 bao 一.7"], [])
    assert hand.payments == (0, 320, 0, -320)
    assert hand.state.result.facts == {"bao": 3}  # type: ignore[union-attr]


def test_1_7_referee_takes_it_back_where_nobody_wins() -> None:
    """一.7, FD-33: it cannot be punged; another tile is thrown, and as if it had never lain."""
    hand = barred_honour()
    before = hand.state
    hand.do(3, "d:6z")
    assert hand.acts(1) == ["h", "x"]
    hand.passes()
    assert (judged(hand), hand.told("returned")) == (["3 return 一.7"], ["returned 3 6z"])
    assert (hand.state.seats[3].hand, hand.state.memo) == (before.seats[3].hand, before.memo)
    assert {act[0] for act in hand.acts(3)} == {"d"}
    assert "d:6z" not in hand.acts(3)
    hand.go("3 d:2p")
    assert standing(hand) == [3]


def test_1_7_a_tile_shown_meanwhile_stays_locked_once_it_is_taken_back() -> None:
    """FD-33, 三.1: only what the discard itself barred is forgotten."""
    hand = barred_honour().do(3, "d:6z")
    shown = TEXT[hand.state.seats[0].hand[0]]
    hand.do(1, f"q:0:1:{shown}")
    bans = hand.state.seats[0].bans
    assert bans
    hand.passes()
    assert hand.told("returned")
    assert hand.state.seats[0].bans == bans


def test_1_7_counts_as_no_appearance_once_it_is_taken_back() -> None:
    """一.6, FD-33: the next 发 is the first on the table."""
    hand = barred_honour(front="6z").do(3, "d:6z").passes()
    kept = next(act for act in hand.acts(3) if act[2:] not in ("2p", "6z"))
    calls(hand.go(f"3 {kept}, 0 d:6z"), 1)
    assert (judged(hand)[1:], winner(hand)) == (["0 bao 一.7"], 1)


def test_1_7_is_no_offence_with_three_visible_or_more_tiles_left() -> None:
    """一.7: 三张 lie open; R = 9."""
    assert judged(unaided({0: "6z"}, left=8, discards={1: "666z"}).do(0, "d:6z").passes()) == []
    assert judged(unaided({0: "6z"}, left=9).do(0, "d:6z").passes()) == []


def test_1_7_is_no_offence_where_everything_is_barred() -> None:
    """FD-32: golds aside, and what could be konged may not be thrown either (FD-27)."""
    hand = unaided({0: "2367z 111p<1 222p<1 333p<1 444p<1", 2: "4z"}, drawn="7s", left=8)
    assert judged(hand.do(0, "d:6z").passes()) == []
    hand = unaided({0: "3333p2367z 111p<1 222p<1 444p<1"}, left=8)
    assert judged(hand.do(0, "d:6z").passes()) == []


def test_1_7_goes_without_when_an_earlier_discard_is_won() -> None:
    """FD-22.4: 9s was chowed, then an honour thrown; who wins on the 9s is paid by all."""
    seats = {0: "9s", 1: "78s6z", 3: FIVE_RUNS + "9s"}
    hand = unaided(seats, indicator="2p", left=8).go("0 d:9s, 1 c:7s8s").do(1, "d:6z")
    calls(hand, 3, late(hand, 3))
    assert (winner(hand), judged(hand)) == (3, [])
    assert "bao" not in hand.state.result.facts  # type: ignore[union-attr]


def test_1_7_the_winner_is_intercepted_on_an_earlier_discard() -> None:
    """FD-22.4: of two wins the one on the earlier discard."""
    seats = {0: "9s", 1: "78s6z", 2: "123456789m99p123p66z", 3: FIVE_RUNS + "9s"}
    hand = unaided(seats, indicator="2s", left=8).go("0 d:9s, 1 c:7s8s").do(1, "d:6z").play("2 h, 3 x, 0 x")
    assert (hand.kind, hand.asked) == ("intercept", (3,))
    hand.do(3, late(hand, 3)).do(3, "v")
    assert (winner(hand), judged(hand)) == (3, [])


ONE_SUIT = {0: "3m", 2: "45m99s 123m<1 456m<1 789m<1 111m<1"}


def test_1_8_assist_locks_what_feeds_a_one_suit_table() -> None:
    """一.8."""
    assert not {"3m", "7m", "9m"} & thrown_kinds(aided(ONE_SUIT), 0)


def test_1_8_referee_lets_the_thrower_pay_for_all_three() -> None:
    """一.8: each share doubled where that loser's would be (FD-43)."""
    hand = calls(unaided(ONE_SUIT, turn=1, drawn="3m").do(1, "d:3m"), 2)
    assert (judged(hand), winner(hand)) == (["1 bao 一.8"], 2)
    moves = hand.state.settlement.transfers  # type: ignore[union-attr]
    won = {move.reason: move.payer for move in moves if move.receiver == 2}
    assert won == {"hand": 1, "liability": 1}
    points = hand.state.settlement.points[0]  # type: ignore[union-attr]
    assert sum(move.amount for move in moves if move.receiver == 2) == points * 4


def test_1_8_referee_takes_it_back_where_nobody_wins() -> None:
    """一.8, FD-33: a chow is not open."""
    hand = unaided({**ONE_SUIT, 1: "45m"}).do(0, "d:3m")
    assert hand.acts(1) == ["h", "x"]
    assert judged(hand.passes()) == ["0 return 一.8"]
    assert held(hand, 0, "3m") == 1


WINDS = {0: "4z9s", 2: "123456m4z 111z<1 222z<1 333z<3"}


def test_1_9_assist_locks_the_fourth_wind() -> None:
    """一.9."""
    assert "4z" not in thrown_kinds(aided(WINDS), 0)


def test_1_9_referee_lets_the_thrower_pay_for_all_three() -> None:
    """一.9: the dealer pays every share double."""
    hand = calls(unaided(WINDS).do(0, "d:4z"), 2)
    assert judged(hand) == ["0 bao 一.9"]
    points = hand.state.settlement.points[0]  # type: ignore[union-attr]
    received = sum(move.amount for move in hand.state.settlement.transfers if move.receiver == 2)  # type: ignore[union-attr]
    assert (received, hand.payments[2]) == (points * 4, points * 4)


def test_1_9_referee_takes_it_back_where_nobody_wins() -> None:
    """一.9, FD-33: a real win withdrawn is a pass."""
    hand = calls(unaided(WINDS).do(0, "d:4z"), 2, then="w")
    assert judged(hand) == ["0 return 一.9"]
    assert (hand.kind, standing(hand)) == ("turn", [])


ANY_TILE = {0: "9s5p", 1: FIVE_RUNS + "7s"}


def test_1_10_assist_does_not_offer_youjin_a_discard() -> None:
    """一.10."""
    assert some("h", aided(ANY_TILE).do(0, "d:9s"), 1) == []


def test_1_10_referee_fines_youjin_that_wins_on_a_discard() -> None:
    """一.10; robbing a kong is the same (FD-26)."""
    hand = calls(unaided(ANY_TILE).do(0, "d:9s"), 1)
    assert (judged(hand), winner(hand)) == (["1 fine 一.10"], None)
    assert to_the_end(hand).payments == (1000, -3000, 1000, 1000)
    robbing = calls(unaided({0: "555s<2", 2: FIVE_RUNS + "7s"}, drawn="5s").do(0, "k:5s"), 2)
    assert judged(robbing) == ["2 fine 一.10"]
    assert robbing.state.seats[0].melds[0].is_kong


def test_1_10_withdrawn_is_no_win_either() -> None:
    """I.8: in both steps."""
    hand = calls(unaided(ANY_TILE).do(0, "d:9s"), 1, then="w")
    assert judged(hand) == ["1 stand 二.2"]


def test_1_11_assist_offers_the_kong_then_the_win() -> None:
    """一.11."""
    hand = aided({0: YOUJIN}, drawn="5s")
    assert (some("h", hand, 0), some("k", hand, 0)) == ([], ["k:5s"])


def test_1_11_referee_fines_youjin_that_wins_without_the_kong() -> None:
    """一.11; after the kong it wins."""
    hand = calls(unaided({0: YOUJIN}, drawn="5s"), 0)
    assert judged(hand) == ["0 fine 一.11"]
    assert to_the_end(hand).payments == (-3000, 1000, 1000, 1000)
    hand = unaided({0: YOUJIN}, drawn="5s", tail="2z").play("0 k:5s, x, 0 h, 0 v")
    assert (winner(hand), judged(hand)) == (0, [])


def test_1_13_assist_has_no_offence_in_mid_hand() -> None:
    """一.13: nobody pays a fine."""
    assert to_the_end(aided({})).payments == (0, 0, 0, 0)


def test_1_13_referee_lets_play_go_on_after_a_fine() -> None:
    """一.13, FD-41: the seat stands, draws and discards, and neither wins nor claims."""
    hand = unaided({0: "9s", 1: FIVE_RUNS + "9s"}, turn=1, drawn="1z", front="1z")
    at_turn(calls(hand, 1).go("1 d:1z"), 0).do(0, "d:9s")
    assert hand.asked == (2, 3)
    at_turn(hand.passes(), 1)
    assert {act[0] for act in hand.acts(1)} == {"d"}


# -- 站胡: 二.1 … 二.12


def test_2_2_assist_has_no_announcement() -> None:
    """二.2: `h` wins at once."""
    assert aided({0: FIVE_RUNS + "9s"}, drawn="9s").do(0, "h").state.over


def test_2_2_referee_makes_stand_who_announces_without_a_win_and_withdraws() -> None:
    """二.2: no fine; time run out is the same."""
    hand = calls(unaided({}), 0, then="w")
    assert (judged(hand), standing(hand), hand.kind) == (["0 stand 二.2"], [0], "turn")
    late = unaided({}).do(0, "h").close()
    assert judged(late) == ["0 stand 二.2"]
    assert to_the_end(hand).payments == (0, 0, 0, 0)


def test_2_2_a_real_win_withdrawn_is_a_pass() -> None:
    """I.8: and shown it wins."""
    seats = {0: FIVE_RUNS + "9s"}
    hand = calls(unaided(seats, drawn="9s"), 0, then="w")
    assert (judged(hand), standing(hand), hand.kind) == ([], [], "turn")
    assert winner(unaided(seats, drawn="9s").play("0 h, 0 v")) == 0


def test_2_3_assist_locks_what_could_be_konged() -> None:
    """二.3."""
    hand = aided({0: "2222p 555s<1"}, drawn="5s")
    assert not {"2p", "5s"} & thrown_kinds(hand, 0)


@pytest.mark.parametrize("tile", ["2p", "5s"])
def test_2_3_referee_makes_stand_who_throws_what_he_could_kong(tile: str) -> None:
    """二.3: accepted, and it may be claimed."""
    hand = unaided({0: "2222p 555s<1", 1: "13p"}, drawn="5s").do(0, f"d:{tile}")
    assert (judged(hand), hand.kind) == (["0 stand 二.3"], "claim")
    assert {"h", "p", "x"} <= set(hand.acts(2))


def test_2_3_lapses_late_in_the_wall_and_after_a_claim() -> None:
    """FD-28: R ≤ 4 after the draw; FD-17: no kong on this turn."""
    assert judged(unaided({0: "2222p"}, left=4).do(0, "d:2p")) == []
    hand = unaided({0: "5m", 1: "46m2222p"}).go("0 d:5m, 1 c:4m6m").do(1, "d:2p")
    assert judged(hand) == []


def test_2_4_assist_locks_gold() -> None:
    """二.4."""
    assert "7s" not in thrown_kinds(aided({0: "77s"}), 0)


def test_2_4_referee_makes_stand_who_throws_gold_and_it_is_dead() -> None:
    """二.4, FD-10: nobody is asked; the next seat draws."""
    hand = unaided({0: "7s", 1: "89s"}).do(0, "d:7s")
    assert (judged(hand), standing(hand)) == (["0 stand 二.4"], [0])
    assert (hand.kind, hand.asked) == ("turn", (1,))
    assert hand.state.seats[0].discards[-1] == parse_tile("7s")


def test_2_4_a_hand_of_nothing_but_golds_that_cannot_win_throws_one() -> None:
    """FD-10: a turn must be possible."""
    seats = {0: "7s 123m<3 456m<3 789m<3 123p<3 456p<3"}
    assert judged(unaided(seats, drawn="7s", options={"min_tai": 8}).do(0, "d:7s")) == []
    assert judged(unaided(seats, drawn="7s").do(0, "d:7s")) == ["0 stand 二.4"]


@pytest.mark.parametrize(("indicator", "gold"), [("1f", "2f"), ("5z", "5z")])
def test_2_5_assist_keeps_gold_flowers_in_hand(indicator: str, gold: str) -> None:
    """二.5: also a gold 白."""
    hand = aided({0: "2p"}, indicator=indicator, turn=1, front=gold)
    at_turn(hand, 2)
    assert (held(hand, 2, gold), some("f", hand, 2)) == (1, [])


@pytest.mark.parametrize(("indicator", "gold"), [("1f", "2f"), ("5z", "5z")])
def test_2_5_referee_makes_stand_who_lays_out_a_gold_flower(indicator: str, gold: str) -> None:
    """二.5: accepted and replaced."""
    hand = unaided({0: gold}, indicator=indicator, tail="8s").do(0, f"f:{gold}")
    assert (judged(hand), hand.kind) == (["0 stand 二.5"], "turn")
    assert hand.state.seats[0].flowers == (parse_tile(gold),)
    assert hand.told("draw") == ["draw 0 8s tail"]


def test_2_7_assist_offers_runs_only() -> None:
    """二.7."""
    hand = aided(CHOWABLE).do(0, "d:5m")
    assert some("c", hand, 1) == ["c:4m"]


def wrong_chow(**more: Any) -> Rigged:
    """Seat 1 takes 5m with 6m and 9s, though it has 4m."""
    return unaided({0: "5m", 1: CHOWABLE[1], 2: "3z"}, front="3z4z", **more).go("0 d:5m, 1 c:6m9s")


def test_2_7_referee_accepts_any_two_tiles_and_finds_out_later() -> None:
    """二.7: the next seat has drawn and discarded."""
    hand = wrong_chow()
    assert (judged(hand), hand.kind, hand.state.turn) == ([], "turn", 1)
    hand.go("1 d:1z")
    assert judged(hand) == []
    at_turn(hand, 2)
    assert judged(hand) == []
    hand.do(2, "d:3z")
    assert (judged(hand), standing(hand)) == (["1 stand 二.7"], [1])


@pytest.mark.parametrize("later", ["", "1 d:1z", "1 d:1z, x"])
def test_2_7_referee_lets_a_wrong_chow_be_put_right_in_time(later: str) -> None:
    """二.7: `w` puts in a right pair, until the next seat has discarded."""
    hand = wrong_chow().play(later)
    assert some("w", hand, 1) == ["w:4m6m"]
    hand.do(1, "w:4m6m")
    assert judged(hand) == ["1 put_right 二.7"]
    assert str(hand.state.seats[1].melds[0]) == "456m<0"
    assert (held(hand, 1, "9s"), held(hand, 1, "4m")) == (1, 0)
    if not later:
        assert "d:9s" in hand.acts(1)
        assert "d:4m" not in hand.acts(1)
    at_turn(hand, 3)
    assert judged(hand) == ["1 put_right 二.7"]


def test_2_7_a_hand_without_the_right_pair_cannot_put_it_right() -> None:
    """二.7: `w` if the hand has one; gold is no natural tile (FD-10)."""
    hand = unaided({0: "5m", 1: "6m9s7m1z9p9p11p4488s3z3z5s2z"}, indicator="6m").go("0 d:5m, 1 c:6m9s")
    assert some("w", hand, 1) == []


def test_2_7_gold_in_a_chow_makes_it_a_wrong_one() -> None:
    """FD-10: gold is in no chow."""
    hand = unaided({0: "5m", 1: "46m7m1z9p9p11p4488s3z3z5s2z"}, indicator="4m").go("0 d:5m, 1 c:4m6m")
    assert some("w", hand, 1) == ["w:6m7m"]


def test_2_7_a_hand_with_a_wrong_chow_does_not_win() -> None:
    """FD-38: three tiles that are no run are no group; what else it holds may be complete."""
    seats = {0: "5m", 1: "1z9s123456789m123p2s1s", 2: "11s2s"}
    hand = unaided(seats).go("0 d:5m, 1 c:9s1z, 1 d:1s")
    assert hand.state.seats[1].melds[0].named
    hand.go("2 p").do(2, "d:2s")
    assert judged(calls(hand, 1)) == ["1 fine 一.4"]


def test_2_8_assist_replaces_at_once() -> None:
    """二.8."""
    hand = aided({}, front="1f", tail="8s").go("0 d:1m").close()
    assert hand.told("flowers") == ["flowers 1 1f"]


def test_2_8_referee_makes_stand_who_has_a_flower_left_when_a_later_seat_acts() -> None:
    """二.8: until then it may still be replaced."""
    hand = unaided({0: "1f5p"}, front="9p").play("0 d:5p, x, 1 x")
    assert (hand.kind, hand.state.turn, judged(hand), some("f", hand, 0)) == ("turn", 1, [], ["f:1f"])
    hand.do(1, "d:9p")
    assert (judged(hand), standing(hand)) == (["0 stand 二.8"], [0])


def test_2_8_referee_replaces_late_but_in_time() -> None:
    """二.8: laid out by name after the own discard."""
    hand = unaided({0: "1f5p"}, front="9p", tail="8s").play("0 d:5p, x, 1 x, 0 f:1f, 1 d:9p")
    assert judged(hand) == []
    assert (hand.state.seats[0].flowers, held(hand, 0, "8s")) == ((parse_tile("1f"),), 1)


def test_2_8_a_pung_that_jumps_over_the_seat_counts() -> None:
    """二.8: seats not yet reached may still replace."""
    hand = unaided({0: "5p1f", 1: "2f", 2: "55p", 3: "3f"}).go("0 d:5p, 2 p")
    assert judged(hand) == ["0 stand 二.8", "1 stand 二.8"]
    assert some("f", hand, 3) == ["f:3f"]


def test_2_8_a_flower_thrown_is_not_replaced() -> None:
    """二.8: it is as dead as gold."""
    hand = unaided({0: "1f"}).do(0, "d:1f")
    assert (judged(hand), hand.kind, hand.state.turn) == (["0 stand 二.8"], "turn", 1)


@pytest.mark.parametrize(("tile", "clause"), [("5z", "二.8"), ("6z", "二.4")])
def test_2_8_a_flower_or_gold_thrown_late_is_no_honour(tile: str, clause: str) -> None:
    """一.7 is about 东南西北中发 (FD-29), golds aside (FD-32): what is dead already is not taken back."""
    hand = unaided({0: tile}, indicator="6z", left=8).do(0, f"d:{tile}")
    assert (judged(hand), hand.state.turn) == ([f"0 stand {clause}"], 1)


def test_2_8_what_a_standing_seat_has_kept_the_host_lays_out_in_its_next_turn() -> None:
    """FD-41: it draws, replaces and discards; until then the flower cannot be thrown."""
    hand = unaided({0: "1f"}, front="1m2m3m4m", tail="8s").play("0 k:1m")
    assert (judged(hand), "d:1f" in hand.acts(0)) == (["0 fine 一.2"], False)
    hand.close()
    at_turn(hand, 0)
    assert hand.state.seats[0].flowers == (parse_tile("1f"),)
    assert hand.state.seats[0].size == 17


TALK = [("二.9", "9"), ("二.10", "10"), ("二.11", "11")]


@pytest.mark.parametrize(("clause", "kind"), TALK)
def test_2_9_to_2_11_assist_knows_no_objection(clause: str, kind: str) -> None:
    """二.9 … 二.11: off, unless the table has them `on`."""
    refused(aided({}), 1, f"q:0:{kind}")
    hand = aided({}, options={"objection": "on"}).do(1, f"q:0:{kind}")
    assert judged(hand) == [f"0 stand {clause}"]


@pytest.mark.parametrize(("clause", "kind"), TALK)
def test_2_9_to_2_11_referee_makes_stand_after_an_objection(clause: str, kind: str) -> None:
    """二.9 … 二.11: one is enough; who stands has nothing more to lose."""
    hand = unaided({}).do(2, f"q:0:{kind}")
    assert hand.told("objection") == [f"objection 2 <0 {clause}"]
    assert (judged(hand), standing(hand), hand.kind) == ([f"0 stand {clause}"], [0], "turn")
    refused(hand, 1, f"q:0:{kind}")
    assert to_the_end(hand).payments == (0, 0, 0, 0)


def test_2_9_nobody_objects_to_himself_and_no_table_without_objections() -> None:
    """I.8, I.11 `objection`."""
    refused(unaided({}), 0, "q:0:9")
    refused(unaided({}, options={"objection": "off"}), 1, "q:0:9")


@pytest.mark.parametrize("quorum", [2, 3])
def test_2_9_so_many_must_object(quorum: int) -> None:
    """I.11 `objection_quorum`: without enough nothing happens, and time runs out."""
    hand = unaided({}, options={"objection_quorum": quorum})
    for seat in range(1, quorum):
        hand.do(seat, "q:0:9")
        refused(hand, seat, "q:0:9")
    assert judged(hand) == []
    hand.do(quorum, "q:0:9")
    assert judged(hand) == ["0 stand 二.9"]


def test_2_9_objections_lapse() -> None:
    """I.8: the host says that time is over; then it takes all of them anew."""
    hand = unaided({}, options={"objection_quorum": 2}).do(1, "q:0:9").do(-1, "lapse").do(2, "q:0:9")
    assert (judged(hand), hand.told("lapsed")) == ([], ["lapsed"])
    assert judged(hand.do(1, "q:0:9")) == ["0 stand 二.9"]


def test_2_9_who_has_called_a_tile_and_comes_to_stand_has_called_nothing() -> None:
    """FD-41: a seat that stands neither claims nor wins."""
    hand = unaided({0: "9s", 1: "99s", 2: FIVE_RUNS + "9s"}).do(0, "d:9s")
    hand.play("1 p, 2 h, 3 q:1:9, 3 q:2:9, 3 x")
    assert judged(hand) == ["1 stand 二.9", "2 stand 二.9"]
    assert (hand.kind, hand.told("announced"), hand.state.seats[1].melds) == ("turn", [], ())


def test_2_12_assist_carries_a_call_out() -> None:
    """二.12: pung is offered only to who has the pair, and a call is final."""
    hand = aided({0: "5p", 1: "55p", 2: "5p"}).do(0, "d:5p")
    assert (some("p", hand, 1), some("p", hand, 2)) == (["p"], [])
    hand.do(1, "p")
    refused(hand, 1, "x")


@pytest.mark.parametrize(("held_tiles", "call"), [("5p", "p"), ("55p", "k:5p"), ("", "p")])
def test_2_12_referee_makes_stand_who_calls_without_the_tiles(held_tiles: str, call: str) -> None:
    """二.12 [CHOICE]: pung or kong."""
    hand = unaided({0: "5p", 2: held_tiles}).do(0, "d:5p").do(2, call).passes()
    assert (judged(hand), standing(hand)) == (["2 stand 二.12"], [2])
    assert (hand.kind, hand.asked) == ("chow", (1,))


def test_2_12_referee_takes_the_next_call_then() -> None:
    """二.12: the tile goes to who has the pair."""
    hand = unaided({0: "5p", 1: "5p", 2: "55p"}).do(0, "d:5p").play("1 p, 2 p, x")
    assert judged(hand) == ["1 stand 二.12"]
    assert str(hand.state.seats[2].melds[0]) == "555p<0"


def test_2_12_a_valid_call_cannot_be_withdrawn() -> None:
    """二.12."""
    hand = unaided({0: "5p", 2: "55p"}).do(0, "d:5p").do(2, "p")
    assert some("x", hand, 2) + some("w", hand, 2) == []


# -- 三.1 … 三.13


def test_3_1_assist_knows_no_shown_tile() -> None:
    """三.1: off, unless the table has objections `on`; then the barred acts are not offered."""
    refused(aided({1: "5m"}), 0, "q:1:1:5m")
    hand = aided({0: "5m", 1: "46m55m"}, options={"objection": "on"}).do(2, "q:1:1:5m").do(0, "d:5m")
    assert (judged(hand), some("c", hand, 1), some("p", hand, 1)) == (["1 lock 三.1"], [], [])


def locked(seats: Mapping[int, str], tile: str = "5m", **more: Any) -> Rigged:
    """A tile of seat 1 was shown and objected to."""
    hand = unaided(seats, **more).do(2, f"q:1:1:{tile}")
    assert judged(hand) == ["1 lock 三.1"]
    return hand


def test_3_1_referee_opens_and_locks_a_shown_tile() -> None:
    """三.1: everybody sees it, its only copy cannot be thrown."""
    hand = locked({1: "5m"}, front="2z")
    assert GAME.marks(hand.state)[1] == ("locked:5m",)
    at_turn(hand.go("0 d:1p"), 1)
    assert "5m" not in thrown_kinds(hand, 1)


@pytest.mark.parametrize(
    ("thrown", "pair", "bad"), [("2m", "1m3m", True), ("8m", "7m9m", True), ("1m", "2m3m", False)]
)
def test_3_1_referee_makes_stand_who_chows_within_three(thrown: str, pair: str, bad: bool) -> None:
    """三.1: 2m … 8m of a shown 5m; the chow is made."""
    low, high = pair[:2], pair[2:]
    hand = locked({0: thrown, 1: f"5m{low}{high}"}).go(f"0 d:{thrown}, 1 c:{pair}")
    assert judged(hand)[1:] == (["1 stand 三.1"] if bad else [])
    assert len(hand.state.seats[1].melds) == 1


def test_3_1_referee_makes_stand_who_pungs_the_shown_tile() -> None:
    """三.1: n itself alone."""
    hand = locked({0: "5m", 1: "55m"}).go("0 d:5m, 1 p")
    assert judged(hand)[1:] == ["1 stand 三.1"]
    assert judged(locked({0: "6m", 1: "5m66m"}).go("0 d:6m, 1 p"))[1:] == []


def test_3_1_referee_makes_stand_who_wins_within_three() -> None:
    """三.1: revealed, no win, no fine; an honour bars itself alone."""
    seats = {0: "9s", 1: FIVE_RUNS + "9s"}
    hand = calls(locked(seats, "9s").do(0, "d:9s"), 1)
    assert (judged(hand)[1:], winner(hand)) == (["1 stand 三.1"], None)
    honour = {0: "1z", 1: "123456789m123p99s11z"}
    hand = calls(locked(honour, "1z").do(0, "d:1z"), 1)
    assert judged(hand)[1:] == ["1 stand 三.1"]
    hand = calls(locked(seats, "1m").do(0, "d:9s"), 1)
    assert winner(hand) == 1


def test_3_1_a_tile_that_the_accused_has_not_is_not_locked() -> None:
    """三.1: and one names one shown tile a hand, or objections would feel out hands."""
    hand = unaided({1: "5m123456789m123456p"}).do(2, "q:1:1:9s")
    assert judged(hand) == []
    refused(hand, 2, "q:1:1:5m")
    assert judged(hand.do(3, "q:1:1:5m")) == ["1 lock 三.1"]


@pytest.mark.parametrize("mode", MODES)
def test_3_2_a_call_binds(mode: str) -> None:
    """三.2: who has called chow does not draw; the meld lies at once."""
    chow = {"assist": "c:4m", "referee": "c:4m6m"}[mode]
    hand = position(GAME, CHOWABLE, mode=mode).go(f"0 d:5m, 1 {chow}")
    assert (str(hand.state.seats[1].melds[0]), hand.told("draw")) == ("456m<0", [])
    assert (some("x", hand, 1), some("w", hand, 1)) == ([], [])


@pytest.mark.parametrize(("left", "offered"), [(5, []), (6, ["k:5p"])])
def test_3_3_assist_offers_no_kong_of_a_discard_in_the_last_five(left: int, offered: list[str]) -> None:
    """三.3: counted when the discard lies; the own kong down to R = 5 after the draw."""
    assert some("k", aided({0: "5p", 2: "555p"}, left=left).do(0, "d:5p"), 2) == offered
    assert some("k", aided({0: "2222p"}, left=left - 1), 0) == (["k:2p"] if offered else [])


def test_3_3_referee_makes_stand_who_kongs_a_discard_in_the_last_five() -> None:
    """三.3: accepted; three seats are left, and the division still fits."""
    hand = unaided({0: "5p", 2: "555p"}, left=5, tail="1z").do(0, "d:5p").do(2, "k:5p").passes()
    assert (judged(hand), hand.state.seats[2].melds[0].is_kong) == (["2 stand 三.3"], True)
    assert hand.state.left == 4
    assert judged(unaided({0: "5p", 2: "555p"}, left=6).go("0 d:5p, 2 k:5p")) == []
    to_the_end(hand)
    assert [event.seat for event in hand.log if event.name == "draw"][-3:].count(2) == 0


def test_3_3_referee_makes_stand_who_kongs_in_his_turn_at_the_end() -> None:
    """三.3: R ≤ 4 after the draw; then three tiles for three seats."""
    hand = unaided({0: "2222p"}, left=4, tail="1z").do(0, "k:2p")
    assert (judged(hand), hand.state.left, hand.kind) == (["0 stand 三.3"], 3, "turn")
    assert to_the_end(hand).told("division") == ["division 3"]
    assert judged(unaided({0: "2222p"}, left=5, tail="1z").do(0, "k:2p")) == []


@pytest.mark.parametrize("mode", MODES)
def test_3_4_with_a_standing_seat_three_tiles_are_kept(mode: str) -> None:
    """三.4: one each to the three; the honours stay barred from 8 on."""
    hand = position(GAME, {}, mode=mode, standing=[2], left=3, front="1m2m3m").go("0 d:1p")
    hand.drift(lambda state: state.over)
    assert hand.told("draw") == ["draw 1 1m", "draw 3 2m", "draw 0 3m"]


def test_3_4_the_honours_stay_barred_from_eight_on() -> None:
    """三.4: neither at 7 nor at 9."""
    for left, said in ((8, ["0 return 一.7"]), (9, [])):
        assert judged(unaided({0: "6z"}, standing=[2], left=left).do(0, "d:6z").passes()) == said
        assert ("6z" in thrown_kinds(aided({0: "6z"}, standing=[2], left=left), 0)) is (not said)


FOUR_EQUAL = {1: "555m123456789p123s7s"}
"""游金 with 5m three times in hand."""


def test_3_5_assist_does_not_offer_youjin_a_kongable_tile_of_the_division() -> None:
    """三.5."""
    hand = aided(FOUR_EQUAL, left=4, front="5m").go("0 d:1m").close()
    assert (hand.kind, hand.acts(1)) == ("division", ["x"])


def test_3_5_referee_fines_it_and_the_division_goes_on() -> None:
    """三.5."""
    hand = unaided(FOUR_EQUAL, left=4, front="5m1z2z3z").play("0 d:1p, x, 1 x")
    assert (hand.kind, hand.acts(1)) == ("division", ["h", "x"])
    calls(hand, 1)
    assert (judged(hand), hand.kind, hand.asked) == (["1 fine 三.5"], "division", (2,))
    hand.passes().passes().passes()
    assert hand.payments == (1000, -3000, 1000, 1000)


def test_3_5_referee_fines_youjin_on_a_bonus_tile() -> None:
    """三.5: the tile lies among the flowers and completes nothing."""
    hand = unaided(FOUR_EQUAL, left=4, front="1f").play("0 d:1p, x, 1 x, 1 h, 1 v")
    assert judged(hand) == ["1 fine 三.5"]


def test_3_5_referee_hands_the_win_to_who_has_it() -> None:
    """三.5: another tile wins; a false win is 一.4 there too."""
    hand = unaided(FOUR_EQUAL, left=4, front="2z").play("0 d:1p, x, 1 x, 1 h, 1 v")
    assert (winner(hand), hand.win_events) == (1, {"division"})
    hand = unaided({}, left=4, front="2z").play("0 d:1p, x, 1 x, 1 h, 1 v")
    assert judged(hand) == ["1 fine 一.4"]


def test_3_5_who_comes_to_stand_in_the_division_gets_no_tile() -> None:
    """FD-41: the tile stays in the wall."""
    hand = unaided({}, left=4, front="1m2m3m4m").play("0 d:1p, x, 1 x, 2 q:3:9")
    assert judged(hand) == ["3 stand 二.9"]
    to_the_end(hand)
    assert hand.told("draw") == ["draw 1 1m", "draw 2 2m", "draw 0 3m"]


def test_3_5_who_stands_while_asked_in_the_division_has_passed() -> None:
    """FD-41."""
    hand = unaided({}, left=4, front="1m2m3m4m").play("0 d:1p, x, 1 x, 2 q:1:9")
    assert (hand.kind, hand.asked) == ("division", (2,))


LATE = {0: "9s", 2: FIVE_RUNS + "9s", 3: "123567m234567p88s99s"}
"""Seats 2 and 3 win on 9s; nobody else."""


def late(hand: Rigged, seat: int) -> str:
    """The late win that is open to the seat."""
    (act,) = [text for text in some("h", hand, seat) if text != "h"]
    return act


def test_3_6_assist_asks_all_at_once_and_a_pass_binds() -> None:
    """三.6, 三.7, 三.13: only FD-18 and FD-19 show."""
    hand = aided(LATE).do(0, "d:9s").passes()
    assert [some("h", hand, seat) for seat in (2, 3)] == [[], []]
    assert winner(aided(LATE).do(0, "d:9s").play("3 h, 2 h, x")) == 2


def test_3_6_referee_lets_a_win_live_through_anothers_draw() -> None:
    """三.6: the table is taken back to the tile, and nobody intercepts any more."""
    hand = unaided(LATE, front="9p").play("0 d:9s, x, 1 x")
    assert (hand.kind, hand.state.turn) == ("turn", 1)
    hand.do(3, late(hand, 3))
    assert (hand.kind, hand.asked) == ("reveal", (3,))
    hand.do(3, "v")
    result = hand.state.result
    assert result is not None
    assert (winner(hand), result.wins[0].source, result.wins[0].tile) == (3, 0, parse_tile("9s"))
    assert [len(seat.concealed) for seat in result.seats] == [16] * 4
    assert judged(hand) == []


def test_3_6_who_has_drawn_since_has_lost_it() -> None:
    """三.6, FD-22.3."""
    hand = unaided({0: "9s", 1: FIVE_RUNS + "9s"}, front="9p").play("0 d:9s, x, 1 x")
    assert [act for act in some("h", hand, 1) if act != "h"] == []


def test_3_6_a_false_late_win_is_judged_as_it_stood_then() -> None:
    """FD-22: a later tile helps nobody."""
    hand = unaided({0: "9s", 2: "1z"}, front="9p").play("0 d:9s, x, 1 x")
    hand.do(2, late(hand, 2)).do(2, "v")
    assert (judged(hand), hand.kind, hand.state.turn) == (["2 fine 一.4"], "turn", 1)


def test_3_7_referee_lets_a_win_die_with_the_first_drawers_discard() -> None:
    """三.7: a late call is rejected, no fine."""
    hand = unaided(LATE, front="9p").play("0 d:9s, x, 1 x")
    act = late(hand, 2)
    hand.do(1, "d:9p")
    refused(hand, 2, act)


@pytest.mark.parametrize("mode", MODES)
def test_3_8_a_chow_is_fixed(mode: str) -> None:
    """三.8, FD-24: another run cannot be put in its place."""
    chow = {"assist": "c:4m", "referee": "c:4m6m"}[mode]
    hand = position(GAME, {0: "5m", 1: "3467m"}, mode=mode).go(f"0 d:5m, 1 {chow}")
    assert some("w", hand, 1) == []
    refused(hand, 1, "w:3m4m")


def test_3_9_assist_runs_the_order() -> None:
    """三.9: all flowers lie before anybody is asked."""
    hand = dealt("1f", "2f", mode="assist")
    assert (hand.told("flowers"), hand.kind) == (["flowers 0 1f", "flowers 1 2f"], "declare")


def test_3_9_referee_asks_in_order_and_in_rounds() -> None:
    """FD-12, FD-13: the dealer first; later rounds are announced."""
    hand = dealt("1f", "2f", tail="3f7s1m2m")
    assert (hand.kind, hand.asked, hand.acts(0)) == ("flower", (0,), ["x", "f:1f"])
    hand.play("0 f:1f, 0 x, 1 f:2f, 1 x, 2 x, 3 x")
    assert (hand.kind, hand.asked) == ("flower", (0, 1, 2, 3))
    hand.play("1 x, 2 x, 3 x, 0 f")
    assert hand.told("flowers_called") == ["flowers_called 0"]
    hand.play("0 f:3f, 0 x, x")
    assert (hand.kind, judged(hand)) == ("declare", [])
    assert hand.told("flowers") == ["flowers 0 1f", "flowers 1 2f", "flowers 0 3f"]


def silent_rounds(hand: Rigged) -> Rigged:
    """Everybody says that he has no flower left."""
    return hand.drift(lambda state: state.prompt.kind != "flower")


def test_3_9_i_the_dealer_discards_with_a_flower_left_and_the_next_seat_has_begun() -> None:
    """三.9 (i)."""
    hand = silent_rounds(dealt("1f" + DULL[:5])).passes()
    hand.play("0 d:1m, x, 1 x")
    assert judged(hand) == []
    hand.close()
    assert judged(hand)[0] == "0 stand 三.9"


def test_3_9_i_the_dealer_may_still_replace_before_the_next_seat_begins() -> None:
    """三.9 (i): in his first turn and after his discard."""
    hand = silent_rounds(dealt("12f" + DULL[:5], tail="5p7s8s9s")).passes()
    hand.play("0 f:1f, 0 d:1m, x, 0 f:2f, 1 x").close()
    assert judged(hand) == []


def test_3_9_ii_the_dealers_next_seat_begins_and_the_other_two_follow() -> None:
    """三.9 (ii): while the dealer still has some."""
    hand = dealt("1f", "2f", "3f", "4f", tail="5p7s").play("1 f:2f, 2 f:3f")
    assert judged(hand) == []
    hand.do(3, "f:4f")
    assert (judged(hand), hand.asked) == (["1 stand 三.9"], (0,))


def test_3_9_ii_is_no_offence_once_the_dealer_has_replaced() -> None:
    """三.9 (ii): he has none left when the last of them lays out."""
    hand = dealt("1f", "2f", "3f", "4f", tail="5p7s").play("1 f:2f, 2 f:3f, 0 f:1f, 3 f:4f")
    assert judged(hand) == []


def test_3_9_iii_who_stays_silent_after_an_announcement_and_has_some_left() -> None:
    """三.9 (iii): dealer and next seat both have a second flower."""
    hand = dealt("1f", "2f", tail="3f7s4f").play("0 f:1f, 0 x, 1 f:2f, 1 x, 2 x, 3 x")
    hand.play("0 x, 1 f, 2 x, 3 x")
    assert (hand.kind, hand.asked) == ("flower", (0,))
    hand.do(0, "x")
    assert judged(hand) == ["0 stand 三.9"]
    assert (hand.kind, hand.asked) == ("flower", (1,))


def test_3_9_iii_who_answers_goes_first() -> None:
    """FD-13: the earlier seat has the first right."""
    hand = dealt("1f", "2f", tail="3f7s4f").play("0 f:1f, 0 x, 1 f:2f, 1 x, 2 x, 3 x")
    hand.play("0 x, 1 f, 2 x, 3 x, 0 f, 0 f:3f, 0 x, 1 f:4f, 1 x, x")
    assert (judged(hand), hand.kind) == ([], "declare")


def test_3_9_iv_who_replaces_unannounced_while_an_earlier_seat_has_some() -> None:
    """三.9 (iv)."""
    hand = dealt("1f", "2f", tail="3f7s4f").play("0 f:1f, 0 x, 1 f:2f, 1 x, 2 x, 3 x, 1 f:4f")
    assert judged(hand) == ["1 stand 三.9"]
    assert hand.state.seats[1].flowers == (parse_tile("2f"), parse_tile("4f"))


def test_3_9_iv_what_was_drawn_in_a_round_belongs_to_the_next_one() -> None:
    """三.9 (iv), FD-12: the next seat goes on at once though the dealer has a second flower too."""
    hand = dealt("1f", "2f", tail="3f7s4f").play("0 f:1f, 0 x, 1 f:2f")
    assert judged(hand) == []
    assert judged(hand.do(1, "f:4f")) == ["1 stand 三.9"]
    hand = dealt("1f", "2f", tail="1m7s4f").play("0 f:1f, 0 x, 1 f:2f, 1 f:4f")
    assert judged(hand) == []


def test_3_9_iii_nobody_comes_before_the_dealer() -> None:
    """FD-13: his announcement is answered by nobody; he lays out."""
    hand = dealt("1f", tail="3f7s").play("0 f:1f, 0 x, 1 x, 2 x, 3 x, 0 f, 1 x, 2 x, 3 x")
    assert (hand.kind, hand.asked, hand.acts(0)) == ("flower", (0,), ["x", "f:3f"])


def test_3_9_iv_is_no_offence_where_no_earlier_seat_has_any() -> None:
    """三.9 (iv): unannounced, but nobody comes first."""
    hand = dealt("1f", "2f", tail="3f7s4f").play("0 f:1f, 0 x, 1 f:2f, 1 x, 2 x, 3 x, 0 f:3f, 1 f:4f")
    assert judged(hand) == []


def test_3_10_assist_closes_the_window() -> None:
    """三.10."""
    hand = aided({0: "5p", 2: "55p"}).do(0, "d:5p").passes()
    refused(hand, 2, "p")


def test_3_10_referee_takes_a_pung_until_the_next_seat_has_drawn() -> None:
    """三.10: later it is rejected, no fine."""
    seats = {0: "5p", 2: "55p"}
    hand = unaided(seats).do(0, "d:5p").passes()
    assert (hand.kind, some("p", hand, 2), some("k", hand, 2)) == ("chow", ["p"], ["k:5p"])
    hand.do(2, "p")
    assert str(hand.state.seats[2].melds[0]) == "555p<0"
    hand = unaided(seats).do(0, "d:5p").passes().do(1, "x")
    refused(hand, 2, "p")


def test_3_11_assist_settles_who_goes_first() -> None:
    """三.11, FD-19."""
    assert winner(aided(LATE).do(0, "d:9s").play("3 h, 2 h, x")) == 2


def test_3_11_referee_asks_who_could_intercept_and_a_no_binds() -> None:
    """三.11, FD-23: the announcement is the question."""
    hand = unaided(LATE).do(0, "d:9s").play("1 x, 2 x, 3 h")
    assert (hand.kind, hand.asked) == ("intercept", (1, 2))
    assert hand.told("announced") == []
    hand.play("1 x, 2 x")
    assert (hand.kind, hand.asked, hand.told("announced")) == ("reveal", (3,), ["announced 3 9s"])
    hand.do(3, "w")
    assert some("h", hand, 2) == []
    assert (judged(hand), hand.told("withdrawn")) == ([], ["withdrawn 3"])


def test_3_11_an_outranked_announcement_is_not_shown() -> None:
    """FD-23: nor judged."""
    hand = unaided({0: "9s", 2: FIVE_RUNS + "9s"}).do(0, "d:9s").play("1 x, 2 x, 3 h, 1 x")
    hand.do(2, late(hand, 2)).do(2, "v")
    assert (winner(hand), judged(hand), hand.told("announced")) == (2, [], ["announced 2 9s"])


BOTH_WAYS = "123456789m99p78s123p"
"""Wins on 9s, or takes it for a chow."""


def test_3_12_assist_offers_the_win_in_the_same_window() -> None:
    """三.12: with the chow and the pung."""
    hand = aided({0: "9s", 1: BOTH_WAYS}, indicator="2z").do(0, "d:9s")
    assert hand.acts(1) == ["h", "c:7s", "x"]


def chowed(*, thrown: str = "") -> Rigged:
    """Seat 1 has chowed the 9s that it and seat 3 could win on."""
    seats = {0: "9s", 1: BOTH_WAYS, 3: FIVE_RUNS + "9s"}
    hand = unaided(seats, indicator="2z").go("0 d:9s, 1 c:7s8s")
    return hand.do(1, f"d:{thrown}") if thrown else hand


def test_3_12_referee_lets_a_chow_be_turned_into_a_win_until_the_discard() -> None:
    """三.12, FD-22.5: when another seat calls a win; FD-19 decides."""
    hand = chowed()
    assert [act for act in some("h", hand, 1) if act != "h"] == []
    hand.do(3, late(hand, 3))
    assert (hand.kind, hand.asked) == ("intercept", (1, 2))
    hand.do(1, late(hand, 1)).do(2, "x").do(1, "v")
    assert winner(hand) == 1
    assert hand.state.result.seats[1].melds == ()  # type: ignore[union-attr]


def test_3_12_after_the_discard_the_chow_stays() -> None:
    """三.12."""
    hand = chowed(thrown="1m")
    hand.do(3, late(hand, 3))
    assert (hand.kind, hand.asked) == ("intercept", (2,))
    assert winner(hand.do(2, "x").do(3, "v")) == 3


def test_3_13_assist_windows_are_simultaneous() -> None:
    """三.13: of two discards each has its own."""
    seats = {0: "9s", 1: "78s5p", 2: WAITS_5P, 3: FIVE_RUNS + "9s"}
    hand = aided(seats, indicator="2z").go("0 d:9s, 1 c:7s").do(1, "d:5p")
    assert (some("h", hand, 2), some("h", hand, 3)) == (["h"], [])


def test_3_13_referee_lets_an_earlier_discard_beat_a_later_one() -> None:
    """三.13, FD-22.4: 9s was chowed, then 5p thrown; nobody has drawn."""
    hand = unaided({0: "9s", 1: "78s5p", 2: WAITS_5P, 3: FIVE_RUNS + "9s"})
    hand.play("0 d:9s, x, 1 c:7s8s, 1 d:5p, 2 h, x")
    assert (hand.kind, hand.asked) == ("intercept", (3,))
    hand.do(3, late(hand, 3)).do(3, "v")
    assert (winner(hand), hand.state.result.wins[0].tile) == (3, parse_tile("9s"))  # type: ignore[union-attr]


def test_3_13_nobody_intercepts_after_a_draw() -> None:
    """三.13: as 三.6."""
    hand = unaided(LATE, front="9p").play("0 d:9s, x, 1 x")
    hand.do(3, late(hand, 3))
    assert hand.asked == (3,)


# -- FD-41 … FD-44 and their options


def test_fd_41_when_all_four_stand_the_hand_is_drawn() -> None:
    """FD-41, FD-44: fines are kept."""
    hand = calls(unaided({}, standing=[1, 2, 3]), 0)
    assert (hand.state.over, hand.told("drawn"), hand.payments) == (
        True,
        ["drawn"],
        (-3000, 1000, 1000, 1000),
    )


def test_fd_41_also_while_a_tile_is_being_added_to_a_pung() -> None:
    """FD-41, `stand_may_claim`: the tile goes back to its hand."""
    hand = unaided({0: "555p<2"}, drawn="5p", standing=[0, 1, 3], options={"stand_may_claim": True})
    calls(hand.do(0, "k:5p"), 2)
    assert (hand.state.over, judged(hand)) == (True, ["2 fine 一.4"])
    assert held(hand, 0, "5p") == 1


def test_fd_42_two_offences_are_two_fines() -> None:
    """FD-42: each offender pays all three others."""
    hand = calls(at_turn(calls(unaided({}), 0), 2), 2)
    assert judged(hand) == ["0 fine 一.4", "2 fine 一.4"]
    assert to_the_end(hand).payments == (-2000, 2000, -2000, 2000)


@pytest.mark.parametrize("each", [500, 800, 2000])
def test_fd_42_what_a_fine_pays_to_each(each: int) -> None:
    """I.11 `peihu_each`."""
    hand = calls(unaided({}, options={"peihu_each": each}), 0)
    assert to_the_end(hand).payments == (-3 * each, each, each, each)


@pytest.mark.parametrize(("turn", "paid"), [(0, (-6000, 2000, 2000, 2000)), (2, (2000, 1000, -4000, 1000))])
def test_fd_42_fines_to_or_from_the_dealer_are_doubled(turn: int, paid: tuple[int, ...]) -> None:
    """I.11 `peihu_dealer_double`."""
    hand = unaided({}, turn=turn, options={"peihu_dealer_double": True}).play(f"{turn} h, {turn} v")
    assert to_the_end(hand).payments == paid


@pytest.mark.parametrize("keeps", [False, True])
def test_fd_41_a_standing_seat_counts_nothing_unless_the_table_says_so(keeps: bool) -> None:
    """I.11 `stand_keeps_hu`: after a fine too."""
    seats = {0: "9s", 1: FIVE_RUNS + "9s", 2: "111z 999p<1"}
    hand = calls(unaided(seats, turn=2, options={"stand_keeps_hu": keeps}, drawn="3z"), 2)
    calls(at_turn(hand, 0).do(0, "d:9s"), 1)
    received = {move.receiver for move in hand.state.settlement.transfers if move.reason == "mutual"}  # type: ignore[union-attr]
    assert (2 in received) is keeps


def test_fd_41_a_standing_seat_may_claim_where_the_table_says_so() -> None:
    """I.11 `stand_may_claim`: chow, pung, kong, never a win."""
    seats = {0: "5p", 1: "555p46p"}
    hand = unaided(seats, standing=[1], options={"stand_may_claim": True}).do(0, "d:5p")
    assert (some("h", hand, 1), some("p", hand, 1), some("k", hand, 1)) == ([], ["p"], ["k:5p"])
    assert unaided(seats, standing=[1]).do(0, "d:5p").asked == (2, 3)


def test_fd_41_and_is_kept_from_late_kongs_then() -> None:
    """三.3: standing already it would pay nothing for them."""
    options = {"stand_may_claim": True}
    hand = unaided({0: "5p", 1: "555p"}, standing=[1], options=options, left=5).do(0, "d:5p")
    assert some("k", hand, 1) == []
    assert some("k", unaided({0: "2222p"}, standing=[0], options=options, left=4), 0) == []


def test_fd_41_two_fines_of_one_seat() -> None:
    """FD-42: a standing seat that may kong is fined again."""
    hand = unaided({}, options={"stand_may_claim": True}).play("0 k:1m, 0 k:1m")
    assert judged(hand) == ["0 fine 一.2"] * 2
    assert to_the_end(hand).payments == (-6000, 2000, 2000, 2000)


@pytest.mark.parametrize(("bars", "said"), [(True, ["2 void FD-21"]), (False, [])])
def test_fd_21_a_passed_pung_does_not_count(bars: bool, said: list[str]) -> None:
    """I.11 `pass_pung`: the call is void, and costs nothing."""
    hand = unaided({0: "5p", 2: "55p"}, front="5p", options={"pass_pung": bars}).go("0 d:5p, 1 d:5p")
    hand.do(2, "p").passes()
    assert (judged(hand), len(hand.state.seats[2].melds)) == (said, int(not bars))


def test_fd_10_a_call_that_would_leave_only_golds_does_not_count() -> None:
    """FD-10."""
    seats = {0: "5p", 2: "55p77s 123m<3 456m<3 789m<3 111s<3"}
    hand = unaided(seats).do(0, "d:5p").do(2, "p").passes()
    assert (judged(hand), standing(hand)) == (["2 void FD-10"], [])


# -- opening wins: FD-39


def opening(*hands: str) -> Rigged:
    """The opening question, all flowers laid out."""
    return silent_rounds(dealt(*hands))


def test_fd_39_anybody_may_announce_an_opening_win() -> None:
    """FD-39, 一.4: judged in turn order from the dealer."""
    hand = opening("", "", "777s")
    assert [hand.acts(seat) for seat in range(4)] == [["h", "x"]] * 4
    hand.play("0 x, 1 h, 2 h, 3 x, 1 v, 2 v")
    assert (judged(hand), winner(hand), hand.win_events) == (["1 fine 一.4"], 2, {"three_golds"})


def test_fd_39_a_flower_left_in_hand_stands_in_the_way() -> None:
    """FD-14: it is laid out first, then the hand wins."""
    hand = calls(opening(FIVE_RUNS + "9s1f"), 0)
    assert judged(hand) == ["0 fine 一.4"]
    hand = dealt(FIVE_RUNS + "9s1f", tail="9s7s").do(0, "f:1f")
    calls(silent_rounds(hand), 0)
    assert (winner(hand), hand.win_events) == (0, {"heavenly"})


# -- what everybody sees is the same


def test_the_same_buttons_for_everybody() -> None:
    """What is open follows from public facts and the own tiles, never from what would be right."""
    hand = unaided({0: "9s", 1: FIVE_RUNS + "9s"}).do(0, "d:9s")
    calls = [[act for act in hand.acts(seat) if act[0] != "c"] for seat in (1, 2, 3)]
    assert calls == [["h", "k:9s", "p", "x"]] * 3
    hand.passes()
    assert (hand.kind, hand.asked) == ("chow", (1,))
    assert unaided({0: "5m"}).do(0, "d:5m").passes().kind == "chow"
