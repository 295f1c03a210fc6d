"""Telegram's world: who leaves, blocks, never opened the chat; the bot thrown out; a group that migrates."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from handlers.app import App
from handlers.show.texts import Texts
from handlers.tables.model import State
from handlers.tables.pace import DELIVERY_GRACE, PACES
from playground.errors import ApiError
from playground.model import MEMBER_RIGHTS
from playground.people import Group
from playground.updates import Update
from tests.end_to_end.driving import Player, coded, newest_with, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import check_record, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready

TYPED = "fuzhou hands=4 dice=off tempo=quick"
EN = Texts.load().of("en")
EXPECTED = ("kicked", "blocked", "can't initiate", "not a member", "upgraded", "Too Many Requests")

pytestmark = pytest.mark.logs("given up", "could not be asked", "cannot be written to")


# --- sixteen cells: what happens x when ---------------------------------------------------------------------


async def kicked(stage: Stage, app: App) -> None:
    """The bot is thrown out of the group, and comes back after a minute."""
    stage.group.kick_bot()
    await stage.clock.sleep(60)
    stage.group.add_bot(stage.wei)


async def left(stage: Stage, app: App) -> None:
    """A person leaves the group."""
    stage.tom.leave(stage.group)


async def blocked(stage: Stage, app: App) -> None:
    """A person blocks the bot."""
    stage.tom.block()


async def never_opened(stage: Stage, app: App) -> None:
    """Nothing happens now: the person has never opened the private chat (see `seat_people`)."""


Trouble = Callable[[Stage, App], Awaitable[None]]
TROUBLES: dict[str, Trouble] = {
    "kicked": kicked,
    "left": left,
    "blocked": blocked,
    "never opened": never_opened,
}


def in_turn(app: App) -> bool:
    table = only_table(app)
    return table.prompt is not None and table.prompt.kind == "turn" and table.seq > 8


def in_claim(app: App) -> bool:
    table = only_table(app)
    return table.prompt is not None and table.prompt.kind == "claim" and table.seq > 8


def settled(app: App) -> bool:
    return only_table(app).state == "ready" and only_table(app).played > 0


MOMENTS: dict[str, Callable[[App], bool]] = {"turn": in_turn, "claim": in_claim, "settlement": settled}


@pytest.mark.parametrize(
    "moment", ["lobby", "turn", "claim", pytest.param("settlement", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("trouble", TROUBLES)
@virtual
async def test_the_table_is_never_stuck_and_goes_on(
    stage: Stage, path: Path, trouble: str, moment: str
) -> None:
    async with hosting(stage, path) as app:
        players = await seat_people(stage, app, willing=trouble != "never opened")
        if moment == "lobby":
            await TROUBLES[trouble](stage, app)
            await stage.quiet()
            players = await replace_tom(stage, app, players)
        else:
            async with playing(players, stage.clock.sleep):
                await stage.until(lambda: MOMENTS[moment](app), patience=LONGEST_MATCH)
            await TROUBLES[trouble](stage, app)
        played = only_table(app).played
        steady = Steady(stage, app)
        async with playing([p for p in players if present(stage, p)], stage.clock.sleep):
            await stage.until(lambda: steady.checked() and goes_on(app, played), patience=LONGEST_MATCH)
        await stage.quiet()
    assert not stage.world.unanswered
    assert not [c for c in stage.world.refused if not any(text in c.error for text in EXPECTED)]
    check_record(path)


class Steady:
    """Watches that no question stays open longer than it may: a turn's time, or a claim's, from when it is seen."""

    def __init__(self, stage: Stage, app: App) -> None:
        self.stage, self.app = stage, app
        self.asked, self.since = (0, 0), stage.clock.now()

    def checked(self) -> bool:
        table, now = only_table(self.app), self.stage.clock.now()
        if (table.decision, table.seq) != self.asked:
            self.asked, self.since = (table.decision, table.seq), now
        pace = PACES[table.house.tempo]
        assert now - self.since <= DELIVERY_GRACE + max(pace.turn or 0, pace.claim or 0, pace.ready or 0)
        return True


def present(stage: Stage, player: Player) -> bool:
    """Is the player still in the group?"""
    return stage.group.chat.members[player.person.id].present


def goes_on(app: App, played: int) -> bool:
    """One more hand has been played, or the table waits for somebody to take a seat that is free."""
    table = only_table(app)
    return table.played > played or (table.state == "ready" and not table.full)


async def seat_people(stage: Stage, app: App, *, willing: bool) -> list[Player]:
    """Four sit down; an unwilling fourth never presses START, and the clock frees the seat."""
    players = await open_table(stage, TYPED, people=4 if willing else 3)
    if not willing:
        lobby = stage.group.from_bot[0]
        stage.tom.private.chat.started = False
        press = await stage.press(stage.tom, lobby, coded(lobby.data, "j")[0])
        assert press.shown is not None
        assert press.shown.url
        await stage.clock.sleep(61)
        assert only_table(app).chairs[3] is None
    return players


async def replace_tom(stage: Stage, app: App, players: list[Player]) -> list[Player]:
    """In the lobby the table is filled up again by the opener's Ready; who is out plays no more."""
    table = only_table(app)
    assert table.state == "lobby"
    seated = {chair.person.user_id for chair in table.chairs if chair and chair.person and chair.reached}
    waiting = [chair for chair in table.chairs if chair and not chair.reached]
    if waiting:
        await stage.press(stage.tom, stage.group.from_bot[0], coded(stage.group.from_bot[0].data, "l")[0])
        seated.discard(stage.tom.id)
    return [player for player in players if player.person.id in seated]


