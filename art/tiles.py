#!/usr/bin/env python3
"""Draw the 45 faces as SVG and rasterise them into one atlas per style.

    python art/tiles.py LATIN_800.woff2 NOTO_SERIF_SC_900.woff2...

Writes `art/svg/<style>/<tile>.svg` and `handlers/show/assets/tiles_<style>.webp`: 9 columns of tiles in the order of
the integers that the product uses (1m…9m, 1p…9p, 1s…9s, E S W N white green red, 1f…8f, 百搭, 財神, back).
"""

import argparse
import io
from collections.abc import Callable
from pathlib import Path

import resvg_py
from faces import BLUE, FLOWERS, GOLD, GREEN, INK, RED, SEASONS, bamboo, circles
from glyphs import Glyphs
from PIL import Image

ART = Path(__file__).resolve().parent
ASSETS = ART.parent / "handlers" / "show" / "assets"
WIDTH, HEIGHT, DEPTH = 300, 400, 34
"""A face, and the body seen below it."""
COLUMNS, PIXELS = 9, 160
FLOWER_RED = "#8d1f4b"
NUMERALS = "一二三四五六七八九"
FACE, FACE_BACK = "#fcf8ea", "#2cab84"
"""Flat: a gradient would cost a small picture its palette and show as bands."""
Index = Callable[[str, str], str]


def slab(offset: int, colour: str) -> str:
    """One layer of the body."""
    return f'<rect x="3" y="{DEPTH - offset}" width="294" height="{HEIGHT - 3}" rx="36" fill="{colour}"/>'


def tile(art: str, *, back: bool = False) -> str:
    """The whole tile: its layers, its face (or back) and what stands on it."""
    layers = ("#a99765", "#efe6cc", "#0f6b4d") if back else ("#0a4634", "#12805c", "#d9cba6")
    body = "".join(slab(offset, colour) for offset, colour in zip((2, 8, 20), layers, strict=True))
    edge = "#0f6b4d" if back else "#cbb98b"
    paint = f'fill="{FACE_BACK if back else FACE}" stroke="{edge}" stroke-width="4"'
    face = f'<rect x="3" y="3" width="294" height="394" rx="34" {paint}/>'
    size = f'width="{WIDTH}" height="{HEIGHT + DEPTH}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + DEPTH}" {size}>'
        f"{body}{face}{art}</svg>"
    )


def _outline(box: tuple[int, int, int, int], radius: int, colour: str, line: int) -> str:
    x, y, width, height = box
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" '
        f'fill="none" stroke="{colour}" stroke-width="{line}"/>'
    )


def suits(cjk: Glyphs, index: Index, indexed: bool) -> dict[str, str]:
    """The three suits."""
    characters = {
        f"{n}m": cjk.centred(NUMERALS[n - 1], 182 if indexed else 150, 98, 140, INK, bold=8)
        + cjk.centred("萬", 150, 284, 198, RED, bold=4)
        for n in range(1, 10)
    }
    dots = {f"{n}p": circles(n, indexed) for n in range(1, 10)}
    sticks = {f"{n}s": bamboo(n, indexed) for n in range(1, 10)}
    return {name: tile(art + index(name[0], INK)) for name, art in (characters | dots | sticks).items()}


def honours(cjk: Glyphs, index: Index, indexed: bool) -> dict[str, str]:
    """Winds and dragons: E S W N, B for the white one, F for 發, C for 中."""
    x, y, size = (154, 238, 232) if indexed else (150, 200, 256)
    faces = {
        f"{n}z": cjk.centred(character, x, y, size, INK, bold=4) + index(letter, BLUE)
        for n, (character, letter) in enumerate(zip("東南西北", "ESWN", strict=True), 1)
    }
    top = 128 if indexed else 76
    height = 240 if indexed else 248
    frame = _outline((80, top, 140, height), 14, BLUE, 22) + _outline(
        (108, top + 28, 84, height - 56), 6, BLUE, 7
    )
    faces["5z"] = frame + index("B", BLUE)
    faces["6z"] = cjk.centred("發", x, y, size, GREEN, bold=3) + index("F", GREEN)
    faces["7z"] = cjk.centred("中", x, y, size, RED, bold=5) + index("C", RED)
    return {name: tile(art) for name, art in faces.items()}


def bonus(cjk: Glyphs, index: Index) -> dict[str, str]:
    """The four seasons and the four flowers, each with its number in either style."""
    faces = {}
    for offset, group, colour in ((1, SEASONS, BLUE), (5, FLOWERS, FLOWER_RED)):
        for n, (character, draw) in enumerate(group):
            art = draw() + cjk.centred(character, 222, 76, 104, colour, bold=2) + index(str(n + 1), colour)
            faces[f"{n + offset}f"] = tile(art)
    return faces


def marks(cjk: Glyphs) -> dict[str, str]:
    """百搭, 財神 and the back."""
    frame = (
        f'<rect x="26" y="26" width="248" height="348" rx="22" fill="none" stroke="{GOLD}" stroke-width="9"/>'
    )
    lattice = "".join(
        f'<path d="M{x} 30 L{x + 340} 370 M{x} 370 L{x + 340} 30"/>' for x in range(-340, 300, 48)
    )
    back = (
        '<clipPath id="c"><rect x="30" y="30" width="240" height="340" rx="18"/></clipPath>'
        f'<g clip-path="url(#c)" stroke="#fff" stroke-opacity=".22" stroke-width="7">{lattice}</g>'
        + _outline((30, 30, 240, 340), 18, "#c0ecdb", 8)
    )
    return {
        "joker": tile(frame + cjk.stack("百搭", 150, 200, 146, RED, bold=3)),
        "caishen": tile(frame + cjk.stack("財神", 150, 200, 146, RED, bold=3)),
        "back": tile(back, back=True),
    }


def all_tiles(cjk: Glyphs, latin: Glyphs, indexed: bool) -> dict[str, str]:
    """Every tile of a style by name, in the order of the atlas."""

    def corner(character: str, colour: str) -> str:
        return latin.index(character, 24, 60, 66, colour)

    index: Index = corner if indexed else lambda _character, _colour: ""
    return suits(cjk, index, indexed) | honours(cjk, index, indexed) | bonus(cjk, corner) | marks(cjk)


def atlas(tiles: dict[str, str]) -> Image.Image:
    """All tiles of a style on one sheet."""
    height = round(PIXELS * (HEIGHT + DEPTH) / WIDTH)
    sheet = Image.new("RGBA", (COLUMNS * PIXELS, -(-len(tiles) // COLUMNS) * height))
    for place, svg in enumerate(tiles.values()):
        drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=PIXELS)))).convert(
            "RGBA"
        )
        top, left = divmod(place, COLUMNS)
        sheet.paste(drawn.crop((0, 0, PIXELS, height)), (left * PIXELS, top * height))
    return sheet


def main() -> None:
    """Read the fonts named on the command line, write SVGs and atlases."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("latin", type=Path, help="a heavy sans serif for the corner indices")
    parser.add_argument("chinese", type=Path, nargs="+", help="a heavy serif for the characters, in pieces")
    arguments = parser.parse_args()
    cjk, latin = Glyphs(arguments.chinese), Glyphs([arguments.latin])
    for style in ("indexed", "classic"):
        tiles = all_tiles(cjk, latin, style == "indexed")
        folder = ART / "svg" / style
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in tiles.items():
            (folder / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")
        atlas(tiles).save(ASSETS / f"tiles_{style}.webp", lossless=True, quality=90, method=6, exact=False)


if __name__ == "__main__":
    main()
