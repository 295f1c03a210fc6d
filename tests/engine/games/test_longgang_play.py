"""龙港麻将 as it is played, clause by clause. Seat 0 deals and is East; the wild is 7s unless said otherwise.

Own flowers: 1f of seat 0, 2f of seat 1, 3f of seat 2, 4f of seat 3.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.computer import choose
from engine.games.longgang import GAME
from engine.hand import settled
from engine.match import MatchState
from engine.melds import MeldKind
from engine.prompts import PromptKind
from engine.tiles import parse_tile
from engine.views import public_view, seat_view
from tests.engine.games.hu_tai_positions import FIVE_RUNS, position, some, thrown_kinds, till_turn, winner
from tests.engine.rigged import Rigged, rigged

WAITS_5P = "123456789m12399s46p"
"""With 5p alone it is complete."""
WAITS_9S = FIVE_RUNS + "9s"
HEAVENLY = FIVE_RUNS + "99s"


def dealt(*hands: str, **more: Any) -> Rigged:
    """A hand from its deal; the hands are filled up with what fits nothing, 7s is turned."""
    more.setdefault("tail", "7s")
    return rigged(GAME, hands=[*hands, *[""] * (4 - len(hands))], **more)


def in_play(seats: Mapping[int, str], **more: Any) -> Rigged:
    return position(GAME, seats, **more)


# -- tiles, wilds, flowers: LG-8 … LG-12


def test_the_last_tile_is_turned_and_tail_draws_go_on_before_it() -> None:
    """LG-8."""
    hand = dealt("234f", tail="7s1m2m3m")
    assert hand.state.indicator == parse_tile("7s")
    assert hand.told("draw") == ["draw 0 1m tail", "draw 0 2m tail", "draw 0 3m tail"]


def test_the_own_flower_is_kept_and_the_guests_are_laid_out() -> None:
    """LG-11."""
    hand = dealt("1234f")
    assert hand.told("flowers") == ["flowers 0 2f3f4f"]
    assert parse_tile("1f") in hand.state.seats[0].hand


def test_wilds_are_the_turned_kind_and_the_own_flower() -> None:
    """LG-8, LG-2."""
    state = dealt().state
    assert GAME.wilds(state, 0) == {parse_tile("7s"), parse_tile("1f")}
    assert GAME.wilds(state, 3) == {parse_tile("7s"), parse_tile("4f")}


def test_of_a_turned_flower_the_three_others_are_wild_for_everybody() -> None:
    """LG-9: nobody lays them out."""
    hand = dealt("12f", tail="3f")
    assert hand.told("flowers") == []
    assert {frozenset(GAME.wilds(hand.state, seat)) for seat in range(4)} == {
        frozenset(parse_tile(text) for text in ("1f", "2f", "4f"))
    }


def test_the_dealer_replaces_first_and_the_others_after_his_first_discard() -> None:
    """LG-12: all flowers of a seat at once, further ones in a next round."""
    hand = dealt("2f", "13f", "4f", tail={0: "7s", 1: "1m", 2: "4f"} | {3: "1p", 4: "2p"} | {2: "2m"})
    assert hand.told("flowers") == ["flowers 0 2f"]
    hand.do(0, "d:1m")
    assert hand.told("flowers") == ["flowers 0 2f", "flowers 1 1f3f", "flowers 2 4f"]


def test_a_second_flower_waits_for_the_next_round() -> None:
    """LG-12."""
    hand = dealt("", "1f", "1m", tail={0: "7s", 1: "3f", 2: "9p"}).do(0, "d:4m")
    assert hand.told("flowers") == ["flowers 1 1f", "flowers 1 3f"]
    hand = dealt("", "1f", "4f", tail={0: "7s", 1: "3f", 2: "9p"}).do(0, "d:4m")
    assert hand.told("flowers") == ["flowers 1 1f", "flowers 2 4f", "flowers 1 3f"]


def test_the_claims_on_the_first_discard_are_heard_after_the_replacements() -> None:
    """LG-12: 5m comes to seat 1 as a replacement, and it pungs."""
    hand = dealt("5m", "5m1f", tail="7s5m").do(0, "d:5m")
    assert (hand.kind, hand.asked) == ("declare", (1, 2, 3))
    hand.passes()
    assert (hand.kind, "p" in hand.acts(1)) == ("claim", True)


def test_the_others_concealed_kongs_come_before_those_claims_in_turn_order() -> None:
    """LG-12: seat 2 answers first, seat 1 lays first; who has laid one is asked again."""
    hand = dealt("", "2222m", "5555p", tail="7s1z2z").do(0, "d:1m")
    assert [hand.acts(seat) for seat in (1, 2, 3)] == [["k:2m", "x"], ["k:5p", "x"], ["x"]]
    hand.play("2 k:5p, 1 k:2m, 3 x")
    assert (hand.kind, hand.asked) == ("declare", (1,))
    hand.passes()
    assert (hand.kind, hand.asked) == ("declare", (2,))
    hand.passes()
    assert hand.told("concealed_kong") == ["concealed_kong 1 2m2m2m2m", "concealed_kong 2 5p5p5p5p"]
    assert hand.told("draw") == ["draw 1 1z tail", "draw 2 2z tail"]
    assert (hand.kind, hand.asked) == ("claim", (1, 2, 3))


def test_a_second_kong_of_one_seat_is_laid_before_another_seats_first() -> None:
    """LG-12: each seat in turn."""
    hand = (
        dealt("", "2222m555p", "9999p", tail="7s5p1z2z")
        .do(0, "d:1m")
        .play("1 k:2m, 2 k:9p, 3 x, 1 k:5p, 1 x")
    )
    assert [text[:16] for text in hand.told("concealed_kong")] == ["concealed_kong 1"] * 2 + [
        "concealed_kong 2"
    ]


def test_flowers_are_replaced_before_the_opening_kongs() -> None:
    """LG-12: the fourth 2m comes as a replacement."""
    hand = dealt("", "222m1f", tail="7s2m").do(0, "d:1m")
    assert hand.acts(1) == ["k:2m", "x"]


def test_the_opening_question_shows_nobody_what_others_may_do() -> None:
    """LG-12: all are asked, the answers on the board are the same for all."""
    state = dealt("", "2222m").do(0, "d:1m").state
    public = public_view(state)
    assert public.opening is PromptKind.DECLARE
    assert [act.text for act in GAME.opening_acts(public.opening, state.options)] == ["x"]


def test_a_computer_seat_lays_a_kong_that_costs_nothing() -> None:
    """LG-12."""
    state = dealt("", "2222m147p369s134z5m8m9m").do(0, "d:1m").state
    assert choose(seat_view(state, 1)).text == "k:2m"


def test_the_dealers_kong_is_laid_in_his_own_first_turn() -> None:
    """LG-12."""
    assert some("k", dealt("2222m"), 0) == ["k:2m"]


# -- wilds: LG-10


def test_wilds_are_neither_thrown_nor_melded() -> None:
    """LG-10: the own flower neither."""
    hand = in_play({0: "77s8s1f", 1: "69s7s"})
    assert not thrown_kinds(hand, 0) & {"7s", "1f"}
    assert some("c", hand.do(0, "d:8s"), 1) == []


def test_a_wild_thrown_all_the_same_is_dead() -> None:
    """LG-10: as a standing seat with nothing else must."""
    melds = " 123m<3 456m<3 789m<3 123p<3 456p<3"
    seats = {0: f"1f{melds}", 1: "89s", 2: WAITS_9S}
    hand = in_play(seats, drawn="7s", standing=[0])
    assert hand.acts(0) == ["d:7s", "d:1f"]
    hand.do(0, "d:1f")
    assert [hand.acts(seat) for seat in (1, 2, 3)] == [["x"]] * 3


def test_a_hand_of_nothing_but_wilds_must_win() -> None:
    """LG-10."""
    hand = in_play({0: "1f 123m<3 456m<3 789m<3 123p<3 456p<3"}, drawn="7s")
    assert hand.acts(0) == ["h"]


def test_a_claim_that_leaves_only_wilds_is_allowed_only_as_a_win() -> None:
    """LG-10."""
    melds = " 123m<3 456m<3 789m<3 111s<3"
    hand = in_play({0: "5p", 2: f"55p7s3f{melds}"}).do(0, "d:5p")
    assert hand.acts(2) == ["h", "x"]


@pytest.mark.parametrize(("single", "offered"), [("on", ["h"]), ("self_draw_only", [])])
def test_whether_a_lone_wild_wins_on_a_discard(single: str, offered: list[str]) -> None:
    """LG-10 `wild_single_any`: by robbing a kong too."""
    melds = "123m<0 456m<0 789m<0 111s<0 123p<0"
    hand = in_play({0: "9p", 1: f"7s {melds}"}, options={"wild_single_any": single}, front="2z")
    assert some("h", hand.do(0, "d:9p"), 1) == offered
    robbing = in_play({0: "555p<2", 1: f"7s {melds}"}, drawn="5p", options={"wild_single_any": single}).do(
        0, "k:5p"
    )
    assert some("h", robbing, 1) == offered
    other = in_play({0: "9s", 1: WAITS_9S}, options={"wild_single_any": single}).do(0, "d:9s")
    assert some("h", other, 1) == ["h"]
    drawing = in_play({1: f"7s {melds}"}, options={"wild_single_any": single}, front="2z", turn=1, drawn="3z")
    assert some("h", drawing, 1) == ["h"]


# -- dead wall and division: LG-13 … LG-15


def test_forty_nine_tiles_can_be_drawn_after_the_deal() -> None:
    """LG-13."""
    assert dealt().state.left == 49


def test_every_other_tail_draw_costs_two_tiles() -> None:
    """LG-13: the dead wall has 21 tiles after an even number of them, 20 after an odd one."""
    hand = dealt("1111m2222m3333m", tail="7s1z2z3z")
    lefts = [hand.do(0, f"k:{kind}").state.left for kind in ("1m", "2m", "3m")]
    assert lefts == [49, 47, 47]


def test_the_last_four_tiles_are_dealt_out() -> None:
    """LG-14: one each from the next seat on; a flower is not laid out; then the hand is drawn."""
    hand = in_play({}, left=4, front="1f2m3m4m").go("0 d:1p").close()
    assert (hand.kind, hand.asked, hand.acts(1)) == ("division", (1,), ["x"])
    hand.passes().passes().passes().passes()
    assert hand.told("draw") == ["draw 1 1f", "draw 2 2m", "draw 3 3m", "draw 0 4m"]
    assert (hand.told("flowers"), hand.told("drawn")) == ([], ["drawn"])


def test_a_tile_of_the_last_four_wins_as_a_self_draw_before_the_next_is_dealt() -> None:
    """LG-14: 海底捞月; no kong there."""
    hand = in_play({2: WAITS_9S, 1: "4444z"}, left=4, front="1m9s").go("0 d:1p").close()
    assert hand.acts(1) == ["x"]
    hand.play("1 x, 2 h")
    assert (winner(hand), hand.win_events, len(hand.told("draw"))) == (2, {"division"}, 2)


def test_with_five_left_the_river_tile_is_drawn_in_turn() -> None:
    """LG-14."""
    hand = in_play({}, left=5).go("0 d:1p").close()
    assert (hand.kind, hand.state.left) == ("turn", 4)


def flower_drawn(left: int, *, odd: bool, front: str) -> Rigged:
    """Seat 1 draws a guest flower, after which `left` tiles are left."""
    hand = in_play({1: WAITS_9S}, left=left + 1, odd=odd, front="1f" + front, tail="8p").go("0 d:1z")
    return hand.drift(lambda state: len(state.seats[1].flowers) == 1)


def test_with_the_river_tile_there_and_21_dead_the_turn_goes_on() -> None:
    """LG-15, first row: the lone tail tile, a discard, L 5."""
    hand = flower_drawn(5, odd=False, front="")
    assert hand.told("draw")[-1] == "draw 1 8p tail"
    assert (hand.kind, hand.state.left) == ("turn", 5)


def test_with_the_river_tile_there_and_20_dead_nothing_is_discarded() -> None:
    """LG-15, second row: the very last tail tile, win or not; the other three get the three tiles left."""
    hand = flower_drawn(5, odd=True, front="2m3m4m")
    assert hand.told("draw")[-1] == "draw 1 8p tail"
    assert (hand.kind, hand.asked) == ("division", (1,))
    hand.passes().passes().passes().passes()
    assert hand.told("draw")[-3:] == ["draw 2 2m", "draw 3 3m", "draw 0 4m"]
    assert hand.told("drawn") == ["drawn"]


def test_with_the_last_four_and_21_dead_a_discard_and_the_division_follow() -> None:
    """LG-15, third row."""
    hand = flower_drawn(4, odd=False, front="2m3m4m5m")
    assert hand.told("draw")[-1] == "draw 1 8p tail"
    assert (hand.kind, hand.state.left) == ("turn", 4)
    hand.close().drift(lambda state: state.phase == "division")
    hand.passes().passes().passes().passes()
    assert hand.told("draw")[-4:] == ["draw 2 2m", "draw 3 3m", "draw 0 4m", "draw 1 5m"]


def test_with_the_last_four_and_20_dead_the_replacement_is_the_last_of_them() -> None:
    """LG-15, fourth row: that seat decides first, the others get the remaining ones in order."""
    hand = flower_drawn(4, odd=True, front="2m3m4m5m")
    assert hand.told("draw")[-1] == "draw 1 5m last"
    assert (hand.kind, hand.asked) == ("division", (1,))
    hand.passes().passes().passes().passes()
    assert hand.told("draw")[-3:] == ["draw 2 2m", "draw 3 3m", "draw 0 4m"]
    assert hand.told("drawn") == ["drawn"]


def test_such_a_replacement_may_win() -> None:
    """LG-15, LG-38 `kong_bloom_tai`: a flower's replacement."""
    hand = in_play({1: WAITS_9S}, left=5, odd=True, front="1f2m3m4m9s", options={"kong_bloom_tai": 1}).go(
        "0 d:1z, 1 h"
    )
    assert hand.win_events == {"division", "flower_bloom"}
    assert "tai_kong_bloom" in hand.fans


