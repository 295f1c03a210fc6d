"""Files taken from /export and /verify, checked by a process of its own and by code that is not ours (test 37)."""

import copy
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.record import RecordError, verify_record
from handlers.pages import export
from storage import Database
from tests.engine.recomputed import SETS, faults, tiles_of
from tests.pages.archive import Cast
from tests.pages.conftest import in_group

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]


@pytest.fixture
async def records(past: Database, cast: Cast) -> list[Json]:
    """Every finished hand of the group as it is taken away, of all seven games."""
    _, file = await past.read_apart(export.json_file, in_group(cast))
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        return [json.loads(archive.read(name)) for name in archive.namelist()]


def verified(path: Path, record: Json) -> tuple[int, str]:
    """Exit status and words of `python -m engine verify FILE`, started where nothing but the engine can be found."""
    path.write_text(json.dumps(record), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-m", "engine", "verify", str(path)],
        cwd=path.parent,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


async def test_every_exported_hand_holds_by_a_computation_that_is_not_ours(records: list[Json]) -> None:
    assert {record["game"] for record in records} == SETS.keys()
    assert [faults(record) for record in records] == [[]] * len(records)


async def test_the_verifier_needs_no_package_and_holds_for_every_game(
    records: list[Json], tmp_path: Path
) -> None:
    """`-S`: no installed package can be imported."""
    for record in {record["game"]: record for record in records}.values():
        status, said = verified(tmp_path / "hand.json", record)
        assert (status, said.partition(":")[0]) == (0, "holds"), said


# -- any bit


def flipped(text: str) -> Iterator[str]:
    """The text with each of its bits changed, as far as it stays a text without control characters."""
    for at, letter in enumerate(text):
        for bit in range(7):
            other = chr(ord(letter) ^ 1 << bit)
            if other.isprintable():
                yield text[:at] + other + text[at + 1 :]


def seeds(record: Json) -> Iterator[Json]:
    for bit in range(256):
        changed = bytearray.fromhex(record["seed"])
        changed[bit // 8] ^= 1 << bit % 8
        yield record | {"seed": changed.hex()}


def fingerprints(record: Json) -> Iterator[Json]:
    for text in flipped(record["commitment"]):
        yield record | {"commitment": text}


def dice(record: Json) -> Iterator[Json]:
    thrown = record["entropy"]["dice"]
    for at in range(2):
        for bit in range(3):
            changed = [number ^ (1 << bit if place == at else 0) for place, number in enumerate(thrown)]
            yield record | {"entropy": record["entropy"] | {"dice": changed}}


def presses(record: Json) -> Iterator[Json]:
    words = record["entropy"]["seats"]
    for seat, word in enumerate(words):
        for text in flipped(word):
            yield record | {
                "entropy": record["entropy"] | {"seats": [*words[:seat], text, *words[seat + 1 :]]}
            }


def dealt(record: Json) -> Iterator[Json]:
    kinds = list(dict.fromkeys(tiles_of(record["game"])))
    for seat, hand in enumerate(record["dealt"]):
        for at, tile in enumerate(hand):
            changed = copy.deepcopy(record["dealt"])
            changed[seat][at] = kinds[(kinds.index(tile) + 1) % len(kinds)]
            yield record | {"dealt": changed}


def holds(record: Json) -> bool:
    """Whether our verifier lets it pass."""
    try:
        return verify_record(record)[0]
    except RecordError:
        return False


FLIPS = {"seed": seeds, "fingerprint": fingerprints, "dice": dice, "presses": presses, "dealt": dealt}


@pytest.mark.parametrize("what", FLIPS)
async def test_any_flipped_bit_is_found_by_both(records: list[Json], what: str, tmp_path: Path) -> None:
    thrown = [record for record in records if record["entropy"]["dice"]]
    number = 0
    for game in ("fuzhou", "guiyang"):
        record = next(record for record in thrown if record["game"] == game)
        for changed in FLIPS[what](record):
            number += 1
            assert faults(changed), changed
            assert not holds(changed), changed
        assert verified(tmp_path / "hand.json", changed)[0] == 1
    assert number >= 12
