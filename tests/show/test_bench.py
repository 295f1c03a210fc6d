"""The table of what pictures cost: `make bench`, quick and whole, hands its own arguments on to it."""

import pytest

from bench import pictures
from tests.show.scenes import scenes


def test_every_picture_stands_beside_an_empty_one_of_its_size(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = dict(list(scenes().items())[:2])
    monkeypatch.setattr(pictures, "scenes", lambda: few)
    assert pictures.main(["--quick"]) == 0
    head, *rows = capsys.readouterr().out.strip().split("\n")[2:]
    assert head.split() == ["picture", "size", "draw", "all", "ratio", "kB"]
    assert [row[:42].strip() for row in rows] == list(few)
    assert all(float(row.split()[-2]) > 0 for row in rows)
