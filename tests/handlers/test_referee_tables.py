"""A table with a referee as its people meet it: presses, clocks, panels, notes."""

from dataclasses import replace

import pytest

from engine.actions import HOST
from engine.computer import computer_act
from engine.game import Game
from engine.prompts import PromptKind
from engine.tiles import TEXT
from handlers.tables import judging, play
from handlers.tables.commands import Deal
from handlers.tables.deal import computer_chair
from handlers.tables.standing import clock_anew
from handlers.tables.table import step
from tests.engine.games.hu_tai_positions import position
from tests.handlers.referee import FLOWERS, FUDING, LONGGANG, SECOND, WAITS_5P, Seats, fuding, opening
from tests.handlers.tables import middle
from tests.security.screens import NOW, STAGE

# -- what is offered


@pytest.mark.parametrize("game", [FUDING, LONGGANG], ids=lambda game: game.id)
def test_in_a_window_everybody_has_the_same_buttons(game: Game) -> None:
    """Who could win, pung or do nothing at all sees the same, chow apart, which is the next seat's."""
    held = {0: "9s", 1: "123456789m123456p9s", 2: "99s", 3: "123467z"}
    seats = Seats(position(game, held, mode="referee", indicator="5p"), window="open")
    seats.press(0, "d:9s")
    assert seats.data(2) == seats.data(3) == ["h", "p", "k:9s", "x"]
    assert seats.data(1) == ["h", "p", "k:9s", "mo:c", "x"]
    texts = [seats.shown(seat).text.splitlines()[0] for seat in (1, 3)]
    assert texts[0] == texts[1]  # both read English
    seats.press(1, "mo:c")
    assert len([data for data in seats.data(1) if data.startswith("mo:c")]) == 16


def test_nobody_is_rung_or_advised_for_a_win_that_he_may_not_have_seen() -> None:
    seats = fuding({0: "5p", 1: WAITS_5P})
    seats.press(0, "d:5p")
    assert not [dirty for dirty in seats.effects.dirty if dirty.ring]
    for seat in (1, 3):  # both read English
        assert STAGE.alert(seats.table, seat, "hand", NOW).count("\n") == 0
    assert STAGE.alert(seats.table, 1, "why", NOW) == STAGE.alert(seats.table, 3, "why", NOW)


def test_nothing_can_be_done_with_a_thrown_gold() -> None:
    """FD-10: it is dead, and the board offers nothing."""
    seats = fuding({0: "7s"}, indicator="7s")
    seats.press(0, "d:7s")
    assert seats.judged == ["0 stand 二.4"]
    assert seats.data(None) == ["e"]


def test_a_forbidden_discard_can_only_be_won_on() -> None:
    """FD-33: other calls are refused with the reason, and it comes back when nobody wins."""
    seats = fuding({0: "6z", 1: "66z"}, left=8)
    seats.press(0, "d:6z")
    assert seats.press(1, "p") == "refuse.win_only"
    assert seats.data(1) == ["h", "x"]
    seats.until(PromptKind.TURN, seat=0)
    assert (seats.judged, seats.told) == (["0 return 一.7"], ["judged.return"])
    assert "d:6z" in seats.data(0)
    assert seats.press(0, "d:6z") == "refuse.barred_late_honour"
    assert seats.press(0, "d:" + _other(seats, 0)) == "toast.discarded"


def _other(seats: Seats, seat: int) -> str:
    """A tile of the hand that the panel offers and that was not taken back."""
    return next(data[2:] for data in seats.data(seat) if data.startswith("d:") and data != "d:6z")


def test_who_stands_is_told_so_and_has_no_claims() -> None:
    seats = fuding({0: "9s", 1: "99s"}, standing=[1])
    seats.press(0, "d:9s")
    for act in ("h", "p", "k:9s", "c:7s8s"):
        assert seats.press(1, act, decision=seats.table.shown_decision) == "refuse.stands"
    assert seats.judged == []


# -- wins: announced, shown, withdrawn, late


