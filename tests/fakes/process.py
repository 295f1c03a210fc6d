"""The bot as a process of its own: `python bot.py` against a playground served by the test."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fakes.people import Stage

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0
"""Real seconds after which a process that should have ended counts as stuck."""


@dataclass(slots=True)
class Process:
    """A running `python bot.py`, or one that has ended."""

    child: asyncio.subprocess.Process

    def terminate(self) -> None:
        """Ask it to end, as a service manager does."""
        self.child.terminate()

    def kill(self) -> None:
        """SIGKILL: nothing is finished, nothing is closed."""
        self.child.kill()

    @property
    def running(self) -> bool:
        return self.child.returncode is None

    async def ended(self, seconds: float = PATIENCE) -> tuple[int, str]:
        """Wait for its end; exit status, and all that it wrote on standard error."""
        _, errors = await asyncio.wait_for(self.child.communicate(), seconds)
        return self.child.returncode or 0, errors.decode()


async def start(*arguments: str, **environment: str) -> Process:
    """Start `python bot.py …` with nothing of the bot's own settings but these."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        *arguments,
        cwd=ROOT,
        env={**inherited, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "default", **environment},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    return Process(child)


@asynccontextmanager
async def running(stage: Stage, url: str, path: Path, **environment: str) -> AsyncIterator[Process]:
    """The bot on this database, once it has asked for updates; killed at the end if it still runs."""
    polls = stage.world.updates.polls
    process = await start(
        TELEGRAM_BOT_TOKEN=stage.world.token, TELEGRAM_API_URL=url, DATABASE_PATH=str(path), **environment
    )
    try:
        await stage.until(lambda: stage.world.updates.polls > polls or not process.running)
        yield process
    finally:
        if process.running:
            process.kill()
            await process.ended()
