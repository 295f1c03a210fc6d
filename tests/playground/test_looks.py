"""Crowded messages on the page, as wide as a small phone, a tablet and a desk, light, dark and to the colour-blind.

Each is kept as a picture in `build/screenshots/looks`, to be looked at.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from handlers.message import Button, Message
from handlers.show.grid import Phone, width
from handlers.show.texts import LANGUAGES, read_catalogue
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.handlers.tables import GROUP
from tests.playground.gallery import (
    EN,
    HANS,
    group_messages,
    page_messages,
    post,
    private_messages,
)
from tests.playground.test_page import Window, opened, pytestmark
from tests.playground.unaided_gallery import in_the_group, unaided_messages
from tests.screenshots import SCREENSHOTS

__all__ = ["pytestmark"]

LETTERS = [chr(code) for code in range(32, 127)] + list("·•✓✕★×−‹›万萬，。é")
TALL = "() => document.querySelector('.list').scrollHeight"
SIGHTS = ("none", "protanopia", "deuteranopia", "tritanopia")


@pytest.fixture(scope="module")
def kept() -> Path:
    folder = SCREENSHOTS / "looks"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def evening() -> Stage:
    """A group and a private chat full of messages."""
    stage = Stage(WallClock(), mode="off", started=False)
    stage.wei.start()
    for message in (*page_messages(GROUP).values(), *group_messages().values()):
        post(stage.world, stage.group.id, message)
    private = replace(GROUP, chat_id=stage.wei.id, kind="private")
    for message in (*page_messages(private).values(), *private_messages().values()):
        post(stage.world, stage.wei.id, message)
    for say in (HANS, EN):
        for name, message in unaided_messages(say).items():
            post(stage.world, stage.group.id if in_the_group(name) else stage.wei.id, message)
    return stage


def words_of_buttons(language: str) -> list[str]:
    """The labels that need nothing filled in."""
    return [
        message.string
        for message in read_catalogue(language)
        if str(message.id).startswith("button.")
        and isinstance(message.string, str)
        and "{" not in message.string
    ]


async def seen_by(window: Window, sight: str) -> None:
    """The page as an eye sees it that lacks a colour."""
    session = await window.page.context.new_cdp_session(window.page)
    await session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 720, 1080])
@pytest.mark.parametrize(("scheme", "sights"), [("light", SIGHTS), ("dark", SIGHTS[:1])])
async def test_nothing_of_an_evening_is_cut(
    evening: Stage, kept: Path, width: int, scheme: str, sights: tuple[str, ...]
) -> None:
    for chat in (evening.group, evening.wei.private):
        path = f"/?chat={chat.id}"
        async with opened(evening, path, width=width, height=900, scheme=scheme) as window:
            high = await window.page.evaluate(TALL)
            await window.page.set_viewport_size({"width": width, "height": high + 220})
            await window.page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
            for sight in sights:
                await seen_by(window, sight)
                name = f"{'private' if chat.chat.private else 'group'}-{width}-{scheme}-{sight}.png"
                await window.page.screenshot(path=kept / name)
            assert await window.overflow() == []
            assert await window.cut() == []


WIDTHS = """labels => {
  const made = document.createElement("span");
  made.style.whiteSpace = "pre";
  document.querySelector(".row button").append(made);
  const found = labels.map(label => {
    made.textContent = label;
    return made.getBoundingClientRect().width;
  });
  made.remove();
  return found;
}"""
ROOMS = """() => [...document.querySelectorAll(".row")].map(row =>
  [row.children.length, row.querySelector(".label").getBoundingClientRect().width])"""


@pytest.mark.slow
@pytest.mark.parametrize("phone", Phone)
async def test_labels_are_no_wider_than_is_reckoned_and_have_no_less_room(phone: Phone) -> None:
    stage = Stage(WallClock(), mode="off", started=False)
    stage.wei.start()
    chat = stage.wei.private if phone is Phone.PRIVATE else stage.group
    rows = tuple((Button("x", "-:1:x"),) * number for number in range(1, 9))
    post(stage.world, chat.id, Message("x", rows))
    labels = sorted({*LETTERS, *(text for language in LANGUAGES for text in words_of_buttons(language))})
    async with opened(stage, f"/?chat={chat.id}", width=320) as window:
        widths = await window.page.evaluate(WIDTHS, labels)
        rooms = dict(await window.page.evaluate(ROOMS))
    points = 14.5
    assert [
        (label, shown)
        for label, shown in zip(labels, widths, strict=True)
        if shown > width(label) * points + 0.01
    ] == []
    assert [number for number in range(1, 9) if rooms[number] < phone.room(number) - 0.05] == []
