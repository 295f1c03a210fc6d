"""Killed again while it recovers, fifty times running: the next start has no more to do, and nothing has come of it."""

import random
from collections import Counter
from pathlib import Path

import pytest

from handlers.app import App
from tests.crash.cutting import Knife, life
from tests.crash.test_cuts import LOOKS, cut
from tests.end_to_end.crowds import looking, open_all
from tests.end_to_end.records import Row, check_record, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

TABLES, KILLS = 8, 50
NEVER = 10**9
SURFACES = 5
"""The messages of a table: its board and four panels."""
SHOWING = ("INSERT INTO posted", "BEGIN IMMEDIATE", "COMMIT")
"""Statements that note an edit: how many are needed depends on what had been shown before the end."""
CONTENT = (
    "tables",
    "seat",
    "hand",
    "hand_seat",
    "hand_score",
    "action",
    "person",
    "chat",
    "processed_update",
)


class Counting(Knife):
    """A knife that never strikes and counts the statements, by their text."""

    def __init__(self) -> None:
        super().__init__(NEVER, sql="")
        self.statements: Counter[str] = Counter()

    def meets(self, kind: str, text: str) -> bool:
        if kind == "sql":
            self.statements[text] += 1
        return False


def content(path: Path) -> dict[str, list[Row]]:
    """All rows that tell of people and their games."""
    return {name: rows(path, f"SELECT * FROM {name}") for name in CONTENT}  # noqa: S608 - names of this file


def standing(stage: Stage) -> dict[int, int]:
    """How many messages of the bot stand in each chat."""
    chats = stage.world.chats.values()
    return {chat.id: sum(m.sender.is_bot for m in chat.messages.values()) for chat in chats}


async def start(stage: Stage, path: Path, grave: Path) -> Counter[str]:
    """A start that is let be until everything is shown; gives its statements."""
    counting = Counting()
    async with life(stage, path, counting, grave, seed=0) as app:
        await recovered(app)
        await stage.quiet()
        return counting.statements.copy()


def recovering(statements: Counter[str]) -> Counter[str]:
    """Those that list, fold and tidy up."""
    return Counter({sql: n for sql, n in statements.items() if not sql.startswith(SHOWING)})


def shows(statements: Counter[str]) -> int:
    """How many messages were brought up to date."""
    return sum(n for sql, n in statements.items() if sql.startswith("INSERT INTO posted"))


async def recovered(app: App) -> None:
    """Wait until each hand is folded."""
    for table_id in list(app.hall.actors):
        await app.hall.fold(table_id)


@pytest.mark.slow
@virtual
async def test_a_start_after_fifty_that_were_cut_off_has_no_more_to_do(stage: Stage, tmp_path: Path) -> None:
    """Reliability test 3."""
    chance, path = random.Random(3), tmp_path / "paizhuo.db"
    async with hosting(stage, path):
        # nobody is asked by the clock, and no computer plays on meanwhile
        crowd = await open_all(stage, TABLES, "fuzhou hands=16 tempo=none dice=off window=open")
        async with looking(crowd, stage.clock.sleep, every=LOOKS):
            await stage.until(lambda: len(rows(path, "SELECT 1 FROM action")) > 40 * TABLES, patience=3600)
        await stage.quiet()
    first = await start(stage, path, tmp_path / "first")
    before, shown = content(path), standing(stage)
    for kill in range(KILLS):
        grave = tmp_path / f"life{kill}"
        knife = Knife(chance.randrange(1, sum(recovering(first).values())), sql="")
        assert await cut(stage, path, grave, knife, [], seed=kill)
        path = grave / "paizhuo.db"
        assert content(path) == before
    last = await start(stage, path, tmp_path / "last")
    assert recovering(last) == recovering(first)
    assert shows(last) <= SURFACES * TABLES
    assert content(path) == before
    assert standing(stage) == shown
    check_record(path)
