"""Who says something to the bot gets an answer: /hand without tiles, words and unknown commands in private."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from telegram import Chat, Message, MessageOriginHiddenUser, PhotoSize, Sticker

from handlers.commands.private import is_said
from handlers.show.texts import Texts
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

TEXTS = Texts.load()
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")


async def in_a_lobby(stage: Stage) -> None:
    """Wei sits at a table that has not dealt."""
    stage.wei.start()
    stage.wei.send(stage.group, "/new fuzhou tempo=none dice=off")
    await stage.quiet(seconds=8)
    await stage.press(stage.wei, stage.group.board(), "坐下")
    await stage.quiet(seconds=8)


@pytest.mark.parametrize("private", [True, False])
@virtual
async def test_before_the_deal_hand_says_that_nothing_is_dealt_yet(
    stage: Stage, path: Path, *, private: bool
) -> None:
    async with hosting(stage, path):
        await in_a_lobby(stage)
        place = stage.wei.private if private else stage.group
        stage.wei.send(place, "/hand")
        await stage.quiet()
        assert place.last().text == HANS("refuse.not_dealt")
        stage.check()


@pytest.mark.parametrize("stage", [{"started": False}], indirect=True)
@virtual
async def test_who_cannot_be_dealt_to_is_shown_the_door_by_hand(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await in_a_lobby(stage)
        await stage.press(stage.wei, stage.group.board(), "开打 · 电脑补 3 位")
        await stage.until(lambda: only_table(app).hand is not None)
        stage.wei.block()
        await stage.quiet(seconds=8)
        stage.wei.send(stage.group, "/hand")
        await stage.quiet()
        answer = stage.group.last()
        assert answer.text == HANS("door.press_start")
        assert answer.labels == [[HANS.button("button.press_start")]]


@pytest.mark.parametrize("said", ["你好", "/nonsense", "hello /help", "/help@another_bot"])
@virtual
async def test_in_private_what_is_no_command_is_answered_and_in_groups_it_is_not(
    stage: Stage, path: Path, said: str
) -> None:
    async with hosting(stage, path):
        stage.sofia.start()
        await stage.quiet()
        before = len(stage.group.from_bot)
        stage.sofia.send(stage.group, said)
        stage.sofia.send("private", said)
        await stage.quiet()
        assert len(stage.group.from_bot) == before
        answer = stage.sofia.private.last()
        assert answer.text == EN("start.puzzled")
        await stage.press(stage.sofia, answer, EN.button("button.how_it_works"))
        await stage.quiet()
        assert stage.sofia.private.last().text.startswith("Opening a table")
        stage.check()


PHOTO = (PhotoSize("f", "u", 9, 9),)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"text": "hello"}, True),
        ({"sticker": Sticker("f", "u", 9, 9, is_animated=False, is_video=False, type="regular")}, True),
        ({"photo": PHOTO}, True),
        ({"photo": PHOTO, "media_group_id": "1"}, False),
        ({"photo": PHOTO, "forward_origin": MessageOriginHiddenUser(datetime.now(UTC), "x")}, False),
        ({"new_chat_title": "x"}, False),
        ({}, False),
    ],
)
def test_albums_forwarded_pictures_and_notices_are_no_words_to_the_bot(
    parts: dict[str, Any], *, said: bool
) -> None:
    message = Message(1, datetime.now(UTC), Chat(1, "private"), **parts)
    assert is_said(message) is said


@pytest.mark.parametrize(("command", "told"), [("deal", "seat.ready"), ("leave", "seat.left")])
@virtual
async def test_what_a_command_in_private_does_at_a_groups_table_is_told_there(
    stage: Stage, path: Path, command: str, told: str
) -> None:
    async with hosting(stage, path):
        await in_a_lobby(stage)
        stage.wei.send("private", f"/{command}")
        await stage.quiet()
        assert HANS.plain(told) in [message.text for message in stage.wei.private.from_bot]
        before = len(stage.group.from_bot)
        stage.wei.send(stage.group, "/join" if command == "leave" else "/deal")
        await stage.quiet()
        assert HANS.plain(told) not in [message.text for message in stage.group.from_bot[before:]]
        stage.check()


@virtual
async def test_who_sits_already_is_told_so_by_join(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        await in_a_lobby(stage)
        stage.wei.send(stage.group, "/join")
        await stage.quiet()
        assert stage.group.last().text == HANS.plain("seat.already", seat="1")
        stage.check()


@virtual
async def test_start_in_a_group_greets_but_not_twice_who_has_just_added_the_bot(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path):
        stage.wei.send(stage.group, "/start s")  # what the link that adds the bot sends
        await stage.quiet()
        assert stage.group.from_bot == []
        stage.wei.send(stage.group, "/start")
        await stage.quiet()
        greeting = stage.group.last()
        assert greeting.text == HANS("group.hello")
        await stage.press(stage.wei, greeting, HANS.button("button.open_table"))
        await stage.quiet()
        assert stage.group.last().text == HANS("new.which_game")
        stage.check()


@pytest.mark.parametrize("away", [False, True])
@virtual
async def test_table_in_private_says_what_became_of_the_groups_table(
    stage: Stage, path: Path, *, away: bool
) -> None:
    async with hosting(stage, path) as app:
        await in_a_lobby(stage)
        if away:
            app.hall.suspend(stage.group.id)
        await stage.quiet()
        stage.wei.send("private", "/table")
        await stage.quiet()
        told = HANS("refuse.suspended" if away else "toast.posted_again")
        assert stage.wei.private.last().text == told
        stage.check()


@pytest.mark.parametrize(
    "typed",
    [
        "/new {}", "/new 福 {}", "/new fuzhou {}=1", "/new fuzhou window={}", "/rules {}", "/options {}", "/stats {}",
        "/top {}", "/history {}", "/replay {}", "/verify {}", "/calc {}", "/calc fuzhou {}", "/calc fuzhou {}=1",
        "/calc fuzhou gold={}", "/calc fuzhou melds={}", "/hand {}", "/start {}", "/help {}",
    ],
)  # fmt: skip
@virtual
async def test_however_much_is_typed_the_answer_hands_back_a_short_piece(
    stage: Stage, path: Path, typed: str
) -> None:
    junk = "/x9 & <b>@no " * 320
    text = typed.format(junk[: 4096 - len(typed)])
    async with hosting(stage, path):
        for place in (stage.group, stage.wei.private):
            before = len(place.from_bot)
            stage.wei.send(place, text)
            await stage.quiet()
            (answer,) = place.from_bot[before:]
            assert "/x9 & <b>@no /x9 & <b>@no" not in answer.text.replace("\u2060", "")
            assert len(answer.text) < 800


@pytest.mark.parametrize("typed", ["/new\nfuzhou", "/new\u3000fuzhou", "/new   fuzhou", "/NEW fuzhou"])
@virtual
async def test_whatever_blank_follows_a_command_it_is_heard(stage: Stage, path: Path, typed: str) -> None:
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, typed)
        await stage.quiet()
        assert only_table(app).game.id == "fuzhou"
        stage.check()
