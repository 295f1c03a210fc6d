"""New messages: sendMessage, sendPhoto, sendDocument, sendDice, and the ephemeral kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground import access, checks
from playground.checks import Upload, utf16
from playground.entities import formatted
from playground.errors import Json, bad
from playground.model import Chat, Message, StoredFile, User
from playground.pictures import size_of

if TYPE_CHECKING:
    from playground.world import World

Uploads = dict[str, Upload]

PHOTO_BYTES = 10 * 1024 * 1024
FILE_BYTES = 50 * 1024 * 1024
EPHEMERAL_WITHIN = 15.0
# How many faces each kind of dice has.
DICE = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}


def send_message(world: World, fields: Json, _uploads: Uploads) -> Json:
    chat = world.target(fields)
    text, entities = message_text(fields)
    return _send(
        world, chat, fields, "text", text=text, entities=entities, preview=fields.get("link_preview_options")
    )


def send_photo(world: World, fields: Json, uploads: Uploads) -> Json:
    chat = world.target(fields)
    caption, entities = caption_text(fields)
    return _send(
        world,
        chat,
        fields,
        "photo",
        text=caption,
        entities=entities,
        file=photo_file(world, fields["photo"], uploads),
        spoiler=fields.get("has_spoiler", False),
        above=fields.get("show_caption_above_media", False),
    )


def send_document(world: World, fields: Json, uploads: Uploads) -> Json:
    chat = world.target(fields)
    caption, entities = caption_text(fields)
    file = document_file(world, fields["document"], uploads)
    return _send(world, chat, fields, "document", text=caption, entities=entities, file=file)


def send_dice(world: World, fields: Json, _uploads: Uploads) -> Json:
    chat = world.target(fields)
    emoji = fields.get("emoji", "🎲")
    if emoji not in DICE:
        raise bad("the dice emoji is not supported")
    _may_send(world, chat, fields, "dice")
    return _send(world, chat, fields, "dice", dice=(emoji, world.draw(DICE[emoji]) + 1))


def message_text(fields: Json) -> tuple[str, list[Json]]:
    """The text of a message, parsed; its length counts then."""
    text, entities = formatted(fields.get("text", ""), fields.get("parse_mode"), fields.get("entities"))
    if not text:
        raise bad("message text is empty")
    if utf16(text) > checks.TEXT_LIMIT:
        raise bad("message is too long")
    return text, entities


def caption_text(fields: Json) -> tuple[str, list[Json]]:
    """The caption of a picture or file; it may be empty."""
    caption, entities = formatted(
        fields.get("caption", ""), fields.get("parse_mode"), fields.get("caption_entities")
    )
    if utf16(caption) > checks.CAPTION_LIMIT:
        raise bad("message caption is too long")
    return caption, entities


def photo_file(world: World, photo: str | Upload, uploads: Uploads) -> StoredFile:
    """A picture that was uploaded, or that the server has already."""
    given = _upload_or_id(photo, uploads)
    if isinstance(given, str):
        return _stored(world, given, "photos")
    if len(given.data) > PHOTO_BYTES:
        raise bad("file is too big")
    size = size_of(given.data)
    if size is None:
        raise bad("IMAGE_PROCESS_FAILED" if given.data else "file must be non-empty")
    width, height = size
    if width + height > 10_000 or max(size) > 20 * min(size):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return world.store(given, "photos", width, height)


def document_file(world: World, document: str | Upload, uploads: Uploads) -> StoredFile:
    given = _upload_or_id(document, uploads)
    if isinstance(given, str):
        return _stored(world, given, "documents")
    if not given.data:
        raise bad("file must be non-empty")
    if len(given.data) > FILE_BYTES:
        raise bad("file is too big")
    return world.store(given, "documents")


def _upload_or_id(value: str | Upload, uploads: Uploads) -> str | Upload:
    if isinstance(value, Upload) or not value.startswith("attach://"):
        return value
    part = uploads.get(value.removeprefix("attach://"))
    if part is None:
        raise bad("attached file not found")
    return part


def _stored(world: World, file_id: str, folder: str) -> StoredFile:
    file = world.files.get(file_id) or world.files.get(file_id.removesuffix("s"))
    if file is None:
        raise bad("wrong file identifier/HTTP URL specified")
    if not file.path.startswith(folder):
        raise bad(f"can't use file of type {file.path.partition('/')[0]} as {folder}")
    return file


def _may_send(world: World, chat: Chat, fields: Json, kind: str) -> None:
    access.may_send(chat, world.me, kind, fields.get("message_thread_id"))


def _send(world: World, chat: Chat, fields: Json, kind: Any, **content: Any) -> Json:
    """Everything that is the same for all kinds: rights, keyboard, reply, topic; then the message stands."""
    _may_send(world, chat, fields, kind)
    keyboard = checks.keyboard(fields.get("reply_markup"), private=chat.private)
    if fields.get("message_effect_id") and not chat.private:
        raise bad("EFFECT_ID_INVALID")
    if "ephemeral_message_parameters" in fields:
        return _send_ephemeral(world, chat, fields, kind=kind, keyboard=keyboard, **content)
    thread = fields.get("message_thread_id")
    message = world.new_message(
        chat,
        world.me,
        kind=kind,
        keyboard=keyboard,
        thread=thread,
        is_topic=thread is not None,
        reply_to=_reply_to(chat, fields),
        effect=fields.get("message_effect_id", ""),
        silent=fields.get("disable_notification", False),
        **content,
    )
    return world.json(message)


def _reply_to(chat: Chat, fields: Json) -> int | None:
    parameters = fields.get("reply_parameters", {})
    if "message_id" not in parameters:
        return None
    original = chat.messages.get(parameters["message_id"])
    if original is None:
        if parameters.get("allow_sending_without_reply"):
            return None
        raise bad("message to be replied not found")
    if chat.forum and original.thread != fields.get("message_thread_id"):
        raise bad("message to be replied not found")
    return original.id


def _send_ephemeral(world: World, chat: Chat, fields: Json, **content: Any) -> Json:
    """A message in a group for one member's eyes: an admin bot at any time, others just after his press."""
    parameters = fields["ephemeral_message_parameters"]
    receiver = _receiver(world, chat, parameters["receiver_user_id"])
    press = world.presses.get(parameters.get("callback_query_id", ""))
    fresh = press is not None and press.user is receiver and world.clock() - press.at <= EPHEMERAL_WITHIN
    if not fresh and not chat.members[world.me.id].admin:
        raise bad("not enough rights to send ephemeral messages to the user")
    number = max(chat.ephemeral, default=0) + 1
    message = Message(
        0, chat, world.me, int(world.clock()), receiver=receiver, ephemeral_id=number, **content
    )
    chat.ephemeral[number] = message
    world.touch(message)
    return world.json(message)


def _receiver(world: World, chat: Chat, user_id: int) -> User:
    if chat.private:
        raise bad("ephemeral messages can be sent to groups only")
    member = chat.members.get(user_id)
    if member is None or not member.present:
        raise bad("user not found" if user_id not in world.users else "USER_NOT_PARTICIPANT")
    return member.user
