"""Every message of the catalogue is said where it belongs, in Chinese and in English.

What is rare is brought about by hands with chosen tiles, the rest by an evening through the whole bot. A text counts
when what somebody could read matches its template.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest

from engine.games.fuzhou import GAME as FUZHOU
from engine.options import TableOptions
from handlers.app import App
from handlers.message import Message as Shown
from handlers.message import Urgency
from handlers.show.markup import Html, plain
from handlers.show.texts import read_catalogue
from handlers.tables import commands as c
from handlers.tables.effects import Effects, Surface
from handlers.tables.model import Person, Table
from handlers.tables.past import Past
from handlers.tables.table import step, wake_at
from handlers.tables.wording import answer_text, note_message
from playground.model import Message
from storage.errors import NotSaved
from tests.end_to_end.driving import Player, code_of, coded, playing, sit
from tests.end_to_end.matches import LONGEST_MATCH
from tests.engine.rigged import Rigged, rigged
from tests.fakes.clock import VirtualClock, run_virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import CAST, LIN, SOFIA, TOM, WEI, lobby, middle
from tests.security.screens import NOW, STAGE, table_with
from tests.security.sitting import Manners, Sitting

LANGUAGES = ("zh_Hans", "en")
LONG = 3 * 24 * 3600.0
Answers = dict[str, "Heard"]

pytestmark = pytest.mark.logs("not saved")


@dataclass(slots=True)
class Heard:
    """All that could be read in one language: texts, and the buttons under them."""

    language: str
    texts: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)

    def message(self, shown: Shown | None) -> None:
        if shown is not None:
            self.texts.add(plain(shown.text).replace("\u00a0", " ").replace("\u2060", ""))
            self.labels |= {button.text for row in shown.keyboard for button in row}

    def step(
        self, table: Table, effects: Effects, now: int, *, by: int = 0, all_panels: bool = False
    ) -> None:
        """The answer, the notes and the messages that a command led to, as readers of this language get them."""
        table = self.spoken(table)
        scene = STAGE.scene(table, by, now)
        answer = effects.answer
        if answer is not None and answer.view:
            self.texts.add(STAGE.alert(table, by, answer.view, now))
        elif answer is not None and not (answer.door or answer.to_private):
            self.texts.add(answer_text(table, scene, answer))
        for note in effects.notes:
            self.message(note_message(table, scene, note))
        for dirty in effects.dirty:
            if all_panels or dirty.surface.seat is None or dirty.urgency is not Urgency.WATCHING:
                self.message(STAGE.render(table, dirty.surface, now, past=Past()))

    def spoken(self, table: Table) -> Table:
        """The table with this language everywhere."""
        chairs = [
            replace(chair, person=replace(chair.person, language=self.language))
            if chair is not None and chair.person is not None
            else chair
            for chair in table.chairs
        ]
        chat = replace(table.chat, language=self.language)
        return replace(table, chat=chat, chairs=(chairs[0], chairs[1], chairs[2], chairs[3]))


class Walk:
    """A table that is led by the hand; what it says is heard in both languages."""

    def __init__(self, table: Table, now: int = NOW, *, all_panels: bool = False) -> None:
        self.table = table
        self.now = now
        self.heard = {language: Heard(language) for language in LANGUAGES}
        self.all_panels = all_panels

    def do(self, command: c.Command) -> Effects:
        self.table, effects = step(self.table, command, self.now, middle)
        by = self.table.seat_of(command.person.person_id) if isinstance(command, c.Press) else None
        for heard in self.heard.values():
            heard.step(self.table, effects, self.now, by=by or 0, all_panels=self.all_panels)
        if effects.deal:
            effects = self.do(c.Deal(57, {person.person_id: frozenset() for person in CAST}))
        return effects

    def press(self, person: Person, code: str, arg: str = "", **more: Any) -> Effects:
        decision = more.pop("decision", self.table.decision)
        return self.do(c.Press(person, code, arg, decision=decision, query_id=f"{code}{self.now}", **more))

    def seat(self, seat: int, act: str) -> Effects:
        """An act by whoever sits there."""
        person = self.table.chair(seat).person
        assert person is not None
        code, _, arg = act.partition(":")
        return self.press(person, code, arg)

    def wait(self) -> Effects:
        """To the next timer."""
        due = wake_at(self.table, self.now)
        assert due is not None
        self.now = due
        return self.do(c.Tick())

    def see(self) -> "Walk":
        """Look at every panel and at the board."""
        for heard in self.heard.values():
            table = heard.spoken(self.table)
            for surface in (Surface("board"), *(Surface("panel", seat) for seat in table.people)):
                heard.message(STAGE.render(table, surface, self.now))
        return self


def at(hand: Rigged, **changes: Any) -> Walk:
    """A table at which this hand has come so far."""
    return Walk(table_with(hand.state, **{"touched_at": NOW, "opened_at": NOW, **changes})).see()


# --- the scenes ---------------------------------------------------------------------------------------------

ROB = "123456789m123s78s44s"
SCATTERED = "147m147p2m5m8m2p5p8p1s"
WAITS = "123456789m234p12s99s"
"""Sixteen tiles that 3 bamboo completes."""


def played() -> Answers:
    """Hands from the deal to the card, and the clock never in the way."""
    heard = {language: Heard(language) for language in LANGUAGES}

    def watch(_: Table, table: Table, effects: Effects, now: int) -> None:
        for one in heard.values():
            one.step(table, effects, now)

    for seed in (1, 2):
        house = TableOptions.from_json({"dice": "match"})
        sitting = Sitting(FUZHOU, house, 4, seed, Manners(habit=0.2), watch)
        sitting.table = replace(sitting.table, dice=(3, 4), opener=1)
        sitting.play(2)
    return heard


def gathering() -> Answers:
    """A lobby from the first who sits down to the deal, in a group where two tables play already."""
    walk = Walk(replace(lobby(), commitment="3f9a71c2" * 8, crowded=True))
    for person in (WEI, SOFIA, LIN):
        walk.press(person, "j")
    walk.press(replace(TOM, reachable=False), "j")
    walk.do(c.Arrived(TOM))
    walk.press(WEI, "g")
    on_the_way = Walk(lobby())
    on_the_way.press(WEI, "j")
    on_the_way.press(replace(TOM, reachable=False), "j")
    return merged(walk, on_the_way)


def silence() -> Answers:
    """Nobody presses: rings, the clock's discards, the computer, and who comes back."""
    walk = dealt()
    for _ in range(80):
        if any(chair and chair.played_by == "computer" for chair in walk.table.chairs):
            break
        walk.wait()
        walk.see()
    away = next(seat for seat, chair in enumerate(walk.table.chairs) if chair and not chair.by_person)
    walk.press(CAST[away], "y")
    asked = at(rigged(FUZHOU, hands=["3s", "33s"], tail="6p").play("0 d:3s"), house=OPEN)
    while asked.table.prompt is not None and asked.table.prompt.kind == "claim":
        asked.wait()
    return merged(walk, asked.see())


