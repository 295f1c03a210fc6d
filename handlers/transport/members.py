"""Who is who in a group: asked at that moment, never remembered. Only that nothing was answered is, for a moment."""

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakValueDictionary

from telegram import Bot, ChatMember, User
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from handlers.transport.errors import Kind, outcome

log = logging.getLogger(__name__)

ANONYMOUS_ADMIN = 1087968824
CHANNEL = 136817688
AUTOMATIC_FORWARD = 777000
NOBODY = frozenset({ANONYMOUS_ADMIN, CHANNEL, AUTOMATIC_FORWARD})
"""Senders that stand for a group or a channel: no seat, no right and no statistics is theirs."""
PATIENCE = 1.5
"""Seconds for an answer: everybody's next updates wait for it, so without one nothing is permitted.

For as long again nothing more is asked about that chat: else commands, which wait for one another, would each wait so.
"""
AT_ONCE = 4
"""Questions about one chat under way; if they hang, connections are left to others."""
_PRESENT = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER})
_ADMINS = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR})


def is_person(user: User | None) -> bool:
    """Is this somebody who can sit at a table? A presser always is; a command's sender may not be."""
    return user is not None and not user.is_bot and user.id not in NOBODY


class Members:
    """Asks Telegram who is in a chat, and who is an admin of it: each time anew, about one chat few at once."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._turns: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._silent: dict[int, float] = {}
        """Until when nothing is asked about a chat, in the loop's seconds."""

    async def is_member(self, chat_id: int, user_id: int) -> bool | None:
        """Is this person in the chat now? None: Telegram could not be asked, so nothing may be permitted."""
        return await self._ask(chat_id, user_id, is_present)

    async def is_admin(self, chat_id: int, user_id: int) -> bool | None:
        """Is this person an admin of the chat now? None: Telegram could not be asked."""
        return await self._ask(chat_id, user_id, _is_admin)

    async def _ask(self, chat_id: int, user_id: int, holds: Callable[[ChatMember], bool]) -> bool | None:
        if user_id in NOBODY:
            return False
        now = asyncio.get_running_loop().time
        if now() < self._silent.get(chat_id, 0.0):
            return None
        self._silent.pop(chat_id, None)
        turn = self._turns.get(chat_id) or asyncio.Semaphore(AT_ONCE)
        self._turns[chat_id] = turn
        try:
            async with asyncio.timeout(PATIENCE), turn:
                return holds(await self._bot.get_chat_member(chat_id, user_id))
        except TimeoutError:
            log.warning("a membership could not be asked: no answer in time")
            self._silent[chat_id] = now() + PATIENCE
            return None
        except TelegramError as error:
            found = outcome(error)
        if found.kind in (Kind.UNREACHABLE, Kind.KICKED) or "participant" in found.text.lower():
            return False
        log.warning("a membership could not be asked: %s", found.kind.value)
        return None


def is_present(member: ChatMember) -> bool:
    """Is this person in the chat? Who may not write there may be in it, or be gone."""
    return member.status in _PRESENT or bool(getattr(member, "is_member", False))


def _is_admin(member: ChatMember) -> bool:
    return member.status in _ADMINS
