"""A finished hand as storage has it, and what the engine makes of it: its start, its record, its moments."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.actions import Event
from engine.fairness import hand_key
from engine.game import Game
from engine.games import find_game
from engine.hand import begin
from engine.match import match_from_json
from engine.options import Options, TableOptions
from engine.record import Record, dealt_hands
from engine.replay import Line, steps
from engine.scoring import Settlement
from engine.state import HandStart, HandState
from handlers.pages.page import Find, Place, hand_here
from handlers.tables.records import read_line
from handlers.tables.restore import read_entropy
from storage import journal
from storage.connection import Connection
from storage.hands import HandSeat
from storage.journal import ActionRow, HandRow
from storage.tables import TableRow


@dataclass(frozen=True, slots=True)
class StoredHand:
    """The rows of one finished hand."""

    table: TableRow
    row: HandRow
    seats: tuple[HandSeat, ...]
    lines: tuple[Line, ...] = field(repr=False)

    @property
    def over(self) -> bool:
        """Whether its match is over, so that nothing of it need be hidden."""
        return self.table.state == "over"

    @property
    def game(self) -> Game:
        return find_game(self.table.game)

    @property
    def house(self) -> TableOptions:
        return TableOptions.from_json(self.table.options.get("house", {}))

    @property
    def same_rules(self) -> bool:
        """Whether the installed engine plays by the rules of this hand."""
        return self.row.rules_version == self.game.rules_version


async def load_hand(connection: Connection, place: Place, find: Find) -> StoredHand:
    """The hand with its journal, if it may be shown here; raises NotShown."""
    hand = await hand_here(connection, place, find)
    actions = await journal.read_actions(connection, hand.row.table_id, hand.row.hand_no)
    return stored(hand.table, hand.row, actions, hand.seats)


def stored(
    table: TableRow, row: HandRow, actions: list[ActionRow], seats: tuple[HandSeat, ...] = ()
) -> StoredHand:
    """The hand of these rows."""
    return StoredHand(table, row, seats, tuple(read_line(action) for action in actions))


def start_of(hand: StoredHand) -> HandStart:
    """What the hand began from."""
    entropy = read_entropy(hand.row.entropy)
    return HandStart(
        hand.game,
        _options(hand),
        match_from_json(hand.row.match),
        hand_key(hand.table.seed, entropy),
        entropy.dice,
        hand.house.mode,
        hand.row.rules_version,
    )


def _options(hand: StoredHand) -> Options:
    return hand.game.options.from_json(hand.table.options.get("game", {}))


def record_of(hand: StoredHand) -> Record:
    """The full record, the match's seed in it: only for hands of matches that are over."""
    _, first = begin(start_of(hand))
    told = [event for _, _, events in hand.lines for event in events]
    settlement = hand.row.settlement
    return Record(
        game=hand.game,
        options=_options(hand),
        match=match_from_json(hand.row.match),
        seed=hand.table.seed,
        commitment=hand.table.commitment,
        entropy=read_entropy(hand.row.entropy),
        lines=hand.lines,
        dealt=dealt_hands([*first, *told]),
        settlement=None if settlement is None else Settlement.from_json(dict(settlement)),
        rules_version=hand.row.rules_version,
        mode=hand.house.mode,
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which something was shown to the table, and what had happened since the one before."""

    state: HandState = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    taken_back: bool = False
    """Whether the table was taken back to an earlier discard, which was won on late (FD-22)."""

    @property
    def claim(self) -> bool:
        """Whether somebody took a tile or declared a kong, or was judged."""
        return any(event.name in _CLAIMS for event in self.events)


_CLAIMS = frozenset({"chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "win", "judged"})


def moments(hand: StoredHand) -> list[Moment]:
    """The hand from its deal to its end; raises Divergence where the engine plays it otherwise now."""
    state, happened = begin(start_of(hand))
    found = [Moment(state, happened)]
    since: tuple[Event, ...] = ()
    for (after, _), (_, _, events) in zip(steps(state, hand.lines), hand.lines, strict=True):
        since += events
        if after.over or after.shown != state.shown:
            found.append(Moment(after, since, taken_back=_taken_back(state, after)))
            since = ()
        state = after
    return found


def _taken_back(before: HandState, after: HandState) -> bool:
    """Whether the hand ended on another discard than the one that lay."""
    lay = before.last
    return any(
        win.source is not None
        and (lay is None or (lay.seat, lay.tile) != (win.source, win.tile) or after.count < before.count)
        for win in (after.result.wins if after.result is not None else ())
    )
