"""Updates in: handled at least once, confirmed only when committed."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from telegram import Bot, Update

from handlers.transport.polling import ALLOWED, FatalTelegramError, Poller
from playground.errors import ApiError
from playground.world import World
from storage.errors import NotSaved
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage, application
from tests.fakes.telegram import BASE_URL, WorldRequest


class Journal:
    """Accepts updates like a table does: an inbox, then a commit, each update applied once."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.inbox: list[int] = []
        self.applied: list[str] = []
        self.done: set[int] = set()
        self.failed: set[int] = set()
        self.repeats = 0
        self.down = False
        self.slow: Callable[[], float] = lambda: 0
        self.poison = ""
        self.stuck = ""
        """A text that the disk does not take, whatever else it does."""

    async def accept(self, update: Update) -> None:
        self.inbox.append(update.update_id)
        text = update.message.text if update.message else ""
        if text and text == self.poison:
            raise ZeroDivisionError
        await self.clock.sleep(self.slow())
        if self.down or (text and text == self.stuck):
            raise NotSaved("not saved: disk full")
        if update.update_id in self.done:
            self.repeats += 1
            return
        self.done.add(update.update_id)
        self.applied.append(text or "")

    async def note_failed(self, update_id: int) -> None:
        if self.down:
            raise NotSaved("not saved: disk full")
        self.failed.add(update_id)

    def poller(self, bot: Bot) -> Poller:
        return Poller(bot, self.clock, self.accept, note_failed=self.note_failed)


@pytest.fixture
def journal(clock: VirtualClock, world: World) -> Journal:
    world.updates.clear()
    return Journal(clock)


async def polling(
    world: World, journal: Journal, act: Callable[[Poller], Awaitable[object]], *, bot: Any = None
) -> Poller:
    """Poll while `act` runs, then stop cleanly."""
    async with bot or application(world).bot as opened:
        poller = journal.poller(opened)
        running = asyncio.create_task(poller.run())
        await act(poller)
        poller.stop()
        await running
    return poller


