"""From views to what the pictures show: hand, board. The text is complete without them."""

from bisect import bisect_left
from dataclasses import dataclass, replace

from engine.game import Game
from engine.melds import Meld, MeldKind
from engine.tiles import Kind
from engine.views import PublicSeat, PublicView, SeatView, ShownMeld
from handlers.show.drawing import BACK
from handlers.show.keyboards import held
from handlers.show.lettering import name_or
from handlers.show.markup import Html, join, plain
from handlers.show.names import bare, clean
from handlers.show.pictures import picture_hash, render
from handlers.show.scene import Scene
from handlers.show.settings import Settings
from handlers.show.specs import (
    Band,
    BoardPicture,
    Discard,
    HandPicture,
    Person,
    Spec,
    Tiles,
    Words,
    concealed_kong,
)
from handlers.show.texts import Say, signed
from handlers.show.words import expected, game_name, hand_count, names, states, totals, wind_of


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture still to be drawn."""

    spec: Spec

    def picture_hash(self) -> str:
        return picture_hash(self.spec)

    def render(self) -> bytes:
        return render(self.spec)


def words(say: Say) -> Words:
    """The few words on table pictures, in the reader's language."""
    return Words(
        drawn=say.plain("picture.drawn"),
        dealer=say.plain("picture.dealer"),
        flowers=say.plain("picture.flowers"),
        quad=say.plain("picture.quad"),
        win=say.plain("picture.win"),
        waits=say.plain("picture.waits"),
        total=say.plain("picture.total"),
    )


def drawable(scene: Scene) -> Scene:
    """The scene as a picture tells it, in one language: whose name no font can draw is called by the seat."""
    chairs = [
        replace(chair, name=name_or(clean(chair.name), scene.say.plain("picture.seat", seat=seat + 1)))
        if chair.name
        else chair
        for seat, chair in enumerate(scene.chairs)
    ]
    return replace(scene, chairs=(chairs[0], chairs[1], chairs[2], chairs[3]), second=None)


def seats_line(scene: Scene, game: Game) -> Html:
    """图里的 1 号位是 …: whose names the picture cannot draw."""
    say, table = scene.say, names(scene, game)
    told = [
        say("picture.stands_for", seat=say.plain("picture.seat", seat=seat + 1), name=table[seat])
        for seat, chair in enumerate(scene.chairs)
        if chair.taken and chair.name and not name_or(clean(chair.name), "")
    ]
    return join(told, say.plain("list.comma"))


def person(public: PublicView, scene: Scene, seat: int) -> Person:
    """Who sits there, with the seat's name for names that no font can draw."""
    name = bare(names(scene, public.game)[seat])
    return Person(seat, wind_of(public, seat), name, scene.say.plain("picture.seat", seat=seat + 1))


def meld_tiles(meld: ShownMeld | Meld) -> Tiles:
    """The tiles of a meld as they lie: what is not to be seen lies face down."""
    if isinstance(meld, Meld) and meld.kind is MeldKind.CONCEALED_KONG:
        return concealed_kong(meld.tile, 2)
    return tuple(BACK if tile is None else tile for tile in meld.tiles)


def last_discard(public: PublicView, scene: Scene) -> Discard | None:
    """The tile that lies, and whose it is."""
    if public.last is None:
        return None
    return Discard(public.last.tile, person(public, scene, public.last.seat))


def wilds_of(public: PublicView) -> Tiles:
    """The wild kinds everybody knows."""
    return () if public.indicator is None else (public.indicator,)


def hand_picture(view: SeatView, scene: Scene, settings: Settings) -> Drawn:
    """The reader's own hand, its tiles in the grid of the keyboard below."""
    scene = drawable(scene)
    order = held(view, settings, scene.say)
    public = view.public
    return Drawn(
        HandPicture(
            tiles=order.tiles,
            seat=view.seat,
            wind=wind_of(public, view.seat),
            wide=settings.label_set(scene.say).wide,
            drawn=order.drawn,
            dimmed=_dimmed(view, order.tiles),
            gap=_gap(view, order.tiles, settings),
            melds=tuple(meld_tiles(meld) for meld in view.own.melds),
            flowers=view.own.flowers,
            wilds=tuple(sorted(view.wilds)),
            indicator=public.indicator,
            wall=view.left,
            acting=view.turn,
            last=last_discard(public, scene),
            marks=_marks(replace(public.seats[view.seat], declared=view.own.declared), public, scene),
            words=words(scene.say),
        )
    )


def _dimmed(view: SeatView, tiles: Tiles) -> Tiles:
    legal = {act.tile for act in view.acts if act.verb == "d"}
    return tuple(place for place, kind in enumerate(tiles) if kind not in legal) if legal else ()


def _gap(view: SeatView, tiles: Tiles, settings: Settings) -> int | None:
    """Where the discard would stand in the hand of somebody who may claim it."""
    last = view.public.last
    if last is None or not any(act.verb in "cpkh" for act in view.acts) or view.own.drawn is not None:
        return None
    return bisect_left(tiles, settings.place(last.tile), key=settings.place)


def _marks(shown: PublicSeat, public: PublicView, scene: Scene) -> tuple[str, ...]:
    """What lies open of a seat beside its tiles, for small plates."""
    table = [bare(name) for name in names(scene, public.game)]
    return tuple(bare(plain(state)) for state in states(shown, public, tuple(table), scene.say))


def board_picture(public: PublicView, scene: Scene) -> Drawn:
    """The table for all."""
    scene = drawable(scene)
    say = scene.say
    return Drawn(
        BoardPicture(
            title=game_name(public.game, say),
            bands=tuple(_band(public, scene, seat) for seat in range(4)),
            detail=plain(hand_count(public, scene)),
            number=f"#{scene.hand_no}" if scene.hand_no else "",
            wall=public.left,
            wilds=wilds_of(public),
            indicator=public.indicator,
            last=last_discard(public, scene),
            words=words(say),
        )
    )


def _band(public: PublicView, scene: Scene, seat: int) -> Band:
    shown = public.seats[seat]
    return Band(
        person=person(public, scene, seat),
        score=signed(totals(public)[seat]),
        dealer=seat == public.match.dealer,
        acting=expected(public) == seat,
        count=shown.count,
        discards=_river(public, seat),
        melds=tuple(meld_tiles(meld) for meld in shown.melds),
        flowers=shown.flowers,
        hand=shown.hand or (),
        marks=_marks(shown, public, scene),
    )


def _river(public: PublicView, seat: int) -> tuple[Kind, ...]:
    last = public.last
    lying = last is not None and last.seat == seat and not last.robbing
    return (
        (*public.seats[seat].discards, last.tile)
        if last is not None and lying
        else public.seats[seat].discards
    )
