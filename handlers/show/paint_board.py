"""The board: a header, then one band per seat in playing order, everything upright and readable on a phone."""

from dataclasses import dataclass

from PIL import Image

from handlers.show.colours import BAND, CREAM, LINE, MUTED, SEAT_COLOURS
from handlers.show.drawing import BACK, LONGEST, WIDTH, Canvas, tile_height
from handlers.show.lettering import readable, shrunk, width
from handlers.show.paint_parts import (
    MARGIN,
    Plate,
    cut_pills,
    draw_groups,
    draw_pills,
    draw_wall,
    draw_wild,
    flower_strip,
    group_tile,
    pills_width,
    wild_width,
)
from handlers.show.specs import Band, BoardPicture, Discard, Tiles, Words

HEADER = 172
LAST = 102
WILD, WILD_ROOM = 88, 320
EDGE, PAD, BETWEEN = 10, 10, 10
PLATE, PLATE_LENGTH = 60, 500
LARGEST_MELD, LARGEST_FLOWER, LEAST_FLOWER = 54, 40, 27
MARK = 40
ROOM = WIDTH - 2 * MARGIN
COLUMNS = (12, 15, 18, 21, 24, 28, 33)
"""Discards in a row, by the longest row: a river of six stays as large as one of twelve."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes that all four bands share, and the height of each."""

    columns: int
    tile: int
    heights: tuple[int, ...]

    @property
    def height(self) -> int:
        """The whole picture."""
        return HEADER + sum(self.heights) + BETWEEN * len(self.heights)


def lying(band: Band) -> tuple[Tiles, ...]:
    """Melds, and the hand if it is open."""
    return (*band.melds, band.hand) if band.hand else band.melds


def marks_below(band: Band) -> bool:
    """Whether marks and flowers do not both fit beside the plate: then the marks have a line of their own."""
    if not band.marks:
        return False
    room = WIDTH - MARGIN - _beside(band)
    flowers = flower_strip(band.flowers, Words(), room, LEAST_FLOWER).width
    return pills_width(tuple(map(readable, band.marks)), MARK) + flowers > room


def _beside(band: Band) -> int:
    """Where the plate's line goes on after plate and count."""
    x = EDGE + PAD + PLATE_LENGTH + 16
    return x if band.hand else x + 56 + width(f"×{band.count}", 34)


def layout(bands: tuple[Band, ...]) -> Layout:
    """The largest discards with which the board is no higher than Telegram shows."""
    for columns in COLUMNS:
        sizes = _layout(bands, columns)
        if sizes.height <= LONGEST:
            return sizes
    return sizes


def _layout(bands: tuple[Band, ...], columns: int) -> Layout:
    tile = ROOM // columns
    played = any(band.discards for band in bands)
    return Layout(columns, tile, tuple(_band_height(band, columns, tile, played=played) for band in bands))


