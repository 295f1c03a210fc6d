"""One claim window after another through the whole bot: each is staged, pressed through, and its trace kept.

A script is made for a pair of twins and run twice, once in each bot; all times are those of the script, so what the
bot does at other times, or in other words, it does because of tiles that nobody may know.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from engine.actions import CLOSE, HOLD, HOST, PASS, Act, Action
from engine.computer import choose
from engine.game import Game
from engine.hand import apply, settled
from engine.options import TableOptions
from engine.prompts import PromptKind
from engine.scoring import SEATS
from engine.state import HandState
from engine.views import seat_view
from handlers.app import App
from handlers.callback_data import table_data
from handlers.message import Urgency
from handlers.tables import hall
from handlers.tables.deal import computer_chair
from handlers.tables.effects import BeginHand, Dirty, Row, Surface, VoidHand
from handlers.tables.model import NO_FILTER, STEPS, Chair, Clockwork, Table
from handlers.tables.records import write_rows
from handlers.tables.table import wake_at
from tests.end_to_end.driving import Player, coded, sit
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.security.hiding import claimers, states, twin
from tests.security.wiretap import Sent, Wiretap, tapped

BEFORE = 8.0
"""Seconds for the staged table to be shown, and for the pace of the chats to be free again."""
AFTER = 90.0
CLAIMS_WITHIN = (0.6, 2.2)
"""When people press in a window, in seconds after the discard: inside every pause."""
KONG = frozenset("k")


@dataclass(frozen=True, slots=True)
class Plan:
    """What happens in one window, alike for both twins."""

    house: TableOptions
    people: frozenset[int]
    filters: tuple[str, str, str, str]
    opener: tuple[int, Act]
    """Who opens the window, by which discard or added kong."""
    presses: tuple[tuple[float, int, Act], ...]
    """Seconds after it, seat, act."""
    following: tuple[int, tuple[Act, ...]] | None
    """Who is next, and what this person may do in both twins; None where a computer is next."""
    readers: frozenset[int]
    """Seats whose own screens are compared beside the group's."""

    @property
    def pause(self) -> float:
        """The longest pause, in seconds."""
        return 5.0 if self.house.window == "masked" else 15.0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two hands that look alike, and what is done with both."""

    one: HandState
    other: HandState
    plan: Plan


# -- making pairs


def pairs(game: Game, number: int, seed: int) -> list[Pair]:
    """So many pairs of twins, in the window of which different seats can do different things."""
    rnd = Random(f"{game.id} {seed}")
    found: list[Pair] = []
    hands = seed * 1000
    while len(found) < number:
        hands += 1
        for state in states(game, 2, hands):
            if rnd.random() < 0.25 and (pair := _pair(state, rnd)) is not None:
                found.append(pair)
    return found[:number]


def _pair(state: HandState, rnd: Random) -> Pair | None:
    """A pair that begins with this turn, if it makes one."""
    prompt = state.prompt
    if prompt is None or prompt.kind is not PromptKind.TURN or state.phase != "play":
        return None
    seat = state.turn
    kongs = [act for act in prompt.options[seat] if act.verb in KONG and _is_added(state, seat, act)]
    throws = [act for act in prompt.options[seat] if act.verb == "d"]
    opener = (seat, rnd.choice(kongs or throws)) if kongs or throws else None
    if opener is None or (opener[1].verb == "d" and _is_asked_twice(state, seat, opener[1])):
        return None
    people = frozenset({seat, *rnd.sample(SEATS, rnd.randint(1, 4))})
    if len(people) < 2:
        return None
    claimer = rnd.choice([None, *(other for other in people if other != seat)])
    readers = frozenset({seat} if claimer is None else {seat, claimer})
    other = twin(state, readers, rnd)
    if other is None:
        return None
    return _planned(state, other, opener, people, claimer, readers, rnd)


def _is_asked_twice(state: HandState, seat: int, act: Act) -> bool:
    """Whether the first press of this discard only warns."""
    return act.tile in state.game.wilds(state, seat) or act.tile in state.game.warnings(state, seat)


def _is_added(state: HandState, seat: int, act: Act) -> bool:
    return any(meld.tile == act.tile for meld in state.seats[seat].melds)


def _planned(
    one: HandState,
    other: HandState,
    opener: tuple[int, Act],
    people: frozenset[int],
    claimer: int | None,
    readers: frozenset[int],
    rnd: Random,
) -> Pair | None:
    opened = [apply(state, Action(*opener))[0] for state in (one, other)]
    prompts = [state.prompt for state in opened]
    if any(prompt is None or prompt.kind not in (PromptKind.CLAIM, PromptKind.ROB) for prompt in prompts):
        return None
    if claimers(prompts[0]) == claimers(prompts[1]):
        return None
    asked = prompts[0].asked if prompts[0] is not None else ()
    if any(_computer_claims(state, seat) for state in opened for seat in asked if seat not in people):
        return None
    filters = [rnd.choice("0000123") if seat in people else NO_FILTER for seat in SEATS]
    answers: dict[int, Act] = {}
    for seat in asked:
        acts = [set(prompt.options[seat]) for prompt in prompts if prompt is not None]
        if seat not in people:
            continue
        if seat == claimer:
            mine = sorted(acts[0] - {PASS}, key=str)
            if mine:
                answers[seat], filters[seat] = rnd.choice(mine), NO_FILTER
        elif acts != [{PASS}, {PASS}] or rnd.random() < 0.4:
            answers[seat] = PASS
    closed = [_closed(state, answers) for state in opened]
    following = _following(closed, people)
    if following is False:
        return None
    if following is not None and answers.get(following[0], PASS).verb in "xk":
        readers -= {following[0]}  # what it draws is its own
    times = {seat: rnd.uniform(*CLAIMS_WITHIN) for seat in answers}
    plan = Plan(
        TableOptions(window=rnd.choice(("masked", "fixed"))),
        people,
        (filters[0], filters[1], filters[2], filters[3]),
        opener,
        tuple(sorted((times[seat], seat, act) for seat, act in answers.items())),
        following,
        readers,
    )
    return Pair(one, other, plan)


def _computer_claims(state: HandState, seat: int) -> bool:
    return choose(seat_view(state, seat)) is not PASS


def _closed(state: HandState, answers: dict[int, Act]) -> HandState:
    """The hand after its window, all others having passed."""
    state, _ = apply(state, Action(HOST, HOLD))
    assert state.prompt is not None
    for seat in state.prompt.asked:
        state, _ = apply(state, Action(seat, answers.get(seat, PASS)))
    assert settled(state)
    return apply(state, Action(HOST, CLOSE))[0]


def _following(
    closed: Sequence[HandState], people: frozenset[int]
) -> tuple[int, tuple[Act, ...]] | Any | None:
    """The next person's discards that both twins allow; False where the twins part in the open."""
    ends = [state.over for state in closed]
    if any(ends):
        return None if all(ends) and closed[0].result == closed[1].result else False
    turns = {state.turn for state in closed}
    if len(turns) != 1:
        return False
    (seat,) = turns
    drawn = [_drawn(state) for state in closed]
    if any(state.over or state.turn != seat or state.phase != "play" for state in drawn):
        return False
    if "open" in closed[0].seats[seat].declared:
        return False  # all see what it draws
    if seat not in people:
        plain = all(choose(seat_view(state, seat)).verb == "d" for state in drawn)
        return None if plain else False  # a kong is seen, and takes a turn of its own
    both = sorted(set.intersection(*(set(_throws(state, seat)) for state in drawn)), key=str)
    if not both or any(_parts(apply(state, Action(seat, both[0]))[0], people) for state in drawn):
        return False
    return (seat, tuple(both))


