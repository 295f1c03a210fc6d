"""What an alert says: 👀 my hand, ❓ why not. At most 200 characters, seen by its presser alone."""

from engine.actions import Act
from engine.prompts import PromptKind
from engine.views import SeatView
from handlers.show.chances import MANY, Advice, DrawPays, advise
from handlers.show.labels import hand_alert, tile_name
from handlers.show.markup import Html
from handlers.show.names import cut
from handlers.show.scene import Scene
from handlers.show.texts import TOAST, Say
from handlers.show.words import act_words, meld_words

FROM_THE_GROUP = frozenset("dhx")
"""What can be done in the own turn from the board: any tile thrown, 胡."""


def eye_alert(view: SeatView, scene: Scene) -> str:
    """👀: the hand, what lies open, and what its owner may do now."""
    say = scene.say
    aided, drawn = not scene.house.referee, view.own.drawn
    acts = dict.fromkeys(
        act_words(act, view, say)
        for act in (view.acts if aided else ())
        if _has_a_button(act, view, scene) and (act.verb != "x" or view.kind is PromptKind.CHOW)
    )
    return hand_alert(
        say,
        hand=view.own.hand,
        melds=[meld_words(meld, say) for meld in view.own.melds],
        flowers=len(view.own.flowers),
        acts=list(acts) if aided else None,
        drawn=tile_name(drawn, say) if drawn is not None and view.turn and view.came != "deal" else "",
        wilds=view.wilds,
    )


def _has_a_button(act: Act, view: SeatView, scene: Scene) -> bool:
    """Whether its owner can do it: own kongs and what only one seat is asked stand on the panel alone."""
    public = view.public
    if scene.chairs[view.seat].reached:
        return True
    if public.opening is not None:
        return act in public.game.opening_acts(public.opening, public.options)
    return view.kind not in (PromptKind.TURN, PromptKind.DECLARE) or act.verb in FROM_THE_GROUP


def why_alert(
    view: SeatView, scene: Scene, advice: Advice | None = None, *, draw_pays: DrawPays | None = None
) -> str:
    """❓: how far the hand is, what it waits for, or why it may not win although it is complete."""
    say = scene.say
    if not scene.house.advice or scene.house.referee:
        return say.plain("advice.off")
    if not view.own.hand:
        return say.plain("refuse.not_dealt")
    if any(act.verb == "h" for act in view.acts):
        return say.plain("advice.may_win")
    known = advice or advise(view, draw_pays)
    if known.reason:
        return say.plain(f"advice.{known.reason}")
    if known.ready_by:
        tiles = say.plain("list.comma").join(tile_name(kind, say) for kind in known.ready_by)
        return say.plain("advice.discards", tiles=tiles)
    if known.waits:
        return cut(waits_words(known, say), units=TOAST)
    return say.plain("advice.away", n=known.away or 1) if known.away is not None else say.plain("eye.wait")


_WAIT = {False: "advice.wait", True: "advice.wait_drawn"}


def waits_words(advice: Advice, say: Say) -> Html:
    """听 3万（剩2）6万（剩3，只能自摸），自摸每家 36。"""
    if len(advice.waits) > MANY:
        return say("advice.any_tile")
    tiles = say.plain("list.comma").join(
        say.plain(_WAIT[kind in advice.drawn_only], tile=tile_name(kind, say), n=left)
        for kind, left in advice.waits.items()
    )
    if advice.each is not None:
        least, most = advice.each
        points = str(least) if least == most else f"{least}–{most}"
        return say("advice.waits_each", tiles=tiles, points=points)
    return say("advice.waits", tiles=tiles)
