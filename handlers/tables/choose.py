"""选项: what the lobby shows of its options, and who changes which of them until the first deal."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Game
from engine.options import OptionError, Options, TableOptions, Value, numbered, show
from handlers.tables import lobby
from handlers.tables.commands import Press
from handlers.tables.effects import SaveDefaults
from handlers.tables.group import ADMINS, ALL, starting_options
from handlers.tables.model import Person, Table
from handlers.tables.work import Work

CLOSED, DEFAULTS, SAVE = "x", "d", "s"
LONG_BY_THE_DAY = 4
"""Hands that a match by the day begins with where the group has not chosen its length."""


class NotAllowed(ValueError):
    """A button names an option or a value that there is not."""


def press(w: Work, pressed: Press, seat: int | None) -> None:
    """`o`: the list · `o:i` one option · `o:p:n` a page · `o:i:v` set · `o:d` defaults · `o:s` save · `o:x` close."""
    wanted, _, value = pressed.arg.partition(":")
    if w.table.state != "lobby":
        w.refuse("options.pinned")
    elif seat is None and pressed.person.person_id != w.table.opener and not pressed.admin:
        w.refuse("refuse.seated_only")
    elif wanted == SAVE:
        _save(w, pressed)
    elif wanted == DEFAULTS or (wanted.isdigit() and value):
        if may_change(w.table, admin=pressed.admin):
            _change(w, pressed, wanted, value)
        else:
            w.refuse("refuse.admin_only")
    else:
        _look(w, pressed.arg)


def may_change(table: Table, *, admin: bool) -> bool:
    """Whether somebody who sits there may change the options."""
    return admin or table.practice or table.chat.settings.change_options != ADMINS


def _look(w: Work, at: str) -> None:
    w.table = replace(w.table, options_at=None if at == CLOSED else at)
    w.answer("")
    w.lobby_changed()


def _save(w: Work, pressed: Press) -> None:
    """New tables of this game begin like this one."""
    if not (pressed.admin or w.table.practice or w.table.chat.settings.change_group == ALL):
        w.refuse("refuse.admin_only")
        return
    w.effects.rows.append(SaveDefaults())
    w.effects.defaults_saved = True
    w.answer("options.saved")


def _ask_again(w: Work, chooser: Person) -> None:
    """Something else is to be played than the others have agreed to: they have to press Ready anew."""
    for seat in w.table.people:
        if w.table.held_by(seat) != chooser.person_id:
            w.update(seat, ready="", seen_at=0)


def _renumber(w: Work, chooser: Person) -> None:
    """Ready to what was to be played before is no Ready to this: the question has another number now."""
    known = w.table.chooser
    since = known[1] if known is not None and known[0] == chooser.person_id else w.table.decision
    taps = tuple(tap for tap in w.table.taps if tap.text != "g")  # nobody is told that it has been heard
    w.change(decision=w.table.next_decision, chooser=(chooser.person_id, since), taps=taps)
    lobby.call_again(w, chooser)


def is_behind(table: Table, ready: Press) -> bool:
    """Whether other options stood where Ready was pressed; who has changed them himself knows them all the same."""
    if table.under != "lobby" or ready.decision in (None, table.decision):
        return False
    person, since = table.chooser or (None, table.decision)
    return person != ready.person.person_id or not since <= ready.decision <= table.decision


def _change(w: Work, pressed: Press, wanted: str, value: str) -> None:
    try:
        if wanted == DEFAULTS:
            options, house = starting_options(w.table.game, w.table.chat.defaults)
        else:
            options, house = with_choice(w.table.game, w.table.options, w.table.house, wanted, value)
    except NotAllowed:
        w.refuse("refuse.not_now")
        return
    if (options, house) != (w.table.options, w.table.house):
        _ask_again(w, pressed.person)
        _renumber(w, pressed.person)
    w.change(options=options, house=house, options_at="" if wanted == DEFAULTS else w.table.options_at)
    w.answer("options.reset" if wanted == DEFAULTS else "toast.saved")
    w.lobby_changed()


def with_choice(
    game: Game, options: Options, house: TableOptions, at: str, to: str
) -> tuple[Options, TableOptions]:
    """The options with one changed: the `at`-th of all to the `to`-th of its values. Raises NotAllowed."""
    known = numbered(type(options))
    if (
        not (at.isdigit() and to.isdigit())
        or int(at) >= len(known)
        or int(to) >= len(known[int(at)][1].values)
    ):
        raise NotAllowed(f"option {at} has no value {to}")
    name, rule = known[int(at)]
    value = rule.values[int(to)]
    if name == "mode" and value == "referee" and not game.referee:
        raise NotAllowed(f"{game.id} has no referee mode")
    try:
        if int(at) >= len(TableOptions.schema()):
            return options.with_value(name, value), house
        return for_tempo(options, name, value), house.with_value(name, value)
    except OptionError as error:
        raise NotAllowed(str(error)) from None


def for_tempo(options: Options, name: str, value: Value) -> Options:
    """By the day a whole evening's match would take weeks: a short one is preselected."""
    rule = options.schema().get("hands")
    by_the_day = name == "tempo" and show(value) == "day"
    if (
        rule is None
        or not by_the_day
        or options.get("hands") != rule.default
        or not rule.accepts(LONG_BY_THE_DAY)
    ):
        return options
    return options.with_value("hands", LONG_BY_THE_DAY)
