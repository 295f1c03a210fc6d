"""Text on pictures: what the font can draw, what the eye sees as one character, and how much of it fits."""

import bisect
import math
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

ASSETS = Path(__file__).parent / "assets"
ELLIPSIS = "…"
JOINER = "\u200d"
_NO_BREAK = "\u00a0"
_BLANKS = re.compile(rf"[^\S{_NO_BREAK}]+")
_EXTENDING = frozenset({"Mn", "Me", "Mc"})
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_REGIONAL = range(0x1F1E6, 0x1F200)
_TAGS = range(0xE0020, 0xE0080)


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The one font of all pictures at `size` pixels to the em."""
    return ImageFont.truetype(ASSETS / "text.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def _ranges() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """First and last characters of the runs that the font covers."""
    runs = [line.split("-") for line in (ASSETS / "text.ranges").read_text(encoding="ascii").split()]
    return tuple(int(run[0], 16) for run in runs), tuple(int(run[-1], 16) for run in runs)


def covered(character: str) -> bool:
    """Whether the font has a shape for this character."""
    first, last = _ranges()
    place = bisect.bisect_right(first, ord(character)) - 1
    return place >= 0 and ord(character) <= last[place]


def clusters(text: str) -> Iterator[str]:
    """`text` in pieces that the eye sees as one character: a letter with its marks, a joined emoji, a flag."""
    piece = ""
    for character in text:
        if piece and not _continues(piece, character):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _continues(piece: str, character: str) -> bool:
    code = ord(character)
    if character == JOINER or piece.endswith(JOINER):
        return True
    if unicodedata.category(character) in _EXTENDING or code in _SKIN_TONES or code in _TAGS:
        return True
    return code in _REGIONAL and len(piece) == 1 and ord(piece) in _REGIONAL


@lru_cache(maxsize=2048)
def readable(text: str) -> str:
    """The part of `text` that the font can draw; what it cannot is left out by whole characters as seen.

    Ornamental letters become plain ones, marks without a shape leave their letter behind, blanks are single.
    """
    drawn = "".join(map(_drawable, clusters(unicodedata.normalize("NFC", text))))
    return _BLANKS.sub(" ", drawn).strip()


def _drawable(piece: str) -> str:
    if all(map(covered, piece)):
        return piece
    if piece.isspace():
        return " "
    plain = unicodedata.normalize("NFKC", piece)
    if not covered(plain[0]):
        plain = unicodedata.normalize("NFKD", plain)
    if not covered(plain[0]):
        return ""
    return "".join(character for character in plain if covered(character))


def name_or(name: str, fallback: str) -> str:
    """What stands for a person: the drawable part of the name, or the seat's name if nothing of it is a word."""
    shown = readable(name)
    return shown if any(character.isalnum() for character in shown) else readable(fallback)


@lru_cache(maxsize=8192)
def width(text: str, size: int) -> int:
    """Width of a drawable text in pixels, rounded up."""
    return -int(-font(size).getlength(text) // 1)


def pitch(size: int) -> int:
    """From one line to the next: no letter of the font reaches from its line into another, marks and tails included."""
    return math.ceil(size * 1.44)


@lru_cache(maxsize=2048)
def fit(text: str, size: int, room: int) -> str:
    """`text`, or as many whole characters of it as fit into `room` before an ellipsis."""
    if width(text, size) <= room:
        return text
    pieces = list(clusters(text))
    while pieces and width("".join(pieces).rstrip() + ELLIPSIS, size) > room:
        pieces.pop()
    return "".join(pieces).rstrip() + ELLIPSIS if pieces else ""


def shrunk(text: str, size: int, room: int, least: int) -> tuple[str, int]:
    """`text` and a size not below `least` at which it fits; cut only when the least size does not do."""
    while size > least and width(text, size) > room:
        size -= 2
    return fit(text, size, room), size


@lru_cache(maxsize=512)
def wrapped(text: str, size: int, room: int) -> tuple[str, ...]:
    """`text` in lines: broken after blanks and between Chinese characters, within a word only if it must be."""
    lines: list[str] = []
    line = ""
    for word in _words(text):
        if width((line + word).rstrip(), size) <= room:
            line += word
            continue
        if line.strip():
            lines.append(line.strip())
        line = word.lstrip()
        while width(line.rstrip(), size) > room:
            head = next(cut for cut in range(len(line), 0, -1) if cut == 1 or width(line[:cut], size) <= room)
            lines.append(line[:head])
            line = line[head:]
    if line.strip():
        lines.append(line.strip())
    return tuple(lines)


_CLOSING = frozenset("，。、；：！？）」』》”’…%,.;:!?)]")


def _words(text: str) -> Iterator[str]:
    """Pieces between which a line may break; closing marks stay with what they close."""
    word = ""
    for character in text:
        wide = unicodedata.east_asian_width(character) in "WF" and word[-1:] != _NO_BREAK
        if word and character not in _CLOSING and not character.isspace() and (wide or _ends(word[-1])):
            yield word
            word = ""
        word += character
    if word:
        yield word


def _ends(character: str) -> bool:
    if character == _NO_BREAK:
        return False
    return character.isspace() or unicodedata.east_asian_width(character) in "WF"
