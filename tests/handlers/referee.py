"""Four people at a table, with a referee or without, in any position: what they press, are shown, and are judged."""

from dataclasses import replace
from typing import Any, Self

from engine.game import Game
from engine.games import find_game
from engine.options import TableOptions
from engine.prompts import PromptKind
from handlers.message import Message
from handlers.tables.commands import Press, Tick
from handlers.tables.effects import AddAction, Answer, Effects, Note, Surface
from handlers.tables.model import Table
from handlers.tables.table import step, wake_at
from handlers.tables.wording import note_message
from tests.engine.games.hu_tai_positions import position
from tests.engine.rigged import Rigged, rigged
from tests.handlers.tables import middle
from tests.security.screens import NOW, STAGE, person, table_with

FUDING, LONGGANG = find_game("fuding"), find_game("longgang")
WAITS_5P = "123456789m12399s46p"
FLOWERS = ("12f", "3f", "4f5z", "8f")
"""What the four hold before play."""
SECOND = 1000


class Seats:
    """The table, and what has come of it so far."""

    def __init__(self, hand: Rigged, **house: Any) -> None:
        self.now = NOW
        options = TableOptions(mode=hand.state.start.mode, **house)
        self.table: Table = table_with(hand.state, house=options, touched_at=NOW)
        self.effects = Effects()
        self.notes: list[Note] = []
        self.acts: list[AddAction] = []

    def _do(self, command: Any) -> None:
        self.table, self.effects = step(self.table, command, self.now, middle)
        self.notes += self.effects.notes
        self.acts += [row for row in self.effects.rows if isinstance(row, AddAction)]

    def press(self, seat: int, data: str, *, decision: int | None = None) -> str:
        """The key of the answer to a press of this button of the panel; of the board by `decision`."""
        code, _, arg = data.partition(":")
        number = self.table.decision_for(seat) if decision is None else decision
        someone = self.table.chair(seat).person
        assert someone is not None
        self._do(Press(someone, code, arg, number))
        answer = self.effects.answer or Answer()
        return answer.key

    def wait(self) -> None:
        """The next clock rings."""
        at = wake_at(self.table, self.now)
        assert at is not None
        self.now = at
        self._do(Tick())

    def until(self, kind: PromptKind, *, seat: int | None = None) -> Self:
        """Everybody passes or draws until this is asked, of this seat."""
        for _ in range(40):
            prompt = self.table.prompt
            assert prompt is not None
            if prompt.kind is kind and (seat is None or prompt.options[seat]):
                return self
            passing = [one for one in prompt.missing if any(act.verb == "x" for act in prompt.options[one])]
            if passing:
                self.press(passing[0], "x")
            else:
                self.wait()
        raise AssertionError(f"{kind} does not come")

    @property
    def kind(self) -> PromptKind | None:
        return self.table.prompt.kind if self.table.prompt else None

    @property
    def judged(self) -> list[str]:
        """`seat verdict clause`."""
        return [f"{e.seat} {e.arg}" for row in self.acts for e in row.events if e.name == "judged"]

    @property
    def told(self) -> list[str]:
        """The keys of all messages of their own to the group."""
        return [note.key for note in self.notes if note.seat is None]

    def shown(self, seat: int | None) -> Message:
        surface = Surface("board") if seat is None else Surface("panel", seat)
        message = STAGE.render(self.table, surface, self.now)
        assert message is not None
        return message

    def spoken(self, language: str) -> Self:
        """Everybody reads this language."""
        for seat, chair in enumerate(self.table.chairs):
            if chair is not None and chair.person is not None:
                someone = replace(chair.person, language=language)
                self.table = self.table.with_chair(seat, replace(chair, person=someone))
        self.table = replace(self.table, chat=replace(self.table.chat, language=language))
        return self

    def note(self, key: str) -> Message:
        """The newest message of its own to the group with this key."""
        note = next(note for note in reversed(self.notes) if note.key == key)
        return note_message(self.table, STAGE.scene(self.table, None, self.now), note)

    def data(self, seat: int | None) -> list[str]:
        """What the buttons of the panel (of the board) carry, table and number left out."""
        return [button.data.split(":", 2)[2] for row in self.shown(seat).keyboard for button in row]

    def reached(self, seat: int, *, reached: bool) -> Self:
        """Whether the person of this seat can be written to."""
        chair = self.table.chair(seat)
        someone = replace(person(seat), reachable=reached)
        self.table = self.table.with_chair(seat, replace(chair, person=someone))
        return self


def fuding(seats: dict[int, str] | None = None, *, house: dict[str, Any] | None = None, **more: Any) -> Seats:
    return Seats(position(FUDING, seats or {}, mode="referee", **more), **{"window": "open", **(house or {})})


def opening(*hands: str, game: Game = FUDING, house: dict[str, Any] | None = None, **more: Any) -> Seats:
    return Seats(rigged(game, hands=hands, mode="referee", **more), **{"window": "open", **(house or {})})
