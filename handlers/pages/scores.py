"""`sc`: a match's sheet, a line a hand, its totals, and the chart of its points. The id is the table's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from engine.game import Game
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.pages.page import Place, game_of, last_page, match_here, person_name, turner
from handlers.show.charts import Curve, LineChart
from handlers.show.layout import CAPTION, TEXT, Line, fitted
from handlers.show.markup import Html, bold, escape, plain
from handlers.show.names import bare
from handlers.show.texts import Say, signed
from handlers.show.words import game_title
from storage import scores
from storage.connection import Connection
from storage.scores import Sheet, SheetLine, Standing
from storage.tables import TableRow

LINES = 20
"""Hands on a page."""
_WIDTH = 6


async def sheet_page(connection: Connection, place: Place, table_id: int, page: int) -> Message:
    """The sheet; page 0 is the last one, which has the newest hand."""
    row, sheet = await _read(connection, place, table_id)
    say, game = place.say, game_of(row)
    if not sheet.lines:
        return Message(say("scores.none"))
    last = last_page(len(sheet.lines), LINES)
    page = min(page, last) or last
    lines = sheet.lines[(page - 1) * LINES : page * LINES]
    text = [
        Line(bold(say.plural("scores.title", len(sheet.lines), game=game_title(game, say)))),
        Line(_columns(lines)),
        *(Line(line) for line in who_stands(sheet.standings, game, say)),
        Line(say("page.of", page=page, of=last) if last > 1 else ""),
    ]
    return Message(fitted(text, TEXT), _keyboard(say, table_id, page, last, chart=True))


def _columns(lines: Sequence[SheetLine]) -> Html:
    """Numbers below the numbers of the seats, in letters of one width."""
    head = "".join(f"{text:>{_WIDTH}}" for text in ("#", "1", "2", "3", "4"))
    rows = [
        f"{line.hand_no:>{_WIDTH}}" + "".join(f"{signed(points):>{_WIDTH}}" for points in line.scores)
        for line in lines
    ]
    return Html(f"<pre>{escape(chr(10).join([head, *rows]))}</pre>")


def who_stands(standings: Sequence[Standing], game: Game, say: Say) -> list[Html]:
    """1 Wei +42: everybody who sat there, seat by seat."""
    return [
        say(
            "scores.seat",
            seat=entry.seat + 1,
            name=person_name(say, game, seat=entry.seat, person_id=entry.person_id, name=entry.name),
            points=signed(entry.points),
        )
        for entry in standings
    ]


async def chart_page(connection: Connection, place: Place, table_id: int) -> Message:
    """The match's points as a picture; the totals stand below it."""
    row, sheet = await _read(connection, place, table_id)
    say, game = place.say, game_of(row)
    if not sheet.lines:
        return Message(say("scores.none"))
    title = say("scores.chart", game=game_title(game, say))
    chart = LineChart(plain(title), say.plain("scores.across"), curves(sheet, game, say))
    told = [Line(bold(title)), *(Line(line) for line in who_stands(sheet.standings, game, say))]
    return Message(fitted(told, CAPTION), _keyboard(say, table_id, 1, 1, chart=False), chart)


def curves(sheet: Sheet, game: Game, say: Say) -> tuple[Curve, ...]:
    """The points of the four seats after each hand."""
    found = []
    for seat in range(4):
        sitting = [
            bare(person_name(say, game, seat=seat, person_id=entry.person_id, name=entry.name))
            for entry in sheet.standings
            if entry.seat == seat
        ]
        points = tuple(accumulate((line.scores[seat] for line in sheet.lines), initial=0))
        found.append(Curve("/".join(sitting), seat, points, say.plain("picture.seat", seat=seat + 1)))
    return tuple(found)


async def _read(connection: Connection, place: Place, table_id: int) -> tuple[TableRow, Sheet]:
    row = await match_here(connection, place, table_id)
    return row, await scores.sheet(connection, table_id)


def _keyboard(say: Say, table_id: int, page: int, last: int, *, chart: bool) -> Keyboard:
    turning = turner(say, table_id, "sc", page=page, last=last)
    other = Button(
        say.button("button.chart" if chart else "button.sheet"),
        page_data(table_id, "sc", "c" if chart else 0),
    )
    hands = Button(say.button("button.record"), page_data(table_id, "hm", 1))
    return (*((turning,) if turning else ()), (other, hands))
