"""Hands before a referee in the record: what was judged is told in the replay, on the card, in /stats and exports."""

import csv
import io
import json
import re
import zipfile
from collections import Counter

import pytest

from engine.actions import PASS, Action, Event
from engine.computer import computer_act
from engine.fairness import Stream
from engine.games import find_game
from engine.hand import advance, dealt
from engine.options import TableOptions
from engine.prompts import PromptKind
from engine.record import verify_record
from engine.referee.announcing import recall_of
from engine.referee.docket import Verdict, judgement_of
from engine.referee.game import Refereed
from engine.scoring import SEATS
from engine.selfplay import CLOSED, ErringSeats, Played, able, play_hand
from engine.state import HandStart, Position
from handlers.callback_data import page_data, parse
from handlers.message import Message
from handlers.pages import export, verify
from handlers.pages.history import card_page
from handlers.pages.page import Place, by_id
from handlers.pages.replays import OPEN, PUBLIC, VIEWS, happened, replay_page, seen
from handlers.pages.stored import Moment, StoredHand, load_hand, moments
from handlers.pages.turning import page
from handlers.show.judged import clause_words, is_mistake
from handlers.show.layout import TEXT
from handlers.show.markup import length, plain
from storage import Database
from storage.journal import finished_hands
from tests.pages.archive import AT, GROUP, HOUR, Cast, Playing, write_match
from tests.pages.conftest import in_group, in_private

NAMES = ("A", "B", "C", "D")
REFEREE = TableOptions(mode="referee")
GAMES = ("fuding", "longgang")
RULED = {"judged", "announced", "withdrawn", "returned", "objection", "lapsed"}


def by_people_who_err(start: HandStart) -> Played:
    """Seats that do nearly anything now and then."""
    return play_hand(start, ErringSeats(Stream(start.key[::-1])), check=None)


def by_late_winners(start: HandStart) -> Played:
    """Seats that play well, but win on a discard only once the next seat has drawn."""
    d = dealt(start)
    first, steps = tuple(d.events), []
    while (prompt := d.prompt) is not None:
        late = _late_win(d) if prompt.kind is PromptKind.TURN else None
        seat = able(prompt)
        if late is not None:
            action = late
        elif seat is None:
            action = CLOSED
        else:
            act = computer_act(d, seat)
            action = Action(seat, PASS if act.verb == "h" and prompt.kind is PromptKind.CLAIM else act)
        steps.append((action, advance(d, action)))
    return Played(start, first, tuple(steps), d.freeze())


def _late_win(pos: Position) -> Action | None:
    game = pos.game
    assert isinstance(game, Refereed)
    for seat in SEATS:
        for act in game.late_wins(pos, seat):
            recall = recall_of(pos, int(act.arg))
            if recall is not None and game.real_wins(recall.state, seat):
                return Action(seat, act)
    return None


async def played(
    database: Database, cast: Cast, game: str, play: Playing, *, hands: int = 4, computer: bool = False
) -> list[int]:
    """The ids of the hands of a match before a referee."""
    people = (*cast.people[:3], None) if computer else cast.people
    name = f"referee {game} {play.__name__}"
    table_id = await database.write(
        lambda c: write_match(
            *(c, GROUP, find_game(game), people),
            hands=hands,
            at=AT + 50 * HOUR,
            name=name,
            house=REFEREE,
            play=play,
        )
    )
    return [row.hand_id for row in await database.read(finished_hands, table_id)]


async def read(database: Database, place: Place, hand_id: int) -> StoredHand:
    return await database.read(load_hand, place, by_id(hand_id))


def events_of(hand: StoredHand) -> list[Event]:
    return [event for _, _, events in hand.lines for event in events]


def mistakes_of(hand: StoredHand) -> list[tuple[int, str]]:
    """Seats with the clauses that cost them something, as the journal has it."""
    judged = [judgement_of(event) for event in events_of(hand) if event.name == "judged"]
    return [(one.seat, one.clause) for one in judged if is_mistake(one)]


@pytest.mark.parametrize("game", GAMES)
async def test_each_judgement_is_told_at_its_step_in_every_view_with_its_clause(
    past: Database, cast: Cast, game: str
) -> None:
    place, judged = in_group(cast), 0
    for hand_id in await played(past, cast, game, by_people_who_err):
        for moment in moments(await read(past, place, hand_id))[1:]:
            ruled = [event for event in moment.events if event.name == "judged"]
            judged += len(ruled)
            assert moment.claim or not ruled
            for view in VIEWS:
                told = plain(happened(moment, view, NAMES, place.say))
                assert told.count("⚖️") == len(ruled)
                for event in ruled:
                    one = judgement_of(event)
                    assert f"（{one.clause}）" in told
                    if one.verdict is not Verdict.PUT_RIGHT:
                        assert f"{NAMES[one.seat]}：{clause_words(one.clause, place.say)}" in told
    assert judged


