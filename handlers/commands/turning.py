"""Pages in place: a press turns the page it stands under; under anything else it opens a page below."""

from __future__ import annotations

from telegram import CallbackQuery, InlineKeyboardMarkup, MaybeInaccessibleMessage, Message

from handlers.commands.desk import Desk, thread_of
from handlers.message import Message as Wanted
from handlers.pages.page import CLOSE, closable
from handlers.show.markup import Html, plain
from handlers.show.texts import Say


def is_page(query: CallbackQuery) -> bool:
    """Whether the pressed message is a page, as far as Telegram still shows it."""
    if not isinstance(query.message, Message):
        return False
    markup = query.message.reply_markup or InlineKeyboardMarkup([])
    return any(button.callback_data == CLOSE for row in markup.inline_keyboard for button in row)


def turn(desk: Desk, query: CallbackQuery, wanted: Wanted, say: Say) -> None:
    """Show the page where the press was made."""
    message = query.message
    if message is None:
        return
    wanted = closable(wanted, say)
    if is_page(query):
        turn_in_place(desk, message, wanted)
    else:
        thread = thread_of(message) if isinstance(message, Message) else None
        desk.outbox.note(message.chat.id, thread, wanted, silent=message.chat.type != "private")


def turn_in_place(desk: Desk, message: MaybeInaccessibleMessage, wanted: Wanted) -> None:
    """Turn the page, unless it stands there already: Telegram refuses an edit that changes nothing."""
    photo = bool(isinstance(message, Message) and message.photo)
    if not (isinstance(message, Message) and _stands(message, wanted, photo=photo)):
        desk.outbox.page(message.chat.id, message.message_id, wanted, photo=photo)


def _stands(message: Message, wanted: Wanted, *, photo: bool) -> bool:
    """Whether this is what the message shows; of two pages with equal words and buttons pictures are equal, too."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    shown = [[(button.text, button.callback_data or button.url or "") for button in row] for row in rows]
    buttons = [[(button.text, button.data or button.url) for button in row] for row in wanted.keyboard]
    words = (message.caption if photo else message.text) or ""
    return (
        photo == (wanted.picture is not None)
        and shown == buttons
        and words.strip() == plain(Html(wanted.text)).strip()
    )
