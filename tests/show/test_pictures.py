"""Pictures: sizes, the grid, what is cut and what is not, and names for what they show."""

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from handlers.show.colours import FACE
from handlers.show.drawing import FACES, LIMIT, LONGEST, Canvas, Style, star_disc, tile_height, tile_image
from handlers.show.grid import grid
from handlers.show.lettering import ASSETS, clusters, covered, fit, font, name_or, readable, width, wrapped
from handlers.show.paint_board import HEADER, PAD, discard_at, layout
from handlers.show.paint_parts import folded
from handlers.show.pictures import (
    BACK,
    Band,
    BoardPicture,
    CardPicture,
    Discard,
    HandPicture,
    Person,
    Place,
    SeatResult,
    Spec,
    SummaryPicture,
    Transfer,
    Winner,
    Words,
    concealed_kong,
    paint,
    picture_hash,
    render,
)
from tests.show.scenes import EMOJI, ENGLISH, LONG, ORNATE, RIGHT_TO_LEFT, SOFIA, WEI, scenes, tiles

SCENES = scenes()
STYLES: tuple[Style, ...] = ("indexed", "classic")
WHITE_DRAGON = 31

# ------------------------------------------------------------------------------------------- specs of all kinds

kinds = st.integers(0, 41)
names = st.one_of(
    st.sampled_from(
        ["", "Wei", LONG, RIGHT_TO_LEFT, EMOJI, ORNATE, "雀神" * 20, "i" * 200, "\ud800", "Пётр Ильич"]
    ),
    st.text(max_size=60),
)
labels = st.one_of(st.sampled_from(["", "报听", "Ready declared", "只能自摸"]), st.text(max_size=30))
figures = st.integers(-99_999, 99_999).map("{:+}".format)
words = st.sampled_from([Words(), ENGLISH])
styles = st.sampled_from(STYLES)


def some(of: st.SearchStrategy[int], most: int, least: int = 0) -> st.SearchStrategy[tuple[int, ...]]:
    """Tuples of numbers."""
    return st.lists(of, min_size=least, max_size=most).map(tuple)


melds = st.lists(
    st.one_of(
        kinds.map(lambda kind: (kind,) * 3),
        st.builds(concealed_kong, kinds, st.sampled_from([0, 1, 2, 4])),
        st.integers(0, 24).map(lambda kind: (kind, kind + 1, kind + 2)),
    ),
    max_size=5,
).map(tuple)
flowers = some(st.integers(27, 41), 20)
wilds = st.lists(kinds, max_size=3, unique=True).map(tuple)


def people(seat: st.SearchStrategy[int]) -> st.SearchStrategy[Person]:
    """Anybody at such a seat."""
    return st.builds(Person, seat, st.integers(0, 3), names, st.sampled_from(["南家", "South"]))


lasts = st.none() | st.builds(Discard, kinds, people(st.integers(0, 3)))


@st.composite
def hand_specs(draw: st.DrawFn) -> HandPicture:
    """Any panel: up to 17 tiles, 5 melds, 20 flowers."""
    hand = draw(some(kinds, 17))
    place = st.none() | st.integers(0, max(0, len(hand) - 1))
    return HandPicture(
        hand,
        draw(st.integers(0, 3)),
        draw(st.integers(0, 3)),
        wide=draw(st.booleans()),
        drawn=draw(place),
        dimmed=draw(some(st.integers(0, 16), 5)),
        gap=draw(st.none() | st.integers(0, len(hand))),
        melds=draw(melds),
        flowers=draw(flowers),
        wilds=draw(wilds),
        indicator=draw(st.none() | kinds),
        wall=draw(st.none() | st.integers(0, 144)),
        acting=draw(st.booleans()),
        last=draw(lasts),
        marks=tuple(draw(st.lists(labels, max_size=3))),
        words=draw(words),
        style=draw(styles),
    )


