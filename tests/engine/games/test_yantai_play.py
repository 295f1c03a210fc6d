"""Play of Yantai: stakes, 天胡 and 明打, claims, robbing, the last tile, the match (Y-2 … Y-16)."""

from typing import Any

import pytest

from engine.actions import PASS
from engine.games.yantai import GAME
from engine.games.yantai.play import MOST_STAKES, offered_stakes
from engine.match import MatchState
from engine.melds import Meld, MeldKind
from engine.prompts import PromptKind
from engine.result import Result, SeatResult, Win, settle
from engine.selfplay import computer_player, first_match, play_hands
from engine.tiles import parse_tile, parse_tiles
from engine.views import public_view, seat_view
from tests.engine.rigged import Rigged, placed, rigged

READY = "123456789m22p45s"
"""Closed, waits for 3s and 6s; won it is 一条龙."""
PLAIN = "123m456p789s22p45s"
"""Closed, waits for 3s and 6s; no big hand."""
WITH_QUAD = "555567m123456p22s"
"""A complete dealt hand in which four 5m are a pung and part of a chow."""
QUIET = {"stake": {"enabled": False}}


def dealt(*hands: str, **more: Any) -> Rigged:
    """A hand from its very beginning, the first of a match dealt by seat 0."""
    return rigged(GAME, hands=(*hands, *("",) * (4 - len(hands))), **more)


def begun(*hands: str, opened: tuple[int, ...] = (), **more: Any) -> Rigged:
    """The same after the questions: nobody stakes, the seats in `opened` play open."""
    hand = dealt(*hands, **more)
    if hand.kind == "stake":
        hand.close()
    for seat in opened:
        hand.do(seat, "m")
    return hand.drift(lambda state: state.phase == "play")


def midway(seats: dict[int, str], **more: Any) -> Rigged:
    """A hand in the middle of play."""
    return placed(GAME, seats, **more)


def to_end(hand: Rigged) -> Rigged:
    """Everybody passes and throws what he draws until the hand is over."""
    return hand.drift(lambda state: state.over)


def is_drawn(hand: Rigged) -> bool:
    """Whether the hand is over without a winner."""
    return hand.state.result is not None and not hand.state.result.wins


# -- stakes (Y-15)


def test_stakes_come_before_the_deal_and_are_asked_of_all_alike() -> None:
    hand = dealt()
    assert hand.kind == "stake"
    assert hand.asked == (0, 1, 2, 3)
    assert hand.state.seats[0].hand == ()
    assert [hand.acts(seat) for seat in range(4)] == [[*(f"s:{bases}" for bases in range(1, 11)), "x"]] * 4


def test_stakes_are_secret_until_all_have_chosen_then_shown_in_coins() -> None:
    hand = dealt().do(0, "s:3").do(1, "s:10").do(2, "x")
    assert hand.events == ()
    assert [seat.stake for seat in public_view(hand.state).seats] == [0, 0, 0, 0]
    assert [seat_view(hand.state, 3).public.seats[seat].stake for seat in range(4)] == [0, 0, 0, 0]
    hand.do(3, "s:1")
    assert [seat.stake for seat in public_view(hand.state).seats] == [300, 1000, 0, 100]
    assert hand.told("stake") == ["stake 0 3", "stake 1 10", "stake 2 0", "stake 3 1"]


def test_no_answer_is_no_stake() -> None:
    hand = dealt().do(2, "s:5").close()
    assert [seat.stake for seat in hand.state.seats] == [0, 0, 500, 0]


@pytest.mark.parametrize(
    ("options", "offered"),
    [
        ({"min": 2, "max": 6, "step": 2}, (2, 4, 6)),
        ({"min": 3, "max": 10, "step": 4}, (4, 8)),
        ({"min": 5, "max": 5}, (5,)),
    ],
)
def test_range_and_steps_of_stakes_are_options(options: dict[str, int], offered: tuple[int, ...]) -> None:
    assert offered_stakes(GAME.options.from_json({"stake": options})) == offered