def test_a_flower_that_comes_as_such_a_replacement_is_kept() -> None:
    """LG-15: nothing more is replaced."""
    hand = in_play({}, left=5, odd=True, front="1f2m3m4m3f").go("0 d:1z").close()
    assert hand.told("flowers") == ["flowers 1 1f"]
    assert hand.acts(1) == ["x"]


@pytest.mark.parametrize(
    ("left", "odd", "kind", "drawn"),
    [
        (5, False, "turn", "draw 0 8p tail"),
        (5, True, "division", "draw 0 8p tail"),
        (4, False, "turn", "draw 0 8p tail"),
        (4, True, "division", "draw 0 5m last"),
        (6, True, "turn", "draw 0 8p tail"),
    ],
)
def test_an_own_kong_near_the_end_is_replaced_by_the_same_table(
    left: int, odd: bool, kind: str, drawn: str
) -> None:
    """LG-15."""
    hand = in_play({0: "2222p"}, left=left, odd=odd, front="2m3m4m5m6m"[: 2 * left], tail="8p").do(0, "k:2p")
    assert hand.told("draw") == [drawn]
    assert (hand.kind, hand.asked) == (kind, (0,))


@pytest.mark.parametrize(("odd", "kind"), [(False, "turn"), (True, "division")])
def test_a_discard_konged_at_the_end_is_replaced_by_the_same_table(odd: bool, kind: str) -> None:
    """LG-15: with the last four left."""
    hand = in_play({0: "5p", 2: "555p"}, left=4, odd=odd, front="2m3m4m5m", tail="8p").go("0 d:5p, 2 k:5p")
    assert (hand.kind, hand.asked) == (kind, (2,))
    if odd:
        hand.passes().passes().passes().passes()
        assert hand.told("draw") == ["draw 2 5m last", "draw 3 2m", "draw 0 3m", "draw 1 4m"]


