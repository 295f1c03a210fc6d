"""Seats that err as people do: they let wins go and want them after all, claim what they may not, throw what they keep.

What they do is mostly possible, and often wrong; an erring computer seat calls at random instead.
"""

from __future__ import annotations

from engine.actions import PASS, WIN, Act
from engine.computer import computer_act
from engine.fairness import Stream
from engine.hand import legal_actions
from engine.hu_tai_play import HuTaiPlay, stands
from engine.play import own_pung
from engine.prompts import PromptKind
from engine.referee.game import Refereed
from engine.referee.play import as_run
from engine.selfplay import Player
from engine.state import Position
from engine.tiles import PLAYING_KINDS


def careless_player(stream: Stream) -> Player:
    """Wins on discards are let go as often as not, and called whatever bars them; one in four other decisions errs.

    Wilds and flowers are seldom mistaken: that ends all further mistakes of the seat.
    """

    def act(pos: Position, seat: int) -> Act:
        open_acts = legal_actions(pos, seat)
        if PASS in open_acts and any(act.verb == "h" and is_tempting(pos, seat, act) for act in open_acts):
            return WIN if WIN in open_acts and stream.below(2) else PASS
        dull = stream.below(30) > 0
        if stream.below(4) or (dull and has_flower(pos, seat)):
            return computer_act(pos, seat)
        acts = [act for act in open_acts if is_tempting(pos, seat, act)]
        if dull:
            acts = [act for act in acts if act.verb not in "dfk" or is_plain(pos, seat, act)]
        by_verb = [[act for act in acts if act.verb == verb] for verb in sorted({act.verb for act in acts})]
        if not by_verb:
            return computer_act(pos, seat)
        kind = by_verb[stream.below(len(by_verb))]
        if kind[0].verb == "d" and stream.below(4):
            return computer_act(pos, seat)
        return kind[stream.below(len(kind))]

    return act


def has_flower(pos: Position, seat: int) -> bool:
    """Whether a flower is still to be laid out."""
    return isinstance(pos.game, Refereed) and pos.game.holds_flowers(pos, seat)


def is_plain(pos: Position, seat: int, act: Act) -> bool:
    """Whether its tile is neither wild nor a flower."""
    return act.tile < PLAYING_KINDS and act.tile not in pos.game.wilds(pos, seat)


def is_tempting(pos: Position, seat: int, act: Act) -> bool:
    """Whether somebody who does not think of what is barred might do this."""
    game, hand, last = pos.game, pos.seats[seat].hand, pos.last
    assert isinstance(game, Refereed)
    if act.verb == "h":
        return looks_won(game.aided, pos, seat, act)
    if act.verb == "k" and (last is None or pos.phase == "opening"):
        return hand.count(act.tile) == 4 or own_pung(pos, seat, act.tile) is not None
    if act.verb in "pk" and last is not None:
        return hand.count(last.tile) >= (2 if act.verb == "p" else 3)
    if act.verb == "c" and last is not None:
        return as_run(act, last.tile, game.wilds(pos, seat)) is not None
    return act is not PASS or not stands(pos, seat)


def looks_won(aided: HuTaiPlay, pos: Position, seat: int, act: Act) -> bool:
    """Whether the hand is complete, whatever bars the win."""
    last = pos.last
    if act.arg and pos.docket is not None:
        lasts = [one.state.last for one in pos.docket.recalls if act.arg == str(one.number)]
        last = lasts[0] if lasts else None
    in_turn = pos.prompt is not None and pos.prompt.kind in (PromptKind.TURN, PromptKind.DIVISION)
    if in_turn and not act.arg:
        return aided.completes(pos, seat)
    return last is not None and aided.completes(pos, seat, last.tile)
