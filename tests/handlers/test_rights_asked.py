"""Rights are asked of Telegram at that moment: where it does not answer about one chat, others hardly wait."""

from pathlib import Path

import pytest

from handlers.callback_data import base36
from handlers.tables.model import Table
from handlers.transport.members import AT_ONCE, PATIENCE
from playground.faults import Fault
from playground.model import Press
from playground.people import Group, Person
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

EAGER, MASHED = 10, 8
"""So many people of the other group press as often as they are let at once."""


class Crowded:
    """A group whose members are not told to the bot, and a table of theirs that all of them would like to end."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.people: list[Person] = [stage.world.add_user(f"P{number}") for number in range(EAGER)]
        self.group: Group = stage.world.add_group("别的群", *self.people)

    def hang(self) -> None:
        """From now on Telegram answers no question about this group."""
        fault = Fault("delay", "getChatMember", self.group.id, times=1_000_000, seconds=20.0)
        self.stage.world.faults.add(fault)

    def all_press(self, table: Table) -> list[Press]:
        """Everybody but the opener wants the table ended, eight times."""
        data = f"{base36(table.table_id)}:0:en"
        return [person.forge(self.group, 1, data) for _ in range(MASHED) for person in self.people[1:]]


@pytest.mark.logs("could not be asked")
@virtual
async def test_a_chat_about_which_telegram_does_not_answer_keeps_nobody_else_waiting(
    stage: Stage, path: Path
) -> None:
    """What came with the questions is answered at once, rights that are asked about another chat among it.

    What comes behind them waits for one patience in all, however many questions hang.
    """
    crowd = Crowded(stage)
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou tempo=none dice=off", people=4)
        crowd.people[0].send(crowd.group, "/new guiyang tempo=none")
        await stage.quiet()
        (theirs,) = app.hall.tables_in(crowd.group.id)
        (ours,) = app.hall.tables_in(stage.group.id)
        for person in crowd.people:
            person.forge(crowd.group, 1, "-:0:cl")  # the bot knows them
        await stage.quiet()
        crowd.hang()
        began, calls = stage.clock.elapsed, len(stage.world.calls)
        many = crowd.all_press(theirs)
        beside = [
            stage.tom.forge(stage.group, 1, f"{base36(ours.table_id)}:0:{code}") for code in ("i", "en")
        ]
        await stage.until(lambda: all(press.answered for press in beside))
        assert stage.clock.elapsed == began
        behind = stage.sofia.forge(stage.group, 1, f"{base36(ours.table_id)}:0:i")
        await stage.until(lambda: behind.answered)
        assert stage.clock.elapsed - began <= PATIENCE
        asked = [call for call in stage.world.calls[calls:] if call.method == "getChatMember"]
        assert [call.chat_id for call in asked].count(crowd.group.id) == AT_ONCE
        await stage.until(lambda: all(press.answered for press in many))
        await stage.quiet()
        assert app.hall.tables_in(crowd.group.id)[0].state == "lobby"
        assert len(rows(path, "SELECT 1 FROM processed_update WHERE failed = 0")) >= len(many)
    stage.check()


@pytest.mark.logs("could not be asked")
@virtual
async def test_commands_that_wait_for_one_another_wait_once_for_an_answer(stage: Stage, path: Path) -> None:
    """Each asks about the group of which Telegram tells nothing; another group's commands go on meanwhile."""
    crowd = Crowded(stage)
    async with hosting(stage, path) as app:
        crowd.people[0].send(crowd.group, "/new guiyang tempo=none")
        crowd.people[0].forge(crowd.group, 1, "-:0:cl")
        await stage.quiet()
        group = base36(-crowd.group.id)
        crowd.people[0].forge(crowd.group, 1, f"-:-{group}:pr:open_tables:admins")
        await stage.quiet()
        assert app.hall.tables_in(crowd.group.id)[0].chat.settings.open_tables == "admins"
        crowd.hang()
        began = stage.clock.elapsed
        for person in crowd.people:
            person.send(crowd.group, "/new guiyang")
        stage.lin.send(stage.group, "/new fuzhou")
        await stage.until(lambda: app.hall.tables_in(stage.group.id))
        assert stage.clock.elapsed == began
        stage.tom.send(stage.group, "/join")
        await stage.until(lambda: any(app.hall.tables_in(stage.group.id)[0].chairs))
        assert stage.clock.elapsed - began <= PATIENCE
        await stage.quiet()
        assert len(app.hall.tables_in(crowd.group.id)) == 1
