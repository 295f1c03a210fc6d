"""Play of Qingtian: reserve, flowers, gate, bound seats, robbing, first turns, 令 (Q-2 … Q-16)."""

from typing import Any

import pytest

from engine.actions import WIN
from engine.games.qingtian import GAME
from engine.match import MatchState
from engine.melds import Meld, MeldKind
from engine.result import Result, SeatResult, Win, settle
from engine.selfplay import computer_player, first_match, play_hands
from engine.tiles import EAST, NORTH, SOUTH, TEXT, WEST, parse_tile
from engine.views import public_view, seat_view
from tests.engine.rigged import Rigged, placed, rigged

READY = "123456789m22p45s"
"""Closed, waits for 3s and 6s."""
NO_FAN = "33m45678s 123m<0 999p<2"
"""Seat 1 waits for 3s, 6s and 9s: complete without any fan (Q2)."""
PAIR_OF_5 = "55m45667s 123m<0 999p<2"
"""The same with a pair of 5, which is F5 (Q1)."""


def dealt(*hands: str, **more: Any) -> Rigged:
    """A hand from the deal on."""
    return rigged(GAME, hands=(*hands, *("",) * (4 - len(hands))), **more)


def midway(seats: dict[int, str], **more: Any) -> Rigged:
    """A hand in the middle of play."""
    return placed(GAME, seats, **more)


def to_end(hand: Rigged) -> Rigged:
    """Everybody passes and throws what he draws until the hand is over."""
    return hand.drift(lambda state: state.over)


def to_turn(hand: Rigged, seat: int) -> Rigged:
    """Everybody passes and throws what he draws until it is this seat's turn."""
    return hand.drift(lambda state: state.turn == seat and hand.kind == "turn")


def is_drawn(hand: Rigged) -> bool:
    """Whether the hand is over without a winner."""
    return hand.state.result is not None and not hand.state.result.wins


# -- deal, flowers, reserve (Q-4 … Q-6)


def test_the_dealer_takes_the_49th_and_the_53rd_tile() -> None:
    state = dealt().state
    assert state.head == 53
    assert state.left == 76
    assert state.seats[0].drawn == state.wall[52]
    for step in range(4):
        assert state.wall[48 + step] in state.seats[step].hand


@pytest.mark.parametrize(
    ("dice", "stack"), [((1, 1), 3 * 18 + 2), ((2, 3), 5), ((6, 6), 18 + 12), ((3, 3), 60)]
)
def test_the_break_is_counted_from_the_dealer(dice: tuple[int, int], stack: int) -> None:
    """2: the next seat's wall, which lies three walls on clockwise. 5: the dealer's own. 12: the previous seat's."""
    seat, left = GAME.broken_at(GAME.options(), 3, dice) or (0, 0)
    assert (18 * ((3 - seat) % 4) + left) % 72 == stack


def test_flowers_are_replaced_seat_by_seat_until_a_hand_is_clean() -> None:
    hand = dealt("1f", "3f4f", tail="2f5f1z2z3z")
    laid = [str(event) for event in hand.log if event.name in ("flowers", "draw")]
    assert laid == [
        "flowers 0 1f",
        "draw 0 2f tail",
        "flowers 0 2f",
        "draw 0 5f tail",
        "flowers 0 5f",
        "draw 0 1z tail",
        "flowers 1 3f4f",
        "draw 1 2z tail",
        "draw 1 3z tail",
    ]
    assert hand.state.left == 76 - 5


def test_a_drawn_hand_leaves_the_reserve_unturned() -> None:
    ends = [played.end for played in play_hands(GAME, 8, 5, players="random")]
    drawn = [state for state in ends if state.result is not None and not state.result.wins]
    assert drawn
    assert {state.unturned for state in drawn} == {15}


def test_with_only_the_reserve_left_a_turn_draw_ends_the_hand() -> None:
    hand = to_end(midway({0: "1z"}, left=0).do(0, "d:1z"))
    assert is_drawn(hand)
    assert hand.state.unturned == 15


