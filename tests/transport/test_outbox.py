"""What the outbox sends: the newest state by the least call, each message once."""

import asyncio
from itertools import pairwise

import pytest

from handlers.message import Button, Message
from handlers.transport.slots import Delivered, File, Kicked, Migrated, NoWrite, ThreadGone, Unreachable
from playground.people import Group
from playground.world import World
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.people import Stage
from tests.transport.rig import (
    BOARD,
    CARD,
    MUST,
    PRESSER,
    WATCHING,
    Files,
    Store,
    board,
    panel,
    rig,
    says,
)


@virtual
async def test_the_least_call_is_chosen(clock: VirtualClock, world: World, group: Group) -> None:
    steps = [
        (says("lobby", "a"), "sendMessage"),
        (says("lobby", "b"), "editMessageReplyMarkup"),
        (says("full", "b"), "editMessageText"),
        (says("full", "b"), None),
        (says("dealt", "b", picture="p1"), "editMessageMedia"),
        (says("dealt", "c", picture="p1"), "editMessageReplyMarkup"),
        (says("turn", "c", picture="p1"), "editMessageCaption"),
        (says("turn", "c", picture="p2"), "editMessageMedia"),
        (says("over"), "sendMessage deleteMessage"),
    ]
    async with rig(world, clock) as r:
        for render, methods in steps:
            before = len(r.calls())
            r.outbox.want(board(group.id), render, urgency=BOARD)
            await r.outbox.idle()
            assert [call.method for call in r.calls()[before:]] == (methods or "").split()
        assert [message.text for message in group.from_bot] == ["over"]
        assert len(r.drawn) == 2


@virtual
async def test_an_overtaken_state_is_never_rendered(clock: VirtualClock, world: World, group: Group) -> None:
    rendered: list[int] = []

    def state(number: int) -> Message:
        rendered.append(number)
        return Message(f"state {number}")

    async with rig(world, clock) as r:
        for number in range(100):
            r.outbox.want(board(group.id), lambda n=number: state(n), urgency=BOARD)  # type: ignore[misc]
            await clock.sleep(0.1)
        await r.outbox.idle()
        assert group.last().text == "state 99"
        assert len(rendered) == len(r.calls()) <= 5
        gaps = [b.at - a.at for a, b in pairwise(r.calls()[1:])]
        assert min(gaps) >= 4


@virtual
async def test_delivered_carries_the_newest_ticket(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), says("a"), urgency=BOARD)
        newest = r.outbox.want(board(group.id), says("b"), urgency=BOARD)
        await r.outbox.idle()
        (event,) = r.got(Delivered)
        assert (event.ticket, event.message_id, event.at) == (newest, group.last().id, clock.now())
        again = r.outbox.want(board(group.id), says("b"), urgency=BOARD)
        await r.outbox.idle()
        assert r.got(Delivered)[-1].ticket == again
        assert len(r.calls()) == 1


@virtual
async def test_a_fresh_message_leaves_the_old_one_after_its_last_word(
    clock: VirtualClock, world: World, group: Group
) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        r.outbox.want(slot, says("hand 1", picture="p1"), urgency=BOARD)
        await r.outbox.idle()
        r.outbox.want(slot, says("card 1", picture="c1"), urgency=CARD)
        r.outbox.want(slot, says("hand 2", picture="p2"), urgency=BOARD, fresh=True)
        r.outbox.want(slot, says("hand 2, turn", picture="p2"), urgency=BOARD)
        await r.outbox.idle()
        assert [message.text for message in group.from_bot] == ["card 1", "hand 2, turn"]
        assert r.methods() == ["sendPhoto", "editMessageMedia", "sendPhoto"]
        assert r.store.rows[slot.key].message_id == group.last().id


