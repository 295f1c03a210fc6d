"""Jiangxi Fuzhou's play, clause by clause, by scripted positions. Seat 0 deals; dull suit tiles fill the hands."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.computer import choose
from engine.games import find_game
from engine.match import MatchState
from engine.result import Result, SeatResult, Win
from engine.views import public_view, seat_view
from tests.engine.games.positions import (
    FAR,
    KEEPS,
    NINE,
    OTHER,
    PLAIN,
    PUNGS,
    Deals,
    facts,
    melds,
    paid,
    result_of,
    some,
    turn_of,
    winners,
    wins,
)
from tests.engine.rigged import Rigged

GAME = find_game("jiangxi_fuzhou")
DEALS = Deals(GAME)
deal, opened, punged = DEALS.deal, DEALS.opened, DEALS.punged
OFF: dict[str, Any] = {"pass_lock": "off"}
STRICT: dict[str, Any] = {"pass_lock": "strict"}
QUAD = "33345m123p456p77s"
"""Waits for 6m and 7s as 平胡, V = 1, and for 3m with 四归一, V = 2."""
FORMLESS = "1124466688899s"
"""One suit that waits for nothing, unless 假胡 wins."""


# -- tiles and wall (JX-1, JX-3)


def test_the_dealer_has_a_tile_more_and_begins() -> None:
    """JX-1.1, JX-3.2, JX-3.3: nothing is held back."""
    hand = opened()
    assert [len(seat.hand) for seat in hand.state.seats] == [14, 13, 13, 13]
    assert (hand.kind, hand.asked, hand.state.left) == ("turn", (0,), 136 - 53)


# -- claims (JX-4)


def test_nobody_chows_by_default() -> None:
    """JX-4.1."""
    hand = opened("3m", "12m45m").go("0 d:3m")
    assert hand.acts(1) == ["x"]
    assert (hand.passes().kind, hand.state.turn) == ("turn", 1)


def test_with_chow_the_next_player_may() -> None:
    """JX-4.1: nobody else."""
    hand = opened("3m", "12m5m9p", "12m5m", chow=True).go("0 d:3m")
    assert (hand.acts(1), hand.acts(2)) == (["c:1m", "x"], ["x"])
    assert hand.go("1 c:1m").kind == "turn"
    assert melds(hand, 1) == ["123m<0"]


def test_a_pung_goes_before_a_chow() -> None:
    """JX-4.1, JX-4.3."""
    hand = opened("3m", "12m9p", "", "33m", chow=True).play("0 d:3m, 1 c:1m, 3 p, x")
    assert melds(hand, 3) == ["333m<0"]


def test_no_own_kong_after_a_chow() -> None:
    """JX-4.2."""
    hand = opened("3m", "12m7777s", chow=True).go("0 d:3m, 1 c:1m")
    assert all(act.startswith("d") for act in hand.acts(1))


def test_a_tile_kept_from_before_makes_an_added_kong_that_may_be_robbed() -> None:
    """JX-4.2, JX-4.4."""
    hand = punged(PLAIN, kept="3m", drawn="7s").play("0 k:3m")
    assert (hand.kind, hand.asked) == ("rob", (1, 2, 3))
    assert wins(hand, 2)


def test_only_an_added_kong_can_be_robbed() -> None:
    """JX-4.4: seats 1 and 2 wait for the 3m."""
    hand = opened("3333m", PLAIN, tail="9m").play("0 k:3m")
    assert (hand.kind, hand.asked) == ("turn", (0,))
    hand = opened("3m", "333m", PLAIN, **OFF).play("0 d:3m, 1 k:3m, x")
    assert (hand.kind, hand.asked) == ("turn", (1,))


def test_a_kong_claim_lapses_when_the_tile_is_won() -> None:
    """JX-4.5: nobody is paid for a kong."""
    hand = opened("3m", "333m", PLAIN).play("0 d:3m, 1 k:3m, 2 h, x")
    assert winners(hand) == [2]
    assert paid(hand, "kong") == []


# -- the pass lock (JX-4.6)


def passing(first: str, then: str, lock: str) -> Rigged:
    """Seat 3 waits as QUAD and has drawn before; it passes the dealer's `first`; seat 1 throws `then`."""
    hand = opened(f"{first}1p", then, "", QUAD, front=FAR, pass_lock=lock)
    return turn_of(hand, 0).go(f"0 d:{first}, 3 x").play(f"1 d:{then}")


