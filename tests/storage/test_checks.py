"""The check finds what it promises to find, and nothing in a sound database."""

import pytest

from storage import Database
from storage.checks import check
from tests.storage.group import Group, deal, play_hand

TAMPERED = {
    "score that is not what its settlement pays": "UPDATE hand_score SET seat0 = 6, seat1 = -4 WHERE hand_no = 1",
    "have a gap": "DELETE FROM action WHERE hand_no = 1 AND seq = 0",
    "does not have four seats": "DELETE FROM hand_seat WHERE hand_no = 1 AND seat = 3",
    "over without a score": "DELETE FROM hand_score WHERE hand_no = 1",
    "says it has 3 scored hands and has 2": "UPDATE tables SET played = 3",
    "counts 1 hands and has a hand 3": "UPDATE chat SET hands = 1",
    "another chat than its table": """INSERT INTO chat (chat_id, kind, hands) VALUES (-7, 'group', 9);
        UPDATE hand SET chat_id = -7 WHERE hand_no = 1""",
    "points to a row of hand that is not there": "UPDATE action SET hand_no = 77 WHERE hand_no = 1",
}


async def test_a_sound_database_has_no_faults_however_often_it_is_asked(
    database: Database, group: Group
) -> None:
    for _ in range(2):
        await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    await database.write(deal, group)
    assert await database.read(check) == []
    assert await database.read(check) == []


@pytest.mark.parametrize("fault", TAMPERED)
async def test_a_fault_is_found_and_named(database: Database, group: Group, fault: str) -> None:
    for _ in range(2):
        await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    await database.write(deal, group)
    # pragmas do nothing inside a transaction, and an honest connection would refuse what is done here
    connection = database._writer._connection
    await connection.execute("PRAGMA foreign_keys = OFF")
    for statement in TAMPERED[fault].split(";"):
        await connection.execute(statement)
    assert any(fault in sentence for sentence in await database.read(check))
