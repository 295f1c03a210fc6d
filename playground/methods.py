"""The methods of the Bot API that the playground knows: `METHODS[name](world, fields, uploads) -> result`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playground import access, editing, render, sending
from playground.errors import ApiError, Json, bad
from playground.model import Member, Shown
from playground.people import start_payload
from playground.sending import Uploads

if TYPE_CHECKING:
    from playground.world import World

ANSWER_WITHIN = 15.0
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def get_me(world: World, _fields: Json, _uploads: Uploads) -> Json:
    return render.bot_user(world.me, privacy=world.privacy)


def get_updates(world: World, fields: Json, _uploads: Uploads) -> list[Json]:
    """One look at the queue; waiting is the door's business. It ends a poll that is still waiting."""
    queue = world.updates
    if not 0 <= fields.get("timeout", 0) <= 50:
        raise bad("timeout must be 0-50 seconds")
    queue.polls += 1
    if "allowed_updates" in fields:
        queue.allowed = frozenset(fields["allowed_updates"]) or None
    world.changes.touch()
    return queue.fetch(fields.get("offset", 0), min(100, max(1, fields.get("limit", 100))))


def delete_webhook(world: World, fields: Json, _uploads: Uploads) -> bool:
    if fields.get("drop_pending_updates"):
        world.updates.clear()
    return True


def get_webhook_info(world: World, _fields: Json, _uploads: Uploads) -> Json:
    return {"url": "", "has_custom_certificate": False, "pending_update_count": len(world.updates.waiting)}


def answer_callback_query(world: World, fields: Json, _uploads: Uploads) -> bool:
    press = world.presses.get(fields["callback_query_id"])
    if press is None or press.answered or world.clock() - press.at > ANSWER_WITHIN:
        raise bad(TOO_OLD)
    text, alert, url = fields.get("text", ""), fields.get("show_alert", False), fields.get("url", "")
    if url and start_payload(url, world.me.username) is None:
        raise bad("URL_INVALID")
    press.shown = Shown(text, alert, url)
    person = world.people[press.user.id]
    if url:
        person.follow(url, press.chat, screen=press.screen)
    elif text:
        world.notice(press.user, press.chat, "alert" if alert else "toast", text, screen=press.screen)
    return True


def get_chat(world: World, fields: Json, _uploads: Uploads) -> Json:
    chat = world.find_chat(fields["chat_id"])
    if not chat.private:
        access.reachable(chat, None, world.me)
    return render.full_chat(chat, world.users.get(chat.id))


def get_chat_member(world: World, fields: Json, _uploads: Uploads) -> Json:
    chat = world.target(fields)
    user = world.users.get(fields["user_id"])
    if user is None:
        raise bad("user not found")
    if chat.private:
        return render.member(Member(user))
    return render.member(chat.members.get(user.id) or Member(user, "left"))


def get_chat_administrators(world: World, fields: Json, _uploads: Uploads) -> list[Json]:
    chat = world.target(fields)
    if chat.private:
        raise bad("there are no administrators in the private chat")
    return [
        render.member(m)
        for m in chat.members.values()
        if m.admin and not (m.user.is_bot and m.user is not world.me)
    ]


def get_chat_member_count(world: World, fields: Json, _uploads: Uploads) -> int:
    chat = world.target(fields)
    return 2 if chat.private else sum(member.present for member in chat.members.values())


def get_file(world: World, fields: Json, _uploads: Uploads) -> Json:
    file = world.files.get(fields["file_id"]) or world.files.get(fields["file_id"].removesuffix("s"))
    if file is None:
        raise bad("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_size": len(file.data),
        "file_path": file.path,
    }


def pin_chat_message(world: World, fields: Json, _uploads: Uploads) -> bool:
    chat = world.target(fields)
    access.may_administer(
        chat, world.me, "can_pin_messages", "not enough rights to manage pinned messages in the chat"
    )
    message = chat.messages.get(fields["message_id"])
    if message is None:
        raise bad("message to pin not found")
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        pinned = render.message(message, world.users, reply=False)
        world.new_message(chat, world.me, kind="service", service={"pinned_message": pinned})
        world.touch(chat)
    return True


