"""One seat's panel: from a `SeatView` alone, for one reader, enough to play with nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.actions import Act
from engine.prompts import PromptKind
from engine.referee.objections import knows_objections
from engine.tiles import Kind
from engine.views import SeatView
from handlers.message import Button, Keyboard, Message
from handlers.show.alerts import waits_words
from handlers.show.board import band_lines, spaced, under_a_picture
from handlers.show.calls import NO_WORTH, Caller, must_choose
from handlers.show.chances import Advice, DrawPays, advise
from handlers.show.keyboards import (
    bottom_row,
    data,
    more_rows,
    pass_row,
    prompt_rows,
    ready_button,
    turn_rows,
)
from handlers.show.labels import flower_words, hand_words, tile_name
from handlers.show.layout import Line, beside, fitted, fitted_with_quote, limit
from handlers.show.markup import Html, bold
from handlers.show.outcome import own_outcome
from handlers.show.pictured import board_picture, hand_picture
from handlers.show.scene import Scene
from handlers.show.settings import Settings
from handlers.show.texts import signed
from handlers.show.unaided import naming_line, open_step, unaided_rows
from handlers.show.words import (
    Names,
    deadline_words,
    events_row,
    game_name,
    hand_count,
    meld_words,
    names,
    since,
    term,
    totals,
)


@dataclass(frozen=True, slots=True)
class Aside:
    """What a panel tells beside the view; all of it may be left out."""

    told: Sequence[str] = ()
    """Lines for this reader alone: what the clock did for him, whose claim went before his, a lock."""
    tips: Sequence[str] = ()
    """First-hand tips."""
    advice: Advice | None = None
    """Where it is not given, what the shape of the hand tells, and `draw_pays`."""
    draw_pays: DrawPays | None = None
    """What a waiting hand's self-draws would bring."""
    table: bool = False
    """Whether the reader has turned from his hand to the table."""
    more: int = 0
    """The page of ⋯ that the reader has opened; 0: none."""
    naming: str = ""
    """What the reader is naming step by step: `k`, `c4m`, `q2`."""
    filter: str = ""
    """What passes by itself for the reader: the number of his claim filter."""
    pinged: bool = False
    """Whether the panel is posted anew to ring, and so stands on a lock screen."""
    rows: Keyboard = ()
    """Rows above the last one while nothing has to be chosen: standing orders."""


def render_panel(
    view: SeatView,
    scene: Scene,
    settings: Settings | None = None,
    *,
    worth: Mapping[Act, str] = NO_WORTH,
    aside: Aside | None = None,
) -> Message:
    """The panel. `worth` is what each win would bring, in words: 每家 36."""
    settings, aside = settings or Settings(), _with_step(view, scene, _advised(view, scene, aside or Aside()))
    table = names(scene, view.public.game)
    before = [
        Line(bold(Caller(view, scene, table, worth).line())),
        *([Line(naming_line(view, scene, table, aside.naming))] if _names(view, aside) else ()),
        *(Line(line) for line in aside.told),
        *_table_state(view, scene, table),
    ]
    after = [*_waits(view, scene, aside), *(Line(line, 4) for line in aside.tips)]
    hand = _hand_lines(view, scene, settings, aside)
    keyboard = panel_keyboard(view, scene, settings, worth=worth, aside=aside)
    room = limit(settings.picture)
    if not settings.picture:
        table_up = spaced(band_lines(view.public, scene)) if aside.table else []
        foot = Line(_foot(view, scene), 1, gap=True)
        return Message(fitted([*before, *spaced(hand), *after, *table_up, foot], room), keyboard)
    foot = Line(_foot(view, scene, wall=aside.table), 1)
    if aside.table:
        bands = under_a_picture(view.public, scene)
        text = fitted_with_quote([*before, *hand], bands, [*after, foot], room)
        return Message(text, keyboard, board_picture(view.public, scene))
    text = fitted_with_quote(before, [*hand, *_wall(view, scene)], [*after, foot], room)
    return Message(text, keyboard, hand_picture(view, scene, settings))


def _advised(view: SeatView, scene: Scene, aside: Aside) -> Aside:
    """With the advice that the table allows."""
    wanted = scene.house.advice and not scene.house.referee and not view.public.over
    if aside.advice is not None or not wanted or not view.own.hand:
        return aside
    return replace(aside, advice=advise(view, aside.draw_pays))


# -- the rest of the text


def _with_step(view: SeatView, scene: Scene, aside: Aside) -> Aside:
    """Without a step in which there is nothing to name."""
    if not aside.naming:
        return aside
    return replace(aside, naming=open_step(view, aside.naming, objections=_objections(view, scene)))


def _objections(view: SeatView, scene: Scene) -> bool:
    """Whether this table knows objections."""
    return knows_objections(view.public.options, referee=scene.house.referee)


def _names(view: SeatView, aside: Aside) -> bool:
    """Whether the tiles of an act, or an objection, are being named."""
    return bool(aside.naming) and not (view.public.over or aside.more)


def _table_state(view: SeatView, scene: Scene, table: Names) -> list[Line]:
    """What lies, where the first line does not say so, and what happened since the seat's last act."""
    say, public = scene.say, view.public
    if public.over:
        outcome = Line(own_outcome(public, scene, view.seat))
        return [outcome, Line(_next_hand(scene)), *_result_note(view, scene)]
    lines = []
    if "standing" in view.own.declared:
        lines.append(Line(say("panel.stands", stand=term(public.game, "standing", "state.standing", say))))
    told = view.answered is None or view.answered.verb == "x"
    if public.last is not None and (not told or scene.paused or scene.chairs[view.seat].away):
        owner = table[public.last.seat]
        lines.append(Line(say("panel.last_discard", tile=tile_name(public.last.tile, say), name=owner)))
    happened = since(scene.log, view.seat)
    drawing = view.kind is PromptKind.TURN and view.turn
    if happened and happened[-1].name in ("discard", "adding") and not drawing:
        happened = happened[:-1]  # the first lines tell it
    events = events_row(happened, table, say)
    if events:
        lines.append(Line(say("panel.since", events=events), 3))
    return lines