def test_so_is_a_win_on_the_replacement_of_a_flower_that_came_for_a_kong() -> None:
    """LG-15, LG-38: the kong at dead 21, its flower at dead 20."""
    hand = in_play({0: "5555p123456789m99s23p"}, left=5, tail="2f1p").go("0 k:5p, 0 h")
    assert hand.told("draw") == ["draw 0 2f tail", "draw 0 1p tail"]
    assert hand.win_events == {"division", "kong_bloom"}


def test_a_win_on_such_a_kongs_replacement_is_a_kong_bloom() -> None:
    """LG-15, LG-38."""
    hand = in_play({0: "5555p123456789m99s23p"}, left=4, odd=True, front="2m3m4m1p").go("0 k:5p, 0 h")
    assert hand.win_events == {"division", "kong_bloom"}


# -- abortive draws: LG-16


ABORTS = {"abort_draws": True}


def four_east(options: Mapping[str, Any], last: str = "1z") -> Rigged:
    """Every seat throws East first, the last seat perhaps something else."""
    hand = dealt("1z9m", "1z9m", "1z9m", "1z9m", options=options)
    return hand.go(f"0 d:1z, 1 d:1z, 2 d:1z, 3 d:{last}").passes()


def test_four_equal_winds_in_the_first_round_draw_the_hand() -> None:
    """LG-16 四风连打."""
    assert four_east(ABORTS).told("drawn") == ["drawn four_winds"]
    assert four_east({}).told("drawn") == []
    assert four_east(ABORTS, "9m").told("drawn") == []


