"""Without pictures nothing is missing: groups that take no photos, and people who would rather read."""

from pathlib import Path

from playground.model import Message
from tests.end_to_end.driving import Player, coded, playing, sit
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage


async def opened(stage: Stage) -> list[Player]:
    """Wei and Sofia sit; Wei's Ready fills the rest with computers."""
    stage.wei.send(stage.group, "/new fuzhou window=open hands=4")
    await stage.until(stage.group.board_or_none)
    lobby = stage.group.board()
    players = [Player(person, stage.group, 1) for person in (stage.wei, stage.sofia)]
    for player in players:
        await sit(player, lobby)
    return players


def folds(message: Message) -> bool:
    return any(entity["type"] == "expandable_blockquote" for entity in message.entities)


@virtual
async def test_where_photos_are_not_allowed_the_board_is_words_in_full_view(
    stage: Stage, clock: VirtualClock, tmp_path: Path
) -> None:
    stage.group.forbid("can_send_photos")
    async with hosting(stage, tmp_path / "p.db"):
        players = await opened(stage)
        async with playing(players, clock.sleep):
            board = await stage.until(lambda: [m for m in stage.group.from_bot if coded(m.data, "h")])
            later = await stage.until(lambda: [m for m in stage.group.from_bot if "打过" in m.text])
        assert board[-1].file is None
        assert "手里" in later[-1].text
        assert not folds(later[-1])
        panel = stage.wei.private.board()
        assert panel.file is not None
        assert folds(panel)


@virtual
async def test_a_group_that_would_rather_read_has_its_boards_in_words(
    stage: Stage, clock: VirtualClock, tmp_path: Path
) -> None:
    async with hosting(stage, tmp_path / "p.db"):
        stage.wei.send(stage.group, "/settings")
        page = await stage.until(lambda: [m for m in stage.group.from_bot if "pr:board_view" in str(m.data)])
        choice = next(data for data in page[-1].data if "pr:board_view" in data)
        await stage.press(stage.wei, page[-1], choice)
        await stage.press(stage.wei, page[-1], "✕")
        players = await opened(stage)
        async with playing(players, clock.sleep):
            board = await stage.until(lambda: [m for m in stage.group.from_bot if coded(m.data, "h")])
        assert board[-1].file is None
        assert "手里" in board[-1].text
        assert stage.wei.private.board().file is not None


@virtual
async def test_who_would_rather_read_has_his_panel_in_words(
    stage: Stage, clock: VirtualClock, tmp_path: Path
) -> None:
    async with hosting(stage, tmp_path / "p.db"):
        stage.wei.send(stage.wei.private, "/settings")
        page = await stage.until(lambda: [m for m in stage.wei.private.from_bot if "pr:view" in str(m.data)])
        choice = next(data for data in page[-1].data if "pr:view" in data)
        await stage.press(stage.wei, page[-1], choice)
        players = await opened(stage)
        async with playing(players, clock.sleep):
            await stage.until(lambda: [m for m in stage.sofia.private.from_bot if m.file is not None])
            panel = await stage.until(lambda: [m for m in stage.wei.private.from_bot if "手牌：" in m.text])
        assert panel[-1].file is None
        assert not folds(panel[-1])
        assert all(message.file is None for message in stage.wei.private.from_bot)
