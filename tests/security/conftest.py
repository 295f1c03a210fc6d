"""Fixtures of the tests of secrecy, authority and fairness."""

import pytest

from tests.fakes.people import Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()
