"""/settings, /language, /here and their buttons: what a person, or a group, has settled."""

from __future__ import annotations

from dataclasses import replace

from telegram import CallbackQuery, Message, Update

from handlers.callback_data import Pressed, page_data
from handlers.commands.desk import Desk
from handlers.commands.turning import turn
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.pages.page import closable
from handlers.pages.settings import (
    OF_A_GROUP,
    ON_THE_OWN_SECOND_PAGE,
    ON_THE_SECOND_PAGE,
    PERSONAL,
    SECOND,
    group_page,
    own_page,
    stored_value,
)
from handlers.show.settings import SORTS
from handlers.show.texts import LANGUAGES, Say
from handlers.tables.commands import Press
from handlers.tables.model import Chat, Person
from storage.chats import ChatRow
from storage.people import PersonRow

GENERAL = 1
"""The topic of a forum that messages without a topic stand in."""


def topic_of(message: Message) -> int | None:
    """The topic a message stands in, if its group has topics."""
    if not message.chat.is_forum:
        return None
    return (message.message_thread_id if message.is_topic_message else None) or GENERAL


# -- commands


async def settings(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/settings: one's own in private, the group's in a group."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    if chat.private and person is not None:
        wanted = own_page(person, say, desk.texts)
    else:
        wanted = group_page(chat, say, desk.texts, topic=topic_of(message))
    wanted = closable(wanted, say)
    desk.reply(message, wanted.text, wanted.keyboard)


async def language(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/language: three buttons; in a group they are the group's."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    wanted = closable(languages(desk, say, 0 if chat.private else chat.chat_id), say)
    desk.reply(message, wanted.text, wanted.keyboard)


def languages(desk: Desk, say: Say, page_id: int) -> Wanted:
    """The question which language: a person's (id 0) or a group's."""
    row = tuple(
        Button(desk.texts.of(code).plain("language.name"), page_data(page_id, "la", code))
        for code in LANGUAGES
    )
    return Wanted(say("language.pick"), (row,))


async def here(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/here: this topic is the tables' home; once more, and it is not."""
    del update
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    topic = topic_of(message)
    if topic is None:
        desk.reply(message, say("refuse.no_topics" if not chat.private else "refuse.group_only"))
    elif not await desk.may_change_group(chat, person):
        desk.reply(message, say("refuse.admin_only"))
    else:
        home = None if chat.home == topic else topic
        await desk.change_chat(chat.chat_id, lambda row: replace(row, home_thread=home))
        desk.reply(message, say("here.done" if home else "here.anywhere"))


# -- buttons


async def pressed_setting(
    desk: Desk, update: Update, query: CallbackQuery, person: Person, pressed: Pressed
) -> None:
    """`pr`: the page · `pr:<key>:<value>`: a value was chosen."""
    message = query.message
    if message is None:
        desk.outbox.answer(query.id)
        return
    if pressed.number:
        await _pressed_group(desk, query, person, pressed)
        return
    key, value = (*pressed.args, "", "")[:2]
    toast = ""
    if value in PERSONAL.get(key, ()):
        person = await choose(desk, update, person, key, value)
        toast = "three.muted" if (key, value) == ("invitations", "off") else "toast.saved"
    say = desk.texts.of(person.language)
    if message.chat.type == "private" and not (toast == "three.muted" and not _is_settings(query)):
        page = SECOND if key in {SECOND, *ON_THE_OWN_SECOND_PAGE} else ""
        turn(desk, query, own_page(person, say, desk.texts, page=page), say)
    desk.outbox.answer(query.id, say.plain(toast) if toast else "")


def _is_settings(query: CallbackQuery) -> bool:
    """Whether the press came from the page of settings, and not from an invitation."""
    message = query.message
    markup = message.reply_markup if isinstance(message, Message) else None
    rows = markup.inline_keyboard if markup else ()
    return any("pr:digest" in str(button.callback_data) for row in rows for button in row)


async def choose(desk: Desk, update: Update, person: Person, key: str, value: str) -> Person:
    """Write one setting; panels, and for the claim filter the seats, follow at once."""

    def changed(row: PersonRow) -> PersonRow:
        if key == "language":
            return replace(row, language=value)
        return replace(row, settings={**row.settings, key: stored_value(key, value)})

    person = await desk.change_person(person, changed)
    if key == "filter":
        for table in desk.hall.tables_of(person.person_id):
            desk.hall.post(table.table_id, Press(person, "ap", value))
    del update
    return person


async def sort_hand(desk: Desk, update: Update, query: CallbackQuery, person: Person) -> None:
    """`hs` 理牌: the next way of sorting, once however often the press is delivered."""
    now = person.settings.get("sort")
    order = SORTS.index(str(now)) if now in SORTS else 0
    value = SORTS[(order + 1) % len(SORTS)]
    changed = await desk.change_person_once(
        update, person, lambda row: replace(row, settings={**row.settings, "sort": value})
    )
    say = desk.texts.of(person.language)
    desk.outbox.answer(query.id, say.plain("toast.sorted" if changed else "toast.repeated"))


async def _pressed_group(desk: Desk, query: CallbackQuery, person: Person, pressed: Pressed) -> None:
    own = desk.texts.of(person.language)
    message = query.message
    if message is None or not desk.same_chat(message.chat.id, pressed.number):
        desk.outbox.answer(query.id, own.plain("refuse.other_chat"))
        return
    chat = await desk.chat_of(message.chat, query.from_user)
    topic = topic_of(message) if isinstance(message, Message) else None
    key, value = (*pressed.args, "", "")[:2]
    toast = ""
    if value in OF_A_GROUP.get(key, ()) or (key == "home" and topic is not None):
        chat, toast = await _settle(desk, chat, person, key, value, topic)
    say = desk.say_for(chat, person)
    page = SECOND if key in {SECOND, *ON_THE_SECOND_PAGE} else ""
    turn(desk, query, group_page(chat, say, desk.texts, topic=topic, page=page), say)
    desk.outbox.answer(query.id, own.plain(toast) if toast else "")


async def _settle(
    desk: Desk, chat: Chat, person: Person, key: str, value: str, topic: int | None
) -> tuple[Chat, str]:
    """Write a setting of the group: its rights are the admins' alone, the rest as the group has settled."""
    free = key in ("language", "home")
    if not (await desk.may_change_group(chat, person) if free else await desk.is_admin(chat, person)):
        return chat, "refuse.admin_only"

    def changed(row: ChatRow) -> ChatRow:
        if key == "language":
            return replace(row, language=value)
        if key == "home":
            return replace(row, home_thread=topic if value == "here" else None)
        return replace(row, settings={**row.settings, key: value})

    return await desk.change_chat(chat.chat_id, changed), "toast.saved"


async def pressed_language(
    desk: Desk, update: Update, query: CallbackQuery, person: Person, pressed: Pressed
) -> None:
    """`la`: the question · `la:<lang>`: chosen, by a person (id 0) or for a group."""
    code = pressed.args[0] if pressed.args else ""
    own = desk.texts.of(person.language)
    if code not in LANGUAGES:
        turn(desk, query, languages(desk, own, pressed.number), own)
        desk.outbox.answer(query.id)
    elif pressed.number:
        await _pressed_group(desk, query, person, replace(pressed, args=("language", code)))
    else:
        person = await choose(desk, update, person, "language", code)
        say = desk.texts.of(code)
        turn(desk, query, languages(desk, say, 0), say)
        desk.outbox.answer(query.id, say.plain("toast.saved"))
