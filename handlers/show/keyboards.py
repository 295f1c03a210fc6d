"""Buttons: what they are called, where they stand, what their data is (the contract: `table:decision:code[:arg]`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import Act, claimed_with, make_act
from engine.melds import MeldKind
from engine.prompts import PromptKind
from engine.referee.game import Refereed
from engine.tiles import TEXT, Kind
from engine.views import PublicView, SeatView
from handlers.callback_data import CODES, Decision, page_data, table_data
from handlers.message import Button, Keyboard, Style
from handlers.show.facts import flower_kinds, has_chow, is_dead
from handlers.show.grid import Phone, ems, fits, grid, width
from handlers.show.labels import LabelSet, first_label_set, run_label, tile_label, tile_name
from handlers.show.names import cut, narrowed
from handlers.show.scene import Scene
from handlers.show.settings import Settings
from handlers.show.texts import BUTTON, Say, both
from handlers.show.words import chow_tiles, stake_words

Row = tuple[Button, ...]

IN_A_ROW = 8
MORE_PAGES = 2
_WILD, _WILD_SYMBOL = "★", "*"
"""Narrower than the ⭐ of sentences: seven labels stand in a row. Beside symbols, which are wide, the narrowest."""
BARRED, BARRED_SYMBOL = "✕", "!"
"""What stands before a tile that may not go."""
_LAID = "↧"
"""A flower that is laid out, beside the same flower thrown."""
_FLOWERS_IN_A_ROW = 5
_SUITS_END = 27
_FLOWERS = 34


# -- data


def data(scene: Scene, code: str, *args: str | int) -> str:
    """The data of a button at a table. Codes that ask for no decision carry 0, so they never change."""
    decision = 0 if CODES[code.partition(":")[0]].decision is Decision.FREE else scene.decision
    name, _, argument = code.partition(":")
    return table_data(scene.table_id, decision, name, *([argument] if argument else []), *args)


# -- rows


def rows_of(buttons: Sequence[Button], width: int, phone: Phone = Phone.GROUP) -> Keyboard:
    """The buttons in rows as equal as can be, at most `width` in each, fewer where a label would be cut."""
    labels = [button.text for button in buttons]
    width = next((least for least in range(min(width, len(buttons)), 1, -1) if fits(labels, least, phone)), 1)
    number = -(-len(buttons) // width)
    lengths = [len(buttons) // number + (row < len(buttons) % number) for row in range(number)]
    return in_rows(buttons, lengths)


def whole(rows: Iterable[Row], phone: Phone = Phone.GROUP) -> Keyboard:
    """The rows, those of them in more rows in which a label would be cut."""
    found: list[Row] = []
    for row in rows:
        found += [row] if fits([b.text for b in row], len(row), phone) else rows_of(row, len(row), phone)
    return tuple(found)


def label_with(say: Say, key: str, name: str, text: str, **params: str | int) -> str:
    """A label with a text from outside in it, of which so much stays as leaves the label whole in a row."""
    rest = width(say.button(key, **{**params, name: ""}))
    return say.button(key, **{**params, name: narrowed(text, ems(1, Phone.GROUP) - rest)})


def in_rows(buttons: Sequence[Button], lengths: Sequence[int]) -> Keyboard:
    """The buttons in rows of these lengths."""
    rows: list[Row] = []
    start = 0
    for length in lengths:
        rows.append(tuple(buttons[start : start + length]))
        start += length
    return tuple(rows)


# -- the group: the same for everybody


def group_label(scene: Scene, key: str, **params: str | int) -> str:
    """A label for the group, in both languages where the readers have two."""
    if scene.second is None:
        return scene.say.button(key, **params)
    return both(scene.say, scene.second, key, **params)


def group_button(scene: Scene, key: str, code: str, *args: str | int, style: Style = "") -> Button:
    """A button of the group."""
    return Button(group_label(scene, key), data(scene, code, *args), style=style)


def eye_button(scene: Scene) -> Button:
    """👀, whose answer only its presser sees."""
    key = "button.my_hand" if scene.second is None else "button.my_hand_short"
    return Button(scene.say.button(key), data(scene, "e"))


def claim_rows(public: PublicView, scene: Scene) -> Keyboard:
    """What may be done with the tile that lies: it follows from the discard alone and is alike for all."""
    if public.last is None or (scene.house.referee and is_dead(public)):
        return ()
    win, no = group_button(scene, "button.win", "h"), group_button(scene, "button.pass", "x")
    if public.last.robbing:
        return rows_of([win, no], 2)
    tile, claims = public.last.tile, public.game.claims
    chows = [_chow_button(scene, low, tile) for low in runs(tile)] if has_chow(public) else []
    pung = [group_button(scene, "button.pung", "p")] if "pung" in claims else []
    kong = [group_button(scene, "button.kong", "k", TEXT[tile])] if "kong" in claims else []
    return (*rows_of(chows, 3), *rows_of([*pung, *kong, win, no], 4))


def own_win_row(scene: Scene) -> Keyboard:
    """胡 where no discard lies, for whoever draws and wins without a private chat: whether or not anybody can."""
    return ((group_button(scene, "button.win", "h"),),)


def _chow_button(scene: Scene, low: Kind, tile: Kind) -> Button:
    """吃 5·6·7, with a referee by the two tiles from the hand; for readers of two languages 吃 567 Chow."""
    chow, run = scene.say.button("button.chow"), run_label((low, low + 1, low + 2))
    text = f"{chow} {run}"
    if scene.second is not None:
        words = dict.fromkeys([f"{chow} {run.replace('·', '')}", scene.second.button("button.chow")])
        text = " ".join(word for word in words if word != chow)
    if scene.house.referee:
        pair = "".join(TEXT[kind] for kind in claimed_with(make_act("c", low), tile))
        return Button(text, data(scene, "c", pair))
    return Button(text, data(scene, "c", TEXT[low]))


def runs(tile: Kind) -> list[Kind]:
    """The lowest tiles of the runs that a tile can belong to."""
    if tile >= _SUITS_END:
        return []
    first = tile - tile % 9
    return list(range(max(tile - 2, first), min(tile, first + 6) + 1))


def opening_rows(public: PublicView, scene: Scene) -> Keyboard:
    """What all seats are asked before play."""
    acts = public.game.opening_acts(public.opening, public.options)
    verbs = frozenset(act.verb for act in acts)
    buttons = [Button(_opening_label(act, verbs, public, scene), data(scene, act.text)) for act in acts]
    return rows_of(buttons, 4)


def _opening_label(act: Act, verbs: frozenset[str], public: PublicView, scene: Scene) -> str:
    labels = [
        _act_label(act, public, say, kind=public.opening, verbs=verbs)
        for say in (scene.say, scene.second)
        if say is not None
    ]
    return cut(" ".join(dict.fromkeys(labels)), units=BUTTON)


def kinds_rows(public: PublicView, scene: Scene) -> Keyboard:
    """All kinds of the game, seven a row: for somebody who has no private chat to discard from."""
    labels = LabelSet.SYMBOLS if scene.second is not None else first_label_set(scene.say)
    kinds = [kind for kind in public.game.tiles.kinds if kind < _FLOWERS and kind not in public.game.bonus]
    buttons = [Button(tile_label(kind, labels, scene.say), data(scene, "d", TEXT[kind])) for kind in kinds]
    return in_rows(buttons, grid(len(kinds)))


def flower_rows(public: PublicView, scene: Scene) -> Keyboard:
    """All flowers, to be laid out from the group where players do that themselves."""
    labels = LabelSet.SYMBOLS if scene.second is not None else first_label_set(scene.say)
    buttons = [
        Button(f"{_LAID}{tile_label(kind, labels, scene.say)}", data(scene, "f", TEXT[kind]))
        for kind in flower_kinds(public)
    ]
    return rows_of(buttons, _FLOWERS_IN_A_ROW) if buttons else ()


def played_from_the_group(scene: Scene) -> bool:
    """Whether somebody sits at the table to whom the bot cannot write."""
    return any(chair.taken and not chair.computer and not chair.reached for chair in scene.chairs)


def ready_button(scene: Scene) -> Button:
    """准备 2/4: how many the deal waits for no more."""
    n = sum(chair.counts for chair in scene.chairs)
    return Button(group_label(scene, "button.ready_count", n=n, of=4), data(scene, "g"), style="success")


# -- one seat's panel


@dataclass(frozen=True, slots=True)
class Held:
    """The concealed tiles as picture and keyboard show them, in one order and one grid."""

    tiles: tuple[Kind, ...]
    drawn: int | None
    """Place of the tile just drawn: the last, if there is one."""
    rows: tuple[int, ...]


def held(view: SeatView, settings: Settings, say: Say) -> Held:
    """The hand in the reader's order, the drawn tile last."""
    tiles = list(view.own.hand)
    drawn = view.own.drawn
    if drawn is not None:
        tiles.remove(drawn)
    tiles.sort(key=settings.place)
    if drawn is not None:
        tiles.append(drawn)
    wide = settings.label_set(say).wide
    return Held(tuple(tiles), None if drawn is None else len(tiles) - 1, grid(len(tiles), wide))


