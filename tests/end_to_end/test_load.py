"""Twenty tables in twenty groups, the real bot, a strict Telegram: its pace is kept and every last word is in time."""

import asyncio
import math
import random
from collections import Counter
from pathlib import Path

import pytest

from handlers.app import App
from playground.model import Call
from tests.end_to_end.crowds import buttons, cast, needed, open_one, writes
from tests.end_to_end.driving import Player
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

TABLES, MINUTES = 20, 5
LAST_WORD = 5.0
"""Virtual seconds from the last act of a hand to its card in the group."""
NEEDED = 3.0
TYPED = "fuzhou hands=16 dice=off"
LOOKS = (1.0, 5.0)
"""People look at the phone every so many seconds."""

ENDED = "SELECT hand.hand_id, hand.hand_no, hand.chat_id, max(action.at) AS at FROM hand JOIN action " \
    "USING (table_id, hand_no) WHERE hand.state = 'done' GROUP BY hand.hand_id"  # fmt: skip
DISCARDS = "SELECT count(*) AS n FROM action WHERE act LIKE 'd:%'"


async def play(player: Player, clock: VirtualClock, end: float) -> None:
    """Look every few seconds and press what is there."""
    draw = random.Random(player.person.id)
    while clock.elapsed < end:
        await clock.sleep(draw.uniform(*LOOKS))
        chosen = player.choose()
        if chosen is not None:
            await player.press(*chosen)


def written(stage: Stage, since: int) -> list[Call]:
    """Messages sent or edited."""
    return [call for call in stage.world.calls[since:] if writes(call)]


@pytest.mark.slow
@virtual
async def test_five_minutes_of_twenty_tables_keep_telegrams_pace(clock: VirtualClock, tmp_path: Path) -> None:
    stage, path = Stage(clock), tmp_path / "paizhuo.db"
    async with hosting(stage, path) as app:
        crowd = cast(stage.world, TABLES)
        tables = await asyncio.gather(*(open_one(stage, group, four, TYPED) for group, four in crowd))
        await stage.until(lambda: dealt(app))
        since, end = len(stage.world.calls), clock.elapsed + MINUTES * 60
        await asyncio.gather(*(play(player, clock, end) for players in tables for player in players))
        told = written(stage, since)
        await clock.sleep(LAST_WORD)  # the card of a hand that ended just now
        shown = written(stage, since)
    stage.check()
    assert not [call for call in stage.world.calls if call.status == 429]
    late = {hand: wait for hand, wait in waits(path, shown).items() if wait > LAST_WORD}
    assert not late
    check_record(path)
    report(path, told)


def dealt(app: App) -> bool:
    """Has every table its first hand?"""
    states = Counter(actor.table.state for actor in app.hall.actors.values())
    return states == {"playing": TABLES}


def waits(path: Path, calls: list[Call]) -> dict[int, float]:
    """For every hand that ended: the seconds from its last act to the card, which leads to its replay."""
    found = {}
    for hand in rows(path, ENDED):
        label = f"#{hand['hand_no']}"
        cards = [
            call.at - hand["at"] / 1000
            for call in calls
            if call.chat_id == hand["chat_id"]
            and round(call.at * 1000) >= hand["at"]  # whole ms, as the journal has them
            and any(button["text"].endswith(label) for button in buttons(call))
        ]
        found[hand["hand_id"]] = min(cards, default=math.inf)
    assert len(found) >= TABLES, "too few hands have ended"
    return found


def report(path: Path, calls: list[Call]) -> None:
    """Needed calls per discard: boards, and panels that ask; printed, and at most three."""
    discards = rows(path, DISCARDS)[0]["n"]
    boards = [call for call in calls if (call.chat_id or 0) < 0]
    panels = [call for call in calls if (call.chat_id or 0) > 0]
    necessary = sum(needed(call) for call in calls)
    print(  # noqa: T201
        f"{TABLES} tables, {MINUTES} min: {discards} discards, {len(boards)} in groups, {len(panels)} panels; "
        f"{necessary / discards:.2f} needed calls per discard, {len(calls) / discards:.2f} in all"
    )
    assert discards > TABLES * MINUTES
    assert necessary / discards <= NEEDED
