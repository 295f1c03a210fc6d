"""鸡 (section 8): what each chicken is worth in a hand, who collects and who pays."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.guiyang.facts import Facts, First
from engine.games.guiyang.options import GuiyangOptions
from engine.result import SeatResult
from engine.tiles import Kind, parse_tile, rank

YAOJI = parse_tile("1s")
"""幺鸡: the fixed chicken"""
WUGU = parse_tile("8p")
"""乌骨鸡: the black chicken"""
CHARGE = 3


@dataclass(frozen=True, slots=True)
class Fixed:
    """A chicken of every hand: how much everything about it weighs, and the first of its kind discarded."""

    kind: Kind
    weight: int
    first: First | None


def fixed_chickens(options: GuiyangOptions, facts: Facts) -> tuple[Fixed, ...]:
    """GY-8.1: the 1s; with `wugu_ji` the 8p too, of double weight."""
    chickens = [Fixed(YAOJI, 1, facts.first_chicken)]
    if options.wugu_ji == "on":
        chickens.append(Fixed(WUGU, 2, facts.first_wugu))
    return tuple(chickens)


def flipped(turned: Kind | None) -> Kind | None:
    """翻鸡 (GY-8.2): the tile that follows the turned one in its suit, 1 after 9; None if none was turned."""
    if turned is None:
        return None
    return turned - 8 if rank(turned) == 9 else turned + 1


def worth(tile: Kind, fixed: Iterable[Fixed], turned: Kind | None) -> int:
    """What one such tile counts; golden (金鸡, GY-8.3) if it is fixed and flipped at once."""
    weight = next((chicken.weight for chicken in fixed if chicken.kind == tile), 0)
    return weight + (weight or 1) * (tile == flipped(turned))


def charging(seat: int, fixed: Iterable[Fixed], turned: Kind | None) -> int:
    """冲锋鸡 (GY-8.4): what the seat's first unclaimed chicken counts beyond its normal worth."""
    charged = [
        chicken.kind
        for chicken in fixed
        if chicken.first is not None and chicken.first.seat == seat and chicken.first.claimed_by is None
    ]
    return sum((CHARGE - 1) * worth(kind, fixed, turned) for kind in charged)


def collected(
    seat: int, held: SeatResult, won: Kind | None, fixed: tuple[Fixed, ...], turned: Kind | None
) -> int:
    """GY-8.6: what a ready seat collects from each other one; `won` is a winner's tile."""
    tiles = [*held.tiles(), *([] if won is None else [won])]
    kinds = {*(chicken.kind for chicken in fixed), flipped(turned)}
    worths = sum(tiles.count(kind) * worth(kind, fixed, turned) for kind in kinds if kind is not None)
    return worths + charging(seat, fixed, turned)


def shown(seat: int, held: SeatResult, fixed: tuple[Fixed, ...], turned: Kind | None) -> int:
    """包鸡 (GY-8.7): the fixed chickens among a seat's melds and unclaimed discards."""
    kinds = {chicken.kind for chicken in fixed}
    tiles = [*held.discards, *(tile for meld in held.melds for tile in meld.tiles)]
    return sum(worth(tile, fixed, turned) for tile in tiles if tile in kinds) + charging(seat, fixed, turned)


def shows(held: SeatResult, kind: Kind) -> bool:
    """Whether such a tile lies among a seat's discards or claimed melds."""
    return kind in held.discards or has_claimed(held, kind)


def has_claimed(held: SeatResult, kind: Kind) -> bool:
    """Whether the seat punged or konged this kind from a discard."""
    return any(meld.is_open and meld.tile == kind for meld in held.melds)
