"""Fuzhou is played as its rulebook says, sections 2 to 11 and 13, clause by clause, by scripted positions."""

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import make_act, parse_act
from engine.bans import PASSED_WIN, SELF_DRAW_ONLY
from engine.games.fuzhou import GAME, Memory
from engine.hand import IllegalAction, settled
from engine.match import MatchState
from engine.melds import parse_meld
from engine.prompts import PromptKind
from engine.result import read_case
from engine.state import Came, HandState, SeatState
from engine.tiles import format_tiles, parse_tile, parse_tiles
from tests.engine.rigged import Rigged, rigged

TURN = PromptKind.TURN
ROB = "123456789m123s78s44s"
"""Sixteen tiles that any wild completes."""
ROB_P = "123456789p123p78p44p"
SCATTERED = "147m147p2m5m8m2p5p8p1s"
"""Thirteen tiles that go with nothing."""
WAITS_3S = "123456789m234p12s99s"
WAITS_3S_TOO = "123456789p234m12s88s"


def table(*hands: str, gold: str = "7p", **more: Any) -> Rigged:
    """A hand with these tiles; the gold is the first tile of the tail unless the hands hold flowers."""
    tail = more.pop("tail", gold)
    return rigged(GAME, hands=[*hands, *[""] * (4 - len(hands))], tail=tail, **more)


def flowers(state: HandState, seat: int) -> str:
    return format_tiles(state.seats[seat].flowers)


def melds(state: HandState, seat: int) -> list[str]:
    return [str(meld) for meld in state.seats[seat].melds]


def wins(hand: Rigged) -> list[dict[str, Any]]:
    """The winners of a finished hand, as in a case."""
    assert hand.state.result is not None
    found: list[dict[str, Any]] = hand.state.result.to_json()["end"].get("wins", [])
    return found


def won_by(hand: Rigged) -> int:
    (win,) = wins(hand)
    seat: int = win["seat"]
    return seat


# -- section 1, 3: tiles and deal


def test_the_set_has_108_suit_tiles_28_honours_and_eight_flowers() -> None:
    assert len(GAME.tiles) == 144
    assert sum(GAME.tiles.copies[:27]) == 108
    assert sum(GAME.tiles.copies[27:34]) == 28
    assert sum(GAME.tiles.copies[34:]) == 8


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_has_seventeen_tiles_the_others_sixteen_and_he_begins(dealer: int) -> None:
    hand = table(gold="7p", match=MatchState(dealer))
    assert [len(seat.hand) for seat in hand.state.seats] == [16 + (seat == dealer) for seat in range(4)]
    assert (hand.kind, hand.asked, hand.state.came) == ("turn", (dealer,), Came.DEAL)


# -- section 2: dealer and streak


def after(dealer: int, streak: int, winner: int | None, **options: Any) -> tuple[int, int]:
    """Dealer and streak after a hand won by `winner`, None: drawn."""
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    end: dict[str, Any] = {"kind": "draw"}
    if winner is not None:
        seats[winner] = {"concealed": WAITS_3S}
        end = {"kind": "win", "wins": [{"seat": winner, "tile": "3s", "from": None}]}
    result = read_case(
        {
            "variant": "fuzhou",
            "dealer": dealer,
            "streak": streak,
            "seats": seats,
            "end": end,
            "options": options,
        }
    )
    return GAME.next_deal(MatchState(dealer, streak), result)


@pytest.mark.parametrize(
    ("dealer", "streak", "winner", "options", "expected"),
    [
        (0, 0, 0, {}, (0, 1)),
        (0, 1, 0, {}, (0, 2)),
        (0, 2, None, {}, (0, 2)),
        (0, 2, None, {"streak_counts_draws": True}, (0, 3)),
        (0, 2, 1, {}, (1, 0)),
        (0, 2, 3, {"streak_counts_draws": True}, (1, 0)),
        (3, 0, 2, {}, (0, 0)),
        (3, 4, 3, {"streak_counts_draws": True}, (3, 5)),
    ],
)
def test_the_dealer_stays_for_a_win_or_a_draw_and_the_streak_counts_wins(
    dealer: int, streak: int, winner: int | None, options: dict[str, Any], expected: tuple[int, int]
) -> None:
    assert after(dealer, streak, winner, **options) == expected


def test_somebody_leaving_begins_a_new_session() -> None:
    match = replace(MatchState(0, 3), first_dealer=0, returns=1, totals=(9, -3, -3, -3))
    changed = GAME.people_changed(match, 2)
    assert (changed.dealer, changed.streak, changed.totals) == (2, 0, (9, -3, -3, -3))


def test_the_first_dealer_is_drawn() -> None:
    options = GAME.options()
    assert [GAME.first_dealer(options, drawn=seat, dice=(1, 2), opener=3) for seat in range(4)] == [
        0,
        1,
        2,
        3,
    ]
    assert GAME.first_match(options, 2) == MatchState(2, 0, first_dealer=2)


