"""Crowded messages on the page, as wide as a small phone, a tablet and a desk, light, dark and to the colour-blind.

Each is kept as a picture in `build/screenshots/looks`, to be looked at.
"""

from pathlib import Path

import pytest

from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.playground.clicking import SCREENSHOTS
from tests.playground.gallery import EN, HANS, group_messages, post, private_messages
from tests.playground.test_page import Window, opened, pytestmark
from tests.playground.unaided_gallery import in_the_group, unaided_messages

__all__ = ["pytestmark"]

CUT = """() => [...document.querySelectorAll(".row .label")]
  .filter(label => label.scrollWidth > label.clientWidth).map(label => label.textContent)"""
TALL = "() => document.querySelector('.list').scrollHeight"
SIGHTS = ("none", "protanopia", "deuteranopia", "tritanopia")


@pytest.fixture(scope="module")
def kept() -> Path:
    folder = SCREENSHOTS / "looks"
    folder.mkdir(parents=True, exist_ok=True)
    print(f"screenshots: {folder}")  # noqa: T201 - whoever runs the tests wants to look at them
    return folder


@pytest.fixture(scope="module")
def evening() -> Stage:
    """A group and a private chat full of messages."""
    stage = Stage(WallClock(), mode="off", started=False)
    stage.wei.start()
    for message in group_messages().values():
        post(stage.world, stage.group.id, message)
    for message in private_messages().values():
        post(stage.world, stage.wei.id, message)
    for say in (HANS, EN):
        for name, message in unaided_messages(say).items():
            post(stage.world, stage.group.id if in_the_group(name) else stage.wei.id, message)
    return stage


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
            assert await window.page.evaluate(CUT) == []
