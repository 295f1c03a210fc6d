"""The lobby: a table before its first hand. The same for everybody."""

from collections.abc import Sequence

from engine.game import Game
from engine.options import Choice, Options, Value
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.show.keyboards import data, group_button, ready_button, rows_of
from handlers.show.layout import Line, beside, fitted, limit, row_or_column
from handlers.show.markup import Html, bold, folded
from handlers.show.options import Chosen, options_page
from handlers.show.scene import Chair, Scene
from handlers.show.texts import Say, both
from handlers.show.words import (
    changed_options,
    game_title,
    in_force,
    names,
    option_short,
    option_value,
)

_LENGTHS = frozenset({"hands", "length", "match", "match_stake"})
"""Options that the headline tells in its own words."""
_PRINT_GROUP = 4


def render_lobby(
    game: Game,
    options: Options,
    scene: Scene,
    *,
    notes: Sequence[str] = (),
    chosen: Chosen | None = None,
    at: str = "",
) -> Message:
    """Game, length, seats, options in words, the shuffles' fingerprint; `notes` are further lines.

    Of a table to practise at, whose seats are taken, only what it is and the fingerprint is told; of one that has
    ended only that, and how to open another.
    With `chosen` the lobby has turned to its options, at the page `at`: one still sits down, gets up and
    says Ready there.
    """
    if chosen is not None:
        return _turned(game, options, scene, chosen, at)
    say = scene.say
    if scene.practice:
        return Message(
            fitted([Line(say("lobby.practice")), Line(fingerprint(scene), 1)], limit(picture=False))
        )
    if scene.over:
        return Message(
            fitted(
                [Line(bold(headline(game, options, scene))), Line(say("refuse.table_over"))],
                limit(picture=False),
            ),
            ((Button(say.button("button.open_table"), page_data(0, "ng")),),),
        )
    lines = [
        Line(bold(headline(game, options, scene))),
        Line(row_or_column(seat_words(game, scene))),
        Line(options_words(game, options, scene)),
        *(Line(note) for note in (*_hints(scene), *notes)),
        Line(fingerprint(scene), 1),
    ]
    return Message(fitted(lines, limit(picture=False)), lobby_keyboard(scene))


def _turned(game: Game, options: Options, scene: Scene, chosen: Chosen, at: str) -> Message:
    text, rows = options_page(chosen, at, scene.say)
    seats = Line(row_or_column(seat_words(game, scene)))
    hints = [Line(hint) for hint in _hints(scene)]
    lines = [Line(bold(headline(game, options, scene))), seats, *hints, Line(text, gap=True)]
    back = () if at.isdigit() else ((Button(scene.say.button("button.back"), data(scene, "o", "x")),),)
    return Message(
        fitted(lines, limit(picture=False)), (*_sitting(scene), *rows, *back, (_deal_button(scene),))
    )


def headline(game: Game, options: Options, scene: Scene) -> Html:
    """🀄 福州麻将（福建）· 8 局，约 30 分钟."""
    say, title, length = scene.say, game_title(game, scene.say), length_words(options, scene.say)
    if not scene.minutes:
        return say("lobby.headline_open", game=title, length=length)
    minutes = say("length.minutes", n=scene.minutes)
    return say("lobby.headline", game=title, length=length, minutes=minutes)


def length_words(options: Options, say: Say) -> Html:
    """How long a match is, in the game's own unit."""
    schema = options.schema()
    if "match" in schema and options.get("match") == "broke":
        return say("length.broke")
    name = "length" if "length" in schema else "hands"
    value = options.get(name)
    if isinstance(value, int):
        return say.plural("length.hands", value)
    if value == "open":
        return say("length.open")
    if value == "all_dealt":
        return say("length.all_dealt")
    rounds = str(value).partition("_")[0]
    return say.plural("length.rounds", int(rounds)) if rounds.isdigit() else Html(value)


def seat_words(game: Game, scene: Scene) -> list[Html]:
    """1 Wei ✓, 2 Sofia, 3 林姨 ⏳去开门了, 4 空."""
    table = names(scene, game)
    return [_seat(scene.say, seat + 1, chair, table[seat]) for seat, chair in enumerate(scene.chairs)]


