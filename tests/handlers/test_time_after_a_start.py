"""A start costs nobody a turn: whatever was asked is asked again, with its whole time."""

from pathlib import Path

import pytest

from engine.hand import settled
from engine.prompts import PromptKind
from handlers.tables.model import Table
from handlers.tables.pace import MINUTE, PACES
from tests.end_to_end.driving import Temper, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import Row, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

PASSING = Temper(claims=0, passes=1)
MOST = 15 * MINUTE
"""Of half a day a start gives back so much, in ms."""
AWAY = 13 * 3600.0
"""The bot is away until every deadline has long been over, in seconds."""
QUESTIONS = [
    (tempo, kind)
    for tempo in PACES
    for kind in (PromptKind.TURN, PromptKind.CLAIM, PromptKind.CHOW)
    if (tempo, kind)
    != ("day", PromptKind.CLAIM)  # by the day standing orders answer at once: none is ever open
]


def whole_time(tempo: str, kind: PromptKind) -> int | None:
    """How long such a question is open at the least after a start, ms; None: no clock."""
    pace = PACES[tempo]
    length = pace.claim if kind is PromptKind.CLAIM else pace.turn
    return None if length is None else min(length, MOST)


def asks(table: Table, kind: PromptKind) -> bool:
    """Is such a question open, some way into the hand, that waits for somebody's answer?"""
    hand = table.hand
    if hand is None or hand.prompt is None or hand.prompt.kind is not kind or table.seq <= 8:
        return False
    return kind is not PromptKind.CLAIM or not settled(hand)


def not_by_people(path: Path) -> list[Row]:
    """What was done for people, or by the host."""
    return rows(path, "SELECT * FROM action WHERE by <> 'person'")


@pytest.mark.slow
@pytest.mark.parametrize(("tempo", "kind"), QUESTIONS)
@virtual
async def test_after_a_start_a_question_has_its_whole_time_and_nothing_is_played_for_anybody(
    stage: Stage, path: Path, tempo: str, kind: PromptKind
) -> None:
    """P6. Everybody is silent until just before the time is over."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, f"fuzhou hands=4 dice=off window=fixed tempo={tempo}")
        for player in players:
            player.temper = PASSING
        while not asks(only_table(app), kind):  # a press may still be on its way when they stop
            async with playing(players, stage.clock.sleep):
                await stage.until(lambda: asks(only_table(app), kind), patience=LONGEST_MATCH)
            await stage.until(lambda: not stage.world.unanswered)
        asked, before = only_table(app).prompt, not_by_people(path)
    await stage.clock.sleep(AWAY)
    async with hosting(stage, path) as app:
        began, length = stage.clock.now(), whole_time(tempo, kind)
        await app.hall.fold(only_table(app).table_id)
        due = only_table(app).clock.due_at
        assert (due is None) == (length is None)
        assert (due or 0) - began >= (length or -began)
        await stage.clock.sleep((length or MOST) / 1000 - 1)
        assert only_table(app).prompt == asked
    assert not_by_people(path) == before
