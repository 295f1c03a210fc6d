"""`python -m engine`: what it prints, and that bad input of any kind is one line on stderr and exit 2."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import event_from_json
from engine.command_line import main
from engine.fairness import Entropy, Stream, commitment, hand_key
from engine.games import games
from engine.hand import begin
from engine.record import Record, dealt_hands, read_record
from engine.referee.docket import WORDS, Verdict
from engine.scoring import Settlement
from engine.selfplay import PLAYERS, Player, computer_player, first_match, play_hand
from engine.state import HandStart
from tests.engine.games.settling import CASES

SEED = bytes(range(32))


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    return main(arguments, out=out, err=err), out.getvalue(), err.getvalue()


def assert_refused(*arguments: str) -> str:
    """Bad input: the one line."""
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert 3 < len(err) < 400
    assert err.count("\n") == 1
    return err


def record_of(
    game_id: str, hand_no: int = 1, *, mode: str = "assist", player: Player = computer_player
) -> dict[str, Any]:
    """A finished hand of computers, as it is exported."""
    game = games()[game_id]
    entropy = Entropy("t1", hand_no, (3, 4), ("77", "computer", "absent", "computer"))
    options = game.options()
    key = hand_key(SEED, entropy)
    start = HandStart(game, options, first_match(game, options, key), key, entropy.dice, mode)
    played = play_hand(start, player)
    told = [*played.dealt, *(event for _, events in played.steps for event in events)]
    record = Record(
        game=game,
        options=options,
        match=start.match,
        seed=SEED,
        commitment=commitment(SEED),
        entropy=entropy,
        lines=tuple((action.seat, action.act.text, events) for action, events in played.steps),
        dealt=dealt_hands(told),
        settlement=played.end.settlement,
        rules_version=game.rules_version,
        mode=mode,
    )
    given: dict[str, Any] = json.loads(json.dumps(record.to_json()))
    return given


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return record_of("fuzhou")


def written(path: Path, content: object) -> str:
    """A JSON file."""
    path.write_text(json.dumps(content), "utf-8")
    return str(path)


def test_games_lists_every_game_with_every_option_its_values_and_a_word_in_both_languages() -> None:
    status, out, _ = run("games")
    assert status == 0
    for game in games().values():
        assert f"{game.id}  {game.name}（{game.province}）" in out
        for name, known in game.options.schema().items():
            line = next(line for line in out.splitlines() if line.startswith(f"    {name} = "))
            assert known.allowed() in out
            assert line
    assert "scoring = A  [A, B]" in out


def test_settle_prints_results_in_the_order_of_the_cases() -> None:
    path = CASES / "fuzhou.json"
    status, out, _ = run("settle", str(path))
    given = json.loads(path.read_text("utf-8"))
    results = json.loads(out)
    assert status == 0
    assert [result["id"] for result in results] == [case["id"] for case in given]
    for case, result in zip(given, results, strict=True):
        assert {name: result.get(name) for name in case["expect"]} == case["expect"]
        assert sum(move["amount"] for move in result.get("transfers", [])) == sum(
            max(payment, 0) for payment in result.get("payments", [])
        )


@pytest.mark.parametrize("name", sorted(games()))
def test_settle_agrees_with_every_given_case(name: str) -> None:
    path = CASES / f"{name}.json"
    status, out, _ = run("settle", str(path))
    assert status == 0
    for case, result in zip(json.loads(path.read_text("utf-8")), json.loads(out), strict=True):
        assert {field: result.get(field) for field in case["expect"]} == case["expect"]


def test_settle_reads_a_single_case_and_says_why_a_win_is_refused(tmp_path: Path) -> None:
    case = json.loads((CASES / "own/fuzhou.json").read_text("utf-8"))[0]
    case["end"]["wins"][0]["tile"] = "4s"
    status, out, _ = run("settle", written(tmp_path / "case.json", case))
    (result,) = json.loads(out)
    assert status == 0
    assert (result["id"], result["illegal"]) == (case["id"], True)
    assert "FZ-7" in result["reason"]


@pytest.mark.parametrize("name", sorted(path.stem for path in (CASES / "bad").glob("*.json")))
def test_every_bad_case_is_one_line_and_exit_2(tmp_path: Path, name: str) -> None:
    for case in json.loads((CASES / f"bad/{name}.json").read_text("utf-8")):
        assert case["expect"].get("says", "") in assert_refused(
            "settle", written(tmp_path / "case.json", case)
        )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2",
        "nonsense",
        '{"a": 1e999}',
        '"case"',
        "7",
        "null",
        "[[]]",
        "[" * 5000,
        "\ufeff",
        "[1e400]",
    ],
)
def test_a_file_that_holds_no_case_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "case.json"
    path.write_text(text, "utf-8")
    for command in ("settle", "verify", "replay"):
        assert_refused(command, str(path))


def test_a_file_that_is_no_text_or_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00[")
    for name in ("bytes", "absent", "."):
        for command in ("settle", "verify", "replay"):
            assert_refused(command, str(tmp_path / name))


def test_a_huge_number_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_text(
        (CASES / "fuzhou.json").read_text("utf-8").replace('"streak": 0', f'"streak": {"9" * 4000}')
    )
    assert len(assert_refused("settle", str(path))) < 400


def test_a_case_nested_as_deeply_as_json_can_be_read_is_refused(tmp_path: Path) -> None:
    case = json.loads((CASES / "own/fuzhou.json").read_text("utf-8"))[0]
    text = json.dumps(case | {"streak": "DEEP"})
    path = tmp_path / "case.json"
    for depth in range(100, 1000, 50):
        path.write_text(text.replace('"DEEP"', "[" * depth + "]" * depth))
        assert_refused("settle", str(path))


def test_an_id_is_given_back_whatever_characters_it_has(tmp_path: Path) -> None:
    case = json.loads((CASES / "own/fuzhou.json").read_text("utf-8"))[0] | {"id": "\ud800福"}
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert main(["settle", written(tmp_path / "case.json", case)], out=out) == 0
    out.seek(0)
    assert json.loads(out.read())[0]["id"] == "\ud800福"


ODD_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 50)
    | st.floats()
    | st.text("0123456789mpszf<+()xé福\ud800", max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value."""
    found = [path]
    if isinstance(value, dict | list):
        keys = value.keys() if isinstance(value, dict) else range(len(value))
        for key in keys:
            found += spots(value[key], (*path, key))
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with another one at this place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


