"""What has been answered is on disk: a table read back is the table in memory, but for what is named here."""

import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from engine.hand import legal_actions
from handlers.app import App
from handlers.tables.commands import Press
from handlers.tables.model import Chair, Person, Table
from handlers.tables.pace import FORGOTTEN
from handlers.tables.restore import awake, list_table, list_tables, load_journal, remembered, with_hand
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready

NOT_KEPT_OF_A_TABLE = {
    "clock": "a start gives everybody the whole time again",
    "taps": "acts are known from the journal, other presses for five seconds",
    "hand_ms": "found out when a table opens",
    "crowded": "found out when a table opens",
    "knocked_at": "a minute without knocks",
    "posted_at": "a minute without boards posted again",
    "greeted_at": "the digest itself is noted for each person",
    "options_at": "what the lobby has unfolded of its options",
    "chooser": "who has just changed options himself presses Ready once more",
    "full_told": "whether all were called in, which a start does once more",
    "touched_at": "kept with what else is kept",
    "claimed_at": "decisions of discards before: their buttons are found by the hand's own numbers",
    "objecting": "found in the hand, with its whole time again",
    "sat": "found in the journal once a hand is over",
}
NOT_KEPT_OF_A_CHAIR = {
    "seen_at": "when the seat was last written; who has been seen since presses Ready",
    "slipped": "the first of two presses for one throw",
    "pings": "how soon somebody is rung",
    "told": "lines on a panel until the next press",
    "table_up": "which side of the panel is up",
    "naming": "which page of the panel is open",
    "more": "which page of the panel is open",
    "beginner": "counted from the hands played",
    "tipped": "kept with the person",
}
WISHES = ("vo", "vo", "vo", "z", "z", "l", "b", "n", "ki", "ap", "wl", "sw", "mo", "zn", "y", "cf", "o")
"""What may be pressed beside sitting down, being ready and acts; some of it oftener than the rest."""


def kept(table: Table) -> Table:
    """The table as far as its rows and its journal hold it."""
    blank = Table(table.table_id, table.chat, None, table.opener, table.game, table.options, table.house)
    chairs = [chair and _kept_chair(chair) for chair in table.chairs]
    forgotten = {name: getattr(blank, name) for name in NOT_KEPT_OF_A_TABLE}
    return replace(
        table,
        **forgotten,
        chairs=(chairs[0], chairs[1], chairs[2], chairs[3]),
        vote=table.vote and replace(table.vote, until=0),
        paused_at=None if table.paused_at is None else 0,
        hand=table.hand if table.state == "playing" else None,
    )


def _kept_chair(chair: Chair) -> Chair:
    blank = Chair(chair.person)
    forgotten = {name: getattr(blank, name) for name in NOT_KEPT_OF_A_CHAIR}
    return replace(chair, **forgotten, kept_until=None if chair.kept_until is None else 0)


async def read_back(app: App, table_id: int) -> Table:
    """The table as a start would find it."""
    found = await app.hall.database.read(list_tables, app.hall.clock.now() - FORGOTTEN)
    row = next(row for row in found if row.table_id == table_id)
    table = awake(await app.hall.database.read(list_table, row), app.hall.clock.now())
    past = await app.hall.database.read(load_journal, table)
    if past is None:
        return table
    return with_hand(remembered(table, past), past.row, past.actions, app.hall.clock.now(), lambda _: 0)


async def lost(app: App, table_id: int) -> dict[str, tuple[Any, Any]]:
    """What a start would lose: the fields that differ, in memory and on disk."""
    found: dict[str, tuple[Any, Any]] = {}
    for _ in range(3):  # the clock may act between the two looks, but not each time
        found = differing(kept(app.hall.actors[table_id].table), kept(await read_back(app, table_id)))
        if not found:
            break
    return found


def differing(one: Any, other: Any) -> dict[str, tuple[Any, Any]]:
    """The fields in which two objects of one class differ, with both values."""
    pairs = {item.name: (getattr(one, item.name), getattr(other, item.name)) for item in fields(one)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def any_press(table: Table, cast: list[Person], chance: random.Random) -> Press:
    """What somebody presses, now and then something that is no part of the game."""
    person = chance.choice(cast)
    seat, number = table.seat_of(person.person_id), chance.randrange(4)
    if chance.random() < 0.2:
        goal = chance.choice(("e", f"k{number}")) + chance.choice(("", ":n"))
        args = {
            "n": f"{number}",
            "vo": goal,
            "ki": f"{number}",
            "ap": chance.choice("nphx"),
            "mo": "1",
            "o": "0",
        }
        code = chance.choice(WISHES)
        return Press(person, code, args.get(code, ""), query_id=code)
    if seat is None:
        return Press(person, "j", query_id="j")
    acts = legal_actions(table.hand, seat) if table.hand is not None and table.state == "playing" else ()
    if not acts:
        return Press(person, "g", "", table.decision, query_id="g")
    verb, _, arg = chance.choice(acts).text.partition(":")
    return Press(person, verb, arg, table.decision, query_id="act")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize(
    "typed", ["fuzhou tempo=normal", "longgang mode=referee tempo=none", "yantai tempo=quick"]
)
@virtual
async def test_a_table_read_back_is_the_table_that_was_told_of(
    stage: Stage, path: Path, typed: str, seed: int
) -> None:
    chance = random.Random(f"{typed} {seed}")
    seen: set[str] = set()
    async with hosting(stage, path) as app:
        players = await open_table(stage, f"{typed} dice=off hands=4")
        await make_ready(stage, app, players)
        table_id = only_table(app).table_id
        cast = [chair.person for chair in only_table(app).chairs if chair and chair.person]
        for _ in range(150):
            table = app.hall.actors[table_id].table
            if table.state == "over":
                break
            await app.hall.submit(table_id, any_press(table, cast, chance))
            if chance.random() < 0.3:
                await stage.clock.sleep(chance.choice((1, 4, 30)))
            assert not await lost(app, table_id)
            now = app.hall.actors[table_id].table
            seen |= {name for name in ("vote", "paused_at", "pause_wanted") if getattr(now, name) is not None}
            seen |= {"leaving" for chair in now.chairs if chair and chair.leaving} | {now.state}
    assert "playing" in seen
    assert seen & {"leaving", "vote", "paused_at"}
