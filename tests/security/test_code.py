"""What can be read off the code and its objects: SQL without text put in, reprs without hidden tiles (tests 36, 39)."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.draft import Draft
from engine.fairness import SEED_BYTES
from engine.game import Game
from engine.games import games
from engine.scoring import SEATS
from engine.state import HandState
from engine.tiles import TEXT
from engine.views import public_view, seat_view
from tests.security.hiding import states
from tests.security.screens import table_with

ROOT = Path(__file__).parents[2]
SOURCES = [
    *(
        path
        for folder in ("engine", "storage", "handlers", "playground")
        for path in (ROOT / folder).rglob("*.py")
    ),
    ROOT / "bot.py",
]
SQL = re.compile(
    r"\b(SELECT|INSERT\s+INTO|REPLACE\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s|ALTER\s|DROP\s|PRAGMA|VACUUM)\b"
    r"|(?i:\b(WHERE|AND|OR|ON|HAVING)\s+[\w.]+\s*(=|<|>|IN\b|LIKE\b)|\bselect\s.+\sfrom\s|\binsert\s+into\s|\bdelete\s+from\s)"
)
STATEMENTS = frozenset(
    {"execute", "executemany", "executescript", "row", "rows", "number", "insert", "many", "stream"}
)
EVERY = 15
TOGETHER = 4
"""So many hidden tiles in their order, and a text gives a hand or the wall away."""


# -- SQL


def put_together(tree: ast.AST) -> Iterator[ast.expr]:
    """Texts that hold SQL and something that is put into it when the program runs."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values) if any(isinstance(value, ast.FormattedValue) for value in values):
                if SQL.search(_constants(node)):
                    yield node
            case ast.BinOp(op=ast.Mod()) if SQL.search(_constants(node.left)):
                yield node
            case ast.BinOp(op=ast.Add()) if SQL.search(_constants(node)) and not _is_fixed(node):
                yield node
            case ast.Call(func=ast.Attribute(attr="format" | "join" | "replace")) if SQL.search(
                _constants(node)
            ) and not (_is_statement(node) or all(map(_is_fixed, node.args))):
                yield node


def _constants(node: ast.AST) -> str:
    return " ".join(
        n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    )


def _is_fixed(node: ast.expr) -> bool:
    """Constants of the module and texts alone: `_TABLE + " WHERE table_id = ?"`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_fixed(node.left) and _is_fixed(node.right)
    if isinstance(node, ast.Tuple | ast.List):
        return all(map(_is_fixed, node.elts))
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


def _is_statement(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr in STATEMENTS


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_put_into_sql(path: Path) -> None:
    found = [ast.unparse(node) for node in put_together(ast.parse(path.read_text(encoding="utf-8")))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'f"SELECT * FROM hand WHERE hand_id = {number}"',
        '"DELETE FROM hand WHERE hand_id = %s" % number',
        '"SELECT * FROM hand WHERE " + condition',
        '"SELECT * FROM {}".format(name)',
        'sql += f" AND chat_id = {chat}"',
        """f" WHERE name = '{name}'\"""",
        'f"select * from hand where hand_id = {number}"',
    ],
)
def test_sql_that_is_put_together_would_be_found(source: str) -> None:
    assert list(put_together(ast.parse(source)))


# -- statements


PASSED_ON = {"connection.py": {"sql"}, "database.py": {"self._begin"}, "migrations.py": {"statement"}}
"""Where a statement goes through: `Connection` hands on what it is given, `_Transactions` one of two BEGINs, and a
migration is a constant that tests may add to.
"""
Bindings = dict[str, list[ast.expr | None]]


