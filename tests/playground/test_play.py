"""The real bot on the real page: whole hands by clicks only, with the screens on the way kept as pictures."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground.model import Message
from playground.people import Person
from tests.end_to_end.driving import Player, Temper, coded, playing
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.fakes.process import running
from tests.playground.clicking import Clicker, FromTheGroup, Screen
from tests.playground.test_page import opened, pytestmark
from tests.screenshots import SCREENSHOTS

__all__ = ["pytestmark"]

HASTY = Temper(passes=0.0, think=(0.0, 0.0))
MEEK = Temper(claims=0.0, passes=0.0, think=(0.0, 0.0))
"""Somebody who leaves every tile to the others."""
FEWEST_KINDS = 27
"""Of tiles that can be thrown: in Fuzhou honours are flowers."""


@pytest.fixture
def stage() -> Stage:
    return Stage(WallClock(), mode="off", started=False)


@asynccontextmanager
async def table(
    stage: Stage, path: Path, typed: str, folder: str
) -> AsyncIterator[tuple[Screen, list[Clicker]]]:
    """The bot runs, the page is open, four people sit, three of whom had to press START; the opener is ready."""
    kept = SCREENSHOTS / folder
    kept.mkdir(parents=True, exist_ok=True)
    for old in kept.glob("*.png"):
        old.unlink()
    stage.wei.start()
    async with opened(stage, width=1700, height=1000) as window, running(stage, window.url, path):
        screen = Screen(window.page, window.url, stage, kept)
        await screen.write(stage.group.id, f"/new {typed} window=open tempo=none")
        await stage.until(lambda: stage.group.from_bot and stage.group.board_or_none())
        lobby = stage.group.board()
        people = [Clicker(person, stage.group, 7, HASTY, screen=screen) for person in stage.people]
        for player in people:
            await player.sit(lobby)
        await screen.keep("lobby", stage.group.id)
        await people[0].click(stage.group.board(), coded(stage.group.board().data, "g")[0])
        yield screen, people
        assert await window.overflow() == []
        assert not stage.world.unanswered
        assert [call for call in stage.world.refused if call.chat_id not in blocked(stage)] == []


def blocked(stage: Stage) -> set[int]:
    """Chats to which the bot cannot write."""
    return {person.id for person in stage.people if person.private.chat.blocked}


async def first_discard(stage: Stage) -> Message:
    """The group's board once a tile lies on it."""
    found = await stage.until(lambda: [board for board in stage.group.from_bot if coded(board.data, "hc")])
    return found[-1]


def ended(path: Path) -> bool:
    return bool(rows(path, "SELECT * FROM hand_score"))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fuzhou", "guiyang"])
async def test_a_whole_hand_is_played_by_clicks_alone(stage: Stage, path: Path, game: str) -> None:
    async with table(stage, path, f"{game} hands=4", game) as (screen, people):
        async with playing(people, stage.clock.sleep):
            await first_discard(stage)
            await screen.keep("group-board", stage.group.id)
            pictures = [m for m in stage.group.from_bot if m.file is not None]
            assert len(pictures) == len(rows(path, "SELECT * FROM hand"))  # a hand is one message
            await screen.keep("panel", stage.sofia.id)
            await screen.keep("panel-dark", stage.lin.id, scheme="dark")
            await stage.until(lambda: ended(path))
        await screen.up_to_date()
        await screen.keep("card", stage.group.id)
        await screen.keep("result", stage.wei.id)
        await screen.keep("everything")
    clicked = [press.data for player in people for press in player.presses]
    assert len(coded(clicked, "d")) >= 4
    assert check_record(path)[0]["state"] == "done"


