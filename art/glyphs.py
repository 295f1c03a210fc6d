"""Outlines of characters as SVG paths, so that no font is needed to look at a tile."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

LARGEST = 0.86
"""Of the em: a thin character such as 一 is not blown up to the size of 四."""


class Glyphs:
    """Characters from any number of font files; the first file that has one wins."""

    def __init__(self, files: Iterable[Path]) -> None:
        fonts = [TTFont(path, lazy=True) for path in files]
        self.fonts = [(font, font.getBestCmap(), font.getGlyphSet()) for font in fonts]

    def _outline(self, character: str) -> tuple[TTFont, str, tuple[float, float, float, float]]:
        for font, cmap, glyphs in self.fonts:
            if ord(character) in cmap:
                glyph = glyphs[cmap[ord(character)]]
                bounds, pen = BoundsPen(glyphs), SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
                glyph.draw(bounds)
                glyph.draw(pen)
                return font, pen.getCommands(), bounds.bounds
        raise KeyError(character)

    def centred(self, character: str, x: float, y: float, size: float, fill: str, *, bold: float = 0) -> str:
        """The character with the middle of its ink at (x, y), its longer side `size`; `bold` thickens strokes."""
        font, path, (left, bottom, right, top) = self._outline(character)
        scale = min(size / max(right - left, top - bottom), size / (font["head"].unitsPerEm * LARGEST))
        return _path(path, fill, scale, (x, y), ((left + right) / 2, (bottom + top) / 2), bold)

    def index(self, character: str, x: float, y: float, height: float, fill: str) -> str:
        """A capital letter or a digit with its ink's left edge at x, its middle at y; all are equally high."""
        font, path, (left, bottom, _, top) = self._outline(character)
        scale = height / font["OS/2"].sCapHeight
        return _path(path, fill, scale, (x, y), (left, (bottom + top) / 2), 0)

    def stack(self, text: str, x: float, y: float, size: float, fill: str, *, bold: float = 0) -> str:
        """Characters under one another, their middle at (x, y)."""
        top = y - (len(text) - 1) / 2 * size * 1.04
        return "".join(
            self.centred(character, x, top + row * size * 1.04, size, fill, bold=bold)
            for row, character in enumerate(text)
        )


def _path(
    path: str, fill: str, scale: float, to: tuple[float, float], origin: tuple[float, float], bold: float
) -> str:
    stroke: Any = (
        f' stroke="{fill}" stroke-width="{bold / scale:.0f}" stroke-linejoin="round"' if bold else ""
    )
    return (
        f'<path transform="translate({to[0]:.1f} {to[1]:.1f}) scale({scale:.5f} {-scale:.5f}) '
        f'translate({-origin[0]:.1f} {-origin[1]:.1f})" d="{path}" fill="{fill}"{stroke}/>'
    )
