"""Between the core's plain data and storage's rows, in both directions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.actions import HOST, Event, event_from_json
from engine.games import find_game
from engine.match import match_from_json
from engine.options import TableOptions
from engine.replay import Line
from engine.result import Result
from engine.scoring import Settlement
from engine.state import HandState
from handlers.show.judged import is_mistake
from handlers.tables.effects import (
    AddAction,
    BeginHand,
    EndHand,
    Row,
    SaveChair,
    SaveDefaults,
    SaveTable,
    TipsRead,
    VoidHand,
)
from handlers.tables.group import read_group
from handlers.tables.model import Chair, Chat, Clockwork, Person, Table, Vote
from storage import chats, journal, people, tables
from storage.chats import ChatRow
from storage.connection import Connection
from storage.journal import ActionRow, FanRow, MistakeRow, SeatOutcome
from storage.people import PersonRow
from storage.tables import SeatRow, TableRow

FIRST_HANDS = 3
"""So many hands of a game in which new things are explained."""

FIRST_LANGUAGE = "zh_Hans"
"""What a group is spoken to in before anybody has used the bot there."""

# -- writing


async def write_rows(connection: Connection, table: Table, rows: list[Row], now: int) -> Table:
    """Write what a command led to; `table` is the table after it, and comes back with a new hand's id."""
    for row in rows:
        match row:
            case AddAction():
                await journal.append_action(connection, _action(table.table_id, row, now))
            case BeginHand():
                hand_id = await journal.begin_hand(
                    connection,
                    table_id=table.table_id,
                    hand_no=row.hand_no,
                    rules_version=row.rules_version,
                    match=row.match,
                    entropy=row.entropy,
                    people=row.people,
                    at=now,
                )
                table = replace(table, hand_id=hand_id)
            case EndHand():
                await _end_hand(connection, table, row.hand_no, now)
            case VoidHand():
                await journal.void_hand(connection, table.table_id, row.hand_no, at=now)
            case SaveChair(seat):
                await _save_chair(connection, table, seat)
            case TipsRead(person_id, tips):
                await people.note_told(connection, person_id, table.game.id, tips, at=now)
            case SaveDefaults():
                await _save_defaults(connection, table)
            case SaveTable():
                pass  # once, below
    if any(isinstance(row, SaveTable) for row in rows):
        await tables.save_table(connection, table_row(table))
    return table


async def _save_defaults(connection: Connection, table: Table) -> None:
    row = await chats.load_chat(connection, await tables.chat_of(connection, table.table_id))
    if row is not None:
        options = options_json(table.house, table.options)
        await chats.save_chat(connection, replace(row, defaults={**row.defaults, table.game.id: options}))


async def _save_chair(connection: Connection, table: Table, seat: int) -> None:
    chair = table.chairs[seat]
    if chair is None:
        await tables.free_seat(connection, table.table_id, seat)
    else:
        await tables.save_seat(connection, table.table_id, seat_row(seat, chair))


def _action(table_id: int, row: AddAction, now: int) -> ActionRow:
    by: Any = row.by
    events = [event.to_json() for event in row.events]
    return ActionRow(table_id, row.hand_no, row.seq, row.seat, row.act, by, events, now)


async def _end_hand(connection: Connection, table: Table, hand_no: int, now: int) -> None:
    hand = table.hand
    if hand is None or hand.result is None or hand.settlement is None:
        raise LookupError(f"hand {hand_no} of table {table.table_id} has no result")
    result, settlement = hand.result, hand.settlement
    await journal.end_hand(
        connection,
        table_id=table.table_id,
        hand_no=hand_no,
        at=now,
        result=result.to_json(),
        settlement=settlement.to_json(),
        scores=settlement.payments,
        seats=[_outcome(table, result, seat) for seat in range(4)],
        fans=_fans(result, settlement),
        mistakes=mistake_rows(hand),
    )


def _outcome(table: Table, result: Result, seat: int) -> SeatOutcome:
    chair = table.chairs[seat]
    won = [win for win in result.wins if win.seat == seat]
    return SeatOutcome(
        seat,
        by_computer=chair is None or not chair.by_person,
        won=bool(won),
        self_drawn=any(win.source is None for win in won),
        dealt_in=any(win.source == seat for win in result.wins),
    )


def _fans(result: Result, settlement: Settlement) -> list[FanRow]:
    return [
        FanRow(win.seat, fan.code, fan.value)
        for win, fans in zip(result.wins, settlement.fans, strict=True)
        for fan in fans
        if fan.value
    ]


def mistake_rows(hand: HandState) -> list[MistakeRow] | None:
    """What was judged and cost something, also before a late win took the table back; None without judgements."""
    if hand.docket is None:
        return None
    found = [judged for judged in hand.docket.judgements if is_mistake(judged)]
    return [MistakeRow(judged.seat, judged.clause, judged.verdict.value) for judged in found]


def seat_row(seat: int, chair: Chair) -> SeatRow:
    person = chair.person.person_id if chair.person else None
    return SeatRow(
        *(seat, person, chair.played_by, chair.ready or None, chair.expiries, chair.filter),
        leaving=chair.leaving,
        kept_until=chair.kept_until,
        seen_at=chair.seen_at,
    )


