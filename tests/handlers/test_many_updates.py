"""Thousands of updates that come again, in another order, under other numbers, or to a process that crashes."""

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from handlers.callback_data import parse
from handlers.show.settings import SORTS
from handlers.tables import commands
from playground.model import Press
from playground.people import Person
from playground.updates import Update
from tests.crash.cutting import Knife
from tests.crash.test_cuts import check_presses, cut
from tests.end_to_end.crowds import Crowd, looking, open_all
from tests.end_to_end.driving import Temper
from tests.end_to_end.matches import open_table
from tests.end_to_end.pressed import check_acts
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting, only_table, seat_of
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready

LOOKS = (0.2, 0.8)
HASTY = Temper(passes=1)
"""Everybody passes at once wherever he is asked, so that many presses come of few pictures."""
TYPED = "fuzhou hands=16 tempo=none dice=off window=open"
TWICE = "query is too old"
SAME = "message is not modified"
"""A hand sorted anew is another picture; pictures are blank here."""
ACTS = frozenset("dcpkhxrmsta")
Bend = Callable[[Stage, random.Random], None]


class Arrivals:
    """How many presses have reached the bot. It is asked at every change, so each update is looked at once."""

    def __init__(self, stage: Stage) -> None:
        self._queue = stage.world.updates
        self._seen = self._presses = 0

    def __call__(self) -> int:
        fresh = self._queue.confirmed[self._seen :]
        self._seen += len(fresh)
        self._presses += sum(update.kind == "callback_query" for update in fresh)
        return self._presses


async def play(stage: Stage, path: Path, bend: Bend, *, tables: int, updates: int) -> None:
    """Tables play until so many updates have been handled, the way to the bot being bent."""
    presses = Arrivals(stage)
    async with hosting(stage, path):
        crowd = await open_all(stage, tables, TYPED, temper=HASTY)
        await stage.quiet()  # numbers fall after a time without updates only
        bend(stage, random.Random(5))
        async with looking(crowd, stage.clock.sleep, every=LOOKS):
            await stage.until(lambda: presses() >= updates, patience=24 * 3600)
        await stage.quiet()
        await sort_all(stage, path, crowd)
    assert not stage.world.unanswered
    refused = [call.error for call in stage.world.refused]
    assert not [error for error in refused if TWICE not in error and SAME not in error]
    check_record(path)
    check_presses(stage, path)
    check_acts(stage, path)
    check_once(stage, path)


async def sort_all(stage: Stage, path: Path, crowd: Crowd) -> None:
    """Everybody sorts his tiles once, and again: a press that counted twice would take two steps."""
    everybody = [player for players in crowd for player in players]
    order = [sorting(path, player.person) for player in everybody]
    for _ in range(2):
        for player in everybody:
            table = player.presses[0].data.split(":")[0]
            player.person.forge("private", player.person.private.last().id, f"{table}:0:hs")
        await stage.quiet()
        order = [following(was) for was in order]
        assert [sorting(path, player.person) for player in everybody] == order


def check_once(stage: Stage, path: Path) -> None:
    """Every press was handled, and no more acts were made than different presses came."""
    known = {
        row["update_id"] for row in rows(path, "SELECT update_id FROM processed_update WHERE failed = 0")
    }
    came = [update for update in stage.world.updates.confirmed if update.kind == "callback_query"]
    assert not [update.id for update in came if update.id not in known]
    acted = [press for press in stage.world.presses.values() if is_act(press)]
    (made,) = rows(path, "SELECT count(*) AS n FROM action WHERE by = 'person'")
    assert made["n"] <= len(acted)


def is_act(press: Press) -> bool:
    pressed = parse(press.data)
    return pressed is not None and pressed.code in ACTS


class Copies:
    """Each update is delivered once to five times; `more` counts those after the first."""

    def __init__(self) -> None:
        self.more = 0

    def __call__(self, stage: Stage, chance: random.Random) -> None:
        def copies() -> int:
            number = chance.randint(1, 5)
            self.more += number - 1
            return number

        stage.world.updates.copies = copies


def shuffled(stage: Stage, chance: random.Random) -> None:
    """Batches gather for a while, and each eight of them come in any order."""
    stage.world.faults.delay(1.5, "getUpdates", times=10**9)

    def bent(batch: list[Update]) -> list[Update]:
        parts = [batch[at : at + 8] for at in range(0, len(batch), 8)]
        return [update for part in parts for update in chance.sample(part, len(part))]

    stage.world.updates.order = bent


