"""A stage for the bot as its users meet it."""

import pytest

from handlers.app import App
from tests.end_to_end.driving import Player, coded
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> Stage:
    """Parametrized indirectly, a stage whose group is made so."""
    return Stage(**getattr(request, "param", {}))


async def make_ready(stage: Stage, app: App, players: list[Player]) -> None:
    """The opener presses Ready under the lobby, and the first hand is dealt."""
    lobby = stage.group.from_bot[0]
    await players[0].press(lobby, coded(lobby.data, "g")[0])
    await stage.until(lambda: only_table(app).state == "playing")