ALL_CASES = [
    case for name in sorted(games()) for case in json.loads((CASES / f"{name}.json").read_text("utf-8"))
]


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_mutated_case_is_settled_or_refused_in_one_line(tmp_path: Path, data: st.DataObject) -> None:
    case: Any = data.draw(st.sampled_from(ALL_CASES))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(spots(case)))
        other = data.draw(st.sampled_from(ALL_CASES))
        values = [at(other, place) for place in spots(other)]
        case = put(case, path, data.draw(ODD_VALUES | st.sampled_from(values)))
    status, out, err = run("settle", written(tmp_path / "case.json", case))
    if status == 2:
        assert err.count("\n") == 1
        assert not out
    else:
        assert status == 0
        for result in json.loads(out):
            assert result.get("illegal") or sum(result["payments"]) == 0


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """The value at this place."""
    for key in path:
        value = value[key]
    return value


# -- waits


def test_waits_prints_each_waiting_tile_and_what_it_pays() -> None:
    status, out, _ = run("waits", "--game", "fuzhou", "--hand", "123456789m23p7p12s99s", "--indicator", "7p")
    # no flower, one gold: (0+1+0+5)×2+30 = 42; a drawn gold 44; nobody wins on a discarded gold
    assert status == 0
    assert [line.split() for line in out.splitlines()] == [
        ["1p", "self-draw", "42", "each", "discard", "42"],
        ["4p", "self-draw", "42", "each", "discard", "42"],
        ["7p", "self-draw", "44", "each", "self-draw", "only"],
        ["3s", "self-draw", "42", "each", "discard", "42"],
    ]


def test_waits_takes_melds_flowers_and_options() -> None:
    status, out, _ = run(
        "waits", "--game", "fuzhou", "--hand", "123456789m9s", "--melds", "(4444p), 111s<0", "--flowers", "1f",
        "scoring=B",
    )  # fmt: skip
    # u = 5 + 1 flower + 2 for the kong = 8, doubled when drawn; 9 by discard
    assert status == 0
    assert out.split() == ["9s", "self-draw", "16", "each", "discard", "9"]


