"""Guiyang's play, clause by clause, by scripted positions. Seat 0 deals; hands are filled with tiles that never win."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.computer import choose
from engine.games import find_game
from engine.match import MatchState
from engine.result import Result, SeatResult, Win, read_case
from engine.views import public_view, seat_view
from tests.engine.games.positions import (
    FAR,
    KEEPS,
    NINE,
    OTHER,
    PLAIN,
    PUNGS,
    TIED,
    Deals,
    facts,
    paid,
    result_of,
    some,
    turn_of,
    winners,
    wins,
)
from tests.engine.rigged import Rigged

GAME = find_game("guiyang")
DEALS = Deals(GAME)
deal, opened, punged = DEALS.deal, DEALS.opened, DEALS.punged


# -- tiles, deal, wall (GY-2, GY-4)


def test_the_dealer_has_a_tile_more_and_begins() -> None:
    """GY-2.1, GY-4.1."""
    hand = opened()
    assert [len(seat.hand) for seat in hand.state.seats] == [14, 13, 13, 13]
    assert (hand.kind, hand.asked, hand.state.left) == ("turn", (0,), 108 - 53)


# -- claims and kongs (GY-5.1 … GY-5.4)


def test_nobody_chows() -> None:
    """GY-5.1: the next player's turn is a draw."""
    hand = opened("3m", "12m45m").go("0 d:3m")
    assert hand.acts(1) == ["x"]
    assert (hand.passes().kind, hand.state.turn) == ("turn", 1)


def test_a_tile_kept_from_an_earlier_turn_makes_a_late_kong_that_nobody_may_rob() -> None:
    """GY-5.3: seat 2 would win on the 3m."""
    hand = punged(PLAIN, kept="3m", drawn="7s", tail="9m").play("0 k:3m")
    assert (hand.kind, hand.asked) == ("turn", (0,))
    assert hand.told("late_kong") == ["late_kong 0 3m"]
    assert hand.told("draw")[-1] == "draw 0 9m tail"


def test_a_late_kong_is_not_paid_yet_makes_its_discard_hot_and_a_passport() -> None:
    """GY-5.3: in all else it is a kong."""
    hand = punged(PLAIN, kept="3m", drawn="7s", tail="6m").play("0 k:3m, 0 d:6m").go("2 h")
    assert hand.win_events == {"hot_discard"}
    assert facts(hand)["late_kongs"] == [{"seat": 0, "tile": "3m"}]
    assert paid(hand, "kong") == []


def test_a_late_kong_blooms() -> None:
    """GY-5.3: 杠开 on its replacement."""
    hand = punged(kept="3m446m678p999s", drawn="5m", tail="4m").play("0 k:3m, 0 h")
    assert hand.win_events == {"kong_bloom"}
    assert paid(hand, "kong") == []


def test_a_tile_drawn_earlier_in_the_same_turn_makes_no_late_kong() -> None:
    """GY-5.2, GY-5.3: 憨包豆 is of an earlier turn; replacements count with the turn's own draw."""
    hand = punged(PLAIN, kept="6666s", drawn="3m", tail="7s").play("0 k:6s, 0 k:3m")
    assert (hand.kind, hand.asked) == ("rob", (1, 2, 3))
    assert hand.told("late_kong") == []


def test_a_tile_of_an_earlier_turn_stays_late_after_another_kong() -> None:
    """GY-5.3."""
    hand = punged(PLAIN, kept="3m6666s", drawn="7s", tail="9s9m").play("0 k:6s, 0 k:3m")
    assert (hand.kind, hand.told("late_kong")) == ("turn", ["late_kong 0 3m"])


def test_a_tile_kept_in_a_turn_with_a_kong_is_late_in_the_next() -> None:
    """GY-5.3: the dealer draws the 3m, kongs the 6s instead, and adds the 3m a turn later, or after 点豆."""
    hand = punged(PLAIN, kept="6666s", drawn="3m8s7s1m7p", tail="9m").play("0 k:6s, 0 d:9m")
    turn_of(hand, 0).play("0 k:3m")
    assert hand.told("late_kong") == ["late_kong 0 3m"]
    hand = opened("33m19p777s6666s", "3m7s", front=f"{FAR}3m8m", tail="9m8p8p").go(
        "0 d:9p, 1 d:3m, 0 p, 0 d:1p"
    )
    turn_of(hand, 0).play("0 k:6s, 0 d:9m").passes()
    hand.go("1 d:7s, 0 k:7s, 0 k:3m")
    assert hand.told("late_kong") == ["late_kong 0 3m"]


