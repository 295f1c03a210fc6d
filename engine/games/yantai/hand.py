"""A Yantai hand with its winning tile, and the ways to see it as a win (Y-9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.fans import is_258, standard_readings
from engine.games.yantai.options import YantaiOptions
from engine.melds import Meld
from engine.readings import Reading
from engine.shapes import SEVEN_PAIRS, THIRTEEN_ORPHANS, closed_waits
from engine.tiles import PLAYING_KINDS, Kind
from engine.winning import is_win, pack_tiles, waits


@dataclass(frozen=True, slots=True)
class Hand:
    """A complete hand: `concealed` holds the winning tile. A way it may not win at this table is left out."""

    table: YantaiOptions
    concealed: tuple[Kind, ...]
    melds: tuple[Meld, ...]
    readings: tuple[Reading, ...]
    seven_pairs: bool
    orphans: bool

    @property
    def wins(self) -> bool:
        """和: some way to see the hand wins (Y-9.1 to Y-9.4)."""
        return bool(self.readings) or self.seven_pairs or self.orphans


def complete_hand(table: YantaiOptions, concealed: Sequence[Kind], melds: Sequence[Meld]) -> Hand:
    """The hand with its winning tile among `concealed`, seen in every way that wins at this table."""
    keys = pack_tiles(concealed)
    return Hand(
        table=table,
        concealed=tuple(concealed),
        melds=tuple(melds),
        readings=tuple(
            reading
            for reading in standard_readings(concealed)
            if not table.pair258 or is_258(reading.pair.tile)
        ),
        seven_pairs=not melds
        and SEVEN_PAIRS.is_win(keys)
        and (not table.pair258 or any(is_258(tile) for tile in concealed)),
        orphans=not melds and THIRTEEN_ORPHANS.is_win(keys) and not table.pair258,
    )


def completes(table: YantaiOptions, concealed: Sequence[Kind], melds: Sequence[Meld]) -> bool:
    """Whether the hand, winning tile included, is a win; readings are asked for only under `pair258`."""
    keys = pack_tiles(concealed)
    if not (is_win(keys) or SEVEN_PAIRS.is_win(keys) or THIRTEEN_ORPHANS.is_win(keys)):
        return False
    return not table.pair258 or complete_hand(table, concealed, melds).wins


def waiting_for(table: YantaiOptions, concealed: Sequence[Kind], melds: Sequence[Meld]) -> int:
    """听: the mask of kinds that complete a hand one tile short."""
    keys = pack_tiles(concealed)
    mask = waits(keys) | closed_waits((SEVEN_PAIRS, THIRTEEN_ORPHANS), concealed, keys)
    if not table.pair258:
        return mask
    return sum(
        1 << kind
        for kind in range(PLAYING_KINDS)
        if mask >> kind & 1 and completes(table, (*concealed, kind), melds)
    )


def may_win(
    table: YantaiOptions,
    concealed: Sequence[Kind],
    melds: Sequence[Meld],
    tile: Kind,
    *,
    self_drawn: bool,
    robbed: bool = False,
    is_open: bool = False,
) -> bool:
    """Whether a seat may win with `tile`; `concealed` is the hand without it (Y-8.1, Y-9, Y-14.3).

    A claim on the last discard is for the caller to refuse (Y-11.2: there is none).
    """
    if not self_drawn and (table.must_self_draw or is_open):
        return False
    if robbed and not table.rob_kong:
        return False
    return completes(table, (*concealed, tile), melds)
