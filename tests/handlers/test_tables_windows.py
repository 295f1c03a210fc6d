"""When a claim window closes, and what silence means; as plain functions of a table and an instant."""

from dataclasses import replace
from itertools import permutations

import pytest

from engine.games import find_game
from engine.hand import legal_actions, settled
from engine.prompts import PromptKind, only_pass
from handlers.tables.clocks import deadline
from handlers.tables.commands import Deal, Delivered, Left, Outage, Press, Tick
from handlers.tables.effects import AddAction, Effects
from handlers.tables.model import Table
from handlers.tables.pace import DELIVERY_GRACE, EXPIRIES, PACES
from handlers.tables.table import wake_at
from tests.engine.rigged import rigged
from tests.handlers.referee import Seats
from tests.handlers.tables import CAST, WEI, after, dealt, discard, full, let_go, lobby

NOW = 10_000


def to_window(table: Table, *, settled_already: bool, now: int = NOW) -> Table:
    """Play until a discard's window is open that is settled already, or is not."""
    for _ in range(60):
        table, _ = discard(table, now=now)
        assert table.hand is not None
        prompt = table.prompt
        if prompt is not None and prompt.kind is PromptKind.CLAIM and settled(table.hand) is settled_already:
            return table
        table = let_go(table, now=now)
        assert table.state == "playing"
    raise AssertionError("no such window came up")


def closed(before: Table, table: Table) -> bool:
    """Is another question open, or the hand over?"""
    assert before.prompt is not None
    return table.prompt is None or table.prompt.number != before.prompt.number


def passes(table: Table, *, now: int = NOW) -> Table:
    """Everybody who is asked passes."""
    prompt = table.prompt
    assert prompt is not None
    for seat in prompt.missing:
        press = Press(CAST[seat], "x", query_id="x", decision=table.decision)
        table, _ = after(table, press, now=now)
    return table


@pytest.mark.parametrize(("window", "low", "high"), [("masked", 2_500, 5_000), ("fixed", 15_000, 15_000)])
def test_a_settled_window_stays_open_until_its_pause_is_over(window: str, low: int, high: int) -> None:
    table = to_window(dealt(lobby(window=window)), settled_already=True)
    until = table.clock.pause_until
    assert low <= until - NOW <= high
    assert wake_at(table, NOW) is not None
    assert not closed(table, after(table, Tick(), now=until - 1)[0])
    assert closed(table, after(table, Tick(), now=until)[0])


def test_an_open_window_that_is_settled_is_no_window_at_all() -> None:
    table = dealt(lobby(window="open"))
    for _ in range(20):
        table, _ = discard(table, now=NOW)
        assert table.hand is not None
        prompt = table.prompt
        if prompt is not None and prompt.kind is PromptKind.CLAIM:
            assert not settled(table.hand)
            table = let_go(table, now=NOW)


@pytest.mark.parametrize("window", ["masked", "fixed"])
def test_no_press_ends_the_pause_though_all_have_pressed(window: str) -> None:
    table = to_window(dealt(lobby(window=window)), settled_already=True)
    pressed = passes(table)
    assert not closed(table, pressed)
    assert closed(table, after(pressed, Tick(), now=table.clock.pause_until)[0])


@pytest.mark.parametrize("window", ["masked", "fixed"])
def test_one_person_among_computers_waits_for_no_pause(window: str) -> None:
    table = lobby(window=window, dice="off")
    table, _ = after(table, Press(WEI, "j", query_id="a"))
    table, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision))
    assert effects.deal
    table, _ = after(table, Deal(57))
    for _ in range(40):
        if table.prompt is not None and table.prompt.kind is PromptKind.CLAIM:
            assert table.hand is not None
            assert not settled(table.hand)
        at = wake_at(table, table.clock.opened_at)
        table, _ = after(table, Tick(), now=at or NOW)
        if table.state != "playing":
            break


