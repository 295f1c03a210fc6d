"""The machine's clock may be set; ours goes on."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from handlers.transport.clock import SystemClock

SECOND = 1_000_000_000
HOUR = 3600 * SECOND


@dataclass
class Machine:
    """Its two clocks, ns; it was started an hour ago."""

    wall: int = 1_788_264_000 * SECOND
    steady: int = HOUR

    def passes(self, nanoseconds: int) -> None:
        self.wall += nanoseconds
        self.steady += nanoseconds


def clock_of(machine: Machine) -> SystemClock:
    return SystemClock(lambda: machine.wall, lambda: machine.steady)


def test_it_shows_utc_in_milliseconds() -> None:
    machine = Machine()
    clock = clock_of(machine)
    assert clock.now() == 1_788_264_000_000
    machine.passes(20 * SECOND)
    assert clock.now() == 1_788_264_020_000


def test_a_clock_set_forward_is_followed_at_once() -> None:
    machine = Machine()
    clock = clock_of(machine)
    machine.wall += 8 * HOUR
    assert clock.now() == machine.wall // 1_000_000


def test_a_clock_set_back_is_caught_up_with_and_time_goes_on_meanwhile() -> None:
    """An hour too much: each minute has at least 54 s, and in ten hours both agree again."""
    machine = Machine()
    clock = clock_of(machine)
    machine.wall -= HOUR
    before, began = clock.now(), clock.now()
    for _ in range(600):
        machine.passes(60 * SECOND)
        assert 54_000 <= clock.now() - before <= 60_000
        before = clock.now()
    assert clock.now() == machine.wall // 1_000_000 == began + 9 * 3_600_000


@given(
    st.lists(
        st.tuples(st.integers(0, 100 * SECOND), st.integers(-HOUR, HOUR), st.integers(1, 5)), max_size=30
    )
)
def test_it_never_goes_back_and_is_never_behind(steps: list[tuple[int, int, int]]) -> None:
    machine = Machine()
    clock = clock_of(machine)
    for passed, moved, looks in steps:
        before = clock.now()
        machine.passes(passed)
        machine.wall += moved
        for _ in range(looks):
            now = clock.now()
            assert now >= before + (passed - passed // 10) // 1_000_000
            assert now >= machine.wall // 1_000_000
