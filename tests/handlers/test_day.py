"""Games by the day: quiet hours, one ring a turn, standing orders, one digest a morning."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import TEXT
from engine.views import seat_view
from handlers.show.orders import order_rows, orders_line
from handlers.show.texts import Texts
from handlers.tables.clocks import deadline
from handlers.tables.commands import ChatChanged, Delivered, Press, Tick
from handlers.tables.day import morning, waits_for
from handlers.tables.model import Clockwork, Table
from handlers.tables.play import standing_orders
from handlers.tables.quiet import DAY, HOUR, MORNING, Quiet, later, left, next_morning
from handlers.tables.restore import awake
from handlers.tables.surfaces import Stage as Rendering
from handlers.tables.table import wake_at
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import CAST, SOFIA, after, dealt, discard, lobby, settled

TEXTS = Texts.load()
HANS = TEXTS.of("zh_Hans")
NIGHT = Quiet(23 * HOUR, 8 * HOUR, 8 * HOUR)
"""23–8 in China."""
CHINA = 8 * HOUR
NOON = 20_000 * DAY + 12 * HOUR - CHINA
"""Noon in China, UTC ms."""


# --- quiet hours ------------------------------------------------------------------------------------------

instants = st.integers(0, 40_000 * DAY)
quiets = st.builds(
    lambda begin, length, offset: Quiet(begin * HOUR, (begin + length) % 24 * HOUR, offset * HOUR),
    st.integers(0, 23),
    st.integers(1, 23),
    st.integers(-12, 14),
)


@given(quiets, instants, st.integers(0, 3 * DAY))
def test_only_waking_time_counts(quiet: Quiet, start: int, length: int) -> None:
    end = quiet.after(start, length)
    minute = 60_000
    counted = sum(not quiet.at(at) for at in range(start, end, minute)) * minute
    assert abs(counted - length) <= minute * (2 + (end - start) // DAY * 2)
    assert end >= start + length
    assert length == 0 or not quiet.at(end - 1)


@given(st.none() | quiets, instants, st.integers(0, 3 * DAY))
def test_as_much_is_left_as_was_given(quiet: Quiet | None, start: int, length: int) -> None:
    end = later(quiet, start, length)
    assert left(quiet, start, end) == length
    assert left(quiet, end, start) == 0
    if quiet is not None:  # the way there may begin and end in the quiet
        assert left(quiet, start, quiet.over(end)) == length


@given(quiets, instants)
def test_a_quiet_that_runs_ends_within_a_day(quiet: Quiet, instant: int) -> None:
    over = quiet.over(instant)
    assert not quiet.at(over)
    assert 0 <= over - instant < DAY
    assert (over == instant) == (not quiet.at(instant))


def test_twelve_hours_from_the_evening_end_the_next_day() -> None:
    evening = NOON + 8 * HOUR  # 20:00: three hours left, nine to go from 8:00
    assert NIGHT.after(evening, 12 * HOUR) == evening + 21 * HOUR
    assert later(NIGHT, NOON, HOUR) == NOON + HOUR
    assert later(None, evening, 12 * HOUR) == evening + 12 * HOUR


@pytest.mark.parametrize(("begin", "end"), [(0, 0), (-1, 5), (3, DAY)])
def test_hours_that_are_none_are_refused(begin: int, end: int) -> None:
    with pytest.raises(ValueError, match="no quiet hours"):
        Quiet(begin, end)


@given(st.none() | quiets, st.integers(-12, 14), instants)
def test_the_next_morning_is_later_and_within_a_day(quiet: Quiet | None, zone: int, now: int) -> None:
    offset = quiet.offset if quiet else zone * HOUR
    at = next_morning(quiet, offset, now)
    assert 0 < at - now <= DAY
    assert (at + offset) % DAY == (quiet.end if quiet else MORNING)
    assert quiet is None or not quiet.at(at)


# --- clocks -----------------------------------------------------------------------------------------------


def by_day(now: int = NOON, **settings: str) -> Table:
    chat = settled(**({"quiet": "23-8"} | settings))
    return dealt(lobby(chat=chat, tempo="day"), now=now)


def test_a_turn_has_twelve_waking_hours() -> None:
    table = by_day()
    assert table.hand is not None
    table, _ = after(table, Delivered(table.hand.turn, table.decision), now=NOON)
    assert deadline(table) == NOON + 12 * HOUR + 9 * HOUR
    without = by_day(quiet="off")
    assert without.hand is not None
    without, _ = after(without, Delivered(without.hand.turn, without.decision), now=NOON)
    assert deadline(without) == NOON + 12 * HOUR


@pytest.mark.parametrize("paused", [False, True])
def test_hours_that_are_chosen_while_a_turn_runs_hold_for_it(*, paused: bool) -> None:
    """Five of the twelve hours are gone; in a pause no time goes by."""
    table = by_day(quiet="off")
    assert table.hand is not None
    table, _ = after(table, Delivered(table.hand.turn, table.decision), now=NOON)
    assert table.clock.due_at == NOON + 12 * HOUR
    chosen = ChatChanged(settled(quiet="23-8"))
    if paused:
        table = replace(table, paused_at=NOON + 5 * HOUR)
    at = NOON + (7 if paused else 5) * HOUR
    now, effects = after(table, chosen, now=at)
    assert now.clock.due_at == NOON + 12 * HOUR + 9 * HOUR
    assert [type(row).__name__ for row in effects.rows] == ["SaveTable"]
    back, _ = after(now, ChatChanged(settled(quiet="off")), now=at)
    assert back.clock.due_at == table.clock.due_at
    same, effects = after(now, chosen, now=at + HOUR)
    assert (same.clock, effects.rows) == (now.clock, [])


def test_only_games_by_the_day_heed_quiet_hours() -> None:
    table = dealt(lobby(chat=settled(quiet="0-7")), now=NOON + 14 * HOUR)
    assert table.hand is not None
    table, _ = after(table, Delivered(table.hand.turn, table.decision), now=NOON + 14 * HOUR)
    assert deadline(table) == NOON + 14 * HOUR + 45_000


def test_the_deadline_is_written_so_that_a_restart_keeps_it() -> None:
    table = by_day()
    assert table.hand is not None
    _, effects = after(table, Delivered(table.hand.turn, table.decision), now=NOON)
    assert [type(row).__name__ for row in effects.rows] == ["SaveTable"]
    quick = dealt(lobby(), now=NOON)
    assert quick.hand is not None
    assert after(quick, Delivered(quick.hand.turn, quick.decision), now=NOON)[1].rows == []


# --- rings ------------------------------------------------------------------------------------------------


def rings(effects: Any) -> list[int]:
    return [dirty.surface.seat for dirty in effects.dirty if dirty.ring]


def test_a_turn_rings_once_and_at_once() -> None:
    table = by_day()
    heard: list[tuple[int, int]] = []
    now = NOON
    for _ in range(12):
        if table.hand is None or table.state != "playing":
            break
        table, effects = discard(table, now=now)
        assert table.hand is not None
        heard += [(table.hand.count, seat) for seat in rings(effects)]
        assert rings(effects) in ([], [table.hand.turn])
        for _ in range(3):
            now += HOUR // 4
            table, effects = after(table, Tick(), now=now)
            assert rings(effects) == []
    assert heard
    assert len(heard) == len(set(heard))


def test_after_taking_the_draw_the_own_turn_does_not_ring_again() -> None:
    table = by_day()
    for _ in range(40):
        assert table.hand is not None
        prompt = table.prompt
        assert prompt is not None
        seat = table.hand.turn
        if prompt.kind.name == "CHOW":
            table, effects = after(
                table, Press(CAST[seat], "x", decision=table.decision, query_id="x"), now=NOON
            )
            assert rings(effects) == []
            return
        table, _ = discard(table, now=NOON)
    raise AssertionError("no chow was asked in forty turns")


def test_at_night_nothing_rings_and_the_morning_says_so() -> None:
    evening = NOON + 10 * HOUR
    table = by_day(now=evening)
    table, effects = discard(table, now=evening + 2 * HOUR)  # midnight
    assert rings(effects) == []
    assert table.clock.ping_at is None
    assert table.hand is not None
    table, effects = after(table, Tick(), now=evening + 10 * HOUR - 1)
    assert effects.greet == []
    table, effects = after(table, Tick(), now=evening + 10 * HOUR)  # 8:00
    assert [person.person_id for person in effects.greet] == [CAST[table.hand.turn].person_id]
    assert after(table, Tick(), now=evening + 11 * HOUR)[1].greet == []


def test_who_wants_no_digest_is_rung_when_the_quiet_is_over() -> None:
    evening = NOON + 10 * HOUR
    table = by_day(now=evening)
    for seat in range(4):
        person = replace(CAST[seat], settings={"digest": False})
        table = table.with_chair(seat, replace(table.chair(seat), person=person))
    table, _ = discard(table, now=evening + 2 * HOUR)
    assert table.clock.ping_at == evening + 10 * HOUR
    assert table.hand is not None
    assert rings(after(table, Tick(), now=evening + 10 * HOUR)[1]) == [table.hand.turn]


def test_the_table_wakes_for_the_morning() -> None:
    table = by_day()
    assert morning(table) == NOON + 20 * HOUR
    assert (wake_at(table, NOON) or 0) <= NOON + 20 * HOUR
    assert morning(dealt(lobby())) is None
    assert morning(replace(table, state="asleep")) is None


def test_who_is_waited_for() -> None:
    table = by_day()
    assert table.hand is not None
    waiting = [seat for seat, person in enumerate(CAST) if waits_for(table, person.person_id)]
    assert waiting == [table.hand.turn]
    between = replace(table, state="ready").with_chair(2, replace(table.chair(2), ready="q"))
    assert [seat for seat, p in enumerate(CAST) if waits_for(between, p.person_id)] == [1, 3], (
        "Wei has pressed, too"
    )
    assert not waits_for(table, 99)
    assert not waits_for(dealt(lobby()), CAST[table.hand.turn].person_id)


# --- standing orders --------------------------------------------------------------------------------------


def test_orders_stand_on_the_panel_and_are_switched_there() -> None:
    table = by_day()
    assert table.hand is not None
    seat = (table.hand.turn + 2) % 4
    view = seat_view(table.hand, seat)
    pairs = [kind for kind in sorted(set(view.own.hand)) if view.own.hand.count(kind) >= 2]
    pairs = [kind for kind in pairs if kind not in view.wilds]
    scene = Rendering(TEXTS, "paizhuo_bot").scene(table, seat, NOON)
    rows = order_rows(view, frozenset(), scene)
    assert [button.data for row in rows for button in row] == [f"7:0:ap:p:{TEXT[kind]}" for kind in pairs]
    table, effects = after(table, Press(CAST[seat], "ap", f"p:{TEXT[pairs[0]]}"), now=NOON)
    assert standing_orders(table.chair(seat)) == {pairs[0]}
    assert [(d.surface.kind, d.surface.seat) for d in effects.dirty] == [("panel", seat)]
    message = Rendering(TEXTS, "paizhuo_bot").render(table, effects.dirty[0].surface, NOON)
    assert message is not None
    scene = Rendering(TEXTS, "paizhuo_bot").scene(table, seat, NOON)
    assert str(orders_line({pairs[0]}, scene)) in message.text
    assert any(button.text.startswith("✓") for row in message.keyboard for button in row)
    table, _ = after(table, Press(CAST[seat], "ap", f"p:{TEXT[pairs[0]]}"), now=NOON + 1_000)
    assert standing_orders(table.chair(seat)) == frozenset()


def test_other_tables_show_no_orders() -> None:
    table = dealt(lobby())
    _, effects = after(table, Press(SOFIA, "sw"))
    message = Rendering(TEXTS, "paizhuo_bot").render(table, effects.dirty[0].surface, 1_000)
    assert message is not None
    assert not any(":ap:p:" in button.data for row in message.keyboard for button in row)


def test_an_ordered_pung_is_taken_without_waiting_and_nothing_else_is() -> None:
    """Every seat orders every kind: whoever holds a pair of what is thrown takes it, in the same command."""
    table = by_day()
    everything = "0|" + ",".join(TEXT[:27])
    for seat in range(4):
        table = table.with_chair(seat, replace(table.chair(seat), filter=everything))
    taken = 0
    for _ in range(30):
        if table.state != "playing":
            break
        assert table.hand is not None
        prompt = table.prompt
        assert prompt is not None
        assert prompt.kind.name in ("TURN", "CHOW")
        if prompt.kind.name == "CHOW":
            seat = table.hand.turn
            table, _ = after(table, Press(CAST[seat], "x", decision=table.decision, query_id="x"), now=NOON)
            continue
        table, effects = discard(table, now=NOON)
        taken += any(getattr(row, "act", "") == "p" for row in effects.rows)
    assert taken


# --- through the bot --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@virtual
async def test_one_digest_tells_all_tables_that_wait(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        for _ in range(2):
            stage.wei.send(stage.group, "/new fuzhou tempo=day dice=off")
            await stage.quiet(seconds=8)
            lobby_message = stage.group.board()
            for button in ("坐下", "开打 · 电脑补 3 位"):
                await stage.press(stage.wei, lobby_message, button)
                await stage.quiet(seconds=8)
        tables = list(app.hall.tables_of(only_table(app).chair(0).person.person_id))  # type: ignore[union-attr]
        assert len(tables) == 2
        await stage.clock.sleep(23.5 * 3600)
        told = [m for m in stage.wei.private.messages if m.text.startswith("☀️")]
        assert len(told) == 1
        waiting = sum(waits_for(app.hall.table(t.table_id) or t, 1) for t in tables)
        assert told[0].text.startswith(f"☀️ {waiting} 桌等你")
        assert "周五麻将" in told[0].text
        stage.check()


@pytest.mark.parametrize(("start", "told"), [(11, 11), (8, 10)])
def test_a_morning_that_came_while_the_bot_was_away_is_made_up_for(start: int, told: int) -> None:
    """Between hands since 22:00; started again at 9:00 the digest goes out then, at 6:00 it waits for 8:00."""
    evening = NOON + 10 * HOUR
    table = replace(by_day(now=evening), state="ready", hand=None, touched_at=evening, clock=Clockwork())
    table = awake(table, evening + start * HOUR)
    table = replace(table, greeted_at=0)
    due = morning(table)
    assert due is not None
    _, effects = after(table, Tick(), now=max(due, evening + start * HOUR))
    assert max(due, evening + start * HOUR) == evening + told * HOUR
    assert {person.person_id for person in effects.greet} == {
        person.person_id for person in CAST[1:]
    }  # Wei is ready


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@virtual
async def test_a_start_between_two_mornings_makes_no_second_digest(stage: Stage, path: Path) -> None:
    """The group moves to a zone where it is nine an hour later: who has heard of it today hears no more."""

    def digests() -> int:
        return sum(message.text.startswith("☀️") for message in stage.wei.private.messages)

    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send(stage.group, "/new fuzhou tempo=day dice=off")
        await stage.quiet(seconds=8)
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, stage.group.board(), button)
            await stage.quiet(seconds=8)
        for _ in range(200):
            await stage.clock.sleep(360)
            if digests():
                break
        assert digests() == 1
    async with hosting(stage, path) as app:
        await stage.quiet()
        chat = only_table(app).chat
        app.hall.chat_changed(replace(chat, settings=replace(chat.settings, timezone="7")))
        await stage.clock.sleep(2 * 3600)
        assert digests() == 1
