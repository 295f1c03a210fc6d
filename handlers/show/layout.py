"""Lines of a message, and what goes first when they are too many: a text holds 4096 units, a caption 1024."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from handlers.show.markup import Html, escape, folded, join, length, plain
from handlers.show.names import cut, kept_together

TEXT = 4096
CAPTION = 1024
_QUOTE = 9
_LRM = "\u200e"
GAP = "\u3000"
"""Between things that stand side by side in a line of their own kind."""
_UNBROKEN = 24
"""So long a thing is never parted at a line's end."""
_TAG = re.compile(r"(<[^<>]*>)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line, or a block of them. `rank` 0 stays; of the others the highest are dropped first."""

    text: str
    rank: int = 0
    gap: bool = False
    """Whether an empty line stands before it."""


def limit(picture: bool) -> int:
    """What the text of a message holds, with and without a picture above it."""
    return CAPTION if picture else TEXT


def fitted(lines: Iterable[Line], room: int) -> Html:
    """The lines one below the other, without as many ranks as have to go to keep within `room`."""
    kept = [line for line in lines if line.text]
    for rank in sorted({line.rank for line in kept if line.rank}, reverse=True):
        if length(_joined(kept)) <= room:
            break
        kept = [line for line in kept if line.rank != rank]
    text = _joined(kept)
    return text if length(text) <= room else _shortened(kept, room)


def fitted_with_quote(
    before: Sequence[Line], quote: Iterable[Line], after: Sequence[Line], room: int
) -> Html:
    """The lines with `quote` folded between them: what a picture shows, for those who read or listen.

    The quote has what room the others leave, and loses ranks of its own.
    """
    outside = fitted([*before, *after], room)
    inside = fitted(quote, room - length(outside) - 2)
    return fitted([*before, Line(folded(inside) if inside else "", _QUOTE), *after], room)


def beside(parts: Iterable[str], separator: str = " · ") -> Html:
    """The parts that are not empty, side by side."""
    return join((part for part in parts if part), separator)


def whole(thing: str) -> Html:
    """One thing of several, such as a name with its points: no line ends within it, unless it is long."""
    if length(thing) > _UNBROKEN:
        return escape(thing)
    return Html(
        "".join(part if part[:1] == "<" else kept_together(part) for part in _TAG.split(escape(thing)))
    )


def row(things: Iterable[str], separator: str = GAP) -> Html:
    """Things side by side, each of them whole."""
    return join(map(whole, things), separator)


def row_or_column(parts: Sequence[str], width: int = 40) -> Html:
    """Parts in one line where that is short enough, else one a line."""
    return row(parts) if length(join(parts, GAP)) <= width else join(parts, "\n")


def _joined(lines: Sequence[Line]) -> Html:
    text = Html()
    for line in lines:
        text = join([text, ("\n\n" if line.gap else "\n") if text else "", _left_to_right(line.text)])
    return text


def _left_to_right(text: str) -> Html:
    """Each line as ours are written, also where a name written from the right comes before all other letters."""
    return join((join([_LRM, row]) if _begins_right(plain(row)) else row for row in _rows(text)), "\n")


def _rows(text: str) -> Iterable[Html]:
    return map(Html, escape(text).split("\n"))


def _begins_right(row: str) -> bool:
    strong = (unicodedata.bidirectional(char) for char in row)
    return next((kind for kind in strong if kind in {"L", "R", "AL"}), "L") != "L"


def _shortened(lines: Sequence[Line], room: int) -> Html:
    """The last way out: whole lines as far as they fit, and of the next one its beginning without markup."""
    text = Html()
    for number in range(len(lines)):
        longer = _joined(lines[: number + 1])
        if length(longer) > room:
            break
        text = longer
    return text or escape(cut(_joined(lines[:1]), units=max(0, room)))
