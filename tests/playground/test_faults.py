"""Faults strike the calls they are meant for, and leave the world as they say."""

from playground.errors import forbidden
from playground.people import Group, Person
from playground.world import World
from tests.fakes.wire import ask, form, result


def test_a_lost_answer_was_executed(world: World, group: Group) -> None:
    world.faults.lose_answer("sendMessage")
    assert world.call("sendMessage", form({"chat_id": group.id, "text": "x"})) == (0, "")
    assert group.last().text == "x"
    assert world.refused == []
    assert result(world, "sendMessage", chat_id=group.id, text="y")


def test_a_broken_connection_was_not_executed_unless_told(world: World, group: Group) -> None:
    world.faults.break_connection("sendMessage")
    assert world.call("sendMessage", form({"chat_id": group.id, "text": "x"})) == (0, "")
    assert group.from_bot == []
    world.faults.break_connection("sendMessage", executed=True)
    assert world.call("sendMessage", form({"chat_id": group.id, "text": "x"})) == (0, "")
    assert len(group.from_bot) == 1


def test_a_bad_gateway_answers_html(world: World, group: Group) -> None:
    world.faults.bad_gateway("sendMessage", times=2)
    for _ in range(2):
        status, body = world.call("sendMessage", form({"chat_id": group.id, "text": "x"}))
        assert status == 502
        assert isinstance(body, str)
        assert "<html>" in body
    assert group.from_bot == []
    assert result(world, "sendMessage", chat_id=group.id, text="x")


def test_one_429_in_one_chat(world: World, group: Group, wei: Person) -> None:
    fault = world.faults.too_many(30, "sendMessage", chat_id=group.id)
    assert result(world, "sendMessage", chat_id=wei.id, text="x")
    body = ask(world, "sendMessage", chat_id=group.id, text="x")
    assert body == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 30",
        "parameters": {"retry_after": 30},
    }
    assert result(world, "sendMessage", chat_id=group.id, text="x")
    assert fault.hits == 1


def test_any_refusal_can_be_put_in(world: World, group: Group) -> None:
    world.faults.refuse(forbidden("bot was kicked from the supergroup chat"))
    assert ask(world, "getMe")["error_code"] == 403
    assert result(world, "sendMessage", chat_id=group.id, text="x")


def test_an_outage_lasts_until_it_is_ended(world: World, group: Group) -> None:
    fault = world.faults.outage()
    for method in ("getMe", "getUpdates", "sendMessage"):
        assert world.call(method, form({"chat_id": group.id, "text": "x"})) == (0, "")
    world.faults.end(fault)
    assert result(world, "sendMessage", chat_id=group.id, text="x")
    assert len(group.from_bot) == 1


def test_the_transcript_is_free_of_times(world: World, group: Group) -> None:
    result(world, "sendMessage", chat_id=group.id, text="one\ntwo")
    ask(world, "deleteMessage", chat_id=group.id, message_id=999)
    number = group.last().id
    assert world.transcript() == [
        f"sendMessage · 周五麻将 · {number} · one ⏎ two",
        "deleteMessage · 周五麻将 · Bad Request: message to delete not found",
    ]


def test_the_record_names_the_fault_and_keeps_polls_out(world: World, group: Group) -> None:
    world.faults.lose_answer("sendMessage")
    world.call("sendMessage", form({"chat_id": group.id, "text": "x"}))
    result(world, "getUpdates")
    last = world.calls[-1]
    assert (last.method, last.chat_id, last.fault) == ("sendMessage", group.id, "lost")
