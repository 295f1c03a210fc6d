"""The settlement card: who won what from whom, why it pays what it pays, and where everybody stands."""

from dataclasses import dataclass
from functools import partial

from PIL import Image

from handlers.show.colours import BAND, CHIP, CREAM, DARK, DEEP, GOLD, LINE, MUTED, RED, SEAT_COLOURS, WHITE
from handlers.show.drawing import LONGEST, WIDTH, Canvas, badge_width, pill_width, tile_height
from handlers.show.lettering import fit, pitch, readable, shrunk, width, wrapped
from handlers.show.paint_parts import (
    MARGIN,
    Block,
    Plate,
    draw_groups,
    draw_wild,
    flower_strip,
    group_tile,
    groups_width,
    lines_block,
    small_print,
    space,
    stacked,
    wild_width,
)
from handlers.show.specs import CardPicture, SeatResult, Tiles, Transfer, Winner

EDGE = 10
ROOM, INNER = WIDTH - 2 * MARGIN, WIDTH - 2 * MARGIN - 24
CHANGE, TOTAL = 200, 190
"""Widths of the two columns of figures."""
LIFT = 12
Fans = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the parts of a card are."""

    plate: int
    tile: int
    tile_beside: int  # the least size at which flowers may stand beside the hand
    open_tile: int
    chip: int
    text: int


NORMAL = Sizes(plate=60, tile=76, tile_beside=62, open_tile=46, chip=50, text=33)
COMPACT = Sizes(plate=50, tile=60, tile_beside=44, open_tile=40, chip=42, text=28)


def paint_card(spec: CardPicture) -> Image.Image:
    """The whole card; one with much to tell is set closer, and `fitted` makes a very long one smaller."""
    blocks = _blocks(spec, NORMAL)
    if sum(block.height for block in blocks) > LONGEST:
        blocks = _blocks(spec, COMPACT)
    return stacked(blocks, partial(Canvas, style=spec.style, wilds=spec.wilds)).image


def _blocks(spec: CardPicture, sizes: Sizes) -> list[Block]:
    results = {seat.person.seat: seat for seat in spec.seats}
    winning = {winner.person.seat for winner in spec.winners}
    blocks = [_headline(spec)]
    for winner in spec.winners:
        blocks += [_winner(spec, winner, results.get(winner.person.seat), sizes), space(12)]
    notes = tuple(line for note in spec.notes for line in wrapped(readable(note), sizes.text, ROOM))
    if notes:
        blocks.append(lines_block(notes, sizes.text, CREAM, above=2, below=8))
    if spec.transfers:
        blocks.append(_transfers(spec, sizes))
    blocks += [_seat(spec, seat, sizes) for seat in spec.seats if seat.person.seat not in winning]
    blocks.append(small_print(spec.small_print))
    return blocks


def _headline(spec: CardPicture) -> Block:
    """What happened, in one or two lines, and the wild that was played with."""
    room = ROOM - wild_width(spec.wilds, spec.indicator, 56) - (18 if spec.wilds else 0)
    text = readable(spec.title)
    size = next((size for size in range(54, 35, -2) if len(wrapped(text, size, room)) <= 1), 42)
    lines = wrapped(text, size, room)
    each = pitch(size)
    subtitle = fit(readable(spec.subtitle), 30, room)

    def draw(canvas: Canvas, y: int) -> None:
        for row, line in enumerate(lines):
            canvas.text(MARGIN, y + 14 + row * each + each // 2, line, size, WHITE)
        canvas.text(MARGIN, y + 14 + len(lines) * each + 20, subtitle, 30, MUTED)
        draw_wild(canvas, spec.wilds, spec.indicator, WIDTH - MARGIN + 8, y + 16, 56)

    height = 28 + len(lines) * each + (44 if subtitle else 0)
    return Block(max(height, 118 if spec.wilds else 0), draw)


def _winner(spec: CardPicture, winner: Winner, result: SeatResult | None, sizes: Sizes) -> Block:
    """A frame in the winner's colour around plate, hand, flowers, fans and formula."""
    parts = [
        space(12),
        _plate(spec, result or SeatResult(winner.person, "", ""), sizes, INNER + 12, won=True),
    ]
    parts += [
        _winning_hand(spec, winner, sizes),
        _reasons(winner.fans, winner.formula, MARGIN + 10, INNER, sizes),
    ]
    height = sum(part.height for part in parts) + 12

    def draw(canvas: Canvas, y: int) -> None:
        canvas.panel((EDGE, y, WIDTH - EDGE, y + height), BAND, 22, SEAT_COLOURS[winner.person.seat], 5)
        for part in parts:
            part.draw(canvas, y)
            y += part.height

    return Block(height, draw)


