"""The fifteen reasons for which games hosted in chats die, and what happens here instead; one test each."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from engine.games.fuzhou import GAME as FUZHOU
from engine.views import public_view
from handlers.app import App
from handlers.callback_data import parse
from handlers.show.texts import Texts, signed
from handlers.tables.clocks import deadline
from handlers.tables.commands import Delivered, Press, Tick
from handlers.tables.model import Table
from handlers.tables.table import wake_at
from playground.model import Call, Message
from tests.end_to_end.driving import Player, coded, playing, sit
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import check_record, fold, journal, rows
from tests.engine.rigged import rigged
from tests.fakes.clock import VirtualClock, run_virtual, virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers import test_world
from tests.handlers.tables import after, dealt, lobby
from tests.security import test_twin_windows
from tests.security.screens import table_with

T = TypeVar("T")
TYPED = "fuzhou hands=4 dice=off tempo=quick"
HANS, EN = (Texts.load().of(language) for language in ("zh_Hans", "en"))


async def seen(stage: Stage, find: Callable[[], T | None], *, patience: float = 120.0) -> T:
    """What `find` gives, once it gives something."""
    found = await stage.until(find, patience=patience)
    assert found is not None
    return found


async def begin(stage: Stage, app: App, typed: str = TYPED, *, people: int = 4) -> list[Player]:
    """A table whose first hand is dealt."""
    players = await open_table(stage, typed, people=people)
    lobby_message = stage.group.from_bot[0]
    await players[0].press(lobby_message, coded(lobby_message.data, "g")[0])
    await stage.until(lambda: only_table(app).state == "playing")
    await stage.quiet(seconds=2)
    return players


async def play_hand(stage: Stage, app: App, players: list[Player]) -> None:
    """They play until one hand more is settled and shown."""
    played = only_table(app).played
    async with playing(players, stage.clock.sleep):
        await stage.until(lambda: only_table(app).played > played, patience=LONGEST_MATCH)
    await stage.quiet(seconds=6)


def panels(player: Player) -> list[Message]:
    """The player's messages in private that can be played from, the oldest first."""
    return [message for message in player.person.private.from_bot if coded(message.data, "dcpkhxo")]


@pytest.mark.logs("cannot be written to")
@virtual
async def test_01_the_bot_cannot_write_to_a_player(stage: Stage, path: Path) -> None:
    """Whoever has never opened the private chat is led there, and one START seats him."""
    stage.tom.private.chat.started = False
    async with hosting(stage, path) as app:
        await open_table(stage, TYPED, people=3)
        board = stage.group.from_bot[0]
        press = await stage.press(stage.tom, board, coded(board.data, "j")[0])
        assert press.shown is not None
        assert press.shown.url
        assert not only_table(app).chair(3).reached
        stage.tom.follow(press.shown.url)
        stage.tom.start()
        await stage.until(lambda: only_table(app).chair(3).reached)
        await stage.until(lambda: stage.tom.private.from_bot)
        stage.tom.block()
        await stage.quiet()
        await begin_again(stage, app)
    assert not stage.world.unanswered


async def begin_again(stage: Stage, app: App) -> None:
    """The others cannot deal to whoever has blocked the bot; when he is back, they can."""
    lobby_message = stage.group.from_bot[0]
    await stage.press(stage.wei, lobby_message, coded(lobby_message.data, "g")[0])
    await stage.quiet()
    assert only_table(app).state == "lobby"
    stage.tom.start()
    await stage.until(lambda: only_table(app).state == "playing")


@virtual
async def test_02_flood_limits_freeze_everybody(stage: Stage, path: Path) -> None:
    """A 429 of a minute in one group: its people play on in private, another group notices nothing."""
    other = stage.world.add_group("另一桌", *stage.people[2:])
    async with hosting(stage, path) as app:
        players = await begin(stage, app, people=2)
        elsewhere = [Player(person, other, 2) for person in stage.people[2:]]
        await open_in(stage, elsewhere)
        stage.world.faults.too_many(60, "editMessageMedia", chat_id=stage.group.id)
        async with playing([*players, *elsewhere], stage.clock.sleep):
            await stage.until(lambda: refused(stage))
            since = len(stage.world.calls)
            await stage.clock.sleep(55)
            calls = stage.world.calls[since:]
        assert not [call for call in calls if call.chat_id == stage.group.id and written(call)]
        for chat in (other.id, stage.wei.id):
            assert len([call for call in calls if call.chat_id == chat and written(call)]) >= 3
        await stage.quiet()
    assert all(press.answered for press in stage.world.presses.values())