def unpin_chat_message(world: World, fields: Json, _uploads: Uploads) -> bool:
    chat = world.target(fields)
    access.may_administer(
        chat, world.me, "can_pin_messages", "not enough rights to manage pinned messages in the chat"
    )
    number = fields.get("message_id", chat.pinned[-1] if chat.pinned else 0)
    if number not in chat.pinned:
        raise bad("message to unpin not found")
    chat.pinned.remove(number)
    world.touch(chat)
    return True


_CHAT_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


def send_chat_action(world: World, fields: Json, _uploads: Uploads) -> bool:
    chat = world.target(fields)
    if fields["action"] not in _CHAT_ACTIONS:
        raise bad("wrong parameter action in request")
    access.may_send(chat, world.me, "text", fields.get("message_thread_id"))
    chat.action = fields["action"]
    world.touch(chat)
    return True


def set_message_reaction(world: World, fields: Json, _uploads: Uploads) -> bool:
    chat = world.target(fields)
    message = chat.messages.get(fields["message_id"])
    if message is None:
        raise bad("message to react not found")
    reactions = fields.get("reaction", [])
    if len(reactions) > 1:
        raise bad("REACTIONS_TOO_MANY")
    message.reactions[world.me.id] = reactions
    world.touch(message)
    return True


def leave_chat(world: World, fields: Json, _uploads: Uploads) -> bool:
    chat = world.target(fields)
    if chat.private:
        raise bad("chat member status can't be changed in private chats")
    chat.members[world.me.id] = Member(world.me, "left")
    world.touch(chat)
    return True


def _scope(fields: Json) -> tuple[Any, ...]:
    scope = fields.get("scope", {"type": "default"})
    return tuple(scope[key] for key in ("type", "chat_id", "user_id") if key in scope)


def _language(fields: Json) -> str:
    language: str = fields.get("language_code", "")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad("invalid language code specified")
    return language


def set_my_commands(world: World, fields: Json, _uploads: Uploads) -> bool:
    commands = fields["commands"]
    if len(commands) > 100:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
            raise bad("BOT_COMMAND_INVALID")
    world.commands[_scope(fields), _language(fields)] = commands
    world.changes.touch()
    return True


def get_my_commands(world: World, fields: Json, _uploads: Uploads) -> list[Json]:
    return world.commands.get((_scope(fields), _language(fields)), [])


def delete_my_commands(world: World, fields: Json, _uploads: Uploads) -> bool:
    world.commands.pop((_scope(fields), _language(fields)), None)
    world.changes.touch()
    return True


def _set_text(kind: str) -> Method:
    def run(world: World, fields: Json, _uploads: Uploads) -> bool:
        world.texts[kind, _language(fields)] = fields.get(kind, "")
        world.changes.touch()
        return True

    return run


def _get_text(kind: str) -> Method:
    def run(world: World, fields: Json, _uploads: Uploads) -> Json:
        return {kind: world.text_for(kind, _language(fields))}

    return run


def close_or_log_out(_world: World, _fields: Json, _uploads: Uploads) -> bool:
    return True


def conflict() -> ApiError:
    """What a poll gets that another poll has ended."""
    return ApiError(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )


Method = Callable[["World", Json, Uploads], Any]

METHODS: dict[str, Method] = {
    "getMe": get_me,
    "getUpdates": get_updates,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendDice": sending.send_dice,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
    "editMessageReplyMarkup": editing.edit_markup,
    "deleteMessage": editing.delete_message,
    "deleteMessages": editing.delete_messages,
    "editEphemeralMessageText": editing.edit_text,
    "editEphemeralMessageCaption": editing.edit_caption,
    "editEphemeralMessageMedia": editing.edit_media,
    "editEphemeralMessageReplyMarkup": editing.edit_markup,
    "deleteEphemeralMessage": editing.delete_ephemeral,
    "answerCallbackQuery": answer_callback_query,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "getFile": get_file,
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "sendChatAction": send_chat_action,
    "setMessageReaction": set_message_reaction,
    "leaveChat": leave_chat,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": _set_text("name"),
    "getMyName": _get_text("name"),
    "setMyDescription": _set_text("description"),
    "getMyDescription": _get_text("description"),
    "setMyShortDescription": _set_text("short_description"),
    "getMyShortDescription": _get_text("short_description"),
    "close": close_or_log_out,
    "logOut": close_or_log_out,
}