def test_a_false_win_is_announced_shown_and_judged_before_all() -> None:
    seats = fuding({0: "1z"})
    seats.press(0, "d:1z")
    assert seats.press(2, "h") == "toast.noted"
    seats.until(PromptKind.REVEAL)
    assert seats.data(None)[:2] == ["v", "w"]
    assert [data for data in seats.data(2) if data in ("v", "w")] == ["v", "w"]
    assert seats.press(1, "v", decision=seats.table.decision) == "refuse.not_now"
    assert seats.press(2, "v") == "toast.revealed"
    assert (seats.judged, seats.told) == (["2 fine 一.4"], ["judged.fine"])
    assert seats.shown(None).text.count("站胡") == 1
    assert seats.press(2, "v") == "refuse.not_now"


def test_the_button_of_a_window_that_is_asked_on_still_means_its_discard() -> None:
    """A false win interrupts; the window goes on under a new number, and so does the late win on it."""
    seats = fuding({0: "5p", 3: WAITS_5P})
    seats.press(0, "d:5p")
    seats.press(1, "h")
    seats.until(PromptKind.REVEAL)
    seats.press(1, "w")
    assert seats.judged == ["1 stand 二.2"]
    assert seats.kind is PromptKind.TURN  # the others have passed, and seat 1 has drawn
    assert seats.press(3, "h", decision=seats.table.shown_decision) == "toast.announced"
    seats.until(PromptKind.REVEAL)
    seats.press(3, "v")
    assert seats.table.hand is not None
    assert seats.table.hand.result is not None
    assert [win.seat for win in seats.table.hand.result.wins] == [3]


def test_a_win_lives_on_the_old_board_and_on_the_panel_until_the_first_drawer_throws() -> None:
    """FD-22.2, 3: by the board's 胡 with its old number, by the panel's own button with any number since."""
    for by in ("board", "panel"):
        seats = fuding({0: "5p", 2: WAITS_5P})
        seats.press(0, "d:5p")
        board = seats.table.shown_decision
        seats.until(PromptKind.TURN, seat=1)
        late = next(data for data in seats.data(2) if data.startswith("h:"))
        assert seats.press(1, "h", decision=board) == "refuse.win_too_late"  # has drawn himself
        number = seats.table.decision_for(2)
        assert seats.press(2, "h" if by == "board" else late, decision=number) == "toast.announced"
        seats.until(PromptKind.REVEAL)
        seats.press(2, "v")
        assert seats.table.hand is not None
        assert seats.table.hand.over
    seats = fuding({0: "5p", 2: WAITS_5P})
    seats.press(0, "d:5p")
    board = seats.table.shown_decision
    seats.until(PromptKind.TURN, seat=1)
    number = seats.table.decision_for(2)
    seats.press(1, seats.data(1)[-4])
    assert seats.kind is PromptKind.CLAIM
    assert seats.press(2, "h", decision=board) == "refuse.moved_on"
    assert seats.press(2, late, decision=number) == "refuse.win_too_late"
    assert seats.judged == []


def test_a_panels_late_win_is_taken_though_play_has_gone_on() -> None:
    """X was punged and the taker has thrown: a win on X lives, and its button means X whatever lies now."""
    seats = fuding({0: "5p", 1: "55p", 3: WAITS_5P})
    seats.press(0, "d:5p")
    seats.press(1, "p")
    seats.until(PromptKind.TURN, seat=1)
    number = seats.table.decision_for(3)
    late = next(data for data in seats.data(3) if data.startswith("h:"))
    seats.press(1, next(data for data in seats.data(1) if data.startswith("d:")))
    assert seats.table.shown_decision != number
    assert seats.press(3, late, decision=number) == "toast.announced"
    seats.until(PromptKind.REVEAL, seat=3)


def test_a_second_press_on_win_never_means_an_earlier_discard() -> None:
    """Passed, then 胡 in the same window: refused, though a win on the punged tile before still lives."""
    seats = fuding({0: "5p", 1: "55p", 3: WAITS_5P})
    seats.press(0, "d:5p")
    seats.press(1, "p")
    seats.until(PromptKind.TURN, seat=1)
    seats.press(1, next(data for data in seats.data(1) if data.startswith("d:")))
    seats.press(3, "x")
    assert seats.press(3, "h") == "refuse.answered"
    assert not [row for row in seats.acts if row.act.startswith("h")]


