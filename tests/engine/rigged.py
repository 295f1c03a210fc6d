"""Positions by script: a hand dealt from a chosen wall, and a short notation for what the seats do.

`rigged(GAME, hands=["123m…", …], front="5m", tail="7p")` lays the wall so that the seats get these hands, the next
draws from the front are `front` and the tiles taken from the tail are `tail`, first taken first. What is left out
is filled with tiles that are not needed elsewhere, few of a kind to a hand and flowers last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.actions import CLOSE, HOST, PASS, Action, Event, parse_act
from engine.draft import Draft
from engine.game import Game
from engine.hand import apply, begin_with, legal_actions
from engine.match import MatchState
from engine.melds import parse_meld
from engine.play import ask_turn
from engine.scoring import SEATS
from engine.state import Came, HandStart, HandState, SeatState
from engine.tiles import Kind, parse_tile, parse_tiles

Row = str | Mapping[int, str]
"""Tiles in the order written (`5m1z` or `51m`), or place → tile."""


class Rigged:
    """A hand that is being played by script; `events` are those of the last step, `log` all of them."""

    def __init__(self, state: HandState, events: Sequence[Event]) -> None:
        self.state = state
        self.events = tuple(events)
        self.log = list(events)

    def do(self, seat: int, act: str) -> Rigged:
        """One act of one seat; raises IllegalAction."""
        self.state, self.events = apply(self.state, Action(seat, parse_act(act)))
        self.log += self.events
        return self

    def close(self) -> Rigged:
        """The host closes the prompt: every missing answer is the default."""
        self.state, self.events = apply(self.state, Action(HOST, CLOSE))
        self.log += self.events
        return self

    def passes(self) -> Rigged:
        """Everybody who has not answered the open prompt passes."""
        if self.state.prompt is not None:
            for seat in self.state.prompt.missing:
                self.do(seat, PASS.text)
        return self

    def play(self, script: str) -> Rigged:
        """Steps with commas between: `0 d:5m`, `2 p`; `x`: all others pass; `-`: the host closes the prompt."""
        for step in script.replace("\n", ",").split(","):
            words = step.split()
            if words == ["x"]:
                self.passes()
            elif words == ["-"]:
                self.close()
            elif words:
                self.do(int(words[0]), words[1])
        return self

    def go(self, script: str) -> Rigged:
        """As `play`, with acts only: the host closes windows a step does not answer, and the last one answered."""
        for step in script.replace("\n", ",").split(","):
            seat, act = step.split()
            while act not in self.acts(int(seat)):
                if self.kind in ("turn", ""):
                    raise AssertionError(f"{step.strip()} is not open: {self.kind}, {self.acts(int(seat))}")
                self.close()
            self.do(int(seat), act)
        while self.state.prompt is not None and any(self.state.prompt.answers):
            self.close()
        return self

    def drift(self, until: Callable[[HandState], bool]) -> Rigged:
        """The host closes prompts (drawn tiles are discarded, claims passed) until the state is as wanted."""
        while not until(self.state):
            self.close()
        return self

    def acts(self, seat: int) -> list[str]:
        """What the seat may do, as texts."""
        return [act.text for act in legal_actions(self.state, seat)]

    def told(self, name: str) -> list[str]:
        """All events of this name so far, as text."""
        return [str(event) for event in self.log if event.name == name]

    @property
    def win_events(self) -> set[str]:
        """The case's events of the win."""
        return set(self.state.result.wins[0].events) if self.state.result else set()

    @property
    def fans(self) -> list[str]:
        """Codes of what the winner's hand is paid for."""
        return [fan.code for fan in self.state.settlement.fans[0]] if self.state.settlement else []

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the open prompt asks."""
        return self.state.prompt.asked if self.state.prompt else ()

    @property
    def kind(self) -> str:
        """The kind of the open prompt; empty when the hand is over."""
        return self.state.prompt.kind.value if self.state.prompt else ""

    @property
    def names(self) -> list[str]:
        """The names of the last step's events."""
        return [event.name for event in self.events]

    @property
    def payments(self) -> tuple[int, ...]:
        """What the hand has come to."""
        return self.state.settlement.payments if self.state.settlement else ()


def rigged(
    game: Game,
    *,
    hands: Sequence[str] = (),
    front: Row = "",
    tail: Row = "",
    options: Mapping[str, Any] | None = None,
    match: MatchState | None = None,
    dice: tuple[int, int] = (1, 1),
    left: int | None = None,
    mode: str = "assist",
) -> Rigged:
    """The hand with its first prompt open.

    `hands` are per seat, the dealer's with one tile more, whose last written tile is the one dealt last. With `left`
    so many tiles are taken off the front, out of the hand, that just this number can still be drawn; `front` lies
    behind them.
    """
    hands = [*hands, *[""] * (len(SEATS) - len(hands))]
    match = match or game.first_match(game.options(), 0)
    start = HandStart(game, game.options.from_json(options or {}), match, bytes(32), dice, mode, 1)
    burnt = 0
    if left is not None:
        burnt = _begin(start, _wall(start, hands, front, tail, 0), dice).state.left - left
    dealt = _begin(start, _wall(start, hands, front, tail, burnt), dice)
    if burnt:
        state = dealt.state
        state = replace(state, head=state.head + burnt)
        dealt.state = replace(state, shown=replace(state.shown, left=state.left))
    return dealt


def _begin(start: HandStart, wall: tuple[Kind, ...], dice: tuple[int, int]) -> Rigged:
    return Rigged(*begin_with(Draft(start, wall, [SeatState() for _ in SEATS], dice)))