def test_waits_says_when_the_hand_is_not_ready() -> None:
    assert run("waits", "--game", "fuzhou", "--hand", "147m147p147s258m258p2s") == (0, "not ready\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "fuzhou", "--hand", "123m"],
        ["--game", "fuzhou", "--hand", "123x"],
        ["--game", "fuzhou", "--hand", "11111m23456789m99s1p"],
        ["--game", "nowhere", "--hand", "123m"],
        ["--game", "fuzhou"],
        ["--game", "fuzhou", "--hand", "123456789m9s", "--melds", "(4444p) 112s"],
        ["--game", "fuzhou", "--hand", "123456789m23p7p12s99s", "--indicator", "77p"],
        ["--game", "fuzhou", "--hand", "123456789m23p7p12s99s", "scoring"],
        ["--game", "fuzhou", "--hand", "123456789m23p7p12s99s", "scoring=C"],
        ["--game", "fuzhou", "--hand", "123456789m23p7p12s99s", "score=A"],
        ["--game", "guiyang", "--hand", "123456789m11z22z"],
    ],
)
def test_waits_refuses_what_it_cannot_read(arguments: list[str]) -> None:
    assert_refused("waits", *arguments)


# -- self-play


def test_selfplay_counts_hands_draws_and_points() -> None:
    status, out, _ = run("selfplay", "--game", "fuzhou", "--hands", "3", "--seed", "1")
    assert status == 0
    for word in ("3 hands", "hands/s", "draws", "average points", "no violation"):
        assert word in out


def test_selfplay_takes_options_and_prints_json() -> None:
    status, out, _ = run(
        "selfplay",
        "--game",
        "fuzhou",
        "--hands",
        "2",
        "--players",
        "random",
        "scoring=B",
        "youjin=on",
        "--json",
    )
    told = json.loads(out)
    assert (status, told["hands"], told["violation"]) == (0, 2, "")


@pytest.mark.parametrize("game", ["fuding", "longgang"])
def test_selfplay_with_a_referee_tells_what_was_judged(game: str) -> None:
    arguments = (
        "selfplay",
        "--game",
        game,
        "--referee",
        "--players",
        "erring",
        "--hands",
        "6",
        "--seed",
        "2",
    )
    status, out, _ = run(*arguments)
    line = next(line for line in out.splitlines() if line.startswith("judgements "))
    told = run(*arguments, "--json")
    judged = json.loads(told[1])["judged"]
    assert (status, "no violation" in out, told[0]) == (0, True, 0)
    assert all(f"{name} {number}" in line for name, number in judged.items())
    assert {name.split()[0] for name in judged} <= {verdict.value for verdict in Verdict}


def test_selfplay_tells_a_violation_and_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def unpaid(_: object) -> Settlement:
        raise ValueError("no such payment")

    monkeypatch.setattr(games()["fuzhou"], "settle", unpaid, raising=False)
    status, out, _ = run("selfplay", "--game", "fuzhou", "--hands", "3")
    assert status == 1
    assert "violation: hand 0 of seed 1: ValueError: no such payment" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "nowhere"],
        ["--game", "fuzhou", "--hands", "0"],
        ["--game", "fuzhou", "--hands", "many"],
        ["--game", "fuzhou", "--players", "people"],
        ["--game", "fuzhou", "hands=5"],
        ["--game", "fuzhou", "pass_lock=maybe"],
        ["--fame", "fuzhou"],
        [],
    ],
)
def test_selfplay_refuses_what_it_cannot_read(arguments: list[str]) -> None:
    assert_refused("selfplay", *arguments)


@pytest.mark.parametrize("arguments", [[], ["tsettle"], ["settle"], ["verify"], ["games", "fuzhou"]])
def test_unknown_commands_are_refused(arguments: list[str]) -> None:
    assert_refused(*arguments)


# -- verify and replay


def test_verify_recomputes_a_revealed_hand(tmp_path: Path, record: dict[str, Any]) -> None:
    status, out, _ = run("verify", written(tmp_path / "hand.json", record))
    assert status == 0
    assert commitment(SEED) in out
    assert r"paizhuo-1\nt1\n1\n3 4\n0 77\n1 computer\n2 absent\n3 computer\n" in out


