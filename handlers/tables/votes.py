"""Who may end a table or free a seat: opener and admins at once, seated people by a vote."""

from __future__ import annotations

from dataclasses import replace

from handlers.message import Urgency
from handlers.tables import seats
from handlers.tables.commands import Press
from handlers.tables.model import Table, Vote
from handlers.tables.pace import VOTE
from handlers.tables.work import ASKED, BALLOT, Work


def press(w: Work, pressed: Press, seat: int | None) -> None:
    """`vo:e`, `vo:k2.17` ask for a vote; with `:y` or `:n` it is a ballot in the open one."""
    goal, _, ballot = pressed.arg.partition(":")
    target = seats.meant(w.table, goal[1:]) if goal.startswith("k") else None
    vote = w.table.vote
    if seat is None:
        w.refuse("refuse.seated_only")
    elif ballot and (vote is None or goal != vote.goal):
        w.refuse("refuse.vote_over")
    elif goal != "e" and target is None:
        w.refuse("refuse.seat_changed")
    elif vote is None:
        _open(w, pressed, target)
    elif vote.seat != target:
        w.refuse("refuse.vote_running")
    else:
        _count(w, vote, pressed.person.person_id, agree=ballot != "n")


def voters(table: Table, vote: Vote) -> frozenset[int]:
    """The other people at the table: neither who asked for the vote nor whom it is about."""
    seated = {table.held_by(seat) for seat in range(4)}
    return frozenset(person for person in seated if person) - {vote.by, vote.person}


def _open(w: Work, pressed: Press, target: int | None) -> None:
    about = 0 if target is None else w.table.held_by(target) or 0
    w.change(vote=Vote(pressed.person.person_id, target, w.now + VOTE, about))
    w.dirty(BALLOT, Urgency.BOARD, ring=True)
    if target is None:
        w.effects.gone.append(ASKED)
    w.answer("vote.counted")
    _decide(w)


def _count(w: Work, vote: Vote, person: int, *, agree: bool) -> None:
    if person not in voters(w.table, vote):
        w.refuse("refuse.vote_not_yours")
        return
    yes, no = vote.agree - {person}, vote.against - {person}
    vote = (
        replace(vote, agree=yes | {person}, against=no)
        if agree
        else replace(vote, agree=yes, against=no | {person})
    )
    w.change(vote=vote)
    w.dirty(BALLOT, Urgency.BOARD)
    w.answer("vote.counted")
    _decide(w)


def _decide(w: Work) -> None:
    """Passed by more than half of the other people; failed when that can no longer be."""
    vote = w.table.vote
    if vote is None:
        return
    others = voters(w.table, vote)
    if not others or 2 * len(vote.agree & others) > len(others):
        seats.end_vote(w)
        _passed(w, vote)
    elif 2 * len(vote.against & others) >= len(others):
        _failed(w)


def _passed(w: Work, vote: Vote) -> None:
    w.note("vote.passed")
    if vote.seat is None:
        seats.close(w, "match.ended_by_vote")
    else:
        seats.free(w, vote.seat)


def _failed(w: Work) -> None:
    seats.end_vote(w)
    w.note("vote.failed")


def settle(w: Work, before: Table) -> None:
    """Ends with whoever asked for it or is put to it; who else gets up has no part in it any more."""
    vote = w.table.vote
    if vote is None:
        return
    about = vote.seat is None or w.table.held_by(vote.seat) == vote.person
    if not about or w.table.seat_of(vote.by) is None:
        seats.end_vote(w)
    elif voters(w.table, vote) != voters(before, vote):
        w.dirty(BALLOT, Urgency.BOARD)
        _decide(w)


def tick(w: Work) -> None:
    """A vote that has had its minute has failed."""
    if w.table.vote is not None and w.now >= w.table.vote.until:
        _failed(w)


def moved(table: Table, by: int) -> Table:
    """The table with its vote open so many ms longer."""
    vote = table.vote
    return table if vote is None else replace(table, vote=replace(vote, until=vote.until + by))