@pytest.mark.parametrize("game", GAMES)
async def test_one_jumps_from_judgement_to_judgement(past: Database, cast: Cast, game: str) -> None:
    """The button under a moment leads to the next claim or judgement, whichever comes first."""
    place, judged = in_group(cast), 0
    for hand_id in await played(past, cast, game, by_people_who_err):
        found = moments(await read(past, place, hand_id))
        visited = await _jumps(past, place, hand_id)
        assert visited == [at for at, moment in enumerate(found) if moment.claim and at]
        judged += sum(event.name == "judged" for at in visited for event in found[at].events)
    assert judged


async def _jumps(database: Database, place: Place, hand_id: int) -> list[int]:
    """The moments that the button leads to, from the deal on."""
    visited = [0]
    while True:
        message = await replay_page(database, place, by_id(hand_id), visited[-1], OPEN)
        leads = [button.data for row in message.keyboard for button in row if button.text.startswith("⏩")]
        if not leads:
            return visited[1:]
        pressed = parse(leads[0])
        assert pressed is not None
        visited.append(int(pressed.args[0]))


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "en"])
async def test_announcements_and_what_was_taken_back_are_told(
    past: Database, cast: Cast, language: str
) -> None:
    place = in_group(cast, language)
    keys = Counter[str]()
    for game in GAMES:
        for hand_id in await played(past, cast, game, by_people_who_err):
            for moment in moments(await read(past, place, hand_id))[1:]:
                told = happened(moment, PUBLIC, NAMES, place.say)
                for event in moment.events:
                    if event.name in RULED:
                        keys[event.name] += 1
                        assert NAMES[event.seat] in told
    assert keys["announced"]
    assert keys["judged"]


async def test_a_late_win_takes_the_replay_back_to_its_discard(past: Database, cast: Cast) -> None:
    """FD-22: at its last moment the table lies as it did when the tile was thrown, whoever looks."""
    place, late = in_group(cast), 0
    for hand_id in await played(past, cast, "fuding", by_late_winners, hands=8):
        hand = await read(past, place, hand_id)
        *before, end = moments(hand)
        if not end.taken_back:
            continue
        late += 1
        result = end.state.result
        assert result is not None
        (win,) = result.wins
        thrown = _as_it_lay(before, win.tile, win.source)
        assert before[-1].state.last != thrown.state.last
        for view in VIEWS:
            now, then = seen(end.state, view, "rule"), seen(thrown.state, view, "rule")
            assert [seat.discards for seat in now.seats] == [seat.discards for seat in then.seats]
            told = happened(end, view, NAMES, place.say)
            assert place.say("replay.taken_back") in told
            assert told.index(place.say("replay.taken_back")) < told.rindex("胡")
        for seat in SEATS:
            now_held, then_held = end.state.seats[seat], thrown.state.seats[seat]
            assert (now_held.hand, now_held.melds) == (then_held.hand, then_held.melds)
        for view in VIEWS:
            message = await replay_page(past, place, by_id(hand_id), 999, view)
            assert length(plain(message.text)) <= TEXT
    assert late


def _as_it_lay(before: list[Moment], tile: int, source: int | None) -> Moment:
    """The newest moment at which this seat's discard of the tile lay."""
    return next(
        moment
        for moment in reversed(before)
        if moment.state.last is not None
        and (moment.state.last.tile, moment.state.last.seat) == (tile, source)
    )


async def test_no_other_win_takes_anything_back(past: Database, cast: Cast) -> None:
    for game in GAMES:
        for hand_id in await played(past, cast, game, by_computers_unaided):
            assert not any(one.taken_back for one in moments(await read(past, in_group(cast), hand_id)))
    for hand_id in range(1, 22):
        assert not any(one.taken_back for one in moments(await read(past, in_group(cast), hand_id)))


def by_computers_unaided(start: HandStart) -> Played:
    return play_hand(start, computer_act, check=None)


@pytest.mark.parametrize("game", GAMES)
async def test_the_stored_card_tells_every_mistake(past: Database, cast: Cast, game: str) -> None:
    place = in_group(cast)
    for hand_id in await played(past, cast, game, by_people_who_err):
        hand = await read(past, place, hand_id)
        text = plain((await past.read(card_page, place, hand_id)).text)
        assert text.count("⚖️") == len(mistakes_of(hand))
        for _, clause in mistakes_of(hand):
            assert f"{clause_words(clause, place.say)}（{clause}）" in text


