"""Turns: which of the updates that come together wait for one another, so that what was asked for first is done first.

Whatever moves something waits for all before it that share a key with it, and all behind it wait for it. The others
go on side by side, and only begin in their order: what keeps presses of a table in it lies further on.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from telegram import Update

ENOUGH = 5
"""What could not be saved so often holds nobody up any longer: those behind it are tried after it all the same."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an update stands among others: the chats and people it is about, and whether it moves something there."""

    keys: frozenset[int] = frozenset()
    moves: bool = False


Placing = Callable[[Update], Place]


def apart(_: Update) -> Place:
    """It has to do with no other."""
    return Place()


class Turn:
    """An update's turn among those it came with."""

    def __init__(self, update: Update) -> None:
        self.update = update
        self.done = False
        """Handled, or noted as one that cannot be: it need not come again."""
        self.tried = False
        self._ends_before: list[Turn] = []
        self._begin_before: list[Turn] = []
        self._begun = asyncio.Event()
        self._ended = asyncio.Event()

    def after(self, *, ended: Sequence["Turn"] = (), begun: Sequence["Turn"] = ()) -> None:
        """It comes after these."""
        self._ends_before += ended
        self._begin_before += begun

    async def comes(self, tries: Mapping[int, int]) -> bool:
        """Wait for it; False if it does not come, since one before it has to come again.

        `tries`: how often each of those that come again, by its number, could not be saved so far.
        """
        for earlier in self._begin_before:
            await earlier._begun.wait()
        for earlier in self._ends_before:
            await earlier._ended.wait()
        self.tried = all(
            earlier.done or tries.get(earlier.update.update_id, 0) >= ENOUGH for earlier in self._ends_before
        )
        self._begun.set()
        return self.tried

    def ends(self) -> None:
        """Others go on, however it was."""
        self._begun.set()
        self._ended.set()


def line_up(updates: Sequence[Update], place: Placing) -> list[Turn]:
    """The turns of updates, in the order in which they came."""
    turns: list[Turn] = []
    moved: dict[int, Turn] = {}
    since: defaultdict[int, list[Turn]] = defaultdict(list)
    for update in updates:
        turn, found = Turn(update), place(update)
        for key in found.keys:
            turn.after(ended=[moved[key]] if key in moved else ())
            if found.moves:
                turn.after(ended=since.pop(key, ()))
                moved[key] = turn
            else:
                turn.after(begun=since[key][-1:])
                since[key].append(turn)
        turns.append(turn)
    return turns