async def open_in(stage: Stage, players: list[Player]) -> None:
    """The players open a table in their group, sit down and deal."""
    group = players[0].group
    assert group is not None
    players[0].person.send(group, f"/new {TYPED}")
    board = await seen(stage, lambda: next((m for m in group.from_bot if coded(m.data, "j")), None))
    for player in players:
        await sit(player, board)
    await players[0].press(board, coded(board.data, "g")[0])


def refused(stage: Stage) -> list[Call]:
    return [call for call in stage.world.calls if call.status == 429]


def written(call: Call) -> bool:
    return call.method.startswith(("send", "edit"))


@virtual
async def test_03_an_absent_player_blocks_the_table(stage: Stage, path: Path) -> None:
    """After two of his turns the computer plays for him; one press, and the seat is his again."""
    async with hosting(stage, path) as app:
        players = await begin(stage, app)
        await play_hand(stage, app, players[:3])
        assert only_table(app).chair(3).played_by == "computer"
        note = next(m for m in stage.tom.private.from_bot if m.text == EN.plain("away.private"))
        assert not note.silent
        press = await stage.press(stage.tom, note, EN.button("button.back_in_seat"))
        assert press.shown is not None
        assert press.shown.text == EN.plain("toast.welcome_back")
        assert only_table(app).chair(3).played_by == "person"
    expired = rows(path, "SELECT seat FROM action WHERE by = 'clock' AND act LIKE 'd:%'")
    assert {row["seat"] for row in expired} == {3}
    assert len(expired) == 2


def test_04_the_wrong_person_is_punished() -> None:
    """A turn that runs out counts against him who had it, from when he could see it, and not if he had no chance."""
    table = dealt(lobby(tempo="quick"))
    assert table.hand is not None
    turn, now = table.hand.turn, 1_000
    seen = now + 6_000
    table, _ = after(table, Delivered(turn, table.decision), now=seen)
    due = deadline(table)
    assert due == seen + 20_000
    while (wake := wake_at(table, now)) is not None and wake < due:
        now = wake
        table, _ = after(table, Tick(), now=now)
    assert [chair.expiries for chair in table.chairs if chair] == [0, 0, 0, 0]
    table, _ = after(table, Tick(), now=due)
    assert [chair.expiries for chair in table.chairs if chair] == [int(seat == turn) for seat in range(4)]


def test_05_a_dead_game_blocks_the_chat(stage: Stage, path: Path) -> None:
    """Where a table is stuck another one opens at once; after a day the stuck one is put aside, and comes back."""
    run_virtual(stuck_for_a_day(stage, path), stage.clock, limit=2 * 24 * 3600.0)


async def stuck_for_a_day(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await begin(stage, app, "fuzhou hands=4 dice=off tempo=none")
        stuck = only_table(app)
        stage.sofia.send(stage.group, "/new qingtian")
        await stage.until(lambda: len(app.hall.actors) == 2)
        await stage.clock.sleep(25 * 3600)
        assert state_of(app, stuck) == "asleep"
        stage.sofia.send(stage.group, "/table")
        await stage.quiet()
        shown = [m for m in stage.group.from_bot if coded_wake(m, stuck)]
        if state_of(app, stuck) == "asleep":
            await stage.press(stage.wei, shown[-1], coded_wake(shown[-1], stuck)[0])
        assert state_of(app, stuck) == "playing"
        assert app.hall.table(stuck.table_id) is not None
    check_record(path)


def state_of(app: App, table: Table) -> str:
    found = app.hall.table(table.table_id)
    assert found is not None
    return found.state


def coded_wake(message: Message, table: Table) -> list[str]:
    """The buttons that bring the table back."""
    found = []
    for data in message.data:
        pressed = parse(data)
        if pressed is not None and (pressed.table_id, pressed.code) == (table.table_id, "wk"):
            found.append(data)
    return found


@virtual
async def test_06_a_restart_loses_the_game(stage: Stage, path: Path) -> None:
    """A new process goes on in the middle of the hand, with the same tiles and the same question."""
    async with hosting(stage, path) as app:
        players = await begin(stage, app)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: test_world.in_turn(app), patience=LONGEST_MATCH)
        await stage.quiet(seconds=1)
    (hand,) = rows(path, "SELECT hand.*, game, options, seed FROM hand JOIN tables USING (table_id)")
    before = fold(path, hand)
    assert not before.over
    async with hosting(stage, path) as app:
        await app.hall.fold(max(app.hall.actors))
        now = only_table(app).hand
        assert now is not None
        assert (now.seats, now.prompt) == (before.seats, before.prompt)
        lines = journal(path, hand)
        await play_hand(stage, app, players)
    assert journal(path, hand)[: len(lines)] == lines
    assert len(journal(path, hand)) > len(lines)
    check_record(path)


