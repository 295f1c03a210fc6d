"""Messages of an evening at their most crowded, each as the bot renders it: to be looked at on the page."""

from collections.abc import Callable
from dataclasses import replace

from engine.games import find_game
from engine.prompts import PromptKind
from engine.state import HandState
from engine.views import SeatView, public_view, seat_view
from handlers.commands.options import defaults_page
from handlers.commands.private import help_page
from handlers.message import Message
from handlers.pages import calculator, rulebook
from handlers.pages.page import closable
from handlers.pages.settings import SECOND, group_page, own_page
from handlers.show.board import render_board
from handlers.show.cards import render_card, render_match_end
from handlers.show.labels import LabelSet
from handlers.show.lobby import render_lobby
from handlers.show.panel import Aside, render_panel
from handlers.show.pictured import Drawn
from handlers.show.scene import Chair, Scene
from handlers.show.settings import Settings
from handlers.show.texts import Say
from handlers.show.words import game_name, when
from handlers.tables.model import Chat
from playground.world import World
from tests.engine.games.positions import Deals
from tests.fakes.wire import result, uploaded
from tests.handlers.tables import WEI
from tests.show.evening import NOW, TEXTS, scene, states
from tests.show.scenes import EMOJI, LONG, RIGHT_TO_LEFT, scenes
from tests.show.test_cards import ENDED

HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
FUZHOU = find_game("fuzhou")
THREE_READY = ("3m", "33m111p222p444s55s", "3m668899p6699s77s", "12456789m78955m")
"""Seats 1, 2 and 3 wait for the dealer's 3m: all pungs, seven pairs, one suit."""
ODD = tuple(Chair(name, taken=True) for name in ("Wei", RIGHT_TO_LEFT, LONG, EMOJI))
UNREACHED = (*ODD[:3], replace(ODD[3], reached=False))


def around(say: Say, state: HandState | None = None, **changes: object) -> Scene:
    """A table of four whose names are hard to set."""
    return scene(say, **{"chairs": ODD, **changes})


def three_winners(game: str) -> HandState:
    """A hand that three seats have won on one discard."""
    hand = Deals(find_game(game)).opened(*THREE_READY)
    return hand.play("0 d:3m, 1 h, 2 h, 3 h").state


def view_where(wanted: Callable[[SeatView], bool]) -> tuple[SeatView, Scene]:
    """The last moment of Fuzhou's hands of which this holds."""
    for state, log in reversed(states(FUZHOU)):
        for seat in range(4):
            if wanted(view := seat_view(state, seat)):
                return view, scene(HANS, chairs=ODD, log=log)
    raise LookupError


def crowded_board(state: HandState) -> int:
    """How much lies on the table."""
    return sum(len(seat.discards) + 4 * len(seat.melds) for seat in state.seats) if not state.over else 0


def group_messages() -> dict[str, Message]:
    """What a group sees."""
    state = max((state for state, _ in states(FUZHOU) if state.last is not None), key=crowded_board)
    view, options = public_view(state, draws=False), state.start.options
    mixed = around(HANS, second=EN)
    found = {
        "lobby": render_lobby(
            FUZHOU, options, replace(around(HANS, second=EN, hand_of=0), chairs=(*ODD[:3], Chair()))
        ),
        "board": render_board(view, mixed, picture=True),
        "all kinds": render_board(view, around(HANS, second=EN, chairs=UNREACHED), picture=True),
        "board in words": render_board(view, around(EN)),
        "open hands": replace(
            render_board(view, around(EN), picture=True),
            picture=Drawn(scenes()["board with all hands open"]),
        ),
        "ready": render_lobby(FUZHOU, options, around(HANS, second=EN, hand_of=0)),
    }
    for game in ("guiyang", "jiangxi_fuzhou"):
        for say, second in ((HANS, EN), (EN, None)):
            card = render_card(
                public_view(three_winners(game), showdown="all"),
                around(say, second=second),
                hand_code=99,
                picture=True,
            )
            found[f"{game} {say.language}"] = card
    found["end"] = render_match_end(ENDED, around(HANS), picture=True)
    found["end en"] = render_match_end(ENDED, around(EN), picture=True)
    return found


