"""What happens to chats: the bot comes and goes, people leave, a group becomes a supergroup."""

from __future__ import annotations

from telegram import ChatMemberUpdated, Message

from handlers.commands.desk import Desk
from handlers.commands.private import hello, reached
from handlers.tables.commands import Left, Lost
from handlers.transport.members import is_present


async def my_status(desk: Desk, change: ChatMemberUpdated) -> None:
    """The bot was added, removed, restricted; or blocked and unblocked in private."""
    was, now = not is_present(change.old_chat_member), not is_present(change.new_chat_member)
    if change.chat.type == "private":
        await _private_status(desk, change, gone=now)
    elif now:
        desk.hall.suspend(change.chat.id)
    else:
        desk.hall.allowed_again(change.chat.id)
        if was:
            await _greet(desk, change)


async def _private_status(desk: Desk, change: ChatMemberUpdated, *, gone: bool) -> None:
    person = await desk.people.of(change.from_user)
    if not gone:
        await reached(desk, change.from_user)
        return
    await desk.people.reach(person.user_id, reachable=False)
    for table in desk.hall.tables_of(person.person_id):
        await desk.hall.submit(table.table_id, Lost(person.person_id))


async def _greet(desk: Desk, change: ChatMemberUpdated) -> None:
    """Added to a group, the bot greets once."""
    chat = await desk.chat_of(change.chat, change.from_user)
    say = desk.texts.of(chat.language)
    desk.outbox.note(chat.chat_id, None, hello(change.from_user.id, say))


async def their_status(desk: Desk, change: ChatMemberUpdated) -> None:
    """Somebody left the group: the seat is played to the end of the hand, then free."""
    if not is_present(change.new_chat_member):
        await _left(desk, change.chat.id, change.new_chat_member.user.id)


async def _left(desk: Desk, chat_id: int, user_id: int) -> None:
    for table in desk.hall.tables_in(chat_id):
        for chair in table.chairs:
            if chair is not None and chair.person is not None and chair.person.user_id == user_id:
                await desk.hall.submit(table.table_id, Left(chair.person.person_id))


async def service(desk: Desk, message: Message) -> bool:
    """Service messages that matter; True when the message was one."""
    if message.migrate_to_chat_id is not None:
        await desk.hall.migrate(message.chat.id, message.migrate_to_chat_id)
        return True
    if message.migrate_from_chat_id is not None:
        await desk.hall.migrate(message.migrate_from_chat_id, message.chat.id)
        return True
    if message.left_chat_member is not None:
        await _left(desk, message.chat.id, message.left_chat_member.id)
        return True
    return False
