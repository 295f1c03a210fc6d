"""What makes a first evening go well: tips once, minutes to expect, the way to the board, everybody called."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.games import games
from engine.hand import legal_actions
from handlers.app import App
from handlers.show.links import message_link, topic_link
from handlers.show.texts import LANGUAGES, Texts
from handlers.tables.commands import Arrived, Press
from handlers.tables.effects import Note, Surface
from handlers.tables.minutes import DISCARDS, minutes
from handlers.tables.model import Chair, Table
from handlers.tables.surfaces import Stage as Rendering
from handlers.tables.surfaces import lobby_notes
from handlers.tables.tips import AT_ONCE, tips_for
from handlers.tables.work import LOBBY
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import CAST, LIN, SOFIA, TOM, WEI, after, dealt, discard, full, lobby

TEXTS = Texts.load()
HANS = TEXTS.of("zh_Hans")
EVERYBODY = frozenset({1, 2, 3, 4})


def rendered(table: Table, surface: Surface) -> str:
    message = Rendering(TEXTS, "paizhuo_bot").render(table, surface, 1_000)
    assert message is not None
    return message.text


# --- tips -------------------------------------------------------------------------------------------------


def test_a_beginner_is_told_a_thing_once() -> None:
    table = dealt(lobby(), beginners=EVERYBODY)
    seen: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for _ in range(24):
        if table.state != "playing" or table.hand is None:
            break
        seat = table.hand.turn
        tips = tips_for(table, seat)
        assert len(tips) <= AT_ONCE
        seen[seat] += tips
        say = TEXTS.of(CAST[seat].language)
        assert all(say(key) in rendered(table, Surface("panel", seat)) for key in tips)
        table, _ = discard(table, now=1_000)
    assert all(len(keys) == len(set(keys)) for keys in seen.values())
    read = [table.chair(seat).tipped for seat in range(4)]
    assert all({"tip.shape_five", "tip.claims", "tip.eye"} <= keys for keys in read)
    assert {"tip.flowers", "tip.pass"} <= set().union(*read)


def test_whoever_knows_the_game_is_told_nothing() -> None:
    table = dealt(lobby(), beginners=frozenset({SOFIA.person_id}))
    assert [bool(tips_for(table, seat)) for seat in range(4)] == [False, True, False, False]


@pytest.mark.parametrize("game", sorted(games()))
def test_tips_fit_the_game_and_stand_in_every_language(game: str) -> None:
    table = dealt(lobby(game), beginners=EVERYBODY)
    keys: set[str] = set()
    for _ in range(3):
        for seat in range(4):
            if found := tips_for(table, seat):
                keys |= set(found)
                chair = table.chair(seat)
                table = table.with_chair(seat, replace(chair, tipped=chair.tipped | set(found)))
    assert ("tip.shape_five" in keys) == (games()[game].sets == 5)
    assert ("tip.stake" in keys) == (game == "yantai")
    assert ("tip.flowers" in keys) == (game == "fuzhou")
    assert ("tip.gold" in keys) <= (game in ("fuzhou", "fuding"))
    for key in keys:
        assert all(TEXTS.of(language).plain(key) for language in LANGUAGES)


@virtual
async def test_the_fourth_hand_explains_nothing(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        heard = []
        for _ in range(4):
            stage.wei.send("private", "/new fuzhou tempo=none")
            await stage.until(lambda: any(t.state == "playing" for t in app.hall.tables_of(1)))
            table = only_table(app)
            heard.append(table.chair(0).beginner)
            stage.wei.send("private", "/end")
            await stage.quiet(seconds=6)
            await stage.press(stage.wei, stage.wei.private.find("真的散")[0], "真的散")
            await stage.quiet(seconds=6)
        assert heard == [True, True, True, False]


@virtual
async def test_a_start_forgets_neither_who_is_new_nor_what_has_been_read(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.until(lambda: any(t.state == "playing" for t in app.hall.tables_of(1)))
        await app.hall.submit(only_table(app).table_id, Press(chair_of(app).person or WEI, "sw"))
        read = chair_of(app).tipped
        assert read
    async with hosting(stage, path) as app:
        await stage.quiet()
        assert (chair_of(app).beginner, chair_of(app).tipped) == (True, read)
        assert not read & set(tips_for(only_table(app), 0))
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.until(lambda: len(app.hall.tables_of(1)) == 2)
        await stage.until(lambda: only_table(app).state == "playing")
        assert chair_of(app).tipped == read


def chair_of(app: App) -> Chair:
    """Wei's seat at the newest table."""
    return only_table(app).chair(0)


# --- minutes ----------------------------------------------------------------------------------------------


def test_a_match_of_fuzhou_takes_what_was_measured() -> None:
    assert minutes(full(lobby())) == 30
    couple, _ = after(lobby(), Press(WEI, "j"), Press(SOFIA, "j"), Press(WEI, "b"), Press(WEI, "b"))
    assert minutes(couple) == 25
    assert "约 30 分钟" in rendered(full(lobby()), LOBBY)


def test_the_groups_own_pace_goes_before() -> None:
    assert minutes(replace(full(lobby()), hand_ms=10 * 60_000)) == 80


def test_nobody_can_tell_how_long_an_open_match_or_one_by_the_day_takes() -> None:
    table = full(lobby())
    assert minutes(replace(table, options=table.options.with_value("hands", "open"))) == 0
    assert minutes(full(lobby(tempo="day"))) == 0
    assert (
        minutes(
            replace(full(lobby("fuding")), options=games()["fuding"].options.from_json({"match": "broke"}))
        )
        == 0
    )


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_has_been_measured_and_more_hands_take_longer(game: str) -> None:
    assert game in DISCARDS
    table = full(lobby(game))
    assert minutes(table) > 0
    name = "length" if "length" in table.options.schema() else "hands"
    short, long = (replace(table, options=table.options.with_value(name, n)) for n in (4, 16))
    assert minutes(short) < minutes(long)


