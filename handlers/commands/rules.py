"""/rules and its pages. From a table's button they go to the presser alone, and leave the group quiet."""

from __future__ import annotations

from telegram import CallbackQuery, Message, Update

from engine.games import search_games
from handlers.callback_data import Pressed
from handlers.commands.desk import Desk
from handlers.commands.turning import turn
from handlers.message import Message as Wanted
from handlers.pages.page import closable
from handlers.pages.rulebook import page_of, picker, rules_page
from handlers.show.texts import Say
from handlers.tables.model import Person, Table


async def rules(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/rules [game]: that of the table meant, else asks which."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    found = search_games("".join(arguments)) if arguments else []
    table = await desk.table_meant(message, person) if not arguments else None
    if table is not None:
        wanted = rules_page(table.game, 1, say)
    else:
        wanted = rules_page(found[0], 1, say) if len(found) == 1 else picker(say)
    wanted = closable(wanted, say)
    desk.reply(message, wanted.text, wanted.keyboard)


async def pressed_page(desk: Desk, query: CallbackQuery, person: Person, pressed: Pressed) -> None:
    """A chapter, or the games."""
    if query.message is None:
        desk.outbox.answer(query.id)
        return
    chat = await desk.chat_of(query.message.chat, query.from_user)
    say = desk.say_for(chat, person)
    turn(desk, query, page_of(pressed.args, say), say)
    desk.outbox.answer(query.id)


async def pressed_at_table(desk: Desk, query: CallbackQuery, person: Person, table: Table) -> None:
    """`u`: the rules of this table's game, to the presser's private chat if that is open, else here."""
    own = desk.texts.of(person.language)
    in_group = query.message is not None and query.message.chat.type != "private"
    if in_group and person.reachable:
        desk.outbox.note(person.user_id, None, _page(table, own), silent=False)
        desk.outbox.answer(query.id, own.plain("rules.in_private"))
        return
    say = desk.texts.of(table.chat.language) if in_group else own
    turn(desk, query, rules_page(table.game, 1, say), say)
    desk.outbox.answer(query.id)


def _page(table: Table, say: Say) -> Wanted:
    return closable(rules_page(table.game, 1, say), say)