def bands(seat: int) -> st.SearchStrategy[Band]:
    """Anything that may lie before a seat."""
    return st.builds(
        Band,
        people(st.just(seat)),
        score=figures,
        dealer=st.booleans(),
        acting=st.booleans(),
        count=st.integers(0, 17),
        discards=some(kinds, 33),
        melds=melds,
        flowers=flowers,
        hand=some(kinds, 17),
        marks=st.lists(labels, max_size=3).map(tuple),
    )


board_specs = st.builds(
    BoardPicture,
    st.text(max_size=60),
    st.tuples(*map(bands, range(4))),
    detail=st.text(max_size=60),
    number=st.sampled_from(["", "#57", "#100057"]),
    wall=st.none() | st.integers(0, 144),
    wilds=wilds,
    indicator=st.none() | kinds,
    last=lasts,
    words=words,
    style=styles,
)
fans = st.lists(st.tuples(labels, figures), max_size=8).map(tuple)
winners = st.builds(
    Winner,
    people(st.integers(0, 3)),
    st.lists(some(kinds, 4, 1), max_size=6).map(tuple),
    melds,
    flowers,
    st.none() | st.tuples(st.integers(0, 5), st.integers(0, 3)),
    fans,
    names,
)


def results(seat: int) -> st.SearchStrategy[SeatResult]:
    """Any line of a settlement."""
    return st.builds(
        SeatResult,
        people(st.just(seat)),
        figures,
        figures,
        dealer=st.booleans(),
        note=labels,
        hand=some(kinds, 17),
        melds=melds,
        waits=some(kinds, 12),
        waits_note=labels,
        fans=fans,
        formula=names,
    )


card_specs = st.builds(
    CardPicture,
    names,
    st.tuples(*map(results, range(4))),
    st.lists(winners, max_size=3).map(tuple),
    st.lists(st.builds(Transfer, st.integers(0, 3), st.integers(0, 3), figures, labels), max_size=12).map(
        tuple
    ),
    subtitle=names,
    notes=st.lists(names, max_size=3).map(tuple),
    wilds=wilds,
    indicator=st.none() | kinds,
    small_print=names,
    words=words,
    style=styles,
)
places = st.builds(
    Place,
    st.integers(1, 4),
    people(st.integers(0, 3)),
    figures,
    labels,
    st.lists(st.integers(-9999, 9999), max_size=32).map(tuple),
)
summary_specs = st.builds(
    SummaryPicture,
    names,
    st.lists(places, min_size=4, max_size=4).map(tuple),
    names,
    st.lists(st.tuples(labels, people(st.integers(0, 3)), labels), max_size=3).map(tuple),
    st.lists(names, max_size=4).map(tuple),
    names,
)
specs: st.SearchStrategy[Spec] = st.one_of(hand_specs(), board_specs, card_specs, summary_specs)
drawing = settings(suppress_health_check=list(HealthCheck), max_examples=100)

# ------------------------------------------------------------------------------------------------ size and form


def opened(data: bytes) -> Image.Image:
    """The picture that a client would see."""
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


@drawing
@given(spec=specs)
def test_every_picture_is_a_small_palette_png(spec: Spec) -> None:
    data = render(spec)
    image = opened(data)
    assert (image.format, image.mode) == ("PNG", "P")
    assert len(data) <= LIMIT
    assert max(image.size) <= LONGEST


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_as_large_as_telegram_shows_and_no_larger(name: str) -> None:
    data = render(SCENES[name])
    assert len(data) <= LIMIT
    assert 800 <= max(opened(data).size) <= LONGEST


def test_the_limits_are_those_of_the_bot_api_server() -> None:
    assert LIMIT <= 100_000
    assert LONGEST <= 1280


def test_equal_specs_give_equal_bytes() -> None:
    assert all(render(spec) == render(replace(spec)) for spec in SCENES.values())


def test_rendering_in_many_threads_gives_the_same_pictures() -> None:
    alone = [render(spec) for spec in SCENES.values()]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(render, [*SCENES.values()] * 2))
    assert together == alone * 2


# --------------------------------------------------------------------------------------------- nothing cut, no overlap

Box = tuple[int, int, int, int]


