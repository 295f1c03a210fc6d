"""The log: one line each, with table and sequence where a record has them, never the token, never a tile.

What an exception says may name tiles, so it is left out everywhere: its type and the places it came from must do.
"""

import asyncio
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

HIDDEN = "bot<token>"
_TOKEN = re.compile(r"(?:bot)?\b\d{6,}:[\w-]{20,}|bot\d+:[\w-]+")
_CHATTY = ("aiohttp", "httpx", "httpcore", "telegram", "aiosqlite")
"""At INFO and DEBUG they write what they ask and are answered: addresses with the token, messages, hands."""
_TELLTALES = ("telegram.Bot", "telegram.ext.ExtBot", "telegram.request.BaseRequest")
"""These write whole answers of the server even with their errors, which are raised and logged here anyway."""
_FORMAT = "%(asctime)s %(levelname)s %(name)s%(place)s: %(message)s"


def without_token(text: str) -> str:
    """The text with everything hidden that looks like a bot's token."""
    return _TOKEN.sub(HIDDEN, text)


class TokenFilter(logging.Filter):
    """Hides tokens in a record: in its message, its traceback and its stack."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true; the record is changed."""
        record.msg, record.args = without_token(_message(record)), None
        if record.exc_info and not record.exc_text:
            record.exc_text = "" if record.exc_info[1] is None else stack(record.exc_info[1])
        if record.exc_text:
            record.exc_text = without_token(record.exc_text)
        if record.stack_info:
            record.stack_info = without_token(record.stack_info)
        return True


class PlaceFormatter(logging.Formatter):
    """Puts `table` and `seq` of a record (given as `extra`) behind the logger's name."""

    def format(self, record: logging.LogRecord) -> str:
        parts = [f"{name} {getattr(record, name)}" for name in ("table", "seq") if hasattr(record, name)]
        record.place = f" [{', '.join(parts)}]" if parts else ""
        return without_token(super().format(record))


def set_up(level: str = "INFO", stream: TextIO | None = None) -> logging.Handler:
    """Log to `stream` (standard error), and guard every handler there is; gives the new handler."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(PlaceFormatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _TELLTALES:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    guard_handlers()
    return handler


def where(error: BaseException) -> str:
    """An exception for the log: its type and where it came from. Its text may name tiles, so it is left out."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}" if places else type(error).__name__


def stack(error: BaseException) -> str:
    """The places an exception and its causes came from, the first cause first, with their types and no more."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    places = "".join(traceback.format_tb(error.__traceback__))
    told = f"{places}{type(error).__name__}"
    return told if cause is None else f"{stack(cause)}\nwhich led to\n{told}"


def note_trouble(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A loop's exception handler: what a task raised and nobody heard, without the task, which spells it out."""
    error = context.get("exception")
    logging.getLogger(__name__).error(
        "%s: %s", context["message"], where(error) if isinstance(error, BaseException) else "no exception"
    )


def guard_handlers() -> None:
    """Put the filter on every handler of the logging tree that has none yet."""
    for handler in _handlers():
        if not any(isinstance(known, TokenFilter) for known in handler.filters):
            handler.addFilter(TokenFilter())


def _handlers() -> Iterator[logging.Handler]:
    yield from logging.getLogger().handlers
    for logger in logging.Logger.manager.loggerDict.values():
        if isinstance(logger, logging.Logger):
            yield from logger.handlers
    if logging.lastResort is not None:
        yield logging.lastResort


def _message(record: logging.LogRecord) -> str:
    """The text of a record; one whose arguments do not fit must not stop the program."""
    try:
        return record.getMessage()
    except Exception:
        return str(record.msg)