def tile_rows(view: SeatView, scene: Scene, settings: Settings, ready: frozenset[Kind]) -> Keyboard:
    """A button for each tile, where the tile stands in the picture; one that may not go is told why.

    `ready`: kinds whose discard leaves the hand ready carry a dot, wilds a star.
    """
    order = held(view, settings, scene.say)
    legal = {act.tile for act in view.acts if act.verb == "d"}
    labels = settings.label_set(scene.say)
    buttons = []
    for place, kind in enumerate(order.tiles):
        label = tile_label(kind, labels, scene.say)
        if kind not in legal:
            why = "d" if scene.house.referee else "ad"
            buttons.append(Button(barred(label, labels), data(scene, why, TEXT[kind])))
            continue
        wild = kind in view.wilds
        star = _WILD_SYMBOL if labels is LabelSet.SYMBOLS else _WILD
        marked = f"{star}{label}" if wild else label + ("•" if kind in ready else "")
        style: Style = "primary" if place == order.drawn else ""
        buttons.append(Button(marked, data(scene, "d", TEXT[kind]), style=style))
    return in_rows(buttons, order.rows)


def barred(label: str, labels: LabelSet) -> str:
    """The label of a tile that may not go."""
    return f"{BARRED_SYMBOL if labels is LabelSet.SYMBOLS else BARRED}{label}"


