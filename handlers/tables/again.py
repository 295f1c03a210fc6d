"""The same press once more: a thumb that comes down twice is told that it has been heard, and does nothing twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import HOST
from engine.replay import Line
from handlers.tables.commands import Press
from handlers.tables.model import Table, Tap
from handlers.tables.pace import DOUBLE_TAP, SAME_PRESS
from handlers.tables.work import Work

TOGGLES = frozenset({"wl", "sw", "ap"})
"""Codes whose second press takes back the first."""
LASTING = frozenset("gdcpkxhrmstafv")
"""Codes that answer one question: however late they come again, they have been answered."""
REMEMBERED = 16


def doubled(w: Work, press: Press) -> bool:
    """Whether this is the second half of a double tap that would undo the first; it is answered here."""
    if press.code not in TOGGLES or not _made(w.table, press, w.now - DOUBLE_TAP):
        return False
    w.answer("toast.repeated")
    return True


def settle(w: Work, press: Press, before: Table) -> None:
    """After a press: one that was taken is kept in mind; one refused because it had been taken already is told so."""
    answer = w.effects.answer
    if answer is None:
        return
    if answer.accepted:
        if w.table is not before:
            _note(w, press)
    elif _made(w.table, press, 0 if press.code in LASTING else w.now - SAME_PRESS):
        w.answer("toast.repeated")


def from_journal(table: Table, lines: Sequence[Line], by: Sequence[str]) -> tuple[Tap, ...]:
    """What the people of a hand pressed last, read from its record after a start."""
    taps: dict[int, Tap] = {}
    for (seat, act, _), whose in zip(lines, by, strict=True):
        chair = None if seat == HOST else table.chairs[seat]
        if whose == "person" and chair is not None and chair.person is not None:
            taps[seat] = Tap(chair.person.person_id, act, None, recorded=True)
    return tuple(taps.values())


def _note(w: Work, press: Press) -> None:
    tap = Tap(press.person.person_id, _text(press), press.decision, w.now)
    others = [known for known in w.table.taps if (known.person, known.text) != (tap.person, tap.text)]
    w.table = replace(w.table, taps=(*others, tap)[-REMEMBERED:])


def _made(table: Table, press: Press, since: int) -> bool:
    """Whether this very press has been taken since then."""
    mine = [tap for tap in table.taps if tap.person == press.person.person_id and tap.at >= since]
    return any(
        _recorded(tap.text, press, table)
        if tap.recorded
        else (tap.text, tap.decision) == (_text(press), press.decision)
        for tap in mine
    )


def _recorded(act: str, press: Press, table: Table) -> bool:
    """Whether the press may be what the journal has as this act; `h` stands for the best way of winning."""
    same = act == _text(press) or (press.code == "h" and not press.arg and act.partition(":")[0] == "h")
    return same and press.decision is not None and press.decision < table.decision


def _text(press: Press) -> str:
    return f"{press.code}:{press.arg}" if press.arg else press.code