def test_an_old_button_of_the_last_hand_announces_nothing() -> None:
    seats = fuding({0: "5p", 2: WAITS_5P})
    seats.press(0, "d:5p")
    before = seats.table.claimed_at
    assert before
    dealt = replace(seats.table, state="ready", hand=None)
    dealt, _ = step(dealt, Deal(58), seats.now, middle)
    assert dealt.claimed_at == ()
    assert judging.late_win(dealt, before[0][0]) is None


def test_pung_and_kong_are_open_while_the_next_seat_is_asked_for_its_chow() -> None:
    """FD-22.1, by panel and by board; after the draw it is too late, and costs nothing (三.10)."""
    for number in ("panel", "board"):
        seats = fuding({0: "5p", 3: "55p"})
        seats.press(0, "d:5p")
        board = seats.table.shown_decision
        seats.until(PromptKind.CHOW)
        assert {"p", "k:5p"} <= set(seats.data(3))
        assert not {"p", "k:5p"} & set(seats.data(0))
        seats.press(3, "p", decision=board if number == "board" else None)
        assert seats.table.hand is not None
        assert [meld.tile for meld in seats.table.hand.seats[3].melds] == [13]
    seats = fuding({0: "5p", 3: "55p"})
    seats.press(0, "d:5p")
    board = seats.table.shown_decision
    seats.until(PromptKind.TURN, seat=1)
    assert seats.press(3, "p", decision=board) == "refuse.gone_by"
    assert seats.press(3, "p", decision=board - 36) == "refuse.moved_on"
    assert seats.judged == []


# -- naming step by step


def test_a_chow_is_named_tile_by_tile_and_put_right() -> None:
    """二.7: any two tiles may be named; 改吃 offers the right pairs."""
    seats = fuding({0: "5m", 1: "46m9s1z"})
    seats.press(0, "d:5m")
    seats.press(1, "mo:c")
    assert "mo:c4m" in seats.data(1)
    assert seats.shown(1).text.splitlines()[1] != ""
    seats.press(1, "mo:c4m")
    assert {"c:4m6m", "c:4m9s"} <= set(seats.data(1))
    assert seats.press(1, "c:4m9s") in ("toast.noted", "toast.chow")
    seats.until(PromptKind.TURN, seat=1)
    assert "mo:w" in seats.data(1)
    seats.press(1, "mo:w")
    assert "w:4m6m" in seats.data(1)
    assert seats.press(1, "w:4m6m") == "toast.withdrawn"
    assert seats.judged == ["1 put_right 二.7"]
    seats.press(1, "mo:w")
    assert not [data for data in seats.data(1) if data.startswith("w:")]
    assert seats.press(1, "w:4m6m") == "refuse.not_now"


@pytest.mark.parametrize(
    "arg", ["c9z", "czz", "c", "k", "kk", "w", "w4m", "q", "q9", "q1", "q0t", "q0tt", "qé"[:2]]
)
def test_a_step_that_names_nothing_does_no_harm(arg: str) -> None:
    """Whatever was pressed, the way back and the table's own buttons are there, and nothing is judged."""
    seats = fuding({0: "5p"})
    seats.press(0, "d:5p")
    for seat in (1, 2):
        seats.press(seat, f"mo:{arg}")
        assert {"mo:0", "x"} & set(seats.data(seat))
        assert not [data for data in seats.data(seat) if data.startswith(("d:", "v", "w"))]
    seats.press(0, f"mo:{arg}")
    assert seats.judged == []
    assert [row for row in seats.acts if row.act[0] in "cwq"] == []


def test_a_step_is_closed_by_the_next_question() -> None:
    seats = fuding({0: "5m", 1: "46m"})
    seats.press(0, "d:5m")
    seats.press(1, "mo:c")
    seats.until(PromptKind.CHOW)
    assert "mo:c" in seats.data(1)
    assert "mo:c4m" not in seats.data(1)


# -- objections


