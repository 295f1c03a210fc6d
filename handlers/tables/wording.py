"""The core's answers and notes in a reader's words. Parameters are named by what they are:

`tile`, `tiles`, `run` kinds; `who` and `whos` seats; `seat_no` and `seats` their numbers; `act` an act's text;
`word` a text key; `won` a win with its fans; `signed` points with their sign.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.actions import parse_act
from handlers.callback_data import page_data
from handlers.message import Button, Message
from handlers.show.keyboards import data, group_button, group_label, rows_of
from handlers.show.labels import run_name, tile_name, tile_names
from handlers.show.markup import Html
from handlers.show.outcome import hand_title
from handlers.show.rulings import clause_params
from handlers.show.scene import Scene
from handlers.show.texts import Say, both_lines, signed
from handlers.show.words import computer_name, game_title, names, term
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


def note_buttons(note: Note, scene: Scene) -> list[Button]:
    """The buttons under a note."""
    params, button = note.params, partial(group_button, scene)
    match note.key:
        case "three.call":
            return [
                button("button.sit", "j"),
                button("button.call_friends", "cf"),
                button("button.add_computer", "b"),
            ]
        case "three.invitation" | "three.invitation_more":
            no_more = group_label(scene, "button.no_more_invitations")
            return [
                button("button.accept_invitation", "j"),
                Button(no_more, page_data(0, "pr", "invitations", "off")),
            ]
        case "objection.raised" if params["support"]:
            return [button("button.support", "q", *params["support"])]
        case "away.private":
            return [button("button.back_in_seat", "y")]
        case "sleep.asleep":
            return [button("button.wake", "wk")]
        case "pause.group":
            return [button("button.resume", "z", "g")]
        case "seat.table_waits":
            return [button("button.sit", "j"), button("button.add_computer", "b")]
        case "seat.free_now":
            seat = params["free"]
            return [Button(group_label(scene, "button.sit_seat", n=seat + 1), data(scene, "j", seat))]
        case "vote.end" | "vote.seat":
            goal = params["goal"]
            return [button("button.vote_yes", "vo", goal, "y"), button("button.vote_no", "vo", goal, "n")]
        case "rematch.invitation":
            return [button("button.rematch_yes", "g"), button("button.rematch_no", "l")]
        case "seat.full":
            return [button("button.ready", "g")]
        case "seat.sat" if scene.board_link:
            return [Button(scene.say.button("button.to_group"), url=scene.board_link)]
        case _:
            return []


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
            case "computer":
                result["name"] = computer_name(say, table.game, value)
            case "by":
                result["name"] = say.name(table.name_of(value))
            case "seat_no":
                result["seat"] = value + 1
            case "seats":
                result["seats"] = say.listed(str(seat + 1) for seat in value)
            case "claim":
                result["act"] = say.plain(f"claim.word.{_CLAIMS.get(value, 'win')}")
            case "act":
                result["what"] = _act(value, say)
            case "seconds":
                result["time"] = say.duration(value)
            case "until":
                result["time"] = say.deadline(value // 1000, max(0, value - scene.now) // 1000)
            case "clause":
                result |= clause_params(value, table.game, say)
            case "stands":
                result["stand"] = term(table.game, "standing", "state.standing", say)
            case "shown":
                result["tile"] = tile_names(value, say)
            case "whose" if value is not None:
                result["who"] = names(scene, table.game)[value]
            case "word":
                result["what"] = say.plain(value)
            case "won":
                win, fans = value
                result["hand_name"] = hand_title(win, fans, say) or tile_name(win.tile, say)
            case "signed":
                result["points"] = signed(value)
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
    text = both_lines(one.say(note.key, **filled(table, one, note.params)) for one in scene.tongues)
    buttons = note_buttons(note, scene)
    return Message(text, rows_of(buttons, len(buttons)) if buttons else (), effect=note.effect)
