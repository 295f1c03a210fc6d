"""开门: whose wall the dice break, and where. Seats are counted from the dealer, who is 1."""

import pytest

from engine.games import find_game, games

DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.parametrize(
    ("game", "options", "dealer", "dice", "broken"),
    [
        ("fuzhou", {}, 1, (3, 4), (3, 7)),  # FZ-3.1
        ("fuding", {}, 0, (1, 1), (1, 2)),  # FD-6
        ("guiyang", {}, 2, (6, 6), (1, 12)),  # GY-2.2
        ("qingtian", {}, 3, (2, 3), (3, 5)),  # the dealer's own
        ("yantai", {}, 3, (2, 3), (0, 3)),  # Y-4: who is thrown throws, and his sum counts
        ("yantai", {"break_count": "sum"}, 3, (2, 3), (0, 5)),
        ("jiangxi_fuzhou", {}, 2, (2, 3), (2, 5)),  # JX-3.1 A
        ("jiangxi_fuzhou", {"opening": "B"}, 2, (2, 3), (3, 3)),  # B
        ("longgang", {}, 0, (2, 3), None),  # LG-6: it takes two throws of two dice
    ],
)
def test_the_dice_break_a_wall(
    game: str,
    options: dict[str, str],
    dealer: int,
    dice: tuple[int, int],
    broken: tuple[int, int] | None,
) -> None:
    known = find_game(game)
    assert known.broken_at(known.options.from_json(options), dealer, dice) == broken


@pytest.mark.parametrize("name", sorted(games()))
def test_no_wall_is_too_short(name: str) -> None:
    """What is left never reaches beyond the shortest wall: 13 stacks in 贵阳, 17 or 18 elsewhere."""
    game = games()[name]
    stacks = len(game.tiles.sorted_list()) // 8
    found = [game.broken_at(game.options(), dealer, dice) for dealer in range(4) for dice in DICE]
    assert all(broken is None or (0 <= broken[0] < 4 and 1 <= broken[1] < stacks) for broken in found)
