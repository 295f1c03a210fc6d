"""Updates that come twice, late, in another order or under other numbers, and calls whose answers are lost."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.fairness import Randomness
from engine.games import find_game
from engine.prompts import PromptKind
from handlers.app import App
from handlers.show.texts import Texts
from handlers.tables.model import Table
from playground.model import Press
from playground.updates import Update
from tests.end_to_end.driving import READS, Player, coded, newest_with, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import Row, check_record, rows
from tests.engine.rigged import rigged
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready

TYPED = "fuzhou hands=4 tempo=quick dice=off"
TWICE = "query is too old"
"""What Telegram says to the second answer of one press."""


def unexpected(stage: Stage, *expected: str) -> list[str]:
    """The errors of refused calls, but for these."""
    return [call.error for call in stage.world.refused if not any(text in call.error for text in expected)]


def person_acts(path: Path) -> int:
    """The acts of people in the journal."""
    return int(rows(path, "SELECT count(*) AS n FROM action WHERE by = 'person'")[0]["n"])


async def play_bent(stage: Stage, path: Path, bend: Callable[[random.Random], None], *expected: str) -> None:
    """A match of four people, with the way to them bent; all is answered, and the record holds."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await stage.quiet()
        bend(random.Random(5))
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "over", patience=LONGEST_MATCH)
        await stage.quiet()
    assert not stage.world.unanswered
    assert not unexpected(stage, *expected)
    assert len(check_record(path)) == 4
    for update in stage.world.updates.confirmed:
        assert update.kind != "callback_query" or rows(
            path, "SELECT 1 FROM processed_update WHERE update_id = ? AND failed = 0", update.id
        )


@pytest.mark.slow
@virtual
async def test_updates_that_come_up_to_five_times_count_once(stage: Stage, path: Path) -> None:
    def bend(chance: random.Random) -> None:
        stage.world.updates.copies = lambda: chance.randint(1, 5)

    await play_bent(stage, path, bend, TWICE)
    answered = sum(press.answered for press in stage.world.presses.values())
    assert person_acts(path) <= answered


@pytest.mark.slow
@virtual
async def test_updates_that_come_in_any_order_do_no_harm(stage: Stage, path: Path) -> None:
    def bend(chance: random.Random) -> None:
        def shuffled(batch: list[Update]) -> list[Update]:
            return [
                update for at in range(0, len(batch), 8) for update in _shuffle(chance, batch[at : at + 8])
            ]

        stage.world.updates.order = shuffled

    await play_bent(stage, path, bend)


def _shuffle(chance: random.Random, batch: list[Update]) -> list[Update]:
    return chance.sample(batch, len(batch))


@pytest.mark.slow
@virtual
async def test_update_ids_that_start_again_lower_are_handled(stage: Stage, path: Path) -> None:
    await play_bent(stage, path, lambda _: stage.world.updates.restart_ids(7))


@virtual
async def test_presses_sent_again_under_new_numbers_do_nothing_more(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED, people=1)
        player = players[0]
        again: list[Press] = []
        while only_table(app).state != "over":
            chosen = player.choose()
            if chosen is None:
                await stage.clock.sleep(0.5)
                continue
            press = await player.press(*chosen)
            if press.shown is not None and press.shown.alert:
                await stage.clock.sleep(READS)
                continue  # it asks for a second press, which this would be
            before = person_acts(path)
            again.append(stage.wei.press_again(press))
            await stage.until(lambda: again[-1].answered)
            assert person_acts(path) == before
        await stage.quiet()
    assert len(again) > 20
    stage.check()
    check_record(path)


