"""/privacy, and `fg`: being forgotten, asked twice. Only in private, only for oneself; the id says nothing."""

from __future__ import annotations

from handlers.callback_data import page_data
from handlers.message import Button, Message
from handlers.show.texts import Say


def privacy_page(say: Say, *, private: bool) -> Message:
    """What is kept and who sees it."""
    if not private:
        return Message(say("privacy.text"))
    return Message(say("privacy.text"), ((Button(say.button("button.forget"), page_data(0, "fg", 1)),),))


def ask_page(say: Say) -> Message:
    """/forget: the first question."""
    return Message(
        say("forget.ask"), ((Button(say.button("button.forget"), page_data(0, "fg", 1), style="danger"),),)
    )


def ask_again_page(say: Say) -> Message:
    """The second question, after which nothing brings the person back."""
    return Message(
        say("forget.ask_again"),
        ((Button(say.button("button.forget_sure"), page_data(0, "fg", 2), style="danger"),),),
    )


def seated_page(say: Say, tables: int) -> Message:
    """Who still sits somewhere cannot be forgotten yet."""
    return Message(say.plural("forget.seated", tables))


def done_page(say: Say) -> Message:
    """Farewell."""
    return Message(say("forget.done"))
