"""Walls are fair and can be proved: a published vector, uniformity, wrong shuffles caught, any flipped bit found."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from engine.fairness import (
    Entropy,
    ProofError,
    Stream,
    commitment,
    hand_key,
    mixed,
    randomness,
    verify,
)
from engine.games import games

SEED = bytes(range(32))
ENTROPY = Entropy("k3", 57, (3, 5), ("4242424242", "computer", "absent", "777"))
TILES = games()["fuzhou"].tiles.sorted_list()


# -- the published vector, computed here a second time with nothing of ours


def again(seed: bytes, text: str, tiles: list[int]) -> tuple[list[int], list[int]]:
    """The wall and the next three words below 6, 6 and 4, as the README describes them."""
    key = hmac.new(seed, text.encode("utf-8"), hashlib.sha256).digest()
    words: list[int] = []
    blocks = 0

    def below(n: int) -> int:
        nonlocal blocks
        while True:
            if not words:
                block = hmac.new(key, blocks.to_bytes(8, "big"), hashlib.sha256).hexdigest()
                words.extend(int(block[at : at + 8], 16) for at in range(0, 64, 8))
                blocks += 1
            word = words.pop(0)
            if word < (1 << 32) - (1 << 32) % n:
                return word % n

    wall = tiles.copy()
    for top in reversed(range(1, len(wall))):
        at = below(top + 1)
        wall[top], wall[at] = wall[at], wall[top]
    return wall, [below(6) + 1, below(6) + 1, below(4)]


def test_the_published_vector_is_fixed_for_ever() -> None:
    text = "paizhuo-1\nk3\n57\n3 5\n0 4242424242\n1 computer\n2 absent\n3 777\n"
    assert mixed(ENTROPY) == text
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    drawn = randomness(hand_key(SEED, ENTROPY), TILES)
    wall, rest = again(SEED, text, list(TILES))
    assert drawn.wall == tuple(wall)
    assert [*drawn.dice, drawn.seat] == rest
    assert hashlib.sha256(bytes(wall)).hexdigest() == VECTOR


VECTOR = "cea235ee988d928463da9a2d62dcf4bac22af21178cc288e528750fd09f11019"
"""SHA-256 of the wall of this seed and text, a byte a tile, for 144 tiles."""


def test_without_dice_the_text_says_so() -> None:
    assert mixed(replace(ENTROPY, dice=None)).splitlines()[3] == "- -"


@pytest.mark.parametrize("game", sorted(games()))
def test_any_match_can_be_recomputed_without_our_code(game: str) -> None:
    tiles = games()[game].tiles.sorted_list()
    rnd = Random(game)
    for hand in range(150):
        seed = rnd.randbytes(32)
        entropy = Entropy("zz", hand, rnd.choice([None, (2, 6)]), ("1", "computer", "absent", str(hand)))
        wall, rest = again(seed, mixed(entropy), list(tiles))
        drawn = randomness(hand_key(seed, entropy), tiles)
        assert (list(drawn.wall), [*drawn.dice, drawn.seat]) == (wall, rest)
        assert sorted(drawn.wall) == list(tiles)


# -- uniformity


POSITIONS = (0, 1, 47, 71, 134, 135)
WALLS = 20_000
Shuffle = Callable[[bytes], list[int]]


def ours(key: bytes) -> list[int]:
    return list(Stream(key).shuffled(range(136)))


def classic_wrong(key: bytes) -> list[int]:
    """Every place swapped with any place: not all orders are equally likely."""
    stream, order = Stream(key), list(range(136))
    for at in range(136):
        other = stream.below(136)
        order[at], order[other] = order[other], order[at]
    return order


def one_byte_modulo(key: bytes) -> list[int]:
    """One byte modulo n: small numbers come more often."""
    stream, order = Stream(key), list(range(136))
    for last in range(135, 0, -1):
        other = stream.below(256) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def worst(shuffle: Shuffle) -> float:
    """The largest |z| of χ² at six positions over all walls."""
    counts = [[0] * 136 for _ in POSITIONS]
    for number in range(WALLS):
        order = shuffle(hashlib.sha256(number.to_bytes(8, "big")).digest())
        for row, position in zip(counts, POSITIONS, strict=True):
            row[order[position]] += 1
    expected = WALLS / 136
    zs = []
    for row in counts:
        chi2 = sum((count - expected) ** 2 / expected for count in row)
        zs.append((chi2 - 135) / sqrt(2 * 135))
    return max(abs(z) for z in zs)


def test_twenty_thousand_walls_are_uniform_at_six_positions() -> None:
    assert worst(ours) < 4


@pytest.mark.parametrize("shuffle", [classic_wrong, one_byte_modulo])
def test_the_measure_finds_wrong_shuffles(shuffle: Shuffle) -> None:
    assert worst(shuffle) > 20


def test_numbers_below_n_are_drawn_with_rejection() -> None:
    """A word of 2³² − 1 would favour the lowest numbers of n = 3: it is dropped."""
    stream = Stream(bytes(32))
    words = iter([2**32 - 1, 2**32 - 2, 5])
    stream._words = words
    assert stream.below(3) == (2**32 - 2) % 3
    assert stream.below(3) == 2


def test_a_stream_prints_nothing_of_itself() -> None:
    assert repr(Stream(SEED)) == "Stream(…)"
    assert repr(randomness(SEED, TILES)) == "Randomness(144 tiles)"


# -- verify


def test_a_revealed_hand_holds() -> None:
    drawn = randomness(hand_key(SEED, ENTROPY), TILES)
    assert verify(seed=SEED, shown=commitment(SEED), entropy=ENTROPY, tiles=TILES, wall=drawn.wall) == drawn


def test_any_flipped_bit_of_the_seed_is_found() -> None:
    wall = randomness(hand_key(SEED, ENTROPY), TILES).wall
    for bit in range(256):
        flipped = bytearray(SEED)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ProofError, match="fingerprint"):
            verify(seed=bytes(flipped), shown=commitment(SEED), entropy=ENTROPY, tiles=TILES, wall=wall)


def test_any_changed_place_of_the_wall_is_found() -> None:
    wall = randomness(hand_key(SEED, ENTROPY), TILES).wall
    for place in range(len(wall)):
        changed = [*wall[:place], (wall[place] + 1) % 42, *wall[place + 1 :]]
        with pytest.raises(ProofError, match=f"at tile {place + 1}$"):
            verify(seed=SEED, shown=commitment(SEED), entropy=ENTROPY, tiles=TILES, wall=changed)


@pytest.mark.parametrize(
    "entropy",
    [
        replace(ENTROPY, table="k4"),
        replace(ENTROPY, hand_no=58),
        replace(ENTROPY, dice=(5, 3)),
        replace(ENTROPY, dice=None),
        replace(ENTROPY, seats=("4242424243", "computer", "absent", "777")),
        replace(ENTROPY, seats=("4242424242", "absent", "absent", "777")),
        replace(ENTROPY, seats=("4242424242", "computer", "777", "absent")),
    ],
)
def test_any_change_of_what_was_mixed_in_is_found(entropy: Entropy) -> None:
    wall = randomness(hand_key(SEED, ENTROPY), TILES).wall
    with pytest.raises(ProofError, match="the wall differs"):
        verify(seed=SEED, shown=commitment(SEED), entropy=entropy, tiles=TILES, wall=wall)


def test_a_wall_that_is_cut_short_is_found() -> None:
    wall = randomness(hand_key(SEED, ENTROPY), TILES).wall
    for cut in (wall[:-1], (*wall, 0), ()):
        with pytest.raises(ProofError):
            verify(seed=SEED, shown=commitment(SEED), entropy=ENTROPY, tiles=TILES, wall=cut)
