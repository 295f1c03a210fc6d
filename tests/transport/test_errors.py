"""The table of errors, with the texts as they arrive through the library."""

import pytest
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

from handlers.transport.errors import Kind, Outcome, outcome


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (BadRequest("Message is not modified: specified new message content and …"), Kind.NOT_MODIFIED),
        (BadRequest("Message to edit not found"), Kind.GONE),
        (BadRequest("Message can't be edited"), Kind.GONE),
        (BadRequest("There is no text in the message to edit"), Kind.WRONG_KIND),
        (BadRequest("There is no caption in the message to edit"), Kind.WRONG_KIND),
        (BadRequest("Message to delete not found"), Kind.IGNORED),
        (BadRequest("Message can't be deleted"), Kind.IGNORED),
        (BadRequest("Query is too old and response timeout expired or query id is invalid"), Kind.IGNORED),
        (BadRequest("Message thread not found"), Kind.NO_THREAD),
        (BadRequest("Chat not found"), Kind.UNREACHABLE),
        (BadRequest("User not found"), Kind.UNREACHABLE),
        (BadRequest("Peer_id_invalid"), Kind.UNREACHABLE),
        (BadRequest("Channel_private"), Kind.KICKED),
        (BadRequest("User_banned_in_channel"), Kind.KICKED),
        (BadRequest("Group is deactivated"), Kind.KICKED),
        (BadRequest("Chat_admin_required"), Kind.NO_WRITE),
        (BadRequest("Need administrator rights in the channel chat"), Kind.NO_WRITE),
        (BadRequest("Have no rights to send a message"), Kind.NO_WRITE),
        (BadRequest("Not enough rights to send photos to the chat"), Kind.NO_PHOTOS),
        (BadRequest("Not enough rights to send text messages to the chat"), Kind.NO_WRITE),
        (BadRequest("Not enough rights to send dice to the chat"), Kind.IGNORED),
        (BadRequest("Have no write access to the chat"), Kind.NO_WRITE),
        (BadRequest("Chat_write_forbidden"), Kind.NO_WRITE),
        (BadRequest("Topic_closed"), Kind.TOPIC_CLOSED),
        (BadRequest("Message text is empty"), Kind.OUR_BUG),
        (BadRequest("Message is too long"), Kind.OUR_BUG),
        (BadRequest("Button_data_invalid"), Kind.OUR_BUG),
        (BadRequest("Can't parse entities: unexpected end tag"), Kind.OUR_BUG),
        (BadRequest("Something new"), Kind.OUR_BUG),
        (BadRequest("Wrong file identifier/http url specified"), Kind.FILE_GONE),
        (Forbidden("Forbidden: bot can't initiate conversation with a user"), Kind.UNREACHABLE),
        (Forbidden("Forbidden: bot was blocked by the user"), Kind.UNREACHABLE),
        (Forbidden("Forbidden: user is deactivated"), Kind.UNREACHABLE),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), Kind.KICKED),
        (Forbidden("Forbidden: bot is not a member of the group chat"), Kind.KICKED),
        (Forbidden("Forbidden: the group chat was deleted"), Kind.KICKED),
        (Conflict("Conflict: terminated by other getUpdates request"), Kind.CONFLICT),
        (InvalidToken("Unauthorized"), Kind.UNAUTHORIZED),
        (EndPointNotFound("Endpoint 'x' not found"), Kind.OUR_BUG),
        (TimedOut(), Kind.MAYBE),
        (TimedOut("aiohttp.SocketTimeoutError"), Kind.MAYBE),
        (TimedOut("aiohttp.ConnectionTimeoutError"), Kind.NOT_SENT),
        (NetworkError("aiohttp.ClientConnectorError"), Kind.NOT_SENT),
        (NetworkError("aiohttp.ClientConnectorDNSError"), Kind.NOT_SENT),
        (NetworkError("aiohttp.ServerDisconnectedError"), Kind.MAYBE),
        (NetworkError("aiohttp.ClientOSError"), Kind.MAYBE),
        (NetworkError("Bad Gateway (502). Parsing the server response failed"), Kind.MAYBE),
        (NetworkError("Request Entity Too Large (413)"), Kind.OUR_BUG),
        (TelegramError("Invalid server response"), Kind.MAYBE),
    ],
)
def test_what_each_error_means(error: TelegramError, kind: Kind) -> None:
    assert outcome(error).kind is kind


@pytest.mark.parametrize("timedelta", ["1", "0"])
@pytest.mark.filterwarnings("ignore:.*retry_after.*")
def test_the_wait_of_a_429_is_never_shortened(monkeypatch: pytest.MonkeyPatch, timedelta: str) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", timedelta)
    assert outcome(RetryAfter(43_200)).after == 43_200


def test_a_migration_names_the_new_id() -> None:
    found = outcome(ChatMigrated(-1_002_000_000_009))
    assert (found.kind, found.new_id) == (Kind.MIGRATED, -1_002_000_000_009)
    assert found == Outcome(Kind.MIGRATED, new_id=-1_002_000_000_009, text=found.text)
