"""What an update is about: by that those that come together wait for one another, or do not (`transport.turns`).

Whatever is typed, or told by Telegram itself, and changes something at tables or in what is settled keeps its order
with all that is about the same chat or person. Presses and commands that only show something keep it with those alone.
"""

from __future__ import annotations

from telegram import CallbackQuery, Message, MessageEntity, Update

from handlers.callback_data import parse
from handlers.tables.hall import Hall
from handlers.transport.turns import Place

MOVING = frozenset({"new", "join", "leave", "deal", "table", "pause", "here", "options"})
"""The commands that change something; the others only show, but for START.

That, as any word in private, opens its sender's own door: only he waits for it, since Telegram may have to be asked.
"""


def place(update: Update, hall: Hall, bot: str) -> Place:
    """Where an update stands among others; `bot` is the bot's own name."""
    if update.callback_query is not None:
        return Place(_pressed(update.callback_query, hall))
    if update.message is not None:
        return _written(update.message, hall, bot)
    change = update.my_chat_member or update.chat_member
    if change is None:
        return Place()
    return Place(_around(change.chat.id, hall) | {change.new_chat_member.user.id}, moves=True)


def _pressed(query: CallbackQuery, hall: Hall) -> frozenset[int]:
    """The presser, the chat where it was pressed, and that of the table whose button it was."""
    keys = {query.from_user.id}
    if query.message is not None:
        keys.add(query.message.chat.id)
    pressed = parse(query.data)
    table = hall.table(pressed.table_id) if pressed is not None and pressed.table_id is not None else None
    if table is not None:
        keys.add(table.chat.chat_id)
    return frozenset(keys)


def _written(message: Message, hall: Hall, bot: str) -> Place:
    here = message.chat.id
    for other in (message.migrate_to_chat_id, message.migrate_from_chat_id):
        if other is not None:
            return Place(frozenset({here, other}), moves=True)
    if message.left_chat_member is not None:
        return Place(frozenset({here, message.left_chat_member.id}), moves=True)
    name, _ = typed(message, bot)
    if name in MOVING:
        sender = {message.from_user.id} if message.from_user is not None else set()
        return Place(_around(here, hall) | sender, moves=True)
    if message.chat.type == "private" and name in ("", "start"):
        return Place(frozenset({here}), moves=True)
    return Place(_around(here, hall)) if name else Place()


def _around(chat_id: int, hall: Hall) -> frozenset[int]:
    """The chat; for somebody's private one also those where he sits: what he types there may be about their tables."""
    if chat_id < 0:
        return frozenset({chat_id})
    return frozenset({chat_id, *(table.chat.chat_id for table in hall.tables_with(chat_id))})


def typed(message: Message, bot: str) -> tuple[str, list[str]]:
    """The command that the message begins with, if it is meant for this bot, and its arguments."""
    text = message.text or ""
    first = message.entities[0] if message.entities else None
    if first is None or first.type != MessageEntity.BOT_COMMAND or first.offset != 0:
        return "", []
    head, rest = text[1 : first.length], text[first.length :]
    name, _, addressed = head.partition("@")
    if addressed and addressed.lower() != bot.lower():
        return "", []
    return name.lower(), rest.split()
