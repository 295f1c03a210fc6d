"""Every button there is, pressed by everybody, with every kind of number, at many moments of several games (test 33).

Only who may is heard: nothing on disk or in memory changes by anybody else's press, and by a rightful one nothing but
what it is for. Every press is answered, once.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.actions import HOLD, HOST, Action, parse_act
from engine.hand import apply, begin, legal_actions
from engine.prompts import ONE_SEAT, PromptKind
from handlers.app import App
from handlers.callback_data import CODES, Decision, base36
from handlers.commands.taps import Taps
from handlers.tables.deal import hand_start
from handlers.tables.judging import late_win
from handlers.tables.model import NO_FILTER, Chair, Table
from handlers.tables.play import public_events
from handlers.tables.table import ACTS
from playground.model import Press
from playground.people import Group, Person, Room
from tests.end_to_end.driving import Player, coded, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.unaided import Unaided
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, seat_of
from tests.fakes.people import Stage
from tests.handlers.authority import (
    AWOKEN,
    DEALT,
    HAND_OVER,
    HIS_SETTING,
    RIGHTS,
    WAKING,
    Caller,
    Change,
    Right,
    Rows,
    Standing,
    differing,
    holds,
    owner_may,
    put_back,
    standing,
)

NUMBERS = ("current", "board's", "recalled", "old", "future", "no table", "another group's")
UNCHECKED = ("current", "no table", "another group's")
"""What is tried of a code whose number is not checked."""
AT_ONCE = 40
"""So many presses of one person at once; an inbox takes 64."""
SILENT = frozenset(code for code in RIGHTS if RIGHTS[code].who == "nobody") | {"hc", "ng", "cl", "e"}
"""What shows something instead of saying it."""
AGREED = {"his ready", "taps", "touched_at"}
"""What a yes to a rematch changes at its table."""
LAST = ("ng", "rm")
"""Codes that open a table: it stays, so they are pressed when all others have been."""


def test_every_code_is_in_the_matrix() -> None:
    assert sorted(RIGHTS) == sorted(CODES)


# -- the people


@dataclass(slots=True)
class Cast:
    """Seven callers: the opener, three who sit or may, somebody of the group, an admin of it, a stranger."""

    stage: Stage
    people: dict[str, tuple[Person, Caller]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        world, group = self.stage.world, self.stage.group
        member, admin = (world.add_user(name, language="en") for name in ("Olga", "Adam"))
        for person in (member, admin):
            group.add(person)
        group.promote(admin)
        group.demote(self.stage.wei)  # so that who opens the table has no other right
        stranger = world.add_user("Mallory", language="en")
        for person in (*self.stage.people, member, admin, stranger):
            self.people[person.name] = (
                person,
                Caller(
                    person.name,
                    person.id,
                    opener=person is self.stage.wei,
                    admin=person is admin,
                    stranger=person is stranger,
                ),
            )

    @property
    def callers(self) -> list[Caller]:
        return [caller for _, caller in self.people.values()]

    def place(self, caller: Caller) -> Room | str:
        return "private" if caller.stranger else self.stage.group


async def meet(stage: Stage, cast: Cast) -> Group:
    """The bot knows all of them and their chats; there is a table in another group, at which none of them sits."""
    nora = stage.world.add_user("Nora", language="en")
    other = stage.world.add_group("别的群", nora)
    nora.send(other, "/new guiyang tempo=none")
    for person, caller in cast.people.values():
        person.start()
        person.forge(cast.place(caller), 1, "-:0:cl")
    await stage.quiet()
    return other


# -- the moments

Holds = Callable[[Table], bool]


def in_state(state: str) -> Holds:
    return lambda table: table.state == state


def between(table: Table) -> bool:
    return table.state == "ready" and table.played > 0


def asked(kind: PromptKind, *, after: int = 0) -> Holds:
    """Such a question is open, not among the first ones."""
    return lambda table: table.prompt is not None and table.prompt.kind is kind and table.seq >= after


def offered(verb: str) -> Holds:
    """Somebody may act so."""

    def holds(table: Table) -> bool:
        hand = table.hand
        if hand is None or hand.prompt is None:
            return False
        return any(act.verb == verb for seat in range(4) for act in legal_actions(hand, seat))

    return holds


def recalled(table: Table) -> bool:
    """In somebody's turn a win on the discard before still lives."""
    return asked(PromptKind.TURN, after=12)(table) and _recalled_win(table) is not None


