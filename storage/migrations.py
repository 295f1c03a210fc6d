"""The schema, as numbered steps that only go forward.

`MIGRATIONS[n - 1]` leads from version n - 1 to n. Each runs in one transaction and sets `user_version` in it,
so a file is always of exactly one version. A step that was released is never edited: add another.
Times are UTC milliseconds; columns named in JSON hold JSON text, whose meaning is the caller's.
"""

from pathlib import Path

from storage.connection import Connection
from storage.errors import DatabaseTooNew, DatabaseUnusable

Migration = tuple[str, ...]

APPLICATION_ID = 1885432186
"""Marks a file as ours (the bytes `paiz`), so that another program's database is refused."""

FIRST: Migration = (
    "PRAGMA application_id = 1885432186",
    # A chat with the bot, a private one too. `hands` is the number of the last hand dealt in it.
    """CREATE TABLE chat (
        chat_id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('private', 'group', 'supergroup')),
        title TEXT NOT NULL DEFAULT '',
        language TEXT,
        home_thread INTEGER,
        game TEXT,
        defaults TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(defaults)),
        hands INTEGER NOT NULL DEFAULT 0 CHECK (hands >= 0)
    ) STRICT""",
    # Forgotten: user_id NULL, name ''. Rows are never deleted, so sums and ids stay right.
    """CREATE TABLE person (
        person_id INTEGER PRIMARY KEY,
        user_id INTEGER UNIQUE,
        name TEXT NOT NULL,
        username TEXT,
        language TEXT,
        settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
        reachable INTEGER NOT NULL DEFAULT 0 CHECK (reachable IN (0, 1))
    ) STRICT""",
    "CREATE INDEX person_by_username ON person (username COLLATE NOCASE) WHERE username IS NOT NULL",
    # A table is one match. Ids are never used again: old buttons carry them.
    # `before` is the state that a sleeping or suspended table returns to, `asleep` since when it sleeps,
    # `played` the number of its hands that have a score.
    """CREATE TABLE tables (
        table_id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER NOT NULL REFERENCES chat ON UPDATE CASCADE,
        thread_id INTEGER,
        opener INTEGER NOT NULL REFERENCES person,
        game TEXT NOT NULL,
        options TEXT NOT NULL CHECK (json_valid(options)),
        state TEXT NOT NULL
            CHECK (state IN ('lobby', 'ready', 'throwing', 'playing', 'asleep', 'suspended', 'over')),
        match TEXT CHECK (match IS NULL OR json_valid(match)),
        seed BLOB NOT NULL CHECK (length(seed) = 32),
        commitment TEXT NOT NULL,
        dice TEXT CHECK (dice IS NULL OR json_valid(dice)),
        decision INTEGER NOT NULL DEFAULT 0 CHECK (decision >= 0),
        due_at INTEGER,
        opened_at INTEGER NOT NULL,
        touched_at INTEGER NOT NULL,
        asleep INTEGER,
        before TEXT,
        played INTEGER NOT NULL DEFAULT 0 CHECK (played >= 0)
    ) STRICT""",
    "CREATE INDEX table_live ON tables (chat_id, table_id) WHERE state <> 'over'",
    "CREATE INDEX table_played ON tables (chat_id, table_id) WHERE played > 0",
    # for the cascade when a chat gets a new id, and for erasing a private chat
    "CREATE INDEX table_by_chat ON tables (chat_id)",
    # Who sits where now. A row is a taken seat; person_id NULL is a computer's own seat.
    # `ready` is the callback query id of the press that said so, which the wall is mixed with.
    """CREATE TABLE seat (
        table_id INTEGER NOT NULL REFERENCES tables,
        seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
        person_id INTEGER REFERENCES person,
        played_by TEXT NOT NULL CHECK (played_by IN ('person', 'computer')),
        ready TEXT,
        expiries INTEGER NOT NULL DEFAULT 0 CHECK (expiries >= 0),
        filter TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, seat),
        CHECK (person_id IS NOT NULL OR played_by = 'computer')
    ) STRICT""",
    "CREATE INDEX seat_by_person ON seat (person_id, table_id)",
    # hand_no counts the hands of the chat. Not unique there: two chats that became one keep their numbers,
    # since walls were mixed with them. `people` is how many seats a person played to the end.
    """CREATE TABLE hand (
        hand_id INTEGER PRIMARY KEY AUTOINCREMENT,
        table_id INTEGER NOT NULL REFERENCES tables,
        hand_no INTEGER NOT NULL CHECK (hand_no > 0),
        chat_id INTEGER NOT NULL REFERENCES chat ON UPDATE CASCADE,
        rules_version INTEGER NOT NULL,
        match TEXT NOT NULL CHECK (json_valid(match)),
        entropy TEXT NOT NULL CHECK (json_valid(entropy)),
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'void')),
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        result TEXT CHECK (result IS NULL OR json_valid(result)),
        settlement TEXT CHECK (settlement IS NULL OR json_valid(settlement)),
        people INTEGER CHECK (people BETWEEN 0 AND 4),
        UNIQUE (table_id, hand_no),
        CHECK ((state = 'open') = (ended_at IS NULL)),
        CHECK ((state = 'done') = (result IS NOT NULL AND settlement IS NOT NULL AND people IS NOT NULL))
    ) STRICT""",
    "CREATE UNIQUE INDEX hand_open ON hand (table_id) WHERE state = 'open'",
    "CREATE INDEX hand_by_number ON hand (chat_id, hand_no)",
    "CREATE INDEX hand_by_time ON hand (chat_id, ended_at) WHERE state = 'done'",
    # Who played which hand, and how it went. Kept per hand: seats change people between hands.
    # by_computer: the computer held the seat at the end, so the hand is no part of the person's rates.
    """CREATE TABLE hand_seat (
        table_id INTEGER NOT NULL,
        hand_no INTEGER NOT NULL,
        seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
        person_id INTEGER REFERENCES person,
        by_computer INTEGER NOT NULL CHECK (by_computer IN (0, 1)),
        won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)),
        self_drawn INTEGER NOT NULL DEFAULT 0 CHECK (self_drawn IN (0, 1)),
        dealt_in INTEGER NOT NULL DEFAULT 0 CHECK (dealt_in IN (0, 1)),
        PRIMARY KEY (table_id, hand_no, seat),
        FOREIGN KEY (table_id, hand_no) REFERENCES hand (table_id, hand_no),
        CHECK (person_id IS NOT NULL OR by_computer),
        CHECK (won OR NOT self_drawn)
    ) STRICT""",
    "CREATE INDEX hand_seat_by_person ON hand_seat (person_id, table_id, hand_no)",
    """CREATE TABLE hand_score (
        table_id INTEGER NOT NULL,
        hand_no INTEGER NOT NULL,
        seat0 INTEGER NOT NULL,
        seat1 INTEGER NOT NULL,
        seat2 INTEGER NOT NULL,
        seat3 INTEGER NOT NULL,
        PRIMARY KEY (table_id, hand_no),
        FOREIGN KEY (table_id, hand_no) REFERENCES hand (table_id, hand_no),
        CHECK (seat0 + seat1 + seat2 + seat3 = 0)
    ) STRICT""",
    # what each seat of a scored hand won or paid
    """CREATE VIEW seat_score AS
        SELECT hand_seat.*,
            CASE seat WHEN 0 THEN seat0 WHEN 1 THEN seat1 WHEN 2 THEN seat2 ELSE seat3 END AS points
        FROM hand_seat JOIN hand_score USING (table_id, hand_no)""",
    # one row per fan counted; a fan may be counted twice in a hand
    """CREATE TABLE hand_fan (
        table_id INTEGER NOT NULL,
        hand_no INTEGER NOT NULL,
        seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
        code TEXT NOT NULL,
        value INTEGER NOT NULL,
        FOREIGN KEY (table_id, hand_no, seat) REFERENCES hand_seat (table_id, hand_no, seat)
    ) STRICT""",
    "CREATE INDEX hand_fan_by_seat ON hand_fan (table_id, hand_no, seat)",
    # The journal. seat NULL is the host's own act; `by` says who chose it, `events` what it did.
    """CREATE TABLE action (
        table_id INTEGER NOT NULL,
        hand_no INTEGER NOT NULL,
        seq INTEGER NOT NULL CHECK (seq >= 0),
        seat INTEGER CHECK (seat BETWEEN 0 AND 3),
        act TEXT NOT NULL,
        by TEXT NOT NULL,
        events TEXT NOT NULL CHECK (json_valid(events)),
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, hand_no, seq),
        FOREIGN KEY (table_id, hand_no) REFERENCES hand (table_id, hand_no)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE processed_update (
        update_id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        failed INTEGER NOT NULL DEFAULT 0 CHECK (failed IN (0, 1))
    ) STRICT""",
    "CREATE INDEX processed_update_by_age ON processed_update (at)",
    # The messages a table keeps up to date. seat -1 is the group's message; a private panel has its seat.
    """CREATE TABLE posted (
        table_id INTEGER NOT NULL REFERENCES tables,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL CHECK (seat BETWEEN -1 AND 3),
        chat_id INTEGER NOT NULL,
        message_id INTEGER NOT NULL,
        hash TEXT NOT NULL DEFAULT '',
        sent_at INTEGER NOT NULL,
        PRIMARY KEY (table_id, kind, seat)
    ) STRICT""",
    "CREATE INDEX posted_by_message ON posted (chat_id, message_id)",
    """CREATE TABLE picture (
        hash TEXT NOT NULL PRIMARY KEY,
        file_id TEXT NOT NULL,
        used_at INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE season (
        chat_id INTEGER NOT NULL REFERENCES chat ON UPDATE CASCADE,
        season_no INTEGER NOT NULL CHECK (season_no > 0),
        name TEXT NOT NULL,
        opened_at INTEGER NOT NULL,
        closed_at INTEGER CHECK (closed_at >= opened_at),
        PRIMARY KEY (chat_id, season_no)
    ) STRICT""",
    "CREATE UNIQUE INDEX season_open ON season (chat_id) WHERE closed_at IS NULL",
    "PRAGMA user_version = 1",
)

