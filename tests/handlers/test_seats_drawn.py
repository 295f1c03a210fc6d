"""抽位子: with `seats=shuffled` who sits where is drawn once a match, before its dice and its first deal."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

from handlers.tables.commands import Deal, Press, Rematch, Thrown
from handlers.tables.effects import BeginHand, Effects, SaveChair
from handlers.tables.model import Table
from handlers.tables.table import step
from tests.handlers.tables import CAST, LIN, SOFIA, TOM, WEI, after, full, lobby

DRAWS = (0, 1, 0)
"""Draws that put 林姨 before Tom, Sofia and Wei: see the swaps below."""


def opened(table: Table, *draws: int) -> tuple[Table, Effects]:
    """The opener presses Ready, and chance gives these numbers."""
    given = iter(draws)
    press = Press(WEI, "g", query_id="g1", decision=table.decision)
    return step(table, press, 1_000, lambda _: next(given))


def seated(table: Table) -> tuple[str, ...]:
    """The names, seat by seat."""
    return tuple(chair.person.name for chair in table.chairs if chair and chair.person)


def test_every_order_is_as_likely_as_any_other() -> None:
    table = full(lobby(dice="off", seats="shuffled"))
    found = Counter(seated(opened(table, *draws)[0]) for draws in product(range(4), range(3), range(2)))
    assert found == Counter(permutations(person.name for person in CAST))


def test_the_draw_asks_for_numbers_below_four_three_and_two() -> None:
    asked: list[int] = []

    def zero(limit: int) -> int:
        asked.append(limit)
        return 0

    table = full(lobby(dice="off", seats="shuffled"))
    step(table, Press(WEI, "g", query_id="g1", decision=table.decision), 1_000, zero)
    assert asked[:3] == [4, 3, 2]


def test_as_joined_nobody_moves() -> None:
    table, effects = after(full(lobby(dice="off")), Press(WEI, "g", query_id="g1", decision=1))
    assert effects.deal
    assert seated(table) == tuple(person.name for person in CAST)


def test_who_was_moved_is_dealt_to_and_stored_there() -> None:
    table, effects = opened(full(lobby(dice="off", seats="shuffled")), *DRAWS)
    # 3 ↔ 0: Tom Sofia 林姨 Wei · 2 ↔ 1: Tom 林姨 Sofia Wei · 1 ↔ 0: 林姨 Tom Sofia Wei
    assert seated(table) == (LIN.name, TOM.name, SOFIA.name, WEI.name)
    assert {row.seat for row in effects.rows if isinstance(row, SaveChair)} == {0, 1, 2, 3}
    table, effects = after(table, Deal(57))
    begun = next(row for row in effects.rows if isinstance(row, BeginHand))
    assert begun.people == tuple(person.person_id for person in (LIN, TOM, SOFIA, WEI))
    assert begun.entropy["seats"] == ("absent", "absent", "absent", "g1")


def test_seats_are_drawn_before_the_dice_and_stay_as_they_are() -> None:
    table, effects = opened(full(lobby(dice="match", seats="shuffled")), *DRAWS)
    assert effects.throw
    drawn = seated(table)
    assert drawn != tuple(person.name for person in CAST)
    table, _ = after(table, Thrown((3, 4)), Deal(57))
    assert seated(table) == drawn


def test_between_hands_seats_stay() -> None:
    table, _ = opened(full(lobby(dice="off", seats="shuffled")), *DRAWS)
    between = replace(table, state="ready")
    after_that, effects = after(between, *(Press(person, "g", query_id="g", decision=1) for person in CAST))
    assert effects.deal
    assert seated(after_that) == seated(table)


def test_a_word_to_a_seat_follows_its_person() -> None:
    """The last one sits down, everybody is ready, and all of it is one command."""
    table = full(lobby(dice="off", seats="shuffled"))
    table, _ = after(table, Press(TOM, "l", query_id="l"))
    table = table.with_chair(0, replace(table.chair(0), ready="g1"))
    given = iter(DRAWS)
    table, effects = step(table, Press(TOM, "j", query_id="j"), 2_000, lambda _: next(given))
    assert effects.deal
    notes = [note for note in effects.notes if note.seat is not None]
    assert [note.key for note in notes] == ["seat.sat"]
    assert table.chair(notes[0].seat or 0).person == TOM
    assert notes[0].params["seat_no"] == table.seat_of(TOM.person_id)


def test_a_vote_about_a_seat_follows_its_person() -> None:
    table, _ = after(full(lobby(dice="off", seats="shuffled")), Press(SOFIA, "vo", "k2", query_id="v"))
    table, _ = opened(table, *DRAWS)
    assert table.vote is not None
    assert table.vote.seat == table.seat_of(LIN.person_id)


def test_a_rematch_draws_anew() -> None:
    old, _ = opened(full(lobby(dice="off", seats="shuffled")), *DRAWS)
    again, _ = after(lobby(dice="off", seats="shuffled"), Rematch(old.chairs, WEI))
    for person in (SOFIA, LIN, TOM):
        again, _ = step(
            again, Press(person, "g", query_id="g", decision=again.decision), 1_000, lambda limit: limit - 1
        )
    assert seated(again) == seated(old), "the greatest numbers move nobody"
    again, _ = after(lobby(dice="off", seats="shuffled"), Rematch(old.chairs, WEI))
    for person in (SOFIA, LIN, TOM):
        again, _ = step(again, Press(person, "g", query_id="g", decision=again.decision), 1_000, lambda _: 0)
    assert seated(again) != seated(old)
