"""福鼎麻将 as it is played, clause by clause. Seat 0 deals; the gold is 7s unless said otherwise."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.games.fuding import GAME
from engine.hand import default_act
from engine.match import MatchState
from engine.melds import MeldKind
from engine.tiles import format_tiles, parse_tile
from engine.views import seat_view
from tests.engine.games.hu_tai_positions import FIVE_RUNS, position, some, thrown_kinds, till_turn, winner
from tests.engine.rigged import Rigged, rigged

DULL = "147m147p1s3s1234z67z2m5m"
"""Sixteen tiles without a pair, far from any hand."""
EIGHT = "12345678f"
WAITS_5P = "123456789m12399s46p"
"""With 5p alone it is complete."""


def dealt(*hands: str, **more: Any) -> Rigged:
    """A hand from its deal; the hands are filled up with what fits nothing, 7s is turned."""
    more.setdefault("tail", "5p7s")
    return rigged(GAME, hands=[*hands, *[""] * (4 - len(hands))], **more)


def in_play(seats: Mapping[int, str], **more: Any) -> Rigged:
    return position(GAME, seats, **more)


def opened(*hands: str, **more: Any) -> Rigged:
    """A deal of which nobody has won: the dealer's turn."""
    return dealt(*hands, **more).passes()


# -- tiles, seats, opening: FD-4 … FD-9, FD-11, FD-12


@pytest.mark.parametrize(("dice", "east"), [((1, 1), 1), ((1, 2), 2), ((1, 3), 3), ((1, 4), 0), ((4, 5), 0)])
def test_the_dice_name_east_from_the_dealer_as_one(dice: tuple[int, int], east: int) -> None:
    """FD-4: 5 and 9 name the dealer."""
    state = dealt(dice=dice, tail={}).state
    assert GAME.east(state) == east


def test_the_dealer_is_east_where_the_table_says_so() -> None:
    """FD-4."""
    state = dealt(dice=(1, 2), tail={}, options={"wind_mode": "dealer_is_east"}).state
    assert GAME.east(state) == 0


def test_gold_is_turned_at_the_place_of_the_dice_and_tail_draws_skip_it() -> None:
    """FD-9: with 4 the fourth tile from the tail; five flowers take the tiles around it."""
    hand = dealt("12345f" + DULL[:4] + "147p123z", dice=(1, 3), tail="1m2m3m9s5m6m")
    assert hand.state.indicator == parse_tile("9s")
    assert hand.told("draw") == [f"draw 0 {tile} tail" for tile in ("1m", "2m", "3m", "5m", "6m")]


def test_gold_is_turned_before_flowers_are_replaced() -> None:
    """FD-8."""
    names = [event.name for event in dealt("1f").log]
    assert names.index("gold") < names.index("flowers")


@pytest.mark.parametrize(("reserve", "left"), [(16, 62), (0, 78)])
def test_so_many_tiles_can_be_drawn_after_the_deal(reserve: int, left: int) -> None:
    """FD-11."""
    assert opened(options={"reserve": reserve}).state.left == left


def test_a_gold_white_is_kept_in_hand() -> None:
    """FD-9."""
    hand = dealt("555z1f" + DULL[:3], tail="5p5z")
    assert hand.told("flowers") == ["flowers 0 1f"]
    assert hand.state.seats[0].hand.count(parse_tile("5z")) == 3


def test_a_turned_flower_makes_gold_of_the_others_of_its_colour() -> None:
    """FD-9: 春 is turned; 夏秋冬 are gold and kept, 梅 and 白 are laid out."""
    hand = dealt("2345f5z", tail="9p1f")
    assert hand.told("flowers") == ["flowers 0 5z5f"]
    assert {parse_tile(text) for text in ("2f", "3f", "4f")} <= set(hand.state.seats[0].hand)
    assert GAME.wilds(hand.state, 2) == {parse_tile(text) for text in ("2f", "3f", "4f")}


def test_flowers_are_replaced_in_rounds_from_the_dealer_on() -> None:
    """FD-12: a second flower waits until all have had their first round."""
    hand = dealt("1f", "2f5z", tail={0: "3f", 1: "7s", 2: "1m", 3: "2m", 4: "3m"})
    assert hand.told("flowers") == ["flowers 0 1f", "flowers 1 5z2f", "flowers 0 3f"]


