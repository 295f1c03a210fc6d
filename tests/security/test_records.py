"""What is asked of the record while a match runs tells no hidden tile (test 32)."""

import re
from pathlib import Path

from tests.end_to_end.driving import Player, coded, playing, sit
from tests.fakes.clock import virtual
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage
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


@virtual
async def test_export_replay_and_verify_of_a_running_match_tell_no_hidden_tile(
    stage: Stage, tmp_path: Path
) -> None:
    async with watched(stage, tmp_path / "paizhuo.db") as watch:
        typed = "/new fuzhou dice=off advice=false showdown=rule window=open hands=4"
        stage.wei.send(stage.group, typed)
        await stage.until(stage.group.board_or_none)
        lobby = stage.group.board()
        players = [Player(person, stage.group, 1) for person in stage.people[:2]]
        for player in players:
            await sit(player, lobby)
        calls = [await ask_everything(watch)]
        await players[0].press(lobby, coded(lobby.data, "g")[0])
        await stage.until(lambda: only_table(watch.app).state == "playing")
        calls.append(await ask_everything(watch))
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(watch.app).played >= 1, patience=3600.0)
        calls.append(await ask_everything(watch))
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(watch.app).played >= 2, patience=3600.0)
        calls.append(await ask_everything(watch))
        documents = [sent for sent in watch.tap.sent if sent.method == "sendDocument"]
        assert watch.leaks == []
        assert documents
        assert [sent for sent in documents if TILE.search(sent.text)] == []
        assert [sent for sent in watch.tap.sent if only_table(watch.app).seed.hex() in sent.text] == []
        assert watch.logged_tiles() == []
        assert all(calls)
