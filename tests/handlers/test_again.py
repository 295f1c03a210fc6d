"""A press that comes twice: heard once, answered twice, and nothing is done or undone by the second."""

from dataclasses import replace

import pytest

from engine.games import find_game
from engine.hand import legal_actions
from engine.prompts import PromptKind
from engine.tiles import TEXT, Kind
from handlers.tables.again import from_journal
from handlers.tables.commands import Press, Tick
from handlers.tables.effects import Effects
from handlers.tables.model import Table
from handlers.tables.pace import DOUBLE_TAP, SAME_PRESS, SECOND_PRESS
from tests.engine.rigged import rigged
from tests.handlers.tables import CAST, LIN, TOM, WEI, after, dealt, full, lobby
from tests.security.screens import table_with

NOW = 5_000


def told(effects: Effects) -> str:
    assert effects.answer is not None
    return effects.answer.key


def thrown(table: Table, *, now: int = NOW) -> tuple[Table, Press]:
    """The table after its first throw, and the press that made it."""
    assert table.hand is not None
    seat = table.hand.turn
    kept = table.hand.game.wilds(table.hand, seat)
    act = next(a for a in legal_actions(table.hand, seat) if a.verb == "d" and a.tile not in kept)
    press = Press(CAST[seat], "d", act.text.partition(":")[2], table.decision, "q1")
    table, effects = after(table, press, now=now)
    assert told(effects) == "toast.discarded"
    return table, press


@pytest.mark.parametrize("later", [0, 600, 1_500, 40_000])
def test_the_same_throw_again_has_been_heard(later: int) -> None:
    table, press = thrown(dealt(lobby(window="open")))
    _, effects = after(table, replace(press, query_id="q2"), now=NOW + later)
    assert told(effects) == "toast.repeated"
    assert not effects.rows


def test_another_tile_or_another_person_has_not_been_heard() -> None:
    table, press = thrown(dealt(lobby(window="open")))
    assert table.hand is not None
    other = next(text for text in ("1m", "9m", "1s", "9s") if text != press.arg)
    for stale in (replace(press, arg=other), replace(press, person=CAST[(CAST.index(press.person) + 1) % 4])):
        _, effects = after(table, replace(stale, query_id="q2"), now=NOW + 900)
        assert told(effects) != "toast.repeated"


def test_an_older_question_is_not_the_one_just_answered() -> None:
    table, press = thrown(dealt(lobby(window="open")))
    assert press.decision is not None
    _, effects = after(table, replace(press, decision=press.decision - 1), now=NOW + 900)
    assert told(effects) == "refuse.moved_on"


def test_after_a_start_the_record_tells_what_was_pressed() -> None:
    table, press = thrown(dealt(lobby(window="open")))
    seat = CAST.index(press.person)
    fresh = replace(table, taps=from_journal(table, [(seat, f"d:{press.arg}", ())], ["person"]))
    _, effects = after(fresh, replace(press, query_id="q2"), now=NOW + 900)
    assert told(effects) == "toast.repeated"
    by_clock = replace(table, taps=from_journal(table, [(seat, f"d:{press.arg}", ())], ["clock"]))
    _, effects = after(by_clock, replace(press, query_id="q2"), now=NOW + 900)
    assert told(effects) == "refuse.moved_on"


@pytest.mark.parametrize("code", ["p", "x"])
def test_a_claim_pressed_twice_is_heard_while_the_window_stands_open_and_afterwards(code: str) -> None:
    hand = rigged(find_game("fuzhou"), hands=["3s", "33s", "", ""], tail="6p").play("0 d:3s")
    table = table_with(hand.state)
    assert table.prompt is not None
    assert table.prompt.kind is PromptKind.CLAIM
    sofia = table.chair(1).person
    assert sofia is not None
    press = Press(sofia, code, decision=table.decision, query_id="q1")
    table, _ = after(table, press, now=NOW)
    table, effects = after(table, press, now=NOW + 300)
    assert told(effects) == "toast.repeated"
    table, _ = after(table, Tick(), now=NOW + 60_000)
    _, effects = after(table, press, now=NOW + 61_000)
    assert told(effects) == "toast.repeated"


