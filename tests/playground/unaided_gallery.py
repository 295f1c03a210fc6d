"""What people meet at a table with a referee, each message as the bot renders it: to be looked at on the page."""

from engine.prompts import PromptKind
from handlers.message import Message
from handlers.show.texts import Say
from tests.handlers.referee import FLOWERS, WAITS_5P, fuding, opening


def turns(language: str) -> dict[str, Message]:
    """The own turn, and a kong that is named."""
    seats = fuding({0: "2222p333p7s"}, drawn="3f").spoken(language)
    found = {"turn": seats.shown(0), "board, turn": seats.shown(None)}
    seats.press(0, "mo:k")
    return {**found, "kong": seats.shown(0)}


def claims(language: str) -> dict[str, Message]:
    """A window with a chow that is named tile by tile; a late win; a wrong chow put right."""
    seats = fuding({0: "5m5p", 1: "46m9s1z55p", 3: WAITS_5P}).spoken(language)
    seats.press(0, "d:5m")
    found = {"claim": seats.shown(1), "board, claim": seats.shown(None)}
    seats.press(1, "mo:c")
    found["chow"] = seats.shown(1)
    seats.press(1, "mo:c4m")
    found["chow, second tile"] = seats.shown(1)
    seats.press(1, "c:4m9s")
    seats.until(PromptKind.TURN, seat=1)
    seats.press(1, "mo:w")
    found["correction"] = seats.shown(1)
    seats = fuding({0: "5p", 1: "55p", 3: WAITS_5P}).spoken(language)
    seats.press(0, "d:5p")
    seats.until(PromptKind.CHOW)
    found["late calls"] = seats.shown(3)
    return found


def wins(language: str) -> dict[str, Message]:
    """Announced, intercepted, to be shown; judged; the card."""
    seats = fuding({0: "1z"}).spoken(language)
    seats.press(0, "d:1z")
    seats.press(2, "h")
    seats.until(PromptKind.INTERCEPT)
    found = {"intercept": seats.shown(1), "board, intercept": seats.shown(None)}
    seats.press(1, "x")
    found |= {"reveal": seats.shown(2), "others, reveal": seats.shown(1), "board, reveal": seats.shown(None)}
    seats.press(2, "v")
    found |= {"note, judged": seats.note("judged.fine"), "board, judged": seats.shown(None)}
    seats.until(PromptKind.TURN, seat=2)
    return {**found, "standing": seats.shown(2), "card": card(language)}


def card(language: str) -> Message:
    """A forbidden discard is won after a false win."""
    seats = fuding({0: "6z", 1: "123456789m123p66z99s"}, left=8).spoken(language)
    seats.press(3, "q:2:9")
    seats.press(0, "d:6z")
    seats.press(1, "h")
    seats.until(PromptKind.REVEAL)
    seats.press(1, "v")
    return seats.shown(None)


def before_play(language: str) -> dict[str, Message]:
    """Flowers laid out by name, announced, and from the group alone."""
    seats = opening(*FLOWERS).spoken(language)
    found = {"flowers": seats.shown(0), "board, flowers": seats.shown(None)}
    later = opening("1f", "2f").spoken(language)
    for seat, flower in ((0, "f:1f"), (1, "f:2f")):
        later.press(seat, flower)
        later.press(seat, "x")
    for seat in (2, 3):
        later.press(seat, "x")
    found["more flowers"] = later.shown(1)
    alone = opening(*FLOWERS).spoken(language).reached(0, reached=False)
    return {**found, "board, flowers from the group": alone.shown(None)}


def objections(language: str) -> dict[str, Message]:
    """Whom, what for, which tile; and the message that can be supported."""
    seats = fuding({0: "5p"}, options={"objection_quorum": 2}).spoken(language)
    found = {}
    for step in ("1", "q", "q0", "q0t"):
        seats.press(2, f"mo:{step}")
        found[f"objection {step}"] = seats.shown(2)
    seats.press(2, "q:0:1:5p")
    return {**found, "note, objection": seats.note("objection.raised")}


def from_the_group(language: str) -> dict[str, Message]:
    """The board while somebody has no private chat."""
    seats = fuding({0: "5m", 1: "46m"}).spoken(language).reached(1, reached=False)
    seats.press(0, "d:5m")
    return {"board, from the group": seats.shown(None)}


def unaided_messages(say: Say) -> dict[str, Message]:
    """All of them in one language; those whose name begins with board, note or card stand in the group."""
    parts = (turns, claims, wins, before_play, objections, from_the_group)
    return {name: message for part in parts for name, message in part(say.language).items()}


def in_the_group(name: str) -> bool:
    """Whether a message of this name is one of the group's."""
    return name.startswith(("board", "note", "card"))