NINE_KINDS = "19m19p19s123z"


def test_nine_kinds_of_big_tiles_may_be_called_in_the_first_turn() -> None:
    """LG-16 九种九幺."""
    hand = dealt(NINE_KINDS + "24m24p2468s", options=ABORTS)
    assert "a" in hand.acts(0)
    assert "a" not in dealt(NINE_KINDS + "24m24p2468s").acts(0)
    hand.do(0, "a")
    assert hand.told("drawn") == ["drawn nine_kinds"]
    assert hand.payments == (0, 0, 0, 0)


def test_nine_kinds_are_called_by_the_others_too_but_only_in_their_first_turn() -> None:
    """LG-16."""
    nine = NINE_KINDS + "24m24p234s"
    assert "a" in till_turn(dealt("9s", nine, options=ABORTS, front="2s"), 1).acts(1)
    assert "a" not in in_play({0: NINE_KINDS}, options=ABORTS).acts(0)


def test_wilds_are_no_big_kinds() -> None:
    """LG-16: eight kinds and the wild one."""
    assert "a" not in dealt(NINE_KINDS + "24m24p2468s", options=ABORTS, tail="3z").acts(0)


KONGS = {0: "5555p (1111z)", 1: "(9999p)", 2: "(2222z)"}
WAITS_5M = "123456789m123p44z46m"


def test_after_the_fourth_kong_there_is_only_a_discard() -> None:
    """LG-16 四杠: no win on its replacement, no further kong."""
    hand = in_play({**KONGS, 0: "5555p3333p (1111z)"}, options=ABORTS).do(0, "k:5p")
    assert {text[0] for text in hand.acts(0)} == {"d"}
    complete = {**KONGS, 0: "5555p12345678m99s (1111z)"}
    assert some("h", in_play(complete, tail="9m").do(0, "k:5p"), 0) == ["h"]
    assert some("h", in_play(complete, tail="9m", options=ABORTS).do(0, "k:5p"), 0) == []


def test_that_discard_may_be_won_and_otherwise_the_hand_is_drawn() -> None:
    """LG-16: it can be neither chowed nor punged."""
    seats = {**KONGS, 0: "5555p5m (1111z)", 1: "46m (9999p)", 3: "55m"}
    hand = in_play(seats, options=ABORTS).go("0 k:5p, 0 d:5m")
    assert [hand.acts(seat) for seat in (1, 2, 3)] == [["x"]] * 3
    assert hand.passes().told("drawn") == ["drawn four_kongs"]
    won = in_play({**KONGS, 0: "5555p5m (1111z)", 3: WAITS_5M}, options=ABORTS)
    assert winner(won.go("0 k:5p, 0 d:5m, 3 h")) == 3


def test_where_no_discard_follows_the_fourth_kong_draws_the_hand() -> None:
    """LG-16, LG-15."""
    hand = in_play(KONGS, options=ABORTS, left=5, odd=True).do(0, "k:5p")
    assert hand.told("drawn") == ["drawn four_kongs"]


def test_four_kongs_of_one_seat_or_without_the_option_draw_nothing() -> None:
    """LG-16."""
    one = in_play({0: "5555p (1111z) (2222z) (3333z)"}, options=ABORTS).go("0 k:5p")
    assert some("k", one, 0) == []
    one.close().passes()
    assert one.told("drawn") == []
    assert in_play(KONGS).go("0 k:5p").close().passes().told("drawn") == []


def test_a_fourth_kong_that_is_robbed_is_won() -> None:
    """LG-16."""
    seats = {**KONGS, 0: "555p<2 (1111z)", 3: WAITS_5P}
    assert winner(in_play(seats, drawn="5p", options=ABORTS).go("0 k:5p, 3 h")) == 3


def test_three_winners_of_one_discard_draw_the_hand() -> None:
    """LG-16 三家同响; otherwise the nearest has it."""
    seats = {0: "9s", 1: WAITS_9S, 2: WAITS_9S, 3: WAITS_9S}
    hand = in_play(seats, options=ABORTS).play("0 d:9s, 1 h")
    assert not settled(hand.state)
    assert hand.play("2 h, 3 h").told("drawn") == ["drawn three_winners"]
    assert winner(in_play(seats, options=ABORTS).play("0 d:9s, 1 h, 2 x, 3 h")) == 1
    assert winner(in_play(seats).play("0 d:9s, 1 h, 2 h, 3 h")) == 1


# -- claims and kongs: LG-17 … LG-21


