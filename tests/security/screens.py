"""A table around a hand, and everything that its readers can be shown of it, as one text."""

from collections.abc import Iterator
from dataclasses import replace

from engine.options import TableOptions
from engine.state import HandState
from handlers.message import Message
from handlers.show.texts import Texts
from handlers.tables.effects import Surface
from handlers.tables.model import Chair, Chat, Clockwork, Person, Table
from handlers.tables.surfaces import Stage
from tests.security.wiretap import spec_text

NOW = 1_788_264_000_000
CHAT = Chat(-1_002_000_000_001, "supergroup", "周五麻将", "zh_Hans")
STAGE = Stage(Texts.load(), "paizhuo_bot")
STEPS = ("k", "c", "w", "q", "q0t", "q1")
"""What is named step by step where a referee judges; elsewhere such a press changes nothing."""
CAST = (("Wei", "zh_Hans"), ("Sofia", "en"), ("林姨", "zh_Hant"), ("Tom", "en"))


def person(number: int, *, reachable: bool = True) -> Person:
    """One of the usual four."""
    name, language = CAST[number]
    return Person(number + 1, 5_000_001 + number, name, language, reachable)


def table_with(hand: HandState, **changes: object) -> Table:
    """Four people at the hand, as in the middle of a match."""
    chairs = [Chair(person(number)) for number in range(4)]
    fields: dict[str, object] = {
        "table_id": 7,
        "chat": CHAT,
        "thread_id": None,
        "opener": 1,
        "game": hand.game,
        "options": hand.options,
        "house": TableOptions(),
        "state": "playing",
        "chairs": tuple(chairs),
        "match": hand.match,
        "hand": hand,
        "hand_no": 57,
        "decision": 36 * 5,
        "clock": Clockwork(opened_at=NOW),
    }
    return Table(**{**fields, **changes})  # type: ignore[arg-type]


def written(message: Message | None) -> str:
    """All that a message says: text, labels, what its buttons carry, and what its picture is drawn from."""
    if message is None:
        return ""
    buttons = [[(b.text, b.data, b.url, b.copy, b.style) for b in row] for row in message.keyboard]
    return f"{message.text}\n{buttons}\n{spec_text(message.picture)}\n{message.effect}"


def screens(table: Table, reader: int | None) -> Iterator[tuple[str, str]]:
    """What a reader may be shown now, by name: the board for all, else the seat's panels and alerts too."""
    yield "board", written(STAGE.render(table, Surface("board"), NOW))
    if reader is None:
        return
    chair = table.chair(reader)
    for name, turned_chair in (
        ("hand", chair),
        ("table", replace(chair, table_up=True)),
        ("more", replace(chair, more=(1, table.decision))),
        *((f"naming {step}", replace(chair, naming=(step, table.decision))) for step in STEPS),
    ):
        turned = table.with_chair(reader, turned_chair)
        yield f"panel {name}", written(STAGE.render(turned, Surface("panel", reader), NOW))
    for view in ("hand", "why"):
        yield f"alert {view}", STAGE.alert(table, reader, view, NOW)
