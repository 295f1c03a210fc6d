"""A stage for the bot as its users meet it."""

from pathlib import Path

import pytest

from tests.fakes.people import Stage


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> Stage:
    """Parametrized indirectly, a stage whose group is made so."""
    return Stage(**getattr(request, "param", {}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paizhuo.db"