def turn_rows(
    view: SeatView, scene: Scene, settings: Settings, *, worth: Mapping[Act, str], ready: frozenset[Kind]
) -> Keyboard:
    """The own turn: 胡 on top, what only this game has, the tiles, own kongs; never a tile in the last row."""
    acts = view.acts
    wins = [act for act in acts if act.verb == "h"]
    kongs = [act for act in acts if act.verb == "k"]
    further = [act for act in acts if act.verb not in "hkdx"]
    tiles = tile_rows(view, scene, settings, ready) if any(act.verb == "d" for act in acts) else ()
    return (
        *win_rows(wins, view, scene, worth),
        *rows_of([act_button(act, view, scene) for act in further], 2, Phone.PRIVATE),
        *tiles,
        *rows_of([act_button(act, view, scene) for act in kongs], 3, Phone.PRIVATE),
    )


def prompt_rows(view: SeatView, scene: Scene, *, worth: Mapping[Act, str]) -> Keyboard:
    """A question other than the turn: wins, then the rest, each kind of act in rows of its own."""
    acts = view.acts
    wins = [act for act in acts if act.verb == "h"]
    chows = [act for act in acts if act.verb == "c"]
    rest = [act for act in acts if act.verb not in "hcx"]
    most = 4 if view.kind is PromptKind.STAKE else 3
    return (
        *win_rows(wins, view, scene, worth),
        *rows_of([act_button(act, view, scene) for act in rest], most, Phone.PRIVATE),
        *rows_of([act_button(act, view, scene) for act in chows], 3, Phone.PRIVATE),
    )


