"""What holds for the cases of every game: each is settled as its rulebook says, or refused in one line."""

from typing import Any

import pytest

from engine.games import find_game, games
from engine.result import CaseError, read_case
from engine.scoring import IllegalWin
from tests.engine.games.settling import assert_sound, cases, outcome, settlement_of
from tests.engine.games.turning import turned

GIVEN = [case for game in games() for case in cases(game, f"own/{game}")]
BAD = [case for game in games() for case in cases(f"bad/{game}")]
TURNED = [case for game in ("fuzhou", "guiyang", "jiangxi_fuzhou") for case in cases(game, f"own/{game}")]
"""The cases whose facts `turned` can move on."""


@pytest.mark.parametrize("case", GIVEN)
def test_a_case_is_settled_as_the_rulebook_says(case: dict[str, Any]) -> None:
    assert outcome(case) == case["expect"]


@pytest.mark.parametrize("case", BAD)
def test_a_case_that_cannot_be_is_refused_in_one_line(case: dict[str, Any]) -> None:
    with pytest.raises(CaseError) as refused:
        read_case(case)
    assert case["expect"].get("says", "") in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("case", TURNED)
def test_seat_numbers_do_not_matter(case: dict[str, Any]) -> None:
    moved = turned(case)
    assert outcome(moved) == moved["expect"]


@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, *case.values, id=case.id)
        for game in ("fuzhou", "fuding", "longgang", "jiangxi_fuzhou")
        for case in cases(game, f"own/{game}")
    ],
)
def test_any_option_gives_a_sound_settlement_or_a_refusal(game: str, case: dict[str, Any]) -> None:
    for name, known in find_game(game).options.schema().items():
        for value in known.values:
            try:
                assert_sound(settlement_of(case, **{name: value}))
            except IllegalWin:
                continue


@pytest.mark.parametrize("case", GIVEN)
def test_a_result_survives_being_written_out_as_a_case(case: dict[str, Any]) -> None:
    result = read_case(case)
    assert read_case(result.to_json()) == result
