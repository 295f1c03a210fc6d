"""What is explained once to somebody who plays a game for the first times, at the moment it matters."""

from __future__ import annotations

from engine.game import Game
from engine.prompts import PromptKind
from engine.state import HandState
from handlers.tables.model import Table

AT_ONCE = 2
"""Tips that a panel tells at the most."""
_CAISHEN = frozenset({"longgang"})
_OWN: dict[str, dict[PromptKind, str]] = {
    "qingtian": {PromptKind.CLAIM: "tip.fan_gate"},
    "guiyang": {PromptKind.CLAIM: "tip.passport", PromptKind.TURN: "tip.chicken"},
    "yantai": {PromptKind.STAKE: "tip.stake"},
}
"""What only one game has, and when it is told."""


def tips_for(table: Table, seat: int) -> list[str]:
    """The texts that the seat's person may read now and has not read, most urgent first."""
    chair, hand = table.chairs[seat], table.hand
    if chair is None or not chair.beginner or hand is None or hand.over:
        return []
    return [key for key in _now(hand, seat, table) if key not in chair.tipped][:AT_ONCE]


def _now(hand: HandState, seat: int, table: Table) -> list[str]:
    game, state, prompt = hand.game, hand.seats[seat], hand.prompt
    asked = prompt is not None and bool(prompt.options[seat])
    found = []
    if prompt is not None and asked:
        found += [key] if (key := _OWN.get(game.id, {}).get(prompt.kind, "")) else []
        if prompt.kind is PromptKind.CLAIM:
            found.append("tip.claims" if game.has_chow(hand) else "tip.no_chow")
            # a chow alone has no pass: it comes again in the turn
            found += ["tip.pass"] if any(act.verb in "hpk" for act in prompt.options[seat]) else []
    found.append("tip.shape_five" if game.sets == 5 else "tip.shape_four")
    if game.wilds(hand, seat) & set(state.hand):
        found.append("tip.caishen" if game.id in _CAISHEN else "tip.gold")
    if state.flowers:
        found.append(_flowers(game))
    if not table.practice:
        found.append("tip.eye")
    return found


def _flowers(game: Game) -> str:
    """In Fuzhou each flower is a point; elsewhere it depends."""
    return "tip.flowers" if game.id == "fuzhou" else "tip.flowers_laid"
