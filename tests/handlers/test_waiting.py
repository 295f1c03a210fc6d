"""Who waits for a seat is called when one is free, however it became so, and whoever has one waits no more."""

from dataclasses import replace
from pathlib import Path

from handlers.tables.commands import Known, Lost, Press, Rematch, Tick
from handlers.tables.effects import Effects
from handlers.tables.model import Person, Table
from handlers.tables.pace import REMATCH
from tests.end_to_end.driving import coded_as
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import CAST, LIN, SOFIA, TOM, WEI, after, dealt, full, lobby
from tests.handlers.test_leaving import played_out

ADA, BEN, EVE = (
    Person(number, 100 + number, name, "en", reachable=True)
    for number, name in ((9, "Ada"), (10, "Ben"), (11, "Eve"))
)


def press(who: Person, code: str, arg: str = "") -> Press:
    return Press(who, code, arg, query_id=code)


def with_a_line(table: Table, *people: Person) -> Table:
    """The table for which these people wait."""
    return after(table, *(press(person, "wl") for person in people or (ADA, BEN)))[0]


def called(effects: Effects) -> list[tuple[str, int]]:
    """Who has been called, and to which seat."""
    notes = [note for note in effects.notes if note.key == "seat.free_now"]
    return [(note.person.name, note.params["free"]) for note in notes if note.person]


def test_who_waits_is_called_after_the_hand_in_which_somebody_got_up() -> None:
    table = with_a_line(dealt(lobby(window="open")))
    seat = table.seat_of(TOM.person_id)
    table, effects = after(table, press(TOM, "l"))
    assert called(effects) == []
    table, effects = played_out(table)
    assert table.state == "ready"
    assert called(effects) == [("Ada", seat)]


def test_who_would_sit_down_in_mid_hand_waits_for_the_next_one() -> None:
    table = dealt(lobby())
    for _ in range(2):
        table, effects = after(table, press(ADA, "j"))
        assert effects.answer is not None
        assert (effects.answer.key, effects.answer.accepted) == ("seat.waiting_list_on", True)
        assert table.waiting == (ADA,)
    stranger, effects = after(dealt(lobby()), replace(press(ADA, "j"), member=False))
    assert effects.answer is not None
    assert (effects.answer.key, stranger.waiting) == ("refuse.not_member", ())


def test_who_waits_is_called_when_a_seat_was_kept_in_vain() -> None:
    old = full(lobby())
    table, _ = after(lobby(), Rematch(old.chairs, WEI))
    table, effects = after(with_a_line(table), Tick(), now=1_000 + REMATCH)
    assert called(effects) == [("Ada", 1), ("Ben", 2)]


def test_who_waits_is_called_when_a_computer_goes() -> None:
    table, _ = after(lobby(), *(press(person, "j") for person in CAST[:3]), press(WEI, "b"))
    assert called(after(with_a_line(table), press(WEI, "n"))[1]) == [("Ada", 3)]


def test_each_is_called_once_and_whoever_sits_down_waits_no_more() -> None:
    table, effects = after(with_a_line(full(lobby())), press(TOM, "l"))
    assert called(effects) == [("Ada", 3)]
    table, effects = after(table, press(LIN, "l"))
    assert called(effects) == [("Ben", 2)]
    table, effects = after(table, press(ADA, "j", "3"))
    assert (called(effects), table.waiting) == ([], (BEN,))
    table, _ = after(table, press(BEN, "j", "2"))
    assert table.waiting == ()


def test_who_let_a_seat_go_to_somebody_else_is_called_after_the_others() -> None:
    table, effects = after(with_a_line(full(lobby())), press(TOM, "l"), press(EVE, "j"))
    assert (table.waiting, called(effects)) == ((BEN, ADA), [])
    table, effects = after(table, press(SOFIA, "l"))
    assert called(effects) == [("Ben", 1)]
    assert called(after(table, press(LIN, "l"))[1]) == [("Ada", 2)]


def test_who_cannot_be_written_to_or_waits_no_more_uses_up_no_call() -> None:
    table, _ = after(with_a_line(full(lobby())), press(TOM, "l"))
    for gone in (Lost(ADA.person_id), press(ADA, "wl")):
        shorter, effects = after(table, gone, now=60_000)
        assert (shorter.waiting, called(effects)) == ((BEN,), [("Ben", 3)])


def test_who_has_been_called_is_not_called_again_for_another_name() -> None:
    table, _ = after(with_a_line(full(lobby())), press(TOM, "l"))
    table, effects = after(table, Known(replace(ADA, name="Ada B.")))
    assert called(effects) == []
    assert table.waiting[0].name == "Ada B."


def test_a_table_that_is_over_calls_nobody() -> None:
    table = with_a_line(replace(full(lobby()), state="ready", played=1))
    table, effects = after(table, press(WEI, "en"))
    assert (table.state, called(effects)) == ("over", [])


@virtual
async def test_the_next_is_called_when_the_first_has_blocked_the_bot(stage: Stage, path: Path) -> None:
    ada, ben = stage.newcomers("Ada", "Ben")
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou dice=off tempo=none")
        await stage.quiet()
        lobby_message = stage.group.from_bot[0]
        button = coded_as(lobby_message.data, "wl")
        for person in (ada, ben):
            await stage.press(person, lobby_message, button)
        ada.block()
        stage.tom.send(stage.group, "/leave")
        await stage.quiet()
        assert "A seat is free" in ben.private.last().text
        assert [person.name for person in only_table(app).waiting] == ["Ben"]
