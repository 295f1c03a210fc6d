"""In private a command may mean more than one table: then the tables are offered, each a button that does it there."""

from __future__ import annotations

from telegram import Chat as TelegramChat
from telegram import Message

from handlers.callback_data import page_data
from handlers.commands.desk import Desk
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.pages.page import closable
from handlers.show.keyboards import data, label_with
from handlers.show.markup import Html, bold
from handlers.show.texts import Say
from handlers.show.words import game_name
from handlers.tables.model import Person, Table

AS_BUTTONS: dict[str, tuple[str, ...]] = {
    "hand": ("ta", "h"),
    "table": ("ta",),
    "leave": ("l",),
    "pause": ("z",),
    "deal": ("g",),
    "end": ("ki",),
    "kick": ("ki",),
    "options": ("o",),
    "rules": ("u",),
    "scores": ("sc", "0"),
}
"""Commands about one table, and the button that does the same at it."""


async def asked(desk: Desk, message: Message, name: str) -> bool:
    """Whether the command could mean several tables of its sender, who has now been asked which."""
    person = await desk.sender(message) if name in AS_BUTTONS else None
    if person is None or await desk.replied_table(message) is not None:
        return False
    tables = [table for table in desk.hall.tables_of(person.person_id) if table.state != "over"]
    if name != "end":  # all that can be done to one that has stopped
        tables = [table for table in tables if not table.stopped]
    if len(tables) < 2 or (name == "rules" and len({table.game.id for table in tables}) == 1):
        return False
    say = desk.texts.of(person.language)
    rows = tuple((_button(desk, table, name, person.language),) for table in tables)
    wanted = closable(Wanted(say("which.table"), rows), say)
    desk.reply(message, wanted.text, wanted.keyboard)
    return True


def called(table: Table, say: Say) -> str:
    """福州 #57, 福州 · 还没开打: a table by its game and the number of its hand."""
    game = game_name(table.game, say)
    if table.state == "lobby":
        return say.plain("which.lobby", game=game)
    return f"{game} #{table.hand_no}" if table.hand_no and not table.practice else game


def heading(desk: Desk, chat: TelegramChat, person: Person | None, table: Table, say: Say) -> Html:
    """The table's name above a question about it, where another one could be meant; else empty."""
    if len(desk.open_around(chat, person)) < 2:
        return Html()
    if chat.type != "private" or table.practice:
        return bold(called(table, say))
    group = say.name(table.chat.title)
    return bold(say("button.which_table", group=group, game=called(table, say)))


def _button(desk: Desk, table: Table, name: str, language: str) -> Button:
    """The table by its group, its game and the number of its hand."""
    say = desk.texts.of(language)
    scene = desk.scene(table, say)
    group = say.plain("button.practise") if table.practice else say.name(table.chat.title)
    label = label_with(say, "button.which_table", "group", group, game=called(table, say))
    code, *args = AS_BUTTONS[name]
    if code == "ta" and not args and table.state == "asleep":
        return Button(label, data(scene, "wk"))
    if code == "sc":
        return Button(label, page_data(table.table_id, code, *args))
    return Button(label, data(scene, code, *args))