@virtual
async def test_updates_are_accepted_in_order_and_confirmed(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    for number in range(250):
        stage.wei.send("private", str(number))

    async def act(poller: Poller) -> None:
        await stage.until(lambda: len(journal.applied) == 250)

    poller = await polling(world, journal, act)
    assert journal.applied == [str(number) for number in range(250)]
    assert journal.inbox == sorted(journal.inbox)
    assert (world.updates.waiting, journal.repeats) == ([], 0)
    assert poller.last_success == clock.now()
    assert world.updates.allowed == set(ALLOWED)


@virtual
async def test_nothing_is_confirmed_before_it_is_committed(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.slow = lambda: 20
    stage.wei.send("private", "a")
    stage.wei.send("private", "b")

    async def act(poller: Poller) -> None:
        await clock.sleep(19)
        assert (len(world.updates.waiting), journal.applied) == (2, [])
        await clock.sleep(2)
        assert (world.updates.waiting, journal.applied) == ([], ["a", "b"])

    await polling(world, journal, act)


@virtual
async def test_a_clean_stop_finishes_the_batch_and_confirms_it(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.slow = lambda: 2
    stage.wei.send("private", "a")
    begun = clock.elapsed
    await polling(world, journal, lambda _: clock.sleep(1))
    assert (world.updates.waiting, journal.applied) == ([], ["a"])
    assert clock.elapsed - begun == 2


@virtual
async def test_a_stop_does_not_wait_for_the_long_poll(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    await polling(world, journal, lambda _: clock.sleep(3))
    assert clock.elapsed == 3


@virtual
async def test_a_crash_between_commit_and_confirmation_repeats_and_loses_nothing(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    draw, sent = random.Random(14), 0
    journal.slow = lambda: draw.uniform(0, 1)
    for _ in range(60):
        for _ in range(draw.randrange(1, 20)):
            stage.wei.send("private", str(sent))
            sent += 1
        async with application(world).bot as bot:
            running = asyncio.create_task(journal.poller(bot).run())
            await clock.sleep(draw.uniform(0, 1.5))
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert sorted(journal.applied, key=int) == [str(number) for number in range(sent)]
    assert journal.repeats > 0


@virtual
async def test_a_storage_failure_is_waited_out_without_confirming(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.down = True
    stage.wei.send("private", "a")
    stage.wei.send("private", "b")

    async def act(_poller: Poller) -> None:
        await clock.sleep(100)
        assert len(world.updates.waiting) == 2
        assert 5 < len(journal.inbox) < 20
        journal.down = False
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert journal.applied == ["a", "b"]


@virtual
async def test_a_stop_during_a_storage_failure_confirms_nothing(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.down = True
    stage.wei.send("private", "a")
    await polling(world, journal, lambda _: clock.sleep(10))
    assert (len(world.updates.waiting), journal.applied) == (1, [])


@virtual
async def test_one_update_that_is_never_saved_holds_up_nobody(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.stuck = "x"
    for text in "axb":
        stage.wei.send("private", text)

    async def act(poller: Poller) -> None:
        await stage.until(lambda: journal.applied == ["a", "b"])
        for number in range(5):
            stage.wei.send("private", str(number))
            await stage.until(lambda n=number: journal.applied[-1] == str(n), patience=3)  # type: ignore[misc]
        assert poller.heard_since(clock.now() - 3_000)
        assert (len(world.updates.waiting), journal.failed) == (7, set())
        journal.stuck = ""
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert journal.applied == ["a", "b", *"01234", "x"]
    assert journal.repeats == 0


@virtual
async def test_before_the_queue_is_full_behind_it_an_update_that_is_never_saved_is_given_up(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.stuck = "x"
    stage.wei.send("private", "x")
    stuck = world.updates.waiting[0].id
    for number in range(250):
        stage.wei.send("private", str(number))

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert journal.applied == [str(number) for number in range(250)]
    assert (journal.failed, journal.repeats) == ({stuck}, 0)


@virtual
async def test_a_poisoned_update_is_noted_and_does_not_stop_the_bot(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    journal.poison = "x"
    for text in "axb":
        stage.wei.send("private", text)
    poisoned = world.updates.waiting[1].id

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert (journal.applied, journal.failed) == (["a", "b"], {poisoned})


@virtual
async def test_an_update_that_cannot_be_read_is_noted_too(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    for text in "axb":
        stage.wei.send("private", text)
    broken = world.updates.waiting[1]
    del broken.body["message_id"]

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert (journal.applied, journal.failed) == (["a", "b"], {broken.id})


@virtual
async def test_ids_that_start_again_lower(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    draw = random.Random(13)

    async def act(_poller: Poller) -> None:
        for start in (300_000_000, 200_000_000, 1_000):
            for number in range(20):
                stage.wei.send("private", f"{start}+{number}")
                await clock.sleep(draw.choice([0, 1]))
            await stage.until(lambda: not world.updates.waiting)
            world.updates.restart_ids(start)

    await polling(world, journal, act)
    assert len(journal.applied) == 60
    assert len(journal.inbox) == 60


@virtual
async def test_repeated_and_shuffled_updates_all_arrive(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    draw = random.Random(12)
    world.updates.copies = lambda: draw.randrange(1, 6)
    world.updates.order = lambda batch: draw.sample(batch, len(batch))
    for number in range(150):
        stage.wei.send("private", str(number))

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: not world.updates.waiting)

    await polling(world, journal, act)
    assert sorted(map(int, journal.applied)) == list(range(150))


@virtual
async def test_the_network_is_waited_for_with_growing_patience(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    fault = world.faults.bad_gateway("getUpdates", times=9)
    stage.wei.send("private", "a")

    async def act(poller: Poller) -> None:
        await clock.sleep(1 + 2 + 4 + 8 + 16 + 30 + 30 + 30 + 1)
        assert (fault.hits, poller.last_success) == (9, 0)
        await clock.sleep(31)
        assert journal.applied == ["a"]
        assert poller.last_success > 0
        world.faults.break_connection("getUpdates")
        stage.wei.send("private", "b")
        await clock.sleep(60)
        assert journal.applied == ["a", "b"]

    await polling(world, journal, act)


@virtual
async def test_too_many_fetches_are_waited_out(
    clock: VirtualClock, world: World, stage: Stage, journal: Journal
) -> None:
    fault = world.faults.too_many(40, "getUpdates")
    stage.wei.send("private", "a")

    async def act(_poller: Poller) -> None:
        await clock.sleep(39)
        assert (fault.hits, journal.applied) == (1, [])
        await clock.sleep(2)
        assert journal.applied == ["a"]

    await polling(world, journal, act)


@virtual
async def test_what_cannot_get_better_ends_with_a_sentence(
    clock: VirtualClock, world: World, journal: Journal
) -> None:
    refusals = {
        "token": ApiError(401, "Unauthorized"),
        "only one": ApiError(409, "Conflict: terminated by other getUpdates request"),
        "webhook": ApiError(409, "Conflict: can't use getUpdates method while webhook is active"),
    }
    async with application(world).bot as bot:
        for word, error in refusals.items():
            world.faults.refuse(error, "getUpdates")
            with pytest.raises(FatalTelegramError, match=word) as caught:
                await journal.poller(bot).run()
            assert world.token not in str(caught.value)


@virtual
async def test_a_wrong_token_is_fatal(clock: VirtualClock, world: World, journal: Journal) -> None:
    bot = Bot("1234567:wrong", base_url=BASE_URL, get_updates_request=WorldRequest(world))
    with pytest.raises(FatalTelegramError, match="@BotFather"):
        await journal.poller(bot).run()


@virtual
async def test_a_second_poller_ends_the_first(clock: VirtualClock, world: World, journal: Journal) -> None:
    async with application(world).bot as bot:
        first = asyncio.create_task(journal.poller(bot).run())
        await clock.sleep(1)
        second = journal.poller(bot)
        running = asyncio.create_task(second.run())
        with pytest.raises(FatalTelegramError, match="only one"):
            await first
        second.stop()
        await running