def test_a_range_without_a_possible_stake_asks_nothing() -> None:
    assert dealt(options={"stake": {"min": 3, "max": 4, "step": 5}}).kind == "declare"
    assert dealt(options=QUIET).kind == "declare"


def test_of_a_very_wide_range_a_choice_is_offered() -> None:
    for rule in (
        {"max": 61},
        {"max": 100},
        {"max": 119},
        {"max": 1_000_000},
        {"min": 7, "max": 997, "step": 5},
    ):
        offered = offered_stakes(GAME.options.from_json({"stake": rule}))
        assert MOST_STAKES // 2 <= len(offered) <= MOST_STAKES
        last = rule["max"] - rule["max"] % rule.get("step", 1)
        assert (offered[0], offered[-1]) == (10 if "min" in rule else 1, last)
        assert list(offered) == sorted(set(offered))
    assert offered_stakes(GAME.options.from_json({"stake": {"max": 60}})) == tuple(range(1, 61))
    assert offered_stakes(GAME.options.from_json({"stake": {"min": 3, "max": 3}})) == (3,)
    assert offered_stakes(GAME.options.from_json({"stake": {"min": 3, "max": 4, "step": 5}})) == ()


def test_on_a_discard_only_the_discarder_settles_stakes() -> None:
    hand = dealt("6s", PLAIN)
    for seat, act in enumerate(("s:1", "s:2", "s:3", "s:4")):
        hand.do(seat, act)
    hand.drift(lambda state: hand.kind == "turn").go("0 d:6s, 1 h")
    # 地胡 4 × 100, and the stakes of both
    assert hand.payments == (-700, 700, 0, 0)


def test_a_drawn_hand_pays_no_stake() -> None:
    hand = dealt()
    for seat in range(4):
        hand.do(seat, "s:5")
    to_end(hand)
    assert is_drawn(hand)
    assert hand.payments == (0, 0, 0, 0)


# -- 天胡 and 明打 (Y-3.2, Y-14)


def test_all_four_are_asked_whether_they_play_open_and_only_a_complete_dealer_may_win() -> None:
    hand = dealt(READY + "6s", READY.replace("m", "p").replace("22p", "22m"), options=QUIET)
    assert hand.kind == "declare"
    assert [hand.acts(seat) for seat in range(4)] == [["h", "m", "x"], ["m", "x"], ["m", "x"], ["m", "x"]]
    other = dealt(READY + "7z", options=QUIET)
    assert other.acts(0) == ["m", "x"]


def test_what_the_group_can_press_does_not_tell_whether_the_dealer_may_win() -> None:
    options = GAME.options()
    acts = [str(act) for act in GAME.opening_acts(PromptKind.DECLARE, options)]
    assert acts == ["h", "m", "x"]
    assert GAME.opening_acts(PromptKind.STAKE, options)[-1] is PASS
    assert GAME.opening_acts(None, options) == ()


def test_a_dealt_win_overrides_every_other_answer() -> None:
    hand = dealt(READY + "6s", options=QUIET).do(1, "m").do(0, "h").do(2, "x").do(3, "m")
    assert hand.win_events == {"heavenly"}
    assert hand.payments == (4800, -1600, -1600, -1600)  # 天胡 8 × 一条龙 2 (Y8)
    assert not any(seat.declared for seat in hand.state.seats)


@pytest.mark.parametrize("answer", ["m", "x"])
def test_a_dealer_who_answers_otherwise_has_declined(answer: str) -> None:
    hand = dealt(WITH_QUAD, options=QUIET).do(0, answer).close()
    assert "h" not in hand.acts(0)
    assert "k:5m" in hand.acts(0)


def test_a_declined_dealer_may_win_on_a_kongs_replacement() -> None:
    hand = dealt(WITH_QUAD, options=QUIET, tail="8m").go("0 x").go("0 k:5m, 0 h")
    assert hand.win_events == {"kong_bloom"}


def test_without_open_play_the_dealt_win_is_offered_in_the_opening_turn() -> None:
    options = QUIET | {"mingda": {"enabled": False}}
    hand = dealt(READY + "6s", options=options)
    assert hand.kind == "turn"
    assert hand.go("0 h").win_events == {"heavenly"}