# -- the passport (GY-5.5, GY-5.6)


def test_a_cheap_hand_needs_a_passport_on_a_discard() -> None:
    """GY-5.5: 地胡 is none, though seat 1 has thrown nothing yet."""
    assert not wins(opened("3m", PLAIN).go("0 d:3m"), 1)
    assert wins(opened("3m", PLAIN, passport=False).go("0 d:3m"), 1)


def test_a_dear_hand_and_a_self_draw_need_none() -> None:
    """GY-5.5."""
    assert wins(opened("9s", PUNGS).go("0 d:9s"), 1)
    assert wins(turn_of(opened("", PLAIN, front="3m"), 1), 1)


def test_an_own_kong_is_a_passport_and_nobody_elses() -> None:
    """GY-5.5: of any type, here a concealed one; seat 3 has none."""
    hand = opened("3m1p", "45m9999s123p789p2s", "", OTHER, front="1m8s8p7p", tail="2s")
    turn_of(hand, 1).play("1 k:9s, 1 d:1m")
    turn_of(hand, 0).play("0 d:3m")
    assert (wins(hand, 1), wins(hand, 3)) == (True, False)


def test_a_hot_discard_is_a_passport() -> None:
    """GY-5.5."""
    assert wins(opened("5555s3m", PLAIN, tail="7s").play("0 k:5s, 0 d:3m"), 1)


def test_the_winners_declaration_is_a_passport_and_nobody_elses() -> None:
    """GY-5.5: seat 1 has declared, seat 2 has not."""
    hand = deal("3m", PLAIN, OTHER).play("1 r, x, 0 d:3m")
    assert (wins(hand, 1), wins(hand, 2)) == (True, False)


def test_the_discarders_declaration_is_a_passport() -> None:
    """GY-5.5: also the one he makes by this very discard; it is 杀报."""
    hand = opened("3m789m111p444p88p23s", PLAIN).play("0 r:3m").go("1 h")
    assert "payer_declared" in hand.fans


def test_a_hand_that_is_also_seven_pairs_needs_none() -> None:
    """GY-5.6."""
    assert wins(opened("9s", "112233m445566p9s").go("0 d:9s"), 1)


# -- passing, several winners (GY-5.7, GY-5.8)


def test_who_passes_a_win_wins_on_no_discard_before_his_next_draw() -> None:
    """GY-5.7: seat 3 passes the dealer's 9s, so seat 1's 2m is closed; after its draw it may win again."""
    hand = opened("2m9s", "2m", "", PUNGS, front="7s1m").go("0 d:9s, 3 x, 1 d:2m")
    assert hand.acts(3) == ["p", "x"]
    assert wins(turn_of(hand, 0).play("0 d:2m"), 3)


def test_who_pungs_instead_has_passed() -> None:
    """GY-5.7: seat 3 pungs the 9s it might win on, so the 2m that seat 1 throws next is closed to it."""
    hand = opened("9s", "2m", "", PUNGS, front="7s").go("0 d:9s, 3 p, 3 d:8p")
    assert not wins(turn_of(hand, 1).play("1 d:2m"), 3)
    hand = opened("1p", "2m", "", PUNGS, front="7s")
    assert wins(turn_of(hand, 1).play("1 d:2m"), 3)


def test_a_win_without_passport_is_no_pass() -> None:
    """GY-5.7: seat 2 could not win on the dealer's 3m; seat 1's 6m, thrown after a kong, is open."""
    hand = opened("3m", "5555s6m", PLAIN, tail="7s").go("0 d:3m")
    assert not wins(hand, 2)
    assert wins(turn_of(hand, 1).play("1 k:5s, 1 d:6m"), 2)


def test_a_kong_let_go_is_a_pass() -> None:
    """GY-5.7: who does not rob a kong may not win on its turn's discard, which would be hot."""
    hand = punged(PLAIN, drawn="3m", tail="6m").play("0 k:3m, x, 0 d:6m")
    assert not wins(hand, 2)


def test_with_multi_win_nearest_one_wins() -> None:
    """GY-5.8."""
    assert winners(opened("9s", "", PUNGS, NINE, multi_win="nearest").play("0 d:9s, 3 h, 2 h, x")) == [2]


# -- 报听 (GY-7, GY-7.1)


READY_DEALER = f"{PLAIN}9s"


