"""Options as pages of one message: the list with a line of explanation each, and one option with its values.

The same for a table before its deal, for a table that is playing (to look at), and for a group's defaults.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.game import Game
from engine.options import Choice, Options, TableOptions, Value, numbered, show
from handlers.message import Button, Keyboard
from handlers.show.grid import Phone, ems, width
from handlers.show.keyboards import rows_of
from handlers.show.markup import Html, bold, join, lines
from handlers.show.names import narrowed
from handlers.show.texts import Say
from handlers.show.words import in_force, option_name, option_short, option_value

ON_A_PAGE = 8
_LABEL = ems(1, Phone.GROUP)
"""How wide a button is, for an option's name and value."""
_LENGTHS = frozenset({"hands", "length", "match", "match_stake"})
"""Options that say how long a match is: what people ask first."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is shown: the options of a table, or those that new tables begin with."""

    game: Game
    options: Options
    house: TableOptions
    title: Html
    note: Html
    """What may be done here, or why nothing."""
    data: Callable[..., str]
    """The data of a button, from its arguments."""
    locked: bool = False
    may_save: bool = False
    may_reset: bool = True


@dataclass(frozen=True, slots=True)
class _Entry:
    """One option that is in force: its place among all of them, and its value."""

    place: int
    name: str
    known: Choice
    value: Value
    idle: bool = False
    """With a referee nobody is advised, whatever is chosen."""


def options_page(chosen: Chosen, at: str, say: Say) -> tuple[Html, Keyboard]:
    """The page that a button's arguments name: `` and `p:n` a list, `i` one option. What is none is the list."""
    entries = _entries(chosen)
    one = next((entry for entry in entries if str(entry.place) == at), None)
    if one is not None:
        return _one(chosen, one, say)
    last = -(-len(entries) // ON_A_PAGE)
    asked = at[2:] if at.startswith("p:") else ""
    page = int(asked) if asked.isascii() and asked.isdigit() else 1
    return _list(chosen, entries, min(max(page, 1), last), last, say)


def page_with(chosen: Chosen, place: str) -> str:
    """The arguments of the list page on which an option stands."""
    places = [str(entry.place) for entry in _entries(chosen)]
    return f"p:{places.index(place) // ON_A_PAGE + 1}" if place in places else ""


def _entries(chosen: Chosen) -> list[_Entry]:
    """The options in force: how long the match is, those of every table, those of the game."""
    ours = len(TableOptions.schema())
    found = []
    for place, (name, known) in enumerate(numbered(type(chosen.options))):
        owner: Options = chosen.house if place < ours else chosen.options
        if in_force(owner, known) and (name != "mode" or chosen.game.referee):
            idle = name == "advice" and chosen.house.referee
            found.append(_Entry(place, name, known, owner.get(name), idle))
    return sorted(found, key=lambda entry: entry.name not in _LENGTHS)


# -- the list


def _list(chosen: Chosen, entries: list[_Entry], page: int, last: int, say: Say) -> tuple[Html, Keyboard]:
    first = (page - 1) * ON_A_PAGE
    shown = list(enumerate(entries[first : first + ON_A_PAGE], start=first + 1))
    of = [say("page.of", page=page, of=last)] if last > 1 else []
    text = lines(
        [bold(chosen.title), chosen.note, *(_line(number, entry, say) for number, entry in shown), *of]
    )
    rows = [(_entry_button(chosen, number, entry, say),) for number, entry in shown]
    return text, (*rows, *_turning(chosen, page, last, say), *_foot(chosen, say))


def _line(number: int, entry: _Entry, say: Say) -> Html:
    return say(
        "options.entry",
        number=number,
        option=explained(entry.name, entry.known, say),
        value=_value(entry, say),
    )


def _value(entry: _Entry, say: Say) -> str:
    """The value as people read it; of one that the mode does not let count, that it is off there."""
    if entry.idle:
        return say.plain("options.not_with_referee")
    return option_value(entry.name, entry.known, entry.value, say)


def explained(name: str, known: Choice, say: Say) -> str:
    """What an option is about in one line: the table's own by name and help, a game's as its schema has it."""
    if f"option.{name}.help" in say:
        return say.plain(
            "options.explained", option=option_name(name, known, say), help=say.plain(f"option.{name}.help")
        )
    return option_name(name, known, say)


def _entry_button(chosen: Chosen, number: int, entry: _Entry, say: Say) -> Button:
    """A switch is turned by its button at once; any other option opens its page."""
    value = option_value(entry.name, entry.known, entry.value, say)
    name = option_short(entry.name, entry.known, say)
    label = f"{number} {narrowed(name, _LABEL - width(f'{number}  · {value}'))} · {value}"
    args: tuple[int, ...] = (entry.place,)
    if entry.known.kind == "switch":
        on = entry.value and not entry.idle
        label = f"{number} {'✅' if on else '⬜'} {name}"
        if not (chosen.locked or entry.idle):
            args = (entry.place, entry.known.values.index(not entry.value))
    return Button(narrowed(label, _LABEL), chosen.data(*args))


def _turning(chosen: Chosen, page: int, last: int, say: Say) -> Keyboard:
    row = []
    if page > 1:
        row.append(Button(say.button("button.previous"), chosen.data("p", page - 1)))
    if page < last:
        row.append(Button(say.button("button.next"), chosen.data("p", page + 1)))
    return (tuple(row),) if row else ()


def _foot(chosen: Chosen, say: Say) -> Keyboard:
    if chosen.locked:
        return ()
    row = [Button(say.button("button.option_defaults"), chosen.data("d"))] if chosen.may_reset else []
    if chosen.may_save:
        row.append(Button(say.button("button.option_save"), chosen.data("s")))
    return (tuple(row),) if row else ()


# -- one option


def _one(chosen: Chosen, entry: _Entry, say: Say) -> tuple[Html, Keyboard]:
    told = [
        say("options.value", value=option_value(entry.name, entry.known, value, say), help=helped)
        for value in entry.known.values
        if (helped := _value_help(entry.name, value, say))
    ]
    now = say("options.now", value=_value(entry, say))
    text = join([bold(chosen.title), explained(entry.name, entry.known, say), *told, now], "\n")
    back = page_with(chosen, str(entry.place)).split(":")
    last = (Button(say.button("button.back"), chosen.data(*back)),)
    if chosen.locked or entry.idle:
        return text, (last,)
    values = [
        Button(
            narrowed(
                ("✓ " if value == entry.value and type(value) is type(entry.value) else "")
                + option_value(entry.name, entry.known, value, say),
                _LABEL,
            ),
            chosen.data(entry.place, number),
        )
        for number, value in sorted(enumerate(entry.known.values), key=_numbers_first)
    ]
    return text, (*rows_of(values, 3), last)


def _numbers_first(placed: tuple[int, Value]) -> tuple[bool, int]:
    """Numbers by their size, then words as the option has them: 4, 8, 12, 16, 不限."""
    place, value = placed
    number = isinstance(value, int) and not isinstance(value, bool)
    return (not number, int(value) if number else place)


def _value_help(name: str, value: Value, say: Say) -> str:
    key = f"option.{name}.{show(value)}.help"
    return say.plain(key) if key in say else ""
