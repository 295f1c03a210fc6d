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
OF_A_HAND = frozenset({"action", "hand", "hand_seat", "hand_score", "hand_fan", "hand_mistake"})
AT_A_TABLE = OF_A_HAND | {"tables", "seat", "chat"}
"""What an act may lead to: the next hand is dealt, and counted in its chat."""
NOTHING: frozenset[str] = frozenset()
ANYTHING = frozenset({"anything"})


@dataclass(frozen=True, slots=True)
class Right:
    """Who may press a code with effect (`WHO`), and what that may then change: tables of the database, fields of ours.

    `own`: of seats and people it changes the presser's alone.
    """

    who: str
    stored: frozenset[str] = NOTHING
    memory: frozenset[str] = NOTHING
    own: bool = True


_ACT = Right("owner", AT_A_TABLE, ANYTHING, own=False)
_SITS = Right(
    "group", frozenset({"seat", "tables"}), frozenset({"chairs", "cried", "waiting", "full_told", "clock"})
)
_LOOK = Right("nobody")

RIGHTS: Mapping[str, Right] = {
    **dict.fromkeys(("d", "c", "p", "k", "x", "h", "r", "m", "s", "t", "a", "f", "v", "w", "q"), _ACT),
    "g": Right("seated", AT_A_TABLE, ANYTHING, own=False),
    "j": _SITS,
    "l": Right("seated", AT_A_TABLE, ANYTHING),
    "b": replace(_SITS, own=False),
    "n": replace(_SITS, own=False),
    "o": Right(  # and takes back the others' Ready
        "chooser", frozenset({"tables", "seat"}), frozenset({"options", "house", "options_at", "chairs"}), own=False
    ),
    "ap": Right("seated", AT_A_TABLE, ANYTHING),
    "hs": Right("group", frozenset({"person"})),
    **dict.fromkeys(("y", "e", "ad"), Right("seated")),
    **dict.fromkeys(("sw", "mo"), Right("seated")),
    "z": Right("seated", frozenset({"tables"}), frozenset({"paused_at", "pause_wanted", "pauses", "objecting"})),
    "zn": Right("seated", memory=frozenset({"knocked_at"})),
    "wk": Right("group", frozenset({"tables"}), frozenset({"state", "before", "asleep", "clock"})),
    "ta": Right("group", memory=frozenset({"posted_at"})),
    "en": Right("manager", AT_A_TABLE, ANYTHING, own=False),
    "ki": Right("manager", AT_A_TABLE, ANYTHING, own=False),
    "cf": Right("seated", frozenset({"tables"}), frozenset({"called"})),
    "wl": Right("unseated", frozenset({"tables"}), frozenset({"waiting"})),
    "vo": Right("seated", frozenset({"tables"}), frozenset({"vote"})),
    "rm": Right("seated", frozenset({"tables", "seat"}), frozenset({"rematch"}), own=False),
    "u": _LOOK,
    "i": _LOOK,
    # pages
    "ng": Right("anybody", AT_A_TABLE | {"person"}, own=False),
    "gd": Right("admin", frozenset({"chat"}), frozenset({"chat"})),
    "pr": Right("admin", frozenset({"chat"}), frozenset({"chat"})),
    "la": Right("admin", frozenset({"chat"}), frozenset({"chat"})),
    "sn": Right("admin", frozenset({"season"})),
    "fg": Right("himself", frozenset({"person", "chat", "told"})),
    **dict.fromkeys(("sc", "hi", "hm", "hc", "rp", "vf", "tp", "st", "ex", "ru", "ca", "he", "cl"), _LOOK),
}  # fmt: skip
"""The rights of every code, as design.md §7 and §9 give them."""


HIS_SETTING = Right("anybody", frozenset({"person"}), frozenset({"his chair", "sat"}))
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

    def changed(self, after: "Standing") -> dict[str, Rows]:
        """The rows that came, went or became others, by their table."""
        both = {name: rows ^ after.stored[name] for name, rows in self.stored.items()}
        return {name: rows for name, rows in both.items() if rows}


def standing(app: App, path: Path) -> Standing:
    """The whole database, but for what tells of delivery, and all tables."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute(_TABLES) if name not in DELIVERY]
        stored = {name: frozenset(connection.execute(f"SELECT * FROM {name}")) for name in names}  # noqa: S608
    return Standing(stored, {number: actor.table for number, actor in app.hall.actors.items()})


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
_OF_THE_PRESSER = (*_BOOKKEEPING, "table_up", "naming", "more", "filter", "played_by")


def differing(before: Table, after: Table, seat: int | None, *, accepted: bool) -> set[str]:
    """The fields of the table that differ, but for what a press of its owner notes of his own chair."""
    left_out = {"touched_at", "clock", "taps"} if seat is not None else set()
    left_out |= {"touched_at", "taps"} if accepted else set()
    kept = _OF_THE_PRESSER if accepted else _BOOKKEEPING
    found = {
        field.name
        for field in fields(Table)
        if field.name not in left_out | {"chairs"}
        and getattr(before, field.name) != getattr(after, field.name)
    }
    for number, (was, now) in enumerate(zip(before.chairs, after.chairs, strict=True)):
        if number == seat and _noted(was, kept) != _noted(now, kept):
            found.add("his chair")
        elif number != seat and was != now:
            found.add("chairs")
    return found


def _noted(chair: Chair | None, names: Collection[str]) -> Chair | None:
    """The chair without what was noted in these fields."""
    blank = Chair(None)
    return chair and replace(chair, **{name: getattr(blank, name) for name in names})