# -- opening wins: FD-39


HEAVENLY = FIVE_RUNS + "99s"


def test_all_seats_are_asked_before_the_first_discard() -> None:
    """FD-8, FD-39: also those who can do nothing."""
    hand = dealt()
    assert (hand.kind, hand.asked) == ("declare", (0, 1, 2, 3))
    assert [hand.acts(seat) for seat in range(4)] == [["x"]] * 4


def test_the_dealer_complete_on_the_deal_wins_heavenly() -> None:
    """FD-39: 天胡, the others count nothing."""
    hand = dealt(HEAVENLY).play("0 h, x")
    assert (winner(hand), hand.win_events) == (0, {"heavenly"})
    assert hand.payments == (4800, -1600, -1600, -1600)


def test_a_heavenly_win_let_go_is_open_in_the_first_turn_still() -> None:
    """FD-39: none is forced."""
    hand = dealt(HEAVENLY).passes()
    assert hand.kind == "turn"
    assert "h" in hand.acts(0)


def test_a_heavenly_win_may_come_after_a_concealed_kong() -> None:
    """FD-39: also after bonus tiles and concealed kongs."""
    hand = opened("1111s123456789m123p9s", tail="9s7s").play("0 k:1s, 0 h")
    assert hand.win_events == {"heavenly", "kong_bloom"}


def test_three_golds_before_the_first_discard_win_without_a_shape() -> None:
    """FD-39: 杀猪, on the dealt sixteen."""
    hand = dealt("", "777s").play("1 h:t, x")
    assert (winner(hand), hand.win_events, hand.fans) == (1, {"three_golds"}, ["total_three_golds"])
    assert hand.payments == (-1600, 3200, -800, -800)


def test_three_golds_may_be_kept() -> None:
    """FD-39: none is forced, and after the first discard there is no 杀猪."""
    hand = opened("", "777s", front="9p").go("0 d:1m")
    assert some("h", till_turn(hand, 1), 1) == []


def test_of_two_opening_wins_the_dealers_goes_first() -> None:
    """FD-39: 天胡 first, then turn order."""
    hand = dealt(HEAVENLY, "777s").play("1 h:t, 0 h, x")
    assert winner(hand) == 0


def test_of_two_opening_wins_the_nearer_to_the_dealer_goes_first() -> None:
    """FD-39: 八仙过海 of seat 2 before 杀猪 of seat 3."""
    hand = dealt("", "", EIGHT, "777s").play("3 h:t, 2 h:e, x")
    assert winner(hand) == 2


def test_eight_flowers_before_the_first_discard_leave_the_others_nothing() -> None:
    """FD-39: 2000, others 0."""
    hand = dealt("", "", EIGHT).play("2 h:e, x")
    assert hand.win_events == {"heavenly"}
    assert hand.payments == (-4000, -2000, 8000, -2000)


def test_eight_flowers_are_not_asked_for_where_they_do_not_exist() -> None:
    """FD-39: `super_hands` off."""
    assert dealt("", "", EIGHT, options={"super_hands": "off"}).acts(2) == ["x"]


@pytest.mark.parametrize(("counts", "acts"), [(True, ["h:e", "x"]), (False, ["x"])])
def test_golds_are_flowers_where_the_table_says_so(counts: bool, acts: list[str]) -> None:
    """FD-39: `gold_as_flower`, six flowers and two golds."""
    assert dealt("", "123456f77s", options={"gold_as_flower": counts}).acts(1) == acts


def test_the_eighth_flower_wins_in_any_own_turn() -> None:
    """FD-39: others count normally, and the hand is not looked at."""
    hand = in_play({1: "|1234567f"}, front="8f", tail="9p").go("0 d:1m, 1 h:e")
    assert (winner(hand), hand.win_events) == (1, {"flower_bloom"})
    assert hand.state.result.wins[0].tile == parse_tile("8f")  # type: ignore[union-attr]


