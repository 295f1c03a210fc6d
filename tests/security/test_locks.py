"""What is installed is what was locked: exact versions, each with its hashes, alike in every lock."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
EXTRAS = {
    "run": (),
    "playground": ("playground",),
    "dev": ("dev", "playground"),
    "art": ("art",),
    "audit": ("audit",),
}
"""What each lock holds besides the bot's own dependencies."""
LINE = re.compile(r"(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>[\w.+!]+)(?: ; (?P<marker>[^\\]+?))?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Locked:
    """A package in a lock; `marker` says where this version is meant, if not everywhere."""

    name: str
    version: str
    marker: str
    hashes: int


def locked(path: Path) -> list[Locked]:
    """Everything in a lock; a line that is no exact version fails."""
    found = []
    for block in path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        head, *hashes = re.split(r"\s+(?=--hash)", block.strip())
        match = LINE.fullmatch(head)
        assert match, head
        assert all(HASH.fullmatch(each) for each in hashes), head
        found.append(Locked(match["name"], match["version"], match["marker"] or "", len(hashes)))
    return found


def normal(requirement: str) -> str:
    """The package that a line of pyproject asks for, as locks spell it."""
    return re.sub(r"[._-]+", "-", re.split(r"[<>=~! \[;]", requirement)[0]).lower()


def test_each_lock_is_known() -> None:
    assert [path.stem for path in LOCKS] == sorted(EXTRAS)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_line_is_an_exact_version_with_its_hashes(path: Path) -> None:
    found = locked(path)
    assert len({(each.name, each.marker) for each in found}) == len(found)
    assert [each.name for each in found if not each.hashes] == []
    twice = {each.name for each in found if each.marker == ""} & {e.name for e in found if e.marker}
    assert twice == set()


def test_all_locks_agree_on_a_version() -> None:
    versions: dict[str, set[frozenset[str]]] = {}
    for path in LOCKS:
        of_this: dict[str, set[str]] = {}
        for each in locked(path):
            of_this.setdefault(each.name, set()).add(each.version)
        for name, found in of_this.items():
            versions.setdefault(name, set()).add(frozenset(found))
    assert {name: each for name, each in versions.items() if len(each) > 1} == {}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_everything_asked_for_is_locked(path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = list(project["dependencies"])
    for extra in EXTRAS[path.stem]:
        wanted += project["optional-dependencies"][extra]
    assert {normal(each) for each in wanted} <= {each.name for each in locked(path)}


def test_nothing_is_installed_without_its_hashes() -> None:
    """Each line of the Makefile that installs a lock demands hashes; what is a commit of our own has none."""
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    installing = [line for line in lines if "pip install" in line and "-r requirements/" in line]
    assert len(installing) == 3
    assert all("--require-hashes" in line for line in installing)
