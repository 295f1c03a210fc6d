"""What a group has settled, how fast it plays, and who has hardly played a game."""

from dataclasses import replace

from storage import Database
from storage.chats import hand_length, load_chat, move_chat, note_chat, save_chat
from storage.people import hands_played
from tests.storage.group import AT, Group, deal, found_group, play_hand, settle

MINUTE = 60_000
NEW = -1001234567890


async def test_a_groups_settings_are_kept_and_follow_it_to_its_new_id(
    database: Database, group: Group
) -> None:
    chat = await database.read(load_chat, group.chat_id)
    assert chat is not None
    assert chat.settings == {}
    settled = replace(chat, settings={"quiet": "23-8"}, defaults={"fuzhou": {"house": {"tempo": "day"}}})
    await database.write(save_chat, settled)
    assert await database.read(load_chat, group.chat_id) == settled
    await database.write(note_chat, NEW, "supergroup", "known already")
    assert await database.write(move_chat, group.chat_id, NEW)
    moved = await database.read(load_chat, NEW)
    assert moved is not None
    assert (moved.settings, moved.defaults) == (settled.settings, settled.defaults)


async def test_hands_played_are_counted_for_each_person_and_game(database: Database, group: Group) -> None:
    other = await found_group(database, -200, (11, 12, 21, 22), "guiyang")
    for _ in range(2):
        await database.write(play_hand, group)
    await database.write(play_hand, other)
    people = [*group.people, 99]
    assert await database.read(hands_played, "fuzhou", people) == dict.fromkeys(group.people, 2)
    assert await database.read(hands_played, "guiyang", people) == dict.fromkeys(group.people[:2], 1)
    assert await database.read(hands_played, "yantai", people) == {}


async def test_the_pace_of_a_group_is_the_mean_of_its_last_hands(database: Database, group: Group) -> None:
    for minutes in (50, 2, 2, 4, 4, 4):
        hand_no = await database.write(deal, group, group.people, AT)
        await database.write(settle, group.table_id, hand_no, at=AT + minutes * MINUTE)
    few = await database.read(hand_length, group.chat_id, "fuzhou", last=3, most=30 * MINUTE)
    assert few is None, "three are too few"
    pace = await database.read(hand_length, group.chat_id, "fuzhou", last=20, most=30 * MINUTE)
    assert pace == round((2 + 2 + 4 + 4 + 4) / 5 * MINUTE), "the long one had been put aside"
    assert await database.read(hand_length, group.chat_id, "guiyang", last=20, most=30 * MINUTE) is None
    assert await database.read(hand_length, -999, "fuzhou", last=20, most=30 * MINUTE) is None
