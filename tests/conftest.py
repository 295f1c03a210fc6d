"""For all tests: no example is timed, an unexpected log line fails the test, long tiers run in named parts."""

import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests import soaking
from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage
from tests.screenshots import written_since

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("house")

_STARTED = time.time()
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
    soaking.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak_part(name): which part of the long tiers a soak test belongs to")
    config.addinivalue_line("markers", "logs(*patterns): warnings and errors that the test brings about")
    part, seconds = config.getoption("--soak-part"), config.getoption("--soak-seconds")
    if part:
        first = not hasattr(config, "workerinput")  # xdist's workers have one
        config.pluginmanager.register(soaking.Soak(part, seconds, notes=first))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Where this run's screenshots are, whichever worker took them."""
    for folder in written_since(_STARTED):
        terminalreporter.write_line(f"screenshots: {folder}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A soak test without a part is a mistake."""
    for item in items:
        soaking.part_of(item)


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