def win_rows(wins: Sequence[Act], view: SeatView, scene: Scene, worth: Mapping[Act, str]) -> Keyboard:
    """胡, alone in its row, with what it brings where that is known."""
    rows: list[Row] = []
    for act in wins:
        label = act_label(act, view, scene.say)
        if act in worth:
            label = scene.say.button("button.with_worth", button=label, worth=worth[act])
        rows.append((Button(label, data(scene, act.text), style="success"),))
    return tuple(rows)


def pass_row(view: SeatView, scene: Scene) -> Row:
    """The way out of the question: 过, 不胡，过, 摸牌."""
    passing = next(act for act in view.acts if act.verb == "x")
    button = act_button(passing, view, scene)
    if view.kind is PromptKind.CHOW:
        return (button, Button(scene.say.button("button.no_chows"), data(scene, "ap", 2)))
    return (button,)


def bottom_row(scene: Scene, *, table: bool) -> Row:
    """The last row of a panel in which nothing has to be chosen: table or hand, ❓, ⋯."""
    swap = scene.say.button("button.show_hand" if table else "button.show_table")
    return (
        Button(swap, data(scene, "sw")),
        Button(scene.say.button("button.why"), data(scene, "ad")),
        Button(scene.say.button("button.more"), data(scene, "mo", 1)),
    )


def more_rows(
    scene: Scene, page: int, filter_now: str, *, table: bool = False, objections: bool = False
) -> Keyboard:
    """Behind ⋯, on two pages: everything that would otherwise need a typed command. The way back lies lowest.

    `table`: the reader had turned to the table, and comes back to it. `objections`: whether the table knows them.
    """
    turn = ("button.next", MORE_PAGES) if page < MORE_PAGES else ("button.previous", 1)
    turning = Button(scene.say.button(turn[0]), data(scene, "mo", turn[1]))
    back = Button(
        scene.say.button("button.show_table" if table else "button.show_hand"), data(scene, "mo", 0)
    )
    rows = _in_this_hand(scene, filter_now) if page < MORE_PAGES else _around_the_table(scene)
    if objections and page < MORE_PAGES:
        rows = [*rows, Button(scene.say.button("button.object"), data(scene, "mo", "q"))]
    return (*rows_of(rows, 2, Phone.PRIVATE), (back, turning))


def _in_this_hand(scene: Scene, filter_now: str) -> list[Button]:
    """What passes by itself (✓ what is so now), sorting, the way to the board, knocking, a pause."""
    say = scene.say
    filters = [
        Button(
            ("✓ " if number == filter_now else "") + say.button(f"button.filter.{number}"),
            data(scene, "ap", number),
        )
        for number in "0123"
    ]
    board = say.button("button.to_table")
    return [
        *filters,
        Button(say.button("button.sort"), data(scene, "hs")),
        Button(board, url=scene.board_link) if scene.board_link else Button(board, data(scene, "ta")),
        Button(say.button("button.knock"), data(scene, "zn")),
        Button(say.button("button.resume"), data(scene, "z", "g"))
        if scene.paused
        else Button(say.button("button.pause"), data(scene, "z")),
    ]


def _around_the_table(scene: Scene) -> list[Button]:
    """What is read and set, and the ways out."""
    say = scene.say
    return [
        Button(say.button("button.rules"), data(scene, "u")),
        Button(say.button("button.options"), data(scene, "o")),
        Button(say.button("button.settings"), page_data(0, "pr")),
        Button(say.button("button.how_it_works"), page_data(0, "he", 1)),
        Button(say.button("button.leave"), data(scene, "l")),
        Button(say.button("button.manage"), data(scene, "ki")),
    ]


