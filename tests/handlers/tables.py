"""Tables for tests of the core: four people, one of them the opener, and hands with a known seed."""

from dataclasses import replace
from typing import Any

from engine.games import find_game
from engine.hand import legal_actions
from engine.options import TableOptions
from engine.prompts import PromptKind
from handlers.tables.commands import Command, Deal, Press, Tick
from handlers.tables.effects import Effects
from handlers.tables.group import GroupSettings
from handlers.tables.model import Chat, Person, Table
from handlers.tables.table import step

WEI, SOFIA, LIN, TOM = CAST = tuple(
    Person(number, 100 + number, name, language, reachable=True)
    for number, (name, language) in enumerate(
        [("Wei", "zh_Hans"), ("Sofia", "en"), ("林姨", "zh_Hans"), ("Tom", "en")], start=1
    )
)
GROUP = Chat(-1001234567890, "supergroup", "周五麻将", "zh_Hans")


def middle(limit: int) -> int:
    """In place of chance."""
    return limit // 2


def lobby(game: str = "fuzhou", *, chat: Chat = GROUP, seed: int = 1, **house: Any) -> Table:
    """Wei's table, before anybody has sat down."""
    chosen = find_game(game)
    options = TableOptions.from_json(house)
    table = Table(7, chat, None, WEI.person_id, chosen, chosen.options(), options, seed=bytes([seed]) * 32)
    return replace(table, opened_at=1, touched_at=1)


def after(table: Table, *commands: Command, now: int = 1_000) -> tuple[Table, Effects]:
    """The table after these commands, and what the last of them led to."""
    effects = Effects()
    for command in commands:
        table, effects = step(table, command, now, middle)
    return table, effects


def full(table: Table, *, now: int = 1_000) -> Table:
    """Everybody has sat down."""
    return after(table, *(Press(person, "j", query_id=f"j{person.person_id}") for person in CAST), now=now)[0]


def dealt(table: Table, *, now: int = 1_000, beginners: frozenset[int] = frozenset()) -> Table:
    """The first hand is dealt, without dice."""
    table = full(replace(table, house=replace(table.house, dice="off")), now=now)
    table, effects = after(table, Press(WEI, "g", query_id="g1", decision=table.decision), now=now)
    assert effects.deal
    return after(table, Deal(57, dict.fromkeys(beginners, frozenset())), now=now)[0]


def let_go(table: Table, *, now: int) -> Table:
    """Nobody wants what lies: everybody who is asked passes, and the pause goes by."""
    while table.prompt is not None and table.prompt.kind in (PromptKind.CLAIM, PromptKind.ROB):
        missing = table.prompt.missing
        if not missing:
            table, _ = after(table, Tick(), now=table.clock.pause_until)
            continue
        table, _ = after(table, Press(CAST[missing[0]], "x", decision=table.decision, query_id="x"), now=now)
    return table


def discard(table: Table, *, now: int) -> tuple[Table, Effects]:
    """Whoever has the turn throws the first tile that may go, after drawing where a chow was asked."""
    table = let_go(table, now=now)
    assert table.hand is not None
    seat = table.hand.turn
    person = table.chair(seat).person
    assert person is not None
    if table.prompt is not None and table.prompt.kind is PromptKind.CHOW:
        table, _ = after(table, Press(person, "x", decision=table.decision, query_id="x"), now=now)
    assert table.hand is not None
    act = next(act for act in legal_actions(table.hand, seat) if act.verb == "d")
    code, _, argument = act.text.partition(":")
    return after(table, Press(person, code, argument, decision=table.decision, query_id="d"), now=now)


def settled(chat: Chat = GROUP, **settings: str) -> Chat:
    """The group with these settings."""
    return replace(chat, settings=GroupSettings(**settings))
