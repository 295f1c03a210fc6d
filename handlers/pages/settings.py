"""`pr`: what one person has set (id 0), or a group (its id). Every value is a button of its own: a press says all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.show.keyboards import rows_of
from handlers.show.labels import LabelSet, first_label_set
from handlers.show.markup import Html, bold, lines
from handlers.show.settings import SORTS
from handlers.show.texts import LANGUAGES, Say, Texts
from handlers.tables.group import CHOICES
from handlers.tables.model import NO_CHOW, NO_CHOW_OR_PUNG, NO_FILTER, WINS_ONLY, Chat, Person

ON, OFF = "on", "off"
MOST_IN_A_ROW = 5
SECOND = "2"
ON_THE_SECOND_PAGE = frozenset({"quiet", "timezone"})
"""Of a group's settings: what has many values."""
ON_THE_OWN_SECOND_PAGE = frozenset({"filter", "ping", "ping_hand", "take_win", "invitations", "digest"})
"""Of one's own: what one is asked and told, after how things look."""
SWITCHES = {"ping_hand": ON, "take_win": ON, "invitations": ON, "digest": ON}
"""Settings that are on or off, and what they are for somebody who has not chosen."""
PERSONAL: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "labels": tuple(LabelSet),
    "view": ("picture", "text"),
    "sort": SORTS,
    "filter": (NO_FILTER, NO_CHOW, NO_CHOW_OR_PUNG, WINS_ONLY),
    "ping": ("when_idle", "at_once", "off"),
    **dict.fromkeys(SWITCHES, (ON, OFF)),
}
"""A person's settings and what each may be; of those without a further word the first is the default."""
OF_A_GROUP: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "open_tables": CHOICES["open_tables"],
    "change_options": CHOICES["change_options"],
    "change_group": CHOICES["change_group"],
    "board_view": CHOICES["board_view"],
    "quiet": CHOICES["quiet"],
    "timezone": CHOICES["timezone"],
}


@dataclass(frozen=True, slots=True)
class _Row:
    """One setting: its key, the value it has, what it may be."""

    key: str
    value: str
    values: tuple[str, ...]


def value_of(person: Person, key: str, say: Say) -> str:
    """What a setting of the person is, chosen or not."""
    if key == "language":
        return person.language
    stored = person.settings.get(key)
    if key in SWITCHES:
        return SWITCHES[key] if stored is None else (ON if stored else OFF)
    if stored in PERSONAL[key]:
        return str(stored)
    return first_label_set(say).value if key == "labels" else PERSONAL[key][0]


def stored_value(key: str, value: str) -> str | bool:
    """A value as it is kept in the person's settings."""
    return value == ON if key in SWITCHES else value


def own_page(person: Person, say: Say, texts: Texts, *, page: str = "") -> Message:
    """A person's settings, on two pages."""
    rows = [
        _Row(key, value_of(person, key, say), values)
        for key, values in PERSONAL.items()
        if (key in ON_THE_OWN_SECOND_PAGE) is (page == SECOND)
    ]
    chosen = [row for row in rows if row.key not in SWITCHES]
    switches = [row for row in rows if row.key in SWITCHES]
    keyboard: list[tuple[Button, ...]] = []
    for row in chosen:
        if len(row.values) > 2:
            keyboard += _spread(_values(row, 0, say, texts))
    two = [_turned(row, 0, say, texts) for row in chosen if len(row.values) == 2]
    keyboard += rows_of([*two, *(_switch(row, say) for row in switches)], 2)
    if page != SECOND:
        keyboard.append((Button(say.button("button.defaults_own"), page_data(person.user_id, "gd")),))
    keyboard.append((_turning(say, 0, page),))
    return Message(_text(say("settings.title"), say("settings.hint"), rows, say), tuple(keyboard))


def _spread(buttons: tuple[Button, ...]) -> Keyboard:
    """As many in a row as a phone shows whole."""
    return rows_of(buttons, MOST_IN_A_ROW)


