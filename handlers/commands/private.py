"""The private chat: START and deep links, the panel again, help, language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from telegram import CallbackQuery, Message, Update

from handlers.callback_data import page_data, parse_payload
from handlers.commands import records
from handlers.commands.desk import Desk
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.show.texts import Say
from handlers.tables.commands import Arrived
from handlers.tables.effects import Dirty, Surface, Urgency
from handlers.tables.model import Person
from handlers.tables.wording import answer_text
from handlers.transport.members import is_member

HELP_PAGES = 6


async def wrote(desk: Desk, message: Message) -> None:
    """Somebody has written in private: from now on the bot may write to him."""
    if message.from_user is None:
        return
    person = await desk.people.of(message.from_user)
    if person.reachable:
        return
    await desk.people.reach(person.user_id, reachable=True)
    for table in desk.hall.tables_of(person.person_id):
        fresh = await desk.people.of(message.from_user)
        await desk.hall.submit(table.table_id, Arrived(fresh))


async def start(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/start, also every deep link. A link points, it does not permit: membership is checked here."""
    person = await desk.sender(message)
    if person is None or message.chat.type != "private":
        return
    say = desk.texts.of(person.language)
    link = parse_payload(arguments[0]) if arguments else None
    if link is not None and link.kind == "join":
        await _arrive(desk, update, message, person, link.number)
        return
    if link is not None and link.kind == "replay":
        await records.replay_link(desk, update, message, link.number)
        return
    if link is not None and link.kind == "calculator":
        await records.calculator_link(desk, update, message, link.game)
        return
    rows = [
        [Button(say.button("button.practise"), data=page_data(person.user_id, "ng"))],
        [Button(say.button("button.add_to_group"), url=f"https://t.me/{desk.bot.username}?startgroup=s")],
        [
            Button(say.button("button.how_it_works"), data=page_data(person.user_id, "he", 1)),
            Button(say.button("button.rules"), data=page_data(0, "ru")),
        ],
        [
            Button(say.button("button.settings"), data=page_data(0, "pr")),
            Button(say.button("button.language"), data=page_data(0, "la")),
        ],
    ]
    desk.reply(message, say("start.hello"), rows)


async def _arrive(desk: Desk, update: Update, message: Message, person: Person, table_id: int) -> None:
    say = desk.texts.of(person.language)
    table = desk.hall.table(table_id)
    if table is None:
        desk.reply(message, say("refuse.table_over"))
        return
    member = table.practice or bool(await is_member(desk.bot, table.chat.chat_id, person.user_id))
    command = Arrived(person, member=member)
    effects = await desk.hall.submit(table_id, command, update_id=update.update_id)
    answer = effects.answer if effects else None
    if answer is not None and not answer.accepted:
        scene = replace(desk.hall.stage.scene(table, None, desk.clock.now()), say=say)
        desk.reply(message, say("refuse.plain", text=answer_text(table, scene, answer)))


async def hand(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/hand: the panel again, at the bottom."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    tables = desk.hall.tables_of(person.person_id) if person else []
    if person is None or not tables:
        desk.reply(message, say("refuse.no_table_private"))
        return
    for table in tables:
        seat = table.seat_of(person.person_id)
        if seat is not None:
            desk.hall.show(table, Dirty(Surface("panel", seat), Urgency.PRESSER, ring=True))


async def help_pages(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/help: six short pages."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    text, rows = _help(say, 1)
    desk.reply(message, text, rows)


def _help(say: Say, page: int) -> tuple[str, list[list[Button]]]:
    row = []
    if page > 1:
        row.append(Button(say.button("button.previous"), data=page_data(0, "he", page - 1)))
    if page < HELP_PAGES:
        row.append(Button(say.button("button.next"), data=page_data(0, "he", page + 1)))
    return say(f"help.page.{page}"), [row]


async def pressed_help(desk: Desk, query: CallbackQuery, person: Person, args: Sequence[str]) -> None:
    """A page of help."""
    page = int(args[0]) if args and args[0].isdigit() else 1
    page = min(max(page, 1), HELP_PAGES)
    if query.message is not None:
        chat = await desk.chat_of(query.message.chat, query.from_user)
        text, rows = _help(desk.say_for(chat, person), page)
        desk.outbox.page(
            chat.chat_id,
            query.message.message_id,
            Wanted(text, tuple(tuple(row) for row in rows)),
            photo=False,
        )
    desk.outbox.answer(query.id)
