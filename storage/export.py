"""A chat's finished hands to take away. What a running match must still hide is the caller's to leave out."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from storage.connection import Connection
from storage.journal import HAND, ActionRow, HandRow, action_row, hand_row
from storage.tables import TableState


@dataclass(frozen=True, slots=True)
class ExportLine:
    """One seat of one finished hand. `table_state` tells whether its match is over, `judged` whether mistakes were."""

    hand_id: int
    hand_no: int
    table_id: int
    table_state: TableState
    game: str
    started_at: int
    ended_at: int
    seat: int
    person_id: int | None
    name: str
    by_computer: int
    won: int
    self_drawn: int
    dealt_in: int
    points: int
    judged: int
    mistakes: int


async def export_lines(connection: Connection, chat_id: int) -> AsyncIterator[ExportLine]:
    """Hand by hand in the order of their numbers, four lines each."""
    rows = connection.stream(
        """SELECT hand_id, hand_no, table_id, tables.state, tables.game, started_at, ended_at, seat, person_id,
            coalesce(name, ''), by_computer, won, self_drawn, dealt_in, points, judged,
            (SELECT count(*) FROM hand_mistake
                WHERE hand_mistake.table_id = hand.table_id AND hand_mistake.hand_no = hand.hand_no
                    AND hand_mistake.seat = seat_score.seat)
        FROM hand CROSS JOIN tables USING (table_id) CROSS JOIN seat_score USING (table_id, hand_no)
        LEFT JOIN person USING (person_id)
        WHERE hand.chat_id = ? AND hand.state = 'done' ORDER BY hand_no, hand_id, seat""",
        (chat_id,),
    )
    async for row in rows:
        yield ExportLine(*row)


async def export_hands(connection: Connection, chat_id: int) -> AsyncIterator[HandRow]:
    """The whole rows of the same hands, in the same order."""
    sql = HAND + " WHERE chat_id = ? AND state = 'done' ORDER BY hand_no, hand_id"
    rows = connection.stream(sql, (chat_id,))
    async for row in rows:
        yield hand_row(row)


async def export_actions(connection: Connection, chat_id: int) -> AsyncIterator[ActionRow]:
    """The journals of the same hands, in the same order: to be read beside `export_hands`."""
    rows = connection.stream(
        """SELECT table_id, hand_no, seq, seat, act, by, events, at
        FROM hand CROSS JOIN action USING (table_id, hand_no)
        WHERE hand.chat_id = ? AND hand.state = 'done' ORDER BY hand_no, hand_id, seq""",
        (chat_id,),
    )
    async for row in rows:
        yield action_row(row)