@pytest.mark.slow
@virtual
async def test_07_messages_without_end(stage: Stage, path: Path) -> None:
    """A hand is one message in the group, from the deal to its card, and does not ring."""
    async with hosting(stage, path) as app:
        players = await begin(stage, app)
        before = {message.id for message in stage.group.from_bot}
        board = stage.group.from_bot[-1]
        await play_hand(stage, app, players)
        fresh = [message for message in stage.group.from_bot if message.id not in before]
        assert fresh == []
        card = stage.group.message(board.id)
        assert "🔁" in str(card.labels)
        assert card.silent
        for player in players:
            assert len([m for m in player.person.private.from_bot if m.file]) <= 1
    stage.check()


@virtual
async def test_08_wrong_stale_and_double_presses(stage: Stage, path: Path) -> None:
    """Each is answered to its presser alone, and changes nothing."""
    async with hosting(stage, path) as app:
        players = await begin(stage, app, people=3)
        turn = await seen(
            stage, lambda: next((p for p in players if any(coded(m.data, "d") for m in panels(p))), None)
        )
        panel = panels(turn)[-1]
        throw = coded(panel.data, "d")[0]
        stranger = next(player.person for player in players if player is not turn)
        wrong = stranger.forge(stage.group, stage.group.from_bot[-1].id, throw)
        outsider = stage.tom.forge(stage.group, stage.group.from_bot[-1].id, throw)
        await stage.until(lambda: wrong.answered and outsider.answered)
        assert person_acts(path) == 0
        stage.world.updates.copies = lambda: 3
        await turn.press(panel, throw)
        stage.world.updates.copies = lambda: 1
        late = turn.person.forge("private", panel.id, throw)
        await stage.until(lambda: late.answered)
        assert person_acts(path) == 1
        say = HANS if turn.person in (stage.wei, stage.lin) else EN
        assert late.shown is not None
        assert late.shown.text == say.plain("toast.repeated")
        assert outsider.shown is not None
        assert outsider.shown.text == EN.plain("refuse.not_seated")
        assert "" not in (wrong.shown.text if wrong.shown else "", outsider.shown.text)
        assert state_of(app, only_table(app)) == "playing"


def person_acts(path: Path) -> int:
    return int(rows(path, "SELECT count(*) AS n FROM action WHERE by = 'person'")[0]["n"])


@virtual
async def test_09_races_lose_presses(stage: Stage, path: Path) -> None:
    """Five sit down in the same moment: four have a seat each, the fifth is told; four claims at once all count."""
    fifth = stage.world.add_user("Ada", language="en")
    fifth.start()
    stage.group.add(fifth)
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, f"/new {TYPED}")
        board = await seen(stage, stage.group.board_or_none)
        presses = [person.press(board, coded(board.data, "j")[0]) for person in [*stage.people, fifth]]
        await stage.until(lambda: all(press.answered for press in presses))
        seated = [chair.person.user_id for chair in only_table(app).chairs if chair and chair.person]
        assert seated == [person.id for person in stage.people]
        shown = [press.shown.text for press in presses if press.shown]
        assert shown[-1] == EN.plain("refuse.table_full")
    hand = rigged(FUZHOU, hands=["3s", "33s", "", "123456789m234p12s99s"], tail="6p").play("0 d:3s")
    for first, second in (((1, "p"), (3, "h")), ((3, "h"), (1, "p"))):
        table = table_with(hand.state)
        for seat, act in (first, second):
            person = table.chair(seat).person
            assert person is not None
            table, _ = after(table, Press(person, act, decision=table.decision, query_id=act))
        while not (table.hand and table.hand.over):
            due = wake_at(table, 0)
            assert due is not None
            table, _ = after(table, Tick(), now=max(due, table.clock.pause_until))
        assert table.hand.result is not None
        assert [win.seat for win in table.hand.result.wins] == [3]


