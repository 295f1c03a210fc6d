"""A stage for tests: a world on virtual time, a cast in a group, and ways to wait for what the bot does."""

import random
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from telegram.ext import Application, ApplicationBuilder

from playground.limits import Mode
from playground.model import Chat, Message, Press
from playground.people import Group, Person, Room
from playground.world import World
from tests.fakes.clock import VirtualClock
from tests.fakes.telegram import BASE_FILE_URL, BASE_URL, WorldRequest

T = TypeVar("T")

# (first name, language) of the usual four.
CAST = (("Wei", "zh"), ("Sofia", "en"), ("林姨", "zh"), ("Tom", "en"))


class Stage:
    """A world with one group of four people. All waiting is on the world's change event and virtual time.

    They have all `started` the bot, and it knows: only with `fresh` do those updates still wait for it.
    """

    def __init__(
        self,
        clock: VirtualClock | None = None,
        *,
        mode: Mode = "strict",
        seed: int = 1,
        started: bool = True,
        fresh: bool = False,
        **group: Any,
    ) -> None:
        self.clock = clock or VirtualClock()
        self.world = World(clock=self.clock.seconds, draw=random.Random(seed).randrange, mode=mode)
        self.people: list[Person] = [self.world.add_user(name, language=tongue) for name, tongue in CAST]
        self.group: Group = self.world.add_group("周五麻将", *self.people, **group)
        if started:
            for person in self.people:
                person.start()
        if not fresh:
            self.world.updates.clear()

    @property
    def wei(self) -> Person:
        return self.people[0]

    @property
    def sofia(self) -> Person:
        return self.people[1]

    @property
    def lin(self) -> Person:
        return self.people[2]

    @property
    def tom(self) -> Person:
        return self.people[3]

    def newcomers(self, *names: str) -> list[Person]:
        """More people of the group, who have started the bot, which does not know yet."""
        people = [self.world.add_user(name, language="en") for name in names]
        for person in people:
            person.start()
            self.group.add(person)
        return people

    async def until(self, holds: Callable[[], T], *, patience: float = 120.0) -> T:
        """Wait until `holds()` is true (or gives something true) and return that."""
        return await until(self.world, holds, patience=patience)

    async def press(
        self, person: Person, where: Room | Message | str, button: str, *, patience: float = 15.0
    ) -> Press:
        """Press, and wait until the press was answered."""
        press = person.press(where, button)
        await self.until(lambda: press.answered, patience=patience)
        return press

    async def quiet(self, *, seconds: float = 10.0) -> None:
        """Wait until the bot has made no call for that long."""
        while True:
            calls = len(self.world.calls)
            await self.clock.sleep(seconds)
            if len(self.world.calls) == calls:
                return

    def check(self) -> None:
        """What holds at the end of every test: all presses answered, no call refused."""
        assert not self.world.unanswered, f"unanswered: {self.world.unanswered}"
        assert not self.world.refused, f"refused: {self.world.refused}"


async def until(world: World, holds: Callable[[], T], *, patience: float = 120.0) -> T:
    """Wait for a change after which `holds()` is true; `patience` in the loop's seconds."""
    deadline = world.clock() + patience
    while not (value := holds()):
        left = deadline - world.clock()
        if left <= 0:
            raise AssertionError(f"waited {patience} s in vain; the last calls were {_tail(world)}")
        await world.changes.after(world.changes.version, left)
    return value


def _tail(world: World) -> str:
    lines = [f"  {call.method} {call.chat_id} {call.status} {call.error}" for call in world.calls[-8:]]
    return "\n" + "\n".join(lines)


def application(world: World, builder: ApplicationBuilder[Any, Any, Any, Any, Any, Any] | None = None) -> Any:
    """A PTB application whose Telegram is `world`."""
    start = builder or Application.builder()
    return (
        start.token(world.token)
        .base_url(BASE_URL)
        .base_file_url(BASE_FILE_URL)
        .request(WorldRequest(world))
        .get_updates_request(WorldRequest(world))
        .updater(None)
        .job_queue(None)
        .build()
    )


def shown_to(world: World, person: Person | None, *, chats: Iterable[Chat] = ()) -> list[str]:
    """All that a person can read of the bot: his chats, callback data, toasts and alerts; None reads groups only.

    Only what stands now: call it at every change, or use `Watch`.
    """
    places = list(chats) or [
        chat for chat in world.chats.values() if not chat.private or (person and chat.id == person.id)
    ]
    texts = [text for chat in places for message in _visible(chat, person) for text in _readable(message)]
    if person is not None:
        texts += person.toasts + person.alerts + person.opened
    return texts


def _visible(chat: Chat, person: Person | None) -> list[Message]:
    own = [m for m in chat.ephemeral.values() if person and m.receiver and m.receiver.id == person.id]
    return [*chat.messages.values(), *own]


def _readable(message: Message) -> list[str]:
    """Texts, links, button labels and everything inside the buttons."""
    links = [str(value) for entity in message.entities for key, value in entity.items() if key == "url"]
    inside = [str(value) for button in message.buttons for value in button.values()]
    return [message.text, *links, *inside]


class Watch:
    """Visibility check: records every text that each person, or the group, was ever shown.

    `secret(text)` says whether a text gives something away; `leaks` is who read what.
    """

    def __init__(self, world: World, secret: Callable[[str, Person | None], bool]) -> None:
        self.world = world
        self.secret = secret
        self.leaks: list[tuple[str, str]] = []
        self._seen: set[tuple[int, str]] = set()

    def look(self) -> None:
        """Read everything that stands now."""
        for person in [None, *self.world.people.values()]:
            for text in shown_to(self.world, person):
                key = (person.id if person else 0, text)
                if key not in self._seen:
                    self._seen.add(key)
                    if self.secret(text, person):
                        self.leaks.append((person.name if person else "everybody", text))

    async def run(self) -> None:
        """Look at every change, until cancelled."""
        seen = 0
        while True:
            seen = await self.world.changes.after(seen)
            self.look()
