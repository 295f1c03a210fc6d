"""The seed of a match is fixed, and said to be, before anybody can have wished for another (reliability test 37)."""

import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call, patch

import pytest

from engine.fairness import commitment, is_press
from handlers.app import App
from handlers.tables import hall
from handlers.tables.commands import Press
from playground.errors import ApiError
from playground.faults import Fault
from storage import Connection, journal
from tests.end_to_end.driving import coded, newest_with, playing
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready

LATE = 20
"""Seconds for which Telegram wants to hear nothing."""


@virtual
async def test_the_fingerprint_is_said_before_ready_dice_and_deal_and_is_that_of_the_seed(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=match")
        table = only_table(app)
        said = said_first(stage, table.commitment)
        assert table.commitment == commitment(table.seed)
        assert table.hand is None
        assert not any(chair and chair.ready for chair in table.chairs)
        assert not thrown(stage)
        await make_ready(stage, app, players)
        await stage.quiet()
        assert said < min(thrown(stage))
        assert only_table(app).hand is not None
        assert only_table(app).seed == table.seed
        assert table.seed.hex() not in "".join(str(call.fields) for call in stage.world.calls)
    stage.check()


@virtual
async def test_seed_and_pauses_are_drawn_by_the_systems_own_source_of_chance(
    stage: Stage, path: Path
) -> None:
    """The seed is its 32 bytes as they are; a masked pause is the shortest and what it draws up to the longest."""
    assert hall.secrets is secrets
    seed = bytes(range(100, 132))
    chance = Mock(spec_set=secrets)
    chance.token_bytes.side_effect = lambda number: seed[:number]
    chance.randbelow.side_effect = lambda limit: limit - 1
    async with hosting(stage, path) as app:
        with patch("handlers.tables.hall.secrets", chance):
            players = await open_table(stage, "fuzhou hands=4 dice=off window=masked tempo=slow")
        assert chance.token_bytes.mock_calls == [call(32)]
        assert await app.hall.database.read(Connection.rows, "SELECT seed FROM tables") == [(seed,)]
        await make_ready(stage, app, players)
        chance.randbelow.reset_mock()
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).clock.pause_until > stage.clock.now())
        clock = only_table(app).clock
        assert clock.pause_until - clock.opened_at == 5_000
        assert call(2_501) in chance.randbelow.mock_calls
    stage.check()


# -- whichever way a match is opened, and whatever becomes of the message


@dataclass(frozen=True, slots=True)
class Opening:
    """One match being opened; `spoil` lets a fault strike its next message in a chat."""

    stage: Stage
    app: App
    house: str
    fault: Callable[[int], Fault] | None

    def spoil(self, chat_id: int) -> None:
        if self.fault is not None:
            self.stage.world.faults.add(self.fault(chat_id))

    async def fill_and_end(self, people: int) -> None:
        """A table of so many people and computers is over, and Wei wants the same once more."""
        await open_table(self.stage, self.house, people=people)
        table_id, wei = only_table(self.app).table_id, only_table(self.app).person_at(0)
        assert wei is not None
        for _ in range(4 - people):
            await self.app.hall.submit(table_id, Press(wei, "b"))
        await self.app.hall.submit(table_id, Press(wei, "en", admin=True))
        await self.stage.quiet()
        self.spoil(self.stage.group.id)
        await self.app.hall.submit(table_id, Press(wei, "rm"))
        await self.stage.until(lambda: len(self.app.hall.actors) == 2)


async def by_buttons(opening: Opening) -> None:
    stage = opening.stage
    opening.spoil(stage.group.id)
    players = await open_table(stage, opening.house)
    ready = coded(stage.group.board().data, "g")[0]
    await players[0].press(stage.group.board(), ready)


async def by_commands(opening: Opening) -> None:
    stage, app = opening.stage, opening.app
    stage.wei.start()
    await stage.quiet()
    opening.spoil(stage.group.id)
    stage.wei.send(stage.group, f"/new {opening.house}")
    await stage.until(lambda: app.hall.actors)
    stage.wei.send(stage.group, "/join")
    await stage.until(lambda: only_table(app).people)
    stage.wei.send(stage.group, "/deal")


async def once_more_with_computers(opening: Opening) -> None:
    await opening.fill_and_end(people=1)


async def once_more_with_people(opening: Opening) -> None:
    await opening.fill_and_end(people=4)
    for person in opening.stage.people[1:]:
        asked = await opening.stage.until(lambda p=person: newest_with(p.private, "g"))  # type: ignore[misc]
        assert asked is not None
        await opening.stage.press(person, asked, coded(asked.data, "g")[0])


async def to_practise(opening: Opening) -> None:
    stage = opening.stage
    opening.spoil(stage.wei.id)
    stage.wei.send("private", f"/new {opening.house}")


