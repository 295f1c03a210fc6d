"""Imports run one way: the arrows of the design, and what only some places may touch."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("engine", "storage", "handlers", "playground")

NEUTRAL = ("handlers.message", "handlers.callback_data")
"""Plain data that every part of the handlers speaks in."""
AROUND_THE_CORE = tuple(
    f"handlers.tables.{name}"
    for name in ("actor", "errands", "hall", "opening", "past", "records", "restore", "showing", "surfaces")
)
"""The modules of the tables that write, read and publish; the rest is pure and knows none of them."""
ARROWS: dict[str, tuple[str, ...]] = {
    "bot": ("handlers", "storage"),
    "engine": ("engine",),
    "storage": ("storage",),
    "playground": ("playground",),
    "handlers.message": (),
    "handlers.callback_data": (),
    "handlers.posted": ("handlers.transport", "storage"),
    "handlers.settings": (),
    "handlers.keeping": ("handlers.transport", "storage"),
    "handlers.app": ("handlers", "storage", "engine"),
    "handlers.transport": ("handlers.transport", *NEUTRAL),
    "handlers.transport.polling": ("handlers.transport", "storage", *NEUTRAL),
    "handlers.tables": ("handlers.tables", "engine", *NEUTRAL),
    **dict.fromkeys(AROUND_THE_CORE, ("handlers", "storage", "engine")),
    "handlers.tables.wording": ("handlers.tables", "handlers.show", "engine", *NEUTRAL),
    "handlers.show": ("handlers.show", "engine", *NEUTRAL),
    "handlers.pages": (
        "handlers.pages", "handlers.tables", "handlers.show", "handlers.transport", "storage", "engine", *NEUTRAL,
    ),
    "handlers.commands": (
        "handlers.commands", "handlers.pages", "handlers.tables", "handlers.show", "handlers.transport", "storage",
        "engine", *NEUTRAL,
    ),
}  # fmt: skip
"""Module or package → what of ours it may import; the longest name that fits decides."""
OUTSIDE = (*AROUND_THE_CORE, "handlers.tables.wording")
"""What the pure core of the tables does not import."""

PLACES = {
    "telegram": (
        "handlers.transport", "handlers.commands", "handlers.pages", "handlers.tables.hall", "handlers.tables.actor",
        "handlers.app",
    ),
    "aiohttp": ("handlers.transport.request",),
    "sqlite3": ("storage",),
    "aiosqlite": ("storage",),
    "random": (),
    "PIL": ("handlers.show",),
    "matplotlib": ("handlers.show.charts",),
    "starlette": ("playground",),
    "uvicorn": ("playground",),
}  # fmt: skip
"""What only some places may import."""


def sources() -> dict[str, Path]:
    """Every module of the product by its name."""
    found = {"bot": ROOT / "bot.py"}
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


SOURCES = sources()


def imported(name: str, text: str) -> Iterator[str]:
    """The modules that a source imports, wherever in the file; imports for types count too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            assert node.module is not None
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (module if module in SOURCES else node.module for module in modules)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in (
            "__import__",
            "importlib.import_module",
        ):
            yield ast.unparse(node.args[0])


def within(module: str, names: tuple[str, ...]) -> bool:
    """Whether the module is one of these or lies in one."""
    return any(module == name or module.startswith(f"{name}.") for name in names)


def rule(module: str) -> tuple[str, ...]:
    """What the module may import of ours."""
    fitting = [name for name in ARROWS if within(module, (name,))]
    assert fitting, f"{module} has no place in the design"
    return ARROWS[max(fitting, key=len)]


def refused(module: str, text: str) -> list[str]:
    """The imports that the design does not draw."""
    wrong = []
    for target in imported(module, text):
        top = target.split(".")[0]
        if top in (*OURS, "bot"):
            reaches_out = (
                within(target, OUTSIDE) and within(module, ("handlers.tables",)) and module not in OUTSIDE
            )
            if reaches_out or (not within(target, rule(module)) and target != "handlers"):
                wrong.append(target)
        elif top in PLACES:
            if not within(module, PLACES[top]):
                wrong.append(target)
        elif (
            module.split(".")[0] == "engine"
            and top not in sys.stdlib_module_names
            and not target.startswith("f'")
        ):
            wrong.append(target)
    return wrong


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_imports_follow_the_arrows(module: str) -> None:
    assert not refused(module, SOURCES[module].read_text("utf-8"))


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("engine.hand", "import asyncio, storage.journal"),
        ("engine.hand", "from engine.tiles import KINDS\nimport numpy"),
        ("engine.hand", "import random"),
        ("storage.scores", "from engine.result import Result"),
        ("handlers.transport.outbox", "from handlers.show import board"),
        ("handlers.transport.outbox", "from storage.tables import load"),
        ("handlers.tables.play", "def late():\n    from handlers.show.board import render"),
        ("handlers.tables.play", "import telegram"),
        ("handlers.tables.play", "from handlers.tables import actor"),
        ("handlers.tables.play", "from handlers.tables.wording import words"),
        ("handlers.show.board", "from handlers.tables.model import Table"),
        ("handlers.show.board", "import telegram.ext"),
        ("handlers.message", "from handlers.show.texts import Texts"),
        ("handlers.commands.press", "import sqlite3"),
        ("playground.world", "from handlers.message import Message"),
        ("bot", "import engine.hand"),
    ],
)
def test_a_forbidden_import_is_found(module: str, text: str) -> None:
    assert refused(module, text)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("engine.hand", "import asyncio\nfrom engine.tiles import KINDS"),
        ("handlers.transport.polling", "from storage.database import Database"),
        ("handlers.tables.actor", "from storage.database import Database\nfrom handlers.show import board"),
        ("handlers.commands.press", "import telegram\nfrom handlers.tables.model import Table"),
        ("handlers.tables.play", "from handlers.message import Message\nfrom engine.hand import apply"),
    ],
)
def test_an_arrow_of_the_design_is_let_through(module: str, text: str) -> None:
    assert not refused(module, text)


CLOCKS = {"time", "datetime", "secrets", "logging", "os", "socket", "asyncio", "threading"}


@pytest.mark.parametrize("module", sorted(name for name in SOURCES if within(name, ("engine",))))
def test_the_engine_reads_no_clock_draws_no_randomness_and_logs_nothing(module: str) -> None:
    """Self-play measures itself and the command line reads files: nothing else does."""
    tools = {"engine.selfplay": {"time"}}.get(module, set())
    used = {target.split(".")[0] for target in imported(module, SOURCES[module].read_text("utf-8"))}
    assert not used & CLOCKS - tools
