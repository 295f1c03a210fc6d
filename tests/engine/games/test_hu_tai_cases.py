"""Fuding and Longgang count 胡 and 台 alike: what holds for the cases of both."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.fuding import scoring as fuding
from engine.games.longgang import scoring as longgang
from engine.result import Result, Win, read_case, settle
from engine.scoring import IllegalWin
from tests.engine.games.settling import assert_sound, cases

MayWin = Callable[[Result, Win], bool]
GIVEN = [
    pytest.param(may_win, clauses, *case.values, id=case.id)
    for game, may_win, clauses in (("fuding", fuding.may_win, "FD"), ("longgang", longgang.may_win, "LG"))
    for case in cases(game, f"own/{game}")
]


@pytest.mark.parametrize(
    ("may_win", "_", "case"), [case for case in GIVEN if "payments" in case.values[2]["expect"]]
)
def test_a_settlement_is_sound_and_may_win_agrees(may_win: MayWin, _: str, case: dict[str, Any]) -> None:
    result = read_case(case)
    assert_sound(settle(result))
    assert all(may_win(result, win) for win in result.wins)


@pytest.mark.parametrize(
    ("may_win", "clauses", "case"), [case for case in GIVEN if case.values[2]["expect"] == {"illegal": True}]
)
def test_a_refusal_names_its_clause(may_win: MayWin, clauses: str, case: dict[str, Any]) -> None:
    result = read_case(case)
    with pytest.raises(IllegalWin, match=rf"^{clauses}-\d\d"):
        settle(result)
    assert len(result.wins) > 1 or not may_win(result, result.wins[0])
