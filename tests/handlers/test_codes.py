"""The buttons' contract: every code is produced by some keyboard and handled, and no other code exists."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import parse_act
from engine.games import find_game
from engine.options import TableOptions
from handlers.callback_data import CODES, Decision, page_data, parse, table_data
from handlers.commands import records
from handlers.tables.commands import Press
from handlers.tables.model import Chat, Person, Table
from handlers.tables.table import ACTS, step

ROOT = Path(__file__).parents[2] / "handlers"
COMPOSERS = {
    "data", "page_data", "table_data", "group_button", "button", "_button", "partial", "turner", "closable", "_turning",
}  # fmt: skip
"""Functions that put a code into a button, however it is handed to them."""


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def words(node: ast.AST) -> Iterator[str]:
    """The literals of an expression that may be codes; `ki:2` is the code `ki`."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value.partition(":")[0]


def produced() -> set[str]:
    """The codes that stand in calls which compose buttons, or in tuples of a button's text and code."""
    found: set[str] = set()
    for _, module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and name_of(node) in COMPOSERS:
                found |= {word for argument in node.args for word in words(argument)}
            if isinstance(node, ast.Tuple) and any(word.startswith("button.") for word in words(node)):
                found |= set(words(node))
            if isinstance(node, ast.Call) and any(getattr(a, "attr", "") == "text" for a in node.args):
                found |= ACTS if name_of(node) == "data" else set()  # data(scene, act.text)
    return found & CODES.keys()


def cases(name: str) -> set[str]:
    """The literals of a module's `case` lines."""
    module = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    return {
        word for node in ast.walk(module) if isinstance(node, ast.match_case) for word in words(node.pattern)
    }


def handled() -> set[str]:
    """What the table takes (acts, Ready, rematch, its cases), what stands beside it, and the pages."""
    return ACTS | {"g", "rm"} | cases("tables/table.py") | cases("commands/press.py") | records.CODES


def test_every_code_is_produced_by_some_keyboard() -> None:
    assert sorted(CODES.keys() - produced()) == []


def test_every_code_is_handled() -> None:
    assert sorted(CODES.keys() - handled()) == []


def test_no_other_code_is_handled() -> None:
    codes = {word for word in handled() if word.isalpha() and len(word) <= 2}
    assert sorted(codes - CODES.keys()) == []


@pytest.mark.parametrize("code", sorted(ACTS))
def test_acts_of_the_contract_are_acts_of_the_engine(code: str) -> None:
    argument = {"d": ":5m", "c": ":3m", "k": ":5m", "s": ":3", "t": ":m"}.get(code, "")
    assert parse_act(code + argument).text == code + argument


@pytest.mark.parametrize("code", sorted(code for code in CODES if CODES[code].decision is not Decision.PAGE))
def test_a_table_knows_its_codes(code: str) -> None:
    """A lobby may refuse, but only a code that is not its own is unknown to it."""
    game = find_game("fuzhou")
    wei = Person(1, 11, "Wei", "zh_Hans", reachable=True)
    table = Table(
        1, Chat(-100, "group", "周五麻将"), None, 1, game, game.options(), TableOptions(), seed=bytes(32)
    )
    table, _ = step(table, Press(wei, "j"), 0, lambda n: 0)
    _, effects = step(table, Press(wei, code, "2" if code == "ap" else ""), 1000, lambda n: 0)
    unknown = effects.answer is not None and effects.answer.key == "refuse.unknown_button"
    elsewhere = {"u", "hs"} | {"rm"}  # beside the table; after the match
    assert unknown == (code in elsewhere)


@pytest.mark.parametrize("code", sorted(CODES))
def test_what_is_composed_is_read_again(code: str) -> None:
    page = CODES[code].decision is Decision.PAGE
    args = tuple("12345678"[: CODES[code].most])
    data = page_data(-1001234567890, code, *args) if page else table_data(63, 4567, code, *args)
    pressed = parse(data)
    assert pressed is not None
    assert (pressed.code, pressed.args) == (code, args)
    assert len(data) <= 64
