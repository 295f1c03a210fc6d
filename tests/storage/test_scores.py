"""Sheets, match lists, tables of players and personal records, against a plain count of the same hands."""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import Connection, Database, Stale
from storage.checks import check
from storage.export import ExportLine, export_actions, export_hands, export_lines
from storage.journal import (
    ActionRow,
    FanRow,
    HandRow,
    MistakeRow,
    Scores,
    SeatOutcome,
    begin_hand,
    end_hand,
    next_hand_no,
)
from storage.people import forget_person
from storage.scores import Tally, count_matches, matches, matches_of, sheet, top
from storage.seasons import close_season, open_season, seasons
from storage.statistics import best_hands, fans, games, judged, last_hands, opponents
from tests.storage.group import AT, Group, deal, found_group, open_table, play_hand


async def test_a_sheet_shows_hands_in_order_and_who_stands_where(database: Database, group: Group) -> None:
    first, second = group.people[0], group.people[1]
    substitute = await found_group(database, chat_id=-200, users=(21, 22, 23, 24))
    other = substitute.people[0]
    await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    await database.write(play_hand, group, (-2, 6, -2, -2), people=(first, other, None, None), winner=1)
    await database.write(deal, group)

    found = await database.read(sheet, group.table_id)
    assert [(line.hand_no, line.scores) for line in found.lines] == [
        (1, (3, -1, -1, -1)),
        (2, (-2, 6, -2, -2)),
    ]
    assert [(row.seat, row.person_id, row.name, row.hands, row.points) for row in found.standings] == [
        (0, first, "P11", 2, 1),
        (1, second, "P12", 1, -1),
        (1, other, "P21", 1, 6),
        (2, group.people[2], "P13", 1, -1),
        (2, None, "", 1, -2),
        (3, group.people[3], "P14", 1, -1),
        (3, None, "", 1, -2),
    ]


async def test_a_match_without_a_finished_hand_is_an_empty_sheet_and_in_no_list(
    database: Database, group: Group
) -> None:
    await database.write(deal, group)
    found = await database.read(sheet, group.table_id)
    assert (found.lines, found.standings) == ((), ())
    assert await database.read(matches, group.chat_id, limit=5) == []
    assert await database.read(count_matches, group.chat_id) == 0
    assert await database.read(top, group.chat_id) == []
    assert await database.read(games, group.people[0], None) == []


async def test_matches_are_paged_newest_first_and_end_at_both_ends(database: Database, group: Group) -> None:
    async def play(connection: Connection) -> list[int]:
        tables = []
        for n in range(7):
            table = await open_table(connection, group.chat_id, group.people, at=AT + n)
            await play_hand(
                connection, replace(group, table_id=table.table_id), (3 * n, -n, -n, -n), winner=0
            )
            tables.append(table.table_id)
        return tables

    tables = await database.write(play)
    assert await database.read(count_matches, group.chat_id) == 7
    pages = [await database.read(matches, group.chat_id, limit=3, offset=offset) for offset in (0, 3, 6, 9)]
    assert [[line.table_id for line in page] for page in pages] == [
        *(tables[-1:-4:-1], tables[-4:-7:-1], tables[:1], []),
    ]
    newest = pages[0][0]
    assert (newest.title, newest.game, newest.hands, newest.opened_at) == ("chat -100", "fuzhou", 1, AT + 6)
    assert [row.points for row in newest.standings] == [18, -6, -6, -6]


async def test_a_person_finds_own_matches_of_all_groups_but_practice_only_in_its_chat(
    database: Database, group: Group
) -> None:
    second = await found_group(database, chat_id=-200, users=(11, 22, 23, 24))
    strangers = await found_group(database, chat_id=-300, users=(31, 32, 33, 34))
    practice = await found_group(database, chat_id=11, users=(11,))
    for at in (group, second, strangers):
        await database.write(play_hand, at)
    await database.write(play_hand, practice, people=(group.people[0], None, None, None))
    mine = await database.read(matches_of, group.people[0], limit=10)
    assert [line.table_id for line in mine] == [second.table_id, group.table_id]
    assert [line.table_id for line in await database.read(matches, 11, limit=10)] == [practice.table_id]
    assert sum(line.tally.hands for line in await database.read(games, group.people[0], None)) == 2


