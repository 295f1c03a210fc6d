"""FD-22, the claim timetable: every sequence of up to five events, against the rule taken literally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from engine.actions import PASS, Action, parse_act
from engine.games.fuding import GAME
from engine.hand import apply, legal_actions
from engine.state import HandState
from engine.tiles import TEXT, parse_tile
from tests.engine.fuding_shapes import golds_of
from tests.engine.fuding_timetable import SEATS, Oracle
from tests.engine.games.hu_tai_positions import position

FEW = 5
"""Events of the longest sequences, the win calls that end them included."""

POSITIONS = {
    "pairs": {
        0: "9s5p1f",
        1: "123456789m99p78s123p",
        2: "123456789m123p55p99s",
        3: "123567m234567p78s99p",
    },
    "triplets": {
        0: "9s5p1f",
        1: "123456789m99p78s12p5p",
        2: "123456789m123p5p999s",
        3: "123567m234567p46p99p",
    },
}
"""Gold is 发. Seats 1 to 3 wait for the 9s or the 5p that seat 0 may throw; seat 1 draws another 9s or 5p."""
GOLDS = golds_of(parse_tile("6z"))
FRONT = {"pairs": "9s1z5s2z", "triplets": "1z2z3z4z"}


@dataclass(frozen=True)
class Moment:
    """A position on the way and what the oracle knows of it."""

    state: HandState
    oracle: Oracle
    path: tuple[str, ...] = ()

    def do(self, seat: int, act: str) -> Moment:
        state, events = apply(self.state, Action(seat, parse_act(act)))
        number, hands = state.prompt.number if state.prompt else 0, [held.hand for held in state.seats]
        return Moment(state, self.oracle.after(events, number, hands), (*self.path, f"{seat} {act}"))

    @property
    def kind(self) -> str:
        return self.state.prompt.kind.value if self.state.prompt else ""

    @property
    def missing(self) -> tuple[int, ...]:
        return self.state.prompt.missing if self.state.prompt else ()

    def acts(self, seat: int) -> list[str]:
        return [act.text for act in legal_actions(self.state, seat)]

    def passed(self) -> Moment:
        """Everybody who is asked passes."""
        moment, number = self, self.state.prompt.number if self.state.prompt else 0
        while moment.state.prompt is not None and moment.state.prompt.number == number and moment.missing:
            moment = moment.do(moment.missing[0], PASS.text)
        return moment

    def asked_now(self, seat: int) -> int | None:
        """The discard that the seat is being asked about."""
        prompt = self.state.prompt
        if prompt is None or self.kind != "claim" or not prompt.options[seat]:
            return None
        return len(self.oracle.thrown) - 1


def start(name: str) -> Moment:
    hand = position(GAME, POSITIONS[name], indicator="6z", front=FRONT[name], tail="1s4s6s", mode="referee")
    return Moment(hand.state, Oracle())


def moves(moment: Moment) -> Iterator[Moment]:
    """What can happen next; closing a window without a call is no event of its own."""
    hands = [seat.hand for seat in moment.state.seats]
    turn = moment.state.turn
    if moment.kind == "turn":
        wanted = [tile for tile in ("9s", "5p", "5s", "1m") if parse_tile(tile) in hands[turn]]
        for tile in wanted[:2]:
            yield moment.do(turn, f"d:{tile}")
    elif moment.kind in ("claim", "chow"):
        yield from _takings(moment, hands)
    if moment.kind == "chow":
        yield moment.do(moment.missing[0], "x")
    flowers = [seat for seat in SEATS if "f:1f" in moment.acts(seat)]
    for seat in flowers:
        yield moment.do(seat, "f:1f")


def _takings(moment: Moment, hands: list[tuple[int, ...]]) -> Iterator[Moment]:
    """Chow, pung and kong by those who have the tiles; in the window all others pass."""
    thrown = moment.oracle.thrown[-1]
    for seat in SEATS:
        for act, copies in (("p", 2), (f"k:{TEXT[thrown.tile]}", 3)):
            if hands[seat].count(thrown.tile) >= copies and act in moment.acts(seat):
                after = moment.do(seat, act)
                yield after.passed() if after.kind == "claim" else after
        chow = {"9s": "c:7s8s", "5p": "c:4p6p"}.get(TEXT[thrown.tile], "")
        if moment.kind == "chow" and chow in moment.acts(seat):
            yield moment.do(seat, chow)


def check_offers(moment: Moment) -> None:
    """Late wins, and wins on the tile that lies, are open to exactly those of the oracle."""
    for seat in SEATS:
        numbers = {moment.oracle.thrown[index].number: index for index in range(len(moment.oracle.thrown))}
        late = {numbers[int(act[2:])] for act in moment.acts(seat) if act.startswith("h:")}
        asked = moment.asked_now(seat)
        wanted = {index for index in numbers.values() if moment.oracle.may_call(seat, index)}
        assert late == wanted - {asked}, (moment.path, seat)
        if asked is not None:
            assert "h" in moment.acts(seat), (moment.path, seat)


def called(moment: Moment, seat: int, index: int) -> Moment:
    """The seat announces a win on that discard; in its window all others pass."""
    if moment.asked_now(seat) == index:
        return moment.do(seat, "h").passed()
    return moment.do(seat, f"h:{moment.oracle.thrown[index].number}")


def calls_of(moment: Moment) -> list[tuple[int, int]]:
    """Every announcement that is open."""
    number = len(moment.oracle.thrown)
    return [(seat, index) for seat in SEATS for index in range(number) if moment.oracle.may_call(seat, index)]


def check_calls(moment: Moment) -> None:
    """Who may intercept each announcement, and who wins in the end, whoever intercepts."""
    for seat, index in calls_of(moment):
        announced = called(moment, seat, index)
        wanted = moment.oracle.interceptors(seat, index)
        prompt = announced.state.prompt
        assert prompt is not None
        if not wanted:
            assert announced.kind == "reveal", (announced.path, seat)
        else:
            numbers = {thrown.number: at for at, thrown in enumerate(moment.oracle.thrown)}
            offered = {
                who: {numbers[int(act.arg)] for act in prompt.options[who] if act.verb == "h"}
                for who in prompt.asked
            }
            assert offered == wanted, announced.path
        for interceptors in _some(wanted):
            check_winner(moment, announced, (seat, index), interceptors)


def _some(wanted: dict[int, set[int]]) -> list[dict[int, int]]:
    """Nobody, each alone on each of its discards, and all of them at once."""
    single = [{seat: index} for seat, wins in wanted.items() for index in wins]
    together = [{seat: min(wins) for seat, wins in wanted.items()}] if len(wanted) > 1 else []
    return [{}, *single, *together]


def check_winner(
    before: Moment, announced: Moment, call: tuple[int, int], interceptors: dict[int, int]
) -> None:
    """All who called show their hands."""
    moment = announced
    while moment.kind == "intercept":
        seat = moment.missing[0]
        if seat in interceptors:
            moment = moment.do(seat, f"h:{before.oracle.thrown[interceptors[seat]].number}")
        else:
            moment = moment.do(seat, "x")
    while moment.kind == "reveal":
        moment = moment.do(moment.missing[0], "v")
    result = moment.state.result
    wanted = before.oracle.winner(GOLDS, {call, *interceptors.items()})
    assert (result.wins[0].seat if result and result.wins else None) == wanted, moment.path
    if result and result.wins:
        index = dict([call, *interceptors.items()])[result.wins[0].seat]
        thrown = before.oracle.thrown[index]
        assert (result.wins[0].tile, result.wins[0].source) == (thrown.tile, thrown.seat), moment.path


def withdrawn(moment: Moment) -> Iterator[Moment]:
    """A real win is announced, nobody intercepts, and it is withdrawn: who was asked has said no (FD-23)."""
    for seat, index in calls_of(moment):
        if not moment.oracle.real(seat, index, GOLDS):
            continue
        asked = moment.oracle.interceptors(seat, index)
        no = {(seat, index)} | {(who, at) for who, wins in asked.items() for at in wins}
        after = called(moment, seat, index)
        if after.kind == "intercept":
            after = after.passed()
        after = after.do(seat, "w")
        yield replace(after, oracle=replace(after.oracle, declined=after.oracle.declined | no))


def explore(moment: Moment, left: int) -> int:
    """Check this moment and all that follow; the number of moments."""
    check_offers(moment)
    if left == 0:
        return 1
    check_calls(moment)
    number = 1
    if moment.kind == "claim":
        number += explore(moment.passed(), left)
    for after in (*moves(moment), *withdrawn(moment)):
        number += explore(after, left - 1)
    return number


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_wins_live_and_are_intercepted_as_the_timetable_says(name: str) -> None:
    """FD-22, over every interleaving of throws, draws, calls, flowers and withdrawn wins."""
    assert explore(start(name), FEW) > 500


def test_the_oracle_is_no_stranger_to_winning_hands() -> None:
    """What the comparison stands on: all three wait for the first tile."""
    moment = start("pairs").do(0, "d:9s")
    assert [moment.oracle.real(seat, 0, GOLDS) for seat in SEATS] == [False, True, True, True]
