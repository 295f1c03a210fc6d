"""Two hands of Fuding before a referee, from rigged walls: what is judged, told, shown, paid and written down.

The first ends with a forbidden discard that is won. In the second one comes back, and three share the last tiles.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from engine.fairness import Randomness
from engine.games.fuding import GAME
from engine.prompts import PromptKind
from engine.state import HandState
from engine.tiles import TEXT, parse_tiles
from handlers.app import App
from handlers.tables import judging
from handlers.tables.clocks import deadline
from playground.model import Message
from playground.people import Person
from tests.end_to_end.driving import coded
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import check_record, journal, rows, score_of
from tests.engine.rigged import rigged
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

TAIL = "5p7s12345678f5555z"
"""The gold is 7s; flowers and 白 lie where nobody comes."""
WAITS_6Z = "123456789m123p66z99s"
DULL = (
    "147m258p369s1234z57p7s",
    "258m147p258s6234z69p7s",
    "1369m369p1489s1234z7s",
    "258m147p258s36p6z369m1z",
)
"""Far from any hand; nobody draws a fourth tile of a kind."""
LATE = 8
"""With so many tiles left an honour wants three to be seen (FD-29)."""


def wall_for(dealer: int, hands: Sequence[str], first: str) -> tuple[int, ...]:
    """A wall from which nobody draws a flower, and nobody draws an honour late."""
    used = [tile for hand in hands for tile in parse_tiles(hand)] + list(parse_tiles(TAIL))
    rest = list(GAME.tiles.sorted_list())
    for tile in used:
        rest.remove(tile)
    rest.remove(TEXT.index(first))
    honours, numbers = [k for k in rest if k >= 27], [k for k in rest if k < 27]
    numbers.sort(key=lambda kind: (kind % 9 % 3, kind % 9, kind))
    front = {at: TEXT[kind] for at, kind in enumerate([*honours, *numbers])}
    dealt = [hand + first if seat == dealer else hand for seat, hand in enumerate(hands)]
    match = GAME.first_match(GAME.options(), dealer)
    return rigged(GAME, hands=dealt, front=front, tail=TAIL, match=match, mode="referee").state.wall


@contextmanager
def walls(*found: tuple[int, tuple[int, ...]]) -> Iterator[None]:
    """The hands of the match are dealt from these walls; the first dealer is as given."""
    dealt = iter(found)

    def drawn(*_: object) -> Randomness:
        return Randomness(next(dealt)[1], (1, 1), found[0][0])

    def first(*_: object) -> Randomness:
        return Randomness(found[0][1], (1, 1), found[0][0])

    with patch("engine.phases.randomness", drawn), patch("handlers.tables.deal.randomness", first):
        yield


class Script:
    """Four people who do what the test says, by the buttons that stand on their phones."""

    def __init__(self, stage: Stage, app: App) -> None:
        self.stage = stage
        self.app = app

    @property
    def hand(self) -> HandState:
        hand = only_table(self.app).hand
        assert hand is not None
        return hand

    def person(self, seat: int) -> Person:
        return self.stage.people[seat]

    def panel(self, seat: int) -> Message | None:
        return self.person(seat).private.board_or_none()

    async def do(self, seat: int, wanted: str) -> None:
        """Press this button of the panel once it stands there."""

        def stands() -> tuple[Message, str] | None:
            panel, number = self.panel(seat), only_table(self.app).decision_for(seat)
            found = [one for one in panel.data if _what(one) == wanted] if panel else []
            return next(((panel, one) for one in found if panel and _number(one) in (0, number)), None)

        found = await self.stage.until(stands)
        assert found is not None
        press = self.person(seat).press(found[0], {"callback_data": found[1], "text": ""})
        await self.stage.until(lambda: press.answered)

    async def go_on(self, until: PromptKind, *, left: int = 99, seat: int | None = None) -> None:
        """All pass and throw what they draw until this is asked (of this seat), with so few tiles left."""
        for _ in range(600):
            prompt = self.hand.prompt
            assert prompt is not None
            turn = prompt.kind is PromptKind.TURN
            asked = seat is None or bool(prompt.options[seat])
            if prompt.kind is until and self.hand.left <= left and asked:
                return
            one = prompt.missing[0]
            drawn = self.hand.seats[one].drawn
            await self.do(one, f"d:{TEXT[drawn]}" if turn and drawn is not None else "x")
        raise AssertionError(f"{until} does not come")

    async def turn_of(self, seat: int) -> Message:
        """The seat's panel once its tiles can be thrown."""
        await self.stage.until(lambda: "d:" in str((self.panel(seat) or self.stage.group.board()).data))
        return self.panel(seat) or self.stage.group.board()

    async def reads(self, part: str) -> Message:
        """The group's newest message in which this stands."""
        found = await self.stage.until(
            lambda: next((m for m in reversed(self.stage.group.from_bot) if part in m.text), None)
        )
        assert found is not None
        return found


