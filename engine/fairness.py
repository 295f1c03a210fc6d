"""Fair by proof: commitment, mixing, stream, shuffle, and their check. Needs nothing but Python.

A match has one seed of 32 bytes, whose SHA-256 is shown before dice and Ready presses exist. Each hand's key is
HMAC-SHA256(seed, text of `mixed`); walls come from the key's stream.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

SEED_BYTES = 32
_EIGHT_WORDS = struct.Struct(">8I")
FORMAT = "paizhuo-1"


@dataclass(frozen=True, slots=True)
class Entropy:
    """What is mixed into one hand beside the seed: names of table and hand, dice, and one line a seat.

    `seats` are callback query ids of Ready presses, or words where there is none (see `is_press`).
    """

    table: str
    hand_no: int
    dice: tuple[int, int] | None
    seats: tuple[str, str, str, str]


NO_PRESSES = frozenset({"computer", "absent", "early", "rematch", "pressed"})


def is_press(word: str) -> bool:
    """Whether a seat's line is the id that Telegram gave a Ready press.

    Else it tells why there is none: `computer`, `absent`, `early` (ready before the fingerprint was known to stand),
    `rematch` (who asked for one), `u` with an update id (`/deal`, typed).
    """
    return word not in NO_PRESSES and not word.startswith("u")


def commitment(seed: bytes) -> str:
    """What is shown before anything else: the seed's SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def mixed(entropy: Entropy) -> str:
    """The text that is mixed in, fixed for ever."""
    dice = "- -" if entropy.dice is None else f"{entropy.dice[0]} {entropy.dice[1]}"
    lines = [FORMAT, entropy.table, str(entropy.hand_no), dice]
    lines += [f"{seat} {word}" for seat, word in enumerate(entropy.seats)]
    return "\n".join(lines) + "\n"


def hand_key(seed: bytes, entropy: Entropy) -> bytes:
    """The key of one hand."""
    return hmac.new(seed, mixed(entropy).encode(), hashlib.sha256).digest()


@lru_cache(maxsize=1024)
def limit_of(n: int) -> int:
    """The words below this number give every number 0…n−1 equally often."""
    return 2**32 - 2**32 % n


class Stream:
    """The key's random numbers: HMAC-SHA256(key, block number in 8 bytes), read as 32-bit words, big-endian."""

    __slots__ = ("_words",)

    def __init__(self, key: bytes) -> None:
        self._words = _words(key)

    def below(self, n: int) -> int:
        """A number 0…n−1, every one equally likely: words from 2³² − 2³² mod n on are dropped."""
        limit = limit_of(n)
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % n

    def shuffled(self, tiles: Sequence[int]) -> tuple[int, ...]:
        """Fisher–Yates from the top."""
        order, words = list(tiles), self._words
        for last in range(len(order) - 1, 0, -1):
            word = next(words)
            while word >= limit_of(last + 1):
                word = next(words)
            other = word % (last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def __repr__(self) -> str:
        return "Stream(…)"


def _words(key: bytes) -> Iterator[int]:
    # HMAC by its two halves: the module's own object copies itself slowly, and a stream needs many blocks
    padded = (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
    number = 0
    while True:
        block, whole = inner.copy(), outer.copy()
        block.update(number.to_bytes(8, "big"))
        whole.update(block.digest())
        yield from _EIGHT_WORDS.unpack(whole.digest())
        number += 1


@dataclass(frozen=True, slots=True)
class Randomness:
    """All that chance decides in a hand, drawn from its key in this order: wall, two dice, one seat."""

    wall: tuple[int, ...]
    dice: tuple[int, int]
    seat: int
    """Read by games whose first dealer is random, in the first hand of a match."""

    def __repr__(self) -> str:
        return f"Randomness({len(self.wall)} tiles)"


def randomness(key: bytes, tiles: Sequence[int]) -> Randomness:
    """The shuffled list, which is the drawing order, and what follows it in the stream."""
    stream = Stream(key)
    wall = stream.shuffled(tiles)
    return Randomness(wall, (stream.below(6) + 1, stream.below(6) + 1), stream.below(4))


class ProofError(ValueError):
    """A published shuffle that does not hold; the message says which part."""


def verify(
    *, seed: bytes, shown: str, entropy: Entropy, tiles: Sequence[int], wall: Sequence[int]
) -> Randomness:
    """Recompute a revealed hand; raises ProofError when commitment or wall differ from what was played."""
    if commitment(seed) != shown:
        raise ProofError("the seed does not fit the fingerprint shown before the match")
    drawn = randomness(hand_key(seed, entropy), tiles)
    if drawn.wall != tuple(wall):
        at = next((i for i, pair in enumerate(zip(drawn.wall, wall, strict=False)) if pair[0] != pair[1]), 0)
        raise ProofError(f"the wall differs from the recomputed one at tile {at + 1}")
    return drawn
