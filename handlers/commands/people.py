"""Who presses and writes: Telegram's users as the people we know, kept in memory between presses."""

from __future__ import annotations

from dataclasses import replace

from telegram import User

from handlers.show.texts import language_for
from handlers.tables.model import Person
from handlers.tables.records import read_person
from storage import people
from storage.connection import Connection
from storage.database import Database

REMEMBERED = 10_000


class People:
    """The people seen lately, by Telegram's user id; written only when something about them is new."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, tuple[tuple[str, str | None], Person]] = {}

    async def of(self, user: User) -> Person:
        """The person behind a Telegram user, with settings."""
        names = (user.full_name, user.username)
        known = self._known.get(user.id)
        if known is not None and known[0] == names:
            return known[1]
        return await self._note(user, names)

    async def _note(self, user: User, names: tuple[str, str | None]) -> Person:
        async def work(connection: Connection) -> people.PersonRow:
            row = await people.note_person(connection, user.id, names[0], names[1])
            if row.language is None:
                row = replace(row, language=language_for(user.language_code))
                await people.save_person(connection, row)
            return row

        person = read_person(await self._database.write(work))
        self._remember(names, person)
        return person

    async def reach(self, user_id: int, *, reachable: bool) -> None:
        """Note whether the person can be written to."""
        await self._database.write(lambda connection: people.set_reachable(connection, user_id, reachable))
        self.forget(user_id)

    async def unreachable(self, user_id: int) -> None:
        """The person turned out not to be reachable."""
        await self.reach(user_id, reachable=False)

    def forget(self, user_id: int) -> None:
        """Something about the person has changed: read it again."""
        self._known.pop(user_id, None)

    def _remember(self, names: tuple[str, str | None], person: Person) -> None:
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[person.user_id] = (names, person)
