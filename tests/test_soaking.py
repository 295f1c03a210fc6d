"""What a soak run has found counts as long as nothing that it depends on has changed."""

from pathlib import Path

import pytest

from tests import soaking

LOCALE = "handlers/show/locales/en/LC_MESSAGES/paizhuo.po"


@pytest.mark.parametrize(
    "name",
    ["engine/hand.py", LOCALE, "handlers/show/rulebooks/fuzhou.md", "tests/cases/a.json", "pyproject.toml"],
)
def test_another_source_text_or_setting_makes_old_results_void(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soaking, "ROOT", tmp_path)
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    digests = [soaking.digest()]
    for text in ("old", "new"):
        file.write_text(text, encoding="utf-8")
        digests.append(soaking.digest())
    assert len(set(digests)) == 3


def test_what_python_compiles_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soaking, "ROOT", tmp_path)
    before = soaking.digest()
    (tmp_path / "engine" / "__pycache__").mkdir(parents=True)
    (tmp_path / "engine" / "__pycache__" / "hand.pyc").touch()
    assert soaking.digest() == before
