"""For all tests: no example is timed, an unexpected log line fails the test, long tiers run in named parts."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("house")

PARTS = ("durability", "secrecy", "engine")
NOISE = r"Can not load invalid JSON data"
"""python-telegram-bot's own line about an answer that is no JSON, as faults bring it about."""


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def stage(clock: VirtualClock) -> Stage:
    return Stage(clock)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the bot's database is."""
    return tmp_path / "paizhuo.db"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak-part", choices=PARTS, help="of the soak tests, run this part only")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak_part(name): which part of the long tiers a soak test belongs to")
    config.addinivalue_line("markers", "logs(*patterns): warnings and errors that the test brings about")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not of the wanted part; a soak test without a part is a mistake."""
    wanted, kept, left_out = config.getoption("--soak-part"), [], []
    for item in items:
        part = _part(item)
        (left_out if wanted and part != wanted else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def _part(item: pytest.Item) -> str | None:
    """The part of a soak test; None for other tests."""
    if item.get_closest_marker("soak") is None:
        return None
    marker = item.get_closest_marker("soak_part")
    if marker is None or marker.args[0] not in PARTS:
        raise pytest.UsageError(f"{item.nodeid}: soak tests say soak_part with one of {', '.join(PARTS)}")
    return str(marker.args[0])


@pytest.fixture(autouse=True)
def no_unexpected_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning or error in the log fails the test, unless a `logs` marker has a pattern for it."""
    yield
    expected = [NOISE]
    expected += [pattern for marker in request.node.iter_markers("logs") for pattern in marker.args]
    lines = [
        f"{record.levelname} {record.name}: {record.getMessage()}"
        for phase in ("setup", "call")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.WARNING
    ]
    unexpected = [line for line in lines if not any(re.search(pattern, line) for pattern in expected)]
    assert not unexpected, "unexpected in the log:\n" + "\n".join(unexpected)
