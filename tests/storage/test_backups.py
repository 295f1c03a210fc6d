"""Copies: taken while tables play each is the record of one moment and restores; one that is cut off is none."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from unittest.mock import patch

import pytest

from handlers.keeping import Keeper
from storage import Connection, Database, StorageError, backup
from storage.backup import PART, backup_path, outdated_backups
from storage.checks import check
from tests.crash.test_cuts import LOOKS, acts, check_life
from tests.end_to_end.crowds import looking, open_all
from tests.end_to_end.records import check_record
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage
from tests.storage import copying
from tests.storage.group import found_group
from tests.storage.test_database import ROOT, dump, files_no_longer_than

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


# -- cut off while it is written

FIRST_DAY, SECOND_DAY = date(2026, 9, 1), date(2026, 9, 2)
"""Of the virtual clock."""
BIG = """WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
    INSERT INTO picture SELECT i, hex(randomblob(1000)), i FROM n"""
"""Rows that do not fit into SQLite's cache: of their copy a part is on disk before it is complete."""
SHARES = (0.02, 0.25, 0.5, 0.75, 0.98)
"""Shares of the copying, after which it is killed."""


async def fill(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Make it one whose copy takes a while; gives what is in it."""
    await found_group(database)
    await database.write(Connection.execute, BIG)
    return await dump(database)


async def found_big(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """A file of this kind that nobody has open."""
    database = await Database.open(path)
    content = await fill(database)
    await database.close()
    return content


async def is_whole(copy: Path, content: dict[str, list[tuple[object, ...]]]) -> bool:
    """Whether the copy is sound and holds this."""
    database = await Database.open(copy)
    try:
        return await database.read(check) == [] and await dump(database) == content
    finally:
        await database.close()


async def kill_while_copying(path: Path, target: Path, number: int) -> None:
    process = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "tests.storage.copying", str(path), str(target), str(number)],
        cwd=ROOT,
    )
    assert process.returncode == -signal.SIGKILL


@pytest.mark.slow
async def test_a_copy_that_is_killed_is_none_and_the_next_days_works(path: Path) -> None:
    """What is left of it has no copy's name, counts for nothing in the rotation, and goes with the next copy."""
    content, folder, clock = await found_big(path), path.parent / "backups", VirtualClock()
    whole = await copying.copy(path, path.parent / "whole.db", 0)
    killed, next_day = (backup_path(path, folder, day) for day in (FIRST_DAY, SECOND_DAY))
    sizes = []
    for share in SHARES:
        await kill_while_copying(path, killed, round(share * whole))
        sizes.append(killed.with_name(f"{killed.name}{PART}").stat().st_size)
        assert not killed.exists()
        assert outdated_backups(path, folder) == []
    assert 0 < sizes[-2] < (path.parent / "whole.db").stat().st_size  # it was cut off in the middle
    clock.advance(24 * 3600)
    database = await Database.open(path)
    assert await Keeper(database, clock, folder)._round(clock.now())
    await database.close()
    assert await is_whole(next_day, content)
    left = {file.name for file in folder.iterdir() if not file.name.startswith(next_day.name)}
    assert left == set()


@pytest.mark.slow
async def test_a_copy_that_is_killed_leaves_the_one_before_it_and_can_be_made_again(path: Path) -> None:
    """What is left of the killed one does not get into the next."""
    content, target = await found_big(path), path.parent / "copy.db"
    looks = await copying.copy(path, target, 0)
    before = target.read_bytes()
    for share in SHARES:
        await kill_while_copying(path, target, round(share * looks))
        assert target.read_bytes() == before
    database = await Database.open(path)
    await database.write(Connection.execute, "DELETE FROM picture WHERE used_at > 2000")
    content = await dump(database)
    await database.backup(target)
    await database.close()
    assert await is_whole(target, content)


async def test_a_copy_for_which_there_is_no_room_leaves_the_room_to_others(
    path: Path, database: Database
) -> None:
    """SQLite's own error in the middle of writing: the half copy is gone, the one before it stands."""
    content, target = await fill(database), path.parent / "copy.db"
    await database.backup(target)
    before = target.read_bytes()
    with files_no_longer_than(len(before) // 2), pytest.raises(StorageError, match="no backup"):
        await database.backup(target)
    assert target.read_bytes() == before
    assert [file.name for file in path.parent.glob(f"*{PART}*")] == []
    await database.backup(target)
    await database.close()
    assert await is_whole(target, content)


FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["_empty", "_sync"])
async def test_a_disk_that_is_full_beside_sqlite_is_told_alike(
    path: Path, database: Database, step: str
) -> None:
    """Before SQLite begins, or when all is to be brought to the disk: one kind of error, and no part."""
    target = path.parent / "copy.db"
    await database.backup(target)
    before = target.read_bytes()
    with patch.object(backup, step, side_effect=FULL), pytest.raises(StorageError, match="No space left"):
        await database.backup(target)
    assert target.read_bytes() == before
    assert list(path.parent.glob(f"*{PART}*")) == []


async def test_a_folder_that_cannot_be_made_is_told_alike(path: Path, database: Database) -> None:
    with pytest.raises(StorageError, match="no backup"):
        await database.backup(path / "in a file" / "copy.db")
