"""Seats that are left in mid-hand, tables that end in mid-hand, and panels of a hand that is over."""

from dataclasses import replace

from engine.fairness import randomness
from engine.games import find_game
from engine.match import MatchState
from handlers.message import Button, Message
from handlers.show.markup import plain
from handlers.show.texts import Texts
from handlers.tables.commands import Arrived, Deal, Lost, Press, Tick
from handlers.tables.deal import hand_start
from handlers.tables.effects import Effects, Surface
from handlers.tables.model import Person, Table
from handlers.tables.surfaces import Stage
from handlers.tables.table import wake_at
from tests.handlers.tables import CAST, TOM, WEI, after, dealt, discard, lobby

STAGE = Stage(Texts.load(), "paizhuo_bot")
ANN = Person(9, 109, "Ann", "en", reachable=True)
BOARD = Surface("board")


def played_out(table: Table) -> tuple[Table, Effects]:
    """The hand to its end: the clock plays for everybody."""
    effects = Effects()
    now = 1_000
    while table.state == "playing":
        now = wake_at(table, now) or now
        table, effects = after(table, Tick(), now=now)
    return table, effects


def codes(message: Message | None) -> list[str]:
    """What the buttons of the message do."""
    assert message is not None
    buttons: list[Button] = [button for row in message.keyboard for button in row]
    return [
        button.data.split(":")[2] for button in buttons if button.data and not button.data.startswith("-")
    ]


def left_by_tom() -> tuple[Table, Effects, int]:
    """A hand that ended after Tom had got up in it, and the seat he had."""
    table = dealt(lobby(window="open"))
    seat = table.seat_of(TOM.person_id)
    assert seat is not None
    table, _ = after(table, Press(TOM, "l", query_id="l"))
    return (*played_out(table), seat)


def test_who_left_in_mid_hand_stands_on_the_card_and_the_seat_can_be_taken() -> None:
    table, effects, seat = left_by_tom()
    assert table.state == "ready"
    assert table.chairs[seat] is None
    assert [note.params for note in effects.notes if note.key == "seat.table_waits"] == [{"seats": (seat,)}]
    card = STAGE.render(table, BOARD, 1_000)
    assert card is not None
    assert "Tom" in plain(card.text)
    assert {"j", "b"} <= set(codes(card))


def test_the_next_hand_begins_when_somebody_has_taken_the_free_seat() -> None:
    table, _, seat = left_by_tom()
    now = (table.clock.due_at or 0) + 1
    for person in CAST:
        if table.seat_of(person.person_id) is not None:
            table, effects = after(table, Press(person, "g", query_id="g"), now=now)
            assert not effects.deal
    table, effects = after(table, Press(ANN, "j", query_id="j"), now=now)
    assert table.seat_of(ANN.person_id) == seat
    assert effects.deal
    card = STAGE.render(table, BOARD, now)
    assert "j" not in codes(card)
    assert card is not None
    assert "Tom" in plain(card.text)


def dealt_again(table: Table, *presses: Press) -> Table:
    """The next hand, all that sit being ready."""
    late = (table.clock.due_at or 0) + 1
    table, _ = after(table, *presses, *(Press(person, "g", query_id="g") for person in CAST), now=late)
    assert table.full
    return after(table, Deal(58), now=late)[0]


def test_where_somebody_has_left_a_game_may_begin_a_new_session() -> None:
    """福州 FZ-2.1: a new random dealer, from the hand's own key, and no streak; the points stay."""
    table, _, _ = left_by_tom()
    assert table.match is not None
    table = replace(table, match=replace(table.match, streak=3))
    again = dealt_again(table, Press(ANN, "j", query_id="j"))
    start, _ = hand_start(replace(table, chairs=again.chairs), 58)
    assert again.match is not None
    assert again.match.streak == 0
    assert again.match.dealer == randomness(start.key, table.game.tiles.sorted_list()).seat
    assert again.match.totals == table.match.totals  # type: ignore[union-attr]
    computer = dealt_again(table, Press(WEI, "b", query_id="b"))
    assert computer.match is not None
    assert computer.match.streak == 0


def test_where_the_same_people_sit_the_session_goes_on() -> None:
    table, _ = played_out(dealt(lobby(window="open")))
    assert table.match is not None
    table = replace(table, match=replace(table.match, streak=3))
    people = [replace(table.chair(seat), played_by="person") for seat in range(4)]  # type: ignore[arg-type]
    table = replace(table, chairs=(people[0], people[1], people[2], people[3]))
    assert dealt_again(table).match == table.match


def test_other_games_go_on_with_other_people() -> None:
    game = find_game("yantai")
    table, _, _ = left_by_tom()
    table = replace(table, game=game, options=game.options(), match=MatchState(2, 3))
    start, _ = hand_start(table, 58)
    assert start.match == table.match


def test_a_pause_that_has_not_begun_is_forgotten_with_who_asked_for_it() -> None:
    table, _ = discard(dealt(lobby(tempo="none")), now=2_000)
    asked, _ = after(table, Press(TOM, "z", query_id="z"), now=2_000)
    assert asked.pause_wanted == TOM.person_id
    begun, _ = discard(asked, now=90_000)
    assert begun.paused_at is not None
    left, _ = after(asked, Press(TOM, "l", query_id="l"), now=2_000)
    assert left.pause_wanted is None
    assert after(left, Tick(), now=90_000)[0].paused_at is None


def test_a_computer_may_take_the_free_seat() -> None:
    table, _, seat = left_by_tom()
    table, _ = after(table, Press(WEI, "b", query_id="b"))
    assert table.chair(seat).person is None


def test_a_table_that_ends_in_mid_hand_leaves_panels_that_ask_for_nothing() -> None:
    table = dealt(lobby(window="open"))
    table, effects = after(table, Press(WEI, "en", query_id="e"))
    assert {d.surface.seat for d in effects.dirty if d.surface.kind == "panel"} == {0, 1, 2, 3}
    for seat in range(4):
        panel = STAGE.render(table, Surface("panel", seat), 1_000)
        assert codes(panel) == []


def test_the_last_word_of_a_panel_asks_for_nothing() -> None:
    table, _ = played_out(dealt(lobby(window="open")))
    assert table.state == "ready"
    for seat in range(4):
        here = replace(table.chair(seat), played_by="person", ready="")
        table = table.with_chair(seat, here)
        assert "g" in codes(STAGE.panel(table, seat, 1_000))
        assert "g" not in codes(STAGE.panel(table, seat, 1_000, final=True))


def test_who_can_be_written_to_again_sees_the_panel_at_once() -> None:
    table = dealt(lobby(window="open"))
    seat = table.seat_of(TOM.person_id)
    table, _ = after(table, Lost(TOM.person_id))
    table, effects = after(table, Arrived(TOM))
    assert Surface("panel", seat) in [dirty.surface for dirty in effects.dirty]


def test_the_lobby_of_a_dealt_hand_waits_for_nobody() -> None:
    table = dealt(lobby(window="open"))
    shown = STAGE.render(table, Surface("lobby"), 1_000)
    assert shown is not None
    assert STAGE.texts.of("zh_Hans").plain("lobby.waits_for_ready") not in plain(shown.text)
    assert set(codes(shown)) == {"u", "o"}