SECOND: Migration = (
    # who may do what in a group, its quiet hours and time zone
    "ALTER TABLE chat ADD COLUMN settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings))",
    "PRAGMA user_version = 2",
)

THIRD: Migration = (
    # what a person has been told: tips of a game, each once; under no game the morning's digest
    """CREATE TABLE told (
        person_id INTEGER NOT NULL REFERENCES person,
        game TEXT NOT NULL,
        what TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (person_id, game, what)
    ) STRICT""",
    "PRAGMA user_version = 3",
)

FOURTH: Migration = (
    # whether mistakes were judged in it: before a referee, or where players may object
    "ALTER TABLE hand ADD COLUMN judged INTEGER NOT NULL DEFAULT 0 CHECK (judged IN (0, 1))",
    # one row per mistake that cost something, by the clause of the house rule; a seat may err several times
    """CREATE TABLE hand_mistake (
        table_id INTEGER NOT NULL,
        hand_no INTEGER NOT NULL,
        seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
        clause TEXT NOT NULL,
        verdict TEXT NOT NULL,
        FOREIGN KEY (table_id, hand_no, seat) REFERENCES hand_seat (table_id, hand_no, seat)
    ) STRICT""",
    "CREATE INDEX hand_mistake_by_seat ON hand_mistake (table_id, hand_no, seat)",
    "PRAGMA user_version = 4",
)