@virtual
async def test_only_a_last_word_goes_before_a_fresh_message(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    async with rig(world, clock) as r:
        slot = panel(stage.wei.id)
        r.outbox.want(slot, says("hand 1"), urgency=MUST)
        await r.outbox.idle()
        r.outbox.want(slot, says("overtaken"), urgency=WATCHING)
        r.outbox.want(slot, says("hand 2"), urgency=WATCHING, fresh=True)
        await r.outbox.idle()
        assert [message.text for message in stage.wei.private.from_bot] == ["hand 1", "hand 2"]


@virtual
async def test_a_ring_posts_anew_with_a_sound_and_deletes_the_old_one(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    wei = stage.wei
    async with rig(world, clock) as r:
        slot = panel(wei.id)
        r.outbox.want(slot, says("hand", "a"), urgency=MUST)
        await r.outbox.idle()
        old = wei.private.last()
        r.outbox.want(slot, says("hand", "a"), urgency=MUST, ring=True)
        await r.outbox.idle()
        assert r.methods() == ["sendMessage", "sendMessage", "deleteMessage"]
        assert [(m.text, m.silent) for m in wei.private.from_bot] == [("hand", False)]
        assert old.silent
        assert r.store.rows[slot.key].message_id == wei.private.last().id


@virtual
async def test_nothing_is_sent_when_nothing_is_wanted(
    clock: VirtualClock, world: World, group: Group
) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), lambda: None, urgency=BOARD)
        r.outbox.want(board(group.id, 2), lambda: 1 / 0, urgency=BOARD)  # type: ignore[arg-type,return-value]
        await r.outbox.idle()
        assert r.calls() == []


@virtual
async def test_the_most_urgent_goes_first(clock: VirtualClock, world: World, stage: Stage) -> None:
    wei = stage.wei
    async with rig(world, clock) as r:
        for table, urgency in enumerate([WATCHING, CARD, BOARD, PRESSER, MUST]):
            r.outbox.want(panel(wei.id, table_id=table), says(urgency.name), urgency=urgency)
        await r.outbox.idle()
        assert [m.text for m in wei.private.from_bot] == ["MUST_ACT", "PRESSER", "BOARD", "CARD", "WATCHING"]
        times = [call.at for call in r.calls()]
        assert [b - a for a, b in pairwise(times)] == [1, 1, 1, 1]


@virtual
async def test_the_most_urgent_chat_passes_a_full_lane_first(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    crowd = [world.add_user(f"P{n}") for n in range(20)]
    for person in crowd:
        person.start()
    async with rig(world, clock) as r:
        world.faults.delay(1, "sendMessage", times=100)
        for seat, person in enumerate(crowd):
            urgency = MUST if seat == 19 else WATCHING
            r.outbox.want(panel(person.id, seat), says("x"), urgency=urgency)
        await r.outbox.idle()
        order = [call.chat_id for call in r.calls()]
        assert order.index(crowd[19].id) < 10


@virtual
async def test_groups_never_wait_behind_private_chats(
    clock: VirtualClock, world: World, stage: Stage, group: Group
) -> None:
    crowd = [world.add_user(f"P{n}") for n in range(40)]
    for person in crowd:
        person.start()
    async with rig(world, clock) as r:
        world.faults.delay(4, "sendMessage", times=100)
        for person in crowd:
            r.outbox.want(panel(person.id), says("x"), urgency=MUST)
        await clock.sleep(0.5)
        start = clock.elapsed
        r.outbox.want(board(group.id, 2), says("board"), urgency=BOARD)
        await stage.until(lambda: group.from_bot, patience=1)
        assert clock.elapsed - start < 0.1


@virtual
async def test_answers_never_wait(clock: VirtualClock, world: World, stage: Stage, group: Group) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), says("board", "x"), urgency=BOARD)
        await r.outbox.idle()
        world.faults.too_many(300, "editMessageText", chat_id=group.id)
        world.faults.delay(4, "sendMessage", times=100)
        r.outbox.want(board(group.id), says("other", "x"), urgency=BOARD)
        for person in stage.people:
            r.outbox.want(panel(person.id), says("x"), urgency=MUST)
        await clock.sleep(5)
        presses = [stage.wei.press(group, "x") for _ in range(50)]
        start = clock.elapsed
        for press in presses:
            r.outbox.answer(press.id, "坐下了" * 100, alert=True)
        r.outbox.answer("unknown", "x")
        await stage.until(lambda: all(press.answered for press in presses))
        assert clock.elapsed == start
        assert len(stage.wei.alerts[-1]) == 200


