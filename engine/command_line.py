"""`games`, `settle`, `waits`, `selfplay`, `verify`, `replay`: bad input is one line on stderr and exit 2."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from engine.advice import waits_of
from engine.game import Game, UnknownGame
from engine.games import find_game, games
from engine.melds import MeldTextError, parse_meld
from engine.options import OptionError, show
from engine.record import RecordError, read_record, replay_text, verify_record
from engine.result import CaseError, Result, SeatResult, check_tiles, read_case, settle
from engine.scoring import IllegalWin
from engine.selfplay import PLAYERS, Tally, tally
from engine.tiles import TEXT, TileTextError, parse_tile, parse_tiles

BAD_INPUT = 2


class Refused(Exception):
    """Bad input; the message is the one line for stderr."""


REFUSALS = (
    Refused,
    CaseError,
    UnknownGame,
    OptionError,
    RecordError,
    TileTextError,
    MeldTextError,
    OverflowError,
)
LONGEST_LINE = 300


class Parser(argparse.ArgumentParser):
    """Arguments that cannot be read are bad input like any other."""

    def error(self, message: str) -> NoReturn:
        raise Refused(message)


class Streams:
    """Where a command writes."""

    def __init__(self, out: TextIO, err: TextIO) -> None:
        self._out, self._err = out, err

    def say(self, text: str) -> None:
        """A line, or several, for whoever asked."""
        self._write(self._out, text)

    def refuse(self, error: Exception) -> None:
        """The one line that says what is wrong."""
        text = " ".join(str(error).split()) or type(error).__name__
        if len(text) > LONGEST_LINE:
            text = f"{text[:LONGEST_LINE]}…"
        self._write(self._err, text)

    @staticmethod
    def _write(stream: TextIO, text: str) -> None:
        """Characters that the stream cannot take are written as escapes."""
        encoding = stream.encoding or "utf-8"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def main(arguments: Sequence[str], *, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Run one command; returns the exit status."""
    streams = Streams(out or sys.stdout, err or sys.stderr)
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace, Streams], int] = options.run
        return run(options, streams)
    except REFUSALS as error:
        streams.refuse(error)
    except RecursionError:  # JSON that was just not too deep to be read
        streams.refuse(Refused("nested too deeply"))
    except BrokenPipeError:
        return 0
    return BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m engine", description="Mahjong on the command line.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listed = commands.add_parser("games", help="games and their options")
    listed.set_defaults(run=list_games)
    scored = commands.add_parser("settle", help="score settlement cases")
    scored.add_argument("file", help="a case or a list of cases (JSON)")
    scored.set_defaults(run=settle_file)
    waiting = commands.add_parser("waits", help="the waiting tiles of a hand and what each would pay")
    waiting.add_argument("--game", required=True)
    waiting.add_argument("--hand", required=True, help="concealed tiles, such as 123m44p")
    waiting.add_argument("--melds", default="", help="melds, parted by blanks or commas")
    waiting.add_argument("--flowers", default="")
    waiting.add_argument("--indicator", default="", help="the turned tile, where the game has one")
    waiting.add_argument("options", nargs="*", metavar="name=value")
    waiting.set_defaults(run=show_waits)
    played = commands.add_parser("selfplay", help="play hands and check every invariant")
    played.add_argument("--game", required=True)
    played.add_argument("--hands", type=int, default=100)
    played.add_argument("--seed", type=int, default=1)
    played.add_argument("--players", choices=tuple(PLAYERS), default="computer")
    played.add_argument("--referee", action="store_true", help="players act unaided and are judged")
    played.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    played.add_argument("options", nargs="*", metavar="name=value")
    played.set_defaults(run=self_play)
    checked = commands.add_parser("verify", help="check a revealed shuffle")
    checked.add_argument("file")
    checked.set_defaults(run=verify_file)
    stepped = commands.add_parser("replay", help="print a hand step by step")
    stepped.add_argument("file")
    stepped.set_defaults(run=replay_file)
    return parser


def read_options(game: Game, texts: Sequence[str]) -> Any:
    """The game's options from `name=value` texts; raises Refused or OptionError."""
    options = game.options()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused(f"{text!r} is no name=value")
        options = options.with_text(name, value)
    return options