@pytest.mark.parametrize("reserve", [0, 14, 40])
def test_the_reserve_is_an_option(reserve: int) -> None:
    hand = to_end(midway({0: "1z"}, left=1, options={"reserve_tiles": reserve}).do(0, "d:1z"))
    assert hand.state.unturned == reserve


def test_with_only_the_reserve_left_a_flower_is_not_replaced() -> None:
    hand = midway({0: "1z"}, left=1, front="7f").do(0, "d:1z")
    to_end(hand)
    assert is_drawn(hand)
    assert hand.state.seats[1].flowers == (parse_tile("7f"),)
    assert hand.state.unturned == 15


@pytest.mark.parametrize(("left", "offered"), [(1, True), (0, False)])
def test_kongs_need_a_usable_tile(left: int, offered: bool) -> None:
    own = midway({0: "5555m9s 111p<3"}, drawn="1p", left=left).acts(0)
    assert ("k:5m" in own) is offered
    assert ("k:1p" in own) is offered
    claimed = midway({0: "5m", 2: "555m"}, left=left).do(0, "d:5m").acts(2)
    assert ("k:5m" in claimed) is offered
    assert "p" in claimed


def test_a_kong_with_one_usable_tile_left_ends_the_hand_if_its_replacement_is_a_flower() -> None:
    assert is_drawn(midway({0: "5555m"}, left=1, tail="2f").do(0, "k:5m"))
    assert midway({0: "5555m"}, left=1, tail="3p").do(0, "k:5m").kind == "turn"


def test_the_last_usable_tile_is_discarded_and_may_be_claimed() -> None:
    hand = midway({3: "99p"}, turn=1, drawn="9p", left=0).go("1 d:9p, 3 p")
    assert hand.state.turn == 3
    assert is_drawn(to_end(hand))
    chow = midway({2: "78p"}, turn=1, drawn="9p", left=0).do(1, "d:9p")
    assert "c:7p" in chow.acts(2)


def test_a_hand_may_be_won_on_the_last_usable_tile() -> None:
    assert "h" in midway({2: READY}, turn=1, drawn="6s", left=0).do(1, "d:6s").acts(2)


def test_the_last_usable_tile_can_only_be_won_by_its_drawer_under_the_option() -> None:
    options = {"last_tile_selfdraw_only": True}

    def last_draw(tile: str) -> Rigged:
        hand = midway({0: "1z", 1: READY, 2: READY}, front=tile, left=1, options=options).do(0, "d:1z")
        return hand.drift(lambda state: state.over or (state.turn == 1 and hand.kind == "turn"))

    assert last_draw("6s").acts(1) == ["h", "x"]
    assert last_draw("6s").go("1 h").win_events == {"last_tile"}
    assert is_drawn(last_draw("6s").go("1 x"))
    assert is_drawn(last_draw("7z"))


# -- the gate


def test_a_ready_seat_without_a_fan_is_asked_like_the_others_but_offered_nothing() -> None:
    hand = midway({1: NO_FAN}, turn=3, drawn="9s").do(3, "d:9s")
    assert hand.asked == (0, 1, 2)
    assert [hand.acts(seat) for seat in hand.asked] == [["x"]] * 3


def test_with_a_fan_or_without_the_gate_the_same_discard_wins() -> None:
    assert "h" in midway({1: PAIR_OF_5}, turn=3, drawn="8s").do(3, "d:8s").acts(1)
    free = {"fan_gate": False}
    assert "h" in midway({1: NO_FAN}, turn=3, drawn="9s", options=free).do(3, "d:9s").acts(1)


@pytest.mark.parametrize(("hand", "tile", "allowed"), [(NO_FAN, "9s", False), (PAIR_OF_5, "8s", True)])
def test_a_seat_is_told_which_waits_win_on_a_discard(hand: str, tile: str, allowed: bool) -> None:
    view = seat_view(midway({1: hand}, turn=3).state, 1)
    assert GAME.wins_on_discard(view, (*view.own.hand, parse_tile(tile))) is allowed


