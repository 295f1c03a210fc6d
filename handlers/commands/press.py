"""A button was pressed: what is refused before the table is asked, and the pages."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from telegram import CallbackQuery, Message, Update

from handlers.callback_data import Pressed, parse
from handlers.commands import options, private, records, rules, settings, tables
from handlers.commands.desk import Desk
from handlers.commands.taps import ANSWER_LATER
from handlers.show.texts import language_for
from handlers.tables.commands import Press
from handlers.tables.effects import Effects
from handlers.tables.group import ADMINS
from handlers.tables.model import Person, Table
from storage.errors import may_pass

ASK_ADMIN = frozenset({"en", "ki", "o", "rm"})
"""Codes whose right is checked with Telegram at that moment."""
ASK_MEMBER = frozenset({"j"})
"""Codes for which a press from elsewhere than the group needs membership."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What Telegram has said of a presser; where it was not asked, or has not answered, nothing."""

    member: bool = False
    admin: bool = False


async def press(desk: Desk, update: Update, query: CallbackQuery) -> None:
    """Refuse the press, or have it carried out; whatever fails, it is answered."""
    try:
        done = await _taken(desk, update, query)
    except Exception as error:
        if not may_pass(error):  # else it comes again
            say = desk.texts.of(language_for(query.from_user.language_code))
            desk.outbox.answer(query.id, say.plain("trouble.failed"))
        raise
    if done is not None:
        await done


async def _taken(desk: Desk, update: Update, query: CallbackQuery) -> asyncio.Future[Effects] | None:
    """The list of refusals in its order: too many, parse, table, chat; the rest is the table's."""
    if not desk.taps.allow(query.from_user.id, query.id, desk.clock.now()):
        say = desk.texts.of((await desk.people.of(query.from_user)).language)
        desk.outbox.answer(query.id, say.plain("refuse.too_fast"), after=ANSWER_LATER)
        return None
    pressed = parse(query.data)
    if pressed is None or pressed.table_id is None:
        person = await desk.people.of(query.from_user)
        if pressed is None:
            desk.outbox.answer(query.id, desk.texts.of(person.language).plain("refuse.unknown_button"))
        else:
            await _page(desk, update, query, person, pressed)
        return None
    asking = asyncio.create_task(_rights(desk, query, pressed, pressed.table_id))
    try:
        async with desk.lanes.of(pressed.table_id):  # Telegram's order is the inbox's order
            return await _at_table(desk, update, query, pressed, pressed.table_id, asking)
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


async def _at_table(
    desk: Desk,
    update: Update,
    query: CallbackQuery,
    pressed: Pressed,
    table_id: int,
    asking: asyncio.Task[Rights],
) -> asyncio.Future[Effects] | None:
    """Put the press into its table's inbox, or refuse it."""
    person = await desk.people.of(query.from_user)
    say = desk.texts.of(person.language)
    table = desk.hall.table(table_id)
    if table is None:
        desk.outbox.answer(query.id, say.plain("refuse.table_over"))
        return None
    if query.message is not None:
        picture = bool(query.message.photo) if isinstance(query.message, Message) else None
        desk.outbox.seen(query.message.chat.id, query.message.message_id, table_id, picture=picture)
    if (refusal := _from_elsewhere(desk, table, query, person, pressed.code)) is not None:
        desk.outbox.answer(query.id, say.plain(refusal))
        return None
    if await _beside_the_table(desk, update, query, person, pressed, table):
        return None
    rights = await asking
    command = Press(
        person,
        pressed.code,
        ":".join(pressed.args),
        decision=pressed.number,
        query_id=query.id,
        member=rights.member or not _needs_membership(desk, table, query, pressed.code),
        admin=rights.admin,
    )
    done = await desk.hall.enqueue(table_id, command, update_id=update.update_id, query_id=query.id)
    if done is None:
        desk.outbox.answer(query.id, say.plain("refuse.too_fast"))
    return done


