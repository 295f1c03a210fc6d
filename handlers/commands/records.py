"""The record: /scores, /history, /top, /stats, /replay, /verify, /export, /calc, /privacy, /forget and their pages.

Thin: parse, ask a page, answer. An update is noted as processed and the rest done in a task of its own, since a page
may read, fold or draw for longer than a batch of updates should wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from telegram import (
    CallbackQuery,
    Message,
    MessageEntity,
    Update,
)

from engine.games import games, search_games
from handlers.callback_data import Pressed, calculator_payload, deep_link, from36
from handlers.commands.desk import Desk, thread_of
from handlers.commands.nearest import Near, meant_rank
from handlers.commands.turning import is_page, turn_in_place
from handlers.message import Button
from handlers.message import Message as Wanted
from handlers.pages import (
    calculator,
    export,
    history,
    personal,
    replays,
    scores,
    statistics,
    top,
    verify,
)
from handlers.pages.page import PAGE_CODES, Find, NotShown, Place, by_id, closable
from handlers.pages.turning import page
from handlers.show.names import quoted
from handlers.tables.model import Person
from handlers.transport.logs import where
from handlers.transport.slots import File
from storage import hands, journal, people
from storage import scores as matches
from storage.connection import Connection
from storage.errors import Stale, StorageError
from storage.journal import HandRow

log = logging.getLogger(__name__)

CODES = PAGE_CODES | {"cl"}
"""The codes of this module's buttons."""
EXPORT_PAUSE = 60_000
_REMEMBERED = 1000
_FAR = 100
"""Farther than any table is by its rank alone."""


# -- commands