def loose_statements(tree: ast.Module) -> Iterator[ast.expr]:
    """What SQLite is given that is no text of the code: neither a literal nor made of literals and constants."""
    for function in _outer_functions(tree):
        known = _bindings(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and _is_statement(node):
                given = [*node.args[:1], *(item.value for item in node.keywords if item.arg == "sql")]
                yield from (sql for sql in given if not _is_text(sql, known))


def _outer_functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        else:
            yield from _outer_functions(node)


def _bindings(function: ast.AST) -> Bindings:
    """All that the names in a function stand for; None where a caller says it."""
    known: Bindings = {}
    for node in ast.walk(function):
        match node:
            case ast.arg(arg=name):
                known.setdefault(name, []).append(None)
            case ast.Assign(targets=targets, value=value):
                _bind(known, targets, value)
            case ast.AnnAssign(target=target, value=value) | ast.AugAssign(target=target, value=value):
                _bind(known, [target], value)
            case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
                _bind(known, [target], value)
            case ast.comprehension(target=target, iter=value):
                _bind(known, [target], value)
    return known


def _bind(known: Bindings, targets: list[Any], value: ast.expr | None) -> None:
    for target in targets:
        for name in ast.walk(target):
            if isinstance(name, ast.Name):
                known.setdefault(name.id, []).append(value)


def _is_text(node: ast.expr | None, known: Bindings) -> bool:
    """Whether this can only be what stands in the code."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name) if name in known:
            rest = {other: values for other, values in known.items() if other != name}
            return all(_is_text(value, {**rest, name: []}) for value in known[name])
        case ast.Name(id=name):
            return name.isupper()
        case ast.BinOp(op=ast.Add(), left=left, right=right) | ast.IfExp(body=left, orelse=right):
            return _is_text(left, known) and _is_text(right, known)
        case ast.Tuple(elts=parts) | ast.JoinedStr(values=parts):
            return all(_is_text(part, known) for part in parts)
        case ast.FormattedValue(value=value) | ast.Starred(value=value):
            return _is_text(value, known)
        case ast.Call(
            func=ast.Name(id="_query"), args=[_, *parts], keywords=named
        ):  # the first is only asked for
            return all(_is_text(part, known) for part in [*parts, *(item.value for item in named)])
    return False


@pytest.mark.parametrize("path", sorted((ROOT / "storage").rglob("*.py")), ids=lambda path: path.name)
def test_every_statement_stands_in_the_code(path: Path) -> None:
    found = {ast.unparse(sql) for sql in loose_statements(ast.parse(path.read_text(encoding="utf-8")))}
    assert found == PASSED_ON.get(path.name, set())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_storage_speaks_sql(path: Path) -> None:
    calls = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    spoken = [call for call in calls if _is_statement(call) and "connection" in ast.unparse(call.func)]
    assert path.parent.name == "storage" or spoken == []


@pytest.mark.parametrize(
    "body",
    [
        "connection.rows(base + where)",
        "sql = base + where; connection.rows(sql)",
        "sql = ''.join(parts); connection.rows(sql)",
        "connection.rows(''.join(parts))",
        "connection.execute(sql % name)",
        "sql = 'SELECT 1'; connection.execute(sql % name)",
        "connection.row(template.format(x))",
        "connection.row(BASE.format(x))",
        "connection.row(f'{verb} FROM hand')",
        "connection.rows(BASE + where, chat)",
        "connection.rows(sql=BASE + where)",
        "sql = 'SELECT 1'; sql += where; connection.rows(sql)",
        "where += ' AND played'; connection.rows(BASE + where)",
        "[connection.rows(part) for part in parts]",
        "connection.rows(_query(chat, BASE, rest=where))",
    ],
)
def test_a_loose_statement_would_be_found(body: str) -> None:
    assert list(loose_statements(ast.parse(f"def find(connection, where, x):\n    {body}")))


@pytest.mark.parametrize(
    "body",
    [
        "connection.rows('SELECT 1', (x,))",
        "connection.rows(BASE + ' WHERE n = ?', (x,))",
        "sql = BASE if x else 'SELECT 1'; sql += ' LIMIT ?'; connection.rows(sql, (x,))",
        "[connection.execute(sql) for name, sql in CHECKS]",
    ],
)
def test_a_statement_of_constants_is_none(body: str) -> None:
    assert not list(loose_statements(ast.parse(f"def find(connection, where, x):\n    {body}")))


def test_the_linters_security_rules_hold_and_nothing_of_sql_is_excepted() -> None:
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--select",
        "S",
        "engine",
        "storage",
        "handlers",
        "bot.py",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    excepted = [
        path for path in SOURCES if re.search(r"noqa:[^\n]*\bS608\b", path.read_text(encoding="utf-8"))
    ]
    assert excepted == []


# -- reprs


def objects(root: object) -> Iterator[Any]:
    """The object and every dataclass that it leads to."""
    seen: set[int] = set()
    left = [root]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if is_dataclass(one) and not isinstance(one, type):
            yield one
            left += [getattr(one, field.name) for field in fields(one)]
        elif isinstance(one, tuple | list | set | frozenset):
            left += one
        elif isinstance(one, dict):
            left += one.values()


def secrets_of(state: HandState) -> set[str]:
    """How parts of hidden hands and of the wall would read in a repr."""
    rows = [state.wall[state.head : state.tail]]
    rows += [seat.hand for seat in state.seats if "open" not in seat.declared]
    found: set[str] = set()
    for row in rows:
        for at in range(len(row) - TOGETHER + 1):
            part = row[at : at + TOGETHER]
            found |= {", ".join(map(str, part)), "".join(TEXT[tile] for tile in part)}
    return found


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_no_repr_prints_a_hidden_tile(game: Game) -> None:
    looked = 0
    for state in list(states(game, 2, 7))[::EVERY]:
        if state.over:
            continue
        hidden = secrets_of(state)
        roots = [table_with(state, seed=bytes(range(SEED_BYTES))), public_view(state)]
        for root in [*roots, *(seat_view(state, seat) for seat in SEATS)]:
            for one in objects(root):
                looked += 1
                told = repr(one)
                assert not [part for part in hidden if part in told], type(one)
                assert bytes(range(SEED_BYTES)).hex() not in told
                assert repr(bytes(range(SEED_BYTES)))[2:-1] not in told
        for view in (seat_view(state, seat) for seat in SEATS):
            assert "Act(" not in repr(view)
        assert not [part for part in hidden if part in repr(Draft.of(state))]
    assert looked > 100