async def _beside_the_table(
    desk: Desk, update: Update, query: CallbackQuery, person: Person, pressed: Pressed, table: Table
) -> bool:
    """Buttons of a table that change nothing at it: rules, sorting, options to look at, whose seat to free."""
    match pressed.code:
        case "u":
            await rules.pressed_at_table(desk, query, person, table)
        case "hs":
            await settings.sort_hand(desk, update, query, person)
        case "o" if not options.on_the_lobby(desk, table, query):
            await options.pressed_page(desk, query, person, pressed, table)
        case "ki" if not pressed.args:
            await tables.pressed_manage(desk, query, person, table)
        case _:
            return False
    return True


async def _rights(desk: Desk, query: CallbackQuery, pressed: Pressed, table_id: int) -> Rights:
    """What Telegram says of the presser now, if the press needs it.

    Asked before its turn in the lane: else those who press at one table would wait for one another's questions,
    and everybody's next updates for all of them.
    """
    table = desk.hall.table(table_id)
    if table is None or pressed.code not in ASK_ADMIN | ASK_MEMBER:
        return Rights()
    person = await desk.people.of(query.from_user)
    if _from_elsewhere(desk, table, query, person, pressed.code) is not None:
        return Rights()
    chat_id, user_id = table.chat.chat_id, person.user_id
    if _needs_membership(desk, table, query, pressed.code):
        return Rights(member=bool(await desk.members.is_member(chat_id, user_id)))
    if _needs_admin(table, person, pressed):
        return Rights(admin=bool(await desk.members.is_admin(chat_id, user_id)))
    return Rights()


def _needs_membership(desk: Desk, table: Table, query: CallbackQuery, code: str) -> bool:
    """Whether the press is one that only the group's members may make from elsewhere, and comes from there."""
    in_group = query.message is not None and desk.same_chat(query.message.chat.id, table.chat.chat_id)
    return code in ASK_MEMBER and not in_group


def _needs_admin(table: Table, person: Person, pressed: Pressed) -> bool:
    """Whether an admin may do more here than the presser may anyhow."""
    if pressed.code not in ASK_ADMIN or table.practice:
        return False
    if pressed.code == "rm":
        return table.chat.settings.open_tables == ADMINS
    if pressed.code != "o":
        return person.person_id != table.opener and (pressed.code, pressed.args) != ("ki", ())
    settled = table.chat.settings
    saves = pressed.args == ("s",) and settled.change_group == ADMINS
    changes = settled.change_options == ADMINS and pressed.args[:1] not in ((), ("p",), ("x",))
    return saves or changes


def _from_elsewhere(desk: Desk, table: Table, query: CallbackQuery, person: Person, code: str) -> str | None:
    """Why the press is refused, if it comes neither from the table's chat nor from a seat's own private one.

    Whoever was called to a free seat sits down from his private chat; whether he may is asked of Telegram.
    """
    if query.message is None:
        return "refuse.other_chat"
    chat_id = query.message.chat.id
    if desk.same_chat(chat_id, table.chat.chat_id):
        return None
    if chat_id != person.user_id:
        return "refuse.other_chat"
    return None if table.has(person.person_id) or code in ASK_MEMBER else "refuse.not_seated"


async def _page(desk: Desk, update: Update, query: CallbackQuery, person: Person, pressed: Pressed) -> None:
    say = desk.texts.of(person.language)
    match pressed.code:
        case "ng":
            await tables.pressed_new(desk, update, query, person, pressed.args)
        case "gd":
            await options.pressed_defaults(desk, update, query, person, pressed)
        case "pr":
            await settings.pressed_setting(desk, update, query, person, pressed)
        case "la":
            await settings.pressed_language(desk, update, query, person, pressed)
        case "ru":
            await rules.pressed_page(desk, query, person, pressed)
        case "he":
            await private.pressed_help(desk, query, person, pressed.args)
        case code if code in records.CODES:
            await records.pressed(desk, update, query, person, pressed)
        case _:
            desk.outbox.answer(query.id, say.plain("refuse.page_moved"))
