"""What another version has written: a row or hand that cannot be read stands alone, is told of once, can be ended."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from handlers.app import App
from handlers.callback_data import CODES
from handlers.show.texts import Texts
from handlers.tables.commands import (
    Admit,
    Arrived,
    ChatChanged,
    Committed,
    Delivered,
    Known,
    Left,
    Lost,
    Moved,
    Outage,
    Press,
    Suspend,
    Thrown,
    Tick,
)
from handlers.tables.day import waits_for
from handlers.tables.effects import SaveTable, VoidHand
from handlers.tables.model import Clockwork, Table
from handlers.tables.pace import ENDS_UNSEEN, VOTE
from handlers.tables.records import table_row
from handlers.tables.table import wake_at
from playground.people import Group
from tests.end_to_end.driving import Player, coded, coded_as, playing, sit
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage
from tests.handlers.tables import GROUP, LIN, SOFIA, TOM, WEI, after, dealt, lobby

NOW = 1_000_000
HANS, EN = Texts.load().of("zh_Hans"), Texts.load().of("en")
STOPPED, LEFT_OUT = HANS.plain("trouble.record"), HANS.plain("trouble.left_out")


def change(path: Path, sql: str) -> None:
    """Change the file between two lives."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)


def times(group: Group, text: str) -> int:
    """How often the group has been told so."""
    return sum(text in message.text for message in group.from_bot)


# -- at the core


def stopped(*, played: int = 0) -> Table:
    """A table in mid-hand of which no more is known than its rows."""
    table = replace(dealt(lobby(), now=NOW), hand=None, clock=Clockwork(opened_at=NOW), played=played)
    return replace(table, stopped=True)


OUTSIDER = replace(TOM, person_id=99, user_id=199)


@pytest.mark.parametrize("person", [WEI, SOFIA, OUTSIDER])
def test_nothing_can_be_pressed_there_but_its_end(person: object) -> None:
    table = stopped()
    for code in sorted(CODES.keys() - {"en", "vo"}):
        for arg in ("", "0", "5m", "k1.2"):
            press = Press(person, code, arg, decision=table.decision, query_id="q", admin=True)  # type: ignore[arg-type]
            same, effects = after(table, press, now=NOW)
            assert same == table
            assert effects.rows == []
            assert effects.answer is not None
            assert (effects.answer.key, effects.answer.accepted) == ("trouble.record", False)


def test_its_opener_an_admin_or_a_vote_ends_it_and_its_open_hand_is_void() -> None:
    table = stopped(played=2)
    votes = [Press(who, "vo", arg, query_id="v") for who, arg in ((TOM, "e"), (LIN, "e:y"), (SOFIA, "e:y"))]
    for presses in (
        [Press(WEI, "en", table.moment, query_id="e")],
        [Press(OUTSIDER, "en", table.moment, query_id="e", admin=True)],
        votes,
    ):
        over, effects = after(table, *presses, now=NOW)
        assert over.state == "over"
        assert effects.rows.count(VoidHand(table.hand_no)) == 1
        assert SaveTable() in effects.rows
        assert "end" in {d.surface.kind for d in effects.dirty}  # what was settled counts


def test_its_row_keeps_that_it_has_stopped() -> None:
    """A vote there writes the row, and after a start nobody is told again."""
    table, effects = after(stopped(), Press(SOFIA, "vo", "e", query_id="v"), now=NOW)
    assert SaveTable() in effects.rows
    assert table_row(table).aside["stopped"] is True
    assert "stopped" not in table_row(dealt(lobby())).aside


def test_a_match_by_the_day_that_has_stopped_waits_for_nobody() -> None:
    table = replace(dealt(lobby(tempo="day")), hand=None, state="ready", played=1)
    assert waits_for(table, SOFIA.person_id)
    assert not waits_for(replace(table, stopped=True), SOFIA.person_id)


