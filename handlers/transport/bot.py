"""The PTB bot object: one HTTP pool for calls, another for getUpdates."""

from telegram import Bot
from telegram.request import BaseRequest, HTTPXRequest

from handlers.transport.outbox import CONNECTIONS


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
        request=request or HTTPXRequest(connection_pool_size=CONNECTIONS, pool_timeout=10),
        get_updates_request=updates_request or HTTPXRequest(),
    )
