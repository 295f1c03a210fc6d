"""Milliseconds of the record's pages for a group with 200 matches and 5,000 hands, the database's file warm.

`python -m bench.records` prints them; they depend on the machine, so nothing is judged.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from handlers.callback_data import page_data, parse
from handlers.pages import export, verify
from handlers.pages.page import Place, by_id
from handlers.pages.turning import page
from handlers.show.texts import Texts
from handlers.tables.model import Person
from storage import Database
from tests.pages.archive import AT, GROUP, HOUR, USERS, copy_matches, make_past

MATCHES, HANDS, ROUNDS = 200, 25, 7
PAGES = {
    "/scores": page_data(1, "sc", 0),
    "/scores, chart": page_data(1, "sc", "c"),
    "/history": page_data(GROUP, "hi", 1),
    "/history, last page": page_data(GROUP, "hi", 999),
    "a match's hands": page_data(10, "hm", 1),
    "a card": page_data(1, "hc"),
    "/replay": page_data(1, "rp", 5, "o"),
    "/top": page_data(GROUP, "tp", "any", "all", 1),
    "/top, one game, 30 days": page_data(GROUP, "tp", "fuzhou", "month", 1),
    "/stats": page_data(1, "st", "any", "o", 1),
    "/stats, opponents": page_data(1, "st", "any", "h", 1),
    "/stats, best hands": page_data(1, "st", "any", "b", 1),
    "/stats, fans": page_data(1, "st", "any", "f", 1),
    "/stats, trend": page_data(1, "st", "any", "t", 1),
}


async def measure(database: Database, place: Place) -> dict[str, float]:
    """The median milliseconds of each page, its picture included where it has one."""
    found = {}
    for name, data in PAGES.items():
        press = parse(data)
        assert press is not None
        times = []
        for _ in range(ROUNDS):
            began = perf_counter()
            message = await page(database, place, press)
            if message.picture is not None:
                await asyncio.to_thread(message.picture.render)
            times.append((perf_counter() - began) * 1000)
        found[name] = median(times)
    began = perf_counter()
    await verify.proof(database, place, by_id(1))
    found["/verify"] = (perf_counter() - began) * 1000
    for name, make in (("/export, CSV", export.csv_file), ("/export, JSON", export.json_file)):
        began = perf_counter()
        await database.read_apart(make, place)
        found[name] = (perf_counter() - began) * 1000
    return found


async def run(path: Path, people: Sequence[int]) -> dict[str, float]:
    reader = Person(people[0], USERS[0][0], USERS[0][1], "en")
    say = Texts.load().of("en")
    place = Place(GROUP, False, "bench", reader, say, "paizhuo_bot", AT + 300 * HOUR)
    database = await Database.open(path)
    try:
        return await measure(database, place)
    finally:
        await database.close()


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; never judges."""
    del arguments
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        cast = make_past(path)
        copy_matches(path, GROUP, cast.people, matches=MATCHES, hands=HANDS)
        found = asyncio.run(run(path, cast.people))
    print(f"pages of a group with {MATCHES * HANDS} hands in {MATCHES} matches, ms")
    for name, milliseconds in found.items():
        print(f"  {name:<26} {milliseconds:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
