"""Matches before a referee, played through buttons: every hand ends, the record holds, judgements are told."""

import json
from pathlib import Path

import pytest

from tests.end_to_end.matches import check_messages, open_table, play_out
from tests.end_to_end.records import Row, check_record, journal, rows
from tests.end_to_end.unaided import Unaided
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage


async def play_match(stage: Stage, path: Path, typed: str, *, people: int = 4, seed: int = 1) -> list[Row]:
    """A whole match of players who err; gives its hands."""
    async with hosting(stage, path, seed=seed) as app:
        players = await open_table(stage, f"{typed} mode=referee", people=people, seed=seed, kind=Unaided)
        await play_out(stage, app, players)
    hands = check_record(path)
    check_messages(stage, path, hands)
    return hands


def judged(path: Path, hands: list[Row]) -> list[str]:
    """What was judged, as the journals have it: `verdict clause`."""
    events = [event for hand in hands for row in journal(path, hand) for event in json.loads(row["events"])]
    return [event[4] for event in events if event[0] == "judged"]


def check_mistakes(path: Path, hands: list[Row]) -> None:
    """What cost something stands in the record of just the hands in which it was judged."""
    for hand in hands:
        events = [event for row in journal(path, hand) for event in json.loads(row["events"])]
        told = [(event[1], *event[4].split()) for event in events if event[0] == "judged"]
        costly = [(seat, clause, verdict) for seat, verdict, clause in told if verdict in COSTLY]
        kept = rows(path, MISTAKES, hand["table_id"], hand["hand_no"])
        assert [tuple(row.values()) for row in kept] == costly
        assert hand["judged"] == 1


COSTLY = ("fine", "stand", "bao")
MISTAKES = "SELECT seat, clause, verdict FROM hand_mistake WHERE table_id = ? AND hand_no = ? ORDER BY rowid"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fuding", "longgang"])
@virtual
async def test_a_match_of_people_who_err_is_played_out_and_each_judgement_told(
    stage: Stage, path: Path, game: str
) -> None:
    hands = await play_match(stage, path, f"{game} hands=4 window=open tempo=quick dice=off")
    assert [hand["state"] for hand in hands] == ["done"] * 4
    found = judged(path, hands)
    assert found
    check_mistakes(path, hands)
    told = [message.text for message in stage.group.from_bot if message.text.startswith("⚖️")]
    assert len(told) == len(found)
    for line, text in zip(found, told, strict=True):
        assert f"（{line.split()[1]}）" in text


@pytest.mark.parametrize("game", [pytest.param("fuding", marks=pytest.mark.slow), "longgang"])
@virtual
async def test_one_person_plays_with_computers_that_err(stage: Stage, path: Path, game: str) -> None:
    typed = f"{game} hands=4 tempo=quick dice=off computer_errs=true"
    hands = await play_match(stage, path, typed, people=1)
    assert [hand["state"] for hand in hands] == ["done"] * 4
    assert {row["by"] for row in rows(path, "SELECT DISTINCT by FROM action")} >= {"person", "computer"}
