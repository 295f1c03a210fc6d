"""What the database refuses for good: who asked is told, and nobody else waits."""

from pathlib import Path

import pytest

from handlers.show.texts import Texts, language_for
from storage.connection import Connection
from tests.end_to_end.driving import coded
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

TEXTS = Texts.load()
REFUSE = """CREATE TRIGGER refuse BEFORE INSERT ON hand WHEN NEW.table_id = {}
    BEGIN SELECT RAISE(ABORT, 'no hand here'); END"""


@pytest.mark.logs("action 0: Refused .*no hand here", "failed: Refused")
@virtual
async def test_a_table_whose_hand_is_refused_says_so_and_the_others_play(
    stage: Stage, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou dice=off", people=1)
        broken = only_table(app).table_id
        await app.hall.database.write(Connection.execute, REFUSE.format(broken))
        lobby = stage.group.board()
        press = await stage.press(stage.wei, lobby, coded(lobby.data, "g")[0])
        failed = TEXTS.of(language_for(press.user.language)).plain("trouble.failed")
        assert press.shown is not None
        assert press.shown.text == failed
        stage.wei.send(stage.group, "/deal")
        await stage.until(lambda: stage.group.from_bot[-1].text == failed)
        stage.sofia.send("private", "/new fuzhou")
        await stage.until(lambda: only_table(app).hand is not None)
        await stage.quiet()
        assert stage.world.updates.waiting == []
        assert app.hall.actors[broken].table.state == "lobby"
    assert len(rows(path, "SELECT 1 FROM processed_update WHERE failed")) == 2
    assert sum("Refused" in record.message for record in caplog.records) == 4
