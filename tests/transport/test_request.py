"""Requests through aiohttp: forms and files as the server reads them, faults as the table of errors knows them."""

import socket
import traceback
from collections.abc import AsyncIterator

import pytest
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut

from handlers.transport.bot import make_bot
from handlers.transport.errors import Kind, outcome, seconds_of
from handlers.transport.request import Request
from tests.fakes.clock import WallClock
from tests.fakes.people import Stage
from tests.fakes.server import serving
from tests.fakes.wire import png
from tests.transport.raw import Raw, http, raw

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"  # noqa: S105
PICTURE = png(8, 8).data


@pytest.fixture
def stage() -> Stage:
    return Stage(WallClock())


@pytest.fixture
async def bot(stage: Stage) -> AsyncIterator[Bot]:
    async with serving(stage.world) as url, make_bot(stage.world.token, url) as bot:
        yield bot


async def test_texts_files_and_answers_arrive_whole(stage: Stage, bot: Bot) -> None:
    chat = stage.group.id
    text = "碰 <b>&</b> 🀄 = + %"
    sent = await bot.send_photo(chat, PICTURE, caption=text)
    assert sent.caption == text
    assert stage.group.last().text == text
    assert stage.group.last().file is not None
    edited = await bot.edit_message_media(InputMediaPhoto(PICTURE, caption="杠"), chat, sent.message_id)
    assert edited is not True
    assert edited.caption == "杠"
    await bot.send_document(chat, b"a,b", filename="hands.csv")
    file = stage.group.last().file
    assert file is not None
    assert (file.name, file.data) == ("hands.csv", b"a,b")


async def test_a_file_comes_back(stage: Stage, bot: Bot) -> None:
    sent = await bot.send_document(stage.group.id, b"a,b", filename="hands.csv")
    assert sent.document is not None
    found = await sent.document.get_file()
    assert bytes(await found.download_as_bytearray()) == b"a,b"


async def test_refusals_are_the_librarys(stage: Stage, bot: Bot) -> None:
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(1, "text")
    stage.world.faults.too_many(7, "sendMessage")
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(stage.group.id, "text")
    assert seconds_of(caught.value) == 7


async def failure(server: Raw, **timeouts: float) -> TelegramError:
    """How a call fails there. Whatever it says, it does not say the token."""
    async with raw(server) as url:
        bot = Bot(TOKEN, base_url=f"{url}/bot", request=Request(2), get_updates_request=Request(1))
        await bot._request[1].initialize()
        with pytest.raises(TelegramError) as caught:
            await bot.send_message(1, "text", **timeouts)
        await bot._request[1].shutdown()
    assert TOKEN.encode() in server.heads[0]
    told = "".join(traceback.format_exception(caught.value))
    assert TOKEN not in told + repr(caught.value) + str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("server", "kind"),
    [
        (Raw(), Kind.MAYBE),
        (Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"), Kind.MAYBE),
        (Raw(b"no HTTP at all\r\n\r\n"), Kind.MAYBE),
        (Raw(http(502, b"<html>Bad Gateway</html>", "text/html")), Kind.MAYBE),
        (Raw(http(200, b"<html>")), Kind.MAYBE),
        (
            Raw(http(401, b'{"ok": false, "error_code": 401, "description": "Unauthorized"}')),
            Kind.UNAUTHORIZED,
        ),
    ],
)
async def test_what_was_sent_may_have_arrived(server: Raw, kind: Kind) -> None:
    assert outcome(await failure(server)).kind is kind


async def test_silence_is_a_timeout() -> None:
    error = await failure(Raw(silent=True), read_timeout=0.01)
    assert isinstance(error, TimedOut)
    assert outcome(error).kind is Kind.MAYBE


async def test_a_connection_that_never_stood_carried_nothing() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        bot = make_bot(TOKEN, f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(NetworkError) as caught:
            await bot.initialize()
        await bot.shutdown()
    assert outcome(caught.value).kind is Kind.NOT_SENT
    assert TOKEN not in "".join(traceback.format_exception(caught.value))


async def test_opening_and_closing_may_be_repeated() -> None:
    request = Request(1)
    with pytest.raises(RuntimeError, match="not initialized"):
        await request.do_request("http://127.0.0.1/", "POST")
    for _ in range(2):
        await request.initialize()
        await request.initialize()
        await request.shutdown()
        await request.shutdown()
