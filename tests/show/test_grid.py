"""The grid that a picture and its keyboard share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.show.grid import ROW, WIDE_ROW, grid

TELEGRAM_ROW = 8


@pytest.mark.parametrize(
    ("n", "rows"),
    [
        (0, ()),
        (1, (1,)),
        (7, (7,)),
        (8, (4, 4)),
        (13, (7, 6)),
        (14, (7, 7)),
        (16, (6, 5, 5)),
        (17, (6, 6, 5)),
    ],
)
def test_the_rows_are_those_of_the_artwork_rule(n: int, rows: tuple[int, ...]) -> None:
    assert grid(n) == rows


@given(n=st.integers(0, 42), wide=st.booleans())
def test_every_tile_has_a_place_and_rows_are_as_equal_as_can_be(n: int, wide: bool) -> None:
    rows = grid(n, wide)
    assert sum(rows) == n
    assert list(rows) == sorted(rows, reverse=True)
    assert not rows or rows[0] - rows[-1] <= 1
    assert all(0 < row <= (WIDE_ROW if wide else ROW) for row in rows)


@given(n=st.integers(1, 42), wide=st.booleans())
def test_no_row_more_than_needed(n: int, wide: bool) -> None:
    assert (len(grid(n, wide)) - 1) * (WIDE_ROW if wide else ROW) < n


def test_no_row_is_wider_than_telegram_allows() -> None:
    assert all(row <= TELEGRAM_ROW for n in range(43) for row in grid(n))


def test_words_stand_four_in_a_row_at_most() -> None:
    assert grid(17, wide=True) == (4, 4, 3, 3, 3)


def test_a_negative_number_of_tiles_is_refused() -> None:
    with pytest.raises(ValueError, match="no grid for -1 tiles"):
        grid(-1)