@pytest.mark.logs("a notice may not have arrived", "no answer")
@virtual
async def test_sends_whose_answer_is_lost_are_repeated_at_most_once(stage: Stage, path: Path) -> None:
    chance = random.Random(9)
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        stage.world.faults.lose_answer("sendPhoto", times=200).fits = lambda *_: chance.random() < 0.5
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "over", patience=LONGEST_MATCH)
        await stage.quiet(seconds=40)
    assert not stage.world.unanswered
    hands = check_record(path)
    sent = [
        call
        for call in stage.world.calls
        if call.method == "sendPhoto" and call.chat_id == stage.group.id and call.ok
    ]
    lost = sum(bool(call.fault) for call in sent)
    posted_again = sum(chat_id == stage.group.id for _, chat_id, _ in stage.world.removed)
    assert lost > 0
    # a message for each hand and one for the result; more only for a lost answer or a board posted again
    assert len(sent) <= len(hands) + 1 + lost + posted_again


@contextmanager
def rigged_deal(wall: tuple[int, ...]) -> Iterator[None]:
    """Every hand is dealt from this wall; the opener is the first dealer."""

    def drawn(*_: object) -> Randomness:
        return Randomness(wall, (1, 1), 0)

    with patch("engine.phases.randomness", drawn), patch("handlers.tables.deal.randomness", drawn):
        yield


async def thrown(stage: Stage, tile: str) -> None:
    """The dealer throws this first."""
    await stage.quiet(seconds=2)
    panel = stage.wei.private.board()
    await stage.press(stage.wei, panel, ending(panel.data, f":d:{tile}"))
    await stage.quiet(seconds=2)


def ending(data: Sequence[str], text: str) -> str:
    """A button whose data ends like this."""
    return next(one for one in data if one.endswith(text))


async def ten_minutes_away(stage: Stage, stale: Press, current: Sequence[Callable[[], Press]]) -> None:
    """Nothing gets through for ten minutes; thirty old presses and those still current wait at their end."""
    stage.world.faults.outage()
    await stage.clock.sleep(600 - 4 * 33)  # Telegram keeps a press for 150 s
    for press in current:
        press()
    for number in range(30):
        await stage.clock.sleep(4)
        stage.people[number % 4].press_again(stale)
    await stage.clock.sleep(12)
    stage.world.faults.clear()
    await stage.until(lambda: not stage.world.updates.waiting, patience=31)
    assert not stage.world.updates.expired


OUTAGE = pytest.mark.logs("no updates", "not confirmed", "no answer", "could not be asked")


