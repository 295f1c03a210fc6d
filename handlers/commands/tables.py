"""Commands about tables: /new, /join, /leave, /deal, /table, /end. Thin: parse, ask, answer."""

from __future__ import annotations

from collections.abc import Sequence

from telegram import CallbackQuery, Message, Update

from engine.game import Game
from engine.games import games, search_games
from engine.options import OptionError, Options, TableOptions
from handlers.callback_data import deep_link, join_payload, page_data
from handlers.commands.desk import Desk, thread_of
from handlers.commands.nearest import dealt_rank, joined_rank, seated_rank
from handlers.commands.settings import GENERAL
from handlers.commands.turning import turn
from handlers.commands.which import heading
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.pages.page import closable
from handlers.show.keyboards import data, label_with, whole
from handlers.show.links import topic_link
from handlers.show.markup import Html, escape, lines
from handlers.show.names import clean, quoted
from handlers.show.option_names import ROOM, typed_options, unknown_option, wrong_value
from handlers.show.scene import Scene
from handlers.show.texts import Say
from handlers.show.words import game_title, names
from handlers.tables.choose import for_tempo
from handlers.tables.commands import Press
from handlers.tables.effects import Effects
from handlers.tables.group import ADMINS, starting_options
from handlers.tables.model import Chat, Person, Table
from handlers.tables.wording import answer_text

SHORT = 64
"""A typed command so long, in characters, is handed back whole."""


class BadOption(ValueError):
    """An option as typed cannot be set; the message is in the reader's words."""


