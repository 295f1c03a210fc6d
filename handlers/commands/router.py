"""Every update to the one that takes it. `accept` returns when what it led to is on disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from telegram import Message, Update

from handlers.commands import groups, options, press, private, records, rules, settings, tables, which
from handlers.commands.desk import Desk
from handlers.commands.order import place, typed
from handlers.show.texts import language_for
from handlers.transport.turns import Place
from storage.errors import may_pass

Command = Callable[[Desk, Update, Message, list[str]], Awaitable[None]]

COMMANDS: dict[str, Command] = {
    "new": tables.new,
    "join": tables.join,
    "leave": tables.leave,
    "deal": tables.deal,
    "table": tables.table,
    "end": tables.end,
    "scores": records.scores_command,
    "top": records.top_command,
    "history": records.history_command,
    "stats": records.stats_command,
    "replay": records.replay_command,
    "verify": records.verify_command,
    "export": records.export_command,
    "calc": records.calc_command,
    "privacy": records.privacy_command,
    "forget": records.forget_command,
    "start": private.start,
    "hand": private.hand,
    "help": private.help_pages,
    "language": settings.language,
    "settings": settings.settings,
    "here": settings.here,
    "options": options.options,
    "rules": rules.rules,
    "pause": tables.pause,
    "kick": tables.kick,
}
"""Commands by name; they stand in Telegram's menu in the user's language."""


class Router:
    """Takes updates from the poller."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def place(self, update: Update) -> Place:
        """Which others the update has to wait for, and which for it."""
        return place(update, self._desk.hall, self._desk.bot.username)

    async def accept(self, update: Update) -> None:
        """Handle one update. Raises StorageError when it could not be saved: then it is to come again."""
        if update.callback_query is not None:
            await press.press(self._desk, update, update.callback_query)
        elif update.my_chat_member is not None:
            await groups.my_status(self._desk, update.my_chat_member)
        elif update.chat_member is not None:
            await groups.their_status(self._desk, update.chat_member)
        elif update.message is not None:
            await self._message(update, update.message)

    async def _message(self, update: Update, message: Message) -> None:
        self._desk.outbox.seen(message.chat.id, message.message_id)
        if await groups.service(self._desk, message):
            return
        name, arguments = typed(message, self._desk.bot.username)
        handler = COMMANDS.get(name)
        if message.chat.type == "private":
            await private.wrote(self._desk, message)
            if not arguments and await which.asked(self._desk, message, name):
                return
        if handler is not None:
            await self._carry_out(handler, update, message, arguments)
        elif message.chat.type == "private":
            await private.puzzled(self._desk, message)

    async def _carry_out(
        self, handler: Command, update: Update, message: Message, arguments: list[str]
    ) -> None:
        """Carry out a command; whoever gave it is told where that fails for good."""
        try:
            await handler(self._desk, update, message, arguments)
        except Exception as error:
            if not may_pass(error):  # else it comes again
                code = message.from_user.language_code if message.from_user else None
                self._desk.reply(message, self._desk.texts.of(language_for(code))("trouble.failed"))
            raise
