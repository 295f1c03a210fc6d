"""Parts that several pictures share: melds, the flower strip, the wild's box, a person's plate, blocks of a card."""

from collections.abc import Callable
from dataclasses import dataclass

from handlers.show.colours import CREAM, DARK, DEEP, GOLD, GOLD_DEEP, MUTED, RED, SEAT_COLOURS, WHITE
from handlers.show.drawing import BACK, WIDTH, Canvas, pill_width, tile_height
from handlers.show.lettering import fit, name_or, pitch, readable, shrunk, width
from handlers.show.specs import Person, Tiles, Words

MARGIN = 22
SEASONS, FLOWERS = range(34, 38), range(38, 42)
OVERLAP = 0.5
"""How much of its width a tile of a folded quad still shows."""


def groups_width(groups: tuple[Tiles, ...], tile: int) -> int:
    """The width of groups of tiles with a third of a tile between them."""
    return sum(map(len, groups)) * tile + max(0, len(groups) - 1) * (tile // 3)


def group_tile(groups: tuple[Tiles, ...], room: int, largest: int) -> int:
    """The largest tile, at most `largest`, at which the groups fit into `room`."""
    tile = largest
    while tile > 1 and groups_width(groups, tile) > room:
        tile -= 1
    return tile


def draw_groups(canvas: Canvas, groups: tuple[Tiles, ...], x: int, y: int, tile: int) -> int:
    """Groups of tiles from the left; returns where the next group would begin."""
    for group in groups:
        x = canvas.tiles(group, x, y, tile) + tile // 3
    return x


@dataclass(frozen=True, slots=True)
class Fold:
    """Flowers shown as one: a complete quad of four kinds, or copies of one kind."""

    tiles: Tiles
    copies: int = 1

    def width(self, tile: int) -> int:
        """The width at this size of tile."""
        return tile + round((len(self.tiles) - 1) * tile * OVERLAP)

    @property
    def quad(self) -> bool:
        """Whether it counts as a kong of flowers."""
        return len(self.tiles) == 4 or self.copies == 4


def folded(flowers: Tiles) -> tuple[Fold, ...]:
    """Complete quads (春夏秋冬, 梅兰竹菊) first, then the other kinds in order, each once with its number."""
    folds, rest = [], list(flowers)
    for quad in (SEASONS, FLOWERS):
        while all(kind in rest for kind in quad):
            folds.append(Fold(tuple(quad)))
            for kind in quad:
                rest.remove(kind)
    folds += [Fold((kind,), rest.count(kind)) for kind in sorted(set(rest))]
    return tuple(folds)


@dataclass(frozen=True, slots=True)
class FlowerStrip:
    """A seat's flowers with their number, measured for a place before it is drawn."""

    folds: tuple[Fold, ...]
    label: str
    tile: int
    words: Words

    @property
    def label_size(self) -> int:
        """Font size of the number."""
        return max(22, round(self.tile * 0.62))

    @property
    def width(self) -> int:
        """The whole strip, label and ground included; 0 without flowers."""
        if not self.folds:
            return 0
        gap = max(2, self.tile // 12)
        tiles = sum(fold.width(self.tile) + gap for fold in self.folds)
        return tiles + width(self.label, self.label_size) + 30

    def draw(self, canvas: Canvas, right: int, y: int) -> None:
        """The strip with its right edge at `right`."""
        if not self.folds:
            return
        height, x = tile_height(self.tile), right - self.width
        canvas.panel((x, y - 5, right, y + height + 5), DEEP, 12)
        canvas.text(x + 10, y + height // 2, self.label, self.label_size, CREAM)
        x += width(self.label, self.label_size) + 20
        for fold in self.folds:
            for place, kind in enumerate(fold.tiles):
                canvas.tile(kind, x + round(place * self.tile * OVERLAP), y, self.tile)
            self._mark(canvas, fold, x, y)
            x += fold.width(self.tile) + max(2, self.tile // 12)

    def _mark(self, canvas: Canvas, fold: Fold, x: int, y: int) -> None:
        text = readable(self.words.quad) if fold.quad else f"×{fold.copies}" if fold.copies > 1 else ""
        if not text:
            return
        size = max(20, round(self.tile * 0.5))
        middle = x + fold.width(self.tile) // 2 - pill_width(text, size) // 2
        canvas.pill(
            middle,
            y + tile_height(self.tile) - size + 2,
            size,
            text,
            GOLD if fold.quad else DARK,
            DARK if fold.quad else WHITE,
        )


def flower_strip(flowers: Tiles, words: Words, room: int, largest: int) -> FlowerStrip:
    """The strip with the largest tiles, at most `largest`, that fit into `room`."""
    label, folds = f"{readable(words.flowers)} {len(flowers)}", folded(flowers)
    strip = FlowerStrip(folds, label, largest, words)
    while strip.width > room and strip.tile > 12:
        strip = FlowerStrip(folds, label, strip.tile - 1, words)
    return strip


def wild_width(wilds: Tiles, indicator: int | None, tile: int) -> int:
    """The width of the wild's box; 0 where nothing is wild."""
    if not wilds:
        return 0
    turned = tile + tile // 2 if indicator is not None and indicator not in wilds else 0
    return turned + round(tile * 0.9) + len(wilds) * (tile + 4) + round(tile * 0.5)


def draw_wild(canvas: Canvas, wilds: Tiles, indicator: int | None, right: int, y: int, tile: int) -> None:
    """The wild's box: the tile turned up (if another), a star, the wild tiles."""
    if not wilds:
        return
    pad, height, x = tile // 4, tile_height(tile), right - wild_width(wilds, indicator, tile)
    canvas.panel((x, y - 6, right, y + height + 4), GOLD_DEEP, tile // 4, GOLD, 3)
    x += pad
    if indicator is not None and indicator not in wilds:
        canvas.tile(indicator, x, y, tile, wild=False)
        canvas.text(x + tile + tile // 4, y + height // 2, "→", tile // 2, GOLD, anchor="mm")
        x += tile + tile // 2
    star = round(tile * 0.76)
    canvas.star(x, y + (height - star) // 2, star)
    x += round(tile * 0.9)
    for wild in wilds:
        canvas.tile(wild, x, y, tile, wild=False)
        x += tile + 4


def draw_wall(canvas: Canvas, count: int, x: int, y: int, size: int) -> int:
    """The tiles left in the wall, halfway down at `y`; returns the width."""
    tile = round(size * 0.72)
    canvas.tile(BACK, x, y - tile_height(tile) // 2, tile)
    return tile + round(size * 0.24) + canvas.text(x + tile + round(size * 0.24), y, str(count), size, WHITE)


def wall_width(count: int, size: int) -> int:
    """The width that `draw_wall` takes."""
    return round(size * 0.72) + round(size * 0.24) + width(str(count), size)


@dataclass(frozen=True, slots=True)
class Plate:
    """A person's plate: wind, dealer, name, and a text at the right end."""

    person: Person
    right: str = ""
    dealer: str = ""
    acting: bool = False
    note: str = ""

    def draw(self, canvas: Canvas, x: int, y: int, length: int, height: int) -> None:
        """Filled in the seat's colour for the seat to act, else dark with an edge in it."""
        colour = SEAT_COLOURS[self.person.seat]
        ink = DARK if self.acting else CREAM
        canvas.panel((x, y, x + length, y + height), colour if self.acting else DEEP, height // 4, colour, 4)
        inner, middle, size = height - 12, y + height // 2, round(height * 0.54)
        left = (
            x
            + 6
            + canvas.badge(
                x + 6,
                y + 6,
                inner,
                self.person.wind,
                DARK if self.acting else colour,
                colour if self.acting else DARK,
            )
        )
        left += 10
        if self.dealer:
            left += canvas.pill(left, y + 10, height - 20, readable(self.dealer), RED, WHITE) + 8
        end = x + length - 16
        if self.right:
            text, fitting = shrunk(readable(self.right), round(height * 0.58), length // 3, 20)
            end -= canvas.text(end, middle, text, fitting, ink, anchor="rm") + 12
        name = name_or(self.person.name, self.person.fallback)
        room = end - left
        if self.note:
            note = fit(readable(self.note), round(size * 0.85), room // 2)
            name = fit(name, size, room - width(note, round(size * 0.85)) - 16)
            after = left + canvas.text(left, middle, name, size, ink) + 16
            canvas.text(after, middle, note, round(size * 0.85), DARK if self.acting else MUTED)
            return
        canvas.text(left, middle, fit(name, size, room), size, ink)


def draw_badge(canvas: Canvas, person: Person, x: int, y: int, height: int) -> int:
    """A person's wind on the seat's colour; returns the width."""
    return canvas.badge(x, y, height, person.wind, SEAT_COLOURS[person.seat], DARK)


def pills_width(texts: tuple[str, ...], height: int) -> int:
    """The width of pills in a row."""
    return sum(pill_width(text, height) + 8 for text in texts)


def cut_pills(texts: tuple[str, ...], height: int, room: int) -> tuple[str, ...]:
    """The texts made drawable and so short that all their pills fit into `room`."""
    shown = tuple(text for text in map(readable, texts) if text)
    if not shown or pills_width(shown, height) <= room:
        return shown
    each = max(height, room // len(shown) - 8) - round(height * 0.56)
    return tuple(fit(text, round(height * 0.62), each) for text in shown)


def draw_pills(canvas: Canvas, texts: tuple[str, ...], x: int, y: int, height: int) -> None:
    """Marks such as 报听 side by side."""
    for text in texts:
        x += canvas.pill(x, y, height, text, CREAM, DARK) + 8


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a card: how high it is, and how it is drawn at a height."""

    height: int
    draw: Callable[[Canvas, int], None]


def stacked(blocks: list[Block], canvas: Callable[[int], Canvas]) -> Canvas:
    """Blocks under one another on a canvas that is just high enough."""
    picture = canvas(sum(block.height for block in blocks))
    y = 0
    for block in blocks:
        block.draw(picture, y)
        y += block.height
    return picture


def lines_block(
    lines: tuple[str, ...], size: int, colour: str, *, above: int = 0, below: int = 0, x: int = MARGIN
) -> Block:
    """Lines of text, already broken."""
    each = pitch(size)

    def draw(canvas: Canvas, y: int) -> None:
        for row, line in enumerate(lines):
            canvas.text(x, y + above + row * each + each // 2, line, size, colour)

    return Block(above + len(lines) * each + below, draw)


def space(height: int) -> Block:
    """Nothing."""
    return Block(height, lambda _canvas, _y: None)


def small_print(text: str) -> Block:
    """Game, number of the hand and the bot's handle, where a forwarded picture still tells them."""
    line = fit(readable(text), 26, WIDTH - 2 * MARGIN)

    def draw(canvas: Canvas, y: int) -> None:
        canvas.text(WIDTH - MARGIN, y + 24, line, 26, MUTED, anchor="rm")

    return Block(48, draw) if line else space(12)
