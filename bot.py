"""Paizhuo 牌桌 on the command line: `python bot.py`, or with `playground`, `check-config`, `check-records` behind."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path

from handlers.app import App
from handlers.pages.recount import faults
from handlers.settings import BotSettings, SettingsError, database_path, read_env_file, read_settings
from handlers.transport.logs import set_up
from handlers.transport.polling import FatalTelegramError
from storage.database import Database
from storage.errors import StorageError

BAD_SETTINGS = 2
INTERRUPTED = 130
PLAYGROUND_TOKEN = "1000:playground-token-of-no-bot"  # noqa: S105 - opens nothing
HOW_TO_START = """\
Paizhuo needs a bot's token from Telegram:
  1. In Telegram, write to @BotFather, send /newbot, and follow it.
  2. Put the token it gives you into a file named .env beside bot.py:
         TELEGRAM_BOT_TOKEN=123456:ABC...
  3. Start again: python bot.py

To try it without Telegram and without a token: make playground
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="bot.py", description="Mahjong tables in Telegram groups.")
    commands = ("run", "playground", "check-config", "check-records")
    parser.add_argument("command", nargs="?", default="run", choices=commands)
    parser.add_argument("--port", type=int, default=8765, help="port of the playground")
    options = parser.parse_args(arguments)
    if options.command == "playground":
        set_up("WARNING")
        return _to_its_end(playground(options.port))
    try:
        environment = {**read_env_file(Path(".env")), **os.environ}
        if options.command == "check-records":
            set_up("WARNING")
            return check_records(database_path(environment))
        settings = read_settings(environment)
    except SettingsError as error:
        missing = "TELEGRAM_BOT_TOKEN is missing" in str(error)
        sys.stderr.write(HOW_TO_START if missing and options.command == "run" else f"{error}\n")
        return BAD_SETTINGS
    if options.command == "check-config":
        copies = f"daily copies in {settings.backups}" if settings.backups else "no daily copies"
        print(
            f"All settings can be used. Database: {settings.database} ({copies}); Telegram: {settings.api_url}"
        )
        return 0
    set_up(settings.log_level)
    return _to_its_end(run(settings))


def _to_its_end(work: Coroutine[None, None, int]) -> int:
    """Its exit status; Ctrl+C while it is still starting ends it without more words."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        return INTERRUPTED


def check_records(path: Path) -> int:
    """Count every finished hand again from its journal; the bot must not run meanwhile."""
    if not path.is_file():
        sys.stderr.write(f"There is no database at {path}.\n")
        return BAD_SETTINGS
    try:
        number = asyncio.run(_print_faults(path))
    except StorageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    print(f"{number} faults." if number else "Every hand comes to what was stored.")
    return 1 if number else 0


async def _print_faults(path: Path) -> int:
    number = 0
    database = await Database.open(path)
    try:
        async for fault in faults(database):
            number += 1
            print(fault, flush=True)
    finally:
        await database.close()
    return number


async def run(settings: BotSettings) -> int:
    """The real thing, until SIGTERM or SIGINT."""
    try:
        async with App(settings) as app:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, app.stop)
            await app.run()
    except (StorageError, FatalTelegramError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


async def _serve(port: int) -> asyncio.subprocess.Process:
    """The playground's process. Ctrl+C does not reach it: it is ended after the bot, which speaks to it until then."""
    command = (sys.executable, "-m", "playground", "--port", str(port), "--token", PLAYGROUND_TOKEN)
    heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, heeded)


async def playground(port: int) -> int:
    """A Telegram of one's own with the bot in it: one address, no token, no network."""
    server = await _serve(port)
    try:
        address = (await server.stdout.readline()).decode().strip() if server.stdout else ""
        if not address:
            return await server.wait() or 1
        with tempfile.TemporaryDirectory() as folder:
            print(f"Paizhuo playground: {address}   (Ctrl+C ends it)", flush=True)
            status = await run(
                BotSettings(PLAYGROUND_TOKEN, address.rstrip("/"), Path(folder) / "paizhuo.db")
            )
        print("The playground has ended; nothing of it is kept.")
        return status
    finally:
        if server.returncode is None:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    sys.exit(main())