def test_the_dealer_declares_with_his_first_discard() -> None:
    """GY-7."""
    hand = opened(READY_DEALER)
    assert some("r", hand, 0) == ["r:9s"]
    assert hand.play("0 r:9s").names == ["declare", "discard"]
    assert public_view(hand.state).seats[0].declared == {"ready"}


def test_the_dealer_does_not_declare_after_a_kong() -> None:
    """GY-7: though the 9s or 9m gone leaves him ready."""
    hand = opened("45m5555s123p789p9s1p", tail="9s")
    assert some("k", hand, 0) == ["k:5s"]
    assert some("r", hand.play("0 k:5s"), 0) == []


def test_the_dealer_does_not_declare_with_a_later_discard() -> None:
    """GY-7: nor is any other tile a first discard."""
    hand = turn_of(opened(READY_DEALER, front="8s8p7s9s"), 0)
    assert some("r", hand, 0) == []


def test_a_non_dealer_declares_with_his_first_discard_too() -> None:
    """GY-7: soft 报听."""
    hand = turn_of(opened("", "45m123p456p789p2s9m", front="2s"), 1)
    assert some("r", hand, 1) == ["r:9m"]
    assert hand.play("1 r:9m").state.seats[1].declared == {"ready"}


def test_a_soft_declaration_counts_ten() -> None:
    """GY-7, GY-7.3: in place of the one of 平胡; nobody has a chicken or a kong."""
    hand = turn_of(opened("3m1p", PLAIN, front="9s8s8p7p"), 1).play("1 r:9s")
    turn_of(hand, 0).play("0 d:3m").go("1 h")
    assert paid(hand, "hand") == [(1, 10)]


def test_soft_declarations_may_be_off() -> None:
    """GY-7: `soft_report=off`; the dealer's is hard and stays."""
    assert some("r", turn_of(opened("", PLAIN, front="9s", soft_report="off"), 1), 1) == []
    assert some("r", opened(READY_DEALER, soft_report="off"), 0) == ["r:9s"]


def test_no_soft_declaration_with_a_meld() -> None:
    """GY-7: the 7s gone would leave seat 1 ready."""
    hand = opened("9s", "99s45m123p456p22s7s").go("0 d:9s, 1 p")
    assert some("r", hand, 1) == []


def test_no_soft_declaration_after_the_first_discard() -> None:
    """GY-7."""
    hand = turn_of(opened("", PLAIN, front="9s"), 1).play("1 d:9s")
    assert some("r", turn_of(hand, 1), 1) == []


def test_a_hand_declared_by_its_discard_is_frozen_too() -> None:
    """GY-7.1: the dealer's."""
    hand = opened(READY_DEALER, front="8s8p7s9m").play("0 r:9s")
    assert turn_of(hand, 0).acts(0) == ["d:9m"]


def test_a_frozen_hand_takes_a_kong_that_leaves_its_waits() -> None:
    """GY-7.1."""
    assert deal("9s", KEEPS).play("1 r, x, 0 d:9s").acts(1) == ["k:9s", "x"]
    assert some("k", deal("3s", TIED).play("1 r, x, 0 d:3s"), 1) == []


def test_after_a_claimed_kong_a_frozen_hand_throws_the_replacement() -> None:
    """GY-7.1."""
    hand = deal("9s", KEEPS, tail="1m").play("1 r, x, 0 d:9s").go("1 k:9s")
    assert hand.acts(1) == ["d:1m"]


# -- events (GY-7)


def test_an_earthly_win_comes_on_a_discard_or_on_the_first_draw() -> None:
    """GY-7."""
    assert opened("9s", PUNGS).go("0 d:9s, 1 h").win_events == {"earthly"}
    assert turn_of(opened("", PLAIN, front="3m"), 1).play("1 h").win_events == {"earthly"}


def test_an_earthly_win_may_rob_a_kong() -> None:
    """GY-7: the dealer's claims have kept seat 2 from its first turn."""
    hand = opened("33m777s19p", "3m7s", PLAIN, front="8s8p", tail="3m")
    hand.go("0 d:9p, 1 d:3m, 0 p, 0 d:1p, 1 d:7s, 0 k:7s, 0 k:3m, 2 h")
    assert (hand.win_events, winners(hand)) == ({"earthly", "rob_kong"}, [2])


def test_no_earthly_win_after_the_own_first_discard() -> None:
    """GY-7."""
    hand = turn_of(opened("9s1p", PUNGS, front="7s1m1m7p"), 1).play("1 d:7s")
    assert turn_of(hand, 0).play("0 d:9s").go("1 h").win_events == set()


