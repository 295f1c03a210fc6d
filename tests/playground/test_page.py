"""The chat page in Debian's chromium, against a scripted world: no bot is needed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from playground.model import Press
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage, until
from tests.fakes.server import serving
from tests.fakes.wire import keyboard, png, result

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not CHROMIUM.exists(), reason="Debian's chromium is not installed (apt install chromium)"
    ),
]


CUT = """() => {
  const cut = [];
  for (const label of document.querySelectorAll(".row .label")) {
    const range = document.createRange();
    range.selectNodeContents(label);
    if (range.getBoundingClientRect().width > label.getBoundingClientRect().width + 0.02) cut.push(label.textContent);
  }
  return cut;
}"""

OVERLAID = """() => {
  const found = [];
  const both = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const seen = (box) => box.right - box.left > 1.5 && box.bottom - box.top > 1.5;
  for (const bubble of document.querySelectorAll(".bubble")) {
    const edge = bubble.getBoundingClientRect();
    const lines = [];
    const walker = document.createTreeWalker(bubble, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.matches(".effect")) continue; // hangs on the bubble's corner, as in Telegram
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        let shown = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
        for (let around = node.parentElement; around !== bubble; around = around.parentElement) {
          if (getComputedStyle(around).overflow !== "visible") shown = both(shown, around.getBoundingClientRect());
        }
        if (!seen(shown)) continue;
        if (shown.left < edge.left - 1 || shown.right > edge.right + 1 || shown.bottom > edge.bottom + 1) {
          found.push(`outside: ${node.textContent}`);
        }
        lines.push([node, shown]);
      }
    }
    for (const [one, here] of lines) {
      for (const [other, there] of lines) {
        if (one === other) break;
        if (seen(both(here, there))) found.push(`${one.textContent} over ${other.textContent}`);
      }
    }
  }
  return found;
}"""
"""Text that sticks out of its bubble or lies over other text in it."""


@dataclass
class Window:
    """A page in the browser, and what it did that it should not have."""

    page: Any
    url: str
    strangers: list[str]
    complaints: list[str]

    def note_request(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:")):
            self.strangers.append(request.url)

    def phone(self, chat_id: int) -> Any:
        return self.page.locator(f"[data-chat='{chat_id}']")

    async def overflow(self) -> list[str]:
        """What sticks out of its phone or bubble, text over other text, and a page wider than its window."""
        return [*await self._sticks_out(), *await self.page.evaluate(OVERLAID)]

    async def cut(self) -> list[str]:
        """Labels of buttons that are cut, be it by less than a pixel."""
        found: list[str] = await self.page.evaluate(CUT)
        return found

    async def _sticks_out(self) -> list[str]:
        found: list[str] = await self.page.evaluate(
            """() => {
              const wide = [];
              for (const phone of document.querySelectorAll(".phone")) {
                const box = phone.getBoundingClientRect();
                for (const part of phone.querySelectorAll(".bubble, .row button, .head, .line, .pill")) {
                  const at = part.getBoundingClientRect();
                  if (at.width && (at.left < box.left - 1 || at.right > box.right + 1)) wide.push(part.textContent);
                }
              }
              if (document.documentElement.scrollWidth > innerWidth) wide.push("page");
              return wide;
            }"""
        )
        return found


@asynccontextmanager
async def opened(
    stage: Stage, path: str = "/", *, width: int = 1500, height: int = 900, scheme: str = "light"
) -> AsyncIterator[Window]:
    """The page in a window of this size. Anything asked of another host, or any error in it, fails the test."""
    from playwright.async_api import async_playwright

    async with serving(stage.world) as url, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            context = await browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
            )
            page = await context.new_page()
            window = Window(page, url, [], [])
            page.on("request", window.note_request)
            page.on("pageerror", lambda error: window.complaints.append(str(error)))
            await page.goto(url + path)
            await page.wait_for_selector("body[data-version]")
            yield window
            assert window.strangers == []
            assert window.complaints == []
        finally:
            await browser.close()


async def _answer(stage: Stage, **fields: Any) -> Press:
    """Wait for a press and answer it."""
    press = await until(stage.world, lambda: stage.world.unanswered and stage.world.unanswered[-1])
    assert isinstance(press, Press)
    result(stage.world, "answerCallbackQuery", callback_query_id=press.id, **fields)
    return press


async def _seen(count: Callable[[], Any], wanted: int) -> None:
    from playwright.async_api import expect

    await expect(count()).to_have_count(wanted)


@pytest.fixture
def live() -> Stage:
    return Stage(WallClock(), mode="off", started=False)


async def test_buttons_edits_toasts_and_alerts(live: Stage) -> None:
    world, group, wei = live.world, live.group, live.wei
    board = result(
        world, "sendMessage", chat_id=group.id, text="<b>lobby</b>", parse_mode="HTML",
        reply_markup=keyboard([("坐下", "j"), ("👀", "e")]),
    )  # fmt: skip
    target = {"chat_id": group.id, "message_id": board["message_id"]}
    async with opened(live) as window:
        phone = window.phone(group.id)
        assert await window.page.locator(".phone").count() == 5
        assert await phone.locator("b", has_text="lobby").count() == 1
        await phone.get_by_text("坐下").click()
        assert (await _answer(live, text="坐下了")).user is wei.user
        await phone.locator(".toast", has_text="坐下了").wait_for()
        await phone.get_by_role("radio", name="Sofia").click()
        await phone.get_by_text("👀").click()
        press = await _answer(live, text="your hand", show_alert=True)
        assert press.user is live.sofia.user
        alert = phone.locator(".alert")
        assert await alert.locator("p").text_content() == "your hand"
        await alert.get_by_text("OK").click()
        await _seen(lambda: phone.locator(".alert"), 0)
        result(world, "editMessageText", **target, text="board", reply_markup=keyboard([("碰", "p")]))
        await phone.get_by_text("碰").wait_for()
        await _seen(lambda: phone.get_by_text("坐下", exact=True), 0)
        result(
            world,
            "editMessageMedia",
            **target,
            media={"type": "photo", "media": "attach://p"},
            p=png(300, 100),
        )
        image = phone.locator(".photo img")
        await image.wait_for()
        first = await image.get_attribute("src")
        result(
            world,
            "editMessageMedia",
            **target,
            media={"type": "photo", "media": "attach://p"},
            p=png(300, 100, 80),
        )
        await window.page.wait_for_function(
            "old => document.querySelector('.photo img').getAttribute('src') !== old", arg=first
        )
        assert await phone.locator("article:not(.is-service)").count() == 1
        result(world, "deleteMessage", **target)
        await _seen(lambda: phone.locator("article:not(.is-service)"), 0)
        assert await window.overflow() == []


async def test_a_newcomer_is_led_to_start(live: Stage) -> None:
    world, group, lin = live.world, live.group, live.lin
    result(world, "setMyDescription", description="点下面的 START，就坐下了。", language_code="zh")
    result(world, "sendMessage", chat_id=group.id, text="lobby", reply_markup=keyboard([("坐下", "j")]))
    async with opened(live) as window:
        private = window.phone(lin.id)
        assert "点下面的 START" in (await private.locator(".about").text_content() or "")
        await window.phone(group.id).get_by_role("radio", name="林姨").click()
        await window.phone(group.id).get_by_text("坐下", exact=True).click()
        await _answer(live, url=f"https://t.me/{world.me.username}?start=j1a")
        await window.page.wait_for_selector(f"[data-chat='{lin.id}'].called")
        await private.get_by_role("button", name="START").click()
        await until(world, lambda: lin.private.messages)
        assert lin.private.messages[-1].text == "/start j1a"
        await private.locator("textarea").wait_for()
        result(world, "sendMessage", chat_id=lin.id, text="坐下了")
        await private.get_by_text("坐下了", exact=True).wait_for()
        await private.locator(".more").click()
        await window.page.get_by_text("Block the bot").click()
        await until(world, lambda: lin.private.chat.blocked)
        await private.get_by_role("button", name="重新启动").wait_for()


async def test_commands_are_typed_with_their_menu(live: Stage) -> None:
    world, group, tom = live.world, live.group, live.tom
    commands = [
        {"command": "new", "description": "open a table"},
        {"command": "help", "description": "how it works"},
    ]
    result(world, "setMyCommands", commands=commands)
    async with opened(live, f"/?chat={group.id}&as={tom.id}", width=390, height=780) as window:
        field = window.page.locator("textarea")
        await field.fill("/n")
        item = window.page.locator(".menu button")
        await item.wait_for()
        assert "open a table" in (await item.text_content() or "")
        await item.click()
        await until(world, lambda: group.messages[-1].text == f"/new@{world.me.username}")
        await field.fill("hello")
        await field.press("Enter")
        await until(world, lambda: group.messages[-1].text == "hello")
        assert group.messages[-1].sender is tom.user
        await window.page.locator(".msg.out .text", has_text="hello").wait_for()


async def test_groups_people_and_limits_are_added_on_the_page(live: Stage) -> None:
    world = live.world
    async with opened(live) as window:
        page = window.page
        await page.locator("#add").click()
        await page.get_by_text("A forum with topics…").click()
        await page.locator(".alert input").fill("老乡会")
        await page.locator(".alert button").click()
        forum = await until(world, lambda: next((g for g in world.groups.values() if g.chat.forum), None))
        assert forum is not None
        await window.phone(forum.id).get_by_role("button", name="# Tables").click()
        await window.phone(forum.id).locator("textarea").fill("/new")
        await window.phone(forum.id).locator("textarea").press("Enter")
        await until(world, lambda: forum.messages[-1].text == "/new")
        assert forum.chat.topics[forum.messages[-1].thread or 0].name == "Tables"
        await page.locator("#add").click()
        await page.get_by_text("A person…").click()
        await page.locator(".alert input").fill("阿明")
        await page.locator(".alert select").select_option(label="繁體中文")
        await page.locator(".alert button").click()
        people = world.people.values()
        newcomer = await until(world, lambda: next((p for p in people if p.name == "阿明"), None))
        assert newcomer is not None
        assert newcomer.user.language == "zh-hant"
        await page.locator("#limits").select_option("strict")
        await until(world, lambda: world.limits.mode == "strict")
        await page.locator("#inspect").click()
        result(world, "sendMessage", chat_id=forum.id, text="x")
        assert not world.call("sendMessage", {"chat_id": "42", "text": "x"})[1]["ok"]  # type: ignore[index]
        await page.locator(".inspector .refused", has_text="chat not found").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1080, "light")])
async def test_nothing_sticks_out(live: Stage, width: int, scheme: str, tmp_path: Path) -> None:
    world, wei = live.world, live.wei
    wei.start()
    live.world.add_user("محمد بن عبد الله", language="en").join(live.group)
    tiles = keyboard(
        [("胡 · 每家 36", "h")],
        *[[(f"{n}万", f"d:{n}{row}") for n in range(1, 9)] for row in range(3)],
        [("不胡，接着打这张牌吧好不好真的很长很长的一个标签", "x"), ("❓", "ad")],
    )
    caption = (
        "<blockquote expandable>"
        + "很长的一行" * 40
        + "</blockquote><tg-time unix='1790000000' format='r'>x</tg-time>"
    )
    result(
        world,
        "sendPhoto",
        chat_id=wei.id,
        photo=png(1040, 400),
        caption=caption,
        parse_mode="HTML",
        reply_markup=tiles,
    )
    result(world, "sendMessage", chat_id=wei.id, text="x" * 400 + " https://example.org/" + "y" * 200)
    path = f"/?chat={wei.id}" if width < 600 else "/"
    async with opened(live, path, width=width, height=780, scheme=scheme) as window:
        await window.page.locator(".photo img").wait_for()
        assert await window.overflow() == []
        dark = await window.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (dark == "rgb(5, 9, 13)") is (scheme == "dark")
        picture = await window.page.screenshot(path=tmp_path / f"{width}-{scheme}.png")
        assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("width", [320, 1080])
async def test_the_time_lies_over_no_text(live: Stage, width: int) -> None:
    """However long the last line is and whichever way it runs, also of a silent message that was edited."""
    world, group = live.world, live.group
    for number in range(8, 22):
        for text in ("打" * number, "打哪一种？" * 5 + "\n" + "محمد " * (number // 2)):
            target = {"chat_id": group.id, "disable_notification": True}
            sent = result(world, "sendMessage", text="…", **target)
            result(world, "editMessageText", chat_id=group.id, message_id=sent["message_id"], text=text)
    live.wei.send(group, "好的好的好的好的好的")
    for date in ("dt", "wDT"):
        moment = f"<tg-time unix='1790000000' format='{date}'>x</tg-time>"
        result(world, "sendMessage", chat_id=group.id, text=f"1. {moment} · Fuzhou", parse_mode="HTML")
    async with opened(live, f"/?chat={group.id}&as={live.wei.id}", width=width) as window:
        assert await window.overflow() == []
        await window.page.add_style_tag(content=".text::after { display: none; }")
        assert await window.overflow() != []


async def test_a_label_that_is_cut_by_half_a_pixel_is_noticed(live: Stage) -> None:
    result(
        live.world, "sendMessage", chat_id=live.group.id, text="x", reply_markup=keyboard([("UTC+10", "x")])
    )
    async with opened(live) as window:
        assert await window.cut() == []
        await window.page.evaluate(
            """() => {
              const label = document.querySelector(".row .label"), range = document.createRange();
              range.selectNodeContents(label);
              label.style.width = `${range.getBoundingClientRect().width - 0.4}px`;
            }"""
        )
        assert await window.cut() == ["UTC+10"]


async def test_the_page_says_when_the_playground_is_gone(live: Stage) -> None:
    async with opened(live) as window:
        await window.page.route("**/api/**", lambda route: asyncio.ensure_future(route.abort()))
        await window.page.reload()
        await window.page.locator(".offline").wait_for()
        await window.page.unroute("**/api/**")
        await window.page.locator(".phone").first.wait_for()


async def test_a_line_of_service_keeps_a_name_that_turns_round_to_itself(live: Stage) -> None:
    ann = live.world.add_user("\u202eieW")
    async with opened(live) as window:
        live.group.add(ann)
        line = window.phone(live.group.id).locator(".pill", has_text="ieW")
        await line.first.wait_for()
        assert "\u2068\u202eieW\u2069" in await line.first.text_content()


@asynccontextmanager
async def tabs(stage: Stage, *paths: str) -> AsyncIterator[list[Any]]:
    """These pages in one browser, each in a tab of its own that is seen."""
    async with opened(stage, paths[0], width=390, height=844) as window:
        pages = [window.page]
        for path in paths[1:]:
            pages.append(await window.page.context.new_page())
            await pages[-1].goto(window.url + path, timeout=5000)
            await pages[-1].wait_for_selector("body[data-version]", timeout=5000)
        yield pages


def _place_of(page: Any) -> str:
    return str(page.url).partition("/?")[2]


async def test_eight_tabs_of_one_browser_are_all_alive(live: Stage) -> None:
    """A browser allows six connections to one server; a tab for each person and some more are above that."""
    people = [live.wei, live.sofia, live.lin, live.tom]
    paths = [f"/?chat={live.group.id}&as={person.id}" for person in people]
    async with tabs(live, "/", *paths, *paths[:3]) as pages:
        for number, page in enumerate(pages):
            phone = page.locator(f"[data-chat='{live.group.id}']")
            await phone.locator("textarea").fill(f"from tab {number}")
            await phone.locator("textarea").press("Enter")
            for other in pages:
                text = other.locator(f"[data-chat='{live.group.id}'] .text", has_text=f"from tab {number}")
                await text.wait_for(timeout=3000)
        await pages[0].close()  # whichever told the others of changes: another one does
        await pages[1].close()
        live.wei.send(live.group, "still here?")
        for page in pages[2:]:
            await page.locator(".text", has_text="still here?").wait_for(timeout=3000)


async def test_only_the_tab_that_pressed_follows_a_link_and_shows_the_answer(live: Stage) -> None:
    world, group, wei = live.world, live.group, live.wei
    wei.start()
    buttons = keyboard([("规则", "r"), ("看牌", "e"), ("过", "x")])
    result(world, "sendMessage", chat_id=group.id, text="lobby", reply_markup=buttons)
    in_group = f"/?chat={group.id}&as={wei.id}"
    private = [f"/?chat={person.id}" for person in (live.sofia, wei)]
    async with tabs(live, in_group, in_group, *private) as pages:
        before = [_place_of(page) for page in pages]
        await pages[0].get_by_text("过", exact=True).click()
        await _answer(live, text="过了")
        await pages[0].locator(".toast").wait_for()
        await pages[0].get_by_text("看牌", exact=True).click()
        await _answer(live, text="your hand", show_alert=True)
        await pages[0].locator(".alert button").click()
        await pages[0].get_by_text("规则", exact=True).click()
        await _answer(live, url=f"https://t.me/{world.me.username}?start=r1")
        await pages[0].wait_for_url(f"**/?chat={wei.id}&as={wei.id}")
        await pages[0].get_by_role("button", name="START").wait_for()
        live.sofia.send(group, "afterwards")  # whatever had come up would have by now
        await pages[1].locator(".text", has_text="afterwards").wait_for()
        for page, place in list(zip(pages, before, strict=True))[1:]:
            assert _place_of(page) == place
            assert await page.locator(".toast, .alert").count() == 0
