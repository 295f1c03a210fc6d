"""`vf`: the proof of a hand's shuffle, recomputed here, and its record for anybody's own computer.

The id is the hand's. The seed is shown only when its match is over, for it tells all of the match's walls.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass

from engine.fairness import ProofError, is_press
from engine.record import Record, prove
from handlers.callback_data import base36
from handlers.message import Message
from handlers.pages.page import Find, NotShown, Place
from handlers.pages.stored import StoredHand, load_hand, record_of
from handlers.show.layout import CAPTION, Line, fitted
from handlers.show.markup import Html, bold, escape
from handlers.show.texts import Say
from handlers.transport.slots import File
from storage.database import Database


@dataclass(frozen=True, slots=True)
class Proof:
    """What is sent: the words, and the record as a document."""

    message: Message
    file: File


async def proof(database: Database, place: Place, find: Find) -> Proof:
    """Recompute the hand from its seed, off the loop; raises NotShown."""
    hand = await database.read(load_hand, place, find)
    if not hand.over:
        raise NotShown("refuse.hand_running")
    return await asyncio.to_thread(_prove, place, hand)


def _prove(place: Place, hand: StoredHand) -> Proof:
    record = record_of(hand)
    name = f"paizhuo-{base36(hand.row.hand_id)}.json"
    data = json.dumps(record.to_json(), ensure_ascii=False).encode()
    return Proof(Message(fitted(_lines(place.say, hand, record, name), CAPTION)), File(name, data))


def _lines(say: Say, hand: StoredHand, record: Record, name: str) -> list[Line]:
    presses = sum(map(is_press, record.entropy.seats))
    dice = record.entropy.dice
    thrown = f"{dice[0]}+{dice[1]}" if dice else say.plain("verify.no_dice")
    return [
        Line(bold(say("verify.title", hand=hand.row.hand_no))),
        Line(_verdict(say, hand, record)),
        Line(say("verify.fingerprint", fingerprint=_code(record.commitment)), gap=True),
        Line(say("verify.seed", seed=_code(record.seed.hex()))),
        Line(say.plural("verify.mixed", presses, dice=thrown)),
        Line("" if dice else _not_thrown(say, hand, record)),
        Line(say("verify.yourself", command=_code(f"python -m engine verify {name}")), gap=True),
    ]


def _not_thrown(say: Say, hand: StoredHand, record: Record) -> Html:
    """Why no dice of Telegram's are mixed in, and whose the 🎲 on the board are."""
    later = hand.house.dice == "match" and record.match.hand > 1
    return say("verify.dice_once" if later else "verify.dice_drawn")


def _verdict(say: Say, hand: StoredHand, record: Record) -> Html:
    if not hand.same_rules:
        return say("verify.other_rules", n=hand.row.rules_version)
    try:
        prove(record)
    except ProofError:
        return say("verify.differs")
    return say("verify.agrees")


def _code(text: str) -> Html:
    return Html(f"<code>{escape(text)}</code>")
