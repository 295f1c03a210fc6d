"""Who may press what, written down once more beside the product, and all that a press could change."""

import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from engine.actions import parse_act
from engine.hand import legal_actions, may_act
from handlers.app import App
from handlers.tables.model import Chair, Table
from storage.connection import Connection
from tests.fakes.hosting import seat_of

Rows = frozenset[tuple[Any, ...]]

DELIVERY = frozenset({"processed_update", "posted", "picture"})
"""Tables of the database that tell which updates were taken and which messages stand: every press may change them."""
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """What may become another: tables of the database (of some, single columns), and fields of a table in memory.

    Of chairs: `his x`, the presser's own; `other x`, anybody else's; who `came` to a free seat, and who has `gone`.
    """

    stored: frozenset[str] = NOTHING
    memory: frozenset[str] = NOTHING

    def __or__(self, other: "Change") -> "Change":
        return Change(self.stored | other.stored, self.memory | other.memory)


def change(stored: str = "", memory: str = "") -> Change:
    """These tables and fields; a field of chairs has its two words joined by a dot."""
    return Change(frozenset(stored.split()), frozenset(word.replace(".", " ") for word in memory.split()))


QUESTION = change("tables seat", "hand seq log decision clock claimed_at objecting other.told")
"""What follows from any answer: the next question; and those whose claim came to nothing are told so.

That the hand itself changes by the lines of its journal alone, and by whose, is looked at in the matrix.
"""
_ACT_OF_THE_HAND = QUESTION | change("action", "his.naming")
HAND_OVER = change(
    "hand hand_score hand_seat hand_fan hand_mistake",
    "state match played sat gone.person his.ready other.ready his.filter other.filter",
)
"""What comes with the end of a hand: its score, and everybody's own filter and no Ready."""
DEALT = change(
    "hand hand_seat chat.hands tables action",
    "state hand hand_no hand_id seq log decision clock match paused_at claimed_at objecting"
    " his.beginner other.beginner his.naming other.naming his.more other.more other.tipped",
)
"""What comes with a deal; what computers answer at once stands in the journal."""
AWOKEN = change("tables", "state before asleep clock paused_at")
"""What comes with a table that goes on."""
WAKING = frozenset({"g", "j", "b", "n", "cf"})
"""Codes beside the acts that wake a sleeping table, as far as they are heard."""


@dataclass(frozen=True, slots=True)
class Right:
    """Who may press a code with effect (`WHO`), and what that may then change."""

    who: str
    change: Change = Change()


_ACT = Right("owner", _ACT_OF_THE_HAND)
_LOOK = Right("nobody")

RIGHTS: Mapping[str, Right] = {
    **dict.fromkeys(("d", "c", "p", "k", "x", "h", "r", "m", "s", "t", "a", "f", "v", "w", "q"), _ACT),
    "g": Right("seated", change("tables seat", "his.ready came.computer")),
    "j": Right("group", change("tables seat", "came.himself cried full_told waiting")),
    "l": Right(
        "seated", _ACT_OF_THE_HAND | change("", "gone.himself his.leaving his.played_by full_told vote")
    ),
    "b": Right("group", change("tables seat", "came.computer cried full_told waiting")),
    "n": Right("group", change("tables seat", "gone.computer full_told waiting")),
    "o": Right(
        "chooser",
        change("tables seat", "options house options_at decision chooser other.ready other.seen_at"),
    ),
    "ap": Right("seated", _ACT_OF_THE_HAND | change("", "his.filter")),
    "hs": Right("group", change("person.settings", "his.settings")),
    **dict.fromkeys(("y", "e", "ad"), Right("seated")),
    "sw": Right("seated", change("", "his.table_up")),
    "mo": Right("seated", change("", "his.naming his.more")),
    "z": Right("seated", change("tables", "paused_at paused_by pause_wanted pauses objecting clock")),
    "zn": Right("seated", change("", "knocked_at")),
    "wk": Right("group", AWOKEN),
    "ta": Right("group", change("", "posted_at")),
    "en": Right("manager", change("tables hand", "state decision paused_at vote")),
    "ki": Right(
        "manager",
        QUESTION | change("action", "gone.computer gone.person other.leaving other.played_by full_told vote"),
    ),
    "cf": Right("seated", change("tables", "called")),
    "wl": Right("unseated", change("tables", "waiting")),
    "vo": Right("seated", change("tables", "vote")),
    "rm": Right("seated", change("tables seat", "rematch rematch_at")),
    "u": _LOOK,
    "i": _LOOK,
    # pages
    "ng": Right("anybody", change("tables seat person chat")),
    "gd": Right("admin", change("chat.defaults", "chat")),
    "pr": Right("admin", change("chat.settings chat.language", "chat")),
    "la": Right("admin", change("chat.language", "chat")),
    "sn": Right("admin", change("season")),
    "fg": Right("himself", change("person.user_id person.name person.language person.reachable chat told")),
    **dict.fromkeys(("sc", "hi", "hm", "hc", "rp", "vf", "tp", "st", "ex", "ru", "ca", "he", "cl"), _LOOK),
}
"""The rights of every code, as design.md §7 and §9 give them."""


HIS_SETTING = Right("anybody", change("person.settings person.language", "his.person his.settings sat"))
"""`pr` and `la` on the page of one's own settings."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who presses, and what he is to the group."""

    name: str
    user_id: int
    opener: bool = False
    admin: bool = False
    stranger: bool = False


