"""/options and its buttons: a table's options, and what new tables of a chat begin with."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from telegram import CallbackQuery, Message, Update

from engine.games import games
from handlers.callback_data import Pressed, page_data
from handlers.commands.desk import Desk, none_open, opening
from handlers.commands.turning import turn
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.pages.page import closable
from handlers.show.markup import bold, lines
from handlers.show.options import Chosen, options_page, page_with
from handlers.show.texts import Say
from handlers.show.words import game_title
from handlers.tables.choose import DEFAULTS, NotAllowed, with_choice
from handlers.tables.commands import Press
from handlers.tables.group import starting_options
from handlers.tables.model import Chat, Person, Table
from handlers.tables.records import options_json
from handlers.tables.surfaces import chosen_options
from storage.chats import ChatRow


async def options(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/options: a lobby turns to its options at the bottom; elsewhere they are a page, or the chat's defaults."""
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    table = await desk.open_table(message, person)
    if table is None:
        wanted = closable(_without_table(message, chat, person, say), say)
    elif person is not None and await _turned(desk, update, table, person, chat):
        return
    else:
        wanted = closable(table_page(desk, table, say, ""), say)
    desk.reply(message, wanted.text, wanted.keyboard)


def _without_table(message: Message, chat: Chat, person: Person | None, say: Say) -> Wanted:
    """That no table is open, what opens one, and what it would begin with."""
    picker = defaults_picker(chat, say)
    rows = (*picker.keyboard, tuple(opening(message.chat, person, say)))
    return Wanted(lines([none_open(message.chat, say), picker.text]), rows)


async def _turned(desk: Desk, update: Update, table: Table, person: Person, chat: Chat) -> bool:
    """Whether the lobby itself shows its options now, at the bottom: for those who sit there."""
    if table.state != "lobby" or chat.private:
        return False
    effects = await desk.hall.submit(table.table_id, Press(person, "o"), update_id=update.update_id)
    if effects.answer is None or not effects.answer.accepted:
        return False
    desk.hall.showing.post_again(table)
    return True


def on_the_lobby(desk: Desk, table: Table, query: CallbackQuery) -> bool:
    """Whether the press belongs to the lobby message, which turns to its options by itself."""
    here = query.message is not None and desk.same_chat(query.message.chat.id, table.chat.chat_id)
    return here and table.state == "lobby" and not table.practice


async def pressed_page(
    desk: Desk, query: CallbackQuery, person: Person, pressed: Pressed, table: Table
) -> None:
    """The options of a table as a page to look at."""
    if query.message is None:
        return
    chat = await desk.chat_of(query.message.chat, query.from_user)
    say = desk.say_for(chat, person)
    changes = len(pressed.args) == 2 and pressed.args[0] != "p"
    toast = desk.texts.of(person.language).plain("options.pinned") if changes else ""
    turn(desk, query, table_page(desk, table, say, ":".join(pressed.args)), say)
    desk.outbox.answer(query.id, toast)


def table_page(desk: Desk, table: Table, say: Say, at: str) -> Wanted:
    """A page of a table's options, with a door to what the next one begins with."""
    scene = desk.scene(table, say)
    text, rows = options_page(replace(chosen_options(table, scene), locked=True), at, say)
    label = say.button("button.defaults_own" if table.practice else "button.defaults")
    return Wanted(text, (*rows, (Button(label, page_data(table.chat.chat_id, "gd", table.game.id)),)))


# -- what new tables begin with


def defaults_picker(chat: Chat, say: Say) -> Wanted:
    """Which game's defaults."""
    rows = tuple(
        (Button(game_title(game, say), page_data(chat.chat_id, "gd", game.id)),) for game in games().values()
    )
    return Wanted(say("options.which_game"), rows)


def defaults_page(chat: Chat, game_id: str, at: str, say: Say) -> Wanted:
    """What new tables of one game begin with in this chat."""
    game = games()[game_id]
    own, house = starting_options(game, chat.defaults)
    key = "options.own_title" if chat.private else "options.defaults_title"
    title = say(key, game=game_title(game, say))
    data = partial(page_data, chat.chat_id, "gd", game_id)
    text, rows = options_page(Chosen(game, own, house, title, say("options.new_tables"), data), at, say)
    back = (Button(say.button("button.back"), page_data(chat.chat_id, "gd")),)
    return Wanted(text, rows if at.isdigit() else (*rows, back))


async def pressed_defaults(
    desk: Desk, update: Update, query: CallbackQuery, person: Person, pressed: Pressed
) -> None:
    """`gd`: the picker · `gd:<game>` its list · `:p:n` a page · `:i` one option · `:i:v` set · `:d` reset."""
    del update
    own = desk.texts.of(person.language)
    if query.message is None or not desk.same_chat(query.message.chat.id, pressed.number):
        desk.outbox.answer(query.id, own.plain("refuse.other_chat"))
        return
    chat = await desk.chat_of(query.message.chat, query.from_user)
    say = desk.say_for(chat, person)
    game_id, *rest = (*pressed.args, "")
    if game_id not in games():
        turn(desk, query, defaults_picker(chat, say), say)
        desk.outbox.answer(query.id)
        return
    at, toast = ":".join(arg for arg in rest if arg), ""
    if at == DEFAULTS or (len(rest) > 2 and rest[0].isdigit()):
        at, toast, chat = await _change(desk, chat, person, game_id, rest)
    turn(desk, query, defaults_page(chat, game_id, at, say), say)
    desk.outbox.answer(query.id, own.plain(toast) if toast else "")


async def _change(
    desk: Desk, chat: Chat, person: Person, game_id: str, rest: list[str]
) -> tuple[str, str, Chat]:
    """The page to show afterwards, what to say, and the chat as it is then."""
    if not await desk.may_change_group(chat, person):
        return "", "refuse.admin_only", chat
    game = games()[game_id]
    own, house = starting_options(game, chat.defaults)
    if rest[0] == DEFAULTS:
        own, house = game.options(), type(house)()
        at, toast = "", "options.reset"
    else:
        try:
            own, house = with_choice(game, own, house, rest[0], rest[1])
        except NotAllowed:
            return "", "refuse.not_now", chat
        at, toast = "", "toast.saved"
    stored = options_json(house, own)

    def changed(row: ChatRow) -> ChatRow:
        return replace(row, defaults={**row.defaults, game_id: stored})

    chat = await desk.change_chat(chat.chat_id, changed)
    if at == "" and rest[0] != DEFAULTS:
        title = bold(game.name)
        at = page_with(Chosen(game, own, house, title, title, str), rest[0])
    return at, toast, chat
