"""Who may do what: every refused press is answered, changes nothing, and tells nobody else."""

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from handlers.callback_data import CODES, LIMIT, Decision, base36, page_data, parse, table_data
from handlers.tables.commands import Command, Press
from handlers.tables.effects import Effects, SaveChair, SaveTable
from handlers.tables.model import Person, Table
from handlers.tables.table import ACTS, step
from handlers.tables.work import Draw
from playground.model import Message
from playground.people import Person as Somebody
from playground.people import Room
from tests.end_to_end.driving import coded, newest_with
from tests.end_to_end.matches import open_table
from tests.end_to_end.records import rows
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.authority import RIGHTS, differing, standing
from tests.handlers.conftest import make_ready
from tests.handlers.tables import CAST, after, dealt, discard, full, lobby, middle


@virtual
async def test_a_press_from_another_chat_or_a_foreign_private_chat_is_refused(
    stage: Stage, path: Path
) -> None:
    other = stage.world.add_group("别的群", *stage.people)
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou dice=off", people=2)
        await stage.quiet()
        lobby_message = stage.group.from_bot[0]
        data = coded(lobby_message.data, "b")[0]
        rooms: list[tuple[Somebody, Room | str]] = [(stage.wei, other), (stage.tom, "private")]
        before, sent = only_table(app), len(stage.world.calls)
        presses = [person.forge(room, 1, data) for person, room in rooms]
        number = data.split(":")[0]
        presses += [
            stage.tom.forge("private", 1, f"{number}:0:{code}")
            for code in ("b", "n", "wl", "ta", "ki", "o", "u", "wk", "cf", "z", "rm", "en")
        ]
        await stage.until(lambda: all(press.answered for press in presses))
        assert all(press.shown is not None and press.shown.text for press in presses)
        assert only_table(app) == before  # no computer has come, nobody waits in line
        await stage.quiet()
        assert {call.method for call in stage.world.calls[sent:]} <= {"answerCallbackQuery", "getUpdates"}
    stage.check()


ARGUMENTS = (
    "d:5m c:3m k:5m s:1 t:m f:3f r:5m h:g w:4m6m q:0:p:3m j:2 l:1 b:1 o:1:2 u:3 e:1 ap:p:5m mo:1 ta:h en:2h"
    " ki:2.17 vo:k2.17:n ng:fuzhou gd:fuzhou:0:1 sc:c hi:2 hm:1 rp:12:o tp:fuzhou:week:1 sn:o"
    " st:fuzhou:fans:1 ex:c ru:fuzhou:2 ca:a:1:2:3:4:5:6:7 pr:labels:words la:en fg:1 he:1"
)
WITH_ARGUMENTS = {text.partition(":")[0]: text for text in ARGUMENTS.split()}


def seed_of(code: str, table_id: str = "7", number: str = "1") -> str:
    """A press of this code as a button would make it."""
    place = "-" if CODES[code].decision is Decision.PAGE else table_id
    return f"{place}:{number}:{WITH_ARGUMENTS.get(code, code)}"


SEEDS = [
    "-:-5:tp:fuzhou:week:1",
    *(seed_of(code, number=number) for code in sorted(CODES) for number in "1b"),
]
MALLORY = Person(99, 999, "Mallory", reachable=True)
MAY_ANYBODY = frozenset({"group", "unseated"})
"""Who need not sit. Whether he is of the group is asked before the table is (`handlers/commands/press.py`)."""


def test_no_string_of_bytes_raises_or_means_what_it_does_not_say() -> None:
    """No table is asked about a page: those go through the whole bot, below."""
    chance = random.Random(34)
    tables = [lobby(), full(lobby()), dealt(lobby())]
    kept: Counter[str] = Counter()
    for _ in range(100_000):
        data = mutated(chance, chance.choice(SEEDS))
        pressed = parse(data)
        if pressed is None:
            continue
        kept[pressed.code] += 1
        again = page_data if pressed.table_id is None else partial(table_data, pressed.table_id)
        assert again(pressed.number, pressed.code, *pressed.args) == data
        if pressed.table_id is not None:
            press = Press(MALLORY, pressed.code, ":".join(pressed.args), pressed.number, "q")
            check_stranger(chance.choice(tables), press)
    assert kept.keys() == CODES.keys()
    assert min(kept.values()) >= 50


def check_stranger(table: Table, press: Press) -> None:
    """Who does not sit changes nothing but what anybody of the group may, is answered, and acts for nobody."""
    same, effects = step(table, press, 2_000, middle)
    right = RIGHTS[press.code]
    may = right.change.memory if right.who in MAY_ANYBODY else frozenset()
    changed = differing(table, same, MALLORY.user_id, noted=True)
    assert changed <= may, (press, changed)
    assert same.hand is table.hand
    assert not [row for row in effects.rows if not isinstance(row, (SaveTable, SaveChair))]
    assert effects.answer is not None or press.code == "wk"  # which shows what is awake anyhow
    if not may:
        assert effects.answer is not None
        assert same is table
        assert not effects.answer.accepted or press.code == "i"  # the way to one's own private chat
        assert not effects.rows
        assert not effects.notes