# --- a basic group becomes a supergroup ---------------------------------------------------------------------


def both(batch: list[Update]) -> list[Update]:
    return batch


def reverse(batch: list[Update]) -> list[Update]:
    return batch[::-1]


@pytest.mark.parametrize("stage", [{"kind": "group"}], indirect=True)
@pytest.mark.parametrize("order", [both, reverse])
@pytest.mark.parametrize("copies", [pytest.param(1, marks=pytest.mark.slow), 2])
@pytest.mark.parametrize("told", ["message", "refusal"])
@virtual
async def test_a_group_that_migrates_in_mid_hand_keeps_its_table(
    stage: Stage, path: Path, order: Callable[[list[Update]], list[Update]], copies: int, told: str
) -> None:
    old = stage.group
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: in_turn(app), patience=LONGEST_MATCH)
        stage.world.updates.order = order
        stage.world.updates.copies = lambda: copies
        new = migrate(stage, told)
        for player in players:
            player.group = new
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played, patience=LONGEST_MATCH)
        await stage.quiet()
        assert only_table(app).chat.chat_id == new.id
        assert len(app.hall.actors) == 1
    assert newest_with(new, "gx") is not None or new.from_bot
    assert {row["chat_id"] for row in rows(path, "SELECT chat_id FROM tables")} == {new.id}
    assert rows(path, "SELECT 1 FROM posted WHERE chat_id = ?", old.id) == []
    assert len(rows(path, "SELECT 1 FROM chat WHERE kind <> 'private'")) == 1
    check_record(path)


def migrate(stage: Stage, told: str) -> Group:
    """The group moves; the bot hears of it by service messages, or by its next call's refusal alone."""
    before = list(stage.world.updates.waiting)
    new = stage.group.migrate()
    if told == "refusal":
        stage.world.updates.waiting[:] = before
    return new


# --- what people send that makes no sense --------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "/new atlantis",
        "/new fuzhou hands=5000",
        "/new fuzhou colour=blue",
        "/new fuzhou blue",
        "/new fuzhou window=sometimes",
        "/new 抚州 hands=",
        "/new fuzhou mode=referee",
        "/new " + "x" * 3000,
        "/new <b>&",
        "/join",
        "/deal",
        "/leave",
        "/table",
        "/end",
        "/scores",
        "/hand",
    ],
)
@pytest.mark.parametrize("where", ["group", "private"])
@virtual
async def test_what_makes_no_sense_gets_one_sentence(
    stage: Stage, path: Path, typed: str, where: str
) -> None:
    async with hosting(stage, path) as app:
        await stage.quiet()
        room = stage.group if where == "group" else stage.wei.private
        before = len(room.from_bot)
        stage.wei.send(stage.group if where == "group" else "private", typed)
        await stage.quiet()
        assert len(room.from_bot) == before + 1
        assert room.last().text
        assert not app.hall.actors
    stage.check()


