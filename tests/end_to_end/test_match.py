"""Whole matches in process on virtual time, played through buttons against a strict Telegram."""

import json
from pathlib import Path

import pytest

from engine.games import games
from engine.options import TableOptions
from tests.end_to_end.driving import Player, Temper, coded
from tests.end_to_end.matches import LONGEST_MATCH, check_messages, open_table, play_out
from tests.end_to_end.records import Row, check_record, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

FIRST = ("fuzhou", "fuding")
"""What `make check` plays; `make test` plays all games."""
SHORTEST = {"fuzhou": "hands=4", "qingtian": "length=2"}


def settings(game: str) -> str:
    """The shortest match that the game offers."""
    return SHORTEST.get(game, "hands=4")


async def play_match(stage: Stage, path: Path, typed: str, *, people: int = 4, seed: int = 1) -> list[Row]:
    """A whole match; checks everything that holds of every match, and gives its hands."""
    async with hosting(stage, path, seed=seed) as app:
        players = await open_table(stage, typed, people=people, seed=seed)
        await play_out(stage, app, players)
    hands = check_record(path)
    check_messages(stage, path, hands)
    return hands


@pytest.mark.slow
@virtual
async def test_four_people_play_a_match_of_fuzhou_with_the_default_window(stage: Stage, path: Path) -> None:
    hands = await play_match(stage, path, "fuzhou hands=4")
    assert [hand["state"] for hand in hands] == ["done"] * 4
    played_by = rows(path, "SELECT DISTINCT by FROM action WHERE seat IS NOT NULL")
    assert {row["by"] for row in played_by} == {"person"}
    house = json.loads(hands[0]["options"])["house"]
    assert TableOptions.from_json(house).window == "masked"


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in FIRST else pytest.mark.slow) for game in games()]
)
@virtual
async def test_every_game_plays_a_match(stage: Stage, path: Path, game: str) -> None:
    hands = await play_match(stage, path, f"{game} {settings(game)} dice=off", people=2)
    assert hands
    assert {hand["state"] for hand in hands} == {"done"}


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["window=open", "window=fixed tempo=quick", "tempo=none dice=hand"])
@virtual
async def test_a_match_ends_under_other_table_options(stage: Stage, path: Path, typed: str) -> None:
    hands = await play_match(stage, path, f"fuzhou hands=4 {typed}", people=3)
    assert len(hands) == 4


@virtual
async def test_one_person_and_three_computers_play_in_a_group(stage: Stage, path: Path) -> None:
    hands = await play_match(stage, path, "fuzhou hands=4", people=1)
    assert len(hands) == 4


@virtual
async def test_a_practice_table_plays_in_private(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou hands=4")
        await stage.until(lambda: stage.wei.private.board_or_none() and app.hall.actors)
        await play_out(stage, app, [Player(stage.wei, None, 1)])
    assert len(check_record(path)) == 4
    assert stage.group.from_bot == []


@virtual
async def test_a_table_on_which_nobody_presses_anything_comes_to_rest(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4", people=4, seed=1)
        lobby = stage.group.from_bot[0]
        await players[0].press(lobby, coded(lobby.data, "g")[0])
        await stage.until(lambda: only_table(app).state in ("asleep", "over"), patience=LONGEST_MATCH)
        await stage.quiet()
        stage.check()
    hands = check_record(path)
    assert [hand["state"] for hand in hands] == ["done"]
    assert {row["by"] for row in rows(path, "SELECT DISTINCT by FROM action")} <= {
        "clock",
        "computer",
        "host",
    }


@pytest.mark.slow
@virtual
async def test_people_who_never_claim_or_pass_are_served_by_the_clock(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 tempo=quick", people=4, seed=1)
        for player in players:
            player.temper = Temper(claims=0, passes=0)
        await play_out(stage, app, players)
    assert len(check_record(path)) == 4
