"""`ex`: a group's finished hands to take away. The id is the chat's.

CSV: a line for each hand and seat, UTF-8 with a byte order mark, which spreadsheets want to see. JSON: the full
records of the hands of matches that are over, a file for each hand as the engine's command line reads it, in one
ZIP, as a large group has hundreds of thousands of acts. A name that a spreadsheet would take for a formula gets an
apostrophe before it.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from engine.options import TableOptions
from handlers.callback_data import base36, page_data
from handlers.message import Button, Message
from handlers.pages.page import NotShown, Place
from handlers.pages.stored import StoredHand, record_of, stored
from handlers.transport.slots import File
from storage import tables
from storage.connection import Connection
from storage.export import ExportLine, export_actions, export_hands, export_lines
from storage.journal import ActionRow
from storage.tables import TableRow

COLUMNS = (
    *("hand", "code", "match", "game", "started_utc", "ended_utc", "seat", "player"),
    *("computer", "won", "self_drawn", "dealt_in", "points", "mode", "mistakes"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_AT_ONCE = 50
"""Records that are written in one go, off the loop."""


def export_page(place: Place) -> Message:
    """What there is to take away, and what its columns mean."""
    if place.private:
        raise NotShown("refuse.group_only")
    say = place.say
    row = (
        Button(say.button("button.csv"), page_data(place.chat_id, "ex", "c")),
        Button(say.button("button.json"), page_data(place.chat_id, "ex", "j")),
    )
    return Message(say("export.what", columns=", ".join(COLUMNS)), (row,))


# -- CSV


async def csv_file(connection: Connection, place: Place) -> tuple[int, File]:
    """How many hands, and the table of them; raises NotShown when there are none."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    count = 0
    modes = {row.table_id: mode_of(row) for row in await tables.played_tables(connection, place.chat_id)}
    async for line in export_lines(connection, place.chat_id):
        writer.writerow(csv_row(line, modes.get(line.table_id, "")))
        count += line.seat == 0
    if not count:
        raise NotShown("export.none")
    return count, File("paizhuo.csv", text.getvalue().encode("utf-8-sig"))


def mode_of(row: TableRow) -> str:
    """assist or referee."""
    return TableOptions.from_json(row.options.get("house", {})).mode


def csv_row(line: ExportLine, mode: str) -> tuple[str | int, ...]:
    """The cells of one seat of one hand, in the order of COLUMNS."""
    return (
        *(line.hand_no, base36(line.hand_id), base36(line.table_id), line.game),
        *(_instant(line.started_at), _instant(line.ended_at), line.seat + 1, cell(line.name)),
        *(line.by_computer, line.won, line.self_drawn, line.dealt_in, line.points, mode),
        line.mistakes if line.judged else "",
    )


def cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" \u3000").startswith(_FORMULA) or text.startswith(_FORMULA) else text


def _instant(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


# -- JSON


async def json_file(connection: Connection, place: Place) -> tuple[int, File]:
    """How many hands, and their records; raises NotShown when no match is over."""
    file = io.BytesIO()
    count = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        async for batch in _batches(connection, place.chat_id):
            await asyncio.to_thread(_write, archive, batch)
            count += len(batch)
    if not count:
        raise NotShown("export.none")
    return count, File("paizhuo.zip", file.getvalue())


def _write(archive: zipfile.ZipFile, batch: list[StoredHand]) -> None:
    for hand in batch:
        name = f"{hand.row.hand_no}-{base36(hand.row.hand_id)}.json"
        text = json.dumps(record_of(hand).to_json(), ensure_ascii=False, separators=(",", ":"))
        archive.writestr(name, text)


async def _batches(connection: Connection, chat_id: int) -> AsyncIterator[list[StoredHand]]:
    batch: list[StoredHand] = []
    async for hand in _hands(connection, chat_id):
        batch.append(hand)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


async def _hands(connection: Connection, chat_id: int) -> AsyncIterator[StoredHand]:
    """The hands of matches that are over, each with its journal: three statements for all of them."""
    known = {row.table_id: row for row in await tables.played_tables(connection, chat_id)}
    actions = _Journals(export_actions(connection, chat_id))
    async for row in export_hands(connection, chat_id):
        journal = await actions.of(row.table_id, row.hand_no)
        table: TableRow | None = known.get(row.table_id)
        if table is not None and table.state == "over":
            yield stored(table, row, journal)


class _Journals:
    """Reads the journals of hands that come in the same order."""

    def __init__(self, actions: AsyncIterator[ActionRow]) -> None:
        self._actions = actions
        self._next: ActionRow | None = None

    async def of(self, table_id: int, hand_no: int) -> list[ActionRow]:
        found = []
        action = self._next or await anext(self._actions, None)
        while action is not None and (action.table_id, action.hand_no) == (table_id, hand_no):
            found.append(action)
            action = await anext(self._actions, None)
        self._next = action
        return found