@pytest.mark.slow
async def test_somebody_who_blocks_the_bot_goes_on_from_the_group_alone(stage: Stage, path: Path) -> None:
    async with table(stage, path, "fuzhou hands=4", "from-the-group") as (screen, people):
        async with playing(people, stage.clock.sleep):
            await first_discard(stage)
        await screen.phone(stage.lin.id).locator(".more").click()
        await screen.page.get_by_text("Block the bot").click()
        before = len(acts_of(path, stage.lin))
        lin = FromTheGroup(stage.lin, stage.group, 7, HASTY, screen=screen)
        players: list[Player] = [*(player for player in people if player.person is not stage.lin), lin]
        for player in people:
            player.temper = MEEK
        async with playing(players, stage.clock.sleep):
            boards = await stage.until(lambda: _with_all_kinds(stage))
            assert "📵" in boards[-1].text
            await screen.keep("all-kinds", stage.group.id)
            await stage.until(lambda: lin.acted)
            await screen.keep("played-from-the-group", stage.group.id)
            await stage.until(lambda: _has_played(acts_of(path, stage.lin)[before:]), patience=400)
        await screen.keep("later", stage.group.id)
    assert [look for look in lin.looks if not look.startswith("你的牌：")] == []
    own = acts_of(path, stage.lin)[before:]
    assert {act for act in own if act != "x"} <= set(lin.acted)


def _has_played(acted: list[str]) -> bool:
    """A tile taken from somebody, and discards of her own: all of it from the group."""
    return len([act for act in acted if act[0] == "d"]) >= 2 and any(act[0] in "cpk" for act in acted)


def acts_of(path: Path, person: Person) -> list[str]:
    """What the record says that this person did, in every hand, the computer's acts for her left out."""
    found = rows(
        path,
        """
        SELECT act FROM action JOIN hand_seat USING (table_id, hand_no, seat) JOIN person USING (person_id)
        WHERE by = 'person' AND user_id = ? ORDER BY hand_no, seq
        """,
        person.id,
    )
    return [row["act"] for row in found]


def _with_all_kinds(stage: Stage) -> list[Message]:
    return [message for message in stage.group.from_bot if len(coded(message.data, "d")) >= FEWEST_KINDS]


@pytest.mark.slow
async def test_a_panel_is_turned_asked_sorted_and_set_by_clicks(stage: Stage, path: Path) -> None:
    """The picture swap, ❓, both pages of ⋯, settings, text alone; then 👀 in the group."""
    async with table(stage, path, "guiyang hands=4", "panel") as (screen, people):
        tom, private = people[-1], stage.tom.private
        panel = await stage.until(lambda: _with(stage.tom, "sw"))
        hand = panel.file
        assert hand is not None
        asked = await tom.tap(panel, "ad")
        assert (asked.alert, bool(asked.text)) == (True, True)
        await tom.tap(panel, "sw")
        await stage.until(lambda: panel.labels[-1][0] == "Hand" and panel.file is not hand)
        await screen.keep("table-up", stage.tom.id)
        await tom.tap(panel, "sw")
        await stage.until(lambda: panel.labels[-1][0] == "Table" and panel.file is not None)
        assert panel.file.data == hand.data

        await tom.tap(panel, "mo:1")
        await stage.until(lambda: "mo:2" in tails(panel))
        await screen.keep("more", stage.tom.id)
        await tom.tap(panel, "ap:1")
        await stage.until(lambda: "✓ Wins only" in panel.labels[0])
        await tom.tap(panel, "hs")
        await stage.until(lambda: panel.file is not None and panel.file.data != hand.data)
        assert (await tom.tap(panel, "zn")).text
        await tom.tap(panel, "mo:2")
        await stage.until(lambda: "u" in tails(panel))
        await screen.keep("more-second-page", stage.tom.id)
        await tom.tap(panel, "pr")
        settings = await stage.until(lambda: _with(stage.tom, "pr:view:text"))
        await screen.keep("settings", stage.tom.id)
        await tom.tap(settings, "pr:view:text")
        words = await stage.until(
            lambda: next((m for m in private.from_bot if _is_panel(m) and not m.file), None)
        )
        await screen.keep("in-words", stage.tom.id)
        await tom.tap(words, "mo:0")
        await stage.until(lambda: "ad" in tails(words))
        assert "Your hand: " in words.text

        eye = await tom.tap(stage.group.board(), "e")
        assert (eye.alert, eye.text.startswith("Your hand: ")) == (True, True)


def tails(message: Message) -> list[str]:
    """What the buttons do, without table and decision."""
    return [data.split(":", 2)[2] for data in message.data]


def _with(person: Person, code: str) -> Message | None:
    """The newest message to this person with such a button."""
    return next((m for m in reversed(person.private.from_bot) if code in tails(m)), None)


def _is_panel(message: Message) -> bool:
    return bool({"sw", "mo:0"} & set(tails(message)))
