"""The private chat: START and deep links, the panel again, help, language."""

from __future__ import annotations

from telegram import CallbackQuery, Message, Update, User

from handlers.callback_data import START_PAYLOAD, deep_link, page_data, parse_payload
from handlers.commands import records
from handlers.commands.desk import Desk, opening
from handlers.commands.turning import turn
from handlers.message import Button, Keyboard, Urgency
from handlers.message import Message as Wanted
from handlers.pages.page import closable, number, turner
from handlers.show.texts import Say
from handlers.tables.commands import Arrived
from handlers.tables.effects import Dirty, Surface
from handlers.tables.model import Chat, Person, Table
from handlers.tables.wording import answer_text

HELP_PAGES = 6
ADDED = "s"
"""What the link that adds the bot to a group brings along."""


async def wrote(desk: Desk, message: Message) -> None:
    """Somebody has written in private: from now on the bot may write to him."""
    if message.from_user is None:
        return
    person = await desk.people.of(message.from_user)
    if not person.reachable:
        await reached(desk, message.from_user)


async def reached(desk: Desk, user: User) -> None:
    """The bot may write to this person, again or for the first time: the tables where he sits show themselves."""
    await desk.people.reach(user.id, reachable=True)
    person = await desk.people.of(user)
    for table in desk.hall.tables_of(person.person_id):
        await desk.hall.submit(table.table_id, Arrived(person))


async def puzzled(desk: Desk, message: Message) -> None:
    """What is no command of ours, in private: one sentence, with what can be pressed instead."""
    person = await desk.sender(message)
    if person is None or not is_said(message):
        return
    say = desk.texts.of(person.language)
    how = Button(say.button("button.how_it_works"), data=page_data(person.user_id, "he", 1))
    desk.reply(message, say("start.puzzled"), [[*opening(message.chat, person, say), how]])


def is_said(message: Message) -> bool:
    """Whether somebody says something to the bot: words or one thing; no album, no forwarded pictures, no service."""
    if message.text:
        return True
    passed_on = message.media_group_id is not None or message.forward_origin is not None
    return message.effective_attachment is not None and not passed_on