@pytest.mark.parametrize(
    ("first", "then", "lock", "open_"),
    [
        ("6m", "3m", "bigger_only", True),
        ("6m", "7s", "bigger_only", False),
        ("6m", "6m", "bigger_only", False),
        ("3m", "6m", "bigger_only", False),
        ("6m", "3m", "strict", False),
        ("6m", "7s", "strict", False),
        ("6m", "7s", "off", True),
        ("3m", "6m", "off", True),
    ],
)
def test_what_a_passed_win_still_allows(first: str, then: str, lock: str, open_: bool) -> None:
    """JX-4.6: the greater V alone, nothing, everything."""
    assert wins(passing(first, then, lock), 3) == open_


def test_the_lock_ends_with_the_next_draw() -> None:
    """JX-4.6."""
    hand = opened("66m1p", "", "", QUAD, front=FAR, **STRICT)
    turn_of(hand, 0).go("0 d:6m, 3 x")
    assert wins(turn_of(hand, 0).play("0 d:6m"), 3)


def test_the_lock_counts_events() -> None:
    """JX-4.6: before its first draw seat 3 passes a 地胡, V = 5; afterwards nothing it waits for is worth more."""
    hand = opened("6m", "3m", "", QUAD, front="8s").go("0 d:6m, 3 x, 1 d:3m")
    assert not wins(hand, 3)


@pytest.mark.parametrize("lifted", [False, True])
def test_the_lock_counts_a_declaration(lifted: bool) -> None:
    """JX-4.6, JX-6.3: with `baoting_counts_as_dihu` V is 10 for the 6m and for the 3m, without it 2 and 4."""
    hand = deal("6m1p", "3m", "", QUAD, front=FAR, baoting_counts_as_dihu=lifted).play("3 r, x")
    turn_of(hand, 0).go("0 d:6m, 3 x").play("1 d:3m")
    assert wins(hand, 3) != lifted


def test_every_passed_win_counts() -> None:
    """JX-4.6: after V = 2 and then V = 1 only more than 2 is open."""
    hand = opened("3m1p", "6m", "7s", QUAD, front=FAR)
    turn_of(hand, 0).go("0 d:3m, 3 x, 1 d:6m")
    assert not wins(hand, 3)
    assert not wins(turn_of(hand, 2).play("2 d:7s"), 3)


def test_a_kong_let_go_is_a_pass() -> None:
    """JX-4.6: seat 2 lets the 3m be konged, so the 6m thrown afterwards is closed."""
    hand = punged(PLAIN, drawn="3m", tail="6m").play("0 k:3m, x, 0 d:6m")
    assert not wins(hand, 2)


# -- self-draws only (JX-4.7)


def test_every_hand_wins_on_a_discard() -> None:
    """JX-4.7: no minimum."""
    assert wins(opened("3m", PLAIN).play("0 d:3m"), 1)


def test_with_zimo_only_a_discard_is_not_won_on() -> None:
    """JX-4.7: a self-draw and a robbed kong are."""
    assert not wins(opened("3m", PLAIN, zimo_only=True).play("0 d:3m"), 1)
    assert wins(turn_of(opened("", PLAIN, front="3m", zimo_only=True), 1), 1)
    hand = opened("33m19p", "3m", PLAIN, front=f"{FAR}3m", zimo_only=True).go("0 d:9p, 1 d:3m, 0 p, 0 d:1p")
    assert wins(turn_of(hand, 0).play("0 k:3m"), 2)


# -- hands (JX-5)


def test_unrelated_tiles_win() -> None:
    """JX-5: and with `lan_gap=2` closer ones too."""
    assert wins(opened("5z", "147m258p369s1234z").play("0 d:5z"), 1)
    assert not wins(opened("5z", "135m258p369s1234z").play("0 d:5z"), 1)
    assert wins(opened("5z", "135m258p369s1234z", lan_gap=2).play("0 d:5z"), 1)


@pytest.mark.parametrize("jiahu", [False, True])
def test_one_colour_without_a_form_wins_where_the_table_plays_it(jiahu: bool) -> None:
    """JX-5.1, JX-6.1: and is ready."""
    hand = deal("5s", FORMLESS, jiahu=jiahu)
    assert ("r" in hand.acts(1)) == jiahu
    assert wins(hand.passes().play("0 d:5s"), 1) == jiahu


# -- 报听 (JX-6.1, JX-6.2)


def test_the_dealer_never_declares_and_nobody_does_later() -> None:
    """JX-6.1."""
    assert some("r", opened(f"{PLAIN}9s"), 0) == []
    assert some("r", turn_of(opened("", PLAIN, front="9s"), 1), 1) == []


def test_a_frozen_hand_claims_nothing_but_wins() -> None:
    """JX-6.2: no pung, no kong of a discard even if its waits would stay, no chow."""
    assert deal("9s", KEEPS).play("1 r, x, 0 d:9s").acts(1) == ["x"]
    hand = deal("1p", PLAIN, chow=True).play("1 r, x, 0 d:1p")
    assert hand.acts(1) == ["x"]
    assert turn_of(hand, 1).state.seats[1].melds == ()