def lower(stage: Stage, chance: random.Random) -> None:
    """The numbers of updates fall."""
    stage.world.updates.restart_ids(chance.randrange(1, 1000))


async def play_copies(stage: Stage, path: Path, *, tables: int, updates: int) -> None:
    """Updates come up to five times: each counts once, and every one is answered."""
    copies = Copies()
    await play(stage, path, copies, tables=tables, updates=updates)
    answers = sum(call.method == "answerCallbackQuery" for call in stage.world.calls)
    assert answers == len(stage.world.presses) + copies.more


@pytest.mark.slow
@virtual
async def test_three_thousand_updates_that_come_again(stage: Stage, path: Path) -> None:
    """Reliability test 10, in small."""
    await play_copies(stage, path, tables=8, updates=3_000)


@pytest.mark.soak
@pytest.mark.soak_part("delivery")
@virtual
async def test_ten_thousand_updates_that_come_again(stage: Stage, path: Path) -> None:
    """Reliability test 10."""
    await play_copies(stage, path, tables=25, updates=10_000)


@pytest.mark.slow
@pytest.mark.parametrize(("bend", "updates"), [(shuffled, 5_000), (lower, 200)])
@virtual
async def test_many_updates(stage: Stage, path: Path, bend: Bend, updates: int) -> None:
    """Reliability tests 12 and 13."""
    await play(stage, path, bend, tables=8, updates=updates)


@pytest.mark.soak
@pytest.mark.soak_part("delivery")
@pytest.mark.parametrize(("bend", "updates"), [(shuffled, 5_000), (lower, 2_000)])
@virtual
async def test_thousands_of_updates(stage: Stage, path: Path, bend: Bend, updates: int) -> None:
    """The same with more tables."""
    await play(stage, path, bend, tables=25, updates=updates)


@virtual
async def test_what_is_switched_is_switched_once_however_often_it_comes(stage: Stage, path: Path) -> None:
    """Each update comes twice: a switch that were thrown twice would stand as before."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none")
        await make_ready(stage, app, players)
        await stage.quiet()
        stage.world.updates.copies = lambda: 2
        number = stage.wei.private.board().data[0].split(":")[0]
        seat = seat_of(only_table(app), stage.wei.id)
        assert seat is not None
        up, order = only_table(app).chair(seat).table_up, sorting(path, stage.wei)
        for code in ("sw", "hs", "z"):
            press = stage.wei.forge("private", stage.wei.private.board().id, f"{number}:0:{code}")
            await stage.until(lambda p=press: p.answered)  # type: ignore[misc]
            await stage.quiet()
        after = only_table(app)
        assert after.chair(seat).table_up != up
        assert after.paused_at is not None
        assert sorting(path, stage.wei) == following(order)


@virtual
async def test_an_update_that_was_taken_is_known_by_its_number_alone(stage: Stage, path: Path) -> None:
    """Long after, with nothing of it left in memory: the number in the database refuses it."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none")
        await make_ready(stage, app, players)
        await stage.quiet()
        table = only_table(app)
        seat = seat_of(table, stage.wei.id)
        assert seat is not None
        wei = table.person_at(seat)
        assert wei is not None
        for query, update_id in (("a", 900), ("b", 900), ("c", 901), ("d", 902), ("e", 901)):
            await stage.clock.sleep(600.0)
            command = commands.Press(wei, "sw", query_id=query)
            done = await app.hall.enqueue(table.table_id, command, update_id=update_id, query_id="")
            assert done is not None
            effects = await done
            assert bool(effects.dirty) == (query in "acd")
        assert only_table(app).chair(seat).table_up != table.chair(seat).table_up  # three switches, not five


def sorting(path: Path, person: Person) -> str:
    """How this person's tiles are sorted, as stored."""
    (row,) = rows(path, "SELECT settings FROM person WHERE user_id = ?", person.id)
    return str(json.loads(row["settings"]).get("sort", SORTS[0]))


def following(order: str) -> str:
    """The next way of sorting."""
    return SORTS[(SORTS.index(order) + 1) % len(SORTS)]


# -- the same press under another number


