"""The catalogue of games: one module each, found by id, Chinese name, pinyin or alias."""

import importlib
import pkgutil
from functools import cache

from engine.game import Game, UnknownGame


@cache
def games() -> dict[str, Game]:
    """Every game by its id, in the order of their `order`."""
    found: list[Game] = []
    for module in pkgutil.iter_modules(__path__):
        game = getattr(importlib.import_module(f"{__name__}.{module.name}"), "GAME", None)
        if game is not None:
            found.append(game)
    return {game.id: game for game in sorted(found, key=lambda game: game.order)}


def find_game(name: str) -> Game:
    """The game with exactly this id; raises UnknownGame."""
    try:
        return games()[name]
    except KeyError:
        raise UnknownGame(f"no game {name!r}: one of {', '.join(games())}") from None


def search_games(text: str) -> list[Game]:
    """The exact id at once, else every game that the Chinese name, pinyin or an alias fits."""
    wanted = "".join(text.split()).casefold()
    if wanted in games():
        return [games()[wanted]]
    return [game for game in games().values() if any(wanted == alias.casefold() for alias in game.aliases)]