def _band_height(band: Band, columns: int, tile: int, *, played: bool) -> int:
    rows = max(int(played), -(-len(band.discards) // columns))
    height = PAD + PLATE + 10 + rows * (tile_height(tile) - 4) + PAD
    groups = lying(band)
    if groups:
        height += tile_height(group_tile(groups, ROOM, LARGEST_MELD)) + 8
    return height + (MARK + 8) * marks_below(band)


def paint_board(spec: BoardPicture) -> Image.Image:
    """The whole board."""
    sizes = layout(spec.bands)
    canvas = Canvas(sizes.height, spec.style, spec.wilds)
    _header(canvas, spec)
    y = HEADER
    for band, height in zip(spec.bands, sizes.heights, strict=True):
        _band(canvas, spec, band, sizes, y, height)
        y += height + BETWEEN
    return canvas.image


def _header(canvas: Canvas, spec: BoardPicture) -> None:
    """Last discard large, what is being played, the wall, the wild."""
    x, end = MARGIN, WIDTH - MARGIN
    if spec.last:
        canvas.tile(spec.last.tile, x, 12, LAST)
        canvas.tile_frame(x, 12, LAST, SEAT_COLOURS[spec.last.owner.seat], 7)
        x += LAST + 28
    wild = WILD
    while wild_width(spec.wilds, spec.indicator, wild) > WILD_ROOM:
        wild -= 2
    draw_wild(canvas, spec.wilds, spec.indicator, WIDTH - 12, (HEADER - 10 - tile_height(wild)) // 2, wild)
    end -= wild_width(spec.wilds, spec.indicator, wild) + 8
    title, size = shrunk(readable(spec.title), 46, end - x, 30)
    canvas.text(x, 52, title, size, CREAM)
    if spec.wall is not None:
        x += draw_wall(canvas, spec.wall, x, 118, 56) + 30
    number = readable(spec.number)
    if number:
        end -= canvas.text(end, 120, number, 34, MUTED, anchor="rm") + 18
    detail, size = shrunk(readable(spec.detail), 34, end - x, 26)
    canvas.text(x, 120, detail, size, MUTED)


def _band(canvas: Canvas, spec: BoardPicture, band: Band, sizes: Layout, y: int, height: int) -> None:
    """One seat: plate, count, marks and flowers; melds and an open hand; discards."""
    colour = SEAT_COLOURS[band.person.seat]
    edge, line = (colour, 6) if band.acting else (LINE, 2)
    canvas.panel((EDGE, y, WIDTH - EDGE, y + height), BAND, 22, edge, line)
    below = marks_below(band)
    _first_line(canvas, spec, band, y + PAD, below=below)
    y += PAD + PLATE + 10
    if below:
        draw_pills(canvas, cut_pills(band.marks, MARK, ROOM), MARGIN, y, MARK)
        y += MARK + 8
    groups = lying(band)
    if groups:
        tile = group_tile(groups, ROOM, LARGEST_MELD)
        draw_groups(canvas, groups, MARGIN, y, tile)
        y += tile_height(tile) + 8
    _discards(canvas, band, sizes, y, spec.last)


def _first_line(canvas: Canvas, spec: BoardPicture, band: Band, y: int, *, below: bool) -> None:
    dealer = spec.words.dealer if band.dealer else ""
    plate = Plate(band.person, right=band.score, dealer=dealer, acting=band.acting)
    plate.draw(canvas, EDGE + PAD, y, PLATE_LENGTH, PLATE)
    middle = y + PLATE // 2
    if not band.hand:
        x = EDGE + PAD + PLATE_LENGTH + 16
        canvas.tile(BACK, x, middle - tile_height(32) // 2, 32)
        canvas.text(x + 40, middle, f"×{band.count}", 34, CREAM)
    x = _beside(band)
    if not below:
        marks = cut_pills(band.marks, MARK, WIDTH - MARGIN - x)
        draw_pills(canvas, marks, x, middle - MARK // 2, MARK)
        x += pills_width(marks, MARK)
    strip = flower_strip(band.flowers, spec.words, WIDTH - MARGIN - x, LARGEST_FLOWER)
    strip.draw(canvas, WIDTH - MARGIN + 2, middle - tile_height(strip.tile) // 2)


def _discards(canvas: Canvas, band: Band, sizes: Layout, y: int, last: Discard | None) -> None:
    newest = len(band.discards) - 1
    marked = last is not None and last.owner.seat == band.person.seat
    at = [discard_at(place, sizes, y) for place in range(len(band.discards))]
    for (x, top), tile in zip(at, band.discards, strict=True):
        canvas.tile(tile, x, top, sizes.tile)
    if marked and last is not None and band.discards[newest:] == (last.tile,):
        canvas.tile_frame(*at[newest], sizes.tile, SEAT_COLOURS[band.person.seat], max(4, sizes.tile // 14))
        for (x, top), tile in zip(at[:newest], band.discards, strict=False):
            canvas.star_again(tile, x, top, sizes.tile)


def discard_at(place: int, sizes: Layout, y: int) -> tuple[int, int]:
    """Where the upper left corner of a discard is."""
    row, column = divmod(place, sizes.columns)
    return MARGIN + column * sizes.tile, y + row * (tile_height(sizes.tile) - 4)