# -- proofs and files


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("play", [by_people_who_err, by_late_winners])
async def test_proofs_of_unaided_hands_hold(past: Database, cast: Cast, game: str, play: Playing) -> None:
    place = in_group(cast)
    for hand_id in await played(past, cast, game, play):
        given = json.loads((await verify.proof(past, place, by_id(hand_id))).file.data)
        assert given["mode"] == "referee"
        assert verify_record(given)[0]
        assert not verify_record(given | {"mode": "assist"})[0]


async def test_exports_say_the_mode_and_how_many_mistakes(past: Database, cast: Cast) -> None:
    place = in_group(cast)
    hands = await played(past, cast, "fuding", by_people_who_err)
    erred: Counter[tuple[str, str]] = Counter()
    for hand_id in hands:
        hand = await read(past, place, hand_id)
        erred.update((str(hand.row.hand_no), str(seat + 1)) for seat, _ in mistakes_of(hand))
    _, file = await past.read_apart(export.csv_file, place)
    rows = list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))
    judged = [row for row in rows if row["mode"] == "referee"]
    assert len(judged) == 4 * len(hands)
    assert {
        (row["hand"], row["seat"]): int(row["mistakes"]) for row in judged if row["mistakes"] != "0"
    } == erred
    assert {(row["mode"], row["mistakes"]) for row in rows if row not in judged} == {("assist", "")}
    _, archive = await past.read_apart(export.json_file, place)
    with zipfile.ZipFile(io.BytesIO(archive.data)) as opened:
        modes = Counter(json.loads(opened.read(name))["mode"] for name in opened.namelist())
    assert modes["referee"] == len(hands)


# -- /stats


async def turn(database: Database, place: Place, data: str) -> Message:
    press = parse(data)
    assert press is not None
    return await page(database, place, press)


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "en"])
async def test_mistakes_are_counted_per_game_and_clause_beside_those_of_the_others(
    past: Database, cast: Cast, language: str
) -> None:
    """Seat 3 is a computer: its mistakes are nobody's."""
    place = in_group(cast, language)
    hands = await played(past, cast, "longgang", by_people_who_err, hands=6, computer=True)
    found = [one for hand_id in hands for one in mistakes_of(await read(past, place, hand_id)) if one[0] < 3]
    own = Counter(clause for seat, clause in found if seat == 0)
    others = Counter(clause for seat, clause in found if seat != 0)
    assert own
    for game in ("longgang", "any"):
        message = await turn(past, place, page_data(cast.people[0], "st", game, "m", 1))
        assert length(plain(message.text)) <= TEXT
        lines = plain(message.text).split("\n")
        mine, theirs = own.total(), others.total()
        assert re.findall(r"\d+(?:\.\d)?", lines[1]) == [str(len(hands))]
        assert re.findall(r"\d+(?:\.\d)?", lines[2]) == [
            *(str(mine), f"{mine / len(hands):.1f}"),
            *(str(theirs), f"{theirs / (2 * len(hands)):.1f}"),
        ]
        assert lines[3:] == [
            plain(
                place.say(
                    "stats.mistake",
                    what=clause_words(clause, place.say),
                    clause=clause,
                    own=own[clause],
                    others=others[clause],
                )
            )
            for clause in sorted(own | others, key=lambda name: (-own[name], -others[name], name))
        ]
    overview = plain((await turn(past, place, page_data(cast.people[0], "st", "longgang", "o", 1))).text)
    assert "\n".join(lines[1:3]) in overview


async def test_in_private_own_mistakes_of_all_groups(past: Database, cast: Cast) -> None:
    place = in_private(cast, at=1)
    hands = await played(past, cast, "fuding", by_people_who_err)
    found = [one for hand_id in hands for one in mistakes_of(await read(past, place, hand_id))]
    text = plain((await turn(past, place, page_data(cast.people[1], "st", "any", "m", 1))).text)
    assert (
        place.say("stats.mistakes", own=sum(seat == 1 for seat, _ in found), rate="?").split("（")[0] in text
    )


async def test_only_games_with_a_referee_have_a_page_of_mistakes(past: Database, cast: Cast) -> None:
    place = in_group(cast)
    label = place.say.button("button.stats.mistakes")
    for game, there in (("any", True), ("fuding", True), ("longgang", True), ("fuzhou", False)):
        message = await turn(past, place, page_data(cast.people[0], "st", game, "o", 1))
        assert (label in [button.text for row in message.keyboard for button in row]) is there