def _next_hand(scene: Scene) -> Html:
    time = deadline_words(scene)
    if scene.over:
        return Html()
    return scene.say("own.next", time=time) if time else scene.say("own.next_waits")


def _result_note(view: SeatView, scene: Scene) -> list[Line]:
    return (
        [Line(scene.say("own.by_computer"), 2)] if scene.chairs[view.seat].away and not scene.practice else []
    )


def _hand_lines(view: SeatView, scene: Scene, settings: Settings, aside: Aside) -> list[Line]:
    """The own tiles in words, what lies open, what is wild. Under a picture of them they are folded."""
    say, own = scene.say, view.own
    lines = []
    if own.hand and (settings.hand_in_pings or not aside.pinged):
        lines.append(Line(say("panel.hand", tiles=_hand_words(view, scene))))
    if own.melds:
        melds = say.plain("list.comma").join(meld_words(meld, say) for meld in own.melds)
        lines.append(Line(say("panel.melds", melds=melds)))
    if own.flowers:
        tiles = flower_words(own.flowers, say, fold=True)
        lines.append(Line(say("panel.flowers", n=len(own.flowers), tiles=tiles), 2))
    if view.wilds and not view.public.over:
        tile = say.plain("list.comma").join(tile_name(kind, say) for kind in sorted(view.wilds))
        lines.append(Line(say("panel.wilds", tile=tile), 2))
    return lines


def _waits(view: SeatView, scene: Scene, aside: Aside) -> list[Line]:
    if aside.advice is None or not aside.advice.waits or view.public.over:
        return []
    return [Line(waits_words(aside.advice, scene.say), 3)]


def _wall(view: SeatView, scene: Scene) -> list[Line]:
    return [] if view.public.over else [Line(scene.say("board.wall", n=view.left), 3)]


def _hand_words(view: SeatView, scene: Scene) -> Html:
    """The hand, the tile just drawn apart."""
    rest = list(view.own.hand)
    if view.own.drawn is None:
        return beside([hand_words(rest, scene.say, wilds=view.wilds)])
    rest.remove(view.own.drawn)
    drawn = hand_words([view.own.drawn], scene.say, wilds=view.wilds)
    return beside([hand_words(rest, scene.say, wilds=view.wilds), drawn], " ＋ ")


def _foot(view: SeatView, scene: Scene, *, wall: bool = True) -> Html:
    """Which table this is, how far the hand is, where the reader stands."""
    say, public = scene.say, view.public
    number = f"#{scene.hand_no}" if scene.hand_no else ""
    return beside(
        [
            scene.chat_title and say.name(scene.chat_title),
            game_name(public.game, say),
            number,
            hand_count(public, scene),
            say("board.wall", n=view.left) if wall and not public.over else "",
            say("panel.points", points=signed(totals(public)[view.seat])),
        ]
    )


# -- the keyboard


def panel_keyboard(
    view: SeatView,
    scene: Scene,
    settings: Settings,
    *,
    worth: Mapping[Act, str] = NO_WORTH,
    aside: Aside | None = None,
) -> Keyboard:
    """Wins on top, then what may be done; the last row never holds a tile."""
    aside = aside or Aside()
    bottom = bottom_row(scene, table=aside.table)
    back = _back_row(view, scene)
    if (scene.over or scene.chairs[view.seat].leaving) and not view.public.over:
        return ()
    if view.public.over:
        return (*back, *_over_rows(view, scene))
    if aside.more:
        objections = _objections(view, scene)
        rows = more_rows(scene, aside.more, aside.filter, table=aside.table, objections=objections)
        return (*back, *rows)
    if scene.house.referee or aside.naming:
        rows = unaided_rows(view, scene, settings, names(scene, view.public.game), aside.naming)
        last = pass_row(view, scene) if _may_pass(view) and not aside.naming else bottom
        return (*back, *rows, last)
    if view.kind is PromptKind.TURN and view.acts:
        ready: frozenset[Kind] = frozenset(aside.advice.ready_by if aside.advice else ())
        rows = turn_rows(view, scene, settings, worth=worth, ready=ready)
        last = pass_row(view, scene) if _may_pass(view) else bottom
        return (*back, *rows, last)
    rows = prompt_rows(view, scene, worth=worth)
    if must_choose(view):
        return (*back, *rows, pass_row(view, scene) if _may_pass(view) else bottom)
    return (*back, *rows, *aside.rows, bottom)


def _may_pass(view: SeatView) -> bool:
    return any(act.verb == "x" for act in view.acts)


def _back_row(view: SeatView, scene: Scene) -> Keyboard:
    chair = scene.chairs[view.seat]
    if not chair.away or chair.leaving or scene.over:
        return ()
    return ((Button(scene.say.button("button.back_in_seat"), data(scene, "y"), style="primary"),),)


def _over_rows(view: SeatView, scene: Scene) -> Keyboard:
    rows: list[tuple[Button, ...]] = []
    if not (scene.over or scene.chairs[view.seat].ready):
        rows.append((ready_button(scene),))
    if scene.board_link:
        rows.append((Button(scene.say.button("button.to_table"), url=scene.board_link),))
    return tuple(rows)
