"""python-telegram-bot through the in-process door: its errors, long polls, late and lost answers."""

import asyncio
from typing import Any

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.ext import Application

from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage, application
from tests.fakes.telegram import BASE_URL, WorldRequest
from tests.fakes.wire import png


@virtual
async def test_objects_come_back_whole(clock: VirtualClock, stage: Stage) -> None:
    async with application(stage.world).bot as bot:
        markup = InlineKeyboardMarkup([[InlineKeyboardButton("碰", callback_data="x", style="primary")]])
        sent = await bot.send_photo(
            stage.group.id, png(64, 32).data, caption="<b>a</b>", parse_mode="HTML", reply_markup=markup
        )
        assert (sent.photo[-1].width, sent.caption, sent.caption_entities[0].type) == (64, "a", "bold")
        assert (
            sent.reply_markup.inline_keyboard[0][0].api_kwargs
            or sent.reply_markup.inline_keyboard[0][0].style
        )
        file = await bot.get_file(sent.photo[-1].file_id)
        assert bytes(await file.download_as_bytearray()) == png(64, 32).data
        stage.group.promote_bot("can_pin_messages")
        assert (await bot.get_chat_member(stage.group.id, bot.id)).can_pin_messages
        stage.group.restrict_bot("can_send_photos")
        assert not (await bot.get_chat_member(stage.group.id, bot.id)).can_send_photos
        assert (await bot.get_chat(stage.group.id)).title == stage.group.chat.title
        assert (await bot.send_dice(stage.wei.id)).dice.value in range(1, 7)
        assert await bot.set_my_commands([("new", "open a table")])
        assert (await bot.get_my_commands())[0].command == "new"
    assert clock.elapsed == 0


# The library warns of its own next version whenever it raises RetryAfter.
@pytest.mark.filterwarnings("ignore:.*retry_after.*")
@virtual
async def test_errors_arrive_as_the_library_names_them(clock: VirtualClock, stage: Stage) -> None:
    world = stage.world
    old = world.add_group("old", *stage.people, kind="group")
    old.migrate()
    stranger = world.add_user("Ann")
    async with application(world).bot as bot:
        with pytest.raises(ChatMigrated):
            await bot.send_message(old.id, "x")
        with pytest.raises(Forbidden, match="can't initiate"):
            await bot.send_message(stranger.id, "x")
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(42, "x")
        with pytest.raises(EndPointNotFound):
            await bot.do_api_request("sendNothing")
        world.faults.too_many(7)
        with pytest.raises(RetryAfter, match=r"Retry in (7|0:00:07)"):
            await bot.send_message(stage.group.id, "x")
        world.faults.bad_gateway()
        with pytest.raises(NetworkError, match="Bad Gateway"):
            await bot.send_message(stage.group.id, "x")
        world.faults.break_connection()
        with pytest.raises(NetworkError, match=r"connection broke|ServerDisconnected"):
            await bot.send_message(stage.group.id, "x")
    assert clock.elapsed == 0


@virtual
async def test_a_lost_answer_takes_the_whole_read_timeout(clock: VirtualClock, stage: Stage) -> None:
    async with application(stage.world).bot as bot:
        stage.world.faults.lose_answer("sendMessage")
        with pytest.raises(TimedOut):
            await bot.send_message(stage.group.id, "x", read_timeout=8)
        assert (clock.elapsed, stage.group.last().text) == (8, "x")
        stage.world.faults.delay(3, "sendMessage")
        await bot.send_message(stage.group.id, "y", read_timeout=8)
        assert clock.elapsed == 11
        stage.world.faults.delay(30, "sendMessage")
        with pytest.raises(TimedOut):
            await bot.send_message(stage.group.id, "z", read_timeout=8)
        assert clock.elapsed == 19


@virtual
async def test_a_wrong_token_is_refused(stage: Stage) -> None:
    app = (
        Application.builder()
        .token("1:wrong")
        .base_url(BASE_URL)
        .request(WorldRequest(stage.world))
        .updater(None)
        .build()
    )
    with pytest.raises(InvalidToken):
        await app.bot.initialize()


@virtual
async def test_a_long_poll_ends_with_news_or_with_its_time(clock: VirtualClock, stage: Stage) -> None:
    async with application(stage.world).bot as bot:
        stage.world.updates.clear()
        assert await bot.get_updates(timeout=50) == ()
        assert clock.elapsed == 50

        async def later() -> None:
            await clock.sleep(12)
            stage.wei.send("private", "hello")

        task = asyncio.create_task(later())
        updates = await bot.get_updates(timeout=50)
        await task
        assert [update.message.text for update in updates] == ["hello"]
        assert clock.elapsed == 62


@virtual
async def test_a_second_poller_ends_the_first_with_a_conflict(clock: VirtualClock, stage: Stage) -> None:
    async with application(stage.world).bot as bot:
        stage.world.updates.clear()
        first = asyncio.create_task(bot.get_updates(timeout=50))
        await clock.sleep(1)
        second = asyncio.create_task(bot.get_updates(timeout=50))
        with pytest.raises(Conflict, match="terminated by other getUpdates"):
            await first
        stage.wei.send("private", "hello")
        assert len(await second) == 1


@virtual
async def test_a_stage_plays_a_walk(clock: VirtualClock, stage: Stage) -> None:
    """A bot of a few lines, its presser, and what is checked at the end."""
    app = application(stage.world)
    async with app.bot as bot:
        running = asyncio.create_task(_answer_everything(bot))
        stage.wei.send(stage.group, "/new")
        board = await stage.until(stage.group.board_or_none)
        assert board is not None
        press = await stage.press(stage.lin, board, "坐下")
        assert (press.shown.text, stage.lin.toasts) == ("坐下了", ["坐下了"])  # type: ignore[union-attr]
        await stage.quiet(seconds=5)
        stage.check()
        with pytest.raises(AssertionError, match="waited 3 s in vain"):
            await stage.until(lambda: False, patience=3)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert clock.elapsed == 8


async def _answer_everything(bot: Any) -> None:
    offset = None
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("坐下", callback_data="j")]])
    while True:
        for update in await bot.get_updates(offset=offset, timeout=50):
            offset = update.update_id + 1
            if update.callback_query:
                await update.callback_query.answer("坐下了")
            elif update.message and update.message.text == "/new":
                await bot.send_message(update.message.chat_id, "lobby", reply_markup=markup)