async def test_a_top_may_be_cut_by_game_period_and_people(database: Database, group: Group) -> None:
    async def play(connection: Connection) -> None:
        yantai = await open_table(connection, group.chat_id, group.people, game="yantai")
        first, second = group.people[:2]
        await play_hand(connection, group, (3, -1, -1, -1), winner=0, at=AT)
        await play_hand(connection, group, (-5, 5, 0, 0), winner=1, loser=0, at=AT + 10)
        await play_hand(
            connection, replace(group, table_id=yantai.table_id), (0, 0, 9, -9), winner=2, at=AT + 20
        )
        await play_hand(connection, group, (7, 0, 0, -7), people=(first, second, None, None), at=AT + 30)
        await play_hand(connection, group, (50, 0, 0, -50), people=(first, None, None, None), at=AT + 40)

    async def points(**cut: object) -> list[int]:
        lines = await database.read(top, group.chat_id, **cut)  # type: ignore[arg-type]
        return [line.tally.points for line in lines]

    await database.write(play)
    assert await points() == [8, 5, 4, -10]
    assert await points(game="yantai") == [9, 0, 0, -9]
    assert await points(game="fuding") == []
    assert await points(since=AT + 10, until=AT + 20) == [5, 0, 0, -5]
    assert await points(least_people=4) == [8, 4, -2, -10]
    assert await points(limit=2, offset=1) == [5, 4]


async def test_equal_points_share_a_place(database: Database, group: Group) -> None:
    await database.write(lambda c: play_hand(c, group, (9, -3, -3, -3), winner=0, at=AT))
    places = [line.place for line in await database.read(top, group.chat_id)]
    assert places == [1, 2, 2, 2]
    assert [line.place for line in await database.read(top, group.chat_id, limit=1, offset=3)] == [2]


async def test_a_hand_the_computer_finished_stands_apart(database: Database, group: Group) -> None:
    async def play(connection: Connection) -> None:
        hand_no = await deal(connection, group)
        await end_hand(
            connection,
            table_id=group.table_id,
            hand_no=hand_no,
            at=AT,
            result={},
            settlement={"payments": [8, -8, 0, 0]},
            scores=(8, -8, 0, 0),
            seats=[
                SeatOutcome(0, by_computer=False, won=True),
                SeatOutcome(1, by_computer=True, dealt_in=True),
                *(SeatOutcome(2, by_computer=False), SeatOutcome(3, by_computer=False)),
            ],
        )

    await database.write(play_hand, group, (2, -2, 0, 0), winner=0, loser=1)
    await database.write(play)
    lines = await database.read(top, group.chat_id)
    assert {line.person_id: line.tally for line in lines}[group.people[1]] == Tally(
        hands=1, points=-2, wins=0, self_draws=0, deal_ins=1, best=-2, worst=-2, left=1, left_points=-8
    )
    rivals = await database.read(opponents, group.people[0], group.chat_id)
    assert {row.person_id: (row.hands, row.won_off_them) for row in rivals}[group.people[1]] == (1, 1)


async def test_a_forgotten_person_is_still_counted_without_a_name(database: Database, group: Group) -> None:
    await database.write(play_hand, group, (3, -1, -1, -1), winner=0)
    await database.write(forget_person, group.people[0])
    lines = await database.read(top, group.chat_id)
    assert [(line.name, line.tally.points) for line in lines] == [
        ("", 3),
        ("P12", -1),
        ("P13", -1),
        ("P14", -1),
    ]


async def test_seasons_open_and_close_one_at_a_time(database: Database, group: Group) -> None:
    with pytest.raises(Stale):
        await database.write(close_season, group.chat_id, at=AT)
    assert await database.write(open_season, group.chat_id, "春", at=AT) == 1
    with pytest.raises(Stale):
        await database.write(open_season, group.chat_id, "夏", at=AT)
    await database.write(close_season, group.chat_id, at=AT + 5)
    assert await database.write(open_season, group.chat_id, "夏", at=AT + 5) == 2
    assert [
        (row.season_no, row.name, row.opened_at, row.closed_at) for row in await database.read(seasons, -100)
    ] == [
        (2, "夏", AT + 5, None),
        (1, "春", AT, AT + 5),
    ]


