"""Scripted people: each looks at a phone, thinks a little and presses a button that stands there.

They know nothing but what the phone shows: the newest panel of the private chat and the group's newest board. What
they choose is a seeded policy over those buttons, so a run on virtual time repeats itself.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from playground.model import Message, Press
from playground.people import Group, Person, Room
from playground.world import World
from tests.fakes.people import until

CLAIMS, FURTHER = frozenset("cpk"), frozenset("rmsta")
ANSWER_WITHIN = 60.0
"""A press unanswered for so long has been lost: longer than any restart takes."""
AGAIN_AFTER = 6.0
"""Somebody whose press has changed nothing on the screen for so long presses again."""

READS = 1.0
"""So long one looks at what lies over the whole screen; a press before that is the same thumb trembling."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody plays; `claims` and `passes` are shares of the chances that come up."""

    claims: float = 0.5
    passes: float = 0.5
    """Windows that ask nothing of him: how often he passes on the board all the same."""
    think: tuple[float, float] = (0.4, 2.5)


@dataclass(slots=True)
class Player:
    """One person at work; `presses` are all that were made, the newest last."""

    person: Person
    group: Group | None
    seed: int
    temper: Temper = Temper()
    presses: list[Press] = field(default_factory=list)
    _panel: tuple[int, int, float] = (0, 0, 0.0)
    _board: tuple[int, str] = (0, "")
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.seed} {self.person.id}")

    @property
    def world(self) -> World:
        return self.person.world

    async def play(self, sleep: Sleep) -> None:
        """Look, think, press, for ever; raises AssertionError when a press is not answered."""
        while True:
            seen = self.world.changes.version
            if self.choose() is None:
                await self.world.changes.after(seen, AGAIN_AFTER)
                continue
            await sleep(self._random.uniform(*self.temper.think))
            chosen = self.choose()  # the screen may have changed meanwhile
            if chosen is not None:
                press = await self.press(*chosen)
                if press.shown is not None and press.shown.alert:
                    await sleep(READS)

    async def press(self, message: Message, data: str) -> Press:
        """Press a button and wait for its answer."""
        self.about_to(message, data)
        press = self.person.press(message, data)
        await until(self.world, lambda: press.answered, patience=ANSWER_WITHIN)
        self.has_pressed(data, press)
        return press

    def about_to(self, message: Message, data: str) -> None:
        """Keep in mind what is pressed, so that it is not pressed again before the screen has changed."""
        if message.chat.private:
            self._panel = (message.id, message.stamp, self.world.clock())
        elif code_of(data) in "gx":
            self._board = (message.id, _question(data))

    def has_pressed(self, data: str, press: Press) -> None:
        """Keep in mind what came of it."""
        self.presses.append(press)
        if press.shown is not None and press.shown.alert and code_of(data) == "d":
            self._panel = (0, 0, 0.0)  # a wild wants a second press

    # -- choosing

    def choose(self) -> tuple[Message, str] | None:
        """The button to press now: of the panel, else of the board."""
        panel = self.person.private.board_or_none()
        if panel is not None and not self._waits(panel):
            data = self._from_panel(panel.data)
            if data:
                return panel, data
        board = newest_with(self.group, "gx") if self.group is not None else None
        if board is not None:
            data = self._from_board(board)
            if data:
                return board, data
        return None

    def _waits(self, panel: Message) -> bool:
        """Has a press been made there already, and nothing has come of it yet?"""
        message_id, stamp, at = self._panel
        return (message_id, stamp) == (panel.id, panel.stamp) and self.world.clock() - at < AGAIN_AFTER

    def _from_panel(self, buttons: Sequence[str]) -> str | None:
        """Wins first, then Ready, sometimes a claim, else the discard that leaves the best shape, else a pass."""
        for wanted in ("h", "g"):
            first = coded(buttons, wanted)
            if first:
                return first[0]
        passes, discards = coded(buttons, "x"), coded(buttons, "d")
        for wanted in ("cpk", "rmsta"):
            chances = coded(buttons, wanted)
            if chances and (not (passes or discards) or self._random.random() < self.temper.claims):
                return self._random.choice(chances)
        if discards:
            return self._discard(discards)
        return passes[0] if passes else None

    def _from_board(self, board: Message) -> str | None:
        """Ready, or a pass in a window, once for each question."""
        buttons = coded(board.data, "g") or coded(board.data, "x")
        if not buttons or self._board == (board.id, _question(buttons[0])):
            return None
        if code_of(buttons[0]) == "x" and self._random.random() >= self.temper.passes:
            self._board = (board.id, _question(buttons[0]))
            return None
        return buttons[0]

    def _discard(self, buttons: Sequence[str]) -> str:
        """The tile with the fewest friends in the hand."""
        tiles = [data.rsplit(":", 1)[1] for data in buttons]
        friends = [_friends(tile, tiles) for tile in tiles]
        lonely = [data for data, number in zip(buttons, friends, strict=True) if number == min(friends)]
        return self._random.choice(lonely)


def newest_with(room: Room, wanted: str) -> Message | None:
    """The newest message of the chat that has a button with one of these one-letter codes."""
    return next((message for message in reversed(room.from_bot) if coded(message.data, wanted)), None)


def code_of(data: str) -> str:
    """The code of a table's button; of a page's, nothing."""
    fields = data.split(":")
    return fields[2] if len(fields) > 2 and fields[0] != "-" else ""


def coded(buttons: Sequence[str], wanted: str) -> list[str]:
    """The buttons with one of these one-letter codes."""
    return [data for data in buttons if code_of(data) and code_of(data) in wanted]


def coded_as(buttons: Sequence[str], code: str) -> str:
    """The first button with just this code."""
    return next(data for data in buttons if code_of(data) == code)


def _question(data: str) -> str:
    return ":".join(data.split(":")[:2])


def _friends(tile: str, tiles: Sequence[str]) -> int:
    """How near other tiles are: equal ones count most, then neighbours, then those one apart."""
    total = 0
    for other in tiles:
        if other[1] == tile[1]:
            apart = abs(int(other[0]) - int(tile[0]))
            total += {0: 4, 1: 2, 2: 1}.get(apart, 0) if tile[1] in "mps" else 4 * (apart == 0)
    return total


@asynccontextmanager
async def playing(players: Sequence[Player], sleep: Sleep) -> AsyncIterator[None]:
    """The players play while this lasts; what goes wrong with one of them is raised here."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play(sleep), name=player.person.name) for player in players]
        yield
        for task in tasks:
            task.cancel()


async def sit(player: Player, lobby: Message) -> None:
    """Sit down; press START where the answer leads there."""
    press = await player.press(lobby, coded(lobby.data, "j")[0])
    if press.shown is not None and press.shown.url:
        player.person.follow(press.shown.url)
        player.person.start()
