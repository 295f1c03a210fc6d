"""The table in words: who sits where, what has happened, what may be done, what it is for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

from engine.actions import Act, Event
from engine.game import Game
from engine.melds import KONGS, Meld, MeldKind
from engine.options import Choice, Options, Value, show
from engine.prompts import PromptKind
from engine.referee.docket import judgement_of
from engine.referee.game import Refereed
from engine.scoring import Transfer
from engine.tiles import EAST, Kind, parse_tile
from engine.views import PublicSeat, PublicView, SeatView, ShownMeld
from handlers.show.judged import clause_words
from handlers.show.labels import run_name, tile_name, tile_names
from handlers.show.layout import beside, row
from handlers.show.markup import Html, escape, join, moment
from handlers.show.names import marked, told_apart
from handlers.show.scene import Scene
from handlers.show.texts import Say, signed

Names = tuple[str, ...]
"""Of the four seats, as the reader's language shows them; not escaped."""

SINCE = 6
"""Events that the line `since your last act` holds."""
STEPS = (
    5,
    8,
    10,
    15,
    20,
    30,
    45,
    60,
    90,
    120,
    180,
    300,
    600,
    1800,
    3600,
    2 * 3600,
    4 * 3600,
    8 * 3600,
    12 * 3600,
)
"""Seconds to which the time left is rounded up."""
_PUBLISHED = frozenset(
    {
        *("discard", "chow", "pung", "exposed_kong", "adding", "added_kong", "win", "drawn"),
        *("declare", "stake", "void_suit", "bound", "late_kong"),
        *("announced", "withdrawn", "judged", "returned"),
    }
)
"""With these events everything before them lies open for all; what comes after waits for the next one."""
_TOLD = _PUBLISHED - {"adding", "drawn"} | {"concealed_kong"}
_QUESTION = re.compile("[：:，,；;（(]")
"""Where an option's name ends and what is asked about it begins."""
_CLAIMS = frozenset({"chow", "pung", "exposed_kong", "added_kong", "concealed_kong"})


# -- who and what


def names(scene: Scene, game: Game | None = None, say: Say | None = None) -> Names:
    """The names of the seats; a computer without one has a dish of the town, a free seat its number."""
    say = say or scene.say
    return told_apart([_name(scene, seat, game, say) for seat in range(4)])


def _name(scene: Scene, seat: int, game: Game | None, say: Say) -> str:
    chair = scene.chairs[seat]
    if chair.computer and not chair.name:
        return computer_name(say, game, seat)
    return say.name(chair.name) if chair.taken else say.plain("picture.seat", seat=seat + 1)


def computer_name(say: Say, game: Game | None, seat: int) -> str:
    """What the computer on this seat is called: a dish of the game's town."""
    key = "computer.any" if game is None or f"computer.{game.id}" not in say else f"computer.{game.id}"
    return marked(say.words(key)[seat], say.plain("computer.sign"))


def game_name(game: Game, say: Say) -> str:
    """福州, Fuzhou: short, for headers."""
    return say.term(f"game.{game.id}", zh=game.name, en=game.english)


def game_title(game: Game, say: Say) -> Html:
    """福州麻将（福建）, so that nobody takes it for the other Fuzhou."""
    return say(
        "game.title",
        game=say.term(f"game.full.{game.id}", zh=game.name, en=game.english),
        province=say.term(f"game.province.{game.id}", zh=game.province, en=game.english_province),
    )


def game_and_province(game: Game, say: Say) -> str:
    """福州（福建）: short and not to be taken for the other, for buttons and lists to choose from."""
    name = game_name(game, say)
    province = say.term(f"game.province.{game.id}", zh=game.province, en=game.english_province)
    return name if province in name else say.plain("game.title", game=name, province=province)


def wind_of(public: PublicView, seat: int) -> int:
    """0 East … 3 North."""
    return (seat - public.east) % 4


