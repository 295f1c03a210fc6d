"""A stage for the bot as its users meet it."""

from pathlib import Path

import pytest

from tests.fakes.people import Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paizhuo.db"
