"""Options: names, ranges and defaults of the rulebooks, one object for cases, buttons, `/new` and the journal."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.games import find_game, games, search_games
from engine.options import Choice, OptionError, Options, TableOptions, Value, read, show

SCHEMAS = [pytest.param(game.options, id=game.id) for game in games().values()] + [
    pytest.param(TableOptions, id="table")
]
GAMES = [pytest.param(game, id=game.id) for game in games().values()]

FUZHOU = {
    "scoring": ["A", "B"],
    "discard_payers": ["discarder", "all_three"],
    "zimo_mode": ["x_each", "3x_each"],
    "zhuazhuang_payer": ["all", "dealer_only"],
    "special_scales_with_streak": [False, True],
    "sanjindao_on_discard": [False, True],
    "fz_values": ["seed", "f3"],
    "eight_pairs": ["literal", "seven_pairs_plus_triplet", "off"],
    "B_count_honours": [False, True],
    "youjin": ["off", "on"],
    "streak_counts_draws": [False, True],
    "gold_discard": ["allowed_selfdraw_only", "forbidden"],
    "chow_same_tile_discard": ["allowed", "forbidden"],
    "pass_lock": [True, False],
    "robgold_window": ["after_dealer_discard", "until_own_first_discard"],
    "indicator_in_reserve": [True, False],
    "hands": [8, 4, 12, 16, "open"],
}
"""Section 17 of the rulebook, the default first."""
TABLE = {
    "mode": ["assist", "referee"],
    "tempo": ["normal", "quick", "slow", "none", "day"],
    "window": ["masked", "fixed", "open"],
    "dice": ["match", "hand", "off"],
    "seats": ["as_joined", "shuffled"],
    "advice": [True, False],
    "showdown": ["all", "rule"],
    "computer_errs": [False, True],
}


@pytest.mark.parametrize(("schema", "listed"), [(games()["fuzhou"].options, FUZHOU), (TableOptions, TABLE)])
def test_names_values_and_defaults_are_those_of_the_rulebook(
    schema: type[Options], listed: dict[str, list[Value]]
) -> None:
    found = {name: list(known.values) for name, known in schema.schema().items()}
    assert found == listed
    assert list(found) == list(listed)
    assert all(schema().get(name) == values[0] for name, values in listed.items())


def values(known: Choice) -> list[Value]:
    """Some allowed values."""
    return [*known.values, *([known.low, known.high] if known.kind == "number" else [])]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_allowed_value_is_taken_in_all_ways_and_survives_the_journal(schema: type[Options]) -> None:
    for name, known in schema.schema().items():
        for value in values(known):
            try:
                options = schema().with_value(name, value)
            except OptionError:
                continue  # it goes only together with another option
            assert options.get(name) == value
            assert type(options.get(name)) is type(value)
            assert schema().with_text(name, show(value)) == options
            assert schema.from_json(json.loads(json.dumps(options.changed()))) == options
            assert read(known, show(value)) == value


@pytest.mark.parametrize("schema", SCHEMAS)
def test_only_what_differs_from_the_default_is_kept(schema: type[Options]) -> None:
    assert schema().changed() == {}
    for name, known in schema.schema().items():
        options = schema().with_value(name, known.default)
        assert options.changed() == {}
    assert schema.from_json({}) == schema()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_what_is_not_allowed_is_refused_with_the_allowed_ones(schema: type[Options]) -> None:
    for name, known in schema.schema().items():
        wrongs: list[Any] = ["", "maybe", -(10**9), 10**9, 1.5, None, [], {}, ["A"]]
        for wrong in wrongs:
            if known.kind == "number" and wrong == 10**9 and known.high >= 10**9:
                continue
            with pytest.raises(OptionError) as refused:
                schema().with_value(name, wrong)
            assert name in str(refused.value)
        odd: Value = 1 if known.kind == "switch" else True
        with pytest.raises(OptionError):
            schema().with_value(name, odd)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_unknown_name_is_refused(schema: type[Options]) -> None:
    first = next(iter(schema.schema()))
    for name in ("colour", "", "__class__", "schema", f"{first}.x", f"x.{first}", "."):
        with pytest.raises(OptionError):
            schema().with_text(name, "1")
        with pytest.raises(OptionError):
            schema().get(name)
    no_options: list[Any] = [[], "x", None, {"colour": 1}]
    for given_options in no_options:
        with pytest.raises(OptionError):
            schema.from_json(given_options)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_option_has_one_line_in_each_language_and_a_condition_that_exists(
    schema: type[Options],
) -> None:
    known = schema.schema()
    for name, option in known.items():
        assert option.zh, name
        assert option.en, name
        assert "\n" not in option.zh + option.en
        assert option.accepts(option.default)
        assert option.allowed()
        if option.when:
            other, equals, value = option.when.partition("=")
            assert equals
            assert known[other].accepts(read(known[other], value)), option.when


@pytest.mark.parametrize("schema", SCHEMAS)
@given(text=st.text(max_size=12))
def test_a_typed_value_is_taken_or_refused(schema: type[Options], text: str) -> None:
    for name in schema.schema():
        try:
            options = schema().with_text(name, text)
        except OptionError:
            continue
        assert schema.schema()[name].accepts(options.get(name))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("TRUE", True),
        ("on", True),
        ("yes", True),
        ("false", False),
        ("off", False),
        ("no", False),
    ],
)
def test_a_switch_can_be_typed_in_several_words(text: str, value: bool) -> None:
    assert games()["fuzhou"].options().with_text("pass_lock", text).get("pass_lock") is value


def test_off_is_a_value_where_the_rulebook_has_it_so() -> None:
    assert games()["fuzhou"].options().with_text("eight_pairs", "off").get("eight_pairs") == "off"


# -- the catalogue


def test_the_seven_games_stand_in_the_order_of_the_design() -> None:
    assert list(games()) == [
        "fuzhou", "fuding", "longgang", "qingtian", "yantai", "guiyang", "jiangxi_fuzhou",
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_found_by_its_id_its_names_and_its_aliases(game: Game) -> None:
    assert find_game(game.id) is game
    assert search_games(game.id) == [game]
    assert game in search_games(game.name)
    for alias in set(game.aliases) - set(games()):
        assert game in search_games(f" {alias.upper()} ")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_what_it_is_played_with(game: Game) -> None:
    assert len(game.tiles) in (108, 136, 144)
    assert game.hand_size in (13, 16)
    assert game.sets == (game.hand_size - 1) // 3
    assert game.winners in ("nearest", "all")
    for text in (game.name, game.province, game.english, game.english_province):
        assert text
    for zh, en in game.words.values():
        assert zh
        assert en
    names = [phase.name for phase in game.phases]
    assert len(set(names)) == len(names)
    assert repr(game) == f"<Game {game.id}>"


def test_two_games_of_one_name_are_both_found() -> None:
    both: list[Any] = search_games("抚州")
    assert [game.id for game in search_games("fuzhou")] == ["fuzhou"]
    assert "jiangxi_fuzhou" in [game.id for game in both]
    assert search_games("mahjong of nowhere") == []
