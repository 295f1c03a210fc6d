"""What a result remembers of the hand beyond its tiles: `facts`, read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.result import CaseError, Result
from engine.scoring import SEATS
from engine.tiles import SUIT_LETTERS, Kind, TileTextError, parse_tile

NAMES = frozenset(
    {
        "turned",
        "first_chicken",
        "first_wugu",
        "burned",
        "void_suits",
        "original_void",
        "late_kongs",
        "last_drawer",
    }
)


@dataclass(frozen=True, slots=True)
class First:
    """The first 1s (8p) that was discarded: by whom, and who took it by pung, kong or win."""

    seat: int
    claimed_by: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one hand; what a result leaves out is empty."""

    turned: Kind | None
    """The tile turned after the win."""
    first_chicken: First | None
    first_wugu: First | None
    burned: frozenset[int]
    void_suits: tuple[int | None, ...]
    """Per seat 0 万, 1 筒, 2 条, or None."""
    original_void: frozenset[int]
    """Seats dealt tiles of at most two suits."""
    late_kongs: frozenset[tuple[int, Kind]]
    """憨包豆: seat and kind."""
    last_drawer: int | None
    """Who drew the wall's last tile: the next dealer at some tables (GY-3.3)."""


def read_facts(result: Result) -> Facts:
    """The facts of a result; raises CaseError or TileTextError on what cannot be read."""
    given = result.facts
    return Facts(
        turned=read_turned(given),
        first_chicken=_first(given, "first_chicken"),
        first_wugu=_first(given, "first_wugu"),
        burned=_seats(given, "burned"),
        void_suits=_void_suits(given.get("void_suits")),
        original_void=_seats(given, "original_void"),
        late_kongs=frozenset(_late_kong(kong) for kong in _list(given, "late_kongs")),
        last_drawer=None if given.get("last_drawer") is None else _seat(given["last_drawer"], "last_drawer"),
    )


def read_turned(given: Mapping[str, Any]) -> Kind | None:
    """The turned tile, None if there was none; raises CaseError or TileTextError."""
    turned = given.get("turned")
    return None if turned is None else _tile(turned, "turned")


def _first(given: Mapping[str, Any], name: str) -> First | None:
    first = given.get(name)
    if first is None:
        return None
    if not isinstance(first, dict) or set(first) != {"seat", "claimed_by"}:
        raise CaseError(f"facts.{name}: seat and claimed_by, or null, are expected")
    claimed_by = first["claimed_by"]
    seat = _seat(first["seat"], name)
    if claimed_by is not None and _seat(claimed_by, name) == seat:
        raise CaseError(f"facts.{name}: seat {seat} claims its own discard")
    return First(seat, claimed_by)


def _void_suits(given: object) -> tuple[int | None, ...]:
    if given is None:
        return (None,) * 4
    if not isinstance(given, list) or len(given) != len(SEATS):
        raise CaseError("facts.void_suits: four of m, p, s, or null, are expected")
    return tuple(None if letter is None else _suit(letter) for letter in given)


def _suit(letter: object) -> int:
    if not isinstance(letter, str) or letter not in ("m", "p", "s"):
        raise CaseError(f"facts.void_suits: m, p or s is expected, not {letter!r}")
    return SUIT_LETTERS.index(letter)


def _late_kong(given: object) -> tuple[int, Kind]:
    if not isinstance(given, dict) or set(given) != {"seat", "tile"}:
        raise CaseError("facts.late_kongs: a list of seat and tile is expected")
    return _seat(given["seat"], "late_kongs"), _tile(given["tile"], "late_kongs")


def _seats(given: Mapping[str, Any], name: str) -> frozenset[int]:
    return frozenset(_seat(seat, name) for seat in _list(given, name))


def _list(given: Mapping[str, Any], name: str) -> list[Any]:
    value = given.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise CaseError(f"facts.{name}: a list is expected")
    return value


def _seat(value: object, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise CaseError(f"facts.{name}: a seat 0…3 is expected, not {value!r}")
    return value


def _tile(value: object, name: str) -> Kind:
    if not isinstance(value, str):
        raise TileTextError(f"facts.{name}: a tile is expected, not {value!r}")
    return parse_tile(value)
