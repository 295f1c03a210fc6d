"""LG-22 with a referee: a call before the next draw takes effect, a later one is refused and costs nothing.

Every sequence of up to five events on one discard, against the rule taken literally.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine.actions import CLOSE, HOST, Action, parse_act
from engine.games.longgang import GAME
from engine.hand import IllegalAction, apply
from engine.state import HandState
from tests.engine.games.hu_tai_positions import FIVE_RUNS, position, winner
from tests.engine.games.refereed import judged
from tests.engine.rigged import Rigged

SEATS = {0: "5p", 1: "46p258m147s19m3z", 2: "55p", 3: "123456789m12399s46p"}
"""Seat 0 throws 5p: seat 1 comes next and could chow it, seat 2 pung it, seat 3 win on it."""
EVENTS = ("1 x", "1 c:4p6p", "2 x", "2 p", "3 x", "3 h", "3 late", "3 v", "-")
MOST = 5


@dataclass(frozen=True)
class Table:
    """What everybody knows: the question, who is still to answer it, who has called, whether nobody has drawn."""

    question: str = "claim"
    waiting: tuple[int, ...] = (1, 2, 3)
    called: frozenset[str] = frozenset()
    undrawn: bool = True

    @property
    def ended(self) -> bool:
        return self.question == "over"


def after(table: Table, event: str) -> Table | None:
    """The table after the event; None where it is refused."""
    if event == "3 late":
        open_now = table.undrawn and table.question in ("chow", "turn of 1", "turn of 2")
        return announced(table) if open_now else None
    if table.question == "claim":
        return answered(table, event)
    if table.question == "chow":
        return {
            "1 c:4p6p": Table("turn of 1", (1,)),
            "2 p": Table("turn of 2", (2,)),
            "1 x": Table("turn of 1", (1,), undrawn=False),
            "-": Table("turn of 1", (1,), undrawn=False),
        }.get(event)
    if table.question == "intercept":
        left = () if event == "-" else tuple(seat for seat in table.waiting if event != f"{seat} x")
        if left == table.waiting:
            return None
        return replace(table, waiting=left) if left else Table("reveal", (3,))
    return Table("over", ()) if table.question == "reveal" and event == "3 v" else None


def answered(table: Table, event: str) -> Table | None:
    """One answer to the question about the discard, or all that are missing."""
    seat = table.waiting if event == "-" else (int(event[0]),)
    if event == "3 v" or not set(seat) <= set(table.waiting):
        return None
    left = tuple(other for other in table.waiting if other not in seat)
    table = replace(table, waiting=left, called=table.called | ({event} - {"-"}))
    if left:
        return table
    if "3 h" in table.called:  # LG-17
        return announced(table)
    if "2 p" in table.called:
        return Table("turn of 2", (2,))
    return Table("turn of 1", (1,)) if "1 c:4p6p" in table.called else Table("chow", (1,))


def announced(table: Table) -> Table:
    """Seat 3 calls the win; seats 1 and 2 are nearer, and might have it too (LG-18)."""
    return replace(table, question="intercept", waiting=(1, 2))


def question_of(state: HandState) -> str:
    if state.prompt is None:
        return "over"
    return f"turn of {state.turn}" if state.prompt.kind == "turn" else state.prompt.kind.value


def action_of(event: str, number: int) -> Action:
    if event == "-":
        return Action(HOST, CLOSE)
    seat, act = event.split()
    return Action(int(seat), parse_act(f"h:{number}" if act == "late" else act))


def test_every_sequence_of_up_to_five_events() -> None:
    """LG-22, LG-17: nothing is ever judged here, for nobody calls what he has not."""
    hand = position(GAME, SEATS, mode="referee", front="1z2z").do(0, "d:5p")
    assert hand.state.prompt is not None
    number, seen = hand.state.prompt.number, 0
    todo = [(Table(), hand.state, 0)]
    while todo:
        table, state, length = todo.pop()
        seen += 1
        for event in EVENTS if length < MOST else ():
            expected = after(table, event)
            if event == "-" and (table.question.startswith("turn") or table.question in ("reveal", "over")):
                continue  # silence is a discard there, or a win withdrawn
            if expected is None:
                with pytest.raises(IllegalAction):
                    apply(state, action_of(event, number))
                continue
            reached, events = apply(state, action_of(event, number))
            assert not [one for one in events if one.name == "judged"], event
            missing = reached.prompt.missing if reached.prompt else ()
            assert (question_of(reached), missing) == (expected.question, expected.waiting), (table, event)
            if expected.ended:
                assert reached.result is not None
                assert [(win.seat, win.source) for win in reached.result.wins] == [(3, 0)]
            todo.append((expected, reached, length + 1))
    assert seen > 100


# -- and where a call is wrong, or comes with a self-draw


def calling(seats: dict[int, str], **more: str) -> Rigged:
    """Seat 0 has thrown 5p, everybody has passed, and seat 1 is asked whether it chows."""
    return position(GAME, {0: "5p", **seats}, mode="referee", **more).play("0 d:5p, x")


def test_a_late_pung_outranks_the_draw_even_of_a_winning_tile() -> None:
    """LG-22: seat 1 would have drawn its 9s."""
    hand = calling({1: FIVE_RUNS + "9s", 2: "55p"}, front="9s").do(2, "p")
    assert (hand.told("pung"), hand.told("draw"), hand.state.turn) == (["pung 2 5p5p5p <0"], [], 2)


def test_if_he_drew_first_his_self_draw_stands() -> None:
    """LG-22: the pung comes too late, and costs nothing."""
    hand = calling({1: FIVE_RUNS + "9s", 2: "55p"}, front="9s").do(1, "x")
    for act in ("p", "k:5p", "h:2"):
        with pytest.raises(IllegalAction):
            hand.do(2, act)
    assert winner(hand.play("1 h, 1 v")) == 1
    assert judged(hand) == []


@pytest.mark.parametrize(("act", "verdict"), [("p", "2 stand 五b"), ("k:5p", "2 stand 方式9")])
def test_a_late_call_without_the_tiles_is_judged_and_the_question_goes_on(act: str, verdict: str) -> None:
    """LG-22, 五b, 方式9."""
    hand = calling({1: "46p", 2: ""}).do(2, act)
    assert (judged(hand), hand.kind, hand.asked) == ([verdict], "chow", (1,))
    assert hand.do(1, "c:4p6p").told("chow") == ["chow 1 4p5p6p <0"]


def test_a_late_win_that_is_none_is_fined_and_the_question_goes_on() -> None:
    """LG-22, 五h: asked of the next seat still."""
    hand = calling({1: "46p"}).do(2, "h:2").drift(lambda state: question_of(state) == "reveal").do(2, "v")
    assert (judged(hand), hand.kind, hand.asked) == (["2 fine 五h"], "chow", (1,))


def test_the_next_seat_itself_may_win_late_and_its_false_win_ends_its_chow() -> None:
    """LG-22, LG-34: no calls of a standing seat, so it draws."""
    hand = calling({1: "123456789m12399s46p"}).play("1 h:2, 1 v")
    assert (winner(hand), judged(hand)) == (1, [])
    false = calling({1: "46p"}).play("1 h:2, 1 v")
    assert (judged(false), false.kind, false.state.turn) == (["1 fine 五h"], "turn", 1)
    assert len(false.told("draw")) == 1


def test_a_pass_in_the_window_does_not_bind_before_the_draw() -> None:
    """LG-22: the bars of LG-24 and LG-25 begin with the draw."""
    hand = calling({2: "55p", 3: "123456789m12399s46p"}, front="1z5p")
    assert hand.state.seats[2].bans == hand.state.seats[3].bans == frozenset()
    hand.do(1, "x")
    assert {ban.act for ban in hand.state.seats[2].bans} == {"pung"}
    assert "win" in {ban.act for ban in hand.state.seats[3].bans}


def test_a_win_lives_though_another_has_taken_the_tile() -> None:
    """LG-22, LG-17: nobody has drawn, and the table is taken back to the discard."""
    hand = calling({2: "55p", 3: "123456789m12399s46p"}).play("2 p, 2 d:1m, 3 h:2")
    hand.drift(lambda state: question_of(state) == "reveal").do(3, "v")
    assert winner(hand) == 3
    assert hand.state.result is not None
    assert [seat.melds for seat in hand.state.result.seats] == [()] * 4


def test_the_replacement_of_a_kong_is_a_draw() -> None:
    """LG-22."""
    hand = calling({2: "555p", 3: "123456789m12399s46p"}).do(2, "k:5p")
    with pytest.raises(IllegalAction):
        hand.do(3, "h:2")


def test_the_replacement_of_a_flower_laid_out_meanwhile_is_none() -> None:
    """LG-22, 方式8: seat 1 is still to draw; the win is judged by the tiles that lie now."""
    hand = calling({1: "3f", 3: "123456789m12399s46p"}, tail="8p").do(1, "f:3f")
    assert hand.kind == "chow"
    hand.do(3, "h:2").drift(lambda state: question_of(state) == "reveal").do(3, "v")
    assert (winner(hand), judged(hand)) == (3, [])
    own = calling({1: "123456789m1239s46p3f"}, tail="9s").play("1 f:3f, 1 h:2, 1 v")
    assert (winner(own), judged(own)) == (1, [])


def test_on_an_honour_nobody_is_asked_for_a_chow_and_the_draw_comes_at_once() -> None:
    """LG-22: the window was the time to call."""
    hand = position(GAME, {0: "1z", 2: "11z"}, mode="referee").play("0 d:1z, x")
    assert hand.kind == "turn"
    with pytest.raises(IllegalAction):
        hand.do(2, "p")
