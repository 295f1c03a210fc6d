"""`games`, `settle`, `waits`, `selfplay`, `verify`, `replay`: bad input is one line on stderr and exit 2."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.game import UnknownGame
from engine.games import games
from engine.options import OptionError, show
from engine.result import CaseError, read_case, settle
from engine.scoring import IllegalWin

BAD_INPUT = 2


class Refused(Exception):
    """Bad input; the message is the one line for stderr."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except (Refused, CaseError, UnknownGame, OptionError) as error:
        sys.stderr.write(f"{' '.join(str(error).strip(chr(34) + chr(39)).split())}\n")
        return BAD_INPUT
    except BrokenPipeError:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Mahjong on the command line.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listed = commands.add_parser("games", help="games and their options")
    listed.set_defaults(run=list_games)
    scored = commands.add_parser("settle", help="score settlement cases")
    scored.add_argument("file", help="a case or a list of cases (JSON)")
    scored.set_defaults(run=settle_file)
    return parser


def list_games(_: argparse.Namespace) -> int:
    """`games`."""
    for game in games().values():
        print(f"{game.id}  {game.name}（{game.province}）  {game.english} ({game.english_province})")
        for name, known in game.options.schema().items():
            print(f"    {name} = {show(known.default)}  [{known.allowed()}]  {known.zh} · {known.en}")
    return 0


def load_json(path: str) -> Any:
    """The parsed file; raises Refused."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Refused(f"{path}: no JSON") from None


def settle_file(options: argparse.Namespace) -> int:
    """`settle`: a list of results in the order of the cases."""
    given = load_json(options.file)
    cases = given if isinstance(given, list) else [given]
    results = []
    for number, case in enumerate(cases):
        try:
            results.append(settle_case(case))
        except CaseError as error:
            name = case.get("id", number) if isinstance(case, dict) else number
            raise Refused(f"case {name}: {error}") from None
    print(json.dumps(results, ensure_ascii=False, indent=1))
    return 0


def settle_case(case: object) -> dict[str, Any]:
    """One case's result, as JSON; raises CaseError."""
    result = read_case(case)
    named = {"id": case["id"]} if isinstance(case, dict) and "id" in case else {}
    try:
        return named | settle(result).to_json()
    except IllegalWin as refusal:
        return named | {"illegal": True, "reason": str(refusal)}
