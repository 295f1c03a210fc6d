"""The contract of buttons and deep links (design.md §9): composing them, and reading what a client sends.

At a table `<table36>:<decision36>:<code>[:arg…]`, on pages `-:<id36>:<code>[:arg…]`. Whatever arrives here was
written by a client: it points, it permits nothing, and it may be any bytes.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Literal

LIMIT = 64
"""Bytes of callback data; characters of a deep link's payload."""
_BIGGEST = 2**63 - 1
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NUMBER = re.compile(r"0|[1-9a-z][0-9a-z]{0,12}")
_ARGUMENT = re.compile(r"[0-9A-Za-z_.+-]{0,48}")
_GAME = re.compile(r"[a-z][a-z_]{0,31}")


class Decision(Enum):
    """What the number in a press must be."""

    CURRENT = "current"
    RECALLED = "current or recalled"
    FREE = "not checked"
    PAGE = "the id of a page"


@dataclass(frozen=True, slots=True)
class Code:
    """A code of the contract: how its number is checked, and how many arguments it takes at least and at the most."""

    code: str
    decision: Decision
    least: int = 0
    most: int = 0


def _codes() -> dict[str, Code]:
    current = "g d:1! c:1! p k:1 x r:1 m s:1! t:1! a f:1 v"  # !: not without an argument
    recalled = "h:1 w:1"
    free = (
        "j:1 l:1 b:1 n:1 o:2 u:1 i:1 e:1 y:1 q:3 ap:2 hs sw mo:1 ad:1 z:1 zn wk rm ta:1 en:1 ki:1 cf wl vo:2"
    )
    page = "ng:1 gd:3 sc:1 hi:1 hm:1 hc rp:2 vf tp:3 sn:1 st:3 ex:1 ru:2 ca:8 pr:2 la:1 fg:1 he:1 cl"
    groups = (
        (current, Decision.CURRENT),
        (recalled, Decision.RECALLED),
        (free, Decision.FREE),
        (page, Decision.PAGE),
    )
    found: dict[str, Code] = {}
    for texts, decision in groups:
        for text in texts.split():
            name, _, number = text.partition(":")
            most = int(number.rstrip("!") or 0)
            found[name] = Code(name, decision, most if number.endswith("!") else 0, most)
    return found


CODES: dict[str, Code] = _codes()
"""Every code there is."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """Data that has the form of the contract. `table_id` None: a page, and `number` is its id."""

    table_id: int | None
    number: int
    code: str
    args: tuple[str, ...] = ()

    @property
    def decision(self) -> Decision:
        return CODES[self.code].decision


def table_data(table_id: int, decision: int, code: str, *args: str | int) -> str:
    """The data of a button at a table."""
    if CODES[code].decision is Decision.PAGE:
        raise ValueError(f"{code} is a page's code")
    return _joined(base36(table_id), base36(decision), code, args)


def page_data(page_id: int, code: str, *args: str | int) -> str:
    """The data of a page's button; the id may be a chat's, hence negative."""
    if CODES[code].decision is not Decision.PAGE:
        raise ValueError(f"{code} is a table's code")
    return _joined("-", base36(page_id), code, args)


def parse(data: object) -> Pressed | None:
    """What a press says, or None if it is not of the contract. Never raises."""
    if not isinstance(data, str) or len(data) > LIMIT or not data.isascii():
        return None
    fields = data.split(":")
    if len(fields) < 3:
        return None
    place, number, code, *args = fields
    known = CODES.get(code)
    if (
        known is None
        or len(args) > known.most
        or len([arg for arg in args if arg]) < known.least
        or not all(_ARGUMENT.fullmatch(arg) for arg in args)
    ):
        return None
    page = place == "-"
    if page != (known.decision is Decision.PAGE):
        return None
    table_id = None if page else from36(place)
    value = _signed(number) if page else from36(number)
    if value is None or (table_id is None and not page):
        return None
    return Pressed(table_id, value, code, tuple(args))


def base36(number: int) -> str:
    """A whole number in base 36, lower case."""
    if number < 0:
        return "-" + base36(-number)
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits


def from36(text: str) -> int | None:
    """The inverse of `base36` for numbers that SQLite can hold; None for anything else."""
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text, 36)
    return number if number <= _BIGGEST else None


def _signed(text: str) -> int | None:
    number = from36(text.removeprefix("-"))
    if number is None or not text.startswith("-"):
        return number
    return -number if number else None


def _joined(place: str, number: str, code: str, args: tuple[str | int, ...]) -> str:
    texts = tuple(map(str, args))
    data = ":".join((place, number, code, *texts))
    if len(data) > LIMIT or len(texts) > CODES[code].most:
        raise ValueError(f"no callback data: {data!r}")
    if not all(_ARGUMENT.fullmatch(text) for text in texts):
        raise ValueError(f"no callback data: {data!r}")
    return data


@dataclass(frozen=True, slots=True)
class Link:
    """Where a deep link points: a table to join, a hand to look at, a game's calculator, or `start` alone."""

    kind: Literal["join", "replay", "calculator", "start"]
    number: int = 0
    game: str = ""


def join_payload(table_id: int) -> str:
    """The payload that leads to a seat at this table."""
    return f"j{base36(table_id)}"


def replay_payload(hand_id: int) -> str:
    """The payload that leads to a hand's replay."""
    return f"r{base36(hand_id)}"


def calculator_payload(game: str) -> str:
    """The payload that leads to a game's calculator."""
    return f"c{game}"


START_PAYLOAD = "s"
"""The payload that only opens the private chat."""


def deep_link(username: str, payload: str) -> str:
    """The address of the bot's private chat with this payload."""
    if not re.fullmatch(r"[0-9A-Za-z_-]{1,64}", payload):
        raise ValueError(f"no payload: {payload!r}")
    return f"https://t.me/{username}?start={payload}"


def parse_payload(text: object) -> Link | None:
    """What a deep link's payload says, or None. Never raises; anybody can write any payload."""
    if not isinstance(text, str) or not text or len(text) > LIMIT:
        return None
    kind, rest = text[0], text[1:]
    if text == START_PAYLOAD:
        return Link("start")
    if kind == "c" and _GAME.fullmatch(rest):
        return Link("calculator", game=rest)
    number = from36(rest)
    if number is not None and kind == "j":
        return Link("join", number)
    if number is not None and kind == "r":
        return Link("replay", number)
    return None
