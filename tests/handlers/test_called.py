"""叫人: who is called to a table, and what he is told."""

from pathlib import Path
from unittest.mock import patch

import pytest

from handlers.show.markup import plain
from handlers.show.texts import Texts
from handlers.show.words import game_title
from handlers.tables.commands import Press
from handlers.tables.records import read_person
from storage.connection import Connection
from storage.people import PersonRow, find_person
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

EN = Texts.load().of("en")


@pytest.mark.parametrize(("seated", "free"), [(1, 2), (2, 1)])
@virtual
async def test_friends_are_told_how_many_seats_are_free_and_who_has_left_is_not_called(
    stage: Stage, path: Path, *, seated: int, free: int
) -> None:
    async def all_four(connection: Connection, _: int, *, limit: int) -> list[PersonRow]:
        rows = [await find_person(connection, person.id) for person in stage.people]
        return [row for row in rows if row is not None][:limit]

    async with hosting(stage, path) as app:
        for person in stage.people:
            person.start()
        await stage.quiet()
        await open_table(stage, "fuzhou dice=off", people=seated)
        table = only_table(app)
        opener = await app.hall.database.read(find_person, stage.wei.id)
        assert opener is not None
        await app.hall.submit(table.table_id, Press(read_person(opener), "b"))
        stage.group.remove(stage.lin, kicked=True)
        await stage.quiet()
        with patch("storage.people.recent_players", all_four):
            await app.hall.submit(table.table_id, Press(read_person(opener), "cf"))
            await stage.quiet()
        key = "three.invitation" if free == 1 else "three.invitation_more"
        names = {"name": EN.name("Wei"), "group": EN.name(stage.group.chat.title)}
        told = plain(EN(key, free=free, game=game_title(table.game, EN), **names))
        assert (stage.tom.private.last().text, len(stage.lin.private.from_bot)) == (told, 1)
        assert stage.group.last().text.startswith(Texts.load().of("zh_Hans")("three.called", n=3 - seated))
        stage.check()
