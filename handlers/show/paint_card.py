"""The settlement card: who won what from whom, why it pays what it pays, and where everybody stands."""

from functools import partial

from PIL import Image

from handlers.show.drawing import (
    BAND,
    CREAM,
    DARK,
    DEEP,
    GOLD,
    LINE,
    MUTED,
    RED,
    SEAT_COLOURS,
    WHITE,
    WIDTH,
    Canvas,
    badge_width,
    pill_width,
    tile_height,
)
from handlers.show.lettering import fit, readable, width, wrapped
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
from handlers.show.specs import CardPicture, Person, SeatResult, Transfer, Winner, Words

ROOM = WIDTH - 2 * MARGIN
INNER = ROOM - 24
LARGEST, LARGEST_OPEN = 76, 46
PLATE, ROW = 62, 56
CHIP = 48
EDGE = 10
LIFT = 12


def paint_card(spec: CardPicture) -> Image.Image:
    """The whole card; `fitted` makes a very long one smaller."""
    blocks = [_headline(spec)]
    for winner in spec.winners:
        blocks += [_winner(winner, spec.words), space(12)]
    notes = tuple(line for note in spec.notes for line in wrapped(readable(note), 34, ROOM))
    if notes:
        blocks.append(lines_block(notes, 34, CREAM, above=2, below=8))
    if spec.transfers:
        blocks.append(_transfers(spec))
    blocks += [_seat(seat, spec.words) for seat in spec.seats]
    blocks.append(small_print(spec.small_print))
    return stacked(blocks, partial(Canvas, style=spec.style, wilds=spec.wilds)).image


