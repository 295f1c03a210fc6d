"""A hand at its end: who is ready and who is burned, which every payment of section 8 to 10 asks."""

from dataclasses import dataclass

from engine.games.guiyang.facts import Facts, read_facts
from engine.games.guiyang.hands import waiting
from engine.games.guiyang.options import GuiyangOptions
from engine.games.guiyang.wins import table_options, void_suit
from engine.result import Result
from engine.scoring import SEATS
from engine.tiles import Kind


@dataclass(frozen=True, slots=True)
class Finish:
    """The result with what is judged from it."""

    result: Result
    options: GuiyangOptions
    facts: Facts
    ready: frozenset[int]
    """Seats that are ready; a winner counts (GY-6.4)."""
    burned: frozenset[int]

    @property
    def earners(self) -> list[int]:
        """Seats that collect for kongs and chickens: ready and not burned (GY-8.8, GY-9.4)."""
        return sorted(self.ready - self.burned)

    def won(self, seat: int) -> Kind | None:
        """The winning tile, if the seat has won."""
        return next((win.tile for win in self.result.wins if win.seat == seat), None)


def finish(result: Result) -> Finish:
    """The result, judged; raises CaseError on facts that cannot be read."""
    facts, options = read_facts(result), table_options(result)
    return Finish(result, options, facts, ready_seats(result, facts), burned_seats(result, facts))


def ready_seats(result: Result, facts: Facts) -> frozenset[int]:
    """叫 (GY-6.4): winners, and whose thirteen tiles wait for something."""
    options = table_options(result)
    winners = {win.seat for win in result.wins}
    return frozenset(
        seat
        for seat in SEATS
        if seat in winners
        or waiting(result.seats[seat].concealed, result.seats[seat].melds, void_suit(options, facts, seat))
    )


def burned_seats(result: Result, facts: Facts) -> frozenset[int]:
    """烧鸡 (GY-8.8): who fed a 热炮 or whose kong was robbed."""
    if not table_options(result).burn:
        return frozenset()
    fed = {
        win.source
        for win in result.wins
        if win.source is not None and win.events & {"hot_discard", "rob_kong"}
    }
    return facts.burned | fed
