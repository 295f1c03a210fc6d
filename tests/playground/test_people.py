"""The helpers that tests drive people with, and the visibility check."""

import asyncio

import pytest

from playground.people import CannotDo, Person, start_payload
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage, Watch, shown_to
from tests.fakes.wire import keyboard, result


@pytest.mark.parametrize(
    ("url", "payload"),
    [
        ("https://t.me/Paizhuo_bot?start=j1-A_z", "j1-A_z"),
        ("t.me/paizhuo_bot", ""),
        ("tg://resolve?domain=paizhuo_bot&start=s", "s"),
        ("https://t.me/paizhuo_bot?start=" + "a" * 65, None),
        ("https://t.me/other_bot?start=s", None),
        ("https://example.org/paizhuo_bot?start=s", None),
    ],
)
def test_deep_links_are_understood(url: str, payload: str | None) -> None:
    assert start_payload(url, "paizhuo_bot") == payload


def test_the_board_is_the_newest_message_with_buttons(stage: Stage) -> None:
    world, group = stage.world, stage.group
    assert group.board_or_none() is None
    result(world, "sendMessage", chat_id=group.id, text="old", reply_markup=keyboard([("a", "x")]))
    result(world, "sendMessage", chat_id=group.id, text="new", reply_markup=keyboard([("a", "y")]))
    result(world, "sendMessage", chat_id=group.id, text="no buttons")
    assert (group.board().text, group.last().text, group.last(3).text) == ("new", "no buttons", "old")
    assert stage.wei.press(group, "a").data == "y"


def test_people_do_what_apps_offer_and_nothing_else(stage: Stage) -> None:
    stage.wei.block()
    with pytest.raises(CannotDo, match="has blocked"):
        stage.wei.send("private", "hello")
    stage.tom.leave(stage.group)
    with pytest.raises(CannotDo, match="is not in"):
        stage.tom.send(stage.group, "hello")
    with pytest.raises(CannotDo, match="has written 0 messages"):
        stage.sofia.private.last()


def test_a_secret_in_a_button_of_the_group_is_found(stage: Stage) -> None:
    world = stage.world

    def secret(text: str, reader: Person | None) -> bool:
        return "5m" in text and reader is not stage.wei

    watch = Watch(world, secret)
    result(
        world, "sendMessage", chat_id=stage.wei.id, text="hand 5m", reply_markup=keyboard([("5万", "d:5m")])
    )
    watch.look()
    assert watch.leaks == []
    assert "d:5m" in shown_to(world, stage.wei)
    result(
        world, "sendMessage", chat_id=stage.group.id, text="board", reply_markup=keyboard([("杠", "k:5m")])
    )
    watch.look()
    assert ("everybody", "k:5m") in watch.leaks
    assert ("Sofia", "k:5m") in watch.leaks


@virtual
async def test_a_watch_sees_what_stood_for_a_moment_only(clock: VirtualClock, stage: Stage) -> None:
    watch = Watch(stage.world, lambda text, reader: reader is None and "secret" in text)
    watching = asyncio.create_task(watch.run())
    await clock.sleep(1)
    sent = result(stage.world, "sendMessage", chat_id=stage.group.id, text="secret")
    await clock.sleep(1)
    result(
        stage.world, "editMessageText", chat_id=stage.group.id, message_id=sent["message_id"], text="board"
    )
    await clock.sleep(1)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    assert watch.leaks == [("everybody", "secret")]