def test_no_earthly_win_with_a_meld_of_ones_own() -> None:
    """GY-7: a concealed kong is one."""
    hand = turn_of(opened("", "345m9999s123p789p", front="2s", tail="2s"), 1).play("1 k:9s, 1 h")
    assert hand.win_events == {"kong_bloom"}


def test_the_dealer_has_no_earthly_win() -> None:
    """GY-7: here in his second turn."""
    hand = turn_of(opened(f"{PUNGS}1p", front="7s1m1m2m"), 0).play("0 h")
    assert (hand.win_events, winners(hand)) == (set(), [0])


def test_who_feeds_a_hot_discard_is_burned() -> None:
    """GY-8.8: ready with a kong, he collects nothing for it; where the table does not burn, he does."""
    ready = "45m5555s123p789p29s"
    for burn in (True, False):
        hand = opened(ready, PUNGS, tail="2s", burn=burn).play("0 k:5s, 0 d:9s").go("1 h")
        assert paid(hand, "kong") == ([] if burn else [(0, 3)] * 3)


# -- chickens (GY-8)


def test_after_a_win_the_next_tile_of_the_wall_is_turned() -> None:
    """GY-8.2: from the front; it belongs to nobody."""
    hand = opened("9s", PUNGS, front="7m").go("0 d:9s, 1 h")
    assert hand.told("turned") == ["turned 7m"]
    assert facts(hand)["turned"] == "7m"


def test_nothing_is_turned_when_the_wall_is_empty_or_the_hand_is_drawn() -> None:
    """GY-8.2, GY-8.9."""
    assert facts(opened("9s", PUNGS, left=0).go("0 d:9s, 1 h"))["turned"] is None
    hand = opened("", left=0).close().close()
    assert "turned" not in facts(hand)
    assert hand.told("turned") == []


def test_the_first_chicken_that_nobody_takes() -> None:
    """GY-8.4: the dealer's, though seat 2 throws another."""
    hand = opened("9s1s", "", "1s", PUNGS).play("0 d:1s")
    turn_of(hand, 2).play("2 d:1s")
    turn_of(hand, 0).play("0 d:9s").go("3 h")
    assert facts(hand)["first_chicken"] == {"seat": 0, "claimed_by": None}


@pytest.mark.parametrize(("held", "act"), [("11s", "p"), ("111s", "k:1s")])
def test_the_first_chicken_is_punged_or_konged(held: str, act: str) -> None:
    """GY-8.5."""
    hand = opened("1s9s", "", held, PUNGS, tail="7s").go(f"0 d:1s, 2 {act}")
    turn_of(hand, 0).play("0 d:9s").go("3 h")
    assert facts(hand)["first_chicken"] == {"seat": 0, "claimed_by": 2}


def test_a_second_chicken_that_is_taken_does_not_matter() -> None:
    """GY-8.4: the first one charges."""
    hand = opened("9s1s", "1s", "11s", PUNGS).play("0 d:1s")
    turn_of(hand, 1).go("1 d:1s, 2 p")
    turn_of(hand, 0).play("0 d:9s").go("3 h")
    assert facts(hand)["first_chicken"] == {"seat": 0, "claimed_by": None}


def test_the_first_chicken_is_won_on() -> None:
    """GY-8.5: neither charging nor 责任鸡; the nearest of two winners stands for it."""
    one = "222m333p555p888p1s"
    other = "666m777m444p111p1s"
    hand = opened("1s", "", one, other).play("0 d:1s, 2 h, 3 h, x")
    assert facts(hand)["first_chicken"] == {"seat": 0, "claimed_by": 2}
    assert paid(hand, "responsible_chicken") == []


def test_a_later_chicken_is_won_on() -> None:
    """GY-8.4: the first one, passed by the later winner, charges all the same."""
    hand = opened("11s", "", "", "222m333p555p888p1s", front=FAR).go("0 d:1s")
    turn_of(hand, 0).play("0 d:1s").go("3 h")
    assert facts(hand)["first_chicken"] == {"seat": 0, "claimed_by": None}


def test_a_kong_robbed_right_after_the_first_chicken_is_not_the_chicken() -> None:
    """GY-8.4: seat 3's 1s was the last discard before."""
    hand = opened("33m19p", "3m", PLAIN, front="8s8p9s1s3m").go("0 d:9p, 1 d:3m, 0 p, 0 d:1p")
    turn_of(hand, 0).go("0 k:3m, 2 h")
    assert facts(hand)["first_chicken"] == {"seat": 3, "claimed_by": None}


