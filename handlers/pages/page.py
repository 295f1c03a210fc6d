"""What all pages share: where one is shown and to whom, what it may show there, and how it is turned.

A page is the content of one message, a function of storage and of its `Place`. Its buttons say
`-:<id36>:<code>[:arg…]` and always name where they lead, so an old press does no harm; the id says what the
page is about: a table (`sc`, `hm`), a hand (`hc`, `rp`, `vf`), a chat (`hi`, `tp`, `sn`, `ex`; `hi` of 0: one's own
matches in all groups), a person (`st`), the number of a game (`ca`), nothing (`fg`, `cl`). Ids permit nothing: in a
group a page shows what happened in that group, in private what its reader took part in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from engine.game import Game
from engine.games import find_game
from handlers.callback_data import page_data
from handlers.message import Button, Message
from handlers.show.keyboards import whole
from handlers.show.markup import Html
from handlers.show.texts import Say
from handlers.show.words import computer_name
from handlers.tables.model import Person
from storage import hands, journal, tables
from storage.connection import Connection
from storage.hands import HandSeat
from storage.journal import HandRow
from storage.tables import TableRow

CLOSE = page_data(0, "cl")
"""✕ stands under every page and under nothing else, so it tells a page, which is turned in its place, from a
card, whose buttons open a page below it."""
PAGE_CODES = frozenset({"sc", "hi", "hm", "hc", "rp", "vf", "tp", "sn", "st", "ex", "ca", "fg"})


class NotShown(Exception):
    """A page that does not exist, or not for this reader: the key of a text that says so."""

    def __init__(self, key: str, /, **params: str | int) -> None:
        super().__init__(key)
        self.key, self.params = key, params

    def words(self, say: Say) -> Html:
        return say(self.key, **self.params)

    def toast(self, say: Say) -> str:
        return say.plain(self.key, **self.params)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands and who asked for it. `say`: the group's texts in a group, the reader's in private."""

    chat_id: int
    private: bool
    title: str
    person: Person | None
    say: Say
    bot: str
    now: int

    @property
    def scope(self) -> int | None:
        """The chat whose hands count; None: one's own in all groups."""
        return None if self.private else self.chat_id


async def match_here(connection: Connection, place: Place, table_id: int) -> TableRow:
    """The match, if it may be shown here: it is the chat's, or one that the private reader played in."""
    row = await tables.load_table(connection, table_id)
    if row is None:
        raise NotShown("refuse.not_here")
    if row.chat_id != place.chat_id and not await _played_in(connection, place, table_id):
        raise NotShown("refuse.not_here")
    return row


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A hand that may be shown, its table, and who sat there."""

    table: TableRow
    row: HandRow
    seats: tuple[HandSeat, ...]


Find = Callable[[Connection], Awaitable[HandRow | None]]


def by_id(hand_id: int) -> Find:
    """How a hand is found that a button names."""
    return lambda connection: journal.load_hand(connection, hand_id)


async def hand_here(connection: Connection, place: Place, find: Find) -> FinishedHand:
    """The hand, if it is finished and may be shown here, in as few statements as that takes."""
    row = await find(connection)
    table = None if row is None else await tables.load_table(connection, row.table_id)
    if row is None or table is None or row.state == "void":
        raise NotShown("refuse.not_here")
    seats = tuple(await hands.hand_seats(connection, row.table_id, row.hand_no))
    if row.chat_id != place.chat_id:
        reader = place.person.person_id if place.person is not None else None
        sat_there = place.private and any(seat.person_id == reader is not None for seat in seats)
        if not sat_there and not await _played_in(connection, place, row.table_id):
            raise NotShown("refuse.not_here")
    if row.state == "open":
        raise NotShown("refuse.hand_running")
    return FinishedHand(table, row, seats)


async def _played_in(connection: Connection, place: Place, table_id: int) -> bool:
    """Whether the reader of a private page has played a hand of this match."""
    if not place.private or place.person is None:
        return False
    return await hands.took_part(connection, place.person.person_id, table_id)


def game_of(row: TableRow) -> Game:
    """The game of a match."""
    return find_game(row.game)


def closable(page: Message, say: Say) -> Message:
    """The page with ✕ at the end of its last row, or below where that is full, and no label cut on any phone."""
    close = Button(say.button("button.close"), CLOSE)
    *rows, last = whole(page.keyboard) or ((),)
    room = len(last) < _ROW and len(whole([(*last, close)])) == 1
    return replace(page, keyboard=(*rows, (*last, close)) if room else (*rows, last, (close,)))


_ROW = 5


def person_name(say: Say, game: Game, *, seat: int, person_id: int | None, name: str) -> str:
    """Who sat there, a computer included; not escaped."""
    return computer_name(say, game, seat) if person_id is None else say.name(name)


def last_page(count: int, size: int) -> int:
    """The number of the last page, at least 1."""
    return max(1, -(-count // size))


def turner(say: Say, page_id: int, code: str, *args: str | int, page: int, last: int) -> tuple[Button, ...]:
    """‹ and › around a page; the page's number is the button's last argument."""
    row = []
    if page > 1:
        row.append(Button(say.button("button.previous"), page_data(page_id, code, *args, page - 1)))
    if page < last:
        row.append(Button(say.button("button.next"), page_data(page_id, code, *args, page + 1)))
    return tuple(row)


def number(args: tuple[str, ...], at: int = 0, default: int = 1) -> int:
    """The page that a button names; what is no number is the default."""
    text = args[at] if at < len(args) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else default


def rate(part: int, whole: int) -> str:
    """37%; 0 where there is none."""
    return f"{round(100 * part / whole)}%" if part and whole else "0"