def test_a_win_goes_before_a_kong_and_a_kong_before_a_chow() -> None:
    """LG-17."""
    kong = in_play({0: "5p", 1: "46p", 2: "555p"}).play("0 d:5p, 1 c:4p, 2 k:5p, x")
    assert kong.state.seats[2].melds[0].is_kong
    assert winner(in_play({0: "5p", 1: "555p", 2: WAITS_5P}).play("0 d:5p, 1 k:5p, 2 h, x")) == 2


def test_the_nearest_winner_has_the_tile() -> None:
    """LG-18."""
    hand = in_play({0: "9s", 1: WAITS_9S, 2: WAITS_9S}).play("0 d:9s, 2 h, 1 h, x")
    assert winner(hand) == 1


def test_three_wilds_on_the_dealt_sixteen_beat_a_nearer_earthly_win() -> None:
    """LG-18."""
    hand = dealt("9s", WAITS_9S, "777s").go("0 d:9s, 1 h").state
    assert hand.result is not None
    assert hand.result.wins[0].seat == 1
    both = dealt("9s", WAITS_9S, "777s").do(0, "d:9s").passes().play("1 h, 2 h:t, x")
    assert (winner(both), both.win_events) == (2, {"three_golds"})
    assert both.payments == (-600, -300, 1200, -300)


def test_a_discarded_fourth_tile_of_an_own_pung_is_not_konged() -> None:
    """LG-19."""
    hand = in_play({0: "5p", 2: "555p<1"}).do(0, "d:5p")
    assert hand.acts(2) == ["x"]


def test_the_fourth_tile_of_an_own_pung_is_added_or_kept() -> None:
    """LG-19: never thrown, in a turn that a claim began neither."""
    hand = in_play({0: "9s 555p<1"}, drawn="5p")
    assert "5p" not in thrown_kinds(hand, 0)
    assert some("k", hand, 0) == ["k:5p"]
    later = in_play({0: "9m", 1: "5p99m 555p<2"}).go("0 d:9m, 1 p")
    assert "5p" not in thrown_kinds(later, 1)
    assert some("k", later, 1) == []


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ("555p4s", ["k:5p", "x"]),  # a pung would leave its own fourth tile and one of 4s
        ("55p4s7z", ["x"]),
        ("55p4s7s", ["h", "x"]),  # 7s is wild
        ("555p7s", ["h", "x"]),  # and a kong a wild alone (LG-10)
        ("55p4s1s", ["p", "x"]),
        ("555p1s", ["k:5p", "p", "x"]),
    ],
)
def test_no_pung_that_leaves_only_what_is_never_thrown(hand: str, offered: list[str]) -> None:
    """LG-19, LG-23: the fourth tile of a pung is kept, of the one that is claimed just now too."""
    play = in_play({0: "5p", 1: f"{hand} 444s<0 123m<0 789m<0 777z<2"}).do(0, "d:5p")
    assert play.acts(1) == offered
    if "p" in offered:
        assert play.do(1, "p").close().acts(1) == ["d:1s"]


def test_one_may_pung_first_and_add_the_tile_on_a_later_turn() -> None:
    """LG-19 先碰后杠; LG-20: not in the same turn."""
    hand = in_play({0: "5p", 1: "555p"}).go("0 d:5p, 1 p")
    assert some("k", hand, 1) == []
    assert some("k", till_turn(hand, 1), 1) == ["k:5p"]


def test_a_concealed_kong_may_wait() -> None:
    """LG-19: and shows one tile."""
    hand = in_play({0: "5555p"})
    assert {"k:5p", "d:5p"} <= set(hand.acts(0))
    hand.do(0, "k:5p").close()
    assert public_view(hand.state).seats[0].melds[0].tiles == (None, None, None, parse_tile("5p"))


def test_an_added_kong_may_be_robbed_and_its_pung_stays() -> None:
    """LG-21."""
    hand = in_play({0: "555p<2", 2: WAITS_5P}, drawn="5p").play("0 k:5p, 2 h, x")
    result = hand.state.result
    assert result is not None
    assert (winner(hand), hand.win_events, result.wins[0].source) == (2, {"rob_kong"}, 0)
    assert [meld.kind for meld in result.seats[0].melds] == [MeldKind.PUNG]


def test_other_kongs_are_not_robbed() -> None:
    """LG-21."""
    assert in_play({0: "5555p", 2: WAITS_5P}).do(0, "k:5p").kind == "turn"


# -- swap-calls, passed pungs, passed wins: LG-23 … LG-25


@pytest.mark.parametrize(
    ("claimed", "used", "chow", "barred"),
    [("3m", "45m", "3m", {"3m", "6m"}), ("5m", "46m", "4m", {"5m"}), ("7m", "56m", "5m", {"4m", "7m"})],
)
def test_after_a_chow_neither_the_tile_nor_its_other_end_is_thrown(
    claimed: str, used: str, chow: str, barred: set[str]
) -> None:
    """LG-23: with 345 in hand, chow 2, throw 5."""
    kinds = {"3m", "4m", "5m", "6m", "7m"}
    hand = in_play({0: claimed, 1: used + "34567m"}).go(f"0 d:{claimed}, 1 c:{chow}")
    assert kinds - thrown_kinds(hand, 1) == barred


def test_after_a_pung_the_tile_is_not_thrown_until_the_next_turn() -> None:
    """LG-23."""
    hand = in_play({0: "5m", 1: "555m"}).go("0 d:5m, 1 p")
    assert "5m" not in thrown_kinds(hand, 1)


