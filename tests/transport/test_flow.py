"""The outbox under load: the pace of groups, one chat's trouble, messages that may be lost, dice."""

import asyncio
import random
from collections import defaultdict
from dataclasses import replace

import pytest

from handlers.message import Button, Message
from handlers.transport.pace import Pace, Share
from handlers.transport.slots import Delivered, Slot
from playground.people import Group, Person
from playground.world import World
from tests.fakes.clock import VirtualClock, run_virtual, virtual
from tests.fakes.people import Stage
from tests.transport.rig import BOARD, CARD, MUST, WATCHING, Rig, board, panel, rig, says

MINUTES = 5


class Table:
    """A table that plays: its board is dirty at random instants, its hands end, new ones begin."""

    def __init__(
        self, r: Rig, group: Group, people: list[Person], table_id: int, draw: random.Random
    ) -> None:
        self.rig, self.group, self.people = r, group, people
        self.table_id, self.draw = table_id, draw
        self.acts = 0
        self.finals: list[tuple[int, int]] = []
        """Ticket and instant of each hand's last act."""

    async def play(self, until: int, fastest: float) -> None:
        clock, hand = self.rig.outbox.clock, 0
        slot = board(self.group.id, self.table_id)
        while clock.now() < until:
            hand += 1
            self.rig.outbox.want(
                slot, says(f"hand {hand}", picture=f"{self.table_id} {hand}"), urgency=BOARD, fresh=True
            )
            for _ in range(self.draw.randrange(8, 30)):
                await clock.sleep(self.draw.uniform(fastest, 4 * fastest))
                self._act(slot)
            ticket = self.rig.outbox.want(
                slot, says(f"card {hand}", picture=f"{self.table_id} card {hand}"), urgency=CARD
            )
            self.finals.append((ticket, clock.now()))
            await clock.sleep(self.draw.uniform(2, 8))
            self.rig.outbox.note(self.group.id, None, Message(f"sheet {hand}"))

    def _act(self, slot: Slot) -> None:
        self.acts += 1
        name = f"{self.table_id} {self.acts}"
        self.rig.outbox.want(slot, says(f"act {name}", picture=name), urgency=BOARD)
        seat = self.draw.randrange(4)
        for other in range(4):
            urgency = MUST if other == seat else WATCHING
            self.rig.outbox.want(
                panel(self.people[other].id, other, self.table_id), says(f"act {name}"), urgency=urgency
            )


def _cast(world: World, groups: int) -> list[tuple[Group, list[Person]]]:
    cast = []
    for number in range(groups):
        people = [world.add_user(f"P{number}-{seat}") for seat in range(4)]
        for person in people:
            person.start()
        cast.append((world.add_group(f"group {number}", *people), people))
    return cast


@pytest.mark.slow
@pytest.mark.parametrize(("groups", "each", "fastest"), [(20, 1, 1.5), (4, 3, 2.0)])
@virtual
async def test_five_minutes_without_a_429_and_with_every_last_word_in_time(
    clock: VirtualClock, world: World, groups: int, each: int, fastest: float
) -> None:
    draw = random.Random(19)
    async with rig(world, clock) as r:
        tables = [
            Table(r, group, people, 10 * number + index, draw)
            for number, (group, people) in enumerate(_cast(world, groups))
            for index in range(each)
        ]
        world.faults.delay(0.05, times=10**9)
        end = clock.now() + MINUTES * 60_000
        await asyncio.gather(*(table.play(end, fastest) for table in tables))
        await r.outbox.idle()
        assert r.flooded() == []
        assert {call.status for call in r.calls()} == {200}
        delivered = [(event.slot.table_id, event.ticket, event.at) for event in r.got(Delivered)]
        for table in tables:
            for ticket, at in table.finals:
                shown = min(
                    when for who, covers, when in delivered if who == table.table_id and covers >= ticket
                )
                assert shown - at <= 5000
        acts, hands = sum(table.acts for table in tables), sum(len(table.finals) for table in tables)
        written = [call for call in r.calls() if (call.chat_id or 0) < 0]
        print(f"{len(written) / acts:.2f} calls per act in groups, {len(r.calls()) / acts:.2f} in all")  # noqa: T201
        assert len(written) <= acts + 3 * hands


