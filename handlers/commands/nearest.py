"""Which of several tables a command means: the one that is nearest to its sender. Lower ranks are nearer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from handlers.tables.model import Table


@dataclass(frozen=True, slots=True)
class Near:
    """A table as somebody sees it who gives a command."""

    table: Table
    sits: bool
    """Whether the one who gives the command sits there."""
    here: bool
    """Whether the table stands where the command was given: in its topic; in private every table does."""

    @property
    def runs(self) -> bool:
        """Whether a hand runs, be it asleep."""
        return self.table.state == "throwing" or self.table.in_hand

    @property
    def waits(self) -> bool:
        """Whether one may sit down there, be it that this wakes it."""
        under = self.table.under
        return self.table.state != "suspended" and (
            under == "lobby" or (under == "ready" and not self.table.full)
        )


Rank = Callable[[Near], int]


def meant_rank(near: Near) -> int:
    """For whoever looks, and for those who end: their own running hand goes before anybody's lobby."""
    places = (
        near.sits and near.here and near.runs,
        near.sits and near.here,
        near.here and near.runs,
        near.sits and near.runs,
        near.here,
        near.sits,
    )
    return _first(places)


def seated_rank(near: Near) -> int:
    """For what only somebody does who sits there."""
    places = (
        near.sits and near.here and near.runs,
        near.sits and near.here,
        near.sits and near.runs,
        near.sits,
    )
    return _first(places) if near.sits else len(places) + meant_rank(near)


def dealt_rank(near: Near) -> int:
    """For the deal: their own table that waits for it."""
    before = near.table.state in ("lobby", "ready")
    places = (near.sits and near.here and before, near.sits and before, near.sits and near.here, near.sits)
    return _first(places) if near.sits else len(places) + meant_rank(near)


def joined_rank(near: Near) -> int:
    """For whoever wants to sit down: where that can be."""
    places = (near.waits and near.sits, near.waits and near.here, near.waits)
    return _first(places) if near.waits else len(places) + meant_rank(near)


def _first(places: Iterable[bool]) -> int:
    """The place of the first that holds; after all of them where none does."""
    row = list(places)
    return row.index(True) if True in row else len(row)


def nearest(tables: Iterable[Near], rank: Rank) -> Table | None:
    """The nearest; of equals the one that comes first. One that has stopped is farther than all others."""
    found = min(tables, key=lambda near: (near.table.stopped, rank(near)), default=None)
    return found.table if found else None