def test_without_a_fan_a_self_draw_wins() -> None:
    hand = midway({1: NO_FAN}, turn=1, drawn="9s")
    assert "h" in hand.acts(1)
    assert hand.go("1 h").payments == (-2, 6, -2, -2)


def test_after_a_claim_a_complete_hand_discards() -> None:
    hand = midway({0: "9s", 1: "33m999p78s23m99s3p 999m<0"}).go("0 d:9s, 1 p")
    assert not [act for act in hand.acts(1) if not act.startswith("d:")]
    assert "d:9s" not in hand.acts(1)  # the only other 9s lies in the pung


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("order", ["梅兰菊竹", "梅兰竹菊"])
def test_seat_flowers_open_the_gate_and_move_with_the_dealer(dealer: int, order: str) -> None:
    place = (1 - dealer) % 4
    plants = {"梅": "5f", "兰": "6f", "竹": "7f", "菊": "8f"}
    own = {f"{place + 1}f", plants[order[place]]}
    for flower in (f"{number}f" for number in range(1, 9)):
        hand = midway(
            {1: f"{NO_FAN} {flower}"},
            turn=3,
            drawn="9s",
            match=MatchState(dealer=dealer),
            options={"flower_order": order},
        )
        assert ("h" in hand.do(3, "d:9s").acts(1)) is (flower in own)


@pytest.mark.parametrize("round_wind", [EAST, SOUTH, WEST, NORTH])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("pair", [f"{rank}z" for rank in range(1, 8)])
def test_only_a_pair_without_a_fan_of_its_own_makes_all_chows(
    pair: str, dealer: int, round_wind: int
) -> None:
    """Q-10.F1 for every honour, seat and 令."""
    hand = midway(
        {2: f"78s{pair[0] * 2}z 123m<1 456p<1 234s<1"},
        turn=0,
        drawn="6s",
        match=MatchState(dealer=dealer, round_wind=round_wind),
    )
    barred = {"5z", "6z", "7z", TEXT[EAST + (2 - dealer) % 4], TEXT[round_wind]}
    assert ("h" in hand.do(0, "d:6s").acts(2)) is (pair not in barred)


def test_a_win_let_go_can_be_taken_on_the_next_discard() -> None:
    hand = midway({1: READY, 0: "6s"}, turn=3, drawn="6s").go("3 d:6s, 1 x, 0 d:6s")
    assert "h" in hand.acts(1)


def test_a_win_let_go_locks_until_the_own_next_turn_under_the_option() -> None:
    options = {"pass_win_lock": True}

    def passed(ready: str = READY) -> Rigged:
        return midway({1: ready, 0: "6s9m", 2: "6s"}, turn=3, drawn="6s", options=options).go("3 d:6s, 1 x")

    assert "h" not in passed().go("0 d:6s").acts(1)
    after_draw = to_turn(passed(), 1)
    after_draw.go("1 d:" + TEXT[after_draw.state.seats[1].drawn or 0] + ", 2 d:6s")
    assert "h" in after_draw.acts(1)
    after_claim = passed("999m234567m11p45s")
    after_claim.go("0 d:9m, 1 p, 1 d:1p")
    assert not after_claim.state.seats[1].bans


def test_a_claim_instead_of_the_win_begins_a_turn_and_locks_nothing() -> None:
    hand = midway({1: "66s234567m11p333p"}, turn=3, drawn="6s", options={"pass_win_lock": True})
    hand.do(3, "d:6s")
    assert {"h", "p"} <= set(hand.acts(1))
    hand.go("1 p")
    assert not hand.state.seats[1].bans


# -- claims and kongs


def test_the_nearest_who_wants_to_win_does_and_the_others_get_nothing() -> None:
    """Q10: after E come S, W, N."""
    seats = {1: "111m999m111z3p 777s<3", 3: "123m45p678s999s99p"}
    both = midway(seats, turn=0, drawn="3p").do(0, "d:3p")
    assert "h" in both.acts(1)
    assert "h" in both.acts(3)
    both.do(3, "h").go("1 h")
    assert both.payments == (-3, 7, -2, -2)
    other = midway(seats, turn=0, drawn="3p").do(0, "d:3p").do(1, "x").go("3 h")
    assert other.payments[3] > 0 > other.payments[1]


