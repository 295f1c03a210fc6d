"""Settings: a person's at once on every panel, a group's for those whom it lets, home topics, languages."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from handlers.callback_data import parse
from handlers.pages.page import CLOSE
from handlers.pages.settings import (
    OF_A_GROUP,
    ON_THE_SECOND_PAGE,
    PERSONAL,
    SECOND,
    group_page,
    own_page,
    stored_value,
    value_of,
)
from handlers.show.markup import plain
from handlers.show.settings import SORTS, Settings, read_settings
from handlers.show.texts import LANGUAGES, Texts
from handlers.tables.commands import ChatChanged, Deal, Known, Press
from handlers.tables.effects import Note
from handlers.tables.group import CHOICES, GroupSettings, read_group
from handlers.tables.model import Person
from handlers.tables.records import read_person
from playground.entities import parse_html
from playground.model import Message
from storage.connection import Connection
from storage.people import find_person
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import GROUP, SOFIA, TOM, WEI, after, dealt, discard, full, let_go, lobby, settled

TEXTS = Texts.load()
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")


# --- pages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_setting_has_a_button_and_the_chosen_one_a_mark(language: str) -> None:
    person = replace(WEI, language=language, settings={"ping": "off", "take_win": False})
    pages = [own_page(person, TEXTS.of(language), TEXTS, page=page) for page in ("", SECOND)]
    buttons = [[button for row in message.keyboard for button in row] for message in pages]
    assert all(len(labels) <= 13 for labels in buttons)
    found: dict[str, set[str]] = {}
    for button in (button for page in buttons for button in page):
        pressed = parse(button.data)
        assert pressed is not None
        if pressed.code == "pr" and len(pressed.args) == 2:
            found.setdefault(pressed.args[0], set()).add(pressed.args[1])
    assert found.keys() == PERSONAL.keys()
    assert all(values == set(PERSONAL[key]) for key, values in found.items() if len(PERSONAL[key]) > 2)
    assert found["take_win"] == {"on"}
    assert f"✓ {TEXTS.of(language).button('setting.ping.off')}" in [button.text for button in buttons[1]]
    assert sum(parse_html(message.text)[0].count("\n") for message in pages) == len(PERSONAL) + 2


def test_what_was_never_chosen_has_its_default() -> None:
    assert {key: value_of(WEI, key, HANS) for key in PERSONAL} == {
        "language": "zh_Hans", "labels": "chinese", "view": "picture", "sort": "suits", "filter": "0",
        "ping": "when_idle", "ping_hand": "on", "take_win": "on", "invitations": "on", "digest": "on",
    }  # fmt: skip
    assert value_of(SOFIA, "labels", EN) == "symbols"
    assert value_of(replace(WEI, settings={"sort": "nonsense"}), "sort", HANS) == "suits"


@pytest.mark.parametrize("key", sorted(PERSONAL))
def test_what_is_stored_is_what_was_chosen(key: str) -> None:
    for value in PERSONAL[key]:
        person = replace(WEI, settings={key: stored_value(key, value)})
        assert key == "language" or value_of(person, key, HANS) == value


def test_a_group_page_names_the_group_in_its_buttons() -> None:
    message = group_page(GROUP, HANS, TEXTS, topic=5)
    data = [parse(button.data) for row in message.keyboard for button in row]
    assert {pressed.number for pressed in data if pressed} == {GROUP.chat_id}
    keys = {pressed.args[0] for pressed in data if pressed and pressed.code == "pr"}
    assert keys == (OF_A_GROUP.keys() - ON_THE_SECOND_PAGE) | {"home", SECOND}
    second = group_page(GROUP, HANS, TEXTS, topic=5, page=SECOND)
    turned = [parse(button.data) for row in second.keyboard for button in row]
    assert {pressed.args[:1] for pressed in turned if pressed} == {(key,) for key in ON_THE_SECOND_PAGE} | {
        ()
    }
    without = group_page(GROUP, HANS, TEXTS)
    assert not any(":home:" in button.data for row in without.keyboard for button in row)


@pytest.mark.parametrize("kind", sorted(CHOICES))
def test_every_value_of_a_group_is_read_back(kind: str) -> None:
    for value in CHOICES[kind]:
        assert getattr(read_group({kind: value}), kind) == value
    assert read_group({kind: "nonsense", "other": 1}) == GroupSettings()


def test_the_hand_is_sorted_as_its_owner_likes() -> None:
    tiles = [0, 9, 18, 27, 33]
    ordered = {sort: sorted(tiles, key=read_settings({"sort": sort}).place) for sort in SORTS}
    assert ordered == {
        "suits": [0, 9, 18, 27, 33],
        "bamboo_first": [18, 9, 0, 27, 33],
        "honours_first": [27, 33, 0, 9, 18],
    }
    assert read_settings({"sort": 7}) == Settings()


# --- what the tables make of it ---------------------------------------------------------------------------


def test_a_changed_person_changes_his_panel_and_no_activity() -> None:
    table = dealt(lobby())
    changed = replace(SOFIA, settings={"labels": "words"})
    fresh, effects = after(table, Known(changed), now=99_000)
    assert [(dirty.surface.kind, dirty.surface.seat) for dirty in effects.dirty] == [("panel", 1)]
    assert fresh.chair(1).person is changed
    assert (fresh.touched_at, fresh.chair(1).seen_at) == (table.touched_at, table.chair(1).seen_at)
    assert after(table, Known(replace(SOFIA, person_id=99)))[0] == table


def test_a_person_of_another_language_changes_the_groups_buttons_too() -> None:
    _, effects = after(dealt(lobby()), Known(replace(SOFIA, language="zh_Hant")))
    assert {dirty.surface.kind for dirty in effects.dirty} == {"panel", "board"}
    _, effects = after(full(lobby()), Known(replace(SOFIA, language="zh_Hant")))
    assert {dirty.surface.kind for dirty in effects.dirty} == {"panel", "lobby"}


def test_a_group_of_another_language_shows_it_at_once() -> None:
    english = replace(GROUP, language="en")
    table, effects = after(full(lobby()), ChatChanged(english))
    assert table.chat == english
    assert [dirty.surface.kind for dirty in effects.dirty] == ["lobby"]
    assert [d.surface.kind for d in after(dealt(lobby()), ChatChanged(english))[1].dirty] == ["board"]
    assert after(dealt(lobby()), ChatChanged(settled(quiet="0-7")))[1].dirty == []


def test_one_sits_down_with_ones_own_claim_filter() -> None:
    careful = replace(WEI, settings={"filter": "3"})
    table, _ = after(lobby(), Press(careful, "j"), Press(SOFIA, "j"))
    assert [table.chair(seat).filter for seat in (0, 1)] == ["3", "0"]
    assert replace(WEI, settings={"filter": "9"}).claim_filter == "0"


def test_what_one_filters_at_the_table_holds_for_the_hand() -> None:
    """product.md 3.14: no chow this hand. The next one begins with one's own setting, and with no orders."""
    careful = replace(TOM, settings={"filter": "3"})
    table, _ = after(dealt(lobby(window="open")), Known(careful))
    orders = (Press(SOFIA, "ap", "2"), Press(SOFIA, "ap", "p:5m"), Press(careful, "ap", "0"))
    table, _ = after(table, *orders, now=2_000)
    assert [table.chair(seat).filter for seat in range(4)] == ["0", "2|5m", "0", "0"]
    while (table := let_go(table, now=2_000)).state == "playing":
        table, _ = discard(table, now=2_000)
    assert [table.chair(seat).filter for seat in range(4)] == ["0", "0", "0", "3"]


