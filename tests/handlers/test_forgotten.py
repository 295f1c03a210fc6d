"""/forget: what is in memory knows no more than the disk who somebody was."""

from dataclasses import replace
from pathlib import Path

from handlers.callback_data import page_data
from handlers.tables.commands import Known, Press, Rematch
from handlers.tables.model import Person
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import SOFIA, TOM, WEI, after, full, lobby

ADA = Person(9, 109, "Ada", "en", reachable=True)


def forgotten(person: Person) -> Known:
    return Known(Person(person.person_id, user_id=0, name=""))


def test_a_table_forgets_who_sat_who_sits_and_who_waits() -> None:
    table, _ = after(full(lobby()), Press(ADA, "wl", query_id="w"))
    table = replace(table, state="over", sat=table.chairs)
    for person in (TOM, ADA):
        table, effects = after(table, forgotten(person))
        assert effects.dirty == []
        assert person.name not in [known.name for known in table.known]
    assert table.waiting == ()
    assert SOFIA in table.known
    again, _ = after(lobby(), Rematch(table.chairs, WEI))
    assert [again.person_at(seat) is not None for seat in range(4)] == [True, True, True, False]


@virtual
async def test_who_is_forgotten_is_asked_for_no_rematch_and_named_by_no_table(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4")
        await make_ready(stage, app, players)
        old, wei = only_table(app).table_id, only_table(app).person_at(0) or WEI
        await app.hall.submit(old, Press(wei, "en", query_id="e", admin=True))
        await stage.quiet()
        for times in (1, 2):
            stage.tom.send(stage.tom.private, "/forget")
            await stage.quiet()
            asked = stage.tom.private.last()
            stage.tom.forge(stage.tom.private, asked.id, page_data(0, "fg", times))
            await stage.quiet()
        assert "Tom" not in [person.name for person in app.hall.actors[old].table.known]
        known = {message.id for message in stage.tom.private.from_bot}
        await app.hall.submit(old, Press(wei, "rm", query_id="r"))
        await stage.until(lambda: len(app.hall.actors) == 2)
        await stage.quiet()
        assert [person.name for person in only_table(app).known] == ["Wei", "Sofia", "林姨"]
        assert {message.id for message in stage.tom.private.from_bot} == known
    stage.check()