@virtual
async def test_a_wrong_option_is_answered_by_those_it_may_mean(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        for typed, told in (
            ("guiyang que=dingque", "没有「que」这个选项。是不是 que_mode"),
            ("guiyang que_mode=nonsense", "que_mode 可以是："),
            ("guiyang mode=nonsense", "没有「mode」这个选项。是不是 event_mode, que_mode"),
        ):
            stage.wei.send(stage.group, f"/new {typed}")
            await stage.quiet(seconds=6)
            assert stage.group.last().text.startswith(told)
        assert not app.hall.actors
        stage.check()


@virtual
async def test_a_referee_is_for_games_that_have_one(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/new fuzhou mode=referee")
        await stage.quiet()
        assert "福鼎" in stage.group.last().text
        assert "龙港" in stage.group.last().text
        assert not app.hall.actors
        stage.wei.send(stage.group, "/new fuding mode=referee")
        await stage.quiet()
        assert only_table(app).house.mode == "referee"
        assert "⚖️ 裁判模式" in stage.group.board().text
    stage.check()


STATES: tuple[State, ...] = ("lobby", "playing")


@pytest.mark.parametrize("state", STATES)
@virtual
async def test_who_unblocks_the_bot_plays_on(stage: Stage, path: Path, state: State) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        if state == "playing":
            await make_ready(stage, app, players)
        stage.tom.block()
        await stage.quiet()
        assert not only_table(app).chair(3).reached
        before = {message.id for message in stage.tom.private.from_bot}
        stage.tom.start()
        await stage.quiet()
        assert only_table(app).chair(3).reached
        fresh = [message for message in stage.tom.private.from_bot if message.id not in before]
        if state == "playing":  # nothing but the panel, and it says that he is back
            assert [EN.plain("seat.back") in message.text for message in fresh] == [True]
            assert fresh[0].file
    assert not stage.world.unanswered


@virtual
async def test_start_in_mid_hand_shows_the_panel_lowest(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await make_ready(stage, app, players)
        await stage.quiet()
        panel = stage.tom.private.last()
        stage.tom.start()
        await stage.quiet()
        assert stage.tom.private.last().id > panel.id
        assert stage.tom.private.last().file
        assert EN.plain("start.hello") not in [message.text for message in stage.tom.private.from_bot]


@virtual
async def test_who_has_sat_down_finds_the_way_back_to_the_group(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        await open_table(stage, TYPED, people=2)
        await stage.quiet()
        told = next(m for m in stage.sofia.private.from_bot if "seat 2" in m.text)
        lobby = next(m for m in stage.group.from_bot if coded(m.data, "j"))
        urls = [button.get("url") for button in told.buttons]
    assert urls == [f"https://t.me/c/{-1_000_000_000_000 - stage.group.id}/{lobby.id}"]


@pytest.mark.parametrize("there", [True, False])
@virtual
async def test_who_may_not_write_and_leaves_is_gone(stage: Stage, path: Path, *, there: bool) -> None:
    """Of somebody restricted only `is_member` says whether he is in the group."""
    stage.group.promote_bot()  # only admins are told of members
    muted = {
        "status": "restricted", "user": {"id": stage.tom.id, "is_bot": False, "first_name": "Tom"},
        "until_date": 0, **dict.fromkeys(MEMBER_RIGHTS, False),
    }  # fmt: skip
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou hands=4 dice=off")
        await stage.quiet()
        change = {
            "chat": {"id": stage.group.id, "type": "supergroup", "title": "周五麻将"},
            "from": {"id": stage.wei.id, "is_bot": False, "first_name": "Wei"}, "date": 1,
            "old_chat_member": muted | {"is_member": True}, "new_chat_member": muted | {"is_member": there},
        }  # fmt: skip
        stage.world.tell("chat_member", change)
        await stage.quiet()
        assert (only_table(app).chairs[3] is not None) == there


# --- a group that cannot be written to ---------------------------------------------------------------------

NO_MORE = {
    "Bad Request: chat not found": 400,
    "Bad Request: PEER_ID_INVALID": 400,
    "Bad Request: CHANNEL_PRIVATE": 400,
    "Bad Request: USER_BANNED_IN_CHANNEL": 400,
    "Bad Request: CHAT_ADMIN_REQUIRED": 400,
    "Bad Request: need administrator rights in the channel chat": 400,
    "Bad Request: have no rights to send a message": 400,
    "Bad Request: group is deactivated": 400,
    "Forbidden: the group chat was deleted": 403,
}
WRITES = (
    "sendMessage",
    "sendPhoto",
    "sendDice",
    *(f"editMessage{what}" for what in ("Text", "Media", "Caption")),
)


@pytest.mark.parametrize("text", NO_MORE)
@virtual
async def test_nobody_loses_a_turn_where_the_group_sees_no_board(stage: Stage, path: Path, text: str) -> None:
    """Whatever Telegram calls it; and when the bot may write again, the table goes on."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await make_ready(stage, app, players)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).seq > 8)
        refused = ApiError(NO_MORE[text], text)
        faults = [
            stage.world.faults.refuse(refused, method, times=10**6, chat_id=stage.group.id)
            for method in (*WRITES, "editMessageReplyMarkup")
        ]
        await stage.clock.sleep(300)
        table = only_table(app)
        assert (table.state, table.people) == ("suspended", [0, 1, 2, 3])
        assert len(rows(path, "SELECT 1 FROM action WHERE by = 'clock'")) <= 1  # whose board was refused
        for fault in faults:
            stage.world.faults.end(fault)
        stage.wei.send(stage.group, "/table")
        await stage.until(lambda: only_table(app).state == "playing")
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).seq > table.seq + 8)