def test_answers_are_unseen_and_silence_is_closed() -> None:
    hand = dealt(options=QUIET).do(1, "m").do(3, "m")
    assert hand.events == ()
    assert not any(seat.declared or seat.hand for seat in public_view(hand.state).seats)
    hand.close()
    assert [sorted(seat.declared) for seat in public_view(hand.state).seats] == [[], ["open"], [], ["open"]]
    assert hand.told("declare") == ["declare 1 open", "declare 3 open"]


def test_an_open_hand_is_seen_by_all_with_every_drawn_tile() -> None:
    hand = begun("1z", READY, opened=(1,), front="7z", options=QUIET)
    assert public_view(hand.state).seats[1].hand == parse_tiles(READY)
    hand.go("0 d:1z").drift(lambda state: state.turn == 1 and hand.kind == "turn")
    seen = seat_view(hand.state, 3).public.seats[1]
    assert seen.hand == parse_tiles(READY + "7z")
    assert seen.count == 14
    assert public_view(hand.state).seats[2].hand is None


def test_in_every_state_open_hands_are_seen_and_asked_for_nothing_of_others() -> None:
    open_seats = 0
    for played in play_hands(GAME, 12, 3, players="random", check=check_open_seats):
        assert played.end.result is not None
        open_seats += sum("open" in seat.declared for seat in played.end.result.seats)
    assert open_seats > 6


def check_open_seats(state: Any) -> None:
    """What holds of open seats in any state."""
    view = public_view(state)
    for number, seat in enumerate(state.seats):
        if "open" in seat.declared and not state.over:
            assert view.seats[number].hand == seat.hand
            assert (
                state.prompt.kind in (PromptKind.TURN, PromptKind.DECLARE) or not state.prompt.options[number]
            )
            assert not seat.claimed_melds


def test_an_open_seat_claims_nothing_and_wins_by_self_draw() -> None:
    hand = begun("6s", READY, opened=(1,), front="6s", options=QUIET).go("0 d:6s")
    assert hand.asked == (2, 3)
    hand.drift(lambda state: state.turn == 1)
    assert hand.kind == "turn"
    assert "h" in hand.acts(1)
    # 地胡 4 × 一条龙 2 × 明打 4, no 门前清 beside 地胡
    assert hand.go("1 h").payments == (-3200, 9600, -3200, -3200)


def test_an_open_seat_makes_concealed_kongs_for_all_to_see() -> None:
    hand = begun("1z", "5555m" + "123p456p22z7s", opened=(1,), front="9p", tail="9m", options=QUIET)
    hand.go("0 d:1z").drift(lambda state: state.turn == 1 and hand.kind == "turn").do(1, "k:5m")
    seen = public_view(hand.state).seats[1]
    assert seen.melds[0].tiles == (parse_tile("5m"),) * 4
    assert len(seen.hand or ()) == 11


def test_a_seat_is_told_that_its_open_hand_wins_by_self_draw_only() -> None:
    hand = begun("1z", READY, READY.replace("m", "s").replace("45s", "45m"), opened=(1,), options=QUIET)
    views = [seat_view(hand.state, seat) for seat in (1, 2)]
    assert [GAME.wins_on_discard(view, view.own.hand) for view in views] == [False, True]


def test_three_open_seats_leave_nobody_to_ask() -> None:
    hand = begun("1z", "1z", "1z", opened=(1, 2, 3), options=QUIET).do(0, "d:1z")
    assert (hand.kind, hand.state.turn) == ("turn", 1)


def test_a_concealed_kong_lies_open_for_everybody() -> None:
    hand = midway({0: "5555m"}, tail="1m").do(0, "k:5m").go("0 d:1m")
    assert public_view(hand.state).seats[0].melds[0].tiles == (parse_tile("5m"),) * 4


# -- claims and wins on others' tiles (Y-6 … Y-9)


