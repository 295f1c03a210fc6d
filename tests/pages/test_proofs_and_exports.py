"""/verify, /export and the maintenance command: what is taken away can be checked by anybody."""

import csv
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

import bot
from engine.command_line import main as engine_main
from engine.record import verify_record
from handlers.callback_data import parse
from handlers.pages import export, verify
from handlers.pages.page import NotShown, by_id
from handlers.pages.recount import faults
from handlers.show.layout import CAPTION
from handlers.show.markup import length, plain
from storage import Database
from storage.people import forget_person
from storage.scores import sheet, top
from tests.pages.archive import GROUP, RUNNING, Cast
from tests.pages.conftest import in_group, in_private

FINISHED = 24
"""Hands of the small past in the group: seven matches and a running one of three each."""


# -- /verify


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "en"])
async def test_a_proof_holds_and_its_file_is_proof_to_others(
    past: Database, cast: Cast, language: str
) -> None:
    place = in_group(cast, language)
    found = await verify.proof(past, place, by_id(4))
    assert plain(place.say("verify.agrees")) in plain(found.message.text)
    assert length(found.message.text) <= CAPTION
    given = json.loads(found.file.data)
    assert verify_record(given)[0]
    assert given["seed"] in found.message.text
    assert given["commitment"] in found.message.text


async def test_only_presses_count_as_such_whatever_else_was_written_for_the_seats(
    path: Path, cast: Cast
) -> None:
    seats = json.dumps(["rematch", "u71193", "early", "4242424242"])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE hand SET entropy = json_set(entropy, '$.dice', NULL, '$.seats', json(?)) WHERE hand_id = 4",
            (seats,),
        )
        connection.commit()
    database = await Database.open(path)
    place = in_group(cast, "en")
    found = plain((await verify.proof(database, place, by_id(4))).message.text)
    await database.close()
    assert "Mixed in: dice none, the press of 1 person" in found


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "en"])
async def test_a_hand_without_dice_of_telegrams_says_why_its_board_shows_some(
    path: Path, cast: Cast, language: str
) -> None:
    """They were thrown for the first hand; in a match without dice for none."""
    place = in_group(cast, language)
    once, drawn = (plain(place.say(key)) for key in ("verify.dice_once", "verify.dice_drawn"))
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute(
            "SELECT max(table_id) FROM tables WHERE state = 'over' AND chat_id = ?", (GROUP,)
        ).fetchone()
        sql = "UPDATE tables SET options = json_set(options, '$.house', json('{\"dice\": \"off\"}')) WHERE table_id = ?"
        connection.execute(sql, (last,))
        sql = "SELECT max(hand_id) FROM hand WHERE table_id = ?"
        (undiced,) = connection.execute(sql, (last,)).fetchone()
        connection.commit()
    database = await Database.open(path)
    told = [
        plain((await verify.proof(database, place, by_id(number))).message.text) for number in (1, 2, undiced)
    ]
    await database.close()
    assert [(once in text, drawn in text) for text in told] == [(False, False), (True, False), (False, True)]


async def test_the_command_line_reads_the_file(past: Database, cast: Cast, tmp_path: Path) -> None:
    found = await verify.proof(past, in_group(cast), by_id(1))
    path = tmp_path / found.file.name
    path.write_bytes(found.file.data)
    out = io.StringIO()
    assert engine_main(["verify", str(path)], out=out, err=out) == 0
    assert engine_main(["replay", str(path)], out=out, err=out) == 0


async def test_while_its_match_runs_a_hands_seed_is_not_shown(past: Database, cast: Cast) -> None:
    rows = await past.read(lambda c: c.rows("SELECT hand_id FROM hand WHERE table_id = ?", (RUNNING,)))
    assert len(rows) == 4
    for (hand_id,) in rows:
        with pytest.raises(NotShown, match=r"^refuse\.hand_running$"):
            await verify.proof(past, in_group(cast), by_id(hand_id))


async def test_a_changed_journal_is_told(path: Path, cast: Cast) -> None:
    """One discarded tile is another one."""
    with closing(sqlite3.connect(path)) as connection:
        wanted = "table_id = 1 AND hand_no = 2 AND act LIKE 'd:%'"
        seq, events = connection.execute(f"SELECT seq, events FROM action WHERE {wanted}").fetchone()  # noqa: S608
        changed = json.loads(events)
        changed[0][2] = "1m" if changed[0][2] != "1m" else "2m"
        connection.execute(
            "UPDATE action SET events = ? WHERE table_id = 1 AND hand_no = 2 AND seq = ?",
            (json.dumps(changed), seq),
        )
        connection.commit()
    database = await Database.open(path)
    found = await verify.proof(database, in_group(cast), by_id(2))
    told = [fault async for fault in faults(database)]
    await database.close()
    assert plain(in_group(cast).say("verify.differs")) in plain(found.message.text)
    assert len(told) == 1
    assert told[0].startswith("hand 2 of table 1 does not fold")