def test_an_own_discard_is_not_chowed_back_before_the_own_next_turn() -> None:
    """LG-23: a turn that a claim begins counts."""
    hand = position(GAME, {1: "5m46m99s", 0: "5m", 3: "9s"}, turn=1, front="1z2z3z").go("1 d:5m")
    till_turn(hand, 0).do(0, "d:5m")
    assert some("c", hand, 1) == []
    claimed = position(GAME, {1: "5m46m99s1p", 0: "5m", 3: "9s"}, turn=1, front="1z2z3z").go("1 d:5m")
    till_turn(claimed, 3)
    claimed.go("3 d:9s, 1 p, 1 d:1p")
    till_turn(claimed, 0).do(0, "d:5m")
    assert "c:4m" in some("c", claimed, 1)


def test_a_passed_pung_is_barred_until_the_own_next_draw() -> None:
    """LG-24."""
    hand = in_play({0: "5p", 2: "55p"}, front="5p").go("0 d:5p, 1 d:5p")
    assert some("p", hand, 2) == []


def passed_win(**more: Any) -> Rigged:
    """Seat 2, which waits for 9s and 6s, has let 9s go."""
    return in_play({0: "9s", 2: "123456789m123p78s22z", **more.pop("seats", {})}, indicator="7p", **more)


def test_a_passed_win_bars_every_discard_until_the_own_next_draw() -> None:
    """LG-25 a."""
    hand = passed_win(front="6s").go("0 d:9s, 1 d:6s")
    assert some("h", hand, 2) == []


def test_a_passed_win_leaves_the_self_draw_and_ends_with_it() -> None:
    """LG-25: self-draw is always allowed."""
    hand = passed_win(front="1z6s", seats={3: "6s"}).go("0 d:9s, 1 d:1z")
    till_turn(hand, 2)
    assert some("h", hand, 2) == ["h"]
    till_turn(hand.do(2, "d:6s"), 3)
    assert not any(ban.act == "win" and ban.kinds is None for ban in hand.state.seats[2].bans)


def test_a_robbed_kong_let_go_is_a_passed_win() -> None:
    """LG-25 a."""
    hand = in_play({0: "555p<3", 2: WAITS_5P}, drawn="5p").go("0 k:5p").passes()
    assert any(ban.act == "win" and ban.kinds is None for ban in hand.state.seats[2].bans)


def test_an_own_discard_is_not_won_on_until_the_own_next_draw() -> None:
    """LG-25 b: that tile only."""
    seats = {0: "123456789m123p78s22z"}
    hand = in_play(seats, drawn="9s", indicator="7p", front="9s6s").go("0 d:9s, 1 d:9s")
    assert some("h", hand, 0) == []
    hand.go("2 d:6s")
    assert some("h", hand, 0) == ["h"]


FOUR_TILES = "46p99s 123m<0 456m<0 789m<0 111s<3"
"""Complete with 5p; a chow of it leaves a pair."""


@pytest.mark.parametrize("early", [True, False])
def test_who_breaks_his_pair_instead_of_winning_may_win_again(early: bool) -> None:
    """LG-25, exception to (a) and (b): even on the tile just thrown."""
    hand = in_play({0: "5p", 1: FOUR_TILES}, front="9s").do(0, "d:5p")
    if not early:
        hand.passes()
    hand.go("1 c:4p, 1 d:9s")
    till_turn(hand, 2).do(2, "d:9s")
    assert some("h", hand, 1) == ["h"]


def test_with_more_than_four_tiles_a_chow_re_opens_nothing() -> None:
    """LG-25."""
    hand = in_play({0: "5p", 1: "46p99s789s 123m<0 456m<0 111s<3"}, indicator="7p", front="9s")
    hand.go("0 d:5p, 1 c:4p, 1 d:7s")
    till_turn(hand, 2).do(2, "d:9s")
    assert some("h", hand, 1) == []
    assert any(ban.act == "win" and ban.kinds is None for ban in hand.state.seats[1].bans)


# -- wins: LG-26 … LG-29


def test_three_wilds_may_be_declared_at_any_own_draw() -> None:
    """LG-27 推土机: no shape, never forced, open melds allowed."""
    hand = in_play({0: "77s 123m<3"}, drawn="7s")
    assert some("h", hand, 0) == ["h:t"]
    assert some("d", hand, 0)
    hand.do(0, "h:t")
    assert (hand.win_events, hand.payments) == ({"three_golds"}, (1800, -600, -600, -600))


def test_three_wilds_win_in_the_division_too() -> None:
    """LG-27: any own draw."""
    hand = in_play({1: "77s"}, left=4, front="7s").go("0 d:1p").close()
    assert hand.acts(1) == ["h:t", "x"]


def test_three_wilds_are_not_declared_after_a_claim() -> None:
    """LG-27."""
    assert some("h", in_play({0: "5m", 1: "55m777s"}).go("0 d:5m, 1 p"), 1) == []


@pytest.mark.parametrize(("hand", "acts"), [("777s", []), ("777s1f", ["h:t"])])
def test_at_some_tables_the_own_flower_is_needed_too(hand: str, acts: list[str]) -> None:
    """LG-27 `lazi_wilds` 4."""
    assert some("h", in_play({0: hand}, options={"lazi_wilds": 4}), 0) == acts


def test_of_a_turned_flower_the_three_others_do() -> None:
    """LG-27: three flowers suffice either way."""
    assert some("h", in_play({0: "124f"}, indicator="3f", options={"lazi_wilds": 4}), 0) == ["h:t"]


def test_replacements_count_as_held_on_the_dealt_sixteen() -> None:
    """LG-18, LG-27: the third wild comes for a flower."""
    hand = dealt("9s", "77s1f", tail="7s7s").do(0, "d:9s").passes()
    assert some("h", hand, 1) == ["h:t"]
    hand.play("1 h:t, x")
    assert hand.payments == (-600, 1200, -300, -300)