def test_a_group_never_has_more_than_eighteen_in_sixty_seconds() -> None:
    pace, now, times = Pace(group=True), 0, []
    draw, most = random.Random(4), 0
    for number in range(800):
        share = Share.FINAL if number // 40 % 2 else draw.choice(list(Share))
        now = max(now + draw.choice([0, 0, 0, 5000]), pace.due(share))
        in_minute = [at for at in times if now - at < 60_000]
        most = max(most, len(in_minute) + 1)
        assert share is not Share.BOARD or len(in_minute) < 15
        pace.note(share, now)
        times.append(now)
    assert most == 18


@virtual
async def test_the_end_of_a_hand_goes_out_at_once(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        for number in range(400):
            r.outbox.want(slot, says(f"act {number}"), urgency=BOARD)
            await clock.sleep(0.3)
        before = clock.now()
        ticket = r.outbox.want(slot, says("card"), urgency=CARD)
        await r.outbox.idle()
        assert r.got(Delivered)[-1].ticket == ticket
        assert clock.now() == before


def _evening(trouble: int) -> dict[int, list[float]]:
    """When each of fifty chats was called; in the first of them one 429 of `trouble` seconds, if any."""
    clock = VirtualClock()
    stage = Stage(clock)
    times: dict[int, list[float]] = defaultdict(list)

    async def main() -> None:
        draw, wanted = random.Random(16), {}
        cast = _cast(stage.world, 10)
        chats = [group.id for group, _ in cast] + [person.id for _, people in cast for person in people]
        async with rig(stage.world, clock) as r:
            if trouble:
                stage.world.faults.too_many(trouble, chat_id=chats[0])
            for number in range(500):
                wanted[chat := draw.choice(chats)] = f"state {number}"
                r.outbox.want(Slot(1, "x", chat, chat), says(f"state {number}"), urgency=BOARD)
                await clock.sleep(0.2)
            await r.outbox.idle()
            for call in r.calls():
                times[chats.index(call.chat_id or 0)].append(call.at)
            assert wanted.keys() == set(chats)
            for chat, text in wanted.items():
                assert list(stage.world.chats[chat].messages.values())[-1].text == text

    run_virtual(main(), clock)
    return times


def test_a_429_in_one_chat_delays_no_other() -> None:
    calm, troubled = _evening(0), _evening(30)
    assert len(calm) == 50
    assert troubled[0][1] - troubled[0][0] >= 30
    for chat in range(1, 50):
        assert len(calm[chat]) == len(troubled[chat])
        for before, after in zip(calm[chat], troubled[chat], strict=True):
            assert after - before <= 1


@virtual
async def test_two_hundred_lost_answers_leave_one_copy_too_many_at_most(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    people = [person for _, four in _cast(world, 50) for person in four]
    render = lambda: Message("hand", ((Button("x", data="1:1:x"),),))  # noqa: E731
    async with rig(world, clock) as r:
        world.faults.lose_answer("sendMessage", times=200)
        for seat, person in enumerate(people):
            r.outbox.want(panel(person.id, seat), render, urgency=MUST)

        async def press(person: Person) -> None:
            await stage.until(lambda: person.private.from_bot, patience=300)
            await clock.sleep(6)
            pressed = person.press(person.private, "x")
            r.outbox.seen(person.id, pressed.message_id, 1)
            r.outbox.answer(pressed.id)

        await asyncio.gather(*(press(person) for person in people[::2]))
        await r.outbox.idle()
        copies = [len(person.private.from_bot) for person in people]
        assert set(copies[::2]) == {1}
        assert set(copies[1::2]) == {2}
        for seat, person in enumerate(people):
            assert r.store.rows[panel(0, seat).key].message_id == person.private.last().id
        assert not world.unanswered


@virtual
async def test_a_lost_message_that_is_found_shows_the_newest_state(
    clock: VirtualClock, world: World, group: Group, stage: Stage
) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        world.faults.lose_answer("sendMessage")
        r.outbox.want(slot, says("a", "x"), urgency=BOARD)
        await clock.sleep(6)
        r.outbox.want(slot, says("b", "x"), urgency=BOARD)
        await clock.sleep(6)
        assert [message.text for message in group.from_bot] == ["a"]
        press = stage.wei.press(group, "x")
        r.outbox.seen(group.id, press.message_id, 1)
        r.outbox.answer(press.id)
        await r.outbox.idle()
        assert [message.text for message in group.from_bot] == ["b"]
        assert clock.elapsed < 20


@virtual
async def test_a_lost_ring_is_not_repeated_and_the_old_panel_goes_on(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    wei = stage.wei
    async with rig(world, clock) as r:
        slot = panel(wei.id)
        r.outbox.want(slot, says("a", "x"), urgency=MUST)
        await r.outbox.idle()
        old = wei.private.last()
        world.faults.lose_answer("sendMessage")
        r.outbox.want(slot, says("b", "x"), urgency=MUST, ring=True)
        await r.outbox.idle()
        assert [message.text for message in wei.private.from_bot] == ["b", "b"]
        r.outbox.want(slot, says("c", "x"), urgency=MUST)
        await r.outbox.idle()
        assert [message.text for message in wei.private.from_bot] == ["c", "b"]
        press = wei.press(wei.private.last(), "x")
        r.outbox.seen(wei.id, press.message_id, 1)
        r.outbox.answer(press.id)
        await r.outbox.idle()
        assert [message.text for message in wei.private.from_bot] == ["c"]
        assert wei.private.last().id != old.id
        assert r.store.rows[slot.key].message_id == wei.private.last().id


@virtual
async def test_a_press_on_something_else_that_came_later_is_not_on_the_lost_one(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    """A notice, another surface, a message of another kind: none is taken for the panel whose answer was lost."""
    wei = stage.wei
    async with rig(world, clock) as r:
        world.faults.lose_answer("sendMessage")
        r.outbox.want(panel(wei.id), says("hand", "x"), urgency=MUST)
        await clock.sleep(6)
        r.outbox.note(wei.id, None, says("come", "g")())
        r.outbox.want(replace(panel(wei.id), kind="end"), says("result", "g"), urgency=MUST)
        await clock.sleep(6)
        for message in wei.private.from_bot[-2:]:
            r.outbox.seen(wei.id, message.id, 1)
        r.outbox.seen(wei.id, wei.private.last().id + 1, 1, picture=True)
        r.outbox.want(panel(wei.id), says("hand, later", "x"), urgency=MUST)
        await r.outbox.idle()
        assert [m.text for m in wei.private.from_bot] == ["hand", "result", "come", "hand, later"]


@virtual
async def test_a_panel_sent_just_before_the_end_is_the_panel_once_it_is_pressed(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    """Its id was never noted: a start goes on with the one above it, until somebody presses the one below."""
    wei, slot = stage.wei, panel(stage.wei.id)
    async with rig(world, clock) as r:
        r.outbox.want(slot, says("hand", "x"), urgency=MUST)
        await r.outbox.idle()
        rows = dict(r.store.rows)
    async with rig(world, clock) as r:  # its store is another, so nobody hears of what is sent
        r.outbox.want(slot, says("hand, rung", "x"), urgency=MUST)
        await r.outbox.idle()
    never_noted = wei.private.last()
    await clock.sleep(1)
    async with rig(world, clock) as r:
        r.store.rows.update(rows)
        r.outbox.want(slot, says("later", "x"), urgency=WATCHING)
        await r.outbox.idle()
        assert wei.private.last().id == never_noted.id  # nothing is sent at a start
        r.outbox.seen(wei.id, never_noted.id, 1, picture=False)
        await r.outbox.idle()
        assert [message.text for message in wei.private.from_bot] == ["later"]
        assert r.store.rows[slot.key].message_id == never_noted.id
        r.outbox.want(slot, says("still later", "x"), urgency=MUST, ring=True)
        await r.outbox.idle()
        r.outbox.seen(wei.id, wei.private.last().id + 1, 1, picture=False)  # sent in this life: told of
        await r.outbox.idle()
        assert [message.text for message in wei.private.from_bot] == ["still later"]


@virtual
async def test_a_press_on_an_older_board_is_not_the_lost_one(
    clock: VirtualClock, world: World, stage: Stage, group: Group
) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        r.outbox.want(slot, says("card 1", "x"), urgency=BOARD)
        await r.outbox.idle()
        old = group.last()
        world.faults.lose_answer("sendMessage")
        r.outbox.want(slot, says("hand 2", "x"), urgency=BOARD, fresh=True)
        await clock.sleep(6)
        r.outbox.seen(group.id, old.id, 1)
        r.outbox.want(slot, says("hand 2, turn", "x"), urgency=BOARD)
        await r.outbox.idle()
        assert [message.text for message in group.from_bot] == ["card 1", "hand 2", "hand 2, turn"]


@virtual
async def test_a_doubtful_edit_is_made_again_even_back_to_what_was_there(
    clock: VirtualClock, world: World, group: Group
) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        r.outbox.want(slot, says("a", "x"), urgency=BOARD)
        await r.outbox.idle()
        world.faults.lose_answer("editMessageText")
        r.outbox.want(slot, says("b", "x"), urgency=BOARD)
        await clock.sleep(4)
        r.outbox.want(slot, says("a", "x"), urgency=BOARD)
        await r.outbox.idle()
        assert [message.text for message in group.from_bot] == ["a"]


@virtual
async def test_a_429_is_waited_out_with_the_newest_state_only(
    clock: VirtualClock, world: World, group: Group
) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        r.outbox.want(slot, says("a"), urgency=BOARD)
        await r.outbox.idle()
        world.faults.too_many(300, chat_id=group.id)
        for number in range(100):
            r.outbox.want(slot, says(f"b {number}"), urgency=BOARD)
            await clock.sleep(1)
        await r.outbox.idle()
        assert group.last().text == "b 99"
        assert r.methods() == ["sendMessage", "editMessageText", "editMessageText"]
        assert clock.elapsed >= 300


@virtual
async def test_dice_within_ten_seconds_or_not_at_all(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        first = await r.outbox.throw_dice(group.id, None)
        assert first == tuple(message.dice[1] for message in group.from_bot if message.dice)
        world.faults.too_many(11, "sendDice")
        begun = clock.elapsed
        assert await r.outbox.throw_dice(group.id, None) is None
        await r.outbox.idle()
        assert (len(group.from_bot), clock.elapsed - begun < 10) == (2, True)
        await clock.sleep(60)
        for _ in range(17):
            r.outbox.note(group.id, None, Message("x"))
        await r.outbox.idle()
        begun = clock.elapsed
        assert await r.outbox.throw_dice(group.id, None) is None
        assert clock.elapsed - begun == 10
        await r.outbox.idle()
        assert sum(message.kind == "dice" for message in group.from_bot) == 2


@virtual
async def test_an_edit_after_a_long_outage(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        r.outbox.want(slot, says("a"), urgency=BOARD)
        await r.outbox.idle()
        world.faults.break_connection("editMessageText", times=60)
        for number in range(300):
            r.outbox.want(slot, says(f"b {number}"), urgency=BOARD)
            await clock.sleep(1)
        await r.outbox.idle()
        assert (group.last().text, len(group.from_bot)) == ("b 299", 1)
        assert len(r.calls()) < 70
        assert r.flooded() == []
