"""Links into Telegram: to a message or a topic of a supergroup. Basic groups and private chats have none."""

_SUPERGROUPS = -1_000_000_000_000


def message_link(chat_id: int, message_id: int, thread_id: int | None = None) -> str:
    """Where the message stands, in its topic if it has one; empty where Telegram knows no links."""
    if chat_id > _SUPERGROUPS:
        return ""
    place = f"{_SUPERGROUPS - chat_id}" + (f"/{thread_id}" if thread_id else "")
    return f"https://t.me/c/{place}/{message_id}"


def topic_link(chat_id: int, thread_id: int) -> str:
    """Where a topic begins."""
    return message_link(chat_id, thread_id)