@pytest.mark.parametrize("kind", ["turn", "claim"])
def test_nothing_that_somebody_who_sits_presses_raises(kind: str) -> None:
    """Codes with any arguments, in the own turn and in a window: whatever changes the hand is written down."""
    chance = random.Random(36)
    table = dealt(lobby(window="open"))
    if kind == "claim":
        table, _ = discard(table, now=1_000)
    arguments = ["", "5m", "1z", "5m6m", "5m6m7m", "g", "t", "3", "99", "x", "k", "q0t", "off", "1:2"]
    for number in range(6_000):
        data = f"7:1:{chance.choice(sorted(CODES))}:{chance.choice(arguments)}"
        pressed = parse(data if number % 2 else mutated(chance, data))
        if pressed is None or pressed.table_id is None:
            continue
        press = Press(
            CAST[number % 4], pressed.code, ":".join(pressed.args), table.decision, f"q{number}", member=True
        )
        same, effects = step(table, press, 2_000, middle)
        assert same.hand is table.hand or effects.rows


@pytest.mark.logs("RuntimeError")
@virtual
async def test_a_press_that_fails_moves_no_deadline(stage: Stage, path: Path) -> None:
    """Somebody who found a press that cannot be carried out would otherwise stop his table's clock with it."""

    def failing(table: Table, command: Command, now: int, draw: Draw) -> tuple[Table, Effects]:
        if isinstance(command, Press) and command.code == "zn":
            raise RuntimeError("a fault of the bot's")
        return step(table, command, now, draw)

    with patch("handlers.tables.actor.step", failing):
        async with hosting(stage, path) as app:
            players = await open_table(stage, "fuzhou hands=4 dice=off tempo=quick")
            await make_ready(stage, app, players)
            number = newest_with(stage.group, "gx") or stage.group.board()
            table_id = number.data[0].split(":")[0]
            for _ in range(20):
                press = stage.wei.forge("private", 1, f"{table_id}:0:zn")
                await stage.until(lambda p=press: p.answered)  # type: ignore[misc]
                await stage.clock.sleep(10.0)
    assert len(rows(path, "SELECT * FROM action WHERE by = 'clock'")) >= 4


def mutated(chance: random.Random, text: str) -> str:
    """The text with some characters changed, doubled, dropped, or bytes of anything put in; 64 bytes at the most."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(letters) + 1)
        match chance.randrange(4):
            case 0:
                letters[at:at] = chance.choice("0123456789abcdefghijklmnopqrstuvwxyz:-+_. \x00é金🀄")
            case 1 if letters:
                del letters[min(at, len(letters) - 1)]
            case 2 if letters:
                letters[min(at, len(letters) - 1)] = chance.choice("0z:-dcpkxhgmps9")
            case _:
                letters[at:at] = letters[: chance.randrange(8)]
    return "".join(letters).encode()[:LIMIT].decode(errors="ignore")


@pytest.mark.logs("too many notices wait")
@virtual
async def test_mutated_presses_through_the_library_change_nothing(stage: Stage, path: Path) -> None:
    """Of every code there is, those of pages among them, which no table is asked about."""
    chance = random.Random(35)
    kept: Counter[str] = Counter()
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=off tempo=none")
        await make_ready(stage, app, players)
        crowd = [stage.world.add_user(f"Mallory {number}", language="en") for number in range(50)]
        for stranger in crowd:
            stage.group.add(stranger)
        await stage.quiet()
        board: Message = newest_with(stage.group, "gx") or stage.group.board()
        table_id = only_table(app).table_id
        seeds = [seed_of(code, base36(table_id), base36(board.chat.id)) for code in sorted(CODES)]
        stood = standing(app, path)
        for _ in range(40):
            for stranger in crowd:
                data = mutated(chance, chance.choice([*board.data, *seeds]))
                stranger.forge(stage.group, board.id, data or "x")
                if pressed := parse(data):
                    kept[pressed.code] += 1
            await stage.until(lambda: not stage.world.unanswered)
            await stage.clock.sleep(0.5)
        after = standing(app, path)
        changed = stood.changed(after)
        found = differing(stood.tables[table_id], after.tables[table_id], None, noted=True)
    assert found <= {"waiting", "posted_at"}  # which is anybody's to ask for
    assert changed.keys() <= {"person", "tables", "seat"}, changed.keys()
    strangers = {stranger.id for stranger in crowd}
    assert {row[1] for row in changed["person"]} <= strangers
    assert table_id not in {row[0] for row in changed.get("seat", ())}
    assert sum(number for code, number in kept.items() if CODES[code].decision is Decision.PAGE) > 100
    stage.check()


# --- the core's refusals, one by one ------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(ACTS | {"g", "l", "e", "ad", "ap", "y", "z", "zn"}))
def test_who_does_not_sit_is_refused(code: str) -> None:
    table = dealt(lobby())
    stranger = Person(99, 999, "Mallory", reachable=True)
    same, effects = after(table, Press(stranger, code, "5m" if code == "d" else "", table.decision, "q"))
    assert replace(same, touched_at=table.touched_at) == table
    assert effects.answer is not None
    assert not effects.answer.accepted
    assert not effects.notes


def test_an_admin_cannot_play_for_anybody() -> None:
    table = dealt(lobby())
    admin = Person(98, 998, "Adam", reachable=True)
    for code in sorted(ACTS):
        press = Press(admin, code, "5m" if code == "d" else "", table.decision, "q", admin=True)
        same, effects = after(table, press)
        assert same.hand is table.hand
        assert not effects.rows


def test_only_opener_and_admins_end_a_table() -> None:
    table = dealt(lobby())
    same, effects = after(table, Press(CAST[1], "en", query_id="q"))
    assert same.state == "playing"
    assert effects.answer is not None
    ended, _ = after(table, Press(CAST[0], "en", query_id="q"))
    by_admin, _ = after(table, Press(CAST[1], "en", query_id="q", admin=True))
    assert (ended.state, by_admin.state) == ("over", "over")