def test_no_chicken_was_thrown() -> None:
    """GY-8.4."""
    assert facts(opened("9s", PUNGS).go("0 d:9s, 1 h"))["first_chicken"] is None


def test_the_black_chicken_has_its_own_first() -> None:
    """GY-8.1."""
    hand = opened("8p9s", "", "", "22m333p555p777p99s", wugu_ji="on").play("0 d:8p")
    turn_of(hand, 0).play("0 d:9s").go("3 h")
    assert facts(hand)["first_wugu"] == {"seat": 0, "claimed_by": None}
    assert facts(hand)["first_chicken"] is None


# -- void suits (GY-10)


TWO_SUITS = "222333555888p9s"
"""Waits for 9s, without 万."""


def named(*hands: str, suits: str = "mmmm", **more: Any) -> Rigged:
    """At the dealer's first turn of a table with 定缺, each seat having named its suit."""
    hand = deal(*hands, que_mode="dingque", **more)
    return hand.play(",".join(f"{seat} t:{letter}" for seat, letter in enumerate(suits))).passes()


def test_each_seat_names_a_void_suit_before_any_declaration() -> None:
    """GY-10.2: all at once; then it lies open."""
    hand = deal("", TWO_SUITS, que_mode="dingque")
    assert (hand.kind, hand.asked) == ("void_suit", (0, 1, 2, 3))
    assert hand.acts(2) == ["t:m", "t:p", "t:s"]
    hand.play("0 t:m, 2 t:p, 3 t:s")
    assert hand.events == ()
    hand.play("1 t:m")
    assert hand.names == ["void_suit"] * 4
    assert hand.kind == "declare"
    assert [seat.marks for seat in public_view(hand.state).seats] == [
        ("void_suit:m",),
        ("void_suit:m",),
        ("void_suit:p",),
        ("void_suit:s",),
    ]


@pytest.mark.parametrize("mode", ["off", "yuanque"])
def test_no_void_suit_is_named_elsewhere(mode: str) -> None:
    """GY-10.1."""
    hand = deal(que_mode=mode)
    assert hand.kind == "declare"
    assert public_view(hand.state).seats[0].marks == ()


def test_tiles_of_the_void_suit_go_first() -> None:
    """GY-10.2."""
    hand = named("19m", "123m456p789p999s1p", suits="mpmm")
    assert {act[-1] for act in hand.acts(0)} == {"m"}
    assert {act[-1] for act in turn_of(hand, 1).acts(1)} == {"p"}


def test_who_holds_void_tiles_neither_pungs_nor_kongs() -> None:
    """GY-10.2: seat 1 has a 1m left."""
    assert named("9s", "999s1m", suits="smmm").play("0 d:9s").acts(1) == ["x"]
    assert some("k", turn_of(named("", "7777s1m", suits="mmmm"), 1), 1) == []


def test_who_holds_no_void_tile_may() -> None:
    """GY-10.2."""
    hand = named("9s", "222333p5588p999s", suits="smmm").play("0 d:9s")
    assert hand.acts(1) == ["k:9s", "p", "x"]


def test_nobody_wins_with_a_tile_of_his_void_suit() -> None:
    """GY-10.2, GY-6.4: nor is he ready."""
    for suit, wanted in (("m", True), ("p", False), ("s", False)):
        hand = deal("9s", TWO_SUITS, que_mode="dingque").play(f"0 t:s, 1 t:{suit}, 2 t:m, 3 t:m")
        assert ("r" in hand.acts(1)) == wanted
        assert wins(hand.passes().play("0 d:9s"), 1) == wanted


def test_a_frozen_hand_throws_the_void_tile_it_draws() -> None:
    """GY-7.1, GY-10.2: and lays no kong meanwhile."""
    hand = deal("", TWO_SUITS, front="1m", que_mode="dingque").play("0 t:m, 1 t:m, 2 t:m, 3 t:m, 1 r, x")
    assert turn_of(hand, 1).acts(1) == ["d:1m"]


def test_the_facts_tell_void_suits() -> None:
    """GY-10.3."""
    hand = named("9s", TWO_SUITS, suits="smps").go("0 d:9s, 1 h")
    assert facts(hand)["void_suits"] == ["s", "m", "p", "s"]