def test_on_the_second_discard_the_dealt_sixteen_are_past() -> None:
    """LG-27: then an own draw."""
    hand = dealt("9s", "", "777s", front="9p").go("0 d:9s, 1 d:9p")
    assert some("h", hand, 2) == []
    till_turn(hand, 2)
    assert some("h", hand, 2) == ["h:t"]


def test_the_dealer_complete_on_the_deal_wins_heavenly() -> None:
    """LG-28: after concealed kongs too."""
    hand = dealt(HEAVENLY).do(0, "h")
    assert (hand.win_events, hand.payments) == ({"heavenly"}, (1800, -600, -600, -600))
    kong = dealt("1111s123456789m123p9s", tail="7s9s").play("0 k:1s, 0 h")
    assert kong.win_events == {"heavenly", "kong_bloom"}


def test_a_win_on_the_dealers_first_discard_is_earthly() -> None:
    """LG-28: also after an opening kong."""
    hand = dealt("9s", WAITS_9S).do(0, "d:9s").passes().play("1 h, x")
    assert (hand.win_events, hand.payments) == ({"earthly"}, (-600, 1200, -300, -300))
    kong = dealt("9s", "1111s123456789m123p", tail="7s9s").do(0, "d:9s").play("1 k:1s, x, 1 x, 1 h, x")
    assert (winner(kong), kong.win_events) == (1, {"earthly"})


@pytest.mark.parametrize(("pairs", "acts"), [(True, ["h"]), (False, [])])
def test_seven_pairs_and_a_set_win_where_the_table_says_so(pairs: bool, acts: list[str]) -> None:
    """LG-29 `eight_pairs`."""
    hand = in_play({0: "1133m5577p1133s222z9m"}, drawn="9m", options={"eight_pairs": pairs})
    assert some("h", hand, 0) == acts


@pytest.mark.parametrize(("least", "offered"), [(1, ["h"]), (2, [])])
def test_a_win_is_offered_only_with_enough_tai(least: int, offered: list[str]) -> None:
    """LG-26 `min_tai`: without a wild one 台."""
    hand = in_play({0: "9s", 1: WAITS_9S}, options={"min_tai": least}).do(0, "d:9s")
    assert some("h", hand, 1) == offered


def test_a_guest_flower_of_the_division_wins_nothing() -> None:
    """LG-14, LG-42: the own one is a wild and does."""
    guest = in_play({1: WAITS_9S}, left=4, front="1f").go("0 d:1z").close()
    assert (guest.kind, guest.acts(1)) == ("division", ["x"])
    spare = in_play({1: "123456789m123p99s7s2f"}, left=4, front="1f").go("0 d:1z").close()
    assert (spare.kind, spare.acts(1)) == ("division", ["x"])
    own = in_play({1: WAITS_9S}, left=4, front="2f").go("0 d:1z").close()
    assert (own.kind, own.acts(1)) == ("division", ["h", "x"])


# -- standing seats: LG-14, LG-34


def test_a_standing_seat_is_not_asked_and_draws_and_discards() -> None:
    """LG-34."""
    hand = in_play({0: "9s", 1: WAITS_9S}, standing=[1], front="9s").do(0, "d:9s")
    assert hand.asked == (2, 3)
    assert some("h", till_turn(hand, 1), 1) == []
    assert some("d", hand, 1)


def test_a_standing_seat_gets_its_tile_of_the_last_four_and_cannot_win() -> None:
    """LG-14."""
    hand = in_play({1: WAITS_9S}, standing=[1], left=4, front="9s2m").go("0 d:1p").close()
    assert (hand.kind, hand.asked) == ("division", (2,))
    assert hand.told("draw") == ["draw 1 9s", "draw 2 2m"]


def test_when_all_four_stand_the_hand_is_drawn() -> None:
    """LG-34."""
    assert in_play({}, standing=[0, 1, 2, 3]).go("0 d:1p").told("drawn") == ["drawn"]


# -- 包三家: LG-36


REST = "123456789m12345p"
"""Fourteen tiles of the thrower without any honour."""


def thrown_late(honours: str, tile: str, **more: Any) -> Rigged:
    """Seat 0 with these two honours throws one that seat 1 wins on."""
    more.setdefault("left", 8)
    hand = in_play({0: REST + honours, 1: "123456m123456789s" + tile}, drawn="8p", indicator="9p", **more)
    return hand.go(f"0 d:{tile}, 1 h")


def bao(hand: Rigged) -> Any:
    result = hand.state.result
    return result.facts.get("bao") if result else "not over"


def test_an_unseen_dragon_thrown_late_beside_one_own_wind_is_paid_for_all() -> None:
    """LG-36 a."""
    hand = thrown_late("1z6z", "6z")
    assert bao(hand) == 0
    assert hand.payments[2:] == (0, 0)


@pytest.mark.parametrize(
    ("honours", "more"),
    [
        ("1z6z", {"left": 9}),
        ("1z6z", {"discards": {2: "6z"}}),
        ("2z6z", {}),
        ("1z6z", {"options": {"bao_late": 7}}),
    ],
)
def test_earlier_seen_or_beside_another_wind_it_is_not(honours: str, more: dict[str, Any]) -> None:
    """LG-36 a: L above `bao_late`, a copy among the discards, no own wind."""
    assert bao(thrown_late(honours, "6z", **more)) is None


def test_beside_two_own_winds_it_is_not() -> None:
    """LG-36 a: exactly one."""
    seats = {0: "123456789m1234p11z6z", 1: "123456m123456789s6z"}
    assert bao(in_play(seats, drawn="8p", indicator="9p", left=8).go("0 d:6z, 1 h")) is None


