"""No label is cut on the narrowest phone, whatever page it stands on and however long the names are."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from unicodedata import bidirectional

import pytest

from engine.games import games
from engine.options import TableOptions
from handlers.callback_data import page_data
from handlers.commands.options import defaults_page, defaults_picker
from handlers.commands.private import HELP_PAGES, help_page
from handlers.message import Message
from handlers.pages import rulebook, settings
from handlers.pages.calculator import which_game
from handlers.pages.page import closable
from handlers.show.grid import Phone, ems, width
from handlers.show.keyboards import label_with
from handlers.show.markup import plain
from handlers.show.names import narrowed
from handlers.show.options import Chosen, options_page
from handlers.show.texts import LANGUAGES, Say
from storage import Database
from tests.handlers.tables import GROUP as CHAT
from tests.handlers.tables import WEI
from tests.pages.archive import GROUP, Cast
from tests.pages.conftest import TEXTS, in_group
from tests.pages.test_turning import check_limits, crawl
from tests.show.evening import cut_labels
from tests.show.scenes import EMOJI, LONG, RIGHT_TO_LEFT

PRIVATE = replace(CHAT, chat_id=WEI.user_id)
FUZHOUS = ("Fuzhou (Fujian)", "Fuzhou (Jiangxi)")
WIDEST = "W" * 24


def without_storage(say: Say) -> Iterator[Message]:
    """Settings, rules, help, options: every page of them."""
    for number in ("", settings.SECOND):
        yield settings.group_page(CHAT, say, TEXTS, topic=5, page=number)
    for value in ("off", "at_once"):
        yield settings.own_page(replace(WEI, settings={"ping": value}), say, TEXTS)
    yield rulebook.picker(say)
    yield defaults_picker(CHAT, say)
    for chat in (CHAT, PRIVATE):
        for number in range(1, HELP_PAGES + 1):
            yield help_page(chat, WEI, say, number)
    for game in games().values():
        for at in range(1, 8):
            yield rulebook.rules_page(game, at, say)
        for at in [f"p:{number}" for number in range(1, 5)]:
            yield defaults_page(CHAT, game.id, at, say)
        for place in range(60):
            yield defaults_page(CHAT, game.id, str(place), say)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_is_cut_on_pages_without_storage(language: str) -> None:
    say = TEXTS.of(language)
    for message in without_storage(say):
        check_limits(closable(message, say))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_a_lobbys_options_is_cut(language: str) -> None:
    say = TEXTS.of(language)
    for game in games().values():
        data = partial(page_data, 1, "gd", game.id)
        shown = Chosen(
            game, game.options(), TableOptions(), say("options.which_game"), say("options.hint"), data
        )
        for at in [*(f"p:{number}" for number in range(1, 5)), *map(str, range(60))]:
            text, rows = options_page(shown, at, say)
            assert cut_labels(Message(text, rows)) == []


@asynccontextmanager
async def everybody_called(name: str, path: Path) -> AsyncIterator[Database]:
    """The past, with this name for everybody in it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE person SET name = ?", (name,))
    past = await Database.open(path)
    try:
        yield past
    finally:
        await past.close()


@pytest.mark.parametrize("name", [WIDEST, LONG, RIGHT_TO_LEFT, EMOJI])
async def test_no_label_is_cut_where_names_are_long(path: Path, cast: Cast, name: str) -> None:
    async with everybody_called(name, path) as past:
        seen = await crawl(past, in_group(cast), (page_data(1, "rp", 3, "o"),), 12)
    assert len(seen) >= 12


async def test_no_line_stands_reversed_where_a_name_is_written_from_the_right(path: Path, cast: Cast) -> None:
    """A line goes by its first letter: where that is a name's, a mark stands before it."""
    roots = (page_data(1, "sc", "c"), page_data(1, "rp", 3, "o"), page_data(GROUP, "tp", "any", "all", 1))
    async with everybody_called(RIGHT_TO_LEFT, path) as past:
        seen = await crawl(past, in_group(cast), roots, 6)
    rows = [row for message in seen.values() for row in plain(message.text).split("\n")]
    assert sum(RIGHT_TO_LEFT in row for row in rows) > 20
    firsts = [
        next((kind for kind in map(bidirectional, row) if kind in {"L", "R", "AL"}), "L") for row in rows
    ]
    assert [row for row, first in zip(rows, firsts, strict=True) if first != "L"] == []


@pytest.mark.parametrize(
    ("language", "both"), [("zh_Hans", ("福州（福建）", "抚州（江西）")), ("en", FUZHOUS)]
)
async def test_who_chooses_a_game_is_told_which_province(
    past: Database, cast: Cast, language: str, both: tuple[str, str]
) -> None:
    place = in_group(cast, language)
    roots = (page_data(GROUP, "tp", "any", "all", 1), page_data(cast.people[1], "st", "any", "o", 1))
    pages = [*(await crawl(past, place, roots, 1)).values(), which_game(place.say)]
    assert len(pages) == 3
    towns = {name.partition("（")[0].partition(" (")[0] for name in both}
    for message in pages:
        labels = [button.text for row in message.keyboard for button in row]
        assert {label for label in labels if label.partition("（")[0].partition(" (")[0] in towns} == set(
            both
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["free_seat", "vote_seat", "object_to"])
@pytest.mark.parametrize("name", [WIDEST, LONG, RIGHT_TO_LEFT, EMOJI])
def test_of_a_name_so_much_stands_on_a_button_as_has_room(language: str, key: str, name: str) -> None:
    say = TEXTS.of(language)
    label = label_with(say, f"button.{key}", "name", say.name(name))
    assert width(label) <= ems(1, Phone.GROUP)
    assert label.count("\u2068") == label.count("\u2069") == 1
    assert label.startswith(say.button(f"button.{key}", name="|").partition("|")[0])
    assert label.endswith(say.button(f"button.{key}", name="|").partition("|")[2])


def test_a_name_that_fits_stays_and_another_ends_in_dots() -> None:
    assert narrowed("Wei", 3) == "Wei"
    assert narrowed("一二三四五", 4) == "一二三…"
