"""Charts: running points as lines, for the eye on a phone. matplotlib is loaded when a chart is drawn, never before."""

from __future__ import annotations

import hashlib
import io
from dataclasses import astuple, dataclass
from functools import cache
from threading import Lock
from typing import Any

from PIL import Image

from handlers.show.colours import CREAM, DEEP, FELT, LINE, MUTED, SEAT_COLOURS
from handlers.show.lettering import ASSETS, fit, name_or, readable

EDITION = 1
_INCHES, _DPI = (10.8, 8.1), 100
_STROKES = ("-", "--", "-.", ":")
_MARKERS = ("o", "s", "^", "D")
"""Lines are told apart by stroke and mark as well as by colour, and each bears its name at its end."""
_COLOURS = 64
_NAME_ROOM = 200
_FONT = 24
_drawing = Lock()


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: whose it is (`seat` chooses colour and stroke) and the points after each hand, 0 before the first."""

    name: str
    seat: int
    points: tuple[int, ...]
    fallback: str = ""


@dataclass(frozen=True, slots=True)
class LineChart:
    """Points over hands. Texts are in the reader's language already."""

    title: str
    across: str
    curves: tuple[Curve, ...]

    def picture_hash(self) -> str:
        """Equal charts have equal names."""
        text = f"chart {EDITION} {astuple(self)!r}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def render(self) -> bytes:
        """A PNG of at most 100,000 bytes; to be called off the loop."""
        with _drawing:  # matplotlib's font machinery is not made for several threads
            return _small(_draw(self))


@cache
def _library() -> tuple[Any, Any, Any]:
    """matplotlib's figure, its canvas, and the one font of all pictures."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

    return Figure, FigureCanvasAgg, FontProperties(fname=str(ASSETS / "text.ttf"))


def _draw(chart: LineChart) -> bytes:
    make_figure, make_canvas, font = _library()
    figure = make_figure(figsize=_INCHES, dpi=_DPI, facecolor=DEEP)
    make_canvas(figure)
    axes = figure.add_axes((0.1, 0.1, 0.68, 0.78), facecolor=FELT)
    longest = max((len(curve.points) for curve in chart.curves), default=1)
    for curve, height in zip(chart.curves, _apart(chart.curves), strict=True):
        _curve(axes, font, curve, height, longest)
    _frame(axes, font, longest)
    title = readable(chart.title)
    figure.text(0.1, 0.92, title, fontproperties=_sized(font, _FONT), color=CREAM, parse_math=False)
    across = {"color": MUTED, "horizontalalignment": "right", "parse_math": False}
    figure.text(0.78, 0.02, readable(chart.across), fontproperties=_sized(font, _FONT * 0.7), **across)
    file = io.BytesIO()
    figure.savefig(file, format="png", facecolor=figure.get_facecolor())
    return file.getvalue()


def _curve(axes: Any, font: Any, curve: Curve, height: float, longest: int) -> None:
    seat = curve.seat % len(SEAT_COLOURS)
    axes.plot(
        range(len(curve.points)),
        curve.points,
        color=SEAT_COLOURS[seat],
        linestyle=_STROKES[seat],
        linewidth=3.5,
        marker=_MARKERS[seat],
        markersize=9,
        markevery=max(1, longest // 8),
    )
    axes.annotate(
        f"{fit(name_or(curve.name, curve.fallback), _FONT, _NAME_ROOM)}\n{_signed(curve.points[-1])}",
        (1.02, height),
        xycoords=("axes fraction", "axes fraction"),
        fontproperties=_sized(font, _FONT * 0.75),
        color=SEAT_COLOURS[seat],
        verticalalignment="center",
        parse_math=False,
    )


def _frame(axes: Any, font: Any, longest: int) -> None:
    """Grid, the line of zero, whole numbers along the sides."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.axhline(0, color=CREAM, linewidth=1.5)
    axes.grid(color=LINE, linewidth=1)
    axes.margins(y=0.1)
    axes.set_xlim(0, max(1, longest - 1))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(nbins=7, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _signed(round(value))))
    axes.tick_params(colors=MUTED, length=0)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(_sized(font, _FONT * 0.7))
    for side in axes.spines.values():
        side.set_visible(False)


def _apart(curves: tuple[Curve, ...]) -> list[float]:
    """Heights of the names at the right, best on top, far enough from each other to be read."""
    order = sorted(range(len(curves)), key=lambda at: -curves[at].points[-1])
    heights = {at: 0.88 - 0.24 * place for place, at in enumerate(order)}
    return [heights[at] for at in range(len(curves))]


def _sized(font: Any, size: float) -> Any:
    sized = font.copy()
    sized.set_size(size)
    return sized


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points)


def _small(png: bytes) -> bytes:
    """The same picture with few colours, which its flat areas do not miss."""
    with Image.open(io.BytesIO(png)) as image:
        reduced = image.convert("RGB").quantize(
            _COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
        )
    file = io.BytesIO()
    reduced.save(file, format="PNG", optimize=True)
    return file.getvalue()