def test_two_could_win_only_the_nearest_who_wants_to_does() -> None:
    seats = {1: PLAIN, 3: "123m456p789p11s45s"}
    both = midway(seats, drawn="6s").do(0, "d:6s").do(3, "h").go("1 h")
    assert both.payments == (-100, 100, 0, 0)
    far = midway(seats, drawn="6s").do(0, "d:6s").do(1, "x").go("3 h")
    assert far.payments == (-100, 0, 0, 100)


def test_without_chows_nobody_is_asked_for_one() -> None:
    hand = midway({1: "78p"}, drawn="9p", options={"chow": False}).do(0, "d:9p")
    assert "c:7p" not in hand.acts(1)
    assert hand.passes().kind == "turn"
    assert "c:7p" in midway({1: "78p"}, drawn="9p").do(0, "d:9p").acts(1)


def test_only_self_draws_win_under_the_option() -> None:
    options = {"must_self_draw": True}
    assert "h" not in midway({1: PLAIN}, drawn="6s", options=options).do(0, "d:6s").acts(1)
    assert "h" in midway({1: PLAIN}, turn=1, drawn="6s", options=options).acts(1)
    robbed = midway({1: PLAIN, 0: "666s<3"}, drawn="6s", options=options).do(0, "k:6s")
    assert robbed.kind == "turn"


def test_the_pair_can_be_bound_to_2_5_8() -> None:
    options = {"pair258": True}
    assert "h" in midway({1: PLAIN}, drawn="6s", options=options).do(0, "d:6s").acts(1)
    wrong = PLAIN.replace("22p", "33p")
    assert "h" not in midway({1: wrong}, drawn="6s", options=options).do(0, "d:6s").acts(1)
    assert "h" in midway({1: wrong}, drawn="6s").do(0, "d:6s").acts(1)


def test_a_win_let_go_locks_until_the_own_next_turn_under_the_option() -> None:
    def passed(options: dict[str, Any]) -> Rigged:
        return midway({1: PLAIN, 3: "6s"}, turn=2, drawn="6s", options=options).go("2 d:6s, 1 x, 3 d:6s")

    assert "h" in passed({}).acts(1)
    assert "h" not in passed({"pass_win_lock": True}).acts(1)


def test_the_claimed_kind_stays_in_hand_under_the_option() -> None:
    seats = {0: "9p", 1: "999p"}
    assert "d:9p" in midway(seats).go("0 d:9p, 1 p").acts(1)
    barred = midway(seats, options={"kuikae": "barred"}).go("0 d:9p, 1 p")
    assert "d:9p" not in barred.acts(1)
    assert not barred.go("1 " + barred.acts(1)[0]).state.seats[1].bans


def test_a_claim_that_leaves_no_legal_discard_is_not_offered_under_the_option() -> None:
    seats = {1: "4655p 111m<0 222m<0 333m<0"}
    offered = midway(seats, drawn="5p").do(0, "d:5p").acts(1)
    barred = midway(seats, drawn="5p", options={"kuikae": "barred"}).do(0, "d:5p").acts(1)
    assert {"c:4p", "p"} <= set(offered)
    assert "c:4p" not in barred
    assert "p" in barred


@pytest.mark.parametrize("allowed", [False, True])
def test_own_kongs_right_after_a_claim_are_an_option(allowed: bool) -> None:
    options = {"kong_after_claim": allowed}
    hand = midway({0: "9p", 1: "99p5555m1s 111s<0"}, options=options).go("0 d:9p, 1 p")
    assert ("k:5m" in hand.acts(1)) is allowed
    assert ("k:1s" in hand.acts(1)) is allowed


def test_no_kong_when_the_wall_is_empty() -> None:
    options = {"last_discard": True}
    assert "k:5m" not in midway({0: "5555m"}, left=0, options=options).acts(0)
    assert "k:5m" in midway({0: "5555m"}, left=1, options=options).acts(0)


def robbing(**more: Any) -> Rigged:
    """Seat 3 adds the fourth 6s to its pung; seat 1 waits for it."""
    return midway({1: PLAIN, 3: "666s<2"}, turn=3, drawn="6s", **more).do(3, "k:6s")


