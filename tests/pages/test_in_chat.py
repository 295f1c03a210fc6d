"""The record in the chats: commands and presses against the running bot, on virtual time."""

import csv
import io
import json
import re
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from engine.record import verify_record
from handlers.callback_data import page_data
from playground.model import Message
from playground.people import Person, Room
from storage.database import Database
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting
from tests.fakes.people import Stage
from tests.fakes.wire import keyboard, result
from tests.pages.archive import RUNNING, Cast, make_past

NAMES = ("Wei", "Sofia", "林姨", "=SUM(A1)")
MOST = 6
"""Statements that a command of the record may take, all together."""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Cast]:
    """The four of every stage have played together before."""
    stage = Stage()
    users = [(person.id, name) for person, name in zip(stage.people, NAMES, strict=True)]
    path = tmp_path_factory.mktemp("played") / "paizhuo.db"
    return path, make_past(path, stage.group.id, users)


@pytest.fixture
def cast(played: tuple[Path, Cast]) -> Cast:
    return played[1]


@pytest.fixture
def path(played: tuple[Path, Cast], tmp_path: Path) -> Path:
    return Path(shutil.copy(played[0], tmp_path / "paizhuo.db"))


async def asked(
    stage: Stage, person: Person, where: Room, text: str, *, reply_to: Message | None = None
) -> Message:
    """Write a command, and wait for what the bot replies."""
    sent = person.send(where, text, reply_to=reply_to)
    return await replied(stage, where, sent)


async def replied(stage: Stage, where: Room, message: Message, kind: str = "") -> Message:
    """The bot's newest reply to this message, of this kind."""

    def found() -> Message | None:
        return next(
            (m for m in reversed(where.from_bot) if m.reply_to == message.id and kind in ("", m.kind)), None
        )

    answer = await stage.until(found)
    assert answer is not None
    return answer


def document(where: Room, name: str) -> Message | None:
    """The bot's document of this name."""
    return next((m for m in where.from_bot if m.file is not None and m.file.name == name), None)


async def turned(stage: Stage, person: Person, message: Message, button: str) -> Message:
    """Press a page's button; the same message then shows another page."""
    text, labels = message.text, message.labels
    await stage.press(person, message, button)
    await stage.until(lambda: (message.text, message.labels) != (text, labels))
    return message