async def scores_command(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/scores: the running match, else the chat's last one."""

    async def make(place: Place) -> Wanted:
        running = await desk.table_meant(message, place.person, _finished_rank)
        if running is not None and running.state != "lobby":
            return await desk.database.read(scores.sheet_page, place, running.table_id, 0)
        return await desk.database.read(_last_sheet, place)

    await _command(desk, update, message, make)


def _finished_rank(near: Near) -> int:
    """Of the tables around one that has finished a hand: before that there is no sheet to show."""
    return meant_rank(near) + (0 if near.table.played else _FAR)


async def _last_sheet(connection: Connection, place: Place) -> Wanted:
    """The sheet of the match that was opened last."""
    if place.private and place.person is not None:
        found = await matches.matches_of(connection, place.person.person_id, limit=1)
    else:
        found = await matches.matches(connection, place.chat_id, limit=1)
    if not found:
        raise NotShown("scores.none")
    return await scores.sheet_page(connection, place, found[0].table_id, 0)


async def history_command(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/history: past matches, the newest first."""

    async def make(place: Place) -> Wanted:
        page_id = history.OWN if place.private else place.chat_id
        return await desk.database.read(history.history_page, place, page_id, 1)

    await _command(desk, update, message, make)


async def top_command(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/top [game] [week·month·season·all]: the group's players."""

    async def make(place: Place) -> Wanted:
        choice = top.read_choice(tuple(_known(arguments)))
        return await desk.database.read(top.top_page, place, choice, 1)

    await _command(desk, update, message, make)


def _known(words: Sequence[str]) -> list[str]:
    """The words with games under their ids: 福州 is not two games here if only one is called so."""
    found = []
    for word in words:
        named = search_games(word)
        found.append(named[0].id if len(named) == 1 else word.lower())
    return found


async def stats_command(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/stats [@player] [game]: one's own record, or that of a player of this group."""

    async def make(place: Place) -> Wanted:
        game = next((word for word in _known(arguments) if word in games()), top.ANY)
        person_id = await desk.database.read(_player, place, message, arguments)
        return await desk.database.read(statistics.statistics_page, place, person_id, game, "o", 1)

    await _command(desk, update, message, make)


async def _player(connection: Connection, place: Place, message: Message, arguments: Sequence[str]) -> int:
    """Whom /stats means: the @name, whom the message mentions or replies to, else its sender."""
    name = next((word for word in arguments if word.startswith("@")), "")
    if name:
        return (await statistics.find_player(connection, name)).person_id
    mentioned = [e.user for e in message.entities if e.type == MessageEntity.TEXT_MENTION and e.user]
    replied = message.reply_to_message.from_user if message.reply_to_message else None
    meant = mentioned[0] if mentioned else replied
    if meant is not None and not meant.is_bot:
        row = await people.find_person(connection, meant.id)
        if row is None:
            raise NotShown("refuse.no_player")
        return row.person_id
    if place.person is None:
        raise NotShown("refuse.anonymous")
    return place.person.person_id


async def replay_command(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/replay [N]: a finished hand step by step; N is its number here, or in private its code."""

    async def make(place: Place) -> Wanted:
        return await replays.replay_page(desk.database, place, _hand_meant(place, arguments), 0, "")

    await _command(desk, update, message, make)


async def verify_command(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/verify [N]: the proof of a hand's shuffle, with its record."""
    place = await _place(desk, message)
    if not await desk.note_done(update):
        return

    async def work() -> None:
        wanted, file = await _proof(desk, place, _hand_meant(place, arguments))
        _reply(desk, message, place, wanted, file=file)

    _aside(desk, work, lambda refusal: _reply(desk, message, place, refusal))


async def _proof(desk: Desk, place: Place, find: Find) -> tuple[Wanted, File]:
    proof = await verify.proof(desk.database, place, find)
    return proof.message, proof.file


def _hand_meant(place: Place, arguments: Sequence[str]) -> Find:
    """How the hand of this number or code is found; without one it is the newest."""
    text = arguments[0].lstrip("#").lower() if arguments else ""

    async def find(connection: Connection) -> HandRow:
        row = await _numbered(connection, place, text) if text else await _newest(connection, place)
        if row is None:
            raise NotShown("refuse.no_hand", hand=quoted(text)) if text else NotShown("history.none")
        return row

    return find


async def _numbered(connection: Connection, place: Place, text: str) -> HandRow | None:
    if place.private:
        code = from36(text)
        return await journal.load_hand(connection, code) if code else None
    hand_no = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return await journal.find_hand(connection, place.chat_id, hand_no)


async def _newest(connection: Connection, place: Place) -> HandRow | None:
    if not place.private:
        return await hands.newest_hand(connection, place.chat_id)
    return await hands.newest_hand_of(connection, place.person.person_id) if place.person else None


async def export_command(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/export: the group's finished hands as files."""

    async def make(place: Place) -> Wanted:
        return export.export_page(place)

    await _command(desk, update, message, make)


async def calc_command(desk: Desk, update: Update, message: Message, arguments: list[str]) -> None:
    """/calc [game] [tiles …]: what a hand is worth; in private, so that nobody's question is everybody's."""

    async def make(place: Place) -> Wanted:
        if not place.private:
            return _to_private(place, arguments)
        question = calculator.read_typed(arguments)
        if question is None:
            return calculator.which_game(place.say)
        return await asyncio.to_thread(calculator.answer, question, place.say)

    await _command(desk, update, message, make)


def _to_private(place: Place, arguments: Sequence[str]) -> Wanted:
    found = search_games(arguments[0]) if arguments else []
    game = found[0] if len(found) == 1 else next(iter(games().values()))
    link = deep_link(place.bot, calculator_payload(game.id))
    row = (Button(place.say.button("button.open_private"), url=link),)
    return Wanted(place.say("refuse.private_only"), (row,))


async def privacy_command(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/privacy: what is kept and who sees it."""

    async def make(place: Place) -> Wanted:
        return personal.privacy_page(place.say, private=place.private)

    await _command(desk, update, message, make)


async def forget_command(desk: Desk, update: Update, message: Message, _: list[str]) -> None:
    """/forget: asks before anything is erased."""

    async def make(place: Place) -> Wanted:
        if not place.private:
            raise NotShown("refuse.private_only")
        return personal.ask_page(place.say)

    await _command(desk, update, message, make)


# -- deep links


async def replay_link(desk: Desk, update: Update, message: Message, hand_id: int) -> None:
    """`r<hand36>`: a hand's replay; whoever took part in its match sees it."""

    async def make(place: Place) -> Wanted:
        return await replays.replay_page(desk.database, place, by_id(hand_id), 0, "")

    await _command(desk, update, message, make)


async def calculator_link(desk: Desk, update: Update, message: Message, game: str) -> None:
    """`c<game>`: the game's calculator."""
    await calc_command(desk, update, message, [game])


# -- presses


async def pressed(desk: Desk, update: Update, query: CallbackQuery, person: Person, press: Pressed) -> None:
    """A page is turned, or a card's button opens one below it."""
    say = desk.texts.of(person.language)
    message = query.message
    if message is None:
        desk.outbox.answer(query.id, say.plain("refuse.page_moved"))
        return
    chat = await desk.chat_of(message.chat, query.from_user)
    if not await desk.note_done(update):
        desk.outbox.answer(query.id)
        return
    place = Place(
        *(chat.chat_id, chat.private, chat.title, person, desk.say_for(chat, person)),
        *(desk.bot.username, desk.clock.now()),
    )
    _aside(
        desk,
        lambda: _turn(desk, query, place, press),
        lambda refusal: desk.outbox.answer(query.id, refusal.toast(say)),
    )


async def _turn(desk: Desk, query: CallbackQuery, place: Place, press: Pressed) -> None:
    message = query.message
    if message is None:
        return
    if press.code == "cl":
        if is_page(query):
            desk.outbox.throw_away(place.chat_id, message.message_id)
        desk.outbox.answer(query.id)
        return
    if press.code in ("vf", "ex"):
        wanted, file = await _file(desk, place, press)
        _post(desk, query, place, wanted, file)
        desk.outbox.answer(query.id)
        return
    wanted, toast = await _page(desk, place, press)
    wanted = closable(wanted, place.say)
    if is_page(query):
        turn_in_place(desk, message, wanted)
    else:
        _post(desk, query, place, wanted)
    desk.outbox.answer(query.id, toast)


async def _page(desk: Desk, place: Place, press: Pressed) -> tuple[Wanted, str]:
    """The page that a button leads to, and what is told to its presser."""
    if press.code == "sn":
        return await _season(desk, place, press.args)
    if press.code == "fg":
        return await _forget(desk, place, press.args), ""
    return await page(desk.database, place, press), ""


async def _season(desk: Desk, place: Place, args: tuple[str, ...]) -> tuple[Wanted, str]:
    """Open or close a season, if Telegram says now that the presser is an admin."""
    if place.private:
        raise NotShown("refuse.group_only")
    allowed = place.person is not None and await desk.members.is_admin(place.chat_id, place.person.user_id)
    if not allowed:
        raise NotShown("refuse.later" if allowed is None else "refuse.admin_only")
    try:
        opens = args == ("o",)
        name = await desk.database.write(top.change_season, place, opens=opens)
    except Stale:
        raise NotShown("refuse.faster") from None
    shown = await desk.database.read(top.top_page, place, top.Choice(period="season"), 1)
    say = desk.texts.of(place.person.language if place.person else None)
    return shown, say.plain("season.opened" if opens else "season.closed", name=name)


async def _file(desk: Desk, place: Place, press: Pressed) -> tuple[Wanted, File]:
    if press.code == "vf":
        return await _proof(desk, place, by_id(press.number))
    if place.private:
        raise NotShown("refuse.group_only")
    form = "j" if press.args == ("j",) else "c"
    if place.now - desk.exported.get((place.chat_id, form), 0) < EXPORT_PAUSE:
        raise NotShown("refuse.rate")
    if len(desk.exported) >= _REMEMBERED:
        desk.exported.clear()
    desk.exported[place.chat_id, form] = place.now
    make = export.json_file if form == "j" else export.csv_file
    count, file = await desk.database.read_apart(make, place)
    return Wanted(place.say.plural("export.done", count)), file


async def _forget(desk: Desk, place: Place, args: tuple[str, ...]) -> Wanted:
    """Erase who the presser is, once nothing runs that needs it."""
    if not place.private or place.person is None:
        raise NotShown("refuse.private_only")
    person = place.person
    seated = [table for table in desk.hall.tables_of(person.person_id) if table.state != "over"]
    if seated:
        return personal.seated_page(place.say, len(seated))
    if args != ("2",):
        return personal.ask_again_page(place.say)
    for table in desk.hall.tables_in(place.chat_id):
        desk.hall.actors.pop(table.table_id, None)  # practice that is over goes with the private chat
    await desk.database.write(people.forget_person, person.person_id)
    desk.people.forget(person.user_id)
    desk.hall.person_changed(Person(person.person_id, user_id=0, name=""))
    return personal.done_page(place.say)


# -- what they share


async def _command(
    desk: Desk, update: Update, message: Message, make: Callable[[Place], Awaitable[Wanted]]
) -> None:
    """Note the update and answer with a page, in a task of its own."""
    place = await _place(desk, message)
    if not await desk.note_done(update):
        return

    async def work() -> None:
        _reply(desk, message, place, closable(await make(place), place.say))

    _aside(desk, work, lambda refusal: _reply(desk, message, place, refusal))


async def _place(desk: Desk, message: Message) -> Place:
    person = await desk.sender(message)
    chat = await desk.chat_of(message.chat, message.from_user)
    return Place(
        *(chat.chat_id, chat.private, chat.title, person, desk.say_for(chat, person)),
        *(desk.bot.username, desk.clock.now()),
    )


def _aside(desk: Desk, work: Callable[[], Awaitable[None]], refuse: Callable[[NotShown], None]) -> None:
    """Do the work beside the batch; what it refuses, or what fails, is told."""

    async def run() -> None:
        try:
            await work()
        except NotShown as refusal:
            refuse(refusal)
        except StorageError as error:
            log.warning("a page was not read: %s", type(error).__name__)
            refuse(NotShown("refuse.later"))
        except Exception as error:
            log.error("a page failed: %s", where(error))  # noqa: TRY400
            refuse(NotShown("refuse.later"))

    desk.outbox.start(run())


def _reply(
    desk: Desk, message: Message, place: Place, wanted: Wanted | NotShown, *, file: File | None = None
) -> None:
    """Answer a command where it was given, silently in groups."""
    content = Wanted(wanted.words(place.say)) if isinstance(wanted, NotShown) else wanted
    desk.outbox.note(
        place.chat_id,
        thread_of(message),
        content,
        silent=not place.private,
        reply_to=message.message_id,
        file=file,
    )


def _post(desk: Desk, query: CallbackQuery, place: Place, wanted: Wanted, file: File | None = None) -> None:
    """A message below the one whose button was pressed."""
    message = query.message
    thread = thread_of(message) if isinstance(message, Message) else None
    reply_to = message.message_id if isinstance(message, Message) else None
    desk.outbox.note(place.chat_id, thread, wanted, silent=not place.private, reply_to=reply_to, file=file)
