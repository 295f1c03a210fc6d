"""A panel's buttons where players act unaided: the same for everybody, kongs and chows named tile by tile."""

from collections.abc import Iterable, Sequence

from engine.actions import Act
from engine.melds import MeldKind
from engine.prompts import PromptKind
from engine.referee.game import Refereed
from engine.tiles import TEXT, Kind
from engine.views import SeatView
from handlers.message import Button, Keyboard
from handlers.show.grid import Phone
from handlers.show.keyboards import act_button, barred, data, held, in_rows, label_with, rows_of, tile_rows
from handlers.show.labels import tile_label, tile_name, tile_names
from handlers.show.markup import Html
from handlers.show.scene import Scene
from handlers.show.settings import Settings
from handlers.show.words import Names

KONG, CHOW, CORRECT, OBJECT = "k", "c", "w", "q"
"""What is named step by step: the first letter of the step's word."""
SHOWN = "t"
"""The step in which the tile that somebody showed is named."""
TALK = ("9", "10", "11", "1")
"""What may be objected to, as the acts name it (二.9, 二.10, 二.11, 三.1)."""
_FLOWERS = 34


def unaided_rows(view: SeatView, scene: Scene, settings: Settings, table: Names, naming: str) -> Keyboard:
    """Everything that may be done; what needs a tile leads to the tiles."""
    if naming:
        return (*_naming_rows(view, scene, settings, table, naming), (_step(scene, "button.back", "0"),))
    chosen = [_named_button(act, view, scene, table) for act in view.acts if act.verb not in "dpkcx"]
    calls = _calls(view, scene)
    if view.kind is PromptKind.TURN:
        chosen, calls = [*chosen, *calls], []
    return (
        *rows_of(chosen, 2, Phone.PRIVATE),
        *rows_of(calls, 3, Phone.PRIVATE),
        *_free_rows(view, scene, table),
        *(
            tile_rows(view, scene, settings, frozenset())
            if view.kind is PromptKind.TURN and view.acts
            else ()
        ),
        *_correction_row(view, scene),
    )


def _free_rows(view: SeatView, scene: Scene, table: Names) -> Keyboard:
    """Late wins and flowers, then late calls: 碰 before 杠, as ever."""
    acts = [act for act in view.free if act.verb in "hf"]
    calls = [act for verb in "pk" for act in view.free if act.verb == verb]
    return (
        *rows_of([_named_button(act, view, scene, table) for act in acts], 2, Phone.PRIVATE),
        *rows_of([act_button(act, view, scene) for act in calls], 2, Phone.PRIVATE),
    )


def _calls(view: SeatView, scene: Scene) -> list[Button]:
    """碰, 杠, 吃; a kong in the own turn and a chow lead to the tiles."""
    found = [act_button(act, view, scene) for act in view.acts if act.verb == "p"]
    kongs = [act for act in view.acts if act.verb == "k"]
    if kongs and view.kind is PromptKind.CLAIM:
        found.append(act_button(kongs[0], view, scene))
    elif kongs:
        found.append(_step(scene, "button.kong_which", KONG))
    if any(act.verb == "c" for act in view.acts):
        found.append(_step(scene, "button.chow_which", CHOW))
    return found


def _correction_row(view: SeatView, scene: Scene) -> Keyboard:
    """Whoever has chowed may look whether something is to be put right: that it is wrong, nobody tells."""
    return ((_step(scene, "button.chow_correct", CORRECT),),) if _has_chowed(view) else ()


def _has_chowed(view: SeatView) -> bool:
    chowed = any(meld.kind is MeldKind.CHOW for meld in view.own.melds)
    return chowed and "standing" not in view.own.declared and isinstance(view.public.game, Refereed)


def _named_button(act: Act, view: SeatView, scene: Scene, table: Names) -> Button:
    """An act; a late win names the tile and who threw it."""
    if act.verb != "h" or not act.arg.isdigit():
        return act_button(act, view, scene)
    last = next((discard for number, discard in view.recalled if number == int(act.arg)), None)
    if last is None:
        return act_button(act, view, scene)
    tile, name = tile_name(last.tile, scene.say), table[last.seat]
    return Button(
        label_with(scene.say, "button.win_on", "name", name, tile=tile),
        data(scene, act.text),
        style="success",
    )


def _step(scene: Scene, key: str, step: str) -> Button:
    return Button(scene.say.button(key), data(scene, "mo", step))


# -- naming, step by step