def test_eight_flowers_may_be_declared_on_a_later_draw_but_not_after_a_claim() -> None:
    """FD-39: on any own draw."""
    hand = in_play({1: "99p | 12345678f", 0: "9p"}, front="2s")
    assert some("h", hand.go("0 d:9p, 1 p"), 1) == []
    other = in_play({1: "|12345678f"}, front="2s").go("0 d:1m")
    assert some("h", other.close(), 1) == ["h:e"]


def test_a_win_on_the_first_discard_is_earthly() -> None:
    """FD-39: 地胡, others 0."""
    hand = opened("9s", FIVE_RUNS + "9s").go("0 d:9s, 1 h")
    assert hand.win_events == {"earthly"}
    assert hand.payments == (-1600, 3200, -800, -800)


# -- claims: FD-16 … FD-20, FD-49


def test_the_winner_next_in_turn_has_the_tile() -> None:
    """FD-19: one winner."""
    waiting = FIVE_RUNS + "9s"
    hand = in_play({0: "9s", 1: waiting, 3: "123567m234567p99s"}).go("0 d:9s, 3 h, 1 h")
    assert winner(hand) == 1
    assert len(hand.state.result.wins) == 1  # type: ignore[union-attr]


def test_a_win_goes_before_a_kong_and_a_kong_before_a_chow() -> None:
    """FD-18."""
    kong = in_play({0: "5p", 1: "46p", 2: "555p"}).play("0 d:5p, 1 c:4p, 2 k:5p, x")
    assert kong.state.seats[2].melds[0].is_kong
    assert winner(in_play({0: "5p", 1: "555p", 2: WAITS_5P}).play("0 d:5p, 1 k:5p, 2 h, x")) == 2


def test_only_the_next_seat_chows() -> None:
    """FD-16."""
    hand = in_play({0: "5m", 1: "46m", 2: "46m"}).do(0, "d:5m")
    assert "c:4m" in some("c", hand, 1)
    assert some("c", hand, 2) == []


def test_own_kongs_are_laid_only_on_a_turn_that_began_with_a_draw() -> None:
    """FD-17: not after a chow or pung."""
    seats = {0: "5m", 1: "55m2222p"}
    assert some("k", in_play(seats).go("0 d:5m, 1 p"), 1) == []
    assert some("k", in_play({1: "2222p"}, front="9p").go("0 d:1m").close(), 1) == ["k:2p"]


def test_a_kong_is_replaced_from_the_tail() -> None:
    """FD-17."""
    hand = in_play({0: "2222p"}, tail="8s").do(0, "k:2p")
    assert hand.told("draw") == ["draw 0 8s tail"]
    assert hand.state.left == 29


def test_an_added_kong_may_be_robbed_and_its_pung_stays_open() -> None:
    """FD-20: the robbed seat is the one whose tile it was."""
    hand = in_play({0: "555p<2", 2: WAITS_5P}, drawn="5p").play("0 k:5p, 2 h, x")
    assert (winner(hand), hand.win_events) == (2, {"rob_kong"})
    result = hand.state.result
    assert result is not None
    assert result.wins[0].source == 0
    assert [meld.kind for meld in result.seats[0].melds] == [MeldKind.PUNG]


def test_concealed_kongs_are_not_robbed() -> None:
    """FD-20."""
    hand = in_play({0: "5555p", 2: WAITS_5P}).do(0, "k:5p")
    assert hand.kind == "turn"


# -- gold: FD-10


def test_gold_is_neither_thrown_nor_melded() -> None:
    """FD-10."""
    hand = in_play({0: "77s88s", 1: "67s"})
    assert "7s" not in thrown_kinds(hand, 0)
    assert some("c", hand.do(0, "d:8s"), 1) == []


def test_a_gold_thrown_all_the_same_is_dead() -> None:
    """FD-10: a hand of nothing but golds that may not win for want of 台 throws one; nobody may do anything with it."""
    seats = {0: "7s 123m<3 456m<3 789m<3 123p<3 456p<3", 1: "89s", 2: FIVE_RUNS + "9s"}
    hand = in_play(seats, drawn="7s", options={"min_tai": 8})
    assert hand.acts(0) == ["d:7s"]
    hand.do(0, "d:7s")
    assert [hand.acts(seat) for seat in (1, 2, 3)] == [["x"]] * 3


