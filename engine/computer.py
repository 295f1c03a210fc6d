"""The computer seat: useful-tile play on what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.actions import PASS, Act
from engine.hand import legal_actions
from engine.holding import holding
from engine.prompts import PromptKind
from engine.records import quick
from engine.shapes import Shape
from engine.state import Position
from engine.tiles import Kind
from engine.views import SeatView, seat_view, visible
from engine.winning import Keys, add, need, useful


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


def computer_act(pos: Position, seat: int) -> Act:
    """What a computer seat does now: with a referee it chooses among the acts that are no mistake."""
    acts = pos.game.sound_acts(pos, seat)
    if len(acts) == 1:
        return acts[0]
    view = seat_view(pos, seat)
    return choose(replace(view, acts=acts) if pos.referee else view)


MISTAKE_IN = 40
"""Of so many decisions of a computer seat that errs, one is left to chance."""


def erring_act(pos: Position, seat: int, below: Callable[[int], int]) -> Act:
    """As `computer_act`, but now and then any kind of act that is open; `below(n)` gives chance, 0 … n − 1."""
    if below(MISTAKE_IN):
        return computer_act(pos, seat)
    by_verb: dict[str, list[Act]] = {}
    for act in legal_actions(pos, seat):
        by_verb.setdefault(act.verb, []).append(act)
    verbs = sorted(by_verb)
    acts = by_verb[verbs[below(len(verbs))]]
    return acts[below(len(acts))]


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

    def helpful(self, keys: Keys) -> int:
        """The mask of kinds one more of which lowers the distance."""
        if not self.shapes:
            return useful(keys, self.sets, strict=self.strict)
        sets = need(keys, self.sets, strict=self.strict)
        needed = [shape.need(keys) for shape in self.shapes]
        least = min(sets, *needed)
        mask = useful(keys, self.sets, strict=self.strict) if sets == least else 0
        for shape, number in zip(self.shapes, needed, strict=True):
            if number == least:
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
    discards = [act for act in discards if act.tile not in view.warned] or discards
    kong = _free_kong(view, keys, aim)
    if kong is not None:
        return kong
    return view.public.game.computer_turn(view, _best_discard(view, keys, aim, discards) or view.acts[-1])


def _best_discard(view: SeatView, keys: Keys, aim: Aim, discards: list[Act]) -> Act | None:
    if not discards:
        return None
    distances: dict[Kind, int] = {}
    for act in discards:
        tile = act.tile
        if tile in view.wilds:
            distances[tile] = 99  # a wild goes last
        elif tile >= 34:
            distances[tile] = -1  # a flower in hand is of no use
        else:
            distances[tile] = aim.distance(add(keys, tile, -1))
    least = min(distances.values())
    ties = [act for act in discards if distances[act.tile] == least]
    if len(ties) == 1 or least in (-1, 99):
        return ties[0]
    unseen = _unseen(view)
    return max(
        ties, key=lambda act: (_openness(aim, add(keys, act.tile, -1), unseen), -_centrality(act.tile))
    )


def _openness(aim: Aim, keys: Keys, unseen: list[int]) -> int:
    """Unseen tiles that would help."""
    mask, number = aim.helpful(keys), 0
    while mask:
        number += unseen[(mask & -mask).bit_length() - 1]
        mask &= mask - 1
    return number


def _centrality(tile: Kind) -> int:
    """How much a single tile can still become: honours least, the middle of a suit most."""
    return 0 if tile >= 27 else 1 + min(tile % 9, 8 - tile % 9)


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
    if act.verb == "p":
        return add(keys, tile, -2)
    if act.verb == "k":
        return add(keys, tile, -3)
    if act.verb == "c":
        for kind in used_in_chow(act, tile):
            keys = add(keys, kind, -1)
        return keys
    return None


def used_in_chow(act: Act, tile: Kind) -> Sequence[Kind]:
    """The two tiles from the hand: the act names them, or the lowest tile of the run."""
    if len(act.tiles) == 2:
        return act.tiles
    return [kind for kind in range(act.tile, act.tile + 3) if kind != tile]
