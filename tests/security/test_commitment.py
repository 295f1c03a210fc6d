"""The seed of a match is fixed, and said to be, before anybody can have wished for another (reliability test 37)."""

from pathlib import Path

from engine.fairness import commitment
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


def said_first(stage: Stage, fingerprint: str) -> int:
    """Which call was the first to tell the group the fingerprint."""
    texts = [str(call.fields).replace(" ", "") for call in stage.world.calls]
    found = [number for number, text in enumerate(texts) if fingerprint in text]
    assert fingerprint
    assert found, "it has not been said"
    return found[0]
