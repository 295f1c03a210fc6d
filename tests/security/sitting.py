"""Hands played at the table core alone, on virtual time: people think, press, and windows open and close."""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from engine.actions import PASS, Act
from engine.computer import choose
from engine.game import Game
from engine.options import TableOptions
from engine.prompts import SOLO, PromptKind, only_pass
from engine.views import seat_view
from handlers.tables.commands import Command, Deal, Press, Tick
from handlers.tables.deal import computer_chair
from handlers.tables.effects import Effects
from handlers.tables.model import NO_FILTER, Chair, Table
from handlers.tables.table import step, wake_at
from tests.security.screens import CHAT, NOW, person

Watcher = Callable[[Table, Table, Effects, int], None]


@dataclass(frozen=True, slots=True)
class Manners:
    """How people answer. Times in ms after a question has opened."""

    claims: tuple[int, int] = (200, 1_400)
    """When somebody who may claim presses; only such people press, unless `habit`."""
    habit: float = 0.0
    """How often somebody who can do nothing passes all the same."""
    turn: tuple[int, int] = (500, 4_000)
    filters: tuple[str, ...] = (NO_FILTER,) * 4


@dataclass(slots=True)
class Sitting:
    """One table whose first `people` seats are played by people."""

    game: Game
    house: TableOptions
    people: int
    seed: int
    manners: Manners = Manners()
    watch: Watcher = lambda *_: None
    table: Table = field(init=False)
    now: int = NOW
    _random: Random = field(init=False)
    _presses: list[tuple[int, int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = Random(f"{self.game.id} {self.seed}")
        chairs = [
            Chair(person(seat), filter=self.manners.filters[seat]) if seat < self.people else computer_chair()
            for seat in range(4)
        ]
        options = self.game.options()
        self.table = Table(
            7,
            CHAT,
            None,
            1,
            self.game,
            options,
            self.house,
            state="ready",
            chairs=(chairs[0], chairs[1], chairs[2], chairs[3]),
            seed=self._random.randbytes(32),
        )

    def play(self, hands: int) -> None:
        """So many hands from the deal to the end."""
        for number in range(1, hands + 1):
            self.table = replace(self.table, state="ready")
            self._do(Deal(number))
            while self.table.state == "playing":
                self._advance()

    def _do(self, command: Command) -> None:
        before = self.table
        self.table, effects = step(before, command, self.now, self._random.randrange)
        self.watch(before, self.table, effects, self.now)
        asked = self.table.prompt
        if asked is not None and (before.prompt is None or before.prompt.number != asked.number):
            self._think()

    def _think(self) -> None:
        """Everybody whose screen asks something decides when to press."""
        prompt = self.table.prompt
        assert prompt is not None
        self._presses.clear()
        for seat in prompt.missing:
            if seat >= self.people:
                continue
            times = self.manners.turn if prompt.kind in SOLO else self.manners.claims
            at = self.now + self._random.randint(*times)
            idle = prompt.kind not in SOLO and only_pass(prompt.options[seat])
            if not idle or self._random.random() < self.manners.habit:
                heapq.heappush(self._presses, (at, seat, prompt.number, self.table.decision))

    def _advance(self) -> None:
        """The next press, or the next timer if that comes first."""
        wake = wake_at(self.table, self.now)
        if self._presses and (wake is None or self._presses[0][0] <= wake):
            self.now, seat, number, decision = heapq.heappop(self._presses)
            prompt = self.table.prompt
            if prompt is not None and prompt.number == number and seat in prompt.missing:
                act = self._choice(seat)
                verb, _, arg = act.text.partition(":")
                someone = self.table.chair(seat).person
                assert someone is not None
                self._do(Press(someone, verb, arg, decision))
            return
        assert wake is not None
        self.now = wake
        self._do(Tick())

    def _choice(self, seat: int) -> Act:
        assert self.table.hand is not None
        view = seat_view(self.table.hand, seat)
        if view.kind is PromptKind.CLAIM and PASS in view.acts and self._random.random() < 0.6:
            return PASS
        return choose(view)
