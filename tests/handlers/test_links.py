"""Deep links point, they do not permit: whoever has one, wherever it leads, sits down only where he may."""

from collections.abc import Callable
from pathlib import Path

import pytest

from handlers.app import App
from handlers.callback_data import base36, join_payload, replay_payload
from handlers.show.texts import Texts
from handlers.tables.commands import Arrived, Press
from handlers.tables.model import Chat
from playground.people import Person
from tests.end_to_end.driving import Player, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table, seat_of
from tests.fakes.people import Stage
from tests.handlers.authority import Standing, standing
from tests.handlers.conftest import make_ready
from tests.handlers.tables import TOM, WEI, after, lobby

TYPED = "fuzhou dice=off tempo=none"
EN = Texts.load().of("en")


async def follow(stage: Stage, person: Person, payload: str) -> str:
    """START with this payload; what is told, which is one message."""
    known = {message.id for message in person.private.from_bot}
    person.start(payload)
    await stage.quiet()
    told = [message.text for message in person.private.from_bot if message.id not in known]
    assert len(told) == 1, (payload, told)
    return told[0]


async def opened(stage: Stage, people: int) -> list[Player]:
    """A table at which so many have sat down; the bot has seen all that they did."""
    players = await open_table(stage, TYPED, people=people)
    await stage.quiet()
    return players


def stands(app: App, path: Path) -> Standing:
    """What stands, but for the people and private chats that a first message makes known."""
    now = standing(app, path)
    return Standing(
        {n: r for n, r in now.stored.items() if n not in ("person", "chat")}, now.tables, now.columns
    )


# -- who may not


def left(stage: Stage) -> None:
    stage.tom.leave(stage.group)


def banned(stage: Stage) -> None:
    stage.group.remove(stage.tom, kicked=True)


def never_in(stage: Stage) -> None:
    del stage.group.chat.members[stage.tom.id]


def not_to_be_asked(stage: Stage) -> None:
    stage.world.faults.bad_gateway("getChatMember")


def not_answered(stage: Stage) -> None:
    stage.world.faults.delay(20.0, "getChatMember")


@pytest.mark.logs("could not be asked")
@pytest.mark.parametrize("what", [left, banned, never_in, not_to_be_asked, not_answered])
@virtual
async def test_who_is_not_known_to_be_in_the_group_gets_no_seat(
    stage: Stage, path: Path, what: Callable[[Stage], None]
) -> None:
    async with hosting(stage, path) as app:
        await opened(stage, people=2)
        what(stage)
        await stage.quiet()
        before = stands(app, path)
        told = await follow(stage, stage.tom, join_payload(only_table(app).table_id))
        assert told == EN("refuse.not_member")
        assert stands(app, path) == before
    stage.check()


