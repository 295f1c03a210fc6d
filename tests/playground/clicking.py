"""People who play with the mouse: whatever they press is clicked on the page, and every screen can be kept.

Their choices are those of the scripted people; a button that is not to be seen, or cannot be clicked, fails.
"""

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import TimeoutError

from playground.model import Message, Press, Shown
from tests.end_to_end.driving import AGAIN_AFTER, ANSWER_WITHIN, Player, Sleep, code_of, coded, newest_with
from tests.fakes.people import Stage, until

TRIES = 4
PHONE = {"width": 390, "height": 844}
_ALERT_TILE = re.compile("([1-9])([万筒条])|([东南西北白发中])")


@dataclass(slots=True)
class Screen:
    """The browser's page with all phones on it; one hand moves the mouse."""

    page: Any
    url: str
    stage: Stage
    folder: Path
    mouse: asyncio.Lock = field(default_factory=asyncio.Lock)
    taken: int = 0

    def phone(self, chat_id: int) -> Any:
        return self.page.locator(f"[data-chat='{chat_id}']")

    async def up_to_date(self) -> None:
        """Wait until the page shows what the world is now."""
        version = self.stage.world.changes.version
        await self.page.wait_for_function(
            "wanted => Number(document.body.dataset.version) >= wanted", arg=version
        )

    async def write(self, chat_id: int, text: str) -> None:
        """Type and send."""
        await self.phone(chat_id).locator("textarea").fill(text)
        await self.phone(chat_id).locator("textarea").press("Enter")

    async def look_as(self, chat_id: int, name: str) -> None:
        """In a group: whose phone it is."""
        await self.phone(chat_id).get_by_role("radio", name=name).click()

    async def click(self, message: Message, data: str, *, name: str) -> bool:
        """Click the button under the message; False when it went away before the mouse was there."""
        if not message.chat.private:
            await self.look_as(message.chat.id, name)
        button = f"article[data-id='{message.id}'] button[data-data='{data}']"
        for _ in range(TRIES):
            await self.up_to_date()
            if data not in message.data or message.id not in message.chat.messages:
                return False
            try:
                await (
                    self.phone(message.chat.id).locator(button).last.click(timeout=1500)
                )  # equal tiles, equal buttons
            except TimeoutError:
                continue
            return True
        raise AssertionError(f"{data} stands under a message of {message.chat.title} and cannot be clicked")

    async def keep(self, name: str, chat_id: int | None = None, *, scheme: str = "light") -> None:
        """A screenshot: of the whole page, or of one chat on a phone of its own."""
        self.taken += 1
        path = self.folder / f"{self.taken:02}-{name}.png"
        if chat_id is None:
            await self.page.screenshot(path=path)
            return
        phone = await self.page.context.browser.new_page(viewport=PHONE, color_scheme=scheme)
        try:
            await phone.goto(f"{self.url}/?chat={chat_id}")
            await phone.wait_for_selector("body[data-version]")
            await phone.evaluate(
                "Promise.all([...document.images].map(image => image.decode().catch(() => 0)))"
            )
            await phone.screenshot(path=path)
        finally:
            await phone.close()