def _earlier(table: Table) -> int:
    """The number of the last discard that is asked about no more."""
    numbers = [number for number, _ in table.claimed_at if number != table.decision]
    return numbers[-1] if numbers else 2


def _recalled_win(table: Table) -> str | None:
    late = late_win(table, _earlier(table))
    return None if late is None else late.text


class Meek(Unaided):
    """Neither calls nor announces: the hand goes on to the last tiles."""

    announces = 0.0
    calls = 0.0


async def as_it_is(_: Stage, __: Table) -> None:
    """The moment has come."""


async def pressed(stage: Stage, table: Table, code: str) -> None:
    """The opener presses this at the table, and is answered."""
    press = stage.wei.forge(stage.group, 1, f"{base36(table.table_id)}:0:{code}")
    await stage.until(lambda: press.answered)


async def ended(stage: Stage, table: Table) -> None:
    """The opener ends the table."""
    await pressed(stage, table, "en")


async def left_alone(stage: Stage, table: Table) -> None:
    """Nobody does anything until the table sleeps, which here is after a minute."""
    with patch("handlers.tables.table.SLEEP_AFTER", 60_000):
        await pressed(stage, table, "zn")
        await stage.clock.sleep(90)


async def joined_by_a_computer(stage: Stage, table: Table) -> None:
    """One seat is a computer's, one is left."""
    await pressed(stage, table, "b")


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as it is opened, when the matrix is pressed, and which codes then have an effect for whom they should."""

    name: str
    typed: str
    holds: Holds
    effects: str
    kind: type[Player] = Player
    then: Callable[[Stage, Table], Awaitable[None]] = as_it_is

    @property
    def expected(self) -> set[str]:
        return {*self.effects.split(), *("" if self.name == "over" else WHENEVER).split()}

    @property
    def people(self) -> int:
        return 2 if self.name == "lobby" else 4


FIRST = ("lobby", "turn", "recalled")
"""What `make check` looks at; `make test` at all."""
WHENEVER = "ap en fg gd hs ki l la mo ng pr sn sw ta vo wl"
"""Codes that have an effect at every moment before the end."""

MOMENTS = (
    Moment("lobby", "fuzhou", in_state("lobby"), "b cf g j n o", then=joined_by_a_computer),
    Moment("turn", "fuzhou", asked(PromptKind.TURN, after=8), "d j z zn"),
    Moment("claim", "fuzhou window=fixed", offered("p"), "p x j z zn"),
    Moment("between", "fuzhou", between, "g z"),
    Moment("asleep", "fuzhou", asked(PromptKind.TURN, after=8), "d wk", then=left_alone),
    Moment("over", "fuzhou", between, "fg gd hs la ng pr rm sn", then=ended),
    Moment("flowers", "fuding mode=referee", asked(PromptKind.FLOWER), "f x j z zn", Unaided),
    Moment("recalled", "fuding mode=referee", recalled, "d h j z zn", Unaided),
    Moment("reveal", "fuding mode=referee", asked(PromptKind.REVEAL), "v w j z zn", Unaided),
    Moment("last tiles", "fuding mode=referee", asked(PromptKind.DIVISION), "h x j z zn", Meek),
    Moment("void suit", "guiyang que_mode=dingque", asked(PromptKind.VOID_SUIT), "t j z zn"),
    Moment("stake", "yantai", asked(PromptKind.STAKE), "s x j z zn"),
    Moment("claim", "longgang mode=referee", asked(PromptKind.CLAIM, after=12), "h k p x j z zn", Unaided),
    Moment("chow", "qingtian", asked(PromptKind.CHOW), "c x j z zn"),
    Moment("ready call", "guiyang", offered("r"), "d r j z zn"),
    Moment("open hand", "yantai", offered("m"), "m x j z zn"),
)


# -- the cells


@dataclass(frozen=True, slots=True)
class Cell:
    """One press: whose, with what, and whether it may have an effect."""

    caller: Caller
    code: str
    number: str
    data: str
    may: bool
    act: str = ""
    """The act of the hand that it is, where it is one."""

    @property
    def right(self) -> Right:
        return HIS_SETTING if self.number == "own" and self.code in ("pr", "la") else RIGHTS[self.code]


@dataclass(slots=True)
class Matrix:
    """All cells of one moment at one table."""

    table: Table
    other: Table
    cast: Cast
    group: Group

    def of(self, code: str) -> Iterator[Cell]:
        """The cells of one code."""
        page = CODES[code].decision is Decision.PAGE
        checked = CODES[code].decision in (Decision.CURRENT, Decision.RECALLED)
        for _, caller in self.cast.people.values():
            if page:
                yield from self._pages(code, caller)
            else:
                for number in NUMBERS if checked else UNCHECKED:
                    yield self._at_table(code, caller, number)

    def _at_table(self, code: str, caller: Caller, number: str) -> Cell:
        table = self.table
        seat, argument, decision = seat_of(table, caller.user_id), "", self._decision(number)
        argument = self._argument(code, seat)
        table_id = {"no table": 9999, "another group's": self.other.table_id}.get(number, table.table_id)
        data = f"{base36(table_id)}:{base36(decision)}:{code}{argument}"
        act = code + argument if code in ACTS else ""
        may = table_id == table.table_id and holds(RIGHTS[code].who, table, caller)
        may = may and ((table.state == "over") == (code == "rm") or code == "hs")  # `hs` is the presser's own
        if code in ACTS:
            act = self._meant(act, decision)
            may = may and owner_may(table, seat, act) and self._is_open(code, seat, decision)
        elif code == "g":
            may = may and decision == table.decision and table.state in ("lobby", "ready")
        return Cell(caller, code, number, data, may, act)

    def _meant(self, act: str, decision: int) -> str:
        """A win under the number of a discard that is asked about no more is one on that discard."""
        recalled = _recalled_win(self.table) if act == "h" and decision == _earlier(self.table) else None
        return recalled or act

    def _is_open(self, code: str, seat: int | None, decision: int) -> bool:
        """Whether the number lets an act of this code through: most must carry the one that stands on the panel."""
        table, prompt = self.table, self.table.prompt
        if CODES[code].decision is Decision.FREE or decision in (table.decision, table.decision_for(seat)):
            return True
        if code == "h":
            return decision == _earlier(table) and _recalled_win(table) is not None
        ones = prompt is not None and prompt.kind in ONE_SEAT and decision == table.shown_decision
        return ones and code in "cd"

    def _decision(self, number: str) -> int:
        table = self.table
        numbers = {"board's": table.shown_decision, "recalled": _earlier(table), "old": 0}
        return numbers.get(number, table.decision + 7 if number == "future" else table.decision)

    def _argument(self, code: str, seat: int | None) -> str:
        """What the seat could do itself; for whom there is nothing, what somebody else could, else what fits."""
        if code not in ACTS or self.table.hand is None or self.table.hand.prompt is None:
            return _FITS.get(code, "")
        hand = self.table.hand
        seats = [seat] if seat is not None else []
        for owner in [*seats, *range(4)]:
            for act in legal_actions(hand, owner):
                warned = act.verb == "d" and (
                    act.tile in hand.game.wilds(hand, owner) or act.tile in hand.game.warnings(hand, owner)
                )
                if act.verb == code and not warned and not (code == "h" and act.arg.isdigit()):
                    return act.text[len(code) :]
        return _FITS.get(code, "")

    def _pages(self, code: str, caller: Caller) -> Iterator[Cell]:
        here, elsewhere = self.group.id, self.other.chat.chat_id
        for page_id, arguments in _PAGES.get(code, (("here", ""), ("here", ":1"))):
            number = {"here": here, "elsewhere": elsewhere}.get(page_id, 0)
            data = f"-:{base36(number)}:{code}{arguments}"
            cell = Cell(caller, code, page_id, data, may=False)
            may = page_id != "elsewhere" and holds(cell.right.who, self.table, caller)
            yield replace(cell, may=may)


_FITS = {
    **{"d": ":5m", "c": ":3m", "k": ":5m", "s": ":1", "t": ":m", "q": ":0t", "ap": ":1", "o": ":1:1"},
    **{"ki": ":1", "vo": ":e", "ad": ":5m", "e": "", "mo": ":1"},
}
_PAGES = {
    "ng": (("here", ":guiyang"),),
    "gd": (("here", ":fuzhou:0:1"), ("here", ":fuzhou:d"), ("elsewhere", ":fuzhou:0:1")),
    "pr": (
        *(("here", ":open_tables:admins"), ("here", ":language:en")),
        *(("elsewhere", ":open_tables:admins"), ("own", ":labels:words")),
    ),
    "la": (("here", ":en"), ("elsewhere", ":en"), ("own", ":en")),
    "sn": (("here", ":o"), ("here", ":c")),
    "fg": (("own", ":1"), ("own", ":2")),
    "hc": (("here", ""),),
    "vf": (("here", ""),),
    "cl": (("here", ""),),
}


# -- pressing them


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal, without what it did."""

    hand_no: int
    seq: int
    seat: int | None
    act: str
    by: str


