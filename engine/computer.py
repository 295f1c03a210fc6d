"""The computer seat: useful-tile play on what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import PASS, Act
from engine.holding import holding
from engine.prompts import PromptKind
from engine.shapes import Shape
from engine.tiles import Kind
from engine.views import SeatView, visible
from engine.winning import Keys, add, kinds_in, need, useful


def choose(view: SeatView) -> Act:
    """The act of a seat that may choose one of `view.acts` (not empty)."""
    acts = view.acts
    if len(acts) == 1:
        return acts[0]
    wins = [act for act in acts if act.verb == "h"]
    if wins:
        return wins[0]
    if view.kind is PromptKind.TURN:
        return _turn(view)
    if view.kind in (PromptKind.CLAIM, PromptKind.CHOW):
        return _claim(view)
    if view.kind is PromptKind.DECLARE and (kong := _free_kong(view, *_held(view))):
        return kong
    return view.public.game.computer_answer(view)


def _held(view: SeatView) -> tuple[Keys, int]:
    """The natural tiles in hand, and how many sets are still to make."""
    keys, _ = holding(view.own.hand, view.wilds)
    return keys, view.public.game.sets - len(view.own.melds)


def _turn(view: SeatView) -> Act:
    """A kong that costs nothing, else the discard that keeps the hand nearest and most open."""
    keys, sets = _held(view)
    discards = [act for act in view.acts if act.verb == "d"]
    best = _best_discard(view, keys, sets, discards)
    kong = _free_kong(view, keys, sets)
    return kong or view.public.game.computer_turn(view, best or view.acts[-1])


def _best_discard(view: SeatView, keys: Keys, sets: int, discards: list[Act]) -> Act | None:
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
            distances[tile] = _distance(view, add(keys, tile, -1), sets)
    least = min(distances.values())
    ties = [act for act in discards if distances[act.tile] == least]
    if len(ties) == 1 or least in (-1, 99):
        return ties[0]
    unseen = _unseen(view)
    return max(ties, key=lambda act: (_openness(view, keys, act.tile, sets, unseen), -_centrality(act.tile)))


def _distance(view: SeatView, keys: Keys, sets: int) -> int:
    """Tiles to add for sets and a pair, or for a closed shape of the game while nothing is melded."""
    least = need(keys, sets, strict=not view.wilds)
    return min([least, *(shape.need(keys) for shape in _shapes(view, sets))])


def _helpful(view: SeatView, keys: Keys, sets: int) -> int:
    """The mask of kinds one more of which lowers the distance."""
    least, strict = _distance(view, keys, sets), not view.wilds
    mask = useful(keys, sets, strict=strict) if need(keys, sets, strict=strict) == least else 0
    for shape in _shapes(view, sets):
        if shape.need(keys) == least:
            mask |= shape.useful(keys)
    return mask


def _shapes(view: SeatView, sets: int) -> Sequence[Shape]:
    game = view.public.game
    return game.closed_shapes(view.public.options) if sets == game.sets else ()


def _openness(view: SeatView, keys: Keys, thrown: Kind, sets: int, unseen: list[int]) -> int:
    mask = _helpful(view, add(keys, thrown, -1), sets)
    return sum(unseen[kind] for kind in kinds_in(mask))


def _centrality(tile: Kind) -> int:
    """How much a single tile can still become: honours least, the middle of a suit most."""
    return 0 if tile >= 27 else 1 + min(tile % 9, 8 - tile % 9)


def _unseen(view: SeatView) -> list[int]:
    copies = view.public.game.tiles.copies
    return [number - seen for number, seen in zip(copies, visible(view), strict=True)]


def _free_kong(view: SeatView, keys: Keys, sets: int) -> Act | None:
    """An own kong that leaves the hand as near as it was."""
    kongs = [act for act in view.acts if act.verb == "k"]
    return next((act for act in kongs if _kong_is_free(view, act.tile, keys, sets)), None)


def _kong_is_free(view: SeatView, tile: Kind, keys: Keys, sets: int) -> bool:
    """Whether laying the kong leaves the rest as near as it was."""
    held = view.own.hand.count(tile)
    rest = add(keys, tile, -held)
    return _distance(view, rest, sets - (held == 4)) <= _distance(view, keys, sets)


def _claim(view: SeatView) -> Act:
    """Take the tile if that brings the hand nearer; a kong only if it costs nothing."""
    last = view.public.last
    keys, sets = _held(view)
    best, best_distance = PASS, _distance(view, keys, sets)
    if last is None:
        return PASS
    for act in view.acts:
        rest = _rest_after(keys, act, last.tile)
        if rest is None:
            continue
        distance = _distance(view, rest, sets - 1)
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
        for kind in (act.tile, act.tile + 1, act.tile + 2):
            if kind != tile:
                keys = add(keys, kind, -1)
        return keys
    return None
