"""Before a table ends one is asked, and afterwards told, what becomes of its hands: in whose language it is read."""

from dataclasses import replace
from pathlib import Path

from handlers.show.texts import Texts
from handlers.tables.commands import Press
from handlers.tables.model import Table
from tests.end_to_end.driving import playing
from tests.end_to_end.matches import LONGEST_MATCH, open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready
from tests.handlers.tables import CAST, SOFIA, WEI, after, dealt, full, lobby

TEXTS = Texts.load()
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
TYPED = "fuzhou hands=4 dice=off tempo=quick"


def told(table: Table, *presses: Press) -> list[str]:
    _, effects = after(table, *presses)
    return [note.key for note in effects.notes if note.seat is None]


def test_where_no_hand_was_finished_none_is_said_to_count() -> None:
    end = Press(WEI, "en", query_id="e")
    vote = [Press(SOFIA, "vo", "e", query_id="v"), *(Press(p, "vo", "e", query_id="v") for p in CAST[2:])]
    for table in (full(lobby()), dealt(lobby())):
        assert told(table, end) == ["match.ended_early_unplayed"]
        assert told(table, *vote)[-1] == "match.ended_by_vote_unplayed"
        assert told(replace(table, played=1), end) == ["match.ended_early"]
        assert told(replace(table, played=1), *vote)[-1] == "match.ended_by_vote"


@virtual
async def test_the_question_before_the_end_fits_the_moment(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)

        async def asked() -> str:
            before = len(questions())
            stage.wei.send(stage.group, "/end")
            await stage.until(lambda: len(questions()) > before)
            return questions()[-1]

        def questions() -> list[str]:
            return [message.text for message in stage.group.from_bot if "真的散" in message.text]

        assert await asked() == HANS.plain("match.confirm_end_unplayed")
        await make_ready(stage, app, players)
        assert await asked() == HANS.plain("match.confirm_end")
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "ready", patience=LONGEST_MATCH)
        assert await asked() == HANS.plain("match.confirm_end_between")
    stage.check()


def test_the_answer_to_a_question_of_another_moment_ends_nothing() -> None:
    before, running = full(lobby()), dealt(lobby())
    moments = [before, running, replace(running, state="asleep", before="playing"), replace(before, played=1)]
    assert [table.moment for table in moments] == ["0", "0h", "0h", "1"]
    for asked in moments:
        for table in moments:
            after_it, effects = after(table, Press(WEI, "en", asked.moment, query_id="e"))
            assert effects.answer is not None
            assert (after_it.state == "over") is (asked.moment == table.moment)
            assert effects.answer.accepted is (asked.moment == table.moment)


@virtual
async def test_practice_is_not_said_to_count(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.start()
        stage.wei.send("private", "/new fuzhou tempo=none")
        await stage.quiet(seconds=8)
        stage.wei.send("private", "/end")
        await stage.quiet(seconds=4)
        assert stage.wei.private.last().text == HANS.plain("match.confirm_end_practice")


@virtual
async def test_a_refusal_in_private_is_in_its_readers_language(stage: Stage, path: Path) -> None:
    """The group is Chinese, Sofia is not."""
    async with hosting(stage, path) as app:
        players = await open_table(stage, TYPED)
        await make_ready(stage, app, players)
        stage.sofia.send("private", "/deal")
        refusal = EN.plain("refuse.already_dealt")
        await stage.until(lambda: refusal in [m.text for m in stage.sofia.private.from_bot])
    stage.check()
