"""`ca`: what a hand would be worth, or why it may not win; typed in notation or put together with buttons.

The id is the game's place in the pickers (0: which game?). The arguments are the whole hand, so a button leads to one
hand for ever: field, hand, melds (`c3m` chow from 3m, `p` pung, `k` kong, `a` concealed kong), flowers, turned tile,
winning tile, `d` for the dealer. The fields: `h` hand, `c` `p` `k` `a` a meld, `f` flowers, `g` turned tile, `t`
winning tile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine.advice import waits_of
from engine.game import Game
from engine.games import games, search_games
from engine.holding import holding
from engine.melds import Meld, MeldKind, MeldTextError, parse_meld
from engine.options import OptionError, Options
from engine.result import CaseError, Result, SeatResult, Win, check_tiles
from engine.scoring import IllegalWin, Settlement
from engine.tiles import (
    FLOWERS,
    PLAYING_KINDS,
    TEXT,
    Kind,
    TileTextError,
    format_tiles,
    parse_tile,
    parse_tiles,
)
from engine.winning import shanten
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.pages.page import NotShown
from handlers.show.grid import grid
from handlers.show.keyboards import in_rows, rows_of
from handlers.show.labels import first_label_set, hand_words, tile_label, tile_name
from handlers.show.layout import TEXT as ROOM
from handlers.show.layout import Line, beside, fitted
from handlers.show.markup import Html, bold, join, lines
from handlers.show.names import quoted
from handlers.show.option_names import unknown_option, wrong_value
from handlers.show.outcome import from_key, items_line, reckoning
from handlers.show.texts import Say
from handlers.show.words import game_and_province, game_title, meld_words, points_row, turned_words

ME, DISCARDER = 1, 2
"""The seats of the winner and of the one whose tile it is; seat 0 deals unless the winner does."""
EXAMPLES = {16: "123456789m123p55s66s", 13: "123456789m55p66p"}
FIELDS = "hcpkaftg"
_MELD_KINDS = {
    "c": MeldKind.CHOW,
    "p": MeldKind.PUNG,
    "k": MeldKind.EXPOSED_KONG,
    "a": MeldKind.CONCEALED_KONG,
}
_MELD_LETTERS = {kind: letter for letter, kind in _MELD_KINDS.items()}


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to be scored."""

    game: Game
    hand: tuple[Kind, ...] = ()
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Kind, ...] = ()
    indicator: Kind | None = None
    tile: Kind | None = None
    dealer: bool = False
    options: Options = field(default_factory=Options)

    @property
    def size(self) -> int:
        """Tiles without the winning one, a meld counting as three."""
        return len(self.hand) + 3 * len(self.melds)


def blank(game: Game) -> Question:
    """No tile yet, all options as they are by default."""
    return Question(game, options=game.options())


# -- reading what was typed


def read_typed(words: Sequence[str]) -> Question | None:
    """`fuzhou 123m… 3s melds=555p,123m flowers=12f gold=7s dealer name=value`; None: no game is named.

    Without a winning tile, of a hand that has one tile too many the last one written wins. Raises NotShown.
    """
    if not words:
        return None
    found = search_games(words[0])
    if len(found) != 1:
        raise NotShown("refuse.unknown_game", text=quoted(words[0]), games=", ".join(games()))
    question = blank(found[0])
    rows = []
    for word in words[1:]:
        if "=" in word:
            question = _setting(question, *word.split("=", 1))
        elif word in ("dealer", "庄", "莊"):
            question = replace(question, dealer=True)
        else:
            rows.append(word)
    return _tiles(question, rows)


def _setting(question: Question, name: str, value: str) -> Question:
    try:
        match name:
            case "melds":
                return replace(question, melds=tuple(_melded(text) for text in value.split(",") if text))
            case "flowers":
                return replace(question, flowers=parse_tiles(value))
            case "gold":
                return replace(question, indicator=parse_tile(value))
            case _:
                return replace(question, options=question.options.with_text(name, value))
    except (MeldTextError, TileTextError):
        raise NotShown("refuse.tiles", text=quoted(value)) from None
    except OptionError:
        known = question.options.schema()
        more = ("melds", "flowers", "gold")
        key, params = (
            wrong_value(name, known[name]) if name in known else unknown_option(name, known, more=more)
        )
        raise NotShown(key, **params) from None