def test_a_record_reads_back_as_it_was(record: dict[str, Any]) -> None:
    assert read_record(record).to_json() == record


def flips(record: dict[str, Any]) -> list[Any]:
    """The record with one thing changed that the shuffle or the hand depends on."""
    entropy = record["entropy"]
    changed = [
        record | {"seed": record["seed"][:-1] + ("0" if record["seed"][-1] != "0" else "1")},
        record | {"commitment": "0" * 64},
        record | {"entropy": entropy | {"table": "t2"}},
        record | {"entropy": entropy | {"hand_no": 2}},
        record | {"entropy": entropy | {"dice": [4, 3]}},
        record | {"entropy": entropy | {"dice": None}},
        record | {"entropy": entropy | {"seats": ["78", *entropy["seats"][1:]]}},
        record | {"entropy": entropy | {"seats": ["77", "absent", "absent", "computer"]}},
        record | {"match": record["match"] | {"dealer": (record["match"]["dealer"] + 1) % 4}},
        record | {"dealt": record["dealt"][1:] + record["dealt"][:1]},
        record | {"dealt": []},
        record | {"settlement": None},
        record | {"actions": record["actions"][:-1]},
        record | {"options": {"scoring": "B"}},
    ]
    for number, (seat, act, events) in enumerate(record["actions"]):
        for at, event in enumerate(events):
            if event[0] == "draw":
                other = "1m" if event[2] != "1m" else "2m"
                swapped = [*events[:at], ["draw", event[1], other, *event[3:]], *events[at + 1 :]]
                actions = record["actions"]
                changed.append(
                    record | {"actions": [*actions[:number], [seat, act, swapped], *actions[number + 1 :]]}
                )
    return changed


def test_verify_finds_any_change(tmp_path: Path, record: dict[str, Any]) -> None:
    changed = flips(record)
    assert len(changed) > 20
    for given_record in changed:
        status, out, _ = run("verify", written(tmp_path / "hand.json", given_record))
        assert status == 1, given_record
        assert out.startswith("does not hold")


def test_verify_names_the_version_that_it_would_need(tmp_path: Path, record: dict[str, Any]) -> None:
    assert "version" in assert_refused(
        "verify", written(tmp_path / "hand.json", record | {"rules_version": 99})
    )


@pytest.mark.parametrize("game", ["fuding", "longgang"])
def test_replay_says_judgements_in_words_with_their_clause(game: str, tmp_path: Path) -> None:
    erring = PLAYERS["erring"](Stream(bytes(32)))
    for hand_no in range(1, 20):
        record = record_of(game, hand_no, mode="referee", player=erring)
        events = [event_from_json(event) for _, _, events in record["actions"] for event in events]
        judged = [event for event in events if event.name == "judged"]
        path = written(tmp_path / "hand.json", record)
        status, out, _ = run("replay", path)
        assert (status, run("verify", path)[0], "judged" in out) == (0, 0, False)
        for event in judged:
            verdict, clause = event.arg.split()
            assert f"seat {event.seat} {WORDS[Verdict(verdict)]} ({clause})" in out
        if judged:
            return
    raise AssertionError("nothing was judged")


def test_replay_prints_a_hand_line_by_line(tmp_path: Path, record: dict[str, Any]) -> None:
    status, out, _ = run("replay", written(tmp_path / "hand.json", record))
    lines = out.splitlines()
    assert status == 0
    assert lines[0].startswith("fuzhou hand 1, dealer ")
    assert len(lines) == 1 + 4 + len(record["actions"]) + 1
    assert lines[-1].split()[1:] == [str(payment) for payment in record["settlement"]["payments"]]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_mutated_record_is_read_or_refused_in_one_line(
    tmp_path: Path, record: dict[str, Any], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(spots(record)))
    file = written(tmp_path / "hand.json", put(record, path, data.draw(ODD_VALUES)))
    for command in ("verify", "replay"):
        status, _, err = run(command, file)
        assert status in (0, 1, 2)
        assert (err.count("\n") == 1) == (status == 2)


def test_it_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "settle", "nowhere.json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nowhere.json: No such file or directory\n"


def test_begin_is_told_by_the_record(record: dict[str, Any]) -> None:
    _, first = begin(read_record(record).start())
    assert [event.name for event in first].count("deal") == 4
