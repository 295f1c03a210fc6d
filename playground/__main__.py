"""`python -m playground`: starts the server with a group of four and prints its address."""

import argparse
import asyncio
import contextlib
import logging
import secrets
import signal
import socket
import time
from types import FrameType

import uvicorn

from playground.server import create_app
from playground.world import TOKEN, World

PEOPLE = (("Wei", "zh"), ("Sofia", "en"), ("林姨", "zh"), ("Tom", "en"))

LAST_PORT = 65_535


def new_world(token: str, limits: str) -> World:
    """周五麻将 and its four; Wei and Sofia have used the bot before, 林姨 and Tom have not."""
    world = World(clock=time.time, draw=secrets.randbelow, token=token, mode=limits)  # type: ignore[arg-type]
    people = [world.add_user(name, language=language) for name, language in PEOPLE]
    world.add_group("周五麻将", *people)
    for person in people[:2]:
        person.start()
    return world


def _port(text: str) -> int:
    """A port's number; argparse says so if it is none."""
    number = int(text)
    if not 0 <= number <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {LAST_PORT}")
    return number


def in_use(port: int, why: str) -> str:
    """What is said when the port cannot be had, and what to do then."""
    return f"port {port} cannot be used: {why}\nany free one instead: make playground PORT=0 (or --port 0)\n"


class _Server(uvicorn.Server):
    """Leaves Ctrl+C alone where whoever started it has: then he ends it himself."""

    deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not (self.deaf and sig == signal.SIGINT):
            super().handle_exit(sig, frame)


def _is_trouble(record: logging.LogRecord) -> bool:
    """Open streams and long polls are cut at the end: that is no error."""
    cut = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cut and not record.msg.startswith("Cancel ")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    parser.add_argument(
        "--port", type=_port, default=8765, help="0 takes any free one (default: %(default)s)"
    )
    parser.add_argument("--token", default=TOKEN, help="the bot's token (default: %(default)s)")
    parser.add_argument(
        "--limits", choices=("off", "count", "strict"), default="off", help="Telegram's flood limits"
    )
    options = parser.parse_args()
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", options.port))
            listener.listen()  # whoever reads the address may come at once
        except OSError as problem:
            parser.exit(1, in_use(options.port, problem.strerror or "refused"))
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
        app = create_app(new_world(options.token, options.limits))
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=0)
        logging.getLogger("uvicorn.error").addFilter(_is_trouble)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(_Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    main()
