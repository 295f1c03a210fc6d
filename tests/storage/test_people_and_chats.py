"""People and chats: known, renamed, forgotten, moved."""

import itertools
from dataclasses import replace

import pytest

from storage import Connection, Database, Stale
from storage.chats import ChatRow, load_chat, move_chat, note_chat, save_chat
from storage.checks import check
from storage.journal import MistakeRow, find_hand, last_hand
from storage.messages import PostedRow, load_posted, note_posted
from storage.people import (
    PersonRow,
    find_by_username,
    find_person,
    forget_person,
    load_people,
    load_person,
    note_digest,
    note_person,
    note_told,
    save_person,
    set_reachable,
    told,
)
from storage.scores import matches, sheet
from storage.seasons import open_season, seasons
from storage.tables import load_seats, load_table
from tests.storage.group import AT, Group, deal, found_group, open_table, play_hand

OLD, NEW = -100, -1_000_000_000_100


async def test_a_person_is_known_by_user_id_under_the_latest_name(database: Database) -> None:
    first = await database.write(note_person, 11, "Wei", "wei_1")
    again = await database.write(note_person, 11, "Wei 伟", None)
    assert first == PersonRow(first.person_id, 11, "Wei", "wei_1", None, {}, False)
    assert again == replace(first, name="Wei 伟", username=None)
    assert await database.read(find_person, 11) == again
    assert await database.read(load_person, first.person_id) == again
    assert await database.read(find_person, 12) is None


async def test_settings_live_through_a_new_name(database: Database) -> None:
    person = await database.write(note_person, 11, "Wei", "wei")
    changed = replace(person, language="zh_Hans", settings={"labels": "words"}, reachable=True)
    await database.write(save_person, changed)
    assert await database.write(note_person, 11, "W", "wei") == replace(changed, name="W")
    with pytest.raises(Stale):
        await database.write(save_person, replace(changed, person_id=99))


async def test_whether_a_message_arrives_is_noted(database: Database) -> None:
    await database.write(note_person, 11, "Wei", None)
    for reachable in (True, False):
        await database.write(set_reachable, 11, reachable)
        person = await database.read(find_person, 11)
        assert person is not None
        assert person.reachable is reachable


async def test_people_are_found_by_username_in_any_case_the_latest_holder_first(database: Database) -> None:
    await database.write(note_person, 11, "old", "Sofia")
    newer = await database.write(note_person, 12, "new", "sofia")
    assert await database.read(find_by_username, "SOFIA") == newer
    assert await database.read(find_by_username, "tom") is None


async def test_several_people_are_loaded_at_once(database: Database, group: Group) -> None:
    people = await database.read(load_people, [*group.people[:2], 999])
    assert {key: person.name for key, person in people.items()} == {
        group.people[0]: "P11",
        group.people[1]: "P12",
    }


async def test_a_forgotten_person_leaves_the_points_and_nothing_else(
    database: Database, group: Group
) -> None:
    """Everyone's sums stay; the private chat, whose id is the user's, goes with its practice."""
    await database.write(play_hand, group, (9, -3, -3, -3), winner=0)
    practice = await found_group(database, chat_id=11, users=(11,))
    alone = (group.people[0], None, None, None)
    erred = (MistakeRow(0, "二.2", "stand"),)
    await database.write(play_hand, practice, (4, -4, 0, 0), people=alone, winner=0, mistakes=erred)
    await database.write(note_posted, PostedRow(group.table_id, "panel", 0, 11, 5, "", AT))
    before = await database.read(sheet, group.table_id)

    for _ in range(2):
        await database.write(forget_person, group.people[0])
        nobody = PersonRow(group.people[0], None, "", None, None, {}, False)
        assert await database.read(load_person, group.people[0]) == nobody
        after = await database.read(sheet, group.table_id)
        assert after.lines == before.lines
        assert [row.points for row in after.standings] == [9, -3, -3, -3]
        assert after.standings[0].name == ""
        assert await database.read(load_chat, 11) is None
        assert await database.read(load_table, practice.table_id) is None
        assert await database.read(Connection.rows, "SELECT * FROM hand_mistake") == []
        assert await database.read(load_posted, group.table_id) == []
        assert await database.read(check) == []

    file = await database.read(everything)
    assert "P11" not in file
    assert "user11" not in file
    again = await database.write(note_person, 11, "P11", None)
    assert again.person_id != group.people[0]


async def everything(connection: Connection) -> str:
    names = await connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return repr([await connection.rows(f'SELECT * FROM "{name}"') for (name,) in names])  # noqa: S608


async def test_a_chat_keeps_its_settings_under_a_new_title(database: Database) -> None:
    chat = await database.write(note_chat, OLD, "group", "周五麻将")
    assert chat == ChatRow(OLD, "group", "周五麻将", None, None, None, {}, 0)
    changed = replace(chat, language="en", home_thread=4, game="yantai", defaults={"tempo": "slow"})
    await database.write(save_chat, changed)
    renamed = await database.write(note_chat, OLD, "group", "周六麻将")
    assert renamed == replace(changed, title="周六麻将")
    with pytest.raises(Stale):
        await database.write(save_chat, replace(chat, chat_id=-9))