async def new(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/new [game] [name=value …]: a lobby in a group, a practice table in private."""
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    if person is None:
        desk.reply(message, say("refuse.anonymous"))
        return
    if await _kept_out(desk, chat, thread_of(message), person, arguments):
        return
    words = [word for word in arguments if "=" not in word]
    settings = [word for word in arguments if "=" in word]
    name = "".join(words)
    found = search_games(name) if name else list(games().values())
    if not found and len(search_games(words[0])) == 1:  # the game is known: what follows is meant as options
        found, settings = search_games(words[0]), words[1:] + settings
    if len(found) != 1:
        desk.reply(message, *_which(say, name, found, person))
        return
    try:
        options, house = read_settings(found[0], settings, say, starting_options(found[0], chat.defaults))
    except BadOption as error:
        desk.reply(message, say("refuse.plain", text=str(error)))
        return
    await open_table(desk, chat, thread_of(message), person, found[0], options, house, update=update)


def _which(say: Say, name: str, found: list[Game], person: Person) -> tuple[str, list[list[Button]]]:
    """The question which game is meant, with a button each."""
    offered = found or list(games().values())
    if name and not found:
        text = say(
            "refuse.unknown_game", text=quoted(name), games=say.listed(game_title(g, say) for g in offered)
        )
    elif name:
        text = say("new.two_fit", text=quoted(name))
    else:
        text = say("new.which_game")
    rows = [
        [Button(game_title(game, say), data=page_data(person.user_id, "ng", game.id))] for game in offered
    ]
    return text, rows


def read_settings(
    game: Game, words: Sequence[str], say: Say, begun: tuple[Options, TableOptions] | None = None
) -> tuple[Options, TableOptions]:
    """Options of game and table as typed, over those `begun` with; raises BadOption with the allowed ones."""
    options, house = begun or (game.options(), TableOptions())
    for word in words:
        name, _, value = word.partition("=")
        try:
            if name in house.schema():
                house = house.with_text(name, value)
            else:
                options = options.with_text(name, value)
        except OptionError:
            raise BadOption(_refused(game, name, say)) from None
        options = for_tempo(options, name, house.tempo)
    if house.referee and not game.referee:
        referees = [game_title(other, say) for other in games().values() if other.referee]
        raise BadOption(
            say.plain("refuse.no_referee", game=game_title(game, say), games=say.listed(referees))
        )
    return options, house


def _refused(game: Game, name: str, say: Say) -> str:
    """Why an option cannot be set so: it has other values, or there is none of this name."""
    known = typed_options(game)
    key, params = wrong_value(name, known[name]) if name in known else unknown_option(name, known)
    return say.plain(key, 2 * ROOM, **params)


async def open_table(
    desk: Desk,
    chat: Chat,
    thread_id: int | None,
    person: Person,
    game: Game,
    options: Options,
    house: TableOptions,
    *,
    update: Update,
) -> None:
    """Open a lobby; in private sit down with three computers and deal.

    An update that comes again may have been cut off before the deal: it goes on there.
    """
    table = await desk.hall.open(chat, thread_id, person, game, options, house, update_id=update.update_id)
    if not chat.private:
        return
    if table is None:
        table = next(iter(desk.hall.tables_in(chat.chat_id)), None)
    if table is None or table.state != "lobby":
        return
    await desk.hall.submit(table.table_id, Press(person, "j"))
    await desk.hall.submit(table.table_id, Press(person, "g", query_id=f"u{update.update_id}"))


async def _kept_out(
    desk: Desk, chat: Chat, thread_id: int | None, person: Person, arguments: Sequence[str]
) -> bool:
    """Whether the group lets no table be opened here, by this person; he is told why, or what to send where."""
    if chat.private:
        return False
    say = desk.texts.of(chat.language)
    text: Html | None = None
    rows: tuple[tuple[Button, ...], ...] = ()
    if chat.home is not None and (thread_id or GENERAL) != chat.home:
        text = say("new.elsewhere", command=_again(arguments))
        rows = ((Button(say.button("button.topic"), url=topic_link(chat.chat_id, chat.home)),),)
    elif chat.settings.open_tables == ADMINS and not await desk.is_admin(chat, person):
        text = say("refuse.admins_open")
    if text is None:
        return False
    desk.outbox.note(chat.chat_id, thread_id, Wanted(text, rows))
    return True


def _again(arguments: Sequence[str]) -> str:
    """The /new that was typed, to be sent once more; without what follows where that is long."""
    typed = clean(" ".join(["/new", *arguments]), SHORT + 1)
    return typed if len(typed) <= SHORT else "/new"


async def pressed_new(
    desk: Desk, update: Update, query: CallbackQuery, person: Person, args: Sequence[str]
) -> None:
    """A game was picked, or the pickers are wanted."""
    say = desk.texts.of(person.language)
    if query.message is None:
        desk.outbox.answer(query.id, say.plain("refuse.page_moved"))
        return
    chat = await desk.chat_of(query.message.chat, query.from_user)
    here = desk.say_for(chat, person)
    thread = thread_of(query.message) if isinstance(query.message, Message) else None
    game = games().get(args[0]) if args else None
    if await _kept_out(desk, chat, thread, person, [game.id] if game else []):
        desk.outbox.answer(query.id)
        return
    if game is None:
        text, rows = _which(here, "", [], person)
        desk.outbox.note(chat.chat_id, thread, Wanted(text, tuple(tuple(row) for row in rows)))
        desk.outbox.answer(query.id)
        return
    desk.outbox.answer(query.id, say.plain("toast.chosen", what=game_title(game, say)))
    desk.outbox.page(
        chat.chat_id, query.message.message_id, Wanted(escape(game_title(game, here))), photo=False
    )
    options, house = starting_options(game, chat.defaults)
    await open_table(desk, chat, thread, person, game, options, house, update=update)


# -- commands that are buttons, too


async def join(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/join: as the button."""
    await _as_button(desk, update, message, "j")


async def leave(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/leave: as the button."""
    await _as_button(desk, update, message, "l")


async def pause(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/pause: as the button."""
    await _as_button(desk, update, message, "z")


async def deal(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/deal: as the button."""
    await _as_button(desk, update, message, "g")


async def _as_button(desk: Desk, update: Update, message: Message, code: str) -> None:
    """A command does what its button does; it seats its sender, except anonymous ones."""
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    if person is None:
        desk.reply(message, say("refuse.anonymous"))
        return
    rank = {"j": joined_rank, "g": dealt_rank}.get(code, seated_rank)
    table = await desk.open_table(message, person, rank)
    if table is None:
        desk.tell_no_table(message, person, say)
        return
    command = Press(person, code, query_id=f"u{update.update_id}")
    effects = await desk.hall.submit(table.table_id, command, update_id=update.update_id)
    _tell(desk, message, table, say, effects)


def _tell(desk: Desk, message: Message, table: Table, say: Say, effects: Effects) -> None:
    """What a press would have shown as a toast; what is seen on the table, where that stands here, needs no words."""
    answer = effects.answer
    seen = desk.same_chat(message.chat.id, table.chat.chat_id) and bool(effects.dirty or effects.notes)
    if answer is None or not answer.key or (answer.accepted and seen and not answer.door):
        return
    scene = desk.scene(table, say)
    rows = []
    if answer.door:
        link = deep_link(desk.bot.username, join_payload(table.table_id))
        rows = [[Button(say.button("button.press_start"), url=link)]]
    desk.reply(message, say("refuse.plain", text=answer_text(table, scene, answer)), rows)


async def _meant(desk: Desk, message: Message) -> tuple[Person | None, Say, Table | None]:
    """Who asks, the words for him, and the table meant; where there is none, he has been told so."""
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    say = desk.say_for(chat, person)
    found = await desk.open_table(message, person)
    if found is None:
        desk.tell_no_table(message, person, say)
    return person, say, found


async def table(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/table: the board again at the bottom; wakes a sleeping table. Elsewhere than there it is said what was done."""
    person, say, found = await _meant(desk, message)
    if found is None:
        return
    if found.stopped:
        desk.reply(message, say("trouble.record"))
        return
    if found.state == "asleep" and person is not None:
        await desk.hall.submit(found.table_id, Press(person, "wk"), update_id=update.update_id)
    else:
        desk.hall.showing.post_again(found)
    if (message.chat.id, thread_of(message)) != (found.chat.chat_id, found.thread_id):
        desk.reply(message, say("refuse.suspended" if found.state == "suspended" else "toast.posted_again"))


async def end(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/end: asks once more, with a button; the opener or an admin may."""
    del update
    person, say, found = await _meant(desk, message)
    if found is None:
        return
    scene = desk.scene(found, say)
    text = lines([heading(desk, message.chat, person, found, say), _sure(found, say)])
    rows = _ending(found, scene, say)
    if found.practice or (message.chat.id, thread_of(message)) != (found.chat.chat_id, found.thread_id):
        desk.reply(message, text, rows)
    else:
        desk.hall.showing.ask(found, Wanted(text, whole(tuple(row) for row in rows)))


def _sure(found: Table, say: Say) -> Html:
    """The question before a table ends, with what becomes of its hands."""
    if found.practice:
        return say("match.confirm_end_practice")
    if found.in_hand:
        return say("match.confirm_end")
    return say("match.confirm_end_between" if found.played else "match.confirm_end_unplayed")


def _ending(found: Table, scene: Scene, say: Say) -> list[list[Button]]:
    """End it at once, for opener and admins; or by a vote of those who sit."""
    rows = [
        [Button(say.button("button.end_table_yes"), data=data(scene, "en", found.moment), style="danger")]
    ]
    if not found.practice:
        rows[0].append(Button(say.button("button.vote_end"), data=data(scene, "vo", "e")))
    return rows


async def kick(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/kick: whose seat is to be freed, by the opener or an admin, or by a vote."""
    del update
    person, say, found = await _meant(desk, message)
    if found is None:
        return
    if found.stopped:
        desk.reply(message, say("trouble.record"))
        return
    text = lines([heading(desk, message.chat, person, found, say), say("kick.which")])
    wanted = closable(Wanted(text, _seats_to_free(desk, found, say)), say)
    desk.reply(message, wanted.text, wanted.keyboard)


def _seats_to_free(desk: Desk, found: Table, say: Say) -> tuple[tuple[Button, ...], ...]:
    scene = desk.scene(found, say)
    called = names(scene, found.game)
    return tuple(
        (
            Button(label_with(say, "button.free_seat", "name", called[seat]), data=data(scene, "ki", held)),
            Button(
                label_with(say, "button.vote_seat", "name", called[seat]), data=data(scene, "vo", f"k{held}")
            ),
        )
        for seat, held in _held(found)
    )


def _held(found: Table) -> list[tuple[int, str]]:
    """The taken seats, each as a button names it: with its person, so that nobody else is put out by it later."""
    holders = [(seat, found.held_by(seat)) for seat in range(4)]
    return [(seat, f"{seat}.{holder}") for seat, holder in holders if holder is not None]


async def pressed_manage(desk: Desk, query: CallbackQuery, person: Person, found: Table) -> None:
    """⋯ → end, or free a seat: what /end and /kick offer, as a page."""
    say = desk.texts.of(person.language)
    scene = desk.scene(found, say)
    seats = () if found.practice or found.stopped else _seats_to_free(desk, found, say)
    ending = tuple(tuple(row) for row in _ending(found, scene, say))
    title = heading(desk, query.message.chat, person, found, say) if query.message else ""
    text = lines([title, _sure(found, say), say("kick.which") if seats else ""])
    turn(desk, query, Wanted(text, (*ending, *seats)), say)
    desk.outbox.answer(query.id)
