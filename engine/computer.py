"""The computer seat: useful-tile play on what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.actions import PASS, Act, claimed_with
from engine.holding import holding
from engine.prompts import PromptKind
from engine.records import quick
from engine.shapes import Shape
from engine.state import Position
from engine.tiles import EAST, PLAYING_KINDS, Kind
from engine.views import SeatView, seat_view, visible
from engine.winning import Keys, add, need, needs_without, useful


def choose(view: SeatView) -> Act:
    """The act of a seat that may choose one of `view.acts` (not empty)."""
    acts = view.acts
    if len(acts) == 1 or acts[0].verb == "f":
        return acts[0]
    wins = [act for act in acts if act.verb == "h"]
    if wins:
        return wins[0]
    if view.kind is PromptKind.TURN:
        return _turn(view)
    if view.kind in (PromptKind.CLAIM, PromptKind.CHOW):
        return _claim(view)
    if view.kind is PromptKind.DECLARE and (kong := _free_kong(view, _held(view), _aim(view))):
        return kong
    return view.public.game.computer_answer(view)


def computer_act(pos: Position, seat: int, *, wins: bool = True) -> Act:
    """What a computer seat does now: with a referee it chooses among the acts that are no mistake.

    Without `wins` it does something else, if anything else can be done: in place of a person who is silent.
    """
    acts = pos.game.sound_acts(pos, seat)
    if not wins:
        acts = tuple([act for act in acts if act.verb != "h"]) or acts
    if len(acts) == 1:
        return acts[0]
    view = seat_view(pos, seat)
    return choose(view if wins and not pos.referee else replace(view, acts=acts))


@quick
@dataclass(frozen=True, slots=True)
class Aim:
    """What a hand goes for: so many sets and a pair, or one of the game's closed shapes while nothing is melded."""

    sets: int
    strict: bool
    shapes: Sequence[Shape]

    def distance(self, keys: Keys) -> int:
        """Tiles to add."""
        least = need(keys, self.sets, strict=self.strict)
        for shape in self.shapes:
            needed = shape.need(keys)
            if needed < least:
                least = needed
        return least

    def after_discards(self, keys: Keys, kinds: Sequence[Kind]) -> tuple[Aim, list[int]]:
        """Tiles to add once one copy of each of these kinds, all of them held, is gone; and what is still aimed at.

        No discard brings a shape nearer: one that is farther now than sets and a pair then is given up.
        """
        needs = needs_without(keys, kinds, self.sets, strict=self.strict)
        least = min(needs)
        shapes = [shape for shape in self.shapes if shape.need(keys) <= least]
        if not shapes:
            return Aim(self.sets, self.strict, ()), needs
        rests = [add(keys, kind, -1) for kind in kinds]
        least_needs = [
            min(needed, *[shape.need(rest) for shape in shapes])
            for needed, rest in zip(needs, rests, strict=True)
        ]
        return Aim(self.sets, self.strict, shapes), least_needs

    def helpful(self, keys: Keys, distance: int) -> int:
        """The mask of kinds one more of which lowers the distance, which is this."""
        if not self.shapes:
            return useful(keys, self.sets, strict=self.strict)
        mask = 0
        if need(keys, self.sets, strict=self.strict) == distance:
            mask = useful(keys, self.sets, strict=self.strict)
        for shape in self.shapes:
            if shape.need(keys) == distance:
                mask |= shape.useful(keys)
        return mask

    def after_meld(self) -> Aim:
        """With one set laid out."""
        return replace(self, sets=self.sets - 1, shapes=())


def _aim(view: SeatView) -> Aim:
    game, melds = view.public.game, len(view.own.melds)
    shapes = () if melds else game.closed_shapes(view.public.options)
    return Aim(game.sets - melds, not view.wilds, shapes)


def _held(view: SeatView) -> Keys:
    """The natural tiles in hand."""
    return holding(view.own.hand, view.wilds)[0]


def _turn(view: SeatView) -> Act:
    """A kong that costs nothing, else the discard that keeps the hand nearest and most open."""
    keys, aim = _held(view), _aim(view)
    discards = [act for act in view.acts if act.verb == "d"]
    if view.warned:
        discards = [act for act in discards if act.tile not in view.warned] or discards
    kong = _free_kong(view, keys, aim)
    if kong is not None:
        return kong
    return view.public.game.computer_turn(view, _best_discard(view, keys, aim, discards) or view.acts[-1])


def _best_discard(view: SeatView, keys: Keys, aim: Aim, discards: list[Act]) -> Act | None:
    if not discards:
        return None
    kinds = [act.tiles[0] for act in discards]
    natural = [kind for kind in kinds if kind not in view.wilds] if view.wilds else kinds
    useless = next((kind for kind in natural if kind >= PLAYING_KINDS), None)
    if useless is not None:
        return discards[kinds.index(useless)]  # a flower in hand is of no use
    if not natural:
        return discards[0]  # a wild goes last
    aim, distances = aim.after_discards(keys, natural)
    least = min(distances)
    ties = [kind for kind, distance in zip(natural, distances, strict=True) if distance == least]
    best = ties[0]
    if len(ties) > 1:
        unseen = _unseen(view)
        best = max(
            ties,
            key=lambda kind: (_openness(aim.helpful(add(keys, kind, -1), least), unseen), -_CENTRALITY[kind]),
        )
    return discards[kinds.index(best)]


def _openness(mask: int, unseen: list[int]) -> int:
    """Unseen tiles of these kinds."""
    number = 0
    for first in (0, 9, 18, 27):
        for rank in _RANKS[mask >> first & 511]:
            number += unseen[first + rank]
    return number


_RANKS = tuple([tuple([rank for rank in range(9) if mask >> rank & 1]) for mask in range(512)])
"""The ranks of every mask of nine bits."""
_CENTRALITY = tuple([1 + min(kind % 9, 8 - kind % 9) if kind < EAST else 0 for kind in range(PLAYING_KINDS)])
"""How much a single tile can still become: honours least, the middle of a suit most."""


def _unseen(view: SeatView) -> list[int]:
    copies = view.public.game.tiles.copies
    return [number - seen for number, seen in zip(copies, visible(view), strict=True)]


def _free_kong(view: SeatView, keys: Keys, aim: Aim) -> Act | None:
    """An own kong that leaves the hand as near as it was."""
    kongs = [act for act in view.acts if act.verb == "k"]
    return next((act for act in kongs if _kong_is_free(view, act.tile, keys, aim)), None)


def _kong_is_free(view: SeatView, tile: Kind, keys: Keys, aim: Aim) -> bool:
    """Whether laying the kong leaves the rest as near as it was."""
    held = view.own.hand.count(tile)
    after = aim.after_meld() if held == 4 else aim
    return after.distance(add(keys, tile, -held)) <= aim.distance(keys)


def _claim(view: SeatView) -> Act:
    """Take the tile if that brings the hand nearer; a kong only if it costs nothing."""
    last = view.public.last
    if last is None:
        return PASS
    keys, aim = _held(view), _aim(view)
    after = aim.after_meld()
    best, best_distance = PASS, aim.distance(keys)
    for act in view.acts:
        rest = _rest_after(keys, act, last.tile)
        if rest is None:
            continue
        distance = after.distance(rest)
        if distance < best_distance:
            best, best_distance = act, distance
    return best


def _rest_after(keys: Keys, act: Act, tile: Kind) -> Keys | None:
    """The concealed keys after a chow, pung or kong; None for other acts."""
    if act.verb not in "pkc":
        return None
    for kind in claimed_with(act, tile):
        keys = add(keys, kind, -1)
    return keys