@dataclass(slots=True)
class Bench:
    """Presses cells at one table of the running bot, and looks at what has changed."""

    stage: Stage
    app: App
    path: Path
    matrix: Matrix
    board: int
    """The message whose buttons are pressed."""
    pressed: list[Press] = field(default_factory=list)
    effects: set[str] = field(default_factory=set)
    """The codes of which a rightful press has changed something."""

    def now(self) -> Standing:
        return standing(self.app, self.path)

    async def _press(self, cells: list[Cell]) -> list[Press]:
        """Press them at once; returns when all are answered, and what they have led to is done."""
        cast = self.matrix.cast
        presses = [
            cast.people[cell.caller.name][0].forge(cast.place(cell.caller), self.board, cell.data)
            for cell in cells
        ]
        self.pressed += presses
        await self.stage.until(lambda: all(press.answered for press in presses))
        for actor in list(self.app.hall.actors.values()):
            await actor.finish()
        await self.stage.clock.sleep(0.01)
        return presses

    async def refused(self, caller: Caller, cells: list[Cell]) -> None:
        """None of these presses of one person changes anything, and each is told why."""
        before = self.now()
        presses = await self._press(cells)
        after, seat = self.now(), seat_of(self.matrix.table, caller.user_id)
        data = [cell.data for cell in cells]
        assert self._stored(before, after, seat) == {}, (caller.name, data)
        assert after.tables.keys() == before.tables.keys(), (caller.name, data)
        for number, table in before.tables.items():
            noted = seat is not None and number == self.matrix.table.table_id
            found = differing(table, after.tables[number], caller.user_id, noted=noted)
            assert not found, (caller.name, data, found)
        for cell, press in zip(cells, presses, strict=True):
            assert press.shown is not None
            assert press.shown.text or press.shown.url or cell.code in SILENT, cell

    def _stored(self, before: Standing, after: Standing, seat: int | None) -> dict[str, Rows]:
        """What has changed on disk; which tips somebody who sits has read is his own affair."""
        changed = before.changed(after)
        person = None if seat is None else self.matrix.table.person_at(seat)
        read = {row for row in changed.pop("told", ()) if person is None or row[0] != person.person_id}
        return changed | ({"told": frozenset(read)} if read else {})

    async def rightful(self, cell: Cell) -> None:
        """A press that may have an effect has it where it should and nowhere else; then it is undone."""
        before, seat = self.now(), seat_of(self.matrix.table, cell.caller.user_id)
        await self._press([cell])
        after, table_id = self.now(), self.matrix.table.table_id
        changed = self._stored(before, after, seat)
        was, now = before.tables[table_id], after.tables[table_id]
        may = _may_change(cell, was, now)
        stored, found = before.named(changed), differing(was, now, cell.caller.user_id, noted=True)
        assert stored <= may.stored, (cell, stored - may.stored)
        assert found <= may.memory, (cell, found - may.memory)
        self._only_this_table(cell, before, after)
        self._chairs(cell, was, now, changed)
        self._the_hand(cell, was, now, changed.get("action", frozenset()), before.stored["action"])
        if changed or found or after.tables.keys() - before.tables.keys():
            self.effects.add(cell.code)
        if cell.code not in LAST:
            await put_back(self.app, before, before.changed(after).keys())

    def _only_this_table(self, cell: Cell, before: Standing, after: Standing) -> None:
        """No other table has changed; but one in the same group knows what the group has settled.

        And who wants a rematch that is open is ready there.
        """
        table_id, opened = self.matrix.table.table_id, after.tables.keys() - before.tables.keys()
        again = after.tables[table_id].rematch_at if cell.code == "rm" else 0
        assert not opened or cell.code in LAST, cell
        for number, table in before.tables.items():
            if number != table_id:
                differs = differing(table, after.tables[number], cell.caller.user_id, noted=False)
                agreed = AGREED if number == again else set()
                assert differs <= agreed | ({"chat"} & cell.right.change.memory), (cell, differs)
        for name, rows in before.changed(after).items():
            if "table_id" in before.columns[name]:
                at = before.columns[name].index("table_id")
                assert {row[at] for row in rows} <= {table_id, again, *opened}, (cell, name)

    def _chairs(self, cell: Cell, was: Table, now: Table, changed: dict[str, Rows]) -> None:
        """Whose chairs have changed: the presser's, else those which the code is about."""
        others = {
            seat
            for seat, (before, after) in enumerate(zip(was.chairs, now.chairs, strict=True))
            if (before and replace(before, told=())) != (after and replace(after, told=()))
        } - {seat_of(was, cell.caller.user_id), seat_of(now, cell.caller.user_id)}
        if now.played > was.played:
            self._after_a_hand(cell, was, now)
        elif cell.code == "ki":  # nobody but who is meant
            assert others <= {int(cell.data.rpartition(":")[2])}, cell
        elif cell.code in ("b", "n"):
            assert len(others) <= 1, cell
        his = {seat_of(was, cell.caller.user_id), seat_of(now, cell.caller.user_id)}
        assert {row[1] for row in changed.get("seat", ()) if row[0] == was.table_id} <= others | his, cell
        assert {row[1] for row in changed.get("person", ())} <= {cell.caller.user_id, None}, cell

    def _after_a_hand(self, cell: Cell, was: Table, now: Table) -> None:
        """With its end who has left is gone; the others are not ready and have the filter they set for themselves."""
        assert [_held_by(chair) for chair in now.sat] == [_held_by(chair) for chair in was.chairs], cell
        for sat, chair in zip(now.sat, now.chairs, strict=True):
            assert sat is not None, cell
            assert sat.leaving == (chair is None), cell
            if chair is not None and chair.person is not None:
                assert _held_by(chair) == _held_by(sat), cell
                assert (chair.ready, chair.filter) == ("", chair.person.claim_filter), cell

    def _the_hand(self, cell: Cell, was: Table, now: Table, lines: Rows, known: Rows) -> None:
        """The hand is what the new lines of its journal make of it; of these a person chose only his own."""
        acts = [Line(*row[1:6]) for row in sorted(lines)]
        assert not lines & known, cell  # nothing that was written is written anew
        chosen = [(line.seat, line.act) for line in acts if line.by == "person"]
        if cell.act.partition(":")[0] == "h":  # the best way of winning is found by itself
            chosen = [(number, cell.act if act.startswith("h") else act) for number, act in chosen]
        assert chosen == ([(seat_of(was, cell.caller.user_id), cell.act)] if cell.act else []), (cell, acts)
        for line in acts:
            assert self._rightly_by(line, was, now, cell), (cell, line)
        if cell.act:  # what others answer unasked follows from it
            assert next(line.by for line in acts if line.act != HOLD.text) == "person", cell
        hand, log, seq = was.hand, was.log, was.seq
        if now.hand_no != was.hand_no:
            hand, events = begin(hand_start(replace(now, match=was.match), now.hand_no)[0])
            log, seq = public_events(hand, events), 0
        for line in acts:
            assert (line.hand_no, line.seq) == (now.hand_no, seq), (cell, line)
            assert hand is not None
            hand, events = apply(hand, Action(HOST if line.seat is None else line.seat, parse_act(line.act)))
            log, seq = log + public_events(hand, events), seq + 1
        assert (now.hand, now.log, now.seq) == (hand, log, seq), cell

    @staticmethod
    def _rightly_by(line: Line, was: Table, now: Table, cell: Cell) -> bool:
        """Whether the line is by whom it may be: computers and filters answer for their own seats."""
        if line.seat is None:
            return line.by == "host"
        before, after = was.chair(line.seat), now.chairs[line.seat]
        match line.by:
            case "person":
                return seat_of(was, cell.caller.user_id) == line.seat
            case "computer":
                return after is None or not after.by_person  # None: who has left, at the end of the hand
            case "filter":
                return {before.filter, after.filter if after else NO_FILTER} != {NO_FILTER}
            case _:
                return False