def test_a_robbed_kong_leaves_a_pung_and_no_kong_money() -> None:
    hand = robbing(options={"kong": {"mode": "each_kong_from_three"}})
    assert hand.kind == "rob"
    assert [hand.acts(seat) for seat in hand.asked] == [["x"], ["h", "x"], ["x"]]
    hand.go("1 h")
    assert hand.win_events == {"rob_kong"}
    assert hand.payments == (0, 100, 0, -100)
    assert hand.state.seats[3].melds == (Meld(MeldKind.PUNG, parse_tile("6s"), 2),)


def test_a_kong_that_nobody_robs_is_made_and_robbing_can_be_forbidden() -> None:
    for hand in (robbing().passes(), robbing(options={"rob_kong": False})):
        assert hand.state.seats[3].melds == (Meld(MeldKind.ADDED_KONG, parse_tile("6s"), 2),)
        assert (hand.kind, hand.state.turn) == ("turn", 3)


@pytest.mark.parametrize(
    ("dice", "count", "stack"),
    [((1, 4), "second", 4), ((2, 4), "second", 55), ((2, 4), "sum", 57), ((4, 1), "sum", 22)],
)
def test_the_break_is_counted_from_the_dealer(dice: tuple[int, int], count: str, stack: int) -> None:
    options = GAME.options.from_json({"break_count": count})
    seat, left = GAME.broken_at(options, 2, dice)
    assert (17 * ((2 - seat) % 4) + left) % 68 == stack


# -- first lap and last tile (Y-11)


def test_a_non_dealers_win_in_the_first_lap_is_dihu_even_after_a_claim() -> None:
    hand = begun("1z", "11z9p", "", PLAIN, front="6s", options=QUIET).go("0 d:1z, 1 p, 1 d:9p, 2 d:6s, 3 h")
    assert hand.win_events == {"first_lap"}


def test_the_lap_is_over_when_any_seat_begins_a_second_turn() -> None:
    hand = begun("1z", "1z", "1z", PLAIN, front="7z7z7z6s", options=QUIET)
    hand.go("0 d:1z, 1 d:7z, 2 d:7z, 3 d:7z, 0 d:6s, 3 h")
    assert hand.win_events == set()
    by_claim = begun("1z", "99p6s", "9p", PLAIN, front="7z7z", options=QUIET)
    by_claim.go("0 d:1z, 1 d:7z, 2 d:9p, 1 p, 1 d:6s, 3 h")
    assert by_claim.win_events == set()


def test_dihu_can_be_the_win_before_the_own_first_discard() -> None:
    options = QUIET | {"dihu_scope": "before_own_first_discard"}
    late = begun("1z", "1z", "1z", PLAIN, front="7z7z6s", options=options).go("0 d:1z, 1 d:7z, 2 d:7z, 3 h")
    assert late.win_events == {"earthly"}
    seats = ("1z", "1z9s9s", "1z", PLAIN)
    skipped = begun(*seats, front="7z7z7z6s", options=options)
    skipped.go("0 d:1z, 1 d:7z, 2 d:7z, 3 d:7z, 0 d:6s, 3 h")
    assert skipped.win_events == set()


def test_the_dealer_has_no_dihu() -> None:
    hand = begun(PLAIN + "7z", "6s", options=QUIET).go("0 d:7z, 1 d:6s, 0 h")
    assert hand.win_events == set()


def last_draw(tile: str, **options: Any) -> Rigged:
    """Seat 1, which waits for 3s and 6s, draws the last tile of the wall."""
    hand = midway({0: "1z", 1: PLAIN, 2: PLAIN, 3: "99m"}, front=tile, left=1, options=options).do(0, "d:1z")
    return hand.drift(lambda state: state.over or (state.turn == 1 and hand.kind == "turn"))