def test_a_hand_of_nothing_but_golds_must_win() -> None:
    """FD-10."""
    hand = in_play({0: "7s 123m<3 456m<3 789m<3 123p<3 456p<3"}, drawn="7s")
    assert hand.acts(0) == ["h"]
    assert default_act(hand.state, 0).text == "h"


def test_no_claim_may_leave_only_golds() -> None:
    """FD-10: chow, pung and kong."""
    open_melds = " 123m<3 456m<3 789m<3"
    chow = in_play({0: "5p", 1: "46p77s 123m<0 456m<0 789m<0 111s<0"}).do(0, "d:5p")
    assert some("c", chow, 1) == []
    pung = in_play({0: "5p", 2: f"55p77s{open_melds} 111s<3"}).do(0, "d:5p")
    assert some("p", pung, 2) == []
    kong = in_play({0: "5p", 2: f"555p7s{open_melds} 111s<3"}).do(0, "d:5p")
    assert (some("k", kong, 2), some("p", kong, 2)) == ([], ["p"])


# -- passed pungs and second tiles: FD-21, FD-25


def passed_pung(**options: Any) -> Rigged:
    """Seat 2 has let 5p go; seat 1 throws the next."""
    seats = {0: "5p", 2: "55p"}
    return in_play(seats, front="5p", options=options).go("0 d:5p, 1 d:5p")


def test_a_passed_pung_is_barred_until_the_own_next_draw() -> None:
    """FD-21."""
    assert some("p", passed_pung(), 2) == []


def test_a_passed_pung_is_open_where_the_table_says_so() -> None:
    """FD-21: `pass_pung`."""
    assert some("p", passed_pung(pass_pung=False), 2) == ["p"]


def test_who_chows_instead_has_passed_the_pung() -> None:
    """FD-21: as if he had passed in the window and chowed in his turn."""
    hand = in_play({0: "5p", 1: "5546p", 3: "5p"}).go("0 d:5p, 1 c:4p")
    assert [ban.act for ban in hand.state.seats[1].bans] == ["pung"]


def test_the_second_identical_tile_since_the_own_draw_is_not_won() -> None:
    """FD-25: the first may be, and after an own draw the next one again."""
    seats = {0: "9s", 2: FIVE_RUNS + "9s", 3: "9s"}
    hand = in_play(seats, front="9s2p").do(0, "d:9s")
    assert some("h", hand, 2) == ["h"]
    hand.go("1 d:9s")
    assert some("h", hand, 2) == []
    hand.go("2 d:2p")
    assert some("h", till_turn(hand, 3).do(3, "d:9s"), 2) == ["h"]


def test_the_own_discard_is_the_first_appearance() -> None:
    """FD-25."""
    hand = in_play({0: "123456789m123456p9s", 1: "9s"}, drawn="9s", front="2p")
    till_turn(hand.go("0 d:9s"), 1)
    assert some("h", hand.do(1, "d:9s"), 0) == []


def test_a_tile_added_to_a_pung_is_an_appearance_and_so_was_the_tile_punged() -> None:
    """FD-25: 5p is thrown, punged, and the fourth one added before seat 2 has drawn."""
    seats = {0: "5p33s", 1: "55p3s", 2: WAITS_5P}
    hand = in_play(seats, front="5p").go("0 d:5p, 1 p, 1 d:3s, 0 p, 0 d:1p, 1 k:5p")
    assert (hand.kind, hand.acts(2)) == ("rob", ["x"])


# -- 游金: FD-26, FD-28, FD-36


def test_a_hand_that_wins_with_any_tile_wins_by_self_draw_only() -> None:
    """FD-26."""
    hand = in_play({0: "9s5p", 1: FIVE_RUNS + "7s", 2: "1z"}, front="1z").do(0, "d:9s")
    assert some("h", hand, 1) == []
    assert some("h", hand.close(), 1) == ["h"]


def test_it_does_not_rob_kongs_nor_win_on_the_first_discard() -> None:
    """FD-26: both count as discards."""
    assert opened("9s", FIVE_RUNS + "7s").do(0, "d:9s").acts(1) == ["x"]
    robbing = in_play({0: "555s<2", 2: FIVE_RUNS + "7s"}, drawn="5s").do(0, "k:5s")
    assert robbing.acts(2) == ["x"]