@pytest.mark.parametrize(("discards", "payer"), [({3: "7z"}, 0), ({}, None)])
def test_the_second_dragon_of_two_held_is_paid_for_all(discards: dict[int, str], payer: int | None) -> None:
    """LG-36 b, c: one kind has been thrown, the other is unseen."""
    assert bao(thrown_late("67z", "6z", discards=discards)) == payer


def test_a_claimed_tile_has_been_thrown_too() -> None:
    """LG-36 b, c: 7z was punged by seat 2."""
    seats = {0: REST + "67z", 1: "123456m123456789s6z", 2: "777z<3"}
    assert bao(in_play(seats, drawn="8p", indicator="9p", left=8).go("0 d:6z, 1 h")) == 0


def test_a_wind_thrown_to_three_wind_sets_is_paid_for_all_at_any_time() -> None:
    """LG-36 F."""
    seats = {0: "4z", 1: "123456m4z 111z<2 222z<2 333z<3"}
    assert bao(in_play(seats, left=40).go("0 d:4z, 1 h")) == 0


def test_an_honour_thrown_to_three_honour_melds_is_paid_for_all() -> None:
    """LG-36 F: all of them honours."""
    seats = {0: "4z", 1: "123456m4z 111z<2 666z<2 777z<3"}
    assert bao(in_play(seats).go("0 d:4z, 1 h")) == 0
    mixed = {0: "4z", 1: "123m4z 456m<0 111z<2 666z<2 777z<3"}
    assert bao(in_play(mixed).go("0 d:4z, 1 h")) is None


def test_two_wind_sets_are_not_enough() -> None:
    """LG-36 F."""
    seats = {0: "4z", 1: "123m4z 456m<0 111z<2 222z<2 789m<0"}
    assert bao(in_play(seats).go("0 d:4z, 1 h")) is None


def test_a_robbed_kong_is_no_throw() -> None:
    """LG-36: a discard is won."""
    seats = {0: "444z<2", 1: "123456m7s 111z<2 222z<2 333z<3"}
    hand = in_play(seats, drawn="4z").go("0 k:4z, 1 h")
    assert (winner(hand), bao(hand)) == (1, None)


RISKY = {0: REST + "1z6z"}


def test_the_table_warns_of_such_a_throw() -> None:
    """LG-36 `bao_assist` warn: it may be thrown."""
    state = in_play(RISKY, drawn="8p", indicator="9p", left=8).state
    assert GAME.warnings(state, 0) == {parse_tile("6z"): "throw.liability"}
    assert seat_view(state, 0).warned == {parse_tile("6z")}
    assert "6z" in thrown_kinds(Rigged(state, ()), 0)


def test_the_table_warns_whoever_might_win_on_it() -> None:
    """LG-36 F: not of a standing seat."""
    seats = {0: "4z", 3: "111z<2 222z<2 333z<1"}
    assert GAME.warnings(in_play(seats).state, 0).get(parse_tile("4z")) == "throw.liability"
    assert GAME.warnings(in_play(seats, standing=[3]).state, 0) == {}


def test_a_computer_seat_does_not_throw_what_it_is_warned_of() -> None:
    """LG-36: 6z is the one tile that it has no use for."""
    seats = {0: "123456789m12345p11z6z"}
    late = in_play(seats, left=9).state
    assert choose(seat_view(late, 0)).text == "d:6z"
    warned = in_play({0: "123456789m12345p1z6z"}, drawn="3p", left=8).state
    assert choose(seat_view(warned, 0)).text == "d:1z"


def test_a_locked_table_does_not_offer_it_while_another_tile_can_be_thrown() -> None:
    """LG-36 `bao_assist` lock."""
    lock = {"bao_assist": "lock"}
    assert "6z" not in thrown_kinds(in_play(RISKY, drawn="8p", indicator="9p", left=8, options=lock), 0)
    only = {0: "4z 123m<3 456m<3 789m<3 123p<3 456p<3", 1: "111z<2 222z<2 333z<3"}
    assert thrown_kinds(in_play(only, drawn="7s", options=lock), 0) == {"4z"}


# -- the match: LG-5, II.11


def match_after(hand: Rigged, match: MatchState) -> MatchState:
    state = hand.state
    assert state.result is not None
    assert state.settlement is not None
    return GAME.next_match(match, replace(state.result, streak=match.streak), state.settlement)


def test_the_dealer_stays_only_by_winning() -> None:
    """LG-5: after a draw the deal passes too."""
    match = MatchState(dealer=0)
    assert match_after(dealt(HEAVENLY).do(0, "h"), match).dealer == 0
    won = dealt("9s", "", WAITS_9S).do(0, "d:9s").passes().play("2 h, x")
    assert match_after(won, match).dealer == 1
    assert match_after(in_play({}, standing=[0, 1, 2, 3]).go("0 d:1p"), match).dealer == 1


def test_a_match_ends_after_its_hands_or_when_somebody_has_nothing_left() -> None:
    """II.11 `match`, `hands`, `match_stake`."""
    hands = GAME.options.from_json({"hands": 4})
    assert not GAME.is_over(MatchState(dealer=0, hand=4), hands)
    assert GAME.is_over(MatchState(dealer=0, hand=5), hands)
    broke = GAME.options.from_json({"match": "broke", "match_stake": 500})
    assert not GAME.is_over(MatchState(dealer=0, hand=50, totals=(999, -499, -250, -250)), broke)
    assert GAME.is_over(MatchState(dealer=0, hand=2, totals=(1000, -500, -250, -250)), broke)
