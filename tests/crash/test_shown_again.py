"""The end came between a commit and its edit: after the next start everybody sees how things stand."""

from pathlib import Path

import pytest

from handlers.app import App
from handlers.show.markup import plain
from handlers.tables.effects import Surface
from handlers.tables.model import Table
from tests.crash.cutting import Knife
from tests.crash.test_cuts import LOOKS, cut
from tests.end_to_end.crowds import looking, open_all
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

TABLES = 20
SOON = 60.0
"""Boards are right again within so many seconds."""


def wrong(stage: Stage, app: App, table: Table) -> list[Surface]:
    """The board and the panels of a table that do not show what they should."""
    surfaces = (Surface("board"), *(Surface("panel", seat) for seat in table.people))
    return [surface for surface in surfaces if not is_right(stage, app, table, surface)]


def is_right(stage: Stage, app: App, table: Table, surface: Surface) -> bool:
    """Does it say what it says at any second since the start? Minutes that are left are rounded."""
    shown = app.hall.outbox.shown(app.hall.showing._slot(table, surface))
    if shown is None:
        return False
    text, now = stage.world.chats[shown.chat_id].messages[shown.message_id].text, stage.clock.now()
    seconds = (now - 1000 * second for second in range(round(SOON) + 1))
    wanted = (app.hall.showing.stage.render(table, surface, at) for at in seconds)
    return any(message is not None and plain(message.text) == text for message in wanted)


@pytest.mark.slow
@virtual
async def test_what_was_not_shown_before_the_end_is_shown_within_a_minute(
    stage: Stage, tmp_path: Path
) -> None:
    """P5, under twenty tables."""
    path, grave = tmp_path / "paizhuo.db", tmp_path / "life"
    async with hosting(stage, path):
        crowd = await open_all(stage, TABLES, "fuzhou hands=16 tempo=none dice=off window=open")
        async with looking(crowd, stage.clock.sleep, every=LOOKS):
            await stage.clock.sleep(30)
    knife = Knife(150, method="editMessage")
    assert await cut(stage, path, grave, knife, crowd, seed=1)
    async with hosting(stage, grave / "paizhuo.db") as app:
        await stage.clock.sleep(SOON)
        tables = [actor.table for actor in app.hall.actors.values()]
        assert {table.table_id: bad for table in tables if (bad := wrong(stage, app, table))} == {}
