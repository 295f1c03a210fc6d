"""Who may know which tiles: an account kept from what the engine did, apart from the views that screens are made of."""

from collections import defaultdict
from collections.abc import Iterable

from engine.actions import Event
from engine.scoring import SEATS
from engine.state import HandState
from engine.tiles import TEXT, Kind
from handlers.tables.effects import AddAction, Effects
from handlers.tables.model import Table

GROUP = None
OPEN_AT_ONCE = frozenset(
    {
        "discard",
        "chow",
        "pung",
        "exposed_kong",
        "adding",
        "added_kong",
        "win",
        "gold",
        "gold_flower",
        "turned",
    }
)
"""Events whose tiles lie open when they happen."""
LATER = frozenset({"flowers", "concealed_kong", "late_kong"})
"""Those whose tiles lie open, if they do, with the next event of the other kind."""


class Account:
    """Per hand and reader (a seat, or GROUP): the kinds that it has seen."""

    def __init__(self) -> None:
        self.hand_no = 0
        self.known: dict[tuple[int, int | None], set[Kind]] = defaultdict(set)
        self.commits = 0
        self._pending: list[Event] = []

    def note(self, before: Table, after: Table, effects: Effects) -> None:
        """A command was carried out."""
        self.commits += 1
        hand = after.hand
        if hand is None:
            return
        if after.hand_no != self.hand_no:
            self._begin(hand, after.hand_no)
        for row in effects.rows:
            if isinstance(row, AddAction) and row.hand_no == self.hand_no:
                self._follow(hand, row.events)
        if hand.phase == "opening":  # what is laid then is shown to all before the next one is asked (LG-12)
            self._open_pending(hand)
        for seat in SEATS:
            self._learn(seat, hand.seats[seat].hand)
            self._learn(seat, (tile for meld in hand.seats[seat].melds for tile in meld.tiles))
            self._learn(seat, hand.seats[seat].flowers)
            if "open" in hand.seats[seat].declared:
                self._learn_all(hand.seats[seat].hand)
            if hand.referee and not hand.count:  # laid out one after another, before all
                self._learn_all(hand.seats[seat].flowers)
        if hand.over and hand.result is not None:
            opened = set(SEATS)
            if after.house.showdown == "rule" and hand.game.showdown == "winner":
                opened = {win.seat for win in hand.result.wins}
            if opened == set(SEATS):  # and what a hand was waiting for may be any kind
                self._learn_all(range(len(TEXT)))
            for shown in (hand.seats[seat] for seat in opened):
                self._learn_all(shown.hand)
                self._learn_all(tile for meld in shown.melds for tile in meld.tiles)
        del before

    def _begin(self, hand: HandState, hand_no: int) -> None:
        """Dealt: flowers and what was turned lie open before anybody is asked."""
        self.hand_no, self._pending = hand_no, []
        for shown in hand.seats:
            self._learn_all(shown.flowers)
        if hand.indicator is not None:
            self._learn_all([hand.indicator])

    def _follow(self, hand: HandState, events: Iterable[Event]) -> None:
        for event in events:
            if event.name in OPEN_AT_ONCE:
                self._open_pending(hand)
                self._learn_all(event.tiles)
            elif event.name in LATER:
                self._pending.append(event)

    def _open_pending(self, hand: HandState) -> None:
        """What has been laid since the last publication lies before all."""
        for event in self._pending:
            self._open(hand, event)
        self._pending = []

    def _open(self, hand: HandState, event: Event) -> None:
        if event.name != "concealed_kong" or hand.game.concealed_kong_lies(hand.options) != "hidden":
            self._learn_all(event.tiles)

    def _learn(self, reader: int | None, tiles: Iterable[Kind]) -> None:
        self.known[self.hand_no, reader] |= set(tiles)

    def _learn_all(self, tiles: Iterable[Kind]) -> None:
        seen = set(tiles)
        for reader in (GROUP, *SEATS):
            self._learn(reader, seen)

    def may_know(self, hand_no: int, reader: int | None) -> set[Kind]:
        """What the reader has seen of the hand, and what is wild at the table."""
        return self.known[hand_no, reader]
