"""An open database per test, and a small group of people with a table to write about."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database
from tests.storage.group import Group, found_group


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "paizhuo.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    yield opened
    await opened.close()


@pytest.fixture
async def group(database: Database) -> Group:
    """A group of four people at one table."""
    return await found_group(database)
