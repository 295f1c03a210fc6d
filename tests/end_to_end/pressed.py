"""What became of presses, told by the journal alone: one that was noted has its act, or it had to be refused.

A press names a question by its number. The numbers are counted anew from the journal, so that which question was open
at an instant, to whom, and what it could be answered with is known without the product's table.
"""

import json
import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engine.actions import HOST, WIN, Act, Action, parse_act
from engine.hand import apply, begin, legal_actions
from engine.state import HandState
from handlers.callback_data import parse
from handlers.tables.model import STEPS
from handlers.tables.table import ACTS
from tests.end_to_end.records import HANDS, Row, journal, rows, start_of
from tests.fakes.people import Stage

LOBBY = 1
"""The number of a lobby's question."""
PEOPLE = """SELECT DISTINCT table_id, seat, user_id FROM hand_seat JOIN person USING (person_id)
    UNION SELECT table_id, seat, user_id FROM seat JOIN person USING (person_id)"""
READY = "SELECT ready FROM seat WHERE table_id = ? ORDER BY seat"
NOTED = "SELECT update_id, at FROM processed_update WHERE failed = 0"


class Noted(NamedTuple):
    """A press that was noted as handled: when, from which seat, to which question."""

    press: str
    at: int
    seat: int
    decision: int
    text: str


class Moment(NamedTuple):
    """A table as it stood from an instant on: the number of its question, and its hand."""

    at: int
    decision: int
    hand: HandState | None


@dataclass(slots=True)
class Story:
    """A table as its journal tells it."""

    moments: list[Moment] = field(default_factory=lambda: [Moment(0, LOBBY, None)])
    acts: dict[tuple[int, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    """What people did, by seat and instant."""
    deals: dict[int, tuple[float, list[str]]] = field(default_factory=dict)
    """Which presses on Ready each deal came of, and when; by the number that they were on."""

    def around(self, at: int) -> list[Moment]:
        """How it stood in this millisecond: as it came into it, and after everything that happened in it."""
        first = bisect_left(self.moments, at, key=lambda moment: moment.at)
        last = bisect_right(self.moments, at, key=lambda moment: moment.at)
        return self.moments[first - 1 : last]

    def tell(self, at: int, hand: HandState) -> None:
        """From now on the hand stands so."""
        _, number, before = self.moments[-1]
        self.moments.append(Moment(at, _number(number, before, hand), hand))


def _number(last: int, before: HandState | None, hand: HandState) -> int:
    """The number of the open question: another one counts on from what all have been shown last."""
    if before is not None and before.prompt is not None and hand.prompt is not None:
        if hand.prompt.number == before.prompt.number:
            return last
        if hand.shown is before.shown:
            return last + 1
    return (last // STEPS + 1) * STEPS


def story(path: Path, hands: list[Row]) -> Story:
    """The story of one table's hands."""
    told = Story()
    for row in hands:
        told.deals[told.moments[-1].decision] = row["started_at"], json.loads(row["entropy"])["seats"]
        hand, _ = begin(start_of(row))
        told.tell(row["started_at"], hand)
        for line in journal(path, row):
            seat, act = HOST if line["seat"] is None else line["seat"], parse_act(line["act"])
            hand, _ = apply(hand, Action(seat, act))
            told.tell(line["at"], hand)
            if line["by"] == "person":
                told.acts[seat, line["at"]].append(act.text)
    return told


def check_acts(stage: Stage, path: Path) -> int:
    """Every press that was noted as handled did what it asked for, or had to be refused; gives their number.

    And every act of a person's is that of a press of its own.
    """
    hands = defaultdict(list)
    for row in rows(path, HANDS):
        hands[row["table_id"]].append(row)
    noted = _noted(stage, path)
    for table in rows(path, "SELECT table_id, decision, state FROM tables"):
        table_id, told = table["table_id"], story(path, hands[table["table_id"]])
        assert told.moments[-1].decision == table["decision"]
        if table["state"] != "playing":
            told.deals[table["decision"]] = math.inf, [row["ready"] for row in rows(path, READY, table_id)]
        lost = [one for one in noted[table_id] if _lost(told, one, noted[table_id])]
        assert not lost, f"noted at table {table_id}, and nothing came of it: {lost}"
        assert not (more := _unasked(told, noted[table_id])), f"at table {table_id} nobody asked for {more}"
    return sum(map(len, noted.values()))


def _noted(stage: Stage, path: Path) -> Mapping[int, list[Noted]]:
    """By table, the presses on Ready and on acts of the hand that were noted."""
    seats = {(row["table_id"], row["user_id"]): row["seat"] for row in rows(path, PEOPLE)}
    known = {row["update_id"]: row["at"] for row in rows(path, NOTED)}
    queue = stage.world.updates
    at = {update.body.get("id"): known.get(update.id) for update in (*queue.confirmed, *queue.waiting)}
    found = defaultdict(list)
    for press in stage.world.presses.values():
        pressed, instant = parse(press.data), at.get(press.id)
        if pressed is None or pressed.table_id is None or instant is None or pressed.code not in {*ACTS, "g"}:
            continue
        seat, text = seats[pressed.table_id, press.user.id], ":".join((pressed.code, *pressed.args))
        found[pressed.table_id].append(Noted(press.id, instant, seat, pressed.number, text))
    return found


def _lost(told: Story, one: Noted, noted: list[Noted]) -> bool:
    if one.text == "g":
        return _ready_lost(told, one, noted)
    act = parse_act(one.text)
    if any(_is_meant(act, text) for text in told.acts.get((one.seat, one.at), ())):
        return False
    return all(_counts(moment, one, act) for moment in told.around(one.at))


def _unasked(told: Story, noted: list[Noted]) -> dict[tuple[int, int], list[str]]:
    """The acts of people, by seat and instant, of which there are more than presses noted then."""
    presses = Counter((one.seat, one.at) for one in noted if one.text != "g")
    return {place: made for place, made in told.acts.items() if len(made) > presses[place]}


def _ready_lost(told: Story, one: Noted, noted: list[Noted]) -> bool:
    """Of a seat's presses on one Ready the first is mixed into the wall; those after the deal come too late."""
    dealt_at, mixed = told.deals.get(one.decision, (0, []))
    if one.at >= dealt_at:
        return False
    return not any(other.press == mixed[one.seat] and other.at <= one.at for other in noted)


def _counts(moment: Moment, one: Noted, act: Act) -> bool:
    """Whether the press had to be taken then: its question was open to the seat, and this was an answer to it.

    A throw that may need a second press is no proof.
    """
    hand = moment.hand
    if hand is None or moment.decision != one.decision:
        return False
    if act.verb == "d" and act.tile in {
        *hand.game.wilds(hand, one.seat),
        *hand.game.warnings(hand, one.seat),
    }:
        return False
    return any(_is_meant(act, other.text) for other in legal_actions(hand, one.seat))


def _is_meant(act: Act, text: str) -> bool:
    """Whether a press on this act means the act of this text: one on 胡 means the best way of winning."""
    return act.text == text or (act is WIN and text.partition(":")[0] == "h")
