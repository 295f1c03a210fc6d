"""The table core before and between hands: seats, Ready, dice. Plain functions, no clock but the numbers given."""

from dataclasses import replace

import pytest

from handlers.tables.commands import Arrived, Deal, Left, Lost, Press, Thrown, Tick
from handlers.tables.effects import BeginHand
from handlers.tables.model import Person, Table
from handlers.tables.pace import ANYBODY_DEALS, DICE_WAIT, RECENT, SEAT_KEPT
from handlers.tables.table import wake_at
from tests.handlers.tables import CAST, LIN, SOFIA, TOM, WEI, after, full, lobby

NEWCOMER = Person(9, 109, "Nora", "en", reachable=False)


def ready(table: Table, *people: Person, now: int = 1_000) -> Table:
    """These people press Ready."""
    presses = [
        Press(person, "g", query_id=f"g{person.person_id}", decision=table.decision) for person in people
    ]
    return after(table, *presses, now=now)[0]


def test_the_first_free_seat_is_taken_and_each_person_sits_once() -> None:
    table, effects = after(lobby(), Press(WEI, "j", query_id="a"), Press(WEI, "j", query_id="b"))
    assert [chair is not None for chair in table.chairs] == [True, False, False, False]
    assert effects.answer is not None
    assert effects.answer.key == "seat.already"


def test_a_named_seat_is_taken_if_it_is_free() -> None:
    table, _ = after(lobby(), Press(WEI, "j", "2", query_id="a"))
    assert table.seat_of(WEI.person_id) == 2
    same, effects = after(table, Press(SOFIA, "j", "2", query_id="b"))
    assert same.seat_of(SOFIA.person_id) is None
    assert effects.answer is not None
    assert not effects.answer.accepted


@pytest.mark.parametrize("argument", ["4", "-1", "x", "11", "²"])
def test_a_seat_that_is_none_is_refused(argument: str) -> None:
    table, effects = after(lobby(), Press(WEI, "j", argument, query_id="a"))
    assert table.chairs == (None, None, None, None)
    assert effects.answer is not None
    assert not effects.answer.accepted


def test_who_is_no_member_gets_no_seat() -> None:
    table, effects = after(lobby(), Press(WEI, "j", query_id="a", member=False))
    assert table.seat_of(WEI.person_id) is None
    assert effects.answer is not None
    assert effects.answer.key == "refuse.not_member"


def test_a_seat_is_kept_a_minute_for_somebody_on_the_way() -> None:
    table, effects = after(lobby(), Press(NEWCOMER, "j", query_id="a"), now=1_000)
    assert effects.answer is not None
    assert effects.answer.door
    assert wake_at(table, 1_000) == 1_000 + SEAT_KEPT
    kept, _ = after(table, Tick(), now=1_000 + SEAT_KEPT - 1)
    assert kept.seat_of(NEWCOMER.person_id) == 0
    freed, _ = after(table, Tick(), now=1_000 + SEAT_KEPT)
    assert freed.chairs[0] is None


def test_who_arrives_in_time_sits_and_later_takes_a_free_seat() -> None:
    reached = replace(NEWCOMER, reachable=True)
    table, _ = after(lobby(), Press(NEWCOMER, "j", query_id="a"))
    arrived, _ = after(table, Arrived(reached))
    assert arrived.chair(0).kept_until is None
    assert arrived.chair(0).reached
    late, _ = after(lobby(), Arrived(reached))
    assert late.seat_of(NEWCOMER.person_id) == 0


def test_a_full_lobby_deals_only_after_somebody_pressed_ready() -> None:
    table = full(lobby(dice="off"))
    _, effects = after(table, Tick(), now=2_000)
    assert not effects.deal
    _, effects = after(table, Press(TOM, "g", query_id="g", decision=table.decision), now=2_000)
    assert effects.deal


def test_who_has_been_silent_for_long_has_to_press_ready() -> None:
    table = full(lobby(dice="off"), now=1_000)
    late = 1_001 + RECENT
    press = Press(WEI, "g", query_id="g", decision=table.decision)
    table, effects = after(table, press, now=late)
    assert not effects.deal
    for person in (SOFIA, LIN):
        table, effects = after(table, replace(press, person=person), now=late)
        assert not effects.deal
    _, effects = after(table, replace(press, person=TOM), now=late)
    assert effects.deal


def test_the_opener_fills_up_with_computers_and_others_only_later() -> None:
    table, _ = after(lobby(dice="off"), Press(WEI, "j", query_id="a"), Press(SOFIA, "j", query_id="b"))
    press = Press(SOFIA, "g", query_id="g", decision=table.decision)
    same, effects = after(table, press, now=2_000)
    assert not same.full
    assert effects.answer is not None
    assert effects.answer.key == "refuse.wait_for_opener"
    assert after(table, replace(press, person=WEI), now=2_000)[0].full
    assert after(table, press, now=table.opened_at + ANYBODY_DEALS)[0].full


def test_ready_under_an_old_number_is_refused() -> None:
    table = full(lobby(dice="off"))
    same, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision + 1))
    assert not effects.deal
    assert same.chair(0).ready == ""


def test_two_dice_are_thrown_first_and_a_missing_throw_is_not_waited_for() -> None:
    table = full(lobby(dice="match"))
    thrown, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision), now=2_000)
    assert thrown.state == "throwing"
    assert effects.throw
    assert not effects.deal
    with_dice, effects = after(thrown, Thrown((3, 4)), now=3_000)
    assert effects.deal
    assert with_dice.dice == (3, 4)
    assert wake_at(thrown, 2_000) == 2_000 + DICE_WAIT
    without, effects = after(thrown, Tick(), now=2_000 + DICE_WAIT)
    assert effects.deal
    assert without.dice is None
    assert any(note.key == "deal.no_dice" for note in effects.notes)


def test_a_late_throw_is_not_counted() -> None:
    table = full(lobby(dice="match"))
    table, _ = after(table, Press(WEI, "g", query_id="g", decision=table.decision), now=2_000)
    table, _ = after(table, Thrown(None), now=2_000 + DICE_WAIT)
    table, _ = after(table, Deal(57), now=2_000 + DICE_WAIT)
    same, effects = after(table, Thrown((6, 6)), now=20_000)
    assert same.dice is None
    assert not effects.rows


def test_only_who_pressed_adds_to_the_mixture() -> None:
    table = full(lobby(dice="off"), now=1_000)
    table = ready(table, WEI, SOFIA, LIN, TOM, now=1_000)
    _, effects = after(table, Deal(57))
    begun = next(row for row in effects.rows if isinstance(row, BeginHand))
    assert begun.entropy["seats"][0] == f"g{WEI.person_id}"
    assert set(begun.entropy["seats"]) <= {f"g{person.person_id}" for person in CAST} | {"absent"}


def test_who_leaves_the_lobby_frees_the_seat() -> None:
    table = full(lobby())
    assert after(table, Press(TOM, "l", query_id="l"))[0].chairs[3] is None
    assert after(table, Left(TOM.person_id))[0].chairs[3] is None


def test_who_cannot_be_reached_before_the_first_hand_is_waited_for() -> None:
    table = full(lobby(dice="off"))
    table, _ = after(table, Lost(TOM.person_id))
    assert not table.chair(3).reached
    _, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision))
    assert not effects.deal
