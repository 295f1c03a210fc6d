"""The length of a pause tells nothing of what anybody could have claimed (test 31)."""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from random import Random

import pytest

from engine.games import games
from engine.options import TableOptions
from engine.prompts import Prompt, PromptKind, only_pass
from handlers.show.texts import Texts
from handlers.tables.effects import AddAction, Effects
from handlers.tables.model import NO_CHOW, NO_FILTER, WINS_ONLY, Table
from tests.security.sitting import Manners, Sitting
from tests.security.statistics import auc, ks_p

QUIET = Manners()
"""Who can do something answers in time; the others press nothing."""
EAGER = Manners(habit=1.0)
"""Everybody answers in time."""
HALF = Manners(habit=0.5)
FILTERED = Manners(habit=0.5, filters=(NO_FILTER, WINS_ONLY, NO_CHOW, NO_FILTER))
SLOW = Manners(claims=(1_000, 9_000))
MANNERS = {"quiet": QUIET, "eager": EAGER, "half": HALF, "filtered": FILTERED}
LIMIT = 0.52
GAMES = tuple(games())
SETTINGS = tuple(product(("masked", "fixed"), (2, 3, 4), MANNERS))
"""Which pauses, how many people, and how they answer."""
SOME = tuple((GAMES[number % len(GAMES)], *SETTINGS[number % len(SETTINGS)]) for number in range(28))
"""Every setting in some game, and every game in four settings, with either kind of pause."""


@dataclass
class Pauses:
    """Notes of each window how long it was open, how many people were asked, and whether one of them could claim."""

    able: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    unable: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _open: tuple[int, int, bool, int] | None = None

    def __call__(self, _before: Table, after: Table, effects: Effects, now: int) -> None:
        prompt = after.prompt
        thrown = [event for row in effects.rows if isinstance(row, AddAction) for event in row.events]
        passed_by = [event.seat for event in thrown if event.name == "discard"]
        if prompt is not None and prompt.kind in (PromptKind.CLAIM, PromptKind.DECLARE):
            passed_by = passed_by[
                :-1
            ]  # the last one is still open, or will be when all have declared (LG-12)
        for seat in passed_by:
            self.unable[len([other for other in after.people if other != seat])].append(0)
        if self._open is not None and (prompt is None or prompt.number != self._open[0]):
            _, began, able, asked = self._open
            (self.able if able else self.unable)[asked].append(now - began)
            self._open = None
        if prompt is not None and prompt.kind is PromptKind.CLAIM and self._open is None:
            seats = [seat for seat in prompt.asked if after.chair(seat).by_person]
            self._open = (prompt.number, now, _may_claim(prompt, seats), len(seats))

    def samples(self) -> tuple[list[float], list[float]]:
        """Pauses with a possible claim and without, as shares of what is usual when so many people are asked.

        How many are asked is public, and is no tell.
        """
        shares: tuple[list[float], list[float]] = ([], [])
        for asked in set(self.able) & set(self.unable):
            both = sorted([*self.able[asked], *self.unable[asked]])
            place = {
                pause: (both.index(pause) + len(both) - both[::-1].index(pause)) / 2 for pause in set(both)
            }
            for share, pauses in zip(shares, (self.able[asked], self.unable[asked]), strict=True):
                share += [place[pause] / len(both) for pause in pauses]
        return shares


def _may_claim(prompt: Prompt, seats: list[int]) -> bool:
    return any(not only_pass(prompt.options[seat]) for seat in seats)


def measured(
    game: str, window: str, people: int, manners: Manners, discards: int
) -> tuple[list[float], list[float]]:
    """Pauses of at least so many discards, with a possible claim and without."""
    pauses = Pauses()
    sitting = Sitting(games()[game], TableOptions(window=window), people, 1, manners, pauses)
    while sum(map(len, [*pauses.able.values(), *pauses.unable.values()])) < discards:
        sitting.play(5)
    return pauses.samples()


def chance(one: list[float], other: list[float]) -> float:
    """How far from a half the AUC of two like samples of this size may well be: three standard errors."""
    return 3 * sqrt((len(one) + len(other) + 1) / (12 * len(one) * len(other)))


