"""What a page costs: few statements, each by an index, and nothing for what other groups play."""

import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiosqlite
import pytest

from handlers.callback_data import page_data, parse
from handlers.message import Message
from handlers.pages import export, verify
from handlers.pages.page import Place, by_id
from handlers.pages.stored import load_hand
from handlers.pages.turning import page
from storage import Connection, Database, hands
from tests.pages.archive import AT, ELSEWHERE, GROUP, HOUR, Cast, copy_matches
from tests.pages.conftest import HANDS, in_group, in_private
from tests.storage.test_plans import scans

MOST = 4
"""Statements of a page. A command has two more: the update it notes and the chat it knows."""
SELECTS = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE)")
IN_A_GROUP = [
    page_data(GROUP, "hi", 17),
    page_data(1, "hm", 1),
    page_data(1, "sc", 0),
    page_data(1, "sc", "c"),
    page_data(1, "hc"),
    page_data(1, "rp", 3, "o"),
    *(
        page_data(GROUP, "tp", game, period, 1)
        for game in ("any", "fuzhou")
        for period in ("all", "week4", "season")
    ),
    *(page_data(1, "st", game, part, 1) for game in ("any", "fuzhou") for part in "ohbfmt"),
]
IN_PRIVATE = [
    page_data(0, "hi", 17),
    page_data(1, "hm", 1),
    page_data(1, "hc"),
    page_data(1, "rp", 3, "o"),
    *(page_data(1, "st", "any", part, 1) for part in "ohbfmt"),
]


async def turn(database: Database, place: Place, data: str) -> Message:
    press = parse(data)
    assert press is not None
    return await page(database, place, press)


@pytest.fixture
async def watched(long_file: tuple[Path, Cast], tmp_path: Path) -> AsyncIterator[tuple[Database, list[str]]]:
    """The long past, and all statements that are asked of it."""
    statements: list[str] = []
    path = Path(shutil.copy(long_file[0], tmp_path / "long.db"))
    database = await Database.open(path, watch=statements.append)
    yield database, statements
    await database.close()


def taken(statements: list[str]) -> list[str]:
    """The statements so far that read or write, and no more of them."""
    found = [sql for sql in statements if SELECTS.match(sql)]
    statements.clear()
    return found


async def test_every_page_is_few_statements_and_each_goes_by_an_index(
    watched: tuple[Database, list[str]], cast: Cast
) -> None:
    database, statements = watched
    taken(statements)
    asked: dict[str, str] = {}
    for place, pages in ((in_group(cast), IN_A_GROUP), (in_private(cast), IN_PRIVATE)):
        for data in pages:
            await turn(database, place, data)
            found = taken(statements)
            assert 0 < len(found) <= MOST, (data, found)
            asked.update(dict.fromkeys(found, data))
    await database.read(hands.outcomes, after=0, limit=10)
    await database.read(hands.newest_hand, GROUP)
    await database.read(hands.newest_hand_of, 1)
    await verify.proof(database, in_group(cast), by_id(1))
    asked.update(dict.fromkeys(taken(statements), "others"))
    assert {(sql, data): steps for sql, data in asked.items() if (steps := scans(sql))} == {}


async def test_exports_are_three_statements_at_the_most(
    watched: tuple[Database, list[str]], cast: Cast
) -> None:
    database, statements = watched
    here = in_group(cast, chat_id=ELSEWHERE)
    for make in (export.csv_file, export.json_file):
        taken(statements)
        await database.read_apart(make, here)
        found = taken(statements)
        assert 0 < len(found) <= 3
        assert [step for sql in found for step in scans(sql)] == []


class _Reader:
    """Reads as a Database does, and counts what SQLite's machine runs for it: rows looked at, not depths of trees."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.steps = 0

    async def read(self, work: Callable[..., Awaitable[object]], *args: object) -> object:
        def count() -> int:
            self.steps += 1
            return 0

        async with aiosqlite.connect(f"{self._path.as_uri()}?mode=ro", uri=True) as raw:
            await raw.set_progress_handler(count, 1)
            return await work(Connection(raw, None), *args)


async def cost(path: Path, place: Place, data: str) -> int:
    reader = _Reader(path)
    await turn(reader, place, data)  # type: ignore[arg-type]
    return reader.steps


@pytest.mark.slow
async def test_a_groups_pages_cost_the_same_whatever_others_play(path: Path, cast: Cast) -> None:
    """With 5,000 hands elsewhere by the same people, and with 50,000."""
    place, costs = in_group(cast), []
    for times in (200, 1800):
        copy_matches(path, ELSEWHERE, cast.people, matches=times, hands=HANDS, at=AT + 50 * HOUR)
        costs.append({data: await cost(path, place, data) for data in IN_A_GROUP})
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("data", "more"),
    [(page_data(GROUP, "hi", 1), 20), (page_data(10, "hm", 1), 0), (page_data(10, "sc", 0), 0)],
)
async def test_a_page_costs_the_same_however_long_the_history(
    path: Path, cast: Cast, data: str, more: int
) -> None:
    """Only the number of matches is counted, a few steps for each; table 10 is the first of the copies."""
    costs = []
    for times in (20, 180):
        copy_matches(path, GROUP, cast.people, matches=times, hands=HANDS, at=AT + 50 * HOUR)
        costs.append(await cost(path, in_group(cast), data))
    assert costs[1] <= costs[0] + more * 180


async def test_a_stored_hand_is_read_in_four_statements(past: Database, cast: Cast) -> None:
    hand = await past.read(load_hand, in_group(cast), by_id(1))
    assert len(hand.lines) > 10
    assert [seat.seat for seat in hand.seats] == [0, 1, 2, 3]
