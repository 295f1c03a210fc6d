"""What a hand lacks or waits for: for ❓, for advice, and for the waits that a card tells of opened hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.bans import SELF_DRAW_ONLY, Until
from engine.game import Game
from engine.holding import holding
from engine.shapes import Shape
from engine.state import Discard
from engine.tiles import Kind, counts
from engine.views import PublicSeat, PublicView, SeatView, visible
from engine.winning import is_win, kinds_in, shanten, waits
from handlers.show.facts import wilds


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat can know of its own chances, from its view alone."""

    away: int | None = None
    """Tiles that are missing until the hand is ready; None: not known."""
    waits: Mapping[Kind, int] = field(default_factory=dict)
    """Kinds that complete the hand, with how many of each are unseen."""
    drawn_only: frozenset[Kind] = frozenset()
    """Those of them that may win by self-draw only, as far as the seat can tell."""
    each: tuple[int, int] | None = None
    """The least and the most that a self-draw would bring from each; None: not known."""
    reason: str = ""
    """Why a complete hand may not win: the last part of a text's key `advice.…`."""
    ready_by: Mapping[Kind, frozenset[Kind]] = field(default_factory=dict)
    """Discards that leave the hand ready, with what it would wait for."""


class DrawPays(Protocol):
    """What the self-draw of a kind would bring, by payer; nothing where it may not win."""

    def __call__(self, tile: Kind, thrown: Kind | None = None, /) -> Mapping[int, int]:
        """`thrown`: what would be thrown before, in the own turn."""


MANY = 9
"""More kinds than this are not listed one by one."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a seat was waiting for: kinds, and how many tiles of them were left. No kinds: not ready."""

    kinds: tuple[Kind, ...] = ()
    left: int = 0


@dataclass(frozen=True, slots=True)
class _Holding:
    """Concealed tiles, and in which shapes they may win."""

    tiles: tuple[Kind, ...]
    sets: int
    wilds: frozenset[Kind]
    shapes: Sequence[Shape]

    def is_complete(self) -> bool:
        keys, wild = holding(self.tiles, self.wilds)
        return is_win(keys, wild) or any(shape.is_win(keys, wild) for shape in self.shapes)

    def waits(self) -> list[Kind]:
        """Kinds that complete the hand; that a wild one does, goes without saying."""
        keys, wild = holding(self.tiles, self.wilds)
        mask = waits(keys, wild)
        for shape in self.shapes:
            mask |= shape.waits(keys, wild)
        return [kind for kind in kinds_in(mask) if kind not in self.wilds]

    def away(self) -> int:
        """Tiles that are missing until it is ready, at least 1."""
        keys, wild = holding(self.tiles, self.wilds)
        distances = [shape.shanten(keys, wild) for shape in self.shapes]
        return max(min([shanten(keys, self.sets, wild), *distances]), 1)

    def without(self, tile: Kind) -> "_Holding":
        rest = list(self.tiles)
        rest.remove(tile)
        return _Holding(tuple(rest), self.sets, self.wilds, self.shapes)


def advise(view: SeatView, draw_pays: DrawPays | None = None) -> Advice:
    """Advice by shape; what else a win needs is the game's to know, and so is what it would bring (`draw_pays`)."""
    held = _own(view)
    if len(held.tiles) % 3 == 2:
        return _in_turn(view, held, draw_pays)
    lacking, last = _asked_beside_shape(view), view.public.last
    if last is not None and _is_barred(view, held, last):
        never = lacking and not _winning([last.tile], None, draw_pays)
        return Advice(reason=lacking if never else _bar(view))
    kinds = held.waits()
    won = _winning(kinds, None, draw_pays) if lacking else kinds
    if not won:
        return Advice(reason=lacking) if kinds else Advice(away=held.away())
    unseen = [max(0, number - seen) for number, seen in zip(_copies(view), visible(view), strict=True)]
    found = {kind: unseen[kind] for kind in won}
    drawn_only = frozenset(kind for kind in won if not _wins_on_discard(view, kind))
    return Advice(
        waits=found, drawn_only=drawn_only, each=None if draw_pays is None else _each(won, draw_pays)
    )


def _wins_on_discard(view: SeatView, kind: Kind) -> bool:
    barred = SELF_DRAW_ONLY in view.own.bans
    return not barred and view.public.game.wins_on_discard(view, (*view.own.hand, kind))


