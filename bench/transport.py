"""The library's default HTTP back end against ours through aiohttp, at the playground's server.

The server has a process of its own. What is judged by the reader is CPU a call: calls a second are the server's as
much as the client's, and depend on the machine's load.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from telegram import Bot, InputMediaPhoto
from telegram.request import BaseRequest, HTTPXRequest

from handlers.transport.bot import make_bot
from handlers.transport.outbox import CONNECTIONS
from handlers.transport.request import Request
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.fakes.server import serving
from tests.fakes.wire import png

PICTURE = png(1080, 650).data + bytes(35_000)
"""Of the size of a hand."""


def serve(pipe: Connection) -> None:
    """A playground with one group, until the other side hangs up; tells address, token and chat."""

    async def run() -> None:
        stage = Stage(WallClock(), mode="off")
        async with serving(stage.world) as url:
            pipe.send((url, stage.world.token, stage.group.id))
            await asyncio.to_thread(pipe.poll, None)

    asyncio.run(run())


@contextmanager
def server() -> Iterator[tuple[str, str, int]]:
    """A playground in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,))
    process.start()
    try:
        yield ours.recv()
    finally:
        ours.send("end")
        process.join()


async def measure(bot: Bot, chat_id: int, at_once: int, calls: int) -> tuple[float, float, float]:
    """So many edits, every other one with a picture: calls a second, ms of CPU a call, p99 in ms."""
    async with bot:
        messages = [await bot.send_photo(chat_id, PICTURE, caption="0") for _ in range(at_once)]
        waits: list[float] = []

        async def edit(message_id: int, first: int) -> None:
            for number in range(first, first + calls // at_once):
                began = time.perf_counter()
                if number % 2:
                    await bot.edit_message_caption(chat_id, message_id, caption=f"text {number}")
                else:
                    media = InputMediaPhoto(PICTURE, caption=f"picture {number}")
                    await bot.edit_message_media(media, chat_id, message_id)
                waits.append(time.perf_counter() - began)

        await asyncio.gather(*(edit(message.message_id, -10 * at_once) for message in messages[:1]))
        waits.clear()
        work, wall = time.process_time(), time.perf_counter()
        await asyncio.gather(*(edit(message.message_id, 1) for message in messages))
        work, wall = time.process_time() - work, time.perf_counter() - wall
    return len(waits) / wall, 1000 * work / len(waits), 1000 * sorted(waits)[int(0.99 * len(waits))]


BACK_ENDS: dict[str, Callable[[], BaseRequest]] = {
    "httpx": lambda: HTTPXRequest(connection_pool_size=CONNECTIONS, pool_timeout=10),
    "aiohttp": lambda: Request(CONNECTIONS),
}
"""The library's default, and ours."""


def show(*, quick: bool) -> None:
    """Print the table; nothing is judged."""
    calls = 200 if quick else 600
    print("\nTransport: edits at the playground's server, every other one with a picture")
    print("  back end  at once  CPU ms a call  calls/s*  p99 ms*")
    with server() as (url, token, chat_id):
        for at_once in (1, 8, 16, 32):
            for name, request in BACK_ENDS.items():
                bot = make_bot(token, url, request=request())
                each, work, late = asyncio.run(measure(bot, chat_id, at_once, calls))
                print(f"  {name:8}  {at_once:7}  {work:13.2f}  {each:8.0f}  {late:7.0f}")


if __name__ == "__main__":
    show(quick=False)
