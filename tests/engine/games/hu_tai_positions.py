"""Positions in the middle of a hand of Fuding or Longgang: any seats, any wild, any number of tiles left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.draft import Draft
from engine.game import Game
from engine.games.fuding.play import Memory as FudingMemory
from engine.games.longgang.play import Memory as LonggangMemory
from engine.melds import parse_meld
from engine.play import ask_turn
from engine.referee.docket import Docket
from engine.referee.objections import objections_on
from engine.scoring import SEATS
from engine.state import Came, HandStart, SeatState
from engine.tiles import PLAYING_KINDS, Kind, parse_tile, parse_tiles
from tests.engine.rigged import Rigged

MEMORY: dict[str, Any] = {"fuding": FudingMemory, "longgang": LonggangMemory}
FIVE_RUNS = "123456789m123456p"
"""With one more tile sixteen, waiting for its fellow."""


def position(
    game: Game,
    seats: Mapping[int, str],
    *,
    indicator: str = "7s",
    turn: int = 0,
    drawn: str = "",
    front: str = "",
    tail: str = "",
    left: int = 30,
    odd: bool = False,
    discards: Mapping[int, str] | None = None,
    standing: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    dealer: int = 0,
    mode: str = "assist",
) -> Rigged:
    """It is the turn of `turn`, which has drawn `drawn`; every seat has had turns before.

    A seat is written as in a case, laid flowers behind a bar: `23m99p 123m<0 (5555s) | 1f`; short hands are filled with
    tiles that fit nothing. `front` and `tail` are what is drawn next from both ends, first drawn first. In Longgang
    `odd` says that an odd number of tail draws has been made.
    """
    match = replace(game.first_match(game.options(), dealer), dealer=dealer)
    start = HandStart(game, game.options.from_json(options or {}), match, bytes(32), (1, 1), mode, 1)
    given = [_seat_of(seats.get(seat, "")) for seat in SEATS]
    if drawn:
        given[turn] = replace(
            given[turn], hand=(*given[turn].hand, parse_tile(drawn)), drawn=parse_tile(drawn)
        )
    thrown = {seat: in_order(text) for seat, text in (discards or {}).items()}
    first, last, wild = in_order(front), in_order(tail), parse_tile(indicator)
    used = [tile for seat in given for tile in (*seat.hand, *seat.flowers, *_melded(seat))]
    pool = _dull_tiles(game, [*used, *first, *last, wild, *(tile for row in thrown.values() for tile in row)])
    for seat in SEATS:
        missing = game.hand_size + (seat == turn) - given[seat].size
        hand = tuple(sorted((*given[seat].hand, *(pool.pop() for _ in range(missing)))))
        words = frozenset({"standing"}) if seat in standing else frozenset()
        given[seat] = replace(
            given[seat], hand=hand, turns=3, thrown=2, discards=thrown.get(seat, ()), declared=words
        )
    if not drawn:
        given[turn] = replace(given[turn], drawn=given[turn].hand[0])
    kept_back = _kept_back(game, start.options, odd=odd)
    between = [pool.pop() for _ in range(left + kept_back - len(first) - len(last))]
    gone = [wild] * (1 + odd) if game.id == "longgang" else []
    d = Draft(start, (*first, *between, *reversed(last), *gone), given, (1, 1))
    d.tail -= len(gone)
    d.indicator, d.memo = wild, MEMORY[game.id]()
    d.docket = Docket() if d.referee or objections_on(d) else None
    d.phase, d.turn, d.came, d.count, d.claimed = "play", turn, Came.WALL, 9, True
    d.show()
    ask_turn(d)
    assert d.left == left
    return Rigged(d.freeze(), ())


def _kept_back(game: Game, options: Any, *, odd: bool) -> int:
    """Tiles behind those that can be drawn."""
    return int(options.reserve) if game.id == "fuding" else 21 - odd


def _dull_tiles(game: Game, used: list[Kind]) -> list[Kind]:
    """What is left of the set, to be popped: rank by rank with gaps, one copy of each kind after another."""
    rest = list(game.tiles.sorted_list())
    for tile in used:
        rest.remove(tile)
    playing = [tile for tile in rest if tile < PLAYING_KINDS and tile not in game.bonus]
    numbered = [(playing[:at].count(tile), tile % 9 % 3, tile) for at, tile in enumerate(playing)]
    return [tile for *_, tile in sorted(numbered, reverse=True)]


def _seat_of(text: str) -> SeatState:
    held, _, flowers = text.partition("|")
    parts = held.split()
    melds = tuple(parse_meld(part) for part in parts if "<" in part or "(" in part)
    rows = [part for part in parts if "<" not in part and "(" not in part]
    hand = tuple(tile for row in rows for tile in parse_tiles(row))
    return SeatState(hand=hand, melds=melds, flowers=parse_tiles(flowers))


def _melded(seat: SeatState) -> list[Kind]:
    return [tile for meld in seat.melds for tile in meld.tiles]


def in_order(text: str) -> tuple[Kind, ...]:
    """The tiles of a row in the order written."""
    found: list[Kind] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        elif not char.isspace():
            found += [parse_tile(rank + char) for rank in ranks]
            ranks = ""
    return tuple(found)


def some(verb: str, hand: Rigged, seat: int) -> list[str]:
    """The seat's acts of one kind."""
    return [text for text in hand.acts(seat) if text.split(":")[0] == verb]


def thrown_kinds(hand: Rigged, seat: int) -> set[str]:
    """What the seat may discard."""
    return {text.removeprefix("d:") for text in some("d", hand, seat)}


def till_turn(hand: Rigged, seat: int) -> Rigged:
    """The host closes prompts until the seat has drawn and is asked."""
    return hand.drift(
        lambda state: state.turn == seat and state.came is not Came.CLAIM and hand.kind == "turn"
    )


def winner(hand: Rigged) -> int | None:
    """Who has won; None while the hand runs and after a draw."""
    result = hand.state.result
    return result.wins[0].seat if result and result.wins else None
