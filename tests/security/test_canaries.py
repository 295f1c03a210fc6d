"""No reader is told of a tile that it may not know, in whole hands (test 29)."""

import logging
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path

import pytest

from engine.games import games
from tests.end_to_end.unaided import Unaided
from tests.fakes.clock import run_virtual
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage
from tests.security.canaries import (
    LISTENING,
    Watched,
    everything_logged,
    play_hands,
    seeds_in_log,
    tiles_in_log,
    watched,
)

HANDS = 10
DAY = 86_400.0


def played(game: str, path: Path, *, hands: int, people: int, seed: int) -> Watched:
    """So many hands of a game, watched."""
    stage = Stage()

    async def run() -> Watched:
        async with watched(stage, path, seed=seed) as watch:
            match = "length=4" if game == "qingtian" else "hands=16"
            await play_hands(
                watch, f"{game} {match} dice=off advice=false", people=people, hands=hands, seed=seed
            )
            return watch

    return run_virtual(run(), stage.clock, limit=DAY * hands)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fuding", "longgang"])
def test_nobody_is_told_of_a_hidden_tile_before_a_referee(game: str, tmp_path: Path) -> None:
    """False wins, objections and judgements included."""
    stage, hands = Stage(), 4

    async def run() -> Watched:
        async with watched(stage, tmp_path / "paizhuo.db", seed=1) as watch:
            typed = f"{game} hands=8 dice=off mode=referee tempo=quick computer_errs=true"
            await play_hands(watch, typed, people=3, hands=hands, seed=1, players=Unaided)
            return watch

    watch = run_virtual(run(), stage.clock, limit=DAY * hands)
    assert_tight(watch, hands)
    assert any("⚖️" in sent.text for sent in watch.tap.sent)


def assert_tight(watch: Watched, hands: int) -> None:
    assert watch.leaks == []
    assert watch.log_leaks() == []
    assert watch.mentions > 100 * hands
    assert LISTENING in watch.log.getvalue()
    table = only_table(watch.app)
    assert table.seed in watch.seeds
    if table.state != "over":
        assert [sent for sent in watch.tap.sent if table.seed.hex() in sent.text] == []
        said = "".join("".join(sent.text.split()) for sent in watch.tap.sent)
        assert table.commitment in said.replace("\\n", "").replace("\\u200b", "")


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_nobody_is_told_of_a_hidden_tile(game: str, tmp_path: Path) -> None:
    assert_tight(played(game, tmp_path / "paizhuo.db", hands=HANDS, people=2, seed=1), HANDS)


@pytest.mark.soak
@pytest.mark.soak_part("secrecy")
@pytest.mark.parametrize("seed", range(2, 102))
@pytest.mark.parametrize("game", games())
def test_nobody_is_told_of_a_hidden_tile_in_many_more_hands(game: str, seed: int, tmp_path: Path) -> None:
    people = 2 + seed % 3
    assert_tight(played(game, tmp_path / "paizhuo.db", hands=HANDS, people=people, seed=seed), HANDS)


def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.views._opened", lambda *_: (True, True, True, True))
    monkeypatch.setattr("engine.views._ALL_CLOSED", (True, True, True, True))
    watch = played("guiyang", tmp_path / "paizhuo.db", hands=1, people=2, seed=1)
    assert any(leak.startswith("None editMessageMedia") for leak in watch.leaks)


SEED = bytes(range(200, 232))


@pytest.mark.logs(".")
@pytest.mark.parametrize(
    "told",
    [
        *(
            "3p",
            "1m2m3m",
            "act c:5z",
            "⟦3p⟧",
            "3 Bam",
            "3 bamboo",
            "East",
            "Plum",
            "3筒",
            "红中发",
            "3🔵",
            "🀄",
        ),
        *(
            SEED.hex(),
            SEED.hex().upper(),
            repr(SEED),
            str(list(SEED)),
            str(tuple(SEED)),
            str(bytearray(SEED)),
        ),
        *(b64encode(SEED).decode(), str(urlsafe_b64encode(SEED)), str(int.from_bytes(SEED))),
    ],
)
@pytest.mark.parametrize("before", ["seat 2 drew ", "seat 2 drew\n"])
def test_any_tile_and_any_seed_would_be_found_in_our_log(before: str, told: str) -> None:
    with everything_logged() as log:
        logging.getLogger("handlers.tables.hall").debug("%s%s", before, told)
        logging.getLogger("aiosqlite").warning("anything")
    assert tiles_in_log(log.getvalue()) + seeds_in_log(log.getvalue(), [SEED])


@pytest.mark.logs(".")
def test_what_our_log_usually_tells_is_no_leak() -> None:
    with everything_logged() as log:
        logging.getLogger("handlers.tables.actor").error(
            "table %s, action %s: %s", 3, 5, "KeyError at a.py:3"
        )
        logging.getLogger("handlers.transport.polling").warning(
            "no updates (%s); next try in %s s", "down", 3
        )
        logging.getLogger("another.library").warning("after 3s")
    assert tiles_in_log(log.getvalue()) + seeds_in_log(log.getvalue(), [SEED]) == []
