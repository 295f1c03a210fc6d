"""Where browser tests keep what they saw. The run says at its end which folders it has written to."""

from collections.abc import Iterator
from pathlib import Path

SCREENSHOTS = Path(__file__).parents[1] / "build" / "screenshots"


def written_since(moment: float, folder: Path = SCREENSHOTS) -> Iterator[Path]:
    """The folders with pictures written at this second or later."""
    found = {picture.parent for picture in folder.rglob("*.png") if picture.stat().st_mtime >= moment}
    yield from sorted(found)
