"""The PTB bot object: one HTTP pool for calls, another for getUpdates."""

import logging

from telegram import Bot
from telegram.error import TelegramError
from telegram.request import BaseRequest

from handlers.transport.clock import Clock
from handlers.transport.errors import Kind, outcome
from handlers.transport.outbox import CONNECTIONS
from handlers.transport.polling import FatalTelegramError, backoff
from handlers.transport.request import Request

log = logging.getLogger(__name__)


def make_bot(
    token: str,
    api_url: str,
    *,
    request: BaseRequest | None = None,
    updates_request: BaseRequest | None = None,
) -> Bot:
    """A bot that speaks to the Bot API server at `api_url`, or through requests of the caller's own."""
    return Bot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=request or Request(CONNECTIONS),
        get_updates_request=updates_request or Request(1),
    )


async def reach(bot: Bot, clock: Clock) -> None:
    """Learn who the bot is. A network that is not there yet is waited for; a wrong token raises."""
    failures = 0
    while True:
        try:
            await bot.initialize()
        except TelegramError as error:
            failure = outcome(error)
        else:
            return
        if failure.kind in (Kind.UNAUTHORIZED, Kind.OUR_BUG):
            raise FatalTelegramError("Telegram does not accept the token: copy it again from @BotFather.")
        failures += 1
        wait = max(backoff(failures), failure.after)
        log.warning("Telegram cannot be reached (%s); next try in %s s", failure.kind.value, wait)
        await clock.sleep(wait)
