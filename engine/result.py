"""How a hand ended, with exactly the fields of a settlement case, and `settle`, the only way to payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

from engine.melds import Meld, MeldTextError, parse_meld
from engine.options import OptionError, Options
from engine.scoring import SEATS, Settlement
from engine.tiles import EAST, TEXT, WINDS, Kind, TileTextError, format_tiles, parse_tile, parse_tiles

if TYPE_CHECKING:
    from engine.game import Game

EVENTS = frozenset(
    [
        "heavenly",
        "earthly",
        "kong_bloom",
        "flower_bloom",
        "last_tile",
        "rob_kong",
        "hot_discard",
        "first_lap",
        "rob_gold",
        "three_golds",
        "division",
    ]
)
DECLARATIONS = frozenset({"ready", "open", "standing"})
MOST_STREAK = 100_000


class CaseError(ValueError):
    """A case that cannot be read; the message names the field."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat holds at the end, without the winning tile."""

    concealed: tuple[Kind, ...] = ()
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Kind, ...] = ()
    discards: tuple[Kind, ...] = ()
    """Its own discards that nobody claimed, in order."""
    declared: frozenset[str] = frozenset()
    stake: int = 0

    def tiles(self) -> list[Kind]:
        """Every tile that lies with the seat."""
        melded = [tile for meld in self.melds for tile in meld.tiles]
        return [*self.concealed, *melded, *self.flowers, *self.discards]

    def __repr__(self) -> str:
        return f"SeatResult({len(self.concealed)} concealed, {len(self.melds)} melds)"


