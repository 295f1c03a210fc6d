"""What a running bot knows of its tables is what the disk tells: no more, and no less."""

from pathlib import Path

from handlers.app import App
from handlers.tables.model import Table
from handlers.tables.records import seat_row, table_row
from storage.values import to_json
from tests.end_to_end.records import HANDS, fold, rows


def check_memory(app: App, path: Path) -> None:
    """The tables in memory are those on disk, and the hand at each is the fold of its journal."""
    newest = {hand["table_id"]: hand for hand in rows(path, HANDS)}
    running = {row["table_id"] for row in rows(path, "SELECT table_id FROM tables WHERE state <> 'over'")}
    tables = {table_id: actor.table for table_id, actor in app.hall.actors.items()}
    assert {table_id for table_id, table in tables.items() if table.state != "over"} == running
    for table_id, table in tables.items():
        _check_rows(table, path)
        hand = newest.get(table_id)
        if hand is not None and hand["state"] != "void":
            folded = fold(path, hand)
            assert table.hand is not None
            assert table.hand.seats == folded.seats
            assert table.hand.prompt == folded.prompt
        else:
            assert table.hand is None


def _check_rows(table: Table, path: Path) -> None:
    """What is kept of the table itself and of its seats."""
    known = table_row(table)
    (row,) = rows(path, "SELECT * FROM tables WHERE table_id = ?", table.table_id)
    for name in ("chat_id", "state", "decision", "seed", "commitment", "played"):
        assert getattr(known, name) == row[name], name
    assert row["options"] == to_json(known.options)
    seats = {row["seat"]: row for row in rows(path, "SELECT * FROM seat WHERE table_id = ?", table.table_id)}
    assert set(seats) == {seat for seat, chair in enumerate(table.chairs) if chair is not None}
    for seat, stored in seats.items():
        chair = seat_row(seat, table.chair(seat))
        for name in ("person_id", "played_by", "ready", "filter"):
            assert getattr(chair, name) == stored[name], name