async def test_a_chat_moves_with_all_that_is_its_own(database: Database, group: Group) -> None:
    async def prepare(connection: Connection) -> None:
        await play_hand(connection, group, (3, -1, -1, -1), winner=0)
        await deal(connection, group)
        await open_season(connection, OLD, "春", at=AT)
        await note_posted(connection, PostedRow(group.table_id, "board", None, OLD, 5, "", AT))
        await note_posted(connection, PostedRow(group.table_id, "panel", 1, 12, 6, "", AT))

    await database.write(prepare)
    seats = await database.read(load_seats, group.table_id)
    assert await database.write(move_chat, OLD, NEW) is True
    assert await database.write(move_chat, OLD, NEW) is False

    chat = await database.read(load_chat, NEW)
    assert chat is not None
    assert (chat.kind, chat.title, chat.hands) == ("supergroup", f"chat {OLD}", 2)
    assert await database.read(load_chat, OLD) is None
    table = await database.read(load_table, group.table_id)
    hand = await database.read(last_hand, group.table_id)
    assert table is not None
    assert hand is not None
    assert table.chat_id == hand.chat_id == NEW
    assert await database.read(load_seats, group.table_id) == seats
    assert [row.kind for row in await database.read(load_posted, group.table_id)] == ["panel"]
    assert [row.name for row in await database.read(seasons, NEW)] == ["春"]
    assert await database.read(check) == []


@pytest.mark.parametrize("order", [*itertools.permutations(["old", "new", "moved", "moved"])])
async def test_a_chat_moves_in_whatever_order_the_signs_come(
    database: Database, group: Group, order: tuple[str, ...]
) -> None:
    """A message still under the old id, one under the new id with a table of its own, the move told twice."""

    async def sign(connection: Connection, kind: str) -> None:
        if kind == "old":
            await note_chat(connection, OLD, "group", "still old")
        elif kind == "new":
            await note_chat(connection, NEW, "supergroup", "already new")
            table = await open_table(connection, NEW, group.people)
            await play_hand(connection, replace(group, chat_id=NEW, table_id=table.table_id))
        else:
            await move_chat(connection, OLD, NEW)

    await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    for kind in order:
        await database.write(sign, kind)
    await database.write(move_chat, OLD, NEW)

    assert await database.read(load_chat, OLD) is None
    found = await database.read(matches, NEW, limit=10)
    assert {line.hands for line in found} == {1}
    assert group.table_id in {line.table_id for line in found}
    assert len(found) == 2
    assert await database.read(check) == []


async def test_chats_that_become_one_keep_their_numbers_and_count_on(
    database: Database, group: Group
) -> None:
    """Walls were mixed with the numbers; a number found twice means the newer hand."""
    other = await found_group(database, chat_id=NEW)
    for _ in range(3):
        await database.write(play_hand, group)
    await database.write(play_hand, other)
    for chat_id in (OLD, NEW):
        await database.write(open_season, chat_id, f"of {chat_id}", at=AT)
    await database.write(move_chat, OLD, NEW)
    hands = [await database.read(find_hand, NEW, n) for n in (1, 2, 3)]
    assert [hand.table_id for hand in hands if hand] == [other.table_id, group.table_id, group.table_id]
    moved = replace(group, chat_id=NEW)
    assert await database.write(play_hand, moved) == 4
    assert [row.name for row in await database.read(seasons, NEW)] == [f"of {OLD}"]


async def test_moving_a_chat_to_itself_or_an_unknown_one_does_nothing(
    database: Database, group: Group
) -> None:
    assert await database.write(move_chat, OLD, OLD) is False
    assert await database.write(move_chat, -5, -6) is False
    assert await database.read(load_chat, OLD) is not None


async def test_what_a_person_has_been_told_is_kept_by_game_until_the_person_is_forgotten(
    database: Database, group: Group
) -> None:
    wei, sofia, lin, _ = group.people
    await database.write(note_told, wei, "fuzhou", ["tip.gold", "tip.pass"], at=AT)
    await database.write(note_told, wei, "fuzhou", ["tip.pass", "tip.eye"], at=AT + 1)
    await database.write(note_told, sofia, "fuding", ["tip.gold"], at=AT)
    assert await database.read(told, "fuzhou", [wei, sofia, lin]) == {
        wei: {"tip.gold", "tip.pass", "tip.eye"}
    }
    await database.write(forget_person, wei)
    assert await database.read(told, "fuzhou", [wei]) == {}
    assert await database.read(told, "fuding", [sofia]) == {sofia: {"tip.gold"}}


async def test_a_digest_is_noted_once_in_so_long(database: Database, group: Group) -> None:
    wei, sofia = group.people[:2]
    assert await database.write(note_digest, wei, at=AT, apart=100)
    assert not await database.write(note_digest, wei, at=AT + 99, apart=100)
    assert await database.write(note_digest, sofia, at=AT + 99, apart=100)
    assert await database.write(note_digest, wei, at=AT + 100, apart=100)
    assert not await database.write(note_digest, wei, at=AT + 150, apart=100)
