"""Names that people choose to break a bot with, in every kind of message (test 35)."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.games import games
from engine.state import HandState
from handlers.message import Message
from handlers.tables.effects import Note, Surface
from handlers.tables.model import Chair, Table
from handlers.tables.wording import note_message
from playground.entities import formatted, parse_html
from playground.errors import Json
from tests.end_to_end.driving import Player, Temper, coded, playing, sit
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.security.hiding import states
from tests.security.screens import NOW, STAGE, person, table_with

MARKUP = [
    *(
        "<b>",
        "</b>",
        "<b>bold",
        "</blockquote>",
        "<tg-spoiler>",
        "<a href='tg://user?id=1'>x</a>",
        "<",
        ">",
        "&",
    ),
    *(
        "&lt;",
        "&amp;amp;",
        "&#60;b&#62;",
        "&notanentity;",
        "<!-- -->",
        "<script>alert(1)</script>",
        "<tg-time>",
    ),
    *(
        "*bold*",
        "_it_",
        "`code`",
        "[x](https://evil.example)",
        "||spoiler||",
        "{name}",
        "%(name)s",
        "%s %d",
        "{0}",
    ),
    *(
        "@everyone",
        "/end",
        "/leave@other_bot",
        "https://t.me/evil",
        "tg://resolve",
        "evil.example",
        "a@evil.com",
        "#hashtag",
        "＃标签",
        "x #tag /b",
        "$TON",
        "+14155552671",
        "4111111111111111",
        "'; DROP TABLE hand; --",
        "=1+1",
        "\\",
        '"',
        "'",
    ),
]
REVERSED = [
    *(
        "\u202eieW",
        "\u202dWei",
        "\u2066Wei",
        "\u2067Wei\u2067\u2067",
        "\u2069\u2069Wei",
        "\u200fWei",
        "Wei\u202e",
    ),
    *("محمد", "שלום", "abc\u202edef\u202c", "\u061cWei"),
]
INVISIBLE = [
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800",
    "\u200b",
    "\u200d\u200d",
    "\ufeff",
    " ",
    "\t\n",
    "\u00ad",
]
LONG = ["W" * 64, "🀄" * 64, "a" + "\u0301" * 60, "👨‍👩‍👧‍👦" * 20, "ﷺ" * 20, "\U000e0041" * 30]
NAMES = [*MARKUP, *REVERSED, *INVISIBLE, *LONG]
OPENS, CLOSES = "\u2066\u2067\u2068", "\u2069"
TURNS = re.compile("[\u202a-\u202e\u200e\u200f\u061c\u2066\u2067]")
OWN_MARK = re.compile("^\u200e", re.MULTILINE)
"""The bot's own mark before a line that a right-to-left name would turn round."""
MOST = 4096


def test_there_are_sixty_names_and_more() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 60


@cache
def moments() -> tuple[HandState, HandState]:
    """A hand while it runs, and when it is over."""
    hand = list(states(games()["fuzhou"], 2, 3))
    over = next(at for at, state in enumerate(hand) if state.over)
    return hand[over // 2], hand[over]


def named(hand: HandState, name: str) -> Table:
    """A table where all four have this name, and so has the group."""
    people = [replace(person(number), name=name) for number in range(4)]
    table = table_with(hand, chairs=tuple(map(Chair, people)))
    return replace(table, chat=replace(table.chat, title=name))


def messages(name: str) -> Iterator[tuple[str, Message | None]]:
    """Lobby, board, panel, card, the match's end, and notes."""
    running, over = (named(hand, name) for hand in moments())
    yield "lobby", STAGE.render(replace(running, state="lobby", hand=None), Surface("lobby"), NOW)
    yield "board", STAGE.render(running, Surface("board"), NOW)
    for seat in range(4):
        yield "panel", STAGE.render(running, Surface("panel", seat), NOW)
    yield "card", STAGE.render(replace(over, state="ready"), Surface("board"), NOW)
    yield "end", STAGE.render(replace(over, state="over"), Surface("end"), NOW)
    for key in ("seat.leaves_group", "away.group", "door.blocked"):
        yield key, note_message(running, STAGE.scene(running, None, NOW), Note(key, {"name": name}))


FOUND = {"bot_command", "mention", "text_mention", "hashtag", "cashtag", "url", "email", "phone_number"}
"""Entities that can be tapped and that Telegram finds by itself."""


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_nothing_of_a_name_can_be_tapped(name: str) -> None:
    for kind, message in messages(name):
        assert message is not None, kind
        assert tapped(*formatted(message.text, "HTML", None)) <= {"@paizhuo_bot"}, kind


def tapped(text: str, entities: list[Json]) -> set[str]:
    """What Telegram has found in a text by itself."""
    units = text.encode("utf-16-le")
    spans = [(2 * e["offset"], 2 * e["length"]) for e in entities if e["type"] in FOUND]
    return {units[start : start + size].decode("utf-16-le") for start, size in spans}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_every_message_stays_whole_with_such_a_name(name: str) -> None:
    for kind, message in messages(name):
        assert message is not None, kind
        text, _ = parse_html(message.text)
        assert 0 < len(text.encode("utf-16-le")) // 2 <= MOST
        labels = [button.text for row in message.keyboard for button in row]
        assert all(label.strip() for label in labels)
        for told in (text, *labels):
            assert_upright(told)


def assert_upright(text: str) -> None:
    """Nothing in the text turns what follows round: isolates are closed, and within one a name is not empty."""
    assert not TURNS.search(OWN_MARK.sub("", text))
    assert "<script" not in text.casefold() or "alert" in text  # as it was written, never as markup
    inside: list[int] = []
    for at, char in enumerate(text):
        if char in OPENS:
            inside.append(at)
        elif char == CLOSES:
            began = inside.pop()
            assert any(unicodedata.category(c)[0] not in "CZ" for c in text[began + 1 : at]), ascii(text)
    assert not inside


@virtual
async def test_four_hostile_names_play_through_the_whole_bot(stage: Stage, tmp_path: Path) -> None:
    for someone, name in zip(
        stage.people, ("</b>/leave", "\u202eieW@all", "\u3164", "&lt;#x t.me/x" * 4), strict=True
    ):
        someone.user.first_name = name
    stage.group.chat.title = "</b><script>\u202e"
    async with hosting(stage, tmp_path / "paizhuo.db") as app:
        stage.wei.send(stage.group, "/new guiyang dice=off window=open")
        await stage.until(stage.group.board_or_none)
        lobby = stage.group.board()
        players = [Player(someone, stage.group, 1, Temper(think=(0.2, 0.6))) for someone in stage.people]
        for player in players:
            await sit(player, lobby)
        await players[0].press(lobby, coded(lobby.data, "g")[0])
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).played >= 1, patience=3600.0)
        await stage.quiet()
        stage.check()
        shown = [m for chat in stage.world.chats.values() for m in chat.messages.values() if m.sender.is_bot]
        live = {word for m in shown for word in tapped(m.text, m.entities)}
        assert live <= {f"@{stage.world.me.username}"}
