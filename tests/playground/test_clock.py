"""Virtual time jumps, but never past work that is really under way."""

import asyncio
import threading
import time
from pathlib import Path

import aiosqlite
import pytest

from tests.fakes.clock import DAY, EPOCH, Stuck, VirtualClock, run_virtual, virtual


def test_sleeping_takes_no_time() -> None:
    clock = VirtualClock()

    async def main() -> int:
        await clock.sleep(3600)
        return clock.now()

    assert run_virtual(main(), clock) == (EPOCH + 3600) * 1000


def test_timers_fire_in_their_order() -> None:
    clock = VirtualClock()
    seen: list[tuple[str, float]] = []

    async def wait(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        seen.append((name, clock.elapsed))

    async def main() -> None:
        await asyncio.gather(wait("c", 30.3), wait("a", 0.1), wait("b", 20.2))

    run_virtual(main(), clock)
    assert [name for name, _ in seen] == ["a", "b", "c"]
    assert [at for _, at in seen] == pytest.approx([0.1, 20.2, 30.3])


def test_a_thread_is_waited_for() -> None:
    clock = VirtualClock()
    release = threading.Event()

    async def main() -> str:
        work = asyncio.create_task(asyncio.to_thread(release.wait, 30))
        ticking = asyncio.create_task(clock.sleep(5))
        await asyncio.sleep(0)
        assert clock.elapsed == 0
        release.set()
        assert await work
        await ticking
        return f"{clock.elapsed:.0f}"

    assert run_virtual(main(), clock) == "5"


def test_work_that_ends_before_a_timeout_never_times_out() -> None:
    async def main() -> int:
        async with asyncio.timeout(0.001):
            return await asyncio.to_thread(sum, range(200_000))

    assert run_virtual(main()) == sum(range(200_000))


def test_sqlite_is_waited_for(tmp_path: Path) -> None:
    clock = VirtualClock()

    async def main() -> int:
        background = asyncio.create_task(clock.sleep(DAY / 2))
        async with asyncio.timeout(1), aiosqlite.connect(tmp_path / "a.db") as database:
            await database.execute("CREATE TABLE t(n)")
            await database.executemany("INSERT INTO t VALUES(?)", [(n,) for n in range(500)])
            await database.commit()
            async with database.execute("SELECT count(*) FROM t") as cursor:
                row = await cursor.fetchone()
        background.cancel()
        assert row is not None
        return int(row[0])

    assert run_virtual(main(), clock) == 500
    assert clock.elapsed == 0


def test_waiting_for_nothing_is_an_error_not_a_hang() -> None:
    async def main() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(Stuck, match="nothing is left to wait for"):
        run_virtual(main())


def test_a_test_that_goes_on_for_ever_ends_at_its_limit() -> None:
    async def main() -> None:
        for _ in range(1000):
            await asyncio.sleep(1)

    with pytest.raises(Stuck, match="the virtual time is over"):
        run_virtual(main(), limit=100)


@pytest.fixture
def number() -> int:
    return 7


@virtual
async def test_the_decorator_passes_fixtures_on(clock: VirtualClock, number: int) -> None:
    before = time.monotonic()
    await clock.sleep(DAY / 24)
    assert (number, clock.elapsed) == (7, DAY / 24)
    assert asyncio.get_running_loop().time() == clock.elapsed
    assert before <= time.monotonic()