@pytest.mark.parametrize(("hands", "over_after"), [(4, 4), (8, 8), ("open", None)])
def test_a_match_lasts_as_many_hands_as_its_option_says(hands: int | str, over_after: int | None) -> None:
    options = GAME.options().with_value("hands", hands)
    match, played = MatchState(0), 0
    while not match.over and played < 20:
        match = replace(match.paid((0, 0, 0, 0)), over=GAME.is_over(match.paid((0, 0, 0, 0)), options))
        played += 1
    assert played == (over_after or 20)


# -- section 4: flowers


def test_flowers_are_laid_out_in_rounds_dealer_first() -> None:
    hand = table("12z", "1f", "", "5z", tail="3z5m 2f 6p 6m7m 8m")
    told = [str(event) for event in hand.log if event.name in ("flowers", "draw")]
    assert told == [
        "flowers 0 1z2z",
        "draw 0 3z tail",
        "draw 0 5m tail",
        "flowers 1 1f",
        "draw 1 2f tail",
        "flowers 3 5z",
        "draw 3 6p tail",
        "flowers 0 3z",
        "draw 0 6m tail",
        "flowers 1 2f",
        "draw 1 7m tail",
    ]
    assert [flowers(hand.state, seat) for seat in range(4)] == ["123z", "12f", "", "5z"]
    assert hand.state.indicator == parse_tile("8m")


@pytest.mark.parametrize("last", ["5p", "1z"])
def test_the_dealers_last_tile_is_his_drawn_tile_or_what_replaced_it(last: str) -> None:
    hand = table(
        "147m147p147s258m258p2s" + last,
        gold="7p" if last == "5p" else "",
        tail="7p9p" if last == "5p" else "9p7p",
    )
    assert hand.state.seats[0].drawn == parse_tile("5p" if last == "5p" else "9p")


def test_a_drawn_flower_is_replaced_until_a_suit_tile_comes_which_is_the_drawn_tile() -> None:
    hand = table(gold="7p", front={0: "1z"}, tail="7p1f3m").play("0 d:1m, x")
    while hand.kind != "turn":
        hand.passes()
    assert [str(event) for event in hand.events if event.name in ("flowers", "draw")] == [
        "draw 1 1z",
        "flowers 1 1z",
        "draw 1 1f tail",
        "flowers 1 1f",
        "draw 1 3m tail",
    ]
    assert hand.state.seats[1].drawn == parse_tile("3m")
    assert (hand.state.came, hand.state.left) == (Came.FLOWER, 61 - 3)
    assert flowers(hand.state, 1) == "1z1f"


# -- section 5: gold


def test_flowers_turned_before_the_gold_are_the_dealers_and_he_draws_nothing() -> None:
    hand = table(tail="1z5f7p", match=MatchState(2))
    assert hand.state.indicator == parse_tile("7p")
    assert [flowers(hand.state, seat) for seat in range(4)] == ["", "", "1z5f", ""]
    assert len(hand.state.seats[2].hand) == 17
    assert hand.state.left == 61 - 2


def test_a_gold_is_used_for_no_chow_pung_or_kong() -> None:
    hand = table("5m", "34m66m7m", "555m", gold="6m").play("0 d:5m")
    assert set(hand.acts(1)) & {"c:3m", "c:4m", "c:5m"} == {"c:3m"}
    assert {"p", "k:5m"} <= set(hand.acts(2))
    own = table("666m5555m", gold="6m")
    assert [act for act in own.acts(0) if act.startswith("k")] == ["k:5m"]


def test_nobody_can_do_anything_with_a_discarded_gold() -> None:
    hand = table("7p", "68p", "77p", "123456789m234s56p99s", gold="7p").play("0 d:4m").passes()
    hand.drift(
        lambda state: state.turn == 0 and state.prompt is not None and state.prompt.kind is PromptKind.TURN
    )
    hand.play("0 d:7p")
    assert [hand.acts(seat) for seat in range(4)] == [[], ["x"], ["x"], ["x"]]


def test_who_has_discarded_a_gold_wins_by_self_draw_only() -> None:
    hand = table(
        "7p123456789m234s12s99s",
        "3s",
        "",
        "",
        gold="7p",
        front="1p9p9p3s",
    )
    hand.play("0 d:7p, x")
    assert SELF_DRAW_ONLY in hand.state.seats[0].bans
    draw(hand, 1)
    hand.play("1 d:3s")
    assert "h" not in hand.acts(0)
    hand.passes()
    for seat in (2, 3):
        draw(hand, seat)
        hand.close().passes()
    draw(hand, 0)
    assert hand.state.seats[0].drawn == parse_tile("3s")
    assert "h" in hand.acts(0)
    hand.play("0 h")
    assert wins(hand) == [{"seat": 0, "tile": "3s", "from": None, "events": []}]


def draw(hand: Rigged, seat: int) -> Rigged:
    """Let the host close prompts until it is the seat's turn after a draw."""
    return hand.drift(
        lambda state: state.prompt is not None and state.prompt.kind is TURN and state.turn == seat
    )


def test_who_has_discarded_a_gold_may_still_chow_and_pung() -> None:
    hand = table("7p44s", "4s", gold="7p").play("0 d:7p, x")
    draw(hand, 1).play("1 d:4s")
    assert "p" in hand.acts(0)


def test_gold_discard_forbidden_keeps_the_gold() -> None:
    hand = table("7p", gold="7p", options={"gold_discard": "forbidden"})
    assert "d:7p" not in hand.acts(0)
    assert "d:7p" in table("7p", gold="7p").acts(0)