def test_nobody_else_ends_it() -> None:
    table = stopped()
    for who, code, arg, told in (
        (SOFIA, "en", table.moment, "refuse.opener_or_admin"),
        (WEI, "en", "7", "refuse.end_again"),
        (OUTSIDER, "vo", "e", "refuse.seated_only"),
        (SOFIA, "vo", "k1.2", "trouble.record"),
    ):
        same, effects = after(table, Press(who, code, arg, query_id="q"), now=NOW)
        assert same == table
        assert effects.answer is not None
        assert effects.answer.key == told


def test_a_vote_there_has_its_minute() -> None:
    table, _ = after(stopped(), Press(SOFIA, "vo", "e", query_id="v"), now=NOW)
    assert wake_at(table, NOW) == NOW + VOTE
    table, effects = after(table, Tick(), now=NOW + VOTE)
    assert (table.vote, table.state) == (None, "playing")
    assert [note.key for note in effects.notes] == ["vote.failed"]


def test_what_the_host_notices_leaves_it_as_it_is_but_for_where_and_for_whom_it_stands() -> None:
    table = stopped()
    for command in (
        *(Lost(SOFIA.person_id), Left(SOFIA.person_id), Arrived(OUTSIDER), Delivered(0, 1), Committed()),
        *(Thrown(None), Outage(600_000), Suspend(), Admit()),
    ):
        assert after(table, command, now=NOW)[0] is table
    assert after(table, Moved(-5), now=NOW)[0].chat.chat_id == -5
    told = ChatChanged(replace(GROUP, language="en"))
    assert after(table, told, now=NOW)[0].chat.language == "en"
    gone = Known(replace(SOFIA, user_id=0, name=""))
    assert after(table, gone, now=NOW)[0].name_of(SOFIA.person_id) == ""


def test_what_nobody_ends_ends_after_a_month() -> None:
    table = stopped()
    at = table.touched_at + ENDS_UNSEEN
    assert wake_at(table, NOW) == at
    for tempo in ("normal", "day"):
        timed = replace(table, house=replace(table.house, tempo=tempo))
        assert after(timed, Tick(), now=at - 1)[0] == timed
        over, effects = after(timed, Tick(), now=at)
        assert over.state == "over"
        assert VoidHand(table.hand_no) in effects.rows


# -- the bot


async def two_groups(stage: Stage) -> Group:
    """The same four play in two groups; the other one has table 2, at which the clock alone plays."""
    other = stage.world.add_group("别的群", *stage.people)
    for group in (stage.group, other):
        stage.wei.send(group, "/new fuzhou dice=off tempo=quick")
        await stage.quiet()
        opened = group.board()
        for person in stage.people:
            await sit(Player(person, group, 1), opened)
        for person in stage.people:
            shown = next(message for message in group.from_bot if message.id == opened.id)
            if coded(shown.data, "g"):
                await stage.press(person, shown, coded_as(shown.data, "g"))
    await stage.clock.sleep(30)
    return other


def acts(path: Path) -> dict[int, int]:
    """How many lines each table's journal has."""
    found = rows(path, "SELECT table_id, count(*) AS n FROM action GROUP BY table_id")
    return {row["table_id"]: row["n"] for row in found}


ROWS = {
    "game": "UPDATE tables SET game = 'gone' WHERE table_id = 2",
    "option": "UPDATE tables SET options = json_set(options, '$.game.no_such', 1) WHERE table_id = 2",
    "value": "UPDATE tables SET options = json_set(options, '$.game.hands', 999) WHERE table_id = 2",
    "house": "UPDATE tables SET options = json_set(options, '$.house.tempo', 'warp') WHERE table_id = 2",
    "match": "UPDATE tables SET match = '[1]' WHERE table_id = 2",
    "aside": "UPDATE tables SET aside = '{\"waiting\": 7}' WHERE table_id = 2",
}