def _parts(state: HandState, people: frozenset[int]) -> bool:
    """Whether a computer claims at once: no pause is held where all people are barred before everybody's eyes."""
    prompt = state.prompt
    if prompt is None or prompt.kind is not PromptKind.CLAIM or people.intersection(prompt.asked):
        return False
    return any(_computer_claims(state, seat) for seat in prompt.asked)


def _drawn(state: HandState) -> HandState:
    """The next seat has drawn rather than taken the discard."""
    if state.prompt is not None and state.prompt.kind is PromptKind.CHOW:
        return apply(state, Action(state.turn, PASS))[0]
    return state


def _throws(state: HandState, seat: int) -> list[Act]:
    assert state.prompt is not None
    return [
        act for act in state.prompt.options[seat] if act.verb == "d" and not _is_asked_twice(state, seat, act)
    ]


# -- running them


@dataclass(frozen=True, slots=True)
class Seen:
    """One call of the bot as its readers notice it: when, where, what."""

    at: float
    where: str
    method: str
    content: str


class Scene:
    """A bot with one table, at which windows are staged one after another."""

    def __init__(self, stage: Stage, app: App, tap: Wiretap) -> None:
        self.stage = stage
        self.tap = tap
        self.app = app
        self.table_id = only_table(app).table_id
        self.persons = [chair.person for chair in only_table(app).chairs if chair]

    @property
    def table(self) -> Table:
        return self.app.hall.actors[self.table_id].table

    @property
    def now(self) -> float:
        return self.stage.clock.seconds()

    async def run(self, hand: HandState, plan: Plan) -> list[Seen]:
        """Stage the hand, carry the plan out, and give what its readers have noticed since the window opened."""
        await self._set_up(hand, plan)
        await self.stage.clock.sleep(BEFORE)
        hall.secrets.seed(self.table.hand_no)  # type: ignore[attr-defined]
        began, before = self.now, len(self.tap.sent)
        await self._press(plan.opener[0], "private", plan.opener[1])
        for after, seat, act in plan.presses:
            await self._until(began + after)
            await self._press(seat, "group", act)
        await self._until(began + plan.pause + 3)
        if plan.following is not None:
            await self._go_on(plan, began)
        else:
            await self._until(began + plan.pause + 7)
        self._stand_still()
        await self.stage.clock.sleep(AFTER)
        return self._trace(self.tap.sent[before:], plan, began)

    async def _go_on(self, plan: Plan, began: float) -> None:
        """The next person draws, if that is asked, and discards."""
        assert plan.following is not None
        seat, throws = plan.following
        if self.table.prompt is not None and self.table.prompt.kind is PromptKind.CHOW:
            await self._press(seat, "private", PASS)
        await self._until(began + plan.pause + 5)
        await self._press(seat, "private", throws[0])
        await self._until(began + plan.pause + 7)

    async def _until(self, instant: float) -> None:
        await self.stage.clock.sleep(max(0.0, instant - self.now))

    async def _set_up(self, hand: HandState, plan: Plan) -> None:
        actor, now = self.app.hall.actors[self.table_id], self.stage.clock.now()
        chairs = [
            Chair(self.persons[seat], filter=plan.filters[seat]) if seat in plan.people else computer_chair()
            for seat in SEATS
        ]
        table = replace(
            actor.table,
            game=hand.game,
            options=hand.options,
            house=plan.house,
            state="playing",
            chairs=tuple(chairs),  # type: ignore[arg-type]
            match=hand.match,
            hand=hand,
            hand_no=actor.table.hand_no + 1,
            seq=0,
            decision=STEPS * 100 * actor.table.hand_no,
            log=(),
            clock=Clockwork(opened_at=now),
            touched_at=now,
        )
        before = actor.table.hand
        rows: list[Row] = [VoidHand(actor.table.hand_no)] if before is not None and not before.over else []
        people = tuple(chair.person.person_id if chair.person else None for chair in chairs)
        rows.append(BeginHand(table.hand_no, 1, hand.match.to_json(), {}, people))
        await self.app.hall.database.write(lambda connection: write_rows(connection, table, rows, now))
        actor.table = table
        self.app.hall._wake(self.table_id, wake_at(table, now))
        self.app.hall.showing.want(table, Dirty(Surface("board"), Urgency.BOARD))
        for seat in {plan.opener[0], *plan.readers}:
            self.app.hall.showing.want(table, Dirty(Surface("panel", seat), Urgency.MUST_ACT))

    def _stand_still(self) -> None:
        """No clock runs until the next window is staged."""
        actor = self.app.hall.actors[self.table_id]
        actor.table = replace(actor.table, state="asleep", before="playing")
        self.app.hall._wake(self.table_id, None)

    async def _press(self, seat: int, where: str, act: Act) -> None:
        person, room = self.stage.people[seat], self.stage.group
        number = self.table.decision if where == "private" else self.table.shown_decision
        verb, _, arg = act.text.partition(":")
        data = table_data(self.table_id, number, verb, *([arg] if arg else []))
        press = person.press(person.private.find(data)[0] if where == "private" else room.find(data)[0], data)
        await self.stage.until(lambda: press.answered, patience=5.0)

    # -- what is noticed

    def _trace(self, sent: Sequence[Sent], plan: Plan, began: float) -> list[Seen]:
        """What the group and the readers see, up to where a computer's discard parts the twins."""
        read = {"group", *(str(seat) for seat in plan.readers)}
        trace = [Seen(round(one.at - began, 3), self._where(one), one.method, one.text) for one in sent]
        trace = [one for one in trace if one.where in read]
        if plan.following is not None:
            thrown, end = plan.pause + 5, plan.pause + 6  # then another draws, which only he may see
            return [one for one in trace if one.at < (end if one.where == "group" else thrown)]
        after = max((at for at, _, _ in plan.presses), default=0.1) + 0.01
        end = min((one.at for one in trace if one.at > after), default=plan.pause + 7)
        board = [replace(one, content="") for one in trace if one.where == "group" and one.at > after]
        return [one for one in trace if one.at < end] + board[:1]

    def _where(self, sent: Sent) -> str:
        if sent.chat_id == self.stage.group.id:
            return "group"
        seats = [seat for seat in SEATS if self.stage.people[seat].id in (sent.chat_id, sent.presser)]
        return str(seats[0]) if seats else "elsewhere"


@asynccontextmanager
async def scene(path: Path, stage: Stage, typed: str, *, pictures: bool) -> AsyncIterator[Scene]:
    """A bot at whose only table four people sit; its first hand has been dealt."""
    with tapped(stage.world) as tap:
        async with hosting(stage, path) as app:
            app.hall.showing.stage = replace(app.hall.showing.stage, pictures=pictures)
            yield await _seated(stage, app, tap, typed)


async def _seated(stage: Stage, app: App, tap: Wiretap, typed: str) -> Scene:
    stage.wei.send(stage.group, f"/new {typed} dice=off")
    await stage.until(stage.group.board_or_none)
    lobby = stage.group.board()
    for person in stage.people:
        await sit(Player(person, stage.group, 1), lobby)
    await stage.until(lambda: all(chair and chair.reached for chair in only_table(app).chairs))
    await stage.press(stage.wei, lobby, coded(lobby.data, "g")[0])
    await stage.until(lambda: only_table(app).state == "playing")
    standing = Scene(stage, app, tap)
    standing._stand_still()
    await stage.clock.sleep(AFTER)
    return standing