def test_gold_discard_forbidden_lets_the_gold_go_when_nothing_else_is_held() -> None:
    hand = table(gold="7p", options={"gold_discard": "forbidden"})
    five = tuple(parse_meld(f"{rank * 3}m<1") for rank in "12345")
    seat = SeatState(parse_tiles("77p"), parse_tile("7p"), five)
    state = replace(hand.state, seats=(seat, *hand.state.seats[1:]))
    assert GAME.discards(state, 0) == [parse_tile("7p")]


# -- section 6: turns and claims


def test_after_a_chow_or_pung_the_claimer_only_discards() -> None:
    hand = table("5m", "34m9999s", gold="7p").play("0 d:5m, x, 1 c:3m")
    assert hand.kind == "turn"
    assert all(act.startswith("d:") for act in hand.acts(1))
    assert melds(hand.state, 1) == ["345m<0"]
    hand = table("5m", "", "55m9999s", gold="7p").play("0 d:5m, 2 p, x")
    assert all(act.startswith("d:") for act in hand.acts(2))
    assert melds(hand.state, 2) == ["555m<0"]


def test_only_the_next_player_may_chow_with_any_run() -> None:
    hand = table("5m", "3467m", "34m", "", gold="7p").play("0 d:5m")
    assert [act for act in hand.acts(1) if act.startswith("c")] == ["c:3m", "c:4m", "c:5m"]
    assert not [act for seat in (2, 3) for act in hand.acts(seat) if act.startswith("c")]


def test_the_window_asks_all_others_whatever_they_hold() -> None:
    hand = table("147m147p147s258m258p2s5p", gold="9s").play("0 d:1m, x")
    draw(hand, 1).close()
    assert hand.asked == (0, 2, 3)
    assert all("x" in hand.acts(seat) for seat in hand.asked)


def test_the_chow_is_asked_in_the_next_seats_turn_and_x_draws() -> None:
    hand = table("5m", "34m", gold="7p", front="9p").play("0 d:5m, x")
    assert (hand.kind, hand.asked) == ("chow", (1,))
    assert hand.acts(1)[0] == "c:3m"
    assert set(hand.acts(1)[1:-1]) <= {"c:4m", "c:5m"}
    hand.play("1 x")
    assert (hand.kind, hand.state.seats[1].drawn) == ("turn", parse_tile("9p"))
    assert hand.state.seats[0].discards == (parse_tile("5m"),)


def test_an_early_chow_is_kept_until_the_window_is_over() -> None:
    hand = table("5m", "34m", "55m", gold="7p").play("0 d:5m, 1 c:3m")
    assert hand.kind == "claim"
    hand.play("x")
    assert melds(hand.state, 1) == ["345m<0"]


def test_pung_goes_before_chow_and_win_before_pung() -> None:
    hand = table("5m", "34m", "55m", gold="7p").play("0 d:5m, 1 c:3m, 2 p, x")
    assert (melds(hand.state, 1), melds(hand.state, 2)) == ([], ["555m<0"])
    hand = table("3s", "", "33s", WAITS_3S, gold="6p").play("0 d:3s, 2 p, 3 h, x")
    assert won_by(hand) == 3


def test_an_open_kong_is_replaced_from_the_tail() -> None:
    hand = table("5m", "", "555m", gold="7p", tail="7p9p").play("0 d:5m, 2 k:5m, x")
    assert melds(hand.state, 2) == ["5555m<0"]
    assert hand.state.seats[2].drawn == parse_tile("9p")
    assert (hand.state.came, hand.state.left) == (Came.KONG, 61 - 2)


def test_an_added_kong_may_use_a_tile_kept_from_before() -> None:
    hand = table("5m", "", "555m", gold="7p", tail="7p9p").play("0 d:5m, 2 p, x")
    assert "k:5m" not in hand.acts(2)
    hand.play("2 d:" + hand.acts(2)[-1].removeprefix("d:"))
    draw(hand, 2)
    hand.play("2 k:5m")
    assert (hand.kind, hand.asked) == ("rob", (0, 1, 3))
    left = hand.state.left
    hand.passes()
    assert melds(hand.state, 2) == ["555m<0+5m"]
    assert hand.state.left == left - 2


def test_a_concealed_kong_is_not_robbed_and_takes_three_off_the_wall() -> None:
    hand = table("5555m", gold="7p", tail="7p9p").play("0 k:5m")
    assert (hand.kind, melds(hand.state, 0)) == ("turn", ["(5555m)"])
    assert hand.state.left == 61 - 3


def adding(*, ban: bool = False) -> Rigged:
    """Seat 2 adds 3s to its pung; seats 0 and 3 wait for it."""
    hand = table("3s1p", "", "333s", WAITS_3S, gold="6p", options={"pass_lock": ban}).play("0 d:3s, 2 p, x")
    hand.play("2 d:" + hand.acts(2)[-1].removeprefix("d:"))
    draw(hand, 2)
    return hand.play("2 k:3s")