@virtual
async def test_who_sat_there_and_was_banned_does_not_come_back_by_the_link(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await opened(stage, people=4)
        link = join_payload(only_table(app).table_id)
        stage.group.remove(stage.tom, kicked=True)
        await stage.quiet()
        assert seat_of(only_table(app), stage.tom.id) is None
        assert await follow(stage, stage.tom, link) == EN("refuse.not_member")
        assert seat_of(only_table(app), stage.tom.id) is None
    stage.check()


@virtual
async def test_a_link_to_another_groups_table_seats_only_those_of_that_group(
    stage: Stage, path: Path
) -> None:
    nora = stage.world.add_user("Nora", language="en")
    other = stage.world.add_group("别的群", nora, stage.sofia)
    async with hosting(stage, path) as app:
        await opened(stage, people=1)
        nora.send(other, f"/new {TYPED}")
        await stage.quiet()
        (table,) = app.hall.tables_in(other.id)
        before = stands(app, path)
        assert await follow(stage, stage.tom, join_payload(table.table_id)) == EN("refuse.not_member")
        assert stands(app, path) == before
        stage.sofia.start(join_payload(table.table_id))
        await stage.quiet()
        assert seat_of(app.hall.tables_in(other.id)[0], stage.sofia.id) == 0
    stage.check()


@virtual
async def test_a_link_to_somebodys_own_practice_is_told_so(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        for person in (stage.wei, stage.tom):
            person.start()
        stage.wei.send(stage.wei.private, "/new fuzhou")
        await stage.until(lambda: bool(app.hall.tables_in(stage.wei.id)))
        (table,) = app.hall.tables_in(stage.wei.id)
        told = await follow(stage, stage.tom, join_payload(table.table_id))
        assert told == EN("refuse.others_practice")
    stage.check()


def test_nobody_but_its_owner_sits_down_at_a_practice_table() -> None:
    table = lobby(chat=Chat(WEI.user_id, "private"))
    for command in (Arrived(TOM), Press(TOM, "j", query_id="j")):
        stranger, effects = after(table, command)
        assert effects.answer is not None
        assert (stranger.chairs, effects.answer.accepted) == (table.chairs, False)
    assert after(table, Arrived(WEI))[0].people == [0]


# -- where they lead


@virtual
async def test_a_link_to_a_table_that_has_ended_opens_nothing(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await opened(stage, people=2)
        table = only_table(app)
        end = stage.wei.forge(stage.group, 1, f"{base36(table.table_id)}:0:en")
        await stage.until(lambda: end.answered)
        await stage.quiet()
        before = stands(app, path)
        for number in (table.table_id, table.table_id + 1, 2**63 - 1):
            assert await follow(stage, stage.tom, join_payload(number)) == EN("refuse.table_over")
        assert stands(app, path) == before
    stage.check()


@virtual
async def test_a_link_to_a_full_table_tells_so(stage: Stage, path: Path) -> None:
    olga = stage.world.add_user("Olga", language="en")
    stage.group.add(olga)
    async with hosting(stage, path) as app:
        players = await opened(stage, people=4)
        link = join_payload(only_table(app).table_id)
        before = stands(app, path)
        assert await follow(stage, olga, link) == EN("refuse.table_full")
        assert stands(app, path) == before
        await make_ready(stage, app, players)
        await stage.quiet(seconds=90)
        chairs = only_table(app).chairs
        assert await follow(stage, olga, link) == EN("seat.waiting_list_on")
        assert [person.name for person in only_table(app).waiting] == ["Olga"]
        assert only_table(app).chairs == chairs
    stage.check()


@virtual
async def test_a_link_used_twice_seats_once_and_passed_on_seats_the_other_as_himself(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        await opened(stage, people=2)
        link = join_payload(only_table(app).table_id)
        for _ in range(3):
            stage.tom.start(link)
        await stage.quiet()
        assert [seat_of(only_table(app), person.id) for person in stage.people] == [0, 1, None, 2]
        stage.lin.start(link)
        await stage.quiet()
        assert [seat_of(only_table(app), person.id) for person in stage.people] == [0, 1, 3, 2]
        assert len(rows(path, "SELECT * FROM seat")) == 4
    stage.check()


@virtual
async def test_a_link_sent_in_a_group_seats_nobody(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await opened(stage, people=2)
        before, calls = stands(app, path), len(stage.world.calls)
        stage.tom.send(
            stage.group, f"/start@{stage.world.me.username} {join_payload(only_table(app).table_id)}"
        )
        await stage.quiet()
        assert stands(app, path) == before
        answered = [call.method for call in stage.world.calls[calls:]]
        assert answered == ["sendMessage"]  # it greets
    stage.check()


@virtual
async def test_a_link_to_a_hand_shows_it_to_nobody_who_had_no_part_in_it(stage: Stage, path: Path) -> None:
    olga = stage.world.add_user("Olga", language="en")
    stage.group.add(olga)
    async with hosting(stage, path) as app:
        players = await opened(stage, people=4)
        await make_ready(stage, app, players)
        await stage.quiet(seconds=90)
        running = replay_payload(only_table(app).hand_id)
        assert await follow(stage, stage.tom, running) == EN("refuse.hand_running")
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played, patience=LONGEST_MATCH)
        await stage.quiet()
        assert await follow(stage, olga, running) == EN("refuse.not_here")
        assert await follow(stage, olga, replay_payload(10**9)) == EN("refuse.not_here")
    stage.check()


# -- what is no link of ours

HOSTILE = (
    *(
        "j",
        "j-1",
        "j 1",
        "J1",
        "j01",
        "j1x!",
        "jj1",
        "j1:1:en",
        "1:1:en",
        "j1;l",
        "j" + "z" * 13,
        "j" + "9" * 63,
    ),
    *("r", "r-1", "r0x", "rr1", "c", "c../fuzhou", "cFuzhou", "c" + "a" * 63, "c%00", "catlantis", "c_"),
    *("s1", "S", "start", "0", "-", "_", "x" * 64, "j１", "j\u0661", "開始", "🀄", "<b>j1</b>", "&amp;j1"),
    *("' OR 1=1 --", "j1' OR '1'='1", "{0.__class__}", "%s%s%n", "../../etc/passwd", "jnull", "jNaN", "j1e1"),
)


@virtual
async def test_whatever_stands_behind_start_is_answered_once_and_changes_nothing(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        await opened(stage, people=2)
        before = stands(app, path)
        for payload in HOSTILE:
            assert await follow(stage, stage.tom, payload), payload
        assert stands(app, path) == before
        assert rows(path, "SELECT 1 FROM processed_update WHERE failed") == []
    stage.check()
