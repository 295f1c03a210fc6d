"""Whole matches in process on virtual time, played through buttons against a strict Telegram."""

import json
import re
from pathlib import Path

import pytest

from engine.games import games
from engine.options import TableOptions
from handlers.app import App
from handlers.show.texts import signed
from playground.model import Message
from tests.end_to_end.driving import Player, Temper, coded, playing, sit
from tests.end_to_end.records import Row, add, check_record, rows, score_of
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

SHORTEST = {"fuzhou": "hands=4", "qingtian": "length=2"}
LONGEST_MATCH = 3 * 3600.0
"""Virtual seconds within which any of these matches is over."""


def settings(game: str) -> str:
    """The shortest match that the game offers."""
    return SHORTEST.get(game, "hands=4")


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def stage(clock: VirtualClock) -> Stage:
    return Stage(clock)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paizhuo.db"


async def open_table(stage: Stage, typed: str, *, people: int, seed: int) -> list[Player]:
    """/new, and so many people sit down; the opener's Ready fills the rest with computers."""
    stage.wei.send(stage.group, f"/new {typed}")
    await stage.until(stage.group.board_or_none)
    lobby = stage.group.board()
    players = [Player(person, stage.group, seed) for person in stage.people[:people]]
    for player in players:
        await sit(player, lobby)
    return players


async def play_out(stage: Stage, app: App, players: list[Player]) -> None:
    """They play until the match is over and everything has been shown."""
    async with playing(players, stage.clock.sleep):
        await stage.until(lambda: only_table(app).state == "over", patience=LONGEST_MATCH)
    await stage.quiet()
    stage.check()


async def play_match(stage: Stage, path: Path, typed: str, *, people: int = 4, seed: int = 1) -> list[Row]:
    """A whole match; checks everything that holds of every match, and gives its hands."""
    async with hosting(stage, path, seed=seed) as app:
        players = await open_table(stage, typed, people=people, seed=seed)
        await play_out(stage, app, players)
    hands = check_record(path)
    check_messages(stage, path, hands)
    return hands


def check_messages(stage: Stage, path: Path, hands: list[Row]) -> None:
    """Each hand is one message, its card; the result stands once; nothing old can be pressed."""
    (table,) = rows(path, "SELECT * FROM tables")
    results = [m for m in stage.group.from_bot if f"{table['seed'].hex()}" in m.text]
    cards = [m for m in stage.group.from_bot if m.file is not None and m not in results]
    assert len(results) == 1
    assert len(cards) == len(hands)
    totals = [0, 0, 0, 0]
    for hand, card in zip(hands, cards, strict=True):
        add(score_of(path, hand) or [], totals)
        assert_totals(card, totals)
    assert json.loads(table["match"])["totals"] == totals
    assert_totals(results[0], totals)
    for message in [*cards, *results]:
        assert not coded(message.data, "gcpkhxd")


def assert_totals(message: Message, totals: list[int]) -> None:
    """The message tells each total."""
    told = re.findall(r"[+−]\d+|\b0\b", message.text)
    for total in totals:
        assert signed(total) in told, message.text


@virtual
async def test_four_people_play_a_match_of_fuzhou_with_the_default_window(stage: Stage, path: Path) -> None:
    hands = await play_match(stage, path, "fuzhou hands=4")
    assert [hand["state"] for hand in hands] == ["done"] * 4
    played_by = rows(path, "SELECT DISTINCT by FROM action WHERE seat IS NOT NULL")
    assert {row["by"] for row in played_by} == {"person"}
    house = json.loads(hands[0]["options"])["house"]
    assert TableOptions.from_json(house).window == "masked"


@pytest.mark.parametrize("game", games())
@virtual
async def test_every_game_plays_a_match(stage: Stage, path: Path, game: str) -> None:
    hands = await play_match(stage, path, f"{game} {settings(game)} dice=off", people=2)
    assert hands
    assert {hand["state"] for hand in hands} == {"done"}


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


@virtual
async def test_people_who_never_claim_or_pass_are_served_by_the_clock(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 tempo=quick", people=4, seed=1)
        for player in players:
            player.temper = Temper(claims=0, passes=0)
        await play_out(stage, app, players)
    assert len(check_record(path)) == 4
