"""What Telegram's answers mean: one table from exceptions and texts to outcomes.

The library drops `Bad Request: ` and changes the case of the rest, so texts are compared in lower case. Its
hierarchy is a trap: BadRequest and TimedOut are NetworkErrors, while RetryAfter, Forbidden, ChatMigrated,
Conflict and InvalidToken are not; hence the order below.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)


class Kind(Enum):
    """What became of a call."""

    OK = "done"
    NOT_MODIFIED = "it stands there already"
    GONE = "the message is gone"
    WRONG_KIND = "the wrong way to edit this kind of message"
    NO_THREAD = "the topic is gone"
    UNREACHABLE = "this person or chat cannot be written to"
    KICKED = "the bot is no longer in the group, or the group is no more"
    MIGRATED = "the group has a new id"
    NO_PHOTOS = "no pictures are allowed here"
    NO_WRITE = "the bot may not write here"
    TOPIC_CLOSED = "the bot may not write in this topic"
    FILE_GONE = "the file id is not known"
    OUR_BUG = "the request was wrong"
    RETRY = "too many requests"
    UNAUTHORIZED = "the token is wrong"
    CONFLICT = "somebody else fetches the updates"
    MAYBE = "no answer: executed or not"
    NOT_SENT = "the request never left"
    IGNORED = "nothing needs to follow"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call; `after` in seconds goes with RETRY, `new_id` with MIGRATED."""

    kind: Kind
    after: float = 0.0
    new_id: int = 0
    text: str = ""


_BAD_REQUESTS: tuple[tuple[str, Kind], ...] = (
    ("message is not modified", Kind.NOT_MODIFIED),
    ("message to edit not found", Kind.GONE),
    ("message can't be edited", Kind.GONE),
    ("message_id_invalid", Kind.GONE),
    ("there is no text in the message", Kind.WRONG_KIND),
    ("there is no caption in the message", Kind.WRONG_KIND),
    ("there is no media in the message", Kind.WRONG_KIND),
    ("message to delete not found", Kind.IGNORED),
    ("message can't be deleted", Kind.IGNORED),
    ("message to be replied not found", Kind.OUR_BUG),
    ("query is too old", Kind.IGNORED),
    ("query id is invalid", Kind.IGNORED),
    ("message thread not found", Kind.NO_THREAD),
    ("topic_deleted", Kind.NO_THREAD),
    ("chat not found", Kind.UNREACHABLE),
    ("user not found", Kind.UNREACHABLE),
    ("peer_id_invalid", Kind.UNREACHABLE),
    ("channel_private", Kind.KICKED),
    ("user_banned_in_channel", Kind.KICKED),
    ("group is deactivated", Kind.KICKED),
    ("not enough rights to send photos", Kind.NO_PHOTOS),
    ("chat_send_photos_forbidden", Kind.NO_PHOTOS),
    ("not enough rights to send text messages", Kind.NO_WRITE),
    ("not enough rights to send", Kind.IGNORED),
    ("have no write access", Kind.NO_WRITE),
    ("chat_write_forbidden", Kind.NO_WRITE),
    ("chat_send_plain_forbidden", Kind.NO_WRITE),
    ("topic_closed", Kind.TOPIC_CLOSED),
    ("chat_restricted", Kind.NO_WRITE),
    ("chat_admin_required", Kind.NO_WRITE),
    ("need administrator rights", Kind.NO_WRITE),
    ("have no rights to send", Kind.NO_WRITE),
    ("wrong file identifier", Kind.FILE_GONE),
    ("wrong remote file", Kind.FILE_GONE),
    ("file reference", Kind.FILE_GONE),
)
_FORBIDDEN: tuple[tuple[str, Kind], ...] = (
    ("bot was kicked", Kind.KICKED),
    ("bot is not a member", Kind.KICKED),
    ("group chat was deleted", Kind.KICKED),
    ("write access", Kind.NO_WRITE),
)
_NEVER_LEFT = (
    "aiohttp.clientconnector",
    "aiohttp.clientproxy",
    "aiohttp.connectiontimeout",
    "aiohttp.invalidurl",
)
_TOO_BIG = ("(413)", "entity too large")


def outcome(error: TelegramError) -> Outcome:
    """What an exception of the library means for the call that raised it."""
    text = error.message
    match error:
        case RetryAfter():
            return Outcome(Kind.RETRY, after=seconds_of(error), text=text)
        case ChatMigrated():
            return Outcome(Kind.MIGRATED, new_id=error.new_chat_id, text=text)
        case Conflict():
            return Outcome(Kind.CONFLICT, text=text)
        case EndPointNotFound():
            return Outcome(Kind.OUR_BUG, text=text)
        case InvalidToken():
            return Outcome(Kind.UNAUTHORIZED, text=text)
        case Forbidden():
            return Outcome(_found(_FORBIDDEN, text, Kind.UNREACHABLE), text=text)
        case BadRequest():
            return Outcome(_found(_BAD_REQUESTS, text, Kind.OUR_BUG), text=text)
        case TimedOut() | NetworkError():
            return Outcome(_on_the_way(error), text=text)
        case _:
            return Outcome(Kind.MAYBE, text=text)


def seconds_of(error: RetryAfter) -> float:
    """How long to wait. The library's number is a timedelta, or an int where PTB_TIMEDELTA is off."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else float(wait)


def _found(table: tuple[tuple[str, Kind], ...], text: str, otherwise: Kind) -> Kind:
    lowered = text.lower()
    return next((kind for part, kind in table if part in lowered), otherwise)


def _on_the_way(error: NetworkError) -> Kind:
    """A connection that never stood carried nothing; anything later may have arrived."""
    text = error.message.lower()
    if any(part in text for part in _NEVER_LEFT):
        return Kind.NOT_SENT
    if any(part in text for part in _TOO_BIG):
        return Kind.OUR_BUG
    return Kind.MAYBE
