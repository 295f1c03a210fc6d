"""Chats, their settings, and what happens when Telegram gives one a new id."""

from dataclasses import dataclass, field
from typing import Literal

from storage.connection import Connection
from storage.errors import Stale
from storage.values import JsonObject, read_json, to_json

ChatKind = Literal["private", "group", "supergroup"]


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A chat and its settings; `hands` is the number of the last hand dealt there, kept by the journal."""

    chat_id: int
    kind: ChatKind
    title: str
    language: str | None
    home_thread: int | None
    game: str | None
    defaults: JsonObject
    hands: int
    settings: JsonObject = field(default_factory=dict)


async def note_chat(connection: Connection, chat_id: int, kind: ChatKind, title: str) -> ChatRow:
    """Know a chat under its present kind and title; gives it with its settings. Mostly nothing is new."""
    known = await load_chat(connection, chat_id)
    if known is not None and (known.kind, known.title) == (kind, title):
        return known
    await connection.execute(
        """INSERT INTO chat (chat_id, kind, title) VALUES (?, ?, ?)
        ON CONFLICT (chat_id) DO UPDATE SET kind = excluded.kind, title = excluded.title
        WHERE kind <> excluded.kind OR title <> excluded.title""",
        (chat_id, kind, title),
    )
    chat = await load_chat(connection, chat_id)
    if chat is None:
        raise Stale(f"chat {chat_id} is not there")
    return chat


async def load_chat(connection: Connection, chat_id: int) -> ChatRow | None:
    row = await connection.row(
        """SELECT chat_id, kind, title, language, home_thread, game, defaults, hands, settings FROM chat
        WHERE chat_id = ?""",
        (chat_id,),
    )
    return ChatRow(*read_json(row, 6, 8)) if row else None


async def save_chat(connection: Connection, chat: ChatRow) -> None:
    """Write a chat's language, home topic, game, defaults and settings."""
    changed = await connection.execute(
        """UPDATE chat SET language = ?, home_thread = ?, game = ?, defaults = ?, settings = ? WHERE chat_id = ?""",
        (
            chat.language,
            chat.home_thread,
            chat.game,
            to_json(chat.defaults),
            to_json(chat.settings),
            chat.chat_id,
        ),
    )
    if changed != 1:
        raise Stale(f"chat {chat.chat_id} is unknown")


async def hand_length(connection: Connection, chat_id: int, game: str, *, last: int, most: int) -> int | None:
    """How long a hand of this game takes in the chat, ms: the mean of its last ones, put-aside ones (longer than
    `most`) left out; None while fewer than four are known."""
    row = await connection.row(
        """SELECT count(*), avg(took) FROM (
            SELECT ended_at - started_at AS took FROM hand JOIN tables USING (table_id)
            WHERE hand.chat_id = ? AND game = ? AND hand.state = 'done' AND ended_at - started_at <= ?
            ORDER BY hand.hand_no DESC LIMIT ?)""",
        (chat_id, game, most, last),
    )
    return None if row is None or row[0] < 4 else round(row[1])


async def move_chat(connection: Connection, old: int, new: int) -> bool:
    """A group got a new id: all that was the old chat's is the new one's. False if there was nothing to move.

    Comes by three signs, in any order and twice, so either chat may be known already, or neither.
    The old chat's messages cannot be edited from the new one and are forgotten.
    """
    if old == new or await load_chat(connection, old) is None:
        return False
    await connection.execute("DELETE FROM posted WHERE chat_id = ?", (old,))
    if await load_chat(connection, new) is None:
        await connection.execute(
            "UPDATE chat SET chat_id = ?, kind = 'supergroup' WHERE chat_id = ?", (new, old)
        )
    else:
        await _merge_chat(connection, old, new)
    return True


async def _merge_chat(connection: Connection, old: int, new: int) -> None:
    """Two chats known under both ids: the old one's settings and records win, hands keep their numbers."""
    await connection.execute(
        """UPDATE chat SET language = coalesce(was.language, chat.language),
            home_thread = coalesce(was.home_thread, chat.home_thread), game = coalesce(was.game, chat.game),
            defaults = iif(was.defaults = '{}', chat.defaults, was.defaults),
            settings = iif(was.settings = '{}', chat.settings, was.settings),
            hands = max(was.hands, chat.hands)
        FROM chat AS was WHERE was.chat_id = ? AND chat.chat_id = ?""",
        (old, new),
    )
    await connection.execute("UPDATE tables SET chat_id = ? WHERE chat_id = ?", (new, old))
    await connection.execute("UPDATE hand SET chat_id = ? WHERE chat_id = ?", (new, old))
    # seasons are opened by hand: the few minutes of a second life under the new id have none worth keeping
    await connection.execute(
        "DELETE FROM season WHERE chat_id = ? AND EXISTS (SELECT 1 FROM season WHERE chat_id = ?)", (new, old)
    )
    await connection.execute("UPDATE season SET chat_id = ? WHERE chat_id = ?", (new, old))
    await connection.execute("DELETE FROM chat WHERE chat_id = ?", (old,))
