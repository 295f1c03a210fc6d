"""A second referee of 福鼎麻将: reads the journal of a hand and finds its mistakes by the rulebook's table I.8.

It knows what the hand began from, what seats did, which tiles moved, and the numbers of the questions about discards
(late wins name them). It never looks at what the engine judged: the comparison does. Table options are the defaults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.actions import HOST, Act, Event
from engine.state import HandStart, HandState
from engine.tiles import parse_tile
from tests.engine.fuding_shapes import BONUS, FLOWERS, HONOURS, complete, golds_of, youjin
from tests.engine.fuding_timetable import SEATS, Oracle, replaces_flower

WINDS = {27, 28, 29, 30}
Found = tuple[int, str]
"""Seat, and `verdict clause`."""
Line = tuple[int, Act, Sequence[Event], int]
"""Seat, act, what it did, and the number of the question about a discard that is open then (else 0)."""
Calls = list[tuple[int, int | None]]
"""(seat, discard) of announced wins; None: by self-draw or on a robbed kong."""


@dataclass
class Laid:
    """A meld; a wrong chow says who has drawn since its seat threw (二.7)."""

    name: str
    tiles: tuple[int, ...]
    wrong: bool = False
    threw: bool = False
    drew: set[int] = field(default_factory=set)


@dataclass
class Asked:
    """A question: its kind, who is asked, what they have answered."""

    kind: str
    seats: list[int]
    answers: dict[int, Act | None] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return all(seat in self.answers for seat in self.seats)


class Judge:
    """Feed it the deal, then line by line; `line` gives the mistakes of each."""

    def __init__(self, start: HandStart, dealt: Iterable[Event]) -> None:
        self.dealer = start.match.dealer
        self.reserve = 16
        self.hands: list[list[int]] = [[], [], [], []]
        self.flowers: list[list[int]] = [[], [], [], []]
        self.melds: list[list[Laid]] = [[], [], [], []]
        self.rows: list[list[int]] = [[], [], [], []]
        self.standing: set[int] = set()
        self.locked: list[tuple[int, int]] = []
        self.golds: set[int] = set()
        self.unturned = 144 - 65 - 1
        self.turn, self.came = self.dealer, "deal"
        self.drawn: int | None = None
        self.lying: tuple[int, int] | None = None
        self.added: tuple[int, int] | None = None
        self.barred = ""
        self.count = 0
        self.passed: list[int] = []
        self.passes: set[int] = set()
        self.no_pung: list[set[int]] = [set(), set(), set(), set()]
        self.over = False
        self.found: list[Found] = []
        self.after_moves: list[Callable[[], None]] = []
        self.unsettled_then: list[set[int]] = []
        self.locked_then: list[list[tuple[int, int]]] = []
        self.dividing = self.laid_drawn = False
        self.due = 0
        self.offers: dict[int, set[int]] = {}
        self.calls: Calls = []
        self.resumed: Asked | None = None
        self.round, self.queue, self.callers = 1, self.order(), list[int]()
        self.laid, self.called, self.idle = set[int](), set[int](), set[int]()
        for event in dealt:
            if event.name == "deal":
                self.hands[event.seat] = list(event.tiles)
            elif event.name == "gold":
                self.golds = golds_of(event.tiles[0])
        self.oracle = Oracle(dead_tiles=frozenset(self.golds | BONUS))
        # which of the dealer's tiles came last the deal does not tell: that one did is enough
        self.drawn = max(self.hands[self.dealer], default=None)
        self.asked = Asked("lay", [])
        self.next_layer()

    @classmethod
    def at(cls, state: HandState) -> Judge:
        """A judge who comes to a hand in the middle: of the state it reads where the tiles lie."""
        judge = cls(state.start, ())
        judge.golds = golds_of(state.indicator or 0)
        judge.oracle = Oracle(dead_tiles=frozenset(judge.golds | BONUS))
        for seat, held in enumerate(state.seats):
            judge.hands[seat], judge.flowers[seat] = list(held.hand), list(held.flowers)
            judge.melds[seat] = [Laid(meld.kind.value, meld.tiles) for meld in held.melds]
            judge.rows[seat] = list(held.discards)
        judge.unturned, judge.count = state.unturned, state.count
        judge.turn, judge.came, judge.drawn = state.turn, "draw", state.seats[state.turn].drawn
        judge.asked = Asked("turn", [])
        return judge

    # -- small facts

    def order(self) -> list[int]:
        return [(self.dealer + step) % 4 for step in SEATS]

    @property
    def left(self) -> int:
        return max(0, self.unturned - self.reserve)

    def held_bonus(self, seat: int) -> bool:
        return any(tile in BONUS - self.golds for tile in self.hands[seat])

    def unsettled(self, seat: int) -> bool:
        return self.held_bonus(seat) or any(meld.wrong for meld in self.melds[seat])

    # -- consequences

    def note(self, seat: int, verdict: str, clause: str) -> None:
        self.found.append((seat, f"{verdict} {clause}"))

    def stand(self, seat: int, clause: str) -> None:
        if seat not in self.standing and not self.over:
            self.note(seat, "stand", clause)
            self.stood(seat)

    def fine(self, seat: int, clause: str) -> None:
        self.note(seat, "fine", clause)
        self.stood(seat)

    def stood(self, seat: int) -> None:
        self.standing.add(seat)
        self.oracle = replace(self.oracle, standing=frozenset(self.standing))
        self.over = len(self.standing) == 4
        for asked in (self.asked, self.resumed):
            if asked is not None and asked.kind != "reveal":
                asked.seats = [other for other in asked.seats if other != seat]

    # -- a line of the journal

    def line(self, seat: int, act: Act, events: Iterable[Event], number: int) -> list[Found]:
        """The mistakes that this act brings to light."""
        self.found, self.after_moves = [], []
        events = list(events)
        self.act(seat, act)
        self.settle()
        events = [event for event in events if event.name not in ("judged", "declare")]
        for at, event in enumerate(events):
            self.move(event, flower=replaces_flower(events, at))
        self.oracle = self.oracle.after(events, number, self.hands)
        for fault in self.after_moves:
            fault()
        self.settle()
        return self.found

    def settle(self) -> None:
        while not self.over and self.asked.complete and self.asked.kind not in ("turn", "draw"):
            self.resolve()

    def act(self, seat: int, act: Act) -> None:
        if seat == HOST:
            return
        if act.verb == "q":
            self.objection(act)
        elif act.verb == "f" and act.tiles:
            self.lay(seat, act.tile)
        elif act.verb == "w" and act.tiles:
            self.put_right(seat, act)
        elif act.verb == "h" and act.arg and self.asked.kind != "intercept":
            self.announce([(seat, self.index(act))])
        elif self.asked.kind == "turn":
            self.in_turn(seat, act)
        elif self.asked.kind == "chow" and seat not in self.asked.seats:
            if self.take(seat, act):
                self.asked = Asked("draw", [])
        else:
            self.asked.answers[seat] = act

    def index(self, act: Act) -> int:
        return max(at for at, thrown in enumerate(self.oracle.thrown) if thrown.number == int(act.arg))

    def resolve(self) -> None:
        """All who are asked have answered."""
        asked = self.asked
        {
            "lay": self.next_layer,
            "ask": self.flowers_asked,
            "answer": self.flowers_answered,
            "opening": self.opened,
            "claim": self.claimed,
            "chow": self.chowed,
            "rob": self.robbed,
            "division": self.shared,
            "intercept": self.intercepted,
            "reveal": self.revealed,
        }[asked.kind]()

    # -- flowers before play

    def next_layer(self) -> None:
        while self.queue:
            seat = self.queue.pop(0)
            if seat not in self.standing:
                self.asked = Asked("lay", [seat])
                self.due = sum(tile in BONUS - self.golds for tile in self.hands[seat])
                return
        self.idle |= self.called - self.laid
        self.round, self.laid, self.called = self.round + 1, set(), set()
        self.asked = Asked("ask", self.may_announce(self.order()))

    def may_announce(self, seats: list[int]) -> list[int]:
        """Not who stands, nor who has announced for nothing before."""
        return [seat for seat in seats if seat not in self.standing | self.idle]

    def flowers_asked(self) -> None:
        callers = [seat for seat in self.order() if self.answered(seat) == "f"]
        if not callers:
            self.asked = Asked("opening", [seat for seat in SEATS if seat not in self.standing])
            return
        self.callers = callers
        self.asked = Asked("answer", self.may_announce(self.order()[: self.order().index(callers[0])]))

    def flowers_answered(self) -> None:
        answers = {seat: act.verb for seat, act in self.asked.answers.items() if act is not None}
        for seat in list(self.asked.seats):
            if answers.get(seat) == "x" and self.held_bonus(seat):
                self.stand(seat, "三.9")
        self.called = {*self.callers, *(seat for seat, verb in answers.items() if verb == "f")}
        self.queue = [seat for seat in self.order() if seat in self.called]
        if not self.over:
            self.next_layer()

    def answered(self, seat: int) -> str:
        act = self.asked.answers.get(seat) if seat in self.asked.seats else None
        return act.verb if act is not None else ""

    def lay(self, seat: int, tile: int) -> None:
        """A tile is laid out as a flower."""
        clauses = ["二.5"] if tile in self.golds else []
        if self.asked.kind in ("lay", "ask", "answer"):
            self.lay_before_play(seat, clauses)
            return
        in_turn = self.asked.kind == "turn" and seat == self.turn
        if in_turn:
            self.hold(seat)
        if in_turn and self.came != "deal":
            for clause in clauses:
                self.stand(seat, clause)
        else:
            self.after_moves += [lambda clause=clause: self.stand(seat, clause) for clause in clauses]

    def lay_before_play(self, seat: int, clauses: list[str]) -> None:
        earlier = self.order()[: self.order().index(seat)]
        asked = self.asked.kind == "lay" and seat in self.asked.seats
        in_order = (asked and self.due > 0) or (self.round == 1 and seat in self.queue)
        self.due -= asked
        if not in_order and any(self.held_bonus(other) for other in earlier):
            clauses = [*clauses, "三.9"]
        self.laid.add(seat)
        dealer_asked = self.asked.kind == "lay" and self.dealer in self.asked.seats

        def judge() -> None:
            for clause in clauses:
                self.stand(seat, clause)
            three = {other for other in SEATS if other != self.dealer}
            if self.round == 1 and dealer_asked and self.laid >= three and self.held_bonus(self.dealer):
                self.stand((self.dealer + 1) % 4, "三.9")

        self.after_moves.append(judge)

    # -- turns

    def opened(self) -> None:
        callers = [seat for seat in self.order() if self.answered(seat) == "h"]
        if callers:
            self.asked.answers = dict.fromkeys(self.asked.seats)
            self.announce([(seat, None) for seat in callers])
        else:
            self.asked = Asked("turn", [])

    def hold(self, seat: int) -> None:
        """A later seat acts: whom play has passed is held to its flowers (二.8, 三.9 i)."""
        for other in self.passed:
            if other != seat:
                self.kept_flower(other)
        self.passed = []

    def kept_flower(self, seat: int) -> None:
        if self.held_bonus(seat):
            self.stand(seat, "三.9" if self.count == 1 and seat == self.dealer else "二.8")

    def in_turn(self, seat: int, act: Act) -> None:
        self.hold(seat)
        if self.over:
            return
        if act.verb == "h":
            self.announce([(seat, None)])
        elif act.verb == "d":
            self.throw(seat, act.tile)
        elif act.verb == "k":
            self.kong(seat, act.tile)

    def kong(self, seat: int, tile: int) -> None:
        playing = tile not in self.golds | BONUS
        if not (playing and (self.has_pung(seat, tile) or self.hands[seat].count(tile) == 4)):
            self.fine(seat, "一.2")
        elif self.left <= 4:
            self.stand(seat, "三.3")

    def has_pung(self, seat: int, tile: int) -> bool:
        return any(meld.name == "pung" and meld.tiles[0] == tile for meld in self.melds[seat])

    def may_kong(self, seat: int, tile: int) -> bool:
        if self.came == "claim" or self.left <= 4 or seat in self.standing or tile in self.golds:
            return False
        return self.has_pung(seat, tile) or self.hands[seat].count(tile) == 4

    def throw(self, seat: int, tile: int) -> None:
        hand = self.hands[seat]
        self.barred = self.barred_by(seat, tile)
        self.passed = [] if self.barred else [seat]
        if tile in self.golds:
            nothing_else = all(other in self.golds for other in hand)
            faults = [] if nothing_else and not self.real_drawn(seat) else ["二.4"]
        elif tile in BONUS:
            faults = ["二.8"]
        else:
            faults = ["二.3"] if self.may_kong(seat, tile) else []
        self.after_moves += [lambda clause=clause: self.stand(seat, clause) for clause in faults]

    def barred_by(self, seat: int, tile: int) -> str:
        """一.7 … 一.9, unless everything that could be thrown is barred (FD-32)."""
        kinds = {
            kind
            for kind in self.hands[seat]
            if kind not in self.golds | BONUS
            and not self.may_kong(seat, kind)
            and not ((seat, kind) in self.locked and self.hands[seat].count(kind) == 1)
        }
        if tile not in self.golds | BONUS and any(not self.forbidding(seat, kind) for kind in kinds):
            return self.forbidding(seat, tile)
        return ""

    def forbidding(self, seat: int, tile: int) -> str:
        others = [self.melds[other] for other in SEATS if other != seat]
        for melds in others:
            winds = {
                meld.tiles[0] for meld in melds if meld.name in ("pung", "exposed_kong", "added_kong")
            } & WINDS
            if tile in WINDS and len(winds) == 3 and tile not in winds:
                return "一.9"
        for melds in others:
            shown = {kind // 9 for meld in melds for kind in meld.tiles}
            is_open = all(meld.name != "concealed_kong" for meld in melds)
            if len(melds) == 4 and is_open and tile < 27 and shown == {tile // 9}:
                return "一.8"
        if tile in HONOURS and self.left <= 8 and self.visible(tile) < 3:
            return "一.7"
        return ""

    def visible(self, tile: int) -> int:
        melded = [
            meld.tiles.count(tile) for melds in self.melds for meld in melds if meld.name != "concealed_kong"
        ]
        return sum(row.count(tile) for row in self.rows) + sum(melded)

    # -- calls

    def claimers(self, seat: int) -> list[int]:
        return [(seat + step) % 4 for step in (1, 2, 3) if (seat + step) % 4 not in self.standing]

    def claimed(self) -> None:
        thrower, tile = self.lying  # type: ignore[misc]
        answers = {
            seat: act
            for seat, act in self.asked.answers.items()
            if seat in self.asked.seats and act is not None
        }
        winners = [seat for seat in self.claimers(thrower) if seat in answers and answers[seat].verb == "h"]
        if winners:
            self.asked.answers = {seat: (None if act.verb == "h" else act) for seat, act in answers.items()}
            self.announce([(seat, len(self.oracle.thrown) - 1) for seat in winners])
            return
        if self.barred:
            self.note(thrower, "return", self.barred)
            self.barred = ""
            self.asked = Asked("draw", [])
            return
        self.passes = {seat for seat in self.claimers(thrower) if self.could_pung(seat, tile)}
        calls = [(seat, act) for seat, act in answers.items() if act.verb in "pkc"]
        calls.sort(key=lambda call: (call[1].verb == "c", (call[0] - thrower) % 4))
        self.asked = Asked("draw", [])
        for seat, act in calls:
            if self.over or self.take(seat, act):
                return
        follower = (thrower + 1) % 4
        if not self.over and tile < 27 and follower not in self.standing and len(self.hands[follower]) > 1:
            self.asked = Asked("chow", [follower])

    def could_pung(self, seat: int, tile: int) -> bool:
        rest = [kind for kind in self.hands[seat] if kind != tile]
        rest += [tile] * (self.hands[seat].count(tile) - 2)
        thrown = [
            kind
            for kind in rest
            if kind not in self.golds and not ((seat, kind) in self.locked and rest.count(kind) == 1)
        ]
        free = tile not in self.no_pung[seat] and (seat, tile) not in self.locked
        return self.hands[seat].count(tile) >= 2 and free and bool(thrown)

    def chowed(self) -> None:
        seat = self.asked.seats[0] if self.asked.seats else None
        act = self.asked.answers.get(seat) if seat is not None else None
        self.asked = Asked("draw", [])
        if seat is not None and act is not None and act.verb != "x":
            self.take(seat, act)

    def take(self, seat: int, act: Act) -> bool:
        """Pung, kong or chow of the tile that lies; whether it is laid."""
        thrower, tile = self.lying  # type: ignore[misc]
        used = list(act.tiles) if act.verb == "c" else [tile] * (2 if act.verb == "p" else 3)
        rest = Counter(self.hands[seat])
        rest.subtract(used)
        if min(rest.values()) < 0:
            self.stand(seat, "二.12")
            return self.over
        if all(kind in self.golds for kind in rest.elements()):
            self.note(seat, "void", "FD-10")
            return self.over
        if act.verb == "p" and tile in self.no_pung[seat] and (seat, tile) not in self.locked:
            self.note(seat, "void", "FD-21")
            return self.over
        fault = self.fault_of_call(seat, act, tile)
        self.count_passes(seat)
        for step in range((seat - thrower) % 4):
            self.kept_flower((thrower + step) % 4)
        self.passed = []
        if act.verb == "c" and self.is_run(act, tile) and self.hands[seat].count(tile) >= 2:
            self.no_pung[seat].add(tile)
        if fault:
            self.after_moves.append(lambda: self.stand(seat, fault))
        return True

    def fault_of_call(self, seat: int, act: Act, tile: int) -> str:
        if act.verb == "k":
            return "三.3" if self.left <= 5 else ""
        if act.verb == "p":
            return "三.1" if (seat, tile) in self.locked else ""
        return "三.1" if self.is_run(act, tile) and near_locked(self.locked, seat, tile) else ""

    def is_run(self, act: Act, tile: int) -> bool:
        low, middle, high = sorted((*act.tiles, tile))
        one_suit = high < 27 and low // 9 == high // 9
        return one_suit and (middle, high) == (low + 1, low + 2) and not self.golds & set(act.tiles)

    def count_passes(self, taker: int | None = None) -> None:
        """过碰 (FD-21)."""
        if self.lying is not None:
            for seat in self.passes - {taker}:
                self.no_pung[seat].add(self.lying[1])
        self.passes = set()

    def put_right(self, seat: int, act: Act) -> None:
        meld = next(meld for meld in self.melds[seat] if meld.wrong and meld.name != "noticed")
        self.hands[seat] += meld.tiles[1:]
        for tile in act.tiles:
            self.hands[seat].remove(tile)
        meld.tiles, meld.wrong = tuple(sorted((meld.tiles[0], *act.tiles))), False
        self.note(seat, "put_right", "二.7")

    def objection(self, act: Act) -> None:
        accused, kind, *tile = act.arg.split(":")
        if kind != "1":
            self.stand(int(accused), f"二.{kind}")
        elif parse_tile(tile[0]) in self.hands[int(accused)]:
            self.locked.append((int(accused), parse_tile(tile[0])))
            self.note(int(accused), "lock", "三.1")

    # -- wins

    def announce(self, calls: Calls) -> None:
        self.calls, self.resumed = calls, self.asked
        self.next_win()

    def next_win(self) -> None:
        if not self.calls or self.over:
            self.asked = self.resumed or Asked("turn", [])
            self.resumed = None
            return
        seat, index = self.calls[0]
        asked = {} if index is None else self.oracle.interceptors(seat, index)
        seats = [other for other in asked if other not in {caller for caller, _ in self.calls}]
        self.offers = {other: asked[other] for other in seats}
        self.asked = Asked("intercept", seats) if seats else Asked("reveal", [seat])

    def intercepted(self) -> None:
        for seat in self.asked.seats:
            act = self.asked.answers[seat]
            if act is not None and act.verb == "h":
                self.calls.append((seat, self.index(act)))
            else:
                no = {(seat, index) for index in self.offers[seat]}
                self.oracle = replace(self.oracle, declined=self.oracle.declined | no)
        self.calls.sort(
            key=lambda call: (call[1] or 0, (call[0] - self.oracle.thrown[call[1] or 0].seat) % 4)
        )
        self.next_win()

    def revealed(self) -> None:
        (seat, index), self.calls = self.calls[0], self.calls[1:]
        act = self.asked.answers[seat]
        shown = act is not None and act.verb == "v"
        clause = self.false_clause(seat, index)
        if not clause and shown:
            self.won(seat, index)
            return
        if index is not None:
            self.oracle = replace(self.oracle, declined=self.oracle.declined | {(seat, index)})
        if clause and not shown:
            self.stand(seat, "二.2")
        elif clause == "三.1":
            self.stand(seat, clause)
        elif clause:
            self.fine(seat, clause)
        if not self.over:
            self.next_win()

    def won(self, seat: int, index: int | None) -> None:
        self.over = True
        if index is not None and index == len(self.oracle.thrown) - 1 and self.barred:
            self.note(self.oracle.thrown[index].seat, "bao", self.barred)

    def false_clause(self, seat: int, index: int | None) -> str:
        """Empty where the win is one."""
        if index is not None:
            return self.false_on_discard(seat, index)
        if self.added is not None:
            tile = self.added[1]
            seen = self.oracle.seen[seat].count(tile)
            return self.false_on(
                seat, tile, self.hands[seat], seen, self.locked, settled=not self.unsettled(seat)
            )
        if self.real_drawn(seat):
            return ""
        whole = self.came != "claim" and self.drawn_of(seat) is not None and not self.unsettled(seat)
        share_was_bonus = self.in_division and self.drawn_of(seat) is None
        if share_was_bonus and youjin(self.hands[seat], self.golds):
            return "三.5"
        if not (whole and complete(self.hands[seat], self.golds)):
            return "一.4"
        if near_locked(self.locked, seat, self.drawn_of(seat) or 0):
            return "三.1"
        return "三.5" if self.in_division else "一.11"

    def false_on_discard(self, seat: int, index: int) -> str:
        thrown = self.oracle.thrown[index]
        settled, locked = seat not in self.unsettled_then[index], self.locked_then[index]
        return self.false_on(
            seat, thrown.tile, thrown.hands[seat], thrown.appeared[seat], locked, settled=settled
        )

    def false_on(
        self,
        seat: int,
        tile: int,
        hand: Iterable[int],
        seen: int,
        locked: list[tuple[int, int]],
        *,
        settled: bool,
    ) -> str:
        held = list(hand)
        if not settled or not complete((*held, tile), self.golds):
            return "一.4"
        if near_locked(locked, seat, tile):
            return "三.1"
        if seen > 1:
            return "一.6"
        return "一.10" if youjin(held, self.golds) else ""

    @property
    def in_division(self) -> bool:
        return self.resumed is not None and self.resumed.kind == "division"

    def drawn_of(self, seat: int) -> int | None:
        return self.drawn if seat == self.turn else None

    def real_drawn(self, seat: int) -> bool:
        hand, drawn = self.hands[seat], self.drawn_of(seat)
        if self.came == "claim":
            return False
        golds = [tile for tile in hand if tile in self.golds]
        if sum(tile in FLOWERS for tile in (*self.flowers[seat], *golds)) == 8:
            return True
        if self.count == 0 and len(golds) == 3:
            return True
        if (
            drawn is None
            or self.unsettled(seat)
            or near_locked(self.locked, seat, drawn)
            or not complete(hand, self.golds)
        ):
            return False
        rest = list(hand)
        rest.remove(drawn)
        owes = self.has_pung(seat, drawn) or (self.in_division and rest.count(drawn) == 3)
        return not (owes and youjin(rest, self.golds))

    def robbed(self) -> None:
        adder = self.added[0] if self.added else 0
        callers = [seat for seat in self.claimers(adder) if self.answered(seat) == "h"]
        if callers:
            self.asked.answers = dict.fromkeys(self.asked.seats)
            self.announce([(seat, None) for seat in callers])
        else:
            self.asked = Asked("draw", [])

    def shared(self) -> None:
        seat = self.asked.seats[0] if self.asked.seats else None
        if seat is not None and self.answered(seat) == "h":
            self.asked.answers = {seat: None}
            self.announce([(seat, None)])
        else:
            self.asked = Asked("draw", [])

    # -- tiles that move

    def move(self, event: Event, *, flower: bool) -> None:
        moved = getattr(self, f"moved_{event.name}", None)
        if moved is not None and not (self.over and event.name != "discard"):
            moved(event, flower) if event.name == "draw" else moved(event)

    def moved_draw(self, event: Event, flower: bool) -> None:
        seat, (tile,) = event.seat, event.tiles
        if flower and self.left <= 4 - len(self.standing):
            self.reserve -= 1
        self.unturned -= 1
        self.hands[seat].append(tile)
        for other in SEATS:
            for meld in self.melds[other]:
                if meld.wrong and meld.threw and other != seat:
                    meld.drew.add(seat)
        if event.arg != "tail":
            self.begin(seat, tile)
        elif not flower:
            self.drawn, self.came = tile, "draw"
            self.no_pung[seat] = set()
            self.asked = Asked("turn", [])
        elif seat == self.turn and self.laid_drawn:
            self.drawn = tile
            self.came = "deal" if self.came == "deal" else "draw"

    def begin(self, seat: int, tile: int) -> None:
        """An ordinary draw, or a tile of the division."""
        self.count_passes()
        if self.lying is not None:
            self.rows[self.lying[0]].append(self.lying[1])
            self.lying = None
        self.turn, self.drawn, self.came = seat, tile, "draw"
        self.no_pung[seat] = set()
        shares = self.asked.kind == "share"
        self.asked = Asked("turn", [])
        if shares or self.dividing:
            self.asked = Asked("division", [] if seat in self.standing else [seat])

    def moved_division(self, event: Event) -> None:
        self.dividing = True

    def moved_flowers(self, event: Event) -> None:
        seat = event.seat
        in_turn = self.asked.kind == "turn" and seat == self.turn and self.came != "deal"
        self.laid_drawn = in_turn or (seat == self.turn and self.drawn in event.tiles)
        for tile in event.tiles:
            self.hands[seat].remove(tile)
        self.flowers[seat] += event.tiles
        if seat == self.turn and self.drawn not in self.hands[seat]:
            self.drawn = None

    def moved_discard(self, event: Event) -> None:
        seat, (tile,) = event.seat, event.tiles
        self.hands[seat].remove(tile)
        self.lying, self.drawn, self.added = (seat, tile), None, None
        self.count += 1
        self.notice(seat)
        self.unsettled_then.append({other for other in SEATS if self.unsettled(other)})
        self.locked_then.append(list(self.locked))
        dead = tile in self.golds | BONUS
        self.asked = Asked("draw", []) if dead else Asked("claim", self.claimers(seat))
        if not dead and not self.asked.seats:
            self.nobody_calls(seat)

    def nobody_calls(self, seat: int) -> None:
        """All others stand: a forbidden discard is taken back at once."""
        self.asked = Asked("draw", [])
        if self.barred:
            self.note(seat, "return", self.barred)
            self.barred = ""

    def notice(self, seat: int) -> None:
        """The next seat has drawn and discarded: wrong chows come to light (二.7)."""
        for other in SEATS:
            for meld in self.melds[other]:
                if meld.wrong and seat in meld.drew:
                    meld.drew, meld.threw = set(), False
                    self.after_moves.append(lambda other=other: self.stand(other, "二.7"))
                    meld.name = "noticed"
                elif meld.wrong and other == seat and meld.name != "noticed":
                    meld.threw = True

    def moved_returned(self, event: Event) -> None:
        self.hands[event.seat] += event.tiles
        self.lying, self.drawn = None, None
        self.count -= 1
        self.asked = Asked("turn", [])

    def moved_chow(self, event: Event) -> None:
        thrown = self.lying[1] if self.lying else 0
        own = list(event.tiles)
        own.remove(thrown)
        run = tuple(sorted(event.tiles))
        wrong = run != (run[0], run[0] + 1, run[0] + 2) or run[2] > 26 or run[0] // 9 != run[2] // 9
        self.meld(event, own, wrong=wrong or bool(self.golds & set(own)), tiles=(thrown, *own))

    def moved_pung(self, event: Event) -> None:
        self.meld(event, list(event.tiles[1:]))

    def moved_exposed_kong(self, event: Event) -> None:
        self.meld(event, list(event.tiles[1:]))

    def meld(self, event: Event, own: list[int], *, wrong: bool = False, tiles: tuple[int, ...] = ()) -> None:
        seat = event.seat
        for tile in own:
            self.hands[seat].remove(tile)
        self.melds[seat].append(Laid(event.name, tiles or event.tiles, wrong))
        self.lying, self.turn, self.came, self.drawn = None, seat, "claim", None
        self.asked = Asked("turn", [])

    def moved_concealed_kong(self, event: Event) -> None:
        for tile in event.tiles:
            self.hands[event.seat].remove(tile)
        self.melds[event.seat].append(Laid(event.name, event.tiles))

    def moved_adding(self, event: Event) -> None:
        (tile,) = event.tiles
        self.hands[event.seat].remove(tile)
        self.added = (event.seat, tile)
        self.asked = Asked("rob", self.claimers(event.seat))

    def moved_added_kong(self, event: Event) -> None:
        self.added = None
        pung = next(
            meld for meld in self.melds[event.seat] if meld.name == "pung" and meld.tiles[0] == event.tiles[0]
        )
        pung.name, pung.tiles = event.name, event.tiles


def near_locked(locked: Sequence[tuple[int, int]], seat: int, tile: int) -> bool:
    """三.1: within three of a shown tile in its suit, or the shown honour."""
    for owner, shown in locked:
        in_suit = max(tile, shown) < 27 and tile // 9 == shown // 9 and abs(tile - shown) <= 3
        if owner == seat and (tile == shown or in_suit):
            return True
    return False
