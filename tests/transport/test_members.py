"""Who is a member, an admin, a person: asked at that moment."""

import pytest
from telegram import User

from handlers.transport.members import NOBODY, PATIENCE, Members, is_person
from playground.errors import bad
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage, application


@virtual
async def test_membership_is_asked_each_time(clock: VirtualClock, stage: Stage) -> None:
    group, tom, ann = stage.group, stage.tom, stage.world.add_user("Ann")
    async with application(stage.world).bot as bot:
        assert await Members(bot).is_member(group.id, tom.id) is True
        tom.leave(group)
        assert await Members(bot).is_member(group.id, tom.id) is False
        group.remove(stage.lin, kicked=True)
        assert await Members(bot).is_member(group.id, stage.lin.id) is False
        assert await Members(bot).is_member(group.id, ann.id) is False
        assert await Members(bot).is_member(group.id, 42) is False
        assert await Members(bot).is_admin(group.id, stage.wei.id) is True
        assert await Members(bot).is_admin(group.id, stage.sofia.id) is False
        group.promote(stage.sofia)
        assert await Members(bot).is_admin(group.id, stage.sofia.id) is True
        group.demote(stage.sofia)
        assert await Members(bot).is_admin(group.id, stage.sofia.id) is False


@virtual
async def test_who_stands_for_a_group_is_nobody(clock: VirtualClock, stage: Stage) -> None:
    async with application(stage.world).bot as bot:
        for number in NOBODY:
            assert await Members(bot).is_admin(stage.group.id, number) is False
            assert await Members(bot).is_member(stage.group.id, number) is False
            assert not is_person(User(number, "Group", is_bot=False))
    assert not is_person(None)
    assert not is_person(User(5, "Bot", is_bot=True))
    assert is_person(User(5, "Wei", is_bot=False))


@pytest.mark.parametrize("method", [Members.is_member, Members.is_admin])
@virtual
async def test_where_telegram_cannot_be_asked_nothing_is_known(
    clock: VirtualClock, stage: Stage, method: object
) -> None:
    async with application(stage.world).bot as bot:
        stage.world.faults.bad_gateway("getChatMember")
        assert await method(Members(bot), stage.group.id, stage.wei.id) is None  # type: ignore[operator]
        stage.world.faults.refuse(bad("PARTICIPANT_ID_INVALID"), "getChatMember")
        assert await method(Members(bot), stage.group.id, stage.wei.id) is False  # type: ignore[operator]
        stage.group.kick_bot()
        assert await method(Members(bot), stage.group.id, stage.wei.id) is False  # type: ignore[operator]


@pytest.mark.parametrize("method", [Members.is_member, Members.is_admin])
@virtual
async def test_nobody_waits_long_for_what_telegram_does_not_answer(
    clock: VirtualClock, stage: Stage, method: object
) -> None:
    """All who press anywhere would wait with the one whose right is asked."""
    async with application(stage.world).bot as bot:
        stage.world.faults.delay(20.0, "getChatMember")
        began = clock.seconds()
        assert await method(Members(bot), stage.group.id, stage.wei.id) is None  # type: ignore[operator]
        assert clock.seconds() - began <= 2.0


@pytest.mark.logs("no answer in time")
@virtual
async def test_questions_one_after_another_that_hang_wait_once(clock: VirtualClock, stage: Stage) -> None:
    """Commands about one chat wait for one another; a moment later it is asked again."""
    async with application(stage.world).bot as bot:
        stage.world.faults.delay(20.0, "getChatMember", times=4)
        members, began = Members(bot), clock.seconds()
        for _ in range(20):
            assert await members.is_admin(stage.group.id, stage.wei.id) is None
        assert clock.seconds() - began <= PATIENCE
        other = stage.world.add_group("另一桌", stage.sofia)
        stage.world.faults.clear()
        assert await members.is_admin(other.id, stage.sofia.id) is True
        await clock.sleep(PATIENCE)
        assert await members.is_admin(stage.group.id, stage.wei.id) is True
