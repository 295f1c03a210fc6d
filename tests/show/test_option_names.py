"""A wrong option name is answered by the names there are: the likely ones first, none cut, none of another game."""

import pytest

from engine.games import games
from handlers.show.markup import length
from handlers.show.names import bare
from handlers.show.option_names import NEAR, ROOM, typed_options, unknown_option, wrong_value
from handlers.show.texts import Texts

TEXTS = Texts.load()
GAMES = games()


def near(game: str, typed: str) -> list[str]:
    _, params = unknown_option(typed, typed_options(GAMES[game]))
    return bare(params.get("near", "")).split(", ")


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("guiyang", "que", "que_mode"),
        ("guiyang", "QUE-MODE", "que_mode"),
        ("guiyang", "que_mod", "que_mode"),
        ("guiyang", "缺门", "que_mode"),
        ("guiyang", "hand", "hands"),
        ("fuding", "tempos", "tempo"),
        ("fuding", "mod", "mode"),
        ("qingtian", "discarder", "discarder_extra"),
        ("yantai", "formula", "stake.formula"),
        ("yantai", "multiplier", "multipliers.门前清"),
    ],
)
def test_what_may_be_meant_comes_first(game: str, typed: str, meant: str) -> None:
    found = near(game, typed)
    assert meant in found[:2]
    assert len(found) <= NEAR


def test_a_name_like_none_has_no_likely_ones() -> None:
    for typed in ("zzzz", "", "q"):
        assert unknown_option(typed, typed_options(GAMES["guiyang"]))[0] == "refuse.unknown_option"


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("typed", ["zzzz", "que", "x" * 4000])
def test_names_are_whole_and_of_this_game(game: str, typed: str) -> None:
    known = typed_options(GAMES[game])
    key, params = unknown_option(typed, known)
    told = [*bare(params.get("near", "")).split(", "), *bare(params["allowed"]).split(", ")]
    assert {name for name in told if name not in ("", "…")} <= known.keys()
    assert len(set(told)) == len(told)
    for say in TEXTS.sayings.values():
        text = say.plain(key, 2 * ROOM, **params)
        assert length(text) <= 2 * ROOM
        assert params["allowed"] in text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_referee_is_an_option_only_where_there_is_one(game: str) -> None:
    known = typed_options(GAMES[game])
    assert ({"mode", "computer_errs"} <= known.keys()) == GAMES[game].referee
    assert "tempo" in known


def test_a_wrong_value_is_answered_by_the_right_ones() -> None:
    known = typed_options(GAMES["guiyang"])
    key, params = wrong_value("que_mode", known["que_mode"])
    assert key == "refuse.option_value"
    assert params["allowed"] == known["que_mode"].allowed()