@virtual
async def test_notes_keep_their_order(clock: VirtualClock, world: World, stage: Stage, group: Group) -> None:
    asked = stage.wei.send(group, "/scores")
    async with rig(world, clock) as r:
        for number in range(4):
            r.outbox.note(group.id, None, Message(f"note {number}"), silent=number != 3)
        r.outbox.note(group.id, None, Message("sheet"), file=File("s.csv", b"a,b"), reply_to=asked.id)
        r.outbox.note(group.id, None, Message("gone"), reply_to=999_999)
        await r.outbox.idle()
        assert [m.text for m in group.from_bot] == [*(f"note {n}" for n in range(4)), "sheet", "gone"]
        assert [m.silent for m in group.from_bot[:4]] == [True, True, True, False]
        assert group.from_bot[4].kind == "document"
        assert group.from_bot[4].reply_to == asked.id
        assert not r.flooded()


@virtual
async def test_a_page_is_turned_in_place(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        r.outbox.note(group.id, None, Message("page 1"))
        await r.outbox.idle()
        page = group.last()
        r.outbox.page(group.id, page.id, Message("page 1"), photo=False)
        await r.outbox.idle()
        r.outbox.page(group.id, page.id, Message("page 2"), photo=False)
        await r.outbox.idle()
        r.outbox.page(group.id, page.id, says("chart", picture="c"), photo=False)
        await r.outbox.idle()
        r.outbox.page(group.id, page.id, says("chart", picture="d"), photo=True)
        await r.outbox.idle()
        assert (page.text, page.kind) == ("chart", "photo")
        r.outbox.page(group.id, page.id, Message("back"), photo=True)
        await r.outbox.idle()
        assert [m.text for m in group.from_bot] == ["back"]
        assert r.store.rows == {}
        r.outbox.page(group.id, page.id, Message("too late"), photo=False)
        await r.outbox.idle()
        assert [m.text for m in group.from_bot] == ["back"]


@virtual
async def test_after_a_restart_equal_content_is_not_sent_again(
    clock: VirtualClock, world: World, group: Group
) -> None:
    store = Store()
    async with rig(world, clock, store=store) as r:
        r.outbox.want(board(group.id), says("board", picture="p"), urgency=BOARD)
        await r.outbox.idle()
    async with rig(world, clock, store=store) as r:
        r.outbox.want(board(group.id), says("board", picture="p"), urgency=BOARD)
        r.outbox.want(board(group.id), says("board", picture="p"), urgency=BOARD)
        await r.outbox.idle()
        assert r.methods() == ["sendPhoto"]
        assert len(r.got(Delivered)) == 1
        r.outbox.want(board(group.id), says("board", "x", picture="p"), urgency=BOARD)
        await r.outbox.idle()
        assert r.methods() == ["sendPhoto", "editMessageReplyMarkup"]
        assert store.loads == 2


@virtual
async def test_a_store_that_fails_costs_no_message(clock: VirtualClock, world: World, group: Group) -> None:
    store = Store()
    async with rig(world, clock, store=store) as r:
        store.broken = True
        r.outbox.want(board(group.id), says("a"), urgency=BOARD)
        await clock.sleep(3)
        assert r.calls() == []
        store.broken = False
        await r.outbox.idle()
        store.broken = True
        r.outbox.want(board(group.id), says("b"), urgency=BOARD)
        await r.outbox.idle()
        assert (group.last().text, len(group.from_bot)) == ("b", 1)


@virtual
async def test_a_picture_is_uploaded_once(clock: VirtualClock, world: World, stage: Stage) -> None:
    files = Files()
    async with rig(world, clock, files=files) as r:
        r.outbox.want(panel(stage.wei.id), says("hand", picture="h"), urgency=MUST)
        await r.outbox.idle()
        r.outbox.want(panel(stage.wei.id), says("hand", picture="h"), urgency=MUST, ring=True)
        await r.outbox.idle()
        assert len(r.drawn) == 1
        assert files.ids == {}
        r.outbox.want(board(stage.group.id), says("card", picture="c"), urgency=CARD)
        await r.outbox.idle()
        assert len(files.ids) == 1
    async with rig(world, clock, files=files) as r:
        r.outbox.note(stage.wei.id, None, says("card", picture="c"))
        await r.outbox.idle()
        assert r.drawn == []
        assert stage.wei.private.last().file == stage.group.last().file


@virtual
async def test_a_file_id_that_telegram_forgot_is_replaced(
    clock: VirtualClock, world: World, group: Group
) -> None:
    files = Files()
    async with rig(world, clock, files=files) as r:
        r.outbox.note(group.id, None, says("card", picture="c"))
        await r.outbox.idle()
        world.files.clear()
        (name,) = files.ids
        files.ids[name] = "AgACbad"
    async with rig(world, clock, files=files) as r:
        r.outbox.note(group.id, None, says("card", picture="c"))
        await r.outbox.idle()
        assert (group.last().kind, len(r.drawn)) == ("photo", 1)
        assert files.ids[name] == group.last().file.file_id  # type: ignore[union-attr]


@virtual
async def test_a_picture_that_cannot_be_drawn_leaves_the_text(
    clock: VirtualClock, world: World, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with rig(world, clock) as r:

        async def fail(_picture: object) -> bytes:
            raise MemoryError

        monkeypatch.setattr(r.outbox.calls, "_draw_picture", fail)
        r.outbox.want(board(group.id), says("turn", picture="a"), urgency=BOARD)
        await r.outbox.idle()
        r.outbox.want(board(group.id), says("next turn", picture="b"), urgency=BOARD)
        await r.outbox.idle()
        assert [(m.text, m.kind) for m in group.from_bot] == [("next turn", "text")]


@virtual
async def test_where_pictures_are_refused_the_text_goes_alone(
    clock: VirtualClock, world: World, group: Group
) -> None:
    group.forbid("can_send_photos")
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), says("turn", "a", picture="a"), urgency=BOARD)
        await r.outbox.idle()
        r.outbox.want(board(group.id), says("next", "a", picture="b"), urgency=BOARD)
        await r.outbox.idle()
        assert r.methods() == ["sendPhoto", "sendMessage", "editMessageText"]
        assert r.outbox.text_only(group.id)
        group.allow("can_send_photos")
        r.outbox.reopen(group.id)
        r.outbox.want(board(group.id), says("next", "a", picture="b"), urgency=BOARD)
        await r.outbox.idle()
        assert group.last().kind == "photo"


