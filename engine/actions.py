"""What seats do and what happens: acts, actions, events, each with a text or JSON form that round-trips.

An act's text is also the tail of a button: `d:5m`, `c:3m`, `p`, `k:5m`, `h`, `h:g`, `x`.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from engine.records import quick
from engine.tiles import TEXT, Kind, TileTextError, parse_tile

HOST = -1
"""The seat of the host's own actions."""

VERBS = {
    "d": "discard",
    "c": "chow",
    "p": "pung",
    "k": "kong",
    "x": "pass",
    "h": "win",
    "r": "ready",
    "m": "open",
    "s": "stake",
    "t": "void_suit",
    "a": "abort",
    "f": "flowers",
    "v": "reveal",
    "w": "withdraw",
    "q": "object",
    "close": "close",
    "hold": "hold",
    "lapse": "lapse",
}
WAYS = {"": "plain", "g": "rob_gold", "t": "three_golds", "e": "eight_flowers"}
"""How a win can be had: the argument of `h`."""

_WITH_TILES = frozenset("dckrfw")


class ActTextError(ValueError):
    """A text that is no act."""


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """One possible answer to a prompt. Acts are interned: the same text is the same object."""

    verb: str
    """A key of VERBS."""
    tiles: tuple[Kind, ...]
    arg: str
    """Way of a win, or the number of the question it answers late; stake in bases; suit letter; an objection."""

    @property
    def tile(self) -> Kind:
        return self.tiles[0]

    @property
    def text(self) -> str:
        argument = "".join(TEXT[tile] for tile in self.tiles) or self.arg
        return f"{self.verb}:{argument}" if argument else self.verb

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return (parse_act, (self.text,))


@cache
def make_act(verb: str, *tiles: Kind, arg: str = "") -> Act:
    """The act of this verb; the only place where acts are made."""
    return Act(verb, tiles, arg)


@lru_cache(maxsize=4096)
def parse_act(text: str) -> Act:
    """The act that `text` names; raises ActTextError."""
    verb, colon, argument = text.partition(":")
    if verb not in VERBS or (colon and not argument):
        raise ActTextError(f"no act: {text!r}")
    if not argument:
        return make_act(verb)
    if verb not in _WITH_TILES:
        return make_act(verb, arg=argument)
    try:
        tiles = [parse_tile(argument[at : at + 2]) for at in range(0, len(argument), 2)]
    except TileTextError:
        raise ActTextError(f"no act: {text!r}") from None
    return make_act(verb, *tiles)


def claimed_with(act: Act, tile: Kind) -> tuple[Kind, ...]:
    """The tiles from the hand that a pung, kong or chow of `tile` uses; a chow names them, or its lowest tile."""
    if act.verb != "c":
        return (tile,) * (3 if act.verb == "k" else 2)
    if len(act.tiles) == 2:
        return act.tiles
    return tuple([kind for kind in range(act.tile, act.tile + 3) if kind != tile])


PASS = make_act("x")
WIN = make_act("h")
ROB_GOLD = make_act("h", arg="g")
THREE_GOLDS = make_act("h", arg="t")
EIGHT_FLOWERS = make_act("h", arg="e")
PUNG = make_act("p")
READY = make_act("r")
OPEN = make_act("m")
CLOSE = make_act("close")
HOLD = make_act("hold")
LAPSE = make_act("lapse")
"""The host's: the time of the oldest objection is over."""
FLOWERS = make_act("f")
REVEAL = make_act("v")
WITHDRAW = make_act("w")
ABORT = make_act("a")


@quick
@dataclass(frozen=True, slots=True)
class Action:
    """`seat` chooses `act`; the host's CLOSE, HOLD and LAPSE have the seat HOST."""

    seat: int
    act: Act

    def __str__(self) -> str:
        return f"{'host' if self.seat == HOST else self.seat} {self.act.text}"


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """What an action did, tiles included. `other` is the seat from whom, `arg` a word that qualifies it."""

    name: str
    seat: int = HOST
    tiles: tuple[Kind, ...] = ()
    other: int = HOST
    arg: str = ""

    def to_json(self) -> list[Any]:
        return [self.name, self.seat, "".join(TEXT[tile] for tile in self.tiles), self.other, self.arg]

    def __str__(self) -> str:
        parts = [self.name]
        if self.seat != HOST:
            parts.append(str(self.seat))
        if self.tiles:
            parts.append("".join(TEXT[tile] for tile in self.tiles))
        if self.other != HOST:
            parts.append(f"<{self.other}")
        if self.arg:
            parts.append(self.arg)
        return " ".join(parts)


def event_from_json(given: list[Any]) -> Event:
    """The inverse of `Event.to_json`."""
    name, seat, tiles, other, arg = given
    return Event(
        name, seat, tuple(parse_tile(tiles[at : at + 2]) for at in range(0, len(tiles), 2)), other, arg
    )


PRIVATE_EVENTS = frozenset({"deal", "draw", "division"})
"""Events whose tiles only their seat may see while the hand runs."""