def list_games(_: argparse.Namespace, streams: Streams) -> int:
    """`games`."""
    for game in games().values():
        streams.say(f"{game.id}  {game.name}（{game.province}）  {game.english} ({game.english_province})")
        for name, known in game.options.schema().items():
            streams.say(f"    {name} = {show(known.default)}  [{known.allowed()}]  {known.zh} · {known.en}")
    return 0


def load_json(path: str) -> Any:
    """The parsed file; raises Refused."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Refused(f"{path}: no JSON") from None


def settle_file(options: argparse.Namespace, streams: Streams) -> int:
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
    streams.say(json.dumps(results, ensure_ascii=False, indent=1))
    return 0


def settle_case(case: object) -> dict[str, Any]:
    """One case's result, as JSON; raises CaseError."""
    result = read_case(case)
    named = {"id": case["id"]} if isinstance(case, dict) and isinstance(case.get("id"), str | int) else {}
    try:
        return named | settle(result).to_json()
    except IllegalWin as refusal:
        return named | {"illegal": True, "reason": str(refusal)}


def show_waits(options: argparse.Namespace, streams: Streams) -> int:
    """`waits`."""
    game = find_game(options.game)
    seat = SeatResult(
        concealed=parse_tiles(options.hand),
        melds=tuple(parse_meld(text) for text in options.melds.replace(",", " ").split()),
        flowers=parse_tiles(options.flowers),
    )
    size = len(seat.concealed) + 3 * len(seat.melds)
    if size != game.hand_size:
        raise Refused(f"{size} tiles; a ready hand of {game.id} has {game.hand_size}, melds counted as three")
    table = read_options(game, options.options)
    indicator = parse_tile(options.indicator) if options.indicator else None
    check_tiles(Result(game, table, 0, (SeatResult(), seat, SeatResult(), SeatResult()), indicator=indicator))
    waits = waits_of(game, table, seat, indicator)
    for wait in waits:
        discard = "self-draw only" if wait.discard is None else f"discard {wait.discard}"
        drawn = "discard only" if wait.self_draw is None else f"self-draw {wait.self_draw} each"
        streams.say(f"{TEXT[wait.tile]}  {drawn}  {discard}")
    if not waits:
        streams.say("not ready")
    return 0


def self_play(options: argparse.Namespace, streams: Streams) -> int:
    """`selfplay`: exit 1 on a violation."""
    game = find_game(options.game)
    if options.hands < 1:
        raise Refused("--hands: a number from 1 is expected")
    if options.referee and not game.referee:
        raise Refused(f"--referee: {game.id} has no referee mode")
    result = tally(
        game,
        options.hands,
        options.seed,
        options=read_options(game, options.options),
        players=options.players,
        mode="referee" if options.referee else "assist",
    )
    streams.say(json.dumps(result.to_json()) if options.json else _tally_text(game, result))
    return 1 if result.violation else 0


def _tally_text(game: Game, result: Tally) -> str:
    hands = max(result.hands, 1)
    lines = [
        f"{game.id}: {result.hands} hands, {result.rate:.0f} hands/s ({result.checked_rate:.0f} with all checks)",
        f"draws {result.draws / hands:.1%}, {result.discards / hands:.1f} discards a hand",
        f"average points of a winner {result.won / max(result.wins, 1):.1f}",
        *_judged_text(result, hands),
        f"violation: {result.violation}" if result.violation else "no violation",
    ]
    return "\n".join(lines)


def _judged_text(result: Tally, hands: int) -> list[str]:
    """How much was judged, and what, most frequent first."""
    if not result.mistakes:
        return []
    most = sorted(result.judged.items(), key=lambda entry: -entry[1])
    listed = ", ".join(f"{name} {number}" for name, number in most)
    return [f"judgements {result.mistakes / hands:.1f} a hand: {listed}"]


def verify_file(options: argparse.Namespace, streams: Streams) -> int:
    """`verify`: exit 1 when the shuffle does not hold."""
    agrees, text = verify_record(load_json(options.file))
    streams.say(text)
    return 0 if agrees else 1


def replay_file(options: argparse.Namespace, streams: Streams) -> int:
    """`replay`."""
    for line in replay_text(read_record(load_json(options.file))):
        streams.say(line)
    return 0
