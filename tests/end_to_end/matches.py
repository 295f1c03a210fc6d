"""Opening tables and playing matches out, for tests of many kinds, and what must stand in the group afterwards."""

import json
import re
from pathlib import Path

from handlers.app import App
from handlers.show.texts import signed
from playground.model import Message
from tests.end_to_end.driving import Player, coded, playing, sit
from tests.end_to_end.records import Row, add, rows, score_of
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage

LONGEST_MATCH = 3 * 3600.0
"""Virtual seconds within which any of these matches is over."""


async def open_table(
    stage: Stage, typed: str, *, people: int = 4, seed: int = 1, kind: type[Player] = Player
) -> list[Player]:
    """/new, and so many people sit down, who play as this kind; the opener's Ready fills up with computers."""
    stage.wei.send(stage.group, f"/new {typed}")
    await stage.until(stage.group.board_or_none)
    lobby = stage.group.board()
    players = [kind(person, stage.group, seed) for person in stage.people[:people]]
    for player in players:
        await sit(player, lobby)
    return players


async def play_out(stage: Stage, app: App, players: list[Player]) -> None:
    """They play until the match is over and everything has been shown."""
    async with playing(players, stage.clock.sleep):
        await stage.until(lambda: only_table(app).state == "over", patience=LONGEST_MATCH)
    await stage.quiet()
    stage.check()


def check_messages(stage: Stage, path: Path, hands: list[Row]) -> None:
    """Each hand is one message, its card; the result stands once; nothing old can be pressed."""
    (table,) = rows(path, "SELECT * FROM tables")
    results = [m for m in stage.group.from_bot if f"{table['seed'].hex()}" in m.text]
    cards = [m for m in stage.group.from_bot if m.file is not None and m not in results]
    assert len(results) == 1
    assert len(cards) == len(hands)
    totals = [0, 0, 0, 0]
    for hand, card in zip(hands, cards, strict=True):
        add(score_of(path, hand) or [], totals)
        assert_totals(card, totals)
    assert json.loads(table["match"])["totals"] == totals
    assert_totals(results[0], totals)
    for message in [*cards, *results]:
        assert not coded(message.data, "gcpkhxd")


def assert_totals(message: Message, totals: list[int]) -> None:
    """The message tells each total."""
    told = re.findall(r"[+−]\d+|\b0\b", message.text)
    for total in totals:
        assert signed(total) in told, message.text