def test_a_seat_is_told_that_its_waits_win_by_self_draw_only() -> None:
    """FD-26."""
    view = seat_view(in_play({1: FIVE_RUNS + "7s", 2: FIVE_RUNS + "9s"}).state, 1)
    assert not GAME.wins_on_discard(view, (*view.own.hand, parse_tile("1z")))
    view = seat_view(in_play({2: FIVE_RUNS + "9s"}).state, 2)
    assert GAME.wins_on_discard(view, (*view.own.hand, parse_tile("9s")))


YOUJIN = "123456789m123p7s 555s<3"
"""游金 beside a pung of 5s."""


def test_it_must_kong_the_fourth_tile_of_its_own_pung_before_it_wins() -> None:
    """FD-26: only the kong, then the win."""
    hand = in_play({0: YOUJIN}, drawn="5s", tail="2z")
    assert (some("h", hand, 0), some("k", hand, 0)) == ([], ["k:5s"])
    hand.do(0, "k:5s").passes()
    assert some("h", hand, 0) == ["h"]


def test_it_wins_with_any_other_tile() -> None:
    """FD-26."""
    assert some("h", in_play({0: YOUJIN}, drawn="2z"), 0) == ["h"]


def test_late_the_tile_it_would_have_to_kong_does_not_win() -> None:
    """FD-28: with R 4 there is no kong and no win, and the tile may go."""
    hand = in_play({0: YOUJIN}, drawn="5s", left=4)
    assert (some("h", hand, 0), some("k", hand, 0)) == ([], [])
    assert "5s" in thrown_kinds(hand, 0)


# -- discards: FD-27 … FD-32


def test_a_tile_that_could_be_konged_is_not_thrown() -> None:
    """FD-27: the fourth of an own pung, or one of four equal."""
    kinds = thrown_kinds(in_play({0: "3333p8s 555s<3"}, drawn="5s"), 0)
    assert not kinds & {"3p", "5s"}


def test_it_may_be_thrown_in_a_turn_that_a_claim_began() -> None:
    """FD-27: on such a turn it could not be konged."""
    hand = in_play({0: "5m", 1: "55m3333p"}).go("0 d:5m, 1 p")
    assert "3p" in thrown_kinds(hand, 1)


@pytest.mark.parametrize(("left", "kongs"), [(6, ["k:5p"]), (5, [])])
def test_no_discard_is_konged_in_the_last_five(left: int, kongs: list[str]) -> None:
    """FD-28."""
    assert some("k", in_play({0: "5p", 2: "555p"}, left=left).do(0, "d:5p"), 2) == kongs


@pytest.mark.parametrize(("left", "kongs", "thrown"), [(5, ["k:3p"], False), (4, [], True)])
def test_no_own_kong_is_made_in_the_last_four(left: int, kongs: list[str], thrown: bool) -> None:
    """FD-28: and FD-27 lapses."""
    hand = in_play({0: "3333p"}, left=left)
    assert some("k", hand, 0) == kongs
    assert ("3p" in thrown_kinds(hand, 0)) == thrown


@pytest.mark.parametrize(
    ("left", "discards", "free"),
    [(9, {}, True), (8, {}, False), (8, {2: "66z"}, False), (8, {2: "66z", 3: "6z"}, True)],
)
def test_late_an_honour_needs_three_visible(left: int, discards: dict[int, str], free: bool) -> None:
    """FD-29."""
    assert ("6z" in thrown_kinds(in_play({0: "6z9s"}, left=left, discards=discards), 0)) == free


def test_tiles_of_open_melds_are_visible_those_of_the_hand_are_not() -> None:
    """FD-29."""
    assert "6z" in thrown_kinds(in_play({0: "6z9s", 2: "666z<1"}, left=8), 0)
    assert "6z" not in thrown_kinds(in_play({0: "666z9s"}, left=8), 0)