def act_button(act: Act, view: SeatView, scene: Scene) -> Button:
    """One act of the open question."""
    style: Style = "success" if act.verb == "h" else ""
    return Button(act_label(act, view, scene.say), data(scene, act.text), style=style)


def act_label(act: Act, view: SeatView, say: Say) -> str:
    """What the button of an act is called."""
    if act.verb == "k" and view.kind in (PromptKind.TURN, PromptKind.DECLARE):
        pung = any(meld.kind is MeldKind.PUNG and meld.tile == act.tile for meld in view.own.melds)
        key = "button.kong_added" if pung else "button.kong_concealed"
        return say.button(key, tile=tile_name(act.tile, say))
    if act.verb == "x":
        wins = [other.text for other in view.acts if other.verb == "h"]
        verbs, unaided = frozenset(other.verb for other in view.acts), isinstance(view.public.game, Refereed)
        return say.button(_pass_key(view.kind, wins, verbs, unaided=unaided))
    return _act_label(act, view.public, say, kind=view.kind, verbs=frozenset())


def _act_label(
    act: Act, public: PublicView, say: Say, *, kind: PromptKind | None, verbs: frozenset[str]
) -> str:
    last = public.last
    match act.verb:
        case "c":
            return say.button("button.chow_run", run=run_label(chow_tiles(act, public)))
        case "p" if last is not None:
            return say.button("button.pung_tile", tile=tile_name(last.tile, say))
        case "k":
            return say.button("button.kong_tile", tile=tile_name(act.tile, say))
        case "h":
            return say.button(_WIN_KEYS.get(act.arg, "button.win"))
        case "x":
            return say.button(_pass_key(kind, (), verbs))
        case "r" if act.tiles:
            return say.button("button.declare_ready_discard", tile=tile_name(act.tile, say))
        case "s":
            return stake_words(act.arg, say)
        case "t":
            return say.button("button.void_suit", suit=say.plain(f"suit.{act.arg}"))
        case "f" if act.tiles:
            return say.button("button.lay_flower", tile=tile_name(act.tile, say))
        case "d":
            return tile_name(act.tile, say)
        case _:
            return say.button(_VERB_KEYS[act.verb])


_WIN_KEYS = {"g": "button.rob_gold", "t": "button.three_golds", "e": "button.eight_flowers"}
_VERB_KEYS = {
    "p": "button.pung",
    "r": "button.declare_ready",
    "m": "button.open_hand",
    "a": "button.abort",
    "f": "button.lay_flowers",
    "v": "button.reveal",
    "w": "button.withdraw",
}


def _pass_key(
    kind: PromptKind | None, wins: Sequence[str], verbs: frozenset[str], *, unaided: bool = False
) -> str:
    """How a pass reads: it says what is being let go, unless nobody is told whether there is anything."""
    special = {"h:g": "button.rob_gold_no", "h:t": "button.three_golds_no", "h:e": "button.eight_flowers_no"}
    if len(wins) == 1 and wins[0] in special:
        return special[wins[0]]
    match kind:
        case PromptKind.CLAIM | PromptKind.INTERCEPT | PromptKind.ROB | PromptKind.DECLARE if unaided:
            return "button.pass"
        case PromptKind.CHOW:
            return "button.draw"
        case PromptKind.FLOWER:
            return "button.flowers_done"
        case PromptKind.STAKE:
            return "button.stake_none"
        case PromptKind.TURN | PromptKind.DIVISION:
            return "button.not_yet" if wins else "button.pass"
        case PromptKind.DECLARE if not wins and verbs & {"m", "r"}:
            return "button.open_hand_no" if "m" in verbs else "button.declare_no"
        case _:
            return "button.pass_win" if wins else "button.pass"
