"""Names and titles from outside, made fit to stand in a sentence.

Anybody chooses his own name on Telegram: it may be empty to the eye, turn the line round, or climb over it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from handlers.show.grid import width
from handlers.show.markup import length

NAME_CHARACTERS = 24
SEAT_MARKS = ("🟡1", "🔵2", "🟠3", "🟣4")
"""The seats' colours, never alone: the number says the same."""

_FSI, _PDI = "\u2068", "\u2069"
_ZWJ = "\u200d"
_JOINER = "\u2060"
_NO_BREAK = "\u00a0"
# Where Telegram would find a command, a mention, a tag, an address, a telephone or a card number by itself. What
# follows a sign is put off by a joiner; marks that make an emoji of it stay where they are.
_LIVE = re.compile(r"(?<=[/@#＃$+])(?=[^\s\ufe0f\u20e3])|(?<=\S[.。])(?=[^\s.])|(?<=\d{4})(?=\d)")
# letters and symbols by category, yet nothing is seen of them
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MARKS_IN_A_ROW = 2
_UNITS_PER_CHARACTER = 3


@lru_cache(maxsize=4096)  # every line with a name in it asks, for the same few names
def clean(raw: str, limit: int = NAME_CHARACTERS) -> str:
    """The visible part of a name, at most `limit` characters as the eye counts them; may be empty."""
    kept = " ".join(_few_marks(_visible(raw)).split()).strip(_ZWJ + " ")
    if all(char == _ZWJ or unicodedata.category(char)[0] in "MZ" for char in kept):
        return ""
    return cut(kept, units=limit * _UNITS_PER_CHARACTER, characters=limit)


def inert(text: str) -> str:
    """Text from outside that nobody can tap: looks as it was, yet Telegram finds no command and no link in it."""
    return _LIVE.sub(_JOINER, text)


def quoted(typed: str) -> str:
    """What somebody typed, as an answer hands it back: a short piece that nobody can tap."""
    return inert(clean(typed))


def bare(name: str) -> str:
    """A name as it was before `isolate` and `inert`, for pictures."""
    return name.replace(_FSI, "").replace(_PDI, "").replace(_JOINER, "")


def kept_together(text: str) -> str:
    """The text with no place where a line may end: neither at its blanks nor between Chinese characters."""
    kept = ""
    for char in text.replace(" ", _NO_BREAK):
        kept += _JOINER * (_breaks(kept[-1:]) and _breaks(char)) + char
    return kept


def _breaks(char: str) -> bool:
    return bool(char) and unicodedata.east_asian_width(char) in "WF"


def marked(name: str, sign: str) -> str:
    """A name with a sign that no line's end parts from it."""
    return f"{name}{_JOINER}{sign}"


def isolate(name: str) -> str:
    """A name whose direction of writing stays its own affair (FSI … PDI)."""
    return f"{_FSI}{name}{_PDI}"


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the seats in order; those that two seats share get their seat's mark."""
    count = Counter(_alike(name) for name in names)
    return tuple(
        f"{name} {SEAT_MARKS[seat]}" if count[_alike(name)] > 1 else name for seat, name in enumerate(names)
    )


def cut(text: str, *, units: int, characters: int | None = None) -> str:
    """The text, or as many whole characters of it as fit with an ellipsis; `units` are UTF-16 units."""
    parts = clusters(text)
    room = len(parts) if characters is None else characters
    if length(text) <= units and len(parts) <= room:
        return text
    kept: list[str] = []
    used = 1
    for part in parts[: max(room - 1, 0)]:
        used += length(part)
        if used > units:
            break
        kept.append(part)
    return "".join(kept).rstrip() + "…"


def narrowed(text: str, ems: float) -> str:
    """The text, or as many whole characters of it as are so wide, with an ellipsis."""
    if width(text) <= ems:
        return text
    parts = clusters(text)
    ending = "…" + _PDI * (_FSI in text)
    while parts and width("".join(parts) + ending) > ems:
        parts.pop()
    return "".join(parts).rstrip() + ending


def clusters(text: str) -> list[str]:
    """The text in pieces that the eye takes for one character: marks, joined emoji and flags stay together."""
    parts: list[str] = []
    for char in text:
        if parts and _continues(parts[-1], char):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def _continues(part: str, char: str) -> bool:
    if char == _ZWJ or unicodedata.category(char)[0] == "M" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    if part[-1] == _ZWJ:
        return unicodedata.category(char) == "So"
    return len(part) == 1 and _is_flag_letter(part) and _is_flag_letter(char)


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _visible(raw: str) -> Iterable[str]:
    for char in raw:
        if char.isspace():
            yield " "
        elif char == _ZWJ or (char not in _BLANK and unicodedata.category(char) not in {"Cc", "Cf", "Cs"}):
            yield char


def _few_marks(chars: Iterable[str]) -> str:
    kept: list[str] = []
    marks = 0
    for char in chars:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