def test_a_suit_that_an_opponent_collects_is_not_thrown() -> None:
    """FD-30: four open melds of one suit and four concealed tiles."""
    melds = "123m<0 456m<0 789m<0 111m<3"
    hand = in_play({0: "5m1p9s6z", 1: melds})
    assert not any(kind.endswith("m") for kind in thrown_kinds(hand, 0))
    assert {"1p", "9s", "6z"} <= thrown_kinds(hand, 0)


@pytest.mark.parametrize(
    "melds",
    [
        "123m<0 456m<0 789m<0",
        "123m<0 456m<0 789m<0 111p<3",
        "123m<0 123m<0 456m<0 (9999m)",
        "123m<0 456m<0 789m<0 789m<0 (9999p)",
    ],
)
def test_three_melds_another_suit_or_a_concealed_kong_bar_nothing(melds: str) -> None:
    """FD-30."""
    assert "5m" in thrown_kinds(in_play({0: "5m", 1: melds}), 0)


def test_the_fourth_wind_is_not_thrown() -> None:
    """FD-31: three winds shown by one opponent, kongs too."""
    hand = in_play({0: "4z9s", 2: "111z<1 2222z<1 333z<0"})
    assert "4z" not in thrown_kinds(hand, 0)
    assert "4z" in thrown_kinds(in_play({0: "4z9s", 2: "111z<1 222z<1", 3: "333z<0"}), 0)


def test_one_may_throw_the_fourth_wind_oneself_shows_the_others_of() -> None:
    """FD-31: an opponent's table."""
    assert "4z" in thrown_kinds(in_play({0: "4z9s 111z<1 222z<1 333z<3"}), 0)


def test_if_everything_is_barred_everything_is_free() -> None:
    """FD-32: golds aside."""
    hand = in_play({0: "2367z 111p<1 222p<1 333p<1 444p<1", 2: "4z"}, drawn="7s", left=8)
    assert thrown_kinds(hand, 0) == {"2z", "3z", "6z", "7z"}


def test_what_could_be_konged_stays_barred_then() -> None:
    """FD-32 is about FD-29 to FD-31 alone."""
    hand = in_play({0: "3333p2367z 111p<1 222p<1 444p<1"}, left=8)
    assert (thrown_kinds(hand, 0), some("k", hand, 0)) == ({"2z", "3z", "6z", "7z"}, ["k:3p"])


# -- swap-calls: I.11


@pytest.mark.parametrize(("chow", "barred"), [("3m", {"3m", "6m"}), ("4m", {"5m"}), ("5m", set())])
def test_swap_calls_are_barred_where_the_table_says_so(chow: str, barred: set[str]) -> None:
    """I.11 `swap_call`: the tile, and the one that fits the other end."""
    claimed = {"3m": "3m", "4m": "5m", "5m": "7m"}[chow]
    used = {"3m": "45m", "4m": "46m", "5m": "56m"}[chow]
    seats = {0: claimed, 1: f"3m5m6m9m{used}"}
    free = in_play(seats).go(f"0 d:{claimed}, 1 c:{chow}")
    assert thrown_kinds(free, 1) >= {"3m", "5m", "6m", "9m"}
    hand = in_play(seats, options={"swap_call": "barred"}).go(f"0 d:{claimed}, 1 c:{chow}")
    assert {"3m", "5m", "6m", "9m"} - thrown_kinds(hand, 1) == barred


def test_a_chow_after_which_nothing_could_be_thrown_is_not_offered() -> None:
    """I.11, as FD-10: a turn must be possible."""
    seats = {0: "3m", 1: "45m3m6m 111p<0 222p<0 333p<0 444p<0"}
    assert some("c", in_play(seats).do(0, "d:3m"), 1) == ["c:3m"]
    assert some("c", in_play(seats, options={"swap_call": "barred"}).do(0, "d:3m"), 1) == []


# -- the end of the wall: FD-15, FD-34 … FD-37


def test_with_as_many_tiles_left_as_seats_they_are_dealt_out() -> None:
    """FD-35: from the next seat, one at a time, without discards."""
    hand = in_play({}, left=4, front="1m2m3m4m").go("0 d:1p").close()
    assert (hand.kind, hand.asked, hand.acts(1)) == ("division", (1,), ["x"])
    hand.passes().passes().passes().passes()
    assert hand.told("draw") == ["draw 1 1m", "draw 2 2m", "draw 3 3m", "draw 0 4m"]
    assert hand.told("drawn") == ["drawn"]
    assert hand.payments == (0, 0, 0, 0)


