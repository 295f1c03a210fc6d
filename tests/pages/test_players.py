"""Sheets, tables of players and one player's record: what they say is what was played."""

import re
import sqlite3
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from handlers.callback_data import page_data, parse
from handlers.message import Message
from handlers.pages import top
from handlers.pages.page import NotShown, Place
from handlers.pages.statistics import game_lines
from handlers.pages.top import Choice, change_season, read_choice, top_page
from handlers.pages.turning import page
from handlers.show.charts import LineChart
from handlers.show.markup import lines, plain
from handlers.show.texts import Say, Texts
from storage import Database, Stale
from storage.people import note_person
from storage.scores import Tally
from storage.statistics import GameLine
from tests.pages.archive import AT, GROUP, HOUR, USERS, Cast
from tests.pages.conftest import NOW, in_group, in_private

TEXTS = Texts.load()
SEATED = """SELECT person_id, name, by_computer, won, self_drawn, dealt_in, game, people, ended_at,
    CASE seat WHEN 0 THEN seat0 WHEN 1 THEN seat1 WHEN 2 THEN seat2 ELSE seat3 END AS points
FROM hand_seat JOIN hand_score USING (table_id, hand_no) JOIN hand USING (table_id, hand_no)
    JOIN tables USING (table_id) JOIN person USING (person_id) WHERE hand.chat_id = ?"""