def _melded(text: str) -> Meld:
    """A meld whose source is not told comes from the seat before."""
    meld = parse_meld(text)
    return replace(meld, source=0) if meld.is_open and meld.source is None else meld


def _tiles(question: Question, rows: Sequence[str]) -> Question:
    """The hand, and behind it the winning tile."""
    try:
        parsed = [parse_tiles(row) for row in rows]
    except TileTextError:
        raise NotShown("refuse.tiles", text=quoted(" ".join(rows))) from None
    if not parsed:
        return question
    hand = tuple(sorted(kind for row in parsed for kind in row))
    question = replace(question, hand=hand)
    if question.size == question.game.hand_size + 1:
        tile = _last_written(rows[-1])
        at = hand.index(tile)
        return replace(question, hand=hand[:at] + hand[at + 1 :], tile=tile)
    return question


def _last_written(row: str) -> Kind:
    """The tile at the end of a row: 7s of 123m77s."""
    text = "".join(row.split())
    return parse_tile(text[-2] + text[-1])


# -- scoring


@dataclass(frozen=True, slots=True)
class Way:
    """A win by self-draw or on a discard: its settlement, or why it is none."""

    source: int | None
    settlement: Settlement | None = None
    reason: str = ""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What the hand comes to."""

    ways: tuple[Way, ...] = ()
    waits: tuple[tuple[Kind, int | None, int | None], ...] = ()
    """Waiting tiles with what each pays on a self-draw and what the discarder pays."""
    away: int | None = None
    """Tiles missing until the hand is ready."""
    surplus: Kind | None = None
    """A tile that the game has not, or not so often."""
    impossible: str = ""
    """What else no hand can be."""


def calculate(question: Question) -> Found:
    """Score the hand; what is missing is said as far as it can be known."""
    seat = SeatResult(question.hand, question.melds, question.flowers)
    base = _base(question, seat)
    surplus = _surplus(question)
    if surplus is not None:
        return Found(surplus=surplus)
    try:
        check_tiles(base)
        if question.tile is not None:
            return Found(ways=tuple(_way(base, question.tile, source) for source in (None, DISCARDER)))
        if question.size != question.game.hand_size:
            return Found()
        waits = waits_of(question.game, question.options, seat, question.indicator, number=ME, base=base)
    except (CaseError, LookupError) as error:
        return Found(impossible=str(error).strip("'\""))
    if waits:
        return Found(waits=tuple((wait.tile, wait.self_draw, wait.discard) for wait in waits))
    return Found(away=max(_missing(question), 1))


def _surplus(question: Question) -> Kind | None:
    lying = _lying(question)
    return next((k for k in lying if lying.count(k) > question.game.tiles.copies[k]), None)


def _lying(question: Question) -> list[Kind]:
    """Every tile of the question, wherever it lies."""
    single = [kind for kind in (question.indicator, question.tile) if kind is not None]
    return [*SeatResult(question.hand, question.melds, question.flowers).tiles(), *single]


def _missing(question: Question) -> int:
    """Tiles that are missing until sets and a pair are ready."""
    wilds = frozenset() if question.indicator is None else frozenset({question.indicator})
    keys, wild = holding(question.hand, wilds)
    return shanten(keys, question.game.sets - len(question.melds), wild)


def _base(question: Question, seat: SeatResult) -> Result:
    none = SeatResult()
    dealer = ME if question.dealer else 0
    return Result(
        question.game,
        question.options,
        dealer,
        (none, seat, none, none),
        streak=question.game.first_streak,
        east=dealer,
        indicator=question.indicator,
    )


def _way(base: Result, tile: Kind, source: int | None) -> Way:
    try:
        won = replace(base, wins=(Win(ME, tile, source),))
        return Way(source, base.game.settle(won), result=won)
    except IllegalWin as refusal:
        return Way(source, reason=str(refusal))


# -- saying it

_REASONS = (
    (r"no winning shape|not complete|no hand to win with", "shape"),
    (r"tiles? (with|instead of|, not)|has \d+ tiles", "size"),
    (r"passport", "passport"),
    (r"needs a fan", "fan"),
    (r"no reading has", "tai"),
    (r"discarded gold|discarded \d[mpsz]", "wild_discard"),
    (r"gold never lies|never melded", "wild_melded"),
    (r"self-draws? only|only self-draws|on a discard where only", "self_draw"),
    (r"flower", "flower"),
    (r"chow", "chow"),
    (r"must kong|could be konged", "kong_first"),
)
_CLAUSE = re.compile(r"\b(?:FZ|FD|LG|Q|Y|GY|JX)-\d+(?:\.\d+)?")


def reason_words(reason: str, say: Say) -> Html:
    """Why a hand may not win, in the reader's words where they are known, with the rulebook's clause."""
    clause = _CLAUSE.search(reason)
    name = next((name for pattern, name in _REASONS if re.search(pattern, reason)), "")
    words = (
        say(f"calc.why.{name}")
        if name
        else say("calc.why.other", reason=_CLAUSE.sub("", reason).strip(": ()"))
    )
    return say("calc.with_clause", reason=words, clause=clause.group()) if clause else words


def answer(question: Question, say: Say, *, at: str = "h") -> Message:
    """The hand, what it comes to, and the buttons to change it."""
    found = calculate(question)
    text = [Line(bold(say("calc.title", game=game_title(question.game, say)))), *_hand_lines(question, say)]
    if question.hand or question.melds:
        text += [
            Line(line, gap=number == 0) for number, line in enumerate(_found_lines(question, found, say))
        ]
    else:
        text.append(Line(say("calc.hand", example=_code(EXAMPLES[question.game.hand_size]))))
        text.append(Line(say("calc.typed", example=_code(_typed_example(question.game))), 1, gap=True))
    typed = question.options != question.game.options()
    return Message(fitted(text, ROOM), () if typed else _keyboard(question, at, say))


def _typed_example(game: Game) -> str:
    return f"/calc {game.id} {EXAMPLES[game.hand_size]} 5s"


def _code(text: str) -> Html:
    return Html(f"<code>{text}</code>")


def _hand_lines(question: Question, say: Say) -> list[Line]:
    wilds = () if question.indicator is None else (question.indicator,)
    hand = hand_words(question.hand, say, wilds=wilds)
    if question.tile is not None:
        hand = join([hand, hand_words([question.tile], say, wilds=wilds)], " ＋ ")
    melds = beside(meld_words(meld, say) for meld in question.melds)
    flowers = " ".join(tile_name(kind, say) for kind in question.flowers)
    gold = ""
    if question.indicator is not None:
        gold = turned_words(question.game, tile_name(question.indicator, say), say)
    labelled = [
        ("", hand),
        ("calc.melds", melds),
        ("calc.flowers", flowers),
        ("", gold),
        ("", say("calc.dealer") if question.dealer else ""),
    ]
    return [
        Line(say("card.item", what=say.plain(key), value=value) if key else value)
        for key, value in labelled
        if value
    ]


def _found_lines(question: Question, found: Found, say: Say) -> list[Html]:
    if found.surplus is not None:
        number = question.game.tiles.copies[found.surplus]
        return [say.plural("calc.surplus", number, tile=tile_name(found.surplus, say))]
    if found.impossible:
        return [say("calc.impossible", reason=found.impossible)]
    if found.ways:
        return _way_lines(question, found.ways, say)
    if found.waits:
        return [say("calc.ready"), *_wait_lines(found.waits, say)]
    if found.away is not None:
        return [say("calc.not_complete"), say("advice.away", n=found.away)]
    return [say("calc.count", n=question.size, of=question.game.hand_size)]


def _way_lines(question: Question, ways: Sequence[Way], say: Say) -> list[Html]:
    """Both ways; if neither is one and for the same reason, that reason once."""
    reasons = {way.reason for way in ways}
    if len(reasons) == 1 and "" not in reasons:
        return [say("calc.not_allowed", reason=reason_words(reasons.pop(), say))]
    return [_way_line(way, _names(question, way, say), say) for way in ways]


def _way_line(way: Way, table: Sequence[str], say: Say) -> Html:
    head = bold(say("calc.self_drawn") if way.source is None else say("calc.discard"))
    if way.settlement is None or way.result is None:
        return lines([head, say("calc.not_allowed", reason=reason_words(way.reason, say))])
    why = reckoning(way.result, way.settlement, 0, say)
    paid = sorted(zip(table, way.settlement.payments, strict=True), key=lambda entry: -entry[1])
    return lines([head, items_line(why.items, say), why.arithmetic, points_row(paid, say)])


def _names(question: Question, way: Way, say: Say) -> list[str]:
    """The seats by what they are in this win."""
    table = [say.plain("calc.seat", seat=seat + 1) for seat in range(4)]
    table[ME] = say.plain("calc.seat_me")
    if not question.dealer:
        table[0] = say.plain("calc.seat_dealer")
    if way.source is not None:
        table[way.source] = say.plain(from_key(question.game, say), name=table[way.source])
    return table


def _wait_lines(waits: Sequence[tuple[Kind, int | None, int | None]], say: Say) -> list[Html]:
    """A line for all tiles that pay alike."""

    def worth(points: int | None) -> str:
        return "–" if points is None else str(points)

    alike: dict[tuple[int | None, int | None], list[Kind]] = {}
    for tile, drawn, discard in waits:
        alike.setdefault((drawn, discard), []).append(tile)
    return [
        say("calc.wait", tiles=hand_words(kinds, say), drawn=worth(drawn), discard=worth(discard))
        for (drawn, discard), kinds in alike.items()
    ]


# -- buttons


def which_game(say: Say) -> Message:
    """The seven games as buttons."""
    picks = [Button(game_and_province(game, say), page_data(game.order, "ca")) for game in games().values()]
    return Message(say("new.which_game"), rows_of(picks, 3))


def pressed(number: int, args: tuple[str, ...], say: Say) -> Message:
    """What a button leads to; raises NotShown for what no button says."""
    game = next((game for game in games().values() if game.order == number), None)
    if game is None:
        return which_game(say)
    try:
        at, question = _read(game, args)
    except (TileTextError, MeldTextError, ValueError):
        raise NotShown("refuse.page_moved") from None
    return answer(question, say, at=at)


def _read(game: Game, args: tuple[str, ...]) -> tuple[str, Question]:
    at, hand, melds, flowers, gold, tile, flags = (*args, *[""] * 7)[:7]
    if at and at not in FIELDS:
        raise ValueError(at)
    if len(melds) % 3:
        raise MeldTextError(melds)
    found = tuple(_read_meld(melds[start : start + 3]) for start in range(0, len(melds), 3))
    return at or "h", Question(
        game,
        parse_tiles(hand),
        found,
        parse_tiles(flowers),
        parse_tile(gold) if gold else None,
        parse_tile(tile) if tile else None,
        flags == "d",
        game.options(),
    )


def _read_meld(text: str) -> Meld:
    kind, tile = _MELD_KINDS.get(text[0]), parse_tile(text[1:])
    if kind is None or (kind is MeldKind.CHOW and (tile >= 27 or tile % 9 > 6)) or tile >= PLAYING_KINDS:
        raise MeldTextError(text)
    return Meld(kind, tile, None if kind is MeldKind.CONCEALED_KONG else 0)


def data(question: Question, at: str) -> str:
    """The data of a button that leads to this hand; raises ValueError when it is too long."""
    melds = "".join(f"{_MELD_LETTERS.get(meld.kind, 'k')}{TEXT[meld.tile]}" for meld in question.melds)
    gold = "" if question.indicator is None else TEXT[question.indicator]
    tile = "" if question.tile is None else TEXT[question.tile]
    args = [at, format_tiles(question.hand), melds, format_tiles(question.flowers), gold, tile]
    return page_data(question.game.order, "ca", *args, "d" if question.dealer else "")


def _keyboard(question: Question, at: str, say: Say) -> Keyboard:
    """The tiles of a field, what undoes and switches, the fields. A full hand goes on to its winning tile."""
    if at in "hcpka" and question.size >= question.game.hand_size and question.tile is None:
        at = "t"
    kinds = _kinds(question, at)
    labels = first_label_set(say)
    tiles = [
        button
        for kind in kinds
        if (button := _button(tile_label(kind, labels, say), _with(question, at, kind), at))
    ]
    small = [
        _button(say.button("button.calc.undo"), *_without(question, at)),
        _button(
            say.button("button.calc.not_dealer" if question.dealer else "button.calc.dealer"),
            replace(question, dealer=not question.dealer),
            at,
        ),
        Button(say.button("button.calc.clear"), page_data(question.game.order, "ca")),
        Button(say.button("button.calc.game"), page_data(0, "ca")),
    ]
    fields = [
        _button(say.button(f"button.calc.{code}"), question, code) for code in _fields(question) if code != at
    ]
    rows = [
        *in_rows(tiles, grid(len(tiles))),
        tuple(b for b in small if b),
        *rows_of([b for b in fields if b], 4),
    ]
    return tuple(row for row in rows if row)


def _button(text: str, question: Question, at: str) -> Button | None:
    try:
        return Button(text, data(question, at))
    except ValueError:
        return None


def _fields(question: Question) -> str:
    """The fields that the game has."""
    absent = ""
    if "chow" not in question.game.claims:
        absent += "c"
    if not question.game.bonus and not any(question.game.tiles.copies[kind] for kind in FLOWERS):
        absent += "f"
    return "".join(code for code in FIELDS if code not in absent)


def _kinds(question: Question, at: str) -> list[Kind]:
    """The tiles that may still be added to the field."""
    game = question.game
    lying = _lying(question)
    left = [game.tiles.copies[kind] - lying.count(kind) for kind in range(len(game.tiles.copies))]
    laid = [kind for kind in game.tiles.kinds if kind in game.bonus or kind >= PLAYING_KINDS]
    playing = [kind for kind in game.tiles.kinds if kind not in laid]
    room = game.hand_size - question.size
    wanted: dict[str, tuple[Sequence[Kind], Callable[[Kind], bool]]] = {
        "h": (playing, lambda kind: left[kind] > 0 and room > 0),
        "c": ([k for k in playing if k < 27 and k % 9 < 7], lambda k: min(left[k : k + 3]) > 0 and room >= 3),
        "p": (playing, lambda kind: left[kind] >= 3 and room >= 3),
        "k": (playing, lambda kind: left[kind] >= 4 and room >= 3),
        "a": (playing, lambda kind: left[kind] >= 4 and room >= 3),
        "f": (laid, lambda kind: left[kind] > 0),
        "t": (playing, lambda kind: left[kind] > 0 or question.tile == kind),
        "g": (playing, lambda kind: left[kind] > 0 or question.indicator == kind),
    }
    kinds, fits = wanted[at]
    return [kind for kind in kinds if fits(kind)]


def _with(question: Question, at: str, kind: Kind) -> Question:
    match at:
        case "h":
            return replace(question, hand=tuple(sorted((*question.hand, kind))))
        case "f":
            return replace(question, flowers=tuple(sorted((*question.flowers, kind))))
        case "g":
            return replace(question, indicator=kind)
        case "t":
            return replace(question, tile=kind)
        case _:
            meld = Meld(_MELD_KINDS[at], kind, None if at == "a" else 0)
            return replace(question, melds=(*question.melds, meld))


def _without(question: Question, at: str) -> tuple[Question, str]:
    """The question before the last tile of this field, and its field; before the winning tile comes the hand."""
    match at:
        case "t" if question.tile is not None:
            return replace(question, tile=None), at
        case "h" | "t":
            return replace(question, hand=question.hand[:-1]), "h"
        case "f":
            return replace(question, flowers=question.flowers[:-1]), at
        case "g":
            return replace(question, indicator=None), at
        case _:
            return replace(question, melds=question.melds[:-1]), at
