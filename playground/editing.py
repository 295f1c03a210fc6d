"""Changing and deleting messages. An edit without `reply_markup` takes the keyboard away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground import access, checks
from playground.errors import Json, bad
from playground.model import Message
from playground.sending import Uploads, caption_text, document_file, message_text, photo_file

if TYPE_CHECKING:
    from playground.world import World

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def edit_text(world: World, fields: Json, _uploads: Uploads) -> Json | bool:
    message = _target(world, fields)
    text, entities = message_text(fields)
    if message.kind != "text":
        raise bad("there is no text in the message to edit")
    return _apply(
        world, message, fields, text=text, entities=entities, preview=fields.get("link_preview_options")
    )


def edit_caption(world: World, fields: Json, _uploads: Uploads) -> Json | bool:
    message = _target(world, fields)
    caption, entities = caption_text(fields)
    if message.file is None:
        raise bad("there is no caption in the message to edit")
    above = fields.get("show_caption_above_media", False)
    return _apply(world, message, fields, text=caption, entities=entities, above=above)


def edit_media(world: World, fields: Json, uploads: Uploads) -> Json | bool:
    """A new picture; a text message becomes a picture too, never back."""
    message = _target(world, fields)
    media = fields["media"]
    if message.kind not in ("text", "photo", "document"):
        raise bad("message can't be edited")
    if media["type"] not in ("photo", "document"):
        raise bad(f"media of type {media['type']} is not implemented in the playground")
    find = photo_file if media["type"] == "photo" else document_file
    file = find(world, media["media"], uploads)
    if message.file is not None and message.file.unique_id == file.unique_id:
        file = message.file
    caption, entities = caption_text(media)
    return _apply(
        world,
        message,
        fields,
        kind=media["type"],
        file=file,
        text=caption,
        entities=entities,
        preview=None,
        spoiler=media.get("has_spoiler", False),
        above=media.get("show_caption_above_media", False),
    )


def edit_markup(world: World, fields: Json, _uploads: Uploads) -> Json | bool:
    return _apply(world, _target(world, fields), fields)


def delete_message(world: World, fields: Json, _uploads: Uploads) -> bool:
    chat = world.target(fields)
    message = chat.messages.get(fields["message_id"])
    if message is None:
        raise bad("message to delete not found")
    access.may_delete(chat, world.me, message, world.clock() - message.date)
    world.remove(message)
    return True


def delete_messages(world: World, fields: Json, _uploads: Uploads) -> bool:
    """Up to 100 at once; what is not there is passed over."""
    chat = world.target(fields)
    if not 1 <= len(fields["message_ids"]) <= 100:
        raise bad("there must be 1-100 message identifiers")
    found = [chat.messages[number] for number in fields["message_ids"] if number in chat.messages]
    for message in found:
        access.may_delete(chat, world.me, message, world.clock() - message.date)
    for message in found:
        world.remove(message)
    return True


def delete_ephemeral(world: World, fields: Json, _uploads: Uploads) -> bool:
    world.remove(_target(world, fields))
    return True


def _target(world: World, fields: Json) -> Message:
    """The message of the request, which must be one of the bot's own."""
    if "inline_message_id" in fields:
        raise bad("MESSAGE_ID_INVALID")
    chat = world.target(fields)
    if "ephemeral_message_id" in fields:
        message = chat.ephemeral.get(fields["ephemeral_message_id"])
        if message is None or message.receiver is None or message.receiver.id != fields["receiver_user_id"]:
            raise bad("message to edit not found")
        return message
    message = chat.messages.get(fields.get("message_id", 0))
    if message is None:
        raise bad("message to edit not found")
    if message.sender.id != world.me.id or message.kind in ("service", "dice"):
        raise bad("message can't be edited")
    return message


def _apply(world: World, message: Message, fields: Json, **content: Any) -> Json | bool:
    """Put the new content in place, unless nothing would change."""
    keyboard = checks.keyboard(fields.get("reply_markup"), private=message.chat.private)
    wanted = content | {"keyboard": keyboard}
    if all(getattr(message, name) == value for name, value in wanted.items() if name != "preview"):
        raise bad(NOT_MODIFIED)
    for name, value in wanted.items():
        setattr(message, name, value)
    if content:
        message.edited = int(world.clock())
    world.touch(message)
    return True if message.ephemeral_id else world.json(message)
