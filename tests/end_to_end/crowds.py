"""Many tables at once: groups of four people, their tables, and which of the bot's calls a hand needs."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from playground.model import Call
from playground.people import Group, Person
from playground.world import World
from tests.end_to_end.driving import Player, Sleep, Temper, code_of, coded, sit
from tests.fakes.people import Stage

ACTS = frozenset("dcpkhrmsta")
"""What somebody may be asked for; a pass alone asks nothing."""
TEMPER = Temper(passes=0.3)
Crowd = Sequence[Sequence[Player]]
"""The people of each table."""


def cast(world: World, groups: int, people: int = 4) -> list[tuple[Group, list[Person]]]:
    """So many groups of four people (or fewer) who have all opened the private chat."""
    found = []
    for number in range(groups):
        members = [
            world.add_user(f"P{number}-{seat}", language=("zh-hans", "en")[seat % 2])
            for seat in range(people)
        ]
        for person in members:
            person.start()
        found.append((world.add_group(f"group {number}", *members), members))
    world.updates.clear()
    return found


async def open_one(
    stage: Stage, group: Group, people: list[Person], typed: str, temper: Temper = TEMPER
) -> list[Player]:
    """The group's table, these people sitting at it and its first hand asked for."""
    people[0].send(group, f"/new {typed}")
    await stage.until(group.board_or_none)
    lobby = group.board()
    players = [Player(person, group, 1, temper) for person in people]
    for player in players:
        await sit(player, lobby)
    await players[0].press(lobby, coded(lobby.data, "g")[0])
    return players


async def open_all(
    stage: Stage, tables: int, typed: str, *, people: int = 4, temper: Temper = TEMPER
) -> Crowd:
    """So many tables, all of one kind."""
    places = cast(stage.world, tables, people)
    return await asyncio.gather(*(open_one(stage, group, four, typed, temper) for group, four in places))


async def _look_and_press(player: Player, sleep: Sleep, every: tuple[float, float]) -> None:
    draw = random.Random(player.person.id)
    while True:
        await sleep(draw.uniform(*every))
        chosen = player.choose()
        if chosen is not None:
            await player.press(*chosen)


@asynccontextmanager
async def looking(crowd: Crowd, sleep: Sleep, *, every: tuple[float, float]) -> AsyncIterator[None]:
    """All look every few seconds and press what is there, while this lasts; what goes wrong is raised here."""
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(_look_and_press(player, sleep, every))
            for players in crowd
            for player in players
        ]
        yield
        for task in tasks:
            task.cancel()


def buttons(call: Call) -> list[dict[str, str]]:
    """The keyboard that the call brought."""
    markup = call.fields.get("reply_markup")
    keyboard = json.loads(markup) if isinstance(markup, str) else markup
    return [button for row in (keyboard or {}).get("inline_keyboard", []) for button in row]


def asks(call: Call) -> bool:
    """Whether the call tells somebody in private what may be done now."""
    return any(code_of(button.get("callback_data", "")) in ACTS for button in buttons(call) if button)


def writes(call: Call) -> bool:
    """Whether it sends or edits a message; answers to presses and what asks Telegram something do not."""
    return call.method.startswith(("send", "edit")) and call.method != "sendChatAction"


def needed(call: Call) -> bool:
    """Whether the game cannot do without it: a group's message, or a panel that asks."""
    return writes(call) and ((call.chat_id or 0) < 0 or asks(call))