def test_a_robbed_kong_is_void() -> None:
    hand = adding()
    assert "h" in hand.acts(3)
    left = hand.state.left
    hand.play("3 h, x")
    assert wins(hand) == [{"seat": 3, "tile": "3s", "from": 2, "events": ["rob_kong"]}]
    assert melds(hand.state, 2) == ["333s<0"]
    assert hand.state.left == left
    assert hand.payments[2] < 0
    assert hand.payments[0] == hand.payments[1] == 0


def test_an_open_kong_is_not_robbed() -> None:
    hand = table("3s", "", "333s", WAITS_3S, gold="6p").play("0 d:3s, 2 k:3s, 3 x, x")
    assert (hand.kind, hand.state.turn) == ("turn", 2)


def test_the_kind_just_chowed_may_be_barred_for_one_discard() -> None:
    script = "0 d:5m, x, 1 c:3m"
    assert "d:5m" in table("5m", "3455m", gold="7p").play(script).acts(1)
    hand = table("5m", "345526m", gold="7p", options={"chow_same_tile_discard": "forbidden"})
    hand.play(script)
    assert "d:5m" not in hand.acts(1)
    assert {"d:2m", "d:6m"} <= set(hand.acts(1))
    draw(hand.play("1 d:2m"), 1)
    assert "d:5m" in hand.acts(1)


@pytest.mark.parametrize(
    ("rest", "options", "chows"),
    [
        ("559m", {}, ["c:3m"]),
        ("55m", {}, []),
        ("55m7p", {}, ["c:3m"]),
        ("55m7p", {"gold_discard": "forbidden"}, []),
    ],
)
def test_a_chow_that_would_leave_nothing_to_discard_is_not_offered(
    rest: str, options: dict[str, Any], chows: list[str]
) -> None:
    hand = table("5m", gold="7p", options={"chow_same_tile_discard": "forbidden"} | options).play("0 d:5m")
    seat = SeatState(parse_tiles("34m" + rest))
    state = replace(hand.state, seats=(hand.state.seats[0], seat, *hand.state.seats[2:]))
    assert [act.text for act in GAME.chows(state, 1)] == chows


# FZ-6.8: the pass lock


def passing(how: str, **options: Any) -> Rigged:
    """Seat 3 lets the dealer's 3s go; seat 1 then discards another, later seat 3 draws and 3s comes again."""
    hand = table(
        "3s", "3s", "", "123456789m234p12s33s" if how == "p" else WAITS_3S,
        gold="6p", front="1p1p1p9p", options=options,
    )  # fmt: skip
    hand.play("0 d:3s")
    assert "h" in hand.acts(3)
    if how == "-":
        hand.close()
    else:
        hand.play(f"3 {how}, x")
    return hand


@pytest.mark.parametrize("how", ["x", "-"])
def test_a_passed_win_bars_wins_on_others_tiles_until_the_next_draw(how: str) -> None:
    hand = passing(how)
    assert PASSED_WIN in hand.state.seats[3].bans
    draw(hand, 1).play("1 d:3s")
    assert "h" not in hand.acts(3)
    draw(hand.passes(), 2).play("2 d:1p")
    draw(hand.passes(), 3)
    assert PASSED_WIN not in hand.state.seats[3].bans
    hand.play("3 d:" + hand.acts(3)[-1].removeprefix("d:"))


def test_after_the_own_draw_a_discard_may_be_won_again() -> None:
    hand = table("3s", "3s", "", WAITS_3S, gold="6p", front="1p1p8p9p").play("0 d:3s, x")
    draw(hand, 3).play("3 d:8p")
    draw(hand.passes(), 0).play("0 d:9p")
    draw(hand.passes(), 1).play("1 d:3s")
    assert "h" in hand.acts(3)


def test_taking_the_tile_otherwise_locks_too() -> None:
    hand = passing("p")
    assert melds(hand.state, 3) == ["333s<0"]
    assert PASSED_WIN in hand.state.seats[3].bans


def test_without_the_pass_lock_nothing_is_barred() -> None:
    hand = passing("x", pass_lock=False)
    draw(hand, 1).play("1 d:3s")
    assert "h" in hand.acts(3)


def test_a_locked_seat_may_win_by_self_draw() -> None:
    hand = table("3s", "1p", "1p", WAITS_3S, gold="6p", front="8p8p3s").play("0 d:3s, x")
    draw(hand, 3)
    assert "h" in hand.acts(3)


def test_a_passed_robbing_locks() -> None:
    hand = adding(ban=True).play("3 x, x")
    assert PASSED_WIN in hand.state.seats[3].bans


def test_passing_in_the_opening_window_does_not_lock() -> None:
    hand = table("2p", ROB, gold="5s").play("0 d:2p")
    assert hand.acts(1)[0] == "h:g"
    hand.play("x")
    assert PASSED_WIN not in hand.state.seats[1].bans


# -- sections 8 and 9: the opening


def test_the_dealer_may_win_with_the_dealt_tiles() -> None:
    hand = table(WAITS_3S + "3s", gold="6p")
    assert hand.acts(0)[0] == "h"
    hand.play("0 h")
    assert wins(hand) == [{"seat": 0, "tile": "3s", "from": None, "events": ["heavenly"]}]
    # no flower, no kong 30 or 天胡 30: (0+0+0+5)×2+30 = 40 each
    assert hand.payments == (120, -40, -40, -40)


