"""Hands and their actions, and the updates that brought them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import Connection, Database, Refused, Stale
from storage.journal import (
    UPDATES_KEPT,
    FanRow,
    HandRow,
    MistakeRow,
    SeatOutcome,
    append_action,
    end_hand,
    find_hand,
    last_hand,
    load_hand,
    next_hand_no,
    note_update,
    prune_updates,
    read_actions,
    void_hand,
)
from storage.tables import load_table
from storage.values import read_json, to_json
from tests.storage.group import AT, Group, action, deal, found_group, open_table, play_hand, settle


async def last_of(database: Database, group: Group) -> HandRow:
    """The newest hand of the group's table."""
    hand = await database.read(last_hand, group.table_id)
    assert hand is not None
    return hand


async def processed(connection: Connection, update_ids: list[int]) -> set[int]:
    """Which of these updates are remembered."""
    rows = await connection.rows("SELECT update_id FROM processed_update")
    return {row[0] for row in rows} & set(update_ids)


async def test_a_hand_begins_with_all_that_it_is_folded_from(database: Database, group: Group) -> None:
    hand_no = await database.write(deal, group)
    hand = await last_of(database, group)
    assert (hand.hand_no, hand.chat_id, hand.state, hand.started_at) == (hand_no, group.chat_id, "open", AT)
    assert hand.match == {"dealer": 0}
    assert hand.entropy == {"dice": [1, 2], "presses": ["1", "2", "3", "4"]}
    assert (hand.ended_at, hand.result, hand.settlement, hand.people) == (None, None, None, None)
    assert await database.read(load_hand, hand.hand_id) == hand
    assert await database.read(find_hand, group.chat_id, hand_no) == hand


async def test_what_hides_tiles_is_not_in_a_repr(database: Database, group: Group) -> None:
    await database.write(deal, group)
    table = await database.read(load_table, group.table_id)
    hand = await last_of(database, group)
    assert table is not None
    assert "seed" not in repr(table)
    assert "presses" not in repr(hand)
    secret = replace(action(1, 1, 0, events=("drew 5m",)), act="discard 9p")
    assert "5m" not in repr(secret)
    assert "9p" not in repr(secret)


async def test_actions_come_back_in_order_and_equal(database: Database, group: Group) -> None:
    async def play(connection: Connection) -> int:
        hand_no = await deal(connection, group)
        for row in rows:
            await append_action(connection, replace(row, hand_no=hand_no))
        return hand_no

    rows = [action(group.table_id, 1, seq, events=({"草": [1, None, True]}, ["5m"])) for seq in range(12)]
    rows.append(replace(rows[-1], seq=12, seat=None, act="CLOSE", by="host"))
    hand_no = await database.write(play)
    stored = await database.read(read_actions, group.table_id, hand_no)
    assert stored == [replace(row, hand_no=hand_no) for row in rows]


@pytest.mark.parametrize("seq", [0, 2, 99, -1])
async def test_only_the_next_action_is_taken(database: Database, group: Group, seq: int) -> None:
    async def play(connection: Connection) -> int:
        hand_no = await deal(connection, group)
        await append_action(connection, action(group.table_id, hand_no, 0))
        return hand_no

    hand_no = await database.write(play)
    with pytest.raises(Stale, match=f"action {seq} refused"):
        await database.write(append_action, action(group.table_id, hand_no, seq))
    await database.write(append_action, action(group.table_id, hand_no, 1))
    stored = await database.read(read_actions, group.table_id, hand_no)
    assert [row.seq for row in stored] == [0, 1]


async def test_a_hand_that_is_over_takes_nothing_more(database: Database, group: Group) -> None:
    hand_no = await database.write(play_hand, group, actions=2)
    with pytest.raises(Stale):
        await database.write(append_action, action(group.table_id, hand_no, 2))
    with pytest.raises(Stale):
        await database.write(settle, group.table_id, hand_no)
    with pytest.raises(Stale):
        await database.write(void_hand, group.table_id, hand_no, at=AT)
    assert (await last_of(database, group)).state == "done"


