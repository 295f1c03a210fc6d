"""The queue of updates: what is told, in which order, how often and for how long."""

import random

import pytest

from playground.people import CannotDo, Group, Person
from playground.world import World
from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage
from tests.fakes.wire import keyboard, result


def _texts(world: World, **fields: object) -> list[str]:
    return [update["message"]["text"] for update in result(world, "getUpdates", **fields)]


def _ids(world: World, **fields: object) -> list[int]:
    return [update["update_id"] for update in result(world, "getUpdates", **fields)]


@pytest.fixture
def three(world: World, wei: Person) -> list[int]:
    """Three waiting messages; their update ids."""
    world.updates.clear()
    for text in ("a", "b", "c"):
        wei.send("private", text)
    return [update.id for update in world.updates.waiting]


def test_ids_rise_and_an_offset_confirms(world: World, three: list[int]) -> None:
    assert three == list(range(three[0], three[0] + 3))
    assert _texts(world) == ["a", "b", "c"]
    assert _texts(world, limit=2) == ["a", "b"]
    assert _texts(world, offset=three[1]) == ["b", "c"]
    assert _texts(world) == ["b", "c"]
    assert _texts(world, offset=three[2] + 1) == []


def test_a_negative_offset_forgets_all_but_the_last(world: World, three: list[int]) -> None:
    assert _texts(world, offset=-1) == ["c"]
    assert _ids(world) == three[-1:]


def test_updates_expire(world: World, group: Group, wei: Person, clock: VirtualClock) -> None:
    world.updates.clear()
    result(world, "sendMessage", chat_id=group.id, text="x", reply_markup=keyboard([("a", "x")]))
    wei.press(group, "a")
    wei.send("private", "hello")
    clock.advance(150)
    assert len(_ids(world)) == 2
    clock.advance(1)
    assert _texts(world) == ["hello"]
    assert [update.kind for update in world.updates.expired] == ["callback_query"]
    clock.advance(24 * 3600)
    assert _ids(world) == []


def test_kinds_that_were_not_asked_for_are_not_kept(world: World, stage: Stage) -> None:
    stage.group.promote_bot()
    world.updates.clear()
    stage.tom.leave(stage.group)
    assert [key for update in result(world, "getUpdates") for key in update] == ["update_id", "message"]
    world.updates.clear()
    result(world, "getUpdates", allowed_updates=["chat_member"])
    stage.tom.join(stage.group)
    changed = result(world, "getUpdates")
    assert [update["chat_member"]["new_chat_member"]["status"] for update in changed] == ["member"]
    result(world, "getUpdates", allowed_updates=[])
    world.updates.clear()
    stage.wei.send("private", "hello")
    assert _texts(world) == ["hello"]


def test_privacy_mode(world: World, stage: Stage) -> None:
    wei, group = stage.wei, stage.group
    own = result(world, "sendMessage", chat_id=group.id, text="board")["message_id"]
    world.updates.clear()
    wei.send(group, "just talk")
    wei.send(group, "/new fuzhou")
    wei.send(group, "/new@other_bot")
    wei.send(group, "why?", reply_to=group.message(own))
    group.other_bot_speaks()
    wei.send(group, "/hand")
    wei.send(group, "/hand@Paizhuo_Bot")
    assert _texts(world) == ["/new fuzhou", "why?", "/hand@Paizhuo_Bot"]
    group.promote_bot()
    world.updates.clear()
    wei.send(group, "just talk")
    assert _texts(world) == ["just talk"]


def test_an_anonymous_admin_writes_as_the_group_and_presses_as_himself(world: World, stage: Stage) -> None:
    group, wei = stage.group, stage.wei
    result(world, "sendMessage", chat_id=group.id, text="x", reply_markup=keyboard([("a", "x")]))
    world.updates.clear()
    wei.send(group, "/new", anonymous=True)
    wei.press(group, "a")
    message, press = result(world, "getUpdates")
    assert message["message"]["from"]["id"] == 1087968824
    assert message["message"]["sender_chat"]["id"] == group.id
    assert press["callback_query"]["from"]["id"] == wei.id
    with pytest.raises(CannotDo, match="no admin"):
        stage.tom.send(group, "/new", anonymous=True)


def test_a_forum_message_knows_its_topic(world: World, stage: Stage) -> None:
    forum = world.add_group("forum", *stage.people, forum=True)
    topic = forum.add_topic("tables")
    world.updates.clear()
    stage.wei.send(forum, "/new", thread=topic)
    stage.wei.send(forum, "/new")
    inside, general = (update["message"] for update in result(world, "getUpdates"))
    assert (inside["message_thread_id"], inside["is_topic_message"], inside["chat"]["is_forum"]) == (
        topic,
        True,
        True,
    )
    assert "message_thread_id" not in general


def test_fault_every_update_several_times(world: World, three: list[int]) -> None:
    copies = iter([1, 3, 2])
    world.updates.copies = lambda: next(copies)
    assert _texts(world) == ["a", "b", "b", "b", "c", "c"]
    assert len(three) == 3


def test_fault_confirmed_updates_come_again(world: World, three: list[int]) -> None:
    done = three[-1] + 1
    assert _ids(world, offset=done) == []
    world.updates.redeliver(2)
    assert _ids(world, offset=done) == three[1:]
    assert _ids(world, offset=done) == []


def test_fault_out_of_order(world: World, three: list[int]) -> None:
    world.updates.order = lambda batch: random.Random(3).sample(batch, len(batch))
    mixed = _ids(world)
    assert mixed != three
    assert sorted(mixed) == three
    assert _ids(world, offset=three[-1] + 1) == []


def test_fault_ids_start_again_lower(world: World, three: list[int], wei: Person) -> None:
    old = three[-1] + 1
    result(world, "getUpdates", offset=old)
    world.updates.restart_ids(1000)
    wei.send("private", "later")
    assert _ids(world, offset=old) == [1000]
    assert _ids(world, offset=1001) == []