def test_each_game_is_looked_at_with_either_kind_of_pause() -> None:
    assert {(game, window) for game, window, *_ in SOME} == set(product(GAMES, ("masked", "fixed")))
    assert {tuple(setting) for _, *setting in SOME} == set(SETTINGS)


@pytest.mark.parametrize(("game", "window", "people", "manners"), SOME)
def test_a_pause_does_not_tell(game: str, window: str, people: int, manners: str) -> None:
    able, unable = measured(game, window, people, MANNERS[manners], 400)
    assert auc(able, unable) <= 0.5 + chance(able, unable)
    assert ks_p(able, unable) > 0.001


@pytest.mark.soak
@pytest.mark.soak_part("secrecy")
@pytest.mark.parametrize(("window", "people", "manners"), SETTINGS)
@pytest.mark.parametrize("game", GAMES)
def test_a_pause_does_not_tell_in_ten_thousand_discards(
    game: str, window: str, people: int, manners: str
) -> None:
    able, unable = measured(game, window, people, MANNERS[manners], 10_000)
    assert auc(able, unable) <= max(LIMIT, 0.5 + chance(able, unable))  # claims are rare in Jiangxi
    assert ks_p(able, unable) > 0.01 / len(SETTINGS)  # a hundredth for all settings of a game together


WARNED = {"zh_Hans": "看得出", "zh_Hant": "看得出", "en": "tells the table"}
"""Words of a pause's help text where the pause tells, or a longer thought does."""


def warned(window: str) -> set[bool]:
    """Whether the texts on this pause warn of it: its help in each language, and its part of the option's own line."""
    helped, own = Texts.load(), TableOptions.schema()["window"]
    part = own.values.index(window)
    return {
        *(word in helped.of(language)(f"option.window.{window}.help") for language, word in WARNED.items()),
        "会露馅" in own.zh.split("·")[part],
        "tells)" in own.en.split("·")[part],
    }


@pytest.mark.parametrize(
    ("window", "manners", "tells"),
    [
        pytest.param("fixed", SLOW, False, id="fixed, slow answers"),
        pytest.param("masked", SLOW, True, id="masked, slow answers"),
        pytest.param("open", QUIET, True, id="open, quick answers"),
        pytest.param("open", SLOW, True, id="open, slow answers"),
    ],
)
def test_a_help_text_warns_of_a_pause_if_and_only_if_it_can_tell(
    window: str, manners: Manners, *, tells: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """That quick answers in a masked pause tell nothing is looked at above."""
    able, unable = measured("fuzhou", window, 4, manners, 600)
    value = auc(able, unable)
    with capsys.disabled():  # the help texts' figures
        print(f"\nAUC of {window} with answers after {manners.claims} ms: {value:.2f}")  # noqa: T201
    assert (value > 0.6) == (value > 0.5 + chance(able, unable)) == tells
    assert warned(window) == {tells}


# -- the measures themselves


def test_like_samples_are_not_told_apart() -> None:
    rnd = Random(1)
    one, other = ([rnd.random() for _ in range(3000)] for _ in range(2))
    assert abs(auc(one, other) - 0.5) < chance(one, other)
    assert ks_p(one, other) > 0.01


def test_different_samples_are_told_apart() -> None:
    rnd = Random(1)
    one = [rnd.uniform(0, 1) for _ in range(2000)]
    other = [rnd.uniform(0.1, 1.1) for _ in range(2000)]
    assert auc(one, other) == pytest.approx(1 - 0.9**2 / 2, abs=0.02)
    assert ks_p(one, other) < 1e-6
    assert auc(other, one) == pytest.approx(auc(one, other))


def test_samples_that_do_not_meet_are_told_for_certain() -> None:
    assert auc([1, 2, 3], [4, 5]) == 1.0
    assert auc([7], [7]) == 0.5


@pytest.mark.parametrize(("scaled", "p"), [(0.8276, 0.5), (1.2239, 0.1), (1.3581, 0.05), (1.6276, 0.01)])
def test_the_limit_of_kolmogorov_and_smirnov_is_the_tabled_one(scaled: float, p: float) -> None:
    size = 40_000
    shift = round(scaled * (2 / size) ** 0.5 * size)
    one = list(range(size))
    other = [value + shift for value in one]
    assert ks_p(one, other) == pytest.approx(p, rel=0.02)
