"""The token never reaches a log."""

import io
import logging
from collections.abc import Iterator

import pytest
from telegram.error import TelegramError

from handlers.transport import logs
from handlers.transport.bot import make_bot
from handlers.transport.logs import HIDDEN, TokenFilter, set_up, without_token
from playground.errors import bad
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage
from tests.transport.raw import Raw, http, raw
from tests.transport.rig import BOARD, board, rig, says

TOKEN = "7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"  # noqa: S105
ADDRESS = f"https://api.telegram.org/bot{TOKEN}/sendMessage"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What the log says at DEBUG, with everything the logging tree had put back afterwards."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    levels = {name: logging.getLogger(name).level for name in (*logs._CHATTY, *logs._TELLTALES)}
    filters = {handler: list(handler.filters) for handler in [*handlers, logging.lastResort] if handler}
    stream = io.StringIO()
    set_up("DEBUG", stream)
    yield stream
    root.setLevel(level)
    for name, before_level in levels.items():
        logging.getLogger(name).setLevel(before_level)
    root.handlers[:] = handlers
    for handler, before in filters.items():
        handler.filters[:] = before


@pytest.mark.parametrize(
    "text", [ADDRESS, TOKEN, f"The token `{TOKEN}` was rejected", "bot1:x", f"<{TOKEN}>"]
)
def test_whatever_looks_like_a_token_is_hidden(text: str) -> None:
    assert HIDDEN in without_token(text)
    assert TOKEN not in without_token(text)


@pytest.mark.parametrize("text", ["bot", "table 7000000001: hand 3", "12:30:59", "robot: yes", "1:2:d:5m"])
def test_other_texts_stay(text: str) -> None:
    assert without_token(text) == text


def _fail() -> None:
    raise ConnectionError(ADDRESS) from ValueError(TOKEN)


def test_records_lines_and_tracebacks_are_clean(stream: io.StringIO) -> None:
    log = logging.getLogger("some.library")
    log.warning("asked %s", ADDRESS)
    log.warning("does not fit %s %s", ADDRESS)
    log.warning("as a dict %(url)s", {"url": ADDRESS})
    try:
        _fail()
    except ConnectionError:
        log.exception("failed", stack_info=True)
    assert TOKEN not in stream.getvalue()
    assert stream.getvalue().count(HIDDEN) == 2


def test_a_traceback_tells_places_and_types_and_not_what_an_exception_says(stream: io.StringIO) -> None:
    try:
        _fail()
    except ConnectionError:
        logging.getLogger("some.library").exception("failed")
    told = stream.getvalue()
    assert "in _fail" in told
    assert told.index("ValueError") < told.index("which led to") < told.index("ConnectionError\n")
    assert HIDDEN not in told


def test_a_line_says_which_table_and_sequence(stream: io.StringIO) -> None:
    logging.getLogger("x").warning("stopped", extra={"table": 12, "seq": 34})
    logging.getLogger("x").warning("no place")
    first, second = stream.getvalue().splitlines()[-2:]
    assert first.endswith("WARNING x [table 12, seq 34]: stopped")
    assert second.endswith("WARNING x: no place")


def test_handlers_that_were_there_before_are_guarded(stream: io.StringIO) -> None:
    logging.getLogger("telegram.Bot").critical("received %s", "data")
    assert "received" not in stream.getvalue()
    assert all(any(isinstance(f, TokenFilter) for f in h.filters) for h in logging.getLogger().handlers)
    assert logging.getLogger("httpx").level == logging.getLogger("httpcore").level == logging.WARNING


FAULTS = {
    "silence": Raw(),
    "broken": Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"),
    "no HTTP": Raw(ADDRESS.encode()),
    "200": Raw(http(200, f"<html>{ADDRESS}".encode())),
    "401": Raw(http(401, b'{"ok": false, "description": "Unauthorized"}')),
    "404": Raw(http(404, b'{"ok": false, "description": "Not Found"}')),
    "409": Raw(http(409, f'{{"ok": false, "description": "Conflict {ADDRESS}"}}'.encode())),
    "500": Raw(http(500, b"Internal Server Error", "text/plain")),
    "502": Raw(http(502, b"<html>Bad Gateway</html>", "text/html")),
    "redirect": Raw(
        b"HTTP/1.1 302 Found\r\nLocation: " + ADDRESS.encode() + b"\r\nContent-Length: 0\r\n\r\n"
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_no_network_fault_writes_the_token(stream: io.StringIO, fault: str) -> None:
    async with raw(FAULTS[fault]) as url:
        await _fail_everywhere(url)
    assert "failed" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert TOKEN.partition(":")[2] not in stream.getvalue()


async def test_a_server_that_is_not_there_writes_no_token(stream: io.StringIO) -> None:
    async with raw(Raw()) as url:
        pass
    await _fail_everywhere(url)
    assert "failed" in stream.getvalue()
    assert TOKEN.partition(":")[2] not in stream.getvalue()


async def _fail_everywhere(url: str) -> None:
    """Call and log as carelessly as can be."""
    bot = make_bot(TOKEN, url)
    log = logging.getLogger("handlers")
    for call in (bot.initialize, bot.get_me, bot.get_updates):
        try:
            await call()
        except TelegramError as error:
            log.exception("failed")
            log.warning("because of %r, %s", error, error)
    await bot.shutdown()


@virtual
async def test_the_outbox_logs_no_token_and_no_content(
    clock: VirtualClock, stage: Stage, stream: io.StringIO
) -> None:
    def fails() -> None:
        raise KeyError("canary")

    async with rig(stage.world, clock) as r:
        stage.world.faults.bad_gateway("sendMessage")
        stage.world.faults.lose_answer("sendMessage")
        stage.world.faults.refuse(bad("message is too long"), "sendMessage")
        r.outbox.want(board(stage.group.id), says("a canary", "canary"), urgency=BOARD)
        r.outbox.want(board(stage.group.id, 2), fails, urgency=BOARD)
        r.outbox.note(stage.wei.id, None, says("canary"))
        await r.outbox.idle()
        r.outbox.want(board(stage.group.id), says("another canary", "canary"), urgency=BOARD)
        await r.outbox.idle()
        press = stage.wei.press(stage.group, "canary")
        r.outbox.answer(press.id, "canary")
        await r.outbox.idle()
    assert stage.wei.toasts == ["canary"]
    assert "KeyError at test_logs.py:" in stream.getvalue()
    assert "canary" not in stream.getvalue()
    assert stage.world.token not in stream.getvalue()
