"""Charts: readable, small, in any language, with names that mean something to nobody's typesetting."""

import io
import subprocess
import sys

import pytest
from PIL import Image

from handlers.show.charts import Curve, LineChart
from handlers.show.colours import SEAT_COLOURS
from handlers.show.drawing import LIMIT

POINTS = ((0, 18, 12, -6), (0, -6, -24, 30), (0, -6, 0, -36), (0, -6, 12, 12))


def chart(*names: str, title: str = "走势 · 福州", points: tuple[tuple[int, ...], ...] = POINTS) -> LineChart:
    curves = tuple(Curve(name, seat, points[seat], f"{seat + 1} 号位") for seat, name in enumerate(names))
    return LineChart(title, "局", curves)


FOUR = ("Wei", "林姨", "Sofia", "Tom")


def picture(drawn: LineChart) -> Image.Image:
    with Image.open(io.BytesIO(drawn.render())) as image:
        return image.convert("RGB")


def test_a_chart_is_a_small_picture_that_fills_a_phone() -> None:
    png = chart(*FOUR).render()
    assert len(png) <= LIMIT
    assert picture(chart(*FOUR)).size == (1080, 810)


@pytest.mark.parametrize(
    "name",
    ["$x^2$", "$", "\\frac{1}{2}", "_^{}", "🀄🀄", "مرحبا", "W" * 200, "", "%s {0}", "a\nb"],
)
def test_any_name_can_be_drawn(name: str) -> None:
    """Telegram lets people choose; matplotlib reads $…$ as a formula unless it is told not to."""
    assert chart(name, name, name, name, title=name).render().startswith(b"\x89PNG")


def test_a_name_in_dollars_is_drawn_as_it_is_written() -> None:
    plain = chart("$x$", *FOUR[1:])
    assert plain.render() != chart("x", *FOUR[1:]).render()


@pytest.mark.parametrize(
    "points", [((0,),) * 4, ((0, 5),) * 4, (tuple(range(0, 2000)),) * 4, ((0, -(10**7)),) * 4]
)
def test_any_number_of_hands_can_be_drawn(points: tuple[tuple[int, ...], ...]) -> None:
    assert len(chart(*FOUR, points=points).render()) <= LIMIT


def test_every_line_has_the_colour_of_its_seat() -> None:
    """Nearly: few colours are kept, so each is the nearest one."""
    seen = {colour for _, colour in picture(chart(*FOUR)).getcolors(1 << 20) or []}

    def distance(colour: str) -> int:
        wanted = bytes.fromhex(colour[1:])
        return min(sum(abs(a - b) for a, b in zip(wanted, found, strict=True)) for found in seen)

    assert [distance(colour) <= 24 for colour in SEAT_COLOURS] == [True] * 4


def test_equal_charts_have_equal_names_and_others_do_not() -> None:
    assert chart(*FOUR).picture_hash() == chart(*FOUR).picture_hash()
    assert chart(*FOUR).picture_hash() != chart(*FOUR, title="Chart").picture_hash()
    assert chart(*FOUR).picture_hash() != chart("Wei", "林姨", "Sofia", "Tim").picture_hash()


def test_matplotlib_is_not_loaded_before_a_chart_is_drawn() -> None:
    code = "import sys, handlers.commands.router; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