# -- /export


async def test_the_table_has_a_line_for_every_seat_of_every_finished_hand(past: Database, cast: Cast) -> None:
    count, file = await past.read_apart(export.csv_file, in_group(cast))
    assert file.data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))
    assert count == FINISHED
    assert len(rows) == 4 * FINISHED
    assert tuple(rows[0]) == export.COLUMNS
    for table_id in range(1, RUNNING + 1):
        lines = (await past.read(sheet, table_id)).lines if table_id != 8 else ()
        mine = [row for row in rows if row["match"] == str(table_id)]
        for seat in range(4):
            points = [int(row["points"]) for row in mine if row["seat"] == str(seat + 1)]
            assert points == [line.scores[seat] for line in lines]


async def test_no_cell_of_the_table_is_a_formula(past: Database, cast: Cast) -> None:
    _, file = await past.read_apart(export.csv_file, in_group(cast))
    rows = list(csv.reader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))
    texts = {cell for row in rows for cell in row if not cell.lstrip("-").isdigit()}
    assert "'=SUM(A1)" in texts
    assert not [text for text in texts if text.startswith(("=", "+", "-", "@", "\t", "\r"))]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\r=x", "\n=x", "  =x", "\u3000=x"])
def test_a_name_that_would_be_reckoned_is_text(name: str) -> None:
    assert export.cell(name) == f"'{name}"


@pytest.mark.parametrize("name", ["Wei", "林姨", "a=b", "", "1+1"])
def test_other_names_stay(name: str) -> None:
    assert export.cell(name) == name


async def test_the_records_are_those_of_matches_that_are_over_and_all_hold(
    past: Database, cast: Cast
) -> None:
    count, file = await past.read_apart(export.json_file, in_group(cast))
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        names = archive.namelist()
        records = [json.loads(archive.read(name)) for name in names]
    assert count == len(names) == len(set(names)) == FINISHED - 3
    assert {record["entropy"]["table"] for record in records} == {str(table) for table in range(1, 8)}
    assert [verify_record(record)[0] for record in records] == [True] * len(records)


async def test_there_is_nothing_to_export_in_private_and_where_nothing_was_played(
    past: Database, cast: Cast
) -> None:
    with pytest.raises(NotShown, match=r"^refuse\.group_only$"):
        export.export_page(in_private(cast))
    empty = in_group(cast, chat_id=-5)
    for make in (export.csv_file, export.json_file):
        with pytest.raises(NotShown, match=r"^export\.none$"):
            await past.read_apart(make, empty)


def test_the_export_page_leads_to_both_files(cast: Cast) -> None:
    page = export.export_page(in_group(cast))
    pressed = [parse(button.data) for row in page.keyboard for button in row]
    assert [(press.number, press.code, press.args) for press in pressed if press] == [
        (GROUP, "ex", ("c",)),
        (GROUP, "ex", ("j",)),
    ]


# -- counting everything again


async def test_every_hand_of_every_game_comes_to_what_was_stored(past: Database) -> None:
    assert [fault async for fault in faults(past)] == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE hand_score SET seat0 = seat0 + 1, seat1 = seat1 - 1 WHERE table_id = 2 AND hand_no = 5", 3),
        ("DELETE FROM action WHERE table_id = 2 AND hand_no = 5 AND seq = 0", 2),
        ("UPDATE tables SET match = json_set(match, '$.totals[0]', 7777) WHERE table_id = 3", 1),
        ("UPDATE hand SET settlement = json_set(settlement, '$.points', json('[1]')) WHERE hand_no = 5", 1),
    ],
)
async def test_what_was_changed_is_found(path: Path, change: str, told: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    database = await Database.open(path)
    assert len([fault async for fault in faults(database)]) == told
    await database.close()


def test_the_command_says_how_it_went(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(path))
    assert bot.main(["check-records"]) == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM action WHERE table_id = 1 AND hand_no = 1 AND seq > 5")
        connection.commit()
    assert bot.main(["check-records"]) == 1
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "nothing.db"))
    assert bot.main(["check-records"]) == bot.BAD_SETTINGS
    assert not (tmp_path / "nothing.db").exists()


async def test_who_is_forgotten_leaves_everybodys_sums_as_they_were(past: Database, cast: Cast) -> None:
    async def sums() -> list[tuple[int, int]]:
        return [(line.person_id, line.tally.points) for line in await past.read(top, GROUP)]

    before = await sums()
    await past.write(forget_person, cast.people[1])
    assert await sums() == before
    assert [fault async for fault in faults(past)] == []
    _, file = await past.read_apart(export.csv_file, in_group(cast))
    assert b"SUM(A1)" not in file.data
