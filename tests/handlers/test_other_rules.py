"""A start that finds other rules, or a record that does not add up: a hand is void, or the table stops; it is said."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.replay import Divergence
from handlers.show.texts import Texts, language_for
from tests.end_to_end.driving import Player, playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.end_to_end.records import fold, rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

TYPED = "fuzhou hands=4 dice=off tempo=none window=open"
TEXTS = Texts.load()
ACTS = "SELECT count(*) AS n FROM action JOIN hand USING (table_id, hand_no) WHERE hand.state = 'open'"


def change(path: Path, sql: str, *parameters: object) -> None:
    """Change the file between two lives."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, parameters)


async def play_into(stage: Stage, path: Path, *, played: int) -> list[Player]:
    """A life that ends in the middle of a hand, so many hands being over."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        async with playing(players, stage.clock.sleep):
            await stage.until(
                lambda: only_table(app).played == played and rows(path, ACTS)[0]["n"] > 12,
                patience=LONGEST_MATCH,
            )
        await stage.quiet(seconds=5)
    return players


def said(stage: Stage, text: str) -> bool:
    return any(text in message.text for message in stage.group.from_bot)


@virtual
async def test_a_hand_of_other_rules_is_void_said_and_dealt_again(stage: Stage, path: Path) -> None:
    """Reliability test 26."""
    players = await play_into(stage, path, played=1)
    change(path, "UPDATE hand SET rules_version = rules_version + 1")
    old = rows(path, "SELECT hand_id, state FROM hand ORDER BY hand_id")
    assert [hand["state"] for hand in old] == ["done", "open"]
    async with hosting(stage, path) as app:
        await stage.until(lambda: said(stage, "这局不算"), patience=60)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played == 2, patience=LONGEST_MATCH)
        await stage.quiet()
        # the finished hand of the other rules is still shown, from its events
        stage.wei.send(stage.group, "/replay 1")
        await stage.until(lambda: coded_page(stage, "rp"))
        stage.wei.send(stage.group, "/history")
        await stage.until(lambda: coded_page(stage, "hi") or coded_page(stage, "hm"))
    found = rows(path, "SELECT state, rules_version FROM hand ORDER BY hand_id")
    assert [hand["state"] for hand in found[:3]] == ["done", "void", "done"]
    assert found[2]["rules_version"] == found[1]["rules_version"] - 1
    assert len(rows(path, "SELECT 1 FROM hand_score")) == 2
    stage.check()


def coded_page(stage: Stage, code: str) -> bool:
    """Does a page with such buttons stand in the group?"""
    return any(f":{code}:" in data for message in stage.group.from_bot for data in message.data)


@pytest.mark.logs("does something else now")
@virtual
async def test_a_table_whose_record_differs_from_the_rules_stops_and_says_so(
    stage: Stage, path: Path
) -> None:
    players = await play_into(stage, path, played=0)
    (action,) = rows(path, "SELECT * FROM action WHERE events <> '[]' ORDER BY seq DESC LIMIT 1")
    events = json.loads(action["events"])
    change(path, "UPDATE action SET events = ? WHERE seq = ?", json.dumps(events[:-1]), action["seq"])
    before = rows(path, "SELECT * FROM action")
    async with hosting(stage, path) as app:
        await stage.until(lambda: app.hall.actors[1].table.stopped, patience=60)
        await stage.until(lambda: said(stage, "对不上"), patience=60)
        chances = [(player.person, chosen) for player in players if (chosen := player.choose())]
        owner, (message, data) = chances[0]
        press = await stage.press(owner, message, data)
        assert press.shown is not None
        assert press.shown.text == TEXTS.of(language_for(owner.user.language)).plain("trouble.record")
        stage.wei.send(stage.group, "/leave")
        await stage.quiet(seconds=5)
        assert TEXTS.of("zh_Hans").plain("trouble.record") in stage.group.last().text
        assert rows(path, "SELECT * FROM action") == before  # both are kept: what was stored, and the rules
    (hand,) = rows(path, "SELECT hand.*, game, options, seed FROM hand JOIN tables USING (table_id)")
    assert hand["state"] == "open"
    with pytest.raises(Divergence):
        fold(path, hand)
    stage.check()
