"""Which table a command means: in a group the nearest to its sender, then named; in private they are offered."""

from dataclasses import replace
from pathlib import Path

import pytest

from handlers.app import App
from handlers.commands.nearest import Near, Rank, dealt_rank, joined_rank, meant_rank, nearest, seated_rank
from handlers.commands.router import COMMANDS
from handlers.commands.which import AS_BUTTONS
from handlers.show.texts import Texts
from handlers.tables.commands import Press
from handlers.tables.effects import Surface
from handlers.tables.model import Table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import SOFIA, WEI, after, dealt, full, lobby

TEXTS = Texts.load()
HANS = TEXTS.of("zh_Hans")

GAMES = ("fuzhou", "guiyang")
STRANGER = replace(SOFIA, person_id=99)


async def two_tables(stage: Stage) -> None:
    """Wei plays with computers at two tables of the group."""
    stage.wei.start()
    for game in GAMES:
        stage.wei.send(stage.group, f"/new {game} tempo=none dice=off")
        await stage.quiet(seconds=8)
        lobby_message = stage.group.board()
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, lobby_message, button)
            await stage.quiet(seconds=8)


def test_every_command_that_offers_tables_is_a_command() -> None:
    assert AS_BUTTONS.keys() <= COMMANDS.keys()


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@virtual
async def test_hand_asks_which_table_and_shows_its_panel_at_the_bottom(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        await two_tables(stage)
        stage.wei.send("private", "/hand")
        await stage.quiet(seconds=4)
        question = stage.wei.private.last()
        assert question.text == "哪一桌？"
        labels = [row[0].strip("\u2068\u2069").replace("\u2069", "") for row in question.labels]
        assert labels == ["周五麻将 · 贵阳捉鸡 #2", "周五麻将 · 福州 #1", "✕"]
        await stage.press(stage.wei, question, question.labels[1][0])
        await stage.quiet(seconds=4)
        newest = stage.wei.private.last()
        assert newest.id > question.id
        assert "福州" in newest.text
        assert len(app.hall.actors) == 2
    stage.check()


@pytest.mark.parametrize("stage", [{"kind": "supergroup"}], indirect=True)
@pytest.mark.parametrize("command", sorted(AS_BUTTONS.keys() - {"hand"}))
@virtual
async def test_each_command_is_carried_out_at_the_table_chosen(
    stage: Stage, path: Path, command: str
) -> None:
    async with hosting(stage, path) as app:
        await two_tables(stage)
        stage.wei.send("private", f"/{command}")
        await stage.quiet(seconds=4)
        question = stage.wei.private.last()
        assert question.text == "哪一桌？"
        other, chosen = sorted(
            app.hall.tables_in(stage.group.id), key=lambda table: table.game.id == "fuzhou"
        )
        press = await stage.press(stage.wei, question, question.labels[1][0])
        await stage.quiet(seconds=8)
        assert press is not None
        assert app.hall.table(other.table_id) == other
        now = app.hall.table(chosen.table_id)
        assert now is not None
        match command:
            case "leave":
                assert now.seat_of(1) is None
            case "pause":
                assert now.paused_at is not None
            case "end" | "kick":
                assert question.text.startswith("\u2068周五麻将\u2069 · 福州 #1\n真的散？")
            case "options" | "rules" | "scores":
                assert question.text != "哪一桌？"
            case _:
                assert press.shown is not None
    stage.check()


@virtual
async def test_a_table_that_is_over_is_not_offered(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.start()
        for _ in range(2):
            stage.wei.send("private", "/new fuzhou tempo=none")
            await stage.quiet(seconds=8)
            stage.wei.send("private", "/end")
            await stage.quiet(seconds=4)
            assert "真的散" in stage.wei.private.last().text
            await stage.press(stage.wei, stage.wei.private.last(), "真的散")
            await stage.quiet(seconds=4)
        assert [actor.table.state for actor in app.hall.actors.values()] == ["over", "over"]


@virtual
async def test_a_command_means_the_table_that_is_not_over(stage: Stage, path: Path) -> None:
    """The older of a group's tables still runs when the newer one has ended."""
    async with hosting(stage, path) as app:
        await two_tables(stage)
        older, newer = sorted(app.hall.actors)
        await app.hall.submit(newer, Press(app.hall.actors[newer].table.chair(0).person or WEI, "en"))
        stage.wei.send(stage.group, "/leave")
        await stage.quiet()
        assert app.hall.actors[newer].table.state == "over"
        assert app.hall.actors[older].table.seat_of(1) is None


@virtual
async def test_one_table_is_not_asked_for(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.quiet(seconds=8)
        stage.wei.send("private", "/hand")
        await stage.quiet(seconds=4)
        assert "哪一桌" not in stage.wei.private.last().text


def test_ones_own_panel_is_posted_again_as_often_as_one_likes() -> None:
    table = dealt(lobby())
    for _ in range(2):
        table, effects = after(table, Press(SOFIA, "ta", "h"), now=100_000)
        assert [(d.surface, d.ring) for d in effects.dirty] == [(Surface("panel", 1), True)]
        assert not effects.post_again


def test_there_is_no_panel_before_the_deal_nor_for_who_does_not_sit() -> None:
    for table, person in ((full(lobby()), SOFIA), (dealt(lobby()), STRANGER)):
        _, effects = after(table, Press(person, "ta", "h"), now=100_000)
        assert effects.answer is not None
        assert not effects.answer.accepted
        assert effects.dirty == []


# --- in a group -------------------------------------------------------------------------------------------

RUNNING, LOBBY = dealt(lobby()), lobby()
BETWEEN = replace(RUNNING, state="ready")
MINE_HERE, MINE, HERE, ELSEWHERE = (True, True), (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("rank", "others", "wanted"),
    [
        # with an empty lobby beside it, one's own running hand is meant
        (meant_rank, [(LOBBY, *HERE)], (RUNNING, *MINE)),
        (meant_rank, [(LOBBY, *MINE_HERE)], (RUNNING, *MINE_HERE)),
        (seated_rank, [(LOBBY, *MINE_HERE)], (RUNNING, *MINE_HERE)),
        (seated_rank, [(RUNNING, *HERE)], (LOBBY, *MINE)),
        # what runs in a topic goes before what runs in another
        (meant_rank, [(RUNNING, *MINE)], (RUNNING, *HERE)),
        (seated_rank, [(RUNNING, *HERE)], (RUNNING, *MINE)),
        # a table asleep in its hand runs, too
        (meant_rank, [(LOBBY, *MINE_HERE)], (replace(RUNNING, state="asleep", before="playing"), *MINE_HERE)),
        # /deal and /join are for tables that wait
        (dealt_rank, [(RUNNING, *MINE_HERE)], (LOBBY, *MINE_HERE)),
        (dealt_rank, [(LOBBY, *HERE), (RUNNING, *MINE_HERE)], (BETWEEN, *MINE)),
        (joined_rank, [(RUNNING, *MINE_HERE), (BETWEEN, *HERE)], (LOBBY, *ELSEWHERE)),
        (joined_rank, [(LOBBY, *ELSEWHERE)], (LOBBY, *HERE)),
        # nothing better: one's own, then any
        (meant_rank, [(LOBBY, *ELSEWHERE)], (LOBBY, *MINE)),
        (joined_rank, [(RUNNING, *ELSEWHERE)], (RUNNING, *MINE_HERE)),
    ],
)
def test_the_nearest_table_is_meant_whichever_is_newer(
    rank: Rank, others: list[tuple[Table, bool, bool]], wanted: tuple[Table, bool, bool]
) -> None:
    last = Near(replace(wanted[0], table_id=8), *wanted[1:])
    for near in ([last, *(Near(*other) for other in others)], [*(Near(*other) for other in others), last]):
        assert nearest(near, rank) == last.table
    assert nearest([], rank) is None


def test_of_equals_the_one_that_comes_first_is_meant() -> None:
    first, second = (Near(replace(LOBBY, table_id=number), *HERE) for number in (2, 1))
    assert nearest([first, second], meant_rank) == first.table


@pytest.mark.parametrize("stage", [{"forum": True, "kind": "supergroup"}], indirect=True)
@virtual
async def test_end_asks_about_the_hand_its_sender_plays_and_names_it(stage: Stage, path: Path) -> None:
    play = stage.group.add_topic("牌桌")
    async with hosting(stage, path) as app:
        stage.wei.start()
        stage.wei.send(stage.group, "/new fuzhou tempo=none dice=off", thread=play)
        await stage.quiet(seconds=8)
        table_message = stage.group.board()
        for button in ("坐下", "开打 · 电脑补 3 位"):
            await stage.press(stage.wei, table_message, button)
            await stage.quiet(seconds=8)
        running = only_table(app)
        stage.wei.send(stage.group, "/end")
        await stage.quiet()
        assert stage.group.last().text == HANS("match.confirm_end")
        stage.wei.send(stage.group, "/new guiyang")
        await stage.quiet()
        stage.wei.send(stage.group, "/end")
        await stage.quiet()
        question = stage.group.last()
        assert question.text == "福州 #1\n" + HANS("match.confirm_end")
        stage.sofia.send(stage.group, "/kick")
        await stage.quiet()
        assert stage.group.last().text == "贵阳捉鸡 · 还没开打\n" + HANS("kick.which")
        await stage.press(stage.wei, question, "真的散")
        await stage.quiet()
        ended = app.hall.table(running.table_id)
        assert ended is None or ended.state == "over"
        stage.check()


# --- when no table is open --------------------------------------------------------------------------------


async def ended_table(stage: Stage, app: App, place: str = "") -> None:
    """Wei has opened a table, sat down and ended it."""
    stage.wei.start()
    stage.wei.send(place or stage.group, "/new fuzhou tempo=none")
    await stage.quiet(seconds=8)
    if not place:
        await stage.press(stage.wei, stage.group.board(), "坐下")
    table = only_table(app)
    await app.hall.submit(table.table_id, Press(table.chair(0).person or WEI, "en"))
    await stage.quiet(seconds=8)
    assert only_table(app).state == "over"


@pytest.mark.parametrize("command", ["join", "leave", "deal", "pause", "table", "end", "kick", "options"])
@virtual
async def test_after_the_end_a_command_says_that_no_table_is_open_and_offers_one(
    stage: Stage, path: Path, command: str
) -> None:
    async with hosting(stage, path) as app:
        await ended_table(stage, app)
        before = only_table(app)
        stage.sofia.send(stage.group, f"/{command}")
        await stage.quiet()
        answer = stage.group.last()
        assert HANS("refuse.no_table") in answer.text
        assert only_table(app) == before
        await stage.press(stage.sofia, answer, HANS.button("button.open_table"))
        await stage.quiet()
        assert stage.group.last().text == HANS("new.which_game")
        stage.check()


@pytest.mark.parametrize("command", ["deal", "end", "hand", "options"])
@virtual
async def test_after_the_end_practice_is_offered_in_private(stage: Stage, path: Path, command: str) -> None:
    async with hosting(stage, path) as app:
        await ended_table(stage, app, "private")
        stage.wei.send("private", f"/{command}")
        await stage.quiet()
        answer = stage.wei.private.last()
        assert HANS("refuse.no_table_private") in answer.text
        await stage.press(stage.wei, answer, HANS.button("button.practise"))
        await stage.quiet()
        assert stage.wei.private.last().text == HANS("new.which_game")
        stage.check()


@virtual
async def test_of_a_table_that_has_ended_nothing_is_asked_even_in_reply_to_it(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        await ended_table(stage, app)
        of_the_table = stage.group.from_bot[0]
        stage.tom.send(stage.group, "/new guiyang")
        await stage.quiet()
        stage.wei.send(stage.group, "/kick", reply_to=of_the_table)
        await stage.quiet()
        assert stage.group.last().text == HANS("refuse.table_over")
        stage.wei.send(stage.group, "/hand")
        await stage.quiet()
        assert stage.group.last().text == HANS("refuse.no_table_private")
        assert len(app.hall.actors) == 2
        stage.check()


@pytest.mark.parametrize("rank", [meant_rank, seated_rank, dealt_rank, joined_rank])
def test_a_table_that_has_stopped_is_farther_than_any_other(rank: Rank) -> None:
    gone = replace(dealt(lobby()), table_id=9, stopped=True)
    others = [
        Near(lobby(), sits=False, here=False),
        Near(replace(full(lobby()), state="over"), sits=False, here=True),
    ]
    for other in others:
        assert nearest([Near(gone, sits=True, here=True), other], rank) is other.table
    assert nearest([Near(gone, sits=True, here=True)], rank) is gone


def test_a_lobby_that_sleeps_takes_who_joins_before_a_hand_does() -> None:
    asleep = Near(replace(full(lobby()), state="asleep", before="lobby"), sits=False, here=True)
    shut_out = Near(replace(lobby(), state="suspended", before="lobby"), sits=False, here=True)
    hand = Near(dealt(lobby()), sits=False, here=True)
    assert nearest([hand, asleep], joined_rank) is asleep.table
    assert nearest([hand, shut_out], joined_rank) is hand.table
