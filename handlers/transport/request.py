"""Requests to the Bot API through aiohttp, in place of the library's own back end.

The default one takes four times the CPU for a call at eight at a time, and the more for each that is under way beside
it; its calls wait for one another where these do not. `make bench-host` shows both.
"""

from typing import Any

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

READ, CONNECT, WAIT = 5.0, 5.0, 10.0
"""Seconds for an answer, for a connection, and for one of the pool's to become free, unless the caller says."""
SENDING, UPLOAD = 5.0, 20.0
"""Seconds to send a request, without files and with them."""


class Request(BaseRequest):
    """A pool of so many connections. Errors are those of the library; none repeats the address, which has the token."""

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return READ

    async def initialize(self) -> None:
        """Open the pool."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections)
            self._session = aiohttp.ClientSession(connector=connector, trust_env=True)

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
        """Status and body of the answer. Raises TimedOut, or NetworkError for whatever else the network does."""
        if self._session is None:
            raise RuntimeError("the request object is not initialized")
        read, files = _or(read_timeout, READ), request_data is not None and request_data.contains_files
        write = _or(write_timeout, UPLOAD if files else SENDING)
        wait = _or(pool_timeout, WAIT)
        known = [seconds for seconds in (read, write, wait) if seconds is not None]
        timeout = aiohttp.ClientTimeout(
            total=None if len(known) < 3 else sum(known),
            sock_read=read,
            sock_connect=_or(connect_timeout, CONNECT),
        )
        try:
            async with self._session.request(
                method, url, data=_body(request_data), timeout=timeout, allow_redirects=False
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError as error:
            raise TimedOut(f"aiohttp.{type(error).__name__}") from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(f"aiohttp.{type(error).__name__}") from None


def _or(given: Any, default: float) -> float | None:
    return default if given is BaseRequest.DEFAULT_NONE else given


def _body(data: RequestData | None) -> Any:
    """The fields as a form, with files in parts."""
    if data is None:
        return None
    if not data.multipart_data:
        return data.json_parameters
    form = aiohttp.FormData(data.json_parameters)
    for part, (name, content, kind) in data.multipart_data.items():
        form.add_field(part, content, filename=name, content_type=kind)
    return form