@dataclass(slots=True)
class Clicker(Player):
    """A scripted person whose presses are clicks."""

    screen: Screen = field(kw_only=True)

    async def play(self, sleep: Sleep) -> None:
        """Look and click, for ever; who has the mouse looks once more before he clicks."""
        while True:
            seen = self.world.changes.version
            async with self.screen.mouse:
                chosen = self.choose()
                if chosen is not None:
                    await self.click(*chosen)
            if chosen is None:
                await self.world.changes.after(seen, AGAIN_AFTER)
            await sleep(0)

    async def click(self, message: Message, data: str) -> Press | None:
        """Click, wait for the answer, put an alert away; None when the button has gone."""
        self.about_to(message, data)
        before = len(self.world.presses)
        if not await self.screen.click(message, data, name=self.person.name):
            return None
        press = await until(self.world, lambda: self._answered(before), patience=ANSWER_WITHIN)
        assert isinstance(press, Press)
        self.has_pressed(data, press)
        if press.shown is not None and press.shown.alert:
            await self.screen.up_to_date()
            alert = self.screen.phone(message.chat.id).locator(".alert")
            assert (await alert.locator("p").text_content()) == press.shown.text
            await alert.get_by_role("button").click()
        return press

    async def tap(self, message: Message, does: str) -> Shown:
        """Click the button that does this, and read the answer."""
        data = next(data for data in message.data if data.split(":", 2)[2] == does)
        press = await self.click(message, data)
        assert press is not None, f"{does} went away"
        return press.shown or Shown()

    def _answered(self, before: int) -> Press | None:
        made = list(self.world.presses.values())[before:]
        return next((press for press in made if press.user is self.person.user and press.answered), None)

    async def sit(self, lobby: Message) -> None:
        """Sit down; press START where the answer leads there."""
        press = await self.click(lobby, coded(lobby.data, "j")[0])
        if press is not None and press.shown is not None and press.shown.url:
            await self.screen.phone(self.person.id).get_by_role("button", name="START").click()
            await until(self.world, lambda: self.person.private.from_bot)


@dataclass(slots=True)
class FromTheGroup(Clicker):
    """Somebody whom the bot cannot write to: 👀, then the board's buttons."""

    looks: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)

    def choose(self) -> tuple[Message, str] | None:
        """The next look: when the board has changed since the last one, or has stood still for long."""
        board = newest_with(self.group, "ge") if self.group is not None else None
        if board is None or self._waits(board):
            return None
        if coded(board.data, "g"):
            ready = self._from_board(board)
            return (board, ready) if ready else None
        return board, coded(board.data, "e")[0]

    async def click(self, message: Message, data: str) -> Press | None:
        """Look at the own hand, and do what may be done now."""
        self._panel = (
            message.id,
            message.stamp,
            self.world.clock(),
        )  # what comes after the answer is looked at anew
        press = await Clicker.click(self, message, data)
        if press is None or press.shown is None or code_of(data) == "g":
            return press
        self.looks.append(press.shown.text)
        act = self._act(press.shown.text, message)
        if act is None:
            return press
        self.acted.append(act.split(":", 2)[2])
        done = await Clicker.click(self, message, act)
        if done is not None and done.shown is not None and done.shown.alert:
            done = await Clicker.click(self, message, act)  # a wild wants a second press
        return done

    def _act(self, alert: str, board: Message) -> str | None:
        hand, _, may = alert.partition("现在可以：")
        for word, code in (("胡", "h"), ("碰", "p"), ("吃", "c")):
            if word in may:
                return next(iter(coded(board.data, code)), None) if code != "c" else self._chow(board, may)
        if "打一张" not in may:
            return coded(board.data, "x")[0] if may and coded(board.data, "x") else None
        return self._thrown(hand, board)

    def _chow(self, board: Message, may: str) -> str | None:
        """The first form that the alert names, by its lowest tile; None while the board shows an earlier discard."""
        lowest = re.search("吃 ([1-9])·", may)
        assert lowest is not None
        forms = coded(board.data, "c")
        return next((data for data in forms if data.rsplit(":", 1)[1][0] == lowest[1]), None)

    def _thrown(self, hand: str, board: Message) -> str | None:
        """A tile of the hand; None while the board shows an earlier question."""
        own = hand.partition("｜")[0].replace("⭐", "* ")
        tiles = {
            _tile(*match.groups()) for match in _ALERT_TILE.finditer(own) if own[match.end() :][:1] != "*"
        }
        shown = [data for data in coded(board.data, "d") if data.rsplit(":", 1)[1] in tiles]
        return self._discard(shown) if shown else None


def _tile(number: str | None, suit: str | None, honour: str | None) -> str:
    if honour:
        return f"{'东南西北白发中'.index(honour) + 1}z"
    return f"{number}{'mps'['万筒条'.index(suit or '')]}"
