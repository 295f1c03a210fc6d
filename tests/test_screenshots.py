"""The run tells where its pictures are, and none of an earlier run."""

import os
from pathlib import Path

from tests.screenshots import written_since


def test_folders_with_new_pictures_are_told_once(tmp_path: Path) -> None:
    for name, at in (("new/1.png", 200), ("new/2.png", 300), ("old/1.png", 100), ("mixed/1.png", 100)):
        picture = tmp_path / name
        picture.parent.mkdir(exist_ok=True)
        picture.write_bytes(b"")
        os.utime(picture, (at, at))
    (tmp_path / "mixed" / "note.txt").write_text("x", encoding="ascii")
    assert list(written_since(150, tmp_path)) == [tmp_path / "new"]
    assert list(written_since(400, tmp_path / "nowhere")) == []