def _may_change(cell: Cell, was: Table, now: Table) -> Change:
    """What the press may change, with what comes with a hand's end, a deal or an awakening, where that has come."""
    change = cell.right.change
    if "hand" in change.memory and now.played > was.played:
        change |= HAND_OVER
    if cell.code == "g" and now.hand_no != was.hand_no:
        change |= DEALT
    if (cell.act or cell.code in WAKING) and was.state == "asleep":
        change |= AWOKEN
    return change


def _held_by(chair: Chair | None) -> object:
    return chair and (chair.person and chair.person.person_id)


@pytest.mark.logs("too many notices wait", "given up")
@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(
            moment,
            id=f"{moment.typed.split()[0]}, {moment.name}",
            marks=() if moment.name in FIRST else pytest.mark.slow,
        )
        for moment in MOMENTS
    ],
)
@virtual
async def test_only_who_may_is_heard_and_changes_nothing_but_what_it_is_for(
    stage: Stage, path: Path, moment: Moment
) -> None:
    cast = Cast(stage)
    with patch.object(Taps, "allow", lambda *_: True):  # nobody presses so much that it is not looked at
        async with hosting(stage, path) as app:
            other = await meet(stage, cast)
            bench = await bench_at(stage, app, path, cast, other, moment)
            cells = [cell for code in in_order() for cell in bench.matrix.of(code)]
            for caller in cast.callers:
                wrong = [cell for cell in cells if cell.caller == caller and not cell.may]
                for at in range(0, len(wrong), AT_ONCE):
                    await bench.refused(caller, wrong[at : at + AT_ONCE])
            for cell in cells:
                if cell.may:
                    await bench.rightful(cell)
            await stage.quiet()
    answers = Counter(
        c.fields["callback_query_id"] for c in stage.world.calls if c.method == "answerCallbackQuery"
    )
    assert {answers[press.id] for press in bench.pressed} == {1}
    assert len(bench.pressed) == len(cells) == 1526
    assert bench.effects == moment.expected


