"""A published hand recomputed with nothing but Python's own library, from the description alone (design §7).

Nothing of the engine is used here, so that a fault of it cannot hide in its own check:

* The fingerprint is the SHA-256 of the match's seed.
* Mixed in is the text `paizhuo-1`, table, number of the hand, both dice (`- -` without) and a line a seat.
* The hand's key is HMAC-SHA256(seed, text); its stream HMAC-SHA256(key, number of the block in eight bytes), 0, 1, 2 …,
  read as 32-bit numbers, the highest byte first.
* The tiles lie in the order of the notation, all copies of a kind together. Fisher–Yates from the top; a number that
  would favour some places is passed over.
* The shuffled list is the drawing order: four tiles a seat, dealer first, until one is missing to a full hand or none,
  then one each, then the dealer's last.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]


def _kinds(letter: str, last: int) -> list[str]:
    return [f"{number}{letter}" for number in range(1, last + 1)]


_SUITS = [*_kinds("m", 9), *_kinds("p", 9), *_kinds("s", 9)]
_HONOURS = _kinds("z", 7)
SETS: dict[str, tuple[list[str], list[str], int]] = {
    **dict.fromkeys(("fuzhou", "fuding"), ([*_SUITS, *_HONOURS], _kinds("f", 8), 16)),
    "qingtian": ([*_SUITS, *_HONOURS], _kinds("f", 8), 13),
    "longgang": ([*_SUITS, *(kind for kind in _HONOURS if kind != "5z")], _kinds("f", 4), 16),
    **dict.fromkeys(("yantai", "jiangxi_fuzhou"), ([*_SUITS, *_HONOURS], [], 13)),
    "guiyang": (_SUITS, [], 13),
}
"""Of each game: what there is four times, what once, and how many tiles a hand has."""


def tiles_of(game: str) -> list[str]:
    """The list that is shuffled."""
    four, one, _ = SETS[game]
    return [kind for kind in four for _ in range(4)] + one


def text_of(entropy: Json) -> str:
    """What is mixed in, as a text."""
    dice = " ".join(map(str, entropy["dice"])) if entropy["dice"] else "- -"
    seats = "".join(f"{seat} {word}\n" for seat, word in enumerate(entropy["seats"]))
    return f"paizhuo-1\n{entropy['table']}\n{entropy['hand_no']}\n{dice}\n{seats}"


class Numbers:
    """The stream of one hand."""

    def __init__(self, seed: bytes, text: str) -> None:
        self._words = self._stream(hmac.digest(seed, text.encode(), "sha256"))

    @staticmethod
    def _stream(key: bytes) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    def below(self, n: int) -> int:
        """A number from 0 to n − 1."""
        while True:
            word = next(self._words)
            if word < 2**32 // n * n:
                return word % n


def shuffled(numbers: Numbers, tiles: Sequence[str]) -> list[str]:
    """The drawing order."""
    wall = list(tiles)
    for top in range(len(wall) - 1, 0, -1):
        at = numbers.below(top + 1)
        wall[top], wall[at] = wall[at], wall[top]
    return wall


def dealt(wall: Sequence[str], size: int, dealer: int) -> list[list[str]]:
    """The hands by seat, as they come from the front of the wall."""
    hands: list[list[str]] = [[], [], [], []]
    rest = iter(wall)
    for block in [4] * (size // 4) + [1] * (size % 4):
        for step in range(4):
            hands[(dealer + step) % 4] += [next(rest) for _ in range(block)]
    hands[dealer].append(next(rest))
    return hands


def faults(record: Json) -> list[str]:
    """What of an exported record does not hold."""
    seed, game = bytes.fromhex(record["seed"]), record["game"]
    found = [] if hashlib.sha256(seed).hexdigest() == record["commitment"] else ["fingerprint"]
    wall = shuffled(Numbers(seed, text_of(record["entropy"])), tiles_of(game))
    hands = dealt(wall, SETS[game][2], record["match"]["dealer"])
    if [sorted(hand) for hand in hands] != [sorted(hand) for hand in record["dealt"]]:
        found.append("hands")
    return found