def interruptions() -> Answers:
    """A pause, a knock, an outage, a day without a move."""
    walk = dealt()
    turn = walk.table.hand.turn if walk.table.hand else 0
    walk.press(CAST[turn - 1], "zn")
    walk.press(CAST[turn], "z")
    walk.see()
    walk.now += 1_000
    walk.press(CAST[turn], "z", "g")
    walk.do(c.Outage(40_000))
    walk.do(c.Lost(CAST[turn - 1].person_id))
    asleep = Walk(replace(walk.table, touched_at=NOW - 25 * 3_600_000))
    asleep.do(c.Tick())
    asleep.press(WEI, "wk")
    return merged(walk, asleep)


def dealt(**options: Any) -> Walk:
    """Four people, the first hand before them, for all of them one of the first they play."""
    walk = Walk(lobby(dice="off", **options), all_panels=True)
    for person in CAST:
        walk.press(person, "j")
    walk.press(WEI, "g")
    assert walk.table.hand is not None
    return walk


def wins() -> Answers:
    """Wins that are drawn, robbed, of three golds; let go, and taken by the clock."""
    drawn = rigged(FUZHOU, hands=["9p", WAITS], tail="6p", front="3s").play("0 d:9p, x")
    drawn.drift(lambda state: state.turn == 1 and state.prompt is not None and state.prompt.kind == "turn")
    clocked = at(drawn)
    while clocked.table.state == "playing":
        clocked.wait()
        clocked.see()
    window = rigged(FUZHOU, hands=[ROB + "9p", ROB, SCATTERED + "999s"], tail="9s").play("0 d:9p")
    three = at(rigged(FUZHOU, hands=[SCATTERED + "9s666s"], tail="6s"))
    three.seat(0, "h:t")
    let_go = at(rigged(FUZHOU, hands=["3s", "", "", WAITS], tail="6p").play("0 d:3s"), house=OPEN)
    let_go.seat(3, "x")
    while let_go.table.prompt is not None and let_go.table.prompt.kind == "claim":
        let_go.wait()
    return merged(clocked, at(window), three.see(), let_go.see())


