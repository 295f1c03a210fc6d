"""What the bot may not do follows from the state of the world, and is told in the server's words."""

import pytest

from playground.people import Group, Person
from playground.world import World
from tests.fakes.people import Stage
from tests.fakes.wire import ask, png, refusal, result


def test_an_unknown_chat_is_not_found(world: World) -> None:
    assert refusal(world, "sendMessage", chat_id=42, text="hi") == "Bad Request: chat not found"
    assert refusal(world, "sendMessage", chat_id="@nobody", text="hi") == "Bad Request: chat not found"


def test_who_never_pressed_start_cannot_be_written_to(world: World) -> None:
    stranger = world.add_user("Ann")
    body = ask(world, "sendMessage", chat_id=stranger.id, text="hi")
    assert (body["error_code"], body["description"]) == (
        403,
        "Forbidden: bot can't initiate conversation with a user",
    )
    stranger.start()
    assert result(world, "sendMessage", chat_id=stranger.id, text="hi")["chat"]["type"] == "private"


def test_a_blocked_bot_and_a_deleted_account_refuse(world: World, wei: Person) -> None:
    wei.block()
    assert (
        refusal(world, "sendMessage", chat_id=wei.id, text="hi") == "Forbidden: bot was blocked by the user"
    )
    wei.start()
    assert result(world, "sendMessage", chat_id=wei.id, text="hi")["text"] == "hi"
    wei.delete_account()
    assert refusal(world, "sendMessage", chat_id=wei.id, text="hi") == "Forbidden: user is deactivated"


def test_blocking_and_coming_back_are_told(world: World, wei: Person) -> None:
    world.updates.clear()
    wei.block()
    wei.start()
    changes = [u["my_chat_member"] for u in result(world, "getUpdates") if "my_chat_member" in u]
    assert [c["new_chat_member"]["status"] for c in changes] == ["kicked", "member"]


@pytest.mark.parametrize(("kind", "noun"), [("group", "group chat"), ("supergroup", "supergroup chat")])
def test_a_kicked_bot_is_told_so(stage: Stage, kind: str, noun: str) -> None:
    group = stage.world.add_group("other", *stage.people, kind=kind)  # type: ignore[arg-type]
    group.kick_bot()
    said = refusal(stage.world, "sendMessage", chat_id=group.id, text="hi")
    assert said == f"Forbidden: bot was kicked from the {noun}"


def test_a_group_the_bot_left_or_that_was_deleted_refuses(world: World, group: Group, wei: Person) -> None:
    assert result(world, "leaveChat", chat_id=group.id) is True
    said = refusal(world, "sendMessage", chat_id=group.id, text="hi")
    assert said == "Forbidden: bot is not a member of the supergroup chat"
    group.add_bot(wei)
    group.delete()
    assert (
        refusal(world, "sendMessage", chat_id=group.id, text="hi") == "Forbidden: the group chat was deleted"
    )


@pytest.mark.parametrize(
    ("right", "method", "fields", "noun"),
    [
        ("can_send_messages", "sendMessage", {"text": "hi"}, "text messages"),
        ("can_send_messages", "sendPhoto", {"photo": png(8, 8)}, "photos"),
        ("can_send_photos", "sendPhoto", {"photo": png(8, 8)}, "photos"),
        ("can_send_other_messages", "sendDice", {}, "dice"),
        ("can_send_documents", "sendDocument", {"document": png(8, 8)}, "documents"),
    ],
)
def test_rights_are_kept(
    world: World, group: Group, right: str, method: str, fields: dict[str, object], noun: str
) -> None:
    said = f"Bad Request: not enough rights to send {noun} to the chat"
    group.forbid(right)
    assert refusal(world, method, chat_id=group.id, **fields) == said
    group.promote_bot()
    result(world, method, chat_id=group.id, **fields)
    group.demote_bot()
    group.allow(right)
    group.restrict_bot(right)
    assert refusal(world, method, chat_id=group.id, **fields) == said


def test_a_basic_group_becomes_a_supergroup(stage: Stage) -> None:
    world = stage.world
    old = world.add_group("basic", *stage.people, kind="group")
    world.updates.clear()
    new = old.migrate()
    body = ask(world, "sendMessage", chat_id=old.id, text="hi")
    assert body["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert body["parameters"] == {"migrate_to_chat_id": new.id}
    signs = [update["message"] for update in result(world, "getUpdates")]
    assert [(m["chat"]["id"], m.get("migrate_to_chat_id"), m.get("migrate_from_chat_id")) for m in signs] == [
        (old.id, new.id, None),
        (new.id, None, old.id),
    ]
    assert result(world, "sendMessage", chat_id=new.id, text="hi")["chat"]["type"] == "supergroup"
    assert set(new.chat.members) == set(old.chat.members)


def test_topics_must_exist_and_be_open(stage: Stage) -> None:
    world, forum = stage.world, stage.world.add_group("forum", *stage.people, forum=True)
    tables = forum.add_topic("tables")
    sent = result(world, "sendMessage", chat_id=forum.id, message_thread_id=tables, text="hi")
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (tables, True)
    for thread in (1, tables + 50):
        said = refusal(world, "sendMessage", chat_id=forum.id, message_thread_id=thread, text="hi")
        assert said == "Bad Request: message thread not found"
    forum.close_topic(tables)
    closed = {"chat_id": forum.id, "message_thread_id": tables, "text": "hi"}
    assert refusal(world, "sendMessage", **closed) == "Bad Request: TOPIC_CLOSED"
    forum.delete_topic(tables)
    assert refusal(world, "sendMessage", **closed) == "Bad Request: message thread not found"
    assert sent["message_id"] not in forum.chat.messages


def test_a_reply_thread_outside_forums_cannot_be_sent_back(world: World, group: Group, wei: Person) -> None:
    first = wei.send(group, "/new")
    wei.send(group, "/join@paizhuo_bot", reply_to=first)
    update = result(world, "getUpdates")[-1]["message"]
    assert update["message_thread_id"] == first.id
    assert "is_topic_message" not in update
    said = refusal(world, "sendMessage", chat_id=group.id, message_thread_id=first.id, text="hi")
    assert said == "Bad Request: message thread not found"


def test_members_are_told_as_they_are(stage: Stage) -> None:
    world, group = stage.world, stage.group
    group.promote(stage.sofia, "can_pin_messages")
    stage.tom.leave(group)
    group.remove(stage.lin, kicked=True)
    outsider = world.add_user("Ann")
    people = [*stage.people, outsider]
    statuses = [
        result(world, "getChatMember", chat_id=group.id, user_id=person.id)["status"] for person in people
    ]
    assert statuses == ["creator", "administrator", "kicked", "left", "left"]
    assert refusal(world, "getChatMember", chat_id=group.id, user_id=9) == "Bad Request: user not found"
    assert result(world, "getChatMemberCount", chat_id=group.id) == 3
    admins = result(world, "getChatAdministrators", chat_id=group.id)
    assert [admin["user"]["id"] for admin in admins] == [stage.wei.id, stage.sofia.id]


def test_pinning_needs_its_right(world: World, group: Group) -> None:
    sent = result(world, "sendMessage", chat_id=group.id, text="board")
    pin = {"chat_id": group.id, "message_id": sent["message_id"]}
    assert "not enough rights to manage pinned messages" in refusal(world, "pinChatMessage", **pin)
    group.promote_bot("can_pin_messages")
    assert result(world, "pinChatMessage", **pin)
    assert group.chat.pinned == [sent["message_id"]]
    assert result(world, "unpinChatMessage", **pin)
    assert "message to unpin not found" in refusal(world, "unpinChatMessage", **pin)
