"""The state of one hand: frozen, and everything hidden stays out of its `repr`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.bans import NO_BANS, Ban
from engine.melds import Meld, MeldKind
from engine.records import Word, quick
from engine.tiles import Kind, less

if TYPE_CHECKING:
    from engine.game import Game
    from engine.match import MatchState
    from engine.options import Options
    from engine.prompts import Prompt
    from engine.referee.docket import Docket
    from engine.result import Result
    from engine.scoring import Settlement


class Came(Word):
    """How the turn's tile came to the seat."""

    DEAL = "deal"
    WALL = "wall"
    FLOWER = "flower"
    """a flower's replacement"""
    KONG = "kong"
    """a kong's replacement"""
    KONG_FLOWER = "kong_flower"
    """the replacement of a flower that replaced a kong"""
    CLAIM = "claim"
    """nothing was drawn: a chow or pung began the turn"""


REPLACEMENTS = frozenset({Came.FLOWER, Came.KONG, Came.KONG_FLOWER})


@dataclass(frozen=True, slots=True)
class HandStart:
    """What a hand is folded from."""

    game: Game
    options: Options
    match: MatchState
    key: bytes
    """32 bytes (fairness.hand_key)"""
    dice: tuple[int, int] | None = None
    """Thrown for this hand; None: drawn from the key's stream."""
    mode: str = "assist"
    rules_version: int = 0
    """0: the installed one."""
    waits: dict[int, tuple[SeatState, tuple[Kind, ...], int]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """Each seat as it was when last asked, its tiles without the one drawn, what they waited for (`Game.waits`)."""
    rows: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """The seats as they were last published, with what that looks like: the views' own memo."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", self.game.in_mode(self.mode))

    def __repr__(self) -> str:
        return f"HandStart({self.game.id}, hand {self.match.hand})"


@quick
@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat. `hand` holds the concealed tiles, sorted, the drawn one included."""

    hand: tuple[Kind, ...] = ()
    drawn: Kind | None = None
    """The tile drawn in the running turn, which is in `hand`."""
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Kind, ...] = ()
    discards: tuple[Kind, ...] = ()
    """Own discards that nobody claimed, in order."""
    thrown: int = 0
    """Number of own discards, claimed ones included."""
    turns: int = 0
    """Turns begun, by a draw or a claim; the dealer's opening turn is one."""
    bans: frozenset[Ban] = NO_BANS
    declared: frozenset[str] = frozenset()
    stake: int = 0
    """押注, in coins."""

    @property
    def size(self) -> int:
        """Tiles of the hand, melds counted as three each."""
        return len(self.hand) + 3 * len(self.melds)

    @property
    def claimed_melds(self) -> tuple[Meld, ...]:
        """Everything but concealed kongs."""
        return tuple(meld for meld in self.melds if meld.is_open)

    def changed(self, **changes: Any) -> SeatState:
        """The seat with some fields changed: `dataclasses.replace`, several times faster."""
        seat = SeatState(
            self.hand,
            self.drawn,
            self.melds,
            self.flowers,
            self.discards,
            self.thrown,
            self.turns,
            self.bans,
            self.declared,
            self.stake,
        )
        for name, value in changes.items():
            setattr(seat, name, value)
        return seat

    def holding(self, hand: tuple[Kind, ...], drawn: Kind | None) -> SeatState:
        """The seat with these concealed tiles. This and what follows are `changed`, as quick as can be."""
        return SeatState(
            hand, drawn, self.melds, self.flowers, self.discards, self.thrown, self.turns, self.bans,
            self.declared, self.stake,
        )  # fmt: skip

    def begun(self, bans: frozenset[Ban]) -> SeatState:
        """The seat with one more turn begun, and these bans left."""
        return SeatState(
            self.hand, self.drawn, self.melds, self.flowers, self.discards, self.thrown, self.turns + 1, bans,
            self.declared, self.stake,
        )  # fmt: skip

    def thrown_off(self, tile: Kind) -> SeatState:
        """The seat after its discard."""
        return SeatState(
            less(self.hand, tile), None, self.melds, self.flowers, self.discards, self.thrown + 1, self.turns,
            self.bans, self.declared, self.stake,
        )  # fmt: skip

    def left_lying(self, tile: Kind) -> SeatState:
        """The seat with a discard that nobody took."""
        return SeatState(
            self.hand, self.drawn, self.melds, self.flowers, (*self.discards, tile), self.thrown, self.turns,
            self.bans, self.declared, self.stake,
        )  # fmt: skip

    def has(self, kind: Kind, number: int = 1) -> bool:
        """Whether the concealed hand holds the kind at least so often."""
        return self.hand.count(kind) >= number

    def __repr__(self) -> str:
        return f"SeatState({len(self.hand)} tiles, {len(self.melds)} melds, {len(self.flowers)} flowers)"


