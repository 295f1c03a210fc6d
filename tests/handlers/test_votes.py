"""Votes: one message that counts and goes, ballots that open nothing, seats that are named with who has them."""

from dataclasses import replace
from pathlib import Path

import pytest

from handlers.show.markup import plain
from handlers.show.texts import Texts
from handlers.tables.commands import Press, Tick
from handlers.tables.model import Person, Table
from handlers.tables.pace import VOTE
from handlers.tables.seats import meant
from handlers.tables.work import BALLOT
from tests.end_to_end.driving import coded
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table, seat_of
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import LIN, SOFIA, TOM, WEI, after, dealt, full, lobby

NOW = 1_000


def press(table: Table, who: object, text: str) -> tuple[Table, str]:
    """The table after a press, and what is told."""
    code, _, arg = text.partition(":")
    table, effects = after(table, Press(who, code, arg, query_id="q"), now=NOW)  # type: ignore[arg-type]
    return table, effects.answer.key if effects.answer else ""


def test_a_ballot_counts_in_the_open_vote_alone() -> None:
    table = dealt(lobby())
    for ballot in ("vo:e:y", "vo:e:n", "vo:k2:y", "vo:k2:n"):
        unchanged, told = press(table, SOFIA, ballot)
        assert (unchanged.vote, told) == (None, "refuse.vote_over")
    table, _ = press(table, WEI, "vo:e")
    assert table.vote is not None
    same, told = press(table, SOFIA, "vo:k2:y")
    assert (same.vote, told) == (table.vote, "refuse.vote_over")
    same, told = press(table, SOFIA, "vo:k2")
    assert (same.vote, told) == (table.vote, "refuse.vote_running")
    table, told = press(table, SOFIA, "vo:e:y")
    assert told == "vote.counted"
    assert table.vote is not None
    assert table.vote.agree == {SOFIA.person_id}
    table, _ = after(table, Tick(), now=NOW + VOTE)
    table, told = press(table, LIN, "vo:e:y")
    assert (table.vote, told) == (None, "refuse.vote_over")


def test_nobody_is_put_out_by_a_button_that_named_somebody_else() -> None:
    table = full(lobby())
    seat = table.seat_of(TOM.person_id)
    assert seat is not None
    named = f"{seat}.{TOM.person_id}"
    table, _ = press(table, TOM, "l")
    for button in (f"ki:{named}", f"vo:k{named}"):
        assert press(table, WEI, button)[1] == "refuse.seat_changed"
    table, _ = press(table, WEI, f"b:{seat}")
    for button in (f"ki:{named}", f"vo:k{named}", "ki:4", "ki:", "vo:k", "vo:k9", f"ki:{named}.1", "ki:00"):
        told = press(table, WEI, button)
        assert told[1] == "refuse.seat_changed", button
        assert told[0].chairs == table.chairs
    assert meant(table, f"{seat}.0") == seat
    assert press(table, WEI, f"ki:{seat}.0")[0].chairs[seat] is None