def test_objections_are_reached_from_the_pages_and_stay_open_while_others_play() -> None:
    seats = fuding({0: "5p"})
    seats.press(2, "mo:1")
    assert "mo:q" in seats.data(2)
    seats.press(2, "mo:q")
    assert {"mo:q0", "mo:q1", "mo:q3"} <= set(seats.data(2))
    seats.press(0, "d:5p")
    seats.press(2, "mo:q0")
    seats.until(PromptKind.CHOW)
    assert {"q:0:9", "q:0:10", "q:0:11", "mo:q0t"} <= set(seats.data(2))
    assert seats.press(2, "q:0:9") == "toast.objected"
    assert seats.judged == ["0 stand 二.9"]
    assert seats.told == ["objection.raised", "judged.stand"]
    assert not [data for data in seats.data(2) if data.startswith("q:")]


@pytest.mark.parametrize(
    "act", ["q", "q:2:9", "q:0:8", "q:0:1", "q:0:1:9z", "q:4:9", "q:0:9:5m", "q:é:9", "q:::"]
)
def test_an_objection_that_says_nothing_is_refused(act: str) -> None:
    """Against oneself, nobody, of no kind, without its tile."""
    seats = fuding({0: "5p"})
    assert seats.press(2, act) in ("refuse.objection", "refuse.unknown_button")
    assert (seats.judged, seats.told) == ([], [])


def test_an_objection_against_a_standing_seat_is_refused() -> None:
    seats = fuding({0: "5p"}, standing=[0])
    assert seats.press(2, "q:0:9") == "refuse.objection"
    assert seats.told == []


def test_an_objection_waits_for_support_and_lapses() -> None:
    """`objection_quorum`, `objection_seconds`: the note carries the button that supports it."""
    seats = fuding({0: "5p"}, options={"objection_quorum": 2, "objection_seconds": 10})
    seats.press(1, "q:0:9")
    assert seats.table.objecting_until == NOW + 10 * SECOND
    assert seats.notes[-1].params["support"] == ("0", "9")
    while seats.table.objecting_until is not None:
        seats.wait()
    assert seats.now == NOW + 10 * SECOND
    assert seats.told[:2] == ["objection.raised", "objection.lapsed"]
    assert seats.judged == []
    seats.press(1, "q:0:9")
    seats.press(3, "q:0:9")
    assert seats.judged == ["0 stand 二.9"]
    assert seats.table.objecting_until is None


def test_each_objection_has_its_own_time() -> None:
    seats = fuding({0: "5p"}, options={"objection_quorum": 2, "objection_seconds": 20})
    seats.press(1, "q:0:9")
    seats.now += 15 * SECOND
    seats.press(2, "q:3:10")
    lapsed = []
    while seats.table.objecting_until is not None:
        seats.wait()
        if seats.told.count("objection.lapsed") > len(lapsed):
            lapsed.append(seats.now - NOW)
    assert lapsed == [20 * SECOND, 35 * SECOND]


@pytest.mark.parametrize("tempo", ["none", "day"])
def test_objections_and_announced_wins_wait_where_no_clock_runs(tempo: str) -> None:
    seats = fuding({0: "1z"}, options={"objection_quorum": 2}, house={"tempo": tempo})
    seats.press(1, "q:0:9")
    assert seats.table.objecting_until is None
    seats.press(0, "h")
    assert seats.kind is PromptKind.REVEAL
    assert judging.time_for(seats.table, PromptKind.REVEAL) is None
    assert judging.time_for(seats.table, PromptKind.FLOWER) is None


def test_a_pause_moves_the_time_to_object() -> None:
    seats = fuding({0: "5p"}, options={"objection_quorum": 2, "objection_seconds": 10})
    seats.press(1, "q:0:9")
    seats.press(1, "z")
    seats.now += 60 * SECOND
    seats.press(1, "z:g")
    assert seats.table.objecting_until == NOW + 70 * SECOND


# -- clocks


@pytest.mark.parametrize("tempo", ["quick", "normal", "slow"])
def test_who_does_not_show_his_hand_in_time_has_taken_it_back(tempo: str) -> None:
    seats = fuding({0: "1z"}, house={"tempo": tempo})
    seats.press(0, "h")
    assert judging.time_for(seats.table, PromptKind.REVEAL) == 15 * SECOND
    while seats.kind is PromptKind.REVEAL:
        seats.wait()
    assert 15 * SECOND <= seats.now - NOW <= 30 * SECOND
    assert seats.judged == ["0 stand 二.2"]
    assert [told.key for told in seats.table.chair(0).told] == ["clock.withdrawn"]


