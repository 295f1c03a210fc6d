"""Objections to what is said or shown at the table (二.9 … 二.11, 三.1): who objects, how many, what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import Act
from engine.bans import Ban, Until
from engine.hu_tai_play import stands
from engine.referee.docket import Objection, Verdict
from engine.referee.judging import ask_anew, docket_of, judge, keep, stand
from engine.scoring import SEATS
from engine.state import NO_MARKS, Marks
from engine.tiles import KINDS, TEXT, Kind, TileTextError, parse_tile, suit

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.state import Position

TALK = {"9": "二.9", "10": "二.10", "11": "二.11"}
"""What may be objected to, as the act names it: telling one is ready, asking for a tile, telling what is refused."""
SHOWN = "1"
"""The act's name for a tile deliberately shown."""
SHOWN_CLAUSE = "三.1"
REACH = 3
"""How far around a shown tile chow and win are barred."""


def objections_on(pos: Position) -> bool:
    """Whether the table knows objections."""
    return knows_objections(pos.options, referee=pos.referee)


def knows_objections(options: object, *, referee: bool) -> bool:
    """Whether a table with these options does, with a referee or without."""
    option = getattr(options, "objection", "off")
    return option == "on" or (option == "referee_only" and referee)


def read_objection(act: Act) -> Objection | None:
    """What `q:seat:kind[:tile]` says; None where it says nothing."""
    accused, _, rest = act.arg.partition(":")
    kind, _, tile = rest.partition(":")
    if accused not in ("0", "1", "2", "3"):
        return None
    if kind in TALK and not tile:
        return Objection(int(accused), TALK[kind])
    try:
        shown = parse_tile(tile) if kind == SHOWN else KINDS
    except TileTextError:
        return None
    return Objection(int(accused), SHOWN_CLAUSE, shown) if shown < KINDS else None


def may_object(pos: Position, seat: int, act: Act) -> bool:
    """Whether the seat may object so now: not against itself, not twice, one shown tile a hand."""
    wanted = read_objection(act) if objections_on(pos) else None
    if wanted is None or wanted.accused == seat or pos.phase == "announcement":
        return False
    docket = docket_of(pos)
    running = _running(pos, wanted)
    if running is not None and seat in running.by:
        return False
    if wanted.tile is None:
        return not stands(pos, wanted.accused)
    known = (wanted.accused, wanted.tile) in docket.locked
    return not known and (running is not None or seat not in docket.named_shown)


def _running(pos: Position, wanted: Objection) -> Objection | None:
    key = (wanted.accused, wanted.clause, wanted.tile)
    return next(
        (one for one in docket_of(pos).objections if (one.accused, one.clause, one.tile) == key), None
    )


def object_to(d: Draft, seat: int, act: Act) -> None:
    """Count the objection; with enough of them the accused stands, or the shown tile is opened and locked."""
    wanted = read_objection(act)
    if wanted is None:
        raise LookupError("no objection")
    running, known = _running(d, wanted), docket_of(d).objections
    supported = replace(wanted, by=(running.by if running else frozenset()) | {seat})
    if wanted.tile is not None and running is None:
        keep(d, named_shown=docket_of(d).named_shown | {seat})
    d.event("objection", seat, () if wanted.tile is None else (wanted.tile,), wanted.accused, wanted.clause)
    if len(supported.by) < d.options.objection_quorum:
        kept = tuple(supported if one is running else one for one in known)
        keep(d, objections=kept if running else (*known, supported))
        return
    keep(d, objections=tuple(one for one in known if one is not running))
    if wanted.tile is None:
        stand(d, wanted.accused, wanted.clause)
    elif wanted.tile in d.seats[wanted.accused].hand:
        lock(d, wanted.accused, wanted.tile)


def objections_lapse(d: Draft) -> None:
    """The time of the oldest objection is over: without enough support nothing happens."""
    running = docket_of(d).objections
    if running:
        keep(d, objections=running[1:])
        d.event("lapsed")


def lock(d: Draft, seat: int, tile: Kind) -> None:
    """The tile stays open and locked; nothing within three of it may be chowed or won on, nor itself punged (三.1)."""
    near = frozenset(around(tile))
    only = frozenset({tile})
    for ban in (Ban("win", near, Until.HAND), Ban("chow", near, Until.HAND), Ban("pung", only, Until.HAND)):
        d.ban(seat, ban)
    keep(d, locked=(*docket_of(d).locked, (seat, tile)))
    judge(d, seat, SHOWN_CLAUSE, Verdict.LOCK, (tile,))
    d.show()
    ask_anew(d, seat)


def around(tile: Kind) -> list[Kind]:
    """The kinds within three of it in its suit; of an honour itself alone."""
    if tile >= 27:
        return [tile]
    low = tile - tile % 9
    return [
        kind
        for kind in range(tile - REACH, tile + REACH + 1)
        if low <= kind < low + 9 and suit(kind) == suit(tile)
    ]


def locked_tiles(pos: Position, seat: int) -> list[Kind]:
    """The tiles of the seat that lie open and locked."""
    return [] if pos.docket is None else [tile for owner, tile in pos.docket.locked if owner == seat]


def is_locked_out(pos: Position, seat: int, tile: Kind) -> bool:
    """Whether a shown tile bars the seat from winning with this one (三.1)."""
    return any(tile in around(shown) for shown in locked_tiles(pos, seat))


def held_locked(pos: Position, seat: int) -> frozenset[Kind]:
    """Locked kinds of which the seat holds one copy alone: it cannot be thrown."""
    hand = pos.seats[seat].hand
    return frozenset(tile for tile in locked_tiles(pos, seat) if hand.count(tile) == 1)


def locked_marks(pos: Position) -> Marks:
    """`locked:5m` for each of them, for everybody to see."""
    if pos.docket is None:
        return NO_MARKS
    return tuple([tuple([f"locked:{TEXT[tile]}" for tile in locked_tiles(pos, seat)]) for seat in SEATS])
