"""Hands of seats that err are judged a second time from their journals, by another referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.actions import Action, parse_act
from engine.fairness import Stream
from engine.games.fuding import GAME
from engine.hand import apply, begin
from engine.prompts import PromptKind
from engine.replay import steps
from engine.selfplay import CLOSED, ErringSeats, Played, Step, able, check_fold, key_of, play_hands, tally
from engine.state import HandState
from tests.engine.games.hu_tai_positions import FIVE_RUNS, position
from tests.engine.playing import RANDOM_SETS, opposite, random_options
from tests.engine.rejudge_fuding import Judge

BARS = ["return 一.7", "return 一.8", "return 一.9", "bao 一.7", "bao 一.8", "bao 一.9"]
MISTAKES = {
    *(f"fine {clause}" for clause in ("一.2", "一.4", "一.6", "一.10", "一.11", "三.5")),
    *(f"stand 二.{number}" for number in (2, 3, 4, 5, 7, 8, 9, 10, 11, 12)),
    *("stand 三.1", "stand 三.3", "stand 三.9", "lock 三.1", "put_right 二.7"),
    *BARS,
}
"""Every mistake of table I.8 that can happen at a hosted table (classes PUN and SOC)."""


def check_lines(judge: Judge, given: Sequence[Step], states: Sequence[HandState]) -> Counter[str]:
    """The same mistakes in the same lines; how often each."""
    occurred: Counter[str] = Counter()
    for number, ((action, events), state) in enumerate(zip(given, states, strict=True)):
        asks = state.prompt is not None and state.prompt.kind is PromptKind.CLAIM
        claim = state.prompt.number if state.prompt is not None and asks else 0
        found = judge.line(action.seat, action.act, events, claim)
        judged = Counter((event.seat, event.arg) for event in events if event.name == "judged")
        assert judged == Counter(found), (
            f"line {number}: {action}: {[str(event) for event in events]}: {found}"
        )
        occurred.update(arg for _, arg in judged.elements())
    return occurred


def check_end(end: HandState) -> None:
    """The hand is settled: sums of zero, three payments for each fine."""
    assert end.docket is not None
    assert end.settlement is not None
    assert sum(end.settlement.payments) == 0
    paid = sum(move.reason == "fine" for move in end.settlement.transfers)
    assert paid == 3 * len(end.docket.fined)


def check(played: Played) -> Counter[str]:
    """A whole hand."""
    journal = [(action.seat, action.act.text, events) for action, events in played.steps]
    states = [state for state, _ in steps(begin(played.start)[0], journal)]
    occurred = check_lines(Judge(played.start, played.dealt), played.steps, states)
    check_fold(played)
    check_end(played.end)
    return occurred


def rejudged(hands: int, seed: int, players: str = "erring") -> Counter[str]:
    """Play and judge again; how often each mistake occurred."""
    occurred: Counter[str] = Counter()
    for played in play_hands(GAME, hands, seed, players=players, mode="referee"):
        occurred += check(played)
    return occurred


def rejudged_from(state: HandState, script: str, seed: int) -> Counter[str]:
    """As `rejudged`, one hand played on from a position, its first steps by script."""
    seats, judge = ErringSeats(Stream(key_of(seed, 0))), Judge.at(state)
    lines: list[Step] = []
    states: list[HandState] = []
    scripted = [step.split() for step in script.split(",") if step]
    while state.prompt is not None:
        if scripted:
            seat, act = scripted.pop(0)
            action = Action(int(seat), parse_act(act))
        elif (action := seats.beside(state)) is None:
            asked = able(state.prompt)
            action = CLOSED if asked is None else Action(asked, seats(state, asked))
        state, events = apply(state, action)
        lines.append((action, events))
        states.append(state)
    check_end(state)
    return check_lines(judge, lines, states)


ANY_TILE = FIVE_RUNS + "7s"
ONE_SUIT = "45m99s 123m<1 456m<1 789m<1 111m<1"
YOUJIN = "123456789m123p7s 555s<3"
FOUR_EQUAL = "555m123456789p123s7s"
TEMPTATIONS: dict[str, tuple[Mapping[int, str], dict[str, Any], str]] = {
    "一.6": (
        {0: "9s", 2: FIVE_RUNS + "9s"},
        {"front": "9s"},
        "0 d:9s, 1 x, 2 x, 3 x, 1 x, 1 d:9s",
    ),
    "一.7": ({0: "6z", 2: "123456789m99p123p66z"}, {"left": 8}, ""),
    "一.8": ({0: "3m", 2: ONE_SUIT}, {}, ""),
    "一.9": ({0: "4z9s", 2: "123456m4z 111z<1 222z<1 333z<3"}, {}, ""),
    "一.10": ({0: "9s5p", 1: ANY_TILE}, {}, "0 d:9s"),
    "一.11": ({0: YOUJIN}, {"drawn": "5s"}, ""),
    "二.7": ({0: "5m", 1: "46m9s1z2z9p9p11p4488s3z3z5s"}, {}, "0 d:5m, 1 c:6m9s, 2 x, 3 x"),
    "三.1": ({0: "9s", 1: FIVE_RUNS + "9s"}, {}, "2 q:1:1:9s, 0 d:9s"),
    "三.3": ({0: "5p", 2: "555p"}, {"left": 5}, "0 d:5p"),
    "三.5": ({0: "9p", 1: FOUR_EQUAL}, {"left": 4, "front": "5m"}, "0 d:9p, 1 x, 2 x, 3 x, 1 x"),
}
"""Positions in which a mistake is near that whole hands seldom come to, and how they go on at first."""


def tempted(clause: str, hands: int) -> Counter[str]:
    """Hands played on from the position of this clause."""
    seats, more, script = TEMPTATIONS[clause]
    occurred: Counter[str] = Counter()
    for seed in range(hands):
        occurred += rejudged_from(position(GAME, seats, mode="referee", **more).state, script, seed)
    return occurred


@pytest.mark.slow
def test_a_second_referee_finds_the_same_mistakes() -> None:
    assert rejudged(100, 11).total() > 100


@pytest.mark.parametrize("clause", sorted(TEMPTATIONS))
def test_it_finds_what_seldom_happens(clause: str) -> None:
    """Each clause occurs in its position."""
    assert any(clause in mistake for mistake in tempted(clause, 12))


def test_computer_seats_that_do_not_err_are_never_judged() -> None:
    assert rejudged(40, 12, "computer").total() == 0


def every_option_set() -> list[Any]:
    """The opposite of every default, and random sets."""
    return [opposite(GAME), *(random_options(GAME, number) for number in range(RANDOM_SETS))]


def test_hands_end_soundly_whatever_options_the_table_has() -> None:
    """Every state is validated, every journal folded."""
    for options in every_option_set():
        assert tally(GAME, 2, 13, options=options, players="erring", mode="referee").violation == ""


@pytest.mark.soak
@pytest.mark.soak_part("engine")
def test_2000_hands_end_soundly_whatever_options_the_table_has() -> None:
    for options in every_option_set():
        assert tally(GAME, 100, 14, options=options, players="erring", mode="referee").violation == ""


@pytest.mark.soak
@pytest.mark.soak_part("engine")
@pytest.mark.parametrize("part", range(10))
def test_5000_hands_judged_twice(part: int) -> None:
    assert rejudged(500, 100 + part).total() > 500


@pytest.mark.soak
@pytest.mark.soak_part("engine")
def test_every_mistake_of_the_table_occurs_and_is_found() -> None:
    occurred = rejudged(300, 11)
    for clause in TEMPTATIONS:
        occurred += tempted(clause, 60)
    assert sorted(MISTAKES - set(occurred)) == []
