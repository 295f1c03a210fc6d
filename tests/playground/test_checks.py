"""Requests that Telegram would refuse for themselves alone are refused here, in its words."""

from typing import Any

import pytest

from playground.people import Group
from playground.world import World
from tests.fakes.wire import ask, keyboard, png, refusal, result


def _button(**fields: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[fields]]}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "message text is empty"),
        ({"text": ""}, "message text is empty"),
        ({"text": "  \n "}, "message text is empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "🀄" * 2049}, "message is too long"),
        ({"text": "hi", "foo": "1"}, "unknown field 'foo'"),
        ({"text": "hi", "disable_notification": "perhaps"}, "Boolean expected"),
        ({"text": "hi", "message_thread_id": "three"}, "Integer expected"),
        ({"text": "hi", "parse_mode": "XML"}, "unsupported parse_mode"),
        ({"text": "hi", "reply_markup": _button(text="a")}, "text buttons are unallowed"),
        ({"text": "hi", "reply_markup": _button(text=" ", callback_data="x")}, "non-empty"),
        (
            {"text": "hi", "reply_markup": _button(text="a", callback_data="x", url="https://a.b")},
            "exactly one action",
        ),
        ({"text": "hi", "reply_markup": _button(text="a", callback_data="d" * 65)}, "BUTTON_DATA_INVALID"),
        ({"text": "hi", "reply_markup": _button(text="a", callback_data="碰" * 22)}, "BUTTON_DATA_INVALID"),
        ({"text": "hi", "reply_markup": _button(text="a", callback_data="")}, "BUTTON_DATA_INVALID"),
        ({"text": "hi", "reply_markup": _button(text="a", callback_data="x", style="red")}, "is not one of"),
        ({"text": "hi", "reply_markup": _button(text="a", copy_text={"text": "c" * 257})}, "allowed 1-256"),
        ({"text": "hi", "reply_markup": _button(text="a", url="no url")}, "wrong HTTP URL"),
        (
            {"text": "hi", "reply_markup": _button(text="a", web_app={"url": "https://a.b"})},
            "BUTTON_TYPE_INVALID",
        ),
        ({"text": "hi", "reply_markup": keyboard([("a", "b")] * 9)}, "reply markup is too long"),
        ({"text": "hi", "reply_markup": keyboard(*[[("a", "b")] * 8] * 13)}, "reply markup is too long"),
        (
            {"text": "hi", "reply_markup": keyboard(*[[("碰" * 30, "b" * 60)] * 8] * 10)},
            "reply markup is too long",
        ),
        ({"text": "hi", "message_effect_id": "5046509860389126442"}, "EFFECT_ID_INVALID"),
    ],
)
def test_a_broken_message_is_refused(world: World, group: Group, fields: dict[str, Any], said: str) -> None:
    assert said in refusal(world, "sendMessage", chat_id=group.id, **fields)
    assert group.from_bot == []
    assert world.refused[-1].method == "sendMessage"


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "x" * 4096},
        {"text": "<b>" + "x" * 4096 + "</b>", "parse_mode": "HTML"},
        {"text": "hi", "reply_markup": keyboard(*[[("a", "b")] * 8] * 12)},
        {"text": "hi", "reply_markup": _button(text="a", callback_data="d" * 64, style="primary")},
        {"text": "hi", "reply_markup": _button(text="a", url="t.me/paizhuo_bot?start=j1")},
        {"text": "hi", "reply_markup": _button(text="a", copy_text={"text": "c" * 256})},
        {"text": "hi", "reply_markup": {"inline_keyboard": [[]]}},
        {"text": "hi", "reply_markup": {"force_reply": True}},
    ],
)
def test_the_edges_of_what_is_allowed_pass(world: World, group: Group, fields: dict[str, Any]) -> None:
    sent = result(world, "sendMessage", chat_id=group.id, **fields)
    assert sent["message_id"] == group.last().id


def test_method_names_have_no_case_and_unknown_ones_are_not_found(world: World, group: Group) -> None:
    assert result(world, "SENDMESSAGE", chat_id=group.id, text="hi")["text"] == "hi"
    assert ask(world, "sendNothing")["error_code"] == 404
    answer = ask(world, "sendPoll", chat_id=group.id, question="q", options=[{"text": "a"}])
    assert answer["error_code"] == 501
    assert "sendPoll is not implemented in the playground" in answer["description"]


@pytest.mark.parametrize(
    ("method", "fields", "said"),
    [
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "y" * 201}, "allowed 0-200"),
        ("setMyCommands", {"commands": [{"command": "New", "description": "d"}]}, "BOT_COMMAND_INVALID"),
        ("setMyCommands", {"commands": [{"command": "new", "description": ""}]}, "allowed 1-256"),
        (
            "setMyCommands",
            {"commands": [{"command": "a", "description": "d"}] * 101},
            "BOT_COMMANDS_TOO_MUCH",
        ),
        ("setMyDescription", {"description": "d" * 513}, "allowed 0-512"),
        ("setMyDescription", {"description": "d", "language_code": "zh-hans"}, "invalid language code"),
        ("getUpdates", {"timeout": 51}, "timeout must be 0-50"),
    ],
)
def test_other_methods_are_checked_too(world: World, method: str, fields: dict[str, Any], said: str) -> None:
    assert said in refusal(world, method, **fields)


@pytest.mark.parametrize(
    ("photo", "said"),
    [
        ("no such id", "wrong file identifier"),
        ("attach://nowhere", "attached file not found"),
        (png(20, 10_000), "PHOTO_INVALID_DIMENSIONS"),
        (png(10, 201), "PHOTO_INVALID_DIMENSIONS"),
    ],
)
def test_bad_pictures_are_refused(world: World, group: Group, photo: Any, said: str) -> None:
    assert said in refusal(world, "sendPhoto", chat_id=group.id, photo=photo)


def test_a_caption_has_its_own_limit(world: World, group: Group) -> None:
    assert "caption is too long" in refusal(
        world, "sendPhoto", chat_id=group.id, photo=png(8, 8), caption="c" * 1025
    )
    marked = "<i>" + "c" * 1024 + "</i>"
    sent = result(world, "sendPhoto", chat_id=group.id, photo=png(8, 8), caption=marked, parse_mode="HTML")
    assert len(sent["caption"]) == 1024