def _switch(row: _Row, say: Say) -> Button:
    on = row.value == ON
    label = f"{'✅' if on else '⬜'} {say.button(f'setting.{row.key}')}"
    return Button(label, page_data(0, "pr", row.key, OFF if on else ON))


def _turned(row: _Row, page_id: int, say: Say, texts: Texts) -> Button:
    """One of two values; the press chooses the other."""
    other = next(value for value in row.values if value != row.value)
    words = value_words(row.key, row.value, say, texts)
    label = say.button("settings.value", setting=say.plain(f"setting.{row.key}"), value=words)
    return Button(label, page_data(page_id, "pr", row.key, other))


def _values(row: _Row, page_id: int, say: Say, texts: Texts) -> tuple[Button, ...]:
    return tuple(
        Button(
            ("✓ " if value == row.value else "") + value_words(row.key, value, say, texts),
            page_data(page_id, "pr", row.key, value),
        )
        for value in row.values
    )


def value_words(key: str, value: str, say: Say, texts: Texts) -> str:
    """A value as its button tells it."""
    match key:
        case "language":
            return texts.of(value).button("language.name")
        case "filter":
            return say.button(f"button.filter.{value}")
        case "open_tables" | "change_options" | "change_group":
            return say.button(f"setting.who.{value}")
        case "board_view":
            return say.button(f"setting.view.{value}")
        case "quiet":
            begin, _, end = value.partition("-")
            return (
                say.button("setting.quiet.hours", begin=begin, end=end)
                if end
                else say.button("setting.quiet.off")
            )
        case "timezone":
            return say.button("setting.timezone.utc", hours=value if value.startswith("-") else f"+{value}")
        case _:
            return say.button(f"setting.{key}.{value}")


def group_page(chat: Chat, say: Say, texts: Texts, *, topic: int | None = None, page: str = "") -> Message:
    """A group's settings; `topic` is the one the page stands in, if the group has any; `page` maybe the second."""
    settings = chat.settings
    rows = [
        _Row(key, chat.language if key == "language" else str(getattr(settings, key)), values)
        for key, values in OF_A_GROUP.items()
    ]
    rows = [row for row in rows if (row.key in ON_THE_SECOND_PAGE) is (page == SECOND)]
    keyboard: list[tuple[Button, ...]] = []
    for row in rows:
        if len(row.values) == 2:
            keyboard.append((_turned(row, chat.chat_id, say, texts),))
        else:
            keyboard += _spread(_values(row, chat.chat_id, say, texts))
    if page != SECOND:
        keyboard += _further(chat, say, topic)
    keyboard.append((_turning(say, chat.chat_id, page),))
    return Message(
        _text(say("settings.group_title"), say("settings.admins"), rows, say, group=True), tuple(keyboard)
    )


def _turning(say: Say, page_id: int, page: str) -> Button:
    """To the other of the two pages."""
    label, to = ("button.previous", ()) if page == SECOND else ("button.next", (SECOND,))
    return Button(say.button(label), page_data(page_id, "pr", *to))


def _further(chat: Chat, say: Say, topic: int | None) -> Keyboard:
    defaults = Button(say.button("button.defaults"), page_data(chat.chat_id, "gd"))
    if topic is None:
        return ((defaults,),)
    here = chat.home == topic
    label = say.button("button.home_off" if here else "button.home")
    return ((defaults,), (Button(label, page_data(chat.chat_id, "pr", "home", "off" if here else "here")),))


def _text(title: Html, hint: Html, rows: list[_Row], say: Say, *, group: bool = False) -> Html:
    told = [
        say(
            "settings.line",
            setting=say.plain(f"setting.{row.key}"),
            help=say.plain(
                "setting.group_language.help"
                if group and row.key == "language"
                else f"setting.{row.key}.help"
            ),
        )
        for row in rows
    ]
    return lines([bold(title), hint, *told])