@pytest.mark.parametrize("shown", [False, True])
def test_a_concealed_kong_lies_face_down_unless_the_table_shows_it(shown: bool) -> None:
    options = {"concealed_kong_shown": shown}
    hand = midway({0: "5555m", 1: "1z"}, tail="1m", options=options).do(0, "k:5m").go("0 d:1m")
    tiles = public_view(hand.state).seats[0].melds[0].tiles
    assert tiles == ((parse_tile("5m"),) * 4 if shown else (None,) * 4)
    ended = midway({0: "5555m"}, left=1, tail="2f").do(0, "k:5m")
    assert public_view(ended.state).seats[0].melds[0].tiles == (parse_tile("5m"),) * 4


@pytest.mark.parametrize("allowed", [False, True])
def test_own_kongs_right_after_a_claim_are_an_option(allowed: bool) -> None:
    options = {"kong_after_claim": allowed}
    hand = midway({0: "9p", 1: "99p5555m1s 111s<0"}, options=options).go("0 d:9p, 1 p")
    assert ("k:5m" in hand.acts(1)) is allowed
    assert ("k:1s" in hand.acts(1)) is allowed
    assert "h" not in hand.acts(1)


def test_the_claimed_tile_may_be_discarded_again() -> None:
    assert "d:9p" in midway({0: "9p", 1: "999p"}).go("0 d:9p, 1 p").acts(1)


# -- bound seats


def test_two_chows_and_a_pung_from_the_previous_seat_bind_and_are_announced() -> None:
    seats = {0: "1m4m9p1z", 1: "23m56m99p1z2z3z5z66z7z"}
    hand = midway(seats)
    for discard, claim, own in (("1m", "c:1m", "1z"), ("4m", "c:4m", "2z"), ("9p", "p", "3z")):
        assert not hand.told("bound")
        to_turn(hand, 0).go(f"0 d:{discard}, 1 {claim}, 1 d:{own}")
    assert hand.told("bound") == ["bound 1 <0"]
    view = public_view(hand.state)
    assert view.seats[1].marks == ("bound:0",)
    assert view.seats[0].marks == ("bound:1",)
    assert view.seats[2].marks == ()


def test_a_fourth_group_is_not_announced_again() -> None:
    hand = midway({0: "9p", 1: "99p45s2z 123m<0 456m<0 789m<0"}).go("0 d:9p, 1 p")
    assert not hand.told("bound")


def test_groups_by_kind_and_the_threshold_are_options() -> None:
    seats = {0: "9p", 1: "99p45s3z22z3z 123m<0 456m<0"}
    apart = {"bao": {"count": "same_kind"}}
    assert not midway(seats, options=apart).go("0 d:9p, 1 p").told("bound")
    two = {"bao": {"threshold": 2}}
    early = {0: "9p", 1: "99p45s22z3z111s7z 123m<0"}
    assert midway(early, options=two).go("0 d:9p, 1 p").told("bound") == ["bound 1 <0"]


BOUND = "55m67s 123m<0 456m<0 999p<0"
"""Seat 1 is bound to seat 0; it waits for 5s and 8s."""


def test_the_bound_discarder_pays_for_all_a_third_does_not() -> None:
    by_bound = midway({1: BOUND}, drawn="8s").go("0 d:8s, 1 h")
    assert by_bound.payments == (-4, 4, 0, 0)
    by_third = midway({1: BOUND}, turn=2, drawn="8s").go("2 d:8s, 1 h")
    assert by_third.payments == (-1, 4, -2, -1)
    drawn = midway({1: BOUND}, turn=1, drawn="8s").go("1 h")
    assert drawn.payments == (-2, 6, -2, -2)


