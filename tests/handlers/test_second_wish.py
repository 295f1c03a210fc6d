"""再来一圈 by a second person, 规则 in the lobby, /scores of a group with several tables."""

from pathlib import Path

from handlers.show.texts import Texts
from handlers.tables.commands import Press
from tests.end_to_end.driving import coded, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table, seat_of
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import WEI

HANS = Texts.load().of("zh_Hans")
TYPED = "fuzhou window=open dice=off hands=4"


@virtual
async def test_who_wants_a_rematch_that_is_open_has_said_yes_to_it(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await make_ready(stage, app, players)
        old = only_table(app).table_id
        wei, sofia = (only_table(app).person_at(seat) or WEI for seat in (0, 1))
        await app.hall.submit(old, Press(wei, "en"))
        await app.hall.submit(old, Press(wei, "rm", query_id="1"))
        await app.hall.submit(old, Press(sofia, "rm", query_id="2"))
        await stage.quiet(seconds=5)
        again = only_table(app)
        assert again.table_id != old
        seat = seat_of(again, stage.sofia.id)
        assert seat is not None
        assert again.chair(seat).ready
        assert again.chair(seat).kept_until is None
        others = [chair for chair in again.chairs if chair and chair.person not in (wei, sofia)]
        assert [bool(chair.ready) for chair in others] == [False, False]


@virtual
async def test_the_rules_of_a_table_come_without_a_way_through_start(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        await open_table(stage, TYPED)
        await stage.quiet()
        lobby = stage.group.from_bot[0]
        press = await stage.press(stage.wei, lobby, coded(lobby.data, "u")[0])
        await stage.quiet()
        assert press.shown is not None
        assert press.shown.text == HANS.plain("rules.in_private")
        assert not press.shown.url
        assert "怎么打" in stage.wei.private.last().text
    stage.check()


@virtual
async def test_scores_are_those_of_the_table_that_has_some(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await make_ready(stage, app, players)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "ready", patience=LONGEST_MATCH)
        first = only_table(app)
        stage.wei.send(stage.group, "/new guiyang tempo=none dice=off")
        await stage.until(lambda: only_table(app).table_id != first.table_id)
        await stage.quiet()
        lobby = stage.group.last()
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, lobby, button)
            await stage.quiet()
        assert only_table(app).state == "playing"
        stage.wei.send(stage.group, "/scores")
        await stage.quiet()
        assert "福州" in stage.group.last().text
        assert "#" in stage.group.last().text
    stage.check()