@virtual
async def test_a_wrong_request_goes_out_once_in_plain_text(
    clock: VirtualClock, world: World, group: Group
) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), says("<b>a < b", "x"), urgency=BOARD)
        await r.outbox.idle()
        assert [(m.text, m.entities) for m in group.from_bot] == [("a < b", [])]
        r.outbox.want(board(group.id), says("<b>a < c</i>", "x"), urgency=BOARD)
        await r.outbox.idle()
        assert group.last().text == "a < c"
        r.outbox.want(board(group.id), lambda: Message("d", ((Button("x", data="y" * 65),),)), urgency=BOARD)
        await r.outbox.idle()
        assert (group.last().text, group.last().labels) == ("d", [])
        r.outbox.want(board(group.id), says("d" * 5000), urgency=BOARD)
        await r.outbox.idle()
        assert len(group.last().text) == 4096
        assert len(group.from_bot) == 1
        calls = len(r.calls())
        r.outbox.want(board(group.id), says("d" * 5000), urgency=BOARD)
        await r.outbox.idle()
        assert len(r.calls()) == calls


@virtual
async def test_an_effect_is_for_private_chats(clock: VirtualClock, world: World, stage: Stage) -> None:
    async with rig(world, clock) as r:
        for chat in (stage.wei.id, stage.group.id):
            r.outbox.note(chat, None, Message("won", effect="5046509860389126442"))
        await r.outbox.idle()
        assert stage.wei.private.last().effect == "5046509860389126442"
        assert stage.group.last().effect == ""
        stage.check()


@virtual
async def test_topics(clock: VirtualClock, world: World, stage: Stage) -> None:
    forum = world.add_group("forum", *stage.people, forum=True)
    topic, other = forum.add_topic("tables"), forum.add_topic("other")
    async with rig(world, clock) as r:
        r.outbox.want(board(forum.id, thread_id=topic), says("a"), urgency=BOARD)
        r.outbox.want(board(forum.id, 2), says("general"), urgency=BOARD)
        await r.outbox.idle()
        assert {m.text: m.thread for m in forum.from_bot} == {"a": topic, "general": None}
        forum.delete_topic(topic)
        r.outbox.want(board(forum.id, thread_id=topic), says("b"), urgency=BOARD)
        await r.outbox.idle()
        assert r.got(ThreadGone) == [ThreadGone(forum.id, topic)]
        assert (forum.last().text, forum.last().thread) == ("b", None)
        r.outbox.note(forum.id, topic, Message("c"))
        await r.outbox.idle()
        assert (forum.last().text, len(r.got(ThreadGone))) == ("c", 1)
        forum.close_topic(other)
        closed = board(forum.id, 3, thread_id=other)
        r.outbox.note(forum.id, other, Message("d"))
        assert await r.outbox.throw_dice(forum.id, other) is None
        await r.outbox.idle()
        assert r.got(NoWrite) == []  # a notice or dice are nothing that a table would keep up to date
        r.outbox.want(closed, says("d"), urgency=BOARD)
        r.outbox.want(board(forum.id, 2), says("general, too"), urgency=BOARD)
        r.outbox.note(forum.id, None, Message("e"))
        await r.outbox.idle()
        assert r.got(NoWrite) == [NoWrite(closed)]
        assert [m.text for m in forum.from_bot if m.thread is None] == ["general, too", "b", "c", "e"]


