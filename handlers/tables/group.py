"""What a group has settled for itself: who may do what, when it sleeps, what its tables begin with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.options import OptionError, Options, TableOptions
from handlers.tables.quiet import HOUR, Quiet

ALL, ADMINS = "all", "admins"
PICTURE, TEXT = "picture", "text"
ZONES = (
    *("-8", "-7", "-6", "-5", "-4", "-3", "0", "1", "2", "3", "4", "5", "5.5", "7"),
    *("8", "9", "9.5", "10", "11", "12"),
)
CHOICES: dict[str, tuple[str, ...]] = {
    "open_tables": (ALL, ADMINS),
    "change_options": (ALL, ADMINS),
    "change_group": (ADMINS, ALL),
    "board_view": (PICTURE, TEXT),
    "quiet": ("off", "23-8", "0-7", "22-9", "1-10"),
    "timezone": ZONES,
}
"""The settings of a group and what each may be; `timezone` in hours ahead of UTC."""


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """The settings as stored, what is unknown left out; each is one of its `CHOICES`."""

    open_tables: str = ALL
    """Who may open a table."""
    change_options: str = ALL
    """Who may change a table's options before its first deal: everybody who sits there, or admins alone."""
    change_group: str = ADMINS
    """Who may change the group's defaults and language."""
    board_view: str = PICTURE
    """Whether boards and cards are drawn in the group, or told in words."""
    quiet: str = "off"
    timezone: str = "8"

    @property
    def offset(self) -> int:
        """How far the group's day is ahead of UTC, ms."""
        return int(float(self.timezone) * HOUR)

    @property
    def quiet_hours(self) -> Quiet | None:
        """夜里不算, in the group's own time."""
        begin, _, end = self.quiet.partition("-")
        if not end:
            return None
        return Quiet(int(begin) * HOUR, int(end) * HOUR, self.offset)


def read_group(stored: Mapping[str, object]) -> GroupSettings:
    """The settings of a chat's row; a value that is none counts as not chosen."""
    known = {key: str(stored[key]) for key in CHOICES if stored.get(key) in CHOICES[key]}
    return GroupSettings(**known)


def starting_options(game: Game, defaults: Mapping[str, Any]) -> tuple[Options, TableOptions]:
    """What a new table of this game begins with: the group's defaults, where they still fit the game."""
    stored = defaults.get(game.id, {})
    return _read(game.options, stored.get("game", {})), _read(TableOptions, stored.get("house", {}))


def _read(options: Any, stored: object) -> Any:
    try:
        return options.from_json(stored)
    except OptionError:
        return options()  # stored by another version of the game
