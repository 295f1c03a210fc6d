"""Twelve faults times nine calls: each ends as the table of errors says."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import pytest

from handlers.message import Message
from handlers.transport.slots import Kicked, NoWrite, Slot, ThreadGone
from playground.errors import ApiError, bad, forbidden
from playground.people import Group
from playground.world import World
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage
from tests.transport.rig import BOARD, Rig, rig, says

Strike = Callable[[World, str], object]

GONE = {
    "deleteMessage": "message to delete not found",
    "answerCallbackQuery": "query is too old and response timeout expired or query ID is invalid",
}


def _refuse(error: ApiError) -> Strike:
    return lambda world, method: world.faults.refuse(error, method)


def _gone(world: World, method: str) -> object:
    text = GONE.get(method, "message to edit not found" if method.startswith("edit") else "chat not found")
    return world.faults.refuse(bad(text), method)


FAULTS: dict[str, Strike] = {
    "no answer": lambda world, method: world.faults.lose_answer(method),
    "broken before": lambda world, method: world.faults.break_connection(method),
    "broken after": lambda world, method: world.faults.break_connection(method, executed=True),
    "502": lambda world, method: world.faults.bad_gateway(method),
    "429": lambda world, method: world.faults.too_many(7, method),
    "late": lambda world, method: world.faults.delay(3, method),
    "no topic": _refuse(bad("message thread not found")),
    "our bug": _refuse(bad("can't parse entities: unsupported start tag")),
    "blocked": _refuse(forbidden("bot was blocked by the user")),
    "kicked": _refuse(forbidden("bot was kicked from the supergroup chat")),
    "no rights": _refuse(bad("not enough rights to send text messages to the chat")),
    "gone": _gone,
}
EVENTS: dict[str, type] = {
    "blocked": Kicked,
    "kicked": Kicked,
    "no rights": NoWrite,
    "no topic": ThreadGone,
    "gone": Kicked,
}
BEFORE, AFTER = says("before", "a", picture="p"), says("after", "a", picture="p")
# What a call is provoked with: the content before (None: nothing was posted), and the one after.
EDITS = {
    "editMessageText": (says("before", "a"), says("after", "a")),
    "editMessageCaption": (BEFORE, AFTER),
    "editMessageMedia": (BEFORE, says("after", "a", picture="q")),
    "editMessageReplyMarkup": (says("after", "a"), says("after", "b")),
}
SENDS = {"sendMessage": says("after"), "sendPhoto": AFTER}
CALLS = (*SENDS, *EDITS, "deleteMessage", "sendDice", "answerCallbackQuery")


@dataclass(frozen=True)
class Cell:
    """A fault that strikes a call of a table in a forum's topic."""

    fault: str
    method: str
    rig: Rig
    group: Group
    slot: Slot

    def strike(self) -> None:
        FAULTS[self.fault](self.rig.world, self.method)

    def events(self) -> set[type]:
        return {type(event) for event in self.rig.events} & set(EVENTS.values())

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.group.from_bot]

    def told(self) -> set[type]:
        """The event that this fault leads to."""
        return {EVENTS[self.fault]} if self.fault in EVENTS else set()


async def _send(cell: Cell) -> None:
    """A send that may have arrived is repeated after 30 seconds, not before; so one copy too many at most."""
    outbox, clock = cell.rig.outbox, cell.rig.outbox.clock
    cell.strike()
    begun = clock.now()
    outbox.want(cell.slot, SENDS[cell.method], urgency=BOARD)
    await outbox.idle()
    copies = {"no answer": 2, "broken after": 2, "blocked": 0, "kicked": 0, "no rights": 0, "gone": 0}
    assert cell.texts == ["after"] * copies.get(cell.fault, 1)
    assert cell.events() == cell.told()
    waited = clock.now() - begun
    if cell.fault in ("no answer", "broken before", "broken after", "502"):
        assert waited >= 30_000
    else:
        assert waited == {"429": 7000, "late": 3000}.get(cell.fault, 0)


