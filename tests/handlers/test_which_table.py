"""In private a command means the only table its sender sits at; where there are more, they are offered as buttons."""

from dataclasses import replace
from pathlib import Path

import pytest

from handlers.commands.router import COMMANDS
from handlers.commands.which import AS_BUTTONS
from handlers.tables.commands import Press
from handlers.tables.effects import Surface
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage
from tests.handlers.tables import SOFIA, WEI, after, dealt, full, lobby

GAMES = ("fuzhou", "guiyang")
STRANGER = replace(SOFIA, person_id=99)


async def two_tables(stage: Stage) -> None:
    """Wei plays with computers at two tables of the group."""
    stage.wei.start()
    for game in GAMES:
        stage.wei.send(stage.group, f"/new {game} tempo=none dice=off")
        await stage.quiet(seconds=8)
        lobby_message = stage.group.board()
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, lobby_message, button)
            await stage.quiet(seconds=8)


def test_every_command_that_offers_tables_is_a_command() -> None:
    assert AS_BUTTONS.keys() <= COMMANDS.keys()


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@virtual
async def test_hand_asks_which_table_and_shows_its_panel_at_the_bottom(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await two_tables(stage)
        stage.wei.send("private", "/hand")
        await stage.quiet(seconds=4)
        question = stage.wei.private.last()
        assert question.text == "哪一桌？"
        labels = [row[0].strip("\u2068\u2069").replace("\u2069", "") for row in question.labels]
        assert labels == ["周五麻将 · 贵阳捉鸡 #2", "周五麻将 · 福州 #1", "✕"]
        await stage.press(stage.wei, question, question.labels[1][0])
        await stage.quiet(seconds=4)
        newest = stage.wei.private.last()
        assert newest.id > question.id
        assert "福州" in newest.text
        assert len(app.hall.actors) == 2
    stage.check()


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@pytest.mark.parametrize("command", sorted(AS_BUTTONS.keys() - {"hand"}))
@virtual
async def test_each_command_is_carried_out_at_the_table_chosen(
    stage: Stage, path: Path, command: str
) -> None:
    async with hosting(stage, path) as app:
        await two_tables(stage)
        stage.wei.send("private", f"/{command}")
        await stage.quiet(seconds=4)
        question = stage.wei.private.last()
        assert question.text == "哪一桌？"
        other, chosen = sorted(
            app.hall.tables_in(stage.group.id), key=lambda table: table.game.id == "fuzhou"
        )
        press = await stage.press(stage.wei, question, question.labels[1][0])
        await stage.quiet(seconds=8)
        assert press is not None
        assert app.hall.table(other.table_id) == other
        now = app.hall.table(chosen.table_id)
        assert now is not None
        match command:
            case "leave":
                assert now.seat_of(1) is None
            case "pause":
                assert now.paused_at is not None
            case "end" | "kick" | "options" | "rules" | "scores":
                assert question.text != "哪一桌？"
            case _:
                assert press.shown is not None
    stage.check()


@virtual
async def test_a_table_that_is_over_is_not_offered(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        for _ in range(2):
            stage.wei.send("private", "/new fuzhou tempo=none")
            await stage.quiet(seconds=8)
            stage.wei.send("private", "/end")
            await stage.quiet(seconds=4)
            assert "真的散" in stage.wei.private.last().text
            await stage.press(stage.wei, stage.wei.private.last(), "真的散")
            await stage.quiet(seconds=4)
        assert [actor.table.state for actor in app.hall.actors.values()] == ["over", "over"]


@virtual
async def test_a_command_means_the_table_that_is_not_over(stage: Stage, path: Path) -> None:
    """The older of a group's tables still runs when the newer one has ended."""
    async with hosting(stage, path) as app:
        await two_tables(stage)
        older, newer = sorted(app.hall.actors)
        await app.hall.submit(newer, Press(app.hall.actors[newer].table.chair(0).person or WEI, "en"))
        stage.wei.send(stage.group, "/leave")
        await stage.quiet()
        assert app.hall.actors[newer].table.state == "over"
        assert app.hall.actors[older].table.seat_of(1) is None


@virtual
async def test_one_table_is_not_asked_for(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.quiet(seconds=8)
        stage.wei.send("private", "/hand")
        await stage.quiet(seconds=4)
        assert "哪一桌" not in stage.wei.private.last().text


def test_ones_own_panel_is_posted_again_as_often_as_one_likes() -> None:
    table = dealt(lobby())
    for _ in range(2):
        table, effects = after(table, Press(SOFIA, "ta", "h"), now=100_000)
        assert [(d.surface, d.ring) for d in effects.dirty] == [(Surface("panel", 1), True)]
        assert not effects.post_again


def test_there_is_no_panel_before_the_deal_nor_for_who_does_not_sit() -> None:
    for table, person in ((full(lobby()), SOFIA), (dealt(lobby()), STRANGER)):
        _, effects = after(table, Press(person, "ta", "h"), now=100_000)
        assert effects.answer is not None
        assert not effects.answer.accepted
        assert effects.dirty == []