def test_silence_lays_the_flowers_out_and_costs_nothing() -> None:
    """三.9: 10 s a question; whoever has drawn another is asked on."""
    seats = opening(*FLOWERS)
    assert seats.kind is PromptKind.FLOWER
    while seats.kind is PromptKind.FLOWER:
        seats.wait()
    assert seats.judged == []
    assert seats.table.hand is not None
    assert [len(seat.flowers) for seat in seats.table.hand.seats] >= [2, 1, 2, 1]
    assert {row.by for row in seats.acts} <= {"clock", "computer", "host"}


def test_the_clock_announces_no_win_and_makes_no_mistake() -> None:
    """A complete hand that draws its gold: silence throws a sound tile (§7: not in referee mode)."""
    seats = fuding({0: "123456789m123456p9s"}, drawn="7s", house={"computer_errs": True})
    while seats.kind is not PromptKind.CLAIM:
        seats.wait()
    assert seats.acts[0].act.startswith("d:")
    assert seats.judged == []


def test_a_drawn_flower_is_laid_out_for_the_silent() -> None:
    seats = fuding({0: "147m"}, drawn="3f", tail="9s")
    while seats.kind is not PromptKind.CLAIM:
        seats.wait()
    assert seats.acts[0].act == "f:3f"
    assert seats.judged == []


def test_a_standing_order_pungs_no_pair_that_is_gone() -> None:
    """By the day: the order was given for a pair, which has been broken since; 二.12 would make it stand."""
    seats = fuding({0: "5p", 2: "5p"}, house={"tempo": "day"})
    seats.table = seats.table.with_chair(2, replace(seats.table.chair(2), filter="0|5p"))
    seats.press(0, "d:5p")
    assert seats.judged == []
    kept = fuding({0: "5p", 2: "55p"}, house={"tempo": "day"})
    kept.table = kept.table.with_chair(2, replace(kept.table.chair(2), filter="0|5p"))
    kept.press(0, "d:5p")
    assert kept.table.hand is not None
    assert kept.table.hand.seats[2].melds


def test_by_the_day_a_win_is_called_on_the_board() -> None:
    """Nobody is asked for claims there: the board's 胡 announces it until the first drawer throws."""
    seats = fuding({0: "5p", 2: WAITS_5P}, house={"tempo": "day"})
    seats.press(0, "d:5p")
    assert seats.kind is PromptKind.CHOW
    assert seats.press(2, "h", decision=seats.table.shown_decision) == "toast.announced"
    seats.until(PromptKind.REVEAL)
    seats.press(2, "v")
    assert seats.table.hand is not None
    assert seats.table.hand.over


# -- somebody is not there


def test_the_computer_shows_a_real_hand_for_somebody_who_leaves() -> None:
    seats = fuding({0: "123456789m123456p9s"}, drawn="9s")
    seats.press(0, "h")
    assert seats.kind is PromptKind.REVEAL
    seats.press(0, "l")
    assert seats.table.hand is not None
    assert seats.table.hand.over
    assert seats.judged == []


def test_the_computer_takes_a_false_win_back_for_somebody_who_leaves() -> None:
    seats = fuding({0: "1z"})
    seats.press(0, "h")
    seats.press(0, "l")
    assert seats.judged == ["0 stand 二.2"]


def test_in_place_of_a_person_the_computer_does_not_err() -> None:
    seats = fuding({0: "5p"}, house={"computer_errs": True})
    chair = seats.table.chair(0)
    held = seats.table.with_chair(0, replace(chair, played_by="computer"))
    bot = seats.table.with_chair(0, computer_chair())
    erring = []
    assert held.hand is not None
    assert held.hand.prompt is not None
    for at in range(200):
        hand = replace(held.hand, prompt=replace(held.hand.prompt, number=at))
        erring.append(
            play.computer_choice(replace(held, hand=hand), 0)
            != play.computer_choice(replace(bot, hand=hand), 0)
        )
    assert any(erring)
    sound = fuding({0: "5p"})
    assert sound.table.hand is not None
    assert play.computer_choice(held, 0) == computer_act(sound.table.hand, 0)