def test_the_dealer_may_win_with_three_golds_in_his_opening_turn() -> None:
    hand = table(SCATTERED + "9s666s", gold="6s")
    assert "h:t" in hand.acts(0)
    hand.play("0 h:t")
    assert wins(hand)[0]["events"] == ["three_golds"]
    # (0+3+0+5)×2+40 = 56 each
    assert hand.payments == (168, -56, -56, -56)


def window(first: str = "9p", **options: Any) -> Rigged:
    """Seat 2 has three golds; seats 1, 3 and the dealer could rob the gold; seat 3 could also win on 2s."""
    return table(ROB + first, ROB, SCATTERED + "999s", ROB_P, gold="9s", options=options)


def test_all_four_seats_are_asked_in_the_opening_window() -> None:
    hand = window().play("0 d:9p")
    assert (hand.kind, hand.asked) == ("claim", (0, 1, 2, 3))
    assert hand.acts(0) == ["h:g", "x"]
    assert "h:t" in hand.acts(2)
    assert "h:g" in hand.acts(1)
    assert "h:g" in hand.acts(3)


@pytest.mark.parametrize(
    ("answers", "winner", "events"),
    [
        ("0 h:g, 1 h:g, 2 h:t, 3 h:g", 2, ["three_golds"]),
        ("0 h:g, 1 h:g, 2 x, 3 h:g", 1, ["rob_gold"]),
        ("3 h:g, 0 h:g, 2 x, 1 x", 3, ["rob_gold"]),
        ("0 h:g, 1 x, 2 x, 3 x", 0, ["rob_gold"]),
    ],
)
def test_three_golds_go_before_robbing_and_the_dealer_robs_last(
    answers: str, winner: int, events: list[str]
) -> None:
    hand = window().play("0 d:9p, " + answers)
    assert won_by(hand) == winner
    assert wins(hand)[0]["events"] == events
    assert wins(hand)[0]["from"] is None
    if events == ["rob_gold"]:
        assert wins(hand)[0]["tile"] == "9s"


def test_the_dealers_robbing_goes_before_an_ordinary_win_on_his_discard() -> None:
    hand = table(ROB + "2p", "", "", "123456789s44m13p999p", gold="8p")
    hand.play("0 d:2p")
    assert {"h", "h:g"} <= set(hand.acts(3))
    hand.play("3 h, 0 h:g, x")
    assert won_by(hand) == 0


def test_a_normal_win_on_the_first_discard_is_ordinary() -> None:
    hand = table("2p", "", "", "123456789s44m13p999p", gold="8p").play("0 d:2p, 3 h, x")
    assert wins(hand) == [{"seat": 3, "tile": "2p", "from": 0, "events": []}]


def test_a_robbed_golden_pair_does_not_change_the_order() -> None:
    # seat 3's sixteen tiles hold one gold beside five sets: the robbed gold makes a golden pair
    hand = table("9p", ROB, "", "123456789p222333m5m", gold="5m")
    hand.play("0 d:9p, 1 h:g, 3 h:g, x")
    assert won_by(hand) == 1


def test_two_held_golds_and_the_turned_one_are_not_three() -> None:
    hand = table("9p", "", SCATTERED + "99s4m", gold="9s").play("0 d:9p")
    assert "h:t" not in hand.acts(2)


def test_the_dealer_may_rob_although_his_first_discard_was_a_gold() -> None:
    hand = table(ROB + "5p", ROB_P, gold="5p").play("0 d:5p")
    assert hand.acts(0) == ["h:g", "x"]
    hand.play("0 h:g, x")
    assert wins(hand) == [{"seat": 0, "tile": "5p", "from": None, "events": ["rob_gold"]}]
    assert hand.state.seats[0].discards == (parse_tile("5p"),)


def test_the_window_exists_once() -> None:
    hand = window().play("0 d:9p, x")
    draw(hand, 1).close()
    assert "h:t" not in hand.acts(2)
    assert "h:g" not in hand.acts(3)
    assert 1 not in hand.asked


def test_robgold_window_until_own_first_discard_asks_again_instead_of_the_first_draw() -> None:
    hand = window(robgold_window="until_own_first_discard").play("0 d:9p, x")
    assert (hand.kind, hand.asked) == ("chow", (1,))
    assert "h:g" in hand.acts(1)
    hand.play("1 x")
    hand.close().passes()
    draw_or_chow(hand, 3)
    assert "h:g" in hand.acts(3)
    hand.play("3 h:g")
    assert wins(hand) == [{"seat": 3, "tile": "9s", "from": None, "events": ["rob_gold"]}]


def draw_or_chow(hand: Rigged, seat: int) -> Rigged:
    """Let the host close prompts until the seat is asked alone."""
    return hand.drift(lambda state: state.prompt is not None and state.prompt.asked == (seat,))


def test_the_longer_window_is_for_who_has_claimed_nothing_and_not_for_the_dealer() -> None:
    hand = window(robgold_window="until_own_first_discard").play("0 d:9p, x")
    for seat in (1, 2, 3):
        draw(hand, seat)
    draw_or_chow(hand, 0)
    assert "h:g" not in hand.acts(0)
    draw_or_chow(hand, 1)
    assert "h:g" not in hand.acts(1)


