"""What pictures are drawn with: tiles from the atlas, smooth panels, badges, and the way to a small PNG.

Everything here is a function of its arguments; cached images are never drawn upon, so threads may share them.
"""

import io
import math
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from handlers.show import lettering
from handlers.show.colours import DARK, FELT, GOLD, GOLD_INK, LEAN, RICH, SPARE, palette
from handlers.show.lettering import ASSETS, font

Style = Literal["indexed", "classic"]
Box = tuple[int, int, int, int]

WINDS = (("東", "E"), ("南", "S"), ("西", "W"), ("北", "N"))

JOKER, CAISHEN, BACK = 42, 43, 44
"""The faces after the 42 kinds: 百搭, 財神 and a tile face down."""
FACES = 45
COLUMNS = 9
TILE = (160, 231)
"""One tile in the atlas."""
FACE_SHARE = 0.915
"""How much of a tile's height is its face; the rest is its body."""

LIMIT = 100_000
"""Bytes of a picture: the Bot API server slows equal uploads above this."""
LONGEST = 1280
"""Pixels of the longest side: Telegram shows no more."""
WIDTH = 1080
_TRIES = ((RICH, 6), (LEAN, 6), (SPARE, 9))
"""Palette and zlib level. The last is slow and needed by few: four open hands over long rivers."""
_SHRINK = 0.8
_SMOOTH = 4
_SMALL = 72
"""Below this width a wild tile bears a larger star."""


def tile_height(width: int) -> int:
    """The height of a tile of this width, its body included."""
    return round(width * TILE[1] / TILE[0])


@lru_cache(maxsize=2)
def atlas(style: Style) -> Image.Image:
    """All faces of a style, 9 a row in the order of their numbers."""
    with Image.open(ASSETS / f"tiles_{style}.webp") as image:
        return image.convert("RGBA")


@lru_cache(maxsize=2)
def _wild_mark(bold: bool) -> Image.Image:
    """Gold frame and star, laid over a tile in the atlas's size; `bold` for tiles that are shown small."""
    width, height = TILE[0] * _SMOOTH, TILE[1] * _SMOOTH
    mark = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(mark)
    line = width // (11 if bold else 16)
    draw.rounded_rectangle(
        (4, 4, width - 5, round(height * FACE_SHARE)), round(width * 0.115), outline=GOLD, width=line
    )
    disc = star_disc(width, height, bold=bold)
    draw.ellipse(disc, fill=GOLD, outline=GOLD_INK, width=width // 50)
    radius = (disc[2] - disc[0]) / 2
    draw.polygon(_star(disc[0] + radius, disc[1] + radius, radius * 0.74), fill=GOLD_INK)
    return mark.resize(TILE, Image.Resampling.BOX)


def star_disc(width: float, height: float, *, bold: bool) -> tuple[float, float, float, float]:
    """Where a wild tile of this size bears its star."""
    radius, x, y = width * (0.22 if bold else 0.17), width * (0.75 if bold else 0.8), height * 0.76
    return x - radius, y - radius, x + radius, y + radius


@lru_cache(maxsize=32)
def _disc_mask(size: tuple[int, int]) -> Image.Image:
    """Nothing of a tile but its star."""
    mask = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
    disc = star_disc(*mask.size, bold=size[0] < _SMALL)
    ImageDraw.Draw(mask).ellipse(disc, fill=255)
    return mask.resize(size, Image.Resampling.BOX)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        length, angle = radius if corner % 2 == 0 else radius * 0.42, math.pi * corner / 5
        points.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return points


@lru_cache(maxsize=2048)
def tile_image(style: Style, tile: int, width: int, wild: bool = False, dim: bool = False) -> Image.Image:
    """One tile, `width` pixels wide; wild ones with frame and star, dim ones sunk towards the felt."""
    top, left = divmod(tile, COLUMNS)
    x, y = left * TILE[0], top * TILE[1]
    image = atlas(style).crop((x, y, x + TILE[0], y + TILE[1]))
    if wild:
        image = Image.alpha_composite(image, _wild_mark(width < _SMALL))
    if width != TILE[0]:
        image = image.resize((width, tile_height(width)), Image.Resampling.LANCZOS, reducing_gap=3.0)
    if dim:
        felt = Image.new("RGBA", image.size, FELT)
        felt.putalpha(image.getchannel("A"))
        image = Image.blend(image, felt, 0.5)
    return image


@lru_cache(maxsize=256)
def _corners(radius: int, line: int) -> tuple[Image.Image, ...]:
    """Smooth masks of the four corners of a panel; with `line` only that much of its edge."""
    side = radius * _SMOOTH
    quarter = Image.new("L", (side, side))
    draw = ImageDraw.Draw(quarter)
    draw.ellipse((0, 0, 2 * side - 1, 2 * side - 1), fill=255)
    if line:
        inset = line * _SMOOTH
        draw.ellipse((inset, inset, 2 * side - 1 - inset, 2 * side - 1 - inset), fill=0)
    first = quarter.resize((radius, radius), Image.Resampling.BOX)
    right = first.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    flip = Image.Transpose.FLIP_TOP_BOTTOM
    return first, right, first.transpose(flip), right.transpose(flip)


@lru_cache(maxsize=64)
def _star_mask(size: int) -> Image.Image:
    big = size * _SMOOTH
    mask = Image.new("L", (big, big))
    ImageDraw.Draw(mask).polygon(_star(big / 2, big / 2, big / 2), fill=255)
    return mask.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=16)
