"""The other side of a measured bot: groups of four people at tables, and a world that keeps account of itself.

The world, the people and the bot share one process. What the first two cost is measured where they work and taken
off, so that what is left is the bot.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from handlers.app import App
from handlers.message import Picture
from playground.checks import Form
from playground.limits import Mode
from playground.model import Call, Press
from playground.people import Group, Person
from playground.world import Answer, World
from tests.end_to_end.crowds import cast, needed, open_one, writes
from tests.end_to_end.driving import Player
from tests.fakes import hosting
from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage

AT_ONCE = 20
"""So many tables are opened side by side."""
SHM = Path("/dev/shm")  # noqa: S108
MEMORY = str(SHM) if SHM.exists() else None
"""Where a file waits for no disk, on Linux; else where temporary files are."""


@dataclass(slots=True)
class Account:
    """What has been counted since `reset`; times are CPU seconds."""

    pictures: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    written: int = 0
    needed: int = 0
    discards: int = 0
    refused: list[str] = field(default_factory=list)
    _aside: float = 0.0
    _drawing: float = 0.0
    _since: float | None = None
    _before: tuple[float, float] = (0.0, 0.0)

    def reset(self) -> None:
        """Begin again; the work goes on being counted."""
        self.pictures = self.written = self.needed = self.discards = 0
        self.calls.clear()
        self._before = self.work, self._drawing

    @property
    def work(self) -> float:
        """Of this process since its start, but for the world, its people and drawing."""
        inside = 0.0 if self._since is None else time.thread_time() - self._since
        return time.process_time() - self._aside - inside - self._drawing

    @property
    def bot(self) -> float:
        """Of the bot, pictures aside."""
        return self.work - self._before[0]

    @property
    def drawing(self) -> float:
        """Of drawing pictures, in threads of their own."""
        return self._drawing - self._before[1]

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """What is done inside is not the bot's."""
        self._since = time.thread_time()
        try:
            yield
        finally:
            self._aside += time.thread_time() - self._since
            self._since = None

    async def draw(self, picture: Picture) -> bytes:
        """Draw it as the bot does, count the work, and send an empty one: the world need not keep it."""
        self._drawing += await asyncio.to_thread(_drawn, picture)
        self.pictures += 1
        return await _blank(picture)

    async def blank(self, picture: Picture) -> bytes:
        """Do not draw it."""
        self.pictures += 1
        return await _blank(picture)


_blank = hosting.blank


def _drawn(picture: Picture) -> float:
    began = time.thread_time()
    picture.render()
    return time.thread_time() - began


class CountingWorld(World):
    """A world that counts its calls and forgets them, so that it stays small."""

    account: Account
    heard: Callable[[Call], None]

    def perform(self, method: str, form: Form) -> Answer:
        with self.account.elsewhere():
            answer = super().perform(method, form)
            for call in self.calls:
                self._count(call)
            self.calls.clear()
            self.notices.clear()
            self.removed.clear()
            self.updates.confirmed.clear()
        return answer

    def _count(self, call: Call) -> None:
        account = self.account
        account.calls[call.method] += 1
        account.written += writes(call)
        account.needed += needed(call)
        if not call.ok:
            account.refused.append(f"{call.method}: {call.error}")
        self.heard(call)


def counting_stage(clock: VirtualClock, mode: Mode = "strict") -> tuple[Stage, Account]:
    """A stage whose world counts."""
    stage, account = Stage(clock, mode=mode), Account()
    world = stage.world
    world.__class__ = CountingWorld
    assert isinstance(world, CountingWorld)
    world.account, world.heard = account, lambda _: None
    return stage, account


@dataclass(slots=True)
class Phone:
    """One person's phone: looks at it, presses, and does not wait for the answer."""

    player: Player
    pressed: Press | None = None

    def look(self) -> Press | None:
        """Press what stands there to be pressed, unless the last press is still unanswered."""
        before = self.pressed
        if before is not None:
            if not before.answered:
                return None
            self.player.has_pressed(before.data, before)
            self.player.presses.clear()
            self.pressed = None
        chosen = self.player.choose()
        if chosen is None:
            return None
        self.player.about_to(*chosen)
        self.pressed = self.player.person.press(*chosen)
        return self.pressed


@dataclass(slots=True)
class Seats:
    """The four phones of one table."""

    group: Group
    phones: list[Phone]


@dataclass(slots=True)
class Hall:
    """The measured bot, its tables, and the account that is kept of it."""

    stage: Stage
    account: Account
    app: App
    seats: list[Seats]

    @property
    def world(self) -> CountingWorld:
        assert isinstance(self.stage.world, CountingWorld)
        return self.stage.world

    def check(self) -> None:
        """A measurement in which Telegram refused something is none."""
        assert not self.account.refused, self.account.refused[:3]
        assert self.account.discards, "nobody has discarded"


@asynccontextmanager
async def hall(
    clock: VirtualClock,
    tables: int,
    typed: str,
    *,
    path: Path | None = None,
    drawn: bool = False,
    mode: Mode = "strict",
) -> AsyncIterator[Hall]:
    """The bot with so many tables of four people, each with its first hand under way."""
    stage, account = counting_stage(clock, mode)
    draw = account.draw if drawn else account.blank
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        where = path or Path(folder) / "bench.db"
        with patch.object(hosting, "blank", draw):
            async with hosting.hosting(stage, where) as app:
                found = Hall(stage, account, app, await sit_down(stage, tables, typed))
                await stage.until(lambda: _all_play(app))
                yield found


def _all_play(app: App) -> bool:
    return all(actor.table.state == "playing" for actor in app.hall.actors.values())


async def sit_down(stage: Stage, tables: int, typed: str) -> list[Seats]:
    """So many tables, each with its first hand asked for."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one(group: Group, people: list[Person]) -> Seats:
        async with places:
            players = await open_one(stage, group, people, typed)
        return Seats(group, [Phone(player) for player in players])

    return list(await asyncio.gather(*(one(*chosen) for chosen in cast(stage.world, tables))))


async def play(phone: Phone, account: Account, clock: VirtualClock, seconds: float, every: float) -> None:
    """Look again and again, on average `every` so many seconds, and press what is there."""
    draw, end = random.Random(phone.player.person.id), clock.elapsed + seconds
    while clock.elapsed < end:
        await clock.sleep(draw.uniform(every / 3, every * 5 / 3))
        with account.elsewhere():
            press = phone.look()
        if press is not None:
            account.discards += is_discard(press)


def is_discard(press: Press) -> bool:
    """Whether a tile is thrown by it."""
    return ":d:" in press.data
