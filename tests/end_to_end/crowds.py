"""Many tables at once: groups of four people, their tables, and which of the bot's calls a hand needs."""

import json

from playground.model import Call
from playground.people import Group, Person
from playground.world import World
from tests.end_to_end.driving import Player, Temper, code_of, coded, sit
from tests.fakes.people import Stage

ACTS = frozenset("dcpkhrmsta")
"""What somebody may be asked for; a pass alone asks nothing."""
TEMPER = Temper(passes=0.3)


def cast(world: World, groups: int) -> list[tuple[Group, list[Person]]]:
    """So many groups of four people who have all opened the private chat."""
    found = []
    for number in range(groups):
        people = [
            world.add_user(f"P{number}-{seat}", language=("zh-hans", "en")[seat % 2]) for seat in range(4)
        ]
        for person in people:
            person.start()
        found.append((world.add_group(f"group {number}", *people), people))
    world.updates.clear()
    return found


async def open_one(stage: Stage, group: Group, people: list[Person], typed: str) -> list[Player]:
    """The group's table, four people sitting at it and its first hand asked for."""
    people[0].send(group, f"/new {typed}")
    await stage.until(group.board_or_none)
    lobby = group.board()
    players = [Player(person, group, 1, TEMPER) for person in people]
    for player in players:
        await sit(player, lobby)
    await players[0].press(lobby, coded(group.board().data, "g")[0])
    return players


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