OPEN = TableOptions.from_json({"window": "open"})


def outranked() -> Answers:
    """One wins on a tile, another wanted it for a pung."""
    hand = rigged(FUZHOU, hands=["3s", "33s", "", WAITS], tail="6p").play("0 d:3s")
    walk = at(hand, house=OPEN)
    walk.seat(1, "p")
    walk.seat(3, "h")
    return walk.see().heard


def refusals() -> Answers:
    """Presses that lead to nothing, each answered with a sentence, and a gold about to be thrown."""
    hand = rigged(FUZHOU, hands=["7p123456789m234s12s99s", "5m"], tail="7p")
    walk = at(hand)
    walk.seat(1, "d:5m")
    walk.press(SOFIA, "d", "5m", decision=walk.table.decision - 5)
    walk.press(replace(TOM, person_id=9), "d", "5m")
    walk.seat(0, "d:7p")
    thrown = at(rigged(FUZHOU, hands=["3s", "4s4s"]).play("0 d:3s"))
    thrown.seat(2, "c:2s")
    thrown.seat(1, "p")
    thrown.seat(1, "h")
    open_seat = Walk(lobby())
    open_seat.press(WEI, "j")
    open_seat.press(SOFIA, "g")
    return merged(walk, thrown, open_seat)


def looks() -> Answers:
    """👀 and ❓: of hands as they are dealt, of one that waits, and of one that has thrown gold."""
    walk = dealt()
    waiting = at(rigged(FUZHOU, hands=["9p", WAITS], tail="6p"))
    golden = rigged(FUZHOU, hands=["7p" + WAITS, "3s"], tail="7p", front="1p9p9p3s").play("0 d:7p, x")
    golden.drift(lambda state: state.turn == 1 and state.prompt is not None and state.prompt.kind == "turn")
    bound = at(golden.play("1 d:3s"))
    for one in (walk, waiting, bound):
        for person in CAST:
            one.press(person, "e")
            one.press(person, "ad")
    return merged(walk, waiting, bound)


def drawn_game() -> Answers:
    """The wall runs out."""
    walk = at(rigged(FUZHOU, left=1))
    for _ in range(40):
        if walk.table.state != "playing":
            break
        walk.wait()
    return walk.see().heard


def merged(*walks: Walk) -> Answers:
    found = {language: Heard(language) for language in LANGUAGES}
    for walk in walks:
        for language, heard in walk.heard.items():
            found[language].texts |= heard.texts
            found[language].labels |= heard.labels
    return found


# --- an evening through the whole bot -----------------------------------------------------------------------

CODES = {"zh_Hans": "zh-hans", "en": "en"}
TYPED = "fuzhou hands=4 dice=off tempo=quick window=open"


async def evening(stage: Stage, path: Path, language: str) -> Heard:
    """The bot comes into a group; a match, a rematch, a call for friends, practice, a table by the day."""
    heard = Heard(language)
    for person in stage.people:
        person.user.language = CODES[language]
    async with hosting(stage, path) as app:
        stage.group.kick_bot()
        stage.group.add_bot(stage.wei)
        await stage.quiet()
        stage.tom.private.chat.started = False
        stage.wei.send(stage.group, f"/new {TYPED}")
        await stage.quiet()
        players = [Player(person, stage.group, 1) for person in stage.people[:3]]
        for player in players:
            await sit(player, lobby_in(stage))
        await overfull(stage, players)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "over", patience=LONGEST_MATCH)
        await stage.quiet()
        listen(stage, heard)
        await afterwards(stage, app)
        listen(stage, heard)
    return heard