FIFTH: Migration = (
    # what a table keeps in mind beside its match: who waits for a seat, pauses taken, friends called
    "ALTER TABLE tables ADD COLUMN aside TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(aside))",
    "PRAGMA user_version = 5",
)

SIXTH: Migration = (
    # who got up, or was put out, in mid-hand: the computer plays that hand to its end, then the seat is free
    "ALTER TABLE seat ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1))",
    # until when a seat is kept for somebody who has yet to come, and when its person was last seen, UTC ms
    "ALTER TABLE seat ADD COLUMN kept_until INTEGER",
    "ALTER TABLE seat ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0",
    # tables just ended, which still take the wish for a rematch after a start
    "CREATE INDEX table_ended ON tables (touched_at) WHERE state = 'over'",
    "PRAGMA user_version = 6",
)

MIGRATIONS: tuple[Migration, ...] = (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH)


async def check_version(connection: Connection, path: Path, migrations: tuple[Migration, ...]) -> int:
    """The version of the file, 0 when empty; refuses a newer one and another program's."""
    version = await connection.number("PRAGMA user_version")
    ours = await connection.number("PRAGMA application_id") == APPLICATION_ID
    if not ours and (version or await connection.number("SELECT count(*) FROM sqlite_schema")):
        raise DatabaseUnusable(f"the database {path} belongs to another program")
    if version > len(migrations):
        raise DatabaseTooNew(
            f"the database {path} is of version {version}, newer than this program knows ({len(migrations)})"
        )
    return version


async def migrate(connection: Connection, migrations: tuple[Migration, ...]) -> None:
    """Bring the file to the newest version, one transaction a step."""
    version = await connection.number("PRAGMA user_version")
    for statements in migrations[version:]:
        try:
            for statement in ("BEGIN IMMEDIATE", *statements, "COMMIT"):
                await connection.execute(statement)
        except BaseException:
            await connection.rollback()
            raise
