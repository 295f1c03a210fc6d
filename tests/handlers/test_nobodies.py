"""Senders behind whom nobody can be told: an anonymous admin, a channel, a forwarded post (telegram.md §4).

Every command of the bot is sent so: each is answered, changes nothing, and makes nobody of them.
"""

from pathlib import Path
from typing import Any

import pytest

from handlers.app import App
from handlers.commands.router import COMMANDS
from handlers.show.texts import Texts
from handlers.transport.members import NOBODY
from playground.entities import formatted
from playground.model import Message
from tests.end_to_end.driving import coded
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.authority import differing, standing
from tests.handlers.conftest import make_ready

HANS = Texts.load().of("zh_Hans")
GROUP_ITSELF = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
A_CHANNEL = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
TELEGRAM = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
CHANNEL = {"id": -1003000000001, "type": "channel", "title": "频道"}
SENDERS: dict[str, dict[str, Any]] = {
    "anonymous admin": {"from": GROUP_ITSELF},
    "as a channel": {"from": A_CHANNEL, "sender_chat": CHANNEL},
    "forwarded post": {"from": TELEGRAM, "sender_chat": CHANNEL, "is_automatic_forward": True},
}
TOLD = {
    **dict.fromkeys(("new", "join", "leave", "deal", "pause", "stats"), "refuse.anonymous"),
    "here": "refuse.admin_only",
    "hand": "refuse.no_table_private",
    "forget": "refuse.private_only",
}
"""What those commands say that need somebody; the others only show something."""
ARGUMENTS = {"new": " fuzhou", "stats": " fuzhou", "calc": " fuzhou 123m", "replay": " 1", "verify": " 1"}


def send(stage: Stage, topic: int, text: str, sender: dict[str, Any]) -> Message:
    """A message of the group as Telegram hands it over when it comes from such a sender."""
    body, entities = formatted(text, None, None)
    message = stage.world.new_message(
        stage.group.chat,
        stage.sofia.user,
        text=body,
        entities=entities,
        thread=topic,
        is_topic=True,
        as_chat=True,
    )
    stage.world.tell("message", stage.world.json(message) | sender)
    return message


async def at_play(stage: Stage, app: App, moment: str) -> None:
    """A table in its lobby, two seats free, or in a hand of four people."""
    players = await open_table(stage, "fuzhou dice=off tempo=none", people=2 if moment == "lobby" else 4)
    if moment == "playing":
        await make_ready(stage, app, players)
    await stage.quiet(seconds=90)  # whoever is to act has been rung


def test_what_is_told_is_told_of_commands() -> None:
    assert TOLD.keys() | ARGUMENTS.keys() <= COMMANDS.keys()


@pytest.mark.parametrize("stage", [{"kind": "supergroup", "forum": True}], indirect=True)
@pytest.mark.parametrize("moment", ["lobby", "playing"])
@pytest.mark.parametrize("sender", SENDERS)
@virtual
async def test_every_command_is_answered_and_changes_nothing(
    stage: Stage, path: Path, sender: str, moment: str
) -> None:
    topic = stage.group.add_topic("牌桌")
    async with hosting(stage, path) as app:
        await at_play(stage, app, moment)
        before = standing(app, path)
        for command in COMMANDS:
            known = {message.id for message in stage.group.from_bot}
            text = f"/{command}@{stage.world.me.username}{ARGUMENTS.get(command, '')}"
            send(stage, topic, text, SENDERS[sender])
            await stage.quiet()
            news = [message for message in stage.group.from_bot if message.id not in known]
            answers = [message for message in news if message.thread == topic]
            assert len(answers) == 1, command
            if command in TOLD:
                assert [answer.text for answer in answers] == [HANS(TOLD[command])], command
            after = standing(app, path)
            assert before.changed(after) == {}, command
            assert before.tables.keys() == after.tables.keys(), command
            for number, table in before.tables.items():
                assert not differing(table, after.tables[number], None, noted=False), command
    assert not {row["user_id"] for row in rows(path, "SELECT user_id FROM person")} & NOBODY
    assert rows(path, "SELECT 1 FROM processed_update WHERE failed") == []
    assert not [c for c in stage.world.calls if c.method == "getChatMember" and c.fields["user_id"] in NOBODY]
    stage.check()


@virtual
async def test_an_anonymous_admin_presses_as_himself(stage: Stage, path: Path) -> None:
    """What he may not do by a command he may by its button, which tells who he is."""
    stage.group.promote(stage.tom, anonymous=True)
    async with hosting(stage, path) as app:
        await at_play(stage, app, "playing")
        stage.tom.send(stage.group, "/end", anonymous=True)
        await stage.quiet()
        question = stage.group.last()
        assert only_table(app).state == "playing"
        await stage.press(stage.lin, question, coded(question.data, "en")[0])
        assert only_table(app).state == "playing"
        await stage.press(stage.tom, question, coded(question.data, "en")[0])
        assert only_table(app).state == "over"
    stage.check()