def test_a_tile_of_the_division_wins_as_a_self_draw() -> None:
    """FD-35: before the next tile is dealt."""
    hand = in_play({2: "123456789m123p9s 777z<3"}, left=4, front="1m9s").go("0 d:1p, 1 x, 2 h")
    assert (winner(hand), hand.win_events, "tai_self_draw" in hand.fans) == (2, {"division"}, True)
    assert len(hand.told("draw")) == 2


def test_a_flower_of_the_division_counts_and_is_not_replaced() -> None:
    """FD-37; FD-36: 八仙过海 wins there."""
    hand = in_play({1: "|1234567f"}, left=4, front="8f").go("0 d:1p").close()
    assert hand.told("flowers") == ["flowers 1 8f"]
    assert hand.acts(1) == ["h:e", "x"]
    assert hand.do(1, "h:e").win_events == {"division"}


def test_any_tile_wait_does_not_win_there_on_a_tile_it_could_kong() -> None:
    """FD-36: four equal in hand; another tile wins."""
    youjin = "555m123456789p123s7s"
    hand = in_play({1: youjin}, left=4, front="5m").go("0 d:1m").close()
    assert (hand.kind, hand.acts(1)) == ("division", ["x"])
    assert in_play({1: youjin}, left=4, front="2z").go("0 d:1m").close().acts(1) == ["h", "x"]


def test_another_hand_wins_there_on_a_fourth_tile() -> None:
    """FD-36 is about 游金 alone."""
    hand = in_play({1: "555m34m123456789p99s"}, left=4, front="5m").go("0 d:1m").close()
    assert (hand.kind, hand.acts(1)) == ("division", ["h", "x"])


def test_a_flower_drawn_last_is_replaced_from_the_reserve() -> None:
    """FD-15: R stays, so that the division is complete."""
    hand = in_play({}, left=5, front="1f", tail="9p").go("0 d:1m").close()
    assert hand.told("draw") == ["draw 1 1f", "draw 1 9p tail"]
    assert hand.state.left == 4


def test_a_flower_drawn_before_is_replaced_and_costs_a_tile() -> None:
    """FD-11."""
    hand = in_play({}, left=6, front="1f", tail="9p").go("0 d:1m").close()
    assert hand.state.left == 4


def test_without_a_reserve_the_division_begins_instead() -> None:
    """FD-15: the seat discards nothing."""
    hand = in_play({}, left=5, front="1f", options={"reserve": 0}).go("0 d:1m").close()
    assert (hand.kind, hand.asked, hand.state.turn) == ("division", (2,), 2)
    assert hand.state.seats[1].size == 16
    assert hand.told("division") == ["division 4"]


# -- standing seats: FD-35, FD-41


def test_a_standing_seat_is_not_asked_and_draws_and_discards() -> None:
    """FD-41."""
    seats = {0: "9s", 1: FIVE_RUNS + "9s"}
    hand = in_play(seats, standing=[1], front="9s").do(0, "d:9s")
    assert hand.asked == (2, 3)
    assert some("h", till_turn(hand, 1), 1) == []
    assert some("d", hand, 1)


def test_a_standing_seat_may_claim_where_the_table_says_so_but_never_wins() -> None:
    """FD-41: `stand_may_claim`."""
    seats = {0: "9s", 2: "123456789m12345p99s"}
    hand = in_play(seats, standing=[2], options={"stand_may_claim": True}).do(0, "d:9s")
    assert hand.acts(2) == ["p", "x"]
    robbed = in_play(
        {0: "555p<1", 2: WAITS_5P}, standing=[2], drawn="5p", options={"stand_may_claim": True}
    ).do(0, "k:5p")
    assert robbed.asked == (1, 3)


