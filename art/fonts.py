#!/usr/bin/env python3
"""Build the one font that pictures are lettered with: `handlers/show/assets/text.ttf` and its list of characters.

    python art/fonts.py NotoSansSC[wght].ttf NOTO_SANS_600.woff2...

Noto Sans SC at weight 600 gives Chinese (GB 2312 and Big5: both ways of writing), kana, figures and signs; Noto Sans
adds the Latin, Greek, Cyrillic and Vietnamese letters that it lacks. `text.ranges` says what the font covers, so
that the product can leave out of a name what it could only draw as an empty box.
"""

import argparse
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ASSETS = Path(__file__).resolve().parent.parent / "handlers" / "show" / "assets"
WEIGHT = 600
FAMILY = "Paizhuo Text"
LETTERS = ((0x20, 0x24F), (0x370, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1EFF))
SIGNS = (
    (0x2010, 0x2027),  # dashes, quotes, dots
    (0x2030, 0x203B),
    (0x20AC, 0x20AC),
    (0x2116, 0x2116),
    (0x2150, 0x2189),  # fractions, Roman figures
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2460, 0x24FF),  # figures in circles
    (0x25A0, 0x25FF),
    (0x2600, 0x2660),
    (0x3000, 0x30FF),  # Chinese punctuation, kana
    (0xFF01, 0xFF9F),  # full width
)
TALLER_THAN_A_LINE = {*range(0x302A, 0x3030), 0x3031, 0x3032}
"""Marks beside, above and across several characters of vertical writing."""
LEAST = 0x20
"""Control characters are never drawn."""


def double_byte(codec: str, first: range, second: Iterable[int]) -> Iterator[int]:
    """The Chinese characters of a two-byte character set."""
    second = list(second)
    for lead in first:
        for trail in second:
            try:
                yield ord(bytes([lead, trail]).decode(codec))
            except (UnicodeDecodeError, TypeError):
                continue


def wanted() -> set[int]:
    """Every character that a name or a text on a picture may need."""
    characters = {code for low, high in (*LETTERS, *SIGNS) for code in range(low, high + 1)}
    characters |= set(double_byte("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF)))
    characters |= set(double_byte("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)]))
    return characters - TALLER_THAN_A_LINE


def reduced(font: TTFont, characters: set[int]) -> TTFont:
    """The font with nothing but these characters: no layout features, no hinting."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = ["*"]
    options.drop_tables += ["STAT", "GDEF", "GPOS", "GSUB", "BASE", "vhea", "vmtx", "VORG", "gasp"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    kept = io.BytesIO()
    font.flavor = None
    font.save(kept)
    kept.seek(0)
    return TTFont(kept)


def merged(fonts: list[TTFont], folder: Path) -> TTFont:
    """One font from several; fontTools merges files, so they are written for a moment."""
    paths = []
    for number, font in enumerate(fonts):
        path = folder / f"part{number}.ttf"
        font.save(path)
        paths.append(path)
    font = Merger().merge([str(path) for path in paths])
    for path in paths:
        path.unlink()
    return font


def ranges(codes: Iterable[int]) -> list[tuple[int, int]]:
    """Sorted runs `first, last` of consecutive characters."""
    runs: list[tuple[int, int]] = []
    for code in sorted(codes):
        if runs and runs[-1][1] == code - 1:
            runs[-1] = (runs[-1][0], code)
        else:
            runs.append((code, code))
    return runs


def main() -> None:
    """Read the sources named on the command line, write `text.ttf` and `text.ranges`."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("chinese", type=Path, help="variable Noto Sans SC")
    parser.add_argument("letters", type=Path, nargs="*", help="Noto Sans at weight 600, in pieces")
    arguments = parser.parse_args()
    missing = wanted()
    parts = [reduced(instantiateVariableFont(TTFont(arguments.chinese), {"wght": WEIGHT}), missing)]
    missing -= set(parts[0].getBestCmap())
    for path in arguments.letters:
        font = TTFont(path)
        found = missing & set(font.getBestCmap())
        if found:
            parts.append(reduced(font, found))
            missing -= found
    font = merged(parts, ASSETS)
    for record in font["name"].names:
        if record.nameID in {1, 3, 4, 6, 16}:
            font["name"].setName(
                FAMILY.replace(" ", "") if record.nameID == 6 else FAMILY,
                record.nameID,
                record.platformID,
                record.platEncID,
                record.langID,
            )
    font.save(ASSETS / "text.ttf")
    covered = [code for code in font.getBestCmap() if code >= LEAST]
    lines = [f"{low:x}-{high:x}" if high > low else f"{low:x}" for low, high in ranges(covered)]
    (ASSETS / "text.ranges").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
