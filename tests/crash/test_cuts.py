"""The process ends at named and at random places; the next life goes on with the same hand, and nothing is lost."""

import random
from pathlib import Path

import pytest

from engine.games import games
from handlers.app import App
from storage.errors import StorageError
from tests.crash.cutting import Knife, life
from tests.end_to_end.driving import Player, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import Row, check_record, fold, journal, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

EXPECTED = ("Too Many Requests", "message is not modified", "query is too old")
"""A new life does not know how fast the last one wrote, nor which call reached Telegram just before its end."""


async def cut(
    stage: Stage, path: Path, grave: Path, knife: Knife, players: list[Player], *, seed: int
) -> bool:
    """One life until the knife strikes, or the match is over; gives whether it struck."""
    try:
        async with life(stage, path, knife, grave, seed=seed) as app, playing(players, stage.clock.sleep):
            await stage.until(lambda: knife.struck.is_set() or over(app), patience=LONGEST_MATCH)
    except StorageError:
        if not knife.struck.is_set():  # else it was cut off while it started
            raise
    return knife.struck.is_set()


def over(app: App) -> bool:
    """Is the only match over?"""
    return bool(app.hall.actors) and only_table(app).state == "over"


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
    """The new life holds the very hand that the journal tells, with its open question and the answers given."""
    for table_id in list(app.hall.actors):
        await app.hall.fold(table_id)
    hands = check_record(path)
    if hands and hands[-1]["state"] != "void":
        table, folded = only_table(app), fold(path, hands[-1])
        assert table.hand is not None
        assert table.hand.seats == folded.seats
        assert table.hand.prompt == folded.prompt
        assert table.decision == rows(path, "SELECT decision FROM tables")[0]["decision"]


async def play_through(
    stage: Stage, folder: Path, knives: list[Knife], typed: str, *, people: int = 4
) -> int:
    """A match through all these knives, each in a life of its own, and one hand more; gives how many struck."""
    path = folder / "paizhuo.db"
    async with hosting(stage, path):
        players = await open_table(stage, typed, people=people)
    for number, knife in enumerate(knives):
        grave = folder / f"life{number + 1}"
        before = acts(path, check_record(path))
        if not await cut(stage, path, grave, knife, players, seed=number):
            return number
        path = grave / "paizhuo.db"
        check_presses(stage, path)
        after = acts(path, check_record(path))
        assert [lines[: len(old)] for old, lines in zip(before, after, strict=False)] == before
        async with hosting(stage, path, seed=number) as app:
            await check_life(app, path)
    await play_on(stage, path, players)
    return len(knives)


async def play_on(stage: Stage, path: Path, players: list[Player]) -> None:
    """The last life plays a hand to its end, and all is well."""
    scored = len(rows(path, "SELECT * FROM hand_score"))
    async with hosting(stage, path) as app:
        await app.hall.fold(max(app.hall.actors))
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played > scored, patience=LONGEST_MATCH)
        await stage.quiet()
    assert not [c for c in stage.world.refused if not any(text in c.error for text in EXPECTED)]
    check_presses(stage, path)
    check_record(path)


PLACES = {
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


@virtual
async def test_cuts_at_named_places_lose_nothing(stage: Stage, tmp_path: Path) -> None:
    knives = [Knife(place.number, place.sql, place.method, place.executed) for place in PLACES.values()]
    struck = await play_through(stage, tmp_path, knives, "fuzhou hands=16 tempo=none dice=hand", people=2)
    assert struck == len(PLACES), f"not reached: {list(PLACES)[struck]}"


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
@pytest.mark.parametrize("game", games())
@virtual
async def test_every_game_survives_forty_cuts(stage: Stage, tmp_path: Path, game: str) -> None:
    chance = random.Random(game)
    knives = [Knife(chance.randrange(1, 250), sql="") for _ in range(40)]
    await play_through(stage, tmp_path, knives, f"{game} dice=off", people=3)
