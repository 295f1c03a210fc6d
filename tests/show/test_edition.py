"""A picture that looks different is not sent in the guise of a stored one: the edition rises with the looks.

`python -m tests.show.test_edition` keeps how pictures look now, for the edition that they now have.
"""

import base64
import json
from pathlib import Path

import pytest
from PIL import Image

from handlers.show.pictures import EDITION, paint
from tests.show.scenes import scenes

KEPT = Path(__file__).with_name("looks.json")
SAMPLE = (
    "hand of 13, a claim",
    "hand of 17, labels in words, five melds",
    "board with odd names",
    "card, three winners",
    "summary",
)
SIDE = 48
ALIKE = 6
"""Greys of 255 by which a point may differ: less than any change of a drawing, more than any rounding."""


def look(name: str) -> bytes:
    """The scene as a small grey picture, its own size in front."""
    image = paint(scenes()[name])
    size = b"".join(side.to_bytes(2, "big") for side in image.size)
    return size + image.convert("L").resize((SIDE, SIDE), Image.Resampling.BOX).tobytes()


def alike(one: bytes, other: bytes) -> bool:
    """Whether two looks are those of one picture."""
    points = zip(one[4:], other[4:], strict=True)
    return one[:4] == other[:4] and max(abs(here - there) for here, there in points) <= ALIKE


def kept() -> tuple[int, dict[str, bytes]]:
    """The edition that was kept, and its looks."""
    record = json.loads(KEPT.read_text(encoding="ascii"))
    return record["edition"], {name: base64.b64decode(text) for name, text in record["looks"].items()}


def keep() -> None:
    """Keep the looks of this edition; one that has been kept with other looks stays."""
    looks = {name: look(name) for name in SAMPLE}
    if (
        KEPT.exists()
        and kept()[0] == EDITION
        and not all(alike(looks[name], kept()[1][name]) for name in SAMPLE)
    ):
        raise SystemExit(
            f"pictures have changed: raise EDITION above {EDITION} in handlers/show/pictures.py first"
        )
    text = {name: base64.b64encode(data).decode() for name, data in looks.items()}
    KEPT.write_text(json.dumps({"edition": EDITION, "looks": text}, indent=1) + "\n", encoding="ascii")


def test_the_edition_is_the_one_whose_looks_are_kept() -> None:
    assert kept()[0] == EDITION, "keep its looks: python -m tests.show.test_edition"


@pytest.mark.parametrize("name", SAMPLE)
def test_pictures_change_only_with_the_edition(name: str) -> None:
    assert alike(look(name), kept()[1][name]), (
        "raise EDITION in handlers/show/pictures.py, then python -m tests.show.test_edition"
    )


def test_a_small_change_is_noticed() -> None:
    whole = look("summary")
    assert alike(whole, whole)
    assert not alike(whole, look("summary with odd names"))


if __name__ == "__main__":
    keep()
