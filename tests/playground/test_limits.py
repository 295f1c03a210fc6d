"""Flood rules on the virtual clock."""

from playground.people import Group, Person
from playground.world import World
from tests.fakes.clock import VirtualClock
from tests.fakes.wire import ask, refusal, result


def _send(world: World, chat: Group | Person) -> int:
    """Send one message; 0 when it went through, else the seconds to wait."""
    body = ask(world, "sendMessage", chat_id=chat.id, text="x")
    return 0 if body["ok"] else int(body["parameters"]["retry_after"])


def test_a_group_gets_twenty_sends_and_edits_in_a_minute(
    world: World, group: Group, clock: VirtualClock
) -> None:
    world.limits.mode = "strict"
    sent = result(world, "sendMessage", chat_id=group.id, text="board")["message_id"]
    for number in range(19):
        clock.advance(2)
        assert result(world, "editMessageText", chat_id=group.id, message_id=sent, text=f"board {number}")
    clock.advance(2)
    body = ask(world, "sendMessage", chat_id=group.id, text="x")
    assert (body["error_code"], body["description"]) == (429, "Too Many Requests: retry after 20")
    clock.advance(21)
    assert _send(world, group) == 0
    assert world.limits.used(group.id) == 20


def test_another_chat_is_not_concerned(world: World, group: Group, wei: Person) -> None:
    world.limits.mode = "strict"
    while _send(world, group) == 0:
        pass
    assert _send(world, wei) == 0


def test_a_short_burst_passes_then_one_a_second(world: World, wei: Person, clock: VirtualClock) -> None:
    world.limits.mode = "strict"
    assert [_send(world, wei) for _ in range(5)] == [0, 0, 0, 0, 1]
    clock.advance(1.6)
    assert [_send(world, wei) for _ in range(2)] == [0, 1]


def test_the_wait_counts_down_and_asking_prolongs_it(world: World, group: Group, clock: VirtualClock) -> None:
    world.limits.mode = "strict"
    for _ in range(20):
        clock.advance(1)
        assert _send(world, group) == 0
    clock.advance(1)
    first = _send(world, group)
    clock.advance(10)
    later = _send(world, group)
    assert later == first - 10 + 1
    assert _send(world, group) >= later


def test_answers_deletions_and_questions_are_free(world: World, group: Group, wei: Person) -> None:
    world.limits.mode = "strict"
    own = [result(world, "sendMessage", chat_id=group.id, text="x")["message_id"] for _ in range(4)]
    for number in own:
        assert result(world, "deleteMessage", chat_id=group.id, message_id=number)
    for _ in range(40):
        result(world, "getChatMember", chat_id=group.id, user_id=wei.id)
        result(world, "sendChatAction", chat_id=group.id, action="typing")


def test_count_only_notes_what_would_have_been_refused(world: World, group: Group) -> None:
    world.limits.mode = "count"
    assert [_send(world, group) for _ in range(30)] == [0] * 30
    assert world.limits.exceeded == 26
    world.limits.mode = "off"
    _send(world, group)
    assert (world.limits.exceeded, world.limits.used(group.id)) == (26, 31)


def test_a_refusal_by_the_limits_stands_in_the_record(world: World, group: Group) -> None:
    world.limits.mode = "strict"
    while _send(world, group) == 0:
        pass
    assert world.refused[-1].status == 429
    assert "retry after" in refusal(world, "sendMessage", chat_id=group.id, text="x")