def test_a_declared_hand_wins_double() -> None:
    """JX-6.3: with 地胡, max(1, 5) × 2."""
    hand = deal("3m", PLAIN).play("1 r, x, 0 d:3m, 1 h, x")
    assert paid(hand, "hand") == [(1, 20)]


# -- events (JX-6)


def test_an_earthly_win_is_on_a_discard_before_the_own_first_draw() -> None:
    """JX-6, JX-6.4: anybody's discard."""
    hand = opened("", "3m", "", PLAIN)
    assert turn_of(hand, 1).play("1 d:3m").go("3 h").win_events == {"earthly"}
    assert turn_of(opened("", PLAIN, front="3m"), 1).play("1 h").win_events == set()


def test_no_earthly_win_after_the_own_first_draw() -> None:
    """JX-6."""
    hand = turn_of(opened("3m1p", PLAIN, front=FAR), 1).play("1 d:8s")
    assert turn_of(hand, 0).play("0 d:3m").go("1 h").win_events == set()


def test_no_earthly_win_by_robbing() -> None:
    """JX-6.4: seat 2 has not had a turn yet."""
    hand = opened("33m777s19p", "3m7s", PLAIN, front="8s8p", tail="3m", **OFF)
    hand.go("0 d:9p, 1 d:3m, 0 p, 0 d:1p, 1 d:7s, 0 k:7s, 0 k:3m, 2 h")
    assert (hand.win_events, winners(hand)) == ({"rob_kong"}, [2])


def test_no_earthly_win_with_a_meld() -> None:
    """JX-6: seat 2 has punged before its first draw."""
    hand = opened("9s3m", "", "99s45m123p456p22s8m", front=FAR).go("0 d:9s, 2 p, 2 d:8m")
    assert turn_of(hand, 0).play("0 d:3m").go("2 h").win_events == set()


def test_a_win_on_the_discard_after_a_kong_is_told() -> None:
    """JX-6: 杠上炮."""
    hand = opened("5555s3m1p", PLAIN, front=FAR, tail="7s")
    turn_of(hand, 0).play("0 k:5s, 0 d:3m").go("1 h")
    assert hand.win_events == {"hot_discard"}


def test_a_win_on_a_kongs_replacement_is_told() -> None:
    """JX-6: 杠上开花, by a claimed kong too."""
    hand = opened("9s", "", "999s45m123p456p22s", tail="3m").go("0 d:9s, 2 k:9s, 2 h")
    assert (hand.win_events, winners(hand)) == ({"kong_bloom"}, [2])


# -- burns (JX-8.3, JX-8.4)


def repeated(*hands: str, tile: str = "1z", left: int = 3, **options: Any) -> Rigged:
    """Each of the four throws the tile first; the fourth lies and may be claimed."""
    hand = opened(*[f"{text}{tile}" for text in (*hands, *[""] * 4)[:4]], left=left, **options)
    hand.play(f"0 d:{tile}")
    for seat in (1, 2, 3):
        turn_of(hand, seat).play(f"{seat} d:{tile}")
    return hand


def finished(hand: Rigged) -> Rigged:
    """Everybody throws what he draws, to the end."""
    return hand.drift(lambda state: state.over)


def test_the_three_others_repeat_the_dealers_first_discard() -> None:
    """JX-8.3, JX-8.5: on a draw both burns cancel out."""
    hand = finished(repeated())
    assert facts(hand)["front_burn"] is True
    assert hand.payments == (0, 0, 0, 0)
    assert paid(hand, "front_burn") == [(1, 1), (2, 1), (3, 1)]


def test_a_front_burn_is_paid_whatever_the_result() -> None:
    """JX-8.3: seat 2 wins on the dealer's second discard."""
    hand = repeated("", "", "45m123p456p789p2s", front="8s2s9m3m", left=30)
    turn_of(hand, 0).play("0 d:3m").go("2 h")
    assert facts(hand)["front_burn"] is True
    assert (paid(hand, "front_burn"), paid(hand, "hand")) == ([(1, 1), (2, 1), (3, 1)], [(2, 2)])


def test_a_concealed_kong_between_does_not_matter() -> None:
    """JX-8.3."""
    hand = opened("1z", "1z", "7777s1z", "1z", left=9).play("0 d:1z")
    turn_of(hand, 1).play("1 d:1z")
    turn_of(hand, 2).play("2 k:7s, 2 d:1z")
    turn_of(hand, 3).play("3 d:1z")
    assert facts(finished(hand))["front_burn"] is True


