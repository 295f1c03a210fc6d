"""The working copy that an action changes: small moves of tiles, each leaving its event."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.actions import HOST, Act, Event
from engine.bans import Ban, Until, lift
from engine.melds import Meld
from engine.prompts import Prompt, PromptKind
from engine.state import Came, Discard, HandState, Position, SeatState, Shown
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.game import Game
    from engine.referee.docket import Docket
    from engine.result import Result
    from engine.scoring import Settlement
    from engine.state import HandStart


_NOBODY = SeatState()
UNSHOWN = Shown((_NOBODY, _NOBODY, _NOBODY, _NOBODY), 0, 0, None, 0)
"""A hand that has not been published yet."""


class Draft(Position):
    """A hand on the move. Made from a state, changed by phases and games, frozen again."""

    __slots__ = (
        "came",
        "claimed",
        "count",
        "dice",
        "docket",
        "events",
        "game",
        "head",
        "indicator",
        "kong_turn",
        "last",
        "memo",
        "number",
        "options",
        "phase",
        "prompt",
        "queue",
        "result",
        "seats",
        "settlement",
        "shown",
        "start",
        "tail",
        "turn",
        "wall",
    )

    def __init__(
        self, start: HandStart, wall: tuple[Kind, ...], seats: list[SeatState], dice: tuple[int, int]
    ) -> None:
        self.start = start
        self.game: Game = start.game
        self.options: Any = start.options
        self.wall = wall
        self.head = 0
        self.tail = len(wall)
        self.seats: list[SeatState] = seats
        self.phase = ""
        self.prompt: Prompt | None = None
        self.number = 0
        self.turn = start.match.dealer
        self.came = Came.DEAL
        self.kong_turn = False
        self.indicator: Kind | None = None
        self.dice = dice
        self.last: Discard | None = None
        self.count = 0
        self.claimed = False
        self.queue: tuple[int, ...] = ()
        self.memo: Any = None
        self.docket: Docket | None = None
        self.shown: Shown = UNSHOWN
        self.result: Result | None = None
        self.settlement: Settlement | None = None
        self.events: list[Event] = []

    @classmethod
    def of(cls, state: HandState) -> Draft:
        """A working copy of the state, its prompt still open."""
        draft = cls.__new__(cls)
        start = state.start
        draft.start, draft.wall, draft.dice = start, state.wall, state.dice
        draft.game, draft.options = start.game, start.options
        draft.head, draft.tail = state.head, state.tail
        draft.seats = list(state.seats)
        draft.phase, draft.prompt = state.phase, state.prompt
        draft.number = state.prompt.number if state.prompt else 0
        draft.turn, draft.came, draft.kong_turn = state.turn, state.came, state.kong_turn
        draft.indicator, draft.last = state.indicator, state.last
        draft.count, draft.claimed, draft.queue = state.count, state.claimed, state.queue
        draft.memo, draft.docket, draft.shown = state.memo, state.docket, state.shown
        draft.result, draft.settlement = state.result, state.settlement
        draft.events = []
        return draft

    def freeze(self) -> HandState:
        """The state at rest."""
        a, b, c, d = self.seats
        if self.shown is UNSHOWN:
            self.show()
        return HandState(
            self.start,
            self.wall,
            self.head,
            self.tail,
            (a, b, c, d),
            self.phase,
            self.prompt,
            self.turn,
            self.came,
            self.kong_turn,
            self.indicator,
            self.dice,
            self.last,
            self.count,
            self.claimed,
            self.queue,
            self.shown,
            self.memo,
            self.docket,
            self.result,
            self.settlement,
        )

    def go_back(self, state: HandState) -> None:
        """Lie as this earlier state of the same hand did; prompts go on being counted, what was judged stands."""
        kept = self.events, self.number, self.docket, self.prompt
        for name in self.__slots__:
            if name not in ("events", "number", "docket", "prompt"):
                value = getattr(state, name)
                setattr(self, name, list(value) if name == "seats" else value)
        self.events, self.number, self.docket, self.prompt = kept

    # -- events and seats

    def event(
        self, name: str, seat: int = HOST, tiles: Sequence[Kind] = (), other: int = HOST, arg: str = ""
    ) -> None:
        """Note what has happened."""
        self.events.append(Event(name, seat, tuple(tiles), other, arg))

    def change(self, seat: int, **changes: Any) -> None:
        """Change fields of one seat."""
        self.seats[seat] = self.seats[seat].changed(**changes)

    def ban(self, seat: int, ban: Ban) -> None:
        """Bar the seat from something."""
        self.change(seat, bans=self.seats[seat].bans | {ban})

    def lift(self, seat: int, until: Until) -> None:
        """End the seat's bans of this length."""
        bans = self.seats[seat].bans
        if bans:
            self.seats[seat] = self.seats[seat].changed(bans=lift(bans, until))

    def declare(self, seat: int, word: str) -> None:
        """Mark the seat: ready, open, standing."""
        self.change(seat, declared=self.seats[seat].declared | {word})
        self.event("declare", seat, arg=word)

    # -- tiles

    def draw(self, seat: int, *, tail: bool = False) -> Kind:
        """Take the next tile of the wall, from the front or the tail, into the hand."""
        tile = self.take_tail() if tail else self.take_front()
        self.receive(seat, tile, "tail" if tail else "")
        return tile

    def receive(self, seat: int, tile: Kind, place: str) -> None:
        """The tile, taken from this place of the wall, is drawn into the hand."""
        state = self.seats[seat]
        hand = state.hand
        at = bisect(hand, tile)
        self.seats[seat] = state.holding((*hand[:at], tile, *hand[at:]), tile)
        self.events.append(Event("draw", seat, (tile,), HOST, place))

    def take_front(self) -> Kind:
        """Take the next tile of the wall out, into nobody's hand."""
        self.head += 1
        return self.wall[self.head - 1]

    def take_tail(self) -> Kind:
        """Take the last tile of the wall out, into nobody's hand."""
        self.tail -= 1
        return self.wall[self.tail]

    def take_at(self, place: int) -> Kind:
        """Take the tile at this place of the wall out, into nobody's hand: draws skip the gap."""
        tile = self.wall[place]
        self.wall = self.wall[:place] + self.wall[place + 1 :]
        self.tail -= 1
        return tile

    def remove(self, seat: int, tiles: Sequence[Kind]) -> None:
        """Take tiles out of the concealed hand."""
        state = self.seats[seat]
        hand = list(state.hand)
        for tile in tiles:
            hand.remove(tile)
        self.seats[seat] = state.holding(tuple(hand), state.drawn if state.drawn in hand else None)

    def lay_flowers(self, seat: int, tiles: Sequence[Kind]) -> None:
        """Lay flowers out of the hand face up."""
        self.remove(seat, tiles)
        self.change(seat, flowers=self.seats[seat].flowers + tuple(tiles))
        self.event("flowers", seat, tiles)

    def lay_meld(self, seat: int, meld: Meld, from_hand: Sequence[Kind]) -> None:
        """Lay a meld, taking `from_hand` out of the concealed tiles."""
        self.remove(seat, from_hand)
        self.change(seat, melds=(*self.seats[seat].melds, meld))
        self.event(str(meld.kind), seat, meld.tiles, HOST if meld.source is None else meld.source)

    def replace_meld(self, seat: int, old: Meld, new: Meld) -> None:
        """Turn one meld of the seat into another."""
        melds = tuple(new if meld is old else meld for meld in self.seats[seat].melds)
        self.change(seat, melds=melds)

    # -- prompts

    def ask(self, kind: PromptKind, options: dict[int, Sequence[Act]]) -> None:
        """Open the next prompt."""
        self.number += 1
        rows: list[tuple[Act, ...]] = [(), (), (), ()]
        for seat, acts in options.items():
            rows[seat] = tuple(acts)
        a, b, c, d = rows
        self.prompt = Prompt(self.number, kind, (a, b, c, d))

    def enter(self, name: str) -> None:
        """Go on with the phase of this name."""
        self.phase = name
        self.game.phase(name).enter(self)

    def finish(self, result: Result) -> None:
        """End the hand: settle it; no further prompt opens."""
        self.result = result
        self.settlement = result.game.settle(result)
        self.last = None
        self.show()

    def show(self) -> None:
        """Publish the table as it lies: called when a discard lies, a claim is made, the hand ends."""
        a, b, c, d = self.seats
        self.shown = Shown((a, b, c, d), self.left, self.turn, self.last, self.number + 1)

    def __repr__(self) -> str:
        return f"Draft({self.start.game.id}, {self.phase}, {self.count} discards)"
