"""Hands for scripted positions, filled up with suit tiles that go badly together."""

from collections.abc import Sequence

from engine.tiles import SUIT_TILES, TEXT, Kind, parse_tiles


def dull(hands: Sequence[str], keep: str = "", size: int = 13) -> list[str]:
    """The four hands, seat 0 dealing, each with dull tiles before what is given; none of `keep` is used.

    No dull tile pairs up or stands beside another tile of its hand while such tiles are left.
    """
    given = [parse_tiles(hand) for hand in (*hands, *[""] * 4)[:4]]
    left = [4] * len(TEXT)
    for tile in (*(tile for hand in given for tile in hand), *parse_tiles(keep)):
        left[tile] -= 1
    filled = []
    for seat, text in enumerate((*hands, *[""] * 4)[:4]):
        hand = list(given[seat])
        added = []
        while len(hand) < size + (seat == 0):
            tile = min((kind for kind in SUIT_TILES if left[kind]), key=lambda kind: _fit(kind, hand, left))
            left[tile] -= 1
            hand.append(tile)
            added.append(TEXT[tile])
        filled.append("".join(added) + text)
    return filled


def _fit(kind: Kind, hand: Sequence[Kind], left: Sequence[int]) -> tuple[int, int, int]:
    """How well a tile goes with a hand: equal tiles and tiles next to it, then how few are left elsewhere."""
    near = sum(abs(tile - kind) == 1 and tile // 9 == kind // 9 for tile in hand)
    two_off = sum(abs(tile - kind) == 2 and tile // 9 == kind // 9 for tile in hand)
    return 3 * hand.count(kind) + 2 * near + two_off, -left[kind], kind
