"""The seed of a match is fixed, and said to be, before anybody can have wished for another (reliability test 37)."""

import secrets
from pathlib import Path
from unittest.mock import Mock, call, patch

from engine.fairness import commitment
from handlers.tables import hall
from storage import Connection
from tests.end_to_end.driving import playing
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.conftest import make_ready


@virtual
async def test_the_fingerprint_is_said_before_ready_dice_and_deal_and_is_that_of_the_seed(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        players = await open_table(stage, "fuzhou hands=4 dice=match")
        table = only_table(app)
        said = said_first(stage, table.commitment)
        assert table.commitment == commitment(table.seed)
        assert table.hand is None
        assert not any(chair and chair.ready for chair in table.chairs)
        assert not [call for call in stage.world.calls if call.method == "sendDice"]
        await make_ready(stage, app, players)
        await stage.quiet()
        dice = [number for number, call in enumerate(stage.world.calls) if call.method == "sendDice"]
        assert said < min(dice)
        assert only_table(app).hand is not None
        assert only_table(app).seed == table.seed
        assert table.seed.hex() not in "".join(str(call.fields) for call in stage.world.calls)
    stage.check()


@virtual
async def test_seed_and_pauses_are_drawn_by_the_systems_own_source_of_chance(
    stage: Stage, path: Path
) -> None:
    """The seed is its 32 bytes as they are; a masked pause is the shortest and what it draws up to the longest."""
    assert hall.secrets is secrets
    seed = bytes(range(100, 132))
    chance = Mock(spec_set=secrets)
    chance.token_bytes.side_effect = lambda number: seed[:number]
    chance.randbelow.side_effect = lambda limit: limit - 1
    async with hosting(stage, path) as app:
        with patch("handlers.tables.hall.secrets", chance):
            players = await open_table(stage, "fuzhou hands=4 dice=off window=masked tempo=slow")
        assert chance.token_bytes.mock_calls == [call(32)]
        assert await app.hall.database.read(Connection.rows, "SELECT seed FROM tables") == [(seed,)]
        await make_ready(stage, app, players)
        chance.randbelow.reset_mock()
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).clock.pause_until > stage.clock.now())
        clock = only_table(app).clock
        assert clock.pause_until - clock.opened_at == 5_000
        assert call(2_501) in chance.randbelow.mock_calls
    stage.check()


def said_first(stage: Stage, fingerprint: str) -> int:
    """Which call was the first to tell the group the fingerprint."""
    texts = [str(call.fields).replace(" ", "") for call in stage.world.calls]
    found = [number for number, text in enumerate(texts) if fingerprint in text]
    assert fingerprint
    assert found, "it has not been said"
    return found[0]