def test_another_first_discard_ends_it() -> None:
    """JX-8.3: seat 2 repeats it with its second one only."""
    hand = opened("1z", "1z", "1z", "1z", front=FAR, left=12).play("0 d:1z")
    turn_of(hand, 1).play("1 d:1z")
    turn_of(hand, 3).play("3 d:1z")
    turn_of(hand, 2).play("2 d:1z")
    assert "front_burn" not in facts(finished(hand))


def test_no_front_burn_if_the_fourth_tile_is_won_on() -> None:
    """JX-8.3: the dealer has thrown what he then waits for, and has let two of them go."""
    hand = repeated("147m258p369s2345z", **OFF).play("0 h, x")
    assert winners(hand) == [0]
    assert "front_burn" not in facts(hand)


def test_no_front_burn_if_the_fourth_tile_is_chowed() -> None:
    """JX-8.3: by the dealer."""
    hand = repeated("46m", tile="5m", chow=True).go("0 c:4m")
    assert "front_burn" not in facts(finished(hand))


def test_no_front_burn_if_an_earlier_tile_is_punged() -> None:
    """JX-8.3: seat 3 takes seat 1's."""
    hand = opened("9s", "9s", "", "99s", left=9).play("0 d:9s")
    turn_of(hand, 1).go("1 d:9s, 3 p")
    assert "front_burn" not in facts(finished(hand))


def test_on_a_draw_each_pays_the_dealer() -> None:
    """JX-8.4: 后烧; `houshao=only_after_qianshao` wants a front burn."""
    hand = finished(opened(left=3))
    assert hand.payments == (3, -1, -1, -1)
    assert finished(opened(left=3, houshao="only_after_qianshao")).payments == (0, 0, 0, 0)


# -- the dealer (JX-2)


@pytest.mark.parametrize(
    ("opener", "dice", "dealer"), [(0, (1, 1), 1), (0, (2, 3), 0), (1, (3, 4), 3), (3, (6, 6), 2)]
)
def test_the_dice_name_the_first_dealer(opener: int, dice: tuple[int, int], dealer: int) -> None:
    """JX-2.1: counted from who sat down first, himself as 1."""
    assert GAME.first_dealer(GAME.options(), drawn=2, dice=dice, opener=opener) == dealer


def following(*seats: int, source: int | None = None, dealer: int = 0) -> tuple[int, int]:
    """Dealer and streak after a hand won by these seats."""
    won = tuple(Win(seat, 0, source) for seat in seats)
    result = Result(GAME, GAME.options(), dealer, (SeatResult(),) * 4, wins=won)
    return GAME.next_deal(MatchState(dealer=dealer), result)


def test_the_dealer_stays_by_winning_alone() -> None:
    """JX-2.2, JX-2.4."""
    assert following(2, dealer=2) == (2, 0)
    assert following(2, source=3, dealer=2) == (2, 0)
    assert following(0, source=2, dealer=2) == (3, 0)
    assert following(dealer=3) == (0, 0)


@pytest.mark.parametrize(
    ("seats", "source", "dealer"), [((2, 3), 1, 0), ((2, 0), 1, 0), ((1, 2, 3), 0, 0), ((3, 0), 2, 1)]
)
def test_after_several_winners_the_discarder_deals(seats: Sequence[int], source: int, dealer: int) -> None:
    """JX-2.3: also if the dealer is among them."""
    assert following(*seats, source=source, dealer=dealer) == (source, 0)


def test_a_robbed_konger_counts_as_the_discarder() -> None:
    """JX-2.3."""
    hand = punged(PLAIN, OTHER, drawn="3m").play("0 k:3m, 2 h, 3 h, x")
    assert GAME.next_deal(MatchState(dealer=0), result_of(hand)) == (0, 0)


def test_several_winners_and_the_next_hand() -> None:
    """JX-2.3, JX-4.5: the match goes on with the discarder as dealer."""
    hand = opened("", "9s", PUNGS, NINE)
    turn_of(hand, 1).play("1 d:9s, 2 h, 3 h, x")
    assert hand.state.result is not None
    assert hand.state.settlement is not None
    after = GAME.next_match(MatchState(dealer=0), hand.state.result, hand.state.settlement)
    assert (after.dealer, after.hand, after.totals) == (1, 2, hand.payments)


# -- the end, computer seats


def test_the_rule_opens_the_winners_hand_only() -> None:
    """`showdown=rule`."""
    hand = opened("3m", PLAIN).play("0 d:3m, 1 h, x")
    shown = [seat.hand is not None for seat in public_view(hand.state, showdown="rule").seats]
    assert shown == [False, True, False, False]


def test_a_computer_goes_for_unrelated_tiles() -> None:
    """JX-5: all but the 8m are far enough from each other."""
    assert choose(seat_view(opened("8m147m258p36s12345z").state, 0)).text == "d:8m"
