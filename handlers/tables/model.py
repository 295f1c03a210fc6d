"""A table and the people at it, as the core sees them. Frozen: every command gives a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.actions import Event
from engine.game import Game
from engine.match import MatchState
from engine.options import Options, TableOptions
from engine.prompts import Prompt
from engine.referee.docket import Objection
from engine.state import HandState
from handlers.tables.group import GroupSettings

State = Literal["lobby", "ready", "throwing", "playing", "asleep", "suspended", "over"]
PlayedBy = Literal["person", "computer"]

STEPS = 36
"""A decision is a multiple of this when it opens with something shown to all; what one seat is asked before the next
such moment only counts on from there. So the group's numbers follow from what it has seen: whether somebody was
asked for a chow, or had a kong to declare, cannot be read from them. In base 36 the last digit is that count."""

NO_FILTER, WINS_ONLY, NO_CHOW, NO_CHOW_OR_PUNG = "0", "1", "2", "3"


@dataclass(frozen=True, slots=True)
class Person:
    """A human being whom Telegram knows."""

    person_id: int
    user_id: int
    name: str
    language: str = "en"
    reachable: bool = False
    """Whether the bot may write to the private chat."""
    settings: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def forgotten(self) -> bool:
        """Whether nobody knows any more who it was (/forget)."""
        return self.user_id == 0

    @property
    def takes_wins(self) -> bool:
        """Whether the clock takes a win for this person (a setting, on by default)."""
        return bool(self.settings.get("take_win", True))

    @property
    def claim_filter(self) -> str:
        """The claim filter with which this person sits down and begins each hand."""
        wanted = str(self.settings.get("filter", NO_FILTER))
        return wanted if wanted in (WINS_ONLY, NO_CHOW, NO_CHOW_OR_PUNG) else NO_FILTER


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat a table stands in; a practice table stands in a private one."""

    chat_id: int
    kind: str
    title: str = ""
    language: str = "en"
    home: int | None = None
    """The topic that is the tables' home."""
    settings: GroupSettings = field(default_factory=GroupSettings)
    defaults: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """What new tables begin with: game → the options that differ, as stored."""

    @property
    def private(self) -> bool:
        return self.kind == "private"

    def moved(self, chat_id: int) -> Chat:
        """The group under this id; if that is another one, it is a supergroup now."""
        return self if chat_id == self.chat_id else replace(self, chat_id=chat_id, kind="supergroup")


@dataclass(frozen=True, slots=True)
class Told:
    """One line for one reader: a text key and what fills it (see `wording`)."""

    key: str
    params: tuple[tuple[str, Any], ...] = ()
    at: int = 0
    """The decision at which it was said."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A taken seat: a person's, or a computer's own (`person` None)."""

    person: Person | None
    played_by: PlayedBy = "person"
    ready: str = ""
    """Callback query id of the press that said so."""
    expiries: int = 0
    """Turns in a row that ran out."""
    filter: str = NO_FILTER
    """The claim filter of this hand, after a bar the kinds to pung by the day."""
    seen_at: int = 0
    """Last act of the person, UTC ms."""
    kept_until: int | None = None
    """The seat is kept until then for somebody who has yet to press START, or to agree to a rematch."""
    leaving: bool = False
    """The person is gone; the computer plays the hand to its end."""
    slipped: tuple[str, int] = ("", 0)
    """A press that asks for a second one, and when it was made."""
    pings: int = 0
    """Turns in a row that needed a ring."""
    told: tuple[Told, ...] = ()
    """What the panel tells this person alone, until the next press: the clock's acts, locks, lost claims."""
    table_up: bool = False
    """Whether the person looks at the table instead of the hand."""
    naming: tuple[str, int] = ("", 0)
    """What the person is naming step by step (a kong, a chow, an objection), and at which decision."""
    more: tuple[int, int] = (0, 0)
    """The page of ⋯ that the person has opened (0: none), and at which decision."""
    beginner: bool = False
    """Whether this is among the person's first hands of the game, so that new things are explained."""
    tipped: frozenset[str] = frozenset()
    """Tips that the person has read."""

    @property
    def by_person(self) -> bool:
        """Whether a person plays it now."""
        return self.person is not None and self.played_by == "person"

    @property
    def reached(self) -> bool:
        """Whether cards can be dealt to it."""
        return self.person is None or self.person.reachable

    def renewed(self, person: Person) -> Chair:
        """The seat with what is known of this person now, if it is his."""
        his = self.person is not None and self.person.person_id == person.person_id
        return replace(self, person=person) if his else self


