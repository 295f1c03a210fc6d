"""The token never reaches a log."""

import io
import logging
from collections.abc import Iterator

import httpx
import pytest
from telegram import Bot
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

from handlers.transport import logs
from handlers.transport.logs import HIDDEN, TokenFilter, set_up, without_token
from playground.errors import bad
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage
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


FAULTS = [
    httpx.ConnectError(ADDRESS),
    httpx.ReadError(ADDRESS),
    httpx.ReadTimeout(ADDRESS),
    httpx.PoolTimeout(ADDRESS),
    httpx.RemoteProtocolError(ADDRESS),
    httpx.Response(200, text=f"<html>{ADDRESS}"),
    httpx.Response(401, json={"ok": False, "description": "Unauthorized"}),
    httpx.Response(404, json={"ok": False, "description": "Not Found"}),
    httpx.Response(409, json={"ok": False, "description": f"Conflict {ADDRESS}"}),
    httpx.Response(500, text="Internal Server Error"),
    httpx.Response(502, text="<html>Bad Gateway</html>"),
]


@pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: type(fault).__name__ + str(getattr(fault, "status_code", ""))
)
async def test_no_network_fault_writes_the_token(
    stream: io.StringIO, fault: httpx.Response | Exception
) -> None:
    def answer(_request: httpx.Request) -> httpx.Response:
        if isinstance(fault, Exception):
            raise fault
        return fault

    request = HTTPXRequest(httpx_kwargs={"transport": httpx.MockTransport(answer)})
    bot = Bot(
        TOKEN,
        request=request,
        get_updates_request=HTTPXRequest(httpx_kwargs={"transport": httpx.MockTransport(answer)}),
    )
    log = logging.getLogger("handlers")
    for call in (bot.initialize, bot.get_me, bot.get_updates):
        try:
            await call()
        except TelegramError as error:
            log.exception("failed")
            log.warning("because of %r, %s", error, error)
    await bot.shutdown()
    assert "failed" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert TOKEN.partition(":")[2] not in stream.getvalue()


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
