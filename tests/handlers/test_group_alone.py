"""Who plays from the group alone: whatever 👀 says that he may do, the board has a button for."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.game import Game
from engine.games import find_game, games
from engine.options import TableOptions
from engine.prompts import PromptKind
from engine.state import HandState
from engine.tiles import TEXT
from engine.views import seat_view
from handlers.callback_data import parse
from handlers.message import Message
from handlers.show.words import act_words
from handlers.tables.commands import Press
from handlers.tables.effects import AddAction, Effects, Surface
from handlers.tables.model import Chair, Table
from handlers.tables.table import step
from tests.engine.games.hu_tai_positions import position
from tests.engine.games.test_longgang_play import WAITS_9S
from tests.engine.rigged import Rigged, rigged
from tests.handlers.referee import FUDING, LONGGANG, WAITS_5P, Seats
from tests.handlers.tables import middle
from tests.security.screens import STAGE, person
from tests.security.sitting import Sitting

ALL = games().values()
BOARD = Surface("board")


def alone(hand: Rigged, **house: str) -> Seats:
    """Four people at this hand to none of whom the bot can write."""
    seats = Seats(hand, **{"window": "open", **house})
    for seat in range(4):
        seats.reached(seat, reached=False)
    return seats


@pytest.mark.parametrize(("mode", "told"), [("assist", "toast.win"), ("referee", "toast.announced")])
def test_a_seat_without_a_private_chat_wins_where_no_discard_lies(mode: str, told: str) -> None:
    """By the first tiles, after a kong: the board has 胡 though nothing of the group's lies there."""
    rigged_hand = position(FUDING, {0: WAITS_5P}, drawn="5p", mode=mode)
    seats = Seats(rigged_hand, window="open").reached(0, reached=False)
    assert seats.data(None)[0] == "h"
    assert seats.press(0, "h", decision=seats.table.shown_decision) == told
    assert seats.table.hand is not None
    assert seats.table.hand.over == (mode == "assist")


# -- what 👀 says, and what the board can do


def offered(table: Table, seat: int, now: int) -> set[str]:
    """What 👀 tells the seat that it may do, in its language."""
    say = STAGE.say_for(table, seat)
    line = STAGE.alert(table, seat, "hand", now).split("\n")[-1]
    before = say.plain("eye.may", acts="")
    if not line.startswith(before):
        assert line == say.plain("eye.wait")
        return set()
    return set(line.removeprefix(before).split(say.plain("list.comma")))


def done(table: Table, board: Message, seat: int, now: int) -> set[str]:
    """What the board's buttons do for the seat, in its words; a wild is asked about and thrown by a second press."""
    assert table.hand is not None
    view, say = seat_view(table.hand, seat), STAGE.say_for(table, seat)
    texts = set()
    for button in (button for row in board.keyboard for button in row):
        pressed = parse(button.data)
        if pressed is None or pressed.code in ("e", "i"):
            continue
        someone = person(seat, reachable=False)
        press = Press(someone, pressed.code, ":".join(pressed.args), pressed.number, query_id="q")
        _, effects = step(table, press, now, middle)
        if acted(effects) or (effects.answer is not None and effects.answer.key.startswith("throw.")):
            texts |= acted(effects) or {f"{pressed.code}:{':'.join(pressed.args)}"}
    return {act_words(act, view, say) for act in view.acts if act.text in texts}


def acted(effects: Effects) -> set[str]:
    """What the press made its presser do."""
    return {row.act for row in effects.rows if isinstance(row, AddAction) and row.by == "person"}


def lacking(table: Table, board: Message, now: int) -> Iterator[str]:
    """What 👀 offers to somebody and no button of the board does."""
    prompt = table.prompt
    for seat in () if prompt is None else prompt.missing:
        told = offered(table, seat, now)
        for words in told - done(table, board, seat, now) if told else ():
            yield f"seat {seat} at {prompt and prompt.kind}: {words}"


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_whatever_the_eye_offers_in_a_hand_has_a_button_on_the_board(game: Game) -> None:
    board: list[Message] = []
    missing: list[str] = []

    def watch(before: Table, table: Table, effects: Effects, now: int) -> None:
        if table.state != "playing":
            return
        if not board or before.state != table.state or any(dirty.surface == BOARD for dirty in effects.dirty):
            shown = STAGE.render(table, BOARD, now)
            assert shown is not None
            board[:] = [shown]
        missing.extend(lacking(table, board[0], now))

    sitting = Sitting(game, TableOptions.from_json({"window": "open"}), 4, 3, watch=watch)
    nobody = tuple(Chair(person(seat, reachable=False)) for seat in range(4))
    sitting.table = replace(sitting.table, chairs=nobody)
    sitting.play(1)
    assert board
    assert missing == []


@pytest.mark.parametrize(
    "seats",
    [
        alone(position(FUDING, {2: "123456789m123p9s 777z<3"}, left=4, front="1m9s")),
        alone(position(FUDING, {1: "|1234567f"}, left=4, front="8f")),
        alone(position(LONGGANG, {2: WAITS_9S}, left=4, front="1m9s")),
    ],
    ids=["fuding", "fuding, eight flowers", "longgang"],
)
def test_one_of_the_last_tiles_is_won_with_or_let_go_from_the_board(seats: Seats) -> None:
    seats.press(0, "d:1p")
    while (asked := seats.table.prompt) is not None and not wins_asked(seats.table):
        seats.press(asked.missing[0], "x") if asked.kind is not PromptKind.TURN else seats.wait()
    assert asked is not None
    seat, number = asked.asked[0], seats.table.shown_decision
    assert number != seats.table.decision
    assert list(lacking(seats.table, seats.shown(None), seats.now)) == []
    before = seats.table
    assert seats.press(seat, "x", decision=number) == "toast.passed"
    seats.table = before
    assert seats.press(seat, "h", decision=number) == "toast.win"
    assert hand_of(seats).over


def hand_of(seats: Seats) -> HandState:
    """The hand that they play."""
    assert seats.table.hand is not None
    return seats.table.hand


def wins_asked(table: Table) -> bool:
    """Whether somebody is asked whether he wins with one of the last tiles."""
    prompt = table.prompt
    wins = prompt is not None and any(act.verb == "h" for acts in prompt.options for act in acts)
    return prompt is not None and prompt.kind is PromptKind.DIVISION and wins


def test_own_kongs_before_play_are_not_offered_where_no_button_makes_them() -> None:
    """Longgang asks for them before the first claims; they are nobody else's business."""
    seats = alone(rigged(LONGGANG, hands=["", "1111m", "2222p", ""]))
    seats.press(0, f"d:{TEXT[seat_view(hand_of(seats), 0).own.hand[0]]}")
    board = seats.shown(None)
    assert seats.table.prompt is not None
    assert seats.table.prompt.kind is PromptKind.DECLARE
    assert list(lacking(seats.table, board, seats.now)) == []
    reached = seats.reached(1, reached=True)
    assert offered(reached.table, 1, seats.now)


def test_before_the_deal_the_eye_tells_no_hand_but_what_may_be_staked() -> None:
    seats = alone(rigged(find_game("yantai")))
    assert seats.kind is PromptKind.STAKE
    assert STAGE.alert(seats.table, 0, "hand", seats.now).startswith("还没发牌。\n现在可以：")
    assert list(lacking(seats.table, seats.shown(None), seats.now)) == []