def _what(data: str) -> str:
    return data.split(":", 2)[2] if data.count(":") > 1 else ""


def _number(data: str) -> int:
    return int(data.split(":")[1], 36)


async def ready(script: Script) -> None:
    """Everybody is ready for the next hand, and it is dealt."""
    stage, before = script.stage, only_table(script.app).hand_no
    for person in stage.people:
        card = await stage.until(stage.group.board_or_none)
        assert card is not None
        button = coded(stage.group.board().data, "g")
        if button and only_table(script.app).state == "ready":
            await stage.press(person, card, button[0])
    await stage.until(lambda: only_table(script.app).hand_no > before)


def judgements(path: Path, number: int) -> list[str]:
    """What the journal of a hand has: `seat verdict clause`."""
    hand = rows(path, "SELECT * FROM hand ORDER BY hand_id")[number]
    events = [event for row in journal(path, hand) for event in json.loads(row["events"])]
    return [f"{event[1]} {event[4]}" for event in events if event[0] == "judged"]


@virtual
async def test_a_false_win_a_standing_seat_and_forbidden_discards(stage: Stage, path: Path) -> None:
    first = wall_for(3, [DULL[0], WAITS_6Z, DULL[1], DULL[3].replace("36s", "37s")], "1m")
    second = wall_for(1, DULL, "1m")
    with walls((3, first), (1, second), (3, first), (1, second)):
        async with hosting(stage, path) as app:
            await open_table(stage, "fuding mode=referee tempo=none window=open dice=off hands=4")
            script = Script(stage, app)
            await stage.press(stage.wei, stage.group.board(), coded(stage.group.board().data, "g")[0])
            await stage.until(lambda: only_table(app).state == "playing")
            await false_win(script)
            await forbidden_and_won(script)
            await ready(script)
            await forbidden_and_returned(script)
            await division_for_three(script)
            await stage.quiet()
            stage.check()
        hands = check_record(path)
    assert judgements(path, 0) == ["2 fine 一.4", "3 bao 一.7"]
    assert judgements(path, 1) == ["0 stand 二.2", "3 return 一.7"]
    assert score_of(path, hands[1]) == [0, 0, 0, 0]


async def false_win(script: Script) -> None:
    """林姨 announces on a tile and shows her hand: fined, open, standing; she plays on."""
    await script.go_on(PromptKind.TURN, seat=0)
    await script.do(0, "d:1z")
    await script.do(2, "h")
    await script.go_on(PromptKind.REVEAL)
    board = await script.reads("林姨⁩ 喊胡")
    assert [_what(data) for data in board.data[:2]] == ["v", "w"]
    await script.do(2, "v")
    told = await script.reads("⚖️")
    assert "林姨" in told.text
    assert "（一.4）" in told.text
    await script.go_on(PromptKind.TURN, seat=2)
    board = await script.reads("站胡")
    assert "369" not in board.text
    assert "h" not in [_what(data) for data in (await script.turn_of(2)).data]


