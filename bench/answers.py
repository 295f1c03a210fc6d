"""How long a press waits: until it is answered, and until the next player has buttons to press.

On the clock of work time passes only by the bot's own CPU time, and jumps where nothing is to be done: what is measured
is the queue in front of the bot on a machine that does nothing else and whose disk costs nothing. On the wall's clock
it is what it was here and now, with this disk and all that runs beside.
"""

import asyncio
import gc
import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench.crowd import Account, Hall, Seats, hall, is_discard
from playground.model import Call, Press
from tests.end_to_end.crowds import asks
from tests.end_to_end.driving import coded
from tests.fakes.clock import VirtualClock, WallClock, run_virtual

TYPED = "fuzhou hands=16 dice=off window=open tempo=none"
"""Nothing but the bot holds a press up: no pause hides who could claim, no clock runs."""
WARM_UP = 5.0


class WorkClock(VirtualClock):
    """Moves by what the bot works, drawing aside, and by jumps."""

    def __init__(self) -> None:
        self._jumped = 0.0
        self.account = Account()
        super().__init__()

    @property
    def elapsed(self) -> float:
        return self._jumped + self.account.work

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        self._jumped += seconds - self.elapsed

    def follow(self, account: Account) -> None:
        """Move by the work of this account from now on."""
        now = self.elapsed
        self.account = account
        self.elapsed = now


@dataclass(frozen=True, slots=True)
class Answers:
    """Waits in milliseconds; `busy`: how much of a core the bot used, `drawing`: and drawing."""

    tables: int
    presses: float
    answer_50: float
    answer_99: float
    buttons_50: float
    buttons_99: float
    busy: float
    drawing: float


@dataclass(slots=True)
class Waits:
    """Notes when presses are made and when something comes of them; times in seconds."""

    now: Callable[[], float]
    answers: list[float] = field(default_factory=list)
    buttons: list[float] = field(default_factory=list)
    _pressed: dict[str, float] = field(default_factory=dict)
    _thrown: dict[int, tuple[float, int]] = field(default_factory=dict)

    def pressed(self, press: Press, seats: Seats) -> None:
        """Somebody presses: the answer is waited for, and what the others can press after a discard."""
        self._pressed[press.id] = self.now()
        if is_discard(press):
            for phone in seats.phones:
                self._thrown[phone.player.person.id] = (self.now(), press.user.id)

    def heard(self, call: Call) -> None:
        """The bot makes a call."""
        if call.method == "answerCallbackQuery":
            at = self._pressed.pop(call.fields["callback_query_id"], None)
            if at is not None:
                self.answers.append(self.now() - at)
        elif asks(call):
            at, thrower = self._thrown.pop(call.chat_id or 0, (0.0, 0))
            if thrower not in (0, call.chat_id):
                self.buttons.append(self.now() - at)

    def reset(self) -> None:
        """Forget what came of presses so far."""
        self.answers.clear()
        self.buttons.clear()


def answers(tables: int, rate: float, seconds: float, *, wall: bool, folder: Path, drawn: bool) -> Answers:
    """So many tables, pressed at together `rate` times a second."""
    if wall:
        return asyncio.run(_answers(WallClock(), time.perf_counter, tables, rate, seconds, folder, drawn))
    clock = WorkClock()
    work = _answers(clock, lambda: clock.elapsed, tables, rate, seconds, folder, drawn)
    return run_virtual(work, clock)


async def _answers(
    clock: VirtualClock,
    now: Callable[[], float],
    tables: int,
    rate: float,
    seconds: float,
    folder: Path,
    drawn: bool,
) -> Answers:
    waits = Waits(now)
    async with hall(clock, tables, TYPED, path=folder / "bench.db", drawn=drawn, mode="off") as found:
        account = found.account
        if isinstance(clock, WorkClock):
            clock.follow(account)
        found.world.heard = waits.heard
        await press_for(found, waits, rate, WARM_UP)
        gc.collect()
        account.reset()
        waits.reset()
        began = now()
        await press_for(found, waits, rate, seconds)
        spent = now() - began
        found.check()
    return Answers(
        tables,
        len(waits.answers) / spent,
        *(1000 * share(waits.answers, part) for part in (0.5, 0.99)),
        *(1000 * share(waits.buttons, part) for part in (0.5, 0.99)),
        busy=account.bot / spent,
        drawing=account.drawing / spent,
    )


async def press_for(found: Hall, waits: Waits, rate: float, seconds: float) -> None:
    """Press at this rate, table after table, wherever somebody has something to press."""
    began, made, order = waits.now(), 0, deque(found.seats)
    while (spent := waits.now() - began) < seconds:
        for _ in range(int(spent * rate) - made):
            made += 1
            with found.account.elsewhere():
                press_next(found, waits, order)
        await found.stage.clock.sleep(1 / rate)


def press_next(found: Hall, waits: Waits, order: deque[Seats]) -> None:
    """The first table in turn where there is something to play; if there is none, somebody looks at his hand."""
    for _ in range(len(order)):
        seats = order[0]
        order.rotate(-1)
        for phone in random.sample(seats.phones, len(seats.phones)):
            press = phone.look()
            if press is not None:
                waits.pressed(press, seats)
                found.account.discards += is_discard(press)
                return
    look_at_hand(waits, order[0])
    order.rotate(-1)


def look_at_hand(waits: Waits, seats: Seats) -> None:
    """Somebody presses 👀 on the board."""
    board = seats.group.board_or_none()
    eyes = coded(board.data, "e") if board is not None else []
    if board is not None and eyes:
        waits.pressed(random.choice(seats.phones).player.person.press(board, eyes[0]), seats)


def share(values: list[float], part: float) -> float:
    """The value that this part of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")
