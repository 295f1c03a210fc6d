"""Which updates of a batch wait for one another, whatever becomes of those before them."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from telegram import Bot, Update

from handlers.transport.polling import Poller
from handlers.transport.turns import ENOUGH, Place
from playground.world import World
from storage.errors import NotSaved
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage
from tests.transport.test_polling import Journal, polling


def said(update: Update) -> str:
    return (update.message.text if update.message else None) or ""


def placed(update: Update) -> Place:
    """`m12 …` moves what 1 and 2 stand for, `p1 …` is a press there."""
    kind = said(update).split()[0]
    return Place(frozenset(int(key) for key in kind[1:]), moves=kind[0] == "m")


class Diary(Journal):
    """Notes in addition when each update began, and when it ended for good."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self.begun: dict[str, float] = {}
        self.ended: dict[str, float] = {}
        self.tries: Counter[str] = Counter()
        self.began: list[str] = []
        self.lasts: Callable[[str], float] = lambda _: 1.0
        self.fails: Callable[[str], bool] = lambda _: False

    async def accept(self, update: Update) -> None:
        text = said(update)
        self.tries[text] += 1
        self.begun[text] = self.clock.elapsed
        self.began.append(text)
        await self.clock.sleep(self.lasts(text))
        if self.fails(text):
            raise NotSaved("not saved: disk full")
        await super().accept(update)
        self.ended[text] = self.clock.elapsed

    def poller(self, bot: Bot) -> Poller:
        return Poller(bot, self.clock, self.accept, note_failed=self.note_failed, place=placed)


@pytest.fixture
def diary(clock: VirtualClock, world: World) -> Diary:
    world.updates.clear()
    return Diary(clock)


async def take(stage: Stage, diary: Diary, *texts: str, patience: float = 3600.0) -> None:
    """All of them come in one batch, and are confirmed at last."""
    for text in texts:
        stage.wei.send("private", text)

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: not stage.world.updates.waiting, patience=patience)

    await polling(stage.world, diary, act)


@virtual
async def test_what_moves_something_waits_for_all_before_it_and_all_behind_wait_for_it(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    """Presses go on side by side, and who has nothing to do with it is not held up."""
    at = clock.elapsed
    await take(stage, diary, "p1 a", "p1 b", "m1 c", "p1 d", "p1 e", "m1 f", "p2 g", "m2 h")
    begun = {text[3:]: when - at for text, when in diary.begun.items()}
    assert begun == {"a": 0, "b": 0, "c": 1, "d": 2, "e": 2, "f": 3, "g": 0, "h": 1}


@virtual
async def test_a_migration_stands_between_what_is_about_either_chat(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    at = clock.elapsed
    await take(stage, diary, "m1 a", "m12 b", "p2 c", "p1 d", "p3 e")
    assert {text[-1]: when - at for text, when in diary.begun.items()} == {
        "a": 0,
        "b": 1,
        "c": 2,
        "d": 2,
        "e": 0,
    }


@virtual
async def test_presses_of_a_table_begin_in_their_order_though_one_has_to_wait(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    """Whose press waits for what he typed elsewhere does not lose his place to the next one."""
    await take(stage, diary, "m9 typed elsewhere", "p19 first", "p1 second", "p2 other table")
    assert diary.began == ["m9 typed elsewhere", "p2 other table", "p19 first", "p1 second"]


@virtual
async def test_what_waits_for_something_not_saved_comes_again_behind_it(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    diary.fails = lambda text: text == "m1 a" and diary.tries[text] < 3
    await take(stage, diary, "m1 a", "p1 b", "m1 c", "p2 d", "p1 e")
    assert diary.applied == ["p2 d", "m1 a", "p1 b", "m1 c", "p1 e"]
    assert diary.tries == {"m1 a": 3, "p1 b": 1, "m1 c": 1, "p2 d": 1, "p1 e": 1}
    assert not diary.failed


@virtual
async def test_a_disk_that_is_full_for_long_changes_no_order(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    begun = clock.elapsed
    diary.fails = lambda _: clock.elapsed < begun + 300
    texts = [f"{kind} {number}" for number, kind in enumerate(["m1", "m1", "p1", "m12", "m2", "p12", "m1"])]
    await take(stage, diary, *texts)
    assert diary.applied == texts
    assert diary.repeats == 0


@virtual
async def test_what_is_never_saved_holds_nobody_up_for_long(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    diary.fails = lambda text: text == "m1 stuck"
    for text in ("m1 stuck", "m1 a", "p1 b"):
        stage.wei.send("private", text)

    async def act(_poller: Poller) -> None:
        await stage.until(lambda: diary.applied == ["m1 a", "p1 b"], patience=60)
        assert ENOUGH < diary.tries["m1 stuck"] <= ENOUGH + 2
        diary.fails = lambda _: False
        await stage.until(lambda: not stage.world.updates.waiting)

    await polling(stage.world, diary, act)
    assert diary.applied == ["m1 a", "p1 b", "m1 stuck"]


@virtual
async def test_before_the_queue_is_full_behind_it_only_what_was_tried_is_given_up(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    diary.lasts = lambda _: 0.0
    diary.fails = lambda text: text == "m1 stuck"
    behind = [f"{'pm'[number % 2]}1 {number}" for number in range(250)]
    stage.wei.send("private", "m1 stuck")
    stuck = stage.world.updates.waiting[-1].id
    await take(stage, diary, *behind)
    assert diary.applied == behind
    assert diary.failed == {stuck}


@virtual
async def test_what_can_never_be_handled_lets_the_next_go_on_at_once(
    clock: VirtualClock, stage: Stage, diary: Diary
) -> None:
    diary.poison = "m1 a"
    at = clock.elapsed
    await take(stage, diary, "m1 a", "m1 b", "p1 c")
    assert {text: when - at for text, when in diary.begun.items()} == {"m1 a": 0, "m1 b": 1, "p1 c": 2}
    assert len(diary.failed) == 1


@pytest.mark.parametrize("seed", range(20))
@virtual
async def test_of_two_that_share_something_the_later_never_comes_before_the_one_that_moves_it(
    clock: VirtualClock, stage: Stage, diary: Diary, seed: int
) -> None:
    """A random batch: how long each takes, who fails and how often."""
    draw = random.Random(seed)
    kinds = [f"{draw.choice('mpp')}{''.join(draw.sample('123456', draw.randint(1, 3)))}" for _ in range(60)]
    texts = [f"{kind} {number}" for number, kind in enumerate(kinds)]
    failing = {text: draw.randrange(1, ENOUGH) for text in draw.sample(texts, 12)}
    diary.lasts = lambda _: draw.uniform(0, 2)
    diary.fails = lambda text: diary.tries[text] <= failing.get(text, 0)
    await take(stage, diary, *texts)
    assert sorted(diary.applied) == sorted(texts)
    for at, text in enumerate(texts):
        keys, moves = set(text.split()[0][1:]), text[0] == "m"
        for later in texts[at + 1 :]:
            if keys & set(later.split()[0][1:]) and (moves or later[0] == "m"):
                assert diary.begun[later] >= diary.ended[text]
