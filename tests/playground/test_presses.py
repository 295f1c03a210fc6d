"""Presses: what can be pressed, how it is answered, what the presser sees."""

import pytest

from playground.people import CannotDo, Group, Person
from playground.world import World
from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage
from tests.fakes.wire import keyboard, refusal, result

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
def board(world: World, group: Group) -> int:
    """A board with two buttons; its message id."""
    markup = keyboard([("碰 5万", "t:1:p"), ("过", "t:1:x")])
    return int(
        result(world, "sendMessage", chat_id=group.id, text="board", reply_markup=markup)["message_id"]
    )


@pytest.mark.usefixtures("board")
def test_a_button_is_found_by_label_data_or_part_of_its_label(group: Group, wei: Person) -> None:
    assert [wei.press(group, name).data for name in ("碰 5万", "t:1:x", "碰")] == ["t:1:p", "t:1:x", "t:1:p"]
    with pytest.raises(CannotDo, match="no button '胡'"):
        wei.press(group, "胡")


def test_only_the_current_keyboard_can_be_pressed(
    world: World, group: Group, wei: Person, board: int
) -> None:
    result(
        world,
        "editMessageReplyMarkup",
        chat_id=group.id,
        message_id=board,
        reply_markup=keyboard([("胡", "t:2:h")]),
    )
    with pytest.raises(CannotDo):
        wei.press(group, "过")
    world.updates.clear()
    wei.forge(group, board, "t:1:x")
    wei.forge(group, 999, "anything")
    stale, made_up = (update["callback_query"] for update in result(world, "getUpdates"))
    assert (stale["data"], stale["message"]["reply_markup"]["inline_keyboard"][0][0]["text"]) == (
        "t:1:x",
        "胡",
    )
    assert (made_up["data"], made_up["message"]["date"]) == ("anything", 0)


@pytest.mark.usefixtures("board")
def test_who_is_not_there_cannot_press(stage: Stage) -> None:
    stranger = stage.world.add_user("Ann")
    with pytest.raises(CannotDo, match="is not in"):
        stranger.press(stage.group, "过")
    with pytest.raises(CannotDo, match="cannot see the private chat"):
        stranger.press(stage.wei.private, "过")


@pytest.mark.usefixtures("board")
def test_a_press_is_answered_once_and_in_time(
    world: World, group: Group, wei: Person, clock: VirtualClock
) -> None:
    first, second = wei.press(group, "过"), wei.press(group, "碰")
    assert world.unanswered == [first, second]
    assert result(world, "answerCallbackQuery", callback_query_id=first.id, text="过了")
    assert refusal(world, "answerCallbackQuery", callback_query_id=first.id) == TOO_OLD
    clock.advance(15.5)
    assert refusal(world, "answerCallbackQuery", callback_query_id=second.id) == TOO_OLD
    assert refusal(world, "answerCallbackQuery", callback_query_id="1") == TOO_OLD
    assert world.unanswered == [second]
    assert wei.toasts == ["过了"]


@pytest.mark.usefixtures("board")
def test_toasts_alerts_and_links_reach_their_presser_alone(world: World, stage: Stage) -> None:
    wei, group = stage.wei, stage.group
    alert, link = wei.press(group, "过"), wei.press(group, "碰")
    result(world, "answerCallbackQuery", callback_query_id=alert.id, text="your hand", show_alert=True)
    url = f"https://t.me/{world.me.username}?start=j1a"
    result(world, "answerCallbackQuery", callback_query_id=link.id, url=url)
    assert (wei.alerts, wei.opened, wei.pending_start) == (["your hand"], [url], "j1a")
    assert stage.sofia.alerts == []
    world.updates.clear()
    wei.start()
    assert result(world, "getUpdates")[0]["message"]["text"] == "/start j1a"
    assert wei.pending_start is None


@pytest.mark.usefixtures("board")
@pytest.mark.parametrize(
    "url", ["https://example.org", "https://t.me/other_bot?start=x", "t.me/paizhuo_bot?start=a b"]
)
def test_an_answer_opens_links_to_the_bot_only(world: World, group: Group, wei: Person, url: str) -> None:
    press = wei.press(group, "过")
    assert (
        refusal(world, "answerCallbackQuery", callback_query_id=press.id, url=url)
        == "Bad Request: URL_INVALID"
    )


def test_start_waits_until_something_else_is_done(world: World, stage: Stage) -> None:
    """As in the apps, where the payload of a link is gone once its chat has been left; a new chat has START anyway."""
    wei, tom = stage.wei, stage.tom
    link = f"https://t.me/{world.me.username}?start=r1"
    result(world, "sendMessage", chat_id=stage.group.id, text="x", reply_markup=keyboard([("过", "x")]))
    assert wei.private.chat.started
    for go_on in (
        lambda: wei.press(stage.group, "过"),
        lambda: wei.send(stage.group, "hello"),
        lambda: wei.follow(f"https://t.me/{world.me.username}"),
    ):
        wei.follow(link)
        assert wei.pending_start == "r1"
        go_on()
        assert wei.pending_start is None
    tom.private.chat.started = False
    tom.follow(link)
    tom.send(stage.group, "how?")
    assert tom.start().text == "/start r1"


def test_buttons_that_ask_nobody(world: World, wei: Person) -> None:
    buttons = [
        {"text": "link", "url": f"https://t.me/{world.me.username}?start=s"},
        {"text": "copy", "copy_text": {"text": "1m2m3m"}},
        {"text": "grey", "disabled": {}},
    ]
    result(world, "sendMessage", chat_id=wei.id, text="x", reply_markup={"inline_keyboard": [buttons]})
    world.updates.clear()
    assert wei.press("private", "link").answered
    assert wei.pending_start == "s"
    wei.press("private", "copy")
    assert [notice.text for notice in world.notices if notice.kind == "copied"] == ["1m2m3m"]
    with pytest.raises(CannotDo, match="does nothing"):
        wei.press("private", "grey")
    assert result(world, "getUpdates") == []


@pytest.mark.usefixtures("board")
def test_a_press_sent_again_is_a_new_update_with_the_same_data(
    world: World, group: Group, wei: Person
) -> None:
    first = wei.press(group, "过")
    again = wei.press_again(first)
    assert (again.data, again.message_id) == (first.data, first.message_id)
    assert again.id != first.id
