"""Tables that stand still, asleep or shut out of their group: what they are goes on beneath, and all clocks anew."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.prompts import PromptKind
from handlers.app import App
from handlers.show.texts import Texts
from handlers.tables.commands import Admit, Deal, Left, Press, Suspend, Tick
from handlers.tables.deal import computer_chair
from handlers.tables.effects import Surface
from handlers.tables.model import Table
from handlers.tables.pace import PACES, PAUSE
from handlers.tables.standing import clock_anew
from handlers.tables.table import wake_at
from tests.end_to_end.driving import Player, playing
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import CAST, SOFIA, WEI, after, dealt, discard, full, lobby, middle

NOW, DAY = 1_000_000, 24 * 3600
HANS = Texts.load().of("zh_Hans")
TYPED = "fuzhou window=open dice=off hands=4"


def sleeping(table: Table) -> Table:
    return replace(table, state="asleep", before=table.state, asleep=NOW)


def shut_out(table: Table) -> Table:
    return after(table, Suspend(), now=NOW)[0]


STILL: list[Callable[[Table], Table]] = [sleeping, shut_out, lambda table: shut_out(sleeping(table))]


def went_on(table: Table) -> Table:
    """The table after all that lets it go on."""
    return after(table, Admit(), Press(WEI, "wk", query_id="w"), now=NOW + 5)[0]


# -- at the core


@pytest.mark.parametrize("still", STILL)
def test_what_lies_beneath_comes_back(still: Callable[[Table], Table]) -> None:
    for table in (full(lobby()), dealt(lobby()), replace(full(lobby()), state="throwing", played=1)):
        again = went_on(still(table))
        assert (again.state, again.before, again.asleep) == (table.state, None, None)
        assert again.hand is table.hand
        assert wake_at(again, 0) is not None


@pytest.mark.parametrize("still", STILL)
@pytest.mark.parametrize("press", [Left(SOFIA.person_id), Press(WEI, "ki", "1", query_id="k")])
def test_who_goes_in_mid_hand_is_played_for_though_the_table_stands_still(
    still: Callable[[Table], Table], press: Left | Press
) -> None:
    table, _ = after(still(dealt(lobby())), press, now=NOW)
    assert table.chair(1).leaving
    assert table.chair(1).played_by == "computer"
    table = went_on(table)
    for _ in range(400):
        if table.hand is None or table.hand.over:
            break
        at = wake_at(table, 0)
        assert at is not None
        table, _ = after(table, Tick(), now=max(at, NOW))
    assert table.chairs[1] is None


def test_a_throw_that_the_group_never_saw_is_not_waited_for() -> None:
    table = went_on(shut_out(replace(full(lobby(dice="match")), state="throwing")))
    _, effects = after(table, Tick(), now=NOW + 5)
    assert effects.deal


@pytest.mark.parametrize("still", STILL)
def test_between_hands_ready_has_its_time_again(still: Callable[[Table], Table]) -> None:
    table = went_on(still(replace(full(lobby()), state="ready", played=1)))
    assert table.clock.due_at == NOW + 5 + (PACES["normal"].ready or 0)


@pytest.mark.parametrize("still", STILL)
def test_a_computer_that_was_to_move_moves(still: Callable[[Table], Table]) -> None:
    table = dealt(lobby())
    assert table.hand is not None
    table = table.with_chair(table.hand.turn, computer_chair())
    again = went_on(still(table))
    assert again.clock.computer_at is not None
    moved, _ = after(again, Tick(), now=again.clock.computer_at)
    assert moved.seq > table.seq


@pytest.mark.parametrize("window", ["masked", "fixed"])
@pytest.mark.parametrize("still", STILL)
def test_a_window_that_opens_again_has_its_whole_pause_whoever_can_claim(
    still: Callable[[Table], Table], window: str
) -> None:
    low, high = PACES["normal"].pause
    expected = low + middle(high - low + 1) if window == "masked" else PACES["normal"].claim
    formal = set()
    table = dealt(lobby(window=window))
    for _ in range(12):
        table, _ = discard(table, now=NOW)
        assert table.prompt is not None
        if table.prompt.kind is not PromptKind.CLAIM:
            break
        formal.add(table.prompt.formal)
        again = went_on(still(table))
        assert again.clock.pause_until - (NOW + 5) == expected
        assert clock_anew(table, NOW, middle).pause_until - NOW == expected
    assert formal == {True, False}


def test_a_pause_goes_on_for_its_time_and_moves_no_clock_by_a_day() -> None:
    table = replace(dealt(lobby()), paused_at=NOW - DAY * 1000)
    again = went_on(sleeping(table))
    assert again.paused_at == NOW + 5
    over, _ = after(again, Tick(), now=NOW + 5 + PAUSE)
    assert over.paused_at is None
    due = over.clock.due_at
    assert due is not None
    assert due - (NOW + 5 + PAUSE) <= (PACES["normal"].turn or 0)


def test_a_pause_between_hands_ends_with_the_next_deal() -> None:
    table = replace(full(lobby(dice="off")), state="ready", played=1)
    table, _ = after(table, Press(WEI, "z", query_id="z"), now=NOW)
    assert table.paused_at == NOW
    table, effects = after(table, *(Press(person, "g", query_id="g") for person in CAST), now=NOW + 1)
    assert effects.deal
    table, _ = after(table, Deal(58), now=NOW + 1)
    assert table.paused_at is None


def test_a_lobby_is_shown_as_a_lobby_and_practice_on_its_panel() -> None:
    _, effects = after(sleeping(full(lobby())), Press(WEI, "wk", query_id="w"), now=NOW)
    assert [dirty.surface for dirty in effects.dirty] == [Surface("lobby")]


def test_shut_out_says_why_nothing_can_be_done_and_tries_to_be_seen() -> None:
    table = shut_out(dealt(lobby()))
    for code in ("g", "z", "x"):
        same, effects = after(table, Press(WEI, code, "", table.decision, query_id=code), now=NOW)
        assert same.hand is table.hand
        assert effects.answer is not None
        assert effects.answer.key == "refuse.suspended"
        assert [(dirty.surface, dirty.fresh) for dirty in effects.dirty] == [(Surface("board"), True)]


def test_a_computer_that_is_put_out_in_mid_hand_goes_after_it() -> None:
    table = dealt(lobby())
    assert table.hand is not None
    seat = (table.hand.turn + 1) % 4
    table = table.with_chair(seat, computer_chair())
    table, effects = after(table, Press(WEI, "ki", str(seat), query_id="k"), now=NOW)
    assert table.chair(seat).leaving
    assert [note.params for note in effects.notes if note.key == "kick.after_hand"] == [{"computer": seat}]


# -- through the bot

Shut = Callable[[Stage], None]


def no_right(stage: Stage) -> None:
    stage.group.forbid("can_send_messages", "can_send_photos")


def right_again(stage: Stage) -> None:
    stage.group.allow("can_send_messages", "can_send_photos")


async def asks_for_the_table(stage: Stage, _: list[Player]) -> None:
    stage.wei.send(stage.group, "/table")


async def somebody_presses(stage: Stage, players: list[Player]) -> None:
    (mover,) = [player for player in players if player.choose()]
    chosen = mover.choose()
    assert chosen is not None
    press = await stage.press(mover.person, *chosen)
    assert press.shown is not None


@pytest.mark.parametrize("then", [asks_for_the_table, somebody_presses])
@pytest.mark.logs("given up", "not written", "may not")
@virtual
async def test_where_the_right_to_write_comes_back_unsaid_the_table_goes_on(
    stage: Stage, path: Path, then: Callable[[Stage, list[Player]], Awaitable[None]]
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, f"{TYPED} tempo=none")
        await make_ready(stage, app, players)
        await stage.quiet(seconds=3)
        no_right(stage)
        stage.wei.send(stage.group, "/table")
        await stage.until(lambda: only_table(app).state == "suspended")
        right_again(stage)
        await stage.quiet()
        assert only_table(app).state == "suspended"
        await then(stage, players)
        await stage.until(lambda: only_table(app).state == "playing")
        await plays_on(stage, app, players)


async def plays_on(stage: Stage, app: App, players: list[Player]) -> None:
    """The hand is played to its end."""
    hand_no = only_table(app).hand_no
    async with playing(players, stage.clock.sleep):
        await stage.until(
            lambda: only_table(app).hand_no != hand_no or only_table(app).state == "ready", patience=9000
        )


@virtual
async def test_asleep_put_out_and_invited_again_the_hand_goes_on(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, f"{TYPED} tempo=none")
        await make_ready(stage, app, players)
        with patch("handlers.tables.table.SLEEP_AFTER", 60_000):
            stage.wei.send(stage.group, "/pause")
            await stage.until(lambda: only_table(app).state == "asleep", patience=900)
        hand = only_table(app).hand
        stage.group.kick_bot()
        await stage.quiet(seconds=5)
        stage.group.add_bot(stage.wei)
        await stage.quiet(seconds=5)
        stage.wei.send(stage.group, "/table")
        await stage.quiet(seconds=5)
        for person in stage.people:
            person.send(stage.group, "/deal")
        await stage.quiet(seconds=5)
        assert only_table(app).state == "playing"
        assert only_table(app).hand is hand
        await plays_on(stage, app, players)


@virtual
async def test_who_leaves_practice_ends_it(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.until(lambda: bool(app.hall.actors) and only_table(app).hand is not None)
        await stage.quiet(seconds=5)
        stage.wei.send("private", "/leave")
        await stage.quiet(seconds=5)
        assert only_table(app).state == "over"
    stage.check()