@virtual
async def test_from_the_history_to_a_replay_in_one_message(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/history")
        await stage.quiet()
        number = len(stage.group.from_bot)
        assert "周五麻将" in message.text
        await turned(stage, stage.sofia, message, "下一页 ›")
        await turned(stage, stage.wei, message, "1")
        await turned(stage, stage.wei, message, "#")
        await turned(stage, stage.wei, message, "🔁 #")
        assert "0/" in message.text
        await turned(stage, stage.wei, message, "▶️")
        assert "1/" in message.text
        await turned(stage, stage.lin, message, "⏭")
        await turned(stage, stage.lin, message, "◀️")
        assert len(stage.group.from_bot) == number
    stage.check()


@virtual
async def test_an_old_press_shows_the_page_that_it_names(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/replay 1")
        forward = next(data for data in message.data if data.split(":")[2:4] == ["rp", "1"])
        first = await turned(stage, stage.wei, message, forward)
        wanted = first.text
        await turned(stage, stage.wei, message, "⏭")
        press = stage.sofia.forge(stage.group, message.id, forward)
        await stage.until(lambda: press.answered)
        await stage.until(lambda: message.text == wanted)
        again = stage.sofia.press_again(press)
        await stage.until(lambda: again.answered)
        await stage.quiet()
        assert message.text == wanted
    stage.check()


@virtual
async def test_a_button_of_a_card_opens_a_page_below_it(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        rows = keyboard([("🔁 #1", page_data(1, "rp", 0)), ("📊", page_data(1, "sc", 1))])
        sent = result(stage.world, "sendMessage", chat_id=stage.group.id, text="card", reply_markup=rows)
        card = stage.group.message(int(sent["message_id"]))
        await stage.press(stage.wei, card, "🔁 #1")
        opened = await replied(stage, stage.group, card)
        assert card.text == "card"
        assert "#1" in opened.text
    stage.check()


@virtual
async def test_a_page_is_closed_and_a_card_is_not(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/top")
        await stage.press(stage.sofia, message, "✕")
        await stage.until(lambda: message.id not in stage.group.chat.messages)
        sent = result(stage.world, "sendMessage", chat_id=stage.group.id, text="card")
        press = stage.wei.forge(stage.group, int(sent["message_id"]), page_data(0, "cl"))
        await stage.until(lambda: press.answered)
        await stage.quiet()
        assert int(sent["message_id"]) in stage.group.chat.messages
    stage.check()


@virtual
async def test_a_chart_is_a_picture_and_leads_back(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/scores")
        assert "还" not in message.text
        await stage.press(stage.wei, message, "📊 走势")
        await stage.until(lambda: message.kind == "photo")
        await stage.press(stage.wei, message, "📋 分数")
        await stage.until(lambda: any("📊 走势" in str(m.labels) for m in stage.group.from_bot))
        assert message.id not in stage.group.chat.messages
    stage.check()


@virtual
async def test_the_export_opens_in_a_spreadsheet_and_names_are_no_formulas(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/export")
        files = {}
        for button, name in (("CSV", "paizhuo.csv"), ("JSON", "paizhuo.zip")):
            await stage.press(stage.wei, message, button)
            found = await stage.until(partial(document, stage.group, name))
            files[name] = found.file
        again = await stage.press(stage.wei, message, "CSV")
        assert again.shown is not None
        assert again.shown.text == "这个一分钟一次就够了。"
        text = files["paizhuo.csv"].data.decode("utf-8")
        assert text.startswith("\ufeff")
        players = {row["player"] for row in csv.DictReader(io.StringIO(text[1:], newline=""))}
        assert players == {"Wei", "Sofia", "林姨", "'=SUM(A1)", ""}
        private = await asked(stage, stage.wei, stage.wei.private, "/export")
        assert "群" in private.text
    stage.check()


@virtual
async def test_a_proof_is_a_document_once_the_match_is_over(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/verify #1")
        assert message.file is not None
        assert verify_record(json.loads(message.file.data))[0]
        running = await asked(stage, stage.wei, stage.group, "/verify")
        assert running.file is None
        assert running.text == "这场还没打完，打完再看。"
        nothing = await asked(stage, stage.wei, stage.group, "/verify 999")
        assert "999" in nothing.text
    stage.check()


@virtual
async def test_in_private_one_has_ones_own_record_of_all_groups(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        private = stage.sofia.private
        history = await asked(stage, stage.sofia, private, "/history")
        assert "公司" in history.text
        assert "周五麻将" in history.text
        stats = await asked(stage, stage.sofia, private, "/stats")
        assert stats.text.startswith("📈")
        assert "Sofia" in stats.text
        replay = await asked(stage, stage.sofia, private, "/replay 1")
        assert "0/" in replay.text
        linked = await asked(stage, stage.sofia, private, "/start r1")
        assert linked.text == replay.text
        stranger = await asked(stage, stage.sofia, private, "/replay zzz")
        assert "zzz" in stranger.text
    stage.check()


@virtual
async def test_statistics_of_a_player_by_name_reply_and_in_this_group_only(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        by_name = await asked(stage, stage.wei, stage.group, f"/stats @user{stage.lin.id}")
        assert "林姨" in by_name.text
        said = stage.lin.send(stage.group, "hello")
        by_reply = await asked(stage, stage.wei, stage.group, "/stats", reply_to=said)
        assert by_reply.text == by_name.text
        nobody = await asked(stage, stage.wei, stage.group, "/stats @nobody_at_all")
        assert nobody.text == "这里没有和这个人打过。"
        other = await asked(stage, stage.wei, stage.wei.private, f"/stats @user{stage.lin.id}")
        assert "自己" in other.text
    stage.check()


@virtual
async def test_only_admins_open_and_close_seasons(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    stage.group.promote(stage.sofia)
    stage.world.updates.clear()
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/top season")
        refused = await stage.press(stage.lin, message, "开新一季")
        assert refused.shown is not None
        assert refused.shown.text == "只有群管理员能改这个。"
        opening = stage.sofia.press(message, "开新一季")
        late = stage.sofia.forge(stage.group, message.id, opening.data)
        await stage.until(lambda: opening.answered and late.answered)
        assert {press.shown.text for press in (opening, late) if press.shown} == {
            "A new season: 第 1 季",
            "Somebody was faster: it is done already.",
        }
        await stage.until(lambda: "第 1 季" in message.text)
        await turned(stage, stage.sofia, message, "结束这一季")
        assert "开新一季" in str(message.labels)
    stage.check()


@virtual
async def test_the_calculator_is_private_and_is_worked_by_buttons(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        away = await asked(stage, stage.wei, stage.group, "/calc guiyang")
        assert any("start=cguiyang" in button.get("url", "") for button in away.buttons)
        message = await asked(stage, stage.wei, stage.wei.private, "/start cguiyang")
        assert "贵阳" in message.text
        for _ in range(3):
            await turned(stage, stage.wei, message, "1万")
        await turned(stage, stage.wei, message, "碰")
        await turned(stage, stage.wei, message, "2筒")
        assert "碰 2筒" in message.text
        typed = await asked(stage, stage.wei, stage.wei.private, "/calc fuzhou 123456789m123p55s66s 5s")
        assert "=\u00a040" in typed.text
        refused = await asked(stage, stage.wei, stage.wei.private, "/calc fuzhou 12x")
        assert "12x" in refused.text
    stage.check()


@virtual
async def test_who_asks_twice_is_forgotten_and_the_sums_stay(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        private = stage.lin.private
        before = await asked(stage, stage.wei, stage.group, "/top")
        points = re.findall(r"[+−]\d+", before.text)
        message = await asked(stage, stage.lin, private, "/forget")
        await turned(stage, stage.lin, message, "忘掉我")
        await turned(stage, stage.lin, message, "真的忘掉")
        assert message.text.startswith("忘掉了")
        after = await asked(stage, stage.wei, stage.group, "/top")
        assert re.findall(r"[+−]\d+", after.text) == points
        assert "林姨" in before.text
        assert "林姨" not in after.text
        await stage.quiet()
    with closing(sqlite3.connect(path)) as connection:
        gone = "SELECT count(*) FROM person WHERE user_id = ? OR name = '林姨' OR username = ?"
        assert connection.execute(gone, (stage.lin.id, f"user{stage.lin.id}")).fetchone() == (0,)
        known = connection.execute("SELECT count(*) FROM chat WHERE chat_id = ?", (stage.lin.id,)).fetchone()
        assert known == (0,)
    stage.check()


@virtual
async def test_who_sits_somewhere_is_not_forgotten_yet(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.until(lambda: any("坐下" in str(m.labels) for m in stage.group.from_bot))
        await stage.press(stage.wei, stage.group, "坐下")
        message = await asked(stage, stage.wei, stage.wei.private, "/forget")
        await turned(stage, stage.wei, message, "忘掉我")
        assert "还坐着" in message.text
        assert len(app.hall.tables_of(cast.people[0])) == 1
        await stage.quiet()
    stage.check()


@virtual
async def test_in_a_group_nobody_is_forgotten_by_accident(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/forget")
        press = stage.wei.forge(stage.group, message.id, page_data(0, "fg", 2))
        await stage.until(lambda: press.answered)
        await stage.quiet()
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT user_id FROM person WHERE person_id = 1").fetchone()
    assert found == (stage.wei.id,)
    stage.check()


@pytest.mark.parametrize(
    "text",
    [
        *("/scores", "/history", "/top", "/top fuzhou season", "/stats", "/stats @user{id}", "/replay 1"),
        *("/replay", "/verify 1", "/privacy", "/export"),
    ],
)
@virtual
async def test_a_command_is_six_statements_at_the_most(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []
    monkeypatch.setattr("handlers.app.Database.open", partial(Database.open, watch=statements.append))
    async with hosting(stage, path):
        await asked(stage, stage.wei, stage.group, "/privacy")  # who writes is known now
        await stage.quiet()
        statements.clear()
        await asked(stage, stage.wei, stage.group, text.format(id=stage.lin.id))
        await stage.quiet()
        found = [sql for sql in statements if re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE)", sql)]
        found = [sql for sql in found if not re.search(r"\bpicture\b", sql)]  # the outbox's own memory
    assert 0 < len(found) <= MOST, found


@virtual
async def test_the_running_table_is_never_told_more_than_it_knows(
    stage: Stage, clock: VirtualClock, path: Path, cast: Cast
) -> None:
    """No page of the running match holds its seed, nor a hand of its open deal."""
    with closing(sqlite3.connect(path)) as connection:
        (seed,) = connection.execute("SELECT hex(seed) FROM tables WHERE table_id = ?", (RUNNING,)).fetchone()
    async with hosting(stage, path):
        message = await asked(stage, stage.wei, stage.group, "/history")
        press = stage.wei.forge(stage.group, message.id, page_data(RUNNING, "hm", 1))
        await stage.until(lambda: press.answered)
        hands = [data for data in message.data if data.split(":")[2] == "hc"]
        for data in hands:
            number = data.split(":")[1]
            for wanted in (f"-:{number}:vf", f"-:{number}:rp:1:o", f"-:{number}:hc"):
                press = stage.wei.forge(stage.group, message.id, wanted)
                await stage.until(lambda press=press: press.answered)
            await stage.quiet()
        texts = [m.text for m in stage.group.from_bot]
        assert not any(seed.lower() in text for text in texts)
        assert not any(m.kind == "document" for m in stage.group.from_bot)
    stage.check()
