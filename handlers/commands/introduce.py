"""How the bot introduces itself to Telegram: its menu and descriptions, per language."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from telegram import Bot, BotCommand
from telegram.error import TelegramError

from handlers.show.menu import menu
from handlers.show.texts import Texts

log = logging.getLogger(__name__)

MENUS = (("zh_Hans", "zh"), ("en", "en"), ("en", None))
"""Our language and Telegram's two-letter code; None: everybody else."""


async def introduce(bot: Bot, texts: Texts, names: Sequence[str]) -> None:
    """Set commands and descriptions; what Telegram does not take now is no reason not to play."""
    for language, code in MENUS:
        say = texts.of(language)
        commands = [BotCommand(name, text) for name, text in menu(say, tuple(names))]
        try:
            await bot.set_my_commands(commands, language_code=code)
            await bot.set_my_description(say.plain("bot.description", 512), language_code=code)
            await bot.set_my_short_description(say.plain("bot.short_description", 120), language_code=code)
        except TelegramError as error:
            log.warning(
                "the menu was not taken (%s); it is tried again at the next start", type(error).__name__
            )
            return
