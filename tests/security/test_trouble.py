"""What goes wrong, wherever it does, tells nobody's tiles, and the table goes on (test 32)."""

import gc
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.end_to_end.driving import Player, Temper, code_of, coded, playing, sit
from tests.fakes.clock import run_virtual
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage
from tests.security.canaries import Watched, watched

SECRET = "hidden-tiles-of-everybody"  # noqa: S105 - what an exception might say
PLACES = (
    *(f"handlers.tables.actor.{name}" for name in ("step", "write_rows", "wake_at")),
    *(f"handlers.tables.play.{name}" for name in ("apply", "settled", "computer_act", "public_events")),
    *(f"handlers.tables.presses.{name}" for name in ("best_way", "parse_act", "legal_actions")),
    *(f"handlers.tables.surfaces.{name}" for name in ("public_view", "seat_view", "eye_alert", "why_alert")),
    *("handlers.show.board.render_board", "handlers.show.board.band", "handlers.show.panel.panel_keyboard"),
    *("handlers.show.panel.render_panel", "handlers.show.cards.render_card"),
    *(f"handlers.tables.showing.{name}" for name in ("answer_text", "Showing.want", "Showing._slot")),
    *("handlers.tables.hall.Hall._delivered", "handlers.commands.press.parse"),
    *("storage.journal.append_action", "storage.journal.note_update"),
    *(
        "handlers.posted.PostedRows.note",
        "handlers.posted.PictureIds.find",
        "handlers.transport.calls.Calls.edit",
    ),
    *("engine.play.after_draw", "engine.play.note_passes", "engine.draft.Draft.freeze"),
)
TIMES = (1, 4)
"""It fails at the first and at the fourth call since the cards were dealt."""


class Failing:
    """Calls through, but for two calls that raise what nobody may read."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.real = real
        self.calls = 0
        self.raised = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        if self.calls in TIMES:
            self.raised += 1
            raise LookupError(SECRET) from ValueError(SECRET)
        return self.real(*args, **kwargs)

    def __get__(self, owner: Any, _: Any = None) -> Any:
        return lambda *args, **kwargs: self(owner, *args, **kwargs)


async def play_through(watch: Watched, place: str) -> int:
    """A hand in the middle of which the place fails twice; gives how often it did."""
    stage = watch.stage
    stage.wei.send(stage.group, "/new fuzhou dice=off tempo=quick advice=false")
    await stage.until(stage.group.board_or_none)
    lobby = stage.group.board()
    players = [Player(person, stage.group, 1, Temper(think=(0.3, 1.0))) for person in stage.people[:3]]
    for player in players:
        await sit(player, lobby)
    await players[0].press(lobby, coded(lobby.data, "g")[0])
    await stage.until(lambda: only_table(watch.app).state == "playing")
    failing = Failing(pkgutil.resolve_name(place))
    with patch(place, failing):
        async with playing(players, stage.clock.sleep):
            for _ in range(3):
                await _looks(stage)
            await stage.until(lambda: failing.raised >= 2 or _has_played(watch), patience=600.0)
            seen = only_table(watch.app)
            await stage.until(lambda: only_table(watch.app).decision > seen.decision, patience=600.0)
        await stage.quiet(seconds=6.0)
    gc.collect()  # what a task raised and nobody heard is logged when it goes
    return failing.raised


async def _looks(stage: Stage) -> None:
    """Somebody presses 👀 on the board and ❓ on the panel."""
    for person in stage.people[:2]:
        for room, code in ((stage.group, "e"), (person.private, "ad")):
            board = room.board_or_none()
            found = [data for data in board.data if code_of(data) == code] if board else []
            if board is not None and found:
                await stage.press(person, board, found[0])
            await stage.clock.sleep(1)


def _has_played(watch: Watched) -> bool:
    return only_table(watch.app).played >= 1


@pytest.mark.logs(".")
@pytest.mark.parametrize("place", PLACES)
def test_an_exception_tells_nothing_and_the_table_goes_on(place: str, tmp_path: Path) -> None:
    stage = Stage()

    async def run() -> tuple[Watched, int]:
        async with watched(stage, tmp_path / "paizhuo.db") as watch:
            return watch, await play_through(watch, place)

    watch, raised = run_virtual(run(), stage.clock)
    assert raised
    assert watch.leaks == []
    assert [sent for sent in watch.tap.sent if SECRET in sent.text] == []
    assert SECRET not in watch.log.getvalue()
    assert watch.log_leaks() == []
    assert not stage.world.unanswered
