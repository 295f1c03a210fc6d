"""A panel's buttons where players act unaided: the same for everybody, kongs and chows named tile by tile."""

from collections.abc import Iterable, Sequence

from engine.actions import Act
from engine.melds import MeldKind
from engine.prompts import PromptKind
from engine.tiles import TEXT, Kind
from engine.views import SeatView
from handlers.message import Button, Keyboard
from handlers.show.grid import Phone
from handlers.show.keyboards import act_button, data, held, in_rows, rows_of, tile_rows
from handlers.show.labels import tile_label, tile_name, tile_names
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
    chosen = [act for act in view.acts if act.verb not in "dkcx"]
    return (
        *rows_of([_named_button(act, view, scene, table) for act in chosen], 2, Phone.PRIVATE),
        *_free_rows(view, scene, table),
        *_call_rows(view, scene),
        *(
            tile_rows(view, scene, settings, frozenset())
            if view.kind is PromptKind.TURN and view.acts
            else ()
        ),
        *_correction_row(view, scene),
    )


def _free_rows(view: SeatView, scene: Scene, table: Names) -> Keyboard:
    """Flowers, late wins and late calls."""
    acts = [act for act in view.free if act.verb != "w"]
    return rows_of([_named_button(act, view, scene, table) for act in acts], 2, Phone.PRIVATE)


def _call_rows(view: SeatView, scene: Scene) -> Keyboard:
    """碰, 杠, 吃; a kong in the own turn and a chow lead to the tiles."""
    verbs = {act.verb for act in view.acts}
    row: list[Button] = []
    kongs = [act for act in view.acts if act.verb == "k"]
    if kongs and view.kind is PromptKind.CLAIM:
        row.append(act_button(kongs[0], view, scene))
    elif kongs:
        row.append(_step(scene, "button.kong_which", KONG))
    if "c" in verbs:
        row.append(_step(scene, "button.chow_which", CHOW))
    return (tuple(row),) if row else ()


def _correction_row(view: SeatView, scene: Scene) -> Keyboard:
    """Whoever has chowed may look whether something is to be put right: that it is wrong, nobody tells."""
    chowed = (
        any(meld.kind is MeldKind.CHOW for meld in view.own.melds) and "standing" not in view.own.declared
    )
    return ((_step(scene, "button.chow_correct", CORRECT),),) if chowed else ()


def _named_button(act: Act, view: SeatView, scene: Scene, table: Names) -> Button:
    """An act; a late win names the tile and who threw it."""
    if act.verb != "h" or not act.arg.isdigit():
        return act_button(act, view, scene)
    last = next((discard for number, discard in view.recalled if number == int(act.arg)), None)
    if last is None:
        return act_button(act, view, scene)
    tile, name = tile_name(last.tile, scene.say), table[last.seat]
    return Button(
        scene.say.button("button.win_on", tile=tile, name=name), data(scene, act.text), style="success"
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
        else Button(f"✕{tile_label(kind, labels, scene.say)}", back)
        for kind in order.tiles
    ]
    return in_rows(buttons, order.rows)


# -- objections


def objection_rows(view: SeatView, scene: Scene, settings: Settings, table: Names, naming: str) -> Keyboard:
    """Whom it is about, then what about him; of a shown tile also which."""
    say, whom = scene.say, naming[1:2]
    others = [seat for seat in range(4) if seat != view.seat]
    if whom not in map(str, others):
        return rows_of(
            [
                Button(say.button("button.object_to", name=table[seat]), data(scene, "mo", f"q{seat}"))
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
