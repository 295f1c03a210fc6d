"""The made-up game joins the catalogue for these tests only, from a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.games as catalogue


@pytest.fixture
def eighth_game() -> Iterator[None]:
    """The catalogue with `tests/games/tiny` in it."""
    folder = str(Path(__file__).parent)
    catalogue.__path__.append(folder)
    catalogue.games.cache_clear()
    yield
    catalogue.__path__.remove(folder)
    catalogue.games.cache_clear()