def _wall(start: HandStart, hands: Sequence[str], front: Row, tail: Row, burnt: int) -> tuple[Kind, ...]:
    """The list that deals just so."""
    game, dealer = start.game, start.match.dealer
    size = len(game.tiles)
    slots: dict[int, Kind] = {}
    places = _dealt_places(game, dealer)
    for seat in SEATS:
        for place, tile in zip(places[seat], _row(hands[seat]).values(), strict=False):
            slots[place] = tile
        if len(_row(hands[seat])) > len(places[seat]):
            raise ValueError(f"seat {seat} is dealt {len(places[seat])} tiles")
    dealt = 4 * game.hand_size + 1
    for at, tile in _row(front).items():
        slots[dealt + burnt + at] = tile
    for at, tile in _row(tail).items():
        slots[size - 1 - at] = tile
    rest = list(game.tiles.sorted_list())
    for tile in slots.values():
        rest.remove(tile)
    filling = [
        tile
        for _, _, _, tile in sorted(
            (tile in game.bonus or tile >= 34, rest[:at].count(tile), tile % 9 % 3, tile)
            for at, tile in enumerate(rest)
        )
    ]
    # hands first, then the front from its beginning and the tail from its end: flowers come to lie in the middle
    open_places = [place for place in range(size) if place not in slots]
    in_hands = [place for place in open_places if place < dealt]
    behind = [place for place in open_places if place >= dealt]
    near = [behind[at // 2] if at % 2 else behind[-1 - at // 2] for at in range(len(behind))]
    for place, tile in zip(in_hands + near, filling, strict=True):
        slots[place] = tile
    return tuple(slots[place] for place in range(size))


def _dealt_places(game: Game, dealer: int) -> list[list[int]]:
    """Per seat the places of the wall that it is dealt, the dealer's last tile last."""
    places: list[list[int]] = [[], [], [], []]
    at = 0
    for block in [4] * (game.hand_size // 4) + [1] * (game.hand_size % 4):
        for step in SEATS:
            places[(dealer + step) % 4] += range(at, at + block)
            at += block
    places[dealer].append(at)
    return places


def _row(tiles: Row) -> dict[int, Kind]:
    """Place → tile, in the order written."""
    if not isinstance(tiles, str):
        return {place: parse_tile(text) for place, text in tiles.items()}
    found: list[str] = []
    ranks = ""
    for char in "".join(tiles.split()):
        if char.isdigit():
            ranks += char
        else:
            found += [rank + char for rank in ranks]
            ranks = ""
    return {place: parse_tile(text) for place, text in enumerate(found)}


def placed(
    game: Game,
    seats: Mapping[int, str],
    *,
    turn: int = 0,
    drawn: str = "",
    front: Row = "",
    tail: Row = "",
    options: Mapping[str, Any] | None = None,
    match: MatchState | None = None,
    left: int | None = None,
) -> Rigged:
    """A hand in the middle of play, every seat in its third turn: `turn` has drawn `drawn` and is asked.

    A seat is written as in a case, its parts with blanks between: `23m99p 123m<0 (5555s) 1f`. Short hands are filled
    up. With `left` tiles of the wall lie among the discards, so that just this number can still be drawn.
    """
    match = match or game.first_match(game.options(), 0)
    start = HandStart(game, game.options.from_json(options or {}), match, bytes(32), (1, 1), "assist", 1)
    given = [_seat_of(seats.get(seat, "")) for seat in SEATS]
    if drawn:
        tile = parse_tile(drawn)
        given[turn] = replace(given[turn], hand=(*given[turn].hand, tile), drawn=tile)
    rest = list(game.tiles.sorted_list())
    first, last = list(_row(front).values()), list(_row(tail).values())
    for tile in (*(tile for seat in given for tile in _tiles_of(seat)), *first, *last):
        rest.remove(tile)
    rest.sort(key=lambda tile: (tile in game.bonus or tile >= 34, tile % 9 % 3, tile), reverse=True)
    for seat in SEATS:
        missing = game.hand_size + (seat == turn) - given[seat].size
        filled = [rest.pop() for _ in range(missing)]
        held = tuple(sorted((*given[seat].hand, *filled)))
        given[seat] = replace(given[seat], hand=held, turns=3, thrown=2)
    given[turn] = replace(given[turn], drawn=parse_tile(drawn) if drawn else given[turn].hand[-1])
    wall = (*first, *reversed(rest), *reversed(last))
    return Rigged(_in_play(Draft(start, wall, given, (1, 1)), turn, left, len(first)).freeze(), ())


def _in_play(d: Draft, turn: int, left: int | None, at: int) -> Draft:
    """The draft at a turn of `turn`; tiles from place `at` on lie discarded until `left` can be drawn."""
    while left is not None and d.left > left:
        seat = d.seats[d.tail % 4]
        d.change(d.tail % 4, discards=(*seat.discards, d.wall[at]))
        d.wall, d.tail = d.wall[:at] + d.wall[at + 1 :], d.tail - 1
    d.phase, d.turn, d.came, d.count = "play", turn, Came.WALL, 9
    d.claimed = any(seat.claimed_melds for seat in d.seats)
    d.show()
    ask_turn(d)
    return d


def _seat_of(text: str) -> SeatState:
    """A seat as a case writes it."""
    parts = text.split()
    melds = tuple(parse_meld(part) for part in parts if "<" in part or "(" in part)
    rows = [part for part in parts if "<" not in part and "(" not in part]
    tiles = [tile for row in rows for tile in parse_tiles(row)]
    return SeatState(
        hand=tuple(tile for tile in tiles if tile < 34),
        melds=melds,
        flowers=tuple(tile for tile in tiles if tile >= 34),
    )


def _tiles_of(seat: SeatState) -> list[Kind]:
    return [*seat.hand, *seat.flowers, *(tile for meld in seat.melds for tile in meld.tiles)]
