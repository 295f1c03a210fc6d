"""The board in the group: the same for everybody, from a `PublicView` alone."""

from collections.abc import Sequence
from dataclasses import replace

from engine.prompts import PromptKind
from engine.views import PublicView
from handlers.message import Keyboard, Message
from handlers.show.keyboards import (
    claim_rows,
    eye_button,
    flower_rows,
    group_button,
    kinds_rows,
    opening_rows,
    own_win_row,
    played_from_the_group,
    rows_of,
)
from handlers.show.labels import flower_words, hand_words, tile_name
from handlers.show.layout import Line, beside, fitted, fitted_with_quote, limit, row
from handlers.show.markup import Html, bold, escape, join
from handlers.show.pictured import board_picture, seats_line
from handlers.show.scene import Scene
from handlers.show.texts import Say, both_lines, signed
from handlers.show.words import (
    Names,
    deadline_words,
    expected,
    game_name,
    hand_count,
    meld_words,
    names,
    states,
    totals,
    turned_words,
    wind_of,
)


def render_board(public: PublicView, scene: Scene, *, picture: bool = False) -> Message:
    """The table as it lies. It tells nothing that is not in the view, and who may claim is not.

    Under a picture the bands are folded.
    """
    head = [Line(calls(public, scene)), Line(header(public, scene)), *opening_lines(public, scene)]
    grid = [Line(_any_tile(scene), gap=not picture)] if _grid_wanted(public, scene) else []
    if _flowers_wanted(public, scene) and flower_rows(public, scene):
        grid.append(Line(_in_both("board.any_flower", scene)))
    keyboard = board_keyboard(public, scene)
    if not picture:
        why = [Line(_in_both("board.no_photos", scene), 1, gap=True)] if scene.no_photos else []
        bands = spaced(band_lines(public, scene))
        return Message(fitted([*head, *bands, *grid, *why], limit(picture)), keyboard)
    text = fitted_with_quote(head, under_a_picture(public, scene), grid, limit(picture))
    return Message(text, keyboard, board_picture(public, scene))


def under_a_picture(public: PublicView, scene: Scene) -> list[Line]:
    """What the picture shows in words, and who is who in it."""
    return [*band_lines(public, scene, tight=True), Line(seats_line(scene, public.game), 1)]


def _any_tile(scene: Scene) -> Html:
    return _in_both("board.any_tile", scene)


def _in_both(key: str, scene: Scene) -> Html:
    return both_lines(one.say(key) for one in scene.tongues)


def board_keyboard(public: PublicView, scene: Scene) -> Keyboard:
    """Claims, the answers of an opening question, all kinds where somebody needs them, and 👀 below."""
    if public.over or scene.over:
        return ()
    rows = opening_rows(public, scene) if public.opening else claim_rows(public, scene)
    if _grid_wanted(public, scene):
        rows = (*(rows or own_win_row(scene)), *kinds_rows(public, scene))
    if _flowers_wanted(public, scene):
        rows += flower_rows(public, scene)
    resume = (group_button(scene, "button.resume", "z", "g"),) if scene.paused else ()
    door = (group_button(scene, "button.open_private", "i"),) if played_from_the_group(scene) else ()
    return (*rows, *rows_of([eye_button(scene), *door, *resume], 3))


def _grid_wanted(public: PublicView, scene: Scene) -> bool:
    robbing = public.last is not None and public.last.robbing
    return played_from_the_group(scene) and not (public.over or public.opening or robbing)


def _flowers_wanted(public: PublicView, scene: Scene) -> bool:
    return _grid_wanted(public, scene) or (
        played_from_the_group(scene) and public.opening is PromptKind.FLOWER
    )


# -- what happens


def calls(public: PublicView, scene: Scene) -> Html:
    """The first line, in two languages where the readers have two."""
    first, *second = (call(public, one, one.say) for one in scene.tongues)
    return both_lines([bold(first), *second], " · ")


def call(public: PublicView, scene: Scene, say: Say) -> Html:
    """What has just happened and who is next."""
    table = names(scene, public.game, say)
    if public.over:
        return say("board.over")
    if scene.over:
        return say("refuse.table_over")
    if public.announced is not None:
        return win_called(table[public.announced], scene, say)
    if public.opening is PromptKind.INTERCEPT:
        return say("board.intercepted")
    if public.opening is PromptKind.FLOWER:
        return beside([_lies(public, table, say), say("board.flowers")])
    if public.opening is not None:
        asked = say("board.asks_all", what=say.plain(_ASKED.get(public.opening, "board.what.declare")))
        return beside([_lies(public, table, say), asked])
    if public.last is None:
        return _without_discard(public, table, say)
    name, tile = table[public.last.seat], tile_name(public.last.tile, say)
    if public.last.robbing:
        return say("board.kong_added", name=name, tile=tile)
    following = table[(public.last.seat + 1) % 4]
    return say("board.discard", name=name, tile=tile, next=following, n=public.left)


def win_called(name: str, scene: Scene, say: Say) -> Html:
    """Somebody has announced a win: until when the hand is to be shown, where a clock runs."""
    time = deadline_words(scene)
    return say("board.announced", name=name, time=time) if time else say("board.win_called", name=name)


_ASKED = {
    PromptKind.STAKE: "board.what.stake",
    PromptKind.VOID_SUIT: "board.what.void_suit",
    PromptKind.DECLARE: "board.what.declare",
}


