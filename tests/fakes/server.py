"""The playground's server in the test's own process and loop, on a free port of the loopback."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from playground.server import create_app
from playground.world import World


class _Server(uvicorn.Server):
    """Says when it listens; leaves the process's signals alone."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


@asynccontextmanager
async def serving(world: World) -> AsyncIterator[str]:
    """The address (`http://127.0.0.1:port`) at which `world` is served while this lasts."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            create_app(world), log_level="critical", lifespan="off", timeout_graceful_shutdown=0
        )
        server = _Server(config)
        running = asyncio.create_task(server._serve([listener]))
        await server.listening.wait()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            await running
