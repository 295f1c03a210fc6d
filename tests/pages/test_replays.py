"""Replays: every moment of a hand, and in each view no tile more than it may hold."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.games import find_game
from engine.tiles import TEXT
from engine.views import PublicView, public_view
from handlers.callback_data import Link, parse_payload
from handlers.pages.history import card_page, scene_of, view_of
from handlers.pages.page import NotShown, Place, by_id
from handlers.pages.replays import OPEN, PUBLIC, VIEWS, happened, replay_page, seen
from handlers.pages.stored import Moment, StoredHand, load_hand, moments
from handlers.show.chances import shown_waits
from handlers.show.markup import plain
from handlers.show.outcome import waits_line
from handlers.show.pictured import Drawn
from handlers.show.specs import BoardPicture, CardPicture
from playground.entities import parse_html
from storage import Database
from storage.journal import finished_hands
from tests.pages.archive import AT, GROUP, HOUR, RUNNING, Cast, write_match
from tests.pages.conftest import in_group, in_private

HANDS = tuple(range(1, 22))
"""The hands of the seven matches that are over."""
NAMES = ("A", "B", "C", "D")


async def read(database: Database, place: Place, hand_id: int) -> StoredHand:
    return await database.read(load_hand, place, by_id(hand_id))


def opened(public: PublicView) -> list[int]:
    return [seat for seat, shown in enumerate(public.seats) if shown.hand is not None]


async def test_moments_lead_from_the_deal_to_the_end_and_tell_everything_once(
    past: Database, cast: Cast
) -> None:
    for hand_id in HANDS:
        hand = await read(past, in_group(cast), hand_id)
        found = moments(hand)
        assert not found[0].state.over
        assert found[-1].state.over
        told = [event for moment in found[1:] for event in moment.events]
        assert told == [event for _, _, events in hand.lines for event in events]
        assert all(m.state.shown != n.state.shown or n.state.over for m, n in pairwise(found))


async def test_claims_are_where_somebody_took_a_tile(past: Database, cast: Cast) -> None:
    for hand_id in HANDS:
        for moment in moments(await read(past, in_group(cast), hand_id)):
            names = {event.name for event in moment.events}
            assert moment.claim == bool(
                names & {"chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "win", "judged"}
            )


async def test_a_view_opens_its_own_hand_and_no_other(past: Database, cast: Cast) -> None:
    """But those that lay open for everybody."""
    for hand_id in HANDS:
        for moment in moments(await read(past, in_group(cast), hand_id))[:-1]:
            for_all = set(opened(public_view(moment.state)))
            assert set(opened(seen(moment.state, PUBLIC, "all"))) == for_all
            assert set(opened(seen(moment.state, OPEN, "all"))) == {0, 1, 2, 3}
            for seat in range(4):
                view = seen(moment.state, str(seat), "all")
                assert set(opened(view)) == for_all | {seat}
                assert view.seats[seat].hand == moment.state.seats[seat].hand


def drawn_by(moment: Moment) -> dict[int, set[str]]:
    """Which tiles each seat drew on the way to this moment."""
    found: dict[int, set[str]] = {}
    for event in moment.events:
        if event.name == "draw":
            found.setdefault(event.seat, set()).update(TEXT[tile] for tile in event.tiles)
    return found


async def test_draws_are_told_to_those_who_may_know_them(past: Database, cast: Cast) -> None:
    say = in_group(cast).say
    drew = re.compile("([A-D]) 摸")
    for hand_id in HANDS[:9]:
        for moment in moments(await read(past, in_group(cast), hand_id))[1:]:
            seats = {NAMES[seat] for seat in drawn_by(moment)}
            assert not drew.findall(happened(moment, PUBLIC, NAMES, say))
            assert set(drew.findall(happened(moment, OPEN, NAMES, say))) == seats
            for seat in range(4):
                told = set(drew.findall(happened(moment, str(seat), NAMES, say)))
                assert told == seats & {NAMES[seat]}


async def test_the_picture_shows_what_the_words_do(past: Database, cast: Cast) -> None:
    place = in_group(cast)
    for view in VIEWS:
        message = await replay_page(past, place, by_id(4), 5, view)
        assert isinstance(message.picture, Drawn)
        assert isinstance(message.picture.spec, BoardPicture)
        shown = [seat for seat, band in enumerate(message.picture.spec.bands) if band.hand]
        assert shown == {OPEN: [0, 1, 2, 3], PUBLIC: []}.get(view, [int(view)] if view.isdigit() else [])
    last = await replay_page(past, place, by_id(4), 999, OPEN)
    assert isinstance(last.picture, Drawn)
    assert isinstance(last.picture.spec, CardPicture)


async def test_under_a_picture_the_table_in_words_is_folded(past: Database, cast: Cast) -> None:
    place = in_group(cast)
    message = await replay_page(past, place, by_id(4), 5, OPEN)
    read, entities = parse_html(message.text)
    (quote,) = [entity for entity in entities if entity["type"] == "expandable_blockquote"]
    outside = read[: quote["offset"]] + read[quote["offset"] + quote["length"] :]
    assert len(outside.strip().split("\n")) <= 10
    assert read.rstrip().split("\n")[-1].startswith(("🔗 发给别的群用 ", "🔗 For other chats: "))


async def test_who_wants_no_pictures_gets_none_in_private(past: Database, cast: Cast) -> None:
    place = in_private(cast)
    assert place.person is not None
    assert (await replay_page(past, place, by_id(4), 5, OPEN)).picture is not None
    plain = replace(place, person=replace(place.person, settings={"view": "text"}))
    assert (await replay_page(past, plain, by_id(4), 5, OPEN)).picture is None


async def test_a_running_match_is_replayed_as_the_group_saw_it(past: Database, cast: Cast) -> None:
    rows = await past.read(lambda c: c.rows("SELECT hand_id FROM hand_score JOIN hand USING (table_id, hand_no)"
                                            " WHERE table_id = ? ORDER BY hand_no", (RUNNING,)))  # fmt: skip
    hand_id = rows[0][0]
    hand = await read(past, in_group(cast), hand_id)
    last = len(moments(hand)) - 1
    for view in VIEWS:
        for step in (0, 1, 2, last - 1):
            message = await replay_page(past, in_group(cast), by_id(hand_id), step, view)
            assert isinstance(message.picture, Drawn)
            assert isinstance(message.picture.spec, BoardPicture)
            assert not any(band.hand for band in message.picture.spec.bands)
            assert "摸" not in message.text


def changed(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql)
        connection.commit()


async def test_a_hand_of_other_rules_is_told_from_its_journal(path: Path, cast: Cast) -> None:
    """While its match runs such a hand is not shown at all: nothing could tell what to hide."""
    place = in_group(cast)
    changed(path, "UPDATE hand SET rules_version = 99 WHERE hand_id = 1")
    database = await Database.open(path)
    try:
        first = await replay_page(database, place, by_id(1), 0, OPEN)
        assert first.picture is None
        assert "旧规则" in first.text
        last = await replay_page(database, place, by_id(1), 99, OPEN)
        assert "胡" in last.text
        assert "▶️" in str([button.text for row in first.keyboard for button in row])
        await database.write(lambda c: c.execute("UPDATE tables SET state = 'playing' WHERE table_id = 1"))
        with pytest.raises(NotShown, match=r"^refuse\.hand_running$"):
            await replay_page(database, place, by_id(1), 0, OPEN)
    finally:
        await database.close()


async def test_a_code_to_share_is_a_link_that_leads_to_the_hand(past: Database, cast: Cast) -> None:
    message = await replay_page(past, in_group(cast), by_id(12), 0, OPEN)
    address = re.search(r'<a href="https://t\.me/paizhuo_bot\?start=(\w+)">c</a>', message.text)
    assert address is not None
    assert parse_payload(address[1]) == Link("replay", 12)


async def test_a_journal_that_does_not_fold_is_told_from_itself(path: Path, cast: Cast) -> None:
    changed(path, "UPDATE action SET act = 'd:9f' WHERE table_id = 1 AND hand_no = 1 AND seq = 0")
    database = await Database.open(path)
    try:
        assert "旧规则" in (await replay_page(database, in_group(cast), by_id(1), 0, OPEN)).text
    finally:
        await database.close()


async def test_a_card_is_the_same_from_the_record_as_from_the_fold(past: Database, cast: Cast) -> None:
    """What a case keeps is enough: winners, payments, hands."""
    for hand_id in HANDS:
        hand = await read(past, in_group(cast), hand_id)
        stored = view_of(hand.table, hand.row)
        folded = public_view(moments(hand)[-1].state)
        assert stored.settlement == folded.settlement
        assert stored.result is not None
        assert folded.result is not None
        assert stored.result.to_json() == folded.result.to_json()
        winners = {win.seat for win in stored.result.wins}
        for seat in set(range(4)) - winners:  # a winner's last tile stands apart in the record
            assert sorted(stored.seats[seat].hand or ()) == sorted(folded.seats[seat].hand or ())
        assert [seat.melds for seat in stored.seats] == [seat.melds for seat in folded.seats]
        assert find_game(hand.table.game) is stored.game


async def test_a_hand_whose_case_cannot_be_read_still_has_a_card(path: Path, cast: Cast) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (text,) = connection.execute("SELECT result FROM hand WHERE hand_id = 2").fetchone()
        result = json.loads(text) | {"a_field_of_older_rules": 1}
        connection.execute("UPDATE hand SET result = ? WHERE hand_id = 2", (json.dumps(result),))
        connection.commit()
    database = await Database.open(path)
    try:
        message = await database.read(card_page, in_group(cast), 2)
    finally:
        await database.close()
    assert message.text.startswith("#2 ")


async def test_a_stored_card_tells_the_waits_of_those_whom_the_last_tiles_were_dealt_to(
    path: Path, cast: Cast
) -> None:
    """分张: which tile came last is in the journal."""
    database = await Database.open(path)
    found = 0
    try:
        game = find_game("fuding")
        table_id = await database.write(
            lambda c: write_match(c, GROUP, game, cast.people, hands=8, name="last tiles", at=AT + 40 * HOUR)
        )
        for row in await database.read(finished_hands, table_id):
            hand = await read(database, in_group(cast), row.hand_id)
            end = public_view(moments(hand)[-1].state)
            found += sum(shown.drawn is not None for shown in end.seats)
            scene = scene_of(in_group(cast), hand.table, hand.row, hand.seats)
            told = plain(waits_line(end, scene, shown_waits(end)))
            assert told in plain((await database.read(card_page, in_group(cast), row.hand_id)).text)
    finally:
        await database.close()
    assert found