@virtual
async def test_a_vote_is_one_message_that_counts_and_goes(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou dice=off tempo=none hands=4")
        await make_ready(stage, app, players)
        await stage.quiet(seconds=3)
        stage.wei.send(stage.group, "/kick")
        await stage.quiet(seconds=3)
        page = stage.group.last()
        (asks,) = [data for data in coded(page.data, "vo") if ":k3." in data]
        await players[0].press(page, asks)
        await stage.quiet(seconds=3)
        ballot = stage.group.last()
        assert "0/2" in ballot.text
        assert "Tom" in ballot.text
        yes, no = ballot.data
        assert no.endswith(":n")
        await players[1].press(ballot, yes)
        await stage.quiet(seconds=3)
        assert "1/2" in stage.group.message(ballot.id).text
        await players[2].press(ballot, yes)
        await stage.quiet(seconds=3)
        assert only_table(app).chair(3).leaving
        assert ballot.id in {message_id for _, _, message_id in stage.world.removed}
    stage.check()


ADA = Person(9, 109, "Ada", "en", reachable=True)


@pytest.mark.parametrize("button", ["投票散桌", "真的散", ""])
@virtual
async def test_the_question_whether_to_end_goes_when_it_is_answered(
    stage: Stage, path: Path, button: str
) -> None:
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou dice=off tempo=none hands=4")
        for _ in range(2):
            stage.wei.send(stage.group, "/end")
            await stage.quiet(seconds=5)
        (question,) = [message for message in stage.group.from_bot if "真的散" in str(message.labels)]
        if button:
            await stage.press(stage.wei, question, button)
        else:
            await app.hall.submit(only_table(app).table_id, Press(only_table(app).person_at(0) or WEI, "en"))
        await stage.quiet(seconds=5)
        assert question.id in {message_id for _, _, message_id in stage.world.removed}
    stage.check()


def named(table: Table, who: Person) -> str:
    """What a button to vote about somebody names."""
    return f"vo:k{table.seat_of(who.person_id)}.{who.person_id}"


def voted_about_tom() -> Table:
    """Between two hands Sofia wants Tom's seat free, and 林姨 agrees."""
    table = replace(full(lobby()), state="ready", played=1)
    table, _ = press(table, SOFIA, named(table, TOM))
    assert table.vote is not None
    return press(table, LIN, f"vo:{table.vote.goal}:y")[0]


def test_a_vote_ends_with_whom_it_is_about_and_puts_out_nobody_else() -> None:
    table = voted_about_tom()
    assert table.vote is not None
    ballot = f"vo:{table.vote.goal}:y"
    table, effects = after(table, Press(TOM, "l", query_id="l"), now=NOW)
    assert (table.vote, effects.gone) == (None, [BALLOT])
    table, _ = press(table, ADA, "j")
    assert press(table, WEI, ballot)[1] == "refuse.vote_over"
    table, told = press(table, WEI, named(table, ADA))
    assert told == "vote.counted"
    assert table.seat_of(ADA.person_id) is not None
    assert table.vote is not None
    assert (table.vote.person, table.vote.agree) == (ADA.person_id, frozenset())
    for old in (ballot, f"vo:k{table.vote.seat}:y"):
        assert press(table, SOFIA, old)[1] == "refuse.vote_over"


def test_a_vote_ends_with_who_asked_for_it_and_stands_in_nobodys_way() -> None:
    for goes in (SOFIA, TOM):
        table, _ = press(voted_about_tom(), goes, "l")
        assert table.vote is None
        assert press(table, WEI, "vo:e")[0].vote is not None


def test_who_gets_up_in_mid_hand_is_voted_about_no_more() -> None:
    table = dealt(lobby(tempo="none"))
    table, _ = press(table, SOFIA, named(table, TOM))
    assert table.vote is not None
    assert press(table, TOM, "l")[0].vote is None


def test_a_vote_is_decided_by_those_who_are_left() -> None:
    table = voted_about_tom()
    table, effects = after(table, Press(WEI, "l", query_id="l"), now=NOW)
    assert "vote.passed" in [note.key for note in effects.notes]
    assert table.seat_of(TOM.person_id) is None


@pytest.mark.parametrize("in_hand", [False, True])
@virtual
async def test_who_loses_his_seat_is_told_when_it_is_free(stage: Stage, path: Path, *, in_hand: bool) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou dice=off tempo=none")
        if in_hand:
            await make_ready(stage, app, players)
        await stage.quiet()
        stage.wei.send(stage.group, "/kick")
        await stage.quiet()
        question = stage.group.last()
        tom = seat_of(only_table(app), stage.tom.id)
        (button,) = [data for data in question.data if f":ki:{tom}." in data]
        await stage.press(stage.wei, question, button)
        await stage.quiet()
        key = "kick.private_after_hand" if in_hand else "kick.private"
        say = Texts.load().of("en")
        told = plain(say(key, group=say.name(stage.group.chat.title)))
        assert told in [message.text for message in stage.tom.private.from_bot]
        stage.check()