def test_the_last_tile_is_won_or_passed_and_then_nobody_has_won() -> None:
    assert last_draw("6s").acts(1) == ["h", "x"]
    won = last_draw("6s").go("1 h")
    assert won.win_events == {"last_tile"}
    assert won.payments == (-400, 1200, -400, -400)  # 门前清 2 × 海底捞月 2
    assert is_drawn(last_draw("6s").go("1 x"))
    useless = last_draw("9m")
    assert is_drawn(useless)
    assert useless.payments == (0, 0, 0, 0)
    assert useless.state.unturned == 0


def test_the_last_tile_as_a_replacement_gives_both_hands() -> None:
    """Y6."""
    hand = midway({2: "6z 333s<0 777m<1 1111p<3 555s<0"}, turn=2, drawn="5s", tail="6z", left=1)
    hand.go("2 k:5s").drift(lambda state: hand.kind == "turn").go("2 h")
    assert hand.win_events == {"kong_bloom", "last_tile"}
    assert hand.payments == (-1800, -1800, 5400, -1800)


def test_the_last_tile_is_discarded_for_a_win_alone_under_the_option() -> None:
    hand = last_draw("9m", last_discard=True)
    assert "d:9m" in hand.acts(1)
    hand.do(1, "d:9m")
    assert hand.asked == (0, 2, 3)
    assert hand.acts(3) == ["x"]  # a pair of 9m claims nothing
    assert is_drawn(hand.passes())
    hand = last_draw("6s", last_discard=True).do(1, "d:6s")
    assert hand.acts(2) == ["h", "x"]
    assert hand.go("2 h").win_events == set()


# -- the match (Y-2, Y-16)


def result_of(winner: int | None, dealer: int, **options: Any) -> Result:
    """A hand won by self-draw, or drawn."""
    seats = [SeatResult(), SeatResult(), SeatResult(), SeatResult()]
    wins: tuple[Win, ...] = ()
    if winner is not None:
        seats[winner] = SeatResult(concealed=parse_tiles(PLAIN))
        wins = (Win(winner, parse_tile("6s")),)
    return Result(
        GAME, GAME.options.from_json(options), dealer, (seats[0], seats[1], seats[2], seats[3]), wins
    )


def after(match: MatchState, winner: int | None, **options: Any) -> MatchState:
    """The match one hand later."""
    result = result_of(winner, match.dealer, **options)
    return GAME.next_match(match, result, settle(result))


def test_only_a_winning_dealer_stays() -> None:
    match = MatchState(dealer=3, first_dealer=1)
    assert after(match, 3).dealer == 3
    assert after(match, 1).dealer == 0
    assert after(match, None).dealer == 0


@pytest.mark.parametrize("hands", [4, 8, 12, 16])
def test_a_match_has_so_many_hands(hands: int) -> None:
    assert not after(MatchState(dealer=0, hand=hands - 1), None, hands=hands).over
    assert after(MatchState(dealer=0, hand=hands), None, hands=hands).over


def test_a_match_can_end_when_everybody_has_dealt() -> None:
    match = MatchState(dealer=1, first_dealer=1)
    match = after(match, 1, hands="all_dealt")
    for dealer in (2, 3, 0):
        match = after(match, None, hands="all_dealt")
        assert (match.dealer, match.over) == (dealer, False)
    assert after(match, 2, hands="all_dealt").over


@pytest.mark.parametrize("choice", ["seat2", "random", "host"])
def test_who_deals_first(choice: str) -> None:
    options = GAME.options.from_json({"first_dealer": choice})
    chosen = GAME.first_dealer(options, drawn=3, dice=(1, 1), opener=2)
    assert chosen == {"random": 3, "host": 2, "seat2": 1}[choice]
    assert first_match(GAME, GAME.options(), bytes(32)).dealer == 1


# -- computer seats


def test_a_computer_stakes_nothing_and_opens_a_wide_wait_only() -> None:
    hand = dealt("1z", "234m456p789s22p45s", "1z2z3z", "1122m3344m5566p7s")
    assert [computer_player(hand.state, seat).text for seat in range(4)] == ["x"] * 4
    hand.close()
    answers = {seat: computer_player(hand.state, seat).text for seat in (1, 2, 3)}
    assert answers == {1: "m", 2: "x", 3: "x"}