@dataclass(frozen=True, slots=True)
class Win:
    """One winner: `source` is the seat whose tile it was, None for a self-draw."""

    seat: int
    tile: Kind
    source: int | None = None
    events: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Result:
    """A finished hand as the whole table sees it; no `wins` means a draw."""

    game: Game
    options: Options
    dealer: int
    seats: tuple[SeatResult, SeatResult, SeatResult, SeatResult]
    wins: tuple[Win, ...] = ()
    streak: int = 0
    east: int = 0
    round_wind: Kind = EAST
    indicator: Kind | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The case, ready for `json.dumps`."""
        return {
            "variant": self.game.id,
            "options": self.options.changed(),
            "dealer": self.dealer,
            "streak": self.streak,
            "east": self.east,
            "round_wind": TEXT[self.round_wind],
            "indicator": None if self.indicator is None else TEXT[self.indicator],
            "seats": [_seat_json(seat) for seat in self.seats],
            "end": _end_json(self.wins),
            "facts": dict(self.facts),
        }


def settle(result: Result) -> Settlement:
    """The settlement of a finished hand; raises IllegalWin when a listed winner may not win so."""
    return result.game.settle(result)


def _seat_json(seat: SeatResult) -> dict[str, Any]:
    return {
        "concealed": format_tiles(seat.concealed),
        "melds": [str(meld) for meld in seat.melds],
        "flowers": format_tiles(seat.flowers),
        "discards": " ".join(TEXT[tile] for tile in seat.discards),
        "declared": sorted(seat.declared),
        "stake": seat.stake,
    }


def _end_json(wins: tuple[Win, ...]) -> dict[str, Any]:
    if not wins:
        return {"kind": "draw"}
    listed = [
        {"seat": win.seat, "tile": TEXT[win.tile], "from": win.source, "events": sorted(win.events)}
        for win in wins
    ]
    return {"kind": "win", "wins": listed}


_CASE_FIELDS = frozenset(
    [
        "id",
        "variant",
        "note",
        "options",
        "dealer",
        "streak",
        "east",
        "round_wind",
        "indicator",
        "seats",
        "end",
        "facts",
        "expect",
    ]
)
_SEAT_FIELDS = frozenset(["concealed", "melds", "flowers", "discards", "declared", "stake"])


def read_case(given: object) -> Result:
    """The result that a case (parsed JSON) describes; raises CaseError on anything that cannot be read."""
    from engine.game import UnknownGame  # the games import this module
    from engine.games import find_game

    case = _object(given, "case", _CASE_FIELDS)
    try:
        game = find_game(_text(case, "variant"))
        result = _read(case, game)
        check_tiles(result)
        _check_wins(result)
        _check_sources(result)
        unknown = sorted(set(result.facts) - game.facts)
        if unknown:
            raise CaseError(f"{game.id} has no fact {unknown[0]!r}")
        game.check_case(result)
    except (OptionError, TileTextError, MeldTextError, UnknownGame) as error:
        raise CaseError(str(error)) from None
    return result


def _read(case: dict[str, Any], game: Game) -> Result:
    dealer = _seat(case.get("dealer"), "dealer")
    streak = case.get("streak", game.first_streak)
    if not _is_int(streak) or not game.first_streak <= streak <= MOST_STREAK:
        raise CaseError(
            f"streak: a number from {game.first_streak} to {MOST_STREAK} is expected, not {streak!r}"
        )
    wind = parse_tile(_text(case, "round_wind", TEXT[EAST]))
    if wind not in WINDS:
        raise CaseError(f"round_wind: {TEXT[wind]} is no wind")
    indicator = case.get("indicator")
    seats = case.get("seats")
    if not isinstance(seats, list) or len(seats) != len(SEATS):
        raise CaseError("seats: four are expected")
    read = [_read_seat(seat, f"seats[{number}]") for number, seat in enumerate(seats)]
    return Result(
        game=game,
        options=game.options.from_json(case.get("options", {})),
        dealer=dealer,
        seats=(read[0], read[1], read[2], read[3]),
        wins=_read_wins(case.get("end")),
        streak=streak,
        east=_seat(case.get("east", dealer), "east"),
        round_wind=wind,
        indicator=None if indicator is None else parse_tile(_text(case, "indicator")),
        facts=_object(case.get("facts", {}), "facts", None),
    )


def _read_seat(given: object, place: str) -> SeatResult:
    seat = _object(given, place, _SEAT_FIELDS)
    declared = seat.get("declared", [])
    melds = seat.get("melds", [])
    stake = seat.get("stake", 0)
    if not isinstance(melds, list) or not all(isinstance(meld, str) for meld in melds):
        raise CaseError(f"{place}.melds: a list of melds is expected")
    if not isinstance(declared, list) or not all(
        isinstance(name, str) and name in DECLARATIONS for name in declared
    ):
        raise CaseError(f"{place}.declared: any of {', '.join(sorted(DECLARATIONS))} is expected")
    if not _is_int(stake) or stake < 0:
        raise CaseError(f"{place}.stake: a number of coins is expected, not {stake!r}")
    return SeatResult(
        concealed=parse_tiles(_text(seat, "concealed", "")),
        melds=tuple(parse_meld(meld) for meld in melds),
        flowers=parse_tiles(_text(seat, "flowers", "")),
        discards=_in_order(_text(seat, "discards", "")),
        declared=frozenset(declared),
        stake=stake,
    )


def _in_order(text: str) -> tuple[Kind, ...]:
    """The tiles of a row in the order written (discards have one)."""
    tiles: list[Kind] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        elif not char.isspace():
            tiles += [parse_tile(digit + char) for digit in digits]
            if not digits:
                raise TileTextError(f"no tiles: {text!r}")
            digits = ""
    if digits:
        raise TileTextError(f"no tiles: {text!r}")
    return tuple(tiles)


def _read_wins(given: object) -> tuple[Win, ...]:
    end = _object(given, "end", frozenset({"kind", "wins"}))
    if end.get("kind") == "draw":
        if end.get("wins"):
            raise CaseError("end: a draw has no wins")
        return ()
    wins = end.get("wins")
    if end.get("kind") != "win" or not isinstance(wins, list) or not wins:
        raise CaseError("end: kind 'win' with its wins, or kind 'draw', is expected")
    return tuple(_read_win(win, f"end.wins[{number}]") for number, win in enumerate(wins))


def _read_win(given: object, place: str) -> Win:
    win = _object(given, place, frozenset({"seat", "tile", "from", "events"}))
    source = win.get("from")
    events = win.get("events", [])
    if not isinstance(events, list):
        raise CaseError(f"{place}.events: a list is expected")
    for name in events:
        if not isinstance(name, str) or name not in EVENTS:
            raise CaseError(f"{place}: unknown event {name!r}")
    return Win(
        seat=_seat(win.get("seat"), f"{place}.seat"),
        tile=parse_tile(_text(win, "tile")),
        source=None if source is None else _seat(source, f"{place}.from"),
        events=frozenset(events),
    )


def check_tiles(result: Result) -> None:
    """Refuse a tile that the set lacks, or one more often than the set holds it; raises CaseError."""
    lying = [tile for seat in result.seats for tile in seat.tiles()]
    robbed_gold = any("rob_gold" in win.events and win.tile == result.indicator for win in result.wins)
    if result.wins:
        lying.append(result.wins[0].tile)
    if result.indicator is not None and not robbed_gold:
        lying.append(result.indicator)
    lying += result.game.further_tiles(result)
    for tile in sorted(set(lying)):
        held = result.game.tiles.copies[tile]
        if held == 0:
            raise CaseError(f"{result.game.id} is played without {TEXT[tile]}")
        if lying.count(tile) > held:
            raise CaseError(f"{TEXT[tile]} lies {lying.count(tile)} times, the set holds {held}")


def _check_wins(result: Result) -> None:
    wins = result.wins
    if len({win.seat for win in wins}) < len(wins):
        raise CaseError("a seat wins twice")
    if len({(win.tile, win.source) for win in wins}) > 1:
        raise CaseError("all winners win on one tile from one seat")
    if any(win.source == win.seat for win in wins):
        raise CaseError("nobody wins on a tile of his own: a self-draw has from null")
    if len(wins) > 1 and wins[0].source is None:
        raise CaseError("a self-draw has one winner")


def _check_sources(result: Result) -> None:
    """Melds name where their tile came from wherever the game asks."""
    for number, seat in enumerate(result.seats):
        for meld in seat.melds:
            if meld.source is None and meld.kind in result.game.needs_source:
                raise CaseError(f"seats[{number}]: {meld} needs its source, as in {meld}<0")
            if meld.source == number:
                raise CaseError(f"seats[{number}]: {meld} is claimed from the seat itself")


def _object(given: object, place: str, known: frozenset[str] | None) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise CaseError(f"{place}: an object is expected")
    unknown = sorted(set(given) - known) if known is not None else []
    if unknown:
        raise CaseError(f"{place}: unknown field {unknown[0]!r}")
    return given


def _text(given: dict[str, Any], name: str, default: str | None = None) -> str:
    value = given.get(name, default)
    if not isinstance(value, str):
        raise CaseError(f"{name}: a text is expected, not {value!r}")
    return value


def _is_int(value: object) -> TypeGuard[int]:
    return type(value) is int


def _seat(value: object, place: str) -> int:
    if not _is_int(value) or value not in SEATS:
        raise CaseError(f"{place}: a seat 0…3 is expected, not {value!r}")
    return value