async def _edit(cell: Cell) -> None:
    """An edit is repeated until it stands; a message that is gone is posted again."""
    outbox = cell.rig.outbox
    before, after = EDITS[cell.method]
    outbox.want(cell.slot, before, urgency=BOARD)
    await outbox.idle()
    cell.strike()
    outbox.want(cell.slot, after, urgency=BOARD)
    await outbox.idle()
    if cell.fault in ("blocked", "kicked", "no rights"):
        assert (cell.texts, cell.events()) == ([before().text], cell.told())  # type: ignore[union-attr]
        return
    shown = cell.group.last()
    wanted = after()
    assert wanted is not None
    assert (shown.text, shown.labels) == ("after", [[b.text for b in row] for row in wanted.keyboard])
    assert len(cell.group.from_bot) == (2 if cell.fault == "gone" else 1)
    assert cell.events() == (set() if cell.fault == "gone" else cell.told())
    outbox.want(cell.slot, after, urgency=BOARD)
    calls = len(cell.rig.calls())
    await outbox.idle()
    assert len(cell.rig.calls()) == calls


async def _delete(cell: Cell) -> None:
    """A deletion is tried again where that may help, else the old message stays: its buttons are dead."""
    outbox = cell.rig.outbox
    outbox.want(cell.slot, says("before"), urgency=BOARD)
    await outbox.idle()
    cell.strike()
    outbox.want(cell.slot, says("after"), urgency=BOARD, again=True)
    await outbox.idle()
    stays = cell.fault in ("no topic", "our bug", "blocked", "kicked", "no rights", "gone")
    assert cell.texts == (["before", "after"] if stays else ["after"])
    assert cell.events() == set()


async def _dice(cell: Cell) -> None:
    """A die that may have been thrown is never thrown again."""
    outbox, clock = cell.rig.outbox, cell.rig.outbox.clock
    cell.strike()
    begun = clock.now()
    values = await outbox.throw_dice(cell.group.id, cell.slot.thread_id)
    await outbox.idle()
    thrown = [message.dice[1] for message in cell.group.from_bot if message.dice]
    if cell.fault in ("429", "late", "no topic"):
        assert values == tuple(thrown)
    else:
        assert values is None
        assert len(thrown) == (cell.fault in ("no answer", "broken after"))
    assert clock.now() - begun <= 10_000
    assert cell.events() == (set() if cell.fault == "no rights" else cell.told())


async def _answer(cell: Cell) -> None:
    """An answer that fails on its way is tried once more, unless it is too late; its failure is nobody's."""
    stage_person = next(iter(cell.rig.world.people.values()))
    outbox = cell.rig.outbox
    outbox.want(cell.slot, says("board", "a"), urgency=BOARD)
    await outbox.idle()
    press = stage_person.press(cell.group, "a")
    cell.strike()
    outbox.answer(press.id, "yes")
    await outbox.idle()
    again = cell.fault in ("no answer", "broken before", "broken after", "502", "429")
    assert press.answered == (again or cell.fault == "late")
    assert cell.events() == set()
    assert [call.method for call in cell.rig.world.calls].count("answerCallbackQuery") == 1 + again


@pytest.mark.parametrize(("fault", "method"), list(product(FAULTS, CALLS)))
@virtual
async def test_each_ends_as_the_table_says(
    clock: VirtualClock, stage: Stage, caplog: pytest.LogCaptureFixture, fault: str, method: str
) -> None:
    forum = stage.world.add_group("forum", *stage.people, forum=True)
    topic = forum.add_topic("tables")
    async with rig(stage.world, clock) as r:
        cell = Cell(fault, method, r, forum, Slot(1, "board", None, forum.id, topic))
        act = {"deleteMessage": _delete, "sendDice": _dice, "answerCallbackQuery": _answer}.get(
            method, _send if method in SENDS else _edit
        )
        await act(cell)
        assert not r.flooded()
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert [text for text in errors if "refused as wrong" not in text and "invalid JSON" not in text] == []


def test_it_is_a_hundred_and_eight_cells() -> None:
    assert (len(FAULTS), len(CALLS)) == (12, 9)


@virtual
async def test_a_notice_is_not_repeated_when_it_may_have_arrived(
    clock: VirtualClock, stage: Stage, group: Group
) -> None:
    async with rig(stage.world, clock) as r:
        stage.world.faults.lose_answer("sendMessage")
        r.outbox.note(group.id, None, Message("one"))
        r.outbox.note(group.id, None, Message("two"))
        await r.outbox.idle()
        stage.world.faults.too_many(9, "sendMessage")
        r.outbox.note(group.id, None, Message("three"))
        await r.outbox.idle()
        assert [message.text for message in group.from_bot] == ["one", "two", "three"]
