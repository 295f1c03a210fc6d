"""Databases with a past: a small one that was really played, and a long one of 200 matches with 5,000 hands."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from handlers.pages.page import Place
from handlers.show.texts import Texts
from handlers.tables.model import Person
from storage import Database
from tests.pages.archive import AT, ELSEWHERE, GROUP, HOUR, USERS, Cast, copy_matches, make_past

TEXTS = Texts.load()
NOW = AT + 300 * HOUR
MATCHES, HANDS = 200, 25

Places = Callable[..., Place]


@pytest.fixture(scope="session")
def past_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Cast]:
    path = tmp_path_factory.mktemp("past") / "past.db"
    return path, make_past(path)


@pytest.fixture(scope="session")
def long_file(past_file: tuple[Path, Cast], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Cast]:
    path = tmp_path_factory.mktemp("long") / "long.db"
    shutil.copy(past_file[0], path)
    copy_matches(path, GROUP, past_file[1].people, matches=MATCHES, hands=HANDS)
    return path, past_file[1]


@pytest.fixture
def cast(past_file: tuple[Path, Cast]) -> Cast:
    return past_file[1]


@pytest.fixture
def path(past_file: tuple[Path, Cast], tmp_path: Path) -> Path:
    """A copy of the small past."""
    return Path(shutil.copy(past_file[0], tmp_path / "past.db"))


@pytest.fixture
async def past(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    yield opened
    await opened.close()


@pytest.fixture
async def long_past(long_file: tuple[Path, Cast], tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(Path(shutil.copy(long_file[0], tmp_path / "long.db")))
    yield opened
    await opened.close()


def person(cast: Cast, at: int = 0, language: str = "zh_Hans") -> Person:
    return Person(cast.people[at], cast.users[at], USERS[at][1], language, reachable=True)


def in_group(cast: Cast, language: str = "zh_Hans", chat_id: int = GROUP) -> Place:
    title = "公司" if chat_id == ELSEWHERE else "周五麻将"
    return Place(chat_id, False, title, person(cast), TEXTS.of(language), "paizhuo_bot", NOW)


def in_private(cast: Cast, language: str = "zh_Hans", at: int = 0) -> Place:
    reader = person(cast, at, language)
    return Place(reader.user_id, True, reader.name, reader, TEXTS.of(language), "paizhuo_bot", NOW)
