"""The core's answers and notes in a reader's words. Parameters are named by what they are:

`tile`, `tiles`, `run` kinds; `who` and `whos` seats; `seat_no` a seat's number; `act` an act's text; `word` a text key.
"""

from __future__ import annotations

from typing import Any

from engine.actions import parse_act
from handlers.message import Button, Message
from handlers.show.keyboards import data
from handlers.show.labels import run_name, tile_name, tile_names
from handlers.show.markup import Html
from handlers.show.scene import Scene
from handlers.show.texts import Say
from handlers.show.words import game_title, names
from handlers.tables.effects import Answer, Note
from handlers.tables.model import NO_CHOW, NO_CHOW_OR_PUNG, NO_FILTER, WINS_ONLY, Table, Told

_VERBS = {
    "h": "act.win",
    "x": "act.pass",
    "p": "claim.word.pung",
    "c": "claim.word.chow",
    "k": "claim.word.kong",
    "r": "act.declare_ready",
    "m": "button.open_hand",
}
_CLAIMS = {"h": "win", "p": "pung", "c": "chow", "k": "kong"}
_FILTERS = {NO_FILTER, WINS_ONLY, NO_CHOW, NO_CHOW_OR_PUNG}
_BUTTONS: dict[str, tuple[tuple[str, str], ...]] = {
    "three.call": (("button.sit", "j"), ("button.call_friends", "cf"), ("button.add_computer", "b")),
    "away.private": (("button.back_in_seat", "y"),),
    "sleep.asleep": (("button.wake", "wk"),),
}
"""Buttons under a note: text key and code."""


def filled(table: Table, scene: Scene, params: dict[str, Any]) -> dict[str, Any]:
    """The parameters in the reader's words."""
    say = scene.say
    result: dict[str, Any] = {"game": game_title(table.game, say), "group": say.name(table.chat.title)}
    for name, value in params.items():
        match name:
            case "tile":
                result["tile"] = tile_name(value, say)
            case "tiles":
                result["tiles"] = tile_names(value, say)
            case "run":
                result["run"] = run_name(value, say)
            case "who":
                result["name"] = names(scene, table.game)[value]
            case "whos":
                everybody = names(scene, table.game)
                result["names"] = say.listed(everybody[seat] for seat in value)
            case "name":
                result["name"] = say.name(value)
            case "seat_no":
                result["seat"] = value + 1
            case "claim":
                result["act"] = say.plain(f"claim.word.{_CLAIMS.get(value, 'win')}")
            case "act":
                result["what"] = _act(value, say)
            case "word":
                result["what"] = say.plain(value)
            case "filter":
                result["filter"] = say.plain(f"button.filter.{value if value in _FILTERS else NO_FILTER}")
            case _:
                result[name] = value
    return result


def _act(text: str, say: Say) -> str:
    act = parse_act(text)
    if act.verb == "d" and act.tiles:
        return tile_name(act.tile, say)
    if act.verb == "t":
        return say.plain("button.void_suit", suit=say.plain(f"suit.{act.arg}"))
    return say.plain(_VERBS.get(act.verb, "act.pass"))


def answer_text(table: Table, scene: Scene, answer: Answer) -> str:
    """The toast or alert."""
    return scene.say.plain(answer.key, **filled(table, scene, answer.params)) if answer.key else ""


def told_line(table: Table, scene: Scene, told: Told) -> Html:
    """A line of a panel for its reader alone."""
    return scene.say(told.key, **filled(table, scene, dict(told.params)))


def note_message(table: Table, scene: Scene, note: Note) -> Message:
    """A message of its own."""
    text = scene.say(note.key, **filled(table, scene, note.params))
    row = tuple(
        Button(scene.say.button(key), data=data(scene, code)) for key, code in _BUTTONS.get(note.key, ())
    )
    return Message(text, (row,) if row else (), effect=note.effect)