async def test_a_hand_ends_with_its_outcome_all_at_once(database: Database, group: Group) -> None:
    people = (*group.people[:3], None)

    async def play(connection: Connection) -> int:
        hand_no = await deal(connection, group, people)
        await end_hand(
            connection,
            table_id=group.table_id,
            hand_no=hand_no,
            at=AT + 9,
            result={"end": {"kind": "win"}},
            settlement={"payments": [9, -9, 0, 0]},
            scores=(9, -9, 0, 0),
            seats=[
                SeatOutcome(0, by_computer=False, won=True),
                SeatOutcome(1, by_computer=False, dealt_in=True),
                SeatOutcome(2, by_computer=True),
                SeatOutcome(3, by_computer=True),
            ],
            fans=[FanRow(0, "all_pungs", 6), FanRow(0, "kong", 1), FanRow(0, "kong", 1)],
            mistakes=[MistakeRow(1, "二.2", "stand"), MistakeRow(1, "一.4", "fine")],
        )
        return hand_no

    hand_no = await database.write(play)
    hand = await database.read(find_hand, group.chat_id, hand_no)
    assert hand is not None
    assert (hand.state, hand.ended_at, hand.people) == ("done", AT + 9, 2)
    assert hand.result == {"end": {"kind": "win"}}
    assert hand.settlement == {"payments": [9, -9, 0, 0]}
    seats = await database.read(
        Connection.rows,
        "SELECT person_id, by_computer, won, self_drawn, dealt_in, points FROM seat_score ORDER BY seat",
    )
    assert seats == [
        (people[0], 0, 1, 0, 0, 9),
        (people[1], 0, 0, 0, 1, -9),
        (people[2], 1, 0, 0, 0, 0),
        (None, 1, 0, 0, 0, 0),
    ]
    fans = await database.read(Connection.rows, "SELECT code, value FROM hand_fan")
    assert fans == [("all_pungs", 6), ("kong", 1), ("kong", 1)]
    mistakes = await database.read(Connection.rows, "SELECT seat, clause, verdict FROM hand_mistake")
    assert mistakes == [(1, "二.2", "stand"), (1, "一.4", "fine")]
    assert await database.read(Connection.rows, "SELECT judged FROM hand") == [(1,)]
    table = await database.read(load_table, group.table_id)
    assert table is not None
    assert table.played == 1


async def test_a_hand_that_is_not_ended_leaves_no_mistakes(database: Database, group: Group) -> None:
    """They stand in the transaction of its score: a sum that is not zero takes them back with the rest."""
    erred = (MistakeRow(2, "二.2", "stand"),)
    with pytest.raises(Refused, match="CHECK"):
        await database.write(lambda c: play_hand(c, group, (1, 0, 0, 0), mistakes=erred))
    assert await database.read(Connection.rows, "SELECT * FROM hand_mistake") == []
    await database.write(lambda c: play_hand(c, group, mistakes=()))
    await database.write(lambda c: play_hand(c, group))
    assert await database.read(Connection.rows, "SELECT judged FROM hand ORDER BY hand_id") == [(1,), (0,)]


async def test_a_hand_whose_scores_do_not_sum_to_zero_is_not_ended(database: Database, group: Group) -> None:
    with pytest.raises(Refused, match="CHECK"):
        await database.write(play_hand, group, (1, 0, 0, 0))
    assert await database.read(Connection.rows, "SELECT * FROM hand") == []


async def test_numbers_count_the_hands_of_the_chat_over_all_its_tables(
    database: Database, group: Group
) -> None:
    async def play(connection: Connection) -> list[int]:
        second = await open_table(connection, group.chat_id, group.people)
        other = replace(group, table_id=second.table_id)
        return [await play_hand(connection, at) for at in (group, other, group, other, other)]

    assert await database.write(play) == [1, 2, 3, 4, 5]
    elsewhere = await found_group(database, chat_id=-200, users=(21, 22, 23, 24))
    assert await database.write(play_hand, elsewhere) == 1
    with pytest.raises(Stale, match="unknown"):
        await database.write(next_hand_no, -999)


async def test_a_void_hand_makes_room_for_the_next(database: Database, group: Group) -> None:
    async def play(connection: Connection) -> int:
        hand_no = await deal(connection, group)
        await void_hand(connection, group.table_id, hand_no, at=AT)
        return await deal(connection, group)

    assert await database.write(play) == 2
    hand = await database.read(find_hand, group.chat_id, 1)
    assert hand is not None
    assert hand.state == "void"


async def test_a_second_hand_at_a_table_waits_for_the_first(database: Database, group: Group) -> None:
    await database.write(deal, group)
    with pytest.raises(Refused, match="UNIQUE"):
        await database.write(deal, group)


async def test_an_update_is_noted_once_and_known_by_membership(database: Database) -> None:
    async def note(connection: Connection) -> list[bool]:
        return [await note_update(connection, number, at=0) for number in (900, 7, 900, 8)]

    assert await database.write(note) == [True, True, False, True]
    assert await database.read(processed, [900, 899, 8, 6]) == {900, 8}
    assert await database.read(processed, []) == set()


async def test_a_failed_update_is_noted_as_such_and_stays_so(database: Database) -> None:
    async def note(connection: Connection) -> list[bool]:
        return [await note_update(connection, 5, at=0, failed=failed) for failed in (True, False)]

    assert await database.write(note) == [True, False]
    rows = await database.read(Connection.rows, "SELECT * FROM processed_update")
    assert rows == [(5, 0, 1)]


async def test_updates_are_forgotten_after_seventy_two_hours(database: Database) -> None:
    async def note(connection: Connection) -> int:
        for number, at in ((1, 0), (2, 1), (3, UPDATES_KEPT), (4, 0), (5, 0)):
            await note_update(connection, number, at=at)
        return await prune_updates(connection, now=UPDATES_KEPT + 1, most=2)

    assert await database.write(note) == 2
    assert await database.write(prune_updates, now=UPDATES_KEPT + 1, most=2) == 1
    assert await database.read(processed, [1, 2, 3, 4, 5]) == {2, 3}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(value=json_values.filter(lambda value: value is not None))
def test_what_is_written_as_json_is_read_equal(value: object) -> None:
    assert read_json((1, to_json(value), None), 1, 2) == [1, value, None]
