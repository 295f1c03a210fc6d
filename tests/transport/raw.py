"""A server of raw bytes on the loopback, for what a well-behaved one never does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Raw:
    """Answers every request with these bytes and hangs up; with none it says nothing, with `silent` for ever."""

    answer: bytes = b""
    silent: bool = False
    heads: list[bytes] = field(default_factory=list)
    """What was asked: of each request all up to the empty line."""

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        try:
            self.heads.append(await reader.readuntil(b"\r\n\r\n"))
            if self.silent:
                await reader.read()  # until the other side gives up
            writer.write(self.answer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def http(status: int, body: bytes, kind: str = "application/json") -> bytes:
    """A whole answer."""
    head = f"HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@asynccontextmanager
async def raw(server: Raw) -> AsyncIterator[str]:
    """The address at which it listens."""
    listening = await asyncio.start_server(server.meet, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()
        await listening.wait_closed()