@virtual
async def test_migration_told_by_an_error(clock: VirtualClock, world: World, stage: Stage) -> None:
    old = world.add_group("basic", *stage.people, kind="group")
    async with rig(world, clock) as r:
        slot = board(old.id)
        r.outbox.want(slot, says("a"), urgency=BOARD)
        await r.outbox.idle()
        new = old.migrate()
        r.outbox.want(slot, says("b"), urgency=BOARD)
        r.outbox.note(old.id, None, Message("note"))
        await r.outbox.idle()
        r.outbox.migrate(old.id, new.id)
        r.outbox.want(slot, says("c"), urgency=BOARD)
        await r.outbox.idle()
        r.outbox.want(board(new.id), says("d"), urgency=BOARD)
        await r.outbox.idle()
        assert r.got(Migrated) == [Migrated(old.id, new.id)]
        assert [m.text for m in new.from_bot] == ["d", "note"]
        assert r.store.rows[slot.key].chat_id == new.id
        assert len([call for call in r.calls(old.id) if not call.ok]) == 1


@virtual
async def test_migration_told_by_a_service_message(clock: VirtualClock, world: World, stage: Stage) -> None:
    old = world.add_group("basic", *stage.people, kind="group")
    async with rig(world, clock) as r:
        r.outbox.want(board(old.id), says("a"), urgency=BOARD)
        await r.outbox.idle()
        for text in "bc":
            r.outbox.want(board(old.id), says(text), urgency=BOARD)
            await clock.sleep(1)
        new = old.migrate()
        for _ in range(2):
            r.outbox.migrate(old.id, new.id)
        await r.outbox.idle()
        assert r.got(Migrated) == []
        assert [m.text for m in new.from_bot] == ["c"]
        assert r.got(Delivered)[-1].slot == board(new.id)


@virtual
async def test_migration_during_a_call(clock: VirtualClock, world: World, stage: Stage) -> None:
    old = world.add_group("basic", *stage.people, kind="group")
    async with rig(world, clock) as r:
        world.faults.delay(2, "sendMessage")
        r.outbox.want(board(old.id), says("a"), urgency=BOARD)
        await clock.sleep(1)
        new = old.migrate()
        r.outbox.migrate(old.id, new.id)
        await r.outbox.idle()
        assert [m.text for m in new.from_bot] == ["a"]