def _headline(spec: CardPicture) -> Block:
    """What happened, in one or two lines, and the wild that was played with."""
    room = ROOM - wild_width(spec.wilds, spec.indicator, 56) - (18 if spec.wilds else 0)
    text = readable(spec.title)
    size = next((size for size in range(54, 35, -2) if len(wrapped(text, size, room)) <= 1), 42)
    lines = wrapped(text, size, room)
    pitch, under = round(size * 1.3), 44 if spec.subtitle else 0

    def draw(canvas: Canvas, y: int) -> None:
        for row, line in enumerate(lines):
            canvas.text(MARGIN, y + 14 + row * pitch + pitch // 2, line, size, WHITE)
        subtitle = fit(readable(spec.subtitle), 30, room)
        canvas.text(MARGIN, y + 14 + len(lines) * pitch + 20, subtitle, 30, MUTED)
        draw_wild(canvas, spec.wilds, spec.indicator, WIDTH - MARGIN + 8, y + 16, 56)

    return Block(max(14 + len(lines) * pitch + under + 14, 118 if spec.wilds else 0), draw)


def _winner(winner: Winner, words: Words) -> Block:
    """A frame in the winner's colour around plate, hand, fans and formula."""
    colour = SEAT_COLOURS[winner.person.seat]
    strip = flower_strip(winner.flowers, words, INNER, 46)
    groups = (*winner.melds, *winner.sets)
    tile = group_tile(groups, INNER, LARGEST)
    hand = LIFT + tile_height(tile) + 30 if groups else 0
    beside = groups_width(groups, tile) + strip.width + 30 <= INNER
    flowers = 0 if beside or not winner.flowers else tile_height(strip.tile) + 16
    fans = _chip_rows(tuple(_fan_width(fan) for fan in winner.fans), INNER)
    formula = wrapped(readable(winner.formula), 34, INNER)
    height = 8 + PLATE + 10 + hand + flowers + len(fans) * (CHIP + 10) + len(formula) * 46 + 12

    def draw(canvas: Canvas, y: int) -> None:
        canvas.panel((EDGE, y, WIDTH - EDGE, y + height), BAND, 22, colour, 5)
        Plate(winner.person, right=winner.amount, acting=True).draw(canvas, MARGIN, y + 12, ROOM, PLATE)
        x, y = MARGIN + 12, y + 8 + PLATE + 10
        if groups:
            after = draw_groups(canvas, winner.melds, x, y + LIFT, tile)
            _sets(canvas, winner, after, y + LIFT, tile, readable(words.win))
        if winner.flowers and beside:
            strip.draw(canvas, WIDTH - MARGIN - 8, y + LIFT + tile_height(tile) - tile_height(strip.tile))
        y += hand
        if flowers:
            strip.draw(canvas, x + strip.width, y + 4)
            y += flowers
        y = _draw_fans(canvas, winner, fans, x, y)
        for row, line in enumerate(formula):
            canvas.text(x, y + row * 46 + 23, line, 34, CREAM)

    return Block(height, draw)


def _sets(canvas: Canvas, winner: Winner, x: int, y: int, tile: int, mark: str) -> None:
    """The concealed groups; the winning tile is lifted, framed, and bears its mark."""
    for number, group in enumerate(winner.sets):
        for place, kind in enumerate(group):
            if (number, place) != winner.winning:
                canvas.tile(kind, x, y, tile)
                x += tile
                continue
            canvas.tile(kind, x, y - LIFT, tile)
            size = 34
            left = x + tile // 2 - pill_width(mark, size) // 2
            canvas.pill(left, y - LIFT + tile_height(tile) - 6, size, mark, RED, WHITE)
            x += tile
        x += tile // 3


def _fan_width(fan: tuple[str, str]) -> int:
    name, value = _fan_texts(fan)
    return width(name, 32) + (width(value, 32) + 14 if value else 0) + 32


def _fan_texts(fan: tuple[str, str]) -> tuple[str, str]:
    value = fit(readable(fan[1]), 32, INNER // 3)
    return fit(readable(fan[0]), 32, INNER - 60 - width(value, 32)), value


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


def _draw_fans(canvas: Canvas, winner: Winner, rows: tuple[tuple[int, ...], ...], x: int, y: int) -> int:
    """Name and value of each fan; returns where the next line begins."""
    for row in rows:
        left = x
        for index in row:
            name, value = _fan_texts(winner.fans[index])
            length = _fan_width(winner.fans[index])
            canvas.panel((left, y, left + length, y + CHIP), DEEP, 12)
            shown = canvas.text(left + 16, y + CHIP // 2, name, 32, CREAM)
            canvas.text(left + 16 + shown + 14, y + CHIP // 2, value, 32, GOLD)
            left += length + 10
        y += CHIP + 10
    return y


def _transfers(spec: CardPicture) -> Block:
    """Who pays whom, by winds, in as many rows as it takes."""
    people = {seat.person.seat: seat.person for seat in spec.seats}
    widths = tuple(_transfer_width(transfer) for transfer in spec.transfers)
    rows = _chip_rows(widths, ROOM)

    def draw(canvas: Canvas, y: int) -> None:
        for row in rows:
            left = MARGIN
            for index in row:
                _draw_transfer(canvas, spec.transfers[index], people, left, y, widths[index])
                left += widths[index] + 10
            y += CHIP + 8

    return Block(len(rows) * (CHIP + 8) + 6, draw)


def _transfer_texts(transfer: Transfer) -> tuple[str, str]:
    amount = fit(readable(transfer.amount), 32, ROOM // 4)
    return amount, fit(readable(transfer.reason), 28, ROOM - 2 * badge_width(36) - 140 - width(amount, 32))


def _transfer_width(transfer: Transfer) -> int:
    amount, reason = _transfer_texts(transfer)
    return 6 + 2 * badge_width(36) + 44 + width(amount, 32) + (width(reason, 28) + 12 if reason else 0) + 24


def _draw_transfer(
    canvas: Canvas, transfer: Transfer, people: dict[int, Person], x: int, y: int, length: int
) -> None:
    amount, reason = _transfer_texts(transfer)
    canvas.panel((x, y, x + length, y + CHIP), DEEP, 12)
    middle, left = y + CHIP // 2, x + 6
    for seat, arrow in ((transfer.giver, True), (transfer.taker, False)):
        person = people[seat]
        left += canvas.badge(left, y + 6, 36, person.wind, SEAT_COLOURS[seat], DARK)
        if arrow:
            canvas.text(left + 17, middle - 2, "→", 30, CREAM, anchor="mm")
            left += 34
    left += 10 + canvas.text(left + 10, middle, amount, 32, GOLD) + 12
    canvas.text(left, middle, reason, 28, MUTED)


def _seat(seat: SeatResult, words: Words) -> Block:
    """A line of the settlement, and below it the opened hand with what it waited for."""
    groups = (*seat.melds, seat.hand) if seat.hand else seat.melds
    tile = LARGEST_OPEN
    while tile > 12 and groups_width(groups, tile) + _waits_width(seat, words, tile) > ROOM:
        tile -= 1
    lying = bool(groups or seat.waits)
    height = ROW + 8 + (tile_height(tile) + 10 if lying else 0)

    def draw(canvas: Canvas, y: int) -> None:
        _seat_line(canvas, seat, words, y)
        y += ROW + 6
        if lying:
            draw_groups(canvas, groups, MARGIN, y, tile)
            _waits(canvas, seat, words, y, tile)

    return Block(height, draw)


def _seat_line(canvas: Canvas, seat: SeatResult, words: Words, y: int) -> None:
    """Plate with name and note, then the change and the total in columns."""
    plate = Plate(seat.person, dealer=words.dealer if seat.dealer else "", note=seat.note)
    plate.draw(canvas, MARGIN, y, ROOM - 400, ROW)
    middle = y + ROW // 2
    change = fit(readable(seat.change), 40, 190)
    colour = GOLD if change.startswith("+") else CREAM
    canvas.text(WIDTH - MARGIN - 196, middle, change, 40, colour, anchor="rm")
    canvas.panel((WIDTH - MARGIN - 176, y, WIDTH - MARGIN, y + ROW), DEEP, 14, LINE, 2)
    total = fit(readable(seat.total), 36, 150)
    canvas.text(WIDTH - MARGIN - 16, middle, total, 36, WHITE, anchor="rm")


def _waits_texts(seat: SeatResult, words: Words) -> tuple[str, str]:
    return fit(readable(words.waits), 30, 160), fit(readable(seat.waits_note), 28, 220)


def _waits_width(seat: SeatResult, words: Words, tile: int) -> int:
    if not seat.waits:
        return 0
    label, note = _waits_texts(seat, words)
    return 40 + pill_width(label, 40) + len(seat.waits) * tile + width(note, 28) + 20


def _waits(canvas: Canvas, seat: SeatResult, words: Words, y: int, tile: int) -> None:
    """What the hand was waiting for, right-aligned."""
    if not seat.waits:
        return
    label, note = _waits_texts(seat, words)
    x = WIDTH - MARGIN - _waits_width(seat, words, tile) + 40
    middle = y + tile_height(tile) // 2
    x += canvas.pill(x, middle - 20, 40, label, CREAM, DARK) + 8
    x = canvas.tiles(seat.waits, x, y, tile) + 10
    canvas.text(x, middle, note, 28, MUTED)