# -- from the group alone


def test_a_seat_without_a_private_chat_plays_from_the_group() -> None:
    """It throws, chows, passes, announces, shows and takes back by the board's buttons."""
    seats = fuding({0: "5m", 1: "46m"}).reached(1, reached=False)
    seats.press(0, "d:5m")
    board = seats.table.shown_decision
    assert {"h", "x", "p", "k:5m", "c:4m6m"} <= set(seats.data(None))
    seats.until(PromptKind.CHOW)
    assert seats.press(1, "c:4m6m", decision=board) == "toast.chow"
    board = seats.table.shown_decision
    assert {"d:1z", "f:1f", "f:5z"} <= set(seats.data(None))
    thrown = _held(seats, 1)
    assert seats.press(1, f"d:{thrown}", decision=board) == "toast.discarded"


def test_a_seat_without_a_private_chat_wins_late_on_the_tile_that_lies() -> None:
    """Asked whether it chows, its 胡 is about the discard; having drawn, about its own hand."""
    seats = fuding({0: "5p", 1: WAITS_5P}).reached(1, reached=False)
    seats.press(0, "d:5p")
    board = seats.table.shown_decision
    seats.until(PromptKind.CHOW)
    assert seats.press(1, "h", decision=board) == "toast.announced"
    seats.until(PromptKind.REVEAL)
    assert seats.press(1, "v", decision=seats.table.shown_decision) == "toast.revealed"
    assert seats.table.hand is not None
    assert seats.table.hand.over
    drawn = fuding({0: "5p", 1: WAITS_5P}).reached(1, reached=False)
    drawn.press(0, "d:5p")
    board = drawn.table.shown_decision
    drawn.until(PromptKind.TURN, seat=1)
    assert drawn.press(1, "h", decision=board) == "toast.announced"
    assert drawn.kind is PromptKind.REVEAL
    assert drawn.press(1, "w", decision=drawn.table.shown_decision) == "toast.withdrawn"
    assert drawn.judged == ["1 stand 二.2"]


def test_flowers_are_laid_out_from_the_group() -> None:
    seats = opening(*FLOWERS).reached(0, reached=False)
    assert {"f:1f", "f:2f", "x"} <= set(seats.data(None))
    board = seats.table.shown_decision
    assert seats.press(0, "f:1f", decision=board) == "toast.laid"
    assert seats.press(0, "f:8f", decision=seats.table.shown_decision) == "refuse.not_now"
    assert seats.press(0, "f:2f", decision=seats.table.shown_decision) == "toast.laid"
    drawn = fuding({0: "5m"}, front="3f", tail="9s").reached(1, reached=False)
    drawn.press(0, "d:5m")
    board = drawn.table.shown_decision
    drawn.until(PromptKind.TURN, seat=1)
    assert drawn.press(1, "f:3f", decision=board) == "toast.laid"


def _held(seats: Seats, seat: int) -> str:
    assert seats.table.hand is not None
    return TEXT[seats.table.hand.seats[seat].hand[0]]


# -- breaking it


def test_answers_without_an_announcement_are_refused() -> None:
    seats = fuding({0: "5p"})
    for seat in range(4):
        for act in ("v", "w", "w:4m6m", "f:1f", "f", "h:3", "h:99", "h:zz"):
            key = seats.press(seat, act)
            assert key.startswith("refuse."), (seat, act, key)
    assert (seats.judged, seats.acts) == ([], [])


def test_all_four_standing_end_the_hand_with_nobody_paying() -> None:
    seats = fuding({0: "5p"}, standing=[0, 1, 2])
    seats.press(0, "q:3:9")
    assert seats.judged == ["3 stand 二.9"]
    assert seats.table.hand is not None
    assert seats.table.hand.over
    assert seats.table.hand.settlement is not None
    assert seats.table.hand.settlement.payments == (0, 0, 0, 0)
    assert seats.table.state in ("ready", "over")