def seated(path: Path, chat_id: int = GROUP) -> list[dict[str, Any]]:
    """Every seat that a person had in a finished hand of the chat, read from the file as anybody could."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(SEATED, (chat_id,))]


def scored(path: Path, table_id: int) -> list[tuple[int, ...]]:
    """The score rows of a match in order: table, number, and the four seats."""
    with closing(sqlite3.connect(path)) as connection:
        sql = "SELECT * FROM hand_score WHERE table_id = ? ORDER BY hand_no"
        return connection.execute(sql, (table_id,)).fetchall()


async def turn(database: Database, place: Place, data: str) -> Message:
    press = parse(data)
    assert press is not None
    return await page(database, place, press)


def number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


# -- the sheet


@pytest.mark.parametrize("table_id", range(1, 8))
async def test_a_sheet_has_the_scores_and_their_sums(
    past: Database, cast: Cast, table_id: int, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT * FROM hand_score WHERE table_id = ? ORDER BY hand_no", (table_id,)
        ).fetchall()
    text = plain((await turn(past, in_group(cast), page_data(table_id, "sc", 0))).text)
    told = [[number(word) for word in line.split()] for line in text.split("\n") if re.match(r"\s+\d", line)]
    assert told == [list(row[1:]) for row in rows]
    sums = [number(line.split()[-1]) for line in text.split("\n") if re.match(r"[1-4] ", line)]
    assert sums == [sum(row[2 + seat] for row in rows) for seat in range(4)]


async def test_a_chart_runs_from_nothing_to_the_totals(past: Database, cast: Cast, path: Path) -> None:
    rows = scored(path, 2)
    chart = (await turn(past, in_group(cast), page_data(2, "sc", "c"))).picture
    assert isinstance(chart, LineChart)
    for seat, curve in enumerate(chart.curves):
        assert curve.points == tuple(accumulate((row[2 + seat] for row in rows), initial=0))
    assert chart.curves[0].name == "Wei"


# -- /top


async def told(database: Database, cast: Cast, choice: Choice, now: int = NOW) -> list[tuple[str, int, int]]:
    """Names, points and hands as the page says them."""
    place = in_group(cast)
    place = Place(place.chat_id, False, place.title, place.person, place.say, place.bot, now)
    text = (
        plain((await database.read(top_page, place, choice, 1)).text)
        .replace("\u2068", "")
        .replace("\u2060", "")
        .replace("\u2069", "")
        .replace("\u00a0", " ")
    )
    found = re.findall(r"^(?:\S+) (.+) ([+−]?\d+) · (\d+) 局", text, re.MULTILINE)
    return [(name, number(points), int(hands)) for name, points, hands in found]


def wanted(rows: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    """Most points first; of equals who needed fewer hands, then who came first."""
    people = [
        name for _, name in USERS if any(row["name"] == name and not row["by_computer"] for row in rows)
    ]
    sums = [
        (name, sum(r["points"] for r in rows if r["name"] == name), sum(r["name"] == name for r in rows))
        for name in people
    ]
    return sorted(sums, key=lambda entry: (-entry[1], entry[2]))


async def test_the_table_of_players_is_the_sum_of_their_hands(past: Database, cast: Cast, path: Path) -> None:
    assert await told(past, cast, Choice()) == wanted(seated(path))


@pytest.mark.parametrize("game", ["fuzhou", "guiyang"])
async def test_it_can_be_of_one_game(past: Database, cast: Cast, path: Path, game: str) -> None:
    rows = [row for row in seated(path) if row["game"] == game]
    assert await told(past, cast, Choice(game)) == wanted(rows)


async def test_it_can_be_of_four_people_only(past: Database, cast: Cast, path: Path) -> None:
    rows = [row for row in seated(path) if row["people"] == 4]
    assert 0 < len(rows) < len(seated(path))
    assert await told(past, cast, Choice(four=True)) == wanted(rows)


@pytest.mark.parametrize(("period", "days"), [("week", 7), ("month", 30)])
async def test_a_period_is_so_many_days_up_to_now(
    past: Database, cast: Cast, path: Path, period: str, days: int
) -> None:
    """Seen just when the third match has fallen out of the period."""
    ended = sorted({row["ended_at"] for row in seated(path)})
    now = ended[8] + days * top.DAY + 1
    rows = [row for row in seated(path) if row["ended_at"] >= now - days * top.DAY]
    assert len({row["ended_at"] for row in rows}) == len(ended) - 9
    assert await told(past, cast, Choice(period=period), now) == wanted(rows)


async def test_a_season_counts_what_ended_in_it(past: Database, cast: Cast, path: Path) -> None:
    place = in_group(cast)

    def at(now: int) -> Place:
        return Place(place.chat_id, False, place.title, place.person, place.say, place.bot, now)

    assert await told(past, cast, Choice(period="season")) == []
    name = await past.write(change_season, at(AT + 2 * HOUR), opens=True)
    with pytest.raises(Stale):
        await past.write(change_season, at(AT + 3 * HOUR), opens=True)
    assert await past.write(change_season, at(AT + 5 * HOUR), opens=False) == name
    with pytest.raises(Stale):
        await past.write(change_season, at(AT + 6 * HOUR), opens=False)
    rows = [row for row in seated(path) if AT + 2 * HOUR <= row["ended_at"] < AT + 5 * HOUR]
    assert await told(past, cast, Choice(period="season")) == wanted(rows)
    assert await past.write(change_season, at(AT + 9 * HOUR), opens=True) != name


async def test_in_private_there_is_no_table_of_players(past: Database, cast: Cast) -> None:
    with pytest.raises(NotShown, match=r"^refuse\.group_only$"):
        await past.read(top_page, in_private(cast), Choice(), 1)


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ((), Choice()),
        (("season", "fuzhou"), Choice("fuzhou", "season")),
        (("any", "week4", "3"), Choice(period="week", four=True)),
        (("nonsense", "all4"), Choice(four=True)),
    ],
)
def test_a_choice_is_read_from_words_and_buttons(words: tuple[str, ...], choice: Choice) -> None:
    assert read_choice(words) == choice
    assert read_choice(choice.args()) == choice


# -- /stats


async def test_a_players_rates_are_those_of_his_hands(past: Database, cast: Cast, path: Path) -> None:
    """Every game, apart for hands with four people and with fewer."""
    text = plain((await turn(past, in_group(cast), page_data(cast.people[0], "st", "any", "o", 1))).text)
    rows = [row for row in seated(path) if row["person_id"] == cast.people[0]]
    groups = {(row["game"], row["people"] == 4) for row in rows}
    assert text.count("打了") == len(groups)
    for game, four in groups:
        mine = [row for row in rows if (row["game"], row["people"] == 4) == (game, four)]
        points = [row["points"] for row in mine]
        won, dealt_in = (
            round(100 * sum(row[name] for row in mine) / len(mine)) for name in ("won", "dealt_in")
        )
        line = f"打了 {len(mine)} 局 · 总分 {_signed(sum(points))} · 平均 {_average(sum(points) / len(mine))}"
        assert line in text
        assert f"胡 {_rate(won)}" in text
        assert f" {_rate(dealt_in)}" in text
        assert f"最好 {_signed(max(points))} · 最差 {_signed(min(points))}" in text


async def test_a_number_made_up_names_nobody_whom_the_group_has_not_played_with(
    past: Database, cast: Cast
) -> None:
    stranger = (await past.write(note_person, 987_654, "Mallory", None)).person_id
    for part in "ohbfmt":
        with pytest.raises(NotShown):
            await turn(past, in_group(cast), page_data(stranger, "st", "any", part, 1))


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def _average(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def _rate(percent: int) -> str:
    return f"{percent}%" if percent else "0"


@pytest.mark.parametrize(
    ("points", "average"), [(0, "0"), (1, "0"), (-1, "0"), (3, "+0.1"), (-3, "−0.1"), (60, "+2.0")]
)
@pytest.mark.parametrize("say", TEXTS.sayings.values(), ids=str)
def test_nothing_is_a_plain_nought(say: Say, points: int, average: str) -> None:
    line = GameLine("fuzhou", True, Tally(30, points, 0, 0, 0, 0, 0, 0, 0))
    told = plain(lines(game_lines(line, say)))
    assert re.search(rf"(平均|average) {re.escape(average)}$", told, re.MULTILINE)
    assert "%" not in told
    assert not re.search(r"[+−]0(?![.\d])|[+−]0\.0", told)


async def test_head_to_head_is_what_both_won_at_the_same_hands(
    past: Database, cast: Cast, path: Path
) -> None:
    text = plain((await turn(past, in_group(cast), page_data(cast.people[3], "st", "any", "h", 1))).text)
    with closing(sqlite3.connect(path)) as connection:
        shared = connection.execute(
            "SELECT count(*), sum(a.points), sum(b.points), sum(a.won AND b.dealt_in), sum(b.won AND a.dealt_in) "
            "FROM seat_score a JOIN seat_score b USING (table_id, hand_no) JOIN tables USING (table_id) "
            "WHERE a.person_id = ? AND b.person_id = ? AND chat_id = ?",
            (cast.people[3], cast.people[0], GROUP),
        ).fetchone()
    hands, mine, theirs, won, lost = shared
    line = (
        f"：{hands} 局，你 {_signed(mine)}，对方 {_signed(theirs)}\n胡对方打的 {won} 次，被对方胡 {lost} 次"
    )
    assert f"\u2068Wei\u2069{line}" in text


async def test_best_hands_are_the_dearest_and_the_trend_ends_at_their_sum(
    past: Database, cast: Cast, path: Path
) -> None:
    points = [row["points"] for row in seated(path) if row["person_id"] == cast.people[1]]
    text = plain((await turn(past, in_group(cast), page_data(cast.people[1], "st", "any", "b", 1))).text)
    told = [number(line.split(" ")[0]) for line in text.split("\n")[1:]]
    assert told == sorted((p for p in points if p > 0), reverse=True)[:10]
    chart = (await turn(past, in_group(cast), page_data(cast.people[1], "st", "any", "t", 1))).picture
    assert isinstance(chart, LineChart)
    assert chart.curves[0].points[-1] == sum(points)
    assert len(chart.curves[0].points) == len(points) + 1


async def test_who_has_played_nothing_here_has_no_record(past: Database, cast: Cast) -> None:
    place = in_group(cast, chat_id=-77)
    for part in "ohbfmt":
        message = await turn(past, place, page_data(cast.people[0], "st", "any", part, 1))
        assert message.text.endswith(place.say("stats.none"))
        assert message.picture is None
    with pytest.raises(NotShown, match=r"^refuse\.no_player$"):
        await turn(past, place, page_data(9999, "st", "any", "o", 1))