async def overfull(stage: Stage, players: list[Player]) -> None:
    """Tom is sent to press START; Wei presses too fast; the disk is full for a moment."""
    board = lobby_in(stage)
    press = await stage.press(stage.tom, board, coded(board.data, "j")[0])
    assert press.shown is not None
    assert press.shown.url, "who cannot be written to is led to the private chat"
    mashed = [stage.wei.press(board, coded(board.data, "j")[0]) for _ in range(20)]
    await stage.until(lambda: all(press.answered for press in mashed))
    await stage.clock.sleep(61)
    with patch("handlers.tables.actor.write_rows", side_effect=NotSaved("full")):
        await stage.press(stage.wei, lobby_in(stage), coded(lobby_in(stage).data, "b")[0])
    ready = coded(lobby_in(stage).data, "g")[0]
    await players[0].press(lobby_in(stage), ready)


async def afterwards(stage: Stage, app: App) -> None:
    """Once more; friends are called; alone with computers; and a table that waits over night."""
    over = next(m for m in reversed(stage.group.from_bot) if "rm" in map(code_of, m.data))
    again = next(data for data in over.data if code_of(data) == "rm")
    await stage.press(stage.wei, over, again)
    stage.wei.forge(stage.group, over.id, again)
    await stage.quiet()
    stage.wei.send(stage.group, "/new fuzhou")
    await stage.quiet()
    board = lobby_in(stage)
    await stage.press(stage.wei, board, coded(board.data, "j")[0])
    await app.hall.submit(only_table(app).table_id, c.Press(found(app, stage.wei), "cf", query_id=""))
    stage.wei.send("private", f"/new {TYPED}")
    stage.lin.send(stage.group, "/new fuzhou tempo=day dice=off")
    await stage.quiet()
    board = lobby_in(stage)
    for code in ("j", "g"):
        await stage.press(stage.lin, board, coded(lobby_in(stage).data, code)[0])
        await stage.quiet()
    await stage.clock.sleep(20 * 3600)


def found(app: App, person: Any) -> Person:
    """The person as the tables know him."""
    chairs = [chair for actor in app.hall.actors.values() for chair in actor.table.chairs]
    return next(
        chair.person for chair in chairs if chair and chair.person and chair.person.user_id == person.id
    )


def lobby_in(stage: Stage) -> Message:
    return next(m for m in reversed(stage.group.from_bot) if coded(m.data, "j") and coded(m.data, "g"))


def listen(stage: Stage, heard: Heard) -> None:
    """All that the bot has ever sent, with the answers to presses."""
    for call in stage.world.calls:
        fields = call.fields
        media = fields.get("media")
        caption = json.loads(media).get("caption", "") if isinstance(media, str) else ""
        texts = [fields.get(name) or "" for name in ("text", "caption", "description")] + [caption]
        heard.texts |= {plain(Html(text)) for text in texts if text}
        markup = fields.get("reply_markup")
        keyboard = json.loads(markup) if isinstance(markup, str) else markup or {}
        for row in keyboard.get("inline_keyboard", []):
            heard.labels |= {button["text"] for button in row}


def through_the_bot() -> Answers:
    """An evening in Chinese, and the same in English."""
    evenings = {}
    for language in LANGUAGES:
        clock = VirtualClock()
        stage = Stage(clock)
        with TemporaryDirectory() as folder:
            evenings[language] = run_virtual(
                evening(stage, Path(folder) / "p.db", language), clock, limit=LONG
            )
    return evenings


# --- what is looked for -------------------------------------------------------------------------------------