def test_a_false_winners_open_hand_lies_on_the_board() -> None:
    seats = fuding({0: "19s1z"})
    seats.press(0, "h")
    hidden = seats.shown(None).text
    seats.press(0, "v")
    assert "🀫" not in hidden
    assert seats.shown(None).text.count("条") > hidden.count("条")
    hand = seats.table.hand
    assert hand is not None
    assert "open" in hand.seats[0].declared


@pytest.mark.parametrize("window", ["masked", "fixed", "open"])
def test_a_window_closes_by_its_time_alone(window: str) -> None:
    """Who could have won passes at the same time as others: nothing else is seen, however the window is kept."""
    closed = []
    for hand in (WAITS_5P, "147m147p"):
        seats = fuding({0: "5p", 2: hand}, house={"window": window})
        seats.press(0, "d:5p")
        for seat in (1, 2, 3):
            seats.now += SECOND // 4
            seats.press(seat, "x")
        while seats.kind is PromptKind.CLAIM:
            seats.wait()
        closed.append((seats.now, [dirty.surface for dirty in seats.effects.dirty]))
    assert closed[0] == closed[1]


def test_a_hand_that_was_shown_in_vain_is_no_open_play() -> None:
    """明打 is another matter; that the seat stands is said once."""
    seats = fuding({0: "1z"}).spoken("zh_Hans")
    seats.press(0, "h")
    seats.press(0, "v")
    for seat in (None, 1):
        assert "明打" not in seats.shown(seat).text
    assert "牌亮着 · 站胡" in seats.shown(None).text
    assert "不能再胡" not in seats.shown(1).text
    assert "站胡" in seats.shown(0).text


def test_in_practice_judgements_stand_on_the_panel() -> None:
    """There is no group to tell."""
    seats = fuding({0: "1z"}).spoken("zh_Hans")
    seats.table = replace(seats.table, chat=replace(seats.table.chat, kind="private"))
    assert seats.table.practice
    seats.press(0, "h")
    seats.press(0, "v")
    assert seats.told == []
    assert "（一.4）" in seats.shown(0).text
    seats.press(0, "mo:1")
    assert "（一.4）" not in seats.shown(0).text


def test_the_computer_that_held_a_seat_gives_it_back_while_a_win_is_to_be_shown() -> None:
    """Away, then back with the press itself: it counts."""
    seats = fuding({0: "123456789m123456p9s"}, drawn="9s")
    seats.press(0, "h")
    chair = seats.table.chair(0)
    seats.table = seats.table.with_chair(0, replace(chair, played_by="computer"))
    assert seats.press(0, "v") in ("toast.welcome_back", "toast.revealed")
    assert seats.table.chair(0).by_person
    assert seats.table.hand is not None
    assert seats.table.hand.over


# -- a restart


def restarted(seats: Seats) -> Seats:
    """The table as it is folded after a restart, from its journal; what was only remembered is gone."""
    table = seats.table
    assert table.hand is not None
    bare = replace(table, claimed_at=(), objecting=(), clock=replace(table.clock, due_at=None))
    seats.now += 60 * SECOND
    clock = clock_anew(bare, seats.now, middle)
    seats.table = judging.time_objections(replace(bare, clock=clock), seats.now)
    return seats


def test_after_a_restart_the_board_still_takes_a_late_win() -> None:
    seats = fuding({0: "5p", 2: WAITS_5P})
    seats.press(0, "d:5p")
    seats.until(PromptKind.TURN, seat=1)
    restarted(seats)
    assert seats.press(2, "h", decision=seats.table.shown_decision) == "toast.announced"
    seats.until(PromptKind.REVEAL)
    restarted(seats)
    assert seats.table.clock.due_at == seats.now + 15 * SECOND
    assert seats.press(2, "v") == "toast.revealed"


def test_after_a_restart_an_objection_has_its_time_again() -> None:
    seats = fuding({0: "5p"}, options={"objection_quorum": 2, "objection_seconds": 10})
    seats.press(1, "q:0:9")
    restarted(seats)
    assert seats.table.objecting_until == seats.now + 10 * SECOND
    while seats.table.objecting_until is not None:
        seats.wait()
    assert seats.told == ["objection.raised", "objection.lapsed"]
    assert seats.acts[-1].seat is None or seats.acts[-1].seat == HOST
