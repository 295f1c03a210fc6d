"""What is no mistake: the acts among which a seat chooses that knows the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.actions import FLOWERS, PASS, REVEAL, WIN, WITHDRAW, Act, claimed_with, make_act
from engine.draft import Draft
from engine.hu_tai_play import stands
from engine.prompts import PromptKind
from engine.referee.announcing import late_win
from engine.referee.flowers import is_layer
from engine.referee.judging import docket_of
from engine.state import HandState
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.referee.game import Refereed
    from engine.state import Position


def sound_acts(game: Refereed, pos: Position, seat: int) -> tuple[Act, ...]:
    """Flowers first, then what the aided game offers; where nothing is sound, everything that is open."""
    prompt = pos.prompt
    if prompt is None or prompt.answers[seat] is not None or not prompt.options[seat]:
        return ()
    if prompt.kind in (PromptKind.TURN, PromptKind.FLOWER) and not stands(pos, seat):
        flowers = [act for act in game.layings(pos, seat) if not game.wrong_flower(pos, seat, act.tile)]
        if flowers and (prompt.kind is PromptKind.TURN or _is_due(pos, seat)):
            return tuple(flowers)
    wanted = _wanted(game, pos, seat, prompt.kind)
    return tuple(act for act in prompt.options[seat] if act in wanted) or prompt.options[seat]


def _is_due(pos: Position, seat: int) -> bool:
    """Whether a flower before play is to be laid out in this round (FD-12)."""
    return is_layer(pos, seat) and docket_of(pos).due > 0


def _wanted(game: Refereed, pos: Position, seat: int, kind: PromptKind) -> list[Act]:
    if kind is PromptKind.REVEAL:
        return [_reveal(game, pos, seat)]
    if kind is PromptKind.INTERCEPT:
        return [*_intercepts(game, pos, seat), PASS]
    if kind is PromptKind.FLOWER:
        return [FLOWERS if game.holds_flowers(pos, seat) else PASS]
    if kind is PromptKind.CHOW:
        return [*_named(game.aided.chow_acts(pos, seat), pos), PASS]
    wins = [WIN] if game.real_wins(pos, seat) else []
    if kind is PromptKind.TURN:
        return wins + [act for act in game.aided.turn_acts(pos, seat) if act.verb != "h"]
    if kind is PromptKind.CLAIM:
        calls = [] if docket_of(pos).barred else game.aided.claim_acts(pos, seat)
        return [*wins, *_named([act for act in calls if act.verb != "h"], pos), PASS]
    return [*wins, *game.sound_declarations(pos, seat), PASS]


def _reveal(game: Refereed, pos: Position, seat: int) -> Act:
    """A real win is shown, any other withdrawn; one on an earlier discard is looked at as the table lay then."""
    docket = docket_of(pos)
    call = docket.call
    if call is None:
        return WITHDRAW
    recall = next((one for one in docket.recalls if one.number == call.wins[0].number), None)
    here = recall.state if recall else replace(_at_rest(pos), phase=call.phase)
    return REVEAL if game.real_wins(here, seat) else WITHDRAW


def _at_rest(pos: Position) -> HandState:
    """The position as a frozen state."""
    if isinstance(pos, HandState):
        return pos
    if isinstance(pos, Draft):
        return pos.freeze()
    raise TypeError(f"no position: {pos!r}")


def _intercepts(game: Refereed, pos: Position, seat: int) -> list[Act]:
    recalls = docket_of(pos).recalls
    return [late_win(recall.number) for recall in recalls if game.real_wins(recall.state, seat)]


def _named(acts: list[Act], pos: Position) -> list[Act]:
    """Chows as they are called unaided: by the two tiles from the hand."""
    tile = pos.last.tile if pos.last is not None else 0
    return [named(act, tile) if act.verb == "c" else act for act in acts]


def named(act: Act, tile: Kind) -> Act:
    """The chow of `tile` that `act` means by its lowest tile, called by the two others."""
    return make_act("c", *claimed_with(act, tile))
