"""What an alert says: 👀 my hand, ❓ why not. At most 200 characters, seen by its presser alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.bans import SELF_DRAW_ONLY, Until
from engine.holding import holding
from engine.prompts import PromptKind
from engine.tiles import Kind
from engine.views import SeatView, visible
from engine.winning import is_win, kinds_in, shanten, waits
from handlers.show.labels import hand_alert, tile_name
from handlers.show.markup import Html
from handlers.show.names import cut
from handlers.show.scene import Scene
from handlers.show.texts import TOAST, Say
from handlers.show.words import act_words, meld_words

_MANY = 9
"""More kinds than this are not listed one by one."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat can know of its own chances, from its view alone."""

    away: int | None = None
    """Tiles that are missing until the hand is ready; None: not known."""
    waits: Mapping[Kind, int] = field(default_factory=dict)
    """Kinds that complete the hand, with how many of each are unseen."""
    each: int | None = None
    """What a self-draw would bring from each, where it is the same for all."""
    reason: str = ""
    """Why a complete hand may not win: the last part of a text's key `advice.…`."""
    ready_by: Mapping[Kind, frozenset[Kind]] = field(default_factory=dict)
    """Discards that leave the hand ready, with what it would wait for."""


def eye_alert(view: SeatView, scene: Scene) -> str:
    """👀: the hand, what lies open, and what its owner may do now."""
    say = scene.say
    acts = dict.fromkeys(
        act_words(act, view, say) for act in view.acts if act.verb != "x" or view.kind is PromptKind.CHOW
    )
    return hand_alert(
        say,
        hand=view.own.hand,
        melds=[meld_words(meld, say) for meld in view.own.melds],
        flowers=len(view.own.flowers),
        acts=list(acts),
        wilds=view.wilds,
    )


def why_alert(view: SeatView, scene: Scene, advice: Advice | None = None) -> str:
    """❓: how far the hand is, what it waits for, or why it may not win although it is complete."""
    say = scene.say
    if not scene.house.advice or scene.house.mode == "referee":
        return say.plain("advice.off")
    if any(act.verb == "h" for act in view.acts):
        return say.plain("advice.may_win")
    known = advice or advise(view)
    if known.reason:
        return say.plain(f"advice.{known.reason}")
    if known.ready_by:
        tiles = say.plain("list.comma").join(tile_name(kind, say) for kind in known.ready_by)
        return say.plain("advice.discards", tiles=tiles)
    if known.waits:
        return cut(waits_words(known, say), units=TOAST)
    return say.plain("advice.away", n=known.away or 1) if known.away is not None else say.plain("eye.wait")


def waits_words(advice: Advice, say: Say) -> Html:
    """听 3万（剩2）6万（剩3）。"""
    if len(advice.waits) > _MANY:
        return say("advice.any_tile")
    tiles = say.plain("list.comma").join(
        say.plain("advice.wait", tile=tile_name(kind, say), n=left) for kind, left in advice.waits.items()
    )
    if advice.each is not None:
        return say("advice.waits_each", tiles=tiles, points=advice.each)
    return say("advice.waits", tiles=tiles)


def advise(view: SeatView) -> Advice:
    """Advice on the common shape of sets and a pair; what only one game has (seven pairs, a fan that is
    needed) its caller knows and gives.
    """
    hand, public = view.own.hand, view.public
    sets = public.game.sets - len(view.own.melds)
    to_discard = len(hand) % 3 == 2
    keys, wild = holding(hand, view.wilds)
    if to_discard:
        if is_win(keys, wild):
            return Advice(reason="self_draw_only")
        ready = _ready_by(view)
        return Advice(ready_by=ready) if ready else Advice(away=max(shanten(keys, sets, wild), 1))
    if public.last is not None and not public.last.robbing and public.last.seat != view.seat:
        lying, golds = holding((*hand, public.last.tile), view.wilds - {public.last.tile})
        if is_win(lying, golds):
            return Advice(reason=_barred(view))
    left = _unseen(view)
    found = {kind: left[kind] for kind in kinds_in(waits(keys, wild)) if left[kind] >= 0}
    return Advice(waits=found) if found else Advice(away=max(shanten(keys, sets, wild), 1))


def _barred(view: SeatView) -> str:
    """Which ban stands in the way of a win that is complete."""
    if SELF_DRAW_ONLY in view.own.bans:
        return "gold_thrown" if view.public.indicator is not None else "self_draw_only"
    passed = any(ban.act == "win" and ban.until is Until.DRAW for ban in view.own.bans)
    return "passed" if passed else "self_draw_only"


def _ready_by(view: SeatView) -> dict[Kind, frozenset[Kind]]:
    """Legal discards that leave the hand ready."""
    found: dict[Kind, frozenset[Kind]] = {}
    for act in view.acts:
        if act.verb == "d":
            rest = list(view.own.hand)
            rest.remove(act.tile)
            kinds = kinds_in(waits(*holding(tuple(rest), view.wilds)))
            if kinds:
                found[act.tile] = frozenset(kinds)
    return found


def _unseen(view: SeatView) -> list[int]:
    copies = view.public.game.tiles.copies
    return [max(0, number - seen) for number, seen in zip(copies, visible(view), strict=True)]
