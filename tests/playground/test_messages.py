"""Messages are stored, edited in place and deleted as Telegram does it."""

import pytest

from playground.editing import NOT_MODIFIED
from playground.errors import Json
from playground.people import Group, Person
from playground.world import World
from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage
from tests.fakes.wire import ask, keyboard, png, refusal, result


def test_an_edit_changes_text_and_drops_a_keyboard_it_does_not_name(world: World, group: Group) -> None:
    sent = result(world, "sendMessage", chat_id=group.id, text="one", reply_markup=keyboard([("a", "x")]))
    target = {"chat_id": group.id, "message_id": sent["message_id"]}
    assert result(world, "editMessageText", **target, text="two", reply_markup=keyboard([("b", "y")]))
    assert (group.last().text, group.last().labels) == ("two", [["b"]])
    edited = result(world, "editMessageText", **target, text="three")
    assert "reply_markup" not in edited
    assert group.last().keyboard is None


def test_an_edit_that_changes_nothing_is_refused(world: World, group: Group) -> None:
    markup = keyboard([("a", "x")])
    sent = result(
        world, "sendMessage", chat_id=group.id, text="<b>one</b>", parse_mode="HTML", reply_markup=markup
    )
    target = {"chat_id": group.id, "message_id": sent["message_id"], "reply_markup": markup}
    said = f"Bad Request: {NOT_MODIFIED}"
    assert refusal(world, "editMessageText", **target, text=" <b>one</b>\n", parse_mode="HTML") == said
    assert refusal(world, "editMessageReplyMarkup", **target) == said
    assert result(world, "editMessageText", **target, text="one")


def test_pictures_are_compared_by_their_bytes(world: World, group: Group) -> None:
    sent = result(world, "sendPhoto", chat_id=group.id, photo=png(40, 30), caption="c")
    target = {"chat_id": group.id, "message_id": sent["message_id"]}
    media = {"type": "photo", "media": "attach://p", "caption": "c"}
    said = refusal(world, "editMessageMedia", **target, media=media, p=png(40, 30))
    assert said == f"Bad Request: {NOT_MODIFIED}"
    edited = result(world, "editMessageMedia", **target, media=media, p=png(40, 30, shade=9))
    assert (edited["photo"][-1]["width"], edited["photo"][-1]["height"]) == (40, 30)
    assert edited["photo"][-1]["file_id"] != sent["photo"][-1]["file_id"]


def test_a_picture_is_offered_in_sizes_and_sent_again_by_its_id(
    world: World, group: Group, wei: Person
) -> None:
    sent = result(world, "sendPhoto", chat_id=group.id, photo=png(1000, 500))
    assert [(s["width"], s["height"]) for s in sent["photo"]] == [(320, 160), (1000, 500)]
    file_id = sent["photo"][-1]["file_id"]
    assert result(world, "sendPhoto", chat_id=wei.id, photo=file_id)["photo"][-1]["file_id"] == file_id
    file = world.file_at(result(world, "getFile", file_id=file_id)["file_path"])
    assert file is not None
    assert file.data == png(1000, 500).data


@pytest.mark.parametrize(
    ("first", "edit", "said"),
    [
        ("sendPhoto", "editMessageText", "there is no text in the message to edit"),
        ("sendMessage", "editMessageCaption", "there is no caption in the message to edit"),
        ("sendDice", "editMessageText", "message can't be edited"),
    ],
)
def test_an_edit_must_fit_the_kind_of_message(
    world: World, group: Group, first: str, edit: str, said: str
) -> None:
    contents: dict[str, Json] = {
        "sendPhoto": {"photo": png(8, 8)},
        "sendMessage": {"text": "t"},
        "sendDice": {},
    }
    sent = result(world, first, chat_id=group.id, **contents[first])
    change = {"editMessageText": {"text": "new"}, "editMessageCaption": {"caption": "new"}}[edit]
    answer = refusal(world, edit, chat_id=group.id, message_id=sent["message_id"], **change)
    assert answer == f"Bad Request: {said}"


def test_a_text_becomes_a_picture_and_never_a_text_again(world: World, group: Group) -> None:
    sent = result(world, "sendMessage", chat_id=group.id, text="t")
    target = {"chat_id": group.id, "message_id": sent["message_id"]}
    media = {"type": "photo", "media": "attach://p", "caption": "c"}
    assert result(world, "editMessageMedia", **target, media=media, p=png(8, 8))["caption"] == "c"
    assert "no text" in refusal(world, "editMessageText", **target, text="t")


def test_only_own_messages_that_exist_can_be_edited(world: World, group: Group, wei: Person) -> None:
    theirs = wei.send(group, "/new")
    edit = {"chat_id": group.id, "text": "x"}
    assert (
        refusal(world, "editMessageText", **edit, message_id=999) == "Bad Request: message to edit not found"
    )
    assert (
        refusal(world, "editMessageText", **edit, message_id=theirs.id)
        == "Bad Request: message can't be edited"
    )


