"""What a picture costs: its time as a ratio to drawing and saving an empty picture of the same size.

`python -m bench.pictures [--quick]` prints a table: drawing, the whole way to the PNG, the ratio, the size.
Nothing is judged but the size: exit 1 if a picture is larger than it may be.
"""

import argparse
import gc
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from PIL import Image

from handlers.show.colours import FELT
from handlers.show.drawing import LIMIT, encoded
from handlers.show.pictures import Spec, paint, render
from tests.show.scenes import scenes


def empty(size: tuple[int, int]) -> bytes:
    """The least a picture can cost: felt, brought to the palette and saved as all pictures are."""
    return encoded(Image.new("RGB", size, FELT))


def milliseconds(call: Callable[[], object], rounds: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        call()
        times.append(1000 * (perf_counter() - start))
    return median(times)


def row(name: str, spec: Spec, rounds: int) -> tuple[str, bool]:
    """One line of the table, and whether the picture is small enough."""
    image, data = paint(spec), render(spec)
    base = milliseconds(lambda: empty(image.size), rounds)
    drawn = milliseconds(lambda: paint(spec), rounds)
    whole = milliseconds(lambda: render(spec), rounds)
    size = f"{image.width}×{image.height}"
    figures = f"{drawn:6.1f} {whole:6.1f} {whole / base:6.1f} {len(data) / 1000:6.1f}"
    return f"{name:<42} {size:>10} {figures}", len(data) <= LIMIT


def main(arguments: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="three rounds instead of fifteen")
    rounds = 3 if parser.parse_args(arguments).quick else 15
    gc.disable()
    start = perf_counter()
    for spec in scenes().values():
        render(spec)
    print(f"first pass over all scenes, atlas and font included: {1000 * (perf_counter() - start):.0f} ms\n")
    print(f"{'picture':<42} {'size':>10} {'draw':>6} {'all':>6} {'ratio':>6} {'kB':>6}")
    rows = [row(name, spec, rounds) for name, spec in scenes().items()]
    print("\n".join(line for line, _ in rows))
    return 0 if all(small for _, small in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
