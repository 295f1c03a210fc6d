"""What a command leads to besides the next table: rows, answers, surfaces, notes, requests. All plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.actions import Event
from handlers.message import Urgency
from handlers.tables.model import Person, Table

PARTY = "5046509860389126442"
"""Telegram's 🎉, played over a message in a private chat."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A message that the table keeps up to date: `board`, `lobby`, `card` (seat None) or a seat's `panel`."""

    kind: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Dirty:
    """A surface whose content has changed. `ring`: post it anew, so that the phone rings."""

    surface: Surface
    urgency: Urgency
    ring: bool = False
    fresh: bool = False
    """Post a new message; the old one stays where it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a press or command: a text key with its parameters, told to nobody else."""

    key: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    alert: bool = False
    door: bool = False
    """Answer with the deep link to the private chat instead."""
    to_private: bool = False
    """Answer with the link that only opens the private chat."""
    accepted: bool = True
    view: str = ""
    """`hand` or `why`: the text is made from the seat's view."""


@dataclass(frozen=True, slots=True)
class Note:
    """A message of its own: to the group (`seat` None) or to a seat's person. Keys are texts'."""

    key: str
    params: dict[str, Any] = field(default_factory=dict)
    seat: int | None = None
    ring: bool = False
    person: Person | None = None
    """Somebody who does not sit."""
    effect: str = ""
    again: bool = False
    """It stands there already, and is to be as it now is."""


# -- rows


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Write the table's row."""


@dataclass(frozen=True, slots=True)
class SaveChair:
    """Write (or free) one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeginHand:
    """A hand is dealt."""

    hand_no: int
    rules_version: int
    match: dict[str, Any]
    entropy: dict[str, Any] = field(repr=False)
    people: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class AddAction:
    """One line of the journal."""

    hand_no: int
    seq: int
    seat: int | None
    act: str = field(repr=False)
    by: str = "person"
    events: tuple[Event, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class EndHand:
    """The hand is settled: the state holds result and settlement."""

    hand_no: int


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The hand ends without a result."""

    hand_no: int


@dataclass(frozen=True, slots=True)
class SaveDefaults:
    """New tables of this game in this chat begin with the options that this one has."""


@dataclass(frozen=True, slots=True)
class TipsRead:
    """The person has read these tips of the table's game."""

    person_id: int
    tips: tuple[str, ...]


Row = SaveTable | SaveChair | BeginHand | AddAction | EndHand | VoidHand | SaveDefaults | TipsRead


@dataclass(slots=True)
class Effects:
    """Everything a command leads to, collected while it is carried out."""

    rows: list[Row] = field(default_factory=list)
    answer: Answer | None = None
    dirty: list[Dirty] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    deal: bool = False
    """A hand number is wanted, then the command Deal."""
    throw: bool = False
    """Two dice are wanted, then the command Thrown."""
    parted: list[int] = field(default_factory=list)
    """Seats whose people leave with the hand that has just ended: their panels have their last word."""
    gone: list[Surface] = field(default_factory=list)
    """Surfaces whose messages are to be deleted."""
    settle_board: bool = False
    """The board has become a card for good: the next hand posts a new one."""
    reveal: bool = False
    """The match is over: its seed may be shown."""
    call_friends: bool = False
    """Recent partners are to be invited."""
    rematch: Person | None = None
    """This person wants the same table once more: a new one is wanted, then the command Rematch at it."""
    agreed: Person | None = None
    """This person wants the rematch, too, that has been opened: his seat there is ready."""
    opened: tuple[Table, Effects] | None = None
    """The table that came of it, and what that led to there."""
    greet: list[Person] = field(default_factory=list)
    """It is morning, and the table waits for these people."""
    defaults_saved: bool = False
    """The group's defaults are those of this table from now on."""
    post_again: bool = False
    """The board is wanted at the bottom of the group."""
    forget: bool = False
    """The table is over, and nobody has pressed anything for long."""
