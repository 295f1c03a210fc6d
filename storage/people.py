"""People: who Telegram says they are, what they have set, whether they can be written to."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from storage.connection import Connection
from storage.errors import Stale
from storage.values import JsonObject, Row, read_json, to_json


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person. One who was forgotten has `user_id` None and an empty name, and keeps the points."""

    person_id: int
    user_id: int | None
    name: str
    username: str | None
    language: str | None
    settings: JsonObject
    reachable: bool


_PERSON = "SELECT person_id, user_id, name, username, language, settings, reachable FROM person"


async def note_person(connection: Connection, user_id: int, name: str, username: str | None) -> PersonRow:
    """Know a person under the present names; gives the person with the settings."""
    await connection.execute(
        """INSERT INTO person (user_id, name, username) VALUES (?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, username = excluded.username
        WHERE name <> excluded.name OR username IS NOT excluded.username""",
        (user_id, name, username),
    )
    person = await find_person(connection, user_id)
    if person is None:
        raise Stale("a person just written is not there")
    return person


async def find_person(connection: Connection, user_id: int) -> PersonRow | None:
    row = await connection.row(_PERSON + " WHERE user_id = ?", (user_id,))
    return _person(row) if row else None


async def load_person(connection: Connection, person_id: int) -> PersonRow | None:
    row = await connection.row(_PERSON + " WHERE person_id = ?", (person_id,))
    return _person(row) if row else None


async def load_people(connection: Connection, person_ids: list[int]) -> dict[int, PersonRow]:
    """The people with these ids, by id."""
    sql = _PERSON + " JOIN json_each(?) ON person_id = value"
    return {row[0]: _person(row) for row in await connection.rows(sql, (to_json(person_ids),))}


async def hands_played(connection: Connection, game: str, person_ids: list[int]) -> dict[int, int]:
    """How many hands of this game each of these people has sat at, practice included."""
    rows = await connection.rows(
        """SELECT person_id, count(*) FROM json_each(?) JOIN hand_seat ON person_id = value
        JOIN tables USING (table_id) WHERE game = ? GROUP BY person_id""",
        (to_json(person_ids), game),
    )
    return dict(rows)


async def note_told(
    connection: Connection, person_id: int, game: str, what: Iterable[str], *, at: int
) -> None:
    """Remember that the person has read these tips of the game."""
    await connection.many(
        "INSERT INTO told (person_id, game, what, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(person_id, game, each, at) for each in what],
    )


async def told(connection: Connection, game: str, person_ids: list[int]) -> dict[int, frozenset[str]]:
    """Which tips of this game each of these people has read; who has read none is left out."""
    rows = await connection.rows(
        "SELECT person_id, what FROM json_each(?) JOIN told ON person_id = value WHERE game = ?",
        (to_json(person_ids), game),
    )
    found: defaultdict[int, frozenset[str]] = defaultdict(frozenset)
    for person_id, what in rows:
        found[person_id] |= {what}
    return dict(found)


async def note_digest(connection: Connection, person_id: int, *, at: int, apart: int) -> bool:
    """Remember that the person gets the morning's digest; False, and nothing noted, within `apart` ms of the last."""
    changed = await connection.execute(
        """INSERT INTO told (person_id, game, what, at) VALUES (?, '', 'digest', ?)
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE excluded.at - told.at >= ?""",
        (person_id, at, apart),
    )
    return changed > 0


async def recent_players(connection: Connection, chat_id: int, *, limit: int) -> list[PersonRow]:
    """The people who played a chat's last hands, the most recent first."""
    rows = await connection.rows(
        """SELECT person_id, user_id, name, username, language, settings, reachable FROM person
        JOIN (SELECT person_id, max(hand_id) AS latest
            FROM (SELECT hand_id, table_id, hand_no FROM hand WHERE chat_id = ? ORDER BY hand_no DESC LIMIT 200)
            JOIN hand_seat USING (table_id, hand_no) WHERE person_id IS NOT NULL GROUP BY person_id)
        USING (person_id) WHERE user_id IS NOT NULL ORDER BY latest DESC LIMIT ?""",
        (chat_id, limit),
    )
    return [_person(row) for row in rows]


async def find_by_username(connection: Connection, username: str) -> PersonRow | None:
    """The person who last had this username, written without `@`, in any case."""
    sql = _PERSON + " WHERE username = ? COLLATE NOCASE ORDER BY person_id DESC LIMIT 1"
    row = await connection.row(sql, (username,))
    return _person(row) if row else None


async def save_person(connection: Connection, person: PersonRow) -> None:
    """Write a person's language, settings and whether a private message arrives."""
    changed = await connection.execute(
        "UPDATE person SET language = ?, settings = ?, reachable = ? WHERE person_id = ?",
        (person.language, to_json(person.settings), int(person.reachable), person.person_id),
    )
    if changed != 1:
        raise Stale(f"person {person.person_id} is unknown")


async def set_reachable(connection: Connection, user_id: int, reachable: bool) -> None:
    """Note whether a private message arrives; an unknown person is none of storage's business."""
    await connection.execute(
        "UPDATE person SET reachable = ? WHERE user_id = ? AND reachable <> ?",
        (int(reachable), user_id, int(reachable)),
    )


async def forget_person(connection: Connection, person_id: int) -> None:
    """Remove what tells who a person is; the points stay, so everyone else's sums are still right.

    The private chat bears the person's id, so it goes with its practice tables, which nobody else played at.
    A table there must be over in memory, and a seat elsewhere left, before this is called.
    """
    person = await load_person(connection, person_id)
    if person is None or person.user_id is None:
        return
    await _erase_private_chat(connection, person.user_id)
    await connection.execute("DELETE FROM told WHERE person_id = ?", (person_id,))
    await connection.execute(
        """UPDATE person SET user_id = NULL, name = '', username = NULL, language = NULL, settings = '{}',
            reachable = 0 WHERE person_id = ?""",
        (person_id,),
    )


async def _erase_private_chat(connection: Connection, chat_id: int) -> None:
    for statement in (
        "DELETE FROM posted WHERE chat_id = ?",
        "DELETE FROM posted WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM action WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM hand_fan WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM hand_mistake WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM hand_score WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM hand_seat WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM hand WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM seat WHERE table_id IN (SELECT table_id FROM tables WHERE chat_id = ?)",
        "DELETE FROM tables WHERE chat_id = ?",
        "DELETE FROM season WHERE chat_id = ?",
        "DELETE FROM chat WHERE chat_id = ?",
    ):
        await connection.execute(statement, (chat_id,))


def _person(row: Row) -> PersonRow:
    *values, reachable = read_json(row, 5)
    return PersonRow(*[*values, bool(reachable)])
