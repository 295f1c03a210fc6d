"""python-telegram-bot's requests through aiohttp: the other back end that the default one is measured against."""

from typing import Any

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData


class AiohttpRequest(BaseRequest):
    """One pool of connections; errors as the library's own request class tells them."""

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return 5.0

    async def initialize(self) -> None:
        """Open the pool."""
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=self._connections))

    async def shutdown(self) -> None:
        """Close the pool."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        del (
            write_timeout,
            pool_timeout,
        )  # aiohttp has none of the first; the pool is larger than the outbox's lanes
        if self._session is None:
            raise RuntimeError("this request object is not initialized")
        timeout = aiohttp.ClientTimeout(
            sock_read=_or(read_timeout, self.read_timeout), sock_connect=_or(connect_timeout, 5.0)
        )
        try:
            async with self._session.request(
                method, url, data=_body(request_data), timeout=timeout
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError:
            raise TimedOut from None
        except aiohttp.ClientError as error:
            raise NetworkError(f"aiohttp: {type(error).__name__}") from None  # its text may hold the address


def _or(value: Any, default: float) -> float | None:
    return default if value is BaseRequest.DEFAULT_NONE else value


def _body(data: RequestData | None) -> Any:
    if data is None:
        return None
    if not data.multipart_data:
        return data.json_parameters
    form = aiohttp.FormData(data.json_parameters)
    for part, (name, content, kind) in data.multipart_data.items():
        form.add_field(part, content, filename=name, content_type=kind)
    return form
