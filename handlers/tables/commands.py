"""What can be asked of a table. Presses and commands of people, and what the host itself notices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from handlers.tables.model import Chairs, Chat, Person


@dataclass(frozen=True, slots=True)
class Press:
    """A button of this table was pressed: `code` and `arg` as in the buttons' contract."""

    person: Person
    code: str
    arg: str = ""
    decision: int | None = None
    query_id: str = ""
    member: bool = True
    """Whether the presser is known to be in the table's group (checked at join)."""
    admin: bool = False
    """Whether Telegram said just now that the presser is an admin of the group."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A person on the way has pressed START, or an unreachable one can be written to again."""

    person: Person
    member: bool = True


@dataclass(frozen=True, slots=True)
class Lost:
    """A person cannot be written to any more (never started, blocked, deleted)."""

    person_id: int


@dataclass(frozen=True, slots=True)
class Left:
    """A person has left the group."""

    person_id: int


@dataclass(frozen=True, slots=True)
class Known:
    """A person has changed a setting, the language or the name, or is forgotten."""

    person: Person


@dataclass(frozen=True, slots=True)
class ChatChanged:
    """The group has changed its settings, language or defaults."""

    chat: Chat


@dataclass(frozen=True, slots=True)
class Rematch:
    """At a new table the people of a finished one sit down again; the others have five minutes to say so."""

    chairs: Chairs
    wisher: Person


@dataclass(frozen=True, slots=True)
class Delivered:
    """A seat's panel shows the question with this decision."""

    seat: int
    decision: int


@dataclass(frozen=True, slots=True)
class Committed:
    """The message with the fingerprint of the match's seed stands."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the hand with this number of the chat."""

    hand_no: int
    beginners: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """People for whom it is one of the first hands of this game, with the tips that they have read."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Telegram's dice, or None when they could not be thrown."""

    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Tick:
    """A timer has come."""


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was away for `lasted` ms: every deadline moves by it."""

    lasted: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The group has become a supergroup under this id; its row is moved already."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class Suspend:
    """The group cannot be written to: the bot was put out, or has no right to."""


@dataclass(frozen=True, slots=True)
class Admit:
    """The group can be written to again; `shown`: as is seen from the table's message that stands there."""

    shown: bool = False


Command = (
    Press
    | Arrived
    | Lost
    | Left
    | Known
    | ChatChanged
    | Delivered
    | Committed
    | Deal
    | Thrown
    | Tick
    | Outage
    | Suspend
    | Admit
    | Moved
    | Rematch
)