@pytest.mark.logs("table 2: left out: ")
@pytest.mark.parametrize("case", ROWS)
@virtual
async def test_a_row_of_another_version_is_left_out_alone_and_its_group_is_told_once(
    stage: Stage, path: Path, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    async with hosting(stage, path):
        other = await two_groups(stage)
    change(path, ROWS[case])
    before = acts(path)
    for _ in range(2):
        caplog.clear()
        async with hosting(stage, path) as app:
            await stage.clock.sleep(60)
            assert list(app.hall.actors) == [1]
        assert sum("table 2: left out" in record.getMessage() for record in caplog.records) == 1
        assert times(other, LEFT_OUT) == 1
        assert times(stage.group, LEFT_OUT) == 0
    after_it = acts(path)
    assert after_it[1] > before[1]
    assert after_it[2] == before[2]
    stage.check()


HANDS = {
    "event": "UPDATE action SET events = '[[\"nope\"]]' WHERE table_id = 2 AND seq = 0",
    "act": "UPDATE action SET act = 'zz:zz' WHERE table_id = 2 AND seq = 0",
    "entropy": "UPDATE hand SET entropy = '{}' WHERE table_id = 2",
    "match": "UPDATE hand SET match = '{}' WHERE table_id = 2",
}


@pytest.mark.logs("table 2, hand 1: ")
@pytest.mark.parametrize("case", HANDS)
@virtual
async def test_a_hand_of_another_version_stops_its_table_and_no_other(
    stage: Stage, path: Path, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    async with hosting(stage, path):
        other = await two_groups(stage)
    change(path, HANDS[case])
    before = acts(path)
    for _ in range(2):
        async with hosting(stage, path) as app:
            await stage.clock.sleep(60)
            assert {number: actor.table.stopped for number, actor in app.hall.actors.items()} == {
                1: False,
                2: True,
            }
        assert times(other, STOPPED) == 1
    assert acts(path)[1] > before[1]
    assert acts(path)[2] == before[2]
    logged = "\n".join(record.getMessage() for record in caplog.records)
    assert not any(tile in logged for tile in ("1m", "5p", "9s", "zz"))
    stage.check()


@pytest.mark.logs("table 2, hand 1: ")
@virtual
async def test_what_can_be_read_again_goes_on(stage: Stage, path: Path) -> None:
    """As after an update that knows what the one before did not."""
    async with hosting(stage, path):
        other = await two_groups(stage)
    (kept,) = rows(path, "SELECT entropy FROM hand WHERE table_id = 2")
    change(path, HANDS["entropy"])
    async with hosting(stage, path) as app:
        await stage.clock.sleep(20)
        assert app.hall.actors[2].table.stopped
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE hand SET entropy = ? WHERE table_id = 2", (kept["entropy"],))
    before = acts(path)
    async with hosting(stage, path) as app:
        await stage.clock.sleep(60)
        assert not app.hall.actors[2].table.stopped
    assert acts(path)[2] > before[2]
    assert times(other, STOPPED) == 1
    stage.check()


async def stop_after_one_hand(stage: Stage, path: Path) -> None:
    """Table 1 has one hand settled, and stops in the second."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none window=open")
        opened = stage.group.from_bot[0]
        await players[0].press(opened, coded_as(opened.data, "g"))
        async with playing(players, stage.clock.sleep):
            await stage.until(
                lambda: app.hall.actors[1].table.played == 1 and app.hall.actors[1].table.in_hand,
                patience=LONGEST_MATCH,
            )
            await stage.clock.sleep(20)
        await stage.quiet()
    change(path, "UPDATE hand SET entropy = '{}' WHERE state = 'open'")


def state(path: Path) -> tuple[str, list[str], int]:
    """Of the table, of its hands, and how many scores there are."""
    (table,) = rows(path, "SELECT state FROM tables WHERE table_id = 1")
    hands = rows(path, "SELECT state FROM hand WHERE table_id = 1 ORDER BY hand_no")
    return table["state"], [hand["state"] for hand in hands], len(rows(path, "SELECT 1 FROM hand_score"))


@pytest.mark.logs("table 1, hand 2: ")
@virtual
async def test_who_opened_a_table_that_has_stopped_ends_it_with_the_buttons_of_any_other(
    stage: Stage, path: Path
) -> None:
    await stop_after_one_hand(stage, path)
    boards = [(message.id, message.text) for message in stage.group.from_bot]
    async with hosting(stage, path) as app:
        await stage.until(lambda: times(stage.group, STOPPED) == 1)
        # what stood there last stands there still, and no lobby of a running match is shown
        kept = [(m.id, m.text) for m in stage.group.from_bot if STOPPED not in m.text]
        assert kept == boards
        for command in ("/table", "/kick", "/leave", "/pause", "/deal", "/hand"):
            stage.sofia.send(stage.group, command)
            await stage.quiet()
            assert STOPPED in stage.group.last().text, command
        stage.wei.send(stage.group, "/end")
        await stage.quiet()
        question = stage.group.last()
        await stage.press(stage.wei, question, question.data[0])
        await stage.quiet()
        assert state(path) == ("over", ["done", "void"], 1)
        assert times(stage.group, HANS.plain("match.ended_early", name="\u2068Wei\u2069")) == 1
    async with hosting(stage, path) as app:
        await stage.quiet()
        assert all(actor.table.state == "over" for actor in app.hall.actors.values())
    assert times(stage.group, STOPPED) == 7
    stage.check()


@pytest.mark.logs("table 1, hand 2: ")
@virtual
async def test_a_vote_ends_a_table_that_has_stopped(stage: Stage, path: Path) -> None:
    await stop_after_one_hand(stage, path)
    async with hosting(stage, path):
        await stage.until(lambda: times(stage.group, STOPPED) == 1)
        stage.tom.send(stage.group, "/end")
        await stage.quiet()
        question = stage.group.last()
        press = await stage.press(stage.tom, question, question.data[0])
        assert press.shown is not None
        assert press.shown.text == EN.plain("refuse.opener_or_admin")
        await stage.press(stage.tom, question, question.data[1])
        await stage.quiet()
        ballot = stage.group.last()
        for person in (stage.sofia, stage.lin):
            await stage.press(person, ballot, ballot.data[0])
        await stage.quiet()
        assert state(path) == ("over", ["done", "void"], 1)
        assert ballot.id not in {message.id for message in stage.group.from_bot}
    stage.check()


async def lobby_beside(stage: Stage, app: App) -> None:
    """The same four open another table, which is number 2."""
    stage.wei.send(stage.group, "/new fuzhou hands=4 dice=off tempo=none")
    await stage.quiet()
    opened = stage.group.board()
    for person in stage.people:
        await sit(Player(person, stage.group, 1), opened)
    await stage.quiet()
    assert sorted(app.hall.actors) == [1, 2]


@pytest.mark.logs("table 1, hand 2: ")
@virtual
async def test_beside_a_living_table_no_command_means_the_one_that_has_stopped(
    stage: Stage, path: Path
) -> None:
    await stop_after_one_hand(stage, path)
    async with hosting(stage, path) as app:
        await stage.until(lambda: times(stage.group, STOPPED) == 1)
        await lobby_beside(stage, app)
        for command in ("/table", "/end", "/kick"):
            stage.tom.send(stage.group, command)
            await stage.quiet()
            assert stage.group.last().data[0].startswith("2:"), command
        stage.tom.send("private", "/leave")  # and in private none asks which
        await stage.quiet()
        assert app.hall.actors[2].table.chairs[3] is None
        stage.sofia.send(stage.group, "/leave")
        await stage.quiet()
        assert app.hall.actors[2].table.chairs[1] is None
        # the end of the other can be asked for as well
        stage.wei.send("private", "/end")
        await stage.quiet()
        assert len(stage.wei.private.last().data) == 3
    stage.check()