def holds(who: str, table: Table, caller: Caller) -> bool:
    """Whether the caller is such a person to this table; an act's owner is asked of `owner_may`."""
    seat = seat_of(table, caller.user_id)
    match who:
        case "group":
            return not caller.stranger
        case "anybody":
            return True
        case "seated" | "owner":
            return seat is not None
        case "unseated":
            return seat is None and not caller.stranger
        case "manager":
            return caller.opener or caller.admin
        case "chooser":
            return table.state == "lobby" and (seat is not None or caller.admin)
        case "admin":
            return caller.admin
        case "himself":
            return caller.stranger  # from his own private chat; everybody else presses in the group
        case _:
            return False


def owner_may(table: Table, seat: int | None, act: str) -> bool:
    """Is it this seat's own act, open to it now?"""
    hand = table.hand
    if hand is None or hand.prompt is None or seat is None or table.state not in ("playing", "asleep"):
        return False
    if act == "h":  # it stands for the best way of winning that is asked for
        return any(way.verb == "h" and not way.arg.isdigit() for way in legal_actions(hand, seat))
    return may_act(hand, seat, parse_act(act))


@dataclass(frozen=True, slots=True)
class Standing:
    """All that stands at one moment: the rows on disk, the tables in memory."""

    stored: Mapping[str, Rows]
    tables: Mapping[int, Table]
    columns: Mapping[str, tuple[str, ...]]

    def changed(self, after: "Standing") -> dict[str, Rows]:
        """The rows that came, went or became others, by their table."""
        both = {name: rows ^ after.stored[name] for name, rows in self.stored.items()}
        return {name: rows for name, rows in both.items() if rows}

    def named(self, changed: Mapping[str, Rows]) -> set[str]:
        """The tables of these rows; of chats and people the columns, where a row has become another."""
        found: set[str] = set()
        for name, rows in changed.items():
            keys = {row[0] for row in rows}
            if name not in IN_COLUMNS or len(rows) != 2 * len(keys):
                found.add(name)
                continue
            for key in keys:
                one, other = (row for row in rows if row[0] == key)
                pairs = zip(self.columns[name], one, other, strict=True)
                found |= {f"{name}.{column}" for column, was, now in pairs if was != now}
        return found


IN_COLUMNS = frozenset({"chat", "person"})
"""Tables of which it is said which columns may change; their first one is the key."""


def standing(app: App, path: Path) -> Standing:
    """The whole database, but for what tells of delivery, and all tables."""
    stored, columns = {}, {}
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute(_TABLES) if name not in DELIVERY]
        for name in names:
            cursor = connection.execute(f"SELECT * FROM {name}")  # noqa: S608
            columns[name] = tuple(column for column, *_ in cursor.description)
            stored[name] = frozenset(cursor)
    return Standing(stored, {number: actor.table for number, actor in app.hall.actors.items()}, columns)


_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


async def put_back(app: App, before: Standing, changed: Collection[str]) -> None:
    """As if the press had not been: the rows of these tables, and the tables in memory."""

    async def work(connection: Connection) -> None:
        await connection.execute("PRAGMA defer_foreign_keys = ON")
        for name in changed:
            rows = list(before.stored[name])
            await connection.execute(f"DELETE FROM {name}")  # noqa: S608
            if rows:
                places = ", ".join("?" * len(rows[0]))
                await connection.many(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608

    await app.hall.database.write(work)
    for number, table in before.tables.items():
        app.hall.actors[number].table = table
        app.hall._wake(number, None)


_BOOKKEEPING = ("seen_at", "expiries", "pings", "told", "tipped", "slipped", "kept_until")
"""What any press of its owner may note of his own chair."""


def differing(before: Table, after: Table, caller: int | None, *, noted: bool) -> set[str]:
    """What of the table differs, in the words of `Change`; a press that is `noted` leaves a trace of itself."""
    left_out = {"chairs", "touched_at", "taps"} if noted else {"chairs"}
    names = [field.name for field in fields(Table) if field.name not in left_out]
    after = _undelivered(before, after)
    found = {name for name in names if getattr(before, name) != getattr(after, name)}
    for was, now in zip(before.chairs, after.chairs, strict=True):
        his = caller is not None and caller in (_user(was), _user(now))
        if was is None or now is None:
            found |= {f"came {_who(now, his=his)}"} if now else set()
            found |= {f"gone {_who(was, his=his)}"} if was else set()
        else:
            found |= {f"{'his' if his else 'other'} {name}" for name in _fields_differing(was, now, his=his)}
    return found


def _undelivered(before: Table, after: Table) -> Table:
    """The table after, without what the delivery of a panel and a ring have brought, which come when they come."""
    was, clock = before.clock, replace(after.clock, delivered=before.clock.delivered)
    if was.due_at is None and before.decision == after.decision:
        clock = replace(clock, due_at=None)
    if was.ping_at is not None and clock.ping_at is None:
        clock = replace(clock, ping_at=was.ping_at, pinged=was.pinged)
    return replace(after, clock=clock)


def _user(chair: Chair | None) -> int | None:
    return chair.person.user_id if chair and chair.person else None


def _who(chair: Chair | None, *, his: bool) -> str:
    return "himself" if his else "computer" if _user(chair) is None else "person"


def _fields_differing(was: Chair, now: Chair, *, his: bool) -> list[str]:
    names = [field.name for field in fields(Chair) if not (his and field.name in _BOOKKEEPING)]
    settings = [chair.person.settings if chair.person else None for chair in (was, now)]
    differ = [name for name in names if getattr(was, name) != getattr(now, name)]
    return [*differ, *(["settings"] if settings[0] != settings[1] else [])]
