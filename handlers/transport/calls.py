"""Messages as calls of the Bot API: which is the least, and what became of it."""

import html
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import telegram
from telegram import (
    Bot,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyParameters,
)
from telegram.error import TelegramError

from handlers.message import Button, Hashes, Keyboard, Message, Picture
from handlers.transport.errors import Kind, Outcome, outcome
from handlers.transport.logs import where
from handlers.transport.slots import DrawPicture, File, FileIds

log = logging.getLogger(__name__)

UNKNOWN = "?"
"""In place of a hash: what stands there is not known."""
_REMEMBERED = 512
_TEXT, _CAPTION = 4096, 1024
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_MARKUP_AT_FAULT = ("markup", "button", "keyboard")
_PICTURE_AT_FAULT = ("photo", "image", "file")


class Edit(Enum):
    """Ways from what stands there to what is wanted."""

    NOTHING = "nothing"
    MARKUP = "editMessageReplyMarkup"
    CAPTION = "editMessageCaption"
    TEXT = "editMessageText"
    MEDIA = "editMessageMedia"
    ANEW = "a new message: a picture never becomes a text"


def least(stands: Hashes, wanted: Hashes) -> Edit:
    """The least call that makes the one the other."""
    if stands == wanted:
        return Edit.NOTHING
    if stands.picture and not wanted.picture:
        return Edit.ANEW
    if stands.picture != wanted.picture:
        return Edit.MEDIA
    if stands.text != wanted.text:
        return Edit.CAPTION if wanted.picture else Edit.TEXT
    return Edit.MARKUP


def after_doubt(stands: Hashes, edit: Edit) -> Hashes:
    """What is known of a message whose edit may have been executed or not."""
    match edit:
        case Edit.MARKUP:
            return replace(stands, keyboard=UNKNOWN)
        case Edit.MEDIA:
            return Hashes(UNKNOWN, UNKNOWN, UNKNOWN)
        case _:
            return replace(stands, text=UNKNOWN, keyboard=UNKNOWN)


@dataclass(frozen=True, slots=True)
class Draft:
    """A message as it goes out. `photo` is a file id or a PNG; None where no picture is to be sent."""

    text: str
    markup: InlineKeyboardMarkup | None
    parse_mode: str | None = "HTML"
    photo: str | bytes | None = None
    picture_hash: str = ""
    keep: bool = False
    effect: str | None = None


def plain(draft: Draft, why: str) -> Draft:
    """The same without what Telegram may have taken offence at: entities, length, effect, perhaps buttons."""
    text = html.unescape(_TAG.sub("", draft.text))
    limit = _TEXT if draft.photo is None else _CAPTION
    text = text.encode("utf-16-le")[: 2 * limit].decode("utf-16-le", "ignore")
    markup = None if _blames(_MARKUP_AT_FAULT, why) else draft.markup
    return replace(draft, text=text, markup=markup, parse_mode=None, effect=None)


def pictureless(draft: Draft, why: str) -> Draft:
    """The same without its picture, if that was refused."""
    return replace(draft, photo=None) if _blames(_PICTURE_AT_FAULT, why) else draft


def _blames(words: tuple[str, ...], why: str) -> bool:
    lowered = why.lower()
    return any(word in lowered for word in words)


def markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """The buttons as the library has them; None for none."""
    if not keyboard:
        return None
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in keyboard])


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        button.text,
        callback_data=button.data or None,
        url=button.url or None,
        copy_text=CopyTextButton(button.copy) if button.copy else None,
        style=button.style or None,
    )


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a call, and the message it led to."""

    outcome: Outcome
    message: telegram.Message | None = None

    @property
    def kind(self) -> Kind:
        return self.outcome.kind


class Calls:
    """The calls that write. Nothing here raises for what Telegram or the network does."""

    def __init__(self, bot: Bot, draw_picture: DrawPicture, file_ids: FileIds) -> None:
        self._bot = bot
        self._draw_picture = draw_picture
        self._file_ids = file_ids
        self._recent: OrderedDict[str, str] = OrderedDict()

    async def prepare(self, message: Message, *, picture: bool, keep: bool) -> Draft:
        """The message ready to go, its picture drawn if it is to be sent. `keep`: it may be wanted again."""
        draft = Draft(message.text, markup(message.keyboard), effect=message.effect or None, keep=keep)
        if not picture or message.picture is None:
            return draft
        picture_hash = message.picture.picture_hash()
        photo = self._recent.get(picture_hash) or (await self._find(picture_hash) if keep else None)
        return replace(draft, photo=photo or await self._draw(message.picture), picture_hash=picture_hash)

    async def _find(self, picture_hash: str) -> str | None:
        try:
            return await self._file_ids.find(picture_hash)
        except Exception as error:
            log.warning("no file id could be looked up: %s", where(error))
            return None

    async def _draw(self, picture: Picture) -> bytes | None:
        """A picture that cannot be drawn is our bug; the text goes out without it."""
        try:
            return await self._draw_picture(picture)
        except Exception as error:
            log.error("a picture cannot be drawn: %s", where(error))  # noqa: TRY400
            return None

    async def post(
        self,
        chat_id: int,
        thread_id: int | None,
        draft: Draft,
        *,
        silent: bool,
        reply_to: int | None = None,
        file: File | None = None,
    ) -> Done:
        """Send a new message; for a draft that is refused as wrong, once more in plain text."""
        common: dict[str, Any] = {
            "chat_id": chat_id,
            "message_thread_id": thread_id,
            "disable_notification": silent,
            "reply_markup": draft.markup,
            "message_effect_id": draft.effect if chat_id > 0 else None,
            "reply_parameters": None
            if reply_to is None
            else ReplyParameters(reply_to, allow_sending_without_reply=True),
        }
        if file is not None:
            call = self._bot.send_document(
                **common,
                document=file.data,
                filename=file.name,
                caption=draft.text,
                parse_mode=draft.parse_mode,
            )
        elif draft.photo is not None:
            call = self._bot.send_photo(
                **common, photo=draft.photo, caption=draft.text, parse_mode=draft.parse_mode
            )
        else:
            call = self._bot.send_message(
                **common, text=draft.text, parse_mode=draft.parse_mode, link_preview_options=_NO_PREVIEW
            )
        return await self._finished(call, draft)

    async def edit(self, chat_id: int, message_id: int, draft: Draft, how: Edit) -> Done:
        """Change a message by this way."""
        where: dict[str, Any] = {
            "chat_id": chat_id,
            "message_id": message_id,
            "reply_markup": draft.markup,
        }
        call: Awaitable[telegram.Message | bool]
        match how:
            case Edit.MARKUP:
                call = self._bot.edit_message_reply_markup(**where)
            case Edit.TEXT:
                call = self._bot.edit_message_text(
                    **where, text=draft.text, parse_mode=draft.parse_mode, link_preview_options=_NO_PREVIEW
                )
            case Edit.MEDIA if draft.photo is not None:
                media = InputMediaPhoto(draft.photo, caption=draft.text, parse_mode=draft.parse_mode)
                call = self._bot.edit_message_media(media, **where)
            case _:  # also for a picture that was refused: the one before it stays
                call = self._bot.edit_message_caption(
                    **where, caption=draft.text, parse_mode=draft.parse_mode
                )
        return await self._finished(call, draft)

    async def _finished(self, call: Awaitable[telegram.Message | bool], draft: Draft) -> Done:
        done = await attempt(call)
        if done.kind is Kind.FILE_GONE:
            self._recent.pop(draft.picture_hash, None)
        if done.message is not None and done.message.photo and draft.picture_hash:
            await self._remember(draft, done.message.photo[-1].file_id)
        return done

    async def _remember(self, draft: Draft, file_id: str) -> None:
        self._recent[draft.picture_hash] = file_id
        self._recent.move_to_end(draft.picture_hash)
        while len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        if draft.keep:
            try:
                await self._file_ids.keep(draft.picture_hash, file_id)
            except Exception as error:
                log.warning("a file id was not kept: %s", where(error))

    async def redraw(self, message: Message, draft: Draft) -> Draft:
        """The same draft with its picture drawn: Telegram does not know the file id."""
        if message.picture is None:
            return draft
        return replace(draft, photo=await self._draw(message.picture))

    async def delete(self, chat_id: int, message_id: int) -> Done:
        return await attempt(self._bot.delete_message(chat_id, message_id))

    async def throw(self, chat_id: int, thread_id: int | None) -> Done:
        """One die."""
        call = self._bot.send_dice(chat_id, message_thread_id=thread_id, disable_notification=True)
        return await attempt(call)

    async def answer(self, query_id: str, **answer: Any) -> Done:
        return await attempt(self._bot.answer_callback_query(query_id, **answer))


async def attempt(call: Awaitable[telegram.Message | bool]) -> Done:
    """Make a call; whatever it raises is an outcome."""
    try:
        result = await call
    except TelegramError as error:
        return Done(outcome(error))
    except Exception as error:
        log.error("a call failed before it was made: %s", where(error))  # noqa: TRY400
        return Done(Outcome(Kind.OUR_BUG, text=where(error)))
    return Done(Outcome(Kind.OK), result if isinstance(result, telegram.Message) else None)