def _wedge_mask(width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    corners = [(0, 0), (width * _SMOOTH, 0), (width * _SMOOTH / 2, height * _SMOOTH)]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


class Canvas:
    """A picture being drawn. Boxes are left, top, right, bottom with the last two outside."""

    def __init__(
        self, height: int, style: Style, wilds: tuple[int, ...] = (), background: str = FELT
    ) -> None:
        self.image = Image.new("RGB", (WIDTH, height), background)
        self.style: Style = style
        self.wilds = frozenset(wilds)
        self._draw = ImageDraw.Draw(self.image)

    def rectangle(self, box: Box, fill: str) -> None:
        """A plain rectangle."""
        left, top, right, bottom = box
        if right > left and bottom > top:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=fill)

    def panel(self, box: Box, fill: str, radius: int, outline: str = "", line: int = 0) -> None:
        """A filled rectangle with round corners, and an edge if `outline` is given."""
        left, top, right, bottom = box
        if outline:
            self.panel(box, outline, radius)
            self.panel((left + line, top + line, right - line, bottom - line), fill, max(1, radius - line))
            return
        radius = max(1, min(radius, (right - left) // 2, (bottom - top) // 2))
        self.rectangle((left + radius, top, right - radius, bottom), fill)
        self.rectangle((left, top + radius, left + radius, bottom - radius), fill)
        self.rectangle((right - radius, top + radius, right, bottom - radius), fill)
        self._paste_corners(box, fill, radius, 0)

    def frame(self, box: Box, colour: str, radius: int, line: int) -> None:
        """Only the edge of a panel."""
        left, top, right, bottom = box
        self.rectangle((left + radius, top, right - radius, top + line), colour)
        self.rectangle((left + radius, bottom - line, right - radius, bottom), colour)
        self.rectangle((left, top + radius, left + line, bottom - radius), colour)
        self.rectangle((right - line, top + radius, right, bottom - radius), colour)
        self._paste_corners(box, colour, radius, line)

    def _paste_corners(self, box: Box, colour: str, radius: int, line: int) -> None:
        left, top, right, bottom = box
        places = (
            (left, top),
            (right - radius, top),
            (left, bottom - radius),
            (right - radius, bottom - radius),
        )
        for place, mask in zip(places, _corners(radius, line), strict=True):
            self.image.paste(colour, place, mask)

    def text(self, x: int, y: int, text: str, size: int, fill: str, *, anchor: str = "lm") -> int:
        """A text already made drawable, by default left of and halfway down (x, y); returns its width."""
        self._draw.text((x, y), text, font=font(size), fill=fill, anchor=anchor)
        return lettering.width(text, size)

    def star(self, x: int, y: int, size: int, colour: str = GOLD) -> None:
        """A star in a square of `size` with its upper left corner at (x, y)."""
        self.image.paste(colour, (x, y), _star_mask(size))

    def polyline(self, points: list[tuple[float, float]], colour: str, line: int) -> None:
        """A smooth line through points, with a disc at its end."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = int(min(xs)) - 12, int(min(ys)) - 12
        size = (int(max(xs)) + 12 - left, int(max(ys)) + 12 - top)
        mask = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
        draw = ImageDraw.Draw(mask)
        corners = [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in points]
        draw.line(corners, fill=255, width=line * _SMOOTH, joint="curve")
        (x, y), radius = corners[-1], line * _SMOOTH * 1.4
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
        self.image.paste(colour, (left, top), mask.resize(size, Image.Resampling.BOX))

    def wedge(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """A triangle that points down, its upper edge halfway at (x, y)."""
        self.image.paste(colour, (x - width // 2, y), _wedge_mask(width, height))

    def tile(
        self, tile: int, x: int, y: int, width: int, *, dim: bool = False, wild: bool | None = None
    ) -> None:
        """A tile with its upper left corner at (x, y); wild as the table says unless `wild` says otherwise."""
        wild = tile in self.wilds if wild is None else wild
        image = tile_image(self.style, tile, width, wild, dim)
        self.image.paste(image, (x, y), image)

    def tiles(self, tiles: tuple[int, ...], x: int, y: int, width: int) -> int:
        """Tiles side by side; returns where they end."""
        for place, tile in enumerate(tiles):
            self.tile(tile, x + place * width, y, width)
        return x + len(tiles) * width

    def tile_frame(self, x: int, y: int, width: int, colour: str, line: int) -> None:
        """A frame around a tile at (x, y), parted from it by a dark line: a wild's frame lies on the tile."""
        high = y + tile_height(width) - width // 40
        for away, shade, thick in ((2, DARK, 4), (line + 1, colour, line)):
            box = (x - away, y - away, x + width + away, high + away)
            self.frame(box, shade, round(width * 0.12) + away, thick)

    def star_again(self, tile: int, x: int, y: int, width: int) -> None:
        """The star of a wild tile at (x, y) once more, over the frame of the tile beside it."""
        if tile in self.wilds:
            image = tile_image(self.style, tile, width, wild=True)
            self.image.paste(image.convert("RGB"), (x, y), _disc_mask(image.size))

    def badge(self, x: int, y: int, height: int, wind: int, fill: str, ink: str) -> int:
        """A wind in its character and letter on the seat's colour; returns its width."""
        character, letter = WINDS[wind]
        width = badge_width(height)
        self.panel((x, y, x + width, y + height), fill, height // 4)
        middle = y + height // 2
        self.text(x + round(height * 0.48), middle, character, round(height * 0.74), ink, anchor="mm")
        self.text(
            x + width - round(height * 0.3),
            middle + height // 20,
            letter,
            round(height * 0.5),
            ink,
            anchor="mm",
        )
        return width

    def pill(self, x: int, y: int, height: int, text: str, fill: str, ink: str) -> int:
        """A short text on a rounded ground; returns its width."""
        size = round(height * 0.62)
        width = pill_width(text, height)
        self.panel((x, y, x + width, y + height), fill, height // 3)
        self.text(x + width // 2, y + height // 2, text, size, ink, anchor="mm")
        return width


def badge_width(height: int) -> int:
    """The width of a wind's badge."""
    return round(height * 1.54)


def pill_width(text: str, height: int) -> int:
    """The width of a pill with this text."""
    return max(height, lettering.width(text, round(height * 0.62)) + round(height * 0.56))


def fitted(image: Image.Image) -> Image.Image:
    """The picture, made smaller if its height is more than Telegram shows."""
    if image.height <= LONGEST:
        return image
    return image.resize((round(image.width * LONGEST / image.height), LONGEST), Image.Resampling.HAMMING)


def encoded(image: Image.Image) -> bytes:
    """A palette PNG below `LIMIT` bytes: with fewer shades, pressed harder, and at last smaller, if it must be."""
    while True:
        for richness, effort in _TRIES:
            data = _png(image, richness, effort)
            if len(data) < LIMIT:
                return data
        size = (round(image.width * _SHRINK), round(image.height * _SHRINK))
        image = image.resize(size, Image.Resampling.HAMMING)


def _png(image: Image.Image, richness: int, effort: int) -> bytes:
    out = io.BytesIO()
    reduced = image.quantize(palette=palette(richness), dither=Image.Dither.NONE)
    reduced.save(out, "PNG", compress_level=effort)
    return out.getvalue()
