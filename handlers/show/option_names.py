"""The names under which options are typed: which ones a game has, and which one a wrong name may have meant."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from engine.game import Game
from engine.options import Choice, TableOptions
from handlers.show.markup import length
from handlers.show.names import inert, quoted

ROOM = 400
"""UTF-16 units of names that one answer lists."""
NEAR = 5
"""Names that may be meant, at the most."""
_CLOSE = 0.6
_REFEREE = frozenset({"mode", "computer_errs"})
"""What can be chosen only where the game has a referee."""

Refusal = tuple[str, dict[str, str]]
"""The key of a text and what fills it."""


def typed_options(game: Game) -> dict[str, Choice]:
    """What can be typed after /new with this game: the table's options, then its own."""
    house = TableOptions.schema()
    ours = {name: known for name, known in house.items() if game.referee or name not in _REFEREE}
    return {**ours, **game.options.schema()}


def unknown_option(typed: str, known: Mapping[str, Choice], *, more: Iterable[str] = ()) -> Refusal:
    """That there is no option of this name, and which there are, whole names only; first what may be meant.

    `more`: further words that stand before a `=` here.
    """
    near = _near(typed, known)
    others = [name for name in (*more, *known) if name not in near]
    params = {"text": quoted(typed), "allowed": inert(listed(others))}
    if near:
        return "refuse.option_unlike", {**params, "near": inert(", ".join(near))}
    return "refuse.unknown_option", params


def wrong_value(name: str, known: Choice) -> Refusal:
    """What an option may be set to."""
    return "refuse.option_value", {"option": inert(name), "allowed": inert(known.allowed())}


def listed(names: Iterable[str]) -> str:
    """As many whole names as there is room for, and a sign where there are more."""
    told = ""
    for name in names:
        longer = f"{told}, {name}" if told else name
        if length(longer) > ROOM:
            return f"{told}, …"
        told = longer
    return told


def _near(typed: str, known: Mapping[str, Choice]) -> list[str]:
    """Names that begin so, hold what was typed, look like it, or are about it."""
    word = typed.lower().replace("-", "_")
    if len(word) < 2:
        return []
    begins = [name for name in known if name.lower().startswith(word)]
    holds = [name for name in known if word in name.lower() or (len(name) > 2 and name.lower() in word)]
    alike = get_close_matches(word, known, cutoff=_CLOSE)
    about = [
        name for name, one in known.items() if word in one.zh or (len(word) > 3 and word in one.en.lower())
    ]
    return list(dict.fromkeys([*begins, *holds, *alike, *about]))[:NEAR]
