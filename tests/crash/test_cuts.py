"""The process ends at named and at random places; the next life goes on with the same hands, and nothing is lost."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.games import games
from handlers.app import App
from storage.errors import StorageError
from tests.crash.cutting import Knife, life
from tests.end_to_end.crowds import Crowd, looking, open_all
from tests.end_to_end.matches import LONGEST_MATCH
from tests.end_to_end.memory import check_memory
from tests.end_to_end.pressed import check_acts
from tests.end_to_end.records import HANDS, Row, check_record, journal, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage

EXPECTED = ("Too Many Requests", "message is not modified", "query is too old")
"""A new life does not know how fast the last one wrote, nor which call reached Telegram just before its end."""
LOOKS = (0.5, 2.0)
"""People look at their phones every so many seconds."""


async def cut(stage: Stage, path: Path, grave: Path, knife: Knife, crowd: Crowd, *, seed: int) -> bool:
    """One life until the knife strikes, or all matches are over; gives whether it struck."""
    try:
        async with (
            life(stage, path, knife, grave, seed=seed) as app,
            looking(crowd, stage.clock.sleep, every=LOOKS),
        ):
            await stage.until(lambda: knife.struck.is_set() or over(app), patience=LONGEST_MATCH)
    except StorageError:
        if not knife.struck.is_set():  # else it was cut off while it started
            raise
    return knife.struck.is_set()


def over(app: App) -> bool:
    """Are all matches over?"""
    tables = [actor.table for actor in app.hall.actors.values()]
    return all(table.state == "over" for table in tables)


def check_presses(stage: Stage, path: Path) -> None:
    """Every press that was answered is on disk."""
    queue = stage.world.updates
    numbers = {update.body.get("id"): update.id for update in (*queue.confirmed, *queue.waiting)}
    known = {row["update_id"] for row in rows(path, "SELECT update_id FROM processed_update")}
    answered = [press for press in stage.world.presses.values() if press.answered]
    assert [press for press in answered if numbers[press.id] not in known] == []


def acts(path: Path, hands: list[Row]) -> list[list[tuple[object, ...]]]:
    """All journals: who did what."""
    return [[(a["seat"], a["act"], a["by"], a["events"]) for a in journal(path, hand)] for hand in hands]


async def check_life(app: App, path: Path) -> None:
    """The new life holds the very hands that the journals tell, with their open questions and the answers given."""
    for table_id in list(app.hall.actors):
        await app.hall.fold(table_id)
    await app.clock.sleep(0.5)  # what had waited for this life is taken in
    for actor in list(app.hall.actors.values()):
        await actor.finish()
    check_memory(app, path)


async def play_through(
    stage: Stage, folder: Path, knives: Sequence[Knife], typed: str, *, people: int = 4, tables: int = 1
) -> int:
    """Matches through all these knives, each in a life of its own, and one hand more; gives how many struck."""
    path = folder / "paizhuo.db"
    async with hosting(stage, path):
        crowd = await open_all(stage, tables, typed, people=people)
    before: list[list[tuple[object, ...]]] = []
    for number, knife in enumerate(knives):
        grave = folder / f"life{number + 1}"
        if not await cut(stage, path, grave, knife, crowd, seed=number):
            return number
        path = grave / "paizhuo.db"
        check_presses(stage, path)
        after = acts(path, check_record(path))
        assert [lines[: len(old)] for old, lines in zip(before, after, strict=False)] == before
        async with hosting(stage, path, seed=number) as app:
            await check_life(app, path)
        before = acts(path, rows(path, HANDS))
    await play_on(stage, path, crowd)
    return len(knives)


async def play_on(stage: Stage, path: Path, crowd: Crowd) -> None:
    """The last life plays a hand to its end at every table, and all is well."""
    async with hosting(stage, path) as app:
        scored = {table_id: actor.table.played for table_id, actor in app.hall.actors.items()}
        async with looking(crowd, stage.clock.sleep, every=LOOKS):
            await stage.until(lambda: have_played(app, scored), patience=LONGEST_MATCH)
        await stage.quiet()
    assert not [c for c in stage.world.refused if not any(text in c.error for text in EXPECTED)]
    assert not stage.world.unanswered
    check_presses(stage, path)
    check_record(path)
    check_acts(stage, path)


def have_played(app: App, scored: dict[int, int]) -> bool:
    """Has each of these tables one hand more, or gone?"""
    actors = app.hall.actors
    return all(table_id not in actors or actors[table_id].table.played > n for table_id, n in scored.items())


PLACES = {
    "while tables are listed": Knife(5, sql="SELECT"),
    "while a hand is folded": Knife(1, sql="SELECT table_id, hand_no, seq, seat, act"),
    "before a backup": Knife(1, sql="VACUUM INTO"),
    "before a transaction": Knife(30, sql="BEGIN IMMEDIATE"),
    "before an action is written": Knife(12, sql="INSERT INTO action"),
    "before a commit": Knife(30, sql="COMMIT"),
    "before a score is written": Knife(1, sql="INSERT INTO hand_score"),
    "after the score, before the commit": Knife(1, sql="UPDATE tables SET played"),
    "while a hand is dealt": Knife(2, sql="INSERT INTO hand ("),
    "before an answer": Knife(20, method="answerCallbackQuery"),
    "after an answer": Knife(20, method="answerCallbackQuery", executed=True),
    "a board sent, its id not saved": Knife(3, method="sendPhoto", executed=True),
    "a panel being edited": Knife(40, method="editMessage"),
    "before the dice": Knife(1, method="sendDice"),
    "between the dice": Knife(2, method="sendDice"),
    "after the dice": Knife(2, method="sendDice", executed=True),
    "before an update is noted": Knife(10, sql="INSERT OR IGNORE INTO processed_update"),
}
"""What a migration leaves when it is killed in any of its steps is shown by `storage/test_migrations.py`."""


def named(times: int = 1) -> list[Knife]:
    """Fresh knives for all places; each strikes at the `times`-fold number."""
    return [
        Knife(
            place.number * times if place.number > 5 else place.number,
            place.sql,
            place.method,
            place.executed,
        )
        for place in PLACES.values()
    ]


@pytest.mark.slow
@virtual
async def test_cuts_at_named_places_under_fifty_tables_lose_nothing(stage: Stage, tmp_path: Path) -> None:
    """Reliability test 2, for one game."""
    typed = "fuzhou hands=16 tempo=none dice=hand"
    struck = await play_through(stage, tmp_path, named(), typed, people=2, tables=50)
    assert struck == len(PLACES), f"not reached: {list(PLACES)[struck]}"


@pytest.mark.slow
@virtual
async def test_a_match_survives_twenty_cuts_at_random_places(stage: Stage, tmp_path: Path) -> None:
    chance = random.Random(8)
    knives = [
        Knife(chance.randrange(1, 400), sql="", executed=False)
        if chance.random() < 0.7
        else Knife(chance.randrange(1, 120), method="", executed=chance.random() < 0.5)
        for _ in range(20)
    ]
    assert await play_through(stage, tmp_path, knives, "fuzhou hands=16 tempo=none window=open") == 20


@pytest.mark.soak
@pytest.mark.soak_part("durability")
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("game", games())
@virtual
async def test_every_game_survives_cuts_at_named_places(
    stage: Stage, tmp_path: Path, game: str, times: int
) -> None:
    """Reliability test 2: the places × 7 games × 3."""
    typed = f"{game} tempo=none dice=hand"
    struck = await play_through(stage, tmp_path, named(times), typed, people=3, tables=6)
    assert struck == len(PLACES), f"not reached: {list(PLACES)[struck]}"


@pytest.mark.soak
@pytest.mark.soak_part("durability")
@pytest.mark.parametrize("game", games())
@virtual
async def test_every_game_survives_forty_cuts(stage: Stage, tmp_path: Path, game: str) -> None:
    chance = random.Random(game)
    knives = [Knife(chance.randrange(1, 250), sql="") for _ in range(40)]
    await play_through(stage, tmp_path, knives, f"{game} dice=off", people=3)
