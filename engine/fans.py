"""What fans of several games ask of a hand. A hand's groups are its melds and the groups of one reading."""

from collections.abc import Iterable, Sequence

from engine.melds import Meld, MeldKind
from engine.readings import GroupKind, Reading, readings
from engine.tiles import Kind, suit
from engine.winning import pack_tiles


def all_tiles(concealed: Iterable[Kind], melds: Iterable[Meld]) -> tuple[Kind, ...]:
    """Every tile of the hand, kongs with four."""
    return (*concealed, *(tile for meld in melds for tile in meld.tiles))


def claimed(melds: Iterable[Meld]) -> list[Meld]:
    """The melds that took another seat's tile: all but concealed kongs."""
    return [meld for meld in melds if meld.is_open]


def suits_in(tiles: Iterable[Kind]) -> frozenset[int]:
    """The suits that occur, 0…2; honours are none."""
    return frozenset(suit(tile) for tile in tiles if suit(tile) < 3)


def has_honours(tiles: Iterable[Kind]) -> bool:
    """Whether a wind or dragon occurs."""
    return any(suit(tile) == 3 for tile in tiles)


def is_full_flush(tiles: Sequence[Kind]) -> bool:
    """清一色: tiles of one suit, no honours."""
    return len(suits_in(tiles)) == 1 and not has_honours(tiles)


def is_half_flush(tiles: Sequence[Kind]) -> bool:
    """混一色: suit tiles of one suit, and at least one honour."""
    return len(suits_in(tiles)) == 1 and has_honours(tiles)


def is_all_honours(tiles: Sequence[Kind]) -> bool:
    """字一色: honours only."""
    return not suits_in(tiles)


def quads(tiles: Sequence[Kind]) -> int:
    """How many kinds stand four times in the row."""
    return sum(tiles.count(kind) == 4 for kind in set(tiles))


def is_258(kind: Kind) -> bool:
    """二五八: a 2, 5 or 8 of a suit."""
    return kind < 27 and kind % 9 in (1, 4, 7)


def standard_readings(concealed: Iterable[Kind]) -> tuple[Reading, ...]:
    """Every way to read the concealed tiles as groups and a pair, without wilds; empty if there is none."""
    return readings(pack_tiles(concealed))


def run_tiles(reading: Reading, melds: Iterable[Meld]) -> list[Kind]:
    """The lowest kinds of all chows, in hand or melded."""
    inside = [group.tile for group in reading.sets if group.kind is GroupKind.RUN]
    return inside + [meld.tile for meld in melds if meld.kind is MeldKind.CHOW]


def set_tiles(reading: Reading, melds: Iterable[Meld]) -> list[Kind]:
    """The kinds of all pungs and kongs, in hand or melded."""
    inside = [group.tile for group in reading.sets if group.kind is GroupKind.SET]
    return inside + [meld.tile for meld in melds if meld.kind is not MeldKind.CHOW]


def is_all_pungs(reading: Reading, melds: Iterable[Meld]) -> bool:
    """碰碰胡: no chow among the groups."""
    return not run_tiles(reading, melds)


def is_straight(reading: Reading, melds: Iterable[Meld]) -> bool:
    """一条龙: 123, 456 and 789 of one suit, each a chow."""
    runs = run_tiles(reading, melds)
    return any({low, low + 3, low + 6} <= set(runs) for low in (0, 9, 18))


def is_pungs_and_pair(concealed: Sequence[Kind]) -> bool:
    """碰碰胡 in hand, without wilds: a pair, and three of every other kind."""
    copies = sorted(concealed.count(kind) for kind in set(concealed))
    return copies[0] == 2 and all(number == 3 for number in copies[1:])