def test_an_unsettled_window_waits_for_its_claim_time() -> None:
    table = to_window(dealt(lobby(window="open")), settled_already=False)
    due = deadline(table)
    assert due == NOW + DELIVERY_GRACE + (PACES["normal"].claim or 0)
    assert not closed(table, after(table, Tick(), now=due - 1)[0])
    late, effects = after(table, Tick(), now=due)
    assert closed(table, late)
    assert {row.by for row in effects.rows if isinstance(row, AddAction)} <= {"clock", "host", "computer"}
    assert (
        any(isinstance(row, AddAction) and row.seat is None for row in effects.rows)
        or late.state != "playing"
    )


def test_the_time_runs_from_the_slowest_panel_that_has_to_show_it() -> None:
    table = to_window(dealt(lobby(window="open")), settled_already=False)
    prompt = table.prompt
    assert prompt is not None
    needed = [seat for seat in prompt.missing if not only_pass(prompt.options[seat])]
    for seat in needed:
        table, _ = after(table, Delivered(seat, table.decision), now=NOW + 700)
    assert deadline(table) == NOW + 700 + (PACES["normal"].claim or 0)


def test_a_report_about_an_older_question_starts_no_clock() -> None:
    table = to_window(dealt(lobby(window="open")), settled_already=False)
    same, _ = after(table, Delivered(0, table.decision - 1), now=NOW + 1)
    assert same.clock.due_at is None


def expire(table: Table) -> tuple[Table, Effects]:
    """Nobody moves until the open question falls due."""
    due = deadline(table)
    assert due is not None
    return after(table, Tick(), now=due)


def test_two_turns_in_a_row_that_run_out_hand_the_seat_to_the_computer_and_a_press_takes_it_back() -> None:
    table = dealt(lobby(window="open"))
    away_seat = None
    for _ in range(200):
        if table.state != "playing":
            break
        table, _ = expire(table)
        away = [seat for seat in range(4) if table.chair(seat).person and not table.chair(seat).by_person]
        if away:
            away_seat = away[0]
            break
    assert away_seat is not None
    assert table.chair(away_seat).expiries == EXPIRIES
    back, effects = after(table, Press(CAST[away_seat], "e", query_id="e"), now=NOW)
    assert back.chair(away_seat).by_person
    assert back.chair(away_seat).expiries == 0
    assert effects.answer is not None


def test_any_press_forgets_the_turns_that_ran_out() -> None:
    table = dealt(lobby(window="open"))
    for _ in range(40):
        table, _ = expire(table)
        late = [seat for seat in range(4) if table.chair(seat).expiries == 1]
        if late:
            break
    seat = late[0]
    table, _ = after(table, Press(CAST[seat], "e", query_id="e"), now=NOW)
    assert table.chair(seat).expiries == 0


def test_the_clock_throws_the_tile_just_drawn_unless_it_is_wild() -> None:
    table = dealt(lobby(window="open"))
    for _ in range(60):
        if table.state != "playing" or table.hand is None or table.prompt is None:
            break
        hand, kind = table.hand, table.prompt.kind
        drawn = hand.seats[hand.turn].drawn
        wilds = hand.game.wilds(hand, hand.turn)
        seat, acts = hand.turn, legal_actions(hand, hand.turn)
        table, effects = expire(table)
        if kind is PromptKind.TURN and not any(act.verb == "h" for act in acts):
            thrown = [row for row in effects.rows if isinstance(row, AddAction) and row.seat == seat]
            assert thrown
            if drawn is not None and drawn not in wilds and thrown[0].act.startswith("d"):
                tile = next(event for event in thrown[0].events if event.name == "discard").tiles[0]
                assert tile == drawn
            assert thrown[0].by in ("clock", "computer")


def test_an_outage_moves_every_clock() -> None:
    table = to_window(dealt(lobby(window="open")), settled_already=False)
    due = deadline(table)
    assert due is not None
    moved, _ = after(table, Outage(600_000), now=NOW)
    assert deadline(moved) == due + 600_000


