"""What a picture shows, as plain data: kinds of tiles as numbers, texts already in the reader's language.

Kinds: 0–8 wan, 9–17 circles, 18–26 bamboo, 27–33 E S W N white green red, 34–37 seasons, 38–41 flowers;
as faces also 42 百搭, 43 財神 and 44 `BACK`, a tile that lies face down. Seats 0–3 choose the colour, winds 0–3 the
letter. Names are given as people wrote them; `fallback` is the seat's name, for names the font cannot draw.
"""

from dataclasses import dataclass, field

from handlers.show.drawing import BACK, Style

Tiles = tuple[int, ...]


def concealed_kong(kind: int, faces_up: int) -> Tiles:
    """A concealed kong as the game lays it: all four open, one or two open, or none to be seen."""
    if faces_up not in {0, 1, 2, 4}:
        raise ValueError(f"a concealed kong does not lie with {faces_up} faces up")
    return {0: (BACK,) * 4, 1: (BACK, BACK, BACK, kind), 2: (BACK, kind, kind, BACK), 4: (kind,) * 4}[
        faces_up
    ]


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits where: seat (colour), wind (letter), name as written, the seat's name in its stead."""

    seat: int
    wind: int
    name: str
    fallback: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """The last discard and whose it is."""

    tile: int
    owner: Person


@dataclass(frozen=True, slots=True)
class Words:
    """The few words on every table picture, in the reader's language."""

    drawn: str = "摸"
    dealer: str = "庄"
    flowers: str = "花"
    quad: str = "杠"
    win: str = "胡"
    waits: str = "听"
    total: str = "总"


@dataclass(frozen=True, slots=True)
class HandPicture:
    """One person's panel. `tiles` stand in the keyboard's order and grid; it prints no tile it holds."""

    tiles: Tiles = field(repr=False)
    seat: int
    wind: int
    wide: bool = False  # the reader's labels are words: the keyboard has four a row
    drawn: int | None = None  # position of the tile just drawn
    dimmed: Tiles = ()  # positions that may not be discarded
    gap: int | None = None  # at a claim: the discard would stand before this position
    melds: tuple[Tiles, ...] = field(default=(), repr=False)
    flowers: Tiles = ()
    wilds: Tiles = ()
    indicator: int | None = None  # the tile turned up, where the wild is another one
    wall: int | None = None
    acting: bool = False
    last: Discard | None = None
    marks: tuple[str, ...] = ()
    words: Words = Words()
    style: Style = "indexed"


@dataclass(frozen=True, slots=True)
class Band:
    """One seat on the board. `hand` is given only when it lies open for all."""

    person: Person
    score: str = ""
    dealer: bool = False
    acting: bool = False
    count: int = 0  # concealed tiles
    discards: Tiles = ()
    melds: tuple[Tiles, ...] = ()
    flowers: Tiles = ()
    hand: Tiles = ()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The table for all: the bands stand in playing order."""

    title: str
    bands: tuple[Band, ...]
    detail: str = ""  # second line: dice, what was turned, how many hands
    number: str = ""  # "#57"
    wall: int | None = None
    wilds: Tiles = ()
    indicator: int | None = None
    last: Discard | None = None
    words: Words = Words()
    style: Style = "indexed"


@dataclass(frozen=True, slots=True)
class Winner:
    """A winning hand: `sets` are its concealed groups, `winning` names a group and a place in it.

    What it brings stands in the `SeatResult` of the same seat.
    """

    person: Person
    sets: tuple[Tiles, ...]
    melds: tuple[Tiles, ...] = ()
    flowers: Tiles = ()
    winning: tuple[int, int] | None = None
    fans: tuple[tuple[str, str], ...] = ()  # name, value
    formula: str = ""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One line of the settlement: what this hand changed, where the seat stands, its hand if it is opened."""

    person: Person
    change: str
    total: str
    dealer: bool = False
    note: str = ""  # "放胡", "没听"
    hand: Tiles = ()
    melds: tuple[Tiles, ...] = ()
    waits: Tiles = ()
    waits_note: str = ""  # "剩 3"
    fans: tuple[tuple[str, str], ...] = ()  # where seats score without winning: name, value
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points from one seat to another and what for."""

    giver: int
    taker: int
    amount: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The settlement of a hand: none to three winners, four seats in playing order."""

    title: str
    seats: tuple[SeatResult, ...]
    winners: tuple[Winner, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    subtitle: str = ""
    notes: tuple[str, ...] = ()  # "翻 4万 → 5万是鸡"
    wilds: Tiles = ()
    indicator: int | None = None
    small_print: str = ""  # game, #57, the bot's handle
    words: Words = Words()
    style: Style = "indexed"


@dataclass(frozen=True, slots=True)
class Place:
    """One person's place in a match; `trend` are the totals after each hand."""

    rank: int
    person: Person
    total: str
    note: str = ""
    trend: tuple[int, ...] = ()


Honour = tuple[str, Person, str]
"""What for, who, how much: 最大一手, Sofia, 金雀 76."""


@dataclass(frozen=True, slots=True)
class SummaryPicture:
    """The end of a match, best place first."""

    title: str
    places: tuple[Place, ...]
    subtitle: str = ""
    honours: tuple[Honour, ...] = ()
    settle_up: tuple[str, ...] = ()
    small_print: str = ""


Spec = HandPicture | BoardPicture | CardPicture | SummaryPicture