def test_a_concealed_kong_loses_heavenly_and_keeps_robbing() -> None:
    hand = table("8888p123456m123s78s44s", gold="5p", tail="5p9s").play("0 k:8p")
    assert "h" in hand.acts(0)  # the replacement 9s completes the hand
    won = Rigged(hand.state, ()).play("0 h")
    assert wins(won)[0]["events"] == []
    hand.play("0 d:9s, 0 h:g, x")
    assert wins(hand)[0]["events"] == ["rob_gold"]
    # H 2 for the kong, G 1: (2+1+0+5)×2+30 = 46 each
    assert hand.payments == (138, -46, -46, -46)


# -- section 10: who wins


def test_the_nearest_to_the_discarder_wins_alone() -> None:
    hand = table("3s", "", WAITS_3S, WAITS_3S_TOO, gold="6p").play("0 d:3s, 3 h, 2 h, x")
    assert won_by(hand) == 2
    assert hand.payments[3] == 0


def test_a_golden_pair_goes_before_a_nearer_winner() -> None:
    golden = "123456789p567s12s66m"  # with 3s five sets; the pair is two golds
    hand = table("3s", "", WAITS_3S, golden, gold="6m").play("0 d:3s, 2 h, 3 h, x")
    assert won_by(hand) == 3


def test_robbing_a_kong_the_nearest_to_the_konger_wins() -> None:
    hand = table("1p3s", WAITS_3S, "333s", WAITS_3S_TOO, gold="6p", options={"pass_lock": False})
    hand.play("0 d:3s, 2 p, x")
    hand.play("2 d:" + hand.acts(2)[-1].removeprefix("d:"))
    draw(hand, 2).play("2 k:3s, 1 h, 3 h, x")
    assert won_by(hand) == 3


# -- section 11: reserve, last group, draw


def test_sixty_one_tiles_can_be_drawn_before_flowers() -> None:
    assert table(gold="7p").state.left == 61
    assert table(gold="7p", options={"indicator_in_reserve": False}).state.left == 60


def test_a_flower_quad_takes_two_more() -> None:
    hand = table("1111z", tail="5m6m7m8m 7p")
    assert flowers(hand.state, 0) == "1111z"
    assert hand.state.left == 61 - 4 - 2
    assert table("123f", "4f", tail="5m6m7m8m 7p").state.left == 61 - 4
    assert table("1234f", "5678f", tail="1m2m3m4m5m6m7m8m7p").state.left == 61 - 8 - 4


def finish(hand: Rigged) -> Rigged:
    """Let the host close every prompt until the hand is over."""
    return hand.drift(lambda state: state.over)


def at_end(left: int, *hands: str, **more: Any) -> Rigged:
    return table(*hands, gold=more.pop("gold", "7p"), left=left, **more)


def test_five_left_is_an_ordinary_turn_four_begin_the_last_group() -> None:
    hand = at_end(5, "1p", front="9p").play("0 d:1p, x")
    draw(hand, 1)
    assert (hand.kind, hand.state.left, hand.state.phase) == ("turn", 4, "play")
    finish(hand)
    assert [event.seat for event in hand.log if event.name == "draw"][-4:] == [2, 3, 0, 1]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_the_last_tiles_go_one_each_in_turn_order_from_the_seat_after_the_last_discarder(left: int) -> None:
    hand = at_end(left, "1p", match=MatchState(0)).play("0 d:1p, x")
    finish(hand)
    drawn = [event.seat for event in hand.log if event.name == "draw"]
    assert drawn == [1, 2, 3, 0][:left]
    assert hand.state.result is not None
    assert not hand.state.result.wins
    assert hand.payments == (0, 0, 0, 0)


def test_the_first_that_completes_a_hand_wins_by_itself() -> None:
    hand = at_end(4, "1p", "", WAITS_3S, WAITS_3S_TOO, gold="6p", front="9p3s3s").play("0 d:1p, x")
    finish(hand)
    assert wins(hand) == [{"seat": 2, "tile": "3s", "from": None, "events": ["division"]}]
    assert all(payment < 0 for seat, payment in enumerate(hand.payments) if seat != 2)


def test_three_golds_win_in_the_last_group() -> None:
    hand = at_end(4, "1p", "", "99s" + SCATTERED + "4s", gold="9s", front={0: "9p", 1: "9s"}).play(
        "0 d:1p, x"
    )
    finish(hand)
    assert wins(hand) == [{"seat": 2, "tile": "9s", "from": None, "events": ["division", "three_golds"]}]


def test_a_flower_of_the_last_group_is_dead() -> None:
    hand = at_end(4, "1p", "999s" + SCATTERED, gold="9s", front={0: "1z"}).play("0 d:1p, 1 x, x")
    finish(hand)
    assert parse_tile("1z") in hand.state.seats[1].hand
    assert flowers(hand.state, 1) == ""
    assert 1 not in [win["seat"] for win in wins(hand)]


