"""The HTTP shell: every way a request may come, the page's acts and its stream."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from telegram.error import NetworkError
from telegram.ext import Application

from playground.page_api import act, snapshot
from playground.people import CannotDo
from playground.world import World
from tests.fakes.people import Stage
from tests.fakes.server import serving
from tests.fakes.wire import keyboard, png, result


@pytest.fixture
async def http(world: World) -> AsyncIterator[httpx.AsyncClient]:
    async with serving(world) as url, httpx.AsyncClient(base_url=url) as client:
        yield client


@pytest.fixture
def bot(world: World) -> str:
    return f"/bot{world.token}"


async def test_every_encoding_reaches_the_same_method(
    http: httpx.AsyncClient, bot: str, stage: Stage
) -> None:
    fields = {"chat_id": str(stage.group.id), "text": "碰"}
    files = {"text": (None, "碰"), "chat_id": (None, fields["chat_id"])}
    answers = [
        await http.get(f"{bot}/sendMessage", params=fields),
        await http.post(f"{bot}/sendmessage", params=fields),
        await http.post(f"{bot}/SendMessage", data=fields),
        await http.post(f"{bot}/sendMessage", json={"chat_id": stage.group.id, "text": "碰"}),
        await http.post(f"{bot}/sendMessage", files=files),
    ]
    assert [a.json()["result"]["text"] for a in answers] == ["碰"] * 5
    assert len(stage.group.from_bot) == 5


async def test_files_come_in_parts_and_go_out_by_their_path(
    http: httpx.AsyncClient, bot: str, stage: Stage
) -> None:
    picture = png(40, 20)
    part = (picture.name, picture.data, picture.mime)
    media = json.dumps({"type": "photo", "media": "attach://p"})
    sent = await http.post(f"{bot}/sendMessage", json={"chat_id": stage.group.id, "text": "x"})
    target = {
        "chat_id": str(stage.group.id),
        "message_id": str(sent.json()["result"]["message_id"]),
        "media": media,
    }
    edited = await http.post(f"{bot}/editMessageMedia", data=target, files={"p": part})
    size = edited.json()["result"]["photo"][-1]
    assert (size["width"], size["height"]) == (40, 20)
    file = await http.get(f"{bot}/getFile", params={"file_id": size["file_id"]})
    assert (await http.get(f"/file{bot}/{file.json()['result']['file_path']}")).content == picture.data
    shown = await http.get(f"/file/{size['file_id']}")
    assert (shown.content, shown.headers["content-type"]) == (picture.data, "image/png")


async def test_the_status_is_the_error_code(http: httpx.AsyncClient, bot: str) -> None:
    answers = [
        await http.get("/bot1:wrong/getMe"),
        await http.get(f"{bot}/sendNothing"),
        await http.get(f"{bot}/sendMessage", params={"chat_id": "42", "text": "x"}),
        await http.get(f"/file{bot}/photos/nothing.png"),
    ]
    assert [a.status_code for a in answers] == [401, 404, 400, 404]
    assert [a.json()["error_code"] for a in answers] == [401, 404, 400, 404]


async def test_only_this_machine_is_served(http: httpx.AsyncClient) -> None:
    assert (await http.get("/", headers={"Host": "evil.example"})).status_code == 400
    assert (
        await http.post("/api/act", content="{}", headers={"Content-Type": "text/plain"})
    ).status_code == 415


async def test_the_library_speaks_to_it_over_http(world: World, stage: Stage) -> None:
    async with serving(world) as url:
        builder = (
            Application.builder().token(world.token).base_url(f"{url}/bot").base_file_url(f"{url}/file/bot")
        )
        async with builder.updater(None).build().bot as bot:
            sent = await bot.send_photo(stage.group.id, png(40, 20).data)
            file = await bot.get_file(sent.photo[-1].file_id)
            assert bytes(await file.download_as_bytearray()) == png(40, 20).data
            world.updates.clear()
            waiting = asyncio.create_task(bot.get_updates(timeout=50))
            while not world.updates.polls:
                await world.changes.after(world.changes.version)
            stage.wei.send("private", "hello")
            assert [update.message and update.message.text for update in await waiting] == ["hello"]
            world.faults.break_connection("sendMessage", executed=True)
            with pytest.raises(NetworkError):
                await bot.send_message(stage.group.id, "x")
            world.faults.bad_gateway("sendMessage")
            with pytest.raises(NetworkError, match="Bad Gateway"):
                await bot.send_message(stage.group.id, "x")


async def test_a_second_poll_ends_the_first(http: httpx.AsyncClient, bot: str, stage: Stage) -> None:
    world = stage.world
    world.updates.clear()
    polls = [asyncio.create_task(_poll(http, bot)) for _ in range(2)]
    while world.updates.polls < 2:
        await world.changes.after(world.changes.version)
    stage.wei.send("private", "hello")
    assert sorted([(await poll).status_code for poll in polls]) == [200, 409]


async def _poll(http: httpx.AsyncClient, bot: str) -> httpx.Response:
    return await http.get(f"{bot}/getUpdates", params={"timeout": "50"}, timeout=60)


async def _do(http: httpx.AsyncClient, **wish: Any) -> httpx.Response:
    return await http.post("/api/act", json=wish)


async def test_people_act_over_the_page(http: httpx.AsyncClient, stage: Stage) -> None:
    world, group, wei = stage.world, stage.group, stage.wei
    result(world, "sendMessage", chat_id=group.id, text="board", reply_markup=keyboard([("过", "x")]))
    news = (await http.get("/api/changes")).json()
    shown = next(m for m in news["messages"] if m["text"] == "board")
    assert [p["name"] for p in news["people"]] == ["Wei", "Sofia", "林姨", "Tom"]
    pressed = await _do(
        http,
        do="press",
        person=wei.id,
        chat=group.id,
        message=shown["id"],
        button=shown["keyboard"][0][0],
        screen="left",
    )
    press = world.presses[pressed.json()["press"]]
    result(world, "answerCallbackQuery", callback_query_id=press.id, text="过了")
    later = (await http.get("/api/changes", params={"since": news["version"], "wait": "5"})).json()
    told = {"person": wei.id, "chat": group.id, "kind": "toast", "text": "过了", "screen": "left"}
    assert later["notices"] == [told]
    assert later["messages"] == []
    assert (await _do(http, do="send", person=wei.id, chat=group.id, text="/new")).status_code == 200
    assert group.messages[-1].text == "/new"


async def test_the_stream_tells_the_version_now_and_after_each_change(
    http: httpx.AsyncClient, stage: Stage
) -> None:
    told: list[int] = []
    before = stage.world.changes.version
    async with http.stream("GET", "/api/stream") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                told.append(int(line[6:]))
                if len(told) == 2:
                    break
                stage.wei.send(stage.group, "hello")
    assert told == [before, stage.world.changes.version]
    news = (await http.get("/api/changes", params={"since": str(before)})).json()
    assert [m["text"] for m in news["messages"]] == ["hello"]


def test_a_press_on_a_keyboard_that_has_changed_is_sent_as_it_was_seen(stage: Stage) -> None:
    world, group = stage.world, stage.group
    sent = result(world, "sendMessage", chat_id=group.id, text="a", reply_markup=keyboard([("过", "t:1:x")]))
    old = snapshot(world)["messages"][-1]["keyboard"][0][0]
    target = {"chat_id": group.id, "message_id": sent["message_id"]}
    result(world, "editMessageReplyMarkup", **target, reply_markup=keyboard([("胡", "t:2:h")]))
    pressed = act(
        world,
        {
            "do": "press",
            "person": stage.wei.id,
            "chat": group.id,
            "message": sent["message_id"],
            "button": old,
        },
    )
    assert world.presses[pressed["press"]].data == "t:1:x"
    assert act(world, {"do": "answer", "press": pressed["press"]}) == {"answered": False, "text": ""}


def test_the_page_changes_the_world(stage: Stage) -> None:
    world = stage.world
    ann = act(world, {"do": "add_person", "name": "Ann", "language": "en", "chat": stage.group.id})["person"]
    forum = act(world, {"do": "add_group", "title": "Town", "kind": "forum"})["chat"]
    assert ann in world.chats[forum].members
    assert [t.name for t in world.chats[forum].topics.values()] == ["Tables", "Talk"]
    act(world, {"do": "leave", "person": ann, "chat": forum})
    act(world, {"do": "block", "person": ann})
    act(world, {"do": "limits", "mode": "strict"})
    act(world, {"do": "bot", "chat": forum, "as": "admin"})
    act(world, {"do": "photos", "chat": forum, "on": False})
    seen = snapshot(world)
    assert seen["limits"]["mode"] == "strict"
    chat = next(c for c in seen["chats"] if c["id"] == forum)
    assert (ann in chat["members"], chat["bot"]) == (False, "administrator")
    basic = act(world, {"do": "add_group", "title": "Old", "kind": "group"})["chat"]
    moved = act(world, {"do": "migrate", "chat": basic})["chat"]
    assert {c["id"] for c in snapshot(world)["chats"]} >= {moved, forum}
    assert basic not in {c["id"] for c in snapshot(world)["chats"]}


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "fly"},
        {"do": "send", "person": 1, "chat": 2, "text": "x"},
        {"do": "limits", "mode": "weak"},
        {"do": "add_group", "kind": "channel"},
    ],
)
def test_an_impossible_act_is_told_in_a_sentence(world: World, wish: dict[str, Any]) -> None:
    with pytest.raises(CannotDo, match=r"\w+ \w+"):
        act(world, wish)


def test_the_command_prints_one_line_with_its_address() -> None:
    command = [sys.executable, "-m", "playground", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            url = child.stdout.readline().strip()
            assert url.startswith("http://127.0.0.1:")
            assert "周五麻将" in httpx.get(f"{url}api/changes").text
        finally:
            child.terminate()
            child.wait(10)
