"""The README says what the program says."""

import re
import socket
import subprocess
import sys
from pathlib import Path

from engine.games import games
from handlers.show.texts import Texts
from handlers.show.words import game_title

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_each_game_is_called_as_in_the_picker() -> None:
    say = Texts.load().of("zh_Hans")
    told = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \| \d+ \|", README, re.MULTILINE))
    assert told == {name: game_title(game, say) for name, game in games().items()}


def test_a_port_in_use_is_told_with_the_way_to_another() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "playground", "--port", str(port)]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert f"port {port} cannot be used" in ended.stderr
    offered = "make playground PORT=0"
    assert offered in ended.stderr
    assert offered in README
    assert "--port $(PORT)" in (ROOT / "Makefile").read_text(encoding="utf-8")