def test_who_threw_a_gold_may_win_in_the_last_group() -> None:
    hand = at_end(5, WAITS_3S + "7p", gold="7p", front="9p8p8p3s8p").play("0 d:7p, x")
    draw(hand, 1).play("1 d:9p")
    finish(hand)
    assert wins(hand) == [{"seat": 0, "tile": "3s", "from": None, "events": ["division"]}]


def test_a_discard_before_the_last_group_is_claimed_as_usual() -> None:
    hand = at_end(2, "5m", "34m", gold="7p").play("0 d:5m, x")
    assert hand.kind == "chow"
    hand.play("1 c:3m")
    assert (hand.kind, hand.state.left) == ("turn", 2)
    hand.close()
    assert hand.kind == "claim"
    finish(hand)
    assert [event.seat for event in hand.log if event.name == "draw"] == [2, 3]


def test_with_four_left_an_open_kong_leaves_two_and_a_second_kong_none() -> None:
    hand = at_end(4, "5m", "", "555m9999s", gold="7p", tail="7p1p2p").play("0 d:5m, 2 k:5m, x")
    assert (hand.kind, hand.state.left) == ("turn", 2)
    again = Rigged(hand.state, ()).play("2 k:9s")
    assert again.state.over
    assert again.payments == (0, 0, 0, 0)
    hand.play("2 d:1p")
    finish(hand)
    assert [event.seat for event in hand.log if event.name == "draw"][-2:] == [3, 0]


def last_replacement() -> Rigged:
    """Seat 2 kongs with one tile left; its replacement 3s completes the hand."""
    return at_end(1, "5m", "", "555m123m456s789p12s99s", gold="6p", tail="6p3s").play("0 d:5m, 2 k:5m, x")


def test_at_nought_the_replacement_may_win_at_once_and_letting_it_go_is_a_draw() -> None:
    hand = last_replacement()
    assert (hand.kind, hand.asked, hand.acts(2), hand.state.left) == ("turn", (2,), ["h", "x"], 0)
    won = Rigged(hand.state, ()).play("2 h")
    assert won_by(won) == 2
    assert hand.play("2 x").payments == (0, 0, 0, 0)


def test_at_nought_three_golds_may_win_at_once() -> None:
    hand = at_end(1, "5m", "", "555m77p147m14p258369s", gold="7p", tail="7p7p").play("0 d:5m, 2 k:5m, x")
    assert hand.acts(2) == ["h:t", "x"]


def test_a_flower_quad_can_use_up_the_wall() -> None:
    hand = at_end(5, "1p", "111z", gold="7p", tail="1m2m3m7p5f4m", front="1z").play("0 d:1p, x")
    finish(hand)
    # five are left, the draw leaves four, the quad two, two replacements none: drawn without a discard
    assert hand.state.count == 1
    assert hand.payments == (0, 0, 0, 0)


def test_a_draw_keeps_the_dealer() -> None:
    hand = at_end(0, "1p", match=MatchState(0, 2)).play("0 d:1p, x")
    finish(hand)
    state = hand.state
    assert state.result is not None
    assert state.settlement is not None
    after_it = GAME.next_match(state.match, state.result, state.settlement)
    assert (after_it.dealer, after_it.streak, after_it.hand) == (0, 2, 2)


# -- section 13: youjin


YOUJIN = {"scoring": "B", "youjin": "on"}


def at_level(level: int, tiles: str, drawn: str, **more: Any) -> HandState:
    """The dealer's turn with these concealed tiles, at this level."""
    hand = table(gold="7p", options=YOUJIN | more)
    seat = replace(hand.state.seats[0], hand=parse_tiles(tiles), drawn=parse_tile(drawn))
    return replace(hand.state, seats=(seat, *hand.state.seats[1:]), memo=Memory((level, 0, 0, 0)))


FREE = "123456789m234p123s7p"


@pytest.mark.parametrize(
    ("level", "tiles", "drawn", "thrown", "after_it"),
    [
        (0, FREE + "9s", "9s", "9s", 1),
        (0, FREE + "7p", "7p", "7p", 1),
        (1, FREE + "7p", "7p", "7p", 2),
        (2, FREE + "7p", "7p", "7p", 3),
        (3, FREE + "7p", "7p", "7p", 3),
        (2, FREE + "9s", "9s", "9s", 1),
        (2, FREE + "9s", "9s", "7p", 0),
        (2, FREE + "7p", "7p", "1m", 1),
        (2, FREE + "9s", "9s", "1m", 0),
        (1, "123456789m234p12s77p9s", "9s", "9s", 1),
    ],
)
def test_youjin_levels_are_set_at_each_own_discard(
    level: int, tiles: str, drawn: str, thrown: str, after_it: int
) -> None:
    hand = Rigged(at_level(level, tiles, drawn), ())
    act = parse_act(f"d:{thrown}")
    state = hand.state
    assert state.prompt is not None
    prompt = replace(state.prompt, options=((act,), (), (), ()))
    hand.state = replace(state, prompt=prompt)
    hand.do(0, act.text)
    assert hand.state.memo.levels == (after_it, 0, 0, 0)


def test_a_kong_in_the_turn_raises_no_level() -> None:
    state = replace(at_level(1, FREE + "7p", "7p"), kong_turn=True)
    assert state.prompt is not None
    act = make_act("d", parse_tile("7p"))
    hand = Rigged(replace(state, prompt=replace(state.prompt, options=((act,), (), (), ()))), ())
    assert hand.do(0, "d:7p").state.memo.levels[0] == 1