@dataclass
class Seen:
    """Where things were drawn on a picture."""

    size: tuple[int, int] = (0, 0)
    texts: list[tuple[str, Box]] = field(default_factory=list)
    tiles: list[tuple[int, Box]] = field(default_factory=list)
    panels: list[Box] = field(default_factory=list)


@contextmanager
def watched() -> Iterator[Seen]:
    """Records what a canvas is asked to draw, while it draws it."""
    seen = Seen()

    def also(method: str, note: Callable[..., None]) -> Any:
        original = getattr(Canvas, method)

        def call(self: Canvas, *args: Any, **kwargs: Any) -> Any:
            seen.size = self.image.size
            note(*args, **kwargs)
            return original(self, *args, **kwargs)

        return patch.object(Canvas, method, call)

    def text(x: int, y: int, text: str, size: int, _fill: str, *, anchor: str = "lm") -> None:
        if text.strip():
            left, top, right, bottom = font(size).getbbox(text, anchor=anchor)
            seen.texts.append((text, (x + int(left), y + int(top), x + int(right), y + int(bottom))))

    def tile(kind: int, x: int, y: int, width: int, **_: Any) -> None:
        seen.tiles.append((kind, (x, y, x + width, y + tile_height(width))))

    def panel(box: Box, *_: Any, **__: Any) -> None:
        seen.panels.append(box)

    with also("text", text), also("tile", tile), also("panel", panel):
        yield seen


def inside(box: Box, size: tuple[int, int]) -> bool:
    """Whether a box lies on the picture."""
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@drawing
@given(spec=specs)
def test_nothing_is_cut_at_the_edge(spec: Spec) -> None:
    with watched() as seen:
        paint(spec)
    boxes = [*seen.texts, *seen.tiles, *(("panel", box) for box in seen.panels)]
    assert [(what, box) for what, box in boxes if not inside(box, seen.size)] == []


@drawing
@given(spec=specs)
def test_no_text_runs_into_another(spec: Spec) -> None:
    with watched() as seen:
        paint(spec)
    assert [(one[0], other[0]) for one, other in combinations(seen.texts, 2) if meet(one[1], other[1])] == []


@drawing
@given(spec=hand_specs())
def test_no_tile_of_a_hand_covers_another(spec: HandPicture) -> None:
    with watched() as seen:
        paint(replace(spec, flowers=()))
    boxes = [box for _, box in seen.tiles]
    assert not any(meet(one, other) for one, other in combinations(boxes, 2))


@drawing
@given(spec=board_specs)
def test_a_board_shows_every_discard_meld_and_open_hand(spec: BoardPicture) -> None:
    with watched() as seen:
        paint(spec)
    shown = sorted(kind for kind, _ in seen.tiles if kind != BACK)
    for band in spec.bands:
        for kind in (
            *band.discards,
            *band.hand,
            *(kind for meld in band.melds for kind in meld if kind != BACK),
        ):
            shown.remove(kind)


def test_bands_stand_in_the_order_given() -> None:
    spec = SCENES["board with odd names"]
    assert isinstance(spec, BoardPicture)
    with watched() as seen:
        paint(spec)
    heights = {text: box[1] for text, box in seen.texts}
    winds = [heights[wind] for wind in "東南西北"]
    assert winds == sorted(winds)


# ------------------------------------------------------------------------------------------------ the keyboard's grid


def bare_lines(image: Image.Image) -> list[list[tuple[int, int]]]:
    """For every line of pixels the unbroken stretches of a tile's ground."""
    bare = Image.new("RGB", image.size, FACE)
    apart = (
        ImageChops.difference(image.convert("RGB"), bare).convert("L").point(lambda value: 255 * (value == 0))
    )
    pixels = apart.tobytes()
    lines = [pixels[start : start + image.width] for start in range(0, len(pixels), image.width)]
    return [[run.span() for run in re.finditer(rb"\xff{15,}", line)] for line in lines]


