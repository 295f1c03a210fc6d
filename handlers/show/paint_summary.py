"""The end of a match: places, how the points went, small honours, who settles with whom."""

from functools import partial

from PIL import Image

from handlers.show.colours import (
    BAND,
    BRONZE,
    CREAM,
    DARK,
    DEEP,
    GOLD,
    LINE,
    MUTED,
    SEAT_COLOURS,
    SILVER,
    WHITE,
)
from handlers.show.drawing import WIDTH, Canvas
from handlers.show.lettering import fit, name_or, readable, shrunk, wrapped
from handlers.show.paint_parts import MARGIN, Block, draw_badge, lines_block, small_print, space, stacked
from handlers.show.specs import Honour, Place, SummaryPicture

ROOM = WIDTH - 2 * MARGIN
ROW, FIRST_ROW = 104, 128
MEDALS = (GOLD, SILVER, BRONZE, MUTED)
TREND = 250
BOX = 168


def paint_summary(spec: SummaryPicture) -> Image.Image:
    """The whole summary."""
    title, size = shrunk(readable(spec.title), 64, ROOM, 40)
    blocks = [lines_block((title,), size, WHITE, above=12)]
    if spec.subtitle:
        blocks.append(lines_block((fit(readable(spec.subtitle), 34, ROOM),), 34, MUTED))
    blocks.append(space(14))
    span = _span(spec.places)
    blocks += [_place(place, span) for place in spec.places]
    if spec.honours:
        blocks += [space(8), _honours(spec.honours)]
    settle = tuple(line for text in spec.settle_up for line in wrapped(readable(text), 36, ROOM))
    if settle:
        blocks.append(lines_block(settle, 36, CREAM, above=8, below=4))
    blocks.append(small_print(spec.small_print))
    return stacked(blocks, partial(Canvas, style="indexed")).image


def _span(places: tuple[Place, ...]) -> tuple[int, int]:
    """Lowest and highest total of the match: all lines are drawn to one scale."""
    totals = [0, *(total for place in places for total in place.trend)]
    return min(totals), max(totals)


def _place(place: Place, span: tuple[int, int]) -> Block:
    """Medal, wind, name, the line of the totals, the total."""
    first = place.rank == 1
    high = FIRST_ROW if first else ROW

    def draw(canvas: Canvas, y: int) -> None:
        colour, middle = SEAT_COLOURS[place.person.seat], y + high // 2
        canvas.panel((10, y, WIDTH - 10, y + high), BAND, 24, GOLD if first else LINE, 5 if first else 2)
        medal = high - 40
        canvas.panel((28, y + 20, 28 + medal, y + 20 + medal), _medal(place.rank), medal // 2)
        canvas.text(28 + medal // 2, middle, str(place.rank), round(medal * 0.62), DARK, anchor="mm")
        left = 28 + medal + 18
        left += draw_badge(canvas, place.person, left, middle - 28, 56) + 16
        total, size = shrunk(readable(place.total), 64 if first else 54, 230, 28)
        end = (
            WIDTH
            - 36
            - canvas.text(WIDTH - 36, middle, total, size, GOLD if first else CREAM, anchor="rm")
            - 20
        )
        if len(place.trend) > 1:
            end = WIDTH - 36 - 236 - TREND
            _line(canvas, place.trend, span, (end, y + 18, end + TREND, y + high - 18), colour)
            end -= 20
        _name(canvas, place, left, middle, end, 46 if first else 42)

    return Block(high + 12, draw)


def _medal(rank: int) -> str:
    return MEDALS[min(max(rank, 1), len(MEDALS)) - 1]


def _name(canvas: Canvas, place: Place, left: int, middle: int, end: int, size: int) -> None:
    name = name_or(place.person.name, place.person.fallback)
    note = fit(readable(place.note), 26, end - left)
    if not note:
        canvas.text(left, middle, fit(name, size, end - left), size, CREAM)
        return
    canvas.text(left, middle - 23, fit(name, size - 6, end - left), size - 6, CREAM)
    canvas.text(left, middle + 30, note, 26, MUTED)


def _line(
    canvas: Canvas, trend: tuple[int, ...], span: tuple[int, int], box: tuple[int, int, int, int], colour: str
) -> None:
    """The totals after each hand, with the line of zero behind them."""
    left, top, right, bottom = box
    low, high = span
    reach = max(1, high - low)

    def level(total: int) -> float:
        return bottom - (bottom - top) * (total - low) / reach

    zero = round(level(0))
    canvas.rectangle((left, zero - 1, right, zero + 1), LINE)
    points = [
        (left + (right - left) * place / len(trend), level(total)) for place, total in enumerate((0, *trend))
    ]
    canvas.polyline(points, colour, 5)


def _honours(honours: tuple[Honour, ...]) -> Block:
    """Up to three boxes side by side: what for, who, how much."""
    shown = honours[:3]
    each = (ROOM - 14 * (len(shown) - 1)) // len(shown)

    def draw(canvas: Canvas, y: int) -> None:
        for place, (label, person, worth) in enumerate(shown):
            x = MARGIN + place * (each + 14)
            canvas.panel((x, y, x + each, y + BOX), DEEP, 18)
            canvas.star(x + 18, y + 18, 28)
            canvas.text(x + 56, y + 32, fit(readable(label), 28, each - 72), 28, MUTED)
            name, size = shrunk(name_or(person.name, person.fallback), 38, each - 36, 30)
            canvas.text(x + 18, y + 80, name, size, WHITE)
            value, size = shrunk(readable(worth), 38, each - 36, 26)
            canvas.text(x + 18, y + 136, value, size, GOLD)

    return Block(BOX + 12, draw)