def test_ready_pressed_twice_is_heard_though_the_tiles_are_dealt() -> None:
    before = full(replace(lobby(), house=replace(lobby().house, dice="off")))
    table = dealt(lobby())
    again = Press(WEI, "g", decision=before.decision, query_id="g2")
    _, effects = after(table, again, now=NOW)
    assert told(effects) == "toast.repeated"
    _, effects = after(replace(table, taps=()), again, now=NOW)
    assert told(effects) == "toast.repeated"
    _, effects = after(table, Press(WEI, "g"), now=NOW)
    assert told(effects) == "refuse.already_dealt"


def test_getting_up_and_calling_friends_are_heard_twice_for_a_moment() -> None:
    table = full(lobby())
    table, _ = after(table, Press(TOM, "l", decision=table.decision), now=NOW)
    _, effects = after(table, Press(TOM, "l", decision=table.decision), now=NOW + 900)
    assert told(effects) == "toast.repeated"
    _, effects = after(table, Press(TOM, "l", decision=table.decision), now=NOW + SAME_PRESS + 1)
    assert told(effects) == "refuse.not_seated_free"
    table, effects = after(table, Press(WEI, "cf", decision=table.decision), now=NOW)
    assert told(effects) == "three.calling"
    _, effects = after(table, Press(WEI, "cf", decision=table.decision), now=NOW + 900)
    assert told(effects) == "toast.repeated"


def test_a_trembling_thumb_does_not_undo_what_it_has_done() -> None:
    table = dealt(lobby())
    press = Press(LIN, "sw", decision=table.decision)
    once, _ = after(table, press, now=NOW)
    twice, effects = after(once, press, now=NOW + DOUBLE_TAP)
    assert told(effects) == "toast.repeated"
    assert twice.chair(2).table_up == once.chair(2).table_up
    back, _ = after(once, press, now=NOW + DOUBLE_TAP + 1)
    assert not back.chair(2).table_up


def _wild_in_turn(table: Table) -> tuple[int, Kind] | None:
    """The seat in turn and a wild tile that it holds."""
    hand = table.hand
    assert hand is not None
    held = hand.game.wilds(hand, hand.turn) & set(hand.seats[hand.turn].hand)
    return (hand.turn, min(held)) if held else None


def test_a_wild_goes_by_a_second_press_and_by_no_double_tap() -> None:
    tables = (dealt(lobby(seed=seed)) for seed in range(1, 200))
    table, seat, wild = next((table, *found) for table in tables if (found := _wild_in_turn(table)))
    press = Press(CAST[seat], "d", TEXT[wild], table.decision, "q")
    table, effects = after(table, press, now=NOW)
    assert told(effects) == "throw.gold"
    table, effects = after(table, press, now=NOW + DOUBLE_TAP)
    assert told(effects) == "throw.gold"
    late, effects = after(table, press, now=NOW + SECOND_PRESS + 1)
    assert told(effects) == "throw.gold"
    _, effects = after(late, press, now=NOW + SECOND_PRESS + 2 + DOUBLE_TAP)
    assert told(effects) == "toast.discarded"
    _, effects = after(table, press, now=NOW + DOUBLE_TAP + 1)
    assert told(effects) == "toast.discarded"


def test_whoever_wants_a_rematch_is_told_that_it_is_open() -> None:
    """Once; the others who press are told the same, and open nothing."""
    table, _ = after(full(lobby()), Press(WEI, "en"))
    table, effects = after(table, Press(TOM, "rm"), now=NOW)
    assert (told(effects), effects.rematch) == ("rematch.opened", TOM)
    for person in (TOM, LIN):
        table, effects = after(table, Press(person, "rm"), now=NOW + 900)
        assert (told(effects), effects.rematch, effects.agreed) == ("rematch.opened", None, person)