def ground(runs: list[tuple[int, int]]) -> int:
    """How much of a line is bare face: most just below the upper edge of a row."""
    return sum(right - left for left, right in runs)


@drawing
@given(n=st.integers(1, 17), wide=st.booleans(), count=st.integers(0, 5))
def test_the_tiles_in_the_picture_stand_in_the_keyboards_grid(n: int, wide: bool, count: int) -> None:
    """Seen in the pixels: rows and columns of faces are `grid(n, wide)`, spread over the width as buttons are."""
    melds = tuple((BACK,) * 4 for _ in range(count))
    image = paint(HandPicture((WHITE_DRAGON,) * n, 0, 0, wide=wide, melds=melds, style="classic"))
    rows = [max(group, key=ground) for bare, group in groupby(bare_lines(image), bool) if bare]
    assert tuple(map(len, rows)) == grid(n, wide)
    for row in rows:
        for column, (left, right) in enumerate(row):
            assert (left + right) / 2 == pytest.approx(image.width * (column + 0.5) / len(row), abs=16)


def test_the_drawn_tile_stands_above_its_row_and_bears_its_word() -> None:
    spec = HandPicture(tiles("123m"), 0, 0, drawn=2, words=ENGLISH)
    with watched() as seen:
        paint(spec)
    tops = [box[1] for _, box in seen.tiles]
    assert tops[0] == tops[1] > tops[2]
    assert "NEW" in [text for text, _ in seen.texts]


def test_a_claims_gap_stands_where_the_tile_would() -> None:
    hand, last = tiles("2346m"), Discard(4, WEI)
    with watched() as seen:
        paint(HandPicture(hand, 1, 1, gap=3, last=last))
    with watched() as without:
        paint(HandPicture(hand, 1, 1, last=last))
    (bar,) = [box for box in seen.panels if box not in without.panels]
    four, six = (box for kind, box in seen.tiles if kind in {3, 5})
    assert four[2] <= bar[0] < bar[2] <= six[0]


# --------------------------------------------------------------------------------------------------------- faces


def grey(style: Style, kind: int) -> Image.Image:
    """A face as somebody sees it who sees no colour, at the size of a phone's preview."""
    return tile_image(style, kind, 40).convert("RGBA").convert("L")


@pytest.mark.parametrize("style", STYLES)
def test_every_face_differs_from_every_other_even_without_colour(style: Style) -> None:
    faces = [grey(style, kind) for kind in range(FACES)]
    for one, other in combinations(faces, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).rms[0] > 10


def test_the_styles_differ_in_their_corners_only_where_there_is_an_index() -> None:
    different = [
        kind for kind in range(FACES) if tile_image("indexed", kind, 160) != tile_image("classic", kind, 160)
    ]
    assert different == list(range(34))


@pytest.mark.parametrize("kind", range(34))
def test_the_index_touches_nothing(kind: int) -> None:
    """Between the corner with the index and the rest of the face there is a line of bare ground."""
    face = tile_image("indexed", kind, 300).convert("RGB").convert("L")
    right, bottom = (116, 112) if kind >= 27 else (90, 110)
    wall = [face.getpixel((x, bottom)) for x in range(20, right)]
    wall += [face.getpixel((right, y)) for y in range(20, bottom)]
    assert min(int(str(value)) for value in wall) > 215


def test_index_letters_of_the_winds_are_equally_high() -> None:
    heights = []
    for kind in range(27, 31):
        corner = tile_image("indexed", kind, 160).convert("RGB").crop((10, 10, 60, 56)).convert("L")
        box = corner.point(lambda value: 255 * (value < 150)).getbbox()
        assert box
        heights.append(box[3] - box[1])
    assert max(heights) - min(heights) <= 2


def test_a_wild_is_marked_by_form_not_by_colour_alone() -> None:
    plain, wild = (tile_image("indexed", 4, 60, wild).convert("L") for wild in (False, True))
    assert ImageStat.Stat(ImageChops.difference(plain, wild)).rms[0] > 10