async def test_an_export_is_every_finished_hand_of_the_chat_in_order(
    database: Database, group: Group
) -> None:
    async def collect(connection: Connection) -> tuple[list[ExportLine], list[HandRow], list[ActionRow]]:
        return (
            [line async for line in export_lines(connection, group.chat_id)],
            [hand async for hand in export_hands(connection, group.chat_id)],
            [action async for action in export_actions(connection, group.chat_id)],
        )

    other = await found_group(database, chat_id=-200, users=(21, 22, 23, 24))
    for at in (group, other, group):
        await database.write(play_hand, at, (3, -1, -1, -1), winner=0, actions=3)
    await database.write(deal, group)
    lines, hands, actions = await database.read(collect)
    assert [(line.hand_no, line.seat, line.points) for line in lines] == [
        (hand_no, seat, points) for hand_no in (1, 2) for seat, points in enumerate((3, -1, -1, -1))
    ]
    assert [line.name for line in lines[:4]] == ["P11", "P12", "P13", "P14"]
    assert [hand.hand_no for hand in hands] == [1, 2]
    assert [(row.hand_no, row.seq) for row in actions] == [
        (hand_no, seq) for hand_no in (1, 2) for seq in range(3)
    ]


@dataclass(frozen=True)
class Played:
    """A hand of the model: where, who (an index or None), whose seats the computer finished, how it went."""

    table: int
    people: tuple[int | None, ...]
    finished: tuple[bool, ...]
    scores: Scores
    winner: int | None
    loser: int | None
    fans: tuple[str, ...]
    mistakes: tuple[tuple[int, str], ...] | None
    """Seats with the clauses they broke; None: nothing was judged."""

    def by_computer(self, seat: int) -> bool:
        return self.people[seat] is None or not self.finished[seat]


CHATS = (-100, -200, 11)
GAMES = ("fuzhou", "yantai")
TABLES = [(chat, game) for chat in CHATS for game in GAMES]


errors = st.tuples(st.integers(0, 3), st.sampled_from(["二.2", "二.4", "五h"]))


@st.composite
def hands(draw: st.DrawFn) -> Played:
    people = draw(st.permutations([0, 1, 2, 3, 4, None, None]))[:4]
    a, b, c = draw(st.tuples(*[st.integers(-20, 20)] * 3))
    return Played(
        table=draw(st.integers(0, len(TABLES) - 1)),
        people=tuple(people),
        finished=draw(st.tuples(*[st.sampled_from([True, True, False])] * 4)),
        scores=(a, b, c, -a - b - c),
        winner=draw(st.none() | st.integers(0, 3)),
        loser=draw(st.none() | st.integers(0, 3)),
        fans=draw(st.lists(st.sampled_from(["kong", "pungs"]), max_size=3).map(tuple)),
        mistakes=draw(st.none() | st.lists(errors, max_size=5).map(tuple)),
    )


async def write_all(
    connection: Connection, played: list[Played], groups: list[Group], people: list[int]
) -> None:
    for hand in played:
        group = groups[hand.table]
        hand_no = await next_hand_no(connection, group.chat_id)
        await begin_hand(
            connection,
            table_id=group.table_id,
            hand_no=hand_no,
            rules_version=1,
            match={},
            entropy={},
            people=[None if who is None else people[who] for who in hand.people],
            at=AT,
        )
        outcomes = [
            SeatOutcome(
                seat,
                by_computer=hand.by_computer(seat),
                won=seat == hand.winner,
                self_drawn=seat == hand.winner and hand.loser is None,
                dealt_in=seat == hand.loser,
            )
            for seat in range(4)
        ]
        await end_hand(
            connection,
            table_id=group.table_id,
            hand_no=hand_no,
            at=AT,
            result={},
            settlement={"payments": list(hand.scores)},
            scores=hand.scores,
            seats=outcomes,
            fans=[FanRow(hand.winner or 0, code, 1) for code in hand.fans],
            mistakes=None
            if hand.mistakes is None
            else [MistakeRow(seat, clause, "stand") for seat, clause in hand.mistakes],
        )


def tally(results: Iterable[tuple[Played, int]]) -> Tally:
    """The same count, one hand at a time: each with the seat of the person in question."""
    results = list(results)
    own = [(hand, seat) for hand, seat in results if not hand.by_computer(seat)]
    left = [hand.scores[seat] for hand, seat in results if hand.by_computer(seat)]
    points = [hand.scores[seat] for hand, seat in own]
    return Tally(
        hands=len(own),
        points=sum(points),
        wins=sum(hand.winner == seat for hand, seat in own),
        self_draws=sum(hand.winner == seat and hand.loser is None for hand, seat in own),
        deal_ins=sum(hand.loser == seat for hand, seat in own),
        best=max(points, default=0),
        worst=min(points, default=0),
        left=len(left),
        left_points=sum(left),
    )


def seats_of(person: int, played: list[Played], chat: int | None) -> list[tuple[Played, int]]:
    return [
        (hand, hand.people.index(person))
        for hand in played
        if person in hand.people
        and (TABLES[hand.table][0] == chat or (chat is None and TABLES[hand.table][0] < 0))
    ]