def _naming_rows(view: SeatView, scene: Scene, settings: Settings, table: Names, naming: str) -> Keyboard:
    if naming[0] == KONG:
        kongs = [act for act in view.acts if act.verb == "k"]
        return _tiles(view, scene, settings, {act.tile: data(scene, act.text) for act in kongs})
    if naming[0] == CHOW:
        return _chow_tiles(view, scene, settings, naming[1:])
    if naming[0] == CORRECT:
        acts = [act for act in view.free if act.verb == "w"]
        return rows_of([_correction(act, scene) for act in acts], 2, Phone.PRIVATE)
    return objection_rows(view, scene, settings, table, naming)


def _correction(act: Act, scene: Scene) -> Button:
    label = scene.say.button("button.chow_with", tiles=tile_names(act.tiles, scene.say))
    return Button(label, data(scene, act.text))


def _chow_tiles(view: SeatView, scene: Scene, settings: Settings, first: str) -> Keyboard:
    """First one tile of the hand, then another."""
    acts = [act for act in view.acts if act.verb == "c"]
    if not first:
        return _tiles(
            view,
            scene,
            settings,
            {kind: data(scene, "mo", CHOW + TEXT[kind]) for act in acts for kind in act.tiles},
        )
    found: dict[Kind, str] = {}
    for act in acts:
        names = [TEXT[kind] for kind in act.tiles]
        if first in names:
            names.remove(first)
            other = next(kind for kind in act.tiles if TEXT[kind] == names[0])
            found[other] = data(scene, act.text)
    return _tiles(view, scene, settings, found)


def _tiles(view: SeatView, scene: Scene, settings: Settings, open_to: dict[Kind, str]) -> Keyboard:
    """The hand as it stands in the picture; tiles that cannot be named lead back."""
    order, labels = held(view, settings, scene.say), settings.label_set(scene.say)
    back = data(scene, "mo", "0")
    buttons = [
        Button(tile_label(kind, labels, scene.say), open_to[kind])
        if kind in open_to
        else Button(barred(tile_label(kind, labels, scene.say), labels), back)
        for kind in order.tiles
    ]
    return in_rows(buttons, order.rows)


# -- objections


def objection_rows(view: SeatView, scene: Scene, settings: Settings, table: Names, naming: str) -> Keyboard:
    """Whom it is about, then what about him; of a shown tile also which."""
    say, whom = scene.say, naming[1:2]
    others = _others(view)
    if whom not in others:
        return rows_of(
            [
                Button(
                    label_with(say, "button.object_to", "name", table[int(seat)]),
                    data(scene, "mo", f"q{seat}"),
                )
                for seat in others
            ],
            1,
            Phone.PRIVATE,
        )
    if naming[2:] == SHOWN:
        labels = settings.label_set(say)
        kinds = [kind for kind in view.public.game.tiles.kinds if kind < _FLOWERS]
        return rows_of(
            [
                Button(tile_label(kind, labels, say), data(scene, "q", whom, "1", TEXT[kind]))
                for kind in kinds
            ],
            7,
            Phone.PRIVATE,
        )
    return rows_of(list(_charges(scene, whom, TALK)), 1, Phone.PRIVATE)


def _charges(scene: Scene, whom: str, kinds: Iterable[str]) -> Sequence[Button]:
    return [
        Button(
            scene.say.button(f"objection.{kind}"),
            data(scene, "mo", f"q{whom}{SHOWN}") if kind == "1" else data(scene, "q", whom, kind),
        )
        for kind in kinds
    ]


def open_step(view: SeatView, naming: str, *, objections: bool) -> str:
    """The step that was asked for, if there is anything to be named in it; else none."""
    match naming[:1]:
        case "k" | "c":
            found = [act for act in view.acts if act.verb == naming[0]]
        case "w":
            return CORRECT if _has_chowed(view) else ""
        case "q" if objections:
            return naming
        case _:
            return ""
    first = naming[1:]
    if naming[0] == CHOW and any(TEXT[tile] == first for act in found for tile in act.tiles):
        return naming
    return naming[0] if found else ""


def naming_line(view: SeatView, scene: Scene, table: Names, naming: str) -> Html:
    """What is to be named now, in a sentence."""
    say, rest = scene.say, naming[1:]
    tile = tile_name(view.public.last.tile, say) if view.public.last else ""
    match naming[0]:
        case "c" if rest in TEXT:
            return say("naming.c2", tile=tile, first=tile_name(TEXT.index(rest), say))
        case "c":
            return say("naming.c", tile=tile)
        case "w":
            return say("naming.w" if any(act.verb == "w" for act in view.free) else "naming.w_none")
        case "q" if rest[:1] in _others(view):
            key = "naming.q_tile" if rest[1:] == SHOWN else "naming.q_what"
            return say(key, name=table[int(rest[0])])
        case _:
            return say(f"naming.{naming[0]}")


def _others(view: SeatView) -> list[str]:
    """The other seats, as steps name them."""
    return [str(seat) for seat in range(4) if seat != view.seat]
