"""What surrounds a view on the screen: names, numbers, clocks. Nothing in it is hidden from anybody at the table."""

from dataclasses import dataclass, field, replace

from engine.actions import Event
from engine.options import TableOptions
from handlers.show.texts import Say


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat as the table knows it. An empty `name` with `taken` false is a free seat."""

    name: str = ""
    """As its owner wrote it; cleaned and escaped when shown."""
    taken: bool = False
    computer: bool = False
    """Whether it is a computer's own seat."""
    away: bool = False
    """Whether the computer plays for its person."""
    ready: bool = False
    """Whether its person has pressed Ready; always so for a computer's."""
    counted: bool | None = None
    """Whether the deal waits for it no more: pressed, or active so lately that no press is needed. None: as `ready`."""
    reached: bool = True
    """Whether the bot can write to its person."""
    on_the_way: bool = False
    """Whether its person was sent to press START and the seat is kept."""
    asked: bool = False
    """Whether its person has been asked for a rematch and the seat is kept."""
    leaving: bool = False
    free: bool = False
    """Whether the one named here, who played the hand, has left the seat."""
    language: str = ""
    """The person's own language, empty for computers."""

    @property
    def counts(self) -> bool:
        """Whether it counts as ready."""
        return self.ready or self.computer or self.away if self.counted is None else self.counted


@dataclass(frozen=True, slots=True)
class Scene:
    """The table around a view, for one reader or for the group."""

    table_id: int
    decision: int
    """The number that the buttons carry."""
    say: Say
    """The texts of the reader; in the group those of the group."""
    chairs: tuple[Chair, Chair, Chair, Chair]
    totals: tuple[int, int, int, int] = (0, 0, 0, 0)
    hand_no: int = 0
    """The hand's number in its chat, shown as #57; 0 where nothing counts (practice)."""
    hand_of: int = 0
    """The hand's number within the match, from 1."""
    hands: int | None = None
    """Length of the match in hands, if it has one."""
    house: TableOptions = field(default_factory=TableOptions)
    due_at: int | None = None
    """UTC ms of the reader's deadline; for the group only in its own turn prompts for all."""
    now: int = 0
    chat_title: str = ""
    bot: str = ""
    """The bot's username, without @."""
    second: Say | None = None
    """Texts of a second language when the seated people read different ones (group buttons carry both)."""
    log: tuple[Event, ...] = ()
    """Public events of the hand, oldest first; tiles only where everybody saw them."""
    commitment: str = ""
    paused: bool = False
    over: bool = False
    """Whether the match has ended, so that nothing waits for Ready."""
    practice: bool = False
    board_link: str = ""
    """URL of the group's board, where Telegram has one."""
    minutes: int = 0
    """How long the match is likely to take; 0 if that is not known."""
    no_photos: bool = False
    """Whether the group would have pictures and does not take them."""

    @property
    def tongues(self) -> "tuple[Scene, ...]":
        """The scene in each of the languages that its readers have."""
        return (self,) if self.second is None else (self, replace(self, say=self.second))