def test_the_licence_stands_beside_the_font() -> None:
    text = (ASSETS / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "Noto" in text


def test_assets_stay_small() -> None:
    assert sum(path.stat().st_size for path in ASSETS.iterdir()) < 5_000_000


# --------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Sofía", "Sofía"),
        ("Lǐ Wěi 李伟", "Lǐ Wěi 李伟"),
        ("L\u0069\u030c", "L\u01d0"),
        ("🐼Panda👨‍👩‍👧", "Panda"),
        ("👍🏽 Tom 🇨🇳", "Tom"),
        ("𝓢𝓸𝓯𝓲𝓪", "Sofia"),
        ("Z\u0336a\u0336l", "Zal"),
        ("Łukasz Čapek", "Łukasz Čapek"),
        ("王\n小  明", "王 小 明"),
        ("陳美玲", "陳美玲"),
        ("かな カナ", "かな カナ"),
    ],
)
def test_a_name_keeps_what_can_be_drawn(name: str, shown: str) -> None:
    assert readable(name) == shown


@pytest.mark.parametrize("name", [EMOJI, RIGHT_TO_LEFT, "", "…", "\ud800", "ﷺ"])
def test_a_name_that_cannot_be_drawn_gives_way_to_the_seats(name: str) -> None:
    assert name_or(name, "南家") == "南家"


@given(text=st.text())
def test_what_is_readable_can_be_drawn_and_stays_as_it_is(text: str) -> None:
    shown = readable(text)
    assert all(map(covered, shown))
    assert readable(shown) == shown


@given(text=st.text())
def test_clusters_are_the_text_in_pieces(text: str) -> None:
    assert "".join(clusters(text)) == text


@pytest.mark.parametrize("one", ["e\u0301", "👨‍👩‍👧‍👦", "🇨🇳", "👍🏽", "❤\ufe0f", "1\ufe0f\u20e3"])
def test_what_the_eye_sees_as_one_is_one_cluster(one: str) -> None:
    assert list(clusters(f"a{one}b")) == ["a", one, "b"]


@given(text=names, room=st.integers(10, 400))
def test_a_fitted_text_fits_and_is_cut_between_characters(text: str, room: int) -> None:
    whole = readable(text)
    shown = fit(whole, 30, room)
    assert width(shown, 30) <= room
    assert shown == whole or whole.startswith(shown.removesuffix("…"))


