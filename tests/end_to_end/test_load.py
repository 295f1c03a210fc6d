"""Many tables in as many groups, the real bot, a strict Telegram: its pace is kept and every last word is in time."""

import math
from collections import Counter
from pathlib import Path

import pytest

from handlers.app import App
from playground.model import Call
from tests.end_to_end.crowds import buttons, looking, needed, open_all, writes
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


def written(stage: Stage, since: int) -> list[Call]:
    """Messages sent or edited."""
    return [call for call in stage.world.calls[since:] if writes(call)]


@pytest.mark.slow
@virtual
async def test_five_minutes_of_twenty_tables_keep_telegrams_pace(clock: VirtualClock, tmp_path: Path) -> None:
    await keeps_pace(Stage(clock), tmp_path / "paizhuo.db", TABLES, MINUTES)


@pytest.mark.soak
@pytest.mark.soak_part("delivery")
@virtual
async def test_ten_minutes_of_fifty_tables_keep_telegrams_pace(clock: VirtualClock, tmp_path: Path) -> None:
    await keeps_pace(Stage(clock), tmp_path / "paizhuo.db", 50, 10)


async def keeps_pace(stage: Stage, path: Path, tables: int, minutes: int) -> None:
    """No 429, no last word too late, few calls; figures are printed."""
    clock = stage.clock
    async with hosting(stage, path) as app:
        crowd = await open_all(stage, tables, TYPED)
        await stage.until(lambda: dealt(app, tables))
        since = len(stage.world.calls)
        async with looking(crowd, clock.sleep, every=LOOKS):
            await clock.sleep(minutes * 60)
        told = written(stage, since)
        await clock.sleep(LAST_WORD)  # the card of a hand that ended just now
        shown = written(stage, since)
    stage.check()
    assert not [call for call in stage.world.calls if call.status == 429]
    last_words = waits(path, shown)
    assert len(last_words) >= tables, "too few hands have ended"
    assert max(last_words.values()) <= LAST_WORD
    check_record(path)
    report(path, told, tables, minutes)


def dealt(app: App, tables: int) -> bool:
    """Has every table its first hand?"""
    states = Counter(actor.table.state for actor in app.hall.actors.values())
    return states == {"playing": tables}


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
    return found


def report(path: Path, calls: list[Call], tables: int, minutes: int) -> None:
    """Needed calls per discard: boards, and panels that ask; printed, and at most three."""
    discards = rows(path, DISCARDS)[0]["n"]
    boards = [call for call in calls if (call.chat_id or 0) < 0]
    panels = [call for call in calls if (call.chat_id or 0) > 0]
    necessary = sum(needed(call) for call in calls)
    print(  # noqa: T201
        f"{tables} tables, {minutes} min: {discards} discards, {len(boards)} in groups, {len(panels)} panels; "
        f"{necessary / discards:.2f} needed calls per discard, {len(calls) / discards:.2f} in all"
    )
    assert discards > tables * minutes
    assert necessary / discards <= NEEDED