def people_in(hand: Played) -> int:
    return sum(not hand.by_computer(seat) for seat in range(4))


@settings(max_examples=25)
@given(played=st.lists(hands(), max_size=12))
async def test_every_figure_is_a_plain_count_of_the_hands(played: list[Played]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "paizhuo.db")
        try:
            await compare(database, played)
        finally:
            await database.close()


async def compare(database: Database, played: list[Played]) -> None:
    users = (11, 12, 13, 14, 15)
    groups = [await found_group(database, chat, users, game) for chat, game in TABLES]
    people = list(groups[0].people)
    await database.write(write_all, played, groups, people)

    for chat in CHATS[:2]:
        expected = {}
        for index, person in enumerate(people):
            mine = [pair for pair in seats_of(index, played, chat) if people_in(pair[0]) >= 2]
            if tally(mine).hands:
                expected[person] = tally(mine)
        lines = await database.read(top, chat)
        assert {line.person_id: line.tally for line in lines} == expected
        assert [line.tally.points + line.tally.left_points for line in lines] == sorted(
            (t.points + t.left_points for t in expected.values()), reverse=True
        )

    for index, person in enumerate(people):
        for scope in (None, *CHATS):
            await compare_person(database, played, people, index, person, scope)

    for number, group in enumerate(groups):
        here = [hand for hand in played if hand.table == number]
        found = await database.read(sheet, group.table_id)
        assert [line.scores for line in found.lines] == [hand.scores for hand in here]
        assert sum(row.points for row in found.standings) == 0
        assert sum(row.hands for row in found.standings) == 4 * len(here)
    assert await database.read(check) == []


async def compare_person(
    database: Database, played: list[Played], people: list[int], index: int, person: int, scope: int | None
) -> None:
    mine = seats_of(index, played, scope)
    by_game = defaultdict(list)
    for hand, seat in mine:
        by_game[TABLES[hand.table][1], people_in(hand) == 4].append((hand, seat))
    found = await database.read(games, person, scope)
    assert {(line.game, line.four_people): line.tally for line in found} == {
        key: tally(pairs) for key, pairs in by_game.items()
    }

    own = [(hand, seat) for hand, seat in mine if not hand.by_computer(seat)]
    met: dict[int, list[tuple[int, int, bool, bool]]] = defaultdict(list)
    for hand, seat in own:
        for other, who in enumerate(hand.people):
            if who is not None and other != seat and not hand.by_computer(other):
                won_off = hand.winner == seat and hand.loser == other
                lost_to = hand.winner == other and hand.loser == seat
                met[people[who]].append((hand.scores[seat], hand.scores[other], won_off, lost_to))
    rivals = await database.read(opponents, person, scope)
    assert {
        row.person_id: (row.hands, row.points, row.their_points, row.won_off_them, row.lost_to_them)
        for row in rivals
    } == {who: (len(rows), *map(sum, zip(*rows, strict=True))) for who, rows in met.items()}

    collected: Counter[tuple[str, str]] = Counter()
    for hand, seat in own:
        if seat == (hand.winner or 0):
            collected.update((TABLES[hand.table][1], code) for code in hand.fans)
    assert {(row.game, row.code): row.times for row in await database.read(fans, person, scope)} == collected

    await compare_mistakes(database, own, person, scope)

    points = [hand.scores[seat] for hand, seat in own]
    best = await database.read(best_hands, person, scope, limit=3)
    assert [row.points for row in best] == sorted(points, reverse=True)[:3]
    latest = await database.read(last_hands, person, scope, limit=5)
    assert [row.points for row in latest] == points[::-1][:5]


async def compare_mistakes(
    database: Database, own: list[tuple[Played, int]], person: int, scope: int | None
) -> None:
    """Judged hands and broken clauses; of the others only those seats that a person played to the end."""
    hands: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    broken: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for hand, seat in own:
        if hand.mistakes is None:
            continue
        game = TABLES[hand.table][1]
        hands[game][0] += 1
        hands[game][1] += people_in(hand) - 1
        for who, clause in hand.mistakes:
            if not hand.by_computer(who):
                broken[game, clause][who != seat] += 1
    found = await database.read(judged, person, scope)
    assert {row.game: [row.hands, row.others] for row in found} == hands
    counts = {(row.game, one.clause): [one.times, one.others] for row in found for one in row.clauses}
    assert counts == broken