@given(text=names, room=st.integers(60, 400))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    whole = readable(text)
    lines = wrapped(whole, 30, room)
    assert all(width(line, 30) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(whole.split())


# -------------------------------------------------------------------------------------------------------- flowers


@given(flowers=some(st.integers(27, 41), 30))
def test_folded_flowers_are_all_flowers(flowers: tuple[int, ...]) -> None:
    folds = folded(flowers)
    assert sorted(kind for fold in folds for kind in fold.tiles * fold.copies) == sorted(flowers)


def test_complete_quads_are_folded_and_marked() -> None:
    first, *rest = folded(tiles("41325f", "1111z"))
    assert first.tiles == tiles("1234f")
    assert first.quad
    assert [(fold.tiles, fold.copies, fold.quad) for fold in rest] == [
        (tiles("1z"), 4, True),
        (tiles("5f"), 1, False),
    ]


def test_a_concealed_kong_lies_as_the_game_says() -> None:
    assert [concealed_kong(3, faces).count(BACK) for faces in (0, 1, 2, 4)] == [4, 3, 2, 0]
    with pytest.raises(ValueError, match="3 faces up"):
        concealed_kong(3, 3)


# ------------------------------------------------------------------------------------------------- hashes, secrecy


@settings(suppress_health_check=list(HealthCheck), max_examples=60)
@given(one=specs, other=specs)
def test_hashes_are_equal_when_specs_are(one: Spec, other: Spec) -> None:
    assert (picture_hash(one) == picture_hash(other)) == (one == other)
    assert picture_hash(one) == picture_hash(replace(one))


def test_scenes_have_hashes_of_their_own() -> None:
    hashes = list(map(picture_hash, SCENES.values()))
    assert len(set(hashes)) == len(hashes)


def test_every_visible_field_of_a_hand_changes_its_hash() -> None:
    spec = SCENES["hand of 17"]
    assert isinstance(spec, HandPicture)
    changed = [
        replace(spec, tiles=spec.tiles[::-1]),
        replace(spec, wide=True),
        replace(spec, drawn=None),
        replace(spec, dimmed=(1,)),
        replace(spec, flowers=()),
        replace(spec, wilds=()),
        replace(spec, wall=70),
        replace(spec, acting=False),
        replace(spec, last=Discard(20, SOFIA)),
        replace(spec, marks=("报听",)),
        replace(spec, style="classic"),
        replace(spec, words=ENGLISH),
    ]
    assert len({picture_hash(each) for each in (spec, *changed)}) == len(changed) + 1
    pictures = [paint(each).tobytes() for each in (spec, *changed)]
    assert len(set(pictures)) == len(pictures)


def test_a_hash_is_the_same_in_another_process() -> None:
    program = (
        "from tests.show.scenes import scenes; from handlers.show.pictures import picture_hash; "
        "print(*map(picture_hash, scenes().values()))"
    )
    root = Path(__file__).parents[2]
    out = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert out.stdout.split() == list(map(picture_hash, SCENES.values()))


def test_a_panels_repr_prints_no_tile_of_the_hand() -> None:
    spec = SCENES["hand of 17, labels in words, five melds"]
    assert isinstance(spec, HandPicture)
    assert repr(spec) == repr(replace(spec, tiles=(0,) * 17, melds=()))


# --------------------------------------------------------------------------------------------------------- layout


def test_discards_are_as_large_as_the_longest_row_allows() -> None:
    sizes = []
    for discards in (6, 12, 18, 21):
        spec = BoardPicture(
            "", tuple(Band(replace(WEI, seat=seat), discards=(1,) * discards) for seat in range(4))
        )
        with watched() as seen:
            paint(spec)
        sizes.append(min(box[2] - box[0] for kind, box in seen.tiles if kind == 1))
    six, twelve, eighteen, more = sizes
    assert six == twelve > eighteen >= more


def test_flowers_without_melds_take_no_row() -> None:
    def height(flowers: tuple[int, ...]) -> int:
        return paint(
            BoardPicture("", tuple(Band(replace(WEI, seat=seat), flowers=flowers) for seat in range(4)))
        ).height

    assert height(()) == height(tiles("12345f"))


def test_the_seat_to_act_is_shown_by_fill_and_frame() -> None:
    spec = BoardPicture("", (Band(WEI, acting=True), Band(SOFIA)))
    image, idle = paint(spec), paint(replace(spec, bands=(Band(WEI), Band(SOFIA))))
    difference = ImageChops.difference(image.convert("L"), idle.convert("L")).getbbox()
    assert difference
    assert difference[2] - difference[0] > 1000


def test_a_frame_leaves_the_stars_beside_it_whole() -> None:
    spec = scenes()["board with all hands open"]
    assert isinstance(spec, BoardPicture)
    assert spec.last is not None
    sizes, band = layout(spec.bands), spec.bands[0]
    newest = len(band.discards) - 1
    rows = -(-len(band.discards) // sizes.columns)
    river = HEADER + sizes.heights[0] - PAD - (tile_height(sizes.tile) - 4) * rows
    framed, plain = (paint(shown).convert("RGB") for shown in (spec, replace(spec, last=None)))
    stars = [place for place, tile in enumerate(band.discards[:newest]) if tile in spec.wilds]
    assert newest - 1 in stars
    for place in stars:
        x, y = discard_at(place, sizes, river)
        left, top, right, bottom = star_disc(sizes.tile, tile_height(sizes.tile), bold=True)
        middle, third = y + (top + bottom) / 2, (bottom - top) / 6
        inner = (x + int(left) + 2, int(middle - third), x + int(right) - 1, int(middle + third))
        assert ImageChops.difference(framed.crop(inner), plain.crop(inner)).getbbox() is None
