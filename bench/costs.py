"""What a table costs while people play: CPU and API calls per discard, at people's pace, on virtual time.

CPU time and calls hardly depend on what else the machine does, and virtual minutes pass as fast as the work is done.
"""

import asyncio
import gc
from dataclasses import dataclass

from bench.crowd import hall, play
from tests.fakes.clock import VirtualClock, run_virtual

TYPED = "fuzhou hands=16 dice=off"
EVERY = 3.0
"""People look at the phone every so many seconds."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Per discard: milliseconds of CPU, and calls."""

    tables: int
    discards: int
    bot: float
    drawing: float
    needed: float
    written: float
    calls: float
    pictures: float


def costs(tables: int, minutes: float, drawn: bool) -> Costs:
    """What so many tables cost in so many minutes, each from its first deal on."""
    clock = VirtualClock()
    return run_virtual(_costs(clock, tables, minutes, drawn), clock)


async def _costs(clock: VirtualClock, tables: int, minutes: float, drawn: bool) -> Costs:
    async with hall(clock, tables, TYPED, drawn=drawn) as found:
        account = found.account
        gc.collect()
        account.reset()
        phones = [phone for seats in found.seats for phone in seats.phones]
        await asyncio.gather(*(play(phone, account, clock, minutes * 60, EVERY) for phone in phones))
        bot, discards = account.bot, account.discards
        found.check()
        return Costs(
            tables,
            discards,
            bot=1000 * bot / discards,
            drawing=1000 * account.drawing / discards,
            needed=account.needed / discards,
            written=account.written / discards,
            calls=account.calls.total() / discards,
            pictures=account.pictures / discards,
        )