WAYS = (by_buttons, by_commands, once_more_with_computers, once_more_with_people, to_practise)


def lost(chat_id: int) -> Fault:
    return Fault("lost", "sendMessage", chat_id, executed=False)


def arrived_unknown(chat_id: int) -> Fault:
    return Fault("lost", "sendMessage", chat_id)


def too_early(chat_id: int) -> Fault:
    error = ApiError(429, f"Too Many Requests: retry after {LATE}", retry_after=LATE)
    return Fault("error", "sendMessage", chat_id, executed=False, error=error)


@pytest.mark.parametrize(
    "dice", ["match", *(pytest.param(d, marks=pytest.mark.slow) for d in ("hand", "off"))]
)
@pytest.mark.parametrize("fault", [None, lost, arrived_unknown, too_early])
@pytest.mark.parametrize("way", WAYS)
@virtual
async def test_nothing_is_thrown_or_dealt_before_the_fingerprint_stands_and_nobody_waits_for_ever(
    stage: Stage,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    way: Callable[[Opening], Awaitable[None]],
    fault: Callable[[int], Fault] | None,
    dice: str,
) -> None:
    dealt = deals(stage, monkeypatch)
    async with hosting(stage, path) as app:
        await way(Opening(stage, app, f"fuzhou hands=4 dice={dice}", fault))
        await stage.until(lambda: dealt)
        said = said_first(stage, only_table(app).commitment)
        assert all(said < call for call in (*thrown(stage), *dealt))
        assert bool(thrown(stage)) == (dice != "off" and way is not to_practise)
        await stage.quiet()
        assert posted(stage, only_table(app).commitment) <= 1
    assert len(dealt) == 1
    stage.check()


@pytest.mark.parametrize("way", [by_commands, to_practise])
@virtual
async def test_after_a_restart_the_fingerprint_is_still_waited_for(
    stage: Stage, path: Path, monkeypatch: pytest.MonkeyPatch, *, way: Callable[[Opening], Awaitable[None]]
) -> None:
    dealt = deals(stage, monkeypatch)
    async with hosting(stage, path) as app:
        await way(Opening(stage, app, "fuzhou hands=4", too_early))
        await stage.until(
            lambda: app.hall.actors and any(chair and chair.ready for chair in only_table(app).chairs)
        )
        assert not only_table(app).committed
    assert not dealt
    async with hosting(stage, path) as app:
        await stage.until(lambda: dealt)
        said = said_first(stage, only_table(app).commitment)
        assert all(said < call for call in (*thrown(stage), *dealt))
    stage.check()


# -- what is mixed in


@pytest.mark.parametrize(
    ("way", "fault", "word"),
    [
        (by_buttons, None, "a press"),
        (by_buttons, arrived_unknown, "early"),  # as far as anybody can know at this moment
        (by_commands, too_early, "early"),
        (to_practise, None, "early"),
        (once_more_with_computers, None, "rematch"),
    ],
)
@virtual
async def test_only_a_ready_press_after_the_fingerprint_is_mixed_in_as_one(
    stage: Stage,
    path: Path,
    *,
    way: Callable[[Opening], Awaitable[None]],
    fault: Callable[[int], Fault] | None,
    word: str,
) -> None:
    async with hosting(stage, path) as app:
        await way(Opening(stage, app, "fuzhou hands=4 dice=off", fault))
        await stage.until(lambda: app.hall.actors and only_table(app).state == "playing")
    (hand,) = rows(path, "SELECT entropy FROM hand")
    first = json.loads(hand["entropy"])["seats"][0]
    assert ("a press" if is_press(first) else first) == word


def said_first(stage: Stage, fingerprint: str) -> int:
    """Which call was the first to tell anybody the fingerprint."""
    texts = [str(call.fields).replace(" ", "") for call in stage.world.calls]
    arrived = [call.message_id is not None for call in stage.world.calls]
    found = [number for number, text in enumerate(texts) if fingerprint in text and arrived[number]]
    assert fingerprint
    assert found, "it has not been said"
    return found[0]


def posted(stage: Stage, fingerprint: str) -> int:
    """How often it was sent, but for what a fault struck."""
    sent = [call for call in stage.world.calls if call.method == "sendMessage" and not call.fault]
    return sum(fingerprint in str(call.fields).replace(" ", "") for call in sent)


def thrown(stage: Stage) -> list[int]:
    """Which calls threw dice."""
    return [number for number, call in enumerate(stage.world.calls) if call.method == "sendDice"]


def deals(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many calls had been made when a hand was dealt: one number a deal, as they come."""
    found: list[int] = []
    begin = journal.begin_hand

    async def noted(*args: Any, **given: Any) -> int:
        found.append(len(stage.world.calls))
        return await begin(*args, **given)

    monkeypatch.setattr(journal, "begin_hand", noted)
    return found
