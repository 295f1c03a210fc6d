"""What both games with 报听 play alike: claims, kongs, robbing, the frozen hand. Seat 0 deals."""

import pytest

from engine.computer import choose
from engine.games import find_game
from engine.match import MatchState
from engine.melds import MeldKind
from engine.tiles import parse_tile
from engine.views import public_view, seat_view
from tests.engine.games.positions import (
    KEEPS,
    NINE,
    OTHER,
    PLAIN,
    PUNGS,
    TIED,
    Deals,
    melds,
    result_of,
    some,
    turn_of,
    winners,
    wins,
)


@pytest.fixture(params=["guiyang", "jiangxi_fuzhou"])
def deals(request: pytest.FixtureRequest) -> Deals:
    """Hands of one of the games."""
    return Deals(find_game(request.param))


def test_a_kong_is_replaced_from_the_tail(deals: Deals) -> None:
    """GY-4.2, JX-3.3."""
    hand = deals.opened("5555m", front="1p", tail="9p").go("0 k:5m")
    assert hand.told("draw") == ["draw 0 9p tail"]
    assert melds(hand, 0) == ["(5555m)"]


@pytest.mark.parametrize(("left", "kongs"), [(0, []), (1, ["k:3m"])])
def test_a_discard_is_konged_only_while_a_tile_can_replace_it(
    deals: Deals, left: int, kongs: list[str]
) -> None:
    """GY-4.2, JX-3.3."""
    assert some("k", deals.opened("3m", "", "333m", left=left).go("0 d:3m"), 2) == kongs


@pytest.mark.parametrize(("left", "kongs"), [(1, []), (2, ["k:7s"])])
def test_an_own_kong_is_laid_only_while_a_tile_can_replace_it(
    deals: Deals, left: int, kongs: list[str]
) -> None:
    """GY-4.2, JX-3.3: seat 1 draws one of the tiles that are left."""
    assert some("k", turn_of(deals.opened("", "7777s", left=left), 1), 1) == kongs


def test_the_last_discard_may_be_punged_and_then_the_hand_is_drawn(deals: Deals) -> None:
    """GY-4.3, JX-3.4."""
    hand = deals.opened("3m", "", "33m", left=0).go("0 d:3m, 2 p")
    assert (hand.kind, hand.asked, hand.state.left) == ("turn", (2,), 0)
    hand.close().close()
    assert hand.told("drawn") == ["drawn"]
    assert winners(hand) == []


def test_the_last_discard_may_be_won_on(deals: Deals) -> None:
    """GY-4.3, JX-3.4."""
    assert winners(deals.opened("9s", PUNGS, left=0).go("0 d:9s, 1 h")) == [1]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_pungs_and_kongs_are_claimed_from_anyone(deals: Deals, seat: int) -> None:
    """GY-5.1, JX-4.2."""
    hands = ["3m", "", "", ""]
    hands[seat] = "333m"
    assert deals.opened(*hands).go("0 d:3m").acts(seat) == ["k:3m", "p", "x"]


def test_a_win_goes_before_a_pung(deals: Deals) -> None:
    """GY-5.1, JX-4.3: though seat 1 is nearer."""
    assert winners(deals.opened("9s", "99s", NINE).play("0 d:9s, 1 p, 2 h, x")) == [2]


def test_no_own_kong_after_a_pung(deals: Deals) -> None:
    """GY-5.2, JX-4.2."""
    hand = deals.opened("3m", "", "33m7777s").go("0 d:3m, 2 p")
    assert all(act.startswith("d") for act in hand.acts(2))


def test_the_dealer_may_kong_before_his_first_discard(deals: Deals) -> None:
    """GY-5.2, JX-4.2."""
    assert some("k", deals.opened("5555m"), 0) == ["k:5m"]


def test_a_concealed_kong_lies_with_one_tile_up(deals: Deals) -> None:
    """GY-5.2, JX-4.2."""
    hand = deals.opened("5555m3p").go("0 k:5m, 0 d:3p")
    meld = public_view(hand.state).seats[0].melds[0]
    assert meld.kind is MeldKind.CONCEALED_KONG
    assert sorted(tile is None for tile in meld.tiles) == [False, True, True, True]


def test_an_added_kong_is_robbed_by_all_who_can(deals: Deals) -> None:
    """GY-5.4, JX-4.4, JX-4.5: the robbed kong stays a pung, and nothing replaces it."""
    hand = deals.punged(PLAIN, OTHER, drawn="3m").play("0 k:3m")
    assert (hand.kind, hand.asked) == ("rob", (1, 2, 3))
    hand.play("3 h, 2 h, x")
    assert winners(hand) == [2, 3]
    assert all(win.events == {"rob_kong"} for win in result_of(hand).wins)
    assert melds(hand, 0) == ["333m<1"]
    assert "tail" not in hand.told("draw")[-1]


