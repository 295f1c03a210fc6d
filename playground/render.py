"""The world's things as the Bot API writes them."""

from typing import Any

from playground.errors import Json
from playground.model import (
    ADMIN_RIGHTS,
    ANONYMOUS_ADMIN,
    MEMBER_RIGHTS,
    Chat,
    Member,
    Message,
    Press,
    StoredFile,
    User,
)

ANONYMOUS = User(ANONYMOUS_ADMIN, "Group", username="GroupAnonymousBot", is_bot=True)
# Pictures are offered in this size and in full.
_SMALL = 320
_LARGEST = 1280


def user(someone: User) -> Json:
    body: Json = {"id": someone.id, "is_bot": someone.is_bot, "first_name": someone.first_name}
    if someone.last_name:
        body["last_name"] = someone.last_name
    if someone.username:
        body["username"] = someone.username
    if someone.language:
        body["language_code"] = someone.language
    return body


def bot_user(bot: User, *, privacy: bool) -> Json:
    """The bot as `getMe` tells it."""
    return user(bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
        "can_manage_bots": False,
    }


def chat(place: Chat, person: User | None) -> Json:
    """`person` is the other side of a private chat."""
    body: Json = {"id": place.id, "type": place.kind}
    if place.private and person is not None:
        known = user(person)
        body |= {key: known[key] for key in ("first_name", "last_name", "username") if key in known}
    else:
        body["title"] = place.title
        if place.username:
            body["username"] = place.username
        if place.forum:
            body["is_forum"] = True
    return body


def full_chat(place: Chat, person: User | None) -> Json:
    """A chat as `getChat` tells it."""
    body = chat(place, person) | {
        "accent_color_id": abs(place.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            True,
        ),
    }
    if not place.private:
        body["permissions"] = {right: right in place.permissions for right in MEMBER_RIGHTS}
    return body


def member(someone: Member) -> Json:
    """A ChatMember of the kind that the status says."""
    body: Json = {"user": user(someone.user), "status": someone.status}
    if someone.status == "creator":
        body["is_anonymous"] = someone.anonymous
    elif someone.status == "administrator":
        body |= {"can_be_edited": False, "is_anonymous": someone.anonymous}
        body |= {right: right in someone.rights for right in ADMIN_RIGHTS}
    elif someone.status == "restricted":
        body |= {"is_member": True, "until_date": 0}
        body |= {right: right in someone.rights for right in MEMBER_RIGHTS}
    elif someone.status == "kicked":
        body["until_date"] = 0
    return body


def photo_sizes(file: StoredFile) -> list[Json]:
    """A small and a full PhotoSize, as Telegram offers several; the last one is the largest."""
    longest = max(file.width, file.height, 1)
    sizes = [size for size in (_SMALL, _LARGEST) if size < longest] or []
    if longest <= _LARGEST:
        sizes.append(longest)
    return [
        {
            "file_id": file.file_id if size == sizes[-1] else f"{file.file_id}s",
            "file_unique_id": file.unique_id if size == sizes[-1] else f"{file.unique_id}s",
            "width": max(1, file.width * size // longest),
            "height": max(1, file.height * size // longest),
            "file_size": len(file.data),
        }
        for size in sizes
    ]


def document(file: StoredFile) -> Json:
    return {
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_name": file.name,
        "mime_type": file.mime,
        "file_size": len(file.data),
    }


def message(note: Message, people: dict[int, User], *, reply: bool = True) -> Json:
    """A whole Message object. `people` knows everybody by id; a reply shows its original one level deep."""
    place = note.chat
    sender = ANONYMOUS if note.as_chat else note.sender
    where = chat(place, people.get(place.id))
    body: Json = {"message_id": note.id, "from": user(sender), "chat": where, "date": note.date}
    if note.as_chat:
        body["sender_chat"] = where
    if note.thread is not None:
        body["message_thread_id"] = note.thread
    if note.is_topic:
        body["is_topic_message"] = True
    if note.edited is not None:
        body["edit_date"] = note.edited
    if note.receiver is not None:
        body |= {"receiver_user": user(note.receiver), "ephemeral_message_id": note.ephemeral_id}
    if note.effect:
        body["effect_id"] = note.effect
    original = place.messages.get(note.reply_to) if note.reply_to is not None and reply else None
    if original is not None:
        body["reply_to_message"] = message(original, people, reply=False)
    if note.keyboard:
        body["reply_markup"] = {"inline_keyboard": note.keyboard}
    return body | _content(note, people)


def _content(note: Message, people: dict[int, User]) -> Json:
    if note.kind == "service":
        return dict(note.service)
    if note.kind == "dice" and note.dice is not None:
        return {"dice": {"emoji": note.dice[0], "value": note.dice[1]}}
    entities = [_entity(entity, people) for entity in note.entities]
    if note.file is None:
        body: Json = {"text": note.text} | ({"entities": entities} if entities else {})
        return body | ({"link_preview_options": note.preview} if note.preview else {})
    media: Any = photo_sizes(note.file) if note.kind == "photo" else document(note.file)
    body = {note.kind: media}
    if note.text:
        body["caption"] = note.text
    if entities:
        body["caption_entities"] = entities
    if note.spoiler:
        body["has_media_spoiler"] = True
    if note.above:
        body["show_caption_above_media"] = True
    return body


def _entity(entity: Json, people: dict[int, User]) -> Json:
    if entity["type"] != "text_mention" or "user_id" not in entity:
        return entity
    shown = {key: value for key, value in entity.items() if key != "user_id"}
    someone = people.get(entity["user_id"])
    return shown | ({"user": user(someone)} if someone else {"type": "text_link", "url": "tg://user"})


def callback_query(press: Press, people: dict[int, User]) -> Json:
    """A press as the bot gets it; a message that is gone is told by its id alone."""
    where = chat(press.chat, people.get(press.chat.id))
    body: Json = {
        "id": press.id,
        "from": user(press.user),
        "chat_instance": str(press.chat.id * 7919),
        "data": press.data,
    }
    if press.message is None:
        body["message"] = {"chat": where, "message_id": press.message_id, "date": 0}
    else:
        body["message"] = message(press.message, people)
    return body
