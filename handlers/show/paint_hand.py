"""A person's panel: what lies on the table that matters, melds, and the hand in the keyboard's grid."""

from PIL import Image

from handlers.show.colours import CREAM, DARK, DEEP, SEAT_COLOURS, WHITE
from handlers.show.drawing import FACE_SHARE, LONGEST, WIDTH, Canvas, badge_width, pill_width, tile_height
from handlers.show.grid import grid
from handlers.show.lettering import fit, name_or, readable
from handlers.show.paint_parts import (
    MARGIN,
    cut_pills,
    draw_badge,
    draw_groups,
    draw_pills,
    draw_wall,
    draw_wild,
    flower_strip,
    group_tile,
    groups_width,
    pills_width,
    wall_width,
    wild_width,
)
from handlers.show.specs import Discard, HandPicture, Person

STRIP = 178
SIDE = 12
LIFT = 18
GAP = 24
"""Between rows: room for the drawn tile's lift, and for its mark below it."""
LARGEST, LARGEST_MELD = 150, 66
LAST = 106
WEDGE = 34
UPPER, LOWER = 48, 93
"""Middle of the strip's first line, top of its second."""


Cells = tuple[tuple[int, int, int], ...]


def cells(spec: HandPicture) -> Cells:
    """Row, left edge and width of each tile's cell: spread over the full width, as the buttons are."""
    places = []
    for row, length in enumerate(grid(len(spec.tiles), spec.wide)):
        for column in range(length):
            left = SIDE + (WIDTH - 2 * SIDE) * column // length
            places.append((row, left, (WIDTH - 2 * SIDE) // length))
    return tuple(places)


def paint_hand(spec: HandPicture) -> Image.Image:
    """The whole panel."""
    melds = group_tile(spec.melds, WIDTH - 2 * MARGIN, LARGEST_MELD)
    top = STRIP + 8 + (tile_height(melds) + 14 if spec.melds else 0)
    rows = grid(len(spec.tiles), spec.wide)
    tile = _tile_width(rows, LONGEST - top)
    canvas = Canvas(top + len(rows) * (tile_height(tile) + GAP) + GAP, spec.style, spec.wilds)
    _strip(canvas, spec)
    if spec.melds:
        left = (WIDTH - groups_width(spec.melds, melds)) // 2
        draw_groups(canvas, spec.melds, left, STRIP + 14, melds)
    _tiles(canvas, spec, tile, top + GAP)
    return canvas.image


def _tile_width(rows: tuple[int, ...], room: int) -> int:
    """The largest tile at which the rows fit in width and height."""
    if not rows:
        return LARGEST
    tile = min(LARGEST, (WIDTH - 2 * SIDE) // rows[0] - 14)
    while (tile_height(tile) + GAP) * len(rows) + GAP > room:
        tile -= 1
    return tile


def _strip(canvas: Canvas, spec: HandPicture) -> None:
    """The table's state: last discard and its owner left, own seat, wall and wild right, flowers below."""
    colour = SEAT_COLOURS[spec.seat]
    canvas.rectangle((0, 0, WIDTH, STRIP), DEEP)
    canvas.rectangle((0, STRIP - (8 if spec.acting else 3), WIDTH, STRIP), colour)
    left = MARGIN
    if spec.last:
        left = _last(canvas, spec.last)
    end = _own(canvas, spec) - 20
    if spec.last:
        _owner(canvas, spec.last.owner, left, end)
    marks = cut_pills(spec.marks, 44, 420)
    strip = flower_strip(spec.flowers, spec.words, WIDTH - MARGIN - left - pills_width(marks, 44) - 12, 50)
    draw_pills(canvas, marks, left, LOWER + 16, 44)
    strip.draw(canvas, WIDTH - MARGIN + 8, LOWER)


def _last(canvas: Canvas, last: Discard) -> int:
    """The last discard, large and framed in its owner's colour; returns where the strip goes on."""
    canvas.tile(last.tile, MARGIN, 10, LAST)
    canvas.tile_frame(MARGIN, 10, LAST, SEAT_COLOURS[last.owner.seat], 7)
    return MARGIN + LAST + 26


def _owner(canvas: Canvas, owner: Person, left: int, end: int) -> None:
    left += draw_badge(canvas, owner, left, UPPER - 25, 50) + 12
    canvas.text(left, UPPER, fit(name_or(owner.name, owner.fallback), 40, end - left), 40, CREAM)


def _own(canvas: Canvas, spec: HandPicture) -> int:
    """Own seat, wall and wild from the right; returns where they begin."""
    colour, right = SEAT_COLOURS[spec.seat], WIDTH - MARGIN + 8
    draw_wild(canvas, spec.wilds, spec.indicator, right, 12, 44)
    right -= wild_width(spec.wilds, spec.indicator, 44) + (24 if spec.wilds else 0)
    if spec.wall is not None:
        right -= wall_width(spec.wall, 46)
        draw_wall(canvas, spec.wall, right, UPPER, 46)
        right -= 24
    right -= badge_width(60)
    if spec.acting:
        canvas.badge(right, UPPER - 30, 60, spec.wind, colour, DARK)
    else:
        canvas.badge(right, UPPER - 30, 60, spec.wind, DARK, colour)
    return right


def _tiles(canvas: Canvas, spec: HandPicture, tile: int, top: int) -> None:
    """The hand itself; the drawn tile is lifted and bears its mark in the place it left."""
    places = cells(spec)
    for position, ((row, left, room), kind) in enumerate(zip(places, spec.tiles, strict=True)):
        x, y = left + (room - tile) // 2, top + row * (tile_height(tile) + GAP)
        lifted = position == spec.drawn
        canvas.tile(kind, x, y - LIFT * lifted, tile, dim=position in spec.dimmed)
        if lifted:
            _drawn_mark(canvas, readable(spec.words.drawn), x + tile // 2, y + tile_height(tile))
    if spec.gap is not None and spec.last and places:
        _gap(canvas, spec.gap, places, tile, top, SEAT_COLOURS[spec.last.owner.seat])


def _drawn_mark(canvas: Canvas, text: str, middle: int, bottom: int) -> None:
    height = LIFT + 18
    canvas.pill(middle - pill_width(text, height) // 2, bottom - LIFT - 13, height, text, WHITE, DARK)


def _gap(canvas: Canvas, before: int, places: Cells, tile: int, top: int, colour: str) -> None:
    """Where the claimed tile would stand: a bar in its owner's colour with a wedge above it."""
    row, left, room = places[min(before, len(places) - 1)]
    spare = (room - tile) // 2
    if before >= len(places):
        x = left + room - spare + 9
    elif before and places[before - 1][0] == row:
        x = left
    else:
        x = left + spare - 9
    y = top + row * (tile_height(tile) + GAP)
    canvas.panel((x - 5, y - 6, x + 5, y + round(tile_height(tile) * FACE_SHARE)), colour, 5)
    canvas.wedge(min(max(x, WEDGE // 2), WIDTH - WEDGE // 2), y - 22, WEDGE, 24, colour)
