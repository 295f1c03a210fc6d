"""Settlement cases read from `tests/cases`, and what settling one gives, in the words of `expect`."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.result import read_case, settle
from engine.scoring import IllegalWin, Settlement

CASES = Path(__file__).parents[2] / "cases"


def cases(*files: str) -> list[Any]:
    """The cases of these files (`qingtian`, `own/qingtian`), each a parameter named by its id."""
    found = [case for file in files for case in json.loads((CASES / f"{file}.json").read_text("utf-8"))]
    return [pytest.param(case, id=case["id"]) for case in found]


def named(game: str, name: str) -> dict[str, Any]:
    """The game's case of this id."""
    case: dict[str, Any] = next(item.values[0] for item in cases(game, f"own/{game}") if item.id == name)
    return case


def tried_options(game: str) -> set[tuple[str, str]]:
    """The options that the game's cases set, each with its value as text."""
    found = cases(game, f"own/{game}")
    return {(name, str(value)) for case in found for name, value in case.values[0]["options"].items()}


def outcome(case: dict[str, Any]) -> dict[str, Any]:
    """What a case comes to; a case that expects no points is not asked for them."""
    try:
        settlement = settle(read_case(case))
    except IllegalWin:
        return {"illegal": True}
    given = {"payments": list(settlement.payments)}
    return given | ({"points": list(settlement.points)} if "points" in case["expect"] else {})


def settlement_of(case: dict[str, Any], **options: Any) -> Settlement:
    """The settlement of a legal case, with some options laid over its own."""
    return settle(read_case(case | {"options": case["options"] | options}))


def assert_balanced(settlement: Settlement) -> None:
    """What holds for every settlement: positive transfers between two seats, that sum up to zero."""
    assert sum(settlement.payments) == 0
    assert all(item.amount > 0 and item.payer != item.receiver for item in settlement.transfers)
    assert len(settlement.points) == len(settlement.fans) == len(settlement.formula)


def assert_sound(settlement: Settlement) -> None:
    """Balanced, and every formula tells the points it comes to."""
    assert_balanced(settlement)
    for points, formula in zip(settlement.points, settlement.formula, strict=True):
        assert str(points) in formula
