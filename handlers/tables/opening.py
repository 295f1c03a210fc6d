"""A new table: its rows, and the table as it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.fairness import commitment
from engine.game import Game
from engine.options import Options, TableOptions
from handlers.tables.minutes import BETWEEN
from handlers.tables.model import Chat, Person, Table
from handlers.tables.records import options_json
from storage import chats, tables
from storage.connection import Connection

LONG_HAND = 30 * 60_000
"""A hand that took longer, in ms, was put aside, and says nothing of the group's pace."""


async def create(
    connection: Connection,
    chat: Chat,
    thread_id: int | None,
    opener: Person,
    game: Game,
    options: Options,
    house: TableOptions,
    *,
    seed: bytes,
    now: int,
) -> Table:
    """An empty table in its lobby, written down with its secret seed, which nothing else uses; raises StorageError."""
    kind: Any = chat.kind
    await chats.note_chat(connection, chat.chat_id, kind, chat.title)
    row = await tables.create_table(
        connection,
        chat_id=chat.chat_id,
        thread_id=thread_id,
        opener=opener.person_id,
        game=game.id,
        options=options_json(house, options),
        seed=seed,
        commitment=commitment(seed),
        at=now,
    )
    await tables.save_table(connection, replace(row, decision=1))
    return Table(
        row.table_id,
        chat,
        thread_id,
        opener.person_id,
        game,
        options,
        house,
        seed=seed,
        commitment=row.commitment,
        committed=False,
        opened_at=now,
        touched_at=now,
        hand_ms=await _hand_length(connection, chat, game),
    )


async def _hand_length(connection: Connection, chat: Chat, game: Game) -> int | None:
    """How long a hand of the game has lately taken in the chat with what lies between two, in ms."""
    took = await chats.hand_length(connection, chat.chat_id, game.id, last=20, most=LONG_HAND)
    return None if took is None else took + round(BETWEEN)