Chairs = tuple[Chair | None, Chair | None, Chair | None, Chair | None]
NOBODY: Chairs = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Clockwork:
    """The clocks of the open question; instants are UTC ms."""

    opened_at: int = 0
    due_at: int | None = None
    """When silence becomes the default; None: not running, or not yet delivered."""
    pause_until: int = 0
    """A window does not close before."""
    computer_at: int | None = None
    """When a computer seat takes its turn."""
    ping_at: int | None = None
    delivered: frozenset[int] = frozenset()
    """Seats whose panel shows the question."""
    pinged: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote that is open: to end the table (`seat` None), or to free the seat that `person` has."""

    by: int
    """The person who asked for it."""
    seat: int | None
    until: int
    person: int = 0
    """Whom it is about; 0: a computer, or nobody."""
    agree: frozenset[int] = frozenset()
    against: frozenset[int] = frozenset()

    @property
    def goal(self) -> str:
        """What its ballots name, as a press does: `e`, or `k2.17`."""
        return "e" if self.seat is None else f"k{self.seat}.{self.person}"


@dataclass(frozen=True, slots=True)
class Tap:
    """A press that was taken: by whom, code and argument, on which decision, when."""

    person: int
    text: str
    decision: int | None
    at: int = 0
    recorded: bool = False
    """Known from the hand's record alone, which has acts and no numbers of decisions."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table, which is one match."""

    table_id: int
    chat: Chat
    thread_id: int | None
    opener: int
    game: Game
    options: Options
    house: TableOptions
    state: State = "lobby"
    chairs: Chairs = NOBODY
    sat: Chairs = NOBODY
    """Who sat when the last hand ended: its card names them, even those who have left."""
    match: MatchState | None = None
    seed: bytes = field(default=b"", repr=False)
    commitment: str = ""
    committed: bool = True
    """Whether the message with the fingerprint stands; before that nothing is thrown or dealt."""
    dice: tuple[int, int] | None = None
    decision: int = 1
    hand: HandState | None = None
    hand_no: int = 0
    hand_id: int = 0
    """The hand's id on disk, for its replay."""
    seq: int = 0
    """Number of the hand's next action."""
    log: tuple[Event, ...] = field(default=(), repr=False)
    """Public events of the hand."""
    clock: Clockwork = Clockwork()
    opened_at: int = 0
    touched_at: int = 0
    asleep: int | None = None
    before: State | None = None
    stopped: bool = False
    """Whether its record cannot be read: nothing is played here any more, it can only be ended."""
    played: int = 0
    paused_at: int | None = None
    """Since when the clocks stand still."""
    paused_by: int = 0
    """The person who asked for that."""
    pause_wanted: int | None = None
    """The person who asked for a pause while a window was open; it begins with the next discard."""
    pauses: int = 0
    knocked_at: int = 0
    vote: Vote | None = None
    waiting: tuple[Person, ...] = ()
    """Who sits down when a seat becomes free, in order."""
    cried: bool = False
    """Whether 三缺一 has been called out in this lobby."""
    called: bool = False
    """Whether friends have been called to this lobby."""
    rematch: bool = False
    """Whether a rematch has been opened."""
    rematch_at: int = 0
    """The table of the rematch, once it is there."""
    options_at: str | None = None
    """What of its options the lobby shows instead of its own buttons; None: nothing."""
    chooser: tuple[int, int] | None = None
    """Who has changed options last, and the number that the lobby had before he began."""
    full_told: bool = False
    """Whether everybody has been told that the lobby is full."""
    taps: tuple[Tap, ...] = ()
    """The last presses that were taken."""
    posted_at: int = 0
    """When somebody last asked for the board again."""
    greeted_at: int = 0
    """When the last digest of a game by the day was due."""
    crowded: bool = False
    """Whether it was opened as the third table of its group, or a later one."""
    claimed_at: tuple[tuple[int, int], ...] = ()
    """With a referee: decisions of the last discards with the numbers of their prompts; late wins come with them."""
    objecting: tuple[tuple[Objection, int], ...] = ()
    """Running objections, the oldest first, each with the instant at which it lapses."""
    hand_ms: int | None = None
    """How long a hand of this game takes in this group, once that is known."""

    @property
    def practice(self) -> bool:
        """自己练: one person and computers in a private chat, outside all statistics."""
        return self.chat.private

    @property
    def under(self) -> State:
        """How far the match is, be it that the table sleeps or waits for its group."""
        return (self.before or "ready") if self.state in ("asleep", "suspended") else self.state

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played, be it that the table stands still."""
        return self.under == "playing"

    @property
    def moment(self) -> str:
        """Hands finished, and whether one is being played: what an end of the table would mean now."""
        return f"{self.played}{'h' if self.in_hand else ''}"

    @property
    def prompt(self) -> Prompt | None:
        return self.hand.prompt if self.hand else None

    @property
    def objecting_until(self) -> int | None:
        """When the next running objection lapses."""
        return min((until for _, until in self.objecting), default=None)

    @property
    def hand_referee(self) -> bool:
        """Whether the running hand is played unaided, before a referee."""
        return self.hand is not None and self.hand.referee

    @property
    def shown_decision(self) -> int:
        """The decision that the group's board carries."""
        if self.hand is None or self.hand.prompt is None:
            return self.decision
        return self.decision - self.decision % STEPS

    @property
    def next_decision(self) -> int:
        """The number of the next question that all may know of."""
        return (self.decision // STEPS + 1) * STEPS

    def decision_for(self, seat: int | None) -> int:
        """The number that a reader's buttons carry; the open question's only for those who are asked it."""
        asked = seat is not None and self.prompt is not None and self.prompt.options[seat] != ()
        return self.decision if asked else self.shown_decision

    @property
    def people(self) -> list[int]:
        """Seats that a person plays now."""
        return [seat for seat, chair in enumerate(self.chairs) if chair and chair.by_person]

    @property
    def full(self) -> bool:
        return all(chair is not None for chair in self.chairs)

    def seat_of(self, person_id: int) -> int | None:
        """The seat of a person."""
        for seat, chair in enumerate(self.chairs):
            if chair and chair.person and chair.person.person_id == person_id and not chair.leaving:
                return seat
        return None

    def chair(self, seat: int) -> Chair:
        """The taken seat; raises LookupError if it is free."""
        chair = self.chairs[seat]
        if chair is None:
            raise LookupError(f"seat {seat} of table {self.table_id} is free")
        return chair

    def person_at(self, seat: int) -> Person | None:
        """Whose seat it is; None for a free one and a computer's."""
        chair = self.chairs[seat]
        return None if chair is None else chair.person

    def held_by(self, seat: int) -> int | None:
        """The id of the person who has the seat, 0 for a computer; None: it is free, or will be after the hand."""
        chair = self.chairs[seat]
        if chair is None or chair.leaving:
            return None
        return chair.person.person_id if chair.person else 0

    def has(self, person_id: int) -> bool:
        """Whether a seat is this person's, be it that he leaves after the hand."""
        return any(chair and chair.person and chair.person.person_id == person_id for chair in self.chairs)

    def name_of(self, person_id: int) -> str:
        """What somebody is called who sits here, or sat in the last hand; empty for others."""
        return next((person.name for person in self.known if person.person_id == person_id), "")

    @property
    def known(self) -> list[Person]:
        """Everybody whom the table has in mind: who sits, who sat in the last hand, who waits."""
        seated = [chair.person for chair in (*self.chairs, *self.sat) if chair and chair.person]
        return [*seated, *self.waiting]

    def renewed(self, person: Person) -> Table:
        """The table with what is known of a person now, wherever it has him in mind."""
        a, b, c, d = (chair and chair.renewed(person) for chair in self.chairs)
        e, f, g, h = (chair and chair.renewed(person) for chair in self.sat)
        waiting = tuple(person if each.person_id == person.person_id else each for each in self.waiting)
        return replace(self, chairs=(a, b, c, d), sat=(e, f, g, h), waiting=waiting)

    def reachable(self, seat: int) -> bool:
        """Whether the seat has a person to whom can be written."""
        person = self.person_at(seat)
        return person is not None and person.reachable

    def with_chair(self, seat: int, chair: Chair | None) -> Table:
        """The table with one seat changed."""
        chairs = list(self.chairs)
        chairs[seat] = chair
        return replace(self, chairs=(chairs[0], chairs[1], chairs[2], chairs[3]))
