"""Copies taken while tables play: each restores, folds, and is the record of one moment."""

from pathlib import Path

import pytest

from storage import Database
from storage.checks import check
from tests.crash.test_cuts import LOOKS, acts, check_life
from tests.end_to_end.crowds import looking, open_all
from tests.end_to_end.records import check_record
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

EVERY = 4.0
"""Seconds between two copies."""


async def copies_restore(stage: Stage, folder: Path, *, copies: int, tables: int) -> None:
    """So many copies under load; each is checked, folded, opened by the bot and held against the last."""
    path = folder / "paizhuo.db"
    taken = [folder / "copies" / f"{number}.db" for number in range(copies)]
    async with hosting(stage, path) as app:
        crowd = await open_all(stage, tables, "fuzhou hands=16 dice=off tempo=none window=open")
        async with looking(crowd, stage.clock.sleep, every=LOOKS):
            for copy in taken:
                await stage.clock.sleep(EVERY)
                await app.hall.database.backup(copy)
    last = acts(path, check_record(path))
    actions = 0
    for copy in taken:
        lines = acts(copy, check_record(copy))
        assert [new[: len(old)] for old, new in zip(lines, last, strict=False)] == lines
        assert actions < sum(map(len, lines))  # the load went on between two copies
        actions = sum(map(len, lines))
        await restores(stage, copy)
    print(f"{copies} copies of {tables} tables: all restored; {actions} actions in the last")  # noqa: T201


async def restores(stage: Stage, copy: Path) -> None:
    """The copy can be used as the database itself."""
    database = await Database.open(copy)
    assert await database.read(check) == []
    await database.close()
    async with hosting(stage, copy) as app:
        await check_life(app, copy)


@virtual
async def test_copies_under_load_restore(stage: Stage, tmp_path: Path) -> None:
    await copies_restore(stage, tmp_path, copies=5, tables=6)


@pytest.mark.soak
@pytest.mark.soak_part("durability")
@virtual
async def test_sixty_copies_under_fifty_tables_restore(stage: Stage, tmp_path: Path) -> None:
    """Reliability test 9."""
    await copies_restore(stage, tmp_path, copies=60, tables=50)