@pytest.mark.parametrize(
    ("level", "tiles", "drawn", "allowed"),
    [
        (1, FREE + "7p", "7p", True),
        (2, FREE + "7p", "7p", True),
        (3, FREE + "7p", "7p", False),
        (0, FREE + "7p", "7p", False),
        (1, FREE + "9s", "9s", False),
        (1, "123456789m234p124s77p", "7p", False),
    ],
)
def test_a_forbidden_gold_may_be_discarded_for_a_higher_level(
    level: int, tiles: str, drawn: str, allowed: bool
) -> None:
    state = at_level(level, tiles, drawn, gold_discard="forbidden")
    assert (parse_tile("7p") in GAME.discards(state, 0)) == allowed
    assert parse_tile("7p") in GAME.discards(at_level(level, tiles, drawn), 0)


def winning(level: int, *, kong: bool = False) -> dict[str, Any]:
    """The facts of the dealer's self-drawn win at this level."""
    state = replace(at_level(level, FREE + "9s", "9s"), kong_turn=kong, count=5)
    assert state.prompt is not None
    act = parse_act("h")
    hand = Rigged(replace(state, prompt=replace(state.prompt, options=((act,), (), (), ()))), ())
    hand.do(0, "h")
    assert hand.state.result is not None
    return dict(hand.state.result.facts)


def test_the_level_is_the_winners_and_a_kong_in_the_winning_turn_takes_it() -> None:
    assert [winning(level) for level in (0, 1, 2, 3)] == [{}, {"youjin": 1}, {"youjin": 2}, {"youjin": 3}]
    assert winning(2, kong=True) == {}


def test_a_free_hand_is_played_to_its_first_level() -> None:
    hand = table(FREE + "9s", gold="7p", options=YOUJIN, front="1p1p1p9s").play("0 d:9s, x")
    assert hand.state.memo.levels == (1, 0, 0, 0)
    for seat in (1, 2, 3):
        draw(hand, seat)
        if "h" in hand.acts(0):
            break
        hand.play(f"{seat} d:1p").passes()
    draw(hand, 0).play("0 h")
    # u = 5 + 1 gold = 6, 单游 ×4
    assert hand.payments == (72, -24, -24, -24)


def test_levels_are_kept_in_formula_b_with_youjin_only() -> None:
    hand = table(FREE + "9s", gold="7p", options={"youjin": "on"}).play("0 d:9s")
    assert hand.state.memo == Memory()


# -- prompts, CLOSE, settled


def test_close_gives_every_missing_answer_its_default() -> None:
    hand = table("5m", "34m", "55m", gold="7p", front="9p").play("0 d:5m").close()
    assert (hand.kind, hand.asked) == ("chow", (1,))
    hand.close()
    assert (hand.kind, hand.state.seats[1].drawn) == ("turn", parse_tile("9p"))
    hand.close()
    assert hand.state.last is not None
    assert hand.state.last.tile == parse_tile("9p")


def test_the_default_discard_is_the_first_allowed_where_the_drawn_tile_may_not_go() -> None:
    hand = table("147m147p147s258m258p2s7p", gold="7p", options={"gold_discard": "forbidden"})
    assert hand.state.seats[0].drawn == parse_tile("7p")
    hand.close()
    assert hand.state.last is not None
    assert hand.state.last.tile != parse_tile("7p")


def test_acts_that_are_not_open_are_refused_without_a_tile_of_others() -> None:
    hand = table("5m", "34m", gold="7p").play("0 d:5m")
    for seat, act in ((0, "d:1m"), (1, "c:7m"), (2, "c:3m"), (1, "h:t"), (3, "d:1m"), (5, "x")):
        with pytest.raises(IllegalAction, match="refused at prompt 2"):
            hand.do(seat, act)
    hand.play("1 x")
    with pytest.raises(IllegalAction):
        hand.do(1, "x")


@pytest.mark.parametrize(
    ("answers", "done"),
    [
        ("", False),
        ("3 p", False),  # the dealer may win
        ("3 p, 0 x", True),  # the chow cannot beat the pung
        ("0 h", True),
        ("0 x", False),  # the pung is open
        ("0 x, 3 x", True),  # the chow is asked again in the own turn
        ("2 c:2s, 0 x", False),
    ],
)
def test_settled_means_that_no_missing_answer_can_change_the_result(answers: str, done: bool) -> None:
    hand = table(WAITS_3S + "9m", "3s", "24s", "33s", gold="6p", front="8m").play("0 d:9m, x")
    draw(hand, 1).play("1 d:3s").play(answers)
    assert settled(hand.state) == done


def test_a_seat_that_can_only_pass_is_not_waited_for() -> None:
    hand = table("9s", SCATTERED, SCATTERED.replace("1", "3"), "123456m", gold="6p").play("0 d:9s")
    for seat in hand.asked:
        if hand.acts(seat) != ["x"]:
            assert not settled(hand.state)
            hand.do(seat, "x")
    assert settled(hand.state)
    assert hand.state.prompt is not None
    assert hand.state.prompt.missing
