"""Scenes around self-played hands: for tests of what people see, and to read it (`python -m tests.show.evening`)."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from engine.actions import PRIVATE_EVENTS, Event
from engine.game import Game
from engine.games import games
from engine.hand import apply, begin
from engine.scoring import SEATS
from engine.selfplay import play_hands
from engine.state import HandState
from engine.views import public_view, seat_view
from handlers.message import Message
from handlers.show.grid import Phone, fits
from handlers.show.markup import plain
from handlers.show.scene import Chair, Scene
from handlers.show.texts import Say, Texts

TEXTS = Texts.load()
PEOPLE = (
    Chair("Wei", taken=True, language="zh_Hans"),
    Chair("Sofia", taken=True, language="en"),
    Chair("林姨", taken=True, language="zh_Hans"),
    Chair("", taken=True, computer=True),
)
NOW = 1_790_000_000_000


def scene(say: Say, **changes: object) -> Scene:
    """A table in mid-match."""
    around = Scene(
        table_id=123,
        decision=4567,
        say=say,
        chairs=PEOPLE,
        hand_no=57,
        hand_of=2,
        hands=8,
        due_at=NOW + 45_000,
        now=NOW,
        chat_title="周五麻将",
        bot="paizhuo_bot",
        commitment="3f9a71c2" * 8,
        minutes=30,
    )
    return replace(around, **changes)  # type: ignore[arg-type]


def playable() -> list[Game]:
    """All games: each of them can be played to an end."""
    return list(games().values())


@cache
def states(game: Game, hands: int = 2, seed: int = 5) -> tuple[tuple[HandState, tuple[Event, ...]], ...]:
    """Every state of some self-played hands, with the events so far as everybody may know them."""
    found: list[tuple[HandState, tuple[Event, ...]]] = []
    for players in ("computer", "random"):
        for played in play_hands(game, hands, seed, players=players, check=None):
            state, events = begin(played.start)
            log = public(state, events)
            found.append((state, log))
            for action, _ in played.steps:
                state, events = apply(state, action)
                log += public(state, events)
                found.append((state, log))
    return tuple(found)


def public(state: HandState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without what only one seat may see."""
    hidden = state.game.concealed_kong == "hidden"
    return tuple(
        replace(event, tiles=()) if event.name == "concealed_kong" and hidden else event
        for event in events
        if event.name not in PRIVATE_EVENTS
    )


def cut_labels(message: Message, phone: Phone = Phone.GROUP) -> list[str]:
    """The labels that do not fit their share of the row, 320 pixels wide."""
    return [
        button.text for row in message.keyboard for button in row if not fits([button.text], len(row), phone)
    ]


def shown(message: Message) -> str:
    """A message as its reader sees it, its buttons below."""
    rows = ["".join(f"[{button.text}]" for button in row) for row in message.keyboard]
    return "\n".join([re.sub("[\u2060\u2068\u2069]", "", plain(message.text)).replace("\u00a0", " "), *rows])


def _evening(game: Game, say: Say) -> Iterator[str]:
    from handlers.show.alerts import eye_alert, why_alert
    from handlers.show.board import render_board
    from handlers.show.cards import render_card
    from handlers.show.panel import render_panel
    from handlers.show.settings import Settings

    told: set[tuple[object, ...]] = set()
    for state, log in states(game):
        view = public_view(state)
        around = scene(say, log=log)
        if state.over:
            yield "CARD\n" + shown(render_card(view, around, hand_code=99))
        elif (key := (state.prompt and state.prompt.kind, view.last is None)) not in told:
            told.add(key)
            yield f"BOARD {key}\n" + shown(render_board(view, around))
        for seat in SEATS:
            own = seat_view(state, seat)
            key = (own.kind, own.came, own.answered is None, "".join(sorted({act.verb for act in own.acts})))
            if key not in told:
                told.add(key)
                yield f"PANEL {key}\n" + shown(render_panel(own, around, Settings(picture=False)))
                yield f"👀 {eye_alert(own, around)}\n❓ {why_alert(own, around)}"


if __name__ == "__main__":
    language, game_id = [*sys.argv[1:], "zh_Hans", "fuzhou"][:2]
    for text in _evening(games()[game_id], TEXTS.of(language)):
        sys.stdout.write(text + "\n\n" + "─" * 40 + "\n")
