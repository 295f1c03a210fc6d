"""Walls are fair and can be proved: a published vector, uniformity, wrong shuffles caught, any flipped bit found."""

import ast
import hashlib
from collections.abc import Callable
from dataclasses import asdict, replace
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from engine.actions import Action
from engine.fairness import (
    Entropy,
    ProofError,
    Stream,
    commitment,
    hand_key,
    is_press,
    mixed,
    randomness,
    verify,
)
from engine.games import games
from engine.hand import apply, begin, legal_actions
from engine.match import MatchState
from engine.record import dealt_hands
from engine.state import HandStart
from engine.tiles import TEXT
from tests.engine import recomputed

SEED = bytes(range(32))
ENTROPY = Entropy("k3", 57, (3, 5), ("4242424242", "computer", "absent", "777"))
TILES = games()["fuzhou"].tiles.sorted_list()


# -- computed a second time with nothing of ours (`recomputed`)


def test_the_other_computation_uses_nothing_of_ours() -> None:
    module = ast.parse(Path(recomputed.__file__).read_text(encoding="utf-8"))
    used = {
        name
        for node in ast.walk(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        )
    }
    assert used == {"hashlib", "hmac", "collections.abc", "typing"}


def again(seed: bytes, entropy: Entropy, game: str) -> tuple[list[str], list[int]]:
    """The wall, both dice and the seat as the other computation has them."""
    given = {**asdict(entropy), "dice": entropy.dice and list(entropy.dice)}
    numbers = recomputed.Numbers(seed, recomputed.text_of(given))
    wall = recomputed.shuffled(numbers, recomputed.tiles_of(game))
    return wall, [numbers.below(6) + 1, numbers.below(6) + 1, numbers.below(4)]


def test_only_what_telegram_named_a_ready_press_is_one() -> None:
    words = ("4242424242", "computer", "absent", "early", "rematch", "pressed", "u71193")
    assert [word for word in words if is_press(word)] == ["4242424242"]


def test_the_published_vector_is_fixed_for_ever() -> None:
    text = "paizhuo-1\nk3\n57\n3 5\n0 4242424242\n1 computer\n2 absent\n3 777\n"
    assert mixed(ENTROPY) == text
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    drawn = randomness(hand_key(SEED, ENTROPY), TILES)
    wall, rest = again(SEED, ENTROPY, "fuzhou")
    assert [TEXT[tile] for tile in drawn.wall] == wall
    assert [*drawn.dice, drawn.seat] == rest
    assert hashlib.sha256(bytes(drawn.wall)).hexdigest() == VECTOR


VECTOR = "cea235ee988d928463da9a2d62dcf4bac22af21178cc288e528750fd09f11019"
"""SHA-256 of the wall of this seed and text, a byte a tile, for 144 tiles."""


def test_without_dice_the_text_says_so() -> None:
    assert mixed(replace(ENTROPY, dice=None)).splitlines()[3] == "- -"


@pytest.mark.parametrize("game", sorted(games()))
def test_any_deal_can_be_recomputed_without_our_code(game: str) -> None:
    """1,050 deals: the wall, what is drawn after it, and the tiles that each seat is dealt."""
    chance, known = Random(game), games()[game]
    size = recomputed.SETS[game][2]
    for hand in range(150):
        seed, dealer = chance.randbytes(32), chance.randrange(4)
        words = [chance.choice(["computer", "absent", str(chance.getrandbits(63))]) for _ in range(4)]
        dice = chance.choice([None, (chance.randint(1, 6), chance.randint(1, 6))])
        entropy = Entropy(str(chance.randrange(10_000)), hand, dice, (words[0], words[1], words[2], words[3]))
        wall, rest = again(seed, entropy, game)
        key = hand_key(seed, entropy)
        drawn = randomness(key, known.tiles.sorted_list())
        assert ([TEXT[tile] for tile in drawn.wall], [*drawn.dice, drawn.seat]) == (wall, rest)
        start = HandStart(known, known.options(), MatchState(dealer), key, dice)
        hands = [sorted(TEXT[tile] for tile in tiles) for tiles in dealt_by_us(start)]
        assert hands == [sorted(tiles) for tiles in recomputed.dealt(wall, size, dealer)]


def dealt_by_us(start: HandStart) -> tuple[tuple[int, ...], ...]:
    """The hands as the engine deals them, before or after its first question."""
    state, events = begin(start)
    while not any(event.name == "deal" for event in events):
        assert state.prompt is not None
        seat = state.prompt.missing[0]
        state, events = apply(state, Action(seat, legal_actions(state, seat)[0]))
    return dealt_hands(events)


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


@pytest.mark.slow
def test_twenty_thousand_walls_are_uniform_at_six_positions() -> None:
    assert worst(ours) < 4


@pytest.mark.slow
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


def test_a_shuffle_drops_such_words_too() -> None:
    """Before each word that counts come the lowest two of those that would favour some places, where n has any."""
    chance, words = Random(1), []
    for n in range(len(TILES), 1, -1):
        limit = 2**32 // n * n
        words += [*range(limit, 2**32)[:2], chance.randrange(limit)]
    ours, theirs = Stream(SEED), recomputed.Numbers(SEED, "")
    ours._words, theirs._words = iter(words), iter(words)
    shuffled = [TEXT[tile] for tile in ours.shuffled(TILES)]
    assert shuffled == recomputed.shuffled(theirs, recomputed.tiles_of("fuzhou"))
    assert list(ours._words) == list(theirs._words) == []


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