def _lies(public: PublicView, table: Names, say: Say) -> Html:
    """The tile that lies while something else is asked first."""
    if public.last is None:
        return Html()
    return say("event.discard", name=table[public.last.seat], tile=tile_name(public.last.tile, say))


def _without_discard(public: PublicView, table: Names, say: Say) -> Html:
    """Nothing lies to be claimed: the dealer begins, or somebody has just taken the tile."""
    name = table[public.turn]
    melds = public.seats[public.turn].melds
    if not melds:
        return say("board.opening", name=name)
    return say("board.after_claim", act=f"{name} {meld_words(melds[-1], say)}", name=name)


# -- the header


def header(public: PublicView, scene: Scene) -> Html:
    """🀄 福州 · #57 · 第 2/8 局 · 连庄 1 · 庄 Wei · 金 7条 · 还有 29 张."""
    say = scene.say
    table = names(scene, public.game)
    told = public.last is not None and not public.last.robbing and not public.over  # by the line above
    title = say("board.title", game=game_name(public.game, say), hand=scene.hand_no)
    if not scene.hand_no:
        title = say("board.title_uncounted", game=game_name(public.game, say))
    return beside(
        [
            title,
            hand_count(public, scene),
            say("board.dealer", name=table[public.match.dealer]),
            wild_words(public, say),
            "" if told else say("board.wall", n=public.left),
        ]
    )


def wild_words(public: PublicView, say: Say) -> Html:
    """金 7条 ⭐; nothing where no tile is turned."""
    if public.indicator is None:
        return Html()
    return turned_words(public.game, f"⭐{tile_name(public.indicator, say)}", say)


def opening_lines(public: PublicView, scene: Scene) -> list[Line]:
    """Before the first discard: seats that were drawn, dice, flowers, the turned gold."""
    if public.count or public.over:
        return []
    say, table = scene.say, names(scene, public.game)
    dice = _dice(public, table, say)
    counts = [
        say("deal.count", name=name, n=len(seat.flowers))
        for name, seat in zip(table, public.seats, strict=True)
    ]
    laid = any(seat.flowers for seat in public.seats)
    drawn = scene.house.seats == "shuffled" and scene.hand_of == 1
    lines = [say("deal.seats", names=row(table))] if drawn else []
    lines += [dice, say("deal.flowers", counts=row(counts)) if laid else Html()]
    if public.indicator is not None:
        key = "deal.caishen" if public.game.wild_word == "caishen" else "deal.gold"
        lines.append(say(key, tile=tile_name(public.indicator, say)))
    return [Line(line, 1) for line in lines]


def _dice(public: PublicView, table: Sequence[str], say: Say) -> Html:
    """🎲 3+4, and where the wall is broken by them."""
    thrown = f"{public.dice[0]}+{public.dice[1]}"
    broken = public.game.broken_at(public.options, public.match.dealer, public.dice)
    if broken is None:
        return say("board.dice", dice=thrown)
    seat, left = broken
    return say("board.dice_break", dice=thrown, name=table[seat], n=left + 1)


# -- the seats


def band_lines(public: PublicView, scene: Scene, *, tight: bool = False) -> list[Line]:
    """One band per seat in playing order. What lies in the rivers goes first when room is short.

    `tight`: name, tiles and melds in one line.
    """
    return [line for seat in range(4) for line in band(public, scene, seat, tight=tight)]


def band(public: PublicView, scene: Scene, seat: int, *, tight: bool = False) -> list[Line]:
    """Name and marks; tiles in hand, melds and flowers; discards."""
    say, shown = scene.say, public.seats[seat]
    name = _headline(public, scene, seat)
    count = [say("board.seat_tiles", n=shown.count)] if shown.count else []
    held = beside([*count, *(meld_words(meld, say) for meld in shown.melds)])
    lines = [Line(beside([name, held]))] if tight else [Line(name), Line(held, 2)]
    if shown.flowers:
        tiles = flower_words(shown.flowers, say, fold=True)
        lines.append(Line(say("board.seat_flowers", n=len(shown.flowers), tiles=tiles), 5))
    if shown.hand:
        lines.append(Line(say("board.seat_open_hand", tiles=hand_words(shown.hand, say)), 3))
    if shown.discards:
        river = " ".join(tile_name(tile, say, short=True) for tile in shown.discards)
        lines.append(Line(say("board.seat_river", tiles=river), 4))
    return lines


def _headline(public: PublicView, scene: Scene, seat: int) -> Html:
    say = scene.say
    name = join(["👉 " if expected(public) == seat else "", bold(names(scene, public.game)[seat])])
    wind = say.plain(f"wind.{wind_of(public, seat)}") if public.game.winds_count else ""
    return beside([join([part for part in (wind, name) if part], " "), *seat_marks(public, scene, seat)])


def seat_marks(public: PublicView, scene: Scene, seat: int) -> list[Html]:
    """Dealer, points, declarations, and who plays the seat."""
    say, shown, chair = scene.say, public.seats[seat], scene.chairs[seat]
    marks = [say("state.dealer")] if seat == public.match.dealer else []
    marks.append(escape(signed(totals(public)[seat])))
    marks += states(shown, public, names(scene, public.game), say)
    if chair.away:
        marks.append(say("state.played_by_computer"))
    if chair.taken and not chair.computer and not chair.reached:
        marks.append(say("state.no_chat"))
    if chair.leaving:
        marks.append(say("state.leaving"))
    return marks


def spaced(lines: list[Line]) -> list[Line]:
    """The lines with an empty one before the first."""
    return [replace(line, gap=number == 0) for number, line in enumerate(lines)]