def _winning_hand(spec: CardPicture, winner: Winner, sizes: Sizes) -> Block:
    """Melds and sets in one row; the flowers beside them if there is room, else below."""
    groups = (*winner.melds, *winner.sets)
    strip = flower_strip(winner.flowers, spec.words, INNER, 46)
    tile = group_tile(groups, INNER - strip.width - 30, sizes.tile)
    beside = bool(groups) and bool(winner.flowers) and tile >= sizes.tile_beside
    if not beside:
        tile = group_tile(groups, INNER, sizes.tile)
    row = LIFT + tile_height(tile) + 34 if groups else 0
    below = bool(winner.flowers) and not beside
    height = row + (tile_height(strip.tile) + 18) * below

    def draw(canvas: Canvas, y: int) -> None:
        x, right = MARGIN + 10, WIDTH - MARGIN - 10
        after = draw_groups(canvas, winner.melds, x, y + LIFT, tile)
        _sets(canvas, winner, after, y + LIFT, tile, readable(spec.words.win))
        if beside:
            strip.draw(canvas, right, y + LIFT + (tile_height(tile) - tile_height(strip.tile)) // 2)
        elif below:
            strip.draw(canvas, x + strip.width, y + row + 4)

    return Block(height, draw)


def _sets(canvas: Canvas, winner: Winner, x: int, y: int, tile: int, mark: str) -> None:
    """The concealed groups; the winning tile is lifted and bears its mark below."""
    for number, group in enumerate(winner.sets):
        for place, kind in enumerate(group):
            won = (number, place) == winner.winning
            canvas.tile(kind, x, y - LIFT * won, tile)
            if won:
                left = x + tile // 2 - pill_width(mark, 36) // 2
                canvas.pill(left, y - LIFT + tile_height(tile) - 4, 36, mark, RED, WHITE)
            x += tile
        x += tile // 3


def _reasons(fans: Fans, formula: str, x: int, room: int, sizes: Sizes) -> Block:
    """Fans as chips with their values, then the formula."""
    texts = tuple(_fan_texts(fan, room, sizes) for fan in fans)
    widths = tuple(_fan_width(*text, sizes) for text in texts)
    rows = _chip_rows(widths, room)
    lines = wrapped(readable(formula), sizes.text, room)
    each = pitch(sizes.text)

    def draw(canvas: Canvas, y: int) -> None:
        for row in rows:
            left = x
            for index in row:
                _draw_fan(canvas, texts[index], (left, y, left + widths[index], y + sizes.chip), sizes)
                left += widths[index] + 10
            y += sizes.chip + 8
        for number, line in enumerate(lines):
            canvas.text(x, y + number * each + each // 2, line, sizes.text, CREAM)

    return Block(len(rows) * (sizes.chip + 8) + len(lines) * each, draw)


def _fan_texts(fan: tuple[str, str], room: int, sizes: Sizes) -> tuple[str, str]:
    value = fit(readable(fan[1]), sizes.text, room // 3)
    return fit(readable(fan[0]), sizes.text, room - 60 - width(value, sizes.text)), value


def _fan_width(name: str, value: str, sizes: Sizes) -> int:
    return 32 + width(name, sizes.text) + (12 + width(value, sizes.text) if value else 0)


def _draw_fan(canvas: Canvas, texts: tuple[str, str], box: tuple[int, int, int, int], sizes: Sizes) -> None:
    canvas.panel(box, CHIP, 14)
    left, top, _, bottom = box
    middle = (top + bottom) // 2
    shown = canvas.text(left + 16, middle, texts[0], sizes.text, CREAM)
    canvas.text(left + 28 + shown, middle, texts[1], sizes.text, GOLD)


def _chip_rows(widths: tuple[int, ...], room: int) -> tuple[tuple[int, ...], ...]:
    """Indices of chips in rows as wide as `room`, in order."""
    rows: list[list[int]] = []
    used = 0
    for index, wide in enumerate(widths):
        if rows and used + wide <= room:
            rows[-1].append(index)
        else:
            rows.append([index])
            used = 0
        used += wide + 10
    return tuple(map(tuple, rows))


def _transfers(spec: CardPicture, sizes: Sizes) -> Block:
    """Who pays whom, by winds, in as many rows as it takes."""
    winds = {seat.person.seat: seat.person.wind for seat in spec.seats}
    widths = tuple(_transfer_width(transfer, sizes) for transfer in spec.transfers)
    rows = _chip_rows(widths, ROOM)

    def draw(canvas: Canvas, y: int) -> None:
        for row in rows:
            left = MARGIN
            for index in row:
                box = (left, y, left + widths[index], y + sizes.chip)
                _draw_transfer(canvas, spec.transfers[index], winds, box, sizes)
                left += widths[index] + 10
            y += sizes.chip + 8

    return Block(len(rows) * (sizes.chip + 8) + 6, draw)


def _transfer_texts(transfer: Transfer, sizes: Sizes) -> tuple[str, str]:
    amount = fit(readable(transfer.amount), sizes.text, ROOM // 4)
    room = ROOM - 2 * badge_width(sizes.chip) - 140 - width(amount, sizes.text)
    return amount, fit(readable(transfer.reason), sizes.text - 4, room)


def _transfer_width(transfer: Transfer, sizes: Sizes) -> int:
    amount, reason = _transfer_texts(transfer, sizes)
    badges = 6 + 2 * badge_width(sizes.chip - 12) + 36
    return (
        badges + 10 + width(amount, sizes.text) + (12 + width(reason, sizes.text - 4) if reason else 0) + 16
    )


def _draw_transfer(
    canvas: Canvas, transfer: Transfer, winds: dict[int, int], box: tuple[int, int, int, int], sizes: Sizes
) -> None:
    canvas.panel(box, CHIP, 14)
    amount, reason = _transfer_texts(transfer, sizes)
    x, y, badge = box[0] + 6, box[1] + 6, sizes.chip - 12
    middle = box[1] + sizes.chip // 2
    x += canvas.badge(x, y, badge, winds[transfer.giver], SEAT_COLOURS[transfer.giver], DARK)
    canvas.text(x + 18, middle, "→", sizes.text - 2, CREAM, anchor="mm")
    x += 36
    x += canvas.badge(x, y, badge, winds[transfer.taker], SEAT_COLOURS[transfer.taker], DARK) + 10
    x += canvas.text(x, middle, amount, sizes.text, GOLD) + 12
    canvas.text(x, middle, reason, sizes.text - 4, MUTED)


def _seat(spec: CardPicture, seat: SeatResult, sizes: Sizes) -> Block:
    """A line of the settlement, below it the opened hand with what it waited for, and what it scored."""
    parts = [_plate(spec, seat, sizes, ROOM)]
    if seat.hand or seat.melds or seat.waits:
        parts.append(_opened(spec, seat, sizes))
    parts.append(_reasons(seat.fans, seat.formula, MARGIN, ROOM, sizes))

    def draw(canvas: Canvas, y: int) -> None:
        for part in parts:
            part.draw(canvas, y)
            y += part.height

    return Block(sum(part.height for part in parts) + 6, draw)


def _plate(spec: CardPicture, seat: SeatResult, sizes: Sizes, room: int, *, won: bool = False) -> Block:
    """Name and note, then in two columns what this hand changed and where the seat stands."""
    left, right = (WIDTH - room) // 2, (WIDTH + room) // 2
    dealer = spec.words.dealer if seat.dealer else ""
    plate = Plate(seat.person, dealer=dealer, note=seat.note, acting=won)

    def draw(canvas: Canvas, y: int) -> None:
        plate.draw(canvas, left, y, room - CHANGE - TOTAL, sizes.plate)
        middle = y + sizes.plate // 2
        change, size = shrunk(readable(seat.change), 46 if won else 40, CHANGE - 36, 24)
        canvas.text(
            right - TOTAL - 18, middle, change, size, GOLD if change.startswith("+") else CREAM, anchor="rm"
        )
        canvas.panel((right - TOTAL, y, right, y + sizes.plate), DEEP, 14, LINE, 2)
        label = fit(readable(spec.words.total), 24, 70)
        canvas.text(right - TOTAL + 14, middle, label, 24, MUTED)
        total, size = shrunk(readable(seat.total), 36, TOTAL - 40 - width(label, 24), 22)
        canvas.text(right - 14, middle, total, size, WHITE, anchor="rm")

    return Block(sizes.plate + 8, draw)


def _opened(spec: CardPicture, seat: SeatResult, sizes: Sizes) -> Block:
    """Melds and hand from the left, what it was waiting for from the right."""
    groups: tuple[Tiles, ...] = (*seat.melds, seat.hand) if seat.hand else seat.melds
    label, note = fit(readable(spec.words.waits), 26, 160), fit(readable(seat.waits_note), 28, 200)
    beside = 40 + pill_width(label, 42) + width(note, 28) + 20 if seat.waits else 0
    tile = sizes.open_tile
    while tile > 8 and groups_width(groups, tile) + beside + len(seat.waits) * tile > ROOM:
        tile -= 1

    def draw(canvas: Canvas, y: int) -> None:
        draw_groups(canvas, groups, MARGIN, y, tile)
        if not seat.waits:
            return
        middle, x = y + tile_height(tile) // 2, WIDTH - MARGIN - (beside - 40) - len(seat.waits) * tile
        x += canvas.pill(x, middle - 21, 42, label, CREAM, DARK) + 8
        x = canvas.tiles(seat.waits, x, y, tile) + 10
        canvas.text(x, middle, note, 28, MUTED)

    return Block(tile_height(tile) + 8, draw)