async def press_all_again(stage: Stage, path: Path, *, tables: int, again: int) -> None:
    """Everybody's presses are sent once more, as an app does that was closed before the answer."""
    sent: list[Press] = []
    async with hosting(stage, path):
        crowd = await open_all(stage, tables, TYPED, temper=HASTY)
        seen = set(stage.world.presses)

        async def repeat() -> None:
            """Each press once more, after its answer."""
            while True:
                version = stage.world.changes.version
                for press in list(stage.world.presses.values()):
                    if press.answered and press.id not in seen:
                        seen.add(press.id)
                        if is_act(press) and not (press.shown and press.shown.alert):
                            sent.append(person_of(crowd, press).press_again(press))
                            seen.add(sent[-1].id)
                await stage.world.changes.after(version)

        repeating = asyncio.create_task(repeat())
        async with looking(crowd, stage.clock.sleep, every=LOOKS):
            await stage.until(lambda: len(sent) >= again or repeating.done(), patience=24 * 3600)
        repeating.cancel()
        await asyncio.gather(repeating, return_exceptions=True)
        await stage.quiet()
    assert len(sent) >= again
    stage.check()
    check_record(path)
    check_acts(stage, path)
    first = [p for p in stage.world.presses.values() if is_act(p) and p.id not in {s.id for s in sent}]
    (made,) = rows(path, "SELECT count(*) AS n FROM action WHERE by = 'person'")
    assert made["n"] <= len(first)


def person_of(crowd: Crowd, press: Press) -> Person:
    return next(p.person for players in crowd for p in players if p.person.id == press.user.id)


@pytest.mark.slow
@virtual
async def test_two_thousand_presses_sent_again_do_nothing_more(stage: Stage, path: Path) -> None:
    """Reliability test 11, in small."""
    await press_all_again(stage, path, tables=8, again=2_000)


@pytest.mark.soak
@pytest.mark.soak_part("delivery")
@virtual
async def test_five_thousand_presses_sent_again_do_nothing_more(stage: Stage, path: Path) -> None:
    """Reliability test 11."""
    await press_all_again(stage, path, tables=25, again=5_000)


# -- crashes


async def crash_often(stage: Stage, folder: Path, *, crashes: int, updates: int, tables: int) -> None:
    """So many lives are cut off within so many updates; all are handled, none is applied twice."""
    presses = Arrivals(stage)
    chance, path = random.Random(14), folder / "paizhuo.db"
    async with hosting(stage, path):
        crowd = await open_all(stage, tables, TYPED, temper=HASTY)
    begun = presses()
    for crash in range(crashes):
        goal = begun + (crash + 1) * updates // crashes
        knife = Later(presses, goal, chance.randrange(1, 60))
        grave = folder / f"life{crash}"
        assert await cut(stage, path, grave, knife, crowd, seed=crash)
        path = grave / "paizhuo.db"
    async with hosting(stage, path):
        await stage.quiet()
    assert presses() - begun >= updates
    assert not stage.world.updates.waiting
    assert not stage.world.unanswered
    check_presses(stage, path)
    check_acts(stage, path)
    check_once(stage, path)
    check_record(path)
    print(f"{crashes} crashes in {presses() - begun} presses: 0 never handled, 0 twice")  # noqa: T201


class Later(Knife):
    """Strikes at a statement or call after so many presses have been confirmed."""

    def __init__(self, presses: Arrivals, goal: int, number: int) -> None:
        super().__init__(number, sql="")
        self._presses, self._goal, self._answers = presses, goal, number % 3 == 0

    def meets(self, kind: str, text: str) -> bool:
        if self.struck.is_set() or self._presses() < self._goal:
            return False
        if self._answers:  # around the answer to a press, executed or not
            if kind != "call" or not text.startswith("answer"):
                return False
            self.executed = self.number % 2 == 0
            return True
        if kind != "sql":
            return False
        self.number -= 1
        return self.number <= 0


@pytest.mark.slow
@virtual
async def test_twenty_crashes_in_six_hundred_presses(stage: Stage, tmp_path: Path) -> None:
    await crash_often(stage, tmp_path, crashes=20, updates=600, tables=6)


@pytest.mark.soak
@pytest.mark.soak_part("delivery")
@pytest.mark.parametrize("seed", range(10))
@virtual
async def test_fifty_crashes_in_fifteen_hundred_presses(
    clock: VirtualClock, tmp_path: Path, seed: int
) -> None:
    """Reliability test 14: ten times these are 500 crashes in 15,000."""
    await crash_often(Stage(clock, seed=seed), tmp_path, crashes=50, updates=1_500, tables=6)
