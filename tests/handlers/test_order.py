"""What is typed and pressed while the bot is busy or away is done in its order, whichever of the two it was."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from handlers.app import App
from handlers.commands.order import MOVING
from handlers.commands.router import COMMANDS
from playground.model import Press
from playground.people import Person
from tests.end_to_end.driving import Player, coded
from tests.end_to_end.matches import open_table
from tests.end_to_end.memory import check_memory
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.test_failing_disk import Disk, on_disk

QUIET = 200.0
"""After so many seconds nobody counts as ready who has not said so."""
TYPED = "fuzhou hands=4 dice=off tempo=none"


def seated(app: App) -> list[str]:
    """Who sits at the first table, seat by seat."""
    chairs = app.hall.actors[1].table.chairs
    return [chair.person.name if chair and chair.person else "" for chair in chairs]


def does(stage: Stage, person: Person, deed: str) -> Press | None:
    """A command, in the group or in private (`!/leave`), or a button of the lobby by its code: the press of it."""
    if deed.startswith(("/", "!")):
        person.send("private" if deed[0] == "!" else stage.group, deed.removeprefix("!"))
        return None
    lobby = next(m for m in reversed(stage.group.from_bot) if coded(m.data, "jg"))
    table, decision, _ = next(data for data in lobby.data if coded([data], "jg")).split(":", 2)
    return person.forge(stage.group, lobby.id, f"{table}:{decision}:{deed}")


async def ready(stage: Stage, players: Sequence[Player]) -> None:
    """These say so, one after the other."""
    for player in players:
        does(stage, player.person, "g")
        await stage.quiet(seconds=5)


async def settled(stage: Stage, app: App, path: Path) -> None:
    await stage.quiet()
    check_memory(app, path)
    stage.check()


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("comes", ["/join", "j"])
@pytest.mark.parametrize("goes", ["/leave", "!/leave", "l"])
@virtual
async def test_a_seat_that_is_left_is_free_for_the_next(
    stage: Stage, path: Path, goes: str, comes: str, away: bool
) -> None:
    """By command or button, in the group or from the private chat; the bot running, or starting again."""
    (ann,) = stage.newcomers("Ann")

    def both() -> None:
        does(stage, stage.tom, goes)
        does(stage, ann, comes)

    async with hosting(stage, path) as app:
        await open_table(stage, TYPED)
        await stage.quiet()
        if not away:
            both()
            await settled(stage, app, path)
            assert seated(app)[3] == "Ann"
    if away:
        both()
        async with hosting(stage, path) as app:
            await settled(stage, app, path)
            assert seated(app)[3] == "Ann"


ALONE: dict[tuple[str, str], bool] = {
    ("/leave", "/join"): True,
    ("/leave", "j"): True,
    ("/leave", "g"): False,
    ("/join", "/leave"): False,
    ("j", "/leave"): False,
    ("g", "/leave"): False,
}


@pytest.mark.parametrize(("deeds", "stays"), ALONE.items())
@virtual
async def test_what_one_does_in_turn_ends_as_the_last_of_it(
    stage: Stage, path: Path, deeds: tuple[str, str], stays: bool
) -> None:
    """Whoever has got up is not dealt in by the Ready that he presses after it, nor by the one before."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await stage.quiet(seconds=QUIET)
        await ready(stage, players[:2])
        for deed in deeds:
            does(stage, stage.tom, deed)
        await settled(stage, app, path)
        assert (seated(app)[3] == "Tom") == stays
        assert only_table(app).state == "lobby"


@virtual
async def test_the_last_ready_before_somebody_leaves_deals_and_after_it_does_not(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await stage.quiet(seconds=QUIET)
        await ready(stage, players[:3])
        does(stage, stage.tom, "/leave")
        does(stage, stage.tom, "/join")
        does(stage, stage.tom, "g")
        await settled(stage, app, path)
        assert only_table(app).state == "playing"
        assert seated(app)[3] == "Tom"


@virtual
async def test_a_table_opened_and_sat_down_at_while_the_bot_was_away(stage: Stage, path: Path) -> None:
    stage.wei.send(stage.group, "/new fuzhou hands=4 dice=off")
    stage.sofia.send(stage.group, "/join")
    stage.wei.send(stage.group, "/join")
    stage.lin.send(stage.group, "/help")
    async with hosting(stage, path) as app:
        await settled(stage, app, path)
        assert seated(app) == ["Sofia", "Wei", "", ""]


@virtual
async def test_start_comes_before_the_seat_that_is_taken_after_it(stage: Stage, path: Path) -> None:
    """The seat is had at once; else its taker would be sent to press START once more."""
    ann = stage.world.add_user("Ann", language="en")
    stage.group.add(ann)
    async with hosting(stage, path) as app:
        await open_table(stage, TYPED, people=2)
        await stage.quiet()
        ann.start()
        press = does(stage, ann, "j")
        does(stage, stage.lin, "/join")
        await settled(stage, app, path)
        assert seated(app) == ["Wei", "Sofia", "Ann", "林姨"]
        assert press is not None
        assert press.shown is not None
        assert not press.shown.url


@pytest.mark.logs("not saved", "not confirmed")
@virtual
async def test_the_order_holds_when_the_first_of_them_could_not_be_saved(stage: Stage, path: Path) -> None:
    """What waited for it is not handled before it; people of another group notice nothing."""
    disk = Disk()
    (ann,) = stage.newcomers("Ann")
    other = stage.world.add_group("另一桌", stage.lin)
    async with on_disk(stage, path, disk) as app:
        await open_table(stage, TYPED)
        stage.lin.send(other, "/help")
        ann.send(stage.group, "/help")
        await stage.quiet()
        disk.aim(2)
        does(stage, stage.tom, "/leave")
        does(stage, ann, "j")
        stage.lin.send(other, "/new guiyang")
        await stage.until(lambda: disk.failed)
        await stage.clock.sleep(0.5)
        assert seated(app)[3] == "Tom"
        assert len(app.hall.tables_in(other.id)) == 1
        await stage.clock.sleep(5)
        assert seated(app)[3] == "Ann"
        await settled(stage, app, path)


def test_every_command_that_keeps_its_order_exists() -> None:
    assert set(COMMANDS) > MOVING


SHOWN = sorted(set(COMMANDS) - MOVING - {"verify", "replay"})


@virtual
async def test_pages_hold_nobody_up(stage: Stage, path: Path) -> None:
    """However long one takes, presses behind it are answered at once, and each is answered in the end."""
    async with hosting(stage, path) as app:
        await open_table(stage, TYPED)
        await stage.quiet()
        for name in SHOWN:
            stage.sofia.send(stage.group, f"/{name}")
        press = stage.wei.forge(stage.group, stage.group.from_bot[0].id, f"{only_table(app).table_id}:0:i")
        at = stage.clock.elapsed
        await stage.until(lambda: press.answered)
        assert stage.clock.elapsed == at
        await settled(stage, app, path)
    assert rows(path, "SELECT 1 FROM processed_update WHERE failed") == []
