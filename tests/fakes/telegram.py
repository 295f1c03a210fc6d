"""python-telegram-bot's door to a World in the same process: no sockets, the loop's own clock."""

import asyncio
import json
from typing import Any
from urllib.parse import unquote

from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from playground.checks import Upload
from playground.door import knock
from playground.world import World

BASE_URL = "http://world.invalid/bot"
BASE_FILE_URL = "http://world.invalid/file/bot"
READ_TIMEOUT = 5.0


class WorldRequest(BaseRequest):
    """A request object whose other end is `World.call`."""

    def __init__(self, world: World, *, read_timeout: float = READ_TIMEOUT) -> None:
        self.world = world
        self._read_timeout = read_timeout

    @property
    def read_timeout(self) -> float:
        return self._read_timeout

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

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
        if "/file/bot" in url:
            return self._download(url)
        token, _, name = url.rpartition("/bot")[2].partition("/")
        if token != self.world.token:
            return _json(401, {"ok": False, "error_code": 401, "description": "Unauthorized"})
        patience = self._read_timeout if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        return await self._ask(name, _form(request_data), patience)

    async def _ask(
        self, name: str, form: dict[str, str | Upload], patience: float | None
    ) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(patience):
                answer = await knock(self.world, name, form)
                if answer.lost:
                    await asyncio.sleep(patience or 0)
        except TimeoutError:
            raise TimedOut from None
        if answer.broken:
            raise NetworkError("aiohttp.ServerDisconnectedError")
        if answer.lost:
            raise TimedOut
        if isinstance(answer.body, str):
            return answer.status, answer.body.encode()
        return _json(answer.status, answer.body)

    def _download(self, url: str) -> tuple[int, bytes]:
        path = unquote(url).rpartition(self.world.token + "/")[2]
        file = self.world.file_at(path)
        if file is None:
            return _json(404, {"ok": False, "error_code": 404, "description": "Not Found"})
        return 200, file.data


def _form(request_data: RequestData | None) -> dict[str, str | Upload]:
    """The request as it would stand on the wire."""
    if request_data is None:
        return {}
    form: dict[str, str | Upload] = dict(request_data.json_parameters)
    for part, (name, data, mime) in (request_data.multipart_data or {}).items():
        form[part] = Upload(name, data if isinstance(data, bytes) else data.read(), mime)
    return form


def _json(status: int, body: Any) -> tuple[int, bytes]:
    return status, json.dumps(body, ensure_ascii=False).encode()
