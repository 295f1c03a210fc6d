"""What the tests of the playground stand on: a clock that is moved by hand, and a group of four."""

import pytest

from playground.people import Group, Person
from playground.world import World
from tests.fakes.clock import VirtualClock
from tests.fakes.people import Stage


@pytest.fixture
def stage(clock: VirtualClock) -> Stage:
    return Stage(clock, mode="off")


@pytest.fixture
def world(stage: Stage) -> World:
    return stage.world


@pytest.fixture
def group(stage: Stage) -> Group:
    return stage.group


@pytest.fixture
def wei(stage: Stage) -> Person:
    return stage.wei