def test_who_was_dealt_two_suits_is_told() -> None:
    """GY-10.4: from the dealt tiles alone, fourteen of the dealer; what is drawn later does not matter."""
    hand = opened("123m456m789m99s222s", TWO_SUITS, que_mode="yuanque").play("0 h")
    assert facts(hand)["original_void"] == [0, 1]
    hand = turn_of(opened("9s1p", TWO_SUITS, front="1m8p7p8m", que_mode="yuanque"), 0)
    hand.play("0 d:9s").go("1 h")
    assert facts(hand)["original_void"] == [1]


def test_silence_and_a_computer_name_the_suit_one_holds_least_of() -> None:
    """GY-10.2."""
    hand = deal("", TWO_SUITS, "111333m4447779p", "222888m6667779s", que_mode="dingque")
    assert [choose(seat_view(hand.state, seat)).text for seat in (1, 2, 3)] == ["t:m", "t:s", "t:p"]
    marks = [seat.marks for seat in public_view(hand.close().state).seats[1:]]
    assert marks == [("void_suit:m",), ("void_suit:s",), ("void_suit:p",)]


# -- the next dealer (GY-3)


def ended(*seats: int, source: int | None = None, dealer: int = 0, **options: Any) -> Result:
    """A hand won by these seats, as far as the next deal asks."""
    facts = {"last_drawer": options.pop("last")} if "last" in options else {}
    return Result(
        GAME,
        GAME.options.from_json(options),
        dealer,
        (SeatResult(),) * 4,
        wins=tuple(Win(seat, 0, source) for seat in seats),
        facts=facts,
    )


def following(result: Result, streak: int = 0) -> tuple[int, int]:
    """Dealer and streak after the hand."""
    return GAME.next_deal(MatchState(dealer=result.dealer, streak=streak), result)


def test_the_first_dealer_is_drawn() -> None:
    """GY-3.1."""
    assert GAME.first_dealer(GAME.options(), drawn=2, dice=(3, 4), opener=1) == 2


def test_the_winner_deals_next() -> None:
    """GY-3.2, GY-3.4."""
    assert following(ended(2, source=0), streak=3) == (2, 0)
    assert following(ended(0), streak=3) == (0, 4)


@pytest.mark.parametrize(
    ("seats", "source", "dealer", "wanted"),
    [
        ((2, 3), 1, 0, (2, 0)),
        ((3, 2), 1, 3, (3, 2)),
        ((3, 0), 2, 1, (3, 0)),
        ((0, 1), 3, 0, (0, 2)),
    ],
)
def test_of_two_winners_the_first_from_the_dealer_deals(
    seats: Sequence[int], source: int, dealer: int, wanted: tuple[int, int]
) -> None:
    """GY-3.2: the dealer himself, if he is one of them, and then with his streak."""
    assert following(ended(*seats, source=source, dealer=dealer), streak=1) == wanted


def test_after_three_winners_the_discarder_deals() -> None:
    """GY-3.2, GY-3.4: the dealer who fed them stays, without his streak."""
    assert following(ended(2, 3, 0, source=1), streak=2) == (1, 0)
    assert following(ended(1, 2, 3, source=0), streak=2) == (0, 0)


def test_after_a_draw_the_dealer_stays() -> None:
    """GY-3.3, GY-3.4: his streak with him."""
    assert following(ended(dealer=2), streak=2) == (2, 2)
    assert following(ended(dealer=3, draw_dealer="next"), streak=2) == (0, 0)
    assert following(ended(dealer=3, draw_dealer="last_drawer", last=1), streak=2) == (1, 0)
    assert following(ended(dealer=3, draw_dealer="last_drawer", last=3), streak=2) == (3, 2)


def test_who_drew_the_last_tile_deals_after_the_draw() -> None:
    """GY-3.3: by an ordinary draw or as a kong's replacement, known to the result alone."""
    hand = opened("", left=2, draw_dealer="last_drawer")
    for _ in range(6):
        hand.close()
    assert facts(hand)["last_drawer"] == 2
    assert following(read_case(result_of(hand).to_json()))[0] == 2
    hand = (
        opened("3m", "", "", "333m", left=1, draw_dealer="last_drawer").go("0 d:3m, 3 k:3m").close().close()
    )
    assert following(result_of(hand))[0] == 3


# -- computer seats


def test_a_computer_declares_with_its_first_discard() -> None:
    """GY-7."""
    assert choose(seat_view(opened(READY_DEALER).state, 0)).text == "r:9s"