async def start(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/start, also every deep link. A link points, it does not permit: membership is checked here."""
    person = await desk.sender(message)
    if person is None or message.chat.type != "private":
        await _started_in_a_group(desk, message, person, arguments)
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
    if not _plays(desk, person):
        _greet(desk, message, person, say)
    _show_panels(desk, person)


async def _started_in_a_group(
    desk: Desk, message: Message, person: Person | None, arguments: list[str]
) -> None:
    """The greeting once more. The link that adds the bot to a group sends /start, too, and being added it greets."""
    if arguments == [ADDED]:
        return
    chat = await desk.chat_of(message.chat, message.from_user)
    greeting = hello(person.user_id if person else 0, desk.say_for(chat, person))
    desk.reply(message, greeting.text, greeting.keyboard)


def hello(user_id: int, say: Say) -> Wanted:
    """How the bot greets a group, with the buttons of this user."""
    row = (
        Button(say.button("button.open_table"), data=page_data(user_id, "ng")),
        Button(say.button("button.how_it_works"), data=page_data(user_id, "he", 1)),
    )
    return Wanted(say("group.hello"), (row,))


def _plays(desk: Desk, person: Person) -> bool:
    """Whether a hand is running that this person is in: then there are more pressing things than a greeting."""
    return any(table.state == "playing" for table in desk.hall.tables_of(person.person_id))


def _greet(desk: Desk, message: Message, person: Person, say: Say) -> None:
    rows = [
        [Button(say.button("button.practise"), data=page_data(person.user_id, "ng"))],
        [
            Button(
                say.button("button.add_to_group"), url=f"https://t.me/{desk.bot.username}?startgroup={ADDED}"
            )
        ],
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
    if table is None or table.state == "over":
        desk.reply(message, say("refuse.table_over"), [opening(message.chat, person, say)])
        return
    member = table.practice or bool(await desk.members.is_member(table.chat.chat_id, person.user_id))
    command = Arrived(person, member=member)
    answer = (await desk.hall.submit(table_id, command, update_id=update.update_id)).answer
    now = desk.hall.table(table_id) or table
    if answer is not None and not (answer.accepted and now.has(person.person_id)):
        scene = desk.scene(table, say)
        desk.reply(message, say("refuse.plain", text=answer_text(table, scene, answer)))
    else:
        _show_panels(desk, person)


async def hand(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/hand: the panel again, at the bottom of the private chat; or why there is none."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    if person is None or not _open_tables(desk, person):
        nothing_open = not any(table.state != "over" for table in desk.hall.tables_in(chat.chat_id))
        rows = [opening(message.chat, person, say)] if nothing_open else []
        desk.reply(message, say("refuse.no_table_private"), rows)
    elif all(table.hand is None for table in _open_tables(desk, person)):
        stopped = all(table.stopped for table in _open_tables(desk, person))
        desk.reply(message, say("trouble.record" if stopped else "refuse.not_dealt"))
    elif not (chat.private or person.reachable):
        link = deep_link(desk.bot.username, START_PAYLOAD)
        desk.reply(message, say("door.press_start"), [[Button(say.button("button.press_start"), url=link)]])
    else:
        _show_panels(desk, person)


def _open_tables(desk: Desk, person: Person) -> list[Table]:
    """Where the person sits, in a lobby or at play."""
    return [table for table in desk.hall.tables_of(person.person_id) if table.state != "over"]


def _show_panels(desk: Desk, person: Person) -> None:
    """The panels of all tables where the person sits, at the bottom of the private chat."""
    for table in _open_tables(desk, person):
        seat = table.seat_of(person.person_id)
        if seat is not None and table.hand is not None:
            desk.hall.showing.want(table, Dirty(Surface("panel", seat), Urgency.PRESSER, ring=True))


async def help_pages(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/help: six short pages, and a door to everything."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    wanted = closable(help_page(chat, person, say, 1), say)
    desk.reply(message, wanted.text, wanted.keyboard)


def help_page(chat: Chat, person: Person | None, say: Say, page: int) -> Wanted:
    """One page of help."""
    page = min(max(page, 1), HELP_PAGES)
    row = turner(say, 0, "he", page=page, last=HELP_PAGES)
    return Wanted(say(f"help.page.{page}"), (row, *doors(chat, person, say)))


async def pressed_help(desk: Desk, query: CallbackQuery, person: Person, args: tuple[str, ...]) -> None:
    """A page of help."""
    if query.message is not None:
        chat = await desk.chat_of(query.message.chat, query.from_user)
        say = desk.say_for(chat, person)
        turn(desk, query, help_page(chat, person, say, number(args)), say)
    desk.outbox.answer(query.id)


def doors(chat: Chat, person: Person | None, say: Say) -> Keyboard:
    """Everything that has a command, for those who type none."""
    here, person_id = chat.chat_id, person.person_id if person else 0
    record = Button(say.button("button.record"), data=page_data(0 if chat.private else here, "hi", 1))
    settings = Button(say.button("button.settings"), data=page_data(0 if chat.private else here, "pr"))
    rules = Button(say.button("button.rules"), data=page_data(0, "ru"))
    calculator = Button(say.button("button.calculator"), data=page_data(0, "ca"))
    opening = "button.practise" if chat.private else "button.open_table"
    rows = (
        (Button(say.button(opening), data=page_data(person_id, "ng")), rules),
        (record, Button(say.button("button.stats"), data=page_data(person_id, "st"))),
        (calculator, settings),
    )
    if chat.private:
        return (*rows, (Button(say.button("button.forget_me"), data=page_data(0, "fg", 1)),))
    top = Button(say.button("button.top"), data=page_data(here, "tp"))
    return (*rows, (top, Button(say.button("button.export"), data=page_data(here, "ex", "c"))))
