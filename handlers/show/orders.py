"""交代: standing orders in a game by the day. Nobody is asked for a claim there: one says beforehand what to pung."""

from collections.abc import Collection

from engine.tiles import TEXT, Kind
from engine.views import SeatView
from handlers.message import Button, Keyboard
from handlers.show.keyboards import data, rows_of
from handlers.show.labels import tile_name, tile_names
from handlers.show.markup import Html
from handlers.show.scene import Scene

IN_A_ROW = 3
_PAIR = 2


def orders_line(orders: Collection[Kind], scene: Scene) -> Html:
    """What has been ordered, in a sentence."""
    unaided = "_unaided" if scene.house.referee else ""  # there nobody's win is taken for him
    if not orders:
        return scene.say(f"panel.orders_none{unaided}")
    return scene.say(f"panel.orders{unaided}", tiles=tile_names(sorted(orders), scene.say))


def order_rows(view: SeatView, orders: Collection[Kind], scene: Scene) -> Keyboard:
    """A switch for each pair in the hand, and for what has been ordered before."""
    pairs = {kind for kind in view.own.hand if view.own.hand.count(kind) >= _PAIR} - view.wilds
    buttons = []
    for kind in sorted(pairs | set(orders)):
        key = "button.order_on" if kind in orders else "button.order_off"
        buttons.append(
            Button(scene.say.button(key, tile=tile_name(kind, scene.say)), data(scene, "ap", "p", TEXT[kind]))
        )
    return rows_of(buttons, IN_A_ROW) if buttons else ()
