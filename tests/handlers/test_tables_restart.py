"""What a table is after a start, as far as it is not on disk: seats kept, clocks, throws."""

from dataclasses import replace
from pathlib import Path

from handlers.show.markup import plain
from handlers.tables.commands import Arrived, Lost, Outage, Press, Rematch, Tick
from handlers.tables.effects import SaveChair
from handlers.tables.model import Person, Table
from handlers.tables.pace import FORGOTTEN, PACES, REMATCH, SEAT_KEPT, VOTE
from handlers.tables.records import read_table, seat_row, table_row
from handlers.tables.restore import awake
from handlers.tables.table import wake_at
from tests.end_to_end.driving import coded_as, playing
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import CAST, SOFIA, WEI, after, full, lobby

NOW = 500_000
NEWCOMER = Person(9, 109, "Nora", "en", reachable=False)


def from_disk(table: Table) -> Table:
    """The table as its rows hold it."""
    people = {chair.person.person_id: chair.person for chair in table.chairs if chair and chair.person}
    seats = [seat_row(seat, chair) for seat, chair in enumerate(table.chairs) if chair]
    return read_table(table_row(table), seats, people, table.chat)


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
    come, effects = after(table, Arrived(replace(NEWCOMER, reachable=True)), now=NOW)
    assert SaveChair(1) in effects.rows
    assert from_disk(come).chair(1).kept_until is None
    table, _ = after(table, Tick(), now=NOW + SEAT_KEPT)
    assert table.seat_of(NEWCOMER.person_id) is None
    assert table.seat_of(SOFIA.person_id) is not None


def test_who_plays_from_the_board_alone_keeps_his_seat_over_a_start() -> None:
    table, _ = after(full(lobby()), Lost(SOFIA.person_id))
    table = awake(from_disk(replace(table, state="ready", played=1)), NOW)
    table, _ = after(table, Tick(), now=NOW + SEAT_KEPT)
    assert table.seat_of(SOFIA.person_id) is not None


def test_nobody_is_dealt_into_a_rematch_for_a_start() -> None:
    old = full(lobby(dice="off"), now=NOW - 5_000)
    table, _ = after(lobby(dice="off"), Rematch(old.chairs, WEI), now=NOW - 4_000)
    table = awake(from_disk(table), NOW)
    assert wake_at(table, NOW) == NOW + REMATCH
    table, effects = after(table, Press(WEI, "g", query_id="g", decision=table.decision), now=NOW)
    assert not effects.deal
    agreed = [Press(person, "g", query_id="g", decision=table.decision) for person in CAST[1:]]
    assert after(table, *agreed, now=NOW)[1].deal
    table, _ = after(table, Tick(), now=NOW + REMATCH)
    assert table.people == [0]


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


def test_a_vote_has_its_minute_though_telegram_was_away() -> None:
    table, _ = after(full(lobby()), Press(WEI, "vo", "e", query_id="v"), now=NOW)
    table, _ = after(table, Outage(600_000), Tick(), now=NOW + 600_000)
    assert table.vote is not None
    assert wake_at(table, NOW + 600_000) == NOW + 600_000 + VOTE


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
    ada, ben = stage.newcomers("Ada", "Ben")
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


@virtual
async def test_who_has_got_up_in_mid_hand_is_gone_after_it_though_the_process_ended_meanwhile(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4")
        await make_ready(stage, app, players)
        stage.tom.send(stage.group, "/leave")
        await stage.quiet(seconds=1)
    async with hosting(stage, path) as app:
        async with playing(players[:3], stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "ready")
        assert only_table(app).chairs[3] is None
    stage.check()


@virtual
async def test_a_vote_and_a_pause_outlive_the_process_with_their_whole_time(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4")
        await make_ready(stage, app, players)
        table_id, cast = only_table(app).table_id, [only_table(app).person_at(seat) for seat in range(4)]
        wei, sofia, lin = (person or WEI for person in cast[:3])
        while only_table(app).paused_at is None:
            await app.hall.submit(table_id, Press(wei, "z", query_id="z"))
            await stage.clock.sleep(1)
        await app.hall.submit(table_id, Press(wei, "vo", "k3", query_id="v"))
        await app.hall.submit(table_id, Press(sofia, "vo", "k3", query_id="v"))
        voted, since = only_table(app).vote, stage.clock.now()
        assert voted is not None
    async with hosting(stage, path) as app:
        await stage.quiet(seconds=1)
        now = only_table(app)
        assert now.paused_at is not None
        assert now.vote == replace(voted, until=now.paused_at + VOTE)
        assert now.paused_at >= since
        await app.hall.submit(table_id, Press(lin, "vo", "k3", query_id="v"))
        assert only_table(app).chair(3).leaving
        assert only_table(app).vote is None


@virtual
async def test_a_match_just_over_takes_the_wish_for_a_rematch_after_a_start_once(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou window=open dice=off hands=4")
        await make_ready(stage, app, players)
        table_id = only_table(app).table_id
        wei, sofia = (only_table(app).person_at(seat) or WEI for seat in (0, 1))
        await app.hall.submit(table_id, Press(wei, "en", query_id="e", admin=True))
        assert only_table(app).state == "over"
    async with hosting(stage, path) as app:
        await app.hall.submit(table_id, Press(wei, "rm", query_id="r"))
        await stage.until(lambda: len(app.hall.actors) == 2)
        await stage.quiet()
        assert sum(chair is not None for chair in only_table(app).chairs) == 4
    async with hosting(stage, path) as app:
        await app.hall.submit(table_id, Press(sofia, "rm", query_id="r"))
        await stage.quiet()
        assert len(app.hall.actors) == 2
        await stage.clock.sleep(FORGOTTEN / 1000)
        assert table_id not in app.hall.actors
    stage.check()