def test_the_taker_is_bound_too() -> None:
    hand = midway({1: "1z 123m<0 456m<0 999p<0", 0: READY}, turn=1, drawn="6s").go("1 d:6s, 0 h")
    assert hand.payments == (4, -4, 0, 0)


# -- robbing


def robbing(robber: str) -> Rigged:
    """Seat 3 adds the fourth 6s to its pung; seat 1 waits for it."""
    return midway({1: robber, 3: "1z 666s<2"}, turn=3, drawn="6s").do(3, "k:6s")


def test_a_robbed_kong_without_another_fan_is_paid_by_the_konger_alone() -> None:
    hand = robbing("33m45789s 123m<0 999p<2")
    assert hand.kind == "rob"
    assert hand.asked == (0, 1, 2)
    assert [hand.acts(seat) for seat in hand.asked] == [["x"], ["h", "x"], ["x"]]
    hand.go("1 h")
    assert hand.win_events == {"rob_kong"}
    assert hand.payments == (0, 4, 0, -4)
    result = hand.state.result
    assert result is not None
    assert result.seats[3].melds == (Meld(MeldKind.PUNG, parse_tile("6s"), 2),)


def test_a_robbed_kong_with_another_fan_is_an_ordinary_discard() -> None:
    assert robbing("55m45789s 123m<0 999p<2").go("1 h").payments == (-1, 4, -1, -2)


def test_a_kong_that_nobody_robs_is_made() -> None:
    hand = robbing("33m45789s 123m<0 999p<2").go("1 x")
    assert hand.state.seats[3].melds == (Meld(MeldKind.ADDED_KONG, parse_tile("6s"), 2),)
    assert hand.kind == "turn"


def test_concealed_kongs_cannot_be_robbed() -> None:
    hand = midway({0: "6666s", 1: "33m45789s 123m<0 999p<2"}).do(0, "k:6s")
    assert hand.kind == "turn"


# -- how a hand was won


def test_the_dealer_wins_with_the_dealt_hand_flowers_replaced() -> None:
    hand = dealt(READY + "1f", tail="6s").go("0 h")
    assert hand.win_events == {"heavenly"}
    assert hand.payments == (9, -3, -3, -3)


def test_an_own_concealed_kong_does_not_spoil_tianhu() -> None:
    hand = dealt("5555m123p456p22z78s", tail="9s").go("0 k:5m, 0 h")
    assert hand.win_events == {"heavenly", "kong_bloom"}


def test_a_non_dealer_wins_on_the_dealers_first_discard() -> None:
    hand = dealt("6s", READY).go("0 d:6s, 1 h")
    assert hand.win_events == {"earthly"}
    assert hand.payments == (-4, 10, -3, -3)


def test_a_self_draw_in_the_own_first_turn_is_dihu() -> None:
    hand = dealt("1z", "", READY, front="9p6s").go("0 d:1z, 1 d:9p, 2 h")
    assert hand.win_events == {"earthly"}


def test_a_claim_before_it_spoils_dihu() -> None:
    hand = dealt("1z", "11z9p", READY, front="6s").go("0 d:1z, 1 p, 1 d:9p, 2 h")
    assert hand.win_events == set()


def test_a_second_turn_is_no_first_turn() -> None:
    hand = dealt("1z", READY, front="7z7z7z7z6s").go("0 d:1z, 1 d:7z, 2 d:7z, 3 d:7z, 0 d:7z, 1 h")
    assert hand.win_events == set()


def test_blooms_on_the_replacement_of_a_kong_a_flower_or_both() -> None:
    flower = to_turn(midway({0: "1z", 1: READY}, front="7f", tail="6s").do(0, "d:1z"), 1).go("1 h")
    assert flower.win_events == {"flower_bloom"}
    kong = midway({0: "5555m123p456p22z8s"}, drawn="7s", tail="9s").go("0 k:5m, 0 h")
    assert kong.win_events == {"kong_bloom"}
    both = midway({0: "5555m123p456p22z8s"}, drawn="7s", tail="7f9s").go("0 k:5m, 0 h")
    assert both.win_events == {"kong_bloom", "flower_bloom"}


