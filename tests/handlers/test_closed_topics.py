"""Where the bot may not write: the table whose message belongs there waits, and no other."""

from pathlib import Path

import pytest

from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage


@pytest.mark.logs("given up: the bot may not write in this topic")
@pytest.mark.parametrize("stage", [{"forum": True, "kind": "supergroup"}], indirect=True)
@virtual
async def test_a_command_in_a_closed_topic_leaves_the_tables_of_other_topics_running(
    stage: Stage, path: Path
) -> None:
    closed, play = stage.group.add_topic("公告"), stage.group.add_topic("牌桌")
    async with hosting(stage, path) as app:
        stage.group.close_topic(closed)
        stage.wei.send(stage.group, "/new fuzhou dice=off", thread=play)
        await stage.quiet()
        running = only_table(app)
        stage.wei.send(stage.group, "/help", thread=closed)
        await stage.quiet()
        assert app.hall.actors[running.table_id].table.state == "lobby"
        stage.wei.send(stage.group, "/new fuzhou dice=off", thread=closed)
        await stage.quiet()
        states = {actor.table.thread_id: actor.table.state for actor in app.hall.actors.values()}
        assert states == {play: "lobby", closed: "suspended"}
        assert [message.thread for message in stage.group.from_bot] == [play]
