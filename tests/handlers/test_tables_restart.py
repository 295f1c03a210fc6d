"""What a table is after a start, as far as it is not on disk: seats kept, clocks, throws."""

from dataclasses import replace
from pathlib import Path

from handlers.show.markup import plain
from handlers.tables.commands import Press, Tick
from handlers.tables.model import Person, Table
from handlers.tables.pace import PACES, SEAT_KEPT
from handlers.tables.restore import awake
from handlers.tables.table import wake_at
from tests.end_to_end.driving import playing
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import SOFIA, WEI, after, full, lobby

NOW = 500_000
NEWCOMER = Person(9, 109, "Nora", "en", reachable=False)


def from_disk(table: Table) -> Table:
    """The table without what its rows do not hold."""
    chairs = [chair and replace(chair, seen_at=0, kept_until=None) for chair in table.chairs]
    return replace(table, chairs=(chairs[0], chairs[1], chairs[2], chairs[3]))


def test_who_was_active_just_before_need_not_press_again() -> None:
    table = awake(from_disk(full(lobby(dice="off"), now=NOW - 5_000)), NOW)
    _, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision), now=NOW)
    assert effects.deal


def test_after_a_long_time_everybody_has_to_press() -> None:
    table = awake(from_disk(full(lobby(dice="off"), now=1_000)), NOW)
    _, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision), now=NOW)
    assert not effects.deal


def test_a_seat_is_kept_for_another_minute_for_somebody_on_the_way() -> None:
    table, _ = after(lobby(), Press(SOFIA, "j", query_id="a"), Press(NEWCOMER, "j", query_id="b"))
    table = awake(from_disk(table), NOW)
    assert wake_at(table, NOW) == NOW + SEAT_KEPT
    table, _ = after(table, Tick(), now=NOW + SEAT_KEPT)
    assert table.seat_of(NEWCOMER.person_id) is None
    assert table.seat_of(SOFIA.person_id) is not None


def test_a_throw_that_was_under_way_is_not_waited_for() -> None:
    table = full(lobby(dice="match"), now=NOW - 5_000)
    table, _ = after(table, Press(WEI, "g", query_id="g", decision=table.decision), now=NOW - 4_000)
    table = awake(from_disk(table), NOW)
    assert wake_at(table, 0) == NOW
    _, effects = after(table, Tick(), now=NOW)
    assert effects.deal


def test_between_hands_everybody_has_the_full_time_to_be_ready() -> None:
    table = replace(full(lobby()), state="ready", played=1)
    assert awake(from_disk(table), NOW).clock.due_at == NOW + (PACES["normal"].ready or 0)


@virtual
async def test_the_card_names_after_a_start_who_left_in_its_hand(stage: Stage, path: Path) -> None:
    """Tom gets up in mid-hand; the hand ends, and then the process does."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4")
        await make_ready(stage, app, players)
        stage.tom.send(stage.group, "/leave")
        async with playing(players[:3], stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "ready")
        before = only_table(app)
        assert before.chairs[3] is None
    async with hosting(stage, path) as app:
        await stage.quiet()
        after_start = only_table(app)
        assert [(chair.person, chair.played_by) for chair in after_start.sat if chair] == [
            (chair.person, chair.played_by) for chair in before.sat if chair
        ]
        card = app.hall.showing.stage.board(after_start, stage.clock.now())
        assert card is not None
        assert "Tom" in plain(card.text)
    stage.check()


@virtual
async def test_after_a_start_whoever_has_to_act_is_rung_as_ever(stage: Stage, path: Path) -> None:
    """And the ring brings the panel to the bottom, whatever was sent there just before the end."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou dice=off tempo=none")
        await make_ready(stage, app, players)
        await stage.quiet(seconds=2)
    (mover,) = [player for player in players if player.choose()]
    asked = mover.person.private.board()
    async with hosting(stage, path):
        await stage.clock.sleep(PACES["none"].ping_turn / 1000 - 1)
        assert mover.person.private.board().id == asked.id
        await stage.clock.sleep(3)
        rung = mover.person.private.board()
    assert rung.id > asked.id
    assert not rung.silent
    assert asked.id in {message_id for _, _, message_id in stage.world.removed}
    stage.check()


@virtual
async def test_the_waiting_list_and_the_pauses_taken_outlive_the_process(stage: Stage, path: Path) -> None:
    ada, ben = (stage.world.add_user(name, language="en") for name in ("Ada", "Ben"))
    for person in (ada, ben):
        person.start()
        stage.group.add(person)
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4 tempo=none")
        await stage.quiet()
        lobby_message = stage.group.from_bot[0]
        for person in (ada, ben):
            await stage.press(person, lobby_message, coded_as(lobby_message.data, "wl"))
        await make_ready(stage, app, players)
        await app.hall.submit(only_table(app).table_id, Press(only_table(app).chair(0).person or WEI, "z"))
        assert only_table(app).pauses + (only_table(app).pause_wanted is not None) == 1
        before = only_table(app)
    async with hosting(stage, path) as app:
        now = only_table(app)
        assert [person.name for person in now.waiting] == ["Ada", "Ben"]
        assert (now.pauses, now.cried) == (before.pauses, before.cried)


def coded_as(buttons: list[str], code: str) -> str:
    """The button with this code."""
    return next(data for data in buttons if data.split(":")[2:3] == [code])
