"""What the referee keeps of a hand: what was judged, which wins live, which announcement is being judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.records import quick
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.actions import Act, Event
    from engine.bans import Ban
    from engine.melds import Meld
    from engine.prompts import Prompt
    from engine.state import Discard, HandState


class Verdict(StrEnum):
    """What a mistake leads to."""

    FINE = "fine"
    """赔胡, 诈胡: paid to the others at once; the seat stands too"""
    STAND = "stand"
    """站胡, 陪打: the seat plays along and cannot win"""
    BAO = "bao"
    """包: the thrower pays the winner for all three"""
    RETURN = "return"
    """a barred discard that nobody won is taken back"""
    VOID = "void"
    """a call that does not count; it costs nothing"""
    PUT_RIGHT = "put_right"
    """a wrong chow corrected in time"""
    LOCK = "lock"
    """a tile deliberately shown stays open and locked"""


WORDS = {
    Verdict.FINE: "pays a fine and stands",
    Verdict.STAND: "stands",
    Verdict.BAO: "pays for all three",
    Verdict.RETURN: "takes the discard back",
    Verdict.VOID: "has called for nothing",
    Verdict.PUT_RIGHT: "puts the chow right",
    Verdict.LOCK: "has shown a tile, which stays open and locked",
}
"""Verdicts on the command line."""


@quick
@dataclass(frozen=True, slots=True)
class Judgement:
    """One judgement: who, under which clause of the house rule, with what consequence."""

    seat: int
    clause: str
    verdict: Verdict

    @property
    def text(self) -> str:
        """`stand 二.2`: how an event tells it."""
        return f"{self.verdict.value} {self.clause}"


def judgement_of(event: Event) -> Judgement:
    """The judgement that a `judged` event tells."""
    verdict, _, clause = event.arg.partition(" ")
    return Judgement(event.seat, clause, Verdict(verdict))


@quick
@dataclass(frozen=True, slots=True)
class Recall:
    """A discard on which a win still lives, and the table as it stood then (FD-22)."""

    number: int
    """Of the CLAIM prompt that asked about it: acts name it."""
    state: HandState = field(repr=False, compare=False)
    drew: frozenset[int] = frozenset()
    """Seats that have taken a tile of the wall since."""
    taker: int | None = None
    """The seat that chowed, punged or konged it."""
    taker_threw: bool = False
    """Whether that seat has discarded since."""
    refused: frozenset[int] = frozenset()
    """Seats that were asked whether they win on it, and did not."""


@quick
@dataclass(frozen=True, slots=True)
class Announced:
    """A win that was announced: on the discard of the recall with this number, or (None) otherwise."""

    seat: int
    number: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Call:
    """Announcements that are being judged, best first, and the question they interrupt."""

    wins: tuple[Announced, ...]
    prompt: Prompt
    """As it will be asked on, should no win stand."""
    phase: str
    shown: tuple[Announced, ...] = ()
    """Real wins shown already, where three winners draw the hand (LG-16)."""


@quick
@dataclass(frozen=True, slots=True)
class WrongChow:
    """A chow that is no run, while it may still be put right (二.7)."""

    seat: int
    meld: Meld
    drew: frozenset[int] = frozenset()
    """Other seats that have drawn since its seat's discard."""
    threw: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Barred:
    """The discard that lies is a forbidden one (FD-29 … FD-31): it can be won on, else it is taken back."""

    clause: str
    memo: Any = field(repr=False)
    """The game's memory before it."""
    bans: tuple[frozenset[Ban], ...] = field(repr=False)
    """What each seat was barred from before it."""


@quick
@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an act: the clause and its consequence; a `refused` act is not carried out."""

    clause: str
    verdict: Verdict
    refused: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Window:
    """What seats let go on the tile that lies; it counts against them once the next tile is drawn."""

    last: Discard
    acts: tuple[tuple[int, tuple[Act, ...]], ...] = field(repr=False)


@quick
@dataclass(frozen=True, slots=True)
class Objection:
    """An objection against `accused` under `clause`, with the seats that support it."""

    accused: int
    clause: str
    tile: Kind | None = None
    by: frozenset[int] = frozenset()


@quick
@dataclass(frozen=True, slots=True)
class Docket:
    """What is kept beside the hand. Nothing of it is shown but the judgements, as events."""

    judgements: tuple[Judgement, ...] = ()
    recalls: tuple[Recall, ...] = ()
    call: Call | None = None
    barred: Barred | None = None
    window: Window | None = None
    kept_back: tuple[Kind, ...] = ()
    """Forbidden discards taken back in this turn: another tile is to be thrown."""
    passed: tuple[int, ...] = ()
    """Seats that play has passed and that a later seat's act will hold to their flowers (二.8)."""
    wrong: tuple[WrongChow, ...] = ()
    objections: tuple[Objection, ...] = ()
    locked: tuple[tuple[int, Kind], ...] = ()
    """Tiles that were shown deliberately (三.1), with their seats."""
    named_shown: frozenset[int] = frozenset()
    """Seats that have named a shown tile: once a hand, or objections would feel out hands."""
    worthless: frozenset[int] = frozenset()
    """Seats that count nothing where other standing seats do (LG-34)."""
    callers: tuple[int, ...] = ()
    """Seats that announced another flower, while earlier ones answer (FD-13)."""
    called: frozenset[int] = frozenset()
    """Seats that announced and lay out in this round."""
    idle: frozenset[int] = frozenset()
    """Seats that announced a flower and laid none: before play they are not asked again."""
    due: int = 0
    """Flowers that the seat whose turn in the round it is held when it was asked, and has not laid out yet."""
    lay_round: int = 0
    """The running round of the opening's flowers; 0 before and after."""
    laid: frozenset[int] = frozenset()
    """Seats that have laid flowers out in this round."""
    heard: int = 0
    """Events of the running action that the referee has taken in."""

    @property
    def fined(self) -> list[int]:
        """The seat of every fine, in order."""
        return [judged.seat for judged in self.judgements if judged.verdict is Verdict.FINE]