def _in_turn(view: SeatView, held: _Holding, draw_pays: DrawPays | None) -> Advice:
    """Why the complete hand is no win, which discards leave it ready, or how much is missing."""
    lacking, shaped = _asked_beside_shape(view), _ready_by(view, held)
    if lacking and view.own.drawn is not None and held.is_complete():
        return Advice(reason=lacking)
    ready = shaped
    if lacking:
        won = {tile: _winning(kinds, tile, draw_pays) for tile, kinds in shaped.items()}
        ready = {tile: kinds for tile, kinds in won.items() if kinds}
    if ready:
        return Advice(ready_by={tile: frozenset(kinds) for tile, kinds in ready.items()})
    return Advice(reason=lacking) if shaped else Advice(away=held.away())


def _asked_beside_shape(view: SeatView) -> str:
    """What any win needs at this table beside a shape, by the reason that is told where it is missing."""
    return view.public.game.lacking(view.public.options)


def _winning(kinds: Sequence[Kind], thrown: Kind | None, draw_pays: DrawPays | None) -> list[Kind]:
    """Of the kinds that complete the hand those that may win; all where that is not known."""
    return [kind for kind in kinds if draw_pays is None or draw_pays(kind, thrown)]


def _each(kinds: list[Kind], draw_pays: DrawPays) -> tuple[int, int] | None:
    """What a payer gives at the least and at the most, over all kinds that would win."""
    if len(kinds) > MANY:
        return None
    paid = [points for kind in kinds for points in draw_pays(kind).values()]
    return (min(paid), max(paid)) if paid else None


def _own(view: SeatView) -> _Holding:
    game, sets = view.public.game, view.public.game.sets - len(view.own.melds)
    return _Holding(view.own.hand, sets, view.wilds, _shapes(game, view.public, sets))


def _shapes(game: Game, public: PublicView, sets: int) -> Sequence[Shape]:
    """Shapes without groups, which no melded hand can have."""
    return game.closed_shapes(public.options) if sets == game.sets else ()


def _copies(view: SeatView) -> tuple[int, ...]:
    return view.public.game.tiles.copies


def _is_barred(view: SeatView, held: _Holding, last: Discard) -> bool:
    """Whether the tile that lies would complete the hand, though no win is offered.

    It is said until the next discard: a panel that changed with the end of the window would tell of it.
    """
    if last.seat == view.seat:
        return False
    with_it = _Holding((*held.tiles, last.tile), held.sets, held.wilds, held.shapes)
    return last.tile not in view.wilds and with_it.is_complete()


def _bar(view: SeatView) -> str:
    """What stands in the way of that win."""
    game = view.public.game
    if SELF_DRAW_ONLY in view.own.bans:
        return game.self_draw_reason
    bans = [ban for ban in view.own.bans if ban.act == "win" and ban.until is not Until.HAND]
    if any(ban.kinds is None for ban in bans):
        return "passed"
    return "not_this" if bans else game.gate_reason


def _ready_by(view: SeatView, held: _Holding) -> dict[Kind, list[Kind]]:
    """Legal discards that leave the hand ready by its shape, each with what completes it."""
    found = {act.tile: held.without(act.tile).waits() for act in view.acts if act.verb == "d"}
    return {tile: kinds for tile, kinds in found.items() if kinds}


def shown_waits(public: PublicView) -> dict[int, Wait]:
    """What the opened hands that did not win were waiting for, the tile aside that came last as one too many."""
    winners = {win.seat for win in public.result.wins} if public.result else set()
    unseen = _unseen(public)
    found: dict[int, Wait] = {}
    for seat, shown in enumerate(public.seats):
        held = _waiting(shown)
        if held is None or seat in winners:
            continue
        sets = public.game.sets - len(shown.melds)
        kinds = _Holding(held, sets, wilds(public, seat), _shapes(public.game, public, sets)).waits()
        found[seat] = Wait(tuple(kinds), sum(unseen[kind] for kind in kinds))
    return found


def _waiting(shown: PublicSeat) -> tuple[Kind, ...] | None:
    """The opened hand as it waited; None where nobody can tell."""
    hand = list(shown.hand or ())
    if len(hand) % 3 == 2 and shown.drawn in hand:
        hand.remove(shown.drawn)
    return tuple(hand) if len(hand) % 3 == 1 else None


def _unseen(public: PublicView) -> list[int]:
    """Tiles of each kind that lie nowhere in the open."""
    lying: list[Kind] = [] if public.indicator is None else [public.indicator]
    for shown in public.seats:
        lying += [*shown.flowers, *shown.discards, *(shown.hand or ())]
        lying += [tile for meld in shown.melds for tile in meld.tiles if tile is not None]
    if public.result is not None:
        # a record has the tile of a self-draw apart, the table sees it in the winner's hand
        lying += [
            win.tile
            for win in public.result.wins[:1]
            if win.source is not None or len(public.seats[win.seat].hand or ()) % 3 == 1
        ]
    return [
        max(0, number - seen) for number, seen in zip(public.game.tiles.copies, counts(lying), strict=True)
    ]
