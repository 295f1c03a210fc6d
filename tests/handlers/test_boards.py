"""In the group a hand is one message: when a board is wanted, and when not yet."""

from handlers.tables.commands import Press
from handlers.tables.effects import Surface
from tests.handlers.tables import WEI, after, dealt, full, lobby


def test_while_the_first_dice_fall_there_is_no_board_to_show() -> None:
    table = full(lobby())
    table, effects = after(table, Press(WEI, "g", query_id="g1", decision=table.decision))
    assert (table.state, effects.throw) == ("throwing", True)
    assert {dirty.surface.kind for dirty in effects.dirty if dirty.surface.seat is None} == {"lobby"}


def test_the_first_hand_is_dealt_onto_one_new_board() -> None:
    table = full(lobby(dice="off"))
    table, effects = after(table, Press(WEI, "g", query_id="g1", decision=table.decision))
    assert effects.deal
    assert not any(dirty.surface == Surface("board") for dirty in effects.dirty)
    assert dealt(lobby()).hand is not None
