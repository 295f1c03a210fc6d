"""What a ready hand waits for and what each tile would pay: for panels, the calculator and the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.game import Game
from engine.result import Result, SeatResult, Win
from engine.scoring import IllegalWin
from engine.tiles import PLAYING_KINDS, Kind


@dataclass(frozen=True, slots=True)
class Wait:
    """One waiting tile: what each loser pays on a self-draw, what the discarder pays; None: not allowed so."""

    tile: Kind
    self_draw: int | None
    discard: int | None


def waits_of(
    game: Game,
    options: Any,
    seat: SeatResult,
    indicator: Kind | None,
    *,
    number: int = 1,
    base: Result | None = None,
) -> tuple[Wait, ...]:
    """The tiles that complete the hand of seat `number` and what they would pay, all else as in `base`.

    `base` names dealer, streak and the other seats; without it seat 0 deals and nobody else has anything.
    """
    template = base or Result(game, options, 0, (SeatResult(),) * 4, indicator=indicator)
    seats = list(template.seats)
    seats[number] = seat
    template = replace(template, seats=(seats[0], seats[1], seats[2], seats[3]), wins=())
    held = [*seat.tiles(), *([] if indicator is None else [indicator])]
    found = []
    for tile in range(PLAYING_KINDS):
        if held.count(tile) >= game.tiles.copies[tile]:
            continue
        drawn = _paid(template, Win(number, tile))
        discarded = _paid(template, Win(number, tile, (number + 1) % 4))
        if drawn is not None or discarded is not None:
            found.append(Wait(tile, drawn, discarded))
    return tuple(found)


def _paid(template: Result, win: Win) -> int | None:
    """What the next seat pays (the discarder, or one of three); None where the win is refused."""
    try:
        settlement = template.game.settle(replace(template, wins=(win,)))
    except IllegalWin:
        return None
    payer = (win.seat + 1) % 4
    return sum(
        move.amount for move in settlement.transfers if move.payer == payer and move.receiver == win.seat
    )
