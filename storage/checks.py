"""Is the database sound? Reads only, so it may be run as often as one likes."""

from storage.connection import Connection

_CHECKS = (
    (
        "hand {1} of table {0} has a score that is not what its settlement pays",
        """SELECT table_id, hand_no FROM hand JOIN hand_score USING (table_id, hand_no)
        WHERE json_extract(settlement, '$.payments') IS NOT json_array(seat0, seat1, seat2, seat3)""",
    ),
    (
        "hand {1} of table {0} is over without a score, or has one without being over",
        """SELECT table_id, hand_no FROM hand LEFT JOIN hand_score USING (table_id, hand_no)
        WHERE (state = 'done') <> (seat0 IS NOT NULL)""",
    ),
    (
        "the scores of hand {1} of table {0} do not sum to zero",
        "SELECT table_id, hand_no FROM hand_score WHERE seat0 + seat1 + seat2 + seat3 <> 0",
    ),
    (
        "the actions of hand {1} of table {0} have a gap",
        "SELECT table_id, hand_no FROM action GROUP BY table_id, hand_no HAVING count(*) <> max(seq) + 1",
    ),
    (
        "hand {1} of table {0} does not have four seats",
        """SELECT table_id, hand_no FROM hand LEFT JOIN hand_seat USING (table_id, hand_no)
        GROUP BY table_id, hand_no HAVING count(seat) <> 4""",
    ),
    (
        "table {0} says it has {1} scored hands and has {2}",
        """SELECT table_id, played, count(hand_no) FROM tables LEFT JOIN hand_score USING (table_id)
        GROUP BY table_id HAVING played <> count(hand_no)""",
    ),
    (
        "chat {0} counts {1} hands and has a hand {2}",
        """SELECT chat_id, hands, max(hand_no) FROM chat JOIN hand USING (chat_id)
        GROUP BY chat_id HAVING hands < max(hand_no)""",
    ),
    (
        "hand {1} of table {0} belongs to another chat than its table",
        "SELECT table_id, hand_no FROM hand JOIN tables USING (table_id) WHERE hand.chat_id <> tables.chat_id",
    ),
    ("a row of {0} points to a row of {2} that is not there", "PRAGMA foreign_key_check"),
)


async def check(connection: Connection) -> list[str]:
    """One sentence for each fault; an empty list is a sound database."""
    verdicts = await connection.rows("PRAGMA integrity_check")
    faults = [f"SQLite finds: {text}" for (text,) in verdicts if text != "ok"]
    for sentence, sql in _CHECKS:
        faults += [sentence.format(*row) for row in await connection.rows(sql)]
    return faults
