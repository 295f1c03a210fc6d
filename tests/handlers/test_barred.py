"""A tile that may not go says why, on its own button: each game in its own words."""

import pytest

from engine.game import Game
from engine.games import find_game
from engine.prompts import PromptKind
from engine.tiles import TEXT
from tests.engine.games.hu_tai_positions import position
from tests.engine.rigged import Rigged, rigged
from tests.handlers.referee import FUDING, LONGGANG, Seats
from tests.security.screens import STAGE

FUZHOU, GUIYANG, YANTAI = map(find_game, ("fuzhou", "guiyang", "yantai"))


def in_turn(game: Game, dealer: str, **options: object) -> Rigged:
    """The dealer's first turn; where suits are named, everybody does without 万."""
    hand = rigged(game, hands=[dealer], options=options)
    while hand.kind != PromptKind.TURN:
        if hand.kind == PromptKind.VOID_SUIT:
            hand.play("0 t:m, 1 t:m, 2 t:m, 3 t:m")
        elif hand.kind == PromptKind.STAKE:
            hand.close()
        else:
            hand.passes()
    return hand


def chowed() -> Rigged:
    """The next seat has chowed 3万 with 45万, and must keep a further 3万 this turn."""
    hand = rigged(YANTAI, hands=["3m", "345m"], options={"kuikae": "barred"})
    while hand.kind != PromptKind.TURN:
        hand.close() if hand.kind == PromptKind.STAKE else hand.passes()
    return hand.go("0 d:3m, 1 c:3m")


@pytest.mark.parametrize(
    ("hand", "seat", "tile", "told"),
    [
        (in_turn(GUIYANG, "1m9s", que_mode="dingque"), 0, "9s", "refuse.barred_void_suit"),
        (chowed(), 1, "3m", "refuse.barred_swap"),
        (position(FUDING, {0: "5p"}, drawn="5p", indicator="5p"), 0, "5p", "refuse.barred_wild"),
        (position(FUDING, {0: "1111s"}), 0, "1s", "refuse.barred_kong"),
        (position(FUDING, {0: "6z"}, left=8), 0, "6z", "refuse.barred_late_honour"),
        (position(LONGGANG, {0: "5p 555s<1"}, drawn="5s"), 0, "5s", "refuse.barred_kong"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_barred_tile_says_why(hand: Rigged, seat: int, tile: str, told: str) -> None:
    seats = Seats(hand, window="open")
    assert f"ad:{tile}" in seats.data(seat)
    assert f"d:{tile}" not in seats.data(seat)
    before = seats.table.hand
    assert seats.press(seat, f"ad:{tile}") == told
    assert seats.press(seat, f"d:{tile}") == told
    assert seats.table.hand == before


def test_who_has_declared_ready_is_told_that_only_the_drawn_tile_goes() -> None:
    ready = "123456789m1122p"
    hand = rigged(GUIYANG, hands=["", ready], front="9p")
    while hand.kind != PromptKind.TURN:
        hand.do(1, "r") if "r" in hand.acts(1) else hand.passes()
    seats = Seats(hand, window="open")
    first = next(act for act in hand.acts(0) if act.startswith("d:"))
    seats.press(0, first)
    seats.until(PromptKind.TURN, seat=1)
    assert seats.press(1, "ad:1m") == "refuse.barred_ready"


def test_a_tile_that_may_go_asks_as_the_question_mark_does() -> None:
    """A button from before the ban was over, or data made up: nothing is told of anybody's hand."""
    seats = Seats(in_turn(FUZHOU, "1m"), window="open")
    for data in ("ad:1m", "ad:9f", "ad:xx", "ad"):
        assert seats.press(0, data) == ""
        assert seats.effects.answer is not None
        assert seats.effects.answer.view == "why"


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant", "en"])
def test_every_reason_has_its_text(language: str) -> None:
    say = STAGE.texts.of(language)
    for reason in ("ready", "void_suit", "wild", "swap", "kong", "late_honour", "fed", "liability"):
        assert say.plain(f"refuse.barred_{reason}", tile=TEXT[0])