@OUTAGE
@virtual
async def test_an_outage_of_ten_minutes_costs_nobody_a_turn(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off")
        await make_ready(stage, app, players)
        await stage.quiet(seconds=2)
        due = only_table(app).clock.due_at
        assert due is not None
        await ten_minutes_away(stage, players[0].presses[0], [])
        moved = only_table(app).clock.due_at
        assert moved is not None
        assert moved >= due + 600_000
        assert by_clock(path) == []
    assert not unexpected(stage, TWICE)


@OUTAGE
@virtual
async def test_a_discard_pressed_while_telegram_is_away_is_made_when_it_is_back(
    stage: Stage, path: Path
) -> None:
    """It is as current as before: nobody's clock has played meanwhile, for him or for anybody."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off")
        await make_ready(stage, app, players)
        await stage.until(lambda: is_turn(only_table(app)) and only_table(app).clock.due_at)
        await stage.quiet(seconds=2)
        (mover,) = [player for player in players if coded(player.person.private.board().data, "d")]
        panel = mover.person.private.board()
        discard, seq = coded(panel.data, "d")[0], only_table(app).seq
        await ten_minutes_away(
            stage, players[0].presses[0], [lambda: mover.person.press(panel, {"callback_data": discard})]
        )
        acts = rows(path, "SELECT act, by FROM action WHERE seq >= ?", seq)
        assert (acts[0]["act"], acts[0]["by"]) == (discard.split(":", 2)[2], "person")
        assert by_clock(path) == []
    assert not unexpected(stage, TWICE)


@OUTAGE
@virtual
async def test_a_claim_pressed_while_telegram_is_away_takes_when_it_is_back(stage: Stage, path: Path) -> None:
    """Nor do the passes of the others fall to the clock, which would have closed the window without him."""
    wall = rigged(find_game("fuzhou"), hands=["3s", "", "33s", ""]).state.wall
    answers = {0: "x", 1: "x", 2: "p", 3: "x"}
    with rigged_deal(wall):
        async with hosting(stage, path) as app:
            players = await open_table(stage, "fuzhou hands=4 dice=off")
            await make_ready(stage, app, players)
            await thrown(stage, "3s")
            board = newest_with(stage.group, "x") or stage.group.board()
            panels = [
                board if code == "x" else stage.people[seat].private.board() for seat, code in answers.items()
            ]

            def pressing(seat: int) -> Press:
                button = {"callback_data": ending(panels[seat].data, f":{answers[seat]}")}
                return stage.people[seat].press(panels[seat], button)

            await ten_minutes_away(
                stage, players[0].presses[0], [partial(pressing, seat) for seat in answers]
            )
            acts = rows(path, "SELECT seat, act, by FROM action WHERE by <> 'host' AND seq > 0")
            assert sorted((row["seat"], row["act"], row["by"]) for row in acts) == [
                (seat, act, "person") for seat, act in answers.items()
            ]
            await stage.until(lambda: is_turn(only_table(app)), patience=5)
            hand = only_table(app).hand
            assert hand is not None
            assert [str(meld) for meld in hand.seats[2].melds] == ["333s<0"]
            assert by_clock(path) == []
        check_record(path)
    assert not unexpected(stage, TWICE)


def by_clock(path: Path) -> list[Row]:
    """What the clock has played."""
    return rows(path, "SELECT * FROM action WHERE by = 'clock'")


async def at_the_first_turn(stage: Stage, app: App) -> tuple[Player, int]:
    """Four people at a quick table; who is to discard, and until when."""
    players = await open_table(stage, TYPED)
    await make_ready(stage, app, players)
    await stage.until(lambda: is_turn(only_table(app)) and only_table(app).clock.due_at)
    chosen = [(player, player.choose()) for player in players]
    (mover,) = [player for player, choice in chosen if choice and coded([choice[1]], "d")]
    return mover, only_table(app).clock.due_at or 0


def is_turn(table: Table) -> bool:
    return table.prompt is not None and table.prompt.kind is PromptKind.TURN


def hang(stage: Stage, method: str, times: int) -> None:
    """From now on answers are lost, beginning with the fetch that waits: a press, in itself of no effect, ends it."""
    stage.world.faults.lose_answer(method, times=times)
    board = next(message for message in reversed(stage.group.from_bot) if coded(message.data, "e"))
    stage.wei.press(board, coded(board.data, "e")[0])


@pytest.mark.parametrize("before", [0.05, 2.0, 12.0])
@virtual
async def test_a_press_in_time_counts_though_the_fetch_at_hand_hangs(
    stage: Stage, path: Path, before: float
) -> None:
    """A fetch is known to hang after a minute only; before a deadline it is found out."""
    async with hosting(stage, path) as app:
        mover, due = await at_the_first_turn(stage, app)
        hang(stage, "getUpdates", 1)
        await stage.clock.sleep(due / 1000 - before - stage.clock.seconds())
        message, data = mover.choose() or pytest.fail("nothing to press")
        press = mover.person.press(message, data)
        assert not press.answered
        await stage.clock.sleep(before + 1)
        assert press.answered
        assert by_clock(path) == []
        assert [row["act"] for row in rows(path, "SELECT act FROM action WHERE by = 'person'")][-1][0] == "d"
    assert not unexpected(stage, TWICE)


@virtual
async def test_a_deadline_is_not_held_up_where_nobody_presses(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        _, due = await at_the_first_turn(stage, app)
        await stage.clock.sleep(due / 1000 + 0.5 - stage.clock.seconds())
        assert len(by_clock(path)) == 1
    stage.check()


@pytest.mark.logs("no updates", "not confirmed", "no answer", "could not be asked", "may not have arrived")
@virtual
async def test_connections_that_all_hang_cost_nobody_a_short_turn(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        _, due = await at_the_first_turn(stage, app)
        began = stage.clock.now()
        hang(stage, "", 1_000_000)
        await stage.clock.sleep(200)
        assert by_clock(path) == []
        stage.world.faults.clear()
        await stage.until(lambda: not app.poller.away_since, patience=60)
        await stage.clock.sleep(1)
        moved = only_table(app).clock.due_at
        assert moved is not None
        assert moved - due >= stage.clock.now() - 1000 - began
        assert by_clock(path) == []


@virtual
async def test_a_thousand_presses_of_one_hold_up_nobody_else(stage: Stage, path: Path) -> None:
    other = stage.world.add_group("另一桌", *stage.people[2:])
    async with hosting(stage, path) as app:
        await open_table(stage, TYPED, people=2)
        stage.lin.send(other, "/new fuzhou")
        await stage.quiet()
        board = next(message for message in other.from_bot if coded(message.data, "j"))
        calls = len(stage.world.calls)
        mine = stage.group.from_bot[0]
        flood = [stage.wei.press(mine, coded(mine.data, "l")[0]) for _ in range(1000)]
        behind = stage.lin.press(board, coded(board.data, "j")[0])
        await stage.until(lambda: behind.answered)
        assert sum(press.answered for press in flood) <= 10
        assert behind.shown is not None
        await stage.until(lambda: all(press.answered for press in flood))
        await stage.quiet()
        edits = [
            call
            for call in stage.world.calls[calls:]
            if call.method.startswith("edit") and call.chat_id == stage.group.id
        ]
        assert len(edits) <= 4
        assert len(app.hall.actors) == 2
    stage.check()


@virtual
async def test_three_who_claim_at_once_are_all_heard(stage: Stage, path: Path) -> None:
    """A pung and two wins in one moment: each is answered and written down as its own, and one of them takes."""
    claims = {1: "p", 2: "h", 3: "h"}
    hands = ["3s", "33s", "123456789p234m12s88s", "123456789m234p12s99s"]
    wall = rigged(find_game("fuzhou"), hands=hands).state.wall
    with rigged_deal(wall):
        async with hosting(stage, path) as app:
            players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none window=fixed")
            await make_ready(stage, app, players)
            await thrown(stage, "3s")
            pressed: dict[int, Press] = {}
            for seat, code in claims.items():  # nothing is handled between the first and the last of them
                panel = stage.people[seat].private.board()
                pressed[seat] = stage.people[seat].press(panel, ending(panel.data, f":{code}"))
            assert not [press for press in pressed.values() if press.answered]
            await stage.until(lambda: all(press.answered for press in pressed.values()))
            window = only_table(app).prompt
            await stage.until(lambda: only_table(app).played, patience=LONGEST_MATCH)
            await stage.quiet()
        check_record(path)
    noted = {Texts.load().of(language)("toast.noted") for language in ("zh_Hans", "en")}
    assert all(press.shown and press.shown.text in noted for press in pressed.values())
    assert window is not None
    assert window.kind is PromptKind.CLAIM
    assert [act and act.text for act in window.answers] == [None, *claims.values()]
    acts = rows(path, "SELECT seat, act, by FROM action WHERE act IN ('p', 'h') ORDER BY seat")
    assert [tuple(row.values()) for row in acts] == [(seat, act, "person") for seat, act in claims.items()]
    outranked = [f"won on that tile; your {act} does not count" for act in ("pung", "win")]
    for person, told in zip((stage.sofia, stage.tom), outranked, strict=True):
        assert told in person.private.board().text
    stage.check()


@virtual
async def test_a_press_after_a_restart_finds_the_hand_while_it_is_folded(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none")
        await make_ready(stage, app, players)
        await stage.quiet()
        board = newest_with(stage.group, "gx") or stage.group.board()
        eyes = coded(board.data, "e")
        queued = [person.press(board, eyes[0]) for person in stage.people]
        del app
    async with hosting(stage, path):
        await stage.until(lambda: all(press.answered for press in queued))
    refused = [press for press in queued if press.shown is None or not press.shown.alert]
    assert refused == []
