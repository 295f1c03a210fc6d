"""What a database must hold after people have played: checked without the product's own reading code."""

import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.actions import HOST, event_from_json
from engine.fairness import Entropy, hand_key
from engine.games import find_game
from engine.hand import begin
from engine.match import match_from_json
from engine.options import TableOptions
from engine.replay import Line, steps
from engine.state import HandStart, HandState

Row = dict[str, Any]
HANDS = "SELECT hand.*, game, options, seed FROM hand JOIN tables USING (table_id) ORDER BY hand_id"
_SCORE = "SELECT seat0, seat1, seat2, seat3 FROM hand_score WHERE table_id = ? AND hand_no = ?"
_ACTIONS = "SELECT * FROM action WHERE table_id = ? AND hand_no = ? ORDER BY seq"


def rows(path: Path, sql: str, *parameters: object) -> list[Row]:
    """All rows of a query, read from the file as anybody could."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(sql, parameters)]


def check_record(path: Path) -> list[Row]:
    """The whole record adds up; gives its hands, the oldest first.

    SQLite finds no fault, journals have no gaps, every hand folded by the engine does what was written; one that
    is done has one score row, which is the engine's settlement, sums to zero, and is carried into the totals.
    """
    assert rows(path, "PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert rows(path, "PRAGMA foreign_key_check") == []
    hands = rows(path, HANDS)
    totals: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for hand in hands:
        state = fold(path, hand)
        score = score_of(path, hand)
        assert (score is not None) == (hand["state"] == "done")
        if score is not None:
            _check_score(score, state)
            add(score, totals[hand["table_id"]])
    for table in rows(path, "SELECT table_id, match FROM tables WHERE match IS NOT NULL"):
        assert json.loads(table["match"])["totals"] == totals[table["table_id"]]
    return hands


def _check_score(score: list[int], state: HandState) -> None:
    assert state.over
    assert state.settlement is not None
    assert score == list(state.settlement.payments)
    assert sum(score) == 0


def score_of(path: Path, hand: Row) -> list[int] | None:
    """The hand's points by seat, None while it has none; two rows fail."""
    found = rows(path, _SCORE, hand["table_id"], hand["hand_no"])
    assert len(found) < 2
    return list(found[0].values()) if found else None


def add(score: list[int], totals: list[int]) -> None:
    """Count points into totals."""
    totals[:] = [total + points for total, points in zip(totals, score, strict=True)]


def journal(path: Path, hand: Row) -> list[Row]:
    """The actions of a hand; a gap fails."""
    actions = rows(path, _ACTIONS, hand["table_id"], hand["hand_no"])
    assert [action["seq"] for action in actions] == list(range(len(actions)))
    return actions


def fold(path: Path, hand: Row) -> HandState:
    """The hand as the engine makes it of its journal; raises Divergence where events differ."""
    dealt, _ = begin(start_of(hand))
    states = [state for state, _ in steps(dealt, [_line(action) for action in journal(path, hand)])]
    return states[-1] if states else dealt


def start_of(hand: Row) -> HandStart:
    """What the hand began from."""
    game, options, given = find_game(hand["game"]), json.loads(hand["options"]), json.loads(hand["entropy"])
    dice = tuple(given["dice"]) if given["dice"] else None
    entropy = Entropy(given["table"], given["hand_no"], dice, tuple(given["seats"]))
    return HandStart(
        game,
        game.options.from_json(options["game"]),
        match_from_json(json.loads(hand["match"])),
        hand_key(hand["seed"], entropy),
        dice,
        TableOptions.from_json(options["house"]).mode,
        hand["rules_version"],
    )


def _line(action: Row) -> Line:
    seat = HOST if action["seat"] is None else action["seat"]
    return seat, action["act"], tuple(event_from_json(event) for event in json.loads(action["events"]))