def test_an_added_kong_that_nobody_robs_is_made_and_replaced(deals: Deals) -> None:
    """GY-5.2, JX-4.2."""
    hand = deals.punged(PLAIN, drawn="3m", tail="7s").play("0 k:3m, x")
    assert melds(hand, 0) == ["333m<1+3m"]
    assert hand.told("draw")[-1] == "draw 0 7s tail"
    assert hand.told("late_kong") == []


def test_a_self_draw_stays_open_after_a_pass(deals: Deals) -> None:
    """GY-5.7, JX-4.6."""
    assert wins(deals.opened("9s", PUNGS, front="2m").go("0 d:9s, 1 x"), 1)


def test_all_who_claim_a_win_have_won(deals: Deals) -> None:
    """GY-5.8, JX-4.5: in turn order from the discarder, however they pressed."""
    assert winners(deals.opened("9s", "", PUNGS, NINE).play("0 d:9s, 3 h, 2 h, x")) == [2, 3]


def test_a_non_dealer_who_is_ready_may_declare_before_the_first_discard(deals: Deals) -> None:
    """GY-7, JX-6.1: the dealer is not asked; who is not ready can only pass."""
    hand = deals.deal("", PLAIN)
    assert (hand.kind, hand.asked) == ("declare", (1, 2, 3))
    assert [hand.acts(seat) for seat in (1, 2, 3)] == [["r", "x"], ["x"], ["x"]]
    hand.play("1 r, x")
    assert public_view(hand.state).seats[1].declared == {"ready"}


def test_a_wait_for_a_kind_of_which_all_four_are_held_is_none(deals: Deals) -> None:
    """GY-6.4, JX-6.1: only the 4m would pair up."""
    assert deals.deal("", "4444m123p456p789p").acts(1) == ["x"]


def test_a_frozen_hand_throws_what_it_draws_and_makes_no_pung(deals: Deals) -> None:
    """GY-7.1, JX-6.2."""
    hand = deals.deal("2s", PLAIN, front="9s").play("1 r, x, 0 d:2s")
    assert hand.acts(1) == ["x"]
    assert turn_of(hand, 1).acts(1) == ["d:9s"]


def test_a_frozen_hand_lays_a_kong_of_the_tile_just_drawn_if_its_waits_stay(deals: Deals) -> None:
    """GY-7.1, JX-6.2."""
    assert some("k", turn_of(deals.deal("", KEEPS, front="9s").play("1 r, x"), 1), 1) == ["k:9s"]
    assert some("k", turn_of(deals.deal("", TIED, front="3s").play("1 r, x"), 1), 1) == []


def test_a_frozen_hand_lays_no_kong_of_tiles_it_was_dealt(deals: Deals) -> None:
    """GY-7.1, JX-6.2: four 9s, in 789s and 999s; the 1m is what was drawn."""
    hand = deals.deal("", "9999s78s123p456p4m", front="1m").play("1 r, x")
    assert turn_of(hand, 1).acts(1) == ["d:1m"]


def test_the_dealers_fourteen_tiles_are_a_heavenly_win_on_the_last_one(deals: Deals) -> None:
    """GY-7, GY-6.2, JX-6."""
    hand = deals.opened(f"{PLAIN}3m").play("0 h")
    assert hand.win_events == {"heavenly"}
    assert result_of(hand).wins[0].tile == parse_tile("3m")


def test_after_a_kong_the_dealers_first_win_is_not_heavenly(deals: Deals) -> None:
    """GY-7, JX-6: it is 杠开."""
    hand = deals.opened("345m9999s123p789p2s", tail="2s").play("0 k:9s, 0 h")
    assert (hand.win_events, winners(hand)) == ({"kong_bloom"}, [0])


def test_hot_is_only_a_discard_of_the_kongs_own_turn(deals: Deals) -> None:
    """GY-7, JX-6: the dealer's next discard is not."""
    hand = deals.opened("5555s39m", PUNGS, front="7s1m1m9s", tail="9m").play("0 k:5s, 0 d:9m")
    assert turn_of(hand, 0).play("0 d:9s").go("1 h").win_events == set()


def test_a_match_has_its_number_of_hands(deals: Deals) -> None:
    """`hands` of both tables of options."""
    for hands, over in ((8, False), (4, True), ("open", False)):
        assert (
            deals.game.is_over(MatchState(dealer=0, hand=5), deals.game.options.from_json({"hands": hands}))
            == over
        )


def test_a_computer_declares_when_it_is_ready(deals: Deals) -> None:
    """GY-7, JX-6.1."""
    assert choose(seat_view(deals.deal("", PLAIN).state, 1)).text == "r"


def test_a_computer_goes_for_seven_pairs(deals: Deals) -> None:
    """GY-6, JX-5: five pairs are nearer to seven than to four sets."""
    view = seat_view(deals.opened("1144m2277p33s1589s").state, 0)
    assert choose(view).text in ("d:1s", "d:5s", "d:8s", "d:9s")
