"""歇一会: its button means "go on" and nothing else, however late and however often it is pressed."""

from dataclasses import replace
from pathlib import Path

import pytest

from handlers.tables.commands import Deal, Press, Tick
from handlers.tables.model import Table
from handlers.tables.pace import PAUSE, SAME_PRESS
from handlers.tables.work import PAUSED
from tests.end_to_end.driving import coded
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import LIN, SOFIA, TOM, WEI, after, full, lobby

NOW = 1_000


def paused() -> Table:
    """林姨 has stopped the clocks."""
    table = replace(full(lobby()), state="ready", played=1)
    table, effects = after(table, Press(LIN, "z"), now=NOW)
    assert [(dirty.surface, dirty.fresh) for dirty in effects.dirty if dirty.surface == PAUSED] == [
        (PAUSED, True)
    ]
    return table


def told(table: Table, press: Press, now: int) -> tuple[Table, str]:
    """The table after a press, and what is answered."""
    table, effects = after(table, press, now=now)
    return table, effects.answer.key if effects.answer else ""


@pytest.mark.parametrize("later", [SAME_PRESS + 1, PAUSE, 3 * PAUSE])
@pytest.mark.parametrize("who", [LIN, TOM])
def test_go_on_pressed_again_begins_no_pause(later: int, who: object) -> None:
    table, answer = told(paused(), Press(LIN, "z", "g"), NOW + 5_000)
    assert (table.paused_at, answer) == (None, "pause.over")
    again, answer = told(table, Press(who, "z", "g"), NOW + 5_000 + later)  # type: ignore[arg-type]
    assert (again.paused_at, again.pauses, answer) == (None, 1, "pause.none_runs")


def test_a_pause_asked_for_while_one_runs_leaves_it_running() -> None:
    table, answer = told(paused(), Press(SOFIA, "z"), NOW + 60_000)
    assert (table.paused_at, table.pauses, answer) == (NOW, 1, "pause.runs")
    table, _ = after(table, Tick(), now=NOW + PAUSE)
    assert table.paused_at is None


def test_the_message_of_a_pause_goes_with_its_table() -> None:
    _, effects = after(paused(), Press(WEI, "en"), now=NOW + 1)
    assert PAUSED in effects.gone


def test_the_message_of_a_pause_says_so_when_the_next_hand_is_dealt() -> None:
    table = replace(paused(), house=replace(paused().house, dice="off"))
    for person in (WEI, SOFIA, LIN, TOM):
        table, effects = after(table, Press(person, "g"), now=NOW + 1)
    assert effects.deal
    _, effects = after(table, Deal(58), now=NOW + 1)
    assert PAUSED in [dirty.surface for dirty in effects.dirty]


@virtual
async def test_the_message_of_a_pause_that_is_over_has_no_button(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4 tempo=none")
        await make_ready(stage, app, players)
        while only_table(app).paused_at is None:
            stage.lin.send(stage.group, "/pause")
            await stage.quiet(seconds=2)
        await stage.quiet()
        message = stage.group.last()
        assert "要歇 5 分钟" in message.text
        (button,) = coded(message.data, "z")
        await stage.press(stage.tom, message, button)
        await stage.quiet(seconds=5)
        assert message.text.startswith("▶️ 接着打，钟走了。")
        assert message.data == []
        press = stage.wei.press(message, {"text": "接着打", "callback_data": button})
        await stage.until(lambda: press.answered)
        assert only_table(app).paused_at is None
        assert press.shown is not None
        assert press.shown.text == "没在歇，已经接着打了。"
        stage.check()