# --- links ------------------------------------------------------------------------------------------------


def test_links_lead_to_messages_of_supergroups_alone() -> None:
    assert message_link(-1001234567890, 57) == "https://t.me/c/1234567890/57"
    assert message_link(-1001234567890, 57, 5) == "https://t.me/c/1234567890/5/57"
    assert topic_link(-1001234567890, 5) == "https://t.me/c/1234567890/5"
    assert message_link(-4711, 57) == message_link(4711, 57) == ""


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@virtual
async def test_the_panel_leads_to_the_board(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.start()
        stage.wei.send(stage.group, "/new fuzhou tempo=none dice=off")
        await stage.quiet(seconds=8)
        lobby_message = stage.group.board()
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, lobby_message, button)
            await stage.quiet(seconds=8)
        panel = stage.wei.private.find("⋯")[0]
        await stage.press(stage.wei, panel, "⋯")
        await stage.quiet(seconds=8)
        (url,) = [button["url"] for button in panel.buttons if button.get("url")]
        board = stage.group.find("👀")[0]
        assert url == message_link(stage.group.id, board.id)
        stage.check()


# --- a full lobby -----------------------------------------------------------------------------------------


def rung(notes: list[Note]) -> list[int | None]:
    return [note.seat for note in notes if note.key == "seat.full" and note.ring]


def test_a_full_lobby_rings_everybody_but_who_came_last_once() -> None:
    table, _ = after(lobby(), *(Press(person, "j") for person in (WEI, SOFIA, LIN)))
    table, effects = after(table, Press(TOM, "j"))
    assert rung(effects.notes) == [0, 1, 2]
    table, _ = after(table, Press(TOM, "l"))
    _, effects = after(table, Press(TOM, "j"))
    assert rung(effects.notes) == [0, 1, 2], "somebody had left in between"
    assert rung(after(table, Press(WEI, "g"))[1].notes) == []


def test_it_rings_when_the_last_one_has_pressed_start() -> None:
    away = replace(TOM, reachable=False)
    table, _ = after(lobby(), *(Press(person, "j") for person in (WEI, SOFIA, LIN)))
    table, effects = after(table, Press(away, "j"))
    assert rung(effects.notes) == []
    _, effects = after(table, Arrived(TOM))
    assert rung(effects.notes) == [0, 1, 2]


def test_computers_and_those_who_are_ready_are_not_rung() -> None:
    table, _ = after(lobby(), Press(WEI, "j"), Press(SOFIA, "j"), Press(WEI, "b"))
    _, effects = after(table, Press(SOFIA, "b"), now=400_000)
    assert rung(effects.notes) == [0, 1]
    three, _ = after(lobby(), *(Press(person, "j") for person in (WEI, SOFIA, LIN)))
    pressed = three.with_chair(1, replace(three.chair(1), ready="q"))
    assert rung(after(pressed, Press(TOM, "j"), now=400_000)[1].notes) == [0, 2]
    practice = replace(table, chat=replace(table.chat, kind="private"))
    assert rung(after(practice, Press(SOFIA, "b"), now=400_000)[1].notes) == []


def test_a_lobby_tells_who_waits_and_that_boards_will_lag() -> None:
    table = replace(lobby(), waiting=(TOM,), crowded=True)
    table, _ = after(table, Press(WEI, "j"), Press(WEI, "b"))
    notes = lobby_notes(table, Rendering(TEXTS, "paizhuo_bot").scene(table, None, 1_000))
    assert any("Tom" in note for note in notes)
    assert HANS("lobby.third_table") in notes
    assert HANS("lobby.computers") in notes
    assert lobby_notes(lobby(), Rendering(TEXTS, "paizhuo_bot").scene(lobby(), None, 1_000)) == []


@virtual
async def test_the_third_table_of_a_group_says_that_boards_will_lag(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        told = []
        for _ in range(3):
            stage.wei.send(stage.group, "/new fuzhou")
            await stage.quiet(seconds=8)
            told.append(only_table(app).crowded)
        assert told == [False, False, True]
        assert HANS.plain("lobby.third_table") in stage.group.last().text
        stage.check()


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@virtual
async def test_a_buried_board_comes_up_again_with_the_next_discard(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send(stage.group, "/new fuzhou tempo=none dice=off window=open")
        await stage.quiet(seconds=8)
        lobby_message = stage.group.board()
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, lobby_message, button)
            await stage.quiet(seconds=8)
        await stage.until(lambda: wei_may_discard(app))
        await stage.quiet(seconds=8)
        first = stage.group.find("👀")[0].id
        await stage.clock.sleep(130)
        for _ in range(8):
            stage.tom.send(stage.group, "/help")
            await stage.quiet(seconds=8)
        assert stage.group.find("👀")[0].id == first
        panel = stage.wei.private.find("⋯")[0]
        await stage.press(stage.wei, panel, next(data for data in panel.data if ":d:" in data))
        await stage.quiet(seconds=8)
        boards = [
            message for message in stage.group.messages if any(data.endswith(":e") for data in message.data)
        ]
        assert [board.id == first for board in boards] == [False]
        assert boards[0].id > first + 15
        stage.check()


def wei_may_discard(app: App) -> bool:
    table = only_table(app)
    return table.hand is not None and any(act.verb == "d" for act in legal_actions(table.hand, 0))