def test_an_exposed_kongs_replacement_is_a_bloom_too() -> None:
    hand = midway({0: "5m", 1: "555m123p456p22z78s"}, tail="9s").go("0 d:5m, 1 k:5m, 1 h")
    assert hand.win_events == {"kong_bloom"}


# -- the match


def result_of(winner: int | None, dealer: int, **options: Any) -> Result:
    """A hand won by self-draw, or drawn."""
    seats = [SeatResult(), SeatResult(), SeatResult(), SeatResult()]
    wins: tuple[Win, ...] = ()
    if winner is not None:
        seats[winner] = SeatResult(concealed=midway({1: READY}).state.seats[1].hand)
        wins = (Win(winner, parse_tile("6s")),)
    return Result(
        GAME, GAME.options.from_json(options), dealer, (seats[0], seats[1], seats[2], seats[3]), wins
    )


def after(match: MatchState, winner: int | None, **options: Any) -> MatchState:
    """The match one hand later."""
    result = result_of(winner, match.dealer, **options)
    return GAME.next_match(match, result, settle(result))


def test_the_dealer_stays_after_winning_and_after_a_draw() -> None:
    match = MatchState(dealer=2, first_dealer=1, round_wind=SOUTH, returns=1)
    for winner in (2, None):
        next_hand = after(match, winner)
        assert (next_hand.dealer, next_hand.streak, next_hand.round_wind) == (2, 1, SOUTH)
    moved = after(after(match, None), 1)
    assert (moved.dealer, moved.streak, moved.round_wind) == (3, 0, SOUTH)


def test_ling_advances_only_when_the_deal_returns_to_the_first_dealer_and_the_fourth_ends_the_match() -> None:
    match = MatchState(dealer=2, first_dealer=2)
    winds, hands = [], 0
    while not match.over:
        winds.append(TEXT[match.round_wind])
        match = after(match, None)
        match = after(match, (match.dealer + 1) % 4)
        hands += 1
    assert hands == 16
    assert winds == ["1z"] * 4 + ["2z"] * 4 + ["3z"] * 4 + ["4z"] * 4


def test_one_ling_ends_at_the_first_return() -> None:
    match = MatchState(dealer=0)
    for hands in range(1, 5):
        match = after(match, (match.dealer + 1) % 4, length="1_ling")
        assert match.over is (hands == 4)


def test_a_number_of_hands_goes_on_through_the_winds() -> None:
    match = MatchState(dealer=0)
    winds = []
    for _ in range(18):
        winds.append(match.round_wind)
        match = after(match, (match.dealer + 1) % 4, length=18)
    assert match.over
    assert winds[-2:] == [EAST, EAST]
    assert not after(MatchState(dealer=0, hand=16), 1, length=18).over


@pytest.mark.parametrize("choice", ["random", "host", "seat1"])
def test_who_deals_first(choice: str) -> None:
    options = GAME.options.from_json({"first_dealer": choice})
    chosen = GAME.first_dealer(options, drawn=3, dice=(1, 1), opener=2)
    assert chosen == {"random": 3, "host": 2, "seat1": 0}[choice]
    match = first_match(GAME, options, bytes(32), opener=2)
    assert match.first_dealer == match.dealer
    assert match.round_wind == EAST


def test_the_streak_reaches_the_settlement() -> None:
    match = MatchState(dealer=0, streak=2)
    hand = dealt(READY + "6s", match=match, options={"repeat_premium": True}).go("0 h")
    assert hand.payments == (27, -9, -9, -9)


# -- computer seats


def test_a_closed_hand_near_seven_pairs_is_kept_for_them() -> None:
    hand = midway({0: "11m44m77m22p55p88p9s"}, drawn="1z")
    assert computer_player(hand.state, 0).text in ("d:9s", "d:1z")
    assert WIN in GAME.claim_wins(midway({0: "9s", 1: "11m44m77m22p55p88p9s"}).do(0, "d:9s").state, 1)