def deadline_words(scene: Scene) -> Html:
    """The time that is left, counted down by the reader's own client; empty without a clock.

    What old clients show is rounded up to a full step, so that a text rendered again a moment later is the same.
    """
    if scene.due_at is None:
        return Html()
    left = max(0, scene.due_at - scene.now + 500) // 1000
    return scene.say.deadline(scene.due_at // 1000, next((step for step in STEPS if step >= left), left))


def with_deadline(line: str, scene: Scene) -> Html:
    """The line with the time that is left: a client says `in 14 seconds` or `3 seconds ago`, we say of what."""
    time = Html() if scene.paused else deadline_words(scene)
    return beside([line, scene.say("time.up", time=time) if time else ""])


def hand_count(public: PublicView, scene: Scene) -> Html:
    """Which hand of the match this is, with what the game counts beside: 连庄, or 令."""
    say, match = scene.say, public.match
    number = f"{match.hand}/{scene.hands}" if scene.hands else str(match.hand)
    if public.game.rounds_count:
        return say("board.hand_wind", wind=say.plain(f"wind.{match.round_wind - EAST}"), hand_no=number)
    if match.streak > public.game.first_streak:
        return say("board.hand_streak", hand_no=number, streak=match.streak)
    return say("board.hand", hand_no=number)


def expected(public: PublicView) -> int | None:
    """The seat that acts next as far as everybody may know: the one after the last discard, unless it claims."""
    if public.over or public.opening is not None or (public.last is not None and public.last.robbing):
        return None
    return public.turn if public.last is None else (public.last.seat + 1) % 4


def points_row(points: Iterable[tuple[str, int]], say: Say) -> Html:
    """Sofia +42　林姨 +6　Tom −12."""
    return row(say("card.seat_points", name=name, points=signed(value)) for name, value in points)


def by_points(table: Names, points: Sequence[int]) -> list[tuple[str, int]]:
    """Names with points, the highest first."""
    return sorted(zip(table, points, strict=True), key=lambda entry: -entry[1])


def when(at: int) -> Html:
    """An instant in each reader's own zone; old clients show it in UTC."""
    return moment(at // 1000, datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M"))


def place_of(points: int, everybody: Sequence[int]) -> int:
    """The place from 1 that these points have among everybody's; equal points share one."""
    return 1 + sum(other > points for other in everybody)


def totals(public: PublicView) -> tuple[int, int, int, int]:
    """Where everybody stands in the match, this hand included once it is settled."""
    before = public.match.totals
    paid = public.settlement.payments if public.settlement else (0, 0, 0, 0)
    return (before[0] + paid[0], before[1] + paid[1], before[2] + paid[2], before[3] + paid[3])


def states(shown: PublicSeat, public: PublicView, table: Names, say: Say) -> list[Html]:
    """What lies open of a seat beside its tiles: 报听, 明打, 站胡, 押 3, 缺万, 与 Sofia 互包."""
    game = public.game
    told = [say(key) for word, key in _DECLARED_STATES.items() if word in shown.declared]
    if "open" in shown.declared:  # with a referee it is no 明打: a hand was shown that does not win
        told.append(say("state.shown" if isinstance(game, Refereed) else "state.open"))
    if "standing" in shown.declared:
        told.append(escape(term(game, "standing", "state.standing", say)))
    if shown.stake:
        told.append(staked_words(shown.stake, public, say))
    for mark in shown.marks:
        word, _, argument = mark.partition(":")
        if word == "void_suit":
            told.append(say("state.void_suit", suit=say.plain(f"suit.{argument}")))
        elif word == "bound":
            told.append(say("state.bound", name=table[int(argument)]))
        elif word == "locked":
            told.append(say("state.locked", tile=tile_name(parse_tile(argument), say)))
    return told


_DECLARED_STATES = {"ready": "state.declared"}


# -- melds, acts, events


def turned_words(game: Game, tile: str, say: Say) -> Html:
    """金 7条, 财神 7条: the tile that names the wilds."""
    return say("board.caishen" if game.wild_word == "caishen" else "board.gold", tile=tile)


def meld_words(meld: ShownMeld | Meld, say: Say) -> str:
    """碰 9条, or 暗杠 where its tile is not to be seen."""
    open_tiles = [tile for tile in meld.tiles if tile is not None]
    if meld.kind is MeldKind.CHOW:
        return say.plain("meld.chow", tiles=run_name(open_tiles, say))
    if meld.kind is MeldKind.CONCEALED_KONG:
        if not open_tiles:
            return say.plain("meld.kong_hidden")
        return say.plain("meld.kong_concealed", tile=tile_name(open_tiles[0], say, short=True))
    key = "meld.kong" if meld.kind in KONGS else "meld.pung"
    return say.plain(key, tile=tile_name(open_tiles[0], say, short=True))


def chow_tiles(act: Act, public: PublicView) -> tuple[Kind, ...]:
    """The run of a chow: named by its lowest tile, or by the two tiles from the hand."""
    if len(act.tiles) == 2 and public.last is not None:
        return tuple(sorted((*act.tiles, public.last.tile)))
    return (act.tile, act.tile + 1, act.tile + 2)


def act_words(act: Act, view: SeatView, say: Say) -> str:
    """What may be done, or was chosen: 碰 5万, 吃 3·4·5万, 过."""
    last = view.public.last
    match act.verb:
        case "c":
            return say.plain("act.chow", tiles=run_name(chow_tiles(act, view.public), say))
        case "p" if last is not None:
            return say.plain("act.pung", tile=tile_name(last.tile, say))
        case "k":
            return say.plain("act.kong", tile=tile_name(act.tile, say))
        case "h":
            return say.plain(WAYS.get(act.arg, "act.win"))
        case "x":
            return say.plain("act.draw" if view.kind is PromptKind.CHOW else "act.pass")
        case "d":
            return say.plain("act.discard")
        case "r":
            return say.plain("act.declare_ready")
        case "m":
            return say.plain("button.open_hand")
        case "s":
            return stake_words(act.arg, say)
        case "t":
            return say.plain("button.void_suit", suit=say.plain(f"suit.{act.arg}"))
        case "f" if act.tiles:
            return say.plain("button.lay_flower", tile=tile_name(act.tile, say))
        case "v" | "w" | "f":
            return say.plain(
                {"v": "button.reveal", "w": "button.withdraw", "f": "button.lay_flowers"}[act.verb]
            )
        case _:
            return say.plain("button.abort" if act.verb == "a" else "act.other")


WAYS = {"g": "act.rob_gold", "t": "act.three_golds", "e": "act.eight_flowers"}


def staked_words(points: int, public: PublicView, say: Say) -> Html:
    """押 3 底: a stake that lies, in the unit in which it was chosen."""
    return say("state.stake", n=points // base_of(public))


def base_of(public: PublicView) -> int:
    """What one 底 is worth."""
    return int(getattr(public.options, "base", 1))


def stake_words(arg: str, say: Say) -> str:
    """押 3 底, 不押."""
    return say.plain("button.stake_none") if arg in ("", "0") else say.plain("button.stake", n=int(arg))


def event_words(event: Event, table: Names, say: Say) -> Html:
    """One event: 林姨 碰 5万. Nothing for an event that is not told."""
    name = table[event.seat] if event.seat >= 0 else ""
    tile = tile_name(event.tiles[0], say, short=True) if event.tiles else ""
    match event.name:
        case "discard":
            return say("event.discard", name=name, tile=tile)
        case "chow":
            return say("event.chow", name=name, tiles=run_name(event.tiles, say))
        case "pung":
            return say("event.pung", name=name, tile=tile)
        case "exposed_kong":
            return say("event.kong_open", name=name, tile=tile)
        case "adding" | "added_kong":
            return say("event.kong_added", name=name, tile=tile)
        case "concealed_kong" if tile:
            return say("event.kong_concealed_tile", name=name, tile=tile)
        case "concealed_kong":
            return say("event.kong_concealed", name=name)
        case "declare" if event.arg in DECLARED:
            return say(DECLARED[event.arg], name=name)
        case "stake":
            return join([name, stake_words(event.arg, say)], " ")
        case "void_suit":
            return say("event.void_suit", name=name, suit=say.plain(f"suit.{event.arg}"))
        case "bound":
            return say("event.bound", name=name, other=table[event.other])
        case "late_kong":
            return say("event.late_kong", name=name, tile=tile)
        case "turned":
            return say("event.turned", tile=tile)
        case "judged":
            return say("event.judged", name=name, what=clause_words(judgement_of(event).clause, say))
        case "announced" | "withdrawn" | "returned":
            return say(_UNAIDED[event.name], name=name)
        case "win":
            return say("event.win", name=name, tile=tile)
        case _:
            return Html()


_UNAIDED = {"announced": "event.announced", "withdrawn": "event.withdrawn", "returned": "event.returned"}
DECLARED = {"ready": "event.declared", "open": "event.open_hand", "standing": "event.stands"}


def since(log: Sequence[Event], seat: int) -> list[Event]:
    """What everybody has seen since the seat's own last act, at most six events, oldest first."""
    seen = log[: max((at + 1 for at, event in enumerate(log) if event.name in _PUBLISHED), default=0)]
    told = [
        event
        for event, after in zip_longest(seen, seen[1:])
        if event.name in _TOLD and not told_by_judgement(event, after)
    ]
    own = max((at + 1 for at, event in enumerate(told) if event.seat == seat), default=0)
    return told[own:][-SINCE:]


def told_by_judgement(event: Event, after: Event | None) -> bool:
    """Whether a judgement beside it says as much: that a hand lies open which does not win, that a seat stands."""
    if event.name != "declare":
        return False
    judged = after is not None and after.name == "judged" and after.seat == event.seat
    return event.arg == "standing" or (event.arg == "open" and judged)


def events_row(events: Sequence[Event], table: Names, say: Say) -> Html:
    """Wei 打 5万 · 林姨 碰 5万 打 9条: a claim and its discard are told as one."""
    told: list[Html] = []
    before: Event | None = None
    for event in events:
        words = event_words(event, table, say)
        if before and before.name in _CLAIMS and event.name == "discard" and event.seat == before.seat:
            tile = tile_name(event.tiles[0], say, short=True)
            told[-1] = say("event.then_discard", event=told[-1], tile=tile)
        elif words:
            told.append(words)
        before = event
    return join(told, " · ")


# -- points


def worth_words(paid: Mapping[int, int], table: Names, say: Say) -> str:
    """What a win brings, for its button: 每家 36, Wei 给 18, else the sum. `paid`: points by payer."""
    if not paid:
        return ""
    if len(paid) == 1:
        payer, points = next(iter(paid.items()))
        return say.plain("worth.from", name=table[payer], points=points)
    if len(paid) == 3 and len(set(paid.values())) == 1:
        return say.plain("worth.each", points=next(iter(paid.values())))
    return say.plain("worth.sum", points=signed(sum(paid.values())))


def term(game: Game, code: str, key: str, say: Say) -> str:
    """A code in words: as this game calls it, else what the catalogue has under `key`."""
    own: Mapping[str, tuple[str, str]] = {**game.words, **getattr(game, "reasons", {})}
    if code in own:
        zh, en = own[code]
        return say.hand_name(f"{key}.{game.id}", zh=zh, en=en)
    return say.plain(key) if key in say else code.replace("_", " ")


def reasons(transfers: Iterable[Transfer]) -> dict[tuple[int, str], dict[int, int]]:
    """What each receiver gets for each reason: payer → amount, in the order of the settlement."""
    table: dict[tuple[int, str], dict[int, int]] = {}
    for transfer in transfers:
        payers = table.setdefault((transfer.receiver, transfer.reason), {})
        payers[transfer.payer] = payers.get(transfer.payer, 0) + transfer.amount
    return table


# -- options


def option_name(name: str, known: Choice, say: Say) -> str:
    """What an option is about."""
    text = say.term(f"option.{name}", zh=known.zh, en=known.en)
    return text[:1].upper() + text[1:]


def option_short(name: str, known: Choice, say: Say) -> str:
    """An option's name without its question: 乌骨鸡, where 乌骨鸡：八筒也是鸡，分数双倍 is asked."""
    return _QUESTION.split(option_name(name, known, say), maxsplit=1)[0].rstrip()


def option_value(name: str, known: Choice, value: Value, say: Say) -> str:
    """A value of an option as people read it."""
    if f"option.{name}.{show(value)}" in say:
        return say.plain(f"option.{name}.{show(value)}")
    if show(value) in known.names or str(value) in known.names:
        zh, en = known.names.get(show(value)) or known.names[str(value)]
        return say.term("", zh=zh, en=en)
    if isinstance(value, bool) or value in ("on", "off"):
        return say.plain("option.on" if value in (True, "on") else "option.off")
    return show(value)


def changed_options(options: Options) -> list[tuple[str, Choice, Value]]:
    """The options that differ from their defaults and are in force."""
    schema = options.schema()
    found = [(name, known, options.get(name)) for name, known in schema.items()]
    return [
        (name, known, value)
        for name, known, value in found
        if value != known.default and in_force(options, known)
    ]


def in_force(options: Options, known: Choice) -> bool:
    """Whether the option on which this one depends has the value that makes it count."""
    name, equals, value = known.when.partition("=")
    return not equals or show(options.get(name)) == value


# -- answers


def answer_text(key: str, params: Mapping[str, Any], table: Names, say: Say) -> str:
    """The text of an answer whose parameters are the core's: seats, kinds and stakes as numbers."""
    filled: dict[str, str | int] = {}
    for name, value in params.items():
        match name:
            case "seat" | "by" if isinstance(value, int):
                filled["name"] = table[value]
                filled[name] = value + 1
            case "tile" | "chicken" if isinstance(value, int):
                filled[name] = tile_name(value, say)
            case "tiles" if not isinstance(value, str):
                filled[name] = run_name(value, say) if _is_run(value) else tile_names(value, say)
            case "stake":
                filled["n"] = int(value)
            case _:
                filled[name] = value
    return say.plain(key, **filled)


def _is_run(kinds: Sequence[Kind]) -> bool:
    return len(kinds) == 3 and len(set(kinds)) == 3
