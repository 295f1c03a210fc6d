"""Scripted positions of the games without wilds: hands filled with tiles that go badly together, and their ends."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.prompts import PromptKind
from engine.result import Result, read_case, settle
from engine.state import HandState
from engine.tiles import SUIT_TILES, TEXT, Kind, parse_tiles
from tests.engine.rigged import Rigged, rigged

PLAIN = "45m123p456p789p22s"
"""Waits for 3m and 6m, in four sets and a pair with runs."""
OTHER = "45m234s456s678s55p"
"""Waits for the same."""
PUNGS = "22m333p555p888p99s"
"""Waits for 2m and 9s, all pungs."""
NINE = "666m777m444p111p9s"
"""Waits for 9s, likewise."""
KEEPS = "45m123p456p999s22s"
"""Waits for 3m and 6m, whether its 9s are a triplet or a kong."""
TIED = "33345s123p456p77p"
"""Waits for 3s, 6s and 7p: its 3s are not only a triplet."""
FAR = "8s8p9s9p"
"""Four draws that help none of these."""


@dataclass(frozen=True)
class Deals:
    """Hands of one game, seat 0 dealing; the dealer's last tile is the one dealt last."""

    game: Game

    def deal(
        self, *hands: str, front: str = "", tail: str = "", left: int | None = None, **options: Any
    ) -> Rigged:
        """A hand with these tiles in it and dull ones before them, at its first prompt."""
        filled = dull(hands, front + tail, self.game.hand_size)
        return rigged(self.game, hands=filled, front=front, tail=tail, left=left, options=options)

    def opened(
        self, *hands: str, front: str = "", tail: str = "", left: int | None = None, **options: Any
    ) -> Rigged:
        """The same at the dealer's first turn, nobody having declared."""
        return self.deal(*hands, front=front, tail=tail, left=left, **options).passes()

    def punged(self, *others: str, kept: str = "", drawn: str, tail: str = "") -> Rigged:
        """The dealer has punged seat 1's 3m and thrown 1p; in his next turn he has drawn `drawn`."""
        hand = self.opened(f"33m19p{kept}", "3m", *others, front=FAR + drawn, tail=tail)
        return turn_of(hand.go("0 d:9p, 1 d:3m, 0 p, 0 d:1p"), 0)


def dull(hands: Sequence[str], keep: str, size: int) -> list[str]:
    """The four hands filled up; none of `keep` is used.

    No dull tile pairs up or stands beside another tile of its hand while other suit tiles are left.
    """
    given = [parse_tiles(hand) for hand in (*hands, *[""] * 4)[:4]]
    left = [4] * len(TEXT)
    for tile in (*(tile for hand in given for tile in hand), *parse_tiles(keep)):
        left[tile] -= 1
    filled = []
    for seat, hand in enumerate(given):
        tiles, added = list(hand), ""
        while len(tiles) < size + (seat == 0):
            tile = min(
                (kind for kind in SUIT_TILES if left[kind] > 0), key=lambda kind: _fit(kind, tiles, left)
            )
            left[tile] -= 1
            tiles.append(tile)
            added += TEXT[tile]
        filled.append(added + (hands[seat] if seat < len(hands) else ""))
    return filled


def _fit(kind: Kind, hand: Sequence[Kind], left: Sequence[int]) -> tuple[int, int, int]:
    """How well a tile goes with a hand: equal tiles, tiles near it, then how few are left elsewhere."""
    gaps = [abs(tile - kind) for tile in hand if tile // 9 == kind // 9]
    return 3 * gaps.count(0) + 2 * gaps.count(1) + gaps.count(2), -left[kind], kind


def turn_of(hand: Rigged, seat: int) -> Rigged:
    """The open prompt is closed; everybody throws what he draws and passes, until the seat's turn."""

    def there(state: HandState) -> bool:
        return state.prompt is not None and state.prompt.kind is PromptKind.TURN and state.turn == seat

    return hand.close().drift(there)


def result_of(hand: Rigged) -> Result:
    """The finished hand, which settles as a case as it did live."""
    result = hand.state.result
    assert result is not None
    assert settle(read_case(json.loads(json.dumps(result.to_json())))) == hand.state.settlement
    return result


def winners(hand: Rigged) -> list[int]:
    """The seats that have won."""
    return [win.seat for win in result_of(hand).wins]


def facts(hand: Rigged) -> Mapping[str, Any]:
    """The facts of the finished hand."""
    return result_of(hand).facts


def paid(hand: Rigged, reason: str) -> list[tuple[int, int]]:
    """Receiver and amount of each payment for this reason."""
    assert hand.state.settlement is not None
    moves = hand.state.settlement.transfers
    return [(move.receiver, move.amount) for move in moves if move.reason == reason]


def melds(hand: Rigged, seat: int) -> list[str]:
    """The seat's melds as text."""
    return [str(meld) for meld in hand.state.seats[seat].melds]


def wins(hand: Rigged, seat: int) -> bool:
    """Whether the seat may win now."""
    return "h" in hand.acts(seat)


def some(verb: str, hand: Rigged, seat: int) -> list[str]:
    """What the seat may do of this kind."""
    return [act for act in hand.acts(seat) if act[0] == verb]
