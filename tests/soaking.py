"""The long tiers in parts and in pieces: a run ends when its time is over, and the next one goes on there.

What has passed is kept in `.soak/`, one file a part, and counts only as long as no source has changed.
"""

import hashlib
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("durability", "delivery", "secrecy", "engine")
SOURCES = ("engine", "storage", "handlers", "playground", "tests", "bot.py", "pyproject.toml")
LATER = "the time is over; run this part again and it goes on here"


def add_options(parser: pytest.Parser) -> None:
    """`--soak-part` and `--soak-seconds`; with an equals sign, as there is a folder `engine`, too."""
    parser.addoption("--soak-part", choices=PARTS, help="of the soak tests, run this part only")
    parser.addoption("--soak-seconds", type=float, help="begin no further soak test after so many seconds")


def part_of(item: pytest.Item) -> str | None:
    """The part of a soak test; None for other tests. A soak test without a part is a mistake."""
    if item.get_closest_marker("soak") is None:
        return None
    marker = item.get_closest_marker("soak_part")
    if marker is None or marker.args[0] not in PARTS:
        raise pytest.UsageError(f"{item.nodeid}: soak tests say soak_part with one of {', '.join(PARTS)}")
    return str(marker.args[0])


def digest() -> str:
    """Of all sources, with texts, rulebooks, cases and settings: another one, and everything is run again."""
    found = hashlib.sha256()
    for path in [
        ROOT / "pyproject.toml",
        ROOT / "bot.py",
        *(p for f in SOURCES for p in sorted((ROOT / f).rglob("*"))),
    ]:
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(str(path.relative_to(ROOT)).encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


class Soak:
    """One run of one part."""

    def __init__(self, part: str, seconds: float | None, *, notes: bool) -> None:
        """`notes`: this process writes down what has passed; the others, of xdist, only read."""
        self._part = part
        self._end = None if seconds is None else time.monotonic() + seconds
        self._notes = notes
        self._file = ROOT / ".soak" / part
        self._digest = digest()
        self._before = self._read()
        self._outcomes = {"passed": 0, "failed": 0, "later": 0}

    def _read(self) -> frozenset[str]:
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.exists() else []
        return frozenset(lines[1:]) if lines[:1] == [self._digest] else frozenset()

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out other parts, and what has passed before."""
        kept = [item for item in items if part_of(item) == self._part and item.nodeid not in self._before]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Put off what would begin too late."""
        if self._end is not None and time.monotonic() > self._end:
            pytest.skip(LATER)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down what has passed, at once: the run may be stopped."""
        if report.skipped and LATER in str(report.longrepr):
            self._outcomes["later"] += 1
        elif report.failed:
            self._outcomes["failed"] += 1
        elif report.when == "call" and report.passed:
            self._outcomes["passed"] += 1
            if self._notes:
                self._note(report.nodeid)

    def _note(self, line: str) -> None:
        self._file.parent.mkdir(exist_ok=True)
        if not self._before and self._outcomes["passed"] == 1:
            self._file.write_text(f"{self._digest}\n", encoding="utf-8")
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how far it is; when all has passed, the next run begins anew."""
        done, failed, later = (*map(self._outcomes.__getitem__, ("passed", "failed", "later")),)
        done += len(self._before)
        more = "all of it" if not (failed or later) else f"{failed} failed, {later} to come: run it again"
        terminalreporter.write_line(f"soak-{self._part}: {done} of {done + failed + later} done, {more}")
        if not (failed or later):
            self._file.unlink(missing_ok=True)