def test_what_one_filters_between_hands_holds_for_the_next() -> None:
    table = replace(dealt(lobby()), state="ready", hand=None)
    table, _ = after(table, Press(SOFIA, "ap", "1"), Deal(58), now=2_000)
    assert table.state == "playing"
    assert table.chair(1).filter == "1"


def test_the_private_chat_is_opened_by_the_link_that_seats_whoever_sits_there_already() -> None:
    table, _ = after(lobby(), Press(WEI, "j"))
    seated, other = after(table, Press(WEI, "i"))[1].answer, after(table, Press(SOFIA, "i"))[1].answer
    assert seated is not None
    assert other is not None
    assert (seated.door, seated.to_private, other.door, other.to_private) == (True, False, False, True)


def test_the_board_is_posted_again_at_most_once_a_minute() -> None:
    table, effects = after(dealt(lobby()), Press(SOFIA, "ta"), now=100_000)
    assert effects.post_again
    _, effects = after(table, Press(WEI, "ta"), now=159_000)
    assert not effects.post_again
    assert effects.answer is not None
    assert effects.answer.key == "refuse.rate"
    assert after(table, Press(WEI, "ta"), now=160_000)[1].post_again


# --- through the bot --------------------------------------------------------------------------------------


def labelled(message: Message, part: str) -> str:
    return next(label for row in message.labels for label in row if part in label)


