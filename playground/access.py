"""May the bot do this here? The refusals follow from chats, members and rights."""

from playground.errors import ApiError, bad, forbidden
from playground.model import Chat, Member, Message, User

# What a kind of message needs, and how the server calls it when it is not allowed.
SEND_RIGHT = {
    "text": ("can_send_messages", "text messages"),
    "photo": ("can_send_photos", "photos"),
    "document": ("can_send_documents", "documents"),
    "dice": ("can_send_other_messages", "dice"),
}


def reachable(chat: Chat, person: User | None, me: User) -> Chat:
    """Any call about a chat: it must be alive, and the bot must be in it."""
    if chat.private:
        return _private(chat, person)
    if chat.migrated_to is not None:
        text = "Bad Request: group chat was upgraded to a supergroup chat"
        raise ApiError(400, text, migrate_to_chat_id=chat.migrated_to)
    noun = "supergroup chat" if chat.kind == "supergroup" else "group chat"
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    mine = chat.members.get(me.id)
    if mine is not None and mine.status == "kicked":
        raise forbidden(f"bot was kicked from the {noun}")
    if mine is None or mine.status == "left":
        raise forbidden(f"bot is not a member of the {noun}")
    return chat


def _private(chat: Chat, person: User | None) -> Chat:
    if person is None:
        raise bad("chat not found")
    if person.deactivated:
        raise forbidden("user is deactivated")
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    if not chat.started:
        raise forbidden("bot can't initiate conversation with a user")
    return chat


def may_send(chat: Chat, me: User, kind: str, thread: int | None) -> None:
    """Rights and topics of a new message."""
    if not chat.private:
        right, noun = SEND_RIGHT[kind]
        if not has_right(chat, chat.members[me.id], right):
            raise bad(f"not enough rights to send {noun} to the chat")
    topic_open(chat, me, thread)


def topic_open(chat: Chat, me: User, thread: int | None) -> None:
    """A thread must be a topic of this forum, and open unless the bot is an admin."""
    if thread is None:
        return
    topic = chat.topic_of(thread)
    if topic is None:
        raise bad("message thread not found")
    if topic.closed and not chat.members[me.id].admin:
        raise bad("TOPIC_CLOSED")


def has_right(chat: Chat, member: Member, right: str) -> bool:
    """May this member send such a thing? Admins may; others as they are restricted, or as the chat says."""
    if member.admin:
        return True
    if right != "can_send_messages" and not has_right(chat, member, "can_send_messages"):
        return False
    allowed = member.rights if member.status == "restricted" else chat.permissions
    return right in allowed


def may_administer(chat: Chat, me: User, right: str, refusal: str) -> None:
    """Things that only an admin with the right may do in a group."""
    mine = chat.members.get(me.id)
    if not chat.private and not (mine and mine.status == "administrator" and right in mine.rights):
        raise bad(refusal)


def may_delete(chat: Chat, me: User, message: Message, age: float) -> None:
    """Own messages always; in private all younger than 48 h; in groups those of others with the right."""
    if message.sender.id == me.id and not message.as_chat:
        return
    if chat.private:
        if age > 48 * 3600:
            raise bad("message can't be deleted")
        return
    may_administer(chat, me, "can_delete_messages", "message can't be deleted")