def table_row(table: Table) -> TableRow:
    """The table's row as it now is."""
    return TableRow(
        table_id=table.table_id,
        chat_id=table.chat.chat_id,
        thread_id=table.thread_id,
        opener=table.opener,
        game=table.game.id,
        options=options_json(table.house, table.options),
        state=table.state,
        match=table.match.to_json() if table.match else None,
        seed=table.seed,
        commitment=table.commitment,
        dice=list(table.dice) if table.dice else None,
        decision=table.decision,
        due_at=table.clock.due_at,
        opened_at=table.opened_at,
        touched_at=table.touched_at,
        asleep=table.asleep,
        before=table.before,
        played=table.played,
        aside=_aside(table),
    )


def _aside(table: Table) -> dict[str, Any]:
    """What the table keeps in mind beside its match; nothing where that is nothing."""
    kept = {
        "waiting": [person.person_id for person in table.waiting],
        "pauses": table.pauses,
        "cried": table.cried,
        "called": table.called,
        "paused_at": table.paused_at,
        "paused_by": table.paused_by,
        "pause_wanted": table.pause_wanted,
        "vote": _vote(table.vote) if table.vote else None,
        "rematch": table.rematch,
        "stopped": table.stopped,
        "rematch_at": table.rematch_at,
        "committed": table.committed,
    }
    return {name: value for name, value in kept.items() if value}


def _vote(vote: Vote) -> dict[str, Any]:
    """An open vote, as `_read_vote` reads it."""
    return {
        "by": vote.by,
        "seat": vote.seat,
        "person": vote.person,
        "until": vote.until,
        "agree": sorted(vote.agree),
        "against": sorted(vote.against),
    }


def options_json(house: TableOptions, options: Any) -> dict[str, Any]:
    """What differs from the defaults, of table and game, in one object each."""
    return {"house": house.changed(), "game": options.changed()}


# -- reading


async def beginners(
    connection: Connection, table: Table, *, dealt: bool = False
) -> dict[int, frozenset[str]]:
    """Who sits there and has hardly played this game, with the tips read; `dealt`: the present hand counts already."""
    seated = [chair.person.person_id for chair in table.chairs if chair and chair.person]
    played = await people.hands_played(connection, table.game.id, seated)
    new = [person for person in seated if played.get(person, 0) - dealt < FIRST_HANDS]
    read = await people.told(connection, table.game.id, new)
    return {person: read.get(person, frozenset()) for person in new}


def read_table(row: TableRow, seats: list[SeatRow], people: dict[int, Person], chat: Chat) -> Table:
    """The table without its hand, as it stands on disk."""
    game = find_game(row.game)
    chairs: list[Chair | None] = [None] * 4
    for seat in seats:
        person = None if seat.person_id is None else people.get(seat.person_id)
        chairs[seat.seat] = Chair(
            *(person, seat.played_by, seat.ready or "", seat.expiries, seat.filter),
            seen_at=seat.seen_at,
            kept_until=seat.kept_until,
            leaving=seat.leaving,
        )
    return Table(
        table_id=row.table_id,
        chat=chat,
        thread_id=row.thread_id,
        opener=row.opener,
        game=game,
        options=game.options.from_json(row.options.get("game", {})),
        house=TableOptions.from_json(row.options.get("house", {})),
        state=row.state,
        chairs=(chairs[0], chairs[1], chairs[2], chairs[3]),
        match=match_from_json(row.match) if row.match else None,
        seed=row.seed,
        commitment=row.commitment,
        committed=bool(row.aside.get("committed")) or row.match is not None,
        dice=(row.dice[0], row.dice[1]) if row.dice else None,
        decision=row.decision,
        clock=Clockwork(due_at=row.due_at),
        opened_at=row.opened_at,
        touched_at=row.touched_at,
        asleep=row.asleep,
        before=row.before,
        played=row.played,
        waiting=tuple(
            people[number]
            for number in row.aside.get("waiting", ())
            if number in people and people[number].reachable  # nor, then, one who has been forgotten since
        ),
        pauses=int(row.aside.get("pauses", 0)),
        cried=bool(row.aside.get("cried")),
        called=bool(row.aside.get("called")),
        paused_at=row.aside.get("paused_at"),
        paused_by=int(row.aside.get("paused_by", 0)),
        pause_wanted=row.aside.get("pause_wanted"),
        vote=_read_vote(row.aside["vote"]) if "vote" in row.aside else None,
        rematch=bool(row.aside.get("rematch")),
        stopped=bool(row.aside.get("stopped")),
        rematch_at=int(row.aside.get("rematch_at", 0)),
    )


def _read_vote(given: dict[str, Any]) -> Vote:
    agree, against = frozenset(given["agree"]), frozenset(given["against"])
    return Vote(given["by"], given["seat"], given["until"], given.get("person", 0), agree, against)


def read_person(row: PersonRow) -> Person:
    return Person(
        row.person_id, row.user_id or 0, row.name, row.language or "en", row.reachable, dict(row.settings)
    )


def read_chat(row: ChatRow) -> Chat:
    return Chat(
        row.chat_id,
        row.kind,
        row.title,
        row.language or FIRST_LANGUAGE,
        row.home_thread,
        read_group(row.settings),
        dict(row.defaults),
    )


def read_line(row: ActionRow) -> Line:
    """One line of the journal as the fold wants it."""
    events: tuple[Event, ...] = tuple(event_from_json(event) for event in row.events)
    return (HOST if row.seat is None else row.seat, row.act, events)