@virtual
async def test_10_whose_hand_is_this(stage: Stage, path: Path) -> None:
    """At two tables every panel names its own, and its buttons belong to it; one can play without leaving the group."""
    other = stage.world.add_group("同学会", *stage.people)
    async with hosting(stage, path) as app:
        await begin(stage, app, people=1)
        await open_in(stage, [Player(stage.wei, other, 1)])
        found = await seen(stage, lambda: both_panels(stage), patience=300)
        for title, message in found.items():
            numbers = {pressed.table_id for data in message.data if (pressed := parse(data)) is not None}
            tables = {a.table.table_id for a in app.hall.actors.values() if a.table.chat.title == title}
            assert numbers - {None} == tables
        look = await stage.press(stage.wei, stage.group, "👀")
        assert look.shown is not None
        assert look.shown.alert


def both_panels(stage: Stage) -> dict[str, Message] | None:
    """The newest panel of either table, by the group's name that stands on it."""
    found = {}
    for message in stage.wei.private.from_bot:
        for title in ("周五麻将", "同学会"):
            if title in message.text and coded(message.data, "dcpkhx"):
                found[title] = message
    return found if len(found) == 2 else None


def test_11_a_group_becomes_a_supergroup(clock: VirtualClock, path: Path) -> None:
    """In the middle of a hand, told by service messages: the table goes on under the new id."""
    moved = test_world.test_a_group_that_migrates_in_mid_hand_keeps_its_table
    moved(stage=Stage(clock, kind="group"), path=path, order=test_world.both, copies=1, told="message")


@pytest.mark.parametrize(
    ("tempo", "seconds"), [("quick", 20), ("normal", 45), ("slow", 180), ("none", None), ("day", 12 * 3600)]
)
def test_12_clocks_too_fast_too_slow_fixed(tempo: str, seconds: int | None) -> None:
    """Each table has the pace that was chosen, down to none and up to half a day a turn."""
    table = dealt(lobby(tempo=tempo))
    assert table.hand is not None
    table, _ = after(table, Delivered(table.hand.turn, table.decision), now=1_000)
    due = deadline(table)
    assert (None if due is None else due - 1_000) == (None if seconds is None else seconds * 1_000)


@pytest.mark.slow
@virtual
async def test_13_statistics_that_do_not_add_up(stage: Stage, path: Path) -> None:
    """What /scores tells is what the journal gives when it is played again; every hand sums to nothing."""
    async with hosting(stage, path) as app:
        players = await begin(stage, app)
        await play_hand(stage, app, players)
        while not rows(path, "SELECT 1 FROM hand_score WHERE seat0 <> 0 OR seat1 <> 0 OR seat2 <> 0"):
            await play_hand(stage, app, players)
        stage.wei.send(stage.group, "/scores")
        await stage.quiet()
        told = stage.group.last().text
    hands = check_record(path)
    totals = [0, 0, 0, 0]
    for hand in hands:
        state = fold(path, hand)
        if state.settlement is not None:
            totals = [a + b for a, b in zip(totals, state.settlement.payments, strict=True)]
    assert any(totals)
    assert sum(totals) == 0
    for total in totals:
        assert signed(total) in told


@pytest.mark.parametrize(
    ("hands", "claim"), [(["3s", "12s"], "c:1s"), (["3s", "33s"], "p"), (["3s", "333s"], "k:3s")]
)
def test_14_a_claimed_tile_still_lies_in_the_river(hands: list[str], claim: str) -> None:
    """What was claimed lies in the meld, and nowhere else; the claimer goes on."""
    hand = rigged(FUZHOU, hands=hands, tail="6p").play("0 d:3s")
    if claim.startswith("c"):
        hand.drift(lambda state: state.prompt is not None and state.prompt.kind == "chow")
    hand.go(f"1 {claim}")
    view = public_view(hand.state)
    assert view.seats[0].discards == ()
    assert len(view.seats[1].melds) == 1
    assert view.turn == 1


@pytest.mark.slow
def test_15_who_are_we_waiting_for(path: Path) -> None:
    """Windows that differ in who could claim look the same to everybody who could not."""
    test_twin_windows.assert_alike("fuzhou", 3, 15, path.parent)


def test_there_are_fifteen() -> None:
    named = sorted(name for name in globals() if name.startswith(("test_0", "test_1")))
    assert [int(name[5:7]) for name in named] == list(range(1, 16))