@quick
@dataclass(frozen=True, slots=True)
class Discard:
    """The tile that lies to be claimed, or is being added to a pung (`robbing`)."""

    seat: int
    tile: Kind
    number: int
    """1 for the hand's first discard."""
    after_kong: bool = False
    """Whether its turn declared a kong."""
    robbing: bool = False


Seats = tuple[SeatState, SeatState, SeatState, SeatState]
Marks = tuple[tuple[str, ...], ...]
"""What lies open of each seat beside tiles and declarations (`Game.marks`)."""
NO_MARKS: Marks = ((), (), (), ())


@quick
@dataclass(frozen=True, slots=True)
class Shown:
    """What the table has been shown: taken when a discard lies or a claim is made, never in between."""

    seats: Seats
    left: int
    turn: int
    last: Discard | None
    prompt: int
    """Number of the prompt that was opened then."""
    views: list[Any] = field(default_factory=list, compare=False, repr=False)
    """The public view of this publication, once somebody has looked: it stays the same until the next one."""


class Position:
    """What can be read off a hand at any moment; shared by the frozen state and the working copy."""

    __slots__ = ()

    if TYPE_CHECKING:
        start: HandStart
        wall: tuple[Kind, ...]
        head: int
        tail: int
        seats: Any  # four SeatState: a tuple at rest, a list in the working copy
        turn: int
        came: Came
        kong_turn: bool
        indicator: Kind | None
        dice: tuple[int, int]
        last: Discard | None
        count: int
        claimed: bool
        queue: tuple[int, ...]
        phase: str
        memo: Any
        prompt: Prompt | None
        shown: Shown
        result: Result | None
        settlement: Settlement | None
        docket: Docket | None

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def options(self) -> Any:
        """The game's own options."""
        return self.start.options

    @property
    def match(self) -> MatchState:
        return self.start.match

    @property
    def dealer(self) -> int:
        return self.start.match.dealer

    @property
    def referee(self) -> bool:
        return self.start.mode == "referee"

    @property
    def unturned(self) -> int:
        """Tiles of the wall nobody has taken or turned."""
        return self.tail - self.head

    @property
    def left(self) -> int:
        """Tiles that can still be drawn in turn, as the game counts them."""
        return self.game.left(self)

    @property
    def over(self) -> bool:
        return self.prompt is None

    def seat(self, seat: int) -> SeatState:
        state: SeatState = self.seats[seat]
        return state

    def kongs(self, *kinds: MeldKind) -> int:
        """Kongs of these kinds on the table."""
        return sum(meld.kind in kinds for seat in self.seats for meld in seat.melds)


@quick
@dataclass(frozen=True, slots=True)
class HandState(Position):
    """A hand at rest: one prompt is open, or the hand is over."""

    start: HandStart
    wall: tuple[Kind, ...]
    head: int
    tail: int
    seats: Seats
    phase: str
    prompt: Prompt | None
    turn: int
    came: Came
    kong_turn: bool
    """Whether the running turn has declared a kong."""
    indicator: Kind | None
    dice: tuple[int, int]
    last: Discard | None
    count: int
    """Discards so far."""
    claimed: bool
    """Whether anybody has claimed anything."""
    queue: tuple[int, ...]
    """Seats whose turn comes in the running round (last tiles, opening)."""
    shown: Shown
    memo: Any
    """What only this game remembers: a frozen object, or None."""
    docket: Docket | None
    """What the referee keeps of the hand; None where only legal moves are offered and nobody may object."""
    result: Result | None = None
    settlement: Settlement | None = None

    def __repr__(self) -> str:
        return f"HandState({self.start.game.id}, {self.phase}, {self.count} discards, {self.prompt})"