def page_messages(chat: Chat) -> dict[str, Message]:
    """Pages that many buttons stand under, and a line with a date."""
    found = {}
    for say in (HANS, EN):
        found[f"settings {say.language}"] = group_page(chat, say, TEXTS, topic=5)
        found[f"settings, second page {say.language}"] = group_page(chat, say, TEXTS, page=SECOND)
        found[f"own settings {say.language}"] = own_page(WEI, say, TEXTS)
        found[f"help {say.language}"] = help_page(chat, WEI, say, 2)
        found[f"options {say.language}"] = defaults_page(chat, "fuzhou", "p:2", say)
        found[f"rules {say.language}"] = rulebook.rules_page(FUZHOU, 2, say)
        found[f"calculator {say.language}"] = calculator.answer(calculator.blank(FUZHOU), say)
        found[f"date {say.language}"] = Message(
            say(
                "history.match",
                date=when(NOW),
                game=game_name(FUZHOU, say),
                length=say.plural("length.hands", 8),
                results="Sofia +86 Wei +4",
            )
        )
    return {name: closable(message, EN if name.endswith("en") else HANS) for name, message in found.items()}


def private_messages() -> dict[str, Message]:
    """What one person sees."""
    turn, table = view_where(
        lambda view: view.kind is PromptKind.TURN and view.turn and len(view.own.hand) == 17
    )
    melded, melded_table = view_where(
        lambda view: view.kind is PromptKind.TURN and view.turn and len(view.own.melds) >= 2
    )
    claim, claimed_table = view_where(lambda view: view.kind is PromptKind.CHOW and len(view.acts) > 2)
    win, win_table = view_where(
        lambda view: view.kind is PromptKind.CLAIM and any(act.verb == "h" for act in view.acts)
    )
    waiting, waiting_table = view_where(lambda view: not view.acts and not view.public.over)
    full = scenes()["hand of 17, labels in words, five melds"]
    words = Settings(LabelSet.WORDS)
    english = replace(table, say=EN)
    return {
        "turn": render_panel(turn, table, Settings()),
        "turn en": render_panel(turn, english, Settings()),
        "turn words": replace(render_panel(turn, english, words), picture=Drawn(full)),
        "melds": render_panel(melded, melded_table, Settings()),
        "chow": render_panel(claim, claimed_table, Settings()),
        "win": render_panel(win, win_table, Settings()),
        "table up": render_panel(melded, melded_table, Settings(), aside=Aside(table=True)),
        "more": render_panel(waiting, waiting_table, Settings(), aside=Aside(more=1, filter="2")),
        "more en": render_panel(
            waiting, replace(waiting_table, say=EN), Settings(), aside=Aside(more=1, filter="2")
        ),
        "more, second page": render_panel(waiting, waiting_table, Settings(), aside=Aside(more=2)),
        "text": render_panel(turn, table, Settings(picture=False)),
    }


def post(world: World, chat_id: int, message: Message) -> None:
    """Send it as the bot would."""
    rows = [
        [
            {
                "text": b.text,
                **({"url": b.url} if b.url else {"callback_data": b.data}),
                **({"style": b.style} if b.style else {}),
            }
            for b in row
        ]
        for row in message.keyboard
    ]
    common = {
        "chat_id": chat_id,
        "parse_mode": "HTML",
        **({"reply_markup": {"inline_keyboard": rows}} if rows else {}),
    }
    if message.picture is None:
        result(world, "sendMessage", text=message.text, **common)
    else:
        result(world, "sendPhoto", photo=uploaded(message.picture.render()), caption=message.text, **common)