def test_with_a_standing_seat_three_tiles_are_kept_and_dealt_to_the_others() -> None:
    """FD-35."""
    hand = in_play({}, standing=[2], left=4, front="1m2m3m4m").go("0 d:1p").close()
    assert (hand.kind, hand.state.left) == ("turn", 3)
    hand.close().close().passes().passes().passes()
    assert hand.told("draw") == ["draw 1 1m", "draw 3 2m", "draw 0 3m", "draw 1 4m"]
    assert hand.told("drawn") == ["drawn"]


def test_a_standing_seat_is_not_asked_for_opening_wins() -> None:
    """FD-41."""
    state = in_play({}, standing=[1]).state
    assert [GAME.declares(state, seat) for seat in range(4)] == [True, False, True, True]


def test_when_all_four_stand_the_hand_is_drawn() -> None:
    """FD-41."""
    hand = in_play({}, standing=[0, 1, 2, 3], left=20).go("0 d:1p")
    assert hand.told("drawn") == ["drawn"]


def test_a_standing_seat_with_nothing_but_golds_throws_one() -> None:
    """FD-10."""
    seats = {0: "7s 123m<3 456m<3 789m<3 123p<3 456p<3"}
    assert in_play(seats, drawn="7s", standing=[0]).acts(0) == ["d:7s"]


# -- wins: FD-38, FD-49


@pytest.mark.parametrize(("least", "offered"), [(1, ["h"]), (2, [])])
def test_a_win_is_offered_only_with_enough_tai(least: int, offered: list[str]) -> None:
    """FD-38 `min_tai`: a pung of 中 is one 台."""
    seats = {0: "9s", 1: "12345678m9m123p9s 777z<3"}
    assert some("h", in_play(seats, options={"min_tai": least}).do(0, "d:9s"), 1) == offered


def test_a_hand_with_a_fixed_total_needs_no_tai() -> None:
    """FD-38: 平胡 is 100."""
    seats = {0: "9s", 1: FIVE_RUNS + "9s"}
    assert some("h", in_play(seats, options={"min_tai": 8}).do(0, "d:9s"), 1) == ["h"]


# -- the match: FD-5, I.11


def match_after(hand: Rigged, match: MatchState) -> MatchState:
    state = hand.state
    assert state.result is not None
    assert state.settlement is not None
    return GAME.next_match(match, replace(state.result, streak=match.streak), state.settlement)


def test_the_winner_deals_next() -> None:
    """FD-5: the dealer's streak rises with his win, another's begins at 1."""
    match = MatchState(dealer=0, streak=2)
    own = match_after(dealt(HEAVENLY).play("0 h, x"), match)
    assert (own.dealer, own.streak) == (0, 3)
    other = match_after(dealt("", "", "777s").play("2 h:t, x"), match)
    assert (other.dealer, other.streak) == (2, 1)


@pytest.mark.parametrize(("keeps", "streak"), [(False, 1), (True, 3)])
def test_after_a_draw_the_dealer_stays(keeps: bool, streak: int) -> None:
    """FD-5: `draw_keeps_streak`."""
    hand = in_play({}, standing=[0, 1, 2, 3], options={"draw_keeps_streak": keeps}).go("0 d:1p")
    after = match_after(hand, MatchState(dealer=0, streak=3))
    assert (after.dealer, after.streak) == (0, streak)


def test_a_match_ends_after_its_hands() -> None:
    """I.11 `hands`."""
    options = GAME.options.from_json({"hands": 4})
    assert not GAME.is_over(MatchState(dealer=0, hand=4), options)
    assert GAME.is_over(MatchState(dealer=0, hand=5), options)


def test_a_match_ends_when_somebody_has_nothing_left() -> None:
    """I.11 拷: after any number of hands."""
    options = GAME.options.from_json({"match": "broke", "match_stake": 1000})
    assert not GAME.is_over(MatchState(dealer=0, hand=50, totals=(1999, -999, -500, -500)), options)
    assert GAME.is_over(MatchState(dealer=0, hand=2, totals=(2000, -1000, -500, -500)), options)


def test_hands_are_told_apart_by_their_tiles() -> None:
    """What the tests above stand on: the filling fits nothing."""
    state = in_play({}).state
    for seat in state.seats[1:]:
        assert len(set(seat.hand)) == 16, format_tiles(seat.hand)