async def forbidden_and_won(script: Script) -> None:
    """Tom throws 发 in the last eight with none to be seen; Sofia wins on it, and he pays for all three."""
    await script.go_on(PromptKind.TURN, left=LATE, seat=3)
    await script.do(3, "d:6z")
    await script.do(1, "h")
    await script.go_on(PromptKind.REVEAL)
    await script.do(1, "v")
    card = await script.reads("包三家")
    assert "（一.7）" in card.text
    card = await script.reads("谁给谁")
    assert script.hand.over
    settlement = script.hand.settlement
    assert settlement is not None
    hand = [move for move in settlement.transfers if move.reason not in ("fine",)]
    assert {move.payer for move in hand if move.receiver == 1} == {3}
    fines = [
        (move.payer, move.receiver, move.amount) for move in settlement.transfers if move.reason == "fine"
    ]
    assert sorted(fines) == [(2, 0, 1000), (2, 1, 1000), (2, 3, 1000)]
    for told in ("（一.4）", "（一.7）", "赔胡：", "包："):
        assert told in card.text


async def forbidden_and_returned(script: Script) -> None:
    """Wei takes a false win back and stands. Tom's 发 is won by nobody: it goes back, and he throws another tile."""
    await script.go_on(PromptKind.TURN, seat=0)
    await script.do(0, "h")
    await script.do(0, "w")
    await script.reads("（二.2）")
    await script.go_on(PromptKind.TURN, left=LATE, seat=3)
    await script.do(3, "d:6z")
    await script.go_on(PromptKind.TURN, seat=3)
    await script.reads("（一.7）")
    assert not script.hand.over
    assert TEXT.index("6z") in script.hand.seats[3].hand
    assert "d:6z" in [_what(data) for data in (await script.turn_of(3)).data]  # locked: its press says why
    await script.do(3, "d:6z")
    assert "6z" in [TEXT[tile] for tile in script.hand.seats[3].hand]
    await script.do(3, "d:2m")


async def division_for_three(script: Script) -> None:
    """Three seats may still win: three tiles are dealt out, one to each, and nobody pays anything."""
    await script.go_on(PromptKind.DIVISION)
    asked: list[int] = []
    while not script.hand.over:
        prompt = script.hand.prompt
        assert prompt is not None
        asked += prompt.missing
        await script.do(prompt.missing[0], "x")
    assert sorted(asked) == [1, 2, 3]
    card = await script.reads("和局")
    assert "（二.2）" in card.text
    assert "（一.7）" not in card.text  # what was taken back cost nothing


@virtual
async def test_a_referees_questions_survive_restarts(stage: Stage, path: Path) -> None:
    """Killed while flowers are laid out, and while a win is to be shown and an objection runs: all get their time."""
    wall = wall_for(3, [DULL[0], WAITS_6Z, DULL[1], DULL[3].replace("36s", "37s")], "1m")
    with walls(*[(3, wall)] * 4):  # dealt once, folded three times
        async with hosting(stage, path) as app:
            await open_table(
                stage, "fuding mode=referee tempo=slow window=open dice=off objection_quorum=2 hands=4"
            )
            await stage.press(stage.wei, stage.group.board(), coded(stage.group.board().data, "g")[0])
            await stage.until(lambda: only_table(app).state == "playing")
            await Script(stage, app).do(3, "x")
        async with hosting(stage, path) as app:
            script = Script(stage, app)
            await stage.until(lambda: only_table(app).hand is not None)
            assert script.hand.prompt is not None
            assert script.hand.prompt.kind is PromptKind.FLOWER
            assert deadline(only_table(app)) == stage.clock.now() + judging.FLOWER_TIME
            await script.go_on(PromptKind.TURN, seat=0)
            await script.do(1, "mo:1")
            for step in ("mo:q", "mo:q3", "q:3:9"):
                await script.do(1, step)
            await script.do(0, "h")
        async with hosting(stage, path) as app:
            script = Script(stage, app)
            await stage.until(lambda: only_table(app).hand is not None)
            table = only_table(app)
            assert deadline(table) == stage.clock.now() + judging.REVEAL_TIME
            assert table.objecting_until == stage.clock.now() + 20_000
            await script.reads("（二.2）")
            await script.reads("意见不够数")
        check_record(path)
    assert judgements(path, 0) == ["0 stand 二.2"]
