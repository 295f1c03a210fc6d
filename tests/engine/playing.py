"""The games that can be played, and the option sets that tests play them under."""

from random import Random

from engine.game import Game
from engine.games import games
from engine.options import OptionError, Options, Value

RANDOM_SETS = 20


def playing() -> list[Game]:
    """Every game whose turns are written."""
    return [game for game in games().values() if type(game).self_wins is not Game.self_wins]


def opposite(game: Game) -> Options:
    """Every option away from its default: a switch turned, the last value of a list, the next preset of a number."""
    options = game.options()
    for name, known in game.options.schema().items():
        if known.kind == "number":
            value = next((value for value in known.values if value != known.default), known.high)
        else:
            value = known.values[-1]
        options = _changed(options, name, value)
    return options


def random_options(game: Game, seed: int) -> Options:
    """Every option drawn anew."""
    rnd = Random(f"{game.id} {seed}")
    options = game.options()
    for name, known in game.options.schema().items():
        values: list[Value] = list(known.values)
        if known.kind == "number":
            values.append(rnd.randint(known.low, min(known.high, known.low + 20)))
        options = _changed(options, name, rnd.choice(values))
    return options


def _changed(options: Options, name: str, value: Value) -> Options:
    try:
        return options.with_value(name, value)
    except OptionError:  # it does not go with a value chosen before
        return options
