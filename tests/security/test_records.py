"""What is asked of the record while a match runs tells no hidden tile (test 32)."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.prompts import PromptKind
from engine.tiles import TEXT
from handlers.tables.model import Table
from playground.model import Message
from tests.end_to_end.driving import Player, coded, playing, sit
from tests.fakes.clock import virtual
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage
from tests.security.account import GROUP
from tests.security.canaries import Watched, watched

TILE = re.compile(r"\b\d[mpszf]\b")
PAGES_OF_A_REPLAY = 12


async def ask_everything(watch: Watched) -> int:
    """/export in both forms, /replay page by page, /verify, /scores, /history; gives how many calls came of it."""
    stage, before = watch.stage, len(watch.tap.sent)
    for asked in ("/export", "/verify 1", "/scores", "/history", "/replay 1"):
        stage.wei.send(stage.group, asked)
        await stage.clock.sleep(8)
        for pattern in (r":ex:c$", r":ex:j$", r":rp:\d+(:o)?$"):
            for _ in range(PAGES_OF_A_REPLAY if "rp" in pattern else 1):
                page = stage.group.board()
                found = [data for data in page.data if data.startswith("-:") and re.search(pattern, data)]
                if not found:
                    break
                await stage.press(stage.wei, page, found[-1])
                await stage.clock.sleep(5)
    return len(watch.tap.sent) - before


def lies_to_be_claimed(table: Table) -> bool:
    """Whether a window is open."""
    prompt = table.prompt
    return prompt is not None and prompt.kind is PromptKind.CLAIM


def in_the_second_hand(table: Table) -> bool:
    """Whether a hand is behind and some tiles of the next lie."""
    return table.played >= 1 and table.state == "playing" and table.hand is not None and table.hand.count >= 4


MOMENTS: tuple[Callable[[Table], bool], ...] = (
    lambda table: table.state == "playing",
    lies_to_be_claimed,
    lambda table: table.played >= 1,
    in_the_second_hand,
    lambda table: table.played >= 2,
)


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("fuzhou tempo=none", marks=pytest.mark.slow),
        pytest.param("guiyang tempo=none", marks=pytest.mark.slow),
        "fuding mode=referee tempo=quick",
    ],
)
@virtual
async def test_export_replay_and_verify_tell_no_hidden_tile_at_any_moment_of_a_match(
    typed: str, stage: Stage, tmp_path: Path
) -> None:
    """In the lobby, in a turn, in a window, between hands, in a later hand, and once the table was ended early."""
    async with watched(stage, tmp_path / "paizhuo.db") as watch:
        options = "dice=off advice=false showdown=rule window=open hands=16"
        stage.wei.send(stage.group, f"/new {typed} {options}")
        await stage.until(stage.group.board_or_none)
        lobby = stage.group.board()
        players = [Player(person, stage.group, 1) for person in stage.people[:2]]
        for player in players:
            await sit(player, lobby)
        calls = [await ask_everything(watch)]
        await players[0].press(lobby, coded(lobby.data, "g")[0])
        for moment in MOMENTS:
            async with playing(players, stage.clock.sleep):
                await stage.until(lambda m=moment: m(only_table(watch.app)), patience=6 * 3600.0)  # type: ignore[misc]
            calls.append(await ask_everything(watch))
        documents = [sent for sent in watch.tap.sent if sent.method == "sendDocument"]
        assert documents
        open_to_all = {
            TEXT[kind] for hand_no in range(1, 17) for kind in watch.account.may_know(hand_no, GROUP)
        }
        assert {tile for sent in documents for tile in TILE.findall(sent.text)} <= open_to_all
        assert watch.leaks == []
        await end_early(stage)  # once the match is over, whoever wants may see every hand
        await stage.until(lambda: only_table(watch.app).state == "over")
        calls.append(await ask_everything(watch))
        assert watch.log_leaks() == []
        assert all(calls)


async def end_early(stage: Stage) -> None:
    """The opener asks for the end, and means it."""
    stage.wei.send(stage.group, "/end")
    question = await stage.until(lambda: next((m for m in stage.group.from_bot if ends(m)), None))
    assert question is not None
    await stage.press(stage.wei, question, ends(question)[0])


def ends(message: Message) -> list[str]:
    """Its buttons that end a table."""
    return [data for data in message.data if data.split(":")[2:3] == ["en"]]