@virtual
async def test_a_notice_on_its_way_during_a_migration_follows(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    """It is refused after a message has told of the new id, and what waits behind it has moved already."""
    old = world.add_group("basic", *stage.people, kind="group")
    new = old.migrate()
    async with rig(world, clock) as r:
        world.faults.delay(2, "sendMessage")
        for text in ("a", "b"):
            r.outbox.note(old.id, None, Message(text))
        await clock.sleep(1)
        r.outbox.migrate(old.id, new.id)
        await r.outbox.idle()
        assert sorted(m.text for m in new.from_bot) == ["a", "b"]
        assert r.got(Migrated) == []


@virtual
async def test_who_cannot_be_written_to_is_told_once(clock: VirtualClock, world: World, stage: Stage) -> None:
    stranger = world.add_user("Ann")
    stage.wei.block()
    stage.group.kick_bot()
    mute = world.add_group("mute", *stage.people)
    mute.forbid("can_send_messages")
    nowhere = -1009999999999
    async with rig(world, clock) as r:
        for chat in (stranger.id, stage.wei.id):
            r.outbox.want(panel(chat, chat), says("x"), urgency=MUST)
            r.outbox.note(chat, None, Message("y"))
        for chat in (stage.group.id, nowhere, mute.id):
            r.outbox.want(board(chat, -chat), says("x"), urgency=BOARD)
            r.outbox.note(chat, None, Message("y"))
        await r.outbox.idle()
        assert sorted(map(repr, r.events)) == sorted(
            map(
                repr,
                [
                    Unreachable(stranger.id),
                    Unreachable(stage.wei.id),
                    Kicked(stage.group.id),
                    Kicked(nowhere),
                    NoWrite(board(mute.id, -mute.id)),
                ],
            )
        )
        assert len(r.calls()) == 6  # who is silenced may be so in one topic only, so each message is tried
        stranger.start()
        r.outbox.want(panel(stranger.id, stranger.id), says("x"), urgency=MUST)
        await r.outbox.idle()
        assert stranger.private.last().text == "x"


@virtual
async def test_a_seat_that_changes_hands_has_its_panel_elsewhere(
    clock: VirtualClock, world: World, stage: Stage
) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(panel(stage.wei.id), says("Wei's hand"), urgency=MUST)
        await r.outbox.idle()
        r.outbox.want(panel(stage.wei.id), says("Wei's next hand"), urgency=MUST)
        r.outbox.want(panel(stage.tom.id), says("Tom's hand"), urgency=MUST)
        await r.outbox.idle()
        assert [m.text for m in stage.wei.private.from_bot] == ["Wei's hand"]
        assert [m.text for m in stage.tom.private.from_bot] == ["Tom's hand"]
        assert r.store.rows[panel(0).key].chat_id == stage.tom.id


@virtual
async def test_a_deleted_board_is_posted_again(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), says("a"), urgency=BOARD)
        await r.outbox.idle()
        world.remove(group.last())
        r.outbox.want(board(group.id), says("b"), urgency=BOARD)
        await r.outbox.idle()
        assert [m.text for m in group.from_bot] == ["b"]
        assert r.outbox.shown(board(group.id)).message_id == group.last().id  # type: ignore[union-attr]


@virtual
async def test_a_board_far_up_is_buried(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        slot = board(group.id)
        assert not r.outbox.buried(slot)
        r.outbox.want(slot, says("a"), urgency=BOARD)
        await r.outbox.idle()
        first = group.last().id
        r.outbox.seen(group.id, first + 15)
        assert not r.outbox.buried(slot)
        await clock.sleep(120)
        assert r.outbox.buried(slot)
        r.outbox.want(slot, says("a"), urgency=BOARD, again=True)
        await r.outbox.idle()
        assert [(m.text, m.silent) for m in group.from_bot] == [("a", True)]
        assert group.last().id != first


@virtual
async def test_a_slot_can_be_dropped(clock: VirtualClock, world: World, group: Group) -> None:
    async with rig(world, clock) as r:
        for table in (1, 2):
            r.outbox.want(board(group.id, table), says(f"table {table}"), urgency=BOARD)
        await r.outbox.idle()
        r.outbox.want(board(group.id, 1), says("never"), urgency=BOARD)
        r.outbox.drop(board(group.id, 1), delete=True)
        r.outbox.drop(board(group.id, 2))
        await r.outbox.idle()
        assert [m.text for m in group.from_bot] == ["table 2"]
        assert r.store.rows == {}
        r.outbox.forget(2)
        r.outbox.want(board(group.id, 2), says("new"), urgency=BOARD)
        await r.outbox.idle()
        assert len(group.from_bot) == 2


@virtual
async def test_closing_sends_what_is_due_and_drops_the_rest(
    clock: VirtualClock, world: World, stage: Stage, group: Group
) -> None:
    async with rig(world, clock) as r:
        r.outbox.want(board(group.id), says("a"), urgency=BOARD)
        await r.outbox.idle()
        world.faults.too_many(300, chat_id=stage.wei.id)
        r.outbox.want(panel(stage.wei.id), says("x"), urgency=MUST)
        await clock.sleep(1)
        r.outbox.want(board(group.id), says("b"), urgency=BOARD)
        world.faults.delay(100, "sendMessage")
        r.outbox.want(panel(stage.tom.id, 1), says("y"), urgency=MUST)
        throw = asyncio.create_task(r.outbox.throw_dice(stage.wei.id, None))
        await asyncio.sleep(0)
        start = clock.elapsed
        await r.outbox.close(3)
        assert group.last().text == "b"
        assert clock.elapsed - start <= 3
        assert await throw is None