def test_deleting(world: World, group: Group, wei: Person, clock: VirtualClock) -> None:
    own = result(world, "sendMessage", chat_id=group.id, text="x")["message_id"]
    theirs = wei.send(group, "/new").id
    assert (
        refusal(world, "deleteMessage", chat_id=group.id, message_id=theirs)
        == "Bad Request: message can't be deleted"
    )
    clock.advance(72 * 3600)
    assert result(world, "deleteMessage", chat_id=group.id, message_id=own)
    assert (
        refusal(world, "deleteMessage", chat_id=group.id, message_id=own)
        == "Bad Request: message to delete not found"
    )
    group.promote_bot("can_delete_messages")
    assert result(world, "deleteMessages", chat_id=group.id, message_ids=[own, theirs])
    assert theirs not in group.chat.messages


def test_replies(world: World, group: Group, wei: Person) -> None:
    asked = wei.send(group, "/table")
    sent = result(world, "sendMessage", chat_id=group.id, text="x", reply_parameters={"message_id": asked.id})
    assert sent["reply_to_message"]["text"] == "/table"
    gone = {"message_id": 999}
    said = refusal(world, "sendMessage", chat_id=group.id, text="x", reply_parameters=gone)
    assert said == "Bad Request: message to be replied not found"
    gone["allow_sending_without_reply"] = True
    assert "reply_to_message" not in result(
        world, "sendMessage", chat_id=group.id, text="x", reply_parameters=gone
    )


def test_dice_are_drawn_from_the_function_that_was_passed_in(stage: Stage) -> None:
    drawn: list[int] = []
    stage.world.draw = lambda sides: drawn.append(sides) or 3  # type: ignore[func-returns-value]
    assert result(stage.world, "sendDice", chat_id=stage.group.id)["dice"] == {"emoji": "🎲", "value": 4}
    result(stage.world, "sendDice", chat_id=stage.group.id, emoji="⚽")
    assert drawn == [6, 5]


def test_supergroups_count_their_messages_alone(stage: Stage) -> None:
    world = stage.world
    other = world.add_group("other", *stage.people)
    first = [
        result(world, "sendMessage", chat_id=chat.id, text="x")["message_id"] for chat in (stage.group, other)
    ]
    assert first[0] == first[1]
    private = [result(world, "sendMessage", chat_id=p.id, text="x")["message_id"] for p in stage.people]
    assert private == sorted(set(private))


def test_ephemeral_messages_need_a_fresh_press_or_an_admin(stage: Stage) -> None:
    world, group, wei = stage.world, stage.group, stage.wei
    board = result(world, "sendMessage", chat_id=group.id, text="board", reply_markup=keyboard([("e", "e")]))
    whisper = {"chat_id": group.id, "text": "your hand", "reply_markup": keyboard([("5", "d:5m")])}
    to_wei: Json = {"receiver_user_id": wei.id}
    assert "not enough rights" in refusal(
        world, "sendMessage", **whisper, ephemeral_message_parameters=to_wei
    )
    press = wei.press(group, "e")
    to_wei = {"receiver_user_id": wei.id, "callback_query_id": press.id}
    stage.clock.advance(15.5)
    assert "not enough rights" in refusal(
        world, "sendMessage", **whisper, ephemeral_message_parameters=to_wei
    )
    to_wei["callback_query_id"] = wei.press(group, "e").id
    sent = result(world, "sendMessage", **whisper, ephemeral_message_parameters=to_wei)
    assert (sent["message_id"], sent["receiver_user"]["id"]) == (0, wei.id)
    assert [m.text for m in wei.sees(group)][-1] == "your hand"
    assert "your hand" not in [m.text for m in stage.sofia.sees(group)]
    where = {
        "chat_id": group.id,
        **{"receiver_user_id": wei.id},
        "ephemeral_message_id": sent["ephemeral_message_id"],
    }
    assert result(world, "editEphemeralMessageText", **where, text="new hand") is True
    assert result(world, "deleteEphemeralMessage", **where) is True
    assert ask(world, "editMessageText", chat_id=group.id, message_id=0, text="x")["error_code"] == 400
    assert board["message_id"] in group.chat.messages


def test_commands_are_found_by_scope_and_language(stage: Stage) -> None:
    world, wei, sofia = stage.world, stage.wei, stage.sofia

    def menu(word: str) -> list[dict[str, str]]:
        return [{"command": "new", "description": word}]

    groups = {"type": "all_group_chats"}
    assert result(world, "setMyCommands", commands=menu("default"))
    assert result(world, "setMyCommands", commands=menu("群"), scope=groups, language_code="zh")
    assert result(world, "setMyCommands", commands=menu("group"), scope=groups)
    admins = {"type": "chat_administrators", "chat_id": stage.group.id}
    assert result(world, "setMyCommands", commands=menu("boss"), scope=admins)
    assert world.commands_for(wei.user, stage.group.chat) == menu("boss")
    assert world.commands_for(stage.lin.user, stage.group.chat) == menu("群")
    assert world.commands_for(sofia.user, stage.group.chat) == menu("group")
    assert world.commands_for(wei.user, wei.private.chat) == menu("default")
    assert result(world, "getMyCommands", scope=groups, language_code="zh") == menu("群")


def test_descriptions_fall_back_to_the_one_without_language(world: World) -> None:
    assert result(world, "setMyDescription", description="Press START")
    assert result(world, "setMyDescription", description="点 START", language_code="zh")
    assert world.text_for("description", "zh") == "点 START"
    assert world.text_for("description", "fr") == "Press START"
