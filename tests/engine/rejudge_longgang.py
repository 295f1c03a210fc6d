"""A second referee for Longgang: who made which mistake, read off a finished hand's journal by code of its own.

The rules are those of table II.8, taken literally; nothing of the engine's play, judging or counting is used.
"""

from __future__ import annotations

from engine.actions import HOST, Act, Action, Event
from engine.selfplay import Played
from tests.engine.longgang_table import FA, FLOWERS, ZHONG, Seat, Table, Thrown


def rejudged(played: Played) -> list[str]:
    """The mistakes of the hand in order, each as `seat verdict clause`."""
    return Judge(played).found


def judged(played: Played) -> list[str]:
    """What the engine has judged, in the same words."""
    events = [event for _, events in played.steps for event in events if event.name == "judged"]
    return [f"{event.seat} {event.arg}" for event in events]


class Judge:
    """Goes through the journal line by line: first what is wrong with the act, then what it moved."""

    def __init__(self, played: Played) -> None:
        self.table = Table(played.start)
        self.options = self.table.options
        self.found: list[str] = []
        self.over = False
        self.stage = "turn"
        self.asked: list[int] = []
        self.answers: dict[int, Act] = {}
        self.queue: list[int] = []
        """Seats of the opening's round that are still to be asked for flowers."""
        self.laid: set[int] = set()
        self.kongs: list[tuple[int, Act]] = []
        self.to_show: list[int] = []
        self.shown_on: Thrown | None = None
        self.has_shown = False
        for event in played.dealt:
            self.table.apply(event)
        for action, events in played.steps:
            if action.seat != HOST and not self.over:
                self.act(action.seat, action.act)
            for event in events:
                self.happened(event)
            self.settle_in(action)

    # -- verdicts

    def stand(self, seat: int, clause: str, *, grave: bool = False) -> None:
        """陪打; who stands already can only lose what `peida_keeps_hu` has left it (LG-34)."""
        state = self.table.seats[seat]
        grave = grave and bool(self.options.peida_keeps_hu)
        if self.over or (state.stands and (not grave or state.worthless)):
            return
        self.found.append(f"{seat} stand {clause}")
        state.worthless |= grave
        self.stands(seat)

    def fine(self, seat: int, clause: str) -> None:
        self.found.append(f"{seat} fine {clause}")
        self.stands(seat)

    def stands(self, seat: int) -> None:
        self.table.seats[seat].stands = True
        self.over = all(state.stands for state in self.table.seats)
        self.asked = [other for other in self.asked if other != seat or self.stage == "turn"]

    def late_flower(self, seat: int) -> None:
        """方式8: another act by its holder before laying it."""
        if not self.table.seats[seat].stands and self.table.has_guest(seat):
            self.stand(seat, "方式8", grave=True)

    # -- acts

    def act(self, seat: int, act: Act) -> None:
        if act.verb == "f":
            self.lay_out(seat, act.tile)
        elif act.verb in "vw":
            self.reveal(seat, shown=act.verb == "v")
        elif act.verb == "h" and (act.arg or self.stage in ("turn", "division")):
            self.to_show.append(seat)
        elif self.to_show:
            pass  # whether another wins too
        elif self.stage == "turn":
            self.turn_act(seat, act)
        elif self.stage == "chow":
            if act.verb in "pkc":
                self.call(seat, act)
        elif self.stage == "flower":
            self.asked = []
        elif seat in self.asked:
            self.answers[seat] = act
            self.answered()

    def turn_act(self, seat: int, act: Act) -> None:
        if act.verb not in "dk":
            return
        self.late_flower(seat)
        if self.over:
            return
        if act.verb == "d":
            self.throw(seat, act.tile)
        elif not self.is_kong(seat, act.tile):
            self.fine(seat, "方式9")
        elif self.table.claimed_turn:
            self.stand(seat, "五f")

    def is_kong(self, seat: int, tile: int) -> bool:
        """Four in hand, or the fourth of an own pung; no wild and no flower."""
        state = self.table.seats[seat]
        four = state.hand.count(tile) == 4 or ("pung", tile) in state.melds
        return four and tile not in self.table.wilds(seat) and tile not in FLOWERS

    def throw(self, seat: int, tile: int) -> None:
        """财b, 方式9, 五f; a standing seat throws what it must."""
        state, wilds = self.table.seats[seat], self.table.wilds(seat)
        punged = {kind for name, kind in state.melds if name == "pung"}
        if state.stands and set(state.hand) <= wilds | punged:
            return
        if tile in wilds:
            self.stand(seat, "财b", grave=True)
        elif tile in punged:
            self.stand(seat, "方式9", grave=True)
        elif tile in state.swapped:
            self.stand(seat, "五f")

    def lay_out(self, seat: int, tile: int) -> None:
        """方式8: a wild laid out, or before an earlier seat that still has some and is still to be asked."""
        table = self.table
        wrong = tile in table.wilds(seat)
        if table.count == 0 or self.stage == "flower":
            order = [table.dealer, *table.after(table.dealer)]
            due = order if table.count == 0 else [*self.asked, *self.queue]
            before = [other for other in order[: order.index(seat)] if other in due]
            wrong |= any(table.has_guest(other) and not table.seats[other].stands for other in before)
        if self.stage == "flower":
            self.laid.add(seat)
        if wrong:
            self.stand(seat, "方式8", grave=True)
            self.answered()

    # -- calls

    def answered(self) -> None:
        """Once all have answered, wins are shown first, then the calls are judged, the best first."""
        if not set(self.asked) <= set(self.answers) or self.to_show or self.over:
            return
        if self.stage == "declare":
            self.declared()
            return
        if self.stage not in ("claim", "rob"):
            return
        callers = [seat for seat in self.asked if self.answers[seat].verb == "h"]
        if callers:
            self.to_show = callers
            self.asked = [seat for seat in self.asked if seat not in callers]
            return
        last, table = self.lying(), self.table
        table.note_let_go(other for other in table.after(last.seat) if not table.seats[other].stands)
        stage, self.stage = self.stage, "settled"
        calls = [seat for seat in table.after(last.seat) if seat in self.answers] if stage == "claim" else []
        for verbs in ("pk", "c"):
            for seat in calls:
                act = self.answers[seat]
                if act.verb in verbs and not self.over and self.call(seat, act):
                    return

    def lying(self) -> Thrown:
        assert self.table.lying is not None
        return self.table.lying

    def call(self, seat: int, act: Act) -> bool:
        """Whether the call was carried out: 方式9, 五b, LG-10 are not; 五d is, and its seat stands."""
        table, tile, state = self.table, self.lying().tile, self.table.seats[seat]
        used = [tile] * {"p": 2, "k": 3, "c": 0}[act.verb] + list(act.tiles if act.verb == "c" else ())
        rest = list(state.hand)
        for kind in used:
            if kind not in rest:
                self.stand(seat, "方式9" if act.verb == "k" else "五b")
                return False
            rest.remove(kind)
        if act.verb == "c" and not self.is_run(seat, [*used, tile]):
            self.stand(seat, "五b")
            return False
        if set(rest) <= table.wilds(seat):
            self.stand(seat, "LG-10")
            return False
        self.late_flower(seat)
        barred = {"p": state.passed_pungs, "c": state.thrown_in_turn, "k": set()}[act.verb]
        if tile in barred:
            self.stand(seat, "五d")
        return True

    def is_run(self, seat: int, tiles: list[int]) -> bool:
        low = min(tiles)
        plain = low < 27 and low % 9 <= 6 and sorted(tiles) == [low, low + 1, low + 2]
        return plain and not set(tiles[:2]) & self.table.wilds(seat)

    # -- wins

    def reveal(self, seat: int, *, shown: bool) -> None:
        """五h, 五a, 四e, 五b; what was interrupted goes on when no win stood."""
        fault = self.fault(seat, self.shown_on)
        self.to_show = [other for other in self.to_show if other != seat]
        if fault is None:
            self.has_shown |= shown
        elif fault.startswith("void"):
            self.found.append(f"{seat} {fault}")
        elif not shown:
            self.stand(seat, "五b")
        elif fault.startswith("fine"):
            self.fine(seat, fault.removeprefix("fine "))
        else:
            self.stand(seat, fault.removeprefix("stand "))
        if not self.to_show and not self.has_shown:
            self.answered()

    def fault(self, seat: int, on: Thrown | None) -> str | None:
        """What is wrong with the win, by the tiles and bars of the moment it was about."""
        table = self.table
        state = table.seats[seat] if on is None or on.robbing else on.seats[seat]
        if table.has_guest(seat, state):
            return "fine 五h"
        if on is None:
            return self.self_drawn_fault(seat, state)
        if on.number == 1 and not on.robbing and table.has_three_wilds(seat, state.hand):
            return None
        worth = table.worth(seat, state, on.tile, drawn=False)
        if worth is None:
            return "fine 五h"
        if not table.is_barred(state, on.tile):
            return None
        honour = on.tile in (FA, ZHONG, table.wind(seat))
        return "fine 四e" if honour and any(less < worth for less in state.let_go) else "stand 五a"

    def self_drawn_fault(self, seat: int, state: Seat) -> str | None:
        table = self.table
        if table.claimed_turn:
            return "fine 五h"
        rest = list(state.hand)
        tile = rest[-1] if table.drawn is None else table.drawn
        rest.remove(tile)
        before = Seat(rest, state.melds, state.laid)
        real = (
            table.has_three_wilds(seat, state.hand) or table.worth(seat, before, tile, drawn=True) is not None
        )
        if not real:
            return "fine 五h"
        return "void LG-16" if table.four_kongs() else None

    # -- the opening (LG-12)

    def next_layer(self) -> None:
        """The seats are asked one after the other, for one that stands the host lays out; then kongs are asked for."""
        table = self.table
        while not self.asked:
            if self.queue:
                seat = self.queue.pop(0)
                if not table.seats[seat].stands:
                    self.asked = [seat]
                elif seat in table.hosted:
                    table.hosted.remove(seat)
                    self.laid.add(seat)
            elif self.laid:
                self.queue = [seat for seat in table.after(table.dealer) if seat in self.laid]
                self.laid = set()
            else:
                self.ask("declare")
                self.answered()
                return

    def declared(self) -> None:
        """方式9: the kongs that are wanted are laid in turn order; who has laid one is asked again first."""
        table = self.table
        while set(self.asked) <= set(self.answers) and not self.over:
            wanted = [
                seat for seat in table.after(table.dealer) if self.answers.get(seat, PASSED).verb == "k"
            ]
            waiting = [(seat, self.answers[seat]) for seat in wanted] + self.kongs
            self.answers = {}
            if not waiting or table.four_kongs():
                self.ask("claim")
                if not self.asked:
                    self.answered()
                return
            (seat, act), self.kongs = waiting[0], waiting[1:]
            self.late_flower(seat)
            if not self.is_kong(seat, act.tile):
                self.fine(seat, "方式9")
            self.asked = [] if table.seats[seat].stands else [seat]

    def ask(self, stage: str) -> None:
        """Everybody but the thrower is asked, unless he stands or the tile is dead."""
        last = self.lying()
        dead = stage == "claim" and self.table.is_dead(last.tile)
        seats = [] if dead else self.table.after(last.seat)
        self.stage, self.answers = stage, {}
        self.asked = [seat for seat in seats if not self.table.seats[seat].stands]

    # -- what follows

    def happened(self, event: Event) -> None:
        table = self.table
        if event.name == "win" and event.other != HOST and "rob_kong" not in event.arg:
            self.won_on(event)
        table.apply(event)
        if event.name in ("win", "drawn"):
            self.over = True
        elif event.name == "discard" and table.count == 1:
            self.stage, self.queue = "flower", table.after(table.dealer)
            self.asked, self.laid, table.hosted = [], set(), set()
        elif event.name in ("discard", "adding"):
            self.ask("claim" if event.name == "discard" else "rob")
            self.answered()
        elif event.name in ("pung", "chow", "exposed_kong", "added_kong"):
            self.stage = "turn"
        elif event.name == "division":
            self.stage = "division"
        elif event.name == "draw" and table.lying is None and self.stage != "division":
            self.stage = "turn"
        elif event.name == "announced":
            self.shown_on = self.announced_on(event)

    def announced_on(self, event: Event) -> Thrown | None:
        """The discard that the announced win is about; none for a self-draw."""
        last = self.table.lying
        if not event.tiles:
            return last if last is not None and last.robbing else None
        return next(thrown for thrown in reversed(self.table.live) if thrown.tile == event.tiles[0])

    def won_on(self, event: Event) -> None:
        """LG-36: the thrower of the winning discard, if he took a risk."""
        on = self.shown_on
        assert on is not None
        risk = on.risk or ("四F" if self.table.fed(on.seats[event.seat], event.tiles[0]) else "")
        if risk:
            self.found.append(f"{event.other} bao {risk}")

    def settle_in(self, action: Action) -> None:
        """After the line: the opening's next question, the chow, and the discard as it lies."""
        table = self.table
        if self.over:
            return
        if self.stage == "flower":
            self.next_layer()
        last = table.lying
        if last is None or last.robbing:
            return
        if self.stage == "settled":
            self.stage, self.asked = "chow", []
        new = self.stage == "claim" and last not in table.live and bool(self.asked)
        if new or (action.act.verb == "f" and last in table.live):
            last.seats = [state.copy() for state in table.seats]
        if new:
            table.live.append(last)


PASSED = Act("x", (), "")