Scene = Callable[[], Answers]
SCENES: dict[Scene, dict[str, str]] = {
    gathering: {
        "2": "lobby.headline lobby.seat lobby.seat_on_the_way lobby.seat_free button.sit button.leave "
        "button.add_computer button.rules button.options button.deal_filled",
        "3": "three.call button.sit button.call_friends button.add_computer",
        "5": "seat.sat seat.sat_toast",
        "7": "seat.full button.ready",
        "36": "lobby.fingerprint",
        "38": "lobby.third_table",
    },
    played: {
        "8": "board.hand board.dealer board.dice_break deal.flowers deal.gold",
        "9": "panel.your_turn panel.since",
        "9b": "panel.your_turn_flowers",
        "9c": "panel.after_pung",
        "10": "ask.claim button.pung_tile button.pass",
        "11": "panel.chow_or_draw button.chow_run button.draw button.no_chows",
        "15": "toast.discarded toast.noted toast.passed",
        "19": "board.discard",
        "22": "card.total button.ready_count button.scores",
        "24": "own.result own.next",
    },
    silence: {
        "20": "clock.discarded clock.passed",
        "21": "away.group away.private button.back_in_seat",
        "21b": "toast.welcome_back",
        "40": "tip.flowers tip.gold tip.shape_five tip.claims",
    },
    interruptions: {
        "6b": "door.blocked",
        "28": "pause.group button.resume",
        "29": "knock.private",
        "33": "outage.private",
        "34": "sleep.asleep sleep.awake",
    },
    wins: {
        "12": "ask.self_draw worth.each",
        "13": "ask.rob_gold button.rob_gold_no",
        "14": "ask.three_golds button.three_golds_no",
        "17": "lock.passed_win",
        "20 win": "clock.won",
        "22b": "card.win_special",
    },
    outranked: {"16": "claim.outranked_win", "22 discard": "card.win_discard card.pays"},
    refusals: {
        "18": "throw.gold",
        "25": "refuse.not_your_turn refuse.moved_on refuse.not_seated refuse.not_seated_free "
        "refuse.only_next_chows refuse.pung_needs refuse.win_incomplete",
    },
    looks: {
        "26": "eye.hand eye.flowers eye.may",
        "27": "advice.away advice.waits advice.gold_thrown",
    },
    through_the_bot: {
        "1": "group.hello button.open_table button.how_it_works",
        "4": "bot.description",
        "22 replay": "button.replay",
        "25 busy": "refuse.too_fast toast.repeated",
        "30": "match.over match.places match.biggest match.settle_up button.rematch button.chart button.record",
        "31": "rematch.invitation button.rematch_yes button.rematch_no",
        "32": "three.invitation_more button.accept_invitation button.no_more_invitations",
        "35": "digest.private",
        "37": "trouble.not_saved",
        "39": "lobby.practice",
    },
    drawn_game: {"23": "card.draw"},
}
ENTRIES = [
    pytest.param(scene, keys.split(), id=number, marks=[pytest.mark.slow] if scene is through_the_bot else [])
    for scene, entries in SCENES.items()
    for number, keys in entries.items()
]


SAID_OTHERWISE = {
    6: "whoever cannot be written to is not told so but led to the private chat: the press is answered by a link",
}
"""Numbers of the catalogue whose words are not shown, and what is done instead."""


@cache
def answers(scene: Scene) -> Answers:
    return scene()


@cache
def templates(language: str) -> dict[str, list[str]]:
    """All forms of every text by its key."""
    found = {}
    for message in read_catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return found


def pattern(template: str) -> re.Pattern[str]:
    """What a text looks like, whatever fills it."""
    words = unescape(re.sub(r"<[^<>]*>", "", template))
    return re.compile(".+?".join(map(re.escape, re.split(r"\{\w+\}", words))), re.DOTALL)


def is_said(key: str, heard: Heard) -> bool:
    """Whether somebody could read it: a button with just these words, or a text in which they stand."""
    for template in templates(heard.language)[key]:
        wanted = pattern(template)
        if key.startswith("button."):
            if any(wanted.fullmatch(label) for label in heard.labels):
                return True
        elif any(wanted.search(text) for text in heard.texts):
            return True
    return False


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scene", "keys"), ENTRIES)
def test_it_is_said(scene: Scene, keys: list[str], language: str) -> None:
    heard = answers(scene)[language]
    assert [key for key in keys if not is_said(key, heard)] == []


def test_no_number_of_the_catalogue_is_left_out() -> None:
    numbers = {int("".join(filter(str.isdigit, number))) for entries in SCENES.values() for number in entries}
    assert numbers | SAID_OTHERWISE.keys() == set(range(1, 41))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_has_said_is_not_heard(language: str) -> None:
    heard = answers(refusals)[language]
    other = Heard("en" if language != "en" else "zh_Hans", heard.texts, heard.labels)
    assert is_said("throw.gold", heard)
    assert not is_said("throw.gold", other)
    assert not is_said("sleep.asleep", heard)
    assert not is_said("button.wake", heard)