async def choose(stage: Stage, person: Any, message: Message, part: str) -> str:
    press = await stage.press(person, message, labelled(message, part))
    await stage.quiet(seconds=6)
    return press.shown.text


@virtual
async def test_a_setting_shows_on_the_panel_at_once(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.sofia.start()
        stage.sofia.send("private", "/new fuzhou tempo=none")
        await stage.quiet(seconds=6)
        stage.sofia.send("private", "/settings")
        await stage.quiet(seconds=6)
        page = stage.sofia.private.find("✓ English")[0]
        panel = stage.sofia.private.find("❓")[0]
        before = panel.labels
        assert await choose(stage, stage.sofia, page, "Words") == EN.plain("toast.saved")
        assert panel.labels != before
        assert any(
            "Wan" in label or "Bam" in label or "Dot" in label for row in panel.labels for label in row
        )
        await choose(stage, stage.sofia, page, "繁體中文")
        assert "你的設定" in page.text
        person = only_table(app).chair(0).person
        assert person is not None
        assert (person.language, person.settings) == ("zh_Hant", {"labels": "words"})
        stage.check()


@virtual
async def test_sorting_goes_round(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.quiet(seconds=6)
        panel = stage.wei.private.find("❓")[0]
        await choose(stage, stage.wei, panel, "⋯")
        seen = []
        for _ in SORTS:
            assert await choose(stage, stage.wei, panel, "理牌") == HANS.plain("toast.sorted")
            person = only_table(app).chair(0).person
            assert person is not None
            seen.append(person.settings["sort"])
        assert seen == [*SORTS[1:], SORTS[0]]


@virtual
async def test_only_admins_change_a_group(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.send(stage.group, "/settings")
        await stage.quiet(seconds=6)
        page = stage.group.last()
        await choose(stage, stage.tom, page, "下一页")
        stands = page.text, page.labels
        assert await choose(stage, stage.tom, page, "23–8") == EN.plain("refuse.admin_only")
        assert (page.text, page.labels) == stands
        assert await choose(stage, stage.wei, page, "23–8") == HANS.plain("toast.saved")
        assert "✓ 23–8" in labelled(page, "23–8")
        await choose(stage, stage.wei, page, "上一页")
        assert await choose(stage, stage.wei, page, "谁能改本群") == HANS.plain("toast.saved")
        assert "所有人" in labelled(page, "谁能改本群")
        assert await choose(stage, stage.tom, page, "English") == EN.plain("toast.saved")
        assert "settings" in page.text
        await choose(stage, stage.tom, page, "Next")
        assert await choose(stage, stage.tom, page, "22–9") == EN.plain("refuse.admin_only")
        stage.check()


@virtual
async def test_the_language_command_of_a_group_is_the_groups(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.send(stage.group, "/language")
        await stage.quiet(seconds=6)
        page = stage.group.last()
        assert await choose(stage, stage.sofia, page, "English") == EN.plain("refuse.admin_only")
        assert await choose(stage, stage.wei, page, "English") == HANS.plain("toast.saved")
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.quiet(seconds=6)
        assert "Fuzhou" in stage.group.last().text
        stage.check()


@virtual
async def test_a_group_may_leave_opening_tables_to_its_admins(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/settings")
        await stage.quiet(seconds=6)
        await choose(stage, stage.wei, stage.group.last(), "谁能开桌")
        stage.tom.send(stage.group, "/new fuzhou")
        await stage.quiet(seconds=6)
        assert stage.group.last().text == HANS("refuse.admins_open")
        assert not app.hall.actors
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.quiet(seconds=6)
        assert only_table(app).opener
        stage.check()


@pytest.mark.parametrize("admin", [False, True])
def test_where_admins_open_tables_they_open_the_same_once_more_too(*, admin: bool) -> None:
    table, _ = after(full(lobby(chat=settled(open_tables="admins"))), Press(WEI, "en"))
    table, effects = after(table, Press(TOM, "rm", query_id="q", admin=admin))
    assert effects.answer is not None
    assert effects.answer.key == ("rematch.opened" if admin else "refuse.admins_open")
    assert (effects.rematch is not None) == admin == table.rematch


@virtual
async def test_a_group_without_topics_has_no_home(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.send(stage.group, "/here")
        await stage.quiet(seconds=6)
        assert stage.group.last().text == HANS("refuse.no_topics")
        stage.check()


@pytest.mark.parametrize("stage", [{"forum": True, "kind": "supergroup"}], indirect=True)
@virtual
async def test_a_forum_has_a_topic_for_its_tables(stage: Stage, path: Path) -> None:
    play, talk = stage.group.add_topic("牌桌"), stage.group.add_topic("闲聊")
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/here", thread=play)
        await stage.quiet(seconds=6)
        assert stage.group.last().text == HANS("here.done")
        stage.tom.send(stage.group, "/here", thread=talk)
        await stage.quiet(seconds=6)
        assert stage.group.last().text == HANS("refuse.admin_only")
        stage.tom.send(stage.group, "/new fuzhou hands=4", thread=talk)
        await stage.quiet(seconds=6)
        answer = stage.group.last()
        assert answer.text == plain(HANS("new.elsewhere", command="/new fuzhou hands=4"))
        (button,) = answer.buttons
        assert button["url"] == f"https://t.me/c/{-1_000_000_000_000 - stage.group.id}/{play}"
        assert not app.hall.actors
        stage.tom.send(stage.group, "/new fuzhou", thread=play)
        await stage.quiet(seconds=6)
        assert only_table(app).thread_id == play
        stage.wei.send(stage.group, "/here", thread=play)
        await stage.quiet(seconds=6)
        assert stage.group.last().text == HANS("here.anywhere")
        stage.check()


@pytest.mark.parametrize("stage", [{"forum": True, "kind": "supergroup"}], indirect=True)
@pytest.mark.parametrize(
    ("typed", "handed_back"),
    [
        ("/new", "/new"),
        ("/new nonsense", "/new nonsense"),
        ("/new fuzhou " + "hands=4 " * 12, "/new"),
    ],
)
@virtual
async def test_no_table_and_no_question_comes_outside_the_tables_topic(
    stage: Stage, path: Path, typed: str, handed_back: str
) -> None:
    play, talk = stage.group.add_topic("牌桌"), stage.group.add_topic("闲聊")
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/here", thread=play)
        await stage.quiet(seconds=6)
        stage.wei.send(stage.group, typed, thread=talk)
        await stage.quiet(seconds=6)
        assert stage.group.last().text == plain(HANS("new.elsewhere", command=handed_back))
        assert not app.hall.actors
        stage.check()


@pytest.mark.parametrize("stage", [{"forum": True, "kind": "supergroup"}], indirect=True)
@virtual
async def test_a_game_picked_outside_the_tables_topic_is_named_for_it(stage: Stage, path: Path) -> None:
    play, talk = stage.group.add_topic("牌桌"), stage.group.add_topic("闲聊")
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/new", thread=talk)
        await stage.quiet(seconds=6)
        question = stage.group.last()
        stage.wei.send(stage.group, "/here", thread=play)
        await stage.quiet(seconds=6)
        await stage.press(stage.tom, question, "福州麻将（福建）")
        await stage.quiet(seconds=6)
        answer = stage.group.last()
        assert answer.text == plain(HANS("new.elsewhere", command="/new fuzhou"))
        assert answer.thread == talk
        assert question.text == HANS("new.which_game")
        assert not app.hall.actors
        stage.check()


@pytest.mark.parametrize("stage", [{"forum": True, "kind": "supergroup"}], indirect=True)
@virtual
async def test_the_button_that_opens_a_table_asks_in_the_topic_where_it_was_pressed(
    stage: Stage, path: Path
) -> None:
    talk = stage.group.add_topic("闲聊")
    async with hosting(stage, path):
        stage.wei.send(stage.group, "/help", thread=talk)
        await stage.quiet(seconds=6)
        await stage.press(stage.wei, stage.group.last(), "开一桌")
        await stage.quiet(seconds=6)
        question = stage.group.last()
        assert (question.text, question.thread) == (HANS("new.which_game"), talk)
        stage.check()


@virtual
async def test_whoever_will_not_be_called_says_so_under_the_call(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.tom.start()
        await stage.quiet(seconds=6)
        hall = app.hall
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.quiet(seconds=6)
        table = only_table(app)
        person = await hall.database.read(find_known, stage.tom.id)
        hall.showing.note(table, Note("three.invitation", {"name": "Wei"}, ring=True, person=person))
        await stage.quiet(seconds=6)
        call = stage.tom.private.last()
        assert await choose(stage, stage.tom, call, "Don't call me") == EN.plain("three.muted")
        changed = await hall.database.read(find_known, stage.tom.id)
        assert changed.settings["invitations"] is False
        stage.check()


async def find_known(connection: Connection, user_id: int) -> Person:
    row = await find_person(connection, user_id)
    assert row is not None
    return read_person(row)


@virtual
async def test_help_opens_below_a_panel_and_turns_in_place(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.quiet(seconds=6)
        panel = stage.wei.private.find("❓")[0]
        await choose(stage, stage.wei, panel, "⋯")
        await choose(stage, stage.wei, panel, "下一页")
        await choose(stage, stage.wei, panel, "怎么玩")
        page = stage.wei.private.last()
        assert page.id != panel.id
        assert HANS.plain("help.page.1")[:3] in page.text
        await choose(stage, stage.wei, page, "下一页")
        assert page.text.startswith(HANS.plain("help.page.2")[:2])
        await choose(stage, stage.wei, page, "规则")
        assert "看哪一种" in page.text
        stage.check()


@pytest.mark.parametrize("command", ["language", "settings", "help", "rules", "options", "calc", "stats"])
@virtual
async def test_a_page_that_is_turned_has_one_button_to_close_it(
    stage: Stage, path: Path, command: str
) -> None:
    async with hosting(stage, path):
        stage.wei.send("private", f"/{command}")
        await stage.quiet(seconds=6)
        page = stage.wei.private.last()
        assert page.data.count(CLOSE) == 1
        for _ in range(2):
            await stage.press(stage.wei, page, next(data for data in page.data if data != CLOSE))
            await stage.quiet(seconds=6)
            page = stage.wei.private.last()
            assert page.data.count(CLOSE) <= 1
        stage.check()