def _seat(say: Say, number: int, chair: Chair, name: str) -> Html:
    if not chair.taken:
        return say("lobby.seat_free", seat=number)
    if chair.asked:
        return say("lobby.seat_asked", seat=number, name=name)
    if chair.on_the_way:
        return say("lobby.seat_on_the_way", seat=number, name=name)
    if not (chair.reached or chair.computer):
        return say("lobby.seat_unreached", seat=number, name=name)
    return say(
        "lobby.seat_ready" if chair.ready and not chair.computer else "lobby.seat", seat=number, name=name
    )


def options_words(game: Game, options: Options, scene: Scene) -> Html:
    """公式A · 放胡一家给 · 正常速度: what is told of every table of this game, and what differs from its default."""
    say, schema = scene.say, options.schema()
    told = [
        option_value(name, schema[name], options.get(name), say)
        for name in game.headline_options
        if in_force(options, schema[name])
    ]
    changed = [
        _changed(name, known, value, say)
        for name, known, value in changed_options(options)
        if name not in _LENGTHS and name not in game.headline_options
    ]
    mode = [say("lobby.referee")] if scene.house.referee else []
    return beside([*mode, *told, *changed, say.plain(f"option.pace.{scene.house.tempo}"), *_house(scene)])


def _changed(name: str, known: Choice, value: Value, say: Say) -> Html:
    """乌骨鸡：有."""
    return say(
        "options.line", option=option_short(name, known, say), value=option_value(name, known, value, say)
    )


def _house(scene: Scene) -> list[Html]:
    """The table's own options where they differ; mode and tempo are told before."""
    say = scene.say
    return [
        _changed(name, known, value, say)
        for name, known, value in changed_options(scene.house)
        if name not in ("mode", "tempo")
    ]


def _hints(scene: Scene) -> list[Html]:
    say, chairs = scene.say, scene.chairs
    if scene.hand_of:
        return []
    if all(chair.taken for chair in chairs):
        if any(chair.asked for chair in chairs):
            return [say("lobby.waits_for_answers")]
        if any(chair.on_the_way or not (chair.reached or chair.computer) for chair in chairs):
            return []
        waiting = any(not chair.counts for chair in chairs)
        return [say("lobby.waits_for_ready" if waiting else "lobby.waits_for_press")]
    return [say("lobby.deal_fills")] if any(chair.taken for chair in chairs) else []


def fingerprint(scene: Scene) -> Html:
    """The commitment to this match's shuffles, folded: nobody has to read 64 digits."""
    text = scene.commitment
    if not text:
        return Html()
    groups = " ".join(text[at : at + _PRINT_GROUP] for at in range(0, len(text), _PRINT_GROUP))
    return folded(scene.say("lobby.fingerprint", fingerprint=groups))


def lobby_keyboard(scene: Scene) -> Keyboard:
    """Sit, leave, computers, rules, options, deal; once the tiles are dealt only what can be looked at."""
    chairs = scene.chairs
    free = any(not chair.taken for chair in chairs)
    computers = any(chair.computer for chair in chairs)
    to_read = (group_button(scene, "button.rules", "u"), group_button(scene, "button.options", "o"))
    if scene.hand_of:
        return rows_of(to_read, 2)
    filling = [
        *([group_button(scene, "button.add_computer", "b")] if free else []),
        *([group_button(scene, "button.remove_computer", "n")] if computers else []),
    ]
    door = [group_button(scene, "button.open_private", "i")] if _somebody_unreached(scene) else []
    return (
        *_sitting(scene),
        *rows_of(filling, 2),
        *rows_of(to_read, 2),
        *rows_of(door, 1),
        (_deal_button(scene),),
    )


def _sitting(scene: Scene) -> Keyboard:
    """Sit, get up; where all seats are taken, the waiting list."""
    free = any(not chair.taken for chair in scene.chairs)
    first = ("button.sit", "j") if free else ("button.waiting_list", "wl")
    return rows_of([group_button(scene, *first), group_button(scene, "button.leave", "l")], 2)


def _somebody_unreached(scene: Scene) -> bool:
    return any(chair.taken and not (chair.computer or chair.reached) for chair in scene.chairs)


def _deal_button(scene: Scene) -> Button:
    free = sum(not chair.taken for chair in scene.chairs)
    if free == 0:
        return ready_button(scene)
    text = scene.say.button("button.deal_filled", n=free)
    if scene.second is not None:
        text = scene.say.button(
            "button.deal_computers", deal=both(scene.say, scene.second, "button.deal"), n=free
        )
    return Button(text, data(scene, "g"), style="success")