def test_who_leaves_while_the_own_discard_lies_is_played_when_the_turn_comes() -> None:
    table = to_window(dealt(lobby(window="masked")), settled_already=True)
    assert table.hand is not None
    seat = table.hand.turn
    left, _ = after(table, Left(CAST[seat].person_id), now=NOW)
    assert not closed(table, left)
    assert left.chair(seat).leaving
    assert left.clock.computer_at is None
    late, _ = after(left, Tick(), now=left.clock.pause_until)
    assert closed(table, late)


def test_who_comes_back_while_a_window_is_open_gives_nobody_more_time() -> None:
    table = to_window(dealt(lobby(window="open")), settled_already=False)
    assert table.hand is not None
    seat, due = table.hand.turn, deadline(table)
    away = table.with_chair(seat, replace(table.chair(seat), played_by="computer"))
    back, _ = after(away, Press(CAST[seat], "y", query_id="y"), now=NOW + 5_000)
    assert back.chair(seat).by_person
    assert deadline(back) == due


def test_no_tempo_lets_the_clock_play_a_turn_when_it_is_none() -> None:
    table = dealt(lobby(window="open", tempo="none"))
    table = let_go(table, now=NOW)
    assert table.prompt is not None
    if table.prompt.kind in (PromptKind.TURN, PromptKind.CHOW):
        assert deadline(table) is None


def test_everybody_sits_before_the_cards_come() -> None:
    assert full(lobby()).full


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_all_three_who_answer_at_once_are_heard_in_whatever_order_they_come(order: tuple[int, ...]) -> None:
    """Reliability test 12: one question, one number, and nobody's answer makes another's stale."""
    hand = rigged(find_game("fuzhou"), hands=["3s", "33s", "", "123456789m234p12s99s"])
    seats = Seats(hand, window="masked")
    seats.press(0, "d:3s")
    number = seats.table.decision
    answers = {1: "p", 2: "x", 3: "h"}
    told = {seat: seats.press(seat, answers[seat], decision=number) for seat in order}
    assert told == {1: "toast.noted", 2: "toast.passed", 3: "toast.noted"}
    while seats.kind is PromptKind.CLAIM:
        seats.wait()
    assert seats.table.hand is not None
    assert seats.table.hand.result is not None
    assert [win.seat for win in seats.table.hand.result.wins] == [3]


def test_who_acts_at_a_sleeping_table_wakes_it_and_its_clocks() -> None:
    """Else the discard would be taken, and its window stay open with no clock to close it."""
    asleep = replace(dealt(lobby()), state="asleep", before="playing", asleep=NOW)
    table, effects = discard(asleep, now=NOW)
    assert (table.state, table.before, table.asleep) == ("playing", None, None)
    assert wake_at(table, NOW) is not None
    assert [dirty.surface.kind for dirty in effects.dirty if dirty.fresh] == ["board"]
    stale = Press(WEI, "d", "1m", decision=asleep.decision - 1, query_id="d")
    assert after(asleep, stale, now=NOW)[0].state == "asleep"


def test_ready_wakes_a_table_that_sleeps_between_hands() -> None:
    asleep = replace(dealt(lobby()), state="asleep", before="ready", asleep=NOW, hand=None)
    table, effects = after(asleep, Press(WEI, "g", query_id="g", decision=asleep.decision), now=NOW)
    assert table.state == "ready"
    assert table.chair(0).ready
    assert effects.answer is not None
    assert effects.answer.accepted


def test_nobody_plays_on_where_the_group_cannot_see_it() -> None:
    suspended = replace(dealt(lobby()), state="suspended", before="playing")
    table, effects = discard(suspended, now=NOW)
    assert table.hand is suspended.hand
    assert effects.answer is not None
    assert effects.answer.key == "refuse.suspended"