def in_order() -> list[str]:
    """All codes; those at the end whose effect stays."""
    return sorted(CODES, key=lambda code: (code in LAST, code))


async def bench_at(stage: Stage, app: App, path: Path, cast: Cast, other: Group, moment: Moment) -> Bench:
    """Play until the moment has come; then everybody holds still."""
    (foreign,) = app.hall.tables_in(other.id)
    typed = f"{moment.typed} dice=off tempo=none"
    players = await open_table(stage, typed, people=moment.people, kind=moment.kind)

    def table() -> Table:
        return app.hall.tables_in(stage.group.id)[0]

    opened = table()
    if moment.name != "lobby":
        lobby = stage.group.from_bot[0]
        await players[0].press(lobby, coded(lobby.data, "g")[0])
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: moment.holds(table()), patience=LONGEST_MATCH)
    assert _settled(table()) == _settled(opened)
    await moment.then(stage, table())
    await stage.quiet(seconds=3.0)
    return Bench(stage, app, path, Matrix(table(), foreign, cast, stage.group), stage.group.board().id)


def _settled(table: Table) -> tuple[object, ...]:
    """What nobody's playing changes, however often he has pressed on the way to the moment."""
    chairs = [(c and c.person, c and c.filter, c and c.leaving) for c in table.chairs]
    asked_for = (table.waiting, table.pauses, table.called, table.vote, table.options_at)
    return (
        table.chat,
        table.opener,
        table.game,
        table.options,
        table.house,
        table.commitment,
        asked_for,
        chairs,
    )
