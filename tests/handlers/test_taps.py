"""How many presses of one person reach the tables."""

from handlers.commands.taps import A_SECOND, BURST, Taps


def test_a_burst_passes_and_what_follows_at_once_does_not() -> None:
    taps = Taps()
    allowed = [taps.allow(1, f"q{number}", 1_000) for number in range(BURST + 5)]
    assert allowed == [True] * BURST + [False] * 5


def test_the_allowance_comes_back_at_its_pace() -> None:
    taps = Taps()
    for number in range(BURST):
        taps.allow(1, f"q{number}", 1_000)
    assert not taps.allow(1, "soon", 1_000 + 999 // A_SECOND)
    assert taps.allow(1, "later", 1_000 + 2_000 // A_SECOND)


def test_people_do_not_share_an_allowance() -> None:
    taps = Taps()
    for number in range(BURST + 1):
        taps.allow(1, f"q{number}", 1_000)
    assert taps.allow(2, "other", 1_000)


def test_a_press_delivered_twice_is_charged_once() -> None:
    taps = Taps()
    assert all(taps.allow(1, "same", 1_000) for _ in range(3 * BURST))
    assert sum(taps.allow(1, f"q{number}", 1_000) for number in range(BURST)) == BURST - 1


def test_a_clock_that_goes_back_takes_nothing_away_for_long() -> None:
    taps = Taps()
    for number in range(BURST):
        taps.allow(1, f"q{number}", 10_000)
    taps.allow(1, "before", 5_000)
    assert taps.allow(1, "after", 11_000)
