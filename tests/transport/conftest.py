"""What the tests of the transport stand on: a strict world on virtual time, and an outbox in front of it."""

import pytest

from playground.people import Group
from playground.world import World
from tests.fakes.people import Stage


@pytest.fixture
def world(stage: Stage) -> World:
    return stage.world


@pytest.fixture
def group(stage: Stage) -> Group:
    return stage.group


@pytest.fixture(autouse=True)
def no_unexpected_log() -> None:
    """Here faults are the subject, and what the log says of them is asserted where it matters."""
